"""Bad input gives a typed error with a code and a path, and leaves everything as it was."""

from __future__ import annotations

import copy
import json
import math
import pickle
import sys
from collections import OrderedDict
from enum import Enum
from typing import Any

import pytest
from builders import json_length

import conspectus
from conspectus import ConspectusError, errors, operations, sansio

NOT_LISTS: list[tuple[Any, str]] = [
    ("hello", "INVALID_MESSAGES"),
    (None, "INVALID_MESSAGES"),
    (7, "INVALID_MESSAGES"),
    ({"role": "user", "content": "x"}, "INVALID_MESSAGES"),
    (b"bytes", "INVALID_MESSAGES"),
    ({1, 2}, "UNSUPPORTED_TYPE"),
    (iter([]), "UNSUPPORTED_TYPE"),
]
OPERATIONS = [operations.estimate_tokens, operations.find_split_point, operations.slim, operations.microcompact, operations.prune, conspectus.summarize_extractive]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.__name__)
@pytest.mark.parametrize(("messages", "code"), NOT_LISTS, ids=lambda value: type(value).__name__ if not isinstance(value, str) else value)
def test_what_is_no_list_is_refused(operation: Any, messages: Any, code: str) -> None:
    with pytest.raises(ConspectusError) as caught:
        operation(messages)
    assert (caught.value.code, caught.value.path) == (code, "")


@pytest.mark.parametrize(
    ("message", "path"),
    [
        (None, "/1"),
        ("text", "/1"),
        ({"role": 3, "content": "x"}, "/1/role"),
    ],
)
def test_a_message_that_is_none_names_its_place(message: Any, path: str) -> None:
    messages = [{"role": "user", "content": "hi"}, message]
    with pytest.raises(errors.InvalidMessagesError) as caught:
        operations.estimate_tokens(messages)
    assert caught.value.path == path


@pytest.mark.parametrize(
    ("value", "hint"),
    [({1, 2}, "set"), (object(), "object"), (dict, "type"), (1 + 2j, "complex"), (len, "builtin"), (range(3), "range")],
    ids=["set", "object", "class", "complex", "function", "range"],
)
def test_what_json_does_not_have_names_its_place(value: Any, hint: str) -> None:
    # In messages such values are read as their text: see `test_odd_values.py`.
    with pytest.raises(errors.UnsupportedTypeError) as caught:
        operations.estimate_tokens([], tools=[{"name": "f", "args": {"a/b": [1, value]}}])
    assert caught.value.path == "/tools/0/args/a~1b/1"
    assert hint in str(caught.value)
    assert isinstance(caught.value, TypeError)


def test_a_key_that_is_no_string_names_its_dict() -> None:
    with pytest.raises(errors.UnsupportedTypeError) as caught:
        operations.estimate_tokens([], tools=[{"a": [{1: 2}]}])
    assert caught.value.path == "/tools/0/a/0"


def test_an_option_of_a_strange_type_names_the_option() -> None:
    with pytest.raises(errors.UnsupportedTypeError) as caught:
        operations.microcompact([], clearable_tools={"a"})  # type: ignore[arg-type]
    assert caught.value.path == "/clearable_tools"


@pytest.mark.parametrize("fraction", [0, 1, 50, -1, math.nan, math.inf, "0.5", True, 10**400])
def test_a_fraction_out_of_range_is_refused(fraction: Any) -> None:
    with pytest.raises(errors.InvalidOptionError) as caught:
        operations.find_split_point([], fraction=fraction)
    assert (caught.value.code, caught.value.path) == ("INVALID_OPTION", "/fraction")
    assert isinstance(caught.value, ValueError)


def test_a_percentage_is_told_what_was_meant() -> None:
    with pytest.raises(errors.InvalidOptionError, match="did you mean 0.5"):
        operations.find_split_point([], fraction=50)


def test_an_unknown_option_is_told_its_near_names() -> None:
    with pytest.raises(errors.InvalidOptionError, match="did you mean `fraction`"):
        operations.find_split_point([], fractoin=0.5)  # type: ignore[call-arg]
    for make in (conspectus.Compactor, conspectus.History):
        with pytest.raises(errors.InvalidOptionError) as caught:
            make(contxt_window=3)  # type: ignore[call-arg]
        assert caught.value.path == "/contxt_window"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"preset": 5}, "preset must be a name, or an object with a `name`, got `5`"),
        ({"preset": "gencode", "trigger": 0.5}, 'write preset={"name": "gencode", "trigger": ...}'),
        ({"trigger": "late"}, 'a fraction above 0 and at most 1, or {"tokens": ...}, got `"late"`'),
        ({"prices": 5}, "prices must be a name or an object, got `5`"),
    ],
)  # fmt: skip
def test_errors_say_what_may_be_given(given: Any, said: str) -> None:
    with pytest.raises(errors.InvalidOptionError) as caught:
        conspectus.Compactor(**given)
    assert said in str(caught.value)


def test_a_function_counts_only_where_messages_are_counted() -> None:
    messages = [{"role": "user", "content": "hello"}]
    assert conspectus.count_tokens(messages, tokenizer=len).tokens == 9
    with pytest.raises(errors.InvalidOptionError, match="for counting messages, a function") as caught:
        conspectus.summarize_extractive(messages, tokenizer=len)  # type: ignore[arg-type]
    assert caught.value.path == "/tokenizer"


def test_none_counts_as_not_given() -> None:
    messages = [{"role": "user", "content": "x" * 1000}]
    assert operations.estimate_tokens(messages, chars_per_token=None, dialect=None, preset=None) == operations.estimate_tokens(messages)


def test_unknown_names_have_their_own_errors() -> None:
    with pytest.raises(errors.UnknownDialectError):
        operations.estimate_tokens([], dialect="klingon")  # type: ignore[arg-type]
    with pytest.raises(errors.UnknownPresetError):
        operations.estimate_tokens([], preset="klingon")  # type: ignore[arg-type]


def nest(levels: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(levels):
        value = [value]
    return value


def test_nesting_of_100000_levels_is_refused_without_harm() -> None:
    deep = nest(100_000)
    with pytest.raises(errors.TooDeepError):
        operations.estimate_tokens([], tools=deep)
    # In a message they count to a depth.
    assert json_length(deep) > 400
    for part in ({"functionCall": {"name": "f", "args": deep}}, {"functionResponse": {"name": "f", "response": {"parts": deep}}}):
        assert operations.estimate_tokens([{"role": "user", "parts": [part]}]).tokens > 50
    conspectus.History(verify="hash").append({"role": "user", "content": "x", "unread": deep})
    assert json_length(nest(200)) == 402


def test_a_cycle_is_told_from_depth_and_its_place_is_named() -> None:
    cycle: dict[str, Any] = {"role": "user", "content": "x"}
    cycle["self"] = [1, {"again": cycle}]
    with pytest.raises(errors.CycleError) as caught:
        operations.estimate_tokens([], tools=[cycle])
    assert caught.value.path == "/tools/0/self/1/again"
    args: list[Any] = []
    args += [args, args, args]
    for use in (
        lambda: operations.estimate_tokens([], tools=args),
        lambda: operations.prune([], pruned_at=args),
    ):
        with pytest.raises(errors.CycleError):
            use()


def test_the_same_object_twice_is_no_cycle() -> None:
    shared = {"a": [1, 2]}
    assert json_length([shared, shared, {"x": shared}]) == len('[{"a":[1,2]},{"a":[1,2]},{"x":{"a":[1,2]}}]')


LONE = ["\ud800", "x\udfff", "a\ud83d", "\udc00\ud800", "漢\ud800" * 300, "😀\udc00😀"]


@pytest.mark.parametrize("text", LONE, ids=range(len(LONE)))
def test_lone_surrogates_are_measured_and_kept(text: str) -> None:
    messages = [{"role": "user", "parts": [{"text": text}, {"functionCall": {"id": text, "name": text, "args": {text: text}}}]}]
    before = copy.deepcopy(messages)
    units = len(text.encode("utf-16-le", "surrogatepass")) // 2
    assert operations.estimate_tokens([messages[0] | {"parts": [{"text": text}]}]).chars == units
    for unit in ("chars", "json_chars", "part_json_chars", "output_chars"):
        for estimator in ("chars", "script"):
            operations.estimate_tokens(messages, unit=unit, estimator=estimator)  # type: ignore[arg-type]
    conspectus.summarize_extractive(messages)
    compacted = conspectus.Compactor().compact(messages * 3, force=True)
    assert messages == before
    # Nobody could send it as it is.
    json.dumps(compacted.messages, ensure_ascii=False).encode("utf-8")


def test_a_long_text_is_not_copied_into_its_object() -> None:
    for text in ("é" * 10_000, "漢" * 10_000, "😀" * 10_000, "a" * 10_000 + "é", "key é"):
        size = sys.getsizeof(text)
        message = {"role": "user", "parts": [{"text": text}, {"functionCall": {"name": "f", "args": {"k": text}}}]}
        for unit in ("chars", "json_chars", "part_json_chars"):
            operations.estimate_tokens([message], unit=unit, estimator="script")
        json_length({text: text})
        conspectus.History(verify="hash").append(message)
        assert sys.getsizeof(text) == size


class Name(str):
    """As string enums and wrapped strings are."""


class Role(str, Enum):
    USER = "user"


def test_subclasses_of_plain_types_count_as_what_they_extend() -> None:
    class Ordered(dict[str, Any]):
        pass

    class Items(list[Any]):
        pass

    plain = [{"role": "user", "parts": [{"text": "hé"}, {"functionCall": {"name": "f", "args": {"a": [1, 2.5, True, None]}}}]}]
    arguments = OrderedDict([(Name("a"), Items((1, 2.5, True, None)))])
    dressed = Items([Ordered(role=Role.USER, parts=({"text": Name("hé")}, {"functionCall": Ordered(name=Name("f"), args=arguments)}))])
    assert operations.estimate_tokens(dressed, unit="json_chars") == operations.estimate_tokens(plain, unit="json_chars")
    assert json_length(dressed) == json_length(plain)


def test_bytes_are_media() -> None:
    messages = [{"role": "user", "parts": [{"inline_data": {"mime_type": "image/png", "data": b"\x89PNG" * 1000}}]}]
    assert operations.estimate_tokens(messages).media == 1
    assert json_length(b"abcd") == 10


def test_a_failed_call_leaves_ledger_and_machine_as_they_were() -> None:
    history = conspectus.History()
    history.append({"role": "user", "content": "x"})
    tokens = history.tokens
    bad = {"role": 5, "parts": [{"text": "x"}]}
    for use in (lambda: history.append(bad), lambda: history.extend([{"role": "user", "content": "y"}, bad])):
        with pytest.raises(errors.InvalidMessagesError) as caught:
            use()
        assert caught.value.path.endswith("/role")
        assert (len(history), history.tokens) == (1, tokens)
    machine = sansio.Machine(context_window=1000)
    with pytest.raises(errors.InvalidMessagesError):
        machine.handle_messages([bad])
    assert machine.state == "idle"
    assert machine.poll_action() is None


def test_errors_survive_pickling_and_have_a_class_for_every_code() -> None:
    with pytest.raises(ConspectusError) as caught:
        operations.find_split_point([], fraction=50)
    error = pickle.loads(pickle.dumps(caught.value))
    assert (type(error), error.code, error.path, error.message) == (type(caught.value), "INVALID_OPTION", "/fraction", caught.value.message)

    def below(base: type[ConspectusError]) -> list[type[ConspectusError]]:
        return [cls for direct in base.__subclasses__() for cls in (direct, *below(direct))]

    assert {cls.kind for cls in below(ConspectusError) if cls.kind} == set(sansio.names()["error_codes"])


def test_a_model_alone_is_told_how_it_is_written() -> None:
    with pytest.raises(errors.InvalidOptionError, match=r"use Compactor\(model='gpt-5'\)"):
        conspectus.Compactor("gpt-5")  # type: ignore[misc]
