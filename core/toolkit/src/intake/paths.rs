//! Paths as text: joined, normalized, and compared with the roots under which files may be read.
//! Nothing here accesses a disk, so links are not followed: the code that reads a file must check
//! its actual location.

/// Returns the folder of a file: the text before its last `/`. The folder of `/a` is `/`, and that
/// of `a` is empty.
#[must_use]
pub fn folder_of(path: &str) -> &str {
    match path.rfind('/') {
        Some(0) => "/",
        Some(at) => &path[..at],
        None => "",
    }
}

/// The path `written` as it is meant in `folder`, in its normal form: no `.`, no `..` that has a
/// name before it, no doubled `/`.
#[must_use]
pub fn resolve(folder: &str, written: &str) -> String {
    if is_absolute(written) || folder.is_empty() {
        normal(written)
    } else {
        normal(&format!("{folder}/{written}"))
    }
}

/// Returns true if a path is absolute: it begins with `/`, or with a drive such as `C:/`.
#[must_use]
pub fn is_absolute(path: &str) -> bool {
    path.starts_with('/') || drive(path).is_some()
}

/// Returns the drive at the start of a path: `C:` of `C:/work`.
fn drive(path: &str) -> Option<&str> {
    let bytes = path.as_bytes();
    (bytes.len() > 2 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':' && bytes[2] == b'/')
        .then(|| &path[..2])
}

/// Returns the normal form of a path. An empty result means the folder that relative paths begin
/// in.
#[must_use]
pub fn normal(path: &str) -> String {
    let drive = drive(path).unwrap_or_default();
    let rest = &path[drive.len()..];
    let rooted = rest.starts_with('/');
    let mut names: Vec<&str> = Vec::new();
    for name in rest.split('/') {
        match name {
            "" | "." => {}
            ".." if names.last().is_some_and(|last| *last != "..") => drop(names.pop()),
            // There is nothing above the root.
            ".." if rooted => {}
            _ => names.push(name),
        }
    }
    format!(
        "{drive}{}{}",
        if rooted { "/" } else { "" },
        names.join("/")
    )
}

/// Whether `path` is `root` or lies below it. Both are normal forms; an empty root holds every
/// relative path that does not begin with `..`.
#[must_use]
pub fn is_inside(root: &str, path: &str) -> bool {
    if root.is_empty() {
        return !is_absolute(path) && path != ".." && !path.starts_with("../");
    }
    path.strip_prefix(root)
        .is_some_and(|rest| rest.is_empty() || root.ends_with('/') || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_forms() {
        for (path, expected) in [
            ("/a/b/../c", "/a/c"),
            ("/../..", "/"),
            ("a/..", ""),
            ("../a/../../b", "../../b"),
            ("//a//b/", "/a/b"),
            ("C:/a/../../b", "C:/b"),
            ("", ""),
        ] {
            assert_eq!(normal(path), expected, "{path}");
        }
    }

    #[test]
    fn a_name_that_only_begins_alike_is_not_inside() {
        assert!(
            is_inside("/app", "/app/a")
                && is_inside("/app", "/app")
                && is_inside("/", "/etc")
                && is_inside("", "a/b")
        );
        assert!(
            !is_inside("/app", "/apple")
                && !is_inside("/app", "/")
                && !is_inside("", "../a")
                && !is_inside("", "/a")
        );
    }
}
