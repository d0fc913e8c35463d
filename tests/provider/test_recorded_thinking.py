"""Recorded Claude sessions on a model that binds its thinking. What our operations and a loop of
turns hand back holds no block behind a prefix that changed: the strict server's own rule says so.

`python -m provider.test_recorded_thinking` in `tests` prints what the lost reasoning costs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from never_stuck.sessions import Session, recorded

import conspectus as c
from conspectus import gemini_cli, gencode, qwen_code

from .claude import facts_of
from .rules import Data, Refused, digest
from .thinking import THOUGHTS, Thinking, Trail, sign

pytestmark = pytest.mark.nightly

MODEL = "claude-fable-5-1"
FACTS = facts_of(MODEL)
WINDOWS, TURNS = (24_000, 64_000, 200_000), 60

# Operations that make a shorter list for the same model, as their users call them.
OPERATIONS: dict[str, Callable[..., Any]] = {
    "clear_tool_results": lambda messages: c.clear_tool_results(messages, keep_tool_results=3, model=MODEL),
    "clear_media": lambda messages: c.clear_media(messages, keep_media=0, model=MODEL),
    "clear_stale": lambda messages: c.clear_stale(messages, keep_tool_results=3, model=MODEL),
    "condense": lambda messages: c.condense(messages, model=MODEL),
    "repair": lambda messages: c.repair(messages, model=MODEL),
    "recent_turns": lambda messages: gemini_cli.recent_turns(messages, turns=1, model=MODEL),
    "microcompact": lambda messages: qwen_code.microcompact(messages, keep_tool_results=3, force=True, clearable_tools=["Read", "Bash", "Glob", "Grep"], model=MODEL),
    "reference_images": lambda messages: qwen_code.reference_images(messages, max_images=1, model=MODEL),
    "mask_tool_outputs": lambda messages: gemini_cli.mask_tool_outputs(messages, lambda output: output["key"], protect_tokens=2_000, min_tokens=0, model=MODEL),
    "prune": lambda messages: gencode.prune(messages, preset="gencode", clear_min_tokens=0, clear_protect_tokens=2_000, model=MODEL),
}


def sessions() -> list[Session]:
    return [session for session in recorded() if session.dialect == "anthropic" and all(map(_is_claude, session.messages)) and any(map(_thoughts, session.messages))]


def _is_claude(message: Data) -> bool:
    return all(isinstance(block, dict) and "type" in block for block in _blocks(message))


def _blocks(message: Data) -> list[Data]:
    content = message["content"]
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _thoughts(message: Data) -> list[Data]:
    return [block for block in _blocks(message) if block["type"] in THOUGHTS]


def checked(messages: list[Data]) -> Trail:
    """Everything that stands in the request. Raises where a block is bound to something else."""
    trail = Trail.of({})
    thinking = Thinking(trail, FACTS, {}, set())
    newest = max((index for index, message in enumerate(messages) if message["role"] == "assistant"), default=-1)
    for index, message in enumerate(messages):
        for place, block in enumerate(_blocks(message)):
            thinking.block(message["role"], block, index, place, index == newest)
    return trail


def answered(messages: list[Data], reply: Data) -> Data:
    """The recorded reply, its thoughts signed behind this very request."""
    trail = checked(messages)
    content = []
    for block in _blocks(reply):
        if block["type"] in THOUGHTS:
            text = block.get("thinking") or "a thought"
            block = {"type": "thinking", "thinking": text, "signature": sign(trail, text, FACTS)}
            trail.last = digest(block["signature"])
        else:
            trail.add("assistant", block, "")
        content.append(block)
    return {"role": "assistant", "content": content}


def signed(messages: list[Data]) -> list[Data]:
    """The session as the model would have signed it, if nothing had been changed."""
    made: list[Data] = []
    for message in messages:
        made.append(answered(made, message) if message["role"] == "assistant" else message)
    return made


class Replayed(NamedTuple):
    statuses: list[str]
    thought_tokens: int
    lost_tokens: int


def replay(session: Session, window: int, turns: int | None = None) -> Replayed:
    """A loop that sends the list before each reply of the recording. It is stretched or cut to
    `turns` replies.
    """
    compactor = c.Compactor(model=MODEL, context_window=window, summarize="extractive")
    messages: list[Data] = []
    statuses: list[str] = []
    thought = lost = count = 0
    for message in _stretched(session.messages, turns):
        if message["role"] != "assistant":
            messages = [*messages, message]
            continue
        result = compactor.compact(messages)
        statuses.append(result.status)
        messages = list(result.messages)
        lost += sum(removed.tokens for removed in result.removed if removed.kind == "cleared_reasoning")
        reply = answered(messages, message)
        thought += c.count_tokens([{"role": "assistant", "content": _thoughts(reply)}], model=MODEL).tokens if _thoughts(reply) else 0
        messages = [*messages, reply]
        count += 1
        if count == turns:
            break
    return Replayed(statuses, thought, lost)


def _stretched(messages: list[Data], turns: int | None) -> Iterator[Data]:
    """The recording; where it is shorter than the loop, again and again with other ids."""
    yield from messages
    again = 0
    while turns is not None and messages[-1]["role"] == "assistant":
        again += 1
        for message in messages:
            yield {**message, "content": [_renamed(block, again) for block in _blocks(message)]}


def _renamed(block: Data, again: int) -> Data:
    return {name: f"{value}_{again}" if name in ("id", "tool_use_id") else value for name, value in block.items()}


@pytest.fixture(scope="module")
def data() -> list[Session]:
    found = sessions()
    if not found:
        pytest.skip("../shared/data is not here")
    return found


@pytest.fixture(scope="module")
def lists(data: list[Session]) -> list[list[Data]]:
    return [signed(session.messages) for session in data]


@pytest.mark.parametrize("name", OPERATIONS)
def test_no_operation_leaves_an_invalid_block(name: str, lists: list[list[Data]]) -> None:
    changed = 0
    for before in lists:
        after = OPERATIONS[name](before).messages
        checked(after)
        assert c.validate(after, previous=before, model=MODEL) == []
        changed += after != before
    # These find nothing to do in most sessions.
    assert changed or name in ("repair", "reference_images", "condense"), name


@pytest.mark.parametrize("window", WINDOWS)
def test_no_turn_of_a_loop_leaves_an_invalid_block(window: int, data: list[Session]) -> None:
    runs = [replay(session, window, TURNS) for session in data]
    assert any(status != "unchanged" for run in runs for status in run.statuses)


def test_the_rule_refuses_what_is_kept_behind_a_change(lists: list[list[Data]]) -> None:
    """So the two tests above can fail."""
    refused = 0
    for before in lists:
        after = c.clear_tool_results(before, keep_tool_results=3, model=MODEL, thinking="free").messages
        try:
            checked(after)
        except Refused:
            refused += 1
    assert refused > len(lists) / 2


if __name__ == "__main__":
    print(f"{'session':45}{'window':>9}{'turns':>7}{'runs':>6}{'thinking':>10}{'lost':>9}")
    for window in WINDOWS:
        runs = {session.name: replay(session, window) for session in sessions()}
        for name, run in runs.items():
            acted = sum(status != "unchanged" for status in run.statuses)
            print(f"{name:45}{window:>9,}{len(run.statuses):>7}{acted:>6}{run.thought_tokens:>10,}{run.lost_tokens:>9,}")
        thought, lost = sum(run.thought_tokens for run in runs.values()), sum(run.lost_tokens for run in runs.values())
        print(f"{'all':45}{window:>9,}{'':13}{thought:>10,}{lost:>9,}  {lost / thought:.0%}")
