//! What the last hand of a split is worth, beside everything that others may have taken.
//!
//! Nothing but the cards gone and the kind of the hand decides that. So hands of all pairs are valued together, most cards gone first, and
//! no more than two levels of values are kept.

use super::sets::{HandKind, SetLevel, Sets, one, out_of_place};
use crate::Refusal;
use crate::dealer::{ENDS, falling};
use crate::dealer_sums::DealerSums;
use crate::hands::{Counts, VALUES};
use crate::law::count;
use crate::pay::Doubled;
use crate::round::{Nets, Round, Worth};
use crate::whole::Whole;

/// Net results by class of the dealer's ends, or the one against all of them.
enum Results {
    Same(i64),
    ByClass(Vec<i64>),
}

/// What a kind of hands wins and pays under one signal.
struct Paid {
    stood: Results,
    given_up: Option<Results>,
    double: Option<Double>,
    /// By the card that makes a hit hand a bust.
    bust: [Option<Results>; VALUES],
}

struct Double {
    wager: i64,
    /// By the card that is drawn: kept, and given up if that may be.
    drawn: [Vec<Results>; VALUES],
}

/// Ends of the dealer's hand that settle every hand alike.
struct EndClasses {
    class: [usize; ENDS],
    /// An end of each.
    ends: Vec<usize>,
}

impl EndClasses {
    fn new(round: &Round<'_>) -> Self {
        let mut ends: Vec<usize> = Vec::new();
        let class = std::array::from_fn(|end| {
            ends.iter().position(|&other| round.settlement.is_same(end, other)).unwrap_or_else(|| {
                ends.push(end);
                ends.len() - 1
            })
        });
        Self { class, ends }
    }

    fn of(&self, nets: &Nets) -> Results {
        let by_class: Vec<i64> = self.ends.iter().map(|&end| nets[end]).collect();
        if by_class.iter().all(|net| *net == by_class[0]) {
            Results::Same(by_class[0])
        } else {
            Results::ByClass(by_class)
        }
    }

    fn paid(&self, round: &Round<'_>, kinds: &[HandKind], kind: &HandKind) -> Paid {
        let hand = &round.hands.list[kind.hand];
        let busts = |doubled: Doubled, value: usize| {
            let is_bust = usize::from(hand.hard) + value + 1 > 21;
            is_bust.then(|| self.of(&round.busted(kind.spot, doubled, hand, value)))
        };
        let doubled = Doubled::of(hand);
        let double = kind.may.double.then(|| Double {
            wager: round.pay.double_wager(kind.spot, doubled),
            drawn: std::array::from_fn(|value| match kind.next[value] {
                None => busts(doubled, value).into_iter().collect(),
                Some(next) => {
                    let next = kinds[next as usize].hand;
                    let mut ways_out = vec![self.of(&round.stood(kind.spot, doubled, next))];
                    if round.may_rescue(&round.hands.list[next]) {
                        ways_out.push(self.of(&round.surrendered(kind.spot, doubled, None)));
                    }
                    ways_out
                }
            }),
        });
        let given_up = || self.of(&round.surrendered(kind.spot, Doubled::No, Some(hand)));
        Paid {
            stood: self.of(&round.stood(kind.spot, Doubled::No, kind.hand)),
            given_up: kind.may.surrender.then(given_up),
            double,
            bust: std::array::from_fn(|value| busts(Doubled::No, value)),
        }
    }
}

/// The dealer's ends beside every set of a level, as ordered ways by class.
struct Dealers<N> {
    ways: Vec<u128>,
    classes: usize,
    /// What brings these, and ordered ways of the hole card, to the denominator.
    by_ways: N,
    by_hole: N,
}

impl<N> Dealers<N> {
    fn of_set(&self, set: usize) -> &[u128] {
        &self.ways[set * self.classes..][..self.classes]
    }
}

/// A set of cards, at which hands end.
struct Place<'a, N> {
    dealers: &'a Dealers<N>,
    ways: &'a [u128],
    holes: u64,
}

impl<N: Whole> Place<'_, N> {
    fn worth(&self, results: &Results) -> N {
        match results {
            Results::Same(net) => self.dealers.by_hole.times(i128::from(*net) * i128::from(self.holes)),
            Results::ByClass(nets) => {
                let products = self.ways.iter().zip(nets).map(|(&ways, &net)| ways as i128 * i128::from(net));
                self.dealers.by_ways.times(products.sum())
            }
        }
    }
}

/// The last hands under one signal.
struct LastHands<'a> {
    round: &'a Round<'a>,
    sets: &'a Sets,
    classes: EndClasses,
    paid: Vec<Paid>,
    /// Draws of the denominators: once s cards are gone, worths are integers over falling(unseen - s, `draws` - s).
    draws: usize,
}

/// Draws enough for every last hand and the dealer's.
pub(super) fn draws(round: &Round<'_>, sets: &Sets) -> usize {
    sets.levels.len() + round.dealer.most_draws
}

/// By what the first hand has taken: the worth of the last, whose second card is the next one drawn.
///
/// # Errors
/// None for sets of this round.
pub(super) fn values<N: Whole>(round: &Round<'_>, sets: &Sets) -> Result<Vec<Worth<N>>, Refusal> {
    let classes = EndClasses::new(round);
    let kinds = &sets.kinds.all;
    let paid = kinds.iter().map(|kind| classes.paid(round, kinds, kind)).collect();
    LastHands { round, sets, classes, paid, draws: draws(round, sets) }.values()
}

/// A level and the values there, by place.
struct Valued<'a, N> {
    level: &'a SetLevel,
    dealers: Dealers<N>,
    worths: Vec<Worth<N>>,
}

/// A card drawn: how many there are, the set it makes if any hand is held there, and how hands end there.
struct Drawn<'a, N> {
    left: u64,
    set: Option<usize>,
    place: Place<'a, N>,
}

impl<N: Whole> Drawn<'_, N> {
    fn worth(&self, results: &Results) -> Result<N, Refusal> {
        match results {
            Results::ByClass(_) if self.set.is_none() => Err(out_of_place()),
            _ => Ok(self.place.worth(results)),
        }
    }
}

impl LastHands<'_> {
    fn values<N: Whole>(&self) -> Result<Vec<Worth<N>>, Refusal> {
        let mut sums = DealerSums::new(&self.round.dealer, &self.round.left, &self.classes.class);
        let mut after = vec![Worth::default(); self.sets.taken.len()];
        let nothing = SetLevel::default();
        let dealers = self.dealers(&mut sums, self.sets.levels.len(), &nothing);
        let mut next = Valued { level: &nothing, dealers, worths: Vec::new() };
        for (size, level) in self.sets.levels.iter().enumerate().rev() {
            let dealers = self.dealers(&mut sums, size, level);
            let worths = self.level(level, &dealers, &next)?;
            for start in self.sets.starts.get(size).into_iter().flatten() {
                let set = level.sets.binary_search(&start.set).ok();
                let place = set.and_then(|set| level.place(set, start.kind)).ok_or_else(out_of_place)?;
                after[start.after].add(&worths[place], start.left);
            }
            next = Valued { level, dealers, worths };
        }
        Ok(after)
    }

    fn dealers<N: Whole>(&self, sums: &mut DealerSums, size: usize, level: &SetLevel) -> Dealers<N> {
        let classes = self.classes.ends.len();
        let mut ways = vec![0; level.sets.len() * classes];
        sums.beside(size);
        for (&set, ways) in level.sets.iter().zip(ways.chunks_exact_mut(classes)) {
            sums.add(set, ways);
        }
        let (unseen, draws, of_dealer) = (self.round.unseen - size, self.draws - size, self.round.dealer.most_draws);
        let by_ways = N::of(&falling(unseen - of_dealer, draws - of_dealer));
        Dealers { ways, classes, by_ways, by_hole: N::of(&falling(unseen - 1, draws - 1)) }
    }

    /// By place in the level.
    fn level<N: Whole>(
        &self,
        level: &SetLevel,
        dealers: &Dealers<N>,
        next: &Valued<'_, N>,
    ) -> Result<Vec<Worth<N>>, Refusal> {
        let round = self.round;
        let mut worths = Vec::with_capacity(level.kinds.len());
        let mut at = [0; VALUES];
        for (here, &set) in level.sets.iter().enumerate() {
            let left: Counts = std::array::from_fn(|value| round.left[value].saturating_sub(count(set, value) as u16));
            let holes = round.holes_in(&left);
            let drawn = std::array::from_fn(|value| {
                // Sets that one card more makes come in order, like these.
                let (at, set) = (&mut at[value], set + one(value));
                while next.level.sets.get(*at).is_some_and(|&other| other < set) {
                    *at += 1;
                }
                let found = (next.level.sets.get(*at) == Some(&set)).then_some(*at);
                let ways = found.map_or(&[][..], |found| next.dealers.of_set(found));
                let holes = holes.saturating_sub(round.number_of_holes(value));
                Drawn { left: left[value].into(), set: found, place: Place { dealers: &next.dealers, ways, holes } }
            });
            let place = Place { dealers, ways: dealers.of_set(here), holes };
            for &kind in &level.kinds[level.places(here)] {
                worths.push(self.best(kind as usize, &place, &drawn, next)?);
            }
        }
        Ok(worths)
    }

    /// The best way to play a hand on.
    fn best<N: Whole>(
        &self,
        kind: usize,
        place: &Place<'_, N>,
        drawn: &[Drawn<'_, N>; VALUES],
        next: &Valued<'_, N>,
    ) -> Result<Worth<N>, Refusal> {
        let (kind, paid) = (&self.sets.kinds.all[kind], &self.paid[kind]);
        let mut best = Worth::plain(place.worth(&paid.stood));
        let there = || drawn.iter().enumerate().filter(|(_, drawn)| drawn.left > 0);
        if kind.may.hit {
            let mut hit = Worth::default();
            // What busts lose that look at no dealer, in ordered ways of the hole card.
            let mut lost = 0;
            for (value, drawn) in there() {
                if let Some(grown) = kind.next[value] {
                    let place = drawn.set.and_then(|set| next.level.place(set, grown)).ok_or_else(out_of_place)?;
                    hit.add(&next.worths[place], drawn.left);
                } else if let Some(Results::Same(net)) = paid.bust[value] {
                    lost += i128::from(net) * i128::from(drawn.place.holes) * i128::from(drawn.left);
                } else if let Some(bust) = &paid.bust[value] {
                    hit.net.add_times(&drawn.worth(bust)?, drawn.left);
                }
            }
            if lost != 0 {
                hit.net.add_times(&next.dealers.by_hole.times(lost), 1);
            }
            best.improve(hit);
        }
        if let Some(double) = &paid.double {
            let wagers = place.dealers.by_hole.times(i128::from(place.holes) * i128::from(double.wager));
            let mut doubled = Worth { net: N::default(), wagers };
            for (value, drawn) in there() {
                let ways_out: Vec<N> =
                    double.drawn[value].iter().map(|results| drawn.worth(results)).collect::<Result<_, _>>()?;
                doubled.net.add_times(&ways_out.into_iter().max().ok_or_else(out_of_place)?, drawn.left);
            }
            best.improve(doubled);
        }
        if let Some(given_up) = &paid.given_up {
            best.improve(Worth::plain(place.worth(given_up)));
        }
        Ok(best)
    }
}
