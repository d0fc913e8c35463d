"""Real agents from npm in scripted sessions against the strict provider, with and without conspectus.

    make agents                          all of them
    make agents ARGS="claude-code"       some

Each agent runs the same script without and with conspectus; its sessions are compacted at least three times. In every prompt, each result
must be recovered from that prompt and the store. In another session, the agent itself must find what is stored and read it back, by the
tools of our MCP server. The files must be equal, and the settings must come back byte for byte.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from .checked import Checked
from .known import AGENTS
from .played import PACKAGES, ROOT, Agent, Failed, files_of, run

# Compactions are those of each session: without conspectus, with it, and with recalls. The sizes are those of the first two.
HEAD = ("agent", "version", "results", "shortened", "recovered", "compactions", "largest prompt", "all requests", "files", "settings")
STATE = ".local/state/conspectus/"


def conspectus(program: Path, place: Path, home: Path, *words: str) -> None:
    # The settings of whoever runs this must not lead into another home.
    environment = {"PATH": os.environ["PATH"], "HOME": str(home)}
    done = subprocess.run([program, *words], cwd=place, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failed(f"{words}: {done.stdout}{done.stderr}")


def write_settings(agent: Agent, home: Path) -> None:
    home.mkdir()
    for name, content in agent.settings.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_bytes(content.encode())


def installed(program: Path, agent: Agent, place: Path, home: Path) -> list[str]:
    """Installs the hooks or the extension, and names the files that this added."""
    before = {*files_of(home)}
    conspectus(program, place, home, "install", agent.name)
    return [name for name in files_of(home) if name not in before and not name.startswith(STATE)]


def settings_wrong(agent: Agent, home: Path, added: Sequence[str]) -> list[str]:
    """What is wrong with the settings after `uninstall`."""
    wrong = [f"{name} is left after uninstall" for name in added if (home / name).exists()]
    for name, content in agent.settings.items():
        left = (home / name).read_bytes()
        if name not in agent.rewritten and left != content.encode():
            wrong.append(f"{name} is another one after uninstall")
        if b"conspectus" in left:
            wrong.append(f"{name} still names conspectus")
    return wrong


def tried(agent: Agent, program: Path) -> tuple[list[str], list[str]]:
    """Runs an agent both ways. Gives what is wrong, and the cells of the table."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        place = Path(folder).resolve()
        plain, with_it = place / "plain", place / "with"
        write_settings(agent, plain)
        write_settings(agent, with_it)
        # The package for Node as a project has it. `install` looks for it from its own folder up.
        (place / "node_modules").mkdir()
        (place / "node_modules/conspectus").symlink_to(ROOT)
        one = run(agent, place, plain)
        added = installed(program, agent, place, with_it)
        other = run(agent, place, with_it)
        sessions = [other] if agent.is_extension else [other, run(agent, place, with_it, recalls=True)]
        conspectus(program, place, with_it, "uninstall", agent.name)
        outputs = next(iter(with_it.glob(f"{STATE}projects/*/outputs")), with_it)
        checks = [Checked(agent, one, session, outputs) for session in sessions]
        settings = settings_wrong(agent, with_it, added)
    files = [] if all(one.files == session.files for session in sessions) else ["the files of the project differ"]
    for name, session in zip(("without", "with", "with, and it recalls"), (one, *sessions), strict=False):
        fell = ", ".join(f"{before.tokens:,} -> {after.tokens:,}" for before, after in session.compactions)
        print(f"{agent.name}: {name}: compacted {fell} tokens")
    if not agent.is_extension:
        memory = sessions[-1].memory
        print(f"{agent.name}: {len(checks[-1].stored)} result stored, found by {len(memory.found)} searches, read back {len(memory.read)} times")
    checked = checks[0]
    cells = [
        agent.name,
        agent.version,
        str(len(other.results)),
        str(len(checked.shortened)),
        str(len(checked.shortened - checked.lost)),
        " / ".join(str(len(session.compactions)) for session in (one, *sessions)),
        f"{one.largest:,} -> {other.largest:,}",
        f"{one.sent:,} -> {other.sent:,}",
        "differ" if files else "equal",
        "differ" if settings else "equal",
    ]
    return [*(fault for checked in checks for fault in checked.wrong), *files, *settings], cells


def missing(agent: Agent) -> str:
    """Why an agent can't be tried, empty if it can."""
    npm = ["npm", "install", "--prefix", str(PACKAGES), "--no-audit", "--no-fund", "--loglevel=error", *agent.packages]
    if subprocess.run(npm, check=False).returncode:
        return "cannot be installed from npm"
    if agent.is_extension and not [*(ROOT / "bindings-node").glob("*.node")]:
        return "needs the Node package: run make node"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(prog="make agents", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(agent.name for agent in AGENTS))
    parser.add_argument("--program", type=Path, required=True, help="the program conspectus that is tried")
    given = parser.parse_args()
    unknown = set(given.names) - {agent.name for agent in AGENTS}
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    status, rows = 0, [[*HEAD]]
    for agent in AGENTS:
        if given.names and agent.name not in given.names:
            continue
        try:
            why = missing(agent)
            wrong, cells = ([why], [agent.name, agent.version, *["-"] * (len(HEAD) - 2)]) if why else tried(agent, given.program.resolve())
        except (Failed, subprocess.TimeoutExpired) as error:
            wrong, cells = [str(error)], [agent.name, agent.version, *["-"] * (len(HEAD) - 2)]
        for fault in wrong:
            print(f"{agent.name}: WRONG: {fault}")
            status = 1
        rows.append(cells)
    widths = [max(len(cells[column]) for cells in rows) for column in range(len(HEAD))]
    for cells in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip())
    return status


if __name__ == "__main__":
    sys.exit(main())
