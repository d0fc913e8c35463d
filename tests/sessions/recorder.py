"""Plays a screenplay on a clone of this repository: every tool result is the real output of a real command."""

import getpass
import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

from pictures import image_bytes

HERE = Path(__file__).resolve().parent

NOISE = re.compile(r"^\s*(Updating|Downloading|Downloaded|Locking|Blocking|Adding|info: )")
MACHINE = re.compile(r"(?<![\w.])/(home|root|tmp|Users|var|private|opt|mnt|srv)/|[a-z]://|registry\+|\b\d{4}-\d\d-\d\dT\d\d:")


class Recorder:
    """Plays a screenplay on a clone of this repository and keeps what happens."""

    def __init__(self, name, system, checkout, target):
        self.checkout, self.target, self.calls = Path(checkout), Path(target), 0
        self.data = {"recording": 1, "name": name, "system": system, "messages": []}

    def clean(self, text):
        """Takes the machine out of an output: paths, names, and lines about fetching."""
        for path in {str(self.target), os.path.realpath(self.target)}:
            text = text.replace(path, "./target")
        for path in sorted({str(self.checkout), os.path.realpath(self.checkout), str(HERE.parents[1])}, key=len, reverse=True):
            text = text.replace(path, ".")
        text = text.replace(str(Path.home()), "~").replace(getpass.getuser() + "@", "user@")
        text = "".join(line for line in text.splitlines(keepends=True) if not NOISE.match(line))
        found = MACHINE.search(text)
        if found:
            raise SystemExit(f"the output still names the machine: {text[max(0, found.start() - 60):found.end() + 60]!r}")
        return text.rstrip("\n")

    def run(self, command, check):
        environment = {
            **os.environ, "LC_ALL": "C.UTF-8", "CARGO_TARGET_DIR": str(self.target), "CARGO_TERM_COLOR": "never", "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_PAGER": "cat", "GIT_AUTHOR_NAME": "example", "GIT_AUTHOR_EMAIL": "example@example.invalid", "GIT_COMMITTER_NAME": "example",
            "GIT_COMMITTER_EMAIL": "example@example.invalid", "RUST_BACKTRACE": "0",
        }
        done = subprocess.run(["bash", "-c", command], cwd=self.checkout, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        output = done.stdout.decode("utf-8", "replace")
        if check is not None and done.returncode != check:
            raise SystemExit(f"`{command}` ended with {done.returncode}, the screenplay needs {check}:\n{output}")
        return self.clean(output), done.returncode

    def perform(self, tool, arguments, check):
        if tool == "shell":
            output, code = self.run(arguments["command"], check)
            return {"output": output, "exit": code}
        if tool == "grep":
            output, code = self.run(f"grep -rnE -- '{arguments['pattern']}' {arguments['path']}", check)
            return {"output": output, "exit": code}
        if tool == "read":
            return {"output": self.clean((self.checkout / arguments["path"]).read_text(encoding="utf-8")), "exit": 0}
        if tool == "edit":
            file = self.checkout / arguments["path"]
            text = file.read_text(encoding="utf-8")
            if text.count(arguments["old"]) != 1:
                raise SystemExit(f"{arguments['path']}: the text to replace occurs {text.count(arguments['old'])} times:\n{arguments['old']}")
            file.write_text(text.replace(arguments["old"], arguments["new"]), encoding="utf-8")
            line = text[: text.index(arguments["old"])].count("\n") + 1
            return {"output": f"Edited {arguments['path']}: 1 replacement at line {line}.", "exit": 0}
        if tool == "todo":
            return {"output": f"{sum(todo[1] != 'completed' for todo in arguments['todos'])} of {len(arguments['todos'])} items open.", "exit": 0}
        if tool == "screenshot":
            image = {"draw": "report", "width": 1152, "height": 720, "values": self.sizes()}
            image["sha256"] = hashlib.sha256(image_bytes(image)).hexdigest()
            return {"output": f"{arguments['page']}, {image['width']}x{image['height']}", "exit": 0, "images": [image]}
        raise SystemExit(f"no tool {tool}")

    def sizes(self):
        """Chars of every tool result so far."""
        return [len(result["output"]) for message in self.data["messages"] for result in message.get("results", ())]

    def user(self, text, *images):
        for image in images:
            image["sha256"] = hashlib.sha256(image_bytes(image)).hexdigest()
        self.data["messages"].append({"role": "user", "text": text, **({"images": list(images)} if images else {})})

    def agent(self, text, *calls):
        """One agent turn; with calls, runs them and appends their results. Returns the outputs."""
        message, results = {"role": "agent", "text": text}, []
        self.data["messages"].append(message)
        for tool, arguments, check in calls:
            self.calls += 1
            message.setdefault("calls", []).append({"id": self.calls, "tool": tool, "args": arguments})
            results.append({"id": self.calls, "tool": tool, **self.perform(tool, arguments, check)})
            print(f"  {self.calls:3} {tool:10} exit {results[-1]['exit']} {len(results[-1]['output']):6} chars", file=sys.stderr)
        if results:
            self.data["messages"].append({"role": "tools", "results": results})
        return [result["output"] for result in results]


def shell(command, why, check=0):
    return "shell", {"command": command, "why": why}, check


def grep(pattern, path, check=0):
    return "grep", {"pattern": pattern, "path": path}, check


def read(path):
    return "read", {"path": path}, 0


def edit(path, old, new):
    return "edit", {"path": path, "old": old, "new": new}, 0


def todo(*todos):
    return "todo", {"todos": [list(item) for item in todos]}, 0
