//! `curate` and `harden`.

use super::argument;
use crate::config::{flag, string_option, Config};
use crate::curate::{self, CurateRules};
use crate::error::Result;
use crate::harden::{self, HardenRules, LOST_RESULT};
use crate::preset::Preset;
use crate::view::View;
use serde_json::{json, Value};

/// `{patch, changes}`. `modern`: strip thoughts and merge; `merge_results`: a result and the prompt after it too.
pub(super) fn curate<V: View, O: View>(config: &Config, messages: &V, options: &O) -> Result<Value> {
    let as_upstream = config.preset == Preset::GeminiCli;
    let rules = CurateRules { modern: given(options, "modern", false)?, merge_results: given(options, "merge_results", as_upstream)? };
    let (patch, changes) = curate::curate(messages, rules)?;
    Ok(json!({ "patch": patch, "changes": changes }))
}

/// `{patch, changes}`. The five switches are off, and on under the preset `gemini-cli`.
pub(super) fn harden<V: View, O: View>(config: &Config, messages: &V, options: &O) -> Result<Value> {
    let as_upstream = config.preset == Preset::GeminiCli;
    let rules = HardenRules {
        strip_thoughts: given(options, "strip_thoughts", as_upstream)?,
        sign_calls: given(options, "sign_calls", as_upstream)?,
        answer_pending: given(options, "answer_pending", as_upstream)?,
        end_with_user: given(options, "end_with_user", as_upstream)?,
        scrub: given(options, "scrub", as_upstream)?,
        lost_result: argument(options, "lost_result").map_or(Ok(LOST_RESULT.to_owned()), |value| string_option(&value, "lost_result"))?,
    };
    let (patch, changes) = harden::harden(messages, &rules)?;
    Ok(json!({ "patch": patch, "changes": changes }))
}

fn given<O: View>(options: &O, name: &str, otherwise: bool) -> Result<bool> {
    argument(options, name).map_or(Ok(otherwise), |value| flag(&value, name))
}
