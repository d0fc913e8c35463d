//! Drops what a model thought before it answered.

use super::{
    Class,
    tags::{mates, next_open, scan},
};

/// A text without drafts: closed ones, unclosed ones up to the document, and what stands before a
/// close without an open.
pub(crate) fn without_drafts(text: &str) -> String {
    let tags = scan(text);
    let says = |class| matches!(class, Class::Root | Class::Section(_));
    let (mates, nexts) = (mates(&tags), next_open(&tags, says));
    let first = tags.iter().position(|tag| tag.opens && says(tag.class));
    let mut kept = String::new();
    let mut at = 0;
    for (index, tag) in tags.iter().enumerate() {
        if tag.start < at || tag.class != Class::Draft {
            continue;
        }
        let next = tags.get(nexts[index]).map(|next| next.start);
        let heading = || Some(tag.end + text[tag.end..].find("\n#")? + 1);
        let end = match mates[index] {
            _ if !tag.opens => tag.end,
            Some(mate) => tags[mate].end,
            None => next.or_else(heading).unwrap_or(text.len()),
        };
        kept.push_str(&text[at..tag.start]);
        // A provider may have swallowed where the draft began.
        let is_first = next.is_some() || first.is_none_or(|first| first > index);
        if !tag.opens && is_first && !text[end..].trim().is_empty() {
            kept.clear();
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
pub(crate) fn marked(text: &str) -> String {
    let said = if text.contains(CHANNEL) {
        spoken(text)
    } else {
        let is_unmarked = text.trim_start().starts_with(UNMARKED.0);
        let said = is_unmarked.then(|| text.rsplit_once(UNMARKED.1)).flatten();
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

/// What a model says in Harmony's format outside of its drafts: what stands in no channel, and the
/// channel that is meant for the user.
fn spoken(text: &str) -> String {
    let mut pieces = text.split(CHANNEL);
    let plain = pieces.next();
    let bodies = pieces.filter_map(|piece| {
        let (name, body) = piece.split_once(MESSAGE)?;
        name.trim_start().starts_with(FINAL).then_some(body)
    });
    plain
        .into_iter()
        .chain(bodies)
        .filter_map(|said| said.split("<|").next())
        .collect()
}

/// What an agent said, without what it thought before.
pub(crate) fn without_thoughts(text: &str) -> String {
    let mut text = marked(text);
    for name in ["think", "thinking", "thought", "reasoning"] {
        let (open, close) = (format!("<{name}>"), format!("</{name}>"));
        let opens = text.trim_start().starts_with(&open);
        if let Some((_, behind)) = text.split_once(&close) {
            let ends_line = || {
                behind
                    .lines()
                    .next()
                    .is_none_or(|line| line.trim().is_empty())
            };
            // A provider may have swallowed where the thoughts began.
            if opens || (!text.contains(&open) && ends_line()) {
                text = behind.trim_start().to_owned();
            }
        } else if opens {
            text.clear();
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
            ("<think>push it", ""),
            (
                "A tag like `</think>` stays.",
                "A tag like `</think>` stays.",
            ),
            ("I think so.", "I think so."),
        ] {
            assert_eq!(without_thoughts(text), said, "{text}");
        }
    }
}
