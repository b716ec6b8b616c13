//! Strategy classes.

use std::fmt;
use std::str::FromStr;

/// A strategy class: what a decision may look at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// Total-dependent (TD): total, soft or hard, pair, two cards or more than two, up card and signal.
    Td,
    /// CDZ-: the composition of the hand in play, up card and signal; optimal for an unsplit hand and kept after a split.
    CdzMinus,
    /// CDZ: the composition of the hand in play, up card and signal, the same before a split and after it; the best such play over
    /// the whole round. Not among [`Class::ALL`]: it takes longer than CDZ- and gains very little.
    BestCdz,
    /// Every card of the round that the player has seen: the true optimum.
    Perfect,
}

impl Class {
    /// The classes of a report, from the least information to the most.
    pub const ALL: [Class; 3] = [Class::Td, Class::CdzMinus, Class::Perfect];

    /// `td`, `cdz`, `cdz-best` or `perfect`.
    pub fn name(self) -> &'static str {
        match self {
            Class::Td => "td",
            Class::CdzMinus => "cdz",
            Class::BestCdz => "cdz-best",
            Class::Perfect => "perfect",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Class {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Class::ALL
            .into_iter()
            .chain([Class::BestCdz])
            .find(|strategy| strategy.name() == text)
            .ok_or_else(|| format!("`{text}` is no strategy class: expected td, cdz, cdz-best or perfect"))
    }
}
