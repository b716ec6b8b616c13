//! What worked examples show: the sorts of rounds that are looked for, by what the rules have.

use num_rational::Ratio;
use num_traits::{One as _, Signed as _, Zero as _};
use rules::{AgainstBlackjack, AgainstPush, Busts, Game, Submission, Ties, Topic, TwentyOne};
use table::{Dealt, DealtHand, Status, Table};

use super::dealt_round::{gave_up, has_push_total, is_blackjack, total, total_of_dealer};

/// Whether a round shows it.
type IsShown = Box<dyn Fn(&Game, &Dealt) -> bool>;

/// Something that a round can show.
pub(super) struct Sort {
    pub(super) shows: String,
    /// Whether most games have no such rule.
    pub(super) unusual: bool,
    /// The rule that it shows, where it is one of the list of rules.
    pub(super) topic: Option<Topic>,
    pub(super) is_shown: IsShown,
}

/// Sorts in the order of the page.
#[derive(Default)]
struct Sorts(Vec<Sort>);

impl Sorts {
    fn unusual(&mut self, shows: &str, topic: Topic, is_shown: impl Fn(&Game, &Dealt) -> bool + 'static) {
        self.0.push(Sort { shows: shows.to_owned(), unusual: true, topic: Some(topic), is_shown: Box::new(is_shown) });
    }

    fn usual(&mut self, shows: &str, topic: Option<Topic>, is_shown: impl Fn(&Game, &Dealt) -> bool + 'static) {
        self.0.push(Sort { shows: shows.to_owned(), unusual: false, topic, is_shown: Box::new(is_shown) });
    }
}

/// What is looked for, by what the rules have, in the order of the page. Unusual rules come first where one round shows several.
pub(super) fn sorts(submission: &Submission, table: &Table) -> Vec<Sort> {
    let game = &submission.game;
    let mut sorts = Sorts::default();
    of_dealer(&mut sorts, game);
    of_blackjacks(&mut sorts, game);
    of_hands(&mut sorts, game);
    of_surrender(&mut sorts, game);
    of_every_game(&mut sorts, game);
    of_side_wagers(&mut sorts, submission, table);
    sorts.0
}

/// Unusual rules of the dealer's hand.
fn of_dealer(sorts: &mut Sorts, game: &Game) {
    if game.dealer.ace_limit > 21 {
        sorts.unusual("the dealer's two aces count 22", Topic::Dealer, |game, round| {
            round.dealer.len() == 2 && total_of_dealer(game, round) == 22
        });
    }
    if !game.hole_card.exposed_if_both.is_empty() {
        sorts.unusual("the hole card is exposed", Topic::ExposedHoleCard, |_, round| {
            round.signal.starts_with("exposed") && !round.net.is_zero()
        });
    }
    if let Some(push) = &game.push {
        sorts.unusual("the dealer ends with the total that returns wagers", Topic::Push, pushes);
        if push.twenty_one || !push.originals.is_empty() || game.bonus.is_some() {
            sorts.unusual("a hand is paid against the total that returns wagers", Topic::Push, paid_against_push);
        }
    }
}

/// Unusual rules of a player's blackjack.
fn of_blackjacks(sorts: &mut Sorts, game: &Game) {
    if game.natural.against_blackjack == AgainstBlackjack::Paid {
        sorts.unusual("a blackjack is paid against the dealer's", Topic::Blackjack, |_, round| {
            is_blackjack(&round.dealer) && blackjacks(round).any(|net| net.is_positive())
        });
    }
    if game.natural.pays_against_21.is_some() {
        sorts.unusual("a blackjack against a dealer's 21 of more cards", Topic::Blackjack, |game, round| {
            round.dealer.len() > 2 && total_of_dealer(game, round) == 21 && blackjacks(round).next().is_some()
        });
    }
    if game.push.is_some() && game.natural.against_push == AgainstPush::Returned {
        let shows = "a blackjack's wager is returned against the total that returns wagers";
        sorts.unusual(shows, Topic::Blackjack, |game, round| {
            has_push_total(game, round) && blackjacks(round).next().is_some()
        });
    }
    if game.switch.is_some() {
        sorts.unusual("an ace and a ten are put together by a switch", Topic::Switch, |_, round| {
            round.hands.iter().any(|hand| hand.status == Status::SwitchedBlackjack)
        });
    }
}

/// Unusual rules of hands that are played, and of their wagers.
fn of_hands(sorts: &mut Sorts, game: &Game) {
    if game.settle.busts != Busts::Lost {
        sorts.unusual("a busted hand's wager is returned", Topic::Busts, bust_returned);
    }
    if game.settle.twenty_one == TwentyOne::Paid {
        sorts.unusual("a player's 21 is paid against the dealer's", Topic::TwentyOne, |game, round| {
            !is_blackjack(&round.dealer)
                && total_of_dealer(game, round) == 21
                && plain_live(round).any(|hand| total(&hand.cards) == 21)
        });
    }
    if game.settle.ties == Ties::Lost {
        sorts.unusual("a tie is lost", Topic::Settling, tie);
    }
    if game.bonus.is_some() {
        sorts.unusual("a total of 21 is paid more", Topic::Bonus, bonus_paid);
    }
    if game.switch.is_some() {
        sorts.unusual("the player switches second cards", Topic::Switch, |_, round| {
            round.switched && !round.net.is_zero()
        });
    }
    if game.attack.is_some() {
        sorts.unusual("the attack wager is made", Topic::Attack, |_, round| round.attack && !round.net.is_zero());
        if game.double.as_ref().is_some_and(|rule| rule.after_split) {
            sorts.unusual("a hand of a split is doubled after the attack wager", Topic::Double, |_, round| {
                round.attack && live(round).any(|hand| hand.split && hand.doubled)
            });
        }
    }
    if game.double.as_ref().is_some_and(|rule| rule.free_hard_totals.is_some()) {
        sorts.unusual("the house gives the double wager", Topic::Double, |_, round| {
            let is_given = |hand: &DealtHand| hand.doubled && hand.wagers < 2;
            round.hands.iter().any(|hand| is_given(hand) && hand.net.is_some_and(|net| net > Ratio::one()))
        });
    }
    if game.split.as_ref().is_some_and(|rule| !rule.free.is_empty()) {
        sorts.unusual("the house gives the wager of a split", Topic::Split, |_, round| {
            let is_given = |hand: &DealtHand| hand.split && hand.wagers == 0;
            round.hands.iter().any(|hand| is_given(hand) && hand.net.is_some_and(|net| net.is_positive()))
        });
    }
}

/// Surrender where most games do not allow it.
fn of_surrender(sorts: &mut Sorts, game: &Game) {
    let Some(rule) = game.surrenders() else { return };
    if rule.takes_doubled() {
        sorts.unusual("a doubled hand is surrendered", Topic::Surrender, |_, round| {
            round.hands.iter().any(|hand| hand.doubled && gave_up(hand))
        });
    }
    if rule.after_split && rule.split_aces {
        sorts.unusual("a split ace is surrendered", Topic::Surrender, |_, round| {
            let of_ace = |hand: &DealtHand| hand.split && hand.cards.first().is_some_and(|card| card.rank.index() == 0);
            round.hands.iter().any(|hand| of_ace(hand) && gave_up(hand))
        });
    }
}

/// What nearly every game has.
fn of_every_game(sorts: &mut Sorts, game: &Game) {
    sorts.usual("a hand wins", None, |_, round| plain_hands(round).any(|hand| hand.net == Some(Ratio::one())));
    sorts.usual("a hand loses to the dealer's total", None, |_, round| {
        !is_blackjack(&round.dealer) && plain_live(round).any(|hand| hand.net == Some(-Ratio::one()))
    });
    sorts.usual("a hand busts", None, |_, round| {
        let busts =
            |hand: &DealtHand| matches!(hand.status, Status::Bust(_)) && hand.net.is_some_and(|net| net.is_negative());
        plain_hands(round).any(busts)
    });
    if game.settle.ties == Ties::Returned {
        sorts.usual("a tie", Some(Topic::Settling), tie);
    }
    sorts.usual("a blackjack", Some(Topic::Blackjack), |_, round| blackjacks(round).any(|net| net.is_positive()));
    sorts.usual("the dealer has a blackjack", Some(Topic::FoundBlackjack), |_, round| {
        round.dealer.len() == 2 && is_blackjack(&round.dealer) && round.net.is_negative()
    });
    if game.double.is_some() {
        sorts.usual("a double", Some(Topic::Double), |_, round| {
            !is_of_split(round) && live(round).any(|hand| hand.doubled && hand.wagers == 2)
        });
    }
    if game.double.is_some() && game.blackjack_may_come_late() {
        sorts.usual("a dealer blackjack comes to light after a double", Some(Topic::LateBlackjack), |_, round| {
            is_blackjack(&round.dealer) && live(round).any(|hand| hand.doubled)
        });
    }
    if game.split.is_some() {
        sorts.usual("a split", Some(Topic::Split), |_, round| is_of_split(round));
    }
    if game.surrenders().is_some() {
        sorts.usual("a hand is surrendered", Some(Topic::Surrender), |_, round| round.hands.iter().any(gave_up));
    }
}

/// The first win of each side wager under the first of its paytables.
fn of_side_wagers(sorts: &mut Sorts, submission: &Submission, table: &Table) {
    for (side, id) in table.side_ids().into_iter().enumerate() {
        let Some(offered) = submission.wagers.iter().find(|offered| offered.id == id) else { continue };
        let nets = table.side_nets(side, offered).into_iter();
        let wins: Vec<String> = (table.side_names(side).into_iter().zip(nets))
            .filter(|(_, net)| net.fixed.is_positive() || !net.per_meter.is_zero())
            .map(|(name, _)| name)
            .collect();
        sorts.usual(&format!("{} wins", offered.rule.title), None, move |_, round| {
            round.side_wagers.get(side).is_some_and(|(_, outcome)| wins.contains(outcome))
        });
    }
}

/// What each blackjack of an unsplit hand came to.
fn blackjacks(round: &Dealt) -> impl Iterator<Item = Ratio<i64>> {
    let dealt = round.hands.iter().filter(|hand| hand.status == Status::Blackjack && !hand.split);
    dealt.filter_map(|hand| hand.net)
}

fn is_of_split(round: &Dealt) -> bool {
    round.hands.iter().any(|hand| hand.split)
}

/// The hands of a round without attack wager and split that have one initial wager of the player's and nothing else.
fn plain_hands(round: &Dealt) -> impl Iterator<Item = &DealtHand> {
    let is_plain = !round.attack && !is_of_split(round);
    round.hands.iter().filter(move |hand| is_plain && !hand.doubled && hand.wagers == 1)
}

fn plain_live(round: &Dealt) -> impl Iterator<Item = &DealtHand> {
    plain_hands(round).filter(|hand| hand.status == Status::Live)
}

fn tie(game: &Game, round: &Dealt) -> bool {
    let of_dealer = total_of_dealer(game, round);
    let ties = |hand: &DealtHand| total(&hand.cards) == of_dealer && hand.net.is_some_and(|net| !net.is_positive());
    !is_blackjack(&round.dealer) && !has_push_total(game, round) && plain_live(round).any(ties)
}

fn live(round: &Dealt) -> impl Iterator<Item = &DealtHand> {
    round.hands.iter().filter(|hand| hand.status == Status::Live)
}

fn pushes(game: &Game, round: &Dealt) -> bool {
    has_push_total(game, round) && live(round).next().is_some() && round.net.is_zero()
}

fn paid_against_push(game: &Game, round: &Dealt) -> bool {
    has_push_total(game, round) && live(round).next().is_some() && round.net.is_positive()
}

fn bust_returned(game: &Game, round: &Dealt) -> bool {
    // The rule of that total returns them itself.
    if has_push_total(game, round) {
        return false;
    }
    plain_hands(round).any(|hand| matches!(hand.status, Status::Bust(_)) && hand.net.is_some_and(|net| net.is_zero()))
}

fn bonus_paid(_: &Game, round: &Dealt) -> bool {
    plain_live(round).any(|hand| total(&hand.cards) == 21 && hand.net.is_some_and(|net| net > Ratio::one()))
}

#[cfg(test)]
mod tests {
    use certificate::WorkedExample;

    use super::super::examples::examples;
    use super::super::tests::committed;

    fn of_report(report: &str) -> Vec<WorkedExample> {
        let (submission, certificate) = committed(report);
        examples(&submission, &certificate).expect("a plan").expect("examples").rounds_shown
    }

    #[test]
    fn every_unusual_rule_has_its_round() {
        for (report, expected) in [
            (
                "pa-685a-down-under-6-decks",
                &[
                    "the dealer's two aces count 22",
                    "the hole card is exposed",
                    "the dealer ends with the total that returns wagers",
                    "a hand is paid against the total that returns wagers",
                ][..],
            ),
            (
                "pa-633a-blackjack-switch-6-decks",
                &[
                    "the dealer ends with the total that returns wagers",
                    "a blackjack against a dealer's 21 of more cards",
                    "a blackjack's wager is returned against the total that returns wagers",
                    "an ace and a ten are put together by a switch",
                    "the player switches second cards",
                ],
            ),
            (
                "ma-double-attack-6-decks",
                &[
                    "the attack wager is made",
                    "a hand of a split is doubled after the attack wager",
                    "a doubled hand is surrendered",
                    "a split ace is surrendered",
                ],
            ),
            (
                "spanish-21-6-decks",
                &[
                    "a blackjack is paid against the dealer's",
                    "a player's 21 is paid against the dealer's",
                    "a total of 21 is paid more",
                    "a doubled hand is surrendered",
                ],
            ),
            (
                "double-exposure-6-decks",
                &["the hole card is exposed", "a blackjack is paid against the dealer's", "a tie is lost"],
            ),
            (
                "free-bet-6-decks",
                &[
                    "the dealer ends with the total that returns wagers",
                    "the house gives the double wager",
                    "the house gives the wager of a split",
                ],
            ),
            ("pa-633a-blackjack-6-decks", &[]),
        ] {
            let shown = of_report(report);
            let unusual: Vec<&str> = shown.iter().filter(|one| one.unusual).map(|one| one.shows.as_str()).collect();
            assert_eq!(unusual, expected, "{report}");
        }
    }

    #[test]
    fn each_side_wager_wins_in_a_round_that_shows_it() {
        let shown = of_report("pa-633a-blackjack-6-decks");
        let wins: Vec<&WorkedExample> = shown.iter().filter(|one| one.shows.ends_with(" wins")).collect();
        assert_eq!(wins.len(), 12, "eleven side wagers, and a hand");
        for one in wins.iter().filter(|one| one.shows != "a hand wins") {
            let title = one.shows.trim_end_matches(" wins");
            let line = one.settlement.iter().find(|line| line.wager.starts_with(title)).expect(title);
            // What is a share of a meter has no net result of its own.
            assert!(line.net.as_deref().is_none_or(|net| net.starts_with('+')), "{title}: {line:?}");
        }
    }

    #[test]
    fn two_aces_of_the_dealer_are_said_to_be_22() {
        let shown = of_report("pa-685a-down-under-6-decks");
        let one = shown.iter().find(|one| one.shows == "the dealer's two aces count 22").expect("such a round");
        assert!(one.dealer.iter().all(|card| card.starts_with('A')), "{:?}", one.dealer);
        assert!(one.settlement[0].result.contains("against the dealer's 22"), "{:?}", one.settlement[0]);
    }
}
