//! Values that the solvers of one search share.
//!
//! Combinations of readings and options differ in few cells. So what a search values is kept under what it depends on: the dealer's
//! distributions, up card and signal, the hands with what may be done with them, and the rows by which they are settled, as
//! [`identity`] writes them out. An identity is compared in full, so that equal hashes cannot mix two cells up. The play of the unsplit
//! hands comes first. What it is worth, and what each pair's hands are worth under it, are [linear forms](crate::zero_memory::linear_form)
//! of rows, one for all rules with this play. All values are exact: whoever computes one that somebody else is computing finds the same.
//!
//! No guard of a map is held while something is computed, and no map is gone through.
//!
//! [`identity`]: crate::compiled::identity

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use cards::{Composition, Value};
use dashmap::DashMap;
use num_rational::BigRational;
use rules::{DealerRule, Game};
use rustc_hash::FxBuildHasher;

use crate::arithmetic::error::SolveError;
use crate::arithmetic::fixed_int::RoundSum;
use crate::compiled::decisions::{Options, Play};
use crate::compiled::hands::Hands;
use crate::compiled::identity::{PayoffCell, Words, hand_words, play_words, split_rows, unsplit_rows};
use crate::compiled::settlement::HandPlace;
use crate::hand::signal_case::{SignalCase, deals, pair_hand};
use crate::parallel::locked;
use crate::zero_memory::linear_form::{
    ByPair, FormOf, LinearForm, Scale, SettledWays, cells_of, pays_over_alike, settled, settled_after_split,
};
use crate::zero_memory::no_live_hand::{AllGone, GoneBound};
use crate::zero_memory::{CasePlay, SplitCounts};

/// Words of identities kept at the most; a play counts as many as it has, and a form too: half a gigabyte. What comes after is computed
/// and not kept.
const MOST_WORDS: usize = 1 << 27;

/// In the place of a pair's value: hands that are not split.
const UNSPLIT: usize = Value::COUNT;

/// What an identity is of. Its first word.
#[derive(Clone, Copy)]
enum Sort {
    Dealer,
    Hands,
    UnsplitRows,
    Play,
    Unsplit,
    UnsplitForms,
    Path,
    SplitRows,
    SplitForm,
    SplitValue,
    Gone,
    GoneHands,
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
    mean: RoundSum,
    /// By value, the mean of the rounds that begin with this pair.
    of_pairs: ByPair,
}

/// The forms of those means.
#[derive(Debug)]
struct UnsplitForms {
    all: LinearForm,
    of_pairs: [Option<LinearForm>; Value::COUNT],
}

/// The hands that a play comes to, of all rounds without a split or after the split of a pair.
#[derive(Debug)]
struct PlayPath {
    number: u32,
    cells: Vec<PayoffCell>,
}

/// A case with its play decided.
#[derive(Debug)]
pub(crate) struct SharedCase {
    /// What the unsplit hands depend on.
    unsplit_number: u32,
    unsplit: Arc<UnsplitValue>,
    /// By value, the mean of the hands of a split, but for what [`AllGone`] gives back.
    of_hands: ByPair,
    split: [bool; Value::COUNT],
}

/// The dealer of a case.
pub(crate) struct DealerSpot {
    /// What decides his distributions, and in ways of how many draws they are counted.
    pub(crate) words: [u32; 5],
    /// Bit by bit, what he can come to.
    pub(crate) outcomes: u16,
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
    unsplit_forms: ByNumber<UnsplitForms>,
    paths: DashMap<[u32; 3], Arc<PlayPath>, FxBuildHasher>,
    split_forms: ByNumber<LinearForm>,
    split_values: ByNumber<RoundSum>,
    gone: ByNumber<BigRational>,
    ups: ByNumber<Vec<BigRational>>,
}

/// How many things of each sort were computed, for whoever asks what a search shares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SharedCounts {
    /// Unsplit hands under one up card and signal, each with other rows.
    pub unsplit: usize,
    /// Plays of unsplit hands under one up card and signal.
    pub plays: usize,
    /// Splits of a pair under one up card and signal, each with another play.
    pub splits: usize,
    /// Splits of all pairs that are asked for under one up card and signal, under perfect play.
    pub perfect: usize,
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
        self.takes(identity.len());
        *self.numbers.entry(identity).or_insert_with(|| self.next.fetch_add(1, Ordering::Relaxed))
    }

    fn may_keep(&self) -> bool {
        self.words.load(Ordering::Relaxed) < MOST_WORDS
    }

    /// Counts what is kept.
    fn takes(&self, words: usize) {
        self.words.fetch_add(words, Ordering::Relaxed);
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
        SharedCounts {
            unsplit: self.unsplit.len(),
            plays: self.unsplit_forms.len(),
            splits: self.split_forms.len(),
            perfect: 0,
        }
    }
}

/// By what an unsplit hand is settled in some case of a solver, and its number.
type UnsplitRows = ([u32; 4], u32);

/// A solver's way to the values of its search.
#[derive(Debug, Clone)]
pub(crate) struct Shared {
    values: Arc<SharedValues>,
    hands: u32,
    dealer: u32,
    pub(crate) scale: Scale,
    rows: Arc<Mutex<Vec<UnsplitRows>>>,
}

impl Shared {
    /// That of a solver of hands and a dealer with these numbers.
    pub(crate) fn new(values: &Arc<SharedValues>, numbers: (u32, u32), hands: &Hands) -> Self {
        let scale = Scale::new(hands);
        Self { values: Arc::clone(values), hands: numbers.0, dealer: numbers.1, scale, rows: Arc::default() }
    }

    /// A case with its play decided. `first` makes the play of unsplit hands and is told by `class` and `early`.
    pub(crate) fn case(
        &self,
        game: &Game,
        case: &SignalCase<'_>,
        class: (u32, &[bool]),
        first: impl FnOnce() -> Play,
    ) -> Result<SharedCase, SolveError> {
        let values = &self.values;
        let spot = self.spot(case);
        let unsplit_number = self.number_of_unsplit(case, &spot, class);
        let unsplit =
            find_or_compute(&values.unsplit, unsplit_number, values.may_keep(), || self.unsplit(case, &spot, first()))?;
        let mut of_hands = [None; Value::COUNT];
        let mut split = [false; Value::COUNT];
        for value in 0..Value::COUNT {
            let Some(of_split) = self.of_split(game, case, &unsplit, value) else { continue };
            let sum = self.split_value(case, &spot, &unsplit, &of_split)?;
            of_hands[value] = Some(sum);
            let Some(of_pair) = &unsplit.of_pairs[value] else { continue };
            split[value] = sum.minus(of_pair).is_positive();
            if !split[value] && AllGone::may_be(case) {
                let [of_hands, of_pair] = [&sum, of_pair].map(|sum| self.scale.mean(case, sum));
                let probability = |bound| Ok((*self.gone((game, case), &spot, (&unsplit, &of_split), bound)?).clone());
                split[value] = AllGone::is_split(case, &of_hands, &of_pair, probability)?;
            }
        }
        Ok(SharedCase { unsplit_number, unsplit, of_hands, split })
    }

    pub(crate) fn spot(&self, case: &SignalCase<'_>) -> DealerSpot {
        let hole = &case.up.dealer.cases()[case.case];
        let holes = hole.holes.values().fold(0, |holes, value| holes | 1 << value.index());
        // Of a dealer in some of his cases alone, the longest hand may be shorter.
        let draws = case.up.dealer.most_draws();
        let words = [self.dealer, case.up.dealer.up().index() as u32, holes, u32::from(hole.ends_round), draws];
        DealerSpot { words, outcomes: case.up.dealer.outcomes(case.case) }
    }

    fn number_of_unsplit(&self, case: &SignalCase<'_>, spot: &DealerSpot, (class, early): (u32, &[bool])) -> u32 {
        let mut words = spot.words.to_vec();
        words.extend([class, self.hands, case.options.word(), self.number_of_unsplit_rows(case, spot)]);
        words.extend((0..).zip(early).filter(|(_, early)| **early).map(|(id, _): (u32, _)| id));
        self.values.number(Sort::Unsplit, &words)
    }

    /// Cases of a solver are often settled alike, so the solver remembers.
    fn number_of_unsplit_rows(&self, case: &SignalCase<'_>, spot: &DealerSpot) -> u32 {
        let natural = case.options.natural().map_or(u32::MAX, u32::from);
        let key = [u32::from(case.table.settlement.attacked()), spot.outcomes.into(), natural, case.options.word()];
        let known = locked(&self.rows).iter().find(|(known, _)| *known == key).map(|&(_, number)| number);
        known.unwrap_or_else(|| {
            let words = unsplit_rows(case.table, &case.options, spot.outcomes);
            let number = self.values.number(Sort::UnsplitRows, &words);
            locked(&self.rows).push((key, number));
            number
        })
    }

    fn unsplit(&self, case: &SignalCase<'_>, spot: &DealerSpot, play: Play) -> Result<UnsplitValue, SolveError> {
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
            values.takes(2 * hands.len());
            values.plays.insert(number, Arc::clone(&play));
        }
        let of_deals = || settled(case, case.options, &play, &deals(hands).collect::<Vec<_>>());
        let path = self.path([number, UNSPLIT as u32, case.options.word()], || [of_deals(), Vec::new()]);
        let options = [case.options];
        let over_alike = pays_over_alike(case.table, &options, &path.cells, spot.outcomes);
        let mut words = spot.words.to_vec();
        words.extend([self.hands, path.number, number, u32::from(over_alike)]);
        let form_number = values.number(Sort::UnsplitForms, &words);
        let forms = find_or_compute(&values.unsplit_forms, form_number, values.may_keep(), || {
            let of = FormOf { case, scale: self.scale, outcomes: spot.outcomes, over_alike };
            let all = of.unsplit(&of_deals());
            // Also where the rules let nothing be split: others, with the same play, may.
            let of_pairs = std::array::from_fn(|value| {
                let pair = pair_hand(hands, value).filter(|_| case.is_played() && hands.single(value).is_some())?;
                Some(of.unsplit(&settled(case, case.options, &play, &[(pair, 1)])))
            });
            let forms = UnsplitForms { all, of_pairs };
            let each = std::iter::once(&forms.all).chain(forms.of_pairs.iter().flatten());
            values.takes(each.map(LinearForm::words).sum());
            Ok(forms)
        })?;
        let value = |form: &LinearForm| form.value(case.table, &options, spot.outcomes);
        let of_pairs = std::array::from_fn(|pair| forms.of_pairs[pair].as_ref().map(value));
        let mean = value(&forms.all);
        Ok(UnsplitValue { play, number, mean, of_pairs })
    }

    /// The hands that a play comes to, known by the play's number, the pair's value and what its hands may do.
    fn path(&self, key: [u32; 3], settled: impl FnOnce() -> [Vec<SettledWays>; 2]) -> Arc<PlayPath> {
        if let Some(path) = self.values.paths.get(&key) {
            return Arc::clone(&path);
        }
        let settled = settled();
        let mut words = vec![self.hands, key[1]];
        for hands in &settled {
            for &(id, cell, ways) in hands {
                words.extend([id, cell.word(), ways as u32, (ways >> 32) as u32]);
            }
            words.push(u32::MAX);
        }
        let number = self.values.number(Sort::Path, &words);
        let path = Arc::new(PlayPath { number, cells: cells_of(settled.iter().flatten()) });
        if self.values.may_keep() {
            self.values.paths.insert(key, Arc::clone(&path));
        }
        path
    }

    /// What decides how a pair's hands are played, if it may be split.
    fn of_split(&self, game: &Game, case: &SignalCase<'_>, unsplit: &UnsplitValue, value: usize) -> Option<SplitOf> {
        let split = game.split.as_ref().filter(|_| case.is_played() && unsplit.of_pairs[value].is_some())?;
        let options = [HandPlace::First, HandPlace::Later].map(|place| Options::split(game, value, place));
        let settled = || settled_after_split(case, options[0], &unsplit.play, value);
        let path = self.path([unsplit.number, value as u32, options[0].word()], settled);
        Some(SplitOf { value, most_hands: split.most_hands(value), options, path })
    }

    /// What the hands of a split are worth together, but for what [`AllGone`] gives back.
    fn split_value(
        &self,
        case: &SignalCase<'_>,
        spot: &DealerSpot,
        unsplit: &UnsplitValue,
        of: &SplitOf,
    ) -> Result<RoundSum, SolveError> {
        let values = &self.values;
        let over_alike = pays_over_alike(case.table, &of.options, &of.path.cells, spot.outcomes);
        let mut words = spot.words.to_vec();
        words.extend([of.path.number, of.most_hands.into(), u32::from(over_alike)]);
        let form_number = values.number(Sort::SplitForm, &words);
        let number = values.number(Sort::SplitValue, &[form_number, self.number_of_split_rows(case, spot, of)]);
        let value = find_or_compute(&values.split_values, number, values.may_keep(), || {
            let form = find_or_compute(&values.split_forms, form_number, values.may_keep(), || {
                let settled = settled_after_split(case, of.options[0], &unsplit.play, of.value);
                let form = FormOf { case, scale: self.scale, outcomes: spot.outcomes, over_alike };
                let form = form.split(&settled, of.value, of.most_hands);
                values.takes(form.words());
                Ok(form)
            })?;
            values.takes(2 * RoundSum::ZERO.limbs().len());
            Ok(form.value(case.table, &of.options, spot.outcomes))
        })?;
        Ok(*value)
    }

    /// Of all rows by which the hands of a split are settled.
    fn number_of_split_rows(&self, case: &SignalCase<'_>, spot: &DealerSpot, of: &SplitOf) -> u32 {
        self.values.number(Sort::SplitRows, &split_rows(case.table, &of.options, &of.path.cells, spot.outcomes))
    }

    /// How probable it is that no hand of a split is live when the dealer has a blackjack: it depends on no row.
    fn gone(
        &self,
        (game, case): (&Game, &SignalCase<'_>),
        spot: &DealerSpot,
        (unsplit, of): (&UnsplitValue, &SplitOf),
        bound: GoneBound,
    ) -> Result<Arc<BigRational>, SolveError> {
        let mut words = spot.words.to_vec();
        let given_up_too = case.table.settlement.surrendered_are_gone();
        words.extend([of.path.number, of.most_hands.into(), u32::from(given_up_too), bound as u32]);
        let values = &self.values;
        let number = values.number(Sort::Gone, &words);
        find_or_compute(&values.gone, number, values.may_keep(), || {
            let Some(counts) = SplitCounts::new(game, case, &unsplit.play, of.value) else {
                return Ok(BigRational::default());
            };
            // Plays often differ in hands that stay live alone, and this is the dearest number of all.
            let mut words = spot.words.to_vec();
            words.extend([of.value as u32, of.most_hands.into(), bound as u32]);
            words.extend(AllGone::words(&counts, case));
            let number = values.number(Sort::GoneHands, &words);
            let probability = || AllGone::probability(&counts, case, bound);
            Ok((*find_or_compute(&values.gone, number, values.may_keep(), probability)?).clone())
        })
    }

    /// By value, what [`AllGone`] gives back to the pairs that are split.
    fn given_back(
        &self,
        game: &Game,
        case: &SignalCase<'_>,
        solved: &SharedCase,
    ) -> Result<[Option<Arc<BigRational>>; Value::COUNT], SolveError> {
        let mut given_back = [const { None }; Value::COUNT];
        let split = (0..Value::COUNT).filter(|&value| solved.split[value] && AllGone::may_be(case));
        for (value, of) in split.filter_map(|value| Some((value, self.of_split(game, case, &solved.unsplit, value)?))) {
            let gone = self.gone((game, case), &self.spot(case), (&solved.unsplit, &of), GoneBound::Exact)?;
            given_back[value] = Some(gone);
        }
        Ok(given_back)
    }

    /// The mean of a round in a case, if nothing is given up before any signal.
    ///
    /// # Errors
    /// As [`AllGone::new`].
    pub(crate) fn mean(
        &self,
        game: &Game,
        case: &SignalCase<'_>,
        solved: &SharedCase,
    ) -> Result<BigRational, SolveError> {
        let given_back = self.given_back(game, case, solved)?;
        Ok(given_back.iter().flatten().fold(self.scale.mean(case, &solved.sum()), |mean, gone| mean + &**gone))
    }

    /// The play of a case, as [`crate::zero_memory::with_splits`] has it.
    ///
    /// # Errors
    /// As [`AllGone::new`].
    pub(crate) fn play(&self, game: &Game, case: &SignalCase<'_>, solved: &SharedCase) -> Result<CasePlay, SolveError> {
        let given_back = self.given_back(game, case, solved)?.map(|gone| gone.map(|gone| BigRational::clone(&gone)));
        let of_hands = solved.of_hands.map(|sum| sum.map(|sum| self.scale.mean(case, &sum)));
        let play = CasePlay::new(Play::clone(&solved.unsplit.play), solved.split);
        Ok(CasePlay { of_hands, given_back, ..play })
    }

    /// What all cases of an up card depend on together, and these words.
    pub(crate) fn up(
        &self,
        game: &Game,
        cases: &[(&SignalCase<'_>, &SharedCase)],
        words: impl IntoIterator<Item = u32>,
        compute: impl FnOnce() -> Result<Vec<BigRational>, SolveError>,
    ) -> Result<Arc<Vec<BigRational>>, SolveError> {
        let words: Words =
            cases.iter().map(|(case, solved)| self.number_of_case(game, case, solved)).chain(words).collect();
        let number = self.values.number(Sort::Up, &words);
        find_or_compute(&self.values.ups, number, self.values.may_keep(), compute)
    }

    /// Of all that a case depends on.
    fn number_of_case(&self, game: &Game, case: &SignalCase<'_>, solved: &SharedCase) -> u32 {
        let spot = self.spot(case);
        let mut words = vec![solved.unsplit_number];
        for value in 0..Value::COUNT {
            if let Some(of) = self.of_split(game, case, &solved.unsplit, value) {
                let rows = self.number_of_split_rows(case, &spot, &of);
                words.extend([value as u32, of.path.number, of.most_hands.into(), rows]);
            }
        }
        self.values.number(Sort::Case, &words)
    }
}

/// The hands of a split pair.
struct SplitOf {
    value: usize,
    most_hands: u8,
    /// Of the hand played first, and of the others.
    options: [Options; 2],
    path: Arc<PlayPath>,
}

impl SharedCase {
    /// The mean of a round in this case in ordered ways of the search's [`Scale`], but for what [`AllGone`] gives back.
    pub(crate) fn sum(&self) -> RoundSum {
        let mut sum = self.unsplit.mean;
        for value in (0..Value::COUNT).filter(|&value| self.split[value]) {
            if let (Some(of_hands), Some(of_pair)) = (&self.of_hands[value], &self.unsplit.of_pairs[value]) {
                sum.add(&of_hands.minus(of_pair));
            }
        }
        sum
    }
}
