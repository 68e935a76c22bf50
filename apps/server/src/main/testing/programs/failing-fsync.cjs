// Loaded into a process before its program (`--require`). While the file that TIMBRE_FAILING_FSYNC names exists, every
// fsync fails as on a disk that gives an error.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const { TIMBRE_FAILING_FSYNC: flag = '' } = process.env;
const { existsSync, fsyncSync } = fs;

fs.fsyncSync = (descriptor) => {
  if (existsSync(flag))
    throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO', errno: -5, syscall: 'fsync' });
  fsyncSync(descriptor);
};
syncBuiltinESMExports();
