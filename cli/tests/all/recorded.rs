//! Shows that recorded conversations of real agents can be inspected and compacted, and that no
//! result is less valid than its input.
//!
//! It reads `../shared/data` beside the repository, so `make recorded` runs it.

use crate::common::{folder, number, repository, run};
use serde_json::Value;
use std::path::PathBuf;

#[test]
#[ignore = "make recorded: reads the recorded sessions beside the repository"]
fn every_recorded_file_is_inspected_and_compacted() {
    let root = repository("../shared/data");
    let paths = |folder: PathBuf| {
        let entries = std::fs::read_dir(folder).into_iter().flatten();
        entries.filter_map(|entry| Some(entry.ok()?.path()))
    };
    let mut files: Vec<PathBuf> = paths(root.clone()).flat_map(paths).collect();
    files.sort();
    assert!(
        !files.is_empty(),
        "no recorded conversations at {}",
        root.display()
    );
    let folder = folder();
    let out = folder.path().join("out.json").display().to_string();
    let (mut conversations, mut compacted) = (0, 0);
    for path in &files {
        let path = path.display().to_string();
        let inspected = run(&["inspect", "--json", &path]);
        if inspected.code == 3 {
            assert!(
                inspected.err.contains("[NOT_A_CONVERSATION]"),
                "{path}: {}",
                inspected.err
            );
            assert!(
                run(&["compact", &path])
                    .err
                    .contains("[NOT_A_CONVERSATION]"),
                "{path}"
            );
            continue;
        }
        assert_eq!(inspected.code, 0, "{path}: {}", inspected.err);
        let document = inspected.json();
        // Only every twelfth conversation of a file is tried, because each run reads the whole file
        // again.
        for before in document["files"][0]["conversations"]
            .as_array()
            .expect("conversations")
            .iter()
            .step_by(12)
        {
            conversations += 1;
            let select = before["number"].to_string();
            let run = run(&[
                "compact",
                &path,
                "--conversation",
                &select,
                "-o",
                &out,
                "--overwrite",
                "--json",
                "--exit-code",
            ]);
            assert!(run.code < 2, "{path} {select}: {}", run.err);
            compacted += u64::from(run.code == 0);
            compare(&format!("{path} {select}"), before, &out, run.code == 0);
        }
    }
    println!(
        "{} files, {conversations} conversations, {compacted} compacted",
        files.len()
    );
    assert!(compacted > 20);
}

/// Reads what was written and compares it with the input.
fn compare(name: &str, before: &Value, out: &str, applied: bool) {
    let dialect = before["dialect"].as_str().expect("a dialect");
    let run = run(&["inspect", "--json", "--dialect", dialect, out]);
    assert_eq!(run.code, 0, "{name}: {}", run.err);
    let after = run.conversation();
    let count = |value: &Value, key: &str| value[key].as_array().map_or(0, Vec::len);
    assert!(
        count(&after, "orphans") <= count(before, "orphans"),
        "{name}: new orphans {}",
        after["orphans"]
    );
    assert!(
        count(&after, "unanswered") <= count(before, "unanswered"),
        "{name}: new open calls {}",
        after["unanswered"]
    );
    if applied {
        assert!(
            number(&after["tokens"]) < number(&before["tokens"]),
            "{name}: {} -> {}",
            before["tokens"],
            after["tokens"]
        );
    } else {
        assert_eq!(
            (&after["tokens"], &after["messages"]),
            (&before["tokens"], &before["messages"]),
            "{name}"
        );
    }
}
