//! One up card and signal: values of unsplit hands in floats for guidance, and exact values of a given play.

use cards::Value;
use num_rational::BigRational;
use pulp::{Arch, Simd, WithSimd};

use crate::arithmetic::card_set::CardSet;
use crate::compiled::decisions::{Act, GivenUpDoubles, Options, Play};
use crate::compiled::hands::{Hand, HandId, Hands, NO_HAND};
use crate::compiled::settlement::{Doubling, NATURAL, OUTCOMES, RowId};
use crate::compiled::walk::{CompiledRules, Count, Entry, Step, follow_telling_busts};
use crate::dealer::cache::{DealerCache, ExactSum, is_alike};

/// One up card and signal.
#[derive(Clone, Copy)]
pub(crate) struct SignalCase<'a> {
    pub(crate) table: CompiledRules<'a>,
    pub(crate) up: &'a DealerCache,
    /// Index into the dealer's cases.
    pub(crate) case: usize,
    /// What an unsplit hand may do here.
    pub(crate) options: Options,
}

/// Values of the actions of an unsplit hand given its cards and the up card, weighted by the probability of the
/// signal (design: condition by weighting). Doubling is priced for every hand that the doubling rule names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ActValues {
    pub(crate) stand: f64,
    /// Not a number where the hand may not draw.
    pub(crate) hit: f64,
    /// Not a number where the hand may not double.
    pub(crate) double: f64,
    pub(crate) surrender: f64,
}

impl ActValues {
    pub(crate) fn of(&self, act: Act) -> f64 {
        match act {
            Act::Stand => self.stand,
            Act::Hit => self.hit,
            Act::Double => self.double,
            Act::Surrender => self.surrender,
        }
    }
}

/// What a row pays on average. Four sums side by side, because in one each addition waits for the last.
#[inline(always)]
pub(crate) fn dot<U: Copy + Into<f64>>(row: &[U; OUTCOMES], distribution: &[f64; OUTCOMES]) -> f64 {
    let mut sums = [0.0; 4];
    for outcome in 0..OUTCOMES {
        sums[outcome % 4] += row[outcome].into() * distribution[outcome];
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}

impl<'a> SignalCase<'a> {
    /// Whether the player acts at all.
    pub(crate) fn is_played(&self) -> bool {
        !self.up.dealer.cases()[self.case].ends_round
    }

    /// Whether the dealer can have a blackjack here.
    pub(crate) fn has_blackjack(&self) -> bool {
        self.up.dealer.outcomes(self.case) >> NATURAL & 1 > 0
    }

    /// Whether the player can hold these cards here: the shoe has them, and a hole card of this case is left.
    pub(crate) fn can_hold(&self, cards: CardSet) -> bool {
        self.up.is_feasible(cards) && {
            let left = self.up.left_after(cards);
            self.up.dealer.cases()[self.case].holes.values().any(|hole| left[hole.index()] > 0)
        }
    }

    /// Whether the dealer may turn out to have a blackjack in this case.
    pub(crate) fn blackjack_may_come(&self) -> bool {
        let holes = self.up.dealer.cases()[self.case].holes;
        self.up.dealer.natural_hole().is_some_and(|hole| holes.contains(hole))
    }

    /// What settles a blackjack made by the switch, if that is told from another 21.
    pub(crate) fn switched_natural_row(&self) -> Option<RowId> {
        let settlement = self.table.settlement;
        settlement.switched_natural().map(|row| if self.is_played() { row } else { settlement.discovered(false) })
    }

    /// The case in which this hand, if it is an ace and a ten, is an ordinary 21.
    pub(crate) fn without_blackjack(self, hand: &Hand) -> Self {
        if hand.is_natural() { Self { options: self.options.without_blackjack(), ..self } } else { self }
    }

    /// A hand's values in [`SignalCase::without_blackjack`].
    pub(crate) fn of_any_21(&self, id: HandId, hand: &Hand, values: &ActValues) -> ActValues {
        let distribution = if hand.is_natural() { self.up.float_row(hand.cards, self.case) } else { None };
        let settlement = self.table.settlement;
        let stand = distribution
            .map(|distribution| dot(settlement.row(self.options.stand_row(settlement, id, hand)), distribution));
        ActValues { stand: stand.unwrap_or(values.stand), ..*values }
    }

    /// Values of every unsplit hand's actions, from the last to the first. `given_up` are the doubled hands given up;
    /// `choose` is told a hand and its values and returns the value of playing on from it.
    pub(crate) fn act_values(
        &self,
        given_up: GivenUpDoubles,
        mut choose: impl FnMut(HandId, &ActValues) -> f64,
    ) -> Vec<ActValues> {
        let nothing = ActValues { stand: 0.0, hit: f64::NAN, double: f64::NAN, surrender: f64::NAN };
        let mut values = vec![nothing; self.table.hands.len()];
        self.choose_acts(given_up, |id, value| {
            values[id as usize] = *value;
            choose(id, value)
        });
        values
    }

    /// Tells the same values and keeps none of them.
    pub(crate) fn choose_acts(&self, given_up: GivenUpDoubles, mut choose: impl FnMut(HandId, &ActValues) -> f64) {
        let mut valuer = Valuer::new(*self, given_up);
        for (id, _) in self.table.hands.iter().rev() {
            if let Some(value) = valuer.value(id) {
                valuer.settle(id, choose(id, &value));
            }
        }
    }

    /// The exact value of playing on from these hands, given the up card: means weighted by the probability of the hands
    /// and of the signal, in units of initial wager.
    pub(crate) fn exact_mean(
        &self,
        play: &Play,
        starts: &[(HandId, i64)],
        beside: CardSet,
        forced: Option<(HandId, Act)>,
    ) -> BigRational {
        let count = self.count(self.options, play, starts, forced);
        self.sum(&count, beside, |entry| entry.mean) / self.units()
    }

    /// Counts a play on from these hands. `forced` replaces the play of one hand.
    pub(crate) fn count(
        &self,
        options: Options,
        play: &Play,
        starts: &[(HandId, i64)],
        forced: Option<(HandId, Act)>,
    ) -> Count {
        let order = self.order_from(starts);
        let act = |id, hand: &_| match forced {
            Some((forced, act)) if forced == id => act,
            _ => play.act(id, hand, &options),
        };
        let gives_up_doubled = |id, hand: &_, doubling| play.gives_up_doubled(id, hand, doubling, &options);
        Count::of(self.table, options, order, starts.iter().copied(), act, gives_up_doubled)
    }

    /// All hands that a play can come to from these, and others.
    fn order_from(&self, starts: &[(HandId, i64)]) -> std::ops::Range<HandId> {
        starts.iter().map(|&(id, _)| id).min().unwrap_or(0)..self.table.hands.len() as HandId
    }

    /// Follows a play on from these hands, as [`crate::compiled::walk::follow`] tells it.
    pub(crate) fn follow(
        &self,
        options: Options,
        play: &Play,
        starts: &[(HandId, i64)],
        step: impl FnMut(HandId, Step, i64),
    ) {
        self.follow_as((options, play), starts, |hand| hand.can_bust, step);
    }

    /// The same, with busts told of every hand that draws: see [`follow_telling_busts`].
    pub(crate) fn follow_telling_all_busts(
        &self,
        options: Options,
        play: &Play,
        starts: &[(HandId, i64)],
        step: impl FnMut(HandId, Step, i64),
    ) {
        self.follow_as((options, play), starts, |_| true, step);
    }

    fn follow_as(
        &self,
        (options, play): (Options, &Play),
        starts: &[(HandId, i64)],
        is_told: impl Fn(&Hand) -> bool,
        step: impl FnMut(HandId, Step, i64),
    ) {
        let mut reach = vec![0; self.table.hands.len()];
        let order = self.order_from(starts);
        let act = |id, hand: &_| play.act(id, hand, &options);
        let gives_up_doubled = |id, hand: &_, doubling| play.gives_up_doubled(id, hand, doubling, &options);
        let starts = starts.iter().copied();
        let is_told = |hand: &_, _| is_told(hand);
        follow_telling_busts(self.table, options, &mut reach, order, starts, act, gives_up_doubled, is_told, step);
    }

    /// Settlement units in one unit of initial wager.
    pub(crate) fn units(&self) -> BigRational {
        BigRational::from_integer(self.table.settlement.denominator().into())
    }

    /// The exact sum of a count's weights over the dealer's distribution, with `beside` removed besides each hand.
    pub(crate) fn sum(
        &self,
        count: &Count,
        beside: CardSet,
        weights: impl Fn(&Entry) -> [i64; OUTCOMES],
    ) -> BigRational {
        self.sum_of(count.iter().map(|(id, entry)| (self.table.hands.get(id).cards + beside, weights(entry))))
    }

    /// The same of weights beside sets of cards, which must be among the table's keys.
    pub(crate) fn sum_of(&self, weights: impl IntoIterator<Item = (CardSet, [i64; OUTCOMES])>) -> BigRational {
        let mut sum = ExactSum::new(self.up);
        let mut by_distribution: Vec<(CardSet, [i64; OUTCOMES])> = Vec::new();
        for (cards, weights) in weights {
            if !is_alike(&weights) {
                by_distribution.push((cards, weights));
            } else if weights[0] != 0 && self.up.is_feasible(cards) {
                sum.add(cards, &self.up.certain(cards, self.case), &weights);
            }
        }
        let distributions = self.up.exact_rows(by_distribution.iter().map(|&(cards, _)| cards), self.case);
        for ((cards, weights), distribution) in by_distribution.iter().zip(distributions) {
            match distribution {
                Some(distribution) => sum.add(*cards, distribution, weights),
                // Cards that cannot be gone have no ways; all others are among the table's keys.
                None => assert!(!self.up.is_feasible(*cards), "no distribution is stored beside {cards:?}"),
            }
        }
        sum.total()
    }

    /// Probability, given the up card, of these cards being dealt in one order and of the case.
    pub(crate) fn probability(&self, removed: CardSet) -> BigRational {
        self.sum_of([(removed, [1; OUTCOMES])])
    }

    /// Of two acts on an unsplit hand, the better; exact when the floats are too close, and the first on a tie.
    ///
    /// `play` must already be settled for every hand that can grow from this one.
    pub(crate) fn better(&self, id: HandId, values: &ActValues, acts: (Act, Act), play: &Play) -> Act {
        let (first, second) = acts;
        let difference = values.of(second) - values.of(first);
        if difference.abs() > self.table.settlement.contested() {
            return if difference > 0.0 { second } else { first };
        }
        let exact = |act| self.exact_mean(play, &[(id, 1)], CardSet::NONE, Some((id, act)));
        if exact(second) > exact(first) { second } else { first }
    }
}

/// How probable each value is as the next card of a hand that may draw: divided once per size of hand, since the divisions took nearly half of the time that
/// a hand did.
struct DrawProbabilities {
    /// By size of the hand; for each value, by how many the hand holds of it.
    by_size: Vec<[f64; DrawProbabilities::HELD]>,
}

impl DrawProbabilities {
    /// By value, the place where the numbers of it begin: a hand of 21 at most holds 21 aces, 10 twos and so on.
    const FIRST: [usize; Value::COUNT + 1] = [0, 22, 33, 41, 47, 52, 56, 60, 63, 66, 69];
    const HELD: usize = Self::FIRST[Value::COUNT];

    fn new(up: &DealerCache, hands: &Hands) -> Self {
        let drawing = hands.iter().filter(|(_, hand)| hand.may_draw).map(|(_, hand)| hand.size);
        let sizes = drawing.max().map_or(0, |most| u32::from(most) + 1);
        let left = up.left_after(CardSet::NONE);
        let all: u32 = left.iter().sum();
        let of_size = |size| {
            let unseen = f64::from(all.saturating_sub(size));
            let mut of_size = [0.0; Self::HELD];
            for (value, &left) in left.iter().enumerate() {
                for (held, probability) in (0..).zip(&mut of_size[Self::FIRST[value]..Self::FIRST[value + 1]]) {
                    *probability = f64::from(left.saturating_sub(held)) / unseen;
                }
            }
            of_size
        };
        Self { by_size: (0..sizes).map(of_size).collect() }
    }

    fn after(&self, hand: &Hand) -> [f64; Value::COUNT] {
        debug_assert!(!hand.is_bust(), "a hand that draws is 21 at most");
        let of_size = &self.by_size[usize::from(hand.size)];
        std::array::from_fn(|value| of_size[Self::FIRST[value] + hand.cards.count(value) as usize])
    }
}

/// What a row pays on average beside each hand.
struct PaidBeside<'a> {
    row: &'a [f64; OUTCOMES],
    distributions: &'a [Option<&'a [f64; OUTCOMES]>],
    paid: &'a mut [f64],
}

impl WithSimd for PaidBeside<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { row, distributions, paid } = self;
        for (paid, distribution) in paid.iter_mut().zip(distributions) {
            *paid = distribution.map_or(0.0, |distribution| dot(row, distribution));
        }
    }
}

/// Values of hands in floats, computed from the values of the hands that can grow from them.
pub(crate) struct Valuer<'a> {
    case: SignalCase<'a>,
    /// Those of the settlement.
    rows: Vec<[f64; OUTCOMES]>,
    /// `None` for hands the shoe cannot deal beside the up card.
    distributions: Vec<Option<&'a [f64; OUTCOMES]>>,
    /// By hand, of an ordinary wager.
    bust: Vec<f64>,
    /// Value of playing on.
    played: Vec<f64>,
    /// The same less the value of a bust in the same place.
    not_lost: Vec<f64>,
    draws: DrawProbabilities,
    /// Doubled hands that are given up.
    pub(crate) given_up: GivenUpDoubles,
}

impl<'a> Valuer<'a> {
    pub(crate) fn new(case: SignalCase<'a>, given_up: GivenUpDoubles) -> Self {
        let CompiledRules { hands, settlement } = case.table;
        let distributions: Vec<_> = hands.iter().map(|(_, hand)| case.up.float_row(hand.cards, case.case)).collect();
        let rows: Vec<[f64; OUTCOMES]> = settlement.rows().iter().map(|row| row.map(f64::from)).collect();
        let row = &rows[usize::from(settlement.bust(case.options.place, Doubling::No))];
        let mut bust = vec![0.0; distributions.len()];
        Arch::new().dispatch(PaidBeside { row, distributions: &distributions, paid: &mut bust });
        let nothing = vec![0.0; distributions.len()];
        let draws = DrawProbabilities::new(case.up, hands);
        Self { case, rows, played: nothing.clone(), not_lost: nothing, draws, distributions, bust, given_up }
    }

    fn row(&self, id: RowId) -> &[f64; OUTCOMES] {
        &self.rows[usize::from(id)]
    }

    /// The value of a doubled hand with its card, kept and given up; `None` if the shoe cannot deal it.
    pub(crate) fn doubled(&self, id: HandId, doubling: Doubling) -> Option<[f64; 2]> {
        let SignalCase { table: CompiledRules { settlement, .. }, options: Options { place, .. }, .. } = self.case;
        let rows = [settlement.finished(place, doubling, id), settlement.surrender(place, doubling)];
        self.distributions[id as usize].map(|distribution| rows.map(|row| dot(self.row(row), distribution)))
    }

    /// The values of a hand's actions, in settlement units; `None` if the shoe cannot deal the hand.
    /// The hands that can grow from it must have been settled.
    pub(crate) fn value(&self, id: HandId) -> Option<ActValues> {
        let SignalCase { table: CompiledRules { hands, settlement }, options, .. } = self.case;
        let hand = hands.get(id);
        let distribution = self.distributions[id as usize]?;
        let stand = dot(self.row(options.stand_row(settlement, id, hand)), distribution);
        let surrender = if hand.surrenders {
            dot(self.row(options.surrender_row(settlement, hand)), distribution)
        } else {
            f64::NAN
        };
        if !hand.may_draw {
            return Some(ActValues { stand, hit: f64::NAN, double: f64::NAN, surrender });
        }
        let probabilities = self.draws.after(hand);
        let drawn = || hand.next.iter().zip(probabilities).filter(|&(&next, of_next)| next != NO_HAND && of_next > 0.0);
        let mut hit = if hand.can_bust { self.bust[id as usize] } else { 0.0 };
        if hand.can_bust {
            for (&next, probability) in drawn() {
                hit += probability * self.not_lost[next as usize];
            }
        } else {
            drawn().for_each(|(&next, probability)| hit += probability * self.played[next as usize]);
        }
        // Few hands may double.
        let double = if hand.doubles { self.double(hand, distribution, drawn()) } else { f64::NAN };
        Some(ActValues { stand, hit, double, surrender })
    }

    /// The value of a double, with what may be drawn then.
    fn double<'h>(
        &self,
        hand: &Hand,
        distribution: &[f64; OUTCOMES],
        drawn: impl Iterator<Item = (&'h HandId, f64)>,
    ) -> f64 {
        let SignalCase { table: CompiledRules { hands, settlement }, options, .. } = self.case;
        let doubling = Doubling::of(hand);
        let bust = self.row(settlement.bust(options.place, doubling));
        let lost = |distribution| if hand.can_bust { dot(bust, distribution) } else { 0.0 };
        let mut double = lost(distribution);
        for (&next, probability) in drawn {
            let Some(distribution) = self.distributions[next as usize] else { continue };
            let is_given_up = options.gives_up_doubled(&self.given_up, next, hands.get(next), doubling);
            let row = if is_given_up {
                settlement.surrender(options.place, doubling)
            } else {
                settlement.finished(options.place, doubling, next)
            };
            double += probability * (dot(self.row(row), distribution) - lost(distribution));
        }
        double
    }

    /// States what playing on from a hand is worth.
    pub(crate) fn settle(&mut self, id: HandId, value: f64) {
        self.played[id as usize] = value;
        self.not_lost[id as usize] = value - self.bust[id as usize];
    }
}

/// Two-card hands with the ordered ways each is dealt.
pub(crate) fn deals(hands: &Hands) -> impl Iterator<Item = (HandId, i64)> {
    hands.of_two_cards().map(|(id, hand)| (id, if hand.pair().is_some() { 1 } else { 2 }))
}

/// The hand after one more card of a value, if it does not bust.
pub(crate) fn pair_hand(hands: &Hands, value: usize) -> Option<HandId> {
    let value = Value::from_index(value)?;
    hands.dealt(&[value, value])
}
