//! What programs ask of the explorer: positions of all games, searches from start to proof, and what proofs say.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::Server;
use provenum_serve::Options;
use serde_json::{Value, json};

#[test]
fn every_game_has_a_picture_whose_cells_its_moves_name() {
    let server = Server::start();
    let games = server.get("/api/v1/games").json();
    for game in games.as_array().unwrap() {
        let asked = json!({ "game": game["name"], "position": game["example"] });
        let seen = server.post("/api/v1/positions", &asked).json();
        let svg = seen["svg"].as_str().unwrap();
        assert!(svg.starts_with("<svg") && svg.contains("data-cell="), "{}", game["name"]);
        for mv in seen["moves"].as_array().unwrap() {
            for end in ["from", "to"] {
                if let Some(cell) = mv["footprint"][end].as_str() {
                    assert!(svg.contains(&format!("data-cell=\"{}\"", cell)), "{}: {mv}", game["name"]);
                }
            }
            assert!(mv["footprint"]["to"].is_string() || mv["footprint"]["from"].is_string(), "{}: {mv}", game["name"]);
        }
        // Names for those who hear the board.
        assert_eq!(svg.matches("data-cell=").count(), svg.matches("aria-label=").count(), "{}", game["name"]);
    }
}

#[test]
fn a_search_ends_in_a_proof_that_can_be_walked() {
    let server = Server::start();
    let asked = json!({ "game": "connect4", "position": "5443555422", "line": ["2", "6"], "limits": { "time": 60 } });
    let started = server.post("/api/v1/searches", &asked);
    assert_eq!(started.status, 202);
    let done = server.ended(started.json()["id"].as_str().unwrap());
    assert_eq!((done["state"].as_str(), done["report"]["value"].as_str()), (Some("done"), Some("win")));
    let proof = format!("/api/v1/proofs/{}", done["proof"].as_str().unwrap());
    let about = server.get(&proof).json();
    assert_eq!((about["checked"].as_bool(), about["game"].as_str()), (Some(true), Some("connect4")));
    // Along the proof's own moves against any reply, the bound falls until the game is won.
    let mut line: Vec<Value> = Vec::new();
    let mut before = u64::MAX;
    loop {
        let known = server.post(&format!("{proof}/at"), &json!({ "line": line })).json();
        let moves = known["moves"].as_array().unwrap();
        if moves.is_empty() {
            break;
        }
        let within = known["within"].as_u64().unwrap();
        assert!(within < before, "{line:?}");
        before = within;
        let first = known["to_move"] == "first";
        assert_eq!(known["value"], if first { "win" } else { "loss" });
        let next = if first { moves.iter().find(|mv| mv["chosen"] == true) } else { moves.last() };
        line.push(next.unwrap()["name"].clone());
    }
    assert!(line.len() % 2 == 1);
    let tree = server.post(&format!("{proof}/tree"), &json!({ "depth": 20, "most": 100_000 })).json();
    assert_eq!(tree.as_array().unwrap().len(), 300);
    assert_eq!(server.post(&format!("{proof}/tree"), &json!({ "section": 9 })).status, 422);
    assert_eq!(server.post(&format!("{proof}/at"), &json!({ "line": ["9"] })).status, 422);
    assert_eq!(server.get("/api/v1/proofs/0").status, 404);
}

#[test]
fn a_search_can_be_stopped_and_goes_on_and_tells_all_of_it() {
    let server = Server::start();
    let asked = json!({ "game": "connect4", "parameters": { "size": "6x5" }, "limits": { "nodes": 3_000 } });
    let id = server.post("/api/v1/searches", &asked).json()["id"].as_str().unwrap().to_owned();
    let first = server.ended(&id);
    assert_eq!((first["report"]["result"].as_str(), first["resumable"].as_bool()), (Some("unknown"), Some(true)));
    let path = format!("/api/v1/searches/{id}");
    assert_eq!(server.post(&format!("{path}/resume"), &json!({ "limits": { "time": 100 } })).status, 202);
    let events = server.get(&format!("{path}/events")).text();
    // The stream ends with the search, and the end of the first part is not taken for it.
    assert_eq!(events.matches("event: done").count(), 1, "{events}");
    let last = server.ended(&id);
    assert_eq!(last["report"]["result"], "proven", "{last}");
    assert!(last["report"]["expanded"].as_u64() > first["report"]["expanded"].as_u64());
    assert_eq!(server.post(&format!("{path}/resume"), &json!({})).status, 409);
    // Who comes back says what it heard last, and hears the rest.
    let numbers: Vec<&str> = events.lines().filter_map(|line| line.strip_prefix("id: ")).collect();
    let before_last = numbers[numbers.len() - 2];
    let rest = server.send(&format!("GET {path}/events"), &[("Last-Event-ID", before_last)], b"").text();
    assert_eq!(rest.matches("event: ").count(), 1, "{rest}");
    assert!(rest.contains("event: done"));
}

#[test]
fn stopping_ends_a_search_that_runs_or_waits() {
    let server = Server::with(&Options { port: 0, searches: 1, ..Options::default() }, None);
    let hard = json!({ "game": "othello", "limits": { "time": 300 } });
    let ids: Vec<String> =
        (0..3).map(|_| server.post("/api/v1/searches", &hard).json()["id"].as_str().unwrap().to_owned()).collect();
    for id in ids.iter().rev() {
        assert_eq!(server.post(&format!("/api/v1/searches/{id}/stop"), &json!({})).status, 202);
    }
    for id in &ids {
        assert_eq!(server.ended(id)["report"]["result"], "unknown");
    }
    assert_eq!(server.get("/api/v1/searches").json().as_array().unwrap().len(), 3);
}

#[test]
fn wrong_questions_are_answered_with_what_is_wrong_where() {
    let server = Server::start();
    for (asked, field) in [
        (json!({ "game": "conect4" }), "game"),
        (json!({ "game": "connect4", "parameters": { "size": "99x99" } }), "parameters.size"),
        (json!({ "game": "connect4", "position": "4x" }), "position"),
        (json!({ "game": "connect4", "line": ["4", "8"] }), "line"),
        (json!({ "game": "connect4", "claim": "checkmate" }), "claim"),
        (json!({ "game": "connect4", "algorithm": "guess" }), "algorithm"),
        (json!({ "game": "connect4", "set": { "depth": "x" } }), "set"),
        (json!({ "game": "connect4", "lengths": "shortest" }), "lengths"),
        (json!({ "game": "connect4", "limits": { "time": -1 } }), "limits.time"),
        (json!({ "game": "connect4", "limits": { "memory": 1 } }), "limits.memory"),
    ] {
        let answer = server.post("/api/v1/searches", &asked);
        assert_eq!((answer.status, answer.json()["field"].as_str()), (422, Some(field)), "{}", answer.text());
    }
    let answer = server.post("/api/v1/positions", &json!({ "game": "connect4", "position": "4x" })).json();
    assert_eq!(answer["column"], 2);
}
