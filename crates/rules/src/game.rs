use std::collections::BTreeMap;
use std::fmt;

use cards::Value;
use serde::Deserialize;
use serde::de::{Deserializer, Error, Visitor};

use crate::odds::{Odds, Percent};
use crate::switch::Switch;

/// A game file: the rules that affect play, each section with the clauses it comes from, and the
/// switches (options and readings) that change them.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Game {
    /// Version of the game file's grammar; 1.
    pub format: u32,
    /// Game id; the file's name without `.toml`.
    pub id: String,
    /// The game's name in the regulation.
    pub title: String,
    /// The regulation, such as `58 Pa. Code ch. 685a`; clauses are numbers within it.
    pub regulation: String,
    /// The game this is a variation of.
    pub variation_of: Option<String>,
    /// Cards and decks.
    pub shoe: ShoeRule,
    /// The player's blackjack.
    pub natural: NaturalRule,
    /// The insurance wager, if there is one.
    pub insurance: Option<InsuranceRule>,
    /// When the player may draw.
    pub draw: DrawRule,
    /// Doubling down, if allowed.
    pub double: Option<DoubleRule>,
    /// Splitting pairs, if allowed.
    pub split: Option<SplitRule>,
    /// Surrendering the first two cards, if allowed.
    pub surrender: Option<SurrenderRule>,
    /// How the dealer draws.
    pub dealer: DealerRule,
    /// What the table learns of the hole card, and when.
    pub hole_card: HoleCardRule,
    /// The dealer total above 21 that returns wagers, if there is one.
    pub push: Option<PushRule>,
    /// Side wagers by id.
    #[serde(default)]
    pub wagers: BTreeMap<String, MatchWager>,
    /// A house edge published for the base game.
    pub published: Option<Published>,
    /// What the casino chooses in its submission, apart from decks and paytables.
    #[serde(default)]
    pub options: Vec<Switch>,
    /// What the text leaves open.
    #[serde(default)]
    pub readings: Vec<Switch>,
}

/// Decks the game may be played with. A deck is 52 cards.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ShoeRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// Allowed numbers of decks.
    pub decks: Vec<u16>,
}

/// A player's ace and ten-valued card as the first two cards of an unsplit hand.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NaturalRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// Payout unless the dealer has a blackjack too, which returns the wager.
    pub pays: Odds,
    /// Even money, decided where insurance is.
    pub even_money: EvenMoney,
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

/// The insurance wager: wins if the hole card is ten-valued.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct InsuranceRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// Up card it is offered on.
    #[serde(deserialize_with = "value")]
    pub offered_on: Value,
    /// Hole card it wins on.
    #[serde(deserialize_with = "value")]
    pub wins_on: Value,
    /// Payout.
    pub pays: Odds,
    /// Largest insurance wager per unit of initial wager, as odds (`1:2` for half).
    pub maximum: Odds,
}

/// When a player may take another card, whether by hitting or by doubling.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DrawRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// A hand may draw while its best total is below this.
    pub below: u8,
}

/// Doubling down on the first two cards for exactly one more.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DoubleRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// Whether the hands of a split pair may be doubled.
    pub after_split: bool,
    /// Lowest and highest hard total that may be doubled.
    #[serde(default = "any_total")]
    pub hard_totals: [u8; 2],
    /// Whether hands with an ace counted as 11 may be doubled.
    #[serde(default = "yes")]
    pub soft: bool,
}

/// Every hard total that two cards below 21 can have.
fn any_total() -> [u8; 2] {
    [4, 20]
}

fn yes() -> bool {
    true
}

/// Giving up part of the wager instead of playing, on the first two cards of an unsplit hand, once a dealer blackjack that
/// is looked for has been ruled out (late surrender).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SurrenderRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// Whether it is allowed at all.
    pub allowed: bool,
    /// Part of the wager that is lost, as odds (`1:2` for half).
    pub loses: Odds,
}

/// Splitting two cards of equal value.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SplitRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// Most hands one initial hand may become. The first hand is completed before the second receives a card.
    pub max_hands: u8,
    /// Whether aces may be split again.
    #[serde(default)]
    pub resplit_aces: bool,
    /// What split aces may do.
    pub aces: SplitAces,
}

impl SplitRule {
    /// Most hands a pair of the value with this index may become.
    pub fn most_hands(&self, value: usize) -> u8 {
        if value == Value::ACE.index() && !self.resplit_aces { self.max_hands.min(2) } else { self.max_hands }
    }
}

/// What a hand that began with a split ace may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SplitAces {
    /// One card each, and no decision.
    OneCard,
    /// Played like any other hand.
    Played,
}

/// How the dealer completes a hand.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DealerRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// Whether a soft 17 stands. Hard 17 and above always do.
    pub soft_17: Soft17,
    /// An ace counts 11 unless that would put the dealer above this: 21, or 22 where the text says so.
    pub ace_limit: u8,
}

/// What the dealer does with a soft 17.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Soft17 {
    /// Stands on all 17s (S17).
    Stand,
    /// Hits soft 17 (H17).
    Hit,
}

/// What the players learn of the dealer's hole card before they act.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct HoleCardRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// Up cards under which a dealer blackjack is discovered, and ends the round, before any player acts.
    #[serde(deserialize_with = "values")]
    pub checked_under: Vec<Value>,
    /// Value ranges the table signals; empty if it signals none. They cover every value exactly once.
    #[serde(default)]
    pub ranges: Vec<Range>,
    /// What a dealer blackjack takes that no check discovered before the players acted.
    #[serde(default)]
    pub late_blackjack_takes: LateBlackjackTakes,
    /// Values such that an up card and a hole card both among them put the hole card face up.
    #[serde(default, deserialize_with = "values")]
    pub exposed_if_both: Vec<Value>,
}

/// What a dealer blackjack takes that comes to light after the players acted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LateBlackjackTakes {
    /// Every wager, double and split wagers included.
    #[default]
    All,
    /// One original bet; double and split wagers are returned, also of hands that busted.
    Original,
}

/// A signalled range of hole card values.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Range {
    /// Name, such as `small`.
    pub name: String,
    /// Values in it.
    #[serde(deserialize_with = "values")]
    pub values: Vec<Value>,
}

/// A dealer total over 21 that returns the players' wagers instead of losing to them.
///
/// Hands that are *paid* against it all the same: a total of 21 (see `twenty_one_after_split`) and two
/// original cards from `originals`. A busted hand is never paid.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PushRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// The total, 22.
    pub total: u8,
    /// Values of which two original cards are paid.
    #[serde(deserialize_with = "values")]
    pub originals: Vec<Value>,
    /// Whether two such cards formed after a split count as original.
    pub originals_after_split: bool,
    /// Whether two such cards still count after the hand has drawn (by a hit or a double).
    pub originals_after_draw: bool,
    /// Whether 21 on the hands of a split is paid.
    pub twenty_one_after_split: AfterSplit,
    /// What a doubled hand that is paid receives.
    pub doubled: DoubledAgainstPush,
    /// What becomes of a hand that busted before the dealer drew.
    pub bust: BustAgainstPush,
}

/// Which hands of a split are paid for 21 against the push total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AfterSplit {
    /// All of them.
    Paid,
    /// Only the hand that is played first.
    FirstHandOnly,
    /// None: only an unsplit hand's 21.
    Returned,
}

/// What a doubled hand that is paid against the push total receives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DoubledAgainstPush {
    /// Bet and double wager are paid.
    Paid,
    /// The bet is paid, the double wager returned.
    BetOnly,
}

/// What becomes of a busted hand against the push total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BustAgainstPush {
    /// It has lost already.
    Lost,
    /// Its wager is returned.
    Returned,
}

/// A side wager that the player's first two cards match the dealer's up card in rank.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MatchWager {
    /// Clauses.
    pub clauses: Vec<String>,
    /// Name in the regulation.
    pub title: String,
    /// Whether two matching cards are both paid.
    pub match_pays: MatchPays,
    /// A hold published for the wager, low and high.
    pub published: Option<Published>,
    /// Paytables the text offers.
    pub paytables: Vec<Paytable>,
}

/// What two matching cards are paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MatchPays {
    /// Each match.
    Each,
    /// The higher one only.
    Best,
}

/// Payouts of a matching wager and the decks they go with.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Paytable {
    /// Name, such as `11/4`.
    pub name: String,
    /// Numbers of decks it may be used with.
    pub decks: Vec<u16>,
    /// Same rank and suit as the up card.
    pub suited: Odds,
    /// Same rank, another suit.
    pub unsuited: Odds,
}

/// A published house edge, as an interval.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Published {
    /// Lower end.
    pub low: Percent,
    /// Upper end.
    pub high: Percent,
    /// Where it is published.
    pub source: String,
}

/// A card value by its name.
struct ValueName(Value);

impl<'de> Deserialize<'de> for ValueName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name;

        // An error made while the text is visited points at the text; one made afterwards, at the list around it.
        impl Visitor<'_> for Name {
            type Value = ValueName;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a card value in quotation marks")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<ValueName, E> {
                text.parse().map(ValueName).map_err(E::custom)
            }
        }

        deserializer.deserialize_str(Name)
    }
}

fn value<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
    ValueName::deserialize(deserializer).map(|name| name.0)
}

fn values<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Value>, D::Error> {
    Ok(Vec::<ValueName>::deserialize(deserializer)?.into_iter().map(|name| name.0).collect())
}
