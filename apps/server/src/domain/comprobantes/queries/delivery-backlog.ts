import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transactions.ts';

/** Undelivered documents are counted up to this number, in the order of their queueing. */
const mostCounted = 10_000;

/** The documents of a company that were signed and that the authority never received. */
interface Undelivered {
  readonly documentos: number;
  /** When the first of them was signed. */
  readonly primeraFirma: Date | null;
}

/** Counts the queued documents that were never delivered. A summary was signed when its invoice was. */
export async function countUndelivered(tx: Tx, empresaId: string): Promise<Undelivered> {
  const { rows } = await sql<Undelivered>`
    select count(*)::integer as documentos,
      min(to_timestamp(coalesce(d.fecha_firma, f.fecha_firma) || ' -04', 'DD-MM-YYYY HH24:MI:SS TZH')) as "primeraFirma"
    from (
      select sujeto from trabajo where clase = 'envio' and empresa_id = ${empresaId} order by id limit ${mostCounted}) w
    join documento d on d.empresa_id = ${empresaId} and d.id = w.sujeto and d.estado = 'firmado'
    left join documento f on f.empresa_id = ${empresaId} and f.id = d.resume_a`.execute(tx);
  return rows[0]!;
}
