//! `History`: the core's ledger, and references to the messages that it has read.

use crate::guard::Used;
use crate::scene::{root, Scene};
use crate::value::to_python;
use crate::view::{items_from, PyView};
use conspectus::api::HistoryApi;
use conspectus::host::view::{Kind, View};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::json;

/// The incremental ledger of one conversation.
#[pyclass(subclass, frozen, module = "conspectus._conspectus")]
pub struct History {
    used: Used<Inside>,
}

struct Inside {
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
        let ledger = scene.finish(
            HistoryApi::new(&PyView::new(options.clone(), &scene)),
            || vec![root(&options)],
        )?;
        Ok(Self {
            used: Used::new(Inside {
                ledger,
                known: Vec::new(),
            }),
        })
    }

    /// Reads one message.
    fn append<'py>(&self, message: Bound<'py, PyAny>) -> PyResult<()> {
        self.used
            .with(message.py(), |inside| inside.append(&message))
    }

    /// Reads every message of a list, or none.
    fn extend<'py>(&self, messages: Bound<'py, PyAny>) -> PyResult<()> {
        self.used
            .with(messages.py(), |inside| inside.extend(&messages))
    }

    /// Brings the ledger in step with the host's list; returns how many messages were read.
    fn sync<'py>(&self, messages: Bound<'py, PyAny>) -> PyResult<usize> {
        self.used
            .with(messages.py(), |inside| inside.sync(&messages))
    }

    /// What tells the results of a message that is about to be appended shorter.
    fn raw_admit<'py>(&self, message: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = message.py();
        self.used.with(py, |inside| {
            let scene = Scene::new(py);
            let length = inside.ledger.len();
            let result = inside
                .ledger
                .admit(&PyView::message(message.clone(), &scene));
            to_python(
                py,
                &scene.finish(result, || vec![(format!("/{length}"), message.clone())])?,
            )
        })
    }

    /// Forgets everything from message `length` on.
    fn truncate(&self, py: Python<'_>, length: usize) -> PyResult<()> {
        self.used.with(py, |inside| {
            inside.truncate(length);
            Ok(())
        })
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.ask(py, HistoryApi::len)
    }

    /// Estimated tokens of all messages.
    #[getter]
    fn tokens(&self, py: Python<'_>) -> PyResult<u64> {
        self.ask(py, HistoryApi::tokens)
    }

    /// Chars of all messages, by the measure in use.
    #[getter]
    fn chars(&self, py: Python<'_>) -> PyResult<u64> {
        self.ask(py, HistoryApi::chars)
    }

    /// Takes in what the provider reported for a request that held the first `messages` messages
    /// (all of them unless given).
    #[pyo3(signature = (usage, messages=None))]
    fn report_usage<'py>(&self, usage: Bound<'py, PyAny>, messages: Option<usize>) -> PyResult<()> {
        self.used.with(usage.py(), |inside| {
            let scene = Scene::new(usage.py());
            let result = inside
                .ledger
                .report_usage(&PyView::new(usage.clone(), &scene), messages);
            scene.finish(result, || vec![root(&usage)])
        })
    }

    /// Texts that the tokenizer has not counted.
    fn raw_wanted_texts(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.used
            .with(py, |inside| Ok(inside.ledger.wanted_texts()))
    }

    /// Their counts, in that order.
    fn raw_provide_counts(&self, py: Python<'_>, counts: Vec<f64>) -> PyResult<()> {
        self.used.with(py, |inside| {
            Scene::new(py).finish(inside.ledger.provide_counts(&counts), Vec::new)
        })
    }

    /// Tokens of a prompt with all messages: the last report and what came since.
    #[getter]
    fn prompt_tokens(&self, py: Python<'_>) -> PyResult<u64> {
        self.ask(py, HistoryApi::prompt_tokens)
    }

    /// Media in all messages.
    #[getter]
    fn media(&self, py: Python<'_>) -> PyResult<u64> {
        self.ask(py, HistoryApi::media)
    }

    /// The raw result of `estimate_tokens` for what was read.
    fn raw_estimate<'py>(
        &self,
        py: Python<'py>,
        options: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.used.with(py, |inside| {
            let scene = Scene::new(py);
            let result = inside
                .ledger
                .estimate(&PyView::new(options.clone(), &scene));
            to_python(py, &scene.finish(result, || vec![root(&options)])?)
        })
    }

    /// The raw result of `find_split_point` for what was read.
    fn raw_split_point<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &json!(self.ask(py, HistoryApi::split_point)?))
    }

    /// The raw result of `microcompact` for what was read; `messages` is the list that was read.
    fn raw_microcompact<'py>(
        &self,
        messages: Bound<'py, PyAny>,
        options: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = messages.py();
        self.used.with(py, |inside| {
            let scene = Scene::new(py);
            let result = scene.asked(|| {
                inside.ledger.microcompact(
                    &PyView::messages(messages.clone(), &scene),
                    &PyView::new(options.clone(), &scene),
                )
            });
            to_python(
                py,
                &scene.finish(result, || vec![root(&messages), root(&options)])?,
            )
        })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        // What is in use is not garbage.
        self.used.if_free().map_or(Ok(()), |inside| {
            inside
                .known
                .iter()
                .try_for_each(|message| visit.call(message))
        })
    }

    fn __clear__(&self) {
        let gone = self.used.if_free().map(|mut inside| {
            inside.ledger.truncate(0);
            std::mem::take(&mut inside.known)
        });
        drop(gone);
    }
}

impl History {
    fn ask<T>(&self, py: Python<'_>, answer: impl FnOnce(&HistoryApi) -> T) -> PyResult<T> {
        self.used.with(py, |inside| Ok(answer(&inside.ledger)))
    }
}

impl Inside {
    fn append<'py>(&mut self, message: &Bound<'py, PyAny>) -> PyResult<()> {
        let scene = Scene::new(message.py());
        let length = self.ledger.len();
        let result = scene.asked(|| {
            self.ledger.truncate(length);
            self.ledger
                .append(&PyView::message(message.clone(), &scene))
        });
        if scene.failed() {
            self.ledger.truncate(length);
        }
        scene.finish(result, || vec![(format!("/{length}"), message.clone())])?;
        self.known.push(message.clone().unbind());
        Ok(())
    }

    fn extend<'py>(&mut self, messages: &Bound<'py, PyAny>) -> PyResult<()> {
        let scene = Scene::new(messages.py());
        let view = PyView::messages(messages.clone(), &scene);
        let length = self.ledger.len();
        let result = scene.asked(|| {
            self.ledger.truncate(length);
            self.ledger.extend(&view)
        });
        if scene.failed() {
            self.ledger.truncate(length);
        }
        // Paths count from the start of the ledger, as the core's do.
        scene.finish(result, || match view.kind() {
            Kind::Array => items_from(&view, 0)
                .into_iter()
                .enumerate()
                .map(|(index, item)| (format!("/{}", length + index), item))
                .collect(),
            _ => vec![root(messages)],
        })?;
        self.known
            .extend(items_from(&view, 0).into_iter().map(Bound::unbind));
        Ok(())
    }

    fn sync<'py>(&mut self, messages: &Bound<'py, PyAny>) -> PyResult<usize> {
        let scene = Scene::new(messages.py());
        let view = PyView::messages(messages.clone(), &scene);
        if view.kind() != Kind::Array {
            // Refuses it, before anything is forgotten.
            return self.extend(messages).map(|()| 0);
        }
        // The last message may still grow in place, so it is looked at even if it is the same
        // object.
        let same = view.same_prefix(&self.known[..self.known.len().saturating_sub(1)]);
        let from = if self.ledger.verifies_content() {
            0
        } else {
            same
        };
        let known = scene.asked(|| self.ledger.known_prefix(&view, from));
        scene.finish(Ok(()), || vec![root(messages)])?;
        self.truncate(known);
        // What is in the list is taken as it lies there: a subclass may answer otherwise when it is
        // asked.
        let first = same.min(known);
        let items = items_from(&view, first);
        let (old, news) = items.split_at((known - first).min(items.len()));
        for (index, item) in old.iter().enumerate() {
            self.known[first + index] = item.clone().unbind();
        }
        drop(scene);
        let news = if known == 0 {
            messages.clone()
        } else {
            PyList::new(messages.py(), news)?.into_any()
        };
        self.extend(&news)?;
        Ok(self.known.len() - known)
    }

    fn truncate(&mut self, length: usize) {
        self.ledger.truncate(length);
        self.known.truncate(length);
    }
}
