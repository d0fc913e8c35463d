//! Shows that `compact --write-back` writes a session next to the original, whole or not at all.

use crate::common::{example, file, folder, run, run_on};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The recorded session of Claude Code, without its first line, in a folder.
fn session(folder: &tempfile::TempDir) -> String {
    let text = fs::read_to_string(example("coding.claude-code.jsonl")).expect("it is there");
    file(folder, "0a1b2c3d.jsonl", text)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

#[test]
fn a_session_is_written_next_to_the_original() {
    let folder = folder();
    let path = session(&folder);
    let original = fs::read(&path).expect("a file");
    let written = run(&["compact", &path, "--write-back"]);
    assert_eq!(written.code, 0, "{}", written.err);
    assert!(!written.err.contains("dry run"), "{}", written.err);
    assert_eq!(fs::read(&path).expect("a file"), original);
    let (id, resume) = written
        .out
        .lines()
        .rev()
        .take(2)
        .collect::<Vec<_>>()
        .split_first()
        .map(|(resume, before)| {
            let id = before[0]
                .trim()
                .strip_prefix("session ")
                .and_then(|line| line.split_once(':'));
            (id.expect("an id").0.to_owned(), (*resume).to_owned())
        })
        .expect("two lines");
    assert_eq!(
        resume.trim(),
        format!("resume it with: claude --resume {id}")
    );
    let target = folder.path().join(format!("{id}.jsonl"));
    assert_eq!(files(folder.path()).len(), 2);

    // What is read from it is what was compacted.
    let list = run(&["compact", &path, "-o", "-", "--messages-only"]);
    let list: Value = serde_json::from_str(&list.out).expect("a list");
    let name = target.display().to_string();
    let again = run(&["inspect", "--json", &name]).conversation();
    assert_eq!(again["messages"], json!(list.as_array().map(Vec::len)));
    assert_eq!(again["compactions"], json!(1));
    assert_eq!(run(&["inspect", "--check", &name]).code, 0);

    // The same content gets the same id, and nothing is overwritten unasked.
    let whole = fs::read(&target).expect("a file");
    let twice = run(&["compact", &path, "--write-back"]);
    assert_eq!(twice.code, 2);
    assert!(twice.err.contains("[FILE_EXISTS]"), "{}", twice.err);
    assert_eq!(fs::read(&target).expect("a file"), whole);
}

#[test]
fn the_output_may_be_a_file_or_a_folder() {
    let (folder, other) = (folder(), folder());
    let path = session(&folder);
    let place = other.path().display().to_string();
    let report = run(&["compact", &path, "--write-back", "--json", "-o", &place]).json();
    let id = report["session"]["id"].as_str().expect("an id");
    assert_eq!(report["session"]["resume"], format!("claude --resume {id}"));
    let inside = other.path().join(format!("{id}.jsonl"));
    assert_eq!(report["output"], inside.display().to_string());
    let named = other.path().join("named.jsonl").display().to_string();
    assert_eq!(
        run(&["compact", &path, "--write-back", "-o", &named]).code,
        0
    );
    let stdout = run(&["compact", &path, "--write-back", "-o", "-"]);
    for text in [fs::read_to_string(inside), fs::read_to_string(named)] {
        // The time in the new records may differ.
        assert_eq!(text.expect("a file").len(), stdout.out.len());
    }
    assert_eq!(files(folder.path()).len(), 1);
    let same = run(&["compact", &path, "--write-back", "--overwrite", "-o", &path]);
    assert!(same.err.contains("[WOULD_OVERWRITE_MORE]"), "{}", same.err);
}

#[cfg(unix)]
#[test]
fn a_copy_is_readable_by_nobody_else() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let path = session(&folder);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("permissions");
    assert_eq!(run(&["compact", &path, "--write-back"]).code, 0);
    for path in files(folder.path()) {
        let mode = path.metadata().expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{}", path.display());
    }
}

#[test]
fn what_cannot_be_written_back_is_an_error() {
    let list = example("chat.zh.gemini.json");
    let run_list = run(&["compact", &list, "--write-back"]);
    assert_eq!(run_list.code, 2);
    assert!(run_list.err.contains("[NO_WRITE_BACK]"), "{}", run_list.err);
    let text = fs::read(example("coding.claude-code.jsonl")).expect("it is there");
    let piped = run_on(&["compact", "-", "--write-back"], &text);
    assert!(piped.err.contains("pass -o FILE"), "{}", piped.err);
    for other in ["--messages-only", "--whole-session"] {
        assert_eq!(run(&["compact", &list, "--write-back", other]).code, 2);
    }
    let folder = folder();
    let short = file(
        &folder,
        "s.jsonl",
        "{\"type\":\"user\",\"uuid\":\"a\",\"sessionId\":\"s\",\"message\":{\"role\":\"user\",\"content\":\"hi\"}}\n",
    );
    let unchanged = run(&["compact", &short, "--write-back"]);
    assert_eq!(unchanged.code, 0, "{}", unchanged.err);
    assert!(
        unchanged
            .err
            .contains("nothing changed: no session was written"),
        "{}",
        unchanged.err
    );
    assert_eq!(files(folder.path()).len(), 1);
}

/// Kills the command while it works, `count` times, each time a little later.
fn killed(count: u64) {
    let folder = folder();
    let path = session(&folder);
    let original = fs::read(&path).expect("a file");
    let spawned = |path: &str| {
        Command::new(env!("CARGO_BIN_EXE_conspectus"))
            .args(["compact", path, "--write-back"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts")
    };
    let before = std::time::Instant::now();
    assert!(spawned(&path).wait().expect("it ends").success());
    let duration = before.elapsed();
    let is_session = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "jsonl");
    let made: Vec<PathBuf> = files(folder.path())
        .into_iter()
        .filter(is_session)
        .collect();
    let target = made
        .into_iter()
        .find(|found| found.display().to_string() != path)
        .expect("a session");
    let length = fs::read(&target).expect("a file").len();
    let (mut absent, mut whole) = (0, 0);
    for round in 0..count {
        let _ = fs::remove_file(&target);
        let mut child = spawned(&path);
        // The first one is killed at once, and the last one may end, however slow the machine is.
        let wait = duration.as_micros() as u64 * round * 11 / (count * 10);
        if round + 1 < count {
            std::thread::sleep(Duration::from_micros(wait));
            let _ = child.kill();
        }
        let _ = child.wait();
        assert_eq!(fs::read(&path).expect("a file"), original);
        match fs::read(&target) {
            Ok(content) => {
                assert_eq!(content.len(), length);
                assert!(content.ends_with(b"\n"));
                whole += 1;
            }
            Err(_) => absent += 1,
        }
    }
    assert!(absent > 0 && whole > 0, "{absent} absent, {whole} whole");
    println!("{absent} absent, {whole} whole");
}

#[test]
fn a_killed_write_leaves_nothing_or_all() {
    killed(20);
}

#[test]
#[ignore = "nightly: 200 runs"]
fn two_hundred_killed_writes_leave_nothing_or_all() {
    killed(200);
}
