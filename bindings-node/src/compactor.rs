//! `Compactor` for JavaScript: the state machine, with actions as JSON text.

use crate::answer;
use crate::guard::{guarded, Held, Shared, Work};
use crate::view::{Keys, Lay, Tape};
use conspectus::api::{CompactorApi, Copied, ResultApi};
use conspectus::host::view::View;
use napi::bindgen_prelude::{AsyncTask, Float64ArraySlice, Int32ArraySlice, Object};
use napi::Env;
use napi_derive::napi;
use serde_json::{json, Value};

/// See `machine.cjs`, which wraps it.
#[napi]
pub struct NativeCompactor {
    held: Shared<CompactorApi>,
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
        Self {
            held: Shared::new(Held::new(|| {
                CompactorApi::new(
                    &Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps).root(),
                )
            })),
        }
    }

    /// What was wrong with the options.
    #[napi(catch_unwind)]
    #[must_use]
    pub fn problem(&self) -> Option<String> {
        self.held.lock().problem()
    }

    /// The tape holds messages and the turn's arguments.
    #[napi(catch_unwind)]
    pub fn handle_messages(
        &self,
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
        self.held.lock().tell(|compactor| {
            let copied = compactor.copied(&messages);
            compactor.handle_messages(&copied, &Copied::of(&turn))
        })
    }

    /// As `handle_messages`, for [`work`](Self::work) in another thread: whether there is any.
    #[napi(catch_unwind)]
    pub fn begin(
        &self,
        env: Env,
        keys: &Keys,
        ints: Int32ArraySlice<'_>,
        numbers: Float64ArraySlice<'_>,
        strings: Object<'_>,
        nears: Lay<'_>,
        deeps: Lay<'_>,
    ) -> bool {
        let mut tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        let (messages, turn) = tape.pair();
        let mut held = self.held.lock();
        let mut rests = false;
        // What is wrong is found again there.
        held.tell(|compactor| {
            rests = compactor.handle_lengths(&messages, &turn)?;
            Ok(())
        });
        if !rests {
            let copied = held.get().map(|compactor| compactor.copied(&messages));
            let (copied, turn) = (copied.unwrap_or_default(), Copied::of(&turn));
            self.held
                .put(move |compactor| compactor.handle_messages(&copied, &turn));
        }
        !rests
    }

    /// What `begin` or `summarized` has left to do, in another thread. It is apart from them, since
    /// what a promise is made of is borrowed until it ends.
    #[napi(catch_unwind, ts_return_type = "Promise<string | null>")]
    pub fn work(&self) -> AsyncTask<Work<CompactorApi>> {
        self.held.work()
    }

    /// The tape holds messages and the turn's arguments. What such a run would do.
    #[napi(catch_unwind)]
    pub fn plan(
        &self,
        env: Env,
        keys: &Keys,
        ints: Int32ArraySlice<'_>,
        numbers: Float64ArraySlice<'_>,
        strings: Object<'_>,
        nears: Lay<'_>,
        deeps: Lay<'_>,
    ) -> String {
        let mut tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        let (messages, turn) = tape.pair();
        // What is built for one kind of values is built once.
        self.held.lock().ask(|compactor| {
            let copied = compactor.copied(&messages);
            compactor.plan(&copied, &Copied::of(&turn))
        })
    }

    /// The tape holds messages and a plan for them. Gives what would become of each.
    #[napi(catch_unwind)]
    pub fn plan_rows(
        &self,
        env: Env,
        keys: &Keys,
        ints: Int32ArraySlice<'_>,
        numbers: Float64ArraySlice<'_>,
        strings: Object<'_>,
        nears: Lay<'_>,
        deeps: Lay<'_>,
    ) -> String {
        let mut tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        let (messages, plan) = tape.pair();
        self.held
            .lock()
            .ask(|compactor| compactor.plan_rows(&messages, &plan))
    }

    /// The tape holds a provider's error. Says what to do about it.
    #[napi(catch_unwind)]
    pub fn handle_provider_error(
        &self,
        env: Env,
        keys: &Keys,
        ints: Int32ArraySlice<'_>,
        numbers: Float64ArraySlice<'_>,
        strings: Object<'_>,
        nears: Lay<'_>,
        deeps: Lay<'_>,
    ) -> String {
        let tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        let error = tape.root();
        self.held
            .lock()
            .ask(|compactor| compactor.handle_provider_error(&error))
    }

    /// As `plan`, for the messages from `from` on; null where all messages are needed.
    #[napi(catch_unwind)]
    pub fn plan_of_news(
        &self,
        env: Env,
        keys: &Keys,
        ints: Int32ArraySlice<'_>,
        numbers: Float64ArraySlice<'_>,
        strings: Object<'_>,
        nears: Lay<'_>,
        deeps: Lay<'_>,
        from: u32,
    ) -> String {
        let mut tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        let (messages, turn) = tape.pair();
        self.held
            .lock()
            .ask(|compactor| compactor.plan_of_news(from as usize, &messages, &turn))
    }

    /// As `handle_messages`, for the messages from `from` on: whether the run has begun, or all
    /// messages are needed.
    #[napi(catch_unwind)]
    pub fn handle_news(
        &self,
        env: Env,
        keys: &Keys,
        ints: Int32ArraySlice<'_>,
        numbers: Float64ArraySlice<'_>,
        strings: Object<'_>,
        nears: Lay<'_>,
        deeps: Lay<'_>,
        from: u32,
    ) -> String {
        let mut tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        let (messages, turn) = tape.pair();
        self.held.lock().ask(|compactor| {
            compactor
                .handle_news(from as usize, &messages, &turn)
                .map(Value::from)
        })
    }

    /// How many messages are known from the last run.
    #[napi(catch_unwind)]
    #[must_use]
    pub fn known_messages(&self) -> u32 {
        self.held
            .lock()
            .get()
            .map_or(0, CompactorApi::known_messages) as u32
    }

    /// From which message on `handle_news` needs them, if the host says that so many of the first
    /// ones are unchanged.
    #[napi(catch_unwind)]
    #[must_use]
    pub fn known_of(&self, unchanged: u32) -> u32 {
        self.held
            .lock()
            .get()
            .map_or(0, |compactor| compactor.known_of(unchanged as usize)) as u32
    }

    /// The tape holds messages and the turn's arguments: texts in the messages from `from` on that
    /// the tokenizer has not counted.
    #[napi(catch_unwind)]
    pub fn wanted_texts(
        &self,
        env: Env,
        keys: &Keys,
        ints: Int32ArraySlice<'_>,
        numbers: Float64ArraySlice<'_>,
        strings: Object<'_>,
        nears: Lay<'_>,
        deeps: Lay<'_>,
        from: u32,
    ) -> String {
        let mut tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        let (messages, turn) = tape.pair();
        self.held.lock().ask(|compactor| {
            compactor
                .wanted_texts_of_news(from as usize, &messages, &turn)
                .map(Value::from)
        })
    }

    /// Their counts, in that order.
    #[napi(catch_unwind)]
    pub fn provide_counts(&self, counts: Vec<f64>) -> Option<String> {
        self.held
            .lock()
            .tell(|compactor| compactor.provide_counts(&counts))
    }

    /// The next action, or null.
    #[napi(catch_unwind)]
    pub fn poll_action(&self) -> String {
        self.held.lock().ask_text(|compactor| {
            compactor
                .poll_lean_text()
                .unwrap_or_else(|| "null".to_owned())
        })
    }

    /// The run whose end was polled last, of which more is asked later.
    #[napi(catch_unwind)]
    pub fn take_ended(&self) -> NativeEnded {
        NativeEnded {
            result: self
                .held
                .lock()
                .get_mut()
                .and_then(CompactorApi::take_ended),
        }
    }

    /// The output of the last `offload` is stored there.
    #[napi(catch_unwind)]
    pub fn handle_stored(&self, locator: String) -> Option<String> {
        self.held
            .lock()
            .tell(|compactor| compactor.handle_stored(&locator))
    }

    /// It could not be stored.
    #[napi(catch_unwind)]
    pub fn handle_store_failed(&self, message: String) -> Option<String> {
        self.held
            .lock()
            .tell(|compactor| compactor.handle_store_failed(&message))
    }

    /// The summariser's answer; the tape holds what was reported about the call.
    #[napi(catch_unwind)]
    pub fn handle_summary(
        &self,
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
        self.held
            .lock()
            .tell(|compactor| compactor.handle_answer(&answer, &tape.root()))
    }

    /// As `handle_summary`, for [`work`](Self::work) in another thread.
    #[napi(catch_unwind)]
    pub fn summarized(
        &self,
        env: Env,
        keys: &Keys,
        ints: Int32ArraySlice<'_>,
        numbers: Float64ArraySlice<'_>,
        strings: Object<'_>,
        nears: Lay<'_>,
        deeps: Lay<'_>,
        answer: String,
    ) {
        let tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        let usage = Copied::of(&tape.root());
        self.held
            .put(move |compactor| compactor.handle_answer(&answer, &usage));
    }

    /// The tape holds the files of the last `restore`.
    #[napi(catch_unwind)]
    pub fn handle_restored(
        &self,
        env: Env,
        keys: &Keys,
        ints: Int32ArraySlice<'_>,
        numbers: Float64ArraySlice<'_>,
        strings: Object<'_>,
        nears: Lay<'_>,
        deeps: Lay<'_>,
    ) -> Option<String> {
        let tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        self.held
            .lock()
            .tell(|compactor| compactor.handle_restored(&tape.root()))
    }

    /// What the host has to say to the summariser.
    #[napi(catch_unwind)]
    pub fn handle_before_compact(&self, text: String) -> Option<String> {
        self.held
            .lock()
            .tell(|compactor| compactor.handle_before_compact(&text))
    }

    /// The summariser failed.
    #[napi(catch_unwind)]
    pub fn handle_failure(&self, message: String) -> Option<String> {
        self.held
            .lock()
            .tell(|compactor| compactor.handle_failure(&message))
    }

    /// The tape holds the messages as they are now, and null.
    #[napi(catch_unwind)]
    pub fn handle_current(
        &self,
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
        self.held
            .lock()
            .tell(|compactor| compactor.handle_current(&messages))
    }

    /// The first message that `handle_current_news` needs.
    #[napi(catch_unwind)]
    #[must_use]
    pub fn current_from(&self) -> u32 {
        self.held.lock().get().map_or(0, CompactorApi::current_from) as u32
    }

    /// As `handle_current`, for the messages from `from` on.
    #[napi(catch_unwind)]
    pub fn handle_current_news(
        &self,
        env: Env,
        keys: &Keys,
        ints: Int32ArraySlice<'_>,
        numbers: Float64ArraySlice<'_>,
        strings: Object<'_>,
        nears: Lay<'_>,
        deeps: Lay<'_>,
        from: u32,
    ) -> Option<String> {
        let mut tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        let (messages, _) = tape.pair();
        self.held
            .lock()
            .tell(|compactor| compactor.handle_current_news(from as usize, &messages))
    }

    /// Where the host's list holds a message by which it is known as the full one; -1 if nothing
    /// waits for that.
    #[napi(catch_unwind)]
    #[must_use]
    pub fn view_waits(&self) -> i32 {
        self.held
            .lock()
            .get()
            .and_then(CompactorApi::view_waits)
            .and_then(|place| i32::try_from(place).ok())
            .unwrap_or(-1)
    }

    /// The tape holds that message: whether it is as it was.
    #[napi(catch_unwind)]
    pub fn view_goes_on(
        &self,
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
        self.held
            .lock()
            .ask(|compactor| compactor.view_goes_on(&message).map(Value::from))
    }

    /// The tape holds the full list: it takes in what waits.
    #[napi(catch_unwind)]
    pub fn view_join(
        &self,
        env: Env,
        keys: &Keys,
        ints: Int32ArraySlice<'_>,
        numbers: Float64ArraySlice<'_>,
        strings: Object<'_>,
        nears: Lay<'_>,
        deeps: Lay<'_>,
        same: u32,
    ) -> String {
        let tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        let full = tape.root();
        self.held
            .lock()
            .ask(|compactor| Ok(Value::from(compactor.view(&full, same as usize)?.is_some())))
    }

    /// The tape holds the first messages of a full list: whether it can be one whose first messages
    /// were replaced by former runs. It is one if they are as many as `view_covers`.
    #[napi(catch_unwind)]
    pub fn view(
        &self,
        env: Env,
        keys: &Keys,
        ints: Int32ArraySlice<'_>,
        numbers: Float64ArraySlice<'_>,
        strings: Object<'_>,
        nears: Lay<'_>,
        deeps: Lay<'_>,
    ) -> String {
        let tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        let head = tape.root();
        self.held.lock().ask(|compactor| {
            Ok(Value::from(
                compactor.view_starts(&head)?
                    && (head.len() < compactor.view_covers()
                        || compactor.view_known(head.len()).is_some()),
            ))
        })
    }

    /// The same for a list of which the first `same` messages are the objects that they were.
    /// Nothing of it is looked at.
    #[napi(catch_unwind)]
    pub fn view_known(&self, same: u32) -> bool {
        self.held
            .lock()
            .get_mut()
            .is_some_and(|compactor| compactor.view_known(same as usize).is_some())
    }

    /// How many messages of a full list former runs have replaced.
    #[napi(catch_unwind)]
    #[must_use]
    pub fn view_covers(&self) -> u32 {
        self.held.lock().get().map_or(0, CompactorApi::view_covers) as u32
    }

    /// A number that changes with the patch.
    #[napi(catch_unwind)]
    #[must_use]
    pub fn view_version(&self) -> f64 {
        self.held.lock().get().map_or(0, CompactorApi::view_version) as f64
    }

    /// The patch that makes the compacted list of such a list.
    #[napi(catch_unwind)]
    pub fn view_patch(&self) -> String {
        self.held.lock().ask(|compactor| Ok(compactor.view_patch()))
    }

    /// What the compactor remembers.
    #[napi(catch_unwind)]
    pub fn save(&self) -> String {
        self.held.lock().ask(|compactor| Ok(compactor.save()))
    }

    /// The tape holds what another one saved.
    #[napi(catch_unwind)]
    pub fn load(
        &self,
        env: Env,
        keys: &Keys,
        ints: Int32ArraySlice<'_>,
        numbers: Float64ArraySlice<'_>,
        strings: Object<'_>,
        nears: Lay<'_>,
        deeps: Lay<'_>,
    ) -> Option<String> {
        let tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        self.held
            .lock()
            .tell(|compactor| compactor.load(&tape.root()))
    }

    /// Ends the run.
    #[napi(catch_unwind)]
    pub fn cancel(&self) -> Option<String> {
        self.held.lock().tell(|compactor| {
            compactor.cancel();
            Ok(())
        })
    }

    /// The state's name.
    #[napi(catch_unwind)]
    pub fn state(&self) -> String {
        self.held
            .lock()
            .ask(|compactor| Ok(json!(compactor.state())))
    }

    /// Frees the memory. Every later call is an error.
    #[napi(catch_unwind)]
    pub fn dispose(&self) {
        self.held.lock().dispose();
    }
}

/// A run that is over.
#[napi]
pub struct NativeEnded {
    result: Option<ResultApi>,
}

#[napi]
impl NativeEnded {
    /// The details of its result.
    #[napi(catch_unwind)]
    #[must_use]
    pub fn details(&self) -> String {
        answer(Ok(self
            .result
            .as_ref()
            .map_or(Value::Null, ResultApi::details)))
    }

    /// The tape holds the list before the run and its patch. What became of each message.
    #[napi(catch_unwind)]
    #[must_use]
    pub fn rows(
        &self,
        env: Env,
        keys: &Keys,
        ints: Int32ArraySlice<'_>,
        numbers: Float64ArraySlice<'_>,
        strings: Object<'_>,
        nears: Lay<'_>,
        deeps: Lay<'_>,
    ) -> String {
        let mut tape = Tape::new(env, keys, &ints, &numbers, &strings, nears, deeps);
        let (messages, patch) = tape.pair();
        let result = self.result.as_ref();
        answer(guarded(|| {
            result.map_or(Ok(Value::Null), |result| result.rows(&messages, &patch))
        }))
    }
}
