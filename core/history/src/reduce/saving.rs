//! What an edit saves. It is measured as the whole history is measured, so that the report and the
//! history after the patch agree.

use crate::history::{History, PartKind};
use crate::host::item::Item;
use crate::host::units;
use crate::measure::{Measure, Size};
use crate::reduce::plan::{Edit, EditAction, EditReason};

/// The tool of a result, as its call names it. For built-in tools this is the type of the call.
fn called_tool(history: &History, part: usize) -> &str {
    history.parts()[part].partner.map_or("", |call| {
        history.symbol(history.parts()[call as usize].name)
    })
}

/// Sizes before and after one edit. `media` and `media_tokens` are what the edit removes; `tokens`
/// is what it saves.
#[derive(Debug, Clone, Copy)]
pub struct Saving {
    chars_before: u64,
    chars_after: u64,
    media: u32,
    media_tokens: u64,
    tokens: f64,
}

impl Saving {
    /// The output of a result becomes `text`, and its media are removed.
    pub fn of_clearing(history: &History, part: usize, text: &str) -> Self {
        let entry = &history.parts()[part];
        let scale = history.scale();
        let media = entry.media + history.nested_media(part).count() as u32;
        let media_tokens = history.all_media_tokens(part);
        let value = history
            .dialect()
            .cleared_value(called_tool(history, part), text);
        let after = match scale.measure {
            Measure::OutputChars => Some(scale.output_chars(Some(&Item::from(&value)))),
            // This unit measures whole parts, so the size of the output alone is not known here.
            Measure::PartJsonChars => None,
            Measure::Chars | Measure::JsonChars | Measure::ContentJsonChars => {
                scale.content(&Item::from(&value)).ok()
            }
        };
        let words = units::utf16_len(text) as u64;
        let text_tokens = match after {
            Some(after) => entry.tokens - scale.tokens(after),
            None if scale.estimator.reads_text() => {
                entry.tokens * (entry.output_chars as f64 / entry.chars.max(1) as f64).min(1.0)
                    - scale.tokens_of_text(text) as f64
            }
            None => {
                entry.output_chars as f64 / scale.chars_per_token
                    - scale.tokens(Size {
                        chars: words,
                        ..Size::default()
                    })
            }
        };
        // A shorter text is no gain if the new value adds fields or quotes that make the message
        // longer.
        let is_longer = after.is_some_and(|after| {
            after.chars + 2 >= entry.chars + scale.media_chars(media, media_tokens)
        });
        // Data URLs inside the output are priced as media, so their length does not count as text.
        let text_chars = if entry.media > 0 {
            entry.chars.min(entry.output_chars)
        } else {
            entry.output_chars
        };
        Self {
            chars_before: text_chars + scale.media_chars(media, media_tokens),
            chars_after: words,
            media,
            media_tokens,
            tokens: if is_longer {
                0.0
            } else {
                text_tokens + media_tokens as f64
            },
        }
    }

    /// `media` pieces of media that cost `media_tokens` are replaced by `text`.
    pub fn of_media(history: &History, media: u32, media_tokens: u64, text: &str) -> Self {
        let scale = history.scale();
        Self {
            chars_before: scale.media_chars(media, media_tokens),
            chars_after: units::utf16_len(text) as u64,
            media,
            media_tokens,
            tokens: media_tokens as f64 - scale.text_tokens(text),
        }
    }

    /// Whether the edit saves a whole token, and chars.
    pub fn is_gain(&self) -> bool {
        self.tokens >= 1.0 && self.chars_after < self.chars_before
    }

    /// The edit with these sizes. Tokens are rounded down, so that the report never promises more
    /// than is saved.
    pub fn edit(
        self,
        history: &History,
        part: usize,
        action: EditAction,
        reason: EditReason,
        text: String,
    ) -> Edit {
        let entry = &history.parts()[part];
        Edit {
            chars_before: self.chars_before,
            chars_after: self.chars_after,
            media: self.media,
            media_tokens: self.media_tokens,
            tokens_saved: self.tokens.max(0.0) as u64,
            tokens: self.tokens.max(0.0),
            tool: if entry.kind == PartKind::ToolResult {
                history.tool_label(part)
            } else {
                String::new()
            },
            detail: history.symbol(entry.detail).to_owned(),
            text,
            ..Edit::of(history, part, action, reason)
        }
    }
}
