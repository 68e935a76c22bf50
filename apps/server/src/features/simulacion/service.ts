import type { Ambiente, simulacion as contract } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { formatFecha, formatISODate, type TipoECF, tiposECF } from '@timbre/values';
import type { Issuer } from '../../domain/companies/issuers.ts';
import { holdToRemove, removeFromImport } from '../../domain/comprobantes/imports/removal-repo.ts';
import { lockEmpresa } from '../../platform/db/lock-empresa.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { NewEvent } from '../../platform/events/events.ts';
import type { Actor } from '../../platform/input/caller.ts';
import { failpoint } from '../../platform/process/failpoint.ts';
import type { Context } from '../context.ts';
import { openOwnImport } from '../importacion/service.ts';
import { presetBuyer } from './buyers.ts';
import { acceptedSimulated, lastSimulated, type OfSimulation } from './documents-repo.ts';
import { generate } from './generate.ts';
import { findNumbers, nextNumbers } from './numbers.ts';
import { batchOf, type Wanted, wantedOf } from './plan.ts';
import { findSimulation, storeSimulation } from './repo.ts';
import { lackingOfStandard } from './standard.ts';

type Generados = { readonly importacionId: string; readonly generados: number; readonly desde: number };

/** Receipts cleared in one transaction. */
const batchSize = 500;

const importEvent = (id: string): NewEvent => ({ tipo: 'importacion', sujeto: id, datos: { id } });

/** The company, in an environment where it may simulate. @throws Problem `simulacion/ambiente` */
async function issuerOf({ issuers }: Context, empresaId: string): Promise<Issuer> {
  const issuer = await issuers.of(empresaId);
  return issuer.ambiente === 'ecf' ? refuse('simulacion/ambiente') : issuer;
}

const ofIssuer = ({ id, ambiente, rnc }: Issuer, importacionId: string | null): OfSimulation => ({
  empresaId: id,
  ambiente,
  rnc,
  importacionId,
});

/** The simulation of a company in its environment. @throws Problem `simulacion/ambiente` */
export async function viewSimulation(ctx: Context, empresaId: string): Promise<contract.Simulacion> {
  const issuer = await issuerOf(ctx, empresaId);
  const today = formatISODate(formatFecha(ctx.clock.now().getTime()));
  const { importacionId, next } = await ctx.db.reading(empresaId, async (tx) => {
    const simulation = await findSimulation(tx, empresaId, issuer.ambiente);
    const importacionId = simulation?.importacion_id ?? null;
    const counts = new Map(tiposECF.map((tipo) => [tipo, 1]));
    return {
      importacionId,
      next: await nextNumbers(tx, ofIssuer(issuer, importacionId), simulation?.contadores ?? {}, counts, today),
    };
  });
  return {
    ambiente: issuer.ambiente,
    emisor: { rnc: issuer.rnc, razonSocial: issuer.razonSocial },
    importacionId,
    siguientes: tiposECF.map((tipo) => ({ tipo, siguiente: next.get(tipo)! })),
    compradores: tiposECF.map((tipo) => {
      const buyer = presetBuyer(tipo, issuer.rnc);
      return { tipo, rncComprador: buyer?.rnc ?? null, razonSocialComprador: buyer?.razonSocial ?? null };
    }),
  };
}

/**
 * Generates receipts of one type, not signed.
 *
 * @throws Problem `simulacion/ambiente`, `simulacion/configuracion`, `secuencia/invalida`
 */
export const generateSome = (
  ctx: Context,
  empresaId: string,
  { desde, ...settings }: contract.ConfiguracionDeGeneracion,
  by: Actor,
): Promise<Generados> => generateAll(ctx, empresaId, () => [wantedOf(settings)], desde, by);

/**
 * Generates a batch, not signed: the requested quantities of each class, or the standard ones.
 *
 * @throws Problem as {@link generateSome}
 */
export const generateBatch = (
  ctx: Context,
  empresaId: string,
  cantidades: Parameters<typeof batchOf>[0],
  desde: number | undefined,
  by: Actor,
): Promise<Generados> => generateAll(ctx, empresaId, () => batchOf(cantidades), desde, by);

async function generateAll(
  ctx: Context,
  empresaId: string,
  plan: () => readonly Wanted[],
  desde: number | undefined,
  by: Actor,
): Promise<Generados> {
  const issuer = await issuerOf(ctx, empresaId);
  const tasas = await ctx.exciseRates.current();
  const wanted = plan();
  const counts = new Map<TipoECF, number>();
  for (const { tipo, cantidad } of wanted) counts.set(tipo, (counts.get(tipo) ?? 0) + cantidad);
  const generados = wanted.reduce((sum, { cantidad }) => sum + cantidad, 0);

  return ctx.db.tenant(empresaId, async (tx) => {
    const now = ctx.clock.now();
    // Two generations at once take their numbers one after the other.
    await lockEmpresa(tx, empresaId);
    const simulation = await findSimulation(tx, empresaId, issuer.ambiente);
    const contadores = simulation?.contadores ?? {};
    const importacionId = simulation?.importacion_id ?? (await openOwnImport(tx, empresaId, 'Simulación', now));
    const of = { ...ofIssuer(issuer, importacionId), importacionId };
    const numbers = await findNumbers(ctx, tx, of, contadores, counts, desde, by);
    await generate(tx, { issuer, of, numbers, tasas, now }, wanted);
    const lasts = [...counts].map(([tipo, count]) => {
      const last = numbers.first.get(tipo)! + count - 1;
      return [tipo, Math.max(contadores[tipo] ?? 0, last)] as const;
    });
    await storeSimulation(tx, empresaId, issuer.ambiente, {
      importacion_id: importacionId,
      contadores: { ...contadores, ...Object.fromEntries(lasts) },
    });
    const datos = { cantidad: generados, ambiente: issuer.ambiente, ...by };
    await ctx.events.append(tx, empresaId, [
      { tipo: 'simulacion.generada', sujeto: importacionId, datos },
      importEvent(importacionId),
    ]);
    failpoint('simulation-stored');
    return { importacionId, generados, desde: Math.min(...numbers.first.values()) };
  });
}

/**
 * Removes a receipt from the simulation, with its summary. An unsigned one is deleted; one that took its number stays
 * in the ledger.
 *
 * @throws Problem `simulacion/ambiente`, `recurso/no-encontrado`, `simulacion/ocupada`
 */
export async function removeOne(ctx: Context, empresaId: string, id: string, by: Actor): Promise<void> {
  const { ambiente } = await issuerOf(ctx, empresaId);
  await ctx.db.tenant(empresaId, async (tx) => {
    const { importacion_id: importacionId } =
      (await findSimulation(tx, empresaId, ambiente)) ?? refuse('recurso/no-encontrado');
    const rows = await holdToRemove(tx, { empresaId, importacionId }, { id });
    const [row] = rows;
    if (row === undefined) return refuse('recurso/no-encontrado');
    if (rows.some(({ ocupado }) => ocupado)) refuse('simulacion/ocupada');
    await removeFromImport(
      tx,
      empresaId,
      rows.map((one) => one.id),
    );
    await ctx.events.append(tx, empresaId, [
      { tipo: 'simulacion.eliminada', sujeto: id, datos: { eNCF: row.encf, ambiente, ...by } },
      importEvent(importacionId),
    ]);
  });
}

/**
 * Removes all receipts from the simulation, as {@link removeOne} does; in batches, so that a large one blocks no other
 * work. Its counters stay.
 *
 * @throws Problem `simulacion/ambiente`, `simulacion/ocupada`
 */
export async function clear(ctx: Context, empresaId: string, by: Actor): Promise<void> {
  const { ambiente } = await issuerOf(ctx, empresaId);
  const start = await ctx.db.tenant(empresaId, async (tx) => {
    const simulation = await findSimulation(tx, empresaId, ambiente);
    const last = simulation && (await lastSimulated(tx, empresaId, simulation.importacion_id));
    return last && { ...last, importacionId: simulation.importacion_id };
  });
  if (start === undefined) return;
  if (start.ocupada) refuse('simulacion/ocupada');
  const { importacionId, hasta } = start;
  let cantidad = 0;
  for (let left = true; left; ) {
    const removed = await ctx.db.tenant(empresaId, async (tx) => {
      const rows = await holdToRemove(tx, { empresaId, importacionId }, { hasta, most: batchSize });
      if (rows.some(({ ocupado }) => ocupado)) refuse('simulacion/ocupada');
      await removeFromImport(
        tx,
        empresaId,
        rows.map(({ id }) => id),
      );
      return rows.length;
    });
    cantidad += removed;
    left = removed === batchSize;
  }
  await ctx.db.tenant(empresaId, (tx) =>
    ctx.events.append(tx, empresaId, [
      { tipo: 'simulacion.borrada', sujeto: importacionId, datos: { cantidad, ambiente, ...by } },
      importEvent(importacionId),
    ]),
  );
}

/** The import that has the receipts of the simulation, in an environment; null while nothing was generated. */
export const importOfSimulation = async (tx: Tx, empresaId: string, ambiente: Ambiente): Promise<string | null> =>
  (await findSimulation(tx, empresaId, ambiente))?.importacion_id ?? null;

/** A sentence with what the simulation lacks until the DGII accepted its standard quantities, in an environment; undefined if nothing. */
export async function lackingOfSimulation(tx: Tx, empresaId: string, ambiente: Ambiente): Promise<string | undefined> {
  const simulation = await findSimulation(tx, empresaId, ambiente);
  const accepted = simulation ? await acceptedSimulated(tx, empresaId, simulation.importacion_id) : [];
  const lacking = lackingOfStandard(accepted);
  return lacking.length === 0
    ? undefined
    : `La DGII no ha aceptado todas las cantidades del lote estándar. Faltan: ${lacking.join(', ')}`;
}
