//! One round, step by step as the regulation has it dealt, and its settlement.

mod several_players;

use rules::{
    AfterSplit, AgainstBlackjack, BlackjackAfterSplit, BustAgainstPush, Busts, DoubleWager, DoubledAgainstPush,
    LateBlackjackTakes, OriginalsHeldBy, SplitWager, SurrenderAfterDouble, SurrenderIntoBlackjack, SurrenderWhen,
    SwitchWhen, Ties, TwentyOne, WagerAgainstBlackjack,
};

use crate::compiled::{Case, Money, SecondCard, Step, Table, deal_index};
use crate::hands::BUST;
use crate::on_table::{InPlay, NOT_DEALT_OUT, Outcome, Round, Status};
use crate::options::{HandPlace, split_spot};
use crate::shoe::{Draw, suit_of, value_of};

impl Table {
    /// Deals one round.
    pub(crate) fn play<D: Draw>(&self, deck: &mut D, round: &mut Round) {
        round.in_play = self.boxes;
        round.dealer_len = 0;
        round.net = 0;
        round.attack = false;
        round.insurance_offered = false;
        round.insured = false;
        round.insurance_won = false;
        round.switched = false;
        round.dealer_outcome = NOT_DEALT_OUT;

        let up = self.deal(deck, round);
        let first_values: [usize; 4] = std::array::from_fn(|at| value_of(round.first_cards[at]));
        // Wagers on the first cards are settled before anything else (685a.7(f), 633a.7(g)).
        for (side, outcome) in self.sides.iter().zip(&mut round.outcomes) {
            let held = 2 * self.boxes;
            *outcome = side.on_the_deal(&round.first_cards[..held], round.dealer[0], deck);
        }
        self.offer_insurance(round, up, &first_values);
        self.before_check(round, up);
        if self.second_card == SecondCard::BeforePlay {
            self.disclose(round);
            round.case = usize::from(self.ups[up].case_of[value_of(round.dealer[1])]);
        } else {
            round.case = usize::from(self.ups[up].case_of[0]);
        }
        let case = &self.cases[round.case];
        self.switch(round, up, case, &first_values);
        if !case.ends_round {
            let mut at = 0;
            while at < round.in_play {
                at = self.complete(deck, round, case, at);
            }
        }
        if self.second_card == SecondCard::AfterPlay {
            round.dealer_takes(deck.draw());
            self.disclose(round);
        }
        let blackjack = round.dealer_has_blackjack();
        let total = if blackjack { 21 } else { self.dealer_draws(deck, round) };
        round.dealer_total = total;
        self.settle(round, case, blackjack, total);
        for at in 0..self.sides.len() {
            if round.outcomes[at] == Outcome::Open {
                round.outcomes[at] = self.sides[at].at_the_end(&self.hands, round, case.ends_round, deck);
            }
        }
    }

    /// Deals the first cards and gives the index of the up card's value.
    fn deal<D: Draw>(&self, deck: &mut D, round: &mut Round) -> usize {
        let attack_game = self.game.attack.is_some();
        let mut up = 0;
        if attack_game {
            // The up card, then the attack wager, then the players' cards (665a.7(e), MA 7(d)).
            let face = deck.draw();
            round.dealer_takes(face);
            up = value_of(face);
            round.attack = self.ups[up].attack;
        }
        let stake = 1 + i64::from(round.attack);
        round.wagered = 0;
        for (at, hand) in round.hands[..self.boxes].iter_mut().enumerate() {
            hand.begin(at, stake);
            round.wagered += stake;
            hand.take(deck.draw());
        }
        if !attack_game {
            let face = deck.draw();
            round.dealer_takes(face);
            up = value_of(face);
        }
        for at in 0..self.boxes {
            self.second_to(deck, round, at);
        }
        if self.second_card == SecondCard::BeforePlay {
            round.dealer_takes(deck.draw());
        }
        up
    }

    /// Deals the second card to a hand.
    fn second_to<D: Draw>(&self, deck: &mut D, round: &mut Round, at: usize) {
        let hand = &mut round.hands[at];
        hand.take(deck.draw());
        let [first, second] = [hand.faces[0], hand.faces[1]];
        round.first_cards[2 * at] = first;
        round.first_cards[2 * at + 1] = second;
        hand.id = self.hands.dealt(value_of(first), value_of(second));
    }

    /// Insurance is offered before anything is learned of the hole card.
    fn offer_insurance(&self, round: &mut Round, up: usize, first_values: &[usize; 4]) {
        if self.game.insurance.as_ref().is_some_and(|rule| rule.offered_on.index() == up) {
            round.insurance_offered = true;
            round.insured = self.ups[up].insured[deal_index(&first_values[..2 * self.boxes])];
        }
    }

    /// What is decided before a dealer blackjack is looked for, besides insurance: blackjacks are called, even money is taken, two
    /// cards are given up.
    fn before_check(&self, round: &mut Round, up: usize) {
        let early = self.game.surrender.as_ref().is_some_and(|rule| rule.when == SurrenderWhen::Early);
        for at in 0..self.boxes {
            let hand = &mut round.hands[at];
            if self.hands.get(hand.id).is_ace_and_ten() {
                let paid = round.insurance_offered && self.money.even_money.is_some() && self.ups[up].even_money;
                hand.status = if paid { Status::EvenMoney } else { Status::Blackjack };
            } else if early && self.ups[up].early[usize::from(hand.id)] {
                hand.status = Status::GivenUpEarly;
            }
        }
    }

    /// The second card is looked at or turned up: insurance is settled.
    fn disclose(&self, round: &mut Round) {
        if let Some(rule) = self.game.insurance.as_ref().filter(|_| round.insurance_offered) {
            round.insurance_won = value_of(round.dealer[1]) == rule.wins_on.index();
        }
    }

    /// The second cards of two hands change places, where the plan says so (633a.12(a)(4)).
    fn switch(&self, round: &mut Round, up: usize, case: &Case, first_values: &[usize; 4]) {
        let Some(rule) = &self.game.switch else { return };
        let table = match rule.when {
            SwitchWhen::BeforeCheck => &self.ups[up].switched_before_check,
            SwitchWhen::AfterCheck if case.ends_round => return,
            SwitchWhen::AfterCheck => &case.switched,
        };
        if !table.get(deal_index(first_values)).is_some_and(|&switches| switches) {
            return;
        }
        // A hand that took even money was paid and removed.
        if round.hands[..self.boxes].iter().any(|hand| hand.status == Status::EvenMoney) {
            return;
        }
        round.switched = true;
        let [one, other, ..] = &mut round.hands;
        std::mem::swap(&mut one.faces[1], &mut other.faces[1]);
        for hand in [one, other] {
            hand.id = self.hands.dealt(value_of(hand.faces[0]), value_of(hand.faces[1]));
            let is_21 = self.hands.get(hand.id).is_ace_and_ten();
            hand.status = if is_21 { Status::SwitchedBlackjack } else { Status::Live };
        }
    }

    /// Carries out the player's decisions on a hand and gives the index of the next. A hand that is split stays the first: it is
    /// completed before the other gets a card (685a.10(b), 633a.11(b), 665a.11(b), MA 10(b)).
    fn complete<D: Draw>(&self, deck: &mut D, round: &mut Round, case: &Case, at: usize) -> usize {
        let mut spot = HandPlace::Unsplit;
        if round.hands[at].split {
            let hand = &mut round.hands[at];
            let value = value_of(hand.faces[0]);
            spot = split_spot(&self.game, value);
            let face = deck.draw();
            hand.take(face);
            hand.id = self.hands.dealt(value, value_of(face));
            let held = round.hands().iter().filter(|hand| hand.of_box == round.hands[at].of_box).count();
            if value_of(face) == value && case.split[value] && held < self.most_hands[value] {
                self.split(round, at, value);
                return at;
            }
            let pays_blackjacks = self.game.natural.after_split == BlackjackAfterSplit::AcesAndTens;
            if pays_blackjacks && self.hands.get(round.hands[at].id).is_ace_and_ten() {
                round.hands[at].status = Status::Blackjack;
            }
        }
        if round.hands[at].status != Status::Live {
            return at + 1;
        }
        loop {
            match case.step(spot, round.hands[at].id) {
                Step::Stand => break,
                Step::Hit => {
                    if !self.hit(deck, &mut round.hands[at]) {
                        break;
                    }
                }
                Step::Surrender => {
                    round.hands[at].status = Status::GivenUp;
                    break;
                }
                Step::Split => {
                    let value = value_of(round.hands[at].faces[0]);
                    self.split(round, at, value);
                    return at;
                }
                step @ (Step::Double | Step::DoubleGiven) => {
                    let given = step == Step::DoubleGiven;
                    let hand = &mut round.hands[at];
                    hand.doubled = true;
                    if given {
                        hand.given += hand.stake;
                    } else {
                        let takes_attack =
                            self.game.double.as_ref().is_some_and(|rule| rule.wager == DoubleWager::InitialAndAttack);
                        let more = if takes_attack { 1 + i64::from(round.attack) } else { hand.stake };
                        hand.own += more;
                        round.wagered += more;
                    }
                    if self.hit(deck, hand) && case.gives_up_doubled(hand.id, given) {
                        hand.status = Status::GivenUp;
                    }
                    break;
                }
            }
        }
        at + 1
    }

    /// Deals a card to a hand; whether it is still live.
    fn hit<D: Draw>(&self, deck: &mut D, hand: &mut InPlay) -> bool {
        let face = deck.draw();
        hand.take(face);
        let value = value_of(face);
        let next = self.hands.next(hand.id, value);
        if next == BUST {
            hand.status = Status::Bust(self.hands.get(hand.id).hard + value as u8 + 1);
            return false;
        }
        hand.id = next;
        true
    }

    /// Makes two hands of a pair: the second stands next to the first and waits.
    fn split(&self, round: &mut Round, at: usize, value: usize) {
        round.hands.copy_within(at + 1..round.in_play, at + 2);
        round.split_at[round.in_play] = at as u8;
        round.in_play += 1;
        let attack = self.game.attack.as_ref().is_some_and(|rule| rule.split_wager == SplitWager::InitialAndAttack);
        let stake = 1 + i64::from(attack && round.attack);
        let given = self.game.split.as_ref().is_some_and(|rule| rule.free.iter().any(|free| free.index() == value));
        let own = if given { 0 } else { stake };
        let first = &mut round.hands[at];
        first.len = 1;
        first.id = self.hands.single(value);
        first.split = true;
        let mut second = *first;
        second.faces[0] = round.hands[at].faces[1];
        second.first = false;
        (second.stake, second.own_before_double, second.own, second.given) = (stake, own, own, stake - own);
        round.hands[at + 1] = second;
        round.wagered += own;
    }

    /// Draws until the dealer has 17 or more; not at all where that decides nothing (633a.7(n), MA 12(c)).
    fn dealer_draws<D: Draw>(&self, deck: &mut D, round: &mut Round) -> u8 {
        let waits = self.waits_for_the_dealer(round);
        let asked_for = self
            .sides
            .iter()
            .zip(&round.outcomes)
            .any(|(side, outcome)| *outcome == Outcome::Open && side.needs_the_dealer);
        loop {
            let (total, soft) = self.dealer_total(round);
            if !self.dealer_hits(total, soft) || !(waits || asked_for) {
                return total;
            }
            round.dealer_takes(deck.draw());
        }
    }

    /// Whether what becomes of a hand depends on the cards that the dealer draws.
    fn waits_for_the_dealer(&self, round: &Round) -> bool {
        round.hands().iter().any(|hand| match hand.status {
            Status::Live | Status::SwitchedBlackjack => true,
            Status::Blackjack => self.naturals_wait,
            Status::Bust(_) => self.busts_wait,
            Status::EvenMoney | Status::GivenUp | Status::GivenUpEarly => false,
        })
    }

    /// Collects and pays all wagers on the hands.
    pub(crate) fn settle(&self, round: &mut Round, case: &Case, blackjack: bool, total: u8) {
        round.net = if !blackjack {
            round.hands().iter().map(|hand| self.settle_hand(hand, total)).sum()
        } else if case.ends_round {
            round.hands().iter().map(|hand| self.settle_discovered(hand, round.attack)).sum()
        } else {
            (0..self.boxes).map(|of_box| self.settle_late(round, of_box)).sum()
        };
    }

    /// What one hand of a round that is over came to; `None` where a late blackjack takes something of several hands together.
    pub(crate) fn net_of_hand(&self, round: &Round, hand: &InPlay) -> Option<i64> {
        if !round.dealer_has_blackjack() {
            Some(self.settle_hand(hand, round.dealer_total))
        } else if self.cases[round.case].ends_round {
            Some(self.settle_discovered(hand, round.attack))
        } else {
            let alone = round.hands().iter().filter(|other| other.of_box == hand.of_box).count() == 1;
            alone.then(|| self.settle_late(round, hand.of_box))
        }
    }

    /// A hand whose settlement a dealer blackjack does not touch or that is settled alike whenever it comes to light.
    fn settle_apart(&self, hand: &InPlay) -> Option<i64> {
        let natural = &self.game.natural;
        match hand.status {
            Status::GivenUpEarly => Some(-self.money.surrender_loses * hand.own),
            Status::EvenMoney => Some(self.money.even_money.unwrap_or(0) * hand.stake),
            Status::Blackjack => Some(match natural.against_blackjack {
                AgainstBlackjack::Returned => 0,
                AgainstBlackjack::Paid => self.money.natural * hand.stake,
            }),
            _ => None,
        }
    }

    /// A dealer blackjack has ended the round before play: the initial wager is lost, and the attack wager if the rules take it.
    fn settle_discovered(&self, hand: &InPlay, attack: bool) -> i64 {
        let takes_attack =
            self.game.attack.as_ref().is_some_and(|rule| rule.against_blackjack == WagerAgainstBlackjack::Lost);
        let lost = 1 + i64::from(attack && takes_attack);
        self.settle_apart(hand).unwrap_or(-lost * self.money.wager)
    }

    /// A dealer blackjack comes to light after the players acted: what it takes of the hands of one box.
    fn settle_late(&self, round: &Round, of_box: usize) -> i64 {
        let rule = self.game.hole_card.late_blackjack_takes;
        let surrender = self.game.surrender.as_ref();
        let collects_whole = |hand: &InPlay| {
            surrender.is_some_and(|surrender| match surrender.into_blackjack {
                SurrenderIntoBlackjack::Whole | SurrenderIntoBlackjack::WholeAndDouble => true,
                SurrenderIntoBlackjack::AsPlayed => false,
                SurrenderIntoBlackjack::WholeUnlessSplit => !hand.split,
            })
        };
        let double_is_back =
            surrender.is_some_and(|surrender| surrender.after_double != SurrenderAfterDouble::PartOfAll);
        let (mut net, mut any_live) = (0, false);
        for hand in round.hands().iter().filter(|hand| hand.of_box == of_box) {
            if let Some(apart) = self.settle_apart(hand) {
                net += apart;
                // The one original wager of a split is collected whatever its hands are (633a.11(d)).
                if hand.split {
                    any_live = true;
                    net -= self.money.wager * self.taken_once(round, hand);
                }
                continue;
            }
            let given_up = hand.status == Status::GivenUp;
            if given_up && collects_whole(hand) {
                // MA 8(a)(2): the entire wager is collected. Whether the double wager is returned (9(c)) is a reading.
                let takes_double = !double_is_back
                    && surrender.is_some_and(|rule| rule.into_blackjack == SurrenderIntoBlackjack::WholeAndDouble);
                net -= if takes_double { hand.own } else { hand.own_before_double } * self.money.wager;
                continue;
            }
            let busted = matches!(hand.status, Status::Bust(_));
            any_live |= !busted;
            net -= self.money.wager
                * match rule {
                    LateBlackjackTakes::All if given_up && double_is_back => hand.own_before_double,
                    LateBlackjackTakes::All => hand.own,
                    LateBlackjackTakes::BustedAndOriginal if busted => hand.own,
                    _ => self.taken_once(round, hand),
                };
        }
        if rule == LateBlackjackTakes::BustedAndOriginal && any_live {
            net -= self.money.wager;
        }
        net
    }

    /// What a late blackjack takes of all hands of a box together, whatever they are: it is taken with the first.
    fn taken_once(&self, round: &Round, hand: &InPlay) -> i64 {
        match self.game.hole_card.late_blackjack_takes {
            LateBlackjackTakes::Original => i64::from(hand.first),
            LateBlackjackTakes::OriginalAndAttack if hand.first => 1 + i64::from(round.attack),
            LateBlackjackTakes::OriginalAndAttack | LateBlackjackTakes::BustedAndOriginal | LateBlackjackTakes::All => {
                0
            }
        }
    }

    /// A hand against a dealer who has no blackjack.
    fn settle_hand(&self, hand: &InPlay, dealer: u8) -> i64 {
        let Money { wager, natural, .. } = self.money;
        let settle = &self.game.settle;
        let push = self.game.push.as_ref().filter(|push| push.total == dealer);
        match hand.status {
            Status::EvenMoney => self.money.even_money.unwrap_or(0) * hand.stake,
            Status::GivenUpEarly => -self.money.surrender_loses * hand.own,
            Status::GivenUp => {
                let rule = self.game.surrender.as_ref();
                let of_all = rule.is_none_or(|rule| rule.after_double == SurrenderAfterDouble::PartOfAll);
                -self.money.surrender_loses * if of_all { hand.own } else { hand.own_before_double }
            }
            Status::Blackjack => {
                if dealer == 21 {
                    return self.money.natural_against_21.unwrap_or(natural) * hand.stake;
                }
                let returned = push.is_some() && self.game.natural.against_push == rules::AgainstPush::Returned;
                if returned { 0 } else { natural * hand.stake }
            }
            Status::Bust(total) => {
                let returned = push.is_some_and(|push| push.bust == BustAgainstPush::Returned)
                    || match settle.busts {
                        Busts::Lost => false,
                        Busts::Returned => dealer > 21,
                        Busts::EqualReturned => dealer == total,
                    };
                if returned { 0 } else { -hand.own * wager }
            }
            // 633a.12(a)(5)(iv), (v): a tie with 21, returned against the push total.
            Status::SwitchedBlackjack if push.is_none() && dealer != 21 => self.money.switched_natural * hand.stake,
            Status::Live | Status::SwitchedBlackjack => self.settle_live(hand, dealer),
        }
    }

    fn settle_live(&self, hand: &InPlay, dealer: u8) -> i64 {
        let wager = self.money.wager;
        let settle = &self.game.settle;
        let total = self.hands.get(hand.id).total;
        let won = (hand.own + hand.given) * wager;
        if total == 21
            && let Some(pays) = self.bonus(hand)
        {
            return pays * (hand.own + hand.given);
        }
        if let Some(push) = self.game.push.as_ref().filter(|push| push.total == dealer) {
            let twenty_one = push.twenty_one
                && total == 21
                && match push.twenty_one_after_split {
                    AfterSplit::Paid => true,
                    AfterSplit::FirstHandOnly => !hand.split || hand.first,
                    AfterSplit::Returned => !hand.split,
                };
            let are_original =
                hand.faces[..2].iter().all(|&face| push.originals.iter().any(|value| value.index() == value_of(face)));
            // A hand of a split begins with one of the two cards that were dealt, which were equal in value.
            let players = hand.split
                && push.originals_held_by == OriginalsHeldBy::Player
                && push.originals.iter().any(|value| value.index() == value_of(hand.faces[0]));
            let of_hand = are_original && (!hand.split || push.originals_after_split);
            let originals = (players || of_hand) && (hand.len == 2 || push.originals_after_draw);
            return match push.doubled {
                _ if !(twenty_one || originals) => 0,
                DoubledAgainstPush::Paid => won,
                DoubledAgainstPush::BetOnly => hand.stake * wager,
            };
        }
        if dealer > 21 || total > dealer {
            return won;
        }
        let tie_is_paid = total == 21 && settle.twenty_one == TwentyOne::Paid;
        match total == dealer {
            true if tie_is_paid => won,
            true if settle.ties == Ties::Returned => 0,
            _ => -hand.own * wager,
        }
    }

    /// What a hand of 21 is paid by the first bonus that fits, by its real suits.
    fn bonus(&self, hand: &InPlay) -> Option<i64> {
        let rule = self.game.bonus.as_ref()?;
        if hand.doubled || (hand.split && !rule.after_split) {
            return None;
        }
        let cards = &self.hands.get(hand.id).cards;
        let fits = rule.hands.iter().position(|bonus| match bonus.cards {
            Some(number) => hand.len >= usize::from(number),
            None => bonus.values.iter().copied().collect::<cards::Composition>() == *cards,
        })?;
        let by_values = rule.hands[fits].cards.is_none();
        let suit = suit_of(hand.faces[0]);
        let one_suit = by_values && hand.cards().iter().all(|&face| suit_of(face) == suit);
        let kind = usize::from(one_suit) + usize::from(one_suit && suit == cards::Suit::Spades as u8);
        Some(self.money.bonuses[fits][kind])
    }
}
