//! What a progressive wager is worth by its meter, alone and shared, and in the long run.

use certificate::{LongRun, Progressive, SharedMeter};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;
use rules::{MeterRule, OfferedWager, Shared};
use wagers::{PartHits, ReserveGoes, WagerResult};

use crate::present;

/// A progressive's figures at a meter, in units of the wager.
pub(crate) fn progressive(
    rule: &MeterRule,
    offered: &OfferedWager,
    result: &WagerResult,
    meter: &BigRational,
) -> Progressive {
    // All who wager on the dealer's hand win together.
    let together = offered.rule.lines.iter().all(|line| line.dealer_hand.is_some()) && !offered.rule.depends_on_play();
    let shared = offered.inputs.players.filter(|_| rule.shared == Shared::Share).map(|players| {
        let number = BigInt::from(players);
        let per_meter_unit = &result.per_meter / &number;
        SharedMeter {
            players,
            per_meter_unit: (&per_meter_unit).into(),
            ev: (&(&result.fixed + per_meter_unit * meter)).into(),
            break_even_meter: result.break_even().map(|alone| (&(alone * number)).into()),
            exact: together,
        }
    });
    let models = wagers::LongRun::models(result, offered);
    Progressive {
        fixed: (&result.fixed).into(),
        per_meter_unit: (&result.per_meter).into(),
        shared,
        meter: meter.into(),
        break_even_meter: result.break_even().map(|meter| (&meter).into()),
        long_run: models.iter().map(long_run).collect(),
    }
}

fn long_run(run: &wagers::LongRun) -> LongRun {
    let word = |word: &str| word.to_owned();
    LongRun {
        seed: (&run.seed).into(),
        rate: (&run.rate).into(),
        reserve: (&run.reserve).into(),
        reserve_goes: match run.reserve_goes {
            ReserveGoes::NextMeter => word("next-meter"),
            ReserveGoes::Seeds => word("seeds"),
        },
        part_hits: match run.part_hits {
            PartHits::Reduce => word("reduce"),
            PartHits::Leave => word("leave"),
        },
        mean_start: present::long_decimal(&run.mean_start),
        mean_meter_when_hit: present::long_decimal(&run.mean_meter),
        ev: present::long_decimal(&run.ev),
        rtp: present::long_decimal(&(&run.ev + BigRational::one())),
        favours_player: present::is_positive(&run.ev),
    }
}
