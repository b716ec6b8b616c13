use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let overrides: Vec<rules::Override> = a[4..].iter().map(|o| o.parse().unwrap()).collect();
    let s = rules::Submission::load(std::path::Path::new(&a[2]), &overrides).unwrap_or_else(|e| panic!("{e}"));
    let t = Instant::now();
    let solver = solver::Solver::new(&s).unwrap();
    println!("laws {:?}", t.elapsed());
    let t = Instant::now();
    let st = a[3].parse().unwrap();
    let sol = if a[1] == "s" {
        let (sol, spread) = solver.solve_with_spread(st, |_| ()).unwrap();
        println!("sd {} aw {} {:?}", cards::sqrt_decimal(&spread.variance, 12).unwrap(), cards::decimal(&spread.average_wager, 12), t.elapsed()); sol } else {solver.solve(st).unwrap()};
    println!("{} {:?}", cards::decimal(&sol.ev, 18), t.elapsed());
}
