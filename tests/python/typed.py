"""What type checkers must accept and must refuse. `test_types.py` runs mypy and pyright on it: a line marked `# error` must be one for both, no other may be."""

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


def put(output: conspectus.options.StoreRequest) -> str:
    return output["key"] + output["text"] + output["mime"]


def before(told: conspectus.options.BeforeCompactRequest) -> conspectus.options.Cancel:
    return {"cancel": told["trigger"] == "manual"}


def after(result: Result) -> None:
    print(result.code)


def again(files: list[conspectus.options.WantedFile]) -> list[conspectus.options.RestoredFile]:
    return [{"path": file["path"], "text": None} for file in files]


# --- what is right --------------------------------------------------------------------------------

messages: list[Message] = [{"role": "user", "content": "hello"}]
shared: Options = {"context_window": 200_000, "keep_tool_results": 3, "trigger": 0.8}
compactor = Compactor(**shared)
typed: Compactor[Message] = Compactor(summarize=later, store=put, before_compact=before, on_compact=after)
written: Compactor[Message] = Compactor(summarize=summarize, max_summary_tokens=4_000, check_summary="fill", target={"tokens": 9_000})
theirs: Compactor[Message] = Compactor(preset={"name": "qwen-code", "restore": again}, store=conspectus.FolderStore("outputs"))

result: Result[Message] = typed.compact(messages, force=True, system="be brief")
first: Message = result.messages[0]
tokens: int = result.tokens_after
code: conspectus.results.ReasonCode = result.code
done = result.status == "summarized"
why = result.code == "below_trigger" or result.removed[0].kind == "cleared_media"
cause = result.log["run.cause"] == "manual" and result.log["run.dialect"] == "anthropic"
target: int | float | str | None = result.log.get("sizes.target_tokens")
back: list[Message] = result.undo()
patch: conspectus.results.Patch | None = result.undo_patch
fate: bool = result.rows()[0].action == "kept" and result.rows()[0].role == "user"
plan: conspectus.results.Plan = typed.plan(messages)
saved: int = plan.edits[0].tokens_saved + len(str(plan))
edited: Edited[Message, conspectus.results.ClearDetails] = conspectus.clear_tool_results(messages, keep_tool_results=2)
kind: conspectus.results.RemovedKind = edited.removed[0].kind
size: int = conspectus.gemini_cli.estimate_tokens(messages, model="gpt-5", tokenizer=len).tokens
cut: int = conspectus.gemini_cli.find_split_point(messages, split_rule="closed").index
one: Result[Message] = conspectus.compact(messages, force=True, context_window=8_000)
exact: int | None = conspectus.tokens.count_texts(["text"], at_most=7, encoding="o200k_base")[0]
each: int = conspectus.tokens.count_texts(["text"])[0]
count: bool = conspectus.count_tokens("text").exact
place: int = conspectus.find_cut(messages, keep={"messages": 2}).index
rows = conspectus.simulate(messages, policies=["break_even", "gencode"]).rows
reported: str = conspectus.render_report(messages, model="gpt-5", keep_tool_results=3, title="session", times_ms=[None])
loop: conspectus.results.Loop | None = conspectus.context.LoopDetector(dialect="anthropic").start_turn()
kept: dict[str, object] = conspectus.History(condense="tables").condense({"role": "user", "content": "Hi"})
hashed = conspectus.History(verify="hash", tokenizer="exact")
again_made = Compactor(**conspectus.qwen_code.resolve_settings(None).options)
page = conspectus.files.read_file("README.md").kind == "text"
told = conspectus.sansio.Machine(summarize="host", context_window=8_000).plan(messages).can_send

# --- options --------------------------------------------------------------------------------------

conspectus.compact(messages, prompt_token=3)  # error
compactor.compact(messages, prompt_token=3)  # error
compactor.compact(messages, system=3)  # error
Compactor(context_windw=3)  # error
Compactor(context_window="200k")  # error
Compactor(keep={"results": 3})  # error
Compactor(keep=20)  # error
Compactor(trigger={"tokenz": 5})  # error
Compactor(trigger="0.8")  # error
Compactor(tokenizer="exactly")  # error
Compactor(summarize="host")  # error
conspectus.summarize_extractive(messages, tokenizer=len)  # error
Compactor(summarize=len)  # error
Compactor(store=summarize)  # error
Compactor(on_compact=before)  # error
Compactor(clear_when="pay")  # error
Compactor(condense="table")  # error
Compactor(check_summary="fil")  # error
Compactor(dialect="antropic")  # error
Compactor(prices="antropic")  # error
Compactor(prices={"like": "openai", "inputs": 2})  # error
Compactor(image_tokens="antropic")  # error
Compactor(request_limits={"image": 100})  # error
Compactor(exclude_tools=3)  # error
Compactor(preset="gemini")  # error
Compactor(preset={"name": "gencode", "prune_protected": 60_000})  # error
Compactor(preset={"name": "opencode", "prune_minimum": "20k"})  # error
Compactor("gpt-5")  # error
wrong_options: Options = {"trigger": 0.8, "targt": 0.5}  # error
conspectus.History(trigger=0.8)  # error
conspectus.History(verify="hashes")  # error
conspectus.History().append()  # error
conspectus.sansio.Machine(context_windw=3)  # error
conspectus.sansio.Machine(summarize="hots")  # error
conspectus.FolderStore("outputs", max_age="7d")  # error
conspectus.FolderStore.tools("openai")  # error

# --- operations -----------------------------------------------------------------------------------

conspectus.count_tokens(messages, modl="gpt-5")  # error
conspectus.clear_tool_results(messages, keep_results=2)  # error
conspectus.clear_media(messages, kinds=["images"])  # error
conspectus.clear_stale(messages, target="9k")  # error
conspectus.condense(messages, level="table")  # error
conspectus.find_cut(messages, keep={"message": 2})  # error
conspectus.check_summary(messages)  # error
conspectus.summarize_extractive(messages, max_tokens="2k")  # error
conspectus.simulate(messages, policies=["pay"])  # error
conspectus.render_report(messages, keep_results=3)  # error
conspectus.gemini_cli.estimate_tokens(messages, estimator="exactly")  # error
conspectus.qwen_code.microcompact(messages, keep_recent=3)  # error
conspectus.tokens.truncate("text")  # error
conspectus.context.LoopDetector(dialect="antropic")  # error
conspectus.curate(messages)  # error

# --- fields of results ----------------------------------------------------------------------------

wrong = result.tokens_aftr  # error
wrong = result.detail  # error
wrong = result.removed[0].kinds  # error
wrong = result.warnings[0].message  # error
wrong = result.rows()[0].token  # error
wrong = result.report  # error
wrong = plan.edit  # error
wrong = plan.messages  # error
wrong = plan.edits[0].saved  # error
wrong = plan.stores[0].text  # error
wrong = plan.explain()  # error
wrong = edited.report  # error
wrong = edited.details.clear  # error
wrong = conspectus.count_tokens(messages).token  # error
wrong = conspectus.clear_media(messages).details.keep  # error
wrong = conspectus.clear_stale(messages).details.changed  # error
wrong = conspectus.condense(messages).details.result  # error
wrong = conspectus.expand(messages).details.tables  # error
wrong = conspectus.find_cut(messages).idx  # error
wrong = conspectus.validate(messages)[0].sevrity  # error
wrong = conspectus.repair(messages).details[0].text  # error
wrong = conspectus.summarize_extractive(messages).txt  # error
wrong = conspectus.check_summary(messages, "text").lacks  # error
wrong = conspectus.facts(messages).file  # error
wrong = conspectus.facts(messages).files[0].name  # error
wrong = conspectus.facts(messages).commands[0].status  # error
wrong = conspectus.simulate(messages).rows[0].prize  # error
wrong = compactor.handle_provider_error("x").wait  # error
wrong = hashed.count_tokens().token  # error
wrong = hashed.split_point().cut  # error
wrong = conspectus.FolderStore("outputs").put("text").path  # error
wrong = conspectus.FolderStore("outputs").read_back("key").line  # error
wrong = conspectus.FolderStore("outputs").search("query").hits[0].lines  # error
wrong = conspectus.FolderStore("outputs").describe().outputs[0].size  # error
wrong = conspectus.gemini_cli.estimate_tokens(messages).token  # error
wrong = conspectus.gemini_cli.compression_threshold().share  # error
wrong = conspectus.gemini_cli.check_overflow([]).overflow  # error
wrong = conspectus.gemini_cli.curate(messages).report  # error
wrong = conspectus.gemini_cli.chat_event(result).event  # error
wrong = conspectus.gemini_cli.load_settings(".").hooks  # error
wrong = conspectus.gemini_cli.recent_activity([]).event  # error
wrong = conspectus.qwen_code.microcompact(messages).details.clear  # error
wrong = conspectus.qwen_code.slim(messages).details.image  # error
wrong = conspectus.qwen_code.reference_images(messages).details.image  # error
wrong = conspectus.qwen_code.resolve_settings(None).option  # error
wrong = conspectus.gencode.needs_compression(messages, context_window=8_000).strategies  # error
wrong = conspectus.gencode.extract_activity(messages).tools  # error
wrong = conspectus.gencode.conversation_summary(messages, "text", 0)["contents"]  # error
wrong = conspectus.opencode.prune(messages).details.prune  # error
wrong = conspectus.opencode.usage_tokens({}).total_tokens  # error
wrong = conspectus.context.truncate_text("text").txt  # error
wrong = conspectus.context.summarize_output("text", summarize=summarize).txt  # error
wrong = conspectus.tokens.read_usage({}).prompt  # error
wrong = conspectus.providers.model_info("gpt-5").windows  # error
wrong = conspectus.files.load_instructions(".").file  # error
wrong = conspectus.sansio.parse_summary("text").summary  # error
result.status = "failed"  # error
result.log = {}  # error
text: str = result.messages[0]  # error
number: str = result.removed[0].count  # error
needed: int = result.context_window  # error
lists: list[int] = conspectus.validate(messages)  # error

# --- words that are none --------------------------------------------------------------------------

wrong = result.status == "reduzed"  # error
wrong = result.status == "unreachable"  # error
wrong = result.code == "too_small"  # error
wrong = result.removed[0].kind == "cleared tool results"  # error
wrong = result.rows()[0].action == "clear"  # error
wrong = result.rows()[0].role == "model"  # error
wrong = result.summary_by == "llm"  # error
wrong = plan.status == "done"  # error
wrong = plan.edits[0].action == "clear"  # error
wrong = plan.edits[0].reason == "stale"  # error
wrong = conspectus.validate(messages)[0].severity == "warn"  # error
wrong = conspectus.validate(messages)[0].code == "orphan"  # error
wrong = conspectus.find_cut(messages).reason == "boundary"  # error
wrong = conspectus.facts(messages).commands[0].outcome == "success"  # error
wrong = conspectus.check_summary(messages, "text").unsupported[0].kind == "files"  # error
wrong = compactor.handle_provider_error("x").action == "retry"  # error
wrong = compactor.handle_provider_error("x").kind == "token"  # error
wrong = conspectus.simulate(messages).rows[0].policy == "debt"  # error
wrong = conspectus.count_tokens(messages).details.dialect == "openai"  # error
wrong = conspectus.gemini_cli.estimate_tokens(messages).dialect == "openai"  # error
wrong = conspectus.gemini_cli.compression_threshold().source == "user"  # error
wrong = conspectus.gencode.needs_compression(messages, context_window=8_000).strategy == "compress"  # error
wrong = conspectus.files.read_file("README.md").kind == "texts"  # error
wrong = conspectus.files.read_file("README.md").problem == "too_big"  # error
wrong = conspectus.files.load_instructions(".").files[0].left_out == "too_long"  # error
wrong = conspectus.gemini_cli.editor_context([]).kind == "all"  # error
