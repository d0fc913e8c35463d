//! The texts of a request for a summary with headings in place of tags. The wording is our own.

use super::rules::{DATA, LANGUAGE, LEGEND};
use crate::notes::snapshot::sections;
use crate::notes::snapshot::SnapshotForm;

/// The system text of a request for a summary whose sections stand under headings.
pub(crate) fn system(form: SnapshotForm) -> String {
    let task = match form {
        SnapshotForm::Continuation => {
            "You hand a piece of work over to a colleague. From the record of a conversation between a user and an AI agent, write the \
text by which the agent will carry on. The record will be gone: whatever is not in your text has to be found out again. Do not tell the \
story of what happened; tell what is needed to go on. Be technical and exact, in short bullet points."
        }
        _ => {
            "You keep the notes of an AI agent that works with tools for a user. From the record of their conversation, and from the \
notes made before if there are any, write the notes by which the agent will go on when the record is gone. Where the record is newer than \
the notes, the record is right. Write identifiers exactly: paths, names, commands, numbers, error messages."
        }
    };
    let mut text =
        format!("{task}\n\n{DATA} {LEGEND}\n\n{LANGUAGE}\n\nAnswer with these headings in this order, and nothing before or after. Keep a heading with nothing under it.\n");
    for (title, purpose) in sections(form) {
        text.push_str(&format!("\n## {title}\n{purpose}\n"));
    }
    text
}
