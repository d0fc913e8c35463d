//! `Machine`: the core's state machine, event by event.

use crate::copies::Copies;
use crate::guard::{guarded, Used};
use crate::scene::{root, Scene};
use crate::value::to_python;
use crate::view::{items_from, kind_of, PyView};
use conspectus::api::{CompactorApi, Copied, ResultApi};
use conspectus::host::view::{Kind, View};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;

/// A run that is over, of which more is asked later.
#[pyclass(frozen, module = "conspectus._conspectus")]
pub struct Ended {
    result: ResultApi,
}

#[pymethods]
impl Ended {
    /// The details of its result.
    fn details<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &guarded(py, || Ok(self.result.details()))?)
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
    /// The messages of the last run, to recognise them by identity. As many as the machine knows.
    known: Vec<Py<PyAny>>,
    /// The same where the host copies them: then they are recognised by content.
    copies: Copies,
    /// The messages of a full list that the machine's view stands for, once it was recognised.
    full: Vec<Py<PyAny>>,
    full_copies: Copies,
}

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
                copies: Copies::default(),
                full: Vec::new(),
                full_copies: Copies::default(),
            }),
        })
    }

    /// Begins a run with what can be told without reading all messages: of those that are known
    /// what is new, of others the lengths. Whether it has begun.
    fn raw_glance<'py>(
        &self,
        messages: Bound<'py, PyAny>,
        turn: Bound<'py, PyAny>,
    ) -> PyResult<bool> {
        self.used.with(messages.py(), |inside| {
            // If something is wrong with what is new, the whole list shows where it lies.
            if inside.handle_news(&messages, &turn).unwrap_or(false) {
                return Ok(true);
            }
            let rests = inside.on_views(&[&messages, &turn], |machine, views| {
                machine.handle_lengths(&views[0], &views[1])
            })?;
            if rests {
                inside.keep(&messages, 0);
            }
            Ok(rests)
        })
    }

    /// Looks at the conversation and decides. Messages are read at first; then other threads use
    /// the interpreter.
    fn raw_begin<'py>(&self, messages: Bound<'py, PyAny>, turn: Bound<'py, PyAny>) -> PyResult<()> {
        let py = messages.py();
        let (copied, told) = self.copied(&messages, &turn)?;
        let items: Vec<Py<PyAny>> = self.used.with(py, |inside| {
            let scene = Scene::new(py);
            let view = PyView::messages(messages.clone(), &scene);
            let items = items_from(&view, 0);
            inside.copies.keep(&view, 0, items.len(), &scene);
            Ok(items.into_iter().map(Bound::unbind).collect())
        })?;
        let (begun, known) = self.used.apart(py, |inside| {
            let begun = inside.machine.handle_messages(&copied, &told);
            (begun, inside.machine.known_messages())
        })?;
        self.used.with(py, |inside| {
            // What is known of another list stands for none of these messages.
            let (items, known) = if begun.is_ok() {
                (items, known)
            } else {
                (Vec::new(), 0)
            };
            inside.known = items;
            inside.known.truncate(known);
            inside.copies.truncate(known);
            Ok(())
        })?;
        Scene::new(py).finish(begun, || vec![root(&messages), root(&turn)])
    }

    /// What would become of each message by a plan for this list.
    fn raw_plan_rows<'py>(
        &self,
        messages: Bound<'py, PyAny>,
        plan: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = messages.py();
        let rows = self.used.with(py, |inside| {
            let scene = Scene::new(py);
            let views = [&messages, &plan].map(|object| PyView::new(object.clone(), &scene));
            let rows = inside.machine.plan_rows(&views[0], &views[1]);
            scene.finish(rows, || vec![root(&messages), root(&plan)])
        })?;
        to_python(py, &rows)
    }

    /// What such a run would do, as data. Nothing changes.
    fn raw_plan<'py>(
        &self,
        messages: Bound<'py, PyAny>,
        turn: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = messages.py();
        let plan = self.used.with(py, |inside| {
            let (from, news) = inside.news(&messages, &turn)?;
            if from > 0 {
                let scene = Scene::new(py);
                let views = [&news, &turn].map(|object| PyView::messages(object.clone(), &scene));
                // If something is wrong with what is new, the whole list shows where it lies.
                match scene.finish(
                    scene.asked(|| inside.machine.plan_of_news(from, &views[0], &views[1])),
                    || vec![root(&news), root(&turn)],
                ) {
                    Ok(plan) if !plan.is_null() => return Ok(plan),
                    _ => {}
                }
            }
            Ok(Value::Null)
        })?;
        if !plan.is_null() {
            return to_python(py, &plan);
        }
        let (copied, told) = self.copied(&messages, &turn)?;
        let plan = self
            .used
            .apart(py, |inside| inside.machine.plan(&copied, &told))?;
        let plan = Scene::new(py).finish(plan, || vec![root(&messages), root(&turn)])?;
        to_python(py, &plan)
    }

    /// What to do about a provider's error: an exception of any SDK, its data, or its text.
    fn handle_provider_error<'py>(&self, error: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = error.py();
        let recovery = self.used.with(py, |inside| {
            inside.on_views(&[&error], |machine, views| {
                machine.handle_provider_error(&views[0])
            })
        })?;
        to_python(py, &recovery)
    }

    /// Texts of `messages` that the tokenizer has not counted.
    fn raw_wanted_texts<'py>(
        &self,
        messages: Bound<'py, PyAny>,
        turn: Bound<'py, PyAny>,
    ) -> PyResult<Vec<String>> {
        self.used.with(messages.py(), |inside| {
            let (from, news) = inside.news(&messages, &turn)?;
            match inside.on_views(&[&news, &turn], |machine, views| {
                machine.wanted_texts_of_news(from, &views[0], &views[1])
            }) {
                Ok(texts) => Ok(texts),
                // The whole list shows where the fault lies in it.
                Err(_) => inside.on_views(&[&messages, &turn], |machine, views| {
                    machine.wanted_texts(&views[0], &views[1])
                }),
            }
        })
    }

    /// Their counts, in that order.
    fn raw_provide_counts(&self, py: Python<'_>, counts: Vec<f64>) -> PyResult<()> {
        self.used.with(py, |inside| {
            Scene::new(py).finish(inside.machine.provide_counts(&counts), Vec::new)
        })
    }

    /// The next action, or `None` when it is the host's turn.
    fn poll_action<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let action = self
            .used
            .with(py, |inside| Ok(inside.machine.poll_action()))?;
        action.map(|action| to_python(py, &action)).transpose()
    }

    /// As `poll_action`, without the details of a result; and what the details are asked of.
    #[allow(clippy::type_complexity, reason = "a pair for Python")]
    fn raw_poll<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Option<Bound<'py, PyAny>>, Option<Ended>)> {
        let (action, ended) = self.used.with(py, |inside| {
            Ok((inside.machine.poll_lean(), inside.machine.take_ended()))
        })?;
        let action = action.map(|action| to_python(py, &action)).transpose()?;
        Ok((action, ended.map(|result| Ended { result })))
    }

    /// The output of the last `offload` is stored there.
    fn handle_stored(&self, locator: Bound<'_, PyAny>) -> PyResult<()> {
        let place = locator.str()?.to_string_lossy().into_owned();
        let py = locator.py();
        let done = self
            .used
            .apart(py, |inside| inside.machine.handle_stored(&place))?;
        Scene::new(py).finish(done, Vec::new)
    }

    /// It could not be stored, and stays in the history.
    fn handle_store_failed(&self, message: Bound<'_, PyAny>) -> PyResult<()> {
        let reason = message.str()?.to_string_lossy().into_owned();
        let py = message.py();
        let done = self
            .used
            .apart(py, |inside| inside.machine.handle_store_failed(&reason))?;
        Scene::new(py).finish(done, Vec::new)
    }

    /// The summariser's answer; `usage`: `input_tokens`, `output_tokens` and `stop_reason` of the
    /// call. Lone surrogates are read as U+FFFD.
    #[pyo3(signature = (text, **usage))]
    fn handle_summary<'py>(
        &self,
        text: Bound<'py, PyAny>,
        usage: Option<Bound<'py, PyDict>>,
    ) -> PyResult<()> {
        let answer = text.str()?.to_string_lossy().into_owned();
        let told = PyDict::new(text.py());
        for (name, value) in usage.into_iter().flatten() {
            // The summary is paid for: what is no data goes as the name of its class.
            match kind_of(&value) {
                Some(Kind::Object | Kind::Array) | None => {
                    told.set_item(name, value.get_type().name()?)?;
                }
                Some(_) => told.set_item(name, value)?,
            }
        }
        let usage = told.into_any();
        let py = text.py();
        let scene = Scene::new(py);
        let told = Copied::of(&PyView::messages(usage.clone(), &scene));
        let roots = || vec![root(&usage)];
        scene.finish(Ok(()), roots)?;
        let done = self
            .used
            .apart(py, |inside| inside.machine.handle_answer(&answer, &told))?;
        scene.finish(done, roots)
    }

    /// The files of the last `restore`: a list of `{"path", "text"}`.
    fn handle_restored<'py>(&self, files: Bound<'py, PyAny>) -> PyResult<()> {
        self.used.with(files.py(), |inside| {
            inside.on_views(&[&files], |machine, views| {
                machine.handle_restored(&views[0])
            })
        })
    }

    /// What the host has to say to the summariser.
    fn handle_before_compact(&self, text: Bound<'_, PyAny>) -> PyResult<()> {
        let said = text.str()?.to_string_lossy().into_owned();
        let py = text.py();
        let done = self
            .used
            .apart(py, |inside| inside.machine.handle_before_compact(&said))?;
        Scene::new(py).finish(done, Vec::new)
    }

    /// The summariser failed.
    fn handle_failure(&self, message: Bound<'_, PyAny>) -> PyResult<()> {
        let reason = message.str()?.to_string_lossy().into_owned();
        let py = message.py();
        let done = self
            .used
            .apart(py, |inside| inside.machine.handle_failure(&reason))?;
        Scene::new(py).finish(done, Vec::new)
    }

    /// The list as it is now, before the patch is applied.
    fn handle_current<'py>(&self, messages: Bound<'py, PyAny>) -> PyResult<()> {
        self.used.with(messages.py(), |inside| {
            let from = inside.machine.current_from();
            let (same, _) = inside.same(&messages);
            if from == 0 || same < from {
                return inside.on_views(&[&messages], |machine, views| {
                    machine.handle_current(&views[0])
                });
            }
            let news = inside.rest(&messages, from)?;
            inside.on_views(&[&news], |machine, views| {
                machine.handle_current_news(from, &views[0])
            })
        })
    }

    /// Ends the run from any state; nothing is changed.
    fn cancel(&self, py: Python<'_>) -> PyResult<()> {
        self.used.with(py, |inside| {
            inside.machine.cancel();
            Ok(())
        })
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

    /// The patch that makes the compacted list of such a list.
    fn raw_view_patch<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let patch = self
            .used
            .with(py, |inside| Ok(inside.machine.view_patch()))?;
        to_python(py, &patch)
    }

    /// What the machine remembers, as plain data.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let state = self.used.with(py, |inside| Ok(inside.machine.save()))?;
        to_python(py, &state)
    }

    /// Takes what another machine saved.
    fn raw_load<'py>(&self, state: Bound<'py, PyAny>) -> PyResult<()> {
        self.used.with(state.py(), |inside| {
            inside.on_views(&[&state], |machine, views| machine.load(&views[0]))
        })
    }

    /// `idle`, `offloading`, `summarizing`, `restoring`, `committing` or `done`.
    #[getter]
    fn state(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.used.with(py, |inside| Ok(inside.machine.state()))
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

impl Machine {
    /// What a run looks at of messages and a turn. If it turns out not to be plain data, nothing has
    /// changed.
    fn copied(
        &self,
        messages: &Bound<'_, PyAny>,
        turn: &Bound<'_, PyAny>,
    ) -> PyResult<(Copied, Copied)> {
        self.used.with(messages.py(), |inside| {
            let scene = Scene::new(messages.py());
            let views = [messages, turn].map(|object| PyView::messages(object.clone(), &scene));
            let copied = scene.asked(|| inside.machine.copied(&views[0]));
            let told = Copied::of(&views[1]);
            scene.finish(Ok((copied, told)), || vec![root(messages), root(turn)])
        })
    }
}

impl Inside {
    /// The first message that may be new, and the messages from there on. The last one that is
    /// known may have grown in place.
    fn news<'py>(
        &mut self,
        messages: &Bound<'py, PyAny>,
        turn: &Bound<'py, PyAny>,
    ) -> PyResult<(usize, Bound<'py, PyAny>)> {
        let from = match unchanged(turn) {
            // What the host is certain of is not compared.
            Some(unchanged) => self
                .machine
                .known_of(unchanged)
                .min(messages.len().unwrap_or(0)),
            None => self.alike(messages),
        };
        Ok((
            from,
            if from == 0 {
                messages.clone()
            } else {
                self.rest(messages, from)?
            },
        ))
    }

    /// How many of the first messages are the objects that are known, and how many are known.
    fn same(&self, messages: &Bound<'_, PyAny>) -> (usize, usize) {
        let scene = Scene::new(messages.py());
        let view = PyView::messages(messages.clone(), &scene);
        let known = &self.known[..self.known.len().min(self.machine.known_messages())];
        (
            if view.kind() == Kind::Array {
                view.same_prefix(known)
            } else {
                0
            },
            known.len(),
        )
    }

    /// How many of the messages before the last known one are known: by identity, and from where
    /// that ends by content.
    fn alike(&mut self, messages: &Bound<'_, PyAny>) -> usize {
        let (same, length) = self.same(messages);
        let most = length.saturating_sub(1);
        let scene = Scene::new(messages.py());
        let view = PyView::messages(messages.clone(), &scene);
        if same >= most || view.kind() != Kind::Array {
            return same.min(most);
        }
        self.copies
            .alike(&mut self.known, &view, (same, most), &scene)
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

    /// Whether the run could begin with what is new alone.
    fn handle_news<'py>(
        &mut self,
        messages: &Bound<'py, PyAny>,
        turn: &Bound<'py, PyAny>,
    ) -> PyResult<bool> {
        let (from, news) = self.news(messages, turn)?;
        if from == 0 {
            return Ok(false);
        }
        let begun = self.on_views(&[&news, turn], |machine, views| {
            machine.handle_news(from, &views[0], &views[1])
        })?;
        self.keep(messages, from);
        Ok(begun)
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
