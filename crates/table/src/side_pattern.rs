//! Patterns of cards, in faces.

use rules::{AcePlace, CardsPattern, SideWager, SuitsPattern};

use crate::shoe::{Face, rank_of, suit_of, value_of};

/// A pattern of cards in faces.
#[derive(Debug)]
pub(crate) struct Pattern {
    /// Rank, and suit if that matters.
    named: Vec<(u8, Option<u8>)>,
    /// Ranks allowed, as bits.
    ranks: u16,
    rule: CardsPattern,
}

/// Ranks as bits.
pub(crate) fn rank_bits(ranks: &[cards::Rank]) -> u16 {
    ranks.iter().fold(0, |bits, rank| bits | 1 << rank.index())
}

impl Pattern {
    pub(crate) fn new(rule: &CardsPattern) -> Self {
        let named = rule.cards.iter().map(|name| (name.rank.index() as u8, name.suit.map(|suit| suit as u8)));
        Self { named: named.collect(), ranks: rank_bits(&rule.ranks), rule: rule.clone() }
    }

    pub(crate) fn shows(&self, cards: &[Face], wager: &SideWager) -> bool {
        let rule = &self.rule;
        let suited = || cards.iter().all(|&face| suit_of(face) == suit_of(cards[0]));
        let red = |face: Face| suit_of(face) == 1 || suit_of(face) == 2;
        if let Some(asked) = rule.suits {
            let fits = match asked {
                SuitsPattern::One => suited(),
                SuitsPattern::Different => !suited(),
                SuitsPattern::OneColor => cards.iter().all(|&face| red(face) == red(cards[0])),
            };
            if !fits {
                return false;
            }
        }
        (self.named.is_empty() || (self.named.len() == cards.len() && self.are_named(cards, 0, 0)))
            && (self.ranks == 0 || cards.iter().all(|&face| self.ranks >> rank_of(face) & 1 == 1))
            && (rule.alike.is_empty() || groups(cards)[..] == padded(&rule.alike)[..])
            && rule.total.is_none_or(|total| total == total_of(cards, wager.soft_totals))
            && (!rule.run || is_run(cards, wager.ace))
            && (!rule.blackjack || (cards.len() == 2 && total_of(cards, true) == 21))
    }

    /// Whether the names from this one on fit the cards that are not used yet.
    fn are_named(&self, cards: &[Face], name: usize, used: u8) -> bool {
        let Some(&(rank, suit)) = self.named.get(name) else { return true };
        cards.iter().enumerate().any(|(at, &face)| {
            used >> at & 1 == 0
                && rank_of(face) == rank
                && suit.is_none_or(|suit| suit_of(face) == suit)
                && self.are_named(cards, name + 1, used | 1 << at)
        })
    }
}

/// Numbers of cards of equal rank, largest first.
fn groups(cards: &[Face]) -> [u8; 4] {
    let mut groups = [0; 4];
    let mut found = 0;
    for (at, &face) in cards.iter().enumerate() {
        let is_like = |other: &&Face| rank_of(**other) == rank_of(face);
        if cards[..at].iter().all(|other| !is_like(&other)) {
            groups[found] = cards.iter().filter(is_like).count() as u8;
            found += 1;
        }
    }
    groups.sort_unstable_by(|one, other| other.cmp(one));
    groups
}

fn padded(groups: &[u8]) -> [u8; 4] {
    std::array::from_fn(|at| groups.get(at).copied().unwrap_or(0))
}

fn total_of(cards: &[Face], soft: bool) -> u8 {
    let hard: u8 = cards.iter().map(|&face| value_of(face) as u8 + 1).sum();
    let has_ace = cards.iter().any(|&face| value_of(face) == 0);
    if soft && has_ace && hard <= 11 { hard + 10 } else { hard }
}

/// A rank's place where the 2 stands at 2, the king at 13 and the ace at this.
pub(crate) fn place_of(face: Face, ace: u8) -> u8 {
    if rank_of(face) == 0 { ace } else { rank_of(face) + 1 }
}

fn is_run(cards: &[Face], ace: AcePlace) -> bool {
    ace.places().iter().any(|&ace| {
        let places = || cards.iter().map(|&face| place_of(face, ace));
        let low = places().min().unwrap_or(0);
        // Consecutive ranks fill a stretch as long as they are many, each place once.
        let filled = places().fold(0_u16, |bits, place| bits | 1 << (place - low).min(15));
        filled == (1 << cards.len()) - 1
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use cards::{Card, Suit};

    use super::*;
    use crate::shoe::face_of;

    pub(crate) fn faces(names: &str) -> Vec<Face> {
        let face = |name: &str| {
            let name: rules::CardName = name.parse().expect("a card");
            face_of(Card { rank: name.rank, suit: name.suit.unwrap_or(Suit::Clubs) })
        };
        names.split(' ').map(face).collect()
    }

    #[test]
    fn runs_and_groups_by_hand() {
        assert!(is_run(&faces("Ah 2c 3d"), AcePlace::Both) && !is_run(&faces("Ah 2c 3d"), AcePlace::High));
        assert!(is_run(&faces("Qh Kc Ad"), AcePlace::Both) && !is_run(&faces("Qh Kc Ad"), AcePlace::Low));
        assert!(!is_run(&faces("Kh Ac 2d"), AcePlace::Both));
        assert!(!is_run(&faces("9h 9c 10d"), AcePlace::Both));
        assert_eq!(groups(&faces("7h 7c 2d 7s")), [3, 1, 0, 0]);
        assert_eq!(groups(&faces("7h 2c 2d 7s")), [2, 2, 0, 0]);
        assert_eq!(total_of(&faces("Ah 9c"), true), 20);
        assert_eq!(total_of(&faces("Ah 9c"), false), 10);
    }
}
