"""An agent in a scripted session: what it is told, and what it asked."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.provider.model import Answer, Asked
from tests.provider.server import Handler, Server
from tests.provider.session import Settings

from .pointers import Shown
from .story import PARTS, ROWS, Data, Memory, Part, Results, Tools, parts

ROOT = Path(__file__).parents[2]
PACKAGES = ROOT / "target" / "agents"
BIN = PACKAGES / "node_modules" / ".bin"
FIRST, NEXT, COMPACT = "Fix the failing test.", "Go on.", "/compact"
# It names what the session is about, since conspectus rejects a summary that doesn't.
SUMMARY = """<summary>
The user wants the failing test fixed. `sh test.sh` counted 0 times `hundred` in a.py, so `def value_70():` became `def value_hundred():` there.
Since then `sh test.sh` counts 1. test_1 to test_150 are ok. `sh test.sh; exit 3` ended with code 3. rows.sh and more.sh only print rows. b.py gets
a line after each part of the work. Next: run `sh test.sh` again.
</summary>"""
# A prompt that is so much smaller than the one before was compacted. Remarks that come and go are shorter.
FELL = 1_000


@dataclass
class Agent:
    """How an agent is installed and run, and what it calls its tools."""

    name: str
    packages: Sequence[str]
    tools: Callable[[Path], Tools]
    command: Callable[[str, bool], list[str]]
    environment: Callable[[Server], dict[str, str]]
    # Settings of the user before the hooks: path and content.
    settings: dict[str, str]
    results: Results
    # Files that the agent itself rewrites, so that they can't come back byte for byte.
    rewritten: Sequence[str] = ()
    # Whether a request for a summary declares tools, as others do.
    summary_has_tools: bool = False
    # Whether the user asks for each compaction, or the window is so small that there are some.
    is_asked: bool = False
    # Whether there is a line behind a compaction that names what is stored.
    reminds: bool = False
    # Whether the compactor of the Node package runs in it. Otherwise, it has hooks and the tools of our MCP server.
    is_extension: bool = False
    # Whether tool results are shortened when they arrive.
    shortens: bool = True
    port: int = 0
    window: int = 200_000
    pause: float = 0

    @property
    def version(self) -> str:
        return self.packages[0].rpartition("@")[2]

    @property
    def prompts(self) -> list[str]:
        between = [COMPACT, NEXT] if self.is_asked else [NEXT]
        return [FIRST, *between * (PARTS - 1)]


@dataclass
class Request:
    data: Data
    # Whether it goes on with the conversation. Others ask for a title or a summary.
    is_talk: bool
    tokens: int = 0


class Recorder:
    """A model that follows the script, and keeps what it was asked."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.requests: list[Request] = []
        self.part: Part | None = None
        self.is_open = False

    def play(self, part: Part) -> None:
        self.part, self.is_open = part, False

    def __call__(self, asked: Asked, turn: int) -> Answer:
        if self.agent.summary_has_tools and _asks_for_summary(asked.request):
            return Answer(text=self.words(asked.request))
        self.requests.append(Request(asked.request, True))
        # As long as a model takes.
        time.sleep(self.agent.pause)
        try:
            if self.part and self.is_open:
                return self.part.send(asked)
            if self.part:
                self.is_open = True
                return next(self.part)
        except StopIteration:
            self.part = None
        return Answer(text="Done.")

    def words(self, request: Data) -> str:
        self.requests.append(Request(request, False))
        return SUMMARY


def _asks_for_summary(request: Data) -> bool:
    content = request["messages"][-1]["content"]
    texts = [content] if isinstance(content, str) else [block.get("text") or "" for block in content]
    return "summar" in texts[-1]


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
class Ran:
    requests: list[Request]
    # Each result as it was first shown, in the order of the calls, without those of our own tools.
    results: list[Shown]
    files: dict[str, bytes]
    memory: Memory

    @property
    def talk(self) -> list[Request]:
        return [request for request in self.requests if request.is_talk]

    @property
    def largest(self) -> int:
        return max(request.tokens for request in self.talk)

    @property
    def sent(self) -> int:
        return sum(request.tokens for request in self.requests)

    @property
    def compactions(self) -> list[tuple[Request, Request]]:
        """The last request before each compaction, and the first one after it."""
        return [(one, other) for one, other in zip(self.talk, self.talk[1:], strict=False) if one.tokens - other.tokens >= FELL]


def is_own(shown: Shown) -> bool:
    """Whether it is a result of our MCP tools."""
    return "conspectus" in shown.label


def project(folder: Path) -> None:
    """A small project. Its numbers are all different, so that no line stands there twice by chance."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    code = "".join(f"def value_{number}():\n    return {number * 7919 % 10007} * compute({number})\n\n" for number in range(1, 140))
    (folder / "a.py").write_text(code)
    (folder / "test.sh").write_text("for i in $(seq 1 150); do echo \"test_$i ... ok ($((i * 7919 % 1009)) ms)\"; done\ngrep -c hundred a.py\n")
    (folder / "more.sh").write_text('for i in $(seq 1 300); do echo "part $1, line $i: $(($1 * 100003 + i * 7919 % 10007))"; done\n')
    (folder / "rows.sh").write_text(f"for i in $(seq 0 {ROWS - 1}); do printf 'row %d: %x\\n' $i $((i * 104729)); done\n")
    subprocess.run(["git", "init", "-q", folder], check=True)


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file() and ".git/" not in str(path)}


class Failed(Exception):
    """The session did not go through."""


def run(agent: Agent, place: Path, home: Path, recalls: bool = False) -> Ran:
    """One session. If it recalls, the model calls the tools of our MCP server."""
    app = place / "app"
    project(app)
    recorder, memory = Recorder(agent), Memory(agent.results, recalls)
    server = Server(Settings(window=agent.window, make=lambda: recorder, words=recorder.words), agent.port)
    server.RequestHandlerClass = AgentHandler
    server.start()
    try:
        _play(agent, app, home, server, recorder, parts(agent.tools(app), memory))
    finally:
        server.shutdown()
        server.server_close()
    (session,) = server.sessions.values()
    refused = [row for row in session.log if row["status"] != 200]
    if refused:
        raise Failed(f"the provider refused {refused}")
    counts = [row["tokens"] for row in session.log if row["outcome"] != "counted"]
    for request, tokens in zip(recorder.requests, counts, strict=True):
        request.tokens = tokens
    first: dict[str, Shown] = {}
    for request in recorder.requests:
        for shown in agent.results(request.data):
            first.setdefault(shown.call, shown)
    results = [first[call] for call in sorted(first) if not is_own(first[call])]
    return Ran(recorder.requests, results, files_of(app), memory)


def _play(agent: Agent, app: Path, home: Path, server: Server, recorder: Recorder, story: list[Part]) -> None:
    keep = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    environment: dict[str, Any] = {**keep, "HOME": str(home), **agent.environment(server)}
    left = [*story]
    for prompt in agent.prompts:
        if prompt != COMPACT:
            recorder.play(left.pop(0))
        command = agent.command(prompt, prompt != FIRST)
        done = subprocess.run(command, cwd=app, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300, check=False)
        if done.returncode or recorder.part:
            raise Failed(f"{prompt!r} ended too early, exit code {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
