//! What a host says in the user's name: in protocols of plain text, what came of an action stands
//! in a message of the user; and applications put reminders beside what the user wrote.

use crate::history::{History, PartKind};
use crate::host::listed::listed;
use crate::read::message::Role;

/// How such a message begins. Source: ReAct, SWE-agent and what stands in for tool calls where a
/// model has none; recorded sessions.
const HEADS: [&str; 15] = listed(
    "Observation | OBSERVATION | Tool | [Tool | [tool | Command output | EXECUTION RESULT | \
     <tool_result | <function_result | <observation | <result | <output | \
     <returncode | <stdout | <error",
);

/// Whether a text of the user is what came of an action of the agent: it follows the agent's words,
/// begins like one, and no tool is called in another way.
pub(crate) fn is_observation(history: &History, index: usize, text: &str) -> bool {
    let after_agent = index > 0 && history.role(index - 1) == Some(Role::Assistant);
    after_agent
        && history.role(index) == Some(Role::User)
        && (begins_like_one(text) || begins_like_a_report(text))
        && !history
            .parts()
            .iter()
            .any(|part| part.kind == PartKind::ToolCall)
}

/// Whether a text begins with a head that no list of ours names, and that reads as a report of what
/// was run: `Output of ls:`, `[bash exit 0]`, `<exec_output>`, `Exit code: 1`. A person who says
/// "Result: it fails" goes on in the same line.
fn begins_like_a_report(text: &str) -> bool {
    let text =
        text.trim_start_matches(|char: char| char.is_whitespace() || "\u{feff}*#`_".contains(char));
    let line = text.lines().next().unwrap_or_default();
    let closing = [('[', ']'), ('<', '>'), ('(', ')')];
    let framed = closing.iter().find(|(open, _)| line.starts_with(*open));
    let head = match framed {
        Some((_, close)) => line[1..].split_once(*close),
        None => line.split_once(':'),
    };
    let Some((head, behind)) = head.filter(|(head, _)| head.len() <= HEAD_BYTES) else {
        return false;
    };
    let head = head.to_lowercase();
    let mut words = head.split(|char: char| !char.is_alphanumeric());
    let ends_line = behind
        .trim_matches(|char: char| "*`_ ".contains(char))
        .is_empty();
    words.any(|word| {
        PLAIN_REPORTS.contains(&word)
            || ((framed.is_some() || ends_line) && REPORTS.contains(&word))
    })
}

/// Longest head of a report, in bytes. Chosen here: a word or two, and a short command.
const HEAD_BYTES: usize = 60;

/// Words by which heads tell what came of an action. Source: the protocols of text agents (ReAct,
/// SWE-agent, OpenHands, mini-swe-agent, Aider, smolagents), November 2026.
const REPORTS: [&str; 12] = listed(
    "output outputs result results returned executed execution response log logs console \
     observations",
);
/// Those that people do not begin with.
const PLAIN_REPORTS: [&str; 6] = listed("exit returncode stdout stderr observation traceback");

fn begins_like_one(text: &str) -> bool {
    let text = text.trim_start_matches(|char: char| char.is_whitespace() || char == '\u{feff}');
    let line = text.lines().next().unwrap_or_default();
    HEADS.iter().any(|head| text.strip_prefix(head).is_some_and(|rest| !rest.starts_with(|char: char| char.is_alphanumeric())))
        || (line.starts_with('[') && line.ends_with("] Result:"))
        || text.starts_with("(Open file:")
        // The prompt of a shell.
        || text.trim_end().ends_with("bash-$")
}

/// Tags around texts that applications put into a user's message: reminders, and the output of what
/// they ran. The user did not write what stands in them.
const REMINDERS: [&str; 37] = listed(
    "system-reminder system_reminder environment_context environment_details ide_selection \
     ide_opened_file ide_diagnostics new-diagnostics local-command-stdout local-command-stderr \
     local-command-caveat command-message task-notification user-prompt-submit-hook bash-stdout \
     bash-stderr tool_result tool_output tool_response function_result function_results \
     observation session_context ide_context command-name command-args command-contents \
     bash-input user_instructions user_info git_status project_layout \
     open_and_recently_viewed_files attached_files persisted-output tool_use_error turn_aborted",
);

/// Whether nothing is left of a text but what quoting and fences put around other text.
pub(crate) fn says_nothing(text: &str) -> bool {
    text.chars()
        .all(|char| char.is_whitespace() || "`>*_~|-\u{feff}".contains(char))
}

/// The text with every reminder taken out. One that is not closed ends with the text if it begins a
/// line; else it is a mention.
pub(crate) fn without_reminders(text: &str) -> String {
    apart(text).0
}

/// The reminders in a text, one a line.
pub(crate) fn reminders_in(text: &str) -> String {
    apart(text).1
}

fn apart(text: &str) -> (String, String) {
    let (mut left, mut reminders) = (String::with_capacity(text.len()), Vec::new());
    let mut from = 0;
    // Names that are closed nowhere behind: they are not looked for again.
    let mut unclosed = [false; REMINDERS.len()];
    while let Some(offset) = memchr::memchr(b'<', &text.as_bytes()[from..]) {
        let start = from + offset;
        left.push_str(&text[from..start]);
        if let Some(end) = reminder_end(text, start, &mut unclosed) {
            reminders.push(&text[start..end]);
            from = end;
        } else {
            left.push('<');
            from = start + 1;
        }
    }
    left.push_str(&text[from..]);
    (left, reminders.join("\n"))
}

/// What stands behind a name in any case, if the text begins with it.
fn behind_name<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let (head, rest) = text.split_at_checked(name.len())?;
    head.eq_ignore_ascii_case(name).then_some(rest)
}

/// Where the reminder ends that begins at `start`.
fn reminder_end(text: &str, start: usize, unclosed: &mut [bool; REMINDERS.len()]) -> Option<usize> {
    let inside = &text[start + 1..];
    let is_named = |name: &&str| {
        behind_name(inside, name)
            .is_some_and(|rest| rest.starts_with(|char: char| char == '>' || char.is_whitespace()))
    };
    let place = REMINDERS.iter().position(is_named)?;
    let search = || {
        memchr::memchr_iter(b'<', inside.as_bytes()).find_map(|at| {
            let rest = behind_name(inside[at + 1..].strip_prefix('/')?, REMINDERS[place])?;
            let rest = rest.trim_start().strip_prefix('>')?;
            Some(text.len() - rest.len())
        })
    };
    let closed = if unclosed[place] { None } else { search() };
    unclosed[place] |= closed.is_none();
    let begins_line = text[..start]
        .rsplit('\n')
        .next()
        .is_none_or(|line| line.trim().is_empty());
    closed.or_else(|| begins_line.then_some(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reminders_are_no_words_of_the_user() {
        assert_eq!(
            without_reminders("Fix it.<system-reminder>Be brief.</system-reminder> Now."),
            "Fix it. Now."
        );
        assert_eq!(
            without_reminders("Fix it.\n<Environment_Context cwd=\"/\">never closed"),
            "Fix it.\n"
        );
        assert_eq!(
            without_reminders("What does <system-reminder> mean? Fix it."),
            "What does <system-reminder> mean? Fix it."
        );
        assert_eq!(
            without_reminders("a < b and <system> stay, <observations> too"),
            "a < b and <system> stay, <observations> too"
        );
        assert_eq!(
            without_reminders("<bash-stdout>x < 3</bash-stdout>é<bash-stderr></bash-stderr>"),
            "é"
        );
    }

    #[test]
    fn many_reminders_are_taken_out_in_one_pass() {
        assert_eq!(without_reminders(&"<system-reminder>".repeat(20_000)), "");
        let mentions = "x <system-reminder> y".repeat(20_000);
        assert_eq!(without_reminders(&mentions), mentions);
    }
}
