"""New results are condensed: what changes is a copy, all else is the same object, and a turn looks at nothing but the news."""

from __future__ import annotations

from typing import Any

from conspectus import Compactor, History, expand

Message = dict[str, Any]


def call(number: int) -> Message:
    return {"role": "assistant", "content": [{"type": "tool_use", "id": str(number), "name": "read", "input": {"path": "src/a.rs"}}]}


def result(number: int, text: str) -> Message:
    return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": str(number), "content": text}]}


def listing(first: int, last: int) -> str:
    return "\n".join(f"{line:>6}\tlet value_{line} = compute({line});" for line in range(first, last + 1))


def talk(turns: int) -> list[list[Message]]:
    """What each turn adds: the agent reads overlapping pieces of a file."""
    return [[call(turn), result(turn, listing(20 * turn + 1, 20 * turn + 80))] for turn in range(turns)]


def test_only_what_is_new_is_a_copy() -> None:
    compactor, messages = Compactor(context_window=200_000), [{"role": "user", "content": "Go on."}]
    for news in talk(4):
        given = [*messages, *news]
        found = compactor.compact(given)
        assert found.status == "reduced" and found.code == "condensed" and [(it.kind, it.count) for it in found.removed] == [("condensed_tool_results", 1)]
        assert all(one is other for one, other in zip(found.messages[:-1], given))
        assert found.messages[-1] is not given[-1]
        messages = found.messages
    again = compactor.compact(messages)
    assert again.status == "unchanged" and again.messages is messages


def test_a_turn_looks_at_the_news_alone() -> None:
    compactor, messages = Compactor(context_window=200_000), [{"role": "user", "content": "Go on."}]
    turns = talk(5)
    for news in turns[:3]:
        messages = compactor.compact([*messages, *news]).messages
    known = len(messages) - 1
    for message in messages[:known]:
        # Who looks at it in the admitting turn finds nothing to read.
        message.clear()
    found = compactor.compact([*messages, *turns[3]])
    assert found.status == "reduced" and [(it.kind, it.count) for it in found.removed] == [("condensed_tool_results", 1)]


def test_a_full_list_is_shown_what_was_sent() -> None:
    own, kept = Compactor(context_window=200_000), Compactor(context_window=200_000)
    messages: list[Message] = [{"role": "user", "content": "Go on."}]
    full = list(messages)
    for news in talk(4):
        sent = messages
        messages, full = own.compact([*messages, *news]).messages, [*full, *news]
        shown = kept.view(full)
        assert shown.messages == messages and shown.messages[: len(sent)] == sent and shown.changed
        kept = Compactor.load(kept.save(), context_window=200_000)


def test_a_history_admits_what_is_appended() -> None:
    history, messages = History(), [message for turn in talk(3) for message in turn]
    kept = [history.condense(message) for message in messages]
    assert [one is other for one, other in zip(kept, messages)] == [True, False] * 3
    assert len(history) == 6
    whole = History()
    whole.extend(kept)
    assert history.tokens == whole.tokens
    assert [message["content"][0].get("content", "").count("\n") for message in expand(kept).messages] == [0, 79] * 3
    off = History(condense="off")
    assert all(off.condense(message) is message for message in messages)
