//! A maximum payout to all players of a round, derived again: players are dealt their hands one after the other, by the faces that matter.

use std::collections::BTreeMap;

use cards::{Card, FaceCounts};
use certificate::StatedMaximum;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use rules::{Added, LineRule, OfferedWager};

use super::counted::Counted;
use super::paid::outcomes;
use crate::dealer::falling;
use crate::refusal::{Refusal, expect};
use crate::wager_patterns::{is_offered, shows};

/// Lines that more pairs of faces win are not limited in a certificate.
const MOST_PAIRS: usize = 8;

/// Checks what is stated of a maximum payout, and that it is stated exactly where there is one.
///
/// # Errors
/// [`Refusal`] for the first claim that does not hold, is missing or has no place.
pub(crate) fn check(here: &str, stated: Option<&StatedMaximum>, offered: &OfferedWager) -> Result<(), Refusal> {
    let (stated, derived) = match (stated, Maximum::new(offered)?) {
        (None, None) => return Ok(()),
        (Some(stated), Some(derived)) => (stated, derived),
        _ => return Err(Refusal::Table(format!("{here}: a maximum payout is missing or has no place"))),
    };
    let here = format!("{here}: maximum payout");
    if stated.line != derived.line {
        return Err(Refusal::Table(format!("{here}: it limits {}", derived.line)));
    }
    expect(&format!("{here}: dollars"), &stated.maximum, &derived.maximum)?;
    expect(&format!("{here}: least dollars"), &stated.least, &derived.least)?;
    if stated.allowed != derived.allowed {
        let is_not = if derived.allowed { "" } else { "not " };
        return Err(Refusal::Table(format!("{here}: the text does {is_not}allow it")));
    }
    expect(&format!("{here}: EV lost"), &stated.ev_lost, &derived.ev_lost)
}

struct Maximum {
    line: String,
    maximum: BigRational,
    least: BigRational,
    allowed: bool,
    ev_lost: BigRational,
}

impl Maximum {
    fn new(offered: &OfferedWager) -> Result<Option<Self>, Refusal> {
        let (rule, inputs) = (&offered.rule, &offered.inputs);
        let Some((limit, players, stake)) = rule
            .maximum
            .as_ref()
            .zip(inputs.players)
            .zip(inputs.stake.as_ref())
            .map(|((limit, players), stake)| (limit, players, stake))
        else {
            return Ok(None);
        };
        let of_line = |line: &LineRule| line.name == limit.line && is_offered(rule, line);
        let Some(at) = rule.lines.iter().position(of_line) else { return Ok(None) };
        let line = &rule.lines[at];
        let first = rule.lines.iter().position(|line| is_offered(rule, line) && !line.adds);
        let is_alone = line.adds || first == Some(at);
        let (Some(player), Some(dealer)) = (&line.player, &line.dealer) else { return Ok(None) };
        if !is_alone || (inputs.maximum.is_none() && !limit.covered) {
            return Ok(None);
        }
        let faces: Vec<Card> = offered.cards.faces().collect();
        let wins = |one: Card, other: Card| shows(player, &[one, other], rule);
        let Some(mut hands) = Hands::new(&faces, &offered.cards, wins) else { return Ok(None) };
        let won = won(offered, at)?;
        let least = BigRational::from_integer(limit.least.into())
            .max(&won * inputs.largest.as_ref().map_or_else(|| stake.clone(), Clone::clone));
        let maximum = inputs.maximum.clone().unwrap_or_else(|| least.clone());
        let each = won * stake;
        let beside = |up: Card, hole: Card| shows(dealer, &[up, hole], rule);
        let over = hands.mean_over(players as usize, &each, &maximum, beside);
        let ev_lost = over / (stake * BigRational::from_integer(players.into()));
        let allowed = limit.covered && maximum >= least;
        Ok(Some(Self { line: line.name.clone(), maximum, least, allowed, ev_lost }))
    }
}

/// What winning a line is worth: the net result with it, less that without it where it adds to another line.
fn won(offered: &OfferedWager, at: usize) -> Result<BigRational, Refusal> {
    let rule = &offered.rule;
    let net = |bits: u32| -> Result<BigRational, Refusal> {
        let one = Counted::deals(BTreeMap::from([(bits, BigInt::one())]), BigInt::one());
        let paid = outcomes(offered, &one)?.into_values().find(|(ways, _)| ways.is_one());
        Ok(paid.map_or_else(BigRational::zero, |(_, net)| net.fixed))
    };
    let other = rule.lines.iter().position(|line| is_offered(rule, line) && !line.adds);
    match other.filter(|_| rule.lines[at].adds && rule.added != Added::Highest) {
        Some(other) => Ok(net(1 << at | 1 << other)? - net(1 << other)?),
        None => net(1 << at),
    }
}

/// Players' hands from one shoe, by the faces that win together.
struct Hands<'a> {
    faces: &'a [Card],
    shoe: &'a FaceCounts,
    /// Faces that winning pairs hold, a group for each set of faces that win with one another alone.
    groups: Vec<Vec<Card>>,
    /// Places of the winning pairs in their group, the same in each.
    pairs: Vec<[usize; 2]>,
    /// By players to come and what is left of each group: ordered ways by winners among them.
    known: BTreeMap<(usize, Vec<Vec<usize>>), Vec<BigInt>>,
}

impl<'a> Hands<'a> {
    /// `None` for more pairs than are counted.
    fn new(faces: &'a [Card], shoe: &'a FaceCounts, wins: impl Fn(Card, Card) -> bool) -> Option<Self> {
        let pairs = faces.iter().enumerate().flat_map(|(at, &one)| faces[at..].iter().map(move |&other| [one, other]));
        let pairs: Vec<[Card; 2]> = pairs.filter(|&[one, other]| wins(one, other)).collect();
        if pairs.len() > MOST_PAIRS {
            return None;
        }
        let mut groups: Vec<Vec<Card>> = Vec::new();
        for pair in &pairs {
            let mut joined: Vec<Card> = pair.to_vec();
            groups.retain(|group| {
                let is_apart = !group.iter().any(|face| pair.contains(face));
                if !is_apart {
                    joined.extend(group);
                }
                is_apart
            });
            joined.sort_unstable();
            joined.dedup();
            groups.push(joined);
        }
        let places = |group: &Vec<Card>| -> Vec<[usize; 2]> {
            let place = |face: Card| group.iter().position(|&one| one == face);
            pairs.iter().filter_map(|&[one, other]| Some([place(one)?, place(other)?])).collect()
        };
        let first = groups.first().map(places).unwrap_or_default();
        // Groups that differ in shape are one, which costs time and nothing else.
        if groups.iter().any(|group| places(group) != first) {
            let all: Vec<Card> = groups.concat();
            let pairs = places(&all);
            return Some(Self { faces, shoe, groups: vec![all], pairs, known: BTreeMap::new() });
        }
        Some(Self { faces, shoe, groups, pairs: first, known: BTreeMap::new() })
    }

    /// The mean of what winners win beyond the maximum, in rounds in which the dealer's two cards show something too.
    fn mean_over(
        &mut self,
        players: usize,
        each: &BigRational,
        maximum: &BigRational,
        dealer: impl Fn(Card, Card) -> bool,
    ) -> BigRational {
        let shoe = self.shoe;
        let cards = shoe.total() as usize;
        let held = |face: Card| usize::from(shoe.count(face));
        let mut sum = BigRational::zero();
        for &up in self.faces {
            for &hole in self.faces {
                let second = held(hole) - usize::from(up == hole);
                if second == 0 || !dealer(up, hole) {
                    continue;
                }
                let left = |face: &Card| held(*face) - usize::from(up == *face) - usize::from(hole == *face);
                let left: Vec<Vec<usize>> = self.groups.iter().map(|group| group.iter().map(left).collect()).collect();
                let of_winners: usize = left.iter().flatten().sum();
                let ways = self.winners(players, left, cards - 2 - of_winners);
                for (winners, ways) in ways.into_iter().enumerate() {
                    let over = each * BigRational::from_integer(winners.into()) - maximum;
                    if over.is_positive() {
                        sum += over * BigRational::from_integer(ways * held(up) * second);
                    }
                }
            }
        }
        sum / BigRational::from_integer(falling(cards, 2 + 2 * players))
    }

    /// Ordered ways to deal two cards each to so many players, by how many of them win; `others` are cards of no winning pair.
    fn winners(&mut self, players: usize, mut left: Vec<Vec<usize>>, others: usize) -> Vec<BigInt> {
        if players == 0 {
            return vec![BigInt::one()];
        }
        left.sort_unstable();
        let key = (players, left);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let mut all = vec![BigInt::zero(); players + 1];
        let places: Vec<[usize; 2]> = key
            .1
            .iter()
            .enumerate()
            .flat_map(|(group, faces)| (0..faces.len()).map(move |face| [group, face]))
            .collect();
        let mut deal = |hands: &mut Self, ways: usize, gone: &[[usize; 2]], others: usize, is_won: bool| {
            if ways == 0 {
                return;
            }
            let mut rest = key.1.clone();
            gone.iter().for_each(|&[group, face]| rest[group][face] -= 1);
            for (winners, more) in hands.winners(players - 1, rest, others).into_iter().enumerate() {
                all[winners + usize::from(is_won)] += more * ways;
            }
        };
        let count = |[group, face]: [usize; 2]| key.1[group][face];
        if others > 1 {
            deal(self, others * (others - 1), &[], others - 2, false);
        }
        for (at, &one) in places.iter().enumerate() {
            if others > 0 {
                deal(self, 2 * count(one) * others, &[one], others - 1, false);
            }
            deal(self, count(one) * count(one).saturating_sub(1), &[one, one], others, self.is_winning(one, one));
            for &other in &places[at + 1..] {
                deal(self, 2 * count(one) * count(other), &[one, other], others, self.is_winning(one, other));
            }
        }
        self.known.insert(key, all.clone());
        all
    }

    fn is_winning(&self, one: [usize; 2], other: [usize; 2]) -> bool {
        one[0] == other[0]
            && self.pairs.iter().any(|&[a, b]| [a, b] == [one[1], other[1]] || [b, a] == [one[1], other[1]])
    }
}

#[cfg(test)]
mod tests {
    use cards::{Rank, Suit};

    use super::*;

    fn ratio(n: i64, d: i64) -> BigRational {
        BigRational::new(n.into(), d.into())
    }

    /// Four cards of two faces, two of each: the dealer takes two of the four others, whatever they are, and two players get two each of the six left.
    /// A pair of queens wins. One of 15 pairs is it, and never two hands win.
    #[test]
    fn two_players_by_hand() {
        let ranks: Vec<Rank> = Rank::all().take(4).collect();
        let faces: Vec<Card> = ranks.iter().map(|&rank| Card { rank, suit: Suit::Hearts }).collect();
        let queen = faces[0];
        let shoe = FaceCounts::decks(2, &Rank::all().skip(4).collect::<Vec<_>>());
        let shoe = FaceCounts::order()
            .filter(|card| card.suit != Suit::Hearts)
            .fold(shoe, |shoe, card| shoe.without(card).and_then(|shoe| shoe.without(card)).unwrap_or(shoe));
        let mut hands = Hands::new(&faces, &shoe, |one, other| one == queen && other == queen).expect("one pair");
        let not_held = |up: Card, hole: Card| up != queen && hole != queen;
        // 6·5 of 8·7 pairs of the dealer's; each of two players has the pair with the chance of one in 15.
        let over = hands.mean_over(2, &ratio(10, 1), &ratio(4, 1), not_held);
        assert_eq!(over, ratio(30, 56) * ratio(2, 15) * ratio(6, 1));
        // With room for one winner nothing is lost.
        assert_eq!(hands.mean_over(2, &ratio(10, 1), &ratio(10, 1), not_held), ratio(0, 1));
    }
}
