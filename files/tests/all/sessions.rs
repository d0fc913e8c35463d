//! Shows how the sessions of each agent are read, on small files written here in its format.

use crate::common::read;
use conspectus_files::sessions::{Extent, Format, SessionFile};
use serde_json::{Value, json};

fn lines(records: &[Value]) -> String {
    records.iter().map(|record| format!("{record}\n")).collect()
}

/// The messages of the only conversation.
fn messages(session: &SessionFile<'_>) -> Vec<Value> {
    let list: Value =
        serde_json::from_str(&session.conversations[0].messages.to_json()).expect("JSON");
    list.as_array().cloned().expect("a list")
}

fn word(session: &SessionFile<'_>) -> String {
    serde_json::to_value(session.format)
        .expect("a word")
        .as_str()
        .expect("a word")
        .to_owned()
}

fn left_out(session: &SessionFile<'_>) -> Vec<(&'static str, usize)> {
    session
        .left_out
        .iter()
        .map(|(what, count)| (*what, *count))
        .collect()
}

fn codex() -> Vec<Value> {
    let item = |payload: Value| json!({ "timestamp": "2026-11-01T10:00:00Z", "type": "response_item", "payload": payload });
    let said = |role: &str, text: &str| {
        item(
            json!({ "type": "message", "role": role, "content": [{ "type": "input_text", "text": text }] }),
        )
    };
    vec![
        json!({ "type": "session_meta", "payload": { "id": "s", "cwd": "/home/me/app", "base_instructions": { "text": "Be brief." } } }),
        json!({ "type": "turn_context", "payload": { "model": "gpt-6" } }),
        said("user", "<environment_context>linux</environment_context>"),
        said("user", "List the files."),
        item(json!({ "type": "reasoning", "summary": [], "encrypted_content": "x" })),
        item(
            json!({ "type": "function_call", "name": "shell", "arguments": "{\"command\":[\"ls\"]}", "call_id": "c1" }),
        ),
        item(json!({ "type": "function_call_output", "call_id": "c1", "output": "a.rs" })),
        json!({ "type": "event_msg", "payload": { "type": "token_count", "info": { "last_token_usage": { "input_tokens": 900 } } } }),
        said("assistant", "One file."),
    ]
}

#[test]
fn codex_items_are_kept_and_events_are_not() {
    let text = lines(&codex());
    let session = read(&text, Extent::default()).expect("a session");
    assert_eq!(word(&session), "codex");
    let items = messages(&session);
    assert_eq!(items.len(), 6);
    assert_eq!(items[3], codex()[5]["payload"]);
    let conversation = &session.conversations[0];
    assert_eq!(conversation.model.as_deref(), Some("gpt-6"));
    assert_eq!(conversation.system, Some("\"Be brief.\""));
    assert_eq!(conversation.prompt_tokens, Some(900));
    assert_eq!(conversation.times_ms.len(), 6);
    assert_eq!(
        left_out(&session),
        [
            ("events", 1),
            ("records about a turn", 1),
            ("records about the session", 1)
        ]
    );
}

#[test]
fn codex_compactions_and_rollbacks_change_the_history() {
    let mut records = codex();
    records.push(json!({ "type": "compacted", "payload": { "message": "Listed files." } }));
    let text = lines(&records);
    let kept = messages(&read(&text, Extent::default()).expect("a session"));
    assert_eq!(kept.len(), 3);
    assert_eq!(
        kept[2],
        json!({ "role": "user", "content": "Listed files." })
    );
    let whole = read(&text, Extent::Whole).expect("a session");
    assert_eq!(
        (messages(&whole).len(), whole.conversations[0].compactions),
        (7, 1)
    );

    let replaced = json!([{ "type": "message", "role": "user", "content": "short" }]);
    records.pop();
    records.push(json!({ "type": "compacted", "payload": { "message": "", "replacement_history": replaced } }));
    let text = lines(&records);
    assert_eq!(
        json!(messages(
            &read(&text, Extent::default()).expect("a session")
        )),
        replaced
    );
    let whole = read(&text, Extent::Whole).expect("a session");
    assert_eq!(messages(&whole).len(), 6);

    records.pop();
    records.push(
        json!({ "type": "event_msg", "payload": { "type": "thread_rolled_back", "num_turns": 1 } }),
    );
    let text = lines(&records);
    // What the program itself says as the user is no turn.
    assert_eq!(
        messages(&read(&text, Extent::default()).expect("a session")).len(),
        1
    );
}

#[test]
fn codex_calls_of_other_versions_get_the_form_of_the_api() {
    let text = lines(&[
        json!({ "type": "response_item", "payload": { "type": "tool_call", "function": { "name": "run" }, "arguments": { "a": 1 } } }),
        json!({ "type": "response_item", "payload": { "type": "tool_result", "name": "run", "result": { "exit": 0 } } }),
        json!({ "type": "response_item", "payload": { "type": "function_call", "call_id": "c", "name": "read", "parameters": "{}" } }),
        json!({ "role": "user", "message": "hi" }),
    ]);
    let session = read(&text, Extent::default()).expect("a session");
    assert_eq!(
        messages(&session),
        [
            json!({ "type": "function_call", "call_id": "call_0", "name": "run", "arguments": "{\"a\":1}" }),
            json!({ "type": "function_call_output", "call_id": "call_0", "output": "{\"exit\":0}" }),
            json!({ "type": "function_call", "call_id": "c", "name": "read", "arguments": "{}" }),
            json!({ "role": "user", "content": "hi" }),
        ]
    );
}

fn gemini_call(id: &str, result: Value) -> Value {
    json!({ "id": id, "name": "read_file", "args": { "path": "a" }, "status": "success", "result": result })
}

fn gemini_start() -> Value {
    json!({ "sessionId": "s", "projectHash": "p", "startTime": "2026-11-01T10:00:00Z", "kind": "main" })
}

fn gemini_cli() -> Vec<Value> {
    let response = json!([{ "functionResponse": { "id": "c1", "name": "read_file", "response": { "output": "text" } } }]);
    vec![
        gemini_start(),
        json!({ "id": "1", "timestamp": "2026-11-01T10:00:01Z", "type": "user", "content": [{ "text": "Read a." }] }),
        json!({ "id": "2", "type": "gemini", "content": "", "model": "gemini-3-pro", "tokens": { "input": 700 } }),
        json!({ "$set": { "lastUpdated": "2026-11-01T10:00:02Z" } }),
        json!({ "id": "2", "type": "gemini", "content": "Reading.", "thoughts": [{ "subject": "x" }], "toolCalls": [gemini_call("c1", response)] }),
        json!({ "id": "3", "type": "info", "content": "Saved." }),
    ]
}

#[test]
fn gemini_records_replace_each_other() {
    let text = lines(&gemini_cli());
    let session = read(&text, Extent::default()).expect("a session");
    assert_eq!(word(&session), "gemini_cli");
    let call =
        json!({ "functionCall": { "id": "c1", "name": "read_file", "args": { "path": "a" } } });
    let response = json!({ "functionResponse": { "id": "c1", "name": "read_file", "response": { "output": "text" } } });
    assert_eq!(
        messages(&session),
        [
            json!({ "role": "user", "parts": [{ "text": "Read a." }] }),
            json!({ "role": "model", "parts": [{ "text": "Reading." }, call] }),
            json!({ "role": "user", "parts": [response] }),
        ]
    );
    assert_eq!(
        left_out(&session),
        [
            ("changes to the record", 2),
            ("messages that a later record replaces", 1),
            ("notes to the user", 1),
            ("summaries of thinking", 1)
        ]
    );
    let mut records = gemini_cli();
    records.push(json!({ "$rewindTo": "2" }));
    records.push(json!({ "id": "4", "type": "user", "content": "Stop." }));
    let text = lines(&records);
    assert_eq!(
        messages(&read(&text, Extent::default()).expect("a session")).len(),
        2
    );
    records.push(
        json!({ "$set": { "messages": [{ "id": "9", "type": "user", "content": "only" }] } }),
    );
    let text = lines(&records);
    assert_eq!(
        messages(&read(&text, Extent::default()).expect("a session")),
        [json!({ "role": "user", "parts": [{ "text": "only" }] })]
    );
}

#[test]
fn a_gemini_chat_may_be_one_object() {
    let mut chat = gemini_start();
    chat["messages"] = json!([
        { "id": "1", "type": "user", "content": "Go on." },
        { "id": "2", "type": "gemini", "content": "", "toolCalls": [gemini_call("c1", json!("text")), gemini_call("c2", json!(null))] },
    ]);
    let text = chat.to_string();
    let session = read(&text, Extent::default()).expect("a session");
    assert_eq!(word(&session), "gemini_cli");
    let messages = messages(&session);
    assert_eq!(messages[1]["parts"].as_array().map(Vec::len), Some(2));
    assert_eq!(
        messages[2]["parts"],
        json!([{ "functionResponse": { "id": "c1", "name": "read_file", "response": { "output": "text" } } }])
    );
    chat["messages"] = json!([{ "id": "1", "type": "info", "content": "Hello" }]);
    let text = chat.to_string();
    let error = read(&text, Extent::default()).expect_err("no messages");
    assert_eq!(error.code(), "NOT_A_CONVERSATION");
    assert!(
        error
            .message()
            .contains("Gemini CLI records without messages (1 notes to the user)")
    );
}

fn qwen_record(uuid: &str, parent: Option<&str>, kind: &str, text: &str) -> Value {
    let role = if kind == "assistant" { "model" } else { "user" };
    json!({ "uuid": uuid, "parentUuid": parent, "sessionId": "s", "type": kind, "cwd": "/work", "message": { "role": role, "parts": [{ "text": text }] } })
}

fn qwen_code() -> Vec<Value> {
    vec![
        qwen_record("a", None, "user", "one"),
        qwen_record("b", Some("a"), "assistant", "left"),
        json!({ "uuid": "c", "parentUuid": "a", "sessionId": "s", "type": "system", "subtype": "rewind", "systemPayload": {} }),
        qwen_record("d", Some("c"), "user", "two"),
    ]
}

#[test]
fn qwen_follows_the_newest_branch_and_compressions() {
    let mut records = qwen_code();
    let text = lines(&records);
    let session = read(&text, Extent::default()).expect("a session");
    assert_eq!(word(&session), "qwen_code");
    assert_eq!(
        messages(&session),
        [records[0]["message"].clone(), records[3]["message"].clone()]
    );
    assert_eq!(
        messages(&read(&text, Extent::Whole).expect("a session")).len(),
        3
    );
    let compressed = json!([{ "role": "user", "parts": [{ "text": "short" }] }]);
    records.push(json!({ "uuid": "e", "parentUuid": "d", "sessionId": "s", "type": "system", "subtype": "chat_compression", "systemPayload": { "compressedHistory": compressed } }));
    records.push(qwen_record("f", Some("e"), "assistant", "three"));
    let text = lines(&records);
    let session = read(&text, Extent::default()).expect("a session");
    assert_eq!(
        messages(&session),
        [compressed[0].clone(), records[5]["message"].clone()]
    );
    assert_eq!(session.conversations[0].compactions, 1);
}

fn pi() -> Vec<Value> {
    let entry = |id: &str, parent: Option<&str>, message: Value| json!({ "type": "message", "id": id, "parentId": parent, "timestamp": "2026-11-01T10:00:00Z", "message": message });
    vec![
        json!({ "type": "session", "version": 3, "id": "s", "cwd": "/home/me/app" }),
        entry("a", None, json!({ "role": "user", "content": "one" })),
        entry(
            "b",
            Some("a"),
            json!({ "role": "assistant", "content": [{ "type": "toolCall", "id": "t", "name": "bash", "arguments": {} }], "api": "x", "provider": "y", "model": "m", "usage": { "input": 5, "cacheRead": 10 }, "stopReason": "toolUse" }),
        ),
        entry(
            "c",
            Some("b"),
            json!({ "role": "toolResult", "toolCallId": "t", "toolName": "bash", "content": [{ "type": "text", "text": "ok" }], "isError": false }),
        ),
        entry(
            "d",
            Some("c"),
            json!({ "role": "bashExecution", "command": "ls", "output": "a.rs" }),
        ),
        entry("e", Some("a"), json!({ "role": "user", "content": "left" })),
        entry("f", Some("d"), json!({ "role": "user", "content": "two" })),
    ]
}

#[test]
fn pi_entries_are_a_tree_with_compactions() {
    let mut records = pi();
    let text = lines(&records);
    let session = read(&text, Extent::default()).expect("a session");
    assert_eq!(word(&session), "pi");
    let found = messages(&session);
    assert_eq!(found.len(), 5);
    assert_eq!(
        found[3],
        json!({ "role": "user", "content": "Ran `ls`\na.rs" })
    );
    assert_eq!(session.conversations[0].prompt_tokens, Some(15));
    assert_eq!(session.left_out["messages that the user withdrew"], 1);
    records.push(json!({ "type": "compaction", "id": "g", "parentId": "f", "summary": "So far.", "firstKeptEntryId": "f" }));
    let text = lines(&records);
    assert_eq!(
        messages(&read(&text, Extent::default()).expect("a session")),
        [
            json!({ "role": "user", "content": "So far." }),
            json!({ "role": "user", "content": "two" })
        ]
    );
    // Version 1 has neither ids nor branches, and counts lines.
    for record in &mut records {
        let fields = record.as_object_mut().expect("an object");
        fields.remove("parentId");
        if fields["type"] != "session" {
            fields.remove("id");
        }
        if fields.remove("firstKeptEntryId").is_some() {
            fields.insert("firstKeptEntryIndex".to_owned(), json!(5));
        }
    }
    let text = lines(&records);
    assert_eq!(
        messages(&read(&text, Extent::default()).expect("a session")).len(),
        3
    );
}

fn kimi_cli() -> Vec<Value> {
    let event = |event: Value| json!({ "type": "context.append_loop_event", "event": event, "time": 1_795_000_000_000_u64 });
    let user = |text: &str, origin: &str| json!({ "type": "context.append_message", "message": { "role": "user", "content": [{ "type": "text", "text": text }], "toolCalls": [], "origin": { "kind": origin } } });
    vec![
        json!({ "type": "metadata", "protocol_version": "1.4" }),
        user("List.", "user"),
        event(json!({ "type": "step.begin", "step": 1 })),
        event(json!({ "type": "content.part", "part": { "type": "think", "think": "a" } })),
        event(json!({ "type": "content.part", "part": { "type": "think", "think": "b" } })),
        event(
            json!({ "type": "tool.call", "toolCallId": "t1", "name": "Bash", "args": { "command": "ls" } }),
        ),
        user("<system-reminder>x</system-reminder>", "injection"),
        event(json!({ "type": "tool.result", "toolCallId": "t1", "result": { "output": "a.rs" } })),
        event(json!({ "type": "content.part", "part": { "type": "text", "text": "One." } })),
        event(json!({ "type": "step.end" })),
    ]
}

#[test]
fn kimi_steps_are_messages_and_results_follow_their_calls() {
    let mut records = kimi_cli();
    let text = lines(&records);
    let session = read(&text, Extent::default()).expect("a session");
    assert_eq!(word(&session), "kimi_cli");
    let call = json!({ "id": "t1", "type": "function", "function": { "name": "Bash", "arguments": "{\"command\":\"ls\"}" } });
    let found = messages(&session);
    assert_eq!(
        found[1],
        json!({ "role": "assistant", "content": null, "reasoning_content": "a\nb", "tool_calls": [call] })
    );
    assert_eq!(
        found[2],
        json!({ "role": "tool", "tool_call_id": "t1", "content": "a.rs" })
    );
    assert_eq!(
        found[3]["content"][0]["text"],
        "<system-reminder>x</system-reminder>"
    );
    assert_eq!(found[4]["content"][0]["text"], "One.");
    records.push(json!({ "type": "context.apply_compaction", "summary": "Listed.", "compactedCount": 5, "keptUserMessageCount": 1 }));
    let text = lines(&records);
    let session = read(&text, Extent::default()).expect("a session");
    assert_eq!(
        messages(&session),
        [
            found[0].clone(),
            json!({ "role": "user", "content": "Listed." })
        ]
    );
    assert_eq!(session.conversations[0].compactions, 1);
    // The first versions kept what they did not compact.
    records.pop();
    records.push(
        json!({ "type": "context.apply_compaction", "summary": "Listed.", "compactedCount": 4 }),
    );
    let text = lines(&records);
    let kept = messages(&read(&text, Extent::default()).expect("a session"));
    assert_eq!(kept[0], json!({ "role": "user", "content": "Listed." }));
    assert_eq!(kept[1..], found[4..]);
    records.pop();
    records.push(json!({ "type": "context.undo", "count": 1 }));
    let text = lines(&records);
    let error = read(&text, Extent::default()).expect_err("nothing is left");
    assert_eq!(error.code(), "NOT_A_CONVERSATION");
}

#[test]
fn the_first_kimi_versions_have_a_message_a_line() {
    let text = lines(&[
        json!({ "role": "_system_prompt", "content": "Be brief." }),
        json!({ "role": "user", "content": "hi" }),
        json!({ "role": "_usage", "token_count": 50 }),
        json!({ "role": "assistant", "content": [{ "type": "think", "think": "hm" }, { "type": "text", "text": "Hello." }] }),
    ]);
    let session = read(&text, Extent::default()).expect("a session");
    assert_eq!(word(&session), "kimi_cli");
    assert_eq!(
        messages(&session),
        [
            json!({ "role": "user", "content": "hi" }),
            json!({ "role": "assistant", "content": [{ "type": "text", "text": "Hello." }], "reasoning_content": "hm" }),
        ]
    );
    assert_eq!(session.conversations[0].prompt_tokens, Some(50));
}

fn copilot_cli() -> Vec<Value> {
    let event = |kind: &str, data: Value| json!({ "type": kind, "data": data, "id": "e", "timestamp": "2026-11-01T10:00:00Z", "parentId": null });
    vec![
        event(
            "session.start",
            json!({ "sessionId": "s", "context": { "cwd": "/home/me/app" } }),
        ),
        event(
            "session.model_change",
            json!({ "newModel": "claude-sonnet-4.6" }),
        ),
        event(
            "system.message",
            json!({ "role": "system", "content": "You help." }),
        ),
        event(
            "user.message",
            json!({ "content": "Look.", "transformedContent": "<time/>Look.", "attachments": [{ "type": "file", "path": "a" }, { "type": "blob", "mimeType": "image/png", "data": "AAAA" }] }),
        ),
        event(
            "assistant.message",
            json!({ "content": "", "reasoningText": "hm", "toolRequests": [{ "toolCallId": "t1", "name": "view", "arguments": { "path": "a" } }] }),
        ),
        event(
            "tool.execution_start",
            json!({ "toolCallId": "t1", "toolName": "view" }),
        ),
        event(
            "tool.execution_complete",
            json!({ "toolCallId": "t1", "success": true, "result": { "content": "text" } }),
        ),
        event(
            "tool.execution_start",
            json!({ "toolCallId": "t2", "toolName": "bash", "arguments": {} }),
        ),
        event(
            "tool.execution_complete",
            json!({ "toolCallId": "t2", "success": false, "error": { "message": "denied" } }),
        ),
        event(
            "assistant.message",
            json!({ "content": "inner", "parentToolCallId": "t2" }),
        ),
    ]
}

#[test]
fn copilot_calls_and_results_stay_paired() {
    let mut records = copilot_cli();
    let text = lines(&records);
    let session = read(&text, Extent::default()).expect("a session");
    assert_eq!(word(&session), "copilot_cli");
    let call = |id: &str, name: &str, arguments: &str| json!({ "id": id, "type": "function", "function": { "name": name, "arguments": arguments } });
    assert_eq!(
        messages(&session),
        [
            json!({ "role": "user", "content": [{ "type": "text", "text": "<time/>Look." }, { "type": "image_url", "image_url": { "url": "data:image/png;base64,AAAA" } }] }),
            json!({ "role": "assistant", "content": null, "reasoning_content": "hm", "tool_calls": [call("t1", "view", "{\"path\":\"a\"}")] }),
            json!({ "role": "tool", "tool_call_id": "t1", "content": "text" }),
            json!({ "role": "assistant", "content": null, "tool_calls": [call("t2", "bash", "{}")] }),
            json!({ "role": "tool", "tool_call_id": "t2", "content": "denied" }),
        ]
    );
    assert_eq!(session.conversations[0].system, Some("\"You help.\""));
    assert_eq!(session.left_out["events of subagents"], 1);
    records.push(json!({ "type": "session.compaction_complete", "data": { "success": true, "summaryContent": "Looked." } }));
    let text = lines(&records);
    assert_eq!(
        messages(&read(&text, Extent::default()).expect("a session")),
        [json!({ "role": "user", "content": "Looked." })]
    );
}

fn cline() -> Value {
    json!({ "version": 1, "agent": "lead", "sessionId": "s", "system_prompt": "You help.", "messages": [
        { "id": "1", "role": "user", "content": [{ "type": "text", "text": "Fix it." }, { "type": "file", "path": "a.rs", "content": "fn a() {}" }], "ts": 1_795_000_000_000_u64 },
        { "id": "2", "role": "assistant", "content": [{ "type": "tool_use", "id": "t", "name": "editor", "input": {} }], "modelInfo": { "id": "m" }, "metrics": { "inputTokens": 80 } },
        { "role": "user", "content": [{ "type": "tool_result", "tool_use_id": "t", "name": "editor", "content": "ok" }] },
        { "role": "user", "content": "Summary", "metadata": { "kind": "compaction_summary" } },
    ] })
}

#[test]
fn cline_messages_lose_only_what_is_clines_own() {
    let text = cline().to_string();
    let session = read(&text, Extent::default()).expect("a session");
    assert_eq!(word(&session), "cline");
    let found = messages(&session);
    assert_eq!(
        found[0]["content"][1],
        json!({ "type": "document", "source": { "type": "text", "media_type": "text/plain", "data": "fn a() {}" }, "title": "a.rs" })
    );
    assert_eq!(
        found[1],
        json!({ "role": "assistant", "content": cline()["messages"][1]["content"] })
    );
    let conversation = &session.conversations[0];
    assert_eq!(
        (conversation.compactions, conversation.prompt_tokens),
        (1, Some(80))
    );
    assert_eq!(conversation.system, Some("\"You help.\""));
}

fn openhands_meta(id: &str, calls: &[&str]) -> Value {
    let calls: Vec<Value> = calls
        .iter()
        .map(|id| json!({ "index": 0, "id": id, "type": "function", "function": { "name": "run", "arguments": "{}" } }))
        .collect();
    let message = json!({ "role": "assistant", "content": "I run it.", "tool_calls": calls });
    json!({ "function_name": "run", "tool_call_id": id, "model_response": { "id": "r1", "model": "m", "choices": [{ "message": message }], "usage": { "prompt_tokens": 60 } } })
}

fn openhands() -> Vec<Value> {
    let meta = |id: &str| openhands_meta(id, &["t1", "t2"]);
    vec![
        json!({ "id": 0, "source": "agent", "action": "system", "args": { "content": "You are.", "tools": [{ "type": "function" }] } }),
        json!({ "id": 1, "source": "user", "action": "message", "args": { "content": "Go.", "image_urls": ["data:image/png;base64,AA=="] } }),
        json!({ "id": 2, "source": "environment", "observation": "agent_state_changed", "content": "", "extras": {} }),
        json!({ "id": 3, "source": "agent", "action": "run", "args": { "command": "ls" }, "tool_call_metadata": meta("t1") }),
        json!({ "id": 4, "source": "agent", "action": "run", "args": { "command": "pwd" }, "tool_call_metadata": meta("t2") }),
        json!({ "id": 5, "source": "agent", "observation": "run", "content": "a.rs", "extras": {}, "tool_call_metadata": meta("t1") }),
        json!({ "id": 6, "source": "agent", "observation": "run", "content": "/work", "extras": {}, "tool_call_metadata": meta("t2") }),
        json!({ "id": 7, "source": "agent", "action": "message", "args": { "content": "Done." } }),
    ]
}

#[test]
fn openhands_actions_of_one_response_are_one_message() {
    let mut events = openhands();
    for text in [lines(&events), json!(events).to_string()] {
        let session = read(&text, Extent::default()).expect("a session");
        assert_eq!(word(&session), "openhands");
        let found = messages(&session);
        assert_eq!(found.len(), 6);
        assert_eq!(
            found[1]["content"][1]["image_url"]["url"],
            "data:image/png;base64,AA=="
        );
        assert_eq!(found[2]["tool_calls"].as_array().map(Vec::len), Some(2));
        assert_eq!(
            found[4],
            json!({ "role": "tool", "tool_call_id": "t2", "name": "run", "content": "/work" })
        );
        assert_eq!(
            session.conversations[0].tools,
            Some(r#"[{"type":"function"}]"#)
        );
    }
    events.push(json!({ "id": 8, "source": "agent", "action": "condensation", "args": { "forgotten_events_start_id": 3, "forgotten_events_end_id": 6, "summary": "Ran it." } }));
    let text = lines(&events);
    let found = messages(&read(&text, Extent::default()).expect("a session"));
    assert_eq!(found.len(), 4);
    assert_eq!(found[2], json!({ "role": "user", "content": "Ran it." }));
    let evaluation = [
        json!({ "instance_id": "one", "history": openhands() }),
        json!({ "instance_id": "two", "history": [[openhands()[3], openhands()[5]]] }),
    ];
    let text = lines(&evaluation);
    let session = read(&text, Extent::default()).expect("sessions");
    let labels: Vec<_> = session
        .conversations
        .iter()
        .map(|one| {
            (
                one.label.as_str(),
                one.line,
                one.messages.to_json().matches("\"role\"").count(),
            )
        })
        .collect();
    assert_eq!(labels, [("one", Some(1), 6), ("two", Some(2), 2)]);
}

#[test]
fn openhands_events_of_version_1_are_read() {
    let call = |id: &str| json!({ "kind": "ActionEvent", "source": "agent", "thought": [{ "type": "text", "text": "I run it." }], "tool_name": "terminal", "tool_call_id": id, "tool_call": { "id": id, "name": "terminal", "arguments": "{}", "origin": "completion" }, "llm_response_id": "r" });
    let text = lines(&[
        json!({ "kind": "SystemPromptEvent", "source": "agent", "system_prompt": { "type": "text", "text": "You are." }, "tools": [] }),
        json!({ "kind": "MessageEvent", "id": "m", "source": "user", "llm_message": { "role": "user", "content": [{ "type": "text", "text": "Go." }, { "type": "image", "image_urls": ["u"] }] } }),
        call("t1"),
        call("t2"),
        json!({ "kind": "ObservationEvent", "source": "environment", "tool_name": "terminal", "tool_call_id": "t1", "observation": { "kind": "TerminalObservation", "content": [{ "type": "text", "text": "a.rs" }] } }),
        json!({ "kind": "AgentErrorEvent", "source": "agent", "tool_name": "terminal", "tool_call_id": "t2", "error": "failed" }),
        json!({ "kind": "Condensation", "source": "environment", "forgotten_event_ids": ["m"], "summary": "Asked to go." }),
        json!({ "kind": "ConversationStateUpdateEvent", "source": "environment" }),
    ]);
    let session = read(&text, Extent::default()).expect("a session");
    assert_eq!(word(&session), "openhands");
    let found = messages(&session);
    assert_eq!(
        found[1],
        json!({ "role": "user", "content": "Asked to go." })
    );
    assert_eq!(found[2]["tool_calls"].as_array().map(Vec::len), Some(2));
    assert_eq!(
        found[3]["content"],
        json!([{ "type": "text", "text": "a.rs" }])
    );
    assert_eq!(found[4]["content"], "failed");
    let whole = messages(&read(&text, Extent::Whole).expect("a session"));
    assert_eq!(whole[1]["content"][1]["image_url"]["url"], "u");
}

fn swe_agent() -> Value {
    json!({ "trajectory": [], "history": [
        { "role": "system", "content": "You are.", "agent": "main", "message_type": "system_prompt" },
        { "role": "assistant", "content": "I look.", "thought": "I look.", "action": "ls", "agent": "main", "tool_calls": [{ "id": "c", "type": "function", "function": { "name": "bash", "arguments": "{}" } }] },
        { "role": "tool", "content": "a.rs", "agent": "main", "tool_call_ids": ["c"] },
    ] })
}

#[test]
fn swe_agent_results_name_their_calls() {
    let text = swe_agent().to_string();
    let session = read(&text, Extent::default()).expect("a session");
    assert_eq!(word(&session), "swe_agent");
    assert_eq!(
        messages(&session)[2],
        json!({ "role": "tool", "tool_call_id": "c", "content": "a.rs" })
    );
}

fn tarko() -> Value {
    json!([
        { "id": "1", "type": "agent_run_start", "timestamp": 1, "model": "m" },
        { "id": "2", "type": "user_message", "timestamp": 2, "content": "Look." },
        { "id": "3", "type": "assistant_message", "timestamp": 3, "content": "", "toolCalls": [{ "id": "c", "type": "", "function": { "name": "click", "arguments": "{}" } }] },
        { "id": "4", "type": "tool_call", "timestamp": 4, "toolCallId": "c", "name": "click" },
        { "id": "5", "type": "tool_result", "timestamp": 5, "toolCallId": "c", "name": "click", "content": { "status": "ok" } },
    ])
}

#[test]
fn tarko_results_are_strings_or_parts() {
    let text = tarko().to_string();
    let session = read(&text, Extent::default()).expect("a session");
    assert_eq!(word(&session), "tarko");
    let found = messages(&session);
    assert_eq!(found[1]["tool_calls"][0]["type"], "function");
    assert_eq!(
        found[2],
        json!({ "role": "tool", "tool_call_id": "c", "name": "click", "content": "{\"status\":\"ok\"}" })
    );
    assert_eq!(left_out(&session), [("events", 2)]);
    let mut failed = tarko();
    failed[4]["content"] = json!(null);
    failed[4]["error"] = json!("denied");
    let text = failed.to_string();
    let found = messages(&read(&text, Extent::default()).expect("a session"));
    assert_eq!(found[2]["content"], "denied");
}

fn adk() -> Value {
    let event = |time: f64, role: &str, text: &str| json!({ "invocation_id": "i", "author": role, "timestamp": time, "content": { "role": role, "parts": [{ "text": text }] } });
    json!({ "id": "s", "app_name": "a", "events": [event(1.0, "user", "one"), event(2.0, "model", "two"), { "invocation_id": "i", "author": "agent", "timestamp": 3.0 }, event(4.0, "user", "three")] })
}

#[test]
fn adk_compactions_replace_their_span() {
    let mut file = adk();
    let text = file.to_string();
    let session = read(&text, Extent::default()).expect("a session");
    assert_eq!(
        (word(&session).as_str(), messages(&session).len()),
        ("adk", 3)
    );
    let content = json!({ "role": "model", "parts": [{ "text": "short" }] });
    file["events"][2]["actions"] = json!({ "compaction": { "start_timestamp": 1.0, "end_timestamp": 2.0, "compacted_content": content } });
    let text = file.to_string();
    assert_eq!(
        messages(&read(&text, Extent::default()).expect("a session")),
        [content, file["events"][3]["content"].clone()]
    );
}

fn openai_agents() -> Value {
    let call = json!({ "type": "function_call", "call_id": "c", "name": "f", "arguments": "{}" });
    json!({ "$schemaVersion": "1.9", "original_input": "Go.", "session_items": [], "generated_items": [
        { "type": "tool_call_item", "raw_item": call },
        { "type": "tool_approval_item", "raw_item": call },
    ] })
}

#[test]
fn a_run_state_has_its_call_once() {
    let text = openai_agents().to_string();
    let session = read(&text, Extent::default()).expect("a session");
    assert_eq!(
        (word(&session).as_str(), messages(&session).len()),
        ("openai_agents", 2)
    );
    assert_eq!(left_out(&session), [("approvals", 1)]);
}

fn opencode() -> Value {
    let message = |id: &str, role: &str, summary: bool, part: Value| json!({ "info": { "id": id, "sessionID": "s", "role": role, "summary": summary, "time": { "created": 1 } }, "parts": [part] });
    let text = |text: &str| json!({ "type": "text", "text": text });
    json!({ "info": { "id": "s", "projectID": "p", "directory": "/home/me/app" }, "messages": [
        message("1", "user", false, text("one")),
        message("2", "assistant", false, json!({ "type": "tool", "callID": "c", "tool": "bash", "state": { "status": "completed", "input": {}, "output": "ok" } })),
        message("3", "user", false, json!({ "type": "compaction", "auto": true })),
        message("4", "assistant", true, text("Summary")),
        message("5", "user", false, text("two")),
    ] })
}

#[test]
fn opencode_is_read_from_its_summary_on() {
    let mut file = opencode();
    let text = file.to_string();
    let session = read(&text, Extent::default()).expect("a session");
    assert_eq!(
        (word(&session).as_str(), messages(&session).len()),
        ("opencode", 3)
    );
    assert_eq!(session.conversations[0].compactions, 1);
    assert_eq!(
        messages(&read(&text, Extent::Whole).expect("a session")).len(),
        5
    );
    file["messages"][2]["parts"][0]["tail_start_id"] = json!("2");
    let text = file.to_string();
    let kept = messages(&read(&text, Extent::default()).expect("a session"));
    let ids: Vec<&str> = kept
        .iter()
        .filter_map(|one| one["info"]["id"].as_str())
        .collect();
    assert_eq!(ids, ["3", "4", "2", "5"]);
    // A part alone is a message; what says only where the others are is none.
    let mut part = opencode()["messages"][1]["parts"][0].clone();
    part["sessionID"] = json!("s");
    part["messageID"] = json!("2");
    let text = part.to_string();
    let session = read(&text, Extent::default()).expect("a part");
    assert_eq!(
        messages(&session)[0]["info"],
        json!({ "id": "2", "role": "assistant" })
    );
    for (metadata, said) in [
        (opencode()["info"].clone(), "messages are in other files"),
        (
            opencode()["messages"][0]["info"].clone(),
            "parts are in other files",
        ),
    ] {
        let error = read(&metadata.to_string(), Extent::default()).expect_err("metadata");
        assert_eq!(error.code(), "NOT_A_CONVERSATION");
        assert!(error.message().contains(said), "{}", error.message());
    }
}

fn ai_sdk_stream() -> Vec<Value> {
    vec![
        json!({ "type": "start" }),
        json!({ "type": "start-step" }),
        json!({ "type": "text-start", "id": "1" }),
        json!({ "type": "text-delta", "id": "1", "delta": "I lo" }),
        json!({ "type": "text-delta", "id": "1", "delta": "ok." }),
        json!({ "type": "tool-input-start", "toolCallId": "c", "toolName": "read" }),
        json!({ "type": "tool-input-delta", "toolCallId": "c", "inputTextDelta": "{\"a\":" }),
        json!({ "type": "tool-input-delta", "toolCallId": "c", "inputTextDelta": "1}" }),
        json!({ "type": "tool-output-available", "toolCallId": "c", "output": "ok" }),
        json!({ "type": "finish" }),
    ]
}

#[test]
fn chunks_of_a_stream_become_one_message() {
    for text in [lines(&ai_sdk_stream()), json!(ai_sdk_stream()).to_string()] {
        let session = read(&text, Extent::default()).expect("a session");
        assert_eq!(word(&session), "ai_sdk_stream");
        assert_eq!(
            messages(&session)[0]["parts"],
            json!([
                { "type": "text", "text": "I look." },
                { "type": "dynamic-tool", "toolName": "read", "toolCallId": "c", "state": "output-available", "input": { "a": 1 }, "output": "ok" },
            ])
        );
    }
}

fn otel() -> Value {
    let input = json!([
        { "role": "user", "parts": [{ "type": "text", "content": "Weather?" }] },
        { "role": "assistant", "parts": [{ "type": "tool_call", "id": "c", "name": "weather", "arguments": { "city": "Oslo" } }] },
        { "role": "tool", "parts": [{ "type": "tool_call_response", "id": "c", "response": "rain" }] },
    ]);
    let attribute = |key: &str, value: Value| json!({ "key": key, "value": value });
    let span = |input: &Value| {
        json!({ "traceId": "t", "name": "chat", "attributes": [
            attribute("gen_ai.request.model", json!({ "stringValue": "m" })),
            attribute("gen_ai.usage.input_tokens", json!({ "intValue": "70" })),
            attribute("gen_ai.input.messages", json!({ "stringValue": input.to_string() })),
            attribute("gen_ai.output.messages", json!({ "stringValue": "[{\"role\":\"assistant\",\"parts\":[{\"type\":\"text\",\"content\":\"Rain.\"}]}]" })),
        ] })
    };
    let spans = json!([span(&json!([input[0]])), span(&input), { "traceId": "t", "name": "http", "attributes": [] }]);
    json!({ "resourceSpans": [{ "scopeSpans": [{ "spans": spans }] }] })
}

#[test]
fn the_longest_span_of_a_trace_is_the_conversation() {
    let text = otel().to_string();
    let session = read(&text, Extent::default()).expect("a session");
    assert_eq!(word(&session), "otel");
    assert_eq!(session.conversations.len(), 1);
    assert_eq!(session.conversations[0].prompt_tokens, Some(70));
    let call = json!({ "id": "c", "type": "function", "function": { "name": "weather", "arguments": "{\"city\":\"Oslo\"}" } });
    assert_eq!(
        messages(&session),
        [
            json!({ "role": "user", "content": "Weather?" }),
            json!({ "role": "assistant", "content": null, "tool_calls": [call] }),
            json!({ "role": "tool", "tool_call_id": "c", "content": "rain" }),
            json!({ "role": "assistant", "content": "Rain." }),
        ]
    );
    assert_eq!(left_out(&session), [("spans without messages", 1)]);
}

#[test]
fn a_recorded_response_is_one_message_or_its_items() {
    let anthropic = json!({ "model": "m", "id": "msg_1", "type": "message", "role": "assistant", "content": [{ "type": "text", "text": "Hi" }] }).to_string();
    let session = read(&anthropic, Extent::default()).expect("a message");
    assert_eq!(
        (session.format, messages(&session).len()),
        (Format::JsonObject, 1)
    );
    let openai = json!({ "object": "response", "output": [{ "type": "message", "role": "assistant", "content": [] }, { "type": "compaction", "encrypted_content": "x" }] }).to_string();
    assert_eq!(
        messages(&read(&openai, Extent::default()).expect("items")).len(),
        2
    );
    let gemini = json!({ "method": "m", "response": [{ "candidates": [] }] }).to_string();
    let error = read(&gemini, Extent::default()).expect_err("no conversation");
    assert!(
        error.message().contains("a recorded response of a model"),
        "{}",
        error.message()
    );
}

/// A file of one agent is not taken for another's, whatever is cut from it; and no field may have a
/// kind that ends the program.
#[test]
fn no_session_is_taken_for_another() {
    let files: Vec<(&str, Vec<Value>)> = vec![
        ("codex", codex()),
        ("gemini_cli", gemini_cli()),
        ("qwen_code", qwen_code()),
        ("opencode", vec![opencode()]),
        ("pi", pi()),
        ("kimi_cli", kimi_cli()),
        ("copilot_cli", copilot_cli()),
        ("cline", vec![cline()]),
        ("openhands", openhands()),
        ("swe_agent", vec![swe_agent()]),
        ("tarko", tarko().as_array().cloned().expect("a list")),
        ("adk", vec![adk()]),
        ("openai_agents", vec![openai_agents()]),
        ("ai_sdk_stream", ai_sdk_stream()),
        ("otel", vec![otel()]),
    ];
    for (agent, records) in &files {
        for cut in 0..records.len() {
            let mut fewer = records.clone();
            fewer.remove(cut);
            let text = lines(&fewer);
            if let Ok(session) = read(&text, Extent::Whole)
                && matches!(session.format, Format::Session(_))
            {
                assert_eq!(word(&session), *agent);
            }
        }
        for strange in [
            json!(null),
            json!(7),
            json!("x"),
            json!([]),
            json!({}),
            json!([[1]]),
        ] {
            for place in 0..records.len() {
                for key in records[place]
                    .as_object()
                    .into_iter()
                    .flat_map(|record| record.keys())
                {
                    let mut odd = records.clone();
                    odd[place][key] = strange.clone();
                    for extent in [Extent::SinceCompaction, Extent::Whole] {
                        let _ = read(&lines(&odd), extent).map(|session| messages(&session));
                    }
                }
            }
        }
    }
}

#[test]
fn the_usage_of_each_call_stands_at_its_answer_or_behind_it() {
    let counted = |text: &str| -> Vec<(usize, u64, Option<u64>, Option<u64>)> {
        let session = read(text, Extent::Whole).expect("a session");
        let usage = session.conversations[0].usage.iter().enumerate();
        usage
            .filter_map(|(place, usage)| {
                let usage = conspectus::read_usage(usage.as_ref()?).ok()??;
                Some((
                    place,
                    usage.prompt_tokens,
                    usage.cached_tokens,
                    usage.output_tokens,
                ))
            })
            .collect()
    };
    let said = |id: &str, text: &str, output: u64| {
        let usage = json!({ "input_tokens": 3, "cache_read_input_tokens": 40, "cache_creation_input_tokens": 7, "output_tokens": output });
        json!({ "type": "assistant", "uuid": format!("{id}{output}"), "sessionId": "s", "message":
            { "role": "assistant", "id": id, "model": "m", "content": [{ "type": "text", "text": text }], "usage": usage } })
    };
    let asked = json!({ "type": "user", "uuid": "u", "sessionId": "s", "message": { "role": "user", "content": "Go." } });
    // The last record of a streamed answer has all of its tokens.
    let claude = [asked, said("m1", "One", 1), said("m1", "two", 9)];
    assert_eq!(counted(&lines(&claude)), [(1, 50, Some(40), Some(9))]);
    assert_eq!(counted(&lines(&codex())), [(4, 900, None, None)]);
    assert_eq!(counted(&lines(&pi())), [(1, 15, Some(10), None)]);
    let list = json!([{ "type": "human", "content": "Hi" }, { "type": "ai", "content": "Hello", "usage_metadata":
        { "input_tokens": 30, "output_tokens": 2, "input_token_details": { "cache_read": 20 } } }]);
    assert_eq!(counted(&list.to_string()), [(1, 30, Some(20), Some(2))]);
    assert!(counted(&json!([{ "role": "user", "content": "Hi" }]).to_string()).is_empty());
}
