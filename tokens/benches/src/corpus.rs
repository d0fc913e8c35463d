//! Text to count: files given as `class[:extensions]=path`, and classes made here from a seed.

use std::path::Path;

/// One kind of text.
pub struct Class {
    pub name: String,
    pub text: String,
}

/// At most this many bytes of one class.
const CLASS_BYTES: usize = 3_000_000;

/// At most this many bytes of one file, so that no single file is a class.
const FILE_BYTES: usize = 400_000;

/// `name:ext,ext=path` with a file or a directory, which is read in order of names.
pub fn from_argument(argument: &str) -> Class {
    let (head, path) = argument.split_once('=').expect("class[:extensions]=path");
    let (name, extensions) = head.split_once(':').unwrap_or((head, ""));
    let extensions: Vec<&str> = extensions.split(',').filter(|extension| !extension.is_empty()).collect();
    let mut text = String::new();
    for path in path.split(':') {
        collect(Path::new(path), &extensions, &mut text);
    }
    assert!(!text.is_empty(), "{name}: no text in {path}");
    Class { name: name.to_owned(), text }
}

fn collect(path: &Path, extensions: &[&str], text: &mut String) {
    if text.len() >= CLASS_BYTES {
        return;
    }
    if path.is_dir() {
        let mut entries: Vec<_> = std::fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        entries.sort();
        entries.iter().for_each(|entry| collect(entry, extensions, text));
        return;
    }
    let name = path.to_string_lossy();
    if !extensions.is_empty() && !extensions.iter().any(|extension| name.ends_with(extension)) {
        return;
    }
    if let Ok(content) = std::fs::read_to_string(path) {
        let room = (CLASS_BYTES - text.len()).min(if extensions.is_empty() { CLASS_BYTES } else { FILE_BYTES });
        text.push_str(&content[..floor(&content, room)]);
    }
}

fn floor(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// splitmix64.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    fn letters(&mut self, alphabet: &[u8], length: usize) -> String {
        (0..length).map(|_| char::from(alphabet[self.below(alphabet.len() as u64) as usize])).collect()
    }
}

const BASE64: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const HEX: &[u8] = b"0123456789abcdef";

/// Classes that need no files: base64, hex, logs, white space, chat with emoji.
pub fn made() -> Vec<Class> {
    let mut dice = Dice(1);
    let lines = |dice: &mut Dice, alphabet: &[u8], width: usize, bytes: usize| {
        (0..bytes / (width + 1)).map(|_| dice.letters(alphabet, width) + "\n").collect::<String>()
    };
    let base64 = lines(&mut dice, BASE64, 76, 1_500_000);
    let hex = lines(&mut dice, HEX, 64, 1_500_000);
    let mut logs = String::new();
    while logs.len() < 2_000_000 {
        let level = ["INFO", "DEBUG", "WARN", "ERROR"][dice.below(4) as usize];
        let module = ["http.server", "db::pool", "scheduler", "auth.session", "worker-3"][dice.below(5) as usize];
        let (a, b, c) = (dice.below(86_400), dice.below(1_000), dice.below(100_000));
        let id = dice.letters(HEX, 8);
        let time = format!("2026-11-{:02}T{:02}:{:02}:{:02}.{b:03}Z", 1 + a % 28, a / 3600, a / 60 % 60, a % 60);
        logs += &match dice.below(4) {
            0 => format!("{time} {level} [{module}] request_id={id} GET /api/v1/items/{c} status=200 duration_ms={b}\n"),
            1 => format!("{time} {level} {module}: connection pool exhausted, waiting {b} ms (active={}, idle=0)\n", c % 50),
            2 => format!("-rw-r--r-- 1 root root {c:>8} Nov {:>2} {:02}:{:02} file_{id}.tar.gz\n", 1 + a % 28, a / 3600, a / 60 % 60),
            _ => format!("[{c:>6}.{b:03}] kernel: usb 1-{}: new device number {} using xhci_hcd\n", a % 8, a % 99),
        };
    }
    let mut white = String::new();
    while white.len() < 500_000 {
        white += &match dice.below(4) {
            0 => " ".repeat(1 + dice.below(100) as usize),
            1 => "\n".repeat(1 + dice.below(6) as usize),
            2 => "\t".repeat(1 + dice.below(10) as usize),
            _ => format!("\n{}x", " ".repeat(4 * dice.below(10) as usize)),
        };
    }
    let mut chat = String::new();
    while chat.len() < 500_000 {
        let emoji = ["😀", "👍🏽", "❤️", "👨‍👩‍👧", "🎉", "🇩🇪", "🤔", "🚀", "✅", "🔥"][dice.below(10) as usize];
        let words = ["thanks", "see you tomorrow", "that's great", "lol", "can you check the build?", "on my way", "nice!!"][dice.below(7) as usize];
        chat += &format!("{words} {emoji}{}", if dice.below(3) == 0 { "\n" } else { " " });
    }
    [("base64", base64), ("hex", hex), ("logs", logs), ("whitespace", white), ("emoji_chat", chat)]
        .map(|(name, text)| Class { name: name.to_owned(), text })
        .into()
}

/// One pattern for `bytes` bytes: the inputs on which tokenizers get slow or fail.
pub fn worst(bytes: usize) -> Vec<Class> {
    let mut dice = Dice(2);
    let random = dice.letters(&BASE64[26..52], bytes);
    let han: String = (0..bytes / 3).filter_map(|_| char::from_u32(0x4E00 + dice.below(0x5200) as u32)).collect();
    let mixed: String = (0..bytes / 4).map(|_| if dice.below(2) == 0 { "A漢" } else { "éB" }).collect();
    [
        ("one letter", "a".repeat(bytes)),
        ("spaces", " ".repeat(bytes)),
        ("equals signs", "=".repeat(bytes)),
        ("newlines", "\n".repeat(bytes)),
        ("random letters", random),
        ("random Han", han),
        ("mixed case and scripts", mixed),
        ("combining marks", "\u{301}".repeat(bytes / 2)),
    ]
    .map(|(name, text)| Class { name: name.to_owned(), text })
    .into()
}
