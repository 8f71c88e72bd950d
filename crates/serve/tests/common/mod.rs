//! A server for a test, and a client that says exactly what it is told to say.
#![allow(
    clippy::unwrap_used,
    dead_code,
    unreachable_pub,
    reason = "a test may panic, and not every test uses all of this"
)]

use provenum_serve::{Explorer, Options, Stop};
use provenum_session::Games;
use serde_json::Value;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

pub struct Server {
    pub port: u16,
    pub url: String,
    stop: Stop,
    thread: Option<JoinHandle<()>>,
}

pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let line =
            self.head.lines().find_map(|line| line.split_once(':').filter(|(n, _)| n.eq_ignore_ascii_case(name)));
        line.map(|(_, value)| value.trim())
    }
}

impl Server {
    pub fn start() -> Server {
        Server::with(&Options { port: 0, ..Options::default() }, None)
    }

    pub fn with(options: &Options, certificate: Option<Vec<u8>>) -> Server {
        let explorer = Explorer::start(Games::built_in(), options, certificate).unwrap();
        let (url, stop) = (explorer.url(), explorer.stopper());
        let port = url.rsplit(':').next().unwrap().split('/').next().unwrap().parse().unwrap();
        let thread = Some(std::thread::spawn(|| explorer.run()));
        Server { port, url, stop, thread }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends these lines of a head and this body. HTTP/1.0, so that the answer comes in one piece and the connection ends.
    pub fn send(&self, first: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut stream = self.connect();
        let mut head = format!("{first} HTTP/1.0\r\n");
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            head += &format!("Host: 127.0.0.1:{}\r\n", self.port);
        }
        headers.iter().for_each(|(name, value)| head += &format!("{name}: {value}\r\n"));
        if !body.is_empty() || first.starts_with("POST") {
            head += &format!("Content-Length: {}\r\n", body.len());
        }
        // The server may refuse before everything was sent.
        let _ = stream.write_all((head + "\r\n").as_bytes()).and_then(|()| stream.write_all(body));
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("an answer has a head");
        let head = String::from_utf8_lossy(&answer[..end]).into_owned();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, head, body: answer[end + 4..].to_vec() }
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send(&format!("GET {path}"), &[], b"")
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(&format!("POST {path}"), &[("Content-Type", "application/json")], body.to_string().as_bytes())
    }

    pub fn upload(&self, certificate: &[u8]) -> Answer {
        self.send("POST /api/v1/proofs", &[("Content-Type", "application/octet-stream")], certificate)
    }

    /// Waits until a search has ended.
    pub fn ended(&self, id: &str) -> Value {
        let begin = Instant::now();
        loop {
            let told = self.get(&format!("/api/v1/searches/{id}")).json();
            if matches!(told["state"].as_str(), Some("done" | "failed")) {
                return told;
            }
            assert!(begin.elapsed() < Duration::from_secs(120), "{told}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
