import type { reportes } from '@timbre/contract';
import {
  type Drafts,
  isNota,
  type Reported,
  type UnreadRule,
  unconfirmedRule,
  unreadRules,
  waitingRules,
} from '@timbre/reports';
import { esCompraPropia, type Periodo, parseISODate } from '@timbre/values';
import type { Db } from '../../platform/db/transactions.ts';
import { listDamaged } from './damaged-repo.ts';
import { type CheckedRow, mostListed, problemsOf, type ReportProblems } from './problems.ts';
import type { ReceiptKey } from './receipts-repo.ts';
import { draftOf, idOfRow } from './row.ts';
import { purchasesReported, type RenglonRow, rowPages } from './rows-repo.ts';
import { daysOf, type Scope } from './scope.ts';
import type { ReporteDeRenglones } from './tables.ts';
import { listIssuedWaiting, listUnconfirmed, type Unconfirmed } from './unconfirmed-repo.ts';

/**
 * The problems that prevent the TXT of a month: the broken rules of the rows that it details, and the open answers of
 * all rows. Also its documents that have no row because they cannot be read, or because the DGII has not accepted them.
 * Receipts that notes modify, and purchases paid later, are also searched in the other months.
 */
export async function problemsOfMonth<Reporte extends ReporteDeRenglones>(
  db: Db,
  scope: Scope,
  reporte: Reporte,
  periodo: Periodo,
): Promise<ReportProblems> {
  const elsewhere = new Map<string, Reported>();
  async function* pages(): AsyncGenerator<CheckedRow<Reporte>[]> {
    for await (const rows of rowPages(db, scope, reporte, daysOf(periodo))) {
      const checked = rows
        .filter(({ destino, pendientes }) => destino === 'detalle' || pendientes.length > 0)
        .map((row) => ({
          row,
          id: idOfRow(row),
          draft: draftOf(reporte, row.fila),
          pendientes: row.pendientes,
          isSummed: row.destino !== 'detalle',
          fuente: row.fuente,
        }));
      await learnReported(db, scope, reporte, checked, elsewhere);
      yield checked;
    }
  }
  const reported = (rnc: string, ncf: string) => elsewhere.get(`${rnc}|${ncf}`);
  const besides =
    reporte === '609'
      ? []
      : [
          ...(await problemsOfDamaged(db, scope, reporte, periodo)),
          ...(await problemsOfWaiting(db, scope, reporte, periodo)),
        ];
  return problemsOf(reporte, pages(), { declarante: scope.rnc, periodo, reported }, besides);
}

/** The problem of a document that is in no report. */
const problemOf = (
  { code, severity, at, message }: UnreadRule,
  fuente: 'emitido' | 'recibido',
  { documentoId, emisor, ncf }: Unconfirmed,
): reportes.ProblemaDeReporte => ({
  codigo: code,
  gravedad: severity,
  id: idOfRow({ emisor, ncf, momento: 'compra' }),
  campo: at,
  ncf,
  mensaje: message(ncf),
  documento: { documentoId, fuente, rnc: emisor },
});

/** The documents of a month that cannot be read, on the side of a report. */
async function problemsOfDamaged(
  db: Db,
  scope: Scope,
  reporte: '606' | '607',
  periodo: Periodo,
): Promise<reportes.ProblemaDeReporte[]> {
  const damaged = await db.reading(scope.empresaId, (tx) => listDamaged(tx, scope, daysOf(periodo), mostListed));
  return damaged
    .filter(({ fuente, ncf }) => (fuente === 'recibido' || esCompraPropia(ncf)) === (reporte === '606'))
    .map((one) => problemOf(unreadRules[reporte], one.fuente, one));
}

/** The documents of a month that are in no report because the DGII has not accepted them: received ones, and issued ones. */
async function problemsOfWaiting(
  db: Db,
  scope: Scope,
  reporte: '606' | '607',
  periodo: Periodo,
): Promise<reportes.ProblemaDeReporte[]> {
  const days = daysOf(periodo);
  const [received, issued] = await db.reading(scope.empresaId, async (tx) => [
    reporte === '606' ? await listUnconfirmed(tx, scope, days, mostListed) : [],
    await listIssuedWaiting(tx, scope, reporte, days, mostListed),
  ]);
  return [
    ...received.map((one) => problemOf(unconfirmedRule, 'recibido', one)),
    ...issued.map((one) => problemOf(waitingRules[reporte], 'emitido', one)),
  ];
}

/** Searches the receipts that the notes and the payments of one page refer to. */
async function learnReported<Reporte extends ReporteDeRenglones>(
  db: Db,
  scope: Scope,
  reporte: Reporte,
  page: readonly { readonly row: RenglonRow; readonly draft: Drafts[Reporte] }[],
  elsewhere: Map<string, Reported>,
): Promise<void> {
  const wanted = page.flatMap(({ row, draft }): (ReceiptKey & { readonly rnc: string })[] => {
    const { rnc_cedula: rnc = '', ncf_modificado: modified } = draft as {
      rnc_cedula?: string;
      ncf_modificado?: string;
    };
    const { emisor, ncf, momento } = row;
    return [
      ...(isNota(ncf) && modified !== undefined ? [{ rnc, emisor, ncf: modified }] : []),
      ...(momento === 'pago' ? [{ rnc, emisor, ncf }] : []),
    ];
  });
  if (wanted.length === 0) return;
  const reported = await db.reading(scope.empresaId, (tx) => purchasesReported(tx, scope, reporte, wanted));
  const known = new Map(reported.map((each) => [`${each.emisor}|${each.ncf}`, each]));
  for (const { rnc, emisor, ncf } of wanted) {
    const each = known.get(`${emisor}|${ncf}`);
    if (each !== undefined)
      elsewhere.set(`${rnc}|${ncf}`, {
        periodo: String(each.periodo) as Periodo,
        fecha_comprobante: parseISODate(each.fecha),
      });
  }
}
