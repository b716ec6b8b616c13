//! The solver against the slow reference where rules are picked at random, and rules that were found so.

use cards::{Composition, Value};
use proptest::prelude::any;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use rules::{
    AgainstBlackjack, AgainstPush, BlackjackAfterSplit, BustAgainstPush, Busts, Cards, DoubledAgainstPush, EvenMoney,
    Game, LateBlackjackTakes, OriginalsHeldBy, PushRule, Soft17, SplitAces, SplitWager, SurrenderAfterDouble,
    SurrenderIntoBlackjack, Ties, TwentyOne, WagerAgainstBlackjack,
};
use solver::{Class, SolveError, Solver};

use crate::reference::Reference;
use crate::reference::compare::{compare, shoe, submission};
use crate::toy_games::{attack, double, late_blackjack, odds, push, split, surrender, values};

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

/// Any rules together. Left out is what the rules do not settle: busted hands that are returned beside a push total, and
/// hands given up above the limit on drawing.
fn picked_game(picks: &mut Picks<'_>) -> Game {
    let mut game = submission(picks.of(&["plain-blackjack", "plain-blackjack", "pa-685a-down-under"])).game;
    game.dealer.soft_17 = picks.of(&[Soft17::Stand, Soft17::Hit]);
    game.push = picks.yes().then(|| PushRule {
        originals: values(picks.of(&["", "AT"])),
        originals_after_split: picks.yes(),
        originals_after_draw: picks.yes(),
        twenty_one: picks.yes(),
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
    }
    game.settle.ties = picks.of(&[Ties::Returned, Ties::Lost]);
    game.settle.twenty_one = picks.of(&[TwentyOne::Ties, TwentyOne::Paid]);
    if game.push.is_none() {
        game.settle.busts = picks.of(&[Busts::Lost, Busts::Returned, Busts::EqualReturned]);
    }
    game.natural.after_split = picks.of(&[BlackjackAfterSplit::No, BlackjackAfterSplit::AcesAndTens]);
    game.natural.pays = odds(picks.of(&["3:2", "1:1"]));
    game.natural.pays_against_21 = picks.of(&[None, Some(odds("2:1"))]);
    game.natural.against_blackjack = picks.of(&[AgainstBlackjack::Returned, AgainstBlackjack::Paid]);
    game.natural.against_push = picks.of(&[AgainstPush::Paid, AgainstPush::Returned]);
    game.natural.even_money = picks.of(&[EvenMoney::None, EvenMoney::Offered(odds("1:1"))]);
    game
}

#[test]
fn rules_picked_at_random_agree() {
    let others = proptest::collection::btree_map(0..9_usize, 1..=3_u16, 1..=3);
    let rounds = (others, 90..110_u16, proptest::collection::vec(any::<Index>(), 50));
    let config = Config { cases: 150, failure_persistence: None, ..Config::default() };
    let outcome = TestRunner::new(config).run(&rounds, |(others, points, picks)| {
        let mut counts = [0; Value::COUNT];
        others.iter().for_each(|(&index, &count)| counts[index] = count);
        let so_far: u16 = others.iter().map(|(&index, &count)| (index as u16 + 1) * count).sum();
        counts[Value::TEN.index()] = points.saturating_sub(so_far).div_ceil(10);
        let shoe = Composition::new(counts);
        let game = picked_game(&mut Picks(picks.iter()));
        match Solver::for_game(game.clone(), shoe) {
            Err(SolveError::ShoeRunsOut { .. }) => return Ok(()),
            solver => solver.map_err(|error| TestCaseError::fail(error.to_string()))?,
        };
        let agreed = compare(&game, shoe, &Reference::new(&game, shoe), &Class::ALL);
        agreed.map(|_| ()).map_err(|error| TestCaseError::fail(format!("{shoe}: {error}\n{game:?}")))
    });
    outcome.unwrap_or_else(|failure| panic!("{failure}"));
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
