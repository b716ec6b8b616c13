use cards::Value;

use crate::game::{
    AfterSplit, BustAgainstPush, DoubledAgainstPush, EvenMoney, Game, LateBlackjackTakes, MatchPays, PushRule, Soft17,
    SplitAces,
};

/// A rule in words, made from the values the solver uses, so that the two cannot disagree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleText {
    /// The rule.
    pub text: String,
    /// Its clauses.
    pub clauses: Vec<String>,
}

fn list(values: &[Value]) -> String {
    values.iter().map(Value::to_string).collect::<Vec<_>>().join(", ")
}

impl Game {
    /// Every rule that affects play in words, in the order of a round.
    pub fn describe(&self) -> Vec<RuleText> {
        let mut lines = Vec::new();
        let mut line = |text: String, clauses: &[String]| lines.push(RuleText { text, clauses: clauses.to_vec() });

        let decks: Vec<String> = self.shoe.decks.iter().map(u16::to_string).collect();
        line(format!("Decks of 52 cards: {}.", decks.join(", ")), &self.shoe.clauses);
        line(
            format!(
                "A player's ace and ten-valued card as the first two cards pay {} at once, unless the dealer has a blackjack too, which returns the wager.",
                self.natural.pays
            ),
            &self.natural.clauses,
        );
        if let EvenMoney::Offered(odds) = self.natural.even_money {
            line(
                format!("With a blackjack the player may take {odds} at once where insurance is offered."),
                &self.natural.clauses,
            );
        }
        if let Some(insurance) = &self.insurance {
            line(
                format!(
                    "Insurance when the up card is {}: up to {} of the initial wager, pays {} if the hole card is {}.",
                    insurance.offered_on,
                    insurance.maximum.ratio(),
                    insurance.pays,
                    insurance.wins_on
                ),
                &insurance.clauses,
            );
        }
        self.describe_hole_card(&mut line);
        line(format!("A hand may draw while its total is below {}.", self.draw.below), &self.draw.clauses);
        match &self.double {
            None => line("No doubling down.".to_owned(), &[]),
            Some(double) => line(
                format!(
                    "Double down on {} for one more card, {} a split.",
                    match double.hard_totals {
                        [low, high] if low <= 4 && high >= 20 && double.soft => "any first two cards".to_owned(),
                        [low, high] if double.soft => {
                            format!("the first two cards if soft or with a hard total of {low} to {high}")
                        }
                        [low, high] => format!("the first two cards with a hard total of {low} to {high}"),
                    },
                    if double.after_split { "also after" } else { "not after" }
                ),
                &double.clauses,
            ),
        }
        match &self.split {
            None => line("No splitting.".to_owned(), &[]),
            Some(split) => line(
                format!(
                    "Two cards of equal value may be split, to at most {} hands{}; split aces {}.",
                    split.max_hands,
                    match (split.max_hands > 2, split.resplit_aces) {
                        (true, true) => ", aces too",
                        (true, false) => ", aces once",
                        (false, _) => "",
                    },
                    match split.aces {
                        SplitAces::OneCard => "receive one card each",
                        SplitAces::Played => "are played like other hands",
                    }
                ),
                &split.clauses,
            ),
        }
        if let Some(surrender) = self.surrender.as_ref().filter(|surrender| surrender.allowed) {
            line(
                format!(
                    "The first two cards of an unsplit hand may be surrendered for {} of the wager, after a dealer blackjack has been ruled out.",
                    surrender.loses.ratio()
                ),
                &surrender.clauses,
            );
        }
        line(
            format!(
                "The dealer draws to 16, stands on hard 17 and above and {} soft 17; an ace counts 11 unless that exceeds {}.",
                match self.dealer.soft_17 {
                    Soft17::Stand => "stands on",
                    Soft17::Hit => "hits",
                },
                self.dealer.ace_limit
            ),
            &self.dealer.clauses,
        );
        if let Some(push) = &self.push {
            describe_push(push, &mut line);
        }
        for wager in self.wagers.values() {
            line(
                format!(
                    "{}: wins if the player's first two cards match the up card's rank; {} paid.",
                    wager.title,
                    match wager.match_pays {
                        MatchPays::Each => "each match is",
                        MatchPays::Best => "only the higher match is",
                    }
                ),
                &wager.clauses,
            );
        }
        lines
    }

    fn describe_hole_card(&self, line: &mut impl FnMut(String, &[String])) {
        let rule = &self.hole_card;
        if !rule.checked_under.is_empty() {
            line(
                format!(
                    "Under an up card of {} a dealer blackjack is discovered before any player acts and ends the round.",
                    list(&rule.checked_under)
                ),
                &rule.clauses,
            );
        }
        if rule.checked_under.is_empty() {
            line(
                match rule.late_blackjack_takes {
                    LateBlackjackTakes::All => "A dealer blackjack comes to light after the players have acted and takes every wager.",
                    LateBlackjackTakes::Original => {
                        "A dealer blackjack comes to light after the players have acted and takes one original bet; double and split wagers are returned."
                    }
                }
                .to_owned(),
                &rule.clauses,
            );
        }
        if !rule.ranges.is_empty() {
            let ranges: Vec<String> =
                rule.ranges.iter().map(|range| format!("{} ({})", range.name, list(&range.values))).collect();
            line(format!("The table is told the hole card's range: {}.", ranges.join(", ")), &rule.clauses);
        }
        if !rule.exposed_if_both.is_empty() {
            line(
                format!(
                    "If up card and hole card are both among {}, the hole card is exposed.",
                    list(&rule.exposed_if_both)
                ),
                &rule.clauses,
            );
        }
    }
}

fn describe_push(push: &PushRule, line: &mut impl FnMut(String, &[String])) {
    line(
        format!(
            "A dealer total of {} returns the wagers, except that these are paid: {}; and two original cards from {}{}{}.",
            push.total,
            match push.twenty_one_after_split {
                AfterSplit::Paid => "a total of 21",
                AfterSplit::FirstHandOnly => "a total of 21, of a split only on the first hand",
                AfterSplit::Returned => "a total of 21 on an unsplit hand",
            },
            list(&push.originals),
            if push.originals_after_split { ", also formed after a split" } else { ", not after a split" },
            if push.originals_after_draw { ", also when more cards were drawn" } else { ", and no further card" },
        ),
        &push.clauses,
    );
    line(
        format!(
            "A doubled hand that is paid against {} is paid {}; a hand that busted before is {}.",
            push.total,
            match push.doubled {
                DoubledAgainstPush::Paid => "in full",
                DoubledAgainstPush::BetOnly => "on its bet, and the double wager is returned",
            },
            match push.bust {
                BustAgainstPush::Lost => "lost",
                BustAgainstPush::Returned => "returned",
            }
        ),
        &push.clauses,
    );
}
