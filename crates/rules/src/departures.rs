//! Amounts of a side wager that the text does not allow.

use num_rational::BigRational;
use num_traits::{One as _, Signed as _};

use crate::odds::Percent;
use crate::offered::OfferedWager;
use crate::side_wager::{Drawn, SeedIn};

/// An amount by which an analysis departs from what the text says of a wager.
pub(crate) struct Departure<'a> {
    pub(crate) key: &'static str,
    pub(crate) stated: String,
    pub(crate) clauses: &'a [String],
    /// Why, to end the sentence with.
    pub(crate) because: String,
}

impl OfferedWager {
    pub(crate) fn departures(&self) -> Vec<Departure<'_>> {
        let mut found = Vec::new();
        if let (Some(meter), Some(seed)) = (&self.rule.meter, self.seed()) {
            let mut departs = |key, stated: &Option<BigRational>, is_allowed: &dyn Fn(&BigRational) -> bool| {
                if let Some(stated) = stated.as_ref().filter(|stated| !is_allowed(stated)) {
                    let (stated, because) = (stated.to_string(), String::new());
                    found.push(Departure { key, stated, clauses: &meter.clauses, because });
                }
            };
            let of_text = BigRational::from_integer(meter.seed.into());
            departs("seed", &self.inputs.seed, &|dollars| {
                let stated = if meter.seed_in == SeedIn::Dollars { dollars } else { &seed };
                if meter.seed_is_fixed { *stated == of_text } else { *stated >= of_text }
            });
            let is_of_text = |text: &Option<Percent>, stated: &BigRational| {
                text.as_ref().is_none_or(|percent| percent.ratio() == stated)
            };
            departs("rate", &self.inputs.rate, &|stated| is_of_text(&meter.rate, stated));
            departs("reserve", &self.inputs.reserve, &|stated| is_of_text(&meter.reserve, stated));
        }
        found.extend(self.meter_below_its_seed());
        found.extend(self.seats_beyond_the_text());
        found.extend(self.forbidden_maximum());
        found.extend(self.forbidden_amounts());
        found
    }

    /// Amounts of the wager itself that the text does not allow.
    fn forbidden_amounts(&self) -> impl Iterator<Item = Departure<'_>> {
        self.rule.amount.iter().flat_map(|rule| {
            let stake = self.inputs.stake.as_ref().filter(|stated| !rule.allows_dollars(stated));
            let ratio = self.inputs.ratio.as_ref().filter(|stated| !rule.allows_base_wagers(stated));
            [("stake", stake), ("ratio", ratio)].into_iter().filter_map(|(key, stated)| {
                let because = format!(": the wager is {}", rule.text());
                Some(Departure { key, stated: stated?.to_string(), clauses: &rule.clauses, because })
            })
        })
    }

    /// A meter that no round can find, because it starts from more and is never won in part.
    fn meter_below_its_seed(&self) -> Option<Departure<'_>> {
        let (rule, seed, stated) = (self.rule.meter.as_ref()?, self.seed()?, self.inputs.meter.as_ref()?);
        let shares = self.rule.offered_lines(&self.paytable).map(|(_, pay)| self.rule.returns(pay).per_meter);
        let is_won_in_part = shares.into_iter().any(|share| share.is_positive() && share < BigRational::one());
        (self.in_wagers(stated) < seed && !is_won_in_part).then(|| {
            let because = format!(": the meter starts from {} dollars", cards::decimal(&(seed * self.stake()), 2));
            Departure { key: "meter", stated: stated.to_string(), clauses: &rule.clauses, because }
        })
    }

    /// More seats than the text has for an event that draws one.
    fn seats_beyond_the_text(&self) -> Option<Departure<'_>> {
        let stated = self.inputs.seats?;
        self.rule.events.values().find_map(|event| match event.draws {
            Drawn::Seat(most) if stated > most => {
                let because = format!(": the seat is one of {most} at most");
                Some(Departure { key: "seats", stated: stated.to_string(), clauses: &event.clauses, because })
            }
            _ => None,
        })
    }

    /// A maximum payout that the text does not let the casino establish.
    fn forbidden_maximum(&self) -> Option<Departure<'_>> {
        let (rule, stated) = (self.rule.maximum.as_ref()?, self.inputs.maximum.as_ref()?);
        let because = match self.least_maximum() {
            _ if !rule.covered => ": no maximum may be set for this wager".to_owned(),
            Some(least) if *stated < least => {
                format!(": the maximum must be at least {} dollars", cards::decimal(&least, 2))
            }
            _ => return None,
        };
        Some(Departure { key: "maximum", stated: stated.to_string(), clauses: &rule.clauses, because })
    }
}
