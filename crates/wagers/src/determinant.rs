//! Wagers of a round from a double shoe whose determinant card is kept: the colour of the first player's first card is known.
//!
//! The determinant card is drawn from one side of the shoe. It is red or black as likely as not. If its colour is that of the
//! side it becomes the first player's first card and the round is dealt from that side; otherwise the round is dealt from the
//! other side, of which nothing is known. So of the rounds for which it is drawn from one side half are as from any shoe, and in
//! the other half the first card is one of the colour, each as likely as another.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;
use rules::{CardsPattern, LineRule, MeterAmount, OfferedWager};

use crate::deal;
use crate::known_card::{Colour, Known, Seat};
use crate::played::PlayedLines;
use crate::result::WagerResult;

/// A wager's expectation beside a kept determinant card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BesideDeterminant {
    /// Whose wager.
    pub seat: Seat,
    /// The colour of the card, and of the side that it is drawn from.
    pub colour: Colour,
    /// The least that it can be; what it is where `most` is the same.
    pub least: MeterAmount,
    /// The most.
    pub most: MeterAmount,
}

impl BesideDeterminant {
    /// The expectation over all rounds for which the determinant card is drawn from the side of its colour: half of them keep it, the
    /// others are as from any shoe.
    pub fn of_all_rounds(&self, other: &MeterAmount) -> [MeterAmount; 2] {
        let half = |one: &BigRational, other: &BigRational| (one + other) / BigInt::from(2);
        [&self.least, &self.most].map(|kept| MeterAmount {
            fixed: half(&kept.fixed, &other.fixed),
            per_meter: half(&kept.per_meter, &other.per_meter),
        })
    }
}

/// Whether a wager has a line on a suit. One that has none pays every deal as the deal in which hearts and spades, diamonds and
/// clubs are exchanged, so that the colour of one card tells nothing of it.
pub fn names_a_suit(wager: &OfferedWager) -> bool {
    let named = |pattern: &Option<CardsPattern>| {
        pattern.as_ref().is_some_and(|pattern| pattern.cards.iter().any(|name| name.suit.is_some()))
    };
    let of_line = |line: &LineRule| {
        let first_three = line.dealer_hand.as_ref().is_some_and(|hand| named(&hand.first_three));
        named(&line.player)
            || named(&line.with_up)
            || named(&line.dealer)
            || first_three
            || line.straight.as_ref().is_some_and(|straight| !straight.ace.is_empty())
    };
    wager.rule.offered_lines(&wager.paytable).any(|(line, _)| of_line(line))
}

/// A wager on the cards of the deal beside a kept determinant card, for every seat and colour; `None` for one that looks at
/// finished hands or names no suit, and from a shoe that is not whole decks, of which no side of a double shoe is made.
pub fn beside_determinant(wager: &OfferedWager) -> Option<Vec<BesideDeterminant>> {
    let on_deal = |line: &LineRule| line.dealer_hand.is_none() && line.straight.is_none() && line.hand.is_none();
    if wager.cards.whole_decks().is_none()
        || wager.rule.match_pays.is_some()
        || !wager.rule.lines.iter().all(on_deal)
        || !names_a_suit(wager)
    {
        return None;
    }
    Some(every(|known| {
        let lines = deal::lines_given(wager, Some(known));
        let expectation = WagerResult::from_lines(wager, lines).expectation();
        [expectation.clone(), expectation]
    }))
}

/// The same of a wager whose lines on a suit are straights of six cards with an ace of it. `result` is its value where the colour
/// is not known, under play that does not look at suits.
///
/// The ace is one of the player's cards, of any suit as likely as of another, unless it is the determinant card itself: then it is of
/// one of the two suits of the colour. It is that card in at most half of the straights that begin with an ace, and it need be in
/// none, so that its part lies between two bounds. From other seats the determinant card is one of those that the straight leaves,
/// whose number of the colour is known once a straight holds an ace of one suit and five cards of any. `None` for other lines.
pub fn straights_beside_determinant(wager: &OfferedWager, result: &WagerResult) -> Option<Vec<BesideDeterminant>> {
    let lines = PlayedLines::new(wager);
    let ends = lines.ends();
    let mut on_suits = Vec::new();
    for end in ends.iter().filter(|end| end.straight.is_some_and(|straight| !straight.ace.is_empty())) {
        let straight = end.straight.filter(|straight| straight.cards == 6)?;
        let line = result.lines.iter().find(|line| line.name == end.name)?;
        let chance = BigRational::new(line.combinations.clone().into(), result.total.clone().into());
        let red = straight.ace.iter().filter(|&&suit| Colour::Red.is_of(suit.into()));
        on_suits.push((red.count(), straight.ace.len(), chance, end.gain.clone()));
    }
    (!on_suits.is_empty()).then_some(())?;
    let cards = i64::from(wager.cards.total());
    let ratio = |n: i64, d: i64| BigRational::new(n.into(), d.into());
    Some(every(|Known { seat, colour }| {
        // How much more likely than usual a straight is with the ace of one suit of the colour, or of another: least and most.
        let factor = |of_colour: bool| match (seat, of_colour) {
            (Seat::First, true) => [ratio(1, 1), ratio(3, 2)],
            (Seat::First, false) => [ratio(1, 1), ratio(1, 2)],
            (Seat::Other, true) => [ratio(cards - 7, cards - 6), ratio(cards - 7, cards - 6)],
            (Seat::Other, false) => [ratio(cards - 5, cards - 6), ratio(cards - 5, cards - 6)],
        };
        let mut ends = [result.expectation(), result.expectation()];
        for (red, suits, chance, gain) in &on_suits {
            let of_colour = if colour == Colour::Red { *red } else { suits - red };
            for (at, end) in ends.iter_mut().enumerate() {
                let share = |of: bool, number: usize| ratio(number as i64, *suits as i64) * &factor(of)[at];
                let more = share(true, of_colour) + share(false, suits - of_colour) - BigRational::one();
                end.fixed += &gain.fixed * chance * &more;
                end.per_meter += &gain.per_meter * chance * &more;
            }
        }
        if ends[0].per_meter > ends[1].per_meter {
            ends.swap(0, 1);
        }
        ends
    }))
}

fn every(mut value: impl FnMut(Known) -> [MeterAmount; 2]) -> Vec<BesideDeterminant> {
    let mut all = Vec::new();
    for seat in [Seat::First, Seat::Other] {
        for colour in Colour::ALL {
            let [least, most] = value(Known { seat, colour });
            all.push(BesideDeterminant { seat, colour, least, most });
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use num_traits::Zero;
    use rules::{Override, Submission};

    use super::*;

    fn ratio(n: i64, d: i64) -> BigRational {
        BigRational::new(n.into(), d.into())
    }

    /// One straight of six in a hundred hands, each suit of its ace as likely: a quarter of them are spades. Seen from another
    /// seat the first card dealt is black with the chance of a card that such a straight leaves, counted here suit by suit.
    #[test]
    fn straights_by_hand() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses/pa-633a-blackjack/1-decks.toml");
        let submission = Submission::load(&path, &[Override::new("options.dealing", "double-shoe")]);
        let submission = submission.expect("a submission");
        let wager = submission.wagers.iter().find(|wager| wager.id == "straight-jack").expect("offered");
        let lines = PlayedLines::new(wager);
        let mut chances = vec![BigRational::zero(); lines.ends().len()];
        (chances[0], chances[1]) = (ratio(1, 400), ratio(3, 400));
        let result = lines.result(&chances, &BigRational::zero());
        assert_eq!(result.per_meter, ratio(1, 400) + ratio(3, 400) * ratio(1, 10));
        let found = straights_beside_determinant(wager, &result).expect("it names suits");
        let of = |seat, colour| found.iter().find(|one| (one.seat, one.colour) == (seat, colour)).expect("all four");

        // The first card is the ace in no straight, or in half of them: then three of eight are spades, or one of eight.
        let share = |spades: BigRational| {
            let rest = ratio(1, 1) - &spades;
            ratio(1, 100) * (spades + rest * ratio(1, 10))
        };
        let black = of(Seat::First, Colour::Black);
        assert_eq!((&black.least.per_meter, &black.most.per_meter), (&share(ratio(1, 4)), &share(ratio(3, 8))));
        let red = of(Seat::First, Colour::Red);
        assert_eq!((&red.least.per_meter, &red.most.per_meter), (&share(ratio(1, 8)), &share(ratio(1, 4))));
        assert_eq!(black.least.fixed, result.fixed, "both lines pay 200 to 1");

        // Other seats: an ace of spades and five cards of any suits leave 46 cards.
        let mut black_left = BigRational::zero();
        for suits in 0..4_u32.pow(5) {
            let black = (0..5).filter(|at| suits / 4_u32.pow(*at) % 4 < 2).count() as i64;
            black_left += ratio(26 - 1 - black, 46) / BigInt::from(4_u32.pow(5));
        }
        // Bayes: a quarter of all straights, times how much likelier than a half a black card is beside them.
        let spades = ratio(1, 400) * &black_left * ratio(2, 1);
        let one = of(Seat::Other, Colour::Black);
        assert_eq!(one.least, one.most);
        assert_eq!(one.least.per_meter.clone() - ratio(1, 1000), &spades * ratio(9, 10));
    }
}
