//! The exact distribution of everything a round can come to under a zero-memory strategy.
//!
//! The hands of a split share the dealer and the shoe, so their results are not independent. What is enumerated is every
//! set of cards that all hands of a split can have taken together, each with the number of ordered ways in which they did
//! and came to the same results; the dealer's distribution beside that set settles them all. No hand looks at another, so the
//! measure on such sets is a product of measures of single hands (`measure.rs`), and the results add up (`tally.rs`).
//!
//! Work grows with the sets of cards that the hands can have taken, about eightfold with each hand more, and not with the
//! number of decks.

mod doubled;
mod measure;
mod suits;
mod sum;
mod tally;

use std::collections::BTreeMap;

use cards::Value;
use num_rational::{BigRational, Ratio};
use num_traits::Zero;
use rules::Game;

pub use self::doubled::DoubledRounds;
use self::measure::{HandsMeasure, MeasureProduct, factors};
use self::suits::SuitBonuses;
use self::sum::{Layout, TallySum};
use self::tally::{Tally, TallyId, TallyIds, TallySums, blackjack};
use crate::answers::cards_taken::ChartPlay;
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::arithmetic::fixed_int::RoundSum;
use crate::compiled::decisions::{Options, Play};
use crate::compiled::hands::{End, HandId};
use crate::compiled::settlement::{HandPlace, OUTCOMES};
use crate::compiled::split_plan::{HandKind, SecondCard, SplitPlan};
use crate::compiled::strategy::Class;
use crate::compiled::walk::{Settled, Step};
use crate::dealer::cache::DealerCache;
use crate::engine::scope::TO_MANY;
use crate::engine::solver::Solver;
use crate::hand::signal_case::SignalCase;
use crate::zero_memory::{CasePlay, second_card_starts};

/// What the dealer's hand comes to, whether or not a hand in play makes him draw it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DealerResult {
    /// A total, over 21 if he busts.
    Total(u8),
    /// An ace and a ten.
    Blackjack,
}

/// How a round comes out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoundResult {
    /// The up card.
    pub up: Value,
    /// Net result in initial wagers, insurance left out.
    pub net: Ratio<i64>,
    /// All wagers of the player (initial, attack, double and split wagers; insurance left out) in initial wagers.
    pub wagered: Ratio<i64>,
    /// Hands that the player ends with: more than one after a split.
    pub hands: u8,
    /// Hands doubled, on whosever money.
    pub doubled: u8,
    /// Hands busted.
    pub busted: u8,
    /// Hands given up.
    pub surrendered: u8,
    /// Whether the player has a blackjack.
    pub blackjack: bool,
    /// Whether he took even money for it.
    pub even_money: bool,
    /// The dealer's hand.
    pub dealer: DealerResult,
}

/// The distribution of a round under a zero-memory strategy.
#[derive(Debug, Clone, PartialEq)]
pub struct RoundDistribution {
    /// The strategy class.
    pub strategy: Class,
    /// Every result that has a probability above zero, with it. They sum to one.
    pub results: BTreeMap<RoundResult, BigRational>,
}

impl RoundDistribution {
    /// The distribution of something that a round's result tells.
    pub fn of<T: Ord>(&self, what: impl Fn(&RoundResult) -> T) -> BTreeMap<T, BigRational> {
        let mut distribution: BTreeMap<T, BigRational> = BTreeMap::new();
        for (result, probability) in &self.results {
            *distribution.entry(what(result)).or_insert_with(BigRational::zero) += probability;
        }
        distribution
    }

    /// The distribution of the net result, in initial wagers.
    pub fn net(&self) -> BTreeMap<Ratio<i64>, BigRational> {
        self.of(|result| result.net)
    }

    /// The distribution of the net result of a player who insures every hand for as much as the rules allow, unless he takes even money.
    /// `None` in a game without insurance, and where insurance is no wager on a dealer blackjack.
    pub fn insured(&self, game: &Game) -> Option<BTreeMap<Ratio<i64>, BigRational>> {
        let rule = game.insurance.as_ref().filter(|rule| rule.is_on_blackjack())?;
        let [pays, maximum] = [rule.pays.ratio(), rule.maximum.ratio()];
        Some(self.of(|result| {
            let insurance = match result.dealer {
                _ if result.up != rule.offered_on || result.even_money => Ratio::zero(),
                DealerResult::Blackjack => pays * maximum,
                DealerResult::Total(_) => -maximum,
            };
            result.net + insurance
        }))
    }

    /// Expected value of something that a round's result tells.
    pub fn mean(&self, what: impl Fn(&RoundResult) -> Ratio<i64>) -> BigRational {
        let distribution = self.of(what);
        distribution.iter().map(|(value, probability)| cards::widened(*value) * probability).sum()
    }
}

/// What of a round's distribution is being worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DistributionProgress {
    /// The up card.
    pub up: Value,
    /// The pair whose split is done; `None` when all rounds without a split are.
    pub split: Option<Value>,
}

impl Solver {
    /// The exact distribution of a round under a zero-memory class: of its net result and of what happened in it.
    ///
    /// `progress` is told every part as it is done. The cost is that of splits to the most hands: a dealer distribution and a few
    /// hundred products for every set of cards that the hands of a split can take together, 34 million sets for blackjack with
    /// splits to four hands, whatever the number of decks.
    ///
    /// # Errors
    /// [`SolveError::Unsolved`] for perfect play, which is no table, for two hands to switch, and for splits to more than four hands;
    /// [`SolveError::ShoeRunsOut`] if the hands of a split can leave the dealer without cards; [`SolveError::SplitTooWide`] for
    /// hands that exceed the width of the sums.
    pub fn round_distribution(
        &self,
        strategy: Class,
        progress: impl Fn(DistributionProgress) + Sync,
    ) -> Result<RoundDistribution, SolveError> {
        let mut found = self.round_distributions(&[strategy], |_, part| progress(part))?;
        found.pop().ok_or(SolveError::Unsolved { what: DISTRIBUTION, rules: "no strategy class" })
    }

    /// The same under several classes, in their order. A split that two classes play alike is worked out once: TD and CDZ- play most of them alike.
    ///
    /// `progress` is told of every class, by its place.
    ///
    /// # Errors
    /// As [`Solver::round_distribution`], for the first class that fails.
    pub fn round_distributions(
        &self,
        strategies: &[Class],
        progress: impl Fn(usize, DistributionProgress) + Sync,
    ) -> Result<Vec<RoundDistribution>, SolveError> {
        strategies.iter().try_for_each(|&strategy| self.follows_a_round(DISTRIBUTION, strategy))?;
        let play = |at: usize, up| {
            let cases = self.cases(up, self.settlement(up, strategies[at])?);
            let plays = self.plays(&cases, strategies[at])?;
            Ok((cases, plays))
        };
        self.distributions_played(strategies, play, progress)
    }

    /// The same under several plays: `play` tells the cases of an up card and how each is played, by the place of its class.
    pub(super) fn distributions_played<'s>(
        &'s self,
        strategies: &[Class],
        play: impl Fn(usize, &'s DealerCache) -> Result<ChartPlay<'s>, SolveError>,
        progress: impl Fn(usize, DistributionProgress) + Sync,
    ) -> Result<Vec<RoundDistribution>, SolveError> {
        let bonuses = SuitBonuses::new(self.game(), self.shoe())?;
        let mut results = vec![BTreeMap::new(); strategies.len()];
        for up in self.ups().iter() {
            let probability = self.share(up);
            // By case and value, what is known of its split: of the classes before.
            let mut known: BTreeMap<(usize, usize), Vec<KnownSplit>> = BTreeMap::new();
            for (at, results) in results.iter_mut().enumerate() {
                let (cases, plays) = play(at, up)?;
                let told = |split| progress(at, DistributionProgress { up: up.dealer.up(), split });
                for (place, (case, play)) in cases.iter().zip(&plays).enumerate() {
                    let distribution = CaseDistribution { game: self.game(), case, play, bonuses: &bonuses };
                    let mut add = |(result, given_up): (RoundResult, BigRational)| {
                        *results.entry(result).or_insert_with(BigRational::zero) += given_up * &probability;
                    };
                    distribution.without_split(|_| true)?.into_iter().for_each(&mut add);
                    told(None);
                    for value in (0..Value::COUNT).filter(|&value| play.split[value]) {
                        let known = known.entry((place, value)).or_default();
                        distribution.of_split(value, known)?.into_iter().for_each(&mut add);
                        told(Value::from_index(value));
                    }
                }
            }
        }
        let found = strategies.iter().zip(results).map(|(&strategy, mut results)| {
            results.retain(|_, probability: &mut BigRational| !probability.is_zero());
            RoundDistribution { strategy, results }
        });
        Ok(found.collect())
    }

    /// An estimate of the products of counts that [`Solver::round_distribution`] takes for splits, to compare games by. That of blackjack with splits to four hands
    /// is 2.2 billion; where hands of a round are paid differently there are several times as many.
    ///
    /// # Errors
    /// As [`Solver::round_distribution`].
    pub fn round_distribution_work(&self, strategy: Class) -> Result<u64, SolveError> {
        self.follows_a_round(DISTRIBUTION, strategy)?;
        let bonuses = SuitBonuses::new(self.game(), self.shoe())?;
        let mut work = 0;
        for up in self.ups().iter() {
            let cases = self.cases(up, self.settlement(up, strategy)?);
            for (case, play) in cases.iter().zip(&self.plays(&cases, strategy)?) {
                work += CaseDistribution { game: self.game(), case, play, bonuses: &bonuses }.work()?;
            }
        }
        Ok(work)
    }

    /// How many parts [`Solver::round_distribution`] tells of. It costs the decisions of the strategy, if they are not known yet.
    ///
    /// # Errors
    /// As [`Solver::round_distribution`].
    pub fn round_distribution_parts(&self, strategy: Class) -> Result<usize, SolveError> {
        self.follows_a_round(DISTRIBUTION, strategy)?;
        let of_up = |up| {
            let plays = self.plays(&self.cases(up, self.settlement(up, strategy)?), strategy)?;
            Ok(plays.iter().map(|play| 1 + play.split.iter().filter(|&&split| split).count()).sum::<usize>())
        };
        self.ups().iter().map(of_up).sum()
    }

    /// How a pair that is split in a case can end: each result with its probability given the up card, weighted by the case and by the pair's cards.
    /// `None` where that takes more than so many products of three hands, or twenty times as many of two, and where nothing is found by following the hands to their end.
    pub(crate) fn split_results(
        &self,
        (case, play): (&SignalCase<'_>, &CasePlay),
        value: usize,
        most_work: u64,
    ) -> Option<Vec<(RoundResult, BigRational)>> {
        if self.splits_to_many() {
            return None;
        }
        let bonuses = SuitBonuses::new(self.game(), self.shoe()).ok()?;
        let distribution = CaseDistribution { game: self.game(), case, play, bonuses: &bonuses };
        let of_two = self.game().split.as_ref()?.most_hands(value) <= 2;
        if distribution.work_of(value).ok()? > if of_two { most_work * 20 } else { most_work } {
            return None;
        }
        distribution.of_split(value, &mut Vec::new()).ok()
    }

    /// Refuses what cannot be found by following each round to its end under a fixed play.
    pub(crate) fn follows_a_round(&self, what: &'static str, strategy: Class) -> Result<(), SolveError> {
        let unsolved = |rules| Err(SolveError::Unsolved { what, rules });
        if strategy == Class::Perfect {
            return unsolved("perfect play");
        }
        if self.game().switch.is_some() {
            return unsolved("two hands to switch");
        }
        if self.splits_to_many() {
            return unsolved(TO_MANY);
        }
        Ok(())
    }
}

/// What is asked for, in an error.
pub(super) const DISTRIBUTION: &str = "the distribution of a round";

/// Given the up card, and weighted by the case.
type Results = Vec<(RoundResult, BigRational)>;

/// What a sum needs besides the ordered draws of all cards. Each of four hands counts at most twice, as what it comes to and as a bust, and a sum has a sign.
const SIGNED_BITS: u64 = 8;

/// The hands of a split, each alone, by their second card and place. That and the case are all that the results of the split depend on.
#[derive(PartialEq)]
struct SplitHands {
    tallies: TallyIds,
    /// With any second card the first hand and a later one, then with another second card.
    kinds: [HandsMeasure; 4],
    /// Whether an attack wager has been made.
    attacked: bool,
}

impl SplitHands {
    fn new(distribution: &CaseDistribution<'_>, value: usize) -> Result<Self, SolveError> {
        let mut tallies = TallyIds::default();
        let mut kind = |second, place| distribution.kind(&mut tallies, value, (second, place));
        let kinds = [
            kind(SecondCard::Any, HandPlace::First)?,
            kind(SecondCard::Any, HandPlace::Later)?,
            kind(SecondCard::Other, HandPlace::First)?,
            kind(SecondCard::Other, HandPlace::Later)?,
        ];
        Ok(Self { tallies, kinds, attacked: distribution.case.table.settlement.attacked() })
    }
}

/// What a split comes to.
struct KnownSplit {
    hands: SplitHands,
    results: Results,
}

/// One case as a strategy plays it.
struct CaseDistribution<'a> {
    game: &'a Game,
    case: &'a SignalCase<'a>,
    play: &'a CasePlay,
    bonuses: &'a SuitBonuses,
}

impl CaseDistribution<'_> {
    /// About how many products of counts the splits of this case take. From a hand's N terms come some N² terms of three
    /// hands and N²/20 of two, by count.
    fn work(&self) -> Result<u64, SolveError> {
        (0..Value::COUNT).filter(|&value| self.play.split[value]).map(|value| self.work_of(value)).sum()
    }

    fn work_of(&self, value: usize) -> Result<u64, SolveError> {
        let Some(rule) = &self.game.split else { return Ok(0) };
        let hand = self.kind(&mut TallyIds::default(), value, (SecondCard::Any, HandPlace::Later))?;
        let terms = hand.terms().len() as u64;
        Ok(match rule.most_hands(value) {
            0..=2 => terms.pow(2),
            3 => terms.pow(3) / 20,
            _ => terms.pow(3),
        })
    }

    /// Of the rounds in which no pair is split, those whose hand is settled so.
    fn without_split(&self, is_asked: impl Fn(&Settled) -> bool) -> Result<Results, SolveError> {
        let starts = self.play.unsplit_deals(self.case.table.hands);
        let mut tallies = TallyIds::default();
        let measure = self.hand(&mut tallies, self.case.options, &starts, is_asked)?;
        let no_more = HandsMeasure::of_no_hand(tallies.id(Tally::NONE));
        self.settled(&mut tallies, &measure, &no_more, (1, 0))
    }

    /// The rounds in which a pair is split. `known` are those of other classes in the same case, to which this one is added.
    fn of_split(&self, value: usize, known: &mut Vec<KnownSplit>) -> Result<Results, SolveError> {
        let Some(rule) = &self.game.split else { return Ok(Vec::new()) };
        let hands = SplitHands::new(self, value)?;
        if let Some(alike) = known.iter().find(|known| known.hands == hands) {
            return Ok(alike.results.clone());
        }
        let mut ends: BTreeMap<u32, Vec<(u32, u32, i64)>> = BTreeMap::new();
        for (&(others, waiting), &ways) in &SplitPlan::new(rule.most_hands(value)).ends {
            ends.entry(others + waiting).or_default().push((others, waiting, ways));
        }
        let mut results = Vec::new();
        for (number, ends) in ends {
            results.extend(self.of_hands(value, number, &hands, &ends)?);
        }
        known.push(KnownSplit { hands, results: results.clone() });
        Ok(results)
    }

    /// The rounds that end with so many hands. `ends` are the ways to come there: hands with another second card, hands with
    /// any, and in how many ways.
    fn of_hands(
        &self,
        value: usize,
        number: u32,
        hands: &SplitHands,
        ends: &[(u32, u32, i64)],
    ) -> Result<Results, SolveError> {
        let mut tallies = hands.tallies.clone();
        let [any_first, any, other_first, other] = &hands.kinds;
        // The hands that all ends share are multiplied last, and once. They are never the first hand.
        let ends = ends.iter().map(|&(others, waiting, ways)| {
            (
                others.saturating_sub(1),
                waiting - u32::from(others == 0),
                if others == 0 { any_first } else { other_first },
                ways,
            )
        });
        let shared_others = ends.clone().map(|(others, ..)| others).min().unwrap_or(0);
        let shared_any = ends.clone().map(|(_, waiting, ..)| waiting).min().unwrap_or(0);
        let mut head = HandsMeasure::default();
        for (others, waiting, first, ways) in ends {
            let rest = [(other, others - shared_others), (any, waiting - shared_any)];
            head = head.plus(self.product(&mut tallies, first.clone(), &factors(rest))?.times(ways));
        }
        let mut factors = factors([(other, shared_others), (any, shared_any)]);
        let last = factors.pop();
        head = self.product(&mut tallies, head, &factors)?;
        let Some(last) = last else { return Ok(Vec::new()) };
        self.settled(&mut tallies, &head, last, (number, self.split_wagers(value, number)))
    }

    /// The results of rounds whose hands are measured by a product of two measures. They end with so many hands and these split wagers.
    fn settled(
        &self,
        tallies: &mut TallyIds,
        some: &HandsMeasure,
        last: &HandsMeasure,
        (hands, split_wagers): (u32, i64),
    ) -> Result<Results, SolveError> {
        let (sums, last_tallies) = self.sums(tallies, some, last)?;
        let product = MeasureProduct::new(self.case.up, some, last, &last_tallies, &sums);
        let layout = Layout::new(self.case, tallies, &sums.all(), hands, split_wagers);
        Ok(TallySum::of_product(self.case, &layout, &product)?.results(self.bonuses))
    }

    /// A measure times those of more hands.
    fn product(
        &self,
        tallies: &mut TallyIds,
        mut some: HandsMeasure,
        hands: &[&HandsMeasure],
    ) -> Result<HandsMeasure, SolveError> {
        for hand in hands {
            let (sums, hand_tallies) = self.sums(tallies, &some, hand)?;
            some = MeasureProduct::new(self.case.up, &some, hand, &hand_tallies, &sums).whole();
        }
        Ok(some)
    }

    /// What the tallies of two measures come to, and those of the second. Their product is checked to be within its width.
    fn sums(
        &self,
        tallies: &mut TallyIds,
        some: &HandsMeasure,
        hand: &HandsMeasure,
    ) -> Result<(TallySums, Vec<TallyId>), SolveError> {
        let largest = some.norm().checked_mul(hand.largest()).filter(|&largest| largest < 1 << 63);
        let counts = some.most_counts().into_iter().zip(hand.most_counts());
        let are_packed = counts.map(|(one, other)| one + other).all(|count| count <= CardSet::MOST);
        let unseen = self.case.up.unseen_after(CardSet::NONE);
        let cards = some.most_cards() + hand.most_cards() + self.case.up.dealer.draws_of_distributions(unseen);
        let bits = cards::falling(unseen, cards.min(unseen)).bits() + SIGNED_BITS;
        if largest.is_none() || !are_packed || bits > RoundSum::BITS {
            return Err(SolveError::SplitTooWide);
        }
        let hand_tallies = hand.tallies();
        Ok((tallies.sums(&some.tallies(), &hand_tallies), hand_tallies))
    }

    fn split_wagers(&self, value: usize, number: u32) -> i64 {
        let spot = Options::split(self.game, value, HandPlace::Later).spot;
        self.case.table.settlement.split_wager(spot) * i64::from(number - 1)
    }

    /// One hand of a split.
    fn kind(&self, tallies: &mut TallyIds, value: usize, (second, spot): HandKind) -> Result<HandsMeasure, SolveError> {
        let options = Options::split(self.game, value, spot);
        self.hand(tallies, options, &second_card_starts(self.case.table.hands, value, second), |_| true)
    }

    /// One hand played on from these, where it is settled so.
    fn hand(
        &self,
        tallies: &mut TallyIds,
        options: Options,
        starts: &[(HandId, i64)],
        is_asked: impl Fn(&Settled) -> bool,
    ) -> Result<HandsMeasure, SolveError> {
        let SignalCase { table, up, .. } = *self.case;
        let possible = self.possible()?;
        let play: &Play = &self.play.play;
        let mut ended = Vec::new();
        // Busts of every hand that draws are told, so that they cancel: see `HandsMeasure::of_hand`.
        self.case.follow_telling_all_busts(options, play, starts, |id, step, ways| {
            let Step::Settled(settled) = step else { return };
            let hand = table.hands.get(id);
            if !is_asked(&settled) || !up.is_feasible(hand.cards) {
                return;
            }
            let added = table.settlement.double_wager(options.spot, settled.doubling);
            // A hand that draws on is no blackjack, though its busts are told with its own cards.
            let is_blackjack = settled.end != End::Busted && options.is_dealt_blackjack(hand);
            let blackjack = blackjack(table.settlement, settled.row, is_blackjack);
            let tally = Tally::of_hand(table.settlement, settled, added, blackjack, &possible);
            let bonus = self.bonuses.of_hand(options.spot, &settled, hand);
            let tally = bonus.map_or(tally, |bonus| tally.earning(bonus));
            ended.push((hand.cards, tally, ways));
        });
        Ok(HandsMeasure::of_hand(tallies, &ended))
    }

    /// The dealer outcomes of the case that have a probability above zero.
    fn possible(&self) -> Result<[bool; OUTCOMES], SolveError> {
        Ok(self.case.up.exact_distributions().at(CardSet::NONE)?[self.case.case].map(|ways| ways > 0))
    }
}
