//! The schema of a file of claims, by the grammar of docs/claims.md.

use serde_json::{Map, Value, json};

/// Figures by what they are of: those of docs/claims.md.
const BASE_GAME: [&str; 7] = ["house-edge", "ev", "rtp", "element-of-risk", "std-dev", "variance", "average-wager"];
const UP_CARD: [&str; 4] = ["house-edge", "ev", "rtp", "probability"];
const INSURANCE: [&str; 3] = ["house-edge", "ev", "optimal-gain"];
const WAGER: [&str; 10] = [
    "house-edge",
    "ev",
    "rtp",
    "hit-frequency",
    "std-dev",
    "variance",
    "total",
    "fixed",
    "per-meter-unit",
    "break-even-meter",
];
const LINE: [&str; 2] = ["combinations", "probability"];

/// A number as it was printed, with all its digits.
const NUMBER: &str = r"^-?([0-9][0-9,]*(\.[0-9]+)?([eE][+-]?[0-9]+)?%?|[0-9]+/[0-9]+)$";

/// A file of claims.
pub(crate) fn claims() -> Value {
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "claims",
        "description": "A file of claims: a submitter's figures, which `check` compares with the exact ones.",
        "type": "object",
        "additionalProperties": false,
        "required": ["format"],
        "anyOf": [
            { "required": ["base-game"] },
            { "required": ["insurance"] },
            { "required": ["wagers"] },
            { "required": ["cells"] }
        ],
        "definitions": {
            "number": {
                "type": ["string", "number"],
                "pattern": NUMBER,
                "description": "A number as it was printed: its digits say how exact it claims to be."
            },
            "readings": {
                "type": "object",
                "additionalProperties": { "type": ["string", "boolean", "integer"] },
                "description": "Readings that the figure is made under, where they are not those of the analysis."
            },
            "class": { "enum": ["td", "cdz", "cdz-best", "perfect"], "description": "Strategy class." },
            "card": {
                "type": ["string", "integer"],
                "pattern": "^(A|a|1|[2-9]|10|[TtJjQqKk])$",
                "minimum": 1,
                "maximum": 10,
                "description": "The up card."
            },
            "signal": { "type": "string", "description": "What the table signals of the hole card." },
            "base-game": one_of_two(table(&BASE_GAME, &[]), table(&UP_CARD, &["up"])),
            "insurance": table(&INSURANCE, &[]),
            "wager": wager(),
            "cell": cell()
        },
        "properties": {
            "format": { "const": 1, "description": "Version of the grammar." },
            "source": { "type": "string", "description": "Where the figures are from." },
            "strategy": { "$ref": "#/definitions/class" },
            "base-game": section("base-game", "The base game, or its part under one up card and signal."),
            "insurance": section("insurance", "The insurance wager, always taken."),
            "wagers": section("wager", "Side wagers."),
            "cells": section("cell", "Cells of the total-dependent strategy.")
        }
    })
}

/// A section is a table or a list of tables.
fn section(name: &str, description: &str) -> Value {
    let one = json!({ "$ref": format!("#/definitions/{name}") });
    json!({ "description": description, "anyOf": [one, { "type": "array", "items": one }] })
}

fn one_of_two(whole: Value, part: Value) -> Value {
    json!({ "if": { "required": ["up"] }, "then": part, "else": whole })
}

/// A table with any of these figures; one at least. Under an up card it may name the signal too.
fn table(figures: &[&str], needed: &[&str]) -> Value {
    let mut properties = numbers(figures);
    properties.insert("readings".to_owned(), json!({ "$ref": "#/definitions/readings" }));
    if figures != INSURANCE {
        properties.insert("strategy".to_owned(), json!({ "$ref": "#/definitions/class" }));
    }
    if needed.contains(&"up") {
        properties.insert("up".to_owned(), json!({ "$ref": "#/definitions/card" }));
        properties.insert("signal".to_owned(), json!({ "$ref": "#/definitions/signal" }));
    }
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": needed,
        "anyOf": any(figures),
        "properties": properties
    })
}

fn numbers(figures: &[&str]) -> Map<String, Value> {
    figures.iter().map(|figure| ((*figure).to_owned(), json!({ "$ref": "#/definitions/number" }))).collect()
}

fn any(figures: &[&str]) -> Vec<Value> {
    figures.iter().map(|figure| json!({ "required": [figure] })).collect()
}

fn wager() -> Value {
    let mut properties = numbers(&WAGER);
    properties.insert("id".to_owned(), json!({ "type": "string", "description": "The wager's id." }));
    properties.insert("paytable".to_owned(), json!({ "type": ["string", "integer"], "description": "Its paytable." }));
    properties.insert("readings".to_owned(), json!({ "$ref": "#/definitions/readings" }));
    let mut line = numbers(&LINE);
    line.insert("name".to_owned(), json!({ "type": "string", "description": "The line's name." }));
    let line = json!({ "type": "object", "additionalProperties": false, "required": ["name"], "anyOf": any(&LINE), "properties": line });
    let lines = json!({ "type": "array", "items": line, "description": "Lines of the paytable." });
    properties.insert("lines".to_owned(), lines);
    let mut figures = any(&WAGER);
    figures.push(json!({ "required": ["lines"] }));
    json!({ "type": "object", "additionalProperties": false, "required": ["id"], "anyOf": figures, "properties": properties })
}

fn cell() -> Value {
    let actions =
        ["S", "H", "D", "Dh", "Ds", "P", "R", "Rh", "Rs", "Rd", "Rp", "stand", "hit", "double", "split", "surrender"];
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["up", "hand", "action"],
        "properties": {
            "up": { "$ref": "#/definitions/card" },
            "signal": { "$ref": "#/definitions/signal" },
            "hand": { "type": ["string", "integer"], "description": "The row: 16, A,7 or 8,8." },
            "action": { "enum": actions, "description": "What is done with two cards." },
            "readings": { "$ref": "#/definitions/readings" }
        }
    })
}
