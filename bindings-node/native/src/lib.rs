//! The Node binding: JavaScript values come as bytes (see `values.cjs`), results go back as JSON
//! text.
//!
//! Nothing is decided here: each function reads its arguments, calls one function of the core, and
//! writes the result.

#![deny(missing_docs)]

mod batch;
mod guard;
mod object;
mod values;

use conspectus_api::{CONTENT_FIELDS, READ_FIELDS};
use conspectus_files::Result;
use napi::bindgen_prelude::Uint8ArraySlice;
use napi_derive::napi;
use serde_json::{Value, json};
use std::cell::RefCell;

thread_local! {
    /// The bytes of the next pair that came before its last ones.
    static PILE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The tables of options and operations, with presets, dialects and error codes, as JSON.
#[napi(catch_unwind)]
pub fn names() -> String {
    conspectus_files::api::names().to_string()
}

/// The fields of a message of which one holds its content, and those that a dialect reads of such
/// a message.
#[napi(catch_unwind)]
pub fn fields_of_messages() -> Vec<Vec<&'static str>> {
    vec![CONTENT_FIELDS.to_vec(), READ_FIELDS.to_vec()]
}

/// Takes bytes of the next pair, whose last ones come with the question. `null` begins it.
#[napi(catch_unwind)]
pub fn pile(bytes: Option<Uint8ArraySlice<'_>>) {
    PILE.with_borrow_mut(|pile| match bytes {
        Some(bytes) => pile.extend_from_slice(&bytes),
        None => *pile = Vec::new(),
    });
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
    let answer = match result {
        Ok(value) => json!({ "ok": value }),
        Err(error) => json!({ "error": error.to_value() }),
    };
    answer.to_string()
}
