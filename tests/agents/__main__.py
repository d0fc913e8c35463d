"""Real agents from npm in scripted sessions against the strict provider, with and without the hooks.

    make agents                          all of them
    make agents ARGS="claude-code"       some

Each agent runs the same script twice, in a project and a home directory of its own. Then every result must be recovered from the prompt
and the store alone, the files must be equal, the settings must come back byte for byte, and nothing may be sent twice.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.provider.model import Answer, Asked, Call, Script
from tests.provider.server import Handler, Server
from tests.provider.session import Settings

from .pointers import Shown, expanded

ROOT = Path(__file__).parents[2]
PACKAGES = ROOT / "target" / "agents"
ROWS = 1_800
Data = dict[str, Any]


class Recorder(Script):
    """A script that keeps what it was asked."""

    def __init__(self, answers: Sequence[Answer], pause: float) -> None:
        super().__init__(answers)
        self.requests: list[Data] = []
        self.pause = pause

    def __call__(self, asked: Asked, turn: int) -> Answer:
        self.requests.append(asked.request)
        # As long as a model takes.
        time.sleep(self.pause)
        return super().__call__(asked, turn)


class AgentHandler(Handler):
    """Codex sends `client_metadata`, which the public API does not document."""

    def _body(self) -> bytes:
        body = super()._body()
        if b'"client_metadata"' not in body:
            return body
        request = json.loads(body)
        request.pop("client_metadata", None)
        return json.dumps(request).encode()


@dataclass
class Agent:
    """How an agent is installed and run. `script` says what its model says; `more` runs behind it in the same session."""

    name: str
    packages: Sequence[str]
    script: Callable[[Path], list[Answer]]
    command: Callable[[str, str], list[str]]
    environment: Callable[[Server, Path], dict[str, str]]
    # Settings of the user before the hooks: path and content.
    settings: dict[str, str]
    results: Callable[[Data], list[Shown]]
    # Files that the agent itself rewrites, so that they can't come back byte for byte.
    rewritten: Sequence[str] = ()
    more: Sequence[str] = ()
    port: int = 0
    pause: float = 0


@dataclass
class Ran:
    sizes: list[int]
    results: list[Shown]
    files: dict[str, bytes]
    requests: list[Data]


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file() and ".git/" not in str(path)}


def project(folder: Path) -> None:
    """A small project. Its numbers are all different, so that no line stands there twice by chance."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    code = "".join(f"def value_{number}():\n    return {number * 7919 % 10007} * compute({number})\n\n" for number in range(1, 140))
    (folder / "a.py").write_text(code)
    (folder / "test.sh").write_text("for i in $(seq 1 150); do echo \"test_$i ... ok ($((i * 7919 % 1009)) ms)\"; done\ngrep -c hundred a.py\n")
    subprocess.run(["git", "init", "-q", folder], check=True)


def run(agent: Agent, place: Path, home: Path) -> Ran:
    app = place / "app"
    project(app)
    recorder = Recorder(agent.script(app), agent.pause)
    server = Server(Settings(make=lambda: recorder), agent.port)
    server.RequestHandlerClass = AgentHandler
    server.start()
    keep = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    environment = {**keep, "HOME": str(home), **agent.environment(server, home)}
    for prompt in ("Fix the failing test.", *agent.more):
        command = agent.command(str(PACKAGES / "node_modules" / ".bin"), prompt)
        done = subprocess.run(command, cwd=app, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300, check=False)
        if done.returncode:
            raise SystemExit(f"{agent.name}: exit code {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    server.shutdown()
    server.server_close()
    (session,) = server.sessions.values()
    refused = [row for row in session.log if row["status"] != 200]
    if refused:
        raise SystemExit(f"{agent.name}: the provider refused {refused}")
    sizes = [row["tokens"] for row in session.log if row["outcome"] != "counted"]
    # The request with most results is the last one of the first session.
    results = max((agent.results(request) for request in recorder.requests), key=len)
    return Ran(sizes, results, files_of(app), recorder.requests)


def conspectus(program: Path, home: Path, *words: str) -> None:
    done = subprocess.run([program, *words], env={**os.environ, "HOME": str(home)}, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{words}: {done.stdout}{done.stderr}")


def written(agent: Agent, home: Path) -> None:
    for name, content in agent.settings.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_bytes(content.encode())


def tried(agent: Agent, program: Path) -> list[str]:
    """Runs an agent both ways, and lists what is wrong."""
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder).resolve()
        plain, hooked = place / "plain", place / "hooked"
        for home in (plain, hooked):
            home.mkdir()
            written(agent, home)
        without = run(agent, place, plain)
        conspectus(program, hooked, "install", agent.name)
        with_hooks = run(agent, place, hooked)
        conspectus(program, hooked, "uninstall", agent.name)

        for name, content in agent.settings.items():
            left = (hooked / name).read_bytes()
            if name not in agent.rewritten and left != content.encode():
                wrong.append(f"{name} is another one after uninstall")
            if b"conspectus" in left:
                wrong.append(f"{name} still names conspectus")
        if without.files != with_hooks.files:
            wrong.append("the files of the project differ")
        # Those of one answer are in the order in which they ended.
        originals = {shown.call: shown.text for shown in without.results}
        if set(originals) != {shown.call for shown in with_hooks.results}:
            return ["the calls differ"]
        stores = list(hooked.glob(".local/state/conspectus/projects/*/outputs"))
        outputs = stores[0] if stores else hooked
        shortened = 0
        for index, shown in enumerate(with_hooks.results):
            # What follows a result in the prompt changes the blanks at its end.
            original, text = originals[shown.call].rstrip(), shown.text.rstrip()
            if len(text) > len(original):
                wrong.append(f"{shown.call} became longer")
            shortened += text != original
            if expanded(with_hooks.results, index, outputs).rstrip() != original:
                wrong.append(f"{shown.call} ({shown.label}) is not recovered: {shown.text[:300]!r}")
        if not shortened:
            wrong.append("no result was shortened")
        if agent.more:
            wrong.extend(after_compaction(agent, without, with_hooks))
        print(
            f"{agent.name}: {len(without.results)} results, {shortened} shortened, all recovered; "
            f"largest prompt {max(without.sizes):,} -> {max(with_hooks.sizes):,} tokens, "
            f"sent {sum(without.sizes):,} -> {sum(with_hooks.sizes):,}"
            if not wrong
            else f"{agent.name}: {len(wrong)} faults"
        )
    return wrong


def after_compaction(agent: Agent, without: Ran, with_hooks: Ran) -> list[str]:
    """The first result behind a compaction was shown before it. It must be whole, and what is stored must be named."""
    one, other = (agent.results(ran.requests[-1])[-1] for ran in (without, with_hooks))
    wrong = []
    if one.text != other.text:
        wrong.append(f"after the compaction {other.text[:200]!r} is shown")
    if "read_back(" not in json.dumps(with_hooks.requests[-1]):
        wrong.append("after the compaction nothing says what is stored")
    return wrong


def say(*calls: tuple[str, Data]) -> Answer:
    return Answer(text="Next.", calls=[Call(name, args) for name, args in calls])


# --- Claude Code ------------------------------------------------------------------------------------


def claude_script(app: Path) -> list[Answer]:
    read = ("Read", {"file_path": f"{app}/a.py"})
    test = ("Bash", {"command": "sh test.sh", "description": "Run the tests"})
    fail = ("Bash", {"command": "sh test.sh; exit 3"})
    rows = ("mcp__rows__rows", {"count": ROWS})
    edit = ("Edit", {"file_path": f"{app}/a.py", "old_string": "def value_70():", "new_string": "def value_hundred():"})
    return [
        say(read, test),
        say(read),
        say(test),
        say(fail),
        say(edit),
        say(read, ("Read", {"file_path": f"{app}/a.py", "offset": 90, "limit": 200})),
        say(test),
        say(rows),
        say(("Write", {"file_path": f"{app}/b.py", "content": "x = 1\n"})),
        say(test, read),
        Answer(text="Done."),
        # The summary, and the session behind it.
        Answer(text="<summary>The user wants the failing test fixed. a.py was edited, b.py written. The test passes.</summary>"),
        say(test),
        Answer(text="Done."),
    ]


def claude_results(request: Data) -> list[Shown]:
    calls: dict[str, str] = {}
    shown = []
    for message in request["messages"]:
        for block in message["content"] if isinstance(message["content"], list) else ():
            if block["type"] == "tool_use":
                calls[block["id"]] = label(block["name"], block["input"])
            if block["type"] == "tool_result":
                content = block["content"]
                text = content if isinstance(content, str) else content[0]["text"]
                # Claude Code adds its own remarks at the end, which count tokens.
                shown.append(Shown(block["tool_use_id"], calls[block["tool_use_id"]], text.split("\n\n<system-reminder>")[0]))
    return shown


def label(tool: str, args: Data) -> str:
    """What a result is called: its tool, and the argument that says most about the call."""
    names = ("file_path", "path", "notebook_path", "command", "cmd", "pattern", "query", "url", "name", "description")
    about = next((args[name] for name in names if isinstance(args.get(name), str)), "")
    return f"{tool} {about}".strip()


# --- Codex ------------------------------------------------------------------------------------------


def codex_script(app: Path) -> list[Answer]:
    def command(text: str) -> tuple[str, Data]:
        return ("exec_command", {"cmd": text})

    show, test = command("cat a.py"), command("sh test.sh")
    edit = command("sed -i 's/def value_70/def value_hundred/' a.py")
    return [say(show), say(test), say(show), say(test), say(command("sh test.sh; exit 3")), say(edit), say(show), say(test), Answer(text="Done.")]


def codex_results(request: Data) -> list[Shown]:
    calls: dict[str, str] = {}
    shown = []
    for item in request["input"]:
        if item["type"] == "function_call":
            calls[item["call_id"]] = label("Bash", json.loads(item["arguments"]))
        if item["type"] == "function_call_output":
            # The lines in front of the output hold an id and times.
            head, _, text = item["output"].partition("Output:\n")
            code = head.split("exited with code ")[1].split()[0]
            shown.append(Shown(f"{item['call_id']} {code}", calls[item["call_id"]], text))
    return shown


# --- Copilot CLI ------------------------------------------------------------------------------------


def copilot_script(app: Path) -> list[Answer]:
    def command(text: str) -> tuple[str, Data]:
        return ("bash", {"command": text, "description": "Run it"})

    view = ("view", {"path": f"{app}/a.py"})
    edit = ("edit", {"path": f"{app}/a.py", "old_str": "def value_70():", "new_str": "def value_hundred():"})
    test, fail = command("sh test.sh"), command("sh test.sh; exit 3")
    return [say(view), say(test), say(view), say(test), say(fail), say(edit), say(view), say(test), Answer(text="Done.")]


def copilot_results(request: Data) -> list[Shown]:
    shown = claude_results(request)
    for result in shown:
        # The number of a shell is another one each time.
        head, mark, end = result.text.rpartition("\n<shellId: ")
        if mark:
            result.text, result.call = head, f"{result.call} {end.split(' ', 1)[1]}"
    return shown


CODEX_CONFIG = """\
# mine
model = "gpt-5.1-codex"
model_provider = "local"

[model_providers.local]
name = "local"
base_url = "http://127.0.0.1:{port}/v1"
env_key = "LOCAL_KEY"
wire_api = "responses"
"""
ROWS_SERVER = str(Path(__file__).parent / "rows_server.py")
CODEX_PORT = 18_471


def agents() -> list[Agent]:
    claude = ["--dangerously-skip-permissions", "--model", "claude-sonnet-4-5", "--output-format", "json"]
    copilot = ["--allow-all-tools", "--allow-all-paths"]
    codex = ["exec", "--dangerously-bypass-approvals-and-sandbox", "--dangerously-bypass-hook-trust"]
    resumed = ("/compact", "Go on.")
    servers = {"mcpServers": {"rows": {"type": "stdio", "command": sys.executable, "args": [ROWS_SERVER], "alwaysLoad": True}}}
    return [
        Agent(
            "claude-code",
            ["@anthropic-ai/claude-code@2.1.332"],
            claude_script,
            lambda bin, prompt: [f"{bin}/claude", *claude, *(["--continue"] if prompt in resumed else []), "-p", prompt],
            lambda server, home: {
                "ANTHROPIC_BASE_URL": server.url,
                "ANTHROPIC_API_KEY": "key",
                "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
                "DISABLE_AUTOUPDATER": "1",
                # Without thinking, which the script does not sign. It runs as root in a container.
                "MAX_THINKING_TOKENS": "0",
                "IS_SANDBOX": "1",
            },
            {".claude/settings.json": '{\r\n\t"env": {"A": "1"},\r\n\t"hooks": {"Stop": []}\r\n}', ".claude.json": json.dumps(servers, indent=2)},
            claude_results,
            rewritten=[".claude.json"],
            more=resumed,
        ),
        Agent(
            "codex",
            ["@openai/codex@0.171.0"],
            codex_script,
            lambda bin, prompt: [f"{bin}/codex", *codex, prompt],
            lambda server, home: {"LOCAL_KEY": "key"},
            {".codex/config.toml": CODEX_CONFIG.format(port=CODEX_PORT)},
            codex_results,
            port=CODEX_PORT,
            pause=2.1,
        ),
        Agent(
            "copilot-cli",
            ["@github/copilot@1.0.102"],
            copilot_script,
            lambda bin, prompt: [f"{bin}/copilot", "-p", prompt, *copilot],
            lambda server, home: {
                "COPILOT_OFFLINE": "true",
                "COPILOT_PROVIDER_BASE_URL": server.url,
                "COPILOT_PROVIDER_TYPE": "anthropic",
                "COPILOT_PROVIDER_API_KEY": "key",
                "COPILOT_MODEL": "claude-sonnet-4-5",
            },
            {".copilot/mcp-config.json": '{ "mcpServers": {} }\n'},
            copilot_results,
            pause=2.1,
        ),
    ]


def main() -> int:
    every = agents()
    parser = argparse.ArgumentParser(prog="make agents", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(agent.name for agent in every))
    parser.add_argument("--program", type=Path, required=True, help="the program conspectus whose hooks are tried")
    given = parser.parse_args()
    unknown = set(given.names) - {agent.name for agent in every}
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    status = 0
    for agent in every:
        if given.names and agent.name not in given.names:
            continue
        npm = ["npm", "install", "--prefix", str(PACKAGES), "--no-audit", "--no-fund", "--loglevel=error", *agent.packages]
        if subprocess.run(npm, check=False).returncode:
            print(f"{agent.name}: cannot be installed")
            status = 1
            continue
        for fault in tried(agent, given.program.resolve()):
            print(f"  {fault}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
