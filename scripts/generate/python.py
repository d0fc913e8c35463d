from __future__ import annotations

import pathlib
from typing import Any


def files(names: dict[str, Any], root: pathlib.Path) -> dict[str, str]:
    return {}
