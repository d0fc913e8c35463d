//! Shows that many conversations become rows in their order, whatever is wrong with some of them, and
//! that an interrupted job goes on.

use crate::common::{Run, example, file, folder, repository, run, run_on};
use flate2::{Compression, write::GzEncoder};
use serde_json::{Value, json};
use std::fs::{create_dir, read, read_to_string, write};
use std::io::Write;

fn rows(text: &str) -> Vec<Value> {
    let parsed = text.lines().map(serde_json::from_str);
    parsed.collect::<Result<_, _>>().expect("a row a line")
}

/// A recorded session, so many times, each with an id and a different first message.
fn many(count: usize) -> String {
    let text = read_to_string(example("chat.zh.anthropic.json")).expect("it is there");
    let session: Value = serde_json::from_str(&text).expect("JSON");
    let lines = (0..count).map(|number| {
        let mut messages = session.clone();
        messages[0]["content"] = json!(format!("Task {number}: fix the tests."));
        format!("{}\n", json!({ "id": number, "messages": messages }))
    });
    lines.collect()
}

fn batch(args: &[&str]) -> Run {
    run(&[&["batch", "--context-window", "1500"], args].concat())
}

#[test]
fn each_line_becomes_a_row_with_its_id_and_a_broken_one_an_error() {
    let lines = r#"{"id": "a", "messages": [{"role": "user", "content": "hi"}]}
[{"role": "user", "content": "hi"}]

{"id": "b", "messages": [{"role": "user", "content": "hi"}, 7]}
{"id": "c", "messages":
"#;
    let run = run_on(
        &["batch", "-", "--context-window", "48k", "-o", "-"],
        lines.as_bytes(),
    );
    assert_eq!(run.code, 1, "{}", run.err);
    let rows = rows(&run.out);
    let ids: Vec<&Value> = rows.iter().map(|row| &row["id"]).collect();
    assert_eq!(
        ids,
        ["a", "standard input:2", "b", "standard input:5"],
        "{}",
        run.out
    );
    assert_eq!(rows[0]["status"], "unchanged");
    assert_eq!(rows[0]["tokens_before"], rows[0]["tokens_after"]);
    assert_eq!(
        rows[0]["messages"],
        json!([{ "role": "user", "content": "hi" }])
    );
    assert_eq!(
        (&rows[2]["error"]["code"], &rows[2]["error"]["path"]),
        (&json!("INVALID_MESSAGES"), &json!("/1"))
    );
    assert_eq!(
        (&rows[3]["error"]["code"], &rows[3]["messages"]),
        (&json!("INVALID_JSON"), &Value::Null)
    );
    assert!(
        run.err.contains("4 conversations: 0 changed, 2 errors"),
        "{}",
        run.err
    );
}

#[test]
fn rows_are_the_same_with_any_number_of_workers_and_gzipped() {
    let folder = folder();
    let lines = many(12);
    let plain = file(&folder, "many.jsonl", &lines);
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(lines.as_bytes()).expect("memory");
    let packed = file(&folder, "many.jsonl.gz", packed.finish().expect("memory"));
    let of = |path: &str, workers: &str| {
        let run = batch(&[path, "-o", "-", "--workers", workers]);
        assert_eq!(run.code, 0, "{}", run.err);
        run.out
    };
    let one = of(&plain, "1");
    assert_eq!(rows(&one).len(), 12);
    assert!(rows(&one).iter().all(|row| row["changed"] == json!(true)));
    assert_eq!(one, of(&plain, "5"));
    assert_eq!(one, of(&packed, "2"));
}

#[test]
fn a_session_in_a_file_of_lines_is_one_conversation() {
    let session = example("coding.claude-code.jsonl");
    let run = batch(&[&session, "-o", "-"]);
    let rows = rows(&run.out);
    assert_eq!((run.code, rows.len()), (0, 1), "{}", run.err);
    assert_eq!(rows[0]["id"], json!(session));
}

#[test]
fn a_folder_is_compacted_beside_its_files_and_resumed() {
    let folder = folder();
    let inner = folder.path().join("inner");
    create_dir(&inner).expect("it can be made");
    let session = read(example("chat.zh.openai_chat.json")).expect("it is there");
    write(inner.join("a.json"), &session).expect("it can be written");
    file(&folder, "b.json", &session);
    file(&folder, "c.json", "{}");
    file(&folder, "d.txt", "nothing");
    let path = folder.path().display().to_string();
    let first = batch(&[&path, "--per-file", "--json"]);
    assert_eq!(first.code, 1, "{}", first.err);
    let report = first.json();
    assert_eq!(
        (&report["conversations"], &report["errors"]),
        (&json!(3), &json!(1))
    );
    let beside = read_to_string(inner.join("a.json.small.json")).expect("it was written");
    let single = run(&[
        "compact",
        &inner.join("a.json").display().to_string(),
        "--context-window",
        "1500",
        "--if-needed",
        "--messages-only",
        "-q",
        "-o",
        "-",
    ]);
    let parsed = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    assert_eq!(parsed(&beside), parsed(&single.out));
    // What is there stays, and nothing is compacted twice.
    let again = batch(&[&path, "--per-file", "--json", "--resume"]).json();
    assert_eq!(
        (&again["conversations"], &again["resumed"]),
        (&json!(1), &json!(2))
    );
}

#[test]
fn an_output_is_no_input() {
    let folder = folder();
    let input = file(&folder, "many.jsonl", many(2));
    let path = folder.path().display().to_string();
    let output = folder.path().join("rows.jsonl").display().to_string();
    for _ in 0..2 {
        let run = batch(&[&path, "-o", &output, "--overwrite", "--json"]);
        assert_eq!(run.json()["conversations"], json!(2), "{}", run.err);
    }
    let same = batch(&[&input, "-o", &input, "--overwrite"]);
    assert_eq!(same.code, 2);
    assert!(same.err.contains("WOULD_OVERWRITE_MORE"), "{}", same.err);
    assert_eq!(read_to_string(&input).expect("it is there"), many(2));
}

#[test]
fn an_interrupted_job_goes_on_where_its_rows_are_safe() {
    let folder = folder();
    let input = file(&folder, "many.jsonl", many(6));
    let output = folder.path().join("rows.jsonl").display().to_string();
    let index = format!("{output}.index");
    let run = |args: &[&str]| batch(&[&[input.as_str(), "-o", output.as_str()], args].concat());
    assert_eq!(run(&[]).code, 0);
    let whole = read_to_string(&output).expect("rows");
    assert!(!std::path::Path::new(&index).exists());
    assert_eq!(run(&[]).code, 2, "it exists");
    assert!(run(&["--resume"]).err.contains("complete"));

    // As after a kill: two rows are safe, a third one is torn, and so is the index.
    let safe: usize = whole.lines().take(2).map(|line| line.len() + 1).sum();
    let about = json!({
        "conspectus": env!("CARGO_PKG_VERSION"), "paths": [&input], "options": { "context_window": 1_500 }, "force": false,
        "key": null, "whole_session": false, "inputs": { "files": 1, "bytes": read(&input).expect("input").len() },
    });
    let torn = |about: &Value| {
        write(&output, &whole[..safe + 10]).expect("it can be written");
        let lines = format!("{about}\n{{\"rows\":2,\"bytes\":{safe}}}\n{{\"rows\":3,\"by");
        write(&index, lines).expect("it can be written");
    };
    torn(&json!({ "conspectus": "another" }));
    let other = run(&["--resume"]);
    assert_eq!(other.code, 2);
    assert!(
        other.err.contains("other files or options"),
        "{}",
        other.err
    );
    torn(&about);
    let resumed = run(&["--resume", "--json"]).json();
    assert_eq!(
        (&resumed["resumed"], &resumed["conversations"]),
        (&json!(2), &json!(4))
    );
    assert_eq!(read_to_string(&output).expect("rows"), whole);
    assert!(!std::path::Path::new(&index).exists());
}

#[test]
fn wrong_use_is_told_before_anything_is_read() {
    let readme = repository("README.md").display().to_string();
    for (args, word) in [
        (
            &["batch", "missing", "--context-window", "48k"][..],
            "missing",
        ),
        (&["batch", &readme], "--context-window"),
        (
            &[
                "batch",
                &readme,
                "--context-window",
                "48k",
                "--workers",
                "0",
            ],
            "--workers",
        ),
        (
            &[
                "batch",
                &readme,
                "--context-window",
                "48k",
                "--trigger",
                "7",
            ],
            "--trigger",
        ),
        (
            &[
                "batch",
                &readme,
                "--context-window",
                "48k",
                "--per-file",
                "-o",
                "x",
            ],
            "--per-file",
        ),
    ] {
        let run = run(args);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}");
        assert!(run.err.contains(word), "{args:?}: {}", run.err);
    }
}
