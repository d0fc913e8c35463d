//! What the agent said that is worth keeping: decisions and findings; and whether a request of the
//! user has substance.

use super::phrases::{worded, Phrases};
use super::said::{sentences, Sentences};
use crate::host::clip::one_line;

/// Words that tell a decision. Chosen here, from recorded sessions.
#[rustfmt::skip]
static DECIDING: Phrases = Phrases::new(&[
    "decided", "decide to", "chose", "will use", "we'll use", "i'll use", "going with", "go with", "opted", "opting", "settled on", "switched to",
    "switching to", "the plan is", "my plan is", "entscheide", "entschieden", "decidido", "voy a usar",
    "j'ai décidé", "je vais utiliser", "decidi", "vou usar", "решил", "решено", "буду использовать", "决定", "決定", "选择", "選擇", "采用", "採用", "改用", "方案是",
    "決めました", "にします", "することにし", "採用します", "결정", "선택했", "사용하겠",
]);

/// Words that tell a conclusion. Chosen here, from recorded sessions.
#[rustfmt::skip]
static FINDING: Phrases = Phrases::new(&[
    "the problem is", "the issue is", "the bug is", "the cause is", "root cause", "the reason is", "caused by", "because", "turns out", "found that",
    "i found", "found the", "this means", "confirmed", "confirms", "it appears that", "the error is", "the error was", "is due to", "was due to", "fails because",
    "shows that", "the fix is", "the answer is", "conclusion", "therefore", "discovered", "verified", "das problem ist", "ursache", "liegt daran", "weil",
    "el problema es", "la causa", "porque", "le problème est", "parce que", "la cause", "o problema é", "a causa", "проблема в", "причина", "потому что",
    "问题是", "問題是", "问题在于", "問題在於", "原因", "因为", "因為", "发现", "發現", "根因", "确认", "確認", "结论", "結論", "原因は", "ためです", "ことがわか", "判明", "원인", "때문", "발견", "확인",
]);

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
            let words = worded(&sentence);
            if DECIDING.are_in(&words) {
                self.decisions
                    .note(one_line(&sentence, SENTENCE_CHARS), message);
            } else if FINDING.are_in(&words) {
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
