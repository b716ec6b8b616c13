//! Who is answered, and with which headers.

use std::io::{Read as _, Write as _};

use crate::client::Server;

#[test]
fn other_hosts_and_other_pages_are_refused() {
    let server = Server::start();
    let host = server.host();
    assert_eq!(server.with("GET /", &[("Host", &host)]).status, 200);
    for name in ["example.org", "127.0.0.1", "127.0.0.1.example.org"] {
        let refused = server.with("GET /api/games", &[("Host", name)]);
        assert_eq!((refused.status, refused.body.contains("pa-685a")), (403, false), "{name}");
    }
    let foreign = server.with("GET /api/games", &[("Host", &host), ("Origin", "http://example.org")]);
    assert_eq!(foreign.status, 403);
    let cross = server.with("GET /api/answers", &[("Host", &host), ("Sec-Fetch-Site", "cross-site")]);
    assert_eq!(cross.status, 403);
    // What changes something must say where it comes from.
    for request in ["POST /api/report", "DELETE /api/report"] {
        assert_eq!(server.with(request, &[("Host", &host)]).status, 403, "{request}");
    }
}

#[test]
fn every_response_forbids_what_the_page_does_not_need() {
    let server = Server::start();
    for path in ["/", "/app.js", "/api/games", "/no-such-page", "/api/hand?hand=X"] {
        let head = server.get(path).head;
        let policy = head.lines().find(|line| line.starts_with("content-security-policy:")).expect(path);
        assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        assert!(head.contains("x-content-type-options: nosniff"), "{path}");
        assert!(!head.contains("access-control-allow"), "{path}");
    }
}

#[test]
fn no_path_is_read_from_the_disk() {
    let server = Server::start();
    for path in ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/Cargo.toml", "/src/lib.rs", "//etc/passwd"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    let refused = server.events("/api/answers?game=..%2F..%2Fetc%2Fpasswd");
    assert_eq!(refused[0].0, "refused");
    assert_eq!(refused[0].1["refusal"]["key"], "game");
}

#[test]
fn long_addresses_and_large_shoes_are_refused_in_words() {
    let server = Server::start();
    let long = format!("/api/answers?decks={}", "1".repeat(9_000));
    assert_eq!(server.get(&long).status, 414);
    for (query, key) in [("shoe=9999,0,0,0,0,0,0,0,0,0", "shoe"), ("decks=99", "decks"), ("remove=A,A,A,A,A", "remove")]
    {
        let refused = server.events(&format!("/api/answers?{query}"));
        assert_eq!((refused[0].0.as_str(), &refused[0].1["refusal"]["key"]), ("refused", &key.into()), "{query}");
        assert_eq!(refused.last().map(|(name, _)| name.as_str()), Some("end"));
    }
}

#[test]
fn a_head_is_answered_as_what_it_is_the_head_of() {
    let server = Server::start();
    for path in ["/", "/api/games"] {
        let (head, whole) = (server.with(&format!("HEAD {path}"), &[("Host", &server.host())]), server.get(path));
        assert_eq!((head.status, head.body.as_str()), (200, ""), "{path}");
        let kind = |answer: &str| answer.lines().find(|line| line.starts_with("content-type")).map(str::to_owned);
        assert_eq!(kind(&head.head), kind(&whole.head), "{path}");
    }
}

#[test]
fn a_body_that_nothing_needs_is_refused() {
    let server = Server::start();
    let (host, origin) = (server.host(), format!("http://{}", server.host()));
    let large = vec![b'a'; 3 << 20];
    for request in ["POST /api/report", "POST /", "GET /api/games"] {
        let headers = [("Host", host.as_str()), ("Origin", &origin), ("Content-Length", &large.len().to_string())];
        let mut socket = server.ask(request, &headers);
        socket.write_all(&large).expect("it is read");
        let mut answer = String::new();
        socket.read_to_string(&mut answer).expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 413"), "{request}: {answer}");
        assert!(answer.contains("content-security-policy"), "{request}");
    }
    assert_eq!(server.events("/api/report")[0].1["is"], "none");
}
