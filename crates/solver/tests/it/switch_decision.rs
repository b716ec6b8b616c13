//! What keeping and switching are worth with every deal of a small shoe, against the value of the round and the table of play.

use cards::{Composition, Value};
use num_rational::BigRational;
use num_traits::Zero as _;
use rules::{Game, SwitchWhen};
use solver::{Class, DealtPair, InspectError, Signal, Solver, SwitchDecision};

use crate::reference::compare::submission;

fn game(when: SwitchWhen) -> Game {
    let mut game = submission("pa-633a-blackjack-switch").game;
    game.split.as_mut().expect("splits").max_hands = 2;
    game.switch.as_mut().expect("two hands").when = when;
    game
}

/// Aces, eights and tens.
fn shoe() -> Composition {
    let mut counts = [0; Value::COUNT];
    (counts[0], counts[7], counts[9]) = (8, 9, 20);
    Composition::new(counts)
}

/// Every deal beside an up card, with the ordered ways in which it comes.
fn deals(up: Value) -> Vec<([[Value; 2]; 2], u64)> {
    let left = shoe().without(up).expect("an up card");
    let held: Vec<Value> = Value::all().filter(|&value| left.count(value) > 0).collect();
    let mut deals = vec![(Vec::new(), left, 1)];
    for _ in 0..4 {
        deals = deals
            .iter()
            .flat_map(|(cards, left, ways)| {
                held.iter().filter_map(move |&card| {
                    let rest = left.without(card).ok()?;
                    Some(([&cards[..], &[card]].concat(), rest, ways * u64::from(left.count(card))))
                })
            })
            .collect();
    }
    deals.into_iter().map(|(cards, _, ways)| ([[cards[0], cards[1]], [cards[2], cards[3]]], ways)).collect()
}

fn decided(solver: &Solver, hands: [[Value; 2]; 2], up: Value, class: Class) -> SwitchDecision {
    let dealt = DealtPair { hands, up, signal: Signal::Unstated };
    solver.switch_decision(&dealt, class).expect("a decision")
}

/// Before a blackjack is looked for, a round is worth the better of keeping and switching over all deals.
#[test]
fn the_better_of_both_over_all_deals_is_the_round() {
    let solver = Solver::for_game(game(SwitchWhen::BeforeCheck), shoe()).expect("a solver");
    for class in [Class::Td, Class::CdzMinus] {
        let total = u64::from(shoe().total());
        let all: u64 = (0..5).map(|drawn| total - drawn).product();
        let mut ev = BigRational::zero();
        for up in Value::all().filter(|&up| shoe().count(up) > 0) {
            for (hands, ways) in deals(up) {
                let found = decided(&solver, hands, up, class);
                let best = if found.is_switched { &found.switched.mean } else { &found.kept.mean };
                let ways = u64::from(shoe().count(up)) * ways;
                ev += best * BigRational::new(ways.into(), all.into());
            }
        }
        assert_eq!(ev, solver.ev(class).expect("solved"), "{class:?}");
    }
}

/// A deal is switched where the table of play says so, and the rule's table lists the same deals.
#[test]
fn a_deal_is_switched_where_the_table_says_so() {
    let solver = Solver::for_game(game(SwitchWhen::AfterCheck), shoe()).expect("a solver");
    let table = solver.play_table(Class::CdzMinus).expect("a table");
    let rules = solver.switch_rules(Class::CdzMinus).expect("rules");
    let mut made = 0;
    for up in &table.ups {
        let rule = rules.iter().find(|rule| rule.up == up.up).expect("a rule");
        let of_up = up.signals.iter().find(|one| Some(&one.signal) == rule.signal.as_ref()).expect("its signal");
        assert_eq!(rule.switched, of_up.switched);
        for (hands, _) in deals(up.up) {
            let [[a, b], [c, d]] = hands;
            let found = decided(&solver, hands, up.up, Class::CdzMinus);
            assert_eq!(found.is_switched, of_up.switched.contains(&[a, b, c, d]), "{hands:?} {:?}", up.up);
            made += usize::from(found.switched.hands.iter().any(|hand| hand.is_switched_natural));
            let worth = |cards: [Value; 2], is_switched: bool| {
                let is_natural = cards.contains(&Value::ACE) && cards.contains(&Value::TEN);
                let found = rule.values.iter().find(|one| {
                    one.is_switched_natural == (is_switched && is_natural)
                        && (one.cards == cards || one.cards == [cards[1], cards[0]])
                });
                &found.expect("a value").mean
            };
            let by_rule = worth([a, d], true) + worth([c, b], true) > worth([a, b], false) + worth([c, d], false);
            assert_eq!(by_rule != found.is_switched, rule.otherwise.contains(&[a, b, c, d]), "{hands:?}");
        }
    }
    assert!(made > 0, "aces and tens are made by the switch");
}

/// The class's play of each hand is among its actions, with the value that the hand has.
#[test]
fn a_hand_is_worth_what_its_play_is() {
    let solver = Solver::for_game(game(SwitchWhen::AfterCheck), shoe()).expect("a solver");
    let mut splits = 0;
    for (hands, _) in deals(Value::TEN) {
        let found = decided(&solver, hands, Value::TEN, Class::CdzMinus);
        for pair in [&found.kept, &found.switched] {
            for hand in &pair.hands {
                let [acted] = &hand.by_signal[..] else { panic!("one signal") };
                let played = acted.actions.iter().find(|(action, _)| *action == acted.played);
                assert_eq!(played.map(|(_, mean)| mean), Some(&hand.mean), "{hands:?}");
                splits += usize::from(acted.played == solver::Action::Split);
            }
        }
    }
    assert!(splits > 0, "a pair is split");
}

#[test]
fn what_cannot_be_is_refused() {
    let eights = [[Value::TEN, Value::ACE]; 2];
    let dealt = |signal| DealtPair { hands: eights, up: Value::TEN, signal };
    let one_hand = Solver::for_game(submission("pa-633a-blackjack").game, Composition::decks(6)).expect("a solver");
    let refused = one_hand.switch_decision(&dealt(Signal::Unstated), Class::CdzMinus);
    assert!(matches!(refused, Err(InspectError::OneHand)), "{refused:?}");
    assert_eq!(one_hand.switch_rules(Class::CdzMinus).expect("none"), []);
    let named = || Signal::Named("no blackjack".to_owned());
    for (when, is_refused) in [(SwitchWhen::BeforeCheck, true), (SwitchWhen::AfterCheck, false)] {
        let solver = Solver::for_game(game(when), shoe()).expect("a solver");
        let refused = matches!(solver.switch_decision(&dealt(named()), Class::Td), Err(InspectError::Signal { .. }));
        assert_eq!(refused, is_refused, "{when:?}");
        assert!(solver.switch_decision(&dealt(Signal::Unstated), Class::Perfect).is_err());
        let five =
            DealtPair { hands: [[Value::ACE, Value::from_index(4).expect("a five")]; 2], ..dealt(Signal::Unstated) };
        assert!(matches!(solver.switch_decision(&five, Class::Td), Err(InspectError::Cards { .. })));
    }
}
