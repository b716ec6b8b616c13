//! Who may ask: a browser on this machine, for a page of this program. Every other request is refused before anything is computed.
//!
//! The program listens on the loopback address alone. Another page in the same browser could still send requests here, by its own name for
//! this address or by a form. So the `Host` must be one of ours, `Origin` and `Sec-Fetch-Site` must not be another's, and nothing is changed
//! by a request that only reads.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt as _;

use crate::state::MOST_QUERY;

/// Scripts and styles of this program alone; nothing inline, no frames, no plug-ins, no forms that leave.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

/// Headers of every response.
const HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cache-control", "no-store"),
];

/// The names under which this program is reached.
#[derive(Debug, Clone)]
pub(crate) struct Names {
    hosts: Vec<String>,
}

impl Names {
    pub(crate) fn new(port: u16) -> Self {
        Self { hosts: ["127.0.0.1", "localhost"].map(|host| format!("{host}:{port}")).to_vec() }
    }

    /// Why a request is refused, if it is.
    fn refuses(&self, method: &Method, path: &str, headers: &HeaderMap) -> Option<&'static str> {
        let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        let is_ours = |host: &str| self.hosts.iter().any(|ours| ours.eq_ignore_ascii_case(host));
        if !text(header::HOST).is_some_and(is_ours) {
            return Some("this address is served under its own name alone");
        }
        let is_own_origin = |origin: &str| origin.strip_prefix("http://").is_some_and(is_ours);
        match text(header::ORIGIN) {
            Some(origin) if !is_own_origin(origin) => return Some("another page may not ask"),
            None if ![Method::GET, Method::HEAD].contains(method) => {
                return Some("a change is asked for by the page alone");
            }
            _ => {}
        }
        match text(HeaderName::from_static("sec-fetch-site")) {
            None | Some("same-origin" | "none") => None,
            // A link from elsewhere opens the page.
            Some(_) if path == "/" && text(HeaderName::from_static("sec-fetch-mode")) == Some("navigate") => None,
            Some(_) => Some("another page may not ask"),
        }
    }
}

/// Lets a request through or refuses it, and adds the headers of every response.
pub(crate) async fn check(State(names): State<Names>, request: Request, next: Next) -> Response {
    let uri = request.uri();
    let refused = names.refuses(request.method(), uri.path(), request.headers());
    let mut response = match refused {
        Some(why) => (StatusCode::FORBIDDEN, why).into_response(),
        None if uri.query().is_some_and(|query| query.len() > MOST_QUERY) => {
            (StatusCode::URI_TOO_LONG, "the address is too long").into_response()
        }
        None => match unread(request).await {
            Some(request) => next.run(request).await,
            None => {
                (StatusCode::PAYLOAD_TOO_LARGE, "a request has a path and a query, and no such body").into_response()
            }
        },
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

/// Longest body that is overlooked, in bytes. No request needs one.
const MOST_BODY: usize = 1_024;

/// Longest body that is read before it is refused, in bytes: who is still sending does not hear an answer.
const MOST_READ: usize = 16 << 20;

/// The request without its body; `None` if that is too long.
async fn unread(request: Request) -> Option<Request> {
    let (parts, body) = request.into_parts();
    let mut body = body.into_data_stream();
    let mut length = 0;
    while let Some(Ok(part)) = body.next().await {
        length += part.len();
        if length > MOST_READ {
            break;
        }
    }
    (length <= MOST_BODY).then(|| Request::from_parts(parts, Body::empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refuses(method: Method, path: &str, headers: &[(&'static str, &'static str)]) -> bool {
        let headers = headers
            .iter()
            .map(|&(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect();
        Names::new(7685).refuses(&method, path, &headers).is_some()
    }

    #[test]
    fn only_a_page_of_this_program_asks() {
        let host = ("host", "127.0.0.1:7685");
        assert!(!refuses(Method::GET, "/", &[host]));
        assert!(!refuses(Method::GET, "/api/answers", &[("host", "localhost:7685")]));
        assert!(refuses(Method::GET, "/", &[]));
        for name in ["rebound.example:7685", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:7685.example"] {
            assert!(refuses(Method::GET, "/", &[("host", name)]), "{name}");
        }
        assert!(!refuses(Method::HEAD, "/", &[host]));
        assert!(refuses(Method::HEAD, "/", &[]));
        let ours = ("origin", "http://127.0.0.1:7685");
        assert!(!refuses(Method::POST, "/api/report", &[host, ours]));
        assert!(refuses(Method::POST, "/api/report", &[host]));
        for origin in ["http://example.org", "https://127.0.0.1:7685", "null", "http://127.0.0.1:76850"] {
            assert!(refuses(Method::GET, "/api/answers", &[host, ("origin", origin)]), "{origin}");
        }
        let cross = ("sec-fetch-site", "cross-site");
        assert!(refuses(Method::GET, "/api/answers", &[host, cross]));
        assert!(refuses(Method::GET, "/", &[host, cross]));
        assert!(!refuses(Method::GET, "/", &[host, cross, ("sec-fetch-mode", "navigate")]));
        assert!(!refuses(Method::GET, "/api/answers", &[host, ("sec-fetch-site", "same-origin")]));
    }
}
