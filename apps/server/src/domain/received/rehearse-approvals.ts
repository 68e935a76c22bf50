import { refuse } from '@timbre/refusal';
import { parseISODate } from '@timbre/values';
import { signCanonical } from '@timbre/xml/node';
import { demandRows } from '../../platform/db/demand-rows.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Issuer } from '../companies/issuers.ts';
import type { CompanySigner } from '../companies/signers.ts';
import type { Core } from '../comprobantes/core.ts';
import {
  forgetRehearsed,
  markSigned,
  nextToRehearse,
  type RehearsedAnswer,
  storeRehearsed,
  type ToRehearse,
} from './rehearsed-approvals-repo.ts';
import { tellChange } from './topic.ts';
import { unsignedXml } from './workbook-approvals.ts';
import { findApproval } from './workbook-approvals-repo.ts';

/** Number of approvals judged between two transactions. */
const batch = 64;

/**
 * Signs approvals without faults in the rehearsal, all or some. The signed XML is not stored: a person who had it could
 * send it.
 *
 * @returns how many
 * @throws Problem `aprobacion/nada-por-firmar`, `certificado/…`
 */
export async function rehearseSigning(
  ctx: Pick<Core, 'db' | 'clock' | 'signals' | 'issuers' | 'signers'>,
  empresaId: string,
  ids?: readonly string[],
): Promise<number> {
  const { db, clock, signers, issuers } = ctx;
  const [{ ambiente }] = await Promise.all([issuers.of(empresaId), signers.of(empresaId)]);
  const signed = await db.tenant(empresaId, async (tx) => {
    await demandRows(tx, 'aprobacion_libro', { empresa_id: empresaId }, ids);
    tellChange(ctx, tx, empresaId);
    return markSigned(tx, empresaId, ambiente, ids, clock.now());
  });
  return signed > 0 ? signed : refuse('aprobacion/nada-por-firmar');
}

/**
 * Sends the approvals that are signed in the rehearsal to the built-in authority, which judges them in this process.
 *
 * @returns how many
 * @throws Problem `aprobacion/sin-firmar`, `aprobacion/ya-enviada`, `aprobacion/nada-por-enviar`
 */
export async function rehearseSending(
  ctx: Pick<Core, 'db' | 'clock' | 'signals' | 'issuers' | 'signers' | 'desk'>,
  empresaId: string,
  ids?: readonly string[],
): Promise<number> {
  const { db, clock, signers, issuers } = ctx;
  const [issuer, signing] = await Promise.all([issuers.of(empresaId), signers.of(empresaId)]);
  const { ambiente } = issuer;
  if (ids !== undefined) await db.tenant(empresaId, (tx) => demandSendable(tx, empresaId, ids));
  let sent = 0;
  for (let last = batch; last === batch; ) {
    const rows = await db.tenant(empresaId, (tx) => nextToRehearse(tx, empresaId, ambiente, ids, batch));
    const answers: RehearsedAnswer[] = [];
    for (const row of rows) answers.push(await answerTo(ctx, issuer, signing, row));
    await db.tenant(empresaId, async (tx) => {
      await storeRehearsed(tx, empresaId, answers, clock.now());
      tellChange(ctx, tx, empresaId);
    });
    last = rows.length;
    sent += last;
  }
  return sent > 0 ? sent : refuse('aprobacion/nada-por-enviar');
}

/** Deletes the rehearsal of the company's approvals in its environment. */
export async function forgetRehearsal(ctx: Pick<Core, 'db' | 'signals' | 'issuers'>, empresaId: string): Promise<void> {
  const { ambiente } = await ctx.issuers.of(empresaId);
  await ctx.db.tenant(empresaId, async (tx) => {
    await forgetRehearsed(tx, empresaId, ambiente);
    tellChange(ctx, tx, empresaId);
  });
}

async function answerTo(
  { desk, clock }: Pick<Core, 'clock' | 'desk'>,
  { ambiente, rnc }: Issuer,
  { signer }: CompanySigner,
  row: ToRehearse,
): Promise<RehearsedAnswer> {
  const xml = row.xml ?? (await signCanonical(unsignedXml(row.detalle), signer)).xml;
  const { monto_total, fecha_emision } = row;
  const accepted =
    monto_total === null || fecha_emision === null
      ? undefined
      : { montoTotal: monto_total, fechaEmision: parseISODate(fecha_emision), rncComprador: rnc };
  const refusal = await desk.rehearseApproval(xml.length, {
    ambiente,
    xml,
    at: clock.now().getTime(),
    ...(accepted === undefined ? {} : { accepted }),
  });
  return { id: row.id, ensayo: refusal === undefined ? 'aceptada' : 'rechazada', detalle: refusal ?? null };
}

async function demandSendable(tx: Tx, empresaId: string, ids: readonly string[]): Promise<void> {
  await demandRows(tx, 'aprobacion_libro', { empresa_id: empresaId }, ids);
  if (ids.length !== 1) return;
  const row = (await findApproval(tx, empresaId, ids[0]!)) ?? refuse('recurso/no-encontrado');
  const wasSent = row.aprobacion_id !== null || row.ensayo === 'aceptada' || row.ensayo === 'rechazada';
  if (wasSent) refuse('aprobacion/ya-enviada');
  if (row.xml === null && row.ensayo === null) refuse('aprobacion/sin-firmar');
}
