//! What a side wager says besides its lines, in words: money, events, the double shoe, covariances.

use num_rational::BigRational;
use num_traits::{One as _, Signed as _};
use shoeproof::{DoubleShoe, Exact, SeatValue, Wager, WagerDollars, WagerEvent};

/// What is said of a wager.
pub(crate) fn lines(wager: &Wager) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(dollars) = &wager.dollars {
        lines.extend(dollar_lines(dollars));
    }
    if let Some(portion) = &wager.parlay_portion {
        lines.push(format!("Of winnings {}% may be added; what that gains is in proportion.", portion.percent(4)));
    }
    lines.extend(wager.events.iter().flat_map(event_lines));
    if wager.events.iter().any(|event| event.offered.is_some()) {
        lines.push("Variance and hit frequency take these events as independent of the hand.".to_owned());
    }
    lines.extend(wager.double_shoe.iter().flat_map(double_shoe_lines));
    lines
}

fn dollar_lines(dollars: &WagerDollars) -> Vec<String> {
    let mut lines = Vec::new();
    if let (Some(seed), Some(meter)) = (&dollars.seed, &dollars.meter) {
        let even = dollars.break_even_meter.as_ref();
        lines.push(format!(
            "In dollars, at a wager of {}: seed {}, meter {}, even at {}.",
            dollars.wager.rounded(2),
            seed.rounded(2),
            meter.rounded(2),
            even.map_or_else(|| "none".to_owned(), |even| even.rounded(2))
        ));
    }
    match (&dollars.least_maximum, dollars.maximum_allowed) {
        (Some(least), Some(false)) => {
            lines.push(format!("NON-CONFORMING: the maximum must be at least {} dollars.", least.rounded(2)));
        }
        (Some(least), _) => lines.push(format!("The maximum must be at least {} dollars.", least.rounded(2))),
        (None, Some(false)) => lines.push("NON-CONFORMING: no maximum may be set for this wager.".to_owned()),
        (None, _) => {}
    }
    lines
}

fn event_lines(event: &WagerEvent) -> Vec<String> {
    let even = |meter: &Option<Exact>| match meter {
        None => "even at no meter".to_owned(),
        Some(meter) if meter.value().is_some_and(|meter| meter.is_negative()) => {
            "in the player's favour at any meter".to_owned()
        }
        Some(meter) => format!("even at a meter of {}", meter.rounded(2)),
    };
    let mut lines = vec![format!(
        "{}: chance {} when offered; in every round it adds {}%, and the wager is {}.",
        event.line,
        event.chance_if_offered.rounded(6),
        event.adds_if_always.percent(4),
        even(&event.even_meter_if_always)
    )];
    if let (Some(offered), Some(adds)) = (&event.offered, &event.adds) {
        lines.push(format!(
            "  Offered in {}% of all rounds it adds {}%, and the wager is {}.",
            offered.percent(4),
            adds.percent(4),
            even(&event.even_meter)
        ));
    }
    let even = event.even_offered.as_ref().and_then(|even| Some((even, even.value()?)));
    lines.push(match even {
        None => "  It changes nothing.".to_owned(),
        Some((_, even)) if even > BigRational::one() => {
            "  At the meter above the wager is not even however often it is offered.".to_owned()
        }
        Some((_, even)) if even.is_negative() => "  At the meter above the wager favours the player.".to_owned(),
        Some((exact, _)) => {
            format!("  At the meter above the wager is even if it is offered in {}% of all rounds.", exact.percent(4))
        }
    });
    lines
}

fn double_shoe_lines(double_shoe: &DoubleShoe) -> Vec<String> {
    let shown = |value: &SeatValue| match &value.at_most {
        None => format!("{}%", value.ev.percent(4)),
        Some(most) => format!("{}% to {}%", value.ev.percent(4), most.percent(4)),
    };
    let mut lines = vec![format!("From a double shoe: {}", double_shoe.why)];
    lines.extend(double_shoe.seats.iter().map(|one| {
        let seat = if one.seat == "first" { "first seat" } else { "other seats" };
        let side = one.drawn_from.replace('-', " ");
        format!("  {seat}, drawn from the side of {side}: EV {}; if kept {}", shown(&one.all), shown(&one.kept))
    }));
    lines
}
