import type {
  ProcessAPIErrorArgs, ProcessAPIErrorResult, ProcessInputStepArgs, ProcessInputStepResult, ProcessLLMRequestArgs, ProcessLLMRequestResult,
  ProcessLLMResponseArgs, Processor,
} from '@mastra/core/processors';
import type { CompactorOptions } from '../options.js';
import type { SavedState, Summarize } from '../types.js';

/** A message of a prompt as it goes to the model. */
export type PromptMessage = ProcessLLMRequestArgs['prompt'][number];

/** Options of `Compactor`, and what becomes of an error of conspectus. */
export interface ConspectusProcessorOptions extends Omit<CompactorOptions, 'summarize'> {
  /** Who writes summaries: `model` is the model of the request. */
  summarize?: Summarize | 'extractive' | 'model' | undefined;
  /** What becomes of an error of conspectus: the messages are sent as they are and a warning says why (default), or it is thrown. */
  onError?: 'sendUnchanged' | 'raise' | undefined;
  /** How many conversations are kept; 1,000 unless given. The least recently used goes first. */
  maxConversations?: number | undefined;
  /** Messages that survive word for word. System messages always do. */
  pinned?: ((message: PromptMessage) => boolean) | undefined;
}

/**
 * A processor for `inputProcessors`: each request holds a smaller list if it is time. What Mastra keeps
 * is not touched. With `maxProcessorRetries` of the agent, a refused request is compacted and sent
 * again, as often as the compactor says.
 */
export class ConspectusProcessor implements Processor<'conspectus'> {
  constructor(options?: ConspectusProcessorOptions);
  readonly id: 'conspectus';
  readonly name: string;
  processLLMRequest(args: ProcessLLMRequestArgs): Promise<ProcessLLMRequestResult>;
  processLLMResponse(args: ProcessLLMResponseArgs): Promise<void>;
  processInputStep(args: ProcessInputStepArgs): ProcessInputStepResult | undefined;
  processAPIError(args: ProcessAPIErrorArgs): Promise<ProcessAPIErrorResult>;
  /** As data for `JSON.stringify`, by the id of the thread; null if there is none. */
  save(threadId: string): SavedState | null;
  /** Goes on from what `save` gave. `model` is the model, or its name, where the options do not tell one. */
  load(threadId: string, state: SavedState, model?: { readonly modelId: string } | string): void;
  forget(threadId: string): void;
}
