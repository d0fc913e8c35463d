//! Measures which sentences are told as rules of the user, against marks made by hand in twelve
//! languages: `cargo test -p conspectus --test all rules -- --nocapture` prints the table.
//!
//! `tests/labels/rules-tune.tsv` may be read by who changes words. `rules-held.tsv` is written by
//! other templates; who changes words looks at its sums alone.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a test that reads files"
)]

use conspectus_api::call;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// Least precision and recall on the held half, in percent.
const LEAST: usize = 90;

#[derive(Debug, Default, Clone, Copy)]
struct Counts {
    right: usize,
    wrong: usize,
    missed: usize,
}

impl Counts {
    fn add(&mut self, told: bool, marked: bool) {
        self.right += usize::from(told && marked);
        self.wrong += usize::from(told && !marked);
        self.missed += usize::from(!told && marked);
    }

    fn precision(self) -> usize {
        self.right * 100 / (self.right + self.wrong).max(1)
    }

    fn recall(self) -> usize {
        self.right * 100 / (self.right + self.missed).max(1)
    }
}

/// Lines of a file of marks: language, whether it is a rule, the kind, the text.
fn marks(half: &str) -> Vec<[String; 4]> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../tests/labels/rules-{half}.tsv"));
    let text = std::fs::read_to_string(path).unwrap();
    let fields = |line: &str| -> [String; 4] {
        let fields: Vec<String> = line.splitn(4, '\t').map(str::to_owned).collect();
        fields.try_into().unwrap()
    };
    text.lines().map(fields).collect()
}

fn is_told(text: &str) -> bool {
    let input = json!([{"role": "user", "content": text}]);
    let facts = call("facts", &input, &json!({"dialect": "openai_chat"})).unwrap();
    facts["rules"].as_array().is_some_and(|rules| {
        rules
            .iter()
            .any(|rule| rule["superseded"] == Value::Bool(false))
    })
}

#[test]
fn rules_are_told_as_they_are_marked() {
    for half in ["tune", "held"] {
        let mut counts: BTreeMap<String, Counts> = BTreeMap::new();
        for [language, mark, kind, text] in marks(half) {
            let (told, marked) = (is_told(&text.replace("\\n", "\n")), mark == "yes");
            counts
                .entry(language.clone())
                .or_default()
                .add(told, marked);
            counts
                .entry("all".to_owned())
                .or_default()
                .add(told, marked);
            if half == "tune" && told != marked {
                println!("{language} marked {mark} ({kind}): {text}");
            }
        }
        for (language, count) in &counts {
            println!(
                "{half} {language}: precision {} %, recall {} %",
                count.precision(),
                count.recall()
            );
        }
        let all = counts["all"];
        assert!(
            all.precision() >= LEAST && all.recall() >= LEAST,
            "{half}: {all:?}"
        );
    }
}
