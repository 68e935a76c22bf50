import { expires } from '@timbre/contract';
import {
  type Fecha,
  formatENCF,
  formatFecha,
  formatISODate,
  mostSequence,
  parseISODate,
  type TipoECF,
} from '@timbre/values';
import { readRanges } from '../../domain/comprobantes/numbers/lock-ranges.ts';
import { occupantsOf } from '../../domain/comprobantes/numbers/occupants.ts';
import { assignedExpiries, listSecuencias } from '../../domain/comprobantes/numbers/ranges-repo.ts';
import { gaps } from '../../domain/comprobantes/numbers/test-ranges.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Actor } from '../../platform/input/caller.ts';
import { type NewRange, registerRanges } from '../configuracion/secuencias/service.ts';
import type { Context } from '../context.ts';
import { heldUnsigned, highestNumbers, type OfSimulation } from './documents-repo.ts';
import { refuseField } from './refuse-field.ts';
import type { Simulation } from './repo.ts';

/** The numbers of a generation: the first of each type, and the expiry of each number. */
export interface Numbers {
  readonly first: ReadonlyMap<TipoECF, number>;
  readonly expiryOf: (tipo: TipoECF, numero: number) => Fecha | undefined;
}

/** Numbers that cannot be generated, because their range expired or is not active. */
interface Closed {
  readonly tipo: number;
  readonly desde: number;
  readonly hasta: number;
}

/**
 * The next number of each type: above the highest one generated or known, and outside ranges that expired or are not
 * active.
 *
 * @param counts how many consecutive numbers are taken
 */
export async function nextNumbers(
  tx: Tx,
  of: OfSimulation,
  contadores: Simulation['contadores'],
  counts: ReadonlyMap<TipoECF, number>,
  today: string,
): Promise<ReadonlyMap<TipoECF, number>> {
  const tipos = [...counts.keys()];
  const [known, closed] = await Promise.all([highestNumbers(tx, of, tipos), closedRanges(tx, of, today)]);
  return new Map(
    tipos.map((tipo) => {
      const own = closed.filter((range) => range.tipo === Number(tipo));
      let next = Math.max(contadores[tipo] ?? 0, known.get(tipo) ?? 0) + 1;
      for (const { desde, hasta } of own) if (desde < next + (counts.get(tipo) ?? 1) && next <= hasta) next = hasta + 1;
      return [tipo, Math.min(next, mostSequence)];
    }),
  );
}

async function closedRanges(tx: Tx, { empresaId, ambiente }: OfSimulation, today: string): Promise<readonly Closed[]> {
  const [rows, assigned] = await Promise.all([listSecuencias(tx, empresaId), assignedExpiries(tx, empresaId)]);
  return rows.filter((row) => {
    const vence = row.vence ?? assigned.get(String(row.tipo)) ?? null;
    return row.ambiente === ambiente && (!row.activo || (vence !== null && vence < today));
  });
}

/**
 * Finds the numbers of a generation, and registers those that no range has. The caller holds the lock of the company.
 *
 * @param desde the first number of every type; undefined: the next of each
 * @throws Problem `simulacion/configuracion` for a number that is used, `secuencia/invalida`
 */
export async function findNumbers(
  ctx: Context,
  tx: Tx,
  of: OfSimulation,
  contadores: Simulation['contadores'],
  counts: ReadonlyMap<TipoECF, number>,
  desde: number | undefined,
  by: Actor,
): Promise<Numbers> {
  const day = formatFecha(ctx.clock.now().getTime());
  const today = formatISODate(day);
  const first =
    desde === undefined
      ? await nextNumbers(tx, of, contadores, counts, today)
      : new Map([...counts.keys()].map((tipo) => [tipo, desde]));
  for (const [tipo, count] of counts)
    if (first.get(tipo)! + count - 1 > mostSequence)
      refuseNumber(`Los números del tipo ${tipo} pasan del último que existe: empiece por uno menor`);
  await demandFree(
    tx,
    of,
    [...counts].flatMap(([tipo, count]) => eNCFsOf(tipo, first.get(tipo)!, count)),
  );

  const [ranges, assigned] = await Promise.all([
    readRanges(tx, of.empresaId, of.ambiente),
    assignedExpiries(tx, of.empresaId),
  ]);
  const endOfNextYear = `${Number(today.slice(0, 4)) + 1}-12-31`;
  const valid = (vence: string | undefined) => vence !== undefined && vence >= today;
  const lacking = [...counts].flatMap(([tipo, count]): NewRange[] => {
    const expiry = assigned.get(tipo);
    const vence = expires(tipo) ? { vence: valid(expiry) ? expiry : endOfNextYear } : {};
    return gaps(ranges, Number(tipo), first.get(tipo)!, count).map((gap) => ({
      ambiente: of.ambiente,
      tipo,
      ...gap,
      ...vence,
    }));
  });
  if (lacking.length > 0) await registerRanges(ctx, tx, of.empresaId, lacking, by);
  const all = [
    ...ranges.map((range) => ({ ...range, tipo: String(range.tipo) })),
    ...lacking.map((range) => ({ ...range, vence: range.vence ?? null })),
  ];
  return {
    first,
    expiryOf(tipo, numero) {
      if (!expires(tipo)) return undefined;
      const range = all.find((one) => one.tipo === tipo && one.desde <= numero && numero <= one.hasta);
      return parseISODate(range?.vence ?? '');
    },
  };
}

const eNCFsOf = (tipo: TipoECF, first: number, count: number) =>
  Array.from({ length: count }, (_, i) => formatENCF(tipo, first + i));

async function demandFree(tx: Tx, of: OfSimulation, eNCFs: readonly string[]): Promise<void> {
  const [held, taken] = await Promise.all([
    heldUnsigned(tx, of, eNCFs),
    occupantsOf(tx, { ...of, rncEmisor: of.rnc }, eNCFs),
  ]);
  const used = eNCFs.find((eNCF) => held.has(eNCF) || taken.has(eNCF));
  if (used === undefined) return;
  refuseNumber(
    held.has(used)
      ? `La simulación ya tiene el comprobante ${used}: empiece por otra secuencia`
      : `El número ${used} ya se usó: empiece por otra secuencia`,
  );
}

const refuseNumber = (mensaje: string): never => refuseField('desde', mensaje);
