import { hash } from 'node:crypto';
import { offers } from '@timbre/authority';
import { type Ambiente, ambienteNombre, type configuracion } from '@timbre/contract';
import { buildANECF, writeDocument } from '@timbre/ecf';
import { refuse } from '@timbre/refusal';
import { formatFechaHora, type TipoECF } from '@timbre/values';
import { signCanonical } from '@timbre/xml/node';
import { newId } from '../../../platform/db/id.ts';
import type { Tx } from '../../../platform/db/transactions.ts';
import { failpoint } from '../../../platform/process/failpoint.ts';
import type { Core } from '../core.ts';
import { demandSpace } from '../issue/demand-space.ts';
import { findSecuencia, type SecuenciaRow } from '../numbers/ranges-repo.ts';
import { announceAnulacion } from './announce.ts';
import { type AnulacionRow, findAnulacion, insertAnulacion, updateAnulacion, VOID } from './void-repo.ts';
import { listVoidable, type Run, type Voidable } from './voidable-repo.ts';

/** The person who requests it, for the record. */
interface By {
  readonly por: string;
  readonly ip: string;
}

/** A run to be voided, and its reason. */
interface NewVoid extends Run {
  readonly codigo608: configuracion.Codigo608;
}

/** The numbers of a range that may be voided, and the reason if none can be voided now. */
export async function viewVoidable(
  ctx: Pick<Core, 'db' | 'issuers'>,
  empresaId: string,
  secuenciaId: string,
  limit: number,
): Promise<Voidable & { readonly impedimento: string | null }> {
  const issuer = await ctx.issuers.of(empresaId);
  return ctx.db.tenant(empresaId, async (tx) => {
    const range = await demandRange(tx, empresaId, secuenciaId, false);
    const impedimento = impedimentOf(range.ambiente, issuer.ambiente) ?? null;
    return { ...(await listVoidable(tx, range, issuer.rnc, limit)), impedimento };
  });
}

/**
 * Voids a run of numbers: the signed ANECF, its place in the queue and its event are one transaction, which holds the
 * lock of emission. After it commits, no document can have the numbers.
 *
 * @throws Problem `recurso/no-encontrado`, `anulacion/no-se-puede`, `secuencia/cuarentena`, `certificado/…`,
 * `servidor/lleno`
 */
export async function voidRange(
  ctx: Core,
  empresaId: string,
  secuenciaId: string,
  { codigo608, ...run }: NewVoid,
  by: By,
): Promise<AnulacionRow> {
  const { db, clock, signers, issuers, queue, quarantine } = ctx;
  if (run.desde > run.hasta) refuse('anulacion/no-se-puede', 'El número inicial debe ser menor o igual al final');
  await demandSpace(ctx);
  const issuer = await issuers.of(empresaId);
  const { tipo, ambiente } = await db.tenant(empresaId, (tx) => demandRange(tx, empresaId, secuenciaId, false));
  const impediment = impedimentOf(ambiente, issuer.ambiente);
  if (impediment !== undefined) refuse('anulacion/no-se-puede', impediment);
  const { signer } = await signers.of(empresaId);
  const firmada = clock.now();
  const tree = buildANECF(issuer.rnc, [{ tipo: String(tipo) as TipoECF, ...run }], formatFechaHora(firmada.getTime()));
  const { xml } = await signCanonical(writeDocument('ANECF', tree), signer);
  const stored = await db.tenant(empresaId, async (tx) => {
    const range = await demandRange(tx, empresaId, secuenciaId, true);
    await quarantine.demandSame(tx);
    const series = { ambiente, rncEmisor: issuer.rnc, tipo };
    if (quarantine.holds(series) || !(await quarantine.knows(tx, series, run.desde))) refuse('secuencia/cuarentena');
    const { total } = await listVoidable(tx, range, issuer.rnc, 1, run);
    if (total !== run.hasta - run.desde + 1) refuse('anulacion/no-se-puede', notUnused);
    const row = await insertAnulacion(tx, {
      ...run,
      empresa_id: empresaId,
      id: newId(firmada),
      secuencia_id: secuenciaId,
      ambiente,
      rnc_emisor: issuer.rnc,
      tipo,
      cantidad: total,
      codigo_608: codigo608,
      estado: 'pendiente',
      xml,
      xml_sha256: hash('sha256', xml, 'buffer'),
      firmada,
      por: by.por,
      cambiada: firmada,
    });
    await queue.enqueue(tx, [{ clase: VOID, empresaId, sujeto: row.id }]);
    await announceAnulacion(ctx, tx, row, 'numeros.anulados', { ...by });
    failpoint('void-stored');
    return row;
  });
  failpoint('void-committed');
  return stored;
}

/**
 * Settles an unconfirmed annulment with the state that a person saw in the authority's portal.
 *
 * @param anulados the authority has voided the numbers; otherwise they are free again
 * @throws Problem `recurso/no-encontrado`, `anulacion/decidida`
 */
export function settleVoid(
  ctx: Pick<Core, 'db' | 'clock' | 'events'>,
  empresaId: string,
  id: string,
  anulados: boolean,
  by: By,
): Promise<AnulacionRow> {
  return ctx.db.tenant(empresaId, async (tx) => {
    const row = (await findAnulacion(tx, empresaId, id, true)) ?? refuse('recurso/no-encontrado');
    if (row.estado !== 'sin_confirmar') refuse('anulacion/decidida');
    const estado = anulados ? 'aceptado' : 'rechazado';
    const known = { estado, mensajes: row.mensajes, asentada_por: by.por } as const;
    const settled = await updateAnulacion(tx, row, known, ctx.clock.now());
    await announceAnulacion(ctx, tx, settled, 'anulacion.asentada', { anulados, ...by });
    return settled;
  });
}

const notUnused =
  'Alguno de estos números ya es de un comprobante, está en uno por firmar, o está anulado. Elija entre los que se pueden anular.';

/** A range of e-CF. With `held`, no other transaction numbers from it until this one ends. */
async function demandRange(tx: Tx, empresaId: string, id: string, held: boolean): Promise<SecuenciaRow> {
  const range = await findSecuencia(tx, empresaId, id, held);
  return range === undefined || range.tipo === 0 ? refuse('recurso/no-encontrado') : range;
}

/** Why no number of an environment can be voided. */
function impedimentOf(ambiente: Ambiente, own: Ambiente): string | undefined {
  if (!offers('anularRango', ambiente)) return `En ${ambienteNombre[ambiente]} la DGII no anula números.`;
  return ambiente === own
    ? undefined
    : `La empresa no está en ${ambienteNombre[ambiente]}: solo se anulan números de su ambiente.`;
}
