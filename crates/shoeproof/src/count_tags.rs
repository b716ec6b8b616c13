//! Which tags tell most of a wager: betting correlations, and the whole tags of a level that have the greatest.

use cards::Value;
use counting::CountSystem;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed as _, Zero as _};
use report::{CorrelatedCount, TagsOfLevel, WagerTags};

/// Places of a correlation.
const PLACES: u32 = 6;
/// Largest tag that is searched for.
pub(super) const MOST_LEVEL: u32 = 3;

/// The effects of removal of a wager, as whole numbers of parts of one, with the cards of each value.
pub(super) struct Effects {
    cards: [i64; Value::COUNT],
    effects: [BigInt; Value::COUNT],
    /// How many of these parts are one.
    parts: BigInt,
}

impl Effects {
    pub(super) fn new(cards: [i64; Value::COUNT], effects: &[BigRational; Value::COUNT]) -> Self {
        let unit = cards::least_common_multiple(effects.iter().map(BigRational::denom));
        let effects = effects.each_ref().map(|effect| (effect * BigRational::from_integer(unit.clone())).to_integer());
        Self { cards, effects, parts: unit }
    }

    /// The sum of effect times tag, and the square of the tags about their mean times the cards of the shoe.
    fn sums(&self, tags: &[i32; Value::COUNT]) -> (BigInt, i64) {
        let all: i64 = self.cards.iter().sum();
        let mut both = BigInt::zero();
        let (mut sum, mut squares) = (0, 0);
        for ((&cards, effect), &tag) in self.cards.iter().zip(&self.effects).zip(tags) {
            let tags = cards * i64::from(tag);
            both += effect * tags;
            sum += tags;
            squares += tags * i64::from(tag);
        }
        (both, all * squares - sum * sum)
    }

    /// What the effect of a card grows by with its tag, by the straight line that fits best over the cards of the shoe: their covariance over the variance of the tags. `None` where all
    /// tags are alike.
    pub(super) fn slope(&self, tags: &[i32; Value::COUNT]) -> Option<BigRational> {
        let (both, spread) = self.sums(tags);
        let all: i64 = self.cards.iter().sum();
        (spread != 0).then(|| BigRational::new(both * all, &self.parts * spread))
    }

    /// The betting correlation.
    pub(super) fn correlation(&self, tags: &[i32; Value::COUNT]) -> String {
        let (both, spread) = self.sums(tags);
        let all: i64 = self.cards.iter().sum();
        let squares: BigInt = self.effects.iter().zip(self.cards).map(|(effect, cards)| effect * effect * cards).sum();
        let under = squares * spread;
        let is_negative = both.is_negative();
        let square = if under.is_zero() { BigRational::zero() } else { BigRational::new(&both * &both * all, under) };
        cards::signed_sqrt_decimal(is_negative, &square, PLACES).unwrap_or_default()
    }

    /// The tags of the greatest betting correlation with none beyond the level, the first found of equals.
    ///
    /// Among those is one that never gives a value of a greater effect a smaller tag. For the correlation is A/√V with A linear in the tags and V their square about the mean, and -√V is the
    /// greatest of -(Σ (tag - m)²/s + s)/2 over all m and s > 0. So the best tags are best, for some m and s, in a sum with one term for each value, effect · tag less a multiple of (tag - m)². What is best in
    /// such a term grows with the effect. So only tags in the order of the effects are tried: 8,008 of level 3.
    pub(super) fn best(&self, level: u32) -> TagsOfLevel {
        let level_tag = level as i32;
        let mut order: Vec<usize> = (0..Value::COUNT).filter(|&value| self.cards[value] > 0).collect();
        order.sort_by(|&one, &other| self.effects[other].cmp(&self.effects[one]));
        let mut best: Option<([i32; Value::COUNT], BigRational)> = None;
        let mut tags = vec![level_tag; order.len()];
        loop {
            let mut all = [0; Value::COUNT];
            order.iter().zip(&tags).for_each(|(&value, &tag)| all[value] = tag);
            let (both, spread) = self.sums(&all);
            if both.is_positive() && spread > 0 {
                let square = BigRational::new(&both * &both, spread.into());
                if best.as_ref().is_none_or(|(_, most)| square > *most) {
                    best = Some((all, square));
                }
            }
            // The next sequence that never grows.
            let Some(place) = tags.iter().rposition(|&tag| tag > -level_tag) else { break };
            let tag = tags[place] - 1;
            tags[place..].fill(tag);
        }
        let tags = best.map_or([0; Value::COUNT], |(tags, _)| tags);
        TagsOfLevel { level, tags, correlation: self.correlation(&tags) }
    }

    pub(super) fn tags(&self, effects: &[BigRational; Value::COUNT], level: u32) -> WagerTags {
        let correlated =
            |system: CountSystem| CorrelatedCount { correlation: self.correlation(&system.tags), id: system.id };
        WagerTags {
            wager: None,
            paytable: None,
            effects: effects.iter().map(Into::into).collect(),
            best: (1..=level).map(|level| self.best(level)).collect(),
            counts: CountSystem::usual().into_iter().map(correlated).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effects(effects: [i64; Value::COUNT]) -> Effects {
        let effects = effects.map(|effect| BigRational::new(effect.into(), 1000.into()));
        Effects::new([4, 4, 4, 4, 4, 4, 4, 4, 4, 16], &effects)
    }

    /// Against every one of the 59,049 tags of level 1, and of some wagers that are nothing like blackjack.
    #[test]
    fn no_tags_of_level_one_are_better() {
        for one in [
            [-61, 38, 43, 55, 69, 46, 28, 0, -18, -50],
            [100, 3, 3, 3, 3, 3, 3, 3, 3, -31],
            [0, 0, 0, 0, 0, 0, 0, 0, 40, -10],
            [-7, -7, -7, 1, 1, 1, 20, 30, -120, 22],
        ] {
            let effects = effects(one);
            let found = effects.best(1);
            let quality = |tags: &[i32; Value::COUNT]| {
                let (both, spread) = effects.sums(tags);
                if spread == 0 || both.is_negative() {
                    BigRational::zero()
                } else {
                    BigRational::new(&both * &both, spread.into())
                }
            };
            let most = (0..3_u32.pow(10))
                .map(|number| quality(&std::array::from_fn(|value| (number / 3_u32.pow(value as u32) % 3) as i32 - 1)))
                .max();
            assert_eq!(Some(quality(&found.tags)), most, "{one:?}");
            let [two, three] = [2, 3].map(|level| quality(&effects.best(level).tags));
            assert!(quality(&found.tags) <= two && two <= three);
        }
    }

    /// Ace and ten alone, one card each way: a correlation that a pencil can check.
    #[test]
    fn a_correlation_by_hand() {
        let effects = Effects::new(
            [1, 1, 0, 0, 0, 0, 0, 0, 0, 2],
            &[-1, -1, 0, 0, 0, 0, 0, 0, 0, 1].map(|effect| BigRational::from_integer(effect.into())),
        );
        // Tags -1, 0 and 1, 1: products 1 + 2, squares of the effects 4, of the tags 3 - 1/4.
        assert_eq!(effects.correlation(&[-1, 0, 0, 0, 0, 0, 0, 0, 0, 1]), "0.904534");
        assert_eq!(effects.correlation(&[1, 0, 0, 0, 0, 0, 0, 0, 0, -1]), "-0.904534");
        assert_eq!(effects.best(1).correlation, "1.000000");
        // Covariance 3/4 over the variance 11/16 of the tags, which are 1/4 in the mean.
        let slope = |numerator: i64, denominator: i64| Some(BigRational::new(numerator.into(), denominator.into()));
        assert_eq!(effects.slope(&[-1, 0, 0, 0, 0, 0, 0, 0, 0, 1]), slope(12, 11));
        assert_eq!(effects.slope(&[-2, 0, 0, 0, 0, 0, 0, 0, 0, 2]), slope(6, 11));
        assert_eq!(effects.slope(&[3, 3, 0, 0, 0, 0, 0, 0, 0, 3]), None);
        // Effects that are no whole numbers.
        let halves = [1, -1, 0, 0, 0, 0, 0, 0, 0, 0].map(|effect: i64| BigRational::new(effect.into(), 6.into()));
        let effects = Effects::new([1, 1, 0, 0, 0, 0, 0, 0, 0, 0], &halves);
        assert_eq!(effects.slope(&[1, -1, 0, 0, 0, 0, 0, 0, 0, 0]), slope(1, 6));
    }
}
