import {
  buildANECF,
  mostVoidedRuns,
  readDocument,
  type VoidedRun,
  validateRead,
  writeDocument,
  xmlDeclaration,
} from '@timbre/ecf';
import { tiposECF } from '@timbre/values';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { officialFiles, schemaErrors } from '../../packages/ecf/testing/official.ts';

const signature = '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/>';
const moment = '15-11-2026 08:50:15';

/** Builds a file and returns its faults by our rules and by the official schema. */
function faultsOf(runs: readonly VoidedRun[], rnc = '132000005'): unknown[] {
  const tree = buildANECF(rnc, runs, moment);
  const canonical = writeDocument('ANECF', tree);
  const xml = `${xmlDeclaration}${canonical.replace('</ANECF>', `${signature}</ANECF>`)}`;
  const read = readDocument(`${xmlDeclaration}${canonical}`);
  if (read.kind !== 'ANECF') throw new Error('not read as an ANECF');
  expect(read.tree).toEqual(tree);
  return [...validateRead(read), ...(officialFiles ? schemaErrors('ANECF', xml) : [])];
}

/** Runs of random types that share no number, because each begins after the end of the one before it. */
const apart = fc
  .array(
    fc.record({
      tipo: fc.constantFrom(...tiposECF),
      gap: fc.integer({ min: 0, max: 1_000 }),
      size: fc.integer({ min: 1, max: 1_000_000 }),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((parts) => {
    let end = 0;
    return parts.map(({ tipo, gap, size }): VoidedRun => {
      const desde = end + gap + 1;
      end = desde + size - 1;
      return { tipo, desde, hasta: end };
    });
  });

describe('the ANECF', () => {
  test('an ANECF of any runs is valid by our rules and by the official schema, with counts that add up', {
    tags: ['SI2.7-2'],
  }, () => {
    fc.assert(
      fc.property(apart, fc.constantFrom('132000005', '00113918205'), (runs, rnc) => {
        expect(faultsOf(runs, rnc)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('an ANECF of all ten types has ten lines; one of one type has as many runs as the schema accepts', () => {
    expect(faultsOf(tiposECF.map((tipo) => ({ tipo, desde: 9_999_999_999, hasta: 9_999_999_999 })))).toEqual([]);
    const run = (_: unknown, i: number): VoidedRun => ({ tipo: '31', desde: 2 * i + 1, hasta: 2 * i + 1 });
    expect(faultsOf(Array.from({ length: mostVoidedRuns }, run))).toEqual([]);
    expect(() => buildANECF('132000005', Array.from({ length: mostVoidedRuns + 1 }, run), moment)).toThrow(RangeError);
  });

  test.each<[string, VoidedRun[]]>([
    ['no run', []],
    ['a run that ends before it begins', [{ tipo: '31', desde: 5, hasta: 4 }]],
    [
      'a number in two runs',
      [
        { tipo: '31', desde: 5, hasta: 9 },
        { tipo: '31', desde: 9, hasta: 9 },
      ],
    ],
    ['a number outside of the sequence', [{ tipo: '31', desde: 0, hasta: 3 }]],
  ])('an ANECF of %s is not made', (_, runs) => {
    expect(() => buildANECF('132000005', runs, moment)).toThrow(RangeError);
  });
});
