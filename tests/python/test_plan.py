"""Plans: a compactor that knows the list makes the same as one that does not, and the text says what a change costs."""

from __future__ import annotations

import math
from typing import Any

import conspectus


def message(turn: int) -> list[dict[str, Any]]:
    call = {"id": str(turn), "type": "function", "function": {"name": "read", "arguments": f'{{"path": "{turn}.py"}}'}}
    return [{"role": "assistant", "content": None, "tool_calls": [call]}, {"role": "tool", "tool_call_id": str(turn), "content": f"line {turn}\n" * 200}]


def session(turns: int) -> list[dict[str, Any]]:
    return [{"role": "user", "content": "Fix it."}, *(part for turn in range(turns) for part in message(turn))]


def test_a_plan_after_a_turn_is_the_plan_of_a_compactor_that_reads_everything() -> None:
    messages = session(40)
    options: dict[str, Any] = {"context_window": 100_000, "prices": "anthropic-5m", "condense": "safe"}
    warm = conspectus.Compactor(**options)
    statuses = set()
    for turn in range(40, 140):
        warm.compact(messages)
        cold = conspectus.Compactor.load(warm.save(), **options)
        messages = [*messages, *message(turn)]
        plan = warm.plan(messages)
        statuses.add(plan.status)
        assert plan == cold.plan(messages)
    assert statuses > {"unchanged"}


def test_a_plan_in_words_says_what_it_costs_and_saves() -> None:
    plan = conspectus.Compactor(context_window=10_000, summarize="extractive", prices="anthropic-5m").plan(session(60))
    cost, saving = plan.log.get("cache.cost_now"), plan.log.get("cache.saves_per_call")
    assert cost and saving and plan.break_even_calls == math.ceil(cost / saving)
    assert f"now costs as much as {cost:.0f} input tokens" in str(plan)
