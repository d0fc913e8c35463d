// The vectors are in snake_case: here are the package's `Machine` and names in that spelling.
import { Machine } from 'conspectus/sansio';
import spelling from '../../bindings-node/names.cjs';
import table from '../../bindings-node/table.cjs';

const { camel, snake, isObject } = spelling;

const respell = (value, name) => (isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, child]) => [name(key), child])) : value);

/** The top level of options as JavaScript spells it; a wrong kind of value stays as it is. */
export const camelOptions = (options) => respell(options, camel);

/** Options of a compactor: the keys of a value that is an object with names of its own, too. */
export function camelNested(options) {
  const result = camelOptions(options);
  if (!isObject(result)) return result;
  for (const name of table.objects) if (name in result) result[name] = camelOptions(result[name]);
  for (const name of table.rows) if (isObject(result[name])) result[name] = Object.fromEntries(Object.entries(result[name]).map(([key, row]) => [key, camelNested(row)]));
  return result;
}

/** The cases of a file of vectors. Messages that several of them begin with stand under `lists`. */
export const casesOf = ({ cases, lists = {} }) => cases.map((given) => (given.messages?.$list ? { ...given, messages: lists[given.messages.$list] } : given));

export function toSnake(value) {
  if (Array.isArray(value)) return value.map(toSnake);
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, child]) => [snake(key), ['requestFields', 'log'].includes(key) ? child : toSnake(child)])) : value;
}

/** `Machine` as the vectors spell it. */
export class NativeMachine {
  constructor(options, state) {
    this.machine = state === undefined ? new Machine(camelNested(options)) : Machine.load(state, camelNested(options));
  }
  save() { return this.machine.save(); }
  view(full) { return this.machine.view(full); }
  handleProviderError(error) { return toSnake(this.machine.handleProviderError(error)); }
  handleMessages(messages, turn) { this.machine.handleMessages(messages, camelOptions(turn)); }
  plan(messages, turn) {
    const { patch, ...plan } = this.machine.plan(messages, camelOptions(turn));
    return { ...toSnake(plan), patch };
  }
  handleSummary(text, usage) { this.machine.handleSummary(text, camelOptions(usage)); }
  handleBeforeCompact(text) { this.machine.handleBeforeCompact(text); }
  handleStored(locator) { this.machine.handleStored(locator); }
  handleStoreFailed(message) { this.machine.handleStoreFailed(message); }
  handleRestored(files) { this.machine.handleRestored(files); }
  handleFailure(message) { this.machine.handleFailure(message); }
  handleCurrent(messages) { this.machine.handleCurrent(messages); }
  cancel() { this.machine.cancel(); }
  poll() {
    const action = this.machine.pollAction();
    if (action === null) return null;
    // Attributes of records have names of their own.
    const { patch, request, log, ...rest } = action;
    const result = toSnake(rest);
    if (log) result.log = log;
    if (patch) result.patch = { ops: patch.ops, splices: patch.splices.map((splice) => respell(splice, snake)) };
    if (request) result.request = { ...toSnake({ ...request, messages: null }), messages: request.messages };
    return result;
  }
}
