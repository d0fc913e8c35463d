"""A model and records share the notes: what a forgetful model leaves out is still there thirty rounds later."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import conspectus

ROUNDS = 30
SECTIONS = ("overall_goal", "active_constraints", "key_knowledge", "artifact_trail", "task_state")


def forgetful(dice: random.Random) -> Any:
    """A model that takes over what the notes before say and what the user said since, less a fifth of the lines."""

    def summarize(request: dict[str, Any]) -> str:
        text = "\n".join(message["content"] for message in request["messages"])
        found: dict[str, list[str]] = {name: [] for name in SECTIONS}
        if notes := re.search(r"<previous_notes \w+>\n(.*?)\n</previous_notes", text, re.S):
            for name in SECTIONS:
                found[name] = "".join(re.findall(rf"<{name}>\n(.*?)\n</{name}>", notes[1], re.S)).split("\n")
        record = text.split("This is the record to condense:")[-1]
        found["overall_goal"] = ["Build the parts one by one."]
        found["artifact_trail"] += dict.fromkeys(re.findall(r"src/\S+?\.py", record))
        found["task_state"] += ["- The user asked: " + said.split("\n")[0] for said in re.findall(r"\] user\n(.*?)\n\[", record, re.S)]
        document = ""
        for name, lines in found.items():
            kept = "\n".join(line for line in dict.fromkeys(lines) if dice.random() > 0.2)
            document += f"<{name}>\n{kept[-4000:]}\n</{name}>\n"
        return f"<state_snapshot>\n{document}</state_snapshot>"

    return summarize


def test_a_forgetful_model_costs_no_request_and_no_rule() -> None:
    compactor: Any = conspectus.Compactor(context_window=40_000, dialect="openai_chat", clear_when="never", summarize=forgetful(random.Random(4)))
    messages: list[Any] = []
    requests, rules, by = [], [], []
    for number in range(ROUNDS):
        requests.append(f"Round {number}: build the part in src/mod_{number}/part_{number}.py on port {8100 + number}.")
        rules.append(f"Never call gate_{number} from outside.")
        messages.append({"role": "user", "content": requests[-1] + (f" {rules[-1]}" if number % 3 == 0 else "")})
        for step in range(3):
            call = f"c{number}_{step}"
            arguments = {"path": f"src/mod_{number}/part_{number}.py", "old_string": "a", "new_string": "b"} if step == 2 else {"path": f"src/lib_{number}_{step}.py"}
            function = {"name": "edit_file" if step == 2 else "read_file", "arguments": json.dumps(arguments)}
            messages.append({"role": "assistant", "content": f"Step {step} of part {number}.", "tool_calls": [{"id": call, "type": "function", "function": function}]})
            lines = [f"{line}: def f_{number}_{step}_{line}(x): return x + {line * 7}" for line in range(200)]
            messages.append({"role": "tool", "tool_call_id": call, "content": "ok" if step == 2 else "\n".join(lines)})
            result = compactor.compact(messages)
            messages = list(result.messages)
            if result.summary:
                by.append(result.summary_by)
    assert by.count("model") >= 8 and set(by) == {"model"}
    told = "\n".join(str(message["content"]) for message in messages)
    assert [request for request in requests if request not in told] == []
    assert [rule for rule in rules[::3] if rule not in told] == []
    assert [number for number in range(ROUNDS) if f"part_{number}.py" not in told] == []
