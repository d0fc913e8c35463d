//! `Native`: an object of the core for JavaScript. One function asks all of them, by names of the
//! core.

use crate::guard::{Later, guarded, later};
use crate::{PILE, answer_of, pile, values};
use conspectus::{Error, ErrorKind, Item};
use conspectus_api::{
    Caller, CompactorApi, Copied, HistoryApi, Listing, LoopsApi, Reply, ResultApi, SimulationApi,
    VocabularyApi, line,
};
use conspectus_files::Result;
use conspectus_files::api::call_kept;
use conspectus_files::store::StoreApi;
use conspectus_page::render_report;
use napi::bindgen_prelude::{
    AsyncTask, Either3, Float64ArraySlice, Int32ArraySlice, Uint8ArraySlice, Utf16String,
};
use napi_derive::napi;
use serde_json::Value;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What is asked.
enum Object {
    Compactor(Box<CompactorApi>),
    Ended(Box<ResultApi>),
    History(Box<HistoryApi>),
    Loops(Box<LoopsApi>),
    Simulation(Box<SimulationApi>),
    Store(StoreApi),
    Vocabulary(Box<VocabularyApi>),
    /// The operations by name, with what was kept of earlier counts.
    Operations(Box<Caller>),
    /// The lines by which values are printed, by their names.
    Lines,
    /// A page about a recorded session.
    Report(String),
}

/// What JavaScript gets: JSON text, or what needs none.
type Answer = Option<Either3<bool, f64, String>>;

fn answer(result: Result<Value>) -> Answer {
    match result {
        Ok(Value::Null) => None,
        Ok(Value::Bool(flag)) => Some(Either3::A(flag)),
        Ok(Value::Number(number)) => number.as_f64().map(Either3::B),
        result => Some(Either3::C(answer_of(result))),
    }
}

impl Object {
    fn new(kind: &str, given: &Copied, beside: &Copied) -> Result<Self> {
        let value = Item::from(given);
        Ok(match kind {
            "compactor" => Self::Compactor(Box::new(CompactorApi::new(given)?)),
            "history" => Self::History(Box::new(HistoryApi::new(given)?)),
            "loops" => Self::Loops(Box::new(LoopsApi::new(given)?)),
            "saved_loops" => Self::Loops(Box::new(LoopsApi::load(given, beside)?)),
            "simulation" => Self::Simulation(Box::new(SimulationApi::new(given, beside)?)),
            "store" => Self::Store(StoreApi::new(value.to_text().as_ref(), beside)?),
            "vocabulary" => Self::Vocabulary(Box::new(VocabularyApi::new(value.bytes(), beside)?)),
            "operations" => Self::Operations(Box::default()),
            "report" => Self::Report(render_report(given, &Item::from(beside).to_value()?)?),
            _ => Self::Lines,
        })
    }

    fn ask(&mut self, name: &str, same: usize, tail: Copied, beside: &Copied) -> Result<Answer> {
        let value = match self {
            Self::Compactor(compactor) if name == "poll" => {
                let text = compactor.poll_lean_text(same > 0);
                return Ok(text.map(|text| Either3::C(format!("{{\"ok\":{text}}}"))));
            }
            Self::Compactor(compactor) => {
                match compactor.ask(name, Listing { same, tail }, beside)? {
                    Reply::Told(value) => value,
                    Reply::Work(work) => compactor.work(*work)?,
                    Reply::Whole => Value::Bool(false),
                }
            }
            Self::Ended(result) if name == "by_kind" => result.by_kind(),
            Self::Ended(result) => result.rows(&tail, beside)?,
            Self::History(history) => history.ask(name, same, &tail, beside)?,
            Self::Loops(detector) => detector.ask(name, &tail)?,
            Self::Simulation(simulation) => simulation.ask(name)?,
            Self::Store(store) => store.call(name, &tail)?,
            Self::Vocabulary(vocabulary) if name == "pattern" => vocabulary.pattern().into(),
            Self::Vocabulary(vocabulary) => vocabulary.call(name, &tail, beside)?,
            Self::Operations(caller) => call_kept(caller, name, &tail, beside)?,
            Self::Lines => line(name, &tail).into(),
            Self::Report(page) => page.as_str().into(),
        };
        Ok(answer(Ok(value)))
    }

    /// Returns the numbers that JavaScript reads without a call, in the order of its getters.
    fn facts(&self) -> [f64; 6] {
        let number = |count: usize| count as f64;
        match self {
            Self::Compactor(compactor) => [
                number(compactor.known_messages()),
                number(compactor.view_covers()),
                compactor.view_version() as f64,
                compactor.view_waits().map_or(-1.0, number),
                number(compactor.current_from()),
                0.0,
            ],
            Self::History(history) => [
                number(history.len()),
                history.tokens() as f64,
                history.chars() as f64,
                history.media() as f64,
                number(history.split_point().index),
                history.prompt_tokens() as f64,
            ],
            Self::Vocabulary(vocabulary) => [number(vocabulary.size()), 0.0, 0.0, 0.0, 0.0, 0.0],
            _ => [0.0; 6],
        }
    }
}

/// What a JavaScript object holds of the core.
struct Held {
    kind: String,
    /// Nothing before it was made and once it was disposed of.
    object: Option<Object>,
}

impl Held {
    fn ask(&mut self, name: &str, same: u32, pair: Vec<u8>) -> Answer {
        let asked = guarded(|| {
            let (given, beside) = values::pair(pair)?;
            if name == "new" {
                self.object = Some(Object::new(&self.kind, &given, &beside)?);
                return Ok(None);
            }
            // After a panic the object may be half changed: it is not used again.
            let Some(mut object) = self.object.take() else {
                let message = "the object was disposed of: make another one";
                return Err(Error::new(ErrorKind::WrongOrder, "", message).into());
            };
            let answer = object.ask(name, same as usize, given, &beside);
            self.object = Some(object);
            answer
        });
        asked.unwrap_or_else(|error| answer(Err(error)))
    }

    fn write(&self, facts: &mut Float64ArraySlice<'_>) {
        let numbers = self.object.as_ref().map_or([0.0; 6], Object::facts);
        // SAFETY: the array belongs to the running call, and JavaScript does not run meanwhile.
        for (slot, number) in unsafe { facts.as_mut() }.iter_mut().zip(numbers) {
            *slot = number;
        }
    }
}

/// See `core.cjs`, which wraps it.
#[napi]
pub struct Native {
    held: Arc<Mutex<Held>>,
}

impl Native {
    fn of(kind: String, object: Option<Object>) -> Self {
        Self {
            held: Arc::new(Mutex::new(Held { kind, object })),
        }
    }

    /// The object for one call. A call that arrives while another thread works on the object waits
    /// until that work is finished.
    fn lock(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[napi]
impl Native {
    /// An object of this kind, which holds nothing before it was asked `new`.
    #[napi(constructor, catch_unwind)]
    #[must_use]
    pub fn new(kind: String) -> Self {
        Self::of(kind, None)
    }

    /// Calls the method `name` of the core. `pair` contains the last bytes of its two arguments; of a
    /// list, only the messages after the first `same` ones. Without it nothing is given, and what is
    /// piled belongs to another call. The answer is `false` if the method needs the complete list. The
    /// object's numbers are always written, even after an error.
    #[napi(catch_unwind)]
    pub fn ask(
        &self,
        name: String,
        pair: Option<Uint8ArraySlice<'_>>,
        mut facts: Float64ArraySlice<'_>,
        same: u32,
    ) -> Answer {
        let pair = pair.map_or_else(
            || values::NOTHING.to_vec(),
            |last| {
                pile(Some(last));
                PILE.take()
            },
        );
        let mut held = self.lock();
        let answer = held.ask(&name, same, pair);
        held.write(&mut facts);
        answer
    }

    /// As `ask`, in another thread, with the two arguments that are piled. What a promise is made of
    /// is borrowed until it ends.
    #[napi(
        catch_unwind,
        ts_return_type = "Promise<boolean | number | string | null>"
    )]
    pub fn work(&self, name: String) -> AsyncTask<Later<Answer>> {
        let held = Arc::clone(&self.held);
        let (shared, pair) = (Self { held }, PILE.take());
        later(move || shared.lock().ask(&name, 0, pair))
    }

    /// Writes the object's numbers.
    #[napi(catch_unwind)]
    pub fn look(&self, mut facts: Float64ArraySlice<'_>) {
        self.lock().write(&mut facts);
    }

    /// The run of a compactor whose end was polled last, of which more is asked later.
    #[napi(catch_unwind)]
    pub fn ended(&self) -> Native {
        let ended = match &mut self.lock().object {
            Some(Object::Compactor(compactor)) => compactor.take_ended(),
            _ => None,
        };
        Self::of(
            String::new(),
            ended.map(|result| Object::Ended(Box::new(result))),
        )
    }

    /// Adds chunks of text to a loop detector: the first `count` numbers of `lengths` are their
    /// lengths. Returns how many more chars may arrive before they must be added; -1 if `found` has
    /// a loop or an error to report.
    #[napi(catch_unwind)]
    pub fn add_pieces(&self, text: Utf16String, lengths: Int32ArraySlice<'_>, count: u32) -> i32 {
        let lengths = lengths
            .iter()
            .take(count as usize)
            .map(|length| usize::try_from(*length).unwrap_or(0));
        let quiet = match &mut self.lock().object {
            Some(Object::Loops(detector)) => detector.add_pieces(&text, lengths),
            _ => None,
        };
        quiet.map_or(-1, |chars| i32::try_from(chars).unwrap_or(i32::MAX))
    }

    /// Frees the memory. Every later call is an error.
    #[napi(catch_unwind)]
    pub fn dispose(&self) {
        self.lock().object = None;
    }
}
