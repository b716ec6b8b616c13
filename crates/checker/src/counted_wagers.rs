//! Side wagers by the count of the cards seen before them: their deals walked once more, face by face, at a random point.

use cards::Value;
use certificate::{Certificate, StatedCount, StatedSeenWager, StatedSums, StatedWager, WhyNoCounts};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use rules::{OfferedWager, PlayerCards, Submission};

use crate::counted::{SumsRead, count_of, is_first_count, mean_with_tag, points, title};
use crate::dealer::falling;
use crate::distribution::seen::{self, SeenPoint};
use crate::hands::Counts;
use crate::refusal::{Refusal, expect, fraction, same_list};
use crate::statement::{Level, Statement};
use crate::wager_patterns;
use crate::wagers::{self, Deal};

/// By place: net results, their squares.
const NAMES: [&str; 2] = ["the EVs", "the mean squares"];

/// Why a side wager is not stated by count and depth, where the analysis asks what counts tell; `None` where it is.
pub fn why_no_counts(offered: &OfferedWager) -> Option<WhyNoCounts> {
    let rule = &offered.rule;
    let of_dealer = rule.lines.iter().any(|line| line.dealer_hand.is_some());
    if rule.depends_on_play() {
        Some(WhyNoCounts::Play)
    } else if rule.lines.iter().any(|line| line.chance.is_some()) {
        Some(WhyNoCounts::Event)
    } else if rule.meter.is_some() {
        Some(WhyNoCounts::Meter)
    } else if rule.lines.len() > wager_patterns::MOST_LINES {
        Some(WhyNoCounts::Lines)
    } else if wagers::not_counted(offered).is_some() || !(of_dealer || rule.cards == PlayerCards::FirstTwo) {
        Some(WhyNoCounts::Cards)
    } else {
        None
    }
}

/// The side wagers that are stated by every count and depth, in this order; none where the analysis asks for no counts.
pub fn count_wagers(submission: &Submission) -> Vec<&OfferedWager> {
    let all = submission.wagers.iter().filter(|_| submission.exposure.is_some());
    all.filter(|offered| why_no_counts(offered).is_none()).collect()
}

/// Whether mean squares of side wagers are stated of the count of this name: of the first that is asked for.
pub fn count_wager_squares_are_stated(submission: &Submission, id: &str) -> bool {
    is_first_count(submission, id)
}

fn name(id: &str, paytable: &str) -> String {
    format!("the side wager {id} {paytable}")
}

/// A wager at one depth, its numbers read, in the order of [`NAMES`].
struct WagerRead {
    lowest: i64,
    stated: [Option<SumsRead>; 2],
}

impl WagerRead {
    fn new(here: &str, stated: &StatedSeenWager, [lowest, highest]: [i64; 2], squares: bool) -> Result<Self, Refusal> {
        let mut all = [None, None];
        for (place, sums) in [Some(&stated.nets), stated.squares.as_ref()].into_iter().enumerate() {
            let what = format!("{here}: {}", NAMES[place]);
            let is_stated = place == 0 || squares;
            if sums.is_some() != is_stated {
                let words = if is_stated { "are missing" } else { "are stated and not asked for" };
                return Err(Refusal::Table(format!("{what} {words}")));
            }
            let read =
                |StatedSums { over, by_sum }: &StatedSums| SumsRead::new(&what, (over, by_sum), highest - lowest + 1);
            all[place] = sums.map(read).transpose()?;
        }
        Ok(Self { lowest, stated: all })
    }
}

/// What is stated of the wager under the submission's own readings.
fn own<'c>(
    submission: &Submission,
    certificate: &'c Certificate,
    offered: &OfferedWager,
) -> Result<&'c StatedWager, Refusal> {
    let reading = wagers::own(submission, &offered.id);
    let is_it =
        |one: &&StatedWager| one.id == offered.id && one.paytable == offered.paytable.name && one.reading == reading;
    let found = certificate.wagers.iter().find(is_it);
    found.ok_or_else(|| Refusal::Table(format!("{} is missing", name(&offered.id, &offered.paytable.name))))
}

/// Which claims are there: every wager that is asked for, by every count and depth, and no other. What is stated of all counts adds up to the wager's EV and mean square, and the sum of count times mean follows from
/// its EVs without one card, as for the base wager. Asked of every certificate.
///
/// # Errors
/// [`Refusal`] for the first of which that does not hold.
pub(crate) fn present(submission: &Submission, certificate: &Certificate) -> Result<(), Refusal> {
    let expected = count_wagers(submission);
    let names: Vec<String> = expected.iter().map(|one| name(&one.id, &one.paytable.name)).collect();
    for stated in &certificate.counts {
        let Some(of) = count_of(submission, stated)? else { continue };
        let squares = count_wager_squares_are_stated(submission, &stated.id);
        let distributions = expected
            .iter()
            .map(|offered| WagerDistributions::new(submission, own(submission, certificate, offered)?, &of.tags));
        let distributions = distributions.collect::<Result<Vec<WagerDistributions>, Refusal>>()?;
        for (depth, &seen) in stated.depths.iter().zip(&of.seen) {
            let here = format!("{} of {seen} cards", title(stated));
            let found: Vec<String> = depth.wagers.iter().map(|one| name(&one.id, &one.paytable)).collect();
            same_list(&format!("{here}: the side wagers"), found.iter(), &names)?;
            for ((one, distributions), name) in depth.wagers.iter().zip(&distributions).zip(&names) {
                let here = format!("{here}: {name}");
                let read = WagerRead::new(&here, one, of.groups.range(seen.into()), squares)?;
                distributions.ask(&read, seen, &here)?;
            }
        }
    }
    Ok(())
}

/// What the numbers of one wager add up to.
struct WagerDistributions {
    /// In the order of [`NAMES`].
    all: [BigRational; 2],
    /// The mean of net result times the tag of one card seen.
    with_tag: BigRational,
}

impl WagerDistributions {
    fn new(submission: &Submission, stated: &StatedWager, tags: &[i32; Value::COUNT]) -> Result<Self, Refusal> {
        let what = name(&stated.id, &stated.paytable);
        let read = |text: &str| fraction(&what, text);
        let ev = read(&stated.ev)?;
        let square = read(&stated.variance)? + &ev * &ev;
        let with_tag = mean_with_tag(submission, (&stated.removal, &what), tags)?;
        Ok(Self { all: [ev, square], with_tag })
    }

    fn ask(&self, read: &WagerRead, seen: u32, here: &str) -> Result<(), Refusal> {
        for ((sums, all), name) in read.stated.iter().zip(&self.all).zip(NAMES) {
            let Some(sums) = sums else { continue };
            let found = sums.sum(read.lowest, |_| BigInt::one());
            expect(&format!("{here}: the sum of {name} over all counts"), &all.to_string(), &found)?;
        }
        let slope = read.stated[0].as_ref().map(|sums| sums.sum(read.lowest, BigInt::from));
        if slope.is_some_and(|slope| slope != &self.with_tag * BigRational::from_integer(seen.into())) {
            let message = format!("{here}: effects of removal imply another slope of {}", NAMES[0]);
            return Err(Refusal::Table(message));
        }
        Ok(())
    }
}

/// The claims of a count at this place.
pub(crate) fn claims(at: usize, stated: &StatedCount) -> impl Iterator<Item = Statement> {
    let depths = stated.depths.iter().enumerate().filter(|(_, depth)| !depth.wagers.is_empty());
    depths.map(move |(depth, of)| Statement {
        path: format!("/counts/{at}/depths/{depth}/wagers"),
        what: format!("the EV of side wagers by {} after {} cards", title(stated), of.seen),
        level: Level::Usual,
        how: "The deals of each wager are walked face by face. What is stated of all counts is compared at random points modulo random primes.".to_owned(),
    })
}

/// Ids of the wagers of which anything is stated: the deals of all paytables are walked together.
pub(crate) fn ids(submission: &Submission) -> Vec<&str> {
    let mut ids: Vec<&str> = count_wagers(submission).into_iter().map(|offered| &offered.id[..]).collect();
    ids.dedup();
    ids
}

/// A wager's mean net results and mean squares by the cards that decide it, each times the probability of these cards: by paytable, in the order of [`NAMES`].
struct Walked<'a> {
    paytables: Vec<&'a OfferedWager>,
    cards: Vec<Counts>,
    /// By paytable, for all cards.
    terms: Vec<[Vec<BigRational>; 2]>,
}

impl<'a> Walked<'a> {
    fn new(submission: &'a Submission, id: &str) -> Option<Self> {
        let paytables: Vec<_> = count_wagers(submission).into_iter().filter(|offered| offered.id == id).collect();
        let first = paytables.first()?;
        let ways = Deal::new(first.cards).by_values(&submission.game, &first.rule);
        let shoe = first.cards.total() as usize;
        let mut cards: Vec<Counts> = ways.keys().map(|(cards, _)| *cards).collect();
        cards.dedup();
        let of_paytable = |offered: &&OfferedWager| {
            let mut sums = [(); 2].map(|()| vec![BigRational::zero(); cards.len()]);
            let mut place = 0;
            for ((taken, fits), ways) in &ways {
                // Both are in the order of the cards.
                while cards[place] != *taken {
                    place += 1;
                }
                let net = wagers::net(offered, *fits).fixed;
                let drawn = taken.iter().map(|&count| usize::from(count)).sum();
                let chance = BigRational::new(ways.clone(), falling(shoe, drawn));
                let with_net = chance * &net;
                sums[1][place] += &with_net * net;
                sums[0][place] += with_net;
            }
            sums
        };
        let terms = paytables.iter().map(of_paytable).collect();
        Some(Self { paytables, cards, terms })
    }
}

/// Derives what is stated of a wager under all its paytables again, by every count and depth, and compares.
///
/// # Errors
/// [`Refusal`] for the first that is another, and for shoes that cannot be checked.
pub(crate) fn check(
    submission: &Submission,
    certificate: &Certificate,
    (id, seed): (&str, &str),
    progress: &(dyn Fn(&str) + Sync),
) -> Result<(), Refusal> {
    progress(&format!("what counts tell of the side wager {id}"));
    let Some(walked) = Walked::new(submission, id) else { return Ok(()) };
    for point in &points(certificate, seed) {
        let residue =
            |term: &BigRational| point.residue(term).ok_or_else(|| Refusal::not_checkable("a shoe of so many cards"));
        let residues = |terms: &Vec<BigRational>| terms.iter().map(residue).collect::<Result<Vec<u64>, Refusal>>();
        let of_paytables = walked.terms.iter().map(|[nets, squares]| Ok([residues(nets)?, residues(squares)?]));
        let of_paytables = of_paytables.collect::<Result<Vec<_>, Refusal>>()?;
        for stated in &certificate.counts {
            let Some(of) = count_of(submission, stated)? else { continue };
            let seen: Vec<u64> = of.seen.iter().map(|&seen| seen.into()).collect();
            let means = seen::means_of_cards(walked.cards.iter(), point, (&of.groups, &seen))?;
            let field = point.field();
            let ranges: Vec<[i64; 2]> = seen.iter().map(|&seen| of.groups.range(seen)).collect();
            let squares = count_wager_squares_are_stated(submission, &stated.id);
            for (offered, residues) in walked.paytables.iter().zip(&of_paytables) {
                for (place, residues) in residues.iter().enumerate().take(1 + usize::from(squares)) {
                    let terms = residues.iter().zip(&means).map(|(&term, &mean)| field.multiply(term, mean));
                    let found = terms.fold(0, |sum, term| field.add(sum, term));
                    let claim = stated_at(stated, (offered, place), &ranges, point)?;
                    if claim != Some(found) {
                        let (what, name) = (title(stated), name(&offered.id, &offered.paytable.name));
                        let message = format!(
                            "{what}: {} of {name} are not those of its deals (modulo {})",
                            NAMES[place], field.prime
                        );
                        return Err(Refusal::Distribution(message));
                    }
                }
            }
        }
    }
    Ok(())
}

/// What is stated of all depths, each times its factor; `None` if a denominator is a multiple of the prime.
fn stated_at(
    stated: &StatedCount,
    (offered, place): (&OfferedWager, usize),
    ranges: &[[i64; 2]],
    point: &SeenPoint,
) -> Result<Option<u64>, Refusal> {
    let field = point.field();
    let here = format!("{}: {}", title(stated), name(&offered.id, &offered.paytable.name));
    let mut sum = 0;
    for ((depth, range), &factor) in stated.depths.iter().zip(ranges).zip(&point.factors) {
        let is_it = |one: &&StatedSeenWager| one.id == offered.id && one.paytable == offered.paytable.name;
        let one = depth.wagers.iter().find(is_it);
        let one = one.ok_or_else(|| Refusal::Table(format!("{here} is missing")))?;
        let read = WagerRead::new(&here, one, *range, one.squares.is_some())?;
        let Some(at) = read.stated[place].as_ref().and_then(|sums| sums.at(read.lowest, point)) else {
            return Ok(None);
        };
        sum = field.add(sum, field.multiply(factor, at));
    }
    Ok(Some(sum))
}
