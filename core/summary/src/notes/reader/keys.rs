//! What tags and headings are called, without case and marks.

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// What a tag is to a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// Around a document.
    Root,
    /// Around thoughts.
    Draft,
    /// Around an answer.
    Wrap,
    /// A known section, and where it belongs; a note belongs nowhere.
    Section(Option<usize>),
    /// Anything else.
    Unknown,
}

/// What models think in before they answer.
pub(crate) const DRAFTS: &str = "think thinking thought thoughts reasoning analysis scratchpad reflection draft planning \
antthinking internalmonologue innermonologue chainofthought";

/// What each name is to a document. A section of a form has the index of its place among the seven
/// sections, and so have other names of the same.
const NAMES: [(Class, &str); 11] = [
    (
        Class::Root,
        "statesnapshot summary snapshot contextsummary conversationsummary handover memory document",
    ),
    (Class::Draft, DRAFTS),
    (
        Class::Wrap,
        "output answer response result final finalanswer xml",
    ),
    (Class::Section(None), "notes"),
    (
        Class::Section(Some(0)),
        "overallgoal primaryrequestandintent intentandlimits objective goal goals usergoal userrequest primaryrequest intent task",
    ),
    (
        Class::Section(Some(1)),
        "activeconstraints allusermessages constraints rules userrules preferences requirements",
    ),
    (
        Class::Section(Some(2)),
        "keyknowledge keytechnicalconcepts errorsandfixes problemsolving contextanddecisions importantdetails decisionsandwhy \
knowledge facts keyfacts findings keyfindings context decisions keydecisions technicaldetails errors",
    ),
    (
        Class::Section(Some(3)),
        "artifacttrail filesandcodesections fileschanged relevantfiles artifacts changedfiles modifiedfiles changes files keyfiles",
    ),
    (
        Class::Section(Some(4)),
        "filesystemstate filesystem filestate workingdirectory filesread read",
    ),
    (
        Class::Section(Some(5)),
        "recentactions currentwork donesofar stateanddeadends actions recentwork progress workdone completed accomplished",
    ),
    (
        Class::Section(Some(6)),
        "taskstate currentplan pendingtasks nextstep nextsteps workstate nextmove plan todo remainingwork opentasks tasks status \
currentstate blockers",
    ),
];

/// Small letters and digits of a name. Names of other scripts stay as they are, in small letters.
#[must_use]
pub(crate) fn key(name: &str) -> String {
    let short: String = name
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|char| char.to_ascii_lowercase())
        .collect();
    if short.is_empty() {
        name.trim().to_lowercase()
    } else {
        short
    }
}

/// Where a section belongs, by its key: the index among the seven. What is a note has none.
pub(crate) fn home(key: &str) -> Option<usize> {
    match class(key) {
        Class::Section(home) => home,
        _ => None,
    }
}

/// What a tag of that key is.
pub(crate) fn class(key: &str) -> Class {
    static CLASSES: OnceLock<BTreeMap<&str, Class>> = OnceLock::new();
    let classes = CLASSES.get_or_init(|| {
        let named = |(class, names): (Class, &'static str)| {
            names.split_whitespace().map(move |name| (name, class))
        };
        NAMES.into_iter().flat_map(named).collect()
    });
    classes.get(key).copied().unwrap_or(Class::Unknown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notes::snapshot::{SnapshotForm, sections};
    use std::collections::BTreeSet;

    #[test]
    fn each_section_of_a_form_has_a_home_and_each_name_one_meaning() {
        for form in SnapshotForm::ALL {
            for (name, _) in sections(form) {
                assert!(home(&key(name)).is_some(), "{name}");
            }
        }
        let names = || {
            NAMES
                .into_iter()
                .flat_map(|(_, names)| names.split_whitespace())
        };
        let distinct: BTreeSet<&str> = names().collect();
        assert_eq!(distinct.len(), names().count());
    }
}
