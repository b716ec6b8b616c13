//! Composition exceptions, gathered by up card, signal and change of action.

use std::collections::BTreeMap;

use certificate::{Action, CompositionException};
use serde::Serialize;

use crate::names::{signal_order, up_order};

#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Group {
    up: String,
    signal: String,
    changes: Vec<Change>,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
struct Change {
    td: &'static str,
    cdz: &'static str,
    hands: Vec<Hand>,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
struct Hand {
    cards: String,
    /// `16` or `soft 18`.
    total: String,
}

pub(super) fn groups(exceptions: &[CompositionException]) -> Vec<Group> {
    type Key<'a> = ((u8, &'a str), (u8, u8, &'a str));
    let mut gathered: BTreeMap<Key<'_>, BTreeMap<(Action, Action), Vec<&CompositionException>>> = BTreeMap::new();
    for exception in exceptions {
        gathered
            .entry((up_order(&exception.up), signal_order(&exception.signal)))
            .or_default()
            .entry((exception.td, exception.cdz))
            .or_default()
            .push(exception);
    }
    gathered
        .into_iter()
        .map(|(((_, up), (.., signal)), changes)| Group {
            up: up.to_owned(),
            signal: signal.to_owned(),
            changes: changes
                .into_iter()
                .map(|((td, cdz), mut hands)| {
                    hands.sort_by_key(|hand| (hand.soft, hand.total));
                    Change { td: td.name(), cdz: cdz.name(), hands: hands.into_iter().map(Hand::of).collect() }
                })
                .collect(),
        })
        .collect()
}

impl Hand {
    fn of(exception: &CompositionException) -> Self {
        let soft = if exception.soft { "soft " } else { "" };
        Self { cards: exception.hand.clone(), total: format!("{soft}{}", exception.total) }
    }
}
