//! Detects loops of an agent: repeated calls, repeated text or repeated lines.
//!
//! [`LoopDetector`] takes in what an agent does while it does it. A char of streamed text costs the
//! same whatever came before, and memory is bounded.

mod calls;
mod cycles;
mod layout;
mod saved;
mod window;

use crate::error::Result;
use crate::host::item::{Item, Text};
use crate::host::units::units_of;
use crate::read::dialect::Dialect;
use crate::read::media::sanitize_label;
use crate::read::message::{Body, Role};
use crate::shape::{shapes, words};
use cycles::{Cycle, Cycles};
use layout::{Layout, Means};
use serde::{Deserialize, Serialize};
use window::{CHUNK_CHARS, Window};

/// How often in a row the same calls must come, and how many different ones they may be. Source:
/// gemini-cli.
const CALL_REPEATS: usize = 5;
const CALLS_MAX: usize = 5;
/// The counterparts for lines. Chosen here: as often as calls; a page of lines.
const LINE_REPEATS: usize = 5;
const LINES_MAX: usize = 64;
/// Minimum number of chars that repeated lines contain in total. Chosen here: as many as repeated
/// chunks.
const LINES_CHARS: usize = CHUNK_CHARS as usize * window::REPEATS;
/// Spreads the chars of a line over its hash. Chosen here: an odd number with its bits mixed.
const LINE_FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
/// Length of the text that a detail quotes, and of the part before the chunk, in chars. Source of
/// 20: gemini-cli.
const QUOTED_CHARS: usize = 80;
const QUOTED_BEFORE: u64 = 20;
words! {
    /// What repeats.
    pub enum LoopKind {
        /// Tool calls repeat, with equal arguments.
        Calls => "calls",
        /// A passage repeats, close together.
        Text => "text",
        /// Lines of text repeat in a row.
        Lines => "lines",
    }
}

impl<'de> Deserialize<'de> for LoopKind {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> std::result::Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        Self::ALL
            .into_iter()
            .find(|kind| kind.name() == word)
            .ok_or_else(|| serde::de::Error::custom("a loop has no such kind"))
    }
}

shapes! {
    /// A detected loop.
    pub struct Loop: Eq, Deserialize {
        /// What repeats.
        pub kind: LoopKind,
        /// How many calls or lines make up one repetition.
        pub cycle: usize,
        /// How many times in a row.
        pub repeats: usize,
        /// Loops found since the last [`reset`](LoopDetector::reset), including this one.
        pub count: u32,
        /// What repeats, as a sentence.
        pub detail: String,
    }
}

/// Properties of a piece of streamed text that matter to loop detection.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LoopPiece {
    /// How many times code begins or ends in it.
    pub fences: usize,
    /// Whether something begins in it that is not to be compared with what came before: a list, a
    /// table, a heading, a quote.
    pub begins: bool,
    /// Whether it is drawn and says nothing.
    pub is_divider: bool,
}

/// Properties of the conversation that a detector watches.
#[derive(Debug, Clone, Copy, Default)]
pub struct LoopOptions {
    /// The format of its messages; `None` if it is detected for each message.
    pub dialect: Option<Dialect>,
    /// How a piece of streamed text is read, by one that reads by pieces; `None` if lines are read,
    /// however they were cut.
    pub pieces: Option<fn(&[u16]) -> LoopPiece>,
}

/// Observes what an agent does, and detects when it repeats itself.
///
/// Once a loop is found, every call gives that loop until [`clear`](Self::clear) or
/// [`reset`](Self::reset).
///
/// ```
/// use conspectus_toolkit::{LoopDetector, LoopOptions};
/// use serde_json::json;
///
/// let mut detector = LoopDetector::new(LoopOptions::default());
/// let found = (0..5).find_map(|_| detector.add_call("read_file", &json!({ "path": "a.rs" })).ok()?.cloned());
/// assert_eq!(found.map(|found| found.repeats), Some(5));
/// ```
#[derive(Debug, Clone)]
pub struct LoopDetector {
    options: LoopOptions,
    calls: Cycles,
    lines: Cycles,
    line: LineHash,
    window: Window,
    layout: Layout,
    /// Whether a piece of a stream ended in a block of code, where a system reads by pieces.
    in_code: bool,
    found: Option<Loop>,
    count: u32,
    /// Texts as UTF-16, one after the other in the same memory.
    units: Vec<u16>,
}

/// The line that is being read: a hash of its characters other than white space (0 for a blank
/// line), and its length in chars.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
struct LineHash {
    hash: u64,
    chars: usize,
}

impl LoopDetector {
    /// A detector that has seen nothing. Of the options only `dialect` and the preset matter.
    #[must_use]
    pub fn new(options: LoopOptions) -> Self {
        Self {
            options,
            calls: Cycles::new(CALLS_MAX),
            lines: Cycles::new(LINES_MAX),
            line: LineHash::default(),
            window: Window::default(),
            layout: Layout::default(),
            in_code: false,
            found: None,
            count: 0,
            units: Vec::new(),
        }
    }

    /// Adds the next piece of text that the agent streams. The boundaries of pieces don't matter,
    /// except under a preset that reads by pieces.
    pub fn add_text(&mut self, text: &str) -> Option<&Loop> {
        self.add(Text::Utf8(text))
    }

    /// As [`add_text`](Self::add_text), for text as the host stores it.
    pub fn add(&mut self, text: Text<'_>) -> Option<&Loop> {
        if self.found.is_none() {
            let mut units = std::mem::take(&mut self.units);
            units.clear();
            units.extend(units_of(text));
            match self.options.pieces {
                Some(read) => self.read_piece(&units, read(&units)),
                None => units.iter().for_each(|unit| self.read_unit(*unit)),
            }
            self.units = units;
        }
        self.found()
    }

    /// Calls [`add`](Self::add) for each piece of a text in UTF-16, for a host that buffered them
    /// as long as [`quiet_chars`](Self::quiet_chars) allowed. `lengths` contains the length of each
    /// piece; text after the last piece is ignored.
    pub fn add_pieces(
        &mut self,
        text: &[u16],
        lengths: impl IntoIterator<Item = usize>,
    ) -> Option<&Loop> {
        let mut from = 0_usize;
        for length in lengths {
            let to = text.len().min(from.saturating_add(length));
            self.add(Text::Utf16(&text[from..to]));
            from = to;
        }
        self.found()
    }

    /// Returns how many more chars of text cannot complete a loop, whatever they are. A host may
    /// buffer that many, in one piece or in several, and then pass them on with the piece after
    /// them: the results are unchanged.
    ///
    /// ```
    /// use conspectus_toolkit::{LoopDetector, LoopOptions};
    ///
    /// let mut detector = LoopDetector::new(LoopOptions::default());
    /// detector.add_text("I begin with the tests.");
    /// assert!(detector.quiet_chars() > 40);
    /// ```
    #[must_use]
    pub fn quiet_chars(&self) -> usize {
        if self.found.is_some() {
            return 0;
        }
        // The char that ends the line now, and two for each line after it: itself and its end.
        let in_lines = self.lines.quiet_items(LINE_REPEATS).saturating_mul(2);
        in_lines.min(self.window.quiet_units() as usize)
    }

    /// Takes in a tool call. Arguments are compared by value: the order of keys does not matter,
    /// nor whether they are JSON text.
    ///
    /// # Errors
    /// `TooDeep` if the arguments are nested deeper than the limit.
    pub fn add_call<'v>(
        &mut self,
        name: &str,
        arguments: impl Into<Item<'v>>,
    ) -> Result<Option<&Loop>> {
        self.take_call(name, Some(&arguments.into()))?;
        Ok(self.found())
    }

    /// Adds a complete message. Of an agent's message, it uses the text and the calls. A user
    /// message that answers no call is a new request, and resets the detector.
    ///
    /// ```
    /// use conspectus_toolkit::{LoopDetector, LoopOptions};
    /// use serde_json::json;
    ///
    /// let mut detector = LoopDetector::new(LoopOptions::default());
    /// let message = json!({ "role": "assistant", "content": "Let me look at that file once more, to be sure. ".repeat(12) });
    /// assert!(detector.add_message(&message)?.is_some());
    /// assert!(detector.add_message(&json!({ "role": "user", "content": "Stop that." }))?.is_none());
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    ///
    /// # Errors
    /// `InvalidMessages` if it isn't a message; `TooDeep` if it is nested deeper than the limit.
    pub fn add_message<'v>(&mut self, message: impl Into<Item<'v>>) -> Result<Option<&Loop>> {
        let message = &message.into();
        let dialect = self
            .options
            .dialect
            .or_else(|| Dialect::of_message(message))
            .unwrap_or(Dialect::PLAIN);
        let mut parts = Vec::new();
        let role = dialect.read(message, &mut |part| parts.push(part.body))?;
        let is_call = |body: &Body<'_>| matches!(body, Body::ToolCall { .. });
        let is_result = |body: &Body<'_>| matches!(body, Body::ToolResult { .. });
        match role {
            _ if role == Role::Assistant || parts.iter().any(is_call) => {
                self.start_turn();
                for body in parts {
                    match body {
                        Body::Text(text) => {
                            self.add(text.text());
                        }
                        Body::ToolCall { name, args, .. } => {
                            let name = name.map(|name| name.to_text()).unwrap_or_default();
                            self.take_call(&name, args.as_ref())?;
                        }
                        _ => {}
                    }
                }
            }
            Role::User if !parts.iter().any(is_result) && !parts.is_empty() => self.reset(),
            _ => {}
        }
        Ok(self.found())
    }

    /// The agent begins its next turn: a model is about to be called.
    pub fn start_turn(&mut self) -> Option<&Loop> {
        if self.found.is_none() {
            // An answer that was cut off may have left its code open.
            (self.layout, self.in_code) = (Layout::default(), false);
        }
        self.found()
    }

    /// The loop that was found, until it is cleared.
    #[must_use]
    pub fn found(&self) -> Option<&Loop> {
        self.found.as_ref()
    }

    /// Lets the agent continue after a loop, for example with a hint. Calls are remembered, so
    /// repeating one of them again is the next loop; text is forgotten.
    pub fn clear(&mut self) {
        self.found = None;
        self.forget_text();
    }

    /// Resets the detector for a new request of the user.
    pub fn reset(&mut self) {
        self.clear();
        self.calls.forget();
        (self.layout, self.in_code) = (Layout::default(), false);
        self.count = 0;
    }

    /// As [`add_call`](Self::add_call), where there may be no arguments.
    pub fn take_call(&mut self, name: &str, arguments: Option<&Item<'_>>) -> Result<()> {
        if self.found.is_some() {
            return Ok(());
        }
        let hash = calls::call_hash(name, arguments)?;
        // Text repeats in one stream, and a call ends it.
        self.forget_text();
        self.layout = Layout::default();
        if let Some(cycle) = self.calls.push((hash, 0), CALL_REPEATS, 0) {
            let name = sanitize_label(name, QUOTED_CHARS);
            let detail = match cycle.items {
                1 => format!(
                    "The call of `{name}` with the same arguments came {} times in a row.",
                    cycle.repeats
                ),
                items => format!(
                    "{items} calls repeated {} times in a row; the last one is `{name}`.",
                    cycle.repeats
                ),
            };
            self.raise(LoopKind::Calls, cycle, detail);
        }
        Ok(())
    }

    /// Reads one char of text by its layout.
    fn read_unit(&mut self, unit: u16) {
        if self.found.is_some() {
            return;
        }
        let is_code = self.layout.is_code();
        let means = self.layout.read(unit);
        if !is_code && !self.layout.is_code() {
            self.read_line(unit);
        }
        match means {
            Means::Nothing => {}
            Means::Begins => self.window.forget(),
            Means::Text => {
                if let Some(start) = self.window.push(unit) {
                    self.raise_text(start);
                }
            }
        }
    }

    /// Lines are compared whole, so lists and tables count here.
    fn read_line(&mut self, unit: u16) {
        let char = char::from_u32(u32::from(unit)).unwrap_or('\u{FFFD}');
        if char != '\n' {
            self.line.chars += 1;
            if !char.is_whitespace() {
                self.line.hash = (self.line.hash ^ u64::from(unit))
                    .wrapping_add(1)
                    .wrapping_mul(LINE_FACTOR)
                    .rotate_left(29);
            }
            return;
        }
        let line = std::mem::take(&mut self.line);
        if line.hash == 0 || self.found.is_some() {
            return;
        }
        if let Some(cycle) = self
            .lines
            .push((line.hash, line.chars), LINE_REPEATS, LINES_CHARS)
        {
            let lines = if cycle.items == 1 {
                "The same line".to_owned()
            } else {
                format!("{} lines", cycle.items)
            };
            self.raise(
                LoopKind::Lines,
                cycle,
                format!("{lines} came {} times in a row.", cycle.repeats),
            );
        }
    }

    /// Reads a piece of text as a system reads it.
    fn read_piece(&mut self, units: &[u16], piece: LoopPiece) {
        if piece.fences > 0 || piece.begins || piece.is_divider {
            self.window.forget();
        }
        let was_in_code = self.in_code;
        self.in_code ^= piece.fences % 2 == 1;
        if was_in_code || self.in_code || piece.is_divider {
            return;
        }
        if let Some(start) = self.window.push_all(units) {
            self.raise_text(start);
        }
    }

    fn raise_text(&mut self, start: u64) {
        let text = self
            .window
            .text(start.saturating_sub(QUOTED_BEFORE), start + CHUNK_CHARS);
        let detail = format!(
            "A text repeated {} times, close together: \"{}\"",
            window::REPEATS,
            sanitize_label(text.trim(), QUOTED_CHARS)
        );
        self.raise(
            LoopKind::Text,
            Cycle {
                items: 1,
                repeats: window::REPEATS,
            },
            detail,
        );
    }

    fn raise(&mut self, kind: LoopKind, cycle: Cycle, detail: String) {
        self.count = self.count.saturating_add(1);
        self.found = Some(Loop {
            kind,
            cycle: cycle.items,
            repeats: cycle.repeats,
            count: self.count,
            detail,
        });
        self.forget_text();
    }

    fn forget_text(&mut self) {
        self.window.forget();
        self.lines.forget();
        self.line = LineHash::default();
    }
}
