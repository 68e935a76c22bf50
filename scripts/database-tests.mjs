// The test files that use the database of the run: they run again on PostgreSQL.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { root } from './sources.mjs';

/** The parts of the suite that have such tests. */
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
 * @returns {boolean} whether it names the database of the run, itself or by what it imports for tests
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
