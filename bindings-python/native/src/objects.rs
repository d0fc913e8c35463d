//! Objects of the core that need no more than to be asked, by the names of its methods.

use crate::error::finish;
use crate::guard::{Used, guarded};
use crate::value::Raw;
use crate::walk::{self, Object};
use conspectus_api::{LoopsApi, SimulationApi, VocabularyApi};
use conspectus_files::batch::{Job, Row};
use conspectus_files::store::StoreApi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use serde_json::json;
use std::path::PathBuf;

/// Detects loops in an agent's recent actions.
#[pyclass(subclass, frozen, module = "conspectus._conspectus")]
pub struct LoopDetector(Used<LoopsApi>);

#[pymethods]
impl LoopDetector {
    #[new]
    fn new(options: &Object, state: Option<&Object>) -> PyResult<Self> {
        let given = walk::data(options)?;
        let made = match state {
            Some(state) => LoopsApi::load(&given, &walk::data(state)?),
            None => LoopsApi::new(&given),
        };
        Ok(Self(Used::new(finish(made, state.unwrap_or(options))?)))
    }

    /// What the method `name` of the core gives for `value`.
    fn raw_ask(&self, name: &str, value: &Object) -> PyResult<Raw> {
        let given = walk::data(value)?;
        self.0.with(value.py(), |detector| {
            finish(detector.ask(name, &given), value).map(Raw)
        })
    }
}

/// The operation `simulate` row by row, so that Python can show progress.
#[pyclass(frozen, module = "conspectus._conspectus")]
pub struct Simulation(Used<SimulationApi>);

#[pymethods]
impl Simulation {
    #[new]
    fn new(messages: &Object, options: &Object) -> PyResult<Self> {
        guarded(messages.py(), || {
            let list = walk::messages(messages, (0, 0), true)?;
            let made = SimulationApi::new(&list, &walk::data(options)?);
            Ok(Self(Used::new(finish(made, messages)?)))
        })
    }

    /// `step` makes one more row and returns the progress; `rows` returns the raw result.
    fn raw_ask(&self, name: &Object) -> PyResult<Raw> {
        let (py, method) = (name.py(), name.extract()?);
        self.0.with(py, |simulation| {
            let answer = self.0.work(py, usize::MAX, || simulation.ask(method));
            finish(answer, name).map(Raw)
        })
    }
}

/// A vocabulary that was read from the bytes of a file.
#[pyclass(subclass, frozen, module = "conspectus._conspectus")]
pub struct Vocabulary(VocabularyApi);

#[pymethods]
impl Vocabulary {
    #[new]
    fn new(file: &[u8], source: &Object) -> PyResult<Self> {
        let copy = walk::data(source)?;
        let read = source.py().detach(|| VocabularyApi::new(file, &copy));
        finish(read, source).map(Self)
    }

    /// The name of its pattern.
    #[getter]
    fn pattern(&self) -> &'static str {
        self.0.pattern()
    }

    fn __len__(&self) -> usize {
        self.0.size()
    }

    /// Runs an operation while other threads use the interpreter.
    fn raw_call(&self, name: &str, value: &Object, options: &Object) -> PyResult<Raw> {
        let (given, options) = (walk::data(value)?, walk::data(options)?);
        let call = || self.0.call(name, &given, &options);
        finish(value.py().detach(call), value).map(Raw)
    }
}

/// Tool outputs in a folder, as `conspectus_files` keeps them.
#[pyclass(subclass, frozen, module = "conspectus._conspectus")]
pub struct FolderStore(StoreApi);

#[pymethods]
impl FolderStore {
    #[new]
    fn new(path: PathBuf, settings: &Object) -> PyResult<Self> {
        let given = walk::data(settings)?;
        let store = settings.py().detach(|| StoreApi::new(&path, &given));
        finish(store, settings).map(Self)
    }

    /// Runs a function of the store while other threads use the interpreter.
    fn raw_call(&self, name: &str, arguments: &Object) -> PyResult<Raw> {
        let given = walk::data(arguments)?;
        let call = || self.0.call(name, &given);
        finish(arguments.py().detach(call), arguments).map(Raw)
    }

    /// The tools of the store in the words of a provider.
    #[staticmethod]
    fn raw_tools(format: &Object) -> PyResult<Raw> {
        finish(StoreApi::tools(format.extract()?), format).map(Raw)
    }
}

/// One job for many conversations in JSON, each read and worked on without the interpreter, in
/// several threads at a time.
#[pyclass(frozen, module = "conspectus._conspectus")]
pub struct Batch(Job);

#[pymethods]
impl Batch {
    #[new]
    fn new(task: &str, options: &Object, turn: &Object, key: Option<String>) -> PyResult<Self> {
        guarded(turn.py(), || {
            let job = Job::of_task(task, walk::value(options)?, walk::value(turn)?);
            Ok(Self(finish(job, options)?.key(key)))
        })
    }

    /// The row of a text or of bytes in JSON.
    fn raw_text(&self, text: &Object) -> PyResult<Raw> {
        let bytes = match text.cast::<PyString>() {
            Ok(text) => text.encode_utf8()?,
            Err(_) => text.cast::<PyBytes>()?.clone(),
        };
        let bytes = bytes.as_bytes();
        told(text.py(), || self.0.of_bytes(bytes))
    }

    /// The row of the conversation in a file.
    fn raw_file(&self, py: Python<'_>, path: PathBuf) -> PyResult<Raw> {
        told(py, || self.0.of_file(&path))
    }
}

/// Id, status, whether it changed, tokens before and after; then messages and value as JSON; then
/// code, path and message of an error.
fn told(py: Python<'_>, row: impl FnOnce() -> Row + Send) -> PyResult<Raw> {
    guarded(py, || {
        let row = py.detach(row);
        let error = row.error.as_ref();
        Ok(Raw(json!([
            row.id.map(|id| id.to_string()),
            row.status,
            row.changed,
            row.tokens_before,
            row.tokens_after,
            row.messages,
            row.value.map(|value| value.to_string()),
            error.map(|error| [error.code(), error.path(), error.message()]),
        ])))
    })
}
