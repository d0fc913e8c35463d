//! Tool results as texts that can be cut: what a cut saves, and the key under which the host stores
//! the original.

use crate::history::{History, PartKind};
use crate::host::item::{Item, Kind};
use crate::host::path::Path;
use crate::host::units::utf16_len;
use crate::measure::{Measure, json_chars};
use crate::reduce::plan::{Edit, EditAction, EditReason};
use crate::reduce::value_text;
use crate::shape::{shapes, words};
use serde_json::Value;
use std::sync::OnceLock;

words! {
    /// The media type of an output.
    pub enum Mime {
        /// Plain text.
        Text => "text/plain",
    }
}

/// A result that may be cut.
#[derive(Debug, Clone)]
pub struct ResultText {
    pub message: usize,
    pub part: usize,
    /// The path of the text in the message.
    at: Path,
    /// Whether the truncated text replaces the entire response, not one field of it.
    wraps: bool,
    pub text: String,
    /// Estimated tokens of the text, computed on first use.
    tokens: OnceLock<f64>,
}

impl ResultText {
    /// Returns the estimated tokens of the text, rounded down. They are computed on first use,
    /// since most results are never counted.
    pub fn tokens(&self, history: &History) -> f64 {
        let tokens = || history.scale().text_tokens(&self.text).floor();
        *self.tokens.get_or_init(tokens)
    }
}

/// All results with a text, in order. A result with media inside its output is left out, since a
/// cut would remove the media too.
pub fn results(history: &History, messages: &Item<'_>) -> Vec<ResultText> {
    results_among(history, messages, &|_| true)
}

/// As [`results`], of the parts for which `is_wanted` is true. No text of another one is copied.
pub fn results_among(
    history: &History,
    messages: &Item<'_>,
    is_wanted: &dyn Fn(usize) -> bool,
) -> Vec<ResultText> {
    let mut found = Vec::new();
    messages.each_item(|index, message| {
        for part in history.results_in(index) {
            if history.is_read(part) && may_be_cut(history, part) && is_wanted(part) {
                found.extend(result(history, &message, index, part));
            }
        }
    });
    found
}

fn may_be_cut(history: &History, part: usize) -> bool {
    let entry = &history.parts()[part];
    entry.kind == PartKind::ToolResult
        && !entry.is_cleared
        && !history.nested_media(part).any(|medium| medium.in_output)
}

/// The result at `part` of a message, if its output is one string, or one block of text. Another
/// output is shown by [`results`] in a form that the message does not have.
pub fn plain_result<'v>(
    history: &History,
    message: &Item<'v>,
    index: usize,
    part: usize,
) -> Option<ResultText> {
    let found = may_be_cut(history, part)
        .then(|| result(history, message, index, part))
        .flatten()?;
    let at = if found.wraps {
        history
            .dialect()
            .output_path_in(message, history.parts()[part].path)
    } else {
        found.at
    };
    let output = at.resolve(message)?;
    let is_text = |block: Item<'v>| block.string("text").is_some();
    let is_plain = match output.kind() {
        Kind::String => true,
        Kind::Array => output.len() == 1 && output.at(0).is_some_and(is_text),
        _ => false,
    };
    is_plain.then_some(found)
}

/// Returns whether a result that may be truncated contains `piece`. Most texts are searched without
/// a copy.
pub fn any_holds(history: &History, messages: &Item<'_>, piece: &str) -> bool {
    let mut holds = false;
    messages.each_item(|index, message| {
        for part in history.results_in(index) {
            if holds || !may_be_cut(history, part) {
                continue;
            }
            let path = history.parts()[part].path;
            let output = history.dialect().output_of(&message, path);
            holds = match output.filter(Item::is_string) {
                Some(output) => output.text().to_str().contains(piece),
                None => plain_result(history, &message, index, part)
                    .is_some_and(|result| result.text.contains(piece)),
            };
        }
    });
    holds
}

/// The text of a result: the response if it is a string, else its field `output`, else its field
/// `content`, else all of it as text.
fn result<'v>(
    history: &History,
    message: &Item<'v>,
    index: usize,
    part: usize,
) -> Option<ResultText> {
    let dialect = history.dialect();
    let output_at = dialect.output_path_in(message, history.parts()[part].path);
    let output = output_at.resolve(message)?;
    let field = |key: &'static str| Some((output_at.key(key), output.string(key)?));
    let (at, wraps, text) = if output.is_string() {
        (output_at, true, output.to_text())
    } else if let Some((at, text)) = field("output").or_else(|| field("content")) {
        // Fields beside the text stay: they are short, and the stored file does not hold them.
        (at, false, text.to_text())
    } else if dialect.traits().outputs_are_objects {
        (
            output_at,
            true,
            serde_json::to_string_pretty(&output.to_value().ok()?).ok()?,
        )
    } else {
        (output_at, true, value_text(Some(output)).into_owned())
    };
    Some(ResultText {
        message: index,
        part,
        at,
        wraps,
        text,
        tokens: OnceLock::new(),
    })
}

/// The edit that replaces the text of a result by `text`; `None` if that makes nothing smaller.
pub fn cut(
    history: &History,
    messages: &Item<'_>,
    result: &ResultText,
    text: String,
) -> Option<Edit> {
    let edit = replace(history, &messages.at(result.message)?, result, text)?;
    (edit.tokens > 0.0 && edit.chars_after < edit.chars_before).then_some(edit)
}

/// The edit that replaces the text of a result in its message by `text`, which may be longer: its
/// `tokens` are then below 0.
pub fn replace(
    history: &History,
    message: &Item<'_>,
    result: &ResultText,
    text: String,
) -> Option<Edit> {
    let entry = &history.parts()[result.part];
    let (at, value) = if result.wraps {
        history.dialect().cleared_output(message, entry.path, &text)
    } else {
        (result.at, Value::String(text.clone()))
    };
    let before = at.resolve(message)?;
    let scale = history.scale();
    let [sized_before, sized_after] = scale.contents(&before, &value)?;
    if scale.measure == Measure::Chars && before.is_string() {
        // The same text is not counted twice.
        result
            .tokens
            .get_or_init(|| scale.tokens(sized_before).floor());
    }
    // The unit `output_chars` counts the output string alone; the other units count all of the
    // content.
    let tokens = match scale.measure {
        Measure::OutputChars if result.wraps && !before.is_string() => 0.0,
        Measure::OutputChars => result.tokens(history) - scale.text_tokens(&text),
        _ => scale.tokens(sized_before) - scale.tokens(sized_after),
    };
    // A data URL inside the text was priced as a medium, so its removal saves that price.
    let media_tokens = sized_before
        .media_tokens
        .saturating_sub(sized_after.media_tokens);
    let tokens = tokens + media_tokens as f64;
    // Chars in the unit by which the split weighs messages.
    let (chars_before, chars_after) = match scale.measure {
        Measure::JsonChars | Measure::ContentJsonChars => {
            (json_chars(before).ok()?, json_chars(&value).ok()?)
        }
        _ => (utf16_len(&result.text) as u64, utf16_len(&text) as u64),
    };
    Some(Edit {
        chars_before,
        chars_after,
        media: sized_before.media.saturating_sub(sized_after.media),
        media_tokens,
        tokens_saved: tokens.max(0.0) as u64,
        tokens,
        tool: history.tool_label(result.part),
        detail: history.symbol(entry.detail).to_owned(),
        text,
        at,
        value: Some(value),
        ..Edit::of(
            history,
            result.part,
            EditAction::CutResult,
            EditReason::Budget,
        )
    })
}

shapes! {
    /// An output to store before it's cleared.
    pub struct StoreRequest: Eq {
        /// A safe file name, derived from the content: `tool-outputs/read_file_00f1....txt`.
        pub key: String,
        /// The complete output, or the messages that become a summary.
        pub text: String,
        /// The media type of the text.
        pub mime: Mime,
        /// The path, the command or the pattern of the call; may be empty.
        pub arguments: String,
    }
}

impl StoreRequest {
    /// Of a text whose tool has this name.
    pub fn new(tool: &str, text: String) -> Self {
        Self {
            key: output_key(tool, &text),
            text,
            mime: Mime::Text,
            arguments: String::new(),
        }
    }

    pub fn of(history: &History, result: &ResultText) -> Self {
        let entry = &history.parts()[result.part];
        let mut request = Self::new(history.symbol(entry.name), result.text.clone());
        request.arguments = history.symbol(entry.detail).to_owned();
        request
    }
}

/// Longest piece of a key, in chars. Chosen here: a file system takes names of 255 bytes, which
/// leaves room for three.
const PIECE_CHARS: usize = 80;

/// The key under which a text of a tool is stored: `tool-outputs/<tool>_<hash>.txt`. Every char of
/// the tool's name that is not safe in a file name becomes `_`, in lower case. With a counter in place
/// of the hash, two processes could overwrite each other's files.
fn output_key(tool: &str, text: &str) -> String {
    let is_unsafe = |char: char| !char.is_ascii_alphanumeric() && char != '_' && char != '-';
    let tool: String = tool.chars().take(PIECE_CHARS).collect();
    let tool = tool.to_ascii_lowercase().replace(is_unsafe, "_");
    let joint = if tool.is_empty() { "" } else { "_" };
    let hash = xxhash_rust::xxh3::xxh3_64(text.as_bytes());
    format!("tool-outputs/{tool}{joint}{hash:016x}.txt")
}
