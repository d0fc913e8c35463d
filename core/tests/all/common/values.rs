//! Values to try for an option or an argument, by what it takes.

use conspectus_api::Domain;
use serde_json::{Value, json};

/// Values that differ enough to show what an option does. `words` are those that it takes.
#[must_use]
pub fn values(name: &str, domain: Domain, words: Option<Vec<&'static str>>) -> Vec<Value> {
    match (domain, words) {
        (Domain::Modalities, _) => vec![
            json!(["image"]),
            json!(["image", "pdf", "audio", "video"]),
            json!([]),
        ],
        (Domain::Amount, _) => vec![json!(0.99), json!(0.02), json!({ "tokens": 2_000 })],
        (Domain::Keep, _) => vec![
            json!({ "tokens": 500 }),
            json!({ "messages": 6 }),
            json!({ "turns": 1 }),
            json!({ "fraction": 0.05 }),
        ],
        (Domain::WholeOrWord(least, _), Some(words)) => [least, 300, 5_000]
            .into_iter()
            .map(Value::from)
            .chain(words.into_iter().map(Value::from))
            .collect(),
        (Domain::Fields(fields), words) => fields
            .fields
            .iter()
            .flat_map(|field| {
                let words = match field.domain {
                    Domain::Words(names) => Some(names()),
                    _ => None,
                };
                let value = |value: Value| json!({ (field.name): value });
                values(field.name, field.domain, words)
                    .into_iter()
                    .map(value)
            })
            .chain(words.into_iter().flatten().map(Value::from))
            .collect(),
        (Domain::Rows(_), _) => {
            vec![
                json!({ "my-model": { "window_tokens": 9_000, "output_tokens": 300 }, "claude-sonnet-4-5": { "window_tokens": 9_000 } }),
            ]
        }
        (_, Some(words)) => words.into_iter().map(Value::from).collect(),
        (Domain::Whole(least), _) => [0, 1_000_000, 1, 20, 2, 300, 5_000]
            .into_iter()
            .filter(|number| *number >= least)
            .map(Value::from)
            .collect(),
        (Domain::Number(low, high), _) => [-1.0, 0.0, 0.5, 1.0, 2.0, 8.0, 1e9]
            .into_iter()
            .filter(|number| (low..=high).contains(number))
            .map(Value::from)
            .collect(),
        (Domain::Fraction | Domain::Share | Domain::FractionOrAll, _) => {
            vec![json!(0.99), json!(0.02), json!(0.5)]
        }
        (Domain::Flag, _) => vec![json!(true), json!(false)],
        (Domain::Text, _) if name == "model" => [
            "gpt-4",
            "claude-opus-4-7",
            "gemini-2.5-pro",
            "gemma-4-31b-it",
        ]
        .map(Value::from)
        .to_vec(),
        (Domain::Text, _) => vec![json!("Keep every ticket number."), json!("")],
        (Domain::Texts, _) => vec![json!(["read_file"]), json!([])],
        _ => Vec::new(),
    }
}
