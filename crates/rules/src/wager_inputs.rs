//! What an analysis states of a side wager.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One, Signed};

use crate::error::RulesError;
use crate::located::Located;
use crate::odds::{amount, dollars};

/// What an analysis states of one side wager besides its paytable. Amounts of money are in dollars; [`OfferedWager`] has them in
/// units of the wager.
///
/// [`OfferedWager`]: crate::OfferedWager
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WagerInputs {
    /// The side wager in units of the base wager, for a player who plays for both; positive.
    pub ratio: Option<BigRational>,
    /// The meter for which figures are wanted, in dollars.
    pub meter: Option<BigRational>,
    /// What the meter starts from, in dollars.
    pub seed: Option<BigRational>,
    /// Part of every wager that is added to the meter.
    pub rate: Option<BigRational>,
    /// Part of every wager that is kept for later meters.
    pub reserve: Option<BigRational>,
    /// Players at the table who make the wager.
    pub players: Option<u32>,
    /// Seats of which one is drawn, where a line goes by that.
    pub seats: Option<u32>,
    /// What each of them wagers, in dollars; positive.
    pub stake: Option<BigRational>,
    /// The largest wager that the casino takes, in dollars; the stake if it is not stated.
    pub largest: Option<BigRational>,
    /// The most that is paid to all of them together, in dollars.
    pub maximum: Option<BigRational>,
    /// The part of winnings that may be added to the base wager; positive.
    pub parlay: Option<BigRational>,
    /// Chances of events apart from the cards, by name.
    pub chances: BTreeMap<String, BigRational>,
    /// Parts of all rounds in which an event apart from the cards is offered, by the name of its chance.
    pub offers: BTreeMap<String, BigRational>,
}

/// Names of the amounts of [`WagerInputs`].
pub(crate) const AMOUNTS: [&str; 9] =
    ["ratio", "meter", "seed", "rate", "reserve", "stake", "largest", "maximum", "parlay"];

/// Names of its numbers of people and places.
pub(crate) const NUMBERS: [&str; 2] = ["players", "seats"];

/// What an amount that an analysis states of a side wager is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputUnit {
    /// Dollars.
    Dollars,
    /// A part of a whole.
    Part,
    /// A number.
    Number,
}

/// One thing that an analysis states of a side wager, with what it means.
#[derive(Debug, Clone, PartialEq)]
pub struct StatedInput {
    /// Its name, such as `meter` or `offers.magic-card`.
    pub name: String,
    /// What it means.
    pub meaning: String,
    /// The amount.
    pub amount: BigRational,
    /// What the amount is in.
    pub unit: InputUnit,
}

impl StatedInput {
    fn of(name: String, amount: BigRational) -> Self {
        let (meaning, unit) = match name.as_str() {
            "ratio" => ("The side wager, in units of the base wager.", InputUnit::Number),
            "meter" => ("The meter that the figures are for.", InputUnit::Dollars),
            "seed" => ("What the meter starts from.", InputUnit::Dollars),
            "rate" => ("The part of each wager that is added to the meter.", InputUnit::Part),
            "reserve" => ("The part of each wager that is kept for later meters.", InputUnit::Part),
            "players" => ("How many players make the wager.", InputUnit::Number),
            "seats" => ("How many seats there are, of which one is drawn.", InputUnit::Number),
            "stake" => ("The wager.", InputUnit::Dollars),
            "largest" => ("The largest wager that is taken.", InputUnit::Dollars),
            "maximum" => ("The most that is paid to all winners of a round together.", InputUnit::Dollars),
            "parlay" => ("The part of winnings that may be added to the base wager.", InputUnit::Part),
            part => {
                let (kind, event) = part.split_once('.').unwrap_or(("chances", part));
                let meaning = match kind {
                    "offers" => format!("The part of all rounds in which {event} is offered."),
                    _ => format!("The chance of {event}."),
                };
                return Self { name, meaning, amount, unit: InputUnit::Part };
            }
        };
        Self { meaning: meaning.to_owned(), name, amount, unit }
    }
}

impl WagerInputs {
    /// Whether nothing is stated.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// What is stated, by name.
    pub fn stated(&self) -> Vec<(String, String)> {
        self.amounts().into_iter().map(|(name, amount)| (name, amount.to_string())).collect()
    }

    /// What is stated, with what it means.
    pub fn in_words(&self) -> Vec<StatedInput> {
        self.amounts().into_iter().map(|(name, amount)| StatedInput::of(name, amount)).collect()
    }

    /// What is stated, by name, as numbers.
    fn amounts(&self) -> Vec<(String, BigRational)> {
        let amounts = AMOUNTS.into_iter().zip([
            &self.ratio,
            &self.meter,
            &self.seed,
            &self.rate,
            &self.reserve,
            &self.stake,
            &self.largest,
            &self.maximum,
            &self.parlay,
        ]);
        let amounts = amounts.filter_map(|(name, amount)| Some((name.to_owned(), amount.clone()?)));
        let numbers = NUMBERS.into_iter().zip([self.players, self.seats]);
        let numbers =
            numbers.filter_map(|(name, number)| Some((name.to_owned(), BigRational::from_integer(number?.into()))));
        let named = |kind: &'static str, all: &BTreeMap<String, BigRational>| -> Vec<(String, BigRational)> {
            all.iter().map(|(name, part)| (format!("{kind}.{name}"), part.clone())).collect()
        };
        let parts = named("chances", &self.chances).into_iter().chain(named("offers", &self.offers));
        amounts.chain(numbers).chain(parts).collect()
    }

    fn set(&mut self, name: &str, value: &Located<String>) -> Result<(), RulesError> {
        let amount = || amount(value.value.trim()).map_err(|message| value.said(&message));
        let dollars = || dollars(value.value.trim()).map_err(|message| value.said(&message));
        let above_zero = |amount: BigRational| {
            let zero = || value.expected(format!("{name} is {amount}"), "more than 0");
            if amount.is_positive() { Ok(amount) } else { Err(zero()) }
        };
        match name {
            "players" | "seats" => {
                let number = value.value.trim().parse().ok().filter(|number| (1..=MOST_PLAYERS).contains(number));
                let number = number.ok_or_else(|| {
                    value.expected(
                        format!("`{}` is not a number of {name}", value.value),
                        format!("1 to {MOST_PLAYERS}"),
                    )
                })?;
                *(if name == "players" { &mut self.players } else { &mut self.seats }) = Some(number);
            }
            "ratio" => self.ratio = Some(above_zero(amount()?)?),
            "meter" => self.meter = Some(dollars()?),
            "seed" => self.seed = Some(dollars()?),
            "rate" | "reserve" => {
                let part = amount()?;
                if part > BigRational::one() {
                    return Err(value.expected(format!("`{}` is more than the wager", value.value), "at most 100%"));
                }
                *(if name == "rate" { &mut self.rate } else { &mut self.reserve }) = Some(part);
            }
            "stake" => self.stake = Some(above_zero(dollars()?)?),
            "largest" => self.largest = Some(above_zero(dollars()?)?),
            "maximum" => self.maximum = Some(dollars()?),
            "parlay" => {
                let part = above_zero(amount()?)?;
                if part > BigRational::one() {
                    return Err(value.expected(format!("`{}` is more than all of it", value.value), "at most 100%"));
                }
                self.parlay = Some(part);
            }
            _ => {}
        }
        Ok(())
    }

    /// Sets one of `chances` or `offers`.
    fn set_part(&mut self, kind: &str, name: &str, value: &Located<String>) -> Result<(), RulesError> {
        let part = amount(value.value.trim()).map_err(|message| value.said(&message))?;
        let (all, what, expected) = match kind {
            "chances" => (&mut self.chances, "certain", "a chance of at most 1"),
            _ => (&mut self.offers, "every round", "a part of all rounds, at most 1"),
        };
        if part > BigRational::one() {
            return Err(value.expected(format!("`{}` is more than {what}", value.value), expected));
        }
        all.insert(name.to_owned(), part);
        Ok(())
    }
}

/// Most players at a table.
const MOST_PLAYERS: u32 = 9;

/// What an analysis says of one side wager.
#[derive(Debug, Clone)]
pub(crate) struct WagerDraft {
    pub(crate) key: Located<()>,
    pub(crate) paytable: Option<Located<String>>,
    pub(crate) offered: bool,
    pub(crate) inputs: WagerInputs,
    /// Where each of the inputs is written, by its name: an amount by its value, a chance by its key.
    pub(crate) places: BTreeMap<String, Located<()>>,
}

impl WagerDraft {
    pub(crate) fn new(key: Located<()>) -> Self {
        Self { key, paytable: None, offered: true, inputs: WagerInputs::default(), places: BTreeMap::new() }
    }

    pub(crate) fn set(&mut self, name: &str, value: &Located<String>) -> Result<(), RulesError> {
        self.inputs.set(name, value)?;
        self.places.insert(name.to_owned(), value.with(()));
        Ok(())
    }

    /// Sets one of `chances` or `offers`.
    pub(crate) fn set_part(
        &mut self,
        kind: &str,
        name: &str,
        key: Located<()>,
        value: &Located<String>,
    ) -> Result<(), RulesError> {
        self.inputs.set_part(kind, name, value)?;
        self.places.insert(format!("{kind}.{name}"), key);
        Ok(())
    }
}
