//! What a player who counts can know of the next round, exactly: the verb `exposure`.
//!
//! Play is fixed, so the sums of docs/design/counting.md hold for every number of cards seen and every count.

mod answer;
mod ceiling;
#[cfg(test)]
mod ceiling_tests;
mod folder;
mod indices;
#[cfg(test)]
mod insured_tests;
#[cfg(test)]
mod published_tests;
mod ramp;
mod rating;
#[cfg(test)]
mod rating_tests;
mod rows;
mod ruin;
mod shoes;
#[cfg(test)]
mod shoes_tests;
mod stated;
#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use cards::Value;
use counting::{CountSystem, GroupedShoe, SeenTable, TakenSum};
use num_bigint::BigInt;
use num_rational::BigRational;
use rayon::prelude::*;
use report::{CountedWager, PenetrationWorth, SeenDepth, WagerTags};
use rules::{Dealing, OfferedWager, Submission};
use solver::{Class, Solver};
use wagers::WagerByCardsTaken;

pub use answer::Exposure;
use ceiling::Ceiling;
pub use ceiling::CeilingShoes;
pub use folder::{exposure_files, room_for_exposure, write_exposure};
use indices::Indices;
pub use ramp::Ramp;
use rating::Rated;
pub use rating::{RatedCount, Rating};
use rows::{ByLabel, Labels};
use shoes::Bettor;
pub use shoes::TableSeats;
pub use stated::{ChartByCount, ChartCountRow};
pub(crate) use stated::{ChartCounted, chart_by_count};

use crate::analysis::Analysis;
use crate::count_tags::{Effects, MOST_LEVEL};
use crate::counted_by::CountedBy;
use crate::failure::Failure;
use crate::progress::{Progress, Steps, Work, told};
use crate::stated_chart::deck_size;

/// What is asked of a count.
#[derive(Debug, Clone)]
pub struct ExposureWant {
    /// The count.
    pub count: CountSystem,
    /// The class that is played, as it is best with a fresh shoe. Not perfect play.
    pub class: Class,
    /// Cards seen before the round; after every deck of the shoe, or quarter of a deck where there are two or fewer, if there are none.
    pub seen: Vec<u32>,
    /// By what the rounds are told apart; the running count of an unbalanced count, and the floored true count of another, unless given.
    pub by: Option<CountedBy>,
    /// Besides, the mean over every number of cards seen up to this one, each as often as the others: about what a cut card behind one card more makes of the rounds.
    pub up_to: Option<u32>,
    /// Ids of side wagers to value beside the base game, under every paytable that the analysis offers.
    pub wagers: Vec<String>,
    /// The least count under which a side wager is made; wherever its EV is positive if there is none.
    pub trigger: Option<i64>,
    /// Whether the variance is computed, which takes as long as that of `solve`.
    pub variance: bool,
    /// The index table, with so many decisions played by the count: those of the greatest gain. Only of TD.
    pub indices: Option<usize>,
    /// How a player bets by the count.
    pub ramp: Option<Ramp>,
    /// Units of a bank whose risk of ruin is asked for. Only with a ramp and the variance.
    pub bank: Option<u32>,
    /// The table at which a ramp's win per shoe is estimated. Only with a ramp.
    pub seats: Option<TableSeats>,
    /// The shoes over which it is estimated what a player wins who knows every card that is left. Not of CDZ.
    pub ceiling: Option<CeilingShoes>,
    /// The whole tags that tell most of each wager, up to this one.
    pub tags_up_to: Option<u32>,
    /// Spreads for which every count is rated, beside the side wagers.
    pub rate: Vec<u32>,
}

impl Default for ExposureWant {
    fn default() -> Self {
        let count = CountSystem::usual().into_iter().next();
        let count = count.unwrap_or_else(|| unreachable!("the program has counts"));
        Self {
            count,
            class: Class::Td,
            seen: Vec::new(),
            by: None,
            up_to: None,
            wagers: Vec::new(),
            trigger: None,
            variance: true,
            indices: None,
            ramp: None,
            bank: None,
            seats: None,
            ceiling: None,
            tags_up_to: None,
            rate: Vec::new(),
        }
    }
}

/// The sums of a round for every number of cards seen and every count.
struct Tables {
    /// Sets of cards.
    sets: SeenTable,
    net: SeenTable,
    square: Option<SeenTable>,
    /// Insurance per unit of it and that it is offered, and parts of the unit.
    insurance: Option<([SeenTable; 2], i64)>,
    wagers: Vec<WagerTables>,
    /// The net result by the cards taken.
    taken: TakenSum,
    /// Parts of an initial wager.
    parts: i64,
}

/// The sums of a side wager.
struct WagerTables {
    net: SeenTable,
    /// Parts of the unit.
    parts: BigInt,
    /// The square, and parts of the squared unit.
    square: Option<(SeenTable, BigInt)>,
}

/// What is counted, and how deep.
struct Counted<'a> {
    solver: &'a Solver,
    groups: &'a GroupedShoe,
    wagers: &'a [&'a OfferedWager],
    deepest: u32,
}

impl Tables {
    fn new(
        submission: &Submission,
        want: &ExposureWant,
        counted: &Counted<'_>,
        steps: &Steps<'_>,
    ) -> Result<Self, Failure> {
        let Counted { solver, groups, wagers, deepest } = *counted;
        steps.done(Work::CardsTaken);
        let round = solver.round_by_cards_taken(want.class, groups, want.variance)?;
        let insurance = solver::insurance_by_cards_taken(&submission.game, &submission.shoe, groups);
        let wagers = wagers.iter().map(|wager| of_wager(submission, wager, groups));
        let wagers = wagers.collect::<Result<Vec<_>, Failure>>()?;
        steps.done(Work::CountsSeen);
        for sum in [&round.net].into_iter().chain(&round.square).chain(wagers.iter().map(|wager| &wager.net)) {
            has_room(groups, sum)?;
        }
        let table = |sum: &TakenSum| SeenTable::new(groups, sum, deepest);
        let ((sets, net), square) =
            rayon::join(|| (table(&TakenSum::one()), table(&round.net)), || round.square.as_ref().map(table));
        Ok(Self {
            sets,
            net,
            square,
            insurance: insurance.map(|insurance| ([&insurance.net, &insurance.offered].map(table), insurance.parts)),
            wagers: wagers
                .into_par_iter()
                .map(|wager| WagerTables {
                    net: table(&wager.net),
                    parts: wager.parts,
                    square: want.variance.then(|| (table(&wager.square), wager.square_parts)),
                })
                .collect(),
            taken: round.net,
            parts: round.parts,
        })
    }

    /// The EV of a round from the fresh shoe.
    fn ev(&self, groups: &GroupedShoe) -> BigRational {
        self.taken.expectation(groups) / BigRational::from_integer(self.parts.into())
    }
}

/// Most terms of a sum that are brought to one number of cards.
const MOST_TERMS: u64 = 1_000_000;

/// Refuses a count with so many different tags that the cards taken of each come to too many.
fn has_room(groups: &GroupedShoe, sum: &TakenSum) -> Result<(), Failure> {
    let (tags, cards) = (groups.groups().len() as u64, u64::from(sum.most_cards()));
    let terms = (1..tags).fold(1_u64, |terms, at| terms.saturating_mul(cards + at) / at);
    if terms <= MOST_TERMS {
        return Ok(());
    }
    Err(Failure::Asked(format!(
        "{tags} different tags make {terms} sums of up to {cards} cards: expected at most {MOST_TERMS}; standard deviations need more of them than EVs"
    )))
}

fn of_wager(submission: &Submission, wager: &OfferedWager, groups: &GroupedShoe) -> Result<WagerByCardsTaken, Failure> {
    let taken = wagers::by_cards_taken(&submission.game, wager, groups);
    taken.ok_or_else(|| {
        Failure::Asked(format!(
            "{} is not valued by count: that is done for wagers that the first cards or the dealer's hand decide, without a meter",
            wager.rule.title
        ))
    })
}

/// The wagers of these ids, with all their paytables.
fn wagers_of<'s>(submission: &'s Submission, ids: &[String]) -> Result<Vec<&'s OfferedWager>, Failure> {
    if let Some(unknown) = ids.iter().find(|id| !submission.wagers.iter().any(|wager| wager.id == **id)) {
        let mut offered: Vec<&str> = submission.wagers.iter().map(|wager| wager.id.as_str()).collect();
        offered.dedup();
        let expected = if offered.is_empty() {
            "none is offered".to_owned()
        } else {
            format!("expected {}", rules::one_of(offered))
        };
        return Err(Failure::Asked(format!("the analysis offers no side wager `{unknown}`: {expected}")));
    }
    Ok(submission.wagers.iter().filter(|wager| ids.contains(&wager.id)).collect())
}

impl Analysis {
    /// What a player who counts knows of the next round: probability, EV, variance and EV of insurance for every count with so many
    /// cards seen, exactly. Play is fixed. Seconds.
    ///
    /// ```
    /// use shoeproof::{Analysis, ExposureWant, Silent};
    ///
    /// let analysis = Analysis::of_game("plain-blackjack")?.set("decks=1")?.set("options.max-hands=2")?;
    /// let want = ExposureWant { seen: vec![13], variance: false, ..ExposureWant::default() };
    /// let exposure = analysis.exposure(&want, &Silent)?;
    /// assert!(exposure.depths[0].rows.last().expect("a count").ev.decimal > exposure.ev.decimal);
    /// # Ok::<(), shoeproof::Failure>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure::Asked`] for more cards seen than leave enough for a round, and [`Failure::Solve`] for what is not solved.
    pub fn exposure(&self, want: &ExposureWant, progress: &dyn Progress) -> Result<Exposure, Failure> {
        told(progress, |steps| exposure(self.submission(), want, steps))
    }
}

fn refuse_double_shoe(submission: &Submission) -> Result<(), Failure> {
    if submission.game.shoe.dealing != Dealing::DoubleShoe {
        return Ok(());
    }
    let message = "a count of a double shoe is not analysed: the cards seen come from both sides, and a round from one";
    Err(Failure::Asked(message.to_owned()))
}

/// Most cards that may have been seen, so that a round of at most `longest` surely finds its cards. Refuses more.
fn refuse_too_deep(cards: u32, longest: u32, seen: impl IntoIterator<Item = u32>) -> Result<u32, Failure> {
    let most = cards.saturating_sub(longest);
    match seen.into_iter().find(|&seen| seen > most) {
        None => Ok(most),
        Some(deep) => Err(Failure::Asked(format!(
            "{deep} of {cards} cards seen leave too few for the longest round, which may take {longest}: expected at most {most}"
        ))),
    }
}

/// Refuses what is not analysed, before anything is computed.
fn is_asked_well(submission: &Submission, want: &ExposureWant) -> Result<(), Failure> {
    let refuse = |message: &str| Err(Failure::Asked(message.to_owned()));
    refuse_double_shoe(submission)?;
    if let Some(level) = want.tags_up_to.filter(|level| !(1..=MOST_LEVEL).contains(level)) {
        return refuse(&format!("tags up to {level}: expected 1 to {MOST_LEVEL}"));
    }
    if want.indices.is_some() && want.class != Class::Td {
        return refuse("an index table is one of the total-dependent chart: expected the strategy td");
    }
    match want.bank {
        Some(0) => return refuse("a bank of nothing: expected a unit or more"),
        Some(_) if want.ramp.is_none() || !want.variance => {
            return refuse("the risk of ruin of a bank asks for bets by the count and for the variance");
        }
        None if matches!(want.ramp, Some(Ramp::Bank { .. })) && !want.variance => {
            return refuse("bets that leave a bank a risk of ruin ask for the variance");
        }
        _ => {}
    }
    if want.seats.is_some() && want.ramp.is_none() {
        return refuse("seats at the table ask for bets by the count: what is won of a shoe is their win");
    }
    rating::check(&want.rate)?;
    want.seats.iter().try_for_each(TableSeats::check)?;
    want.ceiling.iter().try_for_each(CeilingShoes::check)?;
    want.ramp.iter().try_for_each(Ramp::check)
}

fn exposure(submission: &Submission, want: &ExposureWant, steps: &Steps<'_>) -> Result<Exposure, Failure> {
    is_asked_well(submission, want)?;
    let solver = Solver::new(submission)?;
    let groups = GroupedShoe::new(&submission.shoe, &want.count.tags);
    let cards = groups.cards();
    let longest = solver.cards_of_longest_round();
    let most = cards.saturating_sub(longest);
    let deck = deck_size(submission);
    let is_of_rounds = want.indices.is_some() || want.ramp.is_some();
    // Where a count is played by, one depth says little.
    let up_to = want.up_to.or((is_of_rounds && want.seen.is_empty()).then(|| most.min(cards * 3 / 4)));
    let seen = if want.seen.is_empty() && !is_of_rounds { usual_depths(cards, most, deck) } else { want.seen.clone() };
    refuse_too_deep(cards, longest, seen.iter().copied().chain(up_to))?;
    let wagers = wagers_of(submission, &want.wagers)?;
    steps.expect(if want.indices.is_some() { 3 } else { 2 });
    let penetrations = if want.ramp.is_some() { usual_penetrations(cards, most) } else { Vec::new() };
    let deepest = seen.iter().chain(&up_to).chain(&penetrations).copied().max().unwrap_or(0);
    let counted = Counted { solver: &solver, groups: &groups, wagers: &wagers, deepest };
    let tables = Tables::new(submission, want, &counted, steps)?;
    let by = want.by.unwrap_or(CountedBy::usual(&want.count));
    let start = want.count.first_count(submission.decks.unwrap_or(1));
    let labels = Labels { system: &want.count, by, start, cards, deck, trigger: want.trigger };
    let depths = seen.into_iter().map(|seen| seen..=seen).chain(up_to.map(|up_to| 0..=up_to));
    let indices = want.indices.map(|most_played| {
        steps.done(Work::Indices);
        Indices::new(submission, (&solver, &groups), &tables, most_played)
    });
    let indices = indices.transpose()?;
    let bettor = want.ramp.as_ref().map(|ramp| {
        let dealt_to = want.seats.map(|seats| (submission, &solver, seats, deepest));
        Bettor::new((ramp, want.bank), (&tables, labels), (want.class, dealt_to))
    });
    let bettor = bettor.transpose()?;
    let ceiling = want.ceiling.map(|shoes| Ceiling::new(submission, (want.class, labels), shoes, want.ramp.as_ref()));
    let ceiling = ceiling.transpose()?;
    let depth = |seen: RangeInclusive<u32>| {
        let by_label = rows::by_label(&tables, labels, seen.clone());
        let indices = indices.as_ref().map(|indices| indices.table(labels, &seen, &by_label)).transpose()?;
        let ramp = bettor.as_ref().map(|bettor| bettor.worth(&by_label, indices.as_ref(), &seen)).transpose()?;
        let ceiling = ceiling.as_ref().map(|ceiling| {
            let played = rows::ramp_counts(&tables, labels, &by_label, indices.as_ref());
            ceiling.worth(&seen, (&by_label, &played), steps)
        });
        Ok(SeenDepth { indices, ramp, ceiling: ceiling.transpose()?, ..rows::depth(&tables, labels, &seen, &by_label) })
    };
    let by_penetration = rows::by_label_up_to(&tables, labels, &penetrations);
    let penetration = |(&up_to, by_label): (&u32, &ByLabel)| {
        let penetration = (&BigRational::new(up_to.into(), cards.into())).into();
        let ramp = bettor.as_ref()?.worth(by_label, None, &(0..=up_to));
        Some(ramp.map(|ramp| PenetrationWorth { up_to, penetration, ramp }))
    };
    let ev = tables.ev(&groups);
    Ok(Exposure {
        analysis: submission.id.clone(),
        submission_sha256: certificate::sha256_hex(submission.canonical().as_bytes()),
        strategy: want.class.name(),
        count: want.count.clone(),
        counted_by: by,
        cards,
        cards_of_a_deck: deck,
        most_seen: most,
        ev: (&ev).into(),
        house_edge: (&-&ev).into(),
        wagers: wagers.iter().map(named).collect(),
        trigger: want.trigger,
        depths: depths.map(depth).collect::<Result<_, Failure>>()?,
        tags: want
            .tags_up_to
            .map(|level| tags_of(submission, &solver, (want.class, level), &wagers))
            .transpose()?
            .unwrap_or_default(),
        penetrations: penetrations.iter().zip(&by_penetration).filter_map(penetration).collect::<Result<_, _>>()?,
        ratings: rating::ratings(&Rated { submission, solver: &solver, want, wagers: &wagers }, &ev, steps)?,
    })
}

fn named(wager: &&OfferedWager) -> CountedWager {
    CountedWager { id: wager.id.clone(), title: wager.rule.title.clone(), paytable: wager.paytable.name.clone() }
}

/// The tags that tell most of the base wager and of each side wager.
fn tags_of(
    submission: &Submission,
    solver: &Solver,
    (class, level): (Class, u32),
    wagers: &[&OfferedWager],
) -> Result<Vec<WagerTags>, Failure> {
    let shoe = &submission.shoe;
    let cards = std::array::from_fn(|value| Value::from_index(value).map_or(0, |value| i64::from(shoe.count(value))));
    // The effect of a random card is zero under a fixed play, so the EV of the full shoe is the mean of the others.
    let of = |without: &[(Value, BigRational)]| {
        let all = BigRational::from_integer(shoe.total().into());
        let held = |value: Value| BigRational::from_integer(shoe.count(value).into());
        let mean = without.iter().map(|(value, ev)| ev * held(*value)).sum::<BigRational>() / all;
        let effects: [BigRational; Value::COUNT] = std::array::from_fn(|at| {
            let of_value = without.iter().find(|(value, _)| value.index() == at);
            of_value.map(|(_, ev)| ev - &mean).unwrap_or_default()
        });
        Effects::new(cards, &effects).tags(&effects, level)
    };
    let mut all = vec![of(&solver.ev_without_each_value(class)?)];
    for wager in wagers {
        let without = Value::all().filter(|&value| shoe.count(value) > 0).map(|value| {
            let alone = GroupedShoe::apart(shoe, value);
            let taken = of_wager(submission, wager, &alone)?;
            let ev = taken.net.expectation_without(&alone, alone.group_of()[value.index()]);
            Ok((value, ev / BigRational::from_integer(taken.parts)))
        });
        let tags = of(&without.collect::<Result<Vec<_>, Failure>>()?);
        all.push(WagerTags { wager: Some(wager.id.clone()), paytable: Some(wager.paytable.name.clone()), ..tags });
    }
    Ok(all)
}

/// Half of the shoe and each twentieth more, as far as a round surely finds its cards.
fn usual_penetrations(cards: u32, most: u32) -> Vec<u32> {
    (10..20).map(|twentieths| cards * twentieths / 20).filter(|&seen| seen <= most).collect()
}

/// After every deck, or quarter of a deck where there are two or fewer, as far as a round surely finds its cards.
fn usual_depths(cards: u32, most: u32, deck: u32) -> Vec<u32> {
    let step = if cards > 2 * deck { deck } else { deck / 4 };
    let depths: Vec<u32> = (1..).map(|times| times * step).take_while(|&seen| seen <= most).collect();
    if depths.is_empty() { vec![most] } else { depths }
}
