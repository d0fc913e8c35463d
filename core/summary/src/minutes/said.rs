//! The user's words: numbered, in order, as they were said.

use super::text::{GAP, line, set_in, shortened};
use super::{Former, Kind, Turn};
use std::collections::{BTreeMap, BTreeSet};

/// Longest block that is quoted as it was pasted, in lines and in bytes.
const PASTED: (usize, usize) = (12, 900);
/// A message of less than so many bytes, about 600 tokens, is clipped last.
const WHOLE_BYTES: usize = 2_100;
/// The least room in which a clipped message says something.
const LEAST_BYTES: usize = 80;

/// One message of the user.
#[derive(Debug, Clone)]
pub(super) struct Said {
    pub number: usize,
    pub text: String,
}

/// All that the user said and that does not stay, with what earlier notes hold.
pub(super) fn said(turns: &[Turn], former: &Former) -> Vec<Said> {
    let mut all = former.said.clone();
    let known = all.iter().map(|said| said.text.clone());
    let mut known: BTreeSet<String> = known.collect();
    let mut number = all.last().map_or(0, |said| said.number);
    let mut before = None;
    for turn in turns.iter().filter(|turn| turn.kind == Kind::User) {
        let text = without_pastes(&turn.text);
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
        all.push(Said { number, text });
    }
    all
}

/// The user's words in so much room: the first message, the newest, then the others from the newest
/// on. Short ones whole, before long ones get more.
pub(super) fn write(all: &[Said], room: usize) -> String {
    let mut order: Vec<usize> = (0..all.len()).rev().collect();
    if all.len() > 1 {
        order.pop();
        order.insert(1, 0);
    }
    let cost = |said: &Said| said.text.len() + said.text.lines().count() * 3 + 4;
    let mut chosen: BTreeMap<usize, String> = BTreeMap::new();
    let mut left = room;
    // The least of long ones first, so that none of the two that count most is lost.
    for (place, index) in order.iter().enumerate() {
        let said = &all[*index];
        let most = match place {
            0 | 1 => left.min((room / 2).max(left * (place + 1) / 3)),
            _ => left,
        };
        let whole = cost(said);
        let text = match whole <= most {
            true => said.text.clone(),
            // A middle that is left out is worth less than a message that is.
            false if place < 2 || said.text.len() > WHOLE_BYTES => {
                let room = most.min(match place < 2 {
                    true => most,
                    false => WHOLE_BYTES / 2,
                });
                if room < LEAST_BYTES {
                    continue;
                }
                shortened(&said.text, room - said.text.lines().count().min(room / 60) * 3 - 8)
            }
            false => continue,
        };
        let text = set_in(&text, "   ");
        let taken = text.len() + 5;
        if taken > left {
            continue;
        }
        left -= taken;
        chosen.insert(*index, text);
    }
    // What is left goes to the two that count most.
    for index in order.iter().take(2) {
        let said = &all[*index];
        let now = chosen.get(index).map_or(0, String::len);
        if now < said.text.len() && left > LEAST_BYTES {
            let lines = said.text.lines().count();
            let text = set_in(&shortened(&said.text, (now + left).saturating_sub(lines * 3 + 8)), "   ");
            if text.len() > now && text.len() <= now + left {
                left = left + now - text.len();
                chosen.insert(*index, text);
            }
        }
    }
    let mut lines: Vec<String> = Vec::new();
    let mut next = 0;
    for (index, text) in chosen {
        if index > next {
            lines.push(gap(all[next].number, all[index - 1].number));
        }
        next = index + 1;
        lines.push(format!("{}. {text}", all[index].number));
    }
    if next < all.len() && !lines.is_empty() {
        lines.push(gap(all[next].number, all[all.len() - 1].number));
    }
    lines.join("\n")
}

fn gap(from: usize, to: usize) -> String {
    match from == to {
        true => format!("({from} left out)"),
        false => format!("({from} to {to} left out)"),
    }
}

/// A text whose long fenced and quoted blocks are told by their first line and their length.
pub(super) fn without_pastes(text: &str) -> String {
    let mut kept: Vec<String> = Vec::new();
    let mut block: Vec<&str> = Vec::new();
    let mut fence = None;
    for (line, is_last) in with_last(text.trim()) {
        let bare = line.trim_start();
        let mark = ["```", "~~~"].into_iter().find(|mark| bare.starts_with(mark));
        let in_block = fence.is_some() || mark.is_some() || bare.starts_with("> ");
        if in_block {
            block.push(line);
        }
        let closes = fence.is_some() && fence == mark;
        fence = match (fence, mark) {
            (Some(open), Some(mark)) if open == mark => None,
            (None, mark) => mark,
            (open, _) => open,
        };
        if !in_block || closes || is_last {
            kept.extend(told(&std::mem::take(&mut block)));
        }
        if !in_block {
            kept.push(line.to_owned());
        }
    }
    kept.join("\n").trim().to_owned()
}

fn with_last(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut lines = text.lines().peekable();
    std::iter::from_fn(move || {
        let line = lines.next()?;
        Some((line, lines.peek().is_none()))
    })
}

/// A block as it is, or in a line.
fn told(block: &[&str]) -> Vec<String> {
    let bytes: usize = block.iter().map(|line| line.len() + 1).sum();
    if block.len() <= PASTED.0 && bytes <= PASTED.1 {
        return block.iter().map(|line| (*line).to_owned()).collect();
    }
    let says = |line: &&&str| !line.trim().is_empty() && !line.trim_start().starts_with(['`', '~']);
    let first = block.iter().find(says).unwrap_or(&"");
    vec![format!(
        "[pasted, {} lines: {} {GAP}]",
        block.len(),
        line(first.trim_start_matches("> "), 100)
    )]
}
