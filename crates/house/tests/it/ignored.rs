//! Tests that take long stand aside of `cargo test`, and `just slow` runs every one of them. CI runs it once.

use crate::exceptions::none;
use crate::files::sources;

const SLOW: &str = "#[ignore = \"long; `just slow`\"]";
const MEASUREMENT: &str = "#[ignore = \"a measurement\"]";

#[test]
fn tests_that_are_left_out_say_what_runs_them() {
    let mut complaints = Vec::new();
    let mut slow = 0;
    for file in sources() {
        // `just slow` leaves modules of this name out.
        let measured = file.path.ends_with("/measured.rs");
        let expected = if measured { MEASUREMENT } else { SLOW };
        for (at, line) in file.text.lines().enumerate().filter(|(_, line)| line.trim_start().starts_with("#[ignore")) {
            if line.trim() != expected {
                complaints.push(format!("{}:{}: expected {expected}", file.path, at + 1));
            }
            slow += usize::from(!measured);
        }
    }
    none(&complaints);
    assert!(slow > 0, "no test is slow");
}

#[test]
fn slow_tests_are_run_by_a_recipe_and_by_ci() {
    let read = |path: &str| std::fs::read_to_string(crate::files::root().join(path)).expect("a file of the top folder");
    let command = "cargo test --workspace --tests -- --ignored --skip measured::";
    let ci = read(".ci/run");
    assert_eq!(ci.matches(command).count(), 1, "`.ci/run` runs them once");
    assert!(ci.contains("format lint docs test slow report"), "`slow` is one of all checks");
    assert!(read("justfile").contains(".ci/run slow"), "`just slow`");
}
