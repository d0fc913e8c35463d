//! Settings come back byte for byte.

use crate::common::Machine;
use conspectus_agents::{Change, Place, install, uninstall};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

const PROGRAM: &str = "/opt/my tools/conspectus";

type Edit = fn(&str, &Place<'_>, bool) -> conspectus_files::Result<Vec<Change>>;

fn run(
    machine: &Machine,
    agent: &str,
    edit: Edit,
    program: &str,
) -> conspectus_files::Result<Vec<Change>> {
    let variable = |name: &str| machine.variable(name);
    let place = Place {
        folder: machine.path("app"),
        is_project: false,
        program: program.into(),
        variable: &variable,
    };
    edit(agent, &place, false)
}

/// All agents, on a machine that has the Node package.
const AGENTS: [&str; 5] = ["claude-code", "codex", "copilot-cli", "pi", "opencode"];

fn with_node_package(machine: &Machine) {
    let package = machine.path("app/node_modules/conspectus");
    fs::create_dir_all(&package).expect("a folder");
    fs::write(package.join("package.json"), "{}").expect("a package");
}

fn settings(machine: &Machine) -> PathBuf {
    machine.path(".claude/settings.json")
}

fn with(machine: &Machine, content: &[u8]) {
    fs::create_dir_all(machine.path(".claude")).expect("a folder");
    fs::write(settings(machine), content).expect("settings");
}

/// Comments and commas at the end are not JSON, but agents take them.
fn parsed(text: &str) -> Value {
    let lines = text.trim_start_matches('\u{feff}').lines();
    let plain: String = lines
        .map(|line| line.split(" //").next().unwrap_or_default())
        .collect();
    let plain = plain.replace(",}", "}").replace(", }", "}");
    serde_json::from_str(&plain).unwrap_or_else(|error| panic!("{error}: {text}"))
}

const HOOKED: &str = r#"{
  "model": "opus",
  "hooks": {
    "PostToolUse": [
      { "matcher": "Edit", "hooks": [{ "type": "command", "command": "prettier" }] }
    ],
    "Stop": []
  }
}
"#;

#[test]
fn odd_settings_come_back_byte_for_byte() {
    let odd: [(&str, &str); 10] = [
        ("empty", ""),
        ("an empty object", "{}"),
        (
            "CRLF",
            "{\r\n  \"model\": \"opus\",\r\n  \"env\": {}\r\n}\r\n",
        ),
        ("tabs", "{\n\t\"model\": \"opus\"\n}\n"),
        (
            "comments",
            "{\n  // mine\n  \"model\": \"opus\", // the best\n}\n",
        ),
        ("no line end", "{\"model\":\"opus\"}"),
        ("a byte order mark", "\u{feff}{ \"model\": \"opus\" }\n"),
        ("other hooks", HOOKED),
        (
            "blanks and numbers",
            "\n\n {\"a\":1.50,\"b\":[1,\n2 ] ,\"\\u0063\":1e3}\n\n\n",
        ),
        (
            "hooks that are empty",
            "{\n    \"hooks\": {\"PostToolUse\": []}\n}",
        ),
    ];
    for (name, text) in odd {
        let machine = Machine::new();
        with(&machine, text.as_bytes());
        run(&machine, "claude-code", install, PROGRAM).expect(name);
        let edited = fs::read_to_string(settings(&machine)).expect("settings");
        let value = parsed(&edited);
        for event in [
            "PostToolUse",
            "PostToolBatch",
            "PostCompact",
            "SessionStart",
        ] {
            let groups = value["hooks"][event].as_array().expect(name);
            let command = groups.last().expect(name)["hooks"][0]["command"].as_str();
            assert_eq!(
                command,
                Some(&*format!("'{PROGRAM}' hook claude-code {event}")),
                "{name}"
            );
        }
        assert_eq!(edited.contains("\r\n"), text.contains("\r\n"), "{name}");
        assert!(
            !text.contains('\r') || !edited.replace("\r\n", "").contains('\n'),
            "{name}"
        );
        assert!(
            !text.contains("// mine")
                || edited.contains("  // mine\n  \"model\": \"opus\", // the best\n"),
            "{name}"
        );
        assert!(!text.contains("prettier") || edited.contains("{ \"matcher\": \"Edit\", \"hooks\": [{ \"type\": \"command\", \"command\": \"prettier\" }] }"));
        uninstall_and_compare(&machine, text.as_bytes(), name);
    }
}

fn uninstall_and_compare(machine: &Machine, before: &[u8], name: &str) {
    run(machine, "claude-code", uninstall, PROGRAM).expect(name);
    let after = fs::read(settings(machine)).expect(name);
    assert_eq!(
        String::from_utf8_lossy(&after),
        String::from_utf8_lossy(before),
        "{name}"
    );
}

#[test]
fn files_and_folders_that_were_not_there_go() {
    for agent in AGENTS {
        let machine = Machine::new();
        with_node_package(&machine);
        run(&machine, agent, install, PROGRAM).expect(agent);
        let changes = run(&machine, agent, uninstall, PROGRAM).expect(agent);
        assert!(
            changes
                .iter()
                .all(|change| change.whole_file && !change.items.is_empty()),
            "{changes:?}"
        );
        let left: Vec<_> = fs::read_dir(machine.path(""))
            .expect("a folder")
            .flatten()
            .map(|entry| entry.file_name())
            .collect();
        let mut left: Vec<&str> = left.iter().filter_map(|name| name.to_str()).collect();
        left.sort_unstable();
        assert_eq!(left, [".local", "app"], "{agent}");
    }
}

#[test]
fn a_second_time_changes_nothing() {
    for agent in AGENTS {
        let machine = Machine::new();
        with_node_package(&machine);
        let changes = run(&machine, agent, install, PROGRAM).expect(agent);
        let files = |changes: &[Change]| -> Vec<Vec<u8>> {
            changes
                .iter()
                .map(|change| fs::read(&change.path).expect("a file"))
                .collect()
        };
        let before = files(&changes);
        let again = run(&machine, agent, install, PROGRAM).expect(agent);
        assert!(
            again.iter().all(|change| change.items.is_empty()),
            "{again:?}"
        );
        assert_eq!(files(&changes), before);
    }
}

#[test]
fn a_program_that_has_moved_replaces_the_old_one() {
    let machine = Machine::new();
    with(&machine, HOOKED.as_bytes());
    run(&machine, "claude-code", install, "/old/conspectus").expect("installed");
    run(&machine, "claude-code", install, "/new/conspectus").expect("installed");
    let text = fs::read_to_string(settings(&machine)).expect("settings");
    assert!(
        !text.contains("/old/") && text.matches("/new/conspectus hook").count() == 4,
        "{text}"
    );
    uninstall_and_compare(&machine, HOOKED.as_bytes(), "moved");
}

#[test]
fn of_an_edited_file_only_our_part_goes() {
    let machine = Machine::new();
    with(&machine, HOOKED.as_bytes());
    run(&machine, "claude-code", install, PROGRAM).expect("installed");
    let text = fs::read_to_string(settings(&machine)).expect("settings");
    let edited = text.replace("\"opus\"", "\"sonnet\"").replacen(
        "\"hooks\": [\n",
        "\"hooks\": [\n          { \"type\": \"command\", \"command\": \"mine\" },\n",
        1,
    );
    assert_ne!(edited, text);
    with(&machine, edited.as_bytes());
    run(&machine, "claude-code", uninstall, PROGRAM).expect("uninstalled");
    let left = fs::read_to_string(settings(&machine)).expect("settings");
    assert!(!left.contains("conspectus"), "{left}");
    assert!(
        left.contains("\"sonnet\"") && left.contains("prettier") && left.contains("\"mine\""),
        "{left}"
    );
    assert!(left.contains("\"Stop\": []"), "{left}");
    assert!(
        parsed(&left)["hooks"].get("PostToolBatch").is_none(),
        "{left}"
    );
}

#[test]
fn without_a_record_our_part_goes_too() {
    let machine = Machine::new();
    with(&machine, HOOKED.as_bytes());
    run(&machine, "claude-code", install, PROGRAM).expect("installed");
    fs::remove_dir_all(machine.path(".local")).expect("records");
    run(&machine, "claude-code", uninstall, PROGRAM).expect("uninstalled");
    let left = fs::read_to_string(settings(&machine)).expect("settings");
    assert_eq!(parsed(&left), parsed(HOOKED));
}

#[test]
fn what_cannot_be_parsed_is_refused_and_stays() {
    for (text, word) in [
        ("{ \"model\": ", "can't be parsed"),
        ("[]", "isn't a JSON object"),
        ("{ \"hooks\": [] }", "`hooks` isn't an object"),
        (
            "{ \"hooks\": { \"PostToolUse\": {} } }",
            "`PostToolUse` isn't a list",
        ),
        ("{ \"hooks\": {}, \"hooks\": {} }", "`hooks` occurs twice"),
        ("{ model: 'opus' }", "can't be parsed"),
    ] {
        let machine = Machine::new();
        with(&machine, text.as_bytes());
        for edit in [install as Edit, uninstall] {
            let Err(error) = run(&machine, "claude-code", edit, PROGRAM) else {
                // There is nothing to take out of it.
                assert_eq!(
                    fs::read_to_string(settings(&machine)).expect("settings"),
                    text
                );
                continue;
            };
            assert_eq!(error.code(), "UNUSABLE_SETTINGS", "{text}: {error}");
            assert!(error.message().contains("settings.json"), "{error}");
            assert!(
                error.message().contains(word) || error.message().contains("isn't an object"),
                "{error}"
            );
        }
        assert!(
            run(&machine, "claude-code", install, PROGRAM).is_err(),
            "{text}"
        );
        assert_eq!(
            fs::read_to_string(settings(&machine)).expect("settings"),
            text
        );
        assert!(!machine.path(".claude.json").exists());
    }
}

#[test]
fn a_file_that_is_no_text_is_refused() {
    let machine = Machine::new();
    with(&machine, b"{ \"a\": \"\xff\" }");
    let error = run(&machine, "claude-code", install, PROGRAM).expect_err("refused");
    assert_eq!(error.code(), "UNREADABLE_FILE");
}

#[cfg(unix)]
#[test]
fn a_link_stays_one_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let machine = Machine::new();
    let real = machine.path("dotfiles.json");
    fs::write(&real, HOOKED).expect("settings");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).expect("a mode");
    fs::create_dir_all(machine.path(".claude")).expect("a folder");
    symlink(&real, settings(&machine)).expect("a link");
    for edit in [install as Edit, uninstall] {
        run(&machine, "claude-code", edit, PROGRAM).expect("edited");
        assert!(
            fs::symlink_metadata(settings(&machine))
                .expect("a link")
                .is_symlink()
        );
        assert_eq!(
            fs::metadata(&real).expect("a file").permissions().mode() & 0o777,
            0o640
        );
    }
    assert_eq!(fs::read_to_string(&real).expect("settings"), HOOKED);
}

#[test]
fn a_file_that_may_not_be_written_is_refused() {
    let machine = Machine::new();
    with(&machine, HOOKED.as_bytes());
    let mut permissions = fs::metadata(settings(&machine))
        .expect("a file")
        .permissions();
    permissions.set_readonly(true);
    fs::set_permissions(settings(&machine), permissions).expect("a mode");
    let error = run(&machine, "claude-code", install, PROGRAM).expect_err("refused");
    assert_eq!(error.code(), "UNWRITABLE_FILE");
    assert!(error.message().contains("read-only"), "{error}");
    assert_eq!(
        fs::read_to_string(settings(&machine)).expect("settings"),
        HOOKED
    );
    assert!(!machine.path(".claude.json").exists());
}

#[test]
fn a_dry_run_writes_nothing() {
    let machine = Machine::new();
    let variable = |name: &str| machine.variable(name);
    let place = Place {
        folder: machine.path("app"),
        is_project: true,
        program: PROGRAM.into(),
        variable: &variable,
    };
    let changes = install("claude-code", &place, true).expect("planned");
    assert!(
        changes.iter().all(|change| !change.items.is_empty()),
        "{changes:?}"
    );
    assert!(changes[0].path.ends_with("app/.claude/settings.local.json"));
    assert!(machine.kept().is_empty() && !machine.path("app/.claude").exists());
}

#[test]
fn toml_keeps_comments_and_order() {
    let machine = Machine::new();
    let config = machine.path(".codex/config.toml");
    let text = "# mine\nmodel = \"gpt\"   # the best\n\n[mcp_servers.docs]\ncommand = 'docs'\n\n[tui]\nnotifications=true\n";
    fs::create_dir_all(config.parent().expect("a folder")).expect("a folder");
    fs::write(&config, text).expect("a config");
    run(&machine, "codex", install, PROGRAM).expect("installed");
    let edited = fs::read_to_string(&config).expect("a config");
    assert!(
        edited.starts_with(
            "# mine\nmodel = \"gpt\"   # the best\n\n[mcp_servers.docs]\ncommand = 'docs'\n"
        ),
        "{edited}"
    );
    assert!(
        edited.contains(
            "[mcp_servers.conspectus]\ncommand = \"/opt/my tools/conspectus\"\nargs = [\"mcp\"]\n"
        ),
        "{edited}"
    );
    run(&machine, "codex", uninstall, PROGRAM).expect("uninstalled");
    assert_eq!(fs::read_to_string(&config).expect("a config"), text);
    run(&machine, "codex", install, PROGRAM).expect("installed");
    // Somebody edits it, so it cannot simply be put back.
    fs::write(&config, edited.replace("gpt", "gpt-6")).expect("a config");
    run(&machine, "codex", uninstall, PROGRAM).expect("uninstalled");
    assert_eq!(
        fs::read_to_string(&config).expect("a config"),
        text.replace("gpt", "gpt-6")
    );
    fs::write(&config, "model = ").expect("a config");
    let error = run(&machine, "codex", install, PROGRAM).expect_err("refused");
    assert_eq!(error.code(), "UNUSABLE_SETTINGS");
    assert!(!Path::new(&machine.path(".codex/hooks.json")).exists());
}

#[test]
fn an_unknown_agent_is_named() {
    let machine = Machine::new();
    let error = run(&machine, "emacs", install, PROGRAM).expect_err("refused");
    assert_eq!(error.code(), "INVALID_OPTION");
    assert!(error.message().contains("claude-code, codex"), "{error}");
}

#[test]
fn an_extension_loads_the_node_package() {
    for (agent, file) in [
        ("pi", ".pi/agent/extensions/conspectus.ts"),
        ("opencode", ".config/opencode/plugin/conspectus.js"),
    ] {
        let machine = Machine::new();
        let error = run(&machine, agent, install, PROGRAM).expect_err("refused");
        assert_eq!(error.code(), "UNUSABLE_SETTINGS");
        assert!(
            error.message().contains("npm install conspectus"),
            "{error}"
        );
        assert!(!machine.path(file).exists());
        with_node_package(&machine);
        run(&machine, agent, install, PROGRAM).expect("installed");
        let text = fs::read_to_string(machine.path(file)).expect("an extension");
        assert!(
            text.contains("/app/node_modules/conspectus/bindings-node/paths/"),
            "{text}"
        );
        // Somebody else's file of that name, and one that was edited, stay.
        fs::write(machine.path(file), format!("{text}// mine\n")).expect("an extension");
        assert!(run(&machine, agent, install, PROGRAM).is_err());
        let error = run(&machine, agent, uninstall, PROGRAM).expect_err("refused");
        assert!(error.message().contains("remove it yourself"), "{error}");
        let left = fs::read_to_string(machine.path(file)).expect("an extension");
        assert_eq!(left, format!("{text}// mine\n"));
        // Without the package it can still be removed.
        fs::remove_file(machine.path(file)).expect("an extension");
        run(&machine, agent, install, PROGRAM).expect("installed");
        fs::remove_dir_all(machine.path("app/node_modules")).expect("a package");
        run(&machine, agent, uninstall, PROGRAM).expect("uninstalled");
        assert!(!machine.path(file).exists());
    }
}

#[test]
fn opencode_keeps_its_comments() {
    let machine = Machine::new();
    with_node_package(&machine);
    let config = machine.path(".config/opencode/opencode.jsonc");
    let text = "{\n  // mine\n  \"model\": \"a\",\n}\n";
    fs::create_dir_all(config.parent().expect("a folder")).expect("a folder");
    fs::write(&config, text).expect("a config");
    run(&machine, "opencode", install, PROGRAM).expect("installed");
    let edited = fs::read_to_string(&config).expect("a config");
    assert!(
        edited.contains("// mine") && edited.contains("\"auto\": false"),
        "{edited}"
    );
    run(&machine, "opencode", uninstall, PROGRAM).expect("uninstalled");
    assert_eq!(fs::read_to_string(&config).expect("a config"), text);
}
