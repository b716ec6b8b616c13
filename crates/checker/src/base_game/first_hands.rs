//! What the first two cards are worth under the stated play.

use cards::Value;
use num_rational::BigRational;

use super::{Decisions, UpTable};
use crate::Refusal;
use crate::round::Sum;

/// Two cards under an up card and a signal under which the player acts.
pub(crate) struct FirstHand {
    /// The values, the lower first.
    pub(crate) hand: [usize; 2],
    pub(crate) up: Value,
    pub(crate) signal: String,
    /// EV given the up card, weighted by the cards and the signal.
    pub(crate) worth: BigRational,
}

impl UpTable<'_> {
    /// Every two cards under every signal that does not end the round.
    ///
    /// # Errors
    /// [`Refusal`] for a shoe that a round can use up.
    pub(crate) fn first_hands(&self) -> Result<Vec<FirstHand>, Refusal> {
        let rounds = self.rounds(self.attacked)?;
        let mut values = Vec::new();
        for (case, (round, play)) in
            rounds.iter().zip(&self.plays).enumerate().filter(|(_, (round, _))| !round.ends_round)
        {
            values.push((case, round, play, round.action_values(play)?));
        }
        let mut hands = Vec::new();
        for (id, hand) in self.hands.list.iter().enumerate().filter(|(_, hand)| hand.size == 2) {
            let cards: Vec<usize> =
                hand.cards.iter().enumerate().flat_map(|(value, &count)| (0..count).map(move |_| value)).collect();
            for (case, round, play, actions) in &values {
                let sum = if self.early[id] {
                    let mut sum = Sum::default();
                    sum.add(round.depth, &round.settled(&round.pay.early(), id)?, &round.ways(id));
                    sum
                } else {
                    self.hand(round, play, Some(actions), id, Decisions::Stated)?.0
                };
                hands.push(FirstHand {
                    hand: [cards[0], cards[1]],
                    up: self.up,
                    signal: self.cases[*case].signal.clone(),
                    worth: sum.total(round).0,
                });
            }
        }
        Ok(hands)
    }
}
