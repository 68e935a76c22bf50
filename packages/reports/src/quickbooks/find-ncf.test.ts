import { describe, expect, test } from 'vitest';
import { contextOf, receiptOf } from '../../testing/quickbooks-bill.ts';
import * as reports from '../index.ts';

describe('numbers', () => {
  const ncf = (docNumber: string, note = '') => reports.findNCF({ docNumber, note });

  test('numbers come from the document, else from the first valid one in the note', { tags: ['SR5-17'] }, () => {
    expect(ncf(' b01-0000 0001 ')).toBe('B0100000001');
    expect(ncf('1001', 'Orden 12, E31 0000000007 y B0100000009')).toBe('E310000000007');
    expect(ncf('B99 00000001', 'B0100000002')).toBe('B0100000002');
  });

  test('numbers are words of their own, of a type that exists', { tags: ['SR5-17'] }, () => {
    for (const note of ['XE310000000007', 'E3100000000071', 'B0100000001A', 'B990000000001', 'E31000000007'])
      expect(ncf('', note)).toBeUndefined();
    expect(ncf('B131')).toBeUndefined();
  });

  test.each([
    ['NCF B0100000007', 'B0100000007'],
    ['#B0100000007', 'B0100000007'],
    ['ncf:B01-0000 0007', 'B0100000007'],
    ['eNCF E310000000007', 'E310000000007'],
    ['Fact. 12 B0100000007', 'B0100000007'],
    ['NCF 1001', undefined],
  ])('the number %s is read as people write it', { tags: ['SR5-17'] }, (docNumber, number) => {
    expect(ncf(docNumber)).toBe(number);
  });

  test('a number is read from the custom field NCF, and the modified one from its own', { tags: ['SR5-17'] }, () => {
    const field = (Name: string, StringValue: string) => ({ DefinitionId: '1', Type: 'StringType', Name, StringValue });
    const bought = { DocNumber: 'F-1', CustomField: [field('Orden', 'B0100000001'), field('NCF', 'b01-00000007')] };
    expect(receiptOf(bought, 'Bill').receipt.ncf).toBe('B0100000007');
    const own = { ...bought, DocNumber: 'B0100000002', PrivateNote: 'B0100000003' };
    expect(receiptOf(own, 'Bill').receipt.ncf).toBe('B0100000002');
    const credit = {
      DocNumber: 'F-2',
      CustomField: [field('NCF modificado', 'B0100000007'), field('No. comprobante fiscal', 'B0400000001')],
    };
    const { receipt } = receiptOf(credit, 'VendorCredit');
    expect([receipt.ncf, receipt.referencia?.ncf]).toEqual(['B0400000001', 'B0100000007']);
  });

  test.each(['No. NCF', 'NCF suplidor', 'e-NCF', 'Comprobante', 'Número de comprobante'])(
    'a number is read from the custom field %s, whatever other fields are about a number',
    { tags: ['SR5-17'] },
    (name) => {
      const field = (Name: string, StringValue: string) => ({ Name, StringValue });
      const around = [field('Vencimiento del NCF', '31-12-2026'), field('NCF anterior', 'B0100000001')];
      const CustomField = [...around, field(name, 'B0100000007')];
      expect(receiptOf({ DocNumber: 'F-1', CustomField }, 'Bill').receipt.ncf).toBe('B0100000007');
    },
  );

  test('a number is read from the message for the customer, after the note', { tags: ['SR5-17'] }, () => {
    const sold = { DocNumber: '1042', CustomerMemo: { value: 'NCF B0100000042. Gracias' } };
    expect(receiptOf(sold, 'SalesReceipt').receipt.ncf).toBe('B0100000042');
    expect(receiptOf({ ...sold, PrivateNote: 'B0100000041' }, 'SalesReceipt').receipt.ncf).toBe('B0100000041');
  });

  test.each([
    'NCF modificado B0100000003',
    'Modifica a B0100000003',
    'Modifica el NCF: B0100000003',
    'AFECTA B01-00000003',
    'NCF afectado: B0100000003',
  ])('«%s» names the number that a credit modifies', { tags: ['SR5-18'] }, (note) => {
    const { receipt } = receiptOf({ DocNumber: 'x', PrivateNote: `${note}. B0400000002` }, 'VendorCredit');
    expect([receipt.ncf, receipt.referencia?.ncf]).toEqual(['B0400000002', 'B0100000003']);
  });

  test('the number after MODIFICADO: is the modified one, and not the own one', { tags: ['SR5-18'] }, () => {
    expect(ncf('F-1', 'MODIFICADO: B0100000003, repetido: MODIFICADO: B0100000003')).toBeUndefined();
    const credit = { DocNumber: 'x', PrivateNote: 'MODIFICADO: B01-00000003; NCF B0400000002' };
    const { receipt } = receiptOf(credit, 'VendorCredit');
    expect([receipt.ncf, receipt.referencia?.ncf, receipt.razones?.referencia]).toEqual([
      'B0400000002',
      'B0100000003',
      'D-QB-MODIFICADO',
    ]);
  });

  test('a credit without the marker modifies the document it is linked with', { tags: ['SR5-18'] }, () => {
    const context = contextOf({
      numberOf: (entity, id) => (`${entity}:${id}` === 'Bill:12' ? 'B0100000003' : undefined),
    });
    const linked = [
      { TxnId: '99', TxnType: 'BillPaymentCheck' },
      { TxnId: '12', TxnType: 'Bill' },
    ];
    const { receipt } = receiptOf({ DocNumber: 'B0400000002', LinkedTxn: linked }, 'VendorCredit', context);
    expect([receipt.referencia?.ncf, receipt.razones?.referencia]).toEqual(['B0100000003', 'D-QB-ENLAZADO']);
    expect(receiptOf({ LinkedTxn: linked }, 'Bill', context).receipt.referencia).toBeUndefined();
  });
});
