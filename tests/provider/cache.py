"""What a prompt cache holds and bills: by marks as Anthropic's, or by itself as OpenAI's and
Gemini's. Time is a clock that tests set.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from .rules import need

# Anthropic, "prompt caching" (platform.claude.com, November 2026): at most four marks; each looks
# back over 20 places, of which it is the first, and calls side by side or results side by side are
# one; an entry lives five minutes or an hour from its last use.
MARKS_MAX = 4
LOOKBACK_BLOCKS = 20
TTL_SECONDS = {"5m": 300.0, "1h": 3_600.0}
# OpenAI, "prompt caching" (developers.openai.com, models before GPT-5.6): from 1,024 tokens on, in
# steps of 128, for 5 to 10 minutes of rest.
AUTOMATIC_MIN, AUTOMATIC_STEP, AUTOMATIC_SECONDS = 1_024, 128, 600.0


class Clock:
    """Seconds that pass only when they are told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def advance(self, seconds: float) -> None:
        self.now += seconds


@dataclass
class Piece:
    """A part of a prompt in the order in which the cache reads it."""

    text: str
    tokens: int
    # The lifetime that a mark on it asks for.
    ttl: str | None = None
    where: str = ""
    # Pieces of one run, as calls side by side, are one step of the look-back.
    run: str | None = None


@dataclass
class Billed:
    read: int = 0
    written: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TTL_SECONDS, 0))


class MarkedCache:
    """An entry stands only where a mark stood."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._entries: dict[str, tuple[float, str]] = {}

    def bill(self, pieces: list[Piece], minimum: int) -> Billed:
        marks = [place for place, piece in enumerate(pieces) if piece.ttl]
        need(len(marks) <= MARKS_MAX, f"A maximum of {MARKS_MAX} blocks with cache_control may be provided. Found {len(marks)}.")
        short = False
        for place in marks:
            need(not (short and pieces[place].ttl == "1h"), f"{pieces[place].where}.cache_control.ttl: a ttl='1h' cache_control block must not come after "
                 "a ttl='5m' cache_control block. Note that blocks are processed in the following order: `tools`, `system`, `messages`.")
            short = short or pieces[place].ttl == "5m"
        ends = _ends(pieces)
        now = self._clock.now
        self._entries = {name: held for name, held in self._entries.items() if held[0] > now}
        billed = Billed()
        for mark in marks:
            for place in _looked_at(pieces, mark):
                name, size = ends[place]
                if name in self._entries:
                    ttl = self._entries[name][1]
                    self._entries[name] = (now + TTL_SECONDS[ttl], ttl)
                    billed.read = max(billed.read, size)
                    break
        reached = billed.read
        for mark in marks:
            (name, size), ttl = ends[mark], pieces[mark].ttl or "5m"
            if size < minimum:
                continue
            if name not in self._entries:
                self._entries[name] = (now + TTL_SECONDS[ttl], ttl)
            billed.written[ttl] += max(0, size - reached)
            reached = max(reached, size)
        return billed


class AutomaticCache:
    """The longest beginning that was sent before. It ends with a piece: half of one is not found."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._entries: dict[str, float] = {}

    def bill(self, pieces: list[Piece], minimum: int, step: int = 1) -> int:
        now = self._clock.now
        ends = _ends(pieces)
        read = max((size for name, size in ends if self._entries.get(name, 0.0) > now), default=0)
        self._entries |= {name: now + AUTOMATIC_SECONDS for name, _ in ends}
        return read // step * step if read >= minimum else 0


def _looked_at(pieces: list[Piece], mark: int) -> Iterator[int]:
    steps = 0
    for place in range(mark, -1, -1):
        run = pieces[place].run
        steps += not (run and place < mark and pieces[place + 1].run == run)
        if steps > LOOKBACK_BLOCKS:
            return
        yield place


def _ends(pieces: list[Piece]) -> list[tuple[str, int]]:
    """For each piece the name of everything up to it, and its tokens."""
    seen, size, ends = hashlib.sha256(), 0, []
    for piece in pieces:
        seen.update(piece.text.encode("utf-8", "surrogatepass") + b"\0")
        size += piece.tokens
        ends.append((seen.copy().hexdigest(), size))
    return ends
