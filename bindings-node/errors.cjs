'use strict';
// Errors of providers as data: what SDKs hang on what they throw. What it means, the core decides.

/** Fields of an error, or of the answer in it, that hold data. */
const FIELDS = [
  'message', 'code', 'type', 'status', 'statusCode', 'status_code', 'error', 'body', 'responseBody', 'data', 'details', 'param', 'errors', '$metadata',
];
const HEADERS = ['headers', 'responseHeaders'];
const DEEP = 8;

const isObject = (value) => typeof value === 'object' && value !== null;

/** What of a value is plain data; undefined for anything else. */
function data(value, depth) {
  if (['string', 'number', 'boolean'].includes(typeof value)) return value;
  if (!isObject(value) || depth === 0) return undefined;
  if (value instanceof Error) return errorData(value, depth - 1);
  if (Array.isArray(value)) return value.map((item) => data(item, depth - 1)).filter((item) => item !== undefined);
  const held = Object.keys(value).map((name) => [name, data(value[name], depth - 1)]);
  return Object.fromEntries(held.filter(([, item]) => item !== undefined));
}

/** A field, unless its getter throws. */
function field(holder, name) {
  try {
    return holder[name];
  } catch {
    return undefined;
  }
}

function told(holder, depth) {
  const fields = FIELDS.map((name) => [name, data(field(holder, name), depth)]);
  const headers = HEADERS.map((name) => [name, field(holder, name)]).filter(([, value]) => isObject(value));
  // `Headers` has its entries behind an iterator.
  const plain = headers.map(([name, value]) => [name, data(typeof value.entries === 'function' ? Object.fromEntries(value.entries()) : value, depth)]);
  return Object.fromEntries([...fields, ...plain].filter(([, value]) => value !== undefined));
}

/** An error that an SDK threw, as data; anything else as it is. */
function errorData(error, depth = DEEP) {
  if (!(error instanceof Error)) return error ?? null;
  const held = { name: error.name, ...told(error, depth) };
  const response = field(error, 'response');
  if (isObject(response)) held.response = told(response, depth);
  for (const name of ['cause', 'lastError']) {
    const inner = depth > 0 ? data(field(error, name), depth - 1) : undefined;
    if (inner !== undefined) held[name] = inner;
  }
  return held;
}

module.exports = { errorData };
