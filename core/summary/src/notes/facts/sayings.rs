//! Whether a request of the user has substance.

use super::phrases::worded;
use super::said::is_digit;
use crate::host::listed::listed;

/// Whether a request says what is to be done. "Go on" and "thanks" do not.
pub(crate) fn has_substance(request: &str) -> bool {
    const FILLERS: [&str; 65] = listed(
        "ok okay yes yep yeah no sure thanks thank you continue go on ahead proceed please good \
         great nice perfect cool fine right next do it that now done carry keep going resume y \
         n looks lgtm well job ja nein danke weiter bitte mach gut sí si gracias sigue continúa \
         oui non merci continue vas-y sim não obrigado obrigada да нет спасибо продолжай дальше",
    );
    const WHOLE: [&str; 29] = listed(
        "继续 繼續 请继续 請繼續 好 好的 是 是的 对 對 可以 行 谢谢 謝謝 不 不是 はい いいえ 続けて 続けてください ありがとう お願いします 네 예 아니요 계속 \
         계속해 감사합니다 고마워",
    );
    let words = worded(request);
    let plain: String = words.split_whitespace().collect();
    let mut words = words.split_whitespace();
    let has_words = words.any(|word| !FILLERS.contains(&word) && !word.chars().all(is_digit));
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
}
