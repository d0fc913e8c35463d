//! A detector as plain data, so that another process can continue with it.

use super::cycles::{Cycles, Item};
use super::layout::Layout;
use super::{LineHash, Loop, LoopDetector, LoopOptions};
use crate::error::{Error, ErrorKind, Result};
use crate::read::media::sanitize_label;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The form of what is saved. A later form gets the next number.
const VERSION: u64 = 1;

#[derive(Serialize, Deserialize)]
struct SavedLoops {
    version: u64,
    calls: SavedCycles,
    lines: SavedCycles,
    line: LineHash,
    text: String,
    layout: Layout,
    in_code: bool,
    found: Option<Loop>,
    count: u32,
}

/// Hashes are written as text: JavaScript's numbers would round them.
#[derive(Serialize, Deserialize)]
struct SavedCycles {
    items: Vec<(String, usize)>,
    same: Vec<usize>,
}

impl LoopDetector {
    /// What it remembers, as plain data: at most the newest 5,000 chars of text, and hashes.
    #[must_use]
    pub fn save(&self) -> Value {
        json!(SavedLoops {
            version: VERSION,
            calls: SavedCycles::of(&self.calls),
            lines: SavedCycles::of(&self.lines),
            line: self.line,
            text: String::from_utf16_lossy(&self.window.held()),
            layout: self.layout,
            in_code: self.in_code,
            found: self.found.clone(),
            count: self.count,
        })
    }

    /// Returns a detector that continues where [`save`](Self::save) was called.
    ///
    /// # Errors
    /// `InvalidState` if `state` isn't a saved state of this version.
    pub fn load(options: LoopOptions, state: &Value) -> Result<Self> {
        let wrong = |message: String| Error::new(ErrorKind::InvalidState, "", message);
        if state["version"].as_u64() != Some(VERSION) {
            let found = sanitize_label(&state["version"].to_string(), 64);
            let message = format!(
                "version must be {VERSION}, got `{found}`: it isn't a saved state of this version"
            );
            return Err(Error::new(ErrorKind::InvalidState, "/version", message));
        }
        let saved = SavedLoops::deserialize(state)
            .map_err(|error| wrong(format!("it isn't a saved state of a detector: {error}")))?;
        let mut detector = Self::new(options);
        saved.calls.put_into(&mut detector.calls)?;
        saved.lines.put_into(&mut detector.lines)?;
        detector
            .window
            .restore(&saved.text.encode_utf16().collect::<Vec<u16>>());
        detector.line = saved.line;
        (detector.layout, detector.in_code) = (saved.layout, saved.in_code);
        (detector.found, detector.count) = (saved.found, saved.count);
        Ok(detector)
    }
}

impl SavedCycles {
    fn of(cycles: &Cycles) -> Self {
        let (items, same) = cycles.state();
        Self {
            items: items
                .into_iter()
                .map(|(hash, weight)| (format!("{hash:016x}"), weight))
                .collect(),
            same: same.to_vec(),
        }
    }

    fn put_into(self, cycles: &mut Cycles) -> Result<()> {
        let read =
            |(hash, weight): &(String, usize)| Some((u64::from_str_radix(hash, 16).ok()?, *weight));
        let items: Option<Vec<Item>> = self.items.iter().map(read).collect();
        let items = items.ok_or_else(|| {
            Error::new(
                ErrorKind::InvalidState,
                "",
                "a hash in the saved state isn't hexadecimal",
            )
        })?;
        cycles.restore(&items, &self.same);
        Ok(())
    }
}
