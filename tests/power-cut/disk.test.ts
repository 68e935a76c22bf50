import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runProgram } from '../../apps/server/src/main/testing/child.ts';
import { type Cut, Disk } from './disk.ts';
import { powerOf } from './tape.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'timbre-disk-'));
  mkdirSync(join(place, 'data'));
});
afterEach(() => rmSync(place, { recursive: true }));

const text = (letter: string, length = 4096) => Buffer.alloc(length, letter);
/** Content of a folder: for each file the runs of equal letters. */
const held = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [
        join(parentPath, name).slice(folder.length + 1),
        readFileSync(join(parentPath, name), 'latin1').replace(/(.)\1*/gs, (run, letter) => `${letter}${run.length} `),
      ]),
  );

describe('a disk whose power is cut', () => {
  const data = () => join(place, 'data');
  /** Plays entries on an empty disk, cuts its power, and returns its content. */
  function cutAfter(how: Cut, entries: readonly Parameters<Disk['play']>[0][], chance = () => 0.5) {
    rmSync(data(), { recursive: true });
    mkdirSync(data());
    const disk = new Disk(data());
    for (const entry of entries) disk.play(entry);
    const lost = disk.cut(how, chance);
    disk.writeBack();
    expect(disk.differences()).toEqual([]);
    return { lost, held: held(data()) };
  }
  const made = (path: string, ino: number, isFolder = false) => ({ what: 'made', path, ino, isFolder }) as const;
  const wrote = (ino: number, position: number, letter: string) =>
    ({ what: 'wrote', ino, position, content: text(letter) }) as const;
  const synced = (what: number | 'folder') =>
    ({ what: 'synced', ino: what === 'folder' ? lstatSync(data()).ino : what }) as const;

  test('a disk whose power is cut keeps what was synced, with the entries that lead to it, and loses the rest', () => {
    const entries = [
      made('a', 2, true),
      made('a/b', 3),
      wrote(3, 0, 'x'),
      synced(3),
      wrote(3, 4096, 'y'),
      made('c', 4),
    ];
    expect(cutAfter('all', entries)).toEqual({ lost: 2, held: { 'a/b': 'x4096 ' } });
  });

  test('a new name is lost with its folder’s sync; the old one is there then', () => {
    const begun = [made('a', 2), wrote(2, 0, 'x'), synced(2), made('b', 3), wrote(3, 0, 'y'), synced(3)];
    const renamed = { what: 'renamed', from: 'b', path: 'a' } as const;
    expect(cutAfter('all', [...begun, renamed]).held).toEqual({ a: 'x4096 ', b: 'y4096 ' });
    expect(cutAfter('all', [...begun, renamed, synced('folder')])).toEqual({ lost: 0, held: { a: 'y4096 ' } });
  });

  test('a half write leaves a page as it was at one time, and each page for itself', () => {
    const begun = [made('a', 2), wrote(2, 0, 'x'), wrote(2, 4096, 'x'), synced(2)];
    const chances = [0, 0.9, 0.1, 0.9];
    const { held } = cutAfter(
      'half',
      [...begun, wrote(2, 0, 'y'), wrote(2, 0, 'z'), wrote(2, 4096, 'y')],
      () => chances.shift() ?? 0,
    );
    expect(held).toEqual({ a: 'z4096 x4096 ' });
  });

  test('a reordered write may keep the last one, and lose the one before it', () => {
    const begun = [made('log', 2), made('data', 3), wrote(2, 0, 'o'), wrote(3, 0, 'o'), synced(2), synced(3)];
    expect(cutAfter('reordered', [...begun, wrote(2, 0, 'n'), wrote(3, 0, 'n')]).held).toEqual({
      log: 'o4096 ',
      data: 'n4096 ',
    });
  });
});

test('the tape records all that a program does to files, in its threads and children too', async () => {
  const folder = join(place, 'data');
  writeFileSync(join(folder, 'before'), text('b', 10));
  const power = powerOf(folder);
  const program = runProgram(new URL('./write-files.ts', import.meta.url), power.env, [folder]);
  expect([await program.ended, program.output()]).toEqual([0, '']);
  expect(power.unexplained()).toEqual([]);
  expect(Object.keys(held(folder)).length).toBeGreaterThan(5);
  power.end();
});
