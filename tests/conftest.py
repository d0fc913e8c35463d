"""What runs when. `make test` sets `CONSPECTUS_TIER=short`: tests marked `nightly` are left out and counted. `make nightly` runs them, and sets
`MUST_RUN=1`: a test that would be skipped fails there, where everything is at hand.
"""

from __future__ import annotations

import json
import os
import pathlib
from typing import Any

import pytest

MUST_RUN = bool(os.environ.get("MUST_RUN"))
SHORT = os.environ.get("CONSPECTUS_TIER") == "short"
# `scripts/checks/tier.py` reads it.
COUNTS = pathlib.Path(__file__).parents[1] / "target" / "tier"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Any:
    report = yield
    if MUST_RUN and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[-1] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        report.outcome, report.longrepr = "failed", f"it must run: {reason}"
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        # Those run where the Node package is built.
        if getattr(item, "callspec", None) and item.callspec.params.get("package") == "node" or "both_packages" in item.name:  # type: ignore[attr-defined]
            item.add_marker(pytest.mark.node_package)
    late = [item for item in items if SHORT and item.get_closest_marker("nightly")]
    items[:] = [item for item in items if item not in late]
    config.stash[LEFT] = len(late)


LEFT = pytest.StashKey[int]()


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if SHORT and COUNTS.is_dir():
        ran = sum(len(terminalreporter.stats.get(outcome, [])) for outcome in ("passed", "failed"))
        name = "node-beside" if "node_package" == config.option.markexpr else "python"
        (COUNTS / f"{name}.json").write_text(json.dumps({"ran": ran, "left": config.stash[LEFT]}))
