use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let overrides: Vec<rules::Override> = a[3..].iter().map(|o| o.parse().unwrap()).collect();
    let s = rules::Submission::load(std::path::Path::new(&a[1]), &overrides).unwrap_or_else(|e| panic!("{e}"));
    let t = Instant::now();
    let solver = solver::Solver::new(&s).unwrap();
    println!("laws {:?}", t.elapsed());
    let t = Instant::now();
    let sol = solver.solve(a[2].parse().unwrap()).unwrap();
    println!("{} {:?}", cards::decimal(&sol.ev, 18), t.elapsed());
    for u in &sol.ups { print!("{} {} |", u.up, cards::decimal(&u.ev, 8)); for g in &u.signals { print!(" {} {} {}", g.signal, cards::decimal(&g.probability,4), cards::decimal(&g.ev,6)); } println!(); }
}
