//! A valid report folder, and corruptions of it that must each be refused for their own reason.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::Instant;

use certificate::{
    Certificate, Envelope, MANIFEST_FILE, Manifest, StatedClass, StatedResult, StatedSimulation, StatedWager, form,
    number,
};
use num_bigint::BigInt;
use num_rational::BigRational;
use rules::Submission;

const DEPTH: checker::Depth<'_> =
    checker::Depth { level: checker::Level::Quick, seed: "corpus", up_cards: None, perfect_up_cards: None };

const CERTIFICATE: &str = "certificate.json";
const ENVELOPE: &str = "manifest.dsse.json";
const ANALYSIS: &str = include_str!("../../../shoeproof/tests/it/small-analysis.toml");

/// A home with the game, its analysis, keys and a certified report, made once.
struct Home {
    dir: tempfile::TempDir,
}

fn home() -> &'static Home {
    static HOME: OnceLock<Home> = OnceLock::new();
    HOME.get_or_init(|| {
        let dir = tempfile::tempdir().expect("temporary folder");
        let path = dir.path();
        fs::create_dir_all(path.join("analyses/small-game")).expect("create");
        fs::create_dir_all(path.join("games")).expect("create");
        fs::write(path.join("games/small-game.toml"), include_str!("../../../shoeproof/tests/it/small-game.toml"))
            .expect("write");
        fs::write(path.join("analyses/small-game/2-decks.toml"), ANALYSIS).expect("write");
        fs::write(path.join("analyses/small-game/other.toml"), ANALYSIS.replace("Small game", "Another title"))
            .expect("write");
        let home = Home { dir };
        for arguments in [
            &["certify", "analyses/small-game/2-decks.toml", "--out", "report"][..],
            &["keygen", "--out", "key"],
            &["keygen", "--out", "other-key"],
        ] {
            let output = home.run(arguments);
            assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        }
        home
    })
}

impl Home {
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shoeproof"));
        command.current_dir(self.dir.path()).args(arguments);
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("the program")
    }

    fn submission(&self) -> Submission {
        Submission::load(&self.dir.path().join("analyses/small-game/2-decks.toml"), &[]).expect("the analysis")
    }
}

/// A copy of the report to spoil.
struct Folder {
    dir: tempfile::TempDir,
}

impl Folder {
    fn copy() -> Self {
        let dir = tempfile::tempdir_in(home().dir.path()).expect("temporary folder");
        let folder = Self { dir };
        for (path, content) in files(&home().dir.path().join("report")) {
            let target = folder.path(&path);
            fs::create_dir_all(target.parent().expect("a folder")).expect("create");
            fs::write(target, content).expect("write");
        }
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a file")
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).expect("write");
    }

    /// Makes the manifest that of the files as they are.
    fn reseal(&self) {
        let mut files = files(self.dir.path());
        files.retain(|(path, _)| path != MANIFEST_FILE && path != ENVELOPE);
        let manifest = Manifest::of(files.iter().map(|(path, content)| (path.as_str(), &content[..])));
        self.write(MANIFEST_FILE, manifest.to_canonical().expect("short"));
    }

    /// Changes the text of the certificate, and the manifest with it.
    fn text(&self, edit: impl FnOnce(String) -> String) {
        let text = edit(self.read(CERTIFICATE));
        self.write(CERTIFICATE, text);
        self.reseal();
    }

    fn replace(&self, from: &str, to: &str) {
        self.text(|text| {
            assert!(text.contains(from), "{from} is not in the certificate");
            text.replacen(from, to, 1)
        });
    }

    /// Changes the content of the certificate, and makes every other file anew, as far as that can be done.
    fn edit(&self, edit: impl FnOnce(&mut Certificate)) {
        let mut certificate = Certificate::read(self.read(CERTIFICATE).as_bytes()).expect("a certificate");
        edit(&mut certificate);
        let read = |name: &str| Ok(fs::read_to_string(self.path(name)).ok());
        let submission = shoeproof::submission(read).expect("a submission");
        match shoeproof::render(&submission, &certificate) {
            Ok(made) => {
                let is_made = |name: &str| name == ENVELOPE || made.iter().any(|(other, _)| other == name);
                let old = files(self.dir.path()).into_iter().filter(|(name, _)| !is_made(name));
                old.for_each(|(name, _)| fs::remove_file(self.path(&name)).expect("remove"));
                made.iter().for_each(|(name, text)| self.write(name, text));
            }
            Err(_) => self.text(|_| certificate.to_canonical().expect("canonical")),
        }
    }

    fn sign(&self) {
        self.sign_with("key");
    }

    fn sign_with(&self, key: &str) {
        let output = home().run(&["sign", &self.dir.path().to_string_lossy(), "--key", key]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    fn envelope(&self, edit: impl FnOnce(&mut Envelope)) {
        self.sign();
        let mut envelope: Envelope = form::read(self.read(ENVELOPE).as_bytes()).expect("an envelope");
        edit(&mut envelope);
        self.write(ENVELOPE, envelope.to_canonical().expect("short"));
    }

    fn verify(&self, more: &[&str]) -> Output {
        let dir = self.dir.path().to_string_lossy().into_owned();
        let mut arguments = vec!["verify", &dir];
        arguments.extend(more);
        home().run(&arguments)
    }
}

/// The files under a folder by path.
fn files(dir: &Path) -> Vec<(String, Vec<u8>)> {
    fn list(dir: &Path, prefix: &str, found: &mut Vec<(String, Vec<u8>)>) {
        for entry in fs::read_dir(dir).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = format!("{prefix}{}", path.file_name().expect("a name").to_string_lossy());
            if path.is_dir() {
                list(&path, &format!("{name}/"), found);
            } else {
                found.push((name, fs::read(&path).expect("a file")));
            }
        }
    }
    let mut found = Vec::new();
    list(dir, "", &mut found);
    found.sort();
    found
}

/// Spoils a copy of the report and expects status and reason.
fn refused(name: &str, status: i32, reason: &str, arguments: &[&str], spoil: impl FnOnce(&Folder)) {
    let folder = Folder::copy();
    spoil(&folder);
    let output = folder.verify(arguments);
    let text = String::from_utf8_lossy(&output.stderr).replace(['│', '\n'], " ");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(output.status.code(), Some(status), "{name}: {text}{}", String::from_utf8_lossy(&output.stdout));
    assert!(text.contains(reason), "{name}: {reason:?} is not in {text:?}");
    assert!(output.stdout.is_empty(), "{name}");
}

fn fraction(text: &str) -> BigRational {
    number::fraction(text).expect("a fraction")
}

/// A little more than the fraction.
fn more(text: &mut String) {
    let little = BigRational::new(1.into(), BigInt::from(10).pow(30));
    *text = cards::fraction(&(fraction(text) + little));
}

/// The last digit of the numerator changed, still in lowest terms.
fn flip(text: &mut String) {
    let (numer, denom) = text.split_once('/').expect("a fraction");
    for digit in b'0'..=b'9' {
        let mut other = numer.to_owned().into_bytes();
        if let Some(last) = other.last_mut() {
            *last = digit;
        }
        let other = format!("{}/{denom}", String::from_utf8(other).expect("digits"));
        if other != *text && number::fraction(&other).is_ok() {
            *text = other;
            return;
        }
    }
    panic!("{text} has no other digit");
}

fn class<'a>(statement: &'a mut Certificate, name: &str) -> &'a mut StatedClass {
    statement.classes.iter_mut().find(|class| class.strategy == name).expect("a class")
}

fn wager<'a>(statement: &'a mut Certificate, id: &str) -> &'a mut StatedWager {
    statement.wagers.iter_mut().find(|wager| wager.id == id).expect("a wager")
}

/// The acts of a class under the first signal of an up card.
fn acts<'a>(statement: &'a mut Certificate, name: &str, up: &str) -> &'a mut String {
    let play = class(statement, name).play.as_mut().expect("a table");
    &mut play.iter_mut().find(|one| one.up == up).expect("an up card").signals[0].acts
}

/// Swaps one letter.
fn swap(text: &mut String, at: usize, letter: char) {
    let mut letters: Vec<char> = text.chars().collect();
    assert_ne!(letters[at], letter);
    letters[at] = letter;
    *text = letters.into_iter().collect();
}

/// The class with a different act that is not as good, under an up card of ten: standing where hitting is best.
fn worsen(statement: &mut Certificate, name: &str) {
    // The first hand is a pair of aces: hit or stand, then hit, stand or double, then those with surrender.
    let acts = acts(statement, name, "T");
    for (at, letter) in [(0, 'S'), (1, 'S')] {
        if !acts[at..].starts_with(letter) {
            swap(acts, at, letter);
        }
    }
}

#[test]
fn the_report_itself_is_good_and_says_what_was_not_checked() {
    let output = Folder::copy().verify(&["--seed", "1"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(3), "{text}{}", String::from_utf8_lossy(&output.stderr));
    for line in [
        "judged by submission/analysis.toml SHA-256",
        "judged by submission/game.toml SHA-256",
        "NOT of this program's catalogue: read its rules and texts",
        "checked EV, average wager and every decision of total-dependent play",
        "checked EV, average wager and every decision of composition-dependent play",
        "checked the distribution of a round under total-dependent play",
        "checked values and decisions with readings.ties = lost",
        "checked the insurance wager",
        "checked every figure of the side wager bad-beat",
        "checked every file of the folder is what the certificate implies, byte for byte",
        "not checked the upper bound of the EV of perfect play",
        "not checked what the rounds dealt at the table came to",
        "not signed",
        "good as far as checked",
    ] {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(line), "{line:?} is not in {text}");
    }
    let named = Folder::copy().verify(&["--seed", "1", "--analysis", "analyses/small-game/2-decks.toml"]);
    assert_eq!(named.stdout, output.stdout);
    let page = Folder::copy().read("report.html");
    for words in ["Stated, not checked", "the upper bound of the EV of perfect play", "verify --recompute"] {
        assert!(page.contains(words), "{words}");
    }
}

#[test]
fn a_report_is_good_once_everything_is_checked_or_computed_again() {
    let output = Folder::copy().verify(&["--full", "--recompute", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(output.status.code(), Some(0), "{json}");
    assert_eq!(json["verdict"], "good");
    let claims = json["claims"].as_array().expect("claims");
    assert!(claims.iter().all(|claim| claim["verdict"] != "not-checked"));
    assert!(claims.iter().any(|claim| claim["verdict"] == "recomputed" && claim["path"] == "/bracket/high"), "{json}");
    let quick = Folder::copy().verify(&["--quick", "--json"]);
    assert_eq!(quick.status.code(), Some(3));
    // A claim that no second program derives, changed: named by the usual check, found by computing it again.
    let forged = Folder::copy();
    forged.edit(|s| s.bracket.as_mut().expect("a bracket").high = "0.900000000".to_owned());
    let usual = forged.verify(&["--json"]);
    let json: serde_json::Value = serde_json::from_slice(&usual.stdout).expect("JSON");
    assert_eq!(usual.status.code(), Some(3), "{json}");
    let claim = json["claims"].as_array().expect("claims").iter().find(|claim| claim["path"] == "/bracket/high");
    assert_eq!(claim.expect("a claim")["verdict"], "not-checked");
    let again = forged.verify(&["--recompute"]);
    assert_eq!(again.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&again.stderr).contains("computed again, the certificate differs at /bracket/high")
    );
}

#[test]
#[ignore = "long; `just slow`"]
fn a_simulation_is_dealt_again_on_demand() {
    let output = Folder::copy().verify(&["--deal", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let claims = json["claims"].as_array().expect("claims");
    let dealt = claims.iter().find(|claim| claim["path"] == "/simulation").expect("a claim");
    assert_eq!(dealt["verdict"], "checked");

    let simulation = |s: &mut Certificate, edit: &dyn Fn(&mut StatedSimulation)| {
        edit(s.simulation.as_mut().expect("a simulation"));
    };
    let refused = |name: &str, reason: &str, arguments: &[&str], spoil: &dyn Fn(&mut Certificate)| {
        refused(name, 1, reason, arguments, |f| f.edit(|s| spoil(s)));
    };
    refused("another seed", "seed", &[], &|s| simulation(s, &|one| one.seed = "8".to_owned()));
    refused("no simulation", "simulation", &[], &|s| s.simulation = None);
    refused("a number of rounds that is none", "2e4", &[], &|s| simulation(s, &|one| one.rounds = "2e4".to_owned()));
    refused("fewer rounds", "rounds", &[], &|s| simulation(s, &|one| one.rounds = "10000".to_owned()));
    let swap_two = |s: &mut Certificate| {
        simulation(s, &|one| {
            // Two rounds change their wagers: every sum stays what it is.
            let [_, first] = &mut one.wagered[0];
            *first = (first.parse::<u64>().expect("a count") - 1).to_string();
            let [_, second] = &mut one.wagered[1];
            *second = (second.parse::<u64>().expect("a count") + 1).to_string();
        });
    };
    refused("smoothed tallies", "the simulation is not what the table deals", &["--deal"], &swap_two);
}

/// Pages of former certificates cannot be rendered, so they cannot be judged.
#[test]
fn a_report_in_a_former_format_is_refused() {
    refused("former format", 1, "this program reads `shoeproof certificate 8`", &[], |f| {
        f.replace("shoeproof certificate 8", "shoeproof certificate 7");
    });
    refused("another version", 1, "verify it with that version", &[], |f| {
        f.edit(|s| s.software.version = "0.0.9".to_owned());
    });
    refused("another program", 1, "verify it with that version", &[], |f| {
        f.edit(|s| s.software.name = "Shoeproof\nverified: good".to_owned());
    });
}

#[test]
fn a_signed_report_is_good_for_the_key_that_signed_it() {
    let folder = Folder::copy();
    folder.sign();
    let envelope = folder.read(ENVELOPE);
    folder.sign();
    assert_eq!(folder.read(ENVELOPE), envelope, "the same key and report give the same envelope");
    let text = |output: Output| String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text(folder.verify(&["--key", "key.pub"])).contains("signed by the key"));
    assert!(text(folder.verify(&[])).contains("signature not checked"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let secret = fs::metadata(home().dir.path().join("key")).expect("the secret key");
        assert_eq!(secret.permissions().mode() & 0o777, 0o600);
    }
    let again = home().run(&["keygen", "--out", "key"]);
    assert_eq!(again.status.code(), Some(2), "a key is never replaced");
}

#[test]
fn another_form_is_refused() {
    let refused = |name: &str, reason: &str, spoil: &dyn Fn(&Folder)| refused(name, 1, reason, &[], spoil);
    refused("truncated file", "cut off after", &|f| f.text(|text| text[..text.len() / 2].to_owned()));
    refused("empty file", "cut off after 0 bytes", &|f| f.text(|_| String::new()));
    refused("reordered keys", "is out of the canonical order", &|f| {
        f.text(|text| {
            let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            let members = value.as_object().expect("an object");
            let members: Vec<String> = members.iter().rev().map(|(key, value)| format!("{key:?}:{value}")).collect();
            let text = format!("{{{}}}", members.join(","));
            assert!(text.contains("\"format\""));
            text
        })
    });
    refused("white space", "white space", &|f| f.replace("\":", "\": "));
    refused("final line feed", "white space", &|f| f.text(|text| text + "\n"));
    refused("duplicate key", "the member format is there twice", &|f| {
        f.replace("\"format\":", "\"format\":\"x\",\"format\":");
    });
    refused("number instead of string", "a bare number", &|f| f.replace("\"decks\":\"2\"", "\"decks\":2"));
    refused("NaN", "expected an object, a list, a string", &|f| f.replace("\"decks\":\"2\"", "\"decks\":NaN"));
    refused("null", "expected an object, a list, a string", &|f| f.replace("\"decks\":\"2\"", "\"decks\":null"));
    refused("needless escape", "an escape", &|f| f.replace("\"id\":\"s", "\"id\":\"\\u0073"));
    refused("invalid UTF-8", "is not UTF-8", &|f| {
        let mut bytes = f.read(CERTIFICATE).into_bytes();
        let at = bytes.len() - 3;
        bytes[at] = 0xff;
        f.write(CERTIFICATE, bytes);
        f.reseal();
    });
    refused("too large", "at most 8388608 are read", &|f| f.text(|text| text + &" ".repeat(9 << 20)));
    refused("too deep", "nested deeper than 12 levels", &|f| f.text(|_| "[".repeat(1000)));
    refused("too long a list", "a list longer than 4096", &|f| {
        f.replace("\"shoe\":[", &format!("\"shoe\":[{}", "\"0\",".repeat(5000)));
    });
    refused("too long a string", "a string longer than 65536", &|f| {
        f.replace("\"id\":\"", &format!("\"id\":\"{}", "x".repeat(70_000)));
    });
    refused("unknown field", "unknown field `extra`", &|f| {
        f.replace("\"format\":", "\"extra\":true,\"format\":");
    });
    refused("missing field", "missing field `software`", &|f| {
        f.text(|text| {
            let mut value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            value.as_object_mut().expect("an object").remove("software");
            form::write(&value).expect("canonical")
        });
    });
    refused("unknown version", "this program reads `shoeproof certificate 8`", &|f| {
        f.replace("shoeproof certificate 8", "shoeproof certificate 9");
    });
    refused("too many digits", "a number of more than 4096 digits", &|f| {
        f.edit(|s| class(s, "td").ev = format!("1/{}", "7".repeat(5000)));
    });
    refused("unreduced fraction", "is not in lowest terms", &|f| {
        f.edit(|s| {
            let ev = fraction(&class(s, "td").ev);
            class(s, "td").ev = format!("{}/{}", ev.numer() * 2, ev.denom() * 2);
        });
    });
    refused("decimal", "is not a fraction", &|f| f.edit(|s| class(s, "cdz").ev = "-0.004".to_owned()));
    refused("leading zero", "is not a fraction", &|f| {
        f.edit(|s| {
            let ev = &mut class(s, "cdz").ev;
            ev.insert(usize::from(ev.starts_with('-')), '0');
        });
    });
    refused("exponent in a count", "is not a whole number", &|f| {
        f.edit(|s| wager(s, "royal-pair").total = "1e9".to_owned());
    });
}

#[test]
fn another_item_is_refused() {
    let refused = |name: &str, reason: &str, spoil: &dyn Fn(&Folder)| {
        refused(name, 1, reason, &["--analysis", "analyses/small-game/2-decks.toml", "--quick"], spoil);
    };
    refused("stale hash", "its SHA-256 is", &|f| {
        f.edit(|s| s.item.submission_sha256 = certificate::sha256_hex(b"before"));
    });
    refused("wrong reading", "the reading ties is returned, and the certificate states lost", &|f| {
        f.edit(|s| {
            s.readings.insert("ties".to_owned(), "lost".to_owned());
        });
    });
    refused("missing reading", "the reading ties is returned, and the certificate states missing", &|f| {
        f.edit(|s| {
            s.readings.remove("ties");
        });
    });
    refused("unknown reading", "the reading x is missing", &|f| {
        f.edit(|s| {
            s.readings.insert("x".to_owned(), "y".to_owned());
        });
    });
    refused("wrong option", "the option soft-17 is stand", &|f| {
        f.edit(|s| {
            s.options.insert("soft-17".to_owned(), "hit".to_owned());
        });
    });
    refused("wrong shoe", "the shoe is 8,0,0,0,0,0,8,8,8,32", &|f| f.edit(|s| s.item.shoe[0] = "9".to_owned()));
    refused("wrong decks", "the number of decks is 2", &|f| f.edit(|s| s.item.decks = Some("3".to_owned())));
    refused("wrong game", "the game is small-game", &|f| f.edit(|s| s.item.game = "other".to_owned()));
    refused("wrong analysis", "the analysis is small-game-2-decks", &|f| {
        f.edit(|s| s.item.analysis = "other".to_owned());
    });
    // The analysis is an input of its own: the certificate does not choose what it is checked against.
    super_refused(
        "another analysis",
        1,
        "the report is of another submission than the analysis given",
        &["--analysis", "analyses/small-game/2-decks.toml", "--set", "readings.ties=lost"],
    );
    super_refused("no analysis file", 2, "cannot be read", &["--analysis", "analyses/none.toml"]);
    super_refused("malformed analysis", 2, "small-game.toml", &["--analysis", "games/small-game.toml"]);
}

fn super_refused(name: &str, status: i32, reason: &str, arguments: &[&str]) {
    refused(name, status, reason, arguments, |_| ());
}

/// Refused by what takes seconds, which is part of every check. There is no distribution: it would contradict a value before anybody derives
/// it, and is most of the work of making the other files.
fn refused_with_values_alone(name: &str, reason: &str, spoil: &dyn Fn(&mut Certificate)) {
    refused(name, 1, reason, &["--quick"], |f| {
        f.edit(|s| {
            s.classes.iter_mut().for_each(|class| *class = without_distribution(class.clone()));
            spoil(s);
        });
    });
}

#[test]
fn another_value_is_refused() {
    let refused = refused_with_values_alone;
    // The combination of the readings as they are has the same EV, and would contradict it first.
    refused("EV, one digit", "wrong value: cdz: ", &|s| {
        flip(&mut class(s, "cdz").ev);
        s.combinations[0] = class(s, "cdz").ev.clone();
    });
    refused(
        "EV that effects of removal do not have as their mean",
        "wrong value: td without a card: the mean over all cards is",
        &|s| {
            flip(&mut class(s, "td").ev);
        },
    );
    refused("average wager", "wrong value: cdz: ", &|s| flip(&mut class(s, "cdz").average_wager));
    refused("element of risk", "wrong value: td: element of risk is", &|s| flip(&mut class(s, "td").element_of_risk));
    refused("up card's probability", "td, up card A: probability is", &|s| {
        flip(&mut class(s, "td").up_cards[0].probability);
    });
    refused("up card's EV, total adjusted", "cdz, up card 7: EV is", &|s| {
        let class = class(s, "cdz");
        let up = class.up_cards.iter_mut().find(|one| one.up == "7").expect("an up card");
        let before = fraction(&up.ev);
        more(&mut up.ev);
        let change = (fraction(&up.ev) - before) * fraction(&up.probability);
        let ev = fraction(&class.ev) + change;
        class.ev = cards::fraction(&ev);
        class.element_of_risk = cards::fraction(&(-&ev / fraction(&class.average_wager)));
        s.combinations[0] = cards::fraction(&ev);
    });
    refused("doubled hands that win more often", "cdz: hands that the player doubles are not those", &|s| {
        let doubled = class(s, "cdz").doubled.as_mut().expect("doubled hands");
        let [first, .., last] = &mut doubled[0].results[..] else { panic!("few results") };
        std::mem::swap(&mut first.probability, &mut last.probability);
    });
    refused("signal's EV", "cdz, up card T, signal no blackjack: EV is", &|s| {
        let up = class(s, "cdz").up_cards.last_mut().expect("up cards");
        flip(&mut up.signals[0].ev);
    });
    refused("signal's probability", "td, up card A, signal no blackjack: probability is", &|s| {
        flip(&mut class(s, "td").up_cards[0].signals[0].probability);
    });
    refused("signal's holes", "td, up card A, signal blackjack: hole cards is T", &|s| {
        class(s, "td").up_cards[0].signals[1].holes = "9".to_owned();
    });
    refused("signal missing", "td, up card A: signals are", &|s| {
        class(s, "td").up_cards[0].signals.pop();
    });
    refused("up card missing", "td: the values' up cards are", &|s| {
        class(s, "td").up_cards.remove(1);
    });
    refused("class missing", "the strategy classes are td", &|s| {
        s.classes.remove(1);
    });
    refused("insurance always", "insurance: EV if always taken is", &|s| {
        flip(&mut s.insurance.as_mut().expect("insurance").ev_always);
    });
    refused("insurance by hand", "insurance with A,A: EV is", &|s| {
        let hands = &mut s.insurance.as_mut().expect("insurance").hands;
        more(&mut hands.iter_mut().find(|one| one.hand == "A,A").expect("a hand").ev);
    });
    refused("insurance gain", "insurance: gain is", &|s| {
        more(&mut s.insurance.as_mut().expect("insurance").optimal_gain);
    });
    refused("insurance decision", "not optimal: insurance with", &|s| {
        let hand = &mut s.insurance.as_mut().expect("insurance").hands[0];
        hand.take = !hand.take;
    });
    refused("insurance hand missing", "hands are stated and 15 exist", &|s| {
        s.insurance.as_mut().expect("insurance").hands.pop();
    });
    refused("insurance odds", "insurance: odds is 2:1", &|s| {
        s.insurance.as_mut().expect("insurance").pays = "3:1".to_owned();
    });
}

#[test]
fn another_side_wager_is_refused() {
    let refused = refused_with_values_alone;
    let count = |text: &str, change: i64| (text.parse::<i64>().expect("a count") + change).to_string();
    refused("counts changed consistently", "deals is", &|s| {
        let lines = &mut wager(s, "match-the-dealer").lines;
        let last = lines.len() - 1;
        lines[0].combinations = count(&lines[0].combinations, 1);
        lines[last].combinations = count(&lines[last].combinations, -1);
    });
    refused("all counts doubled", "wager royal-pair 1: deals is", &|s| {
        let wager = wager(s, "royal-pair");
        for text in wager.lines.iter_mut().map(|line| &mut line.combinations).chain([&mut wager.total]) {
            *text = (text.parse::<u64>().expect("a count") * 2).to_string();
        }
    });
    refused("a count of the dealer's hand", "wager dealer-bust 1, Bust: deals is", &|s| {
        let lines = &mut wager(s, "dealer-bust").lines;
        let line = lines.iter_mut().find(|line| line.name == "Bust").expect("a line");
        line.combinations = format!("{}0", line.combinations);
    });
    for (id, line) in [
        ("bad-beat", "21 with three cards + Magic card"),
        ("straight-jack", "Three cards with an ace of spades"),
        ("straight-jack", "Returned"),
        ("live", "Three cards that bust"),
    ] {
        refused("a count that play decides", &format!("{line}: deals is"), &|s| {
            let lines = s.wagers.iter_mut().filter(|one| one.id == id).flat_map(|one| &mut one.lines);
            let mut lines = lines.filter(|one| one.name == line);
            let count = &mut lines.next().expect("a line").combinations;
            let more: BigInt = count.parse::<BigInt>().expect("a count") + 1;
            *count = more.to_string();
        });
    }
    refused("payout", "Suited pair: pays is 10/1", &|s| {
        let lines = &mut wager(s, "royal-pair").lines;
        lines.iter_mut().find(|line| line.name == "Suited pair").expect("a line").pays = "11/1".to_owned();
    });
    refused("share of the meter", "share of the meter is 1/1", &|s| {
        wager(s, "royal-pair").lines[0].meter_share = Some("1/2".to_owned());
    });
    refused("wager's EV", "wager royal-pair 1: EV is", &|s| flip(&mut wager(s, "royal-pair").ev));
    refused("wager's variance", "wager royal-pair 1: variance is", &|s| flip(&mut wager(s, "royal-pair").variance));
    refused("hit frequency", "wager royal-pair 1: hit frequency is", &|s| {
        flip(&mut wager(s, "royal-pair").hit_frequency);
    });
    refused("meter", "wager royal-pair 1: meter is 100/1", &|s| {
        wager(s, "royal-pair").meter.as_mut().expect("a meter").at = "101/1".to_owned();
    });
    refused("even meter", "wager royal-pair 1: even at a meter is", &|s| {
        more(wager(s, "royal-pair").meter.as_mut().expect("a meter").break_even.as_mut().expect("even"));
    });
    refused("wager missing", "the wager royal-pair 1 is missing", &|s| s.wagers.retain(|one| one.id != "royal-pair"));
    refused("wager twice", "is stated twice", &|s| {
        let again = s.wagers[0].clone();
        s.wagers.push(again);
    });
    refused("unknown wager", "the wager x 1 is not offered", &|s| {
        let mut other = wager(s, "royal-pair").clone();
        other.id = "x".to_owned();
        s.wagers.push(other);
    });
    refused("reading without sense", "names other readings than concern it", &|s| {
        let mut other = wager(s, "royal-pair").clone();
        other.reading.insert("ties".to_owned(), "lost".to_owned());
        s.wagers.push(other);
    });
    refused("line missing", "the line Pair is missing", &|s| {
        wager(s, "royal-pair").lines.retain(|line| line.name != "Pair");
    });
    refused("line invented", "there is no outcome Triplets", &|s| {
        let mut line = wager(s, "royal-pair").lines[0].clone();
        line.name = "Triplets".to_owned();
        wager(s, "royal-pair").lines.insert(0, line);
    });
    refused("lines in another order", "lines that do not stand by what they pay", &|s| {
        wager(s, "royal-pair").lines.reverse();
    });
}

/// Moves a little probability from one result to another.
fn shift(results: &mut [StatedResult], from: [&str; 2], to: [&str; 2], little: &BigRational) {
    for ([net, wagered], little) in [(from, -little), (to, little.clone())] {
        let result = results.iter_mut().find(|one| one.net == net && one.wagered == wagered).expect("a result");
        result.probability = cards::fraction(&(fraction(&result.probability) + little));
    }
}

/// Changes the distribution under an up card by so much of all rounds, so that sum, mean, mean wager and variance stay what they are:
/// wagers of 1 and 2 change places where nothing is won, and change back where the wager is lost.
fn spoil_up(class: &mut StatedClass, up: &str, little: &BigRational) {
    let up = class.up_cards.iter_mut().find(|one| one.up == up).expect("an up card");
    let little = little / fraction(&up.probability);
    spoil_distribution(up.results.as_mut().expect("a distribution"), &little);
}

fn spoil_distribution(results: &mut [StatedResult], little: &BigRational) {
    shift(results, ["0/1", "1/1"], ["0/1", "2/1"], little);
    shift(results, ["-1/1", "2/1"], ["-1/1", "1/1"], little);
}

#[test]
fn another_distribution_of_a_round_is_refused() {
    let refused = |name: &str, reason: &str, spoil: &dyn Fn(&mut Certificate)| {
        refused(name, 1, reason, &[], |f| f.edit(|s| spoil(s)));
    };
    let little = BigRational::new(1.into(), BigInt::from(10).pow(30));
    let distribution = |s: &mut Certificate| class(s, "cdz").results.clone().expect("a distribution");
    refused("a result's probability", "wrong value: td: the distribution of a round: sum is", &|s| {
        more(&mut class(s, "td").results.as_mut().expect("a distribution")[0].probability);
    });
    refused("out of order", "net -1/2 and wager 1 are out of order", &|s| {
        let results = class(s, "td").results.as_mut().expect("a distribution");
        let at = results.iter().position(|one| one.net == "0/1" && one.wagered == "1/1").expect("a result");
        results.swap(at, at - 1);
    });
    refused("no distribution by up card", "cdz: the distribution of a round given the up card 8 is missing", &|s| {
        class(s, "cdz").up_cards[2].results = None;
    });
    refused("by up card alone", "cdz: the distribution of a round is stated by up card and not in total", &|s| {
        class(s, "cdz").results = None;
    });
    refused("sum under an up card", "given the up card 7: sum is", &|s| {
        more(&mut class(s, "cdz").up_cards[1].results.as_mut().expect("a distribution")[3].probability);
    });
    refused("the total alone, its moments kept", "net -1 and wager 1 over all up cards is", &|s| {
        spoil_distribution(class(s, "cdz").results.as_mut().expect("a distribution"), &little);
    });
    refused("under an up card and in total", "wrong distribution: cdz: results under 8 are not those", &|s| {
        let class = class(s, "cdz");
        spoil_up(class, "8", &little);
        spoil_distribution(class.results.as_mut().expect("a distribution"), &little);
    });
    refused("under two up cards, the total kept", "wrong distribution: td: results under 7 are not those", &|s| {
        spoil_up(class(s, "td"), "7", &little);
        spoil_up(class(s, "td"), "T", &-little.clone());
    });
    // A seed decides where distributions are compared, not whether they are good.
    for seed in ["1", "2", "another"] {
        let folder = Folder::copy();
        assert_eq!(folder.verify(&["--seed", seed]).status.code(), Some(3), "{seed}");
        folder.edit(|s| {
            spoil_up(class(s, "cdz"), "8", &little);
            let mut results = distribution(s);
            spoil_distribution(&mut results, &little);
            class(s, "cdz").results = Some(results);
        });
        assert_eq!(folder.verify(&["--seed", seed]).status.code(), Some(1), "{seed}");
    }
}

#[test]
fn another_strategy_is_refused() {
    let refused = refused_with_values_alone;
    refused("an act missing", "the acts end before the hand", &|s| {
        acts(s, "td", "7").pop();
    });
    refused("a hand that cannot exist", "1 acts too many: no such hands exist", &|s| acts(s, "cdz", "7").push('S'));
    refused("no act", "`X` is no act on A,A", &|s| swap(acts(s, "td", "7"), 0, 'X'));
    refused("act not allowed", "`D` is no act on A,A", &|s| swap(acts(s, "td", "7"), 0, 'D'));
    refused("split of a pair that is not dealt", "`P` is no split decision on 2,2", &|s| {
        swap(&mut class(s, "td").play.as_mut().expect("a table")[0].signals[0].split, 1, 'P');
    });
    refused("split decision missing", "nothing is no split decision on T,T", &|s| {
        class(s, "td").play.as_mut().expect("a table")[0].signals[0].split.pop();
    });
    refused("row missing", "the strategy's signals are", &|s| {
        class(s, "cdz").play.as_mut().expect("a table")[0].signals.clear();
    });
    refused("row twice", "the strategy's signals are", &|s| {
        let signals = &mut class(s, "cdz").play.as_mut().expect("a table")[0].signals;
        let again = signals[0].clone();
        signals.push(again);
    });
    refused("up card missing", "the strategy's up cards are", &|s| {
        class(s, "td").play.as_mut().expect("a table").remove(2);
    });
    refused("no table", "td: the strategy is missing", &|s| class(s, "td").play = None);
    refused("attack in a game without", "`attack` decides what the rules do not let decide", &|s| {
        class(s, "td").play.as_mut().expect("a table")[0].attack = Some(false);
    });
    refused("early surrender in a game without", "`early` decides", &|s| {
        class(s, "td").play.as_mut().expect("a table")[0].early = Some("K".to_owned());
    });
    refused("doubled hands given up in a game without", "`doubled` decides", &|s| {
        class(s, "td").play.as_mut().expect("a table")[0].signals[0].doubled = Some("K".to_owned());
    });
    refused("swapped action", "not optimal: cdz, up card T, signal no blackjack: stand with A,A, to hit", &|s| {
        worsen(s, "cdz");
    });
    refused("total-dependent cell worsened", "not optimal: td, up card T, signal no blackjack: stand with A,A", &|s| {
        worsen(s, "td");
    });
    refused("total-dependent hands played apart", "are played apart, which no total tells", &|s| {
        // The last hand has more than three cards and total 21 or draws: change the last drawing letter of a cell of many.
        let acts = acts(s, "td", "T");
        let at = acts.rfind('H').expect("a hand that hits");
        swap(acts, at, 'S');
    });
    refused("split decision", "not optimal: cdz, up card 7, signal none:", &|s| {
        let split = &mut class(s, "cdz").play.as_mut().expect("a table")[1].signals[0].split;
        let letter = if split.starts_with('P') { 'N' } else { 'P' };
        swap(split, 0, letter);
    });
}

/// The class with its values alone.
fn without_distribution(mut class: StatedClass) -> StatedClass {
    (class.variance, class.results, class.insured, class.events) = (None, None, None, None);
    class.up_cards.iter_mut().for_each(|up| up.results = None);
    class
}

/// The certificate that is wrong in nothing but a decision: all values are those of the worse strategy.
#[test]
fn a_worse_strategy_with_all_its_own_values_is_refused() {
    refused("hand-made", 1, "not optimal: cdz, up card T, signal no blackjack: stand with A,A, to hit", &[], |f| {
        f.edit(|s| {
            worsen(s, "cdz");
            let submission = home().submission();
            let before = class(s, "cdz").clone();
            let own = checker::values(&submission, &before).expect("a strategy that can be played");
            let own = without_distribution(own);
            s.combinations[0].clone_from(&own.ev);
            // A pair of aces is split, so the act shows in the values only where it is met.
            *class(s, "cdz") = own;
        });
    });
    // Standing with eight and eight or nine and seven against a ten is met, and costs.
    let submission = home().submission();
    let text = fs::read(home().dir.path().join("report").join(CERTIFICATE)).expect("the certificate");
    let good = Certificate::read(&text).expect("a certificate");
    let honest = good.classes[1].clone();
    assert_eq!(checker::values(&submission, &honest), Ok(honest.clone()));
    let mut spoilt = 0;
    let letters = honest.play.as_ref().expect("a table").last().expect("up cards").signals[0].acts.len();
    for at in (0..letters).step_by(7) {
        let mut statement = good.clone();
        let acts = acts(&mut statement, "cdz", "T");
        let letter = if acts[at..].starts_with('S') { 'H' } else { 'S' };
        swap(acts, at, letter);
        let Ok(own) = checker::values(&submission, &statement.classes[1]) else { continue };
        let gain = fraction(&own.ev) - fraction(&honest.ev);
        assert!(gain <= BigRational::from_integer(0.into()) || own.ev == honest.ev, "an unsplit hand is played better");
        if own.ev == honest.ev {
            continue;
        }
        statement.combinations[0].clone_from(&own.ev);
        statement.classes[1] = without_distribution(own);
        let refusal = checker::check(&submission, &statement, &DEPTH, &|_| ()).expect_err("a worse strategy");
        assert!(matches!(refusal, checker::Refusal::NotOptimal(_)), "{refusal}");
        spoilt += 1;
        if spoilt == 3 {
            break;
        }
    }
    assert!(spoilt > 0, "no change of one act changes the value");
}

#[test]
fn other_files_are_refused() {
    let refused = |name: &str, reason: &str, spoil: &dyn Fn(&Folder)| refused(name, 1, reason, &["--quick"], spoil);
    let manifest = |f: &Folder, edit: &dyn Fn(&mut Manifest)| {
        let mut manifest = Manifest::read(f.read(MANIFEST_FILE).as_bytes()).expect("a manifest");
        edit(&mut manifest);
        f.write(MANIFEST_FILE, manifest.to_canonical().expect("short"));
    };
    refused("file missing", "the file strategy.csv of the manifest is missing", &|f| {
        fs::remove_file(f.path("strategy.csv")).expect("remove");
    });
    refused("extra file", "the file notes.txt is not in the manifest", &|f| f.write("notes.txt", "x"));
    refused("file changed", "report.html has another SHA-256", &|f| {
        let text = f.read("report.html").replacen("EV", "VE", 1);
        f.write("report.html", text);
    });
    refused("wrong size", "and the manifest says 1", &|f| {
        manifest(f, &|manifest| manifest.files[0].size = "1".to_owned());
    });
    refused("wrong hash in the manifest", "has another SHA-256 than the manifest says", &|f| {
        manifest(f, &|manifest| manifest.files[0].sha256 = certificate::sha256_hex(b"x"));
    });
    refused("manifest missing", "manifest.json is missing", &|f| {
        fs::remove_file(f.path(MANIFEST_FILE)).expect("remove")
    });
    refused("manifest not canonical", "manifest.json: byte", &|f| {
        let text = f.read(MANIFEST_FILE).replacen(':', ": ", 1);
        f.write(MANIFEST_FILE, text);
    });
    refused("manifest of another version", "the manifest's format is not", &|f| {
        manifest(f, &|manifest| manifest.format = "shoeproof manifest 9".to_owned());
    });
    refused("manifest leads outside", "is no path inside a folder", &|f| {
        manifest(f, &|manifest| manifest.files[0].path = "../key".to_owned());
    });
    refused("manifest lists twice", "is listed twice or out of order", &|f| {
        manifest(f, &|manifest| manifest.files.push(manifest.files[0].clone()));
    });
    refused("no certificate", "certificate.json is not in the manifest", &|f| {
        fs::remove_file(f.path(CERTIFICATE)).expect("remove");
        f.reseal();
    });
    // Files are compared alike, whatever their names, as the comparison's own test shows: one byte in a file of each kind is enough.
    for name in ["report.html", "report.json", "strategy.csv", "charts/dealer.svg"] {
        refused("a page says otherwise", &format!("{name} is not what the certificate implies"), &|f| {
            let mut bytes = fs::read(f.path(name)).expect("a file");
            let at = bytes.len() / 2;
            bytes[at] = if bytes[at] == b'x' { b'y' } else { b'x' };
            f.write(name, bytes);
            f.reseal();
        });
    }
    refused("a page that holds a script", "report.html is not what the certificate implies", &|f| {
        let text = f.read("report.html").replacen("<main>", "<main><script>alert(1)</script>", 1);
        f.write("report.html", text);
        f.reseal();
    });
    refused("an extra file that the manifest names", "notes.txt is no file of this report", &|f| {
        f.write("notes.txt", "x");
        f.reseal();
    });
    refused("a file missing that the manifest leaves out", "strategy.csv is missing", &|f| {
        fs::remove_file(f.path("strategy.csv")).expect("remove");
        f.reseal();
    });
    refused("another title", "is not what the certificate implies", &|f| {
        let text = f.read("submission/analysis.toml").replacen("Small game", "Great game", 1);
        f.write("submission/analysis.toml", text);
        f.reseal();
    });
}

/// Every line of the analysis changed, and everything else made anew: a report of another submission, which `--analysis` refuses.
#[test]
#[ignore = "long; `just slow`"]
fn a_report_of_another_analysis_is_refused_where_the_analysis_is_brought() {
    for (from, to) in [
        ("small-game-2-decks", "other-2-decks"),
        ("Small game", "Great game"),
        ("decks = 2", "decks = 3"),
        ("1/50", "1/51"),
        ("rounds = 20000", "rounds = 20001"),
        ("seed = 7", "seed = 8"),
        ("2026-11-21", "2026-11-22"),
        ("client = \"tests\"", "client = \"others\""),
        ("authoriser = \"tests\"", "authoriser = \"others\""),
    ] {
        let own = ["--analysis", "analyses/small-game/2-decks.toml"];
        refused(from, 1, "refused: ", &own, |f| {
            let text = f.read("submission/analysis.toml");
            assert!(text.contains(from), "{from}");
            f.write("submission/analysis.toml", text.replacen(from, to, 1));
            f.edit(|s| {
                let read = |name: &str| Ok(fs::read_to_string(f.path(name)).ok());
                let submission = shoeproof::submission(read).expect("a submission");
                s.item.submission_sha256 = certificate::sha256_hex(submission.canonical().as_bytes());
                s.item.analysis.clone_from(&submission.id);
                s.item.id = submission.id;
            });
        });
    }
}

#[test]
fn what_is_no_report_is_bad_input() {
    let output = home().run(&["verify", "nowhere"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("nowhere is no folder"));
}

#[test]
fn other_signatures_are_refused() {
    let refused = |name: &str, status: i32, reason: &str, key: &str, spoil: &dyn Fn(&Folder)| {
        refused(name, status, reason, &["--key", key], spoil);
    };
    refused("not signed", 1, "the report is not signed", "key.pub", &|_| ());
    refused("wrong key", 1, "not signed by the key", "other-key.pub", &Folder::sign);
    refused("tampered payload", 1, "signs other files than the folder's", "key.pub", &|f| {
        f.envelope(|envelope| envelope.payload.replace_range(..4, "AAAA"));
    });
    refused("files changed after signing", 1, "signs other files than the folder's", "key.pub", &|f| {
        f.sign();
        f.edit(|s| flip(&mut class(s, "td").ev));
    });
    refused("tampered signature", 1, "is not valid", "key.pub", &|f| {
        f.envelope(|envelope| {
            let first = if envelope.signatures[0].sig.starts_with('A') { "B" } else { "A" };
            envelope.signatures[0].sig.replace_range(..1, first);
        });
    });
    refused("cut signature", 1, "signature 1 of the envelope is malformed", "key.pub", &|f| {
        f.envelope(|envelope| envelope.signatures[0].sig = "AAAA".to_owned());
    });
    refused("stolen key id", 1, "is not valid", "other-key.pub", &|f| {
        let id = public_key("other-key.pub").id();
        f.envelope(|envelope| envelope.signatures[0].keyid.clone_from(&id));
    });
    refused("a key id that prints a line", 1, "signature 1 of the envelope is malformed", "key.pub", &|f| {
        f.envelope(|envelope| envelope.signatures[0].keyid = "x\ngood".to_owned());
    });
    refused("wrong payload type", 1, "the envelope's payload type is `text/plain`", "key.pub", &|f| {
        f.envelope(|envelope| envelope.payload_type = "text/plain".to_owned());
    });
    refused("a payload type that prints a line", 1, "payload type is `x\\ngood\\u001b[2K`", "key.pub", &|f| {
        f.envelope(|envelope| envelope.payload_type = "x\ngood\u{1b}[2K".to_owned());
    });
    refused("one signature twice", 1, "has two signatures of the key", "key.pub", &|f| {
        f.envelope(|envelope| envelope.signatures.push(envelope.signatures[0].clone()));
    });
    refused("no signature", 1, "has 0 signatures", "key.pub", &|f| {
        f.envelope(|envelope| envelope.signatures.clear());
    });
    refused("cut envelope", 1, "manifest.dsse.json: the envelope: the document is cut off", "key.pub", &|f| {
        f.sign();
        let text = f.read(ENVELOPE);
        f.write(ENVELOPE, &text[..text.len() - 9]);
    });
    refused("a secret key instead of a public one", 2, "a secret key, not a public one", "key", &Folder::sign);
    refused("no key file", 2, "cannot read", "none.pub", &Folder::sign);
}

#[test]
fn every_key_given_must_have_signed() {
    let folder = Folder::copy();
    folder.sign();
    let both = ["--key", "key.pub", "--key", "other-key.pub"];
    let output = folder.verify(&both);
    assert_eq!(output.status.code(), Some(1));
    let id = public_key("other-key.pub").id();
    assert!(String::from_utf8_lossy(&output.stderr).contains(&format!("not signed by the key {id}")));
    folder.sign_with("other-key");
    let output = folder.verify(&both);
    let text = String::from_utf8_lossy(&output.stdout);
    for name in ["key.pub", "other-key.pub"] {
        assert!(text.contains(&format!("signed by the key {}", public_key(name).id())), "{text}");
    }
    assert!(!output.stdout.is_empty() && output.status.code() != Some(1), "{text}");
}

fn public_key(name: &str) -> certificate::PublicKey {
    let text = fs::read_to_string(home().dir.path().join(name)).expect("a key");
    certificate::PublicKey::read(&text).expect("a key")
}

/// Bytes of the certificate changed at random, with a fixed seed: refused or, where nothing that is checked changed, good; never
/// a panic.
#[test]
#[ignore = "long; `just slow`"]
fn random_changes_never_make_it_panic() {
    let submission = home().submission();
    let bytes = fs::read(home().dir.path().join("report").join(CERTIFICATE)).expect("the certificate");
    let good = Certificate::read(&bytes).expect("a certificate");
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let mut parsed = 0;
    for _ in 0..4_000 {
        let mut spoilt = bytes.clone();
        for _ in 0..=next(3) {
            let at = next(spoilt.len());
            match next(4) {
                0 => spoilt[at] = next(256) as u8,
                1 => spoilt[at] = b"0123456789/-SHDRPN\"{}[],:AT"[next(26)],
                2 => {
                    spoilt.remove(at);
                }
                _ => spoilt.insert(at, b"0123456789\"SH"[next(13)]),
            }
        }
        if let Ok(statement) = Certificate::read(&spoilt)
            && statement != good
            && parsed < 60
        {
            parsed += 1;
            let _ = checker::check(&submission, &statement, &DEPTH, &|_| ());
        }
    }
    assert!(parsed > 20, "only {parsed} changed certificates could be read");
}

/// Whenever the program is killed, the folder is the old report or the new one, complete.
#[cfg(unix)]
#[test]
#[ignore = "long; `just slow`"]
fn a_killed_certify_leaves_a_complete_report() {
    let home = home();
    let certify =
        |analysis: &str| home.command(&["certify", analysis, "--out", "killed"]).stdout(Stdio::null()).spawn();
    let analyses = ["analyses/small-game/2-decks.toml", "analyses/small-game/other.toml"];
    let started = Instant::now();
    let status = certify(analyses[0]).expect("the program").wait().expect("an end");
    assert!(status.success());
    let whole = started.elapsed();
    let mut titles = BTreeSet::new();
    for round in 0..10_u32 {
        let mut child = certify(analyses[(round as usize + 1) % 2]).expect("the program");
        // Most of the moments are near the end, where the files are written.
        let part = if round < 2 { 40 * round } else { 76 + 3 * round };
        std::thread::sleep(whole * part / 100);
        // SIGKILL.
        let _ = child.kill();
        let _ = child.wait();
        let dir = home.dir.path().join("killed");
        let found = files(&dir);
        let manifest = found.iter().find(|(path, _)| path == MANIFEST_FILE).expect("a manifest");
        let manifest = Manifest::read(&manifest.1).expect("a whole manifest");
        let others = found.iter().filter(|(path, _)| path != MANIFEST_FILE);
        assert_eq!(Manifest::of(others.map(|(path, content)| (path.as_str(), &content[..]))), manifest);
        let page: certificate::ReportDocument =
            serde_json::from_slice(&found.iter().find(|(path, _)| path == "report.json").expect("a page").1)
                .expect("a report");
        titles.insert(page.item.title);
    }
    assert!(titles.len() <= 2 && !titles.is_empty());
    // What a killed process left beside it does not stop the next.
    assert!(certify(analyses[0]).expect("the program").wait().expect("an end").success());
}
