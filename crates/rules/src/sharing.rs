//! Several players who wager on one box, of whom one calls the decisions: what the others decide for themselves.

use serde::Deserialize;

use crate::check::{Fault, within};
use crate::game::Game;
use crate::schema::JsonSchema;

/// Several players on one box. One of them, the caller, decides what is done with its cards; the others follow him.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SharingRule {
    /// Clauses.
    pub clauses: Vec<String>,
    /// Most players who may wager on one box, the caller among them.
    pub players: u8,
    /// Whether a follower makes the attack wager.
    #[serde(default)]
    pub attack: Follows,
    /// Whether a follower doubles his wager when the caller doubles.
    #[serde(default)]
    pub double: Follows,
    /// Whether a follower wagers on both hands when the caller splits. Where he need not, he chooses one of the two
    /// hands, and his wager stays on it.
    #[serde(default)]
    pub split: Follows,
    /// Whether a follower gives up when the caller surrenders. Where he need not, his wager stays on the hand, which
    /// takes no more cards.
    #[serde(default)]
    pub surrender: Follows,
    /// Where the attack wager of a follower goes who leaves his initial wager on one hand of a split.
    #[serde(default)]
    pub attack_of_one_hand: AttackOfOneHand,
}

/// How far a follower does as the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Follows {
    /// He does as the caller.
    #[default]
    Called,
    /// He may where the caller does, and need not.
    WhereCalled,
    /// He may or not, whatever the caller does.
    Own,
}

/// Which hand of a split the attack wager of a follower stands on who wagers on one hand alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AttackOfOneHand {
    /// The hand that carries his initial wager.
    #[default]
    WithInitial,
    /// The first, as the caller's does.
    FirstHand,
}

/// Rules of sharing that contradict the game or themselves.
pub(crate) fn check_sharing(game: &Game) -> Result<(), Fault> {
    let Some(sharing) = &game.sharing else { return Ok(()) };
    within(&["sharing", "players"], sharing.players.into(), 2, 100)?;
    for (key, follows) in [("double", sharing.double), ("split", sharing.split), ("surrender", sharing.surrender)] {
        if follows == Follows::Own {
            let message =
                "a follower cannot do this where the caller does not: it is a decision on the cards".to_owned();
            return Err(Fault::new(&["sharing", key], message, "`called` or `where-called`"));
        }
    }
    if game.switch.is_some() {
        let message = "a game has two hands to switch and several players on a box".to_owned();
        return Err(Fault::new(&["sharing"], message, "one of them"));
    }
    Ok(())
}

/// The rule in words.
pub(crate) fn describe_sharing(sharing: &SharingRule, game: &Game) -> String {
    let mut text = format!(
        "Up to {} players may wager on one box; one of them calls the decisions, and the others follow him.",
        sharing.players
    );
    if game.attack.is_some() {
        text.push_str(match sharing.attack {
            Follows::Called => " They make the attack wager where he does.",
            Follows::WhereCalled => " They may make the attack wager where he does, and need not.",
            Follows::Own => " They may make the attack wager or not, whatever he does.",
        });
    }
    if game.double.is_some() {
        text.push_str(match sharing.double {
            Follows::Called => " They double where he does.",
            Follows::WhereCalled | Follows::Own => " They may double where he does, and need not.",
        });
    }
    if game.split.is_some() {
        text.push_str(match sharing.split {
            Follows::Called => " Where he splits they wager on both hands.",
            Follows::WhereCalled | Follows::Own => {
                " Where he splits they wager on both hands, or leave their wager on one that they choose."
            }
        });
    }
    if game.surrender.is_some() {
        text.push_str(match sharing.surrender {
            Follows::Called => " A hand that he surrenders is surrendered for all.",
            Follows::WhereCalled | Follows::Own => {
                " Where he surrenders they may leave their wager on the hand, which takes no more cards."
            }
        });
    }
    if game.attack.is_some() && sharing.split != Follows::Called {
        text.push_str(match sharing.attack_of_one_hand {
            AttackOfOneHand::WithInitial => " An attack wager stays with the initial wager on that hand.",
            AttackOfOneHand::FirstHand => " An attack wager stays on the first hand.",
        });
    }
    text
}
