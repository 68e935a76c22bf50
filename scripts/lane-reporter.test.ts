import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { type Report, reportVariable } from './lane-reporter.mjs';
import { root } from './sources.mjs';

const files = {
  'sums.test.ts': `import { expect, test } from 'vitest';
let tries = 0;
test('a sum', () => expect(1 + 1).toBe(2));
test('a product', () => expect(6).toBe(7));
test('a quotient', { retry: 1 }, () => expect(++tries).toBe(2));
test.skip('a root', () => expect(1).toBe(1));
test.todo('a power');`,
  'hook.test.ts': `import { beforeAll, expect, test } from 'vitest';
beforeAll(() => { throw new Error('no database'); });
test('a row', () => expect(1).toBe(1));`,
  'broken.test.ts': `import './nothing.ts';`,
};

test('a report has what passed, failed, was skipped or needed a second try, and what failed outside the tests', async () => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache/report-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const config = `export default { test: { name: 'a lane', include: ['**/*.test.ts'] } };`;
    writeFileSync(join(folder, 'vitest.config.mjs'), config);
    const path = join(folder, 'report.json');
    const args = ['run', '--root', folder, `--reporter=${join(root, 'scripts/lane-reporter.mjs')}`];
    const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), ...args];
    await promisify(execFile)(process.execPath, vitest, { env: { ...process.env, [reportVariable]: path } }).catch(
      (failure: { code: number }) => expect(failure.code).toBe(1),
    );
    const report: Report = JSON.parse(readFileSync(path, 'utf8'));
    const of = (name: string) => report.files.find(({ file }) => file.endsWith(name))!;
    const { passed, skipped, failures, secondTries, lane, start, end } = of('sums.test.ts');
    expect({ lane, passed, skipped }).toEqual({ lane: 'a lane', passed: 2, skipped: 2 });
    expect(failures).toEqual([expect.stringMatching(/sums\.test\.ts > a product\n.*expected 6 to be 7/)]);
    expect(secondTries).toEqual([expect.stringMatching(/sums\.test\.ts > a quotient\n.*expected 1 to be 2/)]);
    expect(end).toBeGreaterThanOrEqual(start);
    expect(start).toBeGreaterThan(0);
    expect(of('hook.test.ts').failures).toEqual([expect.stringContaining('no database')]);
    expect(of('broken.test.ts').failures).toEqual([expect.stringContaining('nothing.ts')]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
