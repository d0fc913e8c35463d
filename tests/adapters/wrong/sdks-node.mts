// Wrong uses of the helpers for SDKs in Node. Each wrong line ends with a mark; a type checker must find these and no other.
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI, type Content } from '@google/genai';
import OpenAI, { AzureOpenAI } from 'openai';
import { Compactor } from 'conspectus';
import * as anthropic from 'conspectus/anthropic';
import * as google from 'conspectus/google';
import * as openai from 'conspectus/openai';

const claude = new Anthropic();
const gpt = new OpenAI();
const gemini = new GoogleGenAI({});

export async function claudes(messages: Anthropic.MessageParam[], betas: Anthropic.Beta.BetaMessageParam[]): Promise<string> {
  const compactor = new Compactor({ model: 'claude-opus-5-5', summarize: anthropic.summarizeWith(claude, 'claude-haiku-4-5') });
  const result = await compactor.compact(messages);
  const request = { model: 'claude-opus-5-5', max_tokens: 8_000, tools: [] };
  const reply = await claude.messages.create(anthropic.buildRequest(request, result));
  const stream = claude.messages.stream(anthropic.buildRequest(request, result, { ttl: '1h' }));
  const events = await claude.messages.create(anthropic.buildRequest({ ...request, stream: true }, result));
  for await (const event of events) console.log(event.type);
  const beta = await claude.beta.messages.create(anthropic.buildRequest({ ...request, betas: [] }, await compactor.compact(betas)));
  anthropic.buildRequest({ model: 'claude-opus-5-5' }, result); // error
  anthropic.buildRequest({ model: 'claude-opus-5-5', max_token: 8_000 }, result); // error
  anthropic.buildRequest(request, messages); // error
  anthropic.buildRequest(request, result, { ttl: '2h' }); // error
  anthropic.summarizeWith(gpt, 'claude-haiku-4-5'); // error
  anthropic.summarizeWith(claude); // error
  anthropic.summarizeWith(claude, 'claude-haiku-4-5', { maxTokens: 5 }); // error
  anthropic.summarizeWith(claude, 'claude-haiku-4-5', { fields: { temperature: '0' } }); // error
  reply.text.length; // error
  return `${(await stream.finalMessage()).id} ${beta.id}`;
}

export async function gpts(messages: OpenAI.ChatCompletionMessageParam[], input: OpenAI.Responses.ResponseInputItem[]): Promise<string> {
  const compactor = new Compactor({ model: 'gpt-5', summarize: openai.summarizeWith(gpt, 'gpt-5-mini') });
  const azure = openai.summarizeWith(new AzureOpenAI(), 'gpt-5-mini', { wire: 'responses', fields: { reasoning: { effort: 'low' } } });
  const result = await compactor.compact(messages);
  const reply = await gpt.chat.completions.create(openai.buildRequest({ model: 'gpt-5' }, result));
  const events = await gpt.chat.completions.create(openai.buildRequest({ model: 'gpt-5', stream: true }, result));
  for await (const event of events) console.log(event.choices);
  const items = await new Compactor({ summarize: azure }).compact(input);
  const response = await gpt.responses.create(openai.buildRequest({ model: 'gpt-5', store: false }, items));
  openai.buildRequest({ modl: 'gpt-5' }, result); // error
  openai.buildRequest({ model: 'gpt-5', max_output_tokens: 5 }, result); // error
  openai.summarizeWith(gpt, 'gpt-5-mini', { wire: 'completions' }); // error
  openai.summarizeWith(claude, 'gpt-5-mini'); // error
  openai.summarizeWith('gpt-5-mini', gpt); // error
  openai.buildRequest(result, { model: 'gpt-5' }); // error
  return `${reply.id} ${response.output_text}`;
}

export async function geminis(contents: Content[]): Promise<string> {
  const compactor = new Compactor({ model: 'gemini-2.5-pro', summarize: google.summarizeWith(gemini, 'gemini-2.5-flash') });
  const result = await compactor.compact(contents);
  const reply = await gemini.models.generateContent(google.buildRequest({ model: 'gemini-2.5-pro', config: { temperature: 0 } }, result));
  google.buildRequest({ model: 'gemini-2.5-pro', config: { temprature: 0 } }, result); // error
  google.buildRequest({ config: {} }, result); // error
  google.summarizeWith(gemini.models, 'gemini-2.5-flash'); // error
  google.summarizeWith(gemini, 'gemini-2.5-flash', { config: { maxOutputTokens: '5' } }); // error
  google.buildRequest({ model: 'gemini-2.5-pro' }, result, { ttl: '1h' }); // error
  return reply.text ?? '';
}
