//! `Machine`: the core's state machine. One function asks it, by the names of the core's methods.

use crate::error::finish;
use crate::guard::{Used, guarded};
use crate::known::{Message, alike, noted, same};
use crate::value::Raw;
use crate::walk::{self, Object};
use conspectus_api::{CompactorApi, Copied, Listing, Reply, ResultApi, Work};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;

/// A run that is over, of which more is asked later.
#[pyclass(frozen, module = "conspectus._conspectus")]
pub struct Ended(ResultApi);

#[pymethods]
impl Ended {
    /// What tokens were spent on before it and after it.
    fn by_kind(&self, py: Python<'_>) -> PyResult<Raw> {
        guarded(py, || Ok(Raw(self.0.by_kind())))
    }

    /// Returns the rows of a run: one for each message of the list before it.
    fn rows(&self, messages: &Object, patch: &Object) -> PyResult<Raw> {
        guarded(messages.py(), || {
            let list = walk::messages(messages, (0, 0), false)?;
            finish(self.0.rows(&list, &walk::data(patch)?), messages).map(Raw)
        })
    }
}

/// After each `handle_*`, drain `poll_action` until it gives `None`, before the next `handle_*`.
#[pyclass(subclass, frozen, module = "conspectus._conspectus")]
pub struct Machine(Used<Inside>);

struct Inside {
    machine: CompactorApi,
    /// The messages of the last run, as many as the machine knows.
    known: Vec<Message>,
    /// The messages of a full list that the machine's view covers, once they were recognized.
    full: Vec<Message>,
    /// What the last question left to do.
    left: Option<Left>,
}

/// Work, the messages that will be known once it is done, if they change, and what was given.
type Left = (Work, Option<Vec<Message>>, Py<PyAny>);

#[pymethods]
impl Machine {
    #[new]
    fn new(options: &Object) -> PyResult<Self> {
        let machine = CompactorApi::new(&walk::data(options)?);
        Ok(Self(Used::new(Inside {
            machine: finish(machine, options)?,
            known: Vec::new(),
            full: Vec::new(),
            left: None,
        })))
    }

    /// Calls the method `name` of the core with a list or another value, and with a second
    /// argument. Returns the answer, or `...` for long work; `raw_work` then does the work and
    /// returns the answer.
    fn raw_asked<'py>(
        &self,
        name: &str,
        given: &Object<'py>,
        beside: &Object<'py>,
    ) -> PyResult<Object<'py>> {
        let py = given.py();
        let answer = self.0.with(py, |inside| {
            let Inside { machine, known, .. } = inside;
            let from = match name {
                "handle_messages" | "plan" | "wanted_texts" => match unchanged(beside) {
                    // What the host is certain of is not compared.
                    Some(unchanged) => machine.known_of(unchanged).min(given.len().unwrap_or(0)),
                    None => {
                        let length = known.len().min(machine.known_messages());
                        // The last one may have grown.
                        alike(&mut known[..length.saturating_sub(1)], given, 0)?
                    }
                },
                "handle_current" => {
                    let from = machine.current_from();
                    if same(known, given) < from { 0 } else { from }
                }
                _ => 0,
            };
            let beside = walk::messages(beside, (0, 0), true)?;
            let mut reply = self.told(inside, name, given, from, &beside);
            // If something is wrong with what is new, the whole list shows where it lies.
            if from > 0 && !matches!(reply, Ok(Reply::Told(_))) {
                reply = self.told(inside, name, given, 0, &beside);
            }
            Ok(match reply? {
                Reply::Told(answer) => Some(answer),
                Reply::Work(work) => {
                    let items = (name == "handle_messages").then(|| noted(given, 0));
                    inside.left = Some((*work, items, given.clone().unbind()));
                    None
                }
                Reply::Whole => None,
            })
        })?;
        // Python's code makes the value, and meanwhile another thread may ask.
        let Some(answer) = answer else {
            return Ok(py.Ellipsis().into_bound(py));
        };
        Raw(answer).into_pyobject(py)
    }

    /// Does what the last question left to do, while other threads use the interpreter.
    fn raw_work(&self, py: Python<'_>) -> PyResult<Option<Raw>> {
        let ended = self.0.with(py, |inside| {
            let machine = &mut inside.machine;
            Ok(inside.left.take().map(|(work, items, given)| {
                let done = self.0.work(py, usize::MAX, || machine.work(work));
                let former = items.map(|mut items| {
                    // What is known of another list stands for none of these messages.
                    items.truncate(done.as_ref().map_or(0, |_| machine.known_messages()));
                    std::mem::replace(&mut inside.known, items)
                });
                (done, given, former)
            }))
        })?;
        let answer = ended.map(|(done, given, _former)| finish(done, given.bind(py)).map(Raw));
        answer.transpose()
    }

    /// The next action, and what its details are asked of. Records of the lowest level are made only
    /// if they are `heard`.
    fn raw_poll(&self, py: Python<'_>, heard: bool) -> PyResult<(Raw, Option<Ended>)> {
        self.0.with(py, |Inside { machine, .. }| {
            let action = machine.poll_lean(heard).unwrap_or_default();
            Ok((Raw(action), machine.take_ended().map(Ended)))
        })
    }

    /// How many messages of a full list former runs have replaced, 0 if it does not begin with
    /// them; a number that changes with what they made of these; and whether they are the same
    /// objects as at the last call.
    fn raw_view(&self, full: &Object, turn: &Object) -> PyResult<(usize, u64, bool)> {
        let length = full.len().unwrap_or(0);
        self.0.with(full.py(), |inside| {
            let machine = &mut inside.machine;
            let same = match unchanged(turn) {
                Some(most) => most.min(inside.full.len()).min(length),
                None => same(&inside.full, full),
            };
            let known = alike(&mut inside.full, full, same)?;
            // After a run that told new results shorter, one message shows whether the host took them
            // over.
            let goes_on = match machine.view_waits() {
                Some(place) => {
                    let items = walk::items(full, place);
                    let head = walk::message(items.first().unwrap_or(full), false)?;
                    finish(machine.view_goes_on(&head), full)?
                }
                None => false,
            };
            let covers = machine.view_covers();
            let covered = if goes_on || (known < covers && length >= covers) {
                let list = walk::messages(full, (0, 0), false)?;
                let view = || machine.view(&list, known);
                finish(self.0.work(full.py(), list.size(), view), full)?
            } else {
                machine.view_known(known)
            }
            .unwrap_or(0);
            if known < covered {
                inside.full = noted(full, 0);
            }
            inside.full.truncate(covered);
            Ok((covered, machine.view_version(), same >= covered))
        })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        // What is in use is not garbage.
        self.0.if_free().map_or(Ok(()), |inside| {
            let mut messages = inside.known.iter().chain(&inside.full);
            messages.try_for_each(|message| message.traverse(&visit))
        })
    }

    fn __clear__(&self) {
        drop(self.0.if_free().map(|mut inside| {
            let full = std::mem::take(&mut inside.full);
            (std::mem::take(&mut inside.known), full)
        }));
    }
}

impl Machine {
    /// Passes a list to the machine, starting with the message at index `from`, or another value.
    /// Returns the machine's reply.
    fn told(
        &self,
        inside: &mut Inside,
        name: &str,
        given: &Object,
        from: usize,
        beside: &Copied,
    ) -> PyResult<Reply> {
        let Inside { machine, known, .. } = inside;
        let tail = walk::messages(given, (from, from), machine.reads_all_fields())?;
        let (size, listing) = (tail.size(), Listing { same: from, tail });
        let ask = || machine.ask(name, listing, beside);
        let reply = self.0.work(given.py(), size, ask);
        let length = machine.known_messages();
        known.truncate(length);
        let reply = finish(reply, given)?;
        if let ("handle_messages", Reply::Told(_)) = (name, &reply) {
            known.truncate(from);
            known.extend(noted(given, from));
            known.truncate(length);
        }
        Ok(reply)
    }
}

/// Returns how many of the first messages the host declares unchanged, if it does. The core rejects
/// any other value.
fn unchanged(turn: &Object) -> Option<usize> {
    turn.get_item("unchanged_messages").ok()?.extract().ok()
}
