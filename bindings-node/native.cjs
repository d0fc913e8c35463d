'use strict';
// Loads the native module built for this platform. Each name is written out, so that bundlers find
// the files.

const { readFileSync } = require('node:fs');

const BUILT = 'linux x64 and arm64 (glibc and musl), darwin x64 and arm64, win32 x64 and arm64';

/** Which C library a Linux has: `musl` or `gnu`. */
function libc() {
  try {
    return readFileSync('/usr/bin/ldd', 'utf8').includes('musl') ? 'musl' : 'gnu';
  } catch {
    return process.report.getReport().header.glibcVersionRuntime ? 'gnu' : 'musl';
  }
}

const platform = [process.platform, process.arch, ...(process.platform === 'linux' ? [libc()] : [])].join('-');

function load() {
  // Inside `try`, so that a bundler takes the files that are there.
  try {
    switch (platform) {
      case 'linux-x64-gnu': return require('./conspectus.linux-x64-gnu.node');
      case 'linux-x64-musl': return require('./conspectus.linux-x64-musl.node');
      case 'linux-arm64-gnu': return require('./conspectus.linux-arm64-gnu.node');
      case 'linux-arm64-musl': return require('./conspectus.linux-arm64-musl.node');
      case 'darwin-x64': return require('./conspectus.darwin-x64.node');
      case 'darwin-arm64': return require('./conspectus.darwin-arm64.node');
      case 'win32-x64': return require('./conspectus.win32-x64-msvc.node');
      case 'win32-arm64': return require('./conspectus.win32-arm64-msvc.node');
    }
  } catch (error) {
    const missing = error.code === 'MODULE_NOT_FOUND';
    if (error.code === 'ERR_DLOPEN_DISABLED') throw new Error('conspectus is a native module, which this process may not load. Start Node with --allow-addons.', { cause: error });
    const trouble = missing ? `has no native module for ${platform} in this package` : `cannot load its native module for ${platform}: ${error.message}`;
    throw new Error(`conspectus ${trouble}. Reinstall the package, or build it from its sources with \`npm run build\`.`, { cause: error });
  }
  throw new Error(`conspectus has no native module for ${platform}: it's built for ${BUILT}.`);
}

module.exports = load();
