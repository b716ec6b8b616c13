//! The plan of a certificate carried out as far as is asked for.

mod work;

use std::collections::BTreeSet;
use std::time::Instant;

use certificate::{Certificate, StatedClass, StatedFollower, sha256_hex};
use num_rational::BigRational;
use rules::{Changes, Game, Submission};

use self::work::{Part, Unit, Work};
use crate::base_game::{self, Sums};
use crate::combinations::{self, MOST_COMBINATIONS};
use crate::dealer::Dealings;
use crate::distribution::field::Field;
use crate::plan::{Item, Task, outline, samples_results};
use crate::refusal::Refusal;
use crate::statement::{Level, Statement};
use crate::{
    best, counted, counted_wagers, dealer_outcomes, doubled, events, followers, form, insurance, parallel, parlay,
    perfect, removal, results, untold, wagers,
};

/// How deep a check goes, and what of it is left to chance.
#[derive(Debug, Clone, Copy)]
pub struct Depth<'a> {
    /// Claims up to this level are derived; at [`Level::Usual`], of some that take longer a sample too.
    pub level: Level,
    /// Decides everything that is left to chance, together with the certificate. Whoever made that must not have known it.
    pub seed: &'a str,
    /// Under how many up cards, drawn at random, the distribution of a round is derived. `None` leaves it to the level: two at
    /// [`Level::Usual`] where pairs are split to four hands, else all.
    pub up_cards: Option<usize>,
    /// Under how many up cards, drawn at random, perfect play is derived. `None` leaves it to the level: one at [`Level::Usual`],
    /// all at [`Level::Full`].
    pub perfect_up_cards: Option<usize>,
}

/// Whether a claim was derived again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It was, and it holds.
    Checked,
    /// It was not.
    NotChecked,
}

/// A claim with what became of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    /// The claim.
    pub statement: Statement,
    /// Whether it was derived again.
    pub verdict: Verdict,
    /// Processor seconds spent on it. What was done for several claims at once is shared out among them.
    pub seconds: f64,
}

/// Checks a certificate against the analysis it is said to be of, as deep as is asked for. Gives every statement of
/// [`crate::plan`], in its order. `progress` is told every step as it begins, from any thread.
///
/// A claim that is not derived has passed for its form and for what other claims say of it, and for no more. The rounds of a
/// simulation are never dealt here: that claim is [`Verdict::NotChecked`], and whoever deals them may say otherwise.
///
/// Distributions of a round are compared at random points modulo random primes. A wrong one that is looked at passes with a
/// probability below 10⁻¹²: `docs/design/checker.md` has the bound.
///
/// # Errors
/// [`Refusal`] for the first claim that does not hold, in the order of the plan, and for rules that this checker does not know.
pub fn check(
    submission: &Submission,
    certificate: &Certificate,
    depth: &Depth<'_>,
    progress: &(dyn Fn(&str) + Sync),
) -> Result<Vec<Checked>, Refusal> {
    form::check_form(submission, certificate)?;
    begin(submission, certificate, outline(submission, certificate), depth, progress)
}

/// Checks the form of the whole certificate, and of its claims those alone that hold a place, such as `/classes/0/ev`; none if no claim does. What this
/// refuses, [`check`] refuses at the same level; what this lets pass may still contradict another claim.
///
/// # Errors
/// As [`check`].
pub fn check_claim(
    submission: &Submission,
    certificate: &Certificate,
    place: &str,
    depth: &Depth<'_>,
    progress: &(dyn Fn(&str) + Sync),
) -> Result<Vec<Checked>, Refusal> {
    form::check_form(submission, certificate)?;
    let mut items = outline(submission, certificate);
    items.retain(|item| {
        place.strip_prefix(item.statement.path.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    });
    begin(submission, certificate, items, depth, progress)
}

/// What there is to do for these claims of a certificate whose form is right.
fn begin(
    submission: &Submission,
    certificate: &Certificate,
    items: Vec<Item>,
    depth: &Depth<'_>,
    progress: &(dyn Fn(&str) + Sync),
) -> Result<Vec<Checked>, Refusal> {
    let text = certificate.to_canonical().map_err(|error| Refusal::Table(error.to_string()))?;
    let seed = format!("{} {}", sha256_hex(text.as_bytes()), depth.seed);
    let variants = if depth.level >= Level::Usual { variants(submission, certificate)? } else { Vec::new() };
    let combinations = combined(submission, &items, depth.level)?;
    let check = Check {
        submission,
        certificate,
        variants: &variants,
        silent: &submission.without_signals(),
        combinations: &combinations,
        seed,
        depth: *depth,
        progress,
    };
    check.run(items)
}

/// Checks the strategy classes, the insurance wager and what counts tell alone, whatever else the certificate states or leaves out.
///
/// # Errors
/// As [`check`].
pub fn check_classes(
    submission: &Submission,
    certificate: &Certificate,
    depth: &Depth<'_>,
    progress: &(dyn Fn(&str) + Sync),
) -> Result<Vec<Checked>, Refusal> {
    base_game::checkable(&submission.game)?;
    form::classes(submission, certificate)?;
    let mut items = outline(submission, certificate);
    let actions = if certificate.actions.is_empty() { "/classes" } else { "/actions" };
    items.retain(|item| {
        ["/classes", "/insurance", "/followers", "/counts", actions]
            .iter()
            .any(|path| item.statement.path.starts_with(path))
    });
    let check = Check {
        submission,
        certificate,
        variants: &[],
        silent: &submission.without_signals(),
        combinations: &Combinations::default(),
        seed: depth.seed.to_owned(),
        depth: *depth,
        progress,
    };
    check.run(items)
}

/// The submission of every variant; the values of perfect play are looked at as far as they say something of each other.
fn variants(submission: &Submission, certificate: &Certificate) -> Result<Vec<Submission>, Refusal> {
    let mut variants = Vec::new();
    for variant in &certificate.variants {
        let changed = submission.changed(&variant.set).map_err(|error| Refusal::Table(error.to_string()))?;
        for class in &variant.classes {
            if class.strategy == "perfect" {
                perfect::check(&changed, class)?;
            } else {
                base_game::check_lists(&changed, class)?;
            }
        }
        variants.push(changed);
    }
    Ok(variants)
}

/// Every combination of readings, with its rules.
#[derive(Default)]
struct Combinations {
    changes: Vec<Changes>,
    games: Vec<Game>,
}

/// The combinations that are derived at this level.
fn combined(submission: &Submission, items: &[Item], level: Level) -> Result<Combinations, Refusal> {
    if !items.iter().any(|item| item.task == Task::Combinations && item.statement.level <= level) {
        return Ok(Combinations::default());
    }
    let changes = submission.combination_changes(MOST_COMBINATIONS).unwrap_or_default();
    let games = parallel::each(&changes, parallel::threads(), |changes| combinations::combined(submission, changes))?;
    Ok(Combinations { changes, games })
}

struct Check<'a> {
    submission: &'a Submission,
    certificate: &'a Certificate,
    /// None at [`Level::Quick`].
    variants: &'a [Submission],
    /// The game without signals.
    silent: &'a Submission,
    /// Every combination of readings and its rules; none below [`Level::Full`].
    combinations: &'a Combinations,
    seed: String,
    depth: Depth<'a>,
    progress: &'a (dyn Fn(&str) + Sync),
}

impl<'a> Check<'a> {
    /// Does what there is to do for these claims.
    fn run(&self, items: Vec<Item>) -> Result<Vec<Checked>, Refusal> {
        let (units, is_checked) = self.schedule(&items);
        let done = parallel::in_order(
            &units,
            parallel::threads(),
            |unit| unit.work.turn(),
            Dealings::default,
            |dealings, unit| {
                let begin = Instant::now();
                let part = self.work(&unit.work, dealings)?;
                Ok((part, begin.elapsed().as_secs_f64()))
            },
        )?;
        let mut seconds = vec![0.0; items.len()];
        for (unit, (_, spent)) in units.iter().zip(&done) {
            for &item in &unit.items {
                seconds[item] += spent / unit.items.len() as f64;
            }
        }
        let parts: Vec<(&Work<'_>, &Part)> =
            units.iter().map(|unit| &unit.work).zip(done.iter().map(|(part, _)| part)).collect();
        self.totals(&parts)?;
        let verdict = |is_checked| if is_checked { Verdict::Checked } else { Verdict::NotChecked };
        let checked = items.into_iter().zip(is_checked).zip(seconds);
        Ok(checked
            .map(|((item, done), seconds)| Checked { statement: item.statement, verdict: verdict(done), seconds })
            .collect())
    }

    fn class(&self, at: usize) -> &'a StatedClass {
        &self.certificate.classes[at]
    }

    /// The work to be done, in the order of the plan, and which items it checks.
    fn schedule(&self, items: &[Item]) -> (Vec<Unit<'a>>, Vec<bool>) {
        let mut units = Vec::new();
        let mut is_checked = vec![false; items.len()];
        let looked_at: Vec<BTreeSet<usize>> =
            (0..self.certificate.classes.len()).map(|at| self.looked_at(at)).collect();
        let is_whole = |at: usize| looked_at[at].len() == self.class(at).up_cards.len();
        for (at, item) in items.iter().enumerate() {
            let level = item.statement.level;
            let is_asked = level <= self.depth.level && level != Level::Stated;
            let mut add = |work: Work<'a>| units.push(Unit { items: vec![at], work });
            is_checked[at] = match item.task {
                Task::Results(class, up) | Task::Perfect(class, up) => {
                    let is_looked_at = level != Level::Stated && looked_at[class].contains(&up);
                    if is_looked_at {
                        let stated = self.class(class);
                        let field = || is_whole(class).then(|| self.variance_field(stated)).flatten();
                        add(match item.task {
                            Task::Results(..) => Work::Results { class: stated, up },
                            _ => Work::Perfect { submission: self.submission, class: stated, up, field: field() },
                        });
                    }
                    is_looked_at
                }
                Task::AllResults(class) | Task::AllPerfect(class) => level != Level::Stated && is_whole(class),
                Task::Insured(class) => {
                    let is_derived = level != Level::Stated && is_whole(class);
                    if is_derived {
                        add(Work::Insured { class: self.class(class) });
                    }
                    is_derived
                }
                Task::Dealt => false,
                task => {
                    if is_asked {
                        self.work_of(task, at).into_iter().for_each(add);
                    }
                    is_asked
                }
            };
        }
        let counts: Vec<usize> =
            (0..items.len()).filter(|&at| items[at].task == Task::Counts && is_checked[at]).collect();
        if !counts.is_empty() {
            let of_up = |up| Unit { items: counts.clone(), work: Work::Counts { up } };
            units.extend((0..counted::up_cards(self.certificate)).map(of_up));
        }
        let of_wagers: Vec<usize> =
            (0..items.len()).filter(|&at| items[at].task == Task::CountedWagers && is_checked[at]).collect();
        if !of_wagers.is_empty() {
            let ids = counted_wagers::ids(self.submission).into_iter();
            units.extend(ids.map(|id| Unit { items: of_wagers.clone(), work: Work::CountedWager { id } }));
        }
        let units = self.with_wagers(items, units);
        (units, is_checked)
    }

    /// The work for a claim that is checked as a whole or not at all.
    fn work_of(&self, task: Task, item: usize) -> Vec<Work<'a>> {
        let of_class = |submission: &'a Submission, class: &'a StatedClass| {
            (0..class.up_cards.len()).map(move |up| Work::Class { item, submission, class, up })
        };
        match task {
            Task::Class(at) => of_class(self.submission, self.class(at)).collect(),
            Task::Variant(at) => {
                let Some(submission) = self.variants.get(at) else { return Vec::new() };
                let classes = self.certificate.variants[at].classes.iter().filter(|class| class.play.is_some());
                classes.flat_map(|class| of_class(submission, class)).collect()
            }
            Task::VariantPerfect(at, class) => {
                let Some(submission) = self.variants.get(at) else { return Vec::new() };
                let class = &self.certificate.variants[at].classes[class];
                (0..class.up_cards.len()).map(|up| Work::Perfect { submission, class, up, field: None }).collect()
            }
            Task::Event(class, event) => {
                let class = self.class(class);
                let what = class.events.as_ref().and_then(|events| events.get(event)).map(|event| event.what.as_str());
                what.into_iter().map(|what| Work::Event { class, what }).collect()
            }
            Task::OtherEvents(class) => {
                let class = self.class(class);
                let is_open = |what: &&str| class.events.iter().flatten().all(|event| event.what != **what);
                let open = events::COUNTED.into_iter().filter(is_open);
                open.map(|what| Work::Event { class, what }).collect()
            }
            Task::Doubled(class) => vec![Work::Doubled { class: self.class(class) }],
            Task::Combinations => {
                best::up_cards(self.submission).into_iter().map(|up| Work::Combinations { up }).collect()
            }
            Task::Insurance => vec![Work::Insurance],
            Task::Actions => vec![Work::Actions],
            Task::Dealer => vec![Work::Dealer],
            Task::Untold(at) => {
                let stated = &self.certificate.untold[at];
                of_class(self.silent, &stated.class).chain([Work::Untold { stated }]).collect()
            }
            Task::Follower(at) => {
                let stated = &self.certificate.followers[at];
                (0..stated.up_cards.len()).map(|up| Work::Follower { stated, up }).collect()
            }
            Task::Removal(without) => removal::work(self.certificate, without).map(Work::Removal).into_iter().collect(),
            Task::Parlay(place) => vec![Work::Parlay { place }],
            _ => Vec::new(),
        }
    }

    /// A wager's paytables are counted together, where the first of them stands in the plan.
    fn with_wagers(&self, items: &[Item], units: Vec<Unit<'a>>) -> Vec<Unit<'a>> {
        let item_of = |wager: usize| items.iter().position(|item| item.task == Task::Wager(wager));
        let groups = wagers::groups(&self.certificate.wagers);
        let of_group = groups.into_iter().map(|places| {
            let items: Vec<usize> = places.iter().filter_map(|&place| item_of(place)).collect();
            Unit { items, work: Work::Wagers { places } }
        });
        let mut all: Vec<Unit<'a>> = units.into_iter().chain(of_group.filter(|unit| !unit.items.is_empty())).collect();
        all.sort_by_key(|unit| unit.items.first().copied().unwrap_or(usize::MAX));
        all
    }

    /// Places of the up cards under which the distributions of a class, or its perfect play, are derived.
    fn looked_at(&self, at: usize) -> BTreeSet<usize> {
        let class = self.class(at);
        let is_perfect = class.play.is_none();
        let asked = if is_perfect { self.depth.perfect_up_cards } else { self.depth.up_cards };
        let most = match (self.depth.level, asked) {
            (Level::Quick, _) => Some(0),
            (_, Some(asked)) => Some(asked),
            (Level::Usual, None) if is_perfect => Some(1),
            (Level::Usual, None) if samples_results(self.submission) => Some(2),
            _ => None,
        };
        let mut places: Vec<usize> = (0..class.up_cards.len()).collect();
        draw(&mut places, most, |&place| {
            format!("{} {}: looks at {}", self.seed, class.strategy, class.up_cards[place].up)
        });
        places.into_iter().collect()
    }

    /// Where squares of perfect play are compared, if they are derived where all its up cards are.
    fn variance_field(&self, class: &StatedClass) -> Option<Field> {
        let is_derived = class.variance.is_some() && perfect::variance_unchecked(&self.submission.game).is_none();
        is_derived.then(|| perfect::field(&self.seed, class))
    }

    /// `dealings` are those that this thread has met.
    fn work(&self, work: &Work<'_>, dealings: &Dealings) -> Result<Part, Refusal> {
        let Self { submission, certificate, progress, seed, .. } = self;
        let play = certificate.classes.iter().find(|class| class.strategy == "cdz");
        match work {
            Work::Class { submission, class, up, .. } => {
                progress(&format!("{}: up card {}", class.strategy, class.up_cards[*up].up));
                return Ok(Part::Sums(base_game::check_up(submission, class, *up, dealings)?));
            }
            Work::Perfect { submission, class, up, field } => {
                let up = &class.up_cards[*up];
                return Ok(Part::Perfect(perfect::check_up(submission, class, up, field.as_ref(), *progress)?));
            }
            Work::Results { class, up } => results::derive(submission, class, *up, seed, *progress)?,
            Work::Insured { class } => results::derive_insured(submission, class, seed, *progress)?,
            Work::Event { class, what } => events::check(submission, class, what, seed, *progress)?,
            Work::Doubled { class } => doubled::check(submission, class, seed, *progress)?,
            Work::Combinations { up } => {
                progress(&format!("combinations of readings: up card {up}"));
                return Ok(Part::Nets(combinations::under(submission, &self.combinations.games, *up)?));
            }
            Work::Dealer => dealer_outcomes::check_dealer_outcomes(submission, &certificate.dealer)?,
            Work::Untold { stated } => {
                progress(&format!("{} without signals", stated.class.strategy));
                untold::check_signals(submission, stated)?;
            }
            Work::Follower { stated, up } => {
                progress(&format!("a follower of {}: up card {}", stated.caller, stated.up_cards[*up].up));
                let class = followers::caller(certificate, stated)?;
                return Ok(Part::Nets(followers::check_up(submission, class, stated, *up, dealings)?));
            }
            Work::Counts { up } => {
                let place = (*up, &seed[..]);
                let counts = counted::derive(submission, certificate, place, dealings, *progress)?;
                return Ok(Part::Counts(counts));
            }
            Work::Removal(without) => removal::check(submission, certificate, *without, *progress)?,
            Work::Actions => base_game::first_hands::check_actions(submission, play, &certificate.actions, *progress)?,
            Work::Insurance => insurance::check(submission, certificate.insurance.as_ref())?,
            Work::Wagers { places } => {
                let stated: Vec<_> = places.iter().map(|&place| &certificate.wagers[place]).collect();
                wagers::check(submission, &stated, play, *progress)?;
            }
            Work::CountedWager { id } => {
                counted_wagers::check(submission, certificate, (id, &self.seed), *progress)?;
            }
            Work::Parlay { place } => {
                if let Some(play) = play {
                    parlay::check(submission, play, &certificate.wagers[*place])?;
                }
            }
        }
        Ok(Part::Nothing)
    }

    /// What the parts of a class come to together.
    fn totals(&self, parts: &[(&Work<'_>, &Part)]) -> Result<(), Refusal> {
        let mut begun: Vec<(usize, &StatedClass, Sums)> = Vec::new();
        let mut perfect: Vec<perfect::PerfectTotal<'_>> = Vec::new();
        let mut by_up: Vec<&Vec<BigRational>> = Vec::new();
        let mut counted: Vec<&counted::OfUp> = Vec::new();
        let mut followed: Vec<(&StatedFollower, Vec<&Vec<BigRational>>)> = Vec::new();
        for (work, part) in parts {
            match (work, part) {
                (Work::Class { item, class, .. }, Part::Sums(sums)) => {
                    match begun.last_mut().filter(|(of, one, _)| of == item && std::ptr::eq(*one, *class)) {
                        Some((_, _, sum)) => sum.add(sums),
                        None => begun.push((*item, class, sums.clone())),
                    }
                }
                (Work::Combinations { .. }, Part::Nets(nets)) => by_up.push(nets),
                (Work::Counts { .. }, Part::Counts(counts)) => counted.push(counts),
                (Work::Follower { stated, .. }, Part::Nets(nets)) => {
                    match followed.last_mut().filter(|(of, _)| std::ptr::eq(*of, *stated)) {
                        Some((_, by_up)) => by_up.push(nets),
                        None => followed.push((stated, vec![nets])),
                    }
                }
                (Work::Perfect { class, field, .. }, Part::Perfect(more)) => {
                    match perfect.last_mut().filter(|total| std::ptr::eq(total.class, *class)) {
                        Some(total) => total.added.push(more),
                        None => perfect.push(perfect::PerfectTotal { class, field: field.as_ref(), added: vec![more] }),
                    }
                }
                _ => {}
            }
        }
        for (_, class, sums) in begun {
            base_game::check_totals(class, sums)?;
        }
        if !by_up.is_empty() {
            combinations::compare(&self.combinations.changes, &self.certificate.combinations, &by_up)?;
        }
        if !counted.is_empty() {
            counted::compare(self.submission, self.certificate, &self.seed, &counted)?;
        }
        followed.iter().try_for_each(|(stated, by_up)| followers::check_totals(stated, by_up))?;
        perfect.iter().try_for_each(perfect::PerfectTotal::check)
    }
}

/// Leaves so many of a list, drawn by a text for each that nobody could know before; all of them if `None`.
pub(crate) fn draw<T>(list: &mut Vec<T>, most: Option<usize>, text: impl Fn(&T) -> String) {
    if let Some(most) = most {
        list.sort_by_cached_key(|one| sha256_hex(text(one).as_bytes()));
        list.truncate(most);
    }
}
