//! `sweep` and `unit` from outside: a sweep that is killed goes on, and ends in the same bytes.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// Shoes in floats, tens of milliseconds each.
const PLAN: &str = r#"
format = 1
ask = "approximate"
analyses = ["plain-blackjack"]
units-per-file = 1
shoes = { depths = ["25%", "50%"], number = 30, seed = 3 }
"#;

fn shoeproof() -> Command {
    Command::new(env!("CARGO_BIN_EXE_shoeproof"))
}

fn home() -> TempDir {
    let home = tempfile::tempdir().expect("a folder");
    fs::write(home.path().join("plan.toml"), PLAN).expect("a plan");
    home
}

fn sweep(home: &Path, out: &str) -> Command {
    let mut command = shoeproof();
    command.current_dir(home).args(["sweep", "plan.toml", "--out", out]);
    command
}

/// The files that have their names. One that is being written has another ending.
fn files(folder: &Path) -> usize {
    let inside = |path: &Path| {
        let paths = fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
        paths.filter(|path| path.extension().is_none_or(|of| of == "jsonl")).collect::<Vec<_>>()
    };
    inside(&folder.join("units")).iter().map(|path| inside(path).len()).sum()
}

#[test]
fn a_sweep_that_is_killed_goes_on_to_the_same_bytes() {
    let home = home();
    let whole = sweep(home.path(), "whole").output().expect("it runs");
    let said = String::from_utf8_lossy(&whole.stdout).into_owned();
    assert!(whole.status.success() && said.contains("60 units: 60 computed, 0 found"), "{said}");

    let mut killed = sweep(home.path(), "killed").stdout(Stdio::null()).spawn().expect("it runs");
    let begun = Instant::now();
    while files(&home.path().join("killed")) < 3 {
        assert!(begun.elapsed() < Duration::from_secs(120), "nothing is computed");
        sleep(Duration::from_millis(2));
    }
    killed.kill().expect("killed");
    killed.wait().expect("ended");
    assert!(!home.path().join("killed/result.csv").exists(), "it ended before it was killed");

    let done = sweep(home.path(), "killed").arg("--json").output().expect("it runs");
    let done: serde_json::Value = serde_json::from_slice(&done.stdout).expect("JSON");
    assert!(done["found"].as_u64() >= Some(3) && done["computed"].as_u64() >= Some(1), "{done}");
    for name in ["result.csv", "result.jsonl", "plan.toml"] {
        let [one, other] = ["whole", "killed"].map(|folder| fs::read(home.path().join(folder).join(name)).expect(name));
        assert!(one == other, "{name}");
    }
}

/// The array of Slurm, as its tasks are run.
#[cfg(unix)]
#[test]
fn the_tasks_of_an_array_come_together_as_one_run() {
    let home = home();
    let plan = PLAN.replace("number = 30", "number = 3");
    fs::write(home.path().join("plan.toml"), plan).expect("a plan");
    assert!(sweep(home.path(), "whole").stdout(Stdio::null()).status().expect("it runs").success());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/sweep.slurm");
    let task = || {
        let mut command = Command::new("bash");
        command.current_dir(home.path()).arg(&script).args(["plan.toml", "array"]).stdout(Stdio::null());
        command.env("SHOEPROOF", env!("CARGO_BIN_EXE_shoeproof")).env("SLURM_CPUS_PER_TASK", "1");
        command
    };
    for number in ["5", "6", "7"] {
        let mut one = task();
        one.env("SLURM_ARRAY_TASK_ID", number).env("SLURM_ARRAY_TASK_MIN", "5").env("SLURM_ARRAY_TASK_COUNT", "3");
        assert!(one.status().expect("it runs").success());
    }
    assert_eq!(files(&home.path().join("array")), 6);
    assert!(!home.path().join("array/result.csv").exists());
    assert!(task().status().expect("it runs").success());
    let [one, other] =
        ["whole", "array"].map(|folder| fs::read(home.path().join(folder).join("result.csv")).expect("a result"));
    assert!(one == other);
}

#[test]
fn a_unit_goes_in_and_out_as_json() {
    let home = home();
    let printed =
        shoeproof().current_dir(&home).args(["sweep", "plan.toml", "--print-unit", "7"]).output().expect("it runs");
    assert!(printed.status.success());
    fs::write(home.path().join("unit.json"), &printed.stdout).expect("a unit");
    let input = fs::File::open(home.path().join("unit.json")).expect("a unit");
    let answer = shoeproof().arg("unit").stdin(input).output().expect("it runs");
    let answer: serde_json::Value = serde_json::from_slice(&answer.stdout).expect("JSON");
    assert!(answer["figures"]["near_ev"].is_string() && answer["failure"].is_null(), "{answer}");
    let counted = shoeproof().current_dir(&home).args(["sweep", "plan.toml", "--count"]).output().expect("it runs");
    assert_eq!(String::from_utf8_lossy(&counted.stdout), "60 units in 60 files\n");

    for (text, words) in [
        ("{}", "no unit"),
        ("\u{7}", "no unit"),
        (r#"{"format":2,"analysis":"","question":{"ask":"wager","wager":"x"}}"#, "format 2"),
    ] {
        fs::write(home.path().join("unit.json"), text).expect("a unit");
        let input = fs::File::open(home.path().join("unit.json")).expect("a unit");
        let refused = shoeproof().arg("unit").stdin(input).output().expect("it runs");
        assert_eq!(refused.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&refused.stderr).contains(words), "{text}");
    }
    let refused = sweep(home.path(), "plan.toml").output().expect("it runs");
    assert_eq!(refused.status.code(), Some(2), "a file is in the folder's place");
}
