//! A number of every kind changed in what is stated of dealt rounds and shoes, and the figures of winnings added to the base wager.

use certificate::StatedWager;
use rules::Submission;

use super::fixture::{class, cut_card, cut_cards, simulation, small, submission};

fn dealt() -> Submission {
    let asked = [
        ("shoe", "60,0,0,0,0,0,60,0,60,160"),
        ("options.max-hands", "2"),
        ("simulation.rounds", "10000"),
        ("simulation.seed", "7"),
        ("simulation.cut-card.penetration", "75%"),
        ("simulation.cut-card.rounds", "10000"),
    ];
    submission("pa-633a-blackjack/1-decks.toml", &asked)
}

#[test]
fn simulations() {
    let asked = dealt();
    let whole = certificate::StatedSimulation { cut_card: Some(cut_card()), ..simulation() };
    let of = |simulation: Option<&certificate::StatedSimulation>| {
        crate::simulation::check(&asked, simulation)
            .map_or_else(|refusal| refusal.to_string(), |()| "nothing".to_owned())
    };
    assert_eq!(of(Some(&whole)), "nothing");
    assert!(of(None).contains("it is missing"));
    assert!(crate::simulation::check(&small(), Some(&whole)).is_err());
    let after = |change: fn(&mut certificate::StatedSimulation)| {
        let mut changed = whole.clone();
        change(&mut changed);
        of(Some(&changed))
    };
    assert!(after(|one| one.rounds = "0".to_owned()).contains("rounds"));
    assert!(after(|one| one.rounds = "100000000000000000000".to_owned()).contains("no count"));
    assert!(after(|one| one.seed = "8".to_owned()).contains("seed"));
    assert!(after(|one| one.cases[0][0] = "4001".to_owned()).contains("all cases"));
    assert!(after(|one| one.cases[0][1] = "-201".to_owned()).contains("all cases"));
    assert!(after(|one| one.cases[0] = ["1", "-200", "16000"].map(str::to_owned)).contains("squares of a case"));
    assert!(after(|one| one.nets.swap(0, 1)).contains("out of order"));
    assert!(after(|one| one.nets[0][1] = "5299".to_owned()).contains("net results of"));
    assert!(after(|one| one.nets[0][0] = "-02".to_owned()).contains("no amount"));
    assert!(after(|one| one.wagered[0][0] = "0".to_owned()).contains("no wager"));
    assert!(after(|one| one.wagered[1][1] = "0".to_owned()).contains("never came"));
    assert!(after(|one| one.insurance[3] = "11".to_owned()).contains("insurance"));
    assert!(after(|one| one.sides[0][0] = "9001".to_owned()).contains("more outcomes than rounds"));
    assert!(after(|one| one.cut_card = None).contains("the cut card is missing"));
    let cut = |change: fn(&mut certificate::StatedCutCard)| {
        let mut changed = whole.clone();
        changed.cut_card.as_mut().into_iter().for_each(change);
        of(Some(&changed))
    };
    assert!(cut(|cut| cut.asked = "10001".to_owned()).contains("rounds to the cut card"));
    assert!(cut(|cut| cut.cards_before = "300".to_owned()).contains("cards before"));
    assert!(cut(|cut| cut.shoes = "0".to_owned()).contains("without a round"));
    assert!(cut(|cut| cut.money_square = "0".to_owned()).contains("sums over shoes"));
}

#[test]
fn shoes_dealt_to_a_cut_card() {
    let shoes = [
        ("shoe", "60,0,0,0,0,0,60,0,60,160"),
        ("cut-card.shoes", "4096"),
        ("cut-card.seed", "7"),
        ("cut-card.valued", "10"),
        ("cut-card.players", "2"),
        ("cut-card.penetration", "30%"),
    ];
    let asked = submission("pa-633a-blackjack/1-decks.toml", &shoes);
    let of = |submission: &Submission, stated: Option<&certificate::StatedCutCards>| {
        crate::cut_card::check(submission, stated).map_or_else(|refusal| refusal.to_string(), |()| "nothing".to_owned())
    };
    let whole = cut_cards();
    assert_eq!(of(&asked, Some(&whole)), "nothing");
    assert!(of(&asked, None).contains("it is missing"));
    assert!(of(&small(), Some(&whole)).contains("asks for none"));
    let after = |change: fn(&mut certificate::StatedCutCards)| {
        let mut changed = whole.clone();
        change(&mut changed);
        of(&asked, Some(&changed))
    };
    assert!(after(|one| one.shoes = "8192".to_owned()).contains("shoes"));
    assert!(after(|one| one.valued = "11".to_owned()).contains("shoes valued"));
    assert!(after(|one| one.seed = "07".to_owned()).contains("seed"));
    assert!(after(|one| one.tables.clear()).contains("numbers of players"));
    assert!(after(|one| one.tables[0].players = "1".to_owned()).contains("players"));
    assert!(after(|one| one.tables[0].places.truncate(1)).contains("places"));
    let at = |change: fn(&mut certificate::StatedCutSums)| {
        let mut changed = whole.clone();
        change(&mut changed.tables[0].places[1]);
        of(&asked, Some(&changed))
    };
    assert!(at(|one| one.cards_before = "103".to_owned()).contains("cards before it"));
    assert!(at(|one| one.rounds = "99999".to_owned()).contains("fewer rounds"));
    assert!(at(|one| one.too_short = "4097".to_owned()).contains("too short"));
    assert!(at(|one| one.rounds = "1e5".to_owned()).contains("no whole number"));
    for contradiction in [
        at(|one| one.rounds_square = "3000000".to_owned()),
        at(|one| one.gain = "-20000".to_owned()),
        at(|one| one.gain_rounds = "9000000".to_owned()),
        at(|one| one.rest = "90".to_owned()),
    ] {
        assert!(contradiction.contains("contradict"), "{contradiction}");
    }
}

/// The wager without a figure.
fn house_money() -> StatedWager {
    StatedWager {
        removal: Vec::new(),
        id: "house-money".to_owned(),
        paytable: "13(n)(1)".to_owned(),
        reading: std::collections::BTreeMap::new(),
        lines: Vec::new(),
        total: "1".to_owned(),
        ev: "0/1".to_owned(),
        variance: "0/1".to_owned(),
        hit_frequency: "0/1".to_owned(),
        meter: None,
        played: None,
        parlay: None,
        events: Vec::new(),
        seats: Vec::new(),
        maximum: None,
    }
}

/// Figures that another program of the project found, by other formulas.
#[test]
fn winnings_added_to_the_base_wager() {
    let found = [
        ("payout", "666563148735094393/3784946727144082500", "80948923100482079/623402990353143000"),
        ("payout-and-wager", "4891603112026949083/19870970317506433125", "237502742473353169/1324731354500428875"),
    ];
    let submission = submission("pa-633a-blackjack/1-decks.toml", &[("options.max-hands", "2")]);
    let class = class(&submission, "cdz");
    for (adds, gain, always) in found {
        let mut wager = house_money();
        let reading = [("house-money-ace", "both"), ("parlay-adds", adds)];
        wager.reading = reading.map(|(name, choice)| (name.to_owned(), choice.to_owned())).into();
        let mut parlay = crate::parlay::derive(&submission, &class, &wager).expect("figures");
        assert_eq!((parlay.gain.as_str(), parlay.always.as_str()), (gain, always));
        let against = |hand: &str| parlay.hands.iter().find(|one| one.hand == hand).map(|one| one.against.join(" "));
        assert_eq!(against("4,5").as_deref(), Some("2 3 4 5 6 7 8"));
        assert_eq!(against("3,4").as_deref(), Some("5 6"));
        wager.parlay = Some(parlay.clone());
        assert_eq!(crate::parlay::check(&submission, &class, &wager), Ok(()));
        parlay.hands[0].against.pop();
        wager.parlay = Some(parlay);
        let refused = crate::parlay::check(&submission, &class, &wager).expect_err("a wrong hand");
        assert!(refused.to_string().contains("does not gain so"));
    }
}
