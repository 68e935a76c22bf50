import { type Decimal, formatMonto, sum } from '@timbre/values';
import type { Draft, Pagina, Subtotal } from '../../arithmetic/draft.ts';
import { amount } from '../../arithmetic/reading.ts';
import { countsUp, lineTolerance, type Rule, ruleSet, totalTolerance, within } from '../rule.ts';
import type { Checked, DocumentRule } from './context.ts';

/** The pages that a document declares. */
export const paginasOf = (ecf: Draft): readonly Pagina[] => ecf.Paginacion?.Pagina ?? [];
const subtotalesOf = (ecf: Draft): readonly Subtotal[] => ecf.Subtotales?.Subtotal ?? [];

/** A rule that one amount of an area, where present, is the sum of others in it. */
function sumRule<Area extends object>(
  code: string,
  total: keyof Area & string,
  parts: readonly (keyof Area & string)[],
  source: string,
): Rule<Area, Checked> {
  const text = (area: Area, key: keyof Area): string | undefined => {
    const value = area[key];
    return typeof value === 'string' ? value : undefined;
  };
  const expected = (area: Area): Decimal => sum(parts.map((part) => amount(text(area, part))));
  return {
    code,
    at: total,
    severity: 'condicional',
    arithmetic: true,
    source: `Formato e-CF v1.0, ${source}`,
    holds: (area) =>
      text(area, total) === undefined || within(amount(text(area, total)), expected(area), lineTolerance),
    message: (area) =>
      `${total} dice ${formatMonto(amount(text(area, total)))}, pero ${parts.join(' + ')} da ${formatMonto(expected(area))}`,
  };
}

const documento: readonly DocumentRule[] = [
  {
    code: 'ECF-PAGINA-01',
    at: 'Encabezado.IdDoc.TotalPaginas',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campo 19, p. 10',
    holds: ({ ecf }) =>
      (ecf.Encabezado?.IdDoc?.TotalPaginas === undefined && ecf.Paginacion === undefined) ||
      Number(ecf.Encabezado?.IdDoc?.TotalPaginas) === paginasOf(ecf).length,
    message: ({ ecf }) =>
      `TotalPaginas dice ${ecf.Encabezado?.IdDoc?.TotalPaginas ?? 'nada'}, pero la paginación tiene ${paginasOf(ecf).length} páginas`,
  },
  {
    code: 'ECF-PAGINA-20',
    at: 'Encabezado.IdDoc.TotalPaginas',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campo 19 a, p. 10, y nota 77, p. 50 (la paginación es de más de una página)',
    holds: ({ ecf }) => {
      const { TotalPaginas } = ecf.Encabezado?.IdDoc ?? {};
      return TotalPaginas === undefined || Number(TotalPaginas) > 1;
    },
    message: 'TotalPaginas es de comprobantes de más de una página: quite TotalPaginas y Paginacion',
  },
  {
    code: 'ECF-PAGINA-02',
    at: 'Encabezado.Totales.MontoTotal',
    severity: 'condicional',
    arithmetic: true,
    source: 'Formato e-CF v1.0, campo 110 c, p. 25',
    holds: ({ ecf, ledger }) =>
      ecf.Paginacion === undefined ||
      within(
        sum(paginasOf(ecf).map((p) => amount(p.MontoSubtotalPagina))),
        ledger.of('MontoTotal'),
        totalTolerance(ledger.lines.length),
      ),
    message: ({ ecf, ledger }) =>
      `Las páginas suman ${formatMonto(sum(paginasOf(ecf).map((p) => amount(p.MontoSubtotalPagina))))}, pero MontoTotal dice ${formatMonto(ledger.of('MontoTotal'))}`,
  },
];

/** The line with which a page must begin: the one after the previous page. */
const nextLine = ({ ecf }: Checked, index: number): number => Number(paginasOf(ecf)[index - 1]?.NoLineaHasta ?? 0) + 1;

const pagina: readonly Rule<Pagina, Checked>[] = [
  {
    code: 'ECF-PAGINA-03',
    at: 'PaginaNo',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, sección E, campo 1, p. 50',
    holds: (p, _, index) => countsUp(p.PaginaNo, index),
    message: (p) => `PaginaNo dice ${p.PaginaNo}; las páginas se numeran en orden desde 1`,
  },
  {
    code: 'ECF-PAGINA-04',
    at: 'NoLineaDesde',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, sección E, campos 2 y 3, p. 50',
    holds: ({ NoLineaDesde, NoLineaHasta }) =>
      NoLineaDesde === undefined || Number(NoLineaDesde) <= Number(NoLineaHasta),
    message: ({ NoLineaDesde, NoLineaHasta }) =>
      `La página va de la línea ${NoLineaDesde} a la ${NoLineaHasta ?? 'que no se dice'}: NoLineaHasta debe ser igual o mayor`,
  },
  {
    code: 'ECF-PAGINA-05',
    at: 'NoLineaDesde',
    severity: 'condicional',
    source: 'Formato e-CF v1.0, sección E, campos 2 y 3, p. 50',
    holds: (p, c, index) =>
      p.NoLineaDesde === undefined ||
      (Number(p.NoLineaDesde) === nextLine(c, index) &&
        (index < paginasOf(c.ecf).length - 1 || Number(p.NoLineaHasta) === c.ledger.lines.length)),
    message: (p, c, index) =>
      `La página va de la línea ${p.NoLineaDesde} a la ${p.NoLineaHasta}; debe empezar en la ${nextLine(c, index)}, y la última página terminar en la ${c.ledger.lines.length}`,
  },
  sumRule(
    'ECF-PAGINA-06',
    'SubtotalMontoGravadoPagina',
    ['SubtotalMontoGravado1Pagina', 'SubtotalMontoGravado2Pagina', 'SubtotalMontoGravado3Pagina'],
    'sección E, campo 4, p. 51',
  ),
  sumRule(
    'ECF-PAGINA-07',
    'SubtotalItbisPagina',
    ['SubtotalItbis1Pagina', 'SubtotalItbis2Pagina', 'SubtotalItbis3Pagina'],
    'sección E, campo 9, p. 52',
  ),
  sumRule(
    'ECF-PAGINA-08',
    'MontoSubtotalPagina',
    ['SubtotalMontoGravadoPagina', 'SubtotalExentoPagina', 'SubtotalItbisPagina', 'SubtotalImpuestoAdicionalPagina'],
    'sección E, campo 16, p. 55',
  ),
];

const subtotal: readonly Rule<Subtotal, Checked>[] = [
  {
    code: 'ECF-SUBTOTAL-01',
    at: 'NumeroSubTotal',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, sección C, campo 1, p. 45',
    holds: (s, _, index) => countsUp(s.NumeroSubTotal, index),
    message: (s) => `NumeroSubTotal dice ${s.NumeroSubTotal}; los subtotales se numeran en orden desde 1`,
  },
  sumRule(
    'ECF-SUBTOTAL-02',
    'SubTotalMontoGravadoTotal',
    ['SubTotalMontoGravadoI1', 'SubTotalMontoGravadoI2', 'SubTotalMontoGravadoI3'],
    'sección C, campo 4, p. 45',
  ),
  sumRule(
    'ECF-SUBTOTAL-03',
    'SubTotaITBIS',
    ['SubTotaITBIS1', 'SubTotaITBIS2', 'SubTotaITBIS3'],
    'sección C, campo 8, p. 46',
  ),
  sumRule(
    'ECF-SUBTOTAL-04',
    'MontoSubTotal',
    ['SubTotalMontoGravadoTotal', 'SubTotaITBIS', 'SubTotalImpuestoAdicional', 'SubTotalExento'],
    'sección C, campo 14, p. 46',
  ),
  {
    code: 'ECF-SUBTOTAL-05',
    at: 'Lineas',
    severity: 'condicional',
    source: 'Formato e-CF v1.0, sección C, campo 15, p. 47 (cantidad de líneas que se subtotaliza)',
    holds: ({ Lineas }, { ledger: { lines } }) =>
      Lineas === undefined || (Number(Lineas) >= 1 && Number(Lineas) <= lines.length),
    message: ({ Lineas }, { ledger: { lines } }) =>
      `Lineas dice ${Lineas}: es la cantidad de líneas que se subtotaliza, y el comprobante tiene ${lines.length}`,
  },
];

/** Rules of the pages and of the informative subtotals. */
export const paginas = [
  ruleSet<Checked, Checked>(
    (c) => [c],
    () => '',
    documento,
  ),
  ruleSet<Pagina, Checked>(
    ({ ecf }) => paginasOf(ecf),
    (_, index) => `Paginacion.Pagina[${index + 1}]`,
    pagina,
  ),
  ruleSet<Subtotal, Checked>(
    ({ ecf }) => subtotalesOf(ecf),
    (_, index) => `Subtotales.Subtotal[${index + 1}]`,
    subtotal,
  ),
];
