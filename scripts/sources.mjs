// The sources of each part of the build, and whether the part was built from them as they are now.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The parts of the build: the sources of each, and how to check that its application exists. */
const parts = [
  { name: 'server', app: 'apps/server', entry: 'src/main/main.ts' },
  { name: 'web', app: 'apps/web', entry: 'index.html' },
];

/**
 * @param {string} [folder] the repository
 * @returns {{ name: string, folders: string[], stamp: string }[]} the parts whose `dist/<name>` is missing or was built
 *   from other sources; `stamp` is the content to write into `dist/<name>.stamp` after the rebuild
 */
export function staleParts(folder = root) {
  return parts
    .filter(({ app, entry }) => existsSync(join(folder, app, entry)))
    .map(({ name, app }) => {
      const folders = workspaceClosure(folder, app);
      return { name, folders, stamp: hashSources(folder, [...folders, 'package-lock.json', 'scripts/build.mjs']) };
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
  const found = [start];
  for (const workspace of found) {
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, workspace, 'package.json'), 'utf8'));
    for (const name of Object.keys(dependencies)) {
      const path = `packages/${name.replace('@timbre/', '')}`;
      if (name.startsWith('@timbre/') && !found.includes(path)) found.push(path);
    }
  }
  return found;
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
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (stat.isFile()) return /\.(test\.tsx?|md)$/.test(path) ? [] : [path];
  return readdirSync(path)
    .filter((name) => name !== 'node_modules' && name !== 'dist' && !name.startsWith('.'))
    .sort()
    .flatMap((name) => listFiles(join(path, name)));
}
