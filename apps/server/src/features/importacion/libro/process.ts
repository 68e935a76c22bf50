import type { ErrorDeDocumento, importacion } from '@timbre/contract';
import { formatFecha, formatISODate } from '@timbre/values';
import type { Issuer } from '../../../domain/companies/issuers.ts';
import { adoptIssued } from '../../../domain/comprobantes/imports/adopt-issued.ts';
import { analyzeDocuments } from '../../../domain/comprobantes/imports/analyze-documents.ts';
import type { ImportScope } from '../../../domain/comprobantes/imports/conditions.ts';
import { isAnyWaiting, refuseIssuers } from '../../../domain/comprobantes/imports/errors-repo.ts';
import { countSigned } from '../../../domain/comprobantes/imports/issued-repo.ts';
import { judgeNotes } from '../../../domain/comprobantes/imports/judge-notes.ts';
import { createRowMaker } from '../../../domain/comprobantes/imports/make-rows.ts';
import { dropUnsigned } from '../../../domain/comprobantes/imports/removal-repo.ts';
import { insertDocumentos } from '../../../domain/comprobantes/issue/store.ts';
import { wrongIssuer } from '../../../domain/comprobantes/judge/complete-draft.ts';
import type { LibroResult } from '../../../domain/comprobantes/workbooks/documento.ts';
import type { Tx } from '../../../platform/db/transactions.ts';
import type { Job } from '../../../platform/jobs/queue.ts';
import type { JobHandler } from '../../../platform/jobs/runner.ts';
import { failpoint } from '../../../platform/process/failpoint.ts';
import type { Context } from '../../context.ts';
import { concludeImport, lockContent, storePasos } from '../repo.ts';
import { REVIEW } from '../review.ts';
import { ReaderDied, readLibro, refused } from './read-libro.ts';

type Paso = importacion.Paso;

/** The class of the job that reads a workbook; its subject is the import. */
export const PROCESS = 'importacion';

/** Times that a reader may die on one workbook. The cause may be temporary, or the workbook itself. */
const mostDeaths = 3;

type Reading = Pick<Context, 'clock' | 'config' | 'db' | 'desk' | 'events' | 'exciseRates' | 'issuers' | 'queue'>;

/**
 * Reads an uploaded workbook into documents. After a restart it begins again, and replaces the documents stored before;
 * none of them is signed. No document can be signed before the workbook was read completely, and a refused workbook
 * leaves none.
 */
export const processHandler = (ctx: Reading): JobHandler => ({
  clase: PROCESS,
  concurrency: 2,
  async handle(empresaId, jobs) {
    for (const job of jobs) await processImport(ctx, { empresaId, importacionId: job.sujeto }, job);
  },
});

async function processImport(ctx: Reading, of: ImportScope, job: Job): Promise<void> {
  const { db, queue } = ctx;
  const issuer = await ctx.issuers.of(of.empresaId);
  const upload = await db.tenant(of.empresaId, (tx) => startOver(tx, of));
  const result = upload && (await read(ctx, issuer, job, upload).catch((error) => refuseDeadly(job, error)));
  if (result && result.errores.length === 0) {
    await adoptIssued(ctx, { ...of, ambiente: issuer.ambiente });
    await judgeNotes(ctx, issuer, of.importacionId, 'all', { hold: (tx) => queue.hold(tx, [job]) });
  }
  failpoint('import-read');
  await db.tenant(of.empresaId, async (tx) => {
    await queue.finish(tx, [job]);
    if (result) await conclude(tx, ctx, issuer, { of, result });
  });
  await db.system(analyzeDocuments);
  failpoint('import-concluded');
}

/** The workbook's bytes, after deleting the documents of an interrupted reading; undefined if it was read already. */
async function startOver(tx: Tx, of: ImportScope): Promise<Buffer | undefined> {
  const contenido = await lockContent(tx, of);
  if (contenido !== undefined) await dropUnsigned(tx, of);
  return contenido;
}

/** Reads the workbook in a worker and stores its documents as they arrive. */
async function read(
  { clock, db, exciseRates, queue }: Reading,
  issuer: Issuer,
  job: Job,
  bytes: Buffer,
): Promise<LibroResult> {
  const of = { empresaId: issuer.id, importacionId: job.sujeto };
  const now = clock.now();
  const today = formatISODate(formatFecha(now.getTime()));
  const makeRows = createRowMaker(issuer, of.importacionId, now);
  const pasos = new Map<Paso['nombre'], Paso>();
  let saving: Promise<unknown> = Promise.resolve();
  const result = await readLibro(bytes, {
    known: {
      now: now.getTime(),
      tasas: await exciseRates.current(),
      emisor: issuer.datos,
      impreso: issuer.impreso,
    },
    onPaso(paso) {
      pasos.set(paso.nombre, paso);
      saving = saving.then(() => db.tenant(of.empresaId, (tx) => storePasos(tx, of, [...pasos.values()])));
      saving.catch(() => undefined); // `await saving` reports the failure
    },
    async onDocumentos(batch) {
      await db.tenant(of.empresaId, async (tx) => {
        // A process that was suspended must not add to an import that another process has begun again.
        await queue.hold(tx, [job]);
        await insertDocumentos(tx, of.empresaId, now, await makeRows(tx, batch, today));
      });
      failpoint('import-stored');
    },
  });
  await saving;
  return result;
}

/** A workbook on which the reader dies each time is refused; after any other failure the queue tries again. */
function refuseDeadly(job: Job, error: unknown): LibroResult {
  if (error instanceof ReaderDied && job.intentos >= mostDeaths) return refused('LIBRO-LECTOR');
  throw error;
}

/** An import, and the result of reading its workbook. */
interface Read {
  readonly of: ImportScope;
  readonly result: LibroResult;
}

async function conclude(
  tx: Tx,
  { config, events, queue }: Pick<Reading, 'config' | 'events' | 'queue'>,
  issuer: Issuer,
  { of, result }: Read,
): Promise<void> {
  if (result.errores.length > 0) await dropUnsigned(tx, of);
  const avisos = [
    ...result.avisos,
    ...(await judgeIssuers(tx, { config }, issuer, { of, result })),
    ...adoptedAviso(await countSigned(tx, of)),
  ];
  await concludeImport(tx, of, { errores: [...result.errores], avisos, deSet: result.certificacion });
  if (await isAnyWaiting(tx, of)) {
    await events.follow(tx, issuer.id, 'revisa', true);
    // The record was not followed while the workbook was read, so changes of that time requested no review.
    await queue.enqueue(tx, [{ clase: REVIEW, empresaId: issuer.id, sujeto: issuer.id }]);
  }
  await events.append(tx, issuer.id, [
    { tipo: 'importacion', sujeto: of.importacionId, datos: { id: of.importacionId } },
  ]);
}

/** Says how many rows are documents that were issued before with the same content. */
function adoptedAviso(adopted: number): ErrorDeDocumento[] {
  if (adopted === 0) return [];
  const mensaje =
    adopted === 1
      ? '1 comprobante del libro ya se había emitido con el mismo contenido: queda como está y no se firma otra vez'
      : `${adopted} comprobantes del libro ya se habían emitido con el mismo contenido: quedan como están y no se firman otra vez`;
  return [{ codigo: 'LIBRO-EMITIDOS', mensaje, aviso: true }];
}

/**
 * A workbook must have the company's own documents: rows of another issuer are errors. The demonstration company, which
 * only uses the simulator, also accepts the DGII's certification sets, of any issuer.
 */
async function judgeIssuers(
  tx: Tx,
  { config }: Pick<Reading, 'config'>,
  issuer: Issuer,
  { of, result }: Read,
): Promise<ErrorDeDocumento[]> {
  const others = result.rncEmisores.filter((rnc) => rnc !== issuer.rnc);
  if (others.length === 0) return [];
  const foreignSet = result.certificacion && result.rncEmisores.length === 1;
  if (foreignSet && issuer.demo && config.authority === 'simulador') {
    const mensaje = `Este set de pruebas es del RNC ${others[0]}. La empresa de demostración lo procesa con ese RNC porque la autoridad es simulada.`;
    return [{ codigo: 'LIBRO-DEMO', mensaje, aviso: true }];
  }
  const faults = others.map((rnc) => ({ rnc, fault: wrongIssuer(rnc, issuer.rnc) }));
  await refuseIssuers(tx, of, faults);
  return [];
}
