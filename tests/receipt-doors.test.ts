// A receipt is the same by every door, however its texts are written there: as JSON, on the form, pasted, in a .csv, an
// .xlsx or an .xls, in the TXT of a report and as a document of QuickBooks.
import { importacion, type reportes } from '@timbre/contract';
import * as reports from '@timbre/reports';
import { type Fecha, formatDecimal, formatISODate, parseISODate } from '@timbre/values';
import { beforeAll, expect, test } from 'vitest';
import { readReceiptsBook } from '../apps/server/src/domain/desk/read-receipts-book.ts';
import { readPaper } from '../apps/server/src/domain/reports/paper-receipt.ts';
import { emptyPaper, faultOfPaper, pastedPaper, registroOf } from '../apps/web/src/features/reportes/paper.ts';
import {
  headers,
  lineOf,
  type Purchase,
  plain,
  samplePurchases,
  sheetBook,
  spellDay,
  titles,
  typed,
  type Written,
} from './spelled-purchases.ts';

const own = '132000005';
const howMany = 1_000;

/** The fields of a purchase in the 606, as texts. */
type Row = readonly string[];
const expected = ({ rnc, ncf, modified, day, base, itbis }: Purchase): Row => [
  rnc,
  ncf,
  modified,
  day,
  plain(base),
  plain(itbis),
];
type Draft606 = ReturnType<typeof reports.derivePurchase>[number]['row'];
const rowOf = (row: Draft606): Row => [
  row.rnc_cedula ?? '',
  row.ncf ?? '',
  row.ncf_modificado ?? '',
  row.fecha_comprobante === undefined ? '' : formatISODate(row.fecha_comprobante),
  row.total_monto_facturado === undefined ? '' : formatDecimal(row.total_monto_facturado, 2),
  formatDecimal(row.itbis_facturado ?? { units: 0, scale: 2 }, 2),
];
const rowOfReceipt = (receipt: reports.Receipt): Row => rowOf(reports.derivePurchase(receipt, { rnc: own })[0]!.row);
const loaded = (record: reportes.RegistroCargado): Row =>
  rowOfReceipt(readPaper(record, { sentido: 'compra', rnc: own, hoy: '31-12-2026' as Fecha }).receipt);

function ofBook(bytes: Buffer, name: string): readonly Row[] {
  const most = { bytes: 1e7, descomprimido: importacion.limitesDelLibro.descomprimido, filas: howMany };
  const { datos, incidencias } = readReceiptsBook({
    bytes,
    name,
    tipo: '606',
    rnc: '131246796',
    most,
    filasOcultas: 'omitir',
  });
  expect(incidencias).toEqual([]);
  return datos.map(loaded);
}

const { fields } = reports.formatOf('606');
function txtLine({ rnc, ncf, modified, day, base, itbis }: Purchase): string {
  const cells: Readonly<Record<string, string>> = {
    rnc_cedula: rnc,
    tipo_id: rnc.length === 9 ? '1' : '2',
    ncf,
    ncf_modificado: modified,
    fecha_comprobante: day.replaceAll('-', ''),
    total_monto_facturado: plain(base),
    itbis_facturado: plain(itbis),
  };
  return fields.map(({ key }) => cells[key] ?? '').join('|');
}

function billOf({ rnc, ncf, modified, day, base, itbis }: Purchase, at: number) {
  const tax = { value: 'ITBIS 18%', name: 'ITBIS 18%' };
  const account = { AccountRef: { value: 'Compras', name: 'Compras' } };
  return {
    Id: String(at + 1),
    TxnDate: day,
    DocNumber: ncf,
    PrivateNote: modified === '' ? '' : `MODIFICADO: ${modified}`,
    VendorRef: { value: '56', name: `Suplidora Inventada RNC ${rnc}` },
    Line: [{ Amount: base / 100, DetailType: 'AccountBasedExpenseLineDetail', AccountBasedExpenseLineDetail: account }],
    ...(itbis > 0 && {
      TxnTaxDetail: {
        TotalTax: itbis / 100,
        TaxLine: [
          { Amount: itbis / 100, TaxLineDetail: { TaxRateRef: tax, TaxPercent: 18, NetAmountTaxable: base / 100 } },
        ],
      },
    }),
    TotalAmt: (base + itbis) / 100,
  };
}

const nothing = { mapping606: {}, mapping607: {}, mapeoTipos606: {}, mapeoTipos607: {} };
const books = {
  declarant: { rnc: own },
  directory: reports.emptyDirectory(),
  mapping: reports.indexMapping(nothing),
};
function ofQuickBooks(one: Purchase, at: number): Row {
  const document = reports.readQuickBooks(one.modified === '' ? 'Bill' : 'VendorCredit', billOf(one, at));
  const outcome = 'failure' in document ? document : reports.receiptFromQuickBooks(document, books);
  return 'receipt' in outcome ? rowOfReceipt(outcome.receipt) : [JSON.stringify(outcome)];
}

const doors: Readonly<Record<string, (all: readonly Written[]) => readonly Row[]>> = {
  JSON: (all) => all.map((one) => loaded(JSON.parse(JSON.stringify(typed(one))))),
  'the form': (all) =>
    all.map((one) => {
      const row = { ...emptyPaper, ...typed(one) };
      return [faultOfPaper(row, '606')].filter((fault) => fault !== undefined).concat(loaded(registroOf(row)));
    }),
  'the pasted sheet': (all) =>
    pastedPaper(all.map((one) => Object.values(typed(one)).join('\t')).join('\n')).map((row) =>
      loaded(registroOf(row)),
    ),
  'the .csv': (all) => {
    const lines = [...titles, headers, ...all.map(lineOf)].map((cells) => cells.map((cell) => `"${cell}"`).join(';'));
    return ofBook(Buffer.from(lines.join('\r\n')), 'compras.csv');
  },
  'the .xlsx': (all) => ofBook(sheetBook(all, 'xlsx'), 'compras.xlsx'),
  'the .xls': (all) => ofBook(sheetBook(all, 'biff8'), 'compras.xls'),
  'the TXT': (all) => {
    const summary = reports.emptyTxtSummary();
    const text = `606|${own}|202612|${all.length}\r\n${all.map(txtLine).join('\r\n')}\r\n`;
    const rows = [...reports.readTxt('606', text, summary)].map(rowOf);
    expect(summary.faults).toEqual([]);
    return rows;
  },
  QuickBooks: (all) => all.map(ofQuickBooks),
};

let all: readonly Written[];
beforeAll(() => {
  all = samplePurchases(howMany);
});

test.each(Object.entries(doors))('by %s a thousand purchases are the same rows as by any other door', (_, door) => {
  expect(all.length).toBe(howMany);
  const [rows, plain] = [door(all), all.map(expected)];
  expect(rows.length).toBe(howMany);
  expect(rows.find((row, at) => row.join() !== plain[at]!.join())).toBeUndefined();
});

test('the purchases have days that exist, each kind of number, and every form of a day', () => {
  const forms = all.map(({ day, spelling }) =>
    spellDay(day, spelling)
      .replace(/\d+/g, '9')
      .replace(/[a-z]{3}/, 'mes'),
  );
  expect(all.filter(({ day }) => parseISODate(day) === undefined)).toEqual([]);
  expect(new Set(forms)).toEqual(new Set(['9/9/9', '9-9-9 9:9', '9-9-9', '9-mes-9', '9', '9-9-9T9:9:9']));
  expect(new Set(all.map(({ ncf }) => ncf.slice(0, 3)))).toEqual(new Set(['B01', 'E31', 'B04', 'E34']));
});
