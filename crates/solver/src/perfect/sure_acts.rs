//! Acts of a round's last hand that nothing can be better than, whatever cards come.
//!
//! Where a case leaves the dealer one outcome, many acts are worth exactly the same: all that can become of the hand is paid alike. Floats leave each
//! of these decisions open. Here they are settled by what hands are paid, without counting what comes of the acts.

use crate::compiled::decisions::Act;
use crate::perfect::best_play::{ActSet, Lane, Round};
use crate::perfect::hand_classes::{HandClass, HandClassId, Next};
use crate::perfect::rows::Scaled;
use crate::perfect::stage_rows::{StageClass, StageRows};

/// By hand class, the acts that are worth the most that any hand it grows into can be paid, in one lane.
pub(super) struct SureActs(Vec<ActSet>);

impl SureActs {
    /// Of hands in the place of these rows, which no other hand comes after.
    pub(super) fn new(round: &Round<'_>, rows: &StageRows, lane: Lane<'_>) -> Self {
        let outcomes = lane.up.dealer.outcomes(lane.case);
        let paid = |Scaled { primitive, times }: Scaled| -> PaidRange {
            let units = round.rows.units[primitive].iter().enumerate();
            let of_case =
                units.filter(|(outcome, _)| outcomes >> outcome & 1 > 0).map(|(_, &units)| f64::from(units) * times);
            of_case.fold(PaidRange::NOTHING, |paid, units| PaidRange {
                least: paid.least.min(units),
                most: paid.most.max(units),
            })
        };
        let ends = ActEnds { classes: &round.classes.list, rows, paid: &paid };
        let mut most = vec![f64::NEG_INFINITY; rows.classes.len()];
        until_settled(&mut most, |most, class| {
            ends.acts(class).map(|act| ends.most(act, class, most)).fold(f64::NEG_INFINITY, f64::max)
        });
        // An act is sure if it ends the hand at the most, or leads only to hands that have a sure act and the same most.
        let mut sure = vec![ActSet::default(); rows.classes.len()];
        until_settled(&mut sure, |sure, class| {
            ActSet::of(ends.acts(class).filter(|&act| ends.is_sure(act, class, &most, sure)))
        });
        Self(sure)
    }

    pub(super) fn contains(&self, class: HandClassId, act: Act) -> bool {
        self.0[usize::from(class)].contains(act)
    }
}

/// What a row pays at the outcomes of a case, in settlement units: whole numbers.
struct PaidRange {
    least: f64,
    most: f64,
}

impl PaidRange {
    const NOTHING: Self = Self { least: f64::INFINITY, most: f64::NEG_INFINITY };
}

/// What acts lead to.
struct ActEnds<'s> {
    classes: &'s [HandClass],
    rows: &'s StageRows,
    paid: &'s dyn Fn(Scaled) -> PaidRange,
}

impl ActEnds<'_> {
    fn acts(&self, class: usize) -> impl Iterator<Item = Act> {
        let StageClass { stand, hits, doubles, surrender, .. } = self.rows.classes[class];
        let may_be = [
            (Act::Stand, stand.is_some()),
            (Act::Hit, hits),
            (Act::Double, doubles),
            (Act::Surrender, surrender.is_some()),
        ];
        may_be.into_iter().filter(|(_, may_be)| *may_be).map(|(act, _)| act)
    }

    /// The rows that may settle a hand after an act that draws no further choice, and the hand classes that it leads to.
    fn after(&self, act: Act, class: usize) -> (Vec<PaidRange>, Vec<usize>) {
        let of = &self.rows.classes[class];
        let bust = |(which, times): (usize, f64)| Scaled { primitive: self.rows.bust_primitives[which], times };
        let (mut settled, mut played) = (Vec::new(), Vec::new());
        match act {
            Act::Stand => settled.extend(of.stand.map(self.paid)),
            Act::Surrender => settled.extend(of.surrender.map(self.paid)),
            Act::Hit | Act::Double => {
                for next in self.classes[class].next {
                    match (next, act) {
                        (Next::Never, _) => {}
                        (Next::Bust, Act::Hit) => settled.push((self.paid)(bust(of.bust))),
                        (Next::Bust, _) => settled.push((self.paid)(bust(of.bust_doubled))),
                        (Next::HandClass(grown), Act::Hit) => played.push(usize::from(grown)),
                        (Next::HandClass(grown), _) => {
                            settled.push(self.doubled(&self.rows.classes[usize::from(grown)], of))
                        }
                    }
                }
            }
        }
        (settled, played)
    }

    /// A doubled hand that may be given up is settled by the better of two rows.
    fn doubled(&self, grown: &StageClass, before: &StageClass) -> PaidRange {
        let [kept, given_up] = grown.doubled[before.doubling as usize].map(self.paid);
        if grown.may_be_given_up {
            PaidRange { least: kept.least.max(given_up.least), most: kept.most.max(given_up.most) }
        } else {
            kept
        }
    }

    fn most(&self, act: Act, class: usize, most: &[f64]) -> f64 {
        let (settled, played) = self.after(act, class);
        let settled = settled.iter().map(|paid| paid.most);
        settled.chain(played.iter().map(|&grown| most[grown])).fold(f64::NEG_INFINITY, f64::max)
    }

    fn is_sure(&self, act: Act, class: usize, most: &[f64], sure: &[ActSet]) -> bool {
        let (settled, played) = self.after(act, class);
        let leads_on = !(settled.is_empty() && played.is_empty());
        leads_on
            && settled.iter().all(|paid| paid.least == most[class])
            && played.iter().all(|&grown| most[grown] == most[class] && sure[grown] != ActSet::default())
    }
}

/// Finds each entry anew from all, until none changes.
fn until_settled<T: Copy + PartialEq>(entries: &mut [T], anew: impl Fn(&[T], usize) -> T) {
    loop {
        let mut changed = false;
        for class in (0..entries.len()).rev() {
            let found = anew(entries, class);
            changed |= found != entries[class];
            entries[class] = found;
        }
        if !changed {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use cards::Composition;
    use rules::{Override, Submission};

    use super::*;
    use crate::compiled::walk::CompiledRules;
    use crate::engine::solver::Solver;
    use crate::perfect::backward_values::Optimum;
    use crate::perfect::best_play::{At, OpenDecision};
    use crate::perfect::count_by_state::Counted;
    use crate::perfect::exact_arbiter::ExactArbiter;
    use crate::perfect::splits::Splits;

    /// A sure act is worth as much as the best, counted exactly: beside every set of cards of hands that come last.
    #[test]
    fn no_act_is_worth_more_than_a_sure_one() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../analyses/pa-685a-down-under/6-decks.toml");
        // Aces of the dealer count eleven: a pair of them is 22, which is known from the signal.
        let set = [Override::new("readings.split-21-against-22", "first-hand-only")];
        let game = Submission::load(Path::new(path), &set).expect("an analysis").game;
        let shoe = Composition::new([5, 0, 0, 0, 6, 0, 0, 6, 0, 12]);
        let solver = Solver::for_game(game, shoe).expect("a shoe that cannot run out");
        let table = CompiledRules { hands: solver.hands(), settlement: &solver.settlements()[0] };
        let splits = Splits::new(solver.game(), table, &shoe, &[4, 7], false).expect("few classes").expect("pairs");
        let round = splits.states.round();
        let up = &solver.ups()[0];
        let (mut equal, mut compared) = (0, 0);
        for case in 0..up.dealer.cases().len() {
            let lane = Lane { up, case };
            let optimum = Optimum::new(round, [lane], &ExactArbiter { round, lanes: [lane] }).expect("enough cards");
            let counted = Counted { round, lane, play: &optimum.plays[0] };
            for (stage, levels) in round.reach.levels.iter().enumerate() {
                let last = round.reach.graph.stages[stage];
                if !last.is_last() {
                    continue;
                }
                let rows = StageRows::new(&round, last.place);
                let sure = SureActs::new(&round, &rows, lane);
                let ends = ActEnds { classes: &round.classes.list, rows: &rows, paid: &|_| PaidRange::NOTHING };
                for (size, level) in levels.iter().enumerate() {
                    for (at, &cards) in level.keys.iter().enumerate().filter(|(_, cards)| up.is_feasible(**cards)) {
                        for class in round.reach.sets.get(level.classes[at]).iter() {
                            let acts = ActSet::of(ends.acts(usize::from(class)));
                            let open = OpenDecision { place: At::Stage(stage, class), size, at, acts };
                            let worth = |act| counted.mean_after(open, act).expect("enough cards");
                            let sure: Vec<Act> = acts.iter().filter(|&act| sure.contains(class, act)).collect();
                            let Some(&first) = sure.first() else { continue };
                            let most = acts.iter().map(worth).max().expect("an act");
                            assert!(sure.iter().all(|&act| worth(act) == most), "{case} {cards:?} {class} {first:?}");
                            compared += usize::from(acts.iter().any(|act| worth(act) < most));
                            equal += usize::from(sure.len() > 1);
                        }
                    }
                }
            }
        }
        assert!(equal > 100 && compared > 100, "{equal} {compared}");
    }
}
