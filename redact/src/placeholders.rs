//! What stands where a secret would, and is none.

/// Whether a value stands for a secret: `your-api-key`, `xxxxxxxx`, `***`.
pub(crate) fn stands_for(value: &str) -> bool {
    let small = value.to_ascii_lowercase();
    let bytes = small.as_bytes();
    let stars = bytes
        .iter()
        .filter(|byte| b"*x.#?_-".contains(byte))
        .count();
    stars == bytes.len()
        || stars * 10 >= bytes.len() * 8
        || small.contains("***")
        || small.contains("xxxx")
        || small.contains("\u{2022}\u{2022}\u{2022}")
        || small.contains("...")
        || small.contains("abcdefghijklmnopqrstuvwxyz")
        || small.contains("redacted")
        || (value.starts_with('<') && value.ends_with('>'))
        || (value.starts_with("${") && value.ends_with('}') && !value.contains(":-"))
        || (value.starts_with("{{") && value.ends_with("}}"))
        || (value.starts_with('%') && value.ends_with('%') && value.len() > 2)
        || PLACEHOLDERS.iter().any(|word| small.contains(word))
}

/// What a value holds that stands for a secret.
static PLACEHOLDERS: [&str; 15] = [
    "your-",
    "your_",
    "yourpass",
    "yourtoken",
    "yourkey",
    "yoursecret",
    "placeholder",
    "changeme",
    "change-me",
    "change_me",
    "replace-",
    "replace_",
    "insert-",
    "insert_",
    "_here",
];

/// What a value says that is no password, in small letters.
pub(crate) static NO_PASSWORDS: [&str; 79] = [
    "password",
    "passwd",
    "passwords",
    "passphrase",
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
    "none",
    "null",
    "true",
    "false",
    "empty",
    "number",
    "integer",
    "value",
    "text",
    "field",
    "input",
    "token",
    "email",
    "username",
    "user",
    "name",
    "login",
    "plain",
    "plaintext",
    "basic",
    "bearer",
    "test",
    "example",
    "hash",
    "bcrypt",
    "argon2",
    "argon2id",
    "sha256",
    "sha512",
    "pbkdf2",
    "scrypt",
    "md5",
    "base64",
    "utf-8",
    "utf8",
    "str",
    "bool",
    "object",
    "any",
    "nil",
    "void",
    "blank",
    "present",
    "mismatch",
    "weak",
    "strong",
    "short",
    "current-password",
    "new-password",
    "passwort",
    "contrase\u{f1}a",
    "senha",
    "protected",
    "reset",
    "unset",
];
