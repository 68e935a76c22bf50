import { describe, expect, inject, test } from 'vitest';
import { officialFiles, officialWorkbook, schemaErrors } from '../testing/official.ts';
import { seeded, validTree, withSignature } from '../testing/samples.ts';
import type { ECF } from './index.ts';
import { compileHeaders, deriveRFCE, esResumen, validateStructure, writeDocument } from './index.ts';

const invoice = (MontoTotal: string, tipo: '31' | '32' = '32'): ECF => {
  const { Encabezado, ...rest } = validTree(tipo, 0, seeded(2)) as ECF;
  return { ...rest, Encabezado: { ...Encabezado, Totales: { ...Encabezado.Totales, MontoTotal } } };
};

test.each([
  ['249999.99', '32', true],
  ['250000', '32', false],
  ['250000.00', '32', false],
  ['0', '32', true],
  ['100.00', '31', false],
  ['', '32', false],
] as const)('a total of «%s» in a type %s: summary %s', (total, tipo, summary) => {
  expect(esResumen(invoice(total, tipo))).toBe(summary);
});

test('amounts get two decimals', () => {
  const { Totales } = deriveRFCE(invoice('100.5'), 'aB3+/z').Encabezado;
  expect(Totales.MontoTotal).toBe('100.50');
});

test('an invoice without buyer still gives a summary that the schema accepts, with no empty tag', () => {
  const tree = invoice('100.00');
  delete tree.Encabezado.Comprador;
  const rfce = deriveRFCE(tree, 'aB3+/z');
  expect(rfce.Encabezado.Comprador).toEqual({ RazonSocialComprador: 'Consumidor Final' });
  expect(validateStructure('RFCE', rfce)).toEqual([]);
});

test.skipIf(!officialFiles)('the summary of any consumer invoice is valid for the official schema', () => {
  const random = seeded(inject('seed'));
  for (let i = 0; i < 200; i++) {
    const tree = validTree('32', random(), random) as ECF;
    const rfce = deriveRFCE(tree, 'aB3+/z');
    expect(validateStructure('RFCE', rfce)).toEqual([]);
    expect(schemaErrors('RFCE', withSignature(writeDocument('RFCE', rfce)))).toEqual([]);
  }
});

describe.skipIf(!officialFiles)('the official workbook', () => {
  test('the official workbook has the summaries that are derived from its invoices', () => {
    const { ECF, RFCE } = officialWorkbook('133009889-16042026193727');
    if (ECF === undefined || RFCE === undefined) throw new Error('The workbook lacks a sheet');
    const full = compileHeaders('ECF', ECF.headers);
    const summary = compileHeaders('RFCE', RFCE.headers);
    const invoices = ECF.rows
      .map(
        (row) =>
          full.read(
            ECF.headers.map((header) => row[header]),
            2,
          ).tree,
      )
      .filter(esResumen);
    expect(invoices).toHaveLength(RFCE.rows.length);
    for (const row of RFCE.rows) {
      const invoice = invoices.find(({ Encabezado }) => Encabezado.IdDoc.eNCF === row.ENCF);
      const { tree } = summary.read(
        RFCE.headers.map((header) => row[header]),
        2,
      );
      const { CodigoSeguridadeCF, ...derived } = deriveRFCE(invoice!, 'aB3+/z').Encabezado;
      expect(derived).toEqual(tree.Encabezado);
    }
  });
});
