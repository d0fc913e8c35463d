//! The native half of the Python package `conspectus`: translates, and decides nothing.
//!
//! Options travel as the dict of keyword arguments; the core checks them and knows their defaults.

mod batch;
mod compactor;
mod error;
mod guard;
mod history;
mod known;
mod loops;
mod simulation;
mod store;
mod value;
mod vocabulary;
mod walk;

use pyo3::prelude::*;

// A list is compared by the addresses of what it holds, which the interpreter lock makes safe.
#[pymodule(gil_used = true)]
pub mod _conspectus {
    use crate::error::finish;
    use crate::guard::guarded;
    use crate::value::to_python;
    use crate::walk;
    use conspectus::host::view::AsView;
    use conspectus_api::Caller;
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

    /// Runs the operation `name` of the core and returns its raw result.
    #[pyfunction]
    fn call<'py>(
        py: Python<'py>,
        name: &str,
        messages: Bound<'py, PyAny>,
        options: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        guarded(py, || {
            let given = walk::data(&options)?;
            let all = conspectus_api::copies_all_fields(name, &given.as_view()).unwrap_or(true);
            let (input, is_long) = walk::messages(&messages, (0, 0), all)?;
            let work = || conspectus_files::api::call(name, &input, &given);
            let result = if is_long { py.detach(work) } else { work() };
            to_python(py, &finish(py, result, &messages)?)
        })
    }

    /// As `call` for texts alone, with what this thread has kept: exact counts of long texts.
    #[pyfunction]
    fn call_detached<'py>(
        py: Python<'py>,
        name: &str,
        value: Bound<'py, PyAny>,
        options: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        guarded(py, || {
            let (given, options) = (walk::value(&value)?, walk::value(&options)?);
            let result = py.detach(|| {
                CALLER.with_borrow_mut(|caller| {
                    conspectus_files::api::call_on_texts(name, &given, &options, Some(caller))
                })
            });
            to_python(py, &finish(py, result, &value)?)
        })
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
        guarded(py, || Ok(conspectus_api::line(name, &walk::data(&fields)?)))
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
            Ok(conspectus_page::html(name, &walk::value(&fields)?))
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
        use conspectus::host::view::ViewExt;
        guarded(py, || {
            let (list, _) = walk::messages(&messages, (0, 0), true)?;
            let list = finish(py, list.as_view().to_value(), &messages)?;
            let given = walk::value(&options)?;
            let page = py.detach(|| conspectus_page::render_report(&list, &given));
            finish(py, page, &messages)
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
