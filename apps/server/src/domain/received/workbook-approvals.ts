import { aprobacionComercial } from '@timbre/contract';
import { writeDocument } from '@timbre/ecf';
import { refuse } from '@timbre/refusal';
import { signCanonical } from '@timbre/xml/node';
import { demandRows } from '../../platform/db/demand-rows.ts';
import { newId } from '../../platform/db/id.ts';
import { lockEmpresa } from '../../platform/db/lock-empresa.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { failpoint } from '../../platform/process/failpoint.ts';
import type { Core } from '../comprobantes/core.ts';
import { changingOf } from '../reports/changed-months.ts';
import { demandMayAnswer } from '../reports/demand-answer.ts';
import type { Scope } from '../reports/scope.ts';
import { findReceivedOf, storeAnswer } from './answers-repo.ts';
import { ANSWER } from './approval.ts';
import { tellChange } from './topic.ts';
import {
  answeredOf,
  type Detalle,
  dropUnsent,
  type ECFKey,
  findApproval,
  type HeldApproval,
  holdNext,
  storeApprovals,
  storeSent,
  storeSigned,
} from './workbook-approvals-repo.ts';

/** The person who sends approvals, and whether a month of the reports that was filed may change. */
interface By {
  readonly por: string;
  readonly ip: string;
  readonly aunquePresentado: boolean | undefined;
}

/** Number of approvals of one transaction. */
const batch = 64;

const keyOf = ({ rnc_emisor, encf }: ECFKey): string => `${rnc_emisor} ${encf}`;

/** XML of an approval before it is signed. */
export const unsignedXml = (detalle: Partial<Detalle>): string =>
  writeDocument('ACECF', { DetalleAprobacionComercial: detalle as Detalle });

/**
 * Reads a workbook of commercial approvals and stores them in place of those that were not sent.
 *
 * @param filasOcultas whether the rows that a filter or a person hid are read
 * @throws Problem `aprobacion/libro`
 */
export async function loadApprovals(
  ctx: Pick<Core, 'db' | 'clock' | 'signals' | 'issuers' | 'desk'>,
  empresaId: string,
  bytes: Buffer,
  filasOcultas: 'leer' | 'omitir',
) {
  const { db, desk, clock, issuers } = ctx;
  const { rnc, ambiente } = await issuers.of(empresaId);
  const now = clock.now();
  const limites = aprobacionComercial.limitesDeAprobaciones;
  const asWritten = ambiente === 'certecf';
  const book = { bytes, limites, rnc, now: now.getTime(), asWritten, filasOcultas };
  const read = await desk.readApprovals(bytes.length, book);
  const [fault] = read.errores;
  if (fault !== undefined) refuse('aprobacion/libro', fault.mensaje);
  const rows = read.aprobaciones.map(({ fila, detalle, errores }) => ({
    empresa_id: empresaId,
    id: newId(now),
    ambiente,
    fila,
    rnc_emisor: (detalle.RNCEmisor ?? '').slice(0, 20),
    encf: (detalle.eNCF ?? '').slice(0, 20),
    detalle: JSON.stringify(detalle),
    errores: JSON.stringify(errores),
  }));
  return db.tenant(empresaId, async (tx) => {
    await lockEmpresa(tx, empresaId);
    await dropUnsent(tx, empresaId, ambiente);
    const answered = new Set((await answeredOf(tx, empresaId, ambiente, rows)).map(keyOf));
    const fresh = rows.filter((row) => !answered.has(keyOf(row)));
    await storeApprovals(tx, fresh);
    tellChange(ctx, tx, empresaId);
    return {
      cargadas: fresh.length,
      conErrores: fresh.filter(({ errores }) => errores !== '[]').length,
      yaEnviadas: rows.length - fresh.length,
      filasOcultas: read.filasOcultas,
      avisos: [...read.avisos],
    };
  });
}

/**
 * Signs approvals without faults, all or some, in batches. After an interruption, those of the completed batches are
 * signed.
 *
 * @returns how many
 * @throws Problem `aprobacion/nada-por-firmar`, `certificado/…`
 */
export async function signApprovals(
  ctx: Pick<Core, 'db' | 'clock' | 'signals' | 'issuers' | 'signers'>,
  empresaId: string,
  ids?: readonly string[],
): Promise<number> {
  const { db, clock, signers, issuers } = ctx;
  const [{ ambiente }, { signer }] = await Promise.all([issuers.of(empresaId), signers.of(empresaId)]);
  if (ids !== undefined)
    await db.tenant(empresaId, (tx) => demandRows(tx, 'aprobacion_libro', { empresa_id: empresaId }, ids));
  let signed = 0;
  for (let last = batch; last === batch; ) {
    last = await db.tenant(empresaId, async (tx) => {
      const rows = await holdNext(tx, empresaId, ambiente, 'firma', ids, batch);
      const xmls = await Promise.all(rows.map(({ detalle }) => signCanonical(unsignedXml(detalle), signer)));
      const done = rows.map(({ id }, i) => ({ id, xml: xmls[i]!.xml }));
      await storeSigned(tx, empresaId, done, clock.now());
      if (done.length > 0) tellChange(ctx, tx, empresaId);
      return done.length;
    });
    signed += last;
  }
  return signed > 0 ? signed : refuse('aprobacion/nada-por-firmar');
}

/**
 * Sends signed approvals to the DGII and, outside certification, whose test issuer has no address, also to the issuers.
 * An e-CF that already has an answer gets no other.
 *
 * @returns how many
 * @throws Problem `aprobacion/sin-firmar`, `aprobacion/ya-enviada`, `aprobacion/nada-por-enviar`, `reportes/presentado`
 */
export async function sendApprovals(
  ctx: Pick<Core, 'db' | 'clock' | 'queue' | 'events' | 'signals' | 'issuers'>,
  empresaId: string,
  by: By,
  ids?: readonly string[],
): Promise<number> {
  const { db, issuers } = ctx;
  const { ambiente, rnc } = await issuers.of(empresaId);
  if (ids !== undefined) await db.tenant(empresaId, (tx) => demandSendable(tx, empresaId, ids));
  let sent = 0;
  for (let last = batch; last === batch; ) {
    last = await db.tenant(empresaId, async (tx) => {
      await lockEmpresa(tx, empresaId);
      const rows = await holdNext(tx, empresaId, ambiente, 'envio', ids, batch);
      const answered = new Set((await answeredOf(tx, empresaId, ambiente, rows)).map(keyOf));
      if (rows.some((row) => answered.has(keyOf(row)))) refuse('aprobacion/ya-enviada');
      await queueAnswers(ctx, tx, { empresaId, ambiente, rnc }, by, rows);
      return rows.length;
    });
    failpoint('approvals-queued');
    sent += last;
  }
  return sent > 0 ? sent : refuse('aprobacion/nada-por-enviar');
}

const isApproved = ({ detalle }: HeldApproval): boolean => detalle.Estado === '1';

async function demandSendable(tx: Tx, empresaId: string, ids: readonly string[]): Promise<void> {
  await demandRows(tx, 'aprobacion_libro', { empresa_id: empresaId }, ids);
  if (ids.length !== 1) return;
  const row = (await findApproval(tx, empresaId, ids[0]!)) ?? refuse('recurso/no-encontrado');
  if (row.aprobacion_id !== null) refuse('aprobacion/ya-enviada');
  if (row.xml === null) refuse('aprobacion/sin-firmar');
}

async function queueAnswers(
  ctx: Pick<Core, 'clock' | 'queue' | 'events' | 'signals'>,
  tx: Tx,
  scope: Scope,
  { por, ip, aunquePresentado }: By,
  rows: readonly HeldApproval[],
): Promise<void> {
  if (rows.length === 0) return;
  const { queue, events, clock } = ctx;
  const { empresaId, ambiente } = scope;
  const now = clock.now();
  const received = await findReceivedOf(tx, empresaId, ambiente, rows);
  const answers = rows.flatMap((row) => {
    const recibidoId = received.get(keyOf(row));
    return recibidoId === undefined ? [] : [{ recibidoId, aprobada: isApproved(row) }];
  });
  const presentado = await demandMayAnswer(tx, scope, answers, changingOf(aunquePresentado));
  const links = rows.map(({ id }) => ({ id, aprobacionId: newId(now) }));
  for (const [i, row] of rows.entries()) {
    const { rnc_emisor, encf, detalle, xml, firmada } = row;
    await storeAnswer(
      tx,
      {
        empresa_id: empresaId,
        id: links[i]!.aprobacionId,
        recibido_id: received.get(keyOf(row)) ?? null,
        ambiente,
        rnc_emisor,
        encf,
        aprobada: isApproved(row),
        motivo: detalle.DetalleMotivoRechazo ?? null,
        xml: xml!,
        firmada: firmada!,
        por,
      },
      ambiente === 'certecf' ? ['dgii'] : ['dgii', 'emisor'],
    );
  }
  await storeSent(tx, empresaId, links);
  await queue.enqueue(
    tx,
    links.map(({ aprobacionId }) => ({ clase: ANSWER, empresaId, sujeto: aprobacionId })),
  );
  await events.append(tx, empresaId, [
    { tipo: 'aprobaciones.enviadas', datos: { cantidad: rows.length, presentado, por, ip } },
  ]);
  tellChange(ctx, tx, empresaId);
}
