"""The exact counters of the package: ids and counts agree, limits hold, wrong arguments are named, and other threads run meanwhile."""

from __future__ import annotations

import pytest
from builders import lets_others_run

from conspectus import errors
from conspectus.tokens import count_texts, decode, encode, truncate

TEXTS = ["", "hello world", "漢字 and émigré 😀", "def f(x):\n\treturn x + 1\n" * 50]


@pytest.mark.parametrize("text", TEXTS)
def test_encode_count_and_decode_agree(text: str) -> None:
    ids = encode(text)
    assert count_texts([text]) == [len(ids)] and decode(ids) == text
    assert encode(text, model="gpt-4") == encode(text, encoding="cl100k_base")


def test_counting_stops_at_the_limit() -> None:
    assert count_texts(["one two three", "one"], at_most=3) == [3, 1]
    assert count_texts(["one two three", "one"], at_most=2) == [None, 1]


def test_truncation_keeps_the_beginning() -> None:
    assert truncate("one two three", 2) == "one two"
    assert truncate("one", 0) == ""


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(errors.InvalidMessagesError):
        count_texts(b"bytes")  # type: ignore[arg-type]
    with pytest.raises(errors.InvalidOptionError) as caught:
        count_texts(["x"], encoding="klingon")  # type: ignore[arg-type]
    assert caught.value.path == "/encoding"
    with pytest.raises(errors.UnsupportedTypeError):
        decode({1, 2})  # type: ignore[arg-type]


def test_batches_count_as_single_texts_do() -> None:
    texts = ["hello world", "", "漢字 and \ud800 half", "x" * 10_000]
    assert count_texts(texts, encoding="cl100k_base") == [count_texts([text], encoding="cl100k_base")[0] for text in texts]


def test_other_threads_run_while_text_is_counted() -> None:
    assert lets_others_run(lambda size: count_texts(["retry loop " * size]))
    assert lets_others_run(lambda size: count_texts(["retry loop " * (size // 4)] * 4))
    # On a busy machine the system may take the core away in between, so one of a few tries is enough.
    assert not all(lets_others_run(lambda size: len("retry loop " * size)) for _ in range(9)), "the probe tells who keeps the lock"
