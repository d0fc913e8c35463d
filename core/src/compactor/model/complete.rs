//! Building block: what a model's summary kept. What it must not lose is put in word for word.

use crate::compactor::contract::report::RetentionReport;
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
    let (snapshot, unbound) = held.bound_in(&snapshot);
    tell_unsupported(&mut found, unbound);
    let snapshot = held.with_records(snapshot);
    let after = held.look_up(&snapshot.text(), &beside).missing;
    let items_added = found.missing.count.saturating_sub(after.count);
    let must_stay = after.first.into_iter();
    pending.report.retention = Some(RetentionReport {
        missing_after: must_stay
            .filter(|thing| thing.kind != LookedFor::Name)
            .map(|thing| thing.text)
            .collect(),
        found,
        items_added,
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
