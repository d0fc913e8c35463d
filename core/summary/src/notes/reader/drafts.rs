//! Drops what a model thought before it answered.

use super::marks::{Kind, Mark, tags};

/// A text without drafts: closed ones, and unclosed ones up to the document or the first heading. A
/// provider may have swallowed where a draft began; then nothing before its end is said.
pub fn without_drafts(text: &str) -> String {
    let text = in_tags(text);
    let tags = tags(&text);
    let is_close = |tag: &Mark<'_>| tag.kind == Kind::Draft && !tag.opens;
    let last_close = tags.iter().rposition(is_close);
    let (mut kept, mut at, mut is_document) = (String::new(), 0, false);
    for (index, tag) in tags.iter().enumerate() {
        is_document |= tag.opens(Kind::Section);
        if tag.kind != Kind::Draft || tag.start < at {
            continue;
        }
        if tag.opens && tag.begins {
            kept.push_str(&text[at..tag.start]);
            let mut behind = tags[index..].iter();
            let has_close = last_close > Some(index);
            let close = behind.find(|other| has_close && is_close(other));
            let next = || tags[index..].iter().find(|other| other.kind != Kind::Draft);
            let heading = || Some(tag.end + text[tag.end..].find("\n#")? + 1);
            let end = close.map(|close| close.end);
            let end = end.or_else(|| Some(next()?.start)).or_else(heading);
            at = end.unwrap_or(text.len());
        } else if !tag.opens && tag.ends && !is_document {
            kept.clear();
            at = tag.end;
        }
    }
    if at == 0 {
        return text;
    }
    kept.push_str(&text[at..]);
    kept.trim_start().to_owned()
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
fn in_tags(text: &str) -> String {
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
            assert_eq!(without_drafts(text), said, "{text}");
        }
    }
}
