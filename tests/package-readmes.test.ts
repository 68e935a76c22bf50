import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../scripts/sources.mjs';

const packages = readdirSync(join(root, 'packages'));

test.each(packages)("the example in %s's README runs and its assertions hold", async (name) => {
  const folder = join(root, 'packages', name);
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const example = /^```ts\n(.*?)^```$/ms.exec(readme)?.[1] ?? '';
  expect(example, 'the first ts block asserts something').toMatch(/\bassert\b.*\(/);

  const file = join(folder, `.readme-${process.pid}.tmp.ts`);
  writeFileSync(file, example);
  try {
    await promisify(execFile)(process.execPath, ['--import', 'tsx', file], { cwd: root });
  } finally {
    rmSync(file);
  }
});
