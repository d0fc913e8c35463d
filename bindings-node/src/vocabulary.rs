//! `Vocabulary` for JavaScript: exact counts by a file of the host's.

use crate::answer;
use crate::view::{Keys, Lay, Tape};
use conspectus::api::VocabularyApi;
use napi::bindgen_prelude::{Float64ArraySlice, Int32ArraySlice, Object, Uint8ArraySlice};
use napi::Env;
use napi_derive::napi;

/// See `vocabulary.cjs`, which wraps it.
#[napi]
pub struct NativeVocabulary {
    vocabulary: Option<VocabularyApi>,
    problem: Option<String>,
}

#[napi]
impl NativeVocabulary {
    /// The tape holds what says how the bytes of the file are to be read.
    /// [`problem`](Self::problem) says whether they could be.
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
        file: Uint8ArraySlice<'_>,
    ) -> Self {
        let tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        match VocabularyApi::new(&file, &tape.root()) {
            Ok(vocabulary) => Self {
                vocabulary: Some(vocabulary),
                problem: None,
            },
            Err(error) => Self {
                vocabulary: None,
                problem: Some(answer(Err(error))),
            },
        }
    }

    /// What was wrong with the file, or with what was said of it.
    #[napi(catch_unwind)]
    #[must_use]
    pub fn problem(&self) -> Option<String> {
        self.problem.clone()
    }

    /// The name of its pattern.
    #[napi(catch_unwind)]
    #[must_use]
    pub fn pattern(&self) -> Option<String> {
        Some(self.vocabulary.as_ref()?.pattern().to_owned())
    }

    /// How many tokens it has.
    #[napi(catch_unwind)]
    #[must_use]
    pub fn size(&self) -> u32 {
        self.vocabulary
            .as_ref()
            .map_or(0, |vocabulary| vocabulary.size() as u32)
    }

    /// Runs an operation. The tape holds a list of two: the text and options.
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
        let mut tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        let (text, options) = tape.pair();
        Some(answer(
            self.vocabulary.as_ref()?.call(&name, &text, &options),
        ))
    }
}
