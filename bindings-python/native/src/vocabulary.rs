//! `Vocabulary`: exact counts by a file of the host's.

use crate::error::finish;
use crate::value::Raw;
use crate::walk::{self, Object};
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
    fn new(file: &[u8], source: &Object) -> PyResult<Self> {
        let copy = walk::data(source)?;
        let read = source.py().detach(|| VocabularyApi::new(file, &copy));
        Ok(Self {
            vocabulary: finish(read, source)?,
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

    /// Runs an operation while other threads use the interpreter.
    fn raw_call(&self, name: &str, value: &Object, options: &Object) -> PyResult<Raw> {
        let (given, options) = (walk::data(value)?, walk::data(options)?);
        let call = || self.vocabulary.call(name, &given, &options);
        Raw::of(value.py().detach(call), value)
    }
}
