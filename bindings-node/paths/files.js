// Written by `scripts/names.py --write` from the tables of the core. Do not edit.
import exported from './files.cjs';

export const {
  expandImports, readFile, loadInstructions,
} = exported;
