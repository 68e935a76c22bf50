import { add, decimal, type Fecha, formatDecimal, zero } from '@timbre/values';
import { describe, expect, test } from 'vitest';
import { officialFiles, readJson } from '../../testing/official.ts';
import { row606, row607 } from '../../testing/sound-rows.ts';
import { distinct } from '../derive/distinct.ts';
import type { PurchaseEntry, SaleEntry } from './amounts.ts';
import { anexoA } from './anexo-a.ts';
import { isManual } from './box.ts';
import { contributionOf } from './contribution.ts';
import { addPurchase, addSale, gives, mergeFacts, noFacts, purchaseFeeds } from './facts.ts';
import { fillIT1 } from './fill.ts';
import { boxes, it1Form } from './it1-boxes.ts';
import { auditRules, preAudit } from './pre-audit.ts';
import { resumenGerencial } from './resumen-gerencial.ts';

const d = decimal;
const day = (text: string) => text as Fecha;
const none = { gravado18: zero, gravado16: zero, gravado0: zero, exento: zero };

const sales: SaleEntry[] = [
  { row: { ...row607, ncf: 'E310000000001' }, facts: { ...none, gravado18: d('500.00') } },
  {
    row: {
      ncf: 'B0200000001',
      tipo_ingreso: '1',
      monto_facturado: d('300.00'),
      itbis_facturado: d('16.00'),
      efectivo: d('316.00'),
    },
    facts: { ...none, gravado16: d('100.00'), exento: d('150.00'), gravado0: d('50.00') },
  },
  {
    row: {
      ncf: 'E340000000001',
      tipo_ingreso: '1',
      fecha_comprobante: day('20-08-2026'),
      monto_facturado: d('100.00'),
      itbis_facturado: d('18.00'),
    },
    facts: { ...none, gravado18: d('100.00'), fecha_ncf_modificado: day('20-07-2026') },
  },
  {
    row: { ncf: 'E440000000001', tipo_ingreso: '1', monto_facturado: d('40.00'), venta_credito: d('40.00') },
    facts: { ...none, exento: d('40.00') },
  },
];
const purchases: PurchaseEntry[] = [
  { row: row606 },
  {
    row: {
      ncf: 'E310000000009',
      rnc_cedula: '132111117',
      tipo_bienes_servicios: '09',
      monto_servicios: d('100.00'),
      monto_bienes: d('200.00'),
      total_monto_facturado: d('300.00'),
      itbis_facturado: d('54.00'),
      itbis_costo: d('9.00'),
      itbis_proporcionalidad: d('15.00'),
      itbis_adelantar: d('45.00'),
      itbis_retenido: d('5.40'),
    },
  },
  { row: { ...row606, ncf: 'E310000000010' }, momento: 'pago' },
];
/** Whether a box is never negative. */
const isCut = (id: string) => boxes.get(id)!.formula?.positive === true;
const facts = () => {
  const all = noFacts();
  for (const sale of sales) addSale(all, sale);
  for (const purchase of purchases) addPurchase(all, purchase);
  return all;
};
const of = (form: ReturnType<typeof fillIT1>, ...ids: string[]) =>
  ids.map((id) => formatDecimal(form.value(id).amount, 2));

test('sales are summed by type of receipt, way of payment and kind of income; notes subtract', {
  tags: ['SR5-9'],
}, () => {
  const form = fillIT1(facts());
  expect(of(form, 'A1', 'A2', 'A4', 'A6', 'A11')).toEqual(['500.00', '300.00', '100.00', '40.00', '740.00']);
  expect(of(form, 'A12', 'A14', 'A15', 'A19')).toEqual(['316.00', '600.00', '80.00', '996.00']);
  expect(of(form, 'A20', 'A26', 'A43')).toEqual(['740.00', '740.00', '100.00']);
  expect(form.value('A1').rows).toBe(1);
});

test('a credit note is late from the 31st day on', () => {
  const late = (modificado: string) => {
    const [, , note] = sales;
    const entry = { row: note!.row, facts: { ...none, fecha_ncf_modificado: day(modificado) } };
    return fillIT1(addSale(noFacts(), entry)).value('A43').rows;
  };
  expect([late('20-07-2026'), late('21-07-2026')]).toEqual([1, 0]);
});

test('exempt sales and the 16 % come from the receipts', () => {
  const form = fillIT1(facts());
  expect(of(form, '1', '4', '5', '9', '10', '12', '11')).toEqual([
    '740.00',
    '200.00',
    '40.00',
    '240.00',
    '500.00',
    '100.00',
    '500.00',
  ]);
  expect(of(form, '16', '17', '21')).toEqual(['90.00', '16.00', '106.00']);
});

test('the ITBIS of purchases is in one box each, goods and services apart', () => {
  const form = fillIT1(facts());
  expect(of(form, 'A47.1', 'A47.2', 'A53.1', 'A53.2')).toEqual(['6.00', '3.00', '10.00', '5.00']);
  expect(of(form, 'A50.1', 'A50.2', 'A51.1', 'A51.2')).toEqual(['20.00', '10.00', '0.00', '180.00']);
  expect(of(form, '22', '23', '25')).toEqual(of(form, 'A56.1', 'A56.2', 'A56'));
});

test('the coefficient is (2 + 5 + 10) of 1 in percent', () => {
  const form = fillIT1(facts());
  expect(formatDecimal(form.value('A54').amount)).toBe('72.9730');
  expect(of(form, 'A55.1', 'A55.2')).toEqual(['7.30', '3.65']);
});

test('a note over an export is an export, with its sign, and no local sale', () => {
  const over = (ncf: string, monto: string): SaleEntry => ({
    row: { ncf, ncf_modificado: 'E460000000001', tipo_ingreso: '1', monto_facturado: d(monto) },
    facts: { ...none, gravado0: d(monto) },
  });
  const exported: SaleEntry = {
    row: { ncf: 'E460000000001', tipo_ingreso: '1', monto_facturado: d('1000.00') },
    facts: { ...none, gravado0: d('1000.00') },
  };
  const form = fillIT1(
    [exported, over('E340000000001', '150.00'), over('E330000000001', '50.00')].reduce(addSale, facts()),
  );
  expect(of(form, '1', '2', '4', '5', '10')).toEqual(['1640.00', '900.00', '200.00', '40.00', '500.00']);
  expect(formatDecimal(form.value('A54').amount)).toBe('87.8049');
});

test('the coefficient is at most 100 %, and never negative', () => {
  const sold = (ncf: string, monto: string, modificado?: string): SaleEntry => ({
    row: { ncf, tipo_ingreso: '1', monto_facturado: d(monto), ...(modificado && { ncf_modificado: modificado }) },
    facts: { ...none, exento: d(monto) },
  });
  const coefficient = (...all: SaleEntry[]) => of(fillIT1(all.reduce(addSale, noFacts())), 'A54');
  expect(coefficient(sold('E440000000001', '1000'), sold('E340000000001', '100', 'E440000000001'))).toEqual(['100.00']);
  expect(coefficient(sold('E440000000001', '10'), sold('E340000000001', '100', 'E440000000009'))).toEqual(['0.00']);
});

test('withheld ITBIS goes to the box of its kind of supplier, also in the month of the payment', () => {
  const form = fillIT1(facts());
  expect(of(form, '39', '43', '42', '47')).toEqual(['2000.00', '100.00', '0.00', '0.00']);
  expect(of(form, '50', '52', '60')).toEqual(['360.00', '5.40', '365.40']);
});

test('a credit changes the difference, and answers are marked', () => {
  const form = fillIT1(facts(), { 29: d('500.00'), A9: d('100.00') });
  expect(form.value('29').mark).toBe('respondido');
  expect(form.value('28').mark).toBe('pendiente');
  expect(form.value('1').mark).toBe('calculado');
  expect(of(form, 'A11')).toEqual(['840.00']);
  expect(of(form, '33')).toEqual(['0.00']);
});

test.each([
  ['a credit that is larger than what was withheld back', '100.00', '-30.00', '0.00', '70.00'],
  ['a credit that is smaller', '20.00', '-30.00', '10.00', '0.00'],
  ['a credit, and more withheld', '100.00', '30.00', '0.00', '130.00'],
])('%s leaves either something to pay or a credit', (_, credit, withheld, toPay, newCredit) => {
  const ncf = withheld.startsWith('-') ? 'E340000000001' : 'E310000000001';
  const row = { ncf, itbis_retenido_terceros: d(withheld.replace('-', '')) };
  const form = fillIT1(addSale(noFacts(), { row }), { 'A50.1': d(credit) });
  expect(of(form, '26', '27', '30')).toEqual(['0.00', credit, withheld]);
  expect(of(form, '33', '34')).toEqual([toPay, newCredit]);
});

test('a box that follows from others has no answer', () => {
  expect(() => fillIT1(noFacts(), { 10: d('1') })).toThrow(RangeError);
  expect(() => fillIT1(noFacts(), { 99: d('1') })).toThrow(RangeError);
});

test('an empty month is all zeros', () => {
  const { anexoA: a, it1 } = fillIT1(noFacts());
  for (const { id, amount } of [...a, ...it1]) expect([id, formatDecimal(amount, 2)]).toEqual([id, '0.00']);
});

test('facts merge, and a receipt that comes twice counts once', () => {
  const [first, ...rest] = sales;
  const one = addSale(noFacts(), first!);
  const others = rest.reduce(addSale, noFacts());
  const bought = purchases.reduce(addPurchase, noFacts());
  expect(mergeFacts(mergeFacts(others, bought), one)).toEqual(new Map([...facts()]));
  expect([...distinct([...sales, ...sales], false)]).toEqual(sales);
  expect([...distinct([...purchases, ...purchases], true)]).toEqual(purchases);
});

test('the rows behind a box can be listed', () => {
  const feed = boxes.get('39')!.feed as never;
  expect(purchases.filter((entry) => purchaseFeeds(feed, entry)).map(({ row }) => row.ncf)).toEqual([
    row606.ncf,
    'E310000000010',
  ]);
});

describe('what a receipt adds to a box', () => {
  const entries = [
    ...sales.map((sale) => ({ format: '607' as const, ...sale })),
    ...purchases.map((purchase) => ({ format: '606' as const, ...purchase })),
  ];
  const added = (id: string) => entries.map((entry) => contributionOf(boxes.get(id)!, entry));

  test('it is the part of the receipt that the box counts, not the whole receipt', () => {
    expect(added('4').map((amount) => formatDecimal(amount!, 2))).toEqual([
      '0.00',
      '200.00',
      '0.00',
      '0.00',
      ...purchases.map(() => '0.00'),
    ]);
    expect(formatDecimal(added('C607.monto')[2]!, 2)).toBe('-100.00');
  });

  test('over all receipts it adds up to each box that is a sum of them', () => {
    const form = fillIT1(facts());
    const summed = [...boxes.values()].filter(({ id }) => added(id).every((amount) => amount !== undefined));
    expect(summed.length).toBeGreaterThan(80);
    for (const { id } of summed) {
      const total = added(id).reduce<typeof zero>((sum, amount) => add(sum, amount!), zero);
      const shown = form.value(id).amount;
      expect([id, formatDecimal(shown, 2)]).toEqual([
        id,
        formatDecimal(isCut(id) && total.units < 0 ? zero : total, 2),
      ]);
    }
  });

  test('the coefficient, and what follows from it, is no sum of receipts', () => {
    for (const id of ['A54', 'A55.1', 'A56.1']) expect(added(id)[0]).toBeUndefined();
  });
});

describe('pre-audit', () => {
  test('the receipts that a finding is about are the rows of a box', () => {
    const rows = (codigo: string, more: SaleEntry) =>
      [...preAudit(fillIT1(addSale(facts(), more)))].find(({ code }) => code === codigo)?.rows;
    const unpaid = { row: { ...row607, tarjeta: undefined, efectivo: undefined, venta_credito: undefined } };
    expect(rows('IT1-607-03', unpaid)).toBe('C607.sin-forma');
    const entry = { format: '607' as const, ...unpaid };
    expect(gives(boxes.get('C607.sin-forma')!, entry)).toBe(true);
    const paid = sales.filter((sale) => gives(boxes.get('C607.sin-forma')!, { format: '607', ...sale }));
    expect(paid).toEqual([]);
  });

  test('a form that agrees with its reports has no finding', () => {
    const onTime = { ...sales[2]!, facts: { ...sales[2]!.facts!, fecha_ncf_modificado: day('21-07-2026') } };
    const all = [sales[0]!, sales[1]!, onTime, sales[3]!].reduce(addSale, purchases.reduce(addPurchase, noFacts()));
    const findings = [...preAudit(fillIT1(all))].filter(({ code }) => code !== 'IT1-607-03');
    expect(findings.map(({ code }) => code)).toEqual([]);
  });

  test('each rule of the pre-audit is broken by its form', () => {
    const broken: Record<string, () => ReturnType<typeof preAudit>> = {
      'IT1-607-01': () =>
        preAudit(fillIT1(addSale(facts(), { row: { ncf: 'X', monto_facturado: d('5.00'), tipo_ingreso: '1' } }))),
      'IT1-607-02': () =>
        preAudit(fillIT1(addSale(facts(), { row: { ncf: 'E310000000005', monto_facturado: d('5.00') } }))),
      'IT1-607-03': () => preAudit(fillIT1(addSale(facts(), { row: { ...row607, tarjeta: undefined } }))),
      'IT1-607-04': () => preAudit(fillIT1(facts(), { 4: d('0.00') })),
      'IT1-607-06': () => preAudit(fillIT1(facts())),
      'IT1-607-07': () => preAudit(fillIT1(facts())),
      'IT1-607-05': () => preAudit(fillIT1(addSale(facts(), { row: row607 }))),
      'IT1-606-01': () => preAudit(fillIT1(addPurchase(facts(), { row: { ...row606, itbis_adelantar: undefined } }))),
      'IT1-606-02': () => preAudit(fillIT1(facts(), { 39: d('0.00') })),
      'IT1-SALDO-01': () => preAudit(fillIT1(facts()), { saldoAnterior: d('1.00') }),
      'IT1-PRESENTADO-01': () => preAudit(fillIT1(facts()), { filed: { 21: d('80.00') } }),
    };
    expect(Object.keys(broken).sort()).toEqual(auditRules.map(({ code }) => code).sort());
    for (const [code, audit] of Object.entries(broken))
      expect([...audit()].map((finding) => finding.code)).toContain(code);
  });

  test('a filed form is compared box by box', () => {
    const all = [...preAudit(fillIT1(facts()), { filed: { '21': d('80.00'), '1': d('740.00') } })];
    const filed = all.filter(({ code }) => code === 'IT1-PRESENTADO-01');
    const [finding] = filed;
    expect(filed.map(({ box }) => box)).toEqual(['21']);
    expect(finding).toMatchObject({ box: '21', actual: d('80.00') });
  });
});

test('the summary for the manager estimates the income tax with the annual scale, and is marked as an estimate', {
  tags: ['SR3-2', 'SR9-2', 'SR9-3'],
}, () => {
  const all = facts();
  all.set('C607.monto', { amount: d('824329.00'), count: 1 });
  all.set('C606.monto', { amount: d('100000.00'), count: 1 });
  const summary = resumenGerencial(all, 2026);
  expect(formatDecimal(summary.utilidadBruta, 2)).toBe('724329.00');
  expect([summary.impuestoRenta, summary.marks.impuestoRenta]).toEqual([d('51216'), 'estimado']);
  expect(formatDecimal(summary.utilidadNeta, 2)).toBe('673113.00');
  expect(formatDecimal(summary.itbisAPagar, 2)).toBe('0.00');
  expect(formatDecimal(add(summary.itbisVentas, zero), 2)).toBe('106.00');
});

describe.skipIf(!officialFiles)('the official form', () => {
  interface Official {
    readonly n: number;
    readonly label: string;
    readonly feed?: string;
  }
  const official = () => readJson('it1.json') as { dueDay: number; anexoA: Official[]; it1: Official[] };
  const whole = (list: typeof anexoA) => list.filter(({ id }) => !id.includes('.'));

  test('every box of the official form exists, in order, under its name', () => {
    for (const [ours, theirs] of [
      [whole(anexoA), official().anexoA],
      [whole(it1Form), official().it1],
    ] as const) {
      expect(ours.map(({ id }) => Number(id.replace('A', '')))).toEqual(theirs.map(({ n }) => n));
      for (const [i, { label, id }] of ours.entries()) expect(theirs[i]!.label.startsWith(label), id).toBe(true);
    }
  });

  test('the sums that the official labels state are ours', () => {
    const stated = (prefix: string, { n, label }: Official) => {
      const text = / ([\d+.-]+)$/.exec(label)?.[1];
      if (text === undefined || label.includes('Art.') || !/[+.]|\d-/.test(text)) return;
      const terms = text.split(/(?=[+-])/).flatMap((term) => {
        const [from, to = from] = term.replace(/^[+-]/, '').split('..').map(Number) as [number, number?];
        const sign = term.startsWith('-') ? '-' : '';
        return Array.from({ length: to! - from + 1 }, (_, k) => `${sign}${prefix}${from + k}`);
      });
      // Box 33 also subtracts the credit of box 27, which is zero wherever the label of box 33 applies.
      const ours = boxes.get(`${prefix}${n}`)!.formula?.sum?.filter((term) => n !== 33 || term !== '-27');
      expect(ours, `${prefix}${n}`).toEqual(terms);
    };
    for (const box of official().anexoA) if (box.n < 45) stated('A', box);
    for (const box of official().it1) if (box.n !== 52) stated('', box);
  });

  test('the boxes to be filled by hand and those fed by a report are those of the official form', () => {
    for (const { n, feed = '' } of official().anexoA.filter(({ n }) => n < 45)) {
      const box = boxes.get(`A${n}`)!;
      if (feed.startsWith('manual')) expect(isManual(box), box.id).toBe(true);
      if (/^60[67]/.test(feed)) expect(box.feed?.format, box.id).toBe(n === 44 ? '606' : '607');
    }
  });
});
