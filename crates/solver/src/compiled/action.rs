//! The player's actions.

use std::fmt;

use num_rational::BigRational;

/// A player's action.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Take no more cards.
    Stand,
    /// Take a card.
    Hit,
    /// Double the wager for exactly one card.
    Double,
    /// Make two hands of a pair.
    Split,
    /// Give up part of the wager.
    Surrender,
}

impl Action {
    /// `stand`, `hit`, `double`, `split` or `surrender`.
    pub fn name(self) -> &'static str {
        match self {
            Action::Stand => "stand",
            Action::Hit => "hit",
            Action::Double => "double",
            Action::Split => "split",
            Action::Surrender => "surrender",
        }
    }
}

/// The action of greatest value, of equals the first.
pub fn best_action(actions: &[(Action, BigRational)]) -> Option<Action> {
    let best = actions.iter().reduce(|best, other| if other.1 > best.1 { other } else { best });
    best.map(|&(action, _)| action)
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl From<crate::compiled::decisions::Act> for Action {
    fn from(act: crate::compiled::decisions::Act) -> Self {
        match act {
            crate::compiled::decisions::Act::Stand => Action::Stand,
            crate::compiled::decisions::Act::Hit => Action::Hit,
            crate::compiled::decisions::Act::Double => Action::Double,
            crate::compiled::decisions::Act::Surrender => Action::Surrender,
        }
    }
}
