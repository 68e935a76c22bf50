import { faltasRangoNC, prefijoNC } from '@timbre/contract';
import type { Context } from '../../../context.ts';
import { newId } from '../../../db/id.ts';
import { lockEmpresa } from '../../../db/lock-empresa.ts';
import type { Tx } from '../../../db/transactions.ts';
import { configuracionEvent, type NewEvent } from '../../../events/events.ts';
import type { Actor } from '../../../http/caller.ts';
import { refuse } from '../../../http/problem.ts';
import { readEmpresa } from '../../empresa/service.ts';
import * as repo from './repo.ts';
import { drawerOf } from './service.ts';

/** The prefix whose ranges e-CF are numbered from; nothing is issued from those of any other. */
const ecfPrefix = 'E34';

/** A credit-note range as it is asked for. */
export interface RangoNC {
  readonly prefijo?: string;
  readonly cantidadDigitos?: number;
  readonly desde?: number;
  readonly hasta?: number;
  readonly ultimoUtilizado?: number;
  readonly descripcion?: string;
  readonly activo?: boolean;
}

/** The company's credit-note ranges, in its environment. */
export const listRangosNC = (ctx: Context, empresaId: string) =>
  ctx.db.tenant(empresaId, async (tx) => {
    const { empresa } = await readEmpresa(tx, empresaId);
    return repo.listRangosNC(tx, empresaId, empresa.ambiente);
  });

/** Throws Problem `secuencia/invalida` with the specification's words, and everything that is wrong, field by field. */
function demandValid(rango: RangoNC) {
  const { prefijo = '', cantidadDigitos, desde, hasta, ultimoUtilizado } = rango;
  const faltas = Object.entries(faltasRangoNC({ prefijo, cantidadDigitos, desde, hasta, ultimoUtilizado }));
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
    await ctx.events.append(tx, empresaId, told('rango.registrado', row!, by));
    return row!;
  });
}

async function demandFree(tx: Tx, empresaId: string, stretch: repo.Stretch, except?: string): Promise<void> {
  const [clash] = await repo.clashes(tx, empresaId, [stretch], except);
  if (clash !== undefined)
    refuse('secuencia/invalida', `Se cruza con el rango registrado del ${clash.desde} al ${clash.hasta}`);
}

/**
 * Changes a credit-note range. Once a number was taken from it, its prefix and beginning stay, its end does not cut off a
 * number that is taken, and the last used does not go back before one that was issued. What does not come stays as it is.
 *
 * @throws Problem `recurso/no-encontrado`, `secuencia/invalida`
 */
export async function changeRangoNC(ctx: Context, empresaId: string, id: string, rango: RangoNC, by: Actor) {
  const { ultimoUtilizado, ...fields } = demandValid(rango);
  const drawer = await drawerOf(ctx, empresaId);
  return ctx.db.tenant(empresaId, async (tx) => {
    await lockEmpresa(tx, empresaId);
    const row = await findRangoNC(tx, empresaId, id);
    const { highest, issued } = await repo.takenFrom(tx, row, drawer);
    const reject = (reason: string) => refuse('secuencia/invalida', reason);
    if (highest !== null) {
      if (fields.prefijo !== row.prefijo || fields.desde !== row.desde)
        reject('De este rango ya se tomaron números: su prefijo y su inicio no pueden cambiar');
      if (fields.hasta < highest) reject(`El número ${highest} de este rango ya está tomado: no puede terminar antes`);
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
      // Whoever moves the next number forward says that those between were used elsewhere.
      ajenos: siguiente > row.siguiente ? siguiente - 1 : Math.min(row.ajenos, siguiente - 1),
      descripcion: rango.descripcion?.trim() ?? row.descripcion,
      activo: rango.activo ?? row.activo,
    });
    await ctx.events.append(tx, empresaId, told('rango.modificado', changed, by));
    return changed;
  });
}

/** Throws Problem `recurso/no-encontrado` where there is no such range, or it is one of e-CF of another type. */
async function findRangoNC(tx: Tx, empresaId: string, id: string): Promise<repo.SecuenciaRow> {
  const row = await repo.findSecuencia(tx, empresaId, id, true);
  return row !== undefined && (row.tipo === 0 || row.tipo === 34) ? row : refuse('recurso/no-encontrado');
}

const told = (tipo: NewEvent['tipo'], row: repo.SecuenciaRow, by: Actor): NewEvent[] => {
  const { id, ambiente, prefijo, desde, hasta, siguiente, activo } = row;
  return [
    { tipo, sujeto: id, datos: { ambiente, prefijo, desde, hasta, siguiente, activo, ...by } },
    configuracionEvent('secuencias'),
  ];
};
