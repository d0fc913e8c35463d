//! Reads a host's message into the entries of a history.

use super::identity::id_hash;
use super::key_argument::key_argument;
use super::symbols::Symbols;
use super::{History, MessageEntry, PartEntry, PartKind};
use crate::error::Result;
use crate::host::item::{Item, Kind};
use crate::measure::{Escapes, Measure, Meter, Size, json_chars_to_a_depth};
use crate::read::dialect::Dialect;
use crate::read::frames::Attached;
use crate::read::media::detail_of;
use crate::read::message::{Body, Media, MediaPlace, Part, Role};
use crate::seal::share_of;

impl History {
    pub fn read(
        &mut self,
        dialect: Dialect,
        message: &Item<'_>,
        first_part: usize,
    ) -> Result<MessageEntry> {
        let (scale, measuring) = (self.scale, &self.options.measuring);
        let symbols_before = self.symbols.len() as u32;
        let mut compaction = None;
        let (parts, symbols) = (&mut self.parts, &mut self.symbols);
        let mut meter = Meter {
            scale: &scale,
            counts: &mut self.counts,
        };
        let role = dialect.read(message, &mut |part| {
            if matches!(&part.body, Body::Opaque(whole) if dialect.is_compaction(whole)) {
                compaction = Some(parts.len());
            }
            parts.push(entry_of(part, &mut meter, symbols));
        })?;
        count_nested_media_once(&mut parts[first_part..], scale.measure);
        if matches!(role, Role::User | Role::System) {
            note_authors(message, &mut parts[first_part..], measuring.signing_key());
        }
        if let Some(compaction) = compaction {
            // The provider reads nothing of the parts before it either.
            parts[first_part..compaction]
                .iter_mut()
                .for_each(PartEntry::weigh_nothing);
        }
        let read = &parts[first_part..];
        let tokens: f64 = read.iter().map(|part| part.tokens).sum();
        let media: u32 = read.iter().map(|part| part.media).sum();
        let media_tokens: u64 = read.iter().map(|part| part.media_tokens).sum();
        let has_result = read.iter().any(|part| part.kind == PartKind::ToolResult);
        let chars = match scale.measure {
            Measure::JsonChars => json_chars_to_a_depth(message),
            Measure::ContentJsonChars => content_json_chars(message),
            _ => {
                read.iter().map(|part| part.chars).sum::<u64>()
                    + scale.media_chars(media, media_tokens)
            }
        };
        let previous = self.messages.last().filter(|entry| {
            dialect.joins_turns() && role == Role::Assistant && entry.role == Role::Assistant
        });
        let has_call = read.iter().any(|part| part.kind == PartKind::ToolCall);
        Ok(MessageEntry {
            role,
            first_part: first_part as u32,
            part_count: read.len() as u32,
            symbols_before,
            chars,
            tokens: tokens + media_tokens as f64 + measuring.message_overhead_tokens as f64,
            media,
            media_tokens,
            has_call,
            has_result,
            is_user_turn: role == Role::User && !has_result,
            is_compaction: compaction.is_some(),
            continues_answer: previous.is_some(),
            joins_previous: previous
                .is_some_and(|entry| entry.reasoned || (entry.has_call && has_call)),
            // In flat dialects, only reasoning that the provider knows by an id is bound to what
            // follows.
            reasoned: previous.is_some_and(|entry| entry.reasoned)
                || read.iter().any(|part| {
                    part.kind == PartKind::Thought && (part.signed || !dialect.is_flat())
                }),
        })
    }
}

/// Notes which texts of a message conspectus or the host wrote. `key` is that of our own summaries.
fn note_authors(message: &Item<'_>, parts: &mut [PartEntry], key: Option<&str>) {
    let mut attached = Attached::default();
    for part in parts.iter_mut().filter(|part| part.kind == PartKind::Text) {
        let text = part.path.resolve(message).and_then(|text| text.as_string());
        let text = text.unwrap_or_default();
        part.summary_tokens = part.tokens * share_of(&text, key);
        let holder = part.path.parent().and_then(|path| path.resolve(message));
        part.is_attached = attached.holds(holder.as_ref(), &text);
    }
}

/// The size of a message under [`Measure::ContentJsonChars`]: the length of its string, or of the
/// JSON of its list of blocks.
fn content_json_chars(message: &Item<'_>) -> u64 {
    match message.first(&["content", "parts"]) {
        Some(content) if content.is_string() => content.len() as u64,
        Some(content) => json_chars_to_a_depth(&content),
        None => 0,
    }
}

/// Makes sure that each medium is counted once. Measuring a result counts all media in it, but the
/// dialect also emits most of them as entries of their own; those are taken off the result. Data
/// URLs inside text and blocks of unknown shape stay with the result.
fn count_nested_media_once(parts: &mut [PartEntry], measure: Measure) {
    let mut result = None;
    for index in 0..parts.len() {
        match parts[index].kind {
            PartKind::ToolResult => result = Some(index),
            // `PartJsonChars` measures the whole part, with the media beside the output.
            PartKind::NestedMedia
                if parts[index].in_output || measure == Measure::PartJsonChars =>
            {
                if let Some(holder) = result {
                    let cost = parts[index].media_tokens;
                    let holder = &mut parts[holder];
                    holder.media = holder.media.saturating_sub(1);
                    // The measure of the result ignores the level of detail, so its prices may
                    // differ. After the last medium, nothing may be left of them.
                    holder.media_tokens = if holder.media == 0 {
                        0
                    } else {
                        holder.media_tokens.saturating_sub(cost)
                    };
                }
            }
            _ => {}
        }
    }
}

/// Returns the `context` string of a document block. The model reads it together with the document.
fn context_of<'v>(block: &Item<'v>) -> Option<Item<'v>> {
    let holder = block.get("document").unwrap_or(*block);
    holder.string("context")
}

fn entry_of(part: Part<'_>, meter: &mut Meter<'_>, symbols: &mut Symbols) -> PartEntry {
    let scale = meter.scale;
    let mut entry = PartEntry {
        path: part.path,
        ..PartEntry::default()
    };
    // Under these measures, a part that is neither text nor a medium counts as its exact JSON.
    let exact = matches!(scale.measure, Measure::PartJsonChars | Measure::OutputChars);
    if let Body::ToolCall { id, name, .. } | Body::ToolResult { id, name, .. } = &part.body {
        entry.id = id.as_ref().map_or(0, id_hash);
        entry.name = name.as_ref().map_or(0, |name| symbols.intern_view(name));
    }
    let size = match &part.body {
        Body::Text(text) => {
            entry.kind = PartKind::Text;
            meter.string(text)
        }
        Body::Thought { content, signed } => {
            entry.kind = PartKind::Thought;
            entry.signed = *signed;
            meter.content(content)
        }
        Body::Media(media) => {
            entry.name = media.mime.as_deref().map_or(0, |mime| symbols.intern(mime));
            take_medium(&mut entry, media, meter)
        }
        Body::ToolCall {
            name, args, whole, ..
        } => {
            entry.kind = PartKind::ToolCall;
            let args = args.as_ref();
            let detail = args.and_then(key_argument);
            entry.detail = detail.map_or(0, |detail| symbols.intern(&detail));
            let size = args.map_or_else(Size::default, |args| meter.content(args));
            entry.output_chars = size.chars;
            match name {
                _ if exact => meter.json(whole, Escapes::Counted),
                Some(name) => size.plus(meter.string(name)),
                None => size,
            }
        }
        Body::ToolResult {
            output,
            is_error,
            whole,
            ..
        } => {
            entry.is_error = *is_error;
            take_output(&mut entry, output.as_ref(), whole, meter)
        }
        // Under `OutputChars`, a text beside nested media counts as text, as in the system that
        // this measure reproduces.
        Body::Opaque(whole) | Body::Unread(whole) => match whole
            .get("text")
            .filter(|text| scale.measure == Measure::OutputChars && text.is_string())
        {
            Some(text) => meter.string(&text),
            None if exact => meter.json(whole, Escapes::Counted),
            None => meter.json(whole, Escapes::Ignored),
        },
    };
    entry.is_unread = size.is_odd || matches!(part.body, Body::Unread(_));
    entry.chars = size.chars;
    entry.media = size.media;
    entry.media_tokens = size.media_tokens;
    entry.tokens = scale.tokens(size);
    entry
}

/// Records the place of a media item, and measures it with its `context` string.
#[inline]
fn take_medium(entry: &mut PartEntry, media: &Media<'_>, meter: &mut Meter<'_>) -> Size {
    entry.kind = match media.place {
        MediaPlace::TopLevel | MediaPlace::Thought => PartKind::Media,
        _ => PartKind::NestedMedia,
    };
    entry.in_output = media.place == MediaPlace::InOutput;
    entry.is_thought = media.place == MediaPlace::Thought;
    entry.beside_text = media.beside_text;
    entry.output_chars = media.data.map_or(0, |data| data.len() as u64);
    let media_tokens = meter
        .scale
        .medium(media.data.as_ref(), detail_of(&media.whole));
    // In an output it is counted with the output.
    let beside = if entry.in_output {
        None
    } else {
        context_of(&media.whole)
    };
    Size {
        media: 1,
        media_tokens,
        text_tokens: beside.map_or(0.0, |text| meter.string(&text).text_tokens),
        ..Size::default()
    }
}

/// Notes how long an output is and whether it was cleared, and measures its part.
#[inline]
fn take_output(
    entry: &mut PartEntry,
    output: Option<&Item<'_>>,
    whole: &Item<'_>,
    meter: &mut Meter<'_>,
) -> Size {
    entry.kind = PartKind::ToolResult;
    let scale = meter.scale;
    let size = match output {
        _ if scale.measure == Measure::PartJsonChars => meter.json(whole, Escapes::Counted),
        Some(output) => meter.content(output),
        None => Size::default(),
    };
    let text = output.map(|output| sole_string(output).unwrap_or(*output));
    entry.output_chars = text
        .as_ref()
        .filter(|value| value.is_string())
        .map(|text| text.len() as u64)
        .or_else(|| block_chars(output?))
        .unwrap_or(output.map_or(0, |_| size.chars));
    entry.is_cleared = text
        .as_ref()
        .map_or_else(|| is_blanked(whole), holds_placeholder);
    if scale.measure != Measure::OutputChars {
        return size;
    }
    Size {
        media: size.media,
        media_tokens: size.media_tokens,
        ..scale.output_chars(output)
    }
}

/// The chars of blocks that are texts alone.
fn block_chars(output: &Item<'_>) -> Option<u64> {
    let chars = |block: Item<'_>| Some(block.string("text")?.len() as u64);
    output
        .is_list()
        .then(|| output.items().map(chars).sum::<Option<u64>>())?
}

/// The string of `{output: "..."}`, `{error: "..."}` and the like: an object with one field that is
/// a string.
fn sole_string<'v>(output: &Item<'v>) -> Option<Item<'v>> {
    let mut fields = output.fields();
    let (_, only) = fields.next()?;
    (fields.next().is_none() && only.is_string()).then_some(only)
}

/// Longest output that may count as a placeholder, in chars. Otherwise a tool could protect a large
/// output from clearing by printing the text of a placeholder at its start.
const PLACEHOLDER_CHARS: usize = 480;

/// Whether an output is a placeholder, or a list of one block that holds one. Some dialects write a
/// text output as such a list.
fn holds_placeholder(output: &Item<'_>) -> bool {
    match output.kind() {
        Kind::Array if output.len() == 1 => output.at(0).is_some_and(|block| {
            ["text", "stdout"]
                .iter()
                .any(|key| block.get(key).is_some_and(|text| is_placeholder(&text)))
        }),
        _ => is_placeholder(output),
    }
}

/// Whether this is a computer's output whose screenshot was cleared. The dialect gives no output
/// for it.
fn is_blanked(whole: &Item<'_>) -> bool {
    let url = whole
        .get("output")
        .and_then(|output| output.get("image_url"));
    url.is_some_and(|url| url.is_str(crate::read::dialect::BLANK_SCREENSHOT))
}

fn is_placeholder(text: &Item<'_>) -> bool {
    text.is_string() && text.len() <= PLACEHOLDER_CHARS && {
        let text = text.text();
        let text = text.to_str();
        text.starts_with("[Old tool result cleared")
            || text.starts_with("[Old tool result content cleared")
    }
}
