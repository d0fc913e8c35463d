"""The Node package's compactor, driven from Python, so that the hosts and strict providers here try
both packages.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from .rules import Data

DRIVER = Path(__file__).parent / "compactor.mjs"


class NodeCompactor:
    """`compact` as the Python class has it. It uses the environment's `node`."""

    def __init__(self, *, summarize: Callable[[Data], str], **options: Any) -> None:
        self._summarize = summarize
        self._process = subprocess.Popen(["node", str(DRIVER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self._say({"options": _cased(options, _camel)})

    def compact(self, messages: list[Data], *, usage: Any = None) -> SimpleNamespace:
        answer = self._ask({"messages": messages, "usage": usage})
        while "request" in answer:
            answer = self._ask(self._summary(answer["request"]))
        # Paths of the log are the same in all languages.
        log = answer["told"].pop("log")
        return SimpleNamespace(messages=answer["messages"], log=log, **vars(_object(_cased(answer["told"], _snake))))

    def close(self) -> None:
        self._process.communicate(timeout=60)
        assert self._process.returncode == 0

    def _summary(self, request: Data) -> Data:
        try:
            return {"summary": self._summarize(_cased(request, _snake))}
        except Exception as error:  # whatever a model's client may raise
            return {"failure": str(error)}

    def _ask(self, value: Data) -> Data:
        self._say(value)
        assert self._process.stdout
        line = self._process.stdout.readline()
        assert line, "the Node process has ended"
        answer: Data = json.loads(line)
        return answer

    def _say(self, value: Data) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(value) + "\n")
        self._process.stdin.flush()


def _cased(value: Data, cased: Callable[[str], str]) -> Data:
    """Options or a request in the other language's spelling. What stands inside of messages is not
    touched.
    """
    return {cased(key): _cased(inner, cased) if isinstance(inner, dict) else inner for key, inner in value.items()}


def _object(value: Any) -> Any:
    return SimpleNamespace(**{name: _object(inner) for name, inner in value.items()}) if isinstance(value, dict) else value


def _camel(name: str) -> str:
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name)


def _snake(name: str) -> str:
    return re.sub(r"[A-Z]", lambda found: f"_{found[0].lower()}", name)
