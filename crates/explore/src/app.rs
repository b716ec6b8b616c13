//! What every request shares, and the analysis that one of them names.

use std::sync::Arc;

use shoeproof::Analysis;

use crate::desk::Desk;
use crate::kept::Asked;
use crate::refusal::Refusal;
use crate::state::{KnownGames, Start, State};
use crate::turns::{Turns, blocking};
use crate::workers::Workers;

/// What every request shares.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) start: Analysis,
    pub(crate) begun: Start,
    pub(crate) games: KnownGames,
    pub(crate) workers: Workers,
    /// The turns of work that takes long.
    pub(crate) long: Turns,
    pub(crate) desk: Desk,
}

/// The analysis that a state names, read off the thread of the sockets.
///
/// # Errors
/// As [`State::analysis`].
pub(crate) async fn asked(app: &Arc<App>, state: &State) -> Result<Asked, Refusal> {
    let (app, state) = (Arc::clone(app), state.clone());
    blocking(move || Ok(state.analysis(&app.start, &app.begun, &app.games).map(Asked::new))).await?
}
