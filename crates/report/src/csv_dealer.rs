//! The dealer's outcomes and the worth of the signals as tables for spreadsheets.

use certificate::{DealerOutcomes, SignalsWorth};

use crate::csv::line;

/// `dealer.csv`: a line for every up card, signal and outcome. The signal's probability is given the up card, the outcome's given both.
pub fn dealer_csv(rows: &[DealerOutcomes]) -> String {
    let mut text = String::from("up,signal,holes,signal_probability,signal_fraction,outcome,probability,fraction\n");
    for row in rows {
        for (outcome, probability) in row.outcomes.named() {
            let fields = [
                &row.up,
                &row.signal,
                &row.holes.join(" "),
                &row.probability.decimal,
                &row.probability.fraction,
                outcome,
                &probability.decimal,
                &probability.fraction,
            ];
            line(&mut text, &fields);
        }
    }
    text
}

/// `value-of-signals.csv`: for every strategy class a line for the round, with up card and signal empty, for every up card, and for every
/// signal under it. Probabilities of a signal are given the up card.
pub fn value_of_signals_csv(worths: &[SignalsWorth]) -> String {
    let mut text = String::from("strategy,up,signal,probability,told,untold,value,fraction\n");
    for worth in worths {
        let mut add = |up: &str, signal: &str, probability: &str, gain: &certificate::Gain| {
            let fields = [
                &worth.strategy,
                up,
                signal,
                probability,
                &gain.told.decimal,
                &gain.untold.decimal,
                &gain.value.decimal,
                &gain.value.fraction,
            ];
            line(&mut text, &fields);
        };
        add("", "", "1.000000000000000000", &worth.round);
        for up in &worth.by_up_card {
            add(&up.up, "", &up.probability.decimal, &up.gain);
            for signal in &up.by_signal {
                add(&up.up, &signal.signal, &signal.probability.decimal, &signal.gain);
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use certificate::{ByDealerOutcome, Exact, Gain, SignalWorth, UpSignalsWorth};
    use num_rational::BigRational;

    use super::*;

    fn exact(n: i64, d: i64) -> Exact {
        Exact::from(&BigRational::new(n.into(), d.into()))
    }

    #[test]
    fn a_line_for_every_outcome() {
        let row = DealerOutcomes {
            up: "A".to_owned(),
            signal: "no blackjack".to_owned(),
            holes: vec!["A".to_owned(), "2".to_owned()],
            probability: exact(9, 13),
            outcomes: ByDealerOutcome::of([1, 1, 1, 1, 1, 1, 2, 0].map(|part| exact(part, 8))),
        };
        let text = dealer_csv(&[row]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 9);
        assert_eq!(lines[7], "A,no blackjack,A 2,0.692307692307692308,9/13,bust,0.250000000000000000,1/4");
    }

    #[test]
    fn a_line_for_the_round_for_up_cards_and_for_signals() {
        let gain = |told: i64| Gain::new(&BigRational::new(told.into(), 4.into()), &BigRational::new((-1).into(), 4.into()));
        let by_signal = vec![SignalWorth { signal: "small".to_owned(), probability: exact(1, 2), gain: gain(2) }];
        let up = UpSignalsWorth { up: "6".to_owned(), probability: exact(1, 13), gain: gain(1), by_signal };
        let worth = SignalsWorth { strategy: "cdz".to_owned(), round: gain(0), by_up_card: vec![up] };
        let text = value_of_signals_csv(&[worth]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 4);
        assert!(lines[1].starts_with("cdz,,,1.0") && lines[1].ends_with(",1/4"), "{text}");
        let small = "cdz,6,small,0.500000000000000000,0.500000000000000000,-0.250000000000000000,0.750000000000000000,3/4";
        assert_eq!(lines[3], small);
    }
}
