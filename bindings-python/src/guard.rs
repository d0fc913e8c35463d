//! What stands between a call from Python and the core: no panic passes, and no call comes within
//! another.

use crate::error::error_of;
use conspectus::{Error, ErrorKind};
use pyo3::prelude::*;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::{Mutex, MutexGuard, TryLockError};

/// Runs what must not panic. A panic is a fault of ours: the caller gets it as an error of this
/// package.
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
pub struct Used<T>(Mutex<T>);

impl<T> Used<T> {
    pub fn new(object: T) -> Self {
        Self(Mutex::new(object))
    }

    /// Calls `run` with the object. An object that is in use further up the stack, or in another
    /// thread, is busy.
    pub fn with<R>(&self, py: Python<'_>, run: impl FnOnce(&mut T) -> PyResult<R>) -> PyResult<R> {
        guarded(py, || run(&mut *self.lock(py)?))
    }

    fn lock(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, T>> {
        match self.0.try_lock() {
            Ok(object) => Ok(object),
            // After a panic the object is as it was before the call, or holds nothing.
            Err(TryLockError::Poisoned(poisoned)) => {
                self.0.clear_poison();
                Ok(poisoned.into_inner())
            }
            Err(TryLockError::WouldBlock) => {
                let message = "the object is busy with another call: wait for its end, and make one for each conversation";
                Err(error_of(py, &Error::new(ErrorKind::Busy, "", message)))
            }
        }
    }

    /// The object, if it is not in use: for the garbage collector.
    pub fn if_free(&self) -> Option<MutexGuard<'_, T>> {
        self.0.try_lock().ok()
    }
}
