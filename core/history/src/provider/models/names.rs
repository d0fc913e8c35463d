//! The spellings of one model: by people, clouds, routers and local servers.
//!
//! A name is looked up unchanged, then without its prefixes and suffixes, removing as little as
//! possible first. A part that distinguishes models (a size, `-mini`, a version) is never removed.

use crate::host::listed::listed;

/// Words of a name with a size which only say that the model was tuned for chats.
const TUNED: [&str; 4] = listed("instruct it chat hf");

/// Words at the end of a name that do not make it another model: which one of its line is meant,
/// its reasoning effort, how it is hosted, and how its weights are stored.
const ENDS: [&str; 12] = listed("latest preview beta high free maas tee cloud awq gptq gguf 4bit");

/// Makers or hosts of models that are written before the name with a dash.
const MAKERS: [&str; 9] =
    listed("meta anthropic openai google amazon databricks nvidia moonshotai zai");

/// Longest name that is looked up, in bytes. Chosen here: twice the longest of the table. A longer
/// one cannot be a model.
const NAME_BYTES: usize = 256;

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// `70b`, `8x22b`, `270m`.
fn is_size(word: &str) -> bool {
    let count = word.rsplit('x').next().unwrap_or(word);
    let digits = count.strip_suffix('b').or(word.strip_suffix('m'));
    digits.is_some_and(is_digits)
}

/// The normal form of a name: lower case, every sign but `/` a dash, a dash between a word and its
/// number (`llama3.1`, `Llama-3.1` and fireworks' `llama3p1` are one), and nothing of a size that
/// only says how the model was tuned, or how many parameters are used at a time.
pub fn spelled(name: &str) -> String {
    let lower = name.trim().to_ascii_lowercase();
    if lower.len() > NAME_BYTES {
        return lower;
    }
    let segments: Vec<String> = lower.split('/').map(segment).collect();
    segments.join("/")
}

fn segment(text: &str) -> String {
    let mut kept: Vec<String> = Vec::new();
    let mut word = String::new();
    let digit = |char: char| char.is_ascii_digit();
    for (at, char) in text.char_indices().chain([(text.len(), '-')]) {
        let behind = text.get(at + 1..).unwrap_or_default();
        let is_point = char == 'p' && word.ends_with(digit) && behind.starts_with(digit);
        let is_part = char.is_ascii_alphanumeric() && !is_point;
        let is_number =
            digit(char) && word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
        if !is_part || is_number {
            let size = kept.iter().any(|word| is_size(word));
            let active = word.strip_prefix('a').is_some_and(is_size);
            if !(size && (active || TUNED.contains(&word.as_str()))) {
                kept.push(std::mem::take(&mut word));
            }
            word.clear();
        }
        word.extend(is_part.then_some(char));
    }
    kept.retain(|word| !word.is_empty());
    kept.join("-")
}

/// Returns the value that `known` returns for the first known spelling of a name.
pub fn find<T>(name: &str, known: impl Fn(&str) -> Option<T>) -> Option<T> {
    if name.len() > NAME_BYTES {
        return None;
    }
    // `[1m]` asks for a window. What somebody has tuned has the name of its base in front.
    let name = name.trim().split('[').next()?;
    let tuned = name.strip_prefix("ft:").and_then(|it| it.split(':').next());
    let name = tuned.unwrap_or(name);
    for form in [Some(name), untagged(name)].into_iter().flatten() {
        let mut spellings: Vec<String> = steps(form).map(spelled).collect();
        while !spellings.is_empty() {
            if let Some(found) = spellings.iter().find_map(|it| known(it)) {
                return Some(found);
            }
            spellings = spellings.iter().filter_map(|it| shorter(it)).collect();
        }
    }
    None
}

/// Returns the normal form of a name without its prefixes and its tag.
pub fn bare(name: &str) -> String {
    if name.len() > NAME_BYTES {
        return spelled(name);
    }
    let name = untagged(name).unwrap_or(name);
    steps(name).last().map(spelled).unwrap_or_default()
}

/// Returns a name, and the rest of it after each step of its path, each label of a region or a
/// vendor (`eu.anthropic.claude-sonnet-4-5`; versions have dots too, but after digits), and each of
/// the [`MAKERS`].
fn steps(name: &str) -> impl Iterator<Item = &str> {
    let is_label = |text: &str| {
        text.bytes()
            .all(|byte| byte.is_ascii_alphabetic() || byte == b'-')
    };
    let is_maker = |text: &str| MAKERS.contains(&text.to_ascii_lowercase().as_str());
    std::iter::successors(Some(name), move |name| {
        let step = name.split_once('/');
        let label = name.split_once('.').filter(|it| is_label(it.0));
        let maker = name.split_once('-').filter(|it| is_maker(it.0));
        Some(step.or(label).or(maker)?.1)
    })
}

/// Returns a name without its tag (`:free`, `@20250929`), if it has one that is not a size.
fn untagged(name: &str) -> Option<&str> {
    let last = name.rsplit('/').next()?;
    let at = name.len() - last.len() + last.find([':', '@'])?;
    let (name, tag) = name.split_at_checked(at)?;
    (!spelled(tag).split('-').any(is_size)).then_some(name)
}

/// Returns a spelling without its last part, if that is a date, a version of the same model, the
/// precision of its weights, or one of the [`ENDS`]. For a model of Anthropic's, `-thinking` is
/// removed too.
fn shorter(name: &str) -> Option<String> {
    let words: Vec<&str> = name.split('-').collect();
    let two = |word: &str, most: &str| word.len() == 2 && is_digits(word) && word < most;
    let version = |word: &str| word.strip_prefix('v').is_some_and(is_digits);
    let bits = |word: &str| word.len() == 2 && word.strip_prefix('q').is_some_and(is_digits);
    let count = match words.as_slice() {
        [.., year, month, day]
            if year.len() == 4 && is_digits(year) && two(month, "13") && two(day, "32") =>
        {
            3
        }
        [.., weights, kind, more] if bits(weights) && kind.len() + more.len() < 3 => 3,
        [.., month, day] if two(month, "13") && two(day, "32") => 2,
        [.., weights, kind] if bits(weights) && kind.len() < 2 => 2,
        [.., number, "0"] if version(number) => 2,
        [.., "fp" | "bf" | "int", "4" | "8" | "16"] => 2,
        [.., "thinking"] if name.contains("claude-") => 1,
        [.., end] if ENDS.contains(end) || version(end) => 1,
        [.., end] if is_digits(end) && [4, 6, 8].contains(&end.len()) || end.starts_with("00") => 1,
        _ => return None,
    };
    Some(words.get(..words.len() - count)?.join("-")).filter(|rest| !rest.is_empty())
}
