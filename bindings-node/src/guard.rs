//! What a JavaScript object holds of the core: it can be disposed of, and no panic passes.

use crate::{answer, failure};
use conspectus::{Error, ErrorKind, Result};
use napi::bindgen_prelude::AsyncTask;
use napi::{Env, Task};
use serde_json::Value;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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

/// An object of the core that work in another thread uses too. Whoever else calls it waits for the
/// end of that work.
pub struct Shared<T> {
    held: Arc<Mutex<Held<T>>>,
    /// Work that was put here and not begun.
    next: Mutex<Option<Call<T>>>,
}

type Call<T> = Box<dyn FnOnce(&mut T) -> Result<()> + Send>;

impl<T> Shared<T> {
    pub fn new(held: Held<T>) -> Self {
        Self {
            held: Arc::new(Mutex::new(held)),
            next: Mutex::new(None),
        }
    }

    /// The object for one call. After a panic it holds nothing any more.
    pub fn lock(&self) -> MutexGuard<'_, Held<T>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts work on the object here.
    pub fn put(&self, call: impl FnOnce(&mut T) -> Result<()> + Send + 'static) {
        *self.next.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(call));
    }

    /// The work that was put here, for another thread.
    pub fn work(&self) -> AsyncTask<Work<T>>
    where
        T: Send + 'static,
    {
        AsyncTask::new(Work {
            held: Arc::clone(&self.held),
            call: self
                .next
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take(),
        })
    }
}

/// A call of an object of the core. Its answer is why it failed, if it did.
pub struct Work<T> {
    held: Arc<Mutex<Held<T>>>,
    call: Option<Call<T>>,
}

impl<T: Send + 'static> Task for Work<T> {
    type Output = Option<String>;
    type JsValue = Option<String>;

    fn compute(&mut self) -> napi::Result<Option<String>> {
        let call = self.call.take();
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(call.and_then(|call| held.tell(call)))
    }

    fn resolve(&mut self, _: Env, output: Option<String>) -> napi::Result<Option<String>> {
        Ok(output)
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
