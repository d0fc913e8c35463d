"""What OpenAI's two wires share: keys, errors, pictures, and the size that fits."""

from __future__ import annotations

from .cache import AUTOMATIC_MIN, AUTOMATIC_STEP, Piece
from .rules import Data, Refused, canonical, is_picture, need, tokens_of
from .session import Session

# Errors and their types as the API gives them ("error codes", platform.openai.com, 2026). It has no
# 529.
FAILED: dict[int, tuple[str, str, str | None]] = {
    401: ("Incorrect API key provided. You can find your API key at https://platform.openai.com/account/api-keys.", "invalid_request_error", "invalid_api_key"),
    403: ("You do not have access to this resource.", "invalid_request_error", "unsupported_country_region_territory"),
    404: ("The model does not exist or you do not have access to it.", "invalid_request_error", "model_not_found"),
    429: ("Rate limit reached for tokens per min (TPM): Limit 30000, Used 29000, Requested 2000. Please try again in {wait}s.", "tokens", "rate_limit_exceeded"),
    500: ("The server had an error while processing your request. Sorry about that!", "server_error", None),
    503: ("The engine is currently overloaded, please try again later.", "server_error", None),
}
# The longest text and the most messages of a request: the texts of `string_above_max_length` and
# `array_above_max_length`, as seen in 2025 and 2026.
TEXT_MAX, MESSAGES_MAX, TOOLS_MAX = 10_485_760, 2_048, 128
BODY_BYTES = 50 * 1_024 * 1_024


class OpenAi:
    body_bytes = BODY_BYTES

    @staticmethod
    def key(headers: dict[str, str]) -> str | None:
        return headers.get("authorization", "").removeprefix("Bearer ") or headers.get("api-key") or None

    @staticmethod
    def streams(path: str, request: Data) -> bool:
        return bool(request.get("stream"))

    @staticmethod
    def error(error: Refused, request_id: str) -> tuple[Data, dict[str, str]]:
        told = {"message": error.message, "type": error.more.get("kind", "invalid_request_error"), "param": error.more.get("param"), "code": error.more.get("code")}
        return {"error": told}, {"x-request-id": request_id}

    @staticmethod
    def failed(status: int, retry_after: str | None) -> Refused:
        status = 503 if status == 529 else status
        text, kind, code = FAILED.get(status, FAILED[500])
        return Refused(text.format(wait=retry_after or "1"), status=status, kind=kind, code=code)

    @staticmethod
    def unknown_key() -> Refused:
        return Refused("You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
                       status=401, kind="invalid_request_error")


def fields(value: Data, names: frozenset[str], where: str) -> None:
    for name in value:
        path = f"{where}.{name}" if where else name
        need(name in names, f"Unknown parameter: '{path}'.", param=path, code="unknown_parameter")


def check_text(text: object, where: str) -> None:
    if isinstance(text, str):
        need(len(text) <= TEXT_MAX, f"Invalid '{where}': string too long. Expected a string with maximum length {TEXT_MAX}, but got a string with length {len(text)} instead.",
             param=where, code="string_above_max_length")


def check_length(items: object, most: int, where: str) -> None:
    need(isinstance(items, list), f"Invalid type for '{where}': expected an array.", param=where, code="invalid_type")
    assert isinstance(items, list)
    need(items, f"Invalid '{where}': empty array. Expected an array with minimum length 1, but got an empty array instead.", param=where, code="empty_array")
    need(len(items) <= most, f"Invalid '{where}': array too long. Expected an array with maximum length {most}, but got an array with length {len(items)} instead.",
         param=where, code="array_above_max_length")


def check_picture(url: object, where: str) -> None:
    """A picture by its bytes. One by its address is not fetched."""
    if isinstance(url, str) and url.startswith("data:"):
        head, _, data = url.partition(",")
        need(is_picture(data, head.removeprefix("data:").removesuffix(";base64")), "Invalid base64 image_url.", param=where, code="invalid_base64_image")


def pieces(items: list[Data], around: object) -> list[Piece]:
    return [Piece(canonical(around), tokens_of(around)), *(Piece(canonical(item), tokens_of(item)) for item in items)]


def cached(session: Session, prompt: list[Piece]) -> int:
    session.cached = session.automatic.bill(prompt, AUTOMATIC_MIN, AUTOMATIC_STEP)
    return session.cached


