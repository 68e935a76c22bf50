import type { importacion } from '@timbre/contract';
import { addMonths, formatFecha, lastDay, parseISODate, periodoOf } from '@timbre/values';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { newId } from '../../db/id.ts';
import type { Tx } from '../../db/transactions.ts';
import { Problem, refuse } from '../../http/problem.ts';
import { listResumenes } from '../documentos/resumen.ts';
import { sendJob } from '../emision/store.ts';
import { buildMuestra } from './libro/muestra.ts';
import { PROCESS } from './process.ts';
import { SIGN } from './sign.ts';

type Importacion = importacion.Importacion;

const firstPasos: importacion.Paso[] = (['readingFile', 'parsingData', 'generatingXML'] as const).map((nombre) => ({
  nombre,
  estado: 'pendiente',
  hechos: 0,
  total: 0,
}));

/** Documents of one import: the largest workbook has a summary for each of its rows. */
const MOST = 40_000;
const RECENT = 20;
const ENQUEUED_AT_ONCE = 1_000;

/** Workbooks of one company that may be read or wait for it, so that one company keeps no other waiting for long. */
const AT_ONCE = 5;
const RETRY_AFTER_S = 10;

/**
 * Stores an uploaded workbook and asks for its reading. Gives the import's id.
 *
 * @throws Problem `archivo/en-espera`
 */
export async function createImport(
  { db, clock, queue, events }: Context,
  empresaId: string,
  usuarioId: string | null,
  archivo: string,
  contenido: Buffer,
): Promise<string> {
  const now = clock.now();
  const id = newId(now);
  await db.tenant(empresaId, async (tx) => {
    const { rows: waiting } = await sql`
      select from importacion where empresa_id = ${empresaId} and estado = 'procesando' limit ${AT_ONCE}`.execute(tx);
    if (waiting.length === AT_ONCE)
      throw new Problem('archivo/en-espera', undefined, undefined, { retryAfterS: RETRY_AFTER_S });
    await sql`
      insert into importacion (empresa_id, id, archivo, contenido, estado, pasos, usuario_id, creada)
      values (${empresaId}, ${id}, ${archivo.slice(0, 200)}, ${contenido}, 'procesando', ${JSON.stringify(firstPasos)},
        ${usuarioId}, ${now})`.execute(tx);
    await queue.enqueue(tx, [{ clase: PROCESS, empresaId, sujeto: id }]);
    await events.append(tx, empresaId, [{ tipo: 'importacion', sujeto: id, datos: { id } }]);
  });
  return id;
}

type Row = Pick<Importacion, 'id' | 'archivo' | 'estado' | 'pasos' | 'errores' | 'avisos'> & { creada: Date };

/** An import with all its documents. @throws Problem `recurso/no-encontrado` */
export async function viewImport({ db }: Context, empresaId: string, id: string): Promise<Importacion> {
  return db.tenant(empresaId, async (tx) => {
    const [found, tallies, documentos] = await Promise.all([
      sql<Row>`
        select id, archivo, estado, pasos, errores, avisos, creada from importacion
        where empresa_id = ${empresaId} and id = ${id}`.execute(tx),
      tally(tx, empresaId, [id]),
      listResumenes(tx, empresaId, sql`d.importacion_id = ${id}`, MOST),
    ]);
    const row = found.rows[0] ?? refuse('recurso/no-encontrado');
    const { totales, enCurso } = tallies.get(id) ?? none;
    return { ...row, creada: row.creada.toISOString(), totales, enCurso, documentos: [...documentos] };
  });
}

/** The latest imports, newest first. */
export async function recentImports({ db }: Context, empresaId: string) {
  return db.tenant(empresaId, async (tx) => {
    const { rows } = await sql<Row>`
      select id, archivo, estado, pasos, creada from importacion
      where empresa_id = ${empresaId} order by creada desc limit ${RECENT}`.execute(tx);
    const tallies = await tally(
      tx,
      empresaId,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => {
      const { totales, enCurso } = tallies.get(row.id) ?? none;
      return {
        id: row.id,
        archivo: row.archivo,
        creada: row.creada.toISOString(),
        estado: row.estado,
        pasos: row.pasos,
        totales,
        enCurso,
      };
    });
  });
}

type Tally = Pick<Importacion, 'totales' | 'enCurso'>;

const none: Tally = {
  totales: {
    total: 0,
    ecf: 0,
    rfce: 0,
    conErrores: 0,
    firmados: 0,
    enviados: 0,
    pendientes: 0,
    aceptados: 0,
    rechazados: 0,
  },
  enCurso: { firmar: 0, enviar: 0 },
};

/**
 * Counts the documents of some imports. A full consumer invoice travels as its summary: it counts with the sent ones too.
 * No table is joined with itself: asked while a workbook is being read, a plan made for few rows must do for thousands.
 */
async function tally(tx: Tx, empresaId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Tally>> {
  const [documents, jobs] = await Promise.all([
    sql<Tally['totales'] & { importacion_id: string; firmar: number }>`
      select d.importacion_id, count(*) as total,
        count(*) filter (where not d.es_rfce) as ecf, count(*) filter (where d.es_rfce) as rfce,
        count(*) filter (where d.estado = 'error') as "conErrores",
        count(*) filter (where d.xml_sha256 is not null) as firmados,
        count(*) filter (where d.estado in ('enviado', 'recibido', 'en_proceso', 'aceptado', 'aceptado_condicional', 'rechazado')) as enviados,
        count(*) filter (where d.estado in ('pendiente', 'firmado')) as pendientes,
        count(*) filter (where d.estado in ('aceptado', 'aceptado_condicional')) as aceptados,
        count(*) filter (where d.estado = 'rechazado') as rechazados,
        count(*) filter (where d.pedido is not null and d.estado = 'pendiente') as firmar
      from documento d where d.empresa_id = ${empresaId} and d.importacion_id = any(${ids}::uuid[])
      group by d.importacion_id`.execute(tx),
    sql<{ importacion_id: string; enviar: number }>`
      select d.importacion_id, sum(case when d.resume_a is null then 1 else 2 end) as enviar
      from trabajo t join documento d on d.empresa_id = t.empresa_id and d.id = t.sujeto
      where t.clase = 'envio' and t.empresa_id = ${empresaId} and d.importacion_id = any(${ids}::uuid[])
      group by d.importacion_id`.execute(tx),
  ]);
  const sending = new Map(jobs.rows.map(({ importacion_id, enviar }) => [importacion_id, enviar]));
  return new Map(
    documents.rows.map(({ importacion_id, firmar, ...totales }) => [
      importacion_id,
      { totales, enCurso: { firmar, enviar: sending.get(importacion_id) ?? 0 } },
    ]),
  );
}

/**
 * Asks for the signing of an import's documents: those named, or all that can be. Naming a summary names its invoice.
 *
 * @returns how many will be signed, summaries included
 * @throws Problem `certificado/falta`, `certificado/vencido` before anything is asked; `recurso/no-encontrado` for an import
 * that is not the company's, or a document that is not the import's
 */
export async function askToSign(
  context: Context,
  empresaId: string,
  importacionId: string,
  ids: readonly string[] | undefined,
  agregarFechaHoraFirma: boolean,
): Promise<number> {
  await context.signers.of(empresaId);
  return context.db.tenant(empresaId, (tx) =>
    requestSigning(tx, context, empresaId, importacionId, ids, 'firma', agregarFechaHoraFirma),
  );
}

/**
 * Asks for the sending of an import's signed documents: those named, or all that can be. With the simulator, those not yet
 * signed are signed on the way; with the real authority, they are left.
 *
 * @returns how many will be sent, with the invoices that travel as their summary
 * @throws Problem `documento/sin-firmar`, `documento/ya-enviado` when exactly one is named and it cannot go
 */
export async function askToSend(
  context: Context,
  empresaId: string,
  importacionId: string,
  ids: readonly string[] | undefined,
): Promise<number> {
  const signOnTheWay = context.config.authority === 'simulador';
  if (signOnTheWay) await context.signers.of(empresaId);
  return context.db.tenant(empresaId, async (tx) => {
    await mustExist(tx, empresaId, importacionId, ids);
    const { rows } = await sql<{ id: string; tipo: number; es_rfce: boolean }>`
      update documento d set errores = '[]'
      where d.empresa_id = ${empresaId} and d.importacion_id = ${importacionId} and d.estado = 'firmado'
        and ${named(ids)}
        and not exists (select from documento r where r.empresa_id = d.empresa_id and r.importacion_id = d.importacion_id and r.resume_a = d.id)
      returning d.id, d.tipo, d.es_rfce`.execute(tx);
    const signing = signOnTheWay ? await requestSigning(tx, context, empresaId, importacionId, ids, 'envio', true) : 0;
    if (rows.length + signing === 0 && ids?.length === 1) await refuseSending(tx, empresaId, ids[0] ?? '');
    // Ten thousand at once would hold up everybody else's requests.
    for (let from = 0; from < rows.length; from += ENQUEUED_AT_ONCE) {
      const some = rows.slice(from, from + ENQUEUED_AT_ONCE);
      await context.queue.enqueue(
        tx,
        some.map((row) => sendJob(empresaId, row)),
      );
    }
    // a summary carries its invoice along
    return rows.length + rows.filter(({ es_rfce }) => es_rfce).length + signing;
  });
}

async function requestSigning(
  tx: Tx,
  context: Context,
  empresaId: string,
  importacionId: string,
  ids: readonly string[] | undefined,
  pedido: 'firma' | 'envio',
  agregarFechaHoraFirma: boolean,
): Promise<number> {
  await mustExist(tx, empresaId, importacionId, ids);
  const { rows } = await sql<{ resumenes: number }>`
    update documento d set pedido = ${pedido}
    where d.empresa_id = ${empresaId} and d.importacion_id = ${importacionId} and d.estado = 'pendiente' and not d.es_rfce
      and ${named(ids)}
      and not exists (select from documento r where r.empresa_id = d.empresa_id and r.importacion_id = d.importacion_id
        and r.resume_a = d.id and r.estado = 'error')
    returning (select count(*) from documento r where r.empresa_id = d.empresa_id
      and r.importacion_id = d.importacion_id and r.resume_a = d.id) as resumenes`.execute(tx);
  if (rows.length === 0) return 0;
  await context.queue.enqueue(tx, [
    { clase: SIGN, empresaId, sujeto: importacionId, datos: { agregarFechaHoraFirma } },
  ]);
  return rows.reduce((sum, { resumenes }) => sum + 1 + resumenes, 0);
}

/** The documents named, by themselves or through their summary or their invoice; all when none is. */
const named = (ids: readonly string[] | undefined) =>
  ids === undefined
    ? sql`true`
    : sql`(d.id = any(${ids}::uuid[]) or d.resume_a = any(${ids}::uuid[]) or exists (select from documento n
        where n.empresa_id = d.empresa_id and n.importacion_id = d.importacion_id and n.resume_a = d.id and n.id = any(${ids}::uuid[])))`;

/** Throws Problem `recurso/no-encontrado` unless the import is the company's, and each of the documents named is the import's. */
async function mustExist(tx: Tx, empresaId: string, id: string, ids: readonly string[] = []): Promise<void> {
  const { rows } = await sql`
    select from importacion i where i.empresa_id = ${empresaId} and i.id = ${id} and not exists (
      select from unnest(${ids}::uuid[]) named (id) where not exists (
        select from documento d where d.empresa_id = i.empresa_id and d.id = named.id and d.importacion_id = i.id))`.execute(
    tx,
  );
  if (rows.length === 0) refuse('recurso/no-encontrado');
}

async function refuseSending(tx: Tx, empresaId: string, id: string): Promise<never> {
  const { rows } = await sql<{ estado: string }>`
    select estado from documento where empresa_id = ${empresaId} and id = ${id}`.execute(tx);
  const estado = rows[0]?.estado ?? refuse('recurso/no-encontrado');
  return refuse(estado === 'pendiente' || estado === 'error' ? 'documento/sin-firmar' : 'documento/ya-enviado');
}

/** Our sample workbook for a company: numbers that it has not used, and the expiry of its ranges. */
export async function sampleFor(context: Context, empresaId: string): Promise<Buffer> {
  const { rnc, razonSocial, ambiente } = await context.issuers.of(empresaId);
  const known = await context.db.tenant(empresaId, async (tx) => {
    const { rows } = await sql<{ last: number | null; vence: string | null }>`
      select
        (select max(numero) from documento where empresa_id = ${empresaId} and ambiente = ${ambiente}
          and rnc_emisor = ${rnc} and xml_sha256 is not null) as last,
        (select min(vence) from secuencia where empresa_id = ${empresaId} and ambiente = ${ambiente}) as vence`.execute(
      tx,
    );
    return rows[0];
  });
  const fecha = formatFecha(context.clock.now().getTime());
  const vencimiento = parseISODate(known?.vence ?? '') ?? lastDay(addMonths(periodoOf(fecha), 12));
  return Buffer.from(await buildMuestra({ rnc, razonSocial, desde: (known?.last ?? 0) + 1, fecha, vencimiento }));
}
