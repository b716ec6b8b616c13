//! Which strategy classes are shown.

use std::collections::{BTreeMap, BTreeSet};

use certificate::{ClassResult, Exact, ReadingChoice, ReportDocument, RoundDistribution};
use num_rational::BigRational;

use crate::names;

/// The strategy classes of some tables, from the least informed to the best.
pub fn classes_of<'a>(tables: impl Iterator<Item = &'a BTreeMap<String, Exact>>) -> Vec<String> {
    let classes: BTreeSet<(u8, &str)> =
        tables.flat_map(BTreeMap::keys).map(|class| names::class_order(class)).collect();
    classes.into_iter().map(|(_, class)| class.to_owned()).collect()
}

/// The class that readings are compared under: the published combinations' own, else CDZ-, else the first.
pub(crate) fn readings_class(certificate: &ReportDocument) -> Option<String> {
    let effects = &certificate.reading_effects;
    let classes = classes_of(effects.iter().flat_map(|effect| &effect.choices).map(|choice| &choice.ev));
    let published = certificate.published.as_ref().map(|published| published.strategy.as_str());
    let wanted = published.into_iter().chain(["cdz"]).find(|class| classes.iter().any(|other| other == class));
    wanted.map(str::to_owned).or_else(|| classes.first().cloned())
}

/// A reading read in one way, the others as in the report.
#[derive(Clone)]
pub(crate) struct ReadingEdge {
    /// `dealer-ace = customary`.
    pub(crate) name: String,
    /// The house edge.
    pub(crate) edge: BigRational,
    /// By how much it is above the report's.
    pub(crate) moved: BigRational,
}

/// Each choice of each reading, the report's own too, under the class that readings are compared under.
pub(crate) fn reading_edges(document: &ReportDocument) -> Vec<ReadingEdge> {
    let Some(class) = readings_class(document) else { return Vec::new() };
    let mut all = Vec::new();
    for effect in &document.reading_effects {
        let edge = |choice: &ReadingChoice| Some(-choice.ev.get(&class)?.value()?);
        let Some(own) = effect.choices.iter().find(|choice| choice.chosen).and_then(edge) else { continue };
        for choice in &effect.choices {
            if let Some(edge) = edge(choice) {
                let moved = &edge - &own;
                all.push(ReadingEdge { name: format!("{} = {}", effect.name, choice.choice), edge, moved });
            }
        }
    }
    all
}

/// The class whose hold and ruin are shown: CDZ-, or else the last that has them.
pub(crate) fn shown(certificate: &ReportDocument) -> Option<(&ClassResult, &RoundDistribution)> {
    let mut classes = certificate.base_game.iter().filter_map(|class| Some((class, class.distribution.as_ref()?)));
    classes.clone().find(|(class, _)| class.strategy == "cdz").or_else(|| classes.next_back())
}
