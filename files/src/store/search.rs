//! Searches all stored outputs: first for the query verbatim, then for its words.
//!
//! Nothing is indexed. Twelve megabytes are read and searched in a tenth of a second, which is less than
//! a model takes to begin its answer, and an index could be damaged.

use super::excerpt::{SNIPPET_CHARS, SNIPPET_TOKENS_MIN, Shown};
use super::origin::Origin;
use super::read_back::{fitting, tokens};
use super::words;
use super::{FolderStore, key_of_file, tool};
use crate::error::{Error, Result};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The most hits by default.
pub const LIMIT: u64 = 5;
/// The most hits that one search may ask for.
pub const MOST_HITS: u64 = 20;
/// Estimated tokens of an answer by default. Chosen here: three hits, which a model reads without
/// noticing the price.
pub const SEARCH_TOKENS: u64 = 400;
/// The fewest tokens that one may ask for: the frame takes about a hundred.
pub const LEAST_TOKENS: u64 = 200;

/// A line is shown from its beginning if the hit is within 100 characters, and otherwise from 40 before
/// the hit.
const LINE_CHARS: usize = 100;
const BEFORE_CHARS: usize = 40;
/// The most different words of a query. Chosen here: a page has fewer.
const TERMS_MAX: usize = 256;
/// Bytes of a passage, which is what words are counted in. Chosen here: about twenty lines of code,
/// since the words of a query should be near each other.
const PASSAGE_BYTES: usize = 1_000;
/// The weight of a part of an identifier or of a pair of words, as a fraction: a path has a dozen. Chosen
/// here, on recorded sessions.
const PART: f64 = 0.4;
/// The remaining weight of a word that an earlier hit contains. Chosen here, on recorded sessions.
const AGAIN: f64 = 0.3;
/// The constants of BM25, as in Lucene's `BM25Similarity`.
const K1: f64 = 1.2;
const B: f64 = 0.75;

/// What to search for besides the query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// The most hits, 20 at most.
    pub limit: u64,
    /// The most estimated tokens of the answer, at least 200.
    pub max_tokens: u64,
    /// Only outputs whose tool or arguments contain this, in any letter case.
    pub source: Option<String>,
}

impl Default for Search {
    fn default() -> Self {
        Self {
            limit: LIMIT,
            max_tokens: SEARCH_TOKENS,
            source: None,
        }
    }
}

/// The outputs that a search found, best first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Found {
    /// The best hits, one per output.
    pub hits: Vec<Hit>,
    /// How many outputs match.
    pub outputs: u64,
}

/// An output that a search found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Hit {
    /// The output's key.
    pub key: String,
    /// The line of the hit, starting at 1.
    pub line: u64,
    /// How many characters (UTF-16 units) of a long line to skip to get to the hit.
    pub skip_chars: u64,
    /// The text from there on, without indentation and blank lines. Below it may be pieces of other
    /// lines with rare words of the query, each after the number of its line.
    pub text: String,
    /// Whether the output contains the query verbatim.
    pub exact: bool,
    /// How often the query, or else its words, occur in the output.
    pub count: u64,
    /// The tool that returned the output; may be empty.
    pub tool: String,
    /// A short form of the tool's arguments; may be empty.
    pub arguments: String,
}

/// An output that matches.
struct Match {
    key: String,
    used_ms: u64,
    origin: Origin,
    /// The byte of the first occurrence of the query, and how many there are.
    exact: Option<(usize, u64)>,
    /// Its tool and arguments, which an output seldom contains.
    named: Vec<Passage>,
    passages: Vec<Passage>,
}

impl Match {
    fn counts(&self) -> impl Iterator<Item = &(usize, u32)> {
        let passages = self.named.iter().chain(&self.passages);
        passages.flat_map(|passage| &passage.counts)
    }
}

/// A part of an output with words of the query.
struct Passage {
    start: usize,
    words: usize,
    /// Terms and how often they occur.
    counts: Vec<(usize, u32)>,
}

impl FolderStore {
    /// Searches all outputs for a string, or else for its words. Outputs that contain the query
    /// verbatim come first, then those with the rarest words, then the newest.
    ///
    /// ```
    /// use conspectus_files::store::{FolderStore, Search, Settings};
    ///
    /// let place = tempfile::tempdir()?;
    /// let store = FolderStore::open(&place.path().join("outputs"), Settings::default())?;
    /// let stored = store.put("fn main() {\n    let retry_budget = 3;\n}\n")?;
    /// let found = store.search("retryBudget", &Search::default())?;
    /// assert_eq!((found.hits[0].key.as_str(), found.hits[0].line), (stored.key.as_str(), 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// `INVALID_OPTION` for an empty query or a number out of its range; `STORE_BROKEN`.
    pub fn search(&self, query: &str, search: &Search) -> Result<Found> {
        let query = query.trim();
        if query.is_empty() {
            return Err(invalid("query", "query must contain a word"));
        }
        expect("limit", search.limit, 1, MOST_HITS)?;
        expect(
            "max_tokens",
            search.max_tokens,
            LEAST_TOKENS,
            super::MOST_TOKENS,
        )?;
        let terms = Terms::of(query);
        let (mut matches, passages) = self.scan(query, &terms, search.source.as_deref())?;
        matches.sort_by(|one, other| {
            let exact = |found: &Match| Reverse(found.exact.is_some());
            let newest = |found: &Match| Reverse(found.used_ms);
            (exact(one), newest(one), &one.key).cmp(&(exact(other), newest(other), &other.key))
        });
        let mut rank = Rank::of(&terms, &matches, passages);
        let mut found = Found {
            hits: Vec::new(),
            outputs: matches.len() as u64,
        };
        let weights = rank.weights.clone();
        let mut shown = Shown {
            number: &|word| terms.number(word),
            weights: &weights,
            seen: BTreeSet::new(),
        };
        while (found.hits.len() as u64) < search.limit && !matches.is_empty() {
            let matched = &matches.remove(rank.next(&matches));
            // An output may have been changed or removed meanwhile.
            let Ok(text) = self.content(&matched.key) else {
                continue;
            };
            // As it was read again: a damaged file may have been repaired in between.
            let at = match matched.exact {
                Some((at, _)) => ceil(&text, at),
                None => rank.place(&terms, &text, matched),
            };
            rank.shown(matched);
            let (line, skip_chars, begin) = place_at(&text, at);
            let words = || matched.counts().map(|(_, count)| u64::from(*count)).sum();
            found.hits.push(Hit {
                key: matched.key.clone(),
                line,
                skip_chars,
                text: String::new(),
                exact: matched.exact.is_some(),
                count: matched.exact.map_or_else(words, |(_, count)| count),
                tool: matched.origin.tool.clone(),
                arguments: matched.origin.arguments.clone(),
            });
            let share = tool::snippet_tokens(&found, search);
            if share < SNIPPET_TOKENS_MIN {
                found.hits.pop();
                break;
            }
            let excerpt = shown.excerpt(&text, begin, share);
            if !fit_last(&mut found, excerpt, search.max_tokens) {
                found.hits.pop();
                break;
            }
        }
        Ok(found)
    }

    /// All outputs with the query or one of its words, and how many passages there are in all.
    fn scan(
        &self,
        query: &str,
        terms: &Terms,
        source: Option<&str>,
    ) -> Result<(Vec<Match>, Passages)> {
        let source = source.map(str::to_lowercase);
        let entries = self.folder.list()?;
        let names: BTreeSet<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
        let (mut matches, mut all) = (Vec::new(), Passages::default());
        for entry in &entries {
            let Some(key) = key_of_file(&entry.name, super::ENDING) else {
                continue;
            };
            let has_origin = names.contains(super::origin_name(key).as_str());
            let origin = if has_origin {
                self.origin(key)
            } else {
                Origin::default()
            };
            let is_from = |wanted: &str| origin.shown().to_lowercase().contains(wanted);
            if !source.as_deref().is_none_or(is_from) {
                continue;
            }
            let Some(text) = self
                .folder
                .read(&entry.name)?
                .and_then(|bytes| String::from_utf8(bytes).ok())
            else {
                continue;
            };
            let named = terms.count(&origin.shown(), &mut all);
            let passages = terms.count(&text, &mut all);
            let exact = occurrences(&text, query, &origin);
            if exact.is_some() || !named.is_empty() || !passages.is_empty() {
                matches.push(Match {
                    key: key.to_owned(),
                    used_ms: entry.used_ms,
                    origin,
                    exact,
                    named,
                    passages,
                });
            }
        }
        Ok((matches, all))
    }
}

/// Gives the last hit as much of its text as fits, since the tokens of an answer aren't exactly those of
/// its parts. Whether any fits.
fn fit_last(found: &mut Found, whole: String, max_tokens: u64) -> bool {
    let mut left = tokens(&whole);
    let mut text = whole.clone();
    while let Some(hit) = found.hits.last_mut() {
        hit.text = text;
        let over = tool::found_tokens(found).saturating_sub(max_tokens);
        if over == 0 {
            return true;
        }
        left = left.saturating_sub(over + 2);
        if left < SNIPPET_TOKENS_MIN {
            return false;
        }
        text = format!("{}\u{2026}", fitting(&whole, left).trim_end());
    }
    false
}

/// The first occurrence of the query, verbatim or without its quotes, and how many there are.
fn occurrences(text: &str, query: &str, origin: &Origin) -> Option<(usize, u64)> {
    let inside = ['"', '\'', '`']
        .iter()
        .find_map(|quote| query.strip_prefix(*quote)?.strip_suffix(*quote))
        .filter(|inside| !inside.trim().is_empty());
    for wanted in [Some(query), inside].into_iter().flatten() {
        if let Some(first) = text.find(wanted) {
            return Some((first, text[first..].matches(wanted).count() as u64));
        }
        if origin.tool == wanted || origin.arguments.contains(wanted) {
            return Some((0, 1));
        }
    }
    None
}

/// The words of a query.
struct Terms {
    numbers: HashMap<u64, usize>,
    /// What each counts of its weight.
    shares: Vec<f64>,
    /// A bit for each word, so that most words of an output are passed over at once.
    filter: Vec<u64>,
}

const FILTER_BITS: u64 = 1 << 16;

#[inline]
fn bit(word: u64) -> (usize, u64) {
    let bit = (word ^ (word >> 32)) % FILTER_BITS;
    ((bit / 64) as usize, 1 << (bit % 64))
}

#[derive(Default)]
struct Passages {
    count: usize,
    words: usize,
}

impl Terms {
    fn of(query: &str) -> Self {
        let mut terms = Self {
            numbers: HashMap::new(),
            shares: Vec::new(),
            filter: vec![0; (FILTER_BITS / 64) as usize],
        };
        words::each(query, |word| {
            let next = terms.shares.len();
            if next == TERMS_MAX {
                return;
            }
            let share = if word.is_whole { 1.0 } else { PART };
            let number = *terms.numbers.entry(word.number).or_insert(next);
            if number == next {
                terms.shares.push(share);
            }
            terms.shares[number] = share.max(terms.shares[number]);
            let (index, bit) = bit(word.number);
            terms.filter[index] |= bit;
        });
        terms
    }

    #[inline]
    fn number(&self, word: u64) -> Option<usize> {
        let (index, bit) = bit(word);
        if self.filter[index] & bit == 0 {
            return None;
        }
        self.numbers.get(&word).copied()
    }

    /// The passages that contain a word of the query.
    fn count(&self, text: &str, all: &mut Passages) -> Vec<Passage> {
        let mut passages = Vec::new();
        let mut counts: BTreeMap<usize, u32> = BTreeMap::new();
        let (mut start, mut words) = (0, 0);
        let mut end = |start: usize, words: usize, counts: &mut BTreeMap<usize, u32>| {
            all.count += 1;
            all.words += words;
            if !counts.is_empty() {
                passages.push(Passage {
                    start,
                    words,
                    counts: std::mem::take(counts).into_iter().collect(),
                });
            }
        };
        words::each(text, |word| {
            if word.at >= start + PASSAGE_BYTES {
                end(start, words, &mut counts);
                (start, words) = (word.at, 0);
            }
            words += 1;
            if let Some(number) = self.number(word.number) {
                *counts.entry(number).or_default() += 1;
            }
        });
        if words > 0 {
            end(start, words, &mut counts);
        }
        passages
    }
}

/// How much each word of the query says, and passages with it (BM25).
struct Rank {
    weights: Vec<f64>,
    mean_words: f64,
}

impl Rank {
    fn of(terms: &Terms, matches: &[Match], all: Passages) -> Self {
        let mut holders = vec![0_u32; terms.numbers.len()];
        for (number, _) in matches.iter().flat_map(Match::counts) {
            holders[*number] += 1;
        }
        let count = all.count as f64;
        let weights = holders.iter().zip(&terms.shares).map(|(holders, share)| {
            let holders = f64::from(*holders);
            share * (1.0 + (count - holders + 0.5) / (holders + 0.5)).ln()
        });
        Self {
            weights: weights.collect(),
            mean_words: (all.words as f64 / count.max(1.0)).max(1.0),
        }
    }

    fn score(&self, passage: &Passage) -> f64 {
        let length = 1.0 - B + B * passage.words as f64 / self.mean_words;
        let one = |(number, count): &(usize, u32)| {
            let count = f64::from(*count);
            self.weights[*number] * count * (K1 + 1.0) / (count + K1 * length)
        };
        passage.counts.iter().map(one).sum()
    }

    /// The score and start of the best passage.
    fn best(&self, found: &Match) -> (f64, usize) {
        let scored = found
            .passages
            .iter()
            .map(|passage| (self.score(passage), passage.start));
        scored.fold(
            (0.0, 0),
            |best, one| if one.0 > best.0 { one } else { best },
        )
    }

    /// The best match. Those with the query verbatim come first.
    fn next(&self, matches: &[Match]) -> usize {
        let score = |found: &Match| {
            let named = found.named.iter().map(|one| self.score(one)).sum::<f64>();
            named + self.best(found).0 + self.weight_of(found)
        };
        let exact = matches.first().is_some_and(|found| found.exact.is_some());
        let alike = matches
            .iter()
            .take_while(|found| found.exact.is_some() == exact);
        let scored = alike.map(score).enumerate();
        scored
            .fold(
                (0, f64::MIN),
                |best, one| if one.1 > best.1 { one } else { best },
            )
            .0
    }

    fn terms_of(found: &Match) -> BTreeSet<usize> {
        found.counts().map(|(number, _)| *number).collect()
    }

    fn weight_of(&self, found: &Match) -> f64 {
        Self::terms_of(found)
            .iter()
            .map(|number| self.weights[*number])
            .sum()
    }

    /// The words of a hit count less for the next ones, which should add others.
    fn shown(&mut self, found: &Match) {
        for number in Self::terms_of(found) {
            self.weights[number] *= AGAIN;
        }
    }

    /// The place in the best passage at which the words of the query are nearest to each other.
    fn place(&self, terms: &Terms, text: &str, found: &Match) -> usize {
        let start = ceil(text, self.best(found).1);
        let end = ceil(text, start + PASSAGE_BYTES + SNIPPET_CHARS);
        let mut places = Vec::new();
        words::each(&text[start..end], |word| {
            if let Some(number) = terms.number(word.number) {
                places.push((start + word.at, number));
            }
        });
        let weight = |from: usize| {
            let near: BTreeSet<usize> = places[from..]
                .iter()
                .take_while(|(at, _)| *at < places[from].0 + SNIPPET_CHARS - BEFORE_CHARS)
                .map(|(_, number)| *number)
                .collect();
            near.iter().map(|number| self.weights[*number]).sum::<f64>()
        };
        let best = (0..places.len()).fold(None, |best: Option<(f64, usize)>, from| {
            let weight = weight(from);
            match best {
                Some((most, _)) if most >= weight => best,
                _ => Some((weight, from)),
            }
        });
        best.map_or(start, |(_, from)| places[from].0)
    }
}

/// The next border of a character.
fn ceil(text: &str, at: usize) -> usize {
    (at..text.len())
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(text.len())
}

/// The line of a hit, and the start of its text: the line's, or in a long line a little before the hit.
/// The start comes in characters of the line, and as a byte of the output.
fn place_at(text: &str, at: usize) -> (u64, u64, usize) {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let back = |chars| text[line..at].char_indices().rev().nth(chars);
    let begin = match (back(LINE_CHARS), back(BEFORE_CHARS)) {
        (Some(_), Some((index, _))) => line + index,
        _ => line,
    };
    let number = 1 + text[..line].matches('\n').count() as u64;
    (number, super::read_back::chars(&text[line..begin]), begin)
}

pub(super) fn invalid(name: &str, message: impl Into<String>) -> Error {
    conspectus::Error::new(
        conspectus::ErrorKind::InvalidOption,
        format!("/{name}"),
        message,
    )
    .into()
}

pub(super) fn expect(name: &str, found: u64, least: u64, most: u64) -> Result<()> {
    if (least..=most).contains(&found) {
        return Ok(());
    }
    Err(invalid(
        name,
        format!("{name} must be an integer from {least} to {most}, got {found}"),
    ))
}
