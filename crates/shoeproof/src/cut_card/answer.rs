//! The verb `cut_card` and its answer.

use certificate::{CutCardPlace, DeepestCutCard, Exact, sha256_hex};
use num_rational::BigRational;
use num_traits::ToPrimitive as _;
use report::{CutCardChart, CutCardPoint};
use rules::{CutCardRule, Penetration, Submission, cut_card_depths, usual_cut_card};
use serde::Serialize;
use solver::{Class, Solver};
use table::SHOES_OF_A_BLOCK;

use super::tally::PLACES;
use super::{Asked, CutCardStudy, CutTally, deepest, place};
use crate::failure::Failure;
use crate::progress::{Steps, Work};
use crate::schema::JsonSchema;

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
    /// What of the analysis, and of the players asked for, the text does not allow; empty if nothing.
    pub deviations: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// Shoes dealt.
    pub shoes: u64,
    /// Shoes that were valued, in every place.
    pub shoes_valued: u64,
    /// Cards of the shoe.
    pub cards: usize,
    /// What is burned unseen: `the first card of every shoe`, or `a card before every round`.
    pub burned: &'static str,
    /// A fresh shoe.
    pub fresh: FreshShoe,
    /// The deepest that the text lets the cut card lie; absent where it says nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deepest: Option<DeepestCutCard>,
    /// The cut card asked for.
    pub cut_card: CutCardPlace,
    /// By depth; the cut card asked for is the last.
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
    let deepest = rule.map(|rule| deepest(rule, cards));
    let usual = usual_cut_card(rule, cards).min(study.most_before());
    let before = want.penetration.as_ref().map_or(usual, |place| place.cards(cards));
    let asked = Asked {
        players: want.players,
        seed: want.seed,
        shoes: want.shoes.max(1),
        valued: want.valued.max(2),
        before: cut_card_depths(cards, before),
    };
    let at = asked.before.len().saturating_sub(1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(want.threads).build();
    let pool = pool.map_err(|error| table::TableError::Threads(error.to_string()))?;
    steps.expect(asked.steps());
    let (tallies, bounds) = pool.install(|| {
        let measured = study.measure(&asked, &|shoes| steps.done(Work::Shoes(shoes)))?;
        let bounds = measured.bounds_at_discretion(at);
        Ok::<_, Failure>((measured.tallies, bounds))
    })?;
    let fresh = solver.ev(want.class)?;
    let most = deepest.as_ref().map(|deepest| deepest.cards_before);
    let place_of = |tally: &CutTally| place(tally, &fresh, most);
    Ok(CutCardEffects {
        analysis: submission.id.clone(),
        submission_sha256: sha256_hex(submission.canonical().as_bytes()),
        strategy: want.class.name(),
        players: asked.players,
        deviations: submission.deviations.iter().cloned().chain(submission.not_seated(asked.players)).collect(),
        seed: asked.seed,
        shoes: asked.blocks() * SHOES_OF_A_BLOCK,
        shoes_valued: asked.valued as u64,
        cards,
        burned: submission.game.shoe.dealing.burned(),
        fresh: FreshShoe { ev: (&fresh).into(), house_edge: (&-&fresh).into() },
        deepest,
        cut_card: place_of(&tallies[at]),
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
