//! What a command line of a shell does: which programs it runs, what it does to files, and whether
//! its exit code may hide a failure.

use super::files::{FileUse, of_patch};
use super::lexer::{Simple, simple_commands};
use crate::listed;

/// What a command line does.
#[derive(Clone, Default)]
pub struct Script {
    /// How many programs it runs.
    pub count: usize,
    /// The last of them, whose exit code the shell reports.
    pub last: String,
    /// Whether one of them does more than to show what there is.
    does: bool,
    /// True if the reported exit code may hide a failure: it is another command's, or the failure
    /// is caught.
    pub hides: bool,
    /// What it does to files if it succeeds.
    pub files: Vec<(String, FileUse)>,
    /// Whether one of them changes the world outside of files.
    pub acts: bool,
    /// The files among them that are written even if it fails: where output goes to.
    pub outputs: Vec<(String, FileUse)>,
}

impl Script {
    /// Returns true if all programs only show existing data. A word like "error" in their output
    /// isn't a failure.
    pub fn only_shows(&self) -> bool {
        self.count > 0 && !self.does
    }
}

/// Reads a command line.
pub fn script(line: &str) -> Script {
    let mut script = Script::default();
    read(line, String::new(), 0, &mut script);
    script.files.extend(of_patch(line));
    script
}

/// How deep a shell may run a shell. Chosen here.
const DEPTH: usize = 3;

/// Longest folder, in bytes. Chosen here.
const FOLDER_BYTES: usize = 1_000;

fn read(line: &str, mut folder: String, depth: usize, script: &mut Script) {
    for simple in simple_commands(line) {
        script.hides |= simple.is_apart;
        for (path, done) in &simple.outputs {
            let path = placed(&folder, path);
            script.outputs.extend(path.map(|path| (path, *done)));
        }
        let words = program_words(&simple);
        let Some(first) = words.first() else { continue };
        let program = base_name(first).to_owned();
        let is_shell = matches!(program.as_str(), "bash" | "sh" | "zsh" | "dash");
        let inner = words
            .iter()
            .skip(1)
            .position(|word| word.starts_with('-') && word.contains('c'))
            .and_then(|flag| words.get(flag + 2));
        if let Some(inner) = inner.filter(|_| is_shell && depth < DEPTH) {
            read(inner, folder.clone(), depth + 1, script);
            continue;
        }
        if (program == "cd" || program == "pushd")
            && let Some(target) = words.get(1).filter(|target| is_plain(target))
        {
            folder = joined(&folder, target);
            // No folder is that deep, and each path behind it would cost as much.
            if folder.len() > FOLDER_BYTES {
                folder.clear();
            }
        }
        effects(&program, words, &folder, script);
        script.acts |= acts(&program, words);
        script.does |= !shows(&program, git_word(words));
        script.count += 1;
        script.last = program;
    }
}

/// Returns the words of a simple command starting at its program: without keywords, assignments,
/// and programs that run another program.
fn program_words(simple: &Simple) -> &[String] {
    let mut words = &simple.words[..];
    while let Some(first) = words.first() {
        let is_assignment = first.split_once('=').is_some_and(|(name, _)| {
            name.bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        });
        let skipped = match first.as_str() {
            _ if is_assignment => 1,
            "then" | "do" | "else" | "elif" | "if" | "while" | "until" | "!" | "{" | "sudo"
            | "time" | "nohup" | "exec" | "command" | "env" => 1,
            // The options of `timeout`, then its limit.
            "timeout" => {
                let flags = words
                    .iter()
                    .skip(1)
                    .take_while(|word| word.starts_with('-'));
                2 + flags.count()
            }
            "done" | "fi" | "esac" | "}" | "for" | "case" | "function" => words.len(),
            _ => break,
        };
        words = words.get(skipped..).unwrap_or_default();
    }
    words
}

fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// Returns the git subcommand: the first word that isn't an option.
fn git_word(words: &[String]) -> &str {
    let mut rest = words.iter().skip(1);
    while let Some(word) = rest.next() {
        match word.as_str() {
            "-C" | "-c" => drop(rest.next()),
            word if word.starts_with('-') => {}
            word => return word,
        }
    }
    ""
}

/// Whether a command changes the world outside of files: what it did must not be done twice.
fn acts(program: &str, words: &[String]) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    match program {
        "git" => matches!(git_word(words), "commit" | "push" | "merge"),
        "gh" => matches!(
            (word(1), word(2)),
            ("pr" | "issue", "create" | "close" | "comment")
                | ("pr", "merge")
                | ("release", "create")
        ),
        "npm" | "pnpm" | "yarn" | "cargo" => word(1) == "publish",
        "twine" => word(1) == "upload",
        "docker" => word(1) == "push",
        "kubectl" => matches!(word(1), "apply" | "delete"),
        "terraform" => word(1) == "apply",
        _ => false,
    }
}

fn effects(program: &str, words: &[String], folder: &str, script: &mut Script) {
    // What git does to files of its own stands behind its options.
    let (program, at) = match (program, git_word(words)) {
        ("git", word @ ("rm" | "mv")) => (word, words.iter().position(|other| other == word)),
        _ => (program, None),
    };
    let rest = words.iter().skip(at.unwrap_or(0) + 1).map(String::as_str);
    let (flags, mut names): (Vec<&str>, Vec<&str>) = rest.partition(|word| word.starts_with('-'));
    let has_flag = |letters: &[char]| {
        let is_short = |flag: &&str| !flag.starts_with("--");
        flags
            .iter()
            .any(|flag| is_short(flag) && flag.contains(letters))
    };
    let mut add = |path: &str, done: FileUse| {
        let path = placed(folder, path);
        script.files.extend(path.map(|path| (path, done)));
    };
    let done = match program {
        "rm" | "unlink" | "rmdir" | "trash" if !flags.contains(&"--cached") => FileUse::Deleted,
        "mv" => return carry(&names, FileUse::Deleted, &mut add),
        "cp" => return carry(&names, FileUse::Read, &mut add),
        "tee" if flags.contains(&"-a") || flags.contains(&"--append") => FileUse::Appended,
        "tee" | "touch" => FileUse::Written,
        "sed" | "perl"
            if has_flag(&['i']) || flags.iter().any(|flag| flag.starts_with("--in-place")) =>
        {
            // Some take the suffix of a copy as a word of its own, which may be empty.
            names.retain(|name| !name.is_empty());
            // The first word is the script; of perl, only behind a flag.
            if program == "sed" || has_flag(&['e', 'f']) {
                names = names.split_off(names.len().min(1));
            }
            FileUse::Edited
        }
        "cat" | "head" | "tail" | "less" | "bat" | "nl" => {
            names.retain(|name| name.contains(['.', '/']) || name.starts_with(char::is_uppercase));
            FileUse::Read
        }
        _ => return,
    };
    for path in names {
        add(path, done);
    }
}

/// Calls `add` with the files that are moved or copied to the last name, and with the files that
/// are created there.
fn carry(names: &[&str], done: FileUse, add: &mut dyn FnMut(&str, FileUse)) {
    let Some((target, sources)) = names.split_last() else {
        return;
    };
    let into = target.ends_with('/') || matches!(*target, "." | "..") || sources.len() > 1;
    for source in sources {
        add(source, done);
        let place = if into {
            joined(target.trim_end_matches('/'), base_name(source))
        } else {
            (*target).to_owned()
        };
        add(&place, FileUse::Written);
    }
}

/// Resolves a path against the current folder; `None` if it doesn't name a single file.
fn placed(folder: &str, path: &str) -> Option<String> {
    let path = path.trim_end_matches('/');
    (is_plain(path) && !path.starts_with("/dev/") && !matches!(path, "." | ".."))
        .then(|| joined(folder, path))
}

/// Returns true if a word is literal: without a variable, a pattern or a substitution.
fn is_plain(word: &str) -> bool {
    !word.is_empty()
        && word.len() <= 1_000
        && !word.contains(['$', '*', '?', '`', '{', '\n'])
        && !word.starts_with(['-', '&'])
}

fn joined(folder: &str, path: &str) -> String {
    let path = path.strip_prefix("./").unwrap_or(path);
    if folder.is_empty() || folder == "." || path.starts_with(['/', '~']) {
        return path.to_owned();
    }
    let mut parts: Vec<&str> = folder.trim_end_matches('/').split('/').collect();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." if parts
                .last()
                .is_some_and(|last| !last.is_empty() && *last != "..") =>
            {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Whether a program only shows what there is.
fn shows(program: &str, git_word: &str) -> bool {
    const SHOWS: &[&str] = &listed::<56>(
        "cat grep egrep fgrep zgrep rg ag ack sed awk head tail less more ls find fd tree wc \
         echo printf jq yq diff cut sort uniq tr column nl bat file stat pwd which type env \
         date xxd od hexdump strings du df ps cd true test [ set export tee xargs curl wget \
         journalctl",
    );
    const GIT: &[&str] = &listed::<18>(
        "diff show log blame status grep ls-files ls-tree cat-file branch remote config \
         rev-parse describe reflog shortlog tag merge-base",
    );
    if program == "git" {
        GIT.contains(&git_word)
    } else {
        SHOWS.contains(&program)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(line: &str) -> Vec<(String, FileUse)> {
        let script = script(line);
        script.files.into_iter().chain(script.outputs).collect()
    }

    #[test]
    fn files_are_changed_by_commands() {
        let named = |path: &str, done| (path.to_owned(), done);
        assert_eq!(
            files("rm -rf build && git rm -f a/b.rs"),
            [
                named("build", FileUse::Deleted),
                named("a/b.rs", FileUse::Deleted)
            ]
        );
        assert_eq!(
            files("cd /p && mv a.ts lib/ && cp b.ts ../c.ts")[..2],
            [
                named("/p/a.ts", FileUse::Deleted),
                named("/p/lib/a.ts", FileUse::Written)
            ]
        );
        assert_eq!(
            files("cd /p/q && cp b.ts ../c.ts")[1],
            named("/p/c.ts", FileUse::Written)
        );
        assert_eq!(
            files("sed -i '' 's/a/b/g' x.ts y.ts"),
            [
                named("x.ts", FileUse::Edited),
                named("y.ts", FileUse::Edited)
            ]
        );
        assert_eq!(files("sed -n '1,20p' x.ts"), []);
        assert_eq!(
            files("echo hi >> log.txt; ls | tee -a out.txt"),
            [
                named("out.txt", FileUse::Appended),
                named("log.txt", FileUse::Appended)
            ]
        );
        assert_eq!(
            files("bash -lc 'cat > a.md <<EOF\nrm z\nEOF'"),
            [named("a.md", FileUse::Written)]
        );
        assert_eq!(files("make 2> /dev/null > $LOG"), []);
    }

    #[test]
    fn a_pipe_hides_and_a_list_of_conditions_does_not() {
        assert!(script("go test ./... | tail").hides && script("make; echo done").hides);
        assert!(!script("cd a && make test").hides && !script("bash -lc 'make test'").hides);
        assert!(
            script("cat a | grep error").only_shows()
                && script("git log -3").only_shows()
                && !script("git push").only_shows()
        );
        assert_eq!(script("FOO=1 timeout 60 cargo test").last, "cargo");
    }
}
