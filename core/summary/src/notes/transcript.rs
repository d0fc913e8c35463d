//! The transcript that a summarizer reads. It is plain text, so any model can read it: it has no
//! tools, no signatures and no media.

mod boundary;
mod fitted;
mod labelled;
mod shown;

pub(crate) use boundary::boundary;
pub use fitted::fitted;
pub(crate) use shown::{plain, shown};

use crate::host::clip::clip;
use crate::host::units::utf16_len;
use crate::measure::Scale;
use crate::notes::memory::OwnMessages;
use crate::notes::turns::{Kind, Reader, Turn};
use crate::read::media::sanitize_label;
use crate::{History, Item};
use std::borrow::Cow;

/// Longest tool result, in chars. The first of these limits with which the transcript fits is used.
/// Source of 2,000: one of the reproduced systems. The others are chosen here.
const RESULT_CHARS: [usize; 4] = [2_000, 800, 300, 100];

/// The level of detail of a transcript, if space allows.
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
type Caps = [usize; 3];
const WHOLE: Caps = [usize::MAX; 3];

/// The cap for a turn of this kind.
fn cap([result, text, call]: Caps, kind: Kind) -> usize {
    match kind {
        Kind::Result => result,
        Kind::Call => call,
        _ => text,
    }
}

/// Longest text and longest call, in chars. Chosen here: a pasted log is clipped, an answer stays
/// whole.
const TEXT_CHARS: usize = 12_000;
const CALL_CHARS: usize = 1_000;

/// Returns the messages of `span` as entries with at most `max_chars` chars. Our own messages are
/// omitted. `framed` makes a record of them.
pub fn transcript(
    history: &History,
    messages: &Item<'_>,
    span: (usize, usize),
    ours: &OwnMessages,
    max_chars: usize,
    detail: TranscriptDetail,
) -> Entries {
    let full = (detail == TranscriptDetail::Full).then_some(WHOLE);
    let is_labelled = detail == TranscriptDetail::Labelled;
    let text = if is_labelled { usize::MAX } else { TEXT_CHARS };
    let capped = RESULT_CHARS.map(|result| [result, text, CALL_CHARS]);
    let pieces = pieces(history, messages, span, ours);
    let mut entries = Entries::default();
    for caps in full.into_iter().chain(capped) {
        entries = Entries::of(&pieces, |_| caps, is_labelled);
        if entries.chars() <= max_chars {
            break;
        }
    }
    Entries {
        max_chars,
        ..entries
    }
}

/// A turn of a transcript, with the chars of its text.
struct Piece<'m> {
    turn: Turn<'m>,
    chars: usize,
}

fn pieces<'m>(
    history: &History,
    messages: &Item<'m>,
    (start, end): (usize, usize),
    ours: &OwnMessages,
) -> Vec<Piece<'m>> {
    let reader = Reader {
        history,
        ours,
        is_transcript: true,
    };
    let mut turns = Vec::new();
    messages.each_item(|index, message| {
        if (start..end).contains(&index) {
            reader.read(index, &message, &mut turns);
        }
    });
    let piece = |turn: Turn<'m>| Piece {
        chars: utf16_len(&turn.text),
        turn,
    };
    turns.into_iter().map(piece).collect()
}

impl Piece<'_> {
    fn text(&self, max_chars: usize) -> Cow<'_, str> {
        let is_result = self.turn.kind == Kind::Result;
        clip(
            &self.turn.text,
            max_chars,
            if is_result { 0.5 } else { 0.7 },
        )
    }

    /// Returns the speaker or the kind of the turn. Each turn has its own header, so that a tool's
    /// output never appears under a user's header.
    fn header(&self, max_chars: usize) -> String {
        let turn = &self.turn;
        let tool = sanitize_label(&turn.tool, 80);
        match turn.kind {
            Kind::Call => format!("calls {tool}"),
            Kind::Result if turn.who != "result" => {
                let failed = if turn.is_error { " failed" } else { "" };
                let size = match self.chars {
                    chars if chars > max_chars => format!(", {max_chars} of {chars} chars"),
                    _ => String::new(),
                };
                format!("result of {tool}{failed}{size}")
            }
            _ => turn.who.to_owned(),
        }
    }
}

/// A record before it is framed.
#[derive(Clone, Default)]
pub struct Entries {
    /// The number in each header, the text after it and the boundary, and the content below.
    all: Vec<(usize, String, String)>,
    max_chars: usize,
    /// Chars of the contents that are shown, and that there are.
    shown_chars: usize,
    whole_chars: usize,
}

impl Entries {
    /// The entries of these pieces, each clipped as `caps_of` says of its number.
    fn of(pieces: &[Piece<'_>], caps_of: impl Fn(usize) -> Caps, is_labelled: bool) -> Self {
        let mut entries = Self::default();
        for (number, piece) in pieces.iter().enumerate() {
            let most = cap(caps_of(number), piece.turn.kind);
            let (who, mut content) = match is_labelled {
                true => (shown(&labelled::line(piece, most)), String::new()),
                // Reasoning is long, and meant for the model that wrote it. Its outcome stands in
                // the texts and calls.
                false if piece.turn.kind == Kind::Thought => continue,
                false => (piece.header(most), shown(&piece.text(most))),
            };
            entries.shown_chars += piece.chars.min(most);
            entries.whole_chars += piece.chars;
            if !content.is_empty() {
                content.reserve_exact(1);
                content.push('\n');
            }
            entries.all.push((piece.turn.message, who, content));
        }
        entries
    }

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

    /// Returns the record. Its frame and every header contain a boundary that occurs in no content
    /// and in none of `others`. `known` is written before the entries.
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
            text += &format!("[{number} {token}] {who}\n{content}");
        }
        let text = clip(&text, self.max_chars, 0.3);
        format!("<conversation {token}>\n{known}{text}</conversation {token}>")
    }
}

/// Chars of a header without who it names: number, boundary, brackets, line break.
const HEADER_CHARS: usize = 14;
/// Tokens of a header. Chosen here: number, boundary and name take 8 to 12.
const HEADER_TOKENS: u64 = 12;

/// The boundary of a framed record; empty for another text.
pub(crate) fn boundary_of(record: &str) -> &str {
    record
        .strip_prefix("<conversation ")
        .and_then(|rest| rest.split_once('>'))
        .map_or("", |(token, _)| token)
}
