"""Runs every vector in `tests/vectors` through the Python package. The Rust and Node runners read the same files."""

from __future__ import annotations

import base64
import copy
import json
import pathlib
from typing import Any

import pytest

import conspectus
from conspectus import _conspectus

VECTORS = pathlib.Path(__file__).parents[1] / "vectors"
CASES = [
    pytest.param(case, id=f"{path.relative_to(VECTORS).with_suffix('')}/{case['name']}")
    for path in sorted(VECTORS.rglob("*.json"))
    for case in json.loads(path.read_text(encoding="utf-8"))["cases"]
]
EMPTY_PATCH: dict[str, Any] = {"ops": [], "splices": []}


@pytest.mark.parametrize("case", CASES)
def test_vector(case: dict[str, Any]) -> None:
    messages, options = expand(case.get("messages")), expand(case.get("options")) or {}
    before = dump(messages)
    try:
        if "vocabulary" in case:
            result = vocabulary(case["vocabulary"]).raw_call(case["call"], messages, options)
        elif case["call"] == "compactor":
            result = play(case, messages, options)
        else:
            result = _conspectus.call(case["call"], messages, options)
    except conspectus.ConspectusError as error:
        assert "error" in case, f"{error.code} {error}"
        check(case["error"], {"code": error.code, "path": error.path}, "")
        assert dump(messages) == before
        return
    assert "error" not in case, f"expected {case['error']}, got {result}"
    if "expect" in case:
        check(case["expect"], result, "")
    patch = result.get("patch", EMPTY_PATCH) if isinstance(result, dict) else EMPTY_PATCH
    # What is no list (a session, a text) has its list elsewhere.
    after = conspectus.apply_patch(messages, patch) if isinstance(messages, list) else messages
    if case.get("expect_same"):
        assert after is messages, patch
    if "expect_messages" in case:
        assert after == expand(case["expect_messages"])
    assert dump(messages) == before


def vocabulary(given: dict[str, Any]) -> conspectus.Vocabulary:
    """A file of `tests/vocabularies` or a text, and what says how it is to be read."""
    file = given["text"].encode() if "text" in given else (VECTORS.parent / "vocabularies" / given["file"]).read_bytes()
    return conspectus.Vocabulary(file, given["source"])


def play(case: dict[str, Any], messages: Any, options: dict[str, Any]) -> dict[str, Any]:
    """A case of `call: "compactor"`: the host's side is in `turn`, `summary`, `failure`, `cancel`, `current` and so on; `before` holds earlier runs."""
    machine = conspectus.Compactor(**options)
    result: dict[str, Any] = {}
    for run in [*case.get("before", []), case]:
        result = play_one(machine, {**case, **run}, messages)
    return result


def play_one(machine: conspectus.Compactor, case: dict[str, Any], messages: Any) -> dict[str, Any]:
    """One run of a machine."""
    machine.handle_messages(messages, **(expand(case.get("turn")) or {}))
    actions, patch, done = [], EMPTY_PATCH, {}
    requests: list[Any] = []
    offloads: list[Any] = []
    wanted: list[Any] = []
    hooks: list[str] = []
    while (action := machine.poll_action()) is not None:
        actions.append(action["kind"])
        if action["kind"] == "summarize":
            answers = case.get("answers", [])
            answer = answers[len(requests)] if len(requests) < len(answers) else {"text": case.get("summary"), "failure": case.get("failure")}
            requests.append(action["request"])
            if case.get("cancel"):
                machine.cancel()
            elif answer.get("failure") is not None:
                machine.handle_failure(answer["failure"])
            else:
                machine.handle_summary(expand(answer.get("text")) or "", **(answer.get("usage") or {}))
        elif action["kind"] == "offload":
            stores = case.get("store", [])
            locator = action["key"] if "store" not in case else stores[len(offloads)] if len(offloads) < len(stores) else None
            offloads.append(action)
            if case.get("cancel_store"):
                machine.cancel()
            elif locator is None:
                machine.handle_store_failed("disk full")
            else:
                machine.handle_stored(locator)
        elif action["kind"] == "restore":
            wanted = action["files"]
            machine.handle_restored(expand(case.get("files")))
        elif action["kind"] == "hook":
            hooks.append(action["trigger"])
        elif action["kind"] == "apply":
            patch = action["patch"]
            machine.handle_current(expand(case["current"]) if "current" in case else messages)
        elif action["kind"] == "done":
            done = action
    told = {"actions": actions, "requests": requests, "offloads": offloads, "wanted": wanted, "hooks": hooks}
    return {**done, **told, "request": requests[-1] if requests else None, "patch": patch if done["applied"] else EMPTY_PATCH}


def check(expected: Any, found: Any, path: str) -> None:
    """Every key of `expected` is in `found`, with the same value; lists are equal item by item."""
    if isinstance(expected, dict) and "$contains" in expected:
        assert isinstance(found, str) and expected["$contains"] in found, f"{path}: {found!r}"
    elif isinstance(expected, dict):
        assert isinstance(found, dict), f"{path}: {found!r}"
        for key, value in expected.items():
            assert key in found, f"{path}/{key} is missing"
            check(value, found[key], f"{path}/{key}")
    elif isinstance(expected, list):
        assert isinstance(found, list) and len(found) == len(expected), f"{path}: {found!r}"
        for index, value in enumerate(expected):
            check(value, found[index], f"{path}/{index}")
    else:
        assert found == expected and isinstance(found, bool) == isinstance(expected, bool), f"{path}: expected {expected!r}, found {found!r}"


def expand(value: Any) -> Any:
    """Builds what JSON cannot hold: `$number`, `$repeat`, `$units`, `$bytes`, `$nest`, `$concat`."""
    if isinstance(value, list):
        return [expand(item) for item in value]
    if not isinstance(value, dict):
        return value
    match value:
        case {"$number": text}:
            return float(text)
        case {"$repeat": [text, count]}:
            return text * count
        case {"$units": units}:
            data = b"".join(unit.to_bytes(2, "little") for unit in units)
            return data.decode("utf-16-le", "surrogatepass")
        case {"$bytes": text}:
            return base64.b64decode(text)
        case {"$concat": parts}:
            return "".join(expand(part) for part in parts)
        case {"$nest": [levels, inner]}:
            nested = expand(inner)
            for _ in range(levels):
                nested = [nested]
            return nested
    return {key: expand(item) for key, item in value.items()}


def dump(value: Any) -> Any:
    """A copy to compare with later, or nothing for values too deep to copy."""
    try:
        return copy.deepcopy(value)
    except RecursionError:
        return None
