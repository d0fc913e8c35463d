"""The SDKs: the types of their messages, what stands beside a message in a list, and what they send of it."""

from __future__ import annotations

import asyncio
import dataclasses
import typing
from collections.abc import Callable
from typing import Any

from grow import Case, Picture, Sealed, Words

ASK = "Please fix the parser in src/parse.py and run its tests. " + "It skips the last line of a file that ends without a line break. " * 12
ANSWER = "I read src/parse.py and fixed the loop that reads the tokens. " + "The loop ended one token early, and the test for it passes now. " * 12


@dataclasses.dataclass
class Sdk:
    package: str
    types: list[Any]
    neighbours: Callable[[], tuple[list[Any], list[Any]]]
    """What stands before a message, and what after it."""
    dialects: set[str]
    references: list[Callable[[Any], Any]]
    """What is sent of a message, by one provider or another. One that refuses a message says nothing of it."""
    instead: dict[tuple[str, str], Any] = dataclasses.field(default_factory=dict)
    made: dict[str, Callable[[], list[Case]]] = dataclasses.field(default_factory=dict)
    one_of: dict[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)
    dumped: Callable[[Any], Any] | None = None
    """A message as it is stored, to be read again."""


def alternating(user: Callable[[str], Any], agent: Callable[[str], Any]) -> Callable[[], tuple[list[Any], list[Any]]]:
    def build() -> tuple[list[Any], list[Any]]:
        return [user(ASK), agent(ANSWER)], [user("Now write a test for it."), agent(ANSWER + " The test is written."), user("Go on.")]

    return build


def own(*left_out: str) -> Callable[[Any], Any]:
    """The message itself is what is sent, but for fields that stay with the program."""

    def reference(message: Any) -> Any:
        from check import plain

        return {name: value for name, value in plain(message).items() if name not in left_out}

    return reference


def dumped(message: Any) -> Any:
    return message.model_dump() if hasattr(message, "model_dump") else None


def openai() -> list[Sdk]:
    import openai.types.chat as chat
    import openai.types.responses as responses

    said = alternating(lambda text: {"role": "user", "content": text}, lambda text: {"role": "assistant", "content": text})
    return [
        Sdk("openai", [chat.ChatCompletionMessageParam, chat.ChatCompletionMessage], said, {"openai_chat"}, [own()], dumped=dumped),
        Sdk(
            "openai",
            [responses.ResponseInputItemParam, responses.ResponseOutputItem, responses.ResponseItem],
            said,
            {"openai_responses", "openai_chat"},
            [own()],
            DRAWN,
            dumped=dumped,
        ),
    ]


DRAWN = {("ImageGenerationCall", "result"): Picture, ("ImageGenerationCall", "error"): None}


def anthropic() -> list[Sdk]:
    import anthropic.types as types
    import anthropic.types.beta as beta

    text = {(name, "data"): Words for name in ("PlainTextSourceParam", "BetaPlainTextSourceParam", "PlainTextSource", "BetaPlainTextSource")}
    text |= {(name, "data"): Sealed for name in ("RedactedThinkingBlock", "BetaRedactedThinkingBlock", "RedactedThinkingBlockParam", "BetaRedactedThinkingBlockParam")}
    said = alternating(lambda text: {"role": "user", "content": text}, lambda text: {"role": "assistant", "content": text})
    return [
        Sdk("anthropic", [types.MessageParam, types.Message], said, {"anthropic", "openai_chat"}, [own()], text, dumped=dumped),
        Sdk("anthropic", [beta.BetaMessageParam, beta.BetaMessage], said, {"anthropic", "openai_chat"}, [own()], text, dumped=dumped),
    ]


def google_genai() -> list[Sdk]:
    from google.genai import types

    objects = alternating(
        lambda text: types.Content(role="user", parts=[types.Part(text=text)]), lambda text: types.Content(role="model", parts=[types.Part(text=text)])
    )
    dicts = alternating(lambda text: {"role": "user", "parts": [{"text": text}]}, lambda text: {"role": "model", "parts": [{"text": text}]})
    camel = lambda message: message.model_dump(by_alias=True, exclude_none=True)
    kinds = ("text", "inline_data", "file_data", "function_call", "function_response", "executable_code", "code_execution_result", "tool_call", "tool_response")
    one_of = {"Part": kinds, "PartDict": kinds}
    return [
        Sdk("google-genai", [types.Content], objects, {"gemini"}, [own()], one_of=one_of, dumped=camel),
        Sdk("google-genai", [types.ContentDict], dicts, {"gemini"}, [own()], one_of=one_of),
    ]


def langchain() -> list[Sdk]:
    import langchain_core.messages as lc
    from langchain_core.messages import content

    blocks = str | list[str | content.ContentBlock]
    classes = [lc.HumanMessage, lc.AIMessage, lc.SystemMessage, lc.ToolMessage, lc.FunctionMessage, lc.ChatMessage, lc.AIMessageChunk]
    instead = {(cls.__name__, "content"): blocks for cls in classes}
    instead[("PlainTextContentBlock", "text")] = Words
    # Others pass the content on as it is.
    passed = own("response_metadata", "usage_metadata", "additional_kwargs", "artifact")
    sent = [lambda message: lc.convert_to_openai_messages([message]), lambda message: passed(message["data"] if isinstance(message, dict) else message)]
    said = alternating(lc.HumanMessage, lc.AIMessage)
    return [Sdk("langchain-core", classes, said, {"langchain"}, sent, instead, dumped=lambda message: lc.messages_to_dict([message])[0])]


def pydantic_ai() -> list[Sdk]:
    import pydantic_ai.messages as pa
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    model = OpenAIChatModel("gpt-5", provider=OpenAIProvider(api_key="none"))
    parameters = ModelRequestParameters()
    said = alternating(lambda text: pa.ModelRequest(parts=[pa.UserPromptPart(text)]), lambda text: pa.ModelResponse(parts=[pa.TextPart(text)]))
    unsent = ("usage", "metadata", "provider_details", "timestamp", "provider_response_id", "provider_url", "canonical_system")

    def without_details(message: dict[str, Any]) -> dict[str, Any]:
        parts = [{name: value for name, value in part.items() if name != "provider_details"} if isinstance(part, dict) else part for part in message["parts"]]
        return {**message, "parts": parts}

    return [
        Sdk(
            "pydantic-ai-slim",
            [pa.ModelMessage],
            said,
            {"pydantic_ai"},
            # What one provider is not sent, another is; but of a part no provider is sent what only the one it came from
            # understands.
            [lambda message: asyncio.run(model._map_messages([message], parameters)), lambda message: without_details(own(*unsent)(message))],
            # One of a few words. The class is generic, and its own hint does not say of what.
            instead={("RetryInfo", "cause"): pa.ToolRetryCause},
            dumped=lambda message: pa.ModelMessagesTypeAdapter.dump_python([message])[0],
        )
    ]


def openai_agents() -> list[Sdk]:
    from agents.items import TResponseInputItem
    from agents.models.chatcmpl_converter import Converter

    said = alternating(lambda text: {"role": "user", "content": text}, lambda text: {"role": "assistant", "content": text, "type": "message"})
    sent = [own(), lambda item: Converter.items_to_messages([item])]
    return [Sdk("openai-agents", [TResponseInputItem], said, {"openai_responses", "openai_chat"}, sent, DRAWN)]


def strands() -> list[Sdk]:
    from strands.models.openai import OpenAIModel
    from strands.types.content import ContentBlock, Message
    from strands.types.tools import ToolResultContent

    said = alternating(lambda text: {"role": "user", "content": [{"text": text}]}, lambda text: {"role": "assistant", "content": [{"text": text}]})
    sent = [lambda message: OpenAIModel.format_request_messages([message]), own("metadata", "tracking_id")]
    one_of = {cls.__name__: ("text", *(name for name in cls.__annotations__ if name != "text")) for cls in (ContentBlock, ToolResultContent)}
    return [Sdk("strands-agents", [Message], said, {"bedrock"}, sent, one_of=one_of)]


def llama_index() -> list[Sdk]:
    from llama_index.core.llms import ChatMessage

    said = alternating(lambda text: ChatMessage(text, role="user"), lambda text: ChatMessage(text, role="assistant"))
    return [Sdk("llama-index-core", [ChatMessage], said, {"llama_index"}, [own("additional_kwargs")], dumped=dumped)]


def autogen() -> list[Sdk]:
    import io

    from autogen_core import Image
    from autogen_core.models import AssistantMessage, LLMMessage, UserMessage
    from PIL import Image as Picture

    def image() -> list[Case]:
        stream = io.BytesIO()
        Picture.effect_noise((64, 64), 90).save(stream, "PNG")
        return [("image", Image.from_pil(Picture.open(stream)))]

    said = alternating(lambda text: UserMessage(content=text, source="user"), lambda text: AssistantMessage(content=text, source="agent"))
    return [Sdk("autogen-core", [LLMMessage], said, {"autogen"}, [own()], made={"Image": image}, dumped=dumped)]


def smolagents() -> list[Sdk]:
    from smolagents.models import ChatMessage, get_clean_message_list

    TextBlock = typing.TypedDict("TextBlock", {"type": typing.Literal["text"], "text": str})
    ImageBlock = typing.TypedDict("ImageBlock", {"type": typing.Literal["image"], "image": bytes})
    LinkBlock = typing.TypedDict("LinkBlock", {"type": typing.Literal["image_url"], "image_url": dict[str, str]})
    instead = {("ChatMessage", "content"): str | list[TextBlock | ImageBlock | LinkBlock] | None}
    said = alternating(
        lambda text: ChatMessage("user", [{"type": "text", "text": text}]), lambda text: ChatMessage("assistant", [{"type": "text", "text": text}])
    )
    sent = [lambda message: get_clean_message_list([message]), own("raw", "token_usage")]
    return [Sdk("smolagents", [ChatMessage], said, {"openai_chat", "anthropic", "ai_sdk"}, sent, instead, dumped=lambda message: message.dict())]


ALL = [openai, anthropic, google_genai, langchain, pydantic_ai, openai_agents, strands, llama_index, autogen, smolagents]
