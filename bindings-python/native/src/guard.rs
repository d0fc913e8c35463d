//! Guards each call from Python to the core: no panic passes, and no call runs inside another.

use crate::error::{error_of, finish};
use conspectus_files::Error;
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

/// What has at least this size, in values and chars, is read while other threads use the
/// interpreter. Chosen here: below it, all steps except a summary take far less than the 5 ms after
/// which the interpreter switches threads on its own.
pub const LONG: usize = 32_768;

/// Runs `run`, which must not panic. A panic is a bug in this package: the caller gets it as an
/// error of this package.
pub fn guarded<T>(py: Python<'_>, run: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(run))
        .unwrap_or_else(|panic| finish(Err(Error::of_panic(&*panic)), py.None().bind(py)))
}

/// An object that one call at a time may use.
pub struct Used<T> {
    object: Mutex<T>,
    /// Whether it is used without the interpreter: no code of the host runs, so that it soon ends.
    is_apart: AtomicBool,
}

impl<T: Send> Used<T> {
    pub fn new(object: T) -> Self {
        Self {
            object: Mutex::new(object),
            is_apart: AtomicBool::new(false),
        }
    }

    /// Calls `run` with the object. One that is in use further up the stack is busy; so is one that
    /// another thread uses, unless it is used without the interpreter.
    pub fn with<R>(&self, py: Python<'_>, run: impl FnOnce(&mut T) -> PyResult<R>) -> PyResult<R> {
        let mut object = loop {
            if let Some(object) = self.if_free() {
                break object;
            }
            if !self.is_apart.load(Ordering::Relaxed) {
                let message = "the object is busy with another call: wait for its end, and make one for each conversation";
                return Err(error_of(py, ("BUSY", "", message)));
            }
            // Whoever waits holds nothing: to a third one it would look like a call.
            py.detach(|| std::thread::sleep(Duration::from_millis(1)));
        };
        // After a panic the object is as it was before the call, or holds nothing.
        let done = guarded(py, || run(&mut object));
        self.is_apart.store(false, Ordering::Relaxed);
        done
    }

    /// Within `with`: runs `work`, which reads what has this size. If it is long, other threads use
    /// the interpreter meanwhile, and wait for the object.
    pub fn work<R: Send>(&self, py: Python<'_>, size: usize, work: impl FnOnce() -> R + Send) -> R {
        if size < LONG {
            return work();
        }
        self.is_apart.store(true, Ordering::Relaxed);
        let done = py.detach(work);
        self.is_apart.store(false, Ordering::Relaxed);
        done
    }

    /// The object, if it is not in use.
    pub fn if_free(&self) -> Option<MutexGuard<'_, T>> {
        self.object.try_lock().ok()
    }
}
