'use strict';
// Loads the native module built for this platform.

const { existsSync } = require('node:fs');
const { join } = require('node:path');

// A package holds the build for one C library, so the file that is there is the right one.
const suffixes = { linux: ['-gnu', '-musl'], win32: ['-msvc'] }[process.platform] ?? [''];
const names = suffixes.map((suffix) => `conspectus.${process.platform}-${process.arch}${suffix}.node`);
const name = names.find((candidate) => existsSync(join(__dirname, candidate)));
if (!name) {
  throw new Error(`conspectus has no native module for ${process.platform} ${process.arch} (looked for ${names.join(', ')}): build it with \`npm run build\``);
}
module.exports = require(join(__dirname, name));
