//! How providers word their errors: one row per wording, with a comment on who uses it and where it
//! was seen. Dated 2026-11.
//!
//! Rows are in lower case and without code quotes, the form in which texts are compared.
//! `pattern.rs` describes the slots in braces. The first row that matches decides, so a row with
//! numbers comes before one without. To add a wording: add a row, and a case in
//! `tests/vectors/provider`.

use super::ErrorClass::{
    self, Auth, Bytes, MaxTokens, Media, Overload, Pairing, Rate, ThinkingBound, Tokens,
};
use crate::host::listed::listed;

/// What a wording says is wrong, and the wording.
pub(super) type Wording = (ErrorClass, &'static str);

/// Something is wrong with the request itself. These come before all codes: an overflow may come
/// under any of them.
pub(super) const REQUEST: &[Wording] = &[
    // Tokens.
    // Anthropic; also through Bedrock and Vertex AI
    (
        Tokens,
        "prompt is too long: {prompt} tokens > {limit} maximum",
    ),
    // Fireworks
    (
        Tokens,
        "prompt is too long: {prompt}, model maximum context length: {limit}",
    ),
    (Tokens, "prompt is too long"), // Anthropic on Vertex AI and Bedrock, without numbers
    // Anthropic
    (
        Tokens,
        "input length and max_tokens exceed context limit: {prompt} + {output} > {limit}",
    ),
    // Anthropic, cut off by a wrapping
    (Tokens, "input length and max_tokens exceed context limit"),
    // SGLang
    (
        Tokens,
        "maximum context length of {limit} tokens. you requested a total of {total} tokens: {prompt} tokens from the input messages and {output} tokens for the completion",
    ),
    // vLLM from 0.12
    (
        Tokens,
        "maximum context length is {limit} tokens. however, you requested {output} output tokens and your prompt contains at least {prompt} input tokens",
    ),
    // OpenAI chat, Azure OpenAI, DeepSeek, vLLM to 0.11
    (
        Tokens,
        "maximum context length is {limit} tokens*you requested {total} tokens (*{output} in the completion",
    ),
    // OpenAI completions
    (
        Tokens,
        "maximum context length is {limit} tokens*you requested {total} tokens (*{output} for the completion",
    ),
    // OpenRouter
    (
        Tokens,
        "maximum context length is {limit} tokens*you requested about {total} tokens (*{output} in the output",
    ),
    // OpenRouter, without an output limit
    (
        Tokens,
        "maximum context length is {limit} tokens*you requested about {total} tokens",
    ),
    // vLLM, where max_tokens is too large
    (
        Tokens,
        "is too large: {output}. this model's maximum context length is {limit} tokens and your request has {prompt} input tokens",
    ),
    // vLLM, cut off by a wrapping
    (
        Tokens,
        "maximum context length is {limit} tokens and your request has {prompt} input tokens",
    ),
    // OpenAI chat, Azure OpenAI
    (
        Tokens,
        "maximum context length is {limit} tokens*your messages resulted in {prompt} tokens",
    ),
    // text-generation-webui
    (
        Tokens,
        "maximum context length is {limit} tokens*resulted in over {prompt} tokens",
    ),
    // OpenAI and what follows it; Bedrock for Llama
    (Tokens, "maximum context length is {limit} tokens"),
    // OpenAI from GPT-5, Azure OpenAI
    (
        Tokens,
        "input tokens exceed the configured limit of {limit} tokens. your messages resulted in {prompt} tokens",
    ),
    // OpenAI from GPT-5, cut off by a wrapping
    (
        Tokens,
        "input tokens exceed the configured limit of {limit} tokens",
    ),
    (Tokens, "input exceeds the context window"), // OpenAI Responses and gateways before it
    (Tokens, "exceeds the model's context window"), // gateways, of a prompt or an input
    // Gemini, Vertex AI
    (
        Tokens,
        "input token count ({prompt}) exceeds the maximum number of tokens allowed ({limit})",
    ),
    // Gemini
    (
        Tokens,
        "input token count exceeds the maximum number of tokens allowed ({limit})",
    ),
    // Gemini
    (
        Tokens,
        "input token count exceeds the maximum number of tokens allowed {limit}",
    ),
    // Vertex AI
    (
        Tokens,
        "input token count is {prompt} but model only supports up to {limit}",
    ),
    (Tokens, "input is too long for requested model"), // Bedrock
    // Bedrock for Titan
    (
        Tokens,
        "too many input tokens. max input tokens: {limit}, request input token count: {prompt}",
    ),
    // Bedrock, in chars
    (
        Tokens,
        "malformed input request: expected maxlength: {n}, actual: {n}",
    ),
    // Mistral, code 3051
    (
        Tokens,
        "prompt contains {prompt} tokens*too large for model with {limit} maximum context length",
    ),
    // xAI
    (
        Tokens,
        "maximum prompt length is {limit} but the request contains {prompt} tokens",
    ),
    // GitHub Copilot
    (
        Tokens,
        "prompt token count of {prompt} exceeds the limit of {limit}",
    ),
    (
        Tokens,
        "request body too large for*max size: {limit} tokens",
    ), // GitHub Models
    // llama.cpp from 2025-10
    (
        Tokens,
        "request ({prompt} tokens) exceeds the available context size ({limit} tokens)",
    ),
    (Tokens, "exceeds the available context size"), // llama.cpp to 2025-10
    (Tokens, "context size has been exceeded"),     // llama.cpp
    (Tokens, "input is too large to process"),      // llama.cpp to 2025-09
    // llama-cpp-python
    (
        Tokens,
        "requested tokens ({prompt}) exceed context window of {limit}",
    ),
    // llama-cpp-python to 0.1.64
    (Tokens, "requested tokens exceed context window of {limit}"),
    // LM Studio
    (
        Tokens,
        "trying to keep the first {prompt} tokens when context the overflows*context length of only {limit} tokens",
    ),
    // LM Studio from 0.4
    (
        Tokens,
        "greater than the context length (n_keep: {prompt}>= n_ctx: {limit})",
    ),
    (Tokens, "exceeded max context length by {n} tokens"), // Ollama
    (Tokens, "input length exceeds the context length"),   // Ollama
    (Tokens, "input exceeds context length"),              // Ollama
    // vLLM
    (
        Tokens,
        "prompt (total length {prompt}) is too long to fit into the model (context length {limit})",
    ),
    // vLLM
    (
        Tokens,
        "prompt (length {prompt}) is longer than the maximum model length of {limit}",
    ),
    (
        Tokens,
        "prompt ({prompt} tokens) is too long and exceeds limit of {limit}",
    ), // vLLM
    // SGLang
    (
        Tokens,
        "input ({prompt} tokens) is longer than the model's context length ({limit} tokens)",
    ),
    // TGI, Together
    (
        Tokens,
        "max_new_tokens must be <= {limit}. given: {prompt} inputs tokens and {output} max_new_tokens",
    ),
    (Tokens, "range of input length should be [{n}, {limit}]"), // DashScope
    (
        Tokens,
        "exceeded model token limit: {limit} (requested: {total})",
    ), // Moonshot
    (Tokens, "exceeded model token limit: {limit}"),            // Moonshot
    (Tokens, "current length is {prompt} while limit is {limit}"), // Cerebras
    // OpenAI and Groq: one request above the tokens of a minute
    (
        Tokens,
        "request too large for*limit {limit}, requested {prompt}",
    ),
    (Tokens, "prompt exceeds max length"), // Zhipu, code 1261
    (Tokens, "context window exceeds limit"), // MiniMax, code 2013
    (Tokens, "please reduce the length of the messages"), // Groq, OpenAI
    // SGLang, LiteLLM
    (
        Tokens,
        "requested token count exceeds the model's maximum context length of {limit} tokens",
    ),
    // servers that follow OpenAI
    (
        Tokens,
        "input length ({prompt}) exceeds model's maximum context length ({limit})",
    ),
    // SGLang
    (
        Tokens,
        "input length ({prompt} tokens) exceeds the maximum allowed length ({limit} tokens)",
    ),
    // Baseten, Poolside; also through OpenRouter
    (
        Tokens,
        "input length {prompt} exceeds the maximum allowed input length of {limit} tokens",
    ),
    // DS4
    (
        Tokens,
        "prompt has {prompt} tokens, but the configured context size is {limit} tokens",
    ),
    (Tokens, "tokens in request more than max tokens allowed"), // Volcengine
    (
        Tokens,
        "exceeds the model's maximum context limit of {limit} tokens",
    ), // LiteLLM
    (Tokens, "longer than the model's context length"),         // SGLang, without numbers
    (Tokens, "is greater than the context length"),             // LM Studio to 0.3
    // Cohere
    (
        Tokens,
        "too many tokens: total number of tokens in the prompt cannot exceed {limit}",
    ),
    // Cohere, without its head
    (
        Tokens,
        "total number of tokens in the prompt cannot exceed {limit}",
    ),
    (Tokens, "token limit exceeded"),    // several proxies
    (Tokens, "context length exceeded"), // several proxies
    // OpenAI: too many messages
    (
        Tokens,
        "invalid 'messages': array too long. expected an array with maximum length {n}",
    ),
    // OpenAI: too many messages, without its head
    (
        Tokens,
        "array too long. expected an array with maximum length {n}",
    ),
    // The answer that was asked for.
    // OpenAI, Azure OpenAI
    (
        MaxTokens,
        "tokens is too large: {output}. this model supports at most {answer} completion tokens",
    ),
    // Anthropic
    (
        MaxTokens,
        "max_tokens: {output} > {answer}, which is the maximum allowed number of output tokens",
    ),
    // Bedrock
    (
        MaxTokens,
        "maximum tokens you requested exceeds the model limit of {answer}",
    ),
    (MaxTokens, "valid range of max_tokens is [{n}, {answer}]"), // DeepSeek
    (MaxTokens, "range of max_tokens should be [{n}, {answer}]"), // DashScope
    // Vertex AI
    (
        MaxTokens,
        "maxoutputtokens value of {output} but the supported range is from {n} (inclusive) to {n} (exclusive)",
    ),
    // Bytes.
    // OpenAI
    (
        Bytes,
        "invalid '*': string too long. expected a string with maximum length {max_bytes}, but got a string with length {bytes}",
    ),
    // OpenAI, without its head
    (
        Bytes,
        "string too long. expected a string with maximum length {max_bytes}, but got a string with length {bytes}",
    ),
    // DashScope: Jackson, the reader of its requests
    (
        Bytes,
        "string value length ({bytes}) exceeds the maximum allowed ({max_bytes}",
    ),
    (Bytes, "request payload size exceeds the limit: {max_bytes}"), // Gemini, Vertex AI
    (Bytes, "request exceeds the maximum size"),                    // Anthropic
    (Bytes, "request too large (max {max_bytes}"), // an agent's wording of Anthropic's 413
    // Azure
    (
        Bytes,
        "maximum request body size {max_bytes} exceeded, actual body size {bytes}",
    ),
    // Bedrock
    (
        Bytes,
        "'body' failed to satisfy constraint: member must have length less than or equal to {max_bytes}",
    ),
    (Bytes, "request entity too large"), // nginx and other proxies
    (Bytes, "payload too large"),        // proxies, LiteLLM
    (Bytes, "request body too large"),   // Go servers, Fastify
    (Bytes, "content too large"),        // HTTP, RFC 9110
    // Media.
    (
        Media,
        "image exceeds*maximum: {bytes} bytes > {max_bytes} bytes",
    ), // Anthropic
    (Media, "image dimensions exceed max allowed size"), // Anthropic
    (Media, "image dimensions exceeds max allowed size"), // Anthropic to 2024
    // an agent's wording of Anthropic's
    (Media, "exceeds the dimension limit for many-image requests"),
    (Media, "too much media: *> {media}"), // Anthropic
    (Media, "too many images and documents: *> {media}"), // Bedrock, Anthropic
    (Media, "maximum of {media} pdf pages"), // Anthropic
    (Media, "at most {media} image(s) may be provided in one"), // vLLM
    (
        Media,
        "too many images provided. this model supports up to {media} images",
    ), // Groq
    (Media, "too many images"),            // Groq, OpenAI
    (Media, "could not process image"),    // Anthropic, Bedrock
    (Media, "unable to process input image"), // Gemini
    (Media, "provided image is not valid"), // Gemini
    (Media, "image does not match the provided media type"), // Anthropic
    // Anthropic
    (
        Media,
        "image was specified using the*media type, but the image appears to be",
    ),
    (Media, "invalid base64 data"),      // Anthropic
    (Media, "unsupported image"),        // OpenAI
    (Media, "invalid base64 image_url"), // OpenAI
    (Media, "invalid image"),            // OpenAI
    (Media, "image_url is only supported by certain models"), // OpenAI
    (Media, "image input is not supported"), // llama.cpp
    (Media, "endpoints found that support image input"), // OpenRouter
    (Media, "does not support image"),   // many
    (Media, "pdf specified was not valid"), // Anthropic
    (Media, "the document has no pages"), // Gemini
    // Pairing: the shape of the history.
    (
        Pairing,
        "tool_use ids were found without tool_result blocks",
    ), // Anthropic
    (
        Pairing,
        "unexpected tool_use_id found in tool_result blocks",
    ), // Anthropic
    // Anthropic through Bedrock
    (
        Pairing,
        "did not find {n} tool_result block(s) at the beginning of this message",
    ),
    (Pairing, "tool_use ids must be unique"), // Anthropic
    (Pairing, "each tool_use must have a single result"), // Anthropic
    (Pairing, "tool_result blocks must come first"), // Anthropic
    (Pairing, "first message must use the user role"), // Anthropic
    (Pairing, "must have non-empty content"), // Anthropic
    (Pairing, "text content blocks must be non-empty"), // Anthropic
    (Pairing, "expected thinking or redacted_thinking, but found"), // Anthropic
    // Anthropic
    (
        ThinkingBound,
        "blocks in the latest assistant message cannot be modified",
    ),
    // Anthropic from 2026-08; also through Bedrock
    (ThinkingBound, "block is bound to a different conversation"),
    (ThinkingBound, "invalid signature in thinking block"), // Anthropic
    (Pairing, "no low surrogate in string"),                // Anthropic
    // OpenAI, DeepSeek, vLLM
    (
        Pairing,
        "must be followed by tool messages responding to each",
    ),
    (Pairing, "must be a response to a pre"), // OpenAI, DeepSeek: a result without its call
    (Pairing, "did not have response messages"), // OpenAI, cut off by a wrapping
    (Pairing, "no tool call found for function call output"), // OpenAI Responses
    (Pairing, "no tool output found for function call"), // OpenAI Responses
    (Pairing, "was provided without its required"), // OpenAI Responses
    (Pairing, "encrypted content*could not be verified"), // OpenAI Responses
    (
        Pairing,
        "function call turn comes immediately after a user turn",
    ), // Gemini
    // Gemini
    (
        Pairing,
        "function response turn comes immediately after a function call turn",
    ),
    (Pairing, "number of function response parts"), // Gemini
    (ThinkingBound, "missing a thought_signature"), // Gemini
    (ThinkingBound, "thought signature is not valid"), // Gemini
    (ThinkingBound, "corrupted thought signature"), // Gemini
    (ThinkingBound, "invalid thought signature"),   // Gemini
    (Pairing, "please use a valid role"),           // Gemini
    (Pairing, "ensure that multiturn requests"),    // Gemini, Vertex AI
    (Pairing, "must include at least one parts field"), // Gemini, Vertex AI
    (Pairing, "contents.parts must not be empty"),  // Gemini
    (
        Pairing,
        "not the same number of function calls and responses",
    ), // Mistral
    (Pairing, "unexpected role '*' after role"),    // Mistral
    (Pairing, "unexpected role roleenum"),          // Mistral to 2024
    (Pairing, "expected last role user or tool"),   // Mistral
    (Pairing, "unexpected tool call id"),           // Mistral
    (
        Pairing,
        "must have either content or tool_calls, but not none",
    ), // Mistral
    (Pairing, "expected toolresult blocks at messages"), // Bedrock
    // Bedrock
    (
        Pairing,
        "number of toolresult blocks at messages*exceeds the number of tooluse blocks",
    ),
    (Pairing, "conversation must start with a user message"), // Bedrock
    // Anthropic to 2024, Bedrock, chat templates of vLLM and llama.cpp
    (Pairing, "must alternate"),
    (Pairing, "the content field*is empty"), // Bedrock
    (Pairing, "cannot be empty when status value is error"), // Bedrock
    (
        Pairing,
        "the text field in the contentblock object at*is blank",
    ), // Bedrock
];

/// Codes and names of exceptions. Those that an error may have in addition to another one come
/// last.
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
    (Rate, "too many tokens, please wait"),              // Bedrock
    (Rate, "too many requests"),                         // HTTP, many
    (Rate, "rate limit"),                                // many
    (Rate, "please retry in {wait}"),                    // Gemini
    (Rate, "quota exceeded for"),                        // Gemini, Vertex AI
    (Rate, "resource has been exhausted"),               // Gemini
    (Rate, "resource exhausted"),                        // Vertex AI
    (Rate, "throttl"),                                   // Bedrock, DashScope
    (Rate, "too many concurrent requests"),              // Mistral, Zhipu
    (Auth, "exceeded your current quota"),               // OpenAI
    (Auth, "credit balance is too low"),                 // Anthropic
    (Auth, "insufficient balance"),                      // DeepSeek
    (Auth, "requires more credits"),                     // OpenRouter
    (Auth, "api key"), // OpenAI, Gemini, many: incorrect, invalid, missing
    (Auth, "invalid x-api-key"), // Anthropic
    (Auth, "invalid bearer token"), // Anthropic
    (Auth, "no auth credentials found"), // OpenRouter
    (Auth, "unauthorized"), // HTTP, many
    (Auth, "access denied"), // Azure OpenAI
    (Auth, "permission denied"), // Vertex AI
    (Auth, "not authorized to perform"), // Bedrock
    (Auth, "security token included in the request is"), // Bedrock
    (Overload, "overloaded"), // Anthropic, Gemini
    (Overload, "service unavailable"), // HTTP, many
    (Overload, "temporarily unavailable"), // many
    (Overload, "experiencing high"), // Gemini, Groq
    (Overload, "had an error while processing your request"), // OpenAI
    (Overload, "internal server error"), // HTTP, many
    (Overload, "an internal error has occurred"), // Gemini
    (Overload, "bad gateway"), // HTTP
    (Overload, "gateway time-out"), // HTTP
    (Overload, "gateway timeout"), // HTTP
    (Overload, "no healthy upstream"), // proxies
    (Overload, "over capacity"), // Groq
    (Overload, "loading model"), // llama.cpp
    (Overload, "server busy"), // Ollama
    (Overload, "unable to process your request*system capacity"), // Bedrock
];

/// Numbers of an overflow in fields of their own.
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
