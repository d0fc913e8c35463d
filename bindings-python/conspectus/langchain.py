"""Compaction for agents of LangChain: a middleware. Needs `langchain`.

    agent = create_agent(model, tools, middleware=[CompactionMiddleware()])
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from langchain.agents.middleware.internal_call_transformer import InternalCallTransformer, internal_call_metadata
from langchain.agents.middleware.types import AgentMiddleware, AgentState, ContextT, ExtendedModelResponse, ModelRequest, ModelResponse, PrivateStateAttr, ResponseT
from langchain.chat_models import init_chat_model
from langchain_core.exceptions import ContextOverflowError
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, RemoveMessage, SystemMessage
from langchain_core.utils.function_calling import convert_to_openai_tool
from langgraph.channels.untracked_value import UntrackedValue
from langgraph.constants import TAG_NOSTREAM
from langgraph.graph.message import REMOVE_ALL_MESSAGES
from langgraph.runtime import Runtime
from langgraph.types import Command
from typing_extensions import NotRequired

from ._adapter import Conversation, Conversations, OnError, counted
from .options import Keep, SummaryRequest, Tokens
from .results import Result

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._adapter import AdapterOptions

    Size = tuple[Literal["fraction"], float] | tuple[Literal["tokens"], int]
    Kept = Size | tuple[Literal["messages"], int]

    class MiddlewareOptions(AdapterOptions, total=False):
        """Those of `Compactor`. `trigger` and `keep` may also be written as LangChain does, and `model` writes summaries."""

        model: str | BaseChatModel | None  # type: ignore[misc]
        trigger: float | Tokens | Size | None  # type: ignore[misc]
        keep: Keep | Kept | None  # type: ignore[misc]


__all__ = ["CompactionMiddleware", "CompactionState"]


@dataclass
class Live:
    """What goes on within a run: the conversation, the messages that the last call of the model was given, and what was sent instead."""

    conversation: Conversation
    given: list[AnyMessage]
    sent: list[AnyMessage] | None = None


class CompactionState(AgentState[Any]):
    """What the middleware adds to the state: what the compactor remembers, and, within a run, the compactor."""

    conspectus: NotRequired[Annotated[dict[str, Any], PrivateStateAttr]]
    conspectus_live: NotRequired[Annotated[Live, UntrackedValue, PrivateStateAttr]]


class CompactionMiddleware(AgentMiddleware[CompactionState, ContextT, ResponseT]):
    """Compacts what the agent's model is asked, and sends it again after a refusal as often as that helps.

    It stands where `SummarizationMiddleware` stands: `model` writes the summaries. Without one they are made without a model, or by the
    agent's own with `summarize="model"`. `mode="state"` also puts the smaller list into the state; with `"view"` the state keeps every
    message. `pinned` is asked of each message whether it survives. Options are those of `Compactor`; `trigger` and `keep` are also taken
    as `("fraction", 0.85)`, `("tokens", 50_000)`, and `keep` as `("messages", 20)`. One object serves any number of threads.

        middleware = CompactionMiddleware("openai:gpt-4.1-mini", trigger=("fraction", 0.8), keep=("messages", 20))
        agent = create_agent("openai:gpt-4.1", [read_file], middleware=[middleware], checkpointer=InMemorySaver())
    """

    state_schema = CompactionState
    transformers = (InternalCallTransformer,)

    def __init__(
        self,
        model: str | BaseChatModel | None = None,
        /,
        *,
        mode: Literal["state", "view"] = "state",
        pinned: Callable[[BaseMessage], bool] | None = None,
        on_error: OnError = "send_unchanged",
        **options: Unpack[MiddlewareOptions],
    ) -> None:
        if mode not in ("state", "view"):
            raise ValueError(f'mode must be "state" or "view", not {mode!r}')
        given: dict[str, Any] = {**options}
        named = given.pop("model", None)
        writer = named if model is None else model
        self._writer = init_chat_model(writer) if isinstance(writer, str) else writer
        if writer is not None:
            given.setdefault("summarize", "model")
        given |= {name: _plain(name, given[name]) for name in ("trigger", "keep") if isinstance(given.get(name), tuple)}
        self._mode = mode
        self._pinned = pinned
        self._conversations = Conversations(given, summary=lambda ask, request: ask(request), on_error=on_error, overflow=lambda _, reason: ContextOverflowError(reason))

    def wrap_model_call(self, request: ModelRequest[ContextT], handler: Callable[[ModelRequest[ContextT]], ModelResponse[ResponseT]]) -> ExtendedModelResponse[ResponseT]:
        live = self._live(request, _ask)
        response = live.conversation.send(lambda: self._request(request, live, live.conversation.view(request.messages, **self._turn(request))), handler)
        return self._response(response, live)

    async def awrap_model_call(
        self, request: ModelRequest[ContextT], handler: Callable[[ModelRequest[ContextT]], Awaitable[ModelResponse[ResponseT]]]
    ) -> ExtendedModelResponse[ResponseT]:
        live = self._live(request, _aask)

        async def prepare() -> ModelRequest[ContextT]:
            return self._request(request, live, await live.conversation.aview(request.messages, **self._turn(request)))

        return self._response(await live.conversation.asend(prepare, handler), live)

    def after_model(self, state: CompactionState, runtime: Runtime[ContextT]) -> dict[str, Any] | None:
        """Puts what was sent into the state. `before_model` could not: it does not know the model, and sees no refusal."""
        live = state.get("conspectus_live")
        if live is None or live.sent is None or self._mode == "view":
            return None
        now, count = state["messages"], len(live.given)
        # What another middleware changed for one call only does not go into the state.
        if len(now) < count or any(one is not other and one != other for one, other in zip(live.given, now)):
            return None
        return {"messages": [RemoveMessage(id=REMOVE_ALL_MESSAGES), *live.sent, *now[count:]]}

    async def aafter_model(self, state: CompactionState, runtime: Runtime[ContextT]) -> dict[str, Any] | None:
        return self.after_model(state, runtime)

    def _live(self, request: ModelRequest[ContextT], ask: Callable[..., Any]) -> Live:
        state: Mapping[str, Any] = request.state
        live = state.get("conspectus_live")
        if live is None:
            profile: Any = getattr(request.model, "profile", None) or {}
            talk = self._conversations.new(name=_traced(request.model).get("ls_model_name"), state=state.get("conspectus"), window=profile.get("max_input_tokens"))
        else:
            talk = live.conversation
        talk.model = partial(ask, self._writer or request.model)
        return Live(talk, request.messages)

    def _turn(self, request: ModelRequest[ContextT]) -> Any:
        system = request.system_message.content if request.system_message else None
        newest = next((message for message in reversed(request.messages) if isinstance(message, AIMessage)), None)
        tools = [tool if isinstance(tool, dict) else convert_to_openai_tool(tool) for tool in request.tools]
        return {"system": system, "tools": tools, "usage": newest and counted(newest.usage_metadata), "pinned": self._pinned}

    def _request(self, request: ModelRequest[ContextT], live: Live, result: Result[Any] | None) -> ModelRequest[ContextT]:
        settings, most = request.model_settings, live.conversation.max_output_tokens
        if most is not None:
            settings = {**settings, **_limited(request.model, most)}
        if result is None:
            return request.override(model_settings=settings)
        live.sent = result.messages if result.changed else None
        messages, system = result.messages, request.system_message
        if str(_traced(request.model).get("ls_provider")).startswith("anthropic"):
            # A mark of Anthropic's own middleware says where, and there may be four.
            if "cache_control" not in settings:
                messages = _marked(messages, result.cache_marks) if result.cache_marks else messages
                if system is not None and 0 in result.cache_marks:
                    system = _with_mark(system) or system
            settings = {**settings, **{f"extra_{name}": {**settings.get(f"extra_{name}", {}), **fields} for name, fields in result.request_fields.items()}}
        return request.override(messages=messages, system_message=system, model_settings=settings)

    def _response(self, response: ModelResponse[ResponseT], live: Live) -> ExtendedModelResponse[ResponseT]:
        return ExtendedModelResponse(response, Command(update={"conspectus": live.conversation.compactor.save(), "conspectus_live": live}))


def _plain(name: str, given: tuple[str, Any]) -> Any:
    kind, size = given
    if name == "trigger":
        if kind == "messages":
            raise ValueError('trigger=("messages", ...) is not taken: what fills a window are tokens; write ("fraction", 0.75) or ("tokens", 50_000)')
        return size if kind == "fraction" else {kind: size}
    return {kind: size}


def _traced(model: Any) -> Mapping[str, Any]:
    """What a model tells of itself: its name and its provider."""
    told: Mapping[str, Any] = getattr(model, "_get_ls_params", dict)()
    return told


def _limited(model: Any, tokens: int) -> dict[str, int]:
    # Models that think for so many tokens want a limit above them.
    fields = getattr(type(model), "model_fields", {})
    name = next((name for name in ("max_tokens", "max_output_tokens") if name in fields), None)
    return {} if name is None or getattr(model, "thinking", None) else {name: tokens}


def _asked(model: Any, request: SummaryRequest) -> tuple[list[Any], dict[str, Any]]:
    config = {"tags": [TAG_NOSTREAM], "metadata": {"lc_source": "summarization", **internal_call_metadata()}}
    return [SystemMessage(request["system"]), *request["messages"]], {"config": config, **_limited(model, request["max_output_tokens"])}


def _ask(model: Any, request: SummaryRequest) -> SimpleNamespace:
    messages, given = _asked(model, request)
    return _answer(model.invoke(messages, **given))


async def _aask(model: Any, request: SummaryRequest) -> SimpleNamespace:
    messages, given = _asked(model, request)
    return _answer(await model.ainvoke(messages, **given))


def _answer(reply: AIMessage) -> SimpleNamespace:
    usage: Any = reply.usage_metadata or {}
    stop = reply.response_metadata.get("finish_reason") or reply.response_metadata.get("stop_reason")
    return SimpleNamespace(text=str(reply.text), input_tokens=usage.get("input_tokens"), output_tokens=usage.get("output_tokens"), stop_reason=stop)


def _marked(messages: list[Any], places: list[int]) -> list[Any]:
    """The messages, with a mark where each prefix ends: on the last of them that can bear one.

    All texts become blocks, as those with a mark do: a prefix is found again only if it is written the same way.
    """
    marked = [message.model_copy(update={"content": _blocks(message)}) if message.content and not getattr(message, "tool_calls", ()) else message for message in messages]
    for place in places:
        found = next(((at, made) for at in range(place - 1, -1, -1) if (made := _with_mark(messages[at]))), None)
        if found is not None:
            marked[found[0]] = found[1]
    return marked


def _blocks(message: Any) -> list[Any]:
    content: Any = message.content
    blocks = [content] if isinstance(content, str) else content
    return [{"type": "text", "text": block} if isinstance(block, str) else block for block in blocks]


def _with_mark(message: Any) -> Any:
    """The message with a mark on its last block; `None` where a mark does not arrive: on a call, a thought, or an empty text."""
    blocks = _blocks(message)
    if not blocks or blocks[-1].get("text") == "" or (isinstance(message, AIMessage) and (message.tool_calls or blocks[-1].get("type") != "text")):
        return None
    return message.model_copy(update={"content": [*blocks[:-1], {**blocks[-1], "cache_control": {"type": "ephemeral"}}]})
