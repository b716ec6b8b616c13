//! Laws for many sets of cards that differ little, at the least cost.
//!
//! The outcome with the most final hands, nearly always a bust, is not summed: its share is what is left of the case's. And sets that
//! agree in all higher values are summed side by side over the next one.
//!
//! What is summed are ordered ways by numbers of cards drawn, whole numbers that are far smaller than those of a law: from eight decks all fit the
//! 53 bits of a float once the powers of two that divide them are left out. So the sums in floats are exact, and exact laws cost little more
//! than laws in floats.

use cards::Value;
use rustc_hash::FxHashMap;

use super::{COUNTS, Dealer, Level};
use crate::removed::Removed;
use crate::settlement::OUTCOMES;

/// Most by which all probabilities of a case are off together.
///
/// Each outcome that is summed has positive terms alone, so its relative error is at most 2⁻⁵³ for each rounding on the way of a term: 13
/// factors of ordered draws, ten products with them, 47 additions (a value's cards are at most 12 aces, 8 twos, 6 threes … 2 tens), 15 for
/// the denominator, and 13 additions of numbers of cards. That is less than 1.1·10⁻¹⁴, of probabilities that are at most 1 together; what is left has the
/// same error once more, and up to 20 roundings of numbers below 1.
pub(crate) const LAW_ERROR: f64 = 4e-14;

/// Sets of cards that are summed side by side.
const LANES: usize = 4;

/// One number for each of them.
type Lanes = [f64; LANES];

/// A dealer without one outcome's final hands.
#[derive(Debug)]
pub(crate) struct LawRuns {
    dealer: Dealer,
    rest: usize,
    /// The most cards drawn to any final hand, of that outcome too.
    most_draws: u32,
    /// The numbers of bins of each (case × outcome), in their order.
    slots: Vec<(usize, usize)>,
    is_exact: bool,
}

impl LawRuns {
    pub(super) fn new(dealer: &Dealer) -> Self {
        let mut hands_of = [0; OUTCOMES];
        dealer.finals.iter().for_each(|(_, hand)| hands_of[hand.outcome] += 1);
        let rest = (0..OUTCOMES).max_by_key(|&outcome| hands_of[outcome]).unwrap_or(0);
        let finals = dealer.finals.iter().filter(|(_, hand)| hand.outcome != rest).cloned().collect();
        let counted = Dealer::with_finals(dealer.up, dealer.cases.clone(), finals, dealer.most_left);
        let is_exact = sums_are_exact(&counted);
        let slots = counted.bins.chunk_by(|(one, _), (other, _)| one == other).map(|bins| (bins[0].0, bins.len()));
        let slots = slots.collect();
        Self { dealer: counted, rest, most_draws: dealer.most_draws, slots, is_exact }
    }

    /// Whether [`LawRuns::each_exact`] can be asked for.
    pub(crate) fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// Tells the probabilities of each case and outcome once each of these sets of cards is gone; those that cannot be are left out. The sets
    /// must be in their order. `left` are the cards besides the up card; the dealer must always find one.
    ///
    /// The errors of all outcomes of a case together are at most [`LAW_ERROR`].
    pub(crate) fn each_float(
        &self,
        left: &[u32; Value::COUNT],
        keys: &[Removed],
        mut each: impl FnMut(Removed, &[[f64; OUTCOMES]]),
    ) {
        let ace = Value::ACE.index();
        let cases = self.dealer.cases.len();
        let mut lanes = vec![[[0.0; LANES]; OUTCOMES]; cases];
        let mut law = vec![[0.0; OUTCOMES]; cases];
        let mut reciprocals_of: FxHashMap<u32, [f64; COUNTS]> = FxHashMap::default();
        Sums::new(&self.dealer).each(left, keys, |keys, left, bins| {
            let all = left.iter().sum::<u32>();
            let mut tail = [[0.0; LANES]; COUNTS];
            for (lane, key) in keys.iter().enumerate() {
                let unseen = all - key.count(ace);
                let of_unseen = reciprocals_of.entry(unseen).or_insert_with(|| reciprocals(unseen));
                tail.iter_mut().zip(of_unseen).for_each(|(tail, &mut of_unseen)| tail[lane] = of_unseen);
            }
            let of_all = lanes.as_flattened_mut();
            let mut sums = self.dealer.bins.iter().zip(bins);
            for &(slot, bins) in &self.slots {
                let mut of_slot = [0.0; LANES];
                for (&(_, depth), sum) in sums.by_ref().take(bins) {
                    for lane in 0..LANES {
                        of_slot[lane] += sum[lane] * tail[depth % COUNTS][lane];
                    }
                }
                of_all[slot] = of_slot;
            }
            for (lane, &key) in keys.iter().enumerate() {
                for ((law, lanes), case) in law.iter_mut().zip(&lanes).zip(&self.dealer.cases) {
                    *law = std::array::from_fn(|outcome| lanes[outcome][lane]);
                    let of_hole =
                        |hole: Value| left[hole.index()] - if hole == Value::ACE { key.count(ace) } else { 0 };
                    let of_case: f64 = case.holes.values().map(|hole| f64::from(of_hole(hole)) * tail[1][lane]).sum();
                    law[self.rest] = law.iter().fold(of_case, |rest, outcome| rest - outcome);
                }
                each(key, &law);
            }
        });
    }

    /// The same in ordered ways, as [`super::LawWalk::exact`] counts them. All draws of the dealer must be among the cards that each set
    /// leaves; see also [`LawRuns::is_exact`].
    pub(crate) fn each_exact(
        &self,
        left: &[u32; Value::COUNT],
        keys: &[Removed],
        mut each: impl FnMut(Removed, &[[u128; OUTCOMES]]),
    ) {
        let ace = Value::ACE.index();
        let mut law = vec![[0_u128; OUTCOMES]; self.dealer.cases.len()];
        let mut ways_of: FxHashMap<u32, [u128; COUNTS]> = FxHashMap::default();
        Sums::new(&self.dealer).each(left, keys, |keys, left, bins| {
            let all = left.iter().sum::<u32>();
            for (lane, &key) in keys.iter().enumerate() {
                let unseen = all - key.count(ace);
                let tail = ways_of.entry(unseen).or_insert_with(|| ways_to_draw_on(unseen, self.most_draws));
                law.fill([0; OUTCOMES]);
                let laws = law.as_flattened_mut();
                let mut sums = self.dealer.bins.iter().zip(bins);
                for &(slot, bins) in &self.slots {
                    laws[slot] = sums
                        .by_ref()
                        .take(bins)
                        .map(|(&(_, depth), sum)| u128::from(whole(sum[lane])) * tail[depth % COUNTS])
                        .sum();
                }
                for (law, case) in law.iter_mut().zip(&self.dealer.cases) {
                    let of_hole =
                        |hole: Value| left[hole.index()] - if hole == Value::ACE { key.count(ace) } else { 0 };
                    let holes: u32 = case.holes.values().map(of_hole).sum();
                    law[self.rest] = u128::from(holes) * tail[1] - law.iter().sum::<u128>();
                }
                each(key, &law);
            }
        });
    }
}

/// Whether floats hold every number on the way to a sum of ordered ways exactly, and below 2⁶², for all parts of the dealer's shoe.
///
/// All terms are positive and none grows when cards go, so what the whole shoe comes to bounds them. The ordered ways to draw n cards of a
/// value are a multiple of n!, so a sum is a multiple of the greatest power of two that divides all its terms by their orders and those
/// factorials; a float holds every such multiple up to 2⁵³ times the power.
fn sums_are_exact(dealer: &Dealer) -> bool {
    let holds = |most: u128, twos: u32| most <= 1 << (53 + twos).min(62);
    // The most, and how often two divides it.
    let mut sources: Vec<(u128, u32)> =
        dealer.orders.iter().map(|&orders| (u128::from(orders), orders.trailing_zeros())).collect();
    if !sources.iter().all(|&(most, twos)| holds(most, twos)) {
        return false;
    }
    for (value, Level { counts, ends }) in dealer.levels.iter().enumerate().rev() {
        let mut ordered = [(1_u128, 0); COUNTS];
        for drawn in 1..COUNTS as u32 {
            let (ways, _) = ordered[drawn as usize - 1];
            let more = u128::from(dealer.most_left[value].saturating_sub(drawn - 1));
            // Legendre: two divides n! as often as n has more than ones in binary.
            ordered[drawn as usize] = (ways.saturating_mul(more), drawn - drawn.count_ones());
        }
        let drawn = counts.iter().map(|&count| usize::from(count)).max().unwrap_or(0);
        if !ordered[..=drawn].iter().all(|&(most, twos)| holds(most, twos)) {
            return false;
        }
        let mut terms = sources.iter().zip(counts).map(|(&(most, twos), &count)| {
            let (ways, more_twos) = ordered[usize::from(count)];
            (most.saturating_mul(ways), twos + more_twos)
        });
        let mut start = 0;
        let mut targets = Vec::with_capacity(ends.len());
        for &end in ends {
            let some = terms.by_ref().take((end - start) as usize);
            let (most, twos) =
                some.fold((0_u128, u32::MAX), |(all, least), (most, twos)| (all.saturating_add(most), least.min(twos)));
            if !holds(most, twos) {
                return false;
            }
            targets.push((most, twos));
            start = end;
        }
        drop(terms);
        sources = targets;
    }
    true
}

/// A whole number below 2⁶³.
fn whole(number: f64) -> u64 {
    (number as i64).cast_unsigned()
}

/// Sums of ordered ways, for sets that agree in high values side by side.
struct Sums<'a> {
    dealer: &'a Dealer,
    /// By value, what is to be summed over it: the sums over all higher ones, for numbers of the next higher side by side; at last the
    /// orders of the multisets themselves.
    sources: Vec<Vec<Lanes>>,
    bins: Vec<Lanes>,
}

impl<'a> Sums<'a> {
    fn new(dealer: &'a Dealer) -> Self {
        let nothing = |number: usize| vec![[0.0; LANES]; number];
        let mut sources: Vec<Vec<Lanes>> = dealer.levels.iter().map(|level| nothing(level.counts.len())).collect();
        for (source, &orders) in sources.iter_mut().rev().take(1).flatten().zip(&dealer.orders) {
            source[0] = orders as f64;
        }
        Self { dealer, sources, bins: nothing(dealer.bins.len()) }
    }

    /// Tells the sums of each bin for some sets at a time that differ in aces alone, with the cards left once all but their aces are gone. Sets
    /// that cannot be gone are left out.
    fn each(
        &mut self,
        left: &[u32; Value::COUNT],
        keys: &[Removed],
        mut each: impl FnMut(&[Removed], &[u32; Value::COUNT], &[Lanes]),
    ) {
        let mut cards = *left;
        self.descend(Value::COUNT - 1, 0, &mut cards, keys, &mut each);
    }

    /// Sums over the cards of a value, for sets that agree in all higher ones, and goes on to the next lower value. `of_higher` is where the
    /// sums over the higher values are; `left` are the cards of these once the sets are gone, and else before.
    fn descend(
        &mut self,
        value: usize,
        of_higher: usize,
        left: &mut [u32; Value::COUNT],
        keys: &[Removed],
        each: &mut impl FnMut(&[Removed], &[u32; Value::COUNT], &[Lanes]),
    ) {
        let before = left[value];
        if value == Value::ACE.index() {
            let dealt = keys.partition_point(|key| key.count(value) <= before);
            for keys in keys[..dealt].chunks(LANES) {
                let cards = std::array::from_fn(|lane| keys.get(lane).map_or(0, |key| before - key.count(value)));
                self.sum_over_some(value, of_higher, keys.len(), &cards);
                each(keys, left, &self.bins);
            }
            return;
        }
        let alike = keys.chunk_by(|a, b| a.count(value) == b.count(value));
        let mut alike = alike.filter(|keys| keys[0].count(value) <= before);
        loop {
            let mut some: [&[Removed]; LANES] = [&[]; LANES];
            let number = some.iter_mut().zip(&mut alike).map(|(lane, keys)| *lane = keys).count();
            if number == 0 {
                break;
            }
            let cards = some.map(|keys| keys.first().map_or(0, |key| before - key.count(value)));
            self.sum_over_some(value, of_higher, number, &cards);
            for (lane, keys) in some.into_iter().enumerate().take(number) {
                left[value] = cards[lane];
                self.descend(value - 1, lane, left, keys, each);
            }
        }
        left[value] = before;
    }

    fn sum_over_some(&mut self, value: usize, of_higher: usize, number: usize, cards: &[u32; LANES]) {
        match number {
            1 => self.sum_over::<1>(value, of_higher, cards),
            2 => self.sum_over::<2>(value, of_higher, cards),
            _ => self.sum_over::<LANES>(value, of_higher, cards),
        }
    }

    /// Sums over the cards of a value, for so many numbers of them side by side.
    fn sum_over<const LANE: usize>(&mut self, value: usize, of_higher: usize, cards: &[u32; LANES]) {
        let mut ordered = [[0.0; LANE]; COUNTS];
        for (lane, &cards) in cards.iter().enumerate().take(LANE) {
            let mut draws = 1.0;
            for (drawn, ordered) in (0..).zip(&mut ordered) {
                ordered[lane] = draws;
                draws *= f64::from(cards.saturating_sub(drawn));
            }
        }
        let Level { counts, ends } = &self.dealer.levels[value];
        let (lower, sources) = self.sources.split_at_mut(value);
        let (targets, sources) = (lower.last_mut().unwrap_or(&mut self.bins), &sources[0]);
        let mut terms = sources.iter().zip(counts);
        let mut start = 0;
        for (target, &end) in targets.iter_mut().zip(ends) {
            let sum = sum_of(terms.by_ref().take((end - start) as usize), of_higher, &ordered);
            start = end;
            target[..LANE].copy_from_slice(&sum);
        }
    }
}

/// One over the ordered ways of so many draws from so many cards; zero where there are none.
fn reciprocals(unseen: u32) -> [f64; COUNTS] {
    let mut ways = 1.0;
    let mut drawn = 0;
    std::array::from_fn(|_| {
        let reciprocal = if ways > 0.0 { 1.0 / ways } else { 0.0 };
        ways *= f64::from(unseen.saturating_sub(drawn));
        drawn += 1;
        reciprocal
    })
}

/// By cards drawn from so many, the ordered ways to draw on to a number.
fn ways_to_draw_on(unseen: u32, number: u32) -> [u128; COUNTS] {
    let mut ways = [1; COUNTS];
    for drawn in (0..number).rev() {
        ways[drawn as usize] = ways[drawn as usize + 1] * u128::from(unseen - drawn);
    }
    ways
}

/// Sums sources, of which one lane is taken, times the ordered draws of their numbers of cards.
#[inline]
fn sum_of<'t, const LANE: usize>(
    terms: impl Iterator<Item = (&'t Lanes, &'t u8)>,
    lane: usize,
    ordered: &[[f64; LANE]; COUNTS],
) -> [f64; LANE] {
    let mut sum = [0.0; LANE];
    for (source, &count) in terms {
        let ordered = &ordered[usize::from(count) % COUNTS];
        for (sum, &ordered) in sum.iter_mut().zip(ordered) {
            *sum += source[lane % LANES] * ordered;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use cards::Composition;
    use proptest::prelude::*;
    use rules::Game;

    use super::super::LawWalk;
    use super::*;

    /// A dealer who stands on soft 17, one who hits it, one who draws to 22, and hole cards told apart by signal and one by one.
    fn games() -> Vec<Game> {
        let names = ["pa-633a-blackjack", "free-bet", "pa-685a-down-under", "double-exposure"];
        let game = |name| -> Game {
            let path = format!("{}/../../games/{name}.toml", env!("CARGO_MANIFEST_DIR"));
            toml::from_str(&std::fs::read_to_string(path).expect("game file")).expect("game")
        };
        let mut limit_22 = game(names[1]);
        limit_22.dealer.ace_limit = 22;
        names.map(game).into_iter().chain([limit_22]).collect()
    }

    fn dealers(game: &Game, shoe: &Composition) -> Vec<Dealer> {
        Value::all().map(|up| Dealer::new(game, up, shoe).expect("no more than 40 decks")).collect()
    }

    /// The first of these sets beside which a law by runs is not the one that is counted for it alone.
    fn first_wrong(dealer: &Dealer, keys: &[Removed]) -> Option<Removed> {
        let left = dealer.most_left();
        let mut walk = LawWalk::new(dealer);
        let mut told = keys.iter();
        let mut wrong = None;
        dealer.runs().each_exact(left, keys, |key, law| {
            assert_eq!(told.next(), Some(&key));
            let alone = walk.exact(&std::array::from_fn(|value| left[value] - key.count(value)));
            if law != alone {
                wrong = wrong.or(Some(key));
            }
        });
        assert_eq!(told.next(), None);
        wrong
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn laws_by_runs_are_those_counted_alone(
            counts in proptest::collection::vec(8_u16..80, 9),
            tens in 8_u16..150,
            sets in proptest::collection::vec(proptest::collection::vec(0_usize..10, 0..7), 1..40),
        ) {
            let counts: Vec<u16> = counts.into_iter().chain([tens]).collect();
            let shoe = Composition::new(counts.try_into().expect("ten"));
            let mut keys: Vec<Removed> =
                sets.iter().map(|cards| cards.iter().map(|&value| Removed::one(value)).sum()).collect();
            keys.sort_unstable();
            keys.dedup();
            let dealers = games().into_iter().flat_map(|game| dealers(&game, &shoe));
            for dealer in dealers.filter(|dealer| dealer.runs().is_exact()) {
                prop_assert_eq!(first_wrong(&dealer, &keys), None, "up card {}", dealer.up());
            }
        }
    }

    #[test]
    fn floats_are_exact_up_to_eight_decks_and_not_with_forty() {
        let games = games();
        for decks in 1..=8 {
            let mut dealers = games.iter().flat_map(|game| dealers(game, &Composition::decks(decks)));
            assert!(dealers.all(|dealer| dealer.runs().is_exact()), "{decks} decks");
        }
        let ace = &dealers(&games[0], &Composition::decks(40))[0];
        assert!(!ace.runs().is_exact());
        // What would come of it.
        assert_eq!(first_wrong(ace, &[Removed::NONE]), Some(Removed::NONE));
    }
}
