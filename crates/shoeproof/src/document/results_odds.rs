//! Odds of the wagers that a player adds to the initial one, from the certificate's lists of results.

use certificate::{Certificate, DoubledBy, OutcomeOdds, StatedClass, StatedDoubled, StatedResult, WagerOdds};
use num_rational::BigRational;
use num_traits::{One as _, Signed as _, Zero as _};
use rules::Submission;

use super::fraction;
use super::odds_row::{CLASS, RETURNED, no_distribution, nothing_won_or_lost, outcomes_by_net, worth};
use crate::failure::Failure;

/// What the probabilities of outcomes are conditioned on.
const GIVEN_SUCH_A_ROUND: &str = "Probabilities are given such a round.";

/// Sums over some of all rounds.
#[derive(Default)]
struct SomeRounds {
    /// The probabilities of a net result above zero, of zero, and below.
    ends: [BigRational; 3],
    net: BigRational,
    wagered: BigRational,
}

impl SomeRounds {
    /// Takes up results whose probabilities are given something that has this one.
    fn add(&mut self, results: &[StatedResult], given: &BigRational) -> Result<(), Failure> {
        for one in results {
            let probability = fraction(&one.probability)? * given;
            let net = fraction(&one.net)?;
            self.net += &net * &probability;
            self.wagered += fraction(&one.wagered)? * &probability;
            let end = if net.is_positive() { 0 } else { 1 + usize::from(net.is_negative()) };
            self.ends[end] += probability;
        }
        Ok(())
    }

    /// How often such a round is played.
    fn often(&self) -> BigRational {
        self.ends.iter().sum()
    }

    /// Win, tie and loss, given that such a round is played.
    fn outcomes(&self, wagers: &str, tied: &str) -> Vec<OutcomeOdds> {
        let often = self.often();
        if often.is_zero() {
            return Vec::new();
        }
        let chances = self.ends.each_ref().map(|end| end / &often);
        outcomes_by_net(chances, format!("1:1 on {wagers}, unless another rule pays otherwise"), tied)
    }
}

/// Initial and attack wager together, under the up cards with which the attack wager is made.
///
/// # Errors
/// For a number of the certificate that is none.
pub(super) fn attack(submission: &Submission, certificate: &Certificate) -> Result<Option<WagerOdds>, Failure> {
    let Some(class) = played(certificate).filter(|_| submission.game.attack.is_some()) else { return Ok(None) };
    let is_attacked = |up: &str| class.play.iter().flatten().any(|play| play.up == up && play.attack == Some(true));
    let mut rounds = SomeRounds::default();
    let (mut made, mut ev) = (BigRational::zero(), BigRational::zero());
    for up in class.up_cards.iter().filter(|up| is_attacked(&up.up)) {
        let probability = fraction(&up.probability)?;
        ev += &probability * fraction(&up.ev)?;
        rounds.add(up.results.as_deref().unwrap_or_default(), &probability)?;
        made += probability;
    }
    if made.is_zero() {
        return Ok(None);
    }
    let ev = ev / (&made * BigRational::from_integer(2.into()));
    let outcomes = rounds.outcomes("all wagers", nothing_won_or_lost(&submission.game));
    let chances = match outcomes.is_empty() {
        true => format!("How often such a round wins, ties or loses is not given: {}.", no_distribution(submission)),
        false => GIVEN_SUCH_A_ROUND.to_owned(),
    };
    let given = format!(
        "Initial and attack wager together, per unit of both, under the up cards with which composition-dependent play (CDZ-) makes the attack wager: {} of all rounds. \
         Doubles and splits are in it. {chances}",
        cards::decimal(&made, 6)
    );
    Ok(Some(worth("Initial and attack wager", outcomes, Some(&ev), given)))
}

/// Rounds without a split whose hand is doubled, with all wagers on it: where the player doubles, and where the house does.
///
/// # Errors
/// As [`attack`].
pub(super) fn doubled(submission: &Submission, certificate: &Certificate) -> Result<Vec<WagerOdds>, Failure> {
    let Some((rule, class)) = submission.game.double.as_ref().zip(played(certificate)) else { return Ok(Vec::new()) };
    let clauses = rules::cited(&rule.clauses);
    if submission.game.switch.is_some() {
        let given = format!(
            "Hands that are doubled{clauses}. Not given: two hands are played in a round, and the certificate states what they come to together."
        );
        return Ok(vec![worth("Initial and double wager", Vec::new(), None, given)]);
    }
    let by_whom = rule.free_hard_totals.is_some();
    class.doubled.iter().flatten().map(|stated| doubled_by(stated, by_whom, &clauses)).collect()
}

/// `by_whom` where some doubles are made with a wager of the player's own and others with one that the house gives.
fn doubled_by(stated: &StatedDoubled, by_whom: bool, clauses: &str) -> Result<WagerOdds, Failure> {
    let mut rounds = SomeRounds::default();
    rounds.add(&stated.results, &BigRational::one())?;
    let (name, whose, wagers) = match stated.by {
        DoubledBy::Player => {
            ("Initial and double wager", "All wagers of the round together, per unit of all.", "all wagers")
        }
        DoubledBy::House => (
            "Initial wager, doubled by the house",
            "The house gives the double wager, which is paid where the hand wins and cannot lose; per unit of the player's wagers.",
            "the double wager too",
        ),
    };
    let with = match stated.by {
        _ if !by_whom => "",
        DoubledBy::Player => " with a wager of the player's own",
        DoubledBy::House => " with a wager that the house gives",
    };
    let given = format!(
        "Rounds in which composition-dependent play (CDZ-) doubles a hand that is not split{with}{clauses}: {} of all rounds. {whose} {GIVEN_SUCH_A_ROUND}",
        cards::decimal(&rounds.often(), 6)
    );
    let ev = (!rounds.wagered.is_zero()).then(|| &rounds.net / &rounds.wagered);
    Ok(worth(name, rounds.outcomes(wagers, RETURNED), ev.as_ref(), given))
}

/// The class that plays.
fn played(certificate: &Certificate) -> Option<&StatedClass> {
    certificate.classes.iter().find(|class| class.strategy == CLASS)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use num_traits::ToPrimitive as _;
    use table::{Dealt, Table};

    use super::super::tests::committed;
    use super::*;

    const ROUNDS: u64 = 100_000;
    /// So many standard errors are too far for any of some hundred figures.
    const FAR: f64 = 4.5;

    fn each_round(submission: &Submission, certificate: &Certificate, mut look: impl FnMut(Dealt)) {
        let plan = super::super::plan(submission, certificate).expect("a plan");
        let table = Table::new(submission, &plan, true).expect("a game that is dealt");
        let looked = table.look_at_rounds(3, ROUNDS, &mut |_, round| {
            look(round);
            false
        });
        assert_eq!(looked, Ok(ROUNDS));
    }

    fn is_near(here: &str, seen: u64, of: u64, probability: &BigRational) {
        let share = probability.to_f64().expect("a number");
        let expected = share * of as f64;
        let z = (seen as f64 - expected) / (expected * (1.0 - share)).sqrt();
        assert!(z.abs() < FAR, "{here}: {seen} dealt, {expected} expected");
    }

    #[test]
    fn doubled_hands_end_as_they_are_dealt() {
        for report in ["free-bet-6-decks", "spanish-21-6-decks", "ma-double-attack-6-decks"] {
            let (submission, certificate) = committed(report);
            let mut seen: BTreeMap<(DoubledBy, String, String), u64> = BTreeMap::new();
            each_round(&submission, &certificate, |round| {
                let [hand] = &round.hands[..] else { return };
                if hand.doubled {
                    let by = if hand.given > 0 { DoubledBy::House } else { DoubledBy::Player };
                    *seen
                        .entry((
                            by,
                            format!("{}/{}", round.net.numer(), round.net.denom()),
                            format!("{}/1", round.wagered),
                        ))
                        .or_default() += 1;
                }
            });
            let class = played(&certificate).expect("a class");
            let doubled = class.doubled.as_deref().unwrap_or_default();
            assert_eq!(doubled.len(), if report.starts_with("free") { 2 } else { 1 }, "{report}");
            for stated in doubled {
                for one in &stated.results {
                    let key = (stated.by, one.net.clone(), one.wagered.clone());
                    let number = seen.remove(&key).unwrap_or_default();
                    is_near(
                        &format!("{report}: {key:?}"),
                        number,
                        ROUNDS,
                        &fraction(&one.probability).expect("a number"),
                    );
                }
            }
            assert!(seen.is_empty(), "{report}: {seen:?}");
        }
    }

    #[test]
    fn attacked_rounds_win_tie_and_lose_as_they_are_dealt() {
        let (submission, certificate) = committed("pa-665a-double-attack-8-decks");
        let (mut made, mut seen) = (0, [0; 3]);
        each_round(&submission, &certificate, |round| {
            if round.attack {
                made += 1;
                seen[if round.net.is_positive() { 0 } else { 1 + usize::from(round.net.is_negative()) }] += 1;
            }
        });
        let row = attack(&submission, &certificate).expect("numbers").expect("an attack wager");
        assert_eq!(row.outcomes.len(), 3);
        for (one, seen) in row.outcomes.iter().zip(seen) {
            is_near(&one.outcome, seen, made, &one.probability.value().expect("a number"));
        }
    }

    #[test]
    fn an_advantage_is_the_loss_over_all_wagers() {
        let result = |net: &str, wagered: &str, probability: &str| StatedResult {
            net: net.to_owned(),
            wagered: wagered.to_owned(),
            probability: probability.to_owned(),
        };
        let results = vec![result("-2/1", "2/1", "1/8"), result("0/1", "2/1", "1/8"), result("2/1", "2/1", "1/4")];
        let row = doubled_by(&StatedDoubled { by: DoubledBy::Player, results }, false, "").expect("numbers");
        // Of the half of all rounds, each with two wagers, a quarter less an eighth is won twice over.
        assert_eq!(row.house_advantage.map(|exact| exact.fraction).as_deref(), Some("-1/4"));
        let chances: Vec<String> = row.outcomes.into_iter().map(|one| one.probability.fraction).collect();
        assert_eq!(chances, ["1/2", "1/4", "1/4"]);
        assert!(row.conditions.contains("0.500000 of all rounds"), "{}", row.conditions);
    }
}
