//! Shoes that an analysis wants dealt to cut cards beside its exact figures.

use std::ops::{Range, RangeInclusive};

use serde::Deserialize;
use toml::Spanned;

use crate::cut_card::CutCardRule;
use crate::error::RulesError;
use crate::located::{Located, list, scalar};
use crate::simulation::{LEAST_BEHIND_CUT_CARD, Penetration, seed};

/// Shoes are dealt in whole blocks of this many.
pub const CUT_CARD_BLOCK: u64 = 1 << 12;

/// Shoes that tell something, and that `certify` and `verify --deal` deal within minutes.
pub const CUT_CARD_SHOES: RangeInclusive<u64> = CUT_CARD_BLOCK..=10_000_000;

/// Shoes of which what is left is valued, in every place of the cut card.
pub const CUT_CARD_VALUED: RangeInclusive<u64> = 10..=1_000;

/// Players at a table, who all play alike.
pub const CUT_CARD_PLAYERS: RangeInclusive<u16> = 1..=7;

/// What is taken where an analysis does not say.
const USUAL_VALUED: u64 = 100;
const USUAL_PLAYERS: u16 = 1;

/// Depths of a curve, in steps of some percent of the shoe.
const DEPTHS: RangeInclusive<usize> = 5..=19;
const DEPTH: usize = 5;

/// Shoes to measure the effect of a cut card with. They are no part of what is analysed: the hash of a submission leaves them out.
#[derive(Debug, Clone)]
pub struct CutCardShoes {
    penetration: Option<Located<Penetration>>,
    /// Numbers of players at the table, ascending, each dealt to apart.
    pub players: Vec<u16>,
    /// Shoes asked for.
    pub shoes: u64,
    /// Shoes of which what is left is valued.
    pub valued: u64,
    /// Seed of the random numbers.
    pub seed: u64,
}

/// The file that names a place makes no difference.
impl PartialEq for CutCardShoes {
    fn eq(&self, other: &Self) -> bool {
        let all = |one: &Self| (one.players.clone(), one.shoes, one.valued, one.seed);
        (self.penetration(), all(self)) == (other.penetration(), all(other))
    }
}

/// Cards before the cut card in the places of a curve: every twentieth of the shoe from a quarter on, up to the place asked for, which is the last.
pub fn cut_card_depths(cards: usize, asked: usize) -> Vec<usize> {
    let each = DEPTHS.map(|part| (cards * part * DEPTH + 50) / 100).filter(|&before| before < asked);
    each.chain([asked]).collect()
}

/// Cards before the cut card where nobody says: as many as the text allows, or three quarters of the shoe if it says nothing.
pub fn usual_cut_card(rule: Option<&CutCardRule>, cards: usize) -> usize {
    rule.map_or(cards - cards.div_ceil(4), |rule| rule.most_before(cards))
}

impl CutCardShoes {
    /// Where the cut card lies, as written.
    pub fn penetration(&self) -> Option<&Penetration> {
        self.penetration.as_ref().map(|place| &place.value)
    }

    /// Shoes that are dealt to each number of players: whole blocks.
    pub fn dealt(&self) -> u64 {
        self.shoes.next_multiple_of(CUT_CARD_BLOCK)
    }

    /// Cards before the cut card in each of its places in a shoe of so many, ascending. The last is the one that the analysis asks for, or else the usual one.
    ///
    /// # Errors
    /// If no card lies before the one asked for, or fewer than [`LEAST_BEHIND_CUT_CARD`] behind it.
    pub fn places(&self, rule: Option<&CutCardRule>, cards: usize) -> Result<Vec<usize>, RulesError> {
        let most = cards.saturating_sub(LEAST_BEHIND_CUT_CARD);
        let Some(place) = &self.penetration else {
            return Ok(cut_card_depths(cards, usual_cut_card(rule, cards).min(most)));
        };
        let asked = place.value.cards(cards);
        if !(1..=most).contains(&asked) {
            return Err(place.expected(
                format!("the cut card cannot lie behind {asked} of {cards} cards"),
                format!("at least 1 before it and {LEAST_BEHIND_CUT_CARD} behind it"),
            ));
        }
        Ok(cut_card_depths(cards, asked))
    }
}

/// The section in an analysis file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct CutCardShoesFile {
    shoes: Spanned<toml::Value>,
    seed: Spanned<toml::Value>,
    penetration: Option<Spanned<toml::Value>>,
    players: Option<Spanned<toml::Value>>,
    valued: Option<Spanned<toml::Value>>,
}

/// What an analysis says of these shoes.
#[derive(Debug, Clone)]
pub(crate) struct CutCardShoesDraft {
    key: Located<()>,
    penetration: Option<Located<Penetration>>,
    players: Option<Vec<u16>>,
    shoes: Option<u64>,
    valued: Option<u64>,
    seed: Option<u64>,
}

/// Keys that can be set.
pub(crate) const CUT_CARD_KEYS: [&str; 6] =
    ["cut-card", "cut-card.penetration", "cut-card.players", "cut-card.shoes", "cut-card.valued", "cut-card.seed"];

impl CutCardShoesDraft {
    pub(crate) fn new(key: Located<()>) -> Self {
        Self { key, penetration: None, players: None, shoes: None, valued: None, seed: None }
    }

    /// What an analysis file says.
    pub(crate) fn read(
        file: Spanned<CutCardShoesFile>,
        at: &impl Fn(Range<usize>) -> Located<()>,
    ) -> Result<Self, RulesError> {
        let mut draft = Self::new(at(file.span()));
        let CutCardShoesFile { shoes, seed, penetration, players, valued } = file.into_inner();
        let optional = [("penetration", penetration), ("players", players), ("valued", valued)];
        let optional = optional.into_iter().filter_map(|(name, value)| Some((name, value?)));
        for (name, value) in [("shoes", shoes), ("seed", seed)].into_iter().chain(optional) {
            let place = at(value.span());
            let text = match value.get_ref() {
                toml::Value::Array(parts) if name == "players" => {
                    parts.iter().map(scalar).collect::<Option<Vec<_>>>().map(|parts| parts.join(","))
                }
                other => scalar(other),
            };
            let text = text.ok_or_else(|| {
                place.expected("this is no single value", "a whole number, or a part of the shoe such as \"75%\"")
            })?;
            draft.set(&[name], &place.with(text))?;
        }
        Ok(draft)
    }

    /// Sets what is named by the key within the section.
    pub(crate) fn set(&mut self, name: &[&str], value: &Located<String>) -> Result<(), RulesError> {
        match name {
            ["penetration"] => {
                let place = value.value.parse().map_err(|message: String| value.said(&message))?;
                self.penetration = Some(value.with(place));
            }
            ["players"] => self.players = Some(players(value)?),
            ["shoes"] => self.shoes = Some(number(value, "shoes", &CUT_CARD_SHOES)?),
            ["valued"] => self.valued = Some(number(value, "shoes to value", &CUT_CARD_VALUED)?),
            ["seed"] => self.seed = Some(seed(value)?),
            _ => {
                return Err(value.expected(
                    format!("`{}` says nothing of a cut card", value.value),
                    "none, or a key such as cut-card.shoes",
                ));
            }
        }
        Ok(())
    }

    /// The shoes, if nothing is left out.
    pub(crate) fn finish(&self) -> Result<CutCardShoes, RulesError> {
        let missing = |what: &str| {
            self.key.expected(format!("the section on the cut card has no `{what}`"), format!("`cut-card.{what}` too"))
        };
        Ok(CutCardShoes {
            penetration: self.penetration.clone(),
            players: self.players.clone().unwrap_or_else(|| vec![USUAL_PLAYERS]),
            shoes: self.shoes.ok_or_else(|| missing("shoes"))?,
            valued: self.valued.unwrap_or(USUAL_VALUED),
            seed: self.seed.ok_or_else(|| missing("seed"))?,
        })
    }
}

fn number(value: &Located<String>, what: &str, range: &RangeInclusive<u64>) -> Result<u64, RulesError> {
    let number = value.value.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        let expected = format!("a whole number from {} to {}", range.start(), range.end());
        value.expected(format!("`{}` is no number of {what}", value.value), expected)
    })
}

/// One number of players, or several in a list.
fn players(value: &Located<String>) -> Result<Vec<u16>, RulesError> {
    let one = |part: Located<String>| part.value.parse().ok().filter(|players| CUT_CARD_PLAYERS.contains(players));
    let players: Option<Vec<u16>> = list(value).into_iter().map(one).collect();
    players.filter(|players| !players.is_empty() && players.is_sorted_by(|a, b| a < b)).ok_or_else(|| {
        value.expected(
            format!("`{}` is no number of players", value.value),
            "one or more of 1 to 7, such as 1 or 1,7, in ascending order",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_ends_at_the_place_asked_for() {
        assert_eq!(cut_card_depths(312, 200), [78, 94, 109, 125, 140, 156, 172, 187, 200]);
        assert_eq!(cut_card_depths(52, 13), [13]);
        assert_eq!(cut_card_depths(52, 5), [5]);
    }
}
