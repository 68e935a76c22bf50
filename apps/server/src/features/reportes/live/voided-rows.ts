import { deriveVoided, mostVoided, rowFromTexts } from '@timbre/reports';
import {
  addDays,
  type Fecha,
  formatENCF,
  formatFecha,
  formatISODate,
  type Periodo,
  parseFechaHora,
  parseISODate,
  type TipoECF,
} from '@timbre/values';
import { problemsOf } from '../../../domain/reports/problems.ts';
import { type Days, daysOf, type Scope } from '../../../domain/reports/scope.ts';
import type { Db } from '../../../platform/db/transactions.ts';
import type { SavedRow } from '../saved/row.ts';
import { type VoidedRun, voidedPages } from './voided-repo.ts';

/** Rows per page. */
const pageSize = 1_000;

/** The rows of the 608: each number voided in the days, in order of time. */
export async function* voidedRows(db: Db, scope: Scope, { desde, hasta }: Days): AsyncGenerator<readonly SavedRow[]> {
  let page: SavedRow[] = [];
  const [from, until] = [startOf(parseISODate(desde)!), startOf(addDays(parseISODate(hasta)!, 1))];
  for await (const runs of voidedPages(db, scope, from, until))
    for (const run of runs)
      for (const row of rowsOf(run, scope.rnc)) {
        page.push(row);
        if (page.length < pageSize) continue;
        yield page;
        page = [];
      }
  if (page.length > 0) yield page;
}

/** The broken rules of the 608 of a month, and its number of rows. */
export async function problemsOfVoided(db: Db, scope: Scope, periodo: Periodo) {
  let filas = 0;
  async function* pages() {
    for await (const rows of voidedRows(db, scope, daysOf(periodo))) {
      filas += rows.length;
      yield rows.map(({ id, fila }) => ({ id, draft: rowFromTexts('608', fila) }));
    }
  }
  const problems = await problemsOf('608', pages(), { declarante: scope.rnc, periodo });
  return { problems, filas };
}

const startOf = (fecha: Fecha): Date => new Date(parseFechaHora(`${fecha} 00:00:00`)!);

function* rowsOf({ tipo, desde, hasta, codigo_608, firmada }: VoidedRun, rnc: string): Generator<SavedRow> {
  const fecha = formatFecha(firmada.getTime());
  const day = formatISODate(fecha);
  const eNCF = (numero: number) => formatENCF(String(tipo) as TipoECF, numero);
  for (let first = desde; first <= hasta; first += mostVoided) {
    const last = Math.min(hasta, first + mostVoided - 1);
    for (const { row } of deriveVoided({ desde: eNCF(first), hasta: eNCF(last), fecha }, codigo_608))
      yield rowOf(row.ncf!, day, codigo_608, rnc);
  }
}

const rowOf = (ncf: string, fecha: string, tipo_anulacion: string, rnc: string): SavedRow => ({
  id: `${rnc}|${ncf}|compra`,
  fuente: 'emitido',
  documentoId: null,
  rnc,
  razonSocial: '',
  tipoComprobante: ncf.slice(0, 3),
  ncf,
  ncf_modificado: null,
  fecha,
  subtotal: '0.00',
  itbis: '0.00',
  montoTotal: '0.00',
  notaCredito: false,
  momento: 'compra',
  fila: { ncf, fecha_comprobante: fecha, tipo_anulacion },
  pendientes: [],
});
