// The state machine with the core's own spelling of actions, as the vectors have them.
import conspectus from '../../bindings-node/index.cjs';

export class NativeMachine {
  constructor(options) {
    this.machine = new conspectus.Compactor(options);
  }
  handleMessages(messages, turn) { this.machine.handleMessages(messages, turn); }
  handleSummary(text) { this.machine.handleSummary(text); }
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
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), toSnake(child)]));
}
