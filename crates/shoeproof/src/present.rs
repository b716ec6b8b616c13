//! Computed values as the document's claims.

use std::collections::BTreeMap;

use cards::Value;
use certificate::{
    Action, Bracket, ClassResult, Exact, HandClass, Insurance, InsuranceHand, PerfectBracket, Root, Simulation,
    StrategyCell, UpCard,
};
use num_rational::{BigRational, Ratio};
use num_traits::{One, Zero};
use rules::{Cards, Choice, Game, InsuranceRule, NoLiveHand, Submission, SurrenderAfterDouble, SurrenderRule};
use solver::{ChartCell, ChartHand, InsuranceValue, Solution};

use crate::printed::Printed;

pub(crate) fn class_result(solution: &Solution) -> ClassResult {
    ClassResult {
        strategy: solution.strategy.name().to_owned(),
        ev: (&solution.ev).into(),
        house_edge: (&-&solution.ev).into(),
        std_dev: solution.variance.as_ref().map(root),
        element_of_risk: (&solution.element_of_risk()).into(),
        average_wager: (&solution.average_wager).into(),
        by_up_card: up_cards(solution),
        distribution: None,
    }
}

/// What is returned to the player per unit wagered, on average.
pub(crate) fn returned(ev: &BigRational) -> Exact {
    (&(BigRational::one() + ev)).into()
}

/// A decimal of a number whose fraction is too long to show, to as many places as that of an exact number.
pub(crate) fn long_decimal(value: &BigRational) -> String {
    cards::decimal(value, 18)
}

/// The root of a variance, which is never negative.
pub(crate) fn root(variance: &BigRational) -> Root {
    Root::of(variance).unwrap_or_else(|| Root { squared: variance.into(), decimal: String::new() })
}

pub(crate) fn up_cards(solution: &Solution) -> Vec<UpCard> {
    solution
        .ups
        .iter()
        .map(|up| UpCard {
            up: up.up.to_string(),
            probability: (&up.probability).into(),
            attack: up.attack,
            ev: (&up.ev).into(),
            other_attack_ev: up.other_attack_ev.as_ref().map(Into::into),
            signals: up
                .signals
                .iter()
                .map(|signal| certificate::Signal {
                    signal: signal.signal.clone(),
                    holes: signal.holes.iter().map(Value::to_string).collect(),
                    probability: (&signal.probability).into(),
                    ev: (&signal.ev).into(),
                })
                .collect(),
        })
        .collect()
}

pub(crate) fn insurance(submission: &Submission) -> Option<Insurance> {
    let rule = submission.game.insurance.as_ref()?;
    let InsuranceValue { ev_always, optimal_gain, by_hand } = solver::insurance(&submission.game, &submission.shoe)?;
    Some(Insurance {
        offered_on: rule.offered_on.to_string(),
        wins_on: rule.wins_on.to_string(),
        pays: rule.pays.to_string(),
        maximum: rule.maximum.to_string(),
        ev_always: (&ev_always).into(),
        optimal_gain: (&optimal_gain).into(),
        by_hand: by_hand.iter().map(|(hand, ev)| InsuranceHand { hand: hand_name(hand), ev: ev.into() }).collect(),
    })
}

/// Cards joined by commas.
fn hand_name(cards: &[Value]) -> String {
    cards.iter().map(Value::to_string).collect::<Vec<_>>().join(",")
}

pub(crate) fn action(action: solver::Action) -> Action {
    match action {
        solver::Action::Stand => Action::Stand,
        solver::Action::Hit => Action::Hit,
        solver::Action::Double => Action::Double,
        solver::Action::Split => Action::Split,
        solver::Action::Surrender => Action::Surrender,
    }
}

pub(crate) fn strategy_cell(cell: &ChartCell) -> StrategyCell {
    let (class, hand) = match cell.hand {
        ChartHand::Hard(total) => (HandClass::Hard, total.to_string()),
        ChartHand::Soft(total) => (HandClass::Soft, soft_name(total)),
        ChartHand::Pair(value) => (HandClass::Pair, format!("{value},{value}")),
    };
    let [first_two, later, otherwise] = [cell.first_two, cell.later, cell.otherwise].map(|act| act.map(action));
    StrategyCell {
        up: cell.up.to_string(),
        signal: cell.signal.clone(),
        class,
        hand,
        total: cell.total,
        first_two,
        later,
        otherwise,
        code: code(first_two, later, otherwise).to_owned(),
    }
}

/// What EV and house edge of the base game are per unit of.
pub(crate) fn unit(game: &Game) -> &'static str {
    if game.switch.is_some() { "both initial wagers together" } else { "initial wager" }
}

/// A soft total as the field names it: the ace and what is beside it.
pub(crate) fn soft_name(total: u8) -> String {
    let beside = Value::from_index(usize::from(total).saturating_sub(12));
    beside.map_or_else(|| total.to_string(), |value| format!("A,{value}"))
}

/// The name of a row of the chart.
pub(crate) fn row_name(row: ChartHand) -> String {
    match row {
        ChartHand::Hard(total) => total.to_string(),
        ChartHand::Soft(total) => soft_name(total),
        ChartHand::Pair(value) => format!("{value},{value}"),
    }
}

/// The field's code of a cell: its action on the first two cards, or with more where there are none, and what replaces that.
pub(crate) fn code(first_two: Option<Action>, later: Option<Action>, otherwise: Option<Action>) -> &'static str {
    match (first_two.or(later), otherwise) {
        (Some(Action::Hit), _) => "H",
        (Some(Action::Double), Some(Action::Stand)) => "Ds",
        (Some(Action::Double), _) => "Dh",
        (Some(Action::Split), _) => "P",
        (Some(Action::Surrender), Some(Action::Stand)) => "Rs",
        (Some(Action::Surrender), Some(Action::Double)) => "Rd",
        (Some(Action::Surrender), Some(Action::Split)) => "Rp",
        (Some(Action::Surrender), None) if first_two.is_some() => "R",
        (Some(Action::Surrender), _) => "Rh",
        (Some(Action::Stand) | None, _) => "S",
    }
}

pub(crate) fn chosen_switches(choices: &[Choice]) -> Vec<certificate::ChosenSwitch> {
    choices
        .iter()
        .map(|choice| certificate::ChosenSwitch {
            name: choice.switch.name.clone(),
            clauses: choice.switch.clauses.clone(),
            question: choice.switch.question.clone(),
            choice: choice.choice.clone(),
            text: choice.chosen().map(|chosen| chosen.text.clone()).unwrap_or_default(),
            default: choice.choice == choice.switch.default,
        })
        .collect()
}

// Assumptions of docs/assumptions.md, each with its argument in short; that on insurance is in `insurance_in_chips`.
const DOUBLING_FOR_LESS: &str = "A double is taken to be for the full amount that the rules allow; doubling for less never has a higher expected value than both the \
     full double and the hit. Given the cards, the result is linear in the part that is added, so that its best expectation is convex and \
     greatest at an end: at the full double, or at nothing, which is a hit that takes no further card.";
const LESS_IS_NOT_VALUED: &str = "A double is taken to be for the full amount that the rules allow. Under these rules a doubled hand may be given up where a hand that \
     has drawn may not. So a smaller double can be worth more than both the full double and the hit; no smaller one is valued.";
const SUITS_UNSEEN: &str = "Strategies look at the values of cards and not at their suits, though a bonus is paid by suit. Such a bonus counts with its expectation. \
     So every class, perfect play too, is the best of the play that does not look at suits, and both bounds of perfect play are of such play.";
const PAID_BLACKJACK: &str = "A player's blackjack that is paid at once, or that nothing but a dealer's blackjack could change, is no hand for which the dealer draws: \
     its payout is the same whatever the dealer's count becomes. Where the dealer stops drawing once no hand is live, one player at the \
     table is assumed, since another player's live hand would make the dealer draw.";

/// What the figures assume: the design's list, with what it means for this game.
pub(crate) fn assumptions(submission: &Submission, simulation: Option<&Simulation>, has_cut_card: bool) -> Vec<String> {
    let game = &submission.game;
    let measured = has_cut_card || simulation.is_some_and(|simulation| simulation.cut_card.is_some());
    let cover_card = "The cover card, which ends a shoe after a number of cards rather than of rounds, gives rounds with many small \
                      cards a slightly different frequency. That effect is not part of these figures";
    let cards = match submission.decks {
        Some(_) => "a full, randomly ordered shoe",
        None => "the stated cards, which are no number of whole decks, in random order",
    };
    let mut lines = vec![
        format!(
            "The round is the first from {cards}. A strategy that does not look at them is worth the \
             same whatever other players hold, whatever cards were burned, and wherever in the shoe the round begins."
        ),
        if measured { format!("{cover_card}; it is measured beside them.") } else { format!("{cover_card}.") },
        "The shoe holds enough cards for the round; this was checked for every play the rules allow.".to_owned(),
        "The player follows the stated strategy without error and wagers one unit; the dealer follows the procedure."
            .to_owned(),
    ];
    if let Some(rule) = &game.insurance {
        lines.push("Insurance is left out of the base game's EV and reported beside it.".to_owned());
        lines.push(insurance_in_chips(rule, game.second_card()));
    }
    if game.double.is_some() || game.attack.is_some() {
        lines.push(doubling_for_less(game));
    }
    if game.pays_by_suit() {
        lines.push(SUITS_UNSEEN.to_owned());
    }
    if !game.wagers.is_empty() {
        lines.push("Side wagers are valued apart from the base game, per unit of the side wager.".to_owned());
    }
    if game.wagers.values().any(|wager| wager.play.no_live_hand == NoLiveHand::Stops) {
        lines.push(PAID_BLACKJACK.to_owned());
    }
    lines
}

/// The insurance wager as it is valued.
fn insurance_in_chips(rule: &InsuranceRule, second_card: &str) -> String {
    let most = rule.maximum.ratio();
    let (stake, part) = if most == Ratio::new(1, 2) {
        ("half the initial wager".to_owned(), "half")
    } else if most.is_one() {
        ("the initial wager".to_owned(), "that")
    } else {
        (format!("{most} of the initial wager"), "that")
    };
    format!(
        "The insurance wager is taken to be exactly {stake}; where {part} is no whole number of chips, a player who rounds it up to \
         the next chip gains or loses in proportion. The {second_card} alone settles insurance, so that its EV per unit, and the hands that should \
         take it, are the same for every stake."
    )
}

/// What is assumed of doubles for less than the rules allow. None can be worth more than both the full one and the hit if a hand that has drawn
/// can be given up wherever a doubled one can, or if giving up a doubled hand costs the whole bet.
fn doubling_for_less(game: &Game) -> String {
    let doubles_after_split = game.split.is_some() && game.double.as_ref().is_some_and(|double| double.after_split);
    let as_drawn = |rule: &SurrenderRule| rule.cards == Cards::Any && (rule.after_split || !doubles_after_split);
    let given_up = game.surrender.as_ref().filter(|rule| rule.takes_doubled() && !as_drawn(rule));
    let Some(rule) = given_up else { return DOUBLING_FOR_LESS.to_owned() };
    let bets = if rule.after_double == SurrenderAfterDouble::PartOfAll { 2 } else { 1 };
    if rule.loses.ratio() * bets < Ratio::one() {
        return LESS_IS_NOT_VALUED.to_owned();
    }
    format!(
        "{DOUBLING_FOR_LESS} Giving up a doubled hand is taken to cost the whole bet, however little was added to it."
    )
}

/// Whether a value is positive, for a word about the player's advantage.
pub(crate) fn is_positive(value: &BigRational) -> bool {
    value > &BigRational::zero()
}

/// Decimal places of a bracket of perfect play; its house edge in per cent has two fewer.
const BRACKET_PLACES: u32 = 9;

/// A bracket of the EV, each end to [`BRACKET_PLACES`] rounded outwards, with that of the house edge in per cent.
pub(crate) fn perfect_bracket(lower: &BigRational, upper: &BigRational) -> PerfectBracket {
    let between = |low: &BigRational, high: &BigRational, places| Bracket {
        low: cards::decimal_below(low, places),
        high: cards::decimal_above(high, places),
    };
    let percent = |ev: &BigRational| -ev * BigRational::from_integer(100.into());
    PerfectBracket {
        ev: between(lower, upper, BRACKET_PLACES),
        house_edge_percent: between(&percent(upper), &percent(lower), BRACKET_PLACES - 2),
    }
}

/// A decimal rounded to fewer places; the text as it is if it is no number.
pub fn rounded(decimal: &str, places: u32) -> String {
    decimal.parse::<Printed>().map_or_else(|_| decimal.to_owned(), |printed| cards::decimal(&printed.value, places))
}

/// A decimal as a percentage without its sign, rounded; the text as it is if it is no number.
pub fn rounded_percent(decimal: &str, places: u32) -> String {
    let hundred = num_bigint::BigInt::from(100);
    decimal
        .parse::<Printed>()
        .map_or_else(|_| decimal.to_owned(), |printed| cards::decimal(&(printed.value * hundred), places))
}

/// Choices by the name of their option or reading.
pub(crate) fn by_name(choices: &[Choice]) -> BTreeMap<String, String> {
    choices.iter().map(|choice| (choice.switch.name.clone(), choice.choice.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_two_cards_are_given_up_before_the_dealer_looks() {
        assert_eq!(code(Some(Action::Surrender), None, None), "R");
        assert_eq!(code(Some(Action::Surrender), None, Some(Action::Double)), "Rd");
        // A row that two cards of the shoe do not make.
        assert_eq!(code(None, Some(Action::Surrender), None), "Rh");
    }
}
