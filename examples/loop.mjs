// The loop without a driver: a session arrives message by message, and is compacted whenever it is time to.
//
//     node examples/loop.mjs examples/sessions/coding.anthropic.json
//
// What `compactor.compact` does for you, written out: after each `handle*`, drain `pollAction` until it gives null. The model is
// scripted, so that this runs offline; put your own call in its place.

import { readFileSync } from 'node:fs';
import { Compactor, applyPatch, estimateTokens } from 'conspectus';

const WINDOW = 24_000; // tokens

/** Your model call: `system`, `messages` and `maxOutputTokens` are all it needs. */
async function model(request) {
  return `<state_snapshot><overall_goal>Carry on after ${request.messages.length} message</overall_goal></state_snapshot>`;
}

async function compact(compactor, messages) {
  compactor.handleMessages(messages);
  let patch = null;
  for (let action = compactor.pollAction(); action !== null; action = compactor.pollAction()) {
    if (action.kind === 'summarize') {
      try {
        compactor.handleSummary(await model(action.request));
      } catch (error) {
        compactor.handleFailure(String(error)); // whatever the client throws: nothing is changed
      }
    } else if (action.kind === 'apply') {
      patch = action.patch;
      compactor.handleCurrent(messages); // the list as it is now: others may have added to it
    } else if (action.kind === 'done' && action.applied) {
      const { report } = action;
      console.log(`${action.status}: ${report.messagesBefore} -> ${report.messagesAfter} messages, ` +
        `${report.tokensBefore} -> ${report.tokensAfter} tokens`);
      return applyPatch(messages, patch);
    }
  }
  return messages;
}

const session = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const compactor = new Compactor({ contextWindow: WINDOW });
let messages = [];
for (const message of session) messages = await compact(compactor, [...messages, message]);
console.log(`${session.length} messages came, ${messages.length} are left, ${estimateTokens(messages).tokens} tokens`);
