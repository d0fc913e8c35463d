//! Guards each call from Python to the core: no panic passes, and no call runs inside another.

use crate::error::error_of;
use conspectus::{Error, ErrorKind};
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::Duration;

/// Runs `run`, which must not panic. A panic is a bug in this package: the caller gets it as an
/// error of this package.
pub fn guarded<T>(py: Python<'_>, run: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let told = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or("no message");
        let message = format!("a fault of this package: please report it ({told})");
        Err(error_of(py, &Error::new(ErrorKind::Internal, "", message)))
    })
}

/// An object that one call at a time may use.
pub struct Used<T> {
    object: Mutex<T>,
    /// Whether it is used without the interpreter: no code of the host runs, so that it soon ends.
    is_apart: AtomicBool,
}

impl<T> Used<T> {
    pub fn new(object: T) -> Self {
        Self {
            object: Mutex::new(object),
            is_apart: AtomicBool::new(false),
        }
    }

    /// Calls `run` with the object. One that is in use further up the stack is busy; so is one that
    /// another thread uses, unless it is used without the interpreter.
    pub fn with<R>(&self, py: Python<'_>, run: impl FnOnce(&mut T) -> PyResult<R>) -> PyResult<R>
    where
        T: Send,
    {
        guarded(py, || run(&mut *self.lock(py)?))
    }

    /// Calls `run` with the object while other threads use the interpreter.
    pub fn apart<R: Send>(
        &self,
        py: Python<'_>,
        run: impl FnOnce(&mut T) -> R + Send,
    ) -> PyResult<R>
    where
        T: Send,
    {
        guarded(py, || {
            let mut guard = self.lock(py)?;
            let object = &mut *guard;
            Ok(self.while_detached(py, || run(object)))
        })
    }

    /// Within `with`: runs `work` on the object while other threads use the interpreter, and wait for
    /// the object.
    pub fn while_detached<R: Send>(&self, py: Python<'_>, work: impl FnOnce() -> R + Send) -> R {
        self.is_apart.store(true, Ordering::Relaxed);
        let done = py.detach(|| catch_unwind(AssertUnwindSafe(work)));
        self.is_apart.store(false, Ordering::Relaxed);
        done.unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// Runs `work` like `while_detached` if it is long, else directly.
    pub fn work<R: Send>(
        &self,
        py: Python<'_>,
        is_long: bool,
        work: impl FnOnce() -> R + Send,
    ) -> R {
        if is_long {
            self.while_detached(py, work)
        } else {
            work()
        }
    }

    fn lock(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, T>>
    where
        T: Send,
    {
        loop {
            match self.object.try_lock() {
                Ok(object) => return Ok(object),
                // After a panic the object is as it was before the call, or holds nothing.
                Err(TryLockError::Poisoned(poisoned)) => {
                    self.object.clear_poison();
                    return Ok(poisoned.into_inner());
                }
                Err(TryLockError::WouldBlock) if self.is_apart.load(Ordering::Relaxed) => {
                    // Whoever waits holds nothing: to a third one it would look like a call.
                    py.detach(|| std::thread::sleep(Duration::from_millis(1)));
                }
                Err(TryLockError::WouldBlock) => {
                    let message = "the object is busy with another call: wait for its end, and make one for each conversation";
                    return Err(error_of(py, &Error::new(ErrorKind::Busy, "", message)));
                }
            }
        }
    }

    /// The object, if it is not in use: for the garbage collector.
    pub fn if_free(&self) -> Option<MutexGuard<'_, T>> {
        self.object.try_lock().ok()
    }
}
