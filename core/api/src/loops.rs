//! The detector of loops for bindings: one function for text, which comes in many small pieces, and
//! one for all else.

use super::{argument, unknown_method};
use conspectus::inner::{Kind, Text, kind_name, string_option, wrong};
use conspectus::{Config, Item, Result};
use conspectus_presets::loop_options;
use conspectus_toolkit::loops::{Loop, LoopDetector};
use serde_json::{Value, json};

/// The options of a detector.
const OPTIONS: [&str; 1] = ["dialect"];
/// What it can be asked, by the names of [`LoopDetector`]'s methods.
const METHODS: [&str; 8] = [
    "add_text",
    "add_call",
    "add_message",
    "start_turn",
    "found",
    "clear",
    "reset",
    "save",
];

/// A [`LoopDetector`] that is asked by the names of its methods.
///
/// ```
/// use conspectus_api::LoopsApi;
/// use conspectus::host::item::Text;
/// use serde_json::json;
///
/// let mut detector = LoopsApi::new(&json!({}))?;
/// assert!(detector.add_text(Text::Utf8("one, two, ")).is_none());
/// for _ in 0..4 {
///     assert!(detector.ask("add_call", &json!({ "name": "ls", "arguments": {} }))?.is_null());
/// }
/// assert_eq!(detector.ask("add_call", &json!({ "name": "ls", "arguments": {} }))?["kind"], "calls");
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct LoopsApi {
    detector: LoopDetector,
}

impl LoopsApi {
    /// A detector that has seen nothing. `options` may hold `preset` and `dialect`.
    ///
    /// # Errors
    /// `InvalidOption`, `UnknownPreset` or `UnknownDialect`, with the path of the option.
    pub fn new<'v>(options: impl Into<Item<'v>>) -> Result<Self> {
        conspectus_presets::register();
        Ok(Self {
            detector: LoopDetector::new(loop_options(&read(&options.into())?)),
        })
    }

    /// As [`new`](Self::new), with what [`save`](Self::save) gave.
    ///
    /// # Errors
    /// The same, and those of [`LoopDetector::load`].
    pub fn load<'v, 's>(options: impl Into<Item<'v>>, state: impl Into<Item<'s>>) -> Result<Self> {
        let config = read(&options.into())?;
        Ok(Self {
            detector: LoopDetector::load(loop_options(&config), &state.into().to_value()?)?,
        })
    }

    /// As [`LoopDetector::save`].
    #[must_use]
    pub fn save(&self) -> Value {
        self.detector.save()
    }

    /// As [`LoopDetector::add`]; `None` until a loop is found. `ask` also takes text, and rejects
    /// any other value.
    pub fn add_text(&mut self, text: Text<'_>) -> Option<Value> {
        self.detector.add(text).map(|found| json!(found))
    }

    /// As [`LoopDetector::add_pieces`]. Returns how many more chars cannot complete a loop; `None`
    /// once a loop has been found.
    pub fn add_pieces(
        &mut self,
        text: &[u16],
        lengths: impl IntoIterator<Item = usize>,
    ) -> Option<usize> {
        let is_found = self.detector.add_pieces(text, lengths).is_some();
        (!is_found).then(|| self.detector.quiet_chars())
    }

    /// Calls the method `name`. `input` is its argument; `add_call` takes an object with `name` and
    /// `arguments`.
    ///
    /// # Errors
    /// Those of the method; `UnknownOperation` if no method has that name.
    pub fn ask<'v>(&mut self, name: &str, input: impl Into<Item<'v>>) -> Result<Value> {
        let input = &input.into();
        let detector = &mut self.detector;
        match name {
            "add_call" => {
                let called = argument(input, "name")
                    .map(|name| string_option(&name, "name"))
                    .transpose()?;
                let missing = || wrong("name", "name is required: the name of the tool");
                let called = called.ok_or_else(missing)?;
                let arguments = input.get("arguments");
                let taken = detector.take_call(&called, arguments.as_ref());
                taken.map_err(|error| error.under("arguments"))?;
                Ok(data_of(detector.found()))
            }
            "add_text" if input.kind() == Kind::String => Ok(data_of(detector.add(input.text()))),
            "add_text" => Err(conspectus::inner::invalid(
                "text",
                "a text",
                kind_name(input.kind()),
            )),
            "add_message" => detector.add_message(input).map(data_of),
            "start_turn" => Ok(data_of(detector.start_turn())),
            "found" => Ok(data_of(detector.found())),
            "clear" => {
                detector.clear();
                Ok(Value::Null)
            }
            "reset" => {
                detector.reset();
                Ok(Value::Null)
            }
            "save" => Ok(self.save()),
            _ => Err(unknown_method(name, &METHODS)),
        }
    }
}

fn data_of(found: Option<&Loop>) -> Value {
    found.map_or(Value::Null, |found| json!(found))
}

fn read(options: &Item<'_>) -> Result<Config> {
    super::config_of("a detector of loops", &OPTIONS, &[], options)
}
