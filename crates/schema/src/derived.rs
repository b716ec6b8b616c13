//! Schemas that follow from types: the documents, the game file, and the answers.

use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

/// A fraction in lowest terms.
const FRACTION: &str = "^-?(0|[1-9][0-9]*)/[1-9][0-9]*$";
/// A decimal.
const DECIMAL: &str = "^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$";
/// A fraction, or a whole number.
const NET: &str = "^-?(0|[1-9][0-9]*)(/[1-9][0-9]*)?$";
/// A hash.
const SHA256: &str = "^[0-9a-f]{64}$";

/// Which texts of which types are numbers.
const SHAPES: [(&str, &[&str], &str); 31] = [
    ("Exact", &["fraction"], FRACTION),
    ("Exact", &["decimal"], DECIMAL),
    ("Root", &["decimal"], DECIMAL),
    ("Bracket", &["low", "high"], DECIMAL),
    ("StatedBracket", &["low", "high"], DECIMAL),
    ("StatedClass", &["ev", "average_wager", "element_of_risk", "variance"], FRACTION),
    ("StatedUp", &["probability", "ev"], FRACTION),
    ("StatedSignal", &["probability", "ev"], FRACTION),
    ("StatedResult", &["net", "wagered", "probability"], FRACTION),
    ("StatedNet", &["net", "probability"], FRACTION),
    ("StatedDealer", &["probability"], FRACTION),
    ("StatedUntoldSignal", &["ev"], FRACTION),
    ("StatedVariant", &["ev"], FRACTION),
    ("StatedInsurance", &["ev_always", "optimal_gain"], FRACTION),
    ("StatedInsuranceHand", &["ev"], FRACTION),
    ("StatedItem", &["submission_sha256"], SHA256),
    ("Item", &["submission_sha256"], SHA256),
    ("Software", &["lock_sha256"], SHA256),
    ("Simulated", &["submission_sha256"], SHA256),
    ("CutCardEffects", &["submission_sha256"], SHA256),
    ("Exposure", &["submission_sha256"], SHA256),
    ("ValuedStrategy", &["submission_sha256", "strategy_sha256"], SHA256),
    ("Chosen", &["sha256"], SHA256),
    ("ShoeEstimate", &["estimate", "standard_error"], DECIMAL),
    ("CeilingEstimate", &["estimate", "standard_error"], DECIMAL),
    ("CeilingReached", &["estimate"], DECIMAL),
    ("CeilingWorth", &["error"], DECIMAL),
    ("ShoeWorth", &["rounds_wagered", "units", "std_dev"], DECIMAL),
    ("UnitAnswer", &["unit", "submission"], SHA256),
    ("NetProbability", &["net"], NET),
    ("CutCardPlace", &["rounds_per_shoe", "effect", "standard_error", "z", "ev", "house_edge"], DECIMAL),
];

/// A game file.
pub(crate) fn game() -> Value {
    let settings = SchemaSettings::draft07().for_deserialize();
    let mut game =
        whole::<rules::Game>(settings, "game", "A game file of Shoeproof: rules by section, each with its clauses.");
    // The version of the grammar, which the type leaves open.
    game["properties"]["format"] = json!({ "const": 1, "description": "Version of the grammar." });
    game
}

/// `report.json`.
pub(crate) fn report() -> Value {
    answer::<certificate::ReportDocument>("report.json", "report.json of a report folder: what a report claims.")
}

/// `certificate.json`.
pub(crate) fn certificate() -> Value {
    answer::<certificate::Certificate>(
        "certificate.json",
        "certificate.json of a report folder: every claim, for a machine to check.",
    )
}

/// What `--json` prints, by command.
pub(crate) fn answers() -> Vec<(&'static str, Value)> {
    vec![
        ("approximate", answer::<shoeproof::Approximated>("approximate", "What `approximate --json` prints.")),
        (
            "approximate-shoes",
            answer::<shoeproof::ApproximatedShoe>(
                "approximate-shoes",
                "A line of what `approximate --shoes FILE --json` prints.",
            ),
        ),
        ("certify", answer::<shoeproof::Certified>("certify", "What `certify --json` prints.")),
        ("chart", answer::<shoeproof::StrategyCharts>("chart", "What `chart --json` prints.")),
        ("chosen", answer::<shoeproof::Chosen>("chosen", "What the library's `Analysis::chosen` answers.")),
        ("check", answer::<shoeproof::CheckedClaims>("check", "What `check --json` prints.")),
        ("compare", answer::<Vec<shoeproof::Compared>>("compare", "What `compare --json` prints.")),
        (
            "comparison",
            answer::<shoeproof::Comparison>(
                "comparison",
                "`comparison.json` of a folder that `compare --out DIR` writes.",
            ),
        ),
        ("cut-card", answer::<shoeproof::CutCardEffects>("cut-card", "What `cut-card --json` prints.")),
        ("dealer", answer::<Vec<shoeproof::SignalRow>>("dealer", "What `dealer --json` prints.")),
        ("decision", answer::<shoeproof::Decision>("decision", "What the library's `Analysis::decision` answers.")),
        ("exposure", answer::<shoeproof::Exposure>("exposure", "What `exposure --json` prints.")),
        ("follow", answer::<shoeproof::FollowerAnswered>("follow", "What `follow --json` prints.")),
        ("games", answer::<Vec<shoeproof::GameSummary>>("games", "What `games --json` prints.")),
        ("games-of-one", answer::<shoeproof::GameChoices>("games-of-one", "What `games GAME --json` prints.")),
        ("inspect", answer::<shoeproof::Inspected>("inspect", "What `inspect --json` prints.")),
        (
            "inspect-switch",
            answer::<shoeproof::InspectedSwitch>("inspect-switch", "What `inspect --second CARDS --json` prints."),
        ),
        ("keygen", answer::<shoeproof::NewKey>("keygen", "What `keygen --json` prints.")),
        ("reconcile", answer::<shoeproof::Reconciled>("reconcile", "What `reconcile --json` prints.")),
        ("sign", answer::<shoeproof::SignedReport>("sign", "What `sign --json` prints.")),
        ("simulate", answer::<shoeproof::Simulated>("simulate", "What `simulate --json` prints.")),
        ("solve", answer::<shoeproof::Solved>("solve", "What `solve --json` prints.")),
        ("solve-count", answer::<Vec<shoeproof::PerfectSize>>("solve-count", "What `solve --count --json` prints.")),
        ("sweep", answer::<shoeproof::SweepDone>("sweep", "What `sweep PLAN --out DIR --json` prints.")),
        (
            "sweep-unit",
            answer::<shoeproof::SweepUnit>("sweep-unit", "What `sweep PLAN --print-unit N` prints and `unit` reads."),
        ),
        (
            "switch-rules",
            answer::<shoeproof::SwitchRules>("switch-rules", "What the library's `Analysis::switch_rules` answers."),
        ),
        ("unit", answer::<shoeproof::UnitAnswer>("unit", "What `unit` prints.")),
        ("value", answer::<shoeproof::ValuedStrategy>("value", "What `value --json` prints.")),
        ("verify", answer::<shoeproof::Verified>("verify", "What `verify --json` prints.")),
        ("wagers", answer::<Vec<shoeproof::WagerEntry>>("wagers", "What `wagers --json` prints.")),
    ]
}

fn answer<T: JsonSchema>(title: &str, description: &str) -> Value {
    whole::<T>(SchemaSettings::draft07().for_serialize(), title, description)
}

fn whole<T: JsonSchema>(settings: SchemaSettings, title: &str, description: &str) -> Value {
    let root = std::any::type_name::<T>().rsplit("::").next().unwrap_or_default();
    let mut schema = settings.with_transform(Plain).into_generator().into_root_schema_for::<T>();
    shape(root, schema.as_object_mut());
    if let Some(Value::Object(definitions)) = schema.get_mut("definitions") {
        for (name, definition) in definitions {
            shape(name, definition.as_object_mut());
        }
    }
    schema.insert("title".to_owned(), title.into());
    schema.insert("description".to_owned(), description.into());
    schema.to_value()
}

/// Gives the numbers of a type their shape.
fn shape(name: &str, definition: Option<&mut Map<String, Value>>) {
    let Some(Value::Object(properties)) = definition.and_then(|definition| definition.get_mut("properties")) else {
        return;
    };
    for (_, names, pattern) in SHAPES.iter().filter(|(of, _, _)| *of == name) {
        for property in *names {
            if let Some(Value::Object(property)) = properties.get_mut(*property) {
                property.insert("pattern".to_owned(), (*pattern).into());
            }
        }
    }
}

/// Descriptions without the brackets of links in the code's documentation, and without the names of machine integers.
#[derive(Debug, Clone)]
struct Plain;

impl Transform for Plain {
    fn transform(&mut self, schema: &mut Schema) {
        if let Some(Value::String(text)) = schema.get_mut("description") {
            *text = text.replace("[`", "`").replace("`]", "`");
        }
        schema.remove("format");
        transform_subschemas(self, schema);
    }
}
