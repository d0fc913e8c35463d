"""Failures at will: at the requests that a plan names, or at the one that asks for it in the header
`x-fail`.

A plan is words as `3:429/7` (request 3 is answered 429, with `retry-after: 7`), `4-6:529`, `9:drop`
(the connection is closed before an answer), `10:half` (half of an answer or of its stream),
`11:broken` (a stream that ends with an error), `12:empty`, `13:cut` (at the limit of tokens) and
`14:refusal`.
"""

from __future__ import annotations

from dataclasses import dataclass

STATUSES = (400, 401, 403, 404, 408, 413, 429, 500, 502, 503, 504, 529)
KINDS = ("drop", "half", "broken", "empty", "cut", "refusal")


@dataclass(frozen=True)
class Failure:
    # A word of `KINDS`, or `status`.
    kind: str
    status: int = 0
    retry_after: str | None = None

    @classmethod
    def of(cls, text: str) -> Failure:
        head, _, wait = text.strip().partition("/")
        if head in KINDS and not wait:
            return cls(head)
        if head.isdigit() and int(head) in STATUSES:
            return cls("status", int(head), wait or None)
        raise ValueError(f"a failure is one of {', '.join(KINDS)} or a status as `429` or `429/7`, not `{text}`")


class Plan:
    """Which request fails, counted from 1 for each key."""

    def __init__(self, text: str = "") -> None:
        self._of: dict[int, Failure] = {}
        for word in text.replace(",", " ").split():
            numbers, _, failure = word.partition(":")
            first, _, last = numbers.partition("-")
            if not first.isdigit() or not (last or first).isdigit():
                raise ValueError(f"a plan is words as `3:429/7` or `4-6:drop`, not `{word}`")
            for number in range(int(first), int(last or first) + 1):
                self._of[number] = Failure.of(failure)

    def at(self, request: int) -> Failure | None:
        return self._of.get(request)
