//! How a round begins: what is settled at once, and what is decided before any signal is given.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use cards::Value;
use num_traits::{One, Zero};
use rules::{DealtBlackjack, EvenMoney, Game, SurrenderWhen, SwitchWhen};
use solver::PlayTable;

use super::evaluate::{Evaluator, Player};
use super::fixed::{DepartingRow, FixedDecisions, PlayerRule};
use super::hand::{Action, Hand, Round};
use super::settle::{settle_discovered, settle_early_surrender, settle_even_money};
use super::table::{Deal, Table, Tables};
use super::total_dependent::Cell;
use super::{Exact, Outcomes};

/// A decision that is made before the signal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Early {
    EvenMoney,
    GiveUp,
    Switch,
}

/// What an early decision tells apart.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    Deal(Deal),
    Cell(Cell),
}

/// The round under one up card, with or without an attack wager, played by one class.
pub(crate) struct UpPlay<'a> {
    game: &'a Game,
    class: Player,
    attacked: bool,
    /// One for each signal.
    evaluators: Vec<Evaluator<'a>>,
    early: BTreeMap<Deal, Early>,
    /// Whether the early decisions of the class may be others by its definition.
    doubtful: bool,
}

/// A deal under one signal.
pub(crate) enum Opening {
    /// A net result and a total wager that nothing changes.
    Settled(Exact, i64),
    Played(Round),
}

impl<'a> UpPlay<'a> {
    /// As a table of every decision plays; nothing may be decided before the signal but the attack wager.
    pub(crate) fn of_decisions(game: &'a Game, tables: &'a Tables, up: Value, decisions: &PlayTable) -> Self {
        let play = decisions.ups.iter().find(|one| one.up == up).expect("an up card of the table");
        assert!(play.early.is_none() && play.even_money.is_none(), "decided before the signal");
        let attacked = play.attack == Some(true);
        let evaluators = tables.of(up).map(|table| {
            let signal = play.signals.iter().find(|one| one.signal == table.signal()).cloned();
            Evaluator::of_decisions(game, table, FixedDecisions::Table(signal.map(Box::new)), attacked)
        });
        let class = Player::CompositionDependent;
        Self { game, class, attacked, evaluators: evaluators.collect(), early: BTreeMap::new(), doubtful: false }
    }

    /// The same with one row of the chart played otherwise under one signal.
    pub(crate) fn departing(
        game: &'a Game,
        tables: &'a Tables,
        decisions: &PlayTable,
        (up, signal, departing): (Value, &str, DepartingRow),
    ) -> Self {
        let mut play = Self::of_decisions(game, tables, up, decisions);
        // The shoe may hold no hole card for the signal.
        let Some(at) = tables.of(up).position(|table| table.signal() == signal) else { return play };
        let table = tables.of(up).nth(at).expect("that signal");
        let of_signal = decisions.signal(up, signal).expect("a signal under which hands are played").clone();
        let decisions = FixedDecisions::Departing(Box::new(of_signal), departing);
        play.evaluators[at] = Evaluator::of_decisions(game, table, decisions, play.attacked);
        play
    }

    /// As a player's rule has it, with the attack wager where that is worth more. Two cards that may be given up before the signal are where the rule gives them up.
    pub(crate) fn of_rule(game: &'a Game, tables: &'a Tables, up: Value, rule: PlayerRule) -> Self {
        let of = |attacked| {
            let of_table = |table| Evaluator::of_decisions(game, table, FixedDecisions::Rule(rule), attacked);
            let evaluators = tables.of(up).map(of_table).collect();
            let class = Player::CompositionDependent;
            let mut play = Self { game, class, attacked, evaluators, early: BTreeMap::new(), doubtful: false };
            let deals = tables.of(up).flat_map(|table| table.deals().keys().cloned());
            let is_given_up = |deal: &Deal| {
                let gives_up = rule(&play.round(deal, false), &[Action::Stand, Action::Surrender]) == Action::Surrender;
                gives_up && play.may_decide_early(up, deal) == Some(Early::GiveUp)
            };
            play.early = deals.filter(is_given_up).map(|deal| (deal, Early::GiveUp)).collect();
            play
        };
        let plain = of(false);
        if game.attack.is_none() {
            return plain;
        }
        let attacked = of(true);
        if attacked.mean_of_all() > plain.mean_of_all() { attacked } else { plain }
    }

    /// With the attack wager if that is worth more.
    pub(crate) fn best(game: &'a Game, tables: &'a Tables, up: Value, class: Player) -> Self {
        let plain = Self::new(game, tables, up, class, false);
        if game.attack.is_none() {
            return plain;
        }
        let attacked = Self::new(game, tables, up, class, true);
        if attacked.mean_of_all() > plain.mean_of_all() { attacked } else { plain }
    }

    fn new(game: &'a Game, tables: &'a Tables, up: Value, class: Player, attacked: bool) -> Self {
        let play = Self::fitted(game, tables, up, (class, attacked), BTreeSet::new());
        let early = game.surrender.as_ref().is_some_and(|rule| rule.when == SurrenderWhen::Early);
        if !class.has_cells() || !early {
            return play;
        }
        // Which hands are given up and how the others are played may be fitted to each other in more than one way.
        let all = tables.of(up).flat_map(|table| table.deals().keys().cloned()).collect();
        let other = Self::fitted(game, tables, up, (class, attacked), all);
        let alike = play.early == other.early && play.mean_of_all() == other.mean_of_all();
        Self { doubtful: play.doubtful || !alike, ..play }
    }

    /// The play of a class, first for the deals that are not given up in the end, or so it is supposed.
    fn fitted(
        game: &'a Game,
        tables: &'a Tables,
        up: Value,
        (class, attacked): (Player, bool),
        mut given_up: BTreeSet<Deal>,
    ) -> Self {
        for _ in 0..20 {
            let evaluators =
                tables.of(up).map(|table| Evaluator::without(game, table, class, attacked, &given_up)).collect();
            let mut play = Self { game, class, attacked, evaluators, early: BTreeMap::new(), doubtful: false };
            play.early = play.decide_early();
            let now: BTreeSet<Deal> =
                play.early.iter().filter(|(_, early)| **early == Early::GiveUp).map(|(deal, _)| deal.clone()).collect();
            if now == given_up || !class.has_cells() {
                return play;
            }
            given_up = now;
        }
        let evaluators = tables.of(up).map(|table| Evaluator::new(game, table, class, attacked)).collect();
        Self { game, class, attacked, evaluators, early: BTreeMap::new(), doubtful: true }
    }

    pub(crate) fn attacked(&self) -> bool {
        self.attacked
    }

    pub(crate) fn evaluators(&self) -> impl Iterator<Item = &Evaluator<'a>> {
        self.evaluators.iter()
    }

    /// Signals for which the definition of the class leaves a choice. What is decided before the signal hangs on all.
    pub(crate) fn doubtful(&self) -> impl Iterator<Item = String> {
        let before_signal = self.game.attack.is_some() || !self.early.is_empty();
        let all = self.doubtful || (before_signal && self.evaluators.iter().any(Evaluator::doubtful));
        self.evaluators
            .iter()
            .filter(move |evaluator| all || evaluator.doubtful())
            .map(|evaluator| evaluator.table().signal().to_owned())
    }

    /// Expected net result under a signal.
    pub(crate) fn mean(&self, evaluator: &Evaluator<'_>) -> Exact {
        self.deals(evaluator.table())
            .iter()
            .map(|(deal, chance)| chance * mean(evaluator, &self.open(evaluator, deal)))
            .sum()
    }

    fn mean_of_all(&self) -> Exact {
        self.evaluators.iter().map(|evaluator| evaluator.table().probability() * self.mean(evaluator)).sum()
    }

    /// Net result and total wager under a signal.
    pub(crate) fn outcomes(&self, evaluator: &Evaluator<'_>) -> Outcomes {
        let mut outcomes = Outcomes::new();
        for (deal, chance) in self.deals(evaluator.table()) {
            let given = match self.open(evaluator, deal) {
                Opening::Settled(net, wager) => Rc::new(Outcomes::from([((net, wager), Exact::one())])),
                Opening::Played(round) => evaluator.outcomes(&round),
            };
            for (outcome, likely) in given.iter() {
                *outcomes.entry(*outcome).or_insert_with(Exact::zero) += chance * likely;
            }
        }
        outcomes
    }

    pub(crate) fn deals<'b>(&self, table: &'b Table) -> &'b BTreeMap<Deal, Exact> {
        if self.game.switch.is_some() { table.double_deals() } else { table.deals() }
    }

    fn round(&self, deal: &Deal, switched: bool) -> Round {
        let round = match deal.as_slice() {
            [[first, second]] => Round::deal(*first, *second),
            [one, other] => Round::deal_two([*one, *other], switched),
            _ => unreachable!("one hand or two are dealt"),
        };
        round.with_attack(self.attacked)
    }

    /// The beginning of a round with all that is decided.
    pub(crate) fn open(&self, evaluator: &Evaluator<'_>, deal: &Deal) -> Opening {
        let dealt = self.open_as(evaluator, deal, self.early.get(deal).copied());
        let switches_now = self.game.switch.as_ref().is_some_and(|rule| rule.when == SwitchWhen::AfterCheck);
        if !switches_now || evaluator.table().ends_round() || !self.may_switch(deal) {
            return dealt;
        }
        let switched = self.open_as(evaluator, deal, Some(Early::Switch));
        if mean(evaluator, &switched) > mean(evaluator, &dealt) { switched } else { dealt }
    }

    fn open_as(&self, evaluator: &Evaluator<'_>, deal: &Deal, early: Option<Early>) -> Opening {
        let round = self.round(deal, early == Some(Early::Switch));
        let settled = |net| Opening::Settled(net, round.wager(self.game));
        match (early, self.game.natural.even_money) {
            (Some(Early::EvenMoney), EvenMoney::Offered(offered)) => {
                settled(settle_even_money(self.game, &round, offered))
            }
            (Some(Early::GiveUp), _) => settled(settle_early_surrender(self.game, &round)),
            _ if evaluator.table().ends_round() => settled(settle_discovered(self.game, &round)),
            _ => Opening::Played(round),
        }
    }

    /// The deals for which something is decided before the signal, because on the average over all signals it is worth
    /// more than not to.
    fn decide_early(&self) -> BTreeMap<Deal, Early> {
        let mut groups: BTreeMap<Group, (Exact, BTreeMap<Deal, Early>)> = BTreeMap::new();
        for evaluator in &self.evaluators {
            let table = evaluator.table();
            for (deal, chance) in self.deals(table) {
                let Some(early) = self.may_decide_early(table.up(), deal) else { continue };
                let worth = |early| mean(evaluator, &self.open_as(evaluator, deal, early));
                let gain = worth(Some(early)) - worth(None);
                let (sum, deals) = groups.entry(self.group(deal, early)).or_default();
                *sum += table.probability() * chance * gain;
                deals.insert(deal.clone(), early);
            }
        }
        groups.into_values().filter(|(gain, _)| *gain > Exact::zero()).flat_map(|(_, deals)| deals).collect()
    }

    fn may_decide_early(&self, up: Value, deal: &Deal) -> Option<Early> {
        let game = self.game;
        if let Some(switch) = &game.switch {
            return (switch.when == SwitchWhen::BeforeCheck && self.may_switch(deal)).then_some(Early::Switch);
        }
        let insured = game.insurance.as_ref().map_or(Value::ACE, |insurance| insurance.offered_on);
        if Hand::new(&deal[0]).is_natural() {
            return (game.natural.even_money != EvenMoney::None && up == insured).then_some(Early::EvenMoney);
        }
        let early = game.surrender.as_ref().is_some_and(|rule| rule.when == SurrenderWhen::Early);
        early.then_some(Early::GiveUp)
    }

    /// Whether the rules let the second cards of the two hands be switched.
    fn may_switch(&self, deal: &Deal) -> bool {
        let stays = self.game.switch.as_ref().is_some_and(|rule| rule.dealt_blackjack == DealtBlackjack::Stays);
        !stays || deal.iter().all(|hand| !Hand::new(hand).is_natural())
    }

    fn group(&self, deal: &Deal, early: Early) -> Group {
        match (self.class, early) {
            (class, Early::GiveUp) if class.has_cells() => Group::Cell(Cell::of(&Hand::new(&deal[0]))),
            _ => Group::Deal(deal.clone()),
        }
    }
}

/// Expected net result of the round from its opening on.
pub(crate) fn mean(evaluator: &Evaluator<'_>, opening: &Opening) -> Exact {
    match opening {
        Opening::Settled(net, _) => *net,
        Opening::Played(round) => evaluator.mean(round),
    }
}
