//! The workbook of a report folder: made, compared, refused.

use std::fs;

use crate::program::shoeproof;

const ANALYSIS: &str = "analyses/plain-blackjack/6-decks.toml";
const SMALL_SHOE: &str = "shoe=4,0,0,2,2,2,2,2,2,8";

#[test]
fn a_workbook_is_made_from_a_folder_and_compared_with_it() {
    let home = tempfile::tempdir().expect("temporary folder");
    let at = |name: &str| home.path().join(name).to_str().expect("text").to_owned();
    let (folder, beside, mine) = (at("report"), at("report.xlsx"), at("mine.xlsx"));
    shoeproof(&["certify", ANALYSIS, "--set", SMALL_SHOE, "--out", &folder, "--workbook"]).assert().success();
    shoeproof(&["workbook", &folder, "--out", &mine]).assert().success();
    let bytes = fs::read(&beside).expect("written");
    assert!(bytes.starts_with(b"PK"));
    assert!(bytes == fs::read(&mine).expect("written"), "the same folder gives the same bytes");
    let judged = shoeproof(&["verify", &folder, "--quick", "--workbook", &mine]).assert();
    let output = judged.get_output();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(matches!(output.status.code(), Some(0 | 3)), "{said}");
    assert!(said.contains("mine.xlsx is the workbook of the report, byte for byte"), "{said}");

    let last = bytes.len() - 1;
    fs::write(&mine, &bytes[..last]).expect("write");
    let spoiled = shoeproof(&["verify", &folder, "--quick", "--workbook", &mine]).assert().code(1);
    let said = String::from_utf8_lossy(&spoiled.get_output().stderr).into_owned();
    assert!(said.contains("mine.xlsx is not the workbook of this report"), "{said}");
    // No verdict is signed of what is refused.
    let key = at("key");
    shoeproof(&["keygen", "--out", &key]).assert().success();
    let attested = ["verify", &folder, "--quick", "--workbook", &mine, "--attest", &key];
    shoeproof(&attested).assert().code(1);
    let attestation = home.path().join("report.verify-attestation.dsse.json");
    assert!(!attestation.exists());
    fs::write(&mine, &bytes).expect("write");
    let judged = shoeproof(&attested).assert();
    assert!(matches!(judged.get_output().status.code(), Some(0 | 3)) && attestation.exists());
    // Of a folder that says something else than its certificate there is none.
    fs::write(home.path().join("report/strategy.csv"), "up,signal\n").expect("write");
    shoeproof(&["workbook", &folder]).assert().code(1);
}

/// The program that makes PDFs is found by its name alone.
#[test]
fn without_the_program_there_is_no_pdf_and_nothing_is_computed() {
    let home = tempfile::tempdir().expect("temporary folder");
    let out = home.path().join("report");
    let arguments = ["certify", ANALYSIS, "--out", out.to_str().expect("text"), "--pdf"];
    let refused = shoeproof(&arguments).env("PATH", home.path()).assert().code(2);
    let said = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(said.contains("shoeproof-pdf"), "{said}");
    assert!(!out.exists());
}
