import { compare, type Decimal, decimal, formatDecimal, type Periodo, sum, zero } from '@timbre/values';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inventedRNC } from '../../testing/chance.ts';
import * as reports from '../index.ts';
import { taxOfAccount, taxOfName, withheldOfName } from './names.ts';

const own = '132000005';
const supplier = '132111117';
const declarant = { rnc: own };

type Json = Record<string, unknown>;

const line = (account: string, amount: number, taxCode?: string): Json => ({
  Amount: amount,
  DetailType: 'AccountBasedExpenseLineDetail',
  AccountBasedExpenseLineDetail: { AccountRef: { value: account, name: account }, TaxCodeRef: { value: taxCode } },
});
const tax = (name: string, amount: number, percent?: number, taxable?: number): Json => ({
  Amount: amount,
  TaxLineDetail: { TaxRateRef: { value: name, name }, TaxPercent: percent, NetAmountTaxable: taxable },
});
const bill: Json = {
  Id: '7',
  TxnDate: '2026-08-14',
  DocNumber: 'B0100000001',
  VendorRef: { value: '56', name: `Suplidora Inventada RNC ${supplier}` },
  Line: [line('Compras', 1000)],
  TxnTaxDetail: { TotalTax: 180, TaxLine: [tax('ITBIS 18%', 180, 18, 1000)] },
  TotalAmt: 1180,
};

const nothing = { mapping606: {}, mapping607: {}, mapeoTipos606: {}, mapeoTipos607: {} };
const contextOf = (more: Partial<reports.QuickBooksContext> = {}, mapeo: Partial<reports.AccountMapping> = {}) => ({
  declarant,
  directory: reports.emptyDirectory(),
  mapping: reports.indexMapping({ ...nothing, ...mapeo }),
  ...more,
});
function outcomeOf(entity: reports.QuickBooksEntity, json: unknown, context = contextOf()) {
  const read = reports.readQuickBooks(entity, json);
  return 'failure' in read ? read : reports.receiptFromQuickBooks(read, context);
}
/** The receipt of a document. @throws if there is none */
function receiptOf(json: Json = {}, entity: reports.QuickBooksEntity = 'Bill', context = contextOf()) {
  const outcome = outcomeOf(entity, { ...bill, ...json }, context);
  if (!('receipt' in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome;
}
const failureOf = (json: unknown, entity: reports.QuickBooksEntity = 'Bill') => {
  const outcome = outcomeOf(entity, json);
  return 'failure' in outcome ? outcome.failure : undefined;
};
const rowOf = (json: Json = {}, entity: reports.QuickBooksEntity = 'Bill', context = contextOf()) =>
  reports.derivePurchase(receiptOf(json, entity, context).receipt, declarant)[0]!;
const texts = (...amounts: (Decimal | undefined)[]) => amounts.map((each) => each && formatDecimal(each, 2));

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

describe('amounts and taxes', () => {
  test('the base is the total less all taxes, which go to the fields of their names', { tags: ['SR5-24'] }, () => {
    const TaxLine = [
      tax('ITBIS 18%', 180, 18, 1000),
      tax('Propina legal', 100),
      tax('Impuesto Selectivo al Consumo', 20),
      tax('Tasa de Turismo', 10),
    ];
    const { row, why } = rowOf({ TxnTaxDetail: { TotalTax: 310, TaxLine }, TotalAmt: 1310 });
    expect(
      texts(row.total_monto_facturado, row.itbis_facturado, row.propina_legal, row.isc, row.otros_impuestos),
    ).toEqual(['1000.00', '180.00', '100.00', '20.00', '10.00']);
    expect([why.itbis_facturado?.code, why.total_monto_facturado?.code]).toEqual(['D-QB-IMPUESTO', 'D-QB-SUBTOTAL']);
  });

  test.each([
    ['Selectivo a las telecomunicaciones', 'isc'],
    ['ISC 2%', 'isc'],
    ['Service Charge', 'propina'],
    ['Arancel de aduanas', 'otros'],
    ['Tasa municipal', 'otros'],
    ['Impuesto al consumo', 'otros'],
    ['Impuesto ambiental', 'otros'],
    ['Impuesto al lujo', 'otros'],
    ['Hospedaje', 'otros'],
    ['Turismo', 'otros'],
    ['Combustibles', 'otros'],
    ['Carbono', 'otros'],
    ['CDT 2%', 'otros'],
    ['cdt', 'otros'],
    ['C.D.T. (2%)', 'otros'],
    ['CDT Telecom contribucion 2%', 'otros'],
    ['Contribución al Desarrollo de las Telecomunicaciones', 'otros'],
    ['CONTRIBUCIÓN INDOTEL', 'otros'],
    ['Telecom contribution', 'otros'],
    ['I.S.C. telecomunicaciones 10%', 'isc'],
    ['Excise tax', 'isc'],
    ['Seguros 16%', 'isc'],
    ['Propina Legal 10%', 'propina'],
    ['10% de ley', 'propina'],
    ['Tip', 'propina'],
    ['ITBIS 18%', 'itbis'],
    ['I.T.B.I.S. por adelantar', 'itbis'],
    ['ITBIS hospedaje', 'itbis'],
    ['ITBIS Telecomunicaciones 18%', 'itbis'],
    ['Impuesto a la Transferencia de Bienes Industrializados y Servicios', 'itbis'],
    ['Transferencias bancarias 0.15%', 'otros'],
    ['ITBIS y propina', undefined],
    ['CDT + ITBIS', undefined],
    ['ITBIS percibido', undefined],
    ['Lo que sea', undefined],
    ['Tax', undefined],
    ['', undefined],
  ])('the tax «%s» is %s', { tags: ['SR5-25'] }, (name, kind) => expect(taxOfName(name)).toBe(kind));

  test('the contribution of 2 % on telephone bills is another tax and no credit', { tags: ['SR5-25'] }, () => {
    for (const name of ['CDT 2%', 'Contribución Telecomunicaciones (CDT)']) {
      const detail = { TotalTax: 20, TaxLine: [tax(name, 20, 2, 1000)] };
      const { row } = rowOf({ TxnTaxDetail: detail, TotalAmt: 1020 });
      expect(texts(row.total_monto_facturado, row.itbis_facturado, row.itbis_adelantar, row.otros_impuestos)).toEqual([
        '1000.00',
        undefined,
        undefined,
        '20.00',
      ]);
    }
    const whole = [tax('ITBIS 18%', 180, 18, 1000), tax('ISC 10%', 100, 10, 1000), tax('CDT 2%', 20, 2, 1000)];
    const { row } = rowOf({ TxnTaxDetail: { TotalTax: 300, TaxLine: whole }, TotalAmt: 1300 });
    expect(texts(row.itbis_adelantar, row.isc, row.otros_impuestos)).toEqual(['180.00', '100.00', '20.00']);
  });

  test.each<[string, Json]>([
    ['with a name of no tax', { TotalTax: 180, TaxLine: [tax('Cargo especial', 180, 18, 1000)] }],
    ['with the names of two', { TotalTax: 180, TaxLine: [tax('ITBIS y CDT', 180, 18, 1000)] }],
    ['without a name at a rate that is not of ITBIS', { TotalTax: 20, TaxLine: [tax('', 20, 2, 1000)] }],
    ['without a name or a base, at 2 %', { TotalTax: 20, TaxLine: [tax('', 20)] }],
    ['with a rate for a name that its amount is not', { TotalTax: 20, TaxLine: [tax('18%', 20, 18, 1000)] }],
    ['as a total alone that is 2 %', { TotalTax: 20 }],
    ['beside ITBIS, without a name', { TotalTax: 200, TaxLine: [tax('ITBIS', 180, 18, 1000), tax('', 20, 2, 1000)] }],
  ])('a tax %s becomes a question, and is never ITBIS', { tags: ['SR5-25'] }, (_, TxnTaxDetail) => {
    const { TotalTax } = TxnTaxDetail as { TotalTax: number };
    for (const entity of ['Bill', 'Invoice'] as const)
      expect(failureOf({ ...bill, TxnTaxDetail, TotalAmt: 1000 + TotalTax }, entity)?.codigo).toBe(
        'QB-IMPUESTO-SIN-NOMBRE',
      );
  });

  test('the question names the tax and its amount', () => {
    const TxnTaxDetail = { TotalTax: 180, TaxLine: [tax('Cargo especial', 180, 18, 1000)] };
    expect(failureOf({ ...bill, TxnTaxDetail })?.motivo).toMatch(
      /^El impuesto «Cargo especial» de 180\.00 no dice cuál es/,
    );
  });

  test('a tax without a name is ITBIS where it is 18 % or 16 % of its base', () => {
    const itbis = (json: Json) => texts(receiptOf(json).figures.taxes.itbis);
    expect(itbis({ TxnTaxDetail: { TotalTax: 180 } })).toEqual(['180.00']);
    expect(itbis({ TxnTaxDetail: { TotalTax: 160, TaxLine: [tax('', 160, 16, 1000)] }, TotalAmt: 1160 })).toEqual([
      '160.00',
    ]);
    const partly = { Line: [line('Compras', 500, 'TAX'), line('Compras', 500, 'NON')] };
    expect(itbis({ ...partly, TxnTaxDetail: { TotalTax: 90 }, TotalAmt: 1090 })).toEqual(['90.00']);
    expect(itbis({ TxnTaxDetail: { TotalTax: 0, TaxLine: [tax('Exento', 0, 0, 1000)] }, TotalAmt: 1000 })).toEqual([
      '0.00',
    ]);
  });

  test.each([
    ['ITBIS retenido 30%', 'itbisRetenido'],
    ['Retención de ITBIS', 'itbisRetenido'],
    ['ISR percibido', 'isrPercibido'],
    ['Impuesto sobre la Renta percibido', 'isrPercibido'],
    ['Retención ISR 10%', 'isrRetenido'],
    ['ITBIS por pagar', undefined],
    ['Renta de local', undefined],
  ])('the account or tax «%s» withholds %s', { tags: ['SR5-28'] }, (name, kind) =>
    expect(withheldOfName(name)).toBe(kind),
  );

  test.each([
    ['Impuesto selectivo', 'isc'],
    ['Gastos misceláneos', undefined],
    ['Contribución CDT', 'otros'],
    ['CDT', 'otros'],
    ['Impuesto municipal', 'otros'],
    ['Teléfono y telecomunicaciones', undefined],
  ])('the account of expenses «%s» is %s', { tags: ['SR5-27'] }, (name, kind) => expect(taxOfAccount(name)).toBe(kind));

  test('a difference up to 1 with the total of taxes goes to the ITBIS, or to other taxes; a larger one is reported', {
    tags: ['SR5-26'],
  }, () => {
    const off = (TotalTax: number, name = 'ITBIS 18%') => ({
      TxnTaxDetail: { TotalTax, TaxLine: [tax(name, 180)] },
      TotalAmt: 1180,
    });
    expect(texts(receiptOf(off(180.01)).figures.taxes.itbis)).toEqual(['180.00']);
    const adjusted = receiptOf(off(181));
    expect([...texts(adjusted.figures.taxes.itbis), adjusted.receipt.razones?.itbis]).toEqual([
      '181.00',
      'D-QB-AJUSTE',
    ]);
    expect(texts(receiptOf(off(180.5, 'Turismo')).figures.taxes.otros)).toEqual(['180.50']);
    expect(failureOf({ ...bill, ...off(181.01) })).toMatchObject({ codigo: 'QB-IMPUESTOS' });
  });

  test('withholding in lines or taxes is no part of the billed amount', { tags: ['SR5-28'] }, () => {
    const held = [line('ITBIS retenido', -54), line('Retención ISR', -100), line('ISR percibido', -10)];
    const { figures, receipt } = receiptOf({ Line: [line('Honorarios', 1000), ...held], TotalAmt: 1016 });
    expect(texts(figures.total, figures.base, figures.withheld.isrPercibido)).toEqual(['1180.00', '1000.00', '10.00']);
    expect(texts(receipt.retenido?.itbis, receipt.retenido?.isr)).toEqual(['54.00', '100.00']);
    const TaxLine = [tax('ITBIS 18%', 180), tax('Retención ITBIS', -54)];
    expect(texts(receiptOf({ TxnTaxDetail: { TotalTax: 126, TaxLine }, TotalAmt: 1126 }).figures.total)).toEqual([
      '1180.00',
    ]);
  });

  test('the ITBIS that an expense does not state is estimated, gives no credit, and is to be answered', {
    tags: ['SR5-29'],
  }, () => {
    const untaxed = {
      TxnTaxDetail: undefined,
      Line: [line('Compras', 1180, 'TAX'), line('Compras', 500, 'NON')],
      TotalAmt: 1680,
    };
    const { row, why, pending } = rowOf(untaxed);
    expect(texts(row.itbis_facturado, row.total_monto_facturado, row.itbis_adelantar)).toEqual([
      '180.00',
      '1500.00',
      undefined,
    ]);
    expect([why.itbis_facturado?.mark, pending.includes('itbis_facturado')]).toEqual(['estimado', true]);
    expect(texts(receiptOf(untaxed, 'Invoice').figures.taxes.itbis)).toEqual(['0.00']);
  });

  test('foreign currency is converted by the rate of the document; amounts have no sign', { tags: ['SR5-24'] }, () => {
    const { row } = rowOf({ CurrencyRef: { value: 'USD' }, ExchangeRate: 60.125 });
    expect(texts(row.total_monto_facturado, row.itbis_facturado)).toEqual(['60125.00', '10822.50']);
    const negative = { TotalAmt: -1180, TxnTaxDetail: { TotalTax: -180, TaxLine: [tax('ITBIS', -180)] } };
    expect(texts(rowOf(negative).row.total_monto_facturado)).toEqual(['1000.00']);
  });

  test.each<[string, number | undefined]>([
    ['USD', undefined],
    ['USD', 1],
    ['usd', 1],
    ['USD', 0],
    ['USD', -60.125],
    ['USD', 0.0166],
    ['USD', 60125],
    ['EUR', 1],
    ['COP', 1],
  ])(
    '%s at %s is a fault that names the currency and the rate, and never pesos',
    { tags: ['SR5-24'] },
    (value, ExchangeRate) => {
      for (const entity of ['Bill', 'Invoice'] as const) {
        const failure = failureOf({ ...bill, CurrencyRef: { value }, ExchangeRate }, entity);
        expect(failure?.codigo).toBe('QB-MONEDA');
        expect(failure?.motivo).toMatch(new RegExp(`^Está en ${value.toUpperCase()} y .*tasa de cambio.*: póngala`));
      }
    },
  );

  test('books in another currency make no receipt of what is in theirs, but of what is in pesos', () => {
    const directory = reports.emptyDirectory();
    reports.addToDirectory(directory, 'Preferences', { CurrencyPrefs: { HomeCurrency: { value: 'USD' } } });
    const codeOf = (json: Json) => {
      const outcome = outcomeOf('Bill', { ...bill, ...json }, contextOf({ directory }));
      return 'failure' in outcome ? outcome.failure.codigo : 'receipt';
    };
    expect(codeOf({})).toBe('QB-MONEDA-LIBROS');
    expect(codeOf({ CurrencyRef: { value: 'USD' }, ExchangeRate: 1 })).toBe('QB-MONEDA-LIBROS');
    expect(codeOf({ CurrencyRef: { value: 'EUR' }, ExchangeRate: 60 })).toBe('QB-MONEDA-LIBROS');
    expect(codeOf({ CurrencyRef: { value: 'DOP' }, ExchangeRate: 0.0166 })).toBe('receipt');
  });

  test('the parts always add up to the billed amount', () => {
    const cents = fc.integer({ min: 1, max: 10_000_000 }).map((n) => n / 100);
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: -100, max: 100 }), (base, itbis, off) => {
        const TaxLine = [tax('ITBIS', itbis), tax('Propina', 1)];
        const TotalTax = Number((itbis + 1 + off / 100).toFixed(2));
        const TotalAmt = Number((base + TotalTax).toFixed(2));
        if (itbis + off / 100 < 0) return;
        const { figures, receipt } = receiptOf({
          Line: [line('x', base)],
          TxnTaxDetail: { TotalTax, TaxLine },
          TotalAmt,
        });
        expect(compare(sum([figures.base, ...Object.values(figures.taxes)]), figures.total)).toBe(0);
        const { gravado18, gravado16, gravado0, exento } = receipt.totales;
        expect(compare(sum([gravado18, gravado16, gravado0, exento].map((part) => part ?? zero)), figures.base)).toBe(
          0,
        );
      }),
    );
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
