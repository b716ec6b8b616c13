//! `explore` as a person starts it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};

use assert_cmd::cargo::cargo_bin;

/// A program that is ended with the test. Its output stays open, since a program whose output nobody reads any more ends.
struct Started {
    program: Child,
    _output: BufReader<ChildStdout>,
}

impl Drop for Started {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

fn start(arguments: &[&str]) -> (Started, u16) {
    let mut child = Command::new(cargo_bin("shoeproof"))
        .arg("explore")
        .args(arguments)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().expect("output"));
    output.read_line(&mut line).expect("an address");
    let port = line.trim().trim_start_matches("http://127.0.0.1:").trim_end_matches('/').parse().expect(&line);
    (Started { program: child, _output: output }, port)
}

#[test]
fn it_serves_the_page_on_this_machine() {
    let (_program, port) = start(&["plain-blackjack", "--port", "0"]);
    let mut socket = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
    write!(socket, "GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n").expect("a request");
    let mut page = String::new();
    socket.read_to_string(&mut page).expect("a page");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>Shoeproof</title>"), "{page}");
}

#[test]
fn a_port_that_is_taken_and_an_analysis_that_is_none_are_refused() {
    let (_program, port) = start(&["--port", "0"]);
    for (arguments, words) in [
        (["plain-blackjack", "--port", &port.to_string()], "--port"),
        (["no-such-file.toml", "--port", "0"], "no-such-file"),
    ] {
        let refused =
            Command::new(cargo_bin("shoeproof")).arg("explore").args(arguments).output().expect("the program");
        assert_eq!(refused.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&refused.stderr).contains(words), "{refused:?}");
    }
}
