//! Building block: the limits of a request other than tokens: bytes, images and their pixels. Each
//! limit has a trigger and a target, by the same fractions as the window. Old media are cleared
//! first, then the preset's steps for tokens apply, and unread media are cleared last.

use super::pins::Pins;
use super::unread::first_live;
use crate::check::validate::parts_of;
use crate::compactor::is_within;
use crate::history::{PartEntry, PartKind};
use crate::read::media::{MediaFacts, probe};
use crate::read::message::Body;
use crate::reduce::drop_media;
use crate::reduce::plan::in_order;
use crate::shape::{shapes, words};
use crate::{
    CompactArgs, Config, ConfiguredHistory, Edit, EditAction, Item, RequestLimits, Role, Trigger,
    json_chars,
};

/// What a request, or a part of it, holds. Bytes are those of its JSON, nearly: a char counts as a
/// byte, since media are ASCII and the largest part of any request that is near a limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Load {
    pub bytes: u64,
    pub images: u64,
    pub pixels: u64,
}

/// How many of the newest media stay, and what they may hold together. Media of one tool result
/// stay or go together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MediaLimits {
    /// The kinds that may be cleared, of `image`, `pdf`, `audio`, `video` and `other`; `None` is
    /// any.
    pub kinds: Option<Vec<String>>,
    /// The most media items; `None` is any number.
    pub keep: Option<u64>,
    /// The most bytes, counted as in the messages: base64 by its chars.
    pub max_bytes: Option<u64>,
    /// The most pixels. A media item of unknown size counts as 0.
    pub max_pixels: Option<u64>,
}

shapes! {
    /// Counts of cleared media.
    pub struct MediaReport as "ClearMediaDetails": Copy, Default, Eq {
        /// Cleared media.
        pub cleared: u64,
        /// Kept media.
        pub kept: u64,
        /// Bytes of cleared media.
        pub bytes_cleared: u64,
        /// Pixels of cleared images.
        pub pixels_cleared: u64,
        /// Estimated tokens saved.
        pub tokens_saved: u64,
    }
}

/// Returns the edits that clear old media, so that the newest fit the limits, and a report. The
/// newest item that exceeds a limit is cleared, and so are all before it. Unread and pinned media
/// are kept, and count.
///
/// ```
/// use conspectus::{clear_media, lower, Config, ConfiguredHistory, MediaLimits};
/// use serde_json::json;
///
/// let image = || json!({ "type": "image", "source": { "type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo=" } });
/// let show = || json!({ "role": "user", "content": [{ "type": "text", "text": "Look." }, image()] });
/// let say = || json!({ "role": "assistant", "content": "I see." });
/// let messages = vec![show(), say(), show(), say()];
/// let history = ConfiguredHistory::of(Config::default(), &messages)?;
/// let (edits, report) = clear_media(&history, &messages, MediaLimits { keep: Some(1), ..MediaLimits::default() });
/// assert_eq!((report.cleared, report.kept), (1, 1));
/// assert_eq!(lower(&history, &edits, &messages).first_changed_message(), Some(0));
/// # Ok::<(), conspectus::Error>(())
/// ```
#[must_use]
pub fn clear_media<'v>(
    history: &ConfiguredHistory,
    messages: impl Into<Item<'v>>,
    limits: MediaLimits,
) -> (Vec<Edit>, MediaReport) {
    let messages = &messages.into();
    let pins = Pins::of_list(history, messages);
    let live = first_live(history);
    let (mut edits, mut report, mut held, mut is_full) =
        (Vec::new(), MediaReport::default(), Load::default(), false);
    for holder in holders(history, messages, true).iter().rev() {
        let count = history.nested_media(holder.part).count().max(1) as u64;
        let with = held.plus(holder.load);
        let fits = |limit: Option<u64>, value: u64| limit.is_none_or(|limit| value <= limit);
        is_full |= !(fits(limits.keep, report.kept + count)
            && fits(limits.max_bytes, with.bytes)
            && fits(limits.max_pixels, with.pixels));
        let may_go = holder.message < live
            && !pins.keeps(history, holder.part)
            && is_of_kinds(history, holder.part, limits.kinds.as_deref());
        match drop_media(history, holder.part).filter(|_| is_full && may_go) {
            Some(edit) => {
                report.cleared += count;
                report.bytes_cleared += holder.load.bytes;
                report.pixels_cleared += holder.load.pixels;
                report.tokens_saved += edit.tokens_saved;
                edits.push(edit);
            }
            None => {
                report.kept += count;
                held = with;
            }
        }
    }
    edits.reverse();
    (edits, report)
}

/// What the limits of a request ask for.
#[derive(Debug, Default)]
pub struct LimitCheck {
    /// Which limit was reached; `None` if none was.
    pub trigger: Option<Trigger>,
    /// Media that go.
    pub edits: Vec<Edit>,
    /// Bytes that must be saved by other means.
    excess_bytes: u64,
    /// The limit, and what must stay, where that is more.
    pub beyond: Option<(u64, u64)>,
}

impl LimitCheck {
    /// Whether the limits are kept if `edits` are made, the media among them or not.
    pub fn suffices_with(&self, edits: &[Edit]) -> bool {
        let saved: u64 = edits
            .iter()
            .filter(|edit| is_text(edit))
            .map(|edit| edit.chars_before.saturating_sub(edit.chars_after))
            .sum();
        saved >= self.excess_bytes
    }

    /// `edits` and the media that go. What clears a whole result clears its media too.
    pub fn joined(&self, mut edits: Vec<Edit>) -> Vec<Edit> {
        let own = self
            .edits
            .iter()
            .filter(|own| !edits.iter().any(|edit| edit.part == own.part))
            .cloned()
            .collect::<Vec<_>>();
        edits.extend(own);
        in_order(&mut edits);
        edits
    }
}

fn is_text(edit: &Edit) -> bool {
    matches!(edit.action, EditAction::ClearResult | EditAction::CutResult)
}

/// Media that go together: one of a message, or all of a tool result.
struct Holder {
    message: usize,
    part: usize,
    load: Load,
}

/// One limit: where it is reached, what is aimed at, and what may not be exceeded.
struct Limit {
    of: fn(&Load) -> u64,
    trigger: Trigger,
    from: u64,
    goal: u64,
    most: u64,
}

/// Whether the request has limits other than tokens.
pub fn is_limited(config: &Config, turn: &CompactArgs) -> bool {
    turn.payload_overflow
        || turn.refused_media.is_some()
        || config.request_limits != RequestLimits::NONE
}

pub fn relief(
    history: &ConfiguredHistory,
    messages: &Item<'_>,
    turn: &CompactArgs,
    pins: &Pins,
) -> LimitCheck {
    let config = history.config();
    if !is_limited(config, turn) {
        return LimitCheck::default();
    }
    let holders = holders(history, messages, config.request_limits.pixels.is_some());
    if let Some(place) = &turn.refused_media {
        return without_refused(history, &holders, place, pins);
    }
    let loads = holders.iter().map(|holder| holder.load);
    let mut left = loads.fold(Load::default(), Load::plus);
    left.bytes += text_bytes(history, messages, 0);
    let mut reached = limits_of(config, turn, &left);
    reached.retain(|limit| (limit.of)(&left) >= limit.from);
    let live = first_live(history);
    let (mut edits, mut live_media) = (Vec::new(), 0);
    // The agent has looked at the older ones; the newer ones go only if nothing could be sent with
    // them.
    for holder in &holders {
        let is_live = holder.message >= live;
        let most = |limit: &Limit| if is_live { limit.most } else { limit.goal };
        let is_over = reached.iter().any(|limit| (limit.of)(&left) > most(limit));
        if is_over
            && !pins.holds(holder.part)
            && !pins.spares(holder.part)
            && let Some(edit) = drop_media(history, holder.part)
        {
            edits.push(edit);
            left = left.with(holder.load, u64::saturating_sub);
        } else if is_live {
            live_media += holder.load.bytes;
        }
    }
    in_order(&mut edits);
    let of_bytes = |limit: &&Limit| limit.trigger == Trigger::PayloadOverflow;
    let goals = reached.iter().filter(of_bytes).map(|limit| limit.goal);
    let goal = goals.min();
    // What is live stays, so it counts neither against the goal nor for it.
    let floor = text_bytes(history, messages, live) + live_media;
    let most = config.request_limits.bytes;
    LimitCheck {
        trigger: reached.first().map(|limit| limit.trigger),
        edits,
        excess_bytes: goal.map_or(0, |goal| left.bytes.saturating_sub(goal.max(live_media))),
        beyond: most
            .filter(|most| goal.is_some() && floor > *most)
            .map(|most| (most, floor)),
    }
}

/// Clears the media item that the provider rejected. If it cannot be found, clears old media that
/// are not pinned. If none can be cleared, clears all media.
fn without_refused(
    history: &ConfiguredHistory,
    holders: &[Holder],
    place: &str,
    pins: &Pins,
) -> LimitCheck {
    let live = first_live(history);
    let is_at = |holder: &Holder| {
        let own = format!("/{}{}", holder.message, history.parts()[holder.part].path);
        is_within(&own, place) || is_within(place, &own)
    };
    let tries: [&dyn Fn(&Holder) -> bool; 4] = [
        &is_at,
        &|holder| is_within(place, &format!("/{}", holder.message)),
        &|holder| holder.message < live && !pins.holds(holder.part),
        &|_| true,
    ];
    let cleared = |is_wanted: &&dyn Fn(&Holder) -> bool| -> Vec<Edit> {
        let wanted = holders.iter().filter(|holder| is_wanted(holder));
        wanted
            .filter_map(|holder| drop_media(history, holder.part))
            .collect()
    };
    let tries = tries.iter().skip(if place.is_empty() { 2 } else { 0 });
    let cleared = tries.map(cleared).find(|edits| !edits.is_empty());
    let mut edits = cleared.unwrap_or_default();
    in_order(&mut edits);
    LimitCheck {
        trigger: Some(Trigger::ImageOverflow),
        edits,
        ..LimitCheck::default()
    }
}

/// The shares of a limit where the options give tokens: those of the default.
const TRIGGER: f64 = 0.75;
const TARGET: f64 = 0.5;

fn limits_of(config: &Config, turn: &CompactArgs, load: &Load) -> Vec<Limit> {
    let share = |limit: u64, share: f64| (limit as f64 * share) as u64;
    // A trigger in tokens says nothing of bytes.
    let from = config.trigger.share(TRIGGER);
    let to = config.target_amount().share(TARGET);
    let RequestLimits {
        bytes,
        images,
        pixels,
    } = config.request_limits;
    let of_bytes = |load: &Load| load.bytes;
    let mut limits = Vec::new();
    if turn.payload_overflow {
        // The limit is not known, but what was sent is above it.
        let goal = share(load.bytes.min(bytes.unwrap_or(u64::MAX)), to);
        limits.push(Limit {
            of: of_bytes,
            trigger: Trigger::PayloadOverflow,
            from: 0,
            goal,
            most: goal,
        });
    }
    let mut add = |most: Option<u64>, of: fn(&Load) -> u64, trigger: Trigger| {
        limits.extend(most.map(|most| Limit {
            of,
            trigger,
            from: share(most, from).max(1),
            goal: share(most, to),
            most,
        }));
    };
    add(bytes, of_bytes, Trigger::PayloadOverflow);
    add(images, |load| load.images, Trigger::ImageOverflow);
    add(pixels, |load| load.pixels, Trigger::ImageOverflow);
    limits
}

words! {
    /// The kinds of media.
    pub enum MediaKind {
        /// An image.
        Image => "image",
        /// A PDF.
        Pdf => "pdf",
        /// Audio.
        Audio => "audio",
        /// Video.
        Video => "video",
        /// Anything else.
        Other => "other",
    }
}

/// Whether all media of a part are of these kinds.
fn is_of_kinds(history: &ConfiguredHistory, part: usize, kinds: Option<&[String]>) -> bool {
    let Some(kinds) = kinds else { return true };
    let is_wanted = |part: &PartEntry| {
        let mime = history.symbol(part.name).to_ascii_lowercase();
        let kind = match mime.split('/').next().unwrap_or_default() {
            "image" => MediaKind::Image,
            "audio" => MediaKind::Audio,
            "video" => MediaKind::Video,
            _ if mime == "application/pdf" => MediaKind::Pdf,
            _ => MediaKind::Other,
        };
        kinds.iter().any(|wanted| wanted == kind.name())
    };
    let parts = history.parts();
    match parts[part].kind {
        PartKind::Media => is_wanted(&parts[part]),
        _ => history.nested_media(part).all(is_wanted),
    }
}

/// All media that may be cleared, oldest first.
fn holders(history: &ConfiguredHistory, messages: &Item<'_>, with_pixels: bool) -> Vec<Holder> {
    let mut holders = Vec::new();
    for (index, entry) in history.messages().iter().enumerate() {
        if entry.media == 0 {
            continue;
        }
        let pixels = if with_pixels {
            pixels_of(history, messages, index)
        } else {
            Vec::new()
        };
        let parts = history.parts_of(index);
        let load = |at: usize| {
            let mime = history.symbol(parts[at].name).to_ascii_lowercase();
            Load {
                bytes: parts[at].output_chars,
                images: u64::from(mime.starts_with("image/")),
                pixels: pixels.get(at).copied().unwrap_or(0),
            }
        };
        for (offset, part) in parts.iter().enumerate() {
            let is_agents = entry.role == Role::Assistant && !part.is_thought;
            if is_agents || !matches!(part.kind, PartKind::Media | PartKind::ToolResult) {
                continue;
            }
            // What is in a result follows it.
            let is_in = |at: &usize| *at == offset || parts[*at].path.is_under(&part.path);
            let inside = (offset..parts.len()).take_while(is_in);
            let media = inside
                .filter(|at| matches!(parts[*at].kind, PartKind::Media | PartKind::NestedMedia));
            let load = media.map(load).fold(Load::default(), Load::plus);
            if load != Load::default() {
                holders.push(Holder {
                    message: index,
                    part: entry.first_part as usize + offset,
                    load,
                });
            }
        }
    }
    holders
}

/// The pixels of each part of a message; 0 for a part that is not an image, or for an unknown size.
fn pixels_of<'v>(history: &ConfiguredHistory, messages: &Item<'v>, index: usize) -> Vec<u64> {
    let Some(message) = messages.at(index) else {
        return Vec::new();
    };
    let parts = parts_of(history.dialect(), &message).unwrap_or_default();
    let pixels = |body: &Body<'v>| match body {
        Body::Media(media) => match media.data.as_ref().map(probe) {
            Some(MediaFacts::Image { width, height }) => u64::from(width) * u64::from(height),
            _ => 0,
        },
        _ => 0,
    };
    parts.iter().map(|part| pixels(&part.body)).collect()
}

/// Bytes around a part: keys, quotes, the role. Chosen here: 30 to 120 by dialect.
const FRAME_BYTES: u64 = 60;

/// The bytes of everything but media in the messages `from..`.
fn text_bytes(history: &ConfiguredHistory, messages: &Item<'_>, from: usize) -> u64 {
    let mut sum = 0;
    for index in from..history.len() {
        for part in history.parts_of(index) {
            sum += FRAME_BYTES;
            sum += match part.kind {
                PartKind::Media | PartKind::NestedMedia => 0,
                // A data URL in a text is counted as a medium, but its chars are sent.
                _ if part.media > 0 => messages
                    .at(index)
                    .and_then(|message| json_chars(part.path.resolve(&message)?).ok())
                    .unwrap_or(part.chars),
                _ => part.chars.max(part.output_chars),
            };
        }
    }
    sum
}

impl Load {
    fn with(self, other: Self, of_both: fn(u64, u64) -> u64) -> Self {
        Self {
            bytes: of_both(self.bytes, other.bytes),
            images: of_both(self.images, other.images),
            pixels: of_both(self.pixels, other.pixels),
        }
    }

    fn plus(self, other: Self) -> Self {
        self.with(other, |own, more| own + more)
    }
}
