//! Rounds enumerated card by card: the distributions and events that a certificate states, found without polynomials.

use std::collections::BTreeMap;

use cards::Value;
use certificate::{DoubledBy, StatedClass, StatedDoubled, StatedEvent, StatedNet, StatedResult, StatedShare};
use num_rational::BigRational;
use num_traits::{One, Zero};
use rules::Submission;

use super::fixture::{class, submission};
use crate::dealer::{self, BLACKJACK, ENDS};
use crate::hand_place::{Doubled, HandPlace, Wagered};
use crate::hands::{Counts, VALUES};
use crate::nets::Net;
use crate::pay::Finish;
use crate::round::Round;
use crate::strategy::{Act, Row};
use crate::up_card_play::{UpCardPlay, stated_plays};
use crate::{claims, doubled, events, results};

/// Aces, nines and tens.
fn few() -> Submission {
    submission("pa-633a-blackjack/1-decks.toml", &[("shoe", "5,0,0,0,0,0,0,0,9,18"), ("options.max-hands", "2")])
}

/// What the hands of a round came to.
#[derive(Clone, Default)]
struct Came {
    nets: [Net; ENDS],
    wagered: i64,
    hands: usize,
    counted: [usize; 3],
    doubled: Option<Doubled>,
    blackjack: bool,
    even_money: bool,
}

/// One round as far as it has come.
struct Table<'a> {
    table: &'a UpCardPlay<'a>,
    round: &'a Round<'a>,
    play: &'a Row,
    up: usize,
    hole: usize,
    splits: bool,
    came: Vec<(Came, usize, BigRational)>,
}

fn draws(left: &Counts) -> Vec<(usize, BigRational, Counts)> {
    let total: u16 = left.iter().sum();
    let drawn = (0..VALUES).filter(|&value| left[value] > 0).map(|value| {
        let mut rest = *left;
        rest[value] -= 1;
        (value, BigRational::new(left[value].into(), total.into()), rest)
    });
    drawn.collect()
}

/// How far a round has come, and the probability of that.
#[derive(Clone)]
struct Reached {
    came: Came,
    left: Counts,
    chance: BigRational,
}

impl Reached {
    /// After one more card, which is given.
    fn each_draw(&self) -> impl Iterator<Item = (usize, Reached)> {
        draws(&self.left).into_iter().map(|(value, probability, left)| {
            (value, Reached { came: self.came.clone(), left, chance: &self.chance * probability })
        })
    }
}

type Then<'a, 'b> = &'b mut dyn FnMut(&mut Table<'a>, Reached);

impl<'a> Table<'a> {
    fn settle(&self, came: &mut Came, wagered: Wagered, finish: Finish<'_>) {
        let nets = self.round.pay.played(wagered, finish);
        came.nets.iter_mut().zip(nets).for_each(|(sum, net)| *sum += net);
        came.wagered += self.round.pay.double_wager(wagered);
        came.hands += 1;
        came.counted[0] += usize::from(wagered.doubled != Doubled::No);
        came.doubled = Some(wagered.doubled);
        came.counted[1] += usize::from(matches!(finish, Finish::Bust(_)));
        came.counted[2] += usize::from(matches!(finish, Finish::GivenUp));
    }

    fn hand(&mut self, at: (HandPlace, Option<usize>, usize), reached: Reached, then: Then<'a, '_>) {
        let (place, pair, id) = at;
        let (round, play) = (self.round, self.play);
        let hand = &round.hands.list[id];
        let act = play.act(id, round.may(place, pair, hand));
        let doubled = if act == Act::Double { Doubled::of(hand) } else { Doubled::No };
        let finish = match act {
            Act::Stand => Finish::Stood(hand),
            Act::Surrender => Finish::GivenUp,
            Act::Hit | Act::Double => {
                for (value, mut reached) in reached.each_draw() {
                    let finish = match hand.next[value] {
                        Some(next) if act == Act::Hit => {
                            self.hand((place, pair, next), reached, then);
                            continue;
                        }
                        Some(next) if play.gives_up_doubled(doubled, next) => Finish::GivenUp,
                        Some(next) => Finish::Stood(&round.hands.list[next]),
                        None => Finish::Bust(hand.hard + value as u8 + 1),
                    };
                    self.settle(&mut reached.came, place.with(doubled), finish);
                    then(self, reached);
                }
                return;
            }
        };
        let mut reached = reached;
        self.settle(&mut reached.came, place.with(doubled), finish);
        then(self, reached);
    }

    fn dealer(&mut self, came: &Came, drawn: Counts, left: Counts, chance: &BigRational) {
        if let Some(end) = dealer::end(self.table.game, &drawn) {
            self.came.push((came.clone(), end, chance.clone()));
            return;
        }
        for (value, probability, rest) in draws(&left) {
            let mut more = drawn;
            more[value] += 1;
            self.dealer(came, more, rest, &(chance * probability));
        }
    }

    fn ended(&mut self, Reached { came, left, chance }: &Reached) {
        let mut drawn = [0; VALUES];
        drawn[self.up] += 1;
        drawn[self.hole] += 1;
        self.dealer(came, drawn, *left, chance);
    }

    fn two(&mut self, cards: [usize; 2], left: Counts, chance: &BigRational) {
        let (round, play) = (self.round, self.play);
        let id = round.hands.two(cards[0], cards[1]).expect("a hand");
        let hand = &round.hands.list[id];
        let nothing = Came { wagered: 1, ..Came::default() };
        let reached = |came: Came| Reached { came, left, chance: chance.clone() };
        let pair = hand.pair().filter(|&pair| play.split[pair] && !round.ends_round);
        if hand.is_ace_and_ten() || round.ends_round {
            let nets = if hand.is_ace_and_ten() { self.table.natural(round) } else { round.pay.discovered() };
            let blackjack = hand.is_ace_and_ten();
            let even_money = blackjack && self.table.takes_even_money();
            self.ended(&reached(Came { nets, hands: 1, blackjack, even_money, ..nothing }));
        } else if pair.is_some() && !self.splits {
        } else if let Some(pair) = pair {
            let second = round.hands.two(pair, pair).map(|_| HandPlace::Later).expect("a pair");
            let mut came = nothing;
            came.wagered += round.pay.split_wager(second);
            for (value, reached) in reached(came).each_draw() {
                let first = round.hands.two(pair, value).expect("a hand");
                self.hand((HandPlace::First, Some(pair), first), reached, &mut |table, reached| {
                    for (value, reached) in reached.each_draw() {
                        let other = table.round.hands.two(pair, value).expect("a hand");
                        table.hand((second, Some(pair), other), reached, &mut |table, reached| table.ended(&reached));
                    }
                });
            }
        } else {
            self.hand((HandPlace::Unsplit, None, id), reached(nothing), &mut |table, reached| table.ended(&reached));
        }
    }
}

/// A round: the up card, what it came to, the dealer's end, its probability.
type EndedRound = (Value, Came, usize, BigRational);

/// Every round, those with a split only if asked for.
fn rounds(submission: &Submission, class: &StatedClass, splits: bool) -> Vec<EndedRound> {
    let mut all = Vec::new();
    for (up, play) in stated_plays(submission, class).expect("a table") {
        let of_up = BigRational::new(submission.shoe.count(up).into(), submission.shoe.total().into());
        let table = UpCardPlay::new(submission, class, up, play).expect("a table");
        let left = *submission.shoe.without(up).expect("the up card").counts();
        for (round, play) in table.rounds(table.attacked).expect("rounds").iter().zip(&table.plays) {
            assert!(!splits || !round.blackjack_looks_for_live_hands());
            for (hole, of_hole, rest) in draws(&left) {
                if round.holes_in(&std::array::from_fn(|value| u16::from(value == hole))) == 0 {
                    continue;
                }
                let mut one = Table { table: &table, round, play, up: up.index(), hole, splits, came: Vec::new() };
                for (first, of_first, rest) in draws(&rest) {
                    for (second, of_second, rest) in draws(&rest) {
                        one.two([first, second], rest, &(&of_first * of_second));
                    }
                }
                all.extend(one.came.into_iter().map(|(came, end, chance)| (up, came, end, chance * &of_hole * &of_up)));
            }
        }
    }
    all
}

fn sums<K: Ord>(all: impl Iterator<Item = (K, BigRational)>) -> BTreeMap<K, BigRational> {
    let mut sums = BTreeMap::new();
    all.for_each(|(key, more)| *sums.entry(key).or_insert_with(BigRational::zero) += more);
    sums
}

/// What rounds net with which wagers, their probabilities over that of all.
fn stated_results<'a>(rounds: impl Iterator<Item = &'a EndedRound>, all: &BigRational) -> Vec<StatedResult> {
    let by_result = sums(rounds.map(|(_, came, end, chance)| ((came.nets[*end], came.wagered), chance.clone())));
    let result = |((net, wagered), probability): ((Net, i64), BigRational)| StatedResult {
        net: cards::fraction(&cards::widened(net)),
        wagered: cards::fraction(&cards::widened(wagered.into())),
        probability: cards::fraction(&(probability / all)),
    };
    by_result.into_iter().map(result).collect()
}

/// Rounds of one hand that is doubled, by whose money.
fn doubled_hands(all: &[EndedRound]) -> Vec<StatedDoubled> {
    let of = |(by, doubled): (DoubledBy, Doubled)| {
        let rounds = all.iter().filter(|(_, came, ..)| came.hands == 1 && came.doubled == Some(doubled));
        StatedDoubled { by, results: stated_results(rounds, &BigRational::one()) }
    };
    let both = [(DoubledBy::Player, Doubled::Own), (DoubledBy::House, Doubled::Free)].map(of);
    both.into_iter().filter(|doubled| !doubled.results.is_empty()).collect()
}

/// The doubled hands of a class, enumerated card by card; splits are left out.
pub(super) fn doubled_of(submission: &Submission, class: &StatedClass) -> Vec<StatedDoubled> {
    doubled_hands(&rounds(submission, class, false))
}

/// The class with everything that its table implies.
fn whole(submission: &Submission) -> StatedClass {
    let mut class = class(submission, "cdz");
    let all = rounds(submission, &class, true);
    assert!(all.iter().map(|(.., chance)| chance).sum::<BigRational>().is_one());
    let text = |number: Net| cards::fraction(&cards::widened(number));
    let stated = |up: Option<Value>| -> Vec<StatedResult> {
        let of_up = all.iter().filter(|(one, ..)| up.is_none_or(|up| up == *one));
        let all = of_up.clone().map(|(.., chance)| chance).sum();
        stated_results(of_up, &all)
    };
    class.results = Some(stated(None));
    let moment = |power: i32| -> BigRational {
        all.iter().map(|(_, came, end, chance)| cards::widened(came.nets[*end].pow(power)) * chance).sum()
    };
    class.variance = Some(cards::fraction(&(moment(2) - moment(1).pow(2))));
    let ups: Vec<Value> = Value::all().filter(|&up| submission.shoe.count(up) > 0).collect();
    class.up_cards.iter_mut().zip(ups).for_each(|(one, up)| one.results = Some(stated(Some(up))));
    let rule = submission.game.insurance.as_ref().expect("insurance");
    let insurance = |up: Value, came: &Came, end: usize| match end {
        _ if up != rule.offered_on || came.even_money => Net::zero(),
        BLACKJACK => rule.pays.ratio() * rule.maximum.ratio(),
        _ => -rule.maximum.ratio(),
    };
    let insured =
        sums(all.iter().map(|(up, came, end, chance)| (came.nets[*end] + insurance(*up, came, *end), chance.clone())));
    let insured = insured
        .into_iter()
        .map(|(net, probability)| StatedNet { net: text(net), probability: cards::fraction(&probability) });
    class.insured = Some(insured.collect());
    let dealers = |end: usize| dealer::total(end).map_or_else(|| "blackjack".to_owned(), |total| total.to_string());
    type Of<'a> = &'a dyn Fn(&Came, usize) -> (usize, String);
    let number = |number: usize| (number, number.to_string());
    let told: [(&str, Of<'_>); 6] = [
        ("hands", &|came, _| number(came.hands)),
        ("doubled", &|came, _| number(came.counted[0])),
        ("busted", &|came, _| number(came.counted[1])),
        ("surrendered", &|came, _| number(came.counted[2])),
        ("blackjack", &|came, _| (came.blackjack.into(), if came.blackjack { "yes" } else { "no" }.to_owned())),
        ("dealer", &|_, end| (end, dealers(end))),
    ];
    let event = |(what, of): (&str, Of<'_>)| {
        let shares = sums(all.iter().map(|(_, came, end, chance)| (of(came, *end), chance.clone()))).into_iter();
        let share = |((_, value), probability): ((usize, String), BigRational)| StatedShare {
            value,
            probability: cards::fraction(&probability),
        };
        StatedEvent { what: what.to_owned(), shares: shares.map(share).collect() }
    };
    class.doubled = Some(doubled_hands(&all));
    class.events = Some(told.into_iter().map(event).filter(|event| event.shares.len() > 1).collect());
    class
}

fn refused(submission: &Submission, class: &StatedClass) -> Result<(), crate::refusal::Refusal> {
    claims::of_class(submission, class)?;
    events::none_missing(submission, class)?;
    doubled::present(submission, class)?;
    doubled::check(submission, class, "a seed", &|_| ())?;
    results::check(class, class.results.as_deref().unwrap_or_default())?;
    for place in 0..class.up_cards.len() {
        results::derive(submission, class, place, "a seed", &|_| ())?;
    }
    results::derive_insured(submission, class, "a seed", &|_| ())?;
    let stated = class.events.iter().flatten().map(|event| event.what.as_str());
    stated.chain(events::COUNTED).try_for_each(|what| events::check(submission, class, what, "a seed", &|_| ()))
}

/// Moves a little probability between two neighbours.
fn shift<T>(list: &mut [T], of: impl Fn(&mut T) -> &mut String) {
    let little = BigRational::new(1.into(), 1_000_000.into());
    for (one, sign) in list.iter_mut().zip([1, -1]) {
        let text = of(one);
        let moved =
            certificate::number::fraction(text).expect("a fraction") + &little * BigRational::from_integer(sign.into());
        *text = cards::fraction(&moved);
    }
}

#[test]
fn distributions_and_events_are_those_of_the_rounds() {
    let submission = few();
    let whole = whole(&submission);
    assert_eq!(refused(&submission, &whole), Ok(()));
    let what: Vec<&str> = whole.events.iter().flatten().map(|event| event.what.as_str()).collect();
    assert!(["hands", "busted", "blackjack", "dealer"].iter().all(|one| what.contains(one)), "{what:?}");
    let after = |change: &dyn Fn(&mut StatedClass)| {
        let mut changed = whole.clone();
        change(&mut changed);
        refused(&submission, &changed).expect_err("a wrong claim").to_string()
    };
    assert!(after(&|one| shift(one.insured.as_mut().expect("stated"), |net| &mut net.probability)).contains("mean"));
    assert!(after(&|one| shift(one.results.as_mut().expect("stated"), |net| &mut net.probability)).contains("mean"));
    let variance = after(&|one| *one.variance.as_mut().expect("stated") = "1/2".to_owned());
    assert!(variance.contains("variance"), "{variance}");
    assert!(after(&|one| one.variance = None).contains("the variance of the distribution is missing"));
    for (at, what) in what.iter().enumerate() {
        let of = |one: &mut StatedClass| {
            shift(&mut one.events.as_mut().expect("stated")[at].shares, |share| &mut share.probability)
        };
        assert!(after(&of).contains(what), "{what}");
        let without = |one: &mut StatedClass| drop(one.events.as_mut().expect("stated").remove(at));
        assert!(after(&without).contains(what), "{what}");
    }
}

#[test]
fn doubled_hands_are_those_of_the_rounds() {
    let submission = few();
    let whole = whole(&submission);
    assert!(whole.doubled.as_ref().expect("stated")[0].results.len() > 1);
    let after = |change: &dyn Fn(&mut Vec<StatedDoubled>)| {
        let mut changed = whole.clone();
        change(changed.doubled.as_mut().expect("stated"));
        refused(&submission, &changed).expect_err("a wrong claim").to_string()
    };
    let not_so = "hands that the player doubles are not those of the stated strategy";
    // The sum stays as it is.
    assert!(after(&|all| shift(&mut all[0].results, |one| &mut one.probability)).contains(not_so));
    assert!(after(&|all| drop(all.remove(0))).contains(not_so));
    let missing = refused(&submission, &StatedClass { doubled: None, ..whole.clone() }).expect_err("a missing claim");
    assert!(missing.to_string().contains("they are missing"), "{missing}");
    let of_variant = StatedClass { doubled: whole.doubled.clone(), ..StatedClass::without_figures("cdz", None) };
    let too_many = crate::variants::claims_too_many(&of_variant);
    assert_eq!(too_many, Some("how rounds end whose hand is doubled"));
    assert!(after(&|all| drop(all[0].results.pop())).contains(not_so));
    assert!(after(&|all| all[0].by = DoubledBy::House).contains("doubles are not those"));
    assert!(after(&|all| all[0].results.reverse()).contains("out of order"));
    assert!(after(&|all| all[0].results.clear()).contains("what never happens is not stated"));
    assert!(after(&|all| all.push(all[0].clone())).contains("out of order"));
    assert!(after(&|all| all[0].results[0].wagered = "9/2".to_owned()).contains("no round nets"));
}

/// Three shifts that leave sum and mean as they are.
#[test]
fn insurance_with_the_right_mean_can_be_wrong() {
    let submission = few();
    let mut changed = whole(&submission);
    let insured = changed.insured.as_mut().expect("stated");
    let read = |text: &str| certificate::number::fraction(text).expect("a fraction");
    let nets: Vec<BigRational> = insured.iter().take(3).map(|one| read(&one.net)).collect();
    let little = BigRational::new(1.into(), 1_000_000.into());
    let moves = [&nets[1] - &nets[2], &nets[2] - &nets[0], &nets[0] - &nets[1]];
    for (one, by) in insured.iter_mut().zip(moves) {
        one.probability = cards::fraction(&(read(&one.probability) + by * &little));
    }
    assert_eq!(claims::of_class(&submission, &changed), Ok(()));
    assert!(matches!(
        results::derive_insured(&submission, &changed, "a seed", &|_| ()),
        Err(crate::refusal::Refusal::Distribution(_))
    ));
}
