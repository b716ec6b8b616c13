//! What the folder of an exposure is made from.

use certificate::{Exact, Software};

use super::document::{CountedWager, PenetrationWorth, SeenDepth, WagerTags};

/// An exposure with what its page says of the analysis and of the count. No certificate stands behind it.
#[derive(Debug, Clone)]
pub struct ExposurePage<'a> {
    /// The analysis's title.
    pub title: String,
    /// The game's title.
    pub game: String,
    /// Number of decks; none for a shoe that is not whole decks.
    pub decks: Option<u16>,
    /// The rules in words.
    pub rules: Vec<String>,
    /// What the regulation does not allow, and that the game file is not of the catalogue.
    pub remarks: Vec<String>,
    /// What amounts are per unit of.
    pub unit: String,
    /// The program that computed the figures.
    pub software: Software,
    /// Id of the analysis.
    pub analysis: &'a str,
    /// SHA-256 of the submission's canonical text.
    pub submission_sha256: &'a str,
    /// The class that is played.
    pub strategy: &'a str,
    /// The count.
    pub count: ShownCount,
    /// Cards of the shoe.
    pub cards: u32,
    /// Most cards that may have been seen.
    pub most_seen: u32,
    /// House edge of the fresh shoe.
    pub house_edge: &'a Exact,
    /// The side wagers.
    pub wagers: &'a [CountedWager],
    /// The least count under which a side wager is made.
    pub trigger: Option<i64>,
    /// By the number of cards seen.
    pub depths: &'a [SeenDepth],
    /// By penetration.
    pub penetrations: &'a [PenetrationWorth],
    /// The best tags of each wager.
    pub tags: &'a [WagerTags],
    /// The whole answer as JSON.
    pub json: String,
}

/// A count as the page names it.
#[derive(Debug, Clone)]
pub struct ShownCount {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Tags of A, 2, …, 9, T.
    pub tags: Vec<Exact>,
    /// Where the running count begins.
    pub start: Exact,
    /// Whether rounds are told apart by a true count.
    pub is_true: bool,
    /// By what rounds are told apart, in words.
    pub division: String,
}

impl ShownCount {
    /// `true count` or `running count`.
    pub(super) fn word(&self) -> &'static str {
        if self.is_true { "true count" } else { "running count" }
    }
}

impl ExposurePage<'_> {
    /// The depth that the page is about: the mean over depths if it was asked for, which stands last; or else the deepest with no more than three quarters of the shoe seen, as
    /// deep as many tables deal.
    pub(super) fn main_depth(&self) -> Option<&SeenDepth> {
        let last = self.depths.last()?;
        if last.seen[0] < last.seen[1] {
            return Some(last);
        }
        let is_usual = |depth: &&SeenDepth| u64::from(depth.seen[1]) * 4 <= u64::from(self.cards) * 3;
        let usual = self.depths.iter().filter(is_usual).max_by_key(|depth| depth.seen[1]);
        usual.or_else(|| self.depths.iter().min_by_key(|depth| depth.seen[1]))
    }

    /// The other depths, in their order.
    pub(super) fn other_depths(&self) -> impl Iterator<Item = &SeenDepth> {
        let main = self.main_depth();
        self.depths.iter().filter(move |depth| !main.is_some_and(|main| std::ptr::eq(main, *depth)))
    }

    /// `0 to 234 of 312 cards seen`.
    pub(super) fn seen(&self, depth: &SeenDepth) -> String {
        let [first, last] = depth.seen;
        if first < last {
            format!("{first} to {last} of {} cards seen", self.cards)
        } else {
            format!("{last} of {} cards seen", self.cards)
        }
    }

    /// A wager's title, with its paytable where there are several.
    pub(super) fn named(&self, wager: &CountedWager) -> String {
        let several = self.wagers.iter().filter(|other| other.id == wager.id).count() > 1;
        if several { format!("{}, {}", wager.title, wager.paytable) } else { wager.title.clone() }
    }
}
