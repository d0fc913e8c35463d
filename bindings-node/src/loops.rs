//! `LoopDetector` for JavaScript: text in small pieces goes by itself, all else on a tape.

use crate::guard::Held;
use crate::view::{Keys, Lay, Tape};
use conspectus::api::LoopsApi;
use napi::bindgen_prelude::{Float64ArraySlice, Int32ArraySlice, Object, Utf16String};
use napi::Env;
use napi_derive::napi;

/// See `loops.cjs`, which wraps it.
#[napi]
pub struct NativeLoops {
    held: Held<LoopsApi>,
}

#[napi]
impl NativeLoops {
    /// The tape holds a list of two: the options, and what was saved if `loads` says so.
    /// [`problem`](Self::problem) says whether they were right.
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
        loads: bool,
    ) -> Self {
        let mut tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        let (options, state) = tape.pair();
        Self {
            held: Held::new(|| {
                if loads {
                    LoopsApi::load(&options, &state)
                } else {
                    LoopsApi::new(&options)
                }
            }),
        }
    }

    /// What was wrong with the options, or with what was saved.
    #[napi(catch_unwind)]
    #[must_use]
    pub fn problem(&self) -> Option<String> {
        self.held.problem()
    }

    /// Takes in pieces of text: the first `count` numbers of `lengths` say how long each is. Gives
    /// how many chars may come until they have to be told; -1 if `found` has something to say: a
    /// loop, or an error.
    #[napi(catch_unwind)]
    pub fn add_pieces(
        &mut self,
        text: Utf16String,
        lengths: Int32ArraySlice<'_>,
        count: u32,
    ) -> i32 {
        let lengths = lengths
            .iter()
            .take(count as usize)
            .map(|length| usize::try_from(*length).unwrap_or(0));
        let quiet = self
            .held
            .get_mut()
            .and_then(|detector| detector.add_pieces(&text, lengths));
        quiet.map_or(-1, |chars| i32::try_from(chars).unwrap_or(i32::MAX))
    }

    /// What the method `name` of the core gives; the tape holds its argument.
    #[napi(catch_unwind)]
    pub fn ask(
        &mut self,
        env: Env,
        keys: &Keys,
        ints: Int32ArraySlice<'_>,
        numbers: Float64ArraySlice<'_>,
        strings: Object<'_>,
        nears: Lay<'_>,
        deeps: Lay<'_>,
        name: String,
    ) -> String {
        let tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        let input = tape.root();
        self.held.ask(|detector| detector.ask(&name, &input))
    }

    /// What it remembers.
    #[napi(catch_unwind)]
    pub fn save(&mut self) -> String {
        self.held.ask(|detector| Ok(detector.save()))
    }

    /// Frees the memory. Every later call is an error.
    #[napi(catch_unwind)]
    pub fn dispose(&mut self) {
        self.held.dispose();
    }
}
