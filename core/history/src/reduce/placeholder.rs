//! The text that replaces a cleared result: the tool, the subject of the call, the length of the
//! result, its media, how it failed, why it was cleared, and the location of the original.

use super::clear_stale::step::{CallEnd, Step};
use super::plan::{Edit, EditAction, EditReason};
use super::saving::Saving;
use crate::history::{History, PartEntry, PlaceholderStyle};
use crate::read::media::{clip_label, sanitize_label};
use std::collections::BTreeMap;

/// Longest name of a tool, longest key argument and longest line of an error, in chars. Chosen
/// here: with the longest place, a placeholder stays below 480 chars. A longer one is not known
/// again as one.
pub const TOOL_CHARS: usize = 40;
pub const DETAIL_CHARS: usize = 80;
pub const LINE_CHARS: usize = 60;
/// Longest location of an original, in chars. An output with a longer one is not cleared: a
/// truncated location would lead nowhere.
pub const PLACE_CHARS: usize = 160;

/// Locations of stored originals, by part of the history.
pub type Places = BTreeMap<usize, String>;

/// Details of a result, in addition to its tool and its length.
#[derive(Debug, Clone, Copy, Default)]
pub struct About<'a> {
    /// The call and how it ended, where that is known.
    pub step: Option<&'a Step>,
    /// Why it was cleared, if not only because it is old.
    pub why: Option<&'a str>,
    /// Location of the original.
    pub place: Option<&'a str>,
}

/// Returns the placeholder of the result at `part` in the configured style, based on the history
/// alone.
pub fn result_placeholder(history: &History, part: usize) -> String {
    match history.options().clearing.placeholder {
        PlaceholderStyle::Short => "[Old tool result cleared]".to_owned(),
        // Source: qwen-code.
        PlaceholderStyle::Plain => "[Old tool result content cleared]".to_owned(),
        PlaceholderStyle::Informative => placeholder(history, part, About::default()),
    }
}

/// Returns the most detailed placeholder of the result at `part`.
pub fn placeholder(history: &History, part: usize, about: About<'_>) -> String {
    let entry = &history.parts()[part];
    let tool = clip_label(history.symbol(entry.name), TOOL_CHARS);
    let detail = about
        .step
        .map(|step| clip_label(&step.detail, DETAIL_CHARS))
        .filter(|detail| !detail.is_empty());
    let detail = detail.unwrap_or_else(|| history.symbol(entry.detail).to_owned());
    let tool = if tool.is_empty() { "tool" } else { &tool };
    let mut text = format!(
        "[Old tool result cleared: {}, {} chars{}",
        format!("{tool} {detail}").trim_end(),
        entry.output_chars,
        media(history, part)
    );
    if let Some(step) = about
        .step
        .filter(|step| matches!(step.ended, CallEnd::Mended | CallEnd::Failed))
    {
        text += "; it failed";
        let line = clip_label(&step.line, LINE_CHARS);
        if !line.is_empty() {
            text += &format!(": {line}");
        }
        if step.ended == CallEnd::Mended {
            text += "; the same call was made again later";
        }
    }
    if let Some(why) = about.why {
        text += &format!("; {why}");
    }
    if let Some(place) = about.place {
        text += &format!("; original: {}", sanitize_label(place, PLACE_CHARS));
    }
    text.push(']');
    text
}

/// Returns a note about the images and files that are cleared with a result.
fn media(history: &History, part: usize) -> String {
    let own = history.parts()[part].media as usize;
    let nested = || history.nested_media(part);
    let is_image = |medium: &PartEntry| history.symbol(medium.name).starts_with("image/");
    let word = if own == 0 && nested().all(is_image) {
        "image"
    } else {
        "file"
    };
    match nested().count() + own {
        0 => String::new(),
        1 if word == "image" => "; an image was there".to_owned(),
        1 => "; a file was there".to_owned(),
        count => format!("; {count} {word}s were there"),
    }
}

/// Returns the edits with placeholders that say how calls ended and where originals are stored.
/// Placeholders of less detailed styles are left unchanged.
pub fn fill_placeholders(
    history: &History,
    edits: Vec<Edit>,
    steps: &[Step],
    places: &Places,
) -> Vec<Edit> {
    if history.options().clearing.placeholder != PlaceholderStyle::Informative {
        return edits;
    }
    let steps: BTreeMap<_, _> = steps.iter().map(|step| (step.result, step)).collect();
    edits
        .into_iter()
        .map(|edit| filled(history, edit, &steps, places))
        .collect()
}

fn filled(history: &History, edit: Edit, steps: &BTreeMap<usize, &Step>, places: &Places) -> Edit {
    let is_old = matches!(
        edit.reason,
        EditReason::Idle | EditReason::Size | EditReason::Forced
    );
    if edit.action != EditAction::ClearResult || !is_old {
        return edit;
    }
    let about = About {
        step: steps.get(&edit.part).copied(),
        place: places.get(&edit.part).map(String::as_str),
        ..About::default()
    };
    let text = placeholder(history, edit.part, about);
    if text == edit.text {
        return edit;
    }
    let saving = Saving::of_clearing(history, edit.part, &text);
    if !saving.is_gain() {
        return edit;
    }
    Edit {
        detail: edit.detail,
        ..saving.edit(history, edit.part, edit.action, edit.reason, text)
    }
}
