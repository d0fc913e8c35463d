// Sessions of a coding agent in Gemini's shape: a request, rounds of calls and results, now and then
// several calls at once, an error, an image, a new request.

const TOOLS = ['read_file', 'run_shell_command', 'grep_search', 'glob', 'edit', 'write_file', 'ask_user'];
const IMAGE = { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo'.repeat(60) } };
const WORK = ['reads the table', 'writes the row', 'checks the border', 'counts the lines', 'sorts the names', 'opens the file'];

const sentence = (random, words) => Array.from({ length: words }, () => random.of(WORK)).join(', then it ');

function call(random, id) {
  const name = random.of(TOOLS);
  const path = `/project/src/part${random.below(12)}.ts`;
  const args = ['read_file', 'edit', 'write_file'].includes(name) ? { file_path: path } : name === 'run_shell_command' ? { command: `node ${path}` } : { pattern: path };
  return { functionCall: { id, name, args } };
}

function result(random, { functionCall: { id, name, args } }, chars) {
  const output = `${JSON.stringify(args)}\n${sentence(random, 1 + Math.floor(random.size(chars) / 20))}`;
  const response = random.once(12) ? { error: output } : { output: random.once(15) ? 'ok' : output };
  return { functionResponse: { id, name, response, ...(random.once(10) ? { parts: [IMAGE] } : {}) } };
}

/** A session with so many rounds of results of at most so many chars. It ends with the agent's words, or with a request that waits. */
export function session(random, rounds, chars) {
  const messages = [];
  let ids = 0;
  for (let round = 0; round < rounds; round++) {
    if (round === 0 || random.once(6)) {
      if (round > 0) messages.push({ role: 'model', parts: [{ text: `The agent ${sentence(random, 2)}.` }] });
      messages.push({ role: 'user', parts: [{ text: `Request ${round}: mend part${random.below(12)}.ts, which ${sentence(random, 2)}.` }, ...(random.once(5) ? [IMAGE] : [])] });
    }
    const calls = Array.from({ length: 1 + random.below(3) }, () => call(random, `call_${ids++}`));
    messages.push({ role: 'model', parts: [...(random.once(3) ? [{ text: `Next it ${random.of(WORK)}.` }] : []), ...calls] });
    messages.push({ role: 'user', parts: calls.map((part) => result(random, part, chars)) });
  }
  messages.push({ role: 'model', parts: [{ text: `The agent ${sentence(random, 3)}.` }] });
  if (random.once(3)) messages.push({ role: 'user', parts: [{ text: `The last request: ${sentence(random, 2)}.` }] });
  return messages;
}
