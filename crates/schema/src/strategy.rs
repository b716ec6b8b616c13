//! The schema of a stated strategy in TOML, by the grammar of docs/design/stated-strategies.md.

use serde_json::{Value, json};

/// The letters of a grid.
const LETTER: &str = "(H|S|Dh?|Ds|P|Ph|Ps|Rh|Rs|Rd|Rp)";
/// An up card.
const CARD: &str = "([Aa1]|[2-9]|10|[TtJjQqKk])";
/// A count, as somebody would print it.
const NUMBER: &str = r"^[-+]?[0-9]+(\.[0-9]+|/[0-9]+)?$";

/// A file that `value --strategy` reads, other than a report's `strategy.csv`.
pub(crate) fn strategy() -> Value {
    let cards = format!("^ *{CARD}( +{CARD})* *$");
    let count = json!({ "type": ["integer", "string"], "pattern": NUMBER });
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "strategy",
        "description": "A stated strategy: a grid of the field's letters, with index plays. `value` and `check --claims` read it.",
        "type": "object",
        "additionalProperties": false,
        "dependencies": { "index": ["count"] },
        "definitions": definitions(&cards, &count),
        "properties": {
            "up": { "type": "string", "pattern": cards, "description": "Up cards of the columns; 2 to 9, T and A unless stated." },
            "count": { "type": "string", "description": "The count of the index plays: its name, or a file with one `[[count]]`." },
            "index": {
                "type": "array",
                "items": { "$ref": "#/definitions/index" },
                "description": "Index plays: hands that are played otherwise from a count on, or below one. A later one goes before an earlier."
            },
            "hard": { "$ref": "#/definitions/totals" },
            "soft": { "$ref": "#/definitions/soft" },
            "pairs": { "$ref": "#/definitions/pairs" },
            "doubled": { "$ref": "#/definitions/doubled" },
            "split-aces": { "$ref": "#/definitions/given-up-soft" },
            "insurance": {
                "type": "object",
                "description": "When insurance is taken: always, never, or by the count.",
                "additionalProperties": false,
                "minProperties": 1,
                "properties": {
                    "take": { "enum": ["always", "never"], "description": "Whatever the count." },
                    "from": { "description": "The least count under which it is taken.", "allOf": [count] },
                    "below": { "description": "The least count that is too high for it.", "allOf": [count] }
                }
            },
            "signal": {
                "type": "object",
                "description": "The same for one signal alone.",
                "additionalProperties": {
                    "type": "object",
                    "additionalProperties": false,
                    "properties": {
                        "hard": { "$ref": "#/definitions/totals" },
                        "soft": { "$ref": "#/definitions/soft" },
                        "pairs": { "$ref": "#/definitions/pairs" },
                        "doubled": { "$ref": "#/definitions/doubled" },
                        "split-aces": { "$ref": "#/definitions/given-up-soft" }
                    }
                }
            }
        }
    })
}

/// The parts that a grid is made of.
fn definitions(cards: &str, count: &Value) -> Value {
    let totals = "^ *[0-9]+ *(- *[0-9]+ *)?$";
    let soft = format!("^ *([0-9]+|A *, *{CARD}) *(- *([0-9]+|A *, *{CARD}) *)?$");
    json!({
        "row": { "type": "string", "pattern": format!("^ *{LETTER}( +{LETTER})* *$") },
        "totals": {
            "type": "object",
            "propertyNames": { "pattern": totals },
            "additionalProperties": { "$ref": "#/definitions/row" }
        },
        "soft": {
            "type": "object",
            "propertyNames": { "pattern": soft },
            "additionalProperties": { "$ref": "#/definitions/row" }
        },
        "pairs": {
            "type": "object",
            "propertyNames": { "pattern": format!("^ *{CARD}( *, *{CARD})? *$") },
            "additionalProperties": { "$ref": "#/definitions/row" }
        },
        "given-up": { "type": "string", "pattern": "^ *[RS]( +[RS])* *$" },
        "doubled": {
            "type": "object",
            "description": "What is done with doubled hands that may be given up: R or S.",
            "additionalProperties": false,
            "properties": {
                "hard": { "$ref": "#/definitions/given-up-totals" },
                "soft": { "$ref": "#/definitions/given-up-soft" }
            }
        },
        "given-up-totals": {
            "type": "object",
            "propertyNames": { "pattern": totals },
            "additionalProperties": { "$ref": "#/definitions/given-up" }
        },
        "given-up-soft": {
            "type": "object",
            "description": "What is done with split aces that get no further card: R or S, in `split-aces`.",
            "propertyNames": { "pattern": soft },
            "additionalProperties": { "$ref": "#/definitions/given-up" }
        },
        "index": {
            "type": "object",
            "additionalProperties": false,
            "required": ["hand", "up", "play"],
            "anyOf": [{ "required": ["from"] }, { "required": ["below"] }],
            "properties": {
                "hand": {
                    "type": ["integer", "string"],
                    "pattern": format!("^(soft +)?([0-9]+|{CARD} *, *{CARD})$"),
                    "description": "A hard total, `soft 18` or `A,7`, or a pair such as `8,8`."
                },
                "up": { "type": ["integer", "string"], "pattern": cards, "description": "Up cards." },
                "signal": { "type": "string", "description": "The signal; every signal unless stated." },
                "cards": { "enum": ["two", "more"], "description": "Of hands of two cards, or of more; of both unless stated." },
                "from": { "description": "The least count under which it is played.", "allOf": [count] },
                "below": { "description": "The least count that is too high for it.", "allOf": [count] },
                "play": { "type": "string", "pattern": format!("^{LETTER}$"), "description": "What is played." }
            }
        }
    })
}
