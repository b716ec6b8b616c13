//! How the dealer's hand ends by up card and signal, and what the signals are worth to the player.

use std::collections::BTreeMap;

use cards::{Composition, Value};
use certificate::{ByDealerOutcome, DealerOutcomes, Exact, Gain, SignalWorth, SignalsWorth, UpSignalsWorth};
use num_rational::BigRational;
use num_traits::Zero;
use rules::Submission;
use serde::{Serialize, Serializer};
use solver::{Class, SignalOutcomes, SolveError, Solver, ValueOfSignals};

use crate::failure::Failure;
use crate::progress::{Steps, Work};
use crate::schema::JsonSchema;

/// The classes under which the signals are valued. Perfect play takes minutes without telling more of the signals.
const CLASSES: [Class; 2] = [Class::Td, Class::CdzMinus];

/// One up card and signal.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SignalRow {
    /// How the dealer's hand ends.
    #[serde(flatten)]
    pub outcomes: DealerOutcomes,
    /// By strategy class. Absent beside a hand: a round is worth something before its cards are seen.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub value_of_signal: BTreeMap<&'static str, SignalRowWorth>,
}

/// What being told the signals is worth, per unit of initial wager.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SignalRowWorth {
    /// In a round with this up card and signal; absent where two hands may be switched at a table with signals.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signal: Option<Exact>,
    /// In a round with this up card.
    pub up_card: Exact,
    /// In a round.
    pub round: Exact,
}

/// Which cards are seen, and what is computed.
#[derive(Debug, Clone, Default)]
pub struct DealerWant {
    /// Cards of the player's that are seen. What the signals are worth is left out beside them: a round is worth something before
    /// its cards are seen.
    pub hand: Vec<Value>,
    /// Leave out what the signals are worth, which takes seconds.
    pub no_value: bool,
}

/// How the dealer's hand ends, and what the signals are worth to the player. As JSON it is the list of its rows.
#[derive(Debug, Clone)]
pub struct DealerEnds {
    /// One for each up card and signal, given them, for a dealer who completes the hand.
    pub outcomes: Vec<DealerOutcomes>,
    /// What the signals are worth under each class: none of them in a game without signals, and `None` where it is left out.
    pub worth: Option<Vec<SignalsWorth>>,
}

impl DealerEnds {
    /// The up cards and signals, each with what its signal is worth.
    pub fn rows(&self) -> Vec<SignalRow> {
        self.outcomes.iter().map(|row| with_worth(row.clone(), self.worth.as_deref())).collect()
    }

    /// The outcomes as CSV, with a line of names.
    pub fn csv(&self) -> String {
        report::dealer_csv(&self.outcomes)
    }

    /// A chart of the outcomes as SVG; `None` if there is nothing to draw.
    ///
    /// # Errors
    /// What stops the drawing.
    pub fn chart(&self, title: &str) -> Result<Option<String>, Failure> {
        Ok(report::draw_dealer(title, &self.outcomes)?)
    }
}

impl Serialize for DealerEnds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.rows().serialize(serializer)
    }
}

/// As [`crate::Analysis::dealer`].
pub(crate) fn dealer(submission: &Submission, want: &DealerWant, steps: &Steps<'_>) -> Result<DealerEnds, Failure> {
    let seen = seen(submission, &want.hand)?;
    let outcomes = solver::dealer_outcomes(&submission.game, &submission.shoe, &seen)?.iter().map(outcomes).collect();
    // Beside a hand the round has begun, and what its EV would be is another question.
    let worth = if want.hand.is_empty() && !want.no_value { Some(worths(submission, steps)?) } else { None };
    Ok(DealerEnds { outcomes, worth })
}

/// Cards that are seen and belong to the player.
fn seen(submission: &Submission, hand: &[Value]) -> Result<Composition, Failure> {
    for value in Value::all() {
        let (asked, held) = (hand.iter().filter(|&&card| card == value).count(), submission.shoe.count(value));
        if asked > usize::from(held) {
            let asked = u16::try_from(asked).unwrap_or(u16::MAX);
            return Err(SolveError::NotInShoe { value, held, asked }.into());
        }
    }
    Ok(hand.iter().copied().collect())
}

/// A row for a report.
pub(crate) fn outcomes(row: &SignalOutcomes) -> DealerOutcomes {
    DealerOutcomes {
        up: row.up.to_string(),
        signal: row.signal.clone(),
        holes: row.holes.iter().map(Value::to_string).collect(),
        probability: (&row.probability).into(),
        outcomes: ByDealerOutcome::of(row.outcomes.each_ref().map(Exact::from)),
    }
}

/// What the signals of a game are worth under each class; none of them if there are no signals.
fn worths(submission: &Submission, steps: &Steps<'_>) -> Result<Vec<SignalsWorth>, Failure> {
    if !submission.game.signals_hole_card() {
        return Ok(Vec::new());
    }
    let solver = Solver::new(submission)?;
    steps.expect(CLASSES.len() as u64);
    let values = CLASSES.into_iter().map(|class| {
        steps.done(Work::Signals(class));
        solver.value_of_signals(class)
    });
    let values = values.collect::<Result<Vec<_>, SolveError>>()?;
    Ok(values.iter().flatten().map(worth).collect())
}

/// One class's for a report.
fn worth(value: &ValueOfSignals) -> SignalsWorth {
    SignalsWorth {
        strategy: value.strategy.name().to_owned(),
        round: Gain::new(&value.told, &value.untold),
        by_up_card: value
            .ups
            .iter()
            .map(|up| UpSignalsWorth {
                up: up.up.to_string(),
                probability: (&up.probability).into(),
                gain: Gain::new(&up.told, &up.untold),
                by_signal: up
                    .signals
                    .iter()
                    .map(|signal| SignalWorth {
                        signal: signal.signal.clone(),
                        probability: (&signal.probability).into(),
                        gain: Gain::new(&signal.told, &signal.untold),
                    })
                    .collect(),
            })
            .collect(),
    }
}

fn with_worth(outcomes: DealerOutcomes, worths: Option<&[SignalsWorth]>) -> SignalRow {
    let nothing = || Exact::from(&BigRational::zero());
    let value_of_signal = match worths {
        None => BTreeMap::new(),
        Some([]) => CLASSES
            .into_iter()
            .map(|class| {
                (class.name(), SignalRowWorth { signal: Some(nothing()), up_card: nothing(), round: nothing() })
            })
            .collect(),
        Some(worths) => CLASSES
            .into_iter()
            .filter_map(|class| {
                let worth = worths.iter().find(|worth| worth.strategy == class.name())?;
                let up = worth.by_up_card.iter().find(|up| up.up == outcomes.up)?;
                let signal = up.by_signal.iter().find(|signal| signal.signal == outcomes.signal);
                let worth = SignalRowWorth {
                    signal: signal.map(|signal| signal.gain.value.clone()),
                    up_card: up.gain.value.clone(),
                    round: worth.round.value.clone(),
                };
                Some((class.name(), worth))
            })
            .collect(),
    };
    SignalRow { outcomes, value_of_signal }
}
