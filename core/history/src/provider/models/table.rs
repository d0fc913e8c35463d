//! The table of models: what they hold, in tokens, and what a million tokens cost, in dollars. Each
//! row names where its facts come from.
//!
//! Prices are list prices: input, read from the cache, written to the cache (for five minutes where
//! there is a choice), output. Where a provider takes nothing for writing, that price is the one of
//! the input. Some providers charge more for long prompts: then it is the price of the short ones.
//! To add a model: add a row, and a case in `tests/vectors/provider/models.json`.

/// One model.
pub(super) struct Row {
    pub name: &'static str,
    /// Other names of the very same model.
    pub also: &'static [&'static str],
    /// Prompt and answer together.
    pub window: u64,
    /// The limit on the prompt alone, where there is one.
    pub input: Option<u64>,
    pub output: u64,
    /// Input, cache read, cache write, output.
    pub prices: [f64; 4],
    /// Index in [`SOURCES`].
    pub source: usize,
}

const fn row(
    name: &'static str,
    also: &'static [&'static str],
    limits: (u64, Option<u64>, u64),
    prices: [f64; 4],
    source: usize,
) -> Row {
    let (window, input, output) = limits;
    Row {
        name,
        also,
        window,
        input,
        output,
        prices,
        source,
    }
}

/// Where facts come from, and when they were looked up.
pub(super) const SOURCES: [(&str, &str); 7] = [
    ("models.dev (repository anomalyco/models.dev)", "2026-11"),
    ("platform.claude.com, models overview", "2026-11"),
    ("developers.openai.com, model pages", "2026-11"),
    (
        "ai.google.dev, model pages; models.dev for prices",
        "2026-11",
    ),
    (
        "the table of LiteLLM and vercel.com/ai-gateway, which agree",
        "2026-11",
    ),
    (
        "models.dev (repository anomalyco/models.dev), as long as the provider had the model",
        "2026-07",
    ),
    (
        "ai.google.dev, model and price pages, as long as the provider had the model",
        "2025-09",
    ),
];

const DEV: usize = 0;
const CLAUDE: usize = 1;
const OPENAI: usize = 2;
const GOOGLE: usize = 3;
const ROUTERS: usize = 4;
/// For models that clouds, routers and recorded sessions still name.
const DEV_OLD: usize = 5;
const GOOGLE_OLD: usize = 6;

/// Lines of models all of which bind their thinking since a version: the provider drops reasoning
/// without a word once something before it changed. Source: developers.openai.com, "Using GPT-6.2",
/// 2026-11.
pub(super) const BINDING_SINCE: [(&str, (u32, u32)); 1] = [("gpt-", (6, 2))];

/// Models that bind their thinking: a signed block is valid only while everything before it is as
/// it was. Source: platform.claude.com, "Prefix checks on thinking blocks", supported models,
/// 2026-11.
pub(super) const BINDING: [&str; 7] = [
    "claude-fable-5-1",
    "claude-fable-5-2",
    "claude-mythos-5-1",
    "claude-mythos-5-2",
    "claude-opus-5-5",
    "claude-sonnet-5-5",
    "claude-haiku-5-5",
];

pub(super) const MODELS: &[Row] = &[
    // Anthropic.
    row(
        "claude-fable-5-1",
        &[],
        (1_000_000, None, 128_000),
        [10.0, 0.25, 12.5, 50.0],
        CLAUDE,
    ),
    row(
        "claude-opus-5-5",
        &[],
        (1_000_000, None, 128_000),
        [4.0, 0.2, 5.0, 20.0],
        CLAUDE,
    ),
    row(
        "claude-opus-5",
        &[],
        (1_000_000, None, 128_000),
        [5.0, 0.5, 6.25, 25.0],
        CLAUDE,
    ),
    row(
        "claude-opus-4-8",
        &[],
        (1_000_000, None, 128_000),
        [5.0, 0.5, 6.25, 25.0],
        DEV,
    ),
    row(
        "claude-opus-4-7",
        &[],
        (1_000_000, None, 128_000),
        [5.0, 0.5, 6.25, 25.0],
        DEV,
    ),
    row(
        "claude-opus-4-6",
        &[],
        (1_000_000, None, 128_000),
        [5.0, 0.5, 6.25, 25.0],
        CLAUDE,
    ),
    row(
        "claude-opus-4-5",
        &[],
        (200_000, None, 64_000),
        [5.0, 0.5, 6.25, 25.0],
        CLAUDE,
    ),
    row(
        "claude-opus-4-1",
        &[],
        (200_000, None, 32_000),
        [15.0, 1.5, 18.75, 75.0],
        DEV,
    ),
    row(
        "claude-sonnet-5-5",
        &[],
        (1_000_000, None, 128_000),
        [2.0, 0.1, 2.5, 10.0],
        CLAUDE,
    ),
    row(
        "claude-sonnet-5",
        &[],
        (1_000_000, None, 128_000),
        [2.0, 0.2, 2.5, 10.0],
        CLAUDE,
    ),
    row(
        "claude-sonnet-4-6",
        &[],
        (1_000_000, None, 128_000),
        [3.0, 0.3, 3.75, 15.0],
        CLAUDE,
    ),
    row(
        "claude-sonnet-4-5",
        &[],
        (200_000, None, 64_000),
        [3.0, 0.3, 3.75, 15.0],
        DEV,
    ),
    row(
        "claude-sonnet-4",
        &["claude-sonnet-4-0"],
        (200_000, None, 64_000),
        [3.0, 0.3, 3.75, 15.0],
        DEV_OLD,
    ),
    row(
        "claude-opus-4",
        &["claude-opus-4-0"],
        (200_000, None, 32_000),
        [15.0, 1.5, 18.75, 75.0],
        DEV_OLD,
    ),
    row(
        "claude-3-7-sonnet",
        &["claude-sonnet-3-7"],
        (200_000, None, 64_000),
        [3.0, 0.3, 3.75, 15.0],
        DEV,
    ),
    row(
        "claude-3-5-sonnet",
        &["claude-sonnet-3-5"],
        (200_000, None, 8_192),
        [3.0, 0.3, 3.75, 15.0],
        DEV_OLD,
    ),
    row(
        "claude-haiku-4-5",
        &[],
        (200_000, None, 64_000),
        [1.0, 0.1, 1.25, 5.0],
        CLAUDE,
    ),
    row(
        "claude-3-5-haiku",
        &["claude-haiku-3-5"],
        (200_000, None, 8_192),
        [0.8, 0.08, 1.0, 4.0],
        DEV,
    ),
    // OpenAI.
    row(
        "gpt-6-astra",
        &[],
        (1_050_000, Some(922_000), 128_000),
        [10.0, 1.0, 12.5, 50.0],
        DEV,
    ),
    row(
        "gpt-5.6",
        &["gpt-5.6-sol"],
        (1_050_000, Some(922_000), 128_000),
        [2.0, 0.2, 2.5, 10.0],
        DEV,
    ),
    row(
        "gpt-5.6-luna",
        &[],
        (1_050_000, Some(922_000), 128_000),
        [0.2, 0.02, 0.25, 1.2],
        OPENAI,
    ),
    row(
        "gpt-5.6-terra",
        &[],
        (1_050_000, Some(922_000), 128_000),
        [2.0, 0.2, 2.5, 12.0],
        ROUTERS,
    ),
    row(
        "gpt-5.5",
        &[],
        (1_050_000, Some(922_000), 128_000),
        [5.0, 0.5, 5.0, 30.0],
        DEV,
    ),
    row(
        "gpt-5.4",
        &[],
        (1_050_000, Some(922_000), 128_000),
        [2.5, 0.25, 2.5, 15.0],
        DEV,
    ),
    row(
        "gpt-5.3-codex",
        &[],
        (400_000, Some(272_000), 128_000),
        [1.75, 0.175, 1.75, 14.0],
        DEV,
    ),
    row(
        "gpt-5.2",
        &[],
        (400_000, Some(272_000), 128_000),
        [1.75, 0.175, 1.75, 14.0],
        DEV,
    ),
    row(
        "gpt-5.1",
        &[],
        (400_000, Some(272_000), 128_000),
        [1.25, 0.125, 1.25, 10.0],
        DEV,
    ),
    row(
        "gpt-5.1-codex",
        &["gpt-5.1-codex-max"],
        (400_000, Some(272_000), 128_000),
        [1.25, 0.125, 1.25, 10.0],
        DEV_OLD,
    ),
    row(
        "gpt-5.1-codex-mini",
        &[],
        (400_000, Some(272_000), 128_000),
        [0.25, 0.025, 0.25, 2.0],
        DEV_OLD,
    ),
    row(
        "gpt-5",
        &[],
        (400_000, Some(272_000), 128_000),
        [1.25, 0.125, 1.25, 10.0],
        DEV,
    ),
    row(
        "gpt-5-mini",
        &[],
        (400_000, Some(272_000), 128_000),
        [0.25, 0.025, 0.25, 2.0],
        DEV,
    ),
    row(
        "gpt-5-nano",
        &[],
        (400_000, Some(272_000), 128_000),
        [0.05, 0.005, 0.05, 0.4],
        DEV,
    ),
    row(
        "gpt-5-codex",
        &[],
        (400_000, Some(272_000), 128_000),
        [1.25, 0.125, 1.25, 10.0],
        OPENAI,
    ),
    row(
        "o3",
        &[],
        (200_000, None, 100_000),
        [2.0, 0.5, 2.0, 8.0],
        DEV,
    ),
    row(
        "o3-mini",
        &[],
        (200_000, None, 100_000),
        [1.1, 0.55, 1.1, 4.4],
        DEV,
    ),
    row(
        "o4-mini",
        &[],
        (200_000, None, 100_000),
        [1.1, 0.275, 1.1, 4.4],
        DEV,
    ),
    row(
        "gpt-4.1",
        &[],
        (1_047_576, None, 32_768),
        [2.0, 0.5, 2.0, 8.0],
        ROUTERS,
    ),
    row(
        "gpt-4o",
        &[],
        (128_000, None, 16_384),
        [2.5, 1.25, 2.5, 10.0],
        ROUTERS,
    ),
    row(
        "gpt-4-turbo",
        &[
            "gpt-4-turbo-preview",
            "gpt-4-1106-preview",
            "gpt-4-0125-preview",
        ],
        (128_000, None, 4_096),
        [10.0, 10.0, 10.0, 30.0],
        OPENAI,
    ),
    // Google. Limits on input and output are apart; the window is the limit on input.
    row(
        "gemini-3.8-flash",
        &["gemini-flash-latest"],
        (1_048_576, None, 65_536),
        [0.75, 0.075, 0.75, 3.75],
        DEV,
    ),
    row(
        "gemini-3.1-pro-preview",
        &[
            "gemini-3.1-pro",
            "gemini-3.1-pro-preview-customtools",
            "gemini-pro-latest",
            "auto-gemini-3",
        ],
        (1_048_576, None, 65_536),
        [2.0, 0.2, 2.0, 12.0],
        GOOGLE,
    ),
    row(
        "gemini-3.5-flash",
        &[],
        (1_048_576, None, 65_536),
        [1.5, 0.15, 1.5, 9.0],
        DEV,
    ),
    row(
        "gemini-3.1-flash-lite",
        &["gemini-3.1-flash-lite-preview"],
        (1_048_576, None, 65_536),
        [0.25, 0.025, 0.25, 1.5],
        DEV,
    ),
    row(
        "gemini-3-pro-preview",
        &["gemini-3-pro"],
        (1_048_576, None, 65_536),
        [2.0, 0.2, 2.0, 12.0],
        GOOGLE,
    ),
    row(
        "gemini-3-flash-preview",
        &["gemini-3-flash"],
        (1_048_576, None, 65_536),
        [0.5, 0.05, 0.5, 3.0],
        DEV,
    ),
    row(
        "gemini-2.5-pro",
        &["auto-gemini-2.5"],
        (1_048_576, None, 65_536),
        [1.25, 0.125, 1.25, 10.0],
        DEV,
    ),
    row(
        "gemini-2.5-flash",
        &[],
        (1_048_576, None, 65_536),
        [0.3, 0.03, 0.3, 2.5],
        DEV,
    ),
    row(
        "gemini-2.5-flash-lite",
        &[],
        (1_048_576, None, 65_536),
        [0.1, 0.01, 0.1, 0.4],
        DEV,
    ),
    row(
        "gemini-2.0-flash",
        &[],
        (1_048_576, None, 8_192),
        [0.1, 0.025, 0.1, 0.4],
        DEV_OLD,
    ),
    row(
        "gemini-2.0-flash-lite",
        &[],
        (1_048_576, None, 8_192),
        [0.075, 0.075, 0.075, 0.3],
        DEV_OLD,
    ),
    row(
        "gemini-1.5-pro",
        &[],
        (2_097_152, None, 8_192),
        [1.25, 0.3125, 1.25, 5.0],
        GOOGLE_OLD,
    ),
    // Others.
    row(
        "deepseek-chat",
        &[],
        (1_000_000, None, 8_192),
        [0.28, 0.028, 0.28, 0.42],
        DEV,
    ),
    row(
        "deepseek-reasoner",
        &[],
        (1_000_000, None, 128_000),
        [0.28, 0.028, 0.28, 0.42],
        DEV,
    ),
    row(
        "grok-4",
        &[],
        (256_000, None, 8_192),
        [3.0, 0.75, 3.0, 15.0],
        DEV,
    ),
    row(
        "qwen3-coder-plus",
        &[],
        (1_000_000, None, 65_536),
        [1.0, 0.2, 1.25, 5.0],
        DEV,
    ),
    row(
        "qwen3-max",
        &[],
        (262_144, None, 65_536),
        [1.2, 0.24, 1.5, 6.0],
        ROUTERS,
    ),
    row(
        "kimi-k2",
        &["kimi-k2-0711-preview", "kimi-k2-0711"],
        (131_072, None, 16_384),
        [0.6, 0.15, 0.6, 2.5],
        DEV_OLD,
    ),
    row(
        "kimi-k2-0905",
        &["kimi-k2-0905-preview"],
        (262_144, None, 262_144),
        [0.6, 0.15, 0.6, 2.5],
        DEV_OLD,
    ),
    row(
        "kimi-k2-thinking",
        &[],
        (262_144, None, 262_144),
        [0.6, 0.15, 0.6, 2.5],
        DEV_OLD,
    ),
    row(
        "kimi-k2-turbo-preview",
        &["kimi-k2-turbo"],
        (262_144, None, 262_144),
        [2.4, 0.6, 2.4, 10.0],
        DEV_OLD,
    ),
    row(
        "kimi-k2.5",
        &[],
        (262_144, None, 262_144),
        [0.6, 0.1, 0.6, 3.0],
        ROUTERS,
    ),
    row(
        "kimi-k2.6",
        &[],
        (262_144, None, 262_144),
        [0.95, 0.16, 0.95, 4.0],
        ROUTERS,
    ),
];
