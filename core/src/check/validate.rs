//! What a provider would refuse in a list of messages, with the place and the provider's answer.
//!
//! A call whose result is still to come, at the end of the list, is no problem: the host is about to add it.

mod content;
mod results;
mod rules;

use crate::config::Config;
use crate::error::Result;
use crate::history::History;
use crate::host::path::Path;
use crate::host::view::{AsView, View};
use crate::read::dialect::Dialect;
use crate::read::message::{Body, Part};
use serde::Serialize;

pub(crate) use rules::{Placement, Rules};

/// One problem.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Problem {
    /// What it is.
    pub code: ProblemCode,
    /// JSON Pointer into the list.
    pub path: String,
    /// Whether the provider refuses the request, or only does not do what the host may expect.
    pub severity: Severity,
    /// What the provider would answer.
    pub message: String,
}

/// How bad a problem is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The request is refused.
    Error,
    /// The request may pass; `repair` leaves it.
    Warning,
}

/// What kind of problem it is, in the order in which `repair` sees to them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ProblemCode {
    /// A message without a role.
    MissingRole,
    /// A role that the dialect does not have.
    UnknownRole,
    /// Half a surrogate pair in a string.
    LoneSurrogate,
    /// A call or result without the id that pairs them.
    MissingId,
    /// Two calls of one id, where ids must be unique.
    DuplicateCallId,
    /// A second result for a call.
    DuplicateResult,
    /// A result that answers no call.
    OrphanResult,
    /// A result that does not stand where the provider looks for it.
    MisplacedResult,
    /// A call without a result, and the conversation went on.
    DanglingCall,
    /// Something stands before the results in their message.
    ResultsNotFirst,
    /// Reasoning without the item it led to.
    ReasoningWithoutItem,
    /// A tool result without a content.
    EmptyResult,
    /// A part that holds nothing.
    EmptyPart,
    /// A message that holds nothing.
    EmptyMessage,
    /// The first message is not the user's.
    FirstMessageNotUser,
    /// Two messages of one role in a row, where they must alternate.
    RolesDoNotAlternate,
    /// A system message in a list that has none.
    SystemMessageInList,
    /// A system message between other messages.
    SystemMessageInTheMiddle,
    /// A message of which the dialect reads nothing, though it says something. `repair` leaves it: what was meant is not known.
    UnreadableMessage,
}

impl ProblemCode {
    /// How bad it is.
    #[must_use]
    pub fn severity(self) -> Severity {
        match self {
            Self::SystemMessageInList | Self::SystemMessageInTheMiddle => Severity::Warning,
            _ => Severity::Error,
        }
    }
}

/// A problem with its place in the ledger.
#[derive(Debug, Clone)]
pub(crate) struct Finding {
    pub code: ProblemCode,
    pub message: usize,
    /// The part, counted inside its message.
    pub part: Option<usize>,
    pub path: String,
    pub text: String,
}

/// All problems of a list, in order of their messages.
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
pub fn validate<V: AsView + ?Sized>(config: Config, messages: &V) -> Result<Vec<Problem>> {
    let messages = &messages.as_view();
    let history = History::of(config, messages)?;
    let mut findings = surrogates(messages)?;
    findings.extend(findings_of(&history, messages)?);
    findings.sort_by_key(|finding| (finding.message, finding.part.unwrap_or(0)));
    Ok(findings
        .into_iter()
        .map(|finding| Problem { code: finding.code, path: finding.path, severity: finding.code.severity(), message: finding.text })
        .collect())
}

/// The strings that hold half a surrogate pair: their pointers, and what they read without.
pub(crate) use content::surrogates;

/// All problems but surrogates. `messages` are those of `history`.
///
/// # Errors
/// As [`Dialect::read`].
pub(crate) fn findings_of<V: View>(history: &History, messages: &V) -> Result<Vec<Finding>> {
    let rules = Rules::of(history.dialect());
    let hosts: Vec<V> = (0..history.len()).filter_map(|index| messages.at(index)).collect();
    let mut findings = Vec::new();
    content::check(history, &rules, messages, &hosts, &mut findings);
    results::check(history, &rules, &hosts, &mut findings)?;
    Ok(findings)
}

/// The parts of one message, in the ledger's order.
///
/// # Errors
/// As [`Dialect::read`].
pub(crate) fn parts_of<V: View>(dialect: Dialect, message: &V) -> Result<Vec<Part<V>>> {
    let mut parts = Vec::new();
    dialect.read(message, &mut |part| parts.push(part))?;
    Ok(parts)
}

/// Whether the call in this part is run by the provider, which then writes the result itself.
pub(crate) fn is_server_call<V: View>(dialect: Dialect, part: &Part<V>) -> bool {
    let Body::ToolCall { whole, .. } = &part.body else { return false };
    let is_type = |names: &[&str]| whole.get("type").is_some_and(|kind| names.iter().any(|name| crate::host::view::ViewExt::is_str(&kind, name)));
    match dialect {
        Dialect::Anthropic => is_type(&["server_tool_use", "mcp_tool_use"]),
        Dialect::AiSdk => whole.get("providerExecuted").is_some_and(|flag| crate::host::view::ViewExt::is_truthy(&flag)),
        Dialect::OpenaiResponses => is_type(&["tool_search_call", "mcp_approval_request", "mcp_call"]),
        Dialect::Gemini | Dialect::OpenaiChat | Dialect::Bedrock | Dialect::Langchain => false,
    }
}

/// `/3/content/0`.
pub(crate) fn pointer(message: usize, path: Path) -> String {
    format!("/{message}{path}")
}
