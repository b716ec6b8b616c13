//! Report folders. A [`certificate::ReportDocument`] goes in; a folder that a regulator can read,
//! print and feed to other programs comes out. Nothing is computed here but presentation, and the
//! same certificate always gives the same bytes.

mod attack;
mod charts;
mod classes;
mod comparison;
mod costs;
mod counted;
mod csv;
mod csv_counting;
mod csv_counting_wagers;
mod csv_cut_card;
mod csv_dealer;
mod csv_followers;
mod csv_odds;
mod csv_play;
mod csv_removal;
mod csv_wagers;
mod error;
mod exposure;
mod extremes;
mod family;
mod figure;
mod file;
mod findings;
mod folder;
mod index;
mod names;
mod page;
mod position;
mod schema;
mod strategy;
mod write;

pub use cards::decks_in_words;
pub use charts::{
    CutCardChart, CutCardPoint, HoldBand, HoldChart, HoldPoint, NetResults, draw_cut_card, draw_dealer, draw_hold,
    draw_net_results,
};
pub use classes::classes_of;
pub use comparison::{
    AnalysisColumn, COMPARISON_FILE, ChoiceInWords, ComparedClass, ComparedWager, Comparison, Difference,
    DifferingCell, RuleEffect, compared,
};
pub use csv_dealer::{dealer_csv, value_of_signals_csv};
pub use error::ReportError;
pub use exposure::{
    CeilingBets, CeilingEstimate, CeilingReached, CeilingSpread, CeilingWorth, CorrelatedCount, CountBelow, CountedRow,
    CountedWager, EXPOSURE_FILE, ExposurePage, IndexPlay, IndexRow, IndexTable, PenetrationWorth, PlayedWhenAhead,
    RampWorth, RuinOfBank, SeenDepth, ShoeEstimate, ShoeWorth, ShownCount, TagsOfLevel, WagerTags, exposed,
};
pub use family::{Family, Reading, families};
pub use figure::{amount, negated, pays};
pub use index::index;
pub use names::{VALUES, class_short, the_unit};
pub use page::rtp_between;
pub use strategy::{
    ChartCode, ChartColumn, ChartRow, ChartSection, HolesBySignal, StrategyChart, charts as document_charts,
    strategy_charts,
};
pub use write::{CERTIFICATE_FILE, Written, check, check_for_comparison, check_for_exposure, place, rendered, write};
