//! Shows how the command line treats options, standard streams and files, and which exit codes and
//! errors it gives.

use crate::common::{example, file, folder, run, run_on};

const TALK: &str = r#"[{"role":"user","content":"hello"},{"role":"assistant","content":"hi"}]"#;

#[test]
fn help_and_version_are_results() {
    for args in [
        &["--help"][..],
        &["--version"],
        &["inspect", "--help"],
        &["compact", "--help"],
        &["demo", "--help"],
        &["repair", "--help"],
        &["simulate", "--help"],
        &["recommend", "--help"],
        &["report", "--help"],
        &["completions", "bash"],
    ] {
        let run = run(args);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{args:?}");
        assert!(!run.out.is_empty(), "{args:?}");
    }
    let help = run(&["compact", "--help"]).out;
    for word in [
        "Examples:",
        "Exit codes:",
        "--overwrite",
        "--context-window",
    ] {
        assert!(help.contains(word), "{word}");
    }
}

#[test]
fn wrong_usage_is_told_on_the_error_stream() {
    for (args, word) in [
        (&[][..], "Usage"),
        (&["compactt", "x"], "compact"),
        (&["inspect"], "FILE"),
        (&["inspect", "--conversatoin", "1", "x"], "--conversation"),
        (&["compact", "x", "--if-needed"], "--context-window"),
    ] {
        let run = run(args);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}");
        assert!(run.err.contains(word), "{args:?}: {}", run.err);
    }
}

#[test]
fn a_simulation_prints_what_the_library_tells() {
    let path = example("coding.anthropic.json");
    let json = run(&[
        "simulate",
        &path,
        "--context-window",
        "32k,1m",
        "--prices",
        "anthropic-5m,none",
        "--json",
        "--quiet",
    ]);
    assert_eq!((json.code, json.err.as_str()), (0, ""));
    let document: serde_json::Value = serde_json::from_str(&json.out).expect("a document");
    let rows = document["sessions"][0]["rows"]
        .as_array()
        .expect("rows")
        .clone();
    assert_eq!(rows.len(), 2 * 2 * 8);
    assert!(
        rows.iter()
            .filter(|row| row["policy"] == "never")
            .all(|row| row["relative_cost_percent"] == 100.0)
    );
    let table = run(&[
        "simulate",
        &path,
        "--context-window",
        "32k,1m",
        "--prices",
        "anthropic-5m,none",
    ]);
    assert_eq!(
        table.out.matches("window 1,000,000, none").count(),
        1,
        "{}",
        table.out
    );
    let two = run(&[
        "simulate",
        &path,
        &path,
        "--policies",
        "never",
        "--pause-minutes",
        "10",
    ]);
    assert!(
        two.code == 0 && two.err.contains("1 of 2: ") && two.err.contains("2 of 2: "),
        "{}",
        two.err
    );
    let cost = |args: &[&str]| {
        let args = [
            &["simulate", path.as_str(), "--json", "--policies", "never"],
            args,
        ]
        .concat();
        let document: serde_json::Value =
            serde_json::from_str(&run(&args).out).expect("a document");
        document["sessions"][0]["rows"][0]["cost"]
            .as_f64()
            .expect("a cost")
    };
    assert!(cost(&["--pause-minutes", "10"]) > 2.0 * cost(&[]));
    let quiet = run(&["simulate", &path, &path, "--policies", "never", "--quiet"]);
    assert_eq!((quiet.code, quiet.err.as_str()), (0, ""));
    let presets = run(&[
        "simulate",
        &path,
        "--context-window",
        "32k",
        "--policies",
        "default,gemini-cli,qwen-code,gencode,opencode",
        "--json",
    ]);
    let document: serde_json::Value = serde_json::from_str(&presets.out).expect("a document");
    let names: Vec<&str> = document["sessions"][0]["rows"]
        .as_array()
        .expect("rows")
        .iter()
        .filter_map(|row| row["policy"].as_str())
        .collect();
    assert_eq!(
        names,
        ["default", "gemini-cli", "qwen-code", "gencode", "opencode"]
    );
    for (args, word) in [
        (["--pause-minutes", "long"], "--pause-minutes"),
        (["--context-window", "many"], "200k"),
        (["--prices", "my-own"], "/price_sets/0"),
        (
            ["--policies", "magic"],
            "unknown policy magic; policies: recorded, never",
        ),
    ] {
        let run = run(&[&["simulate", path.as_str()][..], &args].concat());
        assert_eq!(run.code, 2, "{args:?}");
        assert!(run.err.contains(word), "{args:?}: {}", run.err);
    }
}

#[test]
fn pauses_of_a_simulation_follow_from_the_times_in_the_file() {
    let folder = folder();
    let text = "A long answer of the tool. ".repeat(400);
    let messages = |minutes: [u64; 4]| {
        let [first, second, third, fourth] =
            minutes.map(|minutes| format!("2026-11-21T10:{minutes:02}:00.000Z"));
        serde_json::json!([
            { "role": "user", "content": format!("Read it. {text}"), "timestamp": first },
            { "role": "assistant", "content": "Done.", "timestamp": second },
            { "role": "user", "content": "And again.", "timestamp": third },
            { "role": "assistant", "content": "Done again.", "timestamp": fourth },
        ])
    };
    let cost = |minutes: [u64; 4], args: &[&str]| {
        let path = folder.path().join("session.json");
        std::fs::write(&path, messages(minutes).to_string()).expect("a file");
        let path = path.display().to_string();
        let run = run(&[
            &["simulate", path.as_str(), "--json", "--policies", "never"],
            args,
        ]
        .concat());
        assert_eq!(run.code, 0, "{}", run.err);
        let document: serde_json::Value = serde_json::from_str(&run.out).expect("a document");
        document["sessions"][0]["rows"][0]["cost"]
            .as_f64()
            .expect("a cost")
    };
    let (quick, slow) = (cost([0, 1, 2, 3], &[]), cost([0, 1, 31, 32], &[]));
    assert!(slow > 1.5 * quick, "{slow} {quick}");
    assert_eq!(cost([0, 1, 31, 32], &["--pause-minutes", "0"]), quick);
    assert_eq!(cost([0, 1, 2, 3], &["--pause-minutes", "10"]), slow);
}

#[test]
fn options_of_the_library_are_checked_by_it() {
    let path = example("chat.zh.gemini.json");
    for (args, expected) in [
        (&["--target", "70"][..], "error: --target must be"),
        (&["--dialect", "klingon"], "[UNKNOWN_DIALECT]"),
        (&["--preset", "nope"], "[UNKNOWN_PRESET]"),
        (
            &["--preset", "gencode", "--set", "prune_protct=3"],
            "did you mean `prune_protect`",
        ),
        (
            &["--preset", "qwen-code", "--clear-when", "never"],
            "--clear-when",
        ),
        (
            &["--preset", "gencode", "--set", "prune_protect=few"],
            "(at /preset/prune_protect)",
        ),
        (&["--keep-tool-results", "few"], "--keep-tool-results"),
        (&["--context-window", "-5"], "--context-window"),
    ] {
        let run = run(&[&["compact", &path], args].concat());
        assert_eq!(run.code, 2, "{args:?}: {}", run.out);
        assert!(run.err.contains(expected), "{args:?}: {}", run.err);
    }
}

#[test]
fn a_file_is_written_whole_and_never_over_another() {
    let folder = folder();
    let path = file(&folder, "talk.json", TALK);
    let out = file(&folder, "out.json", "precious");
    let refused = run(&["compact", &path, "-o", &out]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("[FILE_EXISTS]"), "{}", refused.err);
    assert_eq!(
        std::fs::read_to_string(&out).expect("it is there"),
        "precious"
    );
    // Two words cannot be made smaller. The messages are written unchanged, and the exit code says
    // so if it is asked to.
    let compact = ["compact", &path, "-o", &out, "--overwrite"];
    assert_eq!(run(&compact).code, 0);
    let unchanged = run(&[&compact[..], &["--exit-code"]].concat());
    assert_eq!(unchanged.code, 1, "{}", unchanged.err);
    let written = std::fs::read_to_string(&out).expect("it is there");
    assert_eq!(
        written.lines().collect::<Vec<_>>(),
        [
            "[",
            r#"{"role":"user","content":"hello"},"#,
            r#"{"role":"assistant","content":"hi"}"#,
            "]"
        ]
    );
    let nowhere = run(&[
        "compact",
        &path,
        "-o",
        &folder.path().join("no/such/out.json").display().to_string(),
    ]);
    assert!(nowhere.err.contains("[UNWRITABLE_FILE]"), "{}", nowhere.err);
    let left: Vec<_> = std::fs::read_dir(folder.path())
        .expect("a folder")
        .filter_map(|entry| Some(entry.ok()?.file_name()))
        .collect();
    assert_eq!(left.len(), 2, "no temporary file stays: {left:?}");
}

#[test]
fn a_trial_run_writes_nothing_and_says_so() {
    let run = run(&["compact", &example("coding.gemini.json")]);
    assert_eq!(run.code, 0);
    assert!(run.err.contains("nothing was written"), "{}", run.err);
    assert!(run.out.contains("removed: summarized"), "{}", run.out);
}

#[test]
fn an_object_comes_out_with_its_list_replaced() {
    let folder = folder();
    let list = std::fs::read_to_string(example("coding.anthropic.json")).expect("it is there");
    let object = format!(
        "{{\"case\": \"c1\", \"request\": {{\"model\":\"m\", \"system\": \"Be brief.\", \"messages\": {list}, \"max_tokens\": 12345678901234567890}}}}"
    );
    let path = file(&folder, "request.json", &object);
    let whole = run(&["compact", &path, "-o", "-"]);
    assert_eq!(whole.code, 0, "{}", whole.err);
    assert!(
        whole.out.starts_with("{\"case\": \"c1\", \"request\": {\"model\":\"m\", \"system\": \"Be brief.\", \"messages\": ["),
        "{:.90}",
        whole.out
    );
    assert!(
        whole
            .out
            .trim_end()
            .ends_with(", \"max_tokens\": 12345678901234567890}}")
    );
    let list = run(&["compact", &path, "-o", "-", "--messages-only"]);
    assert!(list.out.starts_with("[\n") && whole.out.contains(list.out.trim_end()));
    let inspected = run(&["inspect", "--json", &path]).conversation();
    assert_eq!(
        (
            inspected["label"].as_str(),
            inspected["system_tokens"].as_u64()
        ),
        (Some("c1"), Some(3))
    );
}

#[test]
fn several_conversations_are_listed_and_one_is_taken() {
    let folder = folder();
    let line =
        |case: &str| format!("{{\"case\":\"{case}\",\"request\":{{\"messages\":{TALK}}}}}\n");
    let path = file(
        &folder,
        "cases.jsonl",
        [line("one"), line("two"), "oops\n".to_owned(), line("three")].concat(),
    );
    let listed = run(&["inspect", &path]);
    assert_eq!(listed.code, 0, "{}", listed.err);
    for word in [
        "one",
        "two",
        "three",
        "3 conversations, 6 messages",
        "skipped 1 line: line 3: [INVALID_JSON]",
    ] {
        assert!(listed.out.contains(word), "{word}: {}", listed.out);
    }
    let all = run(&["compact", &path]);
    assert!(all.err.contains("[CHOOSE_CONVERSATION]"), "{}", all.err);
    let two = run(&["compact", &path, "--conversation", "2", "-o", "-"]);
    assert_eq!(two.code, 0);
    assert!(two.out.starts_with("{\"case\":\"two\""), "{}", two.out);
    assert!(
        run(&["compact", &path, "--conversation", "9"])
            .err
            .contains("[CHOOSE_CONVERSATION]")
    );
    assert_eq!(
        run(&["inspect", "--json", "--conversation", "3", &path]).conversation()["line"],
        4
    );
}

#[test]
fn one_bad_file_does_not_hide_the_others() {
    let folder = folder();
    let (good, bad) = (
        file(&folder, "good.json", TALK),
        file(&folder, "bad.json", "[1,"),
    );
    let run = run(&["inspect", "--json", &bad, &good, "no-such-file"]);
    assert_eq!(run.code, 2);
    let document = run.json();
    assert_eq!(document["files"].as_array().map(Vec::len), Some(1));
    let codes: Vec<_> = document["errors"]
        .as_array()
        .expect("errors")
        .iter()
        .map(|error| error["code"].as_str().unwrap_or(""))
        .collect();
    assert_eq!(codes, ["INVALID_JSON", "UNREADABLE_FILE"]);
}

#[test]
fn check_fails_on_loose_ends_only() {
    let orphan =
        r#"[{"role":"user","content":"x"},{"role":"tool","tool_call_id":"c9","content":"r"}]"#;
    let open = r#"[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"ls","arguments":"{}"}}]}]"#;
    let abandoned = open.replace("]}]", "]},{\"role\":\"user\",\"content\":\"never mind\"},{\"role\":\"assistant\",\"content\":\"ok\"}]");
    for (json, code) in [(TALK, 0), (orphan, 1), (open, 0), (abandoned.as_str(), 1)] {
        let run = run_on(&["inspect", "--check", "-"], json.as_bytes());
        assert_eq!(run.code, code, "{json}: {}", run.out);
    }
}

#[test]
fn colours_are_for_terminals() {
    use conspectus_cli::{Streams, run_with};
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut streams = Streams {
        stdin: &mut TALK.as_bytes(),
        stdout: &mut out,
        stderr: &mut err,
        colour: true,
        colour_errors: true,
        progress: false,
        width: 80,
    };
    assert_eq!(
        run_with(vec!["inspect".into(), "-".into()], &mut streams),
        0
    );
    assert!(String::from_utf8_lossy(&out).contains("\u{1b}[1m"));
    assert!(
        !run_on(&["inspect", "-"], TALK.as_bytes())
            .out
            .contains('\u{1b}')
    );
}

#[cfg(unix)]
#[test]
fn an_overwritten_file_keeps_its_permissions_and_a_link_stays_a_link() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder();
    let input = file(&folder, "in.json", TALK);
    let target = file(&folder, "target.json", "old");
    std::fs::set_permissions(&target, std::fs::Permissions::from_mode(0o640)).expect("a mode");
    let link = folder.path().join("link.json");
    symlink(&target, &link).expect("a link");
    let link = link.display().to_string();
    let refused = run(&["compact", &input, "-o", &link]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("[FILE_EXISTS]"), "{}", refused.err);
    assert!(run(&["compact", &input, "-o", &link, "--overwrite"]).code < 2);
    assert!(
        std::fs::symlink_metadata(&link)
            .expect("there")
            .file_type()
            .is_symlink()
    );
    assert!(
        std::fs::read_to_string(&target)
            .expect("there")
            .contains("hello")
    );
    assert_eq!(
        std::fs::metadata(&target)
            .expect("there")
            .permissions()
            .mode()
            & 0o777,
        0o640
    );
    let names: Vec<_> = std::fs::read_dir(folder.path())
        .expect("a folder")
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    assert_eq!(names.len(), 3, "{names:?}");
}

#[cfg(unix)]
#[test]
fn a_device_is_written_to_and_stays_a_device() {
    use std::os::unix::fs::FileTypeExt;
    let folder = folder();
    let input = file(&folder, "in.json", TALK);
    assert!(run(&["compact", &input, "-o", "/dev/null", "--overwrite"]).code < 2);
    assert!(
        std::fs::metadata("/dev/null")
            .expect("there")
            .file_type()
            .is_char_device()
    );
}

#[test]
fn a_file_is_not_written_over_by_less_than_it_holds() {
    let folder = folder();
    let conversation = format!("{{\"messages\":{TALK}}}");
    for (content, select, word) in [
        (
            format!("{conversation}\n{conversation}\n"),
            &["--conversation", "1"][..],
            "1 other conversation",
        ),
        (
            format!("{conversation}\n{{broken\n"),
            &[],
            "1 line that could not be read",
        ),
    ] {
        let path = file(&folder, "both.jsonl", &content);
        let run = run(&[&["compact", &path, "-o", &path, "--overwrite"], select].concat());
        assert_eq!(run.code, 2, "{}", run.out);
        assert!(
            run.err.contains("[WOULD_OVERWRITE_MORE]") && run.err.contains(word),
            "{}",
            run.err
        );
        assert_eq!(std::fs::read_to_string(&path).expect("there"), content);
    }
    let whole = file(&folder, "whole.json", &conversation);
    assert!(run(&["compact", &whole, "-o", &whole, "--overwrite"]).code < 2);
}

#[test]
fn names_and_values_cannot_steer_the_terminal() {
    let folder = folder();
    let name = folder
        .path()
        .join("no\u{1b}[2Jsuch\nfile")
        .display()
        .to_string();
    for args in [
        &["inspect", &name][..],
        &["compact", &name, "--preset", "x\u{1b}]0;t\u{7}"],
        &["compact", "x", "--conversation", "\u{1b}[31m"],
    ] {
        let run = run(args);
        assert_eq!(run.code, 2);
        assert!(
            !run.err
                .trim_end()
                .trim_end_matches('\n')
                .contains(['\u{1b}', '\u{7}']),
            "{}",
            run.err
        );
    }
}

#[test]
fn a_gzipped_file_unpacks_to_a_limit_that_can_be_raised() {
    use std::io::Write;
    let folder = folder();
    let path = folder.path().join("large.json.gz");
    let mut packed = flate2::write::GzEncoder::new(
        std::fs::File::create(&path).expect("a file"),
        flate2::Compression::fast(),
    );
    write!(
        packed,
        "[{{\"role\":\"user\",\"content\":\"{}\"}}]",
        "x".repeat(1_500_000)
    )
    .expect("written");
    packed.finish().expect("finished");
    let path = path.display().to_string();
    let refused = run(&["inspect", &path, "--max-unpacked-mb", "1"]);
    assert_eq!(refused.code, 2);
    assert!(
        refused.err.contains("unpacks to more than 1 MB")
            && refused.err.contains("--max-unpacked-mb"),
        "{}",
        refused.err
    );
    assert_eq!(run(&["inspect", &path, "--max-unpacked-mb", "2"]).code, 0);
}

#[test]
fn the_demo_needs_nothing_and_its_session_can_be_taken_out() {
    let shown = run(&["demo"]);
    assert_eq!((shown.code, shown.err.as_str()), (0, ""));
    for word in [
        "a recorded session: 97 messages",
        "cleared 5 tool results",
        "summarized",
        " | target ",
    ] {
        assert!(shown.out.contains(word), "{word}: {}", shown.out);
    }
    assert!(shown.out.lines().all(|line| line.chars().count() <= 80));
    let one = run(&["demo", "--context-window", "32k", "-q"]).out;
    assert!(
        one.contains("of 32,000 |") && !one.contains("next:"),
        "{one}"
    );
    let session = run(&["demo", "-o", "-"]).out;
    let example = std::fs::read_to_string(example("coding.anthropic.json")).expect("there");
    assert!(session == example);
}

#[test]
fn a_file_alone_is_inspected_and_other_words_are_told_about() {
    let path = example("chat.zh.gemini.json");
    assert_eq!(run(&[&path]).out, run(&["inspect", &path]).out);
    let run_on_stdin = run_on(&["-"], TALK.as_bytes());
    assert!(
        run_on_stdin.out.contains("messages    2"),
        "{}",
        run_on_stdin.out
    );
    for (args, expected) in [
        (
            &["count", "x"][..],
            "unknown command count: inspect counts tokens",
        ),
        (&["nope.json"], "file not found: nope.json"),
        (
            &["compact", "nope.json"],
            "error: file not found: nope.json [UNREADABLE_FILE]",
        ),
    ] {
        let run = run(args);
        assert_eq!(run.code, 2, "{args:?}");
        assert!(run.err.contains(expected), "{args:?}: {}", run.err);
    }
    let readme = crate::common::repository("README.md").display().to_string();
    let text = run(&["compact", &readme]).err;
    assert!(
        text.contains("README.md contains no conversation: it isn't JSON. Supported:"),
        "{text}"
    );
}

#[test]
fn a_history_is_repaired_and_written() {
    let orphan =
        r#"[{"role":"user","content":"x"},{"role":"tool","tool_call_id":"c9","content":"r"}]"#;
    let done = run_on(&["repair", "-", "-o", "-"], orphan.as_bytes());
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(
        !done.out.contains("c9") && done.err.contains("1 repair"),
        "{}",
        done.err
    );
    let checked = run_on(&["inspect", "--check", "-"], done.out.as_bytes());
    assert_eq!(checked.code, 0, "{}", checked.out);
    let trial = run_on(&["repair", "-"], orphan.as_bytes());
    assert!(trial.err.contains("nothing was written"), "{}", trial.err);
    let sound = run_on(&["repair", "-", "--exit-code"], TALK.as_bytes());
    assert_eq!((sound.code, sound.err.as_str()), (1, ""));
}

#[test]
fn without_a_window_the_file_tells_one() {
    let folder = folder();
    let list = std::fs::read_to_string(example("coding.anthropic.json")).expect("there");
    let more = format!(
        r#"[{{"role":"user","content":"{}"}},"#,
        "one word ".repeat(5_000)
    );
    let list = list.replacen('[', &more, 1);
    let window = |model: &str| {
        let path = file(
            &folder,
            "request.json",
            format!(r#"{{"model":"{model}","messages":{list}}}"#),
        );
        run(&["compact", &path, "--json"]).json()["result"]["context_window"].clone()
    };
    // The session fills half of a window of 128,000, and not half of a million.
    assert_eq!(window("gpt-4-turbo"), 128_000);
    let size = window("claude-opus-5-5").as_u64().expect("a window");
    assert!((70_000..90_000).contains(&size), "{size}");
    assert_eq!(window("nobody-knows"), size);
}
