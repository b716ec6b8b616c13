//! What the claims of a certificate say of each other, whether or not they are derived.

use certificate::{Certificate, StatedAim, StatedBracket, StatedClass, StatedEvent, StatedNet, StatedPlayed, number};
use num_rational::BigRational;
use num_traits::{One, Signed};
use rules::{InsuranceRule, Submission};

use crate::refusal::{Refusal, fraction};
use crate::statement::Level;
use crate::total::Total;
use crate::{insurance, omissions, variants};

/// Checks which claims are there, and what each implies of others.
///
/// # Errors
/// [`Refusal`] for the first claim that is missing, has no sense or contradicts another.
pub(crate) fn check(submission: &Submission, statement: &Certificate) -> Result<(), Refusal> {
    let names: Vec<&str> = statement.classes.iter().map(|class| class.strategy.as_str()).collect();
    let expected = omissions::classes(&submission.game, true);
    if !expected.contains(&names.as_slice()) {
        let names = names.iter().map(|name| name.chars().take(20).collect::<String>()).collect::<Vec<_>>().join(" ");
        return wrong(format!("the strategy classes are {names}, and the rules ask for {}", expected[0].join(" ")));
    }
    for class in &statement.classes {
        of_class(submission, class)?;
    }
    bracket(statement)?;
    variants::check(submission, statement)?;
    for wager in &statement.wagers {
        if let Some(played) = &wager.played {
            of_played(&format!("wager {} {}", wager.id, wager.paytable), played, wager.meter.is_some())?;
        }
    }
    Ok(())
}

fn wrong<T>(message: String) -> Result<T, Refusal> {
    Err(Refusal::Table(message))
}

/// Which claims a class makes.
pub(crate) fn of_class(submission: &Submission, class: &StatedClass) -> Result<(), Refusal> {
    let name = &class.strategy;
    let by_up = class.up_cards.iter().filter(|up| up.results.is_some()).count();
    let other_attack = class.up_cards.iter().filter(|up| up.other_attack_ev.is_some()).count();
    for (is_so, wrongly) in [
        (submission.game.attack.is_none(), "without an attack wager"),
        (name != "cdz", "of a class that is not cdz"),
        (other_attack < class.up_cards.len(), "under some up cards alone"),
    ] {
        if other_attack > 0 && is_so {
            return wrong(format!("{name}: the EV of the other decision on the attack wager is stated {wrongly}"));
        }
    }
    if other_attack == 0 && name == "cdz" && submission.game.attack.is_some() {
        return wrong(format!("{name}: the EV of the other decision on the attack wager is missing"));
    }
    if name == "perfect" {
        if class.play.is_some() {
            return wrong("perfect: a table cannot hold perfect play".to_owned());
        }
        if class.results.is_some() || class.insured.is_some() || class.events.is_some() || by_up > 0 {
            return wrong("perfect: the distribution of a round follows from no table".to_owned());
        }
        if class.doubled.is_some() {
            return wrong("perfect: how doubled hands end follows from no table".to_owned());
        }
        return Ok(());
    }
    if class.results.is_none() && by_up > 0 {
        return wrong(format!("{name}: the distribution of a round is stated by up card and not in total"));
    }
    let has_results = class.results.is_some();
    if has_results && class.variance.is_none() {
        return wrong(format!("{name}: the variance of the distribution is missing"));
    }
    for (what, stated, expected) in [
        (
            "the distribution with insurance",
            class.insured.is_some(),
            has_results && submission.game.insurance.as_ref().is_some_and(InsuranceRule::is_on_blackjack),
        ),
        ("what happens in a round", class.events.is_some(), has_results),
    ] {
        if stated != expected {
            let what_of_it = if expected { "is missing" } else { "is stated without what it belongs to" };
            return wrong(format!("{name}: {what} {what_of_it}"));
        }
    }
    if let Some(insured) = &class.insured {
        self::insured(submission, class, insured)?;
    }
    class.events.as_ref().map_or(Ok(()), |events| self::events(name, events))
}

/// In order, probabilities of one in all, and a mean that is the EV and that of insuring every hand.
fn insured(submission: &Submission, class: &StatedClass, insured: &[StatedNet]) -> Result<(), Refusal> {
    let what = format!("{}: the distribution with insurance", class.strategy);
    let mut last: Option<BigRational> = None;
    let (mut sum, mut mean) = (Total::new(), Total::new());
    for one in insured {
        let (net, probability) = (fraction(&what, &one.net)?, fraction(&what, &one.probability)?);
        if last.as_ref().is_some_and(|last| *last >= net) {
            return wrong(format!("{what}: net {net} is out of order"));
        }
        if !probability.is_positive() {
            return wrong(format!("{what}: net {net} has no probability above zero"));
        }
        sum.add(&what, &probability)?;
        mean.add(&what, &(&net * probability))?;
        last = Some(net);
    }
    let (sum, mean) = (sum.sum(), mean.sum());
    if !sum.is_one() {
        return Err(Refusal::value(&format!("{what}: sum"), &cards::fraction(&sum), "1/1"));
    }
    let takes_even_money = class.play.iter().flatten().any(|play| play.even_money == Some(true));
    let always = insurance::mean_always(submission, takes_even_money);
    let expected = fraction(&what, &class.ev)? + always;
    if mean == expected {
        Ok(())
    } else {
        Err(Refusal::value(&format!("{what}: mean"), &cards::fraction(&mean), &cards::fraction(&expected)))
    }
}

/// What is counted in a round, in the order of the certificate.
const EVENTS: [&str; 6] = ["hands", "doubled", "busted", "surrendered", "blackjack", "dealer"];

/// At which level an event is derived, and how; `of_round` is that of the distribution of a round.
pub(crate) fn event_level(what: &str, of_round: Level) -> (Level, &'static str) {
    match what {
        "blackjack" => (Level::Quick, "It is the probability that the first two cards are an ace and a ten."),
        "dealer" => (
            Level::Quick,
            "The cards that the player takes do not change how the next ones are distributed, so the dealer's hand is drawn from a full shoe.",
        ),
        "hands" => {
            (Level::Quick, "The second cards of split hands are dealt one by one under the stated decisions to split.")
        }
        _ => (of_round, "The strategy is followed card by card, as for the distribution of a round."),
    }
}

fn events(name: &str, events: &[StatedEvent]) -> Result<(), Refusal> {
    let mut place = 0;
    for event in events {
        let here = format!("{name}: events: {}", event.what.chars().take(40).collect::<String>());
        let Some(at) = EVENTS[place..].iter().position(|one| *one == event.what) else {
            return wrong(format!("{here}: it is not known or out of order"));
        };
        place += at + 1;
        if event.shares.len() < 2 {
            return wrong(format!("{here}: what never happens is not counted"));
        }
        let mut sum = Total::new();
        let mut last: Option<(u8, u32)> = None;
        for share in &event.shares {
            let value = event_value(&event.what, &share.value);
            let Some(value) = value.filter(|&value| last.is_none_or(|last| last < value)) else {
                return wrong(format!("{here}: a value is not known or out of order"));
            };
            last = Some(value);
            let probability = fraction(&here, &share.probability)?;
            if !probability.is_positive() {
                return wrong(format!("{here}: a value has no probability above zero"));
            }
            sum.add(&here, &probability)?;
        }
        let sum = sum.sum();
        if !sum.is_one() {
            return Err(Refusal::value(&format!("{here}: sum"), &cards::fraction(&sum), "1/1"));
        }
    }
    Ok(())
}

/// Where a value stands among those of its event.
fn event_value(what: &str, value: &str) -> Option<(u8, u32)> {
    let number = || value.parse::<u32>().ok().filter(|number| *number < 100 && number.to_string() == value);
    match (what, value) {
        ("blackjack", "no") => Some((0, 0)),
        ("blackjack", "yes") => Some((0, 1)),
        ("blackjack", _) => None,
        ("dealer", "bust") => Some((1, 0)),
        ("dealer", "blackjack") => Some((2, 0)),
        _ => number().map(|number| (0, number)),
    }
}

/// Whether a stated strategy is worth at least the lower bound.
pub(crate) fn low_is_reached(bracket: &StatedBracket, classes: &[StatedClass]) -> bool {
    let best = best(classes);
    number::decimal_value(&bracket.low).ok().zip(best).is_some_and(|(low, best)| low <= best)
}

/// The EV of the best stated strategy.
fn best(classes: &[StatedClass]) -> Option<BigRational> {
    classes.iter().filter(|class| class.play.is_some()).filter_map(|class| number::fraction(&class.ev).ok()).max()
}

fn bracket(statement: &Certificate) -> Result<(), Refusal> {
    let Some(bracket) = &statement.bracket else { return Ok(()) };
    if statement.classes.iter().any(|class| class.strategy == "perfect") {
        return wrong("a bracket is stated beside perfect play itself".to_owned());
    }
    let (Ok(low), Ok(high)) = (number::decimal_value(&bracket.low), number::decimal_value(&bracket.high)) else {
        return wrong("the bracket has no numbers".to_owned());
    };
    if low > high {
        return wrong("the bracket ends below where it begins".to_owned());
    }
    if best(&statement.classes).is_some_and(|best| best > high) {
        return wrong("a stated strategy is worth more than the bracket of perfect play allows".to_owned());
    }
    Ok(())
}

fn of_played(here: &str, played: &StatedPlayed, has_meter: bool) -> Result<(), Refusal> {
    let StatedPlayed { alone, joint, breakpoints } = played;
    if !has_meter && !breakpoints.is_empty() {
        return wrong(format!("{here}: play is stated by the meter, and the wager has none"));
    }
    if !alone.changes.is_empty() {
        return wrong(format!("{here}: the changes of the play for the side wager alone are listed"));
    }
    let changed = |aim: &StatedAim| number::whole(&aim.changed).ok();
    if changed(joint) != Some(joint.changes.len().into()) {
        return wrong(format!("{here}: {} changes are listed, and {} are stated", joint.changes.len(), joint.changed));
    }
    let all = joint.changes.iter().chain(breakpoints.iter().flat_map(|point| &point.changes));
    if all.into_iter().any(|change| change.from == change.to) {
        return wrong(format!("{here}: a change changes nothing"));
    }
    // The base game's own play is best for it, and the play for the side wager alone is best for that.
    let meters = breakpoints.iter().map(|point| fraction(here, &point.meter)).collect::<Result<Vec<_>, _>>()?;
    if !meters.is_sorted_by(|a, b| a < b) {
        return wrong(format!("{here}: the meters at which play changes are out of order"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use certificate::{StatedBreakpoint, StatedChange};

    #[test]
    fn play_by_the_meter_needs_one() {
        let aim = || StatedAim {
            base_ev: "0/1".to_owned(),
            fixed: "0/1".to_owned(),
            per_unit: "0/1".to_owned(),
            changed: "0".to_owned(),
            changes: Vec::<StatedChange>::new(),
        };
        let point = StatedBreakpoint {
            meter: "250/1".to_owned(),
            changes: Vec::new(),
            base_ev: "1/2".to_owned(),
            fixed: "3/4".to_owned(),
            per_unit: "1/100".to_owned(),
        };
        let played = StatedPlayed { alone: aim(), joint: aim(), breakpoints: vec![point] };
        assert!(of_played("a wager", &played, true).is_ok());
        assert!(of_played("a wager", &played, false).is_err_and(|error| error.to_string().contains("has none")));
        assert!(of_played("a wager", &StatedPlayed { breakpoints: Vec::new(), ..played }, false).is_ok());
    }
}
