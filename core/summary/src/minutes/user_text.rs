//! The user's words: numbered, in order, as they were said.

use super::form::{SOURCE, Said};
use super::previous_summary::PreviousSummary;
use super::text::{line, set_in, shortened};
use crate::notes::accept::words::tokens;
use crate::notes::snapshot::append;
use crate::notes::terms::{begins, sentences};
use crate::notes::turns::{Kind, Turn, is_notice};
use std::collections::{BTreeMap, BTreeSet};

/// Longest block that is quoted as it was pasted, in lines and in bytes.
const PASTED: (usize, usize) = (12, 900);
/// Longest message that is either complete or omitted, in bytes (about 600 tokens). It doesn't
/// apply to the two most important messages.
const WHOLE_BYTES: usize = 2_100;
/// The least room in which a clipped message says something.
const LEAST_BYTES: usize = 80;

/// All that the user said and that does not stay, with what earlier notes hold.
pub fn said(turns: &[Turn<'_>], former: &PreviousSummary) -> Vec<Said> {
    let mut all = former.said.clone();
    // What stood at the end of the notes comes first of the turns.
    if is_at_end(&all) {
        all.pop();
    }
    let mut known: BTreeSet<String> = all.iter().map(|said| said.text.clone()).collect();
    let mut number = all.last().map_or(0, |said| said.number);
    let mut before = None;
    let mut question = "";
    for (index, turn) in turns.iter().enumerate() {
        if turn.kind == Kind::Agent && !turn.stays {
            question = &turn.text;
        }
        if turn.kind != Kind::User {
            continue;
        }
        let question = std::mem::take(&mut question);
        let (text, pasted) = without_pastes(&turn.text);
        if before == Some(turn.message) && !turn.stays {
            // Another part of the same message.
            if let Some(last) = all.last_mut() {
                last.text = format!("{}\n{text}", last.text);
            }
            continue;
        }
        if !known.insert(text.clone()) && text.len() > LEAST_BYTES {
            continue;
        }
        number += 1;
        if turn.stays {
            continue;
        }
        before = Some(turn.message);
        let asked = asked(question, &text).map(|asked| format!("\n{ASKED}{asked}]"));
        let text = text + &asked.unwrap_or_default();
        let first = turns.partition_point(|other| other.message < turn.message);
        let beside = turns[first..index].iter();
        let beside = beside.filter(|other| other.kind == Kind::Attached && !other.stays);
        let beside: Vec<&str> = beside.map(|other| &*other.text).chain([&*pasted]).collect();
        all.push(Said {
            number,
            text,
            attached: beside.join("\n").trim().to_owned(),
        });
    }
    all
}

/// Before the agent's question, below a short answer.
const ASKED: &str = "[the agent had asked: ";
/// The longest message, in chars, that is quoted with the question before it.
const ANSWER_CHARS: usize = 24;
const QUESTION_BYTES: usize = 200;

/// The agent's last question before a short message, with the option that a number names.
fn asked(by: &str, answer: &str) -> Option<String> {
    let is_short = answer.chars().nth(ANSWER_CHARS).is_none();
    let sentences = sentences(by);
    let is_question = |one: &&&str| is_short && one.contains(['?', '？']);
    let question = sentences.iter().rev().find(is_question)?;
    let number = answer.trim_end_matches(['.', ')']);
    let names = |line: &&str| {
        let rest = line.strip_prefix(number);
        number.parse::<u8>().is_ok() && rest.is_some_and(|rest| rest.starts_with(['.', ')', ':']))
    };
    let named = by.lines().map(str::trim).find(names);
    let told = [question.trim()].into_iter().chain(named);
    let told: Vec<String> = told.map(|text| line(text, QUESTION_BYTES)).collect();
    Some(told.join(" "))
}

/// Replaces the newest message with a pointer if it is repeated after the memory.
pub fn point(all: &mut [Said], beside: &str) {
    let (beside, _) = without_pastes(beside);
    // A long one is clipped there.
    let head = |text: &str| text.bytes().take(HEAD_BYTES).collect::<Vec<u8>>();
    let is_same = |said: &&mut Said| {
        let words = said.text.split(&format!("\n{ASKED}")).next();
        head(words.unwrap_or_default()) == head(&beside)
    };
    if let Some(said) = all.last_mut().filter(is_same) {
        AT_END.clone_into(&mut said.text);
    }
}

/// A repeated request keeps at least this many bytes at its start.
const HEAD_BYTES: usize = 1_000;

/// Returns true if the newest message is repeated at the end of the notes.
pub fn is_at_end(all: &[Said]) -> bool {
    all.last().is_some_and(|said| said.text == AT_END)
}

/// Replaces the request that is repeated at the end of the memory message.
const AT_END: &str = "(at the end of these notes)";

/// Returns the user's words in at most `room` bytes: the newest message, then the first unless it
/// is repeated, then the others, starting with those that add the most that no other message
/// contains. Other short messages are complete or omitted; the two most important ones use any
/// space left over. The numbers show which messages are omitted.
pub fn write(all: &[Said], room: usize) -> String {
    let worth = worth(all);
    let newest = all.len().saturating_sub(1);
    let is_said_again = all.iter().skip(1).any(|said| said.text == all[0].text);
    let rank = |index: usize| match index {
        _ if index == newest => f32::INFINITY,
        0 if !is_said_again => f32::MAX,
        _ => worth[index],
    };
    let mut order: Vec<usize> = (0..all.len()).rev().collect();
    order.sort_by(|one, other| rank(*other).total_cmp(&rank(*one)));
    let mut chosen: BTreeMap<usize, String> = BTreeMap::new();
    let mut left = room;
    for (place, index) in order.iter().enumerate() {
        let text = &all[*index].text;
        // The newest leaves room for the next one.
        let (whole_most, most) = match place {
            0 => (left * 2 / 3, left * 2 / 3),
            1 => (left, left / 2),
            _ if text.len() > WHOLE_BYTES => (0, left.min(WHOLE_BYTES / 2)),
            _ => (left, 0),
        };
        let whole = set_in(text, BY);
        let told = if whole.len() + NUMBER_BYTES <= whole_most {
            Some(whole)
        } else {
            fitting(text, most)
        };
        if let Some(told) = told {
            left -= told.len() + NUMBER_BYTES;
            chosen.insert(*index, told);
        }
    }
    for index in order.iter().take(2) {
        let now = chosen.get(index).map_or(0, String::len);
        let longer = fitting(&all[*index].text, now + left).filter(|text| text.len() > now);
        if let Some(text) = longer {
            left = (left + now).saturating_sub(text.len());
            chosen.insert(*index, text);
        }
    }
    let mut text = String::new();
    for (index, told) in &chosen {
        append(&mut text, &format!("{}. {told}", all[*index].number));
    }
    text
}

/// What a byte of each message says that no other message says: words count less the more of them
/// hold the word.
fn worth(all: &[Said]) -> Vec<f32> {
    let words = |said: &Said| BTreeSet::from_iter(tokens(&said.text));
    let told: Vec<BTreeSet<u64>> = all.iter().map(words).collect();
    let mut count: BTreeMap<u64, f32> = BTreeMap::new();
    for word in told.iter().flatten() {
        *count.entry(*word).or_default() += 1.0;
    }
    let of = |(said, words): (&Said, &BTreeSet<u64>)| {
        let rare: f32 = words.iter().map(|word| 1.0 / count[word]).sum();
        rare / (said.text.len() + NUMBER_BYTES) as f32
    };
    all.iter().zip(&told).map(of).collect()
}

/// How far the lines of a message below its first are set in, and what its number takes.
const BY: &str = "   ";
const NUMBER_BYTES: usize = 5;

/// Returns a text indented and shortened to `most` bytes; `None` if that is too little to be
/// useful.
fn fitting(text: &str, most: usize) -> Option<String> {
    let mut room = most;
    while room >= LEAST_BYTES {
        let told = set_in(&shortened(text, room), BY);
        if told.len() + NUMBER_BYTES <= most {
            return Some(told);
        }
        room = room * 9 / 10;
    }
    None
}

/// Returns the attachments of the user's newest and first messages, and the newest text that a host
/// added as a message of its own, formatted like lines that were seen.
pub fn attached(all: &[Said], turns: &[Turn<'_>], room: usize) -> String {
    let both = [all.last(), all.first().filter(|_| all.len() > 1)];
    let beside = both.into_iter().flatten();
    let beside = beside.map(|said| {
        (
            format!("attachment to message {}", said.number),
            said.attached.as_str(),
        )
    });
    let alone = turns.iter().rev().find(|turn| is_alone(turn, turns));
    let alone = alone.map(|turn| ("added by the host".to_owned(), &*turn.text));
    let (mut told, mut left) = (String::new(), room);
    for (label, text) in alone.into_iter().chain(beside) {
        let header = format!("{SOURCE}{label}, {} chars", text.chars().count());
        let lines = 3 * text.lines().count().min(left / 60);
        let most = left.saturating_sub(header.len() + 1 + lines);
        if most < LEAST_BYTES.max(text.len() / 20) || text.is_empty() || is_notice(text) {
            continue;
        }
        let text = format!("{header}\n  {}", set_in(&shortened(text, most), "  "));
        left = left.saturating_sub(text.len() + 1);
        append(&mut told, &text);
    }
    told
}

/// Whether a turn is all of its message, and more than a line.
fn is_alone(turn: &Turn<'_>, turns: &[Turn<'_>]) -> bool {
    let words = |other: &Turn<'_>| other.kind == Kind::User && other.message == turn.message;
    turn.kind == Kind::Attached
        && !turn.stays
        && turn.text.len() > ALONE_BYTES
        && !turns.iter().any(words)
}

/// A shorter text of a host says nothing about the work.
const ALONE_BYTES: usize = 400;

/// What a line of a message is part of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LineContext {
    Words,
    Fence(char),
    Quote,
    /// The output of a command, to the end of the paragraph.
    Console,
    Diff,
}

impl LineContext {
    /// Returns what a line is part of, and the state for the next line.
    fn step(self, line: &str) -> (Self, Self) {
        let bare = line.trim_start();
        let fence = bare
            .chars()
            .next()
            .filter(|_| begins(bare, &["```", "~~~"]));
        if let Self::Fence(open) = self {
            let behind = if fence == Some(open) {
                Self::Words
            } else {
                self
            };
            return (self, behind);
        }
        let of = match fence {
            Some(mark) => Self::Fence(mark),
            None if is_prompt(bare) => Self::Console,
            None if begins(line, &["diff --git ", "@@ ", "Index: "]) => Self::Diff,
            None if self == Self::Diff && line.starts_with(['+', '-', ' ', '@', '\\']) => self,
            None if self == Self::Console && !bare.is_empty() => self,
            None if bare.starts_with("> ") => Self::Quote,
            None => Self::Words,
        };
        (of, of)
    }
}

/// Whether a line begins with the prompt of a shell. `$ 200` is money.
fn is_prompt(line: &str) -> bool {
    let behind = ["$ ", "❯ ", "➜ ", "PS C:"]
        .iter()
        .find_map(|mark| line.strip_prefix(mark));
    behind.is_some_and(|behind| !behind.starts_with(char::is_numeric))
}

/// Returns a text in which long fenced and quoted blocks, command outputs and diffs are replaced by
/// their first line and length, and those blocks.
pub fn without_pastes(text: &str) -> (String, String) {
    let mut blocks: Vec<(LineContext, Vec<&str>)> = Vec::new();
    let (mut inside, mut is_closed) = (LineContext::Words, false);
    for line in text.trim().lines() {
        let (of, behind) = inside.step(line);
        match blocks
            .last_mut()
            .filter(|(open, _)| *open == of && !is_closed)
        {
            Some((_, lines)) => lines.push(line),
            None => blocks.push((of, vec![line])),
        }
        is_closed = matches!(of, LineContext::Fence(_)) && behind == LineContext::Words;
        inside = behind;
    }
    let (mut kept, mut pasted): (Vec<String>, Vec<&str>) = Default::default();
    for (of, lines) in blocks {
        let bytes: usize = lines.iter().map(|line| line.len() + 1).sum();
        let is_short = lines.len() <= PASTED.0 && bytes <= PASTED.1;
        let is_quoted = matches!(of, LineContext::Fence(_) | LineContext::Quote);
        if of == LineContext::Words || is_short && is_quoted {
            kept.push(lines.join("\n"));
        } else {
            kept.push(told(&lines));
            pasted.extend(lines);
        }
    }
    (kept.join("\n").trim().to_owned(), pasted.join("\n"))
}

/// A block in a line.
fn told(block: &[&str]) -> String {
    let says = |line: &&&str| !line.trim().is_empty() && !line.trim_start().starts_with(['`', '~']);
    let first = block
        .iter()
        .find(says)
        .unwrap_or(&"")
        .trim_start_matches("> ");
    let lines = if block.len() == 1 { "line" } else { "lines" };
    format!("[pasted, {} {lines}: {}]", block.len(), line(first, 100))
}
