//! `Batch`: many conversations in JSON, each read and worked on without the interpreter.

use crate::error::local;
use crate::guard::guarded;
use crate::value::Raw;
use crate::walk::{self, Object};
use conspectus_files::batch::{Job, Row};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use serde_json::json;
use std::path::PathBuf;

/// One job for many conversations, used by several threads at a time.
#[pyclass(frozen, module = "conspectus._conspectus")]
pub struct Batch {
    job: Job,
}

#[pymethods]
impl Batch {
    #[new]
    fn new(task: &str, options: &Object, turn: &Object, key: Option<String>) -> PyResult<Self> {
        let py = turn.py();
        guarded(py, || {
            let (options, turn) = (walk::value(options)?, walk::value(turn)?);
            let job = match task {
                "count" => Job::count(options),
                "simulate" => Job::simulate(options),
                _ => Job::compact(&options, turn),
            };
            Ok(Self {
                job: local(py, job)?.key(key),
            })
        })
    }

    /// The row of a text or of bytes in JSON.
    fn raw_text(&self, text: &Object) -> PyResult<Raw> {
        guarded(text.py(), || {
            let bytes = match text.cast::<PyString>() {
                Ok(text) => text.encode_utf8()?,
                Err(_) => text.cast::<PyBytes>()?.clone(),
            };
            let bytes = bytes.as_bytes();
            Ok(text.py().detach(|| told(self.job.of_bytes(bytes))))
        })
    }

    /// The row of the conversation in a file.
    fn raw_file(&self, py: Python<'_>, path: PathBuf) -> PyResult<Raw> {
        guarded(py, || Ok(py.detach(|| told(self.job.of_file(&path)))))
    }
}

/// Id, status, whether it changed, tokens before and after; then messages and value as JSON; then
/// code, path and message of an error.
fn told(row: Row) -> Raw {
    let error = row.error.as_ref();
    Raw(json!([
        row.id.map(|id| id.to_string()),
        row.status,
        row.changed,
        row.tokens_before,
        row.tokens_after,
        row.messages,
        row.value.map(|value| value.to_string()),
        error.map(|error| [error.code(), error.path(), error.message()]),
    ]))
}
