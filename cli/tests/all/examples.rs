//! Shows that the command line inspects and compacts the example sessions in every dialect.

use crate::common::{example, file, folder, number, run, run_on};
use serde_json::Value;

const SESSIONS: [(&str, &str, u64); 7] = [
    ("coding.gemini.json", "gemini", 97),
    ("coding.openai_chat.json", "openai_chat", 107),
    ("coding.anthropic.json", "anthropic", 97),
    ("coding.claude-code.jsonl", "anthropic", 105),
    ("chat.zh.gemini.json", "gemini", 15),
    ("chat.zh.openai_chat.json", "openai_chat", 16),
    ("chat.zh.anthropic.json", "anthropic", 15),
];

#[test]
fn inspect_counts_every_session() {
    for (name, dialect, messages) in SESSIONS {
        let path = example(name);
        let run = run(&["inspect", "--json", "--check", &path]);
        assert_eq!(run.code, 0, "{name}: {}", run.err);
        let found = run.conversation();
        assert_eq!(
            (found["dialect"].as_str(), number(&found["messages"])),
            (Some(dialect), messages),
            "{name}"
        );
        let roles: u64 = found["roles"]
            .as_array()
            .expect("roles")
            .iter()
            .map(|role| number(&role["messages"]))
            .sum();
        assert_eq!(roles, messages, "{name}");
        let tokens: u64 = found["roles"]
            .as_array()
            .expect("roles")
            .iter()
            .map(|role| number(&role["tokens"]))
            .sum();
        assert!(
            tokens.abs_diff(number(&found["tokens"])) <= 5,
            "{name}: {tokens} {}",
            found["tokens"]
        );
        assert_eq!(found["orphans"], Value::Array(Vec::new()), "{name}");
    }
}

#[test]
fn inspect_tells_calls_by_tool() {
    let found = run(&["inspect", "--json", &example("coding.gemini.json")]).conversation();
    let tools = found["tools"].as_array().expect("tools");
    let calls: u64 = tools.iter().map(|tool| number(&tool["calls"])).sum();
    assert_eq!(calls, 49);
    let sizes: Vec<u64> = tools
        .iter()
        .map(|tool| number(&tool["call_tokens"]) + number(&tool["result_tokens"]))
        .collect();
    assert!(sizes.is_sorted_by(|a, b| a >= b), "{sizes:?}");
}

#[test]
fn compact_writes_kept_messages_byte_for_byte() {
    let folder = folder();
    for (name, _, messages) in SESSIONS
        .iter()
        .filter(|(name, _, _)| name.starts_with("coding") && name.ends_with(".json"))
    {
        let out = folder.path().join(name).display().to_string();
        let run = run(&[
            "compact",
            &example(name),
            "-o",
            &out,
            "--clear-when",
            "never",
            "--overwrite",
            "--json",
        ]);
        assert_eq!(run.code, 0, "{name}: {}", run.err);
        let printed = run.json();
        assert_eq!(
            (&printed["result"]["status"], &printed["result"]["code"]),
            (&Value::from("summarized"), &Value::from("summarized")),
            "{name}"
        );
        let report = &printed["result"]["log"];
        let read = |path: &str| std::fs::read_to_string(path).expect("it is there");
        let lines = |text: &str| {
            text.lines()
                .map(|line| line.trim_end_matches(',').to_owned())
                .filter(|line| line.len() > 1)
                .collect::<Vec<_>>()
        };
        let (before, after) = (lines(&read(&example(name))), lines(&read(&out)));
        let split = number(&report["cut.index"]) as usize;
        let kept = &before[split..];
        assert_eq!(before.len() as u64, *messages, "{name}");
        assert_eq!(
            after.len() as u64,
            number(&report["sizes.messages_after"]),
            "{name}"
        );
        assert_eq!(&after[after.len() - kept.len()..], kept, "{name}");
        // The system message at the start stays too.
        if before[0].starts_with("{\"role\": \"system\"") {
            assert_eq!(before[0], after[0], "{name}");
        }
    }
}

#[test]
fn compact_gives_a_valid_smaller_history() {
    let folder = folder();
    for (name, _, _) in SESSIONS
        .iter()
        .filter(|(name, _, _)| name.starts_with("coding"))
    {
        let out = folder.path().join("out.json").display().to_string();
        let compacted = run(&["compact", &example(name), "-o", &out, "--overwrite"]);
        assert_eq!(compacted.code, 0, "{name}: {}", compacted.err);
        for word in ["removed: summarized ", "tool results", "summary", "█"] {
            assert!(
                compacted.out.contains(word),
                "{name}: {word} is missing in\n{}",
                compacted.out
            );
        }
        let before = run(&["inspect", "--json", &example(name)]).conversation();
        let after = run(&["inspect", "--json", "--check", &out]);
        assert_eq!(after.code, 0, "{name}: {}", after.err);
        let after = after.conversation();
        assert!(
            number(&after["tokens"]) * 2 < number(&before["tokens"]),
            "{name}"
        );
        assert_eq!(after["dialect"], before["dialect"], "{name}");
        assert!(
            after["unanswered"].as_array().expect("calls").len()
                <= before["unanswered"].as_array().expect("calls").len(),
            "{name}"
        );
    }
}

#[test]
fn a_claude_code_session_comes_out_as_provider_messages() {
    let run = run(&[
        "compact",
        &example("coding.claude-code.jsonl"),
        "-o",
        "-",
        "--json",
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    for message in run.json().as_array().expect("a list") {
        let keys: Vec<&String> = message.as_object().expect("a message").keys().collect();
        assert_eq!(keys, ["role", "content"]);
    }
    let report: Value =
        serde_json::from_str(&run.err).expect("the report went to the other stream");
    assert_eq!(
        (report["format"].as_str(), report["applied"].as_bool()),
        (Some("claude_code"), Some(true))
    );
}

#[test]
fn standard_streams_do_as_files() {
    let json = std::fs::read(example("coding.anthropic.json")).expect("it is there");
    let piped = run_on(&["compact", "-", "-o", "-"], &json);
    assert_eq!(piped.code, 0, "{}", piped.err);
    assert!(piped.err.contains("standard input"), "{}", piped.err);
    assert_eq!(
        piped.out,
        run(&["compact", &example("coding.anthropic.json"), "-o", "-"]).out
    );
}

#[test]
fn gzip_is_told_by_content() {
    use std::io::Write;
    let folder = folder();
    let json = std::fs::read(example("chat.zh.gemini.json")).expect("it is there");
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(&json).expect("memory");
    let packed = packed.finish().expect("memory");
    let path = file(&folder, "no-ending", &packed);
    assert_eq!(
        run(&["inspect", "--json", &path]).conversation()["messages"],
        15
    );
    // Two gzip members in a row unpack to both contents. Together they are no JSON value.
    let twice = file(&folder, "twice.gz", [packed.as_slice(), &packed].concat());
    assert!(run(&["inspect", &twice]).err.contains("[INVALID_JSON]"));
    let cut = file(&folder, "cut.gz", &packed[..packed.len() / 2]);
    let broken = run(&["inspect", &cut]);
    assert_eq!(
        (broken.code, broken.err.contains("[UNREADABLE_FILE]")),
        (2, true),
        "{}",
        broken.err
    );
}

#[test]
fn a_second_run_changes_little_and_still_ends() {
    let folder = folder();
    let out = folder.path().join("once.json").display().to_string();
    assert_eq!(
        run(&[
            "compact",
            &example("coding.openai_chat.json"),
            "-o",
            &out,
            "--context-window",
            "40000",
            "--if-needed"
        ])
        .code,
        0
    );
    let again = run(&[
        "compact",
        &out,
        "--context-window",
        "40k",
        "--if-needed",
        "--exit-code",
    ]);
    assert_eq!(again.code, 1, "{}", again.out);
    assert!(
        again.out.contains("nothing changed: below the trigger"),
        "{}",
        again.out
    );
}
