//! The dealer's hand: when he draws, and how it would end where nobody waits for it.

use rules::Soft17;

use crate::compiled::Table;
use crate::on_table::{NOT_DEALT_OUT, Round};
use crate::shoe::{Shoe, value_of};

/// How a dealer's hand ends: the totals 17 to 21, 22, more than that, and a blackjack.
pub const DEALER_OUTCOMES: [&str; 8] = ["17", "18", "19", "20", "21", "22", "bust", "blackjack"];
const DEALER_BUST: u8 = 6;
const DEALER_BLACKJACK: u8 = 7;

impl Table {
    /// The dealer's total, and whether an ace counts 11 in it. Every ace counts 11 that does not take the dealer over the limit:
    /// where that is 22 (685a.3(d)(3)), so do both of two aces.
    pub(crate) fn dealer_total(&self, round: &Round) -> (u8, bool) {
        let (mut total, mut aces) = (0, 0);
        for &face in round.dealer_cards() {
            let value = value_of(face);
            total += value as u8 + 1;
            aces += u8::from(value == 0);
        }
        let mut soft = false;
        while aces > 0 && total + 10 <= self.game.dealer.ace_limit {
            total += 10;
            aces -= 1;
            soft = true;
        }
        (total, soft)
    }

    /// Completes the dealer's hand also where no hand waits for it, with cards that are only looked at: the round, and what is dealt after
    /// it, stay as they are.
    ///
    /// The cards left are in random order whatever the player did, so under an up card and signal the dealer's outcome is that of a hand
    /// dealt out at once. Rounds in which he completes it for the player's sake are not: they are those in which the player did not bust.
    pub(crate) fn deal_out(&self, shoe: &mut Shoe, round: &mut Round) {
        if round.dealer_has_blackjack() {
            round.dealer_outcome = DEALER_BLACKJACK;
            return;
        }
        let dealt = round.dealer_len;
        let outcome = shoe.looking_ahead(|next| {
            loop {
                let (total, soft) = self.dealer_total(round);
                if !self.dealer_hits(total, soft) {
                    return Some((total - 17).min(DEALER_BUST));
                }
                round.dealer_takes(next()?);
            }
        });
        round.dealer_outcome = outcome.unwrap_or(NOT_DEALT_OUT);
        round.dealer_len = dealt;
    }

    pub(crate) fn dealer_hits(&self, total: u8, soft: bool) -> bool {
        total < 17 || (total == 17 && soft && self.game.dealer.soft_17 == Soft17::Hit)
    }
}
