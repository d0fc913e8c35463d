//! What is kept of messages that are removed: `summarize_extractive`, `check_summary`,
//! `parse_snapshot`.

use super::argument;
use super::operation::{may, must, operations, Call, Gives, Input, Operation};
use crate::config::{invalid, whole, Domain};
use crate::error::{Error, ErrorKind, Result};
use crate::history::History;
use crate::host::view::View;
use crate::host::view::ViewExt;
use crate::memory;
use crate::notes::memory::{seal, Ours, Trust};
use crate::notes::reader;
use crate::notes::snapshot::{sections, Snapshot};
use crate::read::dialect::kind_name;
use serde_json::{json, Value};

/// Longest extractive summary by default, in tokens. Chosen here: what summaries made by a model
/// rarely exceed.
const MEMORY_TOKENS: u64 = 5_000;

const SUMMARIZE_EXTRACTIVE: Operation = Operation {
    name: "summarize_extractive",
    rooms: &[""],
    about: "Makes a summary from the conversation itself, without a model, and gives its text and its sections. It fills its budget with what is \
            most likely needed again, word for word. The same messages give the same summary. `message` is the text to put into a history: its \
            marks are how the next summary knows it and carries on what it holds.",
    input: Input::Messages,
    measures: true,
    options: &[],
    arguments: &[may(
        "budget_tokens",
        Domain::Whole(1),
        "The most tokens that the summary may take; 5,000 unless given. Below about 600 hardly more fits than what the user asked.",
    )],
    gives: Gives::Plain("dict[str, Any]", "Snapshot"),
    example: (r#"[{"role": "user", "content": "Fix the login test."}, {"role": "assistant", "content": "I will look at it."}]"#, "{}"),
};

const CHECK_SUMMARY: Operation = Operation {
    name: "check_summary",
    rooms: &[""],
    about: "Tells what a summary kept of the messages, without a model: the open request, the user's rules, changed files, the last failing \
            command, open tasks and the most valuable names. `unsupported` lists paths, ids, numbers and commands that the messages do not hold.",
    input: Input::Messages,
    measures: false,
    options: &["dialect"],
    arguments: &[must("summary", Domain::Text, "The summary, in any form: its text is looked through.")],
    gives: Gives::Plain("dict[str, Any]", "Retention"),
    example: (
        r#"[{"role": "user", "content": "Fix src/login.py. Never push to main."}, {"role": "assistant", "content": "I will look at it."}]"#,
        r#"{"summary": "The user wants src/login.py fixed."}"#,
    ),
};

const PARSE_SNAPSHOT: Operation = Operation {
    name: "parse_snapshot",
    rooms: &["sansio"],
    about: "Reads a model's answer to a request for a summary. Gives `text` and `sections`, or `defect`, which says why it cannot be used.",
    input: Input::Other("text", "str", "string"),
    measures: false,
    options: &[],
    arguments: &[],
    gives: Gives::Plain("dict[str, Any]", "ParsedSnapshot"),
    example: (r#""I cannot help with that.""#, "{}"),
};

operations! {
    SUMMARIZE_EXTRACTIVE => summarize_extractive,
    CHECK_SUMMARY => check_summary,
    PARSE_SNAPSHOT => parse,
}

fn summarize_extractive<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let budget = argument(call.options, "budget_tokens")
        .map_or(Ok(MEMORY_TOKENS), |value| whole(&value, "budget_tokens", 1))?;
    let history = History::of(call.config, call.input)?;
    let ours = Ours::find(&history, call.input, Trust::default());
    let span = memory::Span {
        start: 0,
        end: history.len(),
        ours: &ours,
        cleared: &[],
        pinned: &[],
    };
    let reading = memory::Reading::of(&history, call.input, &span);
    let tokens_of =
        |snapshot: &Snapshot| history.config().scale().tokens_of_text(&snapshot.render()) as f64;
    let snapshot = memory::remember(
        &history,
        &memory::Valued::of(&reading),
        &span,
        budget as f64,
        tokens_of,
    );
    let mut made = data(&snapshot);
    made["message"] = json!(seal(&snapshot, None, None, None).text);
    Ok(made)
}

fn check_summary<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let summary = argument(call.options, "summary")
        .ok_or_else(|| invalid("summary", "a string", "nothing"))?;
    let summary = summary
        .as_string()
        .ok_or_else(|| invalid("summary", "a string", kind_name(summary.kind())))?;
    let history = History::of(call.config.of_chars(), call.input)?;
    let ours = Ours::find(&history, call.input, Trust::default());
    let span = memory::Span {
        start: 0,
        end: history.len(),
        ours: &ours,
        cleared: &[],
        pinned: &[],
    };
    let reading = memory::Reading::of(&history, call.input, &span);
    let held = memory::Held::of(&history, call.input, &span, &memory::Valued::of(&reading));
    Ok(json!(held.look_up(&summary, "")))
}

fn parse<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let answer = call.input.as_string().ok_or_else(|| {
        Error::new(
            ErrorKind::InvalidMessages,
            "",
            "a snapshot must be a string",
        )
    })?;
    Ok(match reader::read(&answer) {
        Ok(document) => {
            let closed = document.closed;
            let mut parsed = data(&Snapshot::of(document, None));
            parsed["closed"] = json!(closed);
            parsed
        }
        Err(defect) => {
            json!({ "text": null, "sections": null, "notes": null, "closed": false, "defect": defect.message(), "reason": defect.code() })
        }
    })
}

fn data(snapshot: &Snapshot) -> Value {
    let texts: serde_json::Map<String, Value> = sections(snapshot.form)
        .iter()
        .zip(&snapshot.sections)
        .map(|((name, _), text)| ((*name).to_owned(), Value::String(text.clone())))
        .collect();
    json!({ "text": snapshot.render(), "sections": texts, "notes": snapshot.notes, "defect": null, "reason": null })
}
