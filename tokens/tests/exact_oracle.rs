//! Shows that the token ids equal tiktoken's: for every Unicode scalar in several surroundings, and
//! for random strings that are hard to split.
//!
//! `cargo test --release --test exact_oracle -- --ignored` tries half a million strings.

use conspectus_tokens::exact::{Counter, Encoding, count_tokens, decode, encode};
use tiktoken_rs::{CoreBPE, cl100k_base, o200k_base, p50k_base, r50k_base};

fn oracles() -> Vec<(Encoding, CoreBPE)> {
    vec![
        (Encoding::O200kBase, o200k_base().expect("o200k_base")),
        (Encoding::Cl100kBase, cl100k_base().expect("cl100k_base")),
        (Encoding::P50kBase, p50k_base().expect("p50k_base")),
        (Encoding::R50kBase, r50k_base().expect("r50k_base")),
    ]
}

fn check(text: &str, encoding: Encoding, oracle: &CoreBPE) {
    let ids = encode(text, encoding);
    let expected = oracle.encode_ordinary(text);
    assert_eq!(
        ids,
        expected,
        "{encoding} {text:?} {:x?}",
        text.chars().map(u32::from).collect::<Vec<_>>()
    );
}

/// Numbers from a seed (splitmix64), the same on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ mixed >> 31) % limit as u64) as usize
    }
}

/// Every scalar; without optimisation one in sixteen of those in blocks of a single class.
fn scalars() -> impl Iterator<Item = char> {
    let uniform = |code: u32| matches!(code, 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xAC00..=0xD7A3 | 0xE000..=0xF8FF | 0x2_0000..=0xD_FFFF | 0xE_0200..);
    ('\0'..=char::MAX).filter(move |&scalar| {
        !cfg!(debug_assertions) || u32::from(scalar) % 16 == 0 || !uniform(u32::from(scalar))
    })
}

#[test]
fn every_scalar_in_several_surroundings() {
    for (encoding, oracle) in &oracles()[..3] {
        for s in scalars() {
            // Between letters, after a space, a sign, a number, before each, beside itself, at the
            // end.
            check(
                &format!("a{s}b A{s}B {s}b {s}{s}!{s}b.{s} 1{s}1 {s}A{s}'s\n{s} \t{s}\n{s}"),
                *encoding,
                oracle,
            );
        }
    }
}

#[test]
fn every_scalar_alone() {
    for (encoding, oracle) in &oracles() {
        for scalar in scalars() {
            check(scalar.encode_utf8(&mut [0; 4]), *encoding, oracle);
        }
    }
}

/// Alphabets whose random words hit the corners of the splitters.
const ALPHABETS: &[&[&str]] = &[
    &["a", "b", "A", "B", "1", " ", "\n", ".", "'"],
    &[
        "'s", "'S", "'t", "'re", "'VE", "'ll", "'d", "'ſ", "'m", "ſ", "\u{212A}", "a", "A", " ",
        "'", "l", "e", "漢",
    ],
    &[
        "\u{301}", "\u{300}", "a", "A", "é", "ß", "ŉ", "ǅ", "ʰ", "ª", "א", "ا", "漢", "\u{20DD}",
        " ", "!", "1",
    ],
    &[
        "\u{200D}",
        "👩",
        "👧",
        "\u{FE0F}",
        "🏽",
        "🇩🇪",
        "❤",
        " ",
        "a",
        "\u{E0067}",
    ],
    &[
        "1", "２", "٣", "४", "Ⅷ", "½", "²", "①", "𝟘", "𑁦", "a", " ", ".",
    ],
    &[
        " ", "\u{85}", "\u{2028}", "\u{2029}", "\u{3000}", "\u{A0}", "\t", "\n", "\r", "\r\n",
        "\u{B}", "\u{1C}", "x", ".",
    ],
    &[
        "/", "\n", "\r", " ", "//", "a", "!", "=", "-", "*", "#", ";",
    ],
    &[
        "fn ",
        "let ",
        "self.",
        "();\n",
        "    ",
        "\t",
        "0x",
        "_",
        "->",
        "::",
        "camelCase",
        "HTTPServer",
        "\"",
        "{",
        "}",
    ],
    &[
        "<|endoftext|>",
        "<|fim_prefix|>",
        "<|",
        "|>",
        "<|start|>",
        "im_start",
        " ",
        "endoftext",
    ],
    &[
        "漢字", "かな", "カタ", "。", "、", "「", "한국", "어", "的", "是", "ก", "ำ", "न", "म",
        "स्", "ते", " ",
    ],
    &[
        "Привет",
        "мир",
        "Ώ",
        "σ",
        "ς",
        "ё",
        "Й",
        "ქ",
        "Ა",
        "ა",
        "ɐ",
        "Å",
        " ",
        "-",
    ],
    &[
        "\u{1AD2}",
        "\u{2507}",
        "\u{1BED}",
        "\u{281A}",
        "\u{17AA}",
        "\u{378}",
        "\u{FFFF}",
        "\u{10FFFF}",
        "\0",
        "\u{7F}",
    ],
    &[
        "=",
        "==",
        "========",
        "-",
        "--------",
        "                ",
        "aaaaaaaa",
        "\n\n\n\n",
        "XXXXXXXX",
        "0000",
    ],
];

fn nasty(dice: &mut Dice) -> String {
    let mut text = String::new();
    let longest = if dice.below(20) == 0 { 200 } else { 24 };
    let length = 1 + dice.below(longest);
    let alphabet = dice.below(ALPHABETS.len() + 3);
    for _ in 0..length {
        match alphabet.checked_sub(ALPHABETS.len()) {
            None => text.push_str(ALPHABETS[alphabet][dice.below(ALPHABETS[alphabet].len())]),
            Some(0) => {
                text.push(char::from_u32(dice.below(0x11_0000) as u32).unwrap_or('\u{D7FF}'))
            }
            Some(1) => text.push(char::from_u32(dice.below(0x3000) as u32).unwrap_or(' ')),
            Some(_) => {
                let words = ALPHABETS[dice.below(ALPHABETS.len())];
                text.push_str(words[dice.below(words.len())]);
            }
        }
    }
    text
}

fn try_nasty_strings(strings: usize, seed: u64) {
    let oracles = oracles();
    let mut counters: Vec<Counter> = oracles
        .iter()
        .map(|(encoding, _)| Counter::new(*encoding))
        .collect();
    let mut dice = Dice(seed);
    for _ in 0..strings {
        let text = nasty(&mut dice);
        for ((encoding, oracle), counter) in oracles.iter().zip(&mut counters) {
            check(&text, *encoding, oracle);
            let ids = encode(&text, *encoding);
            assert_eq!(
                counter.count(&text),
                ids.len(),
                "kept counter, {encoding} {text:?}"
            );
            assert_eq!(
                count_tokens(&text, *encoding),
                ids.len(),
                "new counter, {encoding} {text:?}"
            );
            assert_eq!(counter.count_up_to(&text, ids.len()), Some(ids.len()));
            assert_eq!(counter.count_up_to(&text, ids.len() - 1), None);
            assert_eq!(
                decode(&ids, *encoding).expect("our own ids"),
                text.as_bytes()
            );
        }
    }
}

#[test]
fn nasty_strings() {
    try_nasty_strings(20_000, 7);
}

#[test]
#[ignore = "takes minutes without optimisation"]
fn half_a_million_nasty_strings() {
    try_nasty_strings(500_000, 11);
}
