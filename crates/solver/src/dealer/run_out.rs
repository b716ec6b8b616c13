//! Whether a round can use up the shoe.

use cards::{Composition, Value};
use rules::{BustAgainstPush, Busts, Game};
use rustc_hash::FxHashSet;

use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::hands::{Hands, NO_HAND};
use crate::compiled::split_tree::SplitTree;
use crate::dealer::cache::DealerCache;

/// Greatest hard total from which a player's hand may still draw, whatever the rules.
const PLAYER_DRAWS_TO: u32 = 20;
/// Greatest hard total from which a dealer's hand may still draw.
const DEALER_DRAWS_TO: u32 = 16;

/// A bound on the cards of a round of so many spots: before its last card every hand is at most these hard totals, and the
/// smallest cards make the longest hands.
pub(crate) fn most_cards(game: &Game, shoe: &Composition, spots: u32) -> u32 {
    let dealt = if game.switch.is_some() { 2 } else { 1 };
    let hands = spots * dealt * game.split.as_ref().map_or(1, |split| u32::from(split.max_hands));
    let mut points = hands * PLAYER_DRAWS_TO + DEALER_DRAWS_TO;
    let mut cards = hands + 1;
    for value in Value::all() {
        let each = u32::from(value.hard_points());
        let drawn = u32::from(shoe.count(value)).min(points / each);
        cards += drawn;
        points -= drawn * each;
    }
    cards
}

/// Proves that no play the rules allow leaves the dealer without a card: at once for shoes as large as the longest
/// round, else for every set of cards that the player's hands can remove while the dealer's hand still matters.
///
/// # Errors
/// [`SolveError::ShoeRunsOut`] for the first such set; [`SolveError::ShoeTooSmall`] for small shoes with more than one split.
pub(crate) fn check(game: &Game, shoe: &Composition, hands: &Hands, ups: &[DealerCache]) -> Result<(), SolveError> {
    let needed = most_cards(game, shoe, 1);
    if needed <= shoe.total() {
        return Ok(());
    }
    if game.split.as_ref().is_some_and(|split| split.max_hands > 2) {
        return Err(SolveError::ShoeTooSmall { needed, held: shoe.total() });
    }
    let busts_matter = game.settle.busts != Busts::Lost
        || game.push.as_ref().is_some_and(|push| push.bust == BustAgainstPush::Returned);
    let mut sets: FxHashSet<CardSet> = FxHashSet::default();
    if game.switch.is_some() {
        if game.split.is_some() {
            return Err(SolveError::ShoeTooSmall { needed, held: shoe.total() });
        }
        sets = sets_of_two(shoe, hands, busts_matter);
    }
    for (_, hand) in hands.iter().filter(|(_, hand)| hand.size >= 2 && !hand.is_bust()) {
        sets.insert(hand.cards);
        if hand.may_draw && busts_matter {
            let busts = (0..Value::COUNT).filter(|&value| hand.next[value] == NO_HAND);
            sets.extend(busts.map(|value| hand.cards + CardSet::one(value)));
        }
    }
    for tree in SplitTree::all(game, hands) {
        let finished: FxHashSet<CardSet> = tree.nodes.iter().map(|node| node.cards).collect();
        for &gone in &tree.gone {
            // The second card of the pair is on the table whatever becomes of it.
            let first_matters = busts_matter || finished.contains(&gone);
            for node in &tree.nodes {
                sets.insert(gone + node.cards);
                if node.may_draw && first_matters {
                    let busts = (0..Value::COUNT).filter(|&value| node.next[value] == NO_HAND);
                    sets.extend(busts.map(|value| gone + node.cards + CardSet::one(value)));
                }
            }
        }
    }
    let mut sets: Vec<CardSet> = sets.into_iter().collect();
    sets.sort_unstable();
    for up in ups {
        let sets: Vec<CardSet> = sets.iter().copied().filter(|&set| up.is_feasible(set)).collect();
        up.each_exact(&sets, &mut |_, _| ())?;
    }
    Ok(())
}

/// Proves the same for several spots, from the number of cards alone.
///
/// # Errors
/// [`SolveError::ShoeTooSmall`] for a shoe that holds fewer cards than the longest round might take.
pub(crate) fn check_spots(game: &Game, shoe: &Composition, spots: u32) -> Result<(), SolveError> {
    let (needed, held) = (most_cards(game, shoe, spots), shoe.total());
    if needed <= held { Ok(()) } else { Err(SolveError::ShoeTooSmall { needed, held }) }
}

/// The cards that two hands without splits can remove while one of them still waits for the dealer.
fn sets_of_two(shoe: &Composition, hands: &Hands, busts_matter: bool) -> FxHashSet<CardSet> {
    let holds = |cards: CardSet| Value::all().all(|value| cards.count(value.index()) <= shoe.count(value).into());
    let mut live: FxHashSet<CardSet> = FxHashSet::default();
    let mut bust: FxHashSet<CardSet> = FxHashSet::default();
    for (_, hand) in hands.iter().filter(|(_, hand)| hand.size >= 2) {
        live.insert(hand.cards);
        if hand.may_draw {
            let over = (0..Value::COUNT).filter(|&value| hand.next[value] == NO_HAND);
            bust.extend(over.map(|value| hand.cards + CardSet::one(value)));
        }
    }
    let mut sets = FxHashSet::default();
    for &one in &live {
        let others = live.iter().chain(&bust).map(|&other| one + other);
        sets.extend(others.filter(|&cards| holds(cards)));
    }
    if busts_matter {
        for &one in &bust {
            sets.extend(bust.iter().map(|&other| one + other).filter(|&cards| holds(cards)));
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_games;

    fn game() -> Game {
        test_games::game("plain-blackjack")
    }

    #[test]
    fn the_longest_round_of_one_deck() {
        // Two hands and the dealer may hold 56 points before their last cards: 4 aces, 8 in twos, 12 in threes and 16 in
        // fours make 40 with 16 cards, three fives 55 with 19; three last cards.
        assert_eq!(most_cards(&game(), &Composition::decks(1), 1), 22);
    }

    #[test]
    fn two_hands_that_use_up_a_shoe_are_refused() {
        // 2-4-4-T and 2-4-T-T are ten of the eleven cards, with a single card left beside the up card.
        let mut game = game();
        game.double.as_mut().expect("doubling").after_split = false;
        game.dealer.soft_17 = rules::Soft17::Hit;
        let shoe = Composition::new([0, 3, 0, 4, 0, 0, 0, 0, 0, 4]);
        let error = crate::Solver::for_game(game, shoe).expect_err("the shoe can run out");
        assert!(matches!(error, SolveError::ShoeRunsOut { .. }), "{error}");
    }
}
