//! Hands as cards in a row, and what may be done with them.

use cards::Value;
use rules::{
    BlackjackAfterSplit, Cards, DoubleCard, DoubleWager, Game, SplitAces, SplitWager, SurrenderAfterDouble,
    SurrenderWhen,
};

use super::held_cards::HeldCards;
use super::is_blackjack;

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

/// Where the first two cards of a hand come from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Place {
    /// Both were dealt to it.
    Unsplit,
    /// Both were dealt, and one of them changed places with a card of the other hand.
    Switched,
    /// As if both were dealt, but an ace and a ten are 21 and no blackjack.
    AsIfDealt,
    /// It began with this card of a pair, and is played first.
    FirstOfSplit(Value),
    /// It began with the other card of a pair.
    LaterOfSplit(Value),
}

/// How a hand was doubled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Doubled {
    No,
    /// With the player's own money.
    Paid,
    /// With the house's.
    Given,
}

/// The cards of one hand: the first two, then those drawn. The order within either part means nothing and is sorted.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Hand {
    pub(crate) cards: HeldCards,
    /// Which of the hands dealt at the beginning of the round it comes from.
    pub(crate) seat: u8,
    pub(crate) place: Place,
    pub(crate) doubled: Doubled,
    /// The card of the double lies face down.
    pub(crate) unseen: bool,
    pub(crate) surrendered: bool,
}

/// A player's round: his one or more hands, which of them is being played (past the last when all are finished), and
/// whether he made the attack wager.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Round {
    pub(crate) hands: Vec<Hand>,
    pub(crate) playing: usize,
    pub(crate) attacked: bool,
}

/// The wagers on a hand, and how much of them is the player's own money.
pub(crate) struct Stakes {
    pub(crate) bet: i64,
    pub(crate) own_bet: i64,
    pub(crate) double: i64,
    pub(crate) own_double: i64,
}

impl Hand {
    pub(crate) fn new(cards: &[Value]) -> Self {
        let empty = Self {
            cards: HeldCards::NONE,
            seat: 0,
            place: Place::Unsplit,
            doubled: Doubled::No,
            unseen: false,
            surrendered: false,
        };
        cards.iter().fold(empty, |hand, &card| hand.with(card))
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

    /// An ace and a ten as they were dealt.
    pub(crate) fn is_natural(&self) -> bool {
        self.place == Place::Unsplit && self.is_ace_and_ten()
    }

    pub(crate) fn is_ace_and_ten(&self) -> bool {
        self.cards.len() == 2 && is_blackjack(self.cards[0], self.cards[1])
    }

    pub(crate) fn was_split(&self) -> bool {
        matches!(self.place, Place::FirstOfSplit(_) | Place::LaterOfSplit(_))
    }

    /// The hand as the only one of a round. What is no blackjack does not become one.
    pub(crate) fn as_if_dealt(&self) -> Self {
        let place = if self.is_ace_and_ten() && !self.is_natural() { Place::AsIfDealt } else { Place::Unsplit };
        Self { seat: 0, place, ..self.clone() }
    }

    pub(crate) fn is_later_of_split(&self) -> bool {
        matches!(self.place, Place::LaterOfSplit(_))
    }

    /// A split ace that receives one card only.
    fn is_one_card_ace(&self, game: &Game) -> bool {
        let ace = matches!(self.place, Place::FirstOfSplit(Value::ACE) | Place::LaterOfSplit(Value::ACE));
        ace && game.split.as_ref().is_some_and(|split| split.aces == SplitAces::OneCard)
    }

    /// A blackjack: as it was dealt, or on a hand of a split where the rules have it so.
    pub(crate) fn is_blackjack(&self, game: &Game) -> bool {
        let of_split = self.was_split() && game.natural.after_split == BlackjackAfterSplit::AcesAndTens;
        self.is_natural() || (of_split && self.is_ace_and_ten())
    }

    /// The value of the pair that the hand is a part of.
    pub(crate) fn split_from(&self) -> Option<Value> {
        match self.place {
            Place::FirstOfSplit(value) | Place::LaterOfSplit(value) => Some(value),
            Place::Unsplit | Place::Switched | Place::AsIfDealt => None,
        }
    }

    /// 7(k): he may draw while his total is below 21, or whatever the rule says. A doubled card is drawn too.
    fn may_draw(&self, game: &Game) -> bool {
        let below = match game.draw.soft_below {
            Some(soft_below) if self.is_soft() => soft_below,
            _ => game.draw.below,
        };
        self.total() < below
    }

    fn may_double(&self, game: &Game) -> bool {
        let Some(rule) = &game.double else { return false };
        (rule.cards == Cards::Any || self.cards.len() == 2)
            && (rule.after_split || !self.was_split())
            && if self.is_soft() {
                rule.soft
            } else {
                (rule.hard_totals[0]..=rule.hard_totals[1]).contains(&self.total())
            }
    }

    /// Whether the house gives the double wager.
    fn doubles_free(&self, game: &Game) -> bool {
        let free = game.double.as_ref().and_then(|rule| rule.free_hard_totals);
        free.is_some_and(|[low, high]| self.cards.len() == 2 && !self.is_soft() && (low..=high).contains(&self.total()))
    }

    /// Early surrender is decided before anything else and is no play of a hand.
    fn may_surrender(&self, game: &Game) -> bool {
        let Some(rule) = game.surrender.as_ref().filter(|rule| rule.when != SurrenderWhen::Never) else { return false };
        self.total() < 21
            && if self.doubled == Doubled::No {
                rule.when == SurrenderWhen::Late
                    && (rule.cards == Cards::Any || self.cards.len() == 2)
                    && (rule.after_split || !self.was_split())
                    && (rule.split_aces || !self.is_one_card_ace(game))
            } else {
                rule.doubled && rule.after_double != SurrenderAfterDouble::No && !self.unseen
            }
    }
}

impl Round {
    pub(crate) fn deal(first: Value, second: Value) -> Self {
        Self::of(vec![Hand::new(&[first, second])])
    }

    /// Two hands, with their second cards as dealt or switched.
    pub(crate) fn deal_two(hands: [[Value; 2]; 2], switched: bool) -> Self {
        let [[a, b], [c, d]] = hands;
        let cards = if switched { [[a, d], [c, b]] } else { hands };
        let place = if switched { Place::Switched } else { Place::Unsplit };
        Self::of((0..2).map(|seat| Hand { seat, place, ..Hand::new(&cards[usize::from(seat)]) }).collect())
    }

    fn of(hands: Vec<Hand>) -> Self {
        Self { hands, playing: 0, attacked: false }
    }

    pub(crate) fn with_attack(self, attacked: bool) -> Self {
        Self { attacked, ..self }
    }

    /// The hand as if it had been dealt and were the only one.
    pub(crate) fn alone(hand: &Hand, attacked: bool) -> Self {
        Self::of(vec![hand.as_if_dealt()]).with_attack(attacked)
    }

    pub(crate) fn was_split(&self) -> bool {
        self.hand().is_some_and(Hand::was_split)
    }

    pub(crate) fn hand(&self) -> Option<&Hand> {
        self.hands.get(self.playing)
    }

    pub(crate) fn seen(&self) -> impl Iterator<Item = Value> {
        self.hands.iter().flat_map(|hand| hand.cards.iter().copied())
    }

    pub(crate) fn stakes(&self, game: &Game, hand: &Hand) -> Stakes {
        let attack_stands = match &game.attack {
            Some(attack) => attack.split_wager == SplitWager::InitialAndAttack || !hand.is_later_of_split(),
            None => false,
        };
        let bet = if self.attacked && attack_stands { 2 } else { 1 };
        let given = match (&game.split, hand.place) {
            (Some(split), Place::LaterOfSplit(value)) => split.free.contains(&value),
            _ => false,
        };
        let takes_attack = game.double.as_ref().is_some_and(|rule| rule.wager == DoubleWager::InitialAndAttack);
        let most = if takes_attack && self.attacked { 2 } else { bet };
        let double = match hand.doubled {
            Doubled::No => 0,
            Doubled::Paid => most,
            Doubled::Given => bet,
        };
        let own_double = if hand.doubled == Doubled::Paid { double } else { 0 };
        Stakes { bet, own_bet: if given { 0 } else { bet }, double, own_double }
    }

    /// What the player puts on the table in the whole round.
    pub(crate) fn wager(&self, game: &Game) -> i64 {
        self.hands
            .iter()
            .map(|hand| {
                let stakes = self.stakes(game, hand);
                stakes.own_bet + stakes.own_double
            })
            .sum()
    }

    pub(crate) fn stand(&self) -> Self {
        Self { playing: self.playing + 1, ..self.clone() }
    }

    pub(crate) fn draw(&self, card: Value) -> Self {
        let mut round = self.clone();
        round.hands[self.playing] = self.hands[self.playing].with(card);
        round
    }

    /// The hand is complete with this card, unless it may still be given up.
    pub(crate) fn double(&self, game: &Game, card: Value) -> Self {
        let mut round = self.draw(card);
        round.hands[self.playing].doubled = self.how_doubled(game);
        if round.options(game) == [Action::Stand] { round.stand() } else { round }
    }

    /// The same with a card that nobody sees.
    pub(crate) fn double_face_down(&self, game: &Game) -> Self {
        let mut round = self.clone();
        round.hands[self.playing].doubled = self.how_doubled(game);
        round.hands[self.playing].unseen = true;
        round.stand()
    }

    fn how_doubled(&self, game: &Game) -> Doubled {
        if self.hands[self.playing].doubles_free(game) { Doubled::Given } else { Doubled::Paid }
    }

    /// A hand whose last card lies face down.
    pub(crate) fn face_down(&self) -> Option<usize> {
        self.hands.iter().position(|hand| hand.unseen)
    }

    /// The card that lies face down is this one.
    pub(crate) fn turn(&self, index: usize, card: Value) -> Self {
        let mut round = self.clone();
        round.hands[index] = Hand { unseen: false, ..self.hands[index].with(card) };
        round
    }

    pub(crate) fn surrender(&self) -> Self {
        let mut round = self.clone();
        round.hands[self.playing].surrendered = true;
        round.stand()
    }

    /// 10(b): the new hand is next in line and waits with its one card until the one in play is complete.
    pub(crate) fn split(&self) -> Self {
        let hand = &self.hands[self.playing];
        let card = hand.cards[0];
        let half = |place| Hand { seat: hand.seat, place, ..Hand::new(&[card]) };
        let mut hands = self.hands.clone();
        hands[self.playing] = half(if hand.is_later_of_split() { hand.place } else { Place::FirstOfSplit(card) });
        hands.insert(self.playing + 1, half(Place::LaterOfSplit(card)));
        Self { hands, ..self.clone() }
    }

    /// Whether the hand in play is a pair and one hand more may come of the hand that was dealt.
    fn may_split(&self, game: &Game) -> bool {
        let (Some(split), Some(hand)) = (&game.split, self.hand()) else { return false };
        let hands = self.hands.iter().filter(|other| other.seat == hand.seat).count();
        let barred_ace = hand.was_split() && hand.cards[0] == Value::ACE && !split.resplit_aces;
        hand.is_pair() && hands < usize::from(split.max_hands) && !barred_ace
    }

    /// What the player may do with a hand of two cards or more.
    pub(crate) fn options(&self, game: &Game) -> Vec<Action> {
        let mut options = vec![Action::Stand];
        let Some(hand) = self.hand() else { return options };
        if hand.is_blackjack(game) {
            return options;
        }
        let undoubled = hand.doubled == Doubled::No;
        // 10(e): split aces are complete with their second card.
        if undoubled && hand.may_draw(game) && !hand.is_one_card_ace(game) {
            options.push(Action::Hit);
            if hand.may_double(game) {
                options.push(Action::Double);
            }
        }
        if hand.may_surrender(game) {
            options.push(Action::Surrender);
        }
        if undoubled && self.may_split(game) {
            options.push(Action::Split);
        }
        options
    }
}

/// Whether the card of a double is dealt face down.
pub(crate) fn doubles_face_down(game: &Game) -> bool {
    game.double.as_ref().is_some_and(|rule| rule.card == DoubleCard::Down)
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
