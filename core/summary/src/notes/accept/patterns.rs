//! Answers that are never a summary, whatever else they contain: fillers, error pages, refusals,
//! tool calls.

use crate::listed;
use crate::notes::terms::{begins, holds};

/// The content of sections that have nothing to say.
const FILLERS: [&str; 27] = listed(
    "n/a na none nil null tbd todo x - ... … unknown empty 无 没有 なし 特になし keine keins нет \
     없음 aucun aucune ninguno ninguna [summary] (none)",
);

/// Beginnings of a refusal. They only name the reason: names and words refuse what is not listed
/// here too.
const REFUSALS: [&str; 46] = listed(
    "i'm sorry | i am sorry | i can't | i cannot | i can not | i'm unable | i am unable | \
     i'm not able | i am not able | i won't | i refuse | unable to comply | i must decline | as an ai | sorry, but | \
     es tut mir leid | ich kann | ich darf | leider kann | je suis désolé | je ne peux | \
     je ne suis pas en mesure | désolé | lo siento | no puedo | lamento | sinto muito | \
     desculpe | não posso | mi dispiace | non posso | извините | к сожалению | я не могу | \
     простите | 抱歉 | 对不起 | 我无法 | 我不能 | 無法 | 申し訳 | できません | 죄송 | 할 수 없 | آسف | لا أستطيع",
);

/// Chars in which an answer shows what it is.
const HEAD: usize = 160;

/// Longest tag, in bytes.
const TAG_BYTES: usize = 60;

/// A text with `by` for each tag: what they are called says nothing.
pub fn untagged(text: &str, by: &str) -> String {
    let mut texts = text.split('<');
    let first = texts.next().unwrap_or_default().to_owned();
    texts.fold(first, |said, text| {
        let is_tag = |tag: &str| tag.len() <= TAG_BYTES && !tag.starts_with(' ');
        match text.split_once('>').filter(|(tag, _)| is_tag(tag)) {
            Some((_, behind)) => said + by + behind,
            None => said + "<" + text,
        }
    })
}

/// Whether nothing is left of a text without tags but fillers.
pub fn is_filler(text: &str) -> bool {
    text.lines().all(|line| {
        // The name of a field says nothing, and no heading does.
        let line = line.rsplit_once(": ").map_or(line, |(_, text)| text);
        let plain = line
            .trim()
            .trim_start_matches(['-', '*', '•', ' '])
            .trim_end_matches(['.', '。', ':'])
            .trim()
            .to_lowercase();
        line.starts_with('#')
            || ["", "not applicable"].contains(&plain.as_str())
            || FILLERS.contains(&plain.as_str())
    })
}

/// Returns the beginning of a text, after its headings.
fn head(text: &str) -> String {
    let lines = text
        .lines()
        .skip_while(|line| line.starts_with('#') || line.trim().is_empty());
    lines
        .flat_map(|line| line.trim_start().chars().chain([' ']))
        .take(HEAD)
        .flat_map(char::to_lowercase)
        .collect()
}

/// Whether a text begins as an error does: a page, an error in JSON, `Error: 529`.
pub fn is_error(text: &str) -> bool {
    let head = head(text);
    let dense: String = head.split_whitespace().collect();
    const PAGES: [&str; 6] =
        listed("<!doctypehtml <html {\"error\" {\"type\":\"error\" &lt;!doctypehtml &lt;html");
    let code = ["error:", "error", "apierror:", "http"]
        .iter()
        .filter_map(|word| dense.strip_prefix(word))
        .any(|rest| {
            let digits = rest
                .trim_start_matches([':', '/', '.'])
                .bytes()
                .take_while(u8::is_ascii_digit)
                .count();
            digits == 3
        });
    code || begins(&dense, &PAGES)
}

/// A refusal is shorter, in bytes.
const REFUSAL_BYTES: usize = 800;

/// Whether a text declines.
pub fn declines(text: &str) -> bool {
    text.len() < REFUSAL_BYTES && holds(&head(text).replace('’', "'"), &REFUSALS)
}

/// Whether a text holds a tool call.
pub fn calls_tool(text: &str) -> bool {
    let text = text.to_lowercase();
    // No stroke divides them: one of the marks holds one.
    const MARKS: [&str; 11] = [
        "<tool_call",
        "<function_call",
        "<function=",
        "<invoke",
        "<tool_use",
        "<|tool",
        "[tool_call",
        "\"tool_calls\"",
        "\"tool_use\"",
        "\"function_call\"",
        "functioncall",
    ];
    let is_object = text.contains("\"name\"")
        && holds(&text, &["\"arguments\"", "\"parameters\"", "\"input\""]);
    is_object || holds(&text, &MARKS)
}
