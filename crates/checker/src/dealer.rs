//! How the dealer's hand ends, card by card.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::ops::{AddAssign, Mul, Range};
use std::rc::Rc;

use num_bigint::BigInt;
use num_traits::One;
use rules::{DealerRule, Game, Soft17};
use rustc_hash::FxHashMap;

use crate::hands::{Counts, NATURAL_VALUES, VALUES};
use crate::refusal::Refusal;
use crate::signal_case::SignalCase;

/// Ends of the dealer's hand: totals 17 to 26, and a blackjack.
pub(crate) const ENDS: usize = 11;
/// The end that is a blackjack.
pub(crate) const BLACKJACK: usize = 10;

/// Ordered draws of the dealer's cards that lead to each end.
pub(crate) type DealerDistribution = [u128; ENDS];

/// The dealer's total at this end; none for a blackjack.
pub(crate) fn total(end: usize) -> Option<u8> {
    (end != BLACKJACK).then_some(17 + end as u8)
}

/// A set of cards drawn beside the up card.
#[derive(Debug)]
struct State {
    size: usize,
    /// How the hand is finished, if it is.
    end: Option<usize>,
    /// Where its draws are in [`Dealer::draws`].
    draws: Range<usize>,
}

/// One more card: its value, how many of it are drawn already, and the state it leads to.
#[derive(Debug)]
struct Draw {
    value: u8,
    drawn: u8,
    to: u32,
}

/// The dealer's hand under one up card and signal as a graph of the sets of cards drawn, smaller sets first.
#[derive(Debug)]
pub(crate) struct Dealer {
    states: Vec<State>,
    draws: Vec<Draw>,
    /// Hole cards with the states they lead to.
    holes: Vec<(usize, usize)>,
    /// Most cards drawn, hole card included.
    pub(crate) most_draws: usize,
    walk: Walk,
}

/// The same graph as it is walked to count: finished hands that end alike after as many cards are one place.
#[derive(Debug)]
struct Walk {
    /// Hole cards with the places they lead to.
    holes: Vec<(usize, usize)>,
    /// Of every hand that draws: how many cards it has, and where its steps end. Its place is its index.
    open: Vec<(usize, usize)>,
    steps: Vec<Step>,
    /// Ends and numbers of cards of the places after those.
    ended: Vec<(usize, usize)>,
    /// Values of cards with how many of them are drawn already, for the steps.
    drawn: Vec<(usize, u16)>,
    /// Whether no count beside any set of cards is above 64 bits.
    is_narrow: bool,
}

/// One more card: the place in [`Walk::drawn`], and the place it leads to.
#[derive(Debug, Clone, Copy)]
struct Step {
    card: u16,
    to: u32,
}

/// A number of ordered draws.
trait WayCount: Copy + From<u16> + Mul<Output = Self> + AddAssign + PartialEq {
    const NONE: Self;
}

impl WayCount for u64 {
    const NONE: Self = 0;
}

impl WayCount for u128 {
    const NONE: Self = 0;
}

impl Walk {
    fn new(states: &[State], draws: &[Draw], holes: &[(usize, usize)], shoe: &Counts) -> Self {
        let mut ended: Vec<(usize, usize)> =
            states.iter().filter_map(|state| state.end.map(|end| (end, state.size))).collect();
        ended.sort_unstable();
        ended.dedup();
        let number = states.iter().filter(|state| state.end.is_none()).count();
        let mut first = 0;
        let places: Vec<usize> = states
            .iter()
            .map(|state| match state.end {
                Some(end) => number + ended.partition_point(|one| *one < (end, state.size)),
                None => {
                    first += 1;
                    first - 1
                }
            })
            .collect();
        let mut drawn: Vec<(usize, u16)> =
            draws.iter().map(|draw| (usize::from(draw.value), u16::from(draw.drawn))).collect();
        drawn.sort_unstable();
        drawn.dedup();
        let (mut open, mut steps) = (Vec::new(), Vec::new());
        for state in states.iter().filter(|state| state.end.is_none()) {
            steps.extend(draws[state.draws.clone()].iter().map(|draw| Step {
                card: drawn.partition_point(|one| *one < (draw.value.into(), draw.drawn.into())) as u16,
                to: places[draw.to as usize] as u32,
            }));
            open.push((state.size, steps.len()));
        }
        let holes = holes.iter().map(|&(hole, state)| (hole, places[state])).collect();
        let mut walk = Self { holes, open, steps, ended, drawn, is_narrow: false };
        let unseen = shoe.iter().map(|&count| usize::from(count)).sum();
        let longest = states.iter().map(|state| state.size).max().unwrap_or(0);
        // Fewer cards have fewer ways, so what no count exceeds here, none exceeds beside others.
        if falling(unseen, longest).bits() <= 127 {
            let most = walk.ways::<u128>(shoe).unwrap_or_default().into_iter().max();
            walk.is_narrow = most.is_some_and(|most| most <= u64::MAX.into());
        }
        walk
    }

    /// The ordered ways to every place beside the up card, if the dealer finds a card whenever he draws.
    #[inline]
    fn ways<N: WayCount>(&self, left: &Counts) -> Option<Vec<N>> {
        let mut ways = vec![N::NONE; self.open.len() + self.ended.len()];
        for &(hole, place) in &self.holes {
            ways[place] += N::from(left[hole]);
        }
        let unseen: usize = left.iter().map(|&count| usize::from(count)).sum();
        let of_card: Vec<N> =
            self.drawn.iter().map(|&(value, drawn)| N::from(left[value].saturating_sub(drawn))).collect();
        let mut begin = 0;
        for (place, &(size, end)) in self.open.iter().enumerate() {
            let here = ways[place];
            if here != N::NONE {
                if unseen == size {
                    return None;
                }
                for step in &self.steps[begin..end] {
                    ways[step.to as usize] += here * of_card[usize::from(step.card)];
                }
            }
            begin = end;
        }
        Some(ways)
    }

    /// Tells of every end and number of cards in how many ordered ways they come about.
    fn each<N: WayCount + Into<u128>>(&self, left: &Counts, mut tell: impl FnMut(usize, usize, u128)) -> Option<()> {
        let ways = self.ways::<N>(left)?;
        for (&(end, size), &ways) in self.ended.iter().zip(&ways[self.open.len()..]) {
            tell(end, size, ways.into());
        }
        Some(())
    }
}

impl Dealer {
    /// The hand under an up card, its hole card being one of these.
    ///
    /// `shoe` are all cards beside the up card; no state draws more of a value than it holds.
    pub(crate) fn new(game: &Game, up: usize, holes: &[usize], shoe: &Counts) -> Self {
        let mut index: BTreeMap<(usize, Counts), usize> = BTreeMap::new();
        let mut order: Vec<Counts> = Vec::new();
        let mut find = |order: &mut Vec<Counts>, cards: Counts| {
            let size: usize = cards.iter().map(|&count| usize::from(count)).sum();
            *index.entry((size, cards)).or_insert_with(|| {
                order.push(cards);
                order.len() - 1
            })
        };
        let with = |mut cards: Counts, value: usize| {
            cards[value] += 1;
            cards
        };
        let holes: Vec<(usize, usize)> =
            holes.iter().map(|&hole| (hole, find(&mut order, with([0; VALUES], hole)))).collect();
        let mut states = Vec::new();
        let mut draws = Vec::new();
        let mut most_draws = 1;
        // A state is found when a smaller one is looked at, so states stand in order of size.
        while let Some(&drawn) = order.get(states.len()) {
            let size: usize = drawn.iter().map(|&count| usize::from(count)).sum();
            most_draws = most_draws.max(size);
            let end = end(game, &with(drawn, up));
            let first = draws.len();
            for value in (0..VALUES).filter(|&value| end.is_none() && drawn[value] < shoe[value]) {
                let to = find(&mut order, with(drawn, value)) as u32;
                draws.push(Draw { value: value as u8, drawn: drawn[value] as u8, to });
            }
            states.push(State { size, end, draws: first..draws.len() });
        }
        let walk = Walk::new(&states, &draws, &holes, shoe);
        Self { states, draws, holes, most_draws, walk }
    }

    /// Which ends the hand can have.
    pub(crate) fn ends(&self) -> [bool; ENDS] {
        let mut ends = [false; ENDS];
        self.states.iter().filter_map(|state| state.end).for_each(|end| ends[end] = true);
        ends
    }

    /// Every finished hand: the cards drawn beside the up card, its end, and the number of orders in which it is drawn.
    pub(crate) fn finished(&self) -> Vec<(Counts, usize, u64)> {
        let mut drawn: Vec<(Counts, u64)> = vec![([0; VALUES], 0); self.states.len()];
        for &(hole, state) in &self.holes {
            drawn[state].0[hole] = 1;
            drawn[state].1 += 1;
        }
        let mut finished = Vec::new();
        for (at, state) in self.states.iter().enumerate() {
            let (cards, orders) = drawn[at];
            if let Some(end) = state.end {
                finished.push((cards, end, orders));
            }
            for draw in &self.draws[state.draws.clone()] {
                let to = &mut drawn[draw.to as usize];
                to.0 = cards;
                to.0[usize::from(draw.value)] += 1;
                to.1 += orders;
            }
        }
        finished
    }

    /// The ordered ways in which the next `draws` cards of these lead to each end, the hole card being one of the signal's.
    ///
    /// # Errors
    /// If the dealer may find no card to draw.
    pub(crate) fn distribution(&self, left: &Counts, draws: usize) -> Result<DealerDistribution, Refusal> {
        let mut distribution = [0; ENDS];
        self.walk(left, draws, |end, _, ways| distribution[end] += ways)?;
        Ok(distribution)
    }

    /// The same by number of the dealer's cards too, up card and hole card included.
    ///
    /// # Errors
    /// As [`Dealer::distribution`].
    pub(crate) fn finished_distribution(
        &self,
        left: &Counts,
        draws: usize,
    ) -> Result<BTreeMap<(usize, usize), u128>, Refusal> {
        let mut distribution = BTreeMap::new();
        self.walk(left, draws, |end, drawn, ways| *distribution.entry((end, drawn + 1)).or_default() += ways)?;
        Ok(distribution)
    }

    /// Tells of every finished hand: its end, how many cards were drawn beside the up card, and the ways of the next `draws`.
    #[inline]
    fn walk(&self, left: &Counts, draws: usize, mut finish: impl FnMut(usize, usize, u128)) -> Result<(), Refusal> {
        let unseen: usize = left.iter().map(|&count| usize::from(count)).sum();
        if unseen < draws {
            return Err(Refusal::not_checkable("a shoe of so few cards"));
        }
        // Cards nobody looks at fill every hand up to the same number.
        let mut rest = vec![1_u128; draws + 1];
        for drawn in (0..draws).rev() {
            rest[drawn] = rest[drawn + 1] * (unseen - drawn) as u128;
        }
        let tell = |end, size, ways: u128| {
            if ways > 0 {
                finish(end, size, ways * rest[size]);
            }
        };
        let told =
            if self.walk.is_narrow { self.walk.each::<u64>(left, tell) } else { self.walk.each::<u128>(left, tell) };
        told.ok_or_else(|| Refusal::not_checkable("a shoe that a round can use up"))
    }
}

/// The dealer's hand under one up card and signal, with what is known of how it ends; for every game whose dealer draws alike.
#[derive(Debug, Clone)]
pub(crate) struct Dealing {
    pub(crate) dealer: Rc<Dealer>,
    /// By cards gone.
    pub(crate) distributions: Rc<RefCell<FxHashMap<u128, DealerDistribution>>>,
}

impl Dealing {
    /// As [`Dealer::new`].
    pub(crate) fn new(game: &Game, case: &SignalCase) -> Self {
        Self { dealer: Rc::new(Dealer::new(game, case.up, &case.holes, &case.left)), distributions: Rc::default() }
    }
}

/// Dealers' hands that have been met, for rounds that differ in other rules.
#[derive(Debug, Clone, Default)]
pub(crate) struct Dealings(Rc<RefCell<VecDeque<(Met, Dealing)>>>);

/// The dealer's rule, up card, hole cards, and all cards beside the up card.
type Met = (DealerRule, usize, Vec<usize>, Counts);

/// How many are kept, those that were met last.
const MOST_KEPT: usize = 48;

impl Dealings {
    /// As [`Dealing::new`].
    pub(crate) fn dealing(&self, game: &Game, case: &SignalCase) -> Dealing {
        let met = (game.dealer.clone(), case.up, case.holes.clone(), case.left);
        let mut all = self.0.borrow_mut();
        if let Some((_, dealing)) = all.iter().find(|(other, _)| *other == met) {
            return dealing.clone();
        }
        let dealing = Dealing::new(game, case);
        all.push_front((met, dealing.clone()));
        all.truncate(MOST_KEPT);
        dealing
    }
}

/// How a dealer's hand of two or more cards ends; `None` if it draws.
pub(crate) fn end(game: &Game, cards: &Counts) -> Option<usize> {
    let size: u16 = cards.iter().sum();
    let [ace, ten] = NATURAL_VALUES;
    if size == 2 && cards[ace] == 1 && cards[ten] == 1 {
        return Some(BLACKJACK);
    }
    let rule = &game.dealer;
    let mut total: u8 = (1..).zip(cards).map(|(points, &count)| points * count as u8).sum();
    let mut soft = false;
    for _ in 0..cards[ace] {
        if total + 10 <= rule.ace_limit {
            total += 10;
            soft = true;
        }
    }
    let stands = total > 17 || (total == 17 && !(soft && rule.soft_17 == Soft17::Hit));
    stands.then(|| usize::from(total - 17))
}

/// n(n-1)…(n-k+1), zero if k is more than n.
pub(crate) fn falling(n: usize, k: usize) -> BigInt {
    (0..k).fold(BigInt::one(), |product, at| product * n.saturating_sub(at))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use cards::{Composition, Value};
    use num_rational::BigRational;
    use num_traits::Zero;

    use super::*;
    use crate::dealer_outcomes;

    /// In both widths as another recursion finds it, from the full shoe and given cards removed.
    #[test]
    fn ends_are_those_of_the_outcomes() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses/pa-685a-down-under/6-decks.toml");
        for ace in ["literal", "customary"] {
            let set = [rules::Override::new("readings.dealer-ace", ace)];
            let submission = rules::Submission::load(&path, &set).expect("an analysis");
            let game = &submission.game;
            for gone in [[0; VALUES], [3, 1, 0, 2, 0, 0, 1, 0, 4, 5]] {
                for row in dealer_outcomes(&submission, &Composition::new(gone)).expect("a shoe with room") {
                    let full = *submission.shoe.without(row.up).expect("the up card").counts();
                    let left: Counts = std::array::from_fn(|value| full[value] - gone[value]);
                    let unseen = left.iter().map(|&count| usize::from(count)).sum();
                    let holes: Vec<usize> = row.holes.iter().copied().map(Value::index).collect();
                    let mut dealer = Dealer::new(game, row.up.index(), &holes, &full);
                    assert!(dealer.walk.is_narrow);
                    let draws = dealer.most_draws;
                    let distribution = dealer.distribution(&left, draws).expect("a distribution");
                    dealer.walk.is_narrow = false;
                    assert_eq!(dealer.distribution(&left, draws), Ok(distribution));
                    let mut outcomes = [(); 8].map(|()| BigRational::zero());
                    for (end, ways) in distribution.into_iter().enumerate() {
                        let place = match total(end) {
                            None => 7,
                            Some(total) => usize::from(total - 17).min(6),
                        };
                        outcomes[place] += BigRational::new(ways.into(), falling(unseen, draws)) / &row.probability;
                    }
                    assert_eq!(outcomes, row.outcomes, "{} {}", row.up, row.signal);
                }
            }
        }
    }

    /// So many cards that no count fits any width: nothing is counted, and nothing overflows.
    #[test]
    fn a_huge_shoe_is_no_narrow_one() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses/plain-blackjack/6-decks.toml");
        let submission = rules::Submission::load(&path, &[]).expect("an analysis");
        let dealer = Dealer::new(&submission.game, 1, &[0, 1, 2], &[6000; VALUES]);
        assert!(!dealer.walk.is_narrow);
    }
}
