//! The report's drawings. Floats place marks on paper and nothing else: every number that is printed comes
//! from its fraction, and axis labels are whole multiples of a decimal step.

mod axis;
mod bars;
mod by_count;
mod canvas;
mod cut_card;
mod dealer;
mod decades;
mod decks;
mod hold;
mod net_results;
mod penetration;
mod progressive;
mod readings;
mod strategy;
mod up_cards;

pub(crate) use bars::draw_percents;
pub(crate) use by_count::{ByCountChart, CountPoint, draw_by_count};
pub(crate) use canvas::{TITLE_SPACE, undescribed};
pub use cut_card::{CutCardChart, CutCardPoint, draw_cut_card};
pub use dealer::draw_dealer;
pub use hold::{HoldBand, HoldChart, HoldPoint, draw_hold};
pub use net_results::{NetResults, draw_net_results};
pub(crate) use penetration::{PenetrationPoint, draw_penetration};

use certificate::ReportDocument;
use serde::Serialize;

use crate::{
    classes::shown, costs::Mistake, error::ReportError, family::families, figure, file::File, findings::Findings,
    strategy::StrategyChart,
};

/// Drawings of one report as SVG text; those the document has no data for are absent.
#[derive(Debug, Serialize)]
pub(crate) struct Drawings {
    pub(crate) up_cards: Option<String>,
    pub(crate) dealer: Option<String>,
    pub(crate) decks: Option<String>,
    pub(crate) readings: Option<String>,
    pub(crate) net_results: Option<String>,
    pub(crate) hold: Option<String>,
    pub(crate) cut_card: Option<String>,
    pub(crate) paytables: Option<String>,
    pub(crate) mistakes: Option<String>,
    pub(crate) adverse: Option<String>,
    pub(crate) removal: Option<String>,
    pub(crate) counts: Option<String>,
    /// By the wager's slug.
    pub(crate) progressive: Vec<(String, String)>,
    /// By the chart's slug.
    pub(crate) strategy: Vec<(String, String)>,
}

pub(crate) fn draw(
    certificate: &ReportDocument,
    charts: &[StrategyChart],
    dearest: &[Mistake<'_>],
    findings: &Findings,
) -> Result<Drawings, ReportError> {
    let title = |finding: &Option<String>| finding.clone().unwrap_or_default();
    Ok(Drawings {
        paytables: bars::hold_by_paytable(certificate, &title(&findings.paytables))?,
        mistakes: bars::mistakes(dearest, &title(&findings.mistakes))?,
        adverse: bars::adverse_readings(certificate, &title(&findings.adverse))?,
        removal: bars::effects_of_removal(certificate, &title(&findings.removal))?,
        counts: bars::counts(certificate, &title(&findings.counts))?,
        up_cards: up_cards::draw(certificate)?,
        dealer: dealer::draw_dealer(&certificate.item.title, &certificate.dealer)?,
        decks: decks::draw(certificate)?,
        readings: readings::draw(certificate)?,
        net_results: net_results(certificate)?,
        hold: hold(certificate)?,
        cut_card: cut_card(certificate)?,
        progressive: families(&certificate.wagers)
            .iter()
            .filter_map(|family| Some(progressive::draw(family).transpose()?.map(|svg| (family.slug.clone(), svg))))
            .collect::<Result<_, ReportError>>()?,
        strategy: charts
            .iter()
            .map(|chart| Ok((chart.slug.clone(), strategy::draw(&certificate.item.title, chart)?)))
            .collect::<Result<_, ReportError>>()?,
    })
}

/// The distribution of a round under the class that the page shows.
fn net_results(certificate: &ReportDocument) -> Result<Option<String>, ReportError> {
    let Some((_, distribution)) = shown(certificate) else { return Ok(None) };
    let outcomes = distribution.net.iter().filter_map(|one| Some((one.net.parse().ok()?, one.probability.value()?)));
    draw_net_results(&NetResults { title: certificate.item.title.clone(), outcomes: outcomes.collect() })
}

/// The interval of hold against rounds under the same class.
fn hold(certificate: &ReportDocument) -> Result<Option<String>, ReportError> {
    let Some((class, distribution)) = shown(certificate) else { return Ok(None) };
    let Some(mean) = class.house_edge.value() else { return Ok(None) };
    let band = |at: usize, level: &str| {
        let points = distribution.hold.iter().filter_map(|hold| {
            let interval = hold.intervals.get(at)?;
            let [low, high] = interval.exact.each_ref().map(|end| figure::printed(end));
            let [normal_low, normal_high] = interval.normal.each_ref().map(|end| end.parse().ok());
            Some(HoldPoint { rounds: hold.rounds, exact: [low?, high?], normal: [normal_low?, normal_high?] })
        });
        Some(HoldBand { percent: level.parse().ok()?, points: points.collect() })
    };
    let levels = distribution.volatility_index.iter().enumerate();
    let bands = levels.filter_map(|(at, one)| band(at, &one.level)).collect();
    draw_hold(&HoldChart { title: certificate.item.title.clone(), mean, bands })
}

/// The house edge against the depth of the cut card with the first number of players.
fn cut_card(certificate: &ReportDocument) -> Result<Option<String>, ReportError> {
    let Some(cut) = &certificate.cut_card else { return Ok(None) };
    let Some(table) = cut.tables.first() else { return Ok(None) };
    let class = certificate.base_game.iter().find(|class| class.strategy == cut.strategy);
    let Some(fresh) = class.and_then(|class| figure::plotted(&class.house_edge)) else { return Ok(None) };
    let part = |before: usize| before as f64 / f64::from(cut.cards) * 100.0;
    let percent = |text: &String| Some(text.parse::<f64>().ok()? * 100.0);
    let points = table.by_depth.iter().filter_map(|place| {
        let (edge, error) = (percent(&place.house_edge)?, percent(&place.standard_error)?);
        Some(CutCardPoint { part: part(place.cards_before), edge, error })
    });
    let players = if table.players == 1 { "one player".to_owned() } else { format!("{} players", table.players) };
    draw_cut_card(&CutCardChart {
        title: format!("{}, {players}", certificate.item.title),
        fresh: fresh * 100.0,
        deepest: cut.deepest.as_ref().map(|deepest| part(deepest.cards_before)),
        points: points.collect(),
    })
}

impl Drawings {
    /// The drawings as files, each titled with its finding.
    pub(crate) fn into_files(self, findings: &Findings) -> Result<Vec<File>, ReportError> {
        // On the page the finding of these stands above the drawing, and not in it.
        let titled = [
            ("ev-by-up-card", self.up_cards, &findings.up_cards),
            ("dealer", self.dealer, &findings.dealer),
            ("edge-by-decks", self.decks, &findings.decks),
            ("readings", self.readings, &findings.readings),
            ("net-results", self.net_results, &findings.net_results),
            ("hold", self.hold, &findings.hold),
            ("cut-card", self.cut_card, &findings.cut_card),
        ];
        let titled = titled.into_iter().filter_map(|(name, drawn, finding)| Some((name, drawn?, finding)));
        let titled = titled.map(|(name, drawn, finding)| (name.to_owned(), drawn, finding.as_ref()));
        let progressive = self.progressive.into_iter().map(|(slug, drawn)| {
            let finding = findings.progressive.get(&slug);
            (format!("progressive-{slug}"), drawn, finding)
        });
        let titled = titled.chain(progressive).map(|(name, drawn, finding)| {
            let text = match finding {
                Some(finding) => canvas::titled(&drawn, finding)?,
                None => drawn,
            };
            Ok((name, text))
        });
        let titled = titled.collect::<Result<Vec<_>, ReportError>>()?;
        let named = [
            ("hold-by-paytable", self.paytables),
            ("mistakes", self.mistakes),
            ("adverse-readings", self.adverse),
            ("effects-of-removal", self.removal),
            ("counts", self.counts),
        ];
        let named = named.into_iter().filter_map(|(name, text)| Some((name.to_owned(), text?)));
        let strategy = self.strategy.into_iter().map(|(slug, text)| (format!("strategy-{slug}"), text));
        let all = titled.into_iter().chain(named).chain(strategy);
        Ok(all.map(|(name, text)| File { name: format!("charts/{name}.svg"), text }).collect())
    }
}
