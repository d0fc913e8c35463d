//! `Simulation`: the operation `simulate` row by row, so that Python can tell how far it is.

use crate::guard::{Used, guarded};
use crate::scene::{Scene, root};
use crate::value::to_python;
use crate::view::PyView;
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
            let scene = Scene::new(py);
            let made = SimulationApi::new(
                &PyView::messages(messages.clone(), &scene),
                &PyView::new(options.clone(), &scene),
            );
            Ok(Self {
                used: Used::new(scene.finish(made, || vec![root(&messages), root(&options)])?),
            })
        })
    }

    /// `step` makes one more row and tells how far it is; `rows` gives the raw result.
    fn raw_ask<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let answer = self.used.apart(py, |simulation| simulation.ask(name))?;
        to_python(py, &Scene::new(py).finish(answer, Vec::new)?)
    }
}
