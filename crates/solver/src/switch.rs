//! Two hands whose second cards may be switched, under zero-memory play.
use crate::SolveError;
use crate::case::Case;
use crate::zero_memory::{CasePlay, Moments};
use num_rational::BigRational;
use rules::Game;
pub(crate) fn means(_game: &Game, _cases: &[Case<'_>], _plays: &[CasePlay]) -> Result<Vec<BigRational>, SolveError> { todo!() }
pub(crate) fn moments(_game: &Game, _cases: &[Case<'_>], _plays: &[CasePlay]) -> Result<Vec<Moments>, SolveError> { todo!() }
