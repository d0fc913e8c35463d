//! The facts of a conversation as data: user requests, files, commands, tasks.

use super::Minutes;
use super::calls::Ended;
use super::read::files::Files;
use super::read::{FileFact, Todo};
use crate::notes::turns::Kind;
use crate::shape::{shapes, words};
use std::collections::BTreeMap;

words! {
    /// The outcome of a call.
    pub enum Outcome {
        /// An exit code or the output shows that it succeeded.
        Ok => "ok",
        /// It ended with an error, or what it ran did.
        Failed => "failed",
        /// The user or the host did not let it run to its end.
        Refused => "refused",
        /// The result is missing, cleared or incomplete.
        Unknown => "unknown",
    }
}

shapes! {
    /// What a conversation holds, found without a model.
    pub struct Facts: Default {
        /// What the user said, in order.
        pub requests: Vec<FactRequest>,
        /// Files, and what was done to them, in the order of last use.
        pub files: Vec<FileFact>,
        /// Commands with their outcomes, in order.
        pub commands: Vec<Command>,
        /// The newest list of tasks.
        pub todos: Vec<Todo>,
    }

    /// What the user said in one message.
    pub struct FactRequest: Eq {
        /// The words, without what a host or a paste put around them.
        pub text: String,
        /// The message that holds them.
        pub message: usize,
    }

    /// A command and its outcome.
    pub struct Command: Eq {
        /// The command line.
        pub command: String,
        /// How it ended.
        pub outcome: Outcome,
        /// What it said, if it failed or was refused; null if not.
        pub error: Option<String>,
        /// The message that calls it.
        pub message: usize,
        /// The message with its result, or null.
        pub result: Option<usize>,
        /// The message that runs it again, or null.
        pub again: Option<usize>,
    }
}

impl Minutes<'_> {
    /// Returns the facts that these minutes contain.
    pub fn facts(&self) -> Facts {
        let turns = &self.turns;
        let said = turns.iter().filter(|turn| turn.kind == Kind::User);
        let requests = said.map(|turn| FactRequest {
            text: turn.text.to_string(),
            message: turn.message,
        });
        let (mut files, mut commands) = (Files::default(), Vec::<Command>::new());
        let mut todos: Vec<Todo> = Vec::new();
        let mut before: BTreeMap<String, usize> = BTreeMap::new();
        for (number, call) in self.calls.all.iter().enumerate() {
            let message = turns[call.turn].message;
            call.each_file(|path, used| files.note(path.to_owned(), used, number, message));
            call.list_tasks(turns, &mut todos);
            let Some(command) = &call.called.command else {
                continue;
            };
            let identity = call.called.identity(&turns[call.turn].args);
            if let Some(earlier) = before.insert(identity, commands.len()) {
                commands[earlier].again = Some(message);
            }
            commands.push(Command {
                command: command.clone(),
                outcome: match call.ended {
                    Ended::Well => Outcome::Ok,
                    Ended::Failed => Outcome::Failed,
                    Ended::Refused => Outcome::Refused,
                    Ended::Untold | Ended::Open => Outcome::Unknown,
                },
                error: call.ended.failed().then(|| call.line.clone()),
                message,
                result: call.result.map(|result| turns[result].message),
                again: None,
            });
        }
        Facts {
            requests: requests.collect(),
            files: files.into_list(),
            commands,
            todos,
        }
    }
}
