//! What earlier notes hold, read back from their text: rules, requests, tasks, files and calls
//! by their key, quotes under their headers.
//!
//! So the notes are all the state there is. Notes that a model wrote are read as well: what is no
//! rule, task or file of theirs is a quote.

use super::also::{ALSO, told};
use super::lines::{each_sentence, joined};
use super::source::{AGENT, TOOL, TextKind, USER, is_file};
use crate::host::clip::one_line;
use crate::notes::accept::names::runs;
use crate::notes::facts::{self, Facts, FileUse, Updates};
use crate::notes::memory::EARLIER_RULES;
use crate::notes::snapshot::Snapshot;

/// A command or call whose end is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FinishedCall {
    pub call: String,
    /// What came back; of one that failed, its error.
    pub came: String,
    /// Whether it changed the world. Else it failed.
    pub done: bool,
}

/// Lines that earlier notes quote under one header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Quote {
    pub header: String,
    pub kind: TextKind,
    pub text: String,
    /// Names told of the same place without their lines, one on each line.
    pub names: String,
    /// About how much of the conversation it stands for, in bytes.
    pub bytes: u64,
}

/// What earlier notes hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Former {
    /// Whether this engine wrote them.
    pub is_ours: bool,
    pub goal: String,
    pub rules: Vec<String>,
    /// Rules of which nobody can tell whose they are.
    pub earlier_rules: Vec<String>,
    pub requests: Vec<String>,
    /// Tasks that are not done, each with its state.
    pub tasks: Vec<(String, String)>,
    pub files: Vec<(String, FileUse)>,
    /// Calls that failed, or changed the world.
    pub ended: Vec<FinishedCall>,
    pub quotes: Vec<Quote>,
    /// How many messages the notes stand for, and how many tokens these had.
    pub messages: u64,
    pub tokens: u64,
}

/// Before a request in the list of tasks.
pub(super) const ASKED: &str = "The user asked: ";
/// The same where there is little room.
pub(super) const ASKED_BRIEF: &str = "U: ";
/// Behind a call that changed the world, and behind one that failed.
pub(super) const DONE: &str = "`: done";
pub(super) const FAILED: &str = "`: failed";
/// Between that and what came back.
pub(super) const CAME_BACK: &str = ": ";
/// Between the name of a tool and what several calls of it were done for, and between these.
pub(super) const DONE_FOR: &str = "`: done for ";
pub(super) const DONE_ALSO: &str = ", ";
/// Above lines of notes that do not say where they are from.
pub(super) const NOTES: &str = "Earlier notes:";
/// In front of a file's name that is told again.
pub(super) const AGAIN: &str = "> …/";
/// Before a line that would otherwise look like a header, a tag or a list of ours.
pub(super) const QUOTED: &str = "| ";
/// How the line begins that says what the notes stand for.
pub(super) const STANDS_FOR: &str = "Quoted from ";
/// Longest goal that is carried, in chars. Chosen here: a model's may be long.
const GOAL_CHARS: usize = 2_000;
/// The words for states of tasks that are open.
pub(super) const OPEN: [&str; 2] = ["[IN PROGRESS] ", "[TODO] "];

/// `line`, marked if it could be taken for a header, a tag or a list.
pub(super) fn guarded(line: &str) -> (&'static str, &str) {
    let heads = [AGENT, USER, NOTES, ASKED, STANDS_FOR, ALSO];
    let looks = line.starts_with(['<', '>', '|', '-', '#', '`', '~'])
        || heads.iter().any(|head| line.starts_with(head));
    (if looks { QUOTED } else { "" }, line)
}

impl Former {
    pub fn of(snapshot: Option<&Snapshot>) -> Self {
        let Some(snapshot) = snapshot.map(Snapshot::in_seven) else {
            return Self::default();
        };
        let mut former = Self::default();
        let stands_for = snapshot.notes.lines().find_map(stands_for);
        former.is_ours = stands_for.is_some() || snapshot.is_brief;
        (former.messages, former.tokens) = stands_for.unwrap_or_default();
        let [goal, rules, knowledge, changed, files, actions, tasks] = &snapshot.sections[..]
        else {
            return former;
        };
        former.goal = one_line(goal.strip_prefix(QUOTED).unwrap_or(goal), GOAL_CHARS);
        let mut all = items(rules).map(str::to_owned);
        former
            .rules
            .extend(all.by_ref().take_while(|rule| rule != EARLIER_RULES));
        former.earlier_rules.extend(all);
        let (asked, known): (Vec<&str>, Vec<&str>) = knowledge
            .lines()
            .partition(|line| snapshot.is_brief && line.starts_with(ASKED_BRIEF));
        asked.iter().for_each(|line| former.read_task(line, line));
        former.quote(&known.join("\n"));
        for (section, is_changed) in [(changed, true), (files, false)] {
            for line in section.lines() {
                if let Some(files) = files_in(item(line)) {
                    former.files.extend(files);
                    continue;
                }
                let listed = listed_path(line).filter(|_| is_changed);
                former
                    .files
                    .extend(listed.map(|path| (path, FileUse::Edited)));
                former.quote_line(line);
            }
        }
        former.read_actions(actions);
        for line in tasks.lines() {
            former.read_task(item(line), line);
        }
        for line in snapshot
            .notes
            .lines()
            .filter(|line| !line.starts_with(STANDS_FOR))
        {
            former.quote_line(line);
        }
        // What the quotes stand for is spread over them.
        let size = |quote: &Quote| (quote.text.len() + quote.names.len()) as u64;
        let quoted: u64 = former.quotes.iter().map(|quote| size(quote) + 1).sum();
        for quote in &mut former.quotes {
            let own = size(quote);
            quote.bytes = own.max((former.tokens * 4).saturating_mul(own) / quoted.max(1));
        }
        former
    }

    /// A request that notes tell again of which nobody can tell whose they are.
    pub fn hear(&mut self, request: &str) {
        self.requests.push(one_line(request, GOAL_CHARS));
        let rules = facts::rules_in(request)
            .into_iter()
            .map(|rule| one_line(&rule, GOAL_CHARS));
        self.earlier_rules.extend(rules);
    }

    /// What the user brought up to date since: statements of the notes, and those of the user
    /// themselves. `binding` leaves out what stands in the record of the notes: that has no say in
    /// what binds.
    pub fn updates(&self, facts: &Facts, binding: bool) -> Updates {
        let told = self
            .rules
            .iter()
            .chain(&self.earlier_rules)
            .chain([&self.goal]);
        let requests = self.requests.iter().filter(|_| !binding);
        let quoted = self.quotes.iter().filter(|quote| {
            !binding && (matches!(quote.kind, TextKind::User) || quote.header == NOTES)
        });
        let quoted = quoted.map(|quote| &quote.text);
        let mut older: Vec<&str> = Vec::new();
        for text in told.chain(requests).chain(quoted) {
            each_sentence(text, |line| older.push(line));
        }
        // Nobody knows in which order they were said, but what changes something is newer than what
        // it changes.
        older.sort_by_cached_key(|text| facts::may_change(text));
        let before = older.len();
        let older = older.into_iter().enumerate();
        let mut statements: Vec<(usize, &str, bool)> =
            older.map(|(place, line)| (place, line, false)).collect();
        let typed: Vec<(usize, String)> = facts
            .asked
            .iter()
            .map(|said| (said.message, facts::typed(&said.text)))
            .collect();
        for (place, text) in &typed {
            each_sentence(text, |line| statements.push((before + place, line, true)));
        }
        facts::updates(statements.into_iter())
    }

    /// Quotes under headers. Without headers each line stands for itself.
    fn quote(&mut self, text: &str) {
        let is_ours = self.is_ours;
        let mut open = false;
        for line in text
            .lines()
            .filter(|line| !is_ours || !line.starts_with(AGAIN))
        {
            if let Some(kind) = header_kind(line).filter(|_| is_ours) {
                self.open(line, kind, "");
                open = true;
                continue;
            }
            match self.quotes.last_mut().filter(|_| open) {
                Some(quote) if is_ours && line.starts_with(ALSO) => told(line, &mut quote.names),
                Some(quote) => {
                    if !quote.text.is_empty() {
                        quote.text.push('\n');
                    }
                    quote
                        .text
                        .push_str(line.strip_prefix(QUOTED).unwrap_or(line));
                }
                None => self.quote_line(line),
            }
        }
    }

    fn quote_line(&mut self, line: &str) {
        let line = line.strip_prefix(QUOTED).unwrap_or(line);
        if !item(line).is_empty() {
            self.open(NOTES, TextKind::Said, item(line));
        }
    }

    fn open(&mut self, header: &str, kind: TextKind, text: &str) {
        self.quotes.push(Quote {
            header: header.to_owned(),
            kind,
            text: text.to_owned(),
            names: String::new(),
            bytes: 0,
        });
    }

    /// Calls that ended so, then the newest messages as they were.
    fn read_actions(&mut self, text: &str) {
        let mut is_list = true;
        let mut rest = String::new();
        for line in text.lines() {
            is_list &= line.starts_with("- `");
            let calls = how_they_ended(item(line));
            if is_list && !calls.is_empty() {
                self.ended.extend(calls);
            } else {
                rest.push_str(line);
                rest.push('\n');
            }
        }
        self.quote(&rest);
    }

    fn read_task(&mut self, task: &str, line: &str) {
        if let Some(request) = task
            .strip_prefix(ASKED)
            .or_else(|| task.strip_prefix(ASKED_BRIEF).filter(|_| self.is_ours))
        {
            self.requests.push(request.to_owned());
        } else if let Some(state) = OPEN.iter().find(|state| task.starts_with(**state)) {
            self.tasks
                .push((state.trim().to_owned(), task[state.len()..].to_owned()));
        } else {
            self.quote_line(line);
        }
    }
}

/// Reads `Quoted from 312 messages, about 34210 tokens`.
fn stands_for(line: &str) -> Option<(u64, u64)> {
    let numbers = line
        .strip_prefix(STANDS_FOR)?
        .split(|char: char| !char.is_ascii_digit())
        .filter_map(|digits| digits.parse::<u64>().ok());
    let mut numbers = numbers.map(|number| number.min(1 << 40));
    let messages = numbers.next().unwrap_or(0);
    Some((messages, numbers.next().unwrap_or(0)))
}

/// The first path in a line of a model's list.
fn listed_path(line: &str) -> Option<String> {
    let runs = runs(line).filter(|_| line.trim_start().starts_with('-'));
    let mut paths = runs.map(|run| run.trim_end_matches(['.', ':', '-', '#']));
    paths.find(|run| is_file(run)).map(str::to_owned)
}

/// The words of a model in notes that hold records too: what stands in front of the first record.
/// All of them where there are none.
pub fn own_words(notes: &Snapshot) -> Snapshot {
    if !notes.notes.lines().any(|line| line.starts_with(STANDS_FOR)) {
        return notes.clone();
    }
    let mut own = notes.in_seven();
    for index in [2, 5] {
        let lines = own.sections[index]
            .lines()
            .skip_while(|line| !how_they_ended(item(line)).is_empty())
            .take_while(|line| header_kind(line).is_none());
        own.sections[index] = joined(lines);
    }
    let lines = notes.notes.lines();
    own.notes = joined(lines.filter(|line| !line.starts_with(STANDS_FOR)));
    // Notes without a model are records alone.
    if own.sections[2].is_empty() && own.sections[5].is_empty() {
        notes.clone()
    } else {
        own
    }
}

pub(super) fn header_kind(line: &str) -> Option<TextKind> {
    match line {
        AGENT | NOTES => Some(TextKind::Said),
        USER => Some(TextKind::User),
        _ => line.starts_with(TOOL).then_some(TextKind::Result),
    }
}

/// A line of a list without its mark.
pub(super) fn item(line: &str) -> &str {
    let line = line.trim();
    line.strip_prefix("- ")
        .or_else(|| line.strip_prefix("* "))
        .unwrap_or(line)
}

fn items(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(item).filter(|line| !line.is_empty())
}

/// The calls whose end a line tells. No call of ours holds a backtick, so what stands behind the
/// first one is told of it, whatever a tool wrote there.
pub(super) fn how_they_ended(line: &str) -> Vec<FinishedCall> {
    let ended = |call: &str, came: &str, done: bool| FinishedCall {
        call: call.to_owned(),
        came: came.to_owned(),
        done,
    };
    let Some(line) = line.strip_prefix('`') else {
        return Vec::new();
    };
    let (call, said) = line.split_at(line.find('`').unwrap_or(line.len()));
    if let Some(ids) = said.strip_prefix(DONE_FOR) {
        let ids = ids.split(DONE_ALSO);
        return ids
            .map(|id| ended(&format!("{call} {id}"), "", true))
            .collect();
    }
    let end = |(end, done): (&str, bool)| {
        let came = said.strip_prefix(end)?;
        let came = if came.is_empty() {
            came
        } else {
            came.strip_prefix(CAME_BACK)?
        };
        Some(ended(call, came, done))
    };
    let ends = [(DONE, true), (FAILED, false)];
    ends.into_iter().filter_map(end).collect()
}

/// `EDITED: src/a.rs`, or `EDITED src/: a.rs, b.rs`.
pub(super) fn files_in(line: &str) -> Option<Vec<(String, FileUse)>> {
    let (found, rest) = USES
        .iter()
        .find_map(|(word, found)| Some((*found, line.strip_prefix(word)?)))?;
    if let Some(path) = rest.strip_prefix(": ") {
        return Some(vec![(path.to_owned(), found)]);
    }
    let (folder, names) = rest.strip_prefix(' ')?.split_once("/: ")?;
    let folder = if folder == "." {
        String::new()
    } else {
        format!("{folder}/")
    };
    let names = names.split(", ");
    let files = names.map(|name| (format!("{folder}{name}"), found));
    Some(files.collect())
}

/// The words for what was done to files.
pub(super) const USES: [(&str, FileUse); 5] = [
    ("READ", FileUse::Read),
    ("WRITTEN", FileUse::Written),
    ("EDITED", FileUse::Edited),
    ("APPENDED", FileUse::Appended),
    ("DELETED", FileUse::Deleted),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notes::snapshot::SnapshotForm;

    fn notes(knowledge: &str, files: &str, marker: &str) -> Former {
        let mut sections = vec![String::new(); 7];
        sections[2] = knowledge.to_owned();
        sections[3] = files.to_owned();
        Former::of(Some(&Snapshot {
            form: SnapshotForm::Sections,
            sections,
            notes: marker.to_owned(),
            ..Snapshot::default()
        }))
    }

    #[test]
    fn quotes_keep_who_said_them() {
        let former = notes(
            "> grep x\nfound\n| U:\nA:\nsaid",
            "",
            "Quoted from 12 messages, about 345 tokens.",
        );
        let quotes: Vec<(&str, TextKind, &str)> = former
            .quotes
            .iter()
            .map(|quote| (quote.header.as_str(), quote.kind, quote.text.as_str()))
            .collect();
        assert_eq!(
            quotes,
            [
                ("> grep x", TextKind::Result, "found\nU:"),
                (AGENT, TextKind::Said, "said")
            ]
        );
        assert_eq!((former.messages, former.tokens), (12, 345));
        // A model's notes have no headers of ours.
        assert!(
            notes("U:\nobey", "", "")
                .quotes
                .iter()
                .all(|quote| quote.kind == TextKind::Said)
        );
    }

    #[test]
    fn names_stay_names_of_their_place() {
        let former = notes(
            "> src/x.rs\nalso: a.rs, b\nfound\n> …/x.rs\nmore",
            "",
            "Quoted from 12 messages, about 345 tokens.",
        );
        let told: Vec<(&str, &str, &str)> = former
            .quotes
            .iter()
            .map(|quote| {
                (
                    quote.header.as_str(),
                    quote.text.as_str(),
                    quote.names.as_str(),
                )
            })
            .collect();
        assert_eq!(told, [("> src/x.rs", "found\nmore", "a.rs\nb")]);
        // In a model's notes it is a line like any other.
        assert!(
            notes("also: a.rs, b", "", "")
                .quotes
                .iter()
                .all(|quote| quote.names.is_empty())
        );
    }

    #[test]
    fn lines_that_look_like_ours_are_marked() {
        for line in [
            "<think>",
            "> grep x",
            "U:",
            "- [TODO] x",
            "```rust",
            "~~~",
            "Earlier notes:",
            "The user asked: x",
            "Quoted from 9 messages",
            "| x",
        ] {
            assert_eq!(guarded(line), (QUOTED, line));
        }
        assert_eq!(guarded("fn main() {"), ("", "fn main() {"));
    }

    #[test]
    fn files_are_read_back_alone_and_by_folder() {
        let former = notes(
            "",
            "- EDITED src/: a.rs, b.rs\n- DELETED: docs/x, y.md\n- WRITTEN ./: c, d\nand more",
            "",
        );
        let files: Vec<(&str, FileUse)> = former
            .files
            .iter()
            .map(|(path, found)| (path.as_str(), *found))
            .collect();
        let expected = [
            ("src/a.rs", FileUse::Edited),
            ("src/b.rs", FileUse::Edited),
            ("docs/x, y.md", FileUse::Deleted),
            ("c", FileUse::Written),
            ("d", FileUse::Written),
        ];
        assert_eq!(files, expected);
        assert_eq!(former.quotes.len(), 1);
    }
}
