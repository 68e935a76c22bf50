import { reportes } from '@timbre/contract';
import { percentOff, type ReconciledEntry, reconciledSources } from '@timbre/reports';
import { type Decimal, formatDecimal, formatISODate, type Periodo } from '@timbre/values';
import type { Context } from '../../context.ts';
import { refuse } from '../../http/problem.ts';
import { type Http, handle } from '../../http/register.ts';
import { bringUpToDate } from '../../renglones/catch-up.ts';
import { type QuickBooksFault, quickbooksFaults, undated } from '../../renglones/quickbooks-repo.ts';
import { type ReconciledMonth, reconcileMonth } from '../../renglones/reconcile-month.ts';
import { daysOf } from '../../renglones/scope.ts';
import { scopeOf } from './service.ts';

/** Receipts of one answer. */
const most = 1_000;
/** Documents of one page. */
const pageSize = 250;

/** Serves what the books in QuickBooks say beside e-CF and TXT, and which of their documents make no receipt. */
export function reconcileRoutes(http: Http, ctx: Context): void {
  handle(http, reportes.conciliarReporte, async ({ caller, params: { tipo }, query }) => {
    const scope = await scopeOf(ctx, caller.empresaId);
    const periodo = query.periodo as Periodo;
    await bringUpToDate(ctx, scope, daysOf(periodo));
    return monthView(await reconcileMonth(ctx.db, scope, tipo, periodo, most));
  });
  handle(http, reportes.documentosSinReportar, async ({ caller, query }) => {
    const scope = await scopeOf(ctx, caller.empresaId);
    const after = query.despues === undefined ? undefined : readPlace(query.despues);
    const days = daysOf(query.periodo as Periodo);
    const found = await ctx.db.reading(caller.empresaId, (tx) =>
      quickbooksFaults(tx, scope, days, after, pageSize + 1),
    );
    const page = found.slice(0, pageSize);
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
      siguiente: found.length > pageSize ? writePlace(page.at(-1)!) : null,
    };
  });
}

type Place = Pick<QuickBooksFault, 'fecha' | 'entidad' | 'qb_id'>;

const writePlace = ({ fecha, entidad, qb_id }: Place): string =>
  Buffer.from([fecha, entidad, qb_id].join('|')).toString('base64url');

/** Reads a cursor of {@link writePlace}. @throws Problem `peticion/invalida` for any other text */
function readPlace(cursor: string): Place {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, fecha, entidad, qb_id] = /^(\d{4}-\d{2}-\d{2})\|([A-Za-z]{4,12})\|(.{1,40})$/.exec(text) ?? [];
  if (fecha === undefined || entidad === undefined || qb_id === undefined || Number.isNaN(Date.parse(fecha)))
    return refuse('peticion/invalida', 'El cursor no es de esta lista');
  return { fecha, entidad: entidad as Place['entidad'], qb_id };
}

const pairs = [
  ['quickbooks', 'ecf'],
  ['quickbooks', 'txt'],
  ['ecf', 'txt'],
] as const;

function monthView({ totals, findings }: ReconciledMonth) {
  const text = (amount: Decimal | undefined) => (amount === undefined ? null : formatDecimal(amount, 2));
  return {
    totales: bySource(({ cantidad, monto, itbis }) => {
      return { cantidad, monto: formatDecimal(monto, 2), itbis: formatDecimal(itbis, 2) };
    }, totals.sources),
    diferencias: pairs.map(([de, respectoA]) => {
      const [one, other] = [totals.sources[de]!, totals.sources[respectoA]!];
      const off = (key: 'monto' | 'itbis') => text(percentOff(one[key], other[key]));
      return { de, respectoA, monto: off('monto'), itbis: off('itbis') };
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
    })),
  };
}

const valuesOf = ({ rnc, fecha, monto, itbis }: ReconciledEntry) => ({
  rnc,
  fecha: fecha === undefined ? null : formatISODate(fecha),
  monto: formatDecimal(monto, 2),
  itbis: formatDecimal(itbis, 2),
});

/** What each source has, as it is shown. */
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
