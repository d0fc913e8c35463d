//! The rejections that a compactor has seen: the limits that the errors stated, how many came in a
//! row, and the demand of the last one.
//!
//! A limit was stated for one model and one window, and applies to no other. It is not believed if
//! it is far from the known sizes. It is dropped when a request has shown that it is wrong, or when
//! nothing has confirmed it for long.

use crate::provider::recover::recovery;
use crate::{Config, ErrorClass, ProviderError, Recovery, RecoveryAction};
use serde::{Deserialize, Serialize};

/// What refusals have taught, and what the last one asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Refusals {
    /// Refusals since a request was last accepted, by kind.
    counts: Vec<(RefusalKind, u32)>,
    /// Whether the last request was refused and no run has begun since.
    is_open: bool,
    /// What the next run has to do.
    demand: Option<Demand>,
    /// The token limit of one request that an error stated, and the output tokens that it counted
    /// in addition.
    limit_tokens: Option<u64>,
    output_tokens: u64,
    /// The limits of one request in bytes and in media items that errors stated.
    limit_bytes: Option<u64>,
    limit_media: Option<u64>,
    /// The model and window to which these limits apply.
    told_for: Address,
    /// The last limit that was not believed. If an error states it again, it is believed.
    doubted_tokens: Option<u64>,
    /// Requests that were accepted since an error stated a limit.
    accepted: u32,
    /// Whether the last run left nothing that can be sent.
    is_blocked: bool,
}

/// The scope of a limit: the model, and the window as the options set it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Address {
    model: Option<String>,
    window: Option<u64>,
}

impl Address {
    fn of(options: &Config) -> Self {
        Self {
            model: options.model.clone(),
            window: options.known_window(),
        }
    }
}

/// A kind of error as it is saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum RefusalKind {
    Tokens,
    MaxTokens,
    Bytes,
    Media,
    Pairing,
    ThinkingBound,
    Empty,
    /// Whatever waiting may help against.
    Passing,
}

impl RefusalKind {
    fn of(class: ErrorClass) -> Self {
        match class {
            ErrorClass::Tokens => Self::Tokens,
            ErrorClass::MaxTokens => Self::MaxTokens,
            ErrorClass::Bytes => Self::Bytes,
            ErrorClass::Media => Self::Media,
            ErrorClass::Pairing => Self::Pairing,
            ErrorClass::ThinkingBound => Self::ThinkingBound,
            ErrorClass::Empty => Self::Empty,
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
    /// Remove the media that the error points at, or else old ones, or else all.
    Media {
        /// JSON Pointer into the list of messages.
        place: Option<String>,
    },
    /// Repair the history.
    Repair,
    /// Remove all signed thinking.
    DropThinking,
}

/// A smaller number does not count as a limit on a prompt. Chosen here: no model that runs an agent
/// has less.
const LEAST_TOKENS: u64 = 512;
/// The window shrinks by this part after a second rejection in a row without a number. Chosen here:
/// each attempt must be clearly smaller.
const NEXT_PART: u64 = 4;
/// A limit is far from our own count of the prompt below this part of it, where the error does not
/// count nearly the same prompt; and far from the window below the other part. Chosen here:
/// tokenizers differ by a factor of two, and servers with a small window serve models of 131,072
/// tokens with 8,192.
const FAR_PROMPT: u64 = 4;
const FAR_WINDOW: u64 = 16;
/// A count of less than this part of our own is of another prompt. Chosen here, as for reports.
const OTHER_PROMPT: u64 = 2;
/// After this number of accepted requests, all limits are dropped. Chosen here: a correct limit
/// then costs one rejected request in this number.
const FORGET_AFTER: u32 = 64;

impl Refusals {
    /// Takes an error in. `options` are the host's; `used` is what the last run reckoned the prompt to
    /// be, 0 without one.
    pub fn take(&mut self, error: ProviderError, options: &Config, used: u64) -> Recovery {
        let kind = RefusalKind::of(error.kind);
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
        let address = Address::of(options);
        if self.told_for != address {
            self.forget();
            self.told_for = address;
        }
        self.learn(&error, attempt, used);
        let recovery = recovery(error, attempt);
        self.demand = match recovery.action {
            RecoveryAction::Compact => Some(Demand::Compact {
                prompt_tokens: recovery.prompt_tokens,
            }),
            RecoveryAction::RelieveBytes => Some(Demand::Bytes),
            RecoveryAction::RelieveMedia => Some(Demand::Media {
                place: in_list(recovery.place.as_deref()),
            }),
            RecoveryAction::Repair => Some(Demand::Repair),
            RecoveryAction::DropThinking => Some(Demand::DropThinking),
            _ => self.demand.take(),
        };
        recovery
    }

    fn learn(&mut self, error: &ProviderError, attempt: u32, used: u64) {
        let limit = error.limit_tokens.filter(|limit| {
            let is_told_again = self.doubted_tokens == error.limit_tokens;
            *limit >= LEAST_TOKENS && (is_told_again || self.is_credible(*limit, error, used))
        });
        match error.kind {
            ErrorClass::Tokens => match limit {
                Some(limit) => {
                    self.limit_tokens = Some(limit);
                    let output = error.max_output_tokens;
                    self.output_tokens = output.unwrap_or(self.output_tokens).min(limit / 2);
                }
                None if attempt > 1 => {
                    // Compacting once was not enough, so the window is smaller than it was taken to
                    // be, and no larger than this prompt.
                    let known = self.limit_tokens.or(self.told_for.window).unwrap_or(used);
                    let smaller = known - known / NEXT_PART;
                    self.limit_tokens = Some(smaller.min(used).max(LEAST_TOKENS));
                }
                None => {}
            },
            // The window is told, and the answer will be shorter.
            ErrorClass::MaxTokens => self.limit_tokens = limit.or(self.limit_tokens),
            // The limit of a single text or image is none of the request: only without a place is
            // it the request's.
            ErrorClass::Bytes if error.place.is_none() => {
                self.limit_bytes = error.limit_bytes.or(self.limit_bytes);
            }
            ErrorClass::Media => {
                self.limit_media = error
                    .limit_media
                    .filter(|limit| *limit > 0)
                    .or(self.limit_media);
            }
            _ => return,
        }
        self.doubted_tokens = error.limit_tokens.filter(|told| Some(*told) != limit);
        self.accepted = 0;
    }

    /// Whether a limit may be true of the prompt that was refused.
    fn is_credible(&self, limit: u64, error: &ProviderError, used: u64) -> bool {
        let is_far = limit < used / FAR_PROMPT
            || self
                .told_for
                .window
                .is_some_and(|window| limit < window / FAR_WINDOW);
        match error.prompt_tokens {
            // Whoever counts the prompt as we do speaks of it.
            Some(told) if told < used / OTHER_PROMPT => false,
            Some(told) if told <= used.saturating_mul(FAR_PROMPT) => true,
            _ => !is_far,
        }
    }

    /// Whether the limits must be dropped: nothing could be sent under them, a larger prompt was
    /// accepted, as the provider reports it or as we count it, or many requests were accepted
    /// since.
    pub fn is_outlived(&self, reported: Option<u64>, used: u64) -> bool {
        let sent = reported.unwrap_or(used);
        // Above the room that the answer left, the host asks for a shorter one now.
        let is_above = |limit: u64| sent > limit - self.output_tokens.min(limit);
        // What cannot be sent is never accepted: without this a false limit would have no end.
        let is_wrong = self.is_blocked || self.limit_tokens.is_some_and(is_above);
        !self.is_open && self.has_limits() && (self.accepted >= FORGET_AFTER || is_wrong)
    }

    /// A run has ended, and its list can be sent or not.
    pub fn end(&mut self, can_send: bool) {
        self.is_blocked = !can_send;
    }

    fn has_limits(&self) -> bool {
        [self.limit_tokens, self.limit_bytes, self.limit_media] != [None; 3]
    }

    /// Forgets all limits. What the last refusal asks for stays.
    pub fn forget(&mut self) {
        *self = Self {
            counts: std::mem::take(&mut self.counts),
            is_open: self.is_open,
            demand: self.demand.take(),
            is_blocked: self.is_blocked,
            ..Self::default()
        };
    }

    /// The options in effect: no limit is above one that an error stated.
    pub fn applied_to(&self, options: &Config) -> Config {
        let mut config = options.clone();
        if self.told_for != Address::of(options) {
            return config;
        }
        let least = |given: Option<u64>, told: Option<u64>| given.into_iter().chain(told).min();
        if let Some(limit) = self.limit_tokens {
            let reserves = options.system.derives_from_model;
            // A system without a reserve for the answer has a smaller window instead.
            let limit = if reserves {
                limit
            } else {
                limit - self.output_tokens.min(limit / 2)
            };
            let window = options.known_window();
            let window = window.map_or(limit, |window| window.min(limit));
            config.context_window = Some(window);
            if reserves {
                // The window may have become smaller since: the answer gets half of it at most.
                let told = Some(self.output_tokens.min(window / 2)).filter(|tokens| *tokens > 0);
                config.reserve_tokens = config.reserve_tokens.max(told);
            }
        }
        if limits_requests(options) {
            config.request_limits.bytes = least(config.request_limits.bytes, self.limit_bytes);
            config.request_limits.images = least(config.request_limits.images, self.limit_media);
        }
        config
    }

    /// A run begins, and does what was asked for. If no request was refused since the last run, and
    /// one could be sent, it was accepted.
    pub fn begin(&mut self) {
        if !self.is_open && !self.is_blocked {
            self.counts.clear();
            self.accepted += u32::from(self.has_limits());
        }
        (self.is_open, self.demand) = (false, None);
    }

    /// What the next run has to do.
    pub fn demand(&self) -> Option<&Demand> {
        self.demand.as_ref()
    }
}

/// Whether the preset itself applies limits of bytes and media.
pub fn limits_requests(config: &Config) -> bool {
    config.system.derives_from_model
}

/// The place in the list of messages that a place in the request is: `/messages/3/content/1` is
/// `/3/content/1`.
fn in_list(place: Option<&str>) -> Option<String> {
    let (list, rest) = place?.strip_prefix('/')?.split_once('/')?;
    (list != "tools").then(|| format!("/{rest}"))
}
