"""Prints how many vectors ran, as the Rust and the Node runner do."""

from __future__ import annotations

from typing import Any


def pytest_terminal_summary(terminalreporter: Any) -> None:
    reports = [report for outcome in ("passed", "failed") for report in terminalreporter.stats.get(outcome, [])]
    vectors = [report for report in reports if "test_conformance.py::test_vector" in report.nodeid]
    public = sum(1 for report in vectors if ("public", True) in report.user_properties)
    if vectors:
        from test_conformance import ALL

        terminalreporter.write_line(f"conformance: {len(vectors)} of {len(ALL)} cases, {public} of them through the public functions too")
