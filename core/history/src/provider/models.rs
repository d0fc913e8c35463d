//! Limits and prices of models, by name. The facts are in `models/table.csv`, which
//! `scripts/models.py` writes; `models/names.rs` reads names.

mod names;

use super::prices::CachePrices;
use crate::shape::{shapes, words};
use conspectus_tokens::instant::Family;
pub use names::{find, spelled};
use std::sync::LazyLock;

words! {
    /// The source of a limit.
    pub enum LimitSource {
        /// You passed it.
        Declared => "declared",
        /// The table of models.
        Table => "table",
        /// A provider error.
        Observed => "observed",
        /// The preset's original assumes it.
        Assumed => "assumed",
        /// The model is unknown: it's a guess.
        Fallback => "fallback",
    }
}

shapes! {
    /// Prices in dollars per million tokens.
    pub struct Prices as "ModelPrices": Copy {
        /// Uncached prompt tokens.
        pub input: f64,
        /// Tokens read from the cache.
        pub cached_read: f64,
        /// Tokens written to the cache.
        pub cache_write: f64,
        /// Output tokens.
        pub output: f64,
    }
}

shapes! {
    /// Prices for all tokens of longer prompts.
    pub struct PriceTier: Copy {
        /// Prompts with more tokens cost these prices.
        pub above_tokens: u64,
        /// The prices.
        pub prices: Prices,
    }
}

shapes! {
    /// What is known about a model.
    pub struct ModelLimits as "ModelInfo" {
        /// The name in the table or in `models`, or null.
        pub model: Option<String>,
        /// The context window: prompt and answer together.
        pub window_tokens: u64,
        /// The source of the window.
        pub window_source: LimitSource,
        /// The largest prompt in tokens, if it's limited separately.
        pub input_tokens: u64,
        /// The largest response in tokens.
        pub output_tokens: u64,
        /// The source of the output limit.
        pub output_source: LimitSource,
        /// The tokenizer family for estimates.
        pub family: &'static str,
        /// List prices for prompts of normal length, or null.
        pub prices: Option<Prices>,
        /// Prices of long prompts, the shortest first.
        pub tiers: Vec<PriceTier>,
        /// Cache prices and rules, or null.
        pub cache: Option<CachePrices>,
        /// The source of the facts, or null.
        pub source: Option<&'static str>,
        /// The year and month of the source, or null.
        pub date: Option<&'static str>,
    }
}

impl ModelLimits {
    /// What is taken for a model of which nothing is known. Chosen here: nearly all models that run
    /// agents today have at least this.
    pub fn guessed(name: &str) -> Self {
        Self {
            model: None,
            window_tokens: 128_000,
            window_source: LimitSource::Fallback,
            input_tokens: 128_000,
            output_tokens: 8_192,
            output_source: LimitSource::Fallback,
            family: Family::for_model(name).name(),
            prices: None,
            tiers: Vec::new(),
            cache: None,
            source: None,
            date: None,
        }
    }
}

/// The rows: `spelling,name,window[/input],output,prices,tiers,source`, by the normal form of the
/// name, in its order; a name that has that form is left out. Another name of a row is
/// `spelling,=spelling of the row`. Prices are `input/read/write/output` in dollars for a million
/// tokens: list prices, those of writing for five minutes where there is a choice. What is left out
/// costs what input costs. Lines with `#` are the sources, by their letters.
const TABLE: &str = include_str!("models/table.csv");

/// Its rows, in order.
static LINES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    TABLE
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect()
});

/// Lines of models all of which bind their thinking since a version: the provider drops reasoning
/// without a word once something before it changed. Source: developers.openai.com, "Using GPT-6.2",
/// 2026-11.
const BINDING_SINCE: [(&str, (u32, u32)); 1] = [("gpt-", (6, 2))];

/// Models that bind their thinking: a signed block is valid only while everything before it is as
/// it was. Source: platform.claude.com, "Prefix checks on thinking blocks", supported models,
/// 2026-11.
const BINDING: [&str; 7] = [
    "claude-fable-5-1",
    "claude-fable-5-2",
    "claude-mythos-5-1",
    "claude-mythos-5-2",
    "claude-opus-5-5",
    "claude-sonnet-5-5",
    "claude-haiku-5-5",
];

/// Returns the limits of a model in the table, without cache prices.
pub fn known_limits(name: &str) -> Option<ModelLimits> {
    let mut fields = find(name, line)?.split(',');
    let mut limits = ModelLimits::guessed(name);
    let (spelling, name) = (fields.next()?, fields.next()?);
    limits.model = Some(if name.is_empty() { spelling } else { name }.to_owned());
    let (window, input) = either(fields.next()?, '/');
    limits.window_tokens = window.parse().ok()?;
    limits.window_source = LimitSource::Table;
    limits.input_tokens = input.parse().unwrap_or(limits.window_tokens);
    limits.output_tokens = limits.output_tokens.min(limits.window_tokens);
    if let Ok(output) = fields.next()?.parse() {
        (limits.output_tokens, limits.output_source) = (output, LimitSource::Table);
    }
    limits.prices = prices(fields.next()?);
    let tiers = fields.next()?.split(';').map(|tier| either(tier, ':'));
    let tier = |(above, listed): (&str, &str)| {
        let (above_tokens, prices) = (above.parse().ok()?, prices(listed)?);
        Some(PriceTier {
            above_tokens,
            prices,
        })
    };
    limits.tiers = tiers.filter_map(tier).collect();
    (limits.date, limits.source) = source(fields.next()?).unzip();
    Some(limits)
}

/// The line of a spelling, or of the row of which it is another name.
fn line(spelling: &str) -> Option<&'static str> {
    let line = line_of(spelling)?;
    match line.split_once(",=") {
        Some((_, row)) => line_of(row),
        None => Some(line),
    }
}

fn line_of(spelling: &str) -> Option<&'static str> {
    let place = LINES.binary_search_by_key(&spelling, |line| either(line, ',').0);
    place.ok().map(|place| LINES[place])
}

/// Splits a text at the first `sign`; without one, returns the text and an empty string.
fn either(text: &str, sign: char) -> (&str, &str) {
    text.split_once(sign).unwrap_or((text, ""))
}

fn prices(listed: &str) -> Option<Prices> {
    let mut listed = listed.split('/').map(str::parse);
    let input: f64 = listed.next()?.ok()?;
    let mut or_input = || Some(listed.next()?.unwrap_or(input));
    Some(Prices {
        input,
        cached_read: or_input()?,
        cache_write: or_input()?,
        output: or_input()?,
    })
}

/// The date of a source, and its name.
fn source(letter: &str) -> Option<(&'static str, &'static str)> {
    let of_letter = |line: &'static str| line.strip_prefix('#')?.strip_prefix(letter);
    let line = TABLE
        .lines()
        .take_while(|line| line.starts_with('#'))
        .find_map(of_letter)?;
    line.trim_start().split_once(' ')
}

/// Returns the bare name of a model, and its limits if it is in the table.
pub fn named(name: &str) -> (String, Option<ModelLimits>) {
    let known = known_limits(name);
    let model = known.as_ref().and_then(|it| it.model.clone());
    (model.unwrap_or_else(|| names::bare(name)), known)
}

/// Returns whether the model binds its thinking to the content before it; `None` if the tables do
/// not have the model.
pub fn binds_thinking(name: &str) -> Option<bool> {
    let binds = |name: &str| (BINDING.contains(&name) || is_since(name)).then_some(true);
    find(name, binds).or_else(|| find(name, line).map(|_| false))
}

/// Whether a spelling is that of a version since which all models of its line bind their thinking.
fn is_since(spelling: &str) -> bool {
    BINDING_SINCE.iter().any(|(line, since)| {
        let mut words = spelling.strip_prefix(line).unwrap_or_default().split('-');
        // What is longer is a date.
        let mut number = || words.next().filter(|it| it.len() < 3)?.parse::<u32>().ok();
        number().is_some_and(|major| (major, number().unwrap_or(0)) >= *since)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
        lines.map(|line| either(line, ','))
    }

    #[test]
    fn every_row_is_found_and_makes_sense() {
        assert!(rows().count() > 1_000);
        for (spelling, row) in rows() {
            let found = known_limits(spelling).unwrap_or_else(|| panic!("{spelling}"));
            let model = found.model.unwrap_or_default();
            let row = row.strip_prefix('=').unwrap_or(spelling);
            assert_eq!(spelled(&model), row, "{spelling}");
            assert!(
                0 < found.output_tokens
                    && 0 < found.input_tokens
                    && found.input_tokens <= found.window_tokens,
                "{spelling}"
            );
            assert!(found.source.is_some() && found.date.is_some(), "{spelling}");
            let tiers = found.tiers.iter().map(|tier| tier.prices);
            for prices in found.prices.into_iter().chain(tiers) {
                assert!(
                    0.0 < prices.cached_read
                        && prices.cached_read <= prices.input
                        && prices.input <= prices.cache_write
                        && 0.0 < prices.output,
                    "{spelling}"
                );
            }
            assert!(
                found.tiers.is_sorted_by_key(|tier| tier.above_tokens),
                "{spelling}"
            );
        }
    }

    #[test]
    fn the_rows_are_in_order() {
        let spellings: Vec<&str> = rows().map(|row| row.0).collect();
        assert!(spellings.is_sorted_by(|one, next| one < next));
    }

    #[test]
    fn other_models_are_not_taken_for_known_ones() {
        for name in [
            "",
            "-",
            "/",
            ":",
            "@",
            ".",
            "ft:",
            "gpt",
            "gpt-5-turbo-x",
            "claude",
            "my/own",
            "gemini-9",
            "claude-opus-4-9",
            "o3x",
            "...",
            "🦀-latest",
            "gpt-41",
            "gpt-4-32k",
            "o1-pre",
            "gpt-5-minimal",
            "gpt-4o-mini-x",
            "qwen3:7777b",
            "llama3.1:9b",
            "llama-3.19-70b",
            "deepseek-r1:15b",
            "claude-opus-55",
            "opus",
            "mini",
            "large",
            "latest",
            "instruct",
            "8b",
            "v3",
            "r1",
            "gemma-3-28b-it",
            "mistral-larger",
            "glm-46",
        ] {
            assert!(known_limits(name).is_none(), "{name}");
        }
    }
}
