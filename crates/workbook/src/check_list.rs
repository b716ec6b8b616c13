//! Figures that formulas are to give.

/// Numbers of a spreadsheet have fifteen to sixteen digits; sums of many have fewer.
pub(crate) const WITHIN: f64 = 1e-11;

/// A formula's result that is to be a figure of the report.
pub(crate) struct Check {
    pub(crate) sheet: String,
    pub(crate) what: String,
    /// The formula's cell.
    pub(crate) at: String,
    pub(crate) stated: f64,
    /// How far both may lie apart, or what part of the figure where it is more than one.
    pub(crate) within: f64,
}

#[derive(Default)]
pub(crate) struct Checks {
    pub(crate) list: Vec<Check>,
}
