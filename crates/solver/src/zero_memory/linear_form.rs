//! The mean of a play as a linear form of the rows by which its hands are settled.
//!
//! A play reaches each hand in so many ordered ways, and the dealer each outcome beside it. None of that depends on what is paid. So
//! the mean is a sum over cells, the classes of settled hands, of a row times numbers that all rules with this play share. The
//! numbers are whole: ordered ways of the same number of cards, which is the [`Scale`] of a search.

use std::ops::RangeInclusive;

use cards::Value;
use num_bigint::BigInt;
use num_rational::BigRational;
use rustc_hash::FxHashMap;

use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::fixed_int::{PayoffSum, Product, RoundSum};
use crate::compiled::decisions::{Options, Play};
use crate::compiled::hands::{HandId, Hands};
use crate::compiled::identity::PayoffCell;
use crate::compiled::settlement::{HandPlace, OUTCOMES, Row};
use crate::compiled::split_plan::{SecondCard, SplitPlan};
use crate::compiled::walk::{CompiledRules, Step};
use crate::dealer::cache::DealerCache;
use crate::hand::signal_case::SignalCase;
use crate::zero_memory::second_card_starts;

/// Most cards of the pair's value gone beside a hand of a split, to as many hands as the rules of any game allow.
const MOST_BESIDE: u32 = 14;

/// The number of cards in whose ordered ways means are counted: the most that a hand of the player, the cards beside it and the dealer's
/// can be. It is the same for all rules with the same hands, however often these let a pair be split.
///
/// It is below 62, so that [`RoundSum`] holds any mean: 22 cards of a hand, 14 beside it in splits to eight hands, and 13 of the
/// dealer, of at most 1,040 cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Scale {
    /// Of the player's hand and those beside it.
    most_cards: u32,
}

impl Scale {
    /// That of these hands.
    pub(crate) fn new(hands: &Hands) -> Self {
        let most = hands.iter().map(|(_, hand)| u32::from(hand.size)).max().unwrap_or(0);
        Self { most_cards: most + MOST_BESIDE }
    }

    /// Cards in whose ordered ways a mean under this up card is counted.
    pub(crate) fn cards(self, up: &DealerCache) -> u32 {
        let unseen = up.unseen_after(CardSet::NONE);
        unseen.min(self.most_cards + up.dealer.most_draws())
    }

    /// A mean, in units of initial wager.
    pub(crate) fn mean(self, case: &SignalCase<'_>, sum: &RoundSum) -> BigRational {
        let ways = cards::falling(case.up.unseen_after(CardSet::NONE), self.cards(case.up));
        BigRational::new(sum.to_bigint(), BigInt::from(ways) * case.table.settlement.denominator())
    }

    /// The ways of each card that is still to be drawn, once the dealer has drawn beside so many.
    fn rest(self, up: &DealerCache, gone: u32) -> RangeInclusive<u64> {
        let all = up.unseen_after(CardSet::NONE);
        let unseen = all.saturating_sub(gone);
        let left = unseen - up.dealer.draws_of_distributions(unseen);
        let end = all - self.cards(up);
        u64::from(end) + 1..=left.into()
    }
}

/// A hand that a play settles: how, and in how many ordered ways.
pub(crate) type SettledWays = (HandId, PayoffCell, i64);

/// What a play settles from these hands on.
pub(crate) fn settled(
    case: &SignalCase<'_>,
    options: Options,
    play: &Play,
    starts: &[(HandId, i64)],
) -> Vec<SettledWays> {
    let hands = case.table.hands;
    let mut all = Vec::new();
    case.follow(options, play, starts, |id, step, ways| {
        if let Step::Settled(settled) = step {
            all.push((id, PayoffCell::of(hands, &options, id, settled), ways));
        }
    });
    all
}

/// The same of a hand of a split pair: whatever its second card, and if that is another than the pair's.
pub(crate) fn settled_after_split(
    case: &SignalCase<'_>,
    options: Options,
    play: &Play,
    value: usize,
) -> [Vec<SettledWays>; 2] {
    [SecondCard::Any, SecondCard::Other]
        .map(|second| settled(case, options, play, &second_card_starts(case.table.hands, value, second)))
}

/// The cells of some hands, each once.
pub(crate) fn cells_of<'s>(settled: impl IntoIterator<Item = &'s SettledWays>) -> Vec<PayoffCell> {
    let mut cells: Vec<PayoffCell> = settled.into_iter().map(|&(_, cell, _)| cell).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// A linear form of rows.
#[derive(Debug)]
pub(crate) struct LinearForm {
    parts: Vec<FormPart>,
    /// Of each number, lowest first; the last has the sign.
    limbs: usize,
}

/// Numbers by which the rows of some places, added up, are multiplied.
#[derive(Debug)]
struct FormPart {
    /// Which of the places.
    places: Vec<usize>,
    /// Cells, and whether the dealer's outcome is left open there: then there is one number, and one for each outcome otherwise.
    cells: Vec<(PayoffCell, bool)>,
    numbers: Vec<u64>,
}

/// What a form is made of: hands beside so many cards of a value, so often.
struct FormTerms<'s> {
    settled: &'s [SettledWays],
    beside: CardSet,
    coefficient: i64,
}

/// What the numbers of a form are of.
#[derive(Clone, Copy)]
pub(crate) struct FormOf<'c, 'a> {
    pub(crate) case: &'c SignalCase<'a>,
    pub(crate) scale: Scale,
    /// Bit by bit, what the dealer can come to.
    pub(crate) outcomes: u16,
    /// Whether hands that were over before the dealer's are paid alike whatever he comes to.
    pub(crate) over_alike: bool,
}

/// The dealer's outcomes that count, by index.
fn indices(outcomes: u16) -> impl Iterator<Item = usize> + Clone {
    (0..OUTCOMES).filter(move |outcome| outcomes >> outcome & 1 == 1)
}

/// Whether rules pay hands that were over before the dealer's alike, whatever he comes to.
pub(crate) fn pays_over_alike(
    rules: CompiledRules<'_>,
    places: &[Options],
    cells: &[PayoffCell],
    outcomes: u16,
) -> bool {
    let over = cells.iter().filter(|cell| cell.is_over());
    over.flat_map(|cell| places.iter().map(|place| rules.settlement.row(cell.row(rules, place)))).all(|row| {
        let mut paid = indices(outcomes).map(|outcome| row[outcome]);
        paid.next().is_none_or(|first| paid.all(|other| other == first))
    })
}

impl FormOf<'_, '_> {
    /// Of hands that are not split.
    pub(crate) fn unsplit(self, settled: &[SettledWays]) -> LinearForm {
        self.form([(vec![0], vec![FormTerms { settled, beside: CardSet::NONE, coefficient: 1 }])])
    }

    /// Of the hands of a split to so many: places are the first hand's and the later ones'.
    pub(crate) fn split(self, settled: &[Vec<SettledWays>; 2], value: usize, most_hands: u8) -> LinearForm {
        let plan = SplitPlan::new(most_hands);
        let terms = |place: HandPlace| -> Vec<(SecondCard, u32, i64)> {
            let of_place = plan.hands.iter().filter(|((kind, _), _)| kind.1 == place);
            of_place.map(|(&((second, _), extra), &coefficient)| (second, extra, coefficient)).collect()
        };
        let named = |terms: &[(SecondCard, u32, i64)]| -> Vec<FormTerms<'_>> {
            let one = |&(second, extra, coefficient): &(SecondCard, u32, i64)| FormTerms {
                settled: &settled[usize::from(second == SecondCard::Other)],
                beside: CardSet::several(value, extra + 1),
                coefficient,
            };
            terms.iter().map(one).collect()
        };
        let [first, later] = [terms(HandPlace::First), terms(HandPlace::Later)];
        if first == later {
            return self.form([(vec![0, 1], named(&first))]);
        }
        self.form([(vec![0], named(&first)), (vec![1], named(&later))])
    }

    fn form<'s>(self, parts: impl IntoIterator<Item = (Vec<usize>, Vec<FormTerms<'s>>)>) -> LinearForm {
        type Sums = Vec<((PayoffCell, bool), Vec<RoundSum>)>;
        let parts: Vec<(Vec<usize>, Sums)> =
            parts.into_iter().map(|(places, terms)| (places, self.sums(&terms))).collect();
        let all = parts.iter().flat_map(|(_, sums)| sums.iter().flat_map(|(_, sums)| sums));
        let limbs = all.map(|sum| sum.shortest().len()).max().unwrap_or(1);
        let part = |(places, sums): (Vec<usize>, Sums)| {
            let mut numbers = Vec::new();
            for sum in sums.iter().flat_map(|(_, sums)| sums) {
                numbers.extend_from_slice(&sum.limbs()[..limbs]);
            }
            FormPart { places, cells: sums.into_iter().map(|(cell, _)| cell).collect(), numbers }
        };
        LinearForm { parts: parts.into_iter().map(part).collect(), limbs }
    }

    /// By cell, and whether its outcome is left open, the numbers.
    ///
    /// In how many ways cards are drawn after the dealer's depends only on how many are gone before him. So numbers are added up by that, and these ways, which
    /// make them long, are multiplied in once for each sum.
    fn sums(self, terms: &[FormTerms<'_>]) -> Vec<((PayoffCell, bool), Vec<RoundSum>)> {
        let Self { case, scale, outcomes, over_alike } = self;
        let (hands, up) = (case.table.hands, case.up);
        let columns: Vec<usize> = indices(outcomes).collect();
        let mut places: FxHashMap<PayoffCell, usize> = FxHashMap::default();
        let mut sums: Vec<SumsBySize> = Vec::new();
        for &FormTerms { settled, beside, coefficient } in terms {
            let gone = |&(id, ..): &SettledWays| hands.get(id).cards + beside;
            let open = |cell: PayoffCell| over_alike && cell.is_over();
            let by_outcome = settled.iter().filter(|one| !open(one.1));
            let mut rows = up.exact_rows(by_outcome.map(gone), case.case).into_iter();
            for one in settled {
                let &(_, cell, ways) = one;
                let row = if open(cell) { None } else { rows.next().flatten() };
                let removed = gone(one);
                if !up.is_feasible(removed) {
                    continue;
                }
                let place = *places.entry(cell).or_insert_with(|| {
                    let width = if open(cell) { 1 } else { columns.len() };
                    sums.push(SumsBySize { cell: (cell, open(cell)), width, sums: Vec::new() });
                    sums.len() - 1
                });
                let dealt: Product<_> = up.dealt(removed, &PayoffSum::product(1, coefficient * ways));
                let sums = sums[place].of_size(removed.size());
                if open(cell) {
                    sums[0].add_product_times(&dealt, up.certain(removed, case.case)[0]);
                    continue;
                }
                // All cards that can be gone with a hand are among the table's keys.
                assert!(row.is_some(), "no distribution is stored beside {removed:?}");
                for (sum, &column) in sums.iter_mut().zip(&columns) {
                    sum.add_product_times(&dealt, row.map_or(0, |row| row[column]));
                }
            }
        }
        sums.iter().map(|sums| (sums.cell, sums.total(scale, up))).collect()
    }
}

/// The numbers of a cell by how many cards are gone before the dealer's, without the cards drawn after his.
struct SumsBySize {
    cell: (PayoffCell, bool),
    /// Numbers of each size.
    width: usize,
    /// By size, then by outcome.
    sums: Vec<RoundSum>,
}

impl SumsBySize {
    fn of_size(&mut self, size: u32) -> &mut [RoundSum] {
        let start = size as usize * self.width;
        if self.sums.len() < start + self.width {
            self.sums.resize(start + self.width, RoundSum::ZERO);
        }
        &mut self.sums[start..start + self.width]
    }

    /// By outcome, all sizes together in ways of as many cards as the scale says.
    fn total(&self, scale: Scale, up: &DealerCache) -> Vec<RoundSum> {
        let mut totals = vec![RoundSum::ZERO; self.width];
        let mut before = None;
        // The width is 0 where the shoe cannot deal the dealer of the case.
        for (size, sums) in (0..).zip(self.sums.chunks_exact(self.width.max(1))) {
            // With more cards gone fewer are drawn after the dealer's. The sums so far lack the ways of those that are drawn no more.
            let rest = scale.rest(up, size);
            let more = *rest.end() + 1..=before.unwrap_or(*rest.end());
            before = Some(*rest.end());
            for (total, sum) in totals.iter_mut().zip(sums) {
                times_all(total, more.clone());
                total.add(sum);
            }
        }
        if let Some(before) = before {
            let rest = *scale.rest(up, 0).start()..=before;
            totals.iter_mut().for_each(|total| times_all(total, rest.clone()));
        }
        totals
    }
}

/// Multiplies by all these, of which each is below 2³².
fn times_all(number: &mut RoundSum, factors: impl Iterator<Item = u64>) {
    let mut together: u64 = 1;
    for factor in factors {
        together = together.checked_mul(factor).unwrap_or_else(|| {
            number.times(together);
            factor
        });
    }
    number.times(together);
}

impl LinearForm {
    /// Words that it takes.
    pub(crate) fn words(&self) -> usize {
        self.parts.iter().map(|part| 2 * part.numbers.len() + 2 * part.cells.len()).sum()
    }

    /// Its value for the rows that rules pay in these places, if the dealer comes to none but these outcomes.
    pub(crate) fn value(&self, rules: CompiledRules<'_>, places: &[Options], outcomes: u16) -> RoundSum {
        let limbs = self.limbs;
        let (mut paid, mut lost, mut highest) = (vec![0_u128; limbs], vec![0_u128; limbs], 0_i128);
        let mut add = |units: i64, number: &[u64]| {
            // Fewer than 2¹² numbers, each limb times fewer than 2³³ units, so far within 128 bits.
            let [low @ .., high] = number else { return };
            let sums = if units < 0 { &mut lost } else { &mut paid };
            let magnitude = u128::from(units.unsigned_abs());
            sums.iter_mut().zip(low).for_each(|(sum, &limb)| *sum += magnitude * u128::from(limb));
            highest += i128::from(units) * i128::from(*high as i64);
        };
        for part in &self.parts {
            let mut numbers = part.numbers.chunks_exact(limbs);
            for &(cell, open) in &part.cells {
                let mut units = [0_i64; OUTCOMES];
                for &place in &part.places {
                    let row: &Row = rules.settlement.row(cell.row(rules, &places[place]));
                    units.iter_mut().zip(row).for_each(|(sum, &units)| *sum += i64::from(units));
                }
                let columns = indices(outcomes).take(if open { 1 } else { OUTCOMES });
                let of_columns = columns.map(|column| units[column]).zip(&mut numbers);
                of_columns.filter(|(units, _)| *units != 0).for_each(|(units, number)| add(units, number));
            }
        }
        let mut sum: Vec<i128> = paid.iter().zip(&lost).map(|(&paid, &lost)| paid as i128 - lost as i128).collect();
        if let Some(high) = sum.last_mut() {
            *high += highest;
        }
        RoundSum::of_limbs(&sum)
    }
}

/// A mean by value of the pair.
pub(crate) type ByPair = [Option<RoundSum>; Value::COUNT];

#[cfg(test)]
mod tests {
    use cards::Composition;
    use rules::{Game, Override, Submission};

    use super::*;
    use crate::arithmetic::fixed_int::RoundSum;

    fn submission(overrides: &[Override]) -> Submission {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../analyses/pa-633a-blackjack/6-decks.toml");
        Submission::load(path.as_ref(), overrides).expect("an analysis")
    }

    /// The longest hands of the largest shoe, split most often: a mean times 2⁶⁴ fits.
    #[test]
    fn every_mean_fits() {
        let submission = submission(&[Override::new("options.max-hands", "8"), Override::new("decks", "20")]);
        let game: &Game = &submission.game;
        let shoe: &Composition = &submission.shoe;
        let most = game.split.as_ref().map_or(0, |split| split.max_hands);
        let scale = Scale::new(&Hands::new(game, shoe));
        let dealer = 13;
        assert_eq!((shoe.total(), most), (1_040, 8));
        assert!(SplitPlan::new(most).most_extra() < MOST_BESIDE);
        assert!(cards::falling(shoe.total(), scale.most_cards + dealer).bits() + 64 < RoundSum::BITS);
    }
}
