//! `Batch`: many conversations in JSON, each worked on in a thread of Node's pool.

use crate::answer_of;
use crate::guard::{Later, guarded, later};
use conspectus_files::batch::{Job, Row};
use conspectus_files::{Error, Result};
use napi::bindgen_prelude::AsyncTask;
use napi_derive::napi;
use serde_json::{Value, json};
use std::sync::Arc;

/// One job for many conversations.
#[napi]
pub struct Batch {
    job: Result<Arc<Job>>,
}

#[napi]
impl Batch {
    /// `options` and `turn` are JSON. Call `wrong` to check them.
    #[napi(constructor)]
    pub fn new(task: String, options: String, turn: String, key: Option<String>) -> Self {
        let read = |text: &str| serde_json::from_str(text).unwrap_or(Value::Null);
        let job = guarded(|| Job::of_task(&task, read(&options), read(&turn)));
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
    #[napi(catch_unwind, ts_return_type = "Promise<(string | null)[]>")]
    pub fn of_text(&self, text: String) -> AsyncTask<Later<Told>> {
        self.row(move |job| job.of_text(&text))
    }

    /// As `of_text`, for the conversation in a file.
    #[napi(catch_unwind, ts_return_type = "Promise<(string | null)[]>")]
    pub fn of_file(&self, path: String) -> AsyncTask<Later<Told>> {
        self.row(move |job| job.of_file(path.as_ref()))
    }

    fn row(&self, read: impl FnOnce(&Job) -> Row + Send + 'static) -> AsyncTask<Later<Told>> {
        let job = self.job.clone();
        later(move || {
            let row = guarded(|| Ok(read(&*job?)));
            told(row.unwrap_or_else(Row::failed))
        })
    }
}

type Told = Vec<Option<String>>;

fn told(row: Row) -> Told {
    let fields = json!({
        "id": row.id, "status": row.status, "changed": row.changed, "tokensBefore": row.tokens_before, "tokensAfter": row.tokens_after,
        "error": row.error.as_ref().map(Error::to_value),
    });
    let value = row.value.map(|value| value.to_string());
    vec![Some(fields.to_string()), row.messages, value]
}
