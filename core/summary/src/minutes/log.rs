//! What happened: the agent's words and calls, selected newest first and written in their original
//! order. Older turns are shortened more.

use super::Minutes;
use super::calls::{self, Call, Ended, bodies, lines};
use super::rows::rows;
use super::text::{GAP, each_unit, line, set_in, shortened};
use super::user_text;
use crate::notes::terms::each_term;
use crate::notes::turns::{Kind, is_notice};
use std::collections::BTreeSet;
use std::iter::successors;

/// Maximum size of the newest turn, and the size below which no turn is shortened, in bytes.
const MOST: f64 = 2_000.0;
const LEAST: usize = 110;
/// The largest share of one turn, in percent, unless it is already at its shortest.
const ONE: usize = 35;

/// Written before the oldest entry if older ones were omitted. When read back, it is an ordinary
/// entry.
const OMITTED: &str = "(older entries omitted)";
/// With less room, in bytes, the text does not say so.
const LEAST_ROOM: usize = 1_200;
/// Longest line of a result, in bytes.
const LINE: usize = 160;

/// The log in `room` bytes.
pub fn write(minutes: &Minutes<'_>, room: usize) -> String {
    let turns = &minutes.turns;
    let mut told: Vec<String> = Vec::new();
    let (mut left, mut is_full) = (room, false);
    let mut known = BTreeSet::new();
    // Earlier notes told the request that stands at their end.
    let at_end = turns.iter().position(|turn| turn.kind == Kind::User);
    let at_end = at_end.filter(|_| user_text::is_at_end(&minutes.former.said));
    let is_known = |text: &String| minutes.former.happened.contains(text);
    let mut is_answered = false;
    for (index, turn) in turns.iter().enumerate().rev() {
        if turn.stays || is_full {
            continue;
        }
        // What the agent says again is told once, and words of the user where something followed.
        let is_again = turn.kind == Kind::Agent && !known.insert(&turn.text);
        if is_again || turn.kind == Kind::User && !is_answered {
            continue;
        }
        is_answered = turn.kind != Kind::User;
        let part = left as f64 / room.max(1) as f64;
        let most = (MOST * part * part) as usize;
        let shorter = |most: &usize| (*most > LEAST).then_some((*most / 2).max(LEAST));
        let fitting = successors(Some(most.max(LEAST)), shorter).find_map(|most| {
            let text = tell(minutes, index, most);
            let is_short = text.len() <= room * ONE / 100 || most == LEAST;
            (text.len() < left && is_short).then_some(text)
        });
        match fitting {
            Some(text) if text.is_empty() || at_end == Some(index) && is_known(&text) => {}
            Some(text) => {
                left -= text.len() + 1;
                told.push(text);
            }
            None => is_full = true,
        }
    }
    // What earlier notes told is older.
    for happened in minutes.former.happened.iter().rev() {
        let text = match minutes.turns.len() {
            0..8 => set_in(happened, "  "),
            _ => set_in(&shortened(happened, 160), "  "),
        };
        is_full |= text.len() >= left;
        if is_full {
            break;
        }
        left -= text.len() + 1;
        told.push(text);
    }
    if is_full && room >= LEAST_ROOM {
        told.push(OMITTED.to_owned());
    }
    told.reverse();
    told.join("\n")
}

fn tell(minutes: &Minutes<'_>, index: usize, most: usize) -> String {
    let turn = &minutes.turns[index];
    let told = match (turn.kind, minutes.calls.at(index)) {
        (Kind::User, _) => {
            let (words, _) = user_text::without_pastes(&turn.text);
            format!("U: {}", line(&words, 60))
        }
        (Kind::Attached, _) if !is_notice(&turn.text) => {
            let first = lines(&turn.text).next().unwrap_or_default();
            let chars = turn.text.chars().count();
            format!("* attachment, {chars} chars: {}", line(first, LINE))
        }
        (Kind::Agent, _) => format!("A: {}", shortened(&turn.text, most)),
        (Kind::Call, Some(call)) => of_call(minutes, call, most),
        (Kind::Result, None) => match calls::failure(&turn.text) {
            Some(error) => format!("* result: failed: {}", line(&error, LINE)),
            None => format!("* result: {}", of_result(minutes, "", &turn.text, most)),
        },
        // A result is told with its call.
        _ => String::new(),
    };
    set_in(&told, "  ")
}

fn of_call(minutes: &Minutes<'_>, call: &Call, most: usize) -> String {
    let turn = &minutes.turns[call.turn];
    let is_look = call.is_look(turn) && !call.ended.failed();
    let is_brief = most == LEAST;
    if is_look && is_brief || call.lists() {
        return String::new();
    }
    let mut text = format!(
        "* {}",
        call.shown_in(turn, (most / 5).clamp(LEAST, 2 * LINE))
    );
    for (name, body) in bodies(&turn.args).filter(|_| !is_brief) {
        let body = if most < BLOCK {
            line(body, LINE)
        } else {
            format!("\n{}", shortened(body, most))
        };
        text += &format!("\n  {name}: {}", set_in(&body, "    "));
    }
    let came = call.came(&minutes.turns);
    let is_last = call.called.checks() && most < BLOCK;
    let told = match call.ended {
        Ended::Untold | Ended::Well if lines(came).next().is_some() && !is_last => {
            let ok = if call.ended == Ended::Well {
                "ok: "
            } else {
                ""
            };
            format!("{ok}{}", of_result(minutes, &text, came, most))
        }
        _ => line(&call.told(came), LINE + 20),
    };
    // That a file was changed says the call.
    let is_said = |file| call.ended == Ended::Untold && !is_look && call.line.contains(file);
    if !call.file().is_some_and(is_said) {
        text += &format!(" → {told}");
    }
    text
}

/// With this many bytes or more, a result is quoted as one block of lines.
const BLOCK: usize = 700;

/// The lines of a result that are needed most, in order: one block of them if there is room for it.
fn of_result(minutes: &Minutes<'_>, call: &str, text: &str, most: usize) -> String {
    let rows = rows(text);
    let text = rows.as_deref().unwrap_or(text);
    let is_block = most >= BLOCK && rows.is_none();
    let count = if most >= BLOCK { most / 130 } else { 1 };
    let quote = |text: &str| {
        if is_block && text.len() <= LINE {
            text.trim_end().to_owned()
        } else {
            line(text, LINE)
        }
    };
    let all = lines(text).count();
    if all <= count {
        return lines(text).map(quote).collect::<Vec<_>>().join("\n  ");
    }
    let mut told: Vec<&str> = Vec::new();
    each_term(call, |term| told.push(term));
    let mut scored: Vec<(f32, usize, &str)> = Vec::new();
    for (place, text) in lines(text).enumerate() {
        let mut best = (0.0, text);
        each_unit(text, |unit| {
            let worth = minutes.need.of_line(unit, &told);
            if worth > best.0 {
                best = (worth, if is_block { text } else { unit });
            }
        });
        // A little more for the first line.
        let first = if place == 0 { 0.05 } else { 0.0 };
        scored.push((best.0 + first, place, best.1));
    }
    if is_block {
        let start = best_block(&scored, count);
        scored.drain(..start);
    } else {
        scored.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    }
    scored.truncate(count);
    scored.sort_by_key(|(_, place, _)| *place);
    let told: Vec<String> = scored.iter().map(|(.., text)| quote(text)).collect();
    // More lines than are quoted, or this would have returned above.
    format!("{} {GAP} {all} lines", told.join("\n  "))
}

/// Returns the index where the block of `count` lines with the highest total worth begins.
fn best_block(scored: &[(f32, usize, &str)], count: usize) -> usize {
    let worth = |start: &usize| -> f32 {
        let block = scored[*start..].iter().take(count);
        block.map(|(worth, ..)| worth).sum()
    };
    let starts = (0..=scored.len().saturating_sub(count)).rev();
    starts
        .max_by(|one, other| worth(one).total_cmp(&worth(other)))
        .unwrap_or_default()
}
