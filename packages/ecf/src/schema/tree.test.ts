import { describe, expect, test } from 'vitest';
import { officialCodes, officialFiles, officialMatrix } from '../../testing/official.ts';
import { officialRows } from '../../testing/official-schema.ts';
import { documentKeys, kindOf } from '../../testing/samples.ts';
import type { CodeTable, DocumentKey, SchemaNode } from '../index.ts';
import {
  CodificacionTipoImpuestos,
  ProvinciaMunicipio,
  signatureOf,
  simpleTypeOf,
  TipoMoneda,
  treeOf,
  UnidadMedida,
} from '../index.ts';

/** The elements that a document allows, in order. */
function rowsOf(document: DocumentKey, nodes: readonly SchemaNode[] = treeOf(document)): SchemaNode[] {
  return nodes
    .filter((node) => node.occurs(document)[1] > 0)
    .flatMap((node) => [node, ...rowsOf(document, node.children)]);
}

const placesOf = (document: DocumentKey) =>
  rowsOf(document).map((node) => [node.path, ...node.occurs(document)] as const);

test('a debit note has its own lines, pages and reference', () => {
  const occurs = new Map(placesOf('33').map(([path, ...times]) => [path, times]));
  expect(occurs.get('DetallesItems.Item')).toEqual([1, 10_000]);
  expect(occurs.get('InformacionReferencia')).toEqual([1, 1]);
  expect(simpleTypeOf('TotalPaginas', '33').range).toEqual([2, 99_999]);
  expect(simpleTypeOf('TotalPaginas', '31').range).toEqual([2, 9_999]);
});

test('a receipt of small expenses has no buyer and no taxes', () => {
  const paths = placesOf('43').map(([path]) => path);
  expect(paths).not.toContain('Encabezado.Comprador');
  expect(paths).not.toContain('Encabezado.Totales.TotalITBIS');
  expect(paths).toContain('Encabezado.Totales.MontoExento');
});

test('every code table has its whole length', () => {
  const sizes = [ProvinciaMunicipio, UnidadMedida, CodificacionTipoImpuestos, TipoMoneda].map(
    (t) => Object.keys(t).length,
  );
  expect(sizes).toEqual([582, 62, 39, 17]);
});

describe.skipIf(!officialFiles)('the official schemas', () => {
  test.each(documentKeys)('the elements of %s have the order and number of the official schema', (document) => {
    const { rows, signature } = officialRows(document);
    expect(placesOf(document)).toEqual(rows.map(({ path, least, most }) => [path, least, most]));
    expect(signatureOf[kindOf(document)]).toBe(signature);
  });

  test.each(documentKeys)(
    'the simple types of %s have the base, codes and lengths of the official schema',
    (document) => {
      const ours = new Map(rowsOf(document).map((node) => [node.path, node.type && simpleTypeOf(node.type, document)]));
      for (const { path, type } of officialRows(document).rows) {
        const own = ours.get(path);
        expect(own === undefined, path).toBe(type === undefined);
        if (own === undefined || type === undefined) continue;
        expect(`xs:${own.base}`, path).toBe(type.base);
        expect(Object.keys(own.codes ?? {}).sort(), path).toEqual([...type.codes].sort());
        // Where a pattern or a calendar fixes the length, our type need not repeat it.
        if (own.length !== undefined) expect(own.length, path).toEqual(type.length);
      }
    },
  );

  test('the occurrence matrix has 265 paths in ten types', () => {
    const [header = '', ...lines] = officialMatrix().trim().split('\n');
    const types = header.split('\t').slice(1) as DocumentKey[];
    const matrix = lines.map((line) => line.split('\t'));
    for (const [column, type] of types.entries()) {
      const official = matrix
        .filter(([path, ...marks]) => path !== '/ECF' && !path?.includes('##') && marks[column] !== '-')
        .map(([path = '', ...marks]) => [path.slice('/ECF/'.length).replaceAll('/', '.'), marks[column]]);
      expect(placesOf(type).map(([path, least, most]) => [path, `${least}..${most}`])).toEqual(official);
    }
  });

  test('the code tables have the official codes; provinces, municipalities and units have the official names', () => {
    const plain = (text: string) => text.replace(/\.+$/, '').trim();
    const official = officialCodes();
    const compare = (table: CodeTable, name: string, label: (text: string) => string) =>
      expect(new Map(Object.entries(table).map(([code, text]) => [code, plain(text)]))).toEqual(
        new Map((official[name] ?? []).map(([code, text]) => [code, plain(label(text))])),
      );
    compare(ProvinciaMunicipio, 'ProvinciaMunicipioType', (text) => text.replace('(D. M.).', '(D. M.)'));
    compare(UnidadMedida, 'UnidadMedidaType', (text) => text.slice(text.indexOf(' ') + 1));
  });
});
