"""Measures survival over five rounds with a kit of other people: `python scripts/measure/kit.py`, opt-in.

It needs the package `compaction-conformance-kit` 0.8.0 beside this one: `pip install compaction-conformance-kit==0.8.0`. The kit plants sentences
in generated conversations, has them compacted five times within a fixed size, and looks for what was planted. Nothing of it is known to the
core. What a compaction gives goes into the next as one message: of the user, and then of the system.
"""

from __future__ import annotations

import statistics
from typing import Any

import conspectus

try:
    from compaction_kit.compacted import CompactedContext
    from compaction_kit.benchmark import run_budget_benchmark
except ImportError:
    CompactedContext = None

BUDGETS = (0.10, 0.20, 0.30)
SEEDS = (1, 2, 3, 4)
ROUNDS = 5


class Ours:
    """A compactor as the kit calls it. The size is met by asking for a smaller memory until the message fits."""

    def __init__(self, role: str) -> None:
        self.name, self.role = f"fed back as {role}", role

    def compact(self, turns: list[Any], round_num: int = 1, budget_chars: int | None = None) -> Any:
        roles = {"system": self.role if round_num > 1 else "system", "tool": "user"}
        messages = [{"role": roles.get(turn.role, turn.role), "content": turn.text} for turn in turns]
        budget, text = (budget_chars or 4_000) // 4, ""
        for _ in range(60):
            made = conspectus.summarize_extractive(messages, max_tokens=max(1, budget), dialect="openai_chat", preset="opencode")
            text = made.message
            if budget_chars is None or len(text) <= budget_chars:
                break
            budget -= max(1, (len(text) - budget_chars) // 4)
        return CompactedContext(text=text, compactor_name=self.name, round_num=round_num)


def main() -> int:
    if CompactedContext is None:
        print("skipped: compaction-conformance-kit is not installed")
        return 0
    result = run_budget_benchmark({role: (lambda role=role: Ours(role)) for role in ("user", "system")}, BUDGETS, SEEDS, ROUNDS)
    print("| size | fed back as | survives | update resolved | old value alone | both stand | paraphrased update resolved | within the size |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for entry in result["entries"]:
        random, semantic = entry["randomized"], entry["semantic"]
        updates, conflicts = random["supersession"], semantic["conflicts"]
        print(
            f"| {entry['budget_fraction']:.0%} | {entry['compactor']} | {random['overall_final_survival']:.0%} | {updates['resolved']} of {updates['n']} "
            f"| {updates['stale_only'] + conflicts['stale_only']} | {updates['both'] + conflicts['both']} | {conflicts['resolved']} of {conflicts['n']} "
            f"| {'yes' if entry['budget_compliant'] else 'no'} |"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
