import type { Plugin } from '@opencode-ai/plugin';
import type { Message, Part } from '@opencode-ai/sdk';
import type { CompactorOptions } from '../../options.js';
import type { Summarize } from '../../types.js';

/** A message as plugins get it. */
export interface PluginMessage {
  info: Message;
  parts: Part[];
}

/** Options of `Compactor`, and what becomes of an error of conspectus. */
export interface CompactionPluginOptions extends Omit<CompactorOptions, 'summarize'> {
  /** Who writes summaries: `model` is the model of the session, in a session of its own that is deleted then. */
  summarize?: Summarize | 'extractive' | 'model' | undefined;
  /** What becomes of an error of conspectus: the messages are sent as they are and a warning says why (default), or it is thrown. */
  onError?: 'sendUnchanged' | 'raise' | undefined;
  /** How many conversations are kept; 1,000 unless given. The least recently used goes first. */
  maxConversations?: number | undefined;
  /** Messages that survive word for word. */
  pinned?: ((message: PluginMessage) => boolean) | undefined;
}

/**
 * A plugin for opencode: `export const Compaction = compactionPlugin({ ... })`. Each request holds a
 * smaller list if it is time; the session keeps everything. Another process goes on where the last one
 * ended, by a file in the folder in which opencode keeps its state.
 */
export function compactionPlugin(options?: CompactionPluginOptions): Plugin;
