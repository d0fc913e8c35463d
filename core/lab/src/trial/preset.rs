//! One preset in one session: before each call of the agent its compactor is shown the list as it
//! is then, with what the provider reported.

use super::list::{List, Taken, Written};
use crate::simulate::{Cache, Session, Setting, Sums};
use conspectus::{
    Action, CompactArgs, Compactor, Config, Patch, ReasonCode, Result, RunResult, Status,
    Summarizer,
};
use conspectus_history::history::Copied;
use serde_json::Value;

/// What a compactor does in a replay.
#[derive(Debug)]
pub enum Replayed<'a> {
    /// It ran before a request.
    Ran {
        /// The messages before the run.
        messages: &'a [Value],
        /// The applied changes, if any.
        patch: Option<&'a Patch>,
        /// Its result.
        result: &'a RunResult,
    },
    /// A request was sent.
    Sent {
        /// The messages of the prompt.
        messages: &'a [Value],
        /// The prompt's tokens, and those of the prompt without compaction.
        tokens: [u64; 2],
        /// How many of them were cached.
        cached: u64,
        /// The cost of it and its answer, in millionths of the unit of the prices.
        micros: u128,
    },
}

/// What one preset would have cost. `measure` says how messages are measured, for all candidates in
/// the same way.
pub(super) fn run(
    (session, messages): (&Session, &[Value]),
    measure: &Config,
    preset: &Config,
    setting: &Setting,
    watch: &mut dyn FnMut(Replayed<'_>),
) -> Result<Sums> {
    let mut trial = Trial {
        watch,
        compactor: Compactor::new(of_setting(preset, measure, setting)),
        list: List::of(session, measure),
        cache: Cache::of(setting),
        micros: 0,
        sums: Sums::default(),
        same: 0,
        summary_tokens: (preset.summarize == Summarizer::Host).then_some(setting.summary_tokens),
        calls_a_summary: 1 + u64::from(preset.check_summary.has_second_call()),
    };
    let mut turn = CompactArgs::new();
    turn.overhead_tokens = setting.overhead_tokens;
    turn.covers_last_request = true;
    let mut start = 0;
    for (number, call) in session.calls.iter().enumerate() {
        trial.list.grow(&messages[start..call.end], start);
        start = call.end;
        if !session.is_sent(number) {
            continue;
        }
        if !session.pauses_ms.is_empty() && number > 0 {
            let pause = session.pause_ms(number) as f64;
            turn.idle_minutes = Some(pause / 60_000.0);
        }
        if session.is_cold(number, &setting.prices) {
            trial.cache.cool();
        }
        let marks = trial.compact(turn.clone())?;
        let end = trial.list.messages.len();
        let (cost, cached) = trial
            .cache
            .sent(&trial.list, end, &marks, session.seen(number));
        let tokens = trial.cache.size;
        (turn.prompt_tokens, turn.cached_tokens) = (Some(tokens), Some(cached));
        trial.sums.over += u64::from(tokens > setting.window);
        let micros = cost + trial.cache.answer(call.answer_tokens);
        let asked = std::mem::take(&mut trial.micros);
        trial.sums.call(session, number, micros + asked);
        let unmanaged = session.tokens_before[call.end] + setting.overhead_tokens;
        let unmanaged = unmanaged.saturating_sub(session.seen(number).less);
        (trial.watch)(Replayed::Sent {
            messages: &trial.list.messages,
            tokens: [tokens, unmanaged],
            cached,
            micros,
        });
        trial.sums.present += session
            .names(number)
            .filter(|name| trial.list.holds(*name))
            .count() as u64;
    }
    Ok(trial.sums)
}

/// The options of the preset for this setting. The extractive summary replaces a model summary.
fn of_setting(preset: &Config, measure: &Config, setting: &Setting) -> Config {
    let mut config = preset
        .clone()
        .with_dialect(measure.dialect())
        .with_store(false);
    (config.context_window, config.window_of_model) = (Some(setting.window), None);
    let tier = setting.tiers.first().map(|tier| tier.above_tokens);
    config.price_tier = tier.filter(|_| config.system.derives_from_model && setting.is_own_window);
    config.summarize = Summarizer::Extractive;
    if config.system.derives_from_model {
        config.cache_prices = Some(setting.prices);
    }
    config
}

struct Trial<'a> {
    watch: &'a mut dyn FnMut(Replayed<'_>),
    compactor: Compactor,
    list: List<'a>,
    cache: Cache<'a>,
    sums: Sums,
    /// The cost of the summaries before the next call.
    micros: u128,
    /// How many messages are as the compactor last saw them.
    same: usize,
    /// The tokens of a summary that a model writes; `None` if none is asked.
    summary_tokens: Option<u64>,
    calls_a_summary: u64,
}

impl Trial<'_> {
    /// One run. Gives the places that the next request marks. The compactor is shown copies, as in
    /// a binding, so that a run is not built for [`Value`] too.
    fn compact(&mut self, turn: CompactArgs) -> Result<Vec<usize>> {
        let known = self.same.min(self.compactor.known_messages());
        let news = Copied::of(&self.list.messages[known..]);
        if !self.compactor.handle_news(known, &news, turn.clone())? {
            let all = Copied::of(&self.list.messages);
            self.compactor.handle_messages(&all, turn)?;
        }
        self.same = self.list.messages.len();
        let mut ready = Patch::default();
        let mut marks = vec![0];
        while let Some(action) = self.compactor.poll_action() {
            match action {
                Action::BeforeCompact { .. } => {}
                Action::StoreOutput(output) => self.compactor.handle_stored(&output.key)?,
                Action::Summarize { .. } => self
                    .compactor
                    .handle_failure("a simulation calls no model")?,
                Action::ReadFiles { .. } => self.compactor.handle_restored(&[])?,
                Action::Apply { patch } => {
                    ready = patch;
                    let from = self.compactor.current_from();
                    let current = Copied::of(&self.list.messages[from..]);
                    self.compactor.handle_current_news(from, &current)?;
                }
                Action::Done {
                    applied, result, ..
                } => {
                    marks.extend(&result.cache_breakpoints);
                    (self.watch)(Replayed::Ran {
                        messages: &self.list.messages,
                        patch: applied.then_some(&ready),
                        result: &result,
                    });
                    if applied {
                        self.take(&ready, &result)?;
                    }
                }
            }
        }
        marks.retain(|mark| *mark <= self.list.messages.len());
        Ok(marks)
    }

    fn take(&mut self, patch: &Patch, result: &RunResult) -> Result<()> {
        let written = self
            .summary_tokens
            .zip(result.summary.as_deref())
            .map(|(tokens, text)| Written { text, tokens });
        let Taken {
            tokens,
            unread,
            requests,
        } = self.list.apply(patch, result, written.as_ref())?;
        let first = patch.first_changed_message().unwrap_or(0);
        self.cache.changed(first);
        self.same = first;
        // Condensed and moved results aren't lost.
        let is_of_news = matches!(result.code, ReasonCode::Condensed | ReasonCode::Repaired);
        self.sums.unread += if is_of_news { 0 } else { unread };
        self.sums.requests += requests;
        match result.status {
            Status::Summarized => {
                self.sums.summaries += 1;
                if let Some(written) = self.summary_tokens {
                    // Each further call reads what the first one wrote too.
                    let calls = (0..self.calls_a_summary)
                        .map(|call| self.cache.asked(tokens + call * written, written));
                    self.micros += calls.sum::<u128>();
                }
            }
            Status::Reduced if !is_of_news => self.sums.clearings += 1,
            _ => {}
        }
        Ok(())
    }
}
