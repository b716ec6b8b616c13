//! One hand, every action, exactly.

use cards::{Composition, Value};
use num_rational::BigRational;
use num_traits::Zero;

use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::action::{Action, best_action};
use crate::compiled::decisions::{Act, Options};
use crate::compiled::hands::{HandId, Hands};
use crate::compiled::settlement::{HandPlace, OUTCOMES};
use crate::compiled::strategy::Class;
use crate::compiled::walk::Entry;
use crate::dealer::cache::{DealerCache, ExactSum};
use crate::engine::solver::Solver;
use crate::hand::signal_case::SignalCase;
use crate::perfect::splits::{Position, Splits};
use crate::zero_memory::CasePlay;

/// What the player is told of the hole card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Signal {
    /// Nothing is said; enough where only one signal is possible.
    Unstated,
    /// A signal by name, such as `small`.
    Named(String),
    /// The hole card is exposed.
    Hole(Value),
}

impl Signal {
    /// What is known, by the name of a signal or by the exposed hole card.
    ///
    /// # Errors
    /// [`InspectError::SignalAndHole`] for both.
    ///
    /// ```
    /// use cards::Value;
    /// use solver::Signal;
    ///
    /// assert_eq!(Signal::stated(None, Some(Value::TEN)).ok(), Some(Signal::Hole(Value::TEN)));
    /// assert!(Signal::stated(Some("small".to_owned()), Some(Value::TEN)).is_err());
    /// ```
    pub fn stated(name: Option<String>, hole: Option<Value>) -> Result<Self, InspectError> {
        match (name, hole) {
            (Some(_), Some(_)) => Err(InspectError::SignalAndHole),
            (Some(name), None) => Ok(Self::Named(name)),
            (None, Some(hole)) => Ok(Self::Hole(hole)),
            (None, None) => Ok(Self::Unstated),
        }
    }
}

/// A decision to value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// The hand in play, in the order it was dealt.
    pub hand: Vec<Value>,
    /// The up card.
    pub up: Value,
    /// What the player knows of the hole card.
    pub signal: Signal,
    /// The other hand of a split: one card if it is still to be played (the hand in play is the first), two or more if
    /// it has been (the hand in play is the second). Empty if nothing was split.
    pub other: Vec<Value>,
    /// Whether the attack wager has been made; as the strategy decides (perfect play as CDZ-) if not said.
    pub attack: Option<bool>,
}

/// The exact value of every action in one decision.
#[derive(Debug, Clone, PartialEq)]
pub struct Inspection {
    /// The signal that was meant.
    pub signal: String,
    /// The hole cards it stands for.
    pub holes: Vec<Value>,
    /// Expected net result per unit of initial wager of each allowed action, followed by the strategy's play, given the
    /// hand, the up card and the signal (so no discovered dealer blackjack). After a split: of the hand in play and of
    /// one still to be played, not of a finished one.
    pub actions: Vec<(Action, BigRational)>,
    /// Probability of a round in which these two cards are dealt, with the up card and the signal; `None` for other hands than the first two
    /// cards, and where two hands may be switched.
    pub frequency: Option<BigRational>,
    /// Whether the attack wager has been made; `None` in a game without one.
    pub attack: Option<bool>,
    /// The action of greatest value; of equals the first of stand, hit, double, split.
    pub best: Action,
}

/// A decision that cannot come up.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InspectError {
    /// The shoe cannot be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The shoe does not hold these cards.
    #[error("the shoe does not hold an up card of {up} beside {cards}")]
    Cards {
        /// The up card.
        up: Value,
        /// Player cards.
        cards: Composition,
    },
    /// The hand is bust, has one card, or could not have been drawn.
    #[error(
        "{} is no hand in play: expected two or more cards that can be dealt in this order without going over 21",
        joined(_0)
    )]
    Hand(Vec<Value>),
    /// A signal is needed, or another one.
    #[error("{wrong} under an up card of {up}: expected {expected}")]
    Signal {
        /// What is wrong.
        wrong: String,
        /// The up card.
        up: Value,
        /// What can be given instead.
        expected: String,
    },
    /// A signal and a hole card.
    #[error("a signal and an exposed hole card: expected one of the two")]
    SignalAndHole,
    /// A switch where there is none.
    #[error("the game has one hand: nothing is switched")]
    OneHand,
    /// An attack wager where there is none.
    #[error("the game has no attack wager")]
    Attack,
    /// A pair that may be split again.
    #[error("a decision after a split is valued where a pair may be split once")]
    Resplit,
    /// The two hands are not those of a split.
    #[error(
        "{other} cannot be the other hand of {hand}: expected a split pair, whose hands both begin with the same value, \
         one card if it is still to be played, two or more if it has been"
    )]
    Other {
        /// The other hand.
        other: Composition,
        /// The hand in play.
        hand: Composition,
    },
}

/// Cards in their order, as they are typed.
fn joined(cards: &[Value]) -> String {
    cards.iter().map(Value::to_string).collect::<Vec<_>>().join(",")
}

impl Solver {
    /// Values every action of one decision under a strategy class.
    ///
    /// # Errors
    /// [`InspectError`] for cards, a signal or a split that cannot be.
    pub fn inspect(&self, query: &Query, strategy: Class) -> Result<Inspection, InspectError> {
        self.decide(query, strategy, |decision| {
            let actions = if query.other.is_empty() { decision.unsplit()? } else { decision.after_split(query)? };
            let best = best_action(&actions).unwrap_or(Action::Stand);
            let case = decision.case;
            let cards = &case.up.dealer.cases()[case.case];
            let attack = self.game().attack.is_some().then(|| case.table.settlement.attacked());
            Ok(Inspection {
                signal: cards.signal.clone(),
                holes: cards.holes.values().collect(),
                actions,
                frequency: decision.frequency(query)?,
                attack,
                best,
            })
        })
    }

    /// Asks something of a decision, once it is known to be one.
    pub(crate) fn decide<T>(
        &self,
        query: &Query,
        strategy: Class,
        ask: impl FnOnce(&Decision<'_>) -> Result<T, InspectError>,
    ) -> Result<T, InspectError> {
        if strategy == Class::Perfect && self.game().switch.is_some() {
            return Err(SolveError::PerfectUnsolved("one of two hands to switch by itself".to_owned()).into());
        }
        let seen: Composition = query.hand.iter().chain(&query.other).copied().collect();
        let missing = || InspectError::Cards { up: query.up, cards: seen };
        let up = self.ups().iter().find(|up| up.dealer.up() == query.up).ok_or_else(missing)?;
        let removed: CardSet = query.hand.iter().chain(&query.other).map(|card| CardSet::one(card.index())).sum();
        if seen.total() > 60 || !up.is_feasible(removed) {
            return Err(missing());
        }
        let index = find_case(up, &query.signal)?;
        let hand = Some(&query.hand).filter(|cards| cards.len() >= 2).and_then(|cards| self.hands().dealt(cards));
        let hand = hand.filter(|&id| !self.hands().get(id).is_bust());
        let hand = hand.ok_or_else(|| InspectError::Hand(query.hand.clone()))?;
        let class = if strategy == Class::Perfect { Class::CdzMinus } else { strategy };
        let settlement = match query.attack {
            None => self.settlement(up, class)?,
            Some(attack) => self.settlement_with(attack).ok_or(InspectError::Attack)?,
        };
        let cases = self.cases(up, settlement);
        let plays = self.known_plays(&cases, class)?;
        ask(&Decision { solver: self, case: &cases[index], play: &plays[index], strategy, hand })
    }
}

pub(crate) fn find_case(up: &DealerCache, signal: &Signal) -> Result<usize, InspectError> {
    let cases = up.dealer.cases();
    let played: Vec<usize> = (0..cases.len()).filter(|&case| !cases[case].ends_round).collect();
    let named = |name: &str| played.iter().copied().find(|&case| cases[case].signal == name);
    let (found, wrong) = match signal {
        Signal::Unstated if played.len() == 1 => (played.first().copied(), String::new()),
        Signal::Unstated => (None, "the player is told something of the hole card".to_owned()),
        Signal::Named(name) => (named(name), format!("no signal `{name}`")),
        Signal::Hole(hole) => {
            (named(&format!("exposed {hole}")), format!("a hole card of {hole} is not exposed to a player who acts"))
        }
    };
    found.ok_or_else(|| {
        let mut expected: Vec<String> = Vec::new();
        for &case in &played {
            let signal = &cases[case].signal;
            expected.push(match signal.strip_prefix("exposed ") {
                Some(hole) => format!("the exposed hole card {hole}"),
                None => format!("the signal {signal}"),
            });
        }
        InspectError::Signal { wrong, up: up.dealer.up(), expected: expected.join(", ") }
    })
}

/// What the rules let a hand do, but for a split.
pub(crate) fn acts(hands: &Hands, hand: HandId, options: Options) -> Vec<Act> {
    let hand = hands.get(hand);
    if options.is_blackjack(hand) {
        return vec![Act::Stand];
    }
    let allowed = options.allowed(hand);
    let early = options.early && hand.size == 2 && hand.surrenders;
    [
        (true, Act::Stand),
        (allowed.draw, Act::Hit),
        (allowed.double, Act::Double),
        (allowed.surrender || early, Act::Surrender),
    ]
    .into_iter()
    .filter_map(|(allowed, act)| allowed.then_some(act))
    .collect()
}

/// A hand in play under an up card and signal, and the play that is followed from it.
pub(crate) struct Decision<'a> {
    pub(crate) solver: &'a Solver,
    pub(crate) case: &'a SignalCase<'a>,
    pub(crate) play: &'a CasePlay,
    strategy: Class,
    pub(crate) hand: HandId,
}

impl Decision<'_> {
    /// Whether play afterwards looks at no other hand.
    pub(crate) fn is_zero_memory(&self) -> bool {
        self.strategy != Class::Perfect
    }

    /// What the rules let the hand do, but for a split.
    pub(crate) fn acts(&self, options: Options) -> Vec<Act> {
        acts(self.solver.hands(), self.hand, options)
    }

    fn frequency(&self, query: &Query) -> Result<Option<BigRational>, InspectError> {
        if query.hand.len() != 2 || !query.other.is_empty() {
            return Ok(None);
        }
        let hand = self.solver.hands().get(self.hand);
        let orders = if hand.pair().is_some() { 1 } else { 2 };
        Ok(self.solver.frequency(query.up, orders, &self.mass(hand.cards)?))
    }

    /// Perfect play of the pairs of a value.
    fn splits(&self, value: usize) -> Result<Option<Splits<'_>>, SolveError> {
        let solver = self.solver;
        solver.perfect_is_solved()?;
        Splits::new(solver.game(), self.case.table, solver.shoe(), &[value], false)
    }

    fn unsplit(&self) -> Result<Vec<(Action, BigRational)>, InspectError> {
        let mut actions = self.own_values(self.case.options, CardSet::NONE)?;
        let hand = self.solver.hands().get(self.hand);
        if let (Some(value), true) = (hand.pair(), self.solver.game().split.is_some()) {
            let split = match self.strategy {
                Class::Perfect => {
                    let splits = self.splits(value)?;
                    let split = splits.map(|splits| splits.value(self.case)).transpose()?.flatten();
                    split.map_or_else(BigRational::zero, |split| split.mean)
                }
                Class::Td | Class::CdzMinus | Class::BestCdz => {
                    crate::zero_memory::SplitCounts::new(self.solver.game(), self.case, &self.play.play, value)
                        .map_or_else(|| Ok(BigRational::zero()), |counts| counts.mean(self.case))?
                }
            };
            actions.push((Action::Split, split / self.mass(hand.cards)?));
        }
        Ok(actions)
    }

    /// Values of the hand in play alone, other cards gone beside it, the case's zero-memory play afterwards.
    fn own_values(&self, options: Options, beside: CardSet) -> Result<Vec<(Action, BigRational)>, InspectError> {
        let mass = self.mass(self.solver.hands().get(self.hand).cards + beside)?;
        self.acts(options)
            .into_iter()
            .map(|act| Ok((act.into(), self.mean(options, &[(self.hand, 1)], beside, Some((self.hand, act)))? / &mass)))
            .collect()
    }

    fn after_split(&self, query: &Query) -> Result<Vec<(Action, BigRational)>, InspectError> {
        let solver = self.solver;
        let wrong = || InspectError::Other {
            other: query.other.iter().copied().collect(),
            hand: query.hand.iter().copied().collect(),
        };
        let value = query.hand[0].index();
        if solver.game().split.is_none() || query.other[0].index() != value {
            return Err(wrong());
        }
        if solver.game().split.as_ref().is_some_and(|split| split.most_hands(value) > 2) {
            return Err(InspectError::Resplit);
        }
        let place = if query.other.len() == 1 { HandPlace::First } else { HandPlace::Later };
        let options = Options::split(solver.game(), value, place);
        let other: CardSet = query.other.iter().map(|card| CardSet::one(card.index())).sum();
        let hand = solver.hands().get(self.hand).cards;
        let too_long = |cards: &[Value]| options.one_card && cards.len() > 2;
        if too_long(&query.hand) || too_long(&query.other) {
            return Err(wrong());
        }
        if self.strategy == Class::Perfect {
            let mass = self.mass(hand + other)?;
            let first = place == HandPlace::First;
            let acts = self.acts(options);
            let position = Position { hand: self.hand, other: (!first).then_some(other) };
            let splits = self.splits(value)?.ok_or_else(wrong)?;
            let values = splits.hand_values(self.case, &position, &acts)?.ok_or_else(wrong)?;
            return Ok(acts.into_iter().zip(values).map(|(act, mean)| (act.into(), mean / &mass)).collect());
        }
        let mut actions = self.own_values(options, other)?;
        if place == HandPlace::First {
            // The hand to come does not look at this one, so its value is the same whatever is done here.
            let single = solver.hands().single(value).ok_or_else(wrong)?;
            let later = Options::split(solver.game(), value, HandPlace::Later);
            let pending = self.mean(later, &[(single, 1)], hand, None)? / self.mass(hand + other)?;
            actions.iter_mut().for_each(|(_, value)| *value += &pending);
        } else if !self.could_be_played(query, value, options) {
            return Err(wrong());
        }
        Ok(actions)
    }

    /// Whether the other hand can have come about: at most its last card takes it over 21.
    fn could_be_played(&self, query: &Query, value: usize, options: Options) -> bool {
        let Some((_, before)) = query.other.split_last() else { return false };
        debug_assert_eq!(before[0].index(), value);
        let drew_last =
            if before.len() == 1 { self.solver.hands().single(value) } else { self.solver.hands().dealt(before) };
        drew_last.is_some_and(|id| before.len() == 1 || (self.solver.hands().get(id).may_draw && !options.one_card))
    }

    /// A mean as [`SignalCase::exact_mean`] gives it, with distributions computed where none are stored.
    fn mean(
        &self,
        options: Options,
        starts: &[(HandId, i64)],
        beside: CardSet,
        forced: Option<(HandId, Act)>,
    ) -> Result<BigRational, SolveError> {
        let solver = self.solver;
        let count = self.case.count(options, &self.play.play, starts, forced);
        let total = self.sum(count.iter().map(|(id, entry)| (solver.hands().get(id).cards + beside, *entry)))?;
        Ok(total / self.case.units())
    }

    fn sum(&self, entries: impl Iterator<Item = (CardSet, Entry)>) -> Result<BigRational, SolveError> {
        let up = self.case.up;
        let mut sum = ExactSum::new(up);
        let mut distributions = up.exact_distributions();
        for (removed, entry) in entries.filter(|(removed, _)| up.is_feasible(*removed)) {
            sum.add(removed, &distributions.at(removed)?[self.case.case], &entry.mean);
        }
        Ok(sum.total())
    }

    /// Probability, given the up card, of these cards being dealt in one order and of the signal.
    pub(crate) fn mass(&self, removed: CardSet) -> Result<BigRational, InspectError> {
        let certain = Entry { mean: [1; OUTCOMES], ..Entry::default() };
        let mass = self.sum(std::iter::once((removed, certain)))?;
        if mass.is_zero() {
            let hole = &self.case.up.dealer.cases()[self.case.case];
            return Err(InspectError::Signal {
                wrong: format!("no card is left for the signal {}", hole.signal),
                up: self.case.up.dealer.up(),
                expected: "another signal".to_owned(),
            });
        }
        Ok(mass)
    }
}
