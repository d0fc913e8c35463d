//! Drops what a model thought before it answered.

use super::key;
use crate::listed;

/// What models think in before they answer.
const DRAFTS: [&str; 13] = listed(
    "think thinking thought thoughts reasoning analysis scratchpad reflection draft planning \
     antthinking internalmonologue chainofthought",
);
/// Maximum length of a tag, in bytes: a name, and possibly attributes.
const TAG_BYTES: usize = 100;
/// Beginnings of a document after an unclosed draft. Reasoning may contain the last two.
const STARTS: [&str; 4] = ["<state_snapshot", "\n<summary", "\n#", "\n{"];

/// A text without drafts: closed ones, and unclosed ones up to the document. A provider may have
/// swallowed where a draft began; then nothing before its end is said.
pub fn without_drafts(text: &str) -> String {
    let text = in_tags(text);
    let starts = memchr::memchr_iter(b'<', text.as_bytes());
    let tags: Vec<Tag> = starts.filter_map(|start| tag_at(&text, start)).collect();
    let document = |from: usize, starts: &[&str]| {
        let found = starts.iter().filter_map(|start| text[from..].find(start));
        found.min().map_or(text.len(), |at| from + at)
    };
    let first = document(0, &STARTS[..2]);
    let last_close = tags.iter().rposition(|tag| !tag.opens);
    let (mut kept, mut at) = (String::new(), 0);
    for (index, tag) in tags.iter().enumerate() {
        if tag.start < at || !tag.stands {
            continue;
        }
        if !tag.opens && tag.start < first {
            kept.clear();
            at = tag.end;
        } else if tag.opens {
            kept += &text[at..tag.start];
            if last_close < Some(index) {
                at = document(tag.end, &STARTS);
                break;
            }
            let close = tags[index..].iter().find(|other| !other.opens);
            at = close.map_or(at, |close| close.end);
        }
    }
    if at == 0 {
        return text;
    }
    kept += &text[at..];
    kept.trim_start().to_owned()
}

/// A tag of a draft.
struct Tag {
    start: usize,
    end: usize,
    opens: bool,
    /// True if it opens at the start of a line or after a tag, or closes at the end of a line or
    /// before a tag.
    stands: bool,
}

/// The tag of a draft that begins at a `<`.
fn tag_at(text: &str, start: usize) -> Option<Tag> {
    let rest = &text.as_bytes()[start + 1..];
    let length = memchr::memchr(b'>', &rest[..rest.len().min(TAG_BYTES)])?;
    let inside = text[start + 1..start + 1 + length].trim();
    let name = inside.trim_start_matches('/');
    let word = name.split_whitespace().next()?.rsplit(':').next()?;
    let opens = name.len() == inside.len();
    let end = start + length + 2;
    let stands = if opens {
        let before = text[..start].trim_end_matches([' ', '\t']);
        before.is_empty() || before.ends_with(['\n', '>'])
    } else {
        let behind = text[end..].trim_start_matches([' ', '\t']);
        behind.is_empty() || behind.starts_with(['\n', '<'])
    };
    DRAFTS.contains(&&*key(word)).then_some(Tag {
        start,
        end,
        opens,
        stands,
    })
}

/// Delimiters of reasoning that aren't tags. Source: Kimi (`◁think▷`), Mistral's Magistral
/// (`[THINK]`), Cohere's Command A, Sky-T1; their chat templates, November 2026.
const MARKS: [(&str, &str); 4] = [
    ("◁think▷", "◁/think▷"),
    ("[THINK]", "[/THINK]"),
    ("<|START_THINKING|>", "<|END_THINKING|>"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
];
/// The marks of OpenAI's Harmony format. Source: its documentation, November 2026.
const CHANNEL: &str = "<|channel|>";
/// What is left of them where a server took the marks out.
const UNMARKED: (&str, &str) = ("analysis", "assistantfinal");

/// A text with thoughts in tags, whatever marks the model puts around them, and with the last
/// channel alone.
fn in_tags(text: &str) -> String {
    let said = if text.contains(CHANNEL) {
        spoken(text)
    } else {
        let unmarked = text.trim_start().strip_prefix(UNMARKED.0);
        let said = unmarked.and_then(|behind| behind.rsplit_once(UNMARKED.1));
        said.map_or(text, |(_, said)| said).to_owned()
    };
    // Most texts hold none of them, and a text may be long.
    let held = MARKS
        .into_iter()
        .filter(|(open, close)| text.contains(open) || text.contains(close));
    held.fold(said, |text, (open, close)| {
        text.replace(open, "\n<think>").replace(close, "</think>\n")
    })
}

/// Returns the text outside of drafts in Harmony's format: the text before the first channel, and
/// the channel for the user.
fn spoken(text: &str) -> String {
    let mut pieces = text.split(CHANNEL);
    let plain = pieces.next();
    let bodies = pieces.filter_map(|piece| {
        let (name, body) = piece.split_once("<|message|>")?;
        name.trim_start().starts_with("final").then_some(body)
    });
    plain
        .into_iter()
        .chain(bodies)
        .filter_map(|said| said.split("<|").next())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drafts_in_channels_and_marks_are_no_words() {
        let harmony = "<|channel|>analysis<|message|>push it<|end|><|start|>assistant<|channel|>final<|message|>Done.<|return|>";
        for (text, said) in [
            (harmony, "Done."),
            (
                "<|start|>assistant<|channel|>commentary to=f<|constrain|>json<|message|>{}<|call|>",
                "",
            ),
            ("<|channel|>analysis<|message|>cut off", ""),
            ("analysisWe push it.assistantfinalDone.", "Done."),
            ("◁think▷push it◁/think▷Done.", "Done."),
            ("[THINK]push it[/THINK]\nDone.", "Done."),
            ("<think>push it</think>\n\nDone.", "Done."),
            ("push it\n</think>\nDone.", "Done."),
            ("Hm.\n# Plan\npush it\n</think>\nDone.", "Done."),
            ("<think>push it\n{\"next\": 1}", "{\"next\": 1}"),
            ("<think>push it", ""),
            (
                "A tag like `</think>` stays.",
                "A tag like `</think>` stays.",
            ),
            ("I think so.", "I think so."),
        ] {
            assert_eq!(without_drafts(text), said, "{text}");
        }
    }
}
