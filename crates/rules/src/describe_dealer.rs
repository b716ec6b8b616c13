//! What the rules make of the dealer's cards, in words.

use cards::Value;

use crate::error::one_of;
use crate::game::{
    AfterSplit, BustAgainstPush, Busts, DoubledAgainstPush, Game, LateBlackjackTakes, OriginalsHeldBy, PushRule,
    SurrenderIntoBlackjack,
};
use crate::text::list;
use crate::topic::Topic;

fn any_of(values: &[Value]) -> String {
    one_of(values.iter().map(Value::to_string))
}

impl Game {
    pub(crate) fn describe_hole_card(&self, line: &mut impl FnMut(Topic, String, &[String])) {
        let rule = &self.hole_card;
        if !rule.checked_under.is_empty() {
            line(
                Topic::FoundBlackjack,
                format!(
                    "Under an up card of {} a dealer blackjack is discovered before any player acts and ends the round.",
                    any_of(&rule.checked_under)
                ),
                &rule.clauses,
            );
        }
        let late: Vec<Value> =
            [Value::TEN, Value::ACE].into_iter().filter(|up| !rule.checked_under.contains(up)).collect();
        if !late.is_empty() {
            let takes = match rule.late_blackjack_takes {
                LateBlackjackTakes::All => "every wager",
                LateBlackjackTakes::Original => "one original bet; all other wagers of the round are returned",
                LateBlackjackTakes::OriginalAndAttack => {
                    "the initial and the attack wager; double and split wagers are returned"
                }
                LateBlackjackTakes::BustedAndOriginal => {
                    "one original bet if any hand is live; wagers of hands that busted before stay lost, all others are returned"
                }
            };
            let apart = rule.late_blackjack_takes != LateBlackjackTakes::All
                && self.surrenders().is_some_and(|rule| rule.into_blackjack != SurrenderIntoBlackjack::AsPlayed);
            let it_takes = if apart { "Surrendered hands apart, it takes" } else { "It takes" };
            line(
                Topic::LateBlackjack,
                format!(
                    "A dealer blackjack under an up card of {} ends the round only once the players have acted. {it_takes} {takes}.",
                    any_of(&late)
                ),
                &rule.clauses,
            );
        }
        if !rule.ranges.is_empty() {
            let ranges: Vec<String> =
                rule.ranges.iter().map(|range| format!("{} ({})", range.name, list(&range.values))).collect();
            line(
                Topic::HoleCard,
                format!("The table is told the hole card's range: {}.", ranges.join(", ")),
                &rule.clauses,
            );
        }
        if !rule.exposed_if_both.is_empty() {
            let always = rule.exposed_if_both.len() == Value::COUNT;
            let text = match always {
                true => "Both cards of the dealer lie face up.".to_owned(),
                false => format!(
                    "If up card and hole card are both among {}, the hole card is exposed.",
                    list(&rule.exposed_if_both)
                ),
            };
            line(Topic::ExposedHoleCard, text, &rule.clauses);
        }
    }
}

pub(crate) fn describe_push(push: &PushRule, busts: Busts, line: &mut impl FnMut(Topic, String, &[String])) {
    let of_busted = match push.bust {
        BustAgainstPush::Lost => "lost",
        BustAgainstPush::Returned => "returned",
    };
    // Equal totals over 21 go before.
    let equal = if busts == Busts::EqualReturned && push.bust == BustAgainstPush::Lost {
        ", unless the totals are equal"
    } else {
        ""
    };
    if !push.twenty_one && push.originals.is_empty() {
        line(
            Topic::Push,
            format!(
                "A dealer total of {} returns every wager, except those that another rule here pays. The wager of a hand that busted before is {of_busted}{equal}.",
                push.total
            ),
            &push.clauses,
        );
        return;
    }
    line(
        Topic::Push,
        format!(
            "A dealer total of {} returns the wagers, except that these are paid: {}.",
            push.total,
            paid_against_push(push)
        ),
        &push.clauses,
    );
    line(
        Topic::Push,
        format!(
            "A doubled hand that is paid against {} is paid {}. The wager of a hand that busted before is {of_busted}{equal}.",
            push.total,
            match push.doubled {
                DoubledAgainstPush::Paid => "in full",
                DoubledAgainstPush::BetOnly => "on its bet, and the double wager is returned",
            }
        ),
        &push.clauses,
    );
}

/// The hands that a push rule pays all the same.
fn paid_against_push(push: &PushRule) -> String {
    let twenty_one = push.twenty_one.then_some(match push.twenty_one_after_split {
        AfterSplit::Paid => "a total of 21",
        AfterSplit::FirstHandOnly => "a total of 21, of a split only on the first hand",
        AfterSplit::Returned => "a total of 21 on an unsplit hand",
    });
    let originals = (!push.originals.is_empty()).then(|| {
        format!(
            "a hand of two original cards, both from {}{}{}",
            list(&push.originals),
            match (push.originals_after_split, push.originals_held_by) {
                (true, OriginalsHeldBy::Hand) => ", also formed after a split",
                (false, OriginalsHeldBy::Hand) => ", that was not split",
                (true, OriginalsHeldBy::Player) =>
                    ", also formed after a split, or each on a hand of its own after one",
                (false, OriginalsHeldBy::Player) => ", also each on a hand of its own after a split",
            },
            if push.originals_after_draw {
                ", also when more cards were drawn"
            } else {
                ", with no further card drawn"
            },
        )
    });
    twenty_one.map(str::to_owned).into_iter().chain(originals).collect::<Vec<_>>().join("; and ")
}
