//! Results as they arrive: each is condensed using the results before it, and indexed for those
//! that follow.

use super::shown::LineIndex;
use super::{CondenseStats, Lines, RESULT_CHARS_MIN, edit, for_each_result, shorter};
use crate::history::History;
use crate::host::item::Item;
use crate::host::named::named;
use crate::reduce::plan::Edit;
use crate::shape::words;

words! {
    /// How far new tool results are condensed when they arrive. Nothing is lost at any level. Each
    /// level does what those before it do.
    ///
    /// ```
    /// use conspectus::{Condense, Config};
    ///
    /// assert_eq!(Condense::Tables.name(), "tables");
    /// let config = Config::builder().condense(Condense::Off).build()?;
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    pub enum Condense {
        /// Results are left unchanged.
        Off => "off",
        /// Spaces before line numbers are removed. A result that was shown before, or a run of at least
        /// 32 such lines, becomes a pointer.
        Safe => "safe",
        /// JSON loses its spaces, and a list of similar objects becomes a table: the keys once, and one
        /// row per object.
        Tables => "tables",
        /// Parts that the lines of a list share are written once: paths in search results, folders,
        /// times, passed tests. A path may then be split across two lines.
        Groups => "groups",
    }
}

#[expect(clippy::derivable_impls, reason = "`words!` derives no default")]
impl Default for Condense {
    fn default() -> Self {
        Self::Safe
    }
}

named!(Condense);

/// Which optional rewrites are applied when a result is condensed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CondenseRules {
    /// Whether JSON loses its spaces, and lists of similar objects become tables.
    pub tables: bool,
    /// Whether the parts that the lines of a list share are written once: paths in search results,
    /// folders, times, passed tests.
    pub groups: bool,
}

impl CondenseRules {
    /// Returns the rules of a level; `None` if nothing is condensed.
    #[must_use]
    pub fn of(level: Condense) -> Option<Self> {
        (level != Condense::Off).then_some(Self {
            tables: matches!(level, Condense::Tables | Condense::Groups),
            groups: level == Condense::Groups,
        })
    }
}

/// The content that the results of a history have shown, updated as the history grows.
#[derive(Debug, Clone, Default)]
pub struct CondenseState {
    index: LineIndex,
    /// For each message that was read: the number of results before it.
    results_before: Vec<u32>,
}

impl CondenseState {
    /// Returns the number of messages that were read.
    pub fn message_count(&self) -> usize {
        self.results_before.len()
    }

    /// Forgets the messages at index `length` and later, or all of them if the earlier state is
    /// unknown.
    pub fn truncate(&mut self, length: usize) {
        let Some(results) = self.results_before.get(length).copied() else {
            return;
        };
        self.index.truncate(results as usize);
        // The index may have forgotten how it was then.
        self.results_before
            .truncate(if self.index.len() < results as usize {
                0
            } else {
                length
            });
    }

    /// Reads the new messages, `news`, and returns the edits that condense the results of message
    /// `start` and later.
    pub fn take(
        &mut self,
        history: &History,
        news: &Item<'_>,
        start: usize,
        rules: CondenseRules,
    ) -> (Vec<Edit>, CondenseStats) {
        let mut edits = Vec::new();
        let mut report = CondenseStats::default();
        let mut results = self.index.len() as u32;
        let first = history.len().saturating_sub(news.len());
        // Nothing of what stands before the provider's own summary is shown to the model.
        let unread = history.first_read();
        if unread >= self.message_count() {
            self.index.show_nothing();
        }
        // What was never taken in has shown nothing.
        self.results_before
            .resize(self.message_count().max(first), results);
        for message in self.message_count()..history.len() {
            self.results_before.push(results);
            results += history.results_in(message).count() as u32;
        }
        for_each_result(history, news, first, |found| {
            let label = &found.label;
            let Some(result) = found.result.filter(|_| found.message >= unread) else {
                return self.index.note(label, None);
            };
            let may = found.message >= start && !history.parts()[result.part].is_error;
            let lines = Lines::of(&result.text);
            let shorter = may.then(|| shorter(&self.index, &result.text, &lines, rules));
            let condensed = shorter.flatten().and_then(|admitted| {
                let edit = edit(history, &found.host, &result, &admitted)?;
                Some((admitted, edit))
            });
            let Some((admitted, edit)) = condensed else {
                return self.index.note_lines(label, Some(&result.text), &lines);
            };
            report.results += 1;
            report.line_numbers += u64::from(admitted.gutter);
            report.tables += u64::from(admitted.table);
            report.groups += u64::from(admitted.groups);
            report.pointers += admitted.pointers;
            report.lines += admitted.lines;
            report.tokens_saved += edit.tokens_saved;
            match admitted.has_the_same_lines() {
                true => self.index.note_lines(label, Some(&admitted.text), &lines),
                false => self.index.note(label, Some(&admitted.text)),
            }
            edits.push(edit);
        });
        (edits, report)
    }
}

/// Returns the first message whose results the agent has not seen yet, if one of them may be
/// condensed. Earlier messages were already sent.
pub fn first_unseen(history: &History) -> Option<usize> {
    let start = history
        .last_answer()
        .map_or(0, |last| last + 1)
        .max(history.first_read());
    let is_long = |index: usize| {
        history.results_in(index).any(|part| {
            let part = &history.parts()[part];
            !part.is_error && !part.is_cleared && part.output_chars >= RESULT_CHARS_MIN as u64
        })
    };
    (start..history.len()).any(is_long).then_some(start)
}
