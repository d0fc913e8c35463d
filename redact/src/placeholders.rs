//! Values used in place of a secret that are not secrets.

use crate::bytes::has_any;

/// Returns true if a value is a placeholder for a secret: `your-api-key`, `xxxxxxxx`, `***`.
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
        || has_any(&small, PLACEHOLDERS)
}

/// Parts of a value that mark it as a placeholder for a secret.
static PLACEHOLDERS: &str = "your-|your_|yourpass|yourtoken|yourkey|yoursecret|placeholder|changeme|change-me|change_me|\
    replace-|replace_|insert-|insert_|_here";

/// Lowercase values that are not passwords.
pub(crate) static NO_PASSWORDS: &str = "any|argon2|argon2id|base64|basic|bcrypt|bearer|blank|bool|boolean|changed|\
    contrase\u{f1}a|current-password|default|email|empty|encrypted|example|expired|false|\
    field|hash|hashed|hidden|incorrect|input|integer|invalid|login|md5|mismatch|missing|name|\
    new-password|nil|none|null|number|object|optional|passphrase|passwd|password|passwords|\
    passwort|pbkdf2|plain|plaintext|present|private|prompt|protected|redacted|required|reset|\
    scrypt|secret|senha|sha256|sha512|short|str|string|strong|test|text|token|true|undefined|\
    unknown|unset|user|username|utf-8|utf8|value|void|weak|wrong";
