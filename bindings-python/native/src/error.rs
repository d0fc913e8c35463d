//! The core's errors as the exceptions of `conspectus.errors`.

use conspectus_files::Error;
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// What the core gave for what it was given, as Python takes it.
pub fn finish<T, E: Into<Error>>(result: Result<T, E>, given: &Bound<'_, PyAny>) -> PyResult<T> {
    result.map_err(|error| {
        let error = error.into();
        let told = (error.code(), error.path(), error.message(), given);
        error_of(given.py(), told)
    })
}

/// The exception that `conspectus.errors.error_of` makes of a code, a path, a message and what was
/// given.
pub fn error_of<'py>(py: Python<'py>, told: impl PyCallArgs<'py>) -> PyErr {
    static MAKE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let make = MAKE.import(py, "conspectus.errors", "error_of");
    let made = make.and_then(|make| make.call1(told));
    made.map_or_else(|failure| failure, PyErr::from_value)
}
