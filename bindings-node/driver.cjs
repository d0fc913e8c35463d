'use strict';
// The loop around the state machine. Anyone can write it; this one awaits `summarize` and honours an AbortSignal.

async function compact(compactor, messages, options = {}, applyPatch) {
  const { summarize, signal, ...turn } = options;
  signal?.throwIfAborted();
  compactor.handleMessages(messages, turn);
  const abort = () => compactor.cancel();
  signal?.addEventListener('abort', abort, { once: true });
  let patch = null;
  let thrown = null;
  try {
    for (let action = compactor.pollAction(); action !== null; action = compactor.pollAction()) {
      if (action.kind === 'summarize') {
        const outcome = await ask(summarize, action.request);
        if (signal?.aborted) continue; // cancelled meanwhile: the machine is done and says so next
        if ('error' in outcome) {
          thrown = outcome;
          compactor.handleFailure(outcome.error);
        } else {
          compactor.handleSummary(outcome.text);
        }
      } else if (action.kind === 'apply') {
        patch = action.patch;
        compactor.handleCurrent(messages);
      } else if (action.kind === 'done') {
        if (thrown) throw thrown.error;
        const { status, applied, report } = action;
        return { status, applied, report, messages: applied ? applyPatch(messages, patch) : messages };
      }
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    if (compactor.state !== 'done' && compactor.state !== 'idle') compactor.cancel();
    while (compactor.pollAction() !== null); // whatever went wrong, the machine is ready for the next run
  }
  throw new Error('the compactor ended without a result');
}

async function ask(summarize, request) {
  try {
    if (typeof summarize !== 'function') throw new TypeError("a `summarize` function is needed, or the option summarizer: 'embedded'");
    const answer = await summarize(request);
    return { text: typeof answer === 'string' ? answer : answer.text };
  } catch (error) {
    return { error };
  }
}

module.exports = { compact };
