'use strict';
// A page about a recorded session.

const { Asked, OF_LIST, inPair } = require('./core.cjs');
const { isObject, toSnakeOptions } = require('./names.cjs');

/** A replay calls no function of the host. */
const FUNCTIONS = new Set(['summarize', 'store', 'beforeCompact', 'onCompact', 'checkSummary']);

/** Replays a recorded session and gives a page about it, as HTML. */
function renderReport(messages, options) {
  const given = isObject(options) ? Object.fromEntries(Object.entries(options).filter(([name, value]) => value !== undefined && name !== 'store' && !(FUNCTIONS.has(name) && typeof value === 'function'))) : options;
  return new Asked('report', messages, toSnakeOptions(given ?? {}), inPair, OF_LIST).tell('page');
}

module.exports = { renderReport };
