#!/usr/bin/env node
// The command line: one function of the native module, the same as behind cargo and pip.
import { cliMain } from '../index.js';

process.exitCode = cliMain(process.argv.slice(2));
