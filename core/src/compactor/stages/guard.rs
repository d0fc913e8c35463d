//! Building block: a result is never worse than its input. The list that a patch would produce is
//! checked before the patch is used.

use crate::{Config, Item, Patch, Reason, ReasonCode, Severity, validate};

/// Why a patch must not be applied: the provider would refuse more of the list than before. A list
/// that was broken already may stay as broken as it was. `config` names the dialect.
pub fn validate_result(config: Config, messages: &Item<'_>, patch: &Patch) -> Option<Reason> {
    let config = config.of_chars();
    let list = patch.messages(messages).ok()?;
    let after = errors(&config, &Item::from(&list));
    // Most lists are sound, so the list as it was is seldom looked at.
    let first = after.first()?;
    let before = errors(&config, messages).len();
    let (count, text) = (after.len(), first);
    (count > before).then(|| {
        Reason::new(
            ReasonCode::WouldBeInvalid,
            format!("the result would have {count} problems, {before} before: {text}"),
        )
    })
}

/// What a provider would refuse, in words.
fn errors(config: &Config, messages: &Item<'_>) -> Vec<String> {
    let problems = validate(config.clone(), messages).unwrap_or_default();
    problems
        .into_iter()
        .filter(|problem| problem.severity == Severity::Error)
        .map(|problem| problem.message)
        .collect()
}
