//! What hands and actions on them are worth.

use num_bigint::BigInt;

use crate::strategy::Act;
use crate::whole::Whole;

/// An expected net result and the expected wagers besides the initial one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Worth<N = BigInt> {
    pub(crate) net: N,
    pub(crate) wagers: N,
}

impl<N: Whole> Worth<N> {
    /// A net result alone.
    pub(crate) fn plain(net: N) -> Self {
        Self { net, wagers: N::default() }
    }

    /// So many times another more.
    pub(crate) fn add(&mut self, other: &Self, times: u64) {
        self.net.add_times(&other.net, times);
        self.wagers.add_times(&other.wagers, times);
    }

    /// The other if it is better; whether it is.
    pub(crate) fn improve(&mut self, other: Self) -> bool {
        let is_better = other.net > self.net;
        if is_better {
            *self = other;
        }
        is_better
    }
}

/// Values of the actions on an unsplit hand; `None` where the rules never allow one.
#[derive(Debug, Clone)]
pub(crate) struct ActionValues {
    pub(crate) stand: BigInt,
    pub(crate) hit: Option<Worth>,
    pub(crate) double: Option<Worth>,
    pub(crate) surrender: Option<BigInt>,
}

impl ActionValues {
    pub(crate) fn of(&self, act: Act) -> Option<&BigInt> {
        match act {
            Act::Stand => Some(&self.stand),
            Act::Hit => self.hit.as_ref().map(|worth| &worth.net),
            Act::Double => self.double.as_ref().map(|worth| &worth.net),
            Act::Surrender => self.surrender.as_ref(),
        }
    }

    pub(super) fn worth(&self, act: Act) -> Worth {
        match act {
            Act::Stand => Worth::plain(self.stand.clone()),
            Act::Hit => self.hit.clone().unwrap_or_default(),
            Act::Double => self.double.clone().unwrap_or_default(),
            Act::Surrender => self.surrender.clone().map(Worth::plain).unwrap_or_default(),
        }
    }
}
