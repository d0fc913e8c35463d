"""How the session of `session.py` is taken in one framework's classes and dumps: `python tests/frameworks/check.py NAME`.

A form is read, or refused. Read means:
- `size`: what `count_tokens` counts without the pictures, over the tokens of the session's own texts, reasoning, names and arguments of
  calls (as JSON) and results, is between 0.8 and 1.2. The keys, ids and timestamps that a framework writes around them are in neither;
- calls and results are counted as such, each within the same 20 %;
- nothing is left unread, `validate` finds nothing, and finds each message with a call or a result that is taken out;
- a compaction leaves a sound list of the same classes, and the host's own as it was.
Refused means: counting, validation and a turn raise the same error of conspectus, with its code, its place, and what to do.
One compactor is also shown the list as it grows, message by message: it reads each of them, or refuses before a result stands in it.

Where calls and results are texts under roles of their own, as in the memory of smolagents, they count as texts, and `validate` names those
roles: the framework itself changes them before it sends.
"""

from __future__ import annotations

import importlib.metadata
import logging
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import session
from builders import ALL, Built

import conspectus

CALLS_AND_RESULTS = 6
"""Messages that hold calls, and messages that hold results, where the two results of one answer share a message."""


def tokens(text: str) -> int:
    return conspectus.count_tokens(text).tokens


RESULTS = sum(tokens(it.result) for it in session.CALLS)
ARGUMENTS = sum(tokens(it.name) + tokens(it.json) for it in session.CALLS)
TEXTS = sum(map(tokens, session.TEXTS))
THOUGHT = tokens(session.THOUGHT)


def within(counted: float, expected: float) -> bool:
    return 0.8 <= counted / expected <= 1.2


def turn(messages: list[Any]) -> Any:
    return conspectus.Compactor(context_window=1_000_000).compact(messages)


ASKED: list[Callable[[list[Any]], Any]] = [conspectus.count_tokens, conspectus.validate, turn]


def taken(built: Built, messages: list[Any]) -> tuple[str, list[str]]:
    """What came of it in few words, and what is wrong with that."""
    before = repr(messages)
    answers, refusals = [], []
    for ask in ASKED:
        try:
            answers.append(ask(messages))
        except conspectus.ConspectusError as error:
            refusals.append(error)
    if refusals:
        return f"refused: {refusals[0].code}", [*wrong_refusals(refusals, answers), *wrong_growth(messages, refusals[0].code)]
    count, problems, result = answers
    size = (count.tokens - count.by_kind.media) / (TEXTS + ARGUMENTS + RESULTS + THOUGHT * built.has_thought)
    wrong = [*wrong_sizes(built, count, size), *wrong_roles(built, "validate", problems), *wrong_growth(messages, None)]
    wrong += [f"warning: {warning.code} at {warning.path}" for warning in result.warnings]
    wrong += [*wrong_pairs(messages)] if built.has_calls else []
    wrong += [*wrong_compaction(built, messages)]
    if repr(messages) != before:
        wrong.append("the host's own messages changed")
    return f"read {size:.2f} as {count.details.dialect}", wrong


def wrong_refusals(refusals: list[Any], answers: list[Any]) -> Iterator[str]:
    if answers:
        yield f"refused by {len(refusals)} of {len(ASKED)} only: {refusals[0]}"
    for error in refusals:
        if (error.code, error.path) != (refusals[0].code, refusals[0].path):
            yield f"refused in several ways: {error}"
        if not error.path.startswith("/") or "convert" not in str(error).lower():
            yield f"does not say where, or what to do: {error}"


def wrong_sizes(built: Built, count: Any, size: float) -> Iterator[str]:
    if not within(size, 1):
        yield f"counted {size:.2f} of its size"
    if built.has_calls and not within(count.by_kind.tool_results, RESULTS):
        yield f"results: {count.by_kind.tool_results} of {RESULTS} tokens"
    # Some count the keys of a call too, none counts less than its name and its arguments.
    if built.has_calls and not 0.75 <= count.by_kind.tool_calls / ARGUMENTS <= 1.5:
        yield f"calls: {count.by_kind.tool_calls} of {ARGUMENTS} tokens"
    if built.has_pictures and not count.by_kind.media:
        yield "the picture is not counted"


def wrong_pairs(messages: list[Any]) -> Iterator[str]:
    found = 0
    for at in range(len(messages)):
        problems = conspectus.validate(messages[:at] + messages[at + 1 :])
        found += any(problem.code in {"dangling_call", "orphan_result"} for problem in problems)
    if found < CALLS_AND_RESULTS:
        yield f"of the messages with calls and results, {found} are missed when they are taken out"


def wrong_roles(built: Built, when: str, problems: list[Any]) -> Iterator[str]:
    for problem in problems:
        if built.has_calls or problem.code != "unknown_role":
            yield f"{when}: {problem.code} at {problem.path}"


def wrong_growth(messages: list[Any], refusal: str | None) -> Iterator[str]:
    """What is wrong where one compactor is shown the list each time it grew by a message."""
    compactor = conspectus.Compactor(context_window=1_000_000)
    for length in range(1, len(messages) + 1):
        try:
            result = compactor.compact(messages[:length])
        except conspectus.ConspectusError as error:
            if error.code != refusal:
                yield f"with {length} messages: {error}"
            return
        if not refusal and any(warning.code == "unrecognized_content" for warning in result.warnings):
            yield f"with {length} messages something is not read"
    if refusal:
        yield "it is not refused where it grows"


def wrong_compaction(built: Built, messages: list[Any]) -> Iterator[str]:
    result = conspectus.Compactor(context_window=6_000).compact(messages, force=True)
    if not result.changed:
        yield f"is not compacted: {result.code}"
    yield from wrong_roles(built, "after a compaction", conspectus.validate(result.messages))
    if strange := {type(message).__name__ for message in result.messages} - {type(message).__name__ for message in messages}:
        yield f"after a compaction there are messages of {', '.join(strange)}"


def main() -> int:
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    failed = 0
    for build in ALL[sys.argv[1]]:
        built = build()
        version = importlib.metadata.version(built.package)
        for form, (expected, messages) in built.forms.items():
            came, wrong = taken(built, messages)
            if not came.startswith(expected if expected == "read" else f"refused: {expected}"):
                wrong.append(f"expected {expected}")
            failed += bool(wrong)
            print(f"  {built.package} {version}  {form:20} {came}", flush=True)
            for line in dict.fromkeys(wrong):
                print(f"    WRONG: {line[:300]}", flush=True)
    print(f"  {'FAILED: ' + str(failed) if failed else 'all'} of the forms{'' if failed else ' are read or refused'}")
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
