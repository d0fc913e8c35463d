"""Runs the `run:` lines of a workflow on this machine, job by job, so that a name that is gone fails here and not on the day of a release.

    python tests/packaging/workflow.py PACKAGES [WORKFLOW]

PACKAGES is the folder of `make packages`: what the actions that build wheels would leave. Of a matrix, the entry of this machine runs.
Where pip builds, it builds unoptimized. Actions that move files between jobs are imitated; those that set up tools are not needed. What would publish runs dry: `npm publish` and
`cargo publish` with `--dry-run`, `gh` not at all. The command of a container runs without it. Every job, line and action that doesn't run is listed with the reason.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from glob import glob
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
Step = dict[str, Any]
TOOLS = ("actions/setup-", "dtolnay/rust-toolchain", "Swatinem/rust-cache", "mlugg/setup-zig", "taiki-e/install-action")
# What the actions that build would leave in the workspace: the files of PACKAGES, by pattern, and their folder.
BUILT = {"PyO3/maturin-action": {"sdist": ("../sdist/*.tar.gz", "dist"), "build": ("*.whl", "dist")}}
DRY = """#!/usr/bin/env bash
# A rehearsal has a registry of its own.
[[ "${1:-}" = publish && "${npm_config_registry:-}" != http://127.0.0.1* ]] || exec TOOL "$@"
args=(); for arg in "$@"; do [ "$arg" = --provenance ] || args+=("$arg"); done
exec TOOL "${args[@]}" --dry-run EXTRA
"""
# The command of a container runs here, without its image.
CONTAINER = """#!/usr/bin/env bash
shift
while [[ $1 == -* ]]; do [ "$1" = --rm ] && shift || shift 2; done
shift
exec "$@"
"""
# Lines that this is a part of.
THEMSELVES = {".ci/run", "make nightly"}
# What only a machine that has the files of every system can do.
EVERYWHERE = " --all"


def value(expression: str, known: dict[str, Any]) -> Any:
    """What an expression of a workflow says. It may name values, and call `contains`, `startsWith` and `format`."""
    python = re.sub(r"!(?!=)", " not ", expression.replace("&&", " and ").replace("||", " or "))
    python = re.sub(r"\b(matrix|github|steps)((?:\.[\w-]+)+)", lambda found: f"get({found[1] + found[2]!r})", python)
    scope = {"contains": lambda text, part: part in (text or ""), "startsWith": lambda text, start: (text or "").startswith(start), "always": lambda: True, "get": known.get, "true": True, "false": False}
    return eval(python, {"__builtins__": {}}, scope)  # noqa: S307 # Our own workflow.


def filled(text: str, known: dict[str, Any]) -> str:
    return re.sub(r"\$\{\{\s*(.*?)\s*\}\}", lambda found: str(value(found[1], known) or ""), text)


def is_on(step: Step, known: dict[str, Any]) -> bool:
    condition = re.sub(r"^\$\{\{(.*)\}\}$", r"\1", str(step.get("if", "true")).strip())
    return bool(value(condition.strip(), known))


def entry(job: Step) -> dict[str, Any] | None:
    """Of a matrix what is for this machine: by its target, else another Ubuntu; nothing if no entry is."""
    matrix = job.get("strategy", {}).get("matrix")
    if matrix is None:
        return {}
    rows = matrix.get("include") or [{name: one} for name, values in matrix.items() for one in values]
    mine = [row for row in rows if row["os"].startswith("ubuntu") and not row.get("musl") and "musl" not in row.get("target", "")]
    return next((row for row in mine if row.get("target", platform.machine()).startswith(platform.machine())), None)


def in_order(jobs: dict[str, Step]) -> Iterator[tuple[str, Step]]:
    done: set[str] = set()
    while len(done) < len(jobs):
        for name, job in jobs.items():
            needs = job.get("needs", [])
            if name not in done and set([needs] if isinstance(needs, str) else needs) <= done:
                done.add(name)
                yield name, job


class Run:
    def __init__(self, packages: Path, work: Path) -> None:
        self.packages, self.work, self.ran, self.left = packages, work, 0, list[str]()
        shims = work / "bin"
        shims.mkdir()
        for tool, extra in {"npm": "", "cargo": "--no-verify --allow-dirty"}.items():
            (shims / tool).write_text(DRY.replace("TOOL", str(shutil.which(tool))).replace("EXTRA", extra))
        (shims / "gh").write_text('#!/usr/bin/env bash\necho "not run: gh $*"\n')
        (shims / "docker").write_text(CONTAINER)
        # What two actions install, from where this Python has it.
        for tool, own in {"cargo-zigbuild": "cargo-zigbuild", "zig": "python-zig"}.items():
            (shims / tool).symlink_to(Path(sys.executable).parent / own)
        for shim in shims.iterdir():
            shim.chmod(0o755)
        subprocess.run([sys.executable, "-m", "venv", work / "venv"], check=True)
        self.env = {**os.environ, "PATH": f"{shims}:{work / 'venv/bin'}:{os.environ['PATH']}", "GITHUB_REF_NAME": "v0.0.0", "CI": "true", "CARGO_TARGET_DIR": str(ROOT / "target"), "MATURIN_PEP517_ARGS": "--profile dev"}

    def job(self, name: str, job: Step) -> None:
        matrix = entry(job)
        if matrix is None:
            self.left.append(f"{name}: no entry of its matrix is for this machine")
            return
        place = self.work / f"job-{name}"
        place.mkdir()
        known = {**{f"matrix.{key}": one for key, one in matrix.items()}, "github.ref": "refs/tags/v0.0.0", "github.token": "none", "steps.auth.outputs.token": "none"}
        for number, step in enumerate(job["steps"]):
            label = f"{name}: {step.get('name') or step.get('run') or step['uses']}".splitlines()[0]
            if not is_on(step, known):
                self.left.append(f"{label} (not on this machine)")
            elif "uses" in step:
                self.action(place, step, known, label)
            elif step["run"].strip() in THEMSELVES:
                self.left.append(f"{label} (this runs it)")
            else:
                print(f"--- {label}", flush=True)
                env = {**self.env, **{key: filled(str(one), known) for key, one in step.get("env", {}).items()}}
                done = subprocess.run(["bash", "-eo", "pipefail", "-c", filled(step["run"], known).replace(EVERYWHERE, "")], cwd=place / step.get("working-directory", "."), env=env, check=False)
                if done.returncode:
                    sys.exit(f"workflow: step {number + 1} of {name} failed with exit code {done.returncode}: {step['run'].strip()}")
                self.ran += 1

    def action(self, place: Path, step: Step, known: dict[str, Any], label: str) -> None:
        action, options = step["uses"].split("@")[0], {key: filled(str(one), known) for key, one in step.get("with", {}).items()}
        if action == "actions/checkout":
            # As it is committed.
            subprocess.run(["git", "clone", "--quiet", str(ROOT), str(place)], check=True)
        elif action == "actions/upload-artifact":
            files = [one for line in options["path"].split() for one in glob(str(place / line))]
            if not files:
                sys.exit(f"workflow: {label}: nothing at {options['path']}")
            self.copy(files, self.work / "artifacts" / options["name"])
        elif action == "actions/download-artifact":
            found = glob(str(self.work / "artifacts" / options.get("name", options.get("pattern", "*")) / "*"))
            if not found:
                sys.exit(f"workflow: {label}: no artifact is named so")
            self.copy(found, place / options.get("path", "."))
        elif action in BUILT:
            pattern, folder = BUILT[action][options.get("command", "build")]
            self.copy(glob(str(self.packages / pattern)), place / folder)
            self.left.append(f"{label} (its files are those of {self.packages.name})")
        elif not action.startswith(TOOLS):
            self.left.append(label)

    def copy(self, files: list[str], folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for file in files:
            shutil.copy(file, folder)


def main(packages: str, workflow: str = ".github/workflows/release.yml") -> None:
    jobs = yaml.safe_load((ROOT / workflow).read_text(encoding="utf-8"))["jobs"]
    with tempfile.TemporaryDirectory() as work:
        run = Run(Path(packages).resolve(), Path(work))
        for name, job in in_order(jobs):
            run.job(name, job)
    print("\n".join(f"not run: {line}" for line in run.left))
    print(f"workflow: {run.ran} lines of {workflow} passed")


if __name__ == "__main__":
    main(*sys.argv[1:])
