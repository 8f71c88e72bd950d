//! The examples of docs/SERVER.md are sent to a server, and its answers compared. `...` stands for anything.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::Server;
use std::path::Path;

/// The words of a command line, with single quotes.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    for c in line.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.extend((!word.is_empty()).then(|| std::mem::take(&mut word))),
            _ => word.push(c),
        }
    }
    words.extend((!word.is_empty()).then_some(word));
    words
}

fn matches(expected: &str, actual: &str) -> bool {
    let plain = |text: &str| text.split_whitespace().collect::<String>();
    let (expected, actual) = (plain(expected), plain(actual));
    let mut parts = expected.split("...");
    let Some(mut rest) = actual.strip_prefix(parts.next().unwrap()) else { return false };
    let parts: Vec<&str> = parts.collect();
    for (place, part) in parts.iter().enumerate() {
        let last = place + 1 == parts.len();
        if last {
            return rest.ends_with(part);
        }
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.is_empty()
}

#[test]
fn the_document_shows_what_the_server_answers() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/SERVER.md");
    let text = std::fs::read_to_string(path).unwrap();
    let server = Server::start();
    let mut proof = String::new();
    let mut file = Vec::new();
    let mut count = 0;
    let blocks = text.split("```console\n").skip(1).map(|block| block.split("```").next().unwrap());
    for example in blocks.flat_map(|block| block.split("$ curl ").skip(1)) {
        let joined = example.replace("\\\n", " ");
        let (command, expected) = joined.split_once('\n').unwrap();
        let (mut method, mut body, mut headers, mut url, mut save) =
            ("GET", Vec::new(), Vec::new(), String::new(), false);
        let mut left = words(command).into_iter();
        while let Some(word) = left.next() {
            match word.as_str() {
                "-s" | "-N" | "-sN" => {}
                "--json" => {
                    (method, body) = ("POST", left.next().unwrap().into_bytes());
                    headers.push(("Content-Type".to_owned(), "application/json".to_owned()));
                }
                "--data-binary" => {
                    assert_eq!(left.next().unwrap(), "@proof.pvn");
                    (method, body) = ("POST", file.clone());
                }
                "-o" => save = left.next().unwrap() == "proof.pvn",
                "-X" => method = if left.next().unwrap() == "DELETE" { "DELETE" } else { "POST" },
                "-H" => {
                    let header = left.next().unwrap();
                    let (name, value) = header.split_once(": ").unwrap();
                    headers.push((name.to_owned(), value.to_owned()));
                }
                word => url = word.to_owned(),
            }
        }
        let target = url.strip_prefix("$URL").unwrap_or_else(|| panic!("{command}")).replace("$PROOF", &proof);
        let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let answer = server.send(&format!("{method} /api/v1{target}"), &headers, &body);
        if save {
            file.clone_from(&answer.body);
        } else {
            assert!(matches(expected, &answer.text()), "curl {command}\n{}", answer.text());
        }
        let told = serde_json::from_slice::<serde_json::Value>(&answer.body).unwrap_or_default();
        if let Some(id) = told["proof"].as_str() {
            id.clone_into(&mut proof);
        }
        count += 1;
    }
    assert!(count >= 18, "{count} examples");
}
