//! A whole turn in one call, for hosts in Rust that hold their messages as a list.

use super::Compactor;
use crate::{Action, CompactArgs, Error, ErrorKind, Result, RunResult, SummaryRequest};
use serde_json::Value;
use std::fmt::Display;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

impl Compactor {
    /// Compacts the messages in place if it is time to. `ask` calls your model with a request, which
    /// holds all that it needs, and returns the text of the answer. If it fails, the summary is
    /// extractive. Nothing is asked unless the option `summarize` is [`Summarizer::Host`](crate::Summarizer::Host).
    ///
    /// Outputs are stored, files put back and `before_compact` heard only by those who poll the
    /// actions themselves.
    ///
    /// ```
    /// use conspectus::{CompactArgs, Compactor, Config, Status, Summarizer};
    /// use serde_json::json;
    ///
    /// let mut messages = vec![json!({ "role": "user", "content": "Fix every test." })];
    /// for turn in 0..20 {
    ///     messages.push(json!({ "role": "assistant", "content": format!("Step {turn}. {}", "I read a file. ".repeat(60)) }));
    ///     messages.push(json!({ "role": "user", "content": "Go on." }));
    /// }
    /// let config = Config::builder().context_window(4_000).summarize(Summarizer::Host).build()?;
    /// let result = Compactor::new(config).compact(&mut messages, CompactArgs::new(), |request| {
    ///     Ok::<_, std::io::Error>(format!("An answer to {} messages.", request.messages.len()))
    /// })?;
    /// assert_eq!(result.status, Status::Summarized);
    /// assert!(messages.len() < 41);
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with the messages or the arguments. Then the messages are as they were.
    pub fn compact<E: Display>(
        &mut self,
        messages: &mut Vec<Value>,
        args: CompactArgs,
        mut ask: impl FnMut(&SummaryRequest) -> std::result::Result<String, E>,
    ) -> Result<RunResult> {
        let mut turn = pin!(self.compact_async(messages, args, async |request| ask(request)));
        // Nothing in it waits.
        loop {
            let context = &mut Context::from_waker(Waker::noop());
            if let Poll::Ready(result) = turn.as_mut().poll(context) {
                return result;
            }
        }
    }

    /// As [`compact`](Self::compact), with a model call that is awaited.
    ///
    /// # Errors
    /// As there.
    pub async fn compact_async<E: Display>(
        &mut self,
        messages: &mut Vec<Value>,
        args: CompactArgs,
        mut ask: impl AsyncFnMut(&SummaryRequest) -> std::result::Result<String, E>,
    ) -> Result<RunResult> {
        self.handle_messages(&*messages, args)?;
        let mut ready = None;
        while let Some(action) = self.poll_action() {
            match action {
                Action::Summarize { request } => match ask(&request).await {
                    Ok(summary) => self.handle_summary(&summary)?,
                    Err(error) => self.handle_failure(&error.to_string())?,
                },
                Action::Apply { patch } => {
                    ready = Some(patch);
                    self.handle_current(&*messages)?;
                }
                Action::Done {
                    applied, result, ..
                } => {
                    if let Some(patch) = ready.filter(|_| applied) {
                        *messages = patch.apply_to(messages)?;
                    }
                    return Ok(*result);
                }
                Action::StoreOutput { .. } => self.handle_store_failed("no store")?,
                Action::ReadFiles { .. } => self.handle_restored(&[])?,
                Action::BeforeCompact { .. } => {}
            }
        }
        // No run ends so.
        Err(Error::new(ErrorKind::WrongOrder, "", "the run didn't end"))
    }
}
