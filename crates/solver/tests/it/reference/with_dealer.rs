//! A round's net result beside all of the dealer's cards in the order in which they come.

use std::collections::BTreeMap;

use cards::Value;
use num_traits::Zero;
use rules::{Game, Soft17};

use super::evaluate::{Evaluator, Next};
use super::hand::score;
use super::opening::{Opening, mean};
use super::settle::{DealerEnd, settle_round};
use super::{Exact, Round, RoundPlay, is_blackjack, ratio};

/// The player's first two cards, the lower first, and the dealer's in order.
pub(crate) type Seen = ([Value; 2], Vec<Value>);

impl RoundPlay<'_> {
    /// By all first cards of the player, the lowest first, the mean net result on that event, per unit of initial wager.
    pub(crate) fn by_first_cards(&self) -> BTreeMap<Vec<Value>, Exact> {
        let mut found = BTreeMap::new();
        for (up, play) in &self.ups {
            for evaluator in play.evaluators() {
                let given = evaluator.table().probability() * self.reference.tables.probability(*up);
                for (deal, chance) in play.deals(evaluator.table()) {
                    let mean = mean(evaluator, &play.open(evaluator, deal));
                    let mut cards = deal.concat();
                    cards.sort_unstable();
                    *found.entry(cards).or_insert_with(Exact::zero) += given * chance * mean * self.reference.unit();
                }
            }
        }
        found
    }

    /// By cards, their probability and the mean net result on that event, in initial wagers.
    pub(crate) fn by_cards(&self) -> BTreeMap<Seen, (Exact, Exact)> {
        let game = self.reference.game;
        let mut found = BTreeMap::new();
        for (up, play) in &self.ups {
            for evaluator in play.evaluators() {
                let given = evaluator.table().probability() * self.reference.tables.probability(*up);
                for (deal, chance) in evaluator.table().deals() {
                    let dealt = Round::deal(deal[0][0], deal[0][1]).with_attack(play.attacked());
                    let mut walk = Walk { game, evaluator, hand: deal[0], found: &mut found };
                    match play.open(evaluator, deal) {
                        Opening::Settled(net, _) => walk.end(&dealt, Some(net), given * chance),
                        Opening::Played(round) => walk.play(&round, given * chance),
                    }
                }
            }
        }
        found
    }
}

struct Walk<'a, 'b> {
    game: &'a Game,
    evaluator: &'a Evaluator<'b>,
    hand: [Value; 2],
    found: &'a mut BTreeMap<Seen, (Exact, Exact)>,
}

impl Walk<'_, '_> {
    fn play(&mut self, round: &Round, chance: Exact) {
        match self.evaluator.onward(round, &[]) {
            Some(Next::Sure(next)) => self.play(&next, chance),
            Some(Next::Draw(all)) => all.iter().for_each(|(likely, next)| self.play(next, chance * likely)),
            None => self.end(round, None, chance),
        }
    }

    /// The player has finished; `settled` if the result is no longer open.
    fn end(&mut self, round: &Round, settled: Option<Exact>, chance: Exact) {
        let seen: Vec<Value> = round.seen().collect();
        let belief = self.evaluator.table().belief(&seen);
        let all: u128 = belief.iter().map(|(_, ways, _)| ways).sum();
        let whole = |count: u128| i64::try_from(count).expect("orders of the cards of a small shoe");
        for (hole, ways, left) in belief {
            let likely = ratio(whole(ways), whole(all));
            self.draw(round, settled, vec![self.evaluator.table().up(), hole], (left, chance * likely));
        }
    }

    fn draw(
        &mut self,
        round: &Round,
        settled: Option<Exact>,
        cards: Vec<Value>,
        (left, chance): ([u16; Value::COUNT], Exact),
    ) {
        let rule = &self.game.dealer;
        let (total, soft) = score(&cards, rule.ace_limit);
        if total > 17 || (total == 17 && !(soft && rule.soft_17 == Soft17::Hit)) {
            let blackjack = cards.len() == 2 && is_blackjack(cards[0], cards[1]);
            let end = if blackjack { DealerEnd::Blackjack } else { DealerEnd::Total(total) };
            let net = settled.unwrap_or_else(|| settle_round(self.game, round, end));
            let (probability, mean) = self.found.entry((self.hand, cards)).or_insert((Exact::zero(), Exact::zero()));
            *probability += chance;
            *mean += chance * net;
            return;
        }
        let unseen: u16 = left.iter().sum();
        for card in Value::all().filter(|card| left[card.index()] > 0) {
            let mut rest = left;
            rest[card.index()] -= 1;
            let more = [cards.as_slice(), &[card]].concat();
            let likely = ratio(left[card.index()].into(), unseen.into());
            self.draw(round, settled, more, (rest, chance * likely));
        }
    }
}
