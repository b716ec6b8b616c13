//! What rounds and insurance come to by the count of the cards seen before them: the stated strategy followed once more, at a random point.

use cards::{Composition, Value};
use certificate::{Certificate, CountLeftOut, StatedClass, StatedCount, StatedRemoval, StatedSeen, StatedSums, number};
use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One as _, Signed as _, Zero as _};
use rules::{AskedCount, Submission};

use crate::dealer::Dealings;
use crate::distribution::field::Field;
use crate::distribution::moments;
use crate::distribution::seen::{self, DerivedCount, SeenPoint};
use crate::distribution::tag_groups::TagGroups;
use crate::hands::VALUES;
use crate::insurance;
use crate::refusal::{Refusal, expect, fraction, same_list};
use crate::removal::{CLASS, cards_of_a_round};
use crate::statement::Statement;
use crate::up_card_play::table_at;

/// The most sums of tags that the cards seen may have.
const MOST_SUMS: i64 = 1 << 10;

/// The largest tag that is read.
const MOST_TAG: i32 = 1 << 10;

/// How often a polynomial is compared, each time at another point modulo another prime.
pub(crate) const TIMES: usize = 2;

/// How many cards are seen, and whether what rounds then come to is stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountDepth {
    /// The part of the shoe that the analysis asks for.
    pub percent: u8,
    /// Cards seen before the round: so much of the shoe, rounded down.
    pub seen: u32,
    /// Why it is not stated, if it is not.
    pub left_out: Option<CountLeftOut>,
}

/// What the analysis asks for of a count with these tags, fewest cards first; nothing where it asks for no counts.
pub fn count_depths(submission: &Submission, tags: &[i32; Value::COUNT]) -> Vec<CountDepth> {
    let shoe = submission.shoe.counts();
    let total = submission.shoe.total();
    let groups = TagGroups::new(shoe, tags);
    let mut all: Vec<CountDepth> = Vec::new();
    for &percent in submission.exposure.iter().flat_map(|asked| asked.depths()) {
        let seen = total * u32::from(percent) / 100;
        let left_out = match &groups {
            None => Some(CountLeftOut::ManyTags),
            _ if seen + cards_of_a_round(submission) > total => Some(CountLeftOut::FewCards),
            Some(groups) => {
                let [low, high] = groups.range(seen.into());
                (high - low >= MOST_SUMS).then_some(CountLeftOut::ManyCounts)
            }
        };
        if seen > 0 && all.last().is_none_or(|last| last.seen < seen) {
            all.push(CountDepth { percent, seen, left_out });
        }
    }
    all
}

/// The least and the greatest sum of tags of so many cards; `None` for cards of more than six different tags.
pub fn sums_of_tags(submission: &Submission, tags: &[i32; Value::COUNT], seen: u32) -> Option<[i64; 2]> {
    TagGroups::new(submission.shoe.counts(), tags).map(|groups| groups.range(seen.into()))
}

/// Whether the count of this name is the first that is asked for.
pub(crate) fn is_first_count(submission: &Submission, id: &str) -> bool {
    submission.exposure.iter().flat_map(|asked| asked.iter()).next().is_some_and(|first| first.id() == id)
}

/// Whether mean squares are stated of the count of this name: of the first that is asked for, because they take the time of many means. Not where suits decide what the base game pays, which the
/// hands of a split share.
pub fn count_squares_are_stated(submission: &Submission, id: &str) -> bool {
    !submission.game.pays_by_suit() && is_first_count(submission, id)
}

/// Whether insurance is stated with the mean net results: wherever it can be offered.
pub fn count_insurance_is_stated(submission: &Submission) -> bool {
    insurance::offered(submission).is_some()
}

/// What is stated by count.
const STATED: usize = 3;
/// By place: net results, their squares, insurance.
const NAMES: [&str; STATED] = ["the EVs", "the mean squares", "the EVs of insurance"];

/// What a count is stated of.
pub(crate) struct CountOf {
    pub(crate) groups: TagGroups,
    pub(crate) tags: [i32; VALUES],
    /// Cards seen, fewest first.
    pub(crate) seen: Vec<u32>,
}

/// A count as it is stated, its numbers read.
struct CountRead {
    of: CountOf,
    depths: Vec<SeenRead>,
}

struct SeenRead {
    seen: u32,
    lowest: i64,
    /// In the order of [`NAMES`].
    stated: [Option<SumsRead>; STATED],
}

/// Numbers by sum of tags.
pub(crate) struct SumsRead {
    over: BigInt,
    by_sum: Vec<BigInt>,
}

impl SumsRead {
    /// As many numbers as are expected, in lowest terms.
    ///
    /// # Errors
    /// [`Refusal`] for others.
    pub(crate) fn new(what: &str, (over, by_sum): (&String, &Vec<String>), expected: i64) -> Result<Self, Refusal> {
        let error = |error| Refusal::Number { what: what.to_owned(), error };
        let over = number::whole(over).map_err(error)?;
        let by_sum = by_sum.iter().map(|one| number::signed(one).map_err(error)).collect::<Result<Vec<_>, _>>()?;
        if by_sum.len() as i64 != expected {
            return Err(Refusal::Table(format!(
                "{what}: {} counts are stated, and there are {expected}",
                by_sum.len()
            )));
        }
        if !over.is_positive() || !by_sum.iter().fold(over.clone(), |all, one| all.gcd(one)).is_one() {
            return Err(Refusal::Table(format!("{what}: the numbers are not in lowest terms")));
        }
        Ok(Self { over, by_sum })
    }

    /// The sum over all counts from the lowest, each times a number.
    pub(crate) fn sum(&self, lowest: i64, of: impl Fn(i64) -> BigInt) -> BigRational {
        let terms = (lowest..).zip(&self.by_sum).map(|(count, one)| of(count) * one);
        BigRational::new(terms.sum(), self.over.clone())
    }

    /// The polynomial at the point; `None` if the denominator is a multiple of the prime.
    pub(crate) fn at(&self, lowest: i64, point: &SeenPoint) -> Option<u64> {
        let field = point.field();
        let over = Some(field.of_integer(&self.over)).filter(|&over| over != 0)?;
        let terms = (lowest..).zip(&self.by_sum);
        let terms = terms.map(|(count, one)| field.multiply(field.of_integer(one), point.power(count)));
        Some(field.multiply(terms.fold(0, |sum, term| field.add(sum, term)), field.inverse(over)))
    }
}

impl SeenRead {
    /// The sum over all counts of what is stated, each times a number; `None` where it is not.
    fn sum(&self, place: usize, of: impl Fn(i64) -> BigInt) -> Option<BigRational> {
        Some(self.stated[place].as_ref()?.sum(self.lowest, of))
    }

    /// What is stated, as a polynomial at the point; `None` if a denominator is a multiple of the prime.
    fn at(&self, place: usize, point: &SeenPoint) -> Option<u64> {
        self.stated[place].as_ref().map_or(Some(0), |sums| sums.at(self.lowest, point))
    }
}

pub(crate) fn title(stated: &StatedCount) -> String {
    format!("the count {}", stated.id.chars().take(40).collect::<String>())
}

/// `None` for a count of which nothing is stated.
pub(crate) fn count_of(submission: &Submission, stated: &StatedCount) -> Result<Option<CountOf>, Refusal> {
    let tags = tags(stated)?;
    let depths = count_depths(submission, &tags).into_iter().filter(|depth| depth.left_out.is_none());
    let seen: Vec<u32> = depths.map(|depth| depth.seen).collect();
    let what = format!("{}: the cards seen", title(stated));
    same_list(&what, stated.depths.iter().map(|one| &one.seen), &seen)?;
    let groups = TagGroups::new(submission.shoe.counts(), &tags).filter(|_| !seen.is_empty());
    Ok(groups.map(|groups| CountOf { groups, tags, seen }))
}

/// `is_stated` in the order of [`NAMES`].
fn read(stated: &StatedCount, of: CountOf, is_stated: [bool; STATED]) -> Result<CountRead, Refusal> {
    let all = stated.depths.iter().zip(&of.seen).map(|(one, &seen)| {
        let [lowest, highest] = of.groups.range(seen.into());
        read_seen(&format!("{} of {seen} cards", title(stated)), one, (seen, lowest, highest), is_stated)
    });
    let depths = all.collect::<Result<_, _>>()?;
    Ok(CountRead { of, depths })
}

fn tags(stated: &StatedCount) -> Result<[i32; VALUES], Refusal> {
    let one = |text: &String| text.parse().ok().filter(|tag: &i32| tag.abs() <= MOST_TAG && tag.to_string() == *text);
    let tags: Option<Vec<i32>> = stated.tags.iter().map(one).collect();
    let tags = tags.and_then(|tags| tags.try_into().ok());
    tags.ok_or_else(|| Refusal::Table(format!("{}: these are no ten tags", title(stated))))
}

fn read_seen(
    what: &str,
    stated: &StatedSeen,
    (seen, lowest, highest): (u32, i64, i64),
    is_stated: [bool; STATED],
) -> Result<SeenRead, Refusal> {
    let nets = Some((&stated.over, &stated.nets));
    let others = [&stated.squares, &stated.insurance];
    let [squares, insurance] = others.map(|sums| sums.as_ref().map(|StatedSums { over, by_sum }| (over, by_sum)));
    let mut all = [None, None, None];
    for (place, (sums, is_stated)) in [nets, squares, insurance].into_iter().zip(is_stated).enumerate() {
        let what = format!("{what}: {}", NAMES[place]);
        if sums.is_some() != is_stated {
            let words = if is_stated { "are missing" } else { "are stated and not asked for" };
            return Err(Refusal::Table(format!("{what} {words}")));
        }
        let sums = sums.map(|sums| SumsRead::new(&what, sums, highest - lowest + 1));
        all[place] = sums.transpose()?;
    }
    Ok(SeenRead { seen, lowest, stated: all })
}

/// What is asked for of a count, in the order of [`NAMES`].
fn is_stated(submission: &Submission, stated: &StatedCount) -> [bool; STATED] {
    [true, count_squares_are_stated(submission, &stated.id), count_insurance_is_stated(submission)]
}

/// Which claims are there: those that the analysis asks for. Distributions are asked of every certificate, whether or not the means are derived. What is stated of all counts adds up to the EV, the mean square and
/// the EV of insurance. And a card seen tells of its place in the shoe nothing but its value, so the sum of count times mean follows from the EVs without one card: Σ c·E[net; c] = n/N · Σ n(v)·t(v)·EV(v).
///
/// # Errors
/// [`Refusal`] for the first count of which that does not hold.
pub(crate) fn present(submission: &Submission, certificate: &Certificate) -> Result<(), Refusal> {
    let asked: Vec<&AskedCount> = submission.exposure.iter().flat_map(|asked| asked.iter()).collect();
    let ids: Vec<&str> = asked.iter().map(|one| one.id()).collect();
    same_list("the counts", certificate.counts.iter().map(|one| &one.id), &ids)?;
    for (asked, stated) in asked.into_iter().zip(&certificate.counts) {
        let what = title(stated);
        if matches!(asked, AskedCount::Own(own) if own.tags != tags(stated)?) {
            return Err(Refusal::Table(format!("{what} has other tags than the analysis states")));
        }
        let Some(of) = count_of(submission, stated)? else { continue };
        let count = read(stated, of, is_stated(submission, stated))?;
        let distributions = CountDistributions::new(submission, certificate, &count.of.tags)?;
        for depth in &count.depths {
            distributions.ask(depth, &format!("{what} of {} cards", depth.seen))?;
        }
    }
    Ok(())
}

/// What the numbers of one depth add up to.
struct CountDistributions {
    /// In the order of [`NAMES`]: the sum over all counts, and that of one card seen, times its tag; `None` where nothing is known of it.
    all: [Option<BigRational>; STATED],
    with_tag: [Option<BigRational>; STATED],
}

impl CountDistributions {
    fn new(submission: &Submission, certificate: &Certificate, tags: &[i32; VALUES]) -> Result<Self, Refusal> {
        let class = td(certificate)?;
        let of_class = |text: &str| fraction(&format!("strategy {CLASS}"), text);
        let ev = of_class(&class.ev)?;
        let variance = class.variance.as_ref().map(|variance| of_class(variance)).transpose()?;
        let square = variance.map(|variance| variance + &ev * &ev);
        let insurance = insurance::offered(submission);
        let unit = |shoe: &Composition| insurance.map(|rule| insurance::unit_always(rule, shoe));
        let insurance_with_tag = unit(&submission.shoe).map(|_| {
            let held = Value::all().filter_map(|value| Some((value, submission.shoe.without(value).ok()?)));
            let terms = held.map(|(value, without)| {
                let times = i64::from(submission.shoe.count(value)) * i64::from(tags[value.index()]);
                unit(&without).unwrap_or_else(BigRational::zero) * BigRational::from_integer(times.into())
            });
            terms.sum::<BigRational>() / BigRational::from_integer(submission.shoe.total().into())
        });
        Ok(Self {
            all: [Some(ev), square, unit(&submission.shoe)],
            with_tag: [Some(mean_with_tag(submission, (&certificate.removal, CLASS), tags)?), None, insurance_with_tag],
        })
    }

    fn ask(&self, depth: &SeenRead, here: &str) -> Result<(), Refusal> {
        for (place, (all, with_tag)) in self.all.iter().zip(&self.with_tag).enumerate() {
            let name = NAMES[place];
            let found = depth.sum(place, |_| BigInt::one());
            if let (Some(found), Some(all)) = (found, all) {
                expect(&format!("{here}: the sum of {name} over all counts"), &all.to_string(), &found)?;
            }
            let slope = with_tag.as_ref().map(|with_tag| with_tag * BigRational::from_integer(depth.seen.into()));
            if let (Some(found), Some(slope)) = (depth.sum(place, BigInt::from), slope)
                && found != slope
            {
                return Err(Refusal::Table(format!("{here}: effects of removal imply another slope of {name}")));
            }
        }
        Ok(())
    }
}

/// The mean of net result times the tag of one card seen, from what is stated of the net result without each card.
pub(crate) fn mean_with_tag(
    submission: &Submission,
    (removal, name): (&[StatedRemoval], &str),
    tags: &[i32; VALUES],
) -> Result<BigRational, Refusal> {
    let held = Value::all().filter(|&value| submission.shoe.count(value) > 0);
    let mut sum = BigRational::zero();
    for (value, without) in held.zip(removal) {
        let ev = fraction(&format!("{name} without {value}"), &without.ev)?;
        let times = i64::from(submission.shoe.count(value)) * i64::from(tags[value.index()]);
        sum += ev * BigRational::from_integer(times.into());
    }
    Ok(sum / BigRational::from_integer(submission.shoe.total().into()))
}

/// Under how many up cards the strategy is followed.
pub(crate) fn up_cards(certificate: &Certificate) -> usize {
    td(certificate).map_or(0, |class| class.up_cards.len())
}

/// The claims: which counts are stated, and each.
pub(crate) fn claims(certificate: &Certificate) -> Vec<Statement> {
    use crate::statement::Level;
    if certificate.counts.is_empty() {
        return Vec::new();
    }
    let which = Statement {
        path: "/counts".to_owned(),
        what: "which counts are stated, and after how many cards".to_owned(),
        level: Level::Quick,
        how: "The analysis asks for them. None may be left out, and none may be added.".to_owned(),
    };
    let each = certificate.counts.iter().enumerate().filter(|(_, one)| !one.depths.is_empty());
    let each = each.flat_map(|(at, one)| {
        let seen: Vec<&str> = one.depths.iter().map(|depth| depth.seen.as_str()).collect();
        let all = Statement {
            path: format!("/counts/{at}/depths"),
            what: format!("{} by {} after {} cards", what(one), title(one), seen.join(", ")),
            level: Level::Usual,
            how: "The strategy is followed card by card; insurance takes up card and hole card. What is stated of all counts is compared at random points modulo random primes.".to_owned(),
        };
        let squares = one.depths.iter().enumerate().filter(|(_, depth)| depth.squares.is_some());
        let squares = squares.map(move |(depth, stated)| Statement {
            path: format!("/counts/{at}/depths/{depth}/squares"),
            what: format!("the mean square of a round under total-dependent play by {} after {} cards", title(one), stated.seen),
            level: Level::Usual,
            how: "The strategy is followed card by card, with at most two hands of a split at a time. The mean squares of all counts are compared at random points modulo random primes.".to_owned(),
        });
        std::iter::once(all).chain(squares)
    });
    std::iter::once(which).chain(each).collect()
}

/// What is stated, in words.
fn what(stated: &StatedCount) -> &'static str {
    if stated.depths.iter().any(|one| one.insurance.is_some()) {
        "the EV of total-dependent play, and that of insurance,"
    } else {
        "the EV of total-dependent play"
    }
}

/// The points of a check, each with its own prime.
pub(crate) fn points(certificate: &Certificate, seed: &str) -> Vec<SeenPoint> {
    let most = certificate.counts.iter().map(|one| one.depths.len()).max().unwrap_or(0);
    (0..TIMES).map(|time| SeenPoint::random(&format!("{seed} counts {time}"), most)).collect()
}

/// What an up card adds: by point and by count of which anything is stated, net results and squares.
pub(crate) type OfUp = Vec<Vec<[u64; 2]>>;

/// What an up card, by its place, adds to the means of all counts.
///
/// # Errors
/// [`Refusal`] for shoes that cannot be checked.
pub(crate) fn derive(
    submission: &Submission,
    certificate: &Certificate,
    (place, seed): (usize, &str),
    dealings: &Dealings,
    progress: &(dyn Fn(&str) + Sync),
) -> Result<OfUp, Refusal> {
    let class = td(certificate)?;
    let table = table_at(submission, class, place, dealings)?;
    progress(&format!("what counts tell: up card {}", table.up));
    let counts = all(submission, certificate)?.into_iter().map(|(stated, of)| DerivedCount {
        groups: of.groups,
        seen: of.seen.into_iter().map(u64::from).collect(),
        squares: count_squares_are_stated(submission, &stated.id),
    });
    let counts: Vec<DerivedCount> = counts.collect();
    let of_point = |point: &SeenPoint| {
        let rounds = moments(&table, &point.point, counts.iter().any(|count| count.squares))?;
        seen::derived((table.up.index(), &rounds), point, &counts)
    };
    points(certificate, seed).iter().map(of_point).collect()
}

fn td(certificate: &Certificate) -> Result<&StatedClass, Refusal> {
    let class = certificate.classes.iter().find(|class| class.strategy == CLASS);
    class.ok_or_else(|| Refusal::Table(format!("what counts tell: the strategy {CLASS} is missing")))
}

/// Every count of which anything is stated.
fn all<'a>(submission: &Submission, certificate: &'a Certificate) -> Result<Vec<(&'a StatedCount, CountOf)>, Refusal> {
    let of = |stated| Ok(count_of(submission, stated)?.map(|of| (stated, of)));
    certificate.counts.iter().filter_map(|stated| of(stated).transpose()).collect()
}

/// Compares what is stated with what the up cards add up to, and insurance with what its two cards do.
///
/// # Errors
/// [`Refusal`] for the first count that is another.
pub(crate) fn compare(
    submission: &Submission,
    certificate: &Certificate,
    seed: &str,
    by_up: &[&OfUp],
) -> Result<(), Refusal> {
    let points = points(certificate, seed);
    for (place, (stated, of)) in all(submission, certificate)?.into_iter().enumerate() {
        let count = read(stated, of, is_stated(submission, stated))?;
        let (groups, seen) = (&count.of.groups, count.of.seen.iter().map(|&seen| seen.into()).collect::<Vec<u64>>());
        for (at, point) in points.iter().enumerate() {
            let field = point.field();
            let round = |power: usize| {
                let sums = by_up.iter().map(|of_up| Some(of_up.get(at)?.get(place)?[power]));
                sums.into_iter().try_fold(0, |all, one| Some(field.add(all, one?)))
            };
            let insured = insurance::offered(submission).map_or(Ok(0), |rule| {
                let cards = insurance::both_cards(rule, &submission.shoe);
                seen::derived_of_cards(cards.into_iter(), point, (groups, &seen))
            })?;
            for (place, found) in [round(0), round(1), Some(insured)].into_iter().enumerate() {
                if stated_at(&count, place, point, field).is_none_or(|stated| found != Some(stated)) {
                    let (what, name, prime) = (title(stated), NAMES[place], field.prime);
                    let message = format!("{what}: {name} are not those of the stated strategy (modulo {prime})");
                    return Err(Refusal::Distribution(message));
                }
            }
        }
    }
    Ok(())
}

/// What is stated of all depths, each times its factor.
fn stated_at(count: &CountRead, place: usize, point: &SeenPoint, field: &Field) -> Option<u64> {
    let depths = count.depths.iter().zip(&point.factors);
    let terms = depths.map(|(depth, &factor)| Some(field.multiply(factor, depth.at(place, point)?)));
    terms.into_iter().try_fold(0, |sum, term| Some(field.add(sum, term?)))
}
