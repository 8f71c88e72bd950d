//! Strangers, other sites, junk and crowds: nothing of that gets in, and nothing of that ends the server.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::Server;
use provenum_serve::Options;
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

const JSON: (&str, &str) = ("Content-Type", "application/json");

fn hasty() -> Options {
    Options { port: 0, patience: Duration::from_millis(300), ..Options::default() }
}

#[test]
fn only_the_own_names_are_served() {
    let server = Server::start();
    for host in ["evil.example", "127.0.0.1.evil.example", "localhost:1", ""] {
        assert_eq!(server.send("GET /api/v1/games", &[("Host", host)], b"").status, 421, "{host}");
    }
    for host in [format!("localhost:{}", server.port), format!("127.0.0.1:{}", server.port)] {
        assert_eq!(server.send("GET /api/v1/games", &[("Host", &host)], b"").status, 200, "{host}");
    }
}

#[test]
fn off_loopback_a_token_is_asked_for_and_becomes_a_cookie() {
    let server = Server::with(&Options { address: [0, 0, 0, 0].into(), port: 0, ..Options::default() }, None);
    let token = server.url.split_once("token=").unwrap().1;
    assert_eq!(token.len(), 32);
    assert_eq!(server.get("/api/v1/games").status, 401);
    assert_eq!(server.get("/").status, 401);
    assert_eq!(server.get("/?token=00000000000000000000000000000000").status, 401);
    let entry = server.get(&format!("/?token={token}"));
    assert_eq!((entry.status, entry.header("location")), (303, Some("/")));
    let cookie = entry.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let held = cookie.split(';').next().unwrap();
    assert_eq!(server.send("GET /api/v1/games", &[("Cookie", held)], b"").status, 200);
    let bearer = format!("Bearer {token}");
    assert_eq!(server.send("GET /api/v1/games", &[("Authorization", &bearer)], b"").status, 200);
    // A name leads anywhere; an address does not.
    let headers = [("Host", "evil.example"), ("Cookie", held)];
    assert_eq!(server.send("GET /api/v1/games", &headers, b"").status, 421);
}

#[test]
fn other_sites_cannot_ask() {
    let server = Server::start();
    let ask = |headers: &[(&str, &str)]| server.send("POST /api/v1/positions", headers, br#"{"game":"mnk"}"#).status;
    assert_eq!(ask(&[JSON]), 200);
    for site in ["cross-site", "same-site"] {
        assert_eq!(ask(&[JSON, ("Sec-Fetch-Site", site)]), 403);
    }
    assert_eq!(ask(&[JSON, ("Origin", "http://evil.example")]), 403);
    assert_eq!(ask(&[JSON, ("Origin", "null")]), 403);
    assert_eq!(ask(&[JSON, ("Origin", &format!("http://127.0.0.1:{}", server.port))]), 200);
    // What forms can send.
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""] {
        assert_eq!(ask(&[("Content-Type", kind)]), 415, "{kind}");
    }
    let answer = server.send("OPTIONS /api/v1/positions", &[("Origin", "http://evil.example")], b"");
    assert!(answer.header("access-control-allow-origin").is_none());
    let deleted = server.send("DELETE /api/v1/searches/1", &[("Sec-Fetch-Site", "cross-site")], b"");
    assert_eq!(deleted.status, 403);
}

#[test]
fn every_answer_tells_browsers_to_load_nothing_from_elsewhere() {
    let server = Server::start();
    for path in ["/", "/app.js", "/api/v1/games", "/nothing", "/api/v1/nothing", "/api/v1/proofs/nothing"] {
        let answer = server.get(path);
        assert!(answer.header("content-security-policy").unwrap().starts_with("default-src 'none';"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("x-frame-options"), Some("DENY"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
    }
    // The page keeps to it: no script, style or handler within.
    let page = server.get("/").text();
    assert!(!page.contains("<style") && !page.contains(" style=") && !page.contains(" onclick"));
    assert!(!page.contains("http://") && !page.contains("https://"));
}

#[test]
fn bodies_have_limits() {
    let server = Server::start();
    let junk = vec![b'x'; (1 << 20) + 1];
    for (path, size) in
        [("/api/v1/positions", junk.len()), ("/api/v1/searches", junk.len()), ("/api/v1/proofs/x/at", 70_000)]
    {
        assert_eq!(server.send(&format!("POST {path}"), &[JSON], &junk[..size]).status, 413, "{path}");
    }
    let deep = "[".repeat(50_000);
    assert_eq!(server.send("POST /api/v1/positions", &[JSON], deep.as_bytes()).status, 400);
    let long = json!({ "game": "mnk", "line": vec!["a1"; 3_000] });
    assert_eq!(server.post("/api/v1/positions", &long).status, 422);
    let unknown = json!({ "game": "mnk", "file": "/etc/hostname" });
    assert_eq!(server.post("/api/v1/positions", &unknown).status, 400);
    assert_eq!(server.get("/api/v1/games").status, 200);
}

#[test]
fn slow_clients_are_let_go() {
    let server = Server::with(&hasty(), None);
    let ends = |mut stream: TcpStream| {
        let begin = Instant::now();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        assert!(begin.elapsed() < Duration::from_secs(20));
        String::from_utf8_lossy(&answer).into_owned()
    };
    let mut head = server.connect();
    head.write_all(b"GET / HTTP/1.1\r\nHost: 127").unwrap();
    assert!(!ends(head).contains("200 OK"));
    let mut body = server.connect();
    let start = format!(
        "POST /api/v1/positions HTTP/1.0\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{{",
        server.port
    );
    body.write_all(start.as_bytes()).unwrap();
    assert!(ends(body).contains(" 408 "));
}

#[test]
fn no_request_names_a_file() {
    let server = Server::start();
    for path in
        ["/../../etc/passwd", "/..%2f..%2fetc%2fpasswd", "//etc/passwd", "/api/v1/proofs/..%2f..%2fetc%2fpasswd/file"]
    {
        let answer = server.get(path);
        assert!(answer.status == 404 || answer.status == 400, "{path}: {}", answer.status);
        assert!(!answer.text().contains("root:"));
    }
    for position in ["/etc/hostname", "../../Cargo.toml", "Cargo.toml"] {
        let asked = json!({ "game": "graph", "position": position });
        assert_eq!(server.post("/api/v1/positions", &asked).status, 422);
        assert_eq!(server.post("/api/v1/searches", &asked).status, 422);
    }
}

#[test]
fn names_of_strangers_stay_text() {
    let server = Server::start();
    let graph = "<script>alert(1)</script> or \"><img> \n\"><img> proven\n";
    let seen = server.post("/api/v1/positions", &json!({ "game": "graph", "position": graph }));
    if seen.status == 200 {
        let svg = seen.json()["svg"].as_str().unwrap().to_owned();
        assert!(!svg.contains("<script") && !svg.contains("<img"), "{svg}");
    }
    let wrong = server.post("/api/v1/positions", &json!({ "game": "<script>alert(1)</script>" }));
    assert_eq!((wrong.status, wrong.header("content-type")), (422, Some("application/problem+json")));
}

#[test]
fn hostile_certificates_are_refused_and_harmless() {
    let server = Server::start();
    let search = server.post("/api/v1/searches", &json!({ "game": "mnk", "position": "b2 a1" })).json();
    let id = server.ended(search["id"].as_str().unwrap())["proof"].as_str().unwrap().to_owned();
    let good = server.get(&format!("/api/v1/proofs/{id}/file")).body;
    assert_eq!(server.upload(&good).status, 201);
    assert_eq!(server.upload(b"").status, 422);
    assert_eq!(server.upload(&[0xff; 4096]).status, 422);
    for length in 0..good.len() {
        assert_eq!(server.upload(&good[..length]).status, 422, "{length}");
    }
    // Whatever a byte becomes: refused at once, or found wrong by look-ups and by the checker. Nothing else.
    for place in 0..good.len() {
        let mut bad = good.clone();
        bad[place] ^= 0x55;
        let answer = server.upload(&bad);
        if answer.status == 201 {
            let id = answer.json()["id"].as_str().unwrap().to_owned();
            let checked = server.post(&format!("/api/v1/proofs/{id}/check"), &json!({}));
            assert!(checked.status == 422 || checked.json()["valid"] == false, "byte {place}: {}", checked.text());
            for route in ["at", "tree"] {
                assert!(server.post(&format!("/api/v1/proofs/{id}/{route}"), &json!({})).status < 500, "byte {place}");
            }
        } else {
            assert_eq!(answer.status, 422, "byte {place}");
        }
    }
    assert_eq!(server.get("/api/v1/games").status, 200);
}

#[test]
fn a_crowd_is_turned_away_and_the_server_lives() {
    let server = Server::with(&hasty(), None);
    let mut crowd = Vec::new();
    for _ in 0..1_000 {
        // The system may have fewer files for this process.
        let Ok(stream) = TcpStream::connect(("127.0.0.1", server.port)) else { break };
        crowd.push(stream);
    }
    assert!(crowd.len() > 400, "{}", crowd.len());
    std::thread::sleep(Duration::from_millis(700));
    // Who says nothing has been let go, so there is room although all of them still hold on.
    assert_eq!(server.get("/api/v1/games").status, 200);
    drop(crowd);
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn a_full_queue_says_busy() {
    let server = Server::with(&Options { port: 0, searches: 1, ..Options::default() }, None);
    let hard = json!({ "game": "othello", "limits": { "time": 300 } });
    let started: Vec<_> = (0..17).map(|_| server.post("/api/v1/searches", &hard)).collect();
    assert!(started.iter().all(|answer| answer.status == 202));
    let refused = server.post("/api/v1/searches", &hard);
    assert_eq!((refused.status, refused.header("retry-after")), (429, Some("5")));
    assert!(refused.json()["detail"].as_str().unwrap().contains("16 are waiting"));
    let about = server.get("/api/v1/server").json();
    assert_eq!((about["searches"]["running"].as_u64(), about["searches"]["waiting"].as_u64()), (Some(1), Some(16)));
    for answer in &started {
        let path = format!("/api/v1/searches/{}", answer.json()["id"].as_str().unwrap());
        assert_eq!(server.send(&format!("DELETE {path}"), &[], b"").status, 204);
    }
    let small = server.post("/api/v1/searches", &json!({ "game": "mnk" })).json();
    assert_eq!(server.ended(small["id"].as_str().unwrap())["report"]["value"], "draw");
}
