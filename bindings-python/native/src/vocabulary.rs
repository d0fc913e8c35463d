//! `Vocabulary`: exact counts by a file of the host's.

use crate::scene::{Scene, root};
use crate::value::to_python;
use crate::view::PyView;
use conspectus::host::item::ViewExt;
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
        let scene = Scene::new(py);
        let copy = PyView::new(source.clone(), &scene).to_value();
        let copy = scene.finish(copy, || vec![root(&source)])?;
        let read = py.detach(|| VocabularyApi::new(file, &copy));
        Ok(Self {
            vocabulary: Scene::new(py).finish(read, Vec::new)?,
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
        let scene = Scene::new(py);
        let copies =
            [&value, &options].map(|object| PyView::new(object.clone(), &scene).to_value());
        let roots = || vec![root(&value), root(&options)];
        let [value, options] = match copies {
            [Ok(value), Ok(options)] => scene.finish(Ok([value, options]), roots)?,
            [Err(error), _] | [_, Err(error)] => scene.finish(Err(error), roots)?,
        };
        let result = py.detach(|| self.vocabulary.call(name, &value, &options));
        to_python(py, &scene.finish(result, Vec::new)?)
    }
}
