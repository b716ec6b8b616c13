//! What a follower of another player's decisions is worth, by solver and checker: they share no step but the rules.

use certificate::{Certificate, StatedFollowedReading, StatedFollowedUp, StatedFollower};
use rules::{AttackOfOneHand, Follows, Override, SharingRule, Submission};
use solver::{Class, Followed, Solver};

use crate::agreement::{DEPTH, load, statement};

/// A shoe of few values in which pairs are split to four hands, hands are doubled, and some of both lose.
const SHOE: (&str, &str) = ("shoe", "20,0,0,24,0,24,0,24,0,60");

fn stated(submission: &Submission) -> Vec<StatedFollower> {
    let solver = Solver::new(submission).expect("a shoe");
    let others: Vec<_> = submission
        .follower_changes()
        .into_iter()
        .map(|set| {
            // Rules that a test has changed by hand stay.
            let mut other = submission.clone();
            other.game.sharing = submission.changed(&set).expect("a choice").game.sharing;
            (set, Solver::new(&other).expect("a shoe"))
        })
        .collect();
    let of_class = |class: Class| {
        let followed: Followed = solver.follow(class).expect("a follower");
        let up = |up: &solver::FollowedUp| StatedFollowedUp {
            up: up.up.to_string(),
            ev: cards::fraction(&up.ev),
            attack: up.attacks,
        };
        StatedFollower {
            caller: class.name().to_owned(),
            ev: cards::fraction(&followed.ev),
            up_cards: followed.ups.iter().map(up).collect(),
            readings: others
                .iter()
                .map(|(set, solver)| StatedFollowedReading {
                    set: set.clone(),
                    ev: cards::fraction(&solver.follow(class).expect("a follower").ev),
                })
                .collect(),
        }
    };
    [Class::Td, Class::CdzMinus].map(of_class).into()
}

/// What the checker says of the followers, and how many processor seconds they take.
fn check(submission: &Submission, certificate: &Certificate) -> Result<f64, checker::Refusal> {
    let checked = checker::check_classes(submission, certificate, &DEPTH, &|_| ())?;
    let followers = checked.iter().filter(|one| one.statement.path.starts_with("/followers/"));
    assert!(followers.clone().all(|one| one.verdict == checker::Verdict::Checked));
    assert_eq!(followers.clone().count(), certificate.followers.len());
    Ok(followers.map(|one| one.seconds).sum())
}

/// Both programs on the same strategies; whether a follower's choices are worth anything.
fn agree(told: &str, submission: &Submission) -> bool {
    let mut certificate = statement(submission);
    certificate.followers = stated(submission);
    match check(submission, &certificate) {
        Ok(seconds) => println!("{told}: {seconds:.2} s"),
        Err(refusal) => panic!("{told}: {refusal}"),
    }
    certificate.classes.iter().zip(&certificate.followers).any(|(class, follower)| class.ev != follower.ev)
}

fn massachusetts(overrides: &[(&str, &str)]) -> Submission {
    load("ma-double-attack/6-decks.toml", &[&[SHOE], overrides].concat())
}

#[test]
#[ignore = "long; `just slow`"]
fn massachusetts_under_its_options_and_readings() {
    for overrides in [
        &[][..],
        &[("options.dealing", "hole-read")],
        &[("options.resplit-aces", "true"), ("options.hit-split-aces", "true")],
        &[("options.surrender", "none"), ("options.double", "any-two")],
        &[("readings.split-wager", "initial-and-attack"), ("readings.follower-attack", "own")],
        &[("readings.follower-surrender", "where-called"), ("readings.surrender-after-double", "half-of-bet")],
        &[("readings.follower-split-attack", "first-hand"), ("readings.dealer-blackjack-takes", "original-and-attack")],
    ] {
        assert!(agree(&format!("{overrides:?}"), &massachusetts(overrides)), "{overrides:?}");
    }
}

/// Whole decks, as the text has them.
#[test]
#[ignore = "long; `just slow`"]
fn massachusetts_as_analysed() {
    for analysis in ["ma-double-attack/6-decks.toml", "ma-double-attack/8-decks.toml"] {
        assert!(agree(analysis, &load(analysis, &[])), "{analysis}");
    }
}

/// From two hands to more than second cards are dealt one by one for.
#[test]
fn splits_to_any_number_of_hands() {
    for hands in [2, 3, 5] {
        let mut submission = massachusetts(&[("readings.follower-split-attack", "first-hand")]);
        submission.game.split.as_mut().expect("splits").max_hands = hands;
        assert!(agree(&format!("{hands} hands"), &submission));
    }
}

/// Rules of sharing for games whose texts have none.
#[test]
fn other_games_with_shared_boxes() {
    let every_right = SharingRule {
        clauses: Vec::new(),
        players: 3,
        attack: Follows::Own,
        double: Follows::WhereCalled,
        split: Follows::WhereCalled,
        surrender: Follows::WhereCalled,
        attack_of_one_hand: AttackOfOneHand::FirstHand,
    };
    for (analysis, overrides) in [
        ("pa-665a-double-attack/8-decks.toml", &[SHOE][..]),
        ("plain-blackjack/6-decks.toml", &[SHOE]),
        ("pa-685a-down-under/6-decks.toml", &[("shoe", "60,0,0,0,0,60,0,60,0,120")]),
    ] {
        let mut submission = load(analysis, overrides);
        submission.game.sharing = Some(every_right.clone());
        agree(analysis, &submission);
        // Who does all as the caller is worth what he is.
        let rule = submission.game.sharing.as_mut().expect("rules of sharing");
        (rule.attack, rule.double, rule.split, rule.surrender) = Default::default();
        assert!(!agree(&format!("{analysis}, no right"), &submission), "{analysis}");
    }
}

/// Whichever claim of a follower is changed, the checker names it.
#[test]
fn a_changed_follower_is_refused() {
    let submission = massachusetts(&[]);
    let mut whole = statement(&submission);
    whole.followers = stated(&submission);
    check(&submission, &whole).expect("good");
    let refused = |change: &dyn Fn(&mut StatedFollower), told: &str| {
        let mut changed = whole.clone();
        change(&mut changed.followers[1]);
        let refusal = check(&submission, &changed).expect_err(told).to_string();
        assert!(refusal.contains("a follower of cdz") && refusal.contains(told), "{refusal}");
    };
    let other = |ev: &mut String| {
        *ev = cards::fraction(&(certificate::number::fraction(ev).expect("an EV") / num_bigint::BigInt::from(2)))
    };
    refused(&|one| other(&mut one.ev), "EV is");
    refused(&|one| other(&mut one.up_cards[2].ev), "up card 6: EV is");
    refused(
        &|one| one.up_cards[2].attack = one.up_cards[2].attack.map(|attack| !attack),
        "up card 6: the attack wager",
    );
    refused(&|one| other(&mut one.readings[1].ev), "EV with readings.follower-surrender=where-called is");
}

/// What is left out where it can be derived is refused; where it is not solved, it is left out and named.
#[test]
#[ignore = "long; `just slow`"]
fn followers_are_stated_where_they_are_solved() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../analyses/ma-double-attack/6-decks.toml");
    let small = |overrides: &[(&str, &str)]| {
        let of_shoe = [("shoe", "8,0,0,0,0,0,0,8,0,24"), ("wagers.bust-it.offered", "false"), ("exposure", "none")];
        let all = [&of_shoe[..], overrides].concat();
        let overrides: Vec<Override> = all.iter().map(|&(key, value)| Override::new(key, value)).collect();
        Submission::load(path.as_ref(), &overrides).expect("an analysis")
    };
    let certified = |submission: &Submission| {
        shoeproof::certificate(submission, "an-id".to_owned(), false, &shoeproof::Silent).expect("a certificate")
    };
    let submission = small(&[]);
    let certificate = certified(&submission);
    let callers: Vec<&str> = certificate.followers.iter().map(|one| one.caller.as_str()).collect();
    assert_eq!(callers, ["td", "cdz"]);
    checker::check_form(&submission, &certificate).expect("good");
    let refused = |change: &dyn Fn(&mut Vec<StatedFollower>), told: &str| {
        let mut changed = certificate.clone();
        change(&mut changed.followers);
        let refusal = checker::check_form(&submission, &changed).expect_err(told).to_string();
        assert!(refusal.contains(told), "{refusal}");
    };
    refused(&|all| all.truncate(1), "the callers that are followed are td instead of td cdz");
    refused(&|all| all.clear(), "the callers that are followed are  instead of td cdz");
    refused(&|all| all[0].caller = "cdz".to_owned(), "the callers that are followed are cdz cdz");
    refused(&|all| all[1].up_cards.truncate(2), "the up cards are A 8 instead of A 8 T");
    refused(&|all| all[1].up_cards[0].up = "2".to_owned(), "the up cards are 2 8 T");
    refused(&|all| all[1].up_cards[0].attack = None, "up card A: `attack` stands where");
    refused(&|all| all[1].readings.truncate(2), "the readings are not those that concern him alone");
    refused(&|all| all[1].readings.swap(0, 1), "the readings are not those that concern him alone");
    refused(&|all| all[1].readings[0].ev = "1".to_owned(), "a follower's EV");
    let unsolved = small(&[("readings.dealer-blackjack-takes", "busted-too")]);
    let certificate = certified(&unsolved);
    assert!(certificate.followers.is_empty());
    checker::check_form(&unsolved, &certificate).expect("good");
    let left_out = checker::plan(&unsolved, &certificate).into_iter().find(|one| one.path == "/followers");
    let left_out = left_out.expect("it is named");
    assert_eq!(left_out.level, checker::Level::Stated);
    assert!(left_out.what.contains("is left out"), "{}", left_out.what);
    // With a card reader no blackjack is late.
    let read = small(&[("readings.dealer-blackjack-takes", "busted-too"), ("options.dealing", "hole-read")]);
    assert_eq!(certified(&read).followers.len(), 2);
}
