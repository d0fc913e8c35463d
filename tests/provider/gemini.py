"""Gemini's `generateContent`, `streamGenerateContent` and `countTokens`. Wordings as the API gives
them, 2025 and 2026.
"""

from __future__ import annotations

import re
from typing import Any

from .cache import Piece
from .model import Answer, Asked
from .rules import Data, Refused, canonical, is_picture, need, tokens_of
from .seal import seal, unseal
from .session import Session

PATH = re.compile(r"/v1(?:beta)?/models/([^/:]+):(generateContent|streamGenerateContent|countTokens)")
STATUSES = {400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 404: "NOT_FOUND", 429: "RESOURCE_EXHAUSTED", 500: "INTERNAL",
            503: "UNAVAILABLE", 504: "DEADLINE_EXCEEDED"}
TEXTS = {401: "Request had invalid authentication credentials.", 403: "The caller does not have permission", 404: "models/unknown is not found for API version v1beta",
         429: "You exceeded your current quota, please check your plan and billing details. Please retry in {wait}s.", 500: "An internal error has occurred.",
         503: "The model is overloaded. Please try again later.", 504: "Deadline expired before operation could complete."}
# "Caching" (ai.google.dev, 2026-10-23): the smallest prompt of which a part is cached.
CACHED_MIN = {"gemini-2.5": 2_048}
CACHED_MIN_ELSE = 4_096
# The text of the refusal, 2025.
BODY_BYTES = 20_971_520
REQUEST = frozenset({"contents", "tools", "toolConfig", "systemInstruction", "generationConfig", "safetySettings", "cachedContent", "labels", "model", "serviceTier"})
CONTENT = frozenset({"role", "parts"})
PART = frozenset({"text", "thought", "thoughtSignature", "inlineData", "fileData", "functionCall", "functionResponse", "executableCode", "codeExecutionResult",
                  "videoMetadata", "mediaResolution", "partMetadata"})
# What a host may send in place of a signature: "thought signatures", questions and answers
# (ai.google.dev, 2025-11).
UNCHECKED = ("context_engineering_is_the_way_to_go", "skip_thought_signature_validator")


class Gemini:
    name = "gemini"
    body_bytes = BODY_BYTES

    @staticmethod
    def takes(path: str) -> bool:
        return bool(PATH.fullmatch(path))

    @staticmethod
    def key(headers: dict[str, str]) -> str | None:
        return headers.get("x-goog-api-key") or headers.get("authorization", "").removeprefix("Bearer ") or None

    @staticmethod
    def streams(path: str, request: Data) -> bool:
        return path.endswith("streamGenerateContent")

    @staticmethod
    def error(error: Refused, request_id: str) -> tuple[Data, dict[str, str]]:
        told = {"code": error.status, "message": error.message, "status": STATUSES.get(error.status, "UNKNOWN")}
        if error.more.get("details"):
            told["details"] = error.more["details"]
        return {"error": told}, {}

    @staticmethod
    def failed(status: int, retry_after: str | None) -> Refused:
        status = {529: 503, 413: 400}.get(status, status)
        wait = [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": f"{retry_after}s"}] if retry_after else None
        return Refused(TEXTS.get(status, "Request contains an invalid argument.").format(wait=retry_after or "1"), status=status, details=wait)

    @staticmethod
    def unknown_key() -> Refused:
        return Refused("Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
                       status=403)

    def answer(self, path: str, request: Data, headers: dict[str, str], session: Session) -> Data:
        found = PATH.fullmatch(path)
        assert found
        model, operation = found.groups()
        request = _camel(request)
        _known(request, REQUEST, "")
        contents = request.get("contents")
        need(isinstance(contents, list) and contents, "* GenerateContentRequest.contents: contents is not specified\n")
        assert isinstance(contents, list)
        _check(contents)
        prompt = [Piece(canonical(item), tokens_of(item)) for item in [[request.get("systemInstruction"), request.get("tools")], *contents]]
        total = sum(piece.tokens for piece in prompt)
        if operation == "countTokens":
            return {"totalTokens": total}
        window = session.settings.window
        session.fits(total, f"The input token count ({total}) exceeds the maximum number of tokens allowed ({window}).")
        least = next((tokens for name, tokens in CACHED_MIN.items() if model.startswith(name)), CACHED_MIN_ELSE)
        session.cached = session.automatic.bill(prompt, least)
        tools = {declared["name"]: declared.get("parameters") or declared.get("parametersJsonSchema") or {}
                 for tool in request.get("tools") or () for declared in tool.get("functionDeclarations") or ()}
        return _reply(session.answer(Asked(tools, None, request)), model, total, session)

    @staticmethod
    def events(reply: Data, request: Data) -> list[tuple[str | None, Data]]:
        """One chunk for each part; why it ended stands in the last. Every chunk tells the usage so
        far.
        """
        if not reply.get("candidates") or not reply["candidates"][0]["content"].get("parts"):
            return [(None, reply)]
        candidate = reply["candidates"][0]
        parts = candidate["content"]["parts"]
        made: list[tuple[str | None, Data]] = []
        for number, part in enumerate(parts):
            last = number + 1 == len(parts)
            told = {name: value for name, value in candidate.items() if name != "finishReason" or last}
            made.append((None, {**reply, "candidates": [{**told, "content": {"role": "model", "parts": [part]}}]}))
        return made


def _camel(value: Any) -> Any:
    """Names as the provider writes them: it reads both spellings. What a call holds is its own."""
    if isinstance(value, dict):
        return {re.sub(r"_(\w)", lambda found: found[1].upper(), name): inner if name in ("args", "response", "parameters", "parametersJsonSchema", "parameters_json_schema")
                else _camel(inner) for name, inner in value.items()}
    return [_camel(item) for item in value] if isinstance(value, list) else value


def _known(value: Data, names: frozenset[str], where: str) -> None:
    for name in value:
        at = f" at '{where}'" if where else ""
        need(name in names, f'Invalid JSON payload received. Unknown name "{name}"{at}: Cannot find field.')


def _reply(said: Answer, model: str, total: int, session: Session) -> Data:
    parts: list[Data] = [{"text": said.text}] if said.text and not said.calls else []
    parts += [{"functionCall": {"id": f"call_{session.turn:04}_{number}", "name": call.name, "args": call.args}} for number, call in enumerate(said.calls)]
    if said.calls:
        # The first call of an answer is signed: "thought signatures" (ai.google.dev, 2025-11).
        parts[0]["thoughtSignature"] = seal("thought", {"id": parts[0]["functionCall"]["id"]})
    output = tokens_of(parts)
    usage = {"promptTokenCount": total, "totalTokenCount": total + output, **({"candidatesTokenCount": output} if parts else {})}
    if session.cached:
        usage["cachedContentTokenCount"] = session.cached
    beside = {"usageMetadata": usage, "modelVersion": model, "responseId": session.name("response")}
    if said.stop == "refusal":
        return {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, **beside}
    content = {"role": "model", **({"parts": parts} if parts else {})}
    return {"candidates": [{"content": content, "finishReason": "MAX_TOKENS" if said.stop == "cut" else "STOP", "index": 0}], **beside}


def _check(contents: list[Data]) -> None:
    for index, content in enumerate(contents):
        _known(content, CONTENT, f"contents[{index}]")
        need(content.get("role", "user") in ("user", "model", "function"), "Please use a valid role: user, model.")
        need(content.get("parts"), f"* GenerateContentRequest.contents[{index}].parts: contents.parts must not be empty.\n")
    need(contents[0].get("role", "user") == "user", "Please ensure that multiturn requests begin with a user turn.")
    need(contents[-1].get("role", "user") != "model", "Please ensure that single turn requests end with a user role or the role field is empty.")
    opened = max((index for index, content in enumerate(contents) if content.get("role", "user") == "user" and not _of(content, "functionResponse")), default=-1)
    waiting: list[Data] = []
    unequal = "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn."
    for index, content in enumerate(contents):
        calls, answers = _of(content, "functionCall"), _of(content, "functionResponse")
        if calls:
            need(index and contents[index - 1].get("role", "user") != "model", "Please ensure that function call turn comes immediately after a user turn or after a function response turn.")
            _check_signature(content, index, index > opened)
        need(len(answers) == len(waiting), unequal)
        need([answer.get("name") for answer in answers] == [call.get("name") for call in waiting] or {answer.get("id") for answer in answers} == {call.get("id") for call in waiting},
             "Please ensure that function response turn comes immediately after a function call turn.")
        waiting = calls
        for number, part in enumerate(content["parts"]):
            _check_part(part, f"contents[{index}].parts[{number}]")
    need(not waiting, unequal)


def _check_signature(content: Data, index: int, is_open: bool) -> None:
    first = next(part for part in content["parts"] if "functionCall" in part)
    signature, call = first.get("thoughtSignature"), first["functionCall"]
    if signature is not None and signature not in UNCHECKED:
        made = unseal("thought", signature)
        need(made is not None and made["id"] == call.get("id", made["id"]), "Corrupted thought signature.")
    need(signature or not is_open, "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing "
         f"thought_signature may lead to degraded model performance. Additional data, function call `default_api:{call.get('name')}` , position {index + 1}. "
         "Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.")


def _check_part(part: Data, where: str) -> None:
    _known(part, PART, where)
    need(part and part.get("text") != "", f"* GenerateContentRequest.{where}.data: required oneof field 'data' must have one initialized field\n")
    for data in [part, *part.get("functionResponse", {}).get("parts", [])]:
        if "inlineData" in data and str(data["inlineData"].get("mimeType")).startswith("image/"):
            need(is_picture(data["inlineData"].get("data")), "Unable to process input image. Please retry or report in https://developers.generativeai.google/guide/troubleshooting")


def _of(content: Data, kind: str) -> list[Data]:
    return [part[kind] for part in content["parts"] if kind in part]
