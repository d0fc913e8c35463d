"""Other sources of token counts: the host's own tokenizer, a vocabulary file, and the usage that a provider reports."""

from __future__ import annotations

import pathlib

import pytest

import conspectus
from conspectus import errors, sansio
from conspectus.tokens import Vocabulary, read_usage

VOCABULARIES = pathlib.Path(__file__).parents[1] / "vocabularies"
MESSAGES = [
    {"role": "user", "content": "Please look at the retry loop."},
    {"role": "assistant", "content": "It waits twice as long each time."},
    {"role": "user", "content": "Please look at the retry loop."},
]


class Words:
    """Counts words, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, text: str) -> int:
        self.asked.append(text)
        return len(text.split())


def test_a_tokenizer_counts_each_text_once() -> None:
    words = Words()
    history = conspectus.History(tokenizer=words)
    history.extend(MESSAGES)
    assert history.tokens == 6 + 7 + 6 + 3 * 4
    assert sorted(words.asked) == sorted({message["content"] for message in MESSAGES})
    history.append({"role": "assistant", "content": "Two words"})
    assert history.tokens == 21 + 4 * 4 and words.asked[-1] == "Two words" and len(words.asked) == 3
    longer = [*MESSAGES, {"role": "assistant", "content": "Two words"}, {"role": "user", "content": "one"}]
    assert history.sync(longer) == 1 and history.tokens == 22 + 5 * 4 and len(words.asked) == 4


def test_what_a_tokenizer_raises_comes_back_as_it_is() -> None:
    class OutOfWordsError(Exception):
        pass

    error = OutOfWordsError()

    def broken(_text: str) -> int:
        raise error

    history = conspectus.History(tokenizer=broken)
    for read in (lambda: history.append(MESSAGES[0]), lambda: history.extend(MESSAGES), lambda: history.sync(MESSAGES)):
        with pytest.raises(OutOfWordsError) as caught:
            read()
        assert caught.value is error and len(history) == 0
    with pytest.raises(OutOfWordsError):
        conspectus.Compactor(tokenizer=broken, context_window=100).compact(MESSAGES)


def test_a_tokenizer_must_count() -> None:
    with pytest.raises(errors.InvalidOptionError) as caught:
        conspectus.History(tokenizer=lambda text: -1).extend(MESSAGES)
    assert caught.value.path == "/tokenizer"


def test_a_tokenizer_decides_when_to_compact() -> None:
    words = Words()
    compactor = conspectus.Compactor(tokenizer=words, context_window=1_000)
    result = compactor.compact(MESSAGES)
    assert result.status == "unchanged" and result.log["sizes.prompt_tokens_before"] == 19 + 3 * 4
    compactor.compact(MESSAGES)
    assert len(words.asked) == 2, "counts are kept from run to run"


SYSTEM = "You are a careful engineer"
TOOLS = [{"name": "grep", "description": "finds lines in files"}]


def test_a_tokenizer_counts_what_surrounds_the_messages() -> None:
    words = Words()
    history = conspectus.History(tokenizer=words)
    history.extend(MESSAGES)
    found = history.count_tokens(system=SYSTEM, tools=TOOLS)
    # The schema's strings, each by itself, and its keys and signs together, which are one word.
    assert found.details.overhead.system == 5 and found.details.overhead.tools == 1 + 4 + 1
    asked = len(words.asked)
    assert history.count_tokens(system=SYSTEM, tools=TOOLS) == found and len(words.asked) == asked, "counts are kept"
    assert conspectus.count_tokens(MESSAGES, tokenizer=Words(), system=SYSTEM, tools=TOOLS) == found


def test_a_compactor_asks_its_tokenizer_for_what_surrounds_the_messages() -> None:
    words = Words()
    compactor = conspectus.Compactor(tokenizer=words, context_window=1_000)
    for _ in range(3):
        result = compactor.compact(MESSAGES, system=SYSTEM, tools=TOOLS)
        assert result.log["sizes.prompt_tokens_before"] == 19 + 3 * 4 + 5 + 6
    assert words.asked.count(SYSTEM) == 1 and len(words.asked) == 2 + 1 + 3, "counts are kept from turn to turn"
    with pytest.raises(errors.InvalidOptionError) as caught:
        sansio.Machine(tokenizer=words, context_window=1_000).raw_ask("provide_counts", [1.0])
    assert caught.value.path == "/tokenizer"


def test_a_vocabulary_is_a_tokenizer() -> None:
    path = VOCABULARIES / "tiny.llama3.json"
    for vocabulary in (Vocabulary.from_tokenizer_json(path), Vocabulary.from_tokenizer_json(path.read_bytes())):
        assert vocabulary.pattern == "llama3" and len(vocabulary) > 256
        texts = ["the retry loop", "漢字 and \ud800 half", ""]
        assert vocabulary.count_texts(texts) == [vocabulary.count(text) for text in texts] == [len(vocabulary.encode(text)) for text in texts]
        assert vocabulary.decode(vocabulary.encode(texts[0])) == texts[0]
        assert vocabulary.count_up_to(texts[0], 1) is None and len(vocabulary.encode(vocabulary.truncate(texts[0], 2))) == 2
        expected = sum(4 + vocabulary.count(str(message["content"])) for message in MESSAGES)
        assert conspectus.count_tokens(MESSAGES, tokenizer=vocabulary).tokens == expected
        compactor = conspectus.Compactor(tokenizer=vocabulary, context_window=10_000)
        assert compactor.compact(MESSAGES).log["sizes.prompt_tokens_before"] == expected
    ranks = Vocabulary.from_tiktoken(str(VOCABULARIES / "tiny.tiktoken"), pattern="o200k")
    assert ranks.pattern == "o200k"
    with pytest.raises(errors.InvalidOptionError) as caught:
        Vocabulary.from_tiktoken(VOCABULARIES / "tiny.tiktoken", pattern="o201k")
    assert caught.value.path == "/pattern"
    with pytest.raises(OSError):
        Vocabulary.from_tokenizer_json("no/such/file")


def test_count_tokens_takes_a_tokenizer() -> None:
    assert conspectus.count_tokens(MESSAGES, tokenizer=Words()).tokens == 19 + 3 * 4


def test_reports_anchor_the_prompt() -> None:
    history = conspectus.History()
    history.extend(MESSAGES[:1])
    assert history.prompt_tokens == history.tokens
    history.report_usage({"usage": {"input_tokens": 10, "cache_read_input_tokens": 2_000, "output_tokens": 5}})
    assert history.prompt_tokens == 2_010
    before = history.tokens
    history.extend(MESSAGES[1:])
    assert abs(history.prompt_tokens - (2_010 + history.tokens - before)) <= 1
    estimate = history.count_tokens().details
    assert estimate.prompt_tokens == history.prompt_tokens and abs(estimate.unlisted_tokens - (2_010 - before)) <= 1
    with pytest.raises(errors.InvalidMessagesError):
        history.report_usage({"total": 5})
    with pytest.raises(errors.InvalidOptionError):
        history.report_usage(5, messages=9)


def test_a_usage_object_of_an_sdk_is_read_as_it_is() -> None:
    class Usage:
        """As the SDKs' models are."""

        def model_dump(self) -> dict[str, object]:
            return {"input_tokens": 1_000, "cache_read_input_tokens": 8_000, "output_tokens": 5, "service_tier": None}

    usage = read_usage(Usage())
    assert usage is not None and usage.prompt_tokens == 9_000
    history = conspectus.History()
    history.extend(MESSAGES)
    history.report_usage(Usage())
    assert history.prompt_tokens == 9_000
    result = conspectus.compact(MESSAGES, usage=Usage(), context_window=100_000)
    assert 9_000 <= result.log["sizes.prompt_tokens_before"] < 9_100, "and what came since is added"
