//! Random strings that are hard to split.

/// Numbers from a seed (splitmix64), the same on every machine.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ mixed >> 31) % limit as u64) as usize
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

pub fn nasty(dice: &mut Dice) -> String {
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
