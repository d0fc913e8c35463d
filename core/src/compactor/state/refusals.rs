//! What a compactor knows of refusals: the limits that they told, how many came in a row, and what
//! the last one asks for.

use crate::config::Config;
use crate::provider::errors::{ErrorClass, ProviderError};
use crate::provider::recover::{Recovery, Remedy, recovery};
use serde::{Deserialize, Serialize};

/// What refusals have taught, and what the last one asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Refusals {
    /// Refusals since a request was last accepted, by kind.
    counts: Vec<(Kind, u32)>,
    /// Whether the last request was refused and no run has begun since.
    is_open: bool,
    /// What the next run has to do.
    demand: Option<Demand>,
    /// The most tokens of one request that an error told, and the answer that it counted beside
    /// them.
    limit_tokens: Option<u64>,
    output_tokens: u64,
    /// The most bytes and media of one request that errors told.
    limit_bytes: Option<u64>,
    limit_media: Option<u64>,
}

/// A kind of error as it is saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Tokens,
    MaxTokens,
    Bytes,
    Media,
    Pairing,
    ThinkingBound,
    /// Whatever waiting may help against.
    Passing,
}

impl Kind {
    fn of(class: ErrorClass) -> Self {
        match class {
            ErrorClass::Tokens => Self::Tokens,
            ErrorClass::MaxTokens => Self::MaxTokens,
            ErrorClass::Bytes => Self::Bytes,
            ErrorClass::Media => Self::Media,
            ErrorClass::Pairing => Self::Pairing,
            ErrorClass::ThinkingBound => Self::ThinkingBound,
            _ => Self::Passing,
        }
    }
}

/// What the next run has to do about a refusal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Demand {
    /// Compact, whatever the estimates say. The provider may have counted the prompt.
    Compact {
        /// Its tokens.
        prompt_tokens: Option<u64>,
    },
    /// Make the request smaller in bytes.
    Bytes,
    /// Take out the media that the error points at, or else old ones, or else all.
    Media {
        /// JSON Pointer into the list of messages.
        place: Option<String>,
    },
    /// Repair the history.
    Repair,
    /// Remove all signed thinking.
    DropThinking,
}

/// A limit below this is no limit on a prompt. Chosen here: no model that runs an agent has less.
const LEAST_TOKENS: u64 = 512;
/// What is left of the window after a second refusal in a row that states no number. Chosen here:
/// each attempt must be clearly smaller.
const NEXT_SHARE: f64 = 0.75;

impl Refusals {
    /// Takes an error in. `window` is the host's, `used` is what the last run reckoned the prompt
    /// to be.
    pub(crate) fn take(
        &mut self,
        error: ProviderError,
        window: Option<u64>,
        used: u64,
    ) -> Recovery {
        let kind = Kind::of(error.kind);
        let attempt = match self.counts.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => {
                *count = count.saturating_add(1);
                *count
            }
            None => {
                self.counts.push((kind, 1));
                1
            }
        };
        self.is_open = true;
        self.learn(&error, window, attempt, used);
        let recovery = recovery(error, attempt);
        self.demand = match recovery.action {
            Remedy::Compact => Some(Demand::Compact {
                prompt_tokens: recovery.prompt_tokens,
            }),
            Remedy::RelieveBytes => Some(Demand::Bytes),
            Remedy::RelieveMedia => Some(Demand::Media {
                place: in_list(recovery.place.as_deref()),
            }),
            Remedy::Repair => Some(Demand::Repair),
            Remedy::DropThinking => Some(Demand::DropThinking),
            _ => self.demand.take(),
        };
        recovery
    }

    fn learn(&mut self, error: &ProviderError, window: Option<u64>, attempt: u32, used: u64) {
        let least =
            |known: Option<u64>, told: u64| Some(known.map_or(told, |known| known.min(told)));
        match error.kind {
            ErrorClass::Tokens => match error.limit_tokens.filter(|limit| *limit >= LEAST_TOKENS) {
                Some(limit) => {
                    self.limit_tokens = least(self.limit_tokens, limit);
                    self.output_tokens = self
                        .output_tokens
                        .max(error.max_output_tokens.unwrap_or(0).min(limit / 2));
                }
                None if attempt > 1 => {
                    // Compacting once was not enough, so the window is smaller than it was taken to
                    // be.
                    let known = self.limit_tokens.or(window).unwrap_or(used);
                    let next = (known as f64 * NEXT_SHARE) as u64;
                    self.limit_tokens = Some(next.max(LEAST_TOKENS));
                }
                None => {}
            },
            // The window is told, and the answer will be shorter.
            ErrorClass::MaxTokens => {
                if let Some(limit) = error.limit_tokens.filter(|limit| *limit >= LEAST_TOKENS) {
                    self.limit_tokens = least(self.limit_tokens, limit);
                }
            }
            // The limit of a single text or image is none of the request: only without a place is
            // it the request's.
            ErrorClass::Bytes if error.place.is_none() => {
                if let Some(limit) = error.limit_bytes {
                    self.limit_bytes = least(self.limit_bytes, limit);
                }
            }
            ErrorClass::Media => {
                if let Some(limit) = error.limit_media.filter(|limit| *limit > 0) {
                    self.limit_media = least(self.limit_media, limit);
                }
            }
            _ => {}
        }
    }

    /// The options as they are in effect: no limit is above what a refusal told.
    pub(crate) fn applied_to(&self, options: &Config, window: Option<u64>) -> Config {
        let mut config = options.clone();
        let least = |given: Option<u64>, told: Option<u64>| given.into_iter().chain(told).min();
        if let Some(limit) = self.limit_tokens {
            let reserves = options.system.infers();
            // A system without a reserve for the answer has a smaller window instead.
            let limit = if reserves {
                limit
            } else {
                limit - self.output_tokens.min(limit / 2)
            };
            config.context_window = least(window, Some(limit));
            if reserves {
                config.reserve_tokens = config.reserve_tokens.max(self.output_tokens);
            }
        }
        if limits_requests(options) {
            config.request_limits.bytes = least(config.request_limits.bytes, self.limit_bytes);
            config.request_limits.images = least(config.request_limits.images, self.limit_media);
        }
        config
    }

    /// A run begins, and does what was asked for. If no request was refused since the last run, one
    /// was accepted.
    pub(crate) fn begin(&mut self) {
        if !self.is_open {
            self.counts.clear();
        }
        (self.is_open, self.demand) = (false, None);
    }

    /// What the next run has to do.
    pub(crate) fn demand(&self) -> Option<&Demand> {
        self.demand.as_ref()
    }
}

/// Whether the system keeps limits of bytes and media by itself.
pub(crate) fn limits_requests(config: &Config) -> bool {
    config.system.infers()
}

/// The place in the list of messages that a place in the request is: `/messages/3/content/1` is
/// `/3/content/1`.
fn in_list(place: Option<&str>) -> Option<String> {
    let (list, rest) = place?.strip_prefix('/')?.split_once('/')?;
    (list != "tools").then(|| format!("/{rest}"))
}
