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
        model: The model's name, as its provider spells it. It sets the context window, tokenizer, media costs and prices, unless
            you pass them. Default: none.
        context_window: The largest prompt in tokens. If your provider limits the input separately, pass that limit. Without a
            window, only forced runs compact. Positive integer. Default: the model's window.
        models: Your own facts about models, by name. They take precedence over the built-in table. Default: none.
        prices: Prices of tokens and the rules of the prompt cache: a known set, or an object. Only price ratios count. Default: the
            model's prices.
        tokenizer: How to count tokens: by a model family's estimator, exactly (`exact`, OpenAI models), or by your own function in
            a `Compactor`, a `History` and `count_tokens`. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`,
            `p50k_base`, `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`.
            Default: the estimator of the model's family.
        image_tokens: The tokens of an image or document: a number, or a provider's formula. Integer, at least 1, or one of.
            Default: the model's formula, otherwise 1,600.
        thinking: Whether signed thinking is only valid while everything before it is unchanged (`bound`). A change then removes all
            signed thinking after it. `auto` follows the model, and is `bound` for unknown models. One of `auto`, `bound`, `free`.
            Default: `"auto"`.
        dialect: The message format. By default, it's detected from the complete list. One of `gemini`, `openai_chat`, `anthropic`,
            `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`,
            `opencode`, `mastra`. Default: detected.
        preset: Whose way to compact. `default`: conspectus's own rules: clears old tool results and media, then summarizes the
            older messages. `gemini-cli`: gemini-cli 0.61.0: truncates long tool results, then summarizes the messages before a user
            turn in two calls. `qwen-code`: qwen-code 0.24.4: summarizes everything, then restores recent files and images.
            `qwen-code-seed`: qwen-code's first form: summarizes the messages before a user turn. `gencode`: gencode 0.4.0: clears
            old tool results if that's enough, otherwise summarizes all but the newest messages. `opencode`: opencode 1.18.33:
            summarizes everything but the newest turns within a token budget. Default: `default`.
        trigger: The prompt size at which compaction starts: a fraction of the available tokens (window less reserve, system prompt
            and tool schemas), or a number of tokens. Lower it if single results are large. Number above 0, at most 1, or
            `{"tokens": ...}`. Default: `0.75`.
        target: The largest prompt after a run: a fraction of the available tokens, or a number of tokens. It's below `trigger`. If
            clearing reaches it, nothing is summarized. Number above 0, at most 1, or `{"tokens": ...}`. Default: 0.5, at most two
            thirds of `trigger`, lower after recent runs.
        reserve_tokens: Tokens of the window to reserve for the response. Pass your `max_tokens`. By default, trigger and target
            reserve nothing. Default: for `can_send`, the model's output limit, at most a tenth of the window.
        request_limits: The provider's limits on bytes, images and pixels. Near a limit, old media are cleared, then old results,
            and then messages are summarized. Default: none.
        clear_when: When to clear old tool results and media: once keeping them has cost as much as clearing (`break_even`), when
            the cache has expired (`cache_expired`), only at the trigger or when the cache has expired (`trigger`), or `never`.
            `auto` is `break_even` with known prices, otherwise `trigger`. `break_even` and `cache_expired` also clear at the
            trigger. One of `auto`, `break_even`, `cache_expired`, `trigger`, `never`. Default: `"auto"`.
        keep: How much of the newest conversation isn't summarized: a number of `tokens`, `messages` or `turns`, or a `fraction` of
            the available tokens. If it and the summary exceed `target`, less is kept and `relaxed_options` lists it. One of
            `{"tokens": ...}`, `{"messages": ...}`, `{"turns": ...}`, `{"fraction": ...}`. Default: the newest 30%, or less if that
            exceeds the target.
        keep_tool_results: How many of the newest tool results, and of the newest media, to keep. Fewer are kept if the prompt would
            remain above the trigger. Unread results are never cleared. Positive integer. Default: 10, or up to 30 that fit in 2% of
            the window.
        keep_user_tokens: Tokens of the user's newest messages to keep verbatim after a summary, at most half of the target.
            Default: `0`.
        exclude_tools: Tools whose results are never cleared, truncated or stored. They're only truncated if nothing else makes the
            history fit. Default: none.
        condense: How to shorten new tool results without loss: `off`; `safe` replaces repeated lines with pointers; `tables` also
            writes lists of objects as tables; `groups` also writes shared parts of lines once. One of `off`, `safe`, `tables`,
            `groups`. Default: `"groups"`.
        store: Saves content before it's cleared, so that the agent can read it back: a function or a `FolderStore`. If it fails,
            the run continues with a warning.
        summarize: Your model call. `extractive` quotes lines of the conversation instead. One of `extractive`. Default:
            `"extractive"`.
        summarizer_window: The context window of the model that writes the summary, if it's smaller. Longer transcripts are read in
            chunks. Integer, at least 1000. Default: `context_window`.
        summarize_timeout_s: The time limit of a `summarize` call in seconds; 0 means no limit. The request contains it too. Number,
            0 to 86400. Default: `300.0`.
        max_summary_tokens: The largest summary in tokens. If lines are quoted too, the model writes at most half of it. Positive
            integer. Default: `20000`.
        instructions: Instructions for the summary. The summarizer reads them as the user's words. Default: none.
        check_summary: How model summaries are checked. `fill` adds quoted lines, `always` also checks each summary with a second
            call, and `off` uses the model's text alone. One of `off`, `fill`, `always`. Default: `"fill"`.
        redact: Whether recognized secrets are removed from summaries. The open request and kept messages keep theirs. Default:
            `false`.
        fallback: What to do if the model's summary fails: use the extractive summary, or `none`. Old results are cleared either
            way. One of `extractive`, `none`. Default: `"extractive"`.
        before_compact: Called before the history changes. Return `{"cancel": True}` to end the run, or `{"context": "..."}` for the
            summarizer.
        on_compact: Called with the `Result` of each run that did or tried something, also if it only condensed. If it raises an
            exception, `error` contains it.
        signing_key: A secret that signs your summaries. Pass it if other people can write to your message storage. It's never in a
            message or result. Default: none.
        repair_history: When to repair messages that the provider would reject: `always` before sending, `on_refusal` after a
            rejection, or `never`. The result always warns. One of `always`, `on_refusal`, `never`. Default: `"always"`.
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
        system: The system prompt: a string, or a list of blocks.
        tools: The tool schemas, as plain data. A compactor uses their `annotations` (`readOnlyHint`, `destructiveHint`) to
            recognize completed actions.
        force: Whether to compact now, regardless of size.
        usage: The `usage` of the last response, from any provider, or the last prompt's size in tokens. Later messages are added.
            Pass `{"tokens", "messages"}` to state how many messages that prompt had.
        model: The model for this request and later ones. Window, tokenizer and prices follow from it, unless you passed them.
            Earlier usage no longer counts.
        pinned: Messages and parts to keep: indexes, JSON Pointers to parts (`/5/content/1`), or a function called with each
            message.
        instructions: The user's instructions for this summary.
        preamble: Text for the start of the history, e.g. an instruction file. It's never summarized.
        remaining_calls: How many calls the agent will still make, if you know. It decides whether clearing saves money.
        idle_minutes: Minutes since the last response, if you know. After a long pause, the cache has expired. Number, 0 to
            1000000000.
        unchanged_messages: How many of the first messages haven't changed since the last call. A turn without work then skips them.
        plan_path: The file of an approved plan, which the summary has to name. Only under `gemini-cli`.
        failed_before: Whether an earlier attempt failed. No model is then called until a forced run. Only under `gemini-cli`.
        plan_mode: Whether the agent is in a read-only mode. It's reminded of this after a summary. Only under `qwen-code`,
            `qwen-code-seed`, `opencode`.
        running_agents: The tasks of other agents in this conversation, oldest first. The agent is reminded of them after a summary.
            Only under `qwen-code`, `qwen-code-seed`, `opencode`.
        prefix_cached: Whether the conversation's own model writes the summary and its provider caches prompts. Only under
            `qwen-code`.
        pruned_at: Any value, e.g. a time. Cleared results get it as `prunedAt`, with `pruned: true`. Only under `gencode`,
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
        system: The system prompt: a string, or a list of blocks.
        tools: The tool schemas, as plain data. A compactor uses their `annotations` (`readOnlyHint`, `destructiveHint`) to
            recognize completed actions.
        force: Whether to compact now, regardless of size.
        usage: The `usage` of the last response, from any provider, or the last prompt's size in tokens. Later messages are added.
            Pass `{"tokens", "messages"}` to state how many messages that prompt had.
        model: The model for this request and later ones. Window, tokenizer and prices follow from it, unless you passed them.
            Earlier usage no longer counts.
        pinned: Messages and parts to keep: indexes, JSON Pointers to parts (`/5/content/1`), or a function called with each
            message.
        instructions: The user's instructions for this summary.
        preamble: Text for the start of the history, e.g. an instruction file. It's never summarized.
        remaining_calls: How many calls the agent will still make, if you know. It decides whether clearing saves money.
        idle_minutes: Minutes since the last response, if you know. After a long pause, the cache has expired. Number, 0 to
            1000000000.
        unchanged_messages: How many of the first messages haven't changed since the last call. A turn without work then skips them.
        plan_path: The file of an approved plan, which the summary has to name. Only under `gemini-cli`.
        failed_before: Whether an earlier attempt failed. No model is then called until a forced run. Only under `gemini-cli`.
        plan_mode: Whether the agent is in a read-only mode. It's reminded of this after a summary. Only under `qwen-code`,
            `qwen-code-seed`, `opencode`.
        running_agents: The tasks of other agents in this conversation, oldest first. The agent is reminded of them after a summary.
            Only under `qwen-code`, `qwen-code-seed`, `opencode`.
        prefix_cached: Whether the conversation's own model writes the summary and its provider caches prompts. Only under
            `qwen-code`.
        pruned_at: Any value, e.g. a time. Cleared results get it as `prunedAt`, with `pruned: true`. Only under `gencode`,
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
        model: The model's name, as its provider spells it. It sets the context window, tokenizer, media costs and prices, unless
            you pass them. Default: none.
        context_window: The largest prompt in tokens. If your provider limits the input separately, pass that limit. Without a
            window, only forced runs compact. Positive integer. Default: the model's window.
        models: Your own facts about models, by name. They take precedence over the built-in table. Default: none.
        prices: Prices of tokens and the rules of the prompt cache: a known set, or an object. Only price ratios count. Default: the
            model's prices.
        tokenizer: How to count tokens: by a model family's estimator, exactly (`exact`, OpenAI models), or by your own function in
            a `Compactor`, a `History` and `count_tokens`. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`,
            `p50k_base`, `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`.
            Default: the estimator of the model's family.
        image_tokens: The tokens of an image or document: a number, or a provider's formula. Integer, at least 1, or one of.
            Default: the model's formula, otherwise 1,600.
        thinking: Whether signed thinking is only valid while everything before it is unchanged (`bound`). A change then removes all
            signed thinking after it. `auto` follows the model, and is `bound` for unknown models. One of `auto`, `bound`, `free`.
            Default: `"auto"`.
        dialect: The message format. By default, it's detected from the complete list. One of `gemini`, `openai_chat`, `anthropic`,
            `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`,
            `opencode`, `mastra`. Default: detected.
        preset: Whose way to compact. `default`: conspectus's own rules: clears old tool results and media, then summarizes the
            older messages. `gemini-cli`: gemini-cli 0.61.0: truncates long tool results, then summarizes the messages before a user
            turn in two calls. `qwen-code`: qwen-code 0.24.4: summarizes everything, then restores recent files and images.
            `qwen-code-seed`: qwen-code's first form: summarizes the messages before a user turn. `gencode`: gencode 0.4.0: clears
            old tool results if that's enough, otherwise summarizes all but the newest messages. `opencode`: opencode 1.18.33:
            summarizes everything but the newest turns within a token budget. Default: `default`.
        trigger: The prompt size at which compaction starts: a fraction of the available tokens (window less reserve, system prompt
            and tool schemas), or a number of tokens. Lower it if single results are large. Number above 0, at most 1, or
            `{"tokens": ...}`. Default: `0.75`.
        target: The largest prompt after a run: a fraction of the available tokens, or a number of tokens. It's below `trigger`. If
            clearing reaches it, nothing is summarized. Number above 0, at most 1, or `{"tokens": ...}`. Default: 0.5, at most two
            thirds of `trigger`, lower after recent runs.
        reserve_tokens: Tokens of the window to reserve for the response. Pass your `max_tokens`. By default, trigger and target
            reserve nothing. Default: for `can_send`, the model's output limit, at most a tenth of the window.
        request_limits: The provider's limits on bytes, images and pixels. Near a limit, old media are cleared, then old results,
            and then messages are summarized. Default: none.
        clear_when: When to clear old tool results and media: once keeping them has cost as much as clearing (`break_even`), when
            the cache has expired (`cache_expired`), only at the trigger or when the cache has expired (`trigger`), or `never`.
            `auto` is `break_even` with known prices, otherwise `trigger`. `break_even` and `cache_expired` also clear at the
            trigger. One of `auto`, `break_even`, `cache_expired`, `trigger`, `never`. Default: `"auto"`.
        keep: How much of the newest conversation isn't summarized: a number of `tokens`, `messages` or `turns`, or a `fraction` of
            the available tokens. If it and the summary exceed `target`, less is kept and `relaxed_options` lists it. One of
            `{"tokens": ...}`, `{"messages": ...}`, `{"turns": ...}`, `{"fraction": ...}`. Default: the newest 30%, or less if that
            exceeds the target.
        keep_tool_results: How many of the newest tool results, and of the newest media, to keep. Fewer are kept if the prompt would
            remain above the trigger. Unread results are never cleared. Positive integer. Default: 10, or up to 30 that fit in 2% of
            the window.
        keep_user_tokens: Tokens of the user's newest messages to keep verbatim after a summary, at most half of the target.
            Default: `0`.
        exclude_tools: Tools whose results are never cleared, truncated or stored. They're only truncated if nothing else makes the
            history fit. Default: none.
        condense: How to shorten new tool results without loss: `off`; `safe` replaces repeated lines with pointers; `tables` also
            writes lists of objects as tables; `groups` also writes shared parts of lines once. One of `off`, `safe`, `tables`,
            `groups`. Default: `"groups"`.
        summarizer_window: The context window of the model that writes the summary, if it's smaller. Longer transcripts are read in
            chunks. Integer, at least 1000. Default: `context_window`.
        summarize_timeout_s: The time limit of a `summarize` call in seconds; 0 means no limit. The request contains it too. Number,
            0 to 86400. Default: `300.0`.
        max_summary_tokens: The largest summary in tokens. If lines are quoted too, the model writes at most half of it. Positive
            integer. Default: `20000`.
        instructions: Instructions for the summary. The summarizer reads them as the user's words. Default: none.
        check_summary: How model summaries are checked. `fill` adds quoted lines, `always` also checks each summary with a second
            call, and `off` uses the model's text alone. One of `off`, `fill`, `always`. Default: `"fill"`.
        redact: Whether recognized secrets are removed from summaries. The open request and kept messages keep theirs. Default:
            `false`.
        fallback: What to do if the model's summary fails: use the extractive summary, or `none`. Old results are cleared either
            way. One of `extractive`, `none`. Default: `"extractive"`.
        signing_key: A secret that signs your summaries. Pass it if other people can write to your message storage. It's never in a
            message or result. Default: none.
        repair_history: When to repair messages that the provider would reject: `always` before sending, `on_refusal` after a
            rejection, or `never`. The result always warns. One of `always`, `on_refusal`, `never`. Default: `"always"`.
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
        system: The system prompt: a string, or a list of blocks.
        tools: The tool schemas, as plain data. A compactor uses their `annotations` (`readOnlyHint`, `destructiveHint`) to
            recognize completed actions.
        force: Whether to compact now, regardless of size.
        usage: The `usage` of the last response, from any provider, or the last prompt's size in tokens. Later messages are added.
            Pass `{"tokens", "messages"}` to state how many messages that prompt had.
        model: The model for this request and later ones. Window, tokenizer and prices follow from it, unless you passed them.
            Earlier usage no longer counts.
        pinned: Messages and parts to keep: indexes, JSON Pointers to parts (`/5/content/1`), or a function called with each
            message.
        instructions: The user's instructions for this summary.
        preamble: Text for the start of the history, e.g. an instruction file. It's never summarized.
        remaining_calls: How many calls the agent will still make, if you know. It decides whether clearing saves money.
        idle_minutes: Minutes since the last response, if you know. After a long pause, the cache has expired. Number, 0 to
            1000000000.
        unchanged_messages: How many of the first messages haven't changed since the last call. A turn without work then skips them.
        plan_path: The file of an approved plan, which the summary has to name. Only under `gemini-cli`.
        failed_before: Whether an earlier attempt failed. No model is then called until a forced run. Only under `gemini-cli`.
        plan_mode: Whether the agent is in a read-only mode. It's reminded of this after a summary. Only under `qwen-code`,
            `qwen-code-seed`, `opencode`.
        running_agents: The tasks of other agents in this conversation, oldest first. The agent is reminded of them after a summary.
            Only under `qwen-code`, `qwen-code-seed`, `opencode`.
        prefix_cached: Whether the conversation's own model writes the summary and its provider caches prompts. Only under
            `qwen-code`.
        pruned_at: Any value, e.g. a time. Cleared results get it as `prunedAt`, with `pruned: true`. Only under `gencode`,
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
        dialect: The message format. By default, it's detected from the complete list. One of `gemini`, `openai_chat`, `anthropic`,
            `openai_responses`, `ai_sdk`, `bedrock`, `langchain`, `ui_message`, `pydantic_ai`, `pi`, `llama_index`, `autogen`,
            `opencode`, `mastra`. Default: detected.
        model: The model's name, as its provider spells it. It sets the context window, tokenizer, media costs and prices, unless
            you pass them. Default: none.
        context_window: The largest prompt in tokens. If your provider limits the input separately, pass that limit. Without a
            window, only forced runs compact. Positive integer. Default: the model's window.
        tokenizer: How to count tokens: by a model family's estimator, exactly (`exact`, OpenAI models), or by your own function in
            a `Compactor`, a `History` and `count_tokens`. One of `exact`, `o200k_base`, `o200k_harmony`, `cl100k_base`,
            `p50k_base`, `r50k_base`, `gpt2`, `claude_v3`, `claude_v4_7`, `gemini`, `gemma3`, `qwen3`, `llama3`, `deepseek_v3`.
            Default: the estimator of the model's family.
        image_tokens: The tokens of an image or document: a number, or a provider's formula. Integer, at least 1, or one of.
            Default: the model's formula, otherwise 1,600.
        thinking: Whether signed thinking is only valid while everything before it is unchanged (`bound`). A change then removes all
            signed thinking after it. `auto` follows the model, and is `bound` for unknown models. One of `auto`, `bound`, `free`.
            Default: `"auto"`.
        keep: How much of the newest conversation isn't summarized: a number of `tokens`, `messages` or `turns`, or a `fraction` of
            the available tokens. If it and the summary exceed `target`, less is kept and `relaxed_options` lists it. One of
            `{"tokens": ...}`, `{"messages": ...}`, `{"turns": ...}`, `{"fraction": ...}`. Default: the newest 30%, or less if that
            exceeds the target.
        keep_tool_results: How many of the newest tool results, and of the newest media, to keep. Fewer are kept if the prompt would
            remain above the trigger. Unread results are never cleared. Positive integer. Default: 10, or up to 30 that fit in 2% of
            the window.
        exclude_tools: Tools whose results are never cleared, truncated or stored. They're only truncated if nothing else makes the
            history fit. Default: none.
        condense: How to shorten new tool results without loss: `off`; `safe` replaces repeated lines with pointers; `tables` also
            writes lists of objects as tables; `groups` also writes shared parts of lines once. One of `off`, `safe`, `tables`,
            `groups`. Default: `"groups"`.
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
    usage: Sequence[Any] | None = None,
    summary_tokens: int | None = None,
    context_window: int | None = None,
    max_output_tokens: int | None = None,
    trigger: float | Tokens | None = None,
    target: float | Tokens | None = None,
    keep_tool_results: int | None = None,
    clear_when: ClearWhen | None = None,
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
    hook_context: str | None = None,
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


def chat_event(result: Any, *, preset: Preset | PresetOptions | None = None) -> ChatEvent | None: ...


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


def load_settings(
    workspace: str,
    *,
    home: str | None = None,
    preset: Preset | PresetOptions | None = None,
) -> GeminiSettings: ...


def save_memory(path: str, facts: Sequence[str], *, preset: Preset | PresetOptions | None = None) -> str: ...
