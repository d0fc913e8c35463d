"""Anthropic's compaction blocks: what stands before one is not read.

On demand (platform.claude.com, "compaction-on-demand", November 2026): a request with `compaction`
is answered by one signed block. Later it leads `messages`, byte for byte, and keeps the thinking of
the turns behind it valid. At a threshold ("compaction-threshold"): a block without a signature,
behind what it summarizes.
"""

from __future__ import annotations

from .claude import COMPACT_BETA, THRESHOLD_BETA, Facts
from .rules import Data, Refused, digest, known, need
from .seal import seal, unseal
from .thinking import Trail

# Longest `instructions`, in chars: "compaction-on-demand".
INSTRUCTIONS_MAX = 16_384
FIELDS = frozenset({"type", "content", "signature", "cache_control"})
# Wordings that the page does not print are ours; their codes are the provider's.
MISPLACED = "`compaction` block must be sent first, in place of the messages it summarizes; remove those messages"


def expect_request(request: Data, betas: set[str]) -> None:
    """What may not stand beside `compaction`."""
    asked = request["compaction"]
    need(COMPACT_BETA in betas, f"compaction: the `compaction` parameter requires anthropic-beta: {COMPACT_BETA}")
    need(isinstance(asked, dict) and asked.get("type") == "summarize", "compaction.type: Input should be 'summarize'")
    known(asked, frozenset({"type", "instructions"}), "compaction")
    need(len(asked.get("instructions") or "") <= INSTRUCTIONS_MAX, f"compaction.instructions: String should have at most {INSTRUCTIONS_MAX} characters")
    choice = (request.get("tool_choice") or {}).get("type")
    refused = {
        "context_management": "context_management" in request,
        "stop_sequences": bool(request.get("stop_sequences")),
        "tool_choice": choice in ("any", "tool"),
        "output_config.format": "format" in (request.get("output_config") or {}),
    }
    for name, found in refused.items():
        need(not found, f"`compaction` cannot be combined with `{name}`; remove `{name}`")
    messages = request["messages"]
    need(any(message["content"] for message in messages), "messages: nothing to summarize", details={"error_code": "compaction_nothing_to_summarize"})
    last = messages[-1]
    opens = last["role"] == "assistant" and any(block["type"] == "tool_use" for block in last["content"])
    need(not opens, "The last `assistant` turn ends in a `tool_use` without its `tool_result`; send the results, then compact")


def place_of(messages: list[Data], betas: set[str], declared: bool) -> tuple[int, int] | None:
    """Where the newest compaction block stands. It is as it was handed out, and where it may stand."""
    found = [(index, place, block) for index, message in enumerate(messages) for place, block in enumerate(message["content"]) if block["type"] == "compaction"]
    if not found:
        return None
    for index, place, block in found:
        where = f"messages.{index}.content.{place}"
        beta = COMPACT_BETA if "signature" in block else THRESHOLD_BETA
        need(beta in betas, f"{where}: Input tag 'compaction' found using 'type' does not match any of the expected tags")
        known(block, FIELDS, f"{where}.compaction")
        # A block of a threshold comes with the edit that made it.
        need(declared or "signature" in block, f"{where}: `compaction` blocks need a `compact_20260112` edit in `context_management`")
    signed = [(index, place, block) for index, place, block in found if "signature" in block]
    if signed:
        need(len(found) == 1, "messages: only one `compaction` block may be sent; send the newest")
        index, place, block = signed[0]
        need((index, place) == (0, 0), MISPLACED, details={"error_code": "compaction_block_misplaced"})
        made = unseal("compaction", block["signature"])
        if made is None:
            raise Refused("messages.0.content.0: Invalid `signature` in `compaction` block", details={"error_code": "compaction_signature_invalid"})
        need(made["content"] == digest(block["content"]), "messages.0.content.0: `content` of the `compaction` block differs from what was signed",
             details={"error_code": "compaction_content_mismatch"})
    return found[-1][:2]


def begin(trail: Trail, block: Data, following: str | None) -> None:
    """The trail goes on where the summarized messages ended, so that kept thinking stays valid."""
    made = unseal("compaction", block.get("signature"))
    if made is None:
        begin_anew(trail, block)
        return
    trail.chain, trail.lead, trail.replaced = made["chain"], made["id"], made["replaced"]
    if following == made["role"]:
        # The first kept message would be merged into the last summarized one.
        trail.chain = digest([trail.chain, "merged"])


def begin_anew(trail: Trail, block: Data) -> None:
    """The trail begins with a block of a threshold."""
    trail.chain, trail.last, trail.steps, trail.places = "", None, [], []
    trail.add("assistant", block, "the compaction block")


def block_of(summary: str, trail: Trail, role: str, facts: Facts) -> Data:
    """The block that stands for everything on the trail. One of a model that does not bind keeps no
    thinking valid.
    """
    name = digest([summary, trail.chain, trail.lead])
    chain = trail.chain if facts.binds else digest(["unbound", name])
    replaced = [*trail.replaced, *([trail.lead] if trail.lead else [])]
    sealed = {"content": digest(summary), "chain": chain, "id": name, "replaced": replaced, "role": role}
    return {"type": "compaction", "content": summary, "signature": seal("compaction", sealed)}


def summary_of(messages: list[Data]) -> str:
    """What the summarizer of the API writes: the words of the user, and which tools were called."""
    said = [block["text"] for message in messages if message["role"] == "user" for block in message["content"] if block["type"] == "text"]
    before = [block["content"] for message in messages for block in message["content"] if block["type"] == "compaction"]
    calls = sum(block["type"] == "tool_use" for message in messages for block in message["content"])
    asked = "\n".join(f"- {text[:200]}" for text in said[-10:])
    return "\n".join([*(text[:2_000] for text in before), f"Summary of the conversation: {len(messages)} messages, {calls} tool calls. The user asked:", asked])
