//! Values that the solvers of one search share.
//!
//! Combinations of readings and options differ in few spots. So what a search values is kept under what it depends on: the dealer's
//! distributions, up card and signal, the hands with what may be done with them, and the rows by which they are settled, as
//! [`identity`] writes them out. Play and value of the unsplit hands come first, then each pair's hands under that play, then the
//! case, then the up card. An identity is compared in full, so that equal hashes cannot mix two spots up. All values are exact: whoever computes
//! one that somebody else is computing finds the same.
//!
//! No guard of a map is held while something is computed, and no map is gone through.
//!
//! [`identity`]: crate::compiled::identity

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use cards::{Composition, Value};
use dashmap::DashMap;
use num_rational::BigRational;
use num_traits::Zero;
use rules::{DealerRule, Game};
use rustc_hash::FxBuildHasher;

use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::decisions::{Options, Play};
use crate::compiled::hands::{HandId, Hands};
use crate::compiled::identity::{PayoffCell, Words, hand_words, play_words, split_rows, unsplit_rows};
use crate::compiled::settlement::HandPlace;
use crate::compiled::split_plan::SecondCard;
use crate::compiled::walk::Step;
use crate::hand::signal_case::{SignalCase, deals, pair_hand};
use crate::zero_memory::no_live_hand::AllGone;
use crate::zero_memory::{CasePlay, SplitCounts, second_card_starts};

/// Words of identities kept at the most, and a play counts as many as it has: half a gigabyte. What comes after is computed and not kept.
const MOST_WORDS: usize = 1 << 27;

/// What an identity is of. Its first word.
#[derive(Clone, Copy)]
enum Sort {
    Dealer,
    Hands,
    UnsplitRows,
    Play,
    Unsplit,
    SplitPath,
    SplitRows,
    Split,
    Case,
    Up,
}

/// Play of unsplit hands and what it is worth, given the up card and weighted by the case.
#[derive(Debug)]
struct UnsplitValue {
    play: Arc<Play>,
    /// Of the play.
    number: u32,
    /// The mean of all rounds, if nothing is split.
    mean: BigRational,
    /// By value, the mean of the rounds that begin with this pair.
    of_pairs: [Option<BigRational>; Value::COUNT],
}

/// The hands that a play comes to after a split.
#[derive(Debug)]
struct SplitPath {
    number: u32,
    cells: Vec<PayoffCell>,
}

/// A case with its play decided.
#[derive(Debug)]
pub(crate) struct SharedCase {
    /// Of all that it depends on.
    number: u32,
    unsplit: Arc<UnsplitValue>,
    /// By value, the mean of the hands of a split, but for what [`AllGone`] gives back.
    of_hands: [Option<Arc<BigRational>>; Value::COUNT],
    split: [bool; Value::COUNT],
    mean: OnceLock<BigRational>,
}

/// The dealer of a case.
struct DealerSpot {
    /// What decides his distributions.
    words: [u32; 4],
    /// Bit by bit, what he can come to.
    outcomes: u16,
}

type ByNumber<T> = DashMap<u32, Arc<T>, FxBuildHasher>;

/// Everything that one search has valued so far.
#[derive(Debug, Default)]
pub(crate) struct SharedValues {
    numbers: DashMap<Box<[u32]>, u32, FxBuildHasher>,
    next: AtomicU32,
    words: AtomicUsize,
    plays: ByNumber<Play>,
    unsplit: ByNumber<UnsplitValue>,
    paths: DashMap<[u32; 3], Arc<SplitPath>, FxBuildHasher>,
    splits: ByNumber<BigRational>,
    cases: ByNumber<SharedCase>,
    ups: ByNumber<Vec<BigRational>>,
}

/// How many values of each sort were computed, for whoever asks what a search shares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SharedCounts {
    /// Plays of unsplit hands, under one up card and signal.
    pub unsplit: usize,
    /// Pairs split, under one up card and signal.
    pub splits: usize,
    /// Up cards and signals.
    pub cases: usize,
}

/// The value under a number, or the one that is computed and kept.
fn find_or_compute<T>(
    kept: &ByNumber<T>,
    number: u32,
    may_keep: bool,
    compute: impl FnOnce() -> Result<T, SolveError>,
) -> Result<Arc<T>, SolveError> {
    if let Some(value) = kept.get(&number) {
        return Ok(Arc::clone(&value));
    }
    let value = Arc::new(compute()?);
    if may_keep {
        kept.insert(number, Arc::clone(&value));
    }
    Ok(value)
}

impl SharedValues {
    /// The number of an identity, the same as before if it is asked for again.
    fn number(&self, sort: Sort, words: &[u32]) -> u32 {
        let identity: Box<[u32]> = std::iter::once(sort as u32).chain(words.iter().copied()).collect();
        if let Some(number) = self.numbers.get(&identity) {
            return *number;
        }
        if !self.may_keep() {
            return self.next.fetch_add(1, Ordering::Relaxed);
        }
        self.words.fetch_add(identity.len(), Ordering::Relaxed);
        *self.numbers.entry(identity).or_insert_with(|| self.next.fetch_add(1, Ordering::Relaxed))
    }

    fn may_keep(&self) -> bool {
        self.words.load(Ordering::Relaxed) < MOST_WORDS
    }

    /// Of all that decides which hands there are and what may be done with them.
    pub(crate) fn number_of_hands(&self, hands: &Hands) -> u32 {
        self.number(Sort::Hands, &hand_words(hands))
    }

    /// Of the shoe and the rules by which the dealer draws: with an up card and hole cards they decide his distributions.
    pub(crate) fn number_of_dealer(&self, rule: &DealerRule, shoe: &Composition) -> u32 {
        let DealerRule { clauses: _, soft_17, ace_limit } = rule;
        let mut words: Words = shoe.counts().iter().map(|&count| u32::from(count)).collect();
        words.extend([*soft_17 as u32, (*ace_limit).into()]);
        self.number(Sort::Dealer, &words)
    }

    /// How much was computed so far.
    pub(crate) fn counts(&self) -> SharedCounts {
        SharedCounts { unsplit: self.unsplit.len(), splits: self.splits.len(), cases: self.cases.len() }
    }
}

/// A solver's way to the values of its search.
#[derive(Debug, Clone)]
pub(crate) struct Shared {
    pub(crate) values: Arc<SharedValues>,
    pub(crate) hands: u32,
    pub(crate) dealer: u32,
}

impl Shared {
    /// A case with its play decided. `first` makes the play of unsplit hands and is told by `class` and `early`.
    pub(crate) fn case(
        &self,
        game: &Game,
        case: &SignalCase<'_>,
        class: (u32, &[bool]),
        first: impl FnOnce() -> Play,
    ) -> Result<Arc<SharedCase>, SolveError> {
        let values = &self.values;
        let spot = self.spot(case);
        let unsplit_number = self.number_of_unsplit(case, &spot, class);
        let unsplit =
            find_or_compute(&values.unsplit, unsplit_number, values.may_keep(), || Ok(self.unsplit(case, first())))?;
        let mut words = vec![unsplit_number];
        let mut of_hands = [const { None }; Value::COUNT];
        if let Some(split) = game.split.as_ref().filter(|_| case.is_played()) {
            for value in (0..Value::COUNT).filter(|&value| unsplit.of_pairs[value].is_some()) {
                let options = [HandPlace::First, HandPlace::Later].map(|place| Options::split(game, value, place));
                let path = self.split_path(case, value, &options[0], &unsplit);
                let number = self.number_of_split(case, &spot, &options, &path, split.most_hands(value));
                words.extend([value as u32, number]);
                of_hands[value] = Some(find_or_compute(&values.splits, number, values.may_keep(), || {
                    let counts = SplitCounts::new(game, case, &unsplit.play, value);
                    Ok(counts.map_or_else(BigRational::zero, |counts| counts.mean_of_hands(case)))
                })?);
            }
        }
        let number = values.number(Sort::Case, &words);
        find_or_compute(&values.cases, number, values.may_keep(), || {
            let split = decided(game, case, &unsplit, &of_hands)?;
            Ok(SharedCase { number, unsplit, of_hands, split, mean: OnceLock::new() })
        })
    }

    fn spot(&self, case: &SignalCase<'_>) -> DealerSpot {
        let hole = &case.up.dealer.cases()[case.case];
        let holes = hole.holes.values().fold(0, |holes, value| holes | 1 << value.index());
        let words = [self.dealer, case.up.dealer.up().index() as u32, holes, u32::from(hole.ends_round)];
        DealerSpot { words, outcomes: case.up.dealer.outcomes(case.case) }
    }

    fn number_of_unsplit(&self, case: &SignalCase<'_>, spot: &DealerSpot, (class, early): (u32, &[bool])) -> u32 {
        let rows = self.values.number(Sort::UnsplitRows, &unsplit_rows(case.table, &case.options, spot.outcomes));
        let mut words = spot.words.to_vec();
        words.extend([class, self.hands, case.options.word(), rows]);
        words.extend((0..).zip(early).filter(|(_, early)| **early).map(|(id, _): (u32, _)| id));
        self.values.number(Sort::Unsplit, &words)
    }

    fn unsplit(&self, case: &SignalCase<'_>, play: Play) -> UnsplitValue {
        let hands = case.table.hands;
        let values = &self.values;
        let mut words = play_words(&play, hands);
        words.push(self.hands);
        let number = values.number(Sort::Play, &words);
        let play = match values.plays.get(&number) {
            Some(known) => Arc::clone(&known),
            None => Arc::new(play),
        };
        if values.may_keep() && !values.plays.contains_key(&number) {
            values.words.fetch_add(2 * hands.len(), Ordering::Relaxed);
            values.plays.insert(number, Arc::clone(&play));
        }
        let mean = |starts: &[(HandId, i64)]| case.exact_mean(case.options, &play, starts, CardSet::NONE, None);
        // Also where the rules let nothing be split: others, with the same play, may.
        let of_pairs = std::array::from_fn(|value| {
            let pair = pair_hand(hands, value).filter(|_| case.is_played() && hands.single(value).is_some())?;
            Some(mean(&[(pair, 1)]))
        });
        let mean = mean(&deals(hands).collect::<Vec<_>>());
        UnsplitValue { play, number, mean, of_pairs }
    }

    #[expect(clippy::too_many_arguments, reason = "all that it depends on")]
    fn number_of_split(
        &self,
        case: &SignalCase<'_>,
        spot: &DealerSpot,
        options: &[Options; 2],
        path: &SplitPath,
        most_hands: u8,
    ) -> u32 {
        let rows = split_rows(case.table, &options.map(|options| options.spot), &path.cells, spot.outcomes);
        let rows = self.values.number(Sort::SplitRows, &rows);
        let mut words = spot.words.to_vec();
        words.extend([path.number, u32::from(most_hands), rows]);
        self.values.number(Sort::Split, &words)
    }

    /// The hands that a play comes to from one card of a pair, whatever the second, and from those of which the second is another.
    fn split_path(
        &self,
        case: &SignalCase<'_>,
        value: usize,
        options: &Options,
        unsplit: &UnsplitValue,
    ) -> Arc<SplitPath> {
        let key = [unsplit.number, value as u32, options.word()];
        if let Some(path) = self.values.paths.get(&key) {
            return Arc::clone(&path);
        }
        let hands = case.table.hands;
        let mut words = vec![self.hands, value as u32];
        let mut cells = Vec::new();
        for second in [SecondCard::Any, SecondCard::Other] {
            case.follow(*options, &unsplit.play, &second_card_starts(hands, value, second), |id, step, ways| {
                if let Step::Settled(settled) = step {
                    let cell = PayoffCell::of(hands, id, settled);
                    cells.push(cell);
                    words.extend([id, cell.word(), ways as u32, (ways >> 32) as u32]);
                }
            });
            words.push(u32::MAX);
        }
        cells.sort_unstable();
        cells.dedup();
        let path = Arc::new(SplitPath { number: self.values.number(Sort::SplitPath, &words), cells });
        if self.values.may_keep() {
            self.values.paths.insert(key, Arc::clone(&path));
        }
        path
    }

    /// What all cases of an up card depend on together, and these words.
    pub(crate) fn up(
        &self,
        cases: &[Arc<SharedCase>],
        words: impl IntoIterator<Item = u32>,
        compute: impl FnOnce() -> Result<Vec<BigRational>, SolveError>,
    ) -> Result<Arc<Vec<BigRational>>, SolveError> {
        let words: Words = cases.iter().map(|case| case.number).chain(words).collect();
        let number = self.values.number(Sort::Up, &words);
        find_or_compute(&self.values.ups, number, self.values.may_keep(), compute)
    }
}

/// By value, whether a pair is split.
fn decided(
    game: &Game,
    case: &SignalCase<'_>,
    unsplit: &UnsplitValue,
    of_hands: &[Option<Arc<BigRational>>; Value::COUNT],
) -> Result<[bool; Value::COUNT], SolveError> {
    let mut split = [false; Value::COUNT];
    for value in 0..Value::COUNT {
        let (Some(of_hands), Some(of_pair)) = (&of_hands[value], &unsplit.of_pairs[value]) else { continue };
        split[value] =
            AllGone::is_split(case, of_hands, of_pair, || SplitCounts::new(game, case, &unsplit.play, value))?;
    }
    Ok(split)
}

impl SharedCase {
    /// As [`crate::zero_memory::with_splits`] has it.
    pub(crate) fn play(&self) -> CasePlay {
        let of_hands = std::array::from_fn(|value| self.of_hands[value].as_deref().cloned());
        CasePlay { play: Play::clone(&self.unsplit.play), split: self.split, of_hands }
    }

    /// The mean of a round in this case, if nothing is given up before any signal.
    ///
    /// # Errors
    /// As [`AllGone::new`].
    pub(crate) fn mean(&self, game: &Game, case: &SignalCase<'_>) -> Result<BigRational, SolveError> {
        if let Some(mean) = self.mean.get() {
            return Ok(mean.clone());
        }
        let mut mean = self.unsplit.mean.clone();
        for value in (0..Value::COUNT).filter(|&value| self.split[value]) {
            let (Some(of_hands), Some(of_pair)) = (&self.of_hands[value], &self.unsplit.of_pairs[value]) else {
                continue;
            };
            mean += &**of_hands - of_pair;
            if AllGone::may_be(case)
                && let Some(counts) = SplitCounts::new(game, case, &self.unsplit.play, value)
            {
                mean += AllGone::new(&counts, case)?.probability;
            }
        }
        Ok(self.mean.get_or_init(|| mean).clone())
    }
}
