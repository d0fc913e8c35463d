"""The session of `session.py`, made with the public classes of each framework: the objects, and what they dump."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from typing import Any

import session
from session import AGAIN, ANSWER, ASK, BROKEN, DONE, FIRST, LAST, PICTURE, PNG, SAID, SECOND, SYSTEM, THOUGHT, Call

REFUSED = "UNKNOWN_DIALECT"


@dataclasses.dataclass
class Built:
    """The forms of one session, each with what should come of it: `read`, or the code of the refusal."""

    package: str
    forms: dict[str, tuple[str, list[Any]]]
    has_thought: bool = True
    """Whether the classes have a place for reasoning that is sent."""
    has_calls: bool = True
    """Whether the classes have calls: some write them as texts, which is what is sent."""
    has_pictures: bool = True
    """Whether the picture is in each form that is read."""


def dumped(messages: list[Any]) -> list[Any]:
    return [message.model_dump() for message in messages]


def in_json(messages: list[Any]) -> list[Any]:
    return [message.model_dump(mode="json") for message in messages]


def semantic_kernel() -> Built:
    from semantic_kernel.contents import ChatMessageContent, FunctionCallContent, FunctionResultContent, ImageContent, ReasoningContent, TextContent
    from semantic_kernel.contents.utils.author_role import AuthorRole

    def call(it: Call) -> Any:
        return FunctionCallContent(id=it.id, plugin_name="store", function_name=it.name, arguments=it.arguments)

    def answer(text: str, *calls: Call, thought: str = "") -> Any:
        items = [*([ReasoningContent(text=thought)] if thought else []), *([TextContent(text=text)] if text else []), *map(call, calls)]
        return ChatMessageContent(role=AuthorRole.ASSISTANT, items=items)

    def result(it: Call) -> Any:
        return ChatMessageContent(role=AuthorRole.TOOL, items=[FunctionResultContent(id=it.id, plugin_name="store", function_name=it.name, result=it.result)])

    picture = ImageContent(data=PNG, mime_type="image/png", data_format="base64")
    messages = [
        ChatMessageContent(role=AuthorRole.SYSTEM, content=SYSTEM),
        ChatMessageContent(role=AuthorRole.USER, items=[TextContent(text=ASK), picture]),
        answer(SAID, FIRST, SECOND, thought=THOUGHT),
        result(FIRST),
        result(SECOND),
        answer("", BROKEN),
        result(BROKEN),
        answer(ANSWER),
        ChatMessageContent(role=AuthorRole.USER, content=AGAIN),
        answer("", LAST),
        result(LAST),
        answer(DONE),
    ]
    forms = {
        "objects": (REFUSED, messages),
        "model_dump": (REFUSED, dumped(messages)),
        "to_dict": ("read", [message.to_dict() for message in messages]),
    }
    return Built("semantic-kernel", forms)


def haystack() -> Built:
    from haystack.dataclasses import ChatMessage, ImageContent, ReasoningContent, ToolCall

    calls = {it.id: ToolCall(it.name, it.arguments, id=it.id) for it in session.CALLS}

    def answer(text: str | None, *ids: Call, thought: str | None = None) -> Any:
        return ChatMessage.from_assistant(text, tool_calls=[calls[it.id] for it in ids], reasoning=ReasoningContent(thought) if thought else None)

    def result(it: Call) -> Any:
        return ChatMessage.from_tool(it.result, origin=calls[it.id], error=it.failed)

    messages = [
        ChatMessage.from_system(SYSTEM),
        ChatMessage.from_user(content_parts=[ASK, ImageContent(PICTURE, "image/png")]),
        answer(SAID, FIRST, SECOND, thought=THOUGHT),
        result(FIRST),
        result(SECOND),
        answer(None, BROKEN),
        result(BROKEN),
        answer(ANSWER),
        ChatMessage.from_user(AGAIN),
        answer(None, LAST),
        result(LAST),
        answer(DONE),
    ]
    forms = {
        "objects": (REFUSED, messages),
        "asdict": (REFUSED, [dataclasses.asdict(message) for message in messages]),
        "to_dict": (REFUSED, [message.to_dict() for message in messages]),
        "to_openai_dict_format": ("read", [message.to_openai_dict_format() for message in messages]),
    }
    # What it converts has no reasoning.
    return Built("haystack-ai", forms, has_thought=False)


def agno() -> Built:
    from agno.media import Image
    from agno.models.message import Message

    def call(it: Call) -> dict[str, Any]:
        return {"id": it.id, "type": "function", "function": {"name": it.name, "arguments": it.json}}

    def result(it: Call) -> Any:
        return Message(role="tool", content=it.result, tool_call_id=it.id, tool_name=it.name, tool_args=it.arguments, tool_call_error=it.failed)

    messages = [
        Message(role="system", content=SYSTEM),
        Message(role="user", content=ASK, images=[Image(content=PNG, mime_type="image/png")]),
        Message(role="assistant", content=SAID, reasoning_content=THOUGHT, tool_calls=[call(FIRST), call(SECOND)]),
        result(FIRST),
        result(SECOND),
        Message(role="assistant", tool_calls=[call(BROKEN)]),
        result(BROKEN),
        Message(role="assistant", content=ANSWER),
        Message(role="user", content=AGAIN),
        Message(role="assistant", tool_calls=[call(LAST)]),
        result(LAST),
        Message(role="assistant", content=DONE),
    ]
    forms = {"objects": ("read", messages), "model_dump": ("read", dumped(messages)), "to_dict": ("read", [message.to_dict() for message in messages])}
    return Built("agno", forms)


def langchain() -> Built:
    import langchain_core.messages as lc
    from langchain_core.load import dumpd

    def call(it: Call) -> Any:
        return lc.ToolCall(name=it.name, args=it.arguments, id=it.id)

    def result(it: Call) -> Any:
        return lc.ToolMessage(it.result, tool_call_id=it.id, name=it.name, status="error" if it.failed else "success")

    picture = {"type": "image", "base64": PICTURE, "mime_type": "image/png"}
    messages: list[Any] = [
        lc.SystemMessage(SYSTEM),
        lc.HumanMessage([{"type": "text", "text": ASK}, picture]),
        lc.AIMessage([{"type": "reasoning", "reasoning": THOUGHT}, {"type": "text", "text": SAID}], tool_calls=[call(FIRST), call(SECOND)]),
        result(FIRST),
        result(SECOND),
        lc.AIMessage("", tool_calls=[call(BROKEN)]),
        result(BROKEN),
        lc.AIMessage(ANSWER),
        lc.HumanMessage(AGAIN),
        lc.AIMessage("", tool_calls=[call(LAST)]),
        result(LAST),
        lc.AIMessage(DONE),
    ]
    forms = {
        "objects": ("read", messages),
        "model_dump": ("read", dumped(messages)),
        "messages_to_dict": ("read", lc.messages_to_dict(messages)),
        "dumpd": ("read", dumpd(messages)),
    }
    return Built("langchain", forms)


def llama_index() -> Built:
    from llama_index.core.base.llms.types import ThinkingBlock, ToolCallBlock
    from llama_index.core.llms import ChatMessage, ImageBlock, MessageRole, TextBlock

    def call(it: Call) -> Any:
        return ToolCallBlock(tool_call_id=it.id, tool_name=it.name, tool_kwargs=it.arguments)

    def result(it: Call) -> Any:
        return ChatMessage(role=MessageRole.TOOL, content=it.result, additional_kwargs={"tool_call_id": it.id, "name": it.name})

    messages = [
        ChatMessage(role=MessageRole.SYSTEM, content=SYSTEM),
        ChatMessage(role=MessageRole.USER, blocks=[TextBlock(text=ASK), ImageBlock(image=PNG, image_mimetype="image/png")]),
        ChatMessage(role=MessageRole.ASSISTANT, blocks=[ThinkingBlock(content=THOUGHT), TextBlock(text=SAID), call(FIRST), call(SECOND)]),
        result(FIRST),
        result(SECOND),
        ChatMessage(role=MessageRole.ASSISTANT, blocks=[call(BROKEN)]),
        result(BROKEN),
        ChatMessage(role=MessageRole.ASSISTANT, content=ANSWER),
        ChatMessage(role=MessageRole.USER, content=AGAIN),
        ChatMessage(role=MessageRole.ASSISTANT, blocks=[call(LAST)]),
        result(LAST),
        ChatMessage(role=MessageRole.ASSISTANT, content=DONE),
    ]
    forms = {"objects": ("read", messages), "model_dump": ("read", dumped(messages)), "model_dump json": ("read", in_json(messages))}
    return Built("llama-index-core", forms)


def autogen_core() -> Built:
    from autogen_core import FunctionCall, Image
    from autogen_core.models import AssistantMessage, FunctionExecutionResult, FunctionExecutionResultMessage, SystemMessage, UserMessage

    def call(it: Call) -> Any:
        return FunctionCall(id=it.id, name=it.name, arguments=it.json)

    def results(*calls: Call) -> Any:
        return FunctionExecutionResultMessage(content=[FunctionExecutionResult(content=it.result, name=it.name, call_id=it.id, is_error=it.failed) for it in calls])

    messages = [
        SystemMessage(content=SYSTEM),
        UserMessage(content=[ASK, Image.from_base64(PICTURE)], source="user"),
        AssistantMessage(content=SAID, source="clerk"),
        AssistantMessage(content=[call(FIRST), call(SECOND)], thought=THOUGHT, source="clerk"),
        results(FIRST, SECOND),
        AssistantMessage(content=[call(BROKEN)], source="clerk"),
        results(BROKEN),
        AssistantMessage(content=ANSWER, source="clerk"),
        UserMessage(content=AGAIN, source="user"),
        AssistantMessage(content=[call(LAST)], source="clerk"),
        results(LAST),
        AssistantMessage(content=DONE, source="clerk"),
    ]
    return Built("autogen-core", {"objects": ("read", messages), "model_dump": ("read", dumped(messages))})


def autogen_agentchat() -> Built:
    from autogen_agentchat.messages import MultiModalMessage, TextMessage, ThoughtEvent, ToolCallExecutionEvent, ToolCallRequestEvent
    from autogen_core import FunctionCall, Image
    from autogen_core.models import FunctionExecutionResult

    def calls(*calls: Call) -> Any:
        return ToolCallRequestEvent(source="clerk", content=[FunctionCall(id=it.id, name=it.name, arguments=it.json) for it in calls])

    def results(*calls: Call) -> Any:
        content = [FunctionExecutionResult(content=it.result, name=it.name, call_id=it.id, is_error=it.failed) for it in calls]
        return ToolCallExecutionEvent(source="clerk", content=content)

    messages = [
        TextMessage(source="system", content=SYSTEM),
        MultiModalMessage(source="user", content=[ASK, Image.from_base64(PICTURE)]),
        ThoughtEvent(source="clerk", content=THOUGHT),
        TextMessage(source="clerk", content=SAID),
        calls(FIRST, SECOND),
        results(FIRST, SECOND),
        calls(BROKEN),
        results(BROKEN),
        TextMessage(source="clerk", content=ANSWER),
        TextMessage(source="user", content=AGAIN),
        calls(LAST),
        results(LAST),
        TextMessage(source="clerk", content=DONE),
    ]
    forms = {
        "objects": (REFUSED, messages),
        "model_dump": (REFUSED, dumped(messages)),
        "dump": (REFUSED, [message.dump() for message in messages]),
    }
    return Built("autogen-agentchat", forms)


def pydantic_ai() -> Built:
    import pydantic_ai.messages as pa

    def call(it: Call) -> Any:
        return pa.ToolCallPart(it.name, it.arguments, it.id)

    def result(it: Call) -> Any:
        return pa.RetryPromptPart(it.result, tool_name=it.name, tool_call_id=it.id) if it.failed else pa.ToolReturnPart(it.name, it.result, it.id)

    messages: list[Any] = [
        pa.ModelRequest([pa.SystemPromptPart(SYSTEM)]),
        pa.ModelRequest([pa.UserPromptPart([ASK, pa.BinaryContent(PNG, media_type="image/png")])]),
        pa.ModelResponse([pa.ThinkingPart(THOUGHT), pa.TextPart(SAID), call(FIRST), call(SECOND)]),
        pa.ModelRequest([result(FIRST), result(SECOND)]),
        pa.ModelResponse([call(BROKEN)]),
        pa.ModelRequest([result(BROKEN)]),
        pa.ModelResponse([pa.TextPart(ANSWER)]),
        pa.ModelRequest([pa.UserPromptPart(AGAIN)]),
        pa.ModelResponse([call(LAST)]),
        pa.ModelRequest([result(LAST)]),
        pa.ModelResponse([pa.TextPart(DONE)]),
        pa.ModelRequest([pa.UserPromptPart("Thanks.")]),
    ]
    forms = {
        "objects": ("read", messages),
        "asdict": ("read", [dataclasses.asdict(message) for message in messages]),
        "dump_python": ("read", pa.ModelMessagesTypeAdapter.dump_python(messages)),
        "dump_json": ("read", json.loads(pa.ModelMessagesTypeAdapter.dump_json(messages))),
    }
    return Built("pydantic-ai", forms)


def smolagents() -> Built:
    import io

    import PIL.Image
    from smolagents.models import ChatMessage, ChatMessageToolCall, ChatMessageToolCallFunction, MessageRole

    def said(role: Any, text: str) -> Any:
        return ChatMessage(role, [{"type": "text", "text": text}])

    def answer(text: str, *calls: Call) -> Any:
        made = [ChatMessageToolCall(ChatMessageToolCallFunction(it.arguments, it.name), it.id, "function") for it in calls]
        return ChatMessage(MessageRole.ASSISTANT, [{"type": "text", "text": text}] if text else None, made or None)

    def result(it: Call) -> Any:
        return said(MessageRole.TOOL_RESPONSE, f"Call id: {it.id}\n{'Error' if it.failed else 'Observation'}:\n{it.result}")

    picture = {"type": "image", "image": PIL.Image.open(io.BytesIO(PNG))}
    messages = [
        said(MessageRole.SYSTEM, SYSTEM),
        ChatMessage(MessageRole.USER, [{"type": "text", "text": ASK}, picture]),
        answer(SAID, FIRST, SECOND),
        result(FIRST),
        result(SECOND),
        answer("", BROKEN),
        result(BROKEN),
        answer(ANSWER),
        said(MessageRole.USER, AGAIN),
        answer("", LAST),
        result(LAST),
        answer(DONE),
    ]
    forms = {
        "objects": (REFUSED, messages),
        "asdict": (REFUSED, [dataclasses.asdict(message) for message in messages]),
        "dict": (REFUSED, [message.dict() for message in messages]),
    }
    return Built("smolagents", forms, has_thought=False)


def smolagents_memory() -> Built:
    """What an agent of its own sends: its memory, in which calls and results are texts under roles of their own."""
    import io

    import PIL.Image
    from smolagents.memory import ActionStep, SystemPromptStep, TaskStep, Timing, ToolCall
    from smolagents.monitoring import AgentLogger, LogLevel
    from smolagents.utils import AgentToolExecutionError

    def step(number: int, text: str | None, *calls: Call) -> Any:
        error = AgentToolExecutionError(calls[0].result, AgentLogger(level=LogLevel.OFF)) if calls[0].failed else None
        seen = None if error else "\n".join(it.result for it in calls)
        made = [ToolCall(it.name, it.arguments, it.id) for it in calls]
        return ActionStep(number, Timing(0.0, 1.0), tool_calls=made, error=error, model_output=text, observations=seen)

    steps = [
        SystemPromptStep(SYSTEM),
        TaskStep(ASK, [PIL.Image.open(io.BytesIO(PNG))]),
        step(1, SAID, FIRST, SECOND),
        step(2, None, BROKEN),
        ActionStep(3, Timing(0.0, 1.0), model_output=ANSWER),
        TaskStep(AGAIN),
        step(4, None, LAST),
        ActionStep(5, Timing(0.0, 1.0), model_output=DONE),
    ]
    messages = [message for step in steps for message in step.to_messages()]
    forms = {
        "memory": ("read", messages),
        "memory dict": ("read", [message.dict() for message in messages]),
        "steps": (REFUSED, steps),
        "steps dict": (REFUSED, [step.dict() for step in steps]),
    }
    return Built("smolagents", forms, has_thought=False, has_calls=False, has_pictures=False)


def crewai() -> Built:
    from crewai.lite_agent_output import LiteAgentOutput
    from crewai.tasks.task_output import TaskOutput
    from crewai.utilities.types import LLMMessage

    def call(it: Call) -> dict[str, Any]:
        return {"id": it.id, "type": "function", "function": {"name": it.name, "arguments": it.json}}

    def result(it: Call) -> Any:
        return LLMMessage(role="tool", tool_call_id=it.id, name=it.name, content=it.result)

    picture = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PICTURE}"}}
    messages = [
        LLMMessage(role="system", content=SYSTEM),
        LLMMessage(role="user", content=[{"type": "text", "text": ASK}, picture]),
        LLMMessage(role="assistant", content=SAID, tool_calls=[call(FIRST), call(SECOND)]),
        result(FIRST),
        result(SECOND),
        LLMMessage(role="assistant", content=None, tool_calls=[call(BROKEN)]),
        result(BROKEN),
        LLMMessage(role="assistant", content=ANSWER),
        LLMMessage(role="user", content=AGAIN),
        LLMMessage(role="assistant", content=None, tool_calls=[call(LAST)]),
        result(LAST),
        LLMMessage(role="assistant", content=DONE),
    ]
    output = LiteAgentOutput(raw=DONE, agent_role="clerk", messages=messages)
    task = TaskOutput(description=ASK, raw=DONE, agent="clerk", messages=messages)
    forms = {
        "objects": ("read", messages),
        "model_dump": ("read", output.model_dump()["messages"]),
        "outputs": (REFUSED, [output, task]),
        "outputs model_dump": (REFUSED, dumped([output, task])),
    }
    return Built("crewai", forms, has_thought=False)


def dspy_history() -> Built:
    import dspy

    def calls(*calls: Call) -> Any:
        return dspy.ToolCalls(tool_calls=[dspy.ToolCalls.ToolCall(id=it.id, name=it.name, args=it.arguments) for it in calls])

    def results(*calls: Call) -> Any:
        return dspy.ToolCallResults(tool_call_results=[{"call_id": it.id, "name": it.name, "value": it.result, "is_error": it.failed} for it in calls])

    turns: list[dict[str, Any]] = [
        {"instructions": SYSTEM, "question": ASK, "report": dspy.Image(f"data:image/png;base64,{PICTURE}")},
        {"reasoning": THOUGHT, "next": SAID, "tool_calls": calls(FIRST, SECOND)},
        {"tool_results": results(FIRST, SECOND), "tool_calls": calls(BROKEN)},
        {"tool_results": results(BROKEN), "answer": ANSWER},
        {"question": AGAIN, "tool_calls": calls(LAST)},
        {"tool_results": results(LAST), "answer": DONE},
    ]
    history = dspy.History(messages=turns)
    forms = {
        "objects": (REFUSED, [history]),
        "model_dump": (REFUSED, [history.model_dump()]),
        "messages": (REFUSED, history.messages),
        "messages model_dump": (REFUSED, history.model_dump()["messages"]),
    }
    return Built("dspy", forms)


def dspy_lm() -> Built:
    """The messages that its language models take."""
    import dspy.lm15 as lm
    from dspy._vendor.lm15.serde import messages_to_json

    def call(it: Call) -> Any:
        return lm.ToolCallPart(it.id, it.name, it.arguments)

    def result(it: Call) -> Any:
        return lm.Message("tool", (lm.ToolResultPart(it.id, (lm.TextPart(it.result),), it.name, it.failed),))

    messages = [
        lm.Message.developer(SYSTEM),
        lm.Message("user", (lm.TextPart(ASK), lm.ImagePart(data=PICTURE))),
        lm.Message("assistant", (lm.ThinkingPart(THOUGHT), lm.TextPart(SAID), call(FIRST), call(SECOND))),
        result(FIRST),
        result(SECOND),
        lm.Message("assistant", (call(BROKEN),)),
        result(BROKEN),
        lm.Message.assistant(ANSWER),
        lm.Message.user(AGAIN),
        lm.Message("assistant", (call(LAST),)),
        result(LAST),
        lm.Message.assistant(DONE),
    ]
    forms = {
        "lm objects": (REFUSED, messages),
        "lm asdict": (REFUSED, [dataclasses.asdict(message) for message in messages]),
        "lm json": (REFUSED, messages_to_json(messages)),
    }
    return Built("dspy", forms)


ALL: dict[str, list[Callable[[], Built]]] = {
    "semantic_kernel": [semantic_kernel],
    "haystack": [haystack],
    "agno": [agno],
    "crewai": [crewai],
    "dspy": [dspy_history, dspy_lm],
    "langchain": [langchain],
    "llama_index": [llama_index],
    "autogen": [autogen_core, autogen_agentchat],
    "pydantic_ai": [pydantic_ai],
    "smolagents": [smolagents, smolagents_memory],
}
