"""Notes do not shrink: not by forced runs without news, not beside one huge result that nobody has read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from conspectus import Compactor, count_tokens
from tier import few

Message = dict[str, Any]
ROUNDS = 40


def conversation(first: int, last: int, lines: int = 60) -> list[Message]:
    found: list[Message] = []
    for turn in range(first, last):
        found.append({"role": "user", "content": f"Round {turn}: please change module_{turn:03d}. Never touch locked_{turn:03d}.rs."})
        for part in range(3):
            call = f"t{turn}_{part}"
            found.append({"role": "assistant", "content": [{"type": "tool_use", "id": call, "name": "read_file", "input": {"path": f"src/module_{turn:03d}/part_{part}.rs"}}]})
            text = "\n".join(f"fn helper_{turn:03d}_{part}_{line}() {{ step_{(turn * 7919 + part * 104729 + line * 31) % 99991}() }}" for line in range(lines))
            found.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": call, "content": text}]})
        found.append({"role": "assistant", "content": f"module_{turn:03d} is done."})
    return found


def giant(rows: int) -> list[Message]:
    text = "\n".join(f"row {row} of the dump has value {row * 7919 % 100003}" for row in range(rows))
    return [
        {"role": "assistant", "content": [{"type": "tool_use", "id": "big", "name": "dump", "input": {}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "big", "content": text}]},
    ]


def notes_tokens(messages: list[Message]) -> int:
    return int(count_tokens(messages).by_kind.summary)


def named(messages: list[Message], rounds: int) -> int:
    text = json.dumps(messages)
    return sum(f"module_{turn:03d}" in text for turn in range(rounds))


def test_twenty_forced_runs_change_nothing_after_the_first() -> None:
    compactor = Compactor(context_window=200_000)
    messages = list(compactor.compact(conversation(0, ROUNDS), force=True).messages)
    before = (notes_tokens(messages), named(messages, ROUNDS))
    assert before[0] > 1_000
    assert before[1] == ROUNDS
    for _ in range(20):
        messages += [{"role": "assistant", "content": "Fine."}, {"role": "user", "content": "ok"}]
        result = compactor.compact(messages, force=True)
        assert (result.status, result.code) == ("unchanged", "nothing_new")
        messages = list(result.messages)
        # What the last run wrote is known to another process too.
        compactor = Compactor.load(compactor.save(), context_window=200_000)
    assert (notes_tokens(messages), named(messages, ROUNDS)) == before


@pytest.mark.parametrize("window", few([40_000, 100_000, 200_000], short=[40_000]))
def test_a_huge_result_leaves_the_notes_as_large_as_they_were(window: int) -> None:
    compactor = Compactor(context_window=window)
    messages = list(compactor.compact(conversation(0, window // 1_000), force=True).messages)
    before = (notes_tokens(messages), named(messages, window // 1_000))
    result = compactor.compact(messages + giant(12_000))
    assert result.status == "summarized"
    assert result.can_send
    assert notes_tokens(result.messages) >= 0.9 * before[0]
    assert named(result.messages, window // 1_000) >= 0.95 * before[1]


def test_thirty_rounds_with_both_events_keep_every_request_and_rule() -> None:
    compactor = Compactor(context_window=40_000)
    messages: list[Message] = []
    for turn in range(30):
        messages += conversation(turn, turn + 1, lines=100)
        messages += giant(12_000) if turn == 12 else []
        result = compactor.compact(messages, force=turn in (8, 20))
        assert result.can_send
        messages = list(result.messages)
    text = json.dumps(messages)
    assert [turn for turn in range(30) if f"Round {turn}:" not in text] == []
    assert [turn for turn in range(30) if f"locked_{turn:03d}" not in text] == []
