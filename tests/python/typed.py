"""What type checkers must accept and must refuse. `test_types.py` runs mypy on it: a line marked `# error` must be one, no other may be."""

from __future__ import annotations

from typing import TypedDict

import conspectus
from conspectus import Compactor, Options
from conspectus.results import Edited, Result


class Message(TypedDict):
    role: str
    content: str


def summarize(request: conspectus.options.SummaryRequest) -> str:
    return request["system"]


async def later(request: conspectus.options.SummaryRequest) -> str:
    return request["system"]


messages: list[Message] = [{"role": "user", "content": "hello"}]
shared: Options = {"context_window": 200_000, "keep_tool_results": 3, "trigger": 0.8}
compactor = Compactor(**shared)
typed: Compactor[Message] = Compactor(summarize=later)

result: Result[Message] = typed.compact(messages, force=True, system="be brief")
first: Message = result.messages[0]
tokens: int = result.tokens_after
code: str = result.code
done = result.status == "summarized"
edited: Edited[Message, conspectus.results.ClearDetails] = conspectus.clear_tool_results(messages, keep_tool_results=2)
kind: conspectus.results.RemovedKind = edited.removed[0].kind
size: int = conspectus.gemini_cli.estimate_tokens(messages, model="gpt-5", tokenizer=len).tokens
cut: int = conspectus.gemini_cli.find_split_point(messages, split_rule="closed").index
one: Result[Message] = conspectus.compact(messages, force=True, context_window=8_000)
exact: int | None = conspectus.tokens.count_up_to("text", 7, encoding="o200k_base")
count: bool = conspectus.count_tokens("text").exact
back: list[Message] = result.undo()
place: int = conspectus.find_cut(messages, keep={"messages": 2}).index
repeats: int = conspectus.context.LoopDetector(dialect="anthropic").handle_check("{}").next_turn
kept: dict[str, object] = conspectus.History(condense="tables").condense({"role": "user", "content": "Hi"})
hashed = conspectus.History(verify="hash", tokenizer="exact")

conspectus.compact(messages, prompt_token=3)  # error
compactor.compact(messages, prompt_token=3)  # error
Compactor(context_windw=3)  # error
Compactor(keep={"results": 3})  # error
Compactor(tokenizer="exactly")  # error
Compactor(summarize="host")  # error
conspectus.summarize_extractive(messages, tokenizer=len)  # error
conspectus.History(trigger=0.8)  # error
conspectus.gemini_cli.estimate_tokens(messages, estimator="exactly")  # error
conspectus.qwen_code.microcompact(messages, keep_recent=3)  # error
conspectus.tokens.truncate("text")  # error
conspectus.curate(messages)  # error
wrong = result.status == "compresed"  # error
aftr = result.details.sizes.aftr  # error
result.status = "failed"  # error
other: str = result.removed[0].count  # error
text: str = result.messages[0]  # error
