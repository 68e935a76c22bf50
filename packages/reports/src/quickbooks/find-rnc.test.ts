import type { Periodo } from '@timbre/values';
import { describe, expect, test } from 'vitest';
import { inventedRNC } from '../../testing/chance.ts';
import {
  contextOf,
  declarant,
  type Json,
  line,
  own,
  receiptOf,
  rowOf,
  supplier,
} from '../../testing/quickbooks-bill.ts';
import * as reports from '../index.ts';

describe('the RNC', () => {
  test.each([
    ['1-32-11111-7', supplier],
    ['132 111117', supplier],
    ['Inventada SRL, RNC: 132-11111-7 / 809-555-0100', supplier],
    ['rnc 001-0000000-1', '00100000001'],
    ['809-555-0100', undefined],
    ['RNC132111118', '132111118'],
    ['RNC 1321111', undefined],
    ['RNC 13211111712345', undefined],
    ['Suplidora Inventada 132111117', supplier],
    ['Suplidora Inventada (1-32-11111-7)', supplier],
    ['Inventado Pérez 001-0000000-9', '00100000009'],
    ['Suplidora Inventada 132111118', undefined],
    ['Cuenta 132111118, RNC: 132111117', supplier],
    ['Factura A132111117 o 4132111117', undefined],
    ['1-809-555-0100', undefined],
  ])('the RNC in «%s» is %s', { tags: ['SR5-19'] }, (text, rnc) => expect(reports.rncIn(text)).toBe(rnc));

  const at = (n: number, text: string) => ({ [`Line${n}`]: text });
  const name = { value: '56', name: 'Suplidora' };
  const idOf = (json: Json, context = contextOf()) => receiptOf(json, 'Bill', context).receipt.emisor.id;

  /** Documents and records with the number in one more place each, in the order in which the places are searched. */
  const lines = [2, 3, 1, 4, 5];
  const numbers = Array.from({ length: 14 }, (_, i) => inventedRNC(i + 1));
  const allPlaces = () => {
    const address = (from: number) => Object.assign({}, ...lines.map((n, i) => at(n, numbers[from + i]!)));
    return {
      json: { VendorRef: { value: '56', name: `Suplidora RNC ${numbers[0]}` }, VendorAddr: address(1) },
      record: {
        Id: '56',
        DisplayName: `Suplidora ${numbers[6]}`,
        CompanyName: `Suplidora ${numbers[7]}`,
        BillAddr: address(8),
        TaxIdentifier: numbers[13],
      },
    };
  };
  const without = (n: number) =>
    JSON.parse(
      numbers.slice(0, n).reduce((text, rnc) => text.replaceAll(rnc, ''), JSON.stringify(allPlaces())),
    ) as ReturnType<typeof allPlaces>;

  test('the RNC is searched in the name, in lines 2, 3, 1, 4 and 5 of the address, and in the record', {
    tags: ['SR5-41'],
  }, () => {
    for (const [n, expected] of numbers.entries()) {
      const { json, record } = without(n);
      const context = contextOf();
      reports.addToDirectory(context.directory, 'Vendor', record);
      const { receipt } = receiptOf(json, 'Bill', context);
      const place = n === 0 ? 'NOMBRE' : n < 6 ? 'DIRECCION' : 'FICHA';
      expect([receipt.emisor.id, receipt.razones?.identidad]).toEqual([expected, `D-QB-RNC-${place}`]);
      if (n >= 6) expect(reports.rncOfRecord('Vendor', record, own)).toBe(expected);
    }
  });

  test('an RNC with a valid check digit is preferred; an invalid one alone is used, and reported before filing', {
    tags: ['SR5-19'],
  }, () => {
    const wrong = { value: '56', name: 'Suplidora RNC 132111118' };
    expect(idOf({ VendorRef: wrong, VendorAddr: at(5, supplier) })).toBe(supplier);
    const { row } = rowOf({ VendorRef: wrong });
    expect(row.rnc_cedula).toBe('132111118');
    const context = { declarante: own, periodo: '202608' as Periodo };
    const ofNumber = (problems: { at: string; code: string }[]) =>
      problems.filter(({ at: field }) => field === 'rnc_cedula').map(({ code }) => code);
    expect(ofNumber(reports.startCheck('606', context).see(row))).toEqual(['606-ID-03']);
    const sale = receiptOf({ VendorRef: undefined, CustomerRef: wrong }, 'Invoice').receipt;
    const sold = reports.deriveSale(sale, declarant)!.row;
    expect(ofNumber(reports.startCheck('607', context).see(sold))).toEqual(['607-ID-03']);
  });

  test('the RNC of a record alone is Sin RNC without any RNC, or the own one of a vendor', { tags: ['SR5-41'] }, () => {
    expect(reports.rncOfRecord('Vendor', undefined, own)).toBe('Sin RNC');
    expect(reports.rncOfRecord('Vendor', { DisplayName: `Nosotros ${own}` }, own)).toBe('Sin RNC');
    expect(reports.rncOfRecord('Customer', { DisplayName: `Nosotros ${own}` }, own)).toBe(own);
    expect(reports.rncOfRecord('Customer', { PrimaryTaxIdentifier: supplier }, own)).toBe(supplier);
  });

  test('an own or missing RNC is Sin RNC, and the row is never complete', { tags: ['SR5-20'] }, () => {
    for (const VendorRef of [{ value: '56', name: `RNC ${own}` }, name]) {
      const { row, pending } = rowOf({ VendorRef });
      expect([row.rnc_cedula, pending.includes('rnc_cedula')]).toEqual([undefined, true]);
      expect(reports.isComplete('606', row)).toBe(false);
      expect(reports.recordOf(receiptOf({ VendorRef }), { declarant }).rnc).toBe('Sin RNC');
    }
  });

  test('the RNC of small expenses is the own one; that of local expenses only in the record of the specification', {
    tags: ['SR5-21'],
  }, () => {
    const small = { DocNumber: 'B1300000001', VendorRef: undefined };
    expect(rowOf(small, 'Purchase').row.rnc_cedula).toBe(own);
    const record = reports.recordOf(receiptOf(small, 'Purchase'), { declarant });
    expect([record.rnc, record.esCajaChica, record.qbTxnType]).toEqual([own, true, 'Caja Chica']);
    const local = { TotalAmt: 900, Line: [line('Compras', 900)], TxnTaxDetail: undefined };
    expect(rowOf(local).row.rnc_cedula).toBe(supplier);
    expect(reports.recordOf(receiptOf(local), { declarant }).rnc).toBe(own);
    for (const account of ['Caja chica', 'Gastos internos'])
      expect(reports.recordOf(receiptOf({ Line: [line(account, 1000)] }), { declarant }).rnc).toBe(own);
    const compras = { DocNumber: 'E410000000001' };
    expect(rowOf(compras).row.rnc_cedula).toBe(supplier);
    expect(reports.recordOf(receiptOf(compras), { declarant }).rnc).toBe(own);
  });
});
