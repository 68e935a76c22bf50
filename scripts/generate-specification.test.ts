import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { RuleDocument } from '../tests/rules/rule-document.ts';
import { generateSpecification } from './generate-specification.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const rules: RuleDocument = {
  file: 'planted.md',
  title: 'Rules',
  about: 'All of them.',
  column: 'rule',
  parts: [
    { rules: { 'S1-1': 'Who enters ([0001](decisions/0001.md))', 'S2.4-1': 'Who leaves' } },
    { heading: 'More', about: 'As far as they are built.', rules: { 'P1.1': 'Nothing is lost' } },
  ],
};

const tests = {
  'apps/web/src/door.test.ts': `
describe('the door', () => {
  describe.each(people)('for %s', () => {
    test('opens', { tags: ['S1-1', 'P1.1'] }, async () => {});
  });
  test.skipIf(closed).each(people)(
    'lets %s out, by night',
    { timeout: 600_000, tags: ['S2.4-1'] },
    async () => {},
  );
});
test('has no rule', { timeout: 600_000 }, () => {});
`,
  'packages/walls/testing/maker.ts': `
export const makeTests = () => {
  if (walled) describe('walls', { tags: 'P1.1' }, () => test('stand', { ...slow, tags: ['P1.1'] }, () => {}));
};
`,
  'packages/walls/src/other.ts': "build('walls', { tags: ['stone'] });",
  'node_modules/other/other.test.ts': "test('of another', { tags: ['S9-9'] }, () => {});",
};

function generate(files: Readonly<Record<string, string>>, documents: readonly RuleDocument[] = [rules]) {
  const folder = mkdtempSync(join(tmpdir(), 'rules-'));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return generateSpecification(folder, documents);
}

test('each rule has the tests that are tagged with it, by file and place, with the titles around them', () => {
  expect(generate(tests)).toEqual(
    new Map([
      [
        'planted.md',
        `# Rules

<!-- Written by scripts/generate.ts. Not to be edited. -->

All of them.

| id | rule | shown by |
|---|---|---|
| S1-1 | Who enters ([0001](decisions/0001.md)) | apps/web/src/door.test.ts › the door › for %s › opens |
| S2.4-1 | Who leaves | apps/web/src/door.test.ts › the door › lets %s out, by night |

## More

As far as they are built.

| id | rule | shown by |
|---|---|---|
| P1.1 | Nothing is lost | apps/web/src/door.test.ts › the door › for %s › opens<br>packages/walls/testing/maker.ts › walls<br>packages/walls/testing/maker.ts › walls › stand |
`,
      ],
    ]),
  );
});

test('a test with another title changes the document, and so does a rule with another text', () => {
  const before = generate(tests).get('planted.md');
  const retitled = {
    ...tests,
    'apps/web/src/door.test.ts': tests['apps/web/src/door.test.ts'].replace('opens', 'is open'),
  };
  expect(generate(retitled).get('planted.md')).toBe(before?.replaceAll('› opens', '› is open'));
  const [first, second] = rules.parts;
  const reworded = { ...rules, parts: [first!, { ...second!, rules: { 'P1.1': 'Little is lost' } }] };
  expect(generate(tests, [reworded]).get('planted.md')).toBe(before?.replace('Nothing is lost', 'Little is lost'));
});

test('a rule without a test is refused', () => {
  const { 'packages/walls/testing/maker.ts': _, ...others } = tests;
  const untagged = { ...others, 'apps/web/src/door.test.ts': "test('opens', { tags: ['S1-1'] }, () => {});" };
  expect(() => generate(untagged)).toThrow(/^S2\.4-1 has no test\nP1\.1 has no test$/);
});

test('a tag that is no rule is refused, with the test that has it', () => {
  const planted = { ...tests, 'tests/gate.test.ts': "test('is shut', { tags: ['S1-1', 'S1-7'] }, () => {});" };
  expect(() => generate(planted)).toThrow(/^S1-7 is no rule, in tests\/gate\.test\.ts › is shut$/);
});

test('the tag of a screen is no rule, and is left out', () => {
  const planted = { ...tests, 'tests/gate.test.ts': "test('is shut', { tags: ['screen/gate', 'S1-1'] }, () => {});" };
  expect(generate(planted).get('planted.md')).toContain('tests/gate.test.ts › is shut');
});

test('tags that are not literal are refused', () => {
  const planted = { ...tests, 'tests/gate.test.ts': "test('is shut', { tags: [...ids, 'S1-1'] }, () => {});" };
  expect(() => generate(planted)).toThrow('tests/gate.test.ts › is shut: its tags are not literal ids');
});

test('an id of two rules is refused', () => {
  expect(() => generate(tests, [rules, rules])).toThrow('S1-1 is the id of two rules');
});
