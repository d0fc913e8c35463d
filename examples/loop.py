"""The loop without a driver: a session arrives message by message, and is compacted whenever it is time to.

    python examples/loop.py examples/sessions/coding.anthropic.json

What `Compactor.compact` does for you, written out over `Machine`: after each `handle_*`, drain `poll_action` until it gives None. The model is
scripted, so that this runs offline; put your own call in its place.
"""

import json
import sys

from conspectus import count_tokens
from conspectus.sansio import Machine, apply_patch

WINDOW = 24_000  # tokens


def model(request):
    """Your model call: `system`, `messages` and `max_output_tokens` are all it needs."""
    return f"<state_snapshot><overall_goal>Carry on after {len(request['messages'])} message</overall_goal></state_snapshot>"


def compact(machine, messages):
    machine.handle_messages(messages)
    patch = None
    while (action := machine.poll_action()) is not None:
        match action["kind"]:
            case "before_compact":
                pass  # work is certain to be done: back up the history, tell the user
            case "summarize":
                try:
                    machine.handle_summary(model(action["request"]))
                except Exception as error:  # noqa: BLE001 - whatever the client raises: nothing is changed
                    machine.handle_failure(str(error))
            case "apply":
                patch = action["patch"]
                machine.handle_current(messages)  # the list as it is now: others may have added to it
            case "done":
                result = action["result"]
                if action["applied"]:
                    print(f"{result['status']}: {result['tokens_before']} -> {result['tokens_after']} tokens")
                    return apply_patch(messages, patch)
    return messages


def main(path):
    with open(path, encoding="utf-8") as file:
        session = json.load(file)
    machine = Machine(context_window=WINDOW)
    messages = []
    for message in session:
        messages = compact(machine, [*messages, message])
    print(f"{len(session)} messages came, {len(messages)} are left, {count_tokens(messages).tokens} tokens")


if __name__ == "__main__":
    main(sys.argv[1])
