//! What one hand, begun in a known way and played on by a fixed play, can gain from cards seen before it.

use cards::Value;
use rustc_hash::FxHashMap;

use crate::arithmetic::card_set::CardSet;
use crate::compiled::decisions::{Act, GivenUpDoubles};
use crate::compiled::hands::{Hand, HandId, NO_HAND};
use crate::compiled::settlement::{Doubling, Row};
use crate::dealer::cache::DealerCache;
use crate::hand::signal_case::{ActValues, SignalCase, Valuer};

use super::information::{BUSTED, CardSums, Cards, CardsByChance, Deviation, DifferencePart, Excess, without_highest};

const ACTS: [Act; 4] = [Act::Stand, Act::Hit, Act::Double, Act::Surrender];

/// Most points with which the dealer draws, aces as 1.
const DEALER_DRAWS_TO: u32 = 16;

/// Tolls that gains are bounded above, in initial wagers. A toll between two is taken for the lower.
const TOLLS: [f64; 9] = [0.0, 0.002, 0.005, 0.012, 0.025, 0.05, 0.09, 0.15, 0.25];

/// The play of a hand.
pub(super) struct HandPlay {
    /// By hand.
    pub(super) acts: Vec<Act>,
    pub(super) given_up: GivenUpDoubles,
}

impl HandPlay {
    /// What playing a hand so is worth.
    pub(super) fn worth(&self, values: &HandValues, id: HandId) -> f64 {
        values.acts[id as usize].of(self.acts[id as usize])
    }

    /// The best play in floats of the hands listed, in index order, if nothing but the case is known.
    pub(super) fn best(case: SignalCase<'_>, order: &[HandId]) -> Self {
        let hands = case.table.hands;
        let mut given_up = GivenUpDoubles::never(hands.len());
        let mut valuer = Valuer::new(case, given_up.clone());
        for doubling in Doubling::DOUBLED.into_iter().filter(|_| case.options.may_give_up_doubled) {
            for &id in order {
                let gains = valuer.doubled(id, doubling).is_some_and(|[kept, given_up]| given_up > kept);
                given_up.set(doubling, id, gains);
            }
        }
        valuer.given_up = given_up.clone();
        let mut acts = vec![Act::Stand; hands.len()];
        for &id in order.iter().rev().filter(|_| case.is_played()) {
            let Some(values) = valuer.value(id) else { continue };
            let better = |one, two| if values.of(two) > values.of(one) { two } else { one };
            let act = case.may_do(id).fold(Act::Stand, better);
            valuer.settle(id, values.of(act));
            acts[id as usize] = act;
        }
        Self { acts, given_up }
    }
}

impl SignalCase<'_> {
    /// What a hand of two or more cards may do.
    fn may_do(&self, id: HandId) -> impl Iterator<Item = Act> + use<> {
        let hand = self.table.hands.get(id);
        let allowed = self.options.allowed(hand);
        let decides = hand.size > 1 && !self.options.is_blackjack(hand);
        ACTS.into_iter().filter(move |act| match act {
            Act::Stand => true,
            Act::Hit => decides && allowed.draw,
            Act::Double => decides && allowed.double,
            Act::Surrender => decides && allowed.surrender,
        })
    }
}

/// What every act on every hand is worth under a play, in settlement units, weighted by the probability of the signal.
pub(super) struct HandValues {
    pub(super) acts: Vec<ActValues>,
    /// By who doubled, then by hand: kept and given up; empty where no doubled hand may be given up.
    doubled: [Vec<[f64; 2]>; 2],
}

impl HandValues {
    /// Of the hands listed, in index order.
    pub(super) fn new(case: SignalCase<'_>, play: &HandPlay, order: &[HandId]) -> Self {
        let hands = case.table.hands;
        let mut valuer = Valuer::new(case, play.given_up.clone());
        let nothing = ActValues { stand: 0.0, hit: f64::NAN, double: f64::NAN, surrender: f64::NAN };
        let mut acts = vec![nothing; hands.len()];
        for &id in order.iter().rev() {
            let Some(mut value) = valuer.value(id) else { continue };
            let hand = hands.get(id);
            if hand.size == 1 {
                // A split card receives its second card without a decision.
                let unseen = f64::from(case.up.unseen_after(hand.cards));
                let cards = hand.next.into_iter().zip(case.up.left_after(hand.cards));
                let dealt = cards.filter(|&(next, left)| next != NO_HAND && left > 0);
                value.hit = dealt.map(|(next, left)| f64::from(left) / unseen * played(&acts, play, next)).sum();
            }
            acts[id as usize] = value;
            valuer.settle(id, value.of(play.acts[id as usize]));
        }
        let doubled = if case.options.may_give_up_doubled {
            Doubling::DOUBLED.map(|doubling| {
                let mut values = vec![[0.0; 2]; hands.len()];
                for &id in order {
                    values[id as usize] = valuer.doubled(id, doubling).unwrap_or_default();
                }
                values
            })
        } else {
            Default::default()
        };
        Self { acts, doubled }
    }
}

fn played(acts: &[ActValues], play: &HandPlay, id: HandId) -> f64 {
    acts[id as usize].of(play.acts[id as usize])
}

/// A hand to be played on beside known cards.
pub(super) struct KnownHand<'a> {
    /// Beside the known cards.
    case: SignalCase<'a>,
    play: &'a HandPlay,
    /// The hands it can come to, in index order.
    order: &'a [HandId],
    values: &'a HandValues,
    /// The same with one card more gone, where there is one.
    without: [Option<&'a HandValues>; Value::COUNT],
    reach: Extents,
    sums: &'a CardSums,
}

/// How far a play goes on from a hand, and how much that can come to.
#[derive(Clone, Copy, Default)]
pub(super) struct Extent {
    /// Most cards that the play draws.
    cards: u32,
    /// The largest result, as a magnitude, in settlement units.
    pub(super) result: f64,
    /// A bound on the mean square of the result.
    pub(super) square: f64,
}

impl Extent {
    fn settled(cards: u32, result: f64) -> Self {
        Self { cards, result, square: result * result }
    }

    /// Of two, what bounds both.
    pub(super) fn larger(self, other: Self) -> Self {
        Self {
            cards: self.cards.max(other.cards),
            result: self.result.max(other.result),
            square: self.square.max(other.square),
        }
    }
}

/// By hand, its extent.
pub(super) struct Extents(Vec<Extent>);

impl Extents {
    pub(super) fn new(case: SignalCase<'_>, play: &HandPlay, order: &[HandId]) -> Self {
        let mut reach = Self(vec![Extent::default(); case.table.hands.len()]);
        for &id in order.iter().rev() {
            if case.up.is_feasible(case.table.hands.get(id).cards) {
                reach.0[id as usize] = reach.after(case, id, play.acts[id as usize]);
            }
        }
        reach
    }

    pub(super) fn of(&self, id: HandId) -> Extent {
        self.0[id as usize]
    }

    /// Most points of the cards that the dealer draws, his hole card among them.
    pub(super) fn dealers_points(up: &DealerCache) -> u32 {
        DEALER_DRAWS_TO + Value::TEN.index() as u32 - up.dealer.up().index() as u32
    }

    /// The same if the act on this hand is another.
    fn after(&self, case: SignalCase<'_>, id: HandId, act: Act) -> Extent {
        let (settlement, place) = (case.table.settlement, case.options.place);
        let hand = case.table.hands.get(id);
        match act {
            Act::Stand => Extent::settled(0, most(settlement.row(case.options.stand_row(settlement, id, hand)))),
            Act::Surrender => Extent::settled(0, most(settlement.row(case.options.surrender_row(settlement, hand)))),
            Act::Hit => {
                let unseen = f64::from(case.up.unseen_after(hand.cards));
                let bust = most(settlement.row(settlement.bust(place, Doubling::No)));
                let mut extent = Extent { cards: 0, result: bust, square: 0.0 };
                let mut busts = 1.0;
                for (next, left) in hand.next.into_iter().zip(case.up.left_after(hand.cards)) {
                    if next != NO_HAND && left > 0 {
                        let (next, probability) = (self.of(next), f64::from(left) / unseen);
                        busts -= probability;
                        extent.cards = extent.cards.max(next.cards);
                        extent.result = extent.result.max(next.result);
                        extent.square += probability * next.square;
                    }
                }
                Extent { cards: 1 + extent.cards, square: extent.square + busts.max(0.0) * bust * bust, ..extent }
            }
            Act::Double => {
                let doubling = Doubling::of(hand);
                let lost = [settlement.bust(place, doubling), settlement.surrender(place, doubling)];
                let kept = hand.grown().map(|next| settlement.finished(place, doubling, next));
                Extent::settled(1, kept.chain(lost).map(|row| most(settlement.row(row))).fold(0.0, f64::max))
            }
        }
    }
}

/// The largest result of a row, as a magnitude.
fn most(row: &Row) -> f64 {
    row.iter().map(|units| f64::from(units.abs())).fold(0.0, f64::max)
}

/// By hand: bounds on the mean of what is gained from it on, above each toll, given its cards, weighted by the probability of the signal.
pub(super) struct Gains {
    tolls: [f64; TOLLS.len()],
    by_hand: Vec<[f64; TOLLS.len()]>,
}

impl Gains {
    pub(super) fn above(&self, id: HandId, toll: f64) -> f64 {
        self.by_hand[id as usize][self.index(toll)]
    }

    /// The highest toll that is no higher.
    fn index(&self, toll: f64) -> usize {
        self.tolls.iter().rposition(|&other| other <= toll).unwrap_or(0)
    }
}

impl<'a> KnownHand<'a> {
    /// A play of the hands in this order, beside the cards that are gone. The values are by cards gone.
    pub(super) fn new(
        case: SignalCase<'a>,
        (play, order): (&'a HandPlay, &'a [HandId]),
        (gone, values): (CardSet, &'a FxHashMap<CardSet, HandValues>),
        sums: &'a CardSums,
    ) -> Option<Self> {
        let without = std::array::from_fn(|card| values.get(&(gone + CardSet::one(card))));
        let reach = Extents::new(case, play, order);
        Some(Self { case, play, order, values: values.get(&gone)?, without, reach, sums })
    }

    /// What playing on from each hand gains if so many cards are seen before it.
    ///
    /// An act that is worth less by some margin and leads on to gains must bring in the margin first: what is asked of the act itself and
    /// of what comes later is shared out among the tolls as is best.
    pub(super) fn gains(&self, seen: u32) -> Gains {
        let units = self.case.table.settlement.denominator() as f64;
        let mut gains =
            Gains { tolls: TOLLS.map(|toll| toll * units), by_hand: vec![[0.0; TOLLS.len()]; self.values.acts.len()] };
        for &id in self.order.iter().rev() {
            let hand = self.case.table.hands.get(id);
            if !self.case.up.is_feasible(hand.cards) {
                continue;
            }
            let act = self.play.acts[id as usize];
            let mut here = self.later(&gains, id, act, seen);
            if hand.size > 1 {
                for other in self.case.may_do(id).filter(|&other| other != act) {
                    let excess = Excess::new(&self.deviation(id, act, other), seen);
                    let later = self.later(&gains, id, other, seen);
                    for (toll, here) in here.iter_mut().enumerate() {
                        *here += shared(&gains.tolls, toll, &excess, &later);
                    }
                }
            }
            gains.by_hand[id as usize] = here;
        }
        gains
    }

    /// What is gained after an act.
    fn later(&self, gains: &Gains, id: HandId, act: Act, seen: u32) -> [f64; TOLLS.len()] {
        let mut sum = [0.0; TOLLS.len()];
        let hand = self.case.table.hands.get(id);
        let given_up = act == Act::Double && self.case.options.may_give_up_doubled;
        if act != Act::Hit && !given_up {
            return sum;
        }
        let unseen = f64::from(self.case.up.unseen_after(hand.cards));
        for (next, left) in hand.next.into_iter().zip(self.case.up.left_after(hand.cards)) {
            if next == NO_HAND || left == 0 {
                continue;
            }
            let probability = f64::from(left) / unseen;
            let of_next = if given_up {
                self.given_up(next, Doubling::of(hand), seen, &gains.tolls)
            } else {
                gains.by_hand[next as usize]
            };
            sum.iter_mut().zip(of_next).for_each(|(sum, next)| *sum += probability * next);
        }
        sum
    }

    /// What a doubled hand gains by being given up or kept otherwise than the play has it.
    fn given_up(&self, id: HandId, doubling: Doubling, seen: u32, tolls: &[f64; TOLLS.len()]) -> [f64; TOLLS.len()] {
        let case = self.case;
        let hand = case.table.hands.get(id);
        if !hand.may_be_given_up() {
            return [0.0; TOLLS.len()];
        }
        let given_up = case.options.gives_up_doubled(&self.play.given_up, id, hand, doubling);
        let of = |values: &HandValues| {
            let [kept, surrendered] = values.doubled[usize::from(doubling == Doubling::Given)][id as usize];
            if given_up { kept - surrendered } else { surrendered - kept }
        };
        let settlement = case.table.settlement;
        let rows =
            [settlement.finished(case.options.place, doubling, id), settlement.surrender(case.options.place, doubling)];
        let extents = rows.map(|row| Extent::settled(0, most(settlement.row(row))));
        let excess = Excess::new(&self.compared(id, of, extents), seen);
        tolls.map(|toll| excess.above(toll))
    }

    /// The cards that are drawn after so many cards of so many points are gone, if the player draws at most this many.
    fn drawn(&self, hand: &Hand, drawn: u32) -> CardsByChance {
        let up = self.case.up;
        let most = drawn + up.dealer.most_draws();
        let points = (u32::from(Value::TEN.hard_points()) * drawn).min(BUSTED - u32::from(hand.hard))
            + Extents::dealers_points(up);
        let left = without_highest(up, hand.size.into());
        let cards = self.sums.drawn(points, left);
        cards.map(|cards| if cards.number < most { cards } else { Cards { number: most, more: 0.0 } })
    }

    fn deviation(&self, id: HandId, played: Act, other: Act) -> Deviation {
        let after = |act| self.reach.after(self.case, id, act);
        let of = |values: &HandValues| {
            let values = &values.acts[id as usize];
            values.of(other) - values.of(played)
        };
        self.compared(id, of, [after(played), after(other)])
    }

    /// Two ways to go on from a hand.
    fn compared(&self, id: HandId, of: impl Fn(&HandValues) -> f64, [one, two]: [Extent; 2]) -> Deviation {
        let up = self.case.up;
        let hand = self.case.table.hands.get(id);
        let cards = hand.cards;
        let unseen = up.unseen_after(cards);
        let left = up.left_after(cards);
        Deviation {
            mean: of(self.values),
            after: std::array::from_fn(|card| match self.without[card] {
                Some(values) if left[card] > 0 => (f64::from(left[card]) / f64::from(unseen), of(values)),
                _ => (0.0, 0.0),
            }),
            unseen,
            range: one.result + two.result,
            parts: [
                DifferencePart {
                    cards: self.drawn(hand, one.cards.max(two.cards)),
                    root: one.square.sqrt() + two.square.sqrt(),
                    most: one.result + two.result,
                },
                DifferencePart::NONE,
            ],
        }
    }
}

/// A bound on what an act and what comes after it bring in above a toll.
fn shared(tolls: &[f64; TOLLS.len()], toll: usize, act: &Excess, later: &[f64; TOLLS.len()]) -> f64 {
    if later[0] == 0.0 {
        return act.above(tolls[toll]);
    }
    let of_later = tolls.iter().zip(later);
    of_later.map(|(&asked, later)| act.above(tolls[toll] - asked) + later).fold(f64::INFINITY, f64::min)
}
