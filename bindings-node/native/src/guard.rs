//! No panic passes to JavaScript, and what takes long is done in another thread.

use conspectus_files::{Error, Result};
use napi::bindgen_prelude::{AsyncTask, ToNapiValue, TypeName};
use napi::{Env, Task};
use std::panic::{AssertUnwindSafe, catch_unwind};

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
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| Err(Error::of_panic(&*panic)))
}
