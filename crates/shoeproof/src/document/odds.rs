//! True odds, payout odds and house advantage of every wager. Each figure follows from claims that stand elsewhere, or from the cards of the
//! shoe alone.

use cards::Composition;
use certificate::{Certificate, ClassResult, Insurance, RoundDistribution, Wager, WagerOdds};
use num_rational::BigRational;
use num_traits::Zero as _;
use rules::Submission;

use super::first_hand_odds::blackjack;
use super::odds_row::{CLASS, no_distribution, nothing_won_or_lost, outcome, outcomes_by_net, worth};
use super::results_odds::{attack, doubled};
use crate::failure::Failure;
use crate::present::unit;
use crate::wagers::pays;

/// Every wager: of the base game, insurance, and each side wager under the readings of the submission.
///
/// # Errors
/// As [`super::document`].
pub(super) fn odds(
    submission: &Submission,
    base_game: &[ClassResult],
    insurance: Option<&Insurance>,
    wagers: &[Wager],
    certificate: &Certificate,
) -> Result<Vec<WagerOdds>, Failure> {
    let class = base_game.iter().find(|class| class.strategy == CLASS);
    let mut all: Vec<WagerOdds> = class.map(|class| base(submission, class)).into_iter().collect();
    all.push(blackjack(submission));
    all.extend(attack(submission, certificate)?);
    all.extend(doubled(submission, certificate)?);
    all.extend(insurance.and_then(|insurance| insured(submission, insurance)));
    all.extend(wagers.iter().filter(|wager| wager.chosen).map(side));
    Ok(all)
}

/// The base wager with all that play adds to it.
fn base(submission: &Submission, class: &ClassResult) -> WagerOdds {
    let outcomes = class.distribution.as_ref().and_then(|distribution| {
        let RoundDistribution { hit_frequency, push_frequency, loss_frequency, .. } = distribution;
        let chances = [hit_frequency.value()?, push_frequency.value()?, loss_frequency.value()?];
        let blackjack = submission.game.natural.pays;
        let won = format!("1:1, blackjack {blackjack}, unless another rule pays otherwise");
        Some(outcomes_by_net(chances, won, nothing_won_or_lost(&submission.game)))
    });
    let played = "Composition-dependent play (CDZ-), over all rounds. Doubles, splits and all other wagers of the base game are in it.";
    let given = match &class.distribution {
        Some(_) => format!("{played} Per unit of {}.", unit(&submission.game)),
        None => format!(
            "{played} Per unit of {}. How often a round wins, ties or loses is not given: {}.",
            unit(&submission.game),
            no_distribution(submission)
        ),
    };
    worth("Base wager", outcomes.unwrap_or_default(), class.ev.value().as_ref(), given)
}

/// Insurance that is always taken.
fn insured(submission: &Submission, insurance: &Insurance) -> Option<WagerOdds> {
    let rule = submission.game.insurance.as_ref()?;
    let left: Composition = submission.shoe.without(rule.offered_on).ok()?;
    let probability = BigRational::new(left.count(rule.wins_on).into(), left.total().into());
    let name = format!("the {} is {}", submission.game.second_card(), rule.wins_on);
    let given =
        format!("Given an up card of {}, the cards of the hand not looked at. Per unit of insurance.", rule.offered_on);
    let outcomes = vec![outcome(name, &probability, insurance.pays.clone())];
    Some(worth("Insurance, always taken", outcomes, insurance.ev_always.value().as_ref(), given))
}

fn side(wager: &Wager) -> WagerOdds {
    let total: Option<BigRational> = wager.total.parse().ok().filter(|total: &BigRational| !total.is_zero());
    let wins = wager.lines.iter().filter(|line| line.meter_share.is_some() || !is_lost(&line.pays));
    let outcomes = wins.filter_map(|line| {
        let probability = line.combinations.parse::<BigRational>().ok()? / total.as_ref()?;
        Some(outcome(line.name.clone(), &probability, to_one(&pays(line))))
    });
    let meter = match &wager.progressive {
        Some(progressive) => {
            format!(" The meter stands at {} units.", report::amount(&progressive.meter))
        }
        None => String::new(),
    };
    let parlay = if wager.parlay.is_some() { " Nothing is added to the base wager." } else { "" };
    WagerOdds {
        id: Some(wager.id.clone()),
        paytable: Some(wager.paytable.clone()),
        ..worth(
            wager.title.clone(),
            outcomes.collect(),
            wager.ev.value().as_ref(),
            format!("Per unit of this wager.{meter}{parlay}"),
        )
    }
}

/// Whether a line loses the wager or a part of it.
fn is_lost(pays: &str) -> bool {
    pays.starts_with('-')
}

/// `10` as `10:1` and `5/2` as `5:2`; words as they stand.
fn to_one(pays: &str) -> String {
    match pays.split_once('/') {
        Some((win, stake)) => format!("{win}:{stake}"),
        None if pays.bytes().all(|byte| byte.is_ascii_digit()) => format!("{pays}:1"),
        None => pays.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use num_traits::One as _;

    use super::*;

    #[test]
    fn one_chance_in_four_has_odds_of_three_to_one() {
        let quarter = outcome("x", &BigRational::new(1.into(), 4.into()), "3:1");
        assert_eq!(quarter.true_odds_against.map(|odds| odds.fraction), Some("3/1".to_owned()));
        assert_eq!(outcome("x", &BigRational::one(), "1:1").true_odds_against, None);
        assert_eq!(outcome("x", &BigRational::zero(), "1:1").true_odds_against, None);
    }

    #[test]
    fn payouts_are_written_as_odds() {
        assert_eq!(["10", "5/2", "100% of meter - 1"].map(to_one), ["10:1", "5:2", "100% of meter - 1"]);
    }
}
