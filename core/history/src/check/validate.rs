//! Problems for which a provider would reject a list of messages: the place, and the error that the
//! provider would send.
//!
//! An open call at the end of the list is allowed, since the host is about to add its result.

mod content;
mod results;
mod signed_thinking;

use crate::error::Result;
use crate::history::{History, HistoryOptions};
use crate::host::item::Item;
use crate::host::path::Path;
use crate::read::dialect::Dialect;
use crate::read::message::{Body, Part};
use crate::shape::{shapes, words};

shapes! {
    /// A problem that a provider would reject, or that has less effect than expected.
    pub struct Problem {
        /// The kind of problem.
        pub code: ProblemCode,
        /// JSON Pointer to its place in the list.
        pub path: String,
        /// Whether the provider would reject the request.
        pub severity: Severity,
        /// The provider's error message, as far as known.
        pub message: String,
    }
}

words! {
    /// The severity of a problem.
    pub enum Severity {
        /// The provider rejects the request.
        Error => "error",
        /// The provider may accept the request. [`repair`](crate::check::repair::repair) doesn't change it.
        Warning => "warning",
    }
}

words! {
    /// The kinds of problems, in the order of [`repair`](crate::check::repair::repair).
    pub enum ProblemCode {
        /// A message without a role.
        MissingRole => "missing_role",
        /// A role that the format doesn't have.
        UnknownRole => "unknown_role",
        /// A string with half a surrogate pair.
        LoneSurrogate => "lone_surrogate",
        /// The field `conspectus`, which pins a message: providers don't know it.
        OwnField => "own_field",
        /// A call or result without an id.
        MissingId => "missing_id",
        /// Two calls with the same id.
        DuplicateCallId => "duplicate_call_id",
        /// A second result for the same call.
        DuplicateResult => "duplicate_result",
        /// A result that answers no call.
        OrphanResult => "orphan_result",
        /// A result in the wrong place.
        MisplacedResult => "misplaced_result",
        /// A call without a result, although the history continues.
        DanglingCall => "dangling_call",
        /// Content before tool results that must come first.
        ResultsNotFirst => "results_not_first",
        /// Reasoning without the item it led to.
        ReasoningWithoutItem => "reasoning_without_item",
        /// A response that ends in reasoning.
        EndsInThought => "ends_in_thought",
        /// A tool message without content.
        EmptyResult => "empty_result",
        /// An empty part of a message.
        EmptyPart => "empty_part",
        /// A message without content.
        EmptyMessage => "empty_message",
        /// The first message is the assistant's instead of the user's.
        FirstMessageNotUser => "first_message_not_user",
        /// Two messages of one side in a row, although roles must alternate.
        RolesDoNotAlternate => "roles_do_not_alternate",
        /// A system message in the list, although the provider expects a separate field.
        SystemMessageInList => "system_message_in_list",
        /// A system message between others.
        SystemMessageInTheMiddle => "system_message_in_the_middle",
        /// Signed thinking that's bound to changed content.
        ThinkingBound => "thinking_bound",
        /// A message whose content the format can't read. [`repair`](crate::check::repair::repair) doesn't
        /// change it.
        UnreadableMessage => "unreadable_message",
    }
}

impl ProblemCode {
    /// Whether a provider refuses a request with this problem.
    #[must_use]
    pub fn severity(self) -> Severity {
        match self {
            Self::SystemMessageInList | Self::SystemMessageInTheMiddle => Severity::Warning,
            _ => Severity::Error,
        }
    }
}

/// A problem with its place in the history.
#[derive(Debug, Clone)]
pub struct Finding {
    pub code: ProblemCode,
    pub message: usize,
    /// The part, counted inside its message.
    pub part: Option<usize>,
    pub path: String,
    pub text: String,
}

impl Finding {
    /// The index of its part among all parts of the history.
    pub fn part_in(&self, history: &History) -> usize {
        history.first_part(self.message) + self.part.unwrap_or(0)
    }

    /// A problem of a whole message.
    fn of_message(code: ProblemCode, message: usize, text: impl Into<String>) -> Self {
        Self {
            code,
            message,
            part: None,
            path: format!("/{message}"),
            text: text.into(),
        }
    }
}

/// All problems of a list, in the order of its messages. The list is empty if the provider would
/// accept the messages.
///
/// ```
/// use conspectus::{validate, Config, ProblemCode};
/// use serde_json::json;
///
/// let messages = json!([{ "role": "user", "content": "Hi" }, { "role": "tool", "tool_call_id": "a", "content": "lost" }]);
/// let problems = validate(Config::default(), &messages)?;
/// assert_eq!(problems[0].code, ProblemCode::OrphanResult);
/// # Ok::<(), conspectus::Error>(())
/// ```
///
/// # Errors
/// As [`History::extend`].
pub fn validate<'v>(
    options: impl Into<HistoryOptions>,
    messages: impl Into<Item<'v>>,
) -> Result<Vec<Problem>> {
    let messages = &messages.into();
    let mut history = History::new(options);
    history.read_again(messages, 0)?;
    let mut findings = torn(messages);
    findings.extend(findings_of(&history, messages)?);
    in_order(&mut findings);
    let problem = |finding: Finding| Problem {
        code: finding.code,
        path: finding.path,
        severity: finding.code.severity(),
        message: finding.text,
    };
    Ok(findings.into_iter().map(problem).collect())
}

fn in_order(findings: &mut [Finding]) {
    findings.sort_by_key(|finding| (finding.message, finding.part.unwrap_or(0)));
}

pub use content::{OWN_FIELD, is_torn, torn};
pub use results::{ResultPlaces, is_of_result};
pub use signed_thinking::{bound_to_other, signed_thoughts};

/// All problems but those of [`torn`]. `messages` must be the list that `history` was read from.
///
/// # Errors
/// As [`Dialect::read`].
pub fn findings_of<'v>(history: &History, messages: &Item<'v>) -> Result<Vec<Finding>> {
    let hosts: Vec<Item<'v>> = messages.items().take(history.len()).collect();
    let mut findings = Vec::new();
    content::check(history, messages, &hosts, &mut findings);
    results::check(history, &hosts, &mut findings)?;
    Ok(findings)
}

/// The problems of calls, results and characters, which need no guess about what was meant: those
/// for which a list is repaired before it is sent. `messages` must be the list that `history` was
/// read from.
///
/// # Errors
/// As [`Dialect::read`].
pub fn broken(history: &History, messages: &Item<'_>) -> Result<Vec<Finding>> {
    let mut findings = torn(messages);
    findings.extend(findings_of(history, messages)?);
    findings.retain(|finding| {
        matches!(
            finding.code,
            ProblemCode::LoneSurrogate
                | ProblemCode::OwnField
                | ProblemCode::MissingId
                | ProblemCode::DuplicateCallId
                | ProblemCode::DuplicateResult
                | ProblemCode::OrphanResult
                | ProblemCode::MisplacedResult
                | ProblemCode::DanglingCall
                | ProblemCode::ResultsNotFirst
        )
    });
    in_order(&mut findings);
    Ok(findings)
}

/// The parts of one message, in the order of the history.
///
/// # Errors
/// As [`Dialect::read`].
pub fn parts_of<'v>(dialect: Dialect, message: &Item<'v>) -> Result<Vec<Part<'v>>> {
    let mut parts = Vec::new();
    dialect.read(message, &mut |part| parts.push(part))?;
    Ok(parts)
}

/// Whether the part is a call that the provider runs itself. It then writes the result too.
pub fn is_server_call(dialect: Dialect, part: &Part<'_>) -> bool {
    let Body::ToolCall { whole, .. } = &part.body else {
        return false;
    };
    dialect.is_server_call(whole)
}

/// The pointer of a place inside a message: `/3/content/0`.
pub fn pointer(message: usize, path: Path) -> String {
    format!("/{message}{path}")
}
