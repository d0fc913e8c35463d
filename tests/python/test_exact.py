"""Exact counts, through the boundary."""

from __future__ import annotations

import threading

import pytest

import conspectus
from conspectus import count_tokens, count_up_to, decode, encode, truncate_to_tokens

TEXTS = ["", "hello world", "漢字 and émigré 😀", "def f(x):\n\treturn x + 1\n" * 50]


@pytest.mark.parametrize("text", TEXTS)
def test_encode_count_and_decode_agree(text: str) -> None:
    ids = encode(text)
    assert count_tokens(text) == len(ids) and decode(ids) == text
    assert encode(text, model="gpt-4") == encode(text, encoding="cl100k_base")


def test_counting_stops_at_the_limit() -> None:
    assert count_up_to("one two three", 100) == 3
    assert count_up_to("one two three", 2) is None


def test_truncation_keeps_the_beginning() -> None:
    assert truncate_to_tokens("one two three", 2) == "one two"
    assert truncate_to_tokens("one", 0) == ""


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(conspectus.InvalidMessagesError):
        count_tokens(b"bytes")  # type: ignore[arg-type]
    with pytest.raises(conspectus.InvalidConfigError) as caught:
        count_tokens("x", encoding="klingon")  # type: ignore[arg-type]
    assert caught.value.path == "/encoding"
    with pytest.raises(conspectus.UnsupportedTypeError):
        decode({1, 2})  # type: ignore[arg-type]


def test_other_threads_run_while_a_long_text_is_counted() -> None:
    text = "some words to be counted, and 1234 numbers\n" * 200_000
    steps, stop = 0, threading.Event()

    def spin() -> None:
        nonlocal steps
        while not stop.is_set():
            steps += 1

    thread = threading.Thread(target=spin)
    thread.start()
    before = steps
    count_tokens(text)
    during = steps - before
    stop.set()
    thread.join()
    # Holding the lock, the other thread would hardly get a turn.
    assert during > 1000
