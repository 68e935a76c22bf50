import { type Ambiente, expires } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { displayFecha, formatFecha, formatISODate, parseISODate } from '@timbre/values';
import * as repo from '../../../domain/comprobantes/numbers/ranges-repo.ts';
import { missingTestRanges } from '../../../domain/comprobantes/numbers/test-ranges.ts';
import { newId } from '../../../platform/db/id.ts';
import { lockEmpresa } from '../../../platform/db/lock-empresa.ts';
import type { Tx } from '../../../platform/db/transactions.ts';
import { configuracionEvent, type NewEvent } from '../../../platform/events/events.ts';
import type { Actor } from '../../../platform/input/caller.ts';
import type { Context } from '../../context.ts';
import { secuenciaView } from './view.ts';

/** Today's date in Santo Domingo, yyyy-MM-dd. */
const today = ({ clock }: Pick<Context, 'clock'>): string => formatISODate(formatFecha(clock.now().getTime()));

/** A range to be added; `vence` yyyy-MM-dd. */
export interface NewRange {
  readonly ambiente: Ambiente;
  readonly tipo: string;
  readonly desde: number;
  readonly hasta: number;
  readonly vence?: string | undefined;
}

/** How a list of ranges is added. */
interface Adding {
  /** Text before the reason of a refusal, which identifies the entry of the list. */
  readonly name: (at: number) => string;
  /** Whether a range identical to a stored one is skipped instead of refused. */
  readonly passOverKnown: boolean;
}

/**
 * Adds authorised ranges: all, or none.
 *
 * @returns the rows stored, the dates assigned to their types, and the events about them
 * @throws Problem `secuencia/invalida`, with the reason
 */
export async function addRanges(
  ctx: Context,
  tx: Tx,
  empresaId: string,
  ranges: readonly NewRange[],
  { name, passOverKnown }: Adding,
  by: Actor,
): Promise<{ stored: repo.SecuenciaRow[]; assigned: ReadonlyMap<string, string>; events: NewEvent[] }> {
  await lockEmpresa(tx, empresaId);
  const stretches = ranges.map(({ tipo, ...range }) => ({ ...range, tipo, prefijo: `E${tipo}` }));
  const [assigned, clashes] = await Promise.all([
    repo.assignedExpiries(tx, empresaId),
    repo.clashes(tx, empresaId, stretches),
  ]);
  const added: NewRange[] = [];
  for (const [at, range] of ranges.entries()) {
    const reject = (reason: string) => refuse('secuencia/invalida', name(at) + reason);
    const clash = clashes.find((each) => each.at === at) ?? added.find((other) => sharesNumber(other, range));
    if (passOverKnown && clash !== undefined && isSame(clash, range)) continue;
    const reason = faultOf(range, assigned.get(range.tipo), today(ctx));
    if (reason !== undefined) reject(reason);
    if (clash !== undefined) reject(`Se cruza con el rango registrado del ${clash.desde} al ${clash.hasta}`);
    added.push(range);
  }
  if (added.length === 0) return { stored: [], assigned, events: [] };
  const rows = added.map(({ ambiente, tipo, desde, hasta, vence }) => ({
    empresa_id: empresaId,
    id: newId(ctx.clock.now()),
    ambiente,
    tipo: Number(tipo),
    desde,
    hasta,
    siguiente: desde,
    vence: vence ?? null,
  }));
  const registered = rows.map(({ id, ambiente, desde, hasta, vence, tipo }): NewEvent => {
    const datos = { ambiente, tipo: String(tipo), desde, hasta, vence, ...by };
    return { tipo: 'secuencia.registrada', sujeto: id, datos };
  });
  const stored = await repo.insertSecuencias(tx, rows);
  return { stored, assigned, events: [...registered, configuracionEvent('secuencias')] };
}

/**
 * Registers numbers that the DGII hands out in a test environment; those already registered are skipped.
 *
 * @throws Problem `secuencia/invalida`, with the reason
 */
export async function registerRanges(
  ctx: Context,
  tx: Tx,
  empresaId: string,
  ranges: readonly NewRange[],
  by: Actor,
): Promise<void> {
  const { events } = await addRanges(ctx, tx, empresaId, ranges, { name: () => '', passOverKnown: true }, by);
  await ctx.events.append(tx, empresaId, events);
}

const sharesNumber = (a: NewRange, b: NewRange): boolean =>
  a.ambiente === b.ambiente && a.tipo === b.tipo && a.desde <= b.hasta && a.hasta >= b.desde;

const isSame = (a: Pick<repo.Clash, 'desde' | 'hasta'> & { vence?: string | null | undefined }, b: NewRange): boolean =>
  a.desde === b.desde && a.hasta === b.hasta && (a.vence ?? undefined) === b.vence;

/** @param assigned the date of Fechas Asignadas for its type; undefined if there is none */
function faultOf(
  { tipo, desde, hasta, vence }: NewRange,
  assigned: string | undefined,
  today: string,
): string | undefined {
  if (desde > hasta) return 'El número inicial debe ser menor o igual al final';
  if (!expires(tipo)) return vence === undefined ? undefined : `Las secuencias del tipo ${tipo} no vencen`;
  const expiry = vence ?? assigned;
  if (expiry === undefined) return `Las secuencias del tipo ${tipo} llevan fecha de vencimiento`;
  if (parseISODate(expiry) === undefined) return 'La fecha de vencimiento no existe';
  return expiry < today ? `El rango venció el ${displayFecha(expiry)}` : undefined;
}

/**
 * Adds one authorised range.
 *
 * @throws Problem `secuencia/invalida`, with the reason
 */
export async function addSecuencia(ctx: Context, empresaId: string, range: NewRange, by: Actor) {
  return ctx.db.tenant(empresaId, async (tx) => {
    const adding = { name: () => '', passOverKnown: false };
    const { stored, assigned, events } = await addRanges(ctx, tx, empresaId, [range], adding, by);
    await ctx.events.append(tx, empresaId, events);
    return { row: stored[0]!, assigned };
  });
}

/**
 * Registers the numbers that the DGII lets any issuer use in testecf, except those that a range already has. They
 * expire on the date assigned to their type (Fechas Asignadas), or on the configured one.
 *
 * @throws Problem `secuencia/solo-pruebas`
 */
export async function addTestRanges(ctx: Context, empresaId: string, by: Actor) {
  const { ambiente } = await ctx.issuers.of(empresaId);
  if (ambiente !== 'testecf') return refuse('secuencia/solo-pruebas');
  return ctx.db.tenant(empresaId, async (tx) => {
    await lockEmpresa(tx, empresaId);
    const { rows, assigned } = await readSecuencias(tx, empresaId);
    const missing = missingTestRanges(rows.filter((row) => row.ambiente === ambiente));
    const ranges = missing.map(({ tipo, desde, hasta }): NewRange => {
      const isAssigned = (assigned.get(String(tipo)) ?? '') >= today(ctx);
      const vence = expires(String(tipo)) && !isAssigned ? { vence: ctx.config.testExpiry } : {};
      return { ambiente, tipo: String(tipo), desde, hasta, ...vence };
    });
    const added = await addRanges(ctx, tx, empresaId, ranges, { name: () => '', passOverKnown: true }, by);
    await ctx.events.append(tx, empresaId, added.events);
    return added;
  });
}

/**
 * The company's ranges of e-CF as the screens show them: with the assigned date for those without their own, the
 * numbers that documents used ahead of the next one, and their warnings.
 */
export async function viewSecuencias(ctx: Context, empresaId: string) {
  const drawer = await issuerRncOf(ctx, empresaId);
  const { rows, assigned, ahead } = await ctx.db.tenant(empresaId, async (tx) => {
    const { rows, assigned } = await readSecuencias(tx, empresaId);
    return { rows, assigned, ahead: await repo.usedAhead(tx, empresaId, rows, drawer) };
  });
  return rows.map((row) => secuenciaView(row, assigned, ahead.get(row.id), ctx.clock.now()));
}

/** The company's ranges of e-CF, and the dates assigned to their types. */
export async function readSecuencias(tx: Tx, empresaId: string) {
  const [rows, assigned] = await Promise.all([
    repo.listSecuencias(tx, empresaId),
    repo.assignedExpiries(tx, empresaId),
  ]);
  return { rows, assigned };
}

/**
 * Removes a range from which no number was taken.
 *
 * @param isOne whether the caller may address the range by this call
 * @throws Problem `recurso/no-encontrado`, `rango/en-uso`
 */
export async function removeRange(
  ctx: Context,
  empresaId: string,
  id: string,
  isOne: (row: repo.SecuenciaRow) => boolean,
  by: Actor,
): Promise<undefined> {
  const drawer = await issuerRncOf(ctx, empresaId);
  return ctx.db.tenant(empresaId, async (tx) => {
    const row = await repo.findSecuencia(tx, empresaId, id, true);
    if (row === undefined || !isOne(row)) return refuse('recurso/no-encontrado');
    if ((await repo.takenFrom(tx, row, drawer)).highest !== null) refuse('rango/en-uso');
    await repo.deleteSecuencia(tx, row);
    const { ambiente, prefijo, desde, hasta } = row;
    const datos = { ambiente, prefijo, desde, hasta, ...by };
    await ctx.events.append(tx, empresaId, [
      { tipo: 'secuencia.eliminada', sujeto: id, datos },
      configuracionEvent('secuencias'),
    ]);
    return undefined;
  });
}

/** See {@link repo.IssuerRnc}. */
export async function issuerRncOf(ctx: Context, empresaId: string): Promise<repo.IssuerRnc> {
  const { rnc, demo } = await ctx.issuers.of(empresaId);
  return demo ? undefined : rnc;
}

/** Numbers on one page of the list. */
export const numbersPage = 100;

/**
 * The used numbers of a range below `before`, highest first: one more than a page, if there are more.
 *
 * @throws Problem `recurso/no-encontrado`
 */
export async function listNumbers(
  ctx: Context,
  empresaId: string,
  id: string,
  before: number | undefined,
  limit: number,
) {
  const drawer = await issuerRncOf(ctx, empresaId);
  return ctx.db.tenant(empresaId, async (tx) => {
    const range = await demandRangeOfECF(tx, empresaId, id);
    const from = before ?? range.hasta + 1;
    return { range, numbers: await repo.listNumbers(tx, range, drawer, from, limit + 1) };
  });
}

/** A range that e-CF are numbered from. @throws Problem `recurso/no-encontrado` */
export async function demandRangeOfECF(tx: Tx, empresaId: string, id: string): Promise<repo.SecuenciaRow> {
  const range = await repo.findSecuencia(tx, empresaId, id);
  return range === undefined || range.tipo === 0 ? refuse('recurso/no-encontrado') : range;
}
