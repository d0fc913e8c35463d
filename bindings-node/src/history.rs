//! `History` for JavaScript: one call a turn, which leaves its numbers in an array that JavaScript
//! reads.

use crate::guard::Held;
use crate::view::{Keys, Lay, Tape};
use conspectus::api::HistoryApi;
use napi::bindgen_prelude::{Float64ArraySlice, Int32ArraySlice, Object};
use napi::Env;
use napi_derive::napi;
use serde_json::json;

/// See `history.cjs`, which wraps it.
#[napi]
pub struct NativeHistory {
    held: Held<HistoryApi>,
}

#[napi]
impl NativeHistory {
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
        Self {
            held: Held::new(|| HistoryApi::new(&tape.root())),
        }
    }

    /// What was wrong with the options.
    #[napi(catch_unwind)]
    #[must_use]
    pub fn problem(&self) -> Option<String> {
        self.held.problem()
    }

    /// Takes in the message that the tape holds; writes the totals.
    #[napi(catch_unwind)]
    pub fn append(
        &mut self,
        env: Env,
        keys: &Keys,
        ints: Int32ArraySlice<'_>,
        numbers: Float64ArraySlice<'_>,
        strings: Object<'_>,
        nears: Lay<'_>,
        deeps: Lay<'_>,
        mut totals: Float64ArraySlice<'_>,
    ) -> Option<String> {
        let tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        self.and_write(&mut totals, |history| history.append(&tape.root()))
    }

    /// What tells the results of the message that the tape holds shorter, before it is appended.
    #[napi(catch_unwind)]
    pub fn admit(
        &mut self,
        env: Env,
        keys: &Keys,
        ints: Int32ArraySlice<'_>,
        numbers: Float64ArraySlice<'_>,
        strings: Object<'_>,
        nears: Lay<'_>,
        deeps: Lay<'_>,
    ) -> String {
        let tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        let message = tape.root();
        self.held.ask(|history| history.admit(&message))
    }

    /// Takes in every message of the list that the tape holds, or none; writes the totals.
    #[napi(catch_unwind)]
    pub fn extend(
        &mut self,
        env: Env,
        keys: &Keys,
        ints: Int32ArraySlice<'_>,
        numbers: Float64ArraySlice<'_>,
        strings: Object<'_>,
        nears: Lay<'_>,
        deeps: Lay<'_>,
        mut totals: Float64ArraySlice<'_>,
    ) -> Option<String> {
        let tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        self.and_write(&mut totals, |history| history.extend(&tape.root()))
    }

    /// Forgets everything from message `length` on; writes the totals.
    #[napi(catch_unwind)]
    pub fn truncate(&mut self, length: u32, mut totals: Float64ArraySlice<'_>) -> Option<String> {
        self.and_write(&mut totals, |history| {
            history.truncate(length as usize);
            Ok(())
        })
    }

    /// Takes in a report; the tape holds the usage. Without `messages`, the request held all.
    /// Writes the totals.
    #[napi(catch_unwind)]
    pub fn report_usage(
        &mut self,
        env: Env,
        keys: &Keys,
        ints: Int32ArraySlice<'_>,
        numbers: Float64ArraySlice<'_>,
        strings: Object<'_>,
        nears: Lay<'_>,
        deeps: Lay<'_>,
        messages: Option<u32>,
        mut totals: Float64ArraySlice<'_>,
    ) -> Option<String> {
        let tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        self.and_write(&mut totals, |history| {
            history.report_usage(&tape.root(), messages.map(|messages| messages as usize))
        })
    }

    /// Texts that the tokenizer has not counted.
    #[napi(catch_unwind)]
    pub fn wanted_texts(&mut self) -> String {
        self.held.ask(|history| Ok(history.wanted_texts().into()))
    }

    /// Their counts, in that order.
    #[napi(catch_unwind)]
    pub fn provide_counts(&mut self, counts: Vec<f64>) -> Option<String> {
        self.held.tell(|history| history.provide_counts(&counts))
    }

    /// How many messages of the host's list are those that were read; the tape holds its messages
    /// from `from` on.
    #[napi(catch_unwind)]
    pub fn known_prefix_of_tail(
        &mut self,
        env: Env,
        keys: &Keys,
        ints: Int32ArraySlice<'_>,
        numbers: Float64ArraySlice<'_>,
        strings: Object<'_>,
        nears: Lay<'_>,
        deeps: Lay<'_>,
        from: u32,
    ) -> String {
        let tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        self.held.ask(|history| {
            Ok(history
                .known_prefix_of_tail(&tape.root(), from as usize)
                .into())
        })
    }

    /// Whether references prove nothing, because contents are to be compared.
    #[napi(catch_unwind)]
    #[must_use]
    pub fn verifies_content(&self) -> bool {
        self.held.get().is_some_and(HistoryApi::verifies_content)
    }

    /// The cut, with its reason.
    #[napi(catch_unwind)]
    pub fn split_point(&mut self) -> String {
        self.held.ask(|history| Ok(json!(history.split_point())))
    }

    /// The estimate; the tape holds its arguments.
    #[napi(catch_unwind)]
    pub fn estimate(
        &mut self,
        env: Env,
        keys: &Keys,
        ints: Int32ArraySlice<'_>,
        numbers: Float64ArraySlice<'_>,
        strings: Object<'_>,
        nears: Lay<'_>,
        deeps: Lay<'_>,
    ) -> String {
        let tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        self.held.ask(|history| history.estimate(&tape.root()))
    }

    /// What would be cleared; the tape holds messages and arguments.
    #[napi(catch_unwind)]
    pub fn microcompact(
        &mut self,
        env: Env,
        keys: &Keys,
        ints: Int32ArraySlice<'_>,
        numbers: Float64ArraySlice<'_>,
        strings: Object<'_>,
        nears: Lay<'_>,
        deeps: Lay<'_>,
    ) -> String {
        let mut tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        let (messages, arguments) = tape.pair();
        self.held
            .ask(|history| history.microcompact(&messages, &arguments))
    }

    /// Frees the memory. Every later call is an error.
    #[napi(catch_unwind)]
    pub fn dispose(&mut self) {
        self.held.dispose();
    }
}

impl NativeHistory {
    /// Runs a call and writes the totals, whatever came of it.
    fn and_write(
        &mut self,
        totals: &mut Float64ArraySlice<'_>,
        call: impl FnOnce(&mut HistoryApi) -> conspectus::Result<()>,
    ) -> Option<String> {
        self.held.tell(|history| {
            let result = call(history);
            write(history, totals);
            result
        })
    }
}

/// Length, tokens, chars, media, index of the cut, tokens of the next prompt.
fn write(history: &HistoryApi, totals: &mut Float64ArraySlice<'_>) {
    let split = history.split_point().index;
    let sums = [
        history.tokens() as f64,
        history.chars() as f64,
        history.media() as f64,
    ];
    let numbers = [
        history.len() as f64,
        sums[0],
        sums[1],
        sums[2],
        split as f64,
        history.prompt_tokens() as f64,
    ];
    // SAFETY: the array belongs to the running call, and JavaScript does not run meanwhile.
    for (slot, number) in unsafe { totals.as_mut() }.iter_mut().zip(numbers) {
        *slot = number;
    }
}
