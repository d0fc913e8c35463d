//! Results of the core as Python objects.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyList, PyString};
use serde_json::Value;

/// What a call gives.
pub struct Raw(pub Value);

impl<'py> IntoPyObject<'py> for Raw {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    /// Dicts, lists, strings and numbers. Keys are interned: they are few, and the same every time.
    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        match self.0 {
            Value::Null => Ok(py.None().into_bound(py)),
            Value::Bool(flag) => flag.into_bound_py_any(py),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => number.into_bound_py_any(py),
                (_, Some(number)) => number.into_bound_py_any(py),
                _ => number.as_f64().into_bound_py_any(py),
            },
            Value::String(text) => text.into_bound_py_any(py),
            Value::Array(items) => Ok(PyList::new(py, items.into_iter().map(Raw))?.into_any()),
            Value::Object(fields) => {
                let fields = fields.into_iter();
                let fields = fields.map(|(key, value)| (PyString::intern(py, &key), Raw(value)));
                Ok(fields.into_py_dict(py)?.into_any())
            }
        }
    }
}
