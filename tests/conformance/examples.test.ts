import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DocumentKey, readDocument } from '@timbre/ecf';
import { xmlsec1Verdicts } from '@timbre/xml/testing/xmlsec1';
import { describe, expect, test } from 'vitest';
import { officialFiles, schemaErrors } from '../../packages/ecf/testing/official.ts';
import { root } from '../../scripts/sources.mjs';

// The documents that anybody opens first are what the DGII asks for, by its own schemas and by an independent verifier.

const folder = join(root, 'examples');
const documents = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.includes('/out/') && path.endsWith('.xml'))
  .sort();
const xmlOf = (path: string) => readFileSync(join(folder, path), 'utf8');

function keyOf(xml: string): DocumentKey | undefined {
  const read = readDocument(xml);
  return read.kind === 'ECF' ? (read.tree.Encabezado.IdDoc.TipoeCF as DocumentKey) : read.kind;
}

test('each document of the DGII has an example', () => {
  const types = ['31', '32', '33', '34', '41', '43', '44', '45', '46', '47'];
  expect([...new Set(documents.map((path) => keyOf(xmlOf(path))))].sort()).toEqual(
    [...types, 'ACECF', 'ANECF', 'ARECF', 'RFCE', 'SemillaModel'].sort(),
  );
});

describe.skipIf(!officialFiles)('the official schemas', () => {
  test.each(documents)('the example %s is valid by its official schema', (path) => {
    const xml = xmlOf(path);
    expect(schemaErrors(keyOf(xml)!, xml)).toEqual([]);
  });
});

test('xmlsec1 verifies the signature of each example', () => {
  const verdicts = xmlsec1Verdicts(documents.map(xmlOf), readFileSync(join(folder, 'empresa/certificado.pem'), 'utf8'));
  expect(documents.filter((_, index) => !verdicts[index])).toEqual([]);
});
