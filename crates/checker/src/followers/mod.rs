//! What a wager is worth that stands on the box of another player, derived again: the caller plays the stated strategy, and the follower does
//! the best in whatever the rules of sharing leave to him.
//!
//! His choices are not stated. Every one is decided here, by what it comes to over all hands that he cannot tell apart.

mod fates;
mod split;

use certificate::{Certificate, StatedClass, StatedFollower};
use num_rational::BigRational;
use num_traits::Zero;
use rules::{Changes, DoubleWager, Follows, LateBlackjackTakes, SharingRule, Submission, SurrenderWhen};

use crate::combinations::named;
use crate::dealer::{Dealings, ENDS, falling};
use crate::hand_place::HandPlace;
use crate::hands::{NATURAL_VALUES, VALUES};
use crate::nets::Net;
use crate::refusal::{Refusal, expect, same_list};
use crate::round::Round;
use crate::strategy::Row;
use crate::up_card_play::{stated_plays, table_at};
use fates::{Followed, HandFates};
use split::PairFates;

/// Why nothing is stated of followers in a game with rules of sharing, if nothing is.
pub(crate) fn unstated(submission: &Submission) -> Option<&'static str> {
    let game = &submission.game;
    if game.split.as_ref().is_some_and(|rule| !rule.free.is_empty())
        || game.double.as_ref().is_some_and(|rule| rule.free_hard_totals.is_some())
    {
        return Some("the house gives wagers");
    }
    if game.surrender.as_ref().is_some_and(|rule| rule.when == SurrenderWhen::Early) {
        return Some("hands are given up before any signal");
    }
    if game.double.as_ref().is_some_and(|rule| rule.wager == DoubleWager::InitialAndAttack) {
        return Some("a hand is doubled by what stands elsewhere");
    }
    looks_for_live_hands(submission).then_some("a late dealer blackjack looks for live hands")
}

/// Whether a dealer blackjack may come to light after play and then looks for live hands.
pub(crate) fn looks_for_live_hands(submission: &Submission) -> bool {
    let game = &submission.game;
    let [ace, ten] = NATURAL_VALUES;
    let is_late = |up: cards::Value| {
        let naturals = [(ace, ten), (ten, ace)];
        let is_natural = |hole: cards::Value| naturals.contains(&(up.index(), hole.index()));
        game.hole_cases(up).iter().any(|case| !case.ends_round && case.holes.values().any(is_natural))
    };
    let looks = game.hole_card.late_blackjack_takes == LateBlackjackTakes::BustedAndOriginal;
    let mut ups = cards::Value::all().filter(|&up| submission.shoe.count(up) > 0);
    looks && ups.any(is_late)
}

/// Which claims are there: a follower of each class with a table where the rules of sharing allow any, with every up card and every reading
/// that concerns him alone.
///
/// # Errors
/// [`Refusal`] for the first that is missing or too many.
pub(crate) fn present(submission: &Submission, certificate: &Certificate) -> Result<(), Refusal> {
    let is_stated = submission.game.sharing.is_some() && unstated(submission).is_none();
    let expected: &[&str] = if is_stated { &["td", "cdz"] } else { &[] };
    same_list("the callers that are followed", certificate.followers.iter().map(|one| &one.caller), expected)?;
    let readings: Vec<Changes> = submission.follower_changes();
    for one in &certificate.followers {
        let here = here(one);
        let class = caller(certificate, one)?;
        let plays = stated_plays(submission, class)?;
        let ups: Vec<cards::Value> = plays.iter().map(|&(up, _)| up).collect();
        same_list(&format!("{here}: the up cards"), one.up_cards.iter().map(|up| &up.up), &ups)?;
        for (up, (_, play)) in one.up_cards.iter().zip(&plays) {
            if up.attack.is_some() != play.attack.is_some() {
                return Err(Refusal::Table(format!(
                    "{here}, up card {}: `attack` stands where the caller's does",
                    up.up
                )));
            }
        }
        if !one.readings.iter().map(|reading| &reading.set).eq(&readings) {
            let expected = readings.iter().map(named).collect::<Vec<_>>().join("; ");
            return Err(Refusal::Table(format!(
                "{here}: the readings are not those that concern him alone: {expected}"
            )));
        }
    }
    Ok(())
}

fn here(stated: &StatedFollower) -> String {
    format!("a follower of {}", stated.caller.chars().take(20).collect::<String>())
}

/// The class that the follower's caller plays.
pub(crate) fn caller<'a>(certificate: &'a Certificate, stated: &StatedFollower) -> Result<&'a StatedClass, Refusal> {
    let class = certificate.classes.iter().find(|class| class.strategy == stated.caller);
    class.ok_or_else(|| Refusal::Table(format!("{}: the caller's strategy is missing", here(stated))))
}

/// The rules of sharing of the submission, then those of every reading that concerns followers alone.
fn rules_of(submission: &Submission) -> Result<Vec<SharingRule>, Refusal> {
    let changed = |changes: &Changes| submission.changed(changes).map_err(|error| Refusal::Table(error.to_string()));
    let mut rules: Vec<SharingRule> = submission.game.sharing.iter().cloned().collect();
    for changes in submission.follower_changes() {
        rules.extend(changed(&changes)?.game.sharing);
    }
    Ok(rules)
}

/// What a follower is worth under an up card, by its place, with the submission's rules of sharing and then with the others of [`rules_of`];
/// each weighted by the up card's probability.
///
/// # Errors
/// [`Refusal`] if what is stated of the up card is another value or another attack wager.
pub(crate) fn check_up(
    submission: &Submission,
    class: &StatedClass,
    stated: &StatedFollower,
    place: usize,
    dealings: &Dealings,
) -> Result<Vec<BigRational>, Refusal> {
    let table = table_at(submission, class, place, dealings)?;
    let mut rounds = vec![table.rounds(false)?];
    if submission.game.attack.is_some() {
        rounds.push(table.rounds(true)?);
    }
    // By case, then without the attack wager and with it.
    let by_case = (0..rounds[0].len()).map(|at| rounds.iter().map(|rounds| &rounds[at]).collect());
    let by_case: Vec<Vec<&Round<'_>>> = by_case.collect();
    let natural = |round: &Round<'_>| table.natural(round);
    let cases = by_case.iter().zip(&table.plays).map(|(rounds, play)| CaseFates::new(rounds, play, &natural));
    let mut cases = cases.collect::<Result<Vec<_>, Refusal>>()?;
    let rules = rules_of(submission)?;
    let found = rules.iter().map(|rule| best_attack(&mut cases, rule, table.attacked));
    let found = found.collect::<Result<Vec<_>, Refusal>>()?;
    if let Some((up, (attacks, ev))) = stated.up_cards.get(place).zip(found.first()) {
        let here = format!("{}, up card {}", here(stated), table.up);
        expect(&format!("{here}: EV"), &up.ev, ev)?;
        if up.attack.is_some_and(|stated| stated != *attacks) {
            let word = |attacks| if attacks { "made" } else { "not made" };
            return Err(Refusal::value(&format!("{here}: the attack wager"), word(!attacks), word(*attacks)));
        }
    }
    let probability = BigRational::new(submission.shoe.count(table.up).into(), submission.shoe.total().into());
    Ok(found.into_iter().map(|(_, ev)| ev * &probability).collect())
}

/// Compares the sums over up cards with what is stated.
///
/// # Errors
/// [`Refusal`] for the first that is another.
pub(crate) fn check_totals(stated: &StatedFollower, by_up: &[&Vec<BigRational>]) -> Result<(), Refusal> {
    let here = here(stated);
    let evs = std::iter::once((&stated.ev, String::new()))
        .chain(stated.readings.iter().map(|reading| (&reading.ev, format!(" with {}", named(&reading.set)))));
    for (at, (ev, with)) in evs.enumerate() {
        let found: BigRational = by_up.iter().filter_map(|evs| evs.get(at)).sum();
        expect(&format!("{here}: EV{with}"), ev, &found)?;
    }
    Ok(())
}

/// Whether the best follower makes the attack wager, and his EV given the up card. In a tie he does as the caller.
fn best_attack(
    cases: &mut [CaseFates<'_>],
    rule: &SharingRule,
    caller_attacks: bool,
) -> Result<(bool, BigRational), Refusal> {
    let may_differ = match rule.attack {
        Follows::Called => false,
        Follows::WhereCalled => caller_attacks,
        Follows::Own => cases.iter().any(|case| case.unsplit.len() > 1),
    };
    let mut worth = |attacks| -> Result<BigRational, Refusal> {
        let mut sum = BigRational::zero();
        for case in cases.iter_mut() {
            sum += case.worth(rule, attacks)?;
        }
        Ok(sum)
    };
    let same = worth(caller_attacks)?;
    if may_differ {
        let other = worth(!caller_attacks)?;
        if other > same {
            return Ok((!caller_attacks, other));
        }
    }
    Ok((caller_attacks, same))
}

/// What becomes of a follower's wagers in one case of the hole card.
struct CaseFates<'a> {
    round: &'a Round<'a>,
    /// Without the attack wager and, in a game that has one, with it.
    unsplit: Vec<HandFates>,
    pairs: Vec<PairFates<'a>>,
}

impl<'a> CaseFates<'a> {
    /// `natural` says what a blackjack wins.
    fn new(
        rounds: &'a [&'a Round<'a>],
        play: &'a Row,
        natural: &dyn Fn(&Round<'_>) -> [Net; ENDS],
    ) -> Result<Self, Refusal> {
        let round = rounds[0];
        let is_split = |pair: usize| play.split[pair] && !round.ends_round && round.left[pair] > 1;
        let pairs = (0..VALUES).filter(|&pair| is_split(pair));
        Ok(Self {
            round,
            unsplit: rounds
                .iter()
                .map(|round| unsplit(round, play, &natural(round)))
                .collect::<Result<_, Refusal>>()?,
            pairs: pairs.map(|pair| PairFates::new(rounds, play, pair)).collect(),
        })
    }

    /// Given the up card, weighted by the case.
    fn worth(&mut self, rule: &SharingRule, attacks: bool) -> Result<BigRational, Refusal> {
        let denominator = falling(self.round.unseen, self.round.depth) * self.round.units;
        let mut worth = BigRational::new(self.unsplit[usize::from(attacks)].worth(rule), denominator);
        for pair in &mut self.pairs {
            worth += pair.worth(rule, attacks)?;
        }
        Ok(worth)
    }
}

/// Hands that are not split.
fn unsplit(round: &Round<'_>, play: &Row, natural: &[Net; ENDS]) -> Result<HandFates, Refusal> {
    let mut fates = HandFates::default();
    let mut starts = Vec::new();
    for (id, hand) in round.hands.list.iter().enumerate().filter(|(_, hand)| hand.size == 2) {
        let ways = round.ways(id);
        if hand.is_ace_and_ten() {
            fates.settle(round.settled(natural, id)?.net * ways);
        } else if round.ends_round {
            fates.settle(round.settled(&round.pay.discovered(), id)?.net * ways);
        } else if !hand.pair().is_some_and(|pair| play.split[pair]) {
            starts.push((id, ways));
        }
    }
    let hand = Followed { round, play, place: HandPlace::Unsplit, pair: None };
    hand.follow(&round.beside([0; VALUES]), starts, &mut fates)?;
    Ok(fates)
}
