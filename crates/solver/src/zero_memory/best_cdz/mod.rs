//! CDZ: the best play that looks at the up card, the signal and the composition of the hand in play, and at no more, before a split and
//! after it alike.
//!
//! A round's value under such a play is a sum over *roots*: unsplit hands, and the hands of each split pair by how they come about. Each
//! root alone is a single hand to be played on with known cards gone, and has a best play of its own. One play for all of them
//! together is worth no more than that, and as much where all roots agree. Where they do not, the hand is *contested*: each of the
//! acts is tried in turn, for all roots at once, and what is bounded below the best play known is not looked into.
//!
//! What an act is worth at a hand depends on what is done later, so the number of contested hands bounds the work and not the number of
//! hands: a few of some three thousand.

mod losses;
mod roots;
mod search;
mod two_hands;

use std::cell::RefCell;
use std::sync::Arc;

use num_rational::BigRational;
use num_traits::ToPrimitive;
use rules::Game;

use crate::arithmetic::error::SolveError;
use crate::hand::signal_case::SignalCase;
use crate::zero_memory::switch;
use crate::zero_memory::{CasePlay, with_splits};

use losses::Roots;
use roots::{About, Exactly, Range, roots_of};
use search::{Budget, Known, Open, search};
use two_hands::{Found, TwoHands};

/// What is found, in an error.
pub(crate) const WHAT: &str = "the best composition-dependent play";

/// The best play of a case; `first` is CDZ-, which it is compared with.
///
/// Which doubled hands are given up once they have their card is left as CDZ- has it.
///
/// # Errors
/// [`SolveError::Unsolved`] if too many hands are contested, or if the exact value of the play found is not its bound: the rules must be
/// such that no hand of a round depends on another, and none is given up before a signal.
pub(crate) fn best(game: &Game, case: &SignalCase<'_>, first: CasePlay) -> Result<CasePlay, SolveError> {
    if !case.is_played() || game.split.is_none() {
        return Ok(first);
    }
    // Their floats have the least error, and what is found is settled beside them anyway.
    case.up.make_all_exact();
    let exactly = Exactly { case: *case, first: &first.play, losses: true };
    let roots = Arc::new(Roots::new(exactly, roots_of(game, case, &first.play), About::default())?);
    let under_first = roots.under(&first.play)?;
    let known = Known { value: under_first.value, loss: Some((Arc::clone(&roots), under_first.loss)) };
    let played = |open: &Open<'_, ()>| with_splits(game, case, open.roots.play(&open.node, first.play.clone()), None);
    let all = Open { node: roots.best()?, roots, of: () };
    let found = search(
        all,
        known,
        &mut Budget::default(),
        |_, _, _| Ok(Vec::new()),
        |open| open.map(played).transpose()?.as_ref().unwrap_or(&first).mean(game, case),
    )?;
    let Some(open) = found else { return Ok(first) };
    let found = played(&open)?;
    is_reached(&(found.mean(game, case)? * case.units()), open.node.value)?;
    Ok(found)
}

/// The best plays of two hands to switch, in the cases of an up card; `first` are CDZ-, which they are compared with. Which deals are switched is
/// decided with all four cards seen; what is done with a hand then depends on the hand alone.
///
/// # Errors
/// As [`best`], and if the switch is one decision for several signals under which hands are played.
pub(crate) fn best_of_two_hands(
    game: &Game,
    cases: &[SignalCase<'_>],
    first: Vec<CasePlay>,
) -> Result<Vec<CasePlay>, SolveError> {
    let Some(rule) = &game.switch else { return Ok(first) };
    let mut plays = first;
    for group in switch::groups(cases, rule.when) {
        let played: Vec<usize> = group.iter().copied().filter(|&case| cases[case].is_played()).collect();
        let played = match played[..] {
            [] => continue,
            [played] => played,
            _ => return Err(SolveError::Unsolved { what: WHAT, rules: "a switch before several signals" }),
        };
        // Many ways to switch leave the same play as the best.
        let means: RefCell<Vec<(CasePlay, BigRational)>> = RefCell::default();
        let mean = |play: &CasePlay| -> Result<BigRational, SolveError> {
            if let Some((_, mean)) =
                means.borrow().iter().find(|(other, _)| (&other.play, other.split) == (&play.play, play.split))
            {
                return Ok(mean.clone());
            }
            let mut plays = plays.clone();
            plays[played] = play.clone();
            let by_case = switch::means(game, cases, &plays)?;
            let units = cases[played].units() * BigRational::from_integer(2.into());
            let mean = group.iter().map(|&case| &by_case[case]).sum::<BigRational>() * units;
            means.borrow_mut().push((play.clone(), mean.clone()));
            Ok(mean)
        };
        let found = TwoHands::new(game, cases, (&group, played), &plays[played]).best(&mean)?;
        if let Some(Found { play, value }) = found {
            is_reached(&mean(&play)?, value)?;
            plays[played] = play;
        }
    }
    Ok(plays)
}

/// # Errors
/// [`SolveError::Unsolved`] if the exact value of a play, in settlement units, is not what its roots are worth.
fn is_reached(value: &BigRational, bound: Range) -> Result<(), SolveError> {
    if value.to_f64().is_some_and(|value| (bound.least..=bound.most).contains(&value)) {
        Ok(())
    } else {
        Err(SolveError::Unsolved { what: WHAT, rules: "a play that is not worth its bound" })
    }
}

#[cfg(test)]
mod tests {
    use cards::{Composition, Value};
    use rayon::prelude::*;
    use rules::{DealtBlackjack, SwitchRule, SwitchWhen};

    use super::*;
    use crate::compiled::decisions::{Act, Play};
    use crate::compiled::strategy::Class;
    use crate::engine::solver::Solver;
    use crate::test_games;

    fn plain(change: impl FnOnce(&mut Game)) -> Game {
        let mut game = test_games::game("plain-blackjack");
        change(&mut game);
        game
    }

    /// All plays of a case that have one order of acts for each hand wherever it is met.
    fn all_plays(case: &SignalCase<'_>, first: &Play) -> Vec<Play> {
        use Act::{Double, Hit, Stand, Surrender};
        let hands = case.table.hands;
        let mut plays = vec![first.clone()];
        for (id, hand) in hands.iter().filter(|(_, hand)| hand.size > 1 && case.up.is_feasible(hand.cards)) {
            let most = case.options.allowed(hand);
            let busts = hand.grown().next().is_none();
            if !most.draw || hand.is_natural() || busts {
                continue;
            }
            let mut orders = vec![vec![Stand], vec![Hit]];
            for (may, act) in [(most.double, Double), (most.surrender, Surrender)] {
                if may {
                    orders.extend(orders.clone().into_iter().map(|order| [vec![act], order].concat()));
                }
            }
            let set = |play: &Play, order: &[Act]| {
                let mut play = play.clone();
                for double in [false, most.double] {
                    for surrender in [false, most.surrender] {
                        let allowed = crate::compiled::decisions::Allowed { draw: true, double, surrender };
                        let may = |act: &&Act| match act {
                            Stand | Hit => true,
                            Double => double,
                            Surrender => surrender,
                        };
                        play.set(id, allowed, *order.iter().find(may).expect("stand or hit comes last"));
                    }
                }
                play
            };
            plays = plays.iter().flat_map(|play| orders.iter().map(|order| set(play, order))).collect();
        }
        plays
    }

    /// The value of the best.
    fn best_of_all(solver: &Solver, case: &SignalCase<'_>, first: &Play) -> BigRational {
        let mean = |play: Play| {
            let play = with_splits(solver.game(), case, play, None).expect("a long shoe");
            play.mean(solver.game(), case).expect("a long shoe")
        };
        all_plays(case, first).into_iter().map(mean).max().expect("a play")
    }

    /// Sixes, a second value and tens: few enough hands to try every play there is. Without a double after a split, orders of acts matter.
    #[test]
    fn no_play_of_a_small_game_is_better() {
        let (eights, sevens) = ([0, 0, 0, 0, 0, 8, 0, 8, 0, 5], [0, 0, 0, 0, 0, 10, 10, 0, 0, 8]);
        for (shoe, most_hands, after_split) in [(eights, 2, true), (eights, 3, true), (sevens, 4, false)] {
            let game = plain(|game| {
                game.split.as_mut().expect("splits").max_hands = most_hands;
                game.double.as_mut().expect("doubles").after_split = after_split;
            });
            let solver = Solver::for_game(game, Composition::new(shoe)).expect("a game");
            let mut gained = 0;
            for up in solver.ups().iter() {
                for case in solver.cases(up, &solver.settlements()[0]).iter().filter(|case| case.is_played()) {
                    let first = solver.plays(std::slice::from_ref(case), Class::CdzMinus).expect("plays");
                    let expected = best_of_all(&solver, case, &first[0].play);
                    let before = first[0].mean(solver.game(), case).expect("a mean");
                    let found = best(solver.game(), case, first[0].clone()).expect("a play");
                    assert_eq!(found.mean(solver.game(), case).expect("a mean"), expected, "up {}", up.dealer.up());
                    gained += u32::from(expected > before);
                }
            }
            assert!(gained > 0, "CDZ- is not the best of {shoe:?}");
        }
    }

    /// The same of two hands to switch, with every way to split pairs or not.
    #[test]
    #[ignore = "long; `just slow`"]
    fn no_play_of_two_small_hands_is_better() {
        let of = |cards: &[(usize, u16)]| {
            let mut counts = [0; Value::COUNT];
            cards.iter().for_each(|&(points, count)| counts[points - 1] = count);
            counts
        };
        let (after, before) = (SwitchWhen::AfterCheck, SwitchWhen::BeforeCheck);
        for (shoe, most_hands, when) in [
            (of(&[(6, 8), (7, 8), (10, 8)]), 1, after),
            (of(&[(6, 12), (9, 8), (10, 5)]), 1, before),
            (of(&[(6, 8), (7, 12), (10, 5)]), 2, after),
            (of(&[(5, 12), (8, 8), (10, 5)]), 2, before),
            (of(&[(6, 5), (7, 8), (10, 12)]), 3, after),
            (of(&[(5, 6), (8, 6), (10, 16)]), 3, before),
        ] {
            let game = plain(|game| {
                game.split.as_mut().expect("splits").max_hands = most_hands;
                game.split = game.split.take().filter(|_| most_hands > 1);
                game.switch = Some(SwitchRule {
                    clauses: Vec::new(),
                    when,
                    blackjack_pays: game.natural.pays,
                    dealt_blackjack: DealtBlackjack::MaySwitch,
                });
            });
            let solver = Solver::for_game(game, Composition::new(shoe)).expect("a game");
            let mut gained = 0;
            for up in solver.ups().iter() {
                let cases = solver.cases(up, &solver.settlements()[0]);
                let first = solver.plays(&cases, Class::CdzMinus).expect("plays");
                let mean = |plays: &[CasePlay]| -> BigRational {
                    switch::means(solver.game(), &cases, plays).expect("means").iter().sum()
                };
                let played = cases.iter().position(SignalCase::is_played).expect("a case");
                let pairs: Vec<usize> =
                    (0..Value::COUNT).filter(|&value| solver.game().split.is_some() && shoe[value] > 1).collect();
                let plays = all_plays(&cases[played], &first[played].play);
                let all = plays.par_iter().flat_map_iter(|play| {
                    (0..1 << pairs.len()).map(|splits: u32| {
                        let mut split = [false; Value::COUNT];
                        pairs.iter().zip(0..).for_each(|(&value, at)| split[value] = splits >> at & 1 == 1);
                        let mut plays = first.clone();
                        plays[played] = CasePlay::new(play.clone(), split);
                        mean(&plays)
                    })
                });
                let expected = all.max().expect("a play");
                let found = best_of_two_hands(solver.game(), &cases, first.clone()).expect("a play");
                assert_eq!(mean(&found), expected, "up {}", up.dealer.up());
                gained += u32::from(expected > mean(&first));
            }
            assert!(gained > 0, "CDZ- is not the best of {shoe:?}");
        }
    }
}
