'use strict';
// Loads the native module of this platform: from its package, or in a clone from this folder. The name of
// each package is a literal, so that bundlers find it.

const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');

const BUILT = 'linux x64 and arm64 (glibc and musl), darwin x64 and arm64, win32 x64 and arm64';

/** The last part of the platform's name, if it has three. */
function abi() {
  if (process.platform === 'win32') return ['msvc'];
  if (process.platform !== 'linux') return [];
  try {
    return [readFileSync('/usr/bin/ldd', 'utf8').includes('musl') ? 'musl' : 'gnu'];
  } catch {
    return [process.report.getReport().header.glibcVersionRuntime ? 'gnu' : 'musl'];
  }
}

const platform = [process.platform, process.arch, ...abi()].join('-');

/** An error with a code, and its cause. */
const failure = (code, message, cause) => Object.assign(new Error(message, { cause }), { code: `ERR_CONSPECTUS_${code}` });

const isMissing = ({ code }) => code === 'MODULE_NOT_FOUND';

function load() {
  // Inside `try`, so that bundlers accept missing packages.
  try {
    switch (platform) {
      case 'linux-x64-gnu': return require('@conspectus/linux-x64-gnu');
      case 'linux-x64-musl': return require('@conspectus/linux-x64-musl');
      case 'linux-arm64-gnu': return require('@conspectus/linux-arm64-gnu');
      case 'linux-arm64-musl': return require('@conspectus/linux-arm64-musl');
      case 'darwin-x64': return require('@conspectus/darwin-x64');
      case 'darwin-arm64': return require('@conspectus/darwin-arm64');
      case 'win32-x64-msvc': return require('@conspectus/win32-x64-msvc');
      case 'win32-arm64-msvc': return require('@conspectus/win32-arm64-msvc');
      default: throw failure('PLATFORM', `conspectus has no native module for ${platform}: it's built for ${BUILT}.`);
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  // A clone has built it. Not with `require`, which bundlers would follow.
  return createRequire(__filename)(`./conspectus.${platform}.node`);
}

/** The error that says what to do. */
function explained(error) {
  if (error.code === 'ERR_CONSPECTUS_PLATFORM') return error;
  if (error.code === 'ERR_DLOPEN_DISABLED') return failure('ADDONS', 'conspectus is a native module, which this process may not load. Start Node with --allow-addons.', error);
  if (!isMissing(error)) {
    return failure('LOAD', `conspectus can't load @conspectus/${platform}: ${error.message}. If node_modules was copied from another system, delete it and install again.`, error);
  }
  return failure('MISSING', `conspectus needs the package @conspectus/${platform}, which isn't installed. If optional dependencies were omitted, run \`npm install --include=optional\`. `
    + 'If the lock file or node_modules came from another platform, delete both and install again. In a clone, run `npm run build`.', error);
}

try {
  module.exports = load();
} catch (error) {
  throw explained(error);
}
