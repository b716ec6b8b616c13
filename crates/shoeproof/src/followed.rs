//! What a follower of another player's decisions is worth, as an answer, and the same measured at the table.

use std::collections::HashMap;

use cards::Composition;
use certificate::{Exact, StatedFollowedReading, StatedFollowedUp, StatedFollower};
use num_bigint::BigInt;
use num_rational::BigRational;
use rules::Submission;
use serde::Serialize;
use solver::{
    CallerDoes, Class, Followed, FollowedSignal, FollowedUp, FollowerAnswer, FollowerDecision, FollowerPlace,
    HeldWager, SolveError, Solver, SolverFamily,
};
use table::{
    BLOCK, Called, CaseTally, Figure, FollowerAct, FollowerPlan, FollowerQuestion, Shuffling, Simulation, Table,
    Verdict, WagerKind, WagerPlace,
};

use crate::failure::Failure;
use crate::plan;
use crate::progress::{Steps, Work};
use crate::schema::JsonSchema;
use crate::simulate::SimulatedFigure;
use crate::tallied::LEVEL;

/// A follower's worth beside the caller's, in initial wagers of each.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct FollowerAnswered {
    /// Id of the analysis.
    pub analysis: String,
    /// Id of the game.
    pub game: String,
    /// The caller's strategy class.
    pub caller: &'static str,
    /// The follower.
    pub ev: Exact,
    /// The same as a house edge.
    pub house_edge: Exact,
    /// The caller.
    pub caller_ev: Exact,
    /// The same as a house edge.
    pub caller_house_edge: Exact,
    /// What the follower's own choices are worth.
    pub worth_more: Exact,
    /// By up card.
    pub by_up_card: Vec<FollowerUpCard>,
    /// The same measured at the table, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simulated: Option<FollowerSimulated>,
}

/// A follower's round given the up card.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct FollowerUpCard {
    /// The up card.
    pub up: String,
    /// Its probability.
    pub probability: Exact,
    /// Given it.
    pub ev: Exact,
    /// The caller's.
    pub caller_ev: Exact,
    /// Whether the follower makes the attack wager; absent in a game without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attack: Option<bool>,
    /// Whether the caller does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caller_attack: Option<bool>,
    /// What the follower does otherwise than the caller, where he comes to it.
    pub otherwise: Vec<FollowerOtherwise>,
}

/// A decision in which the best follower does other than the caller.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct FollowerOtherwise {
    /// The signal.
    pub signal: String,
    /// The cards of the hand, joined by commas.
    pub hand: String,
    /// `dealt`, or which hand of a split it is.
    pub place: String,
    /// What the caller does.
    pub caller: String,
    /// What the follower does.
    pub follower: &'static str,
    /// What that is worth more than doing as the caller, given that he comes to decide.
    pub gain: Exact,
}

/// Rounds dealt with a follower on the box.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct FollowerSimulated {
    /// Rounds.
    pub rounds: u64,
    /// Seed.
    pub seed: u64,
    /// The round, then each up card.
    pub figures: Vec<SimulatedFigure>,
    /// Names of the figures that Holm's procedure rejects.
    pub rejected: Vec<String>,
}

/// The place of a hand that was not split.
pub const DEALT: &str = "dealt";

/// Rounds to deal with a follower on the box.
#[derive(Debug, Clone, Copy)]
pub struct FollowerRounds {
    /// How many; whole blocks of 65,536 are dealt.
    pub number: u64,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// Whom the follower follows, and whether rounds are dealt.
#[derive(Debug, Clone, Copy)]
pub struct FollowWant {
    /// The caller's strategy class; perfect play is refused.
    pub caller: Class,
    /// Rounds to deal and compare.
    pub rounds: Option<FollowerRounds>,
}

impl Default for FollowWant {
    fn default() -> Self {
        Self { caller: Class::CdzMinus, rounds: None }
    }
}

/// What a certificate states of the followers of these callers: nothing in a game without rules of sharing, and where they are not solved.
pub(crate) fn stated(
    submission: &Submission,
    family: &SolverFamily,
    solver: &Solver,
    callers: &[Class],
) -> Result<Vec<StatedFollower>, Failure> {
    if submission.game.sharing.is_none() {
        return Ok(Vec::new());
    }
    let others = submission.follower_changes().into_iter().map(|set| {
        let solver = family.solver(&submission.changed(&set)?)?;
        Ok((set, solver))
    });
    let others: Vec<_> = others.collect::<Result<_, Failure>>()?;
    let mut all = Vec::new();
    for &caller in callers {
        let followed = match solver.follow(caller) {
            Err(SolveError::Unsolved { .. }) => return Ok(Vec::new()),
            followed => followed?,
        };
        let reading = |(set, solver): &(rules::Changes, Solver)| {
            Ok(StatedFollowedReading { set: set.clone(), ev: cards::fraction(&solver.follow(caller)?.ev) })
        };
        all.push(StatedFollower {
            caller: caller.name().to_owned(),
            ev: cards::fraction(&followed.ev),
            up_cards: followed.ups.iter().map(stated_up).collect(),
            readings: others.iter().map(reading).collect::<Result<_, Failure>>()?,
        });
    }
    Ok(all)
}

fn stated_up(up: &FollowedUp) -> StatedFollowedUp {
    StatedFollowedUp { up: up.up.to_string(), ev: cards::fraction(&up.ev), attack: up.attacks }
}

/// Values the follower of a caller of this class; deals rounds too if they are asked for, whole blocks of them.
pub(crate) fn follow(
    submission: &Submission,
    want: &FollowWant,
    steps: &Steps<'_>,
) -> Result<FollowerAnswered, Failure> {
    let solver = Solver::new(submission)?;
    let followed = solver.follow(want.caller)?;
    let simulated = want.rounds.map(|rounds| simulate(submission, &solver, &followed, (rounds, steps))).transpose()?;
    Ok(FollowerAnswered {
        analysis: submission.id.clone(),
        game: submission.game.id.clone(),
        caller: want.caller.name(),
        ev: (&followed.ev).into(),
        house_edge: (&-&followed.ev).into(),
        caller_ev: (&followed.caller_ev).into(),
        caller_house_edge: (&-&followed.caller_ev).into(),
        worth_more: (&(&followed.ev - &followed.caller_ev)).into(),
        by_up_card: followed.ups.iter().map(up_card).collect(),
        simulated,
    })
}

fn up_card(up: &FollowedUp) -> FollowerUpCard {
    let of_signal = |signal: &FollowedSignal| {
        let does_other = |one: &&FollowerDecision| one.reached && one.answer != FollowerAnswer::AsCalled;
        let decisions = signal.decisions.iter().filter(does_other);
        decisions.map(|one| otherwise(&signal.signal, one)).collect::<Vec<_>>()
    };
    FollowerUpCard {
        up: up.up.to_string(),
        probability: (&up.probability).into(),
        ev: (&up.ev).into(),
        caller_ev: (&up.caller_ev).into(),
        attack: up.attacks,
        caller_attack: up.caller_attacks,
        otherwise: up.signals.iter().flat_map(of_signal).collect(),
    }
}

fn otherwise(signal: &str, decision: &FollowerDecision) -> FollowerOtherwise {
    FollowerOtherwise {
        signal: signal.to_owned(),
        hand: cards_text(&decision.hand),
        place: place_text(decision.place),
        caller: match &decision.called {
            CallerDoes::Doubles => "doubles".to_owned(),
            CallerDoes::Splits => "splits".to_owned(),
            CallerDoes::Surrenders => "surrenders".to_owned(),
            CallerDoes::GivesUpDoubled { from, doubled } => {
                let wager = if *doubled { "a doubled wager" } else { "the wager not doubled" };
                format!("doubled {} and surrenders, with {wager}", cards_text(from))
            }
        },
        follower: match decision.answer {
            FollowerAnswer::AsCalled => "does as the caller",
            FollowerAnswer::NotDoubled => "does not double",
            FollowerAnswer::FirstHand => "wagers on the first hand alone",
            FollowerAnswer::SecondHand => "wagers on the second hand alone",
            FollowerAnswer::Kept => "keeps the wager",
        },
        gain: (&decision.gain).into(),
    }
}

fn cards_text(cards: &[cards::Value]) -> String {
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

fn place_text(place: FollowerPlace) -> String {
    match place {
        FollowerPlace::Unsplit => DEALT.to_owned(),
        FollowerPlace::OfSplit { pair, hands, finished, wager } => {
            let wager = match wager {
                HeldWager::Original => "original wager",
                HeldWager::Added => "added wager",
                HeldWager::InitialAlone => "initial wager alone",
                HeldWager::AttackAlone => "attack wager alone",
            };
            format!("of {pair},{pair}: {wager}, {hands} hands, {finished} finished")
        }
    }
}

fn simulate(
    submission: &Submission,
    solver: &Solver,
    followed: &Followed,
    (rounds, steps): (FollowerRounds, &Steps<'_>),
) -> Result<FollowerSimulated, Failure> {
    let plan = plan::plan(submission, &solver.play_table(followed.caller)?);
    let table = Table::new(submission, &plan, false)?;
    let simulation = Simulation::new(&table, rounds.seed, Shuffling::EveryRound)?;
    let blocks = rounds.number.div_ceil(BLOCK);
    steps.expect(blocks);
    let tallies = simulation.follow(&follower_plan(followed), blocks, &mut |dealt| steps.done(Work::Rounds(dealt)))?;
    let of = |wanted: Option<cards::Value>| -> CaseTally {
        let names = table.case_names();
        let cases = names.iter().zip(&tallies).filter(|(name, _)| wanted.is_none_or(|up| up == name.up));
        cases.fold(CaseTally::default(), |sum, (_, case)| CaseTally {
            rounds: sum.rounds + case.rounds,
            net: sum.net + case.net,
            square: sum.square + case.square,
        })
    };
    let unit = BigRational::from_integer(table.initial_wager().into());
    let figure = |name: String, tally: CaseTally, expected: &BigRational| {
        let net = BigRational::from_integer(tally.net.into()) / &unit;
        let square = BigRational::from_integer(BigInt::from(tally.square)) / (&unit * &unit);
        Figure::mean(name, tally.rounds, [net, square], expected.clone(), None)
    };
    let mut figures = vec![figure("the round".to_owned(), of(None), &followed.ev)];
    figures.extend(followed.ups.iter().map(|up| figure(format!("up card {}", up.up), of(Some(up.up)), &up.ev)));
    let verdict = Verdict::new(&figures, LEVEL);
    Ok(FollowerSimulated {
        rounds: figures[0].rounds,
        seed: rounds.seed,
        rejected: verdict.rejected,
        figures: figures.into_iter().map(SimulatedFigure::from).collect(),
    })
}

/// The follower's choices as the table takes them.
fn follower_plan(followed: &Followed) -> FollowerPlan {
    let mut others: HashMap<_, HashMap<FollowerQuestion, FollowerAct>> = HashMap::new();
    for up in &followed.ups {
        for signal in &up.signals {
            let of_case = others.entry((up.up, signal.signal.clone())).or_default();
            of_case.extend(signal.decisions.iter().filter_map(act));
        }
    }
    let attacks = followed.ups.iter().filter(|up| up.attacks == Some(true)).map(|up| up.up);
    FollowerPlan { attacks: attacks.collect(), others }
}

fn act(decision: &FollowerDecision) -> Option<(FollowerQuestion, FollowerAct)> {
    let composition = |cards: &[cards::Value]| cards.iter().copied().collect::<Composition>();
    let act = match decision.answer {
        FollowerAnswer::AsCalled => return None,
        FollowerAnswer::NotDoubled => FollowerAct::NotDoubled,
        FollowerAnswer::FirstHand => FollowerAct::FirstHand,
        FollowerAnswer::SecondHand => FollowerAct::SecondHand,
        FollowerAnswer::Kept => FollowerAct::Kept,
    };
    let place = match decision.place {
        FollowerPlace::Unsplit => WagerPlace::Unsplit,
        FollowerPlace::OfSplit { pair, hands, finished, wager } => WagerPlace::OfSplit {
            pair,
            hands: hands as usize,
            finished: finished as usize,
            wager: match wager {
                HeldWager::Original => WagerKind::Original,
                HeldWager::Added => WagerKind::Added,
                HeldWager::InitialAlone => WagerKind::InitialAlone,
                HeldWager::AttackAlone => WagerKind::AttackAlone,
            },
        },
    };
    let called = match &decision.called {
        CallerDoes::Doubles => Called::Doubles,
        CallerDoes::Splits => Called::Splits,
        CallerDoes::Surrenders => Called::Surrenders,
        CallerDoes::GivesUpDoubled { from, doubled } => {
            Called::GivesUpDoubled { from: composition(from), doubled: *doubled }
        }
    };
    Some((FollowerQuestion { hand: composition(&decision.hand), place, called }, act))
}
