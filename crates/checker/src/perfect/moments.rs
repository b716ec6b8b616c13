//! What the last hand of a split comes to together with the dealer's, modulo a prime.
//!
//! The square of what two hands win together asks how the results of both go together. Given the cards gone and the end of the
//! dealer's hand they do not: so the last hand's results are summed apart for every class of ends. Each number is an integer over
//! the denominator of the hand's worth.

use crate::dealer::ENDS;
use crate::distribution::field::Field;
use crate::refusal::Refusal;

/// How moments stand in a list: by place, the result by class of the dealer's ends, and last the square of the result.
pub(super) struct Moments<'a> {
    pub(super) field: &'a Field,
    classes: usize,
}

/// The dealer's ends beside a set of cards: by class, and all together.
pub(super) struct Sums<'a> {
    pub(super) by_class: &'a [u64],
    pub(super) all: u64,
}

/// Moments of one hand that are summed up; no term is above 2^80, and there are few.
pub(super) struct Summing<'a> {
    field: &'a Field,
    classes: usize,
    sums: [u128; ENDS + 1],
}

impl<'a> Moments<'a> {
    pub(super) fn new(field: &'a Field, classes: usize) -> Self {
        Self { field, classes }
    }

    /// Numbers a place.
    pub(super) fn width(&self) -> usize {
        self.classes + 1
    }

    pub(super) fn of<'l>(&self, list: &'l [u64], place: usize) -> &'l [u64] {
        &list[place * self.width()..][..self.width()]
    }

    /// Adds some moments so many times to those of a place.
    pub(super) fn add_to(&self, list: &mut [u64], place: usize, more: &[u64], times: u64) {
        for (sum, &more) in list[place * self.width()..].iter_mut().zip(more) {
            *sum = self.field.remainder(u128::from(*sum) + u128::from(more) * u128::from(times));
        }
    }

    pub(super) fn nothing(&self) -> Summing<'a> {
        Summing { field: self.field, classes: self.classes, sums: [0; ENDS + 1] }
    }
}

impl Summing<'_> {
    fn more(&mut self, at: usize, element: u64, times: u64) {
        self.sums[at] += u128::from(element) * u128::from(times);
    }

    /// So many times another hand's more.
    pub(super) fn add(&mut self, moments: &[u64], times: u64) {
        moments.iter().enumerate().for_each(|(at, &element)| self.more(at, element, times));
    }

    /// A hand that ends with these results, so many times.
    pub(super) fn ends(&mut self, results: &Results, dealer: &Sums<'_>, times: u64) {
        let field = self.field;
        let mut square = 0;
        for (class, &ways) in dealer.by_class.iter().enumerate() {
            let net = match results {
                Results::Same(net) => *net,
                Results::ByClass(nets) => nets[class],
            };
            let net = field.of_signed(net);
            let of_class = field.multiply(net, ways);
            self.more(class, of_class, times);
            square = field.add(square, field.multiply(net, of_class));
        }
        self.more(self.classes, square, times);
    }

    /// The square alone of a hand that ends beside a set of cards which no dealer was counted for. Results by class are added for all
    /// such sets by [`Summing::rest`], so they must be the same: `unknown`.
    pub(super) fn square_of_unknown(
        &mut self,
        results: &Results,
        dealer: &Sums<'_>,
        times: u64,
        unknown: &mut Option<i64>,
    ) -> Result<(), Refusal> {
        let other = Refusal::not_checkable("squares of busts that lose unlike wagers");
        let Results::Same(net) = results else { return Err(other) };
        if unknown.is_some_and(|one| one != *net) {
            return Err(other);
        }
        *unknown = Some(*net);
        let net = self.field.of_signed(*net);
        let square = self.field.multiply(net, self.field.multiply(net, dealer.all));
        self.more(self.classes, square, times);
        Ok(())
    }

    /// This result by class of the dealer's ends `beside` a set, less those beside some sets of one card more.
    pub(super) fn rest<'s>(&mut self, net: i64, beside: &[u64], known: impl Iterator<Item = (&'s [u64], u64)>) {
        let field = self.field;
        let mut taken = [0_u128; ENDS];
        for (ways, times) in known {
            taken.iter_mut().zip(ways).for_each(|(taken, &ways)| *taken += u128::from(ways) * u128::from(times));
        }
        let net = field.of_signed(net);
        for (class, (&ways, &taken)) in beside.iter().zip(&taken).enumerate() {
            let rest = field.add(ways, field.negated(field.remainder(taken)));
            self.more(class, field.multiply(net, rest), 1);
        }
    }

    /// Adds the sums to a list of moments.
    pub(super) fn finish(self, list: &mut Vec<u64>) {
        list.extend(self.sums[..=self.classes].iter().map(|&sum| self.field.remainder(sum)));
    }
}

/// Net results by class of the dealer's ends, or the one against all of them.
pub(super) enum Results {
    Same(i64),
    ByClass(Vec<i64>),
}
