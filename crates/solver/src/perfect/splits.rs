//! The splits of some pairs under perfect play: what each is worth, and whether it is better than not to split.

use cards::{Composition, Value};
use num_rational::BigRational;
use rules::Game;

use super::backward_values::Optimum;
use super::best_play::Lane;
use super::count_by_state::{CountFrom, Counted, PlayedOut};
use super::exact_arbiter::ExactArbiter;
use super::graph::{EntryId, Graph, Stage};
use super::hand_classes::HandClasses;
use super::limits::{LANES, can_be_split, counts_fit, most_hands};
use super::shared_splits::{KnownSplits, RecalledSplits, SharedSearch, SplitRoot, SplitWorth, values_of, words_of};
use super::states::{Rounds, States};
use super::values::{PerfectValue, SplitSize};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::arithmetic::tasks::some_at_a_time;
use crate::compiled::decisions::{Act, Play};
use crate::compiled::hands::{HandId, Hands, is_bust};
use crate::compiled::identity::Words;
use crate::compiled::walk::CompiledRules;
use crate::dealer::MOST_DEPTH;
use crate::hand::signal_case::{SignalCase, pair_hand};

/// The splits of some pairs, each to any number of hands, under perfect play.
pub(crate) struct Splits<'a> {
    pub(super) states: States<'a>,
    /// By pair, the entry that its split begins with.
    roots: Vec<(usize, EntryId)>,
    /// Whether squares of results are told pair by pair: with more than one split, those of all pairs together take much memory.
    squares_apart: bool,
}

/// An up card and signal, its best play without splits, and which pairs are asked for.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'c, 'a> {
    pub(crate) case: &'c SignalCase<'a>,
    pub(crate) unsplit: &'c Play,
    pub(crate) pairs: [bool; Value::COUNT],
}

/// What some pairs are worth in a case together if each is split; `None` if each is better not split.
pub(crate) type SolvedPairs<'c, 'a> = (&'c SignalCase<'a>, Vec<Value>, Option<PerfectValue>);

impl<'a> Splits<'a> {
    /// `None` if no such pair can be dealt or split. For `squares`, nothing is left out that may be played on a tie: which of two plays
    /// of the same mean is played decides the variance.
    ///
    /// # Errors
    /// [`SolveError::PerfectUnsolved`] if the rules tell too many hand classes apart, or there are too many sets of cards.
    pub(crate) fn new(
        game: &'a Game,
        table: CompiledRules<'a>,
        shoe: &Composition,
        values: &[usize],
        squares: bool,
    ) -> Result<Option<Self>, SolveError> {
        let values: Vec<usize> = can_be_split(game, shoe).filter(|value| values.contains(value)).collect();
        let Some(most_hands) = values.iter().map(|&value| most_hands(game, value)).max() else { return Ok(None) };
        let settlement = table.settlement;
        let classes = HandClasses::new(game, table, &values, None, !squares && most_hands > 2);
        let lowest = values.iter().copied().min().unwrap_or(0) as u32;
        let points = most_hands * (u32::from(Hands::TWENTY_ONE) - 1 - lowest);
        if !counts_fit(shoe, most_hands, points, 2 * most_hands + MOST_DEPTH as u32) {
            return Err(SolveError::PerfectUnsolved("so large a shoe".to_owned()));
        }
        let (graph, roots) = Graph::of_splits(game, settlement, &values);
        let begin: Vec<(EntryId, CardSet)> = roots.iter().map(|&(value, entry)| (entry, pair_of(value))).collect();
        let states = States::new(game, table, shoe, classes, Rounds { graph, begin, most_hands })?;
        Ok(Some(Self { states, roots, squares_apart: most_hands > 2 }))
    }

    /// How much there is to value for so many up cards.
    pub(crate) fn size(&self, cases: usize) -> SplitSize {
        let pairs = self.roots.iter().filter_map(|&(value, _)| Value::from_index(value)).collect();
        self.states.size(pairs, cases)
    }

    /// For each case, which must be played and have this settlement, which of the pairs that are asked for are better split than played
    /// without, and the exact value of splitting them: of all together, or of each alone, as always if it may be given up early. `solved` is given
    /// some cases at a time, with their values, and says whether to go on. What a search knows already is not valued again.
    ///
    /// # Errors
    /// [`SolveError::ShoeRunsOut`] if the hands can leave the dealer without cards, and those of `solved`.
    pub(crate) fn values(
        &self,
        cases: &[Asked<'_, 'a>],
        squares: bool,
        search: Option<&SharedSearch>,
        mut solved: impl FnMut(Vec<SolvedPairs<'_, 'a>>) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let (mut open, mut recalled) = (Vec::new(), Vec::new());
        for &asked in cases {
            let words = search.map(|search| self.words(search, asked.case));
            let known = search.zip(words.as_ref()).and_then(|(search, words)| search.splits.get(words));
            let known =
                known.and_then(|known| self.of_case(&asked, &mut RecalledSplits { known: &known, squares }).ok());
            match known {
                Some(known) => recalled.extend(known),
                None => open.push((asked, words)),
            }
        }
        if !recalled.is_empty() {
            solved(recalled)?;
        }
        for some in open.chunks(self.states.lanes(open.len())) {
            let asked: Vec<Asked<'_, 'a>> = some.iter().map(|&(asked, _)| asked).collect();
            let values = match asked.len() {
                1 => self.side_by_side::<1>(&asked, squares, search.is_some())?,
                2 => self.side_by_side::<2>(&asked, squares, search.is_some())?,
                3 => self.side_by_side::<3>(&asked, squares, search.is_some())?,
                _ => self.side_by_side::<LANES>(&asked, squares, search.is_some())?,
            };
            let mut of_some = Vec::new();
            for ((_, words), (values, new)) in some.iter().zip(values) {
                if let (Some(search), Some(words)) = (search, words) {
                    search.splits.keep(words, new);
                }
                of_some.extend(values);
            }
            solved(of_some)?;
        }
        Ok(())
    }

    /// All that the splits in a case depend on.
    fn words(&self, search: &SharedSearch, case: &SignalCase<'_>) -> Words {
        let spot = search.values.spot(case);
        let mut words = spot.words.to_vec();
        words_of(&self.states, &self.roots, spot.outcomes, &mut words);
        words
    }

    fn side_by_side<'c, const L: usize>(
        &self,
        cases: &[Asked<'c, 'a>],
        squares: bool,
        keeps: bool,
    ) -> Result<Vec<(Vec<SolvedPairs<'c, 'a>>, KnownSplits)>, SolveError> {
        let round = self.states.round();
        let lanes: [Lane<'_>; L] =
            std::array::from_fn(|lane| Lane { up: cases[lane].case.up, case: cases[lane].case.case });
        let optimum = Optimum::with_kept(round, lanes, &ExactArbiter { round, lanes }, keeps)?;
        let tasks: Vec<usize> = (0..L).collect();
        let solved = some_at_a_time(self.states.counted(L), &tasks, |&lane| {
            let counted = Counted { round, lane: lanes[lane], play: &optimum.plays[lane] };
            let value_of = |root, pair| optimum.value_of(root, pair, lane);
            let case = cases[lane].case;
            let mut found = FoundSplits { splits: self, case, counted, value_of, squares, new: KnownSplits::default() };
            let solved = self.of_case(&cases[lane], &mut found)?;
            Ok((solved, found.new))
        });
        solved.into_iter().collect()
    }

    /// What is asked for of one case, whose best play is worth this.
    ///
    /// # Errors
    /// Those of `worth`.
    fn of_case<'c, W: SplitWorth>(
        &self,
        asked: &Asked<'c, 'a>,
        worth: &mut W,
    ) -> Result<Vec<SolvedPairs<'c, 'a>>, W::Error> {
        let Asked { case, unsplit, pairs } = asked;
        let apart = case.options.early || (worth.squares() && self.squares_apart);
        let mut not_split = Vec::new();
        let mut alone = Vec::new();
        let mut together = Vec::new();
        for &(value, root) in self.roots.iter().filter(|(value, _)| pairs[*value]) {
            let Some((pair, cards)) = self.pair(case, value) else {
                not_split.push(value);
                continue;
            };
            let root = (value, root, cards);
            let ahead = worth.float(root)? - unsplit_value(case, unsplit, pair);
            if ahead < -self.states.contested {
                not_split.push(value);
            } else if ahead > self.states.contested && !apart {
                together.push(root);
            } else {
                let split = worth.exact(&[root])?;
                let is_better = || split.mean > case.exact_mean(unsplit, &[(pair, 1)], CardSet::NONE, None);
                if ahead > self.states.contested || is_better() {
                    alone.push((vec![value], Some(split)));
                } else {
                    not_split.push(value);
                }
            }
        }
        let mut solved = alone;
        if !together.is_empty() {
            let split = worth.exact(&together)?;
            solved.push((together.into_iter().map(|(value, ..)| value).collect(), Some(split)));
        }
        if !not_split.is_empty() {
            solved.push((not_split, None));
        }
        let pairs = |values: Vec<usize>| values.into_iter().filter_map(Value::from_index).collect();
        Ok(solved.into_iter().map(|(values, split)| (*case, pairs(values), split)).collect())
    }

    /// The pair and its cards, if they can be dealt.
    fn pair(&self, case: &SignalCase<'_>, value: usize) -> Option<(HandId, CardSet)> {
        let pair = pair_hand(self.states.table.hands, value)?;
        let cards = self.states.table.hands.get(pair).cards;
        case.up.is_feasible(cards).then_some((pair, cards))
    }

    /// What these pairs, each with its entry and its cards, are worth split, where they have been played out.
    fn played(&self, case: &SignalCase<'_>, pairs: &[SplitRoot], played: PlayedOut) -> PerfectValue {
        let PlayedOut { mean, square, added } = played;
        let (units, entries) = (case.units(), &self.states.reach.graph.entries);
        let wager = |root: EntryId| BigRational::from_integer(entries[root].wager.into());
        let first: BigRational = pairs.iter().map(|&(_, root, cards)| case.probability(cards) * wager(root)).sum();
        PerfectValue {
            mean: mean / &units,
            square: square.map(|square| square / (&units * &units)),
            added: added + first,
        }
    }

    /// The value of splitting the first of the pairs in one case.
    ///
    /// # Errors
    /// As [`Splits::values`].
    pub(crate) fn value(&self, case: &SignalCase<'a>) -> Result<Option<PerfectValue>, SolveError> {
        let (value, root) = self.roots[0];
        let Some((_, pair)) = self.pair(case, value) else { return Ok(None) };
        let round = self.states.round();
        let lane = Lane { up: case.up, case: case.case };
        let optimum = Optimum::new(round, [lane], &ExactArbiter { round, lanes: [lane] })?;
        let counted = Counted { round, lane, play: &optimum.plays[0] };
        let pairs = [(value, root, pair)];
        let played = counted.all(&begin(&pairs), false, |root, pair| optimum.value_of(root, pair, 0))?;
        Ok(Some(self.played(case, &pairs, played)))
    }

    /// The exact values of acts on a hand in one case, weighted by the probability of the cards seen and the case: of the
    /// hand in play and of one still to be played. `None` if the hands are none of this split, which is to two hands.
    ///
    /// # Errors
    /// As [`Splits::values`].
    pub(crate) fn hand_values(
        &self,
        case: &SignalCase<'a>,
        position: &Position,
        acts: &[Act],
    ) -> Result<Option<Vec<BigRational>>, SolveError> {
        let round = self.states.round();
        let States { reach, classes, table, .. } = &self.states;
        let graph = &reach.graph;
        let (value, root) = self.roots[0];
        let first = graph.entries[root].stage;
        let Stage { after_live, after_bust, .. } = graph.stages[first];
        let waiting = CardSet::one(value);
        let hand = table.hands.get(position.hand).cards;
        let stage = match position.other {
            None => Some(first),
            Some(other) => [after_live, after_bust]
                .into_iter()
                .flatten()
                .find(|&entry| {
                    let start = other + waiting;
                    let busted = is_bust(other);
                    reach.starts(entry, start.size() as usize).binary_search(&start).is_ok()
                        && (after_live == after_bust || (Some(entry) == after_bust) == busted)
                })
                .map(|entry| graph.entries[entry].stage),
        };
        let gone = hand + position.other.unwrap_or(waiting);
        let Some(stage) = stage else { return Ok(None) };
        let class = classes.of_split(value, position.hand);
        let level = reach.level(stage, gone.size() as usize);
        let is_known = level.is_some_and(|level| level.keys.binary_search(&gone).is_ok());
        let Some(class) = class.filter(|_| is_known) else { return Ok(None) };
        let lane = Lane { up: case.up, case: case.case };
        let optimum = Optimum::new(round, [lane], &ExactArbiter { round, lanes: [lane] })?;
        let counted = Counted { round, lane, play: &optimum.plays[0] };
        let units = case.units();
        let means =
            acts.iter().map(|&act| Ok(counted.from::<i128>(CountFrom::Act(stage, class, gone, act))?.mean / &units));
        means.collect::<Result<_, SolveError>>().map(Some)
    }
}

/// The best play of a case as it is counted. What comes out is noted.
struct FoundSplits<'f, 'a, F> {
    splits: &'f Splits<'a>,
    case: &'f SignalCase<'a>,
    counted: Counted<'f>,
    value_of: F,
    squares: bool,
    new: KnownSplits,
}

impl<F: Fn(EntryId, CardSet) -> f64> SplitWorth for FoundSplits<'_, '_, F> {
    type Error = SolveError;

    fn squares(&self) -> bool {
        self.squares
    }

    fn float(&mut self, (value, root, cards): SplitRoot) -> Result<f64, SolveError> {
        let float = (self.value_of)(root, cards);
        self.new.add_float(value, float);
        Ok(float)
    }

    fn exact(&mut self, roots: &[SplitRoot]) -> Result<PerfectValue, SolveError> {
        let played = self.counted.all(&begin(roots), self.squares, &self.value_of)?;
        let exact = self.splits.played(self.case, roots, played);
        self.new.add_exact(values_of(roots), exact.clone());
        Ok(exact)
    }
}

/// Where the rounds of these pairs begin, each in one order.
fn begin(pairs: &[SplitRoot]) -> Vec<(EntryId, CardSet, i64)> {
    pairs.iter().map(|&(_, root, cards)| (root, cards, 1)).collect()
}

/// Two cards of a value.
fn pair_of(value: usize) -> CardSet {
    CardSet::several(value, 2)
}

/// A hand of a split in play.
pub(crate) struct Position {
    /// The hand in play.
    pub(crate) hand: HandId,
    /// The cards of the first hand, if that is finished and the hand in play is the second.
    pub(crate) other: Option<CardSet>,
}

/// The value of the best unsplit play of a pair in floats, in settlement units, given that it is dealt.
fn unsplit_value(case: &SignalCase<'_>, play: &Play, pair: HandId) -> f64 {
    let hands = case.table.hands;
    let act = |id| play.act(id, hands.get(id), &case.options);
    let values = case.act_values(play.given_up.clone(), |id, values| values.of(act(id)));
    values[pair as usize].of(act(pair))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use num_traits::ToPrimitive;
    use rules::Submission;

    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::super::best_play::{Arbiter, BestPlay, OpenDecision, Round};
    use super::super::reach;
    use super::*;
    use crate::engine::solver::Solver;

    fn game() -> Game {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../analyses/pa-633a-blackjack/8-decks.toml");
        Submission::load(Path::new(path), &[]).expect("an analysis").game
    }

    fn splits<'a>(solver: &'a Solver, shoe: &Composition, values: &[usize]) -> Splits<'a> {
        let table = CompiledRules { hands: solver.hands(), settlement: &solver.settlements()[0] };
        Splits::new(solver.game(), table, shoe, values, false).expect("few classes").expect("pairs")
    }

    /// A full table of totals and what busts: doubles are twice that, and what a late blackjack takes is told apart only where one can come.
    #[test]
    fn rows_are_told_apart_by_what_can_come() {
        let mut game = game();
        let shoe = Composition::new([4, 0, 0, 0, 4, 4, 0, 4, 0, 12]);
        let rows = |game: &Game| {
            let solver = Solver::for_game(game.clone(), shoe).expect("a shoe that cannot run out");
            let splits = splits(&solver, &shoe, &[7]);
            let round = splits.states.round();
            (round.rows.primitives.len(), round.classes.list.len())
        };
        let (checked, classes) = rows(&game);
        assert_eq!(checked, 7);
        game.hole_card.checked_under.clear();
        let (late, late_classes) = rows(&game);
        assert!(late > checked, "{late}");
        assert!(late_classes >= classes);
    }

    /// The last stage lists the sets of cards of all others, each where it says.
    #[test]
    fn every_set_has_its_place_among_all() {
        let shoe = Composition::new([4, 0, 0, 0, 6, 0, 0, 6, 0, 12]);
        let solver = Solver::for_game(game(), shoe).expect("a shoe that cannot run out");
        let splits = splits(&solver, &shoe, &[0, 4, 7]);
        let reach = &splits.states.reach;
        let mut without_hands = 0;
        for levels in &reach.levels {
            for (size, level) in levels.iter().enumerate() {
                let all = reach.sets_of_size(size);
                assert!(all.is_sorted_by(|a, b| a < b));
                assert!(level.keys.iter().enumerate().all(|(at, key)| all[level.place(at)] == *key));
                without_hands += level.classes.iter().filter(|&&set| reach.sets.get(set).is_empty()).count();
            }
        }
        assert!(without_hands > 0, "a first hand meets sets that a last one does not");
    }

    /// The play that is found is worth, counted exactly, what floats say that the best is, over many tasks on a level; state by state
    /// and over all states it is worth the same to the last digit, however many orders each beginning comes about in.
    #[test]
    fn the_play_found_is_worth_what_floats_say() {
        let shoe = Composition::new([8, 0, 0, 0, 12, 0, 0, 12, 0, 30]);
        let solver = Solver::for_game(game(), shoe).expect("a shoe that cannot run out");
        let settlement = &solver.settlements()[0];
        let splits = splits(&solver, &shoe, &[4, 7, 9]);
        assert!(splits.states.reach.starts.iter().flatten().any(|starts| starts.len() > 4 * reach::CHUNK));
        for up in solver.ups().iter() {
            for case in solver.cases(up, settlement).iter().filter(|case| case.is_played()) {
                let round = splits.states.round();
                let lanes = [Lane { up: case.up, case: case.case }];
                let optimum = Optimum::new(round, lanes, &ExactArbiter { round, lanes }).expect("enough cards");
                let counted = Counted { round, lane: lanes[0], play: &optimum.plays[0] };
                for &(value, root) in &splits.roots {
                    let pair = pair_of(value);
                    let PlayedOut { mean, .. } =
                        counted.from::<i128>(CountFrom::Entries(&[(root, pair, 1)])).expect("enough cards");
                    let mean = mean.to_f64().expect("a number") / up.probability_of(pair);
                    let expected = optimum.value_of(root, pair, 0);
                    assert!((mean - expected).abs() < 1e-9, "{} {value}: {mean} {expected}", up.dealer.up());
                    let all = |off: f64| counted.all(&[(root, pair, 1)], false, |_, _| expected + off);
                    assert!(all(0.0).is_ok());
                    assert_eq!(all(1e-6).err(), Some(SolveError::FloatsDisagree), "a value that is none is not given");
                }
                for (most, wide_from) in [(1, usize::MAX), (1, 0), (1, 9), (i64::MAX, usize::MAX)] {
                    let begin = splits.roots.iter().zip([most, 5, 3]);
                    let begin: Vec<_> = begin.map(|(&(value, root), ways)| (root, pair_of(value), ways)).collect();
                    let one_by_one = counted.from::<i128>(CountFrom::Entries(&begin)).expect("enough cards");
                    round.wide_from.store(wide_from, Ordering::Relaxed);
                    let all = counted.swept(&begin).expect("enough cards");
                    assert_eq!(all, Some([one_by_one.mean, one_by_one.added]));
                    let leaves_64_bits = round.wide_from.load(Ordering::Relaxed) < wide_from;
                    assert_eq!(leaves_64_bits, most > 1, "numbers that leave 64 bits are seen");
                }
            }
        }
    }
    /// Every decision alone, by what all acts are worth.
    struct OneByOne<'a> {
        round: Round<'a>,
        lane: Lane<'a>,
        decided: AtomicUsize,
    }

    impl Arbiter<1> for OneByOne<'_> {
        fn decide(&self, plays: &[BestPlay; 1], open: &[(usize, OpenDecision)]) -> Result<Vec<Act>, SolveError> {
            let counted = Counted { round: self.round, lane: self.lane, play: &plays[0] };
            self.decided.fetch_add(open.len(), Ordering::Relaxed);
            let act = |&(_, open): &(usize, OpenDecision)| {
                let mut best: Option<(BigRational, Act)> = None;
                for act in open.acts.iter() {
                    let worth = counted.mean_after(open, act)?;
                    if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                        best = Some((worth, act));
                    }
                }
                Ok(best.expect("an act").1)
            };
            open.iter().map(act).collect()
        }
    }

    /// However much is left open, and whether few or many settlements are kept of a decision, the play is the same.
    #[test]
    fn decisions_side_by_side_are_those_made_one_by_one() {
        let shoe = Composition::new([4, 0, 0, 0, 6, 0, 0, 6, 0, 12]);
        let solver = Solver::for_game(game(), shoe).expect("a shoe that cannot run out");
        let splits = splits(&solver, &shoe, &[4, 7]);
        let usual = splits.states.round();
        let up = &solver.ups()[1];
        let lane = Lane { up, case: 0 };
        let side_by_side = |round: Round<'_>| {
            let optimum = Optimum::new(round, [lane], &ExactArbiter { round, lanes: [lane] }).expect("enough cards");
            let [BestPlay { levels, splits }] = optimum.plays;
            (levels, splits)
        };
        let expected = side_by_side(usual);
        let wide = Round { contested: 0.05, ..usual };
        assert!(side_by_side(wide) == expected);
        let arbiter = OneByOne { round: wide, lane, decided: AtomicUsize::new(0) };
        let optimum = Optimum::new(wide, [lane], &arbiter).expect("enough cards");
        let [BestPlay { levels, splits }] = optimum.plays;
        assert!((levels, splits) == expected);
        let decided = arbiter.decided.into_inner();
        assert!(decided > 100, "{decided}");
    }
}
