//! Two hands whose second cards may be switched: what keeping and switching are worth, exactly, and what each hand's actions are.

use cards::Value;
use num_rational::BigRational;
use num_traits::Zero;
use rules::SwitchWhen;

use crate::answers::inspect::{InspectError, Signal, acts, find_case};
use crate::arithmetic::card_set::CardSet;
use crate::arithmetic::error::SolveError;
use crate::compiled::action::Action;
use crate::compiled::decisions::Act;
use crate::compiled::strategy::Class;
use crate::dealer::cache::DealerCache;
use crate::dealer::union_sums::{Tallies, sum_tallies};
use crate::engine::solver::Solver;
use crate::hand::signal_case::SignalCase;
use crate::parallel;
use crate::zero_memory::CasePlay;
use crate::zero_memory::switch::profiles::{Weights, weights_of, weights_of_act, weights_of_split};
use crate::zero_memory::switch::{self, Start, SwitchedDeal, rule};

/// Stand, hit, double, surrender and split, and last the class's own play.
const QUANTITIES: usize = 6;

/// Where the class's own play is among them.
const OWN_PLAY: usize = QUANTITIES - 1;

/// Two hands as they are dealt, with the up card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DealtPair {
    /// The two cards of each hand, in the order dealt.
    pub hands: [[Value; 2]; 2],
    /// The up card.
    pub up: Value,
    /// What the player knows of the hole card; unstated where he decides before the dealer looks at it.
    pub signal: Signal,
}

/// What keeping and switching are worth.
#[derive(Debug, Clone, PartialEq)]
pub struct SwitchDecision {
    /// The signal that was meant; `None` where the switch is decided before any.
    pub signal: Option<String>,
    /// The hole cards that are possible.
    pub holes: Vec<Value>,
    /// The hands as dealt.
    pub kept: PairValue,
    /// The hands with their second cards switched.
    pub switched: PairValue,
    /// Whether the class switches: where that is allowed and worth more, and not on a tie.
    pub is_switched: bool,
    /// Whether the rules allow it.
    pub may_be_switched: bool,
}

/// Two hands, and what they are worth.
#[derive(Debug, Clone, PartialEq)]
pub struct PairValue {
    /// Expected net result of both hands per unit of both wagers, each hand played by the class: given the four cards, the up card, and the
    /// signal if one is known.
    pub mean: BigRational,
    /// Each hand.
    pub hands: [HandOfPair; 2],
}

/// One of two hands.
#[derive(Debug, Clone, PartialEq)]
pub struct HandOfPair {
    /// Its two cards.
    pub cards: [Value; 2],
    /// Whether it is an ace and a ten that the switch made.
    pub is_switched_natural: bool,
    /// Expected net result per unit of its own wager, given what [`PairValue::mean`] is given.
    pub mean: BigRational,
    /// By each signal under which the player may now act.
    pub by_signal: Vec<HandActions>,
}

/// The actions of one hand once the signal is known.
#[derive(Debug, Clone, PartialEq)]
pub struct HandActions {
    /// The signal.
    pub signal: String,
    /// Expected net result of each allowed action per unit of the hand's own wager, the class's play afterwards: given the four cards, the up
    /// card and the signal.
    pub actions: Vec<(Action, BigRational)>,
    /// What the class does. Zero-memory play looks at no other hand, so it may not be the best given the cards of the other.
    pub played: Action,
}

/// A rule for the switch under one up card, and where it fails.
#[derive(Debug, Clone, PartialEq)]
pub struct SwitchRule {
    /// The up card.
    pub up: Value,
    /// The signal; `None` where the switch is decided before any.
    pub signal: Option<String>,
    /// The hole cards that are possible.
    pub holes: Vec<Value>,
    /// What each hand is worth alone. The rule switches where the two hands that this makes are worth more together.
    pub values: Vec<HandAlone>,
    /// The deals that the class switches.
    pub switched: Vec<SwitchedDeal>,
    /// The deals that the rule decides otherwise than the class.
    pub otherwise: Vec<SwitchedDeal>,
}

/// What a hand is worth alone.
#[derive(Debug, Clone, PartialEq)]
pub struct HandAlone {
    /// Its two cards.
    pub cards: [Value; 2],
    /// Whether it is an ace and a ten that the switch made.
    pub is_switched_natural: bool,
    /// Expected net result per unit of its wager as the class plays it, given its cards, the up card, and the signal if one is known.
    pub mean: BigRational,
}

impl Solver {
    /// What keeping and switching are worth with two hands as dealt, under a zero-memory class, and what each hand's actions are.
    ///
    /// Some milliseconds, and tens where a pair may be split to four hands.
    ///
    /// # Errors
    /// [`InspectError`] for cards or a signal that cannot be, and for a game with one hand.
    pub fn switch_decision(&self, dealt: &DealtPair, class: Class) -> Result<SwitchDecision, InspectError> {
        let rule = self.game().switch.as_ref().ok_or(InspectError::OneHand)?;
        is_zero_memory(class)?;
        let [[a, b], [c, d]] = dealt.hands;
        let gone: CardSet = [a, b, c, d].map(|card| CardSet::one(card.index())).into_iter().sum();
        let missing = || InspectError::Cards { up: dealt.up, cards: [a, b, c, d].into_iter().collect() };
        let up = self.ups().iter().find(|up| up.dealer.up() == dealt.up).filter(|up| up.is_feasible(gone));
        let up = up.ok_or_else(missing)?;
        let group = match rule.when {
            SwitchWhen::AfterCheck => vec![find_case(up, &dealt.signal)?],
            SwitchWhen::BeforeCheck if dealt.signal == Signal::Unstated => (0..up.dealer.cases().len()).collect(),
            SwitchWhen::BeforeCheck => {
                let wrong = "nothing is said of the hole card before the switch".to_owned();
                return Err(InspectError::Signal { wrong, up: dealt.up, expected: "no signal".to_owned() });
            }
        };
        let cases = self.cases(up, self.settlement(up, class)?);
        let plays = self.known_plays(&cases, class)?;
        let masses: Vec<BigRational> = group.iter().map(|&case| cases[case].probability(gone)).collect();
        let mass: BigRational = masses.iter().sum();
        if mass.is_zero() {
            let wrong = "no card is left for this signal".to_owned();
            return Err(InspectError::Signal { wrong, up: dealt.up, expected: "another signal".to_owned() });
        }
        let dealt_hand = |cards: [Value; 2]| self.hands().dealt(&cards).ok_or_else(missing);
        let hands = [dealt_hand([a, b])?, dealt_hand([c, d])?];
        let kept = hands.map(|hand| Start { hand, switched_natural: false });
        let may_be_switched =
            self.hands().may_switch(hands) && !switch::is_paid_before(&cases[group[0]], rule.when, kept);
        let given = Given { solver: self, cases: &cases, plays: &plays, group: &group, masses: &masses, mass: &mass };
        let kept = given.pair([[a, b], [c, d]], false)?;
        let switched = given.pair([[a, d], [c, b]], true)?;
        Ok(SwitchDecision {
            signal: signal_of(up, &group, rule.when),
            holes: holes_of(up, &group),
            is_switched: may_be_switched && switched.mean > kept.mean,
            may_be_switched,
            kept,
            switched,
        })
    }

    /// A rule for the switch under every up card, with every deal that the class decides otherwise: the two hands that are worth more, each
    /// valued as if it were alone. Empty in a game with one hand.
    ///
    /// As long as [`Solver::play_table`].
    ///
    /// # Errors
    /// As there; also for perfect play.
    pub fn switch_rules(&self, class: Class) -> Result<Vec<SwitchRule>, SolveError> {
        is_zero_memory(class)?;
        let Some(switch) = &self.game().switch else { return Ok(Vec::new()) };
        let per_up = parallel::try_map(self.ups(), |up| {
            let cases = self.cases(up, self.settlement(up, class)?);
            let plays = self.known_plays(&cases, class)?;
            let decisions = self.known_switches(&cases, &plays, class)?;
            let rules = rule::rules(self.game(), &cases, &plays, &decisions);
            let of_group = |rule: rule::GroupRule| SwitchRule {
                up: up.dealer.up(),
                signal: signal_of(up, &rule.cases, switch.when),
                holes: holes_of(up, &rule.cases),
                values: rule.values.into_iter().map(|(start, mean)| self.alone(start, mean)).collect(),
                switched: rule.switched,
                otherwise: rule.otherwise,
            };
            Ok::<_, SolveError>(rules.into_iter().map(of_group).collect::<Vec<_>>())
        })?;
        Ok(per_up.into_iter().flatten().collect())
    }

    fn alone(&self, start: Start, mean: BigRational) -> HandAlone {
        let cards = crate::answers::split_hand_actions::two(self.hands().get(start.hand));
        HandAlone { cards, is_switched_natural: start.switched_natural, mean }
    }
}

fn is_zero_memory(class: Class) -> Result<(), SolveError> {
    if class == Class::Perfect {
        return Err(SolveError::PerfectUnsolved("the switch by itself".to_owned()));
    }
    Ok(())
}

fn signal_of(up: &DealerCache, group: &[usize], when: SwitchWhen) -> Option<String> {
    (when == SwitchWhen::AfterCheck).then(|| up.dealer.cases()[group[0]].signal.clone())
}

fn holes_of(up: &DealerCache, group: &[usize]) -> Vec<Value> {
    let mut holes: Vec<Value> = group.iter().flat_map(|&case| up.dealer.cases()[case].holes.values()).collect();
    holes.sort_unstable();
    holes
}

/// What the player knows when he decides on the switch.
struct Given<'a> {
    solver: &'a Solver,
    cases: &'a [SignalCase<'a>],
    plays: &'a [CasePlay],
    /// The cases that he cannot tell apart.
    group: &'a [usize],
    /// The probability of the four cards and each of them.
    masses: &'a [BigRational],
    /// Of any of them.
    mass: &'a BigRational,
}

impl Given<'_> {
    fn pair(&self, hands: [[Value; 2]; 2], is_switched: bool) -> Result<PairValue, InspectError> {
        let [one, other] = hands;
        let hands = [self.hand(one, other, is_switched)?, self.hand(other, one, is_switched)?];
        let sum = &hands[0].mean + &hands[1].mean;
        Ok(PairValue { mean: sum / BigRational::from_integer(2.into()), hands })
    }

    /// A hand beside the two cards of the other, which are all of it that its value depends on.
    fn hand(&self, cards: [Value; 2], other: [Value; 2], is_switched: bool) -> Result<HandOfPair, InspectError> {
        let solver = self.solver;
        let no_hand = || InspectError::Hand(cards.into_iter().collect());
        let id = solver.hands().dealt(&cards).ok_or_else(no_hand)?;
        let start = Start { hand: id, switched_natural: is_switched && solver.hands().get(id).is_natural() };
        let beside: CardSet = other.map(|card| CardSet::one(card.index())).into_iter().sum();
        let mut tallies: Vec<Tallies<QUANTITIES>> = vec![Tallies::default(); self.cases.len()];
        let mut actions: Vec<Vec<Action>> = Vec::new();
        for &case in self.group {
            let (at, play) = (&self.cases[case], &self.plays[case]);
            let mut add = |quantity: usize, weights: Weights| {
                for (gone, weights) in weights {
                    let sums = &mut tallies[case].entry(gone + beside).or_default()[quantity];
                    sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
                }
            };
            add(OWN_PLAY, weights_of(solver.game(), at, play, start));
            let of_each = self.actions(at, play, start);
            actions.push(of_each.iter().map(|&(action, _)| action).collect());
            of_each.into_iter().enumerate().for_each(|(quantity, (_, weights))| add(quantity, weights));
        }
        let sums = sum_tallies(self.cases[0].up, &tallies)?;
        let units = self.cases[0].units();
        let own: BigRational = self.group.iter().map(|&case| &sums[case][OWN_PLAY]).sum();
        let mut by_signal = Vec::new();
        for ((&case, mass), actions) in self.group.iter().zip(self.masses).zip(actions) {
            let at = &self.cases[case];
            if !at.is_played() || mass.is_zero() {
                continue;
            }
            let mean = |sum: &BigRational| sum / &units / mass;
            by_signal.push(HandActions {
                signal: at.up.dealer.cases()[case].signal.clone(),
                actions: actions.into_iter().zip(&sums[case]).map(|(action, sum)| (action, mean(sum))).collect(),
                played: self.played(at, &self.plays[case], start),
            });
        }
        Ok(HandOfPair { cards, is_switched_natural: start.switched_natural, mean: own / units / self.mass, by_signal })
    }

    /// What the rules let a hand do in a case, and what it then comes to.
    fn actions(&self, case: &SignalCase<'_>, play: &CasePlay, start: Start) -> Vec<(Action, Weights)> {
        let game = self.solver.game();
        if !case.is_played() {
            return Vec::new();
        }
        if start.switched_natural {
            return vec![(Action::Stand, weights_of(game, case, play, start))];
        }
        let own = acts(self.solver.hands(), start.hand, case.options).into_iter();
        let mut actions: Vec<(Action, Weights)> =
            own.map(|act| (act.into(), weights_of_act(case, play, start.hand, act))).collect();
        if let Some(value) = self.solver.hands().get(start.hand).pair().filter(|_| game.split.is_some()) {
            actions.push((Action::Split, weights_of_split(game, case, play, value)));
        }
        actions
    }

    fn played(&self, case: &SignalCase<'_>, play: &CasePlay, start: Start) -> Action {
        let hand = self.solver.hands().get(start.hand);
        if start.switched_natural {
            return Action::Stand;
        }
        if hand.pair().is_some_and(|value| play.split[value]) {
            return Action::Split;
        }
        let act =
            if case.options.is_blackjack(hand) { Act::Stand } else { play.play.act(start.hand, hand, &case.options) };
        act.into()
    }
}
