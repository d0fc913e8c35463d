#!/usr/bin/env node
// The command line: one function of the native module, the same as behind cargo and pip.
import native from '../native.cjs';

process.exitCode = native.cliMain(process.argv.slice(2));
