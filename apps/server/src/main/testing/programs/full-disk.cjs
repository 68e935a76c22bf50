// Loaded into a process before its program (`--require`). While the file that TIMBRE_FULL_DISK names exists, the folder
// written in it behaves as on a full disk: its files cannot grow, and it has no free space. For machines where no small
// volume can be mounted.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const { devNull } = require('node:os');

const { TIMBRE_FULL_DISK: flag = '' } = process.env;
const { existsSync, readFileSync, readlinkSync, fstatSync, statfsSync, writeSync } = fs;

/** @param {string} path */
const isFull = (path) => existsSync(flag) && path.startsWith(readFileSync(flag, 'utf8'));

/**
 * Throws ENOSPC when a write would make a file of the full folder grow.
 * @param {number} descriptor
 * @param {number} end the offset at which the write would end
 */
function demandRoom(descriptor, end) {
  if (end <= fstatSync(descriptor).size || !isFull(readlinkSync(`/proc/self/fd/${descriptor}`))) return;
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    errno: -28,
    syscall: 'write',
  });
}

Object.assign(fs, {
  /**
   * @param {number} descriptor
   * @param {NodeJS.ArrayBufferView} bytes
   * @param {number} [offset]
   * @param {number} [length]
   * @param {number | null} [position]
   */
  writeSync(descriptor, bytes, offset = 0, length = bytes.byteLength - offset, position = null) {
    // Without a position the write is appended: these files are only written at their end.
    demandRoom(descriptor, (position ?? fstatSync(descriptor).size) + length);
    return writeSync(descriptor, bytes, offset, length, position);
  },
  /** @param {string} path */
  statfsSync(path) {
    const figures = statfsSync(path);
    return isFull(path) ? { ...figures, bavail: 0 } : figures;
  },
});
syncBuiltinESMExports();

fs.promises.open(devNull, 'r').then(async (probe) => {
  const prototype = Object.getPrototypeOf(probe);
  await probe.close();
  const { appendFile } = prototype;
  /** @this {import('node:fs/promises').FileHandle} @param {string} text */
  prototype.appendFile = async function (text) {
    demandRoom(this.fd, fstatSync(this.fd).size + 1);
    return appendFile.call(this, text);
  };
});
