//! The report's drawings. Floats place marks on paper and nothing else: every number that is printed comes
//! from its fraction, and axis labels are whole multiples of a decimal step.

mod axis;
mod canvas;
mod decades;
mod decks;
mod hold;
mod net_results;
mod progressive;
mod readings;
mod strategy;
mod up_cards;

pub use hold::{HoldBand, HoldChart, HoldPoint, draw_hold};
pub use net_results::{NetResults, draw_net_results};

use certificate::Certificate;
use serde::Serialize;

use crate::{ReportError, family::families, strategy::Chart, write::File};

/// Drawings of one report as SVG text; those the document has no data for are absent.
#[derive(Debug, Serialize)]
pub(crate) struct Drawings {
    pub(crate) up_cards: Option<String>,
    pub(crate) decks: Option<String>,
    pub(crate) readings: Option<String>,
    /// By the wager's slug.
    pub(crate) progressive: Vec<(String, String)>,
    /// By the chart's slug.
    pub(crate) strategy: Vec<(String, String)>,
}

pub(crate) fn draw(certificate: &Certificate, charts: &[Chart]) -> Result<Drawings, ReportError> {
    Ok(Drawings {
        up_cards: up_cards::draw(certificate)?,
        decks: decks::draw(certificate)?,
        readings: readings::draw(certificate)?,
        progressive: families(&certificate.wagers)
            .iter()
            .filter_map(|family| Some(progressive::draw(family).transpose()?.map(|svg| (family.slug.clone(), svg))))
            .collect::<Result<_, ReportError>>()?,
        strategy: charts
            .iter()
            .map(|chart| Ok((chart.slug.clone(), strategy::draw(chart)?)))
            .collect::<Result<_, ReportError>>()?,
    })
}

impl Drawings {
    pub(crate) fn into_files(self) -> impl Iterator<Item = File> {
        let named = [("ev-by-up-card", self.up_cards), ("edge-by-decks", self.decks), ("readings", self.readings)];
        let named = named.into_iter().filter_map(|(name, text)| Some((name.to_owned(), text?)));
        let progressive = self.progressive.into_iter().map(|(slug, text)| (format!("progressive-{slug}"), text));
        let strategy = self.strategy.into_iter().map(|(slug, text)| (format!("strategy-{slug}"), text));
        named.chain(progressive).chain(strategy).map(|(name, text)| File { name: format!("charts/{name}.svg"), text })
    }
}
