import { faultsOfRangoNC, prefijoNC } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import * as repo from '../../../domain/comprobantes/numbers/ranges-repo.ts';
import { newId } from '../../../platform/db/id.ts';
import { lockEmpresa } from '../../../platform/db/lock-empresa.ts';
import type { Tx } from '../../../platform/db/transactions.ts';
import { configuracionEvent, type NewEvent } from '../../../platform/events/events.ts';
import type { Actor } from '../../../platform/input/caller.ts';
import type { Context } from '../../context.ts';
import { readEmpresa } from '../../empresa/service.ts';
import { issuerRncOf } from './service.ts';

/** The prefix of the ranges that number e-CF; nothing is issued from ranges of other prefixes. */
const ecfPrefix = 'E34';

/** A credit-note range to be stored. */
interface RangoNC {
  readonly prefijo?: string;
  readonly cantidadDigitos?: number;
  readonly desde?: number;
  readonly hasta?: number;
  readonly ultimoUtilizado?: number;
  readonly descripcion?: string;
  readonly activo?: boolean;
}

/** The company's credit-note ranges, in its environment, with the numbers used ahead of each. */
export async function listRangosNC(ctx: Context, empresaId: string) {
  const drawer = await issuerRncOf(ctx, empresaId);
  return ctx.db.tenant(empresaId, async (tx) => {
    const { empresa } = await readEmpresa(tx, empresaId);
    const rows = await repo.listRangosNC(tx, empresaId, empresa.ambiente);
    return { rows, ahead: await repo.usedAhead(tx, empresaId, rows, drawer) };
  });
}

/**
 * The next number of the ranges with a prefix, written out.
 *
 * @throws Problem `recurso/no-encontrado` if no range has the prefix, `peticion/invalida` if all are used up
 */
export function nextNumber(
  ranges: readonly { readonly prefijo: string; readonly siguiente: string | null }[],
  prefijo: string,
): string {
  const wanted = prefijoNC(prefijo);
  const own = ranges.filter((range) => range.prefijo === wanted);
  if (own.length === 0)
    refuse('recurso/no-encontrado', `No hay un rango activo con el prefijo «${wanted}»: regístrelo`);
  const next = own.find(({ siguiente }) => siguiente !== null)?.siguiente;
  return next ?? refuse('peticion/invalida', `Los rangos con el prefijo «${wanted}» se agotaron`);
}

/** A range with the numbers used ahead of it. */
async function withAhead(tx: Tx, row: repo.SecuenciaRow, drawer: repo.IssuerRnc) {
  return { row, ahead: (await repo.usedAhead(tx, row.empresa_id, [row], drawer)).get(row.id) };
}

/** Throws Problem `secuencia/invalida` with the specification's message, and all errors by field. */
function demandValid(rango: RangoNC) {
  const { prefijo = '', cantidadDigitos, desde, hasta, ultimoUtilizado } = rango;
  const faltas = Object.entries(faultsOfRangoNC({ prefijo, cantidadDigitos, desde, hasta, ultimoUtilizado }));
  const errores = faltas.map(([campo, mensaje]) => ({ codigo: 'rango/campo', campo, mensaje }));
  if (errores.length > 0) refuse('secuencia/invalida', errores[0]?.mensaje, errores);
  return { prefijo: prefijoNC(prefijo), digitos: cantidadDigitos!, desde: desde!, hasta: hasta!, ultimoUtilizado };
}

/**
 * Adds a credit-note range, in the company's environment.
 *
 * @throws Problem `secuencia/invalida`
 */
export async function addRangoNC(ctx: Context, empresaId: string, rango: RangoNC, by: Actor) {
  const { ultimoUtilizado = 0, ...fields } = demandValid(rango);
  const drawer = await issuerRncOf(ctx, empresaId);
  return ctx.db.tenant(empresaId, async (tx) => {
    await lockEmpresa(tx, empresaId);
    const { empresa } = await readEmpresa(tx, empresaId);
    const { ambiente } = empresa;
    await demandFree(tx, empresaId, { ambiente, ...fields });
    const siguiente = Math.max(fields.desde, ultimoUtilizado + 1);
    const [row] = await repo.insertSecuencias(tx, [
      {
        ...fields,
        empresa_id: empresaId,
        id: newId(ctx.clock.now()),
        ambiente,
        tipo: fields.prefijo === ecfPrefix ? 34 : 0,
        siguiente,
        ajenos: siguiente - 1,
        vence: null,
        descripcion: rango.descripcion?.trim() ?? '',
        activo: rango.activo ?? true,
      },
    ]);
    await ctx.events.append(tx, empresaId, eventsOf('rango.registrado', row!, by));
    return withAhead(tx, row!, drawer);
  });
}

async function demandFree(tx: Tx, empresaId: string, stretch: repo.Stretch, except?: string): Promise<void> {
  const [clash] = await repo.clashes(tx, empresaId, [stretch], except);
  if (clash !== undefined)
    refuse('secuencia/invalida', `Se cruza con el rango registrado del ${clash.desde} al ${clash.hasta}`);
}

/**
 * Changes a credit-note range. Once a number was taken from it, its prefix and start are fixed, its end must not
 * exclude a taken number, and its last used number must not go below an issued one. Fields left out remain as they are.
 *
 * @throws Problem `recurso/no-encontrado`, `secuencia/invalida`
 */
export async function changeRangoNC(ctx: Context, empresaId: string, id: string, rango: RangoNC, by: Actor) {
  const { ultimoUtilizado, ...fields } = demandValid(rango);
  const drawer = await issuerRncOf(ctx, empresaId);
  return ctx.db.tenant(empresaId, async (tx) => {
    await lockEmpresa(tx, empresaId);
    const row = await findRangoNC(tx, empresaId, id);
    const { highest, issued } = await repo.takenFrom(tx, row, drawer);
    const reject = (reason: string) => refuse('secuencia/invalida', reason);
    if (highest !== null) {
      if (fields.prefijo !== row.prefijo || fields.desde !== row.desde)
        reject('Ya se usaron números de este rango: su prefijo y su inicio no pueden cambiar');
      if (fields.hasta < highest) reject(`El número ${highest} de este rango ya está usado: no puede terminar antes`);
    }
    await demandFree(tx, empresaId, { ambiente: row.ambiente, ...fields }, id);
    const siguiente = Math.max(fields.desde, ultimoUtilizado === undefined ? row.siguiente : ultimoUtilizado + 1);
    if (siguiente > fields.hasta + 1) reject('El último utilizado no puede ser mayor al número final');
    if (issued !== null && siguiente <= issued)
      reject(`El número ${issued} de este rango ya se emitió: el último utilizado no puede ser menor`);
    const changed = await repo.updateSecuencia(tx, row, {
      ...fields,
      tipo: fields.prefijo === ecfPrefix ? 34 : 0,
      siguiente,
      // Moving the next number forward states that the numbers between were used outside the platform.
      ajenos: siguiente > row.siguiente ? siguiente - 1 : Math.min(row.ajenos, siguiente - 1),
      descripcion: rango.descripcion?.trim() ?? row.descripcion,
      activo: rango.activo ?? row.activo,
    });
    await ctx.events.append(tx, empresaId, eventsOf('rango.modificado', changed, by));
    return withAhead(tx, changed, drawer);
  });
}

/** Throws Problem `recurso/no-encontrado` if there is no such range, or if it is one of e-CF of another type. */
async function findRangoNC(tx: Tx, empresaId: string, id: string): Promise<repo.SecuenciaRow> {
  const row = await repo.findSecuencia(tx, empresaId, id, true);
  return row !== undefined && (row.tipo === 0 || row.tipo === 34) ? row : refuse('recurso/no-encontrado');
}

const eventsOf = (tipo: NewEvent['tipo'], row: repo.SecuenciaRow, by: Actor): NewEvent[] => {
  const { id, ambiente, prefijo, desde, hasta, siguiente, activo } = row;
  return [
    { tipo, sujeto: id, datos: { ambiente, prefijo, desde, hasta, siguiente, activo, ...by } },
    configuracionEvent('secuencias'),
  ];
};
