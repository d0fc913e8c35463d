//! Shows what is read of gemini-cli's settings, and how facts are written into `GEMINI.md`.

use conspectus_files::api::call;
use conspectus_files::gemini_cli::{load_settings, save_memory};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

fn settings(folder: &Path, content: &str) {
    fs::create_dir_all(folder.join(".gemini")).expect("a folder");
    fs::write(folder.join(".gemini/settings.json"), content).expect("a file");
}

fn hook(command: &str) -> Value {
    json!({ "hooks": [{ "type": "command", "command": command }] })
}

#[test]
fn the_workspace_comes_before_the_user_and_hooks_are_joined() {
    let folder = tempfile::tempdir().expect("a folder");
    let (home, work) = (folder.path().join("home"), folder.path().join("work"));
    let user = json!({ "model": { "compressionThreshold": 0.7 }, "hooks": { "PreCompress": [hook("one")] } });
    settings(&home, &user.to_string());
    assert_eq!(
        load_settings(&work, Some(&home)).expect("settings")["options"]["preset"]["compression_threshold"],
        0.7
    );
    let workspace = json!({ "model": { "compressionThreshold": 0.3 }, "hooks": { "PreCompress": [hook("two")] } });
    settings(&work, &format!("// a comment\n{workspace}"));
    let found = load_settings(&work, Some(&home)).expect("settings");
    assert_eq!(
        found["options"],
        json!({ "preset": { "name": "gemini-cli", "compression_threshold": 0.3 } })
    );
    assert_eq!(found["pre_compress"], json!([hook("one"), hook("two")]));
    assert_eq!(found["files"].as_array().map(Vec::len), Some(2));
    conspectus::Config::from_options(&found["options"]).expect("options");
    // A workspace that is the home folder has one file.
    let both = load_settings(&work, Some(&work)).expect("settings");
    assert_eq!(both["pre_compress"], json!([hook("two")]));
    let alone = load_settings(&work, None).expect("settings");
    assert_eq!(alone["files"].as_array().map(Vec::len), Some(1));
}

#[test]
fn unusable_settings_are_passed_over_and_broken_files_are_errors() {
    let folder = tempfile::tempdir().expect("a folder");
    let work = folder.path();
    let none = load_settings(work, None).expect("settings");
    assert_eq!(
        none,
        json!({ "options": { "preset": { "name": "gemini-cli" } }, "pre_compress": [], "passed_over": [], "files": [] })
    );
    settings(
        work,
        r#"{"model": {"compressionThreshold": 50}, "hooks": {"PreCompress": "x"}}"#,
    );
    let found = load_settings(work, None).expect("settings");
    assert_eq!(
        found["passed_over"],
        json!(["model.compressionThreshold", "hooks.PreCompress"])
    );
    settings(work, r#"{"model": {"compressionThreshold": 0}}"#);
    let zero = load_settings(work, None).expect("settings");
    assert_eq!(zero["options"], none["options"]);
    assert_eq!(zero["passed_over"], json!([]));
    settings(work, "{");
    let error = load_settings(work, None).expect_err("no JSON");
    assert_eq!(error.code(), "INVALID_JSON");
    assert!(
        error.message().contains("settings.json: "),
        "{}",
        error.message()
    );
}

#[test]
fn facts_are_lines_at_the_end_of_their_section() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("new/GEMINI.md");
    let save = |facts: &[&str]| {
        let facts: Vec<String> = facts.iter().map(|fact| (*fact).to_owned()).collect();
        let text = save_memory(&path, &facts).expect("it is written");
        assert_eq!(fs::read_to_string(&path).expect("a file"), text);
        text
    };
    let head = "## Gemini Added Memories\n";
    assert_eq!(
        save(&["tabs, not spaces"]),
        format!("{head}- tabs, not spaces\n")
    );
    assert_eq!(
        save(&["- - a list\n## of  lines", "two"]),
        format!("{head}- tabs, not spaces\n- a list ## of lines\n- two\n")
    );
    // What is there already isn't added again.
    assert_eq!(
        save(&["two", "tabs, not spaces"]),
        format!("{head}- tabs, not spaces\n- a list ## of lines\n- two\n")
    );
    for (before, after) in [
        ("Rules.", format!("Rules.\n\n{head}- x\n")),
        ("Rules.\n", format!("Rules.\n\n{head}- x\n")),
        ("Rules.\n\n", format!("Rules.\n\n{head}- x\n")),
        (
            "Rules.\n\n## Gemini Added Memories\n- a\n\n## Other\ntext\n",
            format!("Rules.\n\n{head}- a\n- x\n\n## Other\ntext\n"),
        ),
        (
            "## Gemini Added Memories\n\n## Other\n",
            format!("{head}- x\n\n## Other\n"),
        ),
        (
            "About `## Gemini Added Memories`.\n",
            format!("About `## Gemini Added Memories`.\n\n{head}- x\n"),
        ),
    ] {
        fs::write(&path, before).expect("a file");
        assert_eq!(save(&["x"]), after);
    }
}

#[test]
fn facts_without_text_and_files_that_cannot_be_read_are_errors() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("GEMINI.md");
    let error = save_memory(&path, &["a".to_owned(), " - \n".to_owned()]).expect_err("no fact");
    assert_eq!((error.code(), error.path()), ("INVALID_OPTION", "/facts/1"));
    assert!(!path.exists());
    fs::write(&path, b"\xff").expect("a file");
    let name = path.display().to_string();
    let error = call("save_memory", &json!(name), &json!({ "facts": ["a"] })).expect_err("bytes");
    assert!(error.message().contains("not UTF-8"), "{}", error.message());
    assert_eq!(fs::read(&path).expect("a file"), b"\xff");
    let missing = call("save_memory", &json!(name), &json!({})).expect_err("no facts");
    assert_eq!(missing.code(), "INVALID_OPTION");
    let error = save_memory(folder.path(), &["a".to_owned()]).expect_err("a folder");
    assert_eq!(error.code(), "INVALID_OPTION");
}
