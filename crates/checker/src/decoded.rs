//! The certified strategy as typed decisions, for whoever shows it or plays it.
//!
//! Reading a table here is reading it as the checker does: a table that the rules do not ask for is refused.

use std::collections::BTreeMap;
use std::sync::Arc;

use cards::{Composition, Value};
use certificate::StatedClass;
use rules::{Game, SplitAces, Submission, SurrenderRule, SurrenderWhen, SwitchWhen};

use crate::hand_place::Doubled;
use crate::hands::{Counts, Hand, NATURAL_VALUES};
use crate::parallel;
use crate::refusal::Refusal;
use crate::strategy::{Act, Permitted, Row};
use crate::switches::Deal;
use crate::up_card_play::{UpCardPlay, stated_plays};

/// What is done with a hand, splitting apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DecodedAct {
    /// Take no more cards.
    Stand,
    /// Take a card.
    Hit,
    /// Double.
    Double,
    /// Give up part of the wager.
    Surrender,
}

/// What is done with a hand for each set of things that it may be permitted in some place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecodedActs([Option<DecodedAct>; 8]);

impl DecodedActs {
    fn new(acts: impl Iterator<Item = (Permitted, DecodedAct)>) -> Self {
        let mut all = [None; 8];
        acts.for_each(|(permitted, act)| all[permitted.index()] = Some(act));
        Self(all)
    }

    /// What is done where this is permitted; `None` if that is so in no place.
    pub fn get(&self, permitted: Permitted) -> Option<DecodedAct> {
        self.0[permitted.index()]
    }

    /// Each set with what is done.
    pub fn iter(&self) -> impl Iterator<Item = (Permitted, DecodedAct)> + use<> {
        Permitted::all().zip(self.0).filter_map(|(permitted, act)| Some((permitted, act?)))
    }
}

/// A hand of two or more cards that is not over 21, and every decision on it but the split.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecodedHand {
    /// Its cards.
    pub cards: Composition,
    /// Whether its first two cards are both of the push rule's originals; of three or more only where the rules let them count
    /// still.
    pub originals: bool,
    /// Number of cards.
    pub size: usize,
    /// Best total.
    pub total: u8,
    /// Whether an ace counts 11 in it.
    pub soft: bool,
    /// Whether it is an ace and a ten as the first two cards.
    pub is_ace_and_ten: bool,
    /// Whether the rules let a hand of this total draw.
    pub draws: bool,
    /// What it may do while it is not split and the signal is known.
    pub unsplit: Permitted,
    /// What a pair may do where it may not be split again, played on like any other hand.
    pub not_split: Permitted,
    /// Whether it is given up before any signal.
    pub early: bool,
    /// The act for everything that it may be permitted in some place.
    pub acts: DecodedActs,
    /// Whether the hand is given up once a double on the player's own wager has brought it about; `None` where that is no decision.
    pub given_up_doubled: Option<bool>,
    /// The same of a double that the house gave.
    pub given_up_doubled_free: Option<bool>,
    /// Whether its own double is given by the house.
    pub doubles_free: bool,
    /// Positions of the hands that one more card makes, but for busts. The signals of an up card share them.
    pub next: Arc<[usize]>,
}

impl DecodedHand {
    /// The act where this is permitted.
    pub fn act(&self, permitted: Permitted) -> DecodedAct {
        self.acts.get(permitted).unwrap_or(DecodedAct::Stand)
    }

    /// The value of a pair.
    pub fn pair(&self) -> Option<Value> {
        (self.size == 2).then(|| Value::all().find(|&value| self.cards.count(value) == 2)).flatten()
    }
}

/// Both cards of the first hand, then both of the second, each hand in the order dealt.
pub type DecodedDeal = [Value; 4];

/// The decisions under one up card and signal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecodedSignal {
    /// The signal.
    pub signal: String,
    /// Pairs that are split wherever they may be.
    pub split: [bool; Value::COUNT],
    /// Every hand, by number of cards.
    pub hands: Vec<DecodedHand>,
    /// Deals switched once the signal is known, in both orders of the hands.
    pub switched: Vec<DecodedDeal>,
    /// What each of them gains, as it is stated; empty where it is not.
    pub gains: BTreeMap<DecodedDeal, String>,
}

/// The decisions under one up card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecodedUp {
    /// The up card.
    pub up: Value,
    /// Whether the attack wager is made.
    pub attack: bool,
    /// Whether a blackjack takes even money where it is offered.
    pub even_money: bool,
    /// Deals switched before any signal, in both orders of the hands.
    pub switched: Vec<DecodedDeal>,
    /// What each of them gains, as it is stated; empty where it is not.
    pub gains: BTreeMap<DecodedDeal, String>,
    /// By signal under which the player acts.
    pub signals: Vec<DecodedSignal>,
}

/// Reads a class's strategy.
///
/// # Errors
/// [`Refusal`] for a table that the rules do not ask for.
pub fn decode(submission: &Submission, class: &StatedClass) -> Result<Vec<DecodedUp>, Refusal> {
    let when = submission.game.switch.as_ref().map(|rule| rule.when);
    let plays = stated_plays(submission, class)?;
    parallel::each(&plays, parallel::threads(), |&(up, stated)| {
        let table = UpCardPlay::new(submission, class, up, stated)?;
        let next: Vec<Arc<[usize]>> =
            table.hands.list.iter().map(|hand| hand.next.into_iter().flatten().collect()).collect();
        let played = table.cases().iter().zip(&table.plays).filter(|(case, _)| !case.ends_round);
        let signals = played.enumerate().map(|(position, (case, row))| {
            let deals = match when {
                Some(SwitchWhen::AfterCheck) => table.switches.after(position, table.left()),
                _ => Vec::new(),
            };
            DecodedSignal {
                signal: case.signal.clone(),
                split: row.split,
                hands: hands(submission, &table, row, &next),
                gains: gains(class, up, Some(&case.signal), &deals),
                switched: both_orders(&deals),
            }
        });
        let before = table.switches.before(table.left());
        Ok(DecodedUp {
            up,
            attack: table.attacked,
            even_money: stated.even_money == Some(true),
            signals: signals.collect(),
            gains: gains(class, up, None, &before),
            switched: both_orders(&before),
        })
    })
}

/// The gains that are stated of these deals, in both orders of the hands.
fn gains(class: &StatedClass, up: Value, signal: Option<&String>, deals: &[Deal]) -> BTreeMap<DecodedDeal, String> {
    let up = up.to_string();
    let stated = class.switch_gains.iter().flatten().find(|one| one.up == up && one.signal.as_ref() == signal);
    let stated = stated.into_iter().flat_map(|one| one.gains.split(' '));
    let of = deals.iter().zip(stated).flat_map(|(deal, gain)| orders(deal).map(|deal| (deal, gain.to_owned())));
    of.collect()
}

/// A deal and its mirror image.
fn orders(&[a, b, c, d]: &Deal) -> [DecodedDeal; 2] {
    let value = |index: usize| Value::from_index(index).unwrap_or(Value::ACE);
    [[a, b, c, d], [c, d, a, b]].map(|deal| deal.map(value))
}

/// Deals and their mirror images, each once.
fn both_orders(deals: &[Deal]) -> Vec<DecodedDeal> {
    let mut all: Vec<DecodedDeal> = deals.iter().flat_map(orders).collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn hands(submission: &Submission, table: &UpCardPlay<'_>, row: &Row, next: &[Arc<[usize]>]) -> Vec<DecodedHand> {
    let list = table.hands.list.iter().enumerate();
    list.map(|(id, hand)| decoded(&submission.game, table, row, (id, hand, &next[id]))).collect()
}

fn decoded(
    game: &Game,
    table: &UpCardPlay<'_>,
    row: &Row,
    (id, hand, next): (usize, &Hand, &Arc<[usize]>),
) -> DecodedHand {
    let surrender = game.surrender.as_ref();
    let early = surrender.is_some_and(|rule| rule.when == SurrenderWhen::Early);
    let one_card = hand.pair() == Some(NATURAL_VALUES[0])
        && game.split.as_ref().is_some_and(|split| split.aces == SplitAces::OneCard);
    let after_split = |rule: &SurrenderRule| rule.after_split && (rule.split_aces || !one_card);
    let acts = std::iter::once(Permitted { hit: false, double: false, surrender: false }).chain(Permitted::of(hand));
    DecodedHand {
        cards: composition(&hand.cards),
        originals: hand.originals,
        size: hand.size,
        total: hand.total,
        soft: hand.soft,
        is_ace_and_ten: hand.is_ace_and_ten(),
        draws: hand.hits,
        unsplit: Permitted {
            hit: hand.hits,
            double: hand.doubles,
            surrender: hand.surrenders && !(early && hand.size == 2),
        },
        not_split: Permitted {
            hit: hand.hits,
            double: hand.hits && hand.doubles && game.double.as_ref().is_some_and(|rule| rule.after_split),
            surrender: hand.surrenders && surrender.is_some_and(after_split),
        },
        early: table.early[id],
        acts: DecodedActs::new(acts.map(|may| (may, act(row.act(id, may))))),
        given_up_doubled: row.given_up_doubled(Doubled::Own, id),
        given_up_doubled_free: row.given_up_doubled(Doubled::Free, id),
        doubles_free: hand.doubles_free,
        next: Arc::clone(next),
    }
}

fn composition(cards: &Counts) -> Composition {
    Composition::new(*cards)
}

fn act(act: Act) -> DecodedAct {
    match act {
        Act::Stand => DecodedAct::Stand,
        Act::Hit => DecodedAct::Hit,
        Act::Double => DecodedAct::Double,
        Act::Surrender => DecodedAct::Surrender,
    }
}
