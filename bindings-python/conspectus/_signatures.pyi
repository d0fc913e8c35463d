from collections.abc import Callable
from typing import Any

TURN: tuple[str, ...]
CONSTRUCTOR: tuple[str, ...]

def __getattr__(name: str) -> Callable[..., Any]: ...
