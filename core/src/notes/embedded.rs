//! The embedded summariser. It makes a snapshot from facts alone, without a model, and gives the same bytes every time.
//!
//! It quotes and does not rephrase. The lines of an earlier snapshot are merged: they come before the new ones. Where room gets scarce, the
//! oldest lines of each section are left out first; the goal stays, and the user's rules get twice the room.

use crate::host::clip::one_line;
use crate::host::units::utf16_len;
use crate::notes::facts::{Facts, FileUse};
use crate::notes::snapshot::{escape_tags, Snapshot};

/// How much room a snapshot may take.
struct Form {
    /// Most lines of each list.
    lines: usize,
    /// Most chars that a line may quote.
    width: usize,
    /// Most chars of a line.
    line_chars: usize,
}

const fn form(lines: usize, width: usize, line_chars: usize) -> Form {
    Form { lines, width, line_chars }
}

/// From the largest to the smallest; the first one that fits is used. Chosen here.
const FORMS: [Form; 9] = [
    form(60, 600, usize::MAX),
    form(30, 600, usize::MAX),
    form(15, 240, usize::MAX),
    form(8, 156, usize::MAX),
    form(4, 108, usize::MAX),
    form(2, 84, usize::MAX),
    form(1, 72, usize::MAX),
    form(1, 72, 160),
    form(1, 40, 60),
];

/// The largest snapshot of `facts`, merged with `previous`, for which `fits` is true. If none fits, the smallest one.
#[must_use]
pub fn embedded(facts: &Facts, previous: Option<&Snapshot>, fits: impl Fn(&Snapshot) -> bool) -> Snapshot {
    let previous = previous.map(Snapshot::in_seven);
    let previous = previous.as_ref();
    let mut snapshot = build(facts, previous, &FORMS[0]);
    for form in &FORMS[1..] {
        if fits(&snapshot) {
            break;
        }
        snapshot = build(facts, previous, form);
    }
    snapshot
}

fn build(facts: &Facts, previous: Option<&Snapshot>, form: &Form) -> Snapshot {
    let Form { lines, width, line_chars } = *form;
    let render = |entries: Vec<String>, limit: usize| render(entries, limit, line_chars);
    let old = |section: usize| previous.map_or_else(Vec::new, |snapshot| list(&snapshot.sections[section]));
    let goal = match (previous, facts.requests.first()) {
        (Some(snapshot), _) if !snapshot.sections[0].is_empty() => snapshot.sections[0].clone(),
        (_, Some(request)) => escape_tags(&one_line(request, width.max(200).min(line_chars))),
        _ => String::new(),
    };
    let requests = facts.requests.iter().map(|request| format!("The user asked: {}", one_line(request, width)));
    let answers = facts.answers.iter().rev().take(lines.div_ceil(8)).rev().map(|answer| format!("The agent said: {}", one_line(answer, width)));
    let files = facts.files.iter().map(|(path, found)| format!("{}: {path}", file_word(*found)));
    let changed = facts.files.iter().filter(|(_, found)| *found != FileUse::Read);
    let commands = facts.commands.iter().map(|action| format!("`{}`: {}", one_line(&action.detail, width), outcome(action)));
    let errors =
        facts.actions.iter().filter(|action| action.failed).map(|action| format!("{} {} failed: {}", action.tool, action.detail, action.outcome));
    let actions = facts.actions.iter().map(|action| format!("{} {}: {}", action.tool, action.detail, outcome(action)));
    Snapshot {
        form: crate::config::SnapshotForm::Sections,
        sections: vec![
            goal,
            // The user's own rules matter most, so they get twice the room.
            render(merge(old(1), facts.constraints.iter().cloned()), lines * 2),
            render(merge(old(2), commands), lines),
            render(merge(old(3), changed.map(|(path, found)| format!("{}: {path}", file_word(*found)))), lines),
            render(merge(old(4), files), lines),
            render(merge(Vec::new(), actions.chain(errors)), lines.div_ceil(2)),
            render(merge(old(6), requests.chain(answers)), lines),
        ],
        // Notes of a model that have no section give way like the rest.
        notes: previous.map_or_else(String::new, |snapshot| render(list(&snapshot.notes), lines)),
    }
}

/// Old lines first, then new ones. A line that comes again stands at its newer place only.
fn merge(old: Vec<String>, new: impl Iterator<Item = String>) -> Vec<String> {
    // A bound that is larger than any list, so that the search for repeats does not grow with the square of the history.
    let new: Vec<String> = new.collect();
    let newest = new.len().saturating_sub(1_000);
    let mut merged: Vec<String> = Vec::new();
    for line in old.into_iter().chain(new.into_iter().skip(newest).map(|line| escape_tags(&one_line(&line, 700)))) {
        if let Some(position) = merged.iter().position(|known| *known == line) {
            merged.remove(position);
        }
        merged.push(line);
    }
    merged
}

/// The newest `limit` lines, as a list. Its first line says how many older ones were left out.
fn render(lines: Vec<String>, limit: usize, line_chars: usize) -> String {
    let dropped = lines.len().saturating_sub(limit);
    let mut text = String::new();
    if dropped > 0 {
        text.push_str(&format!("- ({dropped} older entries left out)\n"));
    }
    for line in &lines[dropped..] {
        text.push_str(&format!("- {}\n", if utf16_len(line) > line_chars { one_line(line, line_chars) } else { line.clone() }));
    }
    text.trim_end().to_owned()
}

/// The entries of a rendered list, without the line that says how many were left out.
fn list(section: &str) -> Vec<String> {
    section
        .lines()
        .map(|line| line.trim().trim_start_matches("- ").to_owned())
        .filter(|line| !line.is_empty() && !line.ends_with("older entries left out)"))
        .collect()
}

fn outcome(action: &crate::notes::facts::Action) -> String {
    match (action.answered, action.failed) {
        (false, _) => "no result yet".to_owned(),
        (true, true) => format!("failed: {}", action.outcome),
        (true, false) if action.outcome.is_empty() => "ok".to_owned(),
        (true, false) => format!("ok, {} chars: {}", action.result_chars, one_line(&action.outcome, 100)),
    }
}

fn file_word(found: FileUse) -> &'static str {
    match found {
        FileUse::Read => "READ",
        FileUse::Written => "WRITTEN",
        FileUse::Edited => "EDITED",
        FileUse::Appended => "APPENDED",
        FileUse::Deleted => "DELETED",
    }
}
