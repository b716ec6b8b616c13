//! The server: which request is answered by what.

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;

use axum::Router;
use axum::extract::{RawQuery, State as Shared};
use axum::http::{StatusCode, Uri, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::serve::ListenerExt;
use serde::Serialize;
use shoeproof::{Analysis, Chosen, GameSource, GameSummary, game_summaries};

use crate::app::{App, asked};
use crate::desk::Desk;
use crate::guard::{self, Names};
use crate::refusal::{Refusal, json};
use crate::state::{KnownGames, Start, State};
use crate::stream::{Events, respond};
use crate::turns::{Turns, blocking};
use crate::workers::Workers;
use crate::{answers, assets, hand, long, report};

/// The page to serve.
#[derive(Debug, Clone)]
pub struct Explore {
    /// The analysis that the page begins with.
    pub analysis: Analysis,
    /// What names it in a command line: its file, or the id of its game.
    pub named: String,
    /// The port; 0 for any that is free.
    pub port: u16,
}

/// A page with its port taken.
#[derive(Debug)]
pub struct Serving {
    listener: TcpListener,
    port: u16,
    app: Arc<App>,
}

impl Explore {
    /// Takes the port on the loopback address, which no other machine reaches.
    ///
    /// ```no_run
    /// use explore::Explore;
    /// use shoeproof::Analysis;
    ///
    /// let analysis = Analysis::of_game("pa-685a-down-under")?;
    /// let serving = Explore { analysis, named: "pa-685a-down-under".to_owned(), port: 0 }.bind()?;
    /// println!("{}", serving.address());
    /// serving.run()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the port is taken.
    pub fn bind(self) -> io::Result<Serving> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, self.port))?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        let is_file = !matches!(self.analysis.source(), GameSource::Catalogue(id) if *id == self.named);
        let app = App {
            start: self.analysis,
            begun: Start { name: self.named, is_file },
            games: KnownGames::default(),
            workers: Workers::new(),
            long: Turns::new(2, 1),
            desk: Desk::new(),
        };
        Ok(Serving { listener, port, app: Arc::new(app) })
    }
}

impl Serving {
    /// The page's address.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// Serves until the process ends.
    ///
    /// # Errors
    /// If the operating system gives no sockets any more.
    pub fn run(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async move {
            // Answers are small and follow one another. Unless they are sent at once, each waits until the browser has confirmed the one before, up to 40 ms.
            let listener = tokio::net::TcpListener::from_std(self.listener)?.tap_io(|socket| {
                // Where it cannot be set, answers are late and still right.
                let _ = socket.set_nodelay(true);
            });
            axum::serve(listener, router(self.app, self.port)).await
        })
    }
}

fn router(app: Arc<App>, port: u16) -> Router {
    Router::new()
        .route("/api/games", get(games))
        .route("/api/answers", get(stream_of_answers))
        .route("/api/hand", get(one_hand))
        .route("/api/long", get(stream_of_long))
        .route("/api/report", get(stream_of_report).post(start_report).delete(cancel_report))
        .route("/api/analysis.toml", get(analysis_file))
        .fallback(get(|uri: Uri| async move { assets::file(uri.path()) }))
        .layer(middleware::from_fn_with_state(Names::new(port), guard::check))
        .with_state(app)
}

type Query = Result<State, Refusal>;

fn parsed(query: RawQuery) -> Query {
    State::parse(query.0.as_deref().unwrap_or_default())
}

/// What there is to begin with.
#[derive(Serialize)]
struct Games {
    games: Vec<GameSummary>,
    /// The analysis that the program was started with.
    start: Chosen,
    /// Whether it is more than a game of the catalogue as it stands.
    is_file: bool,
}

async fn games(Shared(app): Shared<Arc<App>>) -> Response {
    // Every game file is read the first time.
    match blocking(game_summaries).await {
        Ok(games) => {
            let games = Games { games, start: app.start.chosen(), is_file: app.begun.is_file };
            json(StatusCode::OK, serde_json::to_string(&games).unwrap_or_default())
        }
        Err(refusal) => refusal.into_response(),
    }
}

/// A stream of what a page asks, until it asks something newer of the kind.
fn streamed<F>(app: &Arc<App>, kind: &str, query: Query, tell: impl FnOnce(Query, Events) -> F) -> Response
where
    F: Future<Output = ()> + Send + 'static,
{
    let page = query.as_ref().map_or_else(|_| String::new(), |state| state.client.clone());
    respond(app.workers.newest(kind, &page), |events| tell(query, events))
}

async fn stream_of_answers(Shared(app): Shared<Arc<App>>, query: RawQuery) -> Response {
    streamed(&app, "answers", parsed(query), |query, events| answers::tell(Arc::clone(&app), query, events))
}

async fn stream_of_long(Shared(app): Shared<Arc<App>>, query: RawQuery) -> Response {
    streamed(&app, "long", parsed(query), |query, events| long::tell(Arc::clone(&app), query, events))
}

async fn stream_of_report(Shared(app): Shared<Arc<App>>, query: RawQuery) -> Response {
    streamed(&app, "report", parsed(query), |_, events| report::tell(Arc::clone(&app), events))
}

async fn one_hand(Shared(app): Shared<Arc<App>>, query: RawQuery) -> Response {
    hand::decide(app, parsed(query)).await
}

async fn start_report(Shared(app): Shared<Arc<App>>, query: RawQuery) -> Response {
    report::start(app, parsed(query)).await
}

async fn cancel_report(Shared(app): Shared<Arc<App>>) -> Response {
    report::cancel(&app)
}

async fn analysis_file(Shared(app): Shared<Arc<App>>, query: RawQuery) -> Response {
    let named = match parsed(query) {
        Ok(state) => asked(&app, &state).await,
        Err(refusal) => Err(refusal),
    };
    match named {
        Ok(asked) => {
            let kinds = [
                (header::CONTENT_TYPE, "application/toml; charset=utf-8"),
                (header::CONTENT_DISPOSITION, "attachment; filename=\"analysis.toml\""),
            ];
            (kinds, asked.analysis.to_toml()).into_response()
        }
        Err(refusal) => refusal.into_response(),
    }
}
