//! Building block: what a model's summary kept. What it must not lose is put in word for word.

use super::ask;
use crate::compactor::contract::report::RetentionReport;
use crate::compactor::stages::budget;
use crate::compactor::step::Pending;
use crate::memory::{Looked, LookedFor, Retention};
use crate::notes::snapshot::Snapshot;

/// The summary with what it must not lose, and the report on it. A summary without a model holds it
/// anyway.
pub(crate) fn completed(pending: &mut Pending, snapshot: Snapshot) -> Snapshot {
    let Some(held) = pending.held.take() else {
        return snapshot;
    };
    let beside = beside(pending).to_owned();
    let mut found = held.look_up(&snapshot.text(), &beside);
    let (snapshot, unbound, rules) = held.bound_in(&snapshot);
    tell_unsupported(&mut found, unbound);
    let scale = pending.history.scale();
    let config = pending.history.config();
    let budget = ask::output_budget(pending, pending.report.summary_input_tokens) as f64;
    let tokens = scale.tokens_of_text(&snapshot.render()) as f64;
    let room = (budget * config.check_summary.put_in_share())
        .min(budget::most_tokens(budget) - tokens)
        .max(0.0);
    let (snapshot, others) = held.mended(snapshot, &beside, room, |text| {
        scale.tokens_of_text(text) as f64
    });
    let snapshot = held.with_records(snapshot);
    let put_in = rules + others;
    let after = held.look_up(&snapshot.text(), &beside).missing;
    let must_stay = after.first.into_iter();
    pending.report.retention = Some(RetentionReport {
        missing_after: must_stay
            .filter(|thing| thing.kind != LookedFor::Name)
            .map(|thing| thing.text)
            .collect(),
        found,
        put_in,
    });
    snapshot
}

/// Names what a model gave as the user's and is not. A warning of its own belongs here too.
fn tell_unsupported(found: &mut Retention, unbound: Vec<Looked>) {
    found.unsupported.lead(unbound);
}

/// What is told again beside the summary.
fn beside(pending: &Pending) -> &str {
    pending.latest_request.as_deref().unwrap_or_default()
}
