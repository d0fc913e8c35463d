//! What the tests of files share.

use conspectus_files::Result;
use conspectus_files::sessions::{self, Built, Extent, SessionFile};

/// Reads a session. What readers build is never freed, so that a test need not keep it.
pub fn read(text: &str, extent: Extent) -> Result<SessionFile<'_>> {
    sessions::read(text, extent, Box::leak(Box::<Built>::default()))
}

/// Runs a test of this program once more as a user who may not read everything, if this user may.
/// Gives whether it did; the test passed then.
#[cfg(unix)]
pub fn ran_as_another_user(test: &str) -> bool {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    /// `nobody`, nearly everywhere.
    const NOBODY: u32 = 65_534;
    if !rustix::process::geteuid().is_root() {
        return false;
    }
    // A copy, since the folder of the build may be closed to others.
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("tests");
    std::fs::copy(std::env::current_exe().expect("this program"), &program).expect("a copy");
    for path in [folder.path(), &program] {
        let open = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(path, open).expect("it can be run");
    }
    let run = std::process::Command::new(&program)
        .args(["--exact", test])
        .current_dir("/")
        .uid(NOBODY)
        .gid(NOBODY)
        .output()
        .expect("it runs");
    let out = String::from_utf8_lossy(&run.stdout);
    // A name that no test has would pass too.
    assert!(run.status.success() && out.contains("1 passed"), "{out}");
    true
}
