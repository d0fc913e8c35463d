//! Drops what a model thought before it answered.

use super::headings;
use super::tags::{mates, next_open, scan, Class};
use std::borrow::Cow;

/// A text without drafts: closed ones, unclosed ones up to the document, and what stands before a
/// close without an open.
pub(crate) fn without_drafts(text: &str) -> String {
    let tags = scan(text);
    if tags.iter().all(|tag| tag.class != Class::Draft) {
        return text.to_owned();
    }
    let mates = mates(&tags);
    let next_root = next_open(&tags, |class| class == Class::Root);
    let next_section = next_open(&tags, |class| matches!(class, Class::Section(_)));
    let mut kept = String::new();
    let mut at = 0;
    let mut said = false;
    for (index, tag) in tags.iter().enumerate() {
        if tag.start < at {
            continue;
        }
        said |= matches!(tag.class, Class::Root | Class::Section(_));
        if tag.class != Class::Draft {
            continue;
        }
        let mut end = tag.end;
        if tag.opens {
            let next = [next_root[index], next_section[index]]
                .into_iter()
                .find_map(|next| tags.get(next))
                .map(|next| next.start);
            end = match mates[index] {
                Some(mate) => tags[mate].end,
                None => next
                    .or_else(|| headings::first(text, tag.end))
                    .unwrap_or(text.len()),
            };
        }
        kept.push_str(&text[at..tag.start]);
        // A provider may have swallowed where the draft began.
        let follows = !text[end..].trim_start().is_empty()
            && (!said || next_root[index] < tags.len() || next_section[index] < tags.len());
        if tag.closes && mates[index].is_none() && follows {
            kept.clear();
            said = false;
        }
        at = end;
    }
    kept.push_str(&text[at..]);
    kept
}

/// Marks around thoughts that are no tags. Source: Kimi (`◁think▷`), Mistral's Magistral
/// (`[THINK]`), Cohere's Command A, Sky-T1; their chat templates, November 2026.
const MARKS: [(&str, &str); 4] = [
    ("◁think▷", "◁/think▷"),
    ("[THINK]", "[/THINK]"),
    ("<|START_THINKING|>", "<|END_THINKING|>"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
];
/// The marks of OpenAI's Harmony format. Source: its documentation, November 2026.
const CHANNEL: &str = "<|channel|>";
const MESSAGE: &str = "<|message|>";
const FINAL: &str = "final";
/// What is left of them where a server took the marks out.
const UNMARKED: (&str, &str) = ("analysis", "assistantfinal");

/// A text with thoughts in tags, whatever marks the model puts around them, and with the last
/// channel alone.
pub(crate) fn marked(text: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(text);
    if text.contains(CHANNEL) {
        text = Cow::Owned(spoken(&text));
    } else if let Some((_, said)) = text
        .trim_start()
        .starts_with(UNMARKED.0)
        .then(|| text.rsplit_once(UNMARKED.1))
        .flatten()
    {
        text = Cow::Owned(said.to_owned());
    }
    for (open, close) in MARKS {
        if text.contains(open) || text.contains(close) {
            text = Cow::Owned(text.replace(open, "\n<think>").replace(close, "</think>\n"));
        }
    }
    text
}

/// What a model says in Harmony's format outside of its drafts: what stands in no channel, and the
/// channel that is meant for the user.
fn spoken(text: &str) -> String {
    let mut said = String::new();
    let mut pieces = text.split(CHANNEL);
    let plain = |piece: &str| {
        let end = piece.find("<|").unwrap_or(piece.len());
        piece[..end].to_owned()
    };
    said.push_str(&plain(pieces.next().unwrap_or_default()));
    for piece in pieces {
        let Some((name, body)) = piece.split_once(MESSAGE) else {
            continue;
        };
        if name.trim_start().starts_with(FINAL) {
            said.push_str(&plain(body));
        }
    }
    said
}

/// What an agent said, without what it thought before.
pub(crate) fn without_thoughts(text: &str) -> Cow<'_, str> {
    let text = marked(text);
    if !text.contains("think") && !text.contains("thought") && !text.contains("reasoning") {
        return text;
    }
    let mut text = text;
    for name in ["think", "thinking", "thought", "reasoning"] {
        let (open, close) = (format!("<{name}>"), format!("</{name}>"));
        // A provider may have swallowed where the thoughts began.
        let begins = text.trim_start().starts_with(&open) || !text.contains(&open);
        let behind = |end: usize| {
            text[end..]
                .lines()
                .next()
                .unwrap_or_default()
                .trim()
                .is_empty()
        };
        if let Some(end) = text.find(&close).map(|at| at + close.len()) {
            if begins && (text.trim_start().starts_with(&open) || behind(end)) {
                text = Cow::Owned(text[end..].trim_start().to_owned());
            }
        } else if text.trim_start().starts_with(&open) {
            text = Cow::Borrowed("");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drafts_in_channels_and_marks_are_no_words() {
        let harmony = "<|channel|>analysis<|message|>push it<|end|><|start|>assistant<|channel|>final<|message|>Done.<|return|>";
        for (text, said) in [
            (harmony, "Done."),
            ("<|start|>assistant<|channel|>commentary to=f<|constrain|>json<|message|>{}<|call|>", ""),
            ("<|channel|>analysis<|message|>cut off", ""),
            ("analysisWe push it.assistantfinalDone.", "Done."),
            ("◁think▷push it◁/think▷Done.", "Done."),
            ("[THINK]push it[/THINK]\nDone.", "Done."),
            ("<think>push it</think>\n\nDone.", "Done."),
            ("push it\n</think>\nDone.", "Done."),
            ("<think>push it", ""),
            ("A tag like `</think>` stays.", "A tag like `</think>` stays."),
            ("I think so.", "I think so."),
        ] {
            assert_eq!(without_thoughts(text), said, "{text}");
        }
    }
}
