//! Work: every question is computed once however many ask it, in turns, and is dropped when nobody waits for it any more.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use moka::future::Cache;
use serde::Serialize;
use shoeproof::{Failure, KnownWagers, Progress};
use tokio::sync::oneshot;

use crate::kept::{Asked, Kept, Prepared};
use crate::refusal::Refusal;
use crate::turns::Turns;

/// Bytes of answers that are kept.
const MOST_BYTES: u64 = 64 << 20;

/// Pieces of work that may go on for a moment after nobody waits for them.
const MOST_LEFT: usize = 4;

/// Pages that may have work under way.
const MOST_PAGES: usize = 512;

/// Answers as JSON by question and canonical hash, and the turns of those that compute them.
#[derive(Debug)]
pub(crate) struct Workers {
    answers: Cache<String, Arc<str>>,
    turns: Turns,
    kept: Arc<Kept>,
    /// Side wagers that were valued for other choices.
    pub(crate) wagers: Arc<KnownWagers>,
    /// By page and kind of question: dropped when a newer question of the kind arrives.
    newest: Mutex<HashMap<String, oneshot::Sender<()>>>,
    /// Pages that gave no name.
    unnamed: AtomicU64,
}

impl Workers {
    pub(crate) fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let weigh = |key: &String, answer: &Arc<str>| u32::try_from(key.len() + answer.len()).unwrap_or(u32::MAX);
        Self {
            answers: Cache::builder().max_capacity(MOST_BYTES).weigher(weigh).build(),
            turns: Turns::new(cores, MOST_LEFT),
            kept: Arc::default(),
            wagers: Arc::default(),
            newest: Mutex::default(),
            unnamed: AtomicU64::new(0),
        }
    }

    /// Resolves when the page asks a newer question of this kind.
    ///
    /// # Errors
    /// If too many pages have work under way.
    pub(crate) fn newest(&self, kind: &str, page: &str) -> Result<oneshot::Receiver<()>, Refusal> {
        let (sender, receiver) = oneshot::channel();
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        if newest.len() >= MOST_PAGES {
            newest.retain(|_, sender| !sender.is_closed());
        }
        if newest.len() >= MOST_PAGES {
            return Err(Refusal::new(None, format!("{MOST_PAGES} pages have work under way; close some")));
        }
        // What names no page is a page of its own.
        let page = if page.is_empty() {
            format!("unnamed {}", self.unnamed.fetch_add(1, Ordering::Relaxed))
        } else {
            page.to_owned()
        };
        newest.insert(format!("{kind} {page}"), sender);
        Ok(receiver)
    }

    /// The answer to a question about an analysis as JSON: kept from before, awaited from whoever computes it, or computed.
    ///
    /// # Errors
    /// The library's, which is not kept.
    pub(crate) async fn answer<T: Serialize>(
        &self,
        question: &str,
        asked: &Asked,
        ask: impl FnOnce(&Prepared, &dyn Progress) -> Result<T, Failure> + Send + 'static,
    ) -> Result<Arc<str>, Refusal> {
        let (key, asked, kept) = (key(question, asked), asked.clone(), Arc::clone(&self.kept));
        let made = self
            .turns
            .run(move |stop| Ok(serde_json::to_string(&ask(&kept.of(&asked), &stop.hearing(|_| ()))?)?.into()));
        self.answers.try_get_with(key, made).await.map_err(|refusal| (*refusal).clone())
    }

    /// An answer that is there already.
    pub(crate) async fn known(&self, question: &str, asked: &Asked) -> Option<Arc<str>> {
        self.answers.get(&key(question, asked)).await
    }

    /// Keeps an answer that was computed elsewhere.
    pub(crate) async fn keep(&self, question: &str, asked: &Asked, answer: Arc<str>) {
        self.answers.insert(key(question, asked), answer).await;
    }
}

/// An answer names its analysis, and the hash does not know the name.
fn key(question: &str, asked: &Asked) -> String {
    format!("{question}\n{}\n{}\n{}", asked.sha256, asked.analysis.id(), asked.analysis.title())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::time::Duration;

    use shoeproof::Analysis;

    use super::*;

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
    }

    fn decks(count: u32) -> Asked {
        let game = Analysis::of_game("plain-blackjack").and_then(|game| game.set(&format!("decks={count}")));
        Asked::new(game.expect("a game"))
    }

    #[test]
    fn a_question_is_computed_once_however_many_ask() {
        static COMPUTED: AtomicUsize = AtomicUsize::new(0);
        let workers = Workers::new();
        let analysis = decks(1);
        let ask = |_: &Prepared, _: &dyn Progress| {
            COMPUTED.fetch_add(1, Ordering::Relaxed);
            std::thread::sleep(Duration::from_millis(50));
            Ok("an answer")
        };
        runtime().block_on(async {
            let both = futures_util::future::join(
                workers.answer("a question", &analysis, ask),
                workers.answer("a question", &analysis, ask),
            );
            let (one, other) = both.await;
            assert_eq!((&*one.expect("an answer"), &*other.expect("an answer")), ("\"an answer\"", "\"an answer\""));
            assert_eq!(COMPUTED.load(Ordering::Relaxed), 1);
            workers.answer("another", &analysis, ask).await.expect("an answer");
            workers.answer("a question", &decks(2), ask).await.expect("an answer");
            assert_eq!(COMPUTED.load(Ordering::Relaxed), 3);
        });
    }

    #[test]
    fn a_refusal_is_not_kept() {
        let workers = Workers::new();
        let analysis = decks(1);
        runtime().block_on(async {
            let refuse = |_: &Prepared, _: &dyn Progress| Err::<(), _>(Failure::Asked("no".to_owned()));
            assert_eq!(workers.answer("it", &analysis, refuse).await.expect_err("refused").message, "no");
            assert!(workers.answer("it", &analysis, |_, _| Ok(1)).await.is_ok());
        });
    }

    #[test]
    fn a_newer_question_of_a_page_ends_the_older_one() {
        let workers = Workers::new();
        runtime().block_on(async {
            let mut first = workers.newest("answers", "a").expect("room");
            let mut of_another = workers.newest("answers", "b").expect("room");
            let _second = workers.newest("answers", "a").expect("room");
            assert!(matches!(first.try_recv(), Err(oneshot::error::TryRecvError::Closed)));
            assert!(matches!(of_another.try_recv(), Err(oneshot::error::TryRecvError::Empty)));
        });
    }

    #[test]
    fn so_many_pages_have_work_and_no_more() {
        let workers = Workers::new();
        let mut kept: Vec<_> = (0..MOST_PAGES).map(|page| workers.newest("answers", &format!("p{page}"))).collect();
        assert!(workers.newest("answers", "").is_err());
        kept.pop();
        assert!(workers.newest("answers", "").is_ok());
    }
}
