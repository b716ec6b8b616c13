//! Tables for spreadsheets: a header line, commas, quotes where needed, line feeds.

use certificate::{Action, CompositionException, StrategyCell};

use crate::names;

/// The strategy chart, one line for each cell in the document's order.
pub(crate) fn strategy(cells: &[StrategyCell]) -> String {
    let mut text = String::from("up,signal,class,hand,total,first_two,later,otherwise,code\n");
    for cell in cells {
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
                names::action(exception.td),
                names::action(exception.cdz),
            ],
        );
    }
    text
}

fn optional(action: Option<Action>) -> &'static str {
    action.map_or("", names::action)
}

fn line(text: &mut String, fields: &[&str]) {
    for (index, field) in fields.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        if field.contains([',', '"', '\n', '\r']) {
            text.push('"');
            text.push_str(&field.replace('"', "\"\""));
            text.push('"');
        } else {
            text.push_str(field);
        }
    }
    text.push('\n');
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
}
