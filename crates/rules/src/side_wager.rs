//! Side wagers as data: what wins, what each way of winning pays, and what becomes of the wager in the round.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use cards::{Card, Rank, Suit};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use serde::Deserialize;
use serde::de::Deserializer;

use crate::amount::AmountRule;
use crate::dealing::DecksCounted;
use crate::fate::{Fate, StraightFate};
use crate::matches::{MatchPays, TensMatch};
use crate::meter_amount::MeterAmount;
use crate::odds::{Odds, Percent};
use crate::published::Published;
use crate::schema::JsonSchema;
use crate::text::{parsed, ranks};

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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
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

/// Whether a winner gets the wager back besides what the line names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Quote {
    /// "x to 1": the wager is returned too.
    #[default]
    To,
    /// "x for 1": the wager is not returned.
    For,
}

impl Quote {
    fn kept() -> Self {
        Self::For
    }

    fn returned(self) -> BigRational {
        match self {
            Self::To => BigRational::one(),
            Self::For => BigRational::zero(),
        }
    }
}

/// How lines that add to others are paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Added {
    /// On top of the others, what the line returns in full.
    #[default]
    OnTop,
    /// On top of the others, less one wager, which the other line has returned already.
    OnTopLessWager,
    /// Not at all: of all lines that fit, the one that returns most is paid.
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

/// What a group of cards looks like.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CardsPattern {
    /// Exactly these cards in any order.
    #[serde(default)]
    pub cards: Vec<CardName>,
    /// Every card is of one of these ranks; empty for any.
    #[serde(default, deserialize_with = "ranks")]
    pub ranks: Vec<Rank>,
    /// Numbers of cards of equal rank, largest first: `[2, 1, 1]` is a pair among four cards. Empty for any.
    #[serde(default)]
    pub alike: Vec<u8>,
    /// Their suits.
    pub suits: Option<SuitsPattern>,
    /// Their total, aces counted 11 where that does not exceed 21.
    pub total: Option<u8>,
    /// Whether their ranks are consecutive.
    #[serde(default)]
    pub run: bool,
    /// Whether they are an ace and a card of ten points.
    #[serde(default)]
    pub blackjack: bool,
}

/// Suits of a group of cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SuitsPattern {
    /// All of one suit.
    One,
    /// Not all of one suit.
    Different,
    /// All red or all black.
    OneColor,
}

/// A card by its name: a rank, and a suit if that matters, such as `Qh`, `10s` or `K`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CardName {
    /// The rank.
    pub rank: Rank,
    /// The suit, or any.
    pub suit: Option<Suit>,
}

impl CardName {
    /// Whether a card is of this name.
    #[inline]
    pub fn is(self, card: Card) -> bool {
        self.rank == card.rank && self.suit.is_none_or(|suit| suit == card.suit)
    }
}

impl FromStr for CardName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Ok(Card { rank, suit }) = text.parse() {
            return Ok(Self { rank, suit: Some(suit) });
        }
        let no_card = |_| format!("`{text}` is not a card: expected a rank and a suit, such as Qh or 10s");
        Ok(Self { rank: text.parse().map_err(no_card)?, suit: None })
    }
}

impl<'de> Deserialize<'de> for CardName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parsed(deserializer, "a card in quotation marks")
    }
}

/// How the up card stands to the player's first two cards.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UpPattern {
    /// How many of them are of its rank and suit.
    pub suited_matches: Option<u8>,
    /// How many are of its rank and another suit.
    pub unsuited_matches: Option<u8>,
    /// It falls between them, with at least and at most so many ranks between the two.
    pub spread: Option<[u8; 2]>,
}

/// The dealer's hand once it is finished.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DealerPattern {
    /// At least and at most so many cards.
    pub cards: Option<[u8; 2]>,
    /// At least and at most this total; more than 21 is a bust.
    pub total: Option<[u8; 2]>,
    /// Whether it is a blackjack, or is not.
    pub blackjack: Option<bool>,
    /// The first three cards.
    pub first_three: Option<CardsPattern>,
    /// Ranks of the third card; empty for any.
    #[serde(default, deserialize_with = "ranks")]
    pub third: Vec<Rank>,
}

impl DealerPattern {
    /// Whether the line asks for ranks or suits, not only for points. It asks for three cards then.
    pub fn asks_for_faces(&self) -> bool {
        self.first_three.is_some() || !self.third.is_empty()
    }

    /// Whether a finished hand of so many cards and points fits, as far as these say.
    pub fn fits(&self, cards: u8, total: u8, blackjack: bool) -> bool {
        let within = |range: Option<[u8; 2]>, number| range.is_none_or(|[low, high]| (low..=high).contains(&number));
        within(self.cards, cards) && within(self.total, total) && self.blackjack.is_none_or(|asked| asked == blackjack)
    }
}

/// The player's hand once it is finished.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct HandPattern {
    /// Its total.
    pub total: u8,
}

/// A straight of the player's cards.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StraightPattern {
    /// So many cards or more.
    pub cards: u8,
    /// Suits of the ace that must be among them; empty if none must.
    #[serde(default)]
    pub ace: Vec<SuitName>,
}

/// A suit by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the four suits are their own documentation")]
pub enum SuitName {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

impl From<SuitName> for Suit {
    fn from(name: SuitName) -> Self {
        match name {
            SuitName::Clubs => Self::Clubs,
            SuitName::Diamonds => Self::Diamonds,
            SuitName::Hearts => Self::Hearts,
            SuitName::Spades => Self::Spades,
        }
    }
}

/// A progressive meter.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MeterRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// What the meter starts from, or the least it may start from.
    pub seed: u32,
    /// What the seed counts.
    #[serde(default)]
    pub seed_in: SeedIn,
    /// Whether the text fixes the seed; otherwise it gives the least.
    pub seed_is_fixed: bool,
    /// Part of every wager that is added to the meter, if the text fixes it.
    pub rate: Option<Percent>,
    /// Part of every wager that is kept for later meters, if the text fixes it.
    pub reserve: Option<Percent>,
    /// What winners of the same round are paid of the meter.
    pub shared: Shared,
}

/// What the text states a meter's seed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SeedIn {
    /// Multiples of the wager.
    #[default]
    Wagers,
    /// Dollars, whatever the wager.
    Dollars,
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

/// Payouts and the decks they go with.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Paytable {
    /// Name, such as `11/4` or `C`. Tables for different numbers of decks may share one.
    pub name: String,
    /// Numbers of decks it may be used with; empty for all of the game, unless `decks_from` says otherwise.
    #[serde(default)]
    pub decks: Vec<u16>,
    /// It may also be used with so many decks and more.
    pub decks_from: Option<u16>,
    /// In a wager on matches: same rank and suit as the up card.
    pub suited: Option<Odds>,
    /// In a wager on matches: same rank, another suit.
    pub unsuited: Option<Odds>,
    /// What each line pays, in the order of the lines.
    #[serde(default)]
    pub pays: Vec<Pay>,
}

impl Paytable {
    /// Whether it may be used with so many decks.
    pub fn goes_with(&self, decks: u16) -> bool {
        match self.decks_from {
            Some(least) if decks >= least => true,
            None if self.decks.is_empty() => true,
            _ => self.decks.contains(&decks),
        }
    }
}

/// What a line pays: `30:1`, `1000 for 1`, a share of the meter such as `10%`, or both as in `100% + 200:1`.
#[derive(Debug, Clone, PartialEq)]
pub struct Pay {
    meter: Option<Percent>,
    odds: Option<(Odds, Quote)>,
}

impl Pay {
    /// Whether it pays a share of the meter.
    pub fn is_of_meter(&self) -> bool {
        self.meter.is_some()
    }

    /// Whether it pays a share of the meter and nothing else.
    pub(crate) fn is_of_meter_alone(&self) -> bool {
        self.meter.is_some() && self.odds.is_none()
    }

    /// Whether odds of it are printed as "x to 1".
    pub(crate) fn is_to_one(&self) -> bool {
        matches!(self.odds, Some((_, Quote::To)))
    }
}

impl FromStr for Pay {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || {
            format!(
                "`{text}` is no payout: expected odds such as 30:1, `1000 for 1`, a share of the meter such as 10%, or \
                 a share and odds such as `100% + 200:1`"
            )
        };
        let odds = |part: &str| match part.split_once(" for ") {
            Some((win, stake)) => format!("{win}:{stake}").parse().map(|odds| (odds, Quote::For)),
            None => part.parse().map(|odds| (odds, Quote::To)),
        };
        let (meter, odds) = match text.split_once('+') {
            Some((meter, rest)) => (Some(meter.trim()), Some(odds(rest.trim()).map_err(|_| wrong())?)),
            None if text.ends_with('%') => (Some(text), None),
            None => (None, Some(odds(text).map_err(|_| wrong())?)),
        };
        let meter: Option<Percent> = meter.map(|share| share.parse().map_err(|_| wrong())).transpose()?;
        if meter.as_ref().is_some_and(|share| !share.ratio().is_positive() || *share.ratio() > BigRational::one()) {
            return Err(wrong());
        }
        Ok(Self { meter, odds })
    }
}

impl fmt::Display for Pay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(meter) = &self.meter {
            write!(f, "{meter} of the meter")?;
        }
        if let Some((odds, quote)) = &self.odds {
            let and = if self.meter.is_some() { " and " } else { "" };
            let word = match quote {
                Quote::To => "to",
                Quote::For => "for",
            };
            let odds = odds.to_string().replace(':', &format!(" {word} "));
            write!(f, "{and}{odds}")?;
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for Pay {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parsed(deserializer, "a payout in quotation marks")
    }
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
