// Test files that use the database of the run. They run on PostgreSQL too.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { root } from './sources.mjs';

/** Folders that contain such tests. */
const folders = ['apps/server/src', 'tests/crash'];

/** @returns {string[]} paths from the root, sorted */
export function databaseTests() {
  return folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name))))
    .filter((path) => path.endsWith('.test.ts') && usesDatabase(join(root, path)))
    .sort();
}

/**
 * @param {string} file
 * @returns {boolean} true if the file, or a test support file that it imports, names TEST_DATABASE_URL
 */
function usesDatabase(file, seen = new Set()) {
  if (seen.has(file)) return false;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  if (text.includes('TEST_DATABASE_URL')) return true;
  return [...text.matchAll(/from '(\.[^']+\.ts)'/g)]
    .map(([, path = '']) => resolve(dirname(file), path))
    .filter((path) => /(^|\/)(testing|tests)\//.test(relative(root, path)))
    .some((path) => usesDatabase(path, seen));
}
