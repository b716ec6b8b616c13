//! The questions of an analysis, by the name of the verb and its arguments as JSON.

use std::path::PathBuf;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use shoeproof::{
    Analysis, CeilingShoes, CertifyWant, ChartWant, Claims, Class, CutCardWant, DealerWant, DealtPair, ExposureWant,
    Failure, FollowWant, FollowerRounds, Progress, Query, Ramp, ReconcileWant, Signal, SimulateWant, TableSeats, Value,
    ValueWant, Variance, WagersWant, Want,
};

/// Why a question is not understood.
fn asked(error: impl ToString) -> Failure {
    Failure::Asked(error.to_string())
}

fn read<T: DeserializeOwned>(arguments: &str) -> Result<T, Failure> {
    serde_json::from_str(arguments).map_err(asked)
}

fn class(name: &str) -> Result<Class, Failure> {
    name.parse().map_err(asked)
}

fn cards(text: Option<&str>) -> Result<Vec<Value>, Failure> {
    text.map_or(Ok(Vec::new()), |text| shoeproof::parse_hand(text).map_err(asked))
}

fn card(text: &str) -> Result<Value, Failure> {
    text.parse().map_err(asked)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Solve {
    strategy: String,
    variance: String,
    bracket: bool,
    spots: Option<u32>,
    effects_of_removal: bool,
    actions: bool,
    distribution: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Strategy {
    strategy: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Chart {
    strategy: String,
    signal: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Inspect {
    hand: String,
    up: String,
    signal: Option<String>,
    hole: Option<String>,
    other: Option<String>,
    attack: Option<bool>,
    strategy: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InspectSwitch {
    hand: String,
    second: String,
    up: String,
    signal: Option<String>,
    strategy: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Dealer {
    hand: Option<String>,
    worth: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wagers {
    covariance: Option<String>,
    effects_of_removal: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reconcile {
    edge: String,
    wager: Option<String>,
    meter: Option<String>,
    options: bool,
    decks: bool,
    strategies: Vec<String>,
    only: Vec<String>,
    changes: Option<usize>,
    limit: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Simulate {
    rounds: u64,
    seed: u64,
    strategy: String,
    penetration: Option<String>,
    wagers: bool,
    distribution: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CutCard {
    penetration: Option<String>,
    players: u16,
    strategy: String,
    shoes: u64,
    valued: usize,
    seed: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Counting {
    count: String,
    strategy: String,
    seen: Vec<u32>,
    by: Option<String>,
    up_to: Option<u32>,
    wagers: Vec<String>,
    trigger: Option<i64>,
    variance: bool,
    indices: Option<usize>,
    spread: Option<u32>,
    bets: Option<String>,
    leave: bool,
    bank: Option<u32>,
    risk: Option<String>,
    seats: Option<u16>,
    shoes: u64,
    ceiling: Option<u64>,
    seed: u64,
    tags_up_to: Option<u32>,
    rate: Vec<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StatedStrategy {
    strategy: PathBuf,
    variance: bool,
    distribution: bool,
    seen: Option<u32>,
    up_to: Option<u32>,
    by: Option<String>,
    count: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Follow {
    caller: String,
    rounds: Option<u64>,
    seed: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Check {
    claims: PathBuf,
    limit: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Certify {
    out: Option<PathBuf>,
}

/// The answer to a question as JSON.
pub(crate) fn answer(
    analysis: &Analysis,
    verb: &str,
    arguments: &str,
    progress: &dyn Progress,
) -> Result<String, Failure> {
    let json = match verb {
        "solve" => serde_json::to_string(&solve(analysis, &read(arguments)?, progress)?),
        "bracket" => serde_json::to_string(&analysis.bracket(progress)?),
        "count" => serde_json::to_string(&analysis.count()?),
        "chart" => {
            let Chart { strategy, signal } = read(arguments)?;
            serde_json::to_string(&analysis.chart(class(&strategy)?, &ChartWant { signal })?)
        }
        "choices" => serde_json::to_string(&analysis.choices()),
        "approximate" => {
            let Strategy { strategy } = read(arguments)?;
            serde_json::to_string(&analysis.approximate(class(&strategy)?)?)
        }
        "inspect" => {
            let Inspect { hand, up, signal, hole, other, attack, strategy } = read(arguments)?;
            let signal = Signal::stated(signal, hole.as_deref().map(card).transpose()?)?;
            let (hand, other) = (cards(Some(&hand))?, cards(other.as_deref())?);
            let query = Query { hand, up: card(&up)?, signal, other, attack };
            serde_json::to_string(&analysis.inspect(&query, class(&strategy)?)?)
        }
        "inspect_switch" => {
            let InspectSwitch { hand, second, up, signal, strategy } = read(arguments)?;
            let two = |text: &str| {
                <[Value; 2]>::try_from(cards(Some(text))?)
                    .map_err(|_| asked("a hand that may be switched has two cards"))
            };
            let signal = signal.map_or(Signal::Unstated, Signal::Named);
            let dealt = DealtPair { hands: [two(&hand)?, two(&second)?], up: card(&up)?, signal };
            serde_json::to_string(&analysis.inspect_switch(&dealt, class(&strategy)?)?)
        }
        "dealer" => {
            let Dealer { hand, worth } = read(arguments)?;
            let want = DealerWant { hand: cards(hand.as_deref())?, no_value: !worth };
            serde_json::to_string(&analysis.dealer(&want, progress)?)
        }
        "side_wagers" => {
            let Wagers { covariance, effects_of_removal } = read(arguments)?;
            let covariance = covariance.as_deref().map(class).transpose()?;
            serde_json::to_string(
                &analysis.side_wagers(&WagersWant { breakpoints: None, covariance, effects_of_removal }, progress)?,
            )
        }
        "reconcile" => serde_json::to_string(&analysis.reconcile(&reconcile(read(arguments)?)?, progress)?),
        "simulate" => serde_json::to_string(&analysis.simulate(&simulate(read(arguments)?)?, progress)?),
        "cut_card" => serde_json::to_string(&analysis.cut_card(&cut_card(read(arguments)?)?, progress)?),
        "exposure" => serde_json::to_string(&analysis.exposure(&exposure(read(arguments)?)?, progress)?),
        "value" => {
            let StatedStrategy { strategy, variance, distribution, seen, up_to, by, count } = read(arguments)?;
            let by = by.map(|text| text.parse().map_err(asked)).transpose()?;
            let count = count.map(|name| shoeproof::count_system(&name)).transpose()?;
            let want = ValueWant { strategy, variance, distribution, seen, up_to, by, count };
            serde_json::to_string(&analysis.value(&want, progress)?)
        }
        "follow" => {
            let Follow { caller, rounds, seed } = read(arguments)?;
            let rounds = rounds.map(|number| FollowerRounds { number, seed });
            serde_json::to_string(&analysis.follow(&FollowWant { caller: class(&caller)?, rounds }, progress)?)
        }
        "check" => {
            let Check { claims, limit } = read(arguments)?;
            serde_json::to_string(&analysis.check(&Claims::load(&claims)?, limit, progress)?)
        }
        "certify" => {
            let Certify { out } = read(arguments)?;
            serde_json::to_string(&analysis.certify(&CertifyWant { out, ..CertifyWant::default() }, progress)?)
        }
        _ => return Err(Failure::Asked(format!("there is no question `{verb}`"))),
    };
    Ok(json?)
}

fn solve(analysis: &Analysis, asked: &Solve, progress: &dyn Progress) -> Result<shoeproof::Solved, Failure> {
    let variance = match asked.variance.as_str() {
        "without" => Variance::Without,
        "usual" => Variance::Usual,
        "always" => Variance::Always,
        other => return Err(Failure::Asked(format!("`{other}` is no variance: expected without, usual or always"))),
    };
    let want = Want {
        variance,
        bracket: asked.bracket,
        spots: asked.spots,
        effects_of_removal: asked.effects_of_removal,
        actions: asked.actions,
        distribution: asked.distribution,
        resume: None,
    };
    analysis.solve(class(&asked.strategy)?, &want, progress)
}

fn reconcile(one: Reconcile) -> Result<ReconcileWant, Failure> {
    let edge = one.edge.parse().map_err(asked)?;
    Ok(ReconcileWant {
        wager: one.wager,
        meter: one.meter,
        options: one.options,
        decks: one.decks,
        classes: one.strategies.iter().map(|name| class(name)).collect::<Result<_, _>>()?,
        only: one.only,
        changes: one.changes,
        limit: one.limit,
        ..ReconcileWant::new(edge)
    })
}

fn simulate(one: Simulate) -> Result<SimulateWant, Failure> {
    if !(1..=shoeproof::MOST_ROUNDS).contains(&one.rounds) {
        return Err(Failure::Asked(format!("{} rounds: expected 1 to {}", one.rounds, shoeproof::MOST_ROUNDS)));
    }
    Ok(SimulateWant {
        class: class(&one.strategy)?,
        penetration: one.penetration.map(|text| text.parse().map_err(asked)).transpose()?,
        no_wagers: !one.wagers,
        distribution: one.distribution,
        ..SimulateWant::new(one.rounds, one.seed)
    })
}

fn exposure(one: Counting) -> Result<ExposureWant, Failure> {
    let least = u32::from(!one.leave);
    // Python has refused what says nothing without another.
    let ramp = match (one.spread, one.bets, one.risk.zip(one.bank)) {
        (None, None, None) => None,
        (Some(most), None, None) => Some(Ramp::Best { least, most }),
        (Some(most), None, Some((risk, bank))) => Some(Ramp::for_bank(bank, &risk, least..=most).map_err(asked)?),
        (None, Some(text), None) => Some(Ramp::stated(&text, least).map_err(asked)?),
        _ => return Err(asked("expected a spread or bets, and not both")),
    };
    Ok(ExposureWant {
        count: shoeproof::count_system(&one.count)?,
        class: class(&one.strategy)?,
        seen: one.seen,
        by: one.by.map(|text| text.parse().map_err(asked)).transpose()?,
        up_to: one.up_to,
        wagers: one.wagers,
        trigger: one.trigger,
        variance: one.variance,
        indices: one.indices,
        ramp,
        bank: one.bank,
        seats: one.seats.map(|seats| TableSeats { seats, shoes: one.shoes, seed: one.seed }),
        ceiling: one.ceiling.map(|shoes| CeilingShoes { shoes, seed: one.seed }),
        tags_up_to: one.tags_up_to,
        rate: one.rate,
    })
}

fn cut_card(one: CutCard) -> Result<CutCardWant, Failure> {
    let within = (1..=shoeproof::MOST_PLAYERS).contains(&one.players)
        && (1..=1_000_000_000).contains(&one.shoes)
        && (10..=1_000_000).contains(&one.valued);
    if !within {
        let most = shoeproof::MOST_PLAYERS;
        return Err(Failure::Asked(format!(
            "expected 1 to {most} players, 1 to 1000000000 shoes, and 10 to 1000000 of them valued"
        )));
    }
    Ok(CutCardWant {
        penetration: one.penetration.map(|text| text.parse().map_err(asked)).transpose()?,
        players: one.players,
        class: class(&one.strategy)?,
        shoes: one.shoes,
        valued: one.valued,
        seed: one.seed,
        threads: 0,
    })
}
