import type { reportes } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import {
  percentOff,
  type ReconciledEntry,
  type ReconciledTotals,
  reconciledSources,
  type SourceTotals,
} from '@timbre/reports';
import { add, type Decimal, formatDecimal, formatISODate, type Periodo, parseISODate } from '@timbre/values';
import { sentidoDe } from '../../../domain/reports/answer-keys.ts';
import { bringUpToDate } from '../../../domain/reports/catch-up.ts';
import {
  type QuickBooksFault,
  type QuickBooksKey,
  quickbooksFaults,
  undated,
} from '../../../domain/reports/quickbooks/documents-repo.ts';
import { recordOfReceipt } from '../../../domain/reports/reconcile/books-repo.ts';
import {
  type FiledTxt,
  type ReconciledMonth,
  reconcileMonth,
} from '../../../domain/reports/reconcile/reconcile-month.ts';
import { daysOf, type Scope } from '../../../domain/reports/scope.ts';
import type { Context } from '../../context.ts';
import { keyOfId } from '../live/service.ts';

/** Maximum receipts of one answer. */
const most = 1_000;
/** Maximum documents of one page. */
const pageSize = 250;

/** Compares the sources of a month, after it was brought up to date. @param filed the TXT that was filed, to compare */
export async function reconcile(
  ctx: Context,
  scope: Scope,
  tipo: '606' | '607',
  periodo: Periodo,
  filed?: FiledTxt,
): Promise<ReturnType<typeof monthView>> {
  await bringUpToDate(ctx, scope, daysOf(periodo));
  return monthView(tipo, await reconcileMonth(ctx.db, scope, tipo, periodo, most, filed), filed);
}

/** The document in QuickBooks behind a receipt. @throws Problem `recurso/no-encontrado` */
export async function recordBehind({ db }: Context, scope: Scope, tipo: '606' | '607' | '609', id: string) {
  const row = await db.reading(scope.empresaId, (tx) => recordOfReceipt(tx, scope, sentidoDe(tipo), keyOfId(id)));
  if (row === undefined) return refuse('recurso/no-encontrado');
  const { estado, motivo, registro } = row;
  return { estado, motivo, registro: JSON.parse(registro) as reportes.RegistroDeQuickBooks };
}

/** A page of the documents in the books of a month that make no receipt. @throws Problem `peticion/invalida` */
export async function unreported(
  { db }: Context,
  scope: Scope,
  periodo: Periodo,
  cursor: string | undefined,
  tipo: '606' | '607' | undefined,
  limit = pageSize,
) {
  const after = cursor === undefined ? undefined : readPlace(cursor);
  const sentido = tipo && sentidoDe(tipo);
  const rows = await db.reading(scope.empresaId, (tx) =>
    quickbooksFaults(tx, scope, daysOf(periodo), after, limit + 1, sentido),
  );
  const page = rows.slice(0, limit);
  return {
    documentos: page.map(({ entidad, qb_id: id, estado, fecha, ncf, codigo, motivo }) => ({
      entidad,
      id,
      estado: estado as 'falla' | 'espera' | 'borrado',
      fecha: fecha === undated ? null : fecha,
      ncf,
      codigo,
      motivo: motivo ?? '',
    })),
    siguiente: rows.length > limit ? writePlace(page.at(-1)!) : null,
  };
}

type Place = Pick<QuickBooksFault, 'fecha' | 'entidad' | 'qb_id'>;

const writePlace = ({ fecha, entidad, qb_id }: Place): string =>
  Buffer.from([fecha, entidad, qb_id].join('|')).toString('base64url');

/** Reads a cursor of {@link writePlace}. @throws Problem `peticion/invalida` for any other text */
function readPlace(cursor: string): Place {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, fecha, entidad, qb_id] = /^(\d{4}-\d{2}-\d{2})\|([A-Za-z]{4,12})\|(.{1,40})$/.exec(text) ?? [];
  if (fecha === undefined || entidad === undefined || qb_id === undefined || parseISODate(fecha) === undefined)
    return refuse('peticion/invalida', 'El cursor no es de esta lista');
  return { fecha, entidad: entidad as Place['entidad'], qb_id };
}

const pairs = [
  ['quickbooks', 'ecf'],
  ['quickbooks', 'txt'],
  ['documentos', 'txt'],
] as const;

/** Totals of the receipts that Timbre has itself and a TXT lists: that of the 607 lists no e-CF. */
function documentsOf(tipo: '606' | '607', { sources: { ecf, papel } }: ReconciledTotals): SourceTotals | undefined {
  if (tipo === '607' || ecf === undefined || papel === undefined) return papel;
  return {
    cantidad: ecf.cantidad + papel.cantidad,
    monto: add(ecf.monto, papel.monto),
    itbis: add(ecf.itbis, papel.itbis),
  };
}

function monthView(tipo: '606' | '607', { booksSeen, totals, findings }: ReconciledMonth, filed: FiledTxt | undefined) {
  const text = (amount: Decimal | undefined) => (amount === undefined ? null : formatDecimal(amount, 2));
  return {
    quickbooksLeido: booksSeen?.toISOString() ?? null,
    txtEnPesos: filed?.inPesos ?? false,
    totales: bySource(({ cantidad, monto, itbis }) => {
      return { cantidad, monto: formatDecimal(monto, 2), itbis: formatDecimal(itbis, 2) };
    }, totals.sources),
    diferencias: pairs.flatMap(([de, respectoA]) => {
      const one = de === 'documentos' ? documentsOf(tipo, totals) : totals.sources[de];
      const other = totals.sources[respectoA];
      if (one === undefined || other === undefined) return [];
      const off = (key: 'monto' | 'itbis') => text(percentOff(one[key], other[key]));
      return [{ de, respectoA, monto: off('monto'), itbis: off('itbis') }];
    }),
    iguales: totals.alike,
    distintos: totals.otherwise,
    comprobantes: findings.map(({ ncf, rnc, missing, repeated, fields, entries, corrections }) => ({
      ncf,
      rnc,
      faltaEn: [...missing],
      repetidoEn: [...repeated],
      campos: [...fields],
      valores: bySource(valuesOf, entries),
      corregir: [...corrections],
      fila: entries.ecf?.fila ?? entries.papel?.fila ?? entries.txt?.fila ?? entries.quickbooks?.fila ?? null,
      ecf: entries.ecf?.ecf ?? null,
      quickbooks: documentView(entries.quickbooks?.quickbooks),
    })),
  };
}

const documentView = (key: QuickBooksKey | undefined) => (key ? { entidad: key.entidad, id: key.qb_id } : null);

const valuesOf = ({ rnc, fecha, monto, itbis }: ReconciledEntry) => ({
  rnc,
  fecha: fecha === undefined ? null : formatISODate(fecha),
  monto: formatDecimal(monto, 2),
  itbis: formatDecimal(itbis, 2),
});

/** The value of each source, as shown. */
function bySource<Value, Shown>(
  show: (value: Value) => Shown,
  values: Readonly<Partial<Record<(typeof reconciledSources)[number], Value>>>,
): Partial<Record<(typeof reconciledSources)[number], Shown>> {
  return Object.fromEntries(
    reconciledSources.flatMap((source) => {
      const value = values[source];
      return value === undefined ? [] : [[source, show(value)]];
    }),
  );
}
