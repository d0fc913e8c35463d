//! Shows that every operation and the compactor answer arbitrary JSON without a panic. proptest
//! makes the JSON and shrinks what fails.

use conspectus_laws::laws::{anything, cases};
use proptest::prelude::*;
use serde_json::{Value, json};

fn key() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => proptest::sample::select(vec![
            "role", "parts", "content", "text", "type", "functionCall", "functionResponse", "inlineData", "data", "mimeType", "response", "output",
            "tool_calls", "tool_call_id", "function", "arguments", "source", "tool_use_id", "id", "name", "image_url", "url", "signature",
        ])
        .prop_map(str::to_owned),
        1 => ".{0,6}",
    ]
}

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => proptest::sample::select(vec![
            "user", "model", "assistant", "tool", "system", "text", "tool_use", "tool_result", "image", "thinking", "image/png",
            "data:image/png;base64,AAAA", "[Old tool result cleared]", "",
        ])
        .prop_map(str::to_owned),
        1 => ".{0,40}",
    ]
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(|flag| json!(flag)),
        any::<f64>().prop_map(|number| json!(number)),
        word().prop_map(Value::String)
    ];
    leaf.prop_recursive(6, 64, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::Array),
            proptest::collection::vec((key(), inner), 0..6)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// A list of objects more often than not: deeper code is reached.
fn messages() -> impl Strategy<Value = Value> {
    prop_oneof![1 => any_json(), 4 => proptest::collection::vec(any_json(), 0..5).prop_map(Value::Array)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(200) as u32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_operation_answers_any_json(messages in messages(), options in any_json()) {
        prop_assert_eq!(anything::operations(&messages, &json!({})), Ok(()));
        prop_assert_eq!(anything::operations(&messages, &options), Ok(()));
    }

    #[test]
    fn the_compactor_answers_any_json(messages in messages(), answer in ".{0,200}", embedded in any::<bool>()) {
        let options = json!({ "summarize": if embedded { "extractive" } else { "host" }, "min_span": 0 });
        prop_assert_eq!(anything::compactor(&messages, &options, &answer), Ok(()));
    }
}

#[test]
fn values_nested_too_deep_are_refused_with_a_path() {
    let deep = (0..1_000).fold(json!("x"), |inner, level| {
        if level % 2 == 0 {
            json!([inner])
        } else {
            json!({ "parts": inner })
        }
    });
    for messages in [
        json!([{ "role": "user", "content": deep }]),
        json!([{ "role": "user", "parts": [{ "functionResponse": { "response": deep } }] }]),
        deep.clone(),
    ] {
        assert_eq!(anything::operations(&messages, &json!({})), Ok(()));
        assert_eq!(anything::compactor(&messages, &json!({}), ""), Ok(()));
        // Dropping such a value would itself recurse: it is left to the end of the process.
        std::mem::forget(messages);
    }
    std::mem::forget(deep);
}

#[test]
fn what_spoke_for_the_dialect_may_go() {
    // Without its first message, the list reads as one of another dialect.
    let messages =
        json!([{ "parts": [] }, {}, { "parts": false, "tool_calls": { "parts": null } }]);
    assert_eq!(anything::operations(&messages, &json!({})), Ok(()));
}
