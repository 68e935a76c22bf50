import { describe, expect, test } from 'vitest';
import { failRepeated, holdFiled, type Owner, receiptsOf, type StoredReceipts, withMonths } from './admit.ts';
import { keyOf } from './keys.ts';
import { bill, changed, declarant, read, supplier } from './testing/documents.ts';

const key = { sentido: 'compra', emisor: supplier, ncf: 'E310000000001' } as const;
const agosto = { reporte: '606', periodo: 202608 } as const;
const septiembre = { reporte: '606', periodo: 202609 } as const;
const stored = read(bill()).row;
const nothing: StoredReceipts = { better: new Set(), months: new Map() };

describe('a document with the number of another', () => {
  const owner: Owner = { entidad: 'Purchase', qb_id: '3', ...key };

  test('a document with the number of another fails, with the name of the other', () => {
    const [document] = failRepeated([changed(bill())], [owner]);
    expect(document).toMatchObject({ row: { estado: 'falla', codigo: 'QB-REPETIDO' }, before: undefined });
    expect(document!.row.motivo).toContain('Purchase:3');
    expect(document).not.toHaveProperty('read');
  });

  test('the second document of a batch with the same number fails', () => {
    const documents = failRepeated([changed(bill()), changed(bill({ Id: '8' }))], []);
    expect(documents.map(({ row }) => [row.qb_id, row.estado])).toEqual([
      ['7', 'recibo'],
      ['8', 'falla'],
    ]);
  });

  test('a document takes the number of another that arrives in the same batch with another number', () => {
    const documents = failRepeated(
      [changed(bill({ Id: '8' })), changed(bill({ DocNumber: 'E310000000002' }))],
      [{ ...owner, entidad: 'Bill', qb_id: '7' }],
    );
    expect(documents.map(({ row }) => row.estado)).toEqual(['recibo', 'recibo']);
  });

  test('a document with the number of another stays as it is, if it makes no receipt', () => {
    const document = changed(bill({ DocNumber: 'F-7' }), stored);
    expect(failRepeated([document], [owner])).toEqual([document]);
  });
});

test('the receipts of a document are the one that it makes and the one that it leaves', () => {
  const keys = (document: Parameters<typeof receiptsOf>[0]) => receiptsOf(document).map(({ ncf }) => ncf);
  expect(keys(changed(bill()))).toEqual(['E310000000001']);
  expect(keys(changed(bill({ DocNumber: 'E310000000002' }), stored))).toEqual(['E310000000002', 'E310000000001']);
  expect(keys(changed(bill({ DocNumber: 'F-7' }), stored))).toEqual(['E310000000001']);
});

describe('the months that a document would change', () => {
  const months = (receipts: StoredReceipts, document = changed(bill({ TxnDate: '2026-09-02' }), stored)) =>
    withMonths(document, receipts, declarant).months;

  test('the changed months are those of its rows, and of the row that its receipt has', () => {
    expect(months(nothing)).toEqual([septiembre]);
    expect(months({ ...nothing, months: new Map([[keyOf(key), [agosto]]]) })).toEqual([agosto, septiembre]);
  });

  test('the changed months are also those of the receipt that a document leaves', () => {
    const document = changed(bill({ DocNumber: 'F-7' }), stored);
    expect(months({ ...nothing, months: new Map([[keyOf(key), [agosto]]]) }, document)).toEqual([agosto]);
  });

  test('the changed months are none, if the receipt comes from a better source', () => {
    expect(months({ better: new Set([keyOf(key)]), months: new Map([[keyOf(key), [agosto]]]) })).toEqual([]);
  });
});

describe('a document that would change a filed report', () => {
  const moved = changed(bill({ TxnDate: '2026-09-02', DocNumber: 'E310000000002' }), stored);
  const dated = { document: moved, months: [agosto, septiembre] };

  test('a document that would change a filed report waits, under the number that it leaves, with the month', () => {
    const [document] = holdFiled([dated], [agosto]);
    expect(document!.row).toMatchObject({ estado: 'espera', codigo: 'QB-PRESENTADO', ...key });
    expect(document!.row.motivo).toContain('606 de 202608');
    expect(document).toMatchObject({ before: stored });
    expect(document).not.toHaveProperty('read');
  });

  test('a document that would change a filed report waits under its own number, if it leaves none', () => {
    const [document] = holdFiled([{ document: changed(bill()), months: [agosto] }], [agosto]);
    expect(document!.row).toMatchObject({ estado: 'espera', ...key });
  });

  test('a document is admitted, if only other months or another report were filed', () => {
    expect(
      holdFiled(
        [dated],
        [
          { reporte: '606', periodo: 202607 },
          { reporte: '607', periodo: 202608 },
        ],
      ),
    ).toEqual([moved]);
  });
});
