'use strict';
// Everything public, by the path under which it is imported. The table says where.

const { ConspectusError, applyPatch, names } = require('./core.cjs');
const { Compactor, compact } = require('./compactor.cjs');
const { History } = require('./history.cjs');
const { LoopDetector } = require('./loops.cjs');
const { Machine } = require('./machine.cjs');
const { renderReport } = require('./report.cjs');
const { Result } = require('./results.cjs');
const { FolderStore } = require('./store.cjs');
const { Vocabulary } = require('./vocabulary.cjs');
const { build, ...operations } = require('./operations.cjs');
const { exports: lists, presets } = require('./table.cjs');

const all = { ...operations, ConspectusError, Compactor, FolderStore, History, LoopDetector, Machine, Result, Vocabulary, applyPatch, compact, names, renderReport };

/** What one path exports. */
function room(name) {
  const held = presets.includes(name) ? { ...all, ...build(name) } : all;
  return Object.fromEntries(lists[name].map((exported) => [exported, held[exported]]));
}

module.exports = { room };
