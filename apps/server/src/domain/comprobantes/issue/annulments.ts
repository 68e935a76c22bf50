import {
  type Ambiente,
  type Enlaces,
  type Enlazado,
  type Estado,
  estadosAceptados,
  type MotivoDeAnulacion,
  tiposAnulables,
} from '@timbre/contract';
import { Problem } from '@timbre/refusal';
import { add, decimal, formatDecimal } from '@timbre/values';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transactions.ts';
import type { NewEvent } from '../../../platform/events/events.ts';
import type { Sealed } from '../judge/sealed.ts';
import { type CreditsRow, creditsOf, creditsSql } from './credits.ts';
import { waitsFor } from './store.ts';

/** The annulment of a document by the credit note being issued. */
export interface Annulment {
  /** Id of the document. */
  readonly id: string;
  readonly motivo: MotivoDeAnulacion;
  /** The amount that other notes, accepted and on their way, credited when the note was made: a decimal. */
  readonly acreditado: string;
  /** The person who annuls it, for the record. */
  readonly by: { readonly por: string; readonly ip: string };
}

/** The facts of a document that decide whether it may be annulled. */
interface Annullable {
  readonly encf: string;
  readonly tipo: number;
  readonly ambiente: Ambiente;
  readonly es_rfce: boolean;
  readonly estado: Estado;
}

/** The links of a document `d` with others, as columns `creditos` and `modificado`, for a select list. */
export const linksSql = (empresaId: string) => sql`
  ${creditsSql(empresaId)} as creditos,
  (select json_build_object('id', m.id, 'eNCF', m.encf, 'estado', m.estado) from documento m
    where m.empresa_id = ${empresaId} and m.id = d.modifica) as modificado`;

/** The columns of {@link linksSql}. */
export interface LinksRow {
  readonly creditos: CreditsRow | null;
  readonly modificado: Enlazado | null;
}

/** The links of a document, as the contract has them. */
export const linksOf = ({ creditos, modificado }: LinksRow): Enlaces => ({
  ...creditsOf(creditos),
  modifica: modificado,
});

/** Maximum number of notes of one document from which its remainder is computed. */
const mostNotes = 100;

/**
 * The signed XML of the credit notes of a document that were not rejected, oldest first.
 *
 * @throws Problem `documento/no-anulable` if there are too many
 */
export async function readNotes(tx: Tx, empresaId: string, id: string): Promise<readonly string[]> {
  const { rows } = await sql<{ xml: string }>`
    select xml from documento where empresa_id = ${empresaId} and modifica = ${id} and tipo = 34 and not es_rfce
      and xml_sha256 is not null and estado <> 'rechazado'
    order by orden limit ${mostNotes + 1}`.execute(tx);
  if (rows.length > mostNotes)
    throw new Problem(
      'documento/no-anulable',
      `Tiene más de ${mostNotes} notas de crédito: emita la que falta en Nueva Factura.`,
    );
  return rows.map(({ xml }) => xml);
}

/** The amount that the notes of a document credit, accepted and on their way: a decimal. */
export function creditedBy(row: CreditsRow | null): string {
  if (row === null) return '0.00';
  return formatDecimal(add(decimal(row.aceptado), decimal(row.enProceso)), 2);
}

/**
 * Locks the documents that a batch annuls, until its transaction ends, and refuses the annulments that are not allowed.
 * If two of them race, in one process or in several, only one makes a note for the remainder.
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
  // A separate statement, so that it sees what was committed while the lock was awaited.
  const { rows: notes } = await sql<{ id: string; creditos: CreditsRow | null }>`
    select d.id, ${creditsSql(empresaId)} as creditos from documento d
    where d.empresa_id = ${empresaId} and d.id = any(${ids}::uuid[])`.execute(tx);
  const documents = new Map(rows.map((row) => [row.id, row]));
  const credited = new Map(notes.map(({ id, creditos }) => [id, creditedBy(creditos)]));
  return batch.map((anula) => {
    if (anula === undefined) return undefined;
    const row = documents.get(anula.id);
    if (row === undefined) return new Problem('recurso/no-encontrado');
    const reason = whyNotAnnullable(row, ambiente);
    if (reason !== undefined) return new Problem('documento/no-anulable', reason);
    // Another note, possibly of this batch, credited a part after this one was made: it must be made again.
    if (credited.get(anula.id) !== anula.acreditado) return new Problem('documento/ya-anulado');
    credited.set(anula.id, 'otra de esta misma transacción');
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
