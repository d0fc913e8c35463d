//! What happened: the agent's words and calls, chosen from the newest on and told in order. The
//! older a turn, the shorter it is told.

use super::calls::{self, Call, Ended, bodies, lines};
use super::ledger::effect;
use super::read::FileUse;
use super::reading::Minutes;
use super::rows::rows;
use super::said;
use super::text::{GAP, each_unit, line, set_in, shortened};
use super::turn::{Kind, Turn, is_notice, routine};
use crate::notes::terms::each_term;

/// How much of a turn is told, in bytes.
struct Grade {
    said: usize,
    call: usize,
    /// The contents of an edit.
    body: usize,
    /// Lines of a result, and the length of each.
    lines: usize,
    line: usize,
    /// Whether reads and searches are told.
    looks: bool,
}

const GRADES: [Grade; 4] = [
    Grade {
        said: 1_600,
        call: 320,
        body: 1_200,
        lines: 12,
        line: 200,
        looks: true,
    },
    Grade {
        said: 800,
        call: 240,
        body: 500,
        lines: 6,
        line: 200,
        looks: true,
    },
    Grade {
        said: 420,
        call: 160,
        body: 140,
        lines: 1,
        line: 160,
        looks: true,
    },
    Grade {
        said: 200,
        call: 110,
        body: 0,
        lines: 1,
        line: 110,
        looks: false,
    },
];
/// The shares of the room at which the next grade begins, in percent.
const UP_TO: [usize; 3] = [20, 45, 80];
/// Below this size, in bytes, the second grade is skipped.
const SMALL: usize = 2_400;
/// The largest share of one turn, in percent, unless it is already at its shortest.
const ONE: usize = 35;

/// The log in `room` bytes. Words that `state` quotes in full are left out, paths there shortened.
pub(super) fn write(minutes: &Minutes, state: &str, room: usize) -> String {
    let turns = &minutes.turns;
    let names = names(minutes, state);
    let mut told: Vec<String> = Vec::new();
    let mut used = 0;
    let mut left_out = 0;
    let mut is_full = false;
    let mut known = routine(turns);
    // The state quotes it in full.
    known.extend(is_quoted(state, &minutes.ledger.said).then_some(minutes.ledger.said.as_str()));
    // Earlier notes told the request that stands at their end.
    let at_end = turns.iter().position(|turn| turn.kind == Kind::User);
    let at_end = at_end.filter(|_| said::is_at_end(&minutes.former.said));
    let is_known = |text: &String| minutes.former.happened.contains(text);
    let mut is_answered = false;
    for (index, turn) in turns.iter().enumerate().rev() {
        if turn.stays || turn.kind == Kind::User && turn.text.is_empty() {
            continue;
        }
        if is_full {
            left_out += usize::from(matches!(turn.kind, Kind::Agent | Kind::Call));
            continue;
        }
        // What the agent says again is told once, and words of the user where something followed.
        let is_again = turn.kind == Kind::Agent && !known.insert(&turn.text);
        if is_again || turn.kind == Kind::User && !is_answered {
            continue;
        }
        is_answered = turn.kind != Kind::User;
        let share = used * 100 / room.max(1);
        let at = UP_TO.iter().filter(|up_to| share >= **up_to).count();
        let at = at.max(if at == 1 && room < SMALL { 2 } else { 0 });
        let fitting = (at..GRADES.len()).find_map(|grade| {
            let text = tell(minutes, index, &names, &GRADES[grade]);
            let fits = used + text.len() < room;
            let is_short = text.len() <= room * ONE / 100 || grade + 1 == GRADES.len();
            (fits && is_short).then_some(text)
        });
        match fitting {
            Some(text) if text.is_empty() || at_end == Some(index) && is_known(&text) => {}
            Some(text) => {
                used += text.len() + 1;
                told.push(text);
            }
            None => {
                is_full = true;
                left_out += 1;
            }
        }
    }
    // What earlier notes told is older.
    for happened in minutes.former.happened.iter().rev() {
        let text = match minutes.turns.len() {
            0..8 => set_in(happened, "  "),
            _ => set_in(&shortened(happened, 160), "  "),
        };
        if is_full || used + text.len() + 1 > room {
            is_full = true;
            left_out += 1;
            continue;
        }
        used += text.len() + 1;
        told.push(text);
    }
    left_out += minutes.former.left_out;
    if left_out > 0 && room >= SMALL / 2 {
        told.push(format!("({left_out} older entries omitted)"));
    }
    told.reverse();
    told.join("\n")
}

/// Whether the state quotes the agent's last words in full.
fn is_quoted(state: &str, said: &str) -> bool {
    let whole = set_in(&line(said, said.len()), "  ");
    !said.is_empty() && state.contains(&format!("\"{whole}\""))
}

/// Paths in the state, each with its file name if no other path has the same one.
fn names<'a>(minutes: &'a Minutes, state: &str) -> Vec<(&'a str, &'a str)> {
    let ledger = &minutes.ledger;
    let paths = ledger.changed.iter().map(|file| &file.path);
    let all: Vec<(&str, &str)> = paths
        .chain(&ledger.read)
        .filter_map(|path| Some((path.as_str(), path.rsplit_once('/')?.1)))
        .collect();
    let is_alone = |name: &str| all.iter().filter(|(_, other)| *other == name).count() == 1;
    let is_told =
        |(path, name): &&(&str, &str)| !name.is_empty() && is_alone(name) && state.contains(path);
    all.iter().filter(is_told).copied().collect()
}

fn tell(minutes: &Minutes, index: usize, names: &[(&str, &str)], grade: &Grade) -> String {
    let turn = &minutes.turns[index];
    match turn.kind {
        Kind::User => {
            let text = line(&turn.text, 60);
            format!("U: {}", set_in(&text, "  "))
        }
        Kind::Attached if is_notice(&turn.text) => String::new(),
        Kind::Attached => attached(turn, grade.line),
        Kind::Agent => format!("A: {}", set_in(&shortened(&turn.text, grade.said), "  ")),
        Kind::Call => match minutes.calls.at(index) {
            Some(call) => set_in(&of_call(minutes, call, names, grade), "  "),
            None => String::new(),
        },
        // A result is told with its call.
        Kind::Result if minutes.calls.at(index).is_some() => String::new(),
        Kind::Result => {
            let text = match calls::failure(&turn.text) {
                Some(error) => format!("failed: {}", line(&error, grade.line)),
                None => of_result(minutes, "", &turn.text, grade),
            };
            set_in(&format!("* result: {text}"), "  ")
        }
    }
}

fn of_call(minutes: &Minutes, call: &Call, names: &[(&str, &str)], grade: &Grade) -> String {
    let turn = &minutes.turns[call.turn];
    let reads = call
        .called
        .files
        .iter()
        .all(|(_, used)| *used == FileUse::Read);
    let is_look = !call.ended.failed()
        && !effect(call, turn)
        && reads
        && (call.called.command.is_none() || call.called.script.only_shows());
    if is_look && !grade.looks || call.lists() {
        return String::new();
    }
    let mut text = format!("* {}", call.shown_in(turn, grade.call));
    // The state has the full path.
    if let ([(path, _)], None) = (&call.called.files[..], &call.called.command) {
        let short = names.iter().find(|(whole, _)| whole == path);
        text = short.map_or(text.clone(), |(_, name)| {
            text.replacen(path.as_str(), name, 1)
        });
    }
    let is_new = |name: &str| grade.lines > 1 || !name.starts_with("old");
    for (name, body) in bodies(&turn.args).filter(|(name, _)| grade.body > 0 && is_new(name)) {
        let body = match grade.lines < WINDOW {
            true => line(body, grade.body),
            false => format!("\n{}", shortened(body, grade.body)),
        };
        text.push_str(&format!("\n  {name}: {}", set_in(&body, "    ")));
    }
    let edits = call.called.command.is_none() && !reads;
    let came = call.came(&minutes.turns);
    let came = match call.ended {
        Ended::Untold | Ended::Well if lines(came).next().is_some() => {
            let ok = if call.ended == Ended::Well {
                "ok: "
            } else {
                ""
            };
            let is_check = call.called.command.is_some() && !is_look;
            match is_check && grade.lines == 1 {
                true => format!("{ok}{}", line(&call.line, grade.line)),
                false => format!("{ok}{}", of_result(minutes, &text, came, grade)),
            }
        }
        _ => line(&call.told(came), grade.line + 20),
    };
    // That a file was changed says the call.
    let path = call
        .called
        .files
        .first()
        .map_or("", |(path, _)| path.as_str());
    if !(edits && call.ended == Ended::Untold && call.line.contains(path)) {
        text.push_str(&format!(" → {came}"));
    }
    text
}

/// With this many lines or more, a result is quoted as one block.
const WINDOW: usize = 6;

/// The lines of a result that are needed most, in order: one block of them if there is room for it.
fn of_result(minutes: &Minutes, call: &str, text: &str, grade: &Grade) -> String {
    let rows = rows(text);
    let text = rows.as_deref().unwrap_or(text);
    let is_block = grade.lines >= WINDOW && rows.is_none();
    let quote = |text: &str| match is_block && text.len() <= grade.line {
        true => text.trim_end().to_owned(),
        false => line(text, grade.line),
    };
    let all = lines(text).count();
    if all <= grade.lines {
        return lines(text).map(quote).collect::<Vec<_>>().join("\n  ");
    }
    let mut told: Vec<&str> = Vec::new();
    each_term(call, |term| told.push(term));
    let mut scored: Vec<(f32, usize, &str)> = Vec::new();
    for (place, text) in lines(text).enumerate() {
        let mut best: Option<(f32, &str)> = is_block.then_some((0.0, text));
        each_unit(text, |unit| {
            let worth = minutes.need.of_line(unit, &told);
            if best.is_none_or(|(before, _)| worth > before) {
                best = Some((worth, if is_block { text } else { unit }));
            }
        });
        // A little more for the first line.
        let first = if place == 0 { 0.05 } else { 0.0 };
        scored.extend(best.map(|(worth, unit)| (worth + first, place, unit)));
    }
    if is_block {
        let start = best_block(&scored, grade.lines);
        scored.drain(..start);
    } else {
        scored.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    }
    scored.truncate(grade.lines);
    scored.sort_by_key(|(_, place, _)| *place);
    let told: Vec<String> = scored.iter().map(|(.., text)| quote(text)).collect();
    // More lines than are quoted, or this would have returned above.
    format!("{} {GAP} {all} lines", told.join("\n  "))
}

/// Where the block of `count` lines with the highest total worth begins. Of neighbors that are worth
/// the same it is the middle one, so that what counts has lines around it.
fn best_block(scored: &[(f32, usize, &str)], count: usize) -> usize {
    let (mut best, mut first, mut last) = (-1.0, 0, 0);
    for (start, block) in scored.windows(count).enumerate() {
        let worth: f32 = block.iter().map(|(worth, ..)| worth).sum();
        if worth > best {
            (best, first, last) = (worth, start, start);
        } else if worth == best && start == last + 1 {
            last = start;
        }
    }
    first + (last - first) / 2
}

fn attached(turn: &Turn, room: usize) -> String {
    let first = lines(&turn.text).next().unwrap_or_default();
    let chars = turn.text.chars().count();
    set_in(
        &format!("* attachment, {chars} chars: {}", line(first, room)),
        "  ",
    )
}
