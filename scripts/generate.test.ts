import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generateTypes, typesFile } from './generate.ts';

test('the generated types are those of the schema tables (else: npx tsx scripts/generate.ts)', () => {
  expect(readFileSync(typesFile, 'utf8')).toBe(generateTypes());
});
