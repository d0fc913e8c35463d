//! How keys look, as their issuers document or print them. Seen in November 2026.

/// A key that begins with a word.
pub(super) struct Shape {
    pub prefix: &'static str,
    pub kind: &'static str,
    /// Fewest bytes behind the prefix.
    pub rest: usize,
    /// Whether there are exactly so many, without small letters.
    pub exact: bool,
}

const fn key(prefix: &'static str, rest: usize) -> Shape {
    Shape {
        prefix,
        kind: "api key",
        rest,
        exact: false,
    }
}

/// Longer prefixes stand in front of those that they begin with.
pub(super) static SHAPES: &[Shape] = &[
    // Model providers.
    key("sk-ant-", 20),
    key("sk-proj-", 20),
    key("sk-svcacct-", 20),
    key("sk-or-", 20),
    key("sk-", 32),
    key("gsk_", 32),
    key("xai-", 32),
    key("pplx-", 32),
    key("nvapi-", 32),
    key("tvly-", 20),
    key("hf_", 30),
    key("r8_", 32),
    key("AIza", 35),
    // Clouds and payments.
    Shape {
        prefix: "AKIA",
        kind: "access key id",
        rest: 16,
        exact: true,
    },
    Shape {
        prefix: "ASIA",
        kind: "access key id",
        rest: 16,
        exact: true,
    },
    key("sk_live_", 16),
    key("sk_test_", 16),
    key("rk_live_", 16),
    key("whsec_", 20),
    key("dop_v1_", 40),
    key("shpat_", 30),
    // Code hosts and registries.
    key("github_pat_", 30),
    key("ghp_", 30),
    key("gho_", 30),
    key("ghu_", 30),
    key("ghs_", 30),
    key("ghr_", 30),
    key("glpat-", 18),
    key("npm_", 30),
    key("pypi-", 40),
    key("dckr_pat_", 20),
    // Chats and trackers.
    key("xoxb-", 16),
    key("xoxp-", 16),
    key("xoxa-", 16),
    key("xoxr-", 16),
    key("xoxs-", 16),
    key("xapp-", 16),
    key("lin_api_", 30),
    key("figd_", 30),
];

/// Keys of words with dots between them: how the first begins, the kind, the number of words, the
/// fewest bytes of each that follows. Where there are three and the first is no whole word, the
/// second begins as the first does: header and claims of a JWT are objects in base64.
pub(super) static JOINED: &[(&str, &str, usize, usize)] = &[
    ("eyJ", "jwt", 3, 8),
    ("SG", "api key", 2, 16),
    ("ya29", "access token", 2, 20),
    ("hvs", "access token", 2, 20),
];

/// How a name ends that calls its value a secret, in small letters without separators.
pub(super) static SECRET_NAMES: &[(&str, &str)] = &[
    ("password", "password"),
    ("passwd", "password"),
    ("passphrase", "password"),
    ("pwd", "password"),
    ("apikey", "api key"),
    ("accesskey", "secret"),
    ("secretkey", "secret"),
    ("privatekey", "secret"),
    ("authkey", "secret"),
    ("signingkey", "secret"),
    ("encryptionkey", "secret"),
    ("secret", "secret"),
    ("token", "token"),
];

/// How a name begins whose value is a place in a list, not a secret.
pub(super) static NAMES_OF_PLACES: &[&str] = &[
    "next",
    "page",
    "continuation",
    "sync",
    "start",
    "cursor",
    "resume",
];
