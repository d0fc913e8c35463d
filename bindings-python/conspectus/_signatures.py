"""The signatures that people see: `inspect.signature` follows `__wrapped__` to them. Written by `scripts/names.py --write` from the
tables of the core. Do not edit.
"""

from __future__ import annotations

# The names that the two halves of `compact` take.
TURN = ('force', 'now_ms', 'last_activity_ms', 'usage', 'prompt_tokens', 'prompt_messages', 'system', 'tools', 'environment', 'plan_path', 'instructions', 'hook_instructions', 'pruned_at', 'plan_mode', 'running_agents', 'pinned', 'payload_overflow', 'remaining_calls', 'prefix_cached', 'unchanged_messages')
CONSTRUCTOR = ('model', 'context_window', 'preset', 'dialect', 'summarize', 'store', 'restore', 'on_hook', 'tokenizer', 'application', 'limits', 'when', 'keep', 'reduce', 'prices', 'memory', 'measure', 'options')


def Compactor(
    self,
    *,
    model: str | None = None,
    context_window: int | None = None,
    preset: Preset | None = None,
    dialect: Dialect | None = None,
    summarize: Summarize | Literal["embedded"] | None = None,
    store: Store | None = None,
    restore: Restore | None = None,
    on_hook: OnHook | None = None,
    tokenizer: Tokenizer | None = None,
    application: Application | None = None,
    limits: Limits | None = None,
    when: When | None = None,
    keep: Keep | None = None,
    reduce: Reduce | None = None,
    prices: Prices | None = None,
    memory: Memory | None = None,
    measure: Measure | None = None,
    options: Options | None = None,
) -> None:
    """Arguments:
        model: The model of the conversation, as its provider spells it. It selects the weights of `instant`, the encoding of
            `exact` and the price of media. Under `default` it also gives the window and the limit on output, unless they are given.
            Default: none.
        context_window: The model's context window, in tokens. It decides *when* to compact; without a window, only a forced run
            compacts. Unless given, it is the window of `model` if that is known. A whole number of at least 1. Default: none.
        preset: Whose way to compact. `default`: our own: clear old tool results and media; if that is not enough, summarise the
            older messages. `gemini-cli`: gemini-cli: cut long tool results, then summarise in two calls what lies before a message
            of the user. `qwen-code`: qwen-code 0.24.4: summarise everything, then bring back recent files and images.
            `qwen-code-seed`: qwen-code in its first form: summarise what lies before a turn of the user. `gencode`: gencode 0.4.0:
            clear old tool results if that is enough, else summarise all but the newest messages. `opencode`: opencode 1.18.33:
            summarise everything but a tail within a budget of tokens. Default: `default`.
        dialect: The dialect in which the messages are written. Unless given, it is detected from the whole list. One of `gemini`,
            `openai_chat`, `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`.
            Default: detected.
        summarize: Your model call, or `"embedded"` for the built-in summary. Default: `"embedded"`.
        store: Keeps `action["text"]` and returns where it can be found: a function, or a `FolderStore`. If it raises, the output
            stays in the history.
        restore: Reads files again: `[{"path", "text"}]`. Without it none is brought back.
        on_hook: Is told before work is done (`event` is `pre_compress`), and at the end with the report (`post_compress`). Before,
            it may return `{"abort": True}`, which cancels the run, or `{"context": text}`, which the summariser of this run is
            told.
        tokenizer: Counts the tokens of a text in place of the estimators.
        application: Who runs the conversation: a person (`interactive`) or an `agent`. After a person forces a compaction and it
            fails, later runs still try; a failed attempt of an agent counts against later runs. One of `interactive`, `agent`.
            Default: `"interactive"`.
        limits: What a request may hold. A dict of `max_output_tokens`, `max_input_tokens`, `reserved_tokens`,
            `output_reserve_tokens`, `request_bytes`, `images`, `image_pixels`, `reserved_output_tokens`.
        when: When to act. A dict of `trigger`, `target`, `ladder`, `idle_minutes`, `max_result_chars`, `images`, `min_span`,
            `min_saving`.
        keep: What stays. A dict of `split_rule`, `fraction`, `tail_tokens`, `tail_turns`, `messages`, `pairs`, `results`,
            `user_message_tokens`, `files`, `images`.
        reduce: What may be removed without a summary. A dict of `admit`, `output_tokens`, `clear`, `clear_when`, `clear_rule`,
            `clear_min_tokens`, `clear_protect_tokens`, `clearable_tools`, `never_clear_tools`, `placeholder`, `clip_budget_tokens`,
            `clip_max_chars`, `modalities`, `max_images`.
        prices: What a prompt costs. Only the ratios of the prices count. A dict of `preset`, `input`, `read`, `write`, `output`,
            `ttl_ms`, `min_prefix_tokens`, `breakpoints`, `lookback_blocks`.
        memory: The summary that takes the place of the removed messages. A dict of `max_tokens`, `window`, `share`, `instructions`,
            `template`, `second_call`, `put_in`, `missing_share`, `fallback`, `key`, `restate_request`, `acknowledgement`,
            `acknowledge_environment`, `continue_message`.
        measure: How sizes are measured. A dict of `unit`, `estimator`, `family`, `encoding`, `chars_per_token`, `media_rule`,
            `image_tokens`, `message_overhead_tokens`.
        options: A dict of these arguments, to share. Those given beside it win.
    """


def Compactor_compact(
    self,
    messages: Sequence[M],
    *,
    force: bool | None = None,
    now_ms: float | None = None,
    last_activity_ms: float | None = None,
    usage: Any = None,
    prompt_tokens: int | None = None,
    prompt_messages: int | None = None,
    system: str | Sequence[Any] | None = None,
    tools: Any = None,
    environment: str | None = None,
    plan_path: str | None = None,
    instructions: str | None = None,
    hook_instructions: str | None = None,
    pruned_at: Any = None,
    plan_mode: bool | None = None,
    running_agents: Sequence[Mapping[str, str]] | None = None,
    pinned: Sequence[int | str] | Callable[[Any], bool] | None = None,
    payload_overflow: bool | None = None,
    remaining_calls: int | None = None,
    prefix_cached: bool | None = None,
    unchanged_messages: int | None = None,
) -> Result[M]:
    """Arguments:
        force: Whether to act now, regardless of time and size.
        now_ms: The time now, by your clock, in milliseconds.
        last_activity_ms: When the conversation was last active, by the same clock.
        usage: What the provider reported with the agent's last message: the usage object of any provider, as it is. Cached tokens
            are counted.
        prompt_tokens: Prompt tokens that the provider reported for the last request, cached ones included. A whole number of at
            least 0.
        prompt_messages: How many of the messages that request held. Later messages are estimated and added. A whole number of at
            least 0.
        system: The system text that goes with the messages: a text, or a list of blocks.
        tools: The tool schemas that go with the messages: any plain data.
        environment: A text about the environment that goes in front of the new history, as a message of the user.
        plan_path: The file of an approved plan, which the summary has to name.
        instructions: What the user asks this summary to keep in mind.
        hook_instructions: What your own hooks ask this summary to keep in mind.
        pruned_at: Any value, for example a time. Cleared results get it as `prunedAt`, with `pruned: true`.
        plan_mode: Whether the agent is in a mode in which it may change nothing. It is reminded of this after a summary.
        running_agents: The tasks of other agents for this conversation, oldest first. The agent is reminded of them after a
            summary.
        pinned: Messages and parts that survive: indexes of messages, JSON Pointers to parts (`/5/content/1`), or a function that is
            asked of each message.
        payload_overflow: Whether the provider refused the last request because it had too many bytes.
        remaining_calls: How many calls the agent will still make, if you know. It decides whether clearing old results pays. A
            whole number of at least 0.
        prefix_cached: Whether the conversation's own model writes the summary and its provider caches prompts.
        unchanged_messages: How many of the first messages you have not changed since the last call, if you know: the length that
            its list had, for an agent that only appends. A turn with nothing to do does not look at them then. A whole number of at
            least 0.
    """


def Compactor_acompact(
    self,
    messages: Sequence[M],
    *,
    force: bool | None = None,
    now_ms: float | None = None,
    last_activity_ms: float | None = None,
    usage: Any = None,
    prompt_tokens: int | None = None,
    prompt_messages: int | None = None,
    system: str | Sequence[Any] | None = None,
    tools: Any = None,
    environment: str | None = None,
    plan_path: str | None = None,
    instructions: str | None = None,
    hook_instructions: str | None = None,
    pruned_at: Any = None,
    plan_mode: bool | None = None,
    running_agents: Sequence[Mapping[str, str]] | None = None,
    pinned: Sequence[int | str] | Callable[[Any], bool] | None = None,
    payload_overflow: bool | None = None,
    remaining_calls: int | None = None,
    prefix_cached: bool | None = None,
    unchanged_messages: int | None = None,
) -> Result[M]:
    """Arguments:
        force: Whether to act now, regardless of time and size.
        now_ms: The time now, by your clock, in milliseconds.
        last_activity_ms: When the conversation was last active, by the same clock.
        usage: What the provider reported with the agent's last message: the usage object of any provider, as it is. Cached tokens
            are counted.
        prompt_tokens: Prompt tokens that the provider reported for the last request, cached ones included. A whole number of at
            least 0.
        prompt_messages: How many of the messages that request held. Later messages are estimated and added. A whole number of at
            least 0.
        system: The system text that goes with the messages: a text, or a list of blocks.
        tools: The tool schemas that go with the messages: any plain data.
        environment: A text about the environment that goes in front of the new history, as a message of the user.
        plan_path: The file of an approved plan, which the summary has to name.
        instructions: What the user asks this summary to keep in mind.
        hook_instructions: What your own hooks ask this summary to keep in mind.
        pruned_at: Any value, for example a time. Cleared results get it as `prunedAt`, with `pruned: true`.
        plan_mode: Whether the agent is in a mode in which it may change nothing. It is reminded of this after a summary.
        running_agents: The tasks of other agents for this conversation, oldest first. The agent is reminded of them after a
            summary.
        pinned: Messages and parts that survive: indexes of messages, JSON Pointers to parts (`/5/content/1`), or a function that is
            asked of each message.
        payload_overflow: Whether the provider refused the last request because it had too many bytes.
        remaining_calls: How many calls the agent will still make, if you know. It decides whether clearing old results pays. A
            whole number of at least 0.
        prefix_cached: Whether the conversation's own model writes the summary and its provider caches prompts.
        unchanged_messages: How many of the first messages you have not changed since the last call, if you know: the length that
            its list had, for an agent that only appends. A turn with nothing to do does not look at them then. A whole number of at
            least 0.
    """


def compact(
    messages: Sequence[M],
    *,
    force: bool | None = None,
    now_ms: float | None = None,
    last_activity_ms: float | None = None,
    usage: Any = None,
    prompt_tokens: int | None = None,
    prompt_messages: int | None = None,
    system: str | Sequence[Any] | None = None,
    tools: Any = None,
    environment: str | None = None,
    plan_path: str | None = None,
    instructions: str | None = None,
    hook_instructions: str | None = None,
    pruned_at: Any = None,
    plan_mode: bool | None = None,
    running_agents: Sequence[Mapping[str, str]] | None = None,
    pinned: Sequence[int | str] | Callable[[Any], bool] | None = None,
    payload_overflow: bool | None = None,
    remaining_calls: int | None = None,
    prefix_cached: bool | None = None,
    unchanged_messages: int | None = None,
    model: str | None = None,
    context_window: int | None = None,
    preset: Preset | None = None,
    dialect: Dialect | None = None,
    summarize: Summarize | Literal["embedded"] | None = None,
    store: Store | None = None,
    restore: Restore | None = None,
    on_hook: OnHook | None = None,
    tokenizer: Tokenizer | None = None,
    application: Application | None = None,
    limits: Limits | None = None,
    when: When | None = None,
    keep: Keep | None = None,
    reduce: Reduce | None = None,
    prices: Prices | None = None,
    memory: Memory | None = None,
    measure: Measure | None = None,
    options: Options | None = None,
) -> Result[M]: ...


def Machine(
    cls,
    *,
    model: str | None = None,
    context_window: int | None = None,
    preset: Preset | None = None,
    summarize: Literal["host", "embedded"] | None = None,
    dialect: Dialect | None = None,
    tokenizer: Tokenizer | None = None,
    application: Application | None = None,
    limits: Limits | None = None,
    when: When | None = None,
    keep: Keep | None = None,
    reduce: Reduce | None = None,
    prices: Prices | None = None,
    memory: Memory | None = None,
    measure: Measure | None = None,
) -> Machine:
    """Arguments:
        model: The model of the conversation, as its provider spells it. It selects the weights of `instant`, the encoding of
            `exact` and the price of media. Under `default` it also gives the window and the limit on output, unless they are given.
            Default: none.
        context_window: The model's context window, in tokens. It decides *when* to compact; without a window, only a forced run
            compacts. Unless given, it is the window of `model` if that is known. A whole number of at least 1. Default: none.
        preset: Whose way to compact. `default`: our own: clear old tool results and media; if that is not enough, summarise the
            older messages. `gemini-cli`: gemini-cli: cut long tool results, then summarise in two calls what lies before a message
            of the user. `qwen-code`: qwen-code 0.24.4: summarise everything, then bring back recent files and images.
            `qwen-code-seed`: qwen-code in its first form: summarise what lies before a turn of the user. `gencode`: gencode 0.4.0:
            clear old tool results if that is enough, else summarise all but the newest messages. `opencode`: opencode 1.18.33:
            summarise everything but a tail within a budget of tokens. Default: `default`.
        dialect: The dialect in which the messages are written. Unless given, it is detected from the whole list. One of `gemini`,
            `openai_chat`, `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`.
            Default: detected.
        tokenizer: Counts the tokens of a text in place of the estimators.
        application: Who runs the conversation: a person (`interactive`) or an `agent`. After a person forces a compaction and it
            fails, later runs still try; a failed attempt of an agent counts against later runs. One of `interactive`, `agent`.
            Default: `"interactive"`.
        limits: What a request may hold. A dict of `max_output_tokens`, `max_input_tokens`, `reserved_tokens`,
            `output_reserve_tokens`, `request_bytes`, `images`, `image_pixels`, `reserved_output_tokens`.
        when: When to act. A dict of `trigger`, `target`, `ladder`, `idle_minutes`, `max_result_chars`, `images`, `min_span`,
            `min_saving`.
        keep: What stays. A dict of `split_rule`, `fraction`, `tail_tokens`, `tail_turns`, `messages`, `pairs`, `results`,
            `user_message_tokens`, `files`, `images`.
        reduce: What may be removed without a summary. A dict of `admit`, `output_tokens`, `clear`, `clear_when`, `clear_rule`,
            `clear_min_tokens`, `clear_protect_tokens`, `clearable_tools`, `never_clear_tools`, `placeholder`, `clip_budget_tokens`,
            `clip_max_chars`, `modalities`, `max_images`.
        prices: What a prompt costs. Only the ratios of the prices count. A dict of `preset`, `input`, `read`, `write`, `output`,
            `ttl_ms`, `min_prefix_tokens`, `breakpoints`, `lookback_blocks`.
        memory: The summary that takes the place of the removed messages. A dict of `max_tokens`, `window`, `share`, `instructions`,
            `template`, `second_call`, `put_in`, `missing_share`, `fallback`, `key`, `restate_request`, `acknowledgement`,
            `acknowledge_environment`, `continue_message`.
        measure: How sizes are measured. A dict of `unit`, `estimator`, `family`, `encoding`, `chars_per_token`, `media_rule`,
            `image_tokens`, `message_overhead_tokens`.
    """


def handle_messages(
    self,
    messages: Sequence[Any],
    *,
    force: bool | None = None,
    now_ms: float | None = None,
    last_activity_ms: float | None = None,
    usage: Any = None,
    prompt_tokens: int | None = None,
    prompt_messages: int | None = None,
    system: str | Sequence[Any] | None = None,
    tools: Any = None,
    environment: str | None = None,
    plan_path: str | None = None,
    instructions: str | None = None,
    hook_instructions: str | None = None,
    pruned_at: Any = None,
    plan_mode: bool | None = None,
    running_agents: Sequence[Mapping[str, str]] | None = None,
    pinned: Sequence[int | str] | Callable[[Any], bool] | None = None,
    payload_overflow: bool | None = None,
    remaining_calls: int | None = None,
    prefix_cached: bool | None = None,
    unchanged_messages: int | None = None,
) -> None:
    """Arguments:
        force: Whether to act now, regardless of time and size.
        now_ms: The time now, by your clock, in milliseconds.
        last_activity_ms: When the conversation was last active, by the same clock.
        usage: What the provider reported with the agent's last message: the usage object of any provider, as it is. Cached tokens
            are counted.
        prompt_tokens: Prompt tokens that the provider reported for the last request, cached ones included. A whole number of at
            least 0.
        prompt_messages: How many of the messages that request held. Later messages are estimated and added. A whole number of at
            least 0.
        system: The system text that goes with the messages: a text, or a list of blocks.
        tools: The tool schemas that go with the messages: any plain data.
        environment: A text about the environment that goes in front of the new history, as a message of the user.
        plan_path: The file of an approved plan, which the summary has to name.
        instructions: What the user asks this summary to keep in mind.
        hook_instructions: What your own hooks ask this summary to keep in mind.
        pruned_at: Any value, for example a time. Cleared results get it as `prunedAt`, with `pruned: true`.
        plan_mode: Whether the agent is in a mode in which it may change nothing. It is reminded of this after a summary.
        running_agents: The tasks of other agents for this conversation, oldest first. The agent is reminded of them after a
            summary.
        pinned: Messages and parts that survive: indexes of messages, JSON Pointers to parts (`/5/content/1`), or a function that is
            asked of each message.
        payload_overflow: Whether the provider refused the last request because it had too many bytes.
        remaining_calls: How many calls the agent will still make, if you know. It decides whether clearing old results pays. A
            whole number of at least 0.
        prefix_cached: Whether the conversation's own model writes the summary and its provider caches prompts.
        unchanged_messages: How many of the first messages you have not changed since the last call, if you know: the length that
            its list had, for an agent that only appends. A turn with nothing to do does not look at them then. A whole number of at
            least 0.
    """


def History(
    cls,
    *,
    dialect: Dialect | None = None,
    model: str | None = None,
    context_window: int | None = None,
    preset: Preset | None = None,
    verify: Verify | None = None,
    tokenizer: Tokenizer | None = None,
    limits: HistoryLimits | None = None,
    when: HistoryWhen | None = None,
    keep: HistoryKeep | None = None,
    reduce: HistoryReduce | None = None,
    measure: HistoryMeasure | None = None,
) -> History:
    """Arguments:
        dialect: The dialect in which the messages are written. Unless given, it is detected from the whole list. One of `gemini`,
            `openai_chat`, `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`.
            Default: detected.
        model: The model of the conversation, as its provider spells it. It selects the weights of `instant`, the encoding of
            `exact` and the price of media. Under `default` it also gives the window and the limit on output, unless they are given.
            Default: none.
        context_window: The model's context window, in tokens. It decides *when* to compact; without a window, only a forced run
            compacts. Unless given, it is the window of `model` if that is known. A whole number of at least 1. Default: none.
        preset: The preset whose values hold where nothing is given.
        verify: `shape` recognises known messages by identity, `hash` by their content. Default: `shape`.
        tokenizer: Counts the tokens of a text in place of the estimators.
        limits: What a request may hold. A dict of `max_output_tokens`, `max_input_tokens`, `reserved_tokens`.
        when: When to act. A dict of `idle_minutes`, `max_result_chars`.
        keep: What stays. A dict of `split_rule`, `fraction`, `tail_tokens`, `tail_turns`, `messages`, `pairs`, `results`.
        reduce: What may be removed without a summary. A dict of `admit`, `clearable_tools`, `never_clear_tools`, `placeholder`.
        measure: How sizes are measured. A dict of `unit`, `estimator`, `family`, `encoding`, `chars_per_token`, `media_rule`,
            `image_tokens`, `message_overhead_tokens`.
    """


def count_up_to(text: str, limit: int, *, encoding: Encoding | None = None, model: str | None = None) -> int | None: ...


def estimate_tokens(
    messages: Sequence[Any],
    *,
    system: str | Sequence[Any] | None = None,
    tools: Any = None,
    reports: Sequence[Mapping[str, Any]] | None = None,
    message_overhead_tokens: int | None = None,
    tokenizer: Tokenizer | None = None,
    dialect: Dialect | None = None,
    unit: Unit | None = None,
    estimator: Estimator | None = None,
    model: str | None = None,
    family: Family | None = None,
    encoding: Encoding | None = None,
    chars_per_token: float | None = None,
    media_rule: MediaRule | None = None,
    image_tokens: int | None = None,
    preset: Preset | None = None,
) -> Estimate: ...


def media_tokens(
    medium: Any,
    *,
    detail: Literal["auto", "low", "medium", "high", "ultra_high"] | None = None,
    model: str | None = None,
    media_rule: MediaRule | None = None,
    image_tokens: int | None = None,
    preset: Preset | None = None,
) -> Record: ...


def read_usage(usage: Any) -> Record: ...


def estimate_text_tokens(
    text: str | None,
    *,
    rule: str | None = None,
    unit: Unit | None = None,
    estimator: Estimator | None = None,
    model: str | None = None,
    family: Family | None = None,
    encoding: Encoding | None = None,
    chars_per_token: float | None = None,
    image_tokens: int | None = None,
    preset: Preset | None = None,
) -> Record: ...


def find_split_point(
    messages: Sequence[Any],
    *,
    char_counts: Sequence[float] | None = None,
    message_overhead_tokens: int | None = None,
    fraction: float | None = None,
    split_rule: SplitRule | None = None,
    tail_tokens: int | None = None,
    tail_turns: int | None = None,
    keep_messages: int | None = None,
    keep_pairs: int | None = None,
    context_window: int | None = None,
    ladder: Ladder | None = None,
    max_output_tokens: int | None = None,
    max_input_tokens: int | None = None,
    reserved_tokens: int | None = None,
    reserved_output_tokens: int | None = None,
    dialect: Dialect | None = None,
    unit: Unit | None = None,
    estimator: Estimator | None = None,
    model: str | None = None,
    family: Family | None = None,
    encoding: Encoding | None = None,
    chars_per_token: float | None = None,
    media_rule: MediaRule | None = None,
    image_tokens: int | None = None,
    preset: Preset | None = None,
) -> SplitPoint: ...


def legal_cuts(
    messages: Sequence[Any],
    *,
    dialect: Dialect | None = None,
    preset: Preset | None = None,
) -> list[Record]: ...


def clear_media(
    messages: Sequence[Any],
    *,
    max_bytes: int | None = None,
    max_pixels: int | None = None,
    keep_results: int | None = None,
    dialect: Dialect | None = None,
    unit: Unit | None = None,
    estimator: Estimator | None = None,
    model: str | None = None,
    family: Family | None = None,
    encoding: Encoding | None = None,
    chars_per_token: float | None = None,
    media_rule: MediaRule | None = None,
    image_tokens: int | None = None,
    preset: Preset | None = None,
) -> Edited[M]: ...


def retire(
    messages: Sequence[Any],
    *,
    target_tokens: int | None = None,
    classes: Sequence[Literal["stale", "superseded", "repeated", "applied"]] | None = None,
    keep_results: int | None = None,
    never_clear_tools: Sequence[str] | None = None,
    dialect: Dialect | None = None,
    unit: Unit | None = None,
    estimator: Estimator | None = None,
    model: str | None = None,
    family: Family | None = None,
    encoding: Encoding | None = None,
    chars_per_token: float | None = None,
    media_rule: MediaRule | None = None,
    image_tokens: int | None = None,
    preset: Preset | None = None,
) -> Edited[M]: ...


def slim(
    messages: Sequence[Any],
    *,
    modalities: Sequence[Modality] | None = None,
    dialect: Dialect | None = None,
    unit: Unit | None = None,
    estimator: Estimator | None = None,
    model: str | None = None,
    family: Family | None = None,
    encoding: Encoding | None = None,
    chars_per_token: float | None = None,
    media_rule: MediaRule | None = None,
    image_tokens: int | None = None,
    preset: Preset | None = None,
) -> Edited[M]: ...


def microcompact(
    messages: Sequence[Any],
    *,
    now_ms: float | None = None,
    last_activity_ms: float | None = None,
    force: bool | None = None,
    keep_results: int | None = None,
    idle_minutes: float | None = None,
    clearable_tools: Sequence[str] | None = None,
    never_clear_tools: Sequence[str] | None = None,
    max_result_chars: int | None = None,
    placeholder: Placeholder | None = None,
    dialect: Dialect | None = None,
    unit: Unit | None = None,
    estimator: Estimator | None = None,
    model: str | None = None,
    family: Family | None = None,
    encoding: Encoding | None = None,
    chars_per_token: float | None = None,
    media_rule: MediaRule | None = None,
    image_tokens: int | None = None,
    preset: Preset | None = None,
) -> Edited[M]: ...


def admit(
    messages: Sequence[Any],
    *,
    start: int | None = None,
    level: Literal["off", "safe", "tables", "groups"] | None = None,
    dialect: Dialect | None = None,
    unit: Unit | None = None,
    estimator: Estimator | None = None,
    model: str | None = None,
    family: Family | None = None,
    encoding: Encoding | None = None,
    chars_per_token: float | None = None,
    preset: Preset | None = None,
) -> Edited[M]: ...


def expand(messages: Sequence[Any], *, dialect: Dialect | None = None, preset: Preset | None = None) -> Edited[M]: ...


def validate(messages: Sequence[Any], *, dialect: Dialect | None = None, preset: Preset | None = None) -> list[Record]: ...


def repair(
    messages: Sequence[Any],
    *,
    dialect: Dialect | None = None,
    preset: Preset | None = None,
) -> Edited[M, list[Record]]: ...


def summarize_extractive(
    messages: Sequence[Any],
    *,
    budget_tokens: int | None = None,
    dialect: Dialect | None = None,
    unit: Unit | None = None,
    estimator: Estimator | None = None,
    model: str | None = None,
    family: Family | None = None,
    encoding: Encoding | None = None,
    chars_per_token: float | None = None,
    media_rule: MediaRule | None = None,
    image_tokens: int | None = None,
    preset: Preset | None = None,
) -> Record: ...


def check_summary(
    messages: Sequence[Any],
    summary: str,
    *,
    dialect: Dialect | None = None,
    preset: Preset | None = None,
) -> Record: ...


def parse_snapshot(text: str) -> Record: ...


def facts(messages: Sequence[Any], *, dialect: Dialect | None = None, preset: Preset | None = None) -> Record: ...


def count_tokens(
    text: str,
    *,
    limit: int | None = None,
    encoding: Encoding | None = None,
    model: str | None = None,
) -> int | None: ...


def count_tokens_batch(
    texts: Sequence[str],
    *,
    encoding: Encoding | None = None,
    model: str | None = None,
) -> list[int]: ...


def encode(text: str, *, encoding: Encoding | None = None, model: str | None = None) -> list[int]: ...


def decode(ids: Sequence[int], *, encoding: Encoding | None = None, model: str | None = None) -> str: ...


def truncate_to_tokens(
    text: str,
    max_tokens: int,
    *,
    encoding: Encoding | None = None,
    model: str | None = None,
) -> str: ...


def truncate_text(
    text: str,
    *,
    rule: str | None = None,
    max_chars: int | None = None,
    max_lines: int | None = None,
    max_bytes: int | None = None,
    max_tokens: int | None = None,
    keep_errors: bool | None = None,
    head_fraction: float | None = None,
    locator: str | None = None,
    prefix: str | None = None,
    preset: Preset | None = None,
) -> Record: ...


def prepare_output_summary(
    text: str,
    *,
    max_tokens: int | None = None,
    tool: str | None = None,
    call: str | None = None,
    request: str | None = None,
    dialect: Dialect | None = None,
    estimator: Estimator | None = None,
    model: str | None = None,
    family: Family | None = None,
    encoding: Encoding | None = None,
    chars_per_token: float | None = None,
) -> Record: ...


def check_output_summary(
    text: str,
    summary: str,
    *,
    max_tokens: int | None = None,
    locator: str | None = None,
    estimator: Estimator | None = None,
    model: str | None = None,
    family: Family | None = None,
    encoding: Encoding | None = None,
    chars_per_token: float | None = None,
) -> Record: ...


def page_text(
    text: str,
    *,
    offset: int | None = None,
    limit: int | None = None,
    max_line_chars: int | None = None,
    preset: Preset | None = None,
) -> Record: ...


def media_part(
    data: str,
    mime: str,
    *,
    name: str | None = None,
    dialect: Dialect | None = None,
    preset: Preset | None = None,
) -> Record: ...


def process_imports(
    text: str,
    path: str,
    *,
    files: Mapping[str, str] | None = None,
    roots: Sequence[str] | None = None,
    home: str | None = None,
    format: Literal["tree", "flat"] | None = None,
    max_depth: int | None = None,
    max_files: int | None = None,
    max_chars: int | None = None,
    estimator: Estimator | None = None,
    model: str | None = None,
    family: Family | None = None,
    encoding: Encoding | None = None,
    chars_per_token: float | None = None,
) -> Record: ...


def join_memory(
    files: Sequence[Mapping[str, Any]],
    *,
    max_tokens: int | None = None,
    estimator: Estimator | None = None,
    model: str | None = None,
    family: Family | None = None,
    encoding: Encoding | None = None,
    chars_per_token: float | None = None,
    preset: Preset | None = None,
) -> Record: ...


def editor_context(
    state: Any,
    *,
    last: Any = None,
    full: bool | None = None,
    max_files: int | None = None,
    max_selected_chars: int | None = None,
    preset: Preset | None = None,
) -> Record: ...


def recent_turns(
    messages: Sequence[Any],
    *,
    turns: int | None = None,
    calls: bool | None = None,
    message_overhead_tokens: int | None = None,
    dialect: Dialect | None = None,
    unit: Unit | None = None,
    estimator: Estimator | None = None,
    model: str | None = None,
    family: Family | None = None,
    encoding: Encoding | None = None,
    chars_per_token: float | None = None,
    media_rule: MediaRule | None = None,
    image_tokens: int | None = None,
    preset: Preset | None = None,
) -> Edited[M]: ...


def routing_window(
    messages: Sequence[Any],
    *,
    window: int | None = None,
    shown: int | None = None,
    message_overhead_tokens: int | None = None,
    dialect: Dialect | None = None,
    unit: Unit | None = None,
    estimator: Estimator | None = None,
    model: str | None = None,
    family: Family | None = None,
    encoding: Encoding | None = None,
    chars_per_token: float | None = None,
    media_rule: MediaRule | None = None,
    image_tokens: int | None = None,
    preset: Preset | None = None,
) -> Edited[M]: ...


def classify_error(error: Any, *, preset: Preset | None = None) -> Record: ...


def recover(error: Any, *, attempt: int | None = None, preset: Preset | None = None) -> Record: ...


def model_limits(
    model: str,
    *,
    observed_tokens: int | None = None,
    context_window: int | None = None,
    max_output_tokens: int | None = None,
    preset: Preset | None = None,
) -> Record: ...


def cache_prices(name: str, *, preset: Preset | None = None) -> Record: ...


def invert_patch(messages: Sequence[Any], patch: Mapping[str, Any], *, preset: Preset | None = None) -> Record: ...


def thresholds(
    *,
    context_window: int | None = None,
    trigger: float | None = None,
    ladder: Ladder | None = None,
    max_output_tokens: int | None = None,
    max_input_tokens: int | None = None,
    reserved_tokens: int | None = None,
    reserved_output_tokens: int | None = None,
    preset: Preset | None = None,
) -> Record: ...


def simulate(
    messages: Sequence[Any],
    *,
    policies: Sequence[str] | None = None,
    windows: Sequence[int] | None = None,
    price_sets: Sequence[str] | None = None,
    overhead_tokens: int | None = None,
    pauses_ms: Sequence[int] | None = None,
    times_ms: Sequence[float | None] | None = None,
    summary_tokens: int | None = None,
    context_window: int | None = None,
    max_output_tokens: int | None = None,
    trigger: float | None = None,
    target: float | None = None,
    keep_results: int | None = None,
    summarize: Literal["host", "embedded"] | None = None,
    price_preset: PricePreset | None = None,
    price_input: float | None = None,
    price_read: float | None = None,
    price_write: float | None = None,
    price_output: float | None = None,
    cache_min_prefix_tokens: int | None = None,
    cache_breakpoints: int | None = None,
    cache_lookback_blocks: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    dialect: Dialect | None = None,
    unit: Unit | None = None,
    estimator: Estimator | None = None,
    model: str | None = None,
    family: Family | None = None,
    encoding: Encoding | None = None,
    chars_per_token: float | None = None,
    media_rule: MediaRule | None = None,
    image_tokens: int | None = None,
    preset: Preset | None = None,
) -> list[Record]: ...


def curate(
    messages: Sequence[Any],
    *,
    modern: bool | None = None,
    merge_results: bool | None = None,
    preset: Preset | None = None,
) -> Edited[M, list[Record]]: ...


def harden(
    messages: Sequence[Any],
    *,
    strip_thoughts: bool | None = None,
    sign_calls: bool | None = None,
    answer_pending: bool | None = None,
    end_with_user: bool | None = None,
    scrub: bool | None = None,
    lost_result: str | None = None,
    preset: Preset | None = None,
) -> Edited[M, list[Record]]: ...


def normalize_response(
    parts: Sequence[Any],
    ratio: float,
    *,
    head_fraction: float | None = None,
    locator: str | None = None,
    prefix: str | None = None,
    preset: Preset | None = None,
) -> Edited[M]: ...


def estimate_parts_tokens(
    request: Any,
    *,
    chars_per_token: float | None = None,
    preset: Preset | None = None,
) -> Record: ...


def token_limit(model: str | None, *, preset: Preset | None = None) -> int: ...


def mask_tool_outputs(
    messages: Sequence[Any],
    store: Store | None = None,
    *,
    protect_tokens: int | None = None,
    min_tokens: int | None = None,
    protect_latest_turn: bool | None = None,
    locators: Mapping[str, str] | None = None,
    dialect: Dialect | None = None,
    unit: Unit | None = None,
    estimator: Estimator | None = None,
    model: str | None = None,
    family: Family | None = None,
    encoding: Encoding | None = None,
    chars_per_token: float | None = None,
    image_tokens: int | None = None,
    preset: Preset | None = None,
) -> Edited[M]: ...


def compression_threshold(
    *,
    local: float | None = None,
    remote: float | None = None,
    preset: Preset | None = None,
) -> Record: ...


def check_overflow(
    request: Any,
    *,
    last_prompt_tokens: int | None = None,
    rule: Literal["remaining", "remaining_95"] | None = None,
    context_window: int | None = None,
    model: str | None = None,
    preset: Preset | None = None,
) -> Record: ...


def compressor_model(model: str | None, *, preset: Preset | None = None) -> str: ...


def least_recently_used(uses: Sequence[str], *, max_entries: int | None = None, preset: Preset | None = None) -> Record: ...


def recent_activity(events: Sequence[Any], *, max_events: int | None = None, preset: Preset | None = None) -> Record: ...


def reference_images(
    messages: Sequence[Any],
    *,
    dialect: Dialect | None = None,
    estimator: Estimator | None = None,
    model: str | None = None,
    family: Family | None = None,
    encoding: Encoding | None = None,
    chars_per_token: float | None = None,
    media_rule: MediaRule | None = None,
    image_tokens: int | None = None,
    message_overhead_tokens: int | None = None,
    max_images: int | None = None,
    keep_images: int | None = None,
    preset: Preset | None = None,
) -> Edited[M]: ...


def estimate_prompt_tokens(
    messages: Sequence[Any],
    *,
    message: Any = None,
    last_prompt_tokens: int | None = None,
    last_output_tokens: int | None = None,
    conservative: bool | None = None,
    message_overhead_tokens: int | None = None,
    dialect: Dialect | None = None,
    unit: Unit | None = None,
    estimator: Estimator | None = None,
    model: str | None = None,
    family: Family | None = None,
    encoding: Encoding | None = None,
    chars_per_token: float | None = None,
    media_rule: MediaRule | None = None,
    image_tokens: int | None = None,
    preset: Preset | None = None,
) -> Record: ...


def resolve_settings(
    env: Mapping[str, str] | None,
    *,
    settings: Mapping[str, Any] | str | None = None,
    preset: Preset | None = None,
) -> Record: ...


def compression_settings(settings: Mapping[str, Any] | str | None, *, preset: Preset | None = None) -> Record: ...


def prune(
    messages: Sequence[Any],
    *,
    pruned_at: Any = None,
    message_overhead_tokens: int | None = None,
    clear_rule: ClearRule | None = None,
    clear_min_tokens: int | None = None,
    clear_protect_tokens: int | None = None,
    placeholder: Placeholder | None = None,
    dialect: Dialect | None = None,
    unit: Unit | None = None,
    estimator: Estimator | None = None,
    model: str | None = None,
    family: Family | None = None,
    encoding: Encoding | None = None,
    chars_per_token: float | None = None,
    media_rule: MediaRule | None = None,
    image_tokens: int | None = None,
    preset: Preset | None = None,
) -> Edited[M]: ...


def needs_compression(
    messages: Sequence[Any],
    *,
    usage: Any = None,
    system: str | Sequence[Any] | None = None,
    tools: Any = None,
    enabled: bool | None = None,
    message_overhead_tokens: int | None = None,
    context_window: int | None = None,
    trigger: float | None = None,
    ladder: Ladder | None = None,
    max_output_tokens: int | None = None,
    max_input_tokens: int | None = None,
    reserved_tokens: int | None = None,
    reserved_output_tokens: int | None = None,
    clear: bool | None = None,
    clear_rule: ClearRule | None = None,
    clear_min_tokens: int | None = None,
    clear_protect_tokens: int | None = None,
    placeholder: Placeholder | None = None,
    dialect: Dialect | None = None,
    unit: Unit | None = None,
    estimator: Estimator | None = None,
    model: str | None = None,
    family: Family | None = None,
    encoding: Encoding | None = None,
    chars_per_token: float | None = None,
    media_rule: MediaRule | None = None,
    image_tokens: int | None = None,
    preset: Preset | None = None,
) -> Record: ...


def usage_tokens(usage: Any, *, preset: Preset | None = None) -> Record: ...


def extract_activity(
    messages: Sequence[Any],
    *,
    start: int | None = None,
    end: int | None = None,
    max_decisions: int | None = None,
    max_uses: int | None = None,
    dialect: Dialect | None = None,
    preset: Preset | None = None,
) -> Record: ...


def conversation_summary(
    messages: Sequence[Any],
    *,
    id: str,
    generated_at: str,
    content: str,
    covering_messages: Sequence[int],
    max_decisions: int | None = None,
    max_uses: int | None = None,
    dialect: Dialect | None = None,
    preset: Preset | None = None,
) -> Record: ...


def messages_for_model(
    session: Mapping[str, Any],
    *,
    dialect: Dialect | None = None,
    preset: Preset | None = None,
) -> Edited[Any]: ...


def read_file(
    path: str,
    *,
    roots: Sequence[str] | None = None,
    offset: int | None = None,
    limit: int | None = None,
    max_line_chars: int | None = None,
    max_bytes: int | None = None,
    dialect: Dialect | None = None,
    preset: Preset | None = None,
) -> Record: ...


def load_memory(
    folder: str,
    *,
    roots: Sequence[str] | None = None,
    names: Sequence[str] | None = None,
    markers: Sequence[str] | None = None,
    max_folders: int | None = None,
    left_out: Sequence[str] | None = None,
    loaded: Sequence[str] | None = None,
    home: str | None = None,
    max_file_bytes: int | None = None,
    max_tokens: int | None = None,
    format: Literal["tree", "flat"] | None = None,
    max_depth: int | None = None,
    max_files: int | None = None,
    max_chars: int | None = None,
    estimator: Estimator | None = None,
    model: str | None = None,
    family: Family | None = None,
    encoding: Encoding | None = None,
    chars_per_token: float | None = None,
    preset: Preset | None = None,
) -> Record: ...
