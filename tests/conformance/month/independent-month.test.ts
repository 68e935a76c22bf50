import { reportes } from '@timbre/contract';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { isLate } from './amounts.ts';
import { answer, loadPaper, periods } from './answers.ts';
import { connectBooks } from './books.ts';
import { type Company, makeCompany } from './company.ts';
import { goTo, issueAll } from './issue.ts';
import { electronic, own } from './parties.ts';
import { money } from './receipt.ts';
import { line606, linesOf606 } from './reckon-606.ts';
import { linesOf607, salesOf, summaryOf } from './reckon-607.ts';
import { linesOf608, linesOf609 } from './reckon-608-609.ts';
import { boxesOf, byHand } from './reckon-it1.ts';
import { sold } from './sales.ts';
import { withMonthServer } from './server.ts';

// Four months of an invented company — on paper, by e-CF that it issued and received, and in books with foreign
// currencies — computed a second time from the official texts alone: the instructions of the 606 and the 607, the tools
// of the 608 and the 609, the form of the IT-1 with its Anexo A, art. 338, and the rates of Ley 30-26. No code of the
// reports package is used. All data of the months reached the platform by public calls of a company that registered
// normally and moved to Producción.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const server = withMonthServer();
let company: Company;

const days = (period: string) => {
  const [year, month] = [Number(period.slice(0, 4)), Number(period.slice(4))];
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const at = (day: number) => `${period.slice(0, 4)}-${period.slice(4)}-${String(day).padStart(2, '0')}`;
  return { fechaDesde: at(1), fechaHasta: at(last) };
};

/** Generates a report and waits until it is ready. For the 606 and the 607 the platform reads the books. */
async function generate(tipo: '606' | '607' | 'it1', period: string) {
  const { body } = await company.call(reportes.generarReporte, { params: { tipo }, body: days(period) });
  for (;;) {
    const report = (await company.call(reportes.verReporte, { params: { tipo, id: body._id } })).body;
    if (report.estado === 'listo') return report;
    if (report.estado !== 'generando') throw new Error(report.progreso.mensaje);
    server.clock.advance(1_000);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/**
 * The lines of a file, sorted, because no official text fixes their order. Checks that the header states their number.
 */
async function linesOf(tipo: '606' | '607' | '608' | '609', period: string): Promise<string[]> {
  const { text } = await company.call(reportes.exportarTxt, { params: { tipo }, query: days(period) });
  const [header, ...lines] = text.split('\r\n');
  expect(header).toBe(`${tipo}|${own.rnc}|${period}|${lines.length}`);
  return lines.sort();
}

beforeAll(async () => {
  goTo(server, '2026-05-02');
  company = await makeCompany(server, own);
  const supplier = await makeCompany(server, { rnc: electronic.rnc, razonSocial: electronic.nombre });
  await server.app.runner.start();
  await issueAll(server, { own: company, supplier });
  goTo(server, '2026-09-10');
  await loadPaper(company);
  await connectBooks(server, company);
  for (const period of periods) for (const tipo of ['606', '607'] as const) await generate(tipo, period);
  await answer(company);
});

describe.each(periods)('the month %s, by a second computation', (period) => {
  test('the 606 equals its second computation', async () => {
    expect(await linesOf('606', period)).toEqual(linesOf606(period).map(line606).sort());
  });

  test('the 607, with the summary of sales to consumers, equals its second computation', async () => {
    expect(await linesOf('607', period)).toEqual(linesOf607(period).sort());
    const { body } = await company.call(reportes.resumenDeConsumo, { query: { periodo: period } });
    const shown = body.map(({ tipo, cantidad, montos }) => ({ tipo, cantidad, montos: Object.values(montos) }));
    expect(shown).toEqual(summaryOf(period).map((one) => ({ ...one, montos: one.montos.map(money) })));
  });

  test('the 608 and the 609 equal their second computation', async () => {
    expect(await linesOf('608', period)).toEqual(linesOf608(period).sort());
    expect(await linesOf('609', period)).toEqual(linesOf609(period).sort());
  });

  test('the IT-1 with its Anexo A equals its second computation', { tags: ['SR5-37'] }, async () => {
    const casillas = Object.fromEntries(Object.entries(byHand[period] ?? {}).map(([id, cents]) => [id, money(cents)]));
    await company.call(reportes.responderIT1, { params: { periodo: period }, body: { casillas } });
    await generate('606', period);
    await generate('607', period);
    const { resumen } = await generate('it1', period);
    const shown = [...resumen!.anexoA, ...resumen!.formulario].map(({ id, valor }) => [id, valor]);
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(boxesOf(period)));
    const late = salesOf(period).some((one) => isLate(one, sold));
    expect(resumen!.preauditoria.some(({ codigo }) => codigo === 'IT1-607-06')).toBe(late);
  });
});
