//! What models hold and cost, by their names. The facts stand in `models/table.rs`.

mod table;

use crate::shape::shapes;
use crate::shape::words;
use conspectus_tokens::instant::Family;
use table::{BINDING, BINDING_SINCE, MODELS, Row, SOURCES};

words! {
    /// How a limit is known.
    pub enum LimitFrom {
        /// The host said so.
        Declared => "declared",
        /// It stands in the table of models.
        Table => "table",
        /// A provider's refusal stated it.
        Observed => "observed",
        /// The preset's system assumes it.
        Assumed => "assumed",
        /// Nothing is known of the model: it is a guess.
        Fallback => "fallback",
    }
}

shapes! {
    /// Prices in dollars for a million tokens.
    pub struct Prices as "ModelPrices": Copy {
        /// Tokens of the prompt that are not cached.
        pub input: f64,
        /// Tokens that are read from the cache.
        pub cached_read: f64,
        /// Tokens that are written to the cache.
        pub cache_write: f64,
        /// Tokens of the answer.
        pub output: f64,
    }
}

shapes! {
    /// What a model holds and costs, and how that is known.
    pub struct ModelLimits {
        /// The name under which the table has the model; `None` if it does not have it.
        pub model: Option<&'static str>,
        /// The context window: prompt and answer together.
        pub window_tokens: u64,
        /// How the window is known.
        pub window_from: LimitFrom,
        /// The most tokens of a prompt: less than the window where the provider limits it apart.
        pub input_tokens: u64,
        /// The most tokens of an answer.
        pub output_tokens: u64,
        /// How the limit on answers is known.
        pub output_from: LimitFrom,
        /// The family of its tokenizer, by which tokens are estimated.
        pub family: &'static str,
        /// The list prices of its provider, for prompts that are not charged as long ones; `None` if
        /// the table does not have the model.
        pub prices: Option<Prices>,
        /// Where the facts come from.
        pub source: Option<&'static str>,
        /// When they were looked up: a year and a month.
        pub date: Option<&'static str>,
    }
}

/// What is taken for a model that the table does not have. Chosen here: nearly all models that run
/// agents today have at least this.
const FALLBACK: (u64, u64) = (128_000, 8_192);

/// What a model holds and costs. Prefixes of vendors and regions, dates, versions and `-latest` in
/// the name are understood.
///
/// ```
/// use conspectus::{model_limits, LimitFrom};
///
/// let limits = model_limits("us.anthropic.claude-opus-4-7-20260416-v1:0");
/// assert_eq!((limits.model, limits.window_tokens), (Some("claude-opus-4-7"), 1_000_000));
/// assert_eq!(model_limits("my-own").window_from, LimitFrom::Fallback);
/// ```
#[must_use]
pub fn model_limits(name: &str) -> ModelLimits {
    let family = Family::for_model(name).name();
    match find(name) {
        Some(row) => ModelLimits {
            model: Some(row.name),
            window_tokens: row.window,
            window_from: LimitFrom::Table,
            input_tokens: row.input.unwrap_or(row.window).min(row.window),
            output_tokens: row.output,
            output_from: LimitFrom::Table,
            family,
            prices: Some(Prices {
                input: row.prices[0],
                cached_read: row.prices[1],
                cache_write: row.prices[2],
                output: row.prices[3],
            }),
            source: SOURCES.get(row.source).map(|(source, _)| *source),
            date: SOURCES.get(row.source).map(|(_, date)| *date),
        },
        None => ModelLimits {
            model: None,
            window_tokens: FALLBACK.0,
            window_from: LimitFrom::Fallback,
            input_tokens: FALLBACK.0,
            output_tokens: FALLBACK.1,
            output_from: LimitFrom::Fallback,
            family,
            prices: None,
            source: None,
            date: None,
        },
    }
}

/// The limits of a model that the table has.
pub fn known_limits(name: &str) -> Option<ModelLimits> {
    find(name).map(|_| model_limits(name))
}

/// A name without what stands around it, and what the table has of that model.
pub fn named(name: &str) -> (String, Option<ModelLimits>) {
    (
        find(name).map_or_else(|| bare(name), |row| row.name.to_owned()),
        known_limits(name),
    )
}

/// Whether the model binds its thinking to what stands before it; `None` if the tables do not have
/// the model.
pub fn binds_thinking(name: &str) -> Option<bool> {
    let binds = |name: &str| (BINDING.contains(&name) || is_since(name)).then_some(true);
    shorter(name, binds).or_else(|| find(name).map(|_| false))
}

/// Whether the name is that of a version since which all models of its line bind their thinking.
fn is_since(name: &str) -> bool {
    BINDING_SINCE.iter().any(|(line, since)| {
        let version = name.strip_prefix(line).unwrap_or_default();
        let version = version.split('-').next().unwrap_or_default();
        let (major, minor) = version.split_once('.').unwrap_or((version, "0"));
        let read = |digits: &str| digits.parse::<u32>().ok();
        read(major).zip(read(minor)).is_some_and(|it| it >= *since)
    })
}

fn find(name: &str) -> Option<&'static Row> {
    shorter(name, |name| {
        MODELS
            .iter()
            .find(|row| row.name == name || row.also.contains(&name))
    })
}

/// What is known of a name, or of the name without what stands around it.
fn shorter<T>(name: &str, known: impl Fn(&str) -> Option<T>) -> Option<T> {
    let name = bare(name);
    let mut rest = name.as_str();
    loop {
        if let Some(found) = known(rest) {
            return Some(found);
        }
        rest = without_end(rest)?;
    }
}

/// A name without what stands in front of it and without a variant behind it:
/// `us.anthropic.claude-...`, `openrouter/openai/gpt-5:free`.
fn bare(name: &str) -> String {
    let name = name.trim().to_ascii_lowercase();
    // A path, and `models/` in front of some.
    let name = name.rsplit('/').next().unwrap_or_default();
    // Regions and vendors, as in `eu.anthropic.claude-sonnet-4-5`. Versions have dots too, but
    // digits in front of them.
    let mut name = name;
    while let Some((before, after)) = name.split_once('.') {
        if before.is_empty()
            || !before
                .bytes()
                .all(|byte| byte.is_ascii_alphabetic() || byte == b'-')
        {
            break;
        }
        name = after;
    }
    // `:free`, `:0`, `@20250929`, `[1m]`.
    let end = name.find([':', '@', '[']).unwrap_or(name.len());
    name[..end].to_owned()
}

/// A name without its last part, if that part is a date, a version of the same model, or says which
/// one is meant: `-latest`, `-20250929`, `-2025-08-07`, `-v1`, `-001`.
fn without_end(name: &str) -> Option<&str> {
    let (rest, end) = name.rsplit_once('-')?;
    let is_digits = |text: &str, count: usize| {
        text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_version = end.strip_prefix('v').is_some_and(|digits| {
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    });
    if end == "latest"
        || end == "preview"
        || is_version
        || is_digits(end, 8)
        || is_digits(end, 3)
        || is_digits(end, 4)
    {
        return Some(rest);
    }
    // `-2025-08-07`, and `-05-06` behind `-preview`.
    let (rest, month) = if is_digits(end, 2) {
        rest.rsplit_once('-')?
    } else {
        return None;
    };
    if !is_digits(month, 2) {
        return None;
    }
    match rest.rsplit_once('-') {
        Some((before, year)) if is_digits(year, 4) => Some(before),
        Some((_, "preview")) => Some(rest),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_found_and_makes_sense() {
        for row in MODELS {
            for name in row.also.iter().chain([&row.name]) {
                assert_eq!(find(name).map(|found| found.name), Some(row.name), "{name}");
            }
            assert!(
                row.output <= row.window && row.input.is_none_or(|input| input <= row.window),
                "{}",
                row.name
            );
            let [input, read, write, output] = row.prices;
            assert!(
                0.0 < read && read <= input && input <= write && input <= output,
                "{}",
                row.name
            );
            assert!(row.source < SOURCES.len());
        }
    }

    #[test]
    fn other_models_are_not_taken_for_known_ones() {
        for name in [
            "",
            "-",
            "gpt",
            "gpt-5-turbo-x",
            "claude",
            "my/own",
            "gemini-9",
            "claude-opus-4-9",
            "o3x",
            "...",
            "🦀-latest",
            "gpt-4-32k",
        ] {
            assert!(find(name).is_none(), "{name}");
        }
    }
}
