//! What one case comes to as a strategy plays it, from the measures of its hands.

use std::collections::BTreeMap;

use cards::Value;
use rules::Game;

use super::Results;
use super::measure::{HandsMeasure, MeasureProduct, factors};
use super::suits::SuitBonuses;
use super::sum::{Layout, TallySum};
use super::tally::{Tally, TallyId, TallyIds, TallySums, blackjack};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::arithmetic::fixed_int::RoundSum;
use crate::compiled::decisions::{Options, Play};
use crate::compiled::hands::{End, HandId};
use crate::compiled::settlement::{HandPlace, OUTCOMES};
use crate::compiled::split_plan::{HandKind, SecondCard, SplitPlan};
use crate::compiled::walk::{Settled, Step};
use crate::hand::signal_case::SignalCase;
use crate::zero_memory::{CasePlay, second_card_starts};

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
pub(super) struct KnownSplit {
    hands: SplitHands,
    results: Results,
}

/// One case as a strategy plays it.
pub(super) struct CaseDistribution<'a> {
    pub(super) game: &'a Game,
    pub(super) case: &'a SignalCase<'a>,
    pub(super) play: &'a CasePlay,
    pub(super) bonuses: &'a SuitBonuses,
}

impl CaseDistribution<'_> {
    /// About how many products of counts the splits of this case take. From a hand's N terms come some N² terms of three
    /// hands and N²/20 of two, by count.
    pub(super) fn work(&self) -> Result<u64, SolveError> {
        self.split_values().map(|value| self.work_of(value)).sum()
    }

    /// The values whose pairs are split.
    pub(super) fn split_values(&self) -> impl Iterator<Item = usize> {
        (0..Value::COUNT).filter(|&value| self.play.split[value])
    }

    /// Steps of the case: one for the rounds without a split, and those of each split.
    pub(super) fn steps(&self) -> Result<u64, SolveError> {
        Ok(1 + self.split_values().map(|value| self.steps_of(value)).sum::<Result<u64, _>>()?)
    }

    /// One, and one more for every five million products.
    pub(super) fn steps_of(&self, value: usize) -> Result<u64, SolveError> {
        Ok(1 + self.work_of(value)? / 5_000_000)
    }

    pub(super) fn work_of(&self, value: usize) -> Result<u64, SolveError> {
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
    pub(super) fn without_split(&self, is_asked: impl Fn(&Settled) -> bool) -> Result<Results, SolveError> {
        let starts = self.play.unsplit_deals(self.case.table.hands);
        let mut tallies = TallyIds::default();
        let measure = self.hand(&mut tallies, self.case.options, &starts, is_asked)?;
        let no_more = HandsMeasure::of_no_hand(tallies.id(Tally::NONE));
        self.settled(&mut tallies, &measure, &no_more, (1, 0))
    }

    /// The rounds in which a pair is split. `known` are those of other classes in the same case, to which this one is added.
    pub(super) fn of_split(&self, value: usize, known: &mut Vec<KnownSplit>) -> Result<Results, SolveError> {
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
        let place = Options::split(self.game, value, HandPlace::Later).place;
        self.case.table.settlement.split_wager(place) * i64::from(number - 1)
    }

    /// One hand of a split.
    fn kind(
        &self,
        tallies: &mut TallyIds,
        value: usize,
        (second, place): HandKind,
    ) -> Result<HandsMeasure, SolveError> {
        let options = Options::split(self.game, value, place);
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
            let added = table.settlement.double_wager(options.place, settled.doubling);
            // A hand that draws on is no blackjack, though its busts are told with its own cards.
            let is_blackjack = settled.end != End::Busted && options.is_dealt_blackjack(hand);
            let blackjack = blackjack(table.settlement, settled.row, is_blackjack);
            let tally = Tally::of_hand(table.settlement, settled, added, blackjack, &possible);
            let bonus = self.bonuses.of_hand(options.place, &settled, hand);
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
