"""Wrong uses of `conspectus.openai_agents`: type checkers must find each."""

from agents import Agent, OpenAIResponsesModel, RunConfig
from conspectus.openai_agents import CompactingModel, input_filter
from openai import AsyncOpenAI

inner = OpenAIResponsesModel("gpt-5", AsyncOpenAI(api_key="key"))
model = CompactingModel(inner, summarize="model", context_window=200_000)
agent = Agent[None](name="reader", model=model)
config = RunConfig(call_model_input_filter=input_filter(key=lambda data: data.agent.name, summarize="extractive"))

CompactingModel("gpt-5")  # error
CompactingModel(inner, summarize="llm")  # error
CompactingModel(inner, on_error="ignore")  # error
input_filter(context_windw=200_000)  # error
RunConfig(call_model_input_filter=input_filter)  # error
model.save(["not", "hashable"])  # error
