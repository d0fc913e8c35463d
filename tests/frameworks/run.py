"""Hands a session in the classes and dumps of ten frameworks to the package, as it is: no adapter.

    make frameworks                          all of them
    make frameworks ARGS="haystack agno"     some

Each framework is installed in an environment of its own, so that no two must agree on their dependencies, in the newest version that
`requirements/<name>.txt` allows. What `check.py` says of each form stands beside the version. A framework that cannot be installed fails,
unless nothing can be downloaded at all.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
ENVIRONMENTS = ROOT / "target" / "frameworks"
# How pip says that it reaches no registry.
UNREACHABLE = re.compile(r"ConnectionError|NewConnectionError|Max retries exceeded|Temporary failure in name resolution|Network is unreachable|Read timed out")


def installed(name: str) -> tuple[Path, str]:
    """The Python of an environment with the framework, and what was wrong with the installation."""
    python = ENVIRONMENTS / name / "bin/python"
    if not python.exists():
        venv.create(ENVIRONMENTS / name, with_pip=True)
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--upgrade", "-r", HERE / "requirements" / f"{name}.txt"]
    run = subprocess.run(pip, capture_output=True, text=True, check=False)
    return python, run.stderr if run.returncode else ""


def main() -> int:
    parser = argparse.ArgumentParser(prog="make frameworks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    every = sorted(file.stem for file in (HERE / "requirements").glob("*.txt"))
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(every))
    names = parser.parse_args().names
    if strange := {*names} - {*every}:
        parser.error(f"no framework is called {', '.join(strange)}: there are {', '.join(every)}")
    failed, untried = [], []
    for name in names or every:
        print(name, flush=True)
        python, wrong = installed(name)
        if wrong:
            is_offline = bool(UNREACHABLE.search(wrong))
            print(f"  {'not tried: nothing can be downloaded here' if is_offline else 'CANNOT BE INSTALLED'}\n{wrong[-600:].rstrip()}", flush=True)
            (untried if is_offline else failed).append(name)
            continue
        environment = {"PYTHONPATH": str(ROOT / "bindings-python"), "PATH": "/usr/bin:/bin", "HOME": str(ENVIRONMENTS)}
        run = subprocess.run([python, "-B", HERE / "check.py", name], check=False, env=environment)
        failed += [name] if run.returncode else []
    if failed:
        print(f"failed: {' '.join(failed)}")
    print(f"{len(names or every) - len(failed) - len(untried)} passed, {len(failed)} failed, {len(untried)} skipped")
    return min(len(failed), 1)


if __name__ == "__main__":
    sys.exit(main())
