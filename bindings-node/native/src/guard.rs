//! What a JavaScript object holds of the core: it can be disposed of, no panic passes, and work in
//! another thread may use it too.

use crate::answer_of;
use crate::object::{Next, Object};
use conspectus::{Error, ErrorKind};
use conspectus_files::Result;
use napi::bindgen_prelude::{AsyncTask, ToNapiValue, TypeName};
use napi::{Env, Task};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// An object of the core, once it was made and until it is disposed of.
pub struct Held {
    pub object: Option<Object>,
    /// Work on it that is not begun.
    pub next: Option<Next>,
}

impl Held {
    pub fn call<R>(&mut self, call: impl FnOnce(&mut Object) -> Result<R>) -> Result<R> {
        let Some(mut object) = self.object.take() else {
            let message = "the object was disposed of: make another one";
            return Err(Error::new(ErrorKind::WrongOrder, "", message).into());
        };
        // After a panic the object may be half changed: it is not used again.
        guarded(|| {
            let result = call(&mut object);
            self.object = Some(object);
            result
        })
    }
}

/// The object, for one call at a time. A call that arrives while another thread works on the object
/// waits until that work is finished.
pub struct Shared(Arc<Mutex<Held>>);

impl Shared {
    pub fn of(object: Option<Object>) -> Self {
        Self(Arc::new(Mutex::new(Held { object, next: None })))
    }

    /// The object for one call. After a panic it holds nothing any more.
    pub fn lock(&self) -> MutexGuard<'_, Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The work that is next, in another thread. Its answer is why it failed, if it did.
    pub fn work(&self) -> AsyncTask<Later<Option<String>>> {
        let shared = Self(Arc::clone(&self.0));
        later(move || {
            let mut held = shared.lock();
            let next = held.next.take()?;
            let done = held.call(|object| object.work(next));
            done.err().map(|error| answer_of(Err(error)))
        })
    }
}

/// Work for another thread.
pub struct Later<T>(Option<Box<dyn FnOnce() -> T + Send>>);

/// Does this in another thread.
pub fn later<T>(work: impl FnOnce() -> T + Send + 'static) -> AsyncTask<Later<T>>
where
    Later<T>: Task,
{
    AsyncTask::new(Later(Some(Box::new(work))))
}

impl<T: ToNapiValue + TypeName + Send + 'static> Task for Later<T> {
    type Output = T;
    type JsValue = T;

    fn compute(&mut self) -> napi::Result<T> {
        let work = self.0.take();
        work.map(|work| work())
            .ok_or_else(|| napi::Error::from_reason("done already"))
    }

    fn resolve(&mut self, _: Env, output: T) -> napi::Result<T> {
        Ok(output)
    }
}

/// Runs `run`, which must not panic. A panic is a bug in this package: the caller gets it as an
/// error of this package.
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
