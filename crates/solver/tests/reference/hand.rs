//! Hands as cards in a row, what may be done with them, and how they are settled.

use cards::Value;
use num_traits::Zero;
use rules::{AfterSplit, BustAgainstPush, DoubledAgainstPush, Game, LateBlackjackTakes, SplitAces};

use super::{Exact, odds, ratio};

/// What a player may do, in the order in which ties are decided: a hand is surrendered only if that beats every other
/// play of it, and split only if that beats surrendering too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Action {
    Stand,
    Hit,
    Double,
    Surrender,
    Split,
}

/// How the dealer's hand ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum DealerEnd {
    /// An ace and a ten as his first two cards.
    Blackjack,
    Total(u8),
}

/// The cards of one hand: the first two, then those drawn. The order within either part means nothing and is sorted.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Hand {
    pub(crate) cards: Vec<Value>,
    pub(crate) doubled: bool,
    pub(crate) surrendered: bool,
}

/// Which hand of the round it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Unsplit,
    FirstOfSplit,
    LaterOfSplit,
}

/// A player's round: his one or more hands, and which of them is being played (past the last when all are finished).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Round {
    pub(crate) hands: Vec<Hand>,
    pub(crate) playing: usize,
}

impl Hand {
    pub(crate) fn new(cards: &[Value]) -> Self {
        cards.iter().fold(Self { cards: Vec::new(), doubled: false, surrendered: false }, |hand, &card| hand.with(card))
    }

    pub(crate) fn with(&self, card: Value) -> Self {
        let mut hand = self.clone();
        hand.cards.push(card);
        let two = hand.cards.len().min(2);
        let (first_two, drawn) = hand.cards.split_at_mut(two);
        first_two.sort_unstable();
        drawn.sort_unstable();
        hand
    }

    /// 3(d)(3): an ace is 11 unless the player would exceed 21.
    pub(crate) fn total(&self) -> u8 {
        score(&self.cards, 21).0
    }

    pub(crate) fn is_soft(&self) -> bool {
        score(&self.cards, 21).1
    }

    pub(crate) fn is_pair(&self) -> bool {
        self.cards.len() == 2 && self.cards[0] == self.cards[1]
    }

    pub(crate) fn wager(&self) -> i64 {
        if self.doubled { 2 } else { 1 }
    }
}

impl Round {
    pub(crate) fn deal(first: Value, second: Value) -> Self {
        Self::alone(Hand::new(&[first, second]))
    }

    pub(crate) fn alone(hand: Hand) -> Self {
        Self { hands: vec![hand], playing: 0 }
    }

    pub(crate) fn was_split(&self) -> bool {
        self.hands.len() > 1
    }

    pub(crate) fn place(&self, index: usize) -> Place {
        match (self.was_split(), index) {
            (false, _) => Place::Unsplit,
            (true, 0) => Place::FirstOfSplit,
            (true, _) => Place::LaterOfSplit,
        }
    }

    pub(crate) fn hand(&self) -> Option<&Hand> {
        self.hands.get(self.playing)
    }

    pub(crate) fn seen(&self) -> impl Iterator<Item = Value> {
        self.hands.iter().flat_map(|hand| hand.cards.iter().copied())
    }

    pub(crate) fn wager(&self) -> i64 {
        self.hands.iter().map(Hand::wager).sum()
    }

    pub(crate) fn stand(&self) -> Self {
        Self { hands: self.hands.clone(), playing: self.playing + 1 }
    }

    pub(crate) fn draw(&self, card: Value) -> Self {
        let mut round = self.clone();
        round.hands[self.playing] = self.hands[self.playing].with(card);
        round
    }

    pub(crate) fn double(&self, card: Value) -> Self {
        let mut round = self.draw(card);
        round.hands[self.playing].doubled = true;
        round.stand()
    }

    pub(crate) fn surrender(&self) -> Self {
        let mut round = self.clone();
        round.hands[self.playing].surrendered = true;
        round.stand()
    }

    /// 10(b): the new hand is next in line and waits with its one card until the one in play is complete.
    pub(crate) fn split(&self) -> Self {
        let half = Hand::new(&self.hands[self.playing].cards[..1]);
        let mut hands = self.hands.clone();
        hands[self.playing] = half.clone();
        hands.insert(self.playing + 1, half);
        Self { hands, playing: self.playing }
    }

    /// The card that a hand of one split card receives. 10(e): split aces are complete with it, unless it is an ace
    /// that may be split again.
    pub(crate) fn second_card(&self, game: &Game, card: Value) -> Self {
        let ace = self.hands[self.playing].cards == [Value::ACE];
        let round = self.draw(card);
        if ace && aces_get_one_card(game) && !round.may_split(game) { round.stand() } else { round }
    }

    /// Whether the hand in play is a pair and the round may have one hand more.
    fn may_split(&self, game: &Game) -> bool {
        let (Some(split), Some(hand)) = (&game.split, self.hand()) else { return false };
        let again = self.was_split();
        let ace = hand.cards[0] == Value::ACE;
        hand.is_pair() && self.hands.len() < usize::from(split.max_hands) && (!again || !ace || split.resplit_aces)
    }

    /// What the player may do with a hand of two cards or more.
    pub(crate) fn options(&self, game: &Game) -> Vec<Action> {
        let mut options = vec![Action::Stand];
        let Some(hand) = self.hand() else { return options };
        // 7(k): he may draw while his total is below 21. A doubled card is drawn too.
        if hand.total() >= game.draw.below {
            return options;
        }
        if self.was_split() && hand.cards == [Value::ACE; 2] && aces_get_one_card(game) {
            // Two aces on a hand of a split: they may be parted again or stay as they are.
            if self.may_split(game) {
                options.push(Action::Split);
            }
            return options;
        }
        options.push(Action::Hit);
        let first_two = hand.cards.len() == 2;
        if let Some(double) = &game.double
            && first_two
            && (!self.was_split() || double.after_split)
            && if hand.is_soft() {
                double.soft
            } else {
                (double.hard_totals[0]..=double.hard_totals[1]).contains(&hand.total())
            }
        {
            options.push(Action::Double);
        }
        if game.surrender.as_ref().is_some_and(|rule| rule.when == rules::SurrenderWhen::Late)
            && first_two
            && !self.was_split()
        {
            options.push(Action::Surrender);
        }
        if self.may_split(game) {
            options.push(Action::Split);
        }
        options
    }
}

fn aces_get_one_card(game: &Game) -> bool {
    game.split.as_ref().is_some_and(|split| split.aces == SplitAces::OneCard)
}

/// The total of cards of which as many aces as possible count 11 without exceeding the limit, and whether one does.
pub(crate) fn score(cards: &[Value], ace_limit: u8) -> (u8, bool) {
    let mut total: u8 = cards.iter().map(|card| card.hard_points()).sum();
    let mut soft = false;
    for _ in cards.iter().filter(|&&card| card == Value::ACE) {
        if total + 10 <= ace_limit {
            total += 10;
            soft = true;
        }
    }
    (total, soft)
}

/// What the player receives (or, negative, pays) for all his hands, in units of Bet Wager. His own blackjack has been
/// settled before.
pub(crate) fn settle_round(game: &Game, round: &Round, dealer: DealerEnd) -> Exact {
    match (dealer, game.hole_card.late_blackjack_takes) {
        // A dealer blackjack that nobody looked for beats any hand, finished, busted or surrendered.
        (DealerEnd::Blackjack, LateBlackjackTakes::All) => ratio(-round.wager(), 1),
        (DealerEnd::Blackjack, LateBlackjackTakes::Original) => ratio(-1, 1),
        (DealerEnd::Total(dealer), _) => round
            .hands
            .iter()
            .enumerate()
            .map(|(index, hand)| match &game.surrender {
                Some(rule) if hand.surrendered => -odds(rule.loses),
                _ => ratio(settle(game, hand, round.place(index), dealer), 1),
            })
            .fold(Exact::zero(), |sum, net| sum + net),
    }
}

/// The same for one hand that is played to its end, against a dealer without a blackjack: 7(n) to 7(q).
fn settle(game: &Game, hand: &Hand, place: Place, dealer: u8) -> i64 {
    let total = hand.total();
    let wager = hand.wager();
    if let Some(push) = game.push.as_ref().filter(|push| push.total == dealer) {
        // 7(n)(1). Whether the clause reaches busted hands at all is a reading.
        if total > 21 {
            return match push.bust {
                BustAgainstPush::Lost => -wager,
                BustAgainstPush::Returned => 0,
            };
        }
        let (first_two, drawn) = hand.cards.split_at(2);
        let two_original_large = first_two.iter().all(|card| push.originals.contains(card))
            && (drawn.is_empty() || push.originals_after_draw)
            && (place == Place::Unsplit || push.originals_after_split);
        let twenty_one = total == 21
            && match push.twenty_one_after_split {
                AfterSplit::Paid => true,
                AfterSplit::FirstHandOnly => place != Place::LaterOfSplit,
                AfterSplit::Returned => place == Place::Unsplit,
            };
        return match (two_original_large || twenty_one, push.doubled) {
            (false, _) => 0,
            (true, DoubledAgainstPush::Paid) => wager,
            // "Bet Wager" is all the clause names: the double wager is returned.
            (true, DoubledAgainstPush::BetOnly) => 1,
        };
    }
    if total > 21 {
        -wager // 7(q)(1)
    } else if dealer > 21 || total > dealer {
        wager // 7(o)
    } else if total == dealer {
        0 // 7(p)
    } else {
        -wager // 7(q)(2)
    }
}
