"""What adapters do about a model whose window nobody tells: it is an error, or said once, and a row of the host tells it."""

from __future__ import annotations

import logging

import pytest
from conspectus._adapter import Conversations
from conspectus.errors import WindowUnknownError

SAID = [{"role": "user", "content": "Hi"}]


def test_an_unknown_model_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "conspectus"):
        all_of_them = Conversations({}, on_error="send_unchanged")
        for key in ("1", "1", "2"):
            assert all_of_them.of(key, name="nobody-knows").compact(SAID) is None
    assert [(record.levelname, record.exc_info) for record in caplog.records] == [("WARNING", None)]
    for on_error in ("raise", None):
        with pytest.raises(WindowUnknownError):
            Conversations({}, on_error=on_error).of("1", name="nobody-knows")


def test_a_row_of_the_host_tells_the_window() -> None:
    options = {"models": {"my_model": {"window_tokens": 9_000}}}
    result = Conversations(options, on_error="raise").of("1", name="org/my_model").compact(SAID)
    assert result is not None
    assert (result.context_window, result.log.get("sizes.window_source")) == (9_000, "declared")
