import { open, seal } from '../../platform/crypto/envelope.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import { newId } from '../../platform/db/id.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { platformRecord } from '../../platform/events/events.ts';
import type { Job, Queue } from '../../platform/jobs/queue.ts';
import type { Clock } from '../../platform/process/clock.ts';
import { isAddress, oneLine } from './address.ts';
import type { Body } from './body.ts';
import { type CorreoRow, insertCorreos } from './repo.ts';

/** The class of the job that delivers a message; its subject is the message. */
export const DELIVER = 'correo';

/** A message to one person. */
export interface Mail extends Body {
  /** The company, or the platform's record. */
  readonly empresaId: string;
  readonly clase: 'documento' | 'recuperacion' | 'contrasena' | 'invitacion' | 'solicitud' | 'aviso';
  readonly para: string;
  readonly asunto: string;
  /** Sender's name, shown next to the address of the server. */
  readonly nombre?: string;
  readonly responderA?: string | undefined;
  /** The document that the message carries. */
  readonly documentoId?: string;
  readonly por?: string;
}

/** The company of jobs without one: the queue takes turns among companies, and no company has this id. */
export const platformJobs = '00000000-0000-0000-0000-000000000001';

interface Services {
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly queue: Queue;
}

/**
 * Stores messages in the transaction of their cause; they are delivered after it commits. Those whose recipient is not
 * an address (the log-in name of the platform's administrator) are left out.
 */
export async function postMail(ctx: Services, tx: Tx, mails: readonly Mail[]): Promise<void> {
  const creado = ctx.clock.now();
  const rows = mails
    .filter(({ para }) => isAddress(para))
    .map(({ empresaId, clase, para, asunto, nombre = '', responderA, documentoId, por, texto, enlace }) => {
      const id = newId(creado);
      const body: Body = { texto, ...(enlace && { enlace }) };
      return {
        empresa_id: empresaId,
        id,
        clase,
        para,
        nombre: oneLine(nombre, 150),
        responder_a: responderA !== undefined && isAddress(responderA) ? responderA : null,
        asunto: oneLine(asunto, 200),
        cuerpo: seal(ctx.keyring.platformKey, Buffer.from(JSON.stringify(body)), aadOf(empresaId, id)),
        documento_id: documentoId ?? null,
        por: por ?? null,
        creado,
      };
    });
  if (rows.length === 0) return;
  await insertCorreos(tx, rows);
  await ctx.queue.enqueue(
    tx,
    rows.map(({ empresa_id, id: sujeto }) => ({
      clase: DELIVER,
      empresaId: empresa_id === platformRecord ? platformJobs : empresa_id,
      sujeto,
    })),
  );
}

/** The company of a job's message. */
export const ownerOf = ({ empresaId }: Pick<Job, 'empresaId'>): string =>
  empresaId === platformJobs ? platformRecord : empresaId;

/** The content of a pending message. */
export function bodyOf({ keyring }: Pick<Services, 'keyring'>, { empresa_id, id, cuerpo }: CorreoRow): Body {
  if (cuerpo === null) throw new Error('A message that waits has no text');
  return JSON.parse(open(keyring.platformKey, cuerpo, aadOf(empresa_id, id)).toString());
}

const aadOf = (empresaId: string, id: string) => `${empresaId}|${id}|correo`;
