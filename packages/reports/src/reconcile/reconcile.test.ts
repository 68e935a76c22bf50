import { decimal, type Fecha, formatDecimal, type Periodo, sum } from '@timbre/values';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as reports from '../index.ts';

const entry = (ncf: string, more: Partial<reports.ReconciledEntry> = {}): reports.ReconciledEntry => ({
  ncf,
  rnc: '132111117',
  fecha: '14-08-2026' as Fecha,
  monto: decimal('1000.00'),
  itbis: decimal('180.00'),
  ...more,
});
const reconciled = (report: '606' | '607', sides: reports.ReconciledSides) => {
  const totals = reports.noReconciledTotals();
  return { findings: [...reports.reconcile(report, sides, totals)], totals };
};
const [paper, electronic] = ['B0100000001', 'E310000000001'] as const;

describe('a receipt', () => {
  test('a receipt that is equal in all sources is no finding, also with a difference of a cent', () => {
    const one = entry(electronic);
    const { findings, totals } = reconciled('606', {
      quickbooks: [entry(electronic, { itbis: decimal('180.01') })],
      ecf: [one],
      txt: [one],
    });
    expect([findings, totals.alike, totals.otherwise]).toEqual([[], 1, 0]);
  });

  test('a receipt that differs from its e-CF is corrected by it in the books and in the file', () => {
    const { findings } = reconciled('606', {
      quickbooks: [entry(electronic, { monto: decimal('900') })],
      ecf: [entry(electronic)],
      txt: [entry(electronic, { fecha: '15-08-2026' as Fecha })],
    });
    expect(findings[0]!.fields).toEqual(['fecha', 'monto']);
    expect(findings[0]!.corrections).toEqual([
      {
        donde: 'txt',
        texto:
          'Genere de nuevo el archivo, con la fecha en 14/08/2026, como dice el e-CF; si ya lo presentó, rectifíquelo',
      },
      { donde: 'quickbooks', texto: 'Cambie el monto sin impuestos a RD$ 1,000.00, como dice el e-CF' },
    ]);
  });

  test('a receipt on paper that differs between the books and the file is to be checked by a person', () => {
    const { findings } = reconciled('606', {
      quickbooks: [entry(paper, { itbis: decimal('18') })],
      ecf: [],
      txt: [entry(paper)],
    });
    expect(findings[0]!.corrections).toEqual([
      {
        donde: 'quickbooks',
        texto:
          'Busque el ITBIS en el comprobante: QuickBooks dice RD$ 18.00; el archivo dice RD$ 180.00. Corrija el que esté mal',
      },
    ]);
  });

  test('a receipt is missing only where it should be', () => {
    const missing = (report: '606' | '607', ncf: string, more: Partial<reports.ReconciledEntry> = {}) => {
      const all = { quickbooks: [], ecf: [], txt: [] };
      const only = (source: reports.ReconciledSource) =>
        reconciled(report, { ...all, [source]: [entry(ncf, more)] }).findings[0]?.missing ?? [];
      return reports.reconciledSources.map(only);
    };
    expect(missing('606', electronic)).toEqual([
      ['ecf', 'txt'],
      ['quickbooks', 'txt'],
      ['quickbooks', 'ecf', 'txt'],
      ['quickbooks', 'ecf'],
    ]);
    const [inBooks, inTxt] = [['quickbooks', 'txt'], ['quickbooks']];
    expect(missing('606', paper)).toEqual([['txt'], inBooks, inBooks, inTxt]);
    const both = ['quickbooks', 'ecf'];
    expect(missing('607', electronic)).toEqual([['ecf'], ['quickbooks'], both, both]);
    expect(missing('607', 'B0200000001')).toEqual([[], inTxt, inTxt, inTxt]);
    expect(missing('607', 'B0200000001', { monto: decimal('250000') })).toEqual([['txt'], inBooks, inBooks, inTxt]);
    // Without books to compare, a receipt on paper that a TXT lists should have been loaded.
    const { findings } = reconciled('606', { ecf: [], papel: [], txt: [entry(paper), entry(electronic)] });
    expect(findings.map(({ missing: from }) => from)).toEqual([['papel'], ['ecf']]);
    expect(reconciled('606', { quickbooks: [entry(paper)], ecf: [] }).findings).toEqual([]);
  });

  test('a receipt of the same number and another supplier is another one, unless amounts agree or one has no RNC', () => {
    const sides = (rnc: string, monto: string) => ({
      quickbooks: [entry(paper, { rnc, monto: decimal(monto) })],
      txt: [entry(paper)],
    });
    expect(reconciled('606', sides('130000001', '5')).findings.map(({ missing }) => missing)).toEqual([
      ['txt'],
      ['quickbooks'],
    ]);
    for (const [rnc, monto] of [
      ['130000001', '1000.50'],
      ['', '5'],
    ] as const)
      expect(reconciled('606', sides(rnc, monto)).findings.map(({ fields }) => fields.includes('rnc'))).toEqual([true]);
    expect(reconciled('607', sides('130000001', '5')).findings.length).toBe(1);
  });

  test('a receipt that a source has twice is reported', () => {
    const { findings } = reconciled('607', { quickbooks: [entry(paper), entry(paper)], txt: [entry(paper)] });
    expect([findings[0]!.repeated, findings[0]!.corrections[0]!.donde]).toEqual([['quickbooks'], 'quickbooks']);
  });
});

test('later payments in a file are not compared', () => {
  const text = [
    '606|132000005|202608|2',
    '132111117|1|02|B0100000001||20260814||1000.00||1000.00|180.00||||180.00||||||||04',
    '132111117|1|02|B0100000009||20260714|20260805|1000.00||1000.00|180.00|54.00|||180.00||||||||02',
  ].join('\r\n');
  const { rows } = reports.parseTxt('606', text);
  expect(rows.map((row) => reports.reconciledEntry(row, '202608' as Periodo))).toEqual([entry(paper), undefined]);
});

test('cents are no difference to a file in whole pesos, and are one between others', () => {
  const [exact, rounded] = [entry(paper, { monto: decimal('1000.50') }), entry(paper, { monto: decimal('1001') })];
  const sides = (quickbooks: reports.ReconciledEntry, txt: reports.ReconciledEntry) => [
    ...reports.reconcile('606', { quickbooks: [quickbooks], txt: [txt] }, reports.noReconciledTotals(), true),
  ];
  expect(sides(exact, rounded)).toEqual([]);
  expect(sides(exact, entry(paper, { monto: decimal('1001.01') }))[0]!.fields).toEqual(['monto']);
  const books = { quickbooks: [exact], ecf: [rounded] };
  expect([...reports.reconcile('606', books, reports.noReconciledTotals(), true)][0]!.fields).toEqual(['monto']);
});

test('credit notes subtract from the totals, and differences are in percent', () => {
  const { totals } = reconciled('606', { quickbooks: [entry(paper), entry('B0400000001', { monto: decimal('100') })] });
  expect(formatDecimal(totals.sources.quickbooks!.monto)).toBe('900.00');
  expect(reports.percentOff(decimal('90'), decimal('120'))).toEqual(decimal('-25.00'));
  expect(reports.percentOff(decimal('90'), decimal('0'))).toBeUndefined();
});

test('the totals of parts of the numbers add up to the whole', () => {
  const totals = reports.noReconciledTotals();
  for (const ncf of [paper, electronic]) [...reports.reconcile('606', { txt: [entry(ncf)] }, totals)];
  expect([totals.sources.txt!.cantidad, totals.alike]).toEqual([2, 2]);
});

test('entries that are not in order are refused', () => {
  expect(() => reconciled('606', { quickbooks: [entry('B0100000002'), entry('B0100000001')] })).toThrow(RangeError);
});

test('no receipt is lost, and a source compared with itself has no findings', { tags: ['SR5-34'] }, () => {
  const numbers = fc.constantFrom(paper, electronic, 'B0100000002', 'E320000000001', 'B1300000001');
  const rncs = fc.constantFrom('', '132111117', '130000001');
  const entries = fc
    .array(fc.record({ ncf: numbers, rnc: rncs, monto: fc.constantFrom('5', '1000', '1000.50').map(decimal) }), {
      maxLength: 12,
    })
    .map((list) =>
      list.map(({ ncf, ...more }) => entry(ncf, more)).sort((a, b) => (a.ncf < b.ncf ? -1 : a.ncf > b.ncf ? 1 : 0)),
    );
  fc.assert(
    fc.property(fc.constantFrom('606', '607'), entries, entries, entries, (report, quickbooks, ecf, txt) => {
      const { findings, totals } = reconciled(report, { quickbooks, ecf, txt });
      for (const [source, list] of Object.entries({ quickbooks, ecf, txt })) {
        const { cantidad, monto } = totals.sources[source as reports.ReconciledSource]!;
        expect([cantidad, formatDecimal(monto, 2)]).toEqual([
          list.length,
          formatDecimal(sum(list.map((each) => each.monto)), 2),
        ]);
      }
      expect(totals.otherwise).toBe(findings.length);
      for (const { corrections, missing, fields, repeated } of findings) {
        expect(missing.length + fields.length + repeated.length).toBeGreaterThan(0);
        expect(corrections.length).toBeGreaterThan(0);
      }
      const once = [
        ...new Map(quickbooks.map((each) => [report === '606' ? `${each.ncf}${each.rnc}` : each.ncf, each])).values(),
      ];
      const papers = once.filter(({ ncf }) => ncf.startsWith('B'));
      expect(reconciled(report, { quickbooks: papers, ecf: papers, txt: papers }).findings).toEqual([]);
    }),
  );
});
