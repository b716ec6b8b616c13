//! A zero-memory strategy as a table that leaves no decision open.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use cards::{Composition, Value};
use rules::SwitchWhen;

use crate::arithmetic::error::SolveError;
use crate::compiled::action::Action;
use crate::compiled::decisions::Allowed;
use crate::compiled::hands::{Hand, HandId};
use crate::compiled::settlement::{Doubling, Settlement};
use crate::compiled::strategy::Class;
use crate::dealer::cache::DealerCache;
use crate::engine::solver::Solver;
use crate::hand::signal_case::{SignalCase, pair_hand};
use crate::parallel;
use crate::zero_memory::CasePlay;
use crate::zero_memory::switch::decisions::switched;
use crate::zero_memory::switch::{self, SwitchedDeal};

/// Every decision of a zero-memory strategy.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayTable {
    /// The strategy class.
    pub strategy: Class,
    /// By up card, ace first; up cards that the shoe does not hold are left out.
    pub ups: Vec<UpPlay>,
}

/// The decisions under one up card.
#[derive(Debug, Clone, PartialEq)]
pub struct UpPlay {
    /// The up card.
    pub up: Value,
    /// Whether the attack wager is made; `None` in a game without one.
    pub attack: Option<bool>,
    /// Whether a blackjack takes even money; `None` where it is not offered.
    pub even_money: Option<bool>,
    /// Two cards that are given up before any signal; `None` where the rules do not allow it.
    pub early: Option<BTreeMap<Composition, bool>>,
    /// Deals that are switched before a dealer blackjack is looked for; empty where the switch waits for that.
    pub switched_before_check: Vec<SwitchedDeal>,
    /// By signal. A discovered blackjack, which leaves nothing to decide, is left out.
    pub signals: Vec<SignalPlay>,
}

/// The decisions under one up card and signal.
#[derive(Debug, Clone, PartialEq)]
pub struct SignalPlay {
    /// The signal, as in [`rules::HoleCase::signal`].
    pub signal: String,
    /// Whether a pair of each value is split where it may be; `None` where the shoe deals no such pair or nothing is split.
    pub split: [Option<bool>; Value::COUNT],
    /// Deals that are switched once a dealer blackjack has been ruled out; empty where the switch comes before.
    pub switched: Vec<SwitchedDeal>,
    hands: Arc<HandList>,
    /// By hand of the list.
    acts: Vec<ActsOfHand>,
    doubled: [BTreeMap<HandKey, bool>; 2],
}

/// What a hand in play may do besides standing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MayDo {
    /// Take a card.
    pub hit: bool,
    /// Double, which only a hand that may hit can.
    pub double: bool,
    /// Be given up.
    pub surrender: bool,
}

/// What is done with a hand that may do this.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayedHand {
    /// The hand's cards.
    pub hand: Composition,
    /// Whether it holds original cards that later draws did not change.
    pub originals: bool,
    /// What it may do.
    pub may: MayDo,
    /// What is done; never a split.
    pub act: Action,
}

/// The acts on one hand, by hit, double and surrender as bits 0, 1 and 2.
type ActsOfHand = [Action; 8];

/// A hand's cards, and whether it holds original cards that later draws did not change.
type HandKey = (Composition, bool);

/// The hands that may be held against an up card. All its signals share one list.
#[derive(Debug, PartialEq)]
struct HandList {
    /// In increasing order.
    keys: Vec<HandKey>,
    /// What the rules let each hand do in some place.
    most: Vec<MayDo>,
    /// By number of cards, then with more of the smaller cards first; of the same cards, those without originals first.
    by_size: Vec<usize>,
}

impl HandList {
    /// Hands by their keys in increasing order.
    fn new(hands: impl Iterator<Item = (HandKey, MayDo)>) -> Self {
        let (keys, most): (Vec<HandKey>, Vec<MayDo>) = hands.unzip();
        let mut by_size: Vec<usize> = (0..keys.len()).collect();
        by_size.sort_by_cached_key(|&at| rank(&keys[at]));
        Self { keys, most, by_size }
    }

    fn position(&self, hand: &Composition, originals: bool) -> Option<usize> {
        let at = |originals| self.keys.binary_search(&(*hand, originals)).ok();
        at(originals).or_else(|| at(false))
    }
}

/// A number that is less for fewer cards, then for more of the smallest value in which two hands differ, then for no originals. A hand has at most 21 cards.
fn rank(&(cards, originals): &HandKey) -> u64 {
    let counts = cards.counts().iter();
    let rank = counts.fold(u64::from(cards.total()), |rank, &count| rank << 5 | u64::from(31 - count.min(31)));
    rank << 1 | u64::from(originals)
}

impl PlayTable {
    /// The decisions under an up card and signal.
    pub fn signal(&self, up: Value, signal: &str) -> Option<&SignalPlay> {
        let up = self.ups.iter().find(|one| one.up == up)?;
        up.signals.iter().find(|one| one.signal == signal)
    }
}

impl SignalPlay {
    /// Whether every decision but those on switches is the same.
    pub fn decides_as(&self, other: &Self) -> bool {
        self.signal == other.signal
            && self.split == other.split
            && (Arc::ptr_eq(&self.hands, &other.hands) || self.hands == other.hands)
            && self.acts == other.acts
            && self.doubled == other.doubled
    }

    /// The act on a hand of two or more cards that may do this, whether it was split or not and apart from splitting it.
    ///
    /// `originals` says whether the first two cards are both of the push rule's originals; it matters only where the rules let
    /// such a hand draw and still count. `None` for a hand that cannot be dealt, and for what the rules let it do in no place.
    pub fn act(&self, hand: &Composition, originals: bool, may: MayDo) -> Option<Action> {
        let at = self.hands.position(hand, originals)?;
        self.hands.most[at].includes(may).then_some(self.acts[at][may.index()])
    }

    /// The act on every hand of [`SignalPlay::hands`] for each set of things that the rules let it do in some place.
    pub fn acts(&self) -> impl Iterator<Item = PlayedHand> {
        self.hands().zip(&self.acts).flat_map(|((&hand, originals, most), acts)| {
            let sets = MayDo::all().filter(move |&may| most.includes(may));
            sets.map(move |may| PlayedHand { hand, originals, may, act: acts[may.index()] })
        })
    }

    /// The acts on every hand of [`SignalPlay::hands`] for those of these sets of things that the rules let it do in some place, in the order of the
    /// sets. Hands come by number of cards, then with more of the smaller cards first; of the same cards, those without originals first.
    pub fn acts_by_size(&self, sets: &[MayDo]) -> Vec<Action> {
        let of_hand = |&at: &usize| {
            let may = sets.iter().filter(move |may| self.hands.most[at].includes(**may));
            may.map(move |may| self.acts[at][may.index()])
        };
        self.hands.by_size.iter().flat_map(of_hand).collect()
    }

    /// Whether a doubled hand is given up once it has its card; `free` if the house gave the double wager. `None` for a hand
    /// that no doubling leads to or that the rules do not let go.
    pub fn gives_up_doubled(&self, hand: &Composition, originals: bool, free: bool) -> Option<bool> {
        let doubled = &self.doubled[usize::from(free)];
        doubled.get(&(*hand, originals)).or_else(|| doubled.get(&(*hand, false))).copied()
    }

    /// All hands of two or more cards that have a decision or end without one: cards, whether they hold original cards that
    /// later draws did not change, and what the rules let the hand do at most.
    pub fn hands(&self) -> impl Iterator<Item = (&Composition, bool, MayDo)> {
        self.hands.keys.iter().zip(&self.hands.most).map(|((cards, originals), &most)| (cards, *originals, most))
    }

    /// All doubled hands that may be given up once they have their card.
    pub fn doubled_hands(&self, free: bool) -> impl Iterator<Item = (&Composition, bool)> {
        self.doubled[usize::from(free)].keys().map(|(cards, originals)| (cards, *originals))
    }
}

impl MayDo {
    /// In the order of their indices.
    fn all() -> impl Iterator<Item = Self> {
        (0..8).map(|bits| Self { hit: bits & 1 != 0, double: bits & 2 != 0, surrender: bits & 4 != 0 })
    }

    /// Whether a hand that may do all of this may be let do the other at most.
    fn includes(self, other: Self) -> bool {
        (!other.hit || self.hit)
            && (!other.double || (other.hit && self.double))
            && (!other.surrender || self.surrender)
    }

    fn index(self) -> usize {
        usize::from(self.hit) | usize::from(self.double) << 1 | usize::from(self.surrender) << 2
    }
}

/// What every switch under one up card gains, where the player is told as much of the hole card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SwitchGains {
    /// The up card.
    pub up: Value,
    /// The signal after which is switched; `None` where it is decided before.
    pub signal: Option<String>,
    /// By deal that is switched, what that gains over keeping the hands as dealt: given the deal, the up card and the signal, in millionths of both wagers, rounded half
    /// away from zero.
    pub gains: BTreeMap<SwitchedDeal, i64>,
}

impl Solver {
    /// What every switch of a zero-memory strategy gains; empty in a game without two hands to switch. Seconds.
    ///
    /// # Errors
    /// As [`Solver::play_table`].
    pub fn switch_gains(&self, strategy: Class) -> Result<Vec<SwitchGains>, SolveError> {
        let Some(rule) = &self.game().switch else { return Ok(Vec::new()) };
        if strategy == Class::Perfect {
            return Err(SolveError::PerfectUnsolved("a table of hands".to_owned()));
        }
        let per_up = parallel::try_map(self.ups(), |up| {
            let cases = self.cases(up, self.settlement(up, strategy)?);
            let mut gains = switch::gains::gains(self.game(), &cases, &self.plays(&cases, strategy)?)?;
            let value = up.dealer.up();
            let of = |signal: Option<String>, gains: Option<BTreeMap<SwitchedDeal, i64>>| SwitchGains {
                up: value,
                signal,
                gains: gains.unwrap_or_default(),
            };
            Ok(match rule.when {
                SwitchWhen::BeforeCheck => vec![of(None, gains.remove(&0))],
                SwitchWhen::AfterCheck => cases
                    .iter()
                    .filter(|case| case.is_played())
                    .map(|case| of(Some(up.dealer.cases()[case.case].signal.clone()), gains.remove(&case.case)))
                    .collect(),
            })
        })?;
        Ok(per_up.into_iter().flatten().collect())
    }

    /// Every decision of a zero-memory strategy, for programs that play it.
    ///
    /// # Errors
    /// [`SolveError::PerfectUnsolved`] for perfect play, which looks at every card of the round; else as [`Solver::solve`].
    pub fn play_table(&self, strategy: Class) -> Result<PlayTable, SolveError> {
        if strategy == Class::Perfect {
            return Err(SolveError::PerfectUnsolved("a table of hands".to_owned()));
        }
        let ups = parallel::try_map(self.ups(), |up| self.up_play(up, strategy))?;
        Ok(PlayTable { strategy, ups })
    }

    fn up_play(&self, up: &DealerCache, strategy: Class) -> Result<UpPlay, SolveError> {
        let settlement = self.settlement(up, strategy)?;
        let cases = self.cases(up, settlement);
        let plays = self.known_plays(&cases, strategy)?;
        let decisions = self.known_switches(&cases, &plays, strategy)?;
        let switched = switched(self.game(), &cases, &decisions);
        let mut stated = self.up_play_without_switches(up, settlement, &cases, &plays);
        stated.switched_before_check = switched.before_check;
        let by_case = cases.iter().zip(switched.by_case).filter(|(case, _)| case.is_played());
        stated.signals.iter_mut().zip(by_case).for_each(|(signal, (_, switched))| signal.switched = switched);
        Ok(stated)
    }

    /// The decisions under an up card, but for which deals are switched.
    pub(super) fn up_play_without_switches(
        &self,
        up: &DealerCache,
        settlement: &Settlement,
        cases: &[SignalCase<'_>],
        plays: &[CasePlay],
    ) -> UpPlay {
        let value = up.dealer.up();
        let offered = self.game().insurance.as_ref().is_some_and(|insurance| insurance.offered_on == value);
        let even_money = settlement.even_money().filter(|_| offered);
        let two_cards = || self.hands().of_two_cards().filter(|(_, hand)| up.is_feasible(hand.cards));
        let early = cases.first().zip(plays.first()).filter(|(case, _)| case.options.early);
        let (ids, hands) = self.hands_against(up);
        let signals = cases.iter().zip(plays).filter(|(case, _)| case.is_played());
        UpPlay {
            up: value,
            attack: self.game().attack.is_some().then(|| settlement.attacked()),
            even_money: even_money.map(|row| self.natural_row(up, settlement) == row),
            early: early.map(|(_, play)| {
                let given_up = two_cards().filter(|(_, hand)| hand.surrenders);
                given_up.map(|(id, hand)| (hand.cards.into(), play.play.early[id as usize])).collect()
            }),
            switched_before_check: Vec::new(),
            signals: signals.map(|(case, play)| self.signal_play(case, play, &ids, &hands)).collect(),
        }
    }

    /// The hands that may be held against an up card, in the order of the list.
    fn hands_against(&self, up: &DealerCache) -> (Vec<HandId>, Arc<HandList>) {
        let listed = self.hands().iter().filter(|(_, hand)| is_listed(up, hand));
        let mut by_key: Vec<(HandKey, HandId)> = listed.map(|(id, hand)| (key(hand), id)).collect();
        // Of hands with one key the last stands for all.
        by_key.sort_unstable_by_key(|&(key, id)| (key, Reverse(id)));
        by_key.dedup_by_key(|&mut (key, _)| key);
        let most = |id: HandId| {
            let hand = self.hands().get(id);
            MayDo { hit: hand.may_draw, double: hand.doubles, surrender: hand.surrenders }
        };
        let list = HandList::new(by_key.iter().map(|&(key, id)| (key, most(id))));
        (by_key.into_iter().map(|(_, id)| id).collect(), Arc::new(list))
    }

    fn signal_play(&self, case: &SignalCase<'_>, play: &CasePlay, ids: &[HandId], hands: &Arc<HandList>) -> SignalPlay {
        let acts = |&id: &HandId| {
            std::array::from_fn(|bits| {
                let allowed = Allowed { draw: bits & 1 != 0, double: bits & 2 != 0, surrender: bits & 4 != 0 };
                play.play.of(id, allowed).into()
            })
        };
        let mut doubled = [BTreeMap::new(), BTreeMap::new()];
        let doubles = self.hands().iter().filter(|(_, hand)| case.options.may_give_up_doubled && hand.doubles);
        for (_, hand) in doubles.filter(|(_, hand)| is_listed(case.up, hand)) {
            let doubling = Doubling::of(hand);
            for next in hand.grown() {
                let drawn = self.hands().get(next);
                if drawn.may_be_given_up() && is_listed(case.up, drawn) {
                    let given_up = play.play.gives_up_doubled(next, drawn, doubling, &case.options);
                    doubled[usize::from(hand.free_double)].insert(key(drawn), given_up);
                }
            }
        }
        let pairs = |value: usize| {
            let pair = self.game().split.as_ref().and_then(|_| pair_hand(self.hands(), value))?;
            case.up.is_feasible(self.hands().get(pair).cards).then_some(play.split[value])
        };
        SignalPlay {
            signal: case.up.dealer.cases()[case.case].signal.clone(),
            split: std::array::from_fn(pairs),
            switched: Vec::new(),
            hands: Arc::clone(hands),
            acts: ids.iter().map(acts).collect(),
            doubled,
        }
    }
}

/// Whether a hand of two or more cards can be held against an up card without being over.
fn is_listed(up: &DealerCache, hand: &Hand) -> bool {
    hand.size >= 2 && !hand.is_bust() && up.is_feasible(hand.cards)
}

fn key(hand: &Hand) -> HandKey {
    (Composition::from(hand.cards), hand.size > 2 && hand.original)
}
