//! What counts tell of the wagers, from what is stated and by nothing but arithmetic: `docs/design/counting.md#what-a-report-says-of-counts`.

use cards::{Composition, Value};
use certificate::{
    BestTags, Certificate, CountWorth, CountedWagerWorth, Counting, EffectOfRemoval, Exact, StatedRemoval, TaggedCount,
};
use counting::CountSystem;
use num_rational::BigRational;
use num_traits::Zero as _;
use rules::Submission;

use super::by_depth::CountRounds;
use super::removal::CLASS;
use super::wagers_by_depth;
use super::{exact, fraction, refused};
use crate::asked_counts;
use crate::count_tags::Effects;
use crate::failure::Failure;
use crate::offered;
use crate::stated_chart::deck_size;

/// The largest tags that are searched for.
const LEVELS: [u32; 2] = [1, 2];

/// `None` where the analysis asks for no counts.
///
/// # Errors
/// As [`super::document`]; also where effects of removal are asked for and not stated, or stated and not asked for.
pub(super) fn counting(submission: &Submission, certificate: &Certificate) -> Result<Option<Counting>, Failure> {
    let systems = asked_counts::systems(submission)?;
    let wrong = |what: String| Err(refused(format!("what counts tell: {what}")));
    for wager in &certificate.wagers {
        if checker::wager_removal_is_stated(submission, wager) == wager.removal.is_empty() {
            return wrong(format!("{} is stated without what is asked, or with more", wager.id));
        }
    }
    if systems.is_empty() {
        if !certificate.counts.is_empty() {
            return wrong("counts are stated, and nothing asks for them".to_owned());
        }
        return Ok(None);
    }
    let Some(class) = certificate.classes.iter().find(|class| class.strategy == CLASS) else {
        return wrong("the play is not stated".to_owned());
    };
    let deck = deck_size(submission);
    let known = |ev, shoe, removal| Known { ev, shoe, removal, deck };
    let base = known(&class.ev, submission.shoe, &certificate.removal[..]);
    let mut wagers = vec![CountedWagerWorth { effects: Vec::new(), ..base.worth(&systems)? }];
    for wager in certificate.wagers.iter().filter(|wager| !wager.removal.is_empty()) {
        let Some(offered) = offered::with_paytable(submission, &wager.id, &wager.paytable) else {
            return wrong(format!("{} is not offered", wager.id));
        };
        let worth = known(&wager.ev, offered.cards.composition(), &wager.removal[..]).worth(&systems)?;
        let (id, paytable) = (Some(wager.id.clone()), Some(wager.paytable.clone()));
        wagers.push(CountedWagerWorth { wager: id, paytable, ..worth });
    }
    let ev = fraction(&class.ev)?;
    let rounds = CountRounds { submission, ev: &ev, deck };
    if certificate.counts.len() != systems.len() {
        return wrong("not every count is stated".to_owned());
    }
    let stated = systems.iter().zip(&certificate.counts).zip(&wagers[0].by_count);
    let by_depth = stated.map(|((system, stated), worth)| rounds.by_depth(system, stated, worth));
    let by_depth = by_depth.collect::<Result<_, _>>()?;
    let counts = systems.into_iter().map(|CountSystem { id, title, tags, units, .. }| TaggedCount {
        id,
        title,
        tags: tags.to_vec(),
        units,
    });
    Ok(Some(Counting {
        strategy: CLASS.to_owned(),
        cards_of_a_deck: deck,
        counts: counts.collect(),
        wagers,
        by_depth,
        wagers_left_out: wagers_by_depth::left_out(submission),
    }))
}

/// What is stated of a wager.
struct Known<'a> {
    ev: &'a str,
    shoe: Composition,
    removal: &'a [StatedRemoval],
    deck: u32,
}

impl Known<'_> {
    fn worth(&self, systems: &[CountSystem]) -> Result<CountedWagerWorth, Failure> {
        let ev = fraction(self.ev)?;
        let mut effects: [BigRational; Value::COUNT] = std::array::from_fn(|_| BigRational::zero());
        let mut listed = Vec::new();
        for one in self.removal {
            let value = Value::all().find(|value| value.to_string() == one.card);
            let value = value.ok_or_else(|| refused(format!("there is no card {}", one.card)))?;
            let effect = fraction(&one.ev)? - &ev;
            listed.push(EffectOfRemoval {
                card: one.card.clone(),
                in_shoe: self.shoe.count(value),
                ev: exact(&one.ev)?,
                effect: Exact::from(&effect),
            });
            effects[value.index()] = effect;
        }
        let cards = self.shoe.counts().map(i64::from);
        let tells = Effects::new(cards, &effects);
        let best = LEVELS.map(|level| tells.best(level));
        Ok(CountedWagerWorth {
            wager: None,
            paytable: None,
            effects: listed,
            by_count: systems.iter().map(|system| self.by_count(&ev, &tells, system)).collect(),
            best: best
                .into_iter()
                // Where no card tells anything there are none.
                .filter(|one| one.tags.iter().any(|&tag| tag != 0))
                .map(|one| BestTags { level: one.level, tags: one.tags.to_vec(), correlation: one.correlation })
                .collect(),
            ev: Exact::from(&ev),
        })
    }

    fn by_count(&self, ev: &BigRational, tells: &Effects, system: &CountSystem) -> CountWorth {
        // Once one card is seen, a tag of one makes a true count of a deck's cards over those that are left.
        let left = BigRational::new((self.shoe.total() - 1).into(), self.deck.into());
        let units = BigRational::from_integer(system.units.into());
        let slope = tells.slope(&system.tags).map(|of_unit| of_unit * units * left);
        let even_at = slope.as_ref().filter(|slope| !slope.is_zero()).map(|slope| -ev / slope);
        CountWorth {
            id: system.id.clone(),
            correlation: tells.correlation(&system.tags),
            per_true_count: slope.as_ref().map(Into::into),
            even_at: even_at.as_ref().map(Into::into),
        }
    }
}
