//! Keys that OpenSSL reads, and signatures that it verifies; what `sign` refuses, and what it leaves alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use certificate::{ENVELOPE_FILE, Envelope, MANIFEST_FILE, Manifest, PublicKey, form};
use serde_json::Value;

use crate::program::{refused, shoeproof};

struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("temporary folder"))
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        self.at(name).to_str().expect("text").to_owned()
    }

    /// A new pair of keys.
    fn key(&self, name: &str) -> String {
        let path = self.text(name);
        shoeproof(&["keygen", "--out", &path]).assert().success();
        path
    }

    /// A folder with a valid manifest. `sign` looks at files, not at what they say.
    fn report(&self) -> String {
        let files = [("certificate.json", "{}"), ("charts/a.svg", "<svg/>"), ("report.json", "{}")];
        fs::create_dir_all(self.at("report/charts")).expect("create");
        for (name, text) in files {
            fs::write(self.at("report").join(name), text).expect("write");
        }
        let manifest = Manifest::of(files.map(|(name, text)| (name, text.as_bytes())));
        fs::write(self.at("report").join(MANIFEST_FILE), manifest.to_canonical().expect("short")).expect("write");
        self.text("report")
    }

    fn sign(&self, key: &str) {
        shoeproof(&["sign", &self.text("report"), "--key", key]).assert().success();
    }

    fn envelope(&self) -> Envelope {
        form::read(&fs::read(self.at("report").join(ENVELOPE_FILE)).expect("a file")).expect("an envelope")
    }
}

/// Runs OpenSSL; `None`, with a word about it, if there is none.
fn openssl(arguments: &[&str]) -> Option<String> {
    let Ok(output) = Command::new("openssl").args(arguments).output() else {
        eprintln!("skipped: there is no openssl on this machine");
        return None;
    };
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "openssl {arguments:?}: {error}");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn openssl_reads_the_keys() {
    let home = Home::new();
    let key = home.key("key");
    let Some(secret) = openssl(&["pkey", "-in", &key, "-text", "-noout"]) else { return };
    assert!(secret.to_uppercase().contains("ED25519 PRIVATE-KEY"), "{secret}");
    let public = format!("{key}.pub");
    assert_eq!(
        openssl(&["pkey", "-in", &key, "-pubout"]).expect("openssl"),
        fs::read_to_string(&public).expect("the public key")
    );
    let der = home.text("der");
    openssl(&["pkey", "-pubin", "-in", &public, "-outform", "DER", "-out", &der]);
    let id = certificate::sha256_hex(&fs::read(der).expect("a file"));
    assert_eq!(PublicKey::read(&fs::read_to_string(&public).expect("a key")).expect("a key").id(), id);
}

#[test]
fn openssl_verifies_the_signature_and_its_own_keys_sign() {
    let home = Home::new();
    home.report();
    let key = home.text("key");
    if openssl(&["genpkey", "-algorithm", "ed25519", "-out", &key]).is_none() {
        return;
    }
    let public = home.text("public");
    openssl(&["pkey", "-in", &key, "-pubout", "-out", &public]);
    home.sign(&key);
    let envelope = home.envelope();
    let statement = STANDARD.decode(&envelope.payload).expect("base64");
    let kind = &envelope.payload_type;
    let mut signed = format!("DSSEv1 {} {kind} {} ", kind.len(), statement.len()).into_bytes();
    signed.extend(&statement);
    fs::write(home.at("signed"), signed).expect("write");
    fs::write(home.at("sig"), STANDARD.decode(&envelope.signatures[0].sig).expect("base64")).expect("write");
    let [signed, sig] = ["signed", "sig"].map(|name| home.text(name));
    let verify = ["pkeyutl", "-verify", "-pubin", "-inkey", &public, "-rawin", "-in", &signed, "-sigfile", &sig];
    assert!(openssl(&verify).expect("openssl").contains("Verified Successfully"));
}

/// By the names of the standards, not by this program's types.
#[test]
fn the_payload_is_an_in_toto_statement_over_every_file() {
    let home = Home::new();
    let dir = home.report();
    home.sign(&home.key("key"));
    let envelope: Value =
        serde_json::from_slice(&fs::read(Path::new(&dir).join(ENVELOPE_FILE)).expect("a file")).expect("JSON");
    assert_eq!(envelope["payloadType"], "application/vnd.in-toto+json");
    let payload = STANDARD.decode(envelope["payload"].as_str().expect("text")).expect("base64");
    let statement: Value = serde_json::from_slice(&payload).expect("JSON");
    assert_eq!(statement["_type"], "https://in-toto.io/Statement/v1");
    assert_eq!(statement["predicateType"], "urn:shoeproof:report:v1");
    let subjects = statement["subject"].as_array().expect("a list");
    assert_eq!(subjects.len(), 4);
    for subject in subjects {
        let name = subject["name"].as_str().expect("text");
        let content = fs::read(Path::new(&dir).join(name)).expect("a file of the folder");
        assert_eq!(subject["digest"]["sha256"], certificate::sha256_hex(&content), "{name}");
    }
}

#[test]
fn signatures_stand_beside_each_other_and_one_key_has_one() {
    let home = Home::new();
    home.report();
    let [laboratory, reviewer] = ["laboratory", "reviewer"].map(|name| home.key(name));
    home.sign(&laboratory);
    let alone = home.envelope();
    home.sign(&reviewer);
    home.sign(&laboratory);
    let both = home.envelope();
    assert_eq!(both.signatures.len(), 2);
    assert_eq!(both.signatures[0], alone.signatures[0]);
    for key in [laboratory, reviewer] {
        let key = fs::read_to_string(format!("{key}.pub")).expect("a key");
        assert_eq!(both.verify(&PublicKey::read(&key).expect("a key")), Ok(()));
    }
}

#[test]
fn both_keys_are_written_or_neither_is() {
    let home = Home::new();
    fs::write(home.at("key.pub"), "another's").expect("write");
    refused(&["keygen", "--out", &home.text("key")], &["key.pub", "exists"]);
    assert!(!home.at("key").exists(), "a secret key beside another's public one");
    assert_eq!(fs::read_to_string(home.at("key.pub")).expect("kept"), "another's");
    fs::write(home.at("other"), "mine").expect("write");
    refused(&["keygen", "--out", &home.text("other")], &["other", "exists"]);
    assert!(!home.at("other.pub").exists());
    assert_eq!(fs::read_to_string(home.at("other")).expect("kept"), "mine");
}

#[test]
fn a_folder_whose_files_verify_would_refuse_is_not_signed() {
    let not_signed = |reason: &str, spoil: &dyn Fn(&Path)| {
        let home = Home::new();
        let dir = home.report();
        spoil(Path::new(&dir));
        let key = home.key("key");
        let output = shoeproof(&["sign", &dir, "--key", &key]).assert().code(1).get_output().clone();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.starts_with("refused: ") && error.contains(reason), "{error}");
        assert!(output.stdout.is_empty());
    };
    let write = |path: PathBuf| fs::write(path, "x").expect("write");
    not_signed("the file notes.txt is not in the manifest", &|dir| write(dir.join("notes.txt")));
    not_signed("report.json has", &|dir| write(dir.join("report.json")));
    not_signed("the file report.json of the manifest is missing", &|dir| {
        fs::remove_file(dir.join("report.json")).expect("remove");
    });
    not_signed("manifest.json: ", &|dir| write(dir.join(MANIFEST_FILE)));
    not_signed("manifest.json is missing", &|dir| fs::remove_file(dir.join(MANIFEST_FILE)).expect("remove"));
    not_signed("the envelope: ", &|dir| write(dir.join(ENVELOPE_FILE)));
}

/// It was followed, and the file outside overwritten.
#[cfg(unix)]
#[test]
fn a_prepared_link_is_not_followed() {
    let home = Home::new();
    let dir = home.report();
    let outside = home.at("outside");
    fs::write(&outside, "mine").expect("write");
    let link = Path::new(&dir).join(ENVELOPE_FILE);
    std::os::unix::fs::symlink(&outside, &link).expect("link");
    let key = home.key("key");
    let output = shoeproof(&["sign", &dir, "--key", &key]).assert().code(1).get_output().clone();
    assert!(String::from_utf8_lossy(&output.stderr).contains("manifest.dsse.json is no ordinary file"));
    assert_eq!(fs::read_to_string(&outside).expect("kept"), "mine");
}

#[test]
fn nothing_is_left_beside_the_signature_and_what_a_killed_run_left_goes() {
    let home = Home::new();
    let dir = home.report();
    fs::write(Path::new(&dir).join(".manifest.dsse.json.partial-x1y2z3"), "half").expect("write");
    home.sign(&home.key("key"));
    let mut names: Vec<String> = fs::read_dir(&dir)
        .expect("list")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("text"))
        .collect();
    names.sort();
    assert_eq!(names, ["certificate.json", "charts", "manifest.dsse.json", "manifest.json", "report.json"]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = |name: &str| fs::metadata(Path::new(&dir).join(name)).expect("a file").permissions().mode();
        assert_eq!(mode(ENVELOPE_FILE), mode("report.json"), "as readable as the rest");
    }
}

#[cfg(unix)]
#[test]
fn a_secret_key_is_for_its_owner_and_it_is_said_if_others_can_read_it() {
    use std::os::unix::fs::PermissionsExt as _;
    let home = Home::new();
    let dir = home.report();
    let key = home.key("key");
    assert_eq!(fs::metadata(&key).expect("a key").permissions().mode() & 0o777, 0o600);
    let said = || {
        let output = shoeproof(&["sign", &dir, "--key", &key]).assert().success().get_output().clone();
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert_eq!(said(), "");
    fs::set_permissions(&key, fs::Permissions::from_mode(0o644)).expect("set");
    assert!(said().contains("others can read the secret key"), "{}", said());
}

#[test]
fn a_key_of_the_old_format_is_refused_with_the_new_one() {
    let home = Home::new();
    let dir = home.report();
    fs::write(home.at("old"), format!("shoeproof-ed25519-secret-key {}\n", "7".repeat(64))).expect("write");
    refused(&["sign", &dir, "--key", &home.text("old")], &["an earlier version", "PKCS#8", "keygen"]);
    fs::write(home.at("old.pub"), format!("shoeproof-ed25519-public-key {}\n", "7".repeat(64))).expect("write");
    refused(&["verify", &dir, "--key", &home.text("old.pub")], &["an earlier version", "SPKI in PEM"]);
}
