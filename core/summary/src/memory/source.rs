//! What a memory is made of: the texts of a conversation, each with who said it and where.

use super::carry::{FinishedCall, Former};
use super::rows::rows;
use crate::history::{History, PartKind};
use crate::host::clip::{head_of, one_line};
use crate::host::view::View;
use crate::notes::facts::{Facts, arguments, changes_files, read};
use crate::notes::memory::Ours;
use crate::notes::reader::without_thoughts;
use crate::notes::transcript::{call_args, given_text};
use crate::notes::words;
use crate::read::frames;
use crate::read::message::Role;
use crate::read::tools::ToolHints;
use crate::reduce::plan::without_embedded_media;
use crate::reduce::{drop_payloads, value_text};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// What is to be remembered.
pub struct MemorySpan<'a> {
    /// The first message that goes.
    pub start: usize,
    /// The first message that stays after it.
    pub end: usize,
    /// What is ours in the messages: the earlier notes above all.
    pub ours: &'a Ours,
    /// Parts of the messages that stay whose content goes nevertheless.
    pub cleared: &'a [usize],
    /// Messages of the span that stay nevertheless, in order.
    pub pinned: &'a [usize],
    /// The budget in tokens by which what binds has its room. It does not depend on what the
    /// conversation holds.
    pub binding_tokens: f64,
    /// What the definitions of the tools say of their calls.
    pub hints: &'a ToolHints,
}

impl MemorySpan<'_> {
    /// Whether a part of a message stays in the conversation.
    fn shows(&self, message: usize, part: usize) -> bool {
        (message >= self.end || self.pinned.binary_search(&message).is_ok())
            && !self.cleared.contains(&part)
    }
}

/// Who a text is from, or what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextKind {
    /// The result of a tool.
    Result,
    /// What a tool was called with.
    Argument,
    /// What the agent said.
    Said,
    /// What the user said.
    User,
    /// The contents of an edit or of a file that was written.
    Body,
}

/// How a text is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// By its lines.
    Lines,
    /// By the header of its record alone.
    Head,
    /// Each line is a name without what stood beside it.
    Names,
}

/// A place in the conversation, which tells of one record.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub record: u32,
    /// Bytes of its texts.
    pub bytes: u64,
    /// Whether it stays in the conversation, so that it needs no quoting.
    pub visible: bool,
}

/// What several places may tell of: a file, a command, what the agent said.
#[derive(Debug, Clone)]
pub(super) struct Record {
    /// The line above what is quoted of it.
    pub header: String,
    /// Of a file its last name: it is told again in front of what stands far below the header.
    pub name: Option<String>,
}

impl Record {
    /// Whether agent or user said it, or earlier notes.
    pub fn is_said(&self) -> bool {
        !self.header.starts_with(TOOL)
    }
}

/// A text of a place.
#[derive(Debug, Clone)]
pub(super) struct PlaceText {
    pub place: u32,
    pub kind: TextKind,
    pub text: String,
    pub form: Form,
}

/// A call, until its result comes.
#[derive(Debug, Clone, Default)]
struct PendingCall {
    /// The header of its record.
    header: String,
    /// Its number among all calls.
    number: usize,
    /// Whether it looks through many files, or changes one.
    searches: bool,
    edits: bool,
    /// What of it changes the world.
    effect: Option<String>,
    is_command: bool,
}

/// What agent or user said or called, or in one line what came back.
#[derive(Debug)]
pub(super) struct SourceTurn {
    pub place: u32,
    /// Who speaks.
    pub header: &'static str,
    pub text: String,
}

/// The texts of a conversation in order: first what earlier notes quote, then the messages.
#[derive(Debug, Default)]
pub(super) struct SourceTexts {
    pub places: Vec<Place>,
    pub records: Vec<Record>,
    pub pieces: Vec<PlaceText>,
    pub turns: Vec<SourceTurn>,
    /// Calls that changed the world, each with what came back.
    pub effects: Vec<FinishedCall>,
    /// Records by their headers.
    known: BTreeMap<String, u32>,
    /// Full paths of files that were touched, by their last names.
    files: BTreeMap<String, Vec<String>>,
    /// Calls by their parts.
    calls: BTreeMap<usize, PendingCall>,
}

/// Above what the agent said, called or wrote.
pub(super) const AGENT: &str = "A:";
/// Above what the user said.
pub(super) const USER: &str = "U:";
/// Before the path of a file or a call, above what is quoted of it.
pub(super) const TOOL: &str = "> ";

/// Above a result that stands in the user's name.
const RESULT: &str = "> result";

/// In front of what a call brought, where it stands as one line.
pub(super) const CAME: &str = "= ";
/// Longest header, in chars. Chosen by measurement: a command of a few parts, and any path.
const HEADER_CHARS: usize = 220;

/// Longest text of an edit in a turn, and longest line of what came back, in chars. Chosen by
/// measurement.
const BODY_CHARS: usize = 1_000;
const CAME_CHARS: usize = 160;
/// The same where it stands in the list of what was done.
const DONE_CHARS: usize = 80;
/// Shortest hash of a commit, in bytes.
const HASH_BYTES: usize = 7;

/// Arguments that hold contents instead of saying what a call is about. From the edit and write
/// tools of agents in use.
const BODIES: [&str; 12] = [
    "old_string",
    "new_string",
    "content",
    "oldText",
    "newText",
    "edits",
    "file_text",
    "new_str",
    "old_str",
    "replacement",
    "text",
    "new_content",
];

impl SourceTexts {
    /// What stands in front of the messages.
    pub fn begun(former: &Former) -> Self {
        let mut source = Self::default();
        for quote in &former.quotes {
            let place = source.place(&quote.header, false);
            source.places[place].bytes = quote.bytes;
            if let Some(head) = quote.header.strip_prefix(TOOL) {
                source.add(place, TextKind::Argument, head, Form::Head);
            }
            for (text, form) in [(&quote.text, Form::Lines), (&quote.names, Form::Names)] {
                source.pieces.push(PlaceText {
                    place: place as u32,
                    kind: quote.kind,
                    text: text.clone(),
                    form,
                });
            }
        }
        source
    }

    /// The record of a place.
    pub fn record_of(&self, place: usize) -> &Record {
        &self.records[self.places[place].record as usize]
    }

    fn place(&mut self, header: &str, visible: bool) -> usize {
        let next = self.records.len() as u32;
        let record = *self.known.entry(header.to_owned()).or_insert(next);
        if record == next {
            let path = header.strip_prefix(TOOL).filter(|path| is_file(path));
            let name = path.map(last_name);
            if let (Some(path), Some(name)) = (path, name) {
                let paths = self.files.entry(name.to_owned()).or_default();
                paths.push(path.to_owned());
            }
            self.records.push(Record {
                header: header.to_owned(),
                name: name.map(str::to_owned),
            });
        }
        self.places.push(Place {
            record,
            bytes: 0,
            visible,
        });
        self.places.len() - 1
    }

    /// The header of a file; one that was touched is known by its whole path.
    fn file_header(&self, path: &str) -> String {
        let path = path.trim_start_matches("./");
        let whole = self.files.get(last_name(path)).and_then(|paths| {
            paths.iter().rev().find(|known| {
                known
                    .strip_suffix(path)
                    .is_some_and(|folder| folder.is_empty() || folder.ends_with('/'))
            })
        });
        format!("{TOOL}{}", whole.map_or(path, String::as_str))
    }

    fn add(&mut self, place: usize, kind: TextKind, text: &str, form: Form) {
        // Text inside JSON is escaped, so media in it show only once it is read.
        let text = rows(text).map_or_else(
            || clean(text),
            |rows| clean(&without_embedded_media(&rows)).into_owned().into(),
        );
        if !text.trim().is_empty() {
            self.places[place].bytes += text.len() as u64;
            self.pieces.push(PlaceText {
                place: place as u32,
                kind,
                text: text.into_owned(),
                form,
            });
        }
    }

    /// Adds the texts of message `index` of a span.
    pub fn read<V: View>(
        &mut self,
        history: &History,
        span: &MemorySpan<'_>,
        facts: &Facts,
        message: &V,
        index: usize,
    ) {
        let role = history.role(index);
        if role == Some(Role::System) {
            return;
        }
        let first = history.messages()[index].first_part as usize;
        if role == Some(Role::User) {
            self.read_user(history, span, message, index);
        }
        for (offset, part) in history.parts_of(index).iter().enumerate() {
            let visible = span.shows(index, first + offset);
            match part.kind {
                PartKind::Text if role == Some(Role::Assistant) => {
                    let text = value_text(part.path.resolve(message));
                    let place = self.place(AGENT, visible);
                    let said = without_thoughts(&text);
                    self.add(place, TextKind::Said, &said, Form::Lines);
                    self.turn(place, AGENT, &said);
                }
                PartKind::ToolCall => {
                    let mut args = call_args(history, message, part)
                        .map_or(Value::Null, |args| arguments(&args));
                    drop_payloads(&mut args);
                    self.call(
                        first + offset,
                        history.symbol(part.name),
                        args,
                        span,
                        visible,
                    );
                }
                PartKind::ToolResult => {
                    let text = given_text(history, message, part);
                    let call = part
                        .partner
                        .and_then(|call| self.calls.get(&(call as usize)));
                    let call = call.cloned().unwrap_or_else(|| PendingCall {
                        header: header_of(&format!("{TOOL}{}", history.symbol(part.name))),
                        number: usize::MAX,
                        ..PendingCall::default()
                    });
                    let failed = facts
                        .actions
                        .get(call.number)
                        .filter(|action| action.failed);
                    let place = self.result(&call, &text, visible);
                    let came = match failed {
                        Some(action) => format!("FAILED: {}", action.outcome),
                        None => in_short(&text, &call, self.record_of(place).name.is_some()),
                    };
                    self.turn(
                        place,
                        AGENT,
                        &format!("{CAME}{}", one_line(&came, CAME_CHARS)),
                    );
                    if let Some(done) = call.effect.filter(|_| failed.is_none() && !visible) {
                        self.effects.push(FinishedCall {
                            call: done.replace('`', "'"),
                            came: state(&text, call.is_command),
                            done: true,
                        });
                    }
                }
                _ => {}
            }
        }
    }

    fn turn(&mut self, place: usize, header: &'static str, text: &str) {
        let text = clean(text.trim()).into_owned();
        if !text.is_empty() {
            self.turns.push(SourceTurn {
                place: place as u32,
                header,
                text,
            });
        }
    }

    /// A result under its call; what a search found in a file stands under the file.
    fn result(&mut self, call: &PendingCall, text: &str, visible: bool) -> usize {
        let mut found: Vec<(&str, String)> = Vec::new();
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        let mut rest = String::new();
        for line in text.lines().filter(|_| call.searches) {
            let (lines, line) = match hit(line) {
                Some((path, line)) => {
                    let number = *numbers.entry(path).or_insert(found.len());
                    if number == found.len() {
                        found.push((path, String::new()));
                    }
                    (&mut found[number].1, line)
                }
                None => (&mut rest, line),
            };
            lines.push_str(line);
            lines.push('\n');
        }
        let own = self.place(&call.header, visible);
        self.add(
            own,
            TextKind::Result,
            if call.searches { &rest } else { text },
            Form::Lines,
        );
        for (path, lines) in found {
            let header = self.file_header(path);
            let place = self.place(&header, visible);
            self.add(place, TextKind::Result, &header[TOOL.len()..], Form::Head);
            self.add(place, TextKind::Result, &lines, Form::Lines);
        }
        own
    }

    /// What the user wrote; what an application or a tool wrote in the user's name is a result.
    fn read_user<V: View>(
        &mut self,
        history: &History,
        span: &MemorySpan<'_>,
        message: &V,
        index: usize,
    ) {
        let ours = span.ours;
        let first = history.messages()[index].first_part as usize;
        let texts = history
            .parts_of(index)
            .iter()
            .enumerate()
            .filter(|(_, part)| part.kind == PartKind::Text);
        let mut visible = true;
        let (mut all, mut attached) = (Vec::new(), Vec::new());
        for (offset, part) in texts {
            visible &= span.shows(index, first + offset);
            let text = value_text(part.path.resolve(message));
            // What is ours and whole is carried; notes of ours that somebody changed are a text
            // like any other.
            let changed = ours
                .in_part(index, offset)
                .filter(|found| found.rank.is_none())
                .filter_map(|found| text.get(found.range.clone()));
            all.extend(changed.map(str::to_owned));
            let around = ours.around(index, offset, &text);
            // The host tells its environment again in front of the notes.
            if around.trim().is_empty() || around.trim() != ours.environment() {
                attached.push(match part.is_attached {
                    true => around.clone(),
                    false => frames::apart(&around).1,
                });
                all.push(around);
            }
        }
        if all.is_empty() {
            return;
        }
        match words::of_message(history, message, index, ours) {
            Some(text) => {
                let place = self.place(USER, visible);
                self.add(place, TextKind::User, &text, Form::Lines);
                self.turn(place, USER, &text);
            }
            None => attached = all,
        }
        attached.retain(|text| !text.is_empty());
        if !attached.is_empty() {
            let place = self.place(RESULT, visible);
            self.add(place, TextKind::Result, &attached.join("\n"), Form::Lines);
        }
    }

    /// A call opens its record: the file that it names, its command line, or what it was called with.
    fn call(
        &mut self,
        part: usize,
        name: &str,
        mut args: Value,
        span: &MemorySpan<'_>,
        visible: bool,
    ) {
        let called = read(name, &args, 0);
        let path = called.files.first().map(|(path, _)| path.as_str());
        let (mut about, mut bodies) = (name.to_owned(), String::new());
        let cells: Vec<(&str, &Value)> = match &args {
            Value::Object(fields) => fields
                .iter()
                .map(|(name, value)| (name.as_str(), value))
                .collect(),
            other => vec![("", other)],
        };
        for (name, value) in cells {
            let text = without_embedded_media(&scalar(value));
            if BODIES.contains(&name) {
                bodies.push('\n');
                bodies.push_str(&text);
            } else if !text.is_empty() {
                about.push(' ');
                about.push_str(&text);
            }
        }
        let header = match (path, &called.command) {
            (_, Some(command)) => format!("{TOOL}$ {command}"),
            (Some(path), None) if is_file(path) => self.file_header(path),
            _ => format!("{TOOL}{about}"),
        };
        let header = header_of(&header);
        let place = self.place(&header, visible);
        self.add(place, TextKind::Argument, &header[TOOL.len()..], Form::Head);
        self.add(place, TextKind::Body, &bodies, Form::Lines);
        if let Value::Object(fields) = &mut args {
            for (_, value) in fields
                .iter_mut()
                .filter(|(name, _)| BODIES.contains(&name.as_str()))
            {
                *value = match value {
                    Value::String(text) => head_of(text, BODY_CHARS).into(),
                    _ => Value::Null,
                };
            }
        }
        let shown = without_embedded_media(&args.to_string());
        self.turn(place, AGENT, &format!("{name}({shown})"));
        let call = PendingCall {
            effect: called.effect(&header[TOOL.len()..], span.hints.changes(name)),
            header,
            number: self.calls.len(),
            searches: called.searches(),
            edits: changes_files(name),
            is_command: called.command.is_some(),
        };
        self.calls.insert(part, call);
    }
}

/// A header on one line; of a call that says nothing, a word for it.
fn header_of(header: &str) -> String {
    match one_line(header, HEADER_CHARS) {
        header if header.len() > TOOL.len() => header,
        _ => RESULT.to_owned(),
    }
}

/// A result in one line: the whole of a short one, else what it is.
fn in_short(text: &str, call: &PendingCall, is_file: bool) -> String {
    let text = text.trim();
    let lines = text.lines().count();
    if is_file && call.edits {
        return "ok".to_owned();
    }
    if is_file && lines > 1 {
        return format!("{lines} lines");
    }
    let first = text.lines().next().unwrap_or_default();
    if text.len() <= CAME_CHARS || lines < 2 {
        text.to_owned()
    } else {
        format!(
            "{} [+{} lines]",
            one_line(first, CAME_CHARS - 20),
            lines - 1
        )
    }
}

/// What came of a call that changed the world: the line of a command's output that names a commit or
/// an address; of JSON its first state; else the whole, on one line.
fn state(text: &str, is_command: bool) -> String {
    if is_command {
        let found = proof(text);
        let proof = found.and_then(|proof| text.lines().find(|line| line.contains(proof)));
        return one_line(proof.unwrap_or(text), DONE_CHARS);
    }
    let is_state = |cell: &&str| {
        let name = cell.split('=').next().unwrap_or_default();
        name.ends_with("status") || name.ends_with("state")
    };
    let rows = rows(text);
    let mut cells = rows.iter().flat_map(|rows| rows.split([',', '\n', ' ']));
    one_line(cells.find(is_state).unwrap_or(text), DONE_CHARS)
}

/// The word of an output that names a commit, or else an address.
pub(super) fn proof(output: &str) -> Option<&str> {
    let is_hash = |word: &str| {
        let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        word.len() >= HASH_BYTES
            && word.bytes().all(is_hex)
            && word.bytes().any(|byte| byte.is_ascii_digit())
    };
    let marks = |char: char| !char.is_alphanumeric();
    let mut words = output.split_whitespace();
    let hash = words.clone().find(|word| word.split(marks).any(is_hash));
    let proof = hash.or_else(|| words.find(|word| word.contains("://")));
    proof.map(|proof| proof.trim_matches(marks))
}

fn last_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Whether a path names a file: its last name has an ending.
pub(super) fn is_file(path: &str) -> bool {
    !path.contains(char::is_whitespace)
        && last_name(path).rsplit_once('.').is_some_and(|(stem, end)| {
            !stem.is_empty() && end.starts_with(|char: char| char.is_ascii_alphabetic())
        })
}

/// What a search found in a file: its path, and the line with its number.
fn hit(line: &str) -> Option<(&str, &str)> {
    let (path, rest) = line.split_at(line.find([':', '\t', ' '])?);
    let rest = rest.strip_prefix(':')?;
    (is_file(path) && rest.starts_with(|char: char| char.is_ascii_digit())).then_some((path, rest))
}

fn scalar(value: &Value) -> Cow<'_, str> {
    match value {
        Value::String(text) => Cow::Borrowed(text),
        Value::Null => Cow::Borrowed(""),
        other => Cow::Owned(other.to_string()),
    }
}

/// Without what a terminal obeys: colours, bells, backspaces. Tabs and line breaks stay.
fn clean(text: &str) -> Cow<'_, str> {
    let plain =
        |char: char| matches!(char, '\n' | '\t') || !(char.is_control() || char == '\u{feff}');
    // Nearly every text is plain ASCII, which its bytes tell sooner.
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    if text.bytes().all(is_plain) || text.chars().all(plain) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        if char == '\u{1b}' && chars.peek() == Some(&'[') {
            // A control sequence ends with a letter or one of a few signs.
            chars.next();
            while chars
                .next_if(|char| matches!(char, '0'..='9' | ';' | '?' | ' '))
                .is_some()
            {}
            chars.next_if(|char| matches!(char, '@'..='~'));
        } else if plain(char) {
            clean.push(char);
        }
    }
    Cow::Owned(clean)
}

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn what_a_terminal_obeys_is_left_out() {
        assert_eq!(
            clean("\u{1b}[31;1mred\u{1b}[0m\r\nplain\ttext\u{7}"),
            "red\nplain\ttext"
        );
        assert_eq!(clean("größe"), "größe");
    }
}
