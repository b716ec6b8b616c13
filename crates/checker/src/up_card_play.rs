//! What is played under one up card, as a class states it.

use std::rc::Rc;

use cards::Value;
use certificate::{StatedClass, StatedPlay};
use num_rational::BigRational;
use rules::{Game, HoleCase, Submission};

use crate::bonus::Bonuses;
use crate::dealer::{Dealings, ENDS};
use crate::hands::{Counts, Hands, name};
use crate::nets::Net;
use crate::refusal::{Refusal, same_list};
use crate::round::{Round, units};
use crate::signal_case::SignalCase;
use crate::strategy::{Row, read_early};
use crate::switches::Switches;

/// What a decision of the class may look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    TotalDependent,
    CompositionDependent,
}

/// The strategy's table by up card.
///
/// # Errors
/// If it is not that of the shoe's up cards.
pub(crate) fn stated_plays<'a>(
    submission: &Submission,
    class: &'a StatedClass,
) -> Result<Vec<(Value, &'a StatedPlay)>, Refusal> {
    let what = &class.strategy;
    let play = class.play.as_ref().ok_or_else(|| Refusal::Table(format!("{what}: the strategy is missing")))?;
    let ups: Vec<Value> = Value::all().filter(|&up| submission.shoe.count(up) > 0).collect();
    same_list(&format!("{what}: the strategy's up cards"), play.iter().map(|one| &one.up), &ups)?;
    Ok(ups.into_iter().zip(play).collect())
}

/// A class's table under each up card, with the probability of the up card.
pub(crate) fn tables<'a>(
    submission: &'a Submission,
    class: &StatedClass,
) -> Result<impl Iterator<Item = Result<(UpCardPlay<'a>, BigRational), Refusal>>, Refusal> {
    let total = submission.shoe.total();
    Ok(stated_plays(submission, class)?.into_iter().map(move |(up, play)| {
        let probability = BigRational::new(submission.shoe.count(up).into(), total.into());
        Ok((UpCardPlay::new(submission, class, up, play)?, probability))
    }))
}

/// A class's table under an up card, by its place, with what is known of the dealer.
///
/// # Errors
/// If it is not one that the rules ask for.
pub(crate) fn table_at<'a>(
    submission: &'a Submission,
    class: &StatedClass,
    place: usize,
    dealings: &Dealings,
) -> Result<UpCardPlay<'a>, Refusal> {
    let missing = || Refusal::Table(format!("{}: an up card is missing", class.strategy));
    let (up, play) = stated_plays(submission, class)?.into_iter().nth(place).ok_or_else(missing)?;
    Ok(UpCardPlay::new(submission, class, up, play)?.dealt(dealings))
}

/// One up card with its strategy.
#[derive(Clone)]
pub(crate) struct UpCardPlay<'a> {
    pub(crate) game: &'a Game,
    pub(crate) kind: Class,
    pub(crate) up: Value,
    pub(crate) here: String,
    pub(crate) left: Counts,
    pub(crate) hands: Rc<Hands>,
    pub(crate) cases: Vec<HoleCase>,
    /// By case.
    pub(crate) plays: Vec<Row>,
    pub(crate) early: Vec<bool>,
    pub(crate) switches: Switches,
    pub(crate) even_money: bool,
    pub(crate) even_money_offered: bool,
    pub(crate) attacked: bool,
    /// Units of net result in an initial wager.
    pub(crate) units: i64,
    pub(crate) dealings: Dealings,
}

impl<'a> UpCardPlay<'a> {
    /// With what is known of the dealer.
    pub(crate) fn dealt(self, dealings: &Dealings) -> Self {
        Self { dealings: dealings.clone(), ..self }
    }

    /// The same decisions beside one card fewer; `None` if the shoe does not hold it beside the up card. One hand is dealt to the player.
    pub(crate) fn without(&self, card: usize) -> Option<Self> {
        let mut left = self.left;
        left[card] = left[card].checked_sub(1)?;
        let hands = Hands::new(self.game, &left);
        let places = self.hands.places_of(&hands)?;
        Some(Self {
            left,
            plays: self.plays.iter().map(|play| play.on(&places)).collect(),
            early: places.iter().map(|&id| self.early[id]).collect(),
            hands: Rc::new(hands),
            dealings: Dealings::default(),
            ..self.clone()
        })
    }

    /// What the player may learn of the hole card.
    pub(crate) fn cases(&self) -> &[HoleCase] {
        &self.cases
    }

    /// The cards beside the up card.
    pub(crate) fn left(&self) -> &Counts {
        &self.left
    }

    /// A class's table under an up card.
    ///
    /// # Errors
    /// If it is not one that the rules ask for.
    pub(crate) fn new(
        submission: &'a Submission,
        class: &StatedClass,
        up: Value,
        stated: &StatedPlay,
    ) -> Result<Self, Refusal> {
        let game = &submission.game;
        let here = format!("{}, up card {up}", class.strategy);
        let kind = match class.strategy.as_str() {
            "td" => Class::TotalDependent,
            "cdz" => Class::CompositionDependent,
            other => return Err(Refusal::Table(format!("`{other}` is no strategy class that has a table"))),
        };
        let left = submission.shoe.without(up).map_err(|error| Refusal::Table(error.to_string()))?;
        let left = *left.counts();
        let hands = Rc::new(Hands::new(game, &left));
        let cases = game.hole_cases(up);
        let decided: Vec<&HoleCase> = cases.iter().filter(|case| !case.ends_round).collect();
        same_list(
            &format!("{here}: the strategy's signals"),
            stated.signals.iter().map(|row| &row.signal),
            &decided.iter().map(|case| case.signal.clone()).collect::<Vec<_>>(),
        )?;
        let mut rows = stated.signals.iter();
        let mut plays = Vec::new();
        for case in &cases {
            plays.push(match rows.next().filter(|_| !case.ends_round) {
                Some(row) => {
                    let here = format!("{here}, signal {}", case.signal);
                    let row = Row::read(game, &hands, &left, row, &here)?;
                    if !row.is_idle() && !case.holes.values().any(|hole| left[hole.index()] > 0) {
                        return Err(Refusal::Table(format!(
                            "{here}: no hole card of this shoe gives the signal, so nothing is decided under it"
                        )));
                    }
                    row
                }
                None => Row::idle(&hands),
            });
        }
        let even_money_offered = even_money_is_offered(game, up);
        let table = Self {
            early: read_early(game, &hands, stated)?,
            switches: Switches::read(game, &left, stated, &here)?,
            even_money: stated.even_money == Some(true),
            even_money_offered,
            attacked: stated.attack == Some(true),
            units: units(game, &Bonuses::new(game, submission.shoe.counts())?),
            game,
            kind,
            up,
            here: here.clone(),
            left,
            hands,
            cases,
            plays,
            dealings: Dealings::default(),
        };
        for (name, stated, decided) in
            [("attack", stated.attack, game.attack.is_some()), ("even_money", stated.even_money, even_money_offered)]
        {
            if stated.is_some() != decided {
                let what = if decided { "is missing" } else { "decides what the rules do not let decide" };
                return Err(Refusal::Table(format!("{here}: `{name}` {what}")));
            }
        }
        for (id, hand) in table.hands.list.iter().enumerate() {
            if let Some(pair) = hand.pair().filter(|_| table.early[id])
                && table.plays.iter().any(|play| play.split[pair])
            {
                let message = format!("{here}: {} is both given up and split", name(&hand.cards));
                return Err(Refusal::Table(message));
            }
        }
        Ok(table)
    }

    /// The place of a case in messages, or of all cases.
    pub(crate) fn here_of(&self, case: usize, all: bool) -> String {
        if all { self.here.clone() } else { format!("{}, signal {}", self.here, self.cases[case].signal) }
    }

    /// Whether a blackjack takes even money.
    pub(crate) fn takes_even_money(&self) -> bool {
        self.even_money
    }

    /// By case.
    pub(crate) fn rounds(&self, attacked: bool) -> Result<Vec<Round<'_>>, Refusal> {
        self.cases
            .iter()
            .map(|case| {
                let signal = SignalCase::new(self.up, case, self.left);
                let dealing = self.dealings.dealing(self.game, &signal);
                Round::with(self.game, &self.hands, attacked, signal, dealing)
            })
            .collect()
    }

    /// What a blackjack wins.
    pub(crate) fn natural(&self, round: &Round<'_>) -> [Net; ENDS] {
        round.pay.even_money().filter(|_| self.even_money).unwrap_or_else(|| round.pay.natural())
    }
}

/// Whether a blackjack may take even money under an up card: where insurance is offered.
pub fn even_money_is_offered(game: &Game, up: Value) -> bool {
    game.insurance.as_ref().is_some_and(|rule| rule.offered_on == up)
        && !matches!(game.natural.even_money, rules::EvenMoney::None)
}

/// Every up card's table that hits below 17, splits every pair, and does nothing else.
#[cfg(test)]
pub(crate) fn plain_tables(submission: &Submission, mut look: impl FnMut(&UpCardPlay<'_>)) {
    use crate::hands::Hand;
    use crate::strategy::Permitted;

    for up in Value::all().filter(|&up| submission.shoe.count(up) > 0) {
        let left = *submission.shoe.without(up).expect("the up card").counts();
        let hands = Hands::new(&submission.game, &left);
        let letter = |hand: &Hand, may: Permitted| if may.hit && hand.total < 17 { 'H' } else { 'S' };
        let acts: String =
            hands.list.iter().flat_map(|hand| Permitted::of(hand).map(move |may| letter(hand, may))).collect();
        let split = |count: &u16| if *count >= 2 { 'P' } else { '-' };
        let cases = submission.game.hole_cases(up);
        let signals = cases.iter().filter(|case| !case.ends_round).map(|case| certificate::StatedRow {
            signal: case.signal.clone(),
            acts: acts.clone(),
            split: left.iter().map(split).collect(),
            doubled: None,
            doubled_free: None,
            switched: None,
        });
        let is_offered = even_money_is_offered(&submission.game, up);
        let stated = StatedPlay {
            up: up.to_string(),
            attack: None,
            even_money: is_offered.then_some(false),
            early: None,
            switched: None,
            signals: signals.collect(),
        };
        let class = StatedClass::without_figures("cdz", None);
        look(&UpCardPlay::new(submission, &class, up, &stated).expect("a table"));
    }
}
