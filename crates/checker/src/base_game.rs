//! The base game: every claimed value derived again from the stated strategy, and every decision compared with the others.

pub(crate) mod best;
mod by_cell;
mod charged;
mod compared;
pub(crate) mod first_hands;
pub(crate) mod found;

use std::collections::BTreeMap;
use std::rc::Rc;

use cards::Value;
use certificate::{StatedClass, StatedPlay, StatedSignal, StatedUp};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use rules::{Game, HoleCase, Submission, SurrenderWhen};

use crate::bonus::Bonuses;
use crate::dealer::{Dealings, ENDS};
use crate::hand_place::{Doubled, Spot};
use crate::hands::{Counts, Hands, VALUES, name};
use crate::nets::Net;
use crate::parallel;
use crate::refusal::{Refusal, expect};
use crate::round::{ActionValues, Round, Sum, units};
use crate::strategy::{Act, Permitted, Row, read_early};
use crate::switch::{self, Switches, Switching};
use by_cell::{Cell, best_by_cell};
use charged::{given_back, is_given_back};
pub(crate) use compared::{same_list, same_signals, same_up};

/// What a decision of the class may look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    TotalDependent,
    CompositionDependent,
}

/// What is done about decisions while hands are valued.
#[derive(Debug, Clone, Copy)]
enum Decisions<'a> {
    /// The stated ones are followed.
    Stated,
    /// They are followed and compared with the others, in the name of this place.
    Compared(&'a str),
}

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

/// By signal, the gain of every switch.
type Gains = Vec<Vec<BigRational>>;

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

/// The values under an up card; `values` are those of the cases, net result and further wagers, weighted by the case.
pub(crate) fn up_value(
    submission: &Submission,
    up: Value,
    cases: &[HoleCase],
    values: &[(BigRational, BigRational)],
) -> StatedUp {
    let total = u64::from(submission.shoe.total());
    let left = |hole: Value| u64::from(submission.shoe.count(hole)) - u64::from(hole == up);
    let mut of_up = BigRational::zero();
    let mut signals = Vec::new();
    for (case, (net, _)) in cases.iter().zip(values) {
        let holes: Vec<Value> = case.holes.values().filter(|&hole| left(hole) > 0).collect();
        if holes.is_empty() {
            continue;
        }
        let of_signal = ratio(holes.iter().map(|&hole| left(hole)).sum(), total - 1);
        signals.push(StatedSignal {
            signal: case.signal.clone(),
            holes: holes.into_iter().map(Value::letter).collect(),
            ev: cards::fraction(&(net / &of_signal)),
            probability: cards::fraction(&of_signal),
        });
        of_up += net;
    }
    StatedUp {
        up: up.to_string(),
        probability: cards::fraction(&ratio(submission.shoe.count(up).into(), total)),
        ev: cards::fraction(&of_up),
        other_attack_ev: None,
        signals,
        results: None,
    }
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

fn ratio(part: u64, whole: u64) -> BigRational {
    BigRational::new(part.into(), whole.into())
}

/// One up card with its strategy.
#[derive(Clone)]
pub(crate) struct UpCardPlay<'a> {
    pub(crate) game: &'a Game,
    kind: Class,
    pub(crate) up: Value,
    here: String,
    left: Counts,
    pub(crate) hands: Rc<Hands>,
    cases: Vec<HoleCase>,
    /// By case.
    pub(crate) plays: Vec<Row>,
    pub(crate) early: Vec<bool>,
    pub(crate) switches: Switches,
    even_money: bool,
    even_money_offered: bool,
    pub(crate) attacked: bool,
    /// Units of net result in an initial wager.
    pub(crate) units: i64,
    dealings: Dealings,
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

    /// What the stated decisions are worth, given the up card.
    ///
    /// # Errors
    /// [`Refusal`] for shoes that are too small.
    pub(crate) fn ev(&self) -> Result<BigRational, Refusal> {
        Ok(self.values(false)?.into_iter().map(|(net, _)| net).sum())
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
                Some(row) => Row::read(game, &hands, &left, row, &format!("{here}, signal {}", case.signal))?,
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
                let holes: Vec<usize> = case.holes.values().map(Value::index).collect();
                let up = self.up.index();
                let dealing = self.dealings.dealing(self.game, up, &holes, &self.left);
                Round::with(self.game, &self.hands, attacked, up, holes, case.ends_round, self.left, dealing)
            })
            .collect()
    }

    /// The value of each case: net result and further wagers, given the up card and weighted by the case. With `decisions`, every
    /// decision is compared with its alternatives.
    fn values(&self, decisions: bool) -> Result<Vec<(BigRational, BigRational)>, Refusal> {
        Ok(self.values_and_gains(decisions)?.values)
    }

    /// The same with the gain of every switch.
    fn values_and_gains(&self, decisions: bool) -> Result<Switching, Refusal> {
        let rounds = &self.rounds(self.attacked)?[..];
        if self.game.switch.is_none() {
            return Ok(Switching { values: self.values_of_one(rounds, decisions)?, gains: Gains::new() });
        }
        if decisions {
            // Each hand is played as if it were alone.
            self.values_of_one(rounds, true)?;
        }
        switch::values(self, rounds, switch::Choosing::Stated { compared: decisions })
    }

    /// The same where one hand is dealt to the player.
    fn values_of_one(&self, rounds: &[Round<'_>], decisions: bool) -> Result<Vec<(BigRational, BigRational)>, Refusal> {
        let mut values = Vec::new();
        // What each two-card hand is worth if it is kept, over all cases, for the decisions made before the signal.
        let mut kept: BTreeMap<usize, BigRational> = BTreeMap::new();
        for (at, (round, play)) in rounds.iter().zip(&self.plays).enumerate() {
            let here = self.here_of(at, false);
            let actions = if round.ends_round { None } else { Some(round.action_values(play)?) };
            if let Some(actions) = actions.as_ref().filter(|_| decisions) {
                match self.kind {
                    Class::CompositionDependent => best_by_hand(round, play, actions, &here)?,
                    Class::TotalDependent => best_by_cell(round, play, actions, &self.early, &here)?,
                }
            }
            let mut sum = Sum::default();
            for id in 0..self.hands.list.len() {
                if self.hands.list[id].size != 2 {
                    continue;
                }
                let mode = if decisions { Decisions::Compared(&here) } else { Decisions::Stated };
                let (hand, _) = self.hand(round, play, actions.as_deref(), id, mode)?;
                *kept.entry(id).or_insert_with(BigRational::zero) += hand.total(round).0;
                if self.early[id] {
                    sum.add(round.depth, &round.settled(&round.pay.early(), id)?, &round.ways(id));
                } else {
                    sum.merge(&hand);
                }
            }
            values.push(sum.total(round));
        }
        if decisions {
            self.check_early(rounds, &kept)?;
            self.check_even_money(rounds)?;
        }
        Ok(values)
    }

    /// Two cards that are kept, weighted by their ordered ways, and whether they are split. Refuses a split decision that is not
    /// the best if it is to be compared.
    #[expect(clippy::too_many_arguments, reason = "older than the limit")]
    fn hand(
        &self,
        round: &Round<'_>,
        play: &Row,
        actions: Option<&[ActionValues]>,
        id: usize,
        decisions: Decisions<'_>,
    ) -> Result<(Sum, bool), Refusal> {
        let sum = unsplit(round, &self.natural(round), (play, actions), id)?;
        let hand = &self.hands.list[id];
        let Some(pair) = hand.pair().filter(|_| self.game.split.is_some() && actions.is_some()) else {
            return Ok((sum, false));
        };
        if matches!(decisions, Decisions::Stated) && !play.split[pair] {
            return Ok((sum, false));
        }
        let mut split = round.split(pair, play)?;
        let kept = sum.total(round).0;
        let mut gain = split.total(round).0 - &kept;
        if is_given_back(round, id, &gain) || (play.split[pair] && round.blackjack_looks_for_live_hands()) {
            split.merge(&given_back(round, play, pair)?);
            gain = split.total(round).0 - kept;
        }
        let here = match decisions {
            Decisions::Stated => return Ok((split, true)),
            Decisions::Compared(here) => here,
        };
        // What is given up before the signal is never split, and has been compared with the better of the two.
        let splits = play.split[pair] || (self.early[id] && gain.is_positive());
        if !self.early[id] && ((splits && gain.is_negative()) || (!splits && gain.is_positive())) {
            return Err(Refusal::not_optimal(
                here,
                &name(&hand.cards),
                split_word(splits),
                split_word(!splits),
                &gain.abs(),
            ));
        }
        Ok((if splits { split } else { sum }, splits))
    }

    /// What a blackjack wins.
    pub(crate) fn natural(&self, round: &Round<'_>) -> [Net; ENDS] {
        round.pay.even_money().filter(|_| self.even_money).unwrap_or_else(|| round.pay.natural())
    }

    fn check_even_money(&self, rounds: &[Round<'_>]) -> Result<(), Refusal> {
        let gain = self.even_money_gain(rounds)?;
        if (self.even_money && gain.is_negative()) || (!self.even_money && gain.is_positive()) {
            let words = ["no even money", "even money"];
            let (stated, better) = (words[usize::from(self.even_money)], words[usize::from(!self.even_money)]);
            return Err(Refusal::NotOptimal(format!(
                "{}: a blackjack takes {stated}, {better} is worth more",
                self.here
            )));
        }
        Ok(())
    }

    /// Early surrender is decided before the signal: by hand, or by what a total-dependent player sees of it.
    fn check_early(&self, rounds: &[Round<'_>], kept: &BTreeMap<usize, BigRational>) -> Result<(), Refusal> {
        if self.game.surrender.as_ref().is_none_or(|rule| rule.when != SurrenderWhen::Early) {
            return Ok(());
        }
        let mut alike: BTreeMap<(Cell, usize), Vec<usize>> = BTreeMap::new();
        for (id, hand) in self.hands.list.iter().enumerate().filter(|(_, hand)| hand.size == 2 && hand.surrenders) {
            let apart = if self.kind == Class::TotalDependent { 0 } else { id };
            alike.entry((Cell::of(hand), apart)).or_default().push(id);
        }
        for ids in alike.values() {
            let mut gain = BigRational::zero();
            for &id in ids {
                for round in rounds {
                    let mut sum = Sum::default();
                    sum.add(round.depth, &round.settled(&round.pay.early(), id)?, &round.ways(id));
                    gain += sum.total(round).0;
                }
                gain -= kept.get(&id).cloned().unwrap_or_else(BigRational::zero);
            }
            let given_up = self.early[ids[0]];
            let hand = name(&self.hands.list[ids[0]].cards);
            if ids.iter().any(|&id| self.early[id] != given_up) {
                return Err(Refusal::Table(format!("{}: hands like {hand} are not treated alike", self.here)));
            }
            if (given_up && gain.is_negative()) || (!given_up && gain.is_positive()) {
                let words = ["keep", "give up before the signal"];
                let (stated, better) = (words[usize::from(given_up)], words[usize::from(!given_up)]);
                return Err(Refusal::not_optimal(&self.here, &hand, stated, better, &gain.abs()));
            }
        }
        Ok(())
    }
}

/// Two cards that are kept and not split, weighted by their ordered ways; `natural` is what a blackjack wins. There are no actions where
/// a discovered blackjack has ended the round.
fn unsplit(
    round: &Round<'_>,
    natural: &[Net; ENDS],
    (play, actions): (&Row, Option<&[ActionValues]>),
    id: usize,
) -> Result<Sum, Refusal> {
    let worth = match actions {
        _ if round.hands.list[id].is_ace_and_ten() => round.settled(natural, id)?,
        None => round.settled(&round.pay.discovered(), id)?,
        Some(actions) => round.played_on(actions, play, id),
    };
    let mut sum = Sum::default();
    sum.add(round.depth, &worth, &round.ways(id));
    Ok(sum)
}

/// What brings a case's values to the denominator of the deepest: the cases of an up card differ in the dealer's longest hand.
fn falling_rest(rounds: &[Round<'_>], round: &Round<'_>) -> BigInt {
    let deepest = rounds.iter().map(|round| round.depth).max().unwrap_or(round.depth);
    crate::dealer::falling(round.unseen - round.depth, deepest - round.depth)
}

fn split_word(splits: bool) -> &'static str {
    if splits { "split" } else { "not split" }
}

/// Every act must be worth at least as much as every other that is allowed, hand by hand.
fn best_by_hand(round: &Round<'_>, play: &Row, actions: &[ActionValues], here: &str) -> Result<(), Refusal> {
    for (id, hand) in round.hands.list.iter().enumerate() {
        for may in Permitted::of(hand) {
            best(play.act(id, may), may, |act| actions[id].of(act).cloned(), here, &name(&hand.cards))?;
        }
    }
    let beside = round.beside([0; VALUES]);
    for doubled in [Doubled::Own, Doubled::Free] {
        for (id, hand) in round.hands.list.iter().enumerate() {
            let Some(given_up) = play.given_up_doubled(doubled, id) else { continue };
            let value = |given_up| round.doubled(Spot::Unsplit, doubled, &beside, id, given_up);
            giving_up_is_best(given_up, &value(true)?, &value(false)?, here, &name(&hand.cards))?;
        }
    }
    Ok(())
}

fn giving_up_is_best(given_up: bool, up: &BigInt, kept: &BigInt, here: &str, hand: &str) -> Result<(), Refusal> {
    let (stated, other) = if given_up { (up, kept) } else { (kept, up) };
    if other > stated {
        let words = ["keep", "give up"];
        let hand = format!("doubled {hand}");
        let (stated, better) = (words[usize::from(given_up)], words[usize::from(!given_up)]);
        return Err(Refusal::NotOptimal(format!("{here}: {stated} with {hand}, to {better} is worth more")));
    }
    Ok(())
}

fn best(
    stated: Act,
    may: Permitted,
    value: impl Fn(Act) -> Option<BigInt>,
    here: &str,
    hand: &str,
) -> Result<(), Refusal> {
    let Some(own) = value(stated) else {
        return Err(Refusal::Table(format!("{here}: {} is no act on {hand}", stated.word())));
    };
    for act in Act::ALL.into_iter().filter(|&act| act != stated && may.allows(act)) {
        if value(act).is_some_and(|other| other > own) {
            let message = format!("{here}: {} with {hand}, to {} is worth more", stated.word(), act.word());
            return Err(Refusal::NotOptimal(message));
        }
    }
    Ok(())
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
