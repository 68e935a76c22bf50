import type { ErrorDeDocumento, importacion } from '@timbre/contract';
import { formatFecha, formatISODate } from '@timbre/values';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/transactions.ts';
import { failpoint } from '../../failpoint.ts';
import type { Job } from '../../jobs/queue.ts';
import type { JobHandler } from '../../jobs/runner.ts';
import { wrongIssuer } from '../emision/complete-draft.ts';
import { insertDocumentos } from '../emision/store.ts';
import type { Issuer } from '../empresa/issuers.ts';
import type { LibroResult } from './libro/documento.ts';
import { readLibro } from './libro/read-libro.ts';
import { createRowMaker } from './rows.ts';

type Paso = importacion.Paso;

/** The class of the job that reads a workbook; its subject is the import. */
export const PROCESS = 'importacion';

/**
 * Reads an uploaded workbook into documents. A restart in the middle begins it again: what had been stored of it, none of
 * it signed, is replaced.
 */
export function processHandler(context: Context): JobHandler {
  const { db, clock, queue } = context;

  return {
    clase: PROCESS,
    concurrency: 2,
    async handle(empresaId, jobs) {
      for (const job of jobs) {
        const issuer = await context.issuers.of(empresaId);
        const upload = await db.tenant(empresaId, (tx) => startOver(tx, empresaId, job.sujeto));
        const result = upload && (await read(issuer, job, upload));
        failpoint('import-read');
        await db.tenant(empresaId, async (tx) => {
          await queue.finish(tx, [job]);
          if (result) await conclude(tx, issuer, job.sujeto, result);
        });
        // Plans made for a small table would take minutes over one that grew by thousands of rows.
        await db.owner((tx) => sql`analyze documento`.execute(tx));
        failpoint('import-concluded');
      }
    },
  };

  /** Reads the workbook in its worker and stores its documents as they come. */
  async function read(issuer: Issuer, job: Job, bytes: Buffer): Promise<LibroResult> {
    const { id: empresaId } = issuer;
    const { sujeto: id } = job;
    const now = clock.now();
    const today = formatISODate(formatFecha(now.getTime()));
    const makeRows = createRowMaker(issuer, id, now);
    const pasos = new Map<Paso['nombre'], Paso>();
    let saving: Promise<unknown> = Promise.resolve();
    const result = await readLibro(bytes, {
      now: now.getTime(),
      onPaso(paso) {
        pasos.set(paso.nombre, paso);
        saving = saving.then(() => db.tenant(empresaId, (tx) => savePasos(tx, empresaId, id, [...pasos.values()])));
        saving.catch(() => undefined); // the end of the reading tells it
      },
      async onDocumentos(batch) {
        await db.tenant(empresaId, async (tx) => {
          // A process that was stopped for a while must not add to what another has begun again.
          await queue.hold(tx, [job]);
          await insertDocumentos(tx, empresaId, now, await makeRows(tx, batch, today));
        });
        failpoint('import-stored');
      },
    });
    await saving;
    return result;
  }

  async function conclude(tx: Tx, issuer: Issuer, id: string, result: LibroResult): Promise<void> {
    const avisos = [...result.avisos, ...(await judgeIssuers(tx, issuer, id, result))];
    await sql`
      update importacion set estado = ${result.errores.length > 0 ? 'error' : 'listo'}, contenido = null,
        errores = ${JSON.stringify(result.errores)}, avisos = ${JSON.stringify(avisos)}
      where empresa_id = ${issuer.id} and id = ${id}`.execute(tx);
    await context.events.append(tx, issuer.id, [{ tipo: 'importacion', sujeto: id, datos: { id } }]);
  }

  /**
   * A workbook speaks for its company: rows of another issuer are errors. The demonstration company, which only talks with
   * the simulator, takes the DGII's certification sets as well, whoever they were made for.
   */
  async function judgeIssuers(tx: Tx, issuer: Issuer, id: string, result: LibroResult): Promise<ErrorDeDocumento[]> {
    const others = result.rncEmisores.filter((rnc) => rnc !== issuer.rnc);
    if (others.length === 0) return [];
    const foreignSet = result.certificacion && result.rncEmisores.length === 1;
    if (foreignSet && issuer.demo && context.config.authority === 'simulador') {
      const mensaje = `Este set de pruebas es del RNC ${others[0]}. La empresa de demostración lo procesa con ese RNC porque la autoridad es simulada.`;
      return [{ codigo: 'LIBRO-DEMO', mensaje, aviso: true }];
    }
    const faults = others.map((rnc) => JSON.stringify(wrongIssuer(rnc, issuer.rnc)));
    await sql`
      update documento d set estado = 'error',
        errores = d.errores || jsonb_build_array(o.fault::jsonb || jsonb_build_object('celda', 'fila ' || d.fila || ', columna RNCEmisor'))
      from unnest(${others}::text[], ${faults}::text[]) as o(rnc, fault)
      where d.empresa_id = ${issuer.id} and d.importacion_id = ${id} and d.rnc_emisor = o.rnc`.execute(tx);
    return [];
  }
}

/** The workbook's bytes, after clearing what an interrupted reading had stored; undefined when it was read already. */
async function startOver(tx: Tx, empresaId: string, id: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ contenido: Buffer | null }>`
    select contenido from importacion where empresa_id = ${empresaId} and id = ${id} and estado = 'procesando' for update`.execute(
    tx,
  );
  await sql`
    delete from documento where empresa_id = ${empresaId} and importacion_id = ${id} and xml_sha256 is null
      and exists (select from importacion i where i.empresa_id = ${empresaId} and i.id = ${id} and i.estado = 'procesando')`.execute(
    tx,
  );
  return rows[0]?.contenido ?? undefined;
}

async function savePasos(tx: Tx, empresaId: string, id: string, pasos: readonly Paso[]): Promise<void> {
  await sql`update importacion set pasos = ${JSON.stringify(pasos)} where empresa_id = ${empresaId} and id = ${id}`.execute(
    tx,
  );
}
