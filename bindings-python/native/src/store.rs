//! `FolderStore`: tool outputs in a folder, as `conspectus_files` keeps them.

use crate::error::local;
use crate::value::Raw;
use crate::walk::{self, Object};
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
    fn new(path: PathBuf, settings: &Object) -> PyResult<Self> {
        let (py, settings) = (settings.py(), walk::data(settings)?);
        let store = local(py, py.detach(|| StoreApi::new(&path, &settings)))?;
        Ok(Self { store })
    }

    /// Runs a function of the store while other threads use the interpreter.
    fn raw_call(&self, name: &str, arguments: &Object) -> PyResult<Raw> {
        let (py, arguments) = (arguments.py(), walk::data(arguments)?);
        local(py, py.detach(|| self.store.call(name, &arguments))).map(Raw)
    }

    /// The tools of the store in the words of a provider.
    #[staticmethod]
    fn raw_tools(py: Python<'_>, format: &str) -> PyResult<Raw> {
        local(py, StoreApi::tools(format)).map(Raw)
    }
}
