import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findRepeatedName } from './repeated-names.ts';

const repeatedIn = (json: string) => findRepeatedName(json, JSON.parse(json));

test.each([
  ['{"a":1,"a":2}', 'a'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"a":1 , "b":{"c":[{"d":"x","d" : "y"}]}}', 'd'],
  ['[{"a":"\\"b\\":1"},{"":1,"":2}]', ''],
  ['{"a\\\\":1,"b":"\\\\","b":3}', 'b'],
])('the JSON %s has %j twice', (json, name) => expect(repeatedIn(json)).toBe(name));

test.each([
  'null',
  '"a"',
  '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}],"A":3}',
  '{"a":"\\":","b":"{\\"a\\":1,\\"a\\":2}"}',
  '{"a":"\\\\\\\\","b":": \\""}',
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
])('no object has a name twice in %.60s', (json) => expect(repeatedIn(json)).toBeUndefined());

test('no value that was written as JSON has a name twice', () => {
  const written = fc.property(fc.jsonValue(), (value) => {
    expect(repeatedIn(JSON.stringify(value, null, 1))).toBeUndefined();
  });
  fc.assert(written);
});
