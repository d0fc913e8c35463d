//! Shows that damaged files give typed errors and never a panic.

use crate::common::{example, file, folder, run, run_on};

#[test]
fn what_is_no_conversation_gets_a_typed_error() {
    let deep = "[".repeat(100_000);
    let closed = format!(
        "{{\"messages\":{}{}}}",
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    let deep_line = format!(
        "{{\"role\":\"user\",\"content\":{}1{}}}",
        "[".repeat(300),
        "]".repeat(300)
    );
    for (name, content, code, word) in [
        ("empty", "", "NOT_A_CONVERSATION", "empty"),
        ("blank", " \n\t\n", "NOT_A_CONVERSATION", "empty"),
        ("prose", "hello\nworld\n", "INVALID_JSON", "it isn't JSON"),
        (
            "truncated list",
            "[{\"role\":\"user\",\"content\":\"hi\"},\n{\"role\":",
            "INVALID_JSON",
            "line 2",
        ),
        (
            "truncated object",
            "{\n\"messages\": [\n{\"role\":\"user\",\"content\":\"hi\"},\n",
            "INVALID_JSON",
            "line",
        ),
        ("number", "42", "NOT_A_CONVERSATION", "a number"),
        (
            "numbers",
            "[1,2]",
            "NOT_A_CONVERSATION",
            "a list that begins with a number",
        ),
        (
            "object",
            "{\"a\":1,\"b\":2}",
            "NOT_A_CONVERSATION",
            "`a`, `b`",
        ),
        (
            "other objects",
            "{\"messages\":[{\"kind\":\"mail\",\"text\":\"x\"}]}",
            "NOT_A_CONVERSATION",
            "`messages` is a list of 1 objects",
        ),
        (
            "a bad message",
            "[{\"role\":\"user\",\"content\":\"x\"},7]",
            "INVALID_MESSAGES",
            "(at /1)",
        ),
        (
            "a bad role",
            "[{\"role\":\"user\",\"content\":\"x\"},{\"role\":7}]",
            "INVALID_MESSAGES",
            "(at /1/role)",
        ),
        ("bottomless", &deep, "TOO_DEEP", "levels"),
        ("bottomless and closed", &closed, "TOO_DEEP", "levels"),
        ("a deep line", &deep_line, "TOO_DEEP", "levels"),
        (
            "lines of something",
            "{\"x\":1}\n{\"x\":2}\n",
            "NOT_A_CONVERSATION",
            "2 JSON lines",
        ),
        ("a lone zero", "\0", "INVALID_JSON", ""),
    ] {
        for command in ["inspect", "compact"] {
            let run = run_on(&[command, "-"], content.as_bytes());
            let expected = if code == "NOT_A_CONVERSATION" { 3 } else { 2 };
            assert_eq!(run.code, expected, "{name}: {}", run.out);
            assert!(
                run.err.trim_end().ends_with(&format!("[{code}]")),
                "{name}: {:.300}",
                run.err
            );
            assert!(run.err.contains(word), "{name}: {:.300}", run.err);
            assert_eq!(run.out, "", "{name}");
        }
    }
}

#[test]
fn bytes_that_are_no_text_are_told_with_their_place() {
    let run = run_on(
        &["inspect", "-"],
        b"[{\"role\":\"user\",\n\"content\":\"\xff\xfe\"}]",
    );
    assert_eq!(run.code, 2);
    assert!(
        run.err
            .starts_with("error: standard input: not UTF-8 text: invalid byte 28 on line 2"),
        "{}",
        run.err
    );
}

#[test]
fn files_that_cannot_be_read_are_told_by_name() {
    let folder = folder();
    let path = folder.path().display().to_string();
    for (path, word) in [
        (path.as_str(), "directory"),
        ("no/such/file.json", "no/such/file.json"),
    ] {
        let run = run(&["inspect", path]);
        assert_eq!(run.code, 2);
        assert!(
            run.err.contains("[UNREADABLE_FILE]") && run.err.contains(word),
            "{}",
            run.err
        );
    }
    let huge = file(
        &folder,
        "lies.gz",
        [&[0x1f, 0x8b][..], &[0xff; 40]].concat(),
    );
    assert!(run(&["inspect", &huge]).err.contains("[UNREADABLE_FILE]"));
}

#[test]
fn lone_surrogates_and_odd_numbers_survive_byte_for_byte() {
    let odd = r#"{"role":"user","content":"half \ud83d a pair \/ \u0041","n":1e400,"big":123456789012345678901234567890,"k\u0065y":-0.0}"#;
    let json = format!("[{odd},\n{{\"role\":\"assistant\",\"content\":\"ok \u{2028} end\"}}]");
    let as_it_is = ["compact", "-", "-o", "-", "--repair-history", "on_refusal"];
    let run = run_on(&as_it_is, json.as_bytes());
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains(odd), "{}", run.out);
    assert!(run.out.contains("ok \u{2028} end"));
    // No provider takes half a character, and nothing else is repaired.
    let run = run_on(&as_it_is[..4], json.as_bytes());
    let whole = "half \u{fffd} a pair / A\",\"n\":1e400,\"big\":123456789012345678901234567890,";
    assert!(run.out.contains(whole), "{}", run.out);
}

#[test]
fn an_edited_message_keeps_its_other_bytes() {
    // Twelve results; the old ones are cleared, and in the message of a cleared one nothing else
    // changes.
    let mut messages = vec![r#"{"role":"user","content":"go on"}"#.to_owned()];
    for index in 0..12 {
        let id = format!("t{index}");
        messages.push(format!(
            r#"{{"role":"assistant","content":[{{"type":"tool_use","id":"{id}","name":"Read","input":{{"file_path":"/a/{index}"}}}}]}}"#
        ));
        let body = "line of text ".repeat(150);
        messages.push(format!(
            r#"{{"role": "user", "x" : "\ud800", "content":[{{"type":"tool_result","tool_use_id":"{id}","content":"{body}","n":1.50}}]}}"#
        ));
    }
    let json = format!("[{}]", messages.join(","));
    let run = run_on(
        &[
            "compact",
            "-",
            "-o",
            "-",
            "--keep",
            "messages=20",
            "--context-window",
            "100k",
            "--keep-tool-results",
            "2",
        ],
        json.as_bytes(),
    );
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("cleared"), "{}", run.err);
    let edited: Vec<&str> = run
        .out
        .lines()
        .filter(|line| line.contains("cleared"))
        .collect();
    assert!(!edited.is_empty(), "{}", run.out);
    for line in edited.iter().filter(|line| line.contains("tool_result")) {
        assert!(line.starts_with(r#"{"role": "user", "x" : "\ud800", "content":[{"type":"tool_result","tool_use_id":""#), "{line}");
        assert!(
            line.trim_end_matches(',').ends_with(r#","n":1.50}]}"#),
            "{line}"
        );
    }
}

#[test]
fn windows_line_ends_and_a_byte_order_mark_do_no_harm() {
    let lines = "\u{feff}{\"role\":\"user\",\"content\":\"a\"}\r\n{\"role\":\"assistant\",\"content\":\"b\"}\r\n";
    let run = run_on(&["inspect", "--json", "-"], lines.as_bytes());
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(run.json()["files"][0]["format"], "message_lines");
    assert_eq!(run.conversation()["messages"], 2);
}

#[test]
fn damaged_files_never_panic_and_give_an_error_or_a_history() {
    let session: String = std::fs::read_to_string(example("coding.claude-code.jsonl"))
        .expect("it is there")
        .lines()
        .skip(1)
        .take(6)
        .map(|line| line.to_owned() + "\n")
        .collect();
    let files = [
        std::fs::read(example("chat.zh.gemini.json")).expect("it is there"),
        std::fs::read(example("chat.zh.openai_chat.json")).expect("it is there"),
        session.into_bytes(),
    ];
    let mut seed = 7u64;
    let mut random = |below: usize| {
        // The generator of Numerical Recipes. Its high bits are the more random ones.
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below.max(1)
    };
    for content in &files {
        for round in 0..150 {
            let mut content = content.clone();
            match round % 3 {
                0 => content.truncate(random(content.len())),
                1 => {
                    let at = random(content.len());
                    content[at] = b"{}[]\",:\\u0 \n\xff"[random(13)];
                }
                _ => {
                    let (from, length) = (random(content.len()), random(200));
                    content.drain(from..(from + length).min(content.len()));
                }
            }
            for args in [
                &["inspect", "--json", "-"][..],
                &["compact", "-", "-o", "-", "--target", "0.3"],
            ] {
                let run = run_on(args, &content);
                assert!((0..=2).contains(&run.code));
                assert!(run.code != 2 || run.err.contains("error: "), "{}", run.err);
                if run.code < 2 {
                    run.json();
                }
            }
        }
    }
}
