//! SHA-256 and HMAC-SHA-256 of one text. Source: FIPS 180-4 and RFC 2104. The crates that offer
//! them bring eight more with them, for some sixty lines.

const BLOCK: usize = 64;

/// The first 32 bits of the fractional parts of the square roots of the first 8 primes. Source:
/// FIPS 180-4, 5.3.3.
const START: [u32; 8] = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];

/// The same of the cube roots of the first 64 primes. Source: FIPS 180-4, 4.2.2.
#[rustfmt::skip]
const ROUNDS: [u32; 64] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
];

/// The SHA-256 digest of all `parts`, one behind the other.
///
/// ```
/// assert_eq!(conspectus::sha256(&[b"a", b"bc"])[..4], [0xba, 0x78, 0x16, 0xbf]);
/// ```
#[must_use]
pub fn sha256(parts: &[&[u8]]) -> [u8; 32] {
    let mut text: Vec<u8> = parts.concat();
    let bits = (text.len() as u64).wrapping_mul(8);
    text.push(0x80);
    while text.len() % BLOCK != BLOCK - 8 {
        text.push(0);
    }
    text.extend(bits.to_be_bytes());
    let mut state = START;
    text.chunks_exact(BLOCK)
        .for_each(|block| mix(&mut state, block));
    let mut digest = [0; 32];
    for (bytes, word) in digest.chunks_exact_mut(4).zip(state) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
    digest
}

/// The keyed digest of all `parts`, one behind the other.
pub fn hmac_sha256(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    let mut padded = [0; BLOCK];
    let short = if key.len() > BLOCK {
        sha256(&[key]).to_vec()
    } else {
        key.to_vec()
    };
    padded[..short.len()].copy_from_slice(&short);
    let (inside, outside) = (
        padded.map(|byte| byte ^ 0x36),
        padded.map(|byte| byte ^ 0x5c),
    );
    let inner = sha256(&[&[inside.as_slice()], parts].concat());
    sha256(&[&outside, &inner])
}

fn mix(state: &mut [u32; 8], block: &[u8]) {
    let mut words = [0u32; 64];
    for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
        *word = bytes
            .iter()
            .fold(0, |word, byte| word << 8 | u32::from(*byte));
    }
    for index in 16..64 {
        let (near, far) = (words[index - 2], words[index - 15]);
        let small = far.rotate_right(7) ^ far.rotate_right(18) ^ (far >> 3);
        let large = near.rotate_right(17) ^ near.rotate_right(19) ^ (near >> 10);
        words[index] = words[index - 16]
            .wrapping_add(small)
            .wrapping_add(words[index - 7])
            .wrapping_add(large);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (word, round) in words.iter().zip(ROUNDS) {
        let sum = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let choice = (e & f) ^ (!e & g);
        let first = h
            .wrapping_add(sum)
            .wrapping_add(choice)
            .wrapping_add(round)
            .wrapping_add(*word);
        let sum = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let majority = (a & b) ^ (a & c) ^ (b & c);
        (h, g, f, e, d, c, b, a) = (
            g,
            f,
            e,
            d.wrapping_add(first),
            c,
            b,
            a,
            first.wrapping_add(sum).wrapping_add(majority),
        );
    }
    for (word, more) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn digests_are_those_of_the_standard() {
        // Source: FIPS 180-2, appendix B.
        assert_eq!(
            hex(&sha256(&[b"abc"])),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        assert_eq!(hex(&sha256(&[b"a", b"", b"bc"])), hex(&sha256(&[b"abc"])));
        let two_blocks = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        assert_eq!(
            hex(&sha256(&[two_blocks])),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        );
        assert_eq!(
            hex(&sha256(&[])),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
        assert_eq!(
            hex(&sha256(&[&[b'a'; 1_000_000]])),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        );
    }

    #[test]
    fn keyed_digests_are_those_of_the_standard() {
        // Source: RFC 4231, cases 2 and 6.
        let short = hmac_sha256(b"Jefe", &[b"what do ya want ", b"for nothing?"]);
        assert_eq!(
            hex(&short),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        );
        let long = hmac_sha256(
            &[0xaa; 131],
            &[b"Test Using Larger Than Block-Size Key - Hash Key First"],
        );
        assert_eq!(
            hex(&long),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        );
    }
}
