//! Shows how session files of Claude Code are read, on small files written here.

use crate::common::read;
use conspectus_files::json_text::JsonTree;
use conspectus_files::sessions::{Agent, Extent, Format, SessionFile, agents, slim_line};
use serde_json::{Value, json};

fn claude_code() -> Agent {
    agents()
        .find(|agent| agent.word == "claude_code")
        .expect("a reader")
}

struct Fixture(Vec<String>);

impl Fixture {
    fn new() -> Self {
        Self(Vec::new())
    }

    fn line(mut self, value: Value) -> Self {
        self.0.push(value.to_string());
        self
    }

    fn raw(mut self, line: &str) -> Self {
        self.0.push(line.to_owned());
        self
    }

    fn user(self, uuid: &str, content: Value) -> Self {
        self.line(json!({ "type": "user", "uuid": uuid, "message": { "role": "user", "content": content } }))
    }

    fn agent(self, uuid: &str, id: &str, block: Value) -> Self {
        self.line(json!({ "type": "assistant", "uuid": uuid, "message": { "id": id, "type": "message", "role": "assistant", "model": "m", "content": [block], "usage": { "output_tokens": 3 } } }))
    }

    fn text(&self) -> String {
        self.0.join("\n") + "\n"
    }
}

fn messages(session: &SessionFile<'_>) -> Vec<Value> {
    let JsonTree::List(messages) = &session.conversations[0].messages else {
        panic!("a list")
    };
    messages
        .iter()
        .map(|message| serde_json::from_str(&message.to_json()).expect("JSON"))
        .collect()
}

fn text(text: &str) -> Value {
    json!({ "type": "text", "text": text })
}

fn call(id: &str) -> Value {
    json!({ "type": "tool_use", "id": id, "name": "Bash", "input": {} })
}

fn result(id: &str) -> Value {
    json!([{ "type": "tool_result", "tool_use_id": id, "content": "done" }])
}

#[test]
fn chunks_of_one_message_are_put_together() {
    let file = Fixture::new()
        .user("u1", json!("go"))
        .agent("a1", "m1", text("I look"))
        .agent("a2", "m1", call("t1"))
        .user("r1", result("t1"))
        // A parallel call of the same message, written after the first result came.
        .agent("a3", "m1", call("t2"))
        .user("r2", result("t2"))
        .agent("a4", "m2", text("done"));
    let file = file.text();
    let session = read(&file, Extent::default()).expect("a session");
    assert_eq!(session.format, Format::Session(claude_code()));
    assert_eq!(
        messages(&session),
        [
            json!({ "role": "user", "content": "go" }),
            json!({ "role": "assistant", "content": [text("I look"), call("t1"), call("t2")] }),
            json!({ "role": "user", "content": result("t1") }),
            json!({ "role": "user", "content": result("t2") }),
            json!({ "role": "assistant", "content": [text("done")] }),
        ]
    );
}

#[test]
fn what_the_model_never_sees_is_left_out_and_counted() {
    let side = json!({ "type": "user", "uuid": "s1", "isSidechain": true, "message": { "role": "user", "content": "aside" } });
    let meta = json!({ "type": "user", "uuid": "s2", "isMeta": true, "message": { "role": "user", "content": "caveat" } });
    let file = Fixture::new()
        .line(json!({ "type": "summary", "summary": "x", "leafUuid": "y" }))
        .user("u1", json!("go"))
        .line(side)
        .line(meta)
        .line(json!({ "type": "progress", "uuid": "p1", "data": { "message": { "type": "user", "message": { "role": "user", "content": "nested" } } } }))
        .line(json!({ "type": "user", "uuid": "p2", "message": "no object" }))
        .agent("a1", "m1", text("hi"))
        .agent("a1", "m1", text("hi"))
        .line(json!({ "type": "something-new" }));
    let file = file.text();
    let session = read(&file, Extent::default()).expect("a session");
    assert_eq!(messages(&session).len(), 2);
    let left_out: Vec<(&str, usize)> = session
        .left_out
        .iter()
        .map(|(what, count)| (*what, *count))
        .collect();
    assert_eq!(
        left_out,
        [
            ("messages of subagents", 1),
            ("meta messages", 1),
            ("other records", 4),
            ("repeated messages", 1)
        ]
    );
}

#[test]
fn a_sub_agents_own_file_is_a_conversation() {
    let record = |uuid: &str, kind: &str, content: &str| {
        let message = json!({ "role": kind, "content": content });
        json!({ "type": kind, "uuid": uuid, "isSidechain": true, "agentId": "a1", "message": message })
    };
    let file = Fixture::new()
        .line(record("s1", "user", "look"))
        .line(record("s2", "assistant", "found"));
    let file = file.text();
    let session = read(&file, Extent::default()).expect("a session");
    assert_eq!(
        messages(&session),
        [
            json!({ "role": "user", "content": "look" }),
            json!({ "role": "assistant", "content": "found" })
        ]
    );
    assert!(session.left_out.is_empty());
}

#[test]
fn broken_lines_are_skipped_with_their_numbers() {
    let file = Fixture::new()
        .raw("{\"type\":\"user\",\"mess")
        .user("u1", json!("go"))
        .raw("")
        .raw("not json")
        .raw("[1]")
        .agent("a1", "m1", text("hi"))
        .user("u2", json!("on"));
    let file = file.text();
    let session = read(&file, Extent::default()).expect("a session");
    let skipped: Vec<(usize, &str)> = session
        .skipped
        .iter()
        .map(|skipped| (skipped.line, skipped.code))
        .collect();
    assert_eq!(
        skipped,
        [
            (1, "INVALID_JSON"),
            (4, "INVALID_JSON"),
            (5, "INVALID_MESSAGES")
        ]
    );
    assert_eq!(messages(&session).len(), 3);
}

#[test]
fn a_line_too_deep_is_skipped_and_not_the_file() {
    let deep = format!(
        "{{\"type\":\"user\",\"x\":{}{}}}",
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    let file = Fixture::new().user("u1", json!("go")).raw(&deep).text();
    let session = read(&file, Extent::default()).expect("a session");
    assert_eq!(
        (session.skipped[0].line, session.skipped[0].code),
        (2, "TOO_DEEP")
    );
}

#[test]
fn the_last_compaction_is_where_the_model_begins() {
    let file = Fixture::new()
        .user("u1", json!("old request"))
        .agent("a1", "m1", text("old answer"))
        .line(json!({ "type": "system", "subtype": "compact_boundary", "uuid": "b1" }))
        .line(json!({ "type": "user", "uuid": "u2", "isCompactSummary": true, "message": { "role": "user", "content": "the summary" } }))
        .agent("a2", "m2", text("new answer"));
    let file = file.text();
    let session = read(&file, Extent::SinceCompaction).expect("a session");
    assert_eq!(messages(&session)[0]["content"], "the summary");
    assert_eq!(
        (
            messages(&session).len(),
            session.left_out["messages before the last compaction"]
        ),
        (2, 2)
    );
    assert_eq!(
        messages(&read(&file, Extent::Whole).expect("a session")).len(),
        4
    );
}

#[test]
fn lines_end_at_line_feeds_only() {
    let file = Fixture::new()
        .user("u1", json!("a\u{2028}b\u{85}c"))
        .raw("\r")
        .agent("a1", "m1", text("hi"))
        .text();
    let session = read(&file, Extent::default()).expect("a session");
    assert_eq!(messages(&session)[0]["content"], "a\u{2028}b\u{85}c");
    assert!(session.skipped.is_empty(), "{:?}", session.skipped);
}

#[test]
fn a_session_of_one_line_is_one() {
    let file = Fixture::new().user("u1", json!("go")).text();
    let session = read(&file, Extent::default()).expect("a session");
    assert_eq!(
        (session.format, messages(&session).len()),
        (Format::Session(claude_code()), 1)
    );
}

#[test]
fn prompts_that_the_user_went_back_from_are_left_out() {
    let prompt = |uuid: &str, parent: Value, text: &str| json!({ "type": "user", "uuid": uuid, "parentUuid": parent, "message": { "role": "user", "content": text } });
    let answer = |uuid: &str, parent: &str, id: &str, block: Value| json!({ "type": "assistant", "uuid": uuid, "parentUuid": parent, "message": { "id": id, "role": "assistant", "content": [block] } });
    let done = |uuid: &str, parent: &str, id: &str| json!({ "type": "user", "uuid": uuid, "parentUuid": parent, "message": { "role": "user", "content": result(id) } });
    let file = Fixture::new()
        .line(prompt("u1", Value::Null, "first"))
        .line(answer("a1", "u1", "m1", call("t1")))
        .line(answer("a2", "a1", "m1", call("t2")))
        // The parent of a parallel result is its own record. This one does not lead to the newest
        // message, and is kept all the same.
        .line(done("r1", "a1", "t1"))
        .line(done("r2", "a2", "t2"))
        .line(json!({ "type": "system", "uuid": "x1", "parentUuid": "r2" }))
        .line(prompt("u2", json!("x1"), "wrong turn"))
        .line(answer("a3", "u2", "m2", text("wrong answer")))
        .line(prompt("u3", json!("x1"), "right turn"))
        .line(answer("a4", "u3", "m3", text("right answer")))
        .line(prompt(
            "u4",
            json!("lost"),
            "a parent that is not in the file",
        ))
        .line(prompt("u5", json!("a4"), "go on"));
    let file = file.text();
    let session = read(&file, Extent::default()).expect("a session");
    assert_eq!(session.left_out["messages that the user withdrew"], 2);
    let found = messages(&session);
    assert_eq!(found.len(), 8, "{found:#?}");
    assert!(
        !file.is_empty()
            && found
                .iter()
                .all(|message| !message.to_string().contains("wrong"))
    );
    assert_eq!(
        messages(&read(&file, Extent::Whole).expect("a session")).len(),
        10
    );
    // A record that is its own ancestor ends the walk.
    let circle = Fixture::new()
        .line(prompt("u1", json!("u2"), "a"))
        .line(prompt("u2", json!("u1"), "b"))
        .text();
    assert_eq!(
        messages(&read(&circle, Extent::default()).expect("a session")).len(),
        2
    );
}

/// The program's own fields beside the message are dropped while a line is read. Nothing else
/// changes.
#[test]
fn lines_without_what_is_not_looked_at_are_the_same_session() {
    let record = |kind: &str, uuid: &str, parent: &str, message: Value| {
        json!({ "parentUuid": parent, "isSidechain": false, "sessionId": "s", "type": kind, "message": message, "uuid": uuid,
            "toolUseResult": { "stdout": "the same again ".repeat(50) }, "message2": {} })
    };
    let text = Fixture::new()
        .line(json!({ "type": "summary", "summary": "uuid isSidechain sessionId" }))
        .line(record("user", "a", "", json!({ "role": "user", "content": "fix it" })))
        .line(record(
            "assistant",
            "b",
            "a",
            json!({ "id": "m", "role": "assistant", "content": [{ "type": "tool_use", "id": "t", "name": "run", "input": {} }] }),
        ))
        .line(json!({ "parentUuid": "b", "isSidechain": false, "sessionId": "s", "type": "progress", "uuid": "p", "data": "long ".repeat(50) }))
        .line(record("user", "c", "p", json!({ "role": "user", "content": [{ "type": "tool_result", "tool_use_id": "t", "content": "ok" }] })))
        .raw("{\"uuid\": \"isSidechain sessionId")
        .text();
    let slim: Vec<String> = text
        .lines()
        .map(|line| slim_line(line).unwrap_or_else(|| line.to_owned()))
        .collect();
    let slim = slim.join("\n");
    assert!(
        slim.len() * 3 < text.len(),
        "{} of {}",
        slim.len(),
        text.len()
    );
    for extent in [Extent::SinceCompaction, Extent::Whole] {
        let (before, after) = (
            read(&text, extent).expect("a session"),
            read(&slim, extent).expect("a session"),
        );
        assert_eq!(
            (messages(&before), &before.left_out, &before.skipped),
            (messages(&after), &after.left_out, &after.skipped)
        );
        assert_eq!(messages(&after).len(), 3);
    }
}
