import { describe, expect, test } from 'vitest';
import { officialFiles, schemaErrors } from '../../testing/official.ts';
import { documentKeys, kindOf, seeded, validTree, withSignature } from '../../testing/samples.ts';
import type { ECF } from '../index.ts';
import { readDocument, validateStructure, writeDocument } from '../index.ts';

describe.each(documentKeys)('%s', (document) => {
  const kind = kindOf(document);
  const random = seeded(31);
  const trees = [0, 1, ...Array.from({ length: 40 }, () => 0.5)].map((chance) => validTree(document, chance, random));

  test('its generated trees are structurally valid', () => {
    for (const tree of trees) expect(validateStructure(kind, tree)).toEqual([]);
  });

  test('written and read it is the same tree, and written again the same text', () => {
    for (const tree of trees) {
      const xml = writeDocument(kind, tree as ECF);
      const read = readDocument(xml);
      expect(read).toEqual({ kind, tree, faults: [] });
      expect(read.kind && writeDocument(kind, read.tree as ECF)).toBe(xml);
    }
  });

  test.skipIf(!officialFiles)('what is written is valid for the official schema once signed', () => {
    for (const tree of trees)
      expect(schemaErrors(document, withSignature(writeDocument(kind, tree as ECF)))).toEqual([]);
  });
});
