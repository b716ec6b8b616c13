//! How hands are settled.

use num_traits::Zero;
use rules::{
    AfterSplit, AgainstBlackjack, AgainstPush, BustAgainstPush, Busts, DoubledAgainstPush, Game, LateBlackjackTakes,
    OriginalsHeldBy, PushRule, SurrenderAfterDouble, SurrenderIntoBlackjack, Ties, TwentyOne, WagerAgainstBlackjack,
};

use super::hand::{Doubled, Hand, Place, Round};
use super::{Exact, odds, ratio};

/// How the dealer's hand ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum DealerEnd {
    /// An ace and a ten as his first two cards.
    Blackjack,
    Total(u8),
}

/// What the player receives (or, negative, pays) for all his hands, in units of the initial wager on one hand.
pub(crate) fn settle_round(game: &Game, round: &Round, dealer: DealerEnd) -> Exact {
    match dealer {
        DealerEnd::Blackjack => late_blackjack(game, round),
        DealerEnd::Total(dealer) => sum(round.hands.iter().map(|hand| settle(game, round, hand, dealer))),
    }
}

/// What hands that nobody has played receive from a blackjack that the dealer was found to have.
pub(crate) fn settle_discovered(game: &Game, round: &Round) -> Exact {
    sum(round.hands.iter().map(|hand| {
        if hand.is_natural() {
            return natural_against_blackjack(game, round, hand);
        }
        let attack = game.attack.as_ref().map(|attack| attack.against_blackjack);
        let loses_all = round.attacked && attack == Some(WagerAgainstBlackjack::Lost);
        -whole(if loses_all { 2 } else { 1 })
    }))
}

/// What hands given up before a dealer blackjack is looked for receive.
pub(crate) fn settle_early_surrender(game: &Game, round: &Round) -> Exact {
    sum(round.hands.iter().map(|hand| -part_given_up(game) * whole(round.stakes(game, hand).own_bet)))
}

/// What a natural receives if the player takes even money.
pub(crate) fn settle_even_money(game: &Game, round: &Round, offered: rules::Odds) -> Exact {
    sum(round.hands.iter().map(|hand| odds(offered) * whole(round.stakes(game, hand).bet)))
}

/// A dealer blackjack that nobody looked for beats any hand but a blackjack. What it takes is a rule.
fn late_blackjack(game: &Game, round: &Round) -> Exact {
    let seats = round.hands.iter().map(|hand| hand.seat).max().map_or(0, |last| last + 1);
    sum((0..seats).map(|seat| {
        let hands = || round.hands.iter().filter(move |hand| hand.seat == seat);
        let of_hands = sum(hands().map(|hand| late_blackjack_and_hand(game, round, hand)));
        let live = hands().any(|hand| !hand.is_natural() && !counts_as_busted(game, hand));
        let initial = game.hole_card.late_blackjack_takes == LateBlackjackTakes::BustedAndOriginal && live;
        if initial { of_hands - whole(1) } else { of_hands }
    }))
}

/// What a late blackjack takes for one hand, but for the one initial wager that all live hands lose together.
fn late_blackjack_and_hand(game: &Game, round: &Round, hand: &Hand) -> Exact {
    if hand.is_natural() {
        return natural_against_blackjack(game, round, hand);
    }
    let stakes = round.stakes(game, hand);
    if hand.is_blackjack(game) {
        // It ties, but the one original wager of a split is collected whatever its hands are.
        let once = match game.hole_card.late_blackjack_takes {
            LateBlackjackTakes::Original if !hand.is_later_of_split() => 1,
            LateBlackjackTakes::OriginalAndAttack if !hand.is_later_of_split() => stakes.own_bet,
            _ => 0,
        };
        return natural_against_blackjack(game, round, hand) - whole(once);
    }
    if was_given_up_whole(game, hand) {
        let double = if is_double_taken_too(game, hand) { stakes.own_double } else { 0 };
        return -whole(stakes.own_bet + double);
    }
    -whole(match game.hole_card.late_blackjack_takes {
        // A double wager that came back when the hand was given up is no longer there to be taken.
        LateBlackjackTakes::All if hand.surrendered && gives_up_bet_only(game, hand) => stakes.own_bet,
        LateBlackjackTakes::All => stakes.own_bet + stakes.own_double,
        LateBlackjackTakes::Original | LateBlackjackTakes::OriginalAndAttack if hand.is_later_of_split() => 0,
        LateBlackjackTakes::Original => 1,
        LateBlackjackTakes::OriginalAndAttack => stakes.own_bet,
        LateBlackjackTakes::BustedAndOriginal if counts_as_busted(game, hand) => stakes.own_bet + stakes.own_double,
        LateBlackjackTakes::BustedAndOriginal => 0,
    })
}

fn counts_as_busted(game: &Game, hand: &Hand) -> bool {
    hand.total() > 21 || was_given_up_whole(game, hand)
}

/// A hand that was given up and loses its own bet to a late blackjack, not what a played hand in its place would.
fn was_given_up_whole(game: &Game, hand: &Hand) -> bool {
    hand.surrendered
        && game.surrender.as_ref().is_some_and(|rule| match rule.into_blackjack {
            SurrenderIntoBlackjack::Whole | SurrenderIntoBlackjack::WholeAndDouble => true,
            SurrenderIntoBlackjack::WholeUnlessSplit => !hand.was_split(),
            SurrenderIntoBlackjack::AsPlayed => false,
        })
}

/// Whether a late blackjack takes the double wager of a hand that was given up and not yet got it back.
fn is_double_taken_too(game: &Game, hand: &Hand) -> bool {
    let takes = game.surrender.as_ref().map(|rule| rule.into_blackjack);
    takes == Some(SurrenderIntoBlackjack::WholeAndDouble) && !gives_up_bet_only(game, hand)
}

/// Whether a hand that is given up receives its double wager back.
fn gives_up_bet_only(game: &Game, hand: &Hand) -> bool {
    hand.doubled != Doubled::No
        && game.surrender.as_ref().is_some_and(|rule| rule.after_double == SurrenderAfterDouble::PartOfBet)
}

fn natural_against_blackjack(game: &Game, round: &Round, hand: &Hand) -> Exact {
    match game.natural.against_blackjack {
        AgainstBlackjack::Returned => Exact::zero(),
        AgainstBlackjack::Paid => odds(game.natural.pays) * whole(round.stakes(game, hand).bet),
    }
}

fn part_given_up(game: &Game) -> Exact {
    odds(game.surrender.as_ref().expect("a hand is given up under a rule").loses)
}

/// One hand against a dealer without a blackjack: 7(n) to 7(q).
fn settle(game: &Game, round: &Round, hand: &Hand, dealer: u8) -> Exact {
    let stakes = round.stakes(game, hand);
    let won = whole(stakes.bet + stakes.double);
    let lost = -whole(stakes.own_bet + stakes.own_double);
    let returned = Exact::zero();
    let push = game.push.as_ref().filter(|push| push.total == dealer);
    let total = hand.total();
    if hand.surrendered {
        return part_given_up(game) * if gives_up_bet_only(game, hand) { -whole(stakes.own_bet) } else { lost };
    }
    if total > 21 {
        return match (push, game.settle.busts) {
            // 7(n)(1). Whether the clause reaches busted hands at all is a reading.
            (Some(push), _) if push.bust == BustAgainstPush::Returned => returned,
            (_, Busts::EqualReturned) if dealer == total => returned,
            (None, Busts::Returned) if dealer > 21 => returned,
            (_, _) => lost, // 7(q)(1)
        };
    }
    if hand.is_blackjack(game) {
        let pays = match (push, game.natural.against_push, game.natural.pays_against_21) {
            (Some(_), AgainstPush::Returned, _) => return returned,
            (None, _, Some(pays)) if dealer == 21 => pays,
            _ => game.natural.pays,
        };
        return odds(pays) * whole(stakes.bet);
    }
    if let Some(pays) = bonus(game, hand) {
        return odds(pays) * whole(stakes.bet);
    }
    if let Some(push) = push {
        return match (is_paid_against_push(push, hand), push.doubled) {
            (false, _) => returned,
            (true, DoubledAgainstPush::Paid) => won,
            // "Bet Wager" is all the clause names: the double wager is returned.
            (true, DoubledAgainstPush::BetOnly) => whole(stakes.bet),
        };
    }
    if let Some(switch) = &game.switch
        && hand.place == Place::Switched
        && hand.is_ace_and_ten()
        && dealer != 21
    {
        return odds(switch.blackjack_pays) * whole(stakes.bet);
    }
    if dealer > 21 || total > dealer || (total == 21 && game.settle.twenty_one == TwentyOne::Paid) {
        won // 7(o)
    } else if total == dealer && game.settle.ties == Ties::Returned {
        returned // 7(p)
    } else {
        lost // 7(q)(2)
    }
}

/// Two original cards of those that are paid, or 21.
fn is_paid_against_push(push: &PushRule, hand: &Hand) -> bool {
    let (first_two, drawn) = hand.cards.split_at(2);
    let of_hand =
        first_two.iter().all(|card| push.originals.contains(card)) && (!hand.was_split() || push.originals_after_split);
    let of_player = push.originals_held_by == OriginalsHeldBy::Player
        && hand.split_from().is_some_and(|pair| push.originals.contains(&pair));
    let originals = (of_hand || of_player) && (drawn.is_empty() || push.originals_after_draw);
    let twenty_one = push.twenty_one
        && hand.total() == 21
        && match push.twenty_one_after_split {
            AfterSplit::Paid => true,
            AfterSplit::FirstHandOnly => !hand.is_later_of_split(),
            AfterSplit::Returned => !hand.was_split(),
        };
    originals || twenty_one
}

/// What a 21 is paid more, if it is. Suits are not looked at.
fn bonus(game: &Game, hand: &Hand) -> Option<rules::Odds> {
    let rule = game.bonus.as_ref()?;
    if hand.total() != 21 || hand.doubled != Doubled::No || (hand.was_split() && !rule.after_split) {
        return None;
    }
    let mut held = hand.cards.clone();
    held.sort_unstable();
    let fits = |one: &&rules::BonusHand| {
        let mut wanted = one.values.clone();
        wanted.sort_unstable();
        match one.cards {
            Some(cards) => hand.cards.len() >= usize::from(cards),
            None => held[..] == wanted[..],
        }
    };
    rule.hands.iter().find(fits).map(|one| one.pays)
}

fn whole(units: i64) -> Exact {
    ratio(units, 1)
}

fn sum(nets: impl Iterator<Item = Exact>) -> Exact {
    nets.fold(Exact::zero(), |sum, net| sum + net)
}
