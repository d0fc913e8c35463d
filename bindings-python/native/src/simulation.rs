//! `Simulation`: the operation `simulate` row by row, so that Python can tell how far it is.

use crate::error::{error_of, finish};
use crate::guard::{Used, guarded};
use crate::value::to_python;
use crate::walk;
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
    fn new<'py>(
        py: Python<'py>,
        messages: Bound<'py, PyAny>,
        options: Bound<'py, PyAny>,
    ) -> PyResult<Self> {
        guarded(py, || {
            let (listed, _) = walk::messages(&messages, (0, 0), true)?;
            let made = SimulationApi::new(&listed, &walk::data(&options)?);
            Ok(Self {
                used: Used::new(finish(py, made, &messages)?),
            })
        })
    }

    /// `step` makes one more row and tells how far it is; `rows` gives the raw result.
    fn raw_ask<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let answer = self.used.apart(py, |simulation| simulation.ask(name))?;
        answer.map_or_else(|error| Err(error_of(py, &error)), |answer| to_python(py, &answer))
    }
}
