"""Which cases of a test `make test` runs; `make nightly` runs all of them."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from typing import Any

import pytest

SHORT = os.environ.get("CONSPECTUS_TIER") == "short"


def few(values: Iterable[Any], *, short: Collection[Any]) -> list[Any]:
    """All values for `parametrize`; those that are not `short` are left to the night."""
    return [value if value in short else pytest.param(value, marks=pytest.mark.nightly) for value in values]
