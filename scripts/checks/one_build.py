"""Python, Node and the Rust tests are built with the same features of every crate, so that cargo builds each crate once.

    python3 scripts/checks/one_build.py FLAG...        # the flags that all three are built with

What differs is to be named in `[workspace.dependencies]` of Cargo.toml and in both bindings, as `syn` is.
"""

import subprocess
import sys


def crates(*what: str) -> set[str]:
    """Each crate with its version and its features."""
    command = ["cargo", "tree", "--locked", "--prefix", "none", "--no-dedupe", "--format", "{p} {f}", *what, *sys.argv[1:]]
    return set(subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines())


tests = crates("--workspace", "--edges", "normal,build,dev")
bindings = ("conspectus-python", "conspectus-node")
strange = [f"{binding}: {crate}" for binding in bindings for crate in sorted(crates("-p", binding, "--edges", "normal,build") - tests)]
for line in strange:
    print(f"{line}: other features than in the tests")
sys.exit(bool(strange))
