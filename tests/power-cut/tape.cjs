// Loaded into a process before its program (`--require`), and into its threads and its children. Writes down on the tape
// what is done to the files of a folder: TIMBRE_TAPE_FOLDER and TIMBRE_TAPE name the two. Each entry is a line of JSON, with
// the bytes written after it, and is written after it was done: an entry of a sync says that what came before is on the disk.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const { relative, resolve } = require('node:path');

const { TIMBRE_TAPE: tapeFile = '', TIMBRE_TAPE_FOLDER: root = '' } = process.env;
const { O_APPEND, O_CREAT, O_DSYNC, O_SYNC, O_TRUNC, O_WRONLY } = fs.constants;
const { openSync, closeSync, writeSync, fstatSync, lstatSync, writeFileSync, mkdirSync, mkdtempSync } = fs;
const { renameSync, linkSync, unlinkSync, rmdirSync, rmSync, truncateSync, ftruncateSync, fsyncSync, fdatasyncSync } =
  fs;
const promises = { ...fs.promises };
const tape = openSync(tapeFile, O_WRONLY | O_APPEND | O_CREAT, 0o600);

/** @param {object} entry @param {Uint8Array} [bytes] */
function put(entry, bytes = new Uint8Array()) {
  const line = `${JSON.stringify({ ...entry, bytes: bytes.byteLength })}\n`;
  writeSync(tape, Buffer.concat([Buffer.from(line), bytes]));
}

/** @param {unknown} path @returns {string | undefined} its path from the folder, undefined outside of it */
function inFolder(path) {
  if (typeof path !== 'string') return undefined;
  const inside = relative(root, resolve(path));
  return inside.startsWith('..') ? undefined : inside;
}

/** @param {unknown} path something that was made */
function made(path) {
  const name = inFolder(path);
  if (!name) return;
  const stats = lstatSync(String(path));
  put({ what: 'made', path: name, ino: stats.ino, isFolder: stats.isDirectory() });
}
/** @param {unknown} path */
function removed(path) {
  const name = inFolder(path);
  if (name) put({ what: 'removed', path: name });
}
/** @param {unknown} from @param {unknown} to */
function renamed(from, to) {
  const [source, target] = [inFolder(from), inFolder(to)];
  if (source && target) put({ what: 'renamed', from: source, path: target });
}
/** @param {unknown} path @param {number} size */
function cut(path, size) {
  if (inFolder(path)) put({ what: 'cut', ino: lstatSync(String(path)).ino, size });
}

/** The open files of the folder, and whether each write to them is synced. @type {Map<number, boolean>} */
const open = new Map();
const flagsOf = (/** @type {unknown} */ flags) =>
  typeof flags === 'number'
    ? flags
    : ({ w: O_CREAT | O_TRUNC, wx: O_CREAT | O_TRUNC, a: O_CREAT, 'w+': O_CREAT | O_TRUNC }[String(flags)] ?? 0);

/** @param {number} descriptor @param {unknown} path @param {unknown} flags */
function opened(descriptor, path, flags) {
  if (inFolder(path) === undefined) return;
  const bits = flagsOf(flags);
  open.set(descriptor, (bits & (O_DSYNC | O_SYNC)) !== 0);
  if (bits & O_CREAT) made(path);
  if (bits & O_TRUNC) put({ what: 'cut', ino: fstatSync(descriptor).ino, size: 0 });
}
/**
 * @param {number} descriptor
 * @param {Uint8Array} bytes
 * @param {number | null | undefined} position none: at the end
 */
function wrote(descriptor, bytes, position) {
  const isSynced = open.get(descriptor);
  if (isSynced === undefined) return;
  const { ino, size } = fstatSync(descriptor);
  put({ what: 'wrote', ino, position: position ?? size - bytes.byteLength }, bytes);
  if (isSynced) put({ what: 'synced', ino });
}
/** @param {number} descriptor */
function synced(descriptor) {
  if (open.has(descriptor)) put({ what: 'synced', ino: fstatSync(descriptor).ino });
}

Object.assign(fs, {
  /** @param {string} path @param {unknown} flags @param {number} [mode] */
  openSync(path, flags = 'r', mode) {
    const descriptor = openSync(path, /** @type {string} */ (flags), mode);
    opened(descriptor, path, flags);
    return descriptor;
  },
  /** @param {number} descriptor */
  closeSync(descriptor) {
    open.delete(descriptor);
    closeSync(descriptor);
  },
  /** @param {number} descriptor @param {any} data @param {any} rest */
  writeSync(descriptor, data, ...rest) {
    const written = writeSync(descriptor, data, ...rest);
    if (typeof data === 'string') wrote(descriptor, Buffer.from(data), rest[0]);
    else {
      const [offset = 0, , position] = rest;
      wrote(descriptor, new Uint8Array(data.buffer, data.byteOffset + offset, written), position);
    }
    return written;
  },
  /** @param {any} path @param {any} data @param {any} options */
  writeFileSync(path, data, options) {
    writeFileSync(path, data, options);
    if (typeof path === 'number') return wrote(path, Buffer.from(data), undefined);
    if (!inFolder(path)) return;
    made(path);
    cut(path, 0);
    put({ what: 'wrote', ino: lstatSync(path).ino, position: 0 }, Buffer.from(data));
    if (options?.flush) put({ what: 'synced', ino: lstatSync(path).ino });
  },
  /** @param {string} path @param {any} options */
  mkdirSync(path, options) {
    const first = mkdirSync(path, options);
    const paths = [path];
    if (options?.recursive) while (inFolder(paths[0])) paths.unshift(resolve(String(paths[0]), '..'));
    paths.forEach(made);
    return first;
  },
  /** @param {string} prefix @param {any} options */
  mkdtempSync(prefix, options) {
    const path = mkdtempSync(prefix, options);
    made(path);
    return path;
  },
  /** @param {string} from @param {string} to */
  renameSync(from, to) {
    renameSync(from, to);
    renamed(from, to);
  },
  /** @param {string} from @param {string} path */
  linkSync(from, path) {
    linkSync(from, path);
    made(path);
  },
  /** @param {string} path */
  unlinkSync(path) {
    unlinkSync(path);
    removed(path);
  },
  /** @param {string} path */
  rmdirSync(path) {
    rmdirSync(path);
    removed(path);
  },
  /** @param {string} path @param {any} options */
  rmSync(path, options) {
    rmSync(path, options);
    removed(path);
  },
  /** @param {string} path @param {number} [size] */
  truncateSync(path, size = 0) {
    truncateSync(path, size);
    cut(path, size);
  },
  /** @param {number} descriptor @param {number} [size] */
  ftruncateSync(descriptor, size = 0) {
    ftruncateSync(descriptor, size);
    if (open.has(descriptor)) put({ what: 'cut', ino: fstatSync(descriptor).ino, size });
  },
  /** @param {number} descriptor */
  fsyncSync(descriptor) {
    fsyncSync(descriptor);
    synced(descriptor);
  },
  /** @param {number} descriptor */
  fdatasyncSync(descriptor) {
    fdatasyncSync(descriptor);
    synced(descriptor);
  },
});

/** @param {any} handle @param {unknown} path @param {unknown} flags */
function watch(handle, path, flags) {
  if (inFolder(path) === undefined) return handle;
  opened(handle.fd, path, flags);
  const { appendFile, writeFile, truncate, sync, datasync, close } = handle;
  return Object.assign(handle, {
    /** @param {any} data @param {any} rest */
    async appendFile(data, ...rest) {
      await appendFile.call(handle, data, ...rest);
      wrote(handle.fd, Buffer.from(data), undefined);
    },
    /** @param {any} data @param {any} rest */
    async writeFile(data, ...rest) {
      await writeFile.call(handle, data, ...rest);
      wrote(handle.fd, Buffer.from(data), undefined);
    },
    /** @param {any} data @param {any} rest */
    async write(data, ...rest) {
      throw new Error(`The tape does not follow FileHandle.write(${typeof data}, ${rest.length})`);
    },
    /** @param {number} [size] */
    async truncate(size = 0) {
      await truncate.call(handle, size);
      put({ what: 'cut', ino: fstatSync(handle.fd).ino, size });
    },
    async sync() {
      await sync.call(handle);
      synced(handle.fd);
    },
    async datasync() {
      await datasync.call(handle);
      synced(handle.fd);
    },
    async close() {
      open.delete(handle.fd);
      await close.call(handle);
    },
  });
}

Object.assign(fs.promises, {
  /** @param {string} path @param {any} flags @param {number} [mode] */
  async open(path, flags = 'r', mode) {
    return watch(await promises.open(path, flags, mode), path, flags);
  },
  /** @param {string} path @param {any} data @param {any} options */
  async writeFile(path, data, options) {
    if (typeof path !== 'string') return promises.writeFile(path, data, options);
    const handle = await fs.promises.open(path, options?.flag ?? 'w', options?.mode);
    await handle.writeFile(data);
    if (options?.flush) await handle.sync();
    await handle.close();
  },
  /** @param {string} path @param {any} options */
  async mkdir(path, options) {
    return fs.mkdirSync(path, options);
  },
  /** @param {string} from @param {string} to */
  async rename(from, to) {
    await promises.rename(from, to);
    renamed(from, to);
  },
  /** @param {string} path */
  async unlink(path) {
    await promises.unlink(path);
    removed(path);
  },
  /** @param {string} path @param {any} options */
  async rm(path, options) {
    await promises.rm(path, options);
    removed(path);
  },
});
syncBuiltinESMExports();
