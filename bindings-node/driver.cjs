'use strict';
// The loop around the state machine. Anyone can write it; this one awaits `summarize` and honours an AbortSignal.

async function compact(compactor, messages, { summarize, store, restore, onHook, signal, ...turn } = {}, applyPatch) {
  compactor.handleMessages(messages, turn);
  const { promise: aborted, dispose } = whenAborted(signal, () => compactor.cancel());
  let patch = null;
  let thrown = null;
  try {
    for (let action = compactor.pollAction(); action !== null; action = compactor.pollAction()) {
      if (action.kind === 'summarize') {
        const outcome = await Promise.race([ask(summarize, action.request, signal), aborted]);
        if (outcome === null || compactor.state !== 'summarizing') continue; // cancelled: the machine says so next
        if ('error' in outcome) {
          thrown = outcome;
          compactor.handleFailure(describe(outcome.error));
        } else {
          compactor.handleSummary(outcome.text, outcome.usage);
        }
      } else if (action.kind === 'offload') {
        const outcome = await Promise.race([attempt(store, NO_STORE, action, signal), aborted]);
        if (outcome === null || compactor.state !== 'offloading') continue;
        if ('error' in outcome || outcome.value == null) compactor.handleStoreFailed(describe(outcome.error ?? NO_LOCATOR));
        else compactor.handleStored(outcome.value);
      } else if (action.kind === 'restore') {
        const outcome = await Promise.race([attempt(restore, NO_RESTORE, action.files, signal), aborted]);
        if (outcome === null || compactor.state !== 'restoring') continue;
        compactor.handleRestored('error' in outcome ? null : outcome.value);
      } else if (action.kind === 'hook') {
        await onHook?.(action);
      } else if (action.kind === 'apply') {
        patch = action.patch;
        compactor.handleCurrent(messages);
      } else if (action.kind === 'done') {
        const { status, applied, report } = action;
        // A failing second call, or one that shares a prefix, does not end the run.
        if (thrown && status === 'failed_summarizer') throw thrown.error;
        return { messages: applied ? applyPatch(messages, patch) : messages, status, applied, report };
      }
    }
  } finally {
    dispose();
    // Whatever went wrong, the machine is ready for the next run.
    compactor.cancel();
    while (compactor.pollAction() !== null);
  }
  throw new Error('the compactor ended without a result');
}

async function ask(summarize, request, signal) {
  try {
    if (typeof summarize !== 'function') throw new TypeError("a summary is needed: pass `summarize`, or make the compactor with summarizer: 'embedded'");
    const answer = await summarize(request, { signal });
    const text = typeof answer === 'string' ? answer : answer?.text;
    if (typeof text !== 'string') throw new TypeError('`summarize` must return a string or an object with a string `text`');
    const { inputTokens, outputTokens } = typeof answer === 'string' ? {} : answer;
    return { text, usage: { inputTokens, outputTokens } };
  } catch (error) {
    return { error };
  }
}

const NO_STORE = 'no `store` was passed: the output stays in the history';
const NO_LOCATOR = '`store` must return where the output can be found';
const NO_RESTORE = 'no `restore` was passed: no file is brought back';

/** What a function of the host gives, or why it does not. */
async function attempt(call, reason, argument, signal) {
  try {
    if (typeof call !== 'function') throw new TypeError(reason);
    return { value: await call(argument, { signal }) };
  } catch (error) {
    return { error };
  }
}

/** A promise of null for the moment of the abort, after `cancel` was called; one that stays pending without a signal. */
function whenAborted(signal, cancel) {
  let listener;
  const promise = new Promise((resolve) => {
    listener = () => {
      cancel();
      resolve(null);
    };
  });
  if (signal?.aborted) listener();
  else signal?.addEventListener('abort', listener, { once: true });
  return { promise, dispose: () => signal?.removeEventListener('abort', listener) };
}

function describe(error) {
  try {
    return String(error);
  } catch {
    return 'an exception that cannot be printed';
  }
}

module.exports = { compact };
