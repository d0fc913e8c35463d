//! Pages about sessions: what they are told, and what is in them.

use crate::common::{example, file, folder, run, run_on};
use std::fs::read_to_string;

fn line(kind: &str, id: &str, text: &str) -> String {
    format!(
        r#"{{"type":"{kind}","uuid":"{id}","message":{{"role":"{kind}","model":"claude-opus-4-5","content":"{text}"}}}}"#
    )
}

#[test]
fn a_session_becomes_a_page() {
    let folder = folder();
    let out = folder.path().join("report.html").display().to_string();
    let path = example("coding.anthropic.json");
    let args = ["report", &path, "--context-window", "32k", "-o", &out];
    let first = run(&args);
    assert_eq!((first.code, first.out.as_str()), (0, ""));
    assert!(
        first.err.contains("1 session, 48 requests, 4 compactions"),
        "{}",
        first.err
    );
    let page = read_to_string(&out).expect("the page");
    assert!(page.contains("<h1>What happened to coding.anthropic.json</h1>"));
    assert!(page.contains("Compactor(context_window=32000") && !page.contains("/sessions/"));
    // It does not write over another page, nor over the session.
    assert_eq!(run(&args).code, 2);
    assert_eq!(run(&[&args[..], &["--overwrite", "-q"]].concat()).err, "");
    let own = run(&["report", &path, "-o", &path, "--overwrite"]);
    assert!(
        own.code == 2 && own.err.contains("WOULD_OVERWRITE_MORE"),
        "{}",
        own.err
    );
    let printed = run(&["report", &path, "--context-window", "32k", "-q", "-o", "-"]);
    assert_eq!(printed.out, page);
}

#[test]
fn options_are_those_of_a_compactor() {
    let path = example("coding.anthropic.json");
    let given = ["report", &path, "--context-window", "80k", "-o", "-", "-q"];
    let plain = run(&given).out;
    let other = run(&[&given[..], &["--keep-tool-results", "3"]].concat()).out;
    assert!(plain != other && other.contains("older than the newest 3 of its kind"));
    let preset = run(&[&given[..], &["--preset", "gencode"]].concat());
    assert_eq!(preset.code, 0, "{}", preset.err);
    assert_ne!(preset.out, plain);
    let around = run(&[&given[..], &["--overhead-tokens", "20k"]].concat()).out;
    assert!(around.contains("20,000 tokens of system prompt and tools"));
    let wrong = run(&["report", &path, "--keep-tool-results", "x", "-o", "-"]);
    assert!(
        wrong.code == 2 && wrong.err.contains("--keep-tool-results"),
        "{}",
        wrong.err
    );
    assert_eq!(run(&["report", &path]).code, 2);
}

#[test]
fn a_window_that_is_not_given_is_explained() {
    let unknown = run(&["report", &example("coding.anthropic.json"), "-o", "-"]);
    assert!(
        unknown
            .err
            .contains("names no known model, so the replay uses a window of 64,000"),
        "{}",
        unknown.err
    );
    let folder = folder();
    let mut lines = vec![line("user", "a", "Fix it.")];
    for turn in 0..40 {
        lines.push(line(
            "assistant",
            &format!("b{turn}"),
            &"a word ".repeat(300),
        ));
        lines.push(line("user", &format!("c{turn}"), "Go on."));
    }
    let path = file(&folder, "session.jsonl", lines.join("\n"));
    let known = run(&["report", &path, "-o", "-"]);
    assert!(
        known.err.contains(
            "The window of claude-opus-4-5 has 200,000 tokens, and nothing would be removed in it"
        ),
        "{}",
        known.err
    );
    assert!(known.out.contains("$"));
}

#[test]
fn what_the_agent_compacted_itself_is_told() {
    let folder = folder();
    let lines = [
        line("user", "a", "Fix it."),
        line("assistant", "b", "I look."),
        r#"{"type":"system","subtype":"compact_boundary","uuid":"c"}"#.to_owned(),
        line(
            "user",
            "d",
            "This session is being continued from a previous conversation. Summary: fix it.",
        ),
        line("assistant", "e", "Done."),
    ];
    let path = file(&folder, "session.jsonl", lines.join("\n"));
    let since = run(&["report", &path, "-o", "-", "-q"]).out;
    assert!(since.contains("starts after the last one") && !since.contains("I look."));
    let whole = run(&["report", &path, "--whole-session", "-o", "-", "-q"]).out;
    assert!(whole.contains("I look.") && whole.contains("as the agent compacted it itself"));
}

#[test]
fn several_files_are_one_page() {
    let folder = folder();
    let empty = file(&folder, "empty.json", "{}");
    let path = example("coding.anthropic.json");
    let both = run(&[
        "report",
        &path,
        &empty,
        &example("chat.zh.anthropic.json"),
        "-o",
        "-",
    ]);
    assert_eq!(both.code, 3, "{}", both.err);
    assert!(both.out.contains("What happened to 2 sessions") && both.err.contains("empty.json"));
    let none = run(&["report", &empty, "-o", "-"]);
    assert_eq!((none.code, none.out.as_str()), (3, ""));
    let lines = format!(
        "{{\"messages\":[{}]}}\n",
        r#"{"role":"user","content":"hello"},{"role":"assistant","content":"hi"}"#
    )
    .repeat(30);
    let many = run_on(&["report", "-", "-o", "-"], lines.as_bytes());
    assert!(
        many.out.contains("What happened to 20 sessions")
            && many.err.contains("has 30 conversations"),
        "{}",
        many.err
    );
    let one = run_on(
        &["report", "-", "--conversation", "25", "-q", "-o", "-"],
        lines.as_bytes(),
    );
    assert!(
        one.code == 0 && one.out.contains("<h1>What happened to "),
        "{}",
        one.err
    );
}

#[test]
fn a_simulation_is_a_page_too() {
    let folder = folder();
    let out = folder.path().join("costs.html").display().to_string();
    let path = example("coding.anthropic.json");
    let args = [
        "simulate",
        &path,
        "--context-window",
        "32k",
        "--policies",
        "never,break_even",
        "--html",
        &out,
    ];
    let first = run(&args);
    assert_eq!(first.code, 0, "{}", first.err);
    let page = read_to_string(&out).expect("the page");
    assert!(page.contains("Simulated costs of 1 session") && page.contains("break_even"));
    assert_eq!(run(&args).code, 2);
}
