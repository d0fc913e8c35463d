"""The signatures that people see: `inspect.signature` follows `__wrapped__` to them. Written by `scripts/names.py --write` from the
tables of the core. Do not edit.
"""

from __future__ import annotations

# The names that the two halves of `compact` take.
TURN = ('system', 'tools', 'force', 'usage', 'model', 'pinned', 'instructions', 'preamble', 'remaining_calls', 'idle_minutes', 'unchanged_messages', 'plan_path', 'failed_before', 'plan_mode', 'running_agents', 'prefix_cached', 'pruned_at')
CONSTRUCTOR = ('model', 'context_window', 'models', 'prices', 'tokenizer', 'image_tokens', 'thinking', 'dialect', 'preset', 'trigger', 'target', 'reserve_tokens', 'request_limits', 'clear_when', 'keep', 'keep_tool_results', 'keep_user_tokens', 'exclude_tools', 'condense', 'store', 'summarize', 'summarizer_window', 'summarize_timeout_s', 'max_summary_tokens', 'instructions', 'check_summary', 'redact', 'fallback', 'before_compact', 'on_compact', 'signing_key', 'repair_history')


def Compactor(
    self,
    *,
    model: str | None = None,
    context_window: int | None = None,
    models: Mapping[str, ModelRow] | None = None,
    prices: PriceSet | Prices | None = None,
    tokenizer: TokenizerName | Tokenizer | None = None,
    image_tokens: int | ImageFormula | None = None,
    thinking: Thinking | None = None,
    dialect: Dialect | None = None,
    preset: Preset | PresetOptions | None = None,
    trigger: float | Tokens | None = None,
    target: float | Tokens | None = None,
    reserve_tokens: int | None = None,
    request_limits: RequestLimits | None = None,
    clear_when: ClearWhen | None = None,
    keep: Keep | None = None,
    keep_tool_results: int | None = None,
    keep_user_tokens: int | None = None,
    exclude_tools: Sequence[str] | None = None,
    condense: Condense | None = None,
    store: Store | None = None,
    summarize: Summarize | Literal["extractive"] | None = None,
    summarizer_window: int | None = None,
    summarize_timeout_s: float | None = None,
    max_summary_tokens: int | None = None,
    instructions: str | None = None,
    check_summary: CheckSummary | None = None,
    redact: bool | None = None,
    fallback: Fallback | None = None,
    before_compact: BeforeCompact | None = None,
    on_compact: OnCompact | None = None,
    signing_key: str | None = None,
    repair_history: RepairHistory | None = None,
) -> None:
    """Arguments:
        model: The name of the model, as its provider spells it. The context window, the tokenizer, the cost of images and the
            prices follow from it, unless they are given. Default: none.
        context_window: The most tokens that a prompt may have. If your provider limits the input apart, give that limit. Without a
            window only a forced run compacts. A whole number of at least 1. Default: the window of `model`.
        models: What you know of models that the table does not have, or has otherwise: an object for each name. It comes before the
            table. If it stands in a file, read that by yourself: `json.load`. Default: none.
        prices: What a token costs, and how long the prompt cache lives: the name of a known set, or an object. Only the ratios of
            the prices count. Default: the prices of `model`.
        tokenizer: How tokens are counted: as a family of models does (an estimate), `exact` by OpenAI's encoding of the model, or,
            in a `Compactor`, a `History` and `count_tokens`, your own counter. One of `exact`, `o200k_base`, `o200k_harmony`,
            `cl100k_base`, `p50k_base`, `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`,
            `deepseek_v3`. Default: an estimate for the family of `model`.
        image_tokens: What an image or a document costs, in tokens: a number, or the formula of a provider. A whole number of at
            least 1, or one of the words. Default: the formula of `model`, else 1,600.
        thinking: Whether signed thinking is valid only while everything before it is as it was. Then a change removes all of it
            that stands behind. `bound`, `free`, or `auto`: as `model` does it, and `bound` if the model is not known. One of
            `auto`, `bound`, `free`. Default: `"auto"`.
        dialect: The shape of the messages. Unless given, it is detected from the whole list. One of `gemini`, `openai_chat`,
            `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`,
            `autogen`, `opencode`, `mastra`. Default: detected.
        preset: Whose way to compact. `default`: our own: clear old tool results and media; if that is not enough, summarise the
            older messages. `gemini-cli`: gemini-cli 0.61.0: cut long tool results, then summarise in two calls what lies before a
            message of the user. `qwen-code`: qwen-code 0.24.4: summarise everything, then bring back recent files and images.
            `qwen-code-seed`: qwen-code in its first form: summarise what lies before a turn of the user. `gencode`: gencode 0.4.0:
            clear old tool results if that is enough, else summarise all but the newest messages. `opencode`: opencode 1.18.33:
            summarise everything but a tail within a budget of tokens. Default: `default`.
        trigger: Compaction starts when the prompt reaches this share of the room, or so many tokens. The room is the window, less
            the reserve, less the system text and the tool schemas. A fraction above 0 and at most 1, or `{"tokens": ...}`. Default:
            `0.75`.
        target: A compaction leaves at most this share of the room, or so many tokens. It lies below `trigger`. If clearing old
            results alone gets there, nothing is summarised. A fraction above 0 and at most 1, or `{"tokens": ...}`. Default: 0.5,
            or two thirds of `trigger` if that is less.
        reserve_tokens: Tokens of the window that stay free for the answer. Unless given, a prompt may be sent if the model's limit
            on output fits beside it, or a tenth of the window if that is less. A whole number of at least 0. Default: the model's
            limit on output, at most a tenth of the window; the trigger leaves more free.
        request_limits: What a request may hold beside tokens. At the trigger's share of a limit old media go first, then old
            results, then older messages. Default: none.
        clear_when: When old tool results and media are cleared. `pays`: once keeping them has cost as much as clearing them costs.
            `cold`: when the provider's cache is cold anyway. `trigger`: only where room is needed, or the cache is cold. `never`:
            they are not. The first two also clear at the trigger. `auto` is `pays` if prices are known, else `trigger`. One of
            `auto`, `pays`, `cold`, `trigger`, `never`. Default: `"auto"`.
        keep: How much of the newest conversation stays as it is behind a summary: so many `tokens`, `messages` or `turns`, or a
            `fraction` of the room. Less stays where it does not fit `target` beside the summary, which takes a quarter of `target`,
            up to half as it grows; the result says so. One of `{"tokens": ...}`, `{"messages": ...}`, `{"turns": ...}`,
            `{"fraction": ...}`. Default: the newest 30 %, less where that does not fit the target.
        keep_tool_results: How many of the newest tool results, and of the newest media, are not cleared. Fewer stay only where the
            prompt would stay above the trigger, and the result says so. What the agent has not read yet is never cleared. A whole
            number of at least 1. Default: `10`.
        keep_user_tokens: Tokens of the user's own newest messages that stay as they are behind a summary, at most half of the
            target. A whole number of at least 0. Default: `0`.
        exclude_tools: Tools whose results are never cleared, clipped or stored away. Only where nothing else makes the list fit the
            window are they clipped, and the result says so. Default: none.
        condense: How far new tool results lose what an earlier one shows, before the agent sees them. Nothing is lost. `off`;
            `safe` leaves whole what an edit may quote; `tables` also writes lists of objects as tables; `groups` also writes once
            what lines of a list have in common. One of `off`, `safe`, `tables`, `groups`. Default: `"groups"`.
        store: Keeps what is cleared, and returns where it can be found, so that the agent can read it back: a function, or a
            `FolderStore`. If it raises, the run goes on as without a store, and the result warns.
        summarize: Your model call. `extractive` makes the summary of the conversation's own lines, without a model. One of
            `extractive`. Default: `"extractive"`.
        summarizer_window: The context window of the model that writes the summary, if it is another one. What does not fit is read
            in pieces. A whole number of at least 1000. Default: `context_window`.
        summarize_timeout_s: Seconds until `summarize` must have answered; then the run goes on as after a failed call. 0: it is
            waited for without end. The function finds them in its request too. A number from 0 to 86400. Default: `300.0`.
        max_summary_tokens: The most tokens of a summary. Where lines of the conversation stand beside what a model writes, it
            writes at most half of them. A whole number of at least 1. Default: `20000`.
        instructions: What the summary should pay attention to. The summariser gets it as the user's words. Default: none.
        check_summary: Whether conspectus adds its own part to a model's summary: lines quoted from the conversation. `off`: no, and
            the model's text is not judged by its content. `fill`: yes. `always`: yes, and a second call checks every summary. One
            of `off`, `fill`, `always`. Default: `"fill"`.
        redact: Whether secrets are taken out of a summary before it is checked and stands: keys, tokens, passwords, as far as they
            are recognised. The open request and the messages that stay keep theirs. Default: `false`.
        fallback: What stands in where the model gives no usable summary: `extractive`, or `none`. Old results are cleared in any
            case. One of `extractive`, `none`. Default: `"extractive"`.
        before_compact: Is called before the history changes. It may return `{"cancel": True}`, which ends the run, or `{"context":
            "..."}`, which the summariser of this run reads.
        on_compact: Gets the `Result` of each run that did or tried something. If it raises, that result has the exception as
            `error`.
        signing_key: Your secret, if other people can write to where you keep messages. Summaries then prove that they are yours, in
            any process that has the key. It stands in no message and in no result. Default: none: a compactor believes what it
            installed itself.
        repair_history: When to repair messages that the provider would reject: tool calls without a result, results without a call,
            and half characters. `always`: before they are sent. `on_refusal`: once the provider has rejected them. `never`: not at
            all. The result warns in every case. One of `always`, `on_refusal`, `never`. Default: `"always"`.
    """


def Compactor_compact(
    self,
    messages: Sequence[M],
    *,
    system: str | Sequence[Any] | None = None,
    tools: Any = None,
    force: bool | None = None,
    usage: Any = None,
    model: str | None = None,
    pinned: Sequence[int | str] | Callable[[Any], bool] | None = None,
    instructions: str | None = None,
    preamble: str | None = None,
    remaining_calls: int | None = None,
    idle_minutes: float | None = None,
    unchanged_messages: int | None = None,
    plan_path: str | None = None,
    failed_before: bool | None = None,
    plan_mode: bool | None = None,
    running_agents: Sequence[Mapping[str, str]] | None = None,
    prefix_cached: bool | None = None,
    pruned_at: Any = None,
) -> Result[M]:
    """Arguments:
        system: The system text that goes with the messages: a text, or a list of blocks.
        tools: The tool schemas that go with the messages: any plain data. In a compactor their `annotations` (`readOnlyHint`,
            `destructiveHint`) say which calls the notes tell as done.
        force: Whether to compact now, whatever the size.
        usage: What the provider reported with the agent's last message: the usage object of any provider, as it is. Cached tokens
            are counted. Or the tokens of the last prompt, as a number. What came since the agent's last message is added. With
            `{"tokens", "messages"}` you say how many messages that prompt held.
        model: The model that this request goes to, if it is another one from now on. Window, tokenizer, cost of images and prices
            follow from it, unless you gave them. What the model before reported does not count any more.
        pinned: Messages and parts that survive: indexes of messages, JSON Pointers to parts (`/5/content/1`), or a function that is
            asked of each message.
        instructions: What the user asks this summary to keep in mind.
        preamble: A text that leads the history and is never summarised, such as an instruction file. It stands there as a message
            of the user.
        remaining_calls: How many calls the agent will still make, if you know. It decides whether clearing old results pays. A
            whole number of at least 0.
        idle_minutes: Minutes since the agent's last answer, if you know. After a long pause the provider's cache is cold. A number
            from 0 to 1000000000.
        unchanged_messages: How many of the first messages you have not changed since the last call, if you know: the length that
            its list had, for an agent that only appends. A turn with nothing to do does not look at them then. A whole number of at
            least 0.
        plan_path: The file of an approved plan, which the summary has to name. Only under `gemini-cli`.
        failed_before: Whether an earlier attempt failed, as you know it. No model is then asked until a run is forced. What the
            state knows counts too. Only under `gemini-cli`.
        plan_mode: Whether the agent is in a mode in which it may change nothing. It is reminded of this after a summary. Only under
            `qwen-code`, `qwen-code-seed`, `opencode`.
        running_agents: The tasks of other agents for this conversation, oldest first. The agent is reminded of them after a
            summary. Only under `qwen-code`, `qwen-code-seed`, `opencode`.
        prefix_cached: Whether the conversation's own model writes the summary and its provider caches prompts. Only under
            `qwen-code`.
        pruned_at: Any value, for example a time. Cleared results get it as `prunedAt`, with `pruned: true`. Only under `gencode`,
            `opencode`.
    """


def Compactor_acompact(
    self,
    messages: Sequence[M],
    *,
    system: str | Sequence[Any] | None = None,
    tools: Any = None,
    force: bool | None = None,
    usage: Any = None,
    model: str | None = None,
    pinned: Sequence[int | str] | Callable[[Any], bool] | None = None,
    instructions: str | None = None,
    preamble: str | None = None,
    remaining_calls: int | None = None,
    idle_minutes: float | None = None,
    unchanged_messages: int | None = None,
    plan_path: str | None = None,
    failed_before: bool | None = None,
    plan_mode: bool | None = None,
    running_agents: Sequence[Mapping[str, str]] | None = None,
    prefix_cached: bool | None = None,
    pruned_at: Any = None,
) -> Result[M]:
    """Arguments:
        system: The system text that goes with the messages: a text, or a list of blocks.
        tools: The tool schemas that go with the messages: any plain data. In a compactor their `annotations` (`readOnlyHint`,
            `destructiveHint`) say which calls the notes tell as done.
        force: Whether to compact now, whatever the size.
        usage: What the provider reported with the agent's last message: the usage object of any provider, as it is. Cached tokens
            are counted. Or the tokens of the last prompt, as a number. What came since the agent's last message is added. With
            `{"tokens", "messages"}` you say how many messages that prompt held.
        model: The model that this request goes to, if it is another one from now on. Window, tokenizer, cost of images and prices
            follow from it, unless you gave them. What the model before reported does not count any more.
        pinned: Messages and parts that survive: indexes of messages, JSON Pointers to parts (`/5/content/1`), or a function that is
            asked of each message.
        instructions: What the user asks this summary to keep in mind.
        preamble: A text that leads the history and is never summarised, such as an instruction file. It stands there as a message
            of the user.
        remaining_calls: How many calls the agent will still make, if you know. It decides whether clearing old results pays. A
            whole number of at least 0.
        idle_minutes: Minutes since the agent's last answer, if you know. After a long pause the provider's cache is cold. A number
            from 0 to 1000000000.
        unchanged_messages: How many of the first messages you have not changed since the last call, if you know: the length that
            its list had, for an agent that only appends. A turn with nothing to do does not look at them then. A whole number of at
            least 0.
        plan_path: The file of an approved plan, which the summary has to name. Only under `gemini-cli`.
        failed_before: Whether an earlier attempt failed, as you know it. No model is then asked until a run is forced. What the
            state knows counts too. Only under `gemini-cli`.
        plan_mode: Whether the agent is in a mode in which it may change nothing. It is reminded of this after a summary. Only under
            `qwen-code`, `qwen-code-seed`, `opencode`.
        running_agents: The tasks of other agents for this conversation, oldest first. The agent is reminded of them after a
            summary. Only under `qwen-code`, `qwen-code-seed`, `opencode`.
        prefix_cached: Whether the conversation's own model writes the summary and its provider caches prompts. Only under
            `qwen-code`.
        pruned_at: Any value, for example a time. Cleared results get it as `prunedAt`, with `pruned: true`. Only under `gencode`,
            `opencode`.
    """


def compact(
    messages: Sequence[M],
    *,
    system: str | Sequence[Any] | None = None,
    tools: Any = None,
    force: bool | None = None,
    usage: Any = None,
    model: str | None = None,
    pinned: Sequence[int | str] | Callable[[Any], bool] | None = None,
    instructions: str | None = None,
    preamble: str | None = None,
    remaining_calls: int | None = None,
    idle_minutes: float | None = None,
    unchanged_messages: int | None = None,
    plan_path: str | None = None,
    failed_before: bool | None = None,
    plan_mode: bool | None = None,
    running_agents: Sequence[Mapping[str, str]] | None = None,
    prefix_cached: bool | None = None,
    pruned_at: Any = None,
    context_window: int | None = None,
    models: Mapping[str, ModelRow] | None = None,
    prices: PriceSet | Prices | None = None,
    tokenizer: TokenizerName | Tokenizer | None = None,
    image_tokens: int | ImageFormula | None = None,
    thinking: Thinking | None = None,
    dialect: Dialect | None = None,
    preset: Preset | PresetOptions | None = None,
    trigger: float | Tokens | None = None,
    target: float | Tokens | None = None,
    reserve_tokens: int | None = None,
    request_limits: RequestLimits | None = None,
    clear_when: ClearWhen | None = None,
    keep: Keep | None = None,
    keep_tool_results: int | None = None,
    keep_user_tokens: int | None = None,
    exclude_tools: Sequence[str] | None = None,
    condense: Condense | None = None,
    store: Store | None = None,
    summarize: Summarize | Literal["extractive"] | None = None,
    summarizer_window: int | None = None,
    summarize_timeout_s: float | None = None,
    max_summary_tokens: int | None = None,
    check_summary: CheckSummary | None = None,
    redact: bool | None = None,
    fallback: Fallback | None = None,
    before_compact: BeforeCompact | None = None,
    on_compact: OnCompact | None = None,
    signing_key: str | None = None,
    repair_history: RepairHistory | None = None,
) -> Result[M]: ...


def Machine(
    cls,
    *,
    summarize: Literal["host", "extractive"] | None = None,
    model: str | None = None,
    context_window: int | None = None,
    models: Mapping[str, ModelRow] | None = None,
    prices: PriceSet | Prices | None = None,
    tokenizer: TokenizerName | Tokenizer | None = None,
    image_tokens: int | ImageFormula | None = None,
    thinking: Thinking | None = None,
    dialect: Dialect | None = None,
    preset: Preset | PresetOptions | None = None,
    trigger: float | Tokens | None = None,
    target: float | Tokens | None = None,
    reserve_tokens: int | None = None,
    request_limits: RequestLimits | None = None,
    clear_when: ClearWhen | None = None,
    keep: Keep | None = None,
    keep_tool_results: int | None = None,
    keep_user_tokens: int | None = None,
    exclude_tools: Sequence[str] | None = None,
    condense: Condense | None = None,
    summarizer_window: int | None = None,
    summarize_timeout_s: float | None = None,
    max_summary_tokens: int | None = None,
    instructions: str | None = None,
    check_summary: CheckSummary | None = None,
    redact: bool | None = None,
    fallback: Fallback | None = None,
    signing_key: str | None = None,
    repair_history: RepairHistory | None = None,
) -> Machine:
    """Arguments:
        model: The name of the model, as its provider spells it. The context window, the tokenizer, the cost of images and the
            prices follow from it, unless they are given. Default: none.
        context_window: The most tokens that a prompt may have. If your provider limits the input apart, give that limit. Without a
            window only a forced run compacts. A whole number of at least 1. Default: the window of `model`.
        models: What you know of models that the table does not have, or has otherwise: an object for each name. It comes before the
            table. If it stands in a file, read that by yourself: `json.load`. Default: none.
        prices: What a token costs, and how long the prompt cache lives: the name of a known set, or an object. Only the ratios of
            the prices count. Default: the prices of `model`.
        tokenizer: How tokens are counted: as a family of models does (an estimate), `exact` by OpenAI's encoding of the model, or,
            in a `Compactor`, a `History` and `count_tokens`, your own counter. One of `exact`, `o200k_base`, `o200k_harmony`,
            `cl100k_base`, `p50k_base`, `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`,
            `deepseek_v3`. Default: an estimate for the family of `model`.
        image_tokens: What an image or a document costs, in tokens: a number, or the formula of a provider. A whole number of at
            least 1, or one of the words. Default: the formula of `model`, else 1,600.
        thinking: Whether signed thinking is valid only while everything before it is as it was. Then a change removes all of it
            that stands behind. `bound`, `free`, or `auto`: as `model` does it, and `bound` if the model is not known. One of
            `auto`, `bound`, `free`. Default: `"auto"`.
        dialect: The shape of the messages. Unless given, it is detected from the whole list. One of `gemini`, `openai_chat`,
            `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`,
            `autogen`, `opencode`, `mastra`. Default: detected.
        preset: Whose way to compact. `default`: our own: clear old tool results and media; if that is not enough, summarise the
            older messages. `gemini-cli`: gemini-cli 0.61.0: cut long tool results, then summarise in two calls what lies before a
            message of the user. `qwen-code`: qwen-code 0.24.4: summarise everything, then bring back recent files and images.
            `qwen-code-seed`: qwen-code in its first form: summarise what lies before a turn of the user. `gencode`: gencode 0.4.0:
            clear old tool results if that is enough, else summarise all but the newest messages. `opencode`: opencode 1.18.33:
            summarise everything but a tail within a budget of tokens. Default: `default`.
        trigger: Compaction starts when the prompt reaches this share of the room, or so many tokens. The room is the window, less
            the reserve, less the system text and the tool schemas. A fraction above 0 and at most 1, or `{"tokens": ...}`. Default:
            `0.75`.
        target: A compaction leaves at most this share of the room, or so many tokens. It lies below `trigger`. If clearing old
            results alone gets there, nothing is summarised. A fraction above 0 and at most 1, or `{"tokens": ...}`. Default: 0.5,
            or two thirds of `trigger` if that is less.
        reserve_tokens: Tokens of the window that stay free for the answer. Unless given, a prompt may be sent if the model's limit
            on output fits beside it, or a tenth of the window if that is less. A whole number of at least 0. Default: the model's
            limit on output, at most a tenth of the window; the trigger leaves more free.
        request_limits: What a request may hold beside tokens. At the trigger's share of a limit old media go first, then old
            results, then older messages. Default: none.
        clear_when: When old tool results and media are cleared. `pays`: once keeping them has cost as much as clearing them costs.
            `cold`: when the provider's cache is cold anyway. `trigger`: only where room is needed, or the cache is cold. `never`:
            they are not. The first two also clear at the trigger. `auto` is `pays` if prices are known, else `trigger`. One of
            `auto`, `pays`, `cold`, `trigger`, `never`. Default: `"auto"`.
        keep: How much of the newest conversation stays as it is behind a summary: so many `tokens`, `messages` or `turns`, or a
            `fraction` of the room. Less stays where it does not fit `target` beside the summary, which takes a quarter of `target`,
            up to half as it grows; the result says so. One of `{"tokens": ...}`, `{"messages": ...}`, `{"turns": ...}`,
            `{"fraction": ...}`. Default: the newest 30 %, less where that does not fit the target.
        keep_tool_results: How many of the newest tool results, and of the newest media, are not cleared. Fewer stay only where the
            prompt would stay above the trigger, and the result says so. What the agent has not read yet is never cleared. A whole
            number of at least 1. Default: `10`.
        keep_user_tokens: Tokens of the user's own newest messages that stay as they are behind a summary, at most half of the
            target. A whole number of at least 0. Default: `0`.
        exclude_tools: Tools whose results are never cleared, clipped or stored away. Only where nothing else makes the list fit the
            window are they clipped, and the result says so. Default: none.
        condense: How far new tool results lose what an earlier one shows, before the agent sees them. Nothing is lost. `off`;
            `safe` leaves whole what an edit may quote; `tables` also writes lists of objects as tables; `groups` also writes once
            what lines of a list have in common. One of `off`, `safe`, `tables`, `groups`. Default: `"groups"`.
        summarizer_window: The context window of the model that writes the summary, if it is another one. What does not fit is read
            in pieces. A whole number of at least 1000. Default: `context_window`.
        summarize_timeout_s: Seconds until `summarize` must have answered; then the run goes on as after a failed call. 0: it is
            waited for without end. The function finds them in its request too. A number from 0 to 86400. Default: `300.0`.
        max_summary_tokens: The most tokens of a summary. Where lines of the conversation stand beside what a model writes, it
            writes at most half of them. A whole number of at least 1. Default: `20000`.
        instructions: What the summary should pay attention to. The summariser gets it as the user's words. Default: none.
        check_summary: Whether conspectus adds its own part to a model's summary: lines quoted from the conversation. `off`: no, and
            the model's text is not judged by its content. `fill`: yes. `always`: yes, and a second call checks every summary. One
            of `off`, `fill`, `always`. Default: `"fill"`.
        redact: Whether secrets are taken out of a summary before it is checked and stands: keys, tokens, passwords, as far as they
            are recognised. The open request and the messages that stay keep theirs. Default: `false`.
        fallback: What stands in where the model gives no usable summary: `extractive`, or `none`. Old results are cleared in any
            case. One of `extractive`, `none`. Default: `"extractive"`.
        signing_key: Your secret, if other people can write to where you keep messages. Summaries then prove that they are yours, in
            any process that has the key. It stands in no message and in no result. Default: none: a compactor believes what it
            installed itself.
        repair_history: When to repair messages that the provider would reject: tool calls without a result, results without a call,
            and half characters. `always`: before they are sent. `on_refusal`: once the provider has rejected them. `never`: not at
            all. The result warns in every case. One of `always`, `on_refusal`, `never`. Default: `"always"`.
    """


def handle_messages(
    self,
    messages: Sequence[Any],
    *,
    system: str | Sequence[Any] | None = None,
    tools: Any = None,
    force: bool | None = None,
    usage: Any = None,
    model: str | None = None,
    pinned: Sequence[int | str] | Callable[[Any], bool] | None = None,
    instructions: str | None = None,
    preamble: str | None = None,
    remaining_calls: int | None = None,
    idle_minutes: float | None = None,
    unchanged_messages: int | None = None,
    plan_path: str | None = None,
    failed_before: bool | None = None,
    plan_mode: bool | None = None,
    running_agents: Sequence[Mapping[str, str]] | None = None,
    prefix_cached: bool | None = None,
    pruned_at: Any = None,
) -> None:
    """Arguments:
        system: The system text that goes with the messages: a text, or a list of blocks.
        tools: The tool schemas that go with the messages: any plain data. In a compactor their `annotations` (`readOnlyHint`,
            `destructiveHint`) say which calls the notes tell as done.
        force: Whether to compact now, whatever the size.
        usage: What the provider reported with the agent's last message: the usage object of any provider, as it is. Cached tokens
            are counted. Or the tokens of the last prompt, as a number. What came since the agent's last message is added. With
            `{"tokens", "messages"}` you say how many messages that prompt held.
        model: The model that this request goes to, if it is another one from now on. Window, tokenizer, cost of images and prices
            follow from it, unless you gave them. What the model before reported does not count any more.
        pinned: Messages and parts that survive: indexes of messages, JSON Pointers to parts (`/5/content/1`), or a function that is
            asked of each message.
        instructions: What the user asks this summary to keep in mind.
        preamble: A text that leads the history and is never summarised, such as an instruction file. It stands there as a message
            of the user.
        remaining_calls: How many calls the agent will still make, if you know. It decides whether clearing old results pays. A
            whole number of at least 0.
        idle_minutes: Minutes since the agent's last answer, if you know. After a long pause the provider's cache is cold. A number
            from 0 to 1000000000.
        unchanged_messages: How many of the first messages you have not changed since the last call, if you know: the length that
            its list had, for an agent that only appends. A turn with nothing to do does not look at them then. A whole number of at
            least 0.
        plan_path: The file of an approved plan, which the summary has to name. Only under `gemini-cli`.
        failed_before: Whether an earlier attempt failed, as you know it. No model is then asked until a run is forced. What the
            state knows counts too. Only under `gemini-cli`.
        plan_mode: Whether the agent is in a mode in which it may change nothing. It is reminded of this after a summary. Only under
            `qwen-code`, `qwen-code-seed`, `opencode`.
        running_agents: The tasks of other agents for this conversation, oldest first. The agent is reminded of them after a
            summary. Only under `qwen-code`, `qwen-code-seed`, `opencode`.
        prefix_cached: Whether the conversation's own model writes the summary and its provider caches prompts. Only under
            `qwen-code`.
        pruned_at: Any value, for example a time. Cleared results get it as `prunedAt`, with `pruned: true`. Only under `gencode`,
            `opencode`.
    """


def History(
    cls,
    *,
    dialect: Dialect | None = None,
    model: str | None = None,
    context_window: int | None = None,
    tokenizer: TokenizerName | Tokenizer | None = None,
    image_tokens: int | ImageFormula | None = None,
    thinking: Thinking | None = None,
    keep: Keep | None = None,
    keep_tool_results: int | None = None,
    exclude_tools: Sequence[str] | None = None,
    condense: Condense | None = None,
    preset: Preset | PresetOptions | None = None,
    verify: Verify | None = None,
) -> History:
    """Arguments:
        dialect: The shape of the messages. Unless given, it is detected from the whole list. One of `gemini`, `openai_chat`,
            `anthropic`, `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`,
            `autogen`, `opencode`, `mastra`. Default: detected.
        model: The name of the model, as its provider spells it. The context window, the tokenizer, the cost of images and the
            prices follow from it, unless they are given. Default: none.
        context_window: The most tokens that a prompt may have. If your provider limits the input apart, give that limit. Without a
            window only a forced run compacts. A whole number of at least 1. Default: the window of `model`.
        tokenizer: How tokens are counted: as a family of models does (an estimate), `exact` by OpenAI's encoding of the model, or,
            in a `Compactor`, a `History` and `count_tokens`, your own counter. One of `exact`, `o200k_base`, `o200k_harmony`,
            `cl100k_base`, `p50k_base`, `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`,
            `deepseek_v3`. Default: an estimate for the family of `model`.
        image_tokens: What an image or a document costs, in tokens: a number, or the formula of a provider. A whole number of at
            least 1, or one of the words. Default: the formula of `model`, else 1,600.
        thinking: Whether signed thinking is valid only while everything before it is as it was. Then a change removes all of it
            that stands behind. `bound`, `free`, or `auto`: as `model` does it, and `bound` if the model is not known. One of
            `auto`, `bound`, `free`. Default: `"auto"`.
        keep: How much of the newest conversation stays as it is behind a summary: so many `tokens`, `messages` or `turns`, or a
            `fraction` of the room. Less stays where it does not fit `target` beside the summary, which takes a quarter of `target`,
            up to half as it grows; the result says so. One of `{"tokens": ...}`, `{"messages": ...}`, `{"turns": ...}`,
            `{"fraction": ...}`. Default: the newest 30 %, less where that does not fit the target.
        keep_tool_results: How many of the newest tool results, and of the newest media, are not cleared. Fewer stay only where the
            prompt would stay above the trigger, and the result says so. What the agent has not read yet is never cleared. A whole
            number of at least 1. Default: `10`.
        exclude_tools: Tools whose results are never cleared, clipped or stored away. Only where nothing else makes the list fit the
            window are they clipped, and the result says so. Default: none.
        condense: How far new tool results lose what an earlier one shows, before the agent sees them. Nothing is lost. `off`;
            `safe` leaves whole what an edit may quote; `tables` also writes lists of objects as tables; `groups` also writes once
            what lines of a list have in common. One of `off`, `safe`, `tables`, `groups`. Default: `"groups"`.
        preset: The preset whose values hold where nothing is given.
        verify: `shape` recognises known messages by identity, `hash` by their content. Default: `shape`.
    """


def count_tokens(
    messages: Sequence[Any] | str,
    *,
    system: str | Sequence[Any] | None = None,
    tools: Any = None,
    reports: Sequence[Mapping[str, Any]] | None = None,
    dialect: Dialect | None = None,
    model: str | None = None,
    tokenizer: TokenizerName | Tokenizer | None = None,
    image_tokens: int | ImageFormula | None = None,
    preset: Preset | PresetOptions | None = None,
) -> TokenCount: ...


def estimate_tokens(
    messages: Sequence[Any],
    *,
    system: str | Sequence[Any] | None = None,
    tools: Any = None,
    reports: Sequence[Mapping[str, Any]] | None = None,
    unit: Unit | None = None,
    estimator: Estimator | None = None,
    chars_per_token: float | None = None,
    dialect: Dialect | None = None,
    model: str | None = None,
    tokenizer: TokenizerName | Tokenizer | None = None,
    image_tokens: int | ImageFormula | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Estimate: ...


def media_tokens(
    medium: Any,
    *,
    detail: Literal["auto", "low", "medium", "high", "ultra_high"] | None = None,
    model: str | None = None,
    image_tokens: int | ImageFormula | None = None,
    preset: Preset | PresetOptions | None = None,
) -> MediaTokens: ...


def read_usage(usage: Any) -> Usage | None: ...


def estimate_text_tokens(
    text: str | None,
    *,
    rule: str | None = None,
    unit: Unit | None = None,
    estimator: Estimator | None = None,
    model: str | None = None,
    tokenizer: TokenizerName | None = None,
    chars_per_token: float | None = None,
    image_tokens: int | ImageFormula | None = None,
    preset: Preset | PresetOptions | None = None,
) -> TextTokens: ...


def find_cut(
    messages: Sequence[Any],
    *,
    keep: Keep | None = None,
    dialect: Dialect | None = None,
    model: str | None = None,
    tokenizer: TokenizerName | None = None,
    image_tokens: int | ImageFormula | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Cut: ...


def find_split_point(
    messages: Sequence[Any],
    *,
    char_counts: Sequence[float] | None = None,
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
    model: str | None = None,
    tokenizer: TokenizerName | None = None,
    image_tokens: int | ImageFormula | None = None,
    preset: Preset | PresetOptions | None = None,
) -> SplitPoint: ...


def clear_tool_results(
    messages: Sequence[Any],
    *,
    keep_tool_results: int | None = None,
    exclude_tools: Sequence[str] | None = None,
    thinking: Thinking | None = None,
    dialect: Dialect | None = None,
    model: str | None = None,
    tokenizer: TokenizerName | None = None,
    image_tokens: int | ImageFormula | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Edited[M, ClearDetails]: ...


def clear_media(
    messages: Sequence[Any],
    *,
    keep_media: int | None = None,
    kinds: Sequence[MediaKind] | None = None,
    max_bytes: int | None = None,
    max_pixels: int | None = None,
    thinking: Thinking | None = None,
    dialect: Dialect | None = None,
    model: str | None = None,
    tokenizer: TokenizerName | None = None,
    image_tokens: int | ImageFormula | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Edited[M, ClearMediaDetails]: ...


def clear_stale(
    messages: Sequence[Any],
    *,
    target_tokens: int | None = None,
    classes: Sequence[Literal["changed_later", "read_again", "repeated", "written"]] | None = None,
    keep_tool_results: int | None = None,
    exclude_tools: Sequence[str] | None = None,
    thinking: Thinking | None = None,
    dialect: Dialect | None = None,
    model: str | None = None,
    tokenizer: TokenizerName | None = None,
    image_tokens: int | ImageFormula | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Edited[M, ClearStaleDetails]: ...


def slim(
    messages: Sequence[Any],
    *,
    modalities: Sequence[Modality] | None = None,
    thinking: Thinking | None = None,
    dialect: Dialect | None = None,
    model: str | None = None,
    tokenizer: TokenizerName | None = None,
    image_tokens: int | ImageFormula | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Edited[M, SlimDetails]: ...


def microcompact(
    messages: Sequence[Any],
    *,
    now_ms: float | None = None,
    last_activity_ms: float | None = None,
    force: bool | None = None,
    keep_tool_results: int | None = None,
    idle_minutes: float | None = None,
    clearable_tools: Sequence[str] | None = None,
    exclude_tools: Sequence[str] | None = None,
    max_result_chars: int | None = None,
    placeholder: Placeholder | None = None,
    thinking: Thinking | None = None,
    dialect: Dialect | None = None,
    model: str | None = None,
    tokenizer: TokenizerName | None = None,
    image_tokens: int | ImageFormula | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Edited[M, ClearDetails]: ...


def condense(
    messages: Sequence[Any],
    *,
    start: int | None = None,
    level: Literal["off", "safe", "tables", "groups"] | None = None,
    dialect: Dialect | None = None,
    model: str | None = None,
    tokenizer: TokenizerName | None = None,
    thinking: Thinking | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Edited[M, CondenseDetails]: ...


def expand(
    messages: Sequence[Any],
    *,
    dialect: Dialect | None = None,
    model: str | None = None,
    thinking: Thinking | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Edited[M, ExpandDetails]: ...


def validate(
    messages: Sequence[Any],
    *,
    previous: Sequence[Any] | None = None,
    dialect: Dialect | None = None,
    model: str | None = None,
    thinking: Thinking | None = None,
    preset: Preset | PresetOptions | None = None,
) -> list[Problem]: ...


def repair(
    messages: Sequence[Any],
    *,
    dialect: Dialect | None = None,
    model: str | None = None,
    thinking: Thinking | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Edited[M, list[Repair]]: ...


def summarize_extractive(
    messages: Sequence[Any],
    *,
    max_tokens: int | None = None,
    dialect: Dialect | None = None,
    model: str | None = None,
    tokenizer: TokenizerName | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Summary: ...


def check_summary(
    messages: Sequence[Any],
    summary: str,
    *,
    dialect: Dialect | None = None,
    preset: Preset | PresetOptions | None = None,
) -> CheckedSummary: ...


def parse_summary(text: str) -> ParsedSummary: ...


def facts(
    messages: Sequence[Any],
    *,
    dialect: Dialect | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Facts: ...


def count_texts(
    texts: Sequence[str],
    *,
    at_most: int | None = None,
    encoding: Encoding | None = None,
    model: str | None = None,
) -> list[int | None]: ...


def encode(text: str, *, encoding: Encoding | None = None, model: str | None = None) -> list[int]: ...


def decode(ids: Sequence[int], *, encoding: Encoding | None = None, model: str | None = None) -> str: ...


def truncate(text: str, max_tokens: int, *, encoding: Encoding | None = None, model: str | None = None) -> str: ...


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
    preset: Preset | PresetOptions | None = None,
) -> TruncatedText: ...


def summarize_output(
    text: str,
    *,
    max_tokens: int | None = None,
    tool: str | None = None,
    call: str | None = None,
    request: str | None = None,
    locator: str | None = None,
    answer: str | None = None,
    dialect: Dialect | None = None,
    model: str | None = None,
    tokenizer: TokenizerName | None = None,
    summarize: Summarize | None = None,
    preset: Preset | PresetOptions | None = None,
) -> CheckedOutput: ...


def page_text(
    text: str,
    *,
    offset: int | None = None,
    limit: int | None = None,
    max_line_chars: int | None = None,
    preset: Preset | PresetOptions | None = None,
) -> TextPage: ...


def media_part(
    data: str,
    mime: str,
    *,
    name: str | None = None,
    dialect: Dialect | None = None,
    preset: Preset | PresetOptions | None = None,
) -> dict[str, Any]: ...


def expand_imports(
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
    model: str | None = None,
    tokenizer: TokenizerName | None = None,
    preset: Preset | PresetOptions | None = None,
) -> ExpandedImports: ...


def join_instructions(
    files: Sequence[Mapping[str, Any]],
    *,
    max_tokens: int | None = None,
    model: str | None = None,
    tokenizer: TokenizerName | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Instructions: ...


def editor_context(
    state: Any,
    *,
    last: Any = None,
    full: bool | None = None,
    max_files: int | None = None,
    max_selected_chars: int | None = None,
    preset: Preset | PresetOptions | None = None,
) -> EditorContext: ...


def recent_turns(
    messages: Sequence[Any],
    *,
    turns: int | None = None,
    calls: bool | None = None,
    thinking: Thinking | None = None,
    dialect: Dialect | None = None,
    model: str | None = None,
    tokenizer: TokenizerName | None = None,
    image_tokens: int | ImageFormula | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Edited[M, Selection]: ...


def routing_window(
    messages: Sequence[Any],
    *,
    window: int | None = None,
    shown: int | None = None,
    dialect: Dialect | None = None,
    model: str | None = None,
    tokenizer: TokenizerName | None = None,
    image_tokens: int | ImageFormula | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Edited[M, Selection]: ...


def classify_error(
    error: Any,
    *,
    attempt: int | None = None,
    preset: Preset | PresetOptions | None = None,
) -> ClassifiedError: ...


def model_info(
    model: str,
    *,
    observed_tokens: int | None = None,
    context_window: int | None = None,
    max_output_tokens: int | None = None,
    models: Mapping[str, ModelRow] | None = None,
    preset: Preset | PresetOptions | None = None,
) -> ModelInfo: ...


def invert_patch(
    messages: Sequence[Any],
    patch: Mapping[str, Any],
    *,
    preset: Preset | PresetOptions | None = None,
) -> Patch: ...


def thresholds(
    *,
    context_window: int | None = None,
    trigger: float | Tokens | None = None,
    ladder: Ladder | None = None,
    max_output_tokens: int | None = None,
    max_input_tokens: int | None = None,
    reserved_tokens: int | None = None,
    reserved_output_tokens: int | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Thresholds: ...


def simulate(
    messages: Sequence[Any],
    *,
    policies: Sequence[Policy | Preset] | None = None,
    windows: Sequence[int] | None = None,
    price_sets: Sequence[str] | None = None,
    overhead_tokens: int | None = None,
    pauses_ms: Sequence[int] | None = None,
    times_ms: Sequence[float | None] | None = None,
    summary_tokens: int | None = None,
    context_window: int | None = None,
    max_output_tokens: int | None = None,
    trigger: float | Tokens | None = None,
    target: float | Tokens | None = None,
    keep_tool_results: int | None = None,
    summarize: Summarize | Literal["extractive"] | None = None,
    prices: PriceSet | Prices | None = None,
    progress: Callable[[int, int], object] | None = None,
    dialect: Dialect | None = None,
    model: str | None = None,
    tokenizer: TokenizerName | None = None,
    image_tokens: int | ImageFormula | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Simulation: ...


def curate(
    messages: Sequence[Any],
    *,
    modern: bool | None = None,
    merge_results: bool | None = None,
    strict: bool | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Edited[M, list[Change]]: ...


def harden(
    messages: Sequence[Any],
    *,
    strip_thoughts: bool | None = None,
    sign_calls: bool | None = None,
    answer_pending: bool | None = None,
    end_with_user: bool | None = None,
    scrub: bool | None = None,
    lost_result: str | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Edited[M, list[Change]]: ...


def normalize_response(
    parts: Sequence[Any],
    ratio: float,
    *,
    head_fraction: float | None = None,
    locator: str | None = None,
    prefix: str | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Edited[M, list[str]]: ...


def estimate_parts_tokens(
    request: Any,
    *,
    chars_per_token: float | None = None,
    preset: Preset | PresetOptions | None = None,
) -> RequestEstimate: ...


def token_limit(model: str | None, *, preset: Preset | PresetOptions | None = None) -> int: ...


def mask_tool_outputs(
    messages: Sequence[Any],
    store: Store | None = None,
    *,
    protect_tokens: int | None = None,
    min_tokens: int | None = None,
    protect_latest_turn: bool | None = None,
    locators: Mapping[str, str] | None = None,
    dialect: Dialect | None = None,
    model: str | None = None,
    image_tokens: int | ImageFormula | None = None,
    tokenizer: TokenizerName | None = None,
    thinking: Thinking | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Edited[M, MaskDetails]: ...


def compression_threshold(
    *,
    local: float | None = None,
    remote: float | None = None,
    preset: Preset | PresetOptions | None = None,
) -> CompressionThreshold: ...


def check_overflow(
    request: Any,
    *,
    last_prompt_tokens: int | None = None,
    rule: Literal["remaining", "remaining_95"] | None = None,
    context_window: int | None = None,
    model: str | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Overflow: ...


def compressor_model(model: str | None, *, preset: Preset | PresetOptions | None = None) -> str: ...


def least_recently_used(
    uses: Sequence[str],
    *,
    max_entries: int | None = None,
    preset: Preset | PresetOptions | None = None,
) -> CacheKeys: ...


def recent_activity(
    events: Sequence[Any],
    *,
    max_events: int | None = None,
    preset: Preset | PresetOptions | None = None,
) -> RecentActivity: ...


def reference_images(
    messages: Sequence[Any],
    *,
    dialect: Dialect | None = None,
    model: str | None = None,
    image_tokens: int | ImageFormula | None = None,
    max_images: int | None = None,
    keep_images: int | None = None,
    tokenizer: TokenizerName | None = None,
    thinking: Thinking | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Edited[M, ImageDetails]: ...


def estimate_prompt_tokens(
    messages: Sequence[Any],
    *,
    message: Any = None,
    last_prompt_tokens: int | None = None,
    last_output_tokens: int | None = None,
    conservative: bool | None = None,
    dialect: Dialect | None = None,
    model: str | None = None,
    tokenizer: TokenizerName | None = None,
    image_tokens: int | ImageFormula | None = None,
    preset: Preset | PresetOptions | None = None,
) -> PromptTokens: ...


def resolve_settings(
    env: Mapping[str, str] | None,
    *,
    settings: Mapping[str, Any] | str | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Settings: ...


def compression_settings(
    settings: Mapping[str, Any] | str | None,
    *,
    preset: Preset | PresetOptions | None = None,
) -> Settings: ...


def prune(
    messages: Sequence[Any],
    *,
    pruned_at: Any = None,
    clear_rule: ClearRule | None = None,
    clear_min_tokens: int | None = None,
    clear_protect_tokens: int | None = None,
    placeholder: Placeholder | None = None,
    thinking: Thinking | None = None,
    dialect: Dialect | None = None,
    model: str | None = None,
    tokenizer: TokenizerName | None = None,
    image_tokens: int | ImageFormula | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Edited[M, PruneDetails]: ...


def needs_compression(
    messages: Sequence[Any],
    *,
    usage: Any = None,
    enabled: bool | None = None,
    system: str | Sequence[Any] | None = None,
    tools: Any = None,
    context_window: int | None = None,
    trigger: float | Tokens | None = None,
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
    model: str | None = None,
    tokenizer: TokenizerName | None = None,
    image_tokens: int | ImageFormula | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Need: ...


def usage_tokens(usage: Any, *, preset: Preset | PresetOptions | None = None) -> UsageTokens: ...


def extract_activity(
    messages: Sequence[Any],
    *,
    start: int | None = None,
    end: int | None = None,
    max_decisions: int | None = None,
    max_uses: int | None = None,
    dialect: Dialect | None = None,
    preset: Preset | PresetOptions | None = None,
) -> SessionActivity: ...


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
    preset: Preset | PresetOptions | None = None,
) -> ConversationSummary: ...


def messages_for_model(
    session: Mapping[str, Any],
    *,
    dialect: Dialect | None = None,
    preset: Preset | PresetOptions | None = None,
) -> Edited[Any, SessionStats]: ...


def read_file(
    path: str,
    *,
    roots: Sequence[str] | None = None,
    offset: int | None = None,
    limit: int | None = None,
    max_line_chars: int | None = None,
    max_bytes: int | None = None,
    dialect: Dialect | None = None,
    preset: Preset | PresetOptions | None = None,
) -> FileContent: ...


def load_instructions(
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
    model: str | None = None,
    tokenizer: TokenizerName | None = None,
    preset: Preset | PresetOptions | None = None,
) -> LoadedInstructions: ...
