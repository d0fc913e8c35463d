//! The native half of the Python package `conspectus`: translates, and decides nothing.
//!
//! Options travel as the dict of keyword arguments; the core checks them and knows their defaults.

mod batch;
mod compactor;
mod copies;
mod error;
mod guard;
mod history;
mod long;
mod loops;
mod scan;
mod scene;
mod simulation;
mod store;
mod value;
mod view;
mod vocabulary;

use pyo3::prelude::*;

// Views read lists and dicts through borrowed references, which the interpreter lock makes safe.
#[pymodule(gil_used = true)]
pub mod _conspectus {
    use crate::guard::guarded;
    use crate::long;
    use crate::scene::{Scene, root};
    use crate::value::to_python;
    use crate::view::PyView;
    use conspectus::host::item::ViewExt;
    use conspectus_api::{Caller, Copied};
    use pyo3::prelude::*;
    use std::cell::RefCell;

    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::compactor::Ended;
    #[pymodule_export]
    use crate::compactor::Machine;
    #[pymodule_export]
    use crate::history::History;
    #[pymodule_export]
    use crate::loops::LoopDetector;
    #[pymodule_export]
    use crate::simulation::Simulation;
    #[pymodule_export]
    use crate::store::FolderStore;
    #[pymodule_export]
    use crate::vocabulary::Vocabulary;

    thread_local! {
        /// What this thread has kept of earlier counts; nothing calls back while it is in use.
        static CALLER: RefCell<Caller> = RefCell::default();
    }

    /// Runs the operation `name` of the core and returns its raw result. The core works on a copy of
    /// what is long, so that the interpreter can go on meanwhile.
    #[pyfunction]
    fn call<'py>(
        py: Python<'py>,
        name: &str,
        messages: Bound<'py, PyAny>,
        options: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        guarded(py, || {
            let scene = Scene::new(py);
            let roots = || vec![root(&messages), root(&options)];
            let input = PyView::messages(messages.clone(), &scene);
            let given = PyView::new(options.clone(), &scene);
            let all = || conspectus_api::copies_all_fields(name, &given);
            let copies =
                scene.asked(|| Some((long::copied(&input, &scene, all)?, Copied::of(&given))));
            let result = match copies {
                Some(copies) => {
                    let (input, given) = scene.finish(Ok(copies), roots)?;
                    py.detach(|| conspectus_files::api::call(name, &input, &given))
                }
                None => scene.asked(|| conspectus_files::api::call(name, &input, &given)),
            };
            to_python(py, &scene.finish(result, roots)?)
        })
    }

    /// As `call` for values that are worth copying, so that the interpreter can go on meanwhile:
    /// exact counts of long texts.
    #[pyfunction]
    fn call_detached<'py>(
        py: Python<'py>,
        name: &str,
        value: Bound<'py, PyAny>,
        options: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        guarded(py, || detached(py, name, &value, &options))
    }

    fn detached<'py>(
        py: Python<'py>,
        name: &str,
        value: &Bound<'py, PyAny>,
        options: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let scene = Scene::new(py);
        let copies = [value, options].map(|object| PyView::new(object.clone(), &scene).to_value());
        let roots = || vec![root(value), root(options)];
        let [value, options] = match copies {
            [Ok(value), Ok(options)] => scene.finish(Ok([value, options]), roots)?,
            [Err(error), _] | [_, Err(error)] => scene.finish(Err(error), roots)?,
        };
        let result = py.detach(|| {
            CALLER.with_borrow_mut(|caller| {
                conspectus_files::api::call_on_texts(name, &value, &options, Some(caller))
            })
        });
        to_python(py, &scene.finish(result, Vec::new)?)
    }

    /// The tables: operations with their arguments, options in their groups, presets, dialects,
    /// statuses, error codes.
    #[pyfunction]
    fn names(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        to_python(py, &conspectus_files::api::names())
    }

    /// The line by which a value of this name is printed. `fields` holds what the line tells of.
    #[pyfunction]
    fn line<'py>(py: Python<'py>, name: &str, fields: Bound<'py, PyAny>) -> PyResult<String> {
        guarded(py, || {
            let scene = Scene::new(py);
            let text = conspectus_api::line(name, &PyView::new(fields.clone(), &scene));
            scene.finish(Ok(text), || vec![root(&fields)])
        })
    }

    /// The picture of a value of this name, as HTML; `None` if there is none. `fields` are what it
    /// holds.
    #[pyfunction]
    fn page<'py>(
        py: Python<'py>,
        name: &str,
        fields: Bound<'py, PyAny>,
    ) -> PyResult<Option<String>> {
        guarded(py, || {
            let scene = Scene::new(py);
            let value = PyView::new(fields.clone(), &scene).to_value();
            let value = scene.finish(value, || vec![root(&fields)])?;
            Ok(conspectus_page::html(name, &value))
        })
    }

    /// A page about a recorded session, as HTML. It comes with the command line, which writes it too.
    #[cfg(feature = "command-line")]
    #[pyfunction]
    fn render_report<'py>(
        py: Python<'py>,
        messages: Bound<'py, PyAny>,
        options: Bound<'py, PyAny>,
    ) -> PyResult<String> {
        guarded(py, || {
            let scene = Scene::new(py);
            let list = PyView::messages(messages.clone(), &scene).to_value();
            let given = PyView::new(options.clone(), &scene).to_value();
            let both = list.and_then(|list| Ok((list, given?)));
            let (list, given) = scene.finish(both, || vec![root(&messages), root(&options)])?;
            let page = py.detach(|| conspectus_page::render_report(&list, &given));
            Scene::new(py).finish(page, Vec::new)
        })
    }

    /// The command line: runs it on this process's streams and gives the exit code. `args` without
    /// the program's name.
    #[cfg(feature = "command-line")]
    #[pyfunction]
    fn cli_main(py: Python<'_>, args: Vec<std::ffi::OsString>) -> i32 {
        py.detach(|| conspectus_cli::run_on_terminal(args))
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
