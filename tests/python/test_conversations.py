"""The conversations of an adapter: what a run of one id knows of the last one. `tests/adapters` tries them in the frameworks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conspectus._adapter import Conversation, Conversations

OPTIONS = {"context_window": 40_000, "summarize": "extractive"}


def read(number: int) -> list[dict[str, Any]]:
    """The agent reads one more file, and its user goes on."""
    call = {"id": f"c{number}", "type": "function", "function": {"name": "read_file", "arguments": f'{{"path": "{number}.py"}}'}}
    return [
        {"role": "user", "content": f"Go on with file {number}."},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": call["id"], "content": "\n".join(f"value_{line} = {line * number}" for line in range(200))},
        {"role": "assistant", "content": "It is long."},
    ]


def targets(opened: Callable[[], Conversation]) -> list[float]:
    """What the first two compactions aim at. Each step is a run of its own, and the next one gets what it ends with."""
    messages: list[dict[str, Any]] = []
    found: list[float] = []
    while len(found) < 2:
        messages += read(len(messages))
        result = opened().compact(messages)
        assert result is not None
        if result.changed:
            # A summary would tell the next compactor when it was made.
            assert found or result.status == "reduced"
            found.append(result.log["sizes.target_tokens"])
            messages = list(result.messages)
    return found


def test_a_run_knows_when_the_last_one_compacted() -> None:
    all_of_them = Conversations(OPTIONS, on_error="raise")
    usual, next_to_it = targets(lambda: all_of_them.branch("1"))
    assert next_to_it < usual, "it aims lower, since the last one was just before"
    assert targets(all_of_them.new) == [usual, usual], "nothing tells that to a new compactor"


def test_two_runs_of_one_id_have_a_compactor_each() -> None:
    all_of_them = Conversations(OPTIONS, on_error="raise")
    first = all_of_them.branch("1")
    # Its run is not over.
    assert first.compactor._free.acquire(blocking=False)  # type: ignore[attr-defined]
    second = all_of_them.branch("1")
    result = second.compact([message for number in range(30) for message in read(number)])
    assert result is not None and result.changed
    assert all_of_them.save("1") == second.compactor.save() != first.compactor.save()
    assert all_of_them.branch("1").compactor.save() == second.compactor.save(), "the next run goes on from the newest"
    assert all_of_them.branch("2").compactor.save() == first.compactor.save(), "another conversation knows nothing"
