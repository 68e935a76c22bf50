import { expect, inject, test } from 'vitest';
import { documentKeys, kindOf, seeded, validTree } from '../testing/samples.ts';
import type { JsonSchema } from './index.ts';
import { describeField, jsonSchema, listFields } from './index.ts';

/** Whether a JSON Schema of the kinds used here accepts a value. */
function accepts(schema: JsonSchema, value: unknown): boolean {
  const {
    properties = {},
    required = [],
    items,
    pattern,
    minLength = 0,
    maxLength = Number.POSITIVE_INFINITY,
  } = schema;
  if (schema.type === 'array')
    return (
      Array.isArray(value) &&
      value.length >= (schema.minItems ?? 0) &&
      value.length <= (schema.maxItems ?? 0) &&
      value.every((one) => items !== undefined && accepts(items, one))
    );
  if (schema.type === 'object') {
    if (typeof value !== 'object' || value === null) return false;
    const has = Object.entries(value);
    return (
      required.every((name) => name in value) &&
      has.every(([name, one]) => properties[name] !== undefined && accepts(properties[name], one))
    );
  }
  if (typeof value !== 'string') return false;
  const characters = [...value].length;
  return (
    (schema.enum === undefined || schema.enum.includes(value)) &&
    (pattern === undefined || new RegExp(pattern, 'u').test(value)) &&
    characters >= minLength &&
    characters <= maxLength
  );
}

test.each(documentKeys)('the JSON Schema of %s accepts its valid trees and no other', (document) => {
  const schema = jsonSchema(document);
  const random = seeded(inject('seed'));
  for (const chance of [0, 0.5, 1]) {
    const tree = validTree(document, chance, random) as Record<string, unknown>;
    expect(accepts(schema, tree)).toBe(true);
    expect(accepts(schema, { ...tree, Desconocido: 'x' })).toBe(false);
    for (const name of schema.required ?? []) expect(accepts(schema, { ...tree, [name]: 5 })).toBe(false);
  }
});

test('the schema describes the content of a field', () => {
  const idDoc = jsonSchema('33').properties?.Encabezado?.properties?.IdDoc;
  expect(idDoc?.required).toEqual(['TipoeCF', 'eNCF', 'FechaVencimientoSecuencia', 'TipoPago']);
  expect(idDoc?.properties?.TipoPago).toEqual({
    type: 'string',
    enum: ['1', '2', '3'],
    description: '1 Contado · 2 Crédito · 3 Gratuito',
  });
});

test('a field is described with its documents, type and codes', () => {
  expect(describeField('ECF', 'Encabezado.IdDoc.IndicadorNotaCredito')?.occurs).toEqual([
    { document: '34', least: 1, most: 1 },
  ]);
  expect(describeField('ECF', 'DetallesItems.Item[3].NombreItem')).toMatchObject({
    path: 'DetallesItems.Item.NombreItem',
    description: 'un texto de 1 a 80 caracteres',
    mostCharacters: 80,
    codes: undefined,
  });
  expect(describeField('ECF', 'Encabezado.IdDoc.TipoPago')?.codes).toEqual({
    1: 'Contado',
    2: 'Crédito',
    3: 'Gratuito',
  });
  expect(describeField('ECF', 'Encabezado.NoExiste')).toBeUndefined();
});

test('every field of every format is listed once', () => {
  for (const kind of new Set(documentKeys.map(kindOf))) {
    const paths = listFields(kind).map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    for (const path of paths) expect(describeField(kind, path)?.path).toBe(path);
  }
  // The 264 paths of the official matrix without the root and the Signature.
  expect(listFields('ECF')).toHaveLength(262);
});
