//! What becomes of a side wager, as its figures have it.

use crate::fate::{Fared, Fate};
use crate::side_wager::{NoLiveHand, SideWager};

impl SideWager {
    /// What ends of the hand do to the wager, by its fate and by its play.
    pub fn ends(&self) -> Fate {
        let has_straights = self.lines.iter().any(|line| line.straight.is_some());
        let surrender = if has_straights { self.play.straight_given_up.into() } else { self.fate.surrender };
        let at_once = self.play.straight_against_blackjack.into();
        let dealer_blackjack = if has_straights { at_once } else { self.fate.dealer_blackjack };
        let has_events = self.lines.iter().any(|line| line.chance.is_some());
        let told = |fared| if fared == Fared::Lost && has_events { Fared::LostButForEvents } else { fared };
        // Without a live hand the dealer draws no further card, and no line can be told.
        let stops = self.play.no_live_hand == NoLiveHand::Stops;
        let out = |fared| if stops { Fared::Lost } else { fared };
        let (surrender, bust) = (out(surrender), out(self.fate.bust));
        Fate { surrender: told(surrender), bust: told(bust), dealer_blackjack: told(dealer_blackjack) }
    }
}
