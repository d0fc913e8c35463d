'use strict';
// Everything public, by the path under which it is imported. The table says where.

const { ConspectusError, applyPatch, names } = require('./core.cjs');
const { Compactor, compact } = require('./compactor.cjs');
const { History } = require('./history.cjs');
const { LoopDetector } = require('./loops.cjs');
const { Machine } = require('./machine.cjs');
const { Result } = require('./results.cjs');
const { FolderStore } = require('./store.cjs');
const { Vocabulary } = require('./vocabulary.cjs');
const operations = require('./operations.cjs');
const { exports: lists } = require('./table.cjs');

const all = { ...operations, ConspectusError, Compactor, FolderStore, History, LoopDetector, Machine, Result, Vocabulary, applyPatch, compact, names };

/** What one path exports. */
const room = (name) => Object.fromEntries(lists[name].map((exported) => [exported, all[exported]]));

module.exports = { room };
