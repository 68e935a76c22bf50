import { sql } from 'kysely';
import type { NewRow, Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { DecidedBefore, DecidedRow } from './environment-requests-repo.ts';

// SQL of `registro`: requests from outside to register a company.

export type RegistroRow = Omit<Row<'registro'>, 'resuelta_por' | 'resuelta'>;

const columns = [
  'id',
  'rnc',
  'razon_social',
  'correo',
  'contrasena_hash',
  'contrasena_filtro',
  'persona_id',
  'ip',
  'estado',
  'motivo',
  'pedida',
  'datos',
] as const;

/** Stores a request; deletes those rejected three months ago, with their passwords. */
export async function insertRegistro(tx: Tx, row: NewRow<'registro'> & { readonly pedida: Date }): Promise<void> {
  await tx.insertInto('registro').values(row).execute();
  await sql`
    delete from registro
    where estado = 'rechazada' and resuelta < ${row.pedida}::timestamptz - interval '90 days'`.execute(tx);
}

const maxAsked = 50;

/** The pending and rejected requests under an e-mail or an RNC: the pending ones first, newest first. */
export const registrosAs = (tx: Tx, correo: string, rnc: string): Promise<RegistroRow[]> =>
  tx
    .selectFrom('registro')
    .select(columns)
    .where('estado', 'in', ['pendiente', 'rechazada'])
    .where((eb) => eb.or([eb('correo', '=', correo), eb('rnc', '=', rnc)]))
    .orderBy('estado')
    .orderBy('pedida', 'desc')
    .orderBy('id', 'desc')
    .limit(maxAsked)
    .execute();

/**
 * The pending and rejected requests of a person who entered their password with the request: the pending ones first,
 * newest first.
 */
export const registrosOf = (tx: Tx, personaId: string): Promise<RegistroRow[]> =>
  tx
    .selectFrom('registro')
    .select(columns)
    .where('estado', 'in', ['pendiente', 'rechazada'])
    .where('persona_id', '=', personaId)
    .orderBy('estado')
    .orderBy('pedida', 'desc')
    .orderBy('id', 'desc')
    .limit(maxAsked)
    .execute();

/** A pending request, with the facts that help to decide it. */
export interface WaitingRow extends Pick<RegistroRow, 'id' | 'rnc' | 'razon_social' | 'correo' | 'ip' | 'pedida'> {
  /** The registered company with that RNC, if any. */
  readonly registrada: string | null;
  /** Whether a person with that e-mail exists, and whether the applicant entered that person's password. */
  readonly conocido: boolean;
  readonly propio: boolean;
  /** Other pending requests with the same RNC. */
  readonly otras: number;
}

/** The pending requests, oldest first. */
export async function waitingRegistros(tx: Tx, limit: number): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select r.id, r.rnc, r.razon_social, r.correo, r.ip, r.pedida, e.razon_social as registrada,
      p.id is not null as conocido, r.persona_id is not null as propio,
      (select count(*)::integer from registro o where o.rnc = r.rnc and o.estado = 'pendiente' and o.id <> r.id) as otras
    from registro r left join empresa e on e.rnc = r.rnc left join persona p on p.correo = r.correo
    where r.estado = 'pendiente' order by r.pedida, r.id limit ${limit}`.execute(tx);
  return rows;
}

export type DecidedRegistro = Omit<DecidedRow, 'ambiente_actual' | 'nuevo_ambiente'>;

/** The decided requests, last decided first. */
export async function decidedRegistros(tx: Tx, before: DecidedBefore | undefined, limit: number) {
  const { rows } = await sql<DecidedRegistro>`
    select id, rnc, razon_social, correo as pedida_por, pedida, estado, motivo, resuelta_por, resuelta
    from registro
    where estado in ('aprobada', 'rechazada') and resuelta_por is not null
      ${before === undefined ? sql`` : sql`and (resuelta, id) < (${before.resuelta}, ${before.id})`}
    order by resuelta desc, id desc limit ${limit}`.execute(tx);
  return rows;
}

/** A request, locked: other transactions that would resolve it wait until this one ends. */
export const holdRegistro = (tx: Tx, id: string): Promise<RegistroRow | undefined> =>
  tx.selectFrom('registro').select(columns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export const isWaiting = async (tx: Tx, rnc: string): Promise<boolean> =>
  (await tx
    .selectFrom('registro')
    .select('id')
    .where('rnc', '=', rnc)
    .where('estado', '=', 'pendiente')
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * Closes a request. Its password is retained only if it was rejected: the applicant logs in with it to read the reason.
 */
export async function closeRegistro(
  tx: Tx,
  id: string,
  estado: 'aprobada' | 'rechazada' | 'retirada',
  by: { readonly por: string; readonly en: Date; readonly motivo?: string },
): Promise<void> {
  const password = estado === 'rechazada' ? {} : { contrasena_hash: null, contrasena_filtro: null };
  await tx
    .updateTable('registro')
    .set({ estado, motivo: by.motivo ?? null, resuelta_por: by.por, resuelta: by.en, ...password })
    .where('id', '=', id)
    .execute();
}
