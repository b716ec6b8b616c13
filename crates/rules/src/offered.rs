//! A side wager as a submission offers it, and the money on it.

use std::sync::Arc;

use cards::FaceCounts;
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::amount::AmountRule;
use crate::side_wager::{Added, Drawn, LineRule, Paytable, SeedIn, SideWager};
use crate::wager_inputs::WagerInputs;

/// A side wager that the submission offers, with one paytable that it offers it by.
#[derive(Debug, Clone, PartialEq)]
pub struct OfferedWager {
    /// Wager id.
    pub id: String,
    /// The wager under the readings in force.
    pub rule: Arc<SideWager>,
    /// The paytable.
    pub paytable: Paytable,
    /// What the analysis states of the wager besides.
    pub inputs: WagerInputs,
    /// The number of decks that its rules go by. Cards may have been taken out of them.
    pub decks: u16,
    /// Faces of one of them.
    pub faces_of_deck: u16,
    /// The cards that a round is dealt from.
    pub cards: FaceCounts,
}

impl OfferedWager {
    /// The wager in dollars: as stated, else one dollar, or the least that the text allows.
    pub fn stake(&self) -> BigRational {
        let usual = || self.rule.amount.as_ref().map_or(1, AmountRule::usual_dollars);
        self.inputs.stake.clone().unwrap_or_else(|| BigRational::from_integer(usual().into()))
    }

    /// An amount of dollars in units of the wager.
    pub fn in_wagers(&self, dollars: &BigRational) -> BigRational {
        dollars / self.stake()
    }

    /// What the meter starts from, in units of the wager: as stated, else the seed of the text. `None` without a meter.
    pub fn seed(&self) -> Option<BigRational> {
        let rule = self.rule.meter.as_ref()?;
        let of_text = BigRational::from_integer(rule.seed.into());
        Some(match (&self.inputs.seed, rule.seed_in) {
            (Some(stated), _) => self.in_wagers(stated),
            (None, SeedIn::Dollars) => self.in_wagers(&of_text),
            (None, SeedIn::Wagers) => of_text,
        })
    }

    /// The meter for which figures are wanted, in units of the wager: as stated, else the seed. `None` without a meter.
    pub fn meter(&self) -> Option<BigRational> {
        let seed = self.seed()?;
        Some(self.inputs.meter.as_ref().map_or(seed, |stated| self.in_wagers(stated)))
    }

    /// The line that a maximum payout limits, with what it wins per unit wagered. A line that adds to others wins all that it
    /// pays: the wager has been returned with the other line.
    pub fn limited(&self) -> Option<(&LineRule, BigRational)> {
        let limit = self.rule.maximum.as_ref()?;
        let (line, pay) = self.rule.offered_lines(&self.paytable).find(|(line, _)| line.name == limit.line)?;
        let wager = match (line.adds, self.rule.added) {
            (true, Added::OnTop) => BigRational::zero(),
            _ => BigRational::one(),
        };
        Some((line, self.rule.returns(pay).fixed - wager))
    }

    /// The least in dollars that the text lets the casino pay to all winners of a round together: the least that it states, or
    /// what one player wins at the largest wager where that is more. The largest wager is the stake where none is stated.
    /// `None` where there is nothing to limit.
    pub fn least_maximum(&self) -> Option<BigRational> {
        let limit = self.rule.maximum.as_ref()?;
        let (_, won) = self.limited()?;
        let largest = self.inputs.largest.clone().unwrap_or_else(|| self.stake());
        Some(BigRational::from_integer(limit.least.into()).max(won * largest))
    }

    /// Seats of which one is drawn, for a line that goes by that.
    pub fn seats(&self, drawn: Drawn) -> Option<u32> {
        match drawn {
            Drawn::Card => None,
            Drawn::Seat(seats) => Some(self.inputs.seats.unwrap_or(seats)),
        }
    }
}
