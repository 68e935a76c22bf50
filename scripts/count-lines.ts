// `npm run lines`: the lines of the product by room. Counted are code and styles that people write: no tests, no test
// tools, nothing generated. Blank lines and comments count.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './sources.mjs';

const counted = /\.(?:tsx?|mjs|cjs|css)$/;
const left = /\.test\.tsx?$|\.generated\.|(?:^|\/)(?:testing|tests|examples|calls)\//;

/**
 * The room of a file of the product.
 *
 * @param path from the root of the repository
 * @returns the package, or the floor and room of the server or the web; undefined for a file that is not counted
 */
export function roomOf(path: string): string | undefined {
  if (!counted.test(path) || left.test(path)) return undefined;
  const folders = path.split('/').slice(0, -1);
  const isApp = folders[0] === 'apps' && folders[2] === 'src';
  return folders.slice(0, isApp ? 5 : 2).join('/') || '.';
}

/** The lines of each room, in the order of their names, of the files that git knows. */
function linesByRoom(repository: string): ReadonlyMap<string, number> {
  const rooms = new Map<string, number>();
  const files = execFileSync('git', ['ls-files'], { cwd: repository, encoding: 'utf8' }).trim().split('\n');
  for (const file of files.toSorted()) {
    const room = roomOf(file);
    if (room === undefined) continue;
    const lines = readFileSync(join(repository, file), 'utf8').trimEnd().split('\n').length;
    rooms.set(room, (rooms.get(room) ?? 0) + lines);
  }
  return rooms;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const rooms = [...linesByRoom(root)].toSorted(([a], [b]) => a.localeCompare(b));
  for (const [room, lines] of rooms) console.log(`${String(lines).padStart(7)}  ${room}`);
  console.log(`${String(rooms.reduce((sum, [, lines]) => sum + lines, 0)).padStart(7)}  all`);
}
