//! What the last hand of a split is worth, beside everything that others may have taken.
//!
//! Nothing but the cards gone and the kind of the hand decides that. So hands of all pairs are valued together, most cards gone first, and
//! no more than two levels of values are kept.

use super::moments::{Moments, Results, Summing, Sums};
use super::sets::{HandKind, SetLevel, Sets, one, out_of_place};
use crate::dealer::{ENDS, falling};
use crate::dealer_sums::DealerSums;
use crate::distribution::count;
use crate::distribution::field::Field;
use crate::hand_place::Doubled;
use crate::hands::{Counts, VALUES};
use crate::nets::Nets;
use crate::refusal::Refusal;
use crate::round::{Round, Worth};
use crate::strategy::Act;
use crate::whole::Whole;

/// What a kind of hands wins and pays under one signal.
pub(super) struct Paid {
    pub(super) stood: Results,
    pub(super) given_up: Option<Results>,
    pub(super) double: Option<Double>,
    /// By the card that makes a hit hand a bust.
    pub(super) bust: [Option<Results>; VALUES],
}

pub(super) struct Double {
    wager: i64,
    /// By the card that is drawn: kept, and given up if that may be.
    pub(super) drawn: [Vec<Results>; VALUES],
}

/// The best act on a hand; the first of acts that are worth the same.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub(super) act: Act,
    /// By card that a double draws, a bit each: whether the hand is given up then.
    pub(super) given_up: u16,
}

/// Ends of the dealer's hand that settle every hand alike.
pub(super) struct EndClasses {
    class: [usize; ENDS],
    /// An end of each.
    pub(super) ends: Vec<usize>,
}

impl EndClasses {
    pub(super) fn new(round: &Round<'_>) -> Self {
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
            is_bust.then(|| self.of(&round.busted(kind.place.with(doubled), hand, value)))
        };
        let doubled = Doubled::of(hand);
        let double = kind.may.double.then(|| Double {
            wager: round.pay.double_wager(kind.place.with(doubled)),
            drawn: std::array::from_fn(|value| match kind.next[value] {
                None => busts(doubled, value).into_iter().collect(),
                Some(next) => {
                    let next = kinds[next as usize].hand;
                    let mut ways_out = vec![self.of(&round.stood(kind.place.with(doubled), next))];
                    if round.may_give_up_doubled(&round.hands.list[next]) {
                        ways_out.push(self.of(&round.surrendered(kind.place.with(doubled), None)));
                    }
                    ways_out
                }
            }),
        });
        let given_up = || self.of(&round.surrendered(kind.place.with(Doubled::No), Some(hand)));
        Paid {
            stood: self.of(&round.stood(kind.place.with(Doubled::No), kind.hand)),
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
    /// The same modulo a prime: the ways brought to the denominator, and what brings the hole card's there.
    residues: Vec<u64>,
    hole_residue: u64,
}

impl<N> Dealers<N> {
    fn of_set(&self, set: usize) -> &[u128] {
        &self.ways[set * self.classes..][..self.classes]
    }

    fn residues_of_set(&self, set: usize) -> &[u64] {
        self.residues.get(set * self.classes..(set + 1) * self.classes).unwrap_or_default()
    }
}

/// A set of cards, at which hands end.
struct Place<'a, N> {
    dealers: &'a Dealers<N>,
    ways: &'a [u128],
    residues: &'a [u64],
    holes: u64,
}

impl<N> Place<'_, N> {
    /// Modulo the prime: the dealer's ends by class, and all of them.
    fn sums(&self, field: &Field) -> Sums<'_> {
        Sums { by_class: self.residues, all: field.multiply(field.of(self.holes), self.dealers.hole_residue) }
    }
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
    /// Modulo what prime squares of results are found, if they are.
    field: Option<&'a Field>,
}

/// The last hand by what the first has taken, its second card being the next one drawn.
pub(super) struct After<N> {
    pub(super) worths: Vec<Worth<N>>,
    /// As many [`Moments`], if they are asked for.
    pub(super) moments: Vec<u64>,
}

/// Draws enough for every last hand and the dealer's.
pub(super) fn draws(round: &Round<'_>, sets: &Sets) -> usize {
    sets.levels.len() + round.dealer.most_draws
}

/// What the last hand is worth by what the first has taken, and its moments modulo a prime if there is one.
///
/// # Errors
/// None for sets of this round.
pub(super) fn values<N: Whole>(round: &Round<'_>, sets: &Sets, field: Option<&Field>) -> Result<After<N>, Refusal> {
    let classes = EndClasses::new(round);
    let kinds = &sets.kinds.all;
    let paid = kinds.iter().map(|kind| classes.paid(round, kinds, kind)).collect();
    LastHands { round, sets, classes, paid, draws: draws(round, sets), field }.values()
}

/// A level and the values there, by place.
struct Valued<'a, N> {
    level: &'a SetLevel,
    dealers: Dealers<N>,
    worths: Vec<Worth<N>>,
    moments: Vec<u64>,
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

/// One more card of a hand, with what it leads to: an end, or the moments of a longer hand.
struct Draws<'a, N> {
    moments: &'a Moments<'a>,
    grown: &'a [Option<u32>; VALUES],
    /// By the card's value: results of a hand that ends with it.
    ends: [Option<&'a Results>; VALUES],
    place: &'a Place<'a, N>,
    drawn: (&'a [Drawn<'a, N>; VALUES], &'a Valued<'a, N>),
}

impl<N: Whole> Draws<'_, N> {
    fn add_to(&self, sum: &mut Summing<'_>) -> Result<(), Refusal> {
        let (drawn, next) = self.drawn;
        let mut unknown = None;
        for (value, drawn) in drawn.iter().enumerate().filter(|(_, drawn)| drawn.left > 0) {
            if let Some(results) = self.ends[value] {
                let dealer = drawn.place.sums(self.moments.field);
                if drawn.set.is_some() {
                    sum.ends(results, &dealer, drawn.left);
                } else {
                    sum.square_of_unknown(results, &dealer, drawn.left, &mut unknown)?;
                }
            } else {
                let place = drawn.set.zip(self.grown[value]).and_then(|(set, grown)| next.level.place(set, grown));
                sum.add(self.moments.of(&next.moments, place.ok_or_else(out_of_place)?), drawn.left);
            }
        }
        if let Some(net) = unknown {
            // Over all cards that can be drawn the dealer's hand ends as it does if none is known.
            let known = drawn.iter().filter(|drawn| drawn.set.is_some() && drawn.left > 0);
            sum.rest(net, self.place.residues, known.map(|drawn| (drawn.place.residues, drawn.left)));
        }
        Ok(())
    }
}

impl LastHands<'_> {
    fn values<N: Whole>(&self) -> Result<After<N>, Refusal> {
        let mut sums = DealerSums::new(&self.round.dealer, &self.round.left, &self.classes.class);
        let taken = self.sets.taken.len();
        let moments = self.field.map(|field| Moments::new(field, self.classes.ends.len()));
        let all_moments = moments.as_ref().map_or(0, |moments| moments.width() * taken);
        let mut after = After { worths: vec![Worth::default(); taken], moments: vec![0; all_moments] };
        let nothing = SetLevel::default();
        let dealers = self.dealers(&mut sums, self.sets.levels.len(), &nothing);
        let mut next = Valued { level: &nothing, dealers, worths: Vec::new(), moments: Vec::new() };
        for (size, level) in self.sets.levels.iter().enumerate().rev() {
            let dealers = self.dealers(&mut sums, size, level);
            let here = self.level(Valued { level, dealers, worths: Vec::new(), moments: Vec::new() }, &next)?;
            for start in self.sets.starts.get(size).into_iter().flatten() {
                let set = level.sets.binary_search(&start.set).ok();
                let place = set.and_then(|set| level.place(set, start.kind)).ok_or_else(out_of_place)?;
                after.worths[start.after].add(&here.worths[place], start.left);
                if let Some(moments) = &moments {
                    moments.add_to(&mut after.moments, start.after, moments.of(&here.moments, place), start.left);
                }
            }
            next = here;
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
        let (by_ways, by_hole) = (falling(unseen - of_dealer, draws - of_dealer), falling(unseen - 1, draws - 1));
        let residues = self.field.map_or_else(Vec::new, |field| {
            let by_ways = field.of_integer(&by_ways);
            ways.iter().map(|&ways| field.multiply(field.of_wide(ways), by_ways)).collect()
        });
        let hole_residue = self.field.map_or(0, |field| field.of_integer(&by_hole));
        Dealers { ways, classes, by_ways: N::of(&by_ways), by_hole: N::of(&by_hole), residues, hole_residue }
    }

    /// A level that has no values yet with those by place.
    fn level<'l, N: Whole>(&self, here: Valued<'l, N>, next: &Valued<'_, N>) -> Result<Valued<'l, N>, Refusal> {
        let (round, level, dealers) = (self.round, here.level, &here.dealers);
        let moments = self.field.map(|field| Moments::new(field, self.classes.ends.len()));
        let mut worths = Vec::with_capacity(level.kinds.len());
        let mut all_moments = Vec::with_capacity(moments.as_ref().map_or(0, Moments::width) * level.kinds.len());
        let mut at = [0; VALUES];
        for (set_at, &set) in level.sets.iter().enumerate() {
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
                let residues = found.map_or(&[][..], |found| next.dealers.residues_of_set(found));
                let holes = holes.saturating_sub(round.number_of_holes(value));
                let place = Place { dealers: &next.dealers, ways, residues, holes };
                Drawn { left: left[value].into(), set: found, place }
            });
            let place =
                Place { dealers, ways: dealers.of_set(set_at), residues: dealers.residues_of_set(set_at), holes };
            for &kind in &level.kinds[level.places(set_at)] {
                let (worth, choice) = self.best(kind as usize, &place, &drawn, next)?;
                worths.push(worth);
                if let Some(moments) = &moments {
                    let played = (kind as usize, choice);
                    self.moments(moments, played, &place, (&drawn, next))?.finish(&mut all_moments);
                }
            }
        }
        let Valued { level, dealers, .. } = here;
        Ok(Valued { level, dealers, worths, moments: all_moments })
    }

    /// The moments of a hand that is played on so.
    fn moments<'m, N: Whole>(
        &self,
        moments: &Moments<'m>,
        (kind, choice): (usize, Choice),
        place: &Place<'_, N>,
        drawn: (&[Drawn<'_, N>; VALUES], &Valued<'_, N>),
    ) -> Result<Summing<'m>, Refusal> {
        let (field, paid, grown) = (moments.field, &self.paid[kind], &self.sets.kinds.all[kind].next);
        let mut sum = moments.nothing();
        match (choice.act, &paid.double, &paid.given_up) {
            (Act::Double, Some(double), _) => {
                let ways_out = |value: usize| double.drawn[value].get(usize::from(choice.given_up >> value & 1));
                let drawn = Draws { moments, grown, ends: std::array::from_fn(ways_out), place, drawn };
                drawn.add_to(&mut sum)?;
            }
            (Act::Hit, ..) => {
                let busts = |value: usize| paid.bust[value].as_ref().filter(|_| grown[value].is_none());
                Draws { moments, grown, ends: std::array::from_fn(busts), place, drawn }.add_to(&mut sum)?;
            }
            (Act::Surrender, _, Some(given_up)) => sum.ends(given_up, &place.sums(field), 1),
            _ => sum.ends(&paid.stood, &place.sums(field), 1),
        }
        Ok(sum)
    }

    /// The best way to play a hand on.
    fn best<N: Whole>(
        &self,
        kind: usize,
        place: &Place<'_, N>,
        drawn: &[Drawn<'_, N>; VALUES],
        next: &Valued<'_, N>,
    ) -> Result<(Worth<N>, Choice), Refusal> {
        let (kind, paid) = (&self.sets.kinds.all[kind], &self.paid[kind]);
        let mut best = Worth::plain(place.worth(&paid.stood));
        let mut choice = Choice { act: Act::Stand, given_up: 0 };
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
            if best.improve(hit) {
                choice.act = Act::Hit;
            }
        }
        if let Some(double) = &paid.double {
            let wagers = place.dealers.by_hole.times(i128::from(place.holes) * i128::from(double.wager));
            let mut doubled = Worth { net: N::default(), wagers };
            for (value, drawn) in there() {
                let mut ways_out = double.drawn[value].iter().map(|results| drawn.worth(results));
                let mut kept = ways_out.next().ok_or_else(out_of_place)??;
                if let Some(given_up) = ways_out.next().transpose()?.filter(|given_up| *given_up > kept) {
                    kept = given_up;
                    choice.given_up |= 1 << value;
                }
                doubled.net.add_times(&kept, drawn.left);
            }
            if best.improve(doubled) {
                choice.act = Act::Double;
            }
        }
        if let Some(given_up) = &paid.given_up
            && best.improve(Worth::plain(place.worth(given_up)))
        {
            choice.act = Act::Surrender;
        }
        Ok((best, choice))
    }
}
