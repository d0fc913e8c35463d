//! The core's errors as the exceptions of `conspectus.errors`.

use crate::walk::{Object, class_of, is_data};
use conspectus::{Error, ErrorKind, Result};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// What the core gave for what it was given, as Python takes it.
pub fn finish<T>(result: Result<T>, given: &Object) -> PyResult<T> {
    result.map_err(|error| error_of(given.py(), &cured(error, given)))
}

/// An error of the whole that was given, with what makes messages of it.
fn cured(error: Error, given: &Object) -> Error {
    let kind = error.kind();
    let is_of_data = matches!(
        kind,
        ErrorKind::InvalidMessages | ErrorKind::UnsupportedType
    );
    // What an object gives for itself may hold what is no data.
    if !is_of_data || (!error.path().is_empty() && is_data(given)) {
        return error;
    }
    let cure = || -> PyResult<Option<String>> {
        let objects = given.py().import("conspectus._objects")?;
        objects.call_method1("cure", (given,))?.extract()
    };
    match cure().ok().flatten() {
        Some(cure) if kind == ErrorKind::UnsupportedType => {
            let message = format!("`{}` is not plain data: {cure}", class_of(given));
            Error::new(kind, "", message)
        }
        Some(cure) => Error::new(kind, "", format!("{}: {cure}", error.message())),
        None => error,
    }
}

/// The exception for an error: `conspectus.errors.error_of(code, path, message)` chooses the class.
pub fn error_of(py: Python<'_>, error: &Error) -> PyErr {
    made(py, error.code(), error.path(), error.message())
}

/// Returns a result of the files crate, with its error as an exception.
pub fn local<T>(py: Python<'_>, result: conspectus_files::Result<T>) -> PyResult<T> {
    result.map_err(|error| made(py, error.code(), error.path(), error.message()))
}

fn made(py: Python<'_>, code: &str, path: &str, message: &str) -> PyErr {
    static MAKE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let made = MAKE
        .import(py, "conspectus.errors", "error_of")
        .and_then(|make| make.call1((code, path, message)));
    match made {
        Ok(exception) => PyErr::from_value(exception),
        Err(failure) => failure,
    }
}
