"""Does `pip install conspectus[EXTRA]` work beside what people have? For each extra of pyproject.toml: the oldest version that its range
takes, and the newest of each of the last two majors (before 1.0: of the last two minors). Each stands in an environment of its own with
the packages that the example names in its first lines, and runs the example against the strict provider.

    python tests/packaging/beside.py WHEEL
    python tests/packaging/beside.py WHEEL google_adk "openai openai==2.54.0"     # some, or one version
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from packaging.requirements import Requirement
from packaging.version import Version

from tests.adapters.run import env_of
from tests.adapters.watched import Watched

UV = Path(sys.executable).with_name("uv")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = {name: Requirement(wanted[0]) for name, wanted in PROJECT["optional-dependencies"].items() if name != "dev"}
PROGRAMS = {"openai": ["with_openai_chat.py", "with_openai_responses.py"]}
# What a package needs that its requirements do not tell.
NEEDS = {"llama-index-core==0.13": "llama-index-llms-openai<0.6"}


def released(wanted: Requirement) -> list[Version]:
    """What the registry has within the range, oldest first."""
    told = subprocess.run([sys.executable, "-m", "pip", "index", "versions", "--json", wanted.name], check=True, capture_output=True, text=True)
    return sorted(Version(each) for each in json.loads(told.stdout)["versions"] if each in wanted.specifier)


def tried(wanted: Requirement) -> list[str]:
    """The oldest, and the newest of each of the last two majors or minors."""
    versions = released(wanted)
    newest = {version.release[: 1 if version.major else 2]: version for version in versions}
    return [f"{wanted.name}=={version}" for version in dict.fromkeys([versions[0], *[*newest.values()][-2:]])]


def programs(extra: str) -> tuple[list[str], list[str]]:
    """The example's programs, and what they need besides."""
    if extra == "opentelemetry":
        page = (ROOT / "docs/frameworks/opentelemetry.md").read_text("utf-8")
        return re.findall(r"```python\n(.*?)```", page, re.S)[:1], ["anthropic", "opentelemetry-sdk"]
    found = [(ROOT / "examples" / name).read_text("utf-8") for name in PROGRAMS.get(extra, [f"with_{extra}.py"])]
    needs = re.search(r'pip install "conspectus\[\w+\]"(.*)', found[0])
    assert needs, extra
    return found, needs[1].replace('"', "").split()


def fault(wheel: Path, extra: str, version: str) -> str:
    """What goes wrong, or nothing."""
    sources, needs = programs(extra)
    needs += [told for start, told in NEEDS.items() if version.startswith(start)]
    with tempfile.TemporaryDirectory() as folder:
        python = Path(folder) / "venv/bin/python"
        subprocess.run([UV, "venv", "--quiet", "--python", sys.executable, python.parents[1]], check=True)
        install = [UV, "pip", "install", "--quiet", "--python", python, f"conspectus[{extra}] @ {wheel.as_uri()}", version, *needs]
        run = subprocess.run(install, capture_output=True, text=True, check=False)
        if run.returncode:
            return " ".join(run.stderr.split())[:600]
        for source in sources:
            watched = Watched()
            (Path(folder) / "program.py").write_text(source, "utf-8")
            run = subprocess.run([python, "program.py"], capture_output=True, text=True, cwd=folder, check=False, timeout=300, env=env_of("") | watched.server.environment())
            if run.returncode:
                return " ".join(run.stderr.strip().splitlines()[-3:])[:600]
            if not watched.log or watched.refused:
                return f"{watched.refused or 'the example asks no model'}"
            if not re.search(r"<Result (reduced|summarized)|gen_ai.conversation.compacted", run.stdout):
                return "nothing was compacted"
    return ""


def main() -> int:
    wheel, given = Path(sys.argv[1]).resolve(), [each.split() for each in sys.argv[2:]]
    if strange := {name for name, *_ in given} - {*EXTRAS}:
        sys.exit(f"no extra is called {', '.join(strange)}: there are {', '.join(EXTRAS)}")
    pairs = [(extra, version) for extra, *versions in given or [[name] for name in EXTRAS] for version in versions or tried(EXTRAS[extra])]
    failed = 0
    for extra, version in pairs:
        said = fault(wheel, extra, version)
        failed += bool(said)
        print(f"FAILED {version}: {said}" if said else f"ok     {version}", flush=True)
    print(f"beside: {len(pairs) - failed} passed, {failed} failed")
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
