//! The verb `cut_card` and its answer.

use certificate::{Exact, sha256_hex};
use num_rational::BigRational;
use num_traits::{Signed as _, ToPrimitive as _};
use report::{CutCardChart, CutCardPoint};
use rules::{CutCardRule, Penetration, Submission};
use serde::Serialize;
use solver::{Class, Solver};
use table::SHOES_OF_A_BLOCK;

use super::{Asked, CutCardStudy, CutTally, z_squared};
use crate::failure::Failure;
use crate::progress::{Steps, Work};
use crate::schema::JsonSchema;

/// Places of amounts.
const PLACES: u32 = 9;

/// Depths of the curve, in steps of some percent of the shoe, as far as they are no deeper than what is asked and usual.
const DEPTHS: std::ops::RangeInclusive<usize> = 5..=19;
const DEPTH: usize = 5;

/// What is asked of the cut card.
#[derive(Debug, Clone)]
pub struct CutCardWant {
    /// Where it lies; as deep as the text allows, or behind three quarters of the shoe if it says nothing.
    pub penetration: Option<Penetration>,
    /// Players at the table, all of whom play alike: 1 to 7.
    pub players: u16,
    /// The class that is played, as it is best with a fresh shoe. Not perfect play.
    pub class: Class,
    /// Shoes to deal, made whole blocks of 4,096; at least one.
    pub shoes: u64,
    /// Shoes of which what is left is valued in every place of the cut card, each in milliseconds; at least two.
    pub valued: usize,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Threads; all that the machine has for 0.
    pub threads: usize,
}

impl Default for CutCardWant {
    fn default() -> Self {
        Self {
            penetration: None,
            players: 1,
            class: Class::CdzMinus,
            shoes: 1_000_000,
            valued: 100,
            seed: 1,
            threads: 0,
        }
    }
}

/// What a cut card does to the house edge. Amounts are per unit of initial wager; those that are no [`Exact`] are estimates.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CutCardEffects {
    /// The analysis.
    pub analysis: String,
    /// SHA-256 of the canonical submission.
    pub submission_sha256: String,
    /// The class.
    pub strategy: &'static str,
    /// Players at the table.
    pub players: u16,
    /// The seed.
    pub seed: u64,
    /// Shoes dealt.
    pub shoes: u64,
    /// Shoes that were valued, in every place.
    pub shoes_valued: u64,
    /// Cards of the shoe.
    pub cards: usize,
    /// A fresh shoe.
    pub fresh: FreshShoe,
    /// The deepest that the text lets the cut card lie; absent where it says nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deepest: Option<DeepestCutCard>,
    /// The cut card asked for.
    pub cut_card: CutCardPlace,
    /// By depth; the cut card asked for is among them.
    pub by_depth: Vec<CutCardPlace>,
    /// A device that puts the cards of every round back before the next; absent where the text allows none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub continuous_shuffler: Option<ContinuousShuffler>,
    /// Reshuffling after any round; absent where the text does not leave it to the house.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_discretion: Option<AtDiscretion>,
}

/// A fresh shoe, exactly.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FreshShoe {
    /// EV of a round.
    pub ev: Exact,
    /// House edge.
    pub house_edge: Exact,
}

/// The deepest that the text lets the cut card lie.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct DeepestCutCard {
    /// Cards before it.
    pub cards_before: usize,
    /// Clauses.
    pub clauses: Vec<String>,
}

/// The cut card in one place.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CutCardPlace {
    /// Cards before it.
    pub cards_before: usize,
    /// Whether the text lets it lie there.
    pub allowed: bool,
    /// Rounds of a shoe in the mean, to 3 places.
    pub rounds_per_shoe: String,
    /// EV of a round dealt to the cut card, less that of a fresh shoe, to 9 places.
    pub effect: String,
    /// Its standard error, to 9 places.
    pub standard_error: String,
    /// Standard errors between the effect and zero, with its sign, to 1 place.
    pub z: String,
    /// EV of a round dealt to the cut card, to 9 places.
    pub ev: String,
    /// House edge of rounds dealt to the cut card, to 9 places.
    pub house_edge: String,
    /// Shoes in which a round asked for more cards than there were. It is valued as if they had been there.
    pub shoes_too_short: u64,
}

/// A device that puts the cards of every round back before the next.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ContinuousShuffler {
    /// Clauses.
    pub clauses: Vec<String>,
    /// Zero: every round begins from a full shoe.
    pub effect: Exact,
}

/// The house may reshuffle after any round before the cut card. Its bounds are estimated from the shoes dealt, with four standard errors added: a
/// wrong one is possible, if hardly likely.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct AtDiscretion {
    /// Clauses.
    pub clauses: Vec<String>,
    /// Most that the EV rises by, whatever the house goes by; absent above 10 %.
    pub player_gains_at_most: Option<String>,
    /// Most that it falls by.
    pub house_gains_at_most: Option<String>,
}

impl CutCardEffects {
    /// The house edge against the depth as SVG; `None` if there are fewer than two places.
    ///
    /// # Errors
    /// What stops the drawing.
    pub fn chart(&self, title: &str) -> Result<Option<String>, Failure> {
        let part = |cards: usize| cards as f64 / self.cards as f64 * 100.0;
        let percent = |text: &String| text.parse::<f64>().map_or(f64::NAN, |amount| amount * 100.0);
        let players = if self.players == 1 { "one player".to_owned() } else { format!("{} players", self.players) };
        let point = |place: &CutCardPlace| CutCardPoint {
            part: part(place.cards_before),
            edge: percent(&place.house_edge),
            error: percent(&place.standard_error),
        };
        Ok(report::draw_cut_card(&CutCardChart {
            title: format!("{title}, {players}"),
            fresh: self.fresh.house_edge.value().and_then(|edge| edge.to_f64()).unwrap_or(f64::NAN) * 100.0,
            deepest: self.deepest.as_ref().map(|deepest| part(deepest.cards_before)),
            points: self.by_depth.iter().map(point).collect(),
        })?)
    }
}

/// As [`crate::Analysis::cut_card`].
pub(crate) fn effects(
    submission: &Submission,
    want: &CutCardWant,
    steps: &Steps<'_>,
) -> Result<CutCardEffects, Failure> {
    let solver = Solver::new(submission)?;
    let study = CutCardStudy::new(submission, &solver, want.class)?;
    let cards = submission.shoe.total() as usize;
    let rule = submission.game.cut_card.as_ref();
    let deepest = rule.map(|rule| rule.most_before(cards));
    let usual = deepest.unwrap_or(cards - cards.div_ceil(4)).min(study.most_before());
    let before = want.penetration.as_ref().map_or(usual, |place| place.cards(cards));
    let asked = Asked {
        players: want.players,
        seed: want.seed,
        shoes: want.shoes.max(1),
        valued: want.valued.max(2),
        before: depths(cards, before, usual),
    };
    let place = asked.before.iter().position(|&cut| cut == before).unwrap_or_default();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(want.threads).build();
    let pool = pool.map_err(|error| table::TableError::Threads(error.to_string()))?;
    steps.expect(asked.steps());
    let (tallies, bounds) = pool.install(|| {
        let measured = study.measure(&asked, &|shoes| steps.done(Work::Shoes(shoes)))?;
        let bounds = measured.bounds_at_discretion(place);
        Ok::<_, Failure>((measured.tallies, bounds))
    })?;
    let fresh = solver.solve(want.class)?.ev;
    let place_of = |tally: &CutTally| CutCardPlace::new(tally, &fresh, deepest);
    Ok(CutCardEffects {
        analysis: submission.id.clone(),
        submission_sha256: sha256_hex(submission.canonical().as_bytes()),
        strategy: want.class.name(),
        players: asked.players,
        seed: asked.seed,
        shoes: asked.blocks() * SHOES_OF_A_BLOCK,
        shoes_valued: asked.valued as u64,
        cards,
        fresh: FreshShoe { ev: (&fresh).into(), house_edge: (&-&fresh).into() },
        deepest: rule
            .zip(deepest)
            .map(|(rule, cards_before)| DeepestCutCard { cards_before, clauses: rule.clauses.clone() }),
        cut_card: place_of(&tallies[place]),
        by_depth: tallies.iter().map(place_of).collect(),
        continuous_shuffler: rule.and_then(shuffler),
        at_discretion: rule.and_then(|rule| at_discretion(rule, bounds)),
    })
}

fn shuffler(rule: &CutCardRule) -> Option<ContinuousShuffler> {
    let clauses = Some(rule.continuous_shuffler.clone()).filter(|clauses| !clauses.is_empty())?;
    Some(ContinuousShuffler { clauses, effect: (&BigRational::from_integer(0.into())).into() })
}

fn at_discretion(rule: &CutCardRule, bounds: [Option<BigRational>; 2]) -> Option<AtDiscretion> {
    let clauses = Some(rule.at_discretion.clone()).filter(|clauses| !clauses.is_empty())?;
    let [player, house] = bounds.map(|bound| bound.map(|bound| cards::decimal(&bound, PLACES)));
    Some(AtDiscretion { clauses, player_gains_at_most: player, house_gains_at_most: house })
}

/// The depths of the curve up to the usual one or the one asked for, which are both among them.
fn depths(cards: usize, asked: usize, usual: usize) -> Vec<usize> {
    let each = DEPTHS.map(|part| (cards * part * DEPTH + 50) / 100).filter(|&cut| cut < asked.max(usual));
    let mut depths: Vec<usize> = each.chain([asked, usual]).collect();
    depths.sort_unstable();
    depths.dedup();
    depths
}

impl CutCardPlace {
    fn new(tally: &CutTally, fresh: &BigRational, deepest: Option<usize>) -> Self {
        let found = tally.effect();
        let ev = fresh + &found.effect;
        let z = z_squared(&found)
            .and_then(|squared| cards::signed_sqrt_decimal(found.effect.is_negative(), &squared, 1))
            .unwrap_or_default();
        Self {
            cards_before: tally.before,
            allowed: deepest.is_none_or(|deepest| tally.before <= deepest),
            rounds_per_shoe: cards::decimal(&found.rounds, 3),
            effect: cards::decimal(&found.effect, PLACES),
            standard_error: cards::sqrt_decimal(&found.error_squared, PLACES).unwrap_or_default(),
            z,
            house_edge: cards::decimal(&-&ev, PLACES),
            ev: cards::decimal(&ev, PLACES),
            shoes_too_short: tally.dealt.too_short,
        }
    }
}
