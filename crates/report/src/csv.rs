//! Tables for spreadsheets: a header line, commas, quotes where needed, line feeds.

use certificate::{
    Action, ClassResult, CompositionException, Exact, ReportDocument, Root, RowOf, Simulation, Wager, WagerLine,
};
use num_rational::BigRational;
use num_traits::Zero;

use crate::{figure, names};

/// A number as its decimal and its fraction; two empty fields for none.
pub(crate) fn both(exact: Option<&Exact>) -> [&str; 2] {
    exact.map_or([""; 2], |exact| [&exact.decimal, &exact.fraction])
}

/// A root as its decimal and the fraction of its square; two empty fields for none.
pub(crate) fn root(root: Option<&Root>) -> [&str; 2] {
    root.map_or([""; 2], |root| [&root.decimal, &root.squared.fraction])
}

/// The strategy chart, one line for each cell in the document's order. After them stand split aces that get no further card and may be given
/// up, and doubled hands that are given up by total: what is done with them follows from no cell.
pub(crate) fn strategy(document: &ReportDocument) -> String {
    let mut text = String::from("up,signal,class,hand,total,first_two,later,otherwise,code\n");
    for cell in &document.strategy {
        line(
            &mut text,
            &[
                &cell.up,
                &cell.signal,
                names::hand_class(cell.class),
                &cell.hand,
                &cell.total.to_string(),
                optional(cell.first_two),
                optional(cell.later),
                optional(cell.otherwise),
                &cell.code,
            ],
        );
    }
    let td = document.play_tables.iter().filter(|table| table.strategy == "td").flat_map(|table| &table.up_cards);
    let signals = td.flat_map(|up| up.signals.iter().map(move |signal| (&up.up, signal)));
    for (up, signal) in signals {
        for row in signal.rows.iter().filter(|row| row.of == RowOf::SplitAces) {
            line(&mut text, &[up, &signal.signal, row.of.name(), &row.hand, "", row.action.name(), "", "", ""]);
        }
    }
    for given_up in &document.doubled_given_up {
        for (class, total) in given_up.hands.iter().filter_map(|hand| hand.split_once(' ')) {
            let class = format!("doubled-{class}");
            let action = Action::Surrender.name();
            line(&mut text, &[&given_up.up, &given_up.signal, &class, total, total, "", action, "", ""]);
        }
    }
    text
}

/// The hands whose composition changes the action, one line each.
pub(crate) fn composition_exceptions(exceptions: &[CompositionException]) -> String {
    let mut text = String::from("up,signal,hand,total,soft,td,cdz\n");
    for exception in exceptions {
        line(
            &mut text,
            &[
                &exception.up,
                &exception.signal,
                &exception.hand,
                &exception.total.to_string(),
                if exception.soft { "true" } else { "false" },
                exception.td.name(),
                exception.cdz.name(),
            ],
        );
    }
    text
}

/// Every result of a round under every class whose distribution is stated: net result, total wager, and their probability.
pub(crate) fn results(classes: &[ClassResult]) -> String {
    let mut text = String::from("strategy,net,wagered,probability,fraction\n");
    for class in classes {
        for one in class.distribution.iter().flat_map(|distribution| &distribution.action) {
            let amount = |text: &str| text.parse().map_or_else(|_| text.to_owned(), |number| figure::decimal(&number));
            line(
                &mut text,
                &[
                    &class.strategy,
                    &amount(&one.net),
                    &amount(&one.wagered),
                    &one.probability.decimal,
                    &one.probability.fraction,
                ],
            );
        }
    }
    text
}

/// Every outcome of every side wager, in the document's order: one line for each wager, paytable, reading and outcome.
/// Payouts are decimals: a program for tables takes a fraction for a date.
pub(crate) fn wagers(wagers: &[Wager]) -> String {
    let mut text = String::from(
        "id,paytable,reading,chosen,line,combinations,total,pays,meter_share,probability,contribution,share_of_return\n",
    );
    for wager in wagers {
        let reading: Vec<String> = wager.reading.iter().map(|(name, choice)| format!("{name}={choice}")).collect();
        let reading = reading.join("; ");
        for outcome in &wager.lines {
            line(
                &mut text,
                &[
                    &wager.id,
                    &wager.paytable,
                    &reading,
                    if wager.chosen { "true" } else { "false" },
                    &outcome.name,
                    &outcome.combinations,
                    &wager.total,
                    &decimal(&outcome.pays),
                    &outcome.meter_share.as_deref().map_or_else(String::new, decimal),
                    &probability(outcome, &wager.total),
                    &outcome.contribution.decimal,
                    &outcome.share_of_return.decimal,
                ],
            );
        }
    }
    text
}

/// Every figure of the simulation, in the document's order.
pub(crate) fn simulation(simulation: &Simulation) -> String {
    let mut text = String::from("of,wager,figure,rounds,count,exact,observed,standard_error,z,judged,p,adjusted_p\n");
    for group in &simulation.groups {
        for figure in &group.figures {
            line(
                &mut text,
                &[
                    names::simulated_of(group.of),
                    group.wager.as_deref().unwrap_or_default(),
                    &figure.name,
                    &figure.rounds,
                    figure.count.as_deref().unwrap_or_default(),
                    &figure.exact.decimal,
                    &figure.observed.decimal,
                    &figure.standard_error,
                    &figure.z,
                    names::simulated_judged(figure.judged),
                    figure.p.as_deref().unwrap_or_default(),
                    figure.adjusted_p.as_deref().unwrap_or_default(),
                ],
            );
        }
    }
    text
}

/// A fraction as a decimal; any other text as it stands.
fn decimal(fraction: &str) -> String {
    fraction.parse::<BigRational>().map_or_else(|_| fraction.to_owned(), |number| figure::decimal(&number))
}

/// The line's probability rounded to 18 places; empty if the counts are none.
fn probability(outcome: &WagerLine, total: &str) -> String {
    let combinations = outcome.combinations.parse::<BigRational>().ok();
    let total = total.parse::<BigRational>().ok().filter(|total| !total.is_zero());
    let probability = combinations.zip(total).map(|(combinations, total)| Exact::from(&(combinations / total)));
    probability.map_or_else(String::new, |probability| probability.decimal)
}

fn optional(action: Option<Action>) -> &'static str {
    action.map_or("", Action::name)
}

/// A line; a field that a spreadsheet would run is made text by an apostrophe before it.
pub(crate) fn line(text: &mut String, fields: &[&str]) {
    for (index, field) in fields.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        let mark = if is_run(field) { "'" } else { "" };
        if field.contains([',', '"', '\n', '\r']) {
            text.push('"');
            text.push_str(mark);
            text.push_str(&field.replace('"', "\"\""));
            text.push('"');
        } else {
            text.push_str(mark);
            text.push_str(field);
        }
    }
    text.push('\n');
}

/// Whether a spreadsheet takes a field for a formula: by its first character that is not a space, unless it is a number or a fraction.
fn is_run(field: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = |text: &str| {
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        let whole =
            |text: &str| text.split_once('.').map_or(digits(text), |(whole, part)| digits(whole) && digits(part));
        digits(exponent) && mantissa.split_once('/').map_or(whole(mantissa), |(n, d)| digits(n) && digits(d))
    };
    match field.strip_prefix(['+', '-']) {
        Some(rest) => !is_number(rest),
        None => {
            let wide = ['\u{ff1d}', '\u{ff20}', '\u{ff0b}', '\u{ff0d}'];
            let first = field.trim_start();
            field.starts_with(['\t', '\r', '\n']) || first.starts_with(['=', '@', '+', '-']) || first.starts_with(wide)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_with_commas_and_quotes_are_quoted() {
        let mut text = String::new();
        line(&mut text, &["A,7", "say \"no\"", "plain"]);
        assert_eq!(text, "\"A,7\",\"say \"\"no\"\"\",plain\n");
    }

    #[test]
    fn numbers_stay_and_formulas_become_text() {
        for number in ["-1.5", "-3/4", "+1", "-0.000001", "-2e-7", "1e+5", "", "0", "-12/345"] {
            let mut text = String::new();
            line(&mut text, &[number]);
            assert_eq!(text, format!("{number}\n"));
        }
        for (formula, written) in [
            ("=1+1", "'=1+1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
            ("-2+3", "'-2+3"),
            ("-", "'-"),
            ("-1.5.5", "'-1.5.5"),
            ("\t=1", "'\t=1"),
            ("\r=1", "\"'\r=1\""),
            ("  =1", "'  =1"),
            ("=A1,B1", "\"'=A1,B1\""),
            ("\u{ff1d}1+1", "'\u{ff1d}1+1"),
            ("\u{a0}=1", "'\u{a0}=1"),
        ] {
            let mut text = String::new();
            line(&mut text, &[formula]);
            assert_eq!(text, format!("{written}\n"), "{formula:?}");
        }
    }
}
