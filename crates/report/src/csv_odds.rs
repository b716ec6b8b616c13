//! True odds, payout odds and house advantage of every wager as a table for spreadsheets.

use certificate::{Exact, WagerOdds};

use crate::csv::line;

/// A line for each wager, and one for each of its outcomes.
pub(crate) fn odds_csv(odds: &[WagerOdds]) -> String {
    let mut text = String::from(
        "wager,id,paytable,outcome,probability,probability_fraction,true_odds_against,payout_odds,house_advantage,house_advantage_fraction,rtp\n",
    );
    let decimal = |exact: Option<&Exact>| exact.map_or_else(String::new, |exact| exact.decimal.clone());
    let fraction = |exact: Option<&Exact>| exact.map_or_else(String::new, |exact| exact.fraction.clone());
    for wager in odds {
        let head =
            [&wager.wager, wager.id.as_deref().unwrap_or_default(), wager.paytable.as_deref().unwrap_or_default()];
        let advantage = wager.house_advantage.as_ref();
        let worth = [decimal(advantage), fraction(advantage), decimal(wager.rtp.as_ref())];
        let worth = worth.each_ref().map(String::as_str);
        line(&mut text, &[&head[..], &[""; 5], &worth].concat());
        for one in &wager.outcomes {
            let odds = decimal(one.true_odds_against.as_ref());
            let chance = [&one.outcome, &one.probability.decimal, &one.probability.fraction, &odds, &one.payout];
            let chance = chance.map(String::as_str);
            line(&mut text, &[&head[..], &chance, &[""; 3]].concat());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use certificate::OutcomeOdds;
    use num_rational::BigRational;

    use super::*;

    #[test]
    fn a_wager_has_a_line_of_its_own_and_one_for_each_outcome() {
        let exact = |n: i64, d: i64| Exact::from(&BigRational::new(n.into(), d.into()));
        let outcome = OutcomeOdds {
            outcome: "x".into(),
            probability: exact(1, 4),
            true_odds_against: Some(exact(3, 1)),
            payout: "2:1".into(),
        };
        let wager = WagerOdds {
            wager: "W".into(),
            id: None,
            paytable: None,
            outcomes: vec![outcome],
            house_advantage: Some(exact(1, 4)),
            rtp: Some(exact(3, 4)),
            conditions: String::new(),
        };
        let text = odds_csv(&[wager]);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[1].starts_with("W,,,,,,,,0.25"), "{}", lines[1]);
        assert!(lines[2].starts_with("W,,,x,0.25") && lines[2].contains(",2:1,,,"), "{}", lines[2]);
        assert!(lines.iter().all(|line| line.matches(',').count() == 10));
    }
}
