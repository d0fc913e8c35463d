//! A text that is given and never shown again.

/// A text that is given and never shown again: not in errors, not in reports, not where a value is
/// printed for people.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    pub fn new(text: String) -> Self {
        Self(text)
    }

    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_not_printed() {
        let secret = Secret::new("hunter2".to_owned());
        assert_eq!(
            (format!("{secret:?}").as_str(), secret.reveal()),
            ("Secret", "hunter2")
        );
    }
}
