//! What worked examples show: the sorts of rounds that are looked for, by what the rules have.

use num_rational::Ratio;
use num_traits::{One as _, Signed as _, Zero as _};
use rules::{Busts, Game, Topic};
use table::{Dealt, DealtHand, Status};

use super::dealt_round::{has_push_total, is_blackjack, total, total_within};

/// Something that a round can show.
pub(super) struct Sort {
    pub(super) shows: &'static str,
    /// Whether most games have no such rule.
    pub(super) unusual: bool,
    /// The rule that it shows, where it is one of the list of rules.
    pub(super) topic: Option<Topic>,
    pub(super) is_shown: fn(&Game, &Dealt) -> bool,
}

/// What is looked for, by what the rules have, in the order of the page. Unusual rules come first where one round shows several.
pub(super) fn sorts(game: &Game) -> Vec<Sort> {
    let mut all = Vec::new();
    let mut add = |unusual, shows, topic, is_shown| all.push(Sort { shows, unusual, topic, is_shown });
    if let Some(push) = &game.push {
        add(true, "the dealer ends with the total that returns wagers", Some(Topic::Push), pushes);
        if push.twenty_one || !push.originals.is_empty() || game.bonus.is_some() {
            add(true, "a hand is paid against the total that returns wagers", Some(Topic::Push), paid_against_push);
        }
    }
    if game.settle.busts != Busts::Lost {
        add(true, "a busted hand's wager is returned", Some(Topic::Busts), bust_returned);
    }
    if game.bonus.is_some() {
        add(true, "a total of 21 is paid more", Some(Topic::Bonus), bonus_paid);
    }
    if game.switch.is_some() {
        add(true, "the player switches second cards", Some(Topic::Switch), |_, round| {
            round.switched && !round.net.is_zero()
        });
    }
    if game.attack.is_some() {
        add(true, "the attack wager is made", Some(Topic::Attack), |_, round| round.attack && !round.net.is_zero());
    }
    if game.double.as_ref().is_some_and(|rule| rule.free_hard_totals.is_some()) {
        add(true, "the house gives the double wager", Some(Topic::Double), |_, round| {
            round
                .hands
                .iter()
                .any(|hand| hand.doubled && hand.wagers < 2 && hand.net.is_some_and(|net| net > Ratio::one()))
        });
    }
    add(false, "a hand wins", None, |_, round| plain_hands(round).any(|hand| hand.net == Some(Ratio::one())));
    add(false, "a hand loses to the dealer's total", None, |_, round| {
        !is_blackjack(&round.dealer) && plain_live(round).any(|hand| hand.net == Some(-Ratio::one()))
    });
    add(false, "a hand busts", None, |_, round| {
        let busts =
            |hand: &DealtHand| matches!(hand.status, Status::Bust(_)) && hand.net.is_some_and(|net| net.is_negative());
        plain_hands(round).any(busts)
    });
    add(false, "a tie", Some(Topic::Settling), tie);
    add(false, "a blackjack", Some(Topic::Blackjack), |_, round| {
        let is_paid =
            |hand: &DealtHand| hand.status == Status::Blackjack && hand.net.is_some_and(|net| net.is_positive());
        !is_of_split(round) && round.hands.iter().any(is_paid)
    });
    add(false, "the dealer has a blackjack", Some(Topic::FoundBlackjack), |_, round| {
        round.dealer.len() == 2 && is_blackjack(&round.dealer) && round.net.is_negative()
    });
    if game.double.is_some() {
        add(false, "a double", Some(Topic::Double), |_, round| {
            !is_of_split(round) && live(round).any(|hand| hand.doubled && hand.wagers == 2)
        });
    }
    if game.double.is_some() && game.blackjack_may_come_late() {
        add(false, "a dealer blackjack comes to light after a double", Some(Topic::LateBlackjack), |_, round| {
            is_blackjack(&round.dealer) && live(round).any(|hand| hand.doubled)
        });
    }
    if game.split.is_some() {
        add(false, "a split", Some(Topic::Split), |_, round| round.hands.iter().any(|hand| hand.split));
    }
    if game.surrenders().is_some() {
        add(false, "a hand is surrendered", Some(Topic::Surrender), |_, round| {
            round.hands.iter().any(|hand| matches!(hand.status, Status::GivenUp | Status::GivenUpEarly))
        });
    }
    all
}

fn is_of_split(round: &Dealt) -> bool {
    round.hands.iter().any(|hand| hand.split)
}

/// The hands of a round without attack wager and split that have one initial wager of the player's and nothing else.
fn plain_hands(round: &Dealt) -> impl Iterator<Item = &DealtHand> {
    let is_plain = !round.attack && !is_of_split(round);
    round.hands.iter().filter(move |hand| is_plain && !hand.doubled && hand.wagers == 1)
}

fn plain_live(round: &Dealt) -> impl Iterator<Item = &DealtHand> {
    plain_hands(round).filter(|hand| hand.status == Status::Live)
}

fn tie(game: &Game, round: &Dealt) -> bool {
    let of_dealer = total_within(&round.dealer, game.dealer.ace_limit);
    let ties = |hand: &DealtHand| total(&hand.cards) == of_dealer && hand.net.is_some_and(|net| !net.is_positive());
    !is_blackjack(&round.dealer) && !has_push_total(game, round) && plain_live(round).any(ties)
}

fn live(round: &Dealt) -> impl Iterator<Item = &DealtHand> {
    round.hands.iter().filter(|hand| hand.status == Status::Live)
}

fn pushes(game: &Game, round: &Dealt) -> bool {
    has_push_total(game, round) && live(round).next().is_some() && round.net.is_zero()
}

fn paid_against_push(game: &Game, round: &Dealt) -> bool {
    has_push_total(game, round) && live(round).next().is_some() && round.net.is_positive()
}

fn bust_returned(game: &Game, round: &Dealt) -> bool {
    // The rule of that total returns them itself.
    if has_push_total(game, round) {
        return false;
    }
    plain_hands(round).any(|hand| matches!(hand.status, Status::Bust(_)) && hand.net.is_some_and(|net| net.is_zero()))
}

fn bonus_paid(_: &Game, round: &Dealt) -> bool {
    plain_live(round).any(|hand| total(&hand.cards) == 21 && hand.net.is_some_and(|net| net > Ratio::one()))
}
