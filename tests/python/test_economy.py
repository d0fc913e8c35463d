"""What a result tells for the cache of a provider, and what a simulation tells."""

from __future__ import annotations

import copy
import pathlib
import sys
from typing import Any

import pytest

import conspectus
from conspectus import Compactor
from conspectus import simulate
from conspectus.anthropic import build_request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts" / "measure"))
import cost


def session(rounds: int) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Port every part, and keep the names of all tests. " * 120}]
    for turn in range(rounds):
        call = {"type": "tool_use", "id": f"t{turn}", "name": "read_file", "input": {"path": f"src/part_{turn}.rs"}}
        messages.append({"role": "assistant", "content": [call]})
        messages.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": f"t{turn}", "content": f"fn part_{turn}() {{}}\n" * 60}]})
    return messages


def test_a_request_is_marked_where_the_result_says() -> None:
    messages = session(110)
    compactor = Compactor(dialect="anthropic", context_window=200_000, prices="anthropic-5m", condense="safe")
    cleared = 0
    for end in range(1, len(messages) + 1, 2):
        result = compactor.compact(messages[:end])
        messages = [*result.messages, *messages[end:]]
        before = copy.deepcopy(result.messages)
        request = build_request({}, result)["messages"]
        assert result.messages == before
        marks = [(place, block) for place, message in enumerate(request) for block in message["content"] if isinstance(block, dict) and "cache_control" in block]
        assert [place + 1 for place, _ in marks] == [place for place in result.cache_breakpoints if place]
        assert len(marks) <= 3 and marks[-1][0] + 1 == len(request)
        assert result.cache_breakpoints == result.cache_breakpoints
        cleared += result.status == "reduced" and result.code == "cleared"
    assert cleared >= 1


def test_a_simulation_tells_how_far_it_is_and_what_progress_raises_ends_it() -> None:
    messages = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]
    options: dict[str, Any] = {"windows": [8_000, 16_000], "price_sets": ["openai"], "policies": ["never", "default"]}
    told: list[tuple[int, int]] = []
    rows = simulate(messages, progress=lambda done, total: told.append((done, total)), **options)
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert rows == simulate(messages, **options) == simulate(messages, progress=None, **options)

    def stop(done: int, total: int) -> None:
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        simulate(messages, progress=stop, **options)
    with pytest.raises(conspectus.errors.InvalidOptionError, match="price_sets/0"):
        simulate(messages, progress=stop, **{**options, "price_sets": ["magic"]})


def long_session(rounds: int) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Port every part."}]
    for turn in range(rounds):
        call = {"id": f"t{turn}", "type": "function", "function": {"name": "read_file", "arguments": f'{{"path": "src/part_{turn}.rs"}}'}}
        messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
        text = "".join(f"fn step_{turn}_{line}() -> u64 {{ {turn * 97 + line * line} }}\n" for line in range(50))
        messages.append({"role": "tool", "tool_call_id": f"t{turn}", "content": text})
    return [*messages, {"role": "assistant", "content": "All is ported."}]


@pytest.mark.parametrize("prices", ["anthropic-5m", "openai", "none"])
@pytest.mark.parametrize("window", [48_000, 200_000])
def test_the_simulation_costs_what_the_compactor_in_a_loop_costs(monkeypatch: pytest.MonkeyPatch, window: int, prices: str) -> None:
    """The loop is billed by code that shares nothing with the core."""
    monkeypatch.setattr(cost, "FOUND", [("made", long_session(60))])
    run = cost.ran((0, window, prices))
    when_run, simulated = cost.shares([run], window, prices)
    assert abs(when_run - simulated) <= 2 and simulated >= when_run - 0.5
    assert run["over"] == 0 and when_run < (100 if window < 200_000 else 100.1)
    assert window > 48_000 or run["cleared"] > 0
