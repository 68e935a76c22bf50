import type { tasas as contract } from '@timbre/contract';
import { nombreDeTrimestre, resolucionOficial, tasasOficiales, trimestreDe, trimestreSiguiente } from '@timbre/ecf';
import { refuse } from '@timbre/refusal';
import type { AnswerOf, InputOf } from '@timbre/route';
import { decimal, formatDecimal, formatFecha } from '@timbre/values';
import { exciseTopic } from '../../domain/comprobantes/excise/excise-rates.ts';
import { holdTasas, listTasas, storeTasas, type TasaRow } from '../../domain/comprobantes/excise/excise-repo.ts';
import { afterCommit } from '../../platform/db/transactions.ts';
import { platformRecord } from '../../platform/events/events.ts';
import type { Actor } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';

type Tasas = AnswerOf<typeof contract.listarTasas>;
type Trimestral = Tasas['trimestres'][number];
type Guardadas = InputOf<typeof contract.guardarTasas>['body'];

/** The first and the last quarter that have rates or may get them: from the first official one to the next. */
function bounds({ clock }: Context): { readonly first: string; readonly current: string; readonly last: string } {
  const current = trimestreDe(formatFecha(clock.now().getTime()));
  return { first: tasasOficiales[0].trimestre, current, last: trimestreSiguiente(current) };
}

/** Every quarter from the first official one to the next, the newest first, with its rates where they are known. */
export async function listQuarters(ctx: Context): Promise<Tasas> {
  const { first, current, last } = bounds(ctx);
  const added = new Map((await ctx.db.system(listTasas)).map((row) => [row.trimestre, row]));
  const trimestres: Trimestral[] = [];
  for (let trimestre = first; trimestre <= last; trimestre = trimestreSiguiente(trimestre)) {
    const tasas = officialView(trimestre) ?? addedView(added.get(trimestre));
    trimestres.unshift({ trimestre, nombre: nombreDeTrimestre(trimestre), actual: trimestre === current, tasas });
  }
  return { trimestres };
}

/**
 * Adds the rates of a quarter, or corrects them, and records it. The same rates again change nothing.
 *
 * @throws Problem `tasas/oficial`, `tasas/trimestre`
 */
export async function saveQuarter(ctx: Context, trimestre: string, input: Guardadas, by: Actor): Promise<Tasas> {
  const { first, last } = bounds(ctx);
  const nombre = nombreDeTrimestre(trimestre);
  if (isOfficial(trimestre)) refuse('tasas/oficial', `Las de ${nombre} son de la ${resolucionOficial}`);
  if (trimestre < first || trimestre > last)
    refuse('tasas/trimestre', `Se cargan desde ${nombreDeTrimestre(first)} hasta ${nombreDeTrimestre(last)}`);
  const wanted = {
    alcohol: twoDecimals(input.alcohol),
    cigarrillos20: twoDecimals(input.cigarrillos20),
    cigarrillos10: twoDecimals(input.cigarrillos10),
    resolucion: input.resolucion.trim(),
  };
  await ctx.db.system(async (tx) => {
    const before = await holdTasas(tx, trimestre);
    const antes = before === undefined ? null : valuesOf(before);
    if (JSON.stringify(antes) === JSON.stringify(wanted)) return;
    await storeTasas(tx, { trimestre, ...wanted, por: by.por, modificada: ctx.clock.now() });
    const datos = { trimestre, nombre, ...wanted, antes, ...by };
    await ctx.events.append(tx, platformRecord, [{ tipo: 'tasas.guardadas', datos }]);
    await ctx.events.ask(tx, 'revisa');
    afterCommit(tx, () => ctx.signals.emit(exciseTopic));
  });
  return listQuarters(ctx);
}

const isOfficial = (quarter: string): boolean => tasasOficiales.some(({ trimestre }) => trimestre === quarter);

/** `64.1` as `64.10`; the contract admits no more than two decimals. */
const twoDecimals = (text: string): string => formatDecimal(decimal(text), 2);

const valuesOf = ({ alcohol, cigarrillos20, cigarrillos10, resolucion }: TasaRow) => ({
  alcohol,
  cigarrillos20,
  cigarrillos10,
  resolucion,
});

function officialView(quarter: string): Trimestral['tasas'] {
  const row = tasasOficiales.find(({ trimestre }) => trimestre === quarter);
  if (row === undefined) return null;
  const { alcohol, cigarrillos20, cigarrillos10 } = row;
  const facts = { resolucion: resolucionOficial, oficial: true, por: null, modificada: null };
  return { alcohol, cigarrillos20, cigarrillos10, ...facts };
}

const addedView = (row: TasaRow | undefined): Trimestral['tasas'] =>
  row === undefined
    ? null
    : { ...valuesOf(row), oficial: false, por: row.por, modificada: row.modificada.toISOString() };
