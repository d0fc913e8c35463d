//! `Batch`: many conversations in JSON, each read and worked on without the interpreter.

use crate::error::local_error_of;
use crate::guard::guarded;
use crate::walk;
use conspectus_files::batch::{Job, Row};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::path::PathBuf;

/// One job for many conversations, used by several threads at a time.
#[pyclass(frozen, module = "conspectus._conspectus")]
pub struct Batch {
    job: Job,
}

/// Id, status, whether it changed, tokens before and after; then messages and value as JSON; then
/// code, path and message of an error.
type Told = (
    Option<String>,
    String,
    bool,
    Option<u64>,
    Option<u64>,
    Option<String>,
    Option<String>,
    Option<(&'static str, String, String)>,
);

#[pymethods]
impl Batch {
    #[new]
    fn new<'py>(
        py: Python<'py>,
        task: &str,
        options: Bound<'py, PyAny>,
        turn: Bound<'py, PyAny>,
        key: Option<String>,
    ) -> PyResult<Self> {
        guarded(py, || {
            let [options, turn] = [walk::value(&options)?, walk::value(&turn)?];
            let job = match task {
                "count" => Job::count(options),
                "simulate" => Job::simulate(options),
                _ => Job::compact(&options, turn),
            };
            let job = job.map_err(|error| local_error_of(py, &error))?;
            Ok(Self { job: job.key(key) })
        })
    }

    /// The row of a text or of bytes in JSON.
    fn raw_text(&self, text: Bound<'_, PyAny>) -> PyResult<Told> {
        let py = text.py();
        guarded(py, || {
            if let Ok(text) = text.cast::<PyString>() {
                let text = text.to_str()?;
                return Ok(py.detach(|| told(self.job.of_text(text))));
            }
            let bytes = text
                .cast::<PyBytes>()
                .map_err(|_| PyTypeError::new_err("a str or bytes"))?
                .as_bytes();
            Ok(py.detach(|| told(self.job.of_bytes(bytes))))
        })
    }

    /// The row of the conversation in a file.
    fn raw_file(&self, py: Python<'_>, path: PathBuf) -> PyResult<Told> {
        guarded(py, || Ok(py.detach(|| told(self.job.of_file(&path)))))
    }
}

fn told(row: Row) -> Told {
    (
        row.id.map(|id| id.to_string()),
        row.status,
        row.changed,
        row.tokens_before,
        row.tokens_after,
        row.messages,
        row.value.map(|value| value.to_string()),
        row.error.map(|error| {
            (
                error.code(),
                error.path().to_owned(),
                error.message().to_owned(),
            )
        }),
    )
}
