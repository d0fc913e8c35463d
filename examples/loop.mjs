// The loop without a driver: a session arrives message by message, and is compacted whenever it is
// time to.
//
//     node examples/loop.mjs examples/sessions/coding.anthropic.json
//
// What `Compactor.compact` does for you, written out: after each `handle*`, drain `pollAction`
// until it gives null. The model is scripted, so that this runs offline; put your own call in its
// place.

import { readFileSync } from 'node:fs';
import { countTokens } from 'conspectus';
import { Machine, applyPatch } from 'conspectus/sansio';

const WINDOW = 24_000; // tokens

/** Your model call: `system`, `messages` and `maxOutputTokens` are all it needs. */
async function model(request) {
  return `<state_snapshot><overall_goal>Carry on after ${request.messages.length} message</overall_goal></state_snapshot>`;
}

async function compact(machine, messages) {
  machine.handleMessages(messages);
  let patch = null;
  for (let action = machine.pollAction(); action !== null; action = machine.pollAction()) {
    if (action.kind === 'summarize') {
      try {
        machine.handleSummary(await model(action.request));
      } catch (error) {
        machine.handleFailure(String(error)); // whatever the client throws: nothing is changed
      }
    } else if (action.kind === 'apply') {
      patch = action.patch;
      machine.handleCurrent(messages); // the list as it is now: others may have added to it
    } else if (action.kind === 'done' && action.applied) {
      const { status, tokensBefore, tokensAfter } = action.result;
      console.log(`${status}: ${tokensBefore} -> ${tokensAfter} tokens`);
      return applyPatch(messages, patch);
    }
  }
  return messages;
}

const session = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const machine = new Machine({ contextWindow: WINDOW, summarize: 'host' });
let messages = [];
for (const message of session) messages = await compact(machine, [...messages, message]);
console.log(`${session.length} messages came, ${messages.length} are left, ${countTokens(messages).tokens} tokens`);
