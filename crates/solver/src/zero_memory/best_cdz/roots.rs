//! Single hands to be played on under one play: what each is worth for every act, with a bound on the error.

use std::collections::BTreeMap;
use std::sync::Arc;

use cards::Value;
use num_rational::BigRational;
use rules::Game;

use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::decisions::{Act, Allowed, Options, Play};
use crate::compiled::hands::{Hand, HandId, Hands};
use crate::compiled::settlement::{Doubling, OUTCOMES, RowId};
use crate::compiled::split_plan::{HandKind, SplitPlan};
use crate::compiled::walk::Count;
use crate::dealer::DISTRIBUTION_ERROR;
use crate::hand::signal_case::{SignalCase, deals, dot, pair_hand};
use crate::zero_memory::measure::Sums;
use crate::zero_memory::second_card_starts;

/// Most by which a value is off, as a part of its [`Root::sizes`].
///
/// The distribution beside a set of cards is off by [`DISTRIBUTION_ERROR`] of its probability at most. A term then is rounded, at 2⁻⁵³ of it each time, by no more than 56 operations
/// for the probability of the cards, 10 to weigh the distribution, 8 sums over sets beside the hand and 600 over places of it, 26 for a row, 24 for busts and doubles, 11
/// for each of 20 draws, and 200 to add up hands and roots: 1,144, or 1.3·10⁻¹³.
pub(super) const ERROR: f64 = DISTRIBUTION_ERROR + 1.4e-13;

pub(super) const ACTS: [Act; 4] = [Act::Stand, Act::Hit, Act::Double, Act::Surrender];

/// Acts that a hand may choose from, one bit each.
pub(super) type Acts = u8;

pub(super) fn allows(acts: Acts, act: Act) -> bool {
    acts >> act as u8 & 1 == 1
}

/// A single hand to be played on.
#[derive(Clone)]
pub(super) struct Root {
    /// The pair it is split from.
    pub(super) pair: Option<usize>,
    options: Options,
    /// Cards that all its hands hold.
    held: CardSet,
    /// Hands it begins with, and how often.
    pub(super) starts: Vec<(HandId, i64)>,
    /// Hands it can come to, the longest last.
    pub(super) hands: Vec<HandId>,
    /// Sets of cards gone besides the hand, each so many times.
    beside: Vec<(CardSet, i64)>,
    /// By hand.
    pub(super) may: Arc<[Acts]>,
    /// By hand, in settlement units, all weighted by the probability of the cards and the signal: standing, what busts add to hitting,
    /// doubling and giving up.
    worth: Vec<[f64; 4]>,
    /// By hand, the most that a payoff can be in magnitude times the probability of the cards, each time that they count for or against.
    stake: Vec<f64>,
}

const STAND: usize = 0;
const BUST: usize = 1;
const DOUBLE: usize = 2;
const SURRENDER: usize = 3;

/// A root as it is played.
pub(super) struct Played {
    /// By hand: what playing on is worth.
    pub(super) values: Vec<f64>,
    pub(super) acts: Vec<Act>,
}

/// What hands are worth as fractions.
#[derive(Clone, Copy)]
pub(super) struct Exactly<'a> {
    /// Before the cards beside the roots are gone.
    pub(super) case: SignalCase<'a>,
    /// Says which doubled hands are given up.
    pub(super) first: &'a Play,
    /// Whether what an act loses is to be computed exactly wherever roots are not played as is best for them. Beside many cards that is as
    /// much work as the value of a whole play.
    pub(super) losses: bool,
}

impl Exactly<'_> {
    /// What a root is worth from these hands on, in the same units as in floats; `acts` are told by hand.
    ///
    /// # Errors
    /// [`SolveError::ShoeRunsOut`] if the dealer may find no card.
    pub(super) fn value(
        &self,
        root: &Root,
        starts: &[(HandId, i64)],
        acts: impl Fn(HandId) -> Act,
    ) -> Result<BigRational, SolveError> {
        let table = self.case.table;
        let order = 0..table.hands.len() as HandId;
        let gives_up_doubled = |id, hand: &_, doubling| self.first.gives_up_doubled(id, hand, doubling, &root.options);
        let count = Count::of(table, root.options, order, starts.iter().copied(), |id, _| acts(id), gives_up_doubled);
        let mut sums = Sums::new(&self.case);
        root.beside.iter().for_each(|&(beside, times)| sums.add(&count, beside, times));
        sums.total()
    }

    /// The same of one hand on which an act is done; `later` are acts by hand.
    ///
    /// # Errors
    /// As [`Exactly::value`].
    pub(super) fn of_act(
        &self,
        root: &Root,
        (id, act): (HandId, Act),
        later: &[Act],
    ) -> Result<BigRational, SolveError> {
        self.value(root, &[(id, 1)], |hand| if hand == id { act } else { later[hand as usize] })
    }
}

/// The roots of a case: unsplit hands first, then by pair and by how they come about the hands of each split. `first` says which doubled
/// hands are given up.
pub(super) fn roots_of(game: &Game, case: &SignalCase<'_>, first: &Play) -> Vec<Root> {
    let hands = case.table.hands;
    let unsplit = RootStart {
        pair: None,
        options: case.options,
        held: CardSet::NONE,
        starts: deals(hands).collect(),
        hands: (0..hands.len() as HandId).filter(|&id| hands.get(id).size > 1).collect(),
    };
    let mut roots = vec![Root::new(case, first, unsplit, &[(CardSet::NONE, 1)])];
    let Some(rule) = &game.split else { return roots };
    for value in 0..Value::COUNT {
        let Some(start) = hands.single(value).filter(|_| pair_hand(hands, value).is_some()) else { continue };
        let mut kinds: BTreeMap<HandKind, Vec<(CardSet, i64)>> = BTreeMap::new();
        for (&(kind, extra), &coefficient) in &SplitPlan::new(rule.most_hands(value)).hands {
            kinds.entry(kind).or_default().push((CardSet::several(value, extra + 1), coefficient));
        }
        for ((second, place), beside) in kinds {
            let starts = second_card_starts(hands, value, second);
            let split = RootStart {
                pair: Some(value),
                options: Options::split(game, value, place),
                held: CardSet::one(value),
                starts,
                hands: hands.grown_from(start),
            };
            roots.push(Root::new(case, first, split, &beside));
        }
    }
    roots
}

/// The value of each root in one way to play, with the most that it can be off.
pub(super) struct Values {
    played: Vec<Played>,
    sizes: Vec<Vec<f64>>,
}

/// A number and the most that it can be off.
#[derive(Clone, Copy, Default)]
pub(super) struct About {
    pub(super) value: f64,
    pub(super) error: f64,
}

impl std::ops::Add for About {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { value: self.value + other.value, error: self.error + other.error }
    }
}

impl std::iter::Sum for About {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |sum, one| sum + one)
    }
}

impl About {
    pub(super) fn times(self, factor: f64) -> Self {
        Self { value: self.value * factor, error: self.error * factor.abs() }
    }
}

/// A number is not less than the one and not more than the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    pub(super) least: f64,
    pub(super) most: f64,
}

impl Range {
    /// Of a number that is in the other and is not less than this.
    pub(super) fn and(self, other: Self) -> Self {
        Self { least: self.least.max(other.least), most: other.most }
    }
}

impl From<About> for Range {
    fn from(About { value, error }: About) -> Self {
        Self { least: value - error, most: value + error }
    }
}

impl Values {
    /// Every root at its best.
    pub(super) fn best(hands: &Hands, roots: &[Root]) -> Self {
        Self::of(hands, roots, |_, _, values, may| best_act(values, may))
    }

    /// Every root under one play.
    pub(super) fn under(hands: &Hands, roots: &[Root], play: &Play) -> Self {
        Self::of(hands, roots, |root, id, _, _| root.act_under(hands, play, id))
    }

    fn of(hands: &Hands, roots: &[Root], choose: impl Fn(&Root, HandId, &[f64; 4], Acts) -> Act) -> Self {
        let played =
            roots.iter().map(|root| root.played(hands, |id, values, may| choose(root, id, values, may))).collect();
        Self { played, sizes: roots.iter().map(|root| root.sizes(hands)).collect() }
    }

    /// What two cards are worth unsplit, each time that they are dealt.
    pub(super) fn unsplit(&self, roots: &[Root], id: HandId) -> About {
        let of_root = |at: usize| {
            let starts = roots[at].starts.iter().filter(|&&(start, _)| roots[at].pair.is_none() && start == id).count();
            self.at(at, id).times(starts as f64)
        };
        (0..roots.len()).map(of_root).sum()
    }

    /// What splitting a pair is worth, if it may be split.
    pub(super) fn split(&self, roots: &[Root], value: usize) -> Option<About> {
        let of_pair = (0..roots.len()).filter(|&at| roots[at].pair == Some(value));
        let total = |at: usize| roots[at].starts.iter().map(|&(id, ways)| self.at(at, id).times(ways as f64)).sum();
        of_pair.map(total).reduce(|sum, one| sum + one)
    }

    /// A root's best acts on these hands and all that they then come to; `None` if another act is as good for all that floats tell.
    pub(super) fn surely_best(
        &self,
        hands: &Hands,
        (at, root): (usize, &Root),
        starts: impl IntoIterator<Item = HandId>,
    ) -> Option<Vec<(HandId, Act)>> {
        let Played { values, acts } = &self.played[at];
        let mut is_reached = vec![false; hands.len()];
        starts.into_iter().for_each(|start| is_reached[start as usize] = true);
        let mut surely = Vec::new();
        for &id in &root.hands {
            let (hand, act) = (hands.get(id), acts[id as usize]);
            let About { error, .. } = self.at(at, id);
            if !is_reached[id as usize] || error == 0.0 {
                continue;
            }
            if act == Act::Hit {
                hand.grown().for_each(|next| is_reached[next as usize] = true);
            }
            if hand.size > 1 {
                let of_acts = root.act_values(hands, values, id);
                let mut others = ACTS.into_iter().filter(|&other| other != act && allows(root.may[id as usize], other));
                if others.any(|other| of_acts[act as usize] - of_acts[other as usize] <= 2.0 * error) {
                    return None;
                }
                surely.push((id, act));
            }
        }
        Some(surely)
    }

    fn at(&self, root: usize, id: HandId) -> About {
        About { value: self.played[root].values[id as usize], error: ERROR * self.sizes[root][id as usize] }
    }
}

/// The first of the best acts.
pub(super) fn best_act(values: &[f64; 4], may: Acts) -> Act {
    let mut best = Act::Stand;
    for act in ACTS.into_iter().filter(|&act| allows(may, act)) {
        if values[act as usize] > values[best as usize] {
            best = act;
        }
    }
    best
}

/// What a root begins with, as [`Root`] has it.
struct RootStart {
    pair: Option<usize>,
    options: Options,
    held: CardSet,
    starts: Vec<(HandId, i64)>,
    hands: Vec<HandId>,
}

impl Root {
    /// With sets of cards gone besides the hand, each so many times.
    fn new(case: &SignalCase<'_>, first: &Play, start: RootStart, beside: &[(CardSet, i64)]) -> Self {
        let RootStart { pair, options, held, starts, hands } = start;
        let (table, settlement) = (case.table, case.table.settlement);
        // By hand, the distribution of the dealer times the probability of the cards gone.
        let mut distributions = vec![[0.0; OUTCOMES]; table.hands.len()];
        let mut stake = vec![0.0; table.hands.len()];
        let most = f64::from(settlement.most_units());
        for &id in hands.iter().filter(|&&id| table.hands.get(id).size > 1) {
            for &(beside, times) in beside {
                let cards = table.hands.get(id).cards + beside;
                let distribution = case.up.float_distribution(cards, case.case);
                let weight = times as f64 * distribution.map_or(0.0, |_| case.up.probability_of(cards));
                stake[id as usize] += most * weight.abs();
                let distribution = distribution.into_iter().flatten();
                distributions[id as usize]
                    .iter_mut()
                    .zip(distribution)
                    .for_each(|(sum, distribution)| *sum += weight * distribution);
            }
        }
        let weighted = |id: HandId, row: RowId| dot(settlement.row(row), &distributions[id as usize]);
        let mut worth = vec![[0.0; 4]; table.hands.len()];
        let mut may = vec![1 << Act::Stand as u8; table.hands.len()];
        for &id in &hands {
            let hand = table.hands.get(id);
            let busts = |row: RowId| {
                if hand.can_bust {
                    weighted(id, row) - hand.grown().map(|next| weighted(next, row)).sum::<f64>()
                } else {
                    0.0
                }
            };
            let doubling = Doubling::of(hand);
            let doubled = |next: HandId| {
                if first.gives_up_doubled(next, table.hands.get(next), doubling, &options) {
                    settlement.surrender(options.place, doubling)
                } else {
                    settlement.finished(options.place, doubling, next)
                }
            };
            if hand.size == 1 {
                continue;
            }
            let allowed = options.allowed(hand);
            let of = &mut worth[id as usize];
            of[STAND] = weighted(id, options.stand_row(settlement, id, hand));
            if options.is_blackjack(hand) {
                continue;
            }
            if allowed.draw {
                may[id as usize] |= 1 << Act::Hit as u8;
                of[BUST] = busts(settlement.bust(options.place, Doubling::No));
            }
            if allowed.double {
                may[id as usize] |= 1 << Act::Double as u8;
                of[DOUBLE] = busts(settlement.bust(options.place, doubling))
                    + hand.grown().map(|next| weighted(next, doubled(next))).sum::<f64>();
            }
            if allowed.surrender {
                may[id as usize] |= 1 << Act::Surrender as u8;
                of[SURRENDER] = weighted(id, options.surrender_row(settlement, hand));
            }
        }
        Self { pair, options, held, starts, hands, beside: beside.to_vec(), may: may.into(), worth, stake }
    }

    /// The two-card hand that a root of a split begins with.
    pub(super) fn pair(&self, hands: &Hands) -> Option<HandId> {
        pair_hand(hands, self.pair?)
    }

    /// Of a root of all unsplit hands, that of one.
    pub(super) fn of_one(&self, hands: &Hands, start: HandId) -> Self {
        let (starts, held) = (vec![(start, 1)], hands.get(start).cards);
        Self { held, starts, hands: hands.grown_from(start), ..self.clone() }
    }

    /// The same hands, worth nothing.
    pub(super) fn worthless(&self) -> Self {
        let hands = self.worth.len();
        Self { beside: Vec::new(), worth: vec![[0.0; 4]; hands], stake: vec![0.0; hands], ..self.clone() }
    }

    /// The same hands, worth more by what they are in other places: cards gone, what the hands are worth beside them, how many times each and
    /// how often a time, by the probability of the cards.
    pub(super) fn in_more<'r>(&self, places: impl Iterator<Item = (CardSet, &'r Self, i64, f64)>) -> Self {
        let mut all = self.clone();
        for (other, place, times, probability) in places {
            let often = times as f64 * probability;
            for &id in &self.hands {
                let id = id as usize;
                all.worth[id].iter_mut().zip(place.worth[id]).for_each(|(sum, more)| *sum += often * more);
                all.stake[id] += often * place.stake[id];
            }
            all.beside.extend(place.beside.iter().map(|&(beside, each)| (beside + other, each * times)));
        }
        all
    }

    /// Whether a hand can grow from the root's.
    pub(super) fn comes_to(&self, hand: &Hand) -> bool {
        hand.cards.contains(self.held)
    }

    pub(super) fn act_values(&self, hands: &Hands, values: &[f64], id: HandId) -> [f64; 4] {
        let worth = &self.worth[id as usize];
        let drawn: f64 = hands.get(id).grown().map(|next| values[next as usize]).sum();
        [worth[STAND], worth[BUST] + drawn, worth[DOUBLE], worth[SURRENDER]]
    }

    fn played(&self, hands: &Hands, choose: impl Fn(HandId, &[f64; 4], Acts) -> Act) -> Played {
        self.played_on(hands, &self.hands, choose)
    }

    /// Some of its hands alone, with all that they can come to, the longest last.
    pub(super) fn played_on(
        &self,
        hands: &Hands,
        of: &[HandId],
        choose: impl Fn(HandId, &[f64; 4], Acts) -> Act,
    ) -> Played {
        let mut played = Played { values: vec![0.0; hands.len()], acts: vec![Act::Stand; hands.len()] };
        for &id in of.iter().rev() {
            let values = self.act_values(hands, &played.values, id);
            let act = if hands.get(id).size == 1 { Act::Hit } else { choose(id, &values, self.may[id as usize]) };
            played.values[id as usize] = values[act as usize];
            played.acts[id as usize] = act;
        }
        played
    }

    /// What a play does with a hand.
    pub(super) fn act_under(&self, hands: &Hands, play: &Play, id: HandId) -> Act {
        play.act(id, hands.get(id), &self.options)
    }

    /// What a hand may do, if it is played at all.
    pub(super) fn allowed(&self, hand: &Hand) -> Option<Allowed> {
        (self.comes_to(hand) && !self.options.is_blackjack(hand)).then(|| self.options.allowed(hand))
    }

    /// By hand, the sum of the magnitudes of all terms of a value, whatever is done.
    ///
    /// Standing and giving up are one payoff. Busts are paid once for the hand and once more for all cards that it may draw, which together are
    /// no likelier than the hand; a doubled hand is paid a third time.
    pub(super) fn sizes(&self, hands: &Hands) -> Vec<f64> {
        let mut sizes = vec![0.0; hands.len()];
        for &id in self.hands.iter().rev() {
            let drawn: f64 = hands.get(id).grown().map(|next| sizes[next as usize]).sum();
            let stake = self.stake[id as usize];
            let (busts, may) = (if hands.get(id).can_bust { 2.0 * stake } else { 0.0 }, self.may[id as usize]);
            let doubled = if allows(may, Act::Double) { busts + stake } else { stake };
            let hit = if hands.get(id).size == 1 || allows(may, Act::Hit) { busts + drawn } else { stake };
            sizes[id as usize] = doubled.max(hit);
        }
        sizes
    }
}
