//! `FolderStore` for JavaScript: tool outputs in a folder.

use crate::answer_of;
use crate::view::{Keys, Lay, Tape};
use conspectus_local::store::StoreApi;
use napi::bindgen_prelude::{Float64ArraySlice, Int32ArraySlice, Object};
use napi::Env;
use napi_derive::napi;
use std::path::Path;

/// See `store.cjs`, which wraps it.
#[napi]
pub struct NativeStore {
    store: Option<StoreApi>,
    problem: Option<String>,
}

#[napi]
impl NativeStore {
    /// The tape holds the settings. [`problem`](Self::problem) says whether the folder could be
    /// opened.
    #[napi(constructor, catch_unwind)]
    #[must_use]
    pub fn new(
        env: Env,
        keys: &Keys,
        ints: Int32ArraySlice<'_>,
        numbers: Float64ArraySlice<'_>,
        strings: Object<'_>,
        nears: Lay<'_>,
        deeps: Lay<'_>,
        path: String,
    ) -> Self {
        let tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        match StoreApi::new(Path::new(&path), &tape.root()) {
            Ok(store) => Self {
                store: Some(store),
                problem: None,
            },
            Err(error) => Self {
                store: None,
                problem: Some(answer_of(Err(error))),
            },
        }
    }

    /// Why the folder could not be opened.
    #[napi(catch_unwind)]
    #[must_use]
    pub fn problem(&self) -> Option<String> {
        self.problem.clone()
    }

    /// Runs a function of the store. The tape holds its arguments.
    #[napi(catch_unwind)]
    pub fn call(
        &self,
        env: Env,
        keys: &Keys,
        ints: Int32ArraySlice<'_>,
        numbers: Float64ArraySlice<'_>,
        strings: Object<'_>,
        nears: Lay<'_>,
        deeps: Lay<'_>,
        name: String,
    ) -> Option<String> {
        let tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        Some(answer_of(self.store.as_ref()?.call(&name, &tape.root())))
    }
}
