//! What a finished hand wins or loses, read from the rules end by end.

use num_traits::Zero;
use rules::{
    AfterSplit, AgainstBlackjack, AgainstPush, BlackjackAfterSplit, BustAgainstPush, Busts, DoubleWager,
    DoubledAgainstPush, EvenMoney, Game, LateBlackjackTakes, OriginalsHeldBy, SplitWager, SurrenderAfterDouble,
    SurrenderIntoBlackjack, Ties, TwentyOne, WagerAgainstBlackjack,
};

use crate::bonus::Bonuses;
use crate::dealer::{BLACKJACK, ENDS, total};
use crate::hand_place::{Doubled, HandPlace, Wagered};
use crate::hands::Hand;
use crate::nets::Net;

/// How a hand came to its end.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Finish<'a> {
    Stood(&'a Hand),
    /// Over 21, with this total.
    Bust(u8),
    GivenUp,
}

/// The rules of settlement, with or without the attack wager.
pub(crate) struct Pay<'a> {
    pub(crate) game: &'a Game,
    pub(crate) attacked: bool,
    pub(crate) bonuses: Bonuses<'a>,
}

impl Pay<'_> {
    fn attack(&self) -> i64 {
        i64::from(self.attacked)
    }

    /// The place of the hand of a split of this value that is played first.
    pub(crate) fn first(&self, pair: usize) -> HandPlace {
        if self.is_held(pair) { HandPlace::FirstHeld } else { HandPlace::First }
    }

    /// The place of a further hand of a split of this value.
    pub(crate) fn later(&self, pair: usize) -> HandPlace {
        let given = self.game.split.as_ref().is_some_and(|rule| rule.free.iter().any(|value| value.index() == pair));
        match (given, self.is_held(pair)) {
            (false, false) => HandPlace::Later,
            (true, false) => HandPlace::Given,
            (false, true) => HandPlace::LaterHeld,
            (true, true) => HandPlace::GivenHeld,
        }
    }

    /// Whether two cards of this value are original ones that stay the player's once they are split.
    fn is_held(&self, pair: usize) -> bool {
        self.game.push.as_ref().is_some_and(|push| {
            push.originals_held_by == OriginalsHeldBy::Player
                && push.originals.iter().any(|value| value.index() == pair)
        })
    }

    /// The wager of a hand that has not been doubled.
    pub(crate) fn wager(&self, place: HandPlace) -> i64 {
        let is_further = place != HandPlace::Unsplit && !place.is_first();
        let initial_only =
            self.game.attack.as_ref().is_some_and(|attack| is_further && attack.split_wager == SplitWager::Initial);
        if initial_only { 1 } else { 1 + self.attack() }
    }

    /// What the player pays for a double.
    pub(crate) fn double_wager(&self, wagered: Wagered) -> i64 {
        match self.game.double.as_ref().map(|rule| rule.wager) {
            _ if wagered.doubled != Doubled::Own => 0,
            Some(DoubleWager::InitialAndAttack) => 1 + self.attack(),
            _ => self.wager(wagered.place),
        }
    }

    /// What the player pays for one more hand of a split.
    pub(crate) fn split_wager(&self, place: HandPlace) -> i64 {
        if place.is_given() { 0 } else { self.wager(place) }
    }

    /// What the hand can lose.
    fn risk(&self, wagered: Wagered) -> i64 {
        self.split_wager(wagered.place) + self.double_wager(wagered)
    }

    /// What the hand wins at even money.
    fn win(&self, wagered: Wagered) -> i64 {
        let more =
            if wagered.doubled == Doubled::Free { self.wager(wagered.place) } else { self.double_wager(wagered) };
        self.wager(wagered.place) + more
    }

    /// The net result of a played hand against each end of the dealer's.
    pub(crate) fn played(&self, wagered: Wagered, finish: Finish<'_>) -> [Net; ENDS] {
        if let Finish::Stood(hand) = finish
            && self.is_split_blackjack(wagered.place, hand)
        {
            return self.split_blackjack(wagered.place);
        }
        std::array::from_fn(|end| match (total(end), finish) {
            (None, finish) => self.against_blackjack(wagered, finish),
            (Some(_), Finish::GivenUp) => -self.part_lost() * self.given_up_of(wagered),
            (Some(dealer), Finish::Bust(hand)) => {
                if self.bust_returned(hand, dealer) {
                    Net::zero()
                } else {
                    Net::from(-self.risk(wagered))
                }
            }
            (Some(dealer), Finish::Stood(hand)) => match self.bonuses.of_hand(wagered, hand) {
                Some(bonus) => self.bonuses.mean(bonus) * self.win(wagered),
                None => Net::from(self.stood(wagered, hand, dealer)),
            },
        })
    }

    fn stood(&self, wagered: Wagered, hand: &Hand, dealer: u8) -> i64 {
        let (win, loss) = (self.win(wagered), -self.risk(wagered));
        if let Some(push) = self.game.push.as_ref().filter(|push| push.total == dealer) {
            let is_unsplit = wagered.place == HandPlace::Unsplit;
            let by_21 = hand.total == 21
                && push.twenty_one
                && (is_unsplit
                    || match push.twenty_one_after_split {
                        AfterSplit::Paid => true,
                        AfterSplit::FirstHandOnly => wagered.place.is_first(),
                        AfterSplit::Returned => false,
                    });
            let untouched = hand.size == 2 && wagered.doubled == Doubled::No;
            let has_originals =
                wagered.place.is_held() || (hand.originals && (is_unsplit || push.originals_after_split));
            let by_originals = has_originals && (untouched || push.originals_after_draw);
            return match (by_21 || by_originals, push.doubled) {
                (false, _) => 0,
                (true, DoubledAgainstPush::Paid) => win,
                (true, DoubledAgainstPush::BetOnly) => self.win(wagered.place.with(Doubled::No)),
            };
        }
        if dealer > 21 || hand.total > dealer {
            win
        } else if hand.total < dealer {
            loss
        } else if hand.total == 21 && self.game.settle.twenty_one == TwentyOne::Paid {
            win
        } else if self.game.settle.ties == Ties::Lost {
            loss
        } else {
            0
        }
    }

    fn bust_returned(&self, hand: u8, dealer: u8) -> bool {
        let push =
            self.game.push.as_ref().is_some_and(|push| push.total == dealer && push.bust == BustAgainstPush::Returned);
        push || match self.game.settle.busts {
            Busts::Lost => false,
            Busts::Returned => dealer > 21,
            Busts::EqualReturned => dealer == hand,
        }
    }

    fn part_lost(&self) -> Net {
        self.game.surrender.as_ref().map_or_else(Net::zero, |rule| rule.loses.ratio())
    }

    /// The wagers of which giving up costs a part.
    fn given_up_of(&self, wagered: Wagered) -> i64 {
        let of_all =
            self.game.surrender.as_ref().is_some_and(|rule| rule.after_double == SurrenderAfterDouble::PartOfAll);
        self.risk(if of_all { wagered } else { wagered.place.with(Doubled::No) })
    }

    /// A dealer blackjack that comes to light after the hand was played.
    fn against_blackjack(&self, wagered: Wagered, finish: Finish<'_>) -> Net {
        // What the hands of a round lose together is lost with the first.
        let once =
            |wagers: i64| if wagered.place == HandPlace::Unsplit || wagered.place.is_first() { -wagers } else { 0 };
        let taken = |wagers_of_hand: i64| match self.game.hole_card.late_blackjack_takes {
            LateBlackjackTakes::All => -wagers_of_hand,
            // What was lost before stays lost. That a hand is live is taken for granted with the first, and corrected where none is.
            LateBlackjackTakes::BustedAndOriginal if self.is_gone(finish) => {
                self.first_charged(wagered.place) - wagers_of_hand
            }
            LateBlackjackTakes::Original | LateBlackjackTakes::BustedAndOriginal => once(1),
            LateBlackjackTakes::OriginalAndAttack => once(1 + self.attack()),
        };
        Net::from(match finish {
            Finish::GivenUp if self.given_up_whole(wagered.place) => {
                let with_double = self.game.surrender.as_ref().map(|rule| rule.into_blackjack)
                    == Some(SurrenderIntoBlackjack::WholeAndDouble);
                let wagers =
                    if with_double { self.given_up_of(wagered) } else { self.risk(wagered.place.with(Doubled::No)) };
                self.first_charged(wagered.place) - wagers
            }
            Finish::GivenUp => taken(self.given_up_of(wagered)),
            Finish::Stood(_) | Finish::Bust(_) => taken(self.risk(wagered)),
        })
    }

    /// Whether a late dealer blackjack takes one initial wager only if a hand is live.
    pub(crate) fn looks_for_live_hands(&self) -> bool {
        self.game.hole_card.late_blackjack_takes == LateBlackjackTakes::BustedAndOriginal
    }

    /// Whether such a blackjack finds a hand that ended so out of the round.
    pub(crate) fn is_gone(&self, finish: Finish<'_>) -> bool {
        match finish {
            Finish::Stood(_) => false,
            Finish::Bust(_) => true,
            // Only of a split are hands asked whether they are all gone.
            Finish::GivenUp => self.given_up_whole(HandPlace::First),
        }
    }

    fn given_up_whole(&self, place: HandPlace) -> bool {
        self.game.surrender.as_ref().is_some_and(|rule| match rule.into_blackjack {
            SurrenderIntoBlackjack::Whole | SurrenderIntoBlackjack::WholeAndDouble => true,
            SurrenderIntoBlackjack::AsPlayed => false,
            SurrenderIntoBlackjack::WholeUnlessSplit => place == HandPlace::Unsplit,
        })
    }

    /// What a late dealer blackjack takes with the first hand of a split for the hands that are live.
    fn first_charged(&self, place: HandPlace) -> i64 {
        -i64::from(place.is_first() && self.looks_for_live_hands())
    }

    /// Two cards given up before a dealer blackjack is looked for.
    pub(crate) fn early(&self) -> [Net; ENDS] {
        [-self.part_lost() * self.risk(HandPlace::Unsplit.with(Doubled::No)); ENDS]
    }

    /// The player's blackjack.
    pub(crate) fn natural(&self) -> [Net; ENDS] {
        self.blackjack(1 + self.attack())
    }

    /// Whether the first two cards of a hand of a split are a blackjack.
    pub(crate) fn is_split_blackjack(&self, place: HandPlace, hand: &Hand) -> bool {
        place != HandPlace::Unsplit
            && hand.is_ace_and_ten()
            && self.game.natural.after_split == BlackjackAfterSplit::AcesAndTens
    }

    /// Such a hand: paid as a blackjack for its own wager. What a late blackjack takes once of all hands, it takes all the same.
    fn split_blackjack(&self, place: HandPlace) -> [Net; ENDS] {
        let mut nets = self.blackjack(self.wager(place));
        nets[BLACKJACK] -= match self.game.hole_card.late_blackjack_takes {
            LateBlackjackTakes::Original | LateBlackjackTakes::BustedAndOriginal if place.is_first() => 1,
            LateBlackjackTakes::OriginalAndAttack if place.is_first() => 1 + self.attack(),
            _ => 0,
        };
        nets
    }

    /// A blackjack with such a wager.
    fn blackjack(&self, wager: i64) -> [Net; ENDS] {
        let rule = &self.game.natural;
        let paid = rule.pays.ratio() * wager;
        std::array::from_fn(|end| match total(end) {
            None if rule.against_blackjack == AgainstBlackjack::Returned => Net::zero(),
            Some(21) => rule.pays_against_21.map_or(paid, |odds| odds.ratio() * wager),
            Some(dealer)
                if rule.against_push == AgainstPush::Returned
                    && self.game.push.as_ref().is_some_and(|push| push.total == dealer) =>
            {
                Net::zero()
            }
            _ => paid,
        })
    }

    /// An ace and a ten that came about by a switch: any 21, but for a payout of its own against what that beats without a push.
    pub(crate) fn switched_natural(&self, hand: &Hand) -> [Net; ENDS] {
        let pays = self.game.switch.as_ref().map_or_else(Net::zero, |rule| rule.blackjack_pays.ratio());
        let mut nets = self.played(HandPlace::Unsplit.with(Doubled::No), Finish::Stood(hand));
        for (end, net) in nets.iter_mut().enumerate() {
            let as_any_21 = total(end)
                .is_none_or(|dealer| dealer == 21 || self.game.push.as_ref().is_some_and(|push| push.total == dealer));
            if !as_any_21 {
                *net = pays;
            }
        }
        nets
    }

    /// Even money for it, if the game has it.
    pub(crate) fn even_money(&self) -> Option<[Net; ENDS]> {
        match self.game.natural.even_money {
            EvenMoney::None => None,
            EvenMoney::Offered(odds) => Some([odds.ratio() * (1 + self.attack()); ENDS]),
        }
    }

    /// Any hand but a blackjack when the dealer's blackjack ends the round before play.
    pub(crate) fn discovered(&self) -> [Net; ENDS] {
        let attack_lost =
            self.game.attack.as_ref().is_some_and(|attack| attack.against_blackjack == WagerAgainstBlackjack::Lost);
        let mut nets = [Net::zero(); ENDS];
        nets[BLACKJACK] = Net::from(-1 - if attack_lost { self.attack() } else { 0 });
        nets
    }
}
