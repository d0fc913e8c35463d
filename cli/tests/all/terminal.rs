//! Shows what a terminal gets: widths with colours, names that steer, secrets that are no arguments.

use crate::common::{Run, example, file, folder, run, run_at, run_raw};
use std::ffi::OsString;

/// The text without colours.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('\u{1b}') {
        plain.push_str(&rest[..start]);
        let end = rest[start..].find('m').expect("a colour ends");
        rest = &rest[start + end + 1..];
    }
    plain + rest
}

#[test]
fn the_demo_fits_its_terminal_with_colours() {
    for width in [60, 80, 120] {
        for window in [&["demo"][..], &["demo", "--context-window", "32k"]] {
            let Run { code, out, .. } = run_at(window, width);
            assert_eq!(code, 0);
            assert!(out.contains("\u{1b}["), "no colours");
            for line in plain(&out).lines() {
                assert!(line.chars().count() <= width, "{width}: {line:?}");
                assert_eq!(line.trim_end(), line, "{width}: blanks at the end");
            }
            // What is coloured ends with a letter: no blanks stand inside of it.
            assert!(!out.contains(" \u{1b}[0m"), "{width}: {out:?}");
        }
    }
    let wide = plain(&run_at(&["demo"], 120).out);
    assert!(wide.lines().any(|line| line.chars().count() > 80), "{wide}");
}

#[test]
fn one_thing_has_one_number() {
    let shown = run(&["demo"]).out;
    let heading = shown.lines().next().expect("a heading");
    let tokens = heading
        .split_whitespace()
        .zip(heading.split_whitespace().skip(1))
        .find(|(_, unit)| unit.starts_with("tokens"))
        .map(|(number, _)| number.to_owned())
        .expect("a number");
    let totals: Vec<&str> = shown.lines().filter(|line| line.contains(" -> ")).collect();
    assert_eq!(totals.len(), 2, "{shown}");
    for line in totals {
        assert!(line.trim_start().starts_with(&tokens), "{tokens}: {line}");
    }
    let inspected = run(&["inspect", &example("coding.anthropic.json")]).out;
    assert!(
        inspected.contains(&format!("tokens      {tokens} ")),
        "{tokens}: {inspected}"
    );
}

#[test]
fn names_that_steer_a_terminal_are_escaped_with_colours_too() {
    for args in [
        &["\u{1b}[31mx"][..],
        &["inspect", "--\u{1b}[31mx", "a"],
        &["\u{1b}[31mx.json"],
        &["inspect", "\u{1b}[31mx.json"],
        &["demo", "--context-window", "\u{1b}]0;x\u{7}"],
    ] {
        let shown = run_at(args, 80);
        assert_eq!(shown.code, 2, "{args:?}");
        assert!(
            !shown.err.contains("\u{1b}[31mx")
                && !shown.err.contains('\u{7}')
                && !shown.err.contains("\u{1b}]"),
            "{args:?}: {:?}",
            shown.err
        );
        assert!(shown.err.contains("\\u{1b}"), "{args:?}: {:?}", shown.err);
    }
}

#[cfg(unix)]
#[test]
fn a_name_that_is_no_text_is_shown_escaped() {
    use std::os::unix::ffi::OsStringExt;
    let name = || OsString::from_vec(b"\xff.json".to_vec());
    for args in [
        vec![name()],
        vec!["inspect".into(), name()],
        vec!["compact".into(), name()],
    ] {
        let shown = run_raw(args);
        assert_eq!(shown.code, 2);
        assert!(
            shown
                .err
                .contains("file not found: \\xff.json [UNREADABLE_FILE]"),
            "{}",
            shown.err
        );
    }
}

#[test]
fn a_missing_file_is_told_alike_with_and_without_a_command() {
    let (alone, named) = (run(&["nope.json"]), run(&["inspect", "nope.json"]));
    assert_eq!((alone.code, alone.err.as_str()), (2, named.err.as_str()));
    assert!(alone.err.contains("[UNREADABLE_FILE]"), "{}", alone.err);
}

#[test]
fn the_help_says_one_thing_of_no_window() {
    let help = run(&["compact", "--help"]).out.replace('\n', " ");
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(!help.contains("only a forced run"), "{help}");
    assert!(!help.contains("halves what is there"), "{help}");
    assert_eq!(help.matches("Without a window").count(), 1, "{help}");
}

#[test]
fn a_signing_key_is_no_argument() {
    let path = example("coding.anthropic.json");
    let refused = run(&["compact", &path, "--signing-key", "a long secret"]);
    assert_eq!(refused.code, 2);
    for word in ["--signing-key-file", "CONSPECTUS_SIGNING_KEY"] {
        assert!(refused.err.contains(word), "{}", refused.err);
    }
    assert!(!refused.err.contains("a long secret"), "{}", refused.err);
    let folder = folder();
    let key = file(&folder, "key", "a long secret\n");
    let with = |args: &[&str]| {
        let args = [
            &["compact", &path, "--context-window", "48k", "-o", "-"][..],
            args,
        ]
        .concat();
        run(&args).out
    };
    let (signed, unsigned) = (with(&["--signing-key-file", &key]), with(&[]));
    assert!(signed != unsigned && signed.len() > 1_000);
    let missing = run(&["compact", &path, "--signing-key-file", "nope.key"]);
    assert!(
        missing.code == 2
            && missing
                .err
                .contains("file not found: nope.key [UNREADABLE_FILE]"),
        "{}",
        missing.err
    );
}

#[test]
fn a_simulation_takes_windows_that_show_something() {
    let path = example("coding.anthropic.json");
    let shown = run(&["simulate", &path]);
    assert_eq!(shown.code, 0, "{}", shown.err);
    assert!(shown.out.contains("window 64,000"), "{}", shown.out);
    assert!(shown.err.contains("--context-window"), "{}", shown.err);
    let costs = |row: &&str| {
        let cost = row.split_whitespace().nth(1).unwrap_or_default();
        cost.parse::<f64>().is_ok_and(|cost| cost != 100.0)
    };
    assert!(shown.out.lines().filter(costs).count() > 2, "{}", shown.out);
    // A window that is given is taken, and it is said that nothing happens in it.
    let large = run(&["simulate", &path, "--context-window", "1m"]);
    assert!(large.err.contains("nothing is compacted"), "{}", large.err);
    assert_eq!(
        run(&["simulate", &path, "--context-window", "1m", "-q"]).err,
        ""
    );
}

#[test]
fn whatever_the_library_reads_is_read() {
    for (name, text) in [
        (
            "langchain",
            r#"[{"type":"human","data":{"content":"hello"}},{"type":"ai","data":{"content":"hi","tool_calls":[{"name":"f","args":{},"id":"c1"}]}},{"type":"tool","data":{"content":"r","tool_call_id":"c1"}}]"#,
        ),
        (
            "langchain",
            r#"{"messages":[{"type":"human","content":"x"},{"type":"ai","content":"y"}]}"#,
        ),
        (
            "autogen",
            r#"[{"type":"UserMessage","content":"hello","source":"user"},{"type":"AssistantMessage","content":"hi","source":"a"}]"#,
        ),
        (
            "llama_index",
            r#"[{"role":"user","blocks":[{"block_type":"text","text":"hello"}]},{"role":"assistant","blocks":[{"block_type":"text","text":"hi"}]}]"#,
        ),
        (
            "openai_responses",
            r#"{"input":[{"role":"user","content":"x"},{"type":"function_call","name":"f","call_id":"c1","arguments":"{}"},{"type":"function_call_output","call_id":"c1","output":"r"}]}"#,
        ),
        (
            "openai_responses",
            r#"[{"type":"function_call","name":"f","call_id":"c1","arguments":"{}"},{"type":"function_call_output","call_id":"c1","output":"r"}]"#,
        ),
        (
            "autogen",
            "{\"type\":\"UserMessage\",\"content\":\"hello\",\"source\":\"user\"}\n{\"type\":\"AssistantMessage\",\"content\":\"hi\",\"source\":\"a\"}\n",
        ),
        (
            "opencode",
            r#"[{"info":{"role":"user"},"parts":[{"type":"text","text":"x"}]},{"info":{"role":"assistant"},"parts":[{"type":"tool","tool":"f","callID":"c1","state":{"status":"completed","input":{},"output":"r"}}]}]"#,
        ),
        (
            "pydantic_ai",
            r#"[{"kind":"request","parts":[{"part_kind":"user-prompt","content":"x"}]},{"kind":"response","parts":[{"part_kind":"text","content":"y"}]}]"#,
        ),
    ] {
        let shown = crate::common::run_on(&["inspect", "--json", "-"], text.as_bytes());
        assert_eq!(shown.code, 0, "{name}: {}", shown.err);
        assert_eq!(shown.conversation()["dialect"], name, "{text}");
    }
}
