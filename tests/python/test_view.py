"""Hosts that keep the full list and hand it over each time, and compactors that are stored between processes."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from builders import HOWS, SNAPSHOT, drive, session

import conspectus
from conspectus import Compactor, errors
from conspectus.sansio import Machine

OPTIONS: Any = {"context_window": 10_000, "summarizer_window": 64_000}


def steps(count: int = 70, size: int = 900) -> list[list[dict[str, Any]]]:
    """A host that hands over its full list at each step: the same list, four messages longer each time."""
    whole = session(count, size)
    return [whole[: 4 * (step + 1)] for step in range(count)]


@HOWS
@pytest.mark.parametrize("copies", [False, True])
def test_a_full_list_is_summarised_once_and_stays_so(how: str, copies: bool) -> None:
    compactor: Compactor[Any] = Compactor(**OPTIONS)
    plain: Compactor[Any] = Compactor(**OPTIONS)
    listed: list[Any] = []
    summaries = 0
    for number, full in enumerate(steps()):
        given = copy.deepcopy(full) if copies else full
        before = copy.deepcopy(given)
        result = compactor.compact(given) if number % 2 else drive(how, compactor, given)
        assert given == before
        # A host that goes on with the result of each turn gets the same.
        listed = plain.compact([*listed, *full[-4:]]).messages
        assert result.messages == listed
        assert result.messages[-1] is given[-1] or result.status == "summarized"
        assert result.changed == (result.messages is not given)
        assert conspectus.gemini_cli.estimate_tokens(result.messages).tokens < 7_500
        summaries += result.status in ("summarized", "reduced")
    assert 3 < summaries < 30


@HOWS
@pytest.mark.parametrize("keeps", [False, True])
def test_a_host_may_say_what_it_has_not_changed(how: str, keeps: bool) -> None:
    """Copies are not the same objects: without the number they are compared or read again."""
    told: Compactor[Any] = Compactor(**OPTIONS)
    plain: Compactor[Any] = Compactor(**OPTIONS)
    listed: list[Any] = []
    known = 0
    runs = 0
    for full in steps():
        given = copy.deepcopy(full if keeps else [*listed, *full[-4:]])
        result = drive(how, told, given, unchanged_messages=known)
        expected = plain.compact(given)
        assert (result.messages, result.status, result.to_dict()) == (expected.messages, expected.status, expected.to_dict())
        listed = result.messages
        known = len(full) if keeps else len(listed)
        runs += result.status in ("summarized", "reduced")
    assert runs > 3


def test_what_is_said_to_be_unchanged_is_not_looked_at() -> None:
    compactor: Compactor[Any] = Compactor(context_window=200_000, dialect="openai_chat")
    messages: list[Any] = [{"role": "user", "content": f"Step {number}."} for number in range(50)]
    compactor.compact(messages)
    size = compactor.compact(messages).tokens_before
    # A number in place of a message would be refused if anything looked at it.
    broken = [7] * 40 + messages[40:]
    assert compactor.compact(broken, unchanged_messages=50).tokens_before == size
    with pytest.raises(errors.InvalidMessagesError):
        compactor.compact(broken)


def test_the_view_is_what_compact_makes_of_a_full_list() -> None:
    views, compactors = (Compactor(**OPTIONS) for _ in range(2)), Compactor(**OPTIONS)
    view = next(views)
    for full in steps(30):
        assert view.view(full).messages == compactors.compact(full).messages


def test_messages_that_stay_are_the_same_objects_and_the_summary_too() -> None:
    compactor: Compactor[Any] = Compactor(**OPTIONS)
    last: list[Any] = []
    for full in steps(40):
        result = compactor.view(full)
        own = {id(message) for message in full}
        kept = [message for message in result.messages if id(message) in own]
        assert kept and kept == full[-len(kept) :] or result.changed
        if result.status == "unchanged" and last and result.changed:
            assert all(before is now for before, now in zip(last, result.messages))
        last = result.messages if compactor.view(full).status == "unchanged" else []
        last = compactor.view(full).messages


def test_another_list_is_taken_as_it_is() -> None:
    compactor: Compactor[Any] = Compactor(**OPTIONS)
    full = steps(20, 2000)[-1]
    assert compactor.view(full).status == "summarized"
    edited = copy.deepcopy(full)
    edited[3]["parts"][0]["text"] += "!"
    for other in (edited[:8], full[:8], full[1:9], session(1)):
        result = compactor.view(other)
        assert (result.status, result.changed, result.messages is other) == ("unchanged", False, True)
    assert compactor.view(full).changed


def test_what_grows_during_the_summary_stays_at_the_end() -> None:
    full = steps(20, 2000)[-1]
    late = {"role": "user", "parts": [{"text": "one more thing"}]}
    calls = 0

    def summarize(request: dict[str, Any]) -> str:
        nonlocal calls
        calls += 1
        full.append(late)
        return SNAPSHOT

    compactor: Compactor[Any] = Compactor(summarize=summarize, **OPTIONS)
    first = compactor.view(full)
    assert first.changed and first.messages[-1] is late
    second = compactor.view(full)
    assert second.messages == first.messages and calls == 1
    assert second.messages[-1] is late


@HOWS
def test_what_is_saved_goes_on_where_it_was(how: str) -> None:
    compactor: Compactor[Any] = Compactor(**OPTIONS)
    whole: Compactor[Any] = Compactor(**OPTIONS)
    for full in steps(40):
        state = json.loads(json.dumps(compactor.save()))
        compactor = Compactor.load(state, **OPTIONS)
        assert compactor.save() == state
        result = drive(how, compactor, copy.deepcopy(full))
        expected = whole.compact(full)
        assert (result.messages, result.status, result.to_dict()) == (expected.messages, expected.status, expected.to_dict())


def test_failures_and_the_rest_after_them_are_saved() -> None:
    def summarize(request: dict[str, Any]) -> str:
        raise OSError("no network")

    options: Any = {"summarize": summarize, "clear_when": "never", **OPTIONS}
    messages = session(20, 2000)
    compactor: Compactor[Any] = Compactor(**options)
    for _ in range(3):
        compactor = Compactor.load(compactor.save(), **options)
        assert str(compactor.compact(messages).error) == "no network"
        messages = [*messages, *session(12, 2000)]
    result = Compactor.load(compactor.save(), **options).compact(messages)
    assert result.error is None and result.fallback and result.fallback.code == "summarizer_paused"


@pytest.mark.parametrize(
    ("wrong", "path"),
    [
        (None, ""),
        ([], ""),
        ({}, "/version"),
        ({"version": 2}, "/version"),
        ({"version": 1, "else": 1}, ""),
        ({"version": 1, "memory": 7}, "/memory"),
        ({"version": 1, "memory": {"failures": "three"}}, "/memory/failures"),
        ({"version": 1, "memory": {"failures": -1}}, "/memory/failures"),
        ({"version": 1, "memory": {"fails": 1}}, "/memory"),
        ({"version": 1, "view": {"covered": 2, "items": [{"kept": [0, 3]}]}}, "/view/items/0"),
        ({"version": 1, "view": {"covered": 9, "items": [{"kept": [3, 5]}, {"kept": [1, 2]}]}}, "/view/items/1"),
        ({"version": 1, "view": {"items": [{"gone": 1}]}}, "/view/items"),
    ],
)
def test_what_was_not_saved_is_refused_with_its_place(wrong: Any, path: str) -> None:
    for load in (lambda: Compactor.load(wrong, **OPTIONS), lambda: Machine.load(wrong, **OPTIONS)):
        with pytest.raises(errors.InvalidStateError) as caught:
            load()
        assert (caught.value.code, caught.value.path) == ("INVALID_STATE", path)


def test_an_old_state_without_some_fields_is_taken() -> None:
    assert Compactor.load({"version": 1}, **OPTIONS).save() == Compactor(**OPTIONS).save()
