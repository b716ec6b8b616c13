//! A follower of another player's decisions: the solver's value and choices against the slow reference on toy shoes, and
//! what the Massachusetts rules of Double Attack make of it.

use std::collections::BTreeMap;

use cards::Value;
use num_rational::BigRational;
use rules::{
    AttackOfOneHand, AttackRule, Cards, Follows, Game, LateBlackjackTakes, Override, SharingRule, SplitWager,
    Submission, SurrenderAfterDouble, SurrenderIntoBlackjack,
};
use solver::{CallerDoes, Class, FollowedUp, FollowerAnswer, SolveError, Solver};

use crate::reference::compare::{CLASSES, shoe};
use crate::reference::followers::{Policy, key};
use crate::reference::{Reference, RoundPlay};
use crate::toy_games::{attack, late_blackjack, most_hands, plain, split, surrender, with};

const ONE_SPLIT: &[&str] = &["TTTTTT99AA56", "TTTTTTTTTTT22228A", "TTTTTTTTTT44A8", "TTTTTTT666AA"];
/// Pairs that are split against a ten.
const LOSING_SPLITS: &[&str] = &["TTTTTTTT7777AA", "TTTTTT998866AA", "TTTTTTTT888899"];
/// The same with cards for three hands.
const LOSING_LONG: &[&str] = &["TTTTTTTT999888666AA", "TTTTTTTTT7777444499", "TTTTTTTTTTT88886AA"];
const SEVERAL: &[&str] = &["TTTTTTTTTTTTTTTT88886", "TTTTTTTTTTTT44445", "TTTTTTTTTTTT8888AA"];

/// Every right a follower can have.
fn free() -> SharingRule {
    SharingRule {
        clauses: Vec::new(),
        players: 3,
        attack: Follows::Own,
        double: Follows::WhereCalled,
        split: Follows::WhereCalled,
        surrender: Follows::WhereCalled,
        attack_of_one_hand: AttackOfOneHand::FirstHand,
    }
}

/// A game of the kind that the Massachusetts rules describe.
fn shared(change: impl Fn(&mut Game)) -> Game {
    with(&plain(), |game| {
        late_blackjack(game, LateBlackjackTakes::Original);
        game.attack = Some(AttackRule { split_wager: SplitWager::Initial, ..attack(game).clone() });
        let rule = surrender(game);
        (rule.cards, rule.after_split, rule.split_aces) = (Cards::Any, true, true);
        (rule.doubled, rule.after_double) = (true, SurrenderAfterDouble::PartOfAll);
        game.double.iter_mut().for_each(|rule| rule.cards = Cards::Any);
        game.sharing = Some(free());
        change(game);
    })
}

/// The follower's policy under each signal of an up card, as the solver states it.
fn policies(up: &FollowedUp) -> BTreeMap<String, Policy> {
    let of_signal = |signal: &solver::FollowedSignal| {
        let decisions = signal.decisions.iter();
        let entries = decisions.map(|one| (key(&(one.hand.clone(), one.place, one.called.clone())), one.answer));
        let policy: Policy = entries.collect();
        assert_eq!(policy.len(), signal.decisions.len(), "each decision is stated once");
        (signal.signal.clone(), policy)
    };
    up.signals.iter().map(of_signal).collect()
}

/// The other things that a follower may do.
fn alternatives(called: &CallerDoes, answer: FollowerAnswer) -> Vec<FollowerAnswer> {
    let all = match called {
        CallerDoes::Doubles => vec![FollowerAnswer::AsCalled, FollowerAnswer::NotDoubled],
        CallerDoes::Splits => vec![FollowerAnswer::AsCalled, FollowerAnswer::FirstHand, FollowerAnswer::SecondHand],
        CallerDoes::Surrenders | CallerDoes::GivesUpDoubled { .. } => {
            vec![FollowerAnswer::AsCalled, FollowerAnswer::Kept]
        }
    };
    all.into_iter().filter(|one| *one != answer).collect()
}

/// That the stated decisions are worth what the solver says, that none of them alone could be better, and that doing as the caller
/// is worth what he is.
fn check_up(play: &RoundPlay<'_>, up: &FollowedUp, told: &str) -> usize {
    let policies = policies(up);
    let attacks = up.attacks.unwrap_or(false);
    let mut signals: Vec<&str> = policies.keys().map(String::as_str).collect();
    signals.push("blackjack");
    let none = Policy::new();
    let of = |signal: &str, attacks: bool, policy: &Policy| play.follow(up.up, signal, attacks, policy);
    let total = |attacks: bool| -> BigRational {
        signals.iter().map(|&signal| of(signal, attacks, policies.get(signal).unwrap_or(&none))).sum()
    };
    assert_eq!(total(attacks), up.ev, "{told}, up {}", up.up);
    if let Some(caller) = up.caller_attacks {
        assert!(total(!attacks) <= up.ev, "{told}, up {}: the other attack decision", up.up);
        let same: BigRational = signals.iter().map(|&signal| of(signal, caller, &none)).sum();
        assert_eq!(same, up.caller_ev, "{told}, up {}: as the caller", up.up);
    }
    let mut other_answers = 0;
    for signal in &up.signals {
        let policy = &policies[&signal.signal];
        let best = of(&signal.signal, attacks, policy);
        for one in &signal.decisions {
            let question = key(&(one.hand.clone(), one.place, one.called.clone()));
            for other in alternatives(&one.called, one.answer) {
                let mut changed = policy.clone();
                changed.insert(question.clone(), other);
                let worth = of(&signal.signal, attacks, &changed);
                assert!(worth <= best, "{told}, up {}, {}: {question} {other:?}", up.up, signal.signal);
            }
            other_answers += usize::from(one.answer != FollowerAnswer::AsCalled && one.reached);
        }
    }
    other_answers
}

/// The solver against the reference; the number of decisions in which the follower does other than the caller.
fn check(game: &Game, cards: &str, told: &str) -> usize {
    let solver = Solver::for_game(game.clone(), shoe(cards)).expect("a shoe that lasts");
    let reference = Reference::new(game, shoe(cards));
    let mut others = 0;
    for (class, player) in CLASSES.into_iter().filter(|(class, _)| *class != Class::Perfect) {
        let play = reference.play(player);
        if !play.solve().doubtful.is_empty() {
            continue;
        }
        let followed = solver.follow(class).expect("followed");
        assert_eq!(followed.caller_ev, solver.ev(class).expect("solved"), "{told}, {cards}, {class}");
        let attacks = followed.ups.iter().map(|up| (up.up, up.caller_attacks.unwrap_or(false)));
        assert_eq!(attacks.collect::<BTreeMap<Value, bool>>(), play.attacks(), "{told}, {cards}, {class}");
        others +=
            followed.ups.iter().map(|up| check_up(&play, up, &format!("{told}, {cards}, {class}"))).sum::<usize>();
    }
    others
}

#[test]
fn one_split() {
    let games: [(&str, Game, &[&str]); 4] = [
        ("every right", shared(|_| ()), ONE_SPLIT),
        (
            "attack and further hands alike",
            shared(|game| attack(game).split_wager = SplitWager::InitialAndAttack),
            &ONE_SPLIT[..2],
        ),
        (
            "peek",
            shared(|game| {
                game.hole_card.checked_under = vec![Value::ACE, Value::TEN];
                game.surrender.iter_mut().for_each(|rule| rule.into_blackjack = SurrenderIntoBlackjack::AsPlayed);
            }),
            &ONE_SPLIT[..2],
        ),
        ("no surrender", shared(|game| game.surrender = None), LOSING_SPLITS),
    ];
    let others: usize =
        games.iter().flat_map(|(told, game, shoes)| shoes.iter().map(move |cards| check(game, cards, told))).sum();
    assert!(others > 0, "the follower does as the caller everywhere");
}

/// Hands that the caller splits though both lose, and doubles though the hand loses: the follower takes half of it.
#[test]
fn plain_blackjack() {
    let game = with(&plain(), |game| game.sharing = Some(free()));
    let others: usize = LOSING_SPLITS.iter().map(|cards| check(&game, cards, "plain")).sum();
    assert!(others > 0, "the follower does as the caller everywhere");
}

#[test]
#[ignore = "long; `just slow`"]
fn several_splits() {
    let several = |game: &mut Game, hands| {
        most_hands(game, hands);
        split(game).resplit_aces = true;
    };
    let three = with(&plain(), |game| {
        several(game, 3);
        game.sharing = Some(free());
    });
    let others: usize = LOSING_LONG.iter().map(|cards| check(&three, cards, "three hands")).sum();
    assert!(others > 0, "the follower does as the caller everywhere");
    for hands in [3, 4] {
        let attacked = shared(|game| {
            several(game, hands);
            game.surrender = None;
        });
        for cards in SEVERAL {
            check(&attacked, cards, "several hands, attack");
        }
    }
}

fn massachusetts(overrides: &[(&str, &str)]) -> Submission {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../analyses/ma-double-attack/8-decks.toml");
    let overrides: Vec<Override> = overrides.iter().map(|(key, value)| Override::new(*key, *value)).collect();
    Submission::load(path.as_ref(), &overrides).expect("an analysis")
}

/// Eight decks: who does all as the caller has the caller's EV, and what a follower gains he gains by splits.
#[test]
#[ignore = "long; `just slow`"]
fn massachusetts_rules() {
    let submission = massachusetts(&[]);
    let solver = Solver::new(&submission).expect("a shoe");
    let with_rights = |change: fn(&mut SharingRule)| {
        let mut submission = submission.clone();
        submission.game.sharing.iter_mut().for_each(change);
        solver.with(&submission).expect("the same shoe").follow(Class::CdzMinus).expect("a follower")
    };
    let none = with_rights(|rule| (rule.attack, rule.double, rule.split) = Default::default());
    assert_eq!(none.ev, none.caller_ev);
    assert_eq!(none.caller_ev, solver.ev(Class::CdzMinus).expect("solved"));
    let all = solver.follow(Class::CdzMinus).expect("a follower");
    let splits = with_rights(|rule| (rule.attack, rule.double) = Default::default());
    let doubles = with_rights(|rule| (rule.attack, rule.split) = Default::default());
    assert_eq!((&all.ev, &doubles.ev), (&splits.ev, &none.ev), "only the right of 13(f) is worth something");
    let decimals = [&all.ev, &all.caller_ev].map(|ev| cards::decimal(ev, 9));
    assert_eq!(decimals, ["-0.004186471", "-0.005535072"]);
}

#[test]
fn what_is_not_valued_is_refused() {
    let refused =
        |overrides: &[(&str, &str)], class| Solver::new(&massachusetts(overrides)).expect("a shoe").follow(class);
    let few = ("shoe", "8,0,0,8,0,8,0,8,0,32");
    let busted_too = ("readings.dealer-blackjack-takes", "busted-too");
    for result in [refused(&[few], Class::Perfect), refused(&[few, busted_too], Class::CdzMinus)] {
        assert!(matches!(result, Err(SolveError::Unsolved { .. })), "{result:?}");
    }
}
