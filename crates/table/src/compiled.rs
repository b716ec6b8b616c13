//! A submission and a plan as tables that a round can be dealt by without looking anything up by name.

use cards::{Composition, Value};
use num_integer::Integer;
use num_rational::Ratio;
use rules::{Dealing, EvenMoney, Game, Odds, Submission, SurrenderRule, SwitchWhen};

use crate::error::TableError;
use crate::hands::{HandId, Hands};
use crate::limits::MOST_HANDS;
use crate::options::{Act, HandPlace, SPOTS, is_given, may};
use crate::plan::{Plan, PlannedHand, SignalPlan, UpPlan};
use crate::shoe::ShoeFaces;
use crate::side::Side;

/// What is done with a hand, splitting and the house's money included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    Stand,
    Hit,
    /// On the player's money.
    Double,
    /// On the house's money.
    DoubleGiven,
    Surrender,
    Split,
}

/// One up card and signal.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) up: Value,
    pub(crate) signal: String,
    /// Whether a dealer blackjack has been discovered.
    pub(crate) ends_round: bool,
    /// By spot, then hand.
    steps: Vec<Step>,
    hands: usize,
    /// By hand, on own and on given money.
    given_up_doubled: [Vec<bool>; 2],
    /// By value index.
    pub(crate) split: [bool; Value::COUNT],
    /// By the values of a deal of two hands.
    pub(crate) switched: Vec<bool>,
}

impl Case {
    pub(crate) fn step(&self, spot: HandPlace, hand: HandId) -> Step {
        self.steps[spot as usize * self.hands + usize::from(hand)]
    }

    /// Whether a doubled hand that has its card is given up.
    pub(crate) fn gives_up_doubled(&self, hand: HandId, given: bool) -> bool {
        self.given_up_doubled[usize::from(given)][usize::from(hand)]
    }
}

/// One up card.
#[derive(Debug, Default)]
pub(crate) struct Up {
    pub(crate) attack: bool,
    pub(crate) even_money: bool,
    /// By hand of two cards.
    pub(crate) early: Vec<bool>,
    /// By values of the player's first cards: two of them, or four in the order of a deal of two hands.
    pub(crate) insured: Vec<bool>,
    pub(crate) switched_before_check: Vec<bool>,
    /// By value of the hole card: an index into the cases.
    pub(crate) case_of: [u8; Value::COUNT],
}

/// When the dealer's second card is dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SecondCard {
    /// Face down before the players act (685a.7(e)(4), 633a.7(f)(4), 665a.7(f)(3), MA 7(i)).
    BeforePlay,
    /// Face up once they have acted (MA 7(g)). Only where nothing is learned of it before.
    AfterPlay,
}

/// Money as whole numbers of a unit.
#[derive(Debug)]
pub(crate) struct Money {
    /// Units in one initial wager of one hand.
    pub(crate) wager: i64,
    pub(crate) natural: i64,
    pub(crate) natural_against_21: Option<i64>,
    pub(crate) even_money: Option<i64>,
    pub(crate) surrender_loses: i64,
    pub(crate) switched_natural: i64,
    /// By bonus hand: any suits, one suit, spades.
    pub(crate) bonuses: Vec<[i64; 3]>,
    /// Units of insurance money in one initial wager.
    pub(crate) insurance_unit: i64,
    /// What the largest insurance wager per unit of initial wager wins and loses.
    pub(crate) insurance: [i64; 2],
}

/// A game with a plan, ready to be dealt.
#[derive(Debug)]
pub struct Table {
    pub(crate) game: Game,
    /// The full shoe.
    pub(crate) faces: ShoeFaces,
    pub(crate) hands: Hands,
    pub(crate) ups: Vec<Up>,
    pub(crate) cases: Vec<Case>,
    pub(crate) money: Money,
    pub(crate) sides: Vec<Side>,
    pub(crate) second_card: SecondCard,
    /// Number of hands dealt to the player: two where second cards are switched.
    pub(crate) boxes: usize,
    /// By value index of a pair: most hands of one box.
    pub(crate) most_hands: [usize; Value::COUNT],
    /// Whether what becomes of a busted hand or a blackjack depends on what the dealer draws.
    pub(crate) busts_wait: bool,
    pub(crate) naturals_wait: bool,
    /// Whether the first card is burned before every round (633a.12(b)(5)), not only behind a shuffle.
    pub(crate) burns_before_rounds: bool,
}

impl Table {
    /// Compiles a submission and a plan. Side wagers are those that the submission offers if `side_wagers` says so.
    ///
    /// # Errors
    /// [`TableError`] if the plan has no answer for a decision that can come up, or the rules are beyond the table.
    pub fn new(submission: &Submission, plan: &Plan, side_wagers: bool) -> Result<Self, TableError> {
        let game = submission.game.clone();
        let most = game.split.as_ref().map_or(1, |split| usize::from(split.max_hands));
        let boxes = if game.switch.is_some() { 2 } else { 1 };
        if most * boxes > MOST_HANDS {
            return Err(TableError::TooManyHands { most: MOST_HANDS });
        }
        let hands = Hands::new(&game);
        let money = money(&game)?;
        let mut ups: Vec<Up> = Value::all().map(|_| Up::default()).collect();
        let mut cases = Vec::new();
        let mut learned = false;
        for up in Value::all().filter(|&up| submission.shoe.count(up) > 0) {
            let plan = plan.ups.iter().find(|one| one.up == up).ok_or(TableError::NoPlan { up, signal: None })?;
            let left = submission.shoe.without(up).unwrap_or(submission.shoe);
            let compiled = &mut ups[up.index()];
            compile_up(compiled, plan, &hands, boxes);
            let holes = game.hole_cases(up);
            learned |= holes.len() > 1;
            for hole in holes {
                let index = u8::try_from(cases.len()).map_err(|_| TableError::TooManySignals)?;
                let is_told = |value: &Value| told(&game, up, *value) == (hole.signal.clone(), hole.ends_round);
                Value::all().filter(is_told).for_each(|value| compiled.case_of[value.index()] = index);
                let signal = plan.signals.iter().find(|one| one.signal == hole.signal);
                if signal.is_none() && !hole.ends_round {
                    return Err(TableError::NoPlan { up, signal: Some(hole.signal) });
                }
                let place = Place { up, signal: hole.signal, ends_round: hole.ends_round };
                cases.push(compile_case(place, &game, &hands, &left, signal.filter(|_| !hole.ends_round))?);
            }
        }
        let sides = if side_wagers { Side::all(submission)? } else { Vec::new() };
        let push_returns = game.push.as_ref().is_some_and(|push| push.bust == rules::BustAgainstPush::Returned);
        let natural_pushes = game.push.is_some() && game.natural.against_push == rules::AgainstPush::Returned;
        Ok(Self {
            faces: ShoeFaces::new(submission),
            most_hands: std::array::from_fn(|value| {
                game.split.as_ref().map_or(1, |split| usize::from(split.most_hands(value)))
            }),
            busts_wait: push_returns || game.settle.busts != rules::Busts::Lost,
            naturals_wait: natural_pushes || game.natural.pays_against_21.is_some(),
            burns_before_rounds: game.shoe.dealing == Dealing::Hand,
            second_card: if learned { SecondCard::BeforePlay } else { SecondCard::AfterPlay },
            game,
            hands,
            ups,
            cases,
            money,
            sides,
            boxes,
        })
    }

    /// The same table with another moment for the dealer's second card. Where something is learned of it before play it stays
    /// where it is.
    #[must_use]
    pub fn with_second_card(mut self, second_card: SecondCard) -> Self {
        let learned = Value::all().any(|up| self.game.hole_cases(up).len() > 1);
        if !learned {
            self.second_card = second_card;
        }
        self
    }

    /// When the dealer's second card is dealt: after play, unless something is learned of it before.
    pub fn second_card(&self) -> SecondCard {
        self.second_card
    }

    /// Cards of the full shoe.
    pub fn shoe_size(&self) -> usize {
        self.faces.dealt.len()
    }

    /// Units of money in one initial wager: the wagers of both hands where the player has two.
    pub fn initial_wager(&self) -> i64 {
        self.money.wager * self.boxes as i64
    }
}

/// What the dealer says of a hole card when she has looked at it, and whether the round ends with that.
fn told(game: &Game, up: Value, hole: Value) -> (String, bool) {
    let rule = &game.hole_card;
    let looks = rule.checked_under.contains(&up);
    let blackjack_with = |hole: Value| [up, hole].contains(&Value::ACE) && [up, hole].contains(&Value::TEN);
    if looks && blackjack_with(hole) {
        return ("blackjack".to_owned(), true);
    }
    if [up, hole].iter().all(|card| rule.exposed_if_both.contains(card)) {
        return (format!("exposed {hole}"), false);
    }
    let by_range = rule.ranges.iter().find(|range| range.values.contains(&hole)).map(|range| range.name.clone());
    let otherwise = if looks && [Value::ACE, Value::TEN].contains(&up) { "no blackjack" } else { "none" };
    (by_range.unwrap_or_else(|| otherwise.to_owned()), false)
}

fn compile_up(up: &mut Up, plan: &UpPlan, hands: &Hands, boxes: usize) {
    up.attack = plan.attack;
    up.even_money = plan.even_money;
    up.early = hands
        .list
        .iter()
        .take_while(|hand| hand.size <= 2)
        .map(|hand| hand.size == 2 && plan.given_up_early.contains(&hand.cards))
        .collect();
    up.insured = deals(2 * boxes).map(|deal| plan.insured.contains(&sorted(&deal))).collect();
    up.switched_before_check = switched(&plan.switched_before_check);
}

fn switched(deals_switched: &std::collections::HashSet<[Value; 4]>) -> Vec<bool> {
    if deals_switched.is_empty() {
        return Vec::new();
    }
    let four = |deal: Vec<Value>| <[Value; 4]>::try_from(deal).ok();
    deals(4).map(|deal| four(deal).is_some_and(|deal| deals_switched.contains(&deal))).collect()
}

fn sorted(deal: &[Value]) -> Vec<Value> {
    let mut deal = deal.to_vec();
    deal.sort_unstable();
    deal
}

/// All sequences of so many values, in the order of [`deal_index`].
fn deals(cards: usize) -> impl Iterator<Item = Vec<Value>> {
    let base = Value::COUNT;
    (0..base.pow(cards as u32)).map(move |index| {
        (0..cards).rev().filter_map(|place| Value::from_index(index / base.pow(place as u32) % base)).collect()
    })
}

/// Index of a sequence of values.
pub(crate) fn deal_index(values: &[usize]) -> usize {
    values.iter().fold(0, |index, value| index * Value::COUNT + value)
}

struct Place {
    up: Value,
    signal: String,
    ends_round: bool,
}

fn compile_case(
    place: Place,
    game: &Game,
    hands: &Hands,
    left: &Composition,
    plan: Option<&SignalPlan>,
) -> Result<Case, TableError> {
    let mut case = Case {
        steps: vec![Step::Stand; SPOTS.len() * hands.list.len()],
        hands: hands.list.len(),
        given_up_doubled: [vec![false; hands.list.len()], vec![false; hands.list.len()]],
        split: [false; Value::COUNT],
        switched: Vec::new(),
        up: place.up,
        signal: place.signal,
        ends_round: place.ends_round,
    };
    let Some(plan) = plan else { return Ok(case) };
    if game.switch.as_ref().is_some_and(|rule| rule.when == SwitchWhen::AfterCheck) {
        case.switched = switched(&plan.switched);
    }
    let may_split = |value: usize| game.split.as_ref().is_some_and(|split| split.most_hands(value) > 1);
    for value in plan.split.iter().filter(|value| may_split(value.index())) {
        case.split[value.index()] = true;
    }
    let gives_up_doubled = game.surrender.as_ref().is_some_and(SurrenderRule::takes_doubled);
    for (at, hand) in hands.list.iter().enumerate().filter(|(_, hand)| hand.size >= 2) {
        let known = PlannedHand { cards: hand.cards, original: hand.original && hand.size > 2 };
        // Cards that the shoe does not hold are never asked for.
        let can_be = Value::all().all(|value| hand.cards.count(value) <= left.count(value));
        for spot in SPOTS.into_iter().filter(|_| can_be) {
            let may = may(game, spot, hand);
            let step = match plan.acts.get(&(known, may)) {
                _ if spot == HandPlace::Unsplit && hand.is_ace_and_ten() => Step::Stand,
                _ if spot == HandPlace::Unsplit && hand.pair().is_some_and(|value| case.split[value]) => Step::Split,
                Some(Act::Stand) => Step::Stand,
                Some(Act::Hit) if may.draw => Step::Hit,
                Some(Act::Double) if may.double && is_given(game, hand) => Step::DoubleGiven,
                Some(Act::Double) if may.double => Step::Double,
                Some(Act::Surrender) if may.surrender => Step::Surrender,
                None if !(may.draw || may.surrender) => Step::Stand,
                other => {
                    return Err(TableError::NoAct {
                        up: case.up,
                        signal: case.signal,
                        hand: hand.cards,
                        planned: other.copied(),
                    });
                }
            };
            case.steps[spot as usize * hands.list.len() + at] = step;
        }
        if gives_up_doubled && hand.size > 2 && hand.total < 21 {
            for given in [false, true] {
                case.given_up_doubled[usize::from(given)][at] = plan.given_up_doubled.contains(&(known, given));
            }
        }
    }
    Ok(case)
}

fn money(game: &Game) -> Result<Money, TableError> {
    let surrender = game.surrender.as_ref().map(|rule| rule.loses);
    let even_money = match game.natural.even_money {
        EvenMoney::None => None,
        EvenMoney::Offered(odds) => Some(odds),
    };
    let bonus_hands = || game.bonus.iter().flat_map(|bonus| &bonus.hands);
    let bonuses = bonus_hands().map(|hand| {
        let suited = hand.suited.unwrap_or(hand.pays);
        [hand.pays, suited, hand.spades.unwrap_or(suited)]
    });
    let bonuses: Vec<[Odds; 3]> = bonuses.collect();
    let switched = game.switch.as_ref().map(|rule| rule.blackjack_pays);
    let all = [Some(game.natural.pays), game.natural.pays_against_21, even_money, surrender, switched];
    let denominators = all.into_iter().flatten().chain(bonuses.iter().flatten().copied());
    let wager = denominators.map(|odds| *odds.ratio().denom()).fold(1, |all: i64, one| all.lcm(&one));
    let units = |odds: Odds| (odds.ratio() * wager).to_integer();
    let insurance = game.insurance.as_ref().map(|rule| {
        let lost = rule.maximum.ratio();
        [rule.pays.ratio() * lost, -lost]
    });
    let [won, lost] = insurance.unwrap_or([Ratio::new(0, 1), Ratio::new(0, 1)]);
    let insurance_unit = won.denom().lcm(lost.denom());
    let most = [wager, insurance_unit].into_iter().chain(bonuses.iter().flatten().map(|&odds| units(odds))).max();
    if most.is_some_and(|most| most > MOST_UNITS) {
        return Err(TableError::Odds);
    }
    Ok(Money {
        wager,
        natural: units(game.natural.pays),
        natural_against_21: game.natural.pays_against_21.map(units),
        even_money: even_money.map(units),
        surrender_loses: surrender.map_or(0, units),
        switched_natural: switched.map_or(0, units),
        bonuses: bonuses.iter().map(|odds| odds.map(units)).collect(),
        insurance_unit,
        insurance: [won, lost].map(|amount| (amount * insurance_unit).to_integer()),
    })
}

/// So that net results can be counted one by one, and no sum of squares of as many rounds as can be dealt overflows.
const MOST_UNITS: i64 = 1 << 12;
