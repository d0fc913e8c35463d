//! The Node binding: JavaScript values come as a tape (see `tape.cjs`), results go back as JSON
//! text.
//!
//! Nothing is decided here: each function reads its arguments, calls one function of the core, and
//! writes the result.

#![deny(missing_docs)]
#![allow(
    clippy::too_many_arguments,
    reason = "the parts of a tape come as arguments: an object that holds them would cost a look-up for each"
)]

mod batch;
mod guard;
mod object;
mod view;

use conspectus::host::item::View;
use conspectus_api::Caller;
use conspectus_files::Result;
use napi::bindgen_prelude::{AsyncTask, Either};
use napi::{Env, Task};
use napi_derive::napi;
use serde_json::{Value, json};
use std::cell::RefCell;

/// Runs an operation with what this thread has kept of earlier counts; without, if a call comes
/// within a call.
fn call_kept<V: View, O: View>(name: &str, messages: &V, options: &O) -> conspectus::Result<Value> {
    thread_local! {
        static CALLER: RefCell<Caller> = RefCell::default();
    }
    CALLER.with(|caller| match caller.try_borrow_mut() {
        Ok(mut caller) => conspectus_files::api::call_kept(&mut caller, name, messages, options),
        Err(_) => conspectus_files::api::call(name, messages, options),
    })
}

/// One operation on texts or on a file, on a thread of its own.
pub struct TextsTask {
    name: String,
    texts: Value,
    options: Value,
}

impl Task for TextsTask {
    type Output = String;
    type JsValue = String;

    fn compute(&mut self) -> napi::Result<String> {
        let (texts, options) = (&self.texts, &self.options);
        let call = conspectus_files::api::call_on_texts;
        Ok(answer_of(guard::guarded(|| {
            Ok(call(&self.name, texts, options, None)?)
        })))
    }

    fn resolve(&mut self, _env: Env, output: String) -> napi::Result<String> {
        Ok(output)
    }
}

/// Runs an operation on a text or a list of texts, off the event loop. `options` is JSON.
#[napi(catch_unwind)]
pub fn call_async(
    name: String,
    texts: Either<String, Vec<String>>,
    options: String,
) -> AsyncTask<TextsTask> {
    let options = serde_json::from_str(&options).unwrap_or(Value::Null);
    let texts = match texts {
        Either::A(text) => text.into(),
        Either::B(texts) => texts.into(),
    };
    AsyncTask::new(TextsTask {
        name,
        texts,
        options,
    })
}

/// The tables of options and operations, with presets, dialects and error codes, as JSON.
#[napi(catch_unwind)]
pub fn names() -> String {
    conspectus_files::api::names().to_string()
}

/// The fields of a message of which one holds its content.
#[napi(catch_unwind)]
pub fn content_fields() -> Vec<&'static str> {
    conspectus_api::CONTENT_FIELDS.to_vec()
}

/// The fields that a dialect reads of a message that has such a field.
#[napi(catch_unwind)]
pub fn read_fields() -> Vec<&'static str> {
    conspectus_api::READ_FIELDS.to_vec()
}

/// The tools of a store in the words of a provider.
#[napi(catch_unwind)]
pub fn store_tools(format: String) -> String {
    answer_of(conspectus_files::store::StoreApi::tools(&format))
}

/// The command line; returns the exit code.
#[napi(catch_unwind)]
pub fn cli_main(arguments: Vec<String>) -> i32 {
    conspectus_cli::run(arguments)
}

/// `{"ok": ...}` or `{"error": {code, path, message}}`. An error must keep its code and path, which
/// an exception made in native code would not.
fn answer_of(result: Result<Value>) -> String {
    match result {
        Ok(value) => json!({ "ok": value }).to_string(),
        Err(error) => json!({ "error": { "code": error.code(), "path": error.path(), "message": error.message() } }).to_string(),
    }
}
