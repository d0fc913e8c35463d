//! Repeated text: a chunk of text that occurs many times, close together, with few different texts
//! between.
//!
//! Every chunk of [`CHUNK_CHARS`] chars in the newest [`WINDOW_CHARS`] is known by its hash. Hashes
//! of the text up to each place give the hash of any stretch in a few operations, so a char costs
//! the same whatever came before.

/// Length of a chunk, in chars. Source: gemini-cli.
pub(crate) const CHUNK_CHARS: u64 = 50;
/// The distance over which chunks are searched, in chars. Source: gemini-cli.
pub(crate) const WINDOW_CHARS: u64 = 5_000;
/// How often a chunk must come. Source: gemini-cli.
pub(crate) const REPEATS: usize = 10;
/// Maximum average distance between two occurrences, in chars. Source: gemini-cli: five chunks.
const DISTANCE_CHARS: u64 = 5 * CHUNK_CHARS;
/// So far from the first time to the last.
const REACH_CHARS: u64 = DISTANCE_CHARS * (REPEATS as u64 - 1);
/// Maximum number of different texts between the occurrences; more would be a list of different
/// items with equal beginnings. Source: gemini-cli: half of the occurrences.
const BETWEEN_MAX: usize = REPEATS / 2;

/// Places kept in rings: a power of two above the window, so that a place is a mask away.
const RING: usize = 8_192;
const MASK: u64 = RING as u64 - 1;
/// Hashes are polynomials modulo this prime, 2^61 - 1. Chunks are compared char by char before they
/// count.
const PRIME: u64 = (1 << 61) - 1;
/// The point at which the polynomials are evaluated. Chosen here: any large number works.
const BASE: u64 = 0x16C3_95E1_5A7D_29B5;

/// The newest text of a stream, with all chunks in it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Window {
    /// What follows is empty until the first text comes.
    units: Vec<u16>,
    /// For each place, the hash of all text before it.
    sums: Vec<u64>,
    /// For each place, the hash of the chunk that begins there.
    hashes: Vec<u64>,
    /// For each place, where the chunk before it in its bucket begins, plus 1; 0 for none.
    links: Vec<u64>,
    /// For each place, where the same chunk began the last time, plus 1; 0 for none.
    same: Vec<u64>,
    /// For each place, how often its chunk came at most, each time within reach of the one before.
    times: Vec<u8>,
    /// The place after the newest one whose chunk needs at most one more occurrence; 0 for none.
    hot: u64,
    /// For each bucket, the newest place, plus 1; 0 for none.
    buckets: Vec<u64>,
    /// `BASE` to the power of each distance that matters.
    powers: Vec<u64>,
    /// The oldest place that counts, the first that was not checked as the start of a chunk, and
    /// the end.
    start: u64,
    next: u64,
    end: u64,
}

impl Window {
    /// Adds one unit, and checks the chunk that it completes. Returns the place of one that repeats.
    pub fn push(&mut self, unit: u16) -> Option<u64> {
        self.append(unit);
        self.look()
    }

    /// Adds an entire piece: text that no longer fits in the window is dropped before the new
    /// chunks are checked.
    pub fn push_all(&mut self, units: &[u16]) -> Option<u64> {
        let mut found = None;
        // No more than the window is ever held, so a long piece goes in by its end alone.
        let skipped = units.len().saturating_sub(WINDOW_CHARS as usize);
        if skipped > 0 {
            self.forget();
        }
        for unit in &units[skipped..] {
            self.append(*unit);
        }
        while found.is_none() && self.next + CHUNK_CHARS <= self.end {
            found = self.look();
        }
        found
    }

    /// Restores text that was checked before, without reporting its repetitions.
    pub fn restore(&mut self, units: &[u16]) {
        units.iter().for_each(|unit| {
            self.push(*unit);
        });
    }

    pub fn forget(&mut self) {
        self.start = self.end;
        self.next = self.end;
        self.hot = 0;
    }

    /// How many units may come without a chunk that repeats, whatever they are.
    ///
    /// If every chunk needs at least two more occurrences, the last two of them begin in future
    /// text or in the newest [`CHUNK_CHARS`] units. All chars of the second one are then future
    /// units, except a beginning that it shares with the first one and that is already at the end
    /// of the text: at most `echo` units.
    pub fn quiet_units(&self) -> u64 {
        if self.hot > 0 && self.hot + REACH_CHARS > self.next {
            return 0;
        }
        CHUNK_CHARS - 1 - self.echo()
    }

    /// Returns the length of the longest end of the text that also occurs earlier in the newest
    /// `CHUNK_CHARS - 1` units.
    fn echo(&self) -> u64 {
        let held = (self.end - self.start).min(CHUNK_CHARS - 1);
        let at = |back: u64| self.units[slot(self.end - 1 - back)];
        let alike = |distance: u64| {
            (0..held - distance)
                .take_while(|back| at(*back) == at(*back + distance))
                .count() as u64
        };
        (1..held).map(alike).max().unwrap_or(0)
    }

    /// Returns the text between `from` and `to`; anything older than the window is omitted.
    pub fn text(&self, from: u64, to: u64) -> String {
        let units: Vec<u16> = (from.max(self.start)..to.min(self.end))
            .map(|place| self.units[slot(place)])
            .collect();
        String::from_utf16_lossy(&units)
    }

    /// All that is held.
    pub fn held(&self) -> Vec<u16> {
        (self.start..self.end)
            .map(|place| self.units[slot(place)])
            .collect()
    }

    fn append(&mut self, unit: u16) {
        if self.units.is_empty() {
            self.open();
        }
        self.units[slot(self.end)] = unit;
        let sum = times(self.sums[slot(self.end)], BASE) + u64::from(unit) + 1;
        self.end += 1;
        self.sums[slot(self.end)] = if sum >= PRIME { sum - PRIME } else { sum };
        self.start = self.start.max(self.end.saturating_sub(WINDOW_CHARS));
        self.next = self.next.max(self.start);
    }

    fn open(&mut self) {
        self.units = vec![0; RING];
        (self.sums, self.hashes) = (vec![0; RING], vec![0; RING]);
        (self.links, self.same, self.buckets) = (vec![0; RING], vec![0; RING], vec![0; RING]);
        self.times = vec![0; RING];
        self.powers = std::iter::successors(Some(1), |power| Some(times(*power, BASE)))
            .take(1 + DISTANCE_CHARS as usize * REPEATS)
            .collect();
    }

    /// Checks the next chunk, if it is complete.
    fn look(&mut self) -> Option<u64> {
        let place = self.next;
        if place + CHUNK_CHARS > self.end {
            return None;
        }
        self.next += 1;
        let hash = self.hash(place, place + CHUNK_CHARS);
        let bucket = (hash & MASK) as usize;
        let mut before = self.held_place(self.buckets[bucket]);
        while let Some(other) = before.filter(|other| self.hashes[slot(*other)] != hash) {
            before = self.held_place(self.links[slot(other)]);
        }
        self.hashes[slot(place)] = hash;
        self.same[slot(place)] = before.map_or(0, |before| before + 1);
        self.links[slot(place)] = std::mem::replace(&mut self.buckets[bucket], place + 1);
        let times = before
            .filter(|before| place - before <= REACH_CHARS)
            .map_or(0, |before| self.times[slot(before)])
            .saturating_add(1);
        self.times[slot(place)] = times;
        if usize::from(times) + 1 >= REPEATS {
            self.hot = place + 1;
        }
        (before.is_some() && self.repeats(place)).then_some(place)
    }

    /// A place that was noted, plus 1; `None` for none, or if it is older than the window.
    fn held_place(&self, noted: u64) -> Option<u64> {
        noted.checked_sub(1).filter(|place| *place >= self.start)
    }

    /// Whether the chunk at `place` came often enough, close together, with few different texts
    /// between.
    fn repeats(&self, place: u64) -> bool {
        let mut places = [place; REPEATS];
        for index in 1..REPEATS {
            let Some(before) = self.held_place(self.same[slot(places[index - 1])]) else {
                return false;
            };
            places[index] = before;
        }
        if place - places[REPEATS - 1] > REACH_CHARS {
            return false;
        }
        let mut between: Vec<(u64, u64)> = places
            .windows(2)
            .map(|pair| (pair[0] - pair[1], self.hash(pair[1], pair[0])))
            .collect();
        between.sort_unstable();
        between.dedup();
        between.len() <= BETWEEN_MAX && places.iter().all(|other| self.is_same_chunk(*other, place))
    }

    fn is_same_chunk(&self, one: u64, other: u64) -> bool {
        (0..CHUNK_CHARS).all(|at| self.units[slot(one + at)] == self.units[slot(other + at)])
    }

    /// Returns the hash of the text from `from` to `to`, at most `REPEATS * DISTANCE_CHARS` units.
    fn hash(&self, from: u64, to: u64) -> u64 {
        let before = times(self.sums[slot(from)], self.powers[(to - from) as usize]);
        let hash = self.sums[slot(to)] + PRIME - before;
        if hash >= PRIME { hash - PRIME } else { hash }
    }
}

fn slot(place: u64) -> usize {
    (place & MASK) as usize
}

/// A product modulo [`PRIME`].
fn times(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other);
    let sum = (product as u64 & PRIME) + (product >> 61) as u64;
    if sum >= PRIME { sum - PRIME } else { sum }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Applies the definition to the entire text: returns where the first chunk repeats, if any.
    fn by_definition(units: &[u16]) -> Option<u64> {
        let length = CHUNK_CHARS as usize;
        for place in 0..units.len().saturating_sub(length - 1) {
            let oldest = (place + length).saturating_sub(WINDOW_CHARS as usize);
            let places: Vec<usize> = (oldest..=place)
                .rev()
                .filter(|other| units[*other..other + length] == units[place..place + length])
                .take(REPEATS)
                .collect();
            if places.len() < REPEATS
                || place - places[REPEATS - 1] > DISTANCE_CHARS as usize * (REPEATS - 1)
            {
                continue;
            }
            let mut between: Vec<&[u16]> = places
                .windows(2)
                .map(|pair| &units[pair[1]..pair[0]])
                .collect();
            between.sort_unstable();
            between.dedup();
            if between.len() <= BETWEEN_MAX {
                return Some(place as u64);
            }
        }
        None
    }

    fn texts() -> impl Strategy<Value = Vec<u16>> {
        let piece = (prop::collection::vec(0u16..3, 1..120), 1usize..14);
        prop::collection::vec(piece, 1..8).prop_map(|pieces| {
            pieces
                .into_iter()
                .flat_map(|(units, times)| units.repeat(times))
                .collect()
        })
    }

    proptest! {
        #[test]
        fn finds_what_the_definition_finds(units in texts()) {
            let mut window = Window::default();
            let found = units.iter().find_map(|unit| window.push(*unit));
            prop_assert_eq!(found, by_definition(&units));
        }

        #[test]
        fn no_chunk_repeats_in_what_is_quiet(units in texts()) {
            let mut window = Window::default();
            let mut quiet_until = 0;
            for (at, unit) in units.iter().enumerate() {
                if window.push(*unit).is_some() {
                    prop_assert!(at as u64 >= quiet_until);
                    window.forget();
                }
                quiet_until = quiet_until.max(at as u64 + 1 + window.quiet_units());
            }
        }

        #[test]
        fn what_is_held_is_enough_to_go_on(units in texts(), cut in 0usize..800) {
            let (first, second) = units.split_at(cut.min(units.len()));
            let mut window = Window::default();
            let found = first.iter().find_map(|unit| window.push(*unit));
            if found.is_none() {
                let mut other = Window::default();
                other.restore(&window.held());
                let offset = window.end - other.end;
                let one = second.iter().find_map(|unit| window.push(*unit));
                let two = second.iter().find_map(|unit| other.push(*unit));
                prop_assert_eq!(one, two.map(|start| start + offset));
            }
        }
    }

    #[test]
    fn far_places_still_count_right() {
        let text: Vec<u16> = "the same sentence again and again, word for word. "
            .encode_utf16()
            .collect();
        let mut window = Window {
            end: u64::from(u32::MAX) - 700,
            start: u64::from(u32::MAX) - 700,
            next: u64::from(u32::MAX) - 700,
            ..Window::default()
        };
        assert!(
            text.iter()
                .cycle()
                .take(2_000)
                .any(|unit| window.push(*unit).is_some())
        );
    }
}
