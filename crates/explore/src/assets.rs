//! The page: files that are part of the program, written by hand, without a build step and without anything from elsewhere.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

/// Each file's path, type and text.
const FILES: [(&str, &str, &str); 15] = [
    ("/", "text/html; charset=utf-8", include_str!("../assets/index.html")),
    ("/app.css", "text/css; charset=utf-8", include_str!("../assets/app.css")),
    ("/app.js", SCRIPT, include_str!("../assets/app.js")),
    ("/address.js", SCRIPT, include_str!("../assets/address.js")),
    ("/build.js", SCRIPT, include_str!("../assets/build.js")),
    ("/chart.js", SCRIPT, include_str!("../assets/chart.js")),
    ("/controls.js", SCRIPT, include_str!("../assets/controls.js")),
    ("/edges.js", SCRIPT, include_str!("../assets/edges.js")),
    ("/hand.js", SCRIPT, include_str!("../assets/hand.js")),
    ("/long.js", SCRIPT, include_str!("../assets/long.js")),
    ("/numbers.js", SCRIPT, include_str!("../assets/numbers.js")),
    ("/pin.js", SCRIPT, include_str!("../assets/pin.js")),
    ("/switch.js", SCRIPT, include_str!("../assets/switch.js")),
    ("/wagers.js", SCRIPT, include_str!("../assets/wagers.js")),
    ("/words.js", SCRIPT, include_str!("../assets/words.js")),
];

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The file of a path.
pub(crate) fn file(path: &str) -> Response {
    match FILES.iter().find(|(known, ..)| *known == path) {
        Some(&(_, kind, text)) => ([(header::CONTENT_TYPE, kind)], text).into_response(),
        None => (StatusCode::NOT_FOUND, "there is no such page").into_response(),
    }
}
