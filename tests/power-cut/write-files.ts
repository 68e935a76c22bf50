// Changes the files of a folder in all the ways that the server, its threads and its children do: `write-files.ts
// <folder>`.
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { linkSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

const folder = process.argv[2] ?? '';
const at = (...path: string[]) => join(folder, ...path);

mkdirSync(at('a', 'b'), { recursive: true });
writeFileSync(at('a', 'one'), 'one', { flush: true });
writeFileSync(at('a', 'two'), 'two');
linkSync(at('a', 'two'), at('a', 'link'));
rmSync(at('a', 'two'));
renameSync(mkdtempSync(at('draft-')), at('final'));

await mkdir(at('c'));
await writeFile(at('c', 'three'), 'three');
const journal = await open(at('c', 'journal'), fs.constants.O_WRONLY | fs.constants.O_CREAT | fs.constants.O_DSYNC);
await journal.appendFile('line\n');
await journal.truncate(2);
await journal.appendFile('more\n');
await journal.close();
await rename(at('c', 'journal'), at('c', 'kept'));
await rm(at('c', 'three'));

const file = fs.openSync(at('pages'), 'w+');
fs.writeSync(file, Buffer.alloc(10_000, 'p'));
fs.writeSync(file, Buffer.alloc(100, 'q'), 0, 50, 5_000);
fs.ftruncateSync(file, 8_000);
fs.fsyncSync(file);
fs.closeSync(file);

const write = "require('node:fs').writeFileSync";
await new Promise((done) =>
  new Worker(`${write}(${JSON.stringify(at('final', 'thread'))}, 'thread')`, { eval: true }).once('exit', done),
);
execFileSync(process.execPath, ['-e', `${write}(${JSON.stringify(at('final', 'child'))}, 'child')`]);
