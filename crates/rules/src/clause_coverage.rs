//! Whether clause tables and a game file fit together.

use std::collections::BTreeSet;
use std::fmt;

use toml::de::DeValue;

use crate::clause_table::{ClauseRow, ClauseTable, game_id, has_key, has_reading, switches};
use crate::document::Document;

/// Something in clause tables and game files that does not fit together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Misfit {
    /// A row names a key that none of the table's games has.
    UnknownKey {
        /// First clause of the row.
        clause: String,
        /// The key.
        key: String,
    },
    /// A row names a reading that none of the table's games has.
    UnknownReading {
        /// First clause of the row.
        clause: String,
        /// The reading.
        reading: String,
    },
    /// A game file has a reading that no row names.
    UnnamedReading {
        /// Id of the game.
        game: String,
        /// The reading.
        reading: String,
    },
    /// A reading cites a clause whose row does not name the reading.
    UnnamedThere {
        /// Id of the game.
        game: String,
        /// The reading.
        reading: String,
        /// The clause.
        clause: String,
    },
    /// A game file cites a clause that none of its tables has.
    UnknownClause {
        /// Id of the game.
        game: String,
        /// The clause.
        clause: String,
    },
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownKey { clause, key } => write!(f, "{clause}: no game file of the table has the key `{key}`"),
            Self::UnknownReading { clause, reading } => {
                write!(f, "{clause}: no game file of the table has the reading `{reading}`")
            }
            Self::UnnamedReading { game, reading } => write!(f, "{game}: no row names the reading `{reading}`"),
            Self::UnnamedThere { game, reading, clause } => {
                write!(f, "{game}: the reading `{reading}` cites {clause}, whose row does not name it")
            }
            Self::UnknownClause { game, clause } => write!(f, "{game}: no table has the clause {clause}"),
        }
    }
}

impl ClauseTable {
    /// What does not fit between tables and game files: nothing, if every key and reading of a row exists in a game of
    /// its table, every reading of a game is named by a row, also by that of each clause it cites, and every clause that a game cites is
    /// in one of its tables.
    ///
    /// A game that no table names is left out: it is of no regulation that has one. A table needs all of its games here.
    pub fn misfits(tables: &[Self], games: &[Document<'_>]) -> Vec<Misfit> {
        let mut found = BTreeSet::new();
        for table in tables {
            let games: Vec<&Document<'_>> = games.iter().filter(|game| table.is_of(game)).collect();
            for row in table.rows() {
                let clause = || row.clauses.first().cloned().unwrap_or_default();
                let unknown = |names: &[String], has: fn(&Document<'_>, &str) -> bool| -> Vec<String> {
                    names.iter().filter(|name| !games.iter().any(|game| has(game, name))).cloned().collect()
                };
                let keys = unknown(&row.modelled, has_key).into_iter();
                found.extend(keys.map(|key| Misfit::UnknownKey { clause: clause(), key }));
                let readings = unknown(&row.readings, has_reading).into_iter();
                found.extend(readings.map(|reading| Misfit::UnknownReading { clause: clause(), reading }));
            }
        }
        for document in games {
            let tables: Vec<&Self> = tables.iter().filter(|table| table.is_of(document)).collect();
            if tables.is_empty() {
                continue;
            }
            let rows = || tables.iter().flat_map(|table| table.rows());
            let game = game_id(document).to_owned();
            for (reading, clauses) in readings(document) {
                let names = |row: &ClauseRow| row.readings.iter().any(|one| one == reading);
                if !rows().any(names) {
                    found.insert(Misfit::UnnamedReading { game: game.clone(), reading: reading.to_owned() });
                    continue;
                }
                let is_row = |row: &ClauseRow, clause: &str| row.clauses.iter().any(|one| one == clause);
                for clause in clauses {
                    if rows().any(|row| is_row(row, clause) && !names(row)) {
                        let (reading, clause) = (reading.to_owned(), clause.to_owned());
                        found.insert(Misfit::UnnamedThere { game: game.clone(), reading, clause });
                    }
                }
            }
            let known: BTreeSet<&str> = tables.iter().flat_map(|table| table.clauses()).collect();
            for clause in cited(document).into_iter().filter(|clause| !known.contains(clause.as_str())) {
                found.insert(Misfit::UnknownClause { game: game.clone(), clause });
            }
        }
        found.into_iter().collect()
    }

    fn is_of(&self, game: &Document<'_>) -> bool {
        self.games().iter().any(|one| one == game_id(game))
    }
}

/// The readings of a game file, each with the clauses that it cites.
fn readings<'d>(game: &'d Document<'_>) -> impl Iterator<Item = (&'d str, Vec<&'d str>)> {
    switches(game, "readings").filter_map(|reading| {
        let clauses = reading.get("clauses").and_then(|list| list.get_ref().as_array());
        let clauses = clauses.into_iter().flat_map(|list| list.iter()).filter_map(|clause| clause.get_ref().as_str());
        Some((reading.get("name")?.get_ref().as_str()?, clauses.collect()))
    })
}

/// Every clause that a game file cites: of its rules, outcomes, options, readings and side wagers, and those that a choice sets.
fn cited(game: &Document<'_>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (key, value) in game.root() {
        collect(key.get_ref(), value.get_ref(), &mut found);
    }
    found
}

fn collect(key: &str, value: &DeValue<'_>, found: &mut BTreeSet<String>) {
    match value {
        DeValue::Table(table) if key == "cited" => {
            table.values().for_each(|list| collect("clauses", list.get_ref(), found));
        }
        DeValue::Table(table) => table.iter().for_each(|(key, value)| collect(key.get_ref(), value.get_ref(), found)),
        DeValue::Array(list) if key == "clauses" || key.ends_with(".clauses") => {
            found.extend(list.iter().filter_map(|clause| clause.get_ref().as_str()).map(str::to_owned));
        }
        DeValue::Array(list) => list.iter().for_each(|value| collect(key, value.get_ref(), found)),
        _ => {}
    }
}
