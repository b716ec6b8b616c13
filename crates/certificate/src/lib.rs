//! What a report claims: one typed document, made by the program that computes and read by the
//! programs that present it or check it. It holds no computed logic of its own.
//!
//! Exact numbers are strings (`"n/d"`), because JSON readers turn large integers into floats
//! without a word. See `FORMAT.md` beside this crate for the grammar.

mod actions;
mod basis;
mod bracket;
mod certificate;
mod counting;
mod cut_card;
mod dealer;
mod distribution;
mod document;
mod envelope;
mod exact;
mod follower;
pub mod form;
mod intoto;
mod key;
mod lines;
mod manifest;
pub mod number;
mod odds;
mod particulars;
mod play_table;
mod removal;
mod report_files;
pub mod runs;
mod schema;
mod simulation;
mod stated_count;
mod up_cards;
mod wager;
mod wager_money;
mod worked_example;

use schema::JsonSchema;

pub use self::certificate::*;
pub use actions::{
    HandActions, HandsOfSplit, PER_100_PLACES, STATED_PLACES, SignalActions, SplitHandActions, StatedActions,
    StatedHandActions, StatedSplitHand,
};
pub use basis::{ClauseLine, CombinationEdge, Combinations, RegulationClauses, Unchecked};
pub use bracket::*;
pub use counting::*;
pub use cut_card::*;
pub use dealer::{
    ByDealerOutcome, DealerOutcomes, Gain, SignalWorth, SignalsWorth, StatedDealer, StatedUntold, StatedUntoldSignal,
    StatedUntoldUp, UpSignalsWorth,
};
pub use distribution::*;
pub use document::*;
pub use envelope::{Envelope, EnvelopeSignature, MOST_SIGNATURES, SignatureError};
pub use exact::{Exact, Root, is_sha256_hex, sha256_hex};
pub use follower::*;
pub use intoto::{PAYLOAD_TYPE, REPORT_TYPE, STATEMENT_TYPE, Statement, Subject, VERDICT_TYPE, WholeReport};
pub use key::{KeyError, PublicKey, SecretKey};
pub use manifest::{ENVELOPE_FILE, MANIFEST_FILE, MANIFEST_FORMAT, Manifest, ManifestFile};
pub use odds::{OutcomeOdds, WagerOdds};
pub use particulars::{MissingParticular, Particulars, Revision};
pub use play_table::{PlayRow, PlaySignal, PlayTable, PlayUpCard, RowOf, Switches};
pub use removal::*;
pub use report_files::{FilesError, MOST_FILE_BYTES, ReportFiles};
pub use simulation::*;
pub use stated_count::*;
pub use up_cards::{Signal, StatedSignal, StatedUp, UpCard};
pub use wager::*;
pub use wager_money::*;
pub use worked_example::{SettlementLine, WorkedExample, WorkedExamples, WorkedHand, WorkedSideWager};
