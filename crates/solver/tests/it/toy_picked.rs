//! The solver against the slow reference where rules are picked at random, and rules that were found so.

use std::collections::BTreeMap;
use std::ops::Range;

use cards::{Composition, Value};
use proptest::collection::{SizeRange, btree_map, vec};
use proptest::prelude::{Strategy, any};
use proptest::sample::Index;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use rules::{
    AfterSplit, AgainstBlackjack, AgainstPush, BlackjackAfterSplit, BonusHand, BonusRule, BustAgainstPush, Busts,
    Cards, DealtBlackjack, DoubleCard, DoubleWager, DoubledAgainstPush, EvenMoney, Game, LateBlackjackTakes,
    OriginalsHeldBy, PushRule, Soft17, SplitAces, SplitWager, SurrenderAfterDouble, SurrenderIntoBlackjack,
    SurrenderRule, SurrenderWhen, SwitchWhen, Ties, TwentyOne, WagerAgainstBlackjack,
};
use solver::{Class, SolveError, Solver};

use crate::reference::Reference;
use crate::reference::compare::{compare, shoe, submission};
use crate::toy_games::{
    TD_AND_CDZ_MINUS, attack, double, late_blackjack, odds, push, split, surrender, switch, switch_rule, values,
};

/// Choices by a row of picks.
struct Picks<'a>(std::slice::Iter<'a, Index>);

impl Picks<'_> {
    fn of<T: Clone>(&mut self, choices: &[T]) -> T {
        self.0.next().expect("a pick for every choice").get(choices).clone()
    }

    fn yes(&mut self) -> bool {
        self.of(&[false, true])
    }
}

/// A bonus on 21 by number of cards or by their values.
fn bonus_hand((cards, values, pays): (Option<u8>, &str, &str)) -> BonusHand {
    BonusHand { cards, values: self::values(values), pays: odds(pays), suited: None, spades: None }
}

/// Two bonuses on hands of 21.
fn picked_bonus(picks: &mut Picks<'_>) -> BonusRule {
    let all = [
        (Some(4), "", "6:5"),
        (Some(5), "", "3:1"),
        (None, "678", "2:1"),
        (None, "777", "5:2"),
        (None, "TA", "2:1"),
        (None, "T56", "7:5"),
        (None, "T29", "7:4"),
    ];
    let hands = vec![bonus_hand(picks.of(&all)), bonus_hand(picks.of(&all))];
    BonusRule { clauses: Vec::new(), after_split: picks.yes(), hands, suits: None }
}

/// What a blackjack is paid, after the rules of drawing.
fn pick_natural(game: &mut Game, picks: &mut Picks<'_>) {
    if game.draw.soft_below.is_none_or(|below| below < 22) {
        game.natural.after_split = picks.of(&[BlackjackAfterSplit::No, BlackjackAfterSplit::AcesAndTens]);
    }
    game.natural.pays = odds(picks.of(&["3:2", "1:1"]));
    game.natural.pays_against_21 = picks.of(&[None, Some(odds("2:1"))]);
    game.natural.against_blackjack = picks.of(&[AgainstBlackjack::Returned, AgainstBlackjack::Paid]);
    game.natural.against_push = picks.of(&[AgainstPush::Paid, AgainstPush::Returned]);
    // Even money is offered where insurance is.
    game.natural.even_money = match game.insurance {
        Some(_) => picks.of(&[EvenMoney::None, EvenMoney::Offered(odds("1:1"))]),
        None => EvenMoney::None,
    };
}

/// Any rules together. Left out is what the rules do not settle: busted hands that are returned beside a push total, and
/// hands given up above the limit on drawing.
fn picked_game(base: &Game, picks: &mut Picks<'_>) -> Game {
    let mut game = base.clone();
    game.dealer.soft_17 = picks.of(&[Soft17::Stand, Soft17::Hit]);
    game.dealer.ace_limit = picks.of(&[21, 21, 22]);
    game.push = picks.yes().then(|| PushRule {
        originals: values(picks.of(&["", "AT"])),
        originals_after_split: picks.yes(),
        originals_after_draw: picks.yes(),
        twenty_one: picks.yes(),
        twenty_one_after_split: picks.of(&[AfterSplit::Paid, AfterSplit::FirstHandOnly, AfterSplit::Returned]),
        doubled: picks.of(&[DoubledAgainstPush::Paid, DoubledAgainstPush::BetOnly]),
        bust: picks.of(&[BustAgainstPush::Lost, BustAgainstPush::Returned]),
        originals_held_by: picks.of(&[OriginalsHeldBy::Hand, OriginalsHeldBy::Player]),
        ..push()
    });
    split(&mut game).aces = picks.of(&[SplitAces::OneCard, SplitAces::Played]);
    split(&mut game).free = values(picks.of(&["", "", "A23456789", "T5678"]));
    let rule = double(&mut game);
    (rule.after_split, rule.soft) = (picks.yes(), picks.yes());
    rule.cards = picks.of(&[Cards::Two, Cards::Any]);
    rule.hard_totals = picks.of(&[[4, 20], [9, 11], [5, 15]]);
    rule.free_hard_totals = picks.of(&[None, None, Some([9, 11]), Some([11, 12])]);
    if picks.yes() {
        let rule = attack(&mut game);
        rule.split_wager = picks.of(&[SplitWager::Initial, SplitWager::InitialAndAttack]);
        rule.against_blackjack = picks.of(&[WagerAgainstBlackjack::Returned, WagerAgainstBlackjack::Lost]);
        double(&mut game).wager = picks.of(&[DoubleWager::OfHand, DoubleWager::InitialAndAttack]);
    }
    if picks.yes() {
        let takes = picks.of(&[
            LateBlackjackTakes::All,
            LateBlackjackTakes::Original,
            LateBlackjackTakes::OriginalAndAttack,
            LateBlackjackTakes::BustedAndOriginal,
        ]);
        late_blackjack(&mut game, takes);
    }
    if picks.yes() {
        let rule = surrender(&mut game);
        rule.when = picks.of(&[SurrenderWhen::Late, SurrenderWhen::Late, SurrenderWhen::Early]);
        rule.doubled = picks.of(&[true, true, false]);
        rule.loses = odds(picks.of(&["1:2", "1:4", "1:10"]));
        rule.cards = picks.of(&[Cards::Two, Cards::Any]);
        (rule.after_split, rule.split_aces) = (picks.yes(), picks.yes());
        let prices = [SurrenderAfterDouble::No, SurrenderAfterDouble::PartOfAll, SurrenderAfterDouble::PartOfBet];
        rule.after_double = picks.of(&prices);
        rule.into_blackjack = picks.of(&[
            SurrenderIntoBlackjack::Whole,
            SurrenderIntoBlackjack::AsPlayed,
            SurrenderIntoBlackjack::WholeUnlessSplit,
            SurrenderIntoBlackjack::WholeAndDouble,
        ]);
        // What is given up early is a first hand.
        if rule.when == SurrenderWhen::Early {
            (rule.cards, rule.after_split, rule.after_double) = (Cards::Two, false, SurrenderAfterDouble::No);
        }
    } else {
        game.surrender = None;
        (game.draw.below, game.draw.soft_below) =
            picks.of(&[(21, None), (21, None), (17, None), (21, Some(17)), (13, Some(19)), (21, Some(22))]);
    }
    if !game.surrender.as_ref().is_some_and(SurrenderRule::takes_doubled) {
        double(&mut game).card = picks.of(&[DoubleCard::Up, DoubleCard::Up, DoubleCard::Down]);
    }
    if picks.of(&[false, false, true]) {
        game.bonus = Some(picked_bonus(picks));
    }
    game.settle.ties = picks.of(&[Ties::Returned, Ties::Lost]);
    game.settle.twenty_one = picks.of(&[TwentyOne::Ties, TwentyOne::Paid]);
    if game.push.is_none() {
        game.settle.busts = picks.of(&[Busts::Lost, Busts::Returned, Busts::EqualReturned]);
    }
    pick_natural(&mut game, picks);
    game
}

/// Cards that are no tens, by the index of their value.
type Others = BTreeMap<usize, u16>;

/// Cards of a few values, a number from which tens follow, and picks of rules.
type Case = (Others, u16, Vec<Index>);

/// Cases with a number in this range, and enough picks for every choice.
fn cases(others: SizeRange, number: Range<u16>) -> impl Strategy<Value = Case> {
    (btree_map(0..9_usize, 1..=3_u16, others), number, vec(any::<Index>(), 80))
}

fn with_tens(others: &Others, tens: u16) -> Composition {
    let mut counts = [0; Value::COUNT];
    others.iter().for_each(|(&index, &count)| counts[index] = count);
    counts[Value::TEN.index()] = tens;
    Composition::new(counts)
}

fn agree(game: &Game, shoe: Composition, strategies: &[Class]) -> Result<(), TestCaseError> {
    match Solver::for_game(game.clone(), shoe) {
        Err(SolveError::ShoeRunsOut { .. }) => return Ok(()),
        solver => solver.map_err(|error| TestCaseError::fail(error.to_string()))?,
    };
    let agreed = compare(game, shoe, &Reference::new(game, shoe), strategies);
    agreed.map(|_| ()).map_err(|error| TestCaseError::fail(format!("{shoe}: {error}\n{game:?}")))
}

fn all_agree(number: u32, cases: impl Strategy<Value = Case>, agrees: impl Fn(Case) -> Result<(), TestCaseError>) {
    let config = Config { cases: number, failure_persistence: None, ..Config::default() };
    TestRunner::new(config).run(&cases, agrees).unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn rules_picked_at_random_agree() {
    some_rules_agree(20);
}

#[test]
#[ignore = "long; `just slow`"]
fn many_rules_picked_at_random_agree() {
    some_rules_agree(100);
}

fn some_rules_agree(number: u32) {
    let bases = ["plain-blackjack", "plain-blackjack", "pa-685a-down-under", "double-exposure"];
    let bases = bases.map(|id| submission(id).game);
    all_agree(number, cases((1..=3).into(), 90..110), |(others, points, picks)| {
        let so_far: u16 = others.iter().map(|(&index, &count)| (index as u16 + 1) * count).sum();
        let shoe = with_tens(&others, points.saturating_sub(so_far).div_ceil(10));
        let mut picks = Picks(picks.iter());
        let base = picks.of(&bases);
        agree(&picked_game(&base, &mut picks), shoe, &Class::ALL)
    });
}

#[test]
fn rules_of_two_hands_picked_at_random_agree() {
    some_rules_of_two_hands_agree(20);
}

#[test]
#[ignore = "long; `just slow`"]
fn many_rules_of_two_hands_picked_at_random_agree() {
    some_rules_of_two_hands_agree(100);
}

/// Two hands that may be switched, without what is not played so, and without even money, which the reference knows of one hand.
fn some_rules_of_two_hands_agree(number: u32) {
    let base = switch();
    all_agree(number, cases((1..=3).into(), 16..22), |(others, tens, picks)| {
        let mut picks = Picks(picks.iter());
        let mut game = picked_game(&base, &mut picks);
        let rule = switch_rule(&mut game);
        rule.when = picks.of(&[SwitchWhen::BeforeCheck, SwitchWhen::AfterCheck]);
        rule.blackjack_pays = odds(picks.of(&["1:1", "3:2"]));
        rule.dealt_blackjack = picks.of(&[DealtBlackjack::MaySwitch, DealtBlackjack::Stays]);
        double(&mut game).wager = DoubleWager::OfHand;
        (game.attack, game.bonus, game.natural.even_money) = (None, None, EvenMoney::None);
        game.surrender.iter_mut().for_each(|rule| rule.when = SurrenderWhen::Late);
        if game.hole_card.late_blackjack_takes == LateBlackjackTakes::BustedAndOriginal {
            game.hole_card.late_blackjack_takes = LateBlackjackTakes::All;
        }
        game.draw.soft_below = game.draw.soft_below.filter(|&below| below < 22);
        agree(&game, with_tens(&others, tens), TD_AND_CDZ_MINUS)
    });
}

/// Under the signal no 7 is left for 2, 2, 7 and 7, the one hand that the chart would come to in its cell.
#[test]
fn a_cell_that_the_signal_excludes_is_not_reached() {
    let mut game = submission("pa-685a-down-under").game;
    game.push = None;
    split(&mut game).aces = SplitAces::OneCard;
    split(&mut game).free = values("A23456789");
    let rule = double(&mut game);
    (rule.after_split, rule.soft, rule.cards, rule.hard_totals) = (false, false, Cards::Two, [4, 20]);
    let rule = attack(&mut game);
    (rule.split_wager, rule.against_blackjack) = (SplitWager::InitialAndAttack, WagerAgainstBlackjack::Lost);
    late_blackjack(&mut game, LateBlackjackTakes::Original);
    let rule = surrender(&mut game);
    (rule.loses, rule.cards, rule.after_split, rule.split_aces) = (odds("1:2"), Cards::Two, false, false);
    rule.after_double = SurrenderAfterDouble::PartOfAll;
    rule.into_blackjack = SurrenderIntoBlackjack::WholeUnlessSplit;
    (game.settle.ties, game.settle.busts) = (Ties::Lost, Busts::EqualReturned);
    game.natural.pays = odds("1:1");
    game.natural.against_push = AgainstPush::Returned;
    let shoe = shoe("22233TTTTTTT77");
    let agreed = compare(&game, shoe, &Reference::new(&game, shoe), &[Class::Td]);
    assert_eq!(agreed.map(|agreed| agreed.len()), Ok(1));
}

/// The chart that is found from weights of hitting hits 15 of three cards, and no other start of the reference finds it.
#[test]
fn a_chart_that_only_one_start_finds_is_stable() {
    let mut game = submission("plain-blackjack").game;
    game.draw.soft_below = Some(22);
    double(&mut game).after_split = false;
    (game.settle.twenty_one, game.settle.busts) = (TwentyOne::Paid, Busts::Returned);
    let hands = vec![bonus_hand((None, "T56", "7:5")), bonus_hand((Some(4), "", "6:5"))];
    game.bonus = Some(BonusRule { clauses: Vec::new(), after_split: true, hands, suits: None });
    let shoe = shoe("333666TTTTTTT");
    let agreed = compare(&game, shoe, &Reference::new(&game, shoe), &[Class::Td]);
    assert_eq!(agreed.map(|agreed| agreed.len()), Ok(1));
}
