//! The certified strategy as people read it and as the table plays it.

use std::collections::{HashMap, HashSet};

use cards::{Composition, Value};
use certificate::{Certificate, CompositionException, GivenUpHands, PlayTable, StrategyCell, Switches};
use checker::{DecodedAct, DecodedHand, DecodedSignal, DecodedUp};
use rules::Submission;
use table::{Act, May, Plan, PlannedHand, SignalPlan, UpPlan};

use super::refused;
use crate::cells::{cells, first_act, given_up_once_doubled, reached};
use crate::failure::Failure;
use crate::play_rows::{self, play_table};
use crate::switches::switches_of;

/// The certified decisions of a class.
pub(super) fn decoded(
    submission: &Submission,
    certificate: &Certificate,
    strategy: &str,
) -> Result<Vec<DecodedUp>, Failure> {
    let class = certificate.classes.iter().find(|class| class.strategy == strategy);
    let class = class.ok_or_else(|| refused(format!("the certificate has no class {strategy}")))?;
    checker::decode(submission, class).map_err(|error| refused(error.to_string()))
}

/// The total-dependent strategy, by up card, signal and row.
///
/// # Errors
/// As [`super::document`].
pub(crate) fn chart(submission: &Submission, certificate: &Certificate) -> Result<Vec<StrategyCell>, Failure> {
    Ok(cells(&decoded(submission, certificate, "td")?))
}

/// The doubled hands that the total-dependent strategy gives up, by up card and signal.
///
/// # Errors
/// As [`super::document`].
pub(super) fn doubled_given_up(
    submission: &Submission,
    certificate: &Certificate,
) -> Result<Vec<GivenUpHands>, Failure> {
    Ok(given_up_once_doubled(submission, &decoded(submission, certificate, "td")?))
}

/// The hands of split aces that the total-dependent strategy gives up, by up card and signal.
///
/// # Errors
/// As [`super::document`].
pub(super) fn split_aces_given_up(
    submission: &Submission,
    certificate: &Certificate,
) -> Result<Vec<GivenUpHands>, Failure> {
    Ok(play_rows::split_aces_given_up(submission, &decoded(submission, certificate, "td")?))
}

/// Where CDZ- departs from the chart among the hands it can come to, by up card and signal, fewest cards first.
///
/// # Errors
/// As [`super::document`].
pub(super) fn composition_exceptions(
    submission: &Submission,
    certificate: &Certificate,
) -> Result<Vec<CompositionException>, Failure> {
    let [td, cdz] = ["td", "cdz"].map(|class| decoded(submission, certificate, class));
    let mut all = Vec::new();
    for (td, cdz) in td?.iter().zip(&cdz?) {
        for (td, signal) in td.signals.iter().zip(&cdz.signals) {
            all.extend(exceptions(submission, cdz.up, td, signal));
        }
    }
    Ok(all)
}

fn exceptions(
    submission: &Submission,
    up: Value,
    td: &DecodedSignal,
    cdz: &DecodedSignal,
) -> Vec<CompositionException> {
    let signal = &cdz.signal;
    let reached = reached(submission, cdz);
    let cases = submission.game.hole_cases(up);
    let holes = || cases.iter().filter(|case| case.signal == *signal).flat_map(|case| case.holes.values());
    // A hand that takes all hole cards of the signal is not held under it.
    let is_held = |cards: &Composition| {
        holes().any(|hole| submission.shoe.count(hole) > cards.count(hole) + u16::from(hole == up))
    };
    let hands = td.hands.iter().zip(&cdz.hands).zip(reached);
    let hands = hands.filter(|((_, hand), reached)| *reached && is_held(&hand.cards));
    let mut exceptions: Vec<CompositionException> = hands
        .filter_map(|((td_hand, cdz_hand), _)| {
            let (td, cdz) = (first_act(td, td_hand), first_act(cdz, cdz_hand));
            (td != cdz).then(|| CompositionException {
                up: up.to_string(),
                signal: signal.clone(),
                hand: cdz_hand.cards.to_string(),
                total: cdz_hand.total,
                soft: cdz_hand.soft,
                td,
                cdz,
            })
        })
        .collect();
    exceptions.sort_by_key(|one| (one.hand.split(',').count(), one.total));
    exceptions.dedup();
    exceptions
}

/// The switches of a class.
///
/// # Errors
/// As [`super::document`].
pub(super) fn switches(
    submission: &Submission,
    certificate: &Certificate,
    strategy: &str,
) -> Result<Vec<Switches>, Failure> {
    if submission.game.switch.is_none() {
        return Ok(Vec::new());
    }
    Ok(switches_of(submission, &decoded(submission, certificate, strategy)?))
}

/// The strategies of TD and of CDZ- as tables that can be played from alone.
///
/// # Errors
/// As [`super::document`].
pub(super) fn play_tables(submission: &Submission, certificate: &Certificate) -> Result<Vec<PlayTable>, Failure> {
    let of_class = |(strategy, by_cards): (&str, bool)| {
        let ups = decoded(submission, certificate, strategy)?;
        Ok(play_table(submission, strategy, &ups, by_cards))
    };
    [("td", false), ("cdz", true)].into_iter().map(of_class).collect()
}

/// The certified CDZ- play as the table takes it.
///
/// # Errors
/// As [`super::document`].
pub(crate) fn plan(submission: &Submission, certificate: &Certificate) -> Result<Plan, Failure> {
    let insured: HashSet<Vec<Value>> = certificate
        .insurance
        .iter()
        .flat_map(|insurance| &insurance.hands)
        .filter(|hand| hand.take)
        .map(|hand| values(&hand.hand))
        .collect::<Result<_, Failure>>()?;
    let ups = decoded(submission, certificate, "cdz")?.into_iter().map(|up| UpPlan {
        up: up.up,
        attack: up.attack,
        even_money: up.even_money,
        insured: insured.clone(),
        given_up_early: up
            .signals
            .first()
            .iter()
            .flat_map(|signal| &signal.hands)
            .filter(|hand| hand.early)
            .map(|hand| hand.cards)
            .collect(),
        switched_before_check: up.switched.iter().copied().collect(),
        signals: up.signals.iter().map(signal_plan).collect(),
    });
    Ok(Plan { ups: ups.collect() })
}

/// Cards joined by commas.
fn values(hand: &str) -> Result<Vec<Value>, Failure> {
    let value = |card: &str| card.parse().map_err(|_| refused(format!("insurance: {hand} is no hand")));
    hand.split(',').map(value).collect()
}

fn signal_plan(signal: &DecodedSignal) -> SignalPlan {
    let known = |hand: &DecodedHand| PlannedHand { cards: hand.cards, original: hand.originals && hand.size > 2 };
    let mut acts: HashMap<(PlannedHand, May), Act> = HashMap::new();
    let mut given_up_doubled = HashSet::new();
    for hand in &signal.hands {
        for (permitted, act) in hand.acts.iter() {
            let may = May { draw: permitted.hit, double: permitted.double, surrender: permitted.surrender };
            acts.insert((known(hand), may), planned(act));
        }
        for (given, is_free) in [(hand.given_up_doubled, false), (hand.given_up_doubled_free, true)] {
            if given == Some(true) {
                given_up_doubled.insert((known(hand), is_free));
            }
        }
    }
    SignalPlan {
        signal: signal.signal.clone(),
        split: Value::all().filter(|value| signal.split[value.index()]).collect(),
        acts,
        given_up_doubled,
        switched: signal.switched.iter().copied().collect(),
    }
}

fn planned(act: DecodedAct) -> Act {
    match act {
        DecodedAct::Stand => Act::Stand,
        DecodedAct::Hit => Act::Hit,
        DecodedAct::Double => Act::Double,
        DecodedAct::Surrender => Act::Surrender,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use rules::Override;
    use solver::{ChartHand, Class, Solver};

    use super::*;
    use crate::{certification, present, switches};

    /// A shoe of few hands.
    const SMALL: (&str, &str) = ("shoe", "12,0,8,8,0,8,0,8,0,40");

    fn submission(analysis: &str, set: &[(&str, &str)]) -> Submission {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses").join(analysis);
        let set: Vec<Override> = [&[SMALL, ("simulation", "none")][..], set]
            .concat()
            .iter()
            .map(|&(key, value)| Override::new(key, value))
            .collect();
        Submission::load(&path, &set).expect("an analysis")
    }

    /// The solver's own chart and lists, made without a certificate.
    struct BySolver {
        chart: Vec<StrategyCell>,
        given_up: Vec<GivenUpHands>,
        exceptions: Vec<CompositionException>,
    }

    fn by_solver(solver: &Solver) -> BySolver {
        let row = |hand: &ChartHand| match hand {
            ChartHand::Hard(total) => format!("hard {total}"),
            ChartHand::Soft(total) => format!("soft {total}"),
            ChartHand::Pair(value) => format!("{value},{value}"),
        };
        let given_up = solver.doubled_given_up().expect("hands").into_iter().map(|one| GivenUpHands {
            up: one.up.to_string(),
            signal: one.signal,
            hands: one.hands.iter().map(row).collect(),
        });
        let exceptions = solver.composition_exceptions().expect("hands").into_iter().map(|one| CompositionException {
            up: one.up.to_string(),
            signal: one.signal,
            hand: one.hand.to_string(),
            total: one.total,
            soft: one.soft,
            td: present::action(one.td),
            cdz: present::action(one.cdz),
        });
        BySolver {
            chart: solver.chart().expect("a chart").iter().map(present::strategy_cell).collect(),
            given_up: given_up.collect(),
            exceptions: exceptions.collect(),
        }
    }

    fn sorted(mut list: Vec<CompositionException>) -> Vec<CompositionException> {
        list.sort_by(|a, b| (&a.up, &a.signal, &a.hand).cmp(&(&b.up, &b.signal, &b.hand)));
        list
    }

    #[test]
    fn what_the_certificate_implies_is_what_the_solver_plays() {
        for (analysis, set) in [
            ("pa-685a-down-under/4-decks.toml", &[][..]),
            ("pa-685a-down-under/4-decks.toml", &[("readings.large-after-draw", "yes")]),
            ("pa-633a-blackjack/1-decks.toml", &[]),
            ("pa-633a-blackjack/1-decks.toml", &[("options.surrender", "early"), ("options.hit-split-aces", "false")]),
            ("pa-633a-blackjack-switch/4-decks.toml", &[("options.max-hands", "2")]),
            (
                "pa-633a-blackjack-switch/4-decks.toml",
                &[("options.max-hands", "2"), ("readings.switch-and-peek", "switch-first")],
            ),
            ("pa-665a-double-attack/8-decks.toml", &[]),
            ("ma-double-attack/6-decks.toml", &[]),
            ("free-bet/6-decks.toml", &[]),
            ("spanish-21/6-decks.toml", &[]),
            ("double-exposure/6-decks.toml", &[]),
        ] {
            let submission = submission(analysis, set);
            let solver = Solver::new(&submission).expect("a game that is solved");
            let certificate = certification::plays_alone(&submission, &solver).expect("tables");
            let found = by_solver(&solver);
            assert_eq!(chart(&submission, &certificate).expect("a chart"), found.chart, "{analysis} {set:?}");
            assert_eq!(
                doubled_given_up(&submission, &certificate).expect("hands"),
                found.given_up,
                "{analysis} {set:?}"
            );
            let exceptions = composition_exceptions(&submission, &certificate).expect("hands");
            assert_eq!(sorted(exceptions), sorted(found.exceptions), "{analysis} {set:?}");
            let table = solver.play_table(Class::CdzMinus).expect("a table");
            let planned = plan(&submission, &certificate).expect("a plan");
            assert_same_plan(&planned, &crate::plan::plan(&submission, &table), analysis);
            assert_eq!(
                switches::switches_of(&submission, &decoded(&submission, &certificate, "cdz").expect("play")),
                super::switches(&submission, &certificate, "cdz").expect("switches"),
            );
        }
    }

    /// The same decisions; the solver's plan also has hands that the shoe cannot deal.
    fn assert_same_plan(one: &Plan, other: &Plan, analysis: &str) {
        assert_eq!(one.ups.len(), other.ups.len());
        for (one, other) in one.ups.iter().zip(&other.ups) {
            let here = format!("{analysis}, up card {}", one.up);
            assert_eq!((one.up, one.attack, one.even_money), (other.up, other.attack, other.even_money), "{here}");
            assert_eq!(one.insured, other.insured, "{here}");
            assert_eq!(one.given_up_early, other.given_up_early, "{here}");
            assert_eq!(one.switched_before_check, other.switched_before_check, "{here}");
            for (one, other) in one.signals.iter().zip(&other.signals) {
                assert_eq!((&one.signal, &one.split, &one.switched), (&other.signal, &other.split, &other.switched));
                assert!(one.given_up_doubled.is_subset(&other.given_up_doubled), "{here}");
                for (key, act) in &one.acts {
                    assert!(other.acts.get(key).is_none_or(|other| other == act), "{here}: {key:?}");
                }
                assert!(one.acts.len() > 20 && one.acts.keys().any(|key| other.acts.contains_key(key)), "{here}");
            }
        }
    }
}
