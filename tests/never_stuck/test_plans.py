"""What a plan promises of the messages in front of its change, on recorded sessions."""

from __future__ import annotations

import json

import pytest

from conspectus import Compactor

from . import sessions

WINDOWS = (6_000, 40_000)


@pytest.mark.nightly
@pytest.mark.skipif(not sessions.DATA.is_dir(), reason="the recorded sessions are not beside the repository")
@pytest.mark.parametrize("window", WINDOWS)
def test_what_stands_before_the_first_change_of_a_plan_stays_as_it_is(window: int) -> None:
    changed = 0
    for session in sessions.recorded():
        before = [json.dumps(message) for message in session.messages]
        compactor = Compactor(context_window=window, summarize="extractive", dialect=session.dialect, prices="anthropic-5m")
        plan = compactor.plan(session.messages)
        result = compactor.compact(session.messages)
        first = plan.log.get("cache.first_changed")
        assert (plan.status, first) == (result.status, result.log.get("cache.first_changed")), session.name
        assert plan.log.get("cache.cost_now") == result.log.get("cache.cost_now")
        if first is not None:
            changed += 1
            assert [json.dumps(message) for message in result.messages[:first]] == before[:first], session.name
            assert json.dumps(result.messages[first]) != before[first], session.name
    assert changed >= 5
