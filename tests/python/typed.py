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
shared: Options = {"context_window": 200_000, "keep": {"results": 3}, "when": {"trigger": 0.8}}
compactor = Compactor(options=shared, summarize=summarize, memory={"max_tokens": 4_000})
typed: Compactor[Message] = Compactor(summarize=later)

result: Result[Message] = typed.compact(messages, force=True, system="be brief")
first: Message = result.messages[0]
tokens: int = result.report.size.after
code: str = result.report.reason.code
done = result.status == "summarized"
edited: Edited[Message] = conspectus.microcompact(messages, force=True, keep_results=2)
size: int = conspectus.estimate_tokens(messages, model="gpt-5", tokenizer=len).tokens
cut: int = conspectus.find_split_point(messages, split_rule="closed").index
one: Result[Message] = conspectus.compact(messages, force=True, context_window=8_000)
exact: int | None = conspectus.tokens.count_tokens("text", encoding="o200k_base")
repeats: int = conspectus.context.LoopDetector(dialect="anthropic").handle_check("{}").next_turn
kept: dict[str, object] = conspectus.History(reduce={"admit": "tables"}).admit({"role": "user", "content": "Hi"})
hashed = conspectus.History(verify="hash", measure={"estimator": "exact"})

conspectus.compact(messages, prompt_token=3)  # error
compactor.compact(messages, prompt_token=3)  # error
Compactor(context_windw=3)  # error
Compactor(keep={"result": 3})  # error
Compactor(measure={"estimator": "exactly"})  # error
Compactor(summarize="host")  # error
conspectus.History(when={"trigger": 0.8})  # error
conspectus.estimate_tokens(messages, estimator="exactly")  # error
conspectus.microcompact(messages, keep_recent=3)  # error
conspectus.tokens.truncate_to_tokens("text")  # error
conspectus.curate(messages)  # error
wrong = result.status == "compresed"  # error
aftr = result.report.size.aftr  # error
text: str = result.messages[0]  # error
