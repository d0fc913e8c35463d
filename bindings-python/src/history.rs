//! `History`: the core's ledger, and references to the messages that it has read.

use crate::scene::{root, Scene};
use crate::value::to_python;
use crate::view::PyView;
use conspectus::api::HistoryApi;
use conspectus::host::view::{Kind, View};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySlice};
use serde_json::json;

/// The incremental ledger of one conversation.
#[pyclass(subclass, module = "conspectus._conspectus")]
pub struct History {
    ledger: HistoryApi,
    /// The messages read, to recognise them by identity. As long as the ledger.
    known: Vec<Py<PyAny>>,
}

#[pymethods]
impl History {
    #[new]
    #[pyo3(signature = (**options))]
    fn new<'py>(py: Python<'py>, options: Option<Bound<'py, PyDict>>) -> PyResult<Self> {
        let scene = Scene::new(py);
        let options = options.unwrap_or_else(|| PyDict::new(py)).into_any();
        let ledger = scene.finish(HistoryApi::new(&PyView::new(options.clone(), &scene)), || vec![root(&options)])?;
        Ok(Self { ledger, known: Vec::new() })
    }

    /// Reads one message.
    fn append<'py>(&mut self, message: Bound<'py, PyAny>) -> PyResult<()> {
        let scene = Scene::new(message.py());
        let length = self.ledger.len();
        let result = self.ledger.append(&PyView::new(message.clone(), &scene));
        if scene.failed() {
            self.ledger.truncate(length);
        }
        scene.finish(result, || vec![(format!("/{length}"), message.clone())])?;
        self.known.push(message.unbind());
        Ok(())
    }

    /// Reads every message of a list, or none.
    fn extend<'py>(&mut self, messages: Bound<'py, PyAny>) -> PyResult<()> {
        let scene = Scene::new(messages.py());
        let view = PyView::new(messages.clone(), &scene);
        let length = self.ledger.len();
        let result = self.ledger.extend(&view);
        if scene.failed() {
            self.ledger.truncate(length);
        }
        // Paths count from the start of the ledger, as the core's do.
        scene.finish(result, || match messages.try_iter() {
            Ok(items) if view.kind() == Kind::Array => {
                items.flatten().enumerate().map(|(index, item)| (format!("/{}", length + index), item)).collect()
            }
            _ => vec![root(&messages)],
        })?;
        for message in messages.try_iter()? {
            self.known.push(message?.unbind());
        }
        Ok(())
    }

    /// Brings the ledger in step with the host's list; returns how many messages were read.
    fn sync<'py>(&mut self, messages: Bound<'py, PyAny>) -> PyResult<usize> {
        let scene = Scene::new(messages.py());
        let view = PyView::new(messages.clone(), &scene);
        if view.kind() != Kind::Array {
            // Refuses it, before anything is forgotten.
            return self.extend(messages.clone()).map(|()| 0);
        }
        // The last message may still grow in place, so it is looked at even if it is the same object.
        let same = view.same_prefix(&self.known[..self.known.len().saturating_sub(1)]);
        let from = if self.ledger.verifies_content() { 0 } else { same };
        let known = self.ledger.known_prefix(&view, from);
        scene.finish(Ok(()), || vec![root(&messages)])?;
        self.truncate(known);
        for index in same..known {
            self.known[index] = messages.get_item(index)?.unbind();
        }
        drop(scene);
        let news = if known == 0 { messages } else { messages.get_item(PySlice::new(messages.py(), known as isize, isize::MAX, 1))? };
        self.extend(news)?;
        Ok(self.known.len() - known)
    }

    /// Forgets everything from message `length` on.
    fn truncate(&mut self, length: usize) {
        self.ledger.truncate(length);
        self.known.truncate(length);
    }

    fn __len__(&self) -> usize {
        self.ledger.len()
    }

    /// Estimated tokens of all messages.
    #[getter]
    fn tokens(&self) -> u64 {
        self.ledger.tokens()
    }

    /// Chars of all messages, by the measure in use.
    #[getter]
    fn chars(&self) -> u64 {
        self.ledger.chars()
    }

    /// Takes in what the provider reported for a request that held the first `messages` messages (all of them unless given).
    #[pyo3(signature = (usage, messages=None))]
    fn report_usage<'py>(&mut self, usage: Bound<'py, PyAny>, messages: Option<usize>) -> PyResult<()> {
        let scene = Scene::new(usage.py());
        let result = self.ledger.report_usage(&PyView::new(usage.clone(), &scene), messages);
        scene.finish(result, || vec![root(&usage)])
    }

    /// Texts that the tokenizer has not counted.
    fn raw_wanted_texts(&mut self) -> Vec<String> {
        self.ledger.wanted_texts()
    }

    /// Their counts, in that order.
    fn raw_provide_counts(&mut self, py: Python<'_>, counts: Vec<f64>) -> PyResult<()> {
        Scene::new(py).finish(self.ledger.provide_counts(&counts), Vec::new)
    }

    /// Tokens of a prompt with all messages: the last report and what came since.
    #[getter]
    fn prompt_tokens(&self) -> u64 {
        self.ledger.prompt_tokens()
    }

    /// Media in all messages.
    #[getter]
    fn media(&self) -> u64 {
        self.ledger.media()
    }

    /// The raw result of `estimate_tokens` for what was read.
    fn raw_estimate<'py>(&mut self, py: Python<'py>, options: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let scene = Scene::new(py);
        let result = self.ledger.estimate(&PyView::new(options.clone(), &scene));
        to_python(py, &scene.finish(result, || vec![root(&options)])?)
    }

    /// The raw result of `find_split_point` for what was read.
    fn raw_split_point<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &json!(self.ledger.split_point()))
    }

    /// The raw result of `microcompact` for what was read; `messages` is the list that was read.
    fn raw_microcompact<'py>(&self, messages: Bound<'py, PyAny>, options: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = messages.py();
        let scene = Scene::new(py);
        let result = self.ledger.microcompact(&PyView::new(messages.clone(), &scene), &PyView::new(options.clone(), &scene));
        to_python(py, &scene.finish(result, || vec![root(&messages), root(&options)])?)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.known.iter().try_for_each(|message| visit.call(message))
    }

    fn __clear__(&mut self) {
        self.truncate(0);
    }
}
