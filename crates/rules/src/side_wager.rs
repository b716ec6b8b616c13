//! Side wagers as data: what wins, what each way of winning pays, and what becomes of the wager in the round.

mod meter;
mod pattern;
mod paytable;

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::Zero;
use serde::{Deserialize, Serialize};

pub use self::meter::{MeterRule, SeedIn};
pub use self::pattern::{
    CardName, CardsPattern, DealerPattern, HandPattern, StraightPattern, SuitName, SuitsPattern, UpPattern,
};
pub use self::paytable::{Pay, Paytable, Quote};
use crate::amount::AmountRule;
use crate::dealing::DecksCounted;
use crate::fate::{Fate, StraightFate};
use crate::matches::{MatchPays, TensMatch};
use crate::meter_amount::MeterAmount;
use crate::published::Published;
use crate::schema::JsonSchema;

/// A side wager with every paytable the text offers for it.
///
/// It is won in one of two ways: by each of the player's first two cards that matches the up card
/// ([`SideWager::match_pays`]), or by the first of its [`SideWager::lines`] that fits.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SideWager {
    /// Clauses.
    pub clauses: Vec<String>,
    /// Name in the regulation.
    pub title: String,
    /// What ends of the hand do to the wager.
    pub fate: Fate,
    /// A hold published for the wager, low and high.
    pub published: Option<Published>,
    /// What two matching cards are paid, in a wager on matches.
    pub match_pays: Option<MatchPays>,
    /// What matches an up card of ten points there.
    #[serde(default)]
    pub tens_match: TensMatch,
    /// Which cards are the player's in the lines.
    #[serde(default)]
    pub cards: PlayerCards,
    /// Whether an ace may count 11 in the totals of the lines.
    #[serde(default = "yes")]
    pub soft_totals: bool,
    /// Where an ace stands in runs and between cards.
    #[serde(default)]
    pub ace: AcePlace,
    /// Whether a line that pays odds of "x to 1" returns the wager too, or is paid "for" it.
    #[serde(default)]
    pub to_lines: Quote,
    /// The same of a line that pays a share of the meter.
    #[serde(default = "Quote::kept")]
    pub meter_lines: Quote,
    /// How lines that add to others are paid.
    #[serde(default)]
    pub added: Added,
    /// Names of lines that the text lets the casino leave out and that are left out.
    #[serde(default)]
    pub without: Vec<String>,
    /// How play decides the wager, where it does.
    #[serde(default)]
    pub play: PlayRule,
    /// The ways of winning, the first that fits counts; then those that add to it.
    #[serde(default)]
    pub lines: Vec<LineRule>,
    /// The meter, in a progressive wager.
    pub meter: Option<MeterRule>,
    /// Winnings that may be added to the base wager.
    pub parlay: Option<ParlayRule>,
    /// The most that is paid to all players of a round together.
    pub maximum: Option<MaximumRule>,
    /// How much may be wagered.
    pub amount: Option<AmountRule>,
    /// How the events apart from the cards come about, by the name of the chance.
    #[serde(default)]
    pub events: BTreeMap<String, EventRule>,
    /// Which decks of a double shoe its paytables count.
    #[serde(default)]
    pub decks_counted: DecksCounted,
    /// Paytables the text offers.
    pub paytables: Vec<Paytable>,
}

fn yes() -> bool {
    true
}

/// The player's cards that a line looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerCards {
    /// The first two cards of the hand.
    #[default]
    FirstTwo,
    /// The first two cards of both hands, where a player has two.
    FirstFour,
}

impl PlayerCards {
    /// How many.
    pub fn number(self) -> usize {
        match self {
            Self::FirstTwo => 2,
            Self::FirstFour => 4,
        }
    }
}

/// Where an ace stands in the order of ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AcePlace {
    /// Above the king.
    High,
    /// Below the 2.
    Low,
    /// Either, all aces alike: never both at once.
    #[default]
    Both,
    /// Either, each ace on its own: of two aces one may be high and the other low.
    Each,
}

impl AcePlace {
    /// The places an ace may take where there is one, on a scale on which a card of rank n stands at n and a king at 13.
    pub fn places(self) -> &'static [u8] {
        match self {
            Self::High => &[14],
            Self::Low => &[1],
            Self::Both | Self::Each => &[1, 14],
        }
    }

    /// The places that two aces may take together, on the same scale.
    pub fn pairs(self) -> &'static [[u8; 2]] {
        match self {
            Self::High => &[[14, 14]],
            Self::Low => &[[1, 1]],
            Self::Both => &[[1, 1], [14, 14]],
            Self::Each => &[[1, 1], [14, 14], [1, 14]],
        }
    }
}

/// How lines that add to others are paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Added {
    /// On top of the others, what the line returns in full.
    #[default]
    OnTop,
    /// On top of the others, less one wager, which the other line has returned already.
    OnTopLessWager,
    /// Not at all: it is paid instead of the first other line that fits, where it returns more.
    Highest,
}

/// How the play of the hand decides a wager.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct PlayRule {
    /// Which hands of a split count for a line on the player's finished hand.
    pub after_split: AfterSplitHands,
    /// What the dealer does when no player's hand is left to play against.
    pub no_live_hand: NoLiveHand,
    /// Whether an ace on a queen and king makes a three-card straight.
    pub king_queen_ace: bool,
    /// What a straight is paid when a dealer blackjack ends the round.
    pub straight_against_blackjack: StraightFate,
    /// What the straight of a hand that is given up is paid.
    pub straight_given_up: StraightFate,
}

impl Default for PlayRule {
    fn default() -> Self {
        Self {
            after_split: AfterSplitHands::First,
            no_live_hand: NoLiveHand::Draws,
            king_queen_ace: false,
            straight_against_blackjack: StraightFate::Paid,
            straight_given_up: StraightFate::Paid,
        }
    }
}

/// Which hands of a split count for a side wager.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AfterSplitHands {
    /// The hand that is played first.
    First,
    /// None: a split loses the wager.
    None,
}

/// What the dealer does when every player's hand is out of the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NoLiveHand {
    /// Draws as ever, since a side wager is still to be decided.
    Draws,
    /// Draws no further card.
    Stops,
}

/// A way of winning. Everything that is named must hold; what is not named may be anything.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LineRule {
    /// Name in the paytable.
    pub name: String,
    /// The player's first cards.
    pub player: Option<CardsPattern>,
    /// The player's first cards and the up card together.
    pub with_up: Option<CardsPattern>,
    /// The up card beside the player's first two cards.
    pub up_card: Option<UpPattern>,
    /// The dealer's first two cards.
    pub dealer: Option<CardsPattern>,
    /// The dealer's finished hand.
    pub dealer_hand: Option<DealerPattern>,
    /// The player's finished hand.
    pub hand: Option<HandPattern>,
    /// The straight that the player's cards make in the order in which they came.
    pub straight: Option<StraightPattern>,
    /// An event apart from the cards, whose chance the analysis states.
    pub chance: Option<String>,
    /// Whether this line adds to the others instead of being one of those of which the first is paid.
    #[serde(default)]
    pub adds: bool,
}

impl LineRule {
    /// Whether the line looks at the hand as it was played.
    pub fn depends_on_play(&self) -> bool {
        self.hand.is_some() || self.straight.is_some()
    }
}

/// An event apart from the cards that wins a line: what is drawn, beside the round, whenever the event is offered.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct EventRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// What is drawn at random.
    pub draws: Drawn,
}

/// What an event apart from the cards draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum Drawn {
    /// A face of the deck, each as likely as another. It wins if one of the player's first two cards is of that rank and suit.
    Card,
    /// A seat of so many, unless the analysis states another number. It wins if the player sits there.
    Seat(u32),
}

/// Winners of the same meter in the same round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shared {
    /// They share it, equally or in proportion to their wagers, which are taken to be equal.
    Share,
    /// The text does not say.
    Unstated,
}

/// Winnings of a side wager that the player may add to the base wager once no dealer blackjack is known to be.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ParlayRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// What is added.
    pub adds: ParlayAdds,
}

/// What a player who parlays adds to the base wager.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ParlayAdds {
    /// The payout.
    Payout,
    /// The payout and the side wager that won it.
    PayoutAndWager,
}

/// The most that a casino pays to all winners of a line in one round.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MaximumRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// Name of the line.
    pub line: String,
    /// The least that the maximum may be, in dollars. It may also be no less than what one player can win with the line at
    /// the largest wager.
    pub least: u32,
    /// Whether the text lets the casino limit this wager at all.
    #[serde(default = "yes")]
    pub covered: bool,
}

impl SideWager {
    /// What a winner of a line gets in his hand, the wager included where it is returned.
    pub fn returns(&self, pay: &Pay) -> MeterAmount {
        let mut amount = MeterAmount::fixed(BigRational::zero());
        if let Some(share) = &pay.meter {
            amount.per_meter = share.ratio().clone();
            if pay.odds.is_none() {
                amount.fixed = self.meter_lines.returned();
            }
        }
        if let Some((odds, quote)) = pay.odds {
            let quote = if quote == Quote::To { self.to_lines } else { quote };
            amount.fixed += odds.exact() + quote.returned();
        }
        amount
    }

    /// Whether some event apart from the cards draws a seat.
    pub fn draws_a_seat(&self) -> bool {
        self.events.values().any(|event| matches!(event.draws, Drawn::Seat(_)))
    }

    /// The lines that are offered, each with its payout under the paytable.
    pub fn offered_lines<'a>(&'a self, paytable: &'a Paytable) -> impl Iterator<Item = (&'a LineRule, &'a Pay)> {
        self.lines.iter().zip(&paytable.pays).filter(|(line, _)| !self.without.contains(&line.name))
    }

    /// Whether the play of the hand decides the wager, and not only the cards of the deal and the dealer's.
    pub fn depends_on_play(&self) -> bool {
        self.lines.iter().any(LineRule::depends_on_play) || self.play.no_live_hand == NoLiveHand::Stops
    }

    /// Whether suits decide of hands that are played what they are paid.
    pub fn looks_at_suits_of_played_hands(&self) -> bool {
        self.lines.iter().any(|line| line.straight.as_ref().is_some_and(|straight| !straight.ace.is_empty()))
    }
}

#[cfg(test)]
mod tests {
    use cards::Suit;

    use super::*;

    fn pay(text: &str) -> Pay {
        text.parse().expect("a payout")
    }

    #[test]
    fn payouts_are_read_as_the_paytables_print_them() {
        for (text, shown) in [
            ("30:1", "30 to 1"),
            ("5:2", "5 to 2"),
            ("1000 for 1", "1000 for 1"),
            ("10%", "10% of the meter"),
            ("100% + 200:1", "100% of the meter and 200 to 1"),
        ] {
            assert_eq!(pay(text).to_string(), shown);
        }
        for wrong in [
            "",
            "30",
            "x%",
            "1 to 1",
            "10% + ",
            "10% 200:1",
            "30:0",
            "0%",
            "-10%",
            "101%",
            "10% + +2:1",
            " for ",
            "%",
            "+",
        ] {
            assert!(wrong.parse::<Pay>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_card_has_a_rank_and_maybe_a_suit() {
        let card: CardName = "10s".parse().expect("a card");
        assert_eq!((card.rank.to_string().as_str(), card.suit), ("10", Some(Suit::Spades)));
        assert_eq!("K".parse::<CardName>().expect("a rank").suit, None);
        assert!("Kx".parse::<CardName>().is_err());
        assert!("".parse::<CardName>().is_err());
        for wrong in ["♠", "♥h", "K♥", "s", "Th", "10S", "éd", "1s"] {
            assert!(wrong.parse::<CardName>().is_err(), "{wrong}");
        }
    }
}
