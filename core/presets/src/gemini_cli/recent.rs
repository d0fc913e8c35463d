//! What the application keeps of what was: a cache of results that lets go of what was used the
//! longest time ago (G-158), and the newest events of activity (G-159). The host holds the values;
//! these say which of them stay.

use crate::invalid;
use conspectus::inner::{kind_name, shapes};
use conspectus::{Item, Result};
use lru::LruCache;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;

/// Entries of a cache of results. Source: G-158, the caches of corrected edits.
pub const CACHE_ENTRIES: usize = 50;
/// Events that are kept. Source: G-159.
pub const EVENTS: usize = 100;

shapes! {
    /// The entries of a cache.
    pub struct CacheKeys: Default, Eq {
        /// The kept keys, least recently used first. Append later uses for the next call.
        pub kept: Vec<String>,
        /// The evicted keys, in order.
        pub evicted: Vec<String>,
    }
}

/// Which keys a cache of `most` entries holds after these uses, the oldest use first. A use is a
/// look-up as well as an entry.
///
/// ```
/// use conspectus_presets::gemini_cli::recent::least_recently_used;
/// use std::num::NonZeroUsize;
///
/// let uses = ["a", "b", "a", "c"].map(str::to_owned);
/// let keys = least_recently_used(&uses, NonZeroUsize::MIN.saturating_add(1));
/// assert_eq!((keys.kept, keys.evicted), (vec!["a".to_owned(), "c".to_owned()], vec!["b".to_owned()]));
/// ```
#[must_use]
pub fn least_recently_used(uses: &[String], most: NonZeroUsize) -> CacheKeys {
    // Not made for `most` entries at once: a caller may allow more than there is memory for.
    let mut cache: LruCache<&str, ()> = LruCache::unbounded();
    let mut gone = Vec::new();
    for key in uses {
        cache.put(key, ());
        if cache.len() > most.get() {
            gone.extend(cache.pop_lru().map(|(key, ())| key));
        }
    }
    // What went and came back is there; what went twice is told once.
    let mut told = BTreeSet::new();
    let evicted = gone
        .into_iter()
        .filter(|key| !cache.contains(key) && told.insert(*key))
        .map(str::to_owned)
        .collect();
    CacheKeys {
        kept: cache
            .iter()
            .rev()
            .map(|(key, ())| (*key).to_owned())
            .collect(),
        evicted,
    }
}

shapes! {
    /// The events of one type.
    pub struct EventCount: Eq {
        /// The type.
        pub r#type: String,
        /// Their number.
        pub count: u64,
    }
}

shapes! {
    /// The newest events.
    pub struct RecentActivity: Default {
        /// Index of the first kept event.
        pub first: u64,
        /// Number of kept events.
        pub kept: u64,
        /// Kept events by type.
        pub types: Vec<EventCount>,
        /// The earliest time among them.
        pub from_ms: Option<f64>,
        /// The latest time among them.
        pub to_ms: Option<f64>,
    }
}

/// Which of these events remain if only the newest `most` are kept, with counts by type. An event
/// has a `type`, and may have a `timestamp` in milliseconds.
///
/// # Errors
/// `InvalidMessages` if the input is not a list, if an event has no type, or if a time is not a
/// number.
pub fn recent_activity(events: &Item<'_>, most: usize) -> Result<RecentActivity> {
    if !events.is_list() {
        let kind = kind_name(events.kind());
        let text = format!("events must be a list of {{type, timestamp}}, found {kind}");
        return Err(invalid("", text));
    }
    let first = events.len().saturating_sub(most);
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    let mut told = RecentActivity {
        first: first as u64,
        kept: (events.len() - first) as u64,
        ..RecentActivity::default()
    };
    for (index, event) in events.items().enumerate().skip(first) {
        let Some(kind) = event.string_at("type") else {
            let kind = kind_name(event.kind());
            let text = format!("an event must be an object with a `type`, found {kind}");
            return Err(invalid(format!("/{index}"), text));
        };
        *counts.entry(kind).or_default() += 1;
        let Some(given) = event.known("timestamp") else {
            continue;
        };
        let time = given.number();
        if !given.is_number() || !time.is_finite() {
            let kind = kind_name(given.kind());
            let text = format!("a time must be a number of milliseconds, found {kind}");
            return Err(invalid(format!("/{index}/timestamp"), text));
        }
        told.from_ms = Some(told.from_ms.map_or(time, |from| from.min(time)));
        told.to_ms = Some(told.to_ms.map_or(time, |to| to.max(time)));
    }
    told.types = counts
        .into_iter()
        .map(|(kind, count)| EventCount {
            r#type: kind,
            count,
        })
        .collect();
    Ok(told)
}
