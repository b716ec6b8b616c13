//! What the submission says of laboratory, client and work, and what it leaves out.

use certificate::{MissingParticular, Particulars, Revision};
use rules::ReportDetails;

/// Everything that can be stated: in words, its key, the clause of ISO/IEC 17025:2017 that asks for it, and whether it is stated.
fn asked(of: &ReportDetails) -> [(&'static str, &'static str, Option<&'static str>, bool); 11] {
    [
        ("the name of the laboratory", "laboratory", Some("7.8.2.1 b)"), of.laboratory.is_some()),
        ("the address of the laboratory", "laboratory-address", Some("7.8.2.1 b)"), of.laboratory_address.is_some()),
        ("the place where the work was done", "place", Some("7.8.2.1 c)"), of.place.is_some()),
        ("how the client is reached", "client-contact", Some("7.8.2.1 e)"), of.client_contact.is_some()),
        ("the day on which the item was received", "received", Some("7.8.2.1 h)"), of.received.is_some()),
        ("the days on which the work was done", "performed", Some("7.8.2.1 i)"), of.performed.is_some()),
        (
            "results of external providers, or that there are none",
            "external-providers",
            Some("7.8.2.1 p)"),
            of.external_providers.is_some(),
        ),
        ("the rule by which conformity is decided", "decision-rule", Some("7.8.6.2 c)"), of.decision_rule.is_some()),
        ("former issues of the report, or that there are none", "revisions", Some("7.8.8"), of.revisions.is_some()),
        ("the commit of the program's sources", "commit", None, of.commit.is_some()),
        ("the compiler that built the program", "compiler", None, of.compiler.is_some()),
    ]
}

/// What is stated, and a list of what is not.
pub(super) fn particulars(details: &ReportDetails) -> Particulars {
    let revisions = details.revisions.as_ref().map(|all| {
        let one = |one: &rules::ReportRevision| Revision {
            revision: one.revision.clone(),
            date: one.date.clone(),
            changes: one.changes.clone(),
        };
        all.iter().map(one).collect()
    });
    let missing = asked(details).into_iter().filter(|(.., is_stated)| !is_stated).map(|(what, key, clause, _)| {
        MissingParticular {
            what: what.to_owned(),
            key: key.to_owned(),
            clause: clause.map(|clause| format!("ISO/IEC 17025:2017, {clause}")),
        }
    });
    Particulars {
        missing: missing.collect(),
        laboratory: details.laboratory.clone(),
        laboratory_address: details.laboratory_address.clone(),
        place: details.place.clone(),
        client_contact: details.client_contact.clone(),
        received: details.received.clone(),
        performed: details.performed.clone(),
        external_providers: details.external_providers.clone(),
        decision_rule: details.decision_rule.clone(),
        commit: details.commit.clone(),
        compiler: details.compiler.clone(),
        revisions,
    }
}
