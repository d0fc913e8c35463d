//! How keys look, as their issuers document or print them, seen in November 2026.
//!
//! Which kinds there are, and the lengths of those with dots and colons, follow the rules of
//! detect-secrets 1.5.0 (Yelp, Apache-2.0): its plugins for Azure storage, Discord, Telegram,
//! GitLab, Square, Twilio, Mailchimp and Artifactory, and its names of secrets. None of its code
//! or patterns is here.

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
    key("sq0csp-", 43),
    key("AKCp", 60),
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
    key("gldt-", 20),
    key("glft-", 20),
    key("glsoat-", 20),
    key("glrt-", 20),
    key("glcbt-", 20),
    key("glptt-", 40),
    key("glagent-", 50),
    key("gloas-", 64),
    key("GR1348941", 20),
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
    ("contrasena", "password"),
    ("dbpass", "password"),
    ("databasepass", "password"),
    ("keypass", "password"),
    ("apikey", "api key"),
    ("accountkey", "account key"),
    ("servicekey", "secret"),
    ("clientkey", "secret"),
    ("databasekey", "secret"),
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

/// Keys of words with a sign between them: letters that the first begins with (all digits if
/// empty), the sign, the fewest and most bytes of each word, and the kind.
pub(super) struct Parted {
    pub first: &'static str,
    pub sign: u8,
    pub words: &'static [(usize, usize)],
    pub kind: &'static str,
}

pub(super) static PARTED: &[Parted] = &[
    Parted {
        first: "MNO",
        sign: b'.',
        words: &[(24, 28), (6, 7), (27, 40)],
        kind: "bot token",
    },
    Parted {
        first: "",
        sign: b':',
        words: &[(8, 10), (35, 35)],
        kind: "bot token",
    },
];

/// What people write between the word for a password and the password itself.
pub(super) static SAYS: [&str; 6] = ["is", "was", "ist", "lautet", "est", "es"];
/// The words for one, in small letters.
pub(super) static SAID: [&str; 8] = [
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "passwort",
    "kennwort",
    "pwd",
    "pw",
];

/// What stands behind a flag of a command.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Flag {
    /// The next word is the password.
    Next,
    /// The password follows in the same word.
    Joined,
    /// The next word, or the rest of this one, is `name:password`.
    Pair,
    /// The next word is a cookie.
    Cookie,
}

/// Commands that take a password in an argument: the command, the flag, and what stands behind it.
/// Source: their manuals, November 2026.
pub(super) static FLAGS: &[(&str, &str, Flag)] = &[
    ("curl", "-u", Flag::Pair),
    ("curl", "--user", Flag::Pair),
    ("curl", "-U", Flag::Pair),
    ("curl", "--proxy-user", Flag::Pair),
    ("curl", "-b", Flag::Cookie),
    ("curl", "--cookie", Flag::Cookie),
    ("wget", "--password", Flag::Next),
    ("mysql", "-p", Flag::Joined),
    ("mysqldump", "-p", Flag::Joined),
    ("mysqladmin", "-p", Flag::Joined),
    ("mariadb", "-p", Flag::Joined),
    ("sshpass", "-p", Flag::Joined),
    ("sshpass", "-p", Flag::Next),
    ("login", "-p", Flag::Next),
    ("login", "--password", Flag::Next),
    ("redis-cli", "-a", Flag::Next),
    ("mongosh", "-p", Flag::Next),
    ("mongosh", "--password", Flag::Next),
    ("mysql", "--password", Flag::Next),
];

/// What a value says that is no password, in small letters.
pub(super) static NO_PASSWORDS: [&str; 22] = [
    "password",
    "passwd",
    "string",
    "required",
    "optional",
    "undefined",
    "missing",
    "invalid",
    "incorrect",
    "wrong",
    "hidden",
    "hashed",
    "prompt",
    "secret",
    "changed",
    "redacted",
    "unknown",
    "default",
    "boolean",
    "private",
    "expired",
    "encrypted",
];

/// Names in a cookie that say how it is kept.
pub(super) static OF_COOKIES: [&str; 8] = [
    "path", "domain", "expires", "max-age", "samesite", "priority", "version", "comment",
];
