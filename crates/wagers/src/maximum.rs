//! What a maximum payout to all winners of a round together saves the house.

use std::collections::BTreeMap;

use cards::{Card, falling};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use rules::{CardsPattern, OfferedWager};

use crate::count::choose;
use crate::pattern::shows;

/// Most pairs of faces that may win a line whose winners are counted together.
const MOST_PAIRS: usize = 8;

/// A maximum payout at stated stakes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MaximumCost {
    /// Name of the line that is limited.
    pub line: String,
    /// Players who make the wager.
    pub players: u32,
    /// What each wagers, in dollars.
    pub stake: BigRational,
    /// The most that is paid to all of them together, in dollars.
    pub maximum: BigRational,
    /// The least that the text lets it be, in dollars.
    pub least: BigRational,
    /// Whether the text lets the casino set it.
    pub is_allowed: bool,
    /// What the limit takes from a player's EV per unit wagered.
    pub ev_lost: BigRational,
}

impl MaximumCost {
    /// The cost under what the analysis states, with the least maximum that the text allows if it states none. `None` where it
    /// states no players, or no maximum for a wager for which none may be set, or where the line is not of the kind that is
    /// counted here: some pairs of faces beside two cards of the dealer.
    ///
    /// Players' hands are dealt from one shoe, so that several may win together: with k of them, m win in all the ways in
    /// which m pairs that win are dealt and no more.
    pub fn new(wager: &OfferedWager) -> Option<Self> {
        let rule = wager.rule.maximum.as_ref()?;
        let (players, stake) = (wager.inputs.players?, wager.inputs.stake.clone()?);
        let least = wager.least_maximum()?;
        let stated = wager.inputs.maximum.clone();
        if stated.is_none() && !rule.covered {
            return None;
        }
        let maximum = stated.unwrap_or_else(|| least.clone());
        let (line, won) = wager.limited()?;
        let comes_first = || {
            let mut offered = wager.rule.offered_lines(&wager.paytable).map(|(line, _)| line);
            offered.find(|line| !line.adds).is_some_and(|first| first.name == line.name)
        };
        if !(line.adds || comes_first()) {
            return None;
        }
        let winners = Winners::new(wager, line.player.as_ref()?)?;
        let over = winners.over(line.dealer.as_ref()?, &(won * &stake), &maximum, players);
        let ev_lost = over / (&stake * BigRational::from_integer(players.into()));
        let is_allowed = rule.covered && maximum >= least;
        Some(Self { line: rule.line.clone(), players, stake, maximum, least, is_allowed, ev_lost })
    }
}

/// The hands that win a line.
struct Winners<'a> {
    wager: &'a OfferedWager,
    faces: Vec<Card>,
    /// Faces that winning hands hold.
    held: Vec<Card>,
    /// Winning hands by the places of their two faces among those held, in either order.
    pairs: Vec<[usize; 2]>,
}

impl<'a> Winners<'a> {
    fn new(wager: &'a OfferedWager, pattern: &CardsPattern) -> Option<Self> {
        let faces = wager.cards.faces().collect();
        let mut winners = Self { wager, held: Vec::new(), pairs: Vec::new(), faces };
        let mut place = |face: Card| {
            winners.held.iter().position(|&held| held == face).unwrap_or_else(|| {
                winners.held.push(face);
                winners.held.len() - 1
            })
        };
        for (at, &one) in winners.faces.iter().enumerate() {
            for &other in &winners.faces[at..] {
                if shows(pattern, &[one, other], &wager.rule) {
                    winners.pairs.push([place(one), place(other)]);
                }
            }
        }
        (winners.pairs.len() <= MOST_PAIRS).then_some(winners)
    }

    /// The mean of what all winners of `won` each win beyond the maximum, in rounds in which the dealer shows this too.
    fn over(&self, dealer: &CardsPattern, won: &BigRational, maximum: &BigRational, players: u32) -> BigRational {
        let cards = self.wager.cards.total();
        let held = |face: Card| u32::from(self.wager.cards.count(face));
        // Ways to deal the dealer's two cards, by the cards of each face that they leave.
        let mut left: BTreeMap<Vec<u32>, u64> = BTreeMap::new();
        for &up in &self.faces {
            for &hole in &self.faces {
                let second = held(hole).saturating_sub(u32::from(up == hole));
                if second == 0 || !shows(dealer, &[up, hole], &self.wager.rule) {
                    continue;
                }
                let gone = |face: &Card| u32::from(up == *face) + u32::from(hole == *face);
                let counts = self.held.iter().map(|face| held(*face).saturating_sub(gone(face))).collect();
                *left.entry(counts).or_default() += u64::from(held(up)) * u64::from(second);
            }
        }
        let over = left.into_iter().map(|(counts, ways)| {
            let mut known = BTreeMap::new();
            // The chance that all of m given hands win.
            let all: Vec<BigRational> = (0..=players)
                .map(|m| whole(self.ways(m, &counts, &mut known).into()) / whole(falling(cards - 2, 2 * m).into()))
                .collect();
            whole(ways.into()) * over(won, maximum, &all)
        });
        over.sum::<BigRational>() / whole(falling(cards, 2).into())
    }

    /// Ordered ways to deal so many hands that all win.
    fn ways(&self, hands: u32, left: &[u32], known: &mut BTreeMap<(u32, Vec<u32>), BigUint>) -> BigUint {
        if hands == 0 {
            return BigUint::one();
        }
        let key = (hands, left.to_vec());
        if let Some(ways) = known.get(&key) {
            return ways.clone();
        }
        let mut all = BigUint::zero();
        for &[one, other] in &self.pairs {
            let ways = if one == other { left[one] * left[one].saturating_sub(1) } else { 2 * left[one] * left[other] };
            if ways > 0 {
                let mut rest = left.to_vec();
                rest[one] -= 1;
                rest[other] -= 1;
                all += self.ways(hands - 1, &rest, known) * ways;
            }
        }
        known.insert(key, all.clone());
        all
    }
}

/// The mean of what all winners of `won` each win beyond the maximum. `all[m]` is the chance that m given hands win; the hands are
/// one fewer than these chances.
fn over(won: &BigRational, maximum: &BigRational, all: &[BigRational]) -> BigRational {
    let players = all.len().saturating_sub(1) as u32;
    let chance = |m: u32| -> BigRational {
        (m..=players)
            .map(|more| {
                let sign = if (more - m).is_multiple_of(2) { 1 } else { -1 };
                let ways = choose(players, more) * choose(more, m);
                whole(ways.into()) * whole(sign.into()) * &all[more as usize]
            })
            .sum()
    };
    let beyond = |m: u32| won * whole(m.into()) - maximum;
    (1..=players).filter(|&m| beyond(m).is_positive()).map(|m| beyond(m) * chance(m)).sum()
}

fn whole(number: BigInt) -> BigRational {
    BigRational::from_integer(number)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use rules::{Override, Submission};

    use super::*;

    fn ratio(n: i64, d: i64) -> BigRational {
        BigRational::new(n.into(), d.into())
    }

    /// Four cards of the face among four, two players: both win for certain; 20 together, 5 beyond 15.
    #[test]
    fn two_certain_winners() {
        let certain = [ratio(1, 1), ratio(1, 1), ratio(1, 1)];
        assert_eq!(over(&ratio(10, 1), &ratio(15, 1), &certain), ratio(5, 1));
        assert_eq!(over(&ratio(10, 1), &ratio(20, 1), &certain), ratio(0, 1));
    }

    /// Two of the face among four, two players: one player's two cards are both with chance 2·1/(4·3) = 1/6, so one of them
    /// wins with chance 1/3.
    #[test]
    fn one_of_two_players_wins() {
        assert_eq!(over(&ratio(10, 1), &ratio(4, 1), &[ratio(1, 1), ratio(1, 6), ratio(0, 1)]), ratio(6, 3));
    }

    fn cost(id: &str, overrides: &[(&str, &str)]) -> Option<MaximumCost> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses/pa-633a-blackjack/6-decks.toml");
        let set = |(key, value): &(&str, &str)| {
            let key = if key.contains('.') { (*key).to_owned() } else { format!("wagers.{id}.{key}") };
            Override::new(key, *value)
        };
        let submission = Submission::load(&path, &overrides.iter().map(set).collect::<Vec<_>>()).expect("a submission");
        let wager = submission.wagers.iter().find(|wager| wager.id == id).expect("offered");
        MaximumCost::new(wager)
    }

    /// 633a.13(o) with $100 a player: the least that is allowed is $100,000, which binds only with several winners. A maximum
    /// of $25,000, the least where wagers are small, is forbidden and costs more than a point.
    #[test]
    fn the_least_and_the_forbidden_maximum() {
        let table = [("stake", "100"), ("players", "3")];
        let least = cost("lucky-ladies", &table).expect("a cost");
        assert_eq!((least.maximum.clone(), least.is_allowed), (ratio(100_000, 1), true));
        assert_eq!(cards::decimal(&(least.ev_lost * ratio(100, 1)), 5), "0.00018");
        let forbidden = cost("lucky-ladies", &[&table[..], &[("maximum", "25000")]].concat()).expect("a cost");
        assert!(!forbidden.is_allowed);
        assert_eq!(cards::decimal(&(forbidden.ev_lost * ratio(100, 1)), 2), "1.09");
        let small = cost("lucky-ladies", &[("stake", "25"), ("players", "3"), ("maximum", "25000")]).expect("a cost");
        assert!(small.is_allowed);
    }

    /// One maximum for queens and kings together, at its least, takes more than one maximum each: by less than 0.002 points of what is wagered
    /// on both, which the row of 13(o) in the clause table states. Both lines win 1,000 times the stake beside a dealer blackjack.
    #[test]
    fn one_maximum_for_two_wagers_costs_little_more() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses/pa-633a-blackjack/6-decks.toml");
        for decks in ["2", "6", "8"] {
            let submission = Submission::load(&path, &[Override::new("decks", decks)]).expect("a submission");
            let limited = ["lucky-ladies", "kings-bounty"].map(|id| {
                let wager = submission.wagers.iter().find(|wager| wager.id == id).expect("offered");
                let (line, won) = wager.limited().expect("a limited line");
                assert_eq!(won, ratio(1_000, 1));
                let player = line.player.clone().expect("cards of the player");
                (Winners::new(wager, &player).expect("few pairs"), line.dealer.clone())
            });
            let [(queens, dealer), (kings, _)] = limited;
            let dealer = dealer.expect("cards of the dealer");
            assert!([&queens, &kings].iter().all(|winners| winners.pairs == [[0, 0]]));
            let held = [&queens, &kings].map(|winners| winners.held[0]).to_vec();
            let (faces, pairs) = (queens.faces.clone(), vec![[0, 0], [1, 1]]);
            let both = Winners { wager: queens.wager, faces, held, pairs };
            let over = |winners: &Winners<'_>| winners.over(&dealer, &ratio(1_000, 1), &ratio(1_000, 1), 7);
            let more = over(&both) - over(&queens) - over(&kings);
            let points = more / ratio(14, 1) * ratio(100, 1);
            assert!(points > ratio(0, 1) && points < ratio(2, 1_000), "{decks} decks: {}", cards::decimal(&points, 6));
        }
    }

    /// One player with a Crown Treasure wins 1,000 times the stake; a maximum of 600 of them costs 400 with the chance of a
    /// royal match on both sides: 4·36 of 312·311/2 pairs, then the dealer's, one suit short of one king and one queen.
    #[test]
    fn a_crown_treasure_of_one_player_by_hand() {
        let royal = ("readings.maximum-covers", "royal-match-and-kings-bounty");
        assert_eq!(cost("royal-match-21", &[("stake", "100"), ("players", "1")]), None, "none may be set");
        let found = cost("royal-match-21", &[royal, ("stake", "100"), ("players", "1"), ("maximum", "60000")]);
        let pairs = |n: i64| n * (n - 1) / 2;
        let chance = ratio(4 * 36, pairs(312)) * ratio(3 * 36 + 25, pairs(310));
        assert_eq!(found.expect("a cost").ev_lost, ratio(400, 1) * chance);
        assert_eq!(cost("lucky-ladies", &[royal, ("stake", "100"), ("players", "1")]), None, "none may be set");
        let stated = cost("lucky-ladies", &[royal, ("stake", "100"), ("players", "1"), ("maximum", "1000000")]);
        assert!(!stated.expect("what it would cost").is_allowed);
    }
}
