//! How providers word their errors: one row for each wording, with who says it and where it was
//! seen. Dated 2026-11.
//!
//! Rows are in lower case and without quotes of code, as texts are compared. `pattern.rs` says what
//! stands in braces. The first row that fits decides, so a row with numbers comes before one
//! without. To add a wording: add a row, and a case in `tests/vectors/provider`.

use super::ErrorClass::{
    self, Auth, Bytes, MaxTokens, Media, Overload, Pairing, Rate, ThinkingBound, Tokens,
};
use crate::host::listed::listed;

/// One wording.
#[derive(Debug)]
pub(super) struct Wording {
    pub kind: ErrorClass,
    /// The wording.
    pub says: &'static str,
    /// Who says it.
    #[cfg_attr(not(test), expect(dead_code, reason = "for people who read the table"))]
    pub from: &'static str,
}

const fn row(kind: ErrorClass, says: &'static str, from: &'static str) -> Wording {
    Wording { kind, says, from }
}

/// Something is wrong with the request itself. These come before all codes: an overflow may come
/// under any of them.
pub(super) const REQUEST: &[Wording] = &[
    // Tokens.
    row(
        Tokens,
        "prompt is too long: {prompt} tokens > {limit} maximum",
        "Anthropic; also through Bedrock and Vertex AI",
    ),
    row(
        Tokens,
        "prompt is too long: {prompt}, model maximum context length: {limit}",
        "Fireworks",
    ),
    row(
        Tokens,
        "prompt is too long",
        "Anthropic on Vertex AI and Bedrock, without numbers",
    ),
    row(
        Tokens,
        "input length and max_tokens exceed context limit: {prompt} + {output} > {limit}",
        "Anthropic",
    ),
    row(
        Tokens,
        "input length and max_tokens exceed context limit",
        "Anthropic, cut off by a wrapping",
    ),
    row(
        Tokens,
        "maximum context length of {limit} tokens. you requested a total of {total} tokens: {prompt} tokens from the input messages and {output} tokens for the completion",
        "SGLang",
    ),
    row(
        Tokens,
        "maximum context length is {limit} tokens. however, you requested {output} output tokens and your prompt contains at least {prompt} input tokens",
        "vLLM from 0.12",
    ),
    row(
        Tokens,
        "maximum context length is {limit} tokens*you requested {total} tokens (*{output} in the completion",
        "OpenAI chat, Azure OpenAI, DeepSeek, vLLM to 0.11",
    ),
    row(
        Tokens,
        "maximum context length is {limit} tokens*you requested {total} tokens (*{output} for the completion",
        "OpenAI completions",
    ),
    row(
        Tokens,
        "maximum context length is {limit} tokens*you requested about {total} tokens (*{output} in the output",
        "OpenRouter",
    ),
    row(
        Tokens,
        "maximum context length is {limit} tokens*you requested about {total} tokens",
        "OpenRouter, without an output limit",
    ),
    row(
        Tokens,
        "is too large: {output}. this model's maximum context length is {limit} tokens and your request has {prompt} input tokens",
        "vLLM, where max_tokens is too large",
    ),
    row(
        Tokens,
        "maximum context length is {limit} tokens and your request has {prompt} input tokens",
        "vLLM, cut off by a wrapping",
    ),
    row(
        Tokens,
        "maximum context length is {limit} tokens*your messages resulted in {prompt} tokens",
        "OpenAI chat, Azure OpenAI",
    ),
    row(
        Tokens,
        "maximum context length is {limit} tokens*resulted in over {prompt} tokens",
        "text-generation-webui",
    ),
    row(
        Tokens,
        "maximum context length is {limit} tokens",
        "OpenAI and what follows it; Bedrock for Llama",
    ),
    row(
        Tokens,
        "input tokens exceed the configured limit of {limit} tokens. your messages resulted in {prompt} tokens",
        "OpenAI from GPT-5, Azure OpenAI",
    ),
    row(
        Tokens,
        "input tokens exceed the configured limit of {limit} tokens",
        "OpenAI from GPT-5, cut off by a wrapping",
    ),
    row(
        Tokens,
        "input exceeds the context window",
        "OpenAI Responses and gateways before it",
    ),
    row(
        Tokens,
        "exceeds the model's context window",
        "gateways, of a prompt or an input",
    ),
    row(
        Tokens,
        "input token count ({prompt}) exceeds the maximum number of tokens allowed ({limit})",
        "Gemini, Vertex AI",
    ),
    row(
        Tokens,
        "input token count exceeds the maximum number of tokens allowed ({limit})",
        "Gemini",
    ),
    row(
        Tokens,
        "input token count exceeds the maximum number of tokens allowed {limit}",
        "Gemini",
    ),
    row(
        Tokens,
        "input token count is {prompt} but model only supports up to {limit}",
        "Vertex AI",
    ),
    row(Tokens, "input is too long for requested model", "Bedrock"),
    row(
        Tokens,
        "too many input tokens. max input tokens: {limit}, request input token count: {prompt}",
        "Bedrock for Titan",
    ),
    row(
        Tokens,
        "malformed input request: expected maxlength: {n}, actual: {n}",
        "Bedrock, in chars",
    ),
    row(
        Tokens,
        "prompt contains {prompt} tokens*too large for model with {limit} maximum context length",
        "Mistral, code 3051",
    ),
    row(
        Tokens,
        "maximum prompt length is {limit} but the request contains {prompt} tokens",
        "xAI",
    ),
    row(
        Tokens,
        "prompt token count of {prompt} exceeds the limit of {limit}",
        "GitHub Copilot",
    ),
    row(
        Tokens,
        "request body too large for*max size: {limit} tokens",
        "GitHub Models",
    ),
    row(
        Tokens,
        "request ({prompt} tokens) exceeds the available context size ({limit} tokens)",
        "llama.cpp from 2025-10",
    ),
    row(
        Tokens,
        "exceeds the available context size",
        "llama.cpp to 2025-10",
    ),
    row(Tokens, "context size has been exceeded", "llama.cpp"),
    row(
        Tokens,
        "input is too large to process",
        "llama.cpp to 2025-09",
    ),
    row(
        Tokens,
        "requested tokens ({prompt}) exceed context window of {limit}",
        "llama-cpp-python",
    ),
    row(
        Tokens,
        "requested tokens exceed context window of {limit}",
        "llama-cpp-python to 0.1.64",
    ),
    row(
        Tokens,
        "trying to keep the first {prompt} tokens when context the overflows*context length of only {limit} tokens",
        "LM Studio",
    ),
    row(
        Tokens,
        "greater than the context length (n_keep: {prompt}>= n_ctx: {limit})",
        "LM Studio from 0.4",
    ),
    row(
        Tokens,
        "exceeded max context length by {n} tokens",
        "Ollama",
    ),
    row(Tokens, "input length exceeds the context length", "Ollama"),
    row(Tokens, "input exceeds context length", "Ollama"),
    row(
        Tokens,
        "prompt (total length {prompt}) is too long to fit into the model (context length {limit})",
        "vLLM",
    ),
    row(
        Tokens,
        "prompt (length {prompt}) is longer than the maximum model length of {limit}",
        "vLLM",
    ),
    row(
        Tokens,
        "prompt ({prompt} tokens) is too long and exceeds limit of {limit}",
        "vLLM",
    ),
    row(
        Tokens,
        "input ({prompt} tokens) is longer than the model's context length ({limit} tokens)",
        "SGLang",
    ),
    row(
        Tokens,
        "max_new_tokens must be <= {limit}. given: {prompt} inputs tokens and {output} max_new_tokens",
        "TGI, Together",
    ),
    row(
        Tokens,
        "range of input length should be [{n}, {limit}]",
        "DashScope",
    ),
    row(
        Tokens,
        "exceeded model token limit: {limit} (requested: {total})",
        "Moonshot",
    ),
    row(Tokens, "exceeded model token limit: {limit}", "Moonshot"),
    row(
        Tokens,
        "current length is {prompt} while limit is {limit}",
        "Cerebras",
    ),
    row(
        Tokens,
        "request too large for*limit {limit}, requested {prompt}",
        "OpenAI and Groq: one request above the tokens of a minute",
    ),
    row(Tokens, "prompt exceeds max length", "Zhipu, code 1261"),
    row(Tokens, "context window exceeds limit", "MiniMax, code 2013"),
    row(
        Tokens,
        "please reduce the length of the messages",
        "Groq, OpenAI",
    ),
    row(
        Tokens,
        "requested token count exceeds the model's maximum context length of {limit} tokens",
        "SGLang, LiteLLM",
    ),
    row(
        Tokens,
        "input length ({prompt}) exceeds model's maximum context length ({limit})",
        "servers that follow OpenAI",
    ),
    row(
        Tokens,
        "input length ({prompt} tokens) exceeds the maximum allowed length ({limit} tokens)",
        "SGLang",
    ),
    row(
        Tokens,
        "input length {prompt} exceeds the maximum allowed input length of {limit} tokens",
        "Baseten, Poolside; also through OpenRouter",
    ),
    row(
        Tokens,
        "prompt has {prompt} tokens, but the configured context size is {limit} tokens",
        "DS4",
    ),
    row(
        Tokens,
        "tokens in request more than max tokens allowed",
        "Volcengine",
    ),
    row(
        Tokens,
        "exceeds the model's maximum context limit of {limit} tokens",
        "LiteLLM",
    ),
    row(
        Tokens,
        "longer than the model's context length",
        "SGLang, without numbers",
    ),
    row(
        Tokens,
        "is greater than the context length",
        "LM Studio to 0.3",
    ),
    row(
        Tokens,
        "too many tokens: total number of tokens in the prompt cannot exceed {limit}",
        "Cohere",
    ),
    row(
        Tokens,
        "total number of tokens in the prompt cannot exceed {limit}",
        "Cohere, without its head",
    ),
    row(Tokens, "token limit exceeded", "several proxies"),
    row(Tokens, "context length exceeded", "several proxies"),
    row(
        Tokens,
        "invalid 'messages': array too long. expected an array with maximum length {n}",
        "OpenAI: too many messages",
    ),
    row(
        Tokens,
        "array too long. expected an array with maximum length {n}",
        "OpenAI: too many messages, without its head",
    ),
    // The answer that was asked for.
    row(
        MaxTokens,
        "tokens is too large: {output}. this model supports at most {answer} completion tokens",
        "OpenAI, Azure OpenAI",
    ),
    row(
        MaxTokens,
        "max_tokens: {output} > {answer}, which is the maximum allowed number of output tokens",
        "Anthropic",
    ),
    row(
        MaxTokens,
        "maximum tokens you requested exceeds the model limit of {answer}",
        "Bedrock",
    ),
    row(
        MaxTokens,
        "valid range of max_tokens is [{n}, {answer}]",
        "DeepSeek",
    ),
    row(
        MaxTokens,
        "range of max_tokens should be [{n}, {answer}]",
        "DashScope",
    ),
    row(
        MaxTokens,
        "maxoutputtokens value of {output} but the supported range is from {n} (inclusive) to {n} (exclusive)",
        "Vertex AI",
    ),
    // Bytes.
    row(
        Bytes,
        "invalid '*': string too long. expected a string with maximum length {max_bytes}, but got a string with length {bytes}",
        "OpenAI",
    ),
    row(
        Bytes,
        "string too long. expected a string with maximum length {max_bytes}, but got a string with length {bytes}",
        "OpenAI, without its head",
    ),
    row(
        Bytes,
        "string value length ({bytes}) exceeds the maximum allowed ({max_bytes}",
        "DashScope: Jackson, the reader of its requests",
    ),
    row(
        Bytes,
        "request payload size exceeds the limit: {max_bytes}",
        "Gemini, Vertex AI",
    ),
    row(Bytes, "request exceeds the maximum size", "Anthropic"),
    row(
        Bytes,
        "request too large (max {max_bytes}",
        "an agent's wording of Anthropic's 413",
    ),
    row(
        Bytes,
        "maximum request body size {max_bytes} exceeded, actual body size {bytes}",
        "Azure",
    ),
    row(
        Bytes,
        "'body' failed to satisfy constraint: member must have length less than or equal to {max_bytes}",
        "Bedrock",
    ),
    row(Bytes, "request entity too large", "nginx and other proxies"),
    row(Bytes, "payload too large", "proxies, LiteLLM"),
    row(Bytes, "request body too large", "Go servers, Fastify"),
    row(Bytes, "content too large", "HTTP, RFC 9110"),
    // Media.
    row(
        Media,
        "image exceeds*maximum: {bytes} bytes > {max_bytes} bytes",
        "Anthropic",
    ),
    row(
        Media,
        "image dimensions exceed max allowed size",
        "Anthropic",
    ),
    row(
        Media,
        "image dimensions exceeds max allowed size",
        "Anthropic to 2024",
    ),
    row(
        Media,
        "exceeds the dimension limit for many-image requests",
        "an agent's wording of Anthropic's",
    ),
    row(Media, "too much media: *> {media}", "Anthropic"),
    row(
        Media,
        "too many images and documents: *> {media}",
        "Bedrock, Anthropic",
    ),
    row(Media, "maximum of {media} pdf pages", "Anthropic"),
    row(
        Media,
        "at most {media} image(s) may be provided in one",
        "vLLM",
    ),
    row(
        Media,
        "too many images provided. this model supports up to {media} images",
        "Groq",
    ),
    row(Media, "too many images", "Groq, OpenAI"),
    row(Media, "could not process image", "Anthropic, Bedrock"),
    row(Media, "unable to process input image", "Gemini"),
    row(Media, "provided image is not valid", "Gemini"),
    row(
        Media,
        "image does not match the provided media type",
        "Anthropic",
    ),
    row(
        Media,
        "image was specified using the*media type, but the image appears to be",
        "Anthropic",
    ),
    row(Media, "invalid base64 data", "Anthropic"),
    row(Media, "unsupported image", "OpenAI"),
    row(Media, "invalid base64 image_url", "OpenAI"),
    row(Media, "invalid image", "OpenAI"),
    row(
        Media,
        "image_url is only supported by certain models",
        "OpenAI",
    ),
    row(Media, "image input is not supported", "llama.cpp"),
    row(
        Media,
        "endpoints found that support image input",
        "OpenRouter",
    ),
    row(Media, "does not support image", "many"),
    row(Media, "pdf specified was not valid", "Anthropic"),
    row(Media, "the document has no pages", "Gemini"),
    // Pairing: the shape of the history.
    row(
        Pairing,
        "tool_use ids were found without tool_result blocks",
        "Anthropic",
    ),
    row(
        Pairing,
        "unexpected tool_use_id found in tool_result blocks",
        "Anthropic",
    ),
    row(
        Pairing,
        "did not find {n} tool_result block(s) at the beginning of this message",
        "Anthropic through Bedrock",
    ),
    row(Pairing, "tool_use ids must be unique", "Anthropic"),
    row(
        Pairing,
        "each tool_use must have a single result",
        "Anthropic",
    ),
    row(Pairing, "tool_result blocks must come first", "Anthropic"),
    row(Pairing, "first message must use the user role", "Anthropic"),
    row(Pairing, "must have non-empty content", "Anthropic"),
    row(
        Pairing,
        "text content blocks must be non-empty",
        "Anthropic",
    ),
    row(
        Pairing,
        "expected thinking or redacted_thinking, but found",
        "Anthropic",
    ),
    row(
        ThinkingBound,
        "blocks in the latest assistant message cannot be modified",
        "Anthropic",
    ),
    row(
        ThinkingBound,
        "block is bound to a different conversation",
        "Anthropic from 2026-08; also through Bedrock",
    ),
    row(
        ThinkingBound,
        "invalid signature in thinking block",
        "Anthropic",
    ),
    row(Pairing, "no low surrogate in string", "Anthropic"),
    row(
        Pairing,
        "must be followed by tool messages responding to each",
        "OpenAI, DeepSeek, vLLM",
    ),
    row(
        Pairing,
        "must be a response to a pre",
        "OpenAI, DeepSeek: a result without its call",
    ),
    row(
        Pairing,
        "did not have response messages",
        "OpenAI, cut off by a wrapping",
    ),
    row(
        Pairing,
        "no tool call found for function call output",
        "OpenAI Responses",
    ),
    row(
        Pairing,
        "no tool output found for function call",
        "OpenAI Responses",
    ),
    row(
        Pairing,
        "was provided without its required",
        "OpenAI Responses",
    ),
    row(
        Pairing,
        "encrypted content*could not be verified",
        "OpenAI Responses",
    ),
    row(
        Pairing,
        "function call turn comes immediately after a user turn",
        "Gemini",
    ),
    row(
        Pairing,
        "function response turn comes immediately after a function call turn",
        "Gemini",
    ),
    row(Pairing, "number of function response parts", "Gemini"),
    row(ThinkingBound, "missing a thought_signature", "Gemini"),
    row(ThinkingBound, "thought signature is not valid", "Gemini"),
    row(ThinkingBound, "corrupted thought signature", "Gemini"),
    row(ThinkingBound, "invalid thought signature", "Gemini"),
    row(Pairing, "please use a valid role", "Gemini"),
    row(
        Pairing,
        "ensure that multiturn requests",
        "Gemini, Vertex AI",
    ),
    row(
        Pairing,
        "must include at least one parts field",
        "Gemini, Vertex AI",
    ),
    row(Pairing, "contents.parts must not be empty", "Gemini"),
    row(
        Pairing,
        "not the same number of function calls and responses",
        "Mistral",
    ),
    row(Pairing, "unexpected role '*' after role", "Mistral"),
    row(Pairing, "unexpected role roleenum", "Mistral to 2024"),
    row(Pairing, "expected last role user or tool", "Mistral"),
    row(Pairing, "unexpected tool call id", "Mistral"),
    row(
        Pairing,
        "must have either content or tool_calls, but not none",
        "Mistral",
    ),
    row(Pairing, "expected toolresult blocks at messages", "Bedrock"),
    row(
        Pairing,
        "number of toolresult blocks at messages*exceeds the number of tooluse blocks",
        "Bedrock",
    ),
    row(
        Pairing,
        "conversation must start with a user message",
        "Bedrock",
    ),
    row(
        Pairing,
        "must alternate",
        "Anthropic to 2024, Bedrock, chat templates of vLLM and llama.cpp",
    ),
    row(Pairing, "the content field*is empty", "Bedrock"),
    row(
        Pairing,
        "cannot be empty when status value is error",
        "Bedrock",
    ),
    row(
        Pairing,
        "the text field in the contentblock object at*is blank",
        "Bedrock",
    ),
];

/// Codes and names of exceptions. Those that an error may have beside another one come last.
pub(super) const CODES: &[(&str, ErrorClass)] = &[
    ("context_length_exceeded", Tokens),
    ("model_context_window_exceeded", Tokens),
    ("exceed_context_size_error", Tokens),
    ("contextwindowexceedederror", Tokens),
    ("model_max_prompt_tokens_exceeded", Tokens),
    ("tokens_limit_reached", Tokens),
    ("array_above_max_length", Tokens),
    ("string_above_max_length", Bytes),
    ("request_too_large", Bytes),
    ("requesttoolargeerror", Bytes),
    ("invalid_request_message_order", Pairing),
    ("invalid_encrypted_content", Pairing),
    ("insufficient_quota", Auth),
    ("invalid_api_key", Auth),
    ("billing_error", Auth),
    ("authentication_error", Auth),
    ("authenticationerror", Auth),
    ("permission_error", Auth),
    ("permission_denied", Auth),
    ("permissiondeniederror", Auth),
    ("unauthenticated", Auth),
    ("accessdeniedexception", Auth),
    ("unrecognizedclientexception", Auth),
    ("expiredtokenexception", Auth),
    ("overloaded_error", Overload),
    ("overloadederror", Overload),
    ("server_is_overloaded", Overload),
    ("serviceunavailableexception", Overload),
    ("serviceunavailableerror", Overload),
    ("modelnotreadyexception", Overload),
    ("modeltimeoutexception", Overload),
    ("internalserverexception", Overload),
    ("internalservererror", Overload),
    ("resource_exhausted", Rate),
    ("rate_limit_exceeded", Rate),
    ("rate_limit_error", Rate),
    ("ratelimiterror", Rate),
    ("ratelimitreached", Rate),
    ("throttlingexception", Rate),
    ("toomanyrequestsexception", Rate),
];

/// Nothing is wrong with the request.
pub(super) const SERVICE: &[Wording] = &[
    row(Rate, "too many tokens, please wait", "Bedrock"),
    row(Rate, "too many requests", "HTTP, many"),
    row(Rate, "rate limit", "many"),
    row(Rate, "please retry in {wait}", "Gemini"),
    row(Rate, "quota exceeded for", "Gemini, Vertex AI"),
    row(Rate, "resource has been exhausted", "Gemini"),
    row(Rate, "resource exhausted", "Vertex AI"),
    row(Rate, "throttl", "Bedrock, DashScope"),
    row(Rate, "too many concurrent requests", "Mistral, Zhipu"),
    row(Auth, "exceeded your current quota", "OpenAI"),
    row(Auth, "credit balance is too low", "Anthropic"),
    row(Auth, "insufficient balance", "DeepSeek"),
    row(Auth, "requires more credits", "OpenRouter"),
    row(
        Auth,
        "api key",
        "OpenAI, Gemini, many: incorrect, invalid, missing",
    ),
    row(Auth, "invalid x-api-key", "Anthropic"),
    row(Auth, "invalid bearer token", "Anthropic"),
    row(Auth, "no auth credentials found", "OpenRouter"),
    row(Auth, "unauthorized", "HTTP, many"),
    row(Auth, "access denied", "Azure OpenAI"),
    row(Auth, "permission denied", "Vertex AI"),
    row(Auth, "not authorized to perform", "Bedrock"),
    row(Auth, "security token included in the request is", "Bedrock"),
    row(Overload, "overloaded", "Anthropic, Gemini"),
    row(Overload, "service unavailable", "HTTP, many"),
    row(Overload, "temporarily unavailable", "many"),
    row(Overload, "experiencing high", "Gemini, Groq"),
    row(
        Overload,
        "had an error while processing your request",
        "OpenAI",
    ),
    row(Overload, "internal server error", "HTTP, many"),
    row(Overload, "an internal error has occurred", "Gemini"),
    row(Overload, "bad gateway", "HTTP"),
    row(Overload, "gateway time-out", "HTTP"),
    row(Overload, "gateway timeout", "HTTP"),
    row(Overload, "no healthy upstream", "proxies"),
    row(Overload, "over capacity", "Groq"),
    row(Overload, "loading model", "llama.cpp"),
    row(Overload, "server busy", "Ollama"),
    row(
        Overload,
        "unable to process your request*system capacity",
        "Bedrock",
    ),
];

/// Numbers of an overflow that stand in fields of their own.
pub(super) const NUMBERS: &[&str] = &[
    "n_prompt_tokens: {prompt}",
    "n_prompt_tokens:{prompt}",
    "n_ctx: {limit}",
    "n_ctx:{limit}",
];

/// How long to wait.
pub(super) const WAITS: [&str; 11] = [
    // What is stated to the millisecond comes first.
    "retry-after-ms: {ms}",
    "retry_after_ms: {ms}",
    "retry-after: {wait}",
    "retry_after: {wait}",
    "retrydelay: {wait}",
    "retrydelay:{wait}",
    "try again in {wait}",
    "retry in {wait}",
    "retry after {wait}",
    "retry-after:{wait}",
    "wait {wait}",
];

/// The status of HTTP in a text.
pub(super) const STATUSES: [&str; 6] = [
    "error code: {status}",
    "status code: {status}",
    "status_code: {status}",
    "status code {status}",
    "got status: {status}",
    "status: {status}",
];

/// What a broken connection or a timeout is called: by httpx, httpcore, aiohttp, requests, urllib3,
/// the `ssl` and `socket` of Python, Node, undici and Go.
pub(super) const BROKEN: &[&str] = &listed::<36>(
    "connection error | connection reset | connection aborted | connection refused | \
     connection closed | connection lost | connection broken | closed connection | \
     server disconnected | without sending a response | without sending complete message | \
     incomplete chunked read | broken pipe | name resolution | name or service not known | \
     nodename nor servname | getaddrinfo | no address associated with hostname | \
     network is unreachable | no route to host | eof occurred in violation of protocol | \
     unexpected_eof_while_reading | unexpected eof | timed out | timeout | econnreset | \
     econnrefused | econnaborted | etimedout | enotfound | eai_again | epipe | socket hang up | \
     other side closed | fetch failed | premature close",
);

/// Names of exceptions that often come without a text.
pub(super) const BROKEN_NAMES: &[&str] = &listed::<20>(
    "readerror writeerror connecterror closeerror networkerror remoteprotocolerror \
     serverdisconnectederror clientoserror clientconnectorerror clientpayloaderror \
     incompleteread connectionreseterror connectionabortederror connectionrefusederror \
     brokenpipeerror remotedisconnected sslzeroreturnerror ssleoferror gaierror und_err_socket",
);
