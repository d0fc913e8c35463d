//! `Vocabulary`: exact counts by a file of the host's.

use crate::error::finish;
use crate::value::to_python;
use crate::walk;
use conspectus_api::VocabularyApi;
use pyo3::prelude::*;

/// A vocabulary that was read from the bytes of a file.
#[pyclass(subclass, frozen, module = "conspectus._conspectus")]
pub struct Vocabulary {
    vocabulary: VocabularyApi,
}

#[pymethods]
impl Vocabulary {
    #[new]
    fn new<'py>(py: Python<'py>, file: &[u8], source: Bound<'py, PyAny>) -> PyResult<Self> {
        let copy = walk::value(&source)?;
        let read = py.detach(|| VocabularyApi::new(file, &copy));
        Ok(Self {
            vocabulary: finish(py, read, &source)?,
        })
    }

    /// The name of its pattern.
    #[getter]
    fn pattern(&self) -> &'static str {
        self.vocabulary.pattern()
    }

    fn __len__(&self) -> usize {
        self.vocabulary.size()
    }

    /// Runs an operation on a copy, so that the interpreter can go on meanwhile.
    fn raw_call<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        value: Bound<'py, PyAny>,
        options: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let copies = (walk::value(&value)?, walk::value(&options)?);
        let result = py.detach(|| self.vocabulary.call(name, &copies.0, &copies.1));
        to_python(py, &finish(py, result, &value)?)
    }
}
