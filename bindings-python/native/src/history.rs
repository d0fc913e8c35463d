//! `History`: the core's ledger, and references to the messages that it has read.

use crate::guard::Used;
use crate::long;
use crate::scene::{Scene, root};
use crate::value::to_python;
use crate::view::{PyView, items_from};
use conspectus::host::item::{Kind, View};
use conspectus_api::{Copied, HistoryApi};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

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
            .with(message.py(), |inside| inside.append(&message, &self.used))
    }

    /// Reads every message of a list, or none.
    fn extend<'py>(&self, messages: Bound<'py, PyAny>) -> PyResult<()> {
        self.used
            .with(messages.py(), |inside| inside.extend(&messages, &self.used))
    }

    /// Brings the ledger in step with the host's list; returns how many messages were read.
    fn sync<'py>(&self, messages: Bound<'py, PyAny>) -> PyResult<usize> {
        self.used
            .with(messages.py(), |inside| inside.sync(&messages, &self.used))
    }

    /// What the method `name` of the core gives for a value, and for what stands beside it.
    #[pyo3(signature = (name, given=None, beside=None))]
    fn raw_ask<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        given: Option<Bound<'py, PyAny>>,
        beside: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let none = || py.None().into_bound(py);
        let (given, beside) = (given.unwrap_or_else(none), beside.unwrap_or_else(none));
        self.used.with(py, |inside| {
            let scene = Scene::new(py);
            let value = match name {
                "condense" => PyView::message(given.clone(), &scene),
                "microcompact" => PyView::messages(given.clone(), &scene),
                _ => PyView::new(given.clone(), &scene),
            };
            let other = PyView::new(beside.clone(), &scene);
            let ledger = &mut inside.ledger;
            let all = || Some(ledger.reads_all_fields());
            let copies =
                scene.asked(|| Some((long::copied(&value, &scene, all)?, Copied::of(&other))));
            let result = match copies {
                Some(copies) => {
                    let (value, other) = scene.finish(Ok(copies), || vec![root(&given)])?;
                    self.used
                        .while_detached(py, || ledger.ask(name, 0, &value, &other))
                }
                None => scene.asked(|| ledger.ask(name, 0, &value, &other)),
            };
            let place = match name {
                "condense" => format!("/{}", ledger.len()),
                _ => String::new(),
            };
            to_python(
                py,
                &scene.finish(result, || vec![(place, given.clone()), root(&beside)])?,
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
    fn append<'py>(&mut self, message: &Bound<'py, PyAny>, used: &Used<Self>) -> PyResult<()> {
        let news = PyList::new(message.py(), [message])?.into_any();
        self.extend(&news, used)
    }

    fn extend<'py>(&mut self, messages: &Bound<'py, PyAny>, used: &Used<Self>) -> PyResult<()> {
        let scene = Scene::new(messages.py());
        let view = PyView::messages(messages.clone(), &scene);
        let length = self.ledger.len();
        let ledger = &mut self.ledger;
        let all = || Some(ledger.reads_all_fields());
        let copy = scene.asked(|| long::copied(&view, &scene, all));
        let result = match copy.filter(|_| !scene.failed()) {
            Some(copy) => used.while_detached(messages.py(), || ledger.extend(&copy)),
            None => scene.asked(|| {
                ledger.truncate(length);
                ledger.extend(&view)
            }),
        };
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

    fn sync<'py>(&mut self, messages: &Bound<'py, PyAny>, used: &Used<Self>) -> PyResult<usize> {
        let scene = Scene::new(messages.py());
        let view = PyView::messages(messages.clone(), &scene);
        if view.kind() != Kind::Array {
            // Refuses it, before anything is forgotten.
            return self.extend(messages, used).map(|()| 0);
        }
        // The last message may still grow in place, so it is looked at even if it is the same
        // object.
        let same = view.same_prefix(&self.known[..self.known.len().saturating_sub(1)]);
        let from = if self.ledger.verifies_content() {
            0
        } else {
            same
        };
        let known = self.known_prefix(&view, (from, messages.py()), &scene, used)?;
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
        self.extend(&news, used)?;
        Ok(self.known.len() - known)
    }

    /// How many messages are known: the first `from` are, and the others are compared.
    fn known_prefix<'py>(
        &mut self,
        view: &PyView<'_, 'py>,
        (from, py): (usize, Python<'py>),
        scene: &Scene<'py>,
        used: &Used<Self>,
    ) -> PyResult<usize> {
        let ledger = &mut self.ledger;
        if ledger.is_empty() {
            return Ok(0);
        }
        let tail = PyList::new(py, items_from(view, from))?.into_any();
        let tail = PyView::messages(tail, scene);
        let all = || Some(ledger.reads_all_fields());
        let copy = scene.asked(|| long::copied(&tail, scene, all));
        Ok(match copy.filter(|_| !scene.failed()) {
            Some(copy) => used.while_detached(py, || ledger.known_prefix_of_tail(&copy, from)),
            None => scene.asked(|| ledger.known_prefix_of_tail(&tail, from)),
        })
    }

    fn truncate(&mut self, length: usize) {
        self.ledger.truncate(length);
        self.known.truncate(length);
    }
}
