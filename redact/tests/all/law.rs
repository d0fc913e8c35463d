//! Whatever a text holds: no panic, lines keep their numbers, and the time grows with the length.

use conspectus_redact::redact;
use std::time::{Duration, Instant};

fn time(text: &str) -> Duration {
    (0..3)
        .map(|_| {
            let start = Instant::now();
            std::hint::black_box(redact(text));
            start.elapsed()
        })
        .min()
        .unwrap_or_default()
}

#[test]
#[ignore = "nightly: it measures time"]
fn the_time_grows_with_the_length_whatever_is_repeated() {
    let mut slow = Vec::new();
    for piece in [
        "a",
        "-",
        "password",
        "password=",
        "password=\"",
        "password='x\"",
        "password: |",
        "--password ",
        "://a:b@",
        "://",
        "a@b.c:",
        "-----BEGIN PRIVATE KEY-----",
        "-----BEGIN ",
        "eyJa.",
        "sk-",
        "ghp_",
        "$6$a$",
        "| password ",
        "password,",
        "cookie: a=b;",
        "?key=",
        "curl -u ",
        "htpasswd -b ",
        "\"kty\" \"d\":\"",
        "密码",
        "密码是",
        "<password>",
        "<password a",
        "{\"name\":\"password\",\"value\":\"",
        "password is ",
        "password for the ",
        "recovery codes\n1234-5678\n",
        "kind: Secret\ndata:\n a: b\n",
        "insert into a (password) values ('a'",
        "'",
        "\"",
        "é",
        "\\\"password\\\": \\\"",
        "a:b:c:d:e:",
        "WIFI:S:",
        "Private-Lines: 9\n",
        "mysql ' ",
        "ENV ",
        "client(\"",
        "xoxb-1234567890-",
        "v1.0-",
        "token: [\"",
        "mnemonic: able ",
        "${X:-",
        "password=env(",
        "----- BEGIN",
        "AKIA ",
        "card 4111 1111 1111 1111 ",
        "4111-",
        "cvv ",
        "mnemonic amber ",
        "seed\namber badger\n",
        "secret fag2 s6bb ",
        "$ pass show\na\n",
        "token\n",
        "echo a | sudo -S ",
        "password=[1,2,",
        "password: {\"value\": \"",
        "accounts \"0x",
        "\"random_password\"",
        "value=\"a\" name=\"password\" ",
        "password REG_SZ ",
        "| Login |\n",
        "creds pw/",
        "password: |\n a\n a\n",
        "password=\"a1234\" + \"",
        "https://a.b/hook/",
        "AC0123456789abcdef0123456789abcdef ",
        "AKIAABCDEFGHIJKLMNOP ",
        "curl \\\n",
        "cookie a ",
        "password is the ",
        "f(\"a1B2c3D4e5\", ",
        "[redacted password, 3 chars]",
    ] {
        let text = |bytes: usize| piece.repeat(bytes / piece.len() + 1);
        let (short, long) = (text(20_000), text(160_000));
        let (one, eight) = (time(&short), time(&long));
        // Eight times the text: up to twelve times the time, and what a busy machine adds.
        if eight > one * 16 + Duration::from_millis(60) {
            slow.push(format!("{piece:?}: {one:?} {eight:?}"));
        }
    }
    assert!(slow.is_empty(), "{slow:#?}");
}

#[test]
fn any_text_comes_back_with_as_many_lines() {
    let pieces = [
        "password",
        "=",
        ":",
        " ",
        "\n",
        "\"",
        "'",
        "hunter22",
        "é",
        "密码",
        "是",
        "\u{1f600}",
        "--",
        "<",
        ">",
        "{",
        "}",
        "[",
        "]",
        ",",
        "|",
        "\\",
        "sk-",
        "AbCdEf0123456789",
        "@",
        "://",
        "curl -u a:",
        "-----BEGIN PRIVATE KEY-----",
        "-----END PRIVATE KEY-----",
        "Bearer ",
        "cookie: ",
        "\t",
        "\r\n",
        "token",
        "`",
        "$6$",
        "data:",
        "kind: Secret",
        "\u{201c}",
        "\u{ff1a}",
        "%",
        "&",
        ";",
        "?key=",
        "recovery codes",
        "value",
        "(",
        ")",
        "is ",
        "login ",
    ];
    let mut seed = 11u64;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..12 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            text.push_str(pieces[(seed >> 33) as usize % pieces.len()]);
        }
        let redacted = redact(&text);
        assert_eq!(
            redacted.text.matches('\n').count(),
            text.matches('\n').count(),
            "{text:?}"
        );
    }
}
