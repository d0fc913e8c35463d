"""A client of the server that raises what an SDK raises."""

from __future__ import annotations

import http.client
import json
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

from .rules import Data
from .server import Server
from .session import Session

VERSION = "2023-06-01"


class ApiError(Exception):
    """A request that was refused: the status, the body, and the answer with its headers."""

    def __init__(self, status: int, body: Data, headers: dict[str, str]) -> None:
        super().__init__(f"Error code: {status} - {body}")
        self.status_code = status
        self.body = body
        self.message: str = body["error"]["message"]
        self.response = SimpleNamespace(status_code=status, headers=headers)


class Plain(SimpleNamespace):
    """An object of an SDK: fields, and `model_dump`."""

    @classmethod
    def of(cls, value: Any) -> Any:
        if isinstance(value, dict):
            # What a call is given has names of its own.
            return cls(**{name: inner if name == "input" else cls.of(inner) for name, inner in value.items()})
        return [cls.of(item) for item in value] if isinstance(value, list) else value

    def model_dump(self, **given: Any) -> Data:
        return {name: value.model_dump() if isinstance(value, Plain) else value for name, value in vars(self).items()}


class Client:
    def __init__(self, server: Server, key: str = "key") -> None:
        self.server, self.key = server, key
        self._connection = http.client.HTTPConnection(urlsplit(server.url).netloc)

    @property
    def session(self) -> Session:
        return self.server.session(self.key)

    def anthropic(self, request: Data, betas: tuple[str, ...] = (), **headers: str) -> Data:
        beta = {"anthropic-beta": ",".join(betas)} if betas else {}
        return self.post("/v1/messages", request, {"x-api-key": self.key, "anthropic-version": VERSION, **beta, **headers})

    def openai_chat(self, request: Data, **headers: str) -> Data:
        return self.post("/v1/chat/completions", request, {"authorization": f"Bearer {self.key}", **headers})

    def openai_responses(self, request: Data, path: str = "/v1/responses", **headers: str) -> Data:
        return self.post(path, request, {"authorization": f"Bearer {self.key}", **headers})

    def gemini(self, request: Data, model: str = "gemini-3-pro", operation: str = "generateContent", **headers: str) -> Data:
        return self.post(f"/v1beta/models/{model}:{operation}", request, {"x-goog-api-key": self.key, **headers})

    def post(self, path: str, request: Data, headers: dict[str, str]) -> Data:
        status, body, told = self.raw(path, json.dumps(request).encode("utf-8"), headers)
        answer: Data = json.loads(body)
        if status != 200:
            raise ApiError(status, answer, told)
        return answer

    def raw(self, path: str, body: bytes, headers: dict[str, str]) -> tuple[int, bytes, dict[str, str]]:
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            self._connection.request("POST", path, body, {"content-type": "application/json", **headers})
            answer = self._connection.getresponse()
            return answer.status, answer.read(), {name.lower(): value for name, value in answer.getheaders()}
        except (OSError, http.client.HTTPException):
            self._connection.close()
            raise
