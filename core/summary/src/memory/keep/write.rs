//! The sections of what is kept, each within its share of the room.

use super::{CLIPPED, MustKeep, each_newest, parts, still};
use crate::history::History;
use crate::host::clip::{head_of, tail_of};
use crate::host::units::utf16_len;
use crate::memory::carry::{
    ASKED, ASKED_BRIEF, CAME_BACK, DONE, DONE_ALSO, DONE_FOR, FAILED, FinishedCall, USES, guarded,
};
use crate::memory::lines::joined;
use crate::memory::source::proof;
use crate::notes::facts::{FileUse, demands, sentences};
use crate::notes::memory::EARLIER_RULES;
use crate::notes::snapshot::{escape_bound, escape_tags};
use std::collections::{BTreeMap, BTreeSet};

/// Shares of the room in percent, chosen by measurement: what a section takes is lost to quotes.
struct Shares {
    requests: usize,
    rules: usize,
    files: usize,
    failures: usize,
    tasks: usize,
    /// As much as rules may take, if they need it, and files that were changed.
    rules_most: usize,
    changed_most: usize,
}

const SHARES: Shares = Shares {
    requests: 15,
    rules: 8,
    files: 8,
    failures: 5,
    tasks: 5,
    rules_most: 25,
    changed_most: 8,
};
/// Where there is little room, what the user said counts for more, and so do files: of what earlier
/// notes hold the messages are gone, so what is left out now is lost for good.
const SMALL: Shares = Shares {
    requests: 25,
    rules: 12,
    files: 20,
    failures: 6,
    tasks: 10,
    rules_most: 60,
    changed_most: 50,
};

/// The most room of a memory, in bytes. Chosen here: no window holds as much.
pub(in crate::memory) const ROOM_BYTES_MAX: usize = 1 << 24;
/// Bytes of a token, where room for what binds is told in tokens.
pub(in crate::memory) const BYTES_PER_TOKEN: f64 = 4.0;
/// What binds may take as much room as in the smallest memory, or twice the bytes of what the user
/// said. Chosen here: then no short rule is lost, and a short conversation stays short.
const BIND_BYTES_MIN: usize = 1_920;
/// Below so many bytes of room the small shares apply, and a memory that cannot hold everything has
/// short tags and no notes. Chosen by measurement: 2,500 tokens.
pub(in crate::memory) const SMALL_BYTES: usize = 10_000;
/// Percent of the room for what was done, and the least of it in bytes: what is told as done is not
/// done again. Chosen by measurement.
const EFFECTS: usize = 10;
const EFFECTS_BYTES: usize = 400;
/// One of many calls of a tool tells so many bytes of its words, fewer beside a proof. Chosen here:
/// an id, and a short command.
const DONE_BYTES: usize = 72;
const PROVEN_BYTES: usize = 10;
/// A request is clipped to between so many chars. Chosen here: a sentence, and a page.
const REQUEST_CHARS: (usize, usize) = (64, 600);
/// What is left of the goal at least, in chars.
const GOAL_CHARS_MIN: usize = 40;
/// A shorter rule is not looked for in the goal: its words may be part of others there. In bytes.
const TOLD_BYTES_MIN: usize = 24;
/// How a request begins is told in so many chars at least, or not. Chosen here: a few words.
const LEAD_CHARS_MIN: usize = 24;
/// A sentence of a request that names something is told whole up to so many chars. Chosen here: as
/// long as a line that is quoted.
const SENTENCE_CHARS: usize = 120;
/// What binds takes at most this share of a budget, in tokens, and how often it is written again for
/// that. Chosen here: the rest is for the frame.
const BIND_SHARE: f64 = 0.75;
const BIND_STEPS: usize = 4;
/// Requests may take so many percent of their share before anything else may take one. Chosen by
/// measurement.
const STRETCH: usize = 200;

/// What binds in a memory, of the user's own words alone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Bound {
    pub goal: String,
    /// Rules, each a line of a list.
    pub rules: Vec<String>,
    /// Requests that may have changed one of the rules.
    pub beside: Vec<String>,
}

/// The sections of what is kept, as text.
#[derive(Debug, Clone, Default)]
pub(in crate::memory) struct KeptSections {
    pub goal: String,
    pub rules: String,
    pub changed: String,
    pub read: String,
    pub failures: String,
    pub tasks: String,
    /// What the user said, each text with what is told of it.
    pub said: BTreeMap<String, String>,
}

impl KeptSections {
    /// Bytes of all sections.
    pub fn bytes(&self) -> usize {
        self.texts()
            .map(|text| text.len() + usize::from(!text.is_empty()))
            .sum()
    }

    pub fn texts(&self) -> impl Iterator<Item = &String> {
        [
            &self.goal,
            &self.rules,
            &self.changed,
            &self.read,
            &self.failures,
            &self.tasks,
        ]
        .into_iter()
    }
}

impl MustKeep<'_> {
    /// What binds: the goal, and the rules, with what may have changed one of them. Nothing but the
    /// user's words and a budget that does not depend on the conversation decides on it, so that
    /// whoever summarises writes the same.
    pub fn bind(&self, history: &History, budget_tokens: f64) -> Bound {
        let tokens_of = |text: &str| history.scale().tokens_of_text(text);
        let most = (budget_tokens * BYTES_PER_TOKEN).clamp(0.0, ROOM_BYTES_MAX as f64) as usize;
        let mut room = most.min(BIND_BYTES_MIN.max(self.said_bytes * 2));
        let mut bound = self.bind_within(room);
        // In some scripts a token has fewer bytes.
        for _ in 0..BIND_STEPS {
            let tokens = tokens_of(&bound.goal) + tokens_of(&bound.rules.join("\n"));
            let ratio = budget_tokens * BIND_SHARE / tokens.max(1) as f64;
            if ratio >= 1.0 {
                break;
            }
            room = (room as f64 * ratio) as usize;
            bound = self.bind_within(room);
        }
        bound
    }

    fn bind_within(&self, room: usize) -> Bound {
        let shares = if room < SMALL_BYTES { &SMALL } else { &SHARES };
        let share = |percent: usize| room * percent / 100;
        let own = share(shares.requests);
        let chars = own.clamp(GOAL_CHARS_MIN, REQUEST_CHARS.1);
        let written = |goal: &str| {
            let goal = ends(goal, chars);
            let (mark, goal) = guarded(&goal);
            format!("{mark}{}", escape_bound(goal))
        };
        let mut goal = written(&self.goal);
        let own = own.saturating_sub(goal.len()) + share(shares.rules);
        let (rules, beside) = self.write_rules(own, own.max(share(shares.rules_most)));
        if utf16_len(&self.goal) > chars {
            // What stands as a rule leaves its room in the goal to the other words.
            let told: BTreeSet<&String> = rules.iter().collect();
            let is_told = |rule: &&String| {
                rule.len() >= TOLD_BYTES_MIN
                    && !self.earlier.contains(*rule)
                    && told.contains(&listed(rule))
            };
            let left = self.rules.iter().filter(is_told);
            let left = left.fold(self.goal.clone(), |goal, rule| without(&goal, rule));
            goal = written(&left);
        }
        Bound {
            goal,
            rules,
            beside,
        }
    }

    /// The sections, within their shares of `room` bytes. A bare memory has no marks of lists.
    pub fn write(&self, room: usize, is_bare: bool, bound: &Bound) -> KeptSections {
        let shares = if room < SMALL_BYTES { &SMALL } else { &SHARES };
        let share = |percent: usize| room * percent / 100;
        // What one section leaves flows on to the next, but not to files: their list is as long as
        // it is let.
        let own = share(shares.requests);
        let Bound {
            goal,
            rules,
            beside,
        } = bound;
        let asked = self.write_requests(own, goal.len(), is_bare, rules);
        let told = asked
            .iter()
            .map(|(line, request)| ((*request).clone(), line.clone()));
        let said = told.chain([(self.goal.clone(), goal.clone())]).collect();
        let taken: usize = asked.iter().map(|(line, _)| line.len() + 1).sum();
        let own = own.saturating_sub(goal.len() + taken) + share(shares.rules);
        let news = asked
            .into_iter()
            .filter(|(_, request)| !beside.contains(*request))
            .map(|(line, _)| line);
        let beside = beside
            .iter()
            .map(|request| format!("- {}{}", asked_by(is_bare), escape_tags(request)));
        let mut tasks: Vec<String> = news.chain(beside).collect();
        let mut left = own.saturating_sub(bytes(rules)) + share(shares.tasks);
        let open = self.tasks.iter();
        let open = open.map(|(state, task)| format!("- {state} {}", escape_tags(task)));
        tasks.extend(open.filter(|line| fits(line, &mut left)));
        left += share(shares.failures);
        let effects = share(EFFECTS).max(EFFECTS_BYTES.min(room / 5));
        let mut failures = self.write_effects(effects);
        let failed = self.failures.iter().rev().map(ended_line);
        let mut newest: Vec<String> = failed.filter(|line| fits(line, &mut left)).collect();
        newest.reverse();
        failures.extend(newest);
        let (changed, read) = self.write_files(share(shares.files), share(shares.changed_most));
        if is_bare {
            let unmarked = |line: &String| line.trim_start_matches("- ").to_owned();
            tasks = tasks.iter().map(unmarked).collect();
        }
        KeptSections {
            goal: goal.clone(),
            rules: rules.join("\n"),
            changed,
            read,
            failures: failures.join("\n"),
            tasks: tasks.join("\n"),
            said,
        }
    }

    /// What was done. Where not all fits, fewer of the newest have a line of their own. Without any
    /// line the others may take twice the room; then the oldest are left out.
    fn write_effects(&self, room: usize) -> Vec<String> {
        let mut effects = &self.effects[..];
        let mut whole = effects.len();
        loop {
            let lines = done(effects, whole);
            if bytes(&lines) <= room << usize::from(whole == 0) {
                return lines;
            }
            if whole > 0 {
                whole /= 2;
            } else {
                effects = &effects[effects.len().div_ceil(8)..];
            }
        }
    }

    /// The requests beside the goal. All are clipped alike, the newest first where not all fit; then
    /// the newest tell more of themselves in the room that is left.
    fn write_requests(
        &self,
        room: usize,
        goal_bytes: usize,
        is_bare: bool,
        rules: &[String],
    ) -> Vec<(String, &String)> {
        let requests = &self.requests;
        // What is told as a rule needs no telling as a request.
        let is_gone = |sentence: &str| {
            let is_told = |rule: &String| rule.strip_prefix("- ") == Some(sentence);
            self.updates.gone.contains_key(sentence) || rules.iter().any(is_told)
        };
        let still: Vec<String> = requests.iter().map(|said| still(said, is_gone)).collect();
        let chars = (room * 3 / 2 / (requests.len() + 1)).clamp(REQUEST_CHARS.0, REQUEST_CHARS.1);
        let line = |request: &str, chars: usize, leads: bool| {
            let told = escape_tags(&pith(request, chars, leads));
            format!("- {}{told}", asked_by(is_bare))
        };
        let mut lines: Vec<String> = still.iter().map(|said| line(said, chars, false)).collect();
        let mut left = (room * STRETCH / 100).saturating_sub(goal_bytes);
        // What may have changed something comes first, and what may be changed last.
        let doubting: BTreeSet<&String> = self.updates.doubted.values().collect();
        let mut order: Vec<usize> = (0..lines.len()).rev().collect();
        order.sort_by_key(|index| {
            let is_doubted = self.updates.doubted.contains_key(&requests[*index]);
            (
                is_doubted,
                !is_doubted && !doubting.contains(&requests[*index]),
            )
        });
        // Clipped to their ends, two may read alike.
        let mut told = BTreeSet::new();
        order.retain(|index| !still[*index].is_empty() && told.insert(lines[*index].clone()));
        order.retain(|index| fits(&lines[*index], &mut left));
        let chosen: BTreeSet<usize> = order.into_iter().collect();
        // First a little of each, then more of the newest.
        for index in chosen.iter().rev() {
            let longer = line(&still[*index], chars.max(SENTENCE_CHARS), true);
            let more = longer.len().saturating_sub(lines[*index].len());
            if more < left {
                left -= more;
                lines[*index] = longer;
            }
        }
        chosen
            .into_iter()
            .map(|index| (lines[index].clone(), &requests[index]))
            .collect()
    }

    /// Rules word for word: the strongest and shortest first where not all fit, in the order in
    /// which they were given. Those that forbid or demand may take `most`, the
    /// others only what these leave of `room`. Behind them: what may have changed one of them. No
    /// condition or wish is told without it; what forbids or demands is told whatever may have
    /// changed it.
    fn write_rules(&self, room: usize, most: usize) -> (Vec<String>, Vec<String>) {
        let newer = |rule: &String| self.own.doubted.get(rule);
        let rules: BTreeSet<&String> = self.rules.iter().collect();
        let beside = self
            .rules
            .iter()
            .filter_map(newer)
            .filter(|newer| !parts(newer).any(|part| rules.contains(&part)));
        let texts: Vec<&String> = self.rules.iter().chain(each_newest(beside)).collect();
        let lines: Vec<String> = texts.iter().map(|text| listed(text)).collect();
        let places: BTreeMap<&String, usize> = texts.iter().copied().zip(0..).collect();
        let changes = self.own.doubted.values().flat_map(|newer| parts(newer));
        let changes: BTreeSet<String> = changes.collect();
        let is_strong = |text: &&String| demands(text) || changes.contains(*text);
        let strong: Vec<bool> = texts.iter().map(is_strong).collect();
        let mut order: Vec<usize> = (0..lines.len()).collect();
        let waits = |index: usize| newer(texts[index]).filter(|_| !strong[index]);
        order.sort_by_key(|index| {
            (
                waits(*index).is_some(),
                !strong[*index],
                lines[*index].len(),
            )
        });
        let label = format!("- {EARLIER_RULES}");
        let mut left = if self.earlier.is_empty() {
            most
        } else {
            most.saturating_sub(label.len() + 1)
        };
        let beyond = most - room.min(most);
        let has_room = |index: usize, left: usize| {
            strong[index] || left.saturating_sub(lines[index].len()) >= beyond
        };
        let mut chosen: BTreeSet<usize> = BTreeSet::new();
        for index in order {
            let is_told = |newer: &String| {
                parts(newer)
                    .find_map(|part| places.get(&part))
                    .is_none_or(|index| chosen.contains(index))
            };
            if waits(index).is_none_or(is_told)
                && has_room(index, left)
                && fits(&lines[index], &mut left)
            {
                chosen.insert(index);
            }
        }
        let beside = chosen.split_off(&self.rules.len());
        let (earlier, own): (Vec<usize>, Vec<usize>) = chosen
            .into_iter()
            .partition(|index| self.earlier.contains(texts[*index]));
        let label = (!earlier.is_empty()).then_some(label);
        let line = |index: usize| lines[index].clone();
        let rules = own
            .into_iter()
            .map(line)
            .chain(label)
            .chain(earlier.into_iter().map(line))
            .collect();
        let beside = beside.into_iter().map(|index| texts[index].clone());
        (rules, beside.collect())
    }

    /// Files by folder: those that were changed, then those that were read; the newest first where
    /// not all fit. Those that were changed may take `most` alone.
    fn write_files(&self, room: usize, most: usize) -> (String, String) {
        let mut newest: Vec<&(String, FileUse)> = self.files.iter().rev().collect();
        newest.sort_by_key(|(_, found)| *found == FileUse::Read);
        let listed = |count: usize| {
            let (changed, read): (Vec<_>, Vec<_>) = newest
                .get(..count)?
                .iter()
                .rev()
                .copied()
                .partition(|(_, found)| *found != FileUse::Read);
            let texts = (by_folder(&changed), by_folder(&read));
            let fits = texts.0.len() + texts.1.len() <= room
                || (texts.1.is_empty() && texts.0.len() <= most);
            (fits || count == 0).then_some(texts)
        };
        // Down in strides, and then up again in steps.
        let mut count = newest.len();
        let mut found = listed(count);
        while found.is_none() {
            count = count * 17 / 20;
            found = listed(count);
        }
        while let Some(more) = listed(count + 1) {
            count += 1;
            found = Some(more);
        }
        found.unwrap_or_default()
    }
}

/// A goal with a mark where a rule stood. How it begins stays: by that it is known again.
fn without(goal: &str, rule: &str) -> String {
    let Some((head, tail)) = goal.split_once(rule) else {
        return goal.to_owned();
    };
    let is_edge = |char: char| char.is_whitespace() || CLIPPED.contains(char);
    let head = head.trim_end_matches(is_edge);
    match (head, tail.trim_start_matches(is_edge)) {
        ("", _) => goal.to_owned(),
        (head, "") => head.to_owned(),
        (head, tail) => format!("{head}{CLIPPED}{tail}"),
    }
}

/// A line of the list of rules.
fn listed(rule: &str) -> String {
    format!("- {}", escape_bound(rule))
}

/// Before a request in the list of tasks.
fn asked_by(is_bare: bool) -> &'static str {
    if is_bare { ASKED_BRIEF } else { ASKED }
}

/// What a request tells in `chars` chars. One of several sentences tells those that name something,
/// and the last one, in which most people ask; how it begins, if that `leads`. One of a single
/// sentence tells its two ends.
fn pith(text: &str, chars: usize, leads: bool) -> String {
    let sentences = sentences(text);
    let last = sentences.len().max(1) - 1;
    if last == 0 || utf16_len(text) <= chars {
        return ends(text, chars);
    }
    let mut left = chars;
    let mut takes = |index: &usize| {
        let size = utf16_len(&sentences[*index]) + 1;
        let takes = size <= left;
        left -= if takes { size } else { 0 };
        takes
    };
    let named = (0..last).filter(|index| names_something(&sentences[*index]));
    let named: Vec<usize> = named.collect();
    let mut chosen: Vec<usize> = named.iter().copied().filter(&mut takes).collect();
    if chosen.is_empty() {
        chosen.push(*named.first().unwrap_or(&last));
    } else if takes(&last) {
        chosen.push(last);
    }
    let runs = chosen.chunk_by(|one, next| one + 1 == *next);
    let runs = runs.map(|run| sentences[run[0]..=run[run.len() - 1]].join(" "));
    let told = runs.collect::<Vec<_>>().join(CLIPPED);
    let left = chars.saturating_sub(utf16_len(&told) + CLIPPED.len());
    if !leads || chosen[0] == 0 || left < LEAD_CHARS_MIN {
        return ends(&told, chars);
    }
    let lead = head_of(&sentences[0], left).trim_end();
    format!("{lead}{CLIPPED}{told}")
}

/// Whether a sentence holds a number, an id, a path or a name.
fn names_something(sentence: &str) -> bool {
    let marks = |char: char| char.is_ascii_digit() || char == '/';
    sentence.split_whitespace().enumerate().any(|(at, word)| {
        word.contains(marks) || (at > 0 && word.len() > 2 && word.starts_with(char::is_uppercase))
    })
}

/// A text of at most `chars` chars on one line: its head and, behind a mark, its end.
fn ends(text: &str, chars: usize) -> String {
    if utf16_len(text) <= chars {
        return text.to_owned();
    }
    let room = chars.saturating_sub(3);
    let head = head_of(text, room * 7 / 10);
    let clipped = format!(
        "{}{CLIPPED}{}",
        head.trim_end(),
        of_words(text, tail_of(text, room - room * 7 / 10))
    );
    // A last letter may be longer than the room of the tail.
    clipped.trim_end().to_owned()
}

/// The end of a text without the word that was cut in front.
fn of_words<'a>(text: &str, end: &'a str) -> &'a str {
    let is_whole = text[..text.len() - end.len()].ends_with(char::is_whitespace);
    let cut = end.find(char::is_whitespace).filter(|_| !is_whole);
    cut.map_or(end, |at| &end[at..]).trim_start()
}

/// Lines of what was done: the newest `whole` calls, and before them the others under the name of
/// their tool.
fn done(effects: &[FinishedCall], whole: usize) -> Vec<String> {
    let (older, newest) = effects.split_at(effects.len().saturating_sub(whole));
    let mut tools: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for call in older {
        let (tool, about) = call.call.split_once(' ').unwrap_or((&call.call, ""));
        let proof = proof(&call.came).unwrap_or_default();
        let mut left = if proof.is_empty() {
            DONE_BYTES
        } else {
            PROVEN_BYTES
        };
        let words = about.split(' ').enumerate();
        let words = words.filter(|(at, word)| fits(word, &mut left) || *at == 0);
        let words: Vec<&str> = words.map(|(_, word)| word).chain([proof]).collect();
        let words = words.join(" ").replace(DONE_ALSO, " ");
        let calls = tools.entry(tool).or_default();
        calls.extend(Some(words.trim().to_owned()).filter(|words| !words.is_empty()));
    }
    let older = tools.iter().map(|(tool, calls)| {
        let (said, end) = match calls.len() {
            0 => ("", DONE),
            1 => (" ", DONE),
            _ => (DONE_FOR, ""),
        };
        let line = format!("- `{tool}{said}{}{end}", calls.join(DONE_ALSO));
        escape_tags(&line)
    });
    older.chain(newest.iter().map(ended_line)).collect()
}

fn bytes(lines: &[String]) -> usize {
    lines.iter().map(|line| line.len() + 1).sum()
}

/// Whether a line still fits; then its bytes are taken.
fn fits(line: &str, left: &mut usize) -> bool {
    let fits = line.len() < *left;
    if fits {
        *left -= line.len() + 1;
    }
    fits
}

/// `- EDITED src/: a.rs, b.rs`; a file alone in its folder as `- EDITED: src/a.rs`.
pub(in crate::memory) fn by_folder(files: &[&(String, FileUse)]) -> String {
    let mut folders: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    let mut order: Vec<(&str, &str)> = Vec::new();
    let mut lines = Vec::new();
    for (path, found) in files {
        let word = USES
            .iter()
            .find(|(_, known)| known == found)
            .map_or("READ", |(word, _)| word);
        let (folder, name) = path.rsplit_once('/').unwrap_or((".", path));
        if path.contains(", ") || path.contains("/: ") || folder.is_empty() {
            lines.push(format!("- {word}: {}", escape_tags(path)));
            continue;
        }
        let names = folders.entry((word, folder)).or_default();
        if names.is_empty() {
            order.push((word, folder));
        }
        names.push(name);
    }
    for (word, folder) in order {
        let names = folders.remove(&(word, folder)).unwrap_or_default();
        let told = match &names[..] {
            [name] if folder == "." => format!(": {name}"),
            [name] => format!(": {folder}/{name}"),
            names => format!(" {folder}/: {}", names.join(", ")),
        };
        lines.push(format!("- {word}{}", escape_tags(&told)));
    }
    joined(lines.iter().map(|line| line.trim_end()))
}

/// How a call ended, as a line of the notes.
pub(in crate::memory) fn ended_line(call: &FinishedCall) -> String {
    let end = if call.done { DONE } else { FAILED };
    let came = escape_tags(&call.came);
    let mark = if came.is_empty() { "" } else { CAME_BACK };
    format!("- `{}{end}{mark}{came}", escape_tags(&call.call))
}
