//! What a certificate leaves out: refused where the rules ask for it, and else said like any claim that nobody checked.

use certificate::{Certificate, StatedClass};
use rules::{DoubleCard, Game, LateBlackjackTakes, Submission, SurrenderIntoBlackjack, SurrenderWhen};

/// Something that a certificate may state and does not.
pub(crate) struct Omission {
    /// Where it would stand.
    pub(crate) path: String,
    /// That it is left out: a part of a sentence.
    pub(crate) what: String,
    /// Why that may be, and how somebody can have it.
    pub(crate) how: &'static str,
}

/// Whether a certificate of this game must state perfect play: it must where one hand is split once at most, and may not elsewhere. Where a
/// late blackjack looks for live hands, it is left out under rules by which whether one is live is settled after the play.
pub fn perfect_is_stated(game: &Game) -> bool {
    if game.switch.is_some() {
        return false;
    }
    let Some(split) = &game.split else { return true };
    let is_settled_later = game.hole_card.late_blackjack_takes == LateBlackjackTakes::BustedAndOriginal && {
        let is_hidden = game.double.as_ref().is_some_and(|rule| rule.card == DoubleCard::Down);
        let is_given_up = game.surrender.as_ref().is_some_and(|rule| {
            rule.when != SurrenderWhen::Never
                && rule.after_split
                && matches!(rule.into_blackjack, SurrenderIntoBlackjack::Whole | SurrenderIntoBlackjack::WholeAndDouble)
        });
        is_hidden || is_given_up || !split.free.is_empty()
    };
    split.max_hands <= 2 && !is_settled_later
}

/// Whether a certificate that must state perfect play may leave it out: not solved is a game that tells too many kinds of hands apart, and what a bonus pays by
/// the number of cards tells hands of one total apart.
fn perfect_may_be_left_out(game: &Game) -> bool {
    game.bonus.as_ref().is_some_and(|bonus| bonus.hands.iter().any(|hand| hand.cards.is_some()))
}

/// The strategy classes that must be stated, by all lists of them that may be.
pub(crate) fn classes(game: &Game, with_perfect: bool) -> &'static [&'static [&'static str]] {
    const PLAYED: &[&str] = &["td", "cdz"];
    const ALL: &[&str] = &["td", "cdz", "perfect"];
    match with_perfect && perfect_is_stated(game) {
        false => &[PLAYED],
        true if perfect_may_be_left_out(game) => &[ALL, PLAYED],
        true => &[ALL],
    }
}

/// What of a class is left out.
pub(crate) fn of_class(game: &Game, at: usize, name: &str, class: &StatedClass) -> Vec<Omission> {
    let mut all = Vec::new();
    if class.play.is_some() && class.doubled.is_none() && game.switch.is_none() {
        all.push(Omission {
            path: format!("/classes/{at}/doubled"),
            what: format!("that how rounds end whose hand is doubled is left out under {name}"),
            how: "It is left out where it is not solved: where several bonuses, or one beside an attack wager, depend on suits.",
        });
    }
    if class.variance.is_none() {
        all.push(Omission {
            path: format!("/classes/{at}/variance"),
            what: format!("that the variance under {name} is left out"),
            how: "It is left out where it is not solved: where suits decide what a hand is paid, or a pair is split to more than four hands.",
        });
    }
    if class.play.is_some() && class.results.is_none() {
        all.push(Omission {
            path: format!("/classes/{at}/results"),
            what: format!("that the distribution of a round under {name} is left out, and with it what happens in a round and the long run"),
            how: "It is left out where it is not solved, as with two hands to switch, and where it takes more than ten minutes of processor time by the \
                  program's estimate and is not asked for.",
        });
    }
    all
}

/// What is left out of the rest.
pub(crate) fn of_all(submission: &Submission, certificate: &Certificate) -> Vec<Omission> {
    let has_perfect = certificate.classes.iter().any(|class| class.strategy == "perfect");
    let perfect = (!has_perfect && perfect_is_stated(&submission.game)).then(|| Omission {
        path: "/classes".to_owned(),
        what: "that perfect play is left out".to_owned(),
        how: "It is left out where it is not solved because bonuses by the number of cards tell too many kinds of hands apart. To check that, certify the same \
              analysis again.",
    });
    let bracket = (!has_perfect && certificate.bracket.is_none()).then(|| Omission {
        path: "/bracket".to_owned(),
        what: "that perfect play is left out, and bounds of its EV too".to_owned(),
        how: "Bounds are left out where a late blackjack looks for live hands, where a pair is split to more than four hands, and for a shoe that a round \
              might use up.",
    });
    let has_sharing = submission.game.sharing.is_some();
    let followers = (has_sharing && certificate.followers.is_empty()).then(|| Omission {
        path: "/followers".to_owned(),
        what: "that what a follower of another player's decisions is worth is left out".to_owned(),
        how: "It is left out where his hands depend on each other: where the house gives wagers, where hands are given up before any signal, and where a \
              late blackjack looks for live hands.",
    });
    let removal = certificate.removal.is_empty().then(|| Omission {
        path: "/removal".to_owned(),
        what: "that effects of removal are left out".to_owned(),
        how: "They are left out where they are not solved: for two hands to switch, where a pair is split to more than four hands or under a late blackjack that \
              looks for live hands, and for a shoe that a round might use up without one card.",
    });
    perfect.into_iter().chain(bracket).chain(followers).chain(removal).collect()
}
