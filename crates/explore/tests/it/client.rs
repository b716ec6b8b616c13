//! A client that writes requests by hand, so that every header is its own.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use explore::Explore;
use serde_json::Value;
use shoeproof::Analysis;

/// A server in this process, on a port of its own.
pub(crate) struct Server {
    pub(crate) port: u16,
}

/// What a request was answered with.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Server {
    pub(crate) fn start() -> Self {
        let analysis = Analysis::of_game("plain-blackjack").and_then(|game| game.set("decks=1")).expect("a game");
        let page = Explore { analysis, named: "mine.toml".to_owned(), port: 0 };
        let serving = page.bind().expect("a port");
        let address = serving.address();
        let port = address.trim_end_matches('/').rsplit(':').next().and_then(|port| port.parse().ok());
        thread::spawn(move || serving.run());
        Self { port: port.expect("a port") }
    }

    /// A socket on which a request has been written.
    pub(crate) fn ask(&self, request: &str, headers: &[(&str, &str)]) -> TcpStream {
        let mut socket = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        socket.set_read_timeout(Some(Duration::from_secs(120))).expect("a timeout");
        let mut text = format!("{request} HTTP/1.1\r\nConnection: close\r\n");
        headers.iter().for_each(|(name, value)| text.push_str(&format!("{name}: {value}\r\n")));
        text.push_str("\r\n");
        socket.write_all(text.as_bytes()).expect("a request");
        socket
    }

    pub(crate) fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub(crate) fn with(&self, request: &str, headers: &[(&str, &str)]) -> Answer {
        let mut text = String::new();
        self.ask(request, headers).read_to_string(&mut text).expect("an answer");
        let (head, body) = text.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let body = if head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
            unchunked(body)
        } else {
            body.to_owned()
        };
        Answer { status, head: head.to_ascii_lowercase(), body }
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.with(&format!("GET {path}"), &[("Host", &self.host())])
    }

    /// The events that a stream sends, each with its name.
    pub(crate) fn events(&self, path: &str) -> Vec<(String, Value)> {
        events(&self.get(path).body)
    }
}

fn unchunked(mut body: &str) -> String {
    let mut text = String::new();
    while let Some((length, rest)) = body.split_once("\r\n") {
        let length = usize::from_str_radix(length.trim(), 16).expect("a length");
        text.push_str(&rest[..length]);
        body = rest[length..].trim_start_matches("\r\n");
    }
    text
}

fn events(text: &str) -> Vec<(String, Value)> {
    let mut list = Vec::new();
    let mut name = String::new();
    for line in text.lines() {
        if let Some(event) = line.strip_prefix("event: ") {
            event.clone_into(&mut name);
        } else if let Some(data) = line.strip_prefix("data: ") {
            list.push((name.clone(), serde_json::from_str(data).expect("JSON")));
        }
    }
    list
}

/// The first event of a name, read while the stream goes on.
pub(crate) fn first(socket: TcpStream, name: &str) -> Value {
    let mut lines = BufReader::new(socket).lines();
    while let Some(line) = lines.next().transpose().expect("a line") {
        if line == format!("event: {name}") {
            let data = lines.next().transpose().expect("a line").expect("data");
            return serde_json::from_str(data.strip_prefix("data: ").expect("data")).expect("JSON");
        }
    }
    panic!("no event {name}");
}
