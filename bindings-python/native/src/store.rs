//! `FolderStore`: tool outputs in a folder, as `conspectus_files` keeps them.

use crate::error::local_error_of;
use crate::value::to_python;
use crate::walk;
use conspectus_files::store::StoreApi;
use pyo3::prelude::*;
use std::path::PathBuf;

/// A store in a folder.
#[pyclass(subclass, frozen, module = "conspectus._conspectus")]
pub struct FolderStore {
    store: StoreApi,
}

#[pymethods]
impl FolderStore {
    #[new]
    fn new<'py>(py: Python<'py>, path: PathBuf, settings: Bound<'py, PyAny>) -> PyResult<Self> {
        let settings = walk::value(&settings)?;
        let store = py
            .detach(|| StoreApi::new(&path, &settings))
            .map_err(|error| local_error_of(py, &error))?;
        Ok(Self { store })
    }

    /// Runs a function of the store on a copy, so that the interpreter can go on meanwhile.
    fn raw_call<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        arguments: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let arguments = walk::value(&arguments)?;
        let result = py
            .detach(|| self.store.call(name, &arguments))
            .map_err(|error| local_error_of(py, &error))?;
        to_python(py, &result)
    }

    /// The tools of the store in the words of a provider.
    #[staticmethod]
    fn raw_tools<'py>(py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyAny>> {
        to_python(
            py,
            &StoreApi::tools(format).map_err(|error| local_error_of(py, &error))?,
        )
    }
}
