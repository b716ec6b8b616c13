//! The mean square of a round's net result, hand by hand and pair of hands by pair of hands, as a polynomial in the cards that decide it.
//!
//! (Σ Xᵢ)² = Σ Xᵢ² + 2 Σ XᵢXⱼ. Beside two hands of a split nothing need be known of the others but how often is split, as beside one (`hand_means.rs`). A second card that is not of the pair's value,
//! and that nobody looks at besides, is any card less one of that value: so what is known of other hands is how many cards of the pair they hold, with signs.

use std::collections::BTreeMap;

use super::classes::Classes;
use super::hand_means::one_card;
use super::hands::{Hands, Settled, Told};
use super::terms::{Terms, product};
use crate::dealer::ENDS;
use crate::hands::VALUES;
use crate::refusal::Refusal;

/// The first hand of a split with a second card of another value than the pair's, and with any; then a later hand with either.
const LOOKED_AT: usize = 4;

/// Signed numbers of ways, by how many cards of the pair's value are known beside the hands that are looked at.
type SignedWays = Vec<i64>;

/// Some hands of a split, none, one or two of which are looked at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct PairPart {
    none: SignedWays,
    one: [SignedWays; LOOKED_AT],
    /// By both, the lower first.
    two: [[SignedWays; LOOKED_AT]; LOOKED_AT],
}

/// Net results and squares of rounds under one signal, for classes of the dealer's ends.
pub(crate) struct RoundMoments {
    /// The class of each end.
    pub(crate) class: [usize; ENDS],
    /// The net result in units, and its square.
    pub(crate) moments: [Terms; 2],
}

impl RoundMoments {
    /// No squares.
    pub(super) fn of_net(net: Terms) -> Self {
        let squares = Terms { ends: ENDS, ..Terms::default() };
        Self { class: std::array::from_fn(|end| end), moments: [net, squares] }
    }
}

/// What a hand of a split comes to, for each way to look at it.
struct Looked {
    net: [Terms; LOOKED_AT],
    square: [Terms; LOOKED_AT],
}

fn times(one: &[i64], other: &[i64]) -> SignedWays {
    let mut all = vec![0; (one.len() + other.len()).saturating_sub(1)];
    for (at, a) in one.iter().enumerate() {
        other.iter().enumerate().for_each(|(more, b)| all[at + more] += a * b);
    }
    all
}

/// Adds them with so many cards of the pair's value more.
fn add(sum: &mut SignedWays, more: &[i64], cards: usize) {
    if !more.is_empty() {
        sum.resize(sum.len().max(more.len() + cards), 0);
        more.iter().enumerate().for_each(|(at, ways)| sum[at + cards] += ways);
    }
}

impl PairPart {
    /// One hand; `place` is among those of [`LOOKED_AT`].
    fn hand(place: usize, is_other: bool) -> Self {
        let mut part = Self { none: if is_other { vec![1, -1] } else { vec![1] }, ..Self::default() };
        part.one[place] = vec![1];
        part
    }

    fn nobody() -> Self {
        Self { none: vec![1], ..Self::default() }
    }

    fn add(&mut self, more: &Self, cards: usize) {
        add(&mut self.none, &more.none, cards);
        for low in 0..LOOKED_AT {
            add(&mut self.one[low], &more.one[low], cards);
            (low..LOOKED_AT).for_each(|high| add(&mut self.two[low][high], &more.two[low][high], cards));
        }
    }

    fn product(&self, other: &Self) -> Self {
        let mut all = Self { none: times(&self.none, &other.none), ..Self::default() };
        for low in 0..LOOKED_AT {
            add(&mut all.one[low], &times(&self.one[low], &other.none), 0);
            add(&mut all.one[low], &times(&self.none, &other.one[low]), 0);
            for high in low..LOOKED_AT {
                let two = &mut all.two[low][high];
                add(two, &times(&self.two[low][high], &other.none), 0);
                add(two, &times(&self.none, &other.two[low][high]), 0);
                add(two, &times(&self.one[low], &other.one[high]), 0);
                if low != high {
                    add(two, &times(&self.one[high], &other.one[low]), 0);
                }
            }
        }
        all
    }
}

/// One hand, and so many others that have one card each, while so many splits are left.
fn hand_and_others(is_later: bool, others: usize, splits: usize, known: &mut Known) -> PairPart {
    let mut sum = PairPart::default();
    // It has been split so often before it keeps its second card; once no split is left it keeps any.
    for made in 0..=splits {
        let is_other = made < splits;
        let hand = PairPart::hand(2 * usize::from(is_later) + usize::from(!is_other), is_other);
        sum.add(&hand.product(&waiting(others + made, splits - made, known)), made);
    }
    sum
}

/// By hands that wait and splits that are left.
type Known = BTreeMap<(usize, usize), PairPart>;

fn waiting(hands: usize, splits: usize, known: &mut Known) -> PairPart {
    if hands == 0 {
        return PairPart::nobody();
    }
    if let Some(part) = known.get(&(hands, splits)) {
        return part.clone();
    }
    let part = hand_and_others(true, hands - 1, splits, known);
    known.insert((hands, splits), part.clone());
    part
}

impl Hands<'_> {
    /// Mean net results of a round, and mean squares if they are asked for. `unsplit` are the hands that are not split, by what is told of them.
    ///
    /// # Errors
    /// For hands of too many cards, and where a late blackjack looks for live hands.
    pub(super) fn moments(
        &self,
        unsplit: impl Fn(&Self) -> [Settled; 2],
        squares: bool,
    ) -> Result<RoundMoments, Refusal> {
        if self.round.blackjack_looks_for_live_hands() {
            return Err(Refusal::not_checkable("a late blackjack that looks for live hands, by count"));
        }
        let [of_net, of_squares] = [Told::Mean, Told::Square].map(|told| Self { told, ..*self });
        let hands = unsplit(&of_net);
        let net = of_net.means(&hands)?;
        if squares { of_net.with_squares((&hands, &unsplit(&of_squares)), &net) } else { Ok(RoundMoments::of_net(net)) }
    }

    fn with_squares(
        &self,
        (unsplit, of_squares): (&[Settled], &[Settled]),
        net: &Terms,
    ) -> Result<RoundMoments, Refusal> {
        let field = self.field();
        let pairs: Vec<usize> = (0..VALUES).filter(|&pair| self.play.split[pair]).collect();
        let looked: Vec<Looked> = pairs.iter().map(|&pair| self.looked(pair)).collect();
        let [nets, squares]: [Vec<Terms>; 2] =
            [unsplit, of_squares].map(|all| all.iter().map(|settled| self.unmarked(settled)).collect());
        let of_hands = looked.iter().flat_map(|looked| looked.net.iter().chain(&looked.square));
        let all: Vec<&Terms> = nets.iter().chain(&squares).chain([net]).chain(of_hands).collect();
        let classes = Classes::new(&all, false);
        let in_classes = |terms: &Terms| terms.at_ends(&classes.ends);
        let mut square = Terms { ends: classes.number(), ..Terms::default() };
        for terms in &squares {
            square = square.plus(field, &in_classes(terms));
        }
        for (&pair, looked) in pairs.iter().zip(&looked) {
            let [nets, squares] = [&looked.net, &looked.square].map(|all| all.each_ref().map(in_classes));
            square = square.plus(field, &self.squares(pair, (&nets, &squares))?);
        }
        Ok(RoundMoments { class: classes.class, moments: [in_classes(net), square] })
    }

    fn looked(&self, pair: usize) -> Looked {
        let places = [self.round.pay.first(pair), self.round.pay.later(pair)];
        let of = |told: Told| {
            let hands = Hands { told, ..*self };
            std::array::from_fn(|place| {
                hands.net_of(places[place / 2], pair, |second| place % 2 == 1 || second != pair)
            })
        };
        Looked { net: of(Told::Mean), square: of(Told::Square) }
    }

    /// The squares of all hands of a split together.
    fn squares(&self, pair: usize, (nets, squares): (&[Terms], &[Terms])) -> Result<Terms, Refusal> {
        let field = self.field();
        let mut sum = Terms { ends: nets[0].ends, ..Terms::default() };
        let Some(rule) = &self.round.game.split else { return Ok(sum) };
        let splits = usize::from(rule.most_hands(pair)).saturating_sub(2);
        let part = hand_and_others(false, 1, splits, &mut Known::new());
        let card = one_card(pair);
        // Both cards of the pair are dealt.
        let with = |terms: &Terms, ways: &[i64], times: i64| {
            let ways = ways.iter().enumerate().filter(|(_, ways)| **ways != 0);
            let all = ways.map(|(cards, ways)| terms.times(field, cards as u64 * card, field.of_signed(ways * times)));
            all.fold(Terms { ends: terms.ends, ..Terms::default() }, |sum, more| sum.plus(field, &more))
        };
        for low in 0..LOOKED_AT {
            sum = sum.plus(field, &with(&squares[low], &part.one[low], 1));
            let mut beside = Terms { ends: sum.ends, ..Terms::default() };
            for (net, ways) in nets.iter().zip(&part.two[low]).skip(low) {
                beside = beside.plus(field, &with(net, ways, 2));
            }
            if !beside.keys.is_empty() {
                sum = sum.plus(field, &product(field, &nets[low], &beside)?);
            }
        }
        Ok(sum.times(field, 2 * card, field.one()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fifth of all cards are of the pair's value, whatever was dealt before.
    const PAIR: f64 = 0.2;

    /// The first hand stands apart, and two later ones are told apart by nothing.
    #[derive(Clone, Copy)]
    struct Dealt {
        first_with_pair: f64,
        first_with_other: f64,
        later_with_pair: f64,
        later_with_other: f64,
    }

    /// Mean and mean square of the sum of what all hands come to, dealt card by card. `waiting` hands have one card each, and the first waits if `first`.
    fn dealt(of: Dealt, first: bool, waiting: usize, splits: usize, sum: f64) -> [f64; 2] {
        if !first && waiting == 0 {
            return [sum, sum * sum];
        }
        let (with_pair, with_other) =
            if first { (of.first_with_pair, of.first_with_other) } else { (of.later_with_pair, of.later_with_other) };
        let rest = if first { waiting } else { waiting - 1 };
        let other = dealt(of, false, rest, splits, sum + with_other);
        let pair = if splits > 0 {
            // The hand has one card again, and so has the new one.
            if first {
                dealt(of, true, waiting + 1, splits - 1, sum)
            } else {
                dealt(of, false, waiting + 1, splits - 1, sum)
            }
        } else {
            dealt(of, false, rest, 0, sum + with_pair)
        };
        [0, 1].map(|power| PAIR * pair[power] + (1.0 - PAIR) * other[power])
    }

    #[test]
    fn hands_and_pairs_of_hands_are_those_of_every_deal() {
        let of = Dealt { first_with_pair: 3.0, first_with_other: -2.0, later_with_pair: 0.5, later_with_other: 7.0 };
        let value = |ways: &SignedWays| ways.iter().rev().fold(0.0, |sum, &ways| sum * PAIR + ways as f64);
        for splits in 0..3 {
            let part = hand_and_others(false, 1, splits, &mut Known::new());
            let nets = [(of.first_with_pair, of.first_with_other), (of.later_with_pair, of.later_with_other)];
            let moment = |power: i32| {
                nets.map(|(pair, other)| {
                    let other = (1.0 - PAIR) * other.powi(power);
                    [other, other + PAIR * pair.powi(power)]
                })
                .concat()
            };
            let (mean, square) = (moment(1), moment(2));
            let (mut means, mut squares) = (0.0, 0.0);
            for low in 0..LOOKED_AT {
                means += value(&part.one[low]) * mean[low];
                squares += value(&part.one[low]) * square[low];
                squares += (low..LOOKED_AT)
                    .map(|high| 2.0 * value(&part.two[low][high]) * mean[low] * mean[high])
                    .sum::<f64>();
            }
            let expected = dealt(of, true, 1, splits, 0.0);
            assert!((value(&part.none) - 1.0).abs() < 1e-12);
            assert!((means - expected[0]).abs() < 1e-9, "{splits}: {means} {expected:?}");
            assert!((squares - expected[1]).abs() < 1e-9, "{splits}: {squares} {expected:?}");
        }
    }
}
