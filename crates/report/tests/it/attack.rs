//! What a report says of both decisions on the attack wager.

use std::collections::BTreeMap;

use crate::fixture::{self, exact};

/// By up card, on the page and in the table: what each decision is worth, and what the mistake costs.
#[test]
fn both_decisions_are_valued_by_up_card() {
    let mut document = fixture::full();
    for class in &mut document.base_game {
        for (up, attacks, other) in [(1, true, exact(-1, 3)), (2, false, exact(-1, 2))] {
            class.by_up_card[up].attack = Some(attacks);
            class.by_up_card[up].other_attack_ev = (class.strategy == "cdz").then_some(other);
        }
    }
    let files: BTreeMap<String, String> = report::rendered(&document).expect("rendered").into_iter().collect();
    let table = "up,attack,ev,cost,cost_per_100_hands,hands_per_100,best,td\n\
                 2,false,-0.333333333333,0.282333333333,2.1717949,7.692307692,true,true\n\
                 2,true,-0.051000000000,0.000000000000,0.0000000,7.692307692,true,true\n\
                 3,false,-0.006000000000,0.000000000000,0.0000000,7.692307692,false,false\n\
                 3,true,-0.500000000000,0.494000000000,3.8000000,7.692307692,false,false\n";
    assert_eq!(files["attack.csv"], table);
    let section = files["report.html"].split_once("<section id=\"attack\">").expect("the attack wager").1;
    for words in ["\u{2212}33.3333%", ">0.28233<", ">2.17179<"] {
        assert!(section.contains(words), "{words}");
    }
}

/// Where nothing is stated of the other attack decision, there is no section that would have to leave it out.
#[test]
fn without_the_other_decision_nothing_is_said() {
    let mut document = fixture::full();
    document.base_game.iter_mut().for_each(|class| class.by_up_card[1].attack = Some(true));
    let files: BTreeMap<String, String> = report::rendered(&document).expect("rendered").into_iter().collect();
    assert!(!files.contains_key("attack.csv") && !files["report.html"].contains("id=\"attack\""));
}
