//! Arguments that a call wrote into a file: their long strings are cleared once the call has
//! succeeded. Keys and types are kept.

use super::step::{CallEnd, Step};
use crate::history::{History, PATH_RANKS, argument_rank};
use crate::host::item::{Item, MAX_DEPTH};
use crate::host::units::utf16_len;
use crate::read::media::sanitize_label;
use crate::reduce::placeholder::DETAIL_CHARS;
use crate::reduce::plan::{Edit, EditAction, EditReason};
use serde_json::Value;

/// A shorter text of an argument stays, in chars. Chosen here: its placeholder takes about a
/// hundred.
const TEXT_CHARS_MIN: usize = 200;

/// Depth to which the fields next to a call are searched for a signature. Chosen here: providers
/// nest them two levels deep.
const SIGNATURE_DEPTH: usize = 4;

/// Returns the edit that clears the written strings in the arguments of a step.
pub(super) fn cleared(history: &History, message: &Item<'_>, step: &Step) -> Option<Edit> {
    let call = step.call;
    if !step.writes || step.ended != CallEnd::Done || is_bound(history, message, call) {
        return None;
    }
    let path = history.parts()[call].path;
    let at = history.dialect().call_args_path(message, path)?;
    let before = at.resolve(message)?;
    let (mut args, is_text) = match before.to_value().ok()? {
        Value::String(text) => (serde_json::from_str::<Value>(&text).ok()?, true),
        args => (args, false),
    };
    if !args.is_object() || holds_fraction(&args) {
        return None;
    }
    let mut cleared = Cleared {
        files: sanitize_label(&step.changed.join(", "), DETAIL_CHARS),
        first: None,
    };
    cleared.take(&mut args, false, 0);
    let text = cleared.first?;
    let value = if is_text {
        Value::String(args.to_string())
    } else {
        args
    };
    let scale = history.scale();
    let [size_before, size_after] = scale.contents(&before, &value)?;
    let tokens = scale.tokens(size_before) - scale.tokens(size_after);
    let action = EditAction::ShortenArguments;
    (tokens > 0.0 && size_after.chars < size_before.chars).then(|| Edit {
        chars_before: size_before.chars,
        chars_after: size_after.chars,
        tokens_saved: tokens as u64,
        tokens,
        tool: history.tool_label(call),
        detail: sanitize_label(&step.detail, DETAIL_CHARS),
        text,
        at,
        value: Some(value),
        ..Edit::of(history, call, action, EditReason::Applied)
    })
}

struct Cleared {
    /// The files that were written.
    files: String,
    /// The first placeholder.
    first: Option<String>,
}

impl Cleared {
    /// Puts placeholders in place of long texts. What names a file stays.
    fn take(&mut self, value: &mut Value, names_file: bool, depth: usize) {
        match value {
            Value::String(text) if !names_file && utf16_len(text) >= TEXT_CHARS_MIN => {
                let placeholder = format!(
                    "[Old argument cleared: {} chars, {} lines; applied to {}]",
                    utf16_len(text),
                    text.lines().count(),
                    self.files
                );
                self.first.get_or_insert_with(|| placeholder.clone());
                *text = placeholder;
            }
            Value::Array(items) if depth < MAX_DEPTH => items
                .iter_mut()
                .for_each(|item| self.take(item, names_file, depth + 1)),
            Value::Object(fields) if depth < MAX_DEPTH => {
                for (name, field) in fields {
                    self.take(
                        field,
                        argument_rank(name).is_some_and(|rank| rank < PATH_RANKS),
                        depth + 1,
                    );
                }
            }
            _ => {}
        }
    }
}

/// Whether the provider may check that the call is as it was: it is signed, or it belongs to
/// reasoning that is.
fn is_bound(history: &History, message: &Item<'_>, call: usize) -> bool {
    let index = history.message_of(call);
    let reasoned = history.dialect().is_flat() && history.messages()[index].reasoned;
    let beside_signed = history
        .parts_of(index)
        .iter()
        .any(|part| part.is_signed_thought());
    let path = history.parts()[call].path;
    let args = history.dialect().traits().args_keys;
    let own = path.resolve(message);
    let around = path
        .parent()
        .and_then(|parent| parent.resolve(message))
        .filter(Item::is_object);
    reasoned
        || beside_signed
        || own
            .into_iter()
            .chain(around)
            .any(|value| holds_signature(&value, args, SIGNATURE_DEPTH))
}

/// Returns whether a field next to the arguments is a signature, down to `levels` levels.
fn holds_signature(value: &Item<'_>, args: &[&str], levels: usize) -> bool {
    levels > 0
        && value.any_field(|name, child| {
            let name = name.to_ascii_lowercase();
            let signs = name.contains("signature") || name.contains("encrypted");
            signs && child.is_truthy()
                || !args.contains(&name.as_str()) && holds_signature(&child, args, levels - 1)
        })
}

/// Returns whether the value contains a number with a fraction or exponent. Its spelling could
/// change when the arguments are written again.
fn holds_fraction(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.is_f64(),
        Value::Array(items) => items.iter().any(holds_fraction),
        Value::Object(fields) => fields.values().any(holds_fraction),
        _ => false,
    }
}
