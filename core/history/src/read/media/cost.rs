//! What a medium costs in tokens, by provider and model generation. The table shows the rules as of
//! 2026-11.
//!
//! | rule | models | images | source |
//! | --- | --- | --- | --- |
//! | `openai_tiles` | GPT-4o, 4.1, 4.5 | 85 + 170 a tile of 512 px, in 2048 px and with a short side of 768 | OpenAI's vision guide; requests measured in community.openai.com/t/1262691 |
//! | `openai_tiles_4o_mini` | GPT-4o-mini | 2,833 + 5,667 | same |
//! | `openai_tiles_o` | o1, o3 | 75 + 150 | same |
//! | `openai_tiles_5` | GPT-5, 5.1 | 70 + 140 | OpenAI's vision guide |
//! | `openai_patches_mini` | GPT-4.1-mini, GPT-5-mini | 1.62 a patch of 32 px, at most 1,536 | github.com/openai/openai-python/issues/2851 |
//! | `openai_patches_nano` | GPT-4.1-nano, GPT-5-nano | 2.46 | same |
//! | `openai_patches_o4_mini` | o4-mini | 1.72 | same |
//! | `openai_patches_5` | GPT-5.2 to 5.5 | 1.2 a patch, at most 10,000; `high`: at most 2,500 | huggingface.co/datasets/JOHNISKING/image-token-cost: 10 of 10 rows |
//! | `openai_patches_6` | GPT-6 | 1.2 a patch; `high`: at most 2,500 | same: 20 of 20 rows |
//! | `anthropic` | Claude 3 to 4.6 | one a patch of 28 px, long side 1,568, at most 1,568 | Anthropic's vision guide; the data set above, 10 of 10 rows |
//! | `anthropic_high` | Claude 4.7 to 4.9 | one a patch of 28 px, long side 2,576, at most 4,784 | Anthropic's vision guide |
//! | `anthropic_5` | Claude from 5 | one a patch of 28 px, long side 2,016, at most 4,784 | the data set above: 10 of 10 rows |
//! | `gemini_2` | Gemini 1.5 to 2.5 | 258, or 258 a tile of 768 px | ai.google.dev/gemini-api/docs/tokens |
//! | `gemini_3` | Gemini from 3 | a grid of the image's shape within 1,120 (low 280, medium 560, ultra high 2,240) | ai.google.dev/gemini-api/docs/media-resolution; the data set above, 10 of 10 rows |
//! | `qwen_vl` | Qwen2-VL, 2.5-VL | one a patch of 28 px, 4 to 16,384 | Qwen2-VL's image processor |
//! | `qwen3_vl` | Qwen3-VL | one a patch of 32 px, 4 to 16,384 | Qwen3-VL's image processor |
//!
//! A PDF costs by the page:
//!
//! | rule | tokens a page | source |
//! | --- | --- | --- |
//! | `anthropic`, `anthropic_high`, `anthropic_5` | 3,000 | Anthropic's PDF guide: 1,500 to 3,000 for the text, and a picture; the upper end |
//! | `gemini_2` | 258 | ai.google.dev/gemini-api/docs/document-processing |
//! | `gemini_3` | 560 (low 280, high 1,120) | ai.google.dev/gemini-api/docs/media-resolution |
//! | `openai_*` | 1,000 for the text, and a picture of 1,240 x 1,754 px by the rule for images | developers.openai.com/api/docs/guides/pdf-files, read 2026-11: the text and a picture of each page. It gives neither size, so a full page at 150 dpi is taken |
//! | all others | 1,500 | chosen here: the lower end of what Anthropic gives for a page of text |
//!
//! The data set's rows hold a prompt too: 65 tokens for Claude 4.5, 77 for 5.5, 1 for Gemini, none
//! for GPT.

use super::probe::MediaFacts;
use crate::host::named::named;
use crate::shape::words;

words! {
    /// The rule by which the tokens of a medium are computed, by model.
    ///
    /// ```
    /// use conspectus_api as api;
    /// use serde_json::json;
    ///
    /// let cost = api::call("media_tokens", &json!({ "width": 1024, "height": 768 }), &json!({ "image_tokens": "anthropic" }))?;
    /// assert_eq!(cost["rule"], "anthropic");
    /// assert!(cost["tokens"].as_u64() > Some(500));
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    pub enum MediaRule {
        /// Every medium costs the configured constant.
        Constant => "constant",
        /// No price is known: a PDF costs 1,500 tokens a page, any other medium the constant.
        Unknown => "unknown",
        /// GPT-4o, 4.1 and 4.5: 85 tokens, and 170 for each tile of 512 px.
        OpenaiTiles => "openai_tiles",
        /// GPT-4o-mini: 2,833 tokens, and 5,667 for each tile of 512 px.
        OpenaiTiles4oMini => "openai_tiles_4o_mini",
        /// o1 and o3: 75 tokens, and 150 for each tile of 512 px.
        OpenaiTilesO => "openai_tiles_o",
        /// GPT-5 and 5.1: 70 tokens, and 140 for each tile of 512 px.
        OpenaiTiles5 => "openai_tiles_5",
        /// GPT-4.1-mini and GPT-5-mini: 1.62 tokens for each patch of 32 px.
        OpenaiPatchesMini => "openai_patches_mini",
        /// GPT-4.1-nano and GPT-5-nano: 2.46 tokens for each patch of 32 px.
        OpenaiPatchesNano => "openai_patches_nano",
        /// o4-mini: 1.72 tokens for each patch of 32 px.
        OpenaiPatchesO4Mini => "openai_patches_o4_mini",
        /// GPT-5.2 to 5.5: 1.2 tokens for each patch of 32 px, at most 10,000 patches.
        OpenaiPatches5 => "openai_patches_5",
        /// GPT-6: 1.2 tokens for each patch of 32 px.
        OpenaiPatches6 => "openai_patches_6",
        /// Claude 3 to 4.6: one token for each patch of 28 px, at most 1,568.
        Anthropic => "anthropic",
        /// Claude 4.7 to 4.9, and names without a version: one token for each patch of 28 px, at most
        /// 4,784.
        AnthropicHigh => "anthropic_high",
        /// Claude from 5: as [`AnthropicHigh`](Self::AnthropicHigh), but with a smaller limit on the
        /// long side.
        Anthropic5 => "anthropic_5",
        /// Gemini 1.5 to 2.5: 258 tokens, or 258 for each tile of 768 px.
        Gemini2 => "gemini_2",
        /// Gemini from 3: a budget of tokens that depends on the detail, 1,120 by default.
        Gemini3 => "gemini_3",
        /// Qwen2-VL and 2.5-VL: one token for each patch of 28 px.
        QwenVl => "qwen_vl",
        /// Qwen3-VL: one token for each patch of 32 px.
        Qwen3Vl => "qwen3_vl",
    }
}

words! {
    /// The level of detail that a request asks for.
    pub enum Detail {
        /// `auto`, `original`, any other word, or none given.
        Auto => "auto",
        /// `low`: fewest tokens.
        Low => "low",
        /// `medium`: known to Gemini only.
        Medium => "medium",
        /// `high`: the most tokens, except for `ultra_high`.
        High => "high",
        /// `ultra_high`: known to Gemini only.
        UltraHigh => "ultra_high",
    }
}

named!(MediaRule, Detail);

/// How one rule prices an image.
enum Image {
    /// `base` tokens, and `tile` tokens for each tile of 512 px.
    Tiles { base: u64, tile: u64 },
    /// Patches of 32 px. A patch costs `hundredths` / 100 tokens. There are at most `cap` patches;
    /// 0 means no cap.
    Patches {
        hundredths: u64,
        cap: u64,
        high_cap: u64,
    },
    /// Patches of 28 px. The image is first scaled to fit the long side `side` and at most `cap`
    /// patches. An image larger than [`NOTE_PIXELS`] costs `note` tokens more.
    Claude { side: u32, cap: u64, note: u64 },
    /// One tile for a small image, tiles of 768 px for a larger one.
    Gemini2,
    /// A grid that has the shape of the image and fits a budget of tokens.
    Gemini3,
    /// Patches of `patch` pixels, with the sides rounded to whole patches.
    Qwen { patch: u32 },
}

/// Length of a side, in pixels, above which a note informs Claude that the image was scaled. In the
/// data set the limit is between 1,920 and 2,560.
const NOTE_PIXELS: u32 = 2_000;

/// Tokens of a page of a PDF where nothing is known of the model.
const PAGE_TOKENS: u64 = 1_500;
/// Tokens of the text of a page where it comes with a picture. Chosen here: a full page of prose has
/// 500 to 700 words.
const PAGE_TEXT_TOKENS: u64 = 1_000;
/// The picture of a page, in pixels: A4 at 150 dpi.
const PAGE_PIXELS: (u32, u32) = (1_240, 1_754);

impl MediaRule {
    /// The rule for a model, found by its name. [`Unknown`](Self::Unknown) if no rule is known.
    #[must_use]
    pub fn for_model(model: &str) -> Self {
        let model = model.to_ascii_lowercase();
        let words: Vec<&str> = model
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        let at = |start: &str| words.iter().position(|word| word.starts_with(start));
        if let Some(after) = at("claude") {
            return match version(&words[after..], "claude") {
                Some((5.., _)) => Self::Anthropic5,
                Some((4, 7..)) | None => Self::AnthropicHigh,
                Some(_) => Self::Anthropic,
            };
        }
        if let Some(after) = at("gemini") {
            return if version(&words[after..], "gemini").is_some_and(|(major, _)| major < 3) {
                Self::Gemini2
            } else {
                Self::Gemini3
            };
        }
        if let Some(after) = at("qwen").filter(|_| words.contains(&"vl")) {
            return if version(&words[after..], "qwen").is_some_and(|(major, _)| major >= 3) {
                Self::Qwen3Vl
            } else {
                Self::QwenVl
            };
        }
        openai(&words)
    }

    /// Tokens of a medium by this rule. `constant` if the rule has no price for such a medium, or
    /// nothing is known about it.
    #[must_use]
    pub fn tokens(self, facts: MediaFacts, detail: Detail, constant: u64) -> u64 {
        match facts {
            MediaFacts::Image { width, height } => self
                .image()
                .map_or(constant, |image| image.tokens(width, height, detail).max(1)),
            MediaFacts::Pdf { pages } => self
                .pdf_page_tokens(detail)
                .map_or(constant, |tokens| u64::from(pages) * tokens),
            MediaFacts::Audio { seconds } => self
                .audio_tokens_per_second()
                .map_or(constant, |rate| (seconds * rate).ceil().max(1.0) as u64),
            MediaFacts::Unknown => constant,
        }
    }

    fn image(self) -> Option<Image> {
        let tiles = |base, tile| Image::Tiles { base, tile };
        let patches = |hundredths, cap, high_cap| Image::Patches {
            hundredths,
            cap,
            high_cap,
        };
        let claude = |side, cap, note| Image::Claude { side, cap, note };
        Some(match self {
            Self::Constant | Self::Unknown => return None,
            Self::OpenaiTiles => tiles(85, 170),
            Self::OpenaiTiles4oMini => tiles(2_833, 5_667),
            Self::OpenaiTilesO => tiles(75, 150),
            Self::OpenaiTiles5 => tiles(70, 140),
            Self::OpenaiPatchesMini => patches(162, 1_536, 1_536),
            Self::OpenaiPatchesNano => patches(246, 1_536, 1_536),
            Self::OpenaiPatchesO4Mini => patches(172, 1_536, 1_536),
            Self::OpenaiPatches5 => patches(120, 10_000, 2_500),
            Self::OpenaiPatches6 => patches(120, 0, 2_500),
            Self::Anthropic => claude(1_568, 1_568, 32),
            Self::AnthropicHigh => claude(2_576, 4_784, 40),
            Self::Anthropic5 => claude(2_016, 4_784, 40),
            Self::Gemini2 => Image::Gemini2,
            Self::Gemini3 => Image::Gemini3,
            Self::QwenVl => Image::Qwen { patch: 28 },
            Self::Qwen3Vl => Image::Qwen { patch: 32 },
        })
    }

    /// Tokens of one page of a PDF; `None` if everything costs the constant.
    fn pdf_page_tokens(self, detail: Detail) -> Option<u64> {
        Some(match self {
            Self::Constant => return None,
            Self::Unknown | Self::QwenVl | Self::Qwen3Vl => PAGE_TOKENS,
            Self::Anthropic | Self::AnthropicHigh | Self::Anthropic5 => 3_000,
            Self::Gemini2 => 258,
            Self::Gemini3 => match detail {
                Detail::Low => 280,
                Detail::Auto | Detail::Medium => 560,
                Detail::High | Detail::UltraHigh => 1_120,
            },
            _ => {
                let (width, height) = PAGE_PIXELS;
                let picture = self.image().map(|it| it.tokens(width, height, detail));
                PAGE_TEXT_TOKENS + picture.unwrap_or(0)
            }
        })
    }

    fn audio_tokens_per_second(self) -> Option<f64> {
        match self {
            // ai.google.dev/gemini-api/docs/tokens: 32 tokens a second.
            Self::Gemini2 | Self::Gemini3 => Some(32.0),
            // OpenAI's realtime guide: one token for each 100 ms of the user's audio.
            Self::OpenaiTiles | Self::OpenaiTiles4oMini => Some(10.0),
            _ => None,
        }
    }
}

impl Image {
    fn tokens(&self, width: u32, height: u32, detail: Detail) -> u64 {
        match *self {
            Self::Tiles { base, .. } if detail == Detail::Low => base,
            Self::Tiles { base, tile } => base + tile * tiles(width, height),
            Self::Patches {
                hundredths,
                cap,
                high_cap,
            } => {
                let cap = match detail {
                    // `low` shows the model a square of 512 px: 16 by 16 patches.
                    Detail::Low => 256,
                    Detail::High => high_cap,
                    _ => cap,
                };
                (patches32(width, height, cap) * hundredths).div_ceil(100)
            }
            Self::Claude { side, cap, note } => {
                patches28(width, height, side, cap)
                    + u64::from(width.max(height) > NOTE_PIXELS) * note
            }
            Self::Gemini2 if width.max(height) <= 384 => 258,
            Self::Gemini2 => 258 * ceil_div(width, 768) * ceil_div(height, 768),
            Self::Gemini3 => {
                let budget = match detail {
                    Detail::Low => 280.0,
                    Detail::Medium => 560.0,
                    Detail::Auto | Detail::High => 1_120.0,
                    Detail::UltraHigh => 2_240.0,
                };
                let shape = f64::from(width) / f64::from(height);
                let [columns, rows] = [budget * shape, budget / shape]
                    .map(|square| (square.sqrt() as u64).clamp(1, budget as u64));
                columns * rows
            }
            Self::Qwen { patch } => {
                let round = |side: u32| u64::from((side + patch / 2) / patch).max(1);
                (round(width) * round(height)).clamp(4, 16_384)
            }
        }
    }
}

fn ceil_div(side: u32, by: u32) -> u64 {
    u64::from(side.div_ceil(by))
}

/// Number of tiles: the image is scaled into 2,048 px, then its short side down to 768 px, then it
/// is cut into tiles of 512 px.
fn tiles(width: u32, height: u32) -> u64 {
    let (width, height) = (f64::from(width), f64::from(height));
    let into = (2_048.0 / width.max(height)).min(1.0);
    let scale = into * (768.0 / (width.min(height) * into)).min(1.0);
    // A rounding error above a whole number of tiles must not add a tile.
    let count = |side: f64| ((side - 1e-6) / 512.0).ceil().max(1.0) as u64;
    count(width * scale) * count(height * scale)
}

/// Number of patches of 32 px. Above the cap, the image shrinks to the largest size of the same
/// shape whose patches fit.
fn patches32(width: u32, height: u32, cap: u64) -> u64 {
    let patches = ceil_div(width, 32) * ceil_div(height, 32);
    if cap == 0 || patches <= cap {
        return patches;
    }
    let (width, height) = (f64::from(width) / 32.0, f64::from(height) / 32.0);
    let shrink = (cap as f64 / (width * height)).sqrt();
    let whole = |side: f64| (side * shrink).floor().max(1.0) / (side * shrink);
    let shrink = shrink * whole(width).min(whole(height));
    let count = |side: f64| (side * shrink - 1e-9).ceil().max(1.0) as u64;
    (count(width) * count(height)).min(cap)
}

/// Number of patches of 28 px after the image shrinks to the largest size of the same shape that
/// fits the long side and the cap.
fn patches28(width: u32, height: u32, side: u32, cap: u64) -> u64 {
    let (long, short) = (width.max(height), width.min(height));
    let patches = |edge: u32| {
        let other = (f64::from(edge) * f64::from(short) / f64::from(long))
            .round()
            .max(1.0) as u32;
        ceil_div(edge, 28) * ceil_div(other, 28)
    };
    let (mut fits, mut over) = (1, long.min(side) + 1);
    while fits + 1 < over {
        let middle = fits + (over - fits) / 2;
        if patches(middle) <= cap {
            fits = middle;
        } else {
            over = middle;
        }
    }
    patches(fits)
}

/// The version in a model's name: the first number, and the number right after it (else 0). Numbers
/// of 100 or more are dates.
fn version(words: &[&str], name: &str) -> Option<(u32, u32)> {
    let number = |word: &&str| {
        word.trim_start_matches(name)
            .trim_start_matches('v')
            .parse::<u32>()
            .ok()
            .filter(|number| *number < 100)
    };
    let at = words.iter().position(|word| number(word).is_some())?;
    Some((
        number(words.get(at)?)?,
        words.get(at + 1).and_then(number).unwrap_or(0),
    ))
}

fn openai(words: &[&str]) -> MediaRule {
    let has = |word: &str| words.contains(&word);
    let Some(at) = words
        .iter()
        .position(|word| matches!(*word, "gpt" | "chatgpt" | "o1" | "o3" | "o4"))
    else {
        return MediaRule::Unknown;
    };
    let word = |at: usize| words.get(at).copied().unwrap_or_default();
    let within = |word: &str, from: u32| {
        word.parse()
            .is_ok_and(|number: u32| (from..100).contains(&number))
    };
    match (words[at], (word(at + 1), word(at + 2))) {
        ("o4", _) => MediaRule::OpenaiPatchesO4Mini,
        ("o1" | "o3", _) => MediaRule::OpenaiTilesO,
        (_, ("4o", "mini")) => MediaRule::OpenaiTiles4oMini,
        (_, ("3", _) | ("oss", _)) => MediaRule::Unknown,
        _ if has("mini") => MediaRule::OpenaiPatchesMini,
        _ if has("nano") => MediaRule::OpenaiPatchesNano,
        (_, ("4" | "4o", _)) => MediaRule::OpenaiTiles,
        (_, ("5", minor)) if within(minor, 2) => MediaRule::OpenaiPatches5,
        (_, ("5", _)) => MediaRule::OpenaiTiles5,
        (_, (major, _)) if within(major, 6) => MediaRule::OpenaiPatches6,
        _ => MediaRule::Unknown,
    }
}
