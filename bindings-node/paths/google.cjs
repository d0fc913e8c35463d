'use strict';
// For programs that call Google's Gen AI SDK: `summarizeWith` has a client write summaries, `buildRequest`
// makes a request of a result.

const { behind, checked, merged, mostTokens, said } = require('../sdks.cjs');
const { thinkingConfigOf } = require('../thinking.cjs');

function summarizeWith(client, model, { lastRequest, config } = {}) {
  checked(client, model, (it) => typeof it.models?.generateContent === 'function', 'a `GoogleGenAI` of @google/genai');
  const thinkingConfig = thinkingConfigOf(model);
  const asked = (request, signal) => {
    const talk = said(request).map(({ isAnswer, text }) => ({ role: isAnswer ? 'model' : 'user', parts: [{ text }] }));
    const abort = signal && { abortSignal: signal };
    const last = behind(request, lastRequest);
    if (last) return { ...last, contents: [...last.contents, ...talk], config: { ...last.config, ...config, ...abort } };
    const own = { systemInstruction: request.system, maxOutputTokens: mostTokens(request, model), ...(thinkingConfig && { thinkingConfig }) };
    return { model, contents: talk, config: { ...own, ...config, ...abort } };
  };
  return async (request, context) => {
    const { candidates, usageMetadata: usage } = await client.models.generateContent(asked(request, context?.signal));
    const [candidate] = candidates ?? [];
    const text = (candidate?.content?.parts ?? []).map((part) => (part.text && !part.thought ? part.text : '')).join('');
    return { text, inputTokens: usage?.promptTokenCount, outputTokens: usage?.candidatesTokenCount, stopReason: candidate?.finishReason };
  };
}

function buildRequest(request, result) {
  const made = { ...request, contents: result.messages };
  const { body } = result.requestFields;
  if (!body) return made;
  const { httpOptions } = request.config ?? {};
  return { ...made, config: { ...request.config, httpOptions: { ...httpOptions, extraBody: merged(body, httpOptions?.extraBody) } } };
}

module.exports = { summarizeWith, buildRequest };
