//! What the agent said that is worth keeping: decisions and findings; and whether a request of the
//! user has substance.

use super::phrases::{read, worded, Kind};
use super::said::{sentences, Sentences};
use crate::host::clip::one_line;

/// Longest sentence, in chars, and shortest, in bytes. Chosen here.
const SENTENCE_CHARS: usize = 300;
const SENTENCE_BYTES: usize = 12;

#[derive(Debug, Default)]
pub(crate) struct Sayings {
    pub decisions: Sentences,
    pub findings: Sentences,
}

impl Sayings {
    /// Reads what the agent said in message `message`.
    pub(crate) fn read(&mut self, text: &str, message: usize) {
        let mut fenced = false;
        let prose: Vec<&str> = text
            .lines()
            .map(|line| {
                let fence = line.trim_start().starts_with("```");
                fenced ^= fence;
                if fenced || fence {
                    ""
                } else {
                    line
                }
            })
            .collect();
        for sentence in sentences(&prose.join("\n")) {
            if sentence.len() < SENTENCE_BYTES || sentence.ends_with([':', '?', '？', '：']) {
                continue;
            }
            let sense = read(&worded(&sentence));
            if sense.has(Kind::Decides) {
                self.decisions
                    .note(one_line(&sentence, SENTENCE_CHARS), message);
            } else if sense.has(Kind::Finds) {
                self.findings
                    .note(one_line(&sentence, SENTENCE_CHARS), message);
            }
        }
    }
}

/// Whether a request says what is to be done. "Go on" and "thanks" do not.
pub(crate) fn has_substance(request: &str) -> bool {
    #[rustfmt::skip]
    const FILLERS: &[&str] = &[
        "ok", "okay", "yes", "yep", "yeah", "no", "sure", "thanks", "thank", "you", "continue", "go", "on", "ahead", "proceed", "please", "good", "great",
        "nice", "perfect", "cool", "fine", "right", "next", "do", "it", "that", "now", "done", "carry", "keep", "going", "resume", "y", "n", "looks", "lgtm", "well", "job",
        "ja", "nein", "danke", "weiter", "bitte", "mach", "gut", "sí", "si", "gracias", "sigue", "continúa", "oui", "non", "merci", "continue", "vas-y",
        "sim", "não", "obrigado", "obrigada", "да", "нет", "спасибо", "продолжай", "дальше",
    ];
    #[rustfmt::skip]
    const WHOLE: &[&str] = &[
        "继续", "繼續", "请继续", "請繼續", "好", "好的", "是", "是的", "对", "對", "可以", "行", "谢谢", "謝謝", "不", "不是", "はい", "いいえ", "続けて", "続けてください", "ありがとう", "お願いします",
        "네", "예", "아니요", "계속", "계속해", "감사합니다", "고마워",
    ];
    let words = worded(request);
    let plain: String = words.split_whitespace().collect();
    let has_words = words.split_whitespace().any(|word| {
        !FILLERS.contains(&word) && !word.chars().all(|letter| letter.is_ascii_digit())
    });
    has_words && !WHOLE.contains(&plain.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fillers_are_no_requests() {
        for text in [
            "ok",
            "Yes, please continue.",
            "继续",
            "go on!",
            "はい",
            "👍",
            "1",
        ] {
            assert!(!has_substance(text), "{text}");
        }
        for text in ["Fix it", "add login", "继续修 a.ts", "Why?"] {
            assert!(has_substance(text), "{text}");
        }
    }

    #[test]
    fn decisions_and_findings_are_whole_sentences() {
        let mut sayings = Sayings::default();
        sayings.read("I'll use sqlite for v1.2. The problem is in a.rs: it is empty because of b.\n```\nwe decided\n```\nLet me look.", 3);
        let decisions: Vec<String> = sayings
            .decisions
            .into_list()
            .into_iter()
            .map(|said| said.text)
            .collect();
        let findings: Vec<String> = sayings
            .findings
            .into_list()
            .into_iter()
            .map(|said| said.text)
            .collect();
        assert_eq!(decisions, ["I'll use sqlite for v1.2."]);
        assert_eq!(
            findings,
            ["The problem is in a.rs: it is empty because of b."]
        );
    }
}
