//! Shows where sessions are found, and how those that are several files are put together.

use crate::common::read;
use conspectus_files::sessions::{Extent, gathered, project, stored, stored_in};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

fn write(path: &Path, value: &Value, age_s: u64) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, value.to_string()).expect("a file");
    let time = SystemTime::now() - Duration::from_secs(age_s);
    let file = File::options().append(true).open(path).expect("a file");
    file.set_modified(time).expect("a time");
}

fn text(path: &Path) -> String {
    gathered(path, |_| None, 1_000_000, &mut |_, _| {}).expect("a session")
}

#[test]
fn sessions_are_found_where_agents_keep_them_newest_first() {
    let home = tempfile::tempdir().expect("a folder");
    let moved = tempfile::tempdir().expect("a folder");
    for (path, age) in [
        (".claude/projects/-work-app/a.jsonl", 50),
        (".claude/projects/-work-app/agent-b.jsonl", 1),
        (".gemini/tmp/app/chats/session-1.json", 40),
        (".gemini/tmp/app/logs.json", 1),
        (".qwen/projects/app/chats/c.jsonl", 30),
        (".copilot/session-state/d/events.jsonl", 20),
        (".kimi-code/sessions/w/s/agents/main/wire.jsonl", 10),
        (".codex/sessions/2026/11/01/rollout-x.jsonl", 5),
    ] {
        write(&home.path().join(path), &json!({}), age);
    }
    write(
        &moved.path().join("sessions/rollout-y.jsonl"),
        &json!({}),
        60,
    );
    let codex = moved.path().as_os_str().to_owned();
    let variable = move |name: &str| (name == "CODEX_HOME").then(|| codex.clone());
    let found = stored(home.path(), &variable);
    let agents: Vec<&str> = found
        .iter()
        .map(|session| session.agent.expect("an agent").word)
        .collect();
    assert_eq!(
        agents,
        [
            "kimi_cli",
            "copilot_cli",
            "qwen_code",
            "gemini_cli",
            "claude_code",
            "codex"
        ]
    );
    let none = |_: &str| -> Option<OsString> { None };
    assert_eq!(stored(&home.path().join("missing"), &none), []);
    // In a folder that is given, every file that may hold a session counts.
    assert_eq!(stored_in(home.path()).len(), 8);
}

#[test]
fn a_folder_of_events_is_a_session() {
    let folder = tempfile::tempdir().expect("a folder");
    let events = folder.path().join("s1/events");
    for id in [10, 2, 1] {
        let event = json!({ "id": id, "source": "user", "action": "message", "args": { "content": id.to_string() } });
        write(&events.join(format!("{id}.json")), &event, 0);
    }
    fs::write(events.join("3.json"), "{").expect("a file");
    let text = text(&events);
    let session = read(&text, Extent::default()).expect("a session");
    let json = session.conversations[0].messages.to_json();
    let contents: Vec<usize> = ["\"1\"", "\"2\"", "\"10\""]
        .iter()
        .map(|content| json.find(content).expect("a message"))
        .collect();
    assert!(contents.is_sorted(), "{json}");
    let found = stored_in(folder.path());
    assert_eq!((found.len(), found[0].path == events), (1, true));
    // Files that are too large together are an error, not memory.
    assert!(gathered(&events, |_| None, 10, &mut |_, _| {}).is_err());
}

#[test]
fn a_session_in_the_storage_of_opencode_is_put_together() {
    let folder = tempfile::tempdir().expect("a folder");
    let storage = folder.path().join("storage");
    let session = storage.join("session/p/ses_1.json");
    write(
        &session,
        &json!({ "id": "ses_1", "projectID": "p", "directory": "/home/me/app" }),
        0,
    );
    for (id, role, created) in [("msg_2", "assistant", 2), ("msg_1", "user", 1)] {
        let info =
            json!({ "id": id, "sessionID": "ses_1", "role": role, "time": { "created": created } });
        write(&storage.join(format!("message/ses_1/{id}.json")), &info, 0);
        let part = json!({ "type": "text", "text": id });
        write(&storage.join(format!("part/{id}/prt_1.json")), &part, 0);
    }
    let text = text(&session);
    let read = read(&text, Extent::default()).expect("a session");
    let messages: Value =
        serde_json::from_str(&read.conversations[0].messages.to_json()).expect("JSON");
    assert_eq!(messages[0]["parts"][0]["text"], "msg_1");
    assert_eq!(messages[1]["info"]["role"], "assistant");
    assert_eq!(project(&session), "/home/me/app");
}

#[test]
fn a_project_is_what_the_session_names_or_its_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let chat = folder.path().join("app/chats/session-1.json");
    write(&chat, &json!({ "sessionId": "s" }), 0);
    assert_eq!(project(&chat), "app");
    fs::write(folder.path().join("app/.project_root"), "/home/me/app").expect("a file");
    assert_eq!(project(&chat), "/home/me/app");
    let named = folder.path().join("x/a.jsonl");
    write(
        &named,
        &json!({ "payload": { "cwd": "/home/me/\"b\"" } }),
        0,
    );
    assert_eq!(project(&named), "/home/me/\"b\"");
    assert_eq!(project(Path::new("missing/a.jsonl")), "missing");
}
