//! What a conversation holds, found without a model: `facts`.

use super::operation::{operations, Call, Gives, Input, Operation};
use crate::error::Result;
use crate::history::History;
use crate::host::view::View;
use crate::notes::facts::{extract, Action, Outcome};
use crate::notes::memory::{Ours, Trust};
use serde_json::{json, Value};

const FACTS: Operation = Operation {
    name: "facts",
    rooms: &[""],
    about: "Tells what a conversation holds, without a model: the goal, requests and rules of the user, files and what was done to them, commands \
            and what came of them, failing tests, tasks, decisions, findings, addresses and ids, each with the index of its message.",
    input: Input::Messages,
    measures: false,
    options: &["dialect"],
    arguments: &[],
    gives: Gives::Plain("dict[str, Any]", "Facts"),
    example: (
        r#"[{"role": "user", "content": "Fix the login test. Never push."}, {"role": "assistant", "content": "It fails because the token is stale."}]"#,
        "{}",
    ),
};

operations! {
    FACTS => facts,
}

fn facts<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let history = History::of(call.config.of_chars(), call.input)?;
    // Notes of an earlier part are not the user's words.
    let ours = Ours::find(&history, call.input, Trust::default());
    let facts = extract(&history, call.input, 0, history.len(), &ours);
    Ok(json!({
        "goal": facts.goal,
        "requests": facts.asked,
        "rules": facts.rules,
        "files": facts.traces,
        "commands": facts.commands.iter().map(command).collect::<Vec<_>>(),
        "failing_tests": facts.failing_tests,
        "todos": facts.todos,
        "decisions": facts.decisions,
        "findings": facts.findings,
        "ids": facts.ids,
    }))
}

fn command(action: &Action) -> Value {
    let error =
        matches!(action.status, Outcome::Failed | Outcome::Refused).then_some(&action.outcome);
    json!({
        "command": action.command,
        "outcome": action.status,
        "error": error,
        "message": action.message,
        "result": action.result,
        "fixed": action.fixed,
    })
}
