//! `History`: the core's ledger, and references to the messages that it has read.

use crate::error::finish;
use crate::guard::Used;
use crate::value::to_python;
use crate::walk;
use conspectus_api::HistoryApi;
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
        let options = options.unwrap_or_else(|| PyDict::new(py)).into_any();
        let ledger = HistoryApi::new(&walk::data(&options)?);
        Ok(Self {
            used: Used::new(Inside {
                ledger: finish(py, ledger, &options)?,
                known: Vec::new(),
            }),
        })
    }

    /// Reads one message.
    fn append(&self, message: Bound<'_, PyAny>) -> PyResult<()> {
        let news = PyList::new(message.py(), [message])?;
        self.extend(news.into_any())
    }

    /// Reads every message of a list, or none.
    fn extend(&self, messages: Bound<'_, PyAny>) -> PyResult<()> {
        self.used.with(messages.py(), |inside| {
            inside.extend(&messages, (0, inside.ledger.len()), &self.used)
        })
    }

    /// Brings the ledger in step with the host's list; returns how many messages were read.
    fn sync(&self, messages: Bound<'_, PyAny>) -> PyResult<usize> {
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
            let ledger = &mut inside.ledger;
            let all = ledger.reads_all_fields();
            let other = walk::data(&beside)?;
            let (copied, is_long) = match name {
                "condense" => walk::message(&given, ledger.len(), all),
                "microcompact" => walk::messages(&given, (0, 0), all),
                _ => walk::levels(&given, 1),
            }?;
            let answer = self
                .used
                .work(py, is_long, || ledger.ask(name, 0, &copied, &other));
            to_python(py, &finish(py, answer, &given)?)
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
    /// Reads the messages of a list from an index on. The second number is added to their places in
    /// errors, which count from the start of the ledger.
    fn extend(
        &mut self,
        messages: &Bound<'_, PyAny>,
        (from, before): (usize, usize),
        used: &Used<Self>,
    ) -> PyResult<()> {
        let ledger = &mut self.ledger;
        let news = walk::messages(messages, (from, before), ledger.reads_all_fields())?;
        let read = used.work(messages.py(), news.1, || ledger.extend(&news.0));
        finish(messages.py(), read, messages)?;
        let items = walk::items(messages, from).into_iter();
        self.known.extend(items.map(Bound::unbind));
        Ok(())
    }

    fn sync(&mut self, messages: &Bound<'_, PyAny>, used: &Used<Self>) -> PyResult<usize> {
        let items = walk::items(messages, 0);
        // The last message may still grow in place, so it is looked at even if it is the same
        // object.
        let known = &self.known[..self.known.len().saturating_sub(1)];
        let pairs = known.iter().zip(&items);
        let same = pairs.take_while(|(known, item)| item.is(known)).count();
        let ledger = &mut self.ledger;
        let from = if ledger.verifies_content() { 0 } else { same };
        // What is no list is refused before anything is forgotten.
        let known = if ledger.is_empty() || !walk::is_list(messages) {
            ledger.len()
        } else {
            let tail = walk::messages(messages, (from, 0), ledger.reads_all_fields())?;
            used.work(messages.py(), tail.1, || {
                ledger.known_prefix_of_tail(&tail.0, from)
            })
        };
        self.truncate(known);
        for (known, item) in self.known.iter_mut().zip(&items) {
            if !item.is(&*known) {
                *known = item.clone().unbind();
            }
        }
        self.extend(messages, (known, 0), used)?;
        Ok(self.known.len() - known)
    }

    fn truncate(&mut self, length: usize) {
        self.ledger.truncate(length);
        self.known.truncate(length);
    }
}
