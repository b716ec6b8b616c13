//! What a wager on one hand is worth under the decisions of another: a fixed part, and a part for each choice.
//!
//! Every part is linear in the wager and in the cards that stand beside the hand. So wagers on several hands, and signed
//! sums over the other hands of a split, are added up part by part before anything is chosen.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{Signed, Zero};

use crate::arithmetic::card_set::CardSet;
use crate::compiled::decisions::{Act, Options, Play};
use crate::compiled::hands::{End, HandId};
use crate::compiled::settlement::{Doubling, OUTCOMES, RowId};
use crate::compiled::walk::{Step, follow};
use crate::hand::signal_case::SignalCase;

/// Ordered ways times payoffs, by the hand settled.
type SettledByHand = BTreeMap<HandId, [i64; OUTCOMES]>;

/// The choices that a follower has on a hand; elsewhere he does as the caller.
#[derive(Clone, Copy)]
pub(super) struct HandRights {
    pub(super) double: bool,
    pub(super) surrender: bool,
}

/// Where a follower's hand is settled, by the choices that he has on the way.
pub(super) struct HandPaths {
    fixed: SettledByHand,
    doubled: BTreeMap<HandId, DoubledPaths>,
    surrendered: BTreeMap<HandId, GivenUpPaths>,
}

/// A hand that the caller doubles.
struct DoubledPaths {
    ways: i64,
    /// With the follower's wager doubled, and as it was.
    arms: [DoubledArm; 2],
}

#[derive(Default)]
struct DoubledArm {
    settled: SettledByHand,
    /// By hand with its last card.
    given_up: BTreeMap<HandId, GivenUpPaths>,
}

/// A hand that the caller gives up and the follower need not: the rows of giving up, and of keeping.
struct GivenUpPaths {
    ways: i64,
    rows: [RowId; 2],
}

/// What a wager is worth, in initial wagers: means weighted by the probability of the hand, of the cards beside it and of the
/// signal.
#[derive(Clone, Debug, Default)]
pub(super) struct HandParts {
    fixed: BigRational,
    doubled: BTreeMap<HandId, DoubledParts>,
    surrendered: BTreeMap<HandId, GivenUpParts>,
}

#[derive(Clone, Debug, Default)]
struct DoubledParts {
    /// Probability of coming to this hand.
    chance: BigRational,
    settled: [BigRational; 2],
    given_up: [BTreeMap<HandId, GivenUpParts>; 2],
}

#[derive(Clone, Debug, Default)]
struct GivenUpParts {
    /// Probability of coming to this hand.
    chance: BigRational,
    worth: [BigRational; 2],
}

/// What a follower is asked on a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HandQuestion {
    Double,
    Surrender,
    /// The caller gives up the hand that he doubled.
    GiveUpDoubled {
        /// The hand that was doubled.
        from: HandId,
        /// Whether the follower has doubled too.
        doubled: bool,
    },
}

/// A choice of the follower on a hand.
#[derive(Clone, Debug)]
pub(super) struct HandChoice {
    pub(super) hand: HandId,
    pub(super) asked: HandQuestion,
    /// Whether he does as the caller.
    pub(super) follows: bool,
    /// What that choice is worth more than the other, given that he comes to the hand.
    pub(super) gain: BigRational,
    /// Whether his best choice before leads to it.
    pub(super) reached: bool,
}

fn add(settled: &mut SettledByHand, case: &SignalCase<'_>, id: HandId, row: RowId, ways: i64) {
    let sums = settled.entry(id).or_insert([0; OUTCOMES]);
    for (sum, &units) in sums.iter_mut().zip(case.table.settlement.row(row)) {
        *sum += ways * i64::from(units);
    }
}

impl HandPaths {
    /// Follows the caller's play on from `starts`, with the payoffs of the case.
    pub(super) fn new(
        case: &SignalCase<'_>,
        options: Options,
        play: &Play,
        starts: &[(HandId, i64)],
        rights: HandRights,
    ) -> Self {
        let hands = case.table.hands;
        let mut paths = Self { fixed: SettledByHand::new(), doubled: BTreeMap::new(), surrendered: BTreeMap::new() };
        let mut doubled: BTreeMap<HandId, i64> = BTreeMap::new();
        // The play stops at a hand that the caller doubles; `DoubledPaths` goes on from there.
        let act = |id, hand: &_| match play.act(id, hand, &options) {
            Act::Double => Act::Stand,
            act => act,
        };
        let is_doubled = |id: HandId| hands.get(id).size > 1 && play.act(id, hands.get(id), &options) == Act::Double;
        let order = 0..hands.len() as HandId;
        let mut reach = vec![0; hands.len()];
        let never_given_up = |_, _: &_, _| false;
        follow(
            case.table,
            options,
            &mut reach,
            order,
            starts.iter().copied(),
            act,
            never_given_up,
            |id, step, ways| {
                let Step::Settled(settled) = step else { return };
                match settled.end {
                    End::Kept if is_doubled(id) => *doubled.entry(id).or_default() += ways,
                    End::GivenUp if rights.surrender => {
                        let kept = options.stand_row(case.table.settlement, id, hands.get(id));
                        paths.surrendered.insert(id, GivenUpPaths { ways, rows: [settled.row, kept] });
                    }
                    _ => add(&mut paths.fixed, case, id, settled.row, ways),
                }
            },
        );
        let arms =
            doubled.into_iter().map(|(id, ways)| (id, DoubledPaths::new(case, options, play, (id, ways), rights)));
        paths.doubled = arms.collect();
        paths
    }

    /// What the paths are worth beside these cards.
    pub(super) fn beside(&self, case: &SignalCase<'_>, beside: CardSet) -> HandParts {
        let cards = |id: HandId| case.table.hands.get(id).cards + beside;
        let units = case.units();
        let settlings = self.doubled.values().flat_map(|paths| &paths.arms);
        let settlings = std::iter::once(&self.fixed).chain(settlings.map(|arm| &arm.settled));
        case.up.make_exact(settlings.flat_map(BTreeMap::keys).map(|&id| cards(id)));
        let worth =
            |settled: &SettledByHand| case.sum_of(settled.iter().map(|(&id, &weights)| (cards(id), weights))) / &units;
        let chance = |id: HandId, ways: i64| case.sum_of([(cards(id), [ways; OUTCOMES])]);
        let given_up = |(&id, paths): (&HandId, &GivenUpPaths)| {
            let worth = paths.rows.map(|row| {
                let mut settled = SettledByHand::new();
                add(&mut settled, case, id, row, paths.ways);
                worth(&settled)
            });
            (id, GivenUpParts { chance: chance(id, paths.ways), worth })
        };
        let doubled = |(&id, paths): (&HandId, &DoubledPaths)| {
            let settled = paths.arms.each_ref().map(|arm| worth(&arm.settled));
            let given_up = paths.arms.each_ref().map(|arm| arm.given_up.iter().map(given_up).collect());
            (id, DoubledParts { chance: chance(id, paths.ways), settled, given_up })
        };
        HandParts {
            fixed: worth(&self.fixed),
            doubled: self.doubled.iter().map(doubled).collect(),
            surrendered: self.surrendered.iter().map(given_up).collect(),
        }
    }
}

impl DoubledPaths {
    fn new(
        case: &SignalCase<'_>,
        options: Options,
        play: &Play,
        (id, ways): (HandId, i64),
        rights: HandRights,
    ) -> Self {
        let (hands, settlement) = (case.table.hands, case.table.settlement);
        let hand = hands.get(id);
        let of_caller = Doubling::of(hand);
        let arm = |doubling| {
            let mut arm = DoubledArm::default();
            for next in hand.grown() {
                let given = settlement.surrender(options.place, doubling);
                let kept = settlement.finished(options.place, doubling, next);
                match play.gives_up_doubled(next, hands.get(next), of_caller, &options) {
                    true if rights.surrender => {
                        arm.given_up.insert(next, GivenUpPaths { ways, rows: [given, kept] });
                    }
                    true => add(&mut arm.settled, case, next, given, ways),
                    false => add(&mut arm.settled, case, next, kept, ways),
                }
            }
            if hand.can_bust {
                // Busts are those of any card less those of cards that do not bust, as in `walk`.
                let row = settlement.bust(options.place, doubling);
                add(&mut arm.settled, case, id, row, ways);
                hand.grown().for_each(|next| add(&mut arm.settled, case, next, row, -ways));
            }
            arm
        };
        Self { ways, arms: [of_caller, Doubling::No].map(arm) }
    }
}

impl HandParts {
    /// Adds other parts: their worth so many times, and their chances so many times. The two differ where one wager is the
    /// difference of two, which does not come twice to the hand.
    pub(super) fn add(&mut self, other: &Self, worth_times: i64, chance_times: i64) {
        let times = [worth_times, chance_times].map(|times| BigRational::from_integer(times.into()));
        let [worth_times, chance_times] = &times;
        self.fixed += &other.fixed * worth_times;
        for (&id, parts) in &other.doubled {
            let sum = self.doubled.entry(id).or_default();
            sum.chance += &parts.chance * chance_times;
            for arm in 0..2 {
                sum.settled[arm] += &parts.settled[arm] * worth_times;
                GivenUpParts::add(&mut sum.given_up[arm], &parts.given_up[arm], &times);
            }
        }
        GivenUpParts::add(&mut self.surrendered, &other.surrendered, &times);
    }

    /// The worth of the best choices; `tell` is told each, the first of a tie being what the caller does. What is asked on a
    /// doubled hand is told for both answers to the double.
    pub(super) fn best(&self, rights: HandRights, mut tell: impl FnMut(HandChoice)) -> BigRational {
        let mut total = self.fixed.clone();
        for (&id, parts) in &self.surrendered {
            total += parts.best(id, HandQuestion::Surrender, &mut tell);
        }
        for (&id, parts) in &self.doubled {
            if parts.chance.is_zero() {
                continue;
            }
            let mut given_up: Vec<HandChoice> = Vec::new();
            let arms: [BigRational; 2] = std::array::from_fn(|arm| {
                let asked = HandQuestion::GiveUpDoubled { from: id, doubled: arm == 0 };
                let rest =
                    parts.given_up[arm].iter().map(|(&id, rest)| rest.best(id, asked, &mut |one| given_up.push(one)));
                &parts.settled[arm] + rest.sum::<BigRational>()
            });
            let [doubled, single] = arms;
            let doubles = !rights.double || doubled >= single;
            if rights.double {
                tell(HandChoice::of(id, HandQuestion::Double, [&doubled, &single], &parts.chance));
            }
            for choice in given_up {
                let is_of = |asked| matches!(asked, HandQuestion::GiveUpDoubled { doubled, .. } if doubled == doubles);
                tell(HandChoice { reached: is_of(choice.asked), ..choice });
            }
            total += if doubles { doubled } else { single };
        }
        total
    }
}

impl GivenUpParts {
    fn add(sums: &mut BTreeMap<HandId, Self>, others: &BTreeMap<HandId, Self>, times: &[BigRational; 2]) {
        let [worth_times, chance_times] = times;
        for (&id, parts) in others {
            let sum = sums.entry(id).or_default();
            sum.chance += &parts.chance * chance_times;
            sum.worth.iter_mut().zip(&parts.worth).for_each(|(sum, worth)| *sum += worth * worth_times);
        }
    }

    fn best(&self, id: HandId, asked: HandQuestion, tell: &mut impl FnMut(HandChoice)) -> BigRational {
        if self.chance.is_zero() {
            return BigRational::zero();
        }
        let [given, kept] = &self.worth;
        tell(HandChoice::of(id, asked, [given, kept], &self.chance));
        given.max(kept).clone()
    }
}

impl HandChoice {
    /// The better of doing as the caller and the other thing.
    fn of(hand: HandId, asked: HandQuestion, [same, other]: [&BigRational; 2], chance: &BigRational) -> Self {
        Self { hand, asked, follows: same >= other, gain: (same - other).abs() / chance, reached: true }
    }
}
