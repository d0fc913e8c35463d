//! What a conversation holds, found without a model: `facts`.

use super::operation::{Call, MESSAGES, operations};
use conspectus::inner::shapes;
use conspectus::{ConfiguredHistory, Result, View};
use conspectus_summary::notes::facts::{
    CallTrace, FactRequest, FileFact, Outcome, Rule, Todo, extract,
};
use conspectus_summary::notes::memory::{Ours, Trust};
use serde_json::{Value, json};

operations! {
    /// Extracts the goal, requests, user constraints, files, commands and tasks of a conversation,
    /// each with the index of its message.
    facts([""], MESSAGES, takes ["dialect"]) -> Plain(FactsFound),
        r#"[{"role": "user", "content": "Fix the login test. Never push."}, {"role": "assistant", "content": "It fails because the token is stale."}]"#,
        "{}" =>
        facts;
}

shapes! {
    /// What a conversation holds, found without a model.
    pub struct FactsFound as "Facts" {
        /// What the user first asked for; null if nothing was asked.
        pub goal: Option<FactRequest>,
        /// What the user asked for, in order.
        pub requests: Vec<FactRequest>,
        /// What the user demands or forbids.
        pub rules: Vec<Rule>,
        /// Files, and what was done to them.
        pub files: Vec<FileFact>,
        /// Commands, and what came of them.
        pub commands: Vec<Command>,
        /// Tasks.
        pub todos: Vec<Todo>,
    }

    /// A command, and what came of it.
    pub struct Command {
        /// The command, or what the call was about.
        pub command: String,
        /// What came of it.
        pub outcome: Outcome,
        /// What it said, if it failed or was refused; null if not.
        pub error: Option<String>,
        /// Index of the message that calls it.
        pub message: usize,
        /// Index of the message with its result; null without one.
        pub result: Option<usize>,
        /// Index of the message at which a later call of the same command succeeded; null if none
        /// did.
        pub fixed: Option<usize>,
    }
}

fn facts(call: Call<'_, impl View, impl View>) -> Result<Value> {
    let history = ConfiguredHistory::of(call.config.of_chars(), call.input)?;
    // Notes of an earlier part are not the user's words.
    let ours = Ours::find(&history, call.input, Trust::default());
    let facts = extract(&history, call.input, 0, history.len(), &ours);
    Ok(json!(FactsFound {
        commands: facts.commands().map(command).collect(),
        goal: facts.goal,
        requests: facts.asked,
        rules: facts.rules,
        files: facts.files,
        todos: facts.todos,
    }))
}

fn command(action: &CallTrace) -> Command {
    let error =
        matches!(action.status, Outcome::Failed | Outcome::Refused).then(|| action.outcome.clone());
    Command {
        command: action.command.clone(),
        outcome: action.status,
        error,
        message: action.message,
        result: action.result,
        fixed: action.fixed,
    }
}
