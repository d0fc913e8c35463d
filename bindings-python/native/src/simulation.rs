//! `Simulation`: the operation `simulate` row by row, so that Python can show progress.

use crate::error::{error_of, finish};
use crate::guard::{Used, guarded};
use crate::value::Raw;
use crate::walk::{self, Object};
use conspectus_api::SimulationApi;
use pyo3::prelude::*;

/// A simulation that is made row by row.
#[pyclass(frozen, module = "conspectus._conspectus")]
pub struct Simulation {
    used: Used<SimulationApi>,
}

#[pymethods]
impl Simulation {
    #[new]
    fn new(messages: &Object, options: &Object) -> PyResult<Self> {
        guarded(messages.py(), || {
            let (list, _) = walk::messages(messages, (0, 0), true)?;
            let made = SimulationApi::new(&list, &walk::data(options)?);
            Ok(Self {
                used: Used::new(finish(made, messages)?),
            })
        })
    }

    /// `step` makes one more row and returns the progress; `rows` returns the raw result.
    fn raw_ask(&self, py: Python<'_>, name: &str) -> PyResult<Raw> {
        let answer = self.used.apart(py, |simulation| simulation.ask(name))?;
        answer.map(Raw).map_err(|error| error_of(py, &error))
    }
}
