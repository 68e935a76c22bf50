import { estadosFinales } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import type { ImportScope } from '../../../domain/comprobantes/imports/conditions.ts';
import * as rehearsal from '../../../domain/comprobantes/rehearsal/rehearsal-repo.ts';
import { REHEARSE } from '../../../domain/comprobantes/rehearsal/rehearse.ts';
import { rehearsalTopic } from '../../../domain/comprobantes/rehearsal/topic.ts';
import { afterCommit, type Tx } from '../../../platform/db/transactions.ts';
import type { Context } from '../../context.ts';
import { demandRead } from '../demand-read.ts';
import * as repo from '../repo.ts';

type Requesting = Pick<Context, 'clock' | 'db' | 'queue' | 'signals' | 'signers'>;

/** The documents of an import that are asked for. */
interface Asked {
  /** Undefined: all of them. Naming a summary names its invoice. */
  readonly ids: readonly string[] | undefined;
}

/**
 * Requests the signing of an import's documents in its rehearsal: the named ones, or all that can be signed.
 *
 * @returns how many will be signed, summaries included
 * @throws Problem as for the real signing
 */
export async function rehearseSigning(
  ctx: Requesting,
  of: ImportScope,
  { ids, agregarFechaHoraFirma }: Asked & { readonly agregarFechaHoraFirma: boolean },
): Promise<number> {
  await ctx.signers.of(of.empresaId);
  return request(ctx, of, ids, (tx, now) =>
    rehearsal.askToSign(tx, of, { ids, conservaFecha: !agregarFechaHoraFirma, now }),
  );
}

/**
 * Requests the sending of an import's documents in its rehearsal: the named ones, or all that are signed.
 *
 * @returns how many will be sent, summaries included
 * @throws Problem `documento/sin-firmar`, `documento/ya-enviado` when exactly one is named and it cannot be sent
 */
export async function rehearseSending(ctx: Requesting, of: ImportScope, { ids }: Asked): Promise<number> {
  await ctx.signers.of(of.empresaId);
  return request(ctx, of, ids, async (tx, now) => {
    const asked = await rehearsal.askToSend(tx, of, { ids, now });
    if (asked === 0 && ids?.length === 1) await refuseSending(tx, of.empresaId, ids[0] ?? '');
    return asked;
  });
}

async function request(
  { db, clock, queue, signals }: Requesting,
  of: ImportScope,
  ids: readonly string[] | undefined,
  ask: (tx: Tx, now: Date) => Promise<number>,
): Promise<number> {
  const { empresaId, importacionId } = of;
  return db.tenant(empresaId, async (tx) => {
    await demandRead(tx, of, ids);
    const asked = await ask(tx, clock.now());
    if (asked === 0) return 0;
    await queue.enqueue(tx, [{ clase: REHEARSE, empresaId, sujeto: importacionId }]);
    afterCommit(tx, () => signals.emit(rehearsalTopic(empresaId)));
    return asked;
  });
}

async function refuseSending(tx: Tx, empresaId: string, id: string): Promise<never> {
  const rehearsed = (await rehearsal.statesOf(tx, empresaId, [id])).get(id);
  const isSent = rehearsed === 'en_proceso' || (rehearsed !== undefined && estadosFinales.has(rehearsed));
  return refuse(isSent ? 'documento/ya-enviado' : 'documento/sin-firmar');
}

/** Deletes the rehearsal of an import. @throws Problem `recurso/no-encontrado` */
export async function forgetRehearsal(
  { db, signals }: Pick<Context, 'db' | 'signals'>,
  { empresaId, importacionId }: ImportScope,
): Promise<void> {
  await db.tenant(empresaId, async (tx) => {
    if ((await repo.holdImport(tx, { empresaId, importacionId })) === undefined) refuse('recurso/no-encontrado');
    await rehearsal.forget(tx, empresaId, { importacionId });
    afterCommit(tx, () => signals.emit(rehearsalTopic(empresaId)));
  });
}
