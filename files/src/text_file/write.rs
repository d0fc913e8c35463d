//! Writes a temporary file next to its target and moves it into place, so that the target is either
//! complete or unchanged.

use crate::error::{Error, ErrorKind, Result};
use crate::text::visible_name;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use signal_hook::low_level::emulate_default_handler;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tempfile::NamedTempFile;

/// What writes the content.
type Content<'a> = &'a mut dyn FnMut(&mut dyn Write) -> io::Result<()>;

/// Writes a temporary file next to the target and moves it over the target, so that the target is
/// either complete or unchanged. A file that is overwritten keeps its permissions and its owner. A
/// link is kept, and its target is overwritten. A device or a pipe is written to.
///
/// If the process receives `SIGINT` or `SIGTERM` meanwhile, it removes the temporary file first.
///
/// # Errors
/// `FILE_EXISTS` if the file exists and `overwrite` is false. `UNWRITABLE_FILE` if it cannot be
/// written, or would change its owner.
pub fn write_whole(path: &Path, overwrite: bool, write: Content<'_>) -> Result<()> {
    write_like(path, None, overwrite, write)
}

/// As [`write_whole`]; a new file gets the permissions of `original`, so that only users who can
/// read the original can read a copy.
///
/// # Errors
/// The same.
pub fn write_copy(path: &Path, original: &Path, overwrite: bool, write: Content<'_>) -> Result<()> {
    let original = original.metadata().ok().filter(Metadata::is_file);
    write_like(path, original.as_ref(), overwrite, write)
}

fn write_like(
    path: &Path,
    original: Option<&Metadata>,
    overwrite: bool,
    write: Content<'_>,
) -> Result<()> {
    let shown = visible_name(path.as_os_str());
    let unwritable = |error: &io::Error| Error::io(ErrorKind::Unwritable, &shown, error);
    let exists = || {
        Error::new(
            ErrorKind::FileExists,
            format!("{shown} exists: choose another name, or pass --overwrite"),
        )
    };
    if !overwrite && path.symlink_metadata().is_ok() {
        return Err(exists());
    }
    let target = target_of(path).map_err(|error| unwritable(&error))?;
    let before = target.metadata().ok();
    if before.as_ref().is_some_and(Metadata::is_dir) {
        return Err(Error::new(
            ErrorKind::Unwritable,
            format!("{shown}: is a directory"),
        ));
    }
    if before.as_ref().is_some_and(|metadata| !metadata.is_file()) {
        let written = OpenOptions::new()
            .write(true)
            .open(&target)
            .and_then(|file| fill(&file, write));
        return written.map_err(|error| unwritable(&error));
    }
    let guard = Interrupts::hold();
    let model = (before.as_ref(), original);
    let done = replace(&target, model, overwrite, write, &guard);
    // The temporary file is gone by now: the signal may have its way.
    guard.release();
    done.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists if !overwrite => exists(),
        _ => unwritable(&error),
    })
}

fn replace(
    target: &Path,
    (before, original): (Option<&Metadata>, Option<&Metadata>),
    overwrite: bool,
    write: Content<'_>,
    interrupts: &Interrupts,
) -> io::Result<()> {
    let folder = target
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".conspectus-").suffix(".tmp");
    #[cfg(unix)]
    {
        // The permissions of any new file. The umask removes those that the user does not want.
        use std::os::unix::fs::PermissionsExt;
        let is_new = before.or(original).is_none();
        let mode = if is_new { 0o666 } else { 0o600 };
        builder.permissions(std::fs::Permissions::from_mode(mode));
    }
    let temporary = builder.tempfile_in(folder)?;
    fill(temporary.as_file(), &mut |out| {
        write(&mut Watched { out, interrupts })
    })?;
    if let Some(before) = before {
        keep_owner(temporary.as_file(), before)?;
    }
    if let Some(metadata) = before.or(original) {
        temporary
            .as_file()
            .set_permissions(metadata.permissions())?;
    }
    temporary.as_file().sync_all()?;
    interrupts.check()?;
    persist(temporary, target, overwrite)?;
    sync_folder(folder)
}

fn persist(temporary: NamedTempFile, target: &Path, overwrite: bool) -> io::Result<()> {
    let moved = if overwrite {
        temporary.persist(target)
    } else {
        temporary.persist_noclobber(target)
    };
    moved.map(drop).map_err(|error| error.error)
}

fn fill(file: &File, write: Content<'_>) -> io::Result<()> {
    let mut buffer = io::BufWriter::with_capacity(1 << 16, file);
    write(&mut buffer)?;
    buffer.flush()
}

/// The file that a path leads to. A path to nothing leads to itself.
fn target_of(path: &Path) -> io::Result<PathBuf> {
    match path.symlink_metadata() {
        Ok(metadata) if metadata.file_type().is_symlink() => path.canonicalize(),
        _ => Ok(path.to_owned()),
    }
}

#[cfg(unix)]
fn keep_owner(file: &File, before: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let now = file.metadata()?;
    if (now.uid(), now.gid()) == (before.uid(), before.gid()) {
        return Ok(());
    }
    fchown(file, Some(before.uid()), Some(before.gid())).map_err(|error| {
        io::Error::new(
            error.kind(),
            format!("can't keep the file's owner: {error}"),
        )
    })
}

#[cfg(not(unix))]
fn keep_owner(_file: &File, _before: &Metadata) -> io::Result<()> {
    Ok(())
}

/// A new name in a folder lasts once the folder itself is on disk.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    // Some file systems cannot do this for folders; the file itself is on disk already.
    File::open(folder)?.sync_all().or(Ok(()))
}

#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

/// Lets signals wait that would end the process, and says whether one came.
struct Interrupts {
    came: Arc<AtomicUsize>,
    at_once: Arc<AtomicBool>,
    _one_at_a_time: std::sync::MutexGuard<'static, ()>,
}

impl Interrupts {
    /// From now on signals wait. Outside, they end the process as they always do.
    fn hold() -> Self {
        static STATE: OnceLock<(Arc<AtomicUsize>, Arc<AtomicBool>)> = OnceLock::new();
        static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
        let one_at_a_time = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        let (came, at_once) = STATE.get_or_init(|| {
            let (came, at_once) = (
                Arc::new(AtomicUsize::new(0)),
                Arc::new(AtomicBool::new(false)),
            );
            for signal in [SIGINT, SIGTERM] {
                // Without them a signal ends the process at once, and leaves the temporary file:
                // nothing else is lost.
                let _ = flag::register_conditional_default(signal, Arc::clone(&at_once));
                let _ = flag::register_usize(
                    signal,
                    Arc::clone(&came),
                    usize::try_from(signal).unwrap_or(0),
                );
            }
            (came, at_once)
        });
        at_once.store(false, Ordering::SeqCst);
        Self {
            came: Arc::clone(came),
            at_once: Arc::clone(at_once),
            _one_at_a_time: one_at_a_time,
        }
    }

    /// # Errors
    /// If a signal came.
    fn check(&self) -> io::Result<()> {
        match self.came.load(Ordering::SeqCst) {
            0 => Ok(()),
            _ => Err(io::Error::other("interrupted")),
        }
    }

    /// A signal that came ends the process now.
    fn release(self) {
        self.at_once.store(true, Ordering::SeqCst);
        if let Ok(signal @ 1..) = i32::try_from(self.came.swap(0, Ordering::SeqCst)) {
            let _ = emulate_default_handler(signal);
        }
    }
}

/// A writer that ends when a signal came.
struct Watched<'a> {
    out: &'a mut dyn Write,
    interrupts: &'a Interrupts,
}

impl Write for Watched<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.interrupts.check()?;
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
