//! The base game: every claimed value derived again from the stated strategy, and every decision compared with the others.

pub(crate) mod best;
mod by_cell;
mod by_hand;
mod charged;
mod compared;
pub(crate) mod first_hands;
pub(crate) mod found;
mod valued;

use cards::Value;
use certificate::{StatedClass, StatedUp};
use num_rational::BigRational;
use num_traits::One;
use rules::{Game, Submission};

use self::compared::ratio;
use self::valued::Gains;
use crate::dealer::Dealings;
use crate::parallel;
use crate::refusal::{Refusal, expect, same_list};
use crate::switch::{self, Switching};
use crate::up_card_play::{UpCardPlay, stated_plays};
pub(crate) use compared::{same_signals, same_up, up_value};

/// Refuses rules that this checker does not know.
pub(crate) fn checkable(game: &Game) -> Result<(), Refusal> {
    if game.bonus.is_some() && game.attack.is_some() {
        return Err(Refusal::not_checkable("hands of 21 that are paid more beside an attack wager"));
    }
    Ok(())
}

/// The values of a class's stated strategy, whose decisions are not compared with others.
///
/// # Errors
/// [`Refusal`] for tables that the rules do not ask for.
pub(crate) fn derive(submission: &Submission, class: &StatedClass) -> Result<StatedClass, Refusal> {
    let plays = stated_plays(submission, class)?;
    let found = parallel::each(&plays, parallel::threads(), |&(up, play)| {
        of_up(submission, &UpCardPlay::new(submission, class, up, play)?, None).map(|(up, sums, _)| (up, sums))
    })?;
    let mut sums = Sums::default();
    let mut up_cards = Vec::new();
    for (up, of_up) in found {
        sums.add(&of_up);
        let results = class.up_cards.iter().find(|one| one.up == up.up).and_then(|one| one.results.clone());
        up_cards.push(StatedUp { results, ..up });
    }
    let (ev, wagers) = sums.totals();
    Ok(StatedClass {
        ev: cards::fraction(&ev),
        average_wager: cards::fraction(&wagers),
        element_of_risk: cards::fraction(&(-ev / wagers)),
        up_cards,
        ..class.clone()
    })
}

/// What up cards add to the EV and to the average wager.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sums {
    ev: BigRational,
    further: BigRational,
}

impl Sums {
    pub(crate) fn add(&mut self, other: &Self) {
        self.ev += &other.ev;
        self.further += &other.further;
    }

    /// EV and average wager.
    fn totals(self) -> (BigRational, BigRational) {
        (self.ev, self.further + BigRational::one())
    }
}

/// The values under an up card and what it adds to the totals. With the values that are stated, every decision must be the best its class
/// allows, and what is stated of the other attack decision is compared. The gain of every switch comes third, if decisions are compared.
fn of_up(
    submission: &Submission,
    table: &UpCardPlay<'_>,
    compared: Option<&StatedUp>,
) -> Result<(StatedUp, Sums, Gains), Refusal> {
    let Switching { values, gains } = table.values_and_gains(compared.is_some())?;
    let probability = ratio(submission.shoe.count(table.up).into(), submission.shoe.total().into());
    let net: BigRational = values.iter().map(|(net, _)| net).sum();
    if let Some(stated) = compared.filter(|_| table.game.attack.is_some()) {
        table.check_attack(&net, stated.other_attack_ev.as_deref())?;
    }
    let attack = BigRational::from_integer(u8::from(table.attacked).into());
    let further = values.iter().map(|(_, more)| more).sum::<BigRational>() + attack;
    let sums = Sums { ev: net * &probability, further: further * probability };
    Ok((up_value(submission, table.up, &table.cases, &values), sums, gains))
}

/// Checks that values and strategy are those of the shoe's up cards.
///
/// # Errors
/// [`Refusal`] if not.
pub(crate) fn check_lists(submission: &Submission, class: &StatedClass) -> Result<(), Refusal> {
    let plays = stated_plays(submission, class)?;
    let ups: Vec<Value> = plays.into_iter().map(|(up, _)| up).collect();
    same_list(&format!("{}: the values' up cards", class.strategy), class.up_cards.iter().map(|up| &up.up), &ups)
}

/// Checks a class's values and decisions under an up card, by its place. Gives what it adds to the totals.
///
/// # Errors
/// [`Refusal`] for the first value that is not the strategy's, for a decision that can be improved, and for a table that the rules
/// do not ask for.
pub(crate) fn check_up(
    submission: &Submission,
    class: &StatedClass,
    place: usize,
    dealings: &Dealings,
) -> Result<Sums, Refusal> {
    let what = &class.strategy;
    let stated = class.up_cards.get(place).zip(stated_plays(submission, class)?.into_iter().nth(place));
    let (stated, (up, play)) = stated.ok_or_else(|| Refusal::Table(format!("{what}: an up card is missing")))?;
    let table = UpCardPlay::new(submission, class, up, play)?.dealt(dealings);
    let (found, sums, gains) = of_up(submission, &table, Some(stated))?;
    same_up(what, stated, &found)?;
    if class.switch_gains.is_some() {
        switch::same_gains(class, up, &gains)?;
    }
    Ok(sums)
}

/// Checks a class's totals against the sums over all up cards.
///
/// # Errors
/// [`Refusal`] for the first that is another.
pub(crate) fn check_totals(class: &StatedClass, sums: Sums) -> Result<(), Refusal> {
    let what = &class.strategy;
    let (ev, wagers) = sums.totals();
    expect(&format!("{what}: EV"), &class.ev, &ev)?;
    expect(&format!("{what}: average wager"), &class.average_wager, &wagers)?;
    expect(&format!("{what}: element of risk"), &class.element_of_risk, &(-ev / wagers))
}
