//! What becomes of a side wager, as its figures have it.

use crate::fate::{Fared, StraightFate};
use crate::side_wager::{NoLiveHand, SideWager};

/// What an end of the hand does to a side wager.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WagerEnd {
    /// It has been settled before.
    Settled,
    /// It stays and is settled by its own lines.
    Stays,
    /// It is lost.
    Lost,
    /// It is lost, but for its lines on events apart from the cards.
    LostButForEvents,
    /// It is returned.
    Returned,
}

/// What the ends of the hand do to a side wager.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WagerEnds {
    /// When the hand is given up.
    pub surrender: WagerEnd,
    /// When the hand busts.
    pub bust: WagerEnd,
    /// When a dealer blackjack ends the round.
    pub dealer_blackjack: WagerEnd,
}

impl WagerEnd {
    /// Its name in answers and reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Settled => "settled",
            Self::Stays => "stays",
            Self::Lost => "lost",
            Self::LostButForEvents => "lost-but-for-events",
            Self::Returned => "returned",
        }
    }

    /// In words, after "the wager".
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Settled => "has been settled before",
            Self::Stays => "is settled by its own lines, if it has not been before",
            Self::Lost => "is lost",
            Self::LostButForEvents => "is lost, but for its lines on events",
            Self::Returned => "is returned",
        }
    }
}

impl From<StraightFate> for WagerEnd {
    fn from(fate: StraightFate) -> Self {
        match fate {
            StraightFate::Paid => Self::Stays,
            StraightFate::Returned => Self::Returned,
            StraightFate::Lost => Self::Lost,
        }
    }
}

impl SideWager {
    /// What ends of the hand do to the wager, by its fate and by its play.
    pub fn ends(&self) -> WagerEnds {
        let lost = if self.lines.iter().any(|line| line.chance.is_some()) {
            WagerEnd::LostButForEvents
        } else {
            WagerEnd::Lost
        };
        let by_fate = |fared| match fared {
            Fared::Settled => WagerEnd::Settled,
            Fared::Stays => WagerEnd::Stays,
            Fared::Lost => lost,
        };
        // Without a live hand the dealer draws no further card, and no line can be told.
        let out = |end| if self.play.no_live_hand == NoLiveHand::Stops { lost } else { end };
        let has_straights = self.lines.iter().any(|line| line.straight.is_some());
        let [surrender, dealer_blackjack] = if has_straights {
            [self.play.straight_given_up, self.play.straight_against_blackjack].map(WagerEnd::from)
        } else {
            [self.fate.surrender, self.fate.dealer_blackjack].map(by_fate)
        };
        WagerEnds { surrender: out(surrender), bust: out(by_fate(self.fate.bust)), dealer_blackjack }
    }
}
