import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generateTypes, typesFile } from './generate.ts';
import { generateRoles, rolesFile } from './generate-roles.ts';

test('the generated types are those of the schema tables (else: npx tsx scripts/generate.ts)', () => {
  expect(readFileSync(typesFile, 'utf8')).toBe(generateTypes());
});

test('docs/roles.md says what the table of policies says of every call (else: npx tsx scripts/generate.ts)', () => {
  expect(readFileSync(rolesFile, 'utf8')).toBe(generateRoles());
});
