//! Shows what `conspectus sessions` lists.

use crate::common::{folder, run};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};

/// A session of Claude Code whose prompt had so many tokens.
fn claude_code(prompt: u64) -> String {
    let usage = json!({ "input_tokens": 5, "cache_read_input_tokens": prompt - 5 });
    let records = [
        json!({ "type": "user", "uuid": "a", "sessionId": "s", "isSidechain": false, "cwd": "/home/me/my app", "message": { "role": "user", "content": "List the files." } }),
        json!({ "type": "assistant", "uuid": "b", "sessionId": "s", "isSidechain": false, "message": { "id": "m", "role": "assistant", "model": "claude-opus-5-5", "content": [{ "type": "text", "text": "There are none." }], "usage": usage } }),
    ];
    records.iter().map(|record| format!("{record}\n")).collect()
}

fn write(path: &Path, content: &str, age_s: u64) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, content).expect("a file");
    let file = File::options().append(true).open(path).expect("a file");
    file.set_modified(SystemTime::now() - Duration::from_secs(age_s))
        .expect("a time");
}

#[test]
fn the_newest_sessions_come_first_in_80_columns() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    write(&path("new.jsonl"), &claude_code(150_000), 7_300);
    write(&path("old.jsonl"), &claude_code(90_000), 200_000);
    write(
        &path("bad.jsonl"),
        &format!("{{{}\n", "\"a long name of a key".repeat(9)),
        10,
    );
    write(&path("other.json"), "{\"name\":\"no session\"}", 5);
    let argument = folder.path().display().to_string();
    let listed = run(&["sessions", &argument]);
    assert_eq!((listed.code, listed.err.as_str()), (0, ""));
    let lines: Vec<&str> = listed.out.lines().collect();
    assert!(
        lines[0].starts_with("  agent        project  "),
        "{}",
        listed.out
    );
    assert!(
        lines[1].contains("now  expected `:` at line 1"),
        "{}",
        listed.out
    );
    for (line, words) in [
        (2, ["Claude Code", "my app", "2 h", "150,000"]),
        (3, ["Claude Code", "my app", "2 d", "90,000"]),
    ] {
        for word in words {
            assert!(lines[line].contains(word), "{word}: {}", listed.out);
        }
    }
    assert!(
        listed.out.ends_with("\n  1 file without a conversation\n"),
        "{}",
        listed.out
    );
    assert!(
        lines.iter().all(|line| line.chars().count() <= 80),
        "{}",
        listed.out
    );
    let document = run(&["sessions", "--json", &argument]).json();
    let newest = &document["sessions"][1];
    assert_eq!(newest["project"], "/home/me/my app");
    assert_eq!(newest["largest_prompt_tokens"], 150_000);
    assert_eq!(newest["largest_prompt_is_estimate"], false);
    assert_eq!(newest["messages"], 2);
    assert_eq!(document["sessions"][0]["error"]["code"], "INVALID_JSON");
    assert_eq!(document["without_conversation"], 1);
    let paths = run(&["sessions", "--paths", &argument]).out;
    assert_eq!(paths.lines().count(), 4);
    let inspected = run(&["inspect", paths.lines().nth(2).expect("a path")]);
    assert_eq!(inspected.code, 0, "{}", inspected.err);
}

#[test]
fn only_the_newest_20_are_listed_unless_all_are() {
    let folder = folder();
    for number in 0..25 {
        write(
            &folder.path().join(format!("{number}.jsonl")),
            &claude_code(100),
            number,
        );
    }
    let argument = folder.path().display().to_string();
    let rows = |args: &[&str]| run(&[&["sessions", &argument], args].concat()).out;
    assert_eq!(rows(&["--paths"]).lines().count(), 20);
    assert_eq!(rows(&["--paths", "--all"]).lines().count(), 25);
    assert!(rows(&[]).ends_with("\n  5 more: pass --all\n"));
    assert!(!rows(&["--all"]).contains("more"));
}

#[test]
fn the_folders_of_the_agents_are_searched() {
    let home = folder();
    let moved = folder();
    let path = home.path().join(".claude/projects/-work-app/a.jsonl");
    write(&path, &claude_code(100), 1);
    let listed = |variables: &[(&str, &Path)]| -> Value {
        let run = Command::new(env!("CARGO_BIN_EXE_conspectus"))
            .args(["sessions", "--json"])
            .env_clear()
            .envs(variables.iter().copied())
            .output()
            .expect("it runs");
        assert!(
            run.status.success(),
            "{}",
            String::from_utf8_lossy(&run.stderr)
        );
        serde_json::from_slice(&run.stdout).expect("JSON")
    };
    let found = listed(&[("HOME", home.path())]);
    assert_eq!(found["sessions"][0]["agent"], "Claude Code");
    let moved = [("HOME", home.path()), ("CLAUDE_CONFIG_DIR", moved.path())];
    assert_eq!(listed(&moved)["sessions"], json!([]));
}

#[test]
fn a_missing_folder_is_an_error_and_an_empty_one_is_not() {
    let folder = folder();
    let missing = folder.path().join("missing").display().to_string();
    let run_missing = run(&["sessions", &missing]);
    assert_eq!(run_missing.code, 2);
    assert!(
        run_missing.err.starts_with("error: folder not found: "),
        "{}",
        run_missing.err
    );
    let empty = run(&["sessions", &folder.path().display().to_string()]);
    assert_eq!((empty.code, empty.out.as_str()), (0, ""));
    assert_eq!(empty.err, "note: no sessions found\n");
    assert_eq!(
        run(&["ls"]).err,
        "error: unknown command ls: sessions lists the agent sessions on this machine\n"
    );
}

#[test]
fn a_file_without_a_conversation_ends_with_its_own_code() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    write(&path("none.json"), "{\"name\":\"no session\"}", 0);
    write(&path("session.jsonl"), &claude_code(100), 0);
    let name = |file: &str| path(file).display().to_string();
    let (none, session) = (name("none.json"), name("session.jsonl"));
    for (args, code) in [
        (vec!["inspect", &none], 3),
        (vec!["compact", &none], 3),
        (vec!["repair", &none], 3),
        (vec!["simulate", &none], 3),
        (vec!["inspect", &session, &none], 3),
        (vec!["inspect", &none, "missing.json", &none], 2),
        (vec!["inspect", &session], 0),
    ] {
        assert_eq!(run(&args).code, code, "{args:?}");
    }
}
