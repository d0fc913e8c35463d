//! The operation `simulate` for JavaScript, row by row.

use crate::guard::Held;
use crate::view::{Keys, Lay, Tape};
use conspectus::api::SimulationApi;
use napi::bindgen_prelude::{Float64ArraySlice, Int32ArraySlice, Object};
use napi::Env;
use napi_derive::napi;
use serde_json::json;

/// See `operations.cjs`, which wraps it.
#[napi]
pub struct NativeSimulation {
    held: Held<SimulationApi>,
}

#[napi]
impl NativeSimulation {
    /// The tape holds a list of two: messages and options. [`problem`](Self::problem) says whether
    /// they were right.
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
        let mut tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        let (messages, options) = tape.pair();
        Self {
            held: Held::new(|| SimulationApi::new(&messages, &options)),
        }
    }

    /// What was wrong with messages or options.
    #[napi(catch_unwind)]
    #[must_use]
    pub fn problem(&self) -> Option<String> {
        self.held.problem()
    }

    /// Makes one more row. `more` is false once there are all of them; `done` and `total` are
    /// numbers of rows.
    #[napi(catch_unwind)]
    pub fn step(&mut self) -> String {
        self.held.ask(|simulation| {
            let more = simulation.step()?;
            Ok(json!({ "more": more, "done": simulation.done(), "total": simulation.total() }))
        })
    }

    /// The raw result of the operation.
    #[napi(catch_unwind)]
    pub fn rows(&mut self) -> String {
        self.held.ask(|simulation| Ok(simulation.rows()))
    }
}
