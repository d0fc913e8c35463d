"""Google ADK: a plugin compacts the contents of each request for all agents in an app.

    pip install "conspectus[google_adk]"
    python examples/with_google_adk.py
"""

import asyncio

from conspectus.google_adk import CompactionPlugin
from google.adk.agents import LlmAgent
from google.adk.apps import App
from google.adk.runners import InMemoryRunner
from google.genai import types


def read_file(path: str) -> str:
    """Reads a file."""
    return f"{path}:\n" + "\n".join(f"value_{line} = {line * line}" for line in range(500))


async def main() -> None:
    agent = LlmAgent(name="reader", model="gemini-2.5-pro", instruction="You read files.", tools=[read_file])
    plugin = CompactionPlugin(context_window=24_000, on_compact=print)
    runner = InMemoryRunner(app=App(name="files", root_agent=agent, plugins=[plugin]))
    session = await runner.session_service.create_session(app_name="files", user_id="user-1")
    for question in ("Read a.py, b.py and c.py.", "Read d.py too.", "What did you read?"):
        message = types.Content(role="user", parts=[types.Part(text=question)])
        async for event in runner.run_async(user_id="user-1", session_id=session.id, new_message=message):
            if event.is_final_response() and event.content and event.content.parts:
                print(event.content.parts[0].text)


asyncio.run(main())
