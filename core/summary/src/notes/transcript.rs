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
use crate::notes::observation::is_observation;
use crate::notes::reader::without_drafts;
use crate::notes::words;
use crate::read::media;
use crate::read::message::Role;
use crate::reduce::{self, value_text};
use fitted::FittedPart;

/// Longest tool result, in chars. The first of these limits with which the transcript fits is used.
/// Source of 2,000: one of the reproduced systems. The others are chosen here.
const RESULT_CHARS: [usize; 4] = [2_000, 800, 300, 100];

/// How much of the conversation a transcript tells, if there is room.
#[derive(Clone, Copy, PartialEq)]
pub enum TranscriptDetail {
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
    detail: TranscriptDetail,
) -> Entries {
    let full = (detail == TranscriptDetail::Full).then_some(Caps::WHOLE);
    let capped = RESULT_CHARS.map(|result| Caps {
        result,
        text: if detail == TranscriptDetail::Labelled {
            usize::MAX
        } else {
            TEXT_CHARS
        },
        call: CALL_CHARS,
    });
    let source = RecordSource {
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
#[derive(Clone, Default)]
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
    pub fn shown_of(&self) -> (f64, f64) {
        // What is over in the end loses its middle.
        let fits = (self.max_chars as f64 / self.chars().max(1) as f64).min(1.0);
        (self.shown_chars as f64 * fits, self.whole_chars as f64)
    }

    /// The record, with a boundary in every header and in its frame that no content holds, nor any
    /// of `others`. `known` stands in front of the entries.
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
struct RecordSource<'a, V> {
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

impl<V: View> RecordSource<'_, V> {
    /// A part, if its message has so many.
    fn part<'a>(
        &'a self,
        message: &'a V,
        index: usize,
        place: usize,
    ) -> Option<TranscriptPart<'a, V>> {
        Some(TranscriptPart {
            history: self.history,
            ours: self.ours,
            message,
            index,
            place,
            entry: self.history.parts_of(index).get(place)?,
        })
    }

    /// The entries of these pieces, each clipped as `caps_of` says of its number. Each part has its
    /// own header, so that a tool's words never stand under a user's header.
    fn render(
        &self,
        pieces: &[FittedPart],
        caps_of: impl Fn(usize) -> Caps,
        detail: TranscriptDetail,
    ) -> Entries {
        let mut entries = Entries::default();
        for (number, piece) in pieces.iter().enumerate() {
            let Some(message) = self.messages.at(piece.message) else {
                continue;
            };
            let Some(part) = self.part(&message, piece.message, piece.part) else {
                continue;
            };
            let caps = caps_of(number);
            entries.shown_chars += piece.whole.min(part.limit(caps));
            entries.whole_chars += piece.whole;
            let told = match detail {
                TranscriptDetail::Labelled => labelled::render(&part, caps),
                _ => part.render(caps),
            };
            let numbered = |(who, content)| (piece.message, who, content);
            entries.all.extend(told.into_iter().map(numbered));
        }
        entries
    }
}

/// One part of a message, with what is needed to read it.
struct TranscriptPart<'a, V> {
    history: &'a History,
    ours: &'a Ours,
    message: &'a V,
    index: usize,
    /// Its place among the parts of the message.
    place: usize,
    entry: &'a PartEntry,
}

impl<V: View> TranscriptPart<'_, V> {
    fn value(&self) -> Option<V> {
        self.entry.path.resolve(self.message)
    }

    /// Its entries: what stands in the header, and the content.
    fn render(&self, caps: Caps) -> Vec<(String, String)> {
        if let Some(said) = self.said() {
            let entry = |(who, text): (&str, String)| {
                let content = shown(&clip(&text, caps.text, 0.7));
                (who.to_owned(), format!("{content}\n"))
            };
            return said.into_iter().map(entry).collect();
        }
        let mut content = shown(&self.text(caps));
        if !content.is_empty() {
            content.push('\n');
        } else if !matches!(self.entry.kind, PartKind::ToolCall | PartKind::ToolResult) {
            return Vec::new();
        }
        vec![(self.header(caps), content)]
    }

    /// Its chars as a record may show it.
    fn whole_chars(&self) -> usize {
        match self.said() {
            Some(said) => said.iter().map(|(_, text)| utf16_len(text)).sum(),
            None => utf16_len(&self.text(Caps::WHOLE)),
        }
    }

    /// How much of it these limits show.
    fn limit(&self, caps: Caps) -> usize {
        match self.entry.kind {
            PartKind::ToolResult => caps.result,
            PartKind::ToolCall => caps.call,
            _ => caps.text,
        }
    }

    /// What stands in a text of the user, and who said it: the user, the application, a tool, or
    /// notes of ours that somebody changed. What is ours and whole is nobody's turn. `None` of
    /// another part.
    fn said(&self) -> Option<Vec<(&'static str, String)>> {
        let Self {
            history,
            ours,
            index,
            place,
            ..
        } = *self;
        if self.entry.kind != PartKind::Text || history.role(index) != Some(Role::User) {
            return None;
        }
        let text = value_text(self.value());
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
        let (framed, words) = words::apart(history, (index, place), &text, ours);
        said.extend([("application", framed), ("user", words)]);
        said.retain(|(_, text)| !text.trim().is_empty());
        Some(said)
    }

    /// The name of its tool or of its kind of media.
    fn name(&self) -> &str {
        self.history.symbol(self.entry.name)
    }

    fn args(&self) -> String {
        value_text(call_args(self.history, self.message, self.entry))
    }

    fn result(&self) -> String {
        result_text(self.history, self.message, self.entry)
    }

    /// Who speaks in it, or what it is.
    fn header(&self, caps: Caps) -> String {
        let name = media::sanitize_label(self.name(), 80);
        match self.entry.kind {
            PartKind::ToolCall => format!("calls {name}"),
            PartKind::ToolResult => {
                let flag = if self.entry.is_error { " failed" } else { "" };
                let chars = self.entry.output_chars;
                let size = if chars > caps.result as u64 {
                    format!(", {} of {chars} chars", caps.result)
                } else {
                    String::new()
                };
                format!("result of {name}{flag}{size}")
            }
            _ => role(self.history, self.index).to_owned(),
        }
    }

    fn text(&self, caps: Caps) -> String {
        match self.entry.kind {
            PartKind::Text => {
                let text = value_text(self.value());
                clip(&without_drafts(&text), caps.text, 0.7).into_owned()
            }
            // Reasoning is long, and meant for the model that wrote it. Its outcome stands in the
            // texts and calls.
            PartKind::Thought => String::new(),
            PartKind::Opaque => self.opaque_label().unwrap_or_default(),
            PartKind::Media | PartKind::NestedMedia => media::placeholder(Some(self.name())),
            PartKind::ToolCall => clip(&self.args(), caps.call, 0.7).into_owned(),
            PartKind::ToolResult => clip(&self.result(), caps.result, 0.5).into_owned(),
        }
    }

    /// A label for a part that only its provider can read, for example a search that it ran or an
    /// item that it compacted: the type, the dialect and the size. The content is not shown: it may
    /// be encrypted or long, and the summariser may be another provider's model.
    fn opaque_label(&self) -> Option<String> {
        let value = self.value()?;
        let mut name = value.string_at("type");
        value.for_each(&mut |key, _| {
            name = name.take().or_else(|| key.map(|key| key.name.to_owned()))
        });
        let name = media::sanitize_label(&name?, 64);
        let dialect = self.history.dialect().name();
        let chars = self.entry.chars;
        (!name.is_empty()).then(|| format!("[{name}, as {dialect} holds it: {chars} chars]"))
    }
}

fn role(history: &History, index: usize) -> &'static str {
    match history.role(index) {
        Some(Role::Assistant) => "agent",
        Some(role) => role.name(),
        None => "other",
    }
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
