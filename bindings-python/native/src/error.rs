//! The core's errors as the exceptions of `conspectus.errors`.

use conspectus::Error;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// The exception for an error: `conspectus.errors.error_of(code, path, message)` chooses the class.
pub fn error_of(py: Python<'_>, error: &Error) -> PyErr {
    made(py, error.code(), error.path(), error.message())
}

/// As [`error_of`], for an error of files.
pub fn local_error_of(py: Python<'_>, error: &conspectus_files::Error) -> PyErr {
    made(py, error.code(), error.path(), error.message())
}

fn made(py: Python<'_>, code: &str, path: &str, message: &str) -> PyErr {
    static MAKE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let made = MAKE
        .get_or_try_init(py, || {
            py.import("conspectus.errors")?
                .getattr("error_of")
                .map(Bound::unbind)
        })
        .and_then(|make| make.call1(py, (code, path, message)));
    match made {
        Ok(exception) => PyErr::from_value(exception.into_bound(py)),
        Err(failure) => failure,
    }
}
