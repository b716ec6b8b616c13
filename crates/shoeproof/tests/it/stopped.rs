//! A listener stops the work of every verb that takes one.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use shoeproof::{
    Analysis, CertifyWant, Claims, Class, CutCardWant, DealerWant, Failure, FollowWant, FollowerRounds, Level,
    Progress, ReconcileWant, SimulateWant, Source, Step, Thoroughness, ValueWant, VerifyWant, WagersWant, Want,
    compare,
};

fn stop(_: &Step) -> ControlFlow<()> {
    ControlFlow::Break(())
}

fn assert_stopped<T>(verb: &str, done: Result<T, Failure>) {
    match done {
        Err(Failure::Stopped) => {}
        Err(other) => panic!("{verb}: {other}"),
        Ok(_) => panic!("{verb} was not stopped"),
    }
}

#[test]
fn every_verb_that_is_told_of_its_work_may_be_stopped() {
    let analysis = Analysis::of_game("pa-685a-down-under").expect("a game");
    let small = analysis.set("shoe=12,0,8,8,0,8,0,8,0,40").expect("a shoe");
    assert_stopped("dealer", small.dealer(&DealerWant::default(), &stop));
    assert_stopped("solve", small.solve(Class::CdzMinus, &Want::default(), &stop));
    assert_stopped("bracket", small.bracket(&stop));
    assert_stopped("side_wagers", analysis.side_wagers(&WagersWant::default(), &stop));
    assert_stopped("compare", compare(std::slice::from_ref(&small), false, &stop));
    let edge = "0%..1%".parse().expect("an interval");
    assert_stopped("reconcile", small.reconcile(&ReconcileWant::new(edge), &stop));
    let text = Source::inline("theirs.csv".to_owned(), "of,figure,value\nbase-game,house-edge,0.15%\n");
    let claims = Claims::parse(text, Path::new("theirs.csv")).expect("claims");
    assert_stopped("check", small.check(&claims, 10, &stop));
    assert_stopped("simulate", small.simulate(&SimulateWant::new(100_000, 1), &stop));
    assert_stopped("cut_card", analysis.cut_card(&CutCardWant { shoes: 4096, ..CutCardWant::default() }, &stop));
}

#[test]
#[ignore = "long; `just slow`"]
fn reports_may_be_stopped_while_they_are_made_and_judged() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let analysis = Analysis::load(root.join("analyses/pa-685a-down-under/4-decks.toml")).expect("an analysis");
    let out = folder.path().join("report");
    let want = CertifyWant { out: Some(out.clone()), ..CertifyWant::default() };
    assert_stopped("certify", analysis.certify(&want, &stop));
    assert!(!out.exists(), "a report in part");
    let thoroughness = Thoroughness::new(Level::Quick).expect("a seed");
    let want = VerifyWant { thoroughness, keys: Vec::new(), attest: None };
    assert_stopped("verify", shoeproof::verify(&root.join("reports/pa-685a-down-under-6-decks"), None, &want, &stop));
}

/// A listener that lets every step pass, and whose flag goes up while the search for perfect play is between two of them.
struct Flagged(Arc<AtomicBool>);

impl Progress for Flagged {
    fn told(&self, _: &Step) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn stop(&self) -> Option<&Arc<AtomicBool>> {
        Some(&self.0)
    }
}

/// Does some work, whose flag goes up meanwhile.
fn after_a_while<T>(flag: &Arc<AtomicBool>, work: impl FnOnce() -> T) -> T {
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(200));
            flag.store(true, Ordering::Relaxed);
        });
        work()
    })
}

/// A chart by every number of cards seen takes most of a minute, and so many rounds hours.
#[test]
fn a_stated_chart_and_a_follower_may_be_stopped() {
    let strategy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/index-plays.toml");
    let want = ValueWant { strategy, up_to: Some(234), ..ValueWant::default() };
    let analysis = Analysis::of_game("pa-633a-blackjack").expect("a game");
    let flagged = Flagged(Arc::default());
    assert_stopped("value", after_a_while(&flagged.0, || analysis.value(&want, &flagged)));
    let analysis = Analysis::of_game("ma-double-attack").expect("a game");
    let want =
        FollowWant { rounds: Some(FollowerRounds { number: 100_000_000_000, seed: 1 }), ..FollowWant::default() };
    assert_stopped("follow", analysis.follow(&want, &stop));
}

/// Perfect play on six decks takes seconds. The analysis may be asked again afterwards.
#[test]
#[ignore = "long; `just slow`"]
fn a_flag_stops_work_between_two_steps() {
    let analysis = Analysis::of_game("pa-685a-down-under").expect("a game");
    let flagged = Flagged(Arc::default());
    let stop = Arc::clone(&flagged.0);
    let compiled = analysis.compiled().expect("an analysis that compiles");
    let stopped = after_a_while(&stop, || compiled.solve(Class::Perfect, &Want::default(), &flagged));
    assert_stopped("solve", stopped);
    flagged.0.store(false, Ordering::Relaxed);
    assert!(compiled.solve(Class::CdzMinus, &Want::default(), &flagged).is_ok());
}
