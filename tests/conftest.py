"""With `MUST_RUN=1` a test that would be skipped fails. `make nightly` sets it, where everything is at hand."""

from __future__ import annotations

import os
from typing import Any

import pytest

MUST_RUN = bool(os.environ.get("MUST_RUN"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Any:
    report = yield
    if MUST_RUN and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[-1] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        report.outcome, report.longrepr = "failed", f"it must run: {reason}"
    return report
