import type { configuracion } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import type { AnswerOf } from '@timbre/route';
import { findDocumento } from '../../domain/comprobantes/queries/documento.ts';
import { buyerOf } from '../../domain/comprobantes/queries/invoice-facts.ts';
import { type ApprovalsPart, approvalBytes, approvalsOf } from '../../domain/received/approvals-repo.ts';
import {
  type Automatic,
  deleteAutomatic,
  findAutomatic,
  insertAutomatic,
} from '../../domain/received/automatic-repo.ts';
import { findDelivery } from '../../domain/received/deliveries-repo.ts';
import { lockEmpresa } from '../../platform/db/lock-empresa.ts';
import { configuracionEvent } from '../../platform/events/events.ts';
import type { Actor } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';

/** An invoice and its delivery, if that was requested. @throws Problem `recurso/no-encontrado` */
export const viewDelivery = ({ db }: Context, empresaId: string, id: string) =>
  db.tenant(empresaId, async (tx) => ({
    invoice: (await findDocumento(tx, empresaId, id)) ?? refuse('recurso/no-encontrado'),
    delivery: await findDelivery(tx, empresaId, id),
  }));

/** A part of the buyer's answers to an invoice. @throws Problem `recurso/no-encontrado` */
export const listApprovals = ({ db }: Context, empresaId: string, id: string, part: ApprovalsPart) =>
  db.tenant(empresaId, async (tx) => {
    const invoice = (await buyerOf(tx, empresaId, id)) ?? refuse('recurso/no-encontrado');
    return approvalsOf(tx, empresaId, invoice, part);
  });

/** An invoice and the bytes that a buyer signed as an answer. @param huella SHA-256 of them, hexadecimal @throws Problem `recurso/no-encontrado` */
export const xmlOfApproval = ({ db }: Context, empresaId: string, id: string, huella: string) =>
  db.tenant(empresaId, async (tx) => ({
    invoice: (await findDocumento(tx, empresaId, id)) ?? refuse('recurso/no-encontrado'),
    bytes: (await approvalBytes(tx, empresaId, id, Buffer.from(huella, 'hex'))) ?? refuse('recurso/no-encontrado'),
  }));

type Setting = AnswerOf<typeof configuracion.verEntregaAutomatica>;

const settingOf = (row: Pick<Automatic, 'desde' | 'por'> | undefined): Setting =>
  row === undefined
    ? { activa: false, desde: null, por: null }
    : { activa: true, desde: row.desde.toISOString(), por: row.por };

/** Whether the accepted invoices of a company are delivered automatically. */
export const viewAutomatic = ({ db }: Context, empresaId: string): Promise<Setting> =>
  db.tenant(empresaId, async (tx) => settingOf(await findAutomatic(tx, empresaId)));

/**
 * Switches automatic delivery on, for invoices accepted from now on, or off. Deliveries under way are not cancelled.
 */
export const switchAutomatic = (
  { db, clock, events }: Context,
  empresaId: string,
  activa: boolean,
  by: Actor,
): Promise<Setting> =>
  db.tenant(empresaId, async (tx) => {
    await lockEmpresa(tx, empresaId);
    // The same order of locks as the job: first this row, then the record.
    const before = await findAutomatic(tx, empresaId, 'for update');
    if ((before !== undefined) === activa) return settingOf(before);
    const leido = await events.follow(tx, empresaId, 'reparte', activa);
    const row = { empresa_id: empresaId, leido, desde: clock.now(), por: by.por };
    if (activa) await insertAutomatic(tx, row);
    else await deleteAutomatic(tx, empresaId);
    const act = { tipo: 'configuracion.entrega_automatica', datos: { activa, ...by } } as const;
    await events.append(tx, empresaId, [act, configuracionEvent('entregas')]);
    return settingOf(activa ? row : undefined);
  });
