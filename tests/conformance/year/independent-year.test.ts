import { reportes } from '@timbre/contract';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { type Company, makeCompany } from '../month/company.ts';
import { withMonthServer } from '../month/server.ts';
import { answerPurchases, answerSales } from './answers.ts';
import { connectBooks, fillBooks } from './books.ts';
import { isLate, money, monthOf, type Purchase } from './event.ts';
import { issueBook, issueEach, voidNumbers } from './own-documents.ts';
import { loadPaper } from './paper.ts';
import { own } from './parties.ts';
import { inMonth, wholeYear, yearOf } from './plan.ts';
import { lineOf606, rowsOf606 } from './reckon-606.ts';
import { linesOf607, salesOf, summaryOf } from './reckon-607.ts';
import { linesOf608, linesOf609 } from './reckon-608-609.ts';
import { boxesOf, byHandOf, shown, totalsOf } from './reckon-it1.ts';
import { dayOf, nextMonth } from './slots.ts';
import { makeSuppliers, type Suppliers } from './suppliers.ts';

// A year of an invented company, by every door, month by month: its documents are issued and received on their days, and
// each month is closed on the fifth of the next. The reports are reckoned a second time from the events, by code that
// shares nothing with the platform, from the instructions of the 606 and the 607, the tools of the 608 and the 609, the
// form of the IT-1, art. 338 and the laws of withholding. Its amounts, days, parties and doors follow a seed.
// `npm run test:rest` plays two months of one year, `npm run test:all` the twelve months of another in each run.

vi.setConfig({ testTimeout: 300_000, hookTimeout: 1_800_000 });

const [seed, months] = inject('every') ? [inject('seed'), wholeYear] : [1, wholeYear.slice(2, 4)];
const year = yearOf(seed, months);
const byHand = byHandOf(year);
const server = withMonthServer();
let company: Company;
let suppliers: Suppliers;
/** The texts of the files as they were on the day of closing, and those at the end of the year. */
const closed = new Map<string, string>();

const days = (from: string, to = from) => {
  const [at, month] = [Number(to.slice(0, 4)), Number(to.slice(4))];
  return { fechaDesde: dayOf(from, 1), fechaHasta: dayOf(to, new Date(Date.UTC(at, month, 0)).getUTCDate()) };
};
const goTo = (day: string) => {
  const ms = Date.parse(`${day}T14:00:00Z`) - server.clock.now().getTime();
  if (ms > 0) server.clock.advance(ms);
};

/** Generates a report of some months, and waits for it. For the 606 and the 607 the platform reads the books. */
async function generate(tipo: '606' | '607' | 'it1', range: ReturnType<typeof days>) {
  const { body } = await company.call(reportes.generarReporte, { params: { tipo }, body: range });
  for (;;) {
    const report = (await company.call(reportes.verReporte, { params: { tipo, id: body._id } })).body;
    if (report.estado === 'listo') return report;
    if (report.estado !== 'generando') throw new Error(report.progreso.mensaje);
    server.clock.advance(1_000);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const formats = ['606', '607', '608', '609'] as const;
const textOf = async (tipo: (typeof formats)[number], month: string) =>
  (await company.call(reportes.exportarTxt, { params: { tipo }, query: days(month) })).text;

/** Issues, receives and voids what happened after one day and until another, day by day. */
async function live(after: string, until: string): Promise<void> {
  const isNew = ({ day }: { readonly day: string }) => after < day && day <= until;
  const isIssued = ({ door }: { readonly door: string }) => ['json', 'nueva', 'adoptado', 'libro'].includes(door);
  const purchases = year.purchases.filter(isNew);
  const issued = [...year.sales.filter(isNew), ...purchases].filter(isIssued);
  const received = purchases.filter(({ door }) => door === 'receptor');
  const voided = year.voided.filter(isNew);
  for (const day of [...new Set([...issued, ...received, ...voided].map((one) => one.day))].sort()) {
    goTo(day);
    const today = <One extends { readonly day: string }>(all: readonly One[]) => all.filter((one) => one.day === day);
    for (const part of inTurn(today(issued)))
      await (part[0]!.door === 'libro' ? issueBook(server, company, part) : issueEach(server, company, part));
    await suppliers.deliver(today(received));
    for (const one of today(voided)) await voidNumbers(server, company, one);
  }
}

/** The documents of a day in parts that have the workbook apart, in the order of their numbers. */
function inTurn<One extends { readonly door: string }>(all: readonly One[]): One[][] {
  const parts: One[][] = [];
  for (const one of all) {
    const last = parts.at(-1);
    if (last !== undefined && (last[0]!.door === 'libro') === (one.door === 'libro')) last.push(one);
    else parts.push([one]);
  }
  return parts;
}

const closingOf = (month: string) => dayOf(nextMonth(month), 5);

/** Closes a month: paper, books, answers, boxes, reports. */
async function close(month: string): Promise<void> {
  const until = (one: { readonly day: string }) => monthOf(one.day) <= month;
  goTo(closingOf(month));
  await loadPaper(company, month, inMonth(year.purchases, month), inMonth(year.sales, month));
  fillBooks(server, year.purchases.filter(until), year.sales.filter(until));
  for (const tipo of ['606', '607'] as const) await generate(tipo, days(month));
  await answerPurchases(company, month, year.purchases);
  await answerSales(company, month, year.sales);
  for (const tipo of formats) closed.set(tipo + month, await textOf(tipo, month));
}

beforeAll(async () => {
  goTo(dayOf(months[0]!, 1));
  company = await makeCompany(server, own);
  suppliers = await makeSuppliers(server, company);
  await server.app.runner.start();
  await connectBooks(server, company);
  let last = dayOf(months[0]!, 1);
  for (const month of months) {
    const closing = closingOf(month);
    await live(last, closing);
    await close(month);
    last = closing;
  }
});
afterAll(() => suppliers.close());

/** The lines of a file in an order, because no official text fixes it. The header has their count. */
function linesOf(text: string, tipo: string, month: string): string[] {
  const [header, ...lines] = text.split('\r\n');
  expect(header).toBe(`${tipo}|${own.rnc}|${month}|${lines.length}`);
  return lines.sort();
}
const reckoned = (month: string) => {
  const isIn = (each: string) => each === month;
  return {
    '606': rowsOf606(year, isIn).map(lineOf606).sort(),
    '607': linesOf607(year, isIn).sort(),
    '608': linesOf608(year, month).sort(),
    '609': linesOf609(year, month).sort(),
  };
};

describe.each(months)('the month %s', (month) => {
  test.each(formats)(
    'the %s is that of the second implementation, on the day of closing and after the year',
    async (tipo) => {
      const expected = reckoned(month)[tipo];
      expect(linesOf(closed.get(tipo + month)!, tipo, month)).toEqual(expected);
      expect(linesOf(await textOf(tipo, month), tipo, month)).toEqual(expected);
    },
  );

  test('the summary of sales to consumers is that of the second implementation', async () => {
    const { body } = await company.call(reportes.resumenDeConsumo, { query: { periodo: month } });
    const seen = body.map(({ tipo, cantidad, montos }) => ({ tipo, cantidad, montos: Object.values(montos) }));
    expect(seen).toEqual(summaryOf(year, month));
  });

  test.each(['606', '607'] as const)(
    'the second implementation of the %s, as a filed TXT, reconciles without a difference',
    async (tipo) => {
      const lines = reckoned(month)[tipo];
      const form = new FormData();
      const text = [`${tipo}|${own.rnc}|${month}|${lines.length}`, ...lines].join('\r\n');
      form.set('archivo', new File([text], `DGII_F_${tipo}.TXT`));
      const { body } = await company.call(reportes.conciliarConTxt, {
        params: { tipo },
        query: { periodo: month },
        form,
      });
      // A later payment repeats a receipt of an earlier month, which is not compared again.
      const ofMonth = lines.filter((line) => line.split('|')[5]!.startsWith(month));
      expect(body.totales.txt?.cantidad).toBe(ofMonth.length);
      expect(body.comprobantes.filter(({ faltaEn }) => faltaEn.includes('txt'))).toEqual([]);
      expect(body.comprobantes.filter(({ campos, valores }) => campos.length > 0 && valores.txt)).toEqual([]);
    },
  );

  test('the IT-1 with its Anexo A is that of the second implementation', async () => {
    const hand = byHand.get(month)!;
    const casillas = Object.fromEntries(Object.entries(hand).map(([id, cents]) => [id, money(cents)]));
    await company.call(reportes.responderIT1, { params: { periodo: month }, body: { casillas } });
    for (const tipo of ['606', '607'] as const) await generate(tipo, days(month));
    const { resumen } = await generate('it1', days(month));
    const seen = [...resumen!.anexoA, ...resumen!.formulario].map(({ id, valor }) => [id, valor]);
    expect(Object.fromEntries(seen)).toEqual(shown(boxesOf(year, (each) => each === month, hand)));
  });
});

describe('the year as a whole', () => {
  const isIn = (month: string) => months.includes(month);
  const range = days(months[0]!, months.at(-1)!);

  test('the sums of the 606 and the 607 are those of the second implementation', async () => {
    const purchases = rowsOf606(year, isIn);
    const [compras, ventas] = [await generate('606', range), await generate('607', range)];
    const first = purchases.filter(({ again }) => !again).map(({ one }): Purchase => one);
    expect(compras.totales).toMatchObject({ ...totalsOf(first), cantidadRegistros: purchases.length });
    const sales = salesOf(year, isIn);
    expect(ventas.totales).toMatchObject({ ...totalsOf(sales), cantidadRegistros: sales.length });
  });

  test('the boxes of the IT-1 over the year are those of the second implementation', async () => {
    for (const tipo of ['606', '607'] as const) await generate(tipo, range);
    const { resumen } = await generate('it1', range);
    const seen = [...resumen!.anexoA, ...resumen!.formulario].map(({ id, valor }) => [id, valor]);
    expect(Object.fromEntries(seen)).toEqual(shown(boxesOf(year, isIn, {})));
  });

  test('the year has every door, late notes, later payments, and documents that do not count', () => {
    const doors = new Set([...year.sales, ...year.purchases].map(({ door }) => door));
    expect(doors.size).toBe(12);
    expect(year.sales.some(isLate)).toBe(true);
    expect(rowsOf606(year, isIn).some(({ again }) => again)).toBe(true);
    expect(new Set(year.purchases.map(({ fate }) => fate))).toEqual(new Set([undefined, 'rechazado', 'sin-confirmar']));
    expect(year.sales.some(({ rejected }) => rejected === true)).toBe(true);
  });
});
