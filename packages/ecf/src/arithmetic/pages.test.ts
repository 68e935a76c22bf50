import { parseDecimal, sum, zero } from '@timbre/values';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { ecfs } from '../../testing/sound-documents.ts';
import type { ECF } from '../schema/types.generated.ts';
import { validate } from '../validate.ts';
import { computeTotals } from './compute.ts';
import type { Pagina } from './draft.ts';
import { completePages, paginate } from './pages.ts';

const names = Object.keys(ecfs) as (keyof typeof ecfs)[];

/** A document with its lines several times, without pages, and with the totals that follow. */
function repeated(name: keyof typeof ecfs, times: number): ECF {
  const { Paginacion: _, ...ecf } = structuredClone(ecfs[name]) as ECF;
  const { TotalPaginas: __, ...IdDoc } = ecf.Encabezado.IdDoc;
  const lines = Array.from({ length: times }, () => ecf.DetallesItems.Item).flat();
  const Item = lines.map((item, index) => ({ ...item, NumeroLinea: String(index + 1) }));
  const { TablaFormasPago: ___, ...head } = IdDoc;
  const { Totales, ...more } = ecf.Encabezado;
  const held = Object.fromEntries(Object.entries(Totales).filter(([campo]) => /Reten/.test(campo)));
  return computeTotals({
    ...ecf,
    Encabezado: { ...more, IdDoc: head, Totales: held },
    DetallesItems: { Item },
  } as never) as ECF;
}

const moneyOf = (pages: readonly Pagina[], campo: keyof Pagina) =>
  sum(pages.map((page) => parseDecimal(String(page[campo] ?? '0')) ?? zero));
const amountOf = (text: string | undefined) => parseDecimal(text ?? '0.00') ?? zero;
const faultsOfPages = (ecf: ECF) =>
  validate('ECF', ecf, { now: Date.parse('2025-12-01') })
    .filter(({ code, path }) => code.includes('PAGINA') || path.includes('Pagina') || code.startsWith('XSD'))
    .map(({ code, path, message }) => `${code} ${path} ${message}`);

test.each(names)(
  'the pages of the %s, wherever it is broken, are without faults and share its totals to the cent',
  (name) => {
    const ecf = repeated(name, 6);
    const lines = ecf.DetallesItems.Item.length;
    const before = faultsOfPages(ecf);
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: lines - 1 }), { minLength: 1, maxLength: 5 }), (breaks) => {
        const starts = breaks.toSorted((a, b) => a - b);
        const paged = paginate(ecf, starts);
        const pages = paged.Paginacion!.Pagina as readonly Pagina[];
        expect(pages.map(({ NoLineaDesde }) => Number(NoLineaDesde) - 1)).toEqual([0, ...starts]);
        expect(paged.Encabezado.IdDoc.TotalPaginas).toBe(String(starts.length + 1));
        expect(faultsOfPages(paged)).toEqual(before);
        const { Totales } = ecf.Encabezado;
        const total = (campo: keyof Pagina) => Number(moneyOf(pages, campo).units);
        const cents = (text: string | undefined) => Number(amountOf(text).units);
        expect(total('MontoSubtotalPagina')).toBe(cents(Totales.MontoTotal));
        if (Totales.MontoGravadoTotal !== undefined)
          expect(total('SubtotalMontoGravadoPagina')).toBe(cents(Totales.MontoGravadoTotal));
        if (Totales.TotalITBIS !== undefined) expect(total('SubtotalItbisPagina')).toBe(cents(Totales.TotalITBIS));
        if (Totales.MontoExento !== undefined) expect(total('SubtotalExentoPagina')).toBe(cents(Totales.MontoExento));
      }),
      { seed: inject('seed'), numRuns: 20 },
    );
  },
);

test('pages of which only the lines are stated get their numbers, their subtotals and their count', () => {
  const stated = structuredClone(ecfs['31 con páginas']) as ECF;
  const { TotalPaginas: _, ...IdDoc } = stated.Encabezado.IdDoc;
  const ranges = stated.Paginacion!.Pagina.map(({ NoLineaDesde, NoLineaHasta }) => ({ NoLineaDesde, NoLineaHasta }));
  const draft = { ...stated, Encabezado: { ...stated.Encabezado, IdDoc }, Paginacion: { Pagina: ranges } } as ECF;
  const completed = completePages(draft);
  expect(completed.Encabezado.IdDoc.TotalPaginas).toBe('2');
  expect(completed.Paginacion).toEqual(stated.Paginacion);
});

test('the values that a page states are retained; pages that leave a line out are not completed', () => {
  const stated = structuredClone(ecfs['31 con páginas']) as ECF;
  stated.Paginacion!.Pagina[0]!.MontoSubtotalPagina = '1.00';
  expect(completePages(stated).Paginacion!.Pagina[0]!.MontoSubtotalPagina).toBe('1.00');
  stated.Paginacion!.Pagina[0]!.NoLineaHasta = '1';
  expect(completePages(stated)).toBe(stated);
});

test('a document that states its pages, that has one, or more than can be numbered, is returned as it is', () => {
  const ecf = repeated('31', 1);
  expect(paginate(ecf, [])).toBe(ecf);
  const declared = ecfs['31 con páginas'] as ECF;
  expect(paginate(declared, [1])).toBe(declared);
  const long = { ...ecf, DetallesItems: { Item: Array.from({ length: 1001 }, () => ecf.DetallesItems.Item[0]!) } };
  expect(paginate(long, [500])).toBe(long);
  const starts = Array.from({ length: 100 }, (_, index) => index + 1);
  expect(paginate(ecf, starts)).toBe(ecf);
});
