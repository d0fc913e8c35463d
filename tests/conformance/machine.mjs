// The Node package's `Compactor` with the names in snake_case, as the vectors spell them. The conformance runner uses it.
import conspectus from '../../bindings-node/index.cjs';
import spelling from '../../bindings-node/names.cjs';

/** The top level of options as JavaScript spells it; a wrong kind of value stays as it is. */
const toCamel = (options) =>
  typeof options === 'object' && options !== null && !Array.isArray(options)
    ? Object.fromEntries(Object.entries(options).map(([key, value]) => [spelling.camel(key), value]))
    : options;

export class NativeMachine {
  constructor(options) {
    this.machine = new conspectus.Compactor(toCamel(options));
  }
  handleMessages(messages, turn) { this.machine.handleMessages(messages, toCamel(turn)); }
  handleSummary(text, usage) { this.machine.handleSummary(text, toCamel(usage)); }
  handleStored(locator) { this.machine.handleStored(locator); }
  handleStoreFailed(message) { this.machine.handleStoreFailed(message); }
  handleRestored(files) { this.machine.handleRestored(files); }
  handleFailure(message) { this.machine.handleFailure(message); }
  handleCurrent(messages) { this.machine.handleCurrent(messages); }
  cancel() { this.machine.cancel(); }
  poll() {
    const action = this.machine.pollAction();
    if (action === null) return null;
    const { patch, request, ...rest } = action;
    const result = toSnake(rest);
    if (patch) result.patch = patch;
    if (request) result.request = { ...toSnake({ ...request, messages: null }), messages: request.messages };
    return result;
  }
}

function toSnake(value) {
  if (Array.isArray(value)) return value.map(toSnake);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [spelling.snake(key), toSnake(child)]));
}
