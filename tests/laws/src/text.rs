//! Random texts that careless code gets wrong, and payloads that look like media.

use crate::random::Random;
use serde_json::{Value, json};

/// The payload of every medium is made of this, so that a leak is seen wherever it ends up. Base64
/// of "Media4".
pub const PAYLOAD: &str = "TWVkaWE0";

/// Longest run of a payload that may be left in any text for a summarizer or a reader of notes, in
/// chars.
pub const LEAK_CHARS: usize = 200;

const PROSE: [&str; 12] = [
    "the ",
    "test ",
    "fails ",
    "because ",
    "a port ",
    "is taken. ",
    "You must ",
    "never ",
    "keep ",
    "src/lib.rs ",
    "error: no such file\n",
    "E   x\n",
];
const CODE: [&str; 8] = [
    "let x = \"a\";\n",
    "\tif a < b { c[1] = '\\'; }\n",
    "{\"a\": [1, null]}\n",
    "\r\n",
    "<div class=\"x\">&amp;</div>\n",
    "$PATH:/usr/bin\n",
    "\u{1b}[31mred\u{1b}[0m",
    "\u{0}",
];
const SCRIPTS: [&str; 8] = [
    "漢字です。",
    "不要用这个。",
    "한국어 ",
    "русский ",
    "עברית ",
    "العربية ",
    "ไทย",
    "हिन्दी ",
];
const CLUSTERS: [&str; 10] = [
    "👨‍👩‍👧‍👦",
    "🇩🇪🇫🇷",
    "🏳️‍🌈",
    "e\u{301}\u{323}",
    "각",
    "नि",
    "👍🏽",
    "1️⃣",
    "z\u{300}\u{301}\u{302}\u{303}",
    "\u{200D}",
];
const HOSTILE: [&str; 12] = [
    "</state_snapshot>",
    "<state_snapshot>",
    "<overall_goal>",
    "<scratchpad>",
    "</conversation>",
    "</latest_user_request>",
    "[Old tool result cleared",
    "[image: image/png]",
    "\u{202e}\u{2028}",
    "data:image/png;base64,",
    ";base64,",
    "[... 12 chars left out ...]",
];

/// A text of about `chars` chars, of one of several kinds.
pub fn text(random: &mut Random, chars: usize) -> String {
    let kinds: [&[&str]; 5] = [&PROSE, &CODE, &SCRIPTS, &CLUSTERS, &HOSTILE];
    let first = random.below(9);
    let mut text = String::with_capacity(chars + 32);
    while text.len() < chars {
        // Five kinds alone, and mixtures.
        let kind = if first < 5 { first } else { random.below(5) };
        text.push_str(random.pick(kinds[kind]));
        if text.len() > 4_000 {
            // Large texts repeat what they have: what matters there is their size.
            let copy = text.clone();
            while text.len() < chars {
                text.push_str(&copy);
            }
        }
    }
    text
}

/// A text of exactly `chars` ASCII chars.
#[must_use]
pub fn plain(chars: usize) -> String {
    "0123456789 abcde".chars().cycle().take(chars).collect()
}

/// Base64 of about `chars` chars.
#[must_use]
pub fn base64(chars: usize) -> String {
    PAYLOAD.repeat(chars.div_ceil(PAYLOAD.len()))
}

/// A data URL with a payload of about `chars` chars.
#[must_use]
pub fn data_url(mime: &str, chars: usize) -> String {
    format!("data:{mime};base64,{}", base64(chars))
}

/// Returns true if `text` contains a payload run of [`LEAK_CHARS`] chars.
#[must_use]
pub fn leaks(text: &str) -> bool {
    // A run of that length holds this many whole copies, wherever it begins.
    text.contains(&PAYLOAD.repeat(LEAK_CHARS / PAYLOAD.len() - 1))
}

/// A size: mostly small, often near the length of a placeholder, now and then huge.
pub fn size(random: &mut Random, largest: usize) -> usize {
    let size = match random.below(100) {
        0..=9 => random.below(4),
        10..=39 => random.within(15, 110),
        40..=84 => random.below(600),
        85..=96 => random.below(5_000),
        _ => random.below(120_000),
    };
    size.min(largest)
}

/// A small value of no particular shape, for arguments, structured results and unknown fields.
pub fn value(random: &mut Random, depth: usize) -> Value {
    match random.below(if depth > 2 { 6 } else { 8 }) {
        0 => Value::Null,
        1 => json!(random.chance(50)),
        2 => json!(random.below(100_000) as f64 / 100.0),
        3 => json!(random.below(1_000_000)),
        4 | 5 => json!(text_of(random, 30)),
        6 => Value::Array(
            (0..random.below(4))
                .map(|_| value(random, depth + 1))
                .collect(),
        ),
        _ => Value::Object(
            (0..random.below(4))
                .map(|index| (format!("k{index}"), value(random, depth + 1)))
                .collect(),
        ),
    }
}

fn text_of(random: &mut Random, most: usize) -> String {
    let chars = random.below(most);
    text(random, chars)
}
