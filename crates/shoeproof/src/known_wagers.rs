//! Side wagers that were valued before, for analyses that ask one after another.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use rules::{OfferedWager, Submission};
use wagers::WagerResult;

/// Results that are kept: some hundred kilobytes.
const MOST_KEPT: usize = 256;

/// Side wagers decided by the cards of the deal alone, with their results. Of all that an analysis chooses they depend on the wager, its paytable
/// and the cards of the shoe, so another choice of the base game finds them here.
#[derive(Debug, Default)]
pub struct KnownWagers(Mutex<VecDeque<(OfferedWager, WagerResult)>>);

impl KnownWagers {
    /// As [`wagers::value`].
    pub(crate) fn value(&self, submission: &Submission, offered: &OfferedWager) -> Option<WagerResult> {
        let rule = &offered.rule;
        // These look at the rules of the base game, or at its play.
        if rule.depends_on_play() || rule.lines.iter().any(|line| line.dealer_hand.is_some()) {
            return wagers::value(submission, offered);
        }
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, result)) = kept().iter().find(|(known, _)| known == offered) {
            return Some(result.clone());
        }
        let result = wagers::value(submission, offered)?;
        let mut kept = kept();
        kept.push_front((offered.clone(), result.clone()));
        kept.truncate(MOST_KEPT);
        Some(result)
    }

    #[cfg(test)]
    fn len(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Analysis, Silent, WagersWant};

    fn entries(analysis: &Analysis, known: &KnownWagers) -> [String; 2] {
        let compiled = analysis.compiled().expect("compiled");
        let json = |wagers: Result<crate::SideWagers, crate::Failure>| {
            serde_json::to_string(&wagers.expect("side wagers")).expect("JSON")
        };
        let want = WagersWant::default();
        [json(compiled.side_wagers_known(known, &want, &Silent)), json(compiled.side_wagers(&want, &Silent))]
    }

    /// A rule of the base game leaves what the deal decides alone; a card out of the shoe does not.
    #[test]
    fn what_is_known_is_what_would_be_computed() {
        let known = KnownWagers::default();
        let mut kept = Vec::new();
        let game = Analysis::of_game("pa-685a-down-under").expect("a game");
        for choice in ["decks=6", "readings.dealer-ace=customary", "decks=8"] {
            let analysis = game.set(choice).expect("a choice");
            let [here, anew] = entries(&analysis, &known);
            assert_eq!(here, anew, "{choice}");
            kept.push(known.len());
        }
        assert!(kept[0] > 0 && kept[0] == kept[1] && kept[1] < kept[2], "{kept:?}");
    }
}
