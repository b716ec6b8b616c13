//! The solver beside the reference.

use std::collections::BTreeMap;
use std::path::Path;

use cards::{Composition, Value, parse_hand};
use num_rational::{BigRational, Ratio};
use num_traits::One;
use rules::{Game, Submission};
use solver::{Class, Solution, Solver, Want};

use super::{Player, Reference, RoundPlay, RoundReference};

pub(crate) const CLASSES: [(Class, Player); 3] = [
    (Class::Td, Player::TotalDependent),
    (Class::CdzMinus, Player::CompositionDependent),
    (Class::Perfect, Player::Perfect),
];

/// An analysis of the workspace with six decks.
pub(crate) fn submission(game: &str) -> Submission {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses").join(game).join("6-decks.toml");
    Submission::load(&path, &[]).expect("an analysis file of the workspace")
}

/// A shoe written card by card.
pub(crate) fn shoe(cards: &str) -> Composition {
    let letters: Vec<String> = cards.chars().map(String::from).collect();
    parse_hand(&letters.join(",")).expect("card letters").into_iter().collect()
}

/// What the solver and the reference say differently, if anything.
pub(crate) fn difference(solution: &Solution, reference: &RoundReference, skip: &[(Value, String)]) -> Option<String> {
    let ups = |list: Vec<Value>| list.iter().map(Value::to_string).collect::<String>();
    let (solved, expected) =
        (solution.ups.iter().map(|one| one.up).collect(), reference.ups.iter().map(|one| one.up).collect());
    if solved != expected {
        return Some(format!("up cards {} instead of {}", ups(solved), ups(expected)));
    }
    for (solved, expected) in solution.ups.iter().zip(&reference.ups) {
        let up = solved.up;
        if solved.signals.len() != expected.signals.len() {
            return Some(format!("up {up}: {} signals instead of {}", solved.signals.len(), expected.signals.len()));
        }
        for right in &expected.signals {
            let place = format!("up {up}, signal {}", right.signal);
            let Some(left) = solved.signals.iter().find(|one| one.signal == right.signal) else {
                return Some(format!("{place} is missing"));
            };
            // A hole card that the shoe does not hold may be listed or not.
            if !right.holes.iter().all(|hole| left.holes.contains(hole)) {
                return Some(format!("{place}: hole cards {:?} instead of {:?}", left.holes, right.holes));
            }
            if left.probability != right.probability {
                return Some(format!("{place}: probability {} instead of {}", left.probability, right.probability));
            }
            if left.ev != right.ev && !skip.contains(&(up, right.signal.clone())) {
                return Some(format!("{place}: EV {} instead of {}", left.ev, right.ev));
            }
        }
        if solved.attack.is_some_and(|attack| attack != expected.attacked) && skip.iter().all(|(one, _)| *one != up) {
            return Some(format!("up {up}: attack {:?} instead of {}", solved.attack, expected.attacked));
        }
        if solved.probability != expected.probability {
            return Some(format!("up {up}: probability {} instead of {}", solved.probability, expected.probability));
        }
        if solved.ev != expected.ev && skip.iter().all(|(skipped, _)| *skipped != up) {
            return Some(format!("up {up}: EV {} instead of {}", solved.ev, expected.ev));
        }
    }
    (solution.ev != reference.ev && skip.is_empty()).then(|| format!("EV {} instead of {}", solution.ev, reference.ev))
}

/// Every up card and signal.
fn everywhere(round: &RoundReference) -> Vec<(Value, String)> {
    round.ups.iter().flat_map(|up| up.signals.iter().map(|one| (up.up, one.signal.clone()))).collect()
}

fn big(ratio: Ratio<i64>) -> BigRational {
    BigRational::new((*ratio.numer()).into(), (*ratio.denom()).into())
}

type JointDistribution = BTreeMap<(BigRational, BigRational), BigRational>;

/// What a solver's moments, and its distribution where there is one, say otherwise than the reference's distribution.
fn moments_difference(solution: &Solution, found: &Option<JointDistribution>, play: &RoundPlay<'_>) -> Option<String> {
    let distribution = play.distribution();
    assert!(distribution.joint.values().sum::<BigRational>().is_one(), "the reference's chances");
    let mean = distribution.mean();
    assert_eq!(mean, play.solve().ev, "the reference's mean and distribution");
    let variance = distribution.second_moment() - &mean * &mean;
    for (what, solved, expected) in [
        ("mean beside the variance", &solution.ev, &mean),
        ("variance", solution.variance.as_ref().unwrap_or(&variance), &variance),
        ("average wager", &solution.average_wager, &distribution.wagered()),
    ] {
        if solved != expected {
            return Some(format!("{what} {solved} instead of {expected}"));
        }
    }
    let found = found.as_ref()?;
    let expected = distribution.joint;
    if let Some((at, one)) = expected.iter().find(|(at, one)| found.get(*at) != Some(*one)) {
        return Some(format!("net and wager {at:?}: {:?} instead of {one}", found.get(at)));
    }
    (found.len() != expected.len()).then(|| "results that cannot be".to_owned())
}

/// What a class comes to, by solver and reference alike.
pub(crate) struct Agreed {
    pub(crate) strategy: Class,
    pub(crate) ev: BigRational,
}

/// Solver and reference in everything they both say, for those of these classes that the solver solves, or where they
/// differ. The reference may be of a game with the same dealer, of whom it remembers what it knows.
pub(crate) fn compare(
    game: &Game,
    shoe: Composition,
    reference: &Reference<'_>,
    strategies: &[Class],
) -> Result<Vec<Agreed>, String> {
    let solver = Solver::for_game(game.clone(), shoe).map_err(|error| error.to_string())?;
    let reference = reference.for_readings(game);
    let mut agreed = Vec::new();
    for (strategy, class) in CLASSES {
        if !strategies.contains(&strategy) || !solver.solves(strategy) {
            continue;
        }
        let told = |text: String| format!("{strategy}: {text}");
        let solution = solver.solve(strategy, Want::variance()).map_err(|error| told(error.to_string()))?;
        assert!(solution.variance.is_some() || game.pays_by_suit(), "no variance of {strategy}");
        if solution.ups != solver.ev_by_up(strategy).map_err(|error| told(error.to_string()))? {
            return Err(told("another EV without the variance".to_owned()));
        }
        let distribution = (strategy != Class::Perfect && game.switch.is_none() && !game.pays_by_suit())
            .then(|| solver.round_distribution(strategy, &|_| ()))
            .transpose()
            .map_err(|error| told(error.to_string()))?
            .map(|distribution| distribution.of(|result| (big(result.net), big(result.wagered))));
        let differs = |play: &RoundPlay<'_>, expected: &RoundReference| {
            difference(&solution, expected, &expected.doubtful).or_else(|| {
                expected.doubtful.is_empty().then(|| moments_difference(&solution, &distribution, play)).flatten()
            })
        };
        let play = reference.play(class);
        let mut expected = play.solve();
        let found = differs(&play, &expected);
        // The reference's hands do not say of a chart's which of them hold original cards after a draw.
        let originals = game.push.as_ref().is_some_and(|push| push.originals_after_draw);
        let is_open = found.is_some() || !expected.doubtful.is_empty();
        let chart = (strategy == Class::Td && is_open && game.switch.is_none() && !originals)
            .then(|| solver.play_table(strategy).map_err(|error| told(error.to_string())))
            .transpose()?
            .filter(|chart| chart.ups.iter().all(|up| up.early.is_none() && up.even_money.is_none()));
        if let Some(found) = found {
            // Charts that are stable are several, and which of them an iteration finds depends on where it starts.
            // Charts of one EV can differ in their variance.
            if strategy != Class::Td {
                return Err(told(found));
            }
            expected.doubtful = match &chart {
                Some(chart) if reference.play_of(chart).is_stable() => everywhere(&expected),
                Some(_) => return Err(told(format!("a chart that is not stable: {found}"))),
                None => {
                    let again = reference.play(Player::TotalDependentFromEverywhere);
                    let from_everywhere = again.solve();
                    if differs(&again, &from_everywhere).is_some() {
                        return Err(told(found));
                    }
                    from_everywhere.doubtful
                }
            };
        }
        // Whichever chart it is, its figures are those of that chart.
        if let Some(chart) = chart.filter(|_| !expected.doubtful.is_empty()) {
            let play = reference.play_of(&chart);
            let replayed = difference(&solution, &play.solve(), &[]);
            if let Some(found) = replayed.or_else(|| moments_difference(&solution, &distribution, &play)) {
                return Err(told(format!("its own chart: {found}")));
            }
        }
        agreed.push(Agreed { strategy, ev: expected.ev });
    }
    Ok(agreed)
}
