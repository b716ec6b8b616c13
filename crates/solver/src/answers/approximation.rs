//! Zero-memory play valued in floats, shoe after shoe, in milliseconds.
//!
//! Decisions are those of exact play: what floats leave open is settled exactly. Only values are in floats, so their error is that of
//! sums of the dealer's probabilities, and is known.

mod fixed_play;
mod play;
mod seen_pairs;
mod split_worth;
mod worth;

use std::borrow::Cow;
use std::sync::Arc;

use cards::{Composition, Value};
use num_traits::Signed;
use rules::Game;

use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::decisions::{Options, Play};
use crate::compiled::hands::{Hand, HandId, Hands};
use crate::compiled::settlement::{FIRST_TOTAL, HandPlace, NATURAL, OUTCOMES, Row, Settlement};
use crate::compiled::split_plan::{SecondCard, SplitPlan};
use crate::compiled::strategy::Class;
use crate::dealer::cache::{CachedSets, DealerCache};
use crate::dealer::run_out;
use crate::dealer::{DISTRIBUTION_ERROR, Dealer};
use crate::engine::decided::KnownDecisions;
use crate::engine::solver::Solver;
use crate::hand::signal_case::{SignalCase, deals, dot, pair_hand};
use crate::hand::{composition_dependent, total_dependent};
use crate::zero_memory::measure::gain_of_split;
use crate::zero_memory::switch::NumberedDeals;
pub use fixed_play::FixedPlay;
pub use play::ApproximatedRound;
use seen_pairs::SeenPairs;
use split_worth::{DealtFirst, ReachedWays, SettledSplit};

/// What is approximated, in an error.
const WHAT: &str = "an approximation";

/// Products of a row and the dealer's distribution that enter a hand's value, with weights of one together: at each of at most 21 draws the hand if it busts
/// before it and the hands after it if they do, and the one that is settled: 43. A product is off by no more than the distribution's errors times the largest
/// payment, and by less than a third of that for roundings: 12 of its own, 62 of its weight where hands are counted forward, and 14 of what a later hand of a
/// split is paid beyond the first, which is at most twice the largest payment. Sums over cards add 24 roundings a draw, which is less than two such errors.
const PRODUCTS_A_HAND: f64 = 64.0;

/// An EV in floats.
#[derive(Debug, Clone, PartialEq)]
pub struct Approximation {
    /// The EV of a round, per unit of initial wager, insurance left out.
    pub ev: f64,
    /// By how much [`Approximation::ev`] may be off, at most.
    pub error: f64,
    /// By up card, those alone that the shoe holds.
    pub ups: Vec<ApproximatedUp>,
}

impl Approximation {
    /// The round of these up cards, each with by how much its EV may be off.
    fn of_ups(ups: Vec<(ApproximatedUp, f64)>) -> Self {
        let mut round = Self { ev: 0.0, error: 0.0, ups: Vec::with_capacity(ups.len()) };
        for (up, error) in ups {
            round.ev += up.probability * up.ev;
            round.error += up.probability * error;
            round.ups.push(up);
        }
        round
    }
}

/// One up card of an [`Approximation`].
#[derive(Debug, Clone, PartialEq)]
pub struct ApproximatedUp {
    /// The up card.
    pub up: Value,
    /// Its probability.
    pub probability: f64,
    /// The EV given the up card.
    pub ev: f64,
    /// Whether the attack wager is made, in a game that has one.
    pub attack: Option<bool>,
    /// Values of pair that are split under some signal.
    pub splits: Vec<Value>,
}

/// A game compiled for approximations with any part of a shoe.
///
/// One approximation costs, for each up card, a dealer's distribution in floats beside each of about 3,000 unsplit hands and beside those of 23,000 sets
/// of cards (4,000 where pairs are split once) with which its play settles a hand of a split that the dealer decides. Nothing grows with the number of decks.
#[derive(Debug)]
pub struct Approximator {
    game: Game,
    largest: Composition,
    hands: Arc<Hands>,
    /// Of the largest shoe; made anew for every shoe if payments depend on it.
    settlements: Arc<Vec<Settlement>>,
    /// The cards of hands.
    hand_keys: Arc<CachedSets>,
    /// The same of hands of a split with the cards gone beside them.
    split_keys: Vec<CardSet>,
    dealers: Vec<Arc<Dealer>>,
    seen_pairs: Option<SeenPairs>,
    splits: Vec<PairToSplit>,
    /// The most cards of a key of splits.
    most_split_cards: u32,
    /// Of a game in which two hands may be switched.
    deals: Option<NumberedDeals>,
}

/// By pair that may be split, how the hands of the split are settled, where that is asked for.
type SettledSplits = Vec<Option<SettledSplit>>;

/// The play of a case, borrowed.
#[derive(Clone, Copy)]
struct PlayRef<'a> {
    play: &'a Play,
    worth: Option<&'a [f64]>,
    splits: &'a SettledSplits,
}

/// The play of a case, with what has been found with it.
struct CountedPlay {
    play: Play,
    /// By hand, what it is worth unsplit; `None` if that is to be found yet.
    worth: Option<Vec<f64>>,
    splits: SettledSplits,
}

/// A pair that may be split.
#[derive(Debug)]
struct PairToSplit {
    value: usize,
    /// The hands that a split card can grow into, in index order.
    order: Vec<HandId>,
    /// By hand, its position in order; of no meaning for others.
    position_of: Vec<usize>,
    /// By what is known of a hand's second card, spot, and cards of the value gone besides: how often it counts.
    terms: Vec<(SecondCard, HandPlace, u32, f64)>,
    /// By cards of the value gone besides, and by hand in order, the position of all cards gone among those of all splits.
    keys: Vec<Vec<u32>>,
}

/// What splits need of one up card, in floats.
struct SplitDistributions {
    dealt: DealtFirst,
    cases: usize,
    /// By position among the keys of splits.
    rows: Vec<Option<u32>>,
    distributions: Vec<[f64; OUTCOMES]>,
}

impl Approximator {
    /// Compiles a game for a shoe and all parts of it.
    ///
    /// # Errors
    /// [`SolveError::Unsolved`] for a late blackjack that looks for live hands, for two hands to switch that may be given up before any signal, and those of
    /// [`Solver::for_game`].
    pub fn new(game: &Game, largest: Composition) -> Result<Self, SolveError> {
        let unsolved = |rules| Err(SolveError::Unsolved { what: WHAT, rules });
        if game.switch.is_some() && Options::unsplit(game, 0, false).early {
            return unsolved("two hands to switch with early surrender");
        }
        let hands = Hands::new(game, &largest);
        let settlements = Solver::settlements(game, &hands, &largest);
        if settlements[0].looks_for_live_hands() {
            return unsolved("a late blackjack that looks for live hands");
        }
        let hand_keys = Arc::new(CachedSets::new(hands.iter().map(|(_, hand)| hand.cards).collect(), Vec::new()));
        // What is paid by suit is paid anew for every shoe.
        let labels = labelled(if game.pays_by_suit() { None } else { Some(&settlements) });
        let dealers: Vec<_> = Value::all()
            .filter(|&up| largest.count(up) > 0)
            .map(|up| Ok(Arc::new(Dealer::new(game, up, &largest)?.with_alike(labels))))
            .collect::<Result<_, SolveError>>()?;
        let mut splits: Vec<PairToSplit> =
            (0..Value::COUNT).filter_map(|value| PairToSplit::new(game, &hands, value)).collect();
        let mut split_keys: Vec<CardSet> = splits.iter().flat_map(|split| split.all_cards(&hands).flatten()).collect();
        split_keys.sort_unstable();
        split_keys.dedup();
        for split in &mut splits {
            let position = |key| split_keys.binary_search(&key).unwrap_or_default() as u32;
            split.keys = split.all_cards(&hands).map(|keys| keys.map(position).collect()).collect();
        }
        let (hands, settlements) = (Arc::new(hands), Arc::new(settlements));
        let seen_pairs = SeenPairs::new(game, &dealers);
        let most_split_cards = split_keys.iter().map(|key| key.size()).max().unwrap_or(0).max(2);
        let deals = game.switch.is_some().then(|| NumberedDeals::new(&hands));
        let game = game.clone();
        Ok(Self {
            game,
            largest,
            hands,
            settlements,
            hand_keys,
            split_keys,
            dealers,
            seen_pairs,
            splits,
            most_split_cards,
            deals,
        })
    }

    /// The EV of a zero-memory class with these cards in the shoe.
    ///
    /// # Errors
    /// [`SolveError::NotInShoe`] if the shoe is no part of the one that was compiled for, [`SolveError::ShoeTooSmall`] if a round might
    /// use it up, and [`SolveError::Unsolved`] for other classes than total-dependent play and CDZ-, and for total-dependent play with early
    /// surrender.
    pub fn approximate(&self, shoe: &Composition, strategy: Class) -> Result<Approximation, SolveError> {
        let (_, decided) = self.decided_ups(shoe, strategy)?;
        Ok(Approximation::of_ups(decided.into_iter().map(|up| (up.value, up.error)).collect()))
    }

    /// Refuses what [`Approximator::approximate`] refuses.
    fn check(&self, shoe: &Composition, strategy: Class) -> Result<(), SolveError> {
        self.check_held(shoe)?;
        let (needed, held) = (run_out::most_cards(&self.game, shoe, 1), shoe.total());
        if needed > held {
            return Err(SolveError::ShoeTooSmall { needed, held });
        }
        let early = Options::unsplit(&self.game, 0, false).early;
        match strategy {
            Class::Td if early => {
                Err(SolveError::Unsolved { what: WHAT, rules: "total-dependent play with early surrender" })
            }
            Class::Td | Class::CdzMinus => Ok(()),
            Class::BestCdz | Class::Perfect => Err(SolveError::Unsolved { what: WHAT, rules: "this strategy class" }),
        }
    }

    /// Refuses cards that are no part of the shoe compiled for.
    fn check_held(&self, shoe: &Composition) -> Result<(), SolveError> {
        match Value::all().find(|&value| shoe.count(value) > self.largest.count(value)) {
            Some(value) => {
                Err(SolveError::NotInShoe { value, held: self.largest.count(value), asked: shoe.count(value) })
            }
            None => Ok(()),
        }
    }

    /// The game compiled for a shoe, without up cards.
    fn solver(&self, shoe: &Composition) -> Solver {
        let settlements = if self.game.pays_by_suit() {
            Arc::new(Solver::settlements(&self.game, &self.hands, shoe))
        } else {
            Arc::clone(&self.settlements)
        };
        Solver {
            game: self.game.clone(),
            shoe: *shoe,
            hands: Arc::clone(&self.hands),
            settlements,
            ups: Arc::default(),
            shared: None,
            decided: KnownDecisions::default(),
        }
    }

    fn play(&self, case: &SignalCase<'_>, strategy: Class) -> CountedPlay {
        let (play, worth) = match strategy {
            Class::Td => (total_dependent::best_chart(case, &vec![false; self.hands.len()]), None),
            _ => composition_dependent::best_play_valued(case),
        };
        let splits = self.settled_splits(case, &play, |_| true);
        CountedPlay { play, worth, splits }
    }

    /// How the hands of every split are settled under a play; of none where nothing is played.
    fn settled_splits(&self, case: &SignalCase<'_>, play: &Play, is_split: impl Fn(usize) -> bool) -> SettledSplits {
        let mut reach = ReachedWays::default();
        let splits = self.splits.iter().map(|split| {
            let is_asked = case.is_played() && is_split(split.value);
            is_asked.then(|| SettledSplit::new(split, &self.game, case, play, &mut reach))
        });
        splits.collect()
    }

    /// The positions among the keys of splits of the distributions that decide hands of some plays.
    fn deciding<'a>(&self, plays: impl Iterator<Item = &'a SettledSplits>) -> Vec<u32> {
        let mut needed = vec![false; self.split_keys.len()];
        for (split, settled) in plays.flat_map(|splits| self.splits.iter().zip(splits)) {
            settled.iter().for_each(|settled| settled.mark_needed(split, &mut needed));
        }
        (0..).zip(needed).filter_map(|(position, needed)| needed.then_some(position)).collect()
    }

    /// The distributions at these positions, in their order, of those that can be asked for.
    fn split_distributions(&self, up: &DealerCache, positions: &[u32]) -> SplitDistributions {
        let mut rows = vec![None; self.split_keys.len()];
        let mut keys = Vec::with_capacity(positions.len());
        for &position in positions {
            let key = self.split_keys[position as usize];
            if up.is_feasible(key) {
                rows[position as usize] = Some(keys.len() as u32);
                keys.push(key);
            }
        }
        let dealt = DealtFirst::new(up, self.most_split_cards);
        SplitDistributions { dealt, cases: up.dealer.cases().len(), rows, distributions: up.float_rows(&keys) }
    }

    /// What two cards are worth over all cases, weighted by their probability: played, or given up before any signal.
    fn kept(&self, id: HandId, hand: &Hand, cases: &[CaseValue]) -> f64 {
        let played = self.played(id, hand, cases);
        match cases.iter().map(|case| case.given_up.get(id as usize).copied()).sum::<Option<f64>>() {
            Some(given_up) if hand.surrenders => played.max(given_up),
            _ => played,
        }
    }

    /// The same if they are played, or split.
    fn played(&self, id: HandId, hand: &Hand, cases: &[CaseValue]) -> f64 {
        let of = |case: &CaseValue| match hand.pair().and_then(|value| case.split[value]) {
            Some(split) => split,
            None => case.unsplit[id as usize],
        };
        cases.iter().map(of).sum()
    }

    /// `given` says which pairs are split, if that has been decided.
    fn of_case(
        &self,
        case: SignalCase<'_>,
        play: PlayRef<'_>,
        distributions: &SplitDistributions,
        given: Option<&[bool; Value::COUNT]>,
    ) -> Result<CaseValue, SolveError> {
        let hands = &*self.hands;
        let two_cards = || deals(hands).filter(|&(id, _)| case.up.is_feasible(hands.get(id).cards));
        let worth = match play.worth {
            Some(worth) => Cow::Borrowed(worth),
            None => Cow::Owned(worth::unsplit(&case, play.play)),
        };
        let mut value = CaseValue {
            unsplit: vec![0.0; hands.len()],
            given_up: Vec::new(),
            split: [None; Value::COUNT],
            weight: 0.0,
        };
        for (id, ways) in two_cards() {
            let probability = ways as f64 * case.up.probability_of(hands.get(id).cards);
            value.unsplit[id as usize] = probability * worth[id as usize];
            value.weight += probability;
        }
        if case.options.early {
            value.given_up = vec![0.0; hands.len()];
            for (id, ways) in two_cards().filter(|&(id, _)| hands.get(id).surrenders) {
                let hand = hands.get(id);
                let row = case.table.settlement.row(case.options.surrender_row(case.table.settlement, hand));
                let distribution = case.up.float_row(hand.cards, case.case);
                let probability = ways as f64 * case.up.probability_of(hand.cards);
                value.given_up[id as usize] =
                    distribution.map_or(0.0, |distribution| probability * dot(row, distribution));
            }
        }
        if !case.is_played() {
            return Ok(value);
        }
        for (split, settled) in self.splits.iter().zip(play.splits) {
            let Some((pair, settled)) = pair_hand(hands, split.value).zip(settled.as_ref()) else { continue };
            if !case.up.is_feasible(hands.get(pair).cards) || given.is_some_and(|given| !given[split.value]) {
                continue;
            }
            let (mean, weight) = settled.mean(split, &case, distributions);
            value.weight += weight;
            if given.is_some() {
                value.split[split.value] = Some(mean);
                continue;
            }
            let gain = mean - value.unsplit[pair as usize];
            let open = error(case.table.settlement, weight + case.up.probability_of(hands.get(pair).cards));
            let is_split = if gain.abs() > open {
                gain > 0.0
            } else {
                gain_of_split(&self.game, &case, play.play, split.value)?.is_positive()
            };
            if is_split {
                value.split[split.value] = Some(mean);
            }
        }
        Ok(value)
    }
}

impl CountedPlay {
    fn borrowed(&self) -> PlayRef<'_> {
        PlayRef { play: &self.play, worth: self.worth.as_deref(), splits: &self.splits }
    }
}

/// By outcome of the dealer a label: busts that all rows pay alike have one, and every other outcome its own.
fn labelled(settlements: Option<&Vec<Settlement>>) -> Row {
    let busts = usize::from(Hands::TWENTY_ONE + 1 - FIRST_TOTAL)..NATURAL;
    std::array::from_fn(|outcome| {
        let are_alike = |rows: &[Row], other: usize| rows.iter().all(|row| row[other] == row[outcome]);
        let first = settlements.filter(|_| busts.contains(&outcome)).and_then(|settlements| {
            busts.clone().find(|&other| settlements.iter().all(|settlement| are_alike(settlement.rows(), other)))
        });
        first.unwrap_or(outcome) as i32
    })
}

/// The cards of a shoe besides the dealer's up card.
fn left_beside(dealer: &Dealer, shoe: &Composition) -> [u32; Value::COUNT] {
    let mut left = shoe.counts().map(u32::from);
    left[dealer.up().index()] -= 1;
    left
}

/// By how much values of hands may be off that have been added up with these weights together, in settlement units.
fn error(settlement: &Settlement, weight: f64) -> f64 {
    weight * PRODUCTS_A_HAND * DISTRIBUTION_ERROR * f64::from(settlement.most_units())
}

/// One up card and signal under a play, in settlement units, weighted by the probability of the cards and the signal.
struct CaseValue {
    /// By hand, of those with two cards.
    unsplit: Vec<f64>,
    /// The same if it is given up before any signal; empty where that is not allowed.
    given_up: Vec<f64>,
    /// By value of a pair, if it is split.
    split: [Option<f64>; Value::COUNT],
    /// The weights, as magnitudes, with which values of hands have been added up.
    weight: f64,
}

impl SplitDistributions {
    fn get(&self, key: u32, case: usize) -> Option<&[f64; OUTCOMES]> {
        self.rows[key as usize].map(|row| &self.distributions[row as usize * self.cases + case])
    }
}

impl PairToSplit {
    fn new(game: &Game, hands: &Hands, value: usize) -> Option<Self> {
        let start = hands.single(value)?;
        let most_hands = game.split.as_ref()?.most_hands(value);
        let plan = SplitPlan::new(most_hands);
        let terms = plan.hands.iter().map(|(&((second, spot), extra), &times)| (second, spot, extra, times as f64));
        let terms = terms.collect();
        let order = hands.grown_from(start);
        let mut position_of = vec![0; hands.len()];
        (0..).zip(&order).for_each(|(position, &id)| position_of[id as usize] = position);
        (most_hands > 1).then(|| Self { value, order, position_of, terms, keys: Vec::new() })
    }

    /// Other cards of the value that are gone.
    fn beside(&self, extra: u32) -> CardSet {
        CardSet::several(self.value, extra + 1)
    }

    /// By cards of the value gone besides, and by hand in order, all cards gone.
    fn all_cards<'a>(&'a self, hands: &'a Hands) -> impl Iterator<Item = impl Iterator<Item = CardSet> + 'a> + 'a {
        let most_extra = self.terms.iter().map(|&(_, _, extra, _)| extra).max().unwrap_or(0);
        (0..=most_extra).map(move |extra| {
            let beside = self.beside(extra);
            self.order.iter().map(move |&id| hands.get(id).cards + beside)
        })
    }
}
