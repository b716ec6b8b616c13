//! Answers one after another, as server-sent events: each has a name and JSON.

use std::convert::Infallible;
use std::future::Future;
use std::pin::pin;

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::future::select;
use futures_util::stream::poll_fn;
use tokio::sync::{mpsc, oneshot};

use crate::refusal::Refusal;

/// Where events are sent to.
#[derive(Debug, Clone)]
pub(crate) struct Events(mpsc::Sender<Event>);

impl Events {
    /// Sends an event. If the page has gone, the work ends anyway.
    pub(crate) async fn send(&self, name: &str, json: impl AsRef<str>) {
        let _ = self.0.send(Event::default().event(name).data(json)).await;
    }

    /// Sends that something has no answer.
    pub(crate) async fn refused(&self, of: &str, refusal: &Refusal) {
        if !refusal.is_stopped {
            self.send("refused", format!("{{\"of\":\"{of}\",\"refusal\":{}}}", refusal.json())).await;
        }
    }
}

/// A response of the events that `make` sends. It ends early when the page has gone or has asked something newer.
pub(crate) fn respond<F: Future<Output = ()> + Send + 'static>(
    newer: Result<oneshot::Receiver<()>, Refusal>,
    make: impl FnOnce(Events) -> F,
) -> Response {
    let (sender, mut receiver) = mpsc::channel(16);
    let gone = sender.clone();
    let events = Events(sender);
    let work = make(events.clone());
    tokio::spawn(async move {
        match newer {
            Ok(newer) => {
                let (work, gone, newer) = (pin!(work), pin!(gone.closed()), pin!(newer));
                select(work, select(gone, newer)).await;
            }
            Err(refusal) => events.refused("page", &refusal).await,
        }
        events.send("end", "{}").await;
    });
    let stream = poll_fn(move |context| receiver.poll_recv(context).map(|event| event.map(Ok::<_, Infallible>)));
    Sse::new(stream).keep_alive(KeepAlive::default()).into_response()
}
