//! The report: started, watched from any page, cancelled.

use crate::client::{Server, first};

#[test]
fn a_report_is_watched_and_cancelled() {
    let server = Server::start();
    let (host, origin) = (server.host(), format!("http://{}", server.host()));
    let headers = [("Host", host.as_str()), ("Origin", origin.as_str())];
    assert_eq!(server.events("/api/report")[0].1["is"], "none");
    // Takes minutes, and would write into the folder of the tests if it were not cancelled.
    assert_eq!(server.with("POST /api/report?game=pa-633a-blackjack", &headers).status, 202);
    let second = server.with("POST /api/report", &headers);
    assert_eq!(second.status, 422);
    assert!(second.body.contains("another report"));
    let watched = first(server.ask("GET /api/report", &headers), "report");
    assert_eq!(watched["is"], "running");
    assert_eq!(server.with("DELETE /api/report", &headers).status, 200);
    let events = server.events("/api/report");
    assert_eq!(events.iter().rev().find(|(name, _)| name == "report").expect("a stage").1["is"], "cancelled");
}
