//! The cards that a round of several players takes, without its settlement.

use crate::compiled::{SecondCard, Table};
use crate::on_table::Round;
use crate::shoe::{Draw, value_of};

impl Table {
    /// Deals the cards of a round of so many players, each of whom makes the wagers of one. `round` then holds the last player's hands.
    ///
    /// The dealer's first cards come first here, and then each player's hands as they are completed. A card that nobody has seen is as likely to be
    /// any other's, so that in this order a round takes the same cards with the same chance as in the regulation's.
    pub(crate) fn deal_to_players<D: Draw>(&self, deck: &mut D, round: &mut Round, players: u16) {
        if self.burns_before_rounds {
            deck.draw();
        }
        round.dealer_len = 0;
        round.dealer_takes(deck.draw());
        let up = value_of(round.dealer[0]);
        let case_of = &self.ups[up].case_of;
        round.case = usize::from(match self.second_card {
            SecondCard::BeforePlay => {
                round.dealer_takes(deck.draw());
                case_of[value_of(round.dealer[1])]
            }
            SecondCard::AfterPlay => case_of[0],
        });
        round.attack = self.game.attack.is_some() && self.ups[up].attack;
        let mut waits = false;
        for _ in 0..players {
            self.deal_to_one(deck, round, up);
            waits |= self.waits_for_the_dealer(round);
        }
        if self.second_card == SecondCard::AfterPlay {
            round.dealer_takes(deck.draw());
        }
        while waits && !round.dealer_has_blackjack() {
            let (total, soft) = self.dealer_total(round);
            if !self.dealer_hits(total, soft) {
                break;
            }
            round.dealer_takes(deck.draw());
        }
    }

    /// Deals a player's first cards and carries out his decisions.
    fn deal_to_one<D: Draw>(&self, deck: &mut D, round: &mut Round, up: usize) {
        let case = &self.cases[round.case];
        round.in_play = self.boxes;
        round.insurance_offered = false;
        for at in 0..self.boxes {
            let hand = &mut round.hands[at];
            hand.begin(at, 1 + i64::from(round.attack));
            hand.take(deck.draw());
            self.second_to(deck, round, at);
        }
        let first_values = std::array::from_fn(|at| value_of(round.first_cards[at]));
        self.offer_insurance(round, up, &first_values);
        self.before_check(round, up);
        self.switch(round, up, case, &first_values);
        let mut at = 0;
        while !case.ends_round && at < round.in_play {
            at = self.complete(deck, round, case, at);
        }
    }
}
