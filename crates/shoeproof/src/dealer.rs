//! How the dealer's hand ends by up card and signal, and what the signals are worth to the player.

use std::collections::BTreeMap;
use std::io::Write as _;

use cards::{Composition, Value};
use certificate::{ByDealerOutcome, DealerOutcomes, Exact, Gain, SignalWorth, SignalsWorth, UpSignalsWorth};
use comfy_table::{Table, TableComponent, presets};
use num_rational::BigRational;
use num_traits::Zero;
use rules::Submission;
use serde::Serialize;
use solver::{Class, SignalOutcomes, SolveError, Solver, ValueOfSignals};

use crate::arguments::Dealer;
use crate::failure::Failure;
use crate::{present, progress};

/// The classes under which the signals are valued. Perfect play takes minutes without telling more of the signals.
const CLASSES: [Class; 2] = [Class::Td, Class::CdzMinus];

/// Places of probabilities and EVs on a terminal.
const PLACES: u32 = 6;

/// One up card and signal of `dealer --json`, which is a list of them.
#[derive(Serialize)]
struct SignalRow {
    #[serde(flatten)]
    outcomes: DealerOutcomes,
    /// By strategy class. Absent beside a hand: a round is worth something before its cards are seen.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    value_of_signal: BTreeMap<&'static str, SignalRowWorth>,
}

/// What being told the signals is worth, per unit of initial wager.
#[derive(Serialize)]
struct SignalRowWorth {
    /// In a round with this up card and signal; absent where two hands may be switched at a table with signals.
    #[serde(skip_serializing_if = "Option::is_none")]
    signal: Option<Exact>,
    /// In a round with this up card.
    up_card: Exact,
    /// In a round.
    round: Exact,
}

pub(crate) fn run(arguments: &Dealer) -> Result<(), Failure> {
    let submission = arguments.analysis.load()?;
    let hand: &[Value] = arguments.hand.as_ref().map_or(&[], |hand| &hand.0);
    let seen = seen(&submission, hand)?;
    let rows: Vec<DealerOutcomes> =
        solver::dealer_outcomes(&submission.game, &submission.shoe, &seen)?.iter().map(outcomes).collect();
    if let Some(path) = &arguments.chart
        && let Some(svg) = report::draw_dealer(&submission.title, &rows)?
    {
        let failed = |error| Failure::Asked(format!("{} cannot be written: {error}", path.display()));
        std::fs::write(path, svg).map_err(failed)?;
    }
    let mut out = crate::terminal::stdout();
    if arguments.csv {
        write!(out, "{}", report::dealer_csv(&rows))?;
        return Ok(());
    }
    // Beside a hand the round has begun, and what its EV would be is another question.
    let worths = if hand.is_empty() && !arguments.no_value { Some(worths(&submission)?) } else { None };
    if arguments.json {
        let rows: Vec<SignalRow> = rows.into_iter().map(|row| with_worth(row, worths.as_deref())).collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&rows)?)?;
        return Ok(());
    }
    writeln!(out, "{}", submission.title)?;
    if !hand.is_empty() {
        let cards: Vec<String> = hand.iter().map(Value::to_string).collect();
        writeln!(out, "beside {}", cards.join(","))?;
    }
    writeln!(out, "{}", outcomes_text(&rows))?;
    let push = submission.game.push.as_ref().is_some_and(|push| push.total == 22);
    let twenty_two = if push { "22 returns wagers by the push rule" } else { "22 is a bust like what is over it" };
    writeln!(
        out,
        "Probabilities given up card and signal, of a dealer who completes his hand; that of the signal given the up card. {twenty_two}."
    )?;
    match worths.as_deref() {
        None => {}
        Some([]) => writeln!(
            out,
            "The table tells nothing of the hole card beyond a blackjack that is looked for: the signals are worth 0."
        )?,
        Some(worths) => {
            writeln!(out, "\nWhat the signals are worth: EV of a player who is told them, and of one who is not")?;
            writeln!(out, "{}", worth_text(worths))?;
        }
    }
    Ok(())
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
pub(crate) fn worths(submission: &Submission) -> Result<Vec<SignalsWorth>, Failure> {
    if !submission.game.signals_hole_card() {
        return Ok(Vec::new());
    }
    let solver = Solver::new(submission)?;
    let bar = progress::bar(CLASSES.len() as u64);
    let values = CLASSES.into_iter().map(|class| {
        bar.step(&format!("signals under {class}"));
        solver.value_of_signals(class)
    });
    let values = values.collect::<Result<Vec<_>, SolveError>>()?;
    bar.finish();
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

/// A table without lines between rows, of which there are many.
fn table() -> Table {
    let mut text = Table::new();
    text.load_preset(presets::UTF8_HORIZONTAL_ONLY);
    for part in [
        TableComponent::HorizontalLines,
        TableComponent::MiddleIntersections,
        TableComponent::LeftBorderIntersections,
        TableComponent::RightBorderIntersections,
    ] {
        text.remove_style(part);
    }
    text
}

fn outcomes_text(rows: &[DealerOutcomes]) -> Table {
    let mut text = table();
    let names = ByDealerOutcome::<Exact>::NAMES.map(|name| if name == "bust" { "over 22" } else { name });
    text.set_header(["up", "signal", "hole", "signal's"].into_iter().chain(names));
    let mut before = "";
    for row in rows {
        let up = if row.up == before { "" } else { &row.up };
        before = &row.up;
        let head = [up.to_owned(), row.signal.clone(), row.holes.join(""), row.probability.rounded(PLACES)];
        let zero = |one: &Exact| one.fraction == "0/1";
        let each = row.outcomes.each().map(|one| if zero(one) { "-".to_owned() } else { one.rounded(PLACES) });
        text.add_row(head.into_iter().chain(each));
    }
    present::align_right(&mut text, 3..12);
    text
}

fn worth_text(worths: &[SignalsWorth]) -> Table {
    let mut text = table();
    let Some(first) = worths.first() else { return text };
    let of_class = |worth: &SignalsWorth| ["told", "untold", "worth"].map(|word| format!("{} {word}", worth.strategy));
    let head = ["up", "signal", "probability"].map(str::to_owned);
    text.set_header(head.into_iter().chain(worths.iter().flat_map(of_class)));
    let gain = |gain: &Gain| [&gain.told, &gain.untold, &gain.value].map(|ev| ev.rounded(PLACES));
    let mut add = |head: [&str; 3], gains: Vec<&Gain>| {
        text.add_row(head.map(str::to_owned).into_iter().chain(gains.into_iter().flat_map(gain)));
    };
    for (at, up) in first.by_up_card.iter().enumerate() {
        let of_up = worths.iter().filter_map(|worth| worth.by_up_card.get(at));
        let probability = up.probability.rounded(PLACES);
        add([&up.up, "all", &probability], of_up.clone().map(|up| &up.gain).collect());
        for (place, signal) in up.by_signal.iter().enumerate() {
            let gains = of_up.clone().filter_map(|up| Some(&up.by_signal.get(place)?.gain)).collect();
            add(["", &signal.signal, &signal.probability.rounded(PLACES)], gains);
        }
    }
    add(["all", "", ""], worths.iter().map(|worth| &worth.round).collect());
    present::align_right(&mut text, 2..3 + 3 * worths.len());
    text
}
