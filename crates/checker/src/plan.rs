//! What a certificate states, claim by claim, and how each is derived again.

mod dealt;

use certificate::{Certificate, StatedClass, StatedVariant, StatedWager};
use rules::Submission;

use crate::omissions::{self, Omission};
use crate::statement::{Level, Statement};
use crate::{claims, combinations, counted, counted_wagers, perfect, removal::Without, wager_removal, wagers};

/// What is done for a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Task {
    /// It is checked before anything else, or not at all.
    Nothing,
    /// Values and decisions of a class with a table.
    Class(usize),
    /// The distribution under an up card.
    Results(usize, usize),
    /// The distribution over all up cards.
    AllResults(usize),
    /// The distribution with insurance.
    Insured(usize),
    /// Something that happens in a round.
    Event(usize, usize),
    /// What is not listed among these.
    OtherEvents(usize),
    /// How rounds end whose hand is doubled.
    Doubled(usize),
    /// Perfect play under an up card.
    Perfect(usize, usize),
    /// Perfect play over all up cards: its values, or the variance.
    AllPerfect(usize),
    /// What every action is worth with the first two cards.
    Actions,
    Variant(usize),
    /// Perfect play of a variant over all up cards, by places of the variant and the class.
    VariantPerfect(usize, usize),
    Combination(usize),
    /// All combinations.
    Combinations,
    Wager(usize),
    Parlay(usize),
    Insurance,
    /// How the dealer's hand ends.
    Dealer,
    /// A class without signals.
    Untold(usize),
    /// A follower of a class.
    Follower(usize),
    /// The EV without cards.
    Removal(Without),
    /// What counts tell.
    Counts,
    /// What they tell of side wagers.
    CountedWagers,
    /// Rounds that somebody else has to deal.
    Dealt,
}

/// At which level a claim is derived, how, and what is done for it.
struct HowDerived<'a>(Level, &'a str, Task);

/// A claim with what is done for it.
#[derive(Debug, Clone)]
pub(crate) struct Item {
    pub(crate) statement: Statement,
    pub(crate) task: Task,
}

/// Every claim of the certificate, in its order. The paths cover every leaf.
///
/// It depends on nothing but the two arguments, and nothing is derived.
pub fn plan(submission: &Submission, certificate: &Certificate) -> Vec<Statement> {
    outline(submission, certificate).into_iter().map(|item| item.statement).collect()
}

/// Whether distributions take so long that only some up cards are looked at unless all are asked for.
pub(crate) fn samples_results(submission: &Submission) -> bool {
    submission.game.split.as_ref().is_some_and(|rule| rule.max_hands > 3)
}

/// Variants of two hands to switch take half a minute each.
fn variant_level(submission: &Submission) -> Level {
    if submission.game.switch.is_some() { Level::Full } else { Level::Usual }
}

pub(crate) fn outline(submission: &Submission, certificate: &Certificate) -> Vec<Item> {
    let mut outline = Outline { submission, items: Vec::new() };
    outline.identity();
    for (at, class) in certificate.classes.iter().enumerate() {
        if class.strategy == "perfect" {
            outline.perfect(at, class);
        } else {
            outline.class(at, class);
        }
        let omitted = omissions::of_class(&submission.game, at, class_name(class), class);
        omitted.into_iter().for_each(|one| outline.omission(one));
    }
    outline.add(
        "/actions",
        "what every action is worth with every first hand under composition-dependent play",
        HowDerived(
            Level::Usual,
            "The strategy is played through by backward recursion over the hands, and each value is rounded as stated.",
            Task::Actions,
        ),
    );
    outline.bracket(certificate);
    omissions::of_all(submission, certificate).into_iter().for_each(|one| outline.omission(one));
    outline.add(
        "/variants",
        "which variants of the base game are stated",
        HowDerived(Level::Quick, FROM_RULES, Task::Nothing),
    );
    for (at, variant) in certificate.variants.iter().enumerate() {
        outline.variant(at, variant);
    }
    outline.combinations(certificate);
    outline.add(
        "/dealer",
        "how the dealer's hand ends, by up card and signal",
        HowDerived(
            Level::Quick,
            "The dealer draws card by card from the cards beside up card and hole card.",
            Task::Dealer,
        ),
    );
    outline.untold(certificate);
    outline.followers(certificate);
    outline.removal(certificate);
    for statement in counted::claims(certificate) {
        let task = if statement.level == Level::Quick { Task::Nothing } else { Task::Counts };
        outline.items.push(Item { statement, task });
    }
    for (at, stated) in certificate.counts.iter().enumerate() {
        let of_wagers =
            counted_wagers::claims(at, stated).map(|statement| Item { statement, task: Task::CountedWagers });
        outline.items.extend(of_wagers);
    }
    outline.add(
        "/insurance",
        "the insurance wager: its EV with every hand, what to take, and the gain",
        HowDerived(Level::Quick, "The hole card is drawn from the cards beside up card and hand.", Task::Insurance),
    );
    outline.add("/wagers", "which side wagers are stated", HowDerived(Level::Quick, WAGERS_FROM_RULES, Task::Nothing));
    let play = certificate.classes.iter().find(|class| class.strategy == "cdz");
    for (at, wager) in certificate.wagers.iter().enumerate() {
        outline.wager(at, wager, play);
    }
    if certificate.simulation.is_some() {
        outline.simulation();
    }
    if let Some(stated) = &certificate.cut_card {
        outline.cut_card(stated);
    }
    outline.items
}

const FROM_RULES: &str = "The rules name them all. None may be left out, and none may be added.";
const WAGERS_FROM_RULES: &str = "The rules name them all. None may be added, and none may be left out but under readings that take long, which the report names among its \
    remarks.";
const BY_OPTIMALITY: &str = "It is derived by the optimality equations over all cards of the round.";
const BY_SQUARES: &str =
    "The decisions that the optimality equations give are followed, and squares are compared modulo a random prime.";
const CERTIFY_AGAIN: &str =
    "To check it, certify the same analysis again with the program and version that the report names.";

struct Outline<'a> {
    submission: &'a Submission,
    items: Vec<Item>,
}

/// The name of a strategy class in a sentence.
fn class_name(class: &StatedClass) -> &str {
    match class.strategy.as_str() {
        "td" => "total-dependent play",
        "cdz" => "composition-dependent play",
        "perfect" => "perfect play",
        other => other,
    }
}

impl Outline<'_> {
    fn add(&mut self, path: impl Into<String>, what: impl Into<String>, HowDerived(level, how, task): HowDerived<'_>) {
        let statement = Statement { path: path.into(), what: what.into(), level, how: how.to_owned() };
        self.items.push(Item { statement, task });
    }

    fn omission(&mut self, Omission { path, what, how }: Omission) {
        self.add(path, what, HowDerived(Level::Stated, how, Task::Nothing));
    }

    fn identity(&mut self) {
        let compared = "It is compared with the analysis and its game file.";
        self.add(
            "/format",
            "the format of the certificate",
            HowDerived(Level::Quick, "Another format is not read.", Task::Nothing),
        );
        let how = "To check it, run that program and version on the same analysis. The same certificate must come out, byte for byte.";
        self.add("/software", "the program that computed the figures", HowDerived(Level::Stated, how, Task::Nothing));
        let how = "No figure depends on it. To check it, compare it with the SHA-256 of Cargo.lock in the sources of that program.";
        let what = "the versions of libraries that the program is built from";
        self.add("/software/lock_sha256", what, HowDerived(Level::Stated, how, Task::Nothing));
        self.add(
            "/item",
            "what was analysed: game, analysis, shoe and hash",
            HowDerived(Level::Quick, compared, Task::Nothing),
        );
        let how = "It is the name under which the report was filed. No figure depends on it.";
        self.add("/item/id", "the id of the report", HowDerived(Level::Stated, how, Task::Nothing));
        self.add("/options", "the options chosen", HowDerived(Level::Quick, compared, Task::Nothing));
        self.add("/readings", "the readings chosen", HowDerived(Level::Quick, compared, Task::Nothing));
        self.add("/classes", "which strategy classes are stated", HowDerived(Level::Quick, FROM_RULES, Task::Nothing));
    }

    fn class(&mut self, at: usize, class: &StatedClass) {
        let name = class_name(class);
        let path = format!("/classes/{at}");
        let how = "The strategy is played through by backward recursion over the hands. Every decision is compared with its alternatives.";
        let gains = if class.switch_gains.is_some() { " and the gain of every switch" } else { "" };
        let what = format!("EV, average wager and every decision{gains} of {name}");
        self.add(&path, what, HowDerived(Level::Quick, how, Task::Class(at)));
        let whole = if samples_results(self.submission) { Level::Full } else { Level::Usual };
        let level = if class.results.is_some() { whole } else { Level::Stated };
        if class.variance.is_some() {
            let how = if class.results.is_some() {
                "It is the variance of the distribution, once that is derived under every up card."
            } else {
                CERTIFY_AGAIN
            };
            self.add(
                format!("{path}/variance"),
                format!("the variance under {name}"),
                HowDerived(level, how, Task::AllResults(at)),
            );
        }
        if class.results.is_some() {
            let how = "It is the sum of the distributions by up card, once those are derived.";
            let what = format!("the distribution of a round under {name}");
            self.add(format!("{path}/results"), what, HowDerived(level, how, Task::AllResults(at)));
        }
        if class.insured.is_some() {
            let how = "It is derived like the distribution of a round, at a random point modulo a random prime.";
            let what = format!("the distribution of a round with every hand insured under {name}");
            self.add(format!("{path}/insured"), what, HowDerived(level, how, Task::Insured(at)));
        }
        if class.events.is_some() {
            let how = "What is not listed is derived like what is, and never happens.";
            let what = format!("what can happen in a round under {name}, of doubles, splits, busts and the like");
            self.add(format!("{path}/events"), what, HowDerived(whole, how, Task::OtherEvents(at)));
        }
        for (index, event) in class.events.iter().flatten().enumerate() {
            let (level, how) = claims::event_level(&event.what, whole);
            let what = format!("how often in a round under {name}: {}", event_name(&event.what));
            self.add(format!("{path}/events/{index}"), what, HowDerived(level, how, Task::Event(at, index)));
        }
        if class.doubled.is_some() {
            let how = "The strategy is followed card by card where the hand is not split. Both lists are compared at a random point modulo a random prime.";
            let what = format!("how rounds end whose hand is doubled and not split under {name}");
            self.add(format!("{path}/doubled"), what, HowDerived(Level::Quick, how, Task::Doubled(at)));
        }
        for (index, up) in class.up_cards.iter().enumerate().filter(|(_, up)| up.results.is_some()) {
            let how = "The strategy is followed card by card. Both distributions are compared at a random point modulo a random prime.";
            let what = format!("the distribution of a round under {name} with the up card {}", up.up);
            self.add(
                format!("{path}/up_cards/{index}/results"),
                what,
                HowDerived(whole, how, Task::Results(at, index)),
            );
        }
    }

    fn perfect(&mut self, at: usize, class: &StatedClass) {
        let path = format!("/classes/{at}");
        let unchecked = perfect::unchecked(&self.submission.game);
        let how = match unchecked {
            None => BY_OPTIMALITY.to_owned(),
            Some(why) => format!("It is not derived because {why}. {CERTIFY_AGAIN}"),
        };
        let level = if unchecked.is_none() { Level::Full } else { Level::Stated };
        let what = "EV and average wager of perfect play over all up cards";
        self.add(&path, what, HowDerived(level, &how, Task::AllPerfect(at)));
        if class.variance.is_some() {
            let path = format!("{path}/variance");
            let (level, how) = match unchecked.or_else(|| perfect::variance_unchecked(&self.submission.game)) {
                None => (level, BY_SQUARES.to_owned()),
                Some(why) => (Level::Stated, format!("It is not derived because {why}. {CERTIFY_AGAIN}")),
            };
            self.add(path, "the variance under perfect play", HowDerived(level, &how, Task::AllPerfect(at)));
        }
        for (index, up) in class.up_cards.iter().enumerate() {
            let what = format!("the EV of perfect play with the up card {}", up.up);
            self.add(format!("{path}/up_cards/{index}"), what, HowDerived(level, &how, Task::Perfect(at, index)));
        }
    }

    fn bracket(&mut self, certificate: &Certificate) {
        let Some(bracket) = &certificate.bracket else { return };
        let (level, how) = if claims::low_is_reached(bracket, &certificate.classes) {
            (Level::Quick, "A stated strategy is worth at least as much, and its EV is derived.".to_owned())
        } else {
            (Level::Stated, format!("It is above the EV of every stated strategy. {CERTIFY_AGAIN}"))
        };
        self.add("/bracket/low", "the lower bound of the EV of perfect play", HowDerived(level, &how, Task::Nothing));
        let how = format!(
            "It is not below the EV of any stated strategy. That no play is worth more is not derived. {CERTIFY_AGAIN}"
        );
        self.add(
            "/bracket/high",
            "the upper bound of the EV of perfect play",
            HowDerived(Level::Stated, &how, Task::Nothing),
        );
    }

    fn variant(&mut self, at: usize, variant: &StatedVariant) {
        let set: Vec<String> = variant.set.iter().map(|(key, value)| format!("{key} = {value}")).collect();
        let set = set.join(" and ");
        let path = format!("/variants/{at}");
        let how = "The strategies are played through as those of the base game are, with every decision compared.";
        let what = format!("values and decisions with {set}");
        self.add(&path, what, HowDerived(variant_level(self.submission), how, Task::Variant(at)));
        for (index, _) in variant.classes.iter().enumerate().filter(|(_, class)| class.strategy == "perfect") {
            let changed = self.submission.changed(&variant.set);
            let is_derived = changed.is_ok_and(|changed| perfect::unchecked(&changed.game).is_none());
            let (level, how) = if is_derived {
                (Level::Full, BY_OPTIMALITY.to_owned())
            } else {
                (Level::Stated, format!("To check it, certify the analysis with {set}."))
            };
            let what = format!("the EV of perfect play with {set}");
            self.add(format!("{path}/classes/{index}"), what, HowDerived(level, &how, Task::VariantPerfect(at, index)));
        }
    }

    fn combinations(&mut self, certificate: &Certificate) {
        if certificate.combinations.is_empty() {
            return;
        }
        let (what, derived) = if certificate.combinations.len() == 1 {
            (
                "the EV of composition-dependent play, whatever decisions are stated",
                "The best composition-dependent play is searched for and valued.",
            )
        } else {
            (
                "the EV under every combination of the readings",
                "The best composition-dependent play is searched for and valued under every combination.",
            )
        };
        let (level, how) = match combinations::unchecked(&self.submission.game) {
            None => (Level::Full, derived.to_owned()),
            Some(why) => (Level::Stated, format!("It is not derived because {why}. {CERTIFY_AGAIN}")),
        };
        self.add("/combinations", what, HowDerived(level, &how, Task::Combinations));
        for (at, changes) in combinations::known(self.submission, certificate) {
            let (what, level) = match changes {
                None => ("the EV under the combination that is the analysis itself".to_owned(), Level::Quick),
                Some((key, value)) => {
                    (format!("the EV under the combination with {key} = {value}"), variant_level(self.submission))
                }
            };
            let how = "It must be the EV of composition-dependent play that is stated and derived elsewhere.";
            self.add(format!("/combinations/{at}"), what, HowDerived(level, how, Task::Combination(at)));
        }
    }

    fn untold(&mut self, certificate: &Certificate) {
        if certificate.untold.is_empty() {
            return;
        }
        let what = "for which strategy classes a player is valued who is told no signals";
        self.add("/untold", what, HowDerived(Level::Quick, FROM_RULES, Task::Nothing));
        for (at, untold) in certificate.untold.iter().enumerate() {
            let what =
                format!("EV and every decision of {} for a player who is told no signals", class_name(&untold.class));
            let how = "The game without them is played through as the base game is, with every decision compared. Then the same decisions are played \
                       under every signal.";
            self.add(format!("/untold/{at}"), what, HowDerived(Level::Usual, how, Task::Untold(at)));
        }
    }

    fn followers(&mut self, certificate: &Certificate) {
        if certificate.followers.is_empty() {
            return;
        }
        self.add(
            "/followers",
            "for which callers a follower is valued",
            HowDerived(Level::Quick, FROM_RULES, Task::Nothing),
        );
        for (at, follower) in certificate.followers.iter().enumerate() {
            let caller = certificate.classes.iter().find(|class| class.strategy == follower.caller);
            let caller = caller.map_or(follower.caller.as_str(), class_name);
            let what = format!("what a wager is worth on the box of a caller whose strategy is {caller}");
            let how = "The caller's play is followed card by card, with second cards of a split dealt one by one. Each choice of the follower is decided by what \
                       it comes to over all hands that he cannot tell apart.";
            self.add(format!("/followers/{at}"), what, HowDerived(Level::Usual, how, Task::Follower(at)));
        }
    }

    fn removal(&mut self, certificate: &Certificate) {
        if certificate.removal.is_empty() {
            return;
        }
        self.add(
            "/removal",
            "for which cards effects of removal are stated",
            HowDerived(Level::Quick, FROM_RULES, Task::Nothing),
        );
        for (at, removal) in certificate.removal.iter().enumerate() {
            let what = format!("the EV of total-dependent play without one card of the value {}", removal.card);
            let how =
                "The strategy of the full shoe is played through by backward recursion with the cards that are left.";
            self.add(format!("/removal/{at}"), what, HowDerived(Level::Usual, how, Task::Removal(Without::Base(at))));
        }
    }

    fn wager(&mut self, at: usize, wager: &StatedWager, play: Option<&StatedClass>) {
        let path = format!("/wagers/{at}");
        let reading: String = wager.reading.iter().map(|(name, choice)| format!(", {name} = {choice}")).collect();
        let name = format!("the side wager {} with the paytable {}{reading}", wager.id, wager.paytable);
        let unchecked = wagers::unchecked(self.submission, wager, play);
        let (level, how) = match &unchecked {
            None => (Level::Quick, "All deals are counted again over the physical cards.".to_owned()),
            Some(why) => (Level::Stated, format!("It is not counted because {why}. {CERTIFY_AGAIN}")),
        };
        self.add(&path, format!("every figure of {name}"), HowDerived(level, &how, Task::Wager(at)));
        if wager.played.is_some() {
            for (part, what) in [("alone", "the best play for"), ("joint", "the best play for both wagers with")] {
                let what = format!("{what} {name}");
                self.add(
                    format!("{path}/played/{part}"),
                    what,
                    HowDerived(Level::Stated, CERTIFY_AGAIN, Task::Nothing),
                );
            }
            // That there are none is a claim too.
            if wager.meter.is_some() || wager.played.as_ref().is_some_and(|played| !played.breakpoints.is_empty()) {
                let what = format!("the meters at which the best play changes for {name}");
                self.add(
                    format!("{path}/played/breakpoints"),
                    what,
                    HowDerived(Level::Stated, CERTIFY_AGAIN, Task::Nothing),
                );
            }
        }
        if let Some(statement) = wager_removal::claim(&path, &name, wager) {
            self.items.push(Item { statement, task: Task::Removal(Without::Wager(at)) });
        }
        if wager.parlay.is_some() {
            let (level, how) = match (play, self.submission.game.switch.is_some()) {
                (Some(_), false) => {
                    (Level::Quick, "It follows from the EV of every first hand under composition-dependent play.")
                }
                _ => (Level::Stated, CERTIFY_AGAIN),
            };
            let what = format!("the gain from adding winnings to the base wager, of {name}");
            self.add(format!("{path}/parlay"), what, HowDerived(level, how, Task::Parlay(at)));
        }
    }
}

fn event_name(what: &str) -> String {
    match what {
        "hands" => "hands played",
        "doubled" => "hands doubled",
        "busted" => "hands busted",
        "surrendered" => "hands given up",
        "blackjack" => "a blackjack of the player",
        "dealer" => "the hand of the dealer",
        other => other,
    }
    .to_owned()
}
