//! Shoes that can be solved and whose certificates could not be checked.

use std::path::Path;

use rules::{Override, Submission};
use solver::{Class, Solver, Want};

fn submission(analysis: &str, shoe: &str) -> Submission {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses").join(analysis);
    Submission::load(&path, &[Override::new("shoe", shoe)]).expect("an analysis")
}

/// Tens alone: two hands of a split and the dealer's take six. The checker asks for two cards a hand besides the longest hand and the dealer's.
#[test]
fn a_shoe_too_small_to_be_checked_is_known_before_it_is_solved() {
    let tens = |count: u32| submission("plain-blackjack/6-decks.toml", &format!("0,0,0,0,0,0,0,0,0,{count}"));
    let small = tens(9);
    let solver = Solver::new(&small).expect("a shoe that is not used up");
    assert!(solver.solve(Class::CdzMinus, Want::action()).is_ok());
    let refusal = checker::has_room(&small).expect_err("too small");
    assert!(refusal.to_string().contains("a shoe of so few cards"), "{refusal}");
    assert!(checker::has_room(&tens(10)).is_ok());
}
