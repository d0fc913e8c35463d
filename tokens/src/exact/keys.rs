//! Keys and hashes by which pieces and tokens are looked up.

/// "No such token" in tables of ids and ranks; no vocabulary is that large.
pub(super) const NONE: u32 = u32::MAX;

/// Pieces of at most this many bytes have a key of 8 bytes. More than four of five pieces are that
/// short.
pub(super) const TINY: usize = 7;

/// Pieces of at most this many bytes have a key of 16 bytes.
pub(super) const SHORT: usize = 15;

/// Multipliers of the hashes: odd, with well mixed bits (from the golden ratio and from
/// splitmix64).
pub(super) const MIX_A: u64 = 0x9E37_79B9_7F4A_7C15;
const MIX_B: u64 = 0xBF58_476D_1CE4_E5B9;

/// A piece of at most [`TINY`] bytes as a number, the length in the low four bits of the top byte.
pub(super) type TinyKey = u64;

/// A piece of at most [`SHORT`] bytes as two numbers, the length in the low four bits of the top
/// byte.
pub(super) type Key = [u64; 2];

/// The key of a piece of 1 to [`TINY`] bytes.
#[inline]
pub(super) fn tiny_key_of(piece: &[u8]) -> TinyKey {
    piece
        .iter()
        .rev()
        .fold(0, |key, &byte| key << 8 | u64::from(byte))
        | (piece.len() as u64) << 56
}

/// The bits of the first `length` (at most [`TINY`]) of eight bytes.
#[inline]
pub(super) fn tiny_mask(length: usize) -> u64 {
    (1 << (8 * length)) - 1
}

/// The key of a piece of 1 to [`SHORT`] bytes.
#[inline]
pub(super) fn key_of(piece: &[u8]) -> Key {
    let mut padded = [0u8; 16];
    padded[..piece.len()].copy_from_slice(piece);
    padded[15] = piece.len() as u8;
    let value = u128::from_le_bytes(padded);
    [value as u64, (value >> 64) as u64]
}

/// A key by which tokens are looked up.
pub(super) trait Hashed: Copy + PartialEq + Default {
    /// A hash whose upper bits are well mixed.
    fn hash(self) -> u64;
}

impl Hashed for TinyKey {
    #[inline]
    fn hash(self) -> u64 {
        let mixed = self.wrapping_mul(MIX_A);
        (mixed ^ mixed >> 32).wrapping_mul(MIX_B)
    }
}

impl Hashed for Key {
    #[inline]
    fn hash(self) -> u64 {
        let mixed = (self[0] ^ self[1].rotate_left(32)).wrapping_mul(MIX_A);
        (mixed ^ self[1] ^ mixed >> 32).wrapping_mul(MIX_B)
    }
}

/// A hash table of ids by key, with open addressing. The default key marks an empty slot.
pub(super) struct Keyed<K> {
    keys: Vec<K>,
    ids: Vec<u32>,
    shift: u32,
}

impl<K: Hashed> Keyed<K> {
    pub(super) fn new(slots: usize) -> Self {
        let slots = slots.next_power_of_two();
        Self {
            keys: vec![K::default(); slots],
            ids: vec![0; slots],
            shift: 64 - slots.trailing_zeros(),
        }
    }

    pub(super) fn insert(&mut self, key: K, id: u32) {
        let mask = self.keys.len() - 1;
        let mut slot = (key.hash() >> self.shift) as usize;
        while self.keys[slot] != K::default() {
            slot = (slot + 1) & mask;
        }
        self.keys[slot] = key;
        self.ids[slot] = id;
    }

    #[inline]
    pub(super) fn get(&self, key: K) -> u32 {
        self.slot(key).map_or(NONE, |slot| self.ids[slot])
    }

    /// Whether there is an id for this key. It reads memory once; getting the id reads it twice.
    #[inline]
    pub(super) fn contains(&self, key: K) -> bool {
        self.slot(key).is_some()
    }

    #[inline]
    fn slot(&self, key: K) -> Option<usize> {
        let mask = self.keys.len() - 1;
        let mut slot = (key.hash() >> self.shift) as usize;
        loop {
            let found = self.keys[slot & mask];
            if found == key {
                return Some(slot & mask);
            }
            if found == K::default() {
                return None;
            }
            slot += 1;
        }
    }
}

/// A hash of any bytes. Its lower bits are well mixed.
#[inline]
pub(super) fn hash_bytes(bytes: &[u8]) -> u64 {
    let mut hash = bytes.len() as u64;
    let mut words = bytes.chunks_exact(8);
    for word in &mut words {
        let word = u64::from_le_bytes(word.try_into().expect("eight bytes"));
        hash = (hash ^ word).wrapping_mul(MIX_A);
        hash ^= hash >> 32;
    }
    for &byte in words.remainder() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(MIX_B);
    }
    hash ^ hash >> 32
}
