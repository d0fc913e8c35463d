//! The folder for the outputs of a project on this machine, so that every agent's hook and the
//! recall server find the same store.

use super::key_of;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Moves the folder of all projects.
pub const HOME_VARIABLE: &str = "CONSPECTUS_HOME";

/// The folder of a project: below `CONSPECTUS_HOME`, else `XDG_STATE_HOME/conspectus`, else
/// `~/.local/state/conspectus`. Its name is a hash of the project's own folder, so that two projects
/// never share a store. `variable` reads variables of the environment. `None` without a home
/// directory.
///
/// ```
/// use conspectus_files::store::project_folder;
/// use std::path::Path;
///
/// let variable = |name: &str| (name == "CONSPECTUS_HOME").then(|| "/var/kept".into());
/// let folder = project_folder(Path::new("/srv/app"), &variable);
/// assert!(folder.is_some_and(|path| path.starts_with("/var/kept/projects")));
/// ```
#[must_use]
pub fn project_folder(
    project: &Path,
    variable: &dyn Fn(&str) -> Option<OsString>,
) -> Option<PathBuf> {
    let base = state_folder(variable)?;
    let real = project
        .canonicalize()
        .unwrap_or_else(|_| project.to_path_buf());
    let name = key_of(real.as_os_str().as_encoded_bytes());
    Some(base.join("projects").join(name))
}

/// The folder of all files that conspectus keeps on this machine: `CONSPECTUS_HOME`, else
/// `XDG_STATE_HOME/conspectus`, else `~/.local/state/conspectus`. `variable` reads variables of the
/// environment. `None` without a home directory.
///
/// ```
/// use conspectus_files::store::state_folder;
///
/// let variable = |name: &str| (name == "HOME").then(|| "/home/me".into());
/// assert_eq!(state_folder(&variable), Some("/home/me/.local/state/conspectus".into()));
/// ```
#[must_use]
pub fn state_folder(variable: &dyn Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty());
    match (set(HOME_VARIABLE), set("XDG_STATE_HOME")) {
        (Some(home), _) => Some(home.into()),
        (None, Some(state)) => Some(PathBuf::from(state).join("conspectus")),
        (None, None) => {
            let home = set("HOME").or_else(|| set("USERPROFILE"))?;
            Some(PathBuf::from(home).join(".local/state/conspectus"))
        }
    }
}
