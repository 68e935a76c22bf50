import { decimal } from '@timbre/values';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bill,
  contextOf,
  declarant,
  failureOf,
  type Json,
  line,
  outcomeOf,
  receiptOf,
  rowOf,
  supplier,
  texts,
} from '../../testing/quickbooks-bill.ts';
import * as reports from '../index.ts';

describe('reading a document', () => {
  test('amounts are decimals by the text of their number', () => {
    const read = reports.readQuickBooks('Bill', { ...bill, TotalAmt: 0.1 + 0.2 }) as reports.QuickBooksDocument;
    expect(read.total).toEqual(decimal('0.30000000000000004'));
  });

  test.each<[string, unknown]>([
    ['nothing', null],
    ['a list', [bill]],
    ['no id', { ...bill, Id: undefined }],
    ['no day', { ...bill, TxnDate: '2026-02-30' }],
    ['no total', { ...bill, TotalAmt: undefined }],
    ['an amount in words', { ...bill, TotalAmt: 'mil' }],
    ['an amount with an exponent', { ...bill, TotalAmt: 1e21 }],
    ['an amount that is none', { ...bill, TotalAmt: Number.NaN }],
  ])('a document with %s is reported as unreadable', (_, json) => expect(failureOf(json)?.codigo).toBe('QB-FORMA'));

  test('lines are bounded in number and depth', () => {
    const many = Array.from({ length: 2_001 }, () => line('x', 1));
    expect(failureOf({ ...bill, Line: many })?.codigo).toBe('QB-LIMITE');
    const nested = (depth: number): Json => ({
      DetailType: 'GroupLineDetail',
      GroupLineDetail: { Line: depth === 0 ? [line('x', 1)] : [nested(depth - 1)] },
    });
    expect(failureOf({ ...bill, Line: [nested(4)] })?.codigo).toBe('QB-LIMITE');
    expect(receiptOf({ Line: [nested(1)] }).figures.lines.length).toBe(1);
  });

  test('a party that a document names by its id alone has the name of its record', () => {
    const directory = reports.emptyDirectory();
    reports.addToDirectory(directory, 'Vendor', { Id: '56', DisplayName: 'Suplidora Inventada SRL' });
    const { receipt } = receiptOf({ VendorRef: { value: '56' } }, 'Bill', contextOf({ directory }));
    expect(receipt.emisor.nombre).toBe('Suplidora Inventada SRL');
  });

  test('any JSON is a document or a failure, and inherited properties are ignored', () => {
    const inherited = Object.create(bill);
    expect(failureOf(inherited)?.codigo).toBe('QB-FORMA');
    fc.assert(
      fc.property(
        fc.constantFrom(...reports.quickbooksEntities),
        fc.jsonValue(),
        fc.constantFrom(...Object.keys(bill)),
        (entity, json, key) => {
          const outcome = outcomeOf(entity, { ...bill, [key]: json });
          expect(['failure', 'omitted', 'receipt'].some((each) => each in outcome)).toBe(true);
        },
      ),
    );
  });
});

describe('inclusion', () => {
  test('bills and credits of vendors without a number are reported, all others are left out', {
    tags: ['SR5-22'],
  }, () => {
    for (const entity of reports.quickbooksEntities) {
      const outcome = outcomeOf(entity, { ...bill, DocNumber: '1001' });
      if (entity === 'Bill' || entity === 'VendorCredit')
        expect(outcome).toMatchObject({ failure: { codigo: 'QB-SIN-NCF' } });
      else expect(outcome).toEqual({ omitted: 'sin NCF' });
    }
  });

  test('purchases go to the 606, sales to the 607', { tags: ['SR5-22'] }, () => {
    const sides = reports.quickbooksEntities.map((entity) => {
      const credit = entity === 'VendorCredit' || entity === 'CreditMemo';
      return receiptOf(credit ? { DocNumber: 'B0400000001' } : {}, entity).sentido;
    });
    expect(sides).toEqual(['compra', 'compra', 'compra', 'venta', 'venta', 'venta']);
  });

  test.each<[reports.QuickBooksEntity, Json]>([
    ['Bill', { DocNumber: 'B0400000001' }],
    ['VendorCredit', { DocNumber: 'B0100000001' }],
    ['CreditMemo', { DocNumber: 'E310000000001' }],
    ['Purchase', { Credit: true }],
    ['Bill', { DocNumber: 'B1600000001' }],
    ['Invoice', { DocNumber: 'B1300000001' }],
  ])('a %s with %o does not go where its number belongs', (entity, json) =>
    expect(failureOf({ ...bill, ...json }, entity)?.codigo).toBe('QB-NCF-AJENO'),
  );

  test('a document without an amount, or without a rate for its currency, is reported', () => {
    expect(failureOf({ ...bill, Line: [], TxnTaxDetail: undefined, TotalAmt: 0 })?.codigo).toBe('QB-CERO');
    expect(failureOf({ ...bill, CurrencyRef: { value: 'USD' } })).toEqual({
      codigo: 'QB-MONEDA',
      motivo:
        'Está en USD y no tiene tasa de cambio: póngala en QuickBooks o, si sus libros no llevan otras monedas, cargue el comprobante en pesos',
    });
  });
});

describe('accounts', () => {
  const mapped = { mapeoTipos606: { Compras: '09' }, mapping606: { monto_facturado_bienes: ['Compras'] } } as const;

  test('goods and services are split by the mapping; by words of the account they are to be answered', {
    tags: ['SR5-30'],
  }, () => {
    const { row, pending } = rowOf({}, 'Bill', contextOf({}, mapped));
    expect([...texts(row.monto_bienes), row.tipo_bienes_servicios, pending.includes('monto_servicios')]).toEqual([
      '1000.00',
      '09',
      false,
    ]);
    const worded = rowOf({ Line: [line('Honorarios', 1000)] });
    expect([...texts(worded.row.monto_servicios), worded.why.monto_servicios?.code]).toEqual([
      '1000.00',
      'D-QB-PALABRA',
    ]);
    expect(worded.pending).toContain('monto_servicios');
    const unknown = rowOf({ Line: [line('Gastos varios', 1000)] });
    expect([unknown.row.monto_servicios, unknown.pending.includes('monto_servicios')]).toEqual([undefined, true]);
  });

  test('the account with the largest amount classifies the document; an unclassified one is casilla 99', {
    tags: ['SR5-31'],
  }, () => {
    const context = contextOf({}, { mapeoTipos606: { Compras: '09', Seguros: '11', Malo: '15' as never } });
    const classify = (...lines: Json[]) => receiptOf({ Line: lines, TotalAmt: 100_000 }, 'Bill', context);
    const largest = classify(line('Seguros', 400), line('Compras', 500), line('Seguros', 200));
    expect([largest.classified.account?.name, largest.receipt.libros?.tipoBienesServicios]).toEqual(['Seguros', '11']);
    expect(classify(line('Otra', 1)).classified).toMatchObject({ casilla: '99', aviso: 'Sin clasificar' });
    expect(classify(line('Malo', 1)).classified).toMatchObject({ casilla: '99', aviso: 'Error en mapeo' });
    expect(classify(line('__proto__', 1)).classified.casilla).toBe('99');
    const { pending } = reports.derivePurchase(classify(line('Malo', 1)).receipt, declarant)[0]!;
    expect(pending).toContain('tipo_bienes_servicios');
  });

  test('an account is identified by its number before its id, which may be the number of another', () => {
    const directory = reports.emptyDirectory();
    reports.addToDirectory(directory, 'Account', { Id: '6205', Name: 'Seguros', AcctNum: '6206' });
    reports.addToDirectory(directory, 'Account', { Id: '7', Name: 'Varios' });
    const context = contextOf({ directory }, { mapeoTipos606: { '6205': '02', '6206': '11', '7': '09' } });
    const typeOf = (id: string) =>
      receiptOf({ Line: [line(id, 1000)] }, 'Bill', context).receipt.libros?.tipoBienesServicios;
    expect([typeOf('6205'), typeOf('7')]).toEqual(['11', '09']);
  });

  test('an account that is mapped to a tax is that tax, unless it is classified as an expense', {
    tags: ['SR5-27'],
  }, () => {
    const lines = { Line: [line('Compras', 1000), line('Combustible', 50)], TotalAmt: 1230 };
    const taxed = contextOf({}, { mapping606: { campo21: ['Combustible'] } });
    expect(texts(receiptOf(lines, 'Bill', taxed).figures.taxes.otros)).toEqual(['50.00']);
    const expense = contextOf({}, { mapping606: { campo21: ['Combustible'] }, mapeoTipos606: { Combustible: '02' } });
    expect(texts(receiptOf(lines, 'Bill', expense).figures.taxes.otros)).toEqual(['0.00']);
  });

  test('accounts state how much ITBIS is cost, and answers precede them', () => {
    const context = contextOf({}, { mapping606: { campo14: ['Costo'], campo15: ['Adelanto'] } });
    const json = { TxnTaxDetail: undefined, Line: [line('Compras', 1000), line('Costo', 80), line('Adelanto', 100)] };
    const { receipt } = receiptOf(json, 'Bill', context);
    const [books] = reports.derivePurchase(receipt, declarant);
    expect(texts(books!.row.itbis_facturado, books!.row.itbis_costo, books!.row.itbis_adelantar)).toEqual([
      '180.00',
      '80.00',
      '100.00',
    ]);
    const [answered] = reports.derivePurchase(receipt, declarant, { itbis_costo: decimal('180') });
    expect(texts(answered!.row.itbis_adelantar)).toEqual(['0.00']);
  });

  test('a sale has the kind of income of its account; that of an unclassified one is to be answered', {
    tags: ['SR5-32'],
  }, () => {
    const sale = (mapeo: Partial<reports.AccountMapping> = {}) => {
      const ItemAccountRef = { value: '40', name: 'Intereses' };
      const json = {
        Line: [{ Amount: 1000, DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { ItemAccountRef } }],
      };
      return reports.deriveSale(
        receiptOf({ ...json, VendorRef: undefined, CustomerRef: bill.VendorRef }, 'Invoice', contextOf({}, mapeo))
          .receipt,
        declarant,
      )!;
    };
    const { row, pending } = sale({ mapeoTipos607: { 40: 2 } });
    expect([row.tipo_ingreso, row.rnc_cedula, pending]).toEqual(['2', supplier, []]);
    expect([sale().row.tipo_ingreso, sale().pending]).toEqual(['1', ['tipo_ingreso']]);
  });

  test('the payment of a sale is that of its mapped account, or of the name of its method', () => {
    const json = { VendorRef: undefined, DepositToAccountRef: { value: '51' }, PaymentMethodRef: { name: 'Efectivo' } };
    const formOf = (mapeo: Partial<reports.AccountMapping>) =>
      receiptOf(json, 'SalesReceipt', contextOf({}, mapeo)).receipt.formasPago?.[0]?.forma;
    expect([formOf({ mapping607: { campo18: ['51'] } }), formOf({})]).toEqual(['2', '1']);
  });
});
