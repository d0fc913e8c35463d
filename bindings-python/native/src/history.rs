//! `History`: the core's message history, and references to the messages that it has read.

use crate::error::finish;
use crate::guard::Used;
use crate::value::Raw;
use crate::walk::{self, Object};
use conspectus_api::HistoryApi;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;

/// The message history of one conversation, read incrementally.
#[pyclass(subclass, frozen, module = "conspectus._conspectus")]
pub struct History(Used<Inside>);

struct Inside {
    ledger: HistoryApi,
    /// The messages read, to recognize them by identity. As long as the core's history.
    known: Vec<Py<PyAny>>,
}

#[pymethods]
impl History {
    #[new]
    fn new(options: &Object) -> PyResult<Self> {
        let ledger = HistoryApi::new(&walk::data(options)?);
        Ok(Self(Used::new(Inside {
            ledger: finish(ledger, options)?,
            known: Vec::new(),
        })))
    }

    /// Reads every message of a list, or none.
    fn extend(&self, messages: &Object) -> PyResult<()> {
        self.0
            .with(messages.py(), |inside| self.read(inside, messages, 0))
    }

    /// Updates the history to match the host's list; returns how many messages were read.
    fn sync(&self, messages: &Object) -> PyResult<usize> {
        self.0.with(messages.py(), |inside| {
            let items = walk::items(messages, 0);
            // The last message may still grow in place, so it is looked at even if it is the same
            // object.
            let known = &inside.known[..inside.known.len().saturating_sub(1)];
            let pairs = known.iter().zip(&items);
            let same = pairs.take_while(|(known, item)| item.is(known)).count();
            let ledger = &mut inside.ledger;
            let from = if ledger.verifies_content() { 0 } else { same };
            // What is no list is refused before anything is forgotten.
            let known = if ledger.is_empty() || !walk::is_list(messages) {
                ledger.len()
            } else {
                let tail = walk::messages(messages, (from, from), ledger.reads_all_fields())?;
                let prefix = || ledger.known_prefix(&tail, from);
                self.0.work(messages.py(), tail.size(), prefix)
            };
            inside.truncate(known);
            for (known, item) in inside.known.iter_mut().zip(items) {
                *known = item.unbind();
            }
            self.read(inside, messages, known)?;
            Ok(inside.known.len() - known)
        })
    }

    /// Calls the method `name` of the core with a value and a second argument, and returns its
    /// answer.
    fn raw_asked(&self, name: &str, given: &Object, beside: &Object) -> PyResult<Raw> {
        let py = given.py();
        self.0.with(py, |inside| {
            let ledger = &mut inside.ledger;
            let all = ledger.reads_all_fields();
            let beside = walk::data(beside)?;
            let copied = if name == "microcompact" {
                walk::messages(given, (0, 0), all)
            } else {
                walk::message(given, all || name != "condense")
            }?;
            let ask = || ledger.ask(name, 0, &copied, &beside);
            finish(self.0.work(py, copied.size(), ask), given).map(Raw)
        })
    }

    /// Forgets the message at index `length` and all later ones.
    fn truncate(&self, py: Python<'_>, length: usize) -> PyResult<()> {
        self.0.with(py, |inside| {
            inside.truncate(length);
            Ok(())
        })
    }

    /// How many messages were read; their tokens, chars and media; and the tokens of a prompt with all
    /// of them: the last report and what came since.
    fn raw_numbers(&self, py: Python<'_>) -> PyResult<(usize, u64, u64, u64, u64)> {
        self.0.with(py, |Inside { ledger, .. }| {
            Ok((
                ledger.len(),
                ledger.tokens(),
                ledger.chars(),
                ledger.media(),
                ledger.prompt_tokens(),
            ))
        })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        // What is in use is not garbage.
        self.0.if_free().map_or(Ok(()), |inside| {
            let mut known = inside.known.iter();
            known.try_for_each(|message| visit.call(message))
        })
    }

    fn __clear__(&self) {
        drop(self.0.if_free().map(|mut inside| {
            inside.ledger.truncate(0);
            std::mem::take(&mut inside.known)
        }));
    }
}

impl History {
    /// Reads the messages of a list, starting at index `from`. Their places in errors count from
    /// the start of the history.
    fn read(&self, inside: &mut Inside, messages: &Object, from: usize) -> PyResult<()> {
        let ledger = &mut inside.ledger;
        let listed = (from, ledger.len());
        let news = walk::messages(messages, listed, ledger.reads_all_fields())?;
        let read = || ledger.extend(&news);
        finish(self.0.work(messages.py(), news.size(), read), messages)?;
        let items = walk::items(messages, from).into_iter();
        inside.known.extend(items.map(Bound::unbind));
        Ok(())
    }
}

impl Inside {
    fn truncate(&mut self, length: usize) {
        self.ledger.truncate(length);
        self.known.truncate(length);
    }
}
