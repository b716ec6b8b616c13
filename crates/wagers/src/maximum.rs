//! What a maximum payout to all winners of a round together saves the house.

use cards::{Card, Value, falling};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use rules::{CardName, Game, MeterAmount, OfferedWager};

use crate::count::{choose, faces};

/// A maximum payout at stated stakes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MaximumCost {
    /// Name of the line that is limited.
    pub line: String,
    /// Players who make the wager.
    pub players: u32,
    /// What each wagers.
    pub stake: BigRational,
    /// The most that is paid to all of them together.
    pub maximum: BigRational,
    /// What the limit takes from a player's EV per unit wagered.
    pub ev_lost: BigRational,
}

impl MaximumCost {
    /// The cost under what the analysis states; `None` where it states no stake and players, or where the line is not the one
    /// kind that is counted here: two cards of one face beside a dealer blackjack.
    ///
    /// Players' hands are dealt from one shoe, so that several may win together: with k of them, m win in all the ways in
    /// which m pairs of the face are dealt and no more.
    pub fn new(wager: &OfferedWager, game: &Game, decks: u16) -> Option<Self> {
        let rule = wager.rule.maximum.as_ref()?;
        let (players, stake) = (wager.inputs.players?, wager.inputs.stake.clone()?);
        let least = BigRational::from_integer(rule.least.into());
        let maximum = wager.inputs.maximum.clone().unwrap_or(least);
        let (line, pay) = wager.rule.offered_lines(&wager.paytable).find(|(line, _)| line.name == rule.line)?;
        let [CardName { rank, suit: Some(suit) }, second] = line.player.as_ref()?.cards[..] else { return None };
        let face = Card { rank, suit };
        if !second.is(face) || !line.dealer.as_ref()?.blackjack {
            return None;
        }
        let MeterAmount { fixed, .. } = wager.rule.returns(pay);
        let won = (fixed - BigRational::one()) * &stake;
        let decks = u32::from(decks);
        let faces = faces(game);
        let cards = faces.len() as u32 * decks;
        let of_value = |value: Value| faces.iter().filter(|card| card.rank.value() == value).count() as u32 * decks;
        let (aces, tens) = (of_value(Value::ACE), of_value(Value::TEN));
        // A blackjack takes one of the face where that is an ace or a ten.
        let with_face = match rank.value() {
            Value::TEN => aces * decks,
            Value::ACE => tens * decks,
            _ => 0,
        };
        let blackjacks = [(decks, aces * tens - with_face), (decks.saturating_sub(1), with_face)];
        let over = blackjacks.into_iter().map(|(left, ways)| {
            whole(BigInt::from(2 * ways)) / whole(falling(cards, 2).into())
                * over(&won, &maximum, players, left, cards - 2)
        });
        let paid_less: BigRational = over.sum();
        let ev_lost = paid_less / (&stake * BigRational::from_integer(players.into()));
        Some(Self { line: rule.line.clone(), players, stake, maximum, ev_lost })
    }
}

/// The mean of what all winners of `won` each win beyond the maximum, with `left` cards of the face among `cards`.
fn over(won: &BigRational, maximum: &BigRational, players: u32, left: u32, cards: u32) -> BigRational {
    // The chance that all of m given hands win.
    let all = |m: u32| whole(falling(left, 2 * m).into()) / whole(falling(cards, 2 * m).into());
    let chance = |m: u32| -> BigRational {
        (m..=players)
            .map(|more| {
                let term = whole(choose(more, m).into()) * whole(choose(players, more).into()) * all(more);
                if (more - m).is_multiple_of(2) { term } else { -term }
            })
            .sum()
    };
    (1..=players)
        .map(|m| (won * BigRational::from_integer(m.into()) - maximum, m))
        .filter(|(beyond, _)| beyond.is_positive())
        .map(|(beyond, m)| beyond * chance(m))
        .fold(BigRational::zero(), |sum, one| sum + one)
}

fn whole(number: BigInt) -> BigRational {
    BigRational::from_integer(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(n: i64, d: i64) -> BigRational {
        BigRational::new(n.into(), d.into())
    }

    /// Four cards of the face among four, two players: both win for certain; 20 together, 5 beyond 15.
    #[test]
    fn two_certain_winners() {
        assert_eq!(over(&ratio(10, 1), &ratio(15, 1), 2, 4, 4), ratio(5, 1));
        assert_eq!(over(&ratio(10, 1), &ratio(20, 1), 2, 4, 4), ratio(0, 1));
    }

    /// Two of the face among four, two players: one player's two cards are both with chance 2·1/(4·3) = 1/6, so one of them
    /// wins with chance 1/3.
    #[test]
    fn one_of_two_players_wins() {
        assert_eq!(over(&ratio(10, 1), &ratio(4, 1), 2, 2, 4), ratio(6, 3));
    }
}
