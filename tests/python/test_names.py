"""The type stubs name exactly the operations, options and words that the core takes."""

from __future__ import annotations

import ast
import pathlib
from typing import Any, get_args

import pytest

import conspectus
from conspectus import _conspectus, options

PACKAGE = pathlib.Path(conspectus.__file__).parent
MEASURING = {
    "dialect",
    "measure",
    "estimator",
    "model",
    "family",
    "encoding",
    "chars_per_token",
    "media_rule",
    "image_token_estimate",
    "message_overhead_tokens",
}


# What they measure, if anything, follows rules of its own.
OF_NO_MESSAGES = ("compression_threshold", "check_overflow", "compressor_model", "output_key", "resolve_settings", "hysteresis", "calibrate", "merge_snapshot_delta")


def keywords(function: ast.FunctionDef) -> set[str]:
    return {argument.arg for argument in function.args.kwonlyargs}


def functions(name: str) -> dict[str, ast.FunctionDef]:
    found = {}
    for node in ast.walk(ast.parse((PACKAGE / name).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{item.name}": item for item in node.body if isinstance(item, ast.FunctionDef)}
        elif isinstance(node, ast.FunctionDef):
            found.setdefault(node.name, node)
    return found


def test_every_operation_and_its_options_are_in_the_stub() -> None:
    stubs = functions("exact.py") | functions("operations.pyi")
    for name, known in conspectus.names()["operations"].items():
        assert hasattr(conspectus, name)
        if name in ("json_chars", "parse_snapshot"):
            continue
        # Where no message is measured, the options for it are accepted and left out of the stub.
        of_text = name in (*OF_NO_MESSAGES, "media_tokens", "read_usage", "count_tokens_batch", "token_limit", "thresholds", "count_tokens", "encode", "decode", "truncate_to_tokens")
        assert set(known) - keywords(stubs[name]) <= (MEASURING | {"preset", "max_tokens", "limit"} if of_text else set())
        # A callable is no option of the core: it hears of `estimator="host"`.
        assert keywords(stubs[name]) - {"tokenizer"} <= set(known)


def test_the_options_of_the_classes_are_in_the_stub() -> None:
    stubs = functions("_conspectus.pyi")
    assert keywords(stubs["History.__new__"]) == {"tokenizer"} | set(_conspectus.History.option_names())
    assert keywords(stubs["Compactor.__new__"]) == {"tokenizer"} | set(_conspectus.Compactor.option_names())
    assert keywords(stubs["Compactor.handle_messages"]) == set(_conspectus.Compactor.turn_names())


def test_the_words_of_options_are_those_of_the_core() -> None:
    assert get_args(options.Preset) == tuple(conspectus.names()["presets"])
    assert get_args(options.Dialect) == tuple(conspectus.names()["dialects"])
    for name in ("measure", "estimator", "family", "media_rule", "split_rule", "placeholder", "prune_rule", "ladder", "summarizer", "course", "snapshot_form", "application"):
        words = get_args(getattr(options, "".join(word.title() for word in name.split("_"))))
        operations: dict[str, Any] = {"prune_rule": conspectus.prune, "ladder": lambda messages, **given: conspectus.thresholds(**given)}
        operation = operations.get(name, lambda messages, **given: conspectus.Compactor(**given))
        with pytest.raises(conspectus.InvalidConfigError) as caught:
            operation([], **{name: "?"})
        assert f"one of {', '.join(words)}," in caught.value.message


def test_everything_public_has_a_docstring() -> None:
    for name in conspectus.__all__:
        if name != "__version__":
            assert getattr(conspectus, name).__doc__, name
