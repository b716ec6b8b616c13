//! The rules of a game, as its file states them, section by section with their clauses.

mod bonus;
mod dealer;
mod push;
mod settle;
mod surrender;

use std::collections::BTreeMap;
use std::sync::Arc;

use cards::{Composition, Rank, Value};
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize};

pub use self::bonus::{BonusHand, BonusRule};
pub use self::dealer::{DealerRule, HoleCardRule, LateBlackjackTakes, Soft17};
pub use self::push::{AfterSplit, BustAgainstPush, DoubledAgainstPush, OriginalsHeldBy, PushRule};
pub use self::settle::{Busts, CitedClauses, SettleRule, Ties, TwentyOne};
pub use self::surrender::{SurrenderAfterDouble, SurrenderIntoBlackjack, SurrenderRule, SurrenderWhen};
use crate::cut_card::CutCardRule;
use crate::dealing::Dealing;
use crate::insurance::InsuranceRule;
use crate::odds::Odds;
use crate::published::Published;
use crate::schema::JsonSchema;
use crate::seating::Seating;
use crate::sharing::SharingRule;
use crate::side_wager::SideWager;
use crate::switch::Switch;
use crate::text::{exactly, optional_exactly, ranks, sentences, title, values};

/// Largest shoe accepted, in cards. The exact counters of the solver are proven for shoes of this size.
pub(crate) const MOST_CARDS: u16 = 1040;

/// A game file: the rules that affect play, by section with its clauses, and the options and readings that change them.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Game {
    /// Version of the game file's grammar; 1.
    pub format: u32,
    /// Game id; the file's name without `.toml`.
    pub id: String,
    /// The game's name in the regulation.
    #[serde(deserialize_with = "title")]
    pub title: String,
    /// The regulation, such as `58 Pa. Code ch. 685a`; clauses are numbers within it.
    #[serde(deserialize_with = "title")]
    pub regulation: String,
    /// The game this is a variation of.
    pub variation_of: Option<String>,
    /// Rules of the game that are not modelled, a sentence each. Reports print them.
    #[serde(default, deserialize_with = "sentences")]
    pub left_out: Vec<String>,
    /// Cards and decks.
    pub shoe: ShoeRule,
    /// How many positions a table has, where the text says so.
    pub seating: Option<Seating>,
    /// How deep the cut card may lie, where the text says so.
    pub cut_card: Option<CutCardRule>,
    /// The player's blackjack.
    pub natural: NaturalRule,
    /// The insurance wager, if there is one.
    pub insurance: Option<InsuranceRule>,
    /// A second wager made once the up card is seen, if there is one.
    pub attack: Option<AttackRule>,
    /// Two hands whose second cards may be switched, if the game is played so.
    pub switch: Option<SwitchRule>,
    /// When the player may draw.
    pub draw: DrawRule,
    /// Doubling down, if allowed.
    pub double: Option<DoubleRule>,
    /// Splitting pairs, if allowed.
    pub split: Option<SplitRule>,
    /// Surrendering, if allowed.
    pub surrender: Option<SurrenderRule>,
    /// How the dealer draws.
    pub dealer: DealerRule,
    /// What the table learns of the hole card, and when.
    pub hole_card: HoleCardRule,
    /// The dealer total above 21 that returns wagers, if there is one.
    pub push: Option<PushRule>,
    /// How hands are settled where that differs from the usual way.
    #[serde(default)]
    pub settle: SettleRule,
    /// Hands of 21 that are paid more, if there are any.
    pub bonus: Option<BonusRule>,
    /// Several players on one box, if that is allowed.
    pub sharing: Option<SharingRule>,
    /// Side wagers by id.
    #[serde(default)]
    pub wagers: BTreeMap<String, Arc<SideWager>>,
    /// A house edge published for the base game.
    pub published: Option<Published>,
    /// What the casino chooses in its submission, apart from decks and paytables.
    #[serde(default)]
    pub options: Vec<Arc<Switch>>,
    /// What the text leaves open.
    #[serde(default)]
    pub readings: Vec<Arc<Switch>>,
}

/// Decks the game may be played with.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ShoeRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// Allowed numbers of decks; where any number is allowed, those that are compared with each other.
    pub decks: Vec<u16>,
    /// Whether the text sets no limit: any number is allowed that can be valued.
    #[serde(default)]
    pub any_number: bool,
    /// What the cards are dealt from.
    #[serde(default)]
    pub dealing: Dealing,
    /// Most decks that may be dealt from the hand, where the text allows that.
    pub most_decks_from_hand: Option<u16>,
    /// Ranks taken out of every deck of 52 cards, such as `["10"]`.
    #[serde(default, deserialize_with = "ranks")]
    pub without: Vec<Rank>,
}

impl ShoeRule {
    /// Whether a shoe of so many decks is allowed.
    pub fn allows(&self, decks: u16) -> bool {
        self.decks.contains(&decks) || (self.any_number && (1..=self.most_decks()).contains(&decks))
    }

    /// Most decks that can be valued.
    pub fn most_decks(&self) -> u16 {
        MOST_CARDS / self.deck_size().max(1)
    }

    /// Cards of one deck.
    pub fn deck_size(&self) -> u16 {
        52 - 4 * self.without.len() as u16
    }

    /// A full shoe of so many decks.
    pub fn composition(&self, decks: u16) -> Composition {
        let mut counts = *Composition::decks(decks).counts();
        for rank in &self.without {
            let count = &mut counts[rank.value().index()];
            *count = count.saturating_sub(4 * decks);
        }
        Composition::new(counts)
    }
}

/// A player's ace and ten-valued card as the first two cards of a hand.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NaturalRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// Payout, but for the cases below.
    pub pays: Odds,
    /// Payout against a dealer's 21 of three or more cards, where that is another one.
    #[serde(default)]
    pub pays_against_21: Option<Odds>,
    /// What a dealer's blackjack does to it.
    #[serde(default)]
    pub against_blackjack: AgainstBlackjack,
    /// What the dealer's push total does to it.
    #[serde(default)]
    pub against_push: AgainstPush,
    /// Even money, decided where insurance is.
    pub even_money: EvenMoney,
    /// Whether an ace and a ten on a hand of a split are one too.
    #[serde(default)]
    pub after_split: BlackjackAfterSplit,
}

/// Whether the first two cards of a hand of a split may be a blackjack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BlackjackAfterSplit {
    /// They are any other 21.
    #[default]
    No,
    /// An ace and a ten-valued card are a blackjack, whichever of the two was split, and are paid as one at once. A late
    /// dealer blackjack that takes one original wager of a round takes it of a split with such hands too.
    AcesAndTens,
}

/// What becomes of a player's blackjack against the dealer's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AgainstBlackjack {
    /// The wager is returned.
    #[default]
    Returned,
    /// It is paid like any blackjack.
    Paid,
}

/// What becomes of a player's blackjack against the dealer's push total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AgainstPush {
    /// It is paid.
    #[default]
    Paid,
    /// The wager is returned.
    Returned,
}

/// Whether a player with a blackjack may take a sure payout where insurance is offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EvenMoney {
    /// Not offered.
    None,
    /// Offered at these odds.
    Offered(Odds),
}

impl<'de> Deserialize<'de> for EvenMoney {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text == "none" {
            return Ok(Self::None);
        }
        let odds = text.parse().map_err(|error| D::Error::custom(format!("{error}, or none")))?;
        Ok(Self::Offered(odds))
    }
}

/// A wager beside the initial one, made once the up card is seen and before any other card. It wins and loses with the
/// hand.
///
/// It may be any part of the maximum; since values are convex in it, all or nothing is best.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AttackRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// What a dealer blackjack that ends the round before play does to it. (For one that comes to light later, see
    /// [`HoleCardRule::late_blackjack_takes`].)
    pub against_blackjack: WagerAgainstBlackjack,
    /// The wager that makes a second hand of a split.
    pub split_wager: SplitWager,
}

/// What a discovered dealer blackjack does to the attack wager.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WagerAgainstBlackjack {
    /// It is returned.
    Returned,
    /// It is lost.
    Lost,
}

/// The wager on the further hands of a split once an attack wager has been made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SplitWager {
    /// The initial wager and the attack wager again.
    InitialAndAttack,
    /// The initial wager alone; the attack wager stays on the first hand.
    Initial,
}

/// Two hands with equal wagers, whose second cards the player may switch.
///
/// An initial wager is then the sum of the two.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SwitchRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// When the player decides.
    pub when: SwitchWhen,
    /// Payout of an ace and ten made by the switch against a dealer's 17 to 20 and over the push total. It is a total of
    /// 21 in all else: it ties with 21 and loses to a blackjack.
    pub blackjack_pays: Odds,
    /// Whether the second cards may be switched where either hand was dealt as a blackjack.
    #[serde(default)]
    pub dealt_blackjack: DealtBlackjack,
}

/// What the switch may do to a hand that was dealt as a blackjack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DealtBlackjack {
    /// Its second card may be switched like any other.
    #[default]
    MaySwitch,
    /// It is settled as dealt, so that neither second card is switched.
    Stays,
}

/// When the switch is decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SwitchWhen {
    /// After a dealer blackjack that is looked for has been ruled out.
    AfterCheck,
    /// Before it is looked for.
    BeforeCheck,
}

/// When a player may take another card, whether by hitting or by doubling.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DrawRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// A hand may draw while its best total is below this.
    pub below: u8,
    /// The same for a hand with an ace counted as 11, where that differs.
    #[serde(default)]
    pub soft_below: Option<u8>,
}

impl DrawRule {
    /// Whether a hand of this best total may draw.
    pub fn allows(&self, total: u8, soft: bool) -> bool {
        total < self.soft_below.filter(|_| soft).unwrap_or(self.below)
    }
}

/// Doubling down for exactly one more card.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DoubleRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// Whether the hands of a split pair may be doubled.
    pub after_split: bool,
    /// On how many cards.
    #[serde(default)]
    pub cards: Cards,
    /// Lowest and highest hard total that may be doubled.
    #[serde(default = "any_total", deserialize_with = "exactly")]
    pub hard_totals: [u8; 2],
    /// Whether hands with an ace counted as 11 may be doubled.
    #[serde(default = "yes")]
    pub soft: bool,
    /// Lowest and highest hard total of two cards for which the house gives the double wager, if it does: it wins like
    /// the player's own and cannot lose.
    #[serde(default, deserialize_with = "optional_exactly")]
    pub free_hard_totals: Option<[u8; 2]>,
    /// How the card is dealt; a card face down is not seen before the hands are settled.
    #[serde(default)]
    pub card: DoubleCard,
    /// The most that a double adds, which is what it is taken to add.
    #[serde(default)]
    pub wager: DoubleWager,
}

/// The most that a double adds to a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DoubleWager {
    /// As much as is wagered on the hand.
    #[default]
    OfHand,
    /// As much as the initial and the attack wager together, also on a hand of a split that bears less.
    InitialAndAttack,
}

/// On how many cards an action is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Cards {
    /// On two cards only.
    #[default]
    Two,
    /// On two or more.
    Any,
}

/// How the card of a doubled hand is dealt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DoubleCard {
    /// Face up.
    #[default]
    Up,
    /// Face down.
    Down,
}

/// Every hard total that two cards below 21 can have.
fn any_total() -> [u8; 2] {
    [4, 20]
}

fn yes() -> bool {
    true
}

/// Splitting two cards of equal value.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SplitRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// Most hands one initial hand may become, 8 or fewer. The first hand is completed before the second receives a card.
    pub max_hands: u8,
    /// Whether aces may be split again.
    #[serde(default)]
    pub resplit_aces: bool,
    /// What split aces may do.
    pub aces: SplitAces,
    /// Values whose split wagers the house gives: such a wager wins like the player's own and cannot lose.
    #[serde(default, deserialize_with = "values")]
    pub free: Vec<Value>,
}

impl SplitRule {
    /// Most hands a pair of the value with this index may become.
    pub fn most_hands(&self, value: usize) -> u8 {
        if value == Value::ACE.index() && !self.resplit_aces { self.max_hands.min(2) } else { self.max_hands }
    }
}

/// What a hand that began with a split ace may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SplitAces {
    /// One card each, and no decision.
    OneCard,
    /// Played like any other hand.
    Played,
}

/// A signalled range of hole card values.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Range {
    /// Name, such as `small`: letters, digits, `-` and `_`. What the dealer has found or shown has names of its own, which no range can bear:
    /// `none`, `blackjack`, `no-blackjack`, and all that begin with `exposed`.
    pub name: String,
    /// Values in it.
    #[serde(deserialize_with = "values")]
    pub values: Vec<Value>,
}

impl Game {
    /// The surrender rule, if hands may be given up at all.
    pub fn surrenders(&self) -> Option<&SurrenderRule> {
        self.surrender.as_ref().filter(|rule| rule.when != SurrenderWhen::Never)
    }

    /// Whether the house gives wagers for doubles or for splits.
    pub fn gives_wagers(&self) -> bool {
        self.double.as_ref().is_some_and(|rule| rule.free_hard_totals.is_some())
            || self.split.as_ref().is_some_and(|rule| !rule.free.is_empty())
    }

    /// Whether the players may learn anything of the hole card before they act. Where they cannot, it makes no difference whether it is dealt before.
    pub fn tells_hole_card(&self) -> bool {
        let rule = &self.hole_card;
        !(rule.checked_under.is_empty() && rule.ranges.is_empty() && rule.exposed_if_both.is_empty())
    }

    /// What the dealer's second card is called.
    pub fn second_card(&self) -> &'static str {
        if self.tells_hole_card() { "hole card" } else { "dealer's second card" }
    }

    /// Whether payouts depend on suits.
    pub fn pays_by_suit(&self) -> bool {
        self.bonus
            .as_ref()
            .is_some_and(|bonus| bonus.hands.iter().any(|hand| hand.suited.is_some() || hand.spades.is_some()))
    }
}
