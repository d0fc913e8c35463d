//! The argument `edits` of `edit_context`, spelled as the provider spells it: so a host that has
//! the provider edit its context hands over the same value here.

use super::argument;
use crate::config::{flag, invalid, strings, unknown_option, whole};
use crate::error::{Error, ErrorKind, Result};
use crate::host::view::{Kind, View, ViewExt};
use crate::provider::context_edits::{CLEAR_THINKING, CLEAR_TOOL_USES};
use crate::reduce::{ContextEdit, Inputs, Thinking, ToolUses, UsesTrigger};

const USES_KEYS: [&str; 6] = [
    "type",
    "trigger",
    "keep",
    "clear_at_least",
    "exclude_tools",
    "clear_tool_inputs",
];
const THINKING_KEYS: [&str; 2] = ["type", "keep"];
const AMOUNT_KEYS: [&str; 2] = ["type", "value"];

/// The edits that are asked for.
pub(super) fn context_edits<O: View>(options: &O) -> Result<Vec<ContextEdit>> {
    let Some(given) = argument(options, "edits") else {
        return Ok(vec![ContextEdit::ToolUses(ToolUses::default())]);
    };
    if given.kind() != Kind::Array {
        return Err(Error::new(
            ErrorKind::InvalidOption,
            "/edits",
            "edits must be a list of objects, each with a `type`",
        ));
    }
    let mut found = Vec::new();
    given.for_each(&mut |_, edit| {
        found.push(context_edit(&edit, &format!("edits/{}", found.len())))
    });
    found.into_iter().collect()
}

fn context_edit<V: View>(given: &V, at: &str) -> Result<ContextEdit> {
    let names = || [CLEAR_TOOL_USES, CLEAR_THINKING].concat().join(", ");
    let name = field(given, "type")
        .filter(|name| name.kind() == Kind::String)
        .map(|name| name.to_text());
    let Some(name) = name else {
        return Err(invalid(
            &format!("{at}/type"),
            &format!("one of {}", names()),
            "nothing",
        ));
    };
    match ContextEdit::named(&name) {
        Some(ContextEdit::ToolUses(usual)) => {
            tool_uses(given, at, usual).map(ContextEdit::ToolUses)
        }
        Some(ContextEdit::Thinking(usual)) => thinking(given, at, usual).map(ContextEdit::Thinking),
        None => Err(invalid(
            &format!("{at}/type"),
            &format!("one of {}", names()),
            &crate::read::media::sanitize_label(&name, 64),
        )),
    }
}

fn tool_uses<V: View>(given: &V, at: &str, mut rules: ToolUses) -> Result<ToolUses> {
    only(given, at, &USES_KEYS)?;
    if let Some(trigger) = field(given, "trigger") {
        rules.trigger = match amount(
            &trigger,
            &format!("{at}/trigger"),
            &["input_tokens", "tool_uses"],
            0,
        )? {
            (0, tokens) => UsesTrigger::Tokens(tokens),
            (_, uses) => UsesTrigger::Uses(uses),
        };
    }
    if let Some(keep) = field(given, "keep") {
        rules.keep = usize::try_from(amount(&keep, &format!("{at}/keep"), &["tool_uses"], 0)?.1)
            .unwrap_or(usize::MAX);
    }
    if let Some(least) = field(given, "clear_at_least") {
        rules.clear_at_least = amount(
            &least,
            &format!("{at}/clear_at_least"),
            &["input_tokens"],
            0,
        )?
        .1;
    }
    if let Some(tools) = field(given, "exclude_tools") {
        rules.exclude_tools = strings(&tools, &format!("{at}/exclude_tools"))?;
    }
    if let Some(inputs) = field(given, "clear_tool_inputs") {
        let name = format!("{at}/clear_tool_inputs");
        rules.inputs = match inputs.kind() {
            Kind::Array => Inputs::Of(strings(&inputs, &name)?),
            _ if flag(&inputs, &name)? => Inputs::Go,
            _ => Inputs::Stay,
        };
    }
    Ok(rules)
}

fn thinking<V: View>(given: &V, at: &str, mut rules: Thinking) -> Result<Thinking> {
    only(given, at, &THINKING_KEYS)?;
    if let Some(keep) = field(given, "keep") {
        rules.keep_turns = match keep.is_str("all")
            || field(&keep, "type").is_some_and(|kind| kind.is_str("all"))
        {
            true => None,
            false => Some(
                usize::try_from(amount(&keep, &format!("{at}/keep"), &["thinking_turns"], 1)?.1)
                    .unwrap_or(usize::MAX),
            ),
        };
    }
    Ok(rules)
}

/// An amount `{type, value}`: the place of its type among `kinds`, and its value.
fn amount<V: View>(given: &V, at: &str, kinds: &[&str], least: u64) -> Result<(usize, u64)> {
    let form = format!("{{type: {}, value: a whole number}}", kinds.join(" or "));
    if given.kind() != Kind::Object {
        return Err(Error::new(
            ErrorKind::InvalidOption,
            format!("/{at}"),
            format!("{} must be {form}", at.replace('/', ".")),
        ));
    }
    only(given, at, &AMOUNT_KEYS)?;
    let kind =
        field(given, "type").and_then(|kind| kinds.iter().position(|known| kind.is_str(known)));
    let wrong = |key: &str| {
        Error::new(
            ErrorKind::InvalidOption,
            format!("/{at}/{key}"),
            format!("{} must be {form}", at.replace('/', ".")),
        )
    };
    let value = field(given, "value").ok_or_else(|| wrong("value"))?;
    Ok((
        kind.ok_or_else(|| wrong("type"))?,
        whole(&value, &format!("{at}/value"), least)?,
    ))
}

/// A field that is given; null is as none.
fn field<V: View>(given: &V, key: &str) -> Option<V> {
    given.get(key).filter(|value| value.kind() != Kind::Null)
}

fn only<V: View>(given: &V, at: &str, known: &[&str]) -> Result<()> {
    let mut wrong = None;
    given.for_each(&mut |key, _| {
        let name = key.map(|key| key.name.to_string()).unwrap_or_default();
        if wrong.is_none() && !known.contains(&name.as_str()) {
            wrong = Some(
                at.rsplit('/')
                    .fold(unknown_option(&name, known, &[]), |error, segment| {
                        error.under(segment)
                    }),
            );
        }
    });
    wrong.map_or(Ok(()), Err)
}
