//! scratch
mod reference;
use cards::{Composition, Value};
use reference::{Class, Reference};
use rules::Submission;
use solver::{Solver, Strategy};
use std::time::Instant;

fn load(game: &str) -> Submission {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../analyses").join(game).join("6-decks.toml");
    Submission::load(&path, &[]).expect("analysis")
}

#[test]
fn scratch() {
    let s = load("pa-685a-down-under");
    let text = std::fs::read_to_string("/tmp/shoes.txt").expect("shoes");
    for line in text.lines() {
        let mut counts = [0u16; 10];
        for ch in line.trim().chars() { let v: Value = ch.to_string().parse().expect("card"); counts[v.index()] += 1; }
        let shoe = Composition::new(counts);
        let hard: u32 = Value::all().map(|v| u32::from(v.hard_points()) * u32::from(shoe.count(v))).sum();
        let t = Instant::now();
        let solver = match Solver::for_game(s.game.clone(), shoe) { Ok(s) => s, Err(e) => { println!("{line} cards {} hard {hard}: {e}", shoe.total()); continue } };
        let t1 = t.elapsed();
        print!("{line} cards {} hard {hard} compile {t1:?}", shoe.total());
        let r = Reference::new(&s.game, shoe);
        for (st, class) in [(Strategy::CompositionDependent, Class::ZeroMemory), (Strategy::Perfect, Class::Perfect)] {
            let t = Instant::now();
            let sol = solver.solve(st);
            let t1 = t.elapsed();
            let Ok(sol) = sol else { print!(" {st}: runs out"); continue };
            let t = Instant::now();
            let re = r.solve(class);
            print!("  {st}: solver {t1:?} ref {:?} {}", t.elapsed(), if re.ev == sol.ev {"OK"} else {"DIFF"});
        }
        println!();
    }
}
