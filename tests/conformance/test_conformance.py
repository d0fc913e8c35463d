"""Runs every vector in `tests/vectors` through the Python package. The Rust and Node runners read the same files.

Each case runs twice: by the raw call, whose result is compared with what the vector expects, and through what users call (the functions in
their modules, `Vocabulary`, `Compactor.compact` and `acompact`), whose result is compared with the raw one.
"""

from __future__ import annotations

import asyncio
import base64
import copy
import importlib
import json
import os
import pathlib
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from short import cases_of

import conspectus
from conspectus import _conspectus
from conspectus._patch import way_back
from conspectus.context import LoopDetector
from conspectus.sansio import Machine, apply_patch
from conspectus.tokens import Vocabulary

VECTORS = pathlib.Path(__file__).parents[1] / "vectors"
ALL = {
    f"{path.relative_to(VECTORS).with_suffix('').as_posix()}/{case['name']}": case
    for path in sorted(VECTORS.rglob("*.json"))
    for case in cases_of(path)
}
# A list made by `short.py`; without one, all are played.
SHORT = os.environ.get("CONSPECTUS_VECTORS")
CASES = [pytest.param(ALL[name], id=name) for name in (json.loads(pathlib.Path(SHORT).read_text()) if SHORT else ALL)]
ROWS = {row["name"]: row for row in _conspectus.names()["operations"]}
EMPTY_PATCH: dict[str, Any] = {"ops": [], "splices": []}


@pytest.mark.parametrize("case", CASES)
def test_vector(case: dict[str, Any], record_property: Callable[[str, object], None]) -> None:
    messages, options = expand(case.get("messages")), expand(case.get("options")) or {}
    before = dump(messages)
    raw = attempt(lambda: by_raw_call(case, messages, options))
    if isinstance(raw, conspectus.ConspectusError):
        assert "error" in case, f"{raw.code} {raw}"
        check(case["error"], {"code": raw.code, "path": raw.path}, "")
    else:
        assert "error" not in case, f"expected {case['error']}, got {raw}"
        check_raw(case, messages, raw)
    assert dump(messages) == before
    if (public := public_call(case)) is not None:
        public(case, messages, options, raw)
        assert dump(messages) == before
        record_property("public", True)


def attempt(call: Callable[[], Any]) -> Any:
    """What a call gives, or the error that it raises."""
    try:
        return call()
    except conspectus.ConspectusError as error:
        return error


# --- the raw call ---------------------------------------------------------------------------------


def by_raw_call(case: dict[str, Any], messages: Any, options: dict[str, Any]) -> Any:
    if "vocabulary" in case:
        return Vocabulary(file_of(case["vocabulary"]), case["vocabulary"]["source"]).raw_call(case["call"], messages, options)
    if case["call"] == "compactor":
        return play(case, messages, options)
    if case["call"] == "loops":
        return by_detector(case, options)
    if "store" in case:
        return by_store(case, messages, options)
    raw = _conspectus.call(case["call"], messages, options)
    return way_back(raw, messages) if case["call"] == "invert_patch" else raw


def by_store(case: dict[str, Any], messages: Any, options: dict[str, Any]) -> dict[str, Any]:
    """An operation with a store: what it says has to be stored goes there, and then it is called once more."""
    asked = _conspectus.call(case["call"], messages, {**options, "locators": {}})["offloads"]
    places = {output["key"]: place for output, place in zip(asked, case["store"]) if place is not None}
    return {**_conspectus.call(case["call"], messages, {**options, "locators": places}), "asked": asked}


def store_of(case: dict[str, Any], asked: list[Any]) -> Callable[[dict[str, Any]], str]:
    """A function that stores as the case says; a place that is none fails. It notes what it is given."""

    def store(output: dict[str, Any]) -> str:
        asked.append(output)
        place = case["store"][len(asked) - 1] if len(asked) <= len(case["store"]) else None
        if place is None:
            raise OSError("the disk is full")
        return str(place)

    return store


def by_detector(case: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """A case of `call: "loops"`: each step calls a method of a detector of loops, or saves and loads it."""
    detector = LoopDetector(**options) if {"preset", "dialect"}.issuperset(options) else _conspectus.LoopDetector(options, None)
    answers = []
    for step in case["steps"]:
        answer: Any = None
        if step.get("reload") or "load" in step:
            assert isinstance(detector, LoopDetector)
            detector = LoopDetector.load(step.get("load") or json.loads(json.dumps(detector.save())), **options)
            answers.append(answer)
            continue
        given = expand(step.get("input"))
        chars = step.get("chars")
        inputs = [given] if chars is None else [given[at : at + chars] for at in range(0, len(given), chars)]
        for _ in range(step.get("times", 1)):
            for one in inputs:
                answer = method(detector, step["ask"], one)
        answers.append(plain_data(answer))
    return {"answers": answers, "found": detector.raw_ask("found", None), "saved": detector.save()}


def method(detector: Any, name: str, given: Any) -> Any:
    """What users call, where they can."""
    if name == "add_call" and "name" in given:
        return detector.add_call(given["name"], given.get("arguments"))
    if name == "found":
        return getattr(detector, name)
    if name in ("start_turn", "clear", "reset"):
        return getattr(detector, name)()
    if name in ("add_text", "add_message"):
        return getattr(detector, name)(given)
    return detector.raw_ask(name, given)


def expected_of(case: dict[str, Any]) -> Any:
    """A way back holds the host's own values: bytes, and texts that JSON cannot hold."""
    return expand(case["expect"]) if case["call"] == "invert_patch" else case["expect"]


def plain_data(value: Any) -> Any:
    return json.loads(json.dumps(as_data(value)))


def check_raw(case: dict[str, Any], messages: Any, raw: Any) -> None:
    """The raw result is what the vector expects."""
    if "expect" in case:
        check(expected_of(case), raw, "")
    patch = raw.get("patch", EMPTY_PATCH) if isinstance(raw, dict) else EMPTY_PATCH
    # What is no list (a session, a text) has its list elsewhere.
    after = apply_patch(messages, patch) if isinstance(messages, list) else messages
    if case.get("expect_same"):
        assert after is messages, patch
    if "expect_messages" in case:
        assert after == expand(case["expect_messages"])


def file_of(given: dict[str, Any]) -> bytes:
    """A vocabulary: a file of `tests/vocabularies`, or a text."""
    return given["text"].encode() if "text" in given else (VECTORS.parent / "vocabularies" / given["file"]).read_bytes()


# --- what users call ------------------------------------------------------------------------------


def public_call(case: dict[str, Any]) -> Callable[[dict[str, Any], Any, dict[str, Any], Any], None] | None:
    """How users would make this call; nothing for what they cannot write down."""
    given = [case.get("options"), *(run.get("turn") for run in runs_of(case))]
    if not all(isinstance(arguments, dict) for arguments in given if arguments is not None):
        return None
    if "vocabulary" in case:
        known = {"at_most", "max_tokens"}.issuperset(case.get("options") or {})
        return by_vocabulary if known and set(case["vocabulary"]["source"]) in ({"pattern"}, {"tokenizer_json"}) else None
    if case["call"] == "compactor":
        # A run is cancelled from outside by cancelling its task: then there is no result to
        # compare.
        by_hand = ("cancel", "cancel_store", "view", "first", "reload", "load")
        return by_compactor if not any(name in run for run in runs_of(case) for name in by_hand) else None
    return by_function if rooms_of(case["call"]) else None


def rooms_of(call: str) -> list[str]:
    """The modules in which the function of a call stands: the one in front of its name, else all."""
    module, _, name = call.rpartition(".")
    rooms: list[str] = ROWS[name]["rooms"] if name in ROWS else []
    return [room for room in rooms if room == module] if module else rooms


def is_elsewhere(room: str, options: dict[str, Any]) -> bool:
    given = options.get("preset") or "default"
    name = given if isinstance(given, str) else str(given.get("name"))
    return room in ("gemini_cli", "qwen_code", "gencode", "opencode") and not name.startswith(room.replace("_", "-"))


def by_function(case: dict[str, Any], messages: Any, options: dict[str, Any], raw: Any) -> None:
    """The function of the operation, in each of its modules."""
    row = ROWS[case["call"].rpartition(".")[2]]
    for room in rooms_of(case["call"]):
        # A function of a preset's module acts as that preset.
        if "." not in case["call"] and is_elsewhere(room, options):
            room = "operations"
        function = getattr(importlib.import_module(f"conspectus.{room}" if room else "conspectus"), row["name"])
        given = [messages] if row["input"] else []
        asked: list[Any] = []
        options = {**options, "store": store_of(case, asked)} if "store" in case else options
        found = attempt(lambda function=function, given=given, options=options: function(*given, **options))  # type: ignore[misc]
        if isinstance(raw, conspectus.ConspectusError):
            assert_same_error(found, raw)
            continue
        assert not isinstance(found, conspectus.ConspectusError), found
        assert "store" not in case or asked == raw["asked"]
        gives = row["gives"]
        if gives["kind"] == "edited":
            listed = messages["messages"] if isinstance(messages, dict) else messages
            after = apply_patch(listed, raw["patch"])
            assert found.messages == after and found.changed == (after is not listed) and (found.messages is listed) == (after is listed)
            for name in ("removed", "tokens_before", "tokens_after", "details"):
                assert as_data(getattr(found, name)) == raw[name], name
        else:
            expected = raw[gives["field"]] if gives["kind"] == "field" else raw
            assert as_data(found) == expected


def by_vocabulary(case: dict[str, Any], value: Any, options: dict[str, Any], raw: Any) -> None:
    """The method of a vocabulary."""

    def call() -> Any:
        file, source = file_of(case["vocabulary"]), case["vocabulary"]["source"]
        made = Vocabulary.from_tiktoken(file, **source) if "pattern" in source else Vocabulary.from_tokenizer_json(file)
        if "at_most" in options:
            return [made.count_up_to(text, options["at_most"]) for text in value]
        return getattr(made, case["call"])(value, **options)

    found = attempt(call)
    if isinstance(raw, conspectus.ConspectusError):
        assert_same_error(found, raw)
    else:
        assert found == raw


def by_compactor(case: dict[str, Any], messages: Any, options: dict[str, Any], raw: Any) -> None:
    """`Compactor.compact` and `Compactor.acompact`, with functions that play the host's side."""
    if isinstance(raw, dict) and raw["applied_before"]:
        return  # A compactor knows a list that it has compacted; the machine, driven by hand, takes each as a new one.
    for how in ("sync", "async"):
        found = attempt(lambda how=how: play_public(how, case, messages, options))  # type: ignore[misc]
        if isinstance(raw, conspectus.ConspectusError):
            assert_same_error(found, raw)
            continue
        assert not isinstance(found, conspectus.ConspectusError), found
        result, told, listed = found
        failed = raw["result"]["fallback"] or {}
        assert isinstance(result, RuntimeError) or failed.get("code") != "summarizer_error" or str(result.error) in failed["text"]
        assert told == {name: raw[name] for name in told}
        if isinstance(result, RuntimeError):
            # What the summariser raised.
            assert raw["status"] == "failed" and raw["result"]["code"] == "summarizer_error" and str(result) in raw["result"]["reason"]
            continue
        assert result.changed == raw["applied"]
        fields = as_data(result)
        assert {name: fields[name] for name in raw["result"]} == raw["result"]
        assert len(result.rows()) == len(listed) if isinstance(listed, list) else True
        after = apply_patch(listed, raw["patch"])
        assert result.messages == after and (result.messages is listed) == (after is listed)
        assert result.undo() == listed


def play_public(how: str, case: dict[str, Any], messages: Any, options: dict[str, Any]) -> Any:
    """As `play`, by the compactor's own loop: the last result, what its functions were told, and the list at its end."""
    host = Host()
    functions: dict[str, Any] = {"before_compact": host.before_compact, "on_compact": host.on_compact}
    # A preset refuses a function that it never calls.
    preset = options.get("preset")
    name = preset.get("name") if isinstance(preset, dict) else preset
    if name == "gemini-cli":
        functions["store"] = host.store
    if name == "qwen-code":
        functions["preset"] = {"name": name, **(preset if isinstance(preset, dict) else {}), "restore": host.restore}
    # The raw option says which functions a binding was given.
    given = options.get("host_functions") or ()
    options = {name: value for name, value in options.items() if name != "host_functions"}
    functions |= {name: getattr(host, name) for name in given if name != "restore"}
    if options.get("summarize") == "host":
        functions["summarize"] = host.summarize
    compactor: conspectus.Compactor[Any] = conspectus.Compactor(**{**options, **functions})
    result: Any = None
    for run in runs_of(case):
        listed = host.begin({**case, **run}, list_of(run, case, messages))
        turn = expand(host.case.get("turn")) or {}
        try:
            for error in host.case.get("refused", ()):
                compactor.handle_provider_error(expand(error))
            result = compactor.compact(listed, **turn) if how == "sync" else asyncio.run(compactor.acompact(listed, **turn))
        except RuntimeError as error:
            if isinstance(error, conspectus.ConspectusError):
                raise
            result = error
    told = {"requests": host.requests, "offloads": host.offloads, "wanted": host.wanted, "causes": host.causes}
    return result, {**told, "tried": host.ended is not None}, listed


class Host:
    """The host's side of a run, as functions."""

    def begin(self, case: dict[str, Any], messages: Any) -> Any:
        self.case = case
        self.requests: list[Any] = []
        self.offloads: list[Any] = []
        self.wanted: list[Any] = []
        self.causes: list[str] = []
        self.ended: Any = None
        # What changes while a run goes on changes in the list that the compactor was given.
        self.listed = list(messages) if "current" in case else messages
        return self.listed

    def on_compact(self, result: Any) -> None:
        self.ended = result

    def before_compact(self, action: dict[str, Any]) -> dict[str, str] | None:
        self.causes.append(action["trigger"])
        if "current" in self.case:
            self.listed[:] = expand(self.case["current"])
        return {"context": self.case["before_compact"]} if "before_compact" in self.case else None

    def summarize(self, request: dict[str, Any]) -> Any:
        if "current" in self.case:
            self.listed[:] = expand(self.case["current"])
        answer = answer_of(self.case, len(self.requests))
        self.requests.append(request)
        if answer.get("failure") is not None:
            raise RuntimeError(answer["failure"])
        return SimpleNamespace(text=expand(answer.get("text")) or "", **(answer.get("usage") or {}))

    def store(self, action: dict[str, Any]) -> str:
        locator = locator_of(self.case, action, len(self.offloads))
        self.offloads.append(action)
        if locator is None:
            raise OSError("disk full")
        return locator

    def restore(self, files: list[dict[str, Any]]) -> Any:
        self.wanted = files
        return expand(self.case.get("files"))


def assert_same_error(found: Any, raw: conspectus.ConspectusError) -> None:
    assert isinstance(found, conspectus.ConspectusError), found
    assert (found.code, found.path) == (raw.code, raw.path), found


def as_data(value: Any) -> Any:
    """A result as plain data."""
    if isinstance(value, list):
        return [as_data(item) for item in value]
    return value.to_dict() if hasattr(value, "to_dict") else value


# --- the compactor, played by hand ----------------------------------------------------------------


def runs_of(case: dict[str, Any]) -> list[dict[str, Any]]:
    """Earlier runs of the same machine, and the case itself."""
    return [*case.get("before", []), case]


def list_of(run: dict[str, Any], case: dict[str, Any], messages: Any) -> Any:
    """The list of a run: an earlier one may have its own."""
    return expand(run["messages"]) if run is not case and "messages" in run else messages


def answer_of(case: dict[str, Any], asked: int) -> dict[str, Any]:
    answers = case.get("answers", [])
    found: dict[str, Any] = answers[asked] if asked < len(answers) else {"text": case.get("summary"), "failure": case.get("failure")}
    return found


def locator_of(case: dict[str, Any], action: dict[str, Any], stored: int) -> str | None:
    stores = case.get("store", [])
    found: str | None = action["key"] if "store" not in case else stores[stored] if stored < len(stores) else None
    return found


def play(case: dict[str, Any], messages: Any, options: dict[str, Any]) -> dict[str, Any]:
    """A case of `call: "compactor"`: the host's side is in `turn`, `summary`, `failure`, `cancel`, `current` and so on; `before` holds earlier runs."""
    machine = Machine.load(case["load"], **options) if "load" in case else Machine(**options)
    result: dict[str, Any] = {}
    for run in runs_of(case):
        if run.get("reload"):
            machine = Machine.load(json.loads(json.dumps(machine.save())), **options)
        applied_before = result.get("applied_before") or result.get("applied", False)
        result = {**play_one(machine, {**case, **run}, list_of(run, case, messages)), "applied_before": applied_before}
    return result


def listed(machine: Machine, case: dict[str, Any], messages: Any) -> Any:
    """The list of this run: the `first` messages of the whole one, as a `view` shows them."""
    full = messages[: case["first"]] if "first" in case else messages
    seen = machine.view(full) if case.get("view") else None
    return full if seen is None else [*seen[1], *full[seen[0] :]]


def play_one(machine: Machine, case: dict[str, Any], messages: Any) -> dict[str, Any]:
    """One run of a machine."""
    messages = listed(machine, case, messages)
    recovery = [machine.handle_provider_error(expand(error)).to_dict() for error in case.get("refused", ())][-1:]
    # A plan changes nothing: what the run does is compared below.
    plan = machine.plan(messages, **(expand(case.get("turn")) or {})).to_dict() if case.get("plan") else None
    machine.handle_messages(messages, **(expand(case.get("turn")) or {}))
    actions, patch, done = [], EMPTY_PATCH, {}
    requests: list[Any] = []
    offloads: list[Any] = []
    wanted: list[Any] = []
    causes: list[str] = []
    log: list[str] = []
    events: list[Any] = []
    while (action := machine.poll_action()) is not None:
        actions.append(action["kind"])
        log += [f"{told['level']} {told['event']}" for told in action.get("log", ())]
        events += action.get("log", ())
        if action["kind"] == "summarize":
            answer = answer_of(case, len(requests))
            requests.append(action["request"])
            if case.get("cancel"):
                machine.cancel()
            elif answer.get("failure") is not None:
                machine.handle_failure(answer["failure"])
            else:
                machine.handle_summary(expand(answer.get("text")) or "", **(answer.get("usage") or {}))
        elif action["kind"] == "store_output":
            locator = locator_of(case, action, len(offloads))
            offloads.append(action)
            if case.get("cancel_store"):
                machine.cancel()
            elif locator is None:
                machine.handle_store_failed("disk full")
            else:
                machine.handle_stored(locator)
        elif action["kind"] == "read_files":
            wanted = action["files"]
            machine.handle_restored(expand(case.get("files")))
        elif action["kind"] == "before_compact":
            causes.append(action["trigger"])
            if "before_compact" in case:
                machine.handle_before_compact(case["before_compact"])
        elif action["kind"] == "apply":
            patch = action["patch"]
            machine.handle_current(expand(case["current"]) if "current" in case else messages)
        elif action["kind"] == "done":
            done = action
    told: dict[str, Any] = {"plan": plan, "actions": actions, "requests": requests, "offloads": offloads, "wanted": wanted, "causes": causes}
    now = apply_patch(messages, patch) if done["applied"] and "current" not in case else messages
    ends = [told["attributes"] for told in events if told["event"] in ("finished", "failed", "too_large")]
    told |= {"status": done["result"]["status"], "finished": ends[-1] if ends else None, "now": now, "recovery": recovery[0] if recovery else None, "saved": machine.save(), "log": log, "events": events}
    return {**done, **told, "request": requests[-1] if requests else None, "patch": patch if done["applied"] else EMPTY_PATCH}


# --- what is expected -----------------------------------------------------------------------------


def check(expected: Any, found: Any, path: str) -> None:
    """Every key of `expected` is in `found`, with the same value, or is null and absent; lists are equal item by item."""
    if isinstance(expected, dict) and "$contains" in expected:
        assert isinstance(found, str) and expected["$contains"] in found, f"{path}: {found!r}"
    elif isinstance(expected, dict):
        assert isinstance(found, dict), f"{path}: {found!r}"
        for key, value in expected.items():
            if value is None and key not in found:
                continue
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
