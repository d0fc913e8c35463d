//! Lines of a tool output that name an error or a warning.

/// Whether a line names an error, judged by how compilers, test runners, shells and programming
/// languages report errors.
pub fn names_error(line: &str) -> bool {
    const STARTS: [&str; 12] = [
        "error:",
        "error[",
        "error ",
        "fatal:",
        "fatal error",
        "panic:",
        "traceback (most recent",
        "failed ",
        "fail:",
        "npm err!",
        "exception in ",
        "e   ",
    ];
    const INSIDE: [&str; 9] = [
        ": error:",
        ": error ",
        ": fatal error",
        "error: ",
        "exception: ",
        "panicked at",
        "segmentation fault",
        "assertion failed",
        " failed with exit code",
    ];
    names(line, &STARTS, &INSIDE)
}

/// Whether a line names a warning, judged in the same way.
pub fn names_warning(line: &str) -> bool {
    const STARTS: [&str; 9] = [
        "warning:",
        "warning[",
        "warning ",
        "warn:",
        "warn ",
        "[warn",
        "npm warn",
        "deprecated:",
        "deprecationwarning",
    ];
    const INSIDE: [&str; 4] = [": warning:", ": warning ", "warning: ", "[warning]"];
    names(line, &STARTS, &INSIDE)
}

fn names(line: &str, starts: &[&str], inside: &[&str]) -> bool {
    // A long line is data. A line that names an error does so early.
    let start = head_of_bytes(line.trim_start(), 400).to_ascii_lowercase();
    starts.iter().any(|word| start.starts_with(word))
        || inside.iter().any(|word| start.contains(word))
}

/// The longest start of whole characters within `max_bytes` bytes.
pub(super) fn head_of_bytes(text: &str, max_bytes: usize) -> &str {
    let mut end = max_bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
