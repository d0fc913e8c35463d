"""The replay on our own sessions: small windows, every summariser, all ways of telling sizes. `make never-stuck` runs all of it."""

from __future__ import annotations

from typing import Any

import pytest

from conspectus import Compactor
from tier import few

from .models import MODELS, good
from .replay import Setting, replay
from .sessions import RULE, Session, generated, own

SESSIONS = {session.name: session for session in own()}


def batches() -> Session:
    """Calls that come eight at a time, so that most of what is unread is not among the newest five."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": f"Read all parts of billing.\n{RULE}"}]
    for turn in range(12):
        ids = [f"t{turn}_{number}" for number in range(8)]
        messages.append({"role": "assistant", "content": [{"type": "tool_use", "id": name, "name": "read_file", "input": {"path": f"{name}.py"}} for name in ids]})
        files = {name: "".join(f"def charge_{name}_{line}(): pass\n" for line in range(40)) for name in ids}
        messages.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": name, "content": content} for name, content in files.items()]})
    return Session("batches", "anthropic", [*messages, {"role": "assistant", "content": "Done."}])


SESSIONS["batches"] = batches()


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("window", [4_000, 16_000])
@pytest.mark.parametrize("name", few(SESSIONS, short=["batches"]))
def test_nothing_goes_wrong(name: str, window: int, model: str) -> None:
    counts = replay(SESSIONS[name], Setting(window, False, "usage", model))
    assert counts.compactions > 0
    assert (counts.over, counts.lost, counts.invalid, counts.no_request, counts.no_rule, counts.redundant) == (0,) * 6, counts


@pytest.mark.parametrize("reports", ["priced", "stored"])
@pytest.mark.parametrize("window", [8_000, 32_000, 200_000])
@pytest.mark.parametrize("name", few(SESSIONS, short=["batches"]))
def test_prices_and_a_store_lose_nothing(name: str, window: int, reports: str) -> None:
    counts = replay(SESSIONS[name], Setting(window, False, reports, "good"))
    assert (counts.over, counts.lost, counts.invalid, counts.no_request, counts.no_rule) == (0,) * 5, counts


@pytest.mark.parametrize("reports", ["usage", "none", "full"])
@pytest.mark.parametrize("window", [32_000, 64_000])
@pytest.mark.parametrize("name", few(SESSIONS, short=["batches"]))
def test_tools_take_their_room(name: str, window: int, reports: str) -> None:
    counts = replay(SESSIONS[name], Setting(window, True, reports, "good"))
    assert (counts.over, counts.lost, counts.invalid, counts.no_request, counts.no_rule, counts.redundant) == (0,) * 6, counts


def test_where_tools_fill_the_window_it_says_so_and_asks_no_model() -> None:
    counts = replay(SESSIONS["generated"], Setting(16_000, True, "none", "good"))
    assert (counts.over, counts.unreachable, counts.model_calls, counts.lost) == (0, counts.turns, 0, 0)


def test_a_report_that_comes_again_after_a_retry_is_acted_on_once() -> None:
    session = generated("retry", 20)
    compactor: Compactor[Any] = Compactor(context_window=20_000, dialect="anthropic", summarize=good)
    usage = {"input_tokens": 19_000}
    first = compactor.compact(session.messages[:18], usage=usage)
    again = compactor.compact(first.messages, usage=usage)
    assert first.changed and (again.status, again.changed) == ("unchanged", False)
    assert again.messages is first.messages
