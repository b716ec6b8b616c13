//! What a stated strategy is worth: the verb `value`.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use certificate::{Exact, Root, RoundDistribution, UpCard, sha256_hex};
use counting::CountSystem;
use num_rational::BigRational;
use rules::{EvenMoney, Submission};
use serde::Serialize;
use solver::{Class, Solver, StatedOtherwise};

use crate::analysis::Analysis;
use crate::chart_file::IndexStated;
use crate::counted_by::CountedBy;
use crate::distribution;
use crate::exposure::{ChartByCount, ChartCounted, chart_by_count};
use crate::failure::Failure;
use crate::present;
use crate::progress::{Progress, Steps, Work, told};
use crate::schema::JsonSchema;
use crate::stated_chart::StatedChart;

/// What is asked of a stated strategy.
#[derive(Debug, Clone)]
pub struct ValueWant {
    /// The file that states it: a report's `strategy.csv`, or a grid of the field's letters in TOML.
    pub strategy: PathBuf,
    /// Whether the variance is computed.
    pub variance: bool,
    /// Whether the distribution of a round is computed: on a fresh shoe, with the index plays that its count asks for. Minutes where pairs are split to four hands.
    pub distribution: bool,
    /// Cards seen before the round: what the chart is worth by their count. Not together with [`ValueWant::up_to`].
    pub seen: Option<u32>,
    /// The same in the mean over every number of cards seen up to this one.
    pub up_to: Option<u32>,
    /// By what rounds are told apart; as of [`crate::ExposureWant`] unless given.
    pub by: Option<CountedBy>,
    /// The count, for a file that names none.
    pub count: Option<CountSystem>,
}

impl Default for ValueWant {
    fn default() -> Self {
        Self {
            strategy: PathBuf::new(),
            variance: true,
            distribution: false,
            seen: None,
            up_to: None,
            by: None,
            count: None,
        }
    }
}

/// A hand that the chart plays otherwise under some counts.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct StatedIndexPlay {
    /// The up card.
    pub up: String,
    /// The signal; every signal if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signal: Option<String>,
    /// The row: a total, an ace and a card, or a pair.
    pub hand: String,
    /// `two` cards or `more`; both if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<&'static str>,
    /// The least count under which it is played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Exact>,
    /// The least count that is too high for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub below: Option<Exact>,
    /// What is played, as the file has it.
    pub play: String,
    /// Whether the count of a fresh shoe asks for it: then it is in the EV.
    pub on_a_fresh_shoe: bool,
}

/// What a stated strategy is worth, per unit of initial wager; insurance is left out.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ValuedStrategy {
    /// The analysis.
    pub analysis: String,
    /// SHA-256 of the canonical submission.
    pub submission_sha256: String,
    /// SHA-256 of the file that states the strategy.
    pub strategy_sha256: String,
    /// EV of a round from the shoe as it is, of which no card has been seen: of the index plays those are played that the count then asks for.
    pub ev: Exact,
    /// House edge.
    pub house_edge: Exact,
    /// Return to player: 1 less the house edge.
    pub rtp: Exact,
    /// Standard deviation of a round; absent where it was not asked for or is not computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub std_dev: Option<Root>,
    /// Mean of all that is wagered in the round.
    pub average_wager: Exact,
    /// Expected loss per unit of all that is wagered.
    pub element_of_risk: Exact,
    /// EV of the best total-dependent chart for the shoe.
    pub best_ev: Exact,
    /// What the best chart has more.
    pub cost: Exact,
    /// The round given the up card.
    pub by_up_card: Vec<UpCard>,
    /// The rows that the best chart plays otherwise, the dearest first.
    pub otherwise: Vec<PlayedOtherwise>,
    /// The distribution of the net result and of the total wager, and what follows from it over many rounds, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distribution: Option<RoundDistribution>,
    /// Insurance, if the strategy states it. No other figure but those of its own has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub insurance: Option<StatedInsurance>,
    /// Hands that the chart plays otherwise under some counts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub index_plays: Vec<StatedIndexPlay>,
    /// What the chart is worth by the count, if cards seen are stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_count: Option<ChartByCount>,
}

/// Insurance that a strategy states: on every hand, for as much as the rules allow.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct StatedInsurance {
    /// The least count under which it is taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Exact>,
    /// The least count that is too high for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub below: Option<Exact>,
    /// Whether it is taken on a fresh shoe.
    pub on_a_fresh_shoe: bool,
    /// EV of a unit of insurance, given that it is offered, from the shoe as it is.
    pub ev: Exact,
    /// What it adds to the EV of a round on a fresh shoe: nothing where it is not taken.
    pub gain: Exact,
    /// EV of a round with it.
    pub ev_of_a_round: Exact,
}

/// A row of the chart that the best chart plays otherwise.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PlayedOtherwise {
    /// The up card.
    pub up: String,
    /// The signal.
    pub signal: String,
    /// The row: a total, an ace and a card, or a pair.
    pub hand: String,
    /// Whether it is one of doubled hands that have their card: what is done with them stands as that of more cards.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub doubled: bool,
    /// What is stated of two cards; absent where the row has no such hands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_two: Option<&'static str>,
    /// What is stated of more cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub later: Option<&'static str>,
    /// What the best chart does with two cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_first_two: Option<&'static str>,
    /// What it does with more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_later: Option<&'static str>,
    /// What the EV gains if this row alone is played as the best chart has it. It may be negative: the best chart fits together.
    pub gain: Exact,
}

impl Analysis {
    /// What a stated strategy is worth: a chart that somebody else decided, such as a report's `strategy.csv` or a casino's card. A second.
    ///
    /// ```no_run
    /// use shoeproof::{Analysis, Silent, ValueWant};
    ///
    /// let analysis = Analysis::of_game("plain-blackjack")?;
    /// let want = ValueWant { strategy: "card.toml".into(), ..ValueWant::default() };
    /// let valued = analysis.value(&want, &Silent)?;
    /// println!("{}: {} more with the best chart", valued.house_edge.percent(4), valued.cost.percent(4));
    /// # Ok::<(), shoeproof::Failure>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Unreadable`] for a file that states no chart, [`Failure::Solve`] for one that leaves a hand open, and for rules that a chart does not decide;
    /// [`Failure::Stopped`].
    pub fn value(&self, want: &ValueWant, progress: &dyn Progress) -> Result<ValuedStrategy, Failure> {
        told(progress, |steps| value(self.submission(), want, steps))
    }
}

fn value(submission: &Submission, want: &ValueWant, steps: &Steps<'_>) -> Result<ValuedStrategy, Failure> {
    let chart = StatedChart::load(&want.strategy)?;
    let solver = Solver::new(submission)?;
    let counted = counted(&chart, want)?;
    let stated = chart.value(&solver, submission, (want.by, want.variance))?;
    let fresh = chart.played_on_a_fresh_shoe(submission, want.by);
    let by_count = counted.map(|(system, seen)| {
        let by = want.by.unwrap_or(CountedBy::usual(system));
        let asked = ChartCounted { system, by, seen, variance: want.variance };
        chart_by_count((submission, &solver), &chart, &asked, steps)
    });
    let distribution = want.distribution.then(|| {
        steps.expect(distribution::most_steps(submission));
        let told = |part| steps.done(Work::Distribution { class: None, part });
        let round = solver.distribution_of_chart(&chart.rows_on_a_fresh_shoe(submission, want.by), &told)?;
        distribution::agree(&stated.solution, &round)?;
        distribution::distribution(&round, &submission.game)
    });
    let insurance = insured(submission, &chart, (want.by, &stated.solution.ev))?;
    let best = solver.ev(Class::Td)?;
    let ev = &stated.solution.ev;
    let mut otherwise = stated.otherwise;
    otherwise.sort_by(|one, other| other.gain.cmp(&one.gain));
    Ok(ValuedStrategy {
        analysis: submission.id.clone(),
        submission_sha256: sha256_hex(submission.canonical().as_bytes()),
        strategy_sha256: chart.sha256,
        ev: ev.into(),
        house_edge: (&-ev).into(),
        rtp: present::returned(ev),
        std_dev: stated.solution.variance.as_ref().map(present::root),
        average_wager: (&stated.solution.average_wager).into(),
        element_of_risk: (&stated.solution.element_of_risk()).into(),
        cost: (&(&best - ev)).into(),
        best_ev: (&best).into(),
        by_up_card: present::up_cards(&stated.solution),
        otherwise: otherwise.iter().map(played_otherwise).collect(),
        distribution: distribution.transpose()?,
        insurance,
        index_plays: chart.indices.iter().enumerate().map(|(at, one)| index_play(one, fresh.contains(&at))).collect(),
        by_count: by_count.transpose()?,
    })
}

/// What insurance comes to on a fresh shoe, if the chart states it.
fn insured(
    submission: &Submission,
    chart: &StatedChart,
    (by, ev): (Option<CountedBy>, &BigRational),
) -> Result<Option<StatedInsurance>, Failure> {
    let Some(stated) = &chart.insurance else { return Ok(None) };
    let Some(rule) = &submission.game.insurance else {
        return Err(Failure::Asked("the strategy states insurance, and the game offers none".to_owned()));
    };
    if submission.game.natural.even_money != EvenMoney::None {
        return Err(Failure::Asked(
            "insurance of a strategy is not valued where a blackjack may take even money instead".to_owned(),
        ));
    }
    let fresh = chart.count_of_a_fresh_shoe(submission, by).unwrap_or_default();
    let shoe = &submission.shoe;
    let of_unit = solver::insurance(&submission.game, shoe).map(|value| value.ev_always).unwrap_or_default();
    let is_taken = stated.is_taken_at(&fresh);
    let offered = BigRational::new(shoe.count(rule.offered_on).into(), shoe.total().into());
    let gain = if is_taken { &of_unit * rule.maximum.exact() * offered } else { BigRational::default() };
    Ok(Some(StatedInsurance {
        from: stated.from.as_ref().map(Into::into),
        below: stated.below.as_ref().map(Into::into),
        on_a_fresh_shoe: is_taken,
        ev: (&of_unit).into(),
        ev_of_a_round: (&(ev + &gain)).into(),
        gain: (&gain).into(),
    }))
}

/// The count and the numbers of cards seen that are asked for; none where no card is seen.
fn counted<'a>(
    chart: &'a StatedChart,
    want: &'a ValueWant,
) -> Result<Option<(&'a CountSystem, RangeInclusive<u32>)>, Failure> {
    let refuse = |message: String| Err(Failure::Asked(message));
    if let (Some(stated), Some(other)) = (&chart.count, &want.count)
        && stated != other
    {
        return refuse(format!("the strategy's numbers are of the count `{}`, and not of `{}`", stated.id, other.id));
    }
    let seen = match (want.seen, want.up_to) {
        (Some(_), Some(_)) => return refuse("cards seen and cards seen up to: expected one of both".to_owned()),
        (Some(seen), None) => seen..=seen,
        (None, Some(up_to)) => 0..=up_to,
        (None, None) => return Ok(None),
    };
    let system = chart.count.as_ref().or(want.count.as_ref());
    let none = || Failure::Asked("the strategy names no count: expected one for the cards seen".to_owned());
    Ok(Some((system.ok_or_else(none)?, seen)))
}

fn index_play(one: &IndexStated, on_a_fresh_shoe: bool) -> StatedIndexPlay {
    let IndexStated { up, signal, hand, first_two, from, below, letter, .. } = one;
    StatedIndexPlay {
        up: up.to_string(),
        signal: signal.clone(),
        hand: present::row_name(*hand),
        cards: first_two.map(|first_two| if first_two { "two" } else { "more" }),
        from: from.as_ref().map(Into::into),
        below: below.as_ref().map(Into::into),
        play: letter.clone(),
        on_a_fresh_shoe,
    }
}

fn played_otherwise(one: &StatedOtherwise) -> PlayedOtherwise {
    let name = |action: Option<solver::Action>| action.map(solver::Action::name);
    let StatedOtherwise { up, signal, hand, doubled, stated, best, gain } = one;
    PlayedOtherwise {
        up: up.to_string(),
        signal: signal.clone(),
        hand: present::row_name(*hand),
        doubled: *doubled,
        first_two: name(stated[0]),
        later: name(stated[1]),
        best_first_two: name(best[0]),
        best_later: name(best[1]),
        gain: gain.into(),
    }
}
