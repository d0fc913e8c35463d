//! `Machine`: the core's state machine. One function asks it, by the names of the core's methods.

use crate::error::finish;
use crate::guard::{Used, guarded};
use crate::known::{Known, Message, noted};
use crate::value::Raw;
use crate::walk::{self, Object};
use conspectus_api::{CompactorApi, Copied, Listing, Reply, ResultApi, Work};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyEllipsis};
use serde_json::Value;

/// A run that is over, of which more is asked later.
#[pyclass(frozen, module = "conspectus._conspectus")]
pub struct Ended {
    result: ResultApi,
}

#[pymethods]
impl Ended {
    /// What tokens were spent on before it and after it.
    fn by_kind(&self, py: Python<'_>) -> PyResult<Raw> {
        guarded(py, || Ok(Raw(self.result.by_kind())))
    }

    /// Returns the rows of a run: one for each message of the list before it.
    fn rows(&self, messages: &Object, patch: &Object) -> PyResult<Raw> {
        guarded(messages.py(), || {
            let (list, _) = walk::messages(messages, (0, 0), false)?;
            Raw::of(self.result.rows(&list, &walk::data(patch)?), messages)
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
    /// The messages of a full list that the machine's view covers, once they were recognized.
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
    fn new(py: Python<'_>, options: Option<Bound<'_, PyDict>>) -> PyResult<Self> {
        let options = options.unwrap_or_else(|| PyDict::new(py)).into_any();
        let machine = CompactorApi::new(&walk::data(&options)?);
        let known = Known {
            watches: true,
            ..Known::default()
        };
        Ok(Self {
            used: Used::new(Inside {
                machine: finish(machine, &options)?,
                known,
                full: Known::default(),
                left: None,
            }),
        })
    }

    /// Calls the method `name` of the core with a list or another value, and with a second
    /// argument. Returns the answer, or `...` for long work; `raw_work` then does the work and
    /// returns the answer.
    #[pyo3(signature = (name, given=None, beside=None))]
    fn raw_ask<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        given: Option<Object<'py>>,
        beside: Option<Object<'py>>,
    ) -> PyResult<Object<'py>> {
        let [given, beside] =
            [given, beside].map(|it| it.unwrap_or_else(|| py.None().into_bound(py)));
        let ask = |inside: &mut Inside| inside.ask(name, &given, &beside, &self.used);
        match self.used.with(py, ask)? {
            Some(answer) => Raw(answer).into_pyobject(py),
            None => Ok(PyEllipsis::get(py).to_owned().into_any()),
        }
    }

    /// Does what the last `raw_ask` left to do, while other threads use the interpreter.
    fn raw_work(&self, py: Python<'_>) -> PyResult<Raw> {
        let Some((work, items, given)) = self.used.with(py, |inside| Ok(inside.left.take()))?
        else {
            return Ok(Raw(Value::Null));
        };
        let done = self.used.apart(py, |inside| {
            let done = inside.machine.work(work);
            if let Some(items) = items {
                // What is known of another list stands for none of these messages.
                let known = done.as_ref().map_or(0, |_| inside.machine.known_messages());
                inside.known.keep(items, 0, known);
            }
            done
        })?;
        Raw::of(done, given.bind(py))
    }

    /// The next action, or `None` when it is the host's turn.
    fn poll_action(&self, py: Python<'_>) -> PyResult<Raw> {
        let action = self
            .used
            .with(py, |inside| Ok(inside.machine.poll_action()))?;
        Ok(Raw(action.unwrap_or_default()))
    }

    /// As `poll_action`, without the details of a result; and what the details are asked of. Records
    /// of the lowest level are made only if they are `heard`.
    fn raw_poll(&self, py: Python<'_>, heard: bool) -> PyResult<(Raw, Option<Ended>)> {
        self.used.with(py, |inside| {
            let action = inside.machine.poll_lean(heard).unwrap_or_default();
            let ended = inside.machine.take_ended();
            Ok((Raw(action), ended.map(|result| Ended { result })))
        })
    }

    /// How many messages of a full list former runs have replaced, 0 if it does not begin with
    /// them; a number that changes with what they made of these; and whether they are the same
    /// objects as at the last call.
    fn raw_view(&self, full: &Object, turn: &Object) -> PyResult<(usize, u64, bool)> {
        self.used.with(full.py(), |inside| {
            let same = unchanged(turn).map_or_else(
                || inside.full.same(full),
                |most| {
                    most.min(inside.full.messages.len())
                        .min(full.len().unwrap_or(0))
                },
            );
            let covered = inside.view(full, same, &self.used)?;
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
            let full = std::mem::take(&mut inside.full);
            (std::mem::take(&mut inside.known), full)
        });
        drop(gone);
    }
}

/// Returns how many of the first messages the host declares unchanged, if it does. The core rejects
/// any other value.
fn unchanged(turn: &Object) -> Option<usize> {
    turn.get_item("unchanged_messages").ok()?.extract().ok()
}

impl Inside {
    /// The answer; `None` where work is left.
    fn ask<'py>(
        &mut self,
        name: &str,
        given: &Object<'py>,
        beside: &Object<'py>,
        used: &Used<Self>,
    ) -> PyResult<Option<Value>> {
        let from = match name {
            "handle_messages" | "plan" | "wanted_texts" => match unchanged(beside) {
                // What the host is certain of is not compared.
                Some(unchanged) => self
                    .machine
                    .known_of(unchanged)
                    .min(given.len().unwrap_or(0)),
                None => {
                    let known = self.known.messages.len().min(self.machine.known_messages());
                    // The last one may have grown.
                    self.known.alike(given, (0, known.saturating_sub(1)))?
                }
            },
            "handle_current" => Some(self.machine.current_from())
                .filter(|from| *from > 0 && self.known.same(given) >= *from)
                .unwrap_or(0),
            _ => 0,
        };
        let (beside, _) = walk::messages(beside, (0, 0), true)?;
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

    /// Passes a list to the machine, starting with the message at index `from`, or another value.
    /// Returns the machine's reply.
    fn told<'py>(
        &mut self,
        name: &str,
        (given, from): (&Object<'py>, usize),
        beside: &Copied,
        used: &Used<Self>,
    ) -> PyResult<Reply> {
        let py = given.py();
        let listed = walk::messages(given, (from, 0), self.machine.reads_all_fields())?;
        let (machine, (tail, is_long)) = (&mut self.machine, listed);
        let given_list = Listing { same: from, tail };
        let reply = used.work(py, is_long, || machine.ask(name, given_list, beside));
        let length = self.machine.known_messages();
        self.known.messages.truncate(length);
        let reply = finish(reply, given)?;
        if let ("handle_messages", Reply::Told(_)) = (name, &reply) {
            self.known.keep(noted(given, from), from, length);
        }
        Ok(reply)
    }

    /// Returns how many of the first messages of a full list the machine's view covers; `same` of
    /// them are known for certain.
    fn view(&mut self, full: &Object, same: usize, used: &Used<Self>) -> PyResult<usize> {
        let known = self.full.alike(full, (same, self.full.messages.len()))?;
        let machine = &mut self.machine;
        // After a run that told new results shorter, one message shows whether the host took them
        // over.
        let goes_on = match machine.view_waits() {
            Some(place) => {
                let items = walk::items(full, place);
                let (head, _) = walk::message(items.first().unwrap_or(full), false)?;
                finish(machine.view_goes_on(&head), full)?
            }
            None => false,
        };
        let covers = machine.view_covers();
        let covered = if goes_on || (known < covers && full.len().unwrap_or(0) >= covers) {
            let (list, is_long) = walk::messages(full, (0, 0), false)?;
            let covered = used.work(full.py(), is_long, || machine.view(&list, known));
            finish(covered, full)?
        } else {
            machine.view_known(known)
        }
        .unwrap_or(0);
        if known < covered {
            self.full.keep(noted(full, 0), 0, covered);
        }
        self.full.messages.truncate(covered);
        Ok(covered)
    }
}
