//! Rounds that an analysis wants dealt at the table beside its exact figures.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive};

use crate::located::Located;

use crate::error::RulesError;
use crate::odds::{Percent, digits};

/// Rounds to corroborate the exact figures with. They are no part of what is analysed: the hash of a submission leaves them out.
#[derive(Debug, Clone, PartialEq)]
pub struct Simulation {
    /// Rounds, each from a full shoe.
    pub rounds: u64,
    /// Seed of the random numbers.
    pub seed: u64,
    /// The cut card whose effect is measured, if any.
    pub cut_card: Option<CutCard>,
}

/// Rounds dealt to a cut card.
#[derive(Debug, Clone)]
pub struct CutCard {
    penetration: Located<Penetration>,
    /// Rounds.
    pub rounds: u64,
}

/// The file that names a cut card makes no difference.
impl PartialEq for CutCard {
    fn eq(&self, other: &Self) -> bool {
        (self.penetration(), self.rounds) == (other.penetration(), other.rounds)
    }
}

/// Fewest cards behind a cut card: a round must be completed once it has come.
pub const LEAST_BEHIND_CUT_CARD: usize = 12;

impl CutCard {
    /// Where it lies, as written.
    pub fn penetration(&self) -> &Penetration {
        &self.penetration.value
    }

    /// How many of so many cards lie before it.
    ///
    /// # Errors
    /// If none does, or fewer than [`LEAST_BEHIND_CUT_CARD`] lie behind it.
    pub fn cards_before(&self, shoe: usize) -> Result<usize, RulesError> {
        let before = self.penetration.value.cards(shoe);
        if before == 0 || before + LEAST_BEHIND_CUT_CARD > shoe {
            return Err(self.penetration.expected(
                format!("the cut card cannot lie behind {before} of {shoe} cards"),
                format!("at least 1 before it and {LEAST_BEHIND_CUT_CARD} behind it"),
            ));
        }
        Ok(before)
    }
}

/// Where a cut card lies.
#[derive(Debug, Clone, PartialEq)]
pub enum Penetration {
    /// Behind so many cards.
    Cards(u16),
    /// Behind this part of the shoe.
    Share(Percent),
}

impl Penetration {
    /// Cards before the cut card of a shoe of so many; a part of the shoe is rounded to the nearest card, half up.
    pub fn cards(&self, shoe: usize) -> usize {
        match self {
            Penetration::Cards(cards) => usize::from(*cards),
            Penetration::Share(share) => {
                let cards = share.ratio() * BigRational::from_integer(BigInt::from(shoe));
                cards.round().to_integer().to_usize().unwrap_or(usize::MAX)
            }
        }
    }
}

impl fmt::Display for Penetration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Penetration::Cards(cards) => cards.fmt(f),
            Penetration::Share(share) => share.fmt(f),
        }
    }
}

impl FromStr for Penetration {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || format!("`{text}` is no place of a cut card: expected a part such as 75%, or a number of cards");
        if !text.ends_with('%') {
            return digits(text).and_then(|text| text.parse().ok()).map(Self::Cards).ok_or_else(wrong);
        }
        let share: Percent = text.parse().map_err(|_| wrong())?;
        let is_part = share.ratio().is_positive() && *share.ratio() < BigRational::one();
        if is_part { Ok(Self::Share(share)) } else { Err(wrong()) }
    }
}

/// What an analysis says of the simulation.
#[derive(Debug, Clone)]
pub(crate) struct SimulationDraft {
    key: Located<()>,
    rounds: Option<u64>,
    seed: Option<u64>,
    cut_card: Option<CutCardDraft>,
}

#[derive(Debug, Clone)]
struct CutCardDraft {
    key: Located<()>,
    penetration: Option<Located<Penetration>>,
    rounds: Option<u64>,
}

/// Rounds that are worth judging, and that `certify` and `verify --deal` deal within minutes.
pub const SIMULATED_ROUNDS: std::ops::RangeInclusive<u64> = 10_000..=1_000_000_000;

/// Keys that can be set.
pub(crate) const SIMULATION_KEYS: [&str; 6] = [
    "simulation",
    "simulation.rounds",
    "simulation.seed",
    "simulation.cut-card",
    "simulation.cut-card.penetration",
    "simulation.cut-card.rounds",
];

impl SimulationDraft {
    pub(crate) fn new(key: Located<()>) -> Self {
        Self { key, rounds: None, seed: None, cut_card: None }
    }

    /// Sets what is named by the key within the section. `key` is where that is written.
    pub(crate) fn set(&mut self, name: &[&str], key: &Located<()>, value: &Located<String>) -> Result<(), RulesError> {
        match name {
            ["rounds"] => self.rounds = Some(rounds(value)?),
            ["seed"] => self.seed = Some(seed(value)?),
            ["cut-card"] if value.value == NONE => self.cut_card = None,
            [] | ["cut-card"] => {
                return Err(value.expected(
                    format!("`{}` says nothing of a simulation", value.value),
                    "none, or a key such as simulation.rounds",
                ));
            }
            ["cut-card", name] => {
                let draft = || CutCardDraft { key: key.clone(), penetration: None, rounds: None };
                let cut_card = self.cut_card.get_or_insert_with(draft);
                match *name {
                    "rounds" => cut_card.rounds = Some(rounds(value)?),
                    "penetration" => {
                        let penetration = value.value.parse().map_err(|message: String| value.said(&message))?;
                        cut_card.penetration = Some(value.with(penetration));
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The simulation, if nothing is left out.
    pub(crate) fn finish(&self) -> Result<Simulation, RulesError> {
        let missing = |key: &Located<()>, what: &str| {
            key.expected(format!("the simulation has no `{what}`"), format!("`simulation.{what}` too"))
        };
        let cut_card = self.cut_card.as_ref().map(|draft| {
            let penetration = draft.penetration.clone().ok_or_else(|| missing(&draft.key, "cut-card.penetration"))?;
            let rounds = draft.rounds.ok_or_else(|| missing(&draft.key, "cut-card.rounds"))?;
            Ok(CutCard { penetration, rounds })
        });
        Ok(Simulation {
            rounds: self.rounds.ok_or_else(|| missing(&self.key, "rounds"))?,
            seed: self.seed.ok_or_else(|| missing(&self.key, "seed"))?,
            cut_card: cut_card.transpose()?,
        })
    }
}

/// The word that takes a section away.
pub(crate) const NONE: &str = "none";

/// As large as an integer of TOML.
pub(crate) fn seed(value: &Located<String>) -> Result<u64, RulesError> {
    let seed = value.value.parse().ok().and_then(|seed: i64| u64::try_from(seed).ok());
    seed.ok_or_else(|| value.expected(format!("`{}` is no seed", value.value), "a whole number from 0 to 2^63 - 1"))
}

fn rounds(value: &Located<String>) -> Result<u64, RulesError> {
    let rounds = value.value.parse().ok().filter(|rounds| SIMULATED_ROUNDS.contains(rounds));
    rounds.ok_or_else(|| {
        let expected = format!("a whole number from {} to {}", SIMULATED_ROUNDS.start(), SIMULATED_ROUNDS.end());
        value.expected(format!("`{}` is no number of rounds", value.value), expected)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_the_shoe_is_rounded_to_the_nearest_card() {
        for (text, shoe, cards) in [("75%", 312, 234), ("75%", 310, 233), ("66.6%", 312, 208), ("216", 288, 216)] {
            let penetration: Penetration = text.parse().expect("a place");
            assert_eq!(penetration.cards(shoe), cards, "{text} of {shoe}");
            assert_eq!(penetration.to_string(), text);
        }
        for wrong in ["", "0%", "100%", "-5%", "1.5", "75 %", "7e1%", "70000", "+5"] {
            assert!(wrong.parse::<Penetration>().is_err(), "{wrong}");
        }
    }
}
