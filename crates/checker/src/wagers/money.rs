//! What a wager claims besides its lines, derived again: events apart from the cards, and the wager beside a kept determinant card.

use certificate::{StatedAmount, StatedSeat, StatedWager, StatedWagerEvent};
use num_rational::BigRational;
use num_traits::{One, Zero};
use rules::{CardsPattern, Dealing, Game, LineRule, MeterAmount, OfferedWager};

use super::counted::Counted;
use super::deals::Deal;
use super::inputs::chance_if_offered;
use super::maximum;
use super::offered::not_counted;
use super::paid::outcomes;
use crate::refusal::{Refusal, expect};
use crate::wager_patterns::{is_offered, is_red};

/// Checks everything that is claimed of a wager besides its lines.
///
/// # Errors
/// [`Refusal`] for the first claim that does not hold, is missing or has no place.
pub(crate) fn check(
    here: &str,
    stated: &StatedWager,
    game: &Game,
    offered: &OfferedWager,
    counted: &Counted,
) -> Result<(), Refusal> {
    events(here, &stated.events, offered, counted)?;
    seats(here, &stated.seats, game, offered, counted)?;
    maximum::check(here, stated.maximum.as_ref(), offered)
}

fn expect_amount(what: &str, stated: &StatedAmount, derived: &MeterAmount) -> Result<(), Refusal> {
    expect(&format!("{what}: without the meter"), &stated.fixed, &derived.fixed)?;
    expect(&format!("{what}: per unit of the meter"), &stated.per_unit, &derived.per_meter)
}

/// The mean of what a wager pays, net.
pub(crate) fn expectation(offered: &OfferedWager, counted: &Counted) -> Result<MeterAmount, Refusal> {
    let total = BigRational::from_integer(counted.total.clone());
    let mut mean = MeterAmount::fixed(BigRational::zero());
    for (ways, net) in outcomes(offered, counted)?.into_values() {
        let chance = BigRational::from_integer(ways) / &total;
        mean.fixed += net.fixed * &chance;
        mean.per_meter += net.per_meter * chance;
    }
    Ok(mean)
}

/// The wager with each event in no round and in every round. Its ends are split anew by the chance of the event.
fn events(here: &str, stated: &[StatedWagerEvent], offered: &OfferedWager, counted: &Counted) -> Result<(), Refusal> {
    let rule = &offered.rule;
    let of_event = |line: &LineRule| {
        let event = line.chance.clone().filter(|_| is_offered(rule, line))?;
        Some((line.name.clone(), chance_if_offered(offered, &event)?, event))
    };
    let derived: Vec<(String, BigRational, String)> = rule.lines.iter().filter_map(of_event).collect();
    if derived.len() != stated.len() {
        let message = format!("{here}: {} events are stated, and there are {}", stated.len(), derived.len());
        return Err(Refusal::Table(message));
    }
    for ((line, chance, event), stated) in derived.iter().zip(stated) {
        if (line, event) != (&stated.line, &stated.event) {
            return Err(Refusal::Table(format!("{here}: the event {event} of {line} is missing or out of order")));
        }
        let here = format!("{here}, {line}");
        expect(&format!("{here}: chance if offered"), &stated.chance, chance)?;
        for (what, stated, chance) in [
            ("EV if never offered", &stated.never, &BigRational::zero()),
            ("EV if always offered", &stated.always, chance),
        ] {
            let other =
                |name: &str| if name == event { Some(chance.clone()) } else { super::inputs::chance(offered, name) };
            let split = Counted::with_events(&counted.ends, rule, &other);
            expect_amount(&format!("{here}: {what}"), stated, &expectation(offered, &split)?)?;
        }
    }
    Ok(())
}

/// Seats and colours, in the order of the certificate.
const SEATS: [(&str, bool); 2] = [("first", true), ("others", false)];
const SIDES: [(&str, bool); 2] = [("hearts-and-diamonds", true), ("spades-and-clubs", false)];

/// The wager beside a kept determinant card, from each seat and side.
fn seats(
    here: &str,
    stated: &[StatedSeat],
    game: &Game,
    offered: &OfferedWager,
    counted: &Counted,
) -> Result<(), Refusal> {
    let mut derived: Vec<(&str, &str, [MeterAmount; 2])> = Vec::new();
    if let Some(by) = by_colour(game, offered) {
        for (seat, is_first) in SEATS {
            for (side, is_red) in SIDES {
                let ends = match by {
                    ByColour::Deal => {
                        let mean = beside_determinant(offered, is_first, is_red)?;
                        [mean.clone(), mean]
                    }
                    ByColour::Straights => straights_beside(offered, counted, is_first, is_red)?,
                };
                derived.push((seat, side, ends));
            }
        }
    }
    if derived.len() != stated.len() {
        let message = format!("{here}: {} seats and sides are stated, and there are {}", stated.len(), derived.len());
        return Err(Refusal::Table(message));
    }
    for ((seat, side, [least, most]), stated) in derived.iter().zip(stated) {
        if (*seat, *side) != (&*stated.seat, &*stated.drawn_from) {
            return Err(Refusal::Table(format!(
                "{here}: the seat {seat} and the side of {side} are missing or out of order"
            )));
        }
        let here = format!("{here}, beside a determinant card of {side}, seat {seat}");
        expect_amount(&format!("{here}: least EV"), &stated.least, least)?;
        expect_amount(&format!("{here}: most EV"), &stated.most, most)?;
    }
    Ok(())
}

/// How the colour of a card tells something of a wager.
#[derive(Clone, Copy)]
enum ByColour {
    /// Lines name suits of cards of the deal.
    Deal,
    /// Lines name the suit of an ace of a straight of six cards.
    Straights,
}

/// `None` outside a double shoe, where no line names a suit, and for lines that are not counted by colour.
fn by_colour(game: &Game, offered: &OfferedWager) -> Option<ByColour> {
    if game.shoe.dealing != Dealing::DoubleShoe {
        return None;
    }
    let rule = &offered.rule;
    let lines = || rule.lines.iter().filter(|line| is_offered(rule, line));
    let named =
        |pattern: &Option<CardsPattern>| pattern.iter().flat_map(|one| &one.cards).any(|card| card.suit.is_some());
    let straights = || lines().filter_map(|line| line.straight.as_ref()).filter(|straight| !straight.ace.is_empty());
    if straights().next().is_some() {
        return straights().all(|straight| straight.cards == 6).then_some(ByColour::Straights);
    }
    let on_deal = |line: &LineRule| line.dealer_hand.is_none() && line.straight.is_none() && line.hand.is_none();
    let is_on_deal = rule.match_pays.is_none() && rule.lines.iter().all(on_deal);
    let names_one = lines().any(|line| named(&line.player) || named(&line.with_up) || named(&line.dealer));
    (is_on_deal && names_one && offered.cards.whole_decks().is_some()).then_some(ByColour::Deal)
}

/// A straight of six cards beside a first card of a colour, by Bayes: how much likelier that colour is beside the straight than otherwise.
///
/// The suits of its cards are independent, since play does not look at them and its ranks differ. The first seat's card is the ace of the
/// straight with some probability between nothing and a half, or else tells nothing of the ace. From other seats it is a card that the straight
/// leaves: the number of the colour among its other five cards is summed over.
fn straights_beside(
    offered: &OfferedWager,
    counted: &Counted,
    is_first: bool,
    red: bool,
) -> Result<[MeterAmount; 2], Refusal> {
    let rule = &offered.rule;
    let total = BigRational::from_integer(counted.total.clone());
    let ratio = |n: i64, d: i64| BigRational::new(n.into(), d.into());
    let likelier = |of_colour: bool, ace_comes_first: &BigRational| {
        if is_first {
            let if_first = if of_colour { ratio(2, 1) } else { ratio(0, 1) };
            return (BigRational::one() - ace_comes_first) + ace_comes_first * if_first;
        }
        let cards = i64::from(offered.cards.total());
        let of_straight = [1, 5, 10, 10, 5, 1].into_iter().zip(0..);
        let left = of_straight.map(|(ways, number): (i64, i64)| {
            ratio(ways, 32) * ratio(cards / 2 - i64::from(of_colour) - number, cards - 6)
        });
        left.sum::<BigRational>() * ratio(2, 1)
    };
    let ordinary = expectation(offered, counted)?;
    let mut ends = Vec::new();
    for ace_comes_first in [ratio(0, 1), ratio(1, 2)] {
        let mut ev = ordinary.clone();
        for (at, (line, pay)) in rule.lines.iter().zip(&offered.paytable.pays).enumerate() {
            let Some(straight) = line.straight.as_ref().filter(|one| !one.ace.is_empty() && is_offered(rule, line))
            else {
                continue;
            };
            let ways = counted.ways.iter().filter(|(bits, _)| *bits & 1 << at != 0).map(|(_, ways)| ways);
            let chance = BigRational::from_integer(ways.sum()) / &total;
            let suits = straight.ace.len() as i64;
            let changed: BigRational = straight
                .ace
                .iter()
                .map(|&suit| ratio(1, suits) * likelier(is_red(suit.into()) == red, &ace_comes_first))
                .sum();
            let (more, won) = (chance * (changed - BigRational::one()), rule.returns(pay));
            ev.fixed += won.fixed * &more;
            ev.per_meter += won.per_meter * more;
        }
        ends.push(ev);
    }
    ends.sort_by(|one, other| (&one.per_meter, &one.fixed).cmp(&(&other.per_meter, &other.fixed)));
    let [least, most] = <[MeterAmount; 2]>::try_from(ends).map_err(|_| Refusal::not_checkable("a straight"))?;
    Ok([least, most])
}

/// The expectation of a wager on the deal in a round from a double shoe whose determinant card is kept: of a red or black side, from the
/// seat that gets the card or from another.
///
/// # Errors
/// For a wager that is not counted by the cards of the deal.
pub fn beside_determinant(offered: &OfferedWager, first_seat: bool, red: bool) -> Result<MeterAmount, Refusal> {
    let rule = &offered.rule;
    let finished = |line: &LineRule| line.dealer_hand.is_some();
    let other = rule.match_pays.map(|_| "it is won by matches");
    let other = other.or_else(|| rule.lines.iter().any(finished).then_some("it looks at finished hands"));
    if let Some(why) = not_counted(offered).or(other) {
        return Err(Refusal::Table(format!("wager {} {}: {why}", offered.id, offered.paytable.name)));
    }
    let counted = Deal::new(offered.cards).lines_beside(rule, first_seat, red);
    expectation(offered, &counted)
}
