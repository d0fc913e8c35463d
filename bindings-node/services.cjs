'use strict';
// What the services share that compact a chat of another program under its own names.

/** Endings that such programs have under the same numbers. */
const STATUS = { NO_SUMMARY: 4, NOOP: 5 };

/** The options of a service: `onError`, and those of the other program that are `accepted`. */
function optionsOf({ onError = 'sendUnchanged', ...theirs }, accepted) {
  if (!['sendUnchanged', 'raise'].includes(onError)) throw new TypeError(`onError must be 'sendUnchanged' or 'raise', not ${JSON.stringify(onError)}`);
  const unknown = Object.keys(theirs).find((name) => !accepted.includes(name));
  if (unknown) throw new TypeError(`ChatCompressionService has no option ${unknown}`);
  return { ...theirs, onError };
}

/** Tells of an error of conspectus, or throws it. */
function failed(error, { onError }) {
  if (onError === 'raise') throw error;
  process.emitWarning(`conspectus leaves the chat as it is: ${error?.message ?? error}`);
}

/** The number of a result in the enum of the other program, which ends at `most`. An ending that it does not have is the one by which its callers do the same. */
function numberOf({ status, changed, log }, most, ofChanged) {
  const number = log['preset.number'];
  if (number <= most) return number;
  if (changed) return ofChanged;
  return status === 'failed' ? STATUS.NO_SUMMARY : STATUS.NOOP;
}

module.exports = { failed, numberOf, optionsOf, STATUS };
