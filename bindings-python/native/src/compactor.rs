//! `Machine`: the core's state machine. One function asks it, by the names of the core's methods.

use crate::error::finish;
use crate::guard::{Used, guarded};
use crate::known::{Known, Message, noted};
use crate::value::to_python;
use crate::walk;
use conspectus_api::{CompactorApi, Copied, Listing, Reply, ResultApi, Work};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyEllipsis, PyList};
use serde_json::Value;

/// A run that is over, of which more is asked later.
#[pyclass(frozen, module = "conspectus._conspectus")]
pub struct Ended {
    result: ResultApi,
}

#[pymethods]
impl Ended {
    /// What tokens were spent on before it and after it.
    fn by_kind<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &guarded(py, || Ok(self.result.by_kind()))?)
    }

    /// What became of each message of the list before the run.
    fn rows<'py>(
        &self,
        messages: Bound<'py, PyAny>,
        patch: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = messages.py();
        guarded(py, || {
            let listed = walk::messages(&messages, (0, 0), false)?;
            let rows = self.result.rows(&listed.0, &walk::data(&patch)?);
            to_python(py, &finish(py, rows, &messages)?)
        })
    }
}

/// After each `handle_*`, drain `poll_action` until it gives `None`, before the next `handle_*`.
#[pyclass(subclass, frozen, module = "conspectus._conspectus")]
pub struct Machine {
    used: Used<Inside>,
}

struct Inside {
    machine: CompactorApi,
    /// The messages of the last run, as many as the machine knows.
    known: Known,
    /// The messages of a full list that the machine's view stands for, once it was recognised.
    full: Known,
    /// What the last question left to do.
    left: Option<Left>,
}

/// Work, the messages that will be known once it is done, if they change, and what was given.
type Left = (Work, Option<Vec<Message>>, Py<PyAny>);

#[pymethods]
impl Machine {
    #[new]
    #[pyo3(signature = (**options))]
    fn new<'py>(py: Python<'py>, options: Option<Bound<'py, PyDict>>) -> PyResult<Self> {
        let options = options.unwrap_or_else(|| PyDict::new(py)).into_any();
        let machine = CompactorApi::new(&walk::data(&options)?);
        Ok(Self {
            used: Used::new(Inside {
                machine: finish(py, machine, &options)?,
                known: Known::watching(),
                full: Known::default(),
                left: None,
            }),
        })
    }

    /// What the method `name` of the core gives for a list or another value, and for what stands
    /// beside it. `...` where it takes long: then `raw_work` does it and gives the answer.
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
        match self
            .used
            .with(py, |inside| inside.ask(name, &given, &beside, &self.used))?
        {
            Some(answer) => to_python(py, &answer),
            None => Ok(PyEllipsis::get(py).to_owned().into_any()),
        }
    }

    /// Does what the last `raw_ask` left to do, while other threads use the interpreter.
    fn raw_work<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Some((work, items, given)) = self.used.with(py, |inside| Ok(inside.left.take()))?
        else {
            return Ok(py.None().into_bound(py));
        };
        let (done, known) = self.used.apart(py, |inside| {
            let done = inside.machine.work(work);
            (done, inside.machine.known_messages())
        })?;
        if let Some(items) = items {
            self.used.with(py, |inside| {
                // What is known of another list stands for none of these messages.
                let known = if done.is_ok() { known } else { 0 };
                inside.known.put(items, 0, known);
                Ok(())
            })?;
        }
        to_python(py, &finish(py, done, given.bind(py))?)
    }

    /// The next action, or `None` when it is the host's turn.
    fn poll_action<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let action = self
            .used
            .with(py, |inside| Ok(inside.machine.poll_action()))?;
        action.map(|action| to_python(py, &action)).transpose()
    }

    /// As `poll_action`, without the details of a result; and what the details are asked of. Records
    /// of the lowest level are made only if they are `heard`.
    #[allow(clippy::type_complexity, reason = "a pair for Python")]
    fn raw_poll<'py>(
        &self,
        py: Python<'py>,
        heard: bool,
    ) -> PyResult<(Option<Bound<'py, PyAny>>, Option<Ended>)> {
        let (action, ended) = self.used.with(py, |inside| {
            Ok((inside.machine.poll_lean(heard), inside.machine.take_ended()))
        })?;
        let action = action.map(|action| to_python(py, &action)).transpose()?;
        Ok((action, ended.map(|result| Ended { result })))
    }

    /// How many messages of a full list former runs have replaced, 0 if it does not begin with
    /// them; a number that changes with what they made of these; and whether they are the same
    /// objects as at the last call.
    #[pyo3(signature = (full, turn))]
    fn raw_view<'py>(
        &self,
        full: Bound<'py, PyAny>,
        turn: Bound<'py, PyAny>,
    ) -> PyResult<(usize, u64, bool)> {
        self.used.with(full.py(), |inside| {
            let same = match unchanged(&turn) {
                Some(unchanged) => unchanged.min(inside.full.len()).min(full.len().unwrap_or(0)),
                None => inside.full.same(&full),
            };
            let covered = inside.view(&full, same)?.unwrap_or(0);
            Ok((covered, inside.machine.view_version(), same >= covered))
        })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        // What is in use is not garbage.
        let Some(inside) = self.used.if_free() else {
            return Ok(());
        };
        inside.known.traverse(&visit)?;
        inside.full.traverse(&visit)
    }

    fn __clear__(&self) {
        let gone = self.used.if_free().map(|mut inside| {
            let inside = &mut *inside;
            (
                std::mem::take(&mut inside.known),
                std::mem::take(&mut inside.full),
            )
        });
        drop(gone);
    }
}

/// How many of the first messages the host knows to be unchanged, if it says so. What is no such
/// number is left to the core to refuse.
fn unchanged(turn: &Bound<'_, PyAny>) -> Option<usize> {
    turn.get_item("unchanged_messages").ok()?.extract().ok()
}

impl Inside {
    /// The answer; `None` where work is left.
    fn ask<'py>(
        &mut self,
        name: &str,
        given: &Bound<'py, PyAny>,
        beside: &Bound<'py, PyAny>,
        used: &Used<Self>,
    ) -> PyResult<Option<Value>> {
        let from = match name {
            "handle_messages" | "plan" | "wanted_texts" => match unchanged(beside) {
                // What the host is certain of is not compared.
                Some(unchanged) => self.machine.known_of(unchanged).min(given.len().unwrap_or(0)),
                None => {
                    let known = self.known.len().min(self.machine.known_messages());
                    // The last one may have grown.
                    self.known.alike(given, (0, known.saturating_sub(1)))?
                }
            },
            "handle_current" => Some(self.machine.current_from())
                .filter(|from| *from > 0 && self.known.same(given) >= *from)
                .unwrap_or(0),
            _ => 0,
        };
        let beside = walk::levels(beside, 2)?.0;
        if from > 0 {
            // If something is wrong with what is new, the whole list shows where it lies.
            let told = self.told(name, (given, from), &beside, used);
            if let Ok(Reply::Told(answer)) = told {
                return Ok(Some(answer));
            }
        }
        Ok(match self.told(name, (given, 0), &beside, used)? {
            Reply::Told(answer) => Some(answer),
            Reply::Work(work) => {
                let items = (name == "handle_messages").then(|| noted(given, 0));
                self.left = Some((*work, items, given.clone().unbind()));
                None
            }
            Reply::Whole => None,
        })
    }

    /// Lets the machine answer to a list from an index on, or to another value.
    fn told<'py>(
        &mut self,
        name: &str,
        (given, from): (&Bound<'py, PyAny>, usize),
        beside: &Copied,
        used: &Used<Self>,
    ) -> PyResult<Reply> {
        let py = given.py();
        let listed = walk::messages(given, (from, 0), self.machine.reads_all_fields())?;
        let (machine, tail) = (&mut self.machine, &listed.0);
        let reply = used.work(py, listed.1, || {
            machine.ask(name, Listing { same: from, tail }, beside)
        });
        let length = self.machine.known_messages();
        self.known.truncate(length);
        let reply = finish(py, reply, given)?;
        if let ("handle_messages", Reply::Told(_)) = (name, &reply) {
            self.known.keep(given, from, length);
        }
        Ok(reply)
    }

    /// How many of the first messages of a full list the machine's view stands for; `same` of them are
    /// known for certain.
    fn view<'py>(&mut self, full: &Bound<'py, PyAny>, same: usize) -> PyResult<Option<usize>> {
        let py = full.py();
        let known = self.full.alike(full, (same, self.full.len()))?;
        let covered = if self.goes_on(full)? {
            let listed = walk::messages(full, (0, 0), false)?;
            let covered = self.machine.view(&listed.0, known);
            finish(py, covered, full)?
        } else if let Some(covered) = self.machine.view_known(known) {
            Some(covered)
        } else if self.begins(full)? {
            let covered = self.machine.view_covers();
            self.machine.view_known(covered)
        } else {
            None
        };
        let length = covered.unwrap_or(0);
        if known < length {
            self.full.keep(full, 0, length);
        }
        self.full.truncate(length);
        Ok(covered)
    }

    /// After a run that told new results shorter: whether the host shows the message by which a full
    /// list is known as it was.
    fn goes_on(&mut self, full: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Some(place) = self.machine.view_waits() else {
            return Ok(false);
        };
        let copied = match walk::items(full, place).first() {
            Some(message) => walk::message(message, place, false)?.0,
            None => walk::data(&full.py().None().into_bound(full.py()))?,
        };
        finish(full.py(), self.machine.view_goes_on(&copied), full)
    }

    /// Whether a list begins with what former runs replaced. Most lists that do not are told apart by
    /// their first messages.
    fn begins(&self, full: &Bound<'_, PyAny>) -> PyResult<bool> {
        let (items, covered) = (walk::items(full, 0), self.machine.view_covers());
        let mut count = covered.min(1);
        while count > 0 && items.len() >= covered {
            let head = PyList::new(full.py(), &items[..count])?;
            let listed = walk::messages(&head, (0, 0), false)?;
            if !finish(full.py(), self.machine.view_starts(&listed.0), full)? {
                break;
            }
            if count == covered {
                return Ok(true);
            }
            count = covered.min(2 * count);
        }
        Ok(false)
    }
}
