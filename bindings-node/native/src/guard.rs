//! What a JavaScript object holds of the core: it can be disposed of, no panic passes, and work in
//! another thread may use it too.

use crate::answer_of;
use crate::object::Object;
use conspectus::{Error, ErrorKind};
use conspectus_api::Work;
use conspectus_files::Result;
use napi::bindgen_prelude::AsyncTask;
use napi::{Env, Task};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// An object of the core, once it was made and until it is disposed of.
pub struct Held(Option<Object>);

impl Held {
    /// Makes the object, or says what is wrong.
    pub fn make(&mut self, make: impl FnOnce() -> Result<Object>) -> Result<()> {
        self.0 = Some(guarded(make)?);
        Ok(())
    }

    pub fn get_mut(&mut self) -> Option<&mut Object> {
        self.0.as_mut()
    }

    pub fn call<R>(&mut self, call: impl FnOnce(&mut Object) -> Result<R>) -> Result<R> {
        let Some(mut object) = self.0.take() else {
            let message = "the object was disposed of: make another one";
            return Err(Error::new(ErrorKind::WrongOrder, "", message).into());
        };
        // After a panic the object may be half changed: it is not used again.
        guarded(|| {
            let result = call(&mut object);
            self.0 = Some(object);
            result
        })
    }

    /// Frees the object.
    pub fn dispose(&mut self) {
        self.0 = None;
    }
}

/// The object for one call at a time. Whoever calls it while work in another thread goes on waits
/// for the end of that work.
pub struct Shared {
    held: Arc<Mutex<Held>>,
    /// Work that was put here and not begun.
    next: Mutex<Option<Work>>,
}

impl Shared {
    pub fn of(object: Option<Object>) -> Self {
        Self {
            held: Arc::new(Mutex::new(Held(object))),
            next: Mutex::new(None),
        }
    }

    /// The object for one call. After a panic it holds nothing any more.
    pub fn lock(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts work on the object here.
    pub fn put(&self, work: Work) {
        *self.next.lock().unwrap_or_else(PoisonError::into_inner) = Some(work);
    }

    /// The work that was put here, for another thread.
    pub fn work(&self) -> AsyncTask<Later> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        AsyncTask::new(Later {
            held: Arc::clone(&self.held),
            work: next.take(),
        })
    }
}

/// Work on an object. Its answer is why it failed, if it did.
pub struct Later {
    held: Arc<Mutex<Held>>,
    work: Option<Work>,
}

impl Task for Later {
    type Output = Option<String>;
    type JsValue = Option<String>;

    fn compute(&mut self) -> napi::Result<Option<String>> {
        let Some(work) = self.work.take() else {
            return Ok(None);
        };
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let done = held.call(|object| object.work(work));
        Ok(done.err().map(|error| answer_of(Err(error))))
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
        let message = format!("a fault of this package: please report it ({told})");
        Err(Error::new(ErrorKind::Internal, "", message).into())
    })
}
