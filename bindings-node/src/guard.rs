//! What a JavaScript object holds of the core: it can be disposed of, and no panic passes.

use crate::{answer, failure};
use conspectus::{Error, ErrorKind, Result};
use serde_json::Value;
use std::panic::{catch_unwind, AssertUnwindSafe};

/// An object of the core, until it is disposed of.
pub struct Held<T> {
    object: Option<T>,
    problem: Option<String>,
}

impl<T> Held<T> {
    /// The object, or what is wrong with its options.
    pub fn new(make: impl FnOnce() -> Result<T>) -> Self {
        match guarded(make) {
            Ok(object) => Self {
                object: Some(object),
                problem: None,
            },
            Err(error) => Self {
                object: None,
                problem: Some(answer(Err(error))),
            },
        }
    }

    pub fn problem(&self) -> Option<String> {
        self.problem.clone()
    }

    pub fn get(&self) -> Option<&T> {
        self.object.as_ref()
    }

    pub fn get_mut(&mut self) -> Option<&mut T> {
        self.object.as_mut()
    }

    /// What a call answers.
    pub fn ask(&mut self, call: impl FnOnce(&mut T) -> Result<Value>) -> String {
        answer(self.call(call))
    }

    /// What a call answers that gives JSON text itself.
    pub fn ask_text(&mut self, call: impl FnOnce(&mut T) -> String) -> String {
        match self.call(|object| Ok(call(object))) {
            Ok(text) => format!("{{\"ok\":{text}}}"),
            Err(error) => answer(Err(error)),
        }
    }

    /// Why a call failed, if it did.
    pub fn tell(&mut self, call: impl FnOnce(&mut T) -> Result<()>) -> Option<String> {
        failure(self.call(call))
    }

    /// Frees the object.
    pub fn dispose(&mut self) {
        self.object = None;
    }

    fn call<R>(&mut self, call: impl FnOnce(&mut T) -> Result<R>) -> Result<R> {
        let Some(mut object) = self.object.take() else {
            return Err(Error::new(
                ErrorKind::WrongOrder,
                "",
                "the object was disposed of: make another one",
            ));
        };
        // After a panic the object may be half changed: it is not used again.
        guarded(|| {
            let result = call(&mut object);
            self.object = Some(object);
            result
        })
    }
}

/// Runs what must not panic. A panic is a fault of ours: the caller gets it as an error of this
/// package.
pub fn guarded<R>(run: impl FnOnce() -> Result<R>) -> Result<R> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let told = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or("no message");
        Err(Error::new(
            ErrorKind::Internal,
            "",
            format!("a fault of this package: please report it ({told})"),
        ))
    })
}
