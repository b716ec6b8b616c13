//! Insurance, always taken and hand by hand.

use certificate::{InsuranceHand, ReportDocument};
use serde::Serialize;

use crate::figure::{self, EdgeCell, PERCENT_PLACES};

#[derive(Debug, Serialize)]
pub(super) struct Section {
    /// Always taken.
    edge: EdgeCell,
    rows: Vec<Row>,
}

/// Initial hands with the same EV.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Row {
    hands: Vec<String>,
    ev: String,
}

/// `None` in a game without insurance.
pub(super) fn section(document: &ReportDocument) -> Option<Section> {
    let insurance = document.insurance.as_ref()?;
    let edge = EdgeCell::of(Some(&figure::negated(&insurance.ev_always)));
    Some(Section { edge, rows: rows(&insurance.by_hand) })
}

/// The document lists hands by EV, so those that are equal stand together.
fn rows(hands: &[InsuranceHand]) -> Vec<Row> {
    let alike = hands.chunk_by(|one, next| one.ev == next.ev);
    alike
        .map(|alike| Row {
            hands: alike.iter().map(|one| one.hand.clone()).collect(),
            ev: figure::percent(&alike[0].ev, PERCENT_PLACES),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use certificate::Exact;
    use num_rational::BigRational;

    use super::*;

    #[test]
    fn hands_of_one_value_share_a_row() {
        let hand = |hand: &str, n: i64| InsuranceHand {
            hand: hand.to_owned(),
            ev: Exact::from(&BigRational::new(n.into(), 100.into())),
        };
        let rows = rows(&[hand("A,A", -1), hand("A,2", -1), hand("T,T", -9)]);
        let texts: Vec<(String, &str)> = rows.iter().map(|row| (row.hands.join(" "), row.ev.as_str())).collect();
        let expected = [("A,A A,2".to_owned(), "\u{2212}1.0000%"), ("T,T".to_owned(), "\u{2212}9.0000%")];
        assert_eq!(texts, expected);
    }
}
