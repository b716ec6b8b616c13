//! The schema of an analysis file of one game: what the game leaves open, with the meaning of every choice.

use serde_json::{Map, Value, json};
use shoeproof::{GameChoices, GameSwitch, GameWager};

/// An analysis of this game, which may be played with any number of decks or with those that it lists.
pub(crate) fn analysis(game: &GameChoices, any_number_of_decks: bool) -> Value {
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": format!("analysis of {}", game.game),
        "description": format!("An analysis file: {}, {}.", game.title, game.regulation),
        "type": "object",
        "additionalProperties": false,
        "required": ["format", "id", "title", "game", "report"],
        // Whole decks, or cards by number.
        "oneOf": [{ "required": ["decks"] }, { "required": ["shoe"] }],
        "properties": {
            "format": { "const": 1, "description": "Version of the grammar." },
            "id": { "type": "string", "description": "Name of the analysis, which its report's folder has.", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$" },
            "title": { "type": "string", "minLength": 1, "description": "Title of the report." },
            "game": { "const": game.game, "description": game.title },
            "decks": decks(game, any_number_of_decks),
            "shoe": {
                "type": "array",
                "description": "Cards in place of whole decks: how many of A, 2, …, 9, T; or of A, 2, …, 10, J, Q, K of clubs, then of diamonds, of hearts, of spades.",
                "items": { "type": "integer", "minimum": 0 },
                "oneOf": [{ "minItems": 10, "maxItems": 10 }, { "minItems": 52, "maxItems": 52 }]
            },
            "remove": {
                "type": "array",
                "description": "Cards taken out before the round, such as [\"5\", \"T\"], or with their suits, such as [\"5d\", \"Kh\"].",
                "items": { "pattern": "^((A|[2-9]|10|J|Q|K)[cdhs]?|T)$", "type": "string" }
            },
            "options": switches("What the casino chooses.", &game.options),
            "readings": switches("How the text is read where it is ambiguous.", &game.readings),
            "wagers": wagers(&game.wagers),
            "simulation": simulation(),
            "cut-card": cut_card(),
            "exposure": exposure(),
            "report": report()
        }
    })
}

fn report() -> Value {
    let text = |description: &str| json!({ "type": "string", "description": description });
    let day = |description: &str| json!({ "type": "string", "description": description, "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" });
    json!({
        "type": "object",
        "description": "Whom the report is for, who answers for it, and what a laboratory says of its work. What is left out is listed in the report.",
        "additionalProperties": false,
        "required": ["date", "client", "authoriser"],
        "properties": {
            "date": day("Date of the report, such as 2026-11-21."),
            "client": text("The client."),
            "authoriser": text("The authoriser."),
            "laboratory": text("Name of the laboratory."),
            "laboratory-address": text("Its address."),
            "place": text("Where the work was done."),
            "client-contact": text("How the client is reached."),
            "received": day("The day on which the item was received."),
            "performed": {
                "type": "array",
                "description": "The first and the last day of the work.",
                "items": day("A day."),
                "minItems": 2,
                "maxItems": 2
            },
            "external-providers": {
                "type": "array",
                "description": "Who else did part of the work; an empty list says that nobody did.",
                "items": text("A provider, and what it did.")
            },
            "decision-rule": text("How it is decided whether a figure conforms."),
            "commit": { "type": "string", "description": "The commit of the program's sources.", "pattern": "^([0-9a-f]{40}|[0-9a-f]{64})$" },
            "compiler": text("The compiler that built the program."),
            "revisions": {
                "type": "array",
                "description": "Issues of the report, oldest first; an empty list says that there was no other.",
                "items": {
                    "type": "object",
                    "additionalProperties": false,
                    "required": ["revision", "date", "changes"],
                    "properties": {
                        "revision": text("Its number or name."),
                        "date": day("Its date."),
                        "changes": text("What is new in it, and why.")
                    }
                }
            }
        }
    })
}

fn decks(game: &GameChoices, any_number: bool) -> Value {
    if any_number {
        return json!({ "type": "integer", "minimum": 1, "description": "Number of decks." });
    }
    json!({ "enum": game.decks, "description": "Number of decks." })
}

fn switches(description: &str, switches: &[GameSwitch]) -> Value {
    let properties: Map<String, Value> = switches.iter().map(|one| (one.name.clone(), switch(one))).collect();
    json!({ "type": "object", "description": description, "additionalProperties": false, "properties": properties })
}

/// A switch: its choices, as text and as the number or truth value that the text writes.
fn switch(switch: &GameSwitch) -> Value {
    let mut values: Vec<Value> = Vec::new();
    let mut meanings: Vec<String> = Vec::new();
    for choice in &switch.choices {
        let mut marks: Vec<&str> = choice.is.clone();
        if !choice.conforming {
            marks.push("not conforming");
        }
        let marks = if marks.is_empty() { String::new() } else { format!(" ({})", marks.join(", ")) };
        let meaning = format!("{}{marks}", choice.text);
        let number = choice.name.parse::<u64>().ok().map(Value::from);
        let truth = choice.name.parse::<bool>().ok().map(Value::from);
        for value in [Some(choice.name.clone().into()), number, truth].into_iter().flatten() {
            values.push(value);
            meanings.push(meaning.clone());
        }
    }
    let listed = switch.choices.iter().zip(0..);
    let listed: Vec<String> = listed.map(|(choice, _)| format!("{}: {}", choice.name, choice.text)).collect();
    json!({
        "description": format!("{} ({})\n\n{}", switch.question, switch.clauses.join(", "), listed.join("\n")),
        "enum": values,
        "default": switch.default,
        "x-taplo": { "docs": { "enumValues": meanings } }
    })
}

fn wagers(wagers: &[GameWager]) -> Value {
    let properties: Map<String, Value> = wagers.iter().map(|one| (one.id.clone(), wager(one))).collect();
    json!({ "type": "object", "description": "The side wagers.", "additionalProperties": false, "properties": properties })
}

/// An amount as people write one.
const AMOUNT: &str = r"^[ ]*([0-9]+/[0-9]+|[0-9]+(\.[0-9]+)?%?)[ ]*$";
/// The same, or dollars with their sign.
const DOLLARS: &str = r"^[ ]*([0-9]+/[0-9]+|[0-9]+(\.[0-9]+)?%?|\$[0-9,]+(\.[0-9]+)?)[ ]*$";

fn wager(wager: &GameWager) -> Value {
    let text_or_number = |pattern: &str, description: &str| json!({ "type": ["string", "number"], "pattern": pattern, "minimum": 0, "description": description });
    let amount = |description: &str| text_or_number(AMOUNT, description);
    let dollars = |description: &str| text_or_number(DOLLARS, description);
    let people = |description: &str| json!({ "type": ["integer", "string"], "minimum": 1, "maximum": 9, "pattern": "^[1-9]$", "description": description });
    let parts = |description: &str| json!({ "type": "object", "description": description, "additionalProperties": amount("A part, at most 1.") });
    let mut tables: Vec<&str> = wager.paytables.iter().map(|table| table.name.as_str()).collect();
    tables.sort_unstable();
    tables.dedup();
    json!({
        "type": "object",
        "description": format!("{} ({})", wager.title, wager.clauses.join(", ")),
        "additionalProperties": false,
        "properties": {
            "paytable": { "enum": tables, "description": "The paytable." },
            "offered": { "type": "boolean", "description": "Whether it is offered." },
            "ratio": amount("The side wager in units of the base wager, for a player who plays for both."),
            "meter": dollars("The meter for which figures are wanted, in dollars."),
            "seed": dollars("What the meter starts from, in dollars."),
            "rate": amount("Part of every wager that is added to the meter."),
            "reserve": amount("Part of every wager that is kept for later meters."),
            "players": people("Players at the table who make the wager."),
            "seats": people("Seats of which one is drawn."),
            "stake": dollars("What each of them wagers, in dollars."),
            "largest": dollars("The largest wager that the casino takes, in dollars."),
            "maximum": dollars("The most that is paid to all of them together, in dollars."),
            "parlay": amount("The part of winnings that may be added to the base wager."),
            "chances": parts("Chances of events apart from the cards, by name."),
            "offers": parts("Parts of all rounds in which an event is offered, by the name of its chance.")
        }
    })
}

fn whole(description: &str, least: u64) -> Value {
    json!({ "type": ["integer", "string"], "minimum": least, "pattern": "^[0-9]+$", "description": description })
}

fn penetration() -> Value {
    json!({
        "type": ["string", "integer"],
        "pattern": r"^[0-9]+(\.[0-9]+)?%$|^[0-9]+$",
        "minimum": 1,
        "description": "A part of the shoe such as 75%, or a number of cards."
    })
}

fn cut_card() -> Value {
    let players = json!({ "type": "integer", "minimum": 1, "maximum": 7 });
    json!({
        "type": "object",
        "description": "Shoes dealt to a cut card, for its effect beside the house edge.",
        "additionalProperties": false,
        "required": ["shoes", "seed"],
        "properties": {
            "shoes": whole("Shoes dealt to each number of players, from 4,096 to 10,000,000.", 1),
            "seed": whole("Seed of the random numbers.", 0),
            "players": {
                "description": "Numbers of players at the table, ascending; one unless stated.",
                "oneOf": [
                    players,
                    { "type": "array", "items": players, "minItems": 1, "uniqueItems": true },
                    { "type": "string", "pattern": "^[1-7](, ?[1-7])*$" }
                ]
            },
            "valued": whole("Shoes of which what is left is valued, from 10 to 1,000; 100 unless stated.", 1),
            "penetration": penetration()
        }
    })
}

fn exposure() -> Value {
    let name = json!({ "type": "string", "pattern": "^[A-Za-z0-9_-]+$", "description": "A count of the program, such as hi-lo." });
    let own = json!({
        "type": "object",
        "description": "A count with its tags.",
        "additionalProperties": false,
        "required": ["id", "title", "tags"],
        "properties": {
            "id": { "type": "string", "pattern": "^[a-z0-9-]+$", "description": "Its name, which no count of the program has." },
            "title": { "type": "string", "minLength": 1, "maxLength": 60, "description": "Its title." },
            "tags": {
                "type": "array",
                "description": "Tags of A, 2, …, 9, T, in units.",
                "items": { "type": "integer", "minimum": -50, "maximum": 50 },
                "minItems": 10,
                "maxItems": 10
            },
            "units": { "type": "integer", "minimum": 1, "maximum": 100, "description": "Units of a tag of 1: 2 for a count in halves; 1 unless stated." }
        }
    });
    json!({
        "type": "object",
        "description": "Counts of which the report says what they tell of the wagers.",
        "additionalProperties": false,
        "required": ["counts"],
        "properties": {
            "counts": {
                "type": "array",
                "description": "The counts.",
                "items": { "oneOf": [name, own] },
                "minItems": 1,
                "maxItems": 12
            },
            "depths": {
                "type": "array",
                "description": "Percent of the shoe that is seen, ascending; 25, 50 and 75 unless stated.",
                "items": { "type": "integer", "minimum": 1, "maximum": 95 },
                "minItems": 1,
                "maxItems": 4,
                "uniqueItems": true
            }
        }
    })
}

fn simulation() -> Value {
    json!({
        "type": "object",
        "description": "Rounds dealt with real cards beside the exact figures.",
        "additionalProperties": false,
        "required": ["rounds", "seed"],
        "properties": {
            "rounds": whole("Rounds, each from a full shoe; at most 1,000,000,000.", 1),
            "seed": whole("Seed of the random numbers.", 0),
            "cut-card": {
                "type": "object",
                "description": "Rounds dealt to a cut card.",
                "additionalProperties": false,
                "required": ["penetration", "rounds"],
                "properties": {
                    "penetration": penetration(),
                    "rounds": whole("Rounds.", 1)
                }
            }
        }
    })
}
