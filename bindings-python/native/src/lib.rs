//! The native half of the Python package `conspectus`: translates, and decides nothing.
//!
//! Options travel as the dict of keyword arguments; the core checks them and knows their defaults.

mod compactor;
mod error;
mod guard;
mod history;
mod known;
mod objects;
mod value;
mod walk;

use pyo3::prelude::*;

// A list is compared by the addresses of what it holds, which the interpreter lock makes safe.
#[pymodule(gil_used = true)]
pub mod _conspectus {
    use crate::error::finish;
    use crate::guard::{LONG, guarded};
    use crate::value::Raw;
    use crate::walk::{self, Object};
    use conspectus::host::item::Item;
    use conspectus_api::Caller;
    use conspectus_files::api;
    use pyo3::prelude::*;
    use std::cell::RefCell;

    #[pymodule_export]
    use crate::compactor::{Ended, Machine};
    #[pymodule_export]
    use crate::history::History;
    #[pymodule_export]
    use crate::objects::{Batch, FolderStore, LoopDetector, Simulation, Vocabulary};
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    thread_local! {
        /// What this thread has kept of earlier counts; nothing calls back while it is in use.
        static CALLER: RefCell<Caller> = RefCell::default();
    }

    /// Runs the operation `name` of the core and returns its raw result. What `takes_long`, whatever
    /// it is given, runs while other threads use the interpreter: exact counts, files.
    #[pyfunction]
    #[pyo3(signature = (name, value, options, takes_long=false))]
    fn call(name: &str, value: &Object, options: &Object, takes_long: bool) -> PyResult<Raw> {
        let py = value.py();
        guarded(py, || {
            let given = walk::data(options)?;
            let all = conspectus_api::copies_all_fields(name, &Item::from(&given)).unwrap_or(true);
            let input = walk::messages(value, (0, 0), all)?;
            let work =
                || CALLER.with_borrow_mut(|caller| api::call_kept(caller, name, &input, &given));
            let result = if takes_long || input.size() >= LONG {
                py.detach(work)
            } else {
                work()
            };
            finish(result, value).map(Raw)
        })
    }

    /// The tables: operations with their arguments, options in their groups, presets, dialects,
    /// statuses, error codes.
    #[pyfunction]
    fn names() -> Raw {
        Raw(api::names())
    }

    /// Returns the line by which a value of this name is printed. `fields` contains the fields that
    /// the line needs.
    #[pyfunction]
    fn line(name: &str, fields: &Object) -> PyResult<String> {
        guarded(fields.py(), || {
            Ok(conspectus_api::line(name, &walk::data(fields)?))
        })
    }

    /// Returns the picture of a value of this name as HTML, or `None` if such values have no
    /// picture. `fields` are the value's fields.
    #[pyfunction]
    fn page(name: &str, fields: &Object) -> PyResult<Option<String>> {
        guarded(fields.py(), || {
            Ok(conspectus_page::html(name, &walk::value(fields)?))
        })
    }

    /// A page about a recorded session, as HTML. It comes with the command line, which writes it too.
    #[cfg(feature = "command-line")]
    #[pyfunction]
    fn render_report(messages: &Object, options: &Object) -> PyResult<String> {
        let py = messages.py();
        guarded(py, || {
            let (list, given) = (walk::value(messages)?, walk::value(options)?);
            let page = py.detach(|| conspectus_page::render_report(&list, &given));
            finish(page, messages)
        })
    }

    /// The command line: runs it on this process's streams and gives the exit code. `args` without
    /// the program's name.
    #[cfg(feature = "command-line")]
    #[pyfunction]
    fn cli_main(py: Python<'_>, args: Vec<std::ffi::OsString>) -> i32 {
        py.detach(|| conspectus_cli::run_on_terminal(args))
    }
}
