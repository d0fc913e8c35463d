//! The command that agents run at their events.

use crate::common::run_on;
use conspectus_files::store::{FolderStore, Settings, project_folder};
use serde_json::{Value, json};
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How often a hook is killed.
const KILLS: u64 = 200;

#[test]
fn a_hook_never_stops_its_agent() {
    for args in [
        &["hook"][..],
        &["hook", "claude-code"],
        &["hook", "claude-code", "PostToolUse"],
        &["hook", "claude-code", "PostToolUse", "more", "--words"],
        &["hook", "--unknown", "x"],
        &["hook", "nobody", "never"],
    ] {
        for input in [&b""[..], b"{", b"\xff", b"{}", b"[]"] {
            let run = run_on(args, input);
            assert_eq!(
                (run.code, run.out.as_str(), run.err.as_str()),
                (0, "{}\n", ""),
                "{args:?}"
            );
        }
    }
}

fn hook(home: &Path, event: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_conspectus"))
        .args(["hook", "claude-code", event])
        .env_clear()
        .env("HOME", home)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a hook")
}

/// Hands over an event. A hook that was killed takes none.
fn tell(child: &mut Child, event: &Value) {
    let _ = child
        .stdin
        .take()
        .expect("stdin")
        .write_all(event.to_string().as_bytes());
}

fn answer(mut child: Child) -> String {
    let mut text = String::new();
    child
        .stdout
        .take()
        .expect("stdout")
        .read_to_string(&mut text)
        .expect("UTF-8");
    child.wait().expect("ended");
    text
}

/// What is left out of nothing: so many lines, other ones in each round.
fn long(round: u64) -> String {
    (0..3_000)
        .map(|line| format!("{:x} {line:x}\n", (round + 1) * 7_919 + line * 104_729))
        .collect()
}

fn call(home: &Path, text: &str) -> Value {
    json!({ "session_id": "s", "cwd": home, "tool_name": "mcp__db__rows", "tool_input": { "table": "t" }, "tool_response": [{ "type": "text", "text": text }] })
}

#[test]
fn a_hook_that_is_killed_loses_nothing() {
    let place = tempfile::tempdir().expect("a folder");
    let home = place.path();
    let started = Instant::now();
    let mut child = hook(home, "PostToolUse");
    tell(&mut child, &call(home, &long(KILLS)));
    assert!(answer(child).contains("read_back"));
    let whole = started.elapsed();

    let folder =
        project_folder(home, &|name| (name == "HOME").then(|| home.into())).expect("a folder");
    let mut answered = 0;
    let mut noise = 0x9E37_79B9_7F4A_7C15_u64;
    for round in 0..KILLS {
        let text = long(round);
        let is_batch = round % 3 == 2;
        let (event, input) = if is_batch {
            let calls = json!([{ "tool_name": "Bash", "tool_input": { "command": "make" }, "tool_response": text }]);
            (
                "PostToolBatch",
                json!({ "session_id": "s", "cwd": home, "tool_calls": calls }),
            )
        } else {
            ("PostToolUse", call(home, &text))
        };
        let mut child = hook(home, event);
        let start = Instant::now();
        tell(&mut child, &input);
        noise = noise
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let wait = whole.as_nanos() as u64 / 1_000 * (noise >> 54) / 1_024;
        sleep(Duration::from_micros(wait).saturating_sub(start.elapsed()));
        child.kill().expect("killed");
        let text_of_answer = answer(child);
        // Without a whole answer the agent shows the result itself.
        if let Ok(answer) = serde_json::from_str::<Value>(&text_of_answer)
            && let Some(shown) =
                answer["hookSpecificOutput"]["updatedToolOutput"][0]["text"].as_str()
        {
            answered += 1;
            let (_, rest) = shown.split_once("read_back(\"").expect("a key");
            let store =
                FolderStore::open(&folder.join("outputs"), Settings::default()).expect("a store");
            assert_eq!(store.get(&rest[..32]).expect("the output"), text);
        }
    }
    println!("killed {KILLS} times, {answered} answers before");
    // The store is whole, and the session goes on.
    let store = FolderStore::open(&folder.join("outputs"), Settings::default()).expect("a store");
    let mut outputs = 0;
    for entry in fs::read_dir(folder.join("outputs"))
        .expect("outputs")
        .flatten()
    {
        let name = entry.file_name();
        if let Some(key) = name.to_str().and_then(|name| name.strip_suffix(".txt")) {
            store.get(key).expect("a whole output");
            outputs += 1;
        }
    }
    assert!(outputs >= 1 && answered < KILLS);
    let output: String = (1..=80)
        .map(|line| format!("let value_{line} = compute({line});\n"))
        .collect();
    let batch = json!({ "session_id": "s", "cwd": home, "tool_calls": [{ "tool_name": "Bash", "tool_input": { "command": "cat" }, "tool_response": output }] });
    let mut child = hook(home, "PostToolBatch");
    tell(&mut child, &batch);
    assert_eq!(answer(child), "{}\n");
    let transcript = home.join("transcript.jsonl");
    let call = json!({ "type": "tool_use", "id": "toolu_1", "name": "Bash", "input": { "command": "cat" } });
    fs::write(
        &transcript,
        json!({ "message": { "content": [call] } }).to_string(),
    )
    .expect("a transcript");
    let again = json!({ "session_id": "s", "cwd": home, "transcript_path": transcript, "tool_use_id": "toolu_1", "tool_name": "Bash", "tool_input": { "command": "cat" },
        "tool_response": { "stdout": output, "stderr": "", "interrupted": false, "isImage": false } });
    let mut child = hook(home, "PostToolUse");
    tell(&mut child, &again);
    let told = answer(child);
    assert!(told.contains("[lines 1-"), "{told}");
}
