import {
  type Ambiente,
  type Enlazado,
  type Estado,
  estadosAceptados,
  type MotivoDeAnulacion,
  tiposAnulables,
} from '@timbre/contract';
import { sql } from 'kysely';
import type { Tx } from '../../db/transactions.ts';
import type { NewEvent } from '../../events/events.ts';
import { Problem } from '../../http/problem.ts';
import type { Sealed } from '../judge/sealed.ts';
import { statesSql } from '../states.ts';
import { waitsFor } from './store.ts';

/** The annulment of a document by the credit note that is issued. */
export interface Annulment {
  /** Id of the document. */
  readonly id: string;
  readonly motivo: MotivoDeAnulacion;
  /** Who annuls it, for the record. */
  readonly by: { readonly por: string; readonly ip: string };
}

/** The facts of a document that decide whether it may be annulled. */
export interface Annullable {
  readonly encf: string;
  readonly tipo: number;
  readonly ambiente: Ambiente;
  readonly es_rfce: boolean;
  readonly estado: Estado;
}

/** The note that annuls a document: accepted, or on its way. */
export interface AnnullingNote {
  readonly id: string;
  readonly encf: string;
  readonly estado: Estado;
}

/** The credit notes that annul documents and were not rejected, by the document; of several, the first. */
export const annullingSql = (empresaId: string, id: ReturnType<typeof sql>) => sql`
  select n.id, n.encf, n.estado from documento n
  where n.empresa_id = ${empresaId} and n.modifica = ${id} and n.anula and n.estado <> 'rechazado'
  order by (n.estado in (${statesSql.accepted})) desc, n.orden limit 1`;

/**
 * The links of a document `d` with others, as columns `anulada_por` and `modificado`, for a select list.
 */
export const linksSql = (empresaId: string) => sql`
  (select json_build_object('id', n.id, 'eNCF', n.encf, 'estado', n.estado)
    from (${annullingSql(empresaId, sql`d.id`)}) n) as anulada_por,
  (select json_build_object('id', m.id, 'eNCF', m.encf, 'estado', m.estado) from documento m
    where m.empresa_id = ${empresaId} and m.id = d.modifica) as modificado`;

/** The columns of {@link linksSql}. */
export interface LinksRow {
  readonly anulada_por: Enlazado | null;
  readonly modificado: Enlazado | null;
}

/** The note that annuls a document, if there is one. */
export async function findAnnulling(tx: Tx, empresaId: string, id: string): Promise<AnnullingNote | undefined> {
  const { rows } = await sql<AnnullingNote>`${annullingSql(empresaId, sql`${id}::uuid`)}`.execute(tx);
  return rows[0];
}

/**
 * Locks the documents that a batch annuls, until its transaction ends, and refuses the annulments that may not be: of
 * two that race, in one process or in several, one makes a note.
 *
 * @returns for each request of the batch, its refusal
 */
export async function claimAnnulments(
  tx: Tx,
  empresaId: string,
  ambiente: Ambiente,
  batch: readonly (Annulment | undefined)[],
): Promise<readonly (Problem | undefined)[]> {
  const ids = [...new Set(batch.flatMap((anula) => anula?.id ?? []))];
  if (ids.length === 0) return batch.map(() => undefined);
  const { rows } = await sql<Annullable & { id: string }>`
    select id, encf, tipo, ambiente, es_rfce, estado from documento
    where empresa_id = ${empresaId} and id = any(${ids}::uuid[]) order by id for update`.execute(tx);
  // A statement of its own, so that it sees what was committed while the lock was awaited.
  const { rows: notes } = await sql<{ id: string; encf: string }>`
    select d.id, n.encf from unnest(${ids}::uuid[]) d(id) cross join lateral (${annullingSql(empresaId, sql`d.id`)}) n`.execute(
    tx,
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  const taken = new Map(notes.map(({ id, encf }) => [id, encf]));
  return batch.map((anula) => {
    if (anula === undefined) return undefined;
    const row = found.get(anula.id);
    if (row === undefined) return new Problem('recurso/no-encontrado');
    const reason = whyNotAnnullable(row, ambiente);
    if (reason !== undefined) return new Problem('documento/no-anulable', reason);
    const note = taken.get(anula.id);
    if (note !== undefined) return new Problem('documento/ya-anulado', `Lo anula la nota de crédito ${note}.`);
    taken.set(anula.id, 'de esta misma petición');
    return undefined;
  });
}

/**
 * Why a document may not be annulled by a credit note; undefined if it may.
 *
 * @param ambiente the company's present one, from whose ranges the note takes its number
 * @source Informe Técnico §10, p. 17: notes correct e-CFs that the authority accepted
 */
export function whyNotAnnullable(row: Annullable, ambiente: Ambiente): string | undefined {
  const { encf, tipo, estado } = row;
  if (!tiposAnulables.has(String(tipo)))
    return `${encf} es una nota, y una nota no modifica otra (Informe Técnico de e-CF, §10): emita la nota contraria sobre la factura.`;
  if (!estadosAceptados.has(estado)) return `La DGII no ha aceptado ${encf}: solo se anula un comprobante aceptado.`;
  if (row.es_rfce) return `De ${encf} solo está aquí su resumen: anúlelo donde se emitió la factura.`;
  if (row.ambiente !== ambiente) return `${encf} se emitió en otro ambiente que el de la empresa hoy.`;
  return undefined;
}

/** The event of an annulment. */
export const annulmentEvent = ({ id, motivo, by }: Annulment, note: Pick<Sealed, 'head' | 'eNCF'>): NewEvent => ({
  tipo: 'documento.anulado',
  sujeto: id,
  datos: { eNCF: waitsFor(note.head), nota: note.eNCF, motivo, ...by },
});
