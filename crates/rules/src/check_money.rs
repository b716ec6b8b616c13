//! Checks of a side wager's meter and of the amounts that may be wagered.

use num_traits::{One, Signed};

use crate::amount::AmountRule;
use crate::fault::{Check, fault};
use crate::odds::Percent;
use crate::side_wager::MeterRule;

pub(crate) fn check_meter(meter: &MeterRule) -> Check {
    let part = |key: &str, percent: &Option<Percent>| match percent {
        Some(percent) if percent.ratio().is_negative() || !is_at_most_whole(percent) => {
            fault(&[key], format!("meter.{key} is {percent}"), "0% to 100%")
        }
        _ => Ok(()),
    };
    part("rate", &meter.rate)?;
    part("reserve", &meter.reserve)?;
    match (&meter.rate, &meter.reserve) {
        (Some(rate), Some(reserve)) if rate.ratio() + reserve.ratio() > One::one() => {
            fault(&["reserve"], "rate and reserve together are more than the wager", "at most 100% together")
        }
        _ => Ok(()),
    }
}

pub(crate) fn check_amount(amount: &AmountRule) -> Check {
    if amount.dollars.is_empty() && amount.most_base_wagers.is_none() {
        return fault(&[], "the section `amount` limits nothing", "`dollars` or `most-base-wagers`");
    }
    if amount.dollars.contains(&0) {
        return fault(&["dollars"], "a wager of nothing wins nothing", "one dollar at least");
    }
    if amount.most_base_wagers == Some(0) {
        return fault(&["most-base-wagers"], "a wager of nothing wins nothing", "one base wager at least");
    }
    Ok(())
}

fn is_at_most_whole(percent: &Percent) -> bool {
    *percent.ratio() <= One::one()
}
