"""`History` counts only new messages, and its numbers equal those of one reading of the whole list."""

from __future__ import annotations

import copy
import gc
import random
import weakref

import pytest
from builders import session, with_image

import conspectus
from conspectus import History, errors, operations


def same_as_whole(history: History, messages: list[object]) -> None:
    assert history.count_tokens() == conspectus.count_tokens(messages)
    assert history.split_point() == operations.find_split_point(messages)
    assert len(history) == len(messages)


def test_message_by_message_equals_the_whole() -> None:
    messages = session(10) + with_image()
    one, all_at_once = History(), History()
    for message in messages:
        one.append(message)
    all_at_once.extend(messages)
    same_as_whole(one, messages)
    same_as_whole(all_at_once, messages)
    assert (one.tokens, one.chars, one.media) == (all_at_once.tokens, all_at_once.chars, 1)


def test_sync_reads_only_what_is_new() -> None:
    messages = session(10)
    history = History()
    assert history.sync(messages) == 40
    assert history.sync(messages) == 0
    messages += session(1)
    assert history.sync(messages) == 4
    assert history.sync(list(messages)) == 0
    same_as_whole(history, messages)


def test_sync_sees_the_last_message_grow_in_place() -> None:
    messages = session(3)
    history = History()
    history.sync(messages)
    messages[-1]["parts"][0]["text"] += " And more."
    assert history.sync(messages) == 1
    same_as_whole(history, messages)


def test_sync_follows_a_shorter_or_another_list() -> None:
    history = History()
    history.sync(session(5))
    messages = session(5)[:7]
    history.sync(messages)
    same_as_whole(history, messages)
    other = [{"role": "user", "parts": [{"text": "else"}]}, *messages]
    assert history.sync(other) == 8
    same_as_whole(history, other)
    history.sync([])
    same_as_whole(history, [])


def test_sync_knows_equal_copies_by_their_shape() -> None:
    messages = session(5)
    history = History()
    history.sync(messages)
    assert history.sync(copy.deepcopy(messages)) == 0


def test_an_edit_in_place_is_seen_with_hashes_only() -> None:
    messages = session(5)
    by_shape, by_hash = History(), History(verify="hash")
    by_shape.sync(messages)
    by_hash.sync(messages)
    messages[2]["parts"][0]["functionResponse"]["response"]["output"] = "changed" * 100
    assert by_shape.sync(messages) == 0
    assert by_hash.sync(messages) == 18
    same_as_whole(by_hash, messages)


def test_any_course_of_events_ends_in_the_same_numbers() -> None:
    source = random.Random(7)
    history, messages = History(), []
    for _ in range(300):
        match source.randrange(5):
            case 0:
                messages = messages[: source.randrange(len(messages) + 1)]
            case 1:
                messages = messages + session(1, source.randrange(100))[: source.randrange(1, 5)]
            case 2:
                messages.append({"role": "user", "parts": [{"text": "x" * source.randrange(50)}]})
            case 3 if messages:
                messages[source.randrange(len(messages))] = {"role": "model", "parts": [{"text": "y" * source.randrange(50)}]}
            case _:
                messages = copy.deepcopy(messages)
        history.sync(messages)
        same_as_whole(history, messages)


def test_truncate_forgets_the_end() -> None:
    messages = session(5)
    history = History()
    history.extend(messages)
    history.truncate(7)
    same_as_whole(history, messages[:7])
    history.truncate(100)
    assert len(history) == 7


def test_microcompact_gives_what_the_operation_gives() -> None:
    messages = session(20, size=4000)
    history = History()
    history.extend(messages[:50])
    edited = history.microcompact(messages, force=True)
    cleared, whole = edited.messages, operations.microcompact(messages, force=True)
    assert (cleared, edited.changed, edited.details) == (whole.messages, True, whole.details)
    assert len(history) == 80
    assert history.sync(cleared) == 80 - 2
    same_as_whole(history, cleared)


def test_estimate_adds_what_surrounds_the_history() -> None:
    messages = session(2)
    history = History()
    history.extend(messages)
    assert history.count_tokens(system="s" * 400, tools=[{"name": "f"}]) == conspectus.count_tokens(messages, system="s" * 400, tools=[{"name": "f"}])


def test_a_ledger_in_a_cycle_is_collected() -> None:
    class Holder(dict):  # type: ignore[type-arg]
        __slots__ = ("__weakref__",)

    message = Holder(role="user", content="x")
    history = History()
    history.append(message)
    message["history"] = history
    ghost = weakref.ref(message)
    del message, history
    gc.collect()
    assert ghost() is None


def test_not_a_list_is_refused_and_forgets_nothing() -> None:
    history = History()
    history.extend(session(2))
    for wrong in ("text", None, 7, {"role": "user"}):
        with pytest.raises(errors.InvalidMessagesError):
            history.extend(wrong)  # type: ignore[arg-type]
        assert len(history) == 8
        with pytest.raises(errors.InvalidMessagesError):
            history.sync(wrong)  # type: ignore[arg-type]
