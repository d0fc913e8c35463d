"""Wrong uses of `conspectus.google_adk`: type checkers must find each."""

from conspectus.google_adk import CompactionPlugin
from google.adk.agents import LlmAgent
from google.adk.apps import App
from google.adk.sessions import Session

agent = LlmAgent(name="reader", model="gemini-2.5-pro")
session = Session(id="one", app_name="app", user_id="user")
plugin = CompactionPlugin(summarize="model", context_window=200_000)
app = App(name="app", root_agent=agent, plugins=[plugin])
state = plugin.save(session, agent)
plugin.load(session, agent, state or {}, branch="left")

CompactionPlugin("gemini-2.5-pro")  # error
CompactionPlugin(summarize="llm")  # error
CompactionPlugin(on_error="ignore")  # error
CompactionPlugin(context_windw=200_000)  # error
App(name="app", root_agent=agent, plugins=[CompactionPlugin])  # error
plugin.save("one", agent)  # error
plugin.load(session, agent, state)  # error
