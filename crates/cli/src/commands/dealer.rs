//! `dealer`: how the dealer's hand ends.

use std::io::Write as _;
use std::process::ExitCode;

use comfy_table::Table;
use shoeproof::{ByDealerOutcome, DealerOutcomes, DealerWant, Exact, Gain, SignalsWorth, Value};

use crate::arguments::Dealer;
use crate::bar::Bar;
use crate::failed::Failed;
use crate::tables::{align_figures, plain};
use crate::terminal;

/// Places of probabilities and EVs.
const PLACES: u32 = 6;

pub(crate) fn run(arguments: &Dealer) -> Result<ExitCode, Failed> {
    let analysis = arguments.analysis.load()?;
    let hand = arguments.hand.as_ref().map_or_else(Vec::new, |hand| hand.0.clone());
    let want = DealerWant { hand, no_value: arguments.no_value || arguments.csv };
    let ends = analysis.dealer(&want, &Bar::new())?;
    if let Some(path) = &arguments.chart
        && let Some(svg) = ends.chart(analysis.title())?
    {
        shoeproof::write_file(path, svg.as_bytes())?;
    }
    let mut out = terminal::stdout();
    if arguments.csv {
        write!(out, "{}", ends.csv())?;
        return Ok(ExitCode::SUCCESS);
    }
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&ends)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "{}", analysis.title())?;
    if !want.hand.is_empty() {
        let cards: Vec<String> = want.hand.iter().map(Value::to_string).collect();
        writeln!(out, "without {}, which the player holds", cards.join(","))?;
    }
    writeln!(out, "{}", outcomes_text(&ends.outcomes))?;
    let push = analysis.submission().game.push.as_ref().is_some_and(|push| push.total == 22);
    let twenty_two = if push { "22 returns wagers by the push rule" } else { "22 is a bust like what is over it" };
    writeln!(
        out,
        "Probabilities given up card and signal, of a dealer who completes his hand; that of the signal given the up card. {twenty_two}."
    )?;
    match ends.worth.as_deref() {
        None => {}
        Some([]) => writeln!(
            out,
            "The table tells nothing of the hole card beyond a blackjack that is looked for: the signals are worth 0."
        )?,
        Some(worths) => {
            writeln!(
                out,
                "\nWhat the signals are worth: EV of a player who is told them, and of one who is not, per unit of the {}",
                analysis.unit()
            )?;
            writeln!(out, "{}", worth_text(worths))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn outcomes_text(rows: &[DealerOutcomes]) -> Table {
    let mut text = plain();
    let names = ByDealerOutcome::<Exact>::WORDS;
    text.set_header(["up", "signal", "hole", "signal's"].into_iter().chain(names));
    let mut before = "";
    for row in rows {
        let up = if row.up == before { "" } else { &row.up };
        before = &row.up;
        let head = [up.to_owned(), row.signal.clone(), row.holes.join(""), row.probability.rounded(PLACES)];
        let zero = |one: &Exact| one.fraction == "0/1";
        let each = row.outcomes.each().map(|one| if zero(one) { "-".to_owned() } else { one.rounded(PLACES) });
        text.add_row(head.into_iter().chain(each));
    }
    align_figures(&mut text, 3..12);
    text
}

fn worth_text(worths: &[SignalsWorth]) -> Table {
    let mut text = plain();
    let Some(first) = worths.first() else { return text };
    let of_class = |worth: &SignalsWorth| ["told", "untold", "worth"].map(|word| format!("{} {word}", worth.strategy));
    let head = ["up", "signal", "probability"].map(str::to_owned);
    text.set_header(head.into_iter().chain(worths.iter().flat_map(of_class)));
    let gain = |gain: &Gain| [&gain.told, &gain.untold, &gain.value].map(|ev| ev.rounded(PLACES));
    let mut add = |head: [&str; 3], gains: Vec<&Gain>| {
        text.add_row(head.map(str::to_owned).into_iter().chain(gains.into_iter().flat_map(gain)));
    };
    for (at, up) in first.by_up_card.iter().enumerate() {
        let of_up = worths.iter().filter_map(|worth| worth.by_up_card.get(at));
        let probability = up.probability.rounded(PLACES);
        add([&up.up, "all", &probability], of_up.clone().map(|up| &up.gain).collect());
        for (place, signal) in up.by_signal.iter().enumerate() {
            let gains = of_up.clone().filter_map(|up| Some(&up.by_signal.get(place)?.gain)).collect();
            add(["", &signal.signal, &signal.probability.rounded(PLACES)], gains);
        }
    }
    add(["all", "", ""], worths.iter().map(|worth| &worth.round).collect());
    align_figures(&mut text, 2..3 + 3 * worths.len());
    text
}
