//! Text that a host writes under the user's role: in plain-text protocols, user messages contain
//! the outcomes of actions; applications also add reminders to the user's text.

use crate::history::{History, PartKind};
use crate::{Role, listed};

/// Beginnings of messages with an outcome. Source: ReAct, SWE-agent and the replacements for tool
/// calls in models without them; recorded sessions.
const HEADS: [&str; 8] = listed(
    "Observation | OBSERVATION | Tool | [Tool | [tool | Command output | EXECUTION RESULT | \
     <error",
);

/// Returns true if a user text is the outcome of an agent's action: it follows an agent message,
/// begins like an outcome, and the history contains no tool calls.
pub fn is_observation(history: &History, index: usize, text: &str) -> bool {
    let after_agent = index > 0 && history.role(index - 1) == Some(Role::Assistant);
    after_agent
        && history.role(index) == Some(Role::User)
        && (begins_like_one(text) || begins_like_a_report(text))
        && !history
            .parts()
            .iter()
            .any(|part| part.kind == PartKind::ToolCall)
}

/// Returns true if a text begins with a heading that reads like a report of something that was run,
/// even if the heading isn't in `HEADS`: `Output of ls:`, `[bash exit 0]`, `<exec_output>`,
/// `Exit code: 1`. A person who says "Result: it fails" continues in the same line.
fn begins_like_a_report(text: &str) -> bool {
    let text = unmarked(text, "\u{feff}*#`_");
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

/// Words in headings that introduce the outcome of an action. Source: the protocols of text agents
/// (ReAct, SWE-agent, OpenHands, mini-swe-agent, Aider, smolagents), November 2026.
const REPORTS: [&str; 12] = listed(
    "output outputs result results returned executed execution response log logs console \
     observations",
);
/// Those that people do not begin with.
const PLAIN_REPORTS: [&str; 6] = listed("exit returncode stdout stderr observation traceback");

fn begins_like_one(text: &str) -> bool {
    let text = unmarked(text, "\u{feff}");
    HEADS.iter().any(|head| text.strip_prefix(head).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric)))
        || text.starts_with("(Open file:")
        // The prompt of a shell.
        || text.trim_end().ends_with("bash-$")
}

/// Whether nothing is left of a text but what quoting and fences put around other text.
pub fn says_nothing(text: &str) -> bool {
    unmarked(text, "`>*_~|-\u{feff}").is_empty()
}

/// Returns a text without blanks and these marks in front.
pub fn unmarked<'t>(text: &'t str, marks: &str) -> &'t str {
    text.trim_start_matches(|char: char| char.is_whitespace() || marks.contains(char))
}
