import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { BaseMessage } from '@langchain/core/messages';
import type { ClientTool, ServerTool } from '@langchain/core/tools';
import type { AgentMiddleware, ContextEdit } from 'langchain';
import type { CompactorOptions, Tokens } from '../options.js';
import type { Summarize } from '../types.js';

export interface LangChainOptions extends Omit<CompactorOptions, 'model' | 'summarize' | 'trigger'> {
  /** A chat model that writes the summaries, or the name of the agent's model where the options do not tell a window. */
  model?: BaseChatModel | CompactorOptions['model'];
  /** Who writes summaries: `model` is the agent's own model, or the `model` that is given here. Default: `model` if one is given, else none. */
  summarize?: Summarize | 'extractive' | 'model' | undefined;
  /** As of `Compactor`, or as LangChain writes it: `{ fraction: 0.8 }`, `{ tokens: 50_000 }`. */
  trigger?: number | Tokens | { fraction: number } | undefined;
  /** Asked of each message whether it survives. */
  pinned?: ((message: BaseMessage) => boolean) | undefined;
  /** What becomes of an error of conspectus: the messages are sent as they are and a warning says why (default), or it is thrown. */
  onError?: 'sendUnchanged' | 'raise' | undefined;
  /** How many conversations are kept in memory; 1,000 unless given. The least recently used goes first. */
  maxConversations?: number | undefined;
}

export interface CompactionMiddlewareOptions extends LangChainOptions {
  /** `state` (default): the smaller list goes into the state. `view`: the state keeps every message, and only what is sent is smaller. */
  mode?: 'state' | 'view' | undefined;
}

/**
 * A middleware for `createAgent`, in the place of `summarizationMiddleware`. It compacts what the
 * agent's model is asked, and sends it again after a refusal as often as the compactor says. What it
 * remembers stands in the state, so that a checkpointer saves it with the thread. One serves any
 * number of agents and threads.
 */
export function compactionMiddleware(options?: CompactionMiddlewareOptions): AgentMiddleware<undefined, undefined, unknown, readonly (ServerTool | ClientTool)[], readonly []>;

/**
 * An edit for `contextEditingMiddleware({ edits: [conspectusEdit()] })`. An edit changes the list of
 * the state in place, and sees no refusal, no system text and no tools: prefer the middleware.
 */
export function conspectusEdit(options?: LangChainOptions): ContextEdit;
