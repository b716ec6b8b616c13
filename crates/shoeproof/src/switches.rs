//! Which deals of two hands are switched, as the document states it.

use std::collections::BTreeMap;

use cards::{Composition, Value};
use certificate::Switches;
use checker::{DecodedDeal, DecodedUp};
use num_rational::BigRational;
use rules::{HoleSet, Submission, SwitchWhen};

/// What switches gain, as stated.
type Gains = BTreeMap<DecodedDeal, String>;

/// The switches of a strategy by up card, and by signal where they wait for one; none in a game with one hand.
pub(crate) fn switches_of(submission: &Submission, ups: &[DecodedUp]) -> Vec<Switches> {
    let Some(rule) = &submission.game.switch else { return Vec::new() };
    let mut all = Vec::new();
    for up in ups {
        let Ok(left) = submission.shoe.without(up.up) else { continue };
        let cases = submission.game.hole_cases(up.up);
        let of = |signal: Option<&str>, holes: &[HoleSet], (deals, gains): (&[DecodedDeal], &Gains)| {
            let listed = || deals.iter().filter(|&&[a, b, c, d]| [a, b] <= [c, d]);
            Switches {
                up: up.up.to_string(),
                signal: signal.map(str::to_owned),
                share: (&share(&left, holes, deals)).into(),
                deals: listed().map(|[a, b, c, d]| format!("{a},{b} {c},{d}")).collect(),
                gains: listed().filter_map(|deal| gains.get(deal).cloned()).collect(),
            }
        };
        match rule.when {
            SwitchWhen::BeforeCheck => {
                let holes: Vec<HoleSet> = cases.iter().map(|case| case.holes).collect();
                all.push(of(None, &holes, (&up.switched, &up.gains)));
            }
            SwitchWhen::AfterCheck => all.extend(up.signals.iter().map(|signal| {
                let holes: Vec<HoleSet> =
                    cases.iter().filter(|case| case.signal == signal.signal).map(|case| case.holes).collect();
                of(Some(&signal.signal), &holes, (&signal.switched, &signal.gains))
            })),
        }
    }
    all
}

/// The probability of these deals, given the up card and that the hole card is one of these.
pub(crate) fn share(left: &Composition, holes: &[HoleSet], deals: &[DecodedDeal]) -> BigRational {
    let holes_in = |rest: &Composition| -> u64 {
        let holes = holes.iter().flat_map(|holes| holes.values());
        holes.map(|hole| u64::from(rest.count(hole))).sum()
    };
    // Ordered ways to deal the four cards and a hole card.
    let ways = |deal: &[Value]| -> u128 {
        let mut rest = *left;
        let mut ways = 1;
        for &card in deal {
            ways *= u128::from(rest.count(card));
            rest = rest.without(card).unwrap_or(rest);
        }
        if ways == 0 { 0 } else { ways * u128::from(holes_in(&rest)) }
    };
    let switched: u128 = deals.iter().map(|deal| ways(deal)).sum();
    let total = u128::from(left.total());
    let all = u128::from(holes_in(left)) * (1..=4).map(|drawn| total - drawn).product::<u128>();
    if all == 0 { BigRational::default() } else { BigRational::new(switched.into(), all.into()) }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use checker::DecodedSignal;
    use num_traits::One as _;
    use rules::Override;
    use solver::{Class, Solver};

    use super::*;

    fn submission(overrides: &[(&str, &str)]) -> Submission {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses/pa-633a-blackjack-switch/4-decks.toml");
        let overrides = [&[("shoe", "12,0,0,16,0,16,0,16,0,40"), ("options.max-hands", "2")], overrides].concat();
        let overrides: Vec<Override> = overrides.iter().map(|&(key, value)| Override::new(key, value)).collect();
        Submission::load(&path, &overrides).expect("an analysis")
    }

    #[test]
    fn some_deals_are_switched_and_all_of_them_are_certain() {
        for (reading, by_signal) in [("peek-first", true), ("switch-first", false)] {
            let submission = submission(&[("readings.switch-and-peek", reading)]);
            let table = Solver::new(&submission).and_then(|solver| solver.play_table(Class::CdzMinus));
            let table = table.expect("a table");
            let signal = |signal: &solver::SignalPlay| DecodedSignal {
                signal: signal.signal.clone(),
                split: [false; Value::COUNT],
                hands: Vec::new(),
                gains: BTreeMap::new(),
                switched: signal.switched.clone(),
            };
            let ups = table.ups.iter().map(|up| DecodedUp {
                up: up.up,
                attack: false,
                even_money: false,
                gains: BTreeMap::new(),
                switched: up.switched_before_check.clone(),
                signals: up.signals.iter().map(signal).collect(),
            });
            let stated = switches_of(&submission, &ups.collect::<Vec<_>>());
            assert_eq!(stated.len(), 5, "{reading}: every up card that the shoe holds");
            for one in &stated {
                assert_eq!(one.signal.is_some(), by_signal);
                let share = one.share.value().expect("a fraction");
                assert!(share > BigRational::default() && share < BigRational::one(), "{reading} {}", one.up);
                // A tie is no switch, and hands that stay the same tie.
                assert!(!one.deals.contains(&"8,8 8,8".to_owned()));
            }
        }
    }

    #[test]
    fn the_share_of_every_deal_is_one() {
        let submission = submission(&[]);
        let left = submission.shoe.without(Value::ACE).expect("an ace");
        let values: Vec<Value> = Value::all().collect();
        let mut deals: Vec<DecodedDeal> = Vec::new();
        for &a in &values {
            for &b in &values {
                deals.extend(values.iter().flat_map(|&c| values.iter().map(move |&d| [a, b, c, d])));
            }
        }
        for case in submission.game.hole_cases(Value::ACE) {
            assert!(share(&left, &[case.holes], &deals).is_one(), "{}", case.signal);
        }
    }
}
