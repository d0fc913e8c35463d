//! `LoopDetector`: text in small pieces, and all else by the names of the core's methods.

use crate::error::finish;
use crate::guard::Used;
use crate::value::to_python;
use crate::walk;
use conspectus::host::view::Text;
use conspectus_api::LoopsApi;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// What an agent has done lately, and whether it goes round in circles.
#[pyclass(subclass, frozen, module = "conspectus._conspectus")]
pub struct LoopDetector {
    used: Used<LoopsApi>,
}

#[pymethods]
impl LoopDetector {
    #[new]
    fn new<'py>(
        py: Python<'py>,
        options: Bound<'py, PyAny>,
        state: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        let given = walk::data(&options)?;
        let made = match &state {
            Some(state) => LoopsApi::load(&given, &walk::data(state)?),
            None => LoopsApi::new(&given),
        };
        Ok(Self {
            used: Used::new(finish(py, made, state.as_ref().unwrap_or(&options))?),
        })
    }

    /// Takes in a piece of text. Pieces are small and many, so they go by themselves; what is no
    /// text goes the way of all else.
    fn raw_text<'py>(&self, text: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = text.py();
        match text
            .cast_exact::<PyString>()
            .ok()
            .and_then(|text| text.to_str().ok())
        {
            Some(piece) => {
                self.used
                    .with(py, |detector| match detector.add_text(Text::Utf8(piece)) {
                        Some(found) => to_python(py, &found),
                        None => Ok(py.None().into_bound(py)),
                    })
            }
            None => self.raw_ask("add_text", text),
        }
    }

    /// What the method `name` of the core gives for `value`.
    fn raw_ask<'py>(&self, name: &str, value: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = value.py();
        self.used.with(py, |detector| {
            let answer = detector.ask(name, &walk::data(&value)?);
            to_python(py, &finish(py, answer, &value)?)
        })
    }
}
