'use strict';
// Everything public, by the path under which it is imported. The table says where. A file is loaded when
// something in it is asked for.

// At once, so that whoever loads the package hears that it cannot be had here.
require('./native.cjs');
const { exports: lists, presets } = require('./table.cjs');

/** Where everything stands but the operations. */
const PLACES = {
  ConspectusError: () => require('./core.cjs'),
  Compactor: () => require('./compactor.cjs'),
  FolderStore: () => require('./store.cjs'),
  History: () => require('./history.cjs'),
  LoopDetector: () => require('./loops.cjs'),
  Machine: () => require('./machine.cjs'),
  Result: () => require('./results.cjs'),
  Vocabulary: () => require('./vocabulary.cjs'),
  applyPatch: () => require('./core.cjs'),
  compact: () => require('./compactor.cjs'),
  names: () => require('./core.cjs'),
  renderReport: () => require('./report.cjs'),
};

/** What one path exports. */
function room(name) {
  let operations;
  const held = () => (operations ??= presets.includes(name) ? require('./operations.cjs').build(name) : require('./operations.cjs'));
  const made = {};
  for (const exported of lists[name]) {
    const load = PLACES[exported] ?? held;
    const define = (how) => Object.defineProperty(made, exported, { configurable: true, enumerable: true, ...how });
    const keep = (value) => define({ value, writable: true });
    define({ get: () => keep(load()[exported])[exported], set: keep });
  }
  return made;
}

module.exports = { room };
