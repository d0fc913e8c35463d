//! How providers word their errors: one line per wording, with a comment on who uses it and where it
//! was seen. Dated 2026-11.
//!
//! Rows are in lower case and without code quotes, the form in which texts are compared.
//! `pattern.rs` describes the slots in braces. The first line that matches decides, so a line with
//! numbers comes before one without. To add a wording: add a line, and a case in
//! `tests/vectors/provider`.

use super::ErrorClass::{
    self, Auth, Bytes, MaxTokens, Media, Overload, Pairing, Rate, ThinkingBound, Tokens,
};
use crate::host::listed::listed;

/// What wordings say is wrong, and the wordings.
pub(super) type Wordings = (ErrorClass, &'static [&'static str]);

/// Something is wrong with the request itself. These come before all codes: an overflow may come
/// under any of them.
pub(super) const REQUEST: &[Wordings] = &[
    (
        Tokens,
        &[
            // Anthropic; also through Bedrock and Vertex AI
            "prompt is too long: {prompt} tokens > {limit} maximum",
            "prompt is too long: {prompt}, model maximum context length: {limit}", // Fireworks
            "prompt is too long", // Anthropic on Vertex AI and Bedrock, without numbers
            // Anthropic
            "input length and max_tokens exceed context limit: {prompt} + {output} > {limit}",
            // Anthropic, cut off by a wrapping
            "input length and max_tokens exceed context limit",
            // SGLang
            "maximum context length of {limit} tokens. you requested a total of {total} tokens: {prompt} tokens from the input messages and {output} tokens for the completion",
            // vLLM from 0.12
            "maximum context length is {limit} tokens. however, you requested {output} output tokens and your prompt contains at least {prompt} input tokens",
            // OpenAI chat, Azure OpenAI, DeepSeek, vLLM to 0.11
            "maximum context length is {limit} tokens*you requested {total} tokens (*{output} in the completion",
            // OpenAI completions
            "maximum context length is {limit} tokens*you requested {total} tokens (*{output} for the completion",
            // OpenRouter
            "maximum context length is {limit} tokens*you requested about {total} tokens (*{output} in the output",
            // OpenRouter, without an output limit
            "maximum context length is {limit} tokens*you requested about {total} tokens",
            // vLLM, where max_tokens is too large
            "is too large: {output}. this model's maximum context length is {limit} tokens and your request has {prompt} input tokens",
            // vLLM, cut off by a wrapping
            "maximum context length is {limit} tokens and your request has {prompt} input tokens",
            // OpenAI chat, Azure OpenAI
            "maximum context length is {limit} tokens*your messages resulted in {prompt} tokens",
            // text-generation-webui
            "maximum context length is {limit} tokens*resulted in over {prompt} tokens",
            // OpenAI and what follows it; Bedrock for Llama
            "maximum context length is {limit} tokens",
            // OpenAI from GPT-5, Azure OpenAI
            "input tokens exceed the configured limit of {limit} tokens. your messages resulted in {prompt} tokens",
            // OpenAI from GPT-5, cut off by a wrapping
            "input tokens exceed the configured limit of {limit} tokens",
            "input exceeds the context window", // OpenAI Responses and gateways before it
            "exceeds the model's context window", // gateways, of a prompt or an input
            // Gemini, Vertex AI
            "input token count ({prompt}) exceeds the maximum number of tokens allowed ({limit})",
            // Gemini
            "input token count exceeds the maximum number of tokens allowed ({limit})",
            "input token count exceeds the maximum number of tokens allowed {limit}", // Gemini
            "input token count is {prompt} but model only supports up to {limit}",    // Vertex AI
            "input is too long for requested model",                                  // Bedrock
            // Bedrock for Titan
            "too many input tokens. max input tokens: {limit}, request input token count: {prompt}",
            // Bedrock, in chars
            "malformed input request: expected maxlength: {n}, actual: {n}",
            // Mistral, code 3051
            "prompt contains {prompt} tokens*too large for model with {limit} maximum context length",
            "maximum prompt length is {limit} but the request contains {prompt} tokens", // xAI
            "prompt token count of {prompt} exceeds the limit of {limit}", // GitHub Copilot
            "request body too large for*max size: {limit} tokens",         // GitHub Models
            // llama.cpp from 2025-10
            "request ({prompt} tokens) exceeds the available context size ({limit} tokens)",
            "exceeds the available context size", // llama.cpp to 2025-10
            "context size has been exceeded",     // llama.cpp
            "input is too large to process",      // llama.cpp to 2025-09
            "requested tokens ({prompt}) exceed context window of {limit}", // llama-cpp-python
            "requested tokens exceed context window of {limit}", // llama-cpp-python to 0.1.64
            // LM Studio
            "trying to keep the first {prompt} tokens when context the overflows*context length of only {limit} tokens",
            // LM Studio from 0.4
            "greater than the context length (n_keep: {prompt}>= n_ctx: {limit})",
            "exceeded max context length by {n} tokens", // Ollama
            "input length exceeds the context length",   // Ollama
            "input exceeds context length",              // Ollama
            // vLLM
            "prompt (total length {prompt}) is too long to fit into the model (context length {limit})",
            // vLLM
            "prompt (length {prompt}) is longer than the maximum model length of {limit}",
            "prompt ({prompt} tokens) is too long and exceeds limit of {limit}", // vLLM
            // SGLang
            "input ({prompt} tokens) is longer than the model's context length ({limit} tokens)",
            // TGI, Together
            "max_new_tokens must be <= {limit}. given: {prompt} inputs tokens and {output} max_new_tokens",
            "range of input length should be [{n}, {limit}]", // DashScope
            "exceeded model token limit: {limit} (requested: {total})", // Moonshot
            "exceeded model token limit: {limit}",            // Moonshot
            "current length is {prompt} while limit is {limit}", // Cerebras
            // OpenAI and Groq: one request above the tokens of a minute
            "request too large for*limit {limit}, requested {prompt}",
            "prompt exceeds max length",    // Zhipu, code 1261
            "context window exceeds limit", // MiniMax, code 2013
            "please reduce the length of the messages", // Groq, OpenAI
            // SGLang, LiteLLM
            "requested token count exceeds the model's maximum context length of {limit} tokens",
            // servers that follow OpenAI
            "input length ({prompt}) exceeds model's maximum context length ({limit})",
            // SGLang
            "input length ({prompt} tokens) exceeds the maximum allowed length ({limit} tokens)",
            // Baseten, Poolside; also through OpenRouter
            "input length {prompt} exceeds the maximum allowed input length of {limit} tokens",
            // DS4
            "prompt has {prompt} tokens, but the configured context size is {limit} tokens",
            "tokens in request more than max tokens allowed", // Volcengine
            "exceeds the model's maximum context limit of {limit} tokens", // LiteLLM
            "longer than the model's context length",         // SGLang, without numbers
            "is greater than the context length",             // LM Studio to 0.3
            // Cohere
            "too many tokens: total number of tokens in the prompt cannot exceed {limit}",
            // Cohere, without its head
            "total number of tokens in the prompt cannot exceed {limit}",
            "token limit exceeded",    // several proxies
            "context length exceeded", // several proxies
            // OpenAI: too many messages
            "invalid 'messages': array too long. expected an array with maximum length {n}",
            // OpenAI: too many messages, without its head
            "array too long. expected an array with maximum length {n}",
        ],
    ),
    // The answer that was asked for.
    (
        MaxTokens,
        &[
            // OpenAI, Azure OpenAI
            "tokens is too large: {output}. this model supports at most {answer} completion tokens",
            // Anthropic
            "max_tokens: {output} > {answer}, which is the maximum allowed number of output tokens",
            "maximum tokens you requested exceeds the model limit of {answer}", // Bedrock
            "valid range of max_tokens is [{n}, {answer}]",                     // DeepSeek
            "range of max_tokens should be [{n}, {answer}]",                    // DashScope
            // Vertex AI
            "maxoutputtokens value of {output} but the supported range is from {n} (inclusive) to {n} (exclusive)",
        ],
    ),
    (
        Bytes,
        &[
            // OpenAI
            "invalid '*': string too long. expected a string with maximum length {max_bytes}, but got a string with length {bytes}",
            // OpenAI, without its head
            "string too long. expected a string with maximum length {max_bytes}, but got a string with length {bytes}",
            // DashScope: Jackson, the reader of its requests
            "string value length ({bytes}) exceeds the maximum allowed ({max_bytes}",
            "request payload size exceeds the limit: {max_bytes}", // Gemini, Vertex AI
            "request exceeds the maximum size",                    // Anthropic
            "request too large (max {max_bytes}", // an agent's wording of Anthropic's 413
            "maximum request body size {max_bytes} exceeded, actual body size {bytes}", // Azure
            // Bedrock
            "'body' failed to satisfy constraint: member must have length less than or equal to {max_bytes}",
            "request entity too large", // nginx and other proxies
            "payload too large",        // proxies, LiteLLM
            "request body too large",   // Go servers, Fastify
            "content too large",        // HTTP, RFC 9110
        ],
    ),
    (
        Media,
        &[
            "image exceeds*maximum: {bytes} bytes > {max_bytes} bytes", // Anthropic
            "image dimensions exceed max allowed size",                 // Anthropic
            "image dimensions exceeds max allowed size",                // Anthropic to 2024
            // an agent's wording of Anthropic's
            "exceeds the dimension limit for many-image requests",
            "too much media: *> {media}",                // Anthropic
            "too many images and documents: *> {media}", // Bedrock, Anthropic
            "maximum of {media} pdf pages",              // Anthropic
            "at most {media} image(s) may be provided in one", // vLLM
            "too many images provided. this model supports up to {media} images", // Groq
            "too many images",                           // Groq, OpenAI
            "could not process image",                   // Anthropic, Bedrock
            "unable to process input image",             // Gemini
            "provided image is not valid",               // Gemini
            "image does not match the provided media type", // Anthropic
            // Anthropic
            "image was specified using the*media type, but the image appears to be",
            "invalid base64 data",                           // Anthropic
            "unsupported image",                             // OpenAI
            "invalid base64 image_url",                      // OpenAI
            "invalid image",                                 // OpenAI
            "image_url is only supported by certain models", // OpenAI
            "image input is not supported",                  // llama.cpp
            "endpoints found that support image input",      // OpenRouter
            "does not support image",                        // many
            "pdf specified was not valid",                   // Anthropic
            "the document has no pages",                     // Gemini
        ],
    ),
    // Pairing: the shape of the history.
    (
        Pairing,
        &[
            "tool_use ids were found without tool_result blocks", // Anthropic
            "unexpected tool_use_id found in tool_result blocks", // Anthropic
            // Anthropic through Bedrock
            "did not find {n} tool_result block(s) at the beginning of this message",
            "tool_use ids must be unique",             // Anthropic
            "each tool_use must have a single result", // Anthropic
            "tool_result blocks must come first",      // Anthropic
            "first message must use the user role",    // Anthropic
            "must have non-empty content",             // Anthropic
            "text content blocks must be non-empty",   // Anthropic
            "expected thinking or redacted_thinking, but found", // Anthropic
        ],
    ),
    (
        ThinkingBound,
        &[
            "blocks in the latest assistant message cannot be modified", // Anthropic
            // Anthropic from 2026-08; also through Bedrock
            "block is bound to a different conversation",
            "invalid signature in thinking block", // Anthropic
        ],
    ),
    (
        Pairing,
        &[
            "no low surrogate in string",                             // Anthropic
            "must be followed by tool messages responding to each",   // OpenAI, DeepSeek, vLLM
            "must be a response to a pre", // OpenAI, DeepSeek: a result without its call
            "did not have response messages", // OpenAI, cut off by a wrapping
            "no tool call found for function call output", // OpenAI Responses
            "no tool output found for function call", // OpenAI Responses
            "was provided without its required", // OpenAI Responses
            "encrypted content*could not be verified", // OpenAI Responses
            "function call turn comes immediately after a user turn", // Gemini
            "function response turn comes immediately after a function call turn", // Gemini
            "number of function response parts", // Gemini
        ],
    ),
    (
        ThinkingBound,
        &[
            "missing a thought_signature",    // Gemini
            "thought signature is not valid", // Gemini
            "corrupted thought signature",    // Gemini
            "invalid thought signature",      // Gemini
        ],
    ),
    (
        Pairing,
        &[
            "please use a valid role",                              // Gemini
            "ensure that multiturn requests",                       // Gemini, Vertex AI
            "must include at least one parts field",                // Gemini, Vertex AI
            "contents.parts must not be empty",                     // Gemini
            "not the same number of function calls and responses",  // Mistral
            "unexpected role '*' after role",                       // Mistral
            "unexpected role roleenum",                             // Mistral to 2024
            "expected last role user or tool",                      // Mistral
            "unexpected tool call id",                              // Mistral
            "must have either content or tool_calls, but not none", // Mistral
            "expected toolresult blocks at messages",               // Bedrock
            // Bedrock
            "number of toolresult blocks at messages*exceeds the number of tooluse blocks",
            "conversation must start with a user message", // Bedrock
            // Anthropic to 2024, Bedrock, chat templates of vLLM and llama.cpp
            "must alternate",
            "the content field*is empty",                 // Bedrock
            "cannot be empty when status value is error", // Bedrock
            "the text field in the contentblock object at*is blank", // Bedrock
        ],
    ),
];

/// Codes and names of exceptions. Those that an error may have in addition to another one come
/// last.
pub(super) const CODES: &[Wordings] = &[
    (
        Tokens,
        &listed::<7>(
            "context_length_exceeded model_context_window_exceeded exceed_context_size_error \
             contextwindowexceedederror model_max_prompt_tokens_exceeded tokens_limit_reached \
             array_above_max_length",
        ),
    ),
    (
        Bytes,
        &listed::<3>("string_above_max_length request_too_large requesttoolargeerror"),
    ),
    (
        Pairing,
        &listed::<2>("invalid_request_message_order invalid_encrypted_content"),
    ),
    (
        Auth,
        &listed::<12>(
            "insufficient_quota invalid_api_key billing_error authentication_error \
             authenticationerror permission_error permission_denied permissiondeniederror \
             unauthenticated accessdeniedexception unrecognizedclientexception expiredtokenexception",
        ),
    ),
    (
        Overload,
        &listed::<9>(
            "overloaded_error overloadederror server_is_overloaded serviceunavailableexception \
             serviceunavailableerror modelnotreadyexception modeltimeoutexception \
             internalserverexception internalservererror",
        ),
    ),
    (
        Rate,
        &listed::<7>(
            "resource_exhausted rate_limit_exceeded rate_limit_error ratelimiterror ratelimitreached \
             throttlingexception toomanyrequestsexception",
        ),
    ),
];

/// Nothing is wrong with the request.
pub(super) const SERVICE: &[Wordings] = &[
    (
        Rate,
        &[
            "too many tokens, please wait", // Bedrock
            "too many requests",            // HTTP, many
            "rate limit",                   // many
            "please retry in {wait}",       // Gemini
            "quota exceeded for",           // Gemini, Vertex AI
            "resource has been exhausted",  // Gemini
            "resource exhausted",           // Vertex AI
            "throttl",                      // Bedrock, DashScope
            "too many concurrent requests", // Mistral, Zhipu
        ],
    ),
    (
        Auth,
        &[
            "exceeded your current quota",               // OpenAI
            "credit balance is too low",                 // Anthropic
            "insufficient balance",                      // DeepSeek
            "requires more credits",                     // OpenRouter
            "api key",              // OpenAI, Gemini, many: incorrect, invalid, missing
            "invalid x-api-key",    // Anthropic
            "invalid bearer token", // Anthropic
            "no auth credentials found", // OpenRouter
            "unauthorized",         // HTTP, many
            "access denied",        // Azure OpenAI
            "permission denied",    // Vertex AI
            "not authorized to perform", // Bedrock
            "security token included in the request is", // Bedrock
        ],
    ),
    (
        Overload,
        &[
            "overloaded",                                     // Anthropic, Gemini
            "service unavailable",                            // HTTP, many
            "temporarily unavailable",                        // many
            "experiencing high",                              // Gemini, Groq
            "had an error while processing your request",     // OpenAI
            "internal server error",                          // HTTP, many
            "an internal error has occurred",                 // Gemini
            "bad gateway",                                    // HTTP
            "gateway time-out",                               // HTTP
            "gateway timeout",                                // HTTP
            "no healthy upstream",                            // proxies
            "over capacity",                                  // Groq
            "loading model",                                  // llama.cpp
            "server busy",                                    // Ollama
            "unable to process your request*system capacity", // Bedrock
        ],
    ),
];

/// Numbers of an overflow in fields of their own.
pub(super) const NUMBERS: &[&str] = &[
    "n_prompt_tokens: {prompt}",
    "n_prompt_tokens:{prompt}",
    "n_ctx: {limit}",
    "n_ctx:{limit}",
];

/// How long to wait, to the millisecond.
pub(super) const MS: [&str; 2] = ["retry-after-ms: {ms}", "retry_after_ms: {ms}"];

/// How long to wait.
pub(super) const WAITS: [&str; 9] = [
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
