//! A stated chart with index plays, by the count.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use certificate::{Exact, Root};
use counting::{CountSystem, GroupedShoe, LabelledShares, SeenTable, TakenSum};
use num_rational::BigRational;
use num_traits::Zero as _;
use rules::Submission;
use serde::Serialize;
use solver::{Solver, StatedRow};

use super::rows::{self, LabelledMoments, Labels};
use super::{has_room, refuse_double_shoe, refuse_too_deep};
use crate::chart_file::InsuranceStated;
use crate::counted_by::CountedBy;
use crate::failure::Failure;
use crate::progress::{Steps, Work};
use crate::schema::JsonSchema;
use crate::stated_chart::{StatedChart, deck_size};

/// What a stated chart is worth by the count of the cards seen before the round, its index plays played; insurance is left out.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ChartByCount {
    /// The count.
    pub count: CountSystem,
    /// By what rounds are told apart.
    pub counted_by: CountedBy,
    /// Cards of the shoe.
    pub cards: u32,
    /// Cards seen before the round: the fewest and the most, each number between them as often as the others.
    pub seen: [u32; 2],
    /// Most cards that may have been seen, so that a round surely finds its cards.
    pub most_seen: u32,
    /// EV of a round in the mean over all counts.
    pub ev: Exact,
    /// Its standard deviation; absent where it was not asked for or is not computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub std_dev: Option<Root>,
    /// EV of the chart without its index plays, which is the same at every depth in the mean over all counts.
    pub without_index_plays: Exact,
    /// What the index plays win together.
    pub gain: Exact,
    /// By index play, in the order of [`crate::ValuedStrategy::index_plays`]: what the EV gains if it alone is added to the chart.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gains: Vec<Exact>,
    /// What insurance adds to the EV of a round, taken under the counts that the strategy states; absent if it states none. No other figure has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub insurance: Option<Exact>,
    /// By count, the lowest first.
    pub rows: Vec<ChartCountRow>,
}

/// The rounds that stand under one count.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ChartCountRow {
    /// The running or true count.
    pub count: Exact,
    /// Its probability.
    pub probability: Exact,
    /// EV of a round given the count, with the index plays that it asks for.
    pub ev: Exact,
    /// Standard deviation of its net result given the count, under the same play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub std_dev: Option<Root>,
    /// EV of the chart without index plays.
    pub without_index_plays: Exact,
    /// What insurance adds to the EV given the count, where it is taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub insurance: Option<Exact>,
    /// The index plays that are played, by their places among all from 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub plays: Vec<usize>,
}

/// What is asked of a chart by count.
pub(crate) struct ChartCounted<'a> {
    pub(crate) system: &'a CountSystem,
    pub(crate) by: CountedBy,
    pub(crate) seen: RangeInclusive<u32>,
    pub(crate) variance: bool,
}

/// The chart in the rounds that begin with so many cards seen.
pub(crate) fn chart_by_count(
    (submission, solver): (&Submission, &Solver),
    chart: &StatedChart,
    asked: &ChartCounted<'_>,
    steps: &Steps<'_>,
) -> Result<ChartByCount, Failure> {
    let ChartCounted { system, by, ref seen, variance } = *asked;
    refuse_double_shoe(submission)?;
    let groups = GroupedShoe::new(&submission.shoe, &system.tags);
    let cards = groups.cards();
    let most_seen = refuse_too_deep(cards, solver.cards_of_longest_round(), [*seen.end()])?;
    let start = system.first_count(submission.decks.unwrap_or(1));
    let labels = Labels { system, by, start, cards, deck: deck_size(submission), trigger: None };
    let plan = PlayedCharts::new(chart, labels, &groups, seen);
    steps.expect(2 + plan.charts.len() as u64);
    steps.done(Work::CardsTaken);
    let rounds = solver.charts_by_cards_taken(&plan.charts, &groups, variance)?;
    rows::sums_of(&rounds).try_for_each(|sum| has_room(&groups, sum))?;
    let most_cards = rows::most_cards(&rounds);
    steps.done(Work::CountsSeen);
    let shares = LabelledShares::new(&groups, most_cards, seen.clone(), |seen, count| labels.of(seen, count));
    let too_many = || Failure::Asked(format!("{} different tags make too many sums", groups.groups().len()));
    let shares = shares.ok_or_else(too_many)?;
    let moments_of = |round| {
        steps.done(Work::CountsSeen);
        LabelledMoments::of(round, &shares)
    };
    let moments: Option<Vec<LabelledMoments>> = rounds.iter().map(moments_of).collect();
    let moments = moments.ok_or_else(too_many)?;
    let probabilities = shares.expectations(&TakenSum::one()).ok_or_else(too_many)?;
    let mut answer = plan.answer((labels, seen, most_seen), &probabilities, &moments);
    if let Some((stated, rule)) = chart.insurance.as_ref().zip(submission.game.insurance.as_ref()) {
        let taken = solver::insurance_by_cards_taken(&submission.game, &submission.shoe, &groups);
        let gains = taken.map(|taken| {
            let parts = BigRational::from_integer(taken.parts.into());
            let gain = |net: BigRational| net / &parts * rule.maximum.exact();
            Some(shares.expectations(&taken.net)?.into_iter().map(gain).collect::<Vec<_>>())
        });
        let gains = gains.flatten().ok_or_else(too_many)?;
        plan.insure(&mut answer, (stated, labels), (&probabilities, &gains));
    }
    Ok(answer)
}

/// The charts that are played: first the one without index plays, then with each index play alone, then those of the counts.
struct PlayedCharts {
    charts: Vec<Vec<StatedRow>>,
    indices: usize,
    /// By label, the index plays that it asks for and the chart that is then played.
    by_label: BTreeMap<i64, (Vec<usize>, usize)>,
}

impl PlayedCharts {
    fn new(chart: &StatedChart, labels: Labels<'_>, groups: &GroupedShoe, seen: &RangeInclusive<u32>) -> Self {
        let sets = SeenTable::new(groups, &TakenSum::one(), *seen.end());
        let counts = seen.clone().flat_map(|seen| sets.counts(seen).map(move |(count, _)| labels.of(seen, count)));
        let all: BTreeSet<i64> = counts.collect();
        let mut charts = vec![chart.rows_with([])];
        charts.extend(chart.indices.iter().map(|index| chart.rows_with([index])));
        let mut known: BTreeMap<Vec<usize>, usize> = BTreeMap::from([(Vec::new(), 0)]);
        let of_label = |label: i64| {
            let played = chart.played_at(&labels.number(label));
            let place = *known.entry(played.clone()).or_insert_with(|| {
                charts.push(chart.rows_with(played.iter().map(|&at| &chart.indices[at])));
                charts.len() - 1
            });
            (label, (played, place))
        };
        let by_label = all.into_iter().map(of_label).collect();
        Self { charts, indices: chart.indices.len(), by_label }
    }

    /// Adds insurance under the counts that take it. `gains` are what it comes to under each label with its probability.
    fn insure(
        &self,
        answer: &mut ChartByCount,
        (stated, labels): (&InsuranceStated, Labels<'_>),
        (probabilities, gains): (&[BigRational], &[BigRational]),
    ) {
        let mut all = BigRational::zero();
        let of_labels = self.by_label.keys().zip(probabilities.iter().zip(gains));
        for (row, (&label, (probability, gain))) in answer.rows.iter_mut().zip(of_labels) {
            if stated.is_taken_at(&labels.number(label)) {
                all += gain;
                row.insurance = Some((&(gain / probability)).into());
            }
        }
        answer.insurance = Some((&all).into());
    }

    fn answer(
        &self,
        (labels, seen, most_seen): (Labels<'_>, &RangeInclusive<u32>, u32),
        probabilities: &[BigRational],
        moments: &[LabelledMoments],
    ) -> ChartByCount {
        let (mut ev, mut square) = (BigRational::zero(), Some(BigRational::zero()));
        let mut gains = vec![BigRational::zero(); self.indices];
        let mut rows = Vec::new();
        for (at, ((&label, (plays, chart)), probability)) in self.by_label.iter().zip(probabilities).enumerate() {
            let net = &moments[*chart].net[at];
            let squared = moments[*chart].square.as_ref().map(|squares| &squares[at]);
            let given = |sum: &BigRational| sum / probability;
            let mean = given(net);
            ev += net;
            square = square.zip(squared).map(|(sum, squared)| sum + squared);
            for &play in plays {
                gains[play] += &moments[1 + play].net[at] - &moments[0].net[at];
            }
            rows.push(ChartCountRow {
                count: labels.count(label),
                probability: probability.into(),
                std_dev: squared.and_then(|squared| Root::of(&(given(squared) - &mean * &mean))),
                ev: (&mean).into(),
                without_index_plays: (&given(&moments[0].net[at])).into(),
                insurance: None,
                plays: plays.clone(),
            });
        }
        let without: BigRational = moments[0].net.iter().sum();
        ChartByCount {
            count: labels.system.clone(),
            counted_by: labels.by,
            cards: labels.cards,
            seen: [*seen.start(), *seen.end()],
            most_seen,
            std_dev: square.and_then(|square| Root::of(&(square - &ev * &ev))),
            gain: (&(&ev - &without)).into(),
            without_index_plays: (&without).into(),
            ev: (&ev).into(),
            gains: gains.iter().map(Into::into).collect(),
            insurance: None,
            rows,
        }
    }
}
