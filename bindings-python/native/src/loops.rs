//! `LoopDetector`: all goes by the names of the core's methods.

use crate::error::finish;
use crate::guard::Used;
use crate::value::Raw;
use crate::walk::{self, Object};
use conspectus_api::LoopsApi;
use pyo3::prelude::*;

/// Detects loops in an agent's recent actions.
#[pyclass(subclass, frozen, module = "conspectus._conspectus")]
pub struct LoopDetector {
    used: Used<LoopsApi>,
}

#[pymethods]
impl LoopDetector {
    #[new]
    fn new(options: &Object, state: Option<&Object>) -> PyResult<Self> {
        let given = walk::data(options)?;
        let made = match state {
            Some(state) => LoopsApi::load(&given, &walk::data(state)?),
            None => LoopsApi::new(&given),
        };
        Ok(Self {
            used: Used::new(finish(made, state.unwrap_or(options))?),
        })
    }

    /// What the method `name` of the core gives for `value`.
    fn raw_ask(&self, name: &str, value: &Object) -> PyResult<Raw> {
        let given = walk::data(value)?;
        self.used.with(value.py(), |detector| {
            Raw::of(detector.ask(name, &given), value)
        })
    }
}
