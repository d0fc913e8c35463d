"""What must hold of a session with conspectus."""

from __future__ import annotations

from pathlib import Path

from .played import Agent, Ran, Request, is_own
from .pointers import LEFT_OUT, expanded
from .story import PARTS, READ_BACK, text_of


class Checked:
    """Compares the results of a session with those of the session without conspectus, and counts."""

    def __init__(self, agent: Agent, without: Ran, with_it: Ran, outputs: Path) -> None:
        # With the hooks, a session that recalls nothing may be too short for all of its compactions.
        self.must_be_compacted = agent.is_extension or with_it.memory.is_used
        self.agent, self.with_it, self.outputs = agent, with_it, outputs
        self.wrong: list[str] = []
        self.shortened: set[str] = set()
        self.lost: set[str] = set()
        # The keys of results of which only the ends are shown.
        self.stored: dict[str, str] = {}
        if _calls(without) != _calls(with_it):
            self.wrong.append(f"the calls differ: {len(without.results)} and {len(with_it.results)}")
            return
        # What follows a result in the prompt changes the blanks at its end.
        self.whole = {shown.call: first.text.rstrip() for first, shown in zip(without.results, with_it.results, strict=True)}
        for request in with_it.requests:
            self._check_request(request)
        self._check_memory()
        self._check_compactions()
        for call in sorted(self.lost):
            self.wrong.append(f"{call} is not recovered")
        if agent.shortens and not self.shortened:
            self.wrong.append("no result was shortened")
        if not agent.is_extension and not self.stored:
            self.wrong.append("no result was stored")

    def _check_request(self, request: Request) -> None:
        """Each result in a prompt is whole, or is recovered from what stands above it and the store."""
        results = self.agent.results(request.data)
        for index, shown in enumerate(results):
            if is_own(shown):
                # The agent requested the text itself.
                if expanded(results, index, self.outputs) != shown.text:
                    self.wrong.append(f"{shown.label} is shortened: {shown.text[:200]!r}")
                continue
            whole = self.whole[shown.call]
            if shown.text.rstrip() == whole:
                continue
            self.shortened.add(shown.call)
            cut = LEFT_OUT.search(shown.text)
            if cut:
                self.stored[cut[1]] = whole
            if len(shown.text.rstrip()) > len(whole) or expanded(results, index, self.outputs).rstrip() != whole:
                self.lost.add(shown.call)

    def _check_memory(self) -> None:
        """In each part of the session, the agent finds what is stored and reads it back."""
        memory = self.with_it.memory
        if not memory.is_used:
            return
        for key, text in memory.read:
            if key not in self.stored or text.rstrip() != self.stored[key]:
                self.wrong.append(f"read_back gave another text for {key}: {text[:200]!r}")
        for name, keys in (("read_back", [key for key, _ in memory.read]), ("search", memory.found)):
            for key in self.stored:
                if keys.count(key) < PARTS:
                    self.wrong.append(f"{name} gave {key} {keys.count(key)} times, not {PARTS}")

    def _check_compactions(self) -> None:
        compactions = self.with_it.compactions
        if self.must_be_compacted and len(compactions) < PARTS - 1:
            self.wrong.append(f"{len(compactions)} compactions, not {PARTS - 1}")
        stored_at = next((at for at, request in enumerate(self.with_it.talk) if READ_BACK.search(text_of(request.data))), None)
        for _, after in compactions if self.agent.reminds else ():
            if stored_at is not None and self.with_it.talk.index(after) > stored_at and not READ_BACK.search(text_of(after.data)):
                self.wrong.append("after a compaction nothing says what is stored")


def _calls(ran: Ran) -> list[tuple[str, str]]:
    return [(shown.label, shown.end) for shown in ran.results]
