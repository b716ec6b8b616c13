//! Wagers that the cards of the deal decide, beside each other and by the values of the cards.

use std::collections::BTreeMap;

use cards::{Card, FaceCounts, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use rules::{MeterAmount, OfferedWager, PlayerCards};

use crate::deal::fits;
use crate::match_up_card;
use crate::outcome::{Lines, Outcome};

/// What a wager on the deal wins on the average with cards of some values.
#[derive(Debug, Clone, PartialEq)]
pub struct GivenValues {
    /// The player's first two cards, the lower value first.
    pub hand: [Value; 2],
    /// The up card; `None` where it does not matter.
    pub up: Option<Value>,
    /// The hole card; `None` where it does not matter.
    pub hole: Option<Value>,
    /// Expected net result per unit wagered, given these values.
    pub mean: MeterAmount,
    /// Expected square of its fixed part.
    pub square: BigRational,
}

/// The expected net result of a wager on the player's first two cards and the dealer's, by the values of these cards; `None` for
/// a wager that something else decides.
///
/// The faces of a deal are those of cards dealt at random: given its values, those of cards dealt later tell nothing of them.
/// So an expectation of the product with anything that values decide is that of the product of both, given the values.
pub fn given_values(wager: &OfferedWager) -> Option<Vec<GivenValues>> {
    let wager = OnDeal::new(wager)?;
    let faces: Vec<Card> = wager.wager.cards.faces().collect();
    let mut deals = ByValues { wager: &wager, faces: &faces, found: Vec::new() };
    for low in Value::all() {
        let first = deals.dealt(&vec![(Vec::new(), 1)], low);
        for high in Value::all().filter(|&high| high >= low) {
            deals.add(&[low, high], BTreeMap::new(), deals.dealt(&first, high));
        }
    }
    Some(deals.found)
}

/// The expected net result of a wager on the first two cards of both hands, by the values of these four, the lowest first; `None` for a
/// wager that something else decides.
///
/// What such an expectation is good for is said at [`given_values`].
pub fn given_four_values(wager: &OfferedWager) -> Option<Vec<([Value; 4], MeterAmount)>> {
    let wager = OnDeal::of(wager, PlayerCards::FirstFour)?;
    let faces: Vec<Card> = wager.wager.cards.faces().collect();
    let mut found = Vec::new();
    let mut deals = vec![(Vec::new(), vec![(Vec::new(), 1)])];
    while let Some((values, dealt)) = deals.pop() {
        if let [a, b, c, d] = values[..] {
            let mut settled = BTreeMap::new();
            for (cards, ways) in dealt {
                // A wager that waits for the dealer's cards is none on these four.
                *settled.entry(wager.settled(&cards, &[])?).or_default() += ways;
            }
            found.extend(wager.mean(&settled).map(|mean| ([a, b, c, d], mean)));
        } else {
            for value in Value::all().filter(|&value| values.last().is_none_or(|&last| value >= last)) {
                deals.push((
                    [values.as_slice(), &[value]].concat(),
                    one_more(&faces, &wager.wager.cards, &dealt, value),
                ));
            }
        }
    }
    Some(found)
}

/// Covariances of the net results per unit wagered, each with its meter where it stands: at row i and column j that of the i-th
/// and the j-th wager.
///
/// `None` where one of the two is not decided by the player's first two cards and the dealer's first two, and for two wagers on
/// events apart from the cards, which may be the same event.
pub fn covariances(wagers: &[(&OfferedWager, BigRational)], cards: &FaceCounts) -> Vec<Vec<Option<BigRational>>> {
    let of_deal: Vec<Option<OnDeal<'_>>> = wagers.iter().map(|(wager, _)| OnDeal::new(wager)).collect();
    // Paytables of one wager have the same outcomes.
    let mut kinds: Vec<&OnDeal<'_>> = Vec::new();
    let mut kind_of = Vec::new();
    for wager in &of_deal {
        kind_of.push(wager.as_ref().map(|wager| {
            kinds.iter().position(|kind| kind.has_outcomes_of(wager)).unwrap_or_else(|| {
                kinds.push(wager);
                kinds.len() - 1
            })
        }));
    }
    let faces: Vec<Card> = cards.faces().collect();
    let mut deals = Deals { kinds: &kinds, faces: &faces, cards, ways: BTreeMap::new() };
    if !kinds.is_empty() {
        deals.player();
    }
    let joint = |a: usize, b: usize| deals.joint(a, b);
    let joint: Vec<Vec<Joint>> = (0..kinds.len()).map(|a| (0..kinds.len()).map(|b| joint(a, b)).collect()).collect();
    let covariance = |i: usize, j: usize| {
        let (one, other) = (of_deal[i].as_ref()?, of_deal[j].as_ref()?);
        let both_on_chances = one.lines.asks_for_chances() && other.lines.asks_for_chances();
        let ways = &joint[kind_of[i]?][kind_of[j]?];
        (!both_on_chances)
            .then(|| of_joint(ways, |at| one.at_meter(at, &wagers[i].1), |at| other.at_meter(at, &wagers[j].1)))
    };
    (0..wagers.len()).map(|i| (0..wagers.len()).map(|j| covariance(i, j)).collect()).collect()
}

/// Ordered deals by what they come to for two wagers.
type Joint = BTreeMap<(Settled, Settled), u128>;

/// The covariance of two amounts.
fn of_joint(ways: &Joint, one: impl Fn(Settled) -> BigRational, other: impl Fn(Settled) -> BigRational) -> BigRational {
    let (mut ones, mut others): (BTreeMap<_, BigRational>, BTreeMap<_, BigRational>) = Default::default();
    let (mut products, mut means) = (BigRational::zero(), [BigRational::zero(), BigRational::zero()]);
    for (&(a, b), &ways) in ways {
        let a = ones.entry(a).or_insert_with(|| one(a));
        let b = others.entry(b).or_insert_with(|| other(b));
        let ways = BigInt::from(ways);
        products += &*a * &*b * &ways;
        means[0] += &*a * &ways;
        means[1] += &*b * &ways;
    }
    let all = BigRational::from_integer(ways.values().sum::<u128>().into());
    let [a, b] = means;
    products / &all - a * b / (&all * &all)
}

/// Every deal by what it comes to for each wager.
struct Deals<'a> {
    kinds: &'a [&'a OnDeal<'a>],
    faces: &'a [Card],
    cards: &'a FaceCounts,
    /// Ordered ways of the player's two cards and the dealer's two.
    ways: BTreeMap<Vec<Settled>, u128>,
}

impl Deals<'_> {
    fn player(&mut self) {
        for (at, &one) in self.faces.iter().enumerate() {
            for &other in &self.faces[at..] {
                let orders = if one == other { 1 } else { 2 };
                let ways = orders * left(self.cards, one, &[]) * left(self.cards, other, &[one]);
                if ways > 0 {
                    self.dealer(&mut vec![one, other], ways);
                }
            }
        }
    }

    /// Deals the dealer's cards as far as some wager asks for them.
    fn dealer(&mut self, dealt: &mut Vec<Card>, ways: u128) {
        let settled: Option<Vec<Settled>> =
            self.kinds.iter().map(|wager| wager.settled(&dealt[..2], &dealt[2..])).collect();
        let cards = u128::from(self.cards.total());
        if let Some(settled) = settled {
            let rest: u128 = (dealt.len()..4).map(|gone| cards - gone as u128).product();
            *self.ways.entry(settled).or_default() += ways * rest;
            return;
        }
        for &face in self.faces {
            let left = left(self.cards, face, dealt);
            if left > 0 {
                dealt.push(face);
                self.dealer(dealt, ways * left);
                dealt.pop();
            }
        }
    }

    fn joint(&self, a: usize, b: usize) -> Joint {
        let mut joint = Joint::new();
        for (settled, ways) in &self.ways {
            *joint.entry((settled[a], settled[b])).or_default() += ways;
        }
        joint
    }
}

/// Cards of a face that are left.
fn left(cards: &FaceCounts, face: Card, dealt: &[Card]) -> u128 {
    u128::from(cards.count(face)).saturating_sub(dealt.iter().filter(|&&card| card == face).count() as u128)
}

/// The deals of a wager by values, faces told apart as long as they matter.
struct ByValues<'a> {
    wager: &'a OnDeal<'a>,
    faces: &'a [Card],
    found: Vec<GivenValues>,
}

/// Cards dealt, with the ordered ways.
type Dealt = Vec<(Vec<Card>, u128)>;

/// One more card of a value.
fn one_more(faces: &[Card], shoe: &FaceCounts, so_far: &Dealt, value: Value) -> Dealt {
    let of_value = || faces.iter().copied().filter(move |card| card.rank.value() == value);
    let more = so_far.iter().flat_map(|(cards, ways)| {
        of_value().map(move |face| {
            let dealt: Vec<Card> = cards.iter().copied().chain([face]).collect();
            (dealt, ways * left(shoe, face, cards))
        })
    });
    more.filter(|&(_, ways)| ways > 0).collect()
}

impl ByValues<'_> {
    fn dealt(&self, so_far: &Dealt, value: Value) -> Dealt {
        one_more(self.faces, &self.wager.wager.cards, so_far, value)
    }

    /// Adds deals of these values: some settled before the last card, the others with all their faces.
    fn add(&mut self, values: &[Value], mut settled: BTreeMap<Settled, u128>, dealt: Dealt) {
        let mut open = Dealt::new();
        for (cards, ways) in dealt {
            match self.wager.settled(&cards[..2], &cards[2..]) {
                Some(at) => *settled.entry(at).or_default() += ways,
                None => open.push((cards, ways)),
            }
        }
        if !open.is_empty() {
            let cards = self.wager.wager.cards.composition();
            for value in Value::all() {
                let of_value = u128::from(cards.count(value));
                let left = of_value.saturating_sub(values.iter().filter(|&&one| one == value).count() as u128);
                let settled = settled.iter().map(|(&at, ways)| (at, ways * left)).collect();
                self.add(&[values, &[value]].concat(), settled, self.dealt(&open, value));
            }
            return;
        }
        let (Some(mean), [low, high, dealer @ ..]) = (self.wager.mean(&settled), values) else { return };
        self.found.push(GivenValues {
            hand: [*low, *high],
            up: dealer.first().copied(),
            hole: dealer.get(1).copied(),
            mean,
            square: self.wager.mean_square(&settled),
        });
    }
}

/// A wager on the player's first cards and, where it asks for them, the dealer's.
struct OnDeal<'a> {
    wager: &'a OfferedWager,
    lines: Lines<'a>,
}

/// What the cards come to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Settled {
    /// Lines that fit.
    Lines(Outcome),
    /// Cards that match the up card in suit and in rank alone.
    Matches(u32, u32),
}

impl<'a> OnDeal<'a> {
    fn new(wager: &'a OfferedWager) -> Option<Self> {
        Self::of(wager, PlayerCards::FirstTwo)
    }

    /// The same on these cards of the player.
    fn of(wager: &'a OfferedWager, cards: PlayerCards) -> Option<Self> {
        let rule = &wager.rule;
        let asks_for_more = rule.depends_on_play() || rule.lines.iter().any(|line| line.dealer_hand.is_some());
        if asks_for_more || rule.cards != cards {
            return None;
        }
        Some(Self { wager, lines: Lines::new(wager) })
    }

    /// What the player's cards and these of the dealer come to; `None` while another card may matter.
    fn settled(&self, player: &[Card], dealer: &[Card]) -> Option<Settled> {
        if self.wager.rule.match_pays.is_none() {
            let outcome = self.lines.outcome(|_, line| fits(line, &self.wager.rule, player, dealer));
            return outcome.map(Settled::Lines);
        }
        let up = dealer.first()?;
        let count = |matches: &dyn Fn(&Card) -> bool| player.iter().filter(|card| matches(card)).count() as u32;
        let suited = count(&|card| card == up);
        let by_rank = match_up_card::matches_by_rank(&self.wager.rule, *up);
        Some(Settled::Matches(suited, count(&|card| by_rank && card.rank == up.rank && card != up)))
    }

    fn net(&self, settled: Settled) -> MeterAmount {
        match (settled, self.wager.rule.match_pays) {
            (Settled::Matches(suited, unsuited), Some(reading)) => {
                MeterAmount::fixed(match_up_card::pays(reading, &self.wager.paytable, suited, unsuited))
            }
            (Settled::Lines(outcome), _) => self.lines.expected(self.wager, outcome),
            (Settled::Matches(..), None) => MeterAmount::fixed(BigRational::zero()),
        }
    }

    /// The mean over deals that come to these in so many ways; `None` if there is none.
    fn mean(&self, settled: &BTreeMap<Settled, u128>) -> Option<MeterAmount> {
        let all: u128 = settled.values().sum();
        (all > 0).then(|| {
            let nets = settled.iter().map(|(&at, &ways)| {
                let (net, chance) = (self.net(at), BigRational::new(ways.into(), all.into()));
                MeterAmount { fixed: net.fixed * &chance, per_meter: net.per_meter * chance }
            });
            nets.fold(MeterAmount::fixed(BigRational::zero()), |mean, net| mean + net)
        })
    }

    /// The mean square of the fixed part of what these deals come to; zero if there is none.
    fn mean_square(&self, settled: &BTreeMap<Settled, u128>) -> BigRational {
        let all: u128 = settled.values().sum();
        let square = |at: Settled| match at {
            Settled::Lines(outcome) if self.wager.rule.match_pays.is_none() => self.lines.expected_square(outcome),
            at => {
                let net = self.net(at).fixed;
                &net * &net
            }
        };
        let sum: BigRational =
            settled.iter().map(|(&at, &ways)| square(at) * BigRational::from_integer(ways.into())).sum();
        sum / BigRational::from_integer(all.max(1).into())
    }

    fn at_meter(&self, settled: Settled, meter: &BigRational) -> BigRational {
        let net = self.net(settled);
        net.fixed + net.per_meter * meter
    }

    fn has_outcomes_of(&self, other: &Self) -> bool {
        self.wager.id == other.wager.id
            && self.wager.rule == other.wager.rule
            && self.wager.inputs.chances == other.wager.inputs.chances
    }
}
