//! The document of a report, derived from the submission and the certificate, and from nothing else.
//!
//! [`document`] is the one way to a [`ReportDocument`]. Whoever writes a report and whoever verifies one call it, so that nothing
//! stands on a page that does not follow from what was certified. No module here may use the solver.

mod actions;
mod base_game;
mod bets_by_depth;
mod by_depth;
mod counting;
mod cut_card;
mod dealt_round;
mod example_sorts;
mod examples;
mod first_hand_odds;
mod first_hands;
mod followers;
mod odds;
mod odds_row;
mod particulars;
mod readings;
mod removal;
mod results_odds;
mod settlement_lines;
mod signals;
mod simulation;
mod split_hands;
mod stated_plays;
mod strategy;
mod wagers;
mod wagers_by_depth;

use std::str::FromStr;

use certificate::number::{self, NumberError};
use certificate::{
    Certificate, ClassResult, ClauseLine, Combinations, CompositionException, CutCards, DealerOutcomes, Exact, FORMAT,
    Features, GivenUpHands, Insurance, InsuranceHand, Item, PerfectBracket, PlayTable, Published, RegulationClauses,
    ReportDocument, Root, RuleLine, SignalActions, Simulation, StrategyCell, Switches, Unchecked, Wager,
    WorkedExamples,
};
use num_rational::BigRational;
use rules::{EvenMoney, Submission};

pub(crate) use base_game::class_results;
pub(crate) use readings::combinations_by_ev;
pub(crate) use simulation::{Figures, simulation};
pub(crate) use strategy::{chart, plan};

use crate::catalogue;
use crate::failure::Failure;
use crate::present;
use wagers::FoundWagers;

/// Everything a report states.
///
/// # Errors
/// [`Failure::Refused`] for the first claim from which nothing can be derived: a number that is none, a strategy that the rules do not ask for, a
/// variant or a wager that the submission does not have.
pub(crate) fn document(submission: &Submission, certificate: &Certificate) -> Result<ReportDocument, Failure> {
    let FoundWagers { wagers, left_out } = wagers::wagers(submission, certificate)?;
    let remarks = left_out.iter().map(|one| one.why.clone());
    let never_won = wagers::never_won(&wagers);
    let (rounds, play) =
        rayon::join(|| RoundsPart::of(submission, certificate, &wagers), || PlayPart::of(submission, certificate));
    let RoundsPart { base_game, insurance, dealer, simulation, cut_card, published, combinations } = rounds?;
    let play = play?;
    Ok(ReportDocument {
        format: FORMAT,
        software: certificate.software.clone(),
        item: item(submission, certificate),
        particulars: particulars::particulars(&submission.report),
        unit: present::unit(&submission.game).to_owned(),
        features: Features {
            pays_by_suit: submission.game.pays_by_suit(),
            gives_wagers: submission.game.gives_wagers(),
            offers_even_money: submission.game.natural.even_money != EvenMoney::None,
            tells_hole_card: submission.game.tells_hole_card(),
        },
        rules: submission
            .describe()
            .into_iter()
            .enumerate()
            .map(|(at, line)| RuleLine {
                // The cards are described first.
                rule: match submission.decks.filter(|_| at == 0) {
                    Some(decks) => format!("Played with {}. {}", cards::decks_in_words(decks), line.text),
                    None => line.text,
                },
                clause: line.clauses.join(", "),
            })
            .collect(),
        options: present::chosen_switches(&submission.options),
        wager_inputs: wagers::inputs(submission),
        readings: present::chosen_switches(&submission.readings),
        perfect_bracket: certificate.bracket.as_ref().map(bracket).transpose()?,
        reading_effects: readings::effects(submission, certificate)?,
        published,
        combinations,
        edge_by_decks: readings::edge_by_decks(submission, certificate)?,
        dealer,
        value_of_signals: signals::value_of_signals(certificate)?,
        shared_box: followers::shared_box(submission, certificate)?,
        effects_of_removal: removal::effects(submission, certificate)?,
        counting: counting::counting(submission, certificate)?,
        strategy: play.strategy,
        play_tables: play.play_tables,
        composition_exceptions: play.composition_exceptions,
        doubled_given_up: play.doubled_given_up,
        split_aces_given_up: play.split_aces_given_up,
        switches: play.switches,
        switches_td: play.switches_td,
        odds: odds::odds(submission, &base_game, insurance.as_ref(), &wagers, certificate)?,
        examples: play.examples,
        actions: play.actions,
        base_game,
        insurance,
        wagers_left_out: left_out.clone(),
        wagers,
        clauses: clauses(submission)?,
        assumptions: present::assumptions(submission, simulation.as_ref(), cut_card.is_some()),
        simulation,
        cut_card,
        deviations: catalogue::other_game(submission)
            .into_iter()
            .chain(submission.deviations.iter().cloned())
            .chain(left_out_of_game(submission))
            .chain(remarks)
            .chain(not_valued(submission))
            .chain(wagers::events_apart(submission))
            .chain(never_won)
            .collect(),
        unchecked: play.unchecked,
    })
}

/// What rounds come to, by class and beside what was dealt. It takes about as long as [`PlayPart`].
struct RoundsPart {
    base_game: Vec<ClassResult>,
    insurance: Option<Insurance>,
    dealer: Vec<DealerOutcomes>,
    simulation: Option<Simulation>,
    cut_card: Option<CutCards>,
    published: Option<Published>,
    combinations: Option<Combinations>,
}

impl RoundsPart {
    fn of(submission: &Submission, certificate: &Certificate, wagers: &[Wager]) -> Result<Self, Failure> {
        let base_game = class_results(submission, certificate)?;
        let insurance = insurance(submission, certificate)?;
        let dealer = dealer(certificate)?;
        let figures = Figures { base_game: &base_game, dealer: &dealer, insurance: insurance.as_ref(), wagers };
        let simulation = simulation(submission, certificate, &figures)?;
        let cut_card = cut_card::cut_card(submission, certificate, &base_game)?;
        Ok(Self {
            published: readings::published(submission, certificate)?,
            combinations: readings::combinations(submission, certificate)?,
            base_game,
            insurance,
            dealer,
            simulation,
            cut_card,
        })
    }
}

/// How hands are played, and what is not checked again.
struct PlayPart {
    strategy: Vec<StrategyCell>,
    play_tables: Vec<PlayTable>,
    composition_exceptions: Vec<CompositionException>,
    doubled_given_up: Vec<GivenUpHands>,
    split_aces_given_up: Vec<GivenUpHands>,
    switches: Vec<Switches>,
    switches_td: Vec<Switches>,
    actions: Vec<SignalActions>,
    examples: Option<WorkedExamples>,
    unchecked: Vec<Unchecked>,
}

impl PlayPart {
    fn of(submission: &Submission, certificate: &Certificate) -> Result<Self, Failure> {
        let first = first_hands::first_hands(submission, certificate)?;
        Ok(Self {
            strategy: chart(submission, certificate)?,
            play_tables: strategy::play_tables(submission, certificate)?,
            composition_exceptions: strategy::composition_exceptions(submission, certificate)?,
            doubled_given_up: strategy::doubled_given_up(submission, certificate)?,
            split_aces_given_up: strategy::split_aces_given_up(submission, certificate)?,
            switches: strategy::switches(submission, certificate, "cdz")?,
            switches_td: strategy::switches(submission, certificate, "td")?,
            actions: actions::actions(submission, certificate, &first)?,
            examples: examples::examples(submission, certificate)?,
            unchecked: unchecked(submission, certificate),
        })
    }
}

/// The side wagers of the game that are not valued here: no paytable is for these cards, or the analysis does not offer them.
fn not_valued(submission: &Submission) -> Option<String> {
    let is_valued = |id: &String| submission.wagers.iter().any(|offered| offered.id == *id);
    let others = submission.game.wagers.iter().filter(|(id, _)| !is_valued(id));
    let titles: Vec<&str> = others.map(|(_, rule)| rule.title.as_str()).collect();
    (!titles.is_empty())
        .then(|| format!("Side wagers of the game that this report does not value: {}.", titles.join(", ")))
}

/// What the game file says that it leaves out: of a file that is not the catalogue's as its words.
fn left_out_of_game(submission: &Submission) -> impl Iterator<Item = String> {
    let is_known = catalogue::is_of_catalogue(submission);
    let said = move |sentence: &String| if is_known { sentence.clone() } else { words_of_game_file(sentence) };
    submission.game.left_out.iter().map(said)
}

/// A sentence of an author's as his. His own quotation marks must not end the quotation.
fn words_of_game_file(sentence: &str) -> String {
    let within = sentence.replace(['"', '\u{201c}', '\u{201d}', '\u{201e}', '\u{201f}'], "'");
    format!("The game file says: \u{201c}{within}\u{201d}")
}

/// Whether the game file has the id of a game of the catalogue, and is another.
fn bears_another_name(submission: &Submission) -> bool {
    catalogue::is_file_of(&submission.game.id, submission.files().game.as_bytes()) == Some(false)
}

fn item(submission: &Submission, certificate: &Certificate) -> Item {
    Item {
        id: certificate.item.id.clone(),
        title: submission.title.clone(),
        date: submission.report.date.clone(),
        client: submission.report.client.clone(),
        authoriser: submission.report.authoriser.clone(),
        game: submission.game.id.clone(),
        game_title: submission.game.title.clone(),
        regulation: submission.game.regulation.clone(),
        variation_of: submission.game.variation_of.clone(),
        decks: submission.decks,
        shoe: *submission.shoe.counts(),
        submission_sha256: certificate.item.submission_sha256.clone(),
    }
}

fn dealer(certificate: &Certificate) -> Result<Vec<DealerOutcomes>, Failure> {
    certificate.dealer.iter().map(|row| DealerOutcomes::try_from(row).map_err(of_number)).collect()
}

/// What this program makes of the regulation's clauses; nothing of a game that only bears the id of one of the program's.
fn clauses(submission: &Submission) -> Result<Vec<RegulationClauses>, Failure> {
    if bears_another_name(submission) {
        return Ok(Vec::new());
    }
    let line =
        |line: rules::ClauseLine| ClauseLine { clause: line.clause, status: line.status.to_owned(), text: line.text };
    let regulations = submission.clause_lines()?.into_iter();
    Ok(regulations
        .map(|one| RegulationClauses { regulation: one.regulation, lines: one.lines.into_iter().map(line).collect() })
        .collect())
}

/// What `verify` does not derive again unless it is asked to, and what it cannot.
fn unchecked(submission: &Submission, certificate: &Certificate) -> Vec<Unchecked> {
    let mut all: Vec<Unchecked> = Vec::new();
    for statement in checker::plan(submission, certificate) {
        // The program and the report's id are looked at with the pages.
        if statement.level <= checker::Level::Usual
            || ["/software", "/software/lock_sha256", "/item/id"].contains(&statement.path.as_str())
        {
            continue;
        }
        let one = Unchecked {
            claim: statement.what,
            is_derived_in_full: statement.level == checker::Level::Full,
            how: statement.how,
        };
        // Claims that differ in their place alone are listed once.
        if !all.contains(&one) {
            all.push(one);
        }
    }
    all
}

fn bracket(stated: &certificate::StatedBracket) -> Result<PerfectBracket, Failure> {
    let number = |text: &str| number::decimal_value(text).map_err(of_number);
    Ok(present::perfect_bracket(&number(&stated.low)?, &number(&stated.high)?))
}

fn insurance(submission: &Submission, certificate: &Certificate) -> Result<Option<Insurance>, Failure> {
    let Some(stated) = &certificate.insurance else { return Ok(None) };
    let Some(rule) = &submission.game.insurance else {
        return Err(refused("the certificate states insurance, which the game does not have".to_owned()));
    };
    let by_hand = stated.hands.iter().map(|one| Ok(InsuranceHand { hand: one.hand.clone(), ev: exact(&one.ev)? }));
    Ok(Some(Insurance {
        offered_on: rule.offered_on.to_string(),
        wins_on: rule.wins_on.to_string(),
        pays: stated.pays.clone(),
        maximum: rule.maximum.to_string(),
        ev_always: exact(&stated.ev_always)?,
        optimal_gain: exact(&stated.optimal_gain)?,
        by_hand: by_hand.collect::<Result<_, Failure>>()?,
    }))
}

pub(crate) fn refused(reason: String) -> Failure {
    Failure::Refused(reason)
}

/// The standard deviation of a stated mean square and mean.
///
/// # Errors
/// [`Failure::Refused`] for a mean square below the square of the mean.
fn deviation(square: &BigRational, mean: &BigRational) -> Result<Root, Failure> {
    let root = Root::of(&(square - mean * mean));
    root.ok_or_else(|| refused("a mean square is stated that is below the square of the mean".to_owned()))
}

/// A stated fraction as a number.
pub(crate) fn fraction(text: &str) -> Result<BigRational, Failure> {
    number::fraction(text).map_err(of_number)
}

/// A stated fraction with its decimal.
pub(crate) fn exact(text: &str) -> Result<Exact, Failure> {
    Ok(Exact::from(&fraction(text)?))
}

/// A whole number in its one form; `of` is what the claim is of.
pub(crate) fn whole<T: FromStr + ToString>(of: &str, text: &str) -> Result<T, Failure> {
    let wrong =
        || refused(format!("{of}: `{}` is no whole number in range", text.chars().take(40).collect::<String>()));
    let number: T = text.parse().map_err(|_| wrong())?;
    if number.to_string() == text { Ok(number) } else { Err(wrong()) }
}

/// A stated count.
pub(crate) fn count(text: &str) -> Result<u64, Failure> {
    text.parse().map_err(|error| refused(format!("{}: {error}", text.chars().take(40).collect::<String>())))
}

fn of_number(error: NumberError) -> Failure {
    refused(error.to_string())
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_author_s_sentence_does_not_end_its_quotation() {
        let said = super::words_of_game_file("Nothing.\u{201d} Every claim is checked. \u{201c}Else \"nothing\".");
        assert_eq!(said, "The game file says: \u{201c}Nothing.' Every claim is checked. 'Else 'nothing'.\u{201d}");
    }

    use std::fs;
    use std::path::Path;

    use super::*;

    /// The submission and the certificate of a committed report.
    pub(super) fn committed(report: &str) -> (Submission, Certificate) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports").join(report);
        let submission =
            crate::submission(|name| Ok(fs::read_to_string(folder.join(name)).ok())).expect("a submission");
        let bytes = fs::read(folder.join("certificate.json")).expect("a certificate");
        (submission, Certificate::read(&bytes).expect("a certificate"))
    }
}
