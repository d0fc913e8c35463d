"""`apply_patch` copies only what lies on a changed path. Everything else is the very same object."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from builders import PNG, session, with_image
from hypothesis import given
from hypothesis import strategies as st

import conspectus
from conspectus import errors, gencode
from conspectus.sansio import apply_patch


def op(kind: str, path: str, value: Any = None) -> dict[str, Any]:
    return {"op": kind, "path": path, "value": value}


def test_nothing_to_do_gives_the_very_same_list() -> None:
    messages = session(3)
    assert conspectus.qwen_code.slim(messages).messages is messages
    assert conspectus.qwen_code.microcompact(messages).messages is messages
    assert gencode.prune(messages).messages is messages
    assert apply_patch(messages, {"ops": [], "splices": []}) is messages
    as_tuple = tuple(messages)
    assert conspectus.qwen_code.slim(as_tuple).messages is as_tuple  # type: ignore[comparison-overlap]


def test_untouched_messages_and_parts_stay_the_same_objects() -> None:
    messages = with_image()
    before = copy.deepcopy(messages)
    edited = conspectus.qwen_code.slim(messages, modalities=[])
    slimmed = edited.messages
    assert messages == before
    assert slimmed is not messages and slimmed[1] is messages[1]
    assert slimmed[0]["parts"][0] is messages[0]["parts"][0]
    assert slimmed[0]["extra"] is messages[0]["extra"]
    assert PNG not in str(slimmed)
    assert edited.changed and edited.details.images == 1
    again = conspectus.qwen_code.slim(slimmed, modalities=[])
    assert again.messages is slimmed and not again.changed


def test_clearing_keeps_the_newest_and_its_input() -> None:
    messages = session(20, size=4000)
    before = copy.deepcopy(messages)
    edited = conspectus.qwen_code.microcompact(messages, force=True, keep_tool_results=5)
    assert messages == before
    assert edited.details.tool_results == 15
    assert all((new is old) == (index % 4 != 2 or index >= 60) for index, (new, old) in enumerate(zip(edited.messages, messages, strict=True)))


def test_each_container_is_copied_once() -> None:
    messages = [{"a": {"b": [1, 2, 3]}, "c": {}}, {"d": []}]
    result = apply_patch(messages, {"ops": [op("replace", "/0/a/b/1", 9), op("remove", "/0/a/b/2"), op("add", "/0/a/b/0", 7), op("add", "/0/a/x~1y~0z", 5)], "splices": []})
    assert result == [{"a": {"b": [7, 1, 9], "x/y~z": 5}, "c": {}}, {"d": []}]
    assert messages == [{"a": {"b": [1, 2, 3]}, "c": {}}, {"d": []}]
    assert result[0]["c"] is messages[0]["c"] and result[1] is messages[1]


def test_splices_speak_of_the_list_as_it_was() -> None:
    splices = [{"start": 3, "delete_count": 1, "insert": []}, {"start": 0, "delete_count": 2, "insert": ["s", "t", "u"]}]
    messages = [0, 1, 2, 3, 4]
    assert apply_patch(messages, {"ops": [], "splices": splices}) == ["s", "t", "u", 2, 4]
    assert messages == [0, 1, 2, 3, 4]


@given(st.lists(st.integers(), max_size=12), st.lists(st.tuples(st.integers(0, 12), st.integers(0, 4), st.integers(0, 3)), max_size=6))
def test_splices_in_any_order_are_made_one_after_the_other(numbers: list[int], places: list[tuple[int, int, int]]) -> None:
    expected, splices = list(numbers), []
    for start, count, new in places:
        if start + count <= len(expected):
            insert = [f"{len(splices)}.{index}" for index in range(new)]
            splices.append({"start": start, "delete_count": count, "insert": insert})
            expected[start : start + count] = insert  # type: ignore[call-overload]
    assert apply_patch(numbers, {"ops": [], "splices": splices}) == expected


def test_the_type_of_a_dict_and_its_order_are_kept() -> None:
    class Message(dict[str, Any]):
        pass

    message = Message(z=1, a=[1], m=3)
    result = apply_patch((message,), {"ops": [op("replace", "/0/a/0", 2)], "splices": []})
    assert type(result[0]) is Message and list(result[0]) == ["z", "a", "m"] and message["a"] == [1]


@pytest.mark.parametrize(
    ("patch", "path"),
    [
        ({"ops": [op("replace", "/5", 1)]}, "/5"),
        ({"ops": [op("replace", "/0/x", 1)]}, "/0/x"),
        ({"ops": [op("remove", "/0/x")]}, "/0/x"),
        ({"ops": [op("add", "/0/a/5", 1)]}, "/0/a/5"),
        ({"ops": [op("replace", "/0/a/-1", 1)]}, "/0/a/-1"),
        ({"ops": [op("replace", "/0/a/x/y", 1)]}, "/0/a/x/y"),
        ({"ops": [op("add", "/0/b/c", 1)]}, "/0/b/c"),
        ({"ops": [op("add", "/1/b", 1)]}, "/1/b"),
        ({"ops": [op("replace", "/0/a/1", 1)]}, "/0/a/1"),
        ({"ops": [op("replace", "/0/t/0", 1)]}, "/0/t/0"),
        ({"ops": [op("replace", "", 1)]}, ""),
        ({"splices": [{"start": 1, "delete_count": 1, "insert": []}]}, "/1"),
    ],
)
def test_a_misfit_names_its_path_and_changes_nothing(patch: dict[str, Any], path: str) -> None:
    messages = [{"a": [1], "t": "text"}]
    with pytest.raises(errors.InvalidPatchError) as caught:
        apply_patch(messages, patch)
    assert (caught.value.code, caught.value.path) == ("INVALID_PATCH", path)
    assert messages == [{"a": [1], "t": "text"}]
