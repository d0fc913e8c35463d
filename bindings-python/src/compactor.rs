//! `Machine`: the core's state machine, event by event.

use crate::scene::{root, Scene};
use crate::value::to_python;
use crate::view::PyView;
use conspectus::api::CompactorApi;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// After each `handle_*`, drain `poll_action` until it gives `None`, before the next `handle_*`.
#[pyclass(subclass, module = "conspectus._conspectus")]
pub struct Machine {
    machine: CompactorApi,
}

#[pymethods]
impl Machine {
    #[new]
    #[pyo3(signature = (**options))]
    fn new<'py>(py: Python<'py>, options: Option<Bound<'py, PyDict>>) -> PyResult<Self> {
        let scene = Scene::new(py);
        let options = options.unwrap_or_else(|| PyDict::new(py)).into_any();
        let machine = scene.finish(CompactorApi::new(&PyView::new(options.clone(), &scene)), || vec![root(&options)])?;
        Ok(Self { machine })
    }

    /// Looks at the conversation and decides. `turn` tells of this turn: `force`, `now_ms`, `prompt_tokens` and so on.
    #[pyo3(signature = (messages, **turn))]
    fn handle_messages<'py>(&mut self, messages: Bound<'py, PyAny>, turn: Option<Bound<'py, PyDict>>) -> PyResult<()> {
        let turn = turn.unwrap_or_else(|| PyDict::new(messages.py())).into_any();
        self.on_views(&[&messages, &turn], |machine, views| machine.handle_messages(&views[0], &views[1]))
    }

    /// Texts of `messages` that the tokenizer has not counted.
    fn raw_wanted_texts<'py>(&mut self, messages: Bound<'py, PyAny>, turn: Bound<'py, PyAny>) -> PyResult<Vec<String>> {
        self.on_views(&[&messages, &turn], |machine, views| machine.wanted_texts(&views[0], &views[1]))
    }

    /// Their counts, in that order.
    fn raw_provide_counts(&mut self, py: Python<'_>, counts: Vec<f64>) -> PyResult<()> {
        Scene::new(py).finish(self.machine.provide_counts(&counts), Vec::new)
    }

    /// The next action, or `None` when it is the host's turn.
    fn poll_action<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.machine.poll_action().map(|action| to_python(py, &action)).transpose()
    }

    /// The output of the last `offload` is stored there.
    fn handle_stored(&mut self, locator: Bound<'_, PyAny>) -> PyResult<()> {
        let place = locator.str()?.to_string_lossy().into_owned();
        Scene::new(locator.py()).finish(self.machine.handle_stored(&place), Vec::new)
    }

    /// It could not be stored, and stays in the history.
    fn handle_store_failed(&mut self, message: Bound<'_, PyAny>) -> PyResult<()> {
        let reason = message.str()?.to_string_lossy().into_owned();
        Scene::new(message.py()).finish(self.machine.handle_store_failed(&reason), Vec::new)
    }

    /// The summariser's answer; `usage`: `input_tokens`, `output_tokens` and `stop_reason` of the call. Lone surrogates are read as U+FFFD.
    #[pyo3(signature = (text, **usage))]
    fn handle_summary<'py>(&mut self, text: Bound<'py, PyAny>, usage: Option<Bound<'py, PyDict>>) -> PyResult<()> {
        let answer = text.str()?.to_string_lossy().into_owned();
        let usage = usage.unwrap_or_else(|| PyDict::new(text.py())).into_any();
        self.on_views(&[&usage], |machine, views| machine.handle_answer(&answer, &views[0]))
    }

    /// The files of the last `restore`: a list of `{"path", "text"}`.
    fn handle_restored<'py>(&mut self, files: Bound<'py, PyAny>) -> PyResult<()> {
        self.on_views(&[&files], |machine, views| machine.handle_restored(&views[0]))
    }

    /// The summariser failed.
    fn handle_failure(&mut self, message: Bound<'_, PyAny>) -> PyResult<()> {
        let reason = message.str()?.to_string_lossy().into_owned();
        Scene::new(message.py()).finish(self.machine.handle_failure(&reason), Vec::new)
    }

    /// The list as it is now, before the patch is applied.
    fn handle_current<'py>(&mut self, messages: Bound<'py, PyAny>) -> PyResult<()> {
        self.on_views(&[&messages], |machine, views| machine.handle_current(&views[0]))
    }

    /// Ends the run from any state; nothing is changed.
    fn cancel(&mut self) {
        self.machine.cancel();
    }

    /// `idle`, `offloading`, `summarizing`, `restoring`, `committing` or `done`.
    #[getter]
    fn state(&self) -> &'static str {
        self.machine.state()
    }
}

impl Machine {
    /// Lets the machine handle host objects; if they turn out not to be plain data, it stays in the state it was in.
    fn on_views<'py, T>(
        &mut self,
        objects: &[&Bound<'py, PyAny>],
        handle: impl FnOnce(&mut CompactorApi, &[PyView<'_, 'py>]) -> conspectus::Result<T>,
    ) -> PyResult<T> {
        let scene = Scene::new(objects[0].py());
        let views: Vec<PyView<'_, 'py>> = objects.iter().map(|object| PyView::new((*object).clone(), &scene)).collect();
        let mut machine = self.machine.clone();
        let result = handle(&mut machine, &views);
        let given = scene.finish(result, || objects.iter().map(|object| root(object)).collect())?;
        self.machine = machine;
        Ok(given)
    }
}
