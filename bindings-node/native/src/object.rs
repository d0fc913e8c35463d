//! `Native`: an object of the core for JavaScript. One function asks all of them, by names of the
//! core.

use crate::guard::{Held, Later, Shared, guarded};
use crate::{answer_of, values};
use conspectus::{Error, ErrorKind};
use conspectus_api::{
    Caller, CompactorApi, Copied, HistoryApi, Listing, LoopsApi, Reply, ResultApi, SimulationApi,
    VocabularyApi, Work, line,
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
use std::cell::RefCell;
use std::path::Path;

/// What is asked.
pub enum Object {
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

/// A pair of more bytes is read in another thread, if there is one: it takes a millisecond. Chosen here.
const LONG_BYTES: usize = 1 << 18;

thread_local! {
    /// The bytes of the next pair that came before its last ones.
    pub static PILE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// What another thread is to do.
pub enum Next {
    /// The rest of a question.
    Work(Box<Work>),
    /// A question whose values are not read yet.
    Question {
        name: String,
        same: usize,
        pair: Vec<u8>,
    },
}

fn no_such_tag() -> Error {
    let message = "a fault of this package: please report it (no such tag)";
    Error::new(ErrorKind::Internal, "", message)
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

enum Asked {
    Reply(Reply),
    /// JSON text, where it takes less time than values.
    Text(String),
}

impl From<Value> for Asked {
    fn from(value: Value) -> Self {
        Self::Reply(Reply::Told(value))
    }
}

impl Object {
    fn new(kind: &str, raw: &[u8], given: &Copied, beside: &Copied) -> Result<Self> {
        Ok(match kind {
            "compactor" => Self::Compactor(Box::new(CompactorApi::new(given)?)),
            "history" => Self::History(Box::new(HistoryApi::new(given)?)),
            "loops" => Self::Loops(Box::new(LoopsApi::new(given)?)),
            "saved_loops" => Self::Loops(Box::new(LoopsApi::load(given, beside)?)),
            "simulation" => Self::Simulation(Box::new(SimulationApi::new(given, beside)?)),
            "store" => {
                let path = String::from_utf8_lossy(raw);
                Self::Store(StoreApi::new(Path::new(&*path), beside)?)
            }
            "vocabulary" => Self::Vocabulary(Box::new(VocabularyApi::new(raw, beside)?)),
            "operations" => Self::Operations(Box::default()),
            "report" => {
                let options = serde_json::from_slice(raw).unwrap_or_default();
                Self::Report(render_report(given, &options)?)
            }
            _ => Self::Lines,
        })
    }

    fn ask(&mut self, name: &str, same: usize, tail: Copied, beside: &Copied) -> Result<Asked> {
        Ok(match self {
            Self::Compactor(compactor) if name == "poll" => {
                let text = compactor.poll_lean_text(same > 0);
                Asked::Text(text.unwrap_or_else(|| "null".to_owned()))
            }
            Self::Compactor(compactor) => {
                Asked::Reply(compactor.ask(name, Listing { same, tail }, beside)?)
            }
            Self::Ended(result) if name == "by_kind" => result.by_kind().into(),
            Self::Ended(result) => result.rows(&tail, beside)?.into(),
            Self::History(history) => history.ask(name, same, &tail, beside)?.into(),
            Self::Loops(detector) => detector.ask(name, &tail)?.into(),
            Self::Simulation(simulation) => simulation.ask(name)?.into(),
            Self::Store(store) => store.call(name, &tail)?.into(),
            Self::Vocabulary(vocabulary) if name == "pattern" => {
                Value::from(vocabulary.pattern()).into()
            }
            Self::Vocabulary(vocabulary) => vocabulary.call(name, &tail, beside)?.into(),
            Self::Operations(caller) => call_kept(caller, name, &tail, beside)?.into(),
            Self::Lines => Value::from(line(name, &tail)).into(),
            Self::Report(page) => Value::from(page.as_str()).into(),
        })
    }

    /// Does what a question left to do, or all of it.
    pub fn work(&mut self, next: Next) -> Result<Value> {
        let reply = match next {
            Next::Work(work) => Reply::Work(work),
            Next::Question { name, same, pair } => {
                let (given, beside) = values::pair(&pair).ok_or_else(no_such_tag)?;
                drop(pair);
                match self.ask(&name, same, given, &beside)? {
                    Asked::Reply(reply) => reply,
                    Asked::Text(_) => Reply::Told(Value::Null),
                }
            }
        };
        match (self, reply) {
            (Self::Compactor(compactor), Reply::Work(work)) => Ok(compactor.work(*work)?),
            _ => Ok(Value::Null),
        }
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

/// See `core.cjs`, which wraps it.
#[napi]
pub struct Native {
    kind: String,
    held: Shared,
}

#[napi]
impl Native {
    /// An object of this kind, which holds nothing before it was asked `new`.
    #[napi(constructor, catch_unwind)]
    #[must_use]
    pub fn new(kind: String) -> Self {
        Self {
            kind,
            held: Shared::of(None),
        }
    }

    /// Calls the method `name` of the core. `pair` contains its two arguments; of a list, only the
    /// messages after the first `same` ones. Bytes that are not a value are passed as `raw`. If
    /// `later` is true, long work is left for [`work`](Self::work) and the answer is `true`. The
    /// answer is `false` if the method needs the complete list. The object's numbers are always
    /// written, even after an error.
    #[napi(catch_unwind)]
    pub fn ask(
        &self,
        name: String,
        pair: Uint8ArraySlice<'_>,
        raw: Uint8ArraySlice<'_>,
        mut facts: Float64ArraySlice<'_>,
        same: u32,
        later: bool,
    ) -> Answer {
        let same = same as usize;
        // What comes with nothing may come while a pair is piled.
        let mut piled = if *pair == values::NOTHING {
            Vec::new()
        } else {
            PILE.take()
        };
        piled.extend_from_slice(&pair);
        let mut held = self.held.lock();
        if later && piled.len() > LONG_BYTES {
            held.next = Some(Next::Question {
                name,
                same,
                pair: piled,
            });
            return Some(Either3::A(true));
        }
        let Some((given, beside)) = values::pair(&piled) else {
            return answer(Err(no_such_tag().into()));
        };
        drop(piled);
        let asked = if name == "new" {
            guarded(|| Object::new(&self.kind, &raw, &given, &beside)).map(|object| {
                held.object = Some(object);
                Value::Null.into()
            })
        } else {
            held.call(|object| {
                let asked = object.ask(&name, same, given, &beside)?;
                match asked {
                    Asked::Reply(Reply::Work(work)) if !later => {
                        Ok(object.work(Next::Work(work))?.into())
                    }
                    asked => Ok(asked),
                }
            })
        };
        write(&mut held, &mut facts);
        match asked {
            Ok(Asked::Reply(Reply::Told(value))) => answer(Ok(value)),
            Ok(Asked::Reply(Reply::Whole)) => Some(Either3::A(false)),
            Ok(Asked::Reply(Reply::Work(work))) => {
                held.next = Some(Next::Work(work));
                Some(Either3::A(true))
            }
            Ok(Asked::Text(text)) => Some(Either3::C(format!("{{\"ok\":{text}}}"))),
            Err(error) => answer(Err(error)),
        }
    }

    /// What `ask` has left to do, in another thread. It is apart from it, since what a promise is
    /// made of is borrowed until it ends.
    #[napi(catch_unwind, ts_return_type = "Promise<string | null>")]
    pub fn work(&self) -> AsyncTask<Later<Option<String>>> {
        self.held.work()
    }

    /// Writes the object's numbers.
    #[napi(catch_unwind)]
    pub fn look(&self, mut facts: Float64ArraySlice<'_>) {
        write(&mut self.held.lock(), &mut facts);
    }

    /// The run of a compactor whose end was polled last, of which more is asked later.
    #[napi(catch_unwind)]
    pub fn ended(&self) -> Native {
        let ended = match &mut self.held.lock().object {
            Some(Object::Compactor(compactor)) => compactor.take_ended(),
            _ => None,
        };
        Native {
            kind: String::new(),
            held: Shared::of(ended.map(|result| Object::Ended(Box::new(result)))),
        }
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
        let quiet = match &mut self.held.lock().object {
            Some(Object::Loops(detector)) => detector.add_pieces(&text, lengths),
            _ => None,
        };
        quiet.map_or(-1, |chars| i32::try_from(chars).unwrap_or(i32::MAX))
    }

    /// Frees the memory. Every later call is an error.
    #[napi(catch_unwind)]
    pub fn dispose(&self) {
        self.held.lock().object = None;
    }
}

fn write(held: &mut Held, facts: &mut Float64ArraySlice<'_>) {
    let numbers = held
        .object
        .as_ref()
        .map_or([0.0; 6], |object| object.facts());
    // SAFETY: the array belongs to the running call, and JavaScript does not run meanwhile.
    for (slot, number) in unsafe { facts.as_mut() }.iter_mut().zip(numbers) {
        *slot = number;
    }
}
