import type { ErrorDeDocumento, importacion } from '@timbre/contract';
import { formatFecha, formatISODate } from '@timbre/values';
import type { Issuer } from '../../domain/companies/issuers.ts';
import { insertDocumentos } from '../../domain/comprobantes/issue/store.ts';
import { wrongIssuer } from '../../domain/comprobantes/judge/complete-draft.ts';
import { analyzeDocuments, dropUnsigned, refuseIssuers } from '../../domain/comprobantes/queries/imported.ts';
import type { LibroResult } from '../../domain/comprobantes/workbooks/documento.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Job } from '../../platform/jobs/queue.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import { failpoint } from '../../platform/process/failpoint.ts';
import type { Context } from '../context.ts';
import { ReaderDied, readLibro, refused } from './libro/read-libro.ts';
import { judgeNotes } from './notes.ts';
import { concludeImport, lockContent, storePasos } from './repo.ts';
import { createRowMaker } from './rows.ts';

type Paso = importacion.Paso;

/** The class of the job that reads a workbook; its subject is the import. */
export const PROCESS = 'importacion';

/** Times that a reader may die on one workbook. The cause may be temporary, or the workbook itself. */
const MOST_DEATHS = 3;

/**
 * Reads an uploaded workbook into documents. After a restart it begins again, and replaces the documents stored before;
 * none of them is signed. No document can be signed before the workbook was read completely, and a refused workbook
 * leaves none.
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
        const result = upload && (await read(issuer, job, upload).catch((error) => refuseDeadly(job, error)));
        if (result && result.errores.length === 0)
          await judgeNotes(context, issuer, { importacionId: job.sujeto }, (tx) => queue.hold(tx, [job]));
        failpoint('import-read');
        await db.tenant(empresaId, async (tx) => {
          await queue.finish(tx, [job]);
          if (result) await conclude(tx, issuer, job.sujeto, result);
        });
        await db.system(analyzeDocuments);
        failpoint('import-concluded');
      }
    },
  };

  /** Reads the workbook in a worker and stores its documents as they arrive. */
  async function read(issuer: Issuer, job: Job, bytes: Buffer): Promise<LibroResult> {
    const { id: empresaId } = issuer;
    const { sujeto: id } = job;
    const now = clock.now();
    const today = formatISODate(formatFecha(now.getTime()));
    const makeRows = createRowMaker(issuer, id, now);
    const pasos = new Map<Paso['nombre'], Paso>();
    let saving: Promise<unknown> = Promise.resolve();
    const result = await readLibro(bytes, {
      known: { now: now.getTime(), tasas: await context.exciseRates.current(), emisor: issuer.datos },
      onPaso(paso) {
        pasos.set(paso.nombre, paso);
        saving = saving.then(() => db.tenant(empresaId, (tx) => storePasos(tx, empresaId, id, [...pasos.values()])));
        saving.catch(() => undefined); // `await saving` reports the failure
      },
      async onDocumentos(batch) {
        await db.tenant(empresaId, async (tx) => {
          // A process that was suspended must not add to an import that another process has begun again.
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
    if (result.errores.length > 0) await dropUnsigned(tx, issuer.id, id);
    const avisos = [...result.avisos, ...(await judgeIssuers(tx, issuer, id, result))];
    await concludeImport(tx, issuer.id, id, { errores: [...result.errores], avisos });
    await context.events.append(tx, issuer.id, [{ tipo: 'importacion', sujeto: id, datos: { id } }]);
  }

  /**
   * A workbook must have the company's own documents: rows of another issuer are errors. The demonstration company,
   * which only uses the simulator, also accepts the DGII's certification sets, of any issuer.
   */
  async function judgeIssuers(tx: Tx, issuer: Issuer, id: string, result: LibroResult): Promise<ErrorDeDocumento[]> {
    const others = result.rncEmisores.filter((rnc) => rnc !== issuer.rnc);
    if (others.length === 0) return [];
    const foreignSet = result.certificacion && result.rncEmisores.length === 1;
    if (foreignSet && issuer.demo && context.config.authority === 'simulador') {
      const mensaje = `Este set de pruebas es del RNC ${others[0]}. La empresa de demostración lo procesa con ese RNC porque la autoridad es simulada.`;
      return [{ codigo: 'LIBRO-DEMO', mensaje, aviso: true }];
    }
    const faults = others.map((rnc) => ({ rnc, fault: wrongIssuer(rnc, issuer.rnc) }));
    await refuseIssuers(tx, issuer.id, id, faults);
    return [];
  }
}

/** The workbook's bytes, after deleting the documents of an interrupted reading; undefined if it was read already. */
async function startOver(tx: Tx, empresaId: string, id: string): Promise<Buffer | undefined> {
  const contenido = await lockContent(tx, empresaId, id);
  if (contenido !== undefined) await dropUnsigned(tx, empresaId, id);
  return contenido;
}

/** A workbook on which the reader dies each time is refused; after any other failure the queue tries again. */
function refuseDeadly(job: Job, error: unknown): LibroResult {
  if (error instanceof ReaderDied && job.intentos >= MOST_DEATHS) return refused('LIBRO-LECTOR');
  throw error;
}
