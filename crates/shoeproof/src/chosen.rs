//! What an analysis chose of what its game leaves open.

use std::collections::BTreeMap;

use cards::Value;
use certificate::sha256_hex;
use rules::{Override, Submission};
use serde::Serialize;

use crate::analysis::Analysis;
use crate::failure::Failure;
use crate::games;
use crate::present::by_name;
use crate::schema::JsonSchema;

/// What an analysis chose: the shoe, options, readings, side wagers.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Chosen {
    /// Id of the analysis.
    pub analysis: String,
    /// Its title.
    pub title: String,
    /// Id of the game.
    pub game: String,
    /// Number of decks; `null` for a shoe that is not whole decks.
    pub decks: Option<u16>,
    /// Cards of each value at the start of the round, from the ace to the ten.
    pub shoe: [u16; Value::COUNT],
    /// Cards of each face, where that is known of all: A, 2, …, 10, J, Q, K of clubs, then of diamonds, of hearts, of spades.
    pub faces: Option<Vec<u16>>,
    /// The number of decks that paytables go by: those that cards were taken out of, or the fewest that hold a shoe counted by face; `null`
    /// where faces are not known.
    pub counted_decks: Option<u16>,
    /// Cards taken out of the shoe before the round, by value or by face; `shoe` and `faces` are without them.
    pub removed: Vec<String>,
    /// The choice of every option in force.
    pub options: BTreeMap<String, String>,
    /// The choice of every reading in force.
    pub readings: BTreeMap<String, String>,
    /// The side wagers offered.
    pub wagers: Vec<ChosenWager>,
    /// Whether the regulation allows what was chosen.
    pub conforming: bool,
    /// Where it does not.
    pub deviations: Vec<String>,
    /// SHA-256 of the submission's canonical text: the same for every way of writing the same choices.
    pub sha256: String,
}

/// A side wager that is offered.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ChosenWager {
    /// Its id.
    pub id: String,
    /// The paytables that it is valued with: one that was picked, or all that go with the decks.
    pub paytables: Vec<String>,
    /// Amounts that were stated, by name.
    pub inputs: BTreeMap<String, String>,
}

impl Analysis {
    /// The same analysis with several values replaced at once, so that none has to be allowed without the others.
    ///
    /// # Errors
    /// As [`Analysis::load`].
    pub fn with_all(&self, replaced: &[Override]) -> Result<Self, Failure> {
        Ok(Self { submission: self.submission.with_all(replaced)?, source: self.source.clone() })
    }

    /// The same analysis given these cards removed from its shoe besides those that it removes already: cards that other players
    /// hold, say.
    ///
    /// ```
    /// use shoeproof::{Analysis, parse_hand};
    ///
    /// let seen = parse_hand("5,T").expect("cards");
    /// let left = Analysis::of_game("plain-blackjack")?.set("decks=1")?.without(&seen)?;
    /// assert_eq!(left.chosen().shoe, [4, 4, 4, 4, 3, 4, 4, 4, 4, 15]);
    /// # Ok::<(), shoeproof::Failure>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Rules`] for more cards than the shoe holds.
    pub fn without(&self, cards: &[Value]) -> Result<Self, Failure> {
        if cards.is_empty() {
            return Ok(self.clone());
        }
        let before = self.submission.removed().map(|card| card.to_string());
        let all: Vec<String> = before.chain(cards.iter().map(Value::to_string)).collect();
        self.with("remove", &all.join(","))
    }

    /// What this analysis chose of that: the shoe, options, readings, side wagers, and the hash that identifies them.
    ///
    /// ```
    /// let chosen = shoeproof::Analysis::of_game("pa-685a-down-under")?.set("decks=4")?.chosen();
    /// assert_eq!((chosen.decks, chosen.readings["dealer-ace"].as_str()), (Some(4), "literal"));
    /// # Ok::<(), shoeproof::Failure>(())
    /// ```
    pub fn chosen(&self) -> Chosen {
        chosen(&self.submission)
    }

    /// The analysis as a file: every choice it made, with what each choice means as a comment. Read again it is the same submission,
    /// by its hash; its title, report details and simulation are kept too. Its id is that of the report which [`Analysis::certify`] would make.
    ///
    /// ```
    /// use shoeproof::Analysis;
    ///
    /// let analysis = Analysis::of_game("pa-685a-down-under")?.set("remove=5,5")?.set("readings.dealer-ace=customary")?;
    /// let again = Analysis::from_toml(&analysis.to_toml())?;
    /// assert_eq!(again.chosen().sha256, analysis.chosen().sha256);
    ///
    /// let other = Analysis::from_toml(&Analysis::of_game("pa-685a-down-under")?.set("decks=8")?.to_toml())?;
    /// assert_eq!(other.title(), "Down Under Blackjack, 8 decks");
    /// # Ok::<(), shoeproof::Failure>(())
    /// ```
    pub fn to_toml(&self) -> String {
        games::analysis_file(&self.submission)
    }
}

/// As [`Analysis::chosen`].
fn chosen(submission: &Submission) -> Chosen {
    let mut wagers: Vec<ChosenWager> = Vec::new();
    for offered in &submission.wagers {
        match wagers.last_mut().filter(|last| last.id == offered.id) {
            Some(last) => last.paytables.push(offered.paytable.name.clone()),
            None => wagers.push(ChosenWager {
                id: offered.id.clone(),
                paytables: vec![offered.paytable.name.clone()],
                inputs: offered.inputs.stated().into_iter().collect(),
            }),
        }
    }
    Chosen {
        analysis: submission.id.clone(),
        title: submission.title.clone(),
        game: submission.game.id.clone(),
        decks: submission.decks,
        shoe: *submission.shoe.counts(),
        faces: submission.faces.map(|faces| faces.counts().to_vec()),
        counted_decks: submission.counted_decks,
        removed: submission.removed().map(|value| value.to_string()).collect(),
        options: by_name(&submission.options),
        readings: by_name(&submission.readings),
        wagers,
        conforming: submission.deviations.is_empty(),
        deviations: submission.deviations.clone(),
        sha256: sha256_hex(submission.canonical().as_bytes()),
    }
}
