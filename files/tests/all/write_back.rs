//! Shows that a compacted session is written as its agent writes one, and read back as it was
//! compacted.

use crate::common::read;
use conspectus::host::patch::Patch;
use conspectus_files::sessions::{
    Compacted, Extent, SessionFile, WrittenBack, each_left, write_back,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

const NOW_MS: u64 = 1_795_255_200_250;
const NOW: &str = "2026-11-21T10:00:00.250Z";

fn lines(records: &[Value]) -> String {
    records.iter().map(|record| format!("{record}\n")).collect()
}

fn list(json: &str) -> Vec<Value> {
    let list: Value = serde_json::from_str(json).expect("JSON");
    list.as_array().cloned().expect("a list")
}

fn messages(text: &str) -> Vec<Value> {
    let session = read(text, Extent::default()).expect("a session");
    list(&session.conversations[0].messages.to_json())
}

/// The session that `patch` leaves. The law: reading it returns the compacted messages.
fn written(text: &str, name: &str, patch: &Value) -> WrittenBack {
    let patch: Patch = serde_json::from_value(patch.clone()).expect("a patch");
    let session = read(text, Extent::default()).expect("a session");
    let mut left = Vec::new();
    each_left(&session.conversations[0], &patch, &mut |message| {
        left.push(message);
        Ok(())
    })
    .expect("the patch fits");
    let compacted = Compacted {
        messages: left,
        tokens_before: 900,
        tokens_after: 90,
        now_ms: NOW_MS,
    };
    let written = write_back(text, Path::new(name), &compacted).expect("it is written");
    let expected: Vec<Value> = compacted
        .messages
        .iter()
        .map(|left| serde_json::from_str(left.json()).expect("JSON"))
        .collect();
    assert_eq!(messages(&written.text), expected, "{}", written.text);
    assert_eq!(
        written,
        write_back(text, Path::new(name), &compacted).expect("the same again")
    );
    assert!(!text.contains(&written.id));
    written
}

fn word_of(session: &SessionFile<'_>) -> String {
    let word = serde_json::to_value(session.format).expect("a word");
    word.as_str().expect("a word").to_owned()
}

fn records(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// How many lines are in both texts, but for the session's id.
fn common_lines(original: &str, written: &WrittenBack, old_id: &str) -> usize {
    let mut lines: BTreeMap<String, usize> = BTreeMap::new();
    for line in original.lines() {
        *lines.entry(line.replace(old_id, &written.id)).or_default() += 1;
    }
    let is_common = |line: &&str| {
        let count = lines.get_mut(*line).filter(|count| **count > 0);
        count.map(|count| *count -= 1).is_some()
    };
    written.text.lines().filter(is_common).count()
}

fn splice(start: usize, delete: usize, insert: &Value) -> Value {
    json!({ "start": start, "delete_count": delete, "insert": insert })
}

// ---- Claude Code

fn claude(uuid: &str, parent: Option<&str>, kind: &str, message: Value) -> Value {
    json!({ "parentUuid": parent, "isSidechain": false, "type": kind, "message": message, "uuid": uuid, "timestamp": "2026-11-20T10:00:00.000Z", "userType": "external", "cwd": "/home/me/app", "sessionId": "old-session", "version": "2.1.332", "gitBranch": "main" })
}

fn claude_agent(uuid: &str, parent: &str, id: &str, block: Value) -> Value {
    claude(
        uuid,
        Some(parent),
        "assistant",
        json!({ "id": id, "type": "message", "role": "assistant", "model": "claude-opus-5-5", "content": [block] }),
    )
}

fn claude_result(uuid: &str, parent: &str, id: &str, text: &str) -> Value {
    let content = json!([{ "type": "tool_result", "tool_use_id": id, "content": text, "n": 1.50 }]);
    let mut record = claude(
        uuid,
        Some(parent),
        "user",
        json!({ "role": "user", "content": content }),
    );
    record["toolUseResult"] = json!({ "stdout": text });
    record
}

fn say(text: &str) -> Value {
    json!({ "role": "user", "content": text })
}

/// Two prompts with calls, a prompt that the user withdrew, a subagent, an attachment in the chain, a line that
/// isn't JSON, and two parallel calls whose message is several records.
fn claude_session() -> String {
    let call = |id: &str| json!({ "type": "tool_use", "id": id, "name": "Read", "input": { "file_path": "/a" } });
    let text = |text: &str| json!({ "type": "text", "text": text });
    let mut side = claude("s1", None, "user", say("subagent"));
    side["isSidechain"] = json!(true);
    let attachment = json!({ "parentUuid": "u2", "isSidechain": false, "attachment": { "type": "date", "date": "2026-11-20" }, "type": "attachment", "uuid": "x1", "sessionId": "old-session" });
    let records = [
        claude("u1", None, "user", say("Read a.")),
        claude_agent("a1", "u1", "m1", call("t1")),
        claude_result("r1", "a1", "t1", "text of a"),
        claude_agent("a2", "r1", "m2", text("It says a.")),
        json!({ "type": "last-prompt", "lastPrompt": "Read a.", "leafUuid": "a2", "sessionId": "old-session" }),
        claude("w1", Some("a2"), "user", say("withdrawn")),
        claude_agent("w2", "w1", "mw", text("left")),
        side,
        claude("u2", Some("a2"), "user", say("Read b and c.")),
        attachment,
        claude_agent("a3", "x1", "m3", text("Both.")),
        claude_agent("a4", "a3", "m3", call("t2")),
        claude_result("r2", "a4", "t2", "text of b"),
        claude_agent("a5", "a4", "m3", call("t3")),
        claude_result("r3", "a5", "t3", "text of c"),
        claude_agent("a6", "r3", "m4", text("Done.")),
    ];
    let mut session = lines(&records);
    session.insert_str(0, "not JSON\n");
    // As the agent may have written it: white space that nobody needs.
    session.replace("\"n\":1.5}", "\"n\" : 1.50}")
}

/// The records that `--resume` reads: from the newest one up to the boundary.
fn claude_chain(text: &str) -> Vec<Value> {
    let records: Vec<Value> = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    let by_uuid: BTreeMap<&str, &Value> = records
        .iter()
        .filter_map(|record| Some((record["uuid"].as_str()?, record)))
        .collect();
    let mut next = records
        .iter()
        .rev()
        .find(|record| record["uuid"].is_string());
    let mut chain = Vec::new();
    while let Some(record) = next {
        assert!(chain.len() <= records.len(), "a circle");
        chain.push(record.clone());
        next = record["parentUuid"].as_str().map(|parent| by_uuid[parent]);
    }
    chain.reverse();
    chain
}

#[test]
fn claude_code_gets_a_boundary_and_a_summary() {
    let text = claude_session();
    let insert = json!([say("Notes so far."), { "role": "assistant", "content": [{ "type": "text", "text": "Understood." }] }]);
    let patch = json!({ "ops": [], "splices": [splice(0, 4, &insert)] });
    let written = written(&text, "/p/-home-me-app/old-session.jsonl", &patch);
    assert_eq!(
        written.path,
        Path::new("/p/-home-me-app").join(format!("{}.jsonl", written.id))
    );
    assert_eq!(written.resume, format!("claude --resume {}", written.id));
    let chain = claude_chain(&written.text);
    let boundary = &chain[0];
    assert_eq!(boundary["subtype"], "compact_boundary");
    assert_eq!(boundary["parentUuid"], Value::Null);
    assert_eq!(boundary["logicalParentUuid"], "a2");
    assert_eq!(
        boundary["compactMetadata"],
        json!({ "trigger": "manual", "preTokens": 900, "postTokens": 90 })
    );
    assert_eq!(boundary["timestamp"], NOW);
    let summary = &chain[1];
    assert_eq!(summary["isCompactSummary"], true);
    assert_eq!(summary["isVisibleInTranscriptOnly"], true);
    for field in ["userType", "cwd", "version", "gitBranch"] {
        assert_eq!(
            summary[field],
            json!(records_of(&text)[0][field]),
            "{field}"
        );
    }
    let uuids: Vec<&str> = chain[3..]
        .iter()
        .map(|record| record["uuid"].as_str().expect("an id"))
        .collect();
    assert_eq!(uuids, ["u2", "x1", "a3", "a4", "a5", "r3", "a6"]);
    assert_eq!(chain[3]["parentUuid"], chain[2]["uuid"]);
    // Only the first record that is left has a new parent.
    let old = text.lines().count();
    assert_eq!(common_lines(&text, &written, "old-session"), old - 1);
    assert_eq!(written.text.lines().count(), old + 3);
    assert!(!written.text.contains("old-session"));
    let session = read(&written.text, Extent::default()).expect("a session");
    assert_eq!(session.conversations[0].compactions, 1);
}

fn records_of(text: &str) -> Vec<Value> {
    text.lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}

#[test]
fn claude_code_keeps_records_that_change_inside() {
    let text = claude_session();
    let op = |path: &str, value: Value| json!({ "op": "replace", "path": path, "value": value });
    let ops = [
        op("/2/content/0/content", json!("[cleared]")),
        // A message of three records.
        op("/5/content/2/input/file_path", json!("/c")),
    ];
    let patch = json!({ "ops": ops, "splices": [] });
    let written = written(&text, "old-session.jsonl", &patch);
    let old = text.lines().count();
    assert_eq!(written.text.lines().count(), old);
    assert_eq!(common_lines(&text, &written, "old-session"), old - 2);
    let changed = written.text.lines().find(|line| line.contains("[cleared]"));
    let changed = changed.expect("a line");
    assert!(
        changed.contains(r#""content":"[cleared]","n" : 1.50}]"#),
        "{changed}"
    );
    // The program's own field is no part of what is sent.
    assert!(
        changed.contains(r#""toolUseResult":{"stdout":"text of a"}"#),
        "{changed}"
    );
}

#[test]
fn claude_code_follows_messages_that_are_left_among_replaced_ones() {
    let text = claude_session();
    // The first prompt is pinned, a block of the newest answer is removed, and a message is added at the end.
    let ops = [json!({ "op": "remove", "path": "/5/content/0" })];
    let end = json!([say("Go on.")]);
    let splices = [splice(9, 0, &end), splice(1, 3, &json!([say("Notes.")]))];
    let patch = json!({ "ops": ops, "splices": splices });
    let written = written(&text, "old-session.jsonl", &patch);
    let chain = claude_chain(&written.text);
    let kinds: Vec<&str> = chain
        .iter()
        .map(|record| {
            let content = &record["message"]["content"];
            content.as_str().or(record["uuid"].as_str()).expect("text")
        })
        .collect();
    let boundary = kinds[0];
    assert_eq!(
        kinds,
        [
            boundary,
            "Read a.",
            "Notes.",
            "Read b and c.",
            "x1",
            "a3",
            "r2",
            "r3",
            "a6",
            "Go on."
        ]
    );
}

#[test]
fn claude_code_can_be_compacted_again() {
    let text = claude_session();
    let patch = json!({ "ops": [], "splices": [splice(0, 4, &json!([say("Notes one.")]))] });
    let once = written(&text, "old-session.jsonl", &patch);
    let patch = json!({ "ops": [], "splices": [splice(0, 5, &json!([say("Notes two.")]))] });
    let twice = written(&once.text, "x.jsonl", &patch);
    let chain = claude_chain(&twice.text);
    assert_eq!(chain[1]["message"]["content"], "Notes two.");
    assert_eq!(chain.len(), 3);
    // Everything may be replaced.
    let count = messages(&text).len();
    let patch = json!({ "ops": [], "splices": [splice(0, count, &json!([say("All.")]))] });
    let all = written(&text, "old-session.jsonl", &patch);
    assert_eq!(claude_chain(&all.text).len(), 2);
}

#[test]
fn messages_that_a_boundary_of_claude_code_preserves_are_read_after_its_summary() {
    let mut text = claude_session();
    let metadata = json!({ "trigger": "manual", "preservedMessages": { "anchorUuid": "sum", "uuids": ["u2", "a6"], "allUuids": ["u2", "a6"] } });
    let boundary = json!({ "parentUuid": null, "type": "system", "subtype": "compact_boundary", "uuid": "b", "compactMetadata": metadata, "sessionId": "old-session", "isSidechain": false });
    let mut summary = claude("sum", Some("b"), "user", say("Their notes."));
    summary["isCompactSummary"] = json!(true);
    text.push_str(&lines(&[
        boundary,
        summary,
        claude("u3", Some("sum"), "user", say("Next.")),
    ]));
    let contents: Vec<Value> = messages(&text)
        .iter()
        .map(|message| message["content"].clone())
        .collect();
    let done = json!([{ "type": "text", "text": "Done." }]);
    assert_eq!(
        contents,
        [
            json!("Their notes."),
            json!("Read b and c."),
            done,
            json!("Next.")
        ]
    );
    let patch = json!({ "ops": [], "splices": [splice(0, 2, &json!([say("Notes.")]))] });
    let written = written(&text, "old-session.jsonl", &patch);
    assert_eq!(claude_chain(&written.text).len(), 4);
}

// ---- Gemini CLI

fn gemini_call(id: &str, result: Value) -> Value {
    json!({ "id": id, "name": "read_file", "args": { "path": "a" }, "status": "success", "result": result })
}

fn gemini_response(id: &str, text: &str) -> Value {
    json!({ "functionResponse": { "id": id, "name": "read_file", "response": { "output": text } } })
}

fn gemini_records() -> Vec<Value> {
    vec![
        json!({ "id": "1", "timestamp": "2026-11-20T10:00:00Z", "type": "user", "content": [{ "text": "Read a." }] }),
        json!({ "id": "2", "type": "gemini", "content": "Reading.", "model": "gemini-3-pro", "toolCalls": [gemini_call("c1", json!([gemini_response("c1", "text of a")])), gemini_call("c2", json!("text of b"))] }),
        json!({ "id": "3", "type": "gemini", "content": "It says a." }),
        json!({ "id": "4", "type": "info", "content": "Saved." }),
        json!({ "id": "5", "type": "user", "content": "Read c." }),
        json!({ "id": "6", "type": "gemini", "content": "", "toolCalls": [gemini_call("c3", json!([gemini_response("c3", "text of c")]))] }),
        json!({ "id": "7", "type": "gemini", "content": "Done." }),
    ]
}

fn gemini_start() -> Value {
    json!({ "sessionId": "old-session", "projectHash": "p", "startTime": "2026-11-20T10:00:00Z", "lastUpdated": "2026-11-20T10:00:00Z", "kind": "main" })
}

/// With a message that a later record replaces, and a rewind.
fn gemini_session() -> String {
    let mut records = vec![
        gemini_start(),
        json!({ "id": "1", "type": "user", "content": "Read" }),
    ];
    records.extend(gemini_records());
    records.push(json!({ "id": "8", "type": "user", "content": "withdrawn" }));
    records.push(json!({ "$rewindTo": "8" }));
    records.push(json!({ "$set": { "sessionId": "old-session" } }));
    lines(&records)
}

fn gemini_note() -> Value {
    json!({ "role": "user", "parts": [{ "text": "Notes so far." }] })
}

#[test]
fn gemini_cli_gets_its_messages_anew() {
    let text = gemini_session();
    let patch = json!({
        "ops": [{ "op": "replace", "path": "/6/parts/0/functionResponse/response/output", "value": "[cleared]" }],
        "splices": [splice(0, 4, &json!([gemini_note()]))],
    });
    let written = written(&text, "/c/chats/session-2026-11-20T10-00-old.jsonl", &patch);
    let short = &written.id[..8];
    assert_eq!(
        written.path,
        Path::new("/c/chats").join(format!("session-2026-11-20T10-00-{short}.jsonl"))
    );
    assert_eq!(written.resume, format!("gemini --resume {}", written.id));
    let old = text.lines().count();
    assert_eq!(common_lines(&text, &written, "old-session"), old);
    let records = records(&written.text);
    assert_eq!(records.len(), old + 1);
    let set = &records[old]["$set"];
    assert_eq!(set["lastUpdated"], NOW);
    let messages = set["messages"].as_array().expect("a list");
    assert_eq!(messages[0]["type"], "user");
    assert_eq!(messages[0]["content"], gemini_note()["parts"]);
    let old = gemini_records();
    assert_eq!(messages[1], old[4]);
    // The result is put back into its call, so that the agent can show it.
    let mut call = old[5].clone();
    call["toolCalls"][0]["result"] = json!([gemini_response("c3", "[cleared]")]);
    assert_eq!(messages[2], call);
    assert_eq!(messages[3], old[6]);
    assert_eq!(messages.len(), 4);
}

#[test]
fn gemini_cli_takes_messages_that_are_not_its_records() {
    let text = gemini_session();
    let call = json!({ "op": "remove", "path": "/1/parts/1" });
    let results = json!({ "op": "remove", "path": "/2/parts/1" });
    let patch = json!({ "ops": [call, results], "splices": [] });
    let written = written(&text, "session-1.jsonl", &patch);
    let records = records(&written.text);
    let messages = &records[records.len() - 1]["$set"]["messages"];
    assert_eq!(messages[1]["type"], "gemini");
    assert!(messages[1]["content"][1]["functionCall"].is_object());
    assert_eq!(messages[2]["type"], "user");
    assert!(messages[2]["content"][0]["functionResponse"].is_object());
}

#[test]
fn a_gemini_chat_that_is_one_object_stays_one() {
    let mut chat = gemini_start();
    chat["messages"] = json!(gemini_records());
    chat["summary"] = json!("about a");
    let patch = json!({ "ops": [], "splices": [splice(0, 4, &json!([gemini_note()]))] });
    for text in [
        chat.to_string(),
        serde_json::to_string_pretty(&chat).expect("JSON") + "\n",
    ] {
        let written = written(&text, "session-1.json", &patch);
        assert!(written.path.extension().is_some_and(|name| name == "json"));
        let new: Value = serde_json::from_str(&written.text).expect("JSON");
        assert_eq!(new["sessionId"], json!(written.id));
        assert_eq!(
            (&new["lastUpdated"], &new["summary"]),
            (&json!(NOW), &chat["summary"])
        );
        assert_eq!(new["messages"][2], chat["messages"][5]);
    }
}

// ---- Qwen Code

fn qwen(uuid: &str, parent: Option<&str>, kind: &str, parts: Value) -> Value {
    let role = if kind == "assistant" { "model" } else { "user" };
    json!({ "uuid": uuid, "parentUuid": parent, "sessionId": "old-session", "timestamp": "2026-11-20T10:00:00Z", "type": kind, "cwd": "/home/me/app", "version": "0.24.4", "message": { "role": role, "parts": parts } })
}

/// With a branch that the user left, and a compaction of the agent.
fn qwen_session() -> String {
    let call = json!([{ "functionCall": { "id": "c1", "name": "read_file", "args": {} } }]);
    let result = json!([{ "functionResponse": { "id": "c1", "name": "read_file", "response": { "output": "text" } } }]);
    let text = |text: &str| json!([{ "text": text }]);
    let history = json!([{ "role": "user", "parts": [{ "text": "their notes" }] }, { "role": "model", "parts": [{ "text": "Got it." }] }]);
    lines(&[
        qwen("a", None, "user", text("one")),
        qwen("b", Some("a"), "assistant", text("left")),
        json!({ "uuid": "c", "parentUuid": "a", "sessionId": "old-session", "type": "system", "subtype": "rewind", "systemPayload": {} }),
        qwen("d", Some("c"), "user", text("two")),
        json!({ "uuid": "e", "parentUuid": "d", "sessionId": "old-session", "type": "system", "subtype": "chat_compression", "systemPayload": { "compressedHistory": history } }),
        qwen("f", Some("e"), "user", text("Read a.")),
        qwen("g", Some("f"), "assistant", call),
        qwen("h", Some("g"), "tool_result", result),
        qwen("i", Some("h"), "assistant", text("Done.")),
    ])
}

#[test]
fn qwen_code_gets_a_chat_compression() {
    let text = qwen_session();
    let patch = json!({
        "ops": [{ "op": "replace", "path": "/4/parts/0/functionResponse/response/output", "value": "[cleared]" }],
        "splices": [splice(0, 2, &json!([gemini_note()]))],
    });
    let once = written(&text, "/q/chats/old-session.jsonl", &patch);
    assert_eq!(
        once.path,
        Path::new("/q/chats").join(format!("{}.jsonl", once.id))
    );
    assert_eq!(once.resume, format!("qwen --resume {}", once.id));
    let old = text.lines().count();
    assert_eq!(common_lines(&text, &once, "old-session"), old);
    let records = records(&once.text);
    let record = &records[old];
    assert_eq!(record["parentUuid"], "i");
    assert_eq!(record["cwd"], "/home/me/app");
    assert_eq!(
        record["systemPayload"]["info"],
        json!({ "originalTokenCount": 900, "newTokenCount": 90, "compressionStatus": 1 })
    );
    assert_eq!(records.len(), old + 1);
    // It can be continued, and compacted again.
    let next = qwen(
        "j",
        record["uuid"].as_str(),
        "user",
        json!([{ "text": "Next." }]),
    );
    let text = once.text + &lines(&[next]);
    assert_eq!(messages(&text).len(), 6);
    let patch = json!({ "ops": [], "splices": [splice(0, 4, &json!([gemini_note()]))] });
    written(&text, "x.jsonl", &patch);
}

// ---- gencode

fn gencode_session() -> Value {
    let call = json!([{ "type": "tool_use", "id": "t1", "name": "Write", "input": { "file_path": "src/auth.ts", "content": "x" } }]);
    let result = json!([{ "type": "tool_result", "toolUseId": "t1", "content": "written" }]);
    json!({
        "metadata": { "id": "lq1-aabbccdd", "title": "Auth", "createdAt": "2026-01-18T10:00:00.000Z", "updatedAt": "2026-01-18T10:30:00.000Z", "provider": "anthropic", "model": "claude-sonnet-4-5", "cwd": "/home/me/app", "messageCount": 7 },
        "messages": [
            { "role": "system", "content": "You are GenCode." },
            { "role": "system", "content": "[Earlier conversation - 20 messages summarized]\n\nStarted." },
            { "role": "user", "content": "Add login." },
            { "role": "assistant", "content": call },
            { "role": "user", "content": result },
            { "role": "assistant", "content": "We decided to use JWT. Fine." },
            { "role": "user", "content": "Go on." },
        ],
        "summaries": [{ "id": "s1", "type": "compaction", "coveringMessages": [1, 20], "content": "Started.", "keyDecisions": [], "filesModified": [], "toolsUsed": [], "generatedAt": "2026-01-18T10:20:00.000Z", "estimatedTokens": 2 }],
        "fullMessageCount": 27,
    })
}

#[test]
fn gencode_gets_summaries_and_both_counts() {
    let old = gencode_session();
    let text = serde_json::to_string_pretty(&old).expect("JSON");
    let note = json!({ "role": "system", "content": "[Earlier conversation - 4 messages summarized]\n\nLogin is added." });
    let patch = json!({ "ops": [], "splices": [splice(2, 4, &json!([note]))] });
    let written = written(&text, "/g/lq1-aabbccdd.json", &patch);
    assert_eq!(
        written.path,
        Path::new("/g").join(format!("{}.json", written.id))
    );
    assert_eq!(written.resume, "gencode --continue");
    let new: Value = serde_json::from_str(&written.text).expect("JSON");
    let metadata = &new["metadata"];
    assert_eq!(metadata["id"], json!(written.id));
    assert_eq!(metadata["parentId"], "lq1-aabbccdd");
    assert_eq!(metadata["updatedAt"], NOW);
    assert_eq!(metadata["createdAt"], old["metadata"]["createdAt"]);
    assert_eq!(
        (
            &metadata["messageCount"],
            &new["fullMessageCount"],
            &metadata["fullMessageCount"]
        ),
        (&json!(4), &json!(27), &json!(27))
    );
    let summaries = new["summaries"].as_array().expect("a list");
    assert_eq!(summaries[0], old["summaries"][0]);
    let summary = &summaries[1];
    assert_eq!(summary["content"], "Login is added.");
    assert_eq!(summary["coveringMessages"], json!([2, 5]));
    assert_eq!(summary["filesModified"], json!(["src/auth.ts"]));
    assert_eq!(summary["keyDecisions"], json!(["We decided to use JWT"]));
    assert_eq!(summary["toolsUsed"][0]["tool"], "Write");
    assert_eq!(summary["generatedAt"], NOW);
    assert_eq!(summaries.len(), 2);
}

#[test]
fn gencode_messages_may_only_change_inside() {
    let mut old = gencode_session();
    let session = old.as_object_mut().expect("an object");
    session.remove("summaries");
    session.remove("fullMessageCount");
    let op = json!({ "op": "replace", "path": "/4/content/0/content", "value": "[Old tool result content cleared]" });
    let text = old.to_string();
    let written = written(&text, "a.json", &json!({ "ops": [op], "splices": [] }));
    let new: Value = serde_json::from_str(&written.text).expect("JSON");
    assert_eq!(new["summaries"], json!([]));
    assert_eq!(
        (&new["fullMessageCount"], &new["metadata"]["messageCount"]),
        (&json!(7), &json!(7))
    );
}

// ---- Others

#[test]
fn the_law_holds_for_sessions_that_lack_lines() {
    let gemini = json!([gemini_note()]);
    let claude = json!([say("Notes.")]);
    for (text, note) in [
        (claude_session(), claude),
        (gemini_session(), gemini.clone()),
        (qwen_session(), gemini),
    ] {
        let all: Vec<&str> = text.split_inclusive('\n').collect();
        for lost in 0..all.len() {
            let before = all.iter().take(lost);
            let rest: String = before.chain(all.iter().skip(lost + 1)).copied().collect();
            // The first line of Gemini CLI says whose session it is.
            let Ok(session) = read(&rest, Extent::default()) else {
                continue;
            };
            if word_of(&session) == "message_lines" {
                continue;
            }
            let count = messages(&rest).len();
            for start in 0..count {
                for delete in 0..=count - start {
                    let splices = [splice(start, delete, &note)];
                    written(&rest, "x.jsonl", &json!({ "ops": [], "splices": splices }));
                }
            }
        }
    }
}

#[test]
fn other_sessions_and_lists_are_not_written_back() {
    let compacted = Compacted {
        messages: Vec::new(),
        tokens_before: 0,
        tokens_after: 0,
        now_ms: NOW_MS,
    };
    let pi = lines(&[
        json!({ "type": "session", "version": 3, "id": "s", "cwd": "/home/me/app" }),
        json!({ "type": "message", "id": "a", "parentId": null, "message": { "role": "user", "content": "one" } }),
    ]);
    for (text, word) in [
        (pi.as_str(), "sessions of pi can only be read"),
        (
            "[{\"role\":\"user\",\"content\":\"x\"}]",
            "isn't an agent's session",
        ),
        ("", "isn't an agent's session"),
    ] {
        let error = write_back(text, Path::new("x"), &compacted).expect_err("no session");
        assert_eq!(error.code(), "NO_WRITE_BACK");
        assert!(
            error.message().contains(word)
                && error
                    .message()
                    .contains("Claude Code, Gemini CLI, Qwen Code, gencode"),
            "{}",
            error.message()
        );
    }
}
