//! `History`: the core's message history, and references to the messages that it has read.

use crate::error::finish;
use crate::guard::Used;
use crate::value::Raw;
use crate::walk::{self, Object};
use conspectus_api::HistoryApi;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The message history of one conversation, read incrementally.
#[pyclass(subclass, frozen, module = "conspectus._conspectus")]
pub struct History {
    used: Used<Inside>,
}

struct Inside {
    ledger: HistoryApi,
    /// The messages read, to recognize them by identity. As long as the core's history.
    known: Vec<Py<PyAny>>,
}

#[pymethods]
impl History {
    #[new]
    #[pyo3(signature = (**options))]
    fn new(py: Python<'_>, options: Option<Bound<'_, PyDict>>) -> PyResult<Self> {
        let options = options.unwrap_or_else(|| PyDict::new(py)).into_any();
        let ledger = HistoryApi::new(&walk::data(&options)?);
        Ok(Self {
            used: Used::new(Inside {
                ledger: finish(ledger, &options)?,
                known: Vec::new(),
            }),
        })
    }

    /// Reads every message of a list, or none.
    fn extend(&self, messages: &Object) -> PyResult<()> {
        self.used.with(messages.py(), |inside| {
            inside.extend(messages, (0, inside.ledger.len()), &self.used)
        })
    }

    /// Updates the history to match the host's list; returns how many messages were read.
    fn sync(&self, messages: &Object) -> PyResult<usize> {
        self.used
            .with(messages.py(), |inside| inside.sync(messages, &self.used))
    }

    /// Calls the method `name` of the core with a value and a second argument, and returns its
    /// answer.
    #[pyo3(signature = (name, given=None, beside=None))]
    fn raw_ask<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        given: Option<Object<'py>>,
        beside: Option<Object<'py>>,
    ) -> PyResult<Raw> {
        let [given, beside] =
            [given, beside].map(|it| it.unwrap_or_else(|| py.None().into_bound(py)));
        self.used.with(py, |inside| {
            let ledger = &mut inside.ledger;
            let all = ledger.reads_all_fields();
            let beside = walk::data(&beside)?;
            let (copied, is_long) = match name {
                "microcompact" => walk::messages(&given, (0, 0), all),
                "condense" => walk::message(&given, all),
                _ => walk::message(&given, true),
            }?;
            let ask = || ledger.ask(name, 0, &copied, &beside);
            Raw::of(self.used.work(py, is_long, ask), &given)
        })
    }

    /// Forgets the message at index `length` and all later ones.
    fn truncate(&self, py: Python<'_>, length: usize) -> PyResult<()> {
        self.used.with(py, |inside| {
            inside.truncate(length);
            Ok(())
        })
    }

    /// How many messages were read; their tokens, chars and media; and the tokens of a prompt with all
    /// of them: the last report and what came since.
    fn raw_numbers(&self, py: Python<'_>) -> PyResult<(usize, u64, u64, u64, u64)> {
        self.used.with(py, |inside| {
            let ledger = &inside.ledger;
            let (tokens, chars) = (ledger.tokens(), ledger.chars());
            let prompt = ledger.prompt_tokens();
            Ok((ledger.len(), tokens, chars, ledger.media(), prompt))
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

impl Inside {
    /// Reads the messages of a list, starting at index `from`. `before` is added to their indexes
    /// in errors, which count from the start of the history.
    fn extend(
        &mut self,
        messages: &Object,
        (from, before): (usize, usize),
        used: &Used<Self>,
    ) -> PyResult<()> {
        let ledger = &mut self.ledger;
        let news = walk::messages(messages, (from, before), ledger.reads_all_fields())?;
        let read = used.work(messages.py(), news.1, || ledger.extend(&news.0));
        finish(read, messages)?;
        let items = walk::items(messages, from).into_iter();
        self.known.extend(items.map(Bound::unbind));
        Ok(())
    }

    fn sync(&mut self, messages: &Object, used: &Used<Self>) -> PyResult<usize> {
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
            used.work(messages.py(), tail.1, || ledger.known_prefix(&tail.0, from))
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
