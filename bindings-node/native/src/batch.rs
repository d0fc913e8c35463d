//! `Batch`: many conversations in JSON, each worked on in a thread of Node's pool.

use crate::{answer_of, guard};
use conspectus_files::Result;
use conspectus_files::batch::{Job, Row};
use napi::bindgen_prelude::AsyncTask;
use napi::{Env, Task};
use napi_derive::napi;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;

/// One job for many conversations.
#[napi]
pub struct Batch {
    job: Result<Arc<Job>>,
}

/// One conversation, in JSON or in a file.
pub struct RowTask {
    job: Result<Arc<Job>>,
    given: Given,
}

enum Given {
    Text(String),
    File(PathBuf),
}

#[napi]
impl Batch {
    /// `options` and `turn` are JSON. Call `wrong` to check them.
    #[napi(constructor)]
    pub fn new(task: String, options: String, turn: String, key: Option<String>) -> Self {
        let read = |text: &str| serde_json::from_str(text).unwrap_or(Value::Null);
        let job = guard::guarded(|| {
            let options = read(&options);
            match task.as_str() {
                "count" => Job::count(options),
                "simulate" => Job::simulate(options),
                _ => Job::compact(&options, read(&turn)),
            }
        });
        Self {
            job: job.map(|job| Arc::new(job.key(key))),
        }
    }

    /// `{"ok": null}`, or the error in the options.
    #[napi(catch_unwind)]
    pub fn wrong(&self) -> String {
        answer_of(self.job.as_ref().map(|_| Value::Null).map_err(Clone::clone))
    }

    /// The row of a conversation in JSON: its fields, the messages and the value, each as JSON.
    #[napi(catch_unwind)]
    pub fn of_text(&self, text: String) -> AsyncTask<RowTask> {
        self.task(Given::Text(text))
    }

    /// As `of_text`, for the conversation in a file.
    #[napi(catch_unwind)]
    pub fn of_file(&self, path: String) -> AsyncTask<RowTask> {
        self.task(Given::File(path.into()))
    }

    fn task(&self, given: Given) -> AsyncTask<RowTask> {
        AsyncTask::new(RowTask {
            job: self.job.clone(),
            given,
        })
    }
}

impl Task for RowTask {
    type Output = Vec<Option<String>>;
    type JsValue = Vec<Option<String>>;

    fn compute(&mut self) -> napi::Result<Self::Output> {
        let row = guard::guarded(|| {
            let job = self.job.as_ref().map_err(Clone::clone)?;
            Ok(match &self.given {
                Given::Text(text) => job.of_text(text),
                Given::File(path) => job.of_file(path),
            })
        });
        Ok(told(row.unwrap_or_else(Row::failed)))
    }

    fn resolve(&mut self, _env: Env, output: Self::Output) -> napi::Result<Self::JsValue> {
        Ok(output)
    }
}

fn told(row: Row) -> Vec<Option<String>> {
    let error = row.error.map(
        |error| json!({ "code": error.code(), "path": error.path(), "message": error.message() }),
    );
    let fields = json!({
        "id": row.id, "status": row.status, "changed": row.changed, "tokensBefore": row.tokens_before, "tokensAfter": row.tokens_after, "error": error,
    });
    let value = row.value.map(|value| value.to_string());
    vec![Some(fields.to_string()), row.messages, value]
}
