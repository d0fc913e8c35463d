//! Shows that the exact counter handles inputs on which other tokenizers are slow or crash, that
//! its limits hold, and that threads can share it.

use conspectus_tokens::ErrorKind;
use conspectus_tokens::exact::{
    Counter, Encoding, count_tokens, count_up_to, decode, decode_lossy, encode, truncate_to_tokens,
};

/// One pattern for about `bytes` bytes.
fn patterns(bytes: usize) -> Vec<String> {
    let mut state = 9u64;
    let mut letter = move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32
    };
    vec![
        "a".repeat(bytes),
        " ".repeat(bytes),
        "=".repeat(bytes / 4),
        "\n".repeat(bytes),
        " \n".repeat(bytes / 2),
        "\u{301}".repeat(bytes / 2),
        "A漢".repeat(bytes / 4),
        "9".repeat(bytes),
        (0..bytes)
            .filter_map(|_| char::from_u32(0x61 + letter() % 26))
            .collect(),
        (0..bytes / 3)
            .filter_map(|_| char::from_u32(0x4E00 + letter() % 0x5000))
            .collect(),
    ]
}

#[test]
fn long_runs_are_counted_and_come_back() {
    for text in patterns(100_000) {
        for encoding in [
            Encoding::O200kBase,
            Encoding::Cl100kBase,
            Encoding::P50kBase,
            Encoding::R50kBase,
        ] {
            let ids = encode(&text, encoding);
            assert_eq!(
                count_tokens(&text, encoding),
                ids.len(),
                "{encoding} {:.10}",
                text
            );
            assert_eq!(
                decode(&ids, encoding).expect("our own ids"),
                text.as_bytes()
            );
        }
    }
}

#[test]
fn special_tokens_are_text() {
    for encoding in Encoding::ALL {
        let ids = encode("<|endoftext|>", encoding);
        assert!(ids.len() > 1, "{encoding}");
        assert_eq!(decode_lossy(&ids, encoding), "<|endoftext|>");
    }
}

#[test]
fn harmony_and_gpt2_are_their_bases() {
    let text = "Hello 世界! It's   fine.\n\n\tx = 12345;";
    assert_eq!(
        encode(text, Encoding::O200kHarmony),
        encode(text, Encoding::O200kBase)
    );
    assert_eq!(
        encode(text, Encoding::Gpt2),
        encode(text, Encoding::R50kBase)
    );
}

#[test]
fn limits() {
    let text = "The quick brown fox jumps over the lazy dog. ".repeat(1000);
    for encoding in Encoding::ALL {
        let count = count_tokens(&text, encoding);
        assert_eq!(count_up_to(&text, count, encoding), Some(count));
        assert_eq!(count_up_to(&text, count - 1, encoding), None);
        assert_eq!(count_up_to("", 0, encoding), Some(0));
        assert_eq!(count_up_to("a", 0, encoding), None);
        assert_eq!(truncate_to_tokens(&text, count, encoding), text);
        assert_eq!(truncate_to_tokens(&text, 0, encoding), "");
        for limit in [1, 7, 500, count - 1] {
            assert_eq!(
                count_tokens(truncate_to_tokens(&text, limit, encoding), encoding),
                limit,
                "{encoding}"
            );
        }
    }
}

#[test]
fn ids_that_are_no_tokens() {
    for (encoding, id) in [
        (Encoding::O200kBase, 199_998),
        (Encoding::Cl100kBase, 100_257),
        (Encoding::P50kBase, 50_256),
        (Encoding::Gpt2, 50_256),
        (Encoding::Gpt2, u32::MAX),
    ] {
        let error = decode(&[0, id], encoding).expect_err("no ordinary token");
        assert_eq!(
            (error.kind(), error.path()),
            (ErrorKind::InvalidConfig, "/1")
        );
        assert_eq!(decode_lossy(&[id], encoding), "\u{FFFD}");
    }
    // Half a character: the first of the two tokens of a rare one.
    let ids = encode("𐀀", Encoding::O200kBase);
    assert!(decode_lossy(&ids[..1], Encoding::O200kBase).contains('\u{FFFD}'));
}

#[test]
fn threads_share_the_vocabulary() {
    let text = "fn main() { println!(\"naïve café 漢字\"); }\n".repeat(50);
    let expected = encode(&text, Encoding::Cl100kBase).len();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut counter = Counter::new(Encoding::Cl100kBase);
                assert_eq!(
                    (counter.count(&text), counter.count(&text)),
                    (expected, expected)
                );
            });
        }
    });
}
