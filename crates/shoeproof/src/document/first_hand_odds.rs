//! Odds that hang on the first two cards: of a blackjack.

use cards::Value;
use certificate::WagerOdds;
use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use rules::{AgainstBlackjack, AgainstPush, EvenMoney, Game, Submission};

use super::odds_row::{outcome, worth};

/// Two cards that are a blackjack, with what they are worth where the dealer's first two cards decide it.
pub(super) fn blackjack(submission: &Submission) -> WagerOdds {
    let shoe = &submission.shoe;
    let [ace, ten] = [Value::ACE, Value::TEN].map(|value| BigRational::from_integer(shoe.count(value).into()));
    let probability = of_two(&ace, &ten, &BigRational::from_integer(shoe.total().into()));
    let natural = &submission.game.natural;
    let mut payout = natural.pays.to_string();
    if let Some(pays) = natural.pays_against_21.filter(|&pays| pays != natural.pays) {
        payout = format!("{payout}, {pays} against a dealer's 21 of more cards");
    }
    let one = "The first two cards of one hand, from the full shoe. It is a result of the base wager.";
    let (ev, given) = match later_result(&submission.game) {
        Some(why) => (None, format!("{one} What it is worth, given that the hand has it, is not given: {why}.")),
        None => match blackjack_ev(submission) {
            None => (None, format!("{one} The shoe has no such cards, so none is valued.")),
            ev => (
                ev,
                format!(
                    "{one} House advantage and RTP are given that the hand has it, per unit of its initial wager.{}",
                    if submission.game.attack.is_some() { " The attack wager is left out." } else { "" }
                ),
            ),
        },
    };
    worth("Blackjack", vec![outcome("an ace and a ten-valued card", &probability, payout)], ev.as_ref(), given)
}

/// The chance that two cards of so many are one of each.
fn of_two(ace: &BigRational, ten: &BigRational, total: &BigRational) -> BigRational {
    let pairs = total * (total - BigRational::one());
    if pairs.is_zero() { pairs } else { BigRational::from_integer(2.into()) * ace * ten / pairs }
}

/// Why a blackjack's result hangs on more than whether the dealer has one too; `None` where it does not.
fn later_result(game: &Game) -> Option<&'static str> {
    let natural = &game.natural;
    let meets_push = game.push.is_some() && natural.against_push == AgainstPush::Returned;
    if game.switch.is_some() {
        Some("whether the hand keeps it depends on the switch, and what it is paid on the cards that the dealer draws")
    } else if natural.pays_against_21.is_some_and(|pays| pays != natural.pays) || meets_push {
        Some("what it is paid depends on the cards that the dealer draws")
    } else if natural.even_money != EvenMoney::None {
        Some("the player may take even money for it")
    } else {
        None
    }
}

/// The mean of its payout and of what a dealer's blackjack leaves of it.
fn blackjack_ev(submission: &Submission) -> Option<BigRational> {
    let natural = &submission.game.natural;
    let left = submission.shoe.without(Value::ACE).ok()?.without(Value::TEN).ok()?;
    let [ace, ten] = [Value::ACE, Value::TEN].map(|value| BigRational::from_integer(left.count(value).into()));
    let met = of_two(&ace, &ten, &BigRational::from_integer(left.total().into()));
    let pays = natural.pays.exact();
    Some(match natural.against_blackjack {
        AgainstBlackjack::Paid => pays,
        AgainstBlackjack::Returned => pays * (BigRational::one() - met),
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn submission(analysis: &str) -> Submission {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses").join(analysis);
        Submission::load(&path, &[]).expect("an analysis")
    }

    #[test]
    fn a_blackjack_is_worth_its_payout_less_what_the_dealers_returns() {
        let advantage = |analysis| blackjack(&submission(analysis)).house_advantage.map(|exact| exact.fraction);
        // Of 310 other cards 23 are aces and 95 tens: 2 * 23 * 95 / (310 * 309) meet one of the dealer's.
        let met = BigRational::new((2 * 23 * 95).into(), (310 * 309).into());
        let returned = (met - BigRational::one()) * BigRational::new(3.into(), 2.into());
        assert_eq!(advantage("free-bet/6-decks.toml"), Some(cards::fraction(&returned)));
        assert_eq!(advantage("spanish-21/6-decks.toml").as_deref(), Some("-3/2"));
        assert_eq!(advantage("double-exposure/6-decks.toml").as_deref(), Some("-1/1"));
    }

    #[test]
    fn what_is_not_given_says_why() {
        let switch = submission("pa-633a-blackjack-switch/6-decks.toml");
        let row = blackjack(&switch);
        assert_eq!((row.house_advantage, row.rtp), (None, None));
        assert!(row.conditions.contains("is not given: whether the hand keeps it depends on the switch"));
    }
}
