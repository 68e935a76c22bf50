import { describe, expect, test } from 'vitest';
import { compareDocuments, leftReceipt } from './compare.ts';
import type { QuickBooksRow } from './documents-repo.ts';
import { bill, changed, deleted, read, supplier } from './testing/documents.ts';

const stored: QuickBooksRow = read(bill()).row;

describe('a document that arrives', () => {
  test('a new document is to be stored, and has no former row', () => {
    const document = read(bill());
    expect(compareDocuments([document], [])).toEqual({
      forgotten: [],
      alike: [],
      changed: [{ ...document, before: undefined }],
    });
  });

  test('a document with the content of its stored row is alike', () => {
    const { row } = read(bill());
    expect(compareDocuments([read(bill())], [stored])).toEqual({ forgotten: [], alike: [row], changed: [] });
  });

  test('a document with another amount is changed, with its former row', () => {
    const { changed: documents, alike } = compareDocuments([read(bill({ TotalAmt: 1280 }))], [stored]);
    expect(alike).toEqual([]);
    expect(documents.map(({ row, before }) => [row.monto, before?.monto])).toEqual([['1100.00', '1000.00']]);
  });

  test.each(['espera', 'falla', 'borrado', 'omitido'] as const)(
    'a document stored as %s is changed, although alike',
    (estado) => {
      const { changed: documents } = compareDocuments([read(bill())], [{ ...stored, estado }]);
      expect(documents.map(({ before }) => before?.estado)).toEqual([estado]);
    },
  );

  test('a document is compared with its own row alone', () => {
    const other = { ...stored, qb_id: '8' };
    const { changed: documents } = compareDocuments([read(bill())], [other]);
    expect(documents.map(({ row, before }) => [row.qb_id, before])).toEqual([['7', undefined]]);
  });
});

describe('a document deleted in QuickBooks', () => {
  test('a deleted document that made a receipt keeps its data, with the reason', () => {
    const { row } = read(deleted);
    const { changed: documents, forgotten } = compareDocuments([read(deleted)], [stored]);
    expect(forgotten).toEqual([]);
    expect(documents).toEqual([
      { row: { ...stored, estado: 'borrado', motivo: row.motivo, codigo: null, visto: row.visto }, before: stored },
    ]);
  });

  test.each([undefined, 'falla', 'omitido'] as const)(
    'a deleted document that made no receipt (%s) is forgotten',
    (estado) => {
      const rows = estado === undefined ? [] : [{ ...stored, estado }];
      const { changed: documents, forgotten } = compareDocuments([read(deleted)], rows);
      expect(documents).toEqual([]);
      expect(forgotten.map(({ qb_id }) => qb_id)).toEqual(['7']);
    },
  );
});

describe('the receipt that a document leaves', () => {
  const key = { sentido: 'compra', emisor: supplier, ncf: 'E310000000001' };

  test('a document leaves its former receipt, if it now has another number or cannot be reported', () => {
    expect(leftReceipt(changed(bill({ DocNumber: 'E310000000002' }), stored))).toMatchObject(key);
    expect(leftReceipt(changed(bill({ DocNumber: 'F-7' }), stored))).toMatchObject(key);
  });

  test('a waiting document leaves its former receipt too', () => {
    expect(leftReceipt(changed(bill({ DocNumber: 'F-7' }), { ...stored, estado: 'espera' }))).toMatchObject(key);
  });

  test('a document leaves no receipt, if its number stays, or it made none', () => {
    expect(leftReceipt(changed(bill({ TotalAmt: 1280 }), stored))).toBeUndefined();
    expect(leftReceipt(changed(bill({ DocNumber: 'F-7' })))).toBeUndefined();
    expect(leftReceipt(changed(bill({ DocNumber: 'F-7' }), { ...stored, estado: 'falla' }))).toBeUndefined();
  });
});
