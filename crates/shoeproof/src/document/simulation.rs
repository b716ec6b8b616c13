//! Rounds dealt at the table beside the exact figures: what the stated tallies imply.

use std::collections::BTreeMap;
use std::str::FromStr;

use certificate::{
    Certificate, ClassResult, CutCardEffect, DealerOutcomes, Exact, Insurance, SimulatedFigure, SimulatedGroup,
    SimulatedJudged, SimulatedOf, Simulation, SimulationVerdict, StatedCutCard, StatedSimulation, Wager,
};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Signed as _;
use rules::Submission;
use table::{CaseTally, Figure, InsuranceTally, Judged, ShoeTally, Table, Tally, Verdict};

use super::refused;
use crate::corroborate::{CutCardRounds, Rounds};
use crate::failure::Failure;
use crate::tallied::{self, CLASS, Exactly, Group, LEVEL, RoundsDealt};

/// Places of a standard error and of a cut card's effect.
const PLACES: u32 = 12;
const EFFECT_PLACES: u32 = 9;
/// Places of a z score.
const Z_PLACES: u32 = 2;

/// Exact figures that rounds are laid beside.
pub(crate) struct Figures<'a> {
    pub(crate) base_game: &'a [ClassResult],
    pub(crate) dealer: &'a [DealerOutcomes],
    pub(crate) insurance: Option<&'a Insurance>,
    pub(crate) wagers: &'a [Wager],
}

/// The rounds that the certificate states, beside the exact figures; none where the analysis asks for none.
///
/// # Errors
/// As [`super::document`]; also where the rounds are not those that the analysis asks for, and where the table contradicts a figure.
pub(crate) fn simulation(
    submission: &Submission,
    certificate: &Certificate,
    figures: &Figures<'_>,
) -> Result<Option<Simulation>, Failure> {
    let (rounds, stated) = match (Rounds::of(submission)?, &certificate.simulation) {
        (None, None) => return Ok(None),
        (Some(rounds), Some(stated)) => (rounds, stated),
        (None, Some(_)) => return Err(refused("a simulation is stated that the analysis does not ask for".to_owned())),
        (Some(_), None) => return Err(refused("the simulation that the analysis asks for is missing".to_owned())),
    };
    let tally = tally(&rounds, stated)?;
    let table = Table::new(submission, &super::plan(submission, certificate)?, true)?;
    if !table.fits(&tally) {
        return Err(refused("simulation: its tallies are not those of this table".to_owned()));
    }
    let exactly = Exactly::stated(figures.base_game, figures.insurance, figures.wagers)?;
    let mut groups = exactly.groups(RoundsDealt { submission, table: &table, tally: &tally })?;
    let dealer =
        Group { of: SimulatedOf::Dealer, wager: None, figures: tallied::dealer(figures.dealer, &table, &tally)? };
    groups.push(dealer);
    let verdict = Verdict::new(groups.iter().flat_map(|group| &group.figures), LEVEL);
    refuse_rejected(&rounds, &verdict)?;
    let cut_card = match (&rounds.cut_card, &stated.cut_card) {
        (None, None) => None,
        (Some(asked), Some(stated)) => Some(cut_card(asked, stated, &exactly, &table)?),
        _ => return Err(refused("simulation: the cut card is not the analysis's".to_owned())),
    };
    Ok(Some(Simulation {
        strategy: CLASS.name().to_owned(),
        rounds: tally.rounds.to_string(),
        seed: rounds.seed.to_string(),
        groups: stated_groups(groups, &verdict),
        verdict: stated_verdict(&verdict),
        not_compared: not_compared(submission, &exactly, &table),
        cut_card,
    }))
}

fn whole<T: FromStr + ToString>(text: &str) -> Result<T, Failure> {
    super::whole("simulation", text)
}

fn ascending(pairs: &[[String; 2]]) -> Result<BTreeMap<i64, u64>, Failure> {
    let read = pairs.iter().map(|[key, count]| Ok((whole(key)?, whole(count)?)));
    let read = read.collect::<Result<Vec<(i64, u64)>, Failure>>()?;
    if read.windows(2).any(|pair| pair[0].0 >= pair[1].0) || read.iter().any(|&(_, count)| count == 0) {
        return Err(refused("simulation: amounts do not ascend, or one never came".to_owned()));
    }
    Ok(read.into_iter().collect())
}

/// The stated tallies, if each of them is of as many rounds as the analysis asks for.
fn tally(rounds: &Rounds, stated: &StatedSimulation) -> Result<Tally, Failure> {
    if whole::<u64>(&stated.rounds)? != rounds.rounds || whole::<u64>(&stated.seed)? != rounds.seed {
        return Err(refused("simulation: its rounds or seed are not the analysis's".to_owned()));
    }
    let case = |[rounds, net, square]: &[String; 3]| {
        Ok(CaseTally { rounds: whole(rounds)?, net: whole(net)?, square: whole(square)? })
    };
    let dealer = |counts: &[String; 9]| -> Result<[u64; 9], Failure> {
        let mut read = [0; 9];
        for (count, text) in read.iter_mut().zip(counts) {
            *count = whole(text)?;
        }
        Ok(read)
    };
    let side = |counts: &Vec<String>| counts.iter().map(|count| whole(count)).collect::<Result<Vec<u64>, Failure>>();
    let [offered, won, taken, taken_won] = &stated.insurance;
    let tally = Tally {
        rounds: rounds.rounds,
        cases: stated.cases.iter().map(case).collect::<Result<_, Failure>>()?,
        dealer: stated.dealer.iter().map(dealer).collect::<Result<_, Failure>>()?,
        nets: ascending(&stated.nets)?,
        wagered: ascending(&stated.wagered)?,
        insurance: InsuranceTally {
            offered: whole(offered)?,
            won: whole(won)?,
            taken: whole(taken)?,
            taken_won: whole(taken_won)?,
        },
        sides: stated.sides.iter().map(side).collect::<Result<_, Failure>>()?,
        ..Tally::default()
    };
    let of_all = u128::from(rounds.rounds);
    let sums = [
        tally.cases.iter().map(|case| u128::from(case.rounds)).sum::<u128>(),
        tally.nets.values().copied().map(u128::from).sum(),
        tally.wagered.values().copied().map(u128::from).sum(),
    ];
    let sides = tally.sides.iter().map(|side| side.iter().copied().map(u128::from).sum::<u128>());
    if sums.into_iter().chain(sides).any(|sum| sum != of_all) {
        return Err(refused("simulation: a tally is not of all rounds".to_owned()));
    }
    let moments =
        |power: u32| -> BigInt { tally.nets.iter().map(|(&net, &count)| BigInt::from(net).pow(power) * count).sum() };
    let of_cases = [
        tally.cases.iter().map(|case| BigInt::from(case.net)).sum::<BigInt>(),
        tally.cases.iter().map(|case| BigInt::from(case.square)).sum(),
    ];
    if of_cases != [moments(1), moments(2)] {
        return Err(refused("simulation: the net results by up card are not those of all rounds".to_owned()));
    }
    let of_dealer = tally
        .dealer
        .iter()
        .zip(&tally.cases)
        .all(|(counts, case)| counts.iter().copied().map(u128::from).sum::<u128>() == u128::from(case.rounds));
    if !of_dealer || tally.dealer.len() != tally.cases.len() {
        return Err(refused("simulation: the dealer's outcomes are not of all rounds".to_owned()));
    }
    let insurance = &tally.insurance;
    let is_part = insurance.taken_won <= insurance.taken.min(insurance.won)
        && insurance.taken.max(insurance.won) <= insurance.offered
        && insurance.offered <= rounds.rounds;
    if is_part {
        Ok(tally)
    } else {
        Err(refused("simulation: the counts of insurance contradict each other".to_owned()))
    }
}

/// A report in which the table contradicts a figure is not certified.
fn refuse_rejected(rounds: &Rounds, verdict: &Verdict) -> Result<(), Failure> {
    if verdict.rejected.is_empty() {
        return Ok(());
    }
    Err(Failure::Refused(format!(
        "THE TABLE DISAGREES with the exact figures after {} rounds from seed {} (level {LEVEL:e} for all figures together): {}",
        rounds.rounds,
        rounds.seed,
        verdict.rejected.join("; ")
    )))
}

fn stated_groups(groups: Vec<Group>, verdict: &Verdict) -> Vec<SimulatedGroup> {
    let mut adjusted = verdict.adjusted.iter();
    let mut next = || adjusted.next().copied().flatten();
    let groups = groups.into_iter().map(|group| SimulatedGroup {
        of: group.of,
        wager: group.wager,
        figures: group.figures.iter().map(|figure| figure_stated(figure, next())).collect(),
    });
    groups.collect()
}

fn figure_stated(figure: &Figure, adjusted_p: Option<f64>) -> SimulatedFigure {
    SimulatedFigure {
        name: figure.name.clone(),
        rounds: figure.rounds.to_string(),
        count: figure.count.map(|count| count.to_string()),
        exact: Exact::from(&figure.expected),
        observed: Exact::from(&figure.observed),
        standard_error: root(&figure.error_squared, PLACES),
        z: z(&figure.off(), figure.z_squared()),
        judged: match figure.judged {
            Judged::ByZ => SimulatedJudged::ByZ,
            Judged::ByCount => SimulatedJudged::ByCount,
            Judged::Not => SimulatedJudged::Not,
        },
        p: (figure.judged != Judged::Not).then(|| probability(figure.p)),
        adjusted_p: adjusted_p.map(probability),
    }
}

fn stated_verdict(verdict: &Verdict) -> SimulationVerdict {
    SimulationVerdict {
        procedure: "Holm".to_owned(),
        level: format!("{LEVEL}"),
        judged: verdict.figures as u64,
        largest_z: verdict.largest_z.as_ref().map(|(z, _)| format!("{z:.2}")),
        family_p: probability(verdict.p),
    }
}

fn not_compared(submission: &Submission, exactly: &Exactly<'_>, table: &Table) -> Vec<String> {
    let unknown = submission.wagers.iter().filter(|offered| !exactly.knows(offered));
    let unknown = unknown
        .map(|offered| format!("{} {}: its exact figures are not in this report", offered.id, offered.paytable.name));
    unknown.chain(tallied::not_dealt(submission, table)).collect()
}

/// What the cut card does.
fn cut_card(
    asked: &CutCardRounds,
    stated: &StatedCutCard,
    exactly: &Exactly<'_>,
    table: &Table,
) -> Result<CutCardEffect, Failure> {
    if whole::<u64>(&stated.asked)? != asked.rounds || whole::<usize>(&stated.cards_before)? != asked.cards_before {
        return Err(refused("simulation: the cut card or its rounds are not the analysis's".to_owned()));
    }
    let shoes = ShoeTally {
        shoes: whole(&stated.shoes)?,
        fixed: whole(&stated.fixed)?,
        rounds: whole(&stated.rounds)?,
        more_square: whole(&stated.more_square)?,
        more_money: whole(&stated.more_money)?,
        money: whole(&stated.money)?,
        money_square: whole(&stated.money_square)?,
        refilled: whole(&stated.refilled)?,
        fixed_money: whole(&stated.fixed_money)?,
    };
    if shoes.shoes == 0 || shoes.rounds < shoes.shoes || shoes.rounds < asked.rounds {
        return Err(refused("simulation: there are fewer shoes or rounds to the cut card than asked for".to_owned()));
    }
    let ev = tallied::number(&exactly.class.ev)?;
    let found = tallied::cut_card_effect(&shoes, table.initial_wager(), &ev)?;
    let error_squared = &found.error_squared;
    if error_squared.is_negative() {
        return Err(refused("simulation: the sums to the cut card contradict each other".to_owned()));
    }
    let z_squared = error_squared.is_positive().then(|| &found.effect * &found.effect / error_squared);
    let cards = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
    Ok(CutCardEffect {
        penetration: asked.penetration.clone(),
        cards_before: cards(asked.cards_before),
        cards: cards(table.shoe_size()),
        rounds: asked.rounds.to_string(),
        shoes: shoes.shoes.to_string(),
        rounds_per_shoe: cards::decimal(&BigRational::new(BigInt::from(shoes.rounds), shoes.shoes.into()), 3),
        effect: cards::decimal(&found.effect, EFFECT_PLACES),
        standard_error: root(error_squared, EFFECT_PLACES),
        z: z(&found.effect, z_squared),
        shoes_too_short: shoes.refilled.to_string(),
    })
}

fn root(squared: &BigRational, places: u32) -> String {
    cards::sqrt_decimal(squared, places).unwrap_or_default()
}

/// A z score by its sign and its square.
fn z(sign: &BigRational, squared: Option<BigRational>) -> String {
    let Some(squared) = squared else { return "infinite".to_owned() };
    cards::signed_sqrt_decimal(sign.is_negative(), &squared, Z_PLACES).unwrap_or_default()
}

fn probability(p: f64) -> String {
    format!("{p:.6}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn z_scores_are_rounded_from_the_fraction() {
        let ratio = |n: i64, d: i64| BigRational::new(n.into(), d.into());
        assert_eq!(z(&ratio(-1, 9), Some(ratio(2, 1))), "-1.41");
        assert_eq!(z(&ratio(-1, 9), Some(ratio(1, 1_000_000))), "0.00");
        assert_eq!(z(&ratio(1, 9), None), "infinite");
    }
}
