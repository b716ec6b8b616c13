//! What the signals are worth: the stated EVs of a player who is told them against those of one who is not.

use certificate::{Certificate, Gain, SignalWorth, SignalsWorth, StatedClass, StatedUntold, StatedUp, UpSignalsWorth};

use super::{exact, fraction, refused};
use crate::failure::Failure;

/// By strategy class; empty where nothing is stated.
///
/// # Errors
/// As [`super::document`].
pub(super) fn value_of_signals(certificate: &Certificate) -> Result<Vec<SignalsWorth>, Failure> {
    let of_class = |untold: &StatedUntold| {
        let strategy = &untold.class.strategy;
        let told = certificate.classes.iter().find(|class| class.strategy == *strategy);
        let told =
            told.ok_or_else(|| refused(format!("{strategy} is stated without the signals and not with them")))?;
        worth(told, untold)
    };
    certificate.untold.iter().map(of_class).collect()
}

fn worth(told: &StatedClass, untold: &StatedUntold) -> Result<SignalsWorth, Failure> {
    Ok(SignalsWorth {
        strategy: told.strategy.clone(),
        round: gain(&told.ev, &untold.class.ev)?,
        by_up_card: told.up_cards.iter().map(|up| up_worth(up, untold)).collect::<Result<_, Failure>>()?,
    })
}

fn up_worth(told: &StatedUp, untold: &StatedUntold) -> Result<UpSignalsWorth, Failure> {
    let missing = || refused(format!("without the signals the up card {} is missing", told.up));
    let up = untold.class.up_cards.iter().find(|up| up.up == told.up).ok_or_else(missing)?;
    let by_signal = match untold.up_cards.iter().find(|up| up.up == told.up) {
        None if untold.up_cards.is_empty() => Vec::new(),
        None => return Err(missing()),
        Some(silent) => {
            let of_signal = |signal: &certificate::StatedSignal| {
                let other = silent.signals.iter().find(|one| one.signal == signal.signal).ok_or_else(missing)?;
                Ok(SignalWorth {
                    signal: signal.signal.clone(),
                    probability: exact(&signal.probability)?,
                    gain: gain(&signal.ev, &other.ev)?,
                })
            };
            told.signals.iter().map(of_signal).collect::<Result<_, Failure>>()?
        }
    };
    Ok(UpSignalsWorth {
        up: told.up.clone(),
        probability: exact(&told.probability)?,
        gain: gain(&told.ev, &up.ev)?,
        by_signal,
    })
}

fn gain(told: &str, untold: &str) -> Result<Gain, Failure> {
    Ok(Gain::new(&fraction(told)?, &fraction(untold)?))
}
