import { describe, expect, inject, test } from 'vitest';
import { officialFiles, schemaErrors } from '../../testing/official.ts';
import { documentKeys, kindOf, seeded, validTree, withSignature } from '../../testing/samples.ts';
import type { ECF } from '../index.ts';
import { readDocument, splitECF, validateStructure, writeDocument, writeSplit } from '../index.ts';

describe.each(documentKeys)('%s', (document) => {
  const kind = kindOf(document);
  const random = seeded(inject('seed'));
  const trees = [0, 1, ...Array.from({ length: 40 }, () => 0.5)].map((chance) => validTree(document, chance, random));

  test('the generated trees are structurally valid', () => {
    for (const tree of trees) expect(validateStructure(kind, tree)).toEqual([]);
  });

  test('a tree that is written and read is unchanged, and so is its text when it is written again', () => {
    for (const tree of trees) {
      const xml = writeDocument(kind, tree as ECF);
      const read = readDocument(xml);
      expect(read).toEqual({ kind, tree, faults: [], isValid: true });
      expect(read.kind && writeDocument(kind, read.tree as ECF)).toBe(xml);
    }
  });

  test.skipIf(!officialFiles)('a written document is valid for the official schema once signed', () => {
    for (const tree of trees)
      expect(schemaErrors(document, withSignature(writeDocument(kind, tree as ECF)))).toEqual([]);
  });
});

test.each(documentKeys.filter((document) => kindOf(document) === 'ECF'))(
  'an e-CF of type %s written in parts is the same text as written whole',
  (document) => {
    const random = seeded(inject('seed'));
    for (const chance of [0, 1, ...Array.from({ length: 40 }, () => 0.5)]) {
      const tree = validTree(document, chance, random) as ECF;
      const { head, middle } = splitECF(tree);
      expect(middle).toContain('<DetallesItems>');
      expect(Object.keys(head)).not.toContain('DetallesItems');
      expect(writeSplit({ head, middle })).toBe(writeDocument('ECF', tree));
      const FechaHoraFirma = '01-02-2026 10:00:00';
      expect(writeSplit({ head: { ...head, FechaHoraFirma }, middle })).toBe(
        writeDocument('ECF', { ...tree, FechaHoraFirma }),
      );
    }
  },
);
