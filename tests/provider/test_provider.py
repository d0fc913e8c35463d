"""Hosts on four wires against the strict server, and the README's own code, as it is printed,
against one of them.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from never_stuck import models
from tier import few

from .client import Client, Plain
from .hosts import HOSTS, PACKAGES, THINKING, TOOLS, MarkedHost, picture, question, server_of
from .tools import FILES, answer_calls, run_tool

README = Path(__file__).parents[2] / "README.md"
WINDOW = 24_000
# Of the agent. This one once asked for more than there was room for.
SEED = 2
COMPACTED = {"reduced", "summarized"}
README_TURNS = 100


@pytest.mark.parametrize("model", few(["good", "dead", "refusing", "10 x too long"], short=["good"]))
@pytest.mark.parametrize("wire", few(HOSTS, short=["anthropic", "gemini"]))
@pytest.mark.parametrize("package", PACKAGES)
def test_no_request_of_seventy_turns_is_refused(package: str, wire: str, model: str) -> None:
    host = HOSTS[wire](WINDOW, {"seed": SEED}, summarize=models.MODELS[model](), package=PACKAGES[package])
    host.run(70)
    if package == "node":
        host.compactor.close()
    sizes = host.sizes
    assert len(sizes) == 70 and max(sizes) <= WINDOW
    assert sum(status in COMPACTED for status in host.statuses) >= 3
    assert host.statuses.count("summarized") >= 2


@pytest.mark.parametrize("wire", few(HOSTS, short=["openai_responses"]))
def test_both_packages_make_the_same_prompts(wire: str) -> None:
    hosts = [HOSTS[wire](WINDOW, package=package) for package in PACKAGES.values()]
    for host in hosts:
        host.run(30)
    hosts[1].compactor.close()
    assert hosts[0].sizes == hosts[1].sizes and hosts[0].messages == hosts[1].messages


# Where the compactor says how many tokens are cached, it may be wrong by so much: it estimates, and
# the provider counts. What is left of cleared turns is many short strings, for each of which the
# provider here counts a token more.
CACHED_TOLERANCE = 0.2


@pytest.mark.parametrize("package", PACKAGES)
def test_what_the_marks_should_keep_is_what_the_provider_finds(package: str) -> None:
    # With few results that stay, old ones are cleared often.
    host = MarkedHost(WINDOW * 2, package=PACKAGES[package], keep_tool_results=8, settings={"seed": SEED})
    host.run(140)
    if package == "node":
        host.compactor.close()
    # Before the first usage the compactor does not know how large the system text is.
    told = [(turn, *pair) for turn, pair in enumerate(host.cached) if turn >= 2]
    off = [(turn, expected, found) for turn, expected, found in told if expected is None or abs(expected - found) > CACHED_TOLERANCE * found]
    assert host.statuses.count("reduced") >= 4 and host.statuses.count("summarized") >= 1
    assert not off
    # Without the marks nothing would be read from the cache.
    assert sum(found for _, found in host.cached) > 0.5 * sum(host.sizes)


def pasted(turn: int) -> str:
    """A question with a long paste, which clearing cannot take away."""
    return f"{question(turn)}\n{run_tool(FILES[turn * 7 % len(FILES)], 60_000)}"


def test_the_readme_runs_as_it_is_printed() -> None:
    block = next(block for block in re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.S) if "client.messages.create" in block)
    provider = Client(server_of(200_000))
    statuses: list[str] = []
    marks: list[int] = []

    def create(**request: Any) -> Any:
        # As an SDK does, it sends its own objects as data.
        body = json.dumps({**request, "thinking": THINKING}, default=lambda block: block.model_dump())
        marks.append(body.count('"cache_control"'))
        reply = Plain.of(provider.anthropic(json.loads(body)))
        reply.stop_reason = "tool_use" if len(provider.session.sizes) < README_TURNS else "end_turn"
        return reply

    def run_tools(reply: Any) -> list[Any]:
        statuses.append(host["result"].status)
        answer = answer_calls([part.model_dump() for part in reply.content], 18_000, picture(len(statuses)))
        return [answer or {"role": "user", "content": pasted(len(statuses))}]

    client = SimpleNamespace(messages=SimpleNamespace(create=create))
    host: dict[str, Any] = {"client": client, "run_tools": run_tools, "MODEL": "claude-sonnet-4-5", "SYSTEM": "You are an agent.", "TOOLS": TOOLS}
    exec(compile(block, "README.md", "exec"), host)
    assert len(provider.session.sizes) == README_TURNS and all(2 <= count <= 4 for count in marks)
    assert sum(status in COMPACTED for status in statuses) >= 3 and "summarized" in statuses



