//! The transcript that a summariser reads. It is plain text, so any model can read it: it has no
//! tools, no signatures and no media.

mod boundary;
mod fitted;
mod labelled;
mod shown;

pub(crate) use boundary::boundary;
pub use fitted::fitted;
pub(crate) use shown::{plain, shown};

use crate::history::{History, PartEntry, PartKind};
use crate::host::clip::clip;
use crate::host::units::utf16_len;
use crate::host::view::{Kind, View, ViewExt};
use crate::measure::Scale;
use crate::notes::memory::Ours;
use crate::notes::observation::{is_observation, reminders_in};
use crate::notes::reader::without_thoughts;
use crate::notes::words;
use crate::read::media;
use crate::read::message::Role;
use crate::reduce::{self, value_text};
use fitted::Piece;

/// Longest tool result, in chars. The first of these limits with which the transcript fits is used.
/// Source of 2,000: one of the reproduced systems. The others are chosen here.
const RESULT_CHARS: [usize; 4] = [2_000, 800, 300, 100];

/// How much of the conversation a transcript tells, if there is room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// Texts, calls and results, each clipped at a limit.
    Capped,
    /// Texts, calls and results as a whole. They are clipped only if the transcript would not fit.
    Full,
    /// Texts, calls and results, as much of each as the room allows.
    Fitted,
    /// As `Capped`, but with the names of the speakers and with reasoning, and with whole texts.
    Labelled,
}

/// Longest result, text and call, in chars.
#[derive(Clone, Copy)]
struct Caps {
    result: usize,
    text: usize,
    call: usize,
}

impl Caps {
    const WHOLE: Self = Self {
        result: usize::MAX,
        text: usize::MAX,
        call: usize::MAX,
    };
}

/// Longest text and longest call, in chars. Chosen here: a pasted log is clipped, an answer stays
/// whole.
const TEXT_CHARS: usize = 12_000;
const CALL_CHARS: usize = 1_000;

/// Messages of `span` as entries that take at most `max_chars` chars. What is ours in them is no
/// entry. `framed` makes a record of them.
pub fn transcript<V: View>(
    history: &History,
    messages: &V,
    span: (usize, usize),
    ours: &Ours,
    max_chars: usize,
    detail: Detail,
) -> Entries {
    let full = (detail == Detail::Full).then_some(Caps::WHOLE);
    let capped = RESULT_CHARS.map(|result| Caps {
        result,
        text: if detail == Detail::Labelled {
            usize::MAX
        } else {
            TEXT_CHARS
        },
        call: CALL_CHARS,
    });
    let source = Source {
        history,
        messages,
        ours,
    };
    let pieces = fitted::measured(&source, span);
    let mut entries = Entries::default();
    for caps in full.into_iter().chain(capped) {
        entries = source.render(&pieces, |_| caps, detail);
        if entries.chars() <= max_chars {
            break;
        }
    }
    Entries {
        max_chars,
        ..entries
    }
}

/// A record before it is framed.
#[derive(Debug, Default)]
pub struct Entries {
    /// The number in each header, what stands behind it and the boundary, and the content below.
    all: Vec<(usize, String, String)>,
    max_chars: usize,
    /// Chars of the contents that are shown, and that there are.
    shown_chars: usize,
    whole_chars: usize,
}

impl Entries {
    fn chars(&self) -> usize {
        self.all
            .iter()
            .map(|(_, who, content)| HEADER_CHARS + utf16_len(who) + utf16_len(content))
            .sum()
    }

    /// Estimated tokens of the record.
    pub fn tokens(&self, scale: &Scale) -> u64 {
        self.all
            .iter()
            .map(|(_, _, content)| scale.tokens_of_text(content) + HEADER_TOKENS)
            .sum()
    }

    /// How many chars of the contents are shown, and how many there are.
    #[must_use]
    pub fn shown_of(&self) -> (f64, f64) {
        // What is over in the end loses its middle.
        let fits = (self.max_chars as f64 / self.chars().max(1) as f64).min(1.0);
        (self.shown_chars as f64 * fits, self.whole_chars as f64)
    }

    /// The record, with a boundary in every header and in its frame that no content holds, nor any
    /// of `others`. `known` stands in front of the entries.
    #[must_use]
    pub fn framed(&self, known: &str, others: &[&str]) -> String {
        let known = shown(known);
        let contents = self.all.iter().flat_map(|(_, who, content)| [who, content]);
        let token = boundary(
            contents
                .map(String::as_str)
                .chain([known.as_str()])
                .chain(others.iter().copied()),
        );
        let mut text = String::new();
        for (number, who, content) in &self.all {
            text.push_str(&format!("[{number} {token}] {who}\n{content}"));
        }
        let text = clip(&text, self.max_chars, 0.3);
        format!("<conversation {token}>\n{known}{text}</conversation {token}>")
    }
}

/// Chars of a header without who it names: number, boundary, brackets, line break.
const HEADER_CHARS: usize = 14;
/// Tokens of a header. Chosen here: number, boundary and name take 8 to 12.
const HEADER_TOKENS: u64 = 12;

/// What a record is made from.
struct Source<'a, V> {
    history: &'a History,
    messages: &'a V,
    ours: &'a Ours,
}

/// The boundary of a framed record; empty for another text.
pub(crate) fn boundary_of(record: &str) -> &str {
    record
        .strip_prefix("<conversation ")
        .and_then(|rest| rest.split_once('>'))
        .map_or("", |(token, _)| token)
}

impl<V: View> Source<'_, V> {
    /// The entries of these pieces, each clipped as `caps_of` says of its number. Each part has its
    /// own header, so that a tool's words never stand under a user's header.
    fn render(&self, pieces: &[Piece], caps_of: impl Fn(usize) -> Caps, detail: Detail) -> Entries {
        let mut entries = Entries::default();
        for (number, piece) in pieces.iter().enumerate() {
            let (caps, place) = (caps_of(number), (piece.message, piece.part));
            let part = self.history.parts_of(piece.message).get(piece.part);
            entries.shown_chars += piece.whole.min(fitted::limit(part, caps));
            entries.whole_chars += piece.whole;
            let Some(message) = self.messages.at(piece.message) else {
                continue;
            };
            let told = match (part, detail) {
                (Some(part), Detail::Labelled) => {
                    labelled::render(self, &message, place, part, caps)
                }
                (Some(part), _) => render_part(self, &message, place, part, caps),
                (None, Detail::Labelled) => Vec::new(),
                (None, _) => {
                    vec![(role(self.history, piece.message).to_owned(), String::new())]
                }
            };
            let numbered = |(who, content)| (piece.message, who, content);
            entries.all.extend(told.into_iter().map(numbered));
        }
        entries
    }
}

/// The entries of one part: what stands in the header, and the content.
fn render_part<V: View>(
    source: &Source<'_, V>,
    message: &V,
    place: (usize, usize),
    part: &PartEntry,
    caps: Caps,
) -> Vec<(String, String)> {
    if let Some(said) = said(source, message, place, part) {
        let entry = |(who, text): (&str, String)| {
            let content = shown(&clip(&text, caps.text, 0.7));
            (who.to_owned(), format!("{content}\n"))
        };
        return said.into_iter().map(entry).collect();
    }
    let mut content = shown(&part_text(source.history, message, part, caps));
    if !content.is_empty() {
        content.push('\n');
    } else if !matches!(part.kind, PartKind::ToolCall | PartKind::ToolResult) {
        return Vec::new();
    }
    vec![(header(source.history, place.0, part, caps), content)]
}

/// Chars of a part as a record may show it.
fn whole_chars<V: View>(
    source: &Source<'_, V>,
    message: &V,
    place: (usize, usize),
    part: &PartEntry,
) -> usize {
    match said(source, message, place, part) {
        Some(said) => said.iter().map(|(_, text)| utf16_len(text)).sum(),
        None => utf16_len(&part_text(source.history, message, part, Caps::WHOLE)),
    }
}

/// What stands in a text of the user, and who said it: the user, the application, a tool, or notes
/// of ours that somebody changed. What is ours and whole is nobody's turn. `None` of another part.
fn said<V: View>(
    source: &Source<'_, V>,
    message: &V,
    (index, place): (usize, usize),
    part: &PartEntry,
) -> Option<Vec<(&'static str, String)>> {
    let Source { history, ours, .. } = *source;
    if part.kind != PartKind::Text || history.role(index) != Some(Role::User) {
        return None;
    }
    let text = value_text(part.path.resolve(message));
    // In protocols of plain text the host says what came of an action in the user's name.
    if is_observation(history, index, &text) {
        return Some(vec![("result", text)]);
    }
    let changed = ours
        .in_part(index, place)
        .filter(|found| found.rank.is_none())
        .filter_map(|found| text.get(found.range.clone()));
    let mut said: Vec<(&str, String)> = changed
        .map(|notes| ("notes of unproven origin", notes.to_owned()))
        .collect();
    let around = ours.around(index, place, &text);
    let words = words::of_text(history, (index, place), &text, ours);
    if words.is_empty() {
        said.push(("application", around));
    } else {
        said.extend([
            ("application", reminders_in(&around)),
            ("application", words::hooks_in(&around).to_owned()),
            ("user", words),
        ]);
    }
    said.retain(|(_, text)| !text.trim().is_empty());
    Some(said)
}

fn role(history: &History, index: usize) -> &'static str {
    match history.role(index) {
        Some(Role::Assistant) => "agent",
        Some(role) => role.name(),
        None => "other",
    }
}

/// Who speaks in a part, or what it is.
fn header(history: &History, index: usize, part: &PartEntry, caps: Caps) -> String {
    let name = media::sanitize_label(history.symbol(part.name), 80);
    match part.kind {
        PartKind::ToolCall => format!("calls {name}"),
        PartKind::ToolResult => {
            let flag = if part.is_error { " failed" } else { "" };
            let size = if part.output_chars > caps.result as u64 {
                format!(", {} of {} chars", caps.result, part.output_chars)
            } else {
                String::new()
            };
            format!("result of {name}{flag}{size}")
        }
        _ => role(history, index).to_owned(),
    }
}

fn part_text<V: View>(history: &History, message: &V, part: &PartEntry, caps: Caps) -> String {
    match part.kind {
        PartKind::Text => {
            let text = value_text(part.path.resolve(message));
            clip(&without_thoughts(&text), caps.text, 0.7).into_owned()
        }
        // Reasoning is long, and meant for the model that wrote it. Its outcome stands in the texts
        // and calls.
        PartKind::Thought => String::new(),
        PartKind::Opaque => opaque_label(history, message, part),
        PartKind::Media | PartKind::NestedMedia => {
            media::placeholder(Some(history.symbol(part.name)))
        }
        PartKind::ToolCall => {
            let args = value_text(call_args(history, message, part));
            clip(&args, caps.call, 0.7).into_owned()
        }
        PartKind::ToolResult => {
            clip(&result_text(history, message, part), caps.result, 0.5).into_owned()
        }
    }
}

/// A label for a part that only its provider can read, for example a search that it ran or an item
/// that it compacted: the type, the dialect and the size. The content is not shown: it may be
/// encrypted or long, and the summariser may be another provider's model.
fn opaque_label<V: View>(history: &History, message: &V, part: &PartEntry) -> String {
    let Some(value) = part.path.resolve(message) else {
        return String::new();
    };
    let mut name = value.string_at("type");
    value.for_each(&mut |key, _| name = name.take().or_else(|| key.map(|key| key.name.to_owned())));
    let name = media::sanitize_label(&name.unwrap_or_default(), 64);
    if name.is_empty() {
        return String::new();
    }
    format!(
        "[{name}, as {} holds it: {} chars]",
        history.dialect().name(),
        part.chars
    )
}

/// The arguments of a call, from where the dialect keeps them.
pub(crate) fn call_args<V: View>(history: &History, message: &V, part: &PartEntry) -> Option<V> {
    history.dialect().call_args(message, part.path)
}

/// The output of a tool result as text: its string, or its text blocks, or else its JSON.
pub(crate) fn result_text<V: View>(history: &History, message: &V, part: &PartEntry) -> String {
    let Some(output) = history.dialect().output_of(message, part.path) else {
        return String::new();
    };
    // Gemini often wraps the text in an object with one field: `{output: "..."}`, `{error: "..."}`.
    let is_wrapped = output.kind() == Kind::Object && output.len() == 1;
    let inner = ["output", "error", "content", "result"]
        .iter()
        .filter(|_| is_wrapped)
        .find_map(|key| output.get(key))
        .unwrap_or(output);
    value_text(Some(inner))
}

/// The same as the tool gave it, where its JSON or its list was told shorter.
pub(crate) fn given_text<V: View>(history: &History, message: &V, part: &PartEntry) -> String {
    let text = result_text(history, message, part);
    reduce::as_written(&text).unwrap_or(text)
}
