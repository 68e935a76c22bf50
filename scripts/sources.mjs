// The sources of each part of the build, and whether the part was built from them as they are now.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Packages that stay outside of the bundle because they load files of their own: native code, WebAssembly, worker
 * threads. pg tries to import pg-native and works without it.
 */
export const external = ['@electric-sql/pglite', '@node-rs/argon2', 'pino', 'pg-native'];

/** The parts of the build: the sources of each, how to check that its application exists, and folders of others. */
const parts = [
  { name: 'server', app: 'apps/server', entry: 'src/main/main.ts' },
  { name: 'web', app: 'apps/web', entry: 'index.html', files: ['docs/guia'] },
];

/** The sources of each part, besides its workspaces. */
const ofEveryPart = ['package-lock.json', 'scripts/build.mjs', 'scripts/sources.mjs'];

/**
 * @param {string} [folder] the repository
 * @returns {{ name: string, folders: string[], stamp: string }[]} the parts whose `dist/<name>` is missing or was built
 *   from other sources; `stamp` is the content to write into `dist/<name>.stamp` after the rebuild
 */
export function staleParts(folder = root) {
  return parts
    .filter(({ app, entry }) => existsSync(join(folder, app, entry)))
    .map(({ name, app, files = [] }) => {
      const folders = workspaceClosure(folder, app);
      return { name, folders, stamp: hashSources(folder, [...folders, ...files, ...ofEveryPart]) };
    })
    .filter(({ name, stamp }) => {
      const file = join(folder, 'dist', `${name}.stamp`);
      return !existsSync(file) || readFileSync(file, 'utf8') !== stamp;
    });
}

/**
 * @param {string} folder the repository
 * @param {string} start a workspace, as `apps/server`
 * @returns {string[]} that workspace and all its dependencies among the workspaces, direct and indirect
 */
export function workspaceClosure(folder, start) {
  const paths = [start];
  for (const workspace of paths) {
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, workspace, 'package.json'), 'utf8'));
    for (const name of Object.keys(dependencies)) {
      const path = `packages/${name.replace('@timbre/', '')}`;
      if (name.startsWith('@timbre/') && !paths.includes(path)) paths.push(path);
    }
  }
  return paths;
}

/**
 * @param {string} folder the repository
 * @param {string[]} paths files and folders in it
 * @returns {string} SHA-256 (hex) of the names and contents of all files except tests and Markdown
 */
export function hashSources(folder, paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => listFiles(join(folder, path)))) {
    const content = readFileSync(file);
    hash.update(`${relative(folder, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * @param {string} path a file or a folder
 * @returns {string[]} the sources there, in a stable order; empty when the path does not exist
 */
export function listFiles(path) {
  return allFiles(path).filter((file) => !/\.(test\.tsx?|md)$/.test(file));
}

/** Folders that are made by commands, and hold no sources. */
const made = ['node_modules', 'dist', 'release'];

/**
 * @param {string} path a file or a folder
 * @returns {string[]} the files there, in a stable order, without those of hidden folders and of folders that are made;
 *   empty when the path does not exist
 */
export function allFiles(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (stat.isFile()) return [path];
  return readdirSync(path)
    .filter((name) => !made.includes(name) && !name.startsWith('.'))
    .sort()
    .flatMap((name) => allFiles(join(path, name)));
}
