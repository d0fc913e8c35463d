//! The rows of `demands.txt` that have a typed function in Rust, and runs of a compactor: `cargo test
//! -p conspectus --test all rows -- --nocapture` prints each line, what came, and whether it is right.
//! What is expected are the values of the documents, or of the originals.

use conspectus::host::item::Item;
use conspectus::{
    Action, CompactArgs, Compactor, Config, ConfiguredHistory, Status, Summarizer,
    find_split_point, slim,
};
use conspectus_api::call;
use conspectus_presets as systems;
use conspectus_presets::gemini_cli::curate::{CurateRules, curate};
use conspectus_presets::gemini_cli::estimate::request;
use conspectus_presets::gemini_cli::limits::{OverflowRule, compression_threshold, overflow};
use conspectus_presets::gemini_cli::policy::limits::{compressor_model, token_limit};
use conspectus_presets::gemini_cli::recent::{least_recently_used, recent_activity};
use conspectus_presets::gencode::session::{messages_for_model, summary_text};
use conspectus_presets::gencode::settings;
use conspectus_toolkit::{PageSpec, page_text};
use serde_json::{Value, json};
use std::num::NonZeroUsize;

/// Runs lines: a row's id, an expression, and the value that it must give.
macro_rules! rows {
    ($($id:literal $line:expr => $expected:expr;)+) => {{
        let mut wrong = Vec::new();
        $(
            let (came, expected) = (json!($line), json!($expected));
            let verdict = if came == expected { "right" } else { "WRONG" };
            println!("{}  {}\n    {came}  {verdict}", $id, stringify!($line));
            if came != expected {
                wrong.push(format!("{}: {} gave {came}, not {expected}", $id, stringify!($line)));
            }
        )+
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }};
}

fn u(chars: usize) -> Value {
    json!({ "role": "user", "parts": [{ "text": "u".repeat(chars) }] })
}

fn m(chars: usize) -> Value {
    json!({ "role": "model", "parts": [{ "text": "m".repeat(chars) }] })
}

fn image(chars: usize) -> Value {
    json!({ "role": "user", "parts": [{ "inlineData": { "mimeType": "image/png", "data": "A".repeat(chars) } }] })
}

fn called() -> [Value; 2] {
    [
        json!({ "role": "model", "parts": [{ "functionCall": { "name": "f", "args": {} } }] }),
        json!({ "role": "user", "parts": [{ "functionResponse": { "name": "f", "response": { "output": "r".repeat(100) } } }] }),
    ]
}

fn talk(count: usize) -> Vec<Value> {
    let text = |index: usize| format!("text {index}{}", [" q", " a"][index % 2].repeat(100));
    let role = |index: usize| ["user", "assistant"][index % 2];
    let said = (0..count).map(|index| json!({ "role": role(index), "content": text(index) }));
    std::iter::once(json!({ "role": "system", "content": "You are GenCode." }))
        .chain(said)
        .collect()
}

/// The messages as a preset measures them.
fn history(preset: &str, messages: &Value) -> ConfiguredHistory {
    let config = systems::preset(preset).expect("a preset");
    ConfiguredHistory::of(config, messages).expect("messages")
}

fn cut(preset: &str, messages: Value) -> usize {
    find_split_point(&history(preset, &messages)).index
}

fn curated(messages: Value, rules: CurateRules) -> String {
    let (patch, _) = curate(&messages, rules).expect("messages");
    let after = patch.apply(&messages).expect("a patch");
    let role = |message: &Value| message["role"].as_str().unwrap_or_default()[..1].to_owned();
    after.as_array().into_iter().flatten().map(role).collect()
}

fn usable(window: u64, output: u64) -> Value {
    let options = json!({ "context_window": window, "max_output_tokens": output });
    call("gencode.thresholds", &Value::Null, &options).expect("options")["usable"].clone()
}

/// How a run of gencode's preset ends, and the second message then.
fn run(messages: &Value, answer: &str, turn: CompactArgs) -> (Status, Value) {
    let config = Config::builder()
        .preset("gencode")
        .context_window(200_000)
        .summarize(Summarizer::Host);
    let config = config
        .setting("max_output_tokens", 8_192)
        .build()
        .expect("options");
    let mut compactor = Compactor::new(config);
    compactor.handle_messages(messages, turn).expect("messages");
    let mut after = messages.clone();
    while let Some(action) = compactor.poll_action() {
        match action {
            Action::Summarize { .. } => compactor.handle_summary(answer).expect("it waits"),
            Action::Apply { patch } => {
                after = patch.apply(messages).expect("a patch");
                compactor.handle_current(messages).expect("it waits");
            }
            Action::Done { result, .. } => return (result.status, after[1]["content"].clone()),
            _ => {}
        }
    }
    panic!("the run has no end");
}

#[test]
fn the_rows_are_right() {
    systems::register();
    let tokens = |count: usize| json!([{ "text": "abcd".repeat(count) }]);
    let overflows = |count: usize, rule| {
        let request = request(&tokens(count), 4.0).expect("parts");
        overflow(2_000, 1_000, request.tokens, rule).overflows
    };
    let pairs =
        |count: usize| -> Vec<Value> { (0..count).flat_map(|_| [u(100), m(100)]).collect() };
    let [f, r] = called();
    let empty = json!({ "role": "model", "parts": [] });
    let strict = CurateRules {
        strict: true,
        ..CurateRules::default()
    };
    let seed = || {
        Config::builder()
            .preset("qwen-code-seed")
            .context_window(200_000)
    };
    let events: Vec<Value> = (1..=150)
        .map(|at| json!({ "type": "call", "timestamp": at }))
        .collect();
    let uses = ["a", "b", "a", "c"].map(str::to_owned);
    let saved = json!({ "messages": talk(60), "summaries": [{ "content": "We added login.", "coveringMessages": [1, 40] }] });
    let document = json!([{ "role": "user", "parts": [{ "functionResponse": { "name": "f", "response": { "output": "ok" },
        "parts": [{ "fileData": { "mimeType": "application/pdf", "fileUri": "gs://b/a.pdf" } }] } }] }]);
    let slimmed = || {
        let history = history("qwen-code", &document);
        let (edits, _) = slim(&history, &document, history.len());
        conspectus::lower(&history, &edits, &document)
            .apply(&document)
            .expect("a patch")
    };
    let list = json!(talk(20));
    let trigger = |config: Config| {
        let messages = json!([u(100)]);
        Compactor::new(config)
            .plan(&messages, CompactArgs::default())
            .expect("messages")
            .trigger_tokens
    };
    rows! {
        "M4a" compression_threshold(Some(0.7), Some(0.3)).0 => 0.7;
        "M4a" compression_threshold(None, Some(0.3)).0 => 0.3;
        "M4a" compression_threshold(Some(0.0), Some(0.3)).0 => 0.3;
        "M4a" compression_threshold(None, Some(0.0)).0 => 0.5;
        "M5a" token_limit(Some("gemini-2.5-pro")).ok() => 1_048_576;
        "M5a" token_limit(Some("any-other")).ok() => 1_048_576;
        "M5b" token_limit(Some("gemini-1.5-pro")).ok() => 2_097_152;
        "M5b" token_limit(Some("gemini-1.5-flash")).ok() => 1_048_576;
        "M7" cut("gemini-cli", json!([u(100)])) => 0;
        "M7" cut("gemini-cli", json!([m(100)])) => 1;
        "M7" cut("gemini-cli", json!([u(100), m(100), u(100), m(100), u(100)])) => 4;
        "M7" cut("gemini-cli", json!(pairs(2))) => 4;
        "M7" cut("gemini-cli", json!([u(100), m(100), u(100), f])) => 2;
        "M7" cut("gemini-cli", json!([u(100), f, r, f, r, f, r])) => 0;
        "M7" cut("gemini-cli", json!(pairs(5))) => 8;
        "M7" cut("gemini-cli", json!([u(20_000), m(20_000), image(200_000), m(1), u(1), m(1)])) => 4;
        "M13" compressor_model(Some("gemini-3.1-pro-preview")) => "chat-compression-3-pro";
        "M13" compressor_model(Some("any-other")) => "chat-compression-default";
        "M17" overflows(1_000, OverflowRule::Remaining) => false;
        "M17" overflows(1_001, OverflowRule::Remaining) => true;
        "M17" overflows(950, OverflowRule::Remaining95) => false;
        "M17" overflows(951, OverflowRule::Remaining95) => true;
        "M21a" curated(json!([u(100), m(0), u(100), m(100)]), CurateRules::default()) => "uum";
        "M21b" curated(json!([u(100), empty, u(100), m(100)]), strict) => "uum";
        "M21b" curated(json!([u(100), empty, u(100), m(100)]), CurateRules::default()) => "umum";
        "M21b" curated(json!([u(100), f, r, m(100)]), strict) => "umm";
        "M24" page_text(&"x".repeat(2_001), PageSpec::default()).text.len() => 2_015;
        "M30" least_recently_used(&uses, NonZeroUsize::MIN.saturating_add(1)).kept => ["a", "c"];
        "M30" recent_activity(&Item::from(&json!(events)), 100).expect("events").kept => 100;
        "M31b" usable(200_000, 8_192) => 191_808.0;
        "M31c" call("gencode.usage_tokens", &json!({ "input": 195_000, "output": 5 }), &Value::Null).expect("usage")["tokens"] => 195_005;
        "M33a" run(&list, "It is the next.", CompactArgs::forced()).1 => summary_text(10, "It is the next.");
        "M33b" run(&list, "We accomplished implementing JWT authentication...", CompactArgs::forced()).0 => Status::Summarized;
        "M34" messages_for_model(Config::default(), &saved).expect("a session").0.is_empty() => true;
        "M35a" settings::read(&json!({}))["values"]["pruneMinimum"] => 20_000;
        "M35c" usable(128_000, 4_096) => 123_904.0;
        "M35c" usable(1_000_000, 8_192) => 991_808.0;
        "M36b" slimmed()[0]["parts"][0]["functionResponse"]["parts"] => json!([{ "text": "[document: application/pdf]" }]);
        "M37a" cut("qwen-code-seed", json!([u(20_000), m(20_000), image(200_000), m(1), u(1), m(1)])) => 2;
        "M37b" find_split_point(&history("qwen-code-seed", &json!([u(10), f, r, m(10)]))).chars_total => 217;
        "M37b" find_split_point(&history("qwen-code", &json!([u(10), f, r, m(10)]))).chars_total => 223;
        "M40b" trigger(seed().build().expect("options")) => 140_000;
        "M40b" trigger(seed().setting("context_percentage_threshold", 0.5).build().expect("options")) => 100_000;
    }
}
