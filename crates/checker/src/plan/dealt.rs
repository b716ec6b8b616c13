//! Claims that the table deals again.

use certificate::StatedCutCards;

use super::{HowDerived, Outline, Task};
use crate::statement::Level;

impl Outline<'_> {
    pub(super) fn simulation(&mut self) {
        let how = "The rounds are dealt again from the seed, and every count must be the same.";
        self.add(
            "/simulation",
            "what the rounds dealt at the table came to",
            HowDerived(Level::Full, how, Task::Dealt),
        );
        let asked = "It must be what the analysis asks for.";
        for (path, what) in [("rounds", "the number of rounds dealt"), ("seed", "the seed of the rounds dealt")] {
            self.add(format!("/simulation/{path}"), what, HowDerived(Level::Quick, asked, Task::Nothing));
        }
        if self.submission.simulation.as_ref().is_some_and(|simulation| simulation.cut_card.is_some()) {
            for (path, what) in
                [("asked", "the number of rounds to the cut card"), ("cards_before", "the place of the cut card")]
            {
                self.add(format!("/simulation/cut_card/{path}"), what, HowDerived(Level::Quick, asked, Task::Nothing));
            }
        }
    }

    pub(super) fn cut_card(&mut self, stated: &StatedCutCards) {
        let how = "The shoes are dealt again from the seed by the table, and what is left of them is valued again by the solver; every sum must be the \
                   same. That the solver's values are right is not derived by a second program.";
        let what = "what the shoes dealt to the cut card came to, from which its effect follows";
        self.add("/cut_card", what, HowDerived(Level::Full, how, Task::Dealt));
        let asked = "It must be what the analysis asks for.";
        for (path, what) in [
            ("shoes", "the number of shoes dealt to the cut card"),
            ("valued", "the number of shoes valued at the cut card"),
            ("seed", "the seed of the shoes dealt to the cut card"),
        ] {
            self.add(format!("/cut_card/{path}"), what, HowDerived(Level::Quick, asked, Task::Nothing));
        }
        for (at, table) in stated.tables.iter().enumerate() {
            let path = format!("/cut_card/tables/{at}");
            let what = "the number of players to whom shoes are dealt to the cut card";
            self.add(format!("{path}/players"), what, HowDerived(Level::Quick, asked, Task::Nothing));
            for place in 0..table.places.len() {
                let path = format!("{path}/places/{place}/cards_before");
                self.add(path, "the places of the cut card", HowDerived(Level::Quick, asked, Task::Nothing));
            }
        }
    }
}
