"""`conspectus mcp` with the official client of the Model Context Protocol: `make mcp`.

Each way to connect is tried: with the handshake, without it, and with the client's own choice. The answers must be those of `FolderStore`.
"""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import tempfile

import anyio
from mcp import StdioServerParameters, stdio_client
from mcp.client import Client
from mcp.shared.exceptions import MCPError

from conspectus import FolderStore

MODES = ("legacy", "auto", "2026-07-28")
CALLS = [
    ("search", {"query": "retry budget"}),
    ("search", {"query": "panicked", "source": "run"}),
    ("describe", {}),
    ("describe", {"max_tokens": 4_000}),
]
BAD = [("search", {}), ("search", {"query": "a", "limit": 99}), ("read_back", {"key": "../../etc/passwd"}), ("describe", {"key": "0" * 32})]


async def session(mode: str, given: list[str], environment: dict[str, str], store: FolderStore, keys: list[str]) -> None:
    server = StdioServerParameters(command=sys.executable, args=["-m", "conspectus", "mcp", *given], env=environment)
    async with Client(stdio_client(server), mode=mode) as client:
        listed = (await client.list_tools()).tools
        assert [tool.name for tool in listed] == ["read_back", "search", "describe"], listed
        assert all(tool.annotations and tool.annotations.read_only_hint for tool in listed)
        for name, arguments in [*CALLS, *(("read_back", {"key": key}) for key in keys)]:
            answer = await client.call_tool(name, arguments)
            assert not answer.is_error and [part.text for part in answer.content] == [store.answer(name, arguments)], (name, answer)
        for name, arguments in BAD:
            answer = await client.call_tool(name, arguments)
            assert answer.is_error and answer.content[0].text == store.answer(name, arguments), (name, answer)
        for wrong in (client.call_tool("remove", {}), client.list_resources()):
            try:
                await wrong
            except MCPError as error:
                assert error.code in (-32601, -32602), error
            else:
                raise AssertionError("it should have failed")
        # After an error, the session continues.
        assert not (await client.call_tool("describe", {})).is_error
        # A client that doesn't ask is told nothing of the server.
        assert mode == MODES[-1] or (client.server_info and client.server_info.name == "conspectus"), client.server_info
        print(f"mcp: {mode}: {client.protocol_version}, {len(listed)} tools, {len(CALLS) + len(keys)} answers, {len(BAD) + 2} errors")


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        project = pathlib.Path(home, "app")
        project.mkdir()
        environment = {**os.environ, "CONSPECTUS_HOME": f"{home}/state", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        # A project that nothing was stored for has an empty store, and stays without a folder.
        early = '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "describe"}}\n'
        command = [sys.executable, "-m", "conspectus", "mcp", "--project", str(project)]
        told = subprocess.run(command, input=early, env=environment, capture_output=True, text=True, check=True).stdout
        assert "nothing has been stored for this project yet" in told and not pathlib.Path(home, "state").exists(), told
        store = FolderStore(pathlib.Path(home, "outputs"))
        keys = [store.put(f"fn retry_budget() -> u32 {{ {number} }}\n", tool="read_file", arguments=f"src/{number}.rs").key for number in range(30)]
        keys.append(store.put("thread panicked\n" * 3_000, tool="run", arguments="cargo test").key)
        for mode in MODES:
            anyio.run(session, mode, ["--store", f"{home}/outputs"], environment, store, keys[-2:])


if __name__ == "__main__":
    main()
