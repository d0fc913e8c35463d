// A compactor of the Node package that is driven over lines of JSON, so that the hosts of the
// Python tests see what it makes. A line in: `{ options }` once, then `{ messages, usage }`
// for a turn, or `{ summary }` / `{ failure }` when one was asked for. A line out: `{ request }`
// when a summary is wanted, else the result of the turn.
import { createInterface } from 'node:readline';
import { Compactor } from 'conspectus';

const lines = createInterface({ input: process.stdin, crlfDelay: Infinity })[Symbol.asyncIterator]();
const next = async () => {
  const { value, done } = await lines.next();
  return done ? undefined : JSON.parse(value);
};
const say = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);

const summarize = async (request) => {
  say({ request });
  const { summary, failure } = await next();
  if (failure !== undefined) throw new Error(failure);
  return summary;
};

const { options } = await next();
const compactor = new Compactor({ ...options, summarize });
for (let turn = await next(); turn !== undefined; turn = await next()) {
  const { messages, status, canSend, reason, cacheBreakpoints, log } = await compactor.compact(turn.messages, { usage: turn.usage });
  say({ messages, told: { status, canSend, reason, cacheBreakpoints, log } });
}
