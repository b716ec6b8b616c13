//! One hand of a round, followed card by card to where it is settled.

use std::collections::BTreeMap;

use rules::Game;

use super::classes::Classes;
use super::ends::Ends;
use super::field::Field;
use super::point::Point;
use super::terms::{Marked, Terms, multiply, pack};
use crate::dealer::{BLACKJACK, ENDS};
use crate::hand_place::{Doubled, HandPlace, Wagered};
use crate::hands::{Counts, VALUES};
use crate::nets::Nets;
use crate::pay::Finish;
use crate::refusal::Refusal;
use crate::round::Round;
use crate::strategy::{Act, Row};
use crate::up_card_play::UpCardPlay;

/// What happens to a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Counted {
    /// It is doubled, on whosever money.
    Doubled,
    Busted,
    GivenUp,
}

impl Told {
    fn without_insurance(self) -> Self {
        if let Told::Insured(_) = self { Told::Results } else { self }
    }
}

/// What of a round is told.
#[derive(Debug, Clone, Copy)]
pub(super) enum Told {
    Results,
    /// What insurance comes to against a blackjack and against anything else.
    Insured([u64; 2]),
    /// To how many hands something happened.
    Number(Counted),
    /// The results of hands that are doubled by whose money it says.
    Doubled(Doubled),
    /// The mean net result of each hand by itself, in units.
    Mean,
    /// Its square.
    Square,
}

/// The hands of a round under one signal.
#[derive(Clone, Copy)]
pub(super) struct Hands<'a> {
    pub(super) point: &'a Point,
    pub(super) round: &'a Round<'a>,
    pub(super) play: &'a Row,
    pub(super) busts: Busts,
    pub(super) which: Which,
    pub(super) told: Told,
}

/// How busted hands are enumerated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Busts {
    /// Card by card.
    Drawn,
    /// Those of a hand together, where the rules do not tell them apart. It is a tenth of the work for splits to four hands.
    Together,
}

impl Busts {
    /// Card by card where hands are few.
    pub(super) fn of(game: &Game) -> Self {
        if game.split.as_ref().is_some_and(|rule| rule.max_hands > 2) { Self::Together } else { Self::Drawn }
    }
}

/// Which hands are followed to their end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    All,
    /// Those that are out of the round before the dealer draws: busted, and given up or paid as a blackjack if that counts. Their
    /// results are those against a blackjack.
    Gone {
        given_up: bool,
        blackjacks: bool,
    },
}

/// Terms before they are added up, by the bonus that suits decide.
pub(super) type Settled = BTreeMap<Option<usize>, Vec<(u64, Vec<u64>)>>;

/// A hand where it is settled.
#[derive(Clone, Copy)]
struct At<'a> {
    wagered: Wagered,
    finish: Finish<'a>,
    /// It is settled before it is played, and not given up.
    at_once: bool,
    /// In how many orders it is reached.
    orders: u64,
}

impl At<'_> {
    fn number(&self, counted: Counted) -> i64 {
        i64::from(match counted {
            Counted::Doubled => self.wagered.doubled != Doubled::No,
            Counted::Busted => matches!(self.finish, Finish::Bust(_)),
            Counted::GivenUp => !self.at_once && matches!(self.finish, Finish::GivenUp),
        })
    }
}

impl Hands<'_> {
    pub(super) fn field(&self) -> &Field {
        &self.point.field
    }

    /// A finished hand of these cards.
    fn settle(&self, settled: &mut Settled, cards: &Counts, at: At<'_>, nets: &Nets) {
        let Self { round, .. } = self;
        let orders = at.orders;
        let wager = round.pay.double_wager(at.wagered);
        let bonus = match at.finish {
            Finish::Stood(hand) => round.pay.bonuses.of_hand(at.wagered, hand),
            Finish::Bust(_) | Finish::GivenUp => None,
        };
        let number = match self.told {
            Told::Number(counted) => Some(at.number(counted)),
            Told::Results | Told::Insured(_) | Told::Doubled(_) | Told::Mean | Told::Square => None,
        };
        // Means have the payments by suit in them.
        let is_marked = number.is_none() && !matches!(self.told, Told::Mean);
        let mark = bonus.filter(|&bonus| is_marked && round.pay.bonuses.by_suit(bonus));
        let is_asked = match self.told {
            Told::Doubled(doubled) => at.wagered.doubled == doubled,
            _ => true,
        };
        let is_looked_at = |end: usize| match self.which {
            Which::All => is_asked,
            Which::Gone { given_up, blackjacks } => {
                end == BLACKJACK
                    && match at.finish {
                        Finish::Stood(hand) => blackjacks && round.pay.is_split_blackjack(at.wagered.place, hand),
                        Finish::Bust(_) => true,
                        Finish::GivenUp => given_up,
                    }
            }
        };
        let coefficients: Vec<u64> = nets
            .iter()
            .enumerate()
            .map(|(end, &net)| match (is_looked_at(end), mark) {
                (false, _) => 0,
                (true, _) if number.is_some() => {
                    self.field().multiply(self.point.weight(number.unwrap_or_default(), 0), orders)
                }
                (true, _) if matches!(self.told, Told::Mean) => {
                    self.field().multiply(self.field().of_signed(net), orders)
                }
                (true, _) if matches!(self.told, Told::Square) => {
                    let net = self.field().of_signed(net);
                    self.field().multiply(self.field().multiply(net, net), orders)
                }
                // Paid once the suits of all such hands are known.
                (true, Some(_)) if end != BLACKJACK => self.field().multiply(self.point.weight(0, wager), orders),
                (true, _) => self.field().multiply(self.point.weight(net / round.units_of_result, wager), orders),
            })
            .collect();
        if coefficients.iter().any(|&coefficient| coefficient != 0) {
            settled.entry(mark).or_default().push((pack(cards), coefficients));
        }
    }

    /// What hands come to that are played on from two cards, each reached in a number of orders.
    pub(super) fn follow(&self, place: HandPlace, pair: Option<usize>, starts: &[(usize, u64)], settled: &mut Settled) {
        let Self { round, play, .. } = self;
        let list = &round.hands.list;
        let mut orders = vec![0_u64; list.len()];
        starts.iter().for_each(|&(id, number)| orders[id] += number);
        // What a hand grows into comes after it.
        for (id, hand) in list.iter().enumerate() {
            if orders[id] == 0 {
                continue;
            }
            let here = self.field().of(orders[id]);
            match play.act(id, round.may(place, pair, hand)) {
                Act::Stand => {
                    let at = At {
                        wagered: place.with(Doubled::No),
                        finish: Finish::Stood(hand),
                        at_once: false,
                        orders: here,
                    };
                    self.settle(settled, &hand.cards, at, &round.stood(place.with(Doubled::No), id));
                }
                Act::Surrender => {
                    let nets = round.surrendered(place.with(Doubled::No), Some(hand));
                    let at =
                        At { wagered: place.with(Doubled::No), finish: Finish::GivenUp, at_once: false, orders: here };
                    self.settle(settled, &hand.cards, at, &nets);
                }
                Act::Hit => {
                    let number = orders[id];
                    hand.next.iter().flatten().for_each(|&next| orders[next] += number);
                    self.bust(settled, place.with(Doubled::No), id, here);
                }
                Act::Double => {
                    let doubled = Doubled::of(hand);
                    for &next in hand.next.iter().flatten() {
                        let (finish, nets) = if play.gives_up_doubled(doubled, next) {
                            (Finish::GivenUp, round.surrendered(place.with(doubled), None))
                        } else {
                            (Finish::Stood(&list[next]), round.stood(place.with(doubled), next))
                        };
                        let at = At { wagered: place.with(doubled), finish, at_once: false, orders: here };
                        self.settle(settled, &list[next].cards, at, &nets);
                    }
                    self.bust(settled, place.with(doubled), id, here);
                }
            }
        }
    }

    /// Every card that makes a hand a bust.
    fn bust(&self, settled: &mut Settled, wagered: Wagered, id: usize, orders: u64) {
        let Self { round, .. } = self;
        let hand = &round.hands.list[id];
        let over: Vec<usize> = (0..VALUES).filter(|value| usize::from(hand.hard) + value + 1 > 21).collect();
        let nets = |value: usize| round.busted(wagered, hand, value);
        let Some(&one) = over.first() else { return };
        let at = At { wagered, finish: Finish::Bust(hand.hard + one as u8 + 1), at_once: false, orders };
        if self.busts == Busts::Together && over.iter().all(|&value| nets(value) == nets(one)) {
            // Nobody looks at the card: it is any card but those that are no bust.
            self.settle(settled, &hand.cards, at, &nets(one));
            for &next in hand.next.iter().flatten() {
                let minus = At { orders: self.field().negated(orders), ..at };
                self.settle(settled, &round.hands.list[next].cards, minus, &nets(one));
            }
        } else {
            for value in over {
                let mut cards = hand.cards;
                cards[value] += 1;
                self.settle(settled, &cards, at, &nets(value));
            }
        }
    }

    pub(super) fn terms(&self, settled: &Settled) -> Marked {
        let mut marked = Marked::new(ENDS);
        for (mark, settled) in settled {
            let terms = settled.iter().map(|(key, coefficients)| (*key, &coefficients[..]));
            marked.by_marks.insert(mark.iter().copied().collect(), Terms::sum(self.field(), ENDS, terms));
        }
        marked
    }

    /// Hands that are not split; those that are settled without insurance come second.
    pub(super) fn unsplit_hands(&self, table: &UpCardPlay<'_>) -> [Settled; 2] {
        let round = self.round;
        let [mut settled, mut apart] = [Settled::new(), Settled::new()];
        let mut starts = Vec::new();
        for (id, hand) in round.hands.list.iter().enumerate().filter(|(_, hand)| hand.size == 2) {
            let orders = if hand.pair().is_some() { 1 } else { 2 };
            let at_once = if table.early[id] {
                round.pay.early()
            } else if hand.is_ace_and_ten() {
                table.natural(round)
            } else if round.ends_round {
                round.pay.discovered()
            } else {
                if hand.pair().is_none_or(|pair| !self.play.split[pair]) {
                    starts.push((id, orders));
                }
                continue;
            };
            let at = At {
                wagered: HandPlace::Unsplit.with(Doubled::No),
                finish: Finish::GivenUp,
                at_once: !table.early[id],
                orders: self.field().of(orders),
            };
            let is_apart = hand.is_ace_and_ten() && table.takes_even_money();
            let settled = if is_apart { &mut apart } else { &mut settled };
            self.settle(settled, &hand.cards, at, &round.scaled(&at_once));
        }
        self.follow(HandPlace::Unsplit, None, &starts, &mut settled);
        [settled, apart]
    }

    pub(super) fn unsplit(&self, table: &UpCardPlay<'_>) -> Result<u64, Refusal> {
        let [settled, apart] = self.unsplit_hands(table);
        let ended = |hands: &Self, settled: &Settled| {
            let terms = hands.terms(settled);
            let classes = hands.classes([&terms]);
            hands.ended(&classes, &classes.of(&terms), &Marked::one(self.field(), classes.number()))
        };
        Ok(self
            .field()
            .add(ended(self, &settled)?, ended(&Self { told: self.told.without_insurance(), ..*self }, &apart)?))
    }
}

impl Hands<'_> {
    /// The ends of the dealer's hand that matter to these.
    pub(super) fn classes<'a>(&self, kinds: impl IntoIterator<Item = &'a Marked>) -> Classes {
        match self.which {
            Which::All => {
                let terms: Vec<&Terms> = kinds.into_iter().flat_map(|kind| kind.by_marks.values()).collect();
                Classes::new(&terms, matches!(self.told, Told::Insured(_)) || self.round.pay.bonuses.any_by_suit())
            }
            Which::Gone { .. } => Classes::blackjack(),
        }
    }

    /// What hands of these bonuses are paid together, against anything but a blackjack.
    fn payout(&self, bonuses: &[usize]) -> Option<u64> {
        let field = self.field();
        let units = self.round.units / self.round.units_of_result;
        let payouts = self.round.pay.bonuses.payouts(bonuses).into_iter().map(|(pays, probability)| {
            let probability = self.point.residue(&probability)?;
            Some(field.multiply(probability, self.point.weight(*(pays * units).numer(), 0)))
        });
        payouts.into_iter().try_fold(0, |sum, term| Some(field.add(sum, term?)))
    }

    /// The product of these, ended by the dealer's hand.
    pub(super) fn ended(&self, classes: &Classes, one: &Marked, other: &Marked) -> Result<u64, Refusal> {
        let field = self.field();
        let mut ends = Ends::new(field, &self.round.dealer, &self.round.left, &|_, end, _| classes.class[end]);
        let mut distribution = vec![0; classes.class.iter().max().map_or(0, |most| most + 1)];
        let mut all = 0;
        for (marks, products) in one.pairs(other) {
            let payout = if marks.is_empty() { Some(field.one()) } else { self.payout(&marks) };
            let payout = payout.ok_or_else(|| Refusal::not_checkable("bonuses in so many suits"))?;
            let mut sums = vec![0; classes.number()];
            for (a, b) in products {
                multiply(field, a, b, |block| {
                    for (key, coefficients) in block.iter() {
                        ends.distribution(key, &mut distribution)?;
                        for ((sum, &coefficient), &probability) in sums.iter_mut().zip(coefficients).zip(&distribution)
                        {
                            *sum = field.add(*sum, field.multiply(field.reduce(coefficient), probability));
                        }
                    }
                    Ok(())
                })?;
            }
            for (&end, sum) in classes.ends.iter().zip(sums) {
                let paid = if end == BLACKJACK { field.one() } else { payout };
                let paid = match self.told {
                    Told::Insured(insurance) => field.multiply(paid, insurance[usize::from(end != BLACKJACK)]),
                    Told::Results | Told::Number(_) | Told::Doubled(_) | Told::Mean | Told::Square => paid,
                };
                all = field.add(all, field.multiply(sum, paid));
            }
        }
        Ok(all)
    }
}
