import { type ErrorDeDocumento, importacion, type MensajeDGII } from '@timbre/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Static } from 'typebox';
import { type ResumenRow, resumenOf } from '../../../domain/comprobantes/queries/resumenes.ts';
import type { Tx } from '../../../platform/db/transactions.ts';
import { type ShownFilter, type ShownImport, shownSql, shownWhere } from './documents-repo.ts';

type Fila = importacion.FilaDeImportacion;

interface FilaRow extends ResumenRow {
  readonly resume_a: string | null;
  readonly detenido: boolean;
  readonly ensayado: boolean;
  readonly estado_real: Fila['estado'];
  readonly secuencia_real: boolean | null;
  readonly n_errores: number;
  readonly n_mensajes: number;
}

const { errores: mostErrores, mensajes: mostMensajes, caracteres } = importacion.limitesDeFila;
const firsts = (column: 'errores' | 'mensajes', most: number) =>
  sql`jsonb_path_query_array(s.${sql.ref(column)}, ${sql.lit(`$[0 to ${most - 1}]`)}) as ${sql.ref(column)},
    jsonb_array_length(s.${sql.ref(column)}) as ${sql.ref(`n_${column}`)}`;

const rowsSql = (of: ShownImport, where: RawBuilder<unknown>, page: RawBuilder<unknown>) => sql<FilaRow>`
  select s.id, s.tipo, s.es_rfce, s.encf, s.fecha_emision, s.monto_total, s.estado, s.track_id, s.espera_a, s.rnc_emisor,
    s.rnc_comprador, s.razon_comprador, s.fila, s.secuencia_utilizada, s.resume_a, s.detenido, s.ensayado, s.estado_real,
    s.secuencia_real, ${firsts('errores', mostErrores)}, ${firsts('mensajes', mostMensajes)}
  from (select * from ${shownSql(of)} s where ${where} order by s.orden ${page}) s order by s.orden`;

/** The query of {@link listFilas}. */
export const filasQuery = (of: ShownImport, filter: ShownFilter, desde: number, limite: number) =>
  rowsSql(of, shownWhere(filter), sql`offset ${desde} limit ${limite}`);

/**
 * Documents of an import as rows, in the order of the workbook. No index has the states, which change often: a page
 * reads the import up to its end, 40,000 documents at most.
 *
 * @param desde position of the first one among those of the filter
 */
export async function listFilas(
  tx: Tx,
  of: ShownImport,
  filter: ShownFilter,
  desde: number,
  limite: number,
): Promise<readonly Fila[]> {
  return (await filasQuery(of, filter, desde, limite).execute(tx)).rows.map(filaOf);
}

/** These documents of an import as rows, by id. */
export async function filasById(tx: Tx, of: ShownImport, ids: readonly string[]): Promise<ReadonlyMap<string, Fila>> {
  const { rows } = await rowsSql(of, sql`s.id = any(${ids}::uuid[])`, sql``).execute(tx);
  return new Map(rows.map((row) => [row.id, filaOf(row)]));
}

/** How many documents of an import match a filter. */
export async function countFilas(tx: Tx, of: ShownImport, filter: ShownFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${shownSql(of)} s where ${shownWhere(filter)}`.execute(tx);
  return rows[0]!.total;
}

const filaOf = (row: FilaRow): Fila => ({
  ...resumenOf(row),
  mensajes: row.mensajes.map(shortMessage),
  errores: row.errores.map(shortFault),
  masErrores: row.n_errores - row.errores.length,
  masMensajes: row.n_mensajes - row.mensajes.length,
  facturaId: row.resume_a,
  detenido: row.detenido,
  real: row.ensayado ? { estado: row.estado_real, secuenciaUtilizada: row.secuencia_real } : null,
});

const short = (text: string): string => (text.length <= caracteres ? text : `${text.slice(0, caracteres)}…`);

const shortMessage = ({ codigo, valor }: Static<typeof MensajeDGII>) => ({
  codigo: short(codigo),
  valor: short(valor),
});

/** A fault with long texts truncated. */
export const shortFault = ({
  codigo,
  mensaje,
  campo,
  celda,
  aviso,
  dondeSeCorrige,
}: ErrorDeDocumento): ErrorDeDocumento => ({
  codigo: short(codigo),
  mensaje: short(mensaje),
  ...(campo !== undefined && { campo: short(campo) }),
  ...(celda !== undefined && { celda: short(celda) }),
  ...(aviso !== undefined && { aviso }),
  ...(dondeSeCorrige !== undefined && { dondeSeCorrige }),
});
