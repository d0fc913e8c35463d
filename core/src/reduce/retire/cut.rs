//! What goes only with a place from which it comes back: old results that are large. They are cut
//! to their ends, or to a line that names the place.
//!
//! What goes is chosen as if every output had a place, so storing the outputs does not change what
//! is chosen. What has no place then stays.

use super::step::{Ended, Step};
use super::wanted::{Needless, Retirement};
use crate::history::History;
use crate::host::units::utf16_len;
use crate::host::view::View;
use crate::read::media::sanitize_label;
use crate::reduce::admit::expand;
use crate::reduce::placeholder::{placeholder, About, DETAIL_CHARS, PLACE_CHARS};
use crate::reduce::plan::{Edit, EditAction, EditReason};
use crate::reduce::results::{content_key, plain_result, replace, Offload, ResultText};
use crate::reduce::saving::Saving;
use crate::reduce::truncate::{Truncation, ENDS};
use std::collections::BTreeMap;

/// A shorter result is not cut, in chars. Chosen here: more than twice what its ends take, so a cut
/// result is never cut again.
const LARGE_CHARS: usize = 2_000;
/// Longest text that is left of a result, with the place, in chars. Chosen here: some ten lines.
const ENDS_CHARS: usize = 800;

/// The results that may be cut.
pub(super) struct Cuts<'a> {
    wanted: &'a Retirement,
    originals: BTreeMap<usize, Original<'a>>,
}

/// A result, and what is stored of it.
struct Original<'a> {
    step: &'a Step,
    result: ResultText,
    /// Its text as the tool gave it: lines in place of pointers.
    whole: String,
    key: String,
}

impl<'a> Cuts<'a> {
    /// Those of the `open` steps. None, if no class is wanted that cuts.
    pub fn of<V: View>(
        history: &History,
        messages: &V,
        open: &[&'a Step],
        wanted: &'a Retirement,
    ) -> Self {
        let mut originals = BTreeMap::new();
        if wanted.classes.iter().any(|class| class.needs_place()) {
            let mut whole: BTreeMap<usize, String> = expand(history, messages)
                .into_iter()
                .map(|edit| (edit.part, edit.text))
                .collect();
            for step in open.iter().filter(|step| {
                !tells_failure(history, step) && history.nested_media(step.result).next().is_none()
            }) {
                let index = history.message_of(step.result);
                let Some(result) = messages
                    .at(index)
                    .and_then(|message| plain_result(history, &message, index, step.result))
                else {
                    continue;
                };
                let whole = whole
                    .remove(&step.result)
                    .unwrap_or_else(|| result.text.clone());
                let mut told = result.clone();
                told.text.clone_from(&whole);
                let key = content_key(history, &told);
                originals.insert(
                    step.result,
                    Original {
                        step,
                        result,
                        whole,
                        key,
                    },
                );
            }
        }
        Self { wanted, originals }
    }

    pub fn wants(&self, class: Needless) -> bool {
        self.wanted.classes.contains(&class)
    }

    /// The cut of the result at `part`, whose text is `now`, that is worth most.
    pub fn best<V: View>(
        &self,
        history: &History,
        messages: &V,
        part: usize,
        now: &str,
    ) -> Option<Edit> {
        let original = self
            .originals
            .get(&part)
            .filter(|original| utf16_len(now).min(utf16_len(&original.whole)) >= LARGE_CHARS)?;
        // Counted with the longest place: with a shorter one, no less is saved.
        let place: String = original.key.chars().cycle().take(PLACE_CHARS).collect();
        let grew = utf16_len(now) > utf16_len(&original.result.text);
        let classes = [Needless::CutEnds, Needless::CutWhole]
            .into_iter()
            .filter(|class| self.wants(*class));
        let cuts = classes
            .filter_map(|class| Some((class, original.edit(history, messages, class, &place)?)));
        let worth = |(class, edit): &(Needless, Edit)| edit.tokens * class.no_return();
        let best = cuts
            .filter(|(_, edit)| edit.tokens > 0.0 || grew)
            .max_by(|a, b| worth(a).total_cmp(&worth(b)));
        best.map(|(_, edit)| edit)
    }

    /// The edits with the places that there are, and what has to be stored first. A cut without a
    /// place is not made.
    pub fn placed<V: View>(
        &self,
        history: &History,
        messages: &V,
        edits: Vec<Edit>,
    ) -> (Vec<Edit>, Vec<Offload>) {
        let (mut placed, mut offloads): (Vec<Edit>, Vec<Offload>) = (Vec::new(), Vec::new());
        for edit in edits {
            let class = Needless::of(&edit).filter(|class| class.needs_place());
            let Some((class, original)) =
                class.and_then(|class| Some((class, self.originals.get(&edit.part)?)))
            else {
                placed.push(edit);
                continue;
            };
            match self.wanted.locators.get(&original.key) {
                // A place that cannot be told as it is would lead nowhere.
                Some(place) if place.is_empty() || sanitize_label(place, PLACE_CHARS) != *place => {
                }
                Some(place) => placed.extend(original.edit(history, messages, class, place)),
                None if offloads.iter().any(|known| known.key == original.key) => {}
                None => offloads.push(Offload::of(original.key.clone(), original.whole.clone())),
            }
        }
        (placed, offloads)
    }
}

impl Original<'_> {
    fn edit<V: View>(
        &self,
        history: &History,
        messages: &V,
        class: Needless,
        place: &str,
    ) -> Option<Edit> {
        let part = self.step.result;
        let edit = if class == Needless::CutEnds {
            let rule = Truncation {
                max_chars: Some(ENDS_CHARS),
                locator: Some(place.to_owned()),
                ..Truncation::new(&ENDS)
            };
            replace(
                history,
                &messages.at(self.result.message)?,
                &self.result,
                rule.apply(&self.whole).text,
            )?
        } else {
            let text = placeholder(
                history,
                part,
                About {
                    step: Some(self.step),
                    place: Some(place),
                    ..About::default()
                },
            );
            let tool = sanitize_label(history.symbol(history.parts()[part].name), DETAIL_CHARS);
            Saving::of_clearing(history, part, &text).edit(
                history,
                part,
                EditAction::ClearResult,
                EditReason::Stored,
                text,
                tool,
            )
        };
        Some(Edit {
            reason: EditReason::Stored,
            detail: sanitize_label(&self.step.detail, DETAIL_CHARS),
            ..edit
        })
    }
}

/// Whether the result tells of a failure that is not mended.
fn tells_failure(history: &History, step: &Step) -> bool {
    step.ended == Ended::Failed
        || (history.parts()[step.result].is_error && step.ended != Ended::Mended)
}
