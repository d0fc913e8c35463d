//! What a model says and its record contradicts, marked where it stands. Each mark is true whatever
//! the sentence before it means.

use crate::memory::{Looked, LookedFor, RequiredItems, Retention};

/// What is said of a check that went well and of one that did not, in English, German, Spanish and
/// Chinese. Chosen here: a claim in other words stays unmarked.
const PASSED: &str = "pass green succeed bestanden grün erfolgreich pasan pasaron pasado 通过 成功";
const NOT: &str = "not n't fail except nicht fehl no falla 未 没 失败";
/// What a check is called, and what stands in the commands that run it.
const CHECKS: [(&str, &str); 3] = [
    ("test suite spec prueba 测试", "test spec jest"),
    ("build compil 构建 编译", "build compile tsc make"),
    ("lint clippy typecheck", "lint clippy ruff mypy tsc"),
];

impl RequiredItems {
    /// A model's words with what the conversation contradicts marked in them, and the call that
    /// failed though they say that it passed. `known` is what else stood in the request.
    #[must_use]
    pub fn marked(&self, found: &Retention, known: &str, words: &str) -> (String, Option<String>) {
        let is_made_up = |thing: &&Looked| {
            matches!(thing.kind, LookedFor::Path | LookedFor::Id) && !known.contains(&thing.text)
        };
        let made_up: Vec<&str> = found
            .unsupported
            .first
            .iter()
            .filter(is_made_up)
            .map(|thing| thing.text.as_str())
            .collect();
        let failed = self
            .look_up("", "")
            .missing
            .first
            .into_iter()
            .find(|thing| thing.kind == LookedFor::Failure)
            .map(|thing| thing.text);
        let (words, count) = marked(words, &made_up, failed.as_deref());
        (words, failed.filter(|_| count > 0))
    }
}

/// A text with its claims marked, and how many of the checks that it calls passed had `failed`.
fn marked(text: &str, made_up: &[&str], failed: Option<&str>) -> (String, usize) {
    let mut text = text.to_owned();
    for name in made_up {
        let is_part = |char: char| char.is_alphanumeric() || "_-/.".contains(char);
        // A longer name is another one; a point may end the sentence. The name of a tag is no claim.
        let found = text.match_indices(name).find(|(at, _)| {
            !text[at + name.len()..]
                .trim_start_matches('.')
                .starts_with(is_part)
                && !text[..*at].ends_with(['<', '/'])
        });
        if let Some((at, _)) = found {
            text.insert_str(at + name.len(), " [not in the conversation]");
        }
    }
    let Some(call) = failed else {
        return (text, 0);
    };
    let mut count = 0;
    let lines = text.lines().map(|line| {
        if !contradicts(line, call) {
            return line.to_owned();
        }
        count += 1;
        format!("{line} [the newest run of `{call}` failed]")
    });
    (lines.collect::<Vec<_>>().join("\n"), count)
}

/// Whether a line says that a check passed which that call ran.
fn contradicts(line: &str, call: &str) -> bool {
    let (line, call) = (line.to_lowercase(), call.to_lowercase());
    let has = |text: &str, words: &str| words.split(' ').any(|word| text.contains(word));
    let says_no = line.split(|char: char| !char.is_alphanumeric() && char != '\'');
    let is_no = |word: &str| {
        NOT.split(' ')
            .any(|no| word == no || (no.len() > 2 && word.contains(no)))
    };
    let of_call = |(names, commands): &(&str, &str)| has(&line, names) && has(&call, commands);
    has(&line, PASSED) && CHECKS.iter().any(of_call) && !says_no.into_iter().any(is_no)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_is_marked_and_a_true_word_is_not() {
        for (line, is_marked) in [
            ("All tests pass.", true),
            ("- The suite is green again", true),
            ("Alle Tests bestanden", true),
            ("Todas las pruebas pasaron", true),
            ("测试全部通过", true),
            ("The tests do not pass yet.", false),
            ("Two tests still fail, the rest pass", false),
            ("测试未通过", false),
            ("The build passes.", false),
            ("Decided to write tests first.", false),
        ] {
            let (text, count) = marked(line, &[], Some("pytest -q"));
            assert_eq!((text != line, count == 1), (is_marked, is_marked), "{text}");
        }
        let (text, _) = marked(
            "Fixed in src/made_up.rs, see src/made_up.rs.",
            &["src/made_up.rs"],
            None,
        );
        assert_eq!(
            text,
            "Fixed in src/made_up.rs [not in the conversation], see src/made_up.rs."
        );
        let (text, _) = marked("<user_rules>no</user_rules>", &["user_rules"], None);
        assert_eq!(text, "<user_rules>no</user_rules>");
    }
}
