//! What the host answers to an action: a place in its store, a summary, files, its list as it is
//! now.

use super::Compactor;
use crate::check::validate::OWN_FIELD;
use crate::compactor::model::{answer, before_compact};
use crate::compactor::stages::{finish_summary, guard};
use crate::compactor::state::waiting::UnconfirmedCondense;
use crate::compactor::{Ask, Ending, Prepared, Report};
use crate::config::wrong;
use crate::host::item::Kind;
use crate::host::patch::{Op, OpKind};
use crate::{
    Action, Answer, Dialect, Error, ErrorKind, History, Item, Patch, Reason, ReasonCode,
    RestoredFile, Result, history,
};
use std::sync::Arc;

impl Compactor {
    /// Takes the text that the host's `before_compact` passes to the summarizer, after the last
    /// [`Action::BeforeCompact`] and before the next action is polled. It follows the instructions
    /// of the turn and has at most 4,000 chars. A run that calls no model ignores it and reports
    /// that in the log.
    ///
    /// ```
    /// use conspectus::{Action, Compactor, Config, Summarizer, CompactArgs};
    /// use serde_json::json;
    ///
    /// let mut messages = vec![json!({ "role": "user", "content": "Fix every test." })];
    /// for turn in 0..20 {
    ///     messages.push(json!({ "role": "assistant", "content": format!("Step {turn}. {}", "I read a file. ".repeat(60)) }));
    ///     messages.push(json!({ "role": "user", "content": "Go on." }));
    /// }
    /// let mut compactor = Compactor::new(Config::builder().context_window(8_000).summarize(Summarizer::Host).build()?);
    /// compactor.handle_messages(&messages, CompactArgs::forced())?;
    /// while let Some(action) = compactor.poll_action() {
    ///     match action {
    ///         Action::BeforeCompact { .. } => compactor.handle_before_compact("The branch is `fix/tests`.")?,
    ///         Action::Summarize { request } => {
    ///             assert!(request.messages[0]["content"].to_string().contains("The branch is `fix/tests`."));
    ///             compactor.cancel();
    ///         }
    ///         _ => {}
    ///     }
    /// }
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    ///
    /// # Errors
    /// `WrongOrder` unless `before_compact` is the action that was polled last.
    pub fn handle_before_compact(&mut self, text: &str) -> Result<()> {
        if !std::mem::take(&mut self.answerable) {
            let message = "handle_before_compact isn't allowed here: it answers the action `before_compact`, once, before the next action is polled";
            return Err(Error::new(ErrorKind::WrongOrder, "", message));
        }
        if text.trim().is_empty() {
            return Ok(());
        }
        self.context_unused = !before_compact::pass_context(&mut self.run, text);
        // A run may be over before the host is told of it.
        if let Some(Action::Done { result, .. }) = self.actions.back_mut() {
            result.report.memory.context_unused = self.context_unused;
        }
        Ok(())
    }

    /// Says that the output of the last [`Action::StoreOutput`] is stored. `locator` says where: a
    /// path, a key or a URL. It is shown in the history.
    ///
    /// # Errors
    /// `WrongOrder` unless the run waits for the store.
    pub fn handle_stored(&mut self, locator: &str) -> Result<()> {
        self.store_answered("handle_stored", Ok(locator))
    }

    /// Reports that the output of the last [`Action::StoreOutput`] could not be stored. The run
    /// continues without a store. `message` is added to the report.
    ///
    /// # Errors
    /// `WrongOrder` unless the run waits for the store.
    pub fn handle_store_failed(&mut self, message: &str) -> Result<()> {
        self.store_answered("handle_store_failed", Err(message))
    }

    fn store_answered(
        &mut self,
        call: &str,
        answer: std::result::Result<&str, &str>,
    ) -> Result<()> {
        self.expect(self.state() == "storing", call)?;
        let mut run = std::mem::take(&mut self.run);
        if let Some(Ask::Store(storing)) = run.asks.pop() {
            self.run = storing.answered(run, answer)?;
        }
        self.proceed();
        Ok(())
    }

    /// Takes the model's answer to the last [`Action::Summarize`].
    ///
    /// # Errors
    /// `WrongOrder` unless the run waits for a summary.
    pub fn handle_summary(&mut self, text: &str) -> Result<()> {
        self.handle_answer(Answer::new(text))
    }

    /// As [`handle_summary`](Self::handle_summary), with the tokens that the provider reported for
    /// the call.
    ///
    /// # Errors
    /// `WrongOrder` unless the run waits for a summary.
    pub fn handle_answer(&mut self, answer: Answer<'_>) -> Result<()> {
        self.model_answered("handle_summary", Ok(answer))
    }

    /// Says that the model call of the last [`Action::Summarize`] failed. `message` goes into the
    /// report.
    ///
    /// # Errors
    /// `WrongOrder` unless the run waits for a summary.
    pub fn handle_failure(&mut self, message: &str) -> Result<()> {
        self.model_answered("handle_failure", Err(message))
    }

    fn model_answered(
        &mut self,
        call: &str,
        answer: std::result::Result<Answer<'_>, &str>,
    ) -> Result<()> {
        self.expect(self.state() == "summarizing", call)?;
        let is_over = |report: &Report| self.fit.is_over_after(report, &self.config);
        answer::answered(&mut self.run, answer, is_over);
        self.proceed();
        Ok(())
    }

    /// Takes the files of the last [`Action::ReadFiles`], as they are now. A file that is not in the
    /// list counts as missing.
    ///
    /// # Errors
    /// `WrongOrder` unless the run waits for files.
    pub fn handle_restored(&mut self, files: &[RestoredFile]) -> Result<()> {
        self.expect(self.state() == "restoring", "handle_restored")?;
        if let (Some(Ask::Files(snapshot)), Some(pending)) =
            (self.run.asks.pop(), &mut self.run.pending)
        {
            let next = finish_summary::restored(pending, &snapshot, files);
            let is_over = |report: &Report| self.fit.is_over_after(report, &self.config);
            self.run.follow(next, is_over);
            self.proceed();
        }
        Ok(())
    }

    /// Takes the list as it is now, just before the patch is applied. New messages at its end are
    /// allowed. If anything else has changed, the run ends as
    /// [`Status::Conflict`](crate::Status::Conflict).
    ///
    /// # Errors
    /// `WrongOrder` unless a patch is ready.
    pub fn handle_current<'v>(&mut self, messages: impl Into<Item<'v>>) -> Result<()> {
        self.handle_current_news(0, messages)
    }

    /// The index of the first message that the run depends on. It is 0, except for a run that only
    /// condenses new results. If the host knows that the messages before it are unchanged, it needs
    /// to pass only the others, to [`handle_current_news`](Self::handle_current_news).
    #[must_use]
    pub fn current_from(&self) -> usize {
        match self.run.asks.last() {
            Some(Ask::Commit(prepared)) => prepared.from(),
            _ => 0,
        }
    }

    /// As [`handle_current`](Self::handle_current), with only the messages `from..` of the list.
    ///
    /// # Errors
    /// As there, and `InvalidOption` at `/from` if it is more than
    /// [`current_from`](Self::current_from).
    pub fn handle_current_news<'v>(
        &mut self,
        from: usize,
        news: impl Into<Item<'v>>,
    ) -> Result<()> {
        let news = &news.into();
        self.expect(self.state() == "committing", "handle_current")?;
        let first = self.current_from();
        if from > first {
            let message =
                format!("from must be at most {first}, the first message of the run, got `{from}`");
            return Err(wrong("from", message));
        }
        let Some(Ask::Commit(prepared)) = self.run.asks.pop() else {
            return Ok(());
        };
        let Prepared {
            status,
            mut report,
            patch,
        } = *prepared;
        let (length, dialect) = (report.size.messages_before, report.dialect);
        let is_as_long = news.kind() == Kind::Array && from + news.len() >= length;
        let hashes = is_as_long.then(|| history::content_hashes(news, first - from..length - from));
        let Some(hashes) = hashes
            .filter(|hashes| history::hash_of_hashes(hashes.iter().copied()) == self.planned_on)
        else {
            report.reason = Reason::new(
                ReasonCode::HistoryChanged,
                "the history changed while the summary was made",
            );
            self.finish(Ending::Stale, report);
            return Ok(());
        };
        // A text in place of a text makes no list worse.
        let is_new = report.is_of_news();
        if !is_new
            && let Some(reason) = guard::validate_result(
                self.config.clone().with_dialect(Some(dialect)),
                news,
                &patch,
            )
        {
            self.finish(Ending::FailedInvalidResult, Report { reason, ..report });
            return Ok(());
        }
        let before = if self.is_full_list {
            std::mem::take(&mut self.full_list)
        } else {
            Arc::default()
        };
        if is_new {
            let message = news
                .at(first - from)
                .map(|message| UnconfirmedCondense::of(length, first, &message, &patch));
            self.waiting = Arc::new(message.unwrap_or_default());
            self.full_list_version += u64::from(!self.is_full_list);
            self.full_list = before;
        } else {
            // What does not fit is forgotten: the host's list is then taken as it is.
            let hash = |index: usize| hashes.get(index).copied();
            let list = before.after(&hash, length, &without_own_field(&patch));
            self.full_list = Arc::new(list.unwrap_or_default());
            self.full_list_version += 1;
            let after = self.counted_after(news, &patch, dialect);
            if let Some(counted) = &mut self.fit.counted {
                counted.after = after;
            }
        }
        // From there on the host has other messages now. A broken list may have spoken for another
        // dialect than what it became.
        let repairs = self.mend.repairs();
        let changed = patch.first_changed_message();
        self.finish(status, report);
        if let Some(first) = changed {
            self.shown.truncate(if repairs { 0 } else { first });
        }
        Ok(())
    }

    /// The tokens of the list that a patch leaves, as the provider counts them.
    fn counted_after(&self, messages: &Item<'_>, patch: &Patch, dialect: Dialect) -> Option<u64> {
        let config = self.shown.counted()?.config().clone();
        let list = patch.messages(messages).ok()?;
        let history = History::of(config.with_dialect(Some(dialect)), Item::from(&list));
        Some(history.ok()?.tokens())
    }
}

/// The patch for the host's full list, without the removal of conspectus's own field: the messages
/// of that list need not have it.
fn without_own_field(patch: &Patch) -> Patch {
    let mut lasting = patch.clone();
    let own = format!("/{OWN_FIELD}");
    let lasts = |op: &Op| op.op != OpKind::Remove || !op.path.ends_with(&own);
    lasting.ops.retain(lasts);
    lasting
}
