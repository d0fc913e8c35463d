//! `Machine`: the core's state machine. One function asks it, by the names of the core's methods.

use crate::copies::Copies;
use crate::guard::{Used, guarded};
use crate::scene::{Scene, root};
use crate::value::to_python;
use crate::view::{PyView, items_from};
use conspectus::host::item::{Kind, View};
use conspectus_api::{CompactorApi, Listing, Reply, ResultApi, Work};
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
            let scene = Scene::new(py);
            let rows = self.result.rows(
                &PyView::messages(messages.clone(), &scene),
                &PyView::new(patch.clone(), &scene),
            );
            to_python(
                py,
                &scene.finish(rows, || vec![root(&messages), root(&patch)])?,
            )
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
    /// The messages of the last run, as many as the machine knows, and what they held.
    known: Vec<Py<PyAny>>,
    copies: Copies,
    /// The messages of a full list that the machine's view stands for, once it was recognised.
    full: Vec<Py<PyAny>>,
    full_copies: Copies,
    /// What the last question left to do.
    left: Option<Left>,
}

/// Work, the messages that will be known once it is done, if they change, and what was given.
type Left = (Work, Option<Vec<Py<PyAny>>>, Py<PyAny>);

#[pymethods]
impl Machine {
    #[new]
    #[pyo3(signature = (**options))]
    fn new<'py>(py: Python<'py>, options: Option<Bound<'py, PyDict>>) -> PyResult<Self> {
        let scene = Scene::new(py);
        let options = options.unwrap_or_else(|| PyDict::new(py)).into_any();
        let machine = scene.finish(
            CompactorApi::new(&PyView::new(options.clone(), &scene)),
            || vec![root(&options)],
        )?;
        Ok(Self {
            used: Used::new(Inside {
                machine,
                known: Vec::new(),
                copies: Copies::watching(),
                full: Vec::new(),
                full_copies: Copies::default(),
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
            .with(py, |inside| inside.ask(name, &given, &beside))?
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
                inside.known = items;
                inside.known.truncate(known);
                inside.copies.truncate(known);
                Ok(())
            })?;
        }
        let roots = || vec![root(given.bind(py))];
        to_python(py, &Scene::new(py).finish(done, roots)?)
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
            let scene = Scene::new(full.py());
            let view = PyView::messages(full.clone(), &scene);
            let same = match unchanged(&turn) {
                Some(unchanged) => unchanged.min(inside.full.len()).min(view.len()),
                None => view.same_prefix(&inside.full),
            };
            let known = inside.full_known(&view, same, &scene);
            let covered = inside
                .on_views(&[&full], |machine, views| machine.view(&views[0], known))?
                .unwrap_or(0);
            if covered != inside.full.len() || same < covered {
                inside.keep_full(&view, covered, known, &scene);
            }
            Ok((covered, inside.machine.view_version(), same >= covered))
        })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        // What is in use is not garbage.
        let Some(inside) = self.used.if_free() else {
            return Ok(());
        };
        inside
            .known
            .iter()
            .chain(&inside.full)
            .try_for_each(|message| visit.call(message))
    }

    fn __clear__(&self) {
        let gone = self.used.if_free().map(|mut inside| {
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
    ) -> PyResult<Option<Value>> {
        let begins = name == "handle_messages";
        let from = match name {
            "handle_messages" | "plan" | "wanted_texts" => match unchanged(beside) {
                // What the host is certain of is not compared.
                Some(unchanged) => self.known_of(unchanged, given),
                None => self.alike(given),
            },
            "handle_current" => Some(self.machine.current_from())
                .filter(|from| *from > 0 && self.same(given) >= *from)
                .unwrap_or(0),
            _ => 0,
        };
        if from > 0 {
            let news = self.rest(given, from)?;
            // If something is wrong with what is new, the whole list shows where it lies.
            if let Ok(reply) = self.told(name, (from, &news), beside) {
                if begins {
                    self.keep(given, from);
                }
                if let Reply::Told(answer) = reply {
                    return Ok(Some(answer));
                }
            }
        }
        match self.told(name, (0, given), beside)? {
            Reply::Told(answer) => {
                if begins {
                    self.keep(given, 0);
                }
                Ok(Some(answer))
            }
            Reply::Work(work) => {
                let items = begins.then(|| self.take_items(given));
                self.left = Some((*work, items, given.clone().unbind()));
                Ok(None)
            }
            Reply::Whole => Ok(None),
        }
    }

    /// From where on a list is needed whose first `unchanged` messages are as they were.
    fn known_of(&mut self, unchanged: usize, messages: &Bound<'_, PyAny>) -> usize {
        let none = messages.py().None().into_bound(messages.py());
        match self.told("known_of", (unchanged, &none), &none) {
            Ok(Reply::Told(known)) => known.as_u64().unwrap_or(0) as usize,
            _ => 0,
        }
        .min(messages.len().unwrap_or(0))
    }

    /// Lets the machine answer; what is asked with nothing looks at nothing of the host's.
    fn told<'py>(
        &mut self,
        name: &str,
        (same, tail): (usize, &Bound<'py, PyAny>),
        beside: &Bound<'py, PyAny>,
    ) -> PyResult<Reply> {
        if tail.is_none() && beside.is_none() {
            let scene = Scene::new(tail.py());
            let none = PyView::new(tail.clone(), &scene);
            let reply = self.machine.ask(name, Listing { same, tail: &none }, &none);
            return scene.finish(reply, Vec::new);
        }
        self.on_views(&[tail, beside], |machine, views| {
            let tail = &views[0];
            machine.ask(name, Listing { same, tail }, &views[1])
        })
    }

    /// The messages of a list, which are known once they were read.
    fn take_items(&mut self, messages: &Bound<'_, PyAny>) -> Vec<Py<PyAny>> {
        let scene = Scene::new(messages.py());
        let view = PyView::messages(messages.clone(), &scene);
        let items = items_from(&view, 0);
        self.copies.keep(&view, 0, items.len(), &scene);
        items.into_iter().map(Bound::unbind).collect()
    }

    /// How many of the first messages are the objects that are known.
    fn same(&self, messages: &Bound<'_, PyAny>) -> usize {
        let scene = Scene::new(messages.py());
        let view = PyView::messages(messages.clone(), &scene);
        match view.kind() {
            Kind::Array => view.same_prefix(&self.known),
            _ => 0,
        }
    }

    /// How many of the messages before the last known one are as they were.
    fn alike(&mut self, messages: &Bound<'_, PyAny>) -> usize {
        let scene = Scene::new(messages.py());
        let view = PyView::messages(messages.clone(), &scene);
        if view.kind() != Kind::Array {
            return 0;
        }
        let length = self.known.len().min(self.machine.known_messages());
        let most = length.saturating_sub(1);
        self.copies.alike(&mut self.known, &view, (0, most), &scene)
    }

    fn rest<'py>(&self, messages: &Bound<'py, PyAny>, from: usize) -> PyResult<Bound<'py, PyAny>> {
        let scene = Scene::new(messages.py());
        let view = PyView::messages(messages.clone(), &scene);
        Ok(pyo3::types::PyList::new(messages.py(), items_from(&view, from))?.into_any())
    }

    /// How many of the first messages of a full list are those that the view stands for; of `same`
    /// of them the host is certain, or they are the same objects.
    fn full_known(&mut self, view: &PyView<'_, '_>, same: usize, scene: &Scene<'_>) -> usize {
        if view.kind() != Kind::Array {
            return same;
        }
        let most = self.full.len();
        self.full_copies
            .alike(&mut self.full, view, (same, most), scene)
    }

    /// Keeps the first `covered` messages, which the view stands for; `known` were known before.
    fn keep_full(
        &mut self,
        view: &PyView<'_, '_>,
        covered: usize,
        known: usize,
        scene: &Scene<'_>,
    ) {
        // What was read by its hash is all there.
        let from = if known >= covered { covered } else { 0 };
        self.full_copies.keep(view, from, covered, scene);
        self.full = items_from(view, 0)
            .into_iter()
            .take(covered)
            .map(Bound::unbind)
            .collect();
    }

    /// Keeps what the machine knows now; the first `from` messages are kept already.
    fn keep(&mut self, messages: &Bound<'_, PyAny>, from: usize) {
        let scene = Scene::new(messages.py());
        let view = PyView::messages(messages.clone(), &scene);
        let length = self.machine.known_messages();
        self.copies.keep(&view, from, length, &scene);
        self.known.truncate(from);
        self.known.extend(
            items_from(&view, from)
                .into_iter()
                .take(length.saturating_sub(from))
                .map(Bound::unbind),
        );
    }

    /// Lets the machine handle host objects; if they turn out not to be plain data, it stays in the
    /// state it was in.
    fn on_views<'py, T>(
        &mut self,
        objects: &[&Bound<'py, PyAny>],
        handle: impl Fn(&mut CompactorApi, &[PyView<'_, 'py>]) -> conspectus::Result<T>,
    ) -> PyResult<T> {
        let scene = Scene::new(objects[0].py());
        let views: Vec<PyView<'_, 'py>> = objects
            .iter()
            .map(|object| PyView::messages((*object).clone(), &scene))
            .collect();
        let (result, machine) = scene.asked(|| {
            let mut machine = self.machine.fork();
            (handle(&mut machine, &views), machine)
        });
        if !scene.failed() {
            self.machine = machine;
        }
        self.known.truncate(self.machine.known_messages());
        self.copies.truncate(self.known.len());
        scene.finish(result, || {
            objects.iter().map(|object| root(object)).collect()
        })
    }
}
