//! A follower on the box: a player whose wager stands on the same cards while another calls the decisions.
//!
//! The round is dealt for the caller, and nothing of it changes by the follower. Once it is over, his wagers are carried through
//! the same hands, split by split, and settled as hands of his own.

use std::collections::HashMap;

use cards::{Card, Composition, Value};
use num_rational::Ratio;
use rules::{AttackOfOneHand, DoubleWager, SplitWager};

use crate::compiled::Table;
use crate::dealt::Given;
use crate::error::TableError;
use crate::on_table::{InPlay, Round, Status};
use crate::run::{BLOCK, Simulation};
use crate::shoe::value_of;
use crate::tally::CaseTally;

/// What a follower does otherwise than the caller. All else he does as the caller.
#[derive(Clone, Debug, Default)]
pub struct FollowerPlan {
    /// Up cards under which he makes the attack wager.
    pub attacks: Vec<Value>,
    /// By up card and signal.
    pub others: HashMap<(Value, String), HashMap<FollowerQuestion, FollowerAct>>,
}

/// What a follower is asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FollowerQuestion {
    /// The hand that the caller acts on.
    pub hand: Composition,
    /// Where it is.
    pub place: WagerPlace,
    /// What the caller does.
    pub called: Called,
}

/// Where a follower's wager stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WagerPlace {
    /// On a hand as it was dealt.
    Unsplit,
    /// On a hand of a split.
    OfSplit {
        /// The value of the pair.
        pair: Value,
        /// Hands that there were when it received its second card.
        hands: usize,
        /// Hands that were then finished; once no split is left, at the last split.
        finished: usize,
        /// The wager.
        wager: WagerKind,
    },
}

/// A follower's wager on a hand of a split.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WagerKind {
    /// The initial wager with the attack wager.
    Original,
    /// One that covers a further hand.
    Added,
    /// The initial wager without the attack wager, which stayed on the first hand.
    InitialAlone,
    /// That attack wager.
    AttackAlone,
}

/// What the caller does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Called {
    /// He doubles.
    Doubles,
    /// He splits.
    Splits,
    /// He surrenders.
    Surrenders,
    /// He gives up a hand that he has doubled.
    GivesUpDoubled {
        /// The hand before its last card.
        from: Composition,
        /// Whether the follower doubled it too.
        doubled: bool,
    },
}

/// What a follower does otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FollowerAct {
    /// He leaves his wager as it is.
    NotDoubled,
    /// He leaves it on the first hand.
    FirstHand,
    /// He leaves it on the second.
    SecondHand,
    /// He keeps it on a hand that the caller gives up.
    Kept,
}

/// The decisions of a follower at one table.
struct Follower<'a> {
    table: &'a Table,
    attacks: [bool; Value::COUNT],
    /// By case.
    others: Vec<HashMap<FollowerQuestion, FollowerAct>>,
    /// Hands of his own, for settling.
    own: Round,
}

impl Simulation<'_> {
    /// What a follower's wager came to in the first blocks of this run, by up card and signal in the order of [`crate::CaseName`]s.
    /// `told` is called after every block with the rounds dealt so far.
    ///
    /// # Errors
    /// [`TableError::ShoeRanOut`] if a round found no card to draw, and [`TableError::Follower`] for two hands to switch or a wager
    /// given by the house, and where a hand is doubled by more than it bears.
    pub fn follow(
        &self,
        plan: &FollowerPlan,
        blocks: u64,
        told: &mut dyn FnMut(u64),
    ) -> Result<Vec<CaseTally>, TableError> {
        let table = self.table();
        let mut follower = Follower::new(table, plan)?;
        let mut cases = vec![CaseTally::default(); table.cases.len()];
        for block in 0..blocks {
            self.each_round(block, |round| {
                let net = follower.net(round);
                let case = &mut cases[round.case];
                case.rounds += 1;
                case.net += net;
                case.square += (net * net) as u64;
            })?;
            told((block + 1) * BLOCK);
        }
        Ok(cases)
    }
}

impl Table {
    /// Deals a round from these cards, in order, and gives a follower's net result in initial wagers. A dealer whom nobody waits for but
    /// the follower counts as busted below 17.
    ///
    /// # Errors
    /// [`TableError::TooFewCards`] if the round asks for more, and [`TableError::Follower`] as [`Simulation::follow`].
    pub fn follow_cards(&self, cards: &[Card], plan: &FollowerPlan) -> Result<Ratio<i64>, TableError> {
        let mut given = Given { cards, at: 0 };
        let mut round = Round::new(self.boxes, self.sides.len());
        self.play(&mut given, &mut round);
        if given.at > cards.len() {
            return Err(TableError::TooFewCards { given: cards.len() });
        }
        let net = Follower::new(self, plan)?.net(&round);
        Ok(Ratio::new(net, self.wager_of_one_hand()))
    }
}

/// A follower's wager on a hand.
#[derive(Clone, Copy)]
struct OnHand {
    kind: WagerKind,
    doubled: bool,
    kept: bool,
}

impl<'a> Follower<'a> {
    fn new(table: &'a Table, plan: &FollowerPlan) -> Result<Self, TableError> {
        let gives = table.game.split.as_ref().is_some_and(|rule| !rule.free.is_empty())
            || table.game.double.as_ref().is_some_and(|rule| rule.free_hard_totals.is_some());
        let doubles_by_more =
            table.game.double.as_ref().is_some_and(|rule| rule.wager == DoubleWager::InitialAndAttack);
        if table.boxes != 1 || gives || doubles_by_more {
            return Err(TableError::Follower);
        }
        let others = table.cases.iter().map(|case| {
            let of_case = plan.others.get(&(case.up, case.signal.clone()));
            of_case.cloned().unwrap_or_default()
        });
        let mut attacks = [false; Value::COUNT];
        plan.attacks.iter().for_each(|up| attacks[up.index()] = true);
        Ok(Self { table, attacks, others: others.collect(), own: Round::new(1, 0) })
    }

    /// The follower's net result of a round that is over, in units of money.
    fn net(&mut self, round: &Round) -> i64 {
        let attacks = self.attacks[value_of(round.dealer[0])];
        let hands = round.hands();
        // Hand by hand in the order of play, as the splits make them.
        let mut wagers = vec![vec![WagerKind::Original]];
        let pair = value(round.hands[0].cards()[0]);
        for number in 1..hands.len() {
            let at = usize::from(round.split_at[number]);
            let held = std::mem::take(&mut wagers[at]);
            let (mut first, mut second) = (Vec::new(), Vec::new());
            for kind in held {
                let place = match number {
                    1 => WagerPlace::Unsplit,
                    _ => WagerPlace::OfSplit { pair, hands: number, finished: at, wager: kind },
                };
                let hand = Composition::default().with(pair).with(pair);
                let asked = FollowerQuestion { hand, place, called: Called::Splits };
                match self.others[round.case].get(&asked) {
                    Some(FollowerAct::SecondHand) if kind == WagerKind::Original && self.attack_stays(attacks) => {
                        first.push(WagerKind::AttackAlone);
                        second.push(WagerKind::InitialAlone);
                    }
                    Some(FollowerAct::SecondHand) => second.push(kind),
                    Some(FollowerAct::FirstHand) => first.push(kind),
                    _ => {
                        first.push(kind);
                        if kind != WagerKind::AttackAlone {
                            second.push(WagerKind::Added);
                        }
                    }
                }
            }
            wagers[at] = first;
            wagers.insert(at + 1, second);
        }
        let apart = wagers.iter().flatten().any(|kind| *kind == WagerKind::InitialAlone);
        let mut together = Vec::new();
        let mut attack_alone = None;
        for (at, hand) in hands.iter().enumerate() {
            for &kind in &wagers[at] {
                let place = self.place(round, at, pair, kind);
                let on_hand = self.on_hand(round, hand, place, kind);
                match kind {
                    WagerKind::AttackAlone => attack_alone = Some((*hand, on_hand)),
                    _ => together.push((*hand, on_hand)),
                }
            }
        }
        let net = self.settle(round, &together, attacks && !apart);
        // An attack wager alone is what its hand is worth more with it.
        let alone = attack_alone.map_or(0, |one| self.settle(round, &[one], true) - self.settle(round, &[one], false));
        net + alone
    }

    /// Where a finished hand stood when it received its second card.
    fn place(&self, round: &Round, at: usize, pair: Value, kind: WagerKind) -> WagerPlace {
        if !round.hands[at].split {
            return WagerPlace::Unsplit;
        }
        // Splits of hands up to this one came before its second card.
        let splits = (1..round.in_play).filter(|&number| usize::from(round.split_at[number]) <= at);
        let last = splits.clone().next_back().map_or(0, |number| usize::from(round.split_at[number]));
        let hands = 1 + splits.count();
        let none_is_left = hands == self.table.most_hands[pair.index()];
        WagerPlace::OfSplit { pair, hands, finished: if none_is_left { last } else { at }, wager: kind }
    }

    fn on_hand(&self, round: &Round, hand: &InPlay, place: WagerPlace, kind: WagerKind) -> OnHand {
        let cards = |len: usize| -> Composition { hand.cards()[..len].iter().map(|&face| value(face)).collect() };
        let does = |hand: Composition, called: Called| {
            self.others[round.case].get(&FollowerQuestion { hand, place, called }).copied()
        };
        let all = hand.cards().len();
        let doubled = hand.doubled && does(cards(all - 1), Called::Doubles) != Some(FollowerAct::NotDoubled);
        let called = match hand.doubled {
            true => Called::GivesUpDoubled { from: cards(all - 1), doubled },
            false => Called::Surrenders,
        };
        let kept = hand.status == Status::GivenUp && does(cards(all), called) == Some(FollowerAct::Kept);
        OnHand { kind, doubled, kept }
    }

    /// 10(a) as printed leaves the attack wager on the first hand.
    fn attack_stays(&self, attacks: bool) -> bool {
        let game = &self.table.game;
        let on_first = game.sharing.as_ref().is_some_and(|rule| rule.attack_of_one_hand == AttackOfOneHand::FirstHand);
        let initial = game.attack.as_ref().is_some_and(|rule| rule.split_wager == SplitWager::Initial);
        attacks && on_first && initial
    }

    /// Settles hands of the follower against the dealer of the round.
    fn settle(&mut self, round: &Round, hands: &[(InPlay, OnHand)], attacks: bool) -> i64 {
        let matched =
            self.table.game.attack.as_ref().is_some_and(|rule| rule.split_wager == SplitWager::InitialAndAttack);
        for (own, (hand, on_hand)) in self.own.hands.iter_mut().zip(hands) {
            let added = on_hand.kind == WagerKind::Added;
            let stake = 1 + i64::from(attacks && (!added || matched));
            let status = if on_hand.kept { Status::Live } else { hand.status };
            *own = *hand;
            (own.status, own.doubled, own.first) = (status, on_hand.doubled, !added);
            own.stake_alone(stake);
        }
        self.own.in_play = hands.len();
        self.own.attack = attacks;
        let (total, soft) = self.table.dealer_total(round);
        // Where nobody waited for the dealer but this wager, his hand is completed with cards that are only looked at.
        let waits = self.table.dealer_hits(total, soft);
        let total = if waits { looked_at(round.dealer_outcome) } else { total };
        let blackjack = round.dealer_has_blackjack();
        self.table.settle(&mut self.own, &self.table.cases[round.case], blackjack, total);
        self.own.net
    }
}

impl InPlay {
    /// Gives the hand this wager of the player's own, doubled if the hand is.
    pub(crate) fn stake_alone(&mut self, stake: i64) {
        let own = if self.doubled { 2 * stake } else { stake };
        (self.stake, self.own_before_double, self.own, self.given) = (stake, stake, own, 0);
    }
}

/// A dealer's total by [`crate::DEALER_OUTCOMES`], whose busts are alike to a hand that has not busted.
fn looked_at(outcome: u8) -> u8 {
    17 + outcome.min(6)
}

fn value(face: crate::shoe::Face) -> Value {
    Value::from_index(value_of(face)).unwrap_or(Value::TEN)
}
