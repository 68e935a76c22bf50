import type { Ambiente, Enlazado, Estado } from '@timbre/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transactions.ts';
import { type LinksRow, linksSql } from '../issue/annulments.ts';

/** A stored document. */
export interface DocumentoRow extends LinksRow {
  readonly id: string;
  readonly ambiente: Ambiente;
  readonly rnc_emisor: string;
  readonly tipo: number;
  readonly encf: string;
  readonly es_rfce: boolean;
  readonly estado: Estado;
  /** JSON of the tree; null once signed. */
  readonly arbol: string | null;
  readonly xml: string | null;
  readonly codigo_seguridad: string | null;
  readonly fecha_firma: string | null;
  readonly secuencia_utilizada: boolean | null;
  readonly importacion_id: string | null;
  readonly asentado_por: string | null;
  /** The summary that is sent in its place. */
  readonly resumen: Enlazado | null;
  /** Of a summary: the invoice. */
  readonly factura: Enlazado | null;
}

const linkedSql = sql`json_build_object('id', r.id, 'eNCF', r.encf, 'estado', r.estado)`;

/** One document of the company; undefined when there is none with that id. */
export async function findDocumento(
  tx: Tx,
  empresaId: string,
  id: string,
  lock?: 'for update',
): Promise<DocumentoRow | undefined> {
  const { rows } = await sql<DocumentoRow>`
    select id, ambiente, rnc_emisor, tipo, encf, es_rfce, estado, arbol::text as arbol, xml, codigo_seguridad, fecha_firma,
      secuencia_utilizada, importacion_id, asentado_por,
      (select ${linkedSql} from documento r where r.empresa_id = d.empresa_id and r.resume_a = d.id
        order by r.orden desc limit 1) as resumen,
      (select ${linkedSql} from documento r where r.empresa_id = d.empresa_id and r.id = d.resume_a) as factura,
      ${linksSql(empresaId)}
    from documento d where empresa_id = ${empresaId} and id = ${id} ${lock === undefined ? sql`` : sql`for update`}`.execute(
    tx,
  );
  return rows[0];
}

/** The summary of a consumer invoice, if it has one; locked, since the summary is what is sent. */
export async function findSummary(tx: Tx, empresaId: string, id: string) {
  const { rows } = await sql<{ id: string; tipo: number; es_rfce: boolean }>`
    select id, tipo, es_rfce from documento where empresa_id = ${empresaId} and resume_a = ${id} for update`.execute(
    tx,
  );
  return rows[0];
}

/** Whether the sending of a document has begun: it is queued, or was tried with an outcome other than "not sent". */
export async function isQueued(tx: Tx, empresaId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from trabajo where clase = 'envio' and empresa_id = ${empresaId} and sujeto = ${id}
    union all
    select 1 from intento where empresa_id = ${empresaId} and documento_id = ${id} and operacion in ('envio', 'reenvio')
      and resultado is distinct from 'no_enviado'`.execute(tx);
  return rows.length > 0;
}

/** The attempts to send a document, in order; of an invoice that is sent as its summary, those of the summary. */
export async function attemptsOf(tx: Tx, empresaId: string, id: string) {
  const { rows } = await sql<{
    numero: number;
    operacion: string;
    iniciado: Date;
    terminado: Date | null;
    resultado: string | null;
    respuesta: string | null;
  }>`
    select numero, operacion, iniciado, terminado, resultado, respuesta from intento
    where empresa_id = ${empresaId} and documento_id = coalesce(
      (select id from documento where empresa_id = ${empresaId} and resume_a = ${id} order by orden desc limit 1), ${id})
    order by numero limit 200`.execute(tx);
  return rows;
}
