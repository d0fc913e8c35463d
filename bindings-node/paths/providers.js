// Written by `scripts/names.py --write` from the tables of the core. Do not edit.
import exported from './providers.cjs';

export const {
  classifyError, modelInfo,
} = exported;
