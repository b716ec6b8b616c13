//! Every number of a certificate must be canonical, also one that is not derived.

use certificate::number::{self, NumberError};
use certificate::{Certificate, StatedAim, StatedAmount, StatedClass, StatedPlayed, StatedUp, StatedWager};

use crate::refusal::{self, Refusal};

type Checked = Result<(), Refusal>;

/// Checks the form of every number but those of the simulation.
///
/// # Errors
/// [`Refusal::Number`] for the first that is not canonical.
pub(crate) fn check(statement: &Certificate) -> Checked {
    statement.classes.iter().try_for_each(|class| of_class("", class))?;
    for variant in &statement.variants {
        let set: String = variant.set.iter().map(|(key, value)| format!("{key}={value} ")).collect();
        variant.classes.iter().try_for_each(|class| of_class(&set, class))?;
    }
    if let Some(bracket) = &statement.bracket {
        for end in [&bracket.low, &bracket.high] {
            number::decimal(end).map_err(refused("the bracket of perfect play"))?;
        }
    }
    statement.combinations.iter().try_for_each(|ev| fraction("a combination's EV", ev))?;
    for untold in &statement.untold {
        of_class("without signals: ", &untold.class)?;
        let signals = untold.up_cards.iter().flat_map(|up| &up.signals);
        signals.map(|one| &one.ev).try_for_each(|ev| fraction("an EV without signals", ev))?;
    }
    for follower in &statement.followers {
        let evs = [&follower.ev].into_iter().chain(follower.up_cards.iter().map(|up| &up.ev));
        let evs = evs.chain(follower.readings.iter().map(|reading| &reading.ev));
        evs.into_iter().try_for_each(|ev| fraction("a follower's EV", ev))?;
    }
    statement.removal.iter().try_for_each(|one| fraction("an EV without a card", &one.ev))?;
    for depth in statement.counts.iter().flat_map(|count| &count.depths) {
        [&depth.seen, &depth.over].into_iter().try_for_each(|text| whole("a count", text))?;
        let others = [&depth.squares, &depth.insurance].into_iter().flatten();
        let wagers = depth.wagers.iter().flat_map(|wager| [Some(&wager.nets), wager.squares.as_ref()]);
        let sums: Vec<_> = others.chain(wagers.flatten()).collect();
        sums.iter().try_for_each(|sums| whole("a count", &sums.over))?;
        let all = depth.nets.iter().chain(sums.iter().flat_map(|sums| &sums.by_sum));
        all.into_iter().try_for_each(|net| number::signed(net).map(|_| ()).map_err(refused("a count")))?;
    }
    if let Some(insurance) = &statement.insurance {
        fraction("insurance", &insurance.ev_always)?;
        fraction("insurance", &insurance.optimal_gain)?;
        insurance.hands.iter().try_for_each(|hand| fraction("insurance", &hand.ev))?;
    }
    statement.wagers.iter().try_for_each(of_wager)
}

fn refused(what: &str) -> impl FnOnce(NumberError) -> Refusal {
    let what = what.to_owned();
    move |error| Refusal::Number { what, error }
}

fn fraction(what: &str, text: &str) -> Checked {
    refusal::fraction(what, text).map(|_| ())
}

fn whole(what: &str, text: &str) -> Checked {
    number::whole(text).map(|_| ()).map_err(refused(what))
}

fn of_class(set: &str, class: &StatedClass) -> Checked {
    let name = format!("{set}{}", class.strategy);
    fraction(&format!("{name}: EV"), &class.ev)?;
    fraction(&format!("{name}: average wager"), &class.average_wager)?;
    fraction(&format!("{name}: element of risk"), &class.element_of_risk)?;
    if let Some(variance) = &class.variance {
        fraction(&format!("{name}: variance"), variance)?;
    }
    let doubled = class.doubled.iter().flatten().flat_map(|doubled| &doubled.results);
    for result in class.results.iter().flatten().chain(doubled) {
        let here = format!("{name}: net {}, wager {}", result.net, result.wagered);
        for text in [&result.net, &result.wagered, &result.probability] {
            fraction(&here, text)?;
        }
    }
    for result in class.insured.iter().flatten() {
        fraction(&format!("{name}: insured"), &result.net)?;
        fraction(&format!("{name}: insured"), &result.probability)?;
    }
    for event in class.events.iter().flatten() {
        event.shares.iter().try_for_each(|share| fraction(&format!("{name}: events"), &share.probability))?;
    }
    class.up_cards.iter().try_for_each(|up| of_up(&name, up))
}

fn of_up(name: &str, up: &StatedUp) -> Checked {
    let here = format!("{name}, up card {}", up.up);
    fraction(&format!("{here}: EV"), &up.ev)?;
    if let Some(other) = &up.other_attack_ev {
        fraction(&format!("{here}: EV with the other decision on the attack wager"), other)?;
    }
    fraction(&format!("{here}: probability"), &up.probability)?;
    for signal in &up.signals {
        let here = format!("{here}, signal {}", signal.signal);
        fraction(&format!("{here}: EV"), &signal.ev)?;
        fraction(&format!("{here}: probability"), &signal.probability)?;
    }
    for result in up.results.iter().flatten() {
        for text in [&result.net, &result.wagered, &result.probability] {
            fraction(&here, text)?;
        }
    }
    Ok(())
}

fn of_wager(wager: &StatedWager) -> Checked {
    let here = format!("{} {}", wager.id, wager.paytable);
    for text in [&wager.ev, &wager.variance, &wager.hit_frequency] {
        fraction(&here, text)?;
    }
    whole(&here, &wager.total)?;
    for line in &wager.lines {
        whole(&here, &line.combinations)?;
        fraction(&here, &line.pays)?;
        line.meter_share.iter().try_for_each(|share| fraction(&here, share))?;
    }
    if let Some(meter) = &wager.meter {
        for text in [&meter.at, &meter.fixed, &meter.per_unit].into_iter().chain(&meter.break_even) {
            fraction(&here, text)?;
        }
    }
    wager.removal.iter().try_for_each(|one| fraction(&here, &one.ev))?;
    if let Some(parlay) = &wager.parlay {
        fraction(&here, &parlay.gain)?;
        fraction(&here, &parlay.always)?;
    }
    for event in &wager.events {
        fraction(&here, &event.chance)?;
        of_amount(&here, &event.never)?;
        of_amount(&here, &event.always)?;
    }
    for seat in &wager.seats {
        of_amount(&here, &seat.least)?;
        of_amount(&here, &seat.most)?;
    }
    if let Some(maximum) = &wager.maximum {
        [&maximum.maximum, &maximum.least, &maximum.ev_lost].into_iter().try_for_each(|text| fraction(&here, text))?;
    }
    wager.played.as_ref().map_or(Ok(()), |played| of_played(&here, played))
}

fn of_amount(here: &str, amount: &StatedAmount) -> Checked {
    fraction(here, &amount.fixed)?;
    fraction(here, &amount.per_unit)
}

fn of_played(here: &str, played: &StatedPlayed) -> Checked {
    let of_aim = |aim: &StatedAim| {
        whole(here, &aim.changed)?;
        [&aim.base_ev, &aim.fixed, &aim.per_unit].into_iter().try_for_each(|text| fraction(here, text))
    };
    of_aim(&played.alone)?;
    of_aim(&played.joint)?;
    for point in &played.breakpoints {
        for text in [&point.meter, &point.base_ev, &point.fixed, &point.per_unit] {
            fraction(here, text)?;
        }
    }
    Ok(())
}
