//! `Compactor` for JavaScript: the state machine, with actions as JSON text.

use crate::view::{Keys, Lay, Tape};
use crate::{answer, failure};
use conspectus::api::CompactorApi;
use napi::bindgen_prelude::{Float64ArraySlice, Int32ArraySlice, Object};
use napi::Env;
use napi_derive::napi;

/// See `machine.cjs`, which wraps it.
#[napi]
pub struct NativeCompactor {
    compactor: Option<CompactorApi>,
    problem: Option<String>,
}

#[napi]
impl NativeCompactor {
    /// The tape holds the options. [`problem`](Self::problem) says whether they were right.
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
    ) -> Self {
        let tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        match CompactorApi::new(&tape.root()) {
            Ok(compactor) => Self { compactor: Some(compactor), problem: None },
            Err(error) => Self { compactor: None, problem: Some(answer(Err(error))) },
        }
    }

    /// What was wrong with the options.
    #[napi(catch_unwind)]
    #[must_use]
    pub fn problem(&self) -> Option<String> {
        self.problem.clone()
    }

    /// The tape holds messages and the turn's arguments.
    #[napi(catch_unwind)]
    pub fn handle_messages(
        &mut self,
        env: Env,
        keys: &Keys,
        ints: Int32ArraySlice<'_>,
        numbers: Float64ArraySlice<'_>,
        strings: Object<'_>,
        nears: Lay<'_>,
        deeps: Lay<'_>,
    ) -> Option<String> {
        let mut tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        let (messages, turn) = tape.pair();
        failure(self.compactor.as_mut()?.handle_messages(&messages, &turn))
    }

    /// The tape holds messages and the turn's arguments: texts in them that the tokenizer has not counted.
    #[napi(catch_unwind)]
    pub fn wanted_texts(
        &mut self,
        env: Env,
        keys: &Keys,
        ints: Int32ArraySlice<'_>,
        numbers: Float64ArraySlice<'_>,
        strings: Object<'_>,
        nears: Lay<'_>,
        deeps: Lay<'_>,
    ) -> Option<String> {
        let mut tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        let (messages, turn) = tape.pair();
        Some(answer(self.compactor.as_mut()?.wanted_texts(&messages, &turn).map(Into::into)))
    }

    /// Their counts, in that order.
    #[napi(catch_unwind)]
    pub fn provide_counts(&mut self, counts: Vec<f64>) -> Option<String> {
        failure(self.compactor.as_mut()?.provide_counts(&counts))
    }

    /// The next action, or null.
    #[napi(catch_unwind)]
    pub fn poll_action(&mut self) -> Option<String> {
        self.compactor.as_mut()?.poll_action().map(|action| action.to_string())
    }

    /// The output of the last `offload` is stored there.
    #[napi(catch_unwind)]
    pub fn handle_stored(&mut self, locator: String) -> Option<String> {
        failure(self.compactor.as_mut()?.handle_stored(&locator))
    }

    /// It could not be stored.
    #[napi(catch_unwind)]
    pub fn handle_store_failed(&mut self, message: String) -> Option<String> {
        failure(self.compactor.as_mut()?.handle_store_failed(&message))
    }

    /// The summariser's answer; the tape holds what was reported about the call.
    #[napi(catch_unwind)]
    pub fn handle_summary(
        &mut self,
        env: Env,
        keys: &Keys,
        ints: Int32ArraySlice<'_>,
        numbers: Float64ArraySlice<'_>,
        strings: Object<'_>,
        nears: Lay<'_>,
        deeps: Lay<'_>,
        answer: String,
    ) -> Option<String> {
        let tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        failure(self.compactor.as_mut()?.handle_answer(&answer, &tape.root()))
    }

    /// The tape holds the files of the last `restore`.
    #[napi(catch_unwind)]
    pub fn handle_restored(
        &mut self,
        env: Env,
        keys: &Keys,
        ints: Int32ArraySlice<'_>,
        numbers: Float64ArraySlice<'_>,
        strings: Object<'_>,
        nears: Lay<'_>,
        deeps: Lay<'_>,
    ) -> Option<String> {
        let tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        failure(self.compactor.as_mut()?.handle_restored(&tape.root()))
    }

    /// The summariser failed.
    #[napi(catch_unwind)]
    pub fn handle_failure(&mut self, message: String) -> Option<String> {
        failure(self.compactor.as_mut()?.handle_failure(&message))
    }

    /// The tape holds the messages as they are now, and null.
    #[napi(catch_unwind)]
    pub fn handle_current(
        &mut self,
        env: Env,
        keys: &Keys,
        ints: Int32ArraySlice<'_>,
        numbers: Float64ArraySlice<'_>,
        strings: Object<'_>,
        nears: Lay<'_>,
        deeps: Lay<'_>,
    ) -> Option<String> {
        let mut tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        let (messages, _) = tape.pair();
        failure(self.compactor.as_mut()?.handle_current(&messages))
    }

    /// Ends the run.
    #[napi(catch_unwind)]
    pub fn cancel(&mut self) {
        if let Some(compactor) = &mut self.compactor {
            compactor.cancel();
        }
    }

    /// The state's name.
    #[napi(catch_unwind)]
    #[must_use]
    pub fn state(&self) -> String {
        self.compactor.as_ref().map_or("done", CompactorApi::state).to_owned()
    }
}
