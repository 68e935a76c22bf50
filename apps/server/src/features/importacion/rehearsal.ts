import { estadosFinales } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import * as rehearsal from '../../domain/comprobantes/rehearsal/rehearsal-repo.ts';
import { REHEARSE } from '../../domain/comprobantes/rehearsal/rehearse.ts';
import { rehearsalTopic } from '../../domain/comprobantes/rehearsal/topic.ts';
import { afterCommit, type Tx } from '../../platform/db/transactions.ts';
import type { Context } from '../context.ts';
import { mustBeRead } from './must-be-read.ts';
import * as repo from './repo.ts';

/**
 * Requests the signing of an import's documents in its rehearsal: the named ones, or all that can be signed.
 *
 * @returns how many will be signed, summaries included
 * @throws Problem as for the real signing
 */
export async function rehearseSigning(
  context: Context,
  empresaId: string,
  id: string,
  ids: readonly string[] | undefined,
  agregarFechaHoraFirma: boolean,
): Promise<number> {
  await context.signers.of(empresaId);
  return request(context, empresaId, id, ids, (tx, now) =>
    rehearsal.askToSign(tx, empresaId, id, ids, !agregarFechaHoraFirma, now),
  );
}

/**
 * Requests the sending of an import's documents in its rehearsal: the named ones, or all that are signed.
 *
 * @returns how many will be sent, summaries included
 * @throws Problem `documento/sin-firmar`, `documento/ya-enviado` when exactly one is named and it cannot be sent
 */
export async function rehearseSending(
  context: Context,
  empresaId: string,
  id: string,
  ids: readonly string[] | undefined,
): Promise<number> {
  await context.signers.of(empresaId);
  return request(context, empresaId, id, ids, async (tx, now) => {
    const asked = await rehearsal.askToSend(tx, empresaId, id, ids, now);
    if (asked === 0 && ids?.length === 1) await refuseSending(tx, empresaId, ids[0] ?? '');
    return asked;
  });
}

async function request(
  { db, clock, queue, signals }: Context,
  empresaId: string,
  id: string,
  ids: readonly string[] | undefined,
  ask: (tx: Tx, now: Date) => Promise<number>,
): Promise<number> {
  return db.tenant(empresaId, async (tx) => {
    await mustBeRead(tx, empresaId, id, ids);
    const asked = await ask(tx, clock.now());
    if (asked === 0) return 0;
    await queue.enqueue(tx, [{ clase: REHEARSE, empresaId, sujeto: id }]);
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
export async function forgetRehearsal({ db, signals }: Context, empresaId: string, id: string): Promise<void> {
  await db.tenant(empresaId, async (tx) => {
    if ((await repo.holdImport(tx, empresaId, id)) === undefined) refuse('recurso/no-encontrado');
    await rehearsal.forget(tx, empresaId, { importacionId: id });
    afterCommit(tx, () => signals.emit(rehearsalTopic(empresaId)));
  });
}
