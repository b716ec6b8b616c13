//! Zero-memory play valued in floats, shoe after shoe, in milliseconds.
//!
//! How a hand is played is decided as in exact play: what floats leave open is settled exactly. The attack wager and early surrender are chosen by the
//! better of two values in floats, which is no further from the better exact value than these are. So the error is that of sums of the dealer's
//! probabilities, and is known.

mod dealt_first;
mod fixed_play;
mod pair_to_split;
mod play;
mod seen_pairs;
mod split_rows;
mod split_worth;
mod unsplit_count;
mod worth;

use std::borrow::Cow;
use std::sync::Arc;

use cards::{Composition, Value};
use num_traits::Signed;
use rules::Game;

use crate::arithmetic::error::SolveError;
use crate::compiled::decisions::{Options, Play};
use crate::compiled::hands::{Hand, HandId, Hands};
use crate::compiled::settlement::{FIRST_TOTAL, NATURAL, Row, Settlement};
use crate::compiled::strategy::Class;
use crate::dealer::cache::{CachedSets, DealerCache};
use crate::dealer::run_out;
use crate::dealer::{DISTRIBUTION_ERROR, Dealer};
use crate::engine::solver::Solver;
use crate::hand::signal_case::{SignalCase, deals, dot, pair_hand};
use crate::hand::{composition_dependent, total_dependent};
use crate::zero_memory::CasePlay;
use crate::zero_memory::measure::gain_of_split;
use crate::zero_memory::switch::NumberedDeals;
use crate::zero_memory::switch::row_ends::RowEnds;
use dealt_first::DealtFirst;
pub use fixed_play::FixedPlay;
use pair_to_split::{PairToSplit, SplitSets, pairs_to_split};
pub use play::ApproximatedRound;
use seen_pairs::SeenPairs;
use split_rows::{AskedRows, SplitRows};
use split_worth::{ReachedWays, SettledSplit};

/// What is approximated, in an error.
const WHAT: &str = "an approximation";

/// Products of a row and the dealer's distribution that enter a hand's value, with weights of one together: at each of at most 21 draws the hand if it busts
/// before it and the hands after it if they do, and the one that is settled: 43. A product is off by no more than the distribution's errors times the largest
/// payment, and by less than a third of that for 12 roundings of its own. Sums over cards add 24 roundings a draw, which is less than two such errors. After a
/// split hands are counted forward, and each is one product. It is off by less than 55 such errors: see `docs/design/error-bounds.md`.
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
/// One approximation costs, for each up card, sums over the dealer's hands in floats beside each of about 3,000 unsplit hands and beside some 5,000 sets of
/// cards with which its play settles the hands of splits. Nothing grows with the number of decks.
#[derive(Debug)]
pub struct Approximator {
    game: Game,
    largest: Composition,
    hands: Arc<Hands>,
    /// Of the largest shoe; made anew for every shoe if payments depend on it.
    settlements: Arc<Vec<Settlement>>,
    /// The cards of hands.
    hand_keys: Arc<CachedSets>,
    dealers: Vec<Arc<Dealer>>,
    seen_pairs: Option<SeenPairs>,
    splits: Vec<PairToSplit>,
    split_sets: Vec<SplitSets>,
    /// The most cards of a hand, with those gone beside it after a split, and of the dealer beside it.
    most_cards: u32,
    /// Of a game in which two hands may be switched.
    deals: Option<Arc<NumberedDeals>>,
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

/// By [`SplitSets`], what is asked for beside them.
type AskedSplits = Vec<AskedRows>;

/// What splits need of one up card, in floats.
struct SplitDistributions<'a> {
    dealt: DealtFirst,
    /// By [`SplitSets`].
    rows: Vec<SplitRows<'a>>,
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
        let settlements = Solver::compiled_settlements(game, &hands, &largest)?;
        if settlements[0].looks_for_live_hands() {
            return unsolved("a late blackjack that looks for live hands");
        }
        let hand_keys = Arc::new(CachedSets::of_many_shoes(hands.iter().map(|(_, hand)| hand.cards).collect()));
        // What is paid by suit is paid anew for every shoe.
        let labels = labelled(if game.pays_by_suit() { None } else { Some(&settlements) });
        let dealers: Vec<_> = Value::all()
            .filter(|&up| largest.count(up) > 0)
            .map(|up| Ok(Arc::new(Dealer::new(game, up, &largest)?.with_alike(labels))))
            .collect::<Result<_, SolveError>>()?;
        let (splits, split_sets) = pairs_to_split(game, &hands);
        let (hands, settlements) = (Arc::new(hands), Arc::new(settlements));
        let seen_pairs = SeenPairs::new(game, &dealers);
        let unsplit = hands.iter().map(|(_, hand)| u32::from(hand.size));
        let longest = splits.iter().map(|split| split.most_cards(&hands)).chain(unsplit).max().unwrap_or(0);
        let most_draws = dealers.iter().map(|dealer| dealer.most_draws()).max().unwrap_or(0);
        let most_cards = longest + most_draws;
        let deals = game.switch.is_some().then(|| Arc::new(NumberedDeals::new(&hands)));
        let game = game.clone();
        Ok(Self {
            game,
            largest,
            hands,
            settlements,
            hand_keys,
            dealers,
            seen_pairs,
            splits,
            split_sets,
            most_cards,
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
            Class::BestCdz | Class::Perfect => {
                Err(SolveError::Unsolved { what: WHAT, rules: "a strategy class other than td and cdz" })
            }
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
    fn solver(&self, shoe: &Composition) -> Result<Solver, SolveError> {
        let settlements = if self.game.pays_by_suit() {
            Arc::new(Solver::compiled_settlements(&self.game, &self.hands, shoe)?)
        } else {
            Arc::clone(&self.settlements)
        };
        Ok(Solver::of_parts(self.game.clone(), *shoe, (Arc::clone(&self.hands), settlements), Arc::default()))
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

    /// What the hands of a game in which two may be switched come to, by case, with the hands of the pairs that are split.
    fn row_ends(
        &self,
        cases: &[SignalCase<'_>],
        plays: &[CasePlay],
        settled: &[SettledSplits],
        deals: &NumberedDeals,
    ) -> Vec<RowEnds> {
        let of_case = |((case, play), settled): ((&SignalCase<'_>, &CasePlay), &SettledSplits)| {
            let mut ends = RowEnds::unsplit(case, play, deals);
            for (split, settled) in self.splits.iter().zip(settled).filter(|(split, _)| play.split[split.value]) {
                if let Some((settled, pair)) = settled.as_ref().zip(pair_hand(&self.hands, split.value)) {
                    settled.add_to(&mut ends, split, deals, pair);
                }
            }
            ends
        };
        cases.iter().zip(plays).zip(settled).map(of_case).collect()
    }

    /// What some plays ask for beside the hands of splits.
    fn asked<'a>(&self, plays: impl Iterator<Item = &'a SettledSplits>) -> AskedSplits {
        let mut asked: Vec<_> = self.split_sets.iter().map(|sets| vec![0; sets.number]).collect();
        for (split, settled) in plays.flat_map(|splits| self.splits.iter().zip(splits)) {
            settled.iter().for_each(|settled| settled.ask(split, &mut asked[split.sets]));
        }
        asked.into_iter().map(AskedRows::new).collect()
    }

    fn split_distributions<'a>(&'a self, up: &DealerCache, asked: &'a AskedSplits) -> SplitDistributions<'a> {
        let dealt = DealtFirst::new(up, self.most_cards);
        let rows = self.split_sets.iter().zip(asked).map(|(sets, asked)| SplitRows::new(sets, asked, up, &dealt));
        SplitDistributions { rows: rows.collect(), dealt }
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

    fn of_case(
        &self,
        case: SignalCase<'_>,
        play: PlayRef<'_>,
        distributions: &SplitDistributions<'_>,
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
        for (split, mean, weight) in self.split_means(&case, play.splits, distributions) {
            let Some(pair) = pair_hand(hands, split) else { continue };
            value.weight += weight;
            let gain = mean - value.unsplit[pair as usize];
            let open = error(case.table.settlement, weight + case.up.probability_of(hands.get(pair).cards));
            let is_split = if gain.abs() > open {
                gain > 0.0
            } else {
                gain_of_split(&self.game, &case, play.play, split)?.is_positive()
            };
            if is_split {
                value.split[split] = Some(mean);
            }
        }
        Ok(value)
    }

    /// What the pairs of these splits are worth if they are split in a case, by value: in settlement units, weighted by the probability of the cards and of the
    /// case; and the weights, as magnitudes, with which values of hands were added up.
    fn split_means<'a>(
        &'a self,
        case: &'a SignalCase<'_>,
        settled: &'a SettledSplits,
        distributions: &'a SplitDistributions<'_>,
    ) -> impl Iterator<Item = (usize, f64, f64)> + 'a {
        let splits = self.splits.iter().zip(settled).filter(|_| case.is_played());
        splits.filter_map(|(split, settled)| {
            let (pair, settled) = pair_hand(&self.hands, split.value).zip(settled.as_ref())?;
            case.up.is_feasible(self.hands.get(pair).cards).then(|| {
                let rows = &distributions.rows[split.sets];
                let (mean, weight) = settled.mean(split, case, &distributions.dealt, rows);
                (split.value, mean, weight)
            })
        })
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
