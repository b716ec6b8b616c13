//! Odds that hang on the first two cards: of a blackjack, and of the wagers on hands that are doubled.

use cards::Value;
use certificate::{Action, RoundedAdvantage, SignalActions, WagerOdds};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use rules::{AgainstBlackjack, AgainstPush, DoubleRule, EvenMoney, Game, Submission};

use super::first_hands::FirstHands;
use super::odds_row::{NO_OUTCOMES, outcome, worth};
use crate::present;

/// Most places of a mean over values that are stated to more places.
const MOST_PLACES: u32 = 9;

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
                format!("{one} House advantage and RTP are given that the hand has it, per unit of its initial wager."),
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

/// The first two cards that are doubled, with all wagers on them: where the player doubles, and where the house does.
///
/// The values of actions are stated to so many places, so a mean has as many as they leave certain.
pub(super) fn doubled(submission: &Submission, actions: &[SignalActions], first: &FirstHands) -> Vec<WagerOdds> {
    let Some(rule) = &submission.game.double else { return Vec::new() };
    let clauses = rules::cited(&rule.clauses);
    if submission.game.switch.is_some() {
        let given = format!(
            "Hands that are doubled{clauses}. Not given: the certificate values the actions of each hand as if it were alone, and after a \
             switch the cards of the other hand are no chance cards."
        );
        return vec![worth("Initial and double wager", Vec::new(), None, given)];
    }
    let by_house = [(false, "Initial and double wager"), (true, "Initial wager, doubled by the house")];
    let rows = by_house.into_iter().filter_map(|(is_free, name)| {
        let (often, rounded) = mean(rule, is_free, actions, first)?;
        let whose = if is_free {
            "The house gives the double wager, which wins and cannot lose; per unit of the initial wager."
        } else {
            "Initial and double wager together, per unit of both."
        };
        let given = format!(
            "Hands whose first two cards composition-dependent play (CDZ-) doubles{clauses}: {} of all hands. {whose} Rounded, because the \
             values of actions that it follows from are. {NO_OUTCOMES}",
            cards::decimal(&often, 6)
        );
        Some(WagerOdds { rounded: Some(rounded), ..worth(name, Vec::new(), None, given) })
    });
    rows.collect()
}

/// How often such hands are doubled, and what the mean wager on them loses.
fn mean(
    rule: &DoubleRule,
    is_free: bool,
    actions: &[SignalActions],
    first: &FirstHands,
) -> Option<(BigRational, RoundedAdvantage)> {
    let whole = |number: i64| BigRational::from_integer(number.into());
    let (mut often, mut made, mut won) = (BigRational::zero(), BigRational::zero(), BigRational::zero());
    for signal in actions {
        let initial = if signal.attack == Some(true) { 2 } else { 1 };
        for hand in signal.hands.iter().filter(|hand| hand.best == Action::Double) {
            let cards = hand.hand.split(',').map(str::parse).collect::<Result<Vec<Value>, _>>().ok()?;
            if is_given(rule, &cards) != is_free {
                continue;
            }
            let share = first.share(signal.up.parse().ok()?, &signal.signal, &cards.into_iter().collect());
            won += &share * present::decimal_value(hand.values.get(&Action::Double)?)?;
            made += &share * whole(if is_free { initial } else { 2 * initial });
            often += share;
        }
    }
    if made.is_zero() {
        return None;
    }
    // A value is rounded by half a unit of its last place, and no wager on a hand is less than one.
    let error = BigRational::new(1.into(), BigInt::from(10).pow(certificate::STATED_PLACES) * 2);
    let ev = won / made;
    let places = (0..=MOST_PLACES).rev().find(|&places| {
        let [low, high] = [&ev - &error, &ev + &error].map(|end| cards::decimal(&end, places));
        low == high
    })?;
    let rounded = RoundedAdvantage {
        house_advantage: cards::decimal(&-&ev, places),
        rtp: cards::decimal(&(BigRational::one() + &ev), places),
    };
    Some((often, rounded))
}

/// Whether the house gives the double wager on two cards.
fn is_given(rule: &DoubleRule, cards: &[Value]) -> bool {
    let hard: u8 = cards.iter().map(|card| card.hard_points()).sum();
    let is_soft = cards.contains(&Value::ACE);
    rule.free_hard_totals.is_some_and(|[low, high]| !is_soft && low <= hard && hard <= high)
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

    #[test]
    fn the_house_gives_doubles_on_its_totals_of_two_hard_cards() {
        let rule = submission("free-bet/6-decks.toml").game.double.expect("a double");
        let is_given = |cards: [&str; 2]| super::is_given(&rule, &cards.map(|card| card.parse().expect("a card")));
        assert!(is_given(["4", "5"]) && is_given(["5", "6"]));
        assert!(!is_given(["A", "8"]) && !is_given(["4", "4"]) && !is_given(["2", "T"]));
    }
}
