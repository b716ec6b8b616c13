//! What rounds come to by the count of the cards seen before them: the stated strategy followed once more, at a random point.

use cards::Value;
use certificate::{Certificate, CountLeftOut, StatedClass, StatedCount, StatedSeen, number};
use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One as _, Signed as _, Zero as _};
use rules::{AskedCount, Submission};

use crate::base_game::{same_list, table_at};
use crate::dealer::Dealings;
use crate::hands::VALUES;
use crate::law::means;
use crate::law::seen::{self, SeenPoint, TagGroups};
use crate::removal::{CLASS, cards_of_a_round};
use crate::{Refusal, Statement, expect};

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

/// What a count is stated of.
struct CountOf {
    groups: TagGroups,
    tags: [i32; VALUES],
    /// Cards seen, fewest first.
    seen: Vec<u32>,
}

/// A count as it is stated, its numbers read.
struct CountRead {
    of: CountOf,
    depths: Vec<SeenRead>,
}

struct SeenRead {
    seen: u32,
    lowest: i64,
    over: BigInt,
    nets: Vec<BigInt>,
}

impl SeenRead {
    /// The sum over all counts of the mean net result, each times a number.
    fn sum(&self, of: impl Fn(i64) -> BigInt) -> BigRational {
        let nets = (self.lowest..).zip(&self.nets).map(|(count, net)| of(count) * net);
        BigRational::new(nets.sum(), self.over.clone())
    }
}

fn title(stated: &StatedCount) -> String {
    format!("the count {}", stated.id.chars().take(40).collect::<String>())
}

/// `None` for a count of which nothing is stated.
fn count_of(submission: &Submission, stated: &StatedCount) -> Result<Option<CountOf>, Refusal> {
    let tags = tags(stated)?;
    let depths = count_depths(submission, &tags).into_iter().filter(|depth| depth.left_out.is_none());
    let seen: Vec<u32> = depths.map(|depth| depth.seen).collect();
    let what = format!("{}: the cards seen", title(stated));
    same_list(&what, stated.depths.iter().map(|one| &one.seen), &seen)?;
    let groups = TagGroups::new(submission.shoe.counts(), &tags).filter(|_| !seen.is_empty());
    Ok(groups.map(|groups| CountOf { groups, tags, seen }))
}

fn read(stated: &StatedCount, of: CountOf) -> Result<CountRead, Refusal> {
    let all = stated.depths.iter().zip(&of.seen).map(|(one, &seen)| {
        let [lowest, highest] = of.groups.range(seen.into());
        read_seen(&format!("{} of {seen} cards", title(stated)), one, (seen, lowest, highest))
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

fn read_seen(what: &str, stated: &StatedSeen, (seen, lowest, highest): (u32, i64, i64)) -> Result<SeenRead, Refusal> {
    let error = |error| Refusal::Number { what: what.to_owned(), error };
    let over = number::whole(&stated.over).map_err(error)?;
    let nets = stated.nets.iter().map(|net| number::signed(net).map_err(error)).collect::<Result<Vec<_>, _>>()?;
    if nets.len() as i64 != highest - lowest + 1 {
        let expected = highest - lowest + 1;
        return Err(Refusal::Table(format!("{what}: {} counts are stated, and there are {expected}", nets.len())));
    }
    if !over.is_positive() || !nets.iter().fold(over.clone(), |all, net| all.gcd(net)).is_one() {
        return Err(Refusal::Table(format!("{what}: the numbers are not in lowest terms")));
    }
    Ok(SeenRead { seen, lowest, over, nets })
}

/// Which claims are there: those that the analysis asks for. Two laws are asked of every certificate, whether or not the means are derived. The means of all counts add up to the EV. And a card
/// seen tells of its place in the shoe nothing but its value, so the sum of count times mean follows from the EVs without one card: Σ c·E[net; c] = n/N · Σ n(v)·t(v)·EV(v).
///
/// # Errors
/// [`Refusal`] for the first count of which that does not hold.
pub(crate) fn present(submission: &Submission, certificate: &Certificate) -> Result<(), Refusal> {
    let asked: Vec<&AskedCount> = submission.exposure.iter().flat_map(|asked| asked.iter()).collect();
    let ids: Vec<&str> = asked.iter().map(|one| one.id()).collect();
    same_list("the counts", certificate.counts.iter().map(|one| &one.id), &ids)?;
    let class = certificate.classes.iter().find(|class| class.strategy == CLASS);
    for (asked, stated) in asked.into_iter().zip(&certificate.counts) {
        let what = title(stated);
        if matches!(asked, AskedCount::Own(own) if own.tags != tags(stated)?) {
            return Err(Refusal::Table(format!("{what} has other tags than the analysis states")));
        }
        let Some(of) = count_of(submission, stated)? else { continue };
        let count = read(stated, of)?;
        let class = class.ok_or_else(|| Refusal::Table(format!("{what}: the strategy {CLASS} is missing")))?;
        let of_tags = mean_with_tag(submission, certificate, &count.of.tags)?;
        for depth in &count.depths {
            let here = format!("{what} of {} cards", depth.seen);
            expect(&format!("{here}: the mean over all counts"), &class.ev, &depth.sum(|_| BigInt::one()))?;
            let [found, expected] = [depth.sum(BigInt::from), &of_tags * BigRational::from_integer(depth.seen.into())];
            if found != expected {
                return Err(Refusal::Table(format!("{here}: the effects of removal imply another slope")));
            }
        }
    }
    Ok(())
}

/// The mean of net result times the tag of one card seen.
fn mean_with_tag(
    submission: &Submission,
    certificate: &Certificate,
    tags: &[i32; VALUES],
) -> Result<BigRational, Refusal> {
    let held = Value::all().filter(|&value| submission.shoe.count(value) > 0);
    let mut sum = BigRational::zero();
    for (value, without) in held.zip(&certificate.removal) {
        let what = format!("{CLASS} without {value}");
        let ev = number::fraction(&without.ev).map_err(|error| Refusal::Number { what, error })?;
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
    use crate::Level;
    if certificate.counts.is_empty() {
        return Vec::new();
    }
    let which = Statement {
        path: "/counts".to_owned(),
        what: "which counts are stated, and after how many cards".to_owned(),
        level: Level::Quick,
        how: "The analysis asks for them. None may be left out, and none may be added.".to_owned(),
    };
    let each = certificate.counts.iter().enumerate().filter(|(_, one)| !one.depths.is_empty()).map(|(at, one)| {
        let seen: Vec<&str> = one.depths.iter().map(|depth| depth.seen.as_str()).collect();
        Statement {
            path: format!("/counts/{at}/depths"),
            what: format!("the EV of total-dependent play by {} after {} cards", title(one), seen.join(", ")),
            level: Level::Usual,
            how: "The strategy is followed card by card. The means of all counts are compared at random points modulo random primes.".to_owned(),
        }
    });
    std::iter::once(which).chain(each).collect()
}

/// The points of a check, each with its own prime.
fn points(certificate: &Certificate, seed: &str) -> Vec<SeenPoint> {
    let most = certificate.counts.iter().map(|one| one.depths.len()).max().unwrap_or(0);
    (0..TIMES).map(|time| SeenPoint::random(&format!("{seed} counts {time}"), most)).collect()
}

/// What an up card, by its place, adds to the means of all counts: by point and by count of which anything is stated.
///
/// # Errors
/// [`Refusal`] for shoes that cannot be checked.
pub(crate) fn derive(
    submission: &Submission,
    certificate: &Certificate,
    (place, seed): (usize, &str),
    dealings: &Dealings,
    progress: &(dyn Fn(&str) + Sync),
) -> Result<Vec<Vec<u64>>, Refusal> {
    let class = td(certificate)?;
    let table = table_at(submission, class, place, dealings)?;
    progress(&format!("what counts tell: up card {}", table.up));
    let counts = all(submission, certificate)?;
    let groups: Vec<(TagGroups, Vec<u64>)> =
        counts.into_iter().map(|(_, of)| (of.groups, of.seen.into_iter().map(u64::from).collect())).collect();
    let of_point = |point: &SeenPoint| {
        let rounds = means(&table, &point.point)?;
        seen::derived((table.up.index(), &rounds), point, &groups)
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

/// Compares the stated means with what the up cards add up to.
///
/// # Errors
/// [`Refusal`] for the first count that is another.
pub(crate) fn compare(
    submission: &Submission,
    certificate: &Certificate,
    seed: &str,
    by_up: &[&Vec<Vec<u64>>],
) -> Result<(), Refusal> {
    let points = points(certificate, seed);
    for (place, (stated, of)) in all(submission, certificate)?.into_iter().enumerate() {
        let count = read(stated, of)?;
        for (at, point) in points.iter().enumerate() {
            let field = point.field();
            let sums = by_up.iter().map(|of_up| of_up.get(at).and_then(|counts| counts.get(place)).copied());
            let found = sums.into_iter().try_fold(0, |all, one| Some(field.add(all, one?)));
            let means = count.depths.iter().zip(&point.factors).map(|(depth, &factor)| {
                let over = Some(field.of_integer(&depth.over)).filter(|&over| over != 0)?;
                let terms = (depth.lowest..).zip(&depth.nets);
                let terms = terms.map(|(count, net)| field.multiply(field.of_integer(net), point.power(count)));
                let sum = terms.fold(0, |sum, term| field.add(sum, term));
                Some(field.multiply(factor, field.multiply(sum, field.inverse(over))))
            });
            let means = means.into_iter().try_fold(0, |all, one| Some(field.add(all, one?)));
            if means.is_none() || means != found {
                let what = title(stated);
                let prime = field.prime;
                return Err(Refusal::Law(format!(
                    "{what}: the EVs are not those of the stated strategy (modulo {prime})"
                )));
            }
        }
    }
    Ok(())
}
