//! What becomes of results, tool by tool.

use crate::common::{Machine, code, fixture};
use conspectus_files::store::{FolderStore, Range, Settings, project_folder};
use serde_json::{Value, json};
use std::fs;

/// Claude Code writes a call into the transcript, then runs it.
fn called(machine: &Machine, input: &mut Value) {
    let transcript = machine.path("transcript.jsonl");
    input["transcript_path"] = transcript.to_string_lossy().into();
    let before = fs::read_to_string(&transcript).unwrap_or_default();
    input["tool_use_id"] = format!("toolu_{}", before.lines().count()).into();
    let call = json!({ "type": "tool_use", "id": input["tool_use_id"], "name": input["tool_name"], "input": input["tool_input"] });
    let line =
        json!({ "type": "assistant", "message": { "role": "assistant", "content": [call] } });
    fs::write(&transcript, format!("{before}{line}\n")).expect("a transcript");
}

/// Runs the hook of a call, and says what the model sees then.
fn ended(machine: &Machine, input: &Value) -> Value {
    let answer = machine.hook("claude-code", "PostToolUse", input);
    let output = match &answer["hookSpecificOutput"]["updatedToolOutput"] {
        Value::Null => input["tool_response"].clone(),
        updated => updated.clone(),
    };
    match input["tool_name"].as_str().unwrap_or_default() {
        "Read" => {
            let first = output["file"]["startLine"].as_u64().unwrap_or_default();
            let content = output["file"]["content"].as_str().unwrap_or_default();
            let lines = (first..).zip(content.split('\n'));
            lines
                .map(|(number, line)| format!("{number}\t{line}"))
                .collect::<Vec<_>>()
                .join("\n")
                .into()
        }
        "Bash" => output["stdout"].clone(),
        _ => output.clone(),
    }
}

/// Tells what the model sees of the calls of one answer.
fn batch(machine: &Machine, calls: &[(Value, Value)]) {
    let mut batch = fixture("claude-code/batch.json");
    for name in ["session_id", "agent_id"] {
        batch[name] = calls[0].0[name].clone();
    }
    let call = |(input, shown): &(Value, Value)| json!({ "tool_name": input["tool_name"], "tool_input": input["tool_input"], "tool_use_id": input["tool_use_id"], "tool_response": shown });
    batch["tool_calls"] = calls.iter().map(call).collect();
    assert_eq!(
        machine.hook("claude-code", "PostToolBatch", &batch),
        json!({})
    );
}

/// A result of Claude Code, and what the model sees of it in the end.
fn claude(machine: &Machine, input: &Value) -> Value {
    let mut input = input.clone();
    called(machine, &mut input);
    let shown = ended(machine, &input);
    batch(machine, &[(input, shown.clone())]);
    shown
}

fn read(content: &str, first: u64) -> Value {
    let mut input = fixture("claude-code/read.json");
    input["tool_response"]["file"]["content"] = content.into();
    input["tool_response"]["file"]["startLine"] = first.into();
    input
}

fn bash(stdout: &str) -> Value {
    let mut input = fixture("claude-code/bash.json");
    input["tool_response"]["stdout"] = stdout.into();
    input
}

fn text(shown: &Value) -> &str {
    shown.as_str().expect("a text")
}

/// A model takes longer for its next call than results that are noted together.
fn later() {
    std::thread::sleep(std::time::Duration::from_millis(2_050));
}

/// Many lines that share nothing, longer than what is shown whole.
fn long() -> String {
    (0..4_000)
        .map(|line| format!("{:x} {:x}\n", line * 7_919, line * 104_729))
        .collect()
}

#[test]
fn a_file_that_was_read_before_becomes_a_pointer() {
    let machine = Machine::new();
    let whole = claude(&machine, &read(&code(1..=100), 1));
    assert!(text(&whole).starts_with("1\tlet value_1"));
    let again = claude(&machine, &read(&code(1..=100), 1));
    let told = text(&again);
    assert!(
        told.starts_with("1\t[lines 1-101 are lines 1-101 of the last Read /srv/app/a.py above; "),
        "{told}"
    );
    assert_eq!(told.lines().count(), 1);
}

#[test]
fn the_lines_around_a_change_keep_their_numbers() {
    let machine = Machine::new();
    claude(&machine, &read(&code(1..=200), 1));
    let changed = code(1..=200).replace("compute(100)", "compute(-100)");
    let told = claude(&machine, &read(&changed, 1));
    let lines: Vec<&str> = text(&told).lines().collect();
    assert!(lines.len() < 20, "{lines:?}");
    assert!(
        lines.contains(&"100\tlet value_100 = compute(-100);"),
        "{lines:?}"
    );
    assert!(lines[0].contains("\t[lines 1-"), "{lines:?}");
    assert!(
        lines
            .last()
            .is_some_and(|line| line.contains("-201 are lines ")),
        "{lines:?}"
    );
    // What is between the pointers is what the file says, under its numbers.
    for line in &lines[1..lines.len() - 1] {
        let (number, line) = line.split_once('\t').expect("a number");
        let number: usize = number.parse().expect("a number");
        assert_eq!(changed.lines().nth(number - 1), Some(line));
    }
}

#[test]
fn an_output_that_is_asked_for_again_is_shown_whole() {
    let machine = Machine::new();
    let output = code(1..=80);
    let shown: Vec<Value> = (0..4).map(|_| claude(&machine, &bash(&output))).collect();
    assert_eq!(text(&shown[0]), output);
    assert!(text(&shown[1]).starts_with("[lines 1-"), "{}", shown[1]);
    // Whoever could do nothing with the pointer must get the text.
    assert_eq!(text(&shown[2]), output);
    assert!(text(&shown[3]).starts_with("[lines 1-"), "{}", shown[3]);
}

#[test]
fn the_whole_of_a_long_output_is_in_the_store() {
    let machine = Machine::new();
    let mut input = fixture("claude-code/mcp.json");
    input["tool_response"][0]["text"] = long().into();
    let shown = claude(&machine, &input);
    let shown = text(&shown[0]["text"]).to_owned();
    assert!(
        shown.len() < 8_100 && shown.contains(" lines left out; full text: read_back("),
        "{shown}"
    );
    assert!(
        shown.starts_with("0 0\n") && shown.ends_with(long().lines().last().expect("a line"))
            || shown.ends_with('\n')
    );
    let (_, rest) = shown.split_once("read_back(\"").expect("a key");
    let key = &rest[..32];
    let folder =
        project_folder(&machine.path("app"), &|name| machine.variable(name)).expect("a folder");
    let store = FolderStore::open(&folder.join("outputs"), Settings::default()).expect("a store");
    assert_eq!(store.get(key).expect("the output"), long());
    let page = store
        .read_back(
            key,
            Range {
                first_line: 2_000,
                ..Range::default()
            },
        )
        .expect("a page");
    assert!(
        page.text
            .starts_with(long().lines().nth(1_999).expect("a line"))
    );
}

#[test]
fn what_the_agent_reads_back_is_shown_whole() {
    let machine = Machine::new();
    let lines = code(1..=80);
    assert_eq!(text(&claude(&machine, &bash(&lines))), lines);
    for tool in ["mcp__conspectus__read_back", "mcp__conspectus__search"] {
        let mut input = fixture("claude-code/mcp.json");
        input["tool_name"] = tool.into();
        input["tool_response"][0]["text"] = lines.clone().into();
        assert_eq!(text(&claude(&machine, &input)[0]["text"]), lines, "{tool}");
    }
    let mut input = fixture("copilot-cli/view.json");
    input["toolName"] = "conspectus-read_back".into();
    input["toolResult"]["textResultForLlm"] = lines.into();
    for _ in 0..2 {
        assert_eq!(
            machine.hook("copilot-cli", "postToolUse", &input),
            json!({})
        );
        later();
    }
}

#[test]
fn a_file_keeps_its_middle() {
    let machine = Machine::new();
    let input = read(&long(), 1);
    assert_eq!(
        machine.hook("claude-code", "PostToolUse", &input),
        json!({})
    );
}

#[test]
fn what_is_no_plain_text_stays_as_it_is() {
    let machine = Machine::new();
    let output = code(1..=80);
    claude(&machine, &bash(&output));
    let with = |name: &str, value: Value| {
        let mut input = bash(&output);
        input["tool_response"][name] = value;
        input
    };
    let mut unknown = bash(&output);
    unknown["tool_name"] = "WebFetch".into();
    let mut two = fixture("claude-code/mcp.json");
    two["tool_response"] = json!([{ "type": "text", "text": long() }, { "type": "image", "data": "AAAA", "mimeType": "image/png" }]);
    for input in [
        with("isImage", true.into()),
        with("interrupted", true.into()),
        with("stderr", "a warning".into()),
        with("persistedOutputPath", "/tmp/b.txt".into()),
        with("backgroundTaskId", "b1".into()),
        with("structuredContent", json!([{ "type": "image" }])),
        unknown,
        two,
        fixture("claude-code/read_image.json"),
        fixture("claude-code/bash_persisted.json"),
        fixture("claude-code/edit.json"),
    ] {
        assert_eq!(
            machine.hook("claude-code", "PostToolUse", &input),
            json!({}),
            "{input}"
        );
    }
    // The same without any of that is shortened.
    assert_ne!(text(&claude(&machine, &bash(&output))), output);
}

#[test]
fn calls_of_one_answer_are_not_told_apart_by_a_count() {
    let machine = Machine::new();
    claude(&machine, &read(&code(1..=100), 1));
    claude(&machine, &bash(&code(300..=400)));
    let mut calls = [
        read(&code(200..=210), 200),
        read(&code(1..=100), 1),
        read(&code(1..=90), 1),
        bash(&code(300..=390)),
    ];
    for input in &mut calls {
        called(&machine, input);
    }
    // The prompt has them in the order in which they end, so no pointer to a read would be clear.
    let shown = calls.each_ref().map(|input| ended(&machine, input));
    assert!(
        shown[..3]
            .iter()
            .all(|shown| !text(shown).contains(" above; ")),
        "{shown:?}"
    );
    assert!(
        text(&shown[3]).contains(" of the last Bash make test above; "),
        "{}",
        shown[3]
    );
    batch(&machine, &calls.into_iter().zip(shown).collect::<Vec<_>>());
    // All of them are above the next one, and are counted. None of the three is a source.
    let told = claude(&machine, &read(&code(1..=80), 1));
    assert!(text(&told).contains(" of the 4th last Read "), "{told}");
}

#[test]
fn a_call_that_is_not_in_the_transcript_stays() {
    let machine = Machine::new();
    claude(&machine, &bash(&code(1..=80)));
    let mut input = bash(&code(1..=80));
    called(&machine, &mut input);
    input["tool_use_id"] = "toolu_unknown".into();
    assert_eq!(text(&ended(&machine, &input)), code(1..=80));
    input["transcript_path"] = "/nowhere".into();
    assert_eq!(text(&ended(&machine, &input)), code(1..=80));
}

#[test]
fn calls_at_the_same_time_are_no_sources() {
    let machine = Machine::new();
    let told = |range: [u32; 2]| {
        let mut input = fixture("copilot-cli/view.json");
        input["toolArgs"]["view_range"] = json!(range);
        input["toolResult"]["textResultForLlm"] = code(range[0]..=range[1]).into();
        machine.hook("copilot-cli", "postToolUse", &input)
    };
    assert_eq!(told([1, 60]), json!({}));
    // Which of the two is above the other is not known.
    assert_eq!(told([1, 60]), json!({}));
    later();
    assert_eq!(told([1, 60]), json!({}));
    later();
    assert_ne!(told([1, 60]), json!({}));
}

#[test]
fn after_a_compaction_nothing_is_pointed_at() {
    for name in ["compacted", "post_compact"] {
        let machine = Machine::new();
        claude(&machine, &bash(&code(1..=80)));
        let event = if name == "compacted" {
            "SessionStart"
        } else {
            "PostCompact"
        };
        let answer = machine.hook(
            "claude-code",
            event,
            &fixture(&format!("claude-code/{name}.json")),
        );
        // Nothing was stored, so there is nothing to remind of.
        assert_eq!(answer, json!({}));
        assert_eq!(text(&claude(&machine, &bash(&code(1..=80)))), code(1..=80));
    }
}

#[test]
fn after_a_compaction_stored_outputs_are_named() {
    let machine = Machine::new();
    let mut input = fixture("claude-code/mcp.json");
    input["tool_response"][0]["text"] = long().into();
    claude(&machine, &input);
    machine.hook(
        "claude-code",
        "PostCompact",
        &fixture("claude-code/post_compact.json"),
    );
    let answer = machine.hook(
        "claude-code",
        "SessionStart",
        &fixture("claude-code/compacted.json"),
    );
    let context = answer["hookSpecificOutput"]["additionalContext"]
        .as_str()
        .expect("a text");
    assert_eq!(
        answer["hookSpecificOutput"]["hookEventName"],
        "SessionStart"
    );
    assert!(
        context.contains("- mcp__db__rows") && context.contains("read_back(\""),
        "{context}"
    );
    assert!(context.lines().count() < 10, "{context}");
}

#[test]
fn sessions_and_subagents_are_kept_apart() {
    let machine = Machine::new();
    let output = code(1..=80);
    claude(&machine, &bash(&output));
    for (name, value) in [("session_id", "another"), ("agent_id", "a3f0")] {
        let mut input = bash(&output);
        input[name] = value.into();
        assert_eq!(text(&claude(&machine, &input)), output, "{name}");
        if name == "agent_id" {
            // A subagent has a transcript of its own.
            let folder = machine.path("transcript/subagents");
            fs::create_dir_all(&folder).expect("a folder");
            fs::copy(
                machine.path("transcript.jsonl"),
                folder.join("agent-a3f0.jsonl"),
            )
            .expect("a copy");
            let mut input = bash(&output);
            input[name] = value.into();
            called(&machine, &mut input);
            fs::copy(
                machine.path("transcript.jsonl"),
                folder.join("agent-a3f0.jsonl"),
            )
            .expect("a copy");
            assert!(text(&ended(&machine, &input)).starts_with("[lines "));
        }
    }
}

#[test]
fn secrets_are_never_written() {
    let machine = Machine::new();
    let secret = concat!("sk-ant-", "api03-Zk3vQ8mT1xW5nB7cR2yH9dL4fJ6gS0pA");
    let output = code(1..=40) + &format!("ANTHROPIC_API_KEY={secret}\n") + &code(41..=80);
    claude(&machine, &bash(&output));
    let mut input = fixture("claude-code/mcp.json");
    input["tool_input"]["key"] = secret.into();
    input["tool_response"][0]["text"] = (long() + secret + "\n").into();
    claude(&machine, &input);
    let kept = machine.kept();
    assert!(kept.len() >= 2);
    for (path, content) in kept {
        let content = String::from_utf8_lossy(&content);
        assert!(!content.contains(&secret[12..]), "{}", path.display());
    }
}

#[cfg(unix)]
#[test]
fn what_is_kept_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let machine = Machine::new();
    let mut input = fixture("claude-code/mcp.json");
    input["tool_response"][0]["text"] = long().into();
    claude(&machine, &input);
    for (path, _) in machine.kept() {
        for path in [path.as_path(), path.parent().expect("a folder")] {
            let mode = fs::metadata(path).expect("a file").permissions().mode();
            assert_eq!(mode & 0o077, 0, "{}", path.display());
        }
    }
}

#[test]
fn codex_shortens_commands_that_succeeded() {
    let machine = Machine::new();
    let record = machine.path("rollout.jsonl");
    let told = |code_of_exit: u32, text: &str| {
        let mut line = fixture("codex/record.json");
        line["payload"]["item"]["exit_code"] = code_of_exit.into();
        fs::write(&record, format!("{line}\n")).expect("a record");
        let mut input = fixture("codex/command.json");
        input["transcript_path"] = record.to_string_lossy().into();
        input["tool_response"] = text.into();
        machine.hook("codex", "PostToolUse", &input)
    };
    assert_eq!(told(0, &code(1..=80)), json!({}));
    later();
    assert_eq!(told(1, &code(1..=80)), json!({}));
    later();
    let answer = told(0, &code(1..=80));
    assert_eq!(answer["decision"], "block");
    let reason = answer["reason"].as_str().expect("a reason");
    // The failed one is in between, and is counted.
    assert!(reason.starts_with("Process exited with code 0\nOutput:\n[lines 1-81 are lines 1-81 of the 2nd last Bash cat a.py above; "), "{reason}");
    fs::remove_file(&record).expect("a record");
    assert_eq!(
        machine.hook("codex", "PostToolUse", &fixture("codex/command.json")),
        json!({})
    );
}

#[test]
fn copilot_keeps_the_line_of_the_exit_code() {
    let machine = Machine::new();
    let told = |end: &str| {
        let mut input = fixture("copilot-cli/bash.json");
        input["toolResult"]["textResultForLlm"] = format!("{}{end}", code(1..=80)).into();
        machine.hook("copilot-cli", "postToolUse", &input)
    };
    assert_eq!(told("<shellId: 0 completed with exit code 0>"), json!({}));
    later();
    assert_eq!(told("<shellId: 1 completed with exit code 2>"), json!({}));
    later();
    let answer = told("<shellId: 2 completed with exit code 0>");
    assert_eq!(answer["modifiedResult"]["resultType"], "success");
    let text = answer["modifiedResult"]["textResultForLlm"]
        .as_str()
        .expect("a text");
    assert!(
        text.starts_with("[lines 1-80 are lines 1-80 of the 2nd last bash cat a.py above; "),
        "{text}"
    );
    assert!(
        text.ends_with("]\n<shellId: 2 completed with exit code 0>"),
        "{text}"
    );
    machine.hook(
        "copilot-cli",
        "preCompact",
        &fixture("copilot-cli/pre_compact.json"),
    );
    assert_eq!(told("<shellId: 3 completed with exit code 0>"), json!({}));
}
