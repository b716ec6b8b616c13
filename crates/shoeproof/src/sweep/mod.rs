//! Sweeps: one question asked of many analyses, on one machine or many. docs/design/sweeps.md has the plan's grammar, the files and
//! the columns of the result.
//!
//! A plan names its units in an order, and each can be made from its number alone. So nothing of the plan is kept in memory, any
//! machine can compute any part, and the parts come together as if one had computed them all.

mod answer;
mod answering;
mod columns;
mod dimensions;
mod plan;
mod plan_file;
mod question;
mod run;
mod store;
mod unit;
mod worker;

pub use answer::{UnitAnswer, UnitFigures};
pub use answering::{UnitWorker, unit, units};
pub use plan::SweepPlan;
pub use question::UnitQuestion;
pub use run::{SweepDone, SweepPart, SweepWant, sweep};
pub use unit::SweepUnit;
