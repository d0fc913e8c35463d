'use strict';
// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

module.exports = require('../rooms.cjs').room('files');
