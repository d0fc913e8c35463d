"""Runs README's first loop as it stands, with the package that this Python has installed and a client that asks for a tool three times.

    PYTHONPATH=tests python tests/packaging/first_loop.py
"""

import pathlib
import sys

import conspectus
from guide import host
from guide.blocks import blocks


class Client:
    """Answers as the SDK does."""

    def __init__(self) -> None:
        self.messages = self
        self.asked = 0

    def create(self, **request: object) -> object:
        self.asked += 1
        reply = host.message(**request)
        if self.asked <= 3:
            reply.content = [host.Plain(type="tool_use", id=f"call_{self.asked}", name="read_file", input={"path": "src/units.rs"})]
            reply.stop_reason = "tool_use"
        return reply


client = Client()
space = {name: getattr(host, name) for name in host.__all__} | {"client": client}
block = next(block for block in blocks("python") if block.page == "README.md")
exec(compile(block.code, "README.md", "exec"), space)
package = pathlib.Path(conspectus.__file__)
assert package.is_relative_to(sys.prefix), f"{package} is not the installed package"
assert client.asked == 4 and len(space["messages"]) == 8, (client.asked, len(space["messages"]))
