//! Up to which penetration the house stays ahead of every count.
//!
//! Play is that of the chart. Of all bets between one unit and the most that go by the count alone, those win most that have the most on wherever the EV given the count is positive, in the mean over all
//! numbers of cards seen. So who is behind with them is behind with any such bets.

use certificate::Exact;
use counting::{CountSystem, GroupedShoe};
use num_rational::BigRational;
use num_traits::Signed as _;
use report::WagerTags;
use rules::{OfferedWager, Submission};
use serde::Serialize;
use solver::Solver;

use super::ramp::MOST_UNITS;
use super::rows::{self, Labels};
use super::{Counted, ExposureWant, Tables, tags_of};
use crate::count_tags::MOST_LEVEL;
use crate::counted_by::CountedBy;
use crate::failure::Failure;
use crate::progress::Steps;
use crate::schema::JsonSchema;
use crate::stated_chart::deck_size;

/// Most spreads that are rated.
const MOST_SPREADS: usize = 10;

/// How a wager stands up to every count: the counts of the program, and the best tags of level 1 to 3 for the wager.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Rating {
    /// Id of the side wager, made wherever its EV is positive; absent for the base wager.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wager: Option<String>,
    /// Name of its paytable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paytable: Option<String>,
    /// The most units of the base wager, on wherever its EV given the count is positive in the mean over all numbers of cards seen; elsewhere it is one unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spread: Option<u32>,
    /// Most cards seen before a round, each number up to it as often as the others, with which the house is ahead of every count; absent if some count is ahead from the fresh
    /// shoe. No more than leave enough for a round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ahead_up_to: Option<u32>,
    /// The same as a part of the shoe.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub penetration: Option<Exact>,
    /// Place among the counts of the first that is ahead, with one card more; of several the one that then wins most. Absent if none ever is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beaten_by: Option<usize>,
    /// What each count comes to.
    pub counts: Vec<RatedCount>,
    /// Counts that are not valued: their many tags make more sums than are kept.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
}

/// A count against a wager.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RatedCount {
    /// The count.
    pub count: CountSystem,
    /// By what rounds are told apart.
    pub counted_by: CountedBy,
    /// The fewest cards up to which rounds must begin for the player to be ahead; absent if he never is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beats_from: Option<u32>,
    /// What he then wins in a round, in units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<Exact>,
    /// What he wins in a round where rounds begin with up to as many cards as leave enough for a round.
    pub win_of_the_deepest: Exact,
}

/// A count with what its player wins in a round where he has the edge, by wager and by the most cards seen.
struct EdgeWins {
    count: CountSystem,
    by: CountedBy,
    /// Of the base wager and of each side wager.
    won: Vec<Vec<BigRational>>,
}

/// What is rated: an analysis, its solver, and what was asked.
pub(super) struct Rated<'a> {
    pub(super) submission: &'a Submission,
    pub(super) solver: &'a Solver,
    pub(super) want: &'a ExposureWant,
    pub(super) wagers: &'a [&'a OfferedWager],
}

pub(super) fn check(spreads: &[u32]) -> Result<(), Failure> {
    let is_one = |spread: &u32| (1..=MOST_UNITS).contains(spread);
    if spreads.len() <= MOST_SPREADS && spreads.iter().all(is_one) {
        return Ok(());
    }
    Err(Failure::Asked(format!("spreads to rate: expected at most {MOST_SPREADS} of 1 to {MOST_UNITS} units")))
}

/// The base wager by spread, and then each side wager. Some seconds for each count.
pub(super) fn ratings(rated: &Rated<'_>, ev: &BigRational, steps: &Steps<'_>) -> Result<Vec<Rating>, Failure> {
    let Rated { submission, solver, want, wagers } = *rated;
    if want.rate.is_empty() {
        return Ok(Vec::new());
    }
    let tags = tags_of(submission, solver, (want.class, MOST_LEVEL), wagers)?;
    let (mut usual, mut left_out) = (Vec::new(), Vec::new());
    for count in CountSystem::usual() {
        rated.value(count, wagers, (&mut usual, &mut left_out), steps)?;
    }
    let mut all = Vec::new();
    for (place, of_wager) in tags.iter().enumerate() {
        let own: Vec<&OfferedWager> = place.checked_sub(1).map(|at| wagers[at]).into_iter().collect();
        let (mut best, mut none) = (Vec::new(), left_out.clone());
        for count in best_counts(of_wager) {
            rated.value(count, &own, (&mut best, &mut none), steps)?;
        }
        let counts: Vec<(&EdgeWins, &[BigRational])> = usual
            .iter()
            .map(|known| (known, known.won[place].as_slice()))
            .chain(best.iter().map(|known| (known, known.won[own.len()].as_slice())))
            .collect();
        let spreads = if place == 0 { want.rate.iter().copied().map(Some).collect() } else { vec![None] };
        for spread in spreads {
            let rating = rating(rated, (ev, spread), &counts);
            let (wager, paytable) = (of_wager.wager.clone(), of_wager.paytable.clone());
            all.push(Rating { wager, paytable, spread, left_out: none.clone(), ..rating });
        }
    }
    Ok(all)
}

/// The best tags of each level as counts.
fn best_counts(tags: &WagerTags) -> impl Iterator<Item = CountSystem> {
    tags.best.iter().map(|best| CountSystem {
        id: format!("best-{}", best.level),
        title: format!("Best tags up to {}", best.level),
        tags: best.tags,
        units: 1,
        start: 0,
        start_per_deck: 0,
    })
}

/// From what each count wins where it has the edge.
fn rating(
    rated: &Rated<'_>,
    (ev, spread): (&BigRational, Option<u32>),
    counts: &[(&EdgeWins, &[BigRational])],
) -> Rating {
    let win = |ahead: &BigRational| match spread {
        Some(most) => ev + ahead * BigRational::from_integer((i64::from(most) - 1).into()),
        None => ahead.clone(),
    };
    let rated_count = |(known, ahead): &(&EdgeWins, &[BigRational])| {
        let beats_from = ahead.iter().position(|ahead| win(ahead).is_positive());
        RatedCount {
            count: known.count.clone(),
            counted_by: known.by,
            beats_from: beats_from.map(|seen| seen as u32),
            win: beats_from.map(|seen| (&win(&ahead[seen])).into()),
            win_of_the_deepest: (&ahead.last().map(win).unwrap_or_default()).into(),
        }
    };
    let all: Vec<RatedCount> = counts.iter().map(rated_count).collect();
    let first = all.iter().filter_map(|one| one.beats_from).min();
    let won = |one: &RatedCount| one.win.as_ref().and_then(Exact::value).unwrap_or_default();
    let beating = (0..all.len()).filter(|&at| first.is_some() && all[at].beats_from == first);
    let beaten_by = beating.reduce(|best, one| if won(&all[one]) > won(&all[best]) { one } else { best });
    let deepest = counts.iter().map(|(_, ahead)| ahead.len() as u32).max().unwrap_or(0).checked_sub(1);
    let ahead_up_to = first.map_or(deepest, |first| first.checked_sub(1));
    let cards = BigRational::from_integer(rated.submission.shoe.total().into());
    Rating {
        wager: None,
        paytable: None,
        spread,
        ahead_up_to,
        penetration: ahead_up_to.map(|seen| (&(BigRational::from_integer(seen.into()) / &cards)).into()),
        beaten_by,
        counts: all,
        left_out: Vec::new(),
    }
}

impl Rated<'_> {
    /// Adds what a count wins, told apart as is usual for it; tags that do not add up to nothing by the true count too.
    fn value(
        &self,
        count: CountSystem,
        wagers: &[&OfferedWager],
        (known, left_out): (&mut Vec<EdgeWins>, &mut Vec<String>),
        steps: &Steps<'_>,
    ) -> Result<(), Failure> {
        let shoe = &self.submission.shoe;
        let groups = GroupedShoe::new(shoe, &count.tags);
        let cards = groups.cards();
        let deepest = cards.saturating_sub(self.solver.cards_of_longest_round());
        let want = ExposureWant { variance: false, ..self.want.clone() };
        steps.expect(2);
        let counted = Counted { solver: self.solver, groups: &groups, wagers, deepest };
        let tables = match Tables::new(self.submission, &want, &counted, steps) {
            Ok(tables) => tables,
            Err(Failure::Asked(_)) if count.id.starts_with("best-") => {
                left_out.push(count.title);
                return Ok(());
            }
            Err(failure) => return Err(failure),
        };
        let usual = CountedBy::usual(&count);
        let start = count.first_count(self.submission.decks.unwrap_or(1));
        let of = |by: CountedBy| {
            let deck = deck_size(self.submission);
            let labels = Labels { system: &count, by, start, cards, deck, trigger: None };
            rows::won_with_the_edge(&tables, labels, deepest)
        };
        let ways = [Some(usual), (usual != CountedBy::TrueCount).then_some(CountedBy::TrueCount)];
        for by in ways.into_iter().flatten() {
            known.push(EdgeWins { won: of(by), count: count.clone(), by });
        }
        Ok(())
    }
}
