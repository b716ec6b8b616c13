//! The rules of a game, as its file states them, section by section with their clauses.

use std::collections::BTreeMap;
use std::sync::Arc;

use cards::{Composition, Rank, Value};
use serde::Deserialize;
use serde::de::{Deserializer, Error};

use crate::cut_card::CutCardRule;
use crate::dealing::Dealing;
use crate::insurance::InsuranceRule;
use crate::odds::Odds;
use crate::published::Published;
use crate::schema::JsonSchema;
use crate::sharing::SharingRule;
use crate::side_wager::SideWager;
use crate::switch::Switch;
use crate::text::{ranks, values};

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
    pub title: String,
    /// The regulation, such as `58 Pa. Code ch. 685a`; clauses are numbers within it.
    pub regulation: String,
    /// The game this is a variation of.
    pub variation_of: Option<String>,
    /// Cards and decks.
    pub shoe: ShoeRule,
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AgainstBlackjack {
    /// The wager is returned.
    #[default]
    Returned,
    /// It is paid like any blackjack.
    Paid,
}

/// What becomes of a player's blackjack against the dealer's push total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
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
    #[serde(default = "any_total")]
    pub hard_totals: [u8; 2],
    /// Whether hands with an ace counted as 11 may be doubled.
    #[serde(default = "yes")]
    pub soft: bool,
    /// Lowest and highest hard total of two cards for which the house gives the double wager, if it does: it wins like
    /// the player's own and cannot lose.
    #[serde(default)]
    pub free_hard_totals: Option<[u8; 2]>,
    /// How the card is dealt; a card face down is not seen before the hands are settled.
    #[serde(default)]
    pub card: DoubleCard,
}

/// On how many cards an action is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Cards {
    /// On two cards only.
    #[default]
    Two,
    /// On two or more.
    Any,
}

/// How the card of a doubled hand is dealt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
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

/// Giving up part of the wager instead of playing on. A hand may be given up while its total is below 21.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SurrenderRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// Whether it is allowed at all, and whether before or after a dealer blackjack is looked for.
    pub when: SurrenderWhen,
    /// Part of the wager that is lost, as odds (`1:2` for half).
    pub loses: Odds,
    /// On how many cards.
    #[serde(default)]
    pub cards: Cards,
    /// Whether the hands of a split pair may be given up.
    #[serde(default)]
    pub after_split: bool,
    /// Whether that holds for split aces that receive one card each.
    #[serde(default)]
    pub split_aces: bool,
    /// Whether doubled hands, split or not, may be given up once they have their card, where `after_double` names a price.
    #[serde(default = "yes")]
    pub doubled: bool,
    /// What giving up a doubled hand costs.
    #[serde(default)]
    pub after_double: SurrenderAfterDouble,
    /// What a dealer blackjack that comes to light after the hand was given up takes.
    #[serde(default)]
    pub into_blackjack: SurrenderIntoBlackjack,
}

impl SurrenderRule {
    /// Whether a doubled hand may be given up.
    pub fn takes_doubled(&self) -> bool {
        self.when != SurrenderWhen::Never && self.doubled && self.after_double != SurrenderAfterDouble::No
    }
}

/// When a hand may be given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SurrenderWhen {
    /// Never.
    Never,
    /// Once a dealer blackjack that is looked for has been ruled out (late surrender).
    Late,
    /// The first two cards before it is looked for; a dealer blackjack takes no more (early surrender).
    Early,
}

/// What giving up a doubled hand costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SurrenderAfterDouble {
    /// It is not allowed.
    #[default]
    No,
    /// The part of all the hand's wagers.
    PartOfAll,
    /// The part of the wagers before the double, which is returned.
    PartOfBet,
}

/// What a dealer blackjack takes of a hand that was given up before it came to light.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SurrenderIntoBlackjack {
    /// The hand's whole wager (a double wager is returned).
    #[default]
    Whole,
    /// The hand's whole wager, and its double wager where giving up the hand costs a part of that too.
    WholeAndDouble,
    /// What it takes of a hand that was played.
    AsPlayed,
    /// The whole wager of a hand that was not split, and of a hand of a split what it takes of one that was played.
    WholeUnlessSplit,
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

/// How the dealer completes a hand.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Soft17 {
    /// Stands on all 17s (S17).
    Stand,
    /// Hits soft 17 (H17).
    Hit,
}

/// What the players learn of the dealer's hole card before they act.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LateBlackjackTakes {
    /// Every wager, double and split wagers included.
    #[default]
    All,
    /// The one initial wager; attack, double and split wagers are returned, also of hands that busted.
    Original,
    /// The initial and the attack wager; double and split wagers are returned, also of hands that busted.
    OriginalAndAttack,
    /// The wagers of hands that busted before, and one initial wager if any hand is still live.
    BustedAndOriginal,
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

/// A dealer total over 21 that returns the players' wagers instead of losing to them.
///
/// Hands that are *paid* against it all the same: a total of 21 (see `twenty_one` and `twenty_one_after_split`) and two
/// original cards from `originals`. A busted hand is never paid. For a player's blackjack see
/// [`NaturalRule::against_push`].
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
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
    /// Whose the original cards are once they are split.
    #[serde(default)]
    pub originals_held_by: OriginalsHeldBy,
    /// Whether a total of 21 is paid at all.
    #[serde(default = "yes")]
    pub twenty_one: bool,
    /// Whether 21 on the hands of a split is paid.
    pub twenty_one_after_split: AfterSplit,
    /// What a doubled hand that is paid receives.
    pub doubled: DoubledAgainstPush,
    /// What becomes of a hand that busted before the dealer drew.
    pub bust: BustAgainstPush,
}

/// Whose the first two cards are that the push rule asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OriginalsHeldBy {
    /// A hand's: once they are split, no hand holds both.
    #[default]
    Hand,
    /// The player's: of a split of two such cards every hand is paid, unless it has drawn beyond its second card and
    /// [`PushRule::originals_after_draw`] is false.
    Player,
}

/// Which hands of a split are paid for 21 against the push total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DoubledAgainstPush {
    /// Bet and double wager are paid.
    Paid,
    /// The bet is paid, the double wager returned.
    BetOnly,
}

/// What becomes of a busted hand against the push total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BustAgainstPush {
    /// It has lost already.
    Lost,
    /// Its wager is returned.
    Returned,
}

/// How hands are settled where that differs from the usual way.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SettleRule {
    /// Clauses.
    #[serde(default)]
    pub clauses: Vec<String>,
    /// What equal totals do.
    #[serde(default)]
    pub ties: Ties,
    /// What a player's 21 does against a dealer's 21 that is no blackjack.
    #[serde(default)]
    pub twenty_one: TwentyOne,
    /// What becomes of a busted hand if the dealer busts too.
    #[serde(default)]
    pub busts: Busts,
}

/// What equal totals do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ties {
    /// The wager is returned.
    #[default]
    Returned,
    /// The wager is lost.
    Lost,
}

/// What a player's 21 does against a dealer's 21 that is no blackjack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TwentyOne {
    /// It ties.
    #[default]
    Ties,
    /// It is paid.
    Paid,
}

/// What becomes of a busted hand if the dealer busts too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Busts {
    /// It has lost.
    #[default]
    Lost,
    /// Its wager is returned.
    Returned,
    /// Its wager is returned if the two totals are equal, also where that is the push total.
    EqualReturned,
}

/// Totals of 21 that are paid more. The first of the list that fits is paid, whatever the dealer has short of a blackjack.
///
/// Suits are not seen by the strategies, so a payout that depends on them counts with its expectation.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BonusRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// Whether the hands of a split are paid them too. A doubled hand never is.
    pub after_split: bool,
    /// The hands.
    pub hands: Vec<BonusHand>,
    /// The cards that the shoe's cards are drawn from, by value and suit, where these are not whole decks. It follows from the
    /// analysis; the rules do not state it.
    #[serde(skip)]
    pub suits: Option<[[u16; 4]; Value::COUNT]>,
}

impl BonusRule {
    /// Cards by value and by suit, in the order of [`cards::Suit::ALL`], that the cards of a shoe are drawn from. Where they are not known they are
    /// those of the fewest full decks that hold the cards of the value: cards taken out of full decks that are of unknown suit leave the
    /// suits of the others as they were.
    pub fn suits_of(&self, shoe: &[u16; Value::COUNT]) -> [[u16; 4]; Value::COUNT] {
        self.suits.unwrap_or_else(|| shoe.map(|count| [count.div_ceil(4); 4]))
    }
}

/// A hand of 21 that is paid more: by its number of cards or by its values.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BonusHand {
    /// So many cards or more.
    #[serde(default)]
    pub cards: Option<u8>,
    /// These values.
    #[serde(default, deserialize_with = "values")]
    pub values: Vec<Value>,
    /// Payout.
    pub pays: Odds,
    /// Payout if all cards are of one suit, where that is more.
    #[serde(default)]
    pub suited: Option<Odds>,
    /// Payout if all cards are spades, where that is more.
    #[serde(default)]
    pub spades: Option<Odds>,
}

impl Game {
    /// The surrender rule, if hands may be given up at all.
    pub fn surrenders(&self) -> Option<&SurrenderRule> {
        self.surrender.as_ref().filter(|rule| rule.when != SurrenderWhen::Never)
    }

    /// Whether payouts depend on suits.
    pub fn pays_by_suit(&self) -> bool {
        self.bonus
            .as_ref()
            .is_some_and(|bonus| bonus.hands.iter().any(|hand| hand.suited.is_some() || hand.spades.is_some()))
    }
}
