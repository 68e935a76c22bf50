import { offers } from '@timbre/authority';
import { type Ambiente, ambientes, type Estado, estadosAceptados } from '@timbre/contract';
import type { Tx } from '../../platform/db/transactions.ts';
import { entriesAfter } from '../../platform/events/entries-repo.ts';
import { recordReaders } from '../../platform/events/events.ts';
import type { Job } from '../../platform/jobs/queue.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import { failpoint } from '../../platform/process/failpoint.ts';
import type { Core } from '../comprobantes/core.ts';
import { type InvoiceToDeliver, listInvoicesToDeliver } from '../comprobantes/queries/invoices-to-deliver.ts';
import { findAutomatic, insertAutomaticDeliveries, listPauses, storeRead } from './automatic-repo.ts';
import { DELIVER, delivered, unlistedWords } from './deliver.ts';
import { tellChange } from './topic.ts';

/** Maximum number of entries of the event record that are read at once. */
const page = 200;

/**
 * Requests the delivery of documents that the DGII accepted since a company switched this on: one job per company,
 * queued when its event record grows. The deliveries and the last entry read are stored in one transaction, so no
 * delivery is lost or requested twice. Each is then made like one that a person requests.
 */
export const deliverAcceptedHandler = (ctx: Pick<Core, 'db' | 'clock' | 'queue' | 'signals'>): JobHandler => ({
  clase: recordReaders.reparte.clase,
  concurrency: 4,
  async handle(empresaId, jobs) {
    for (const job of jobs) while (await deliverPage(ctx, empresaId, job));
  },
});

/** Reads one page; finishes the job with the last one. Returns whether there may be more. */
async function deliverPage(
  ctx: Pick<Core, 'db' | 'clock' | 'queue' | 'signals'>,
  empresaId: string,
  job: Job,
): Promise<boolean> {
  const { db, clock, queue } = ctx;
  return db.tenant(empresaId, async (tx) => {
    const automatic = await findAutomatic(tx, empresaId, 'for update');
    const entries = automatic === undefined ? [] : await entriesAfter(tx, empresaId, automatic.leido, page);
    const ids = entries.flatMap(({ tipo, sujeto, datos }) =>
      tipo === 'documento' && sujeto !== null && estadosAceptados.has((datos as Moved).documento.estado)
        ? [sujeto]
        : [],
    );
    const invoices = await listInvoicesToDeliver(tx, empresaId, ids, [...delivered]);
    const now = clock.now();
    const asked = await insertAutomaticDeliveries(
      tx,
      empresaId,
      await newDeliveries(tx, empresaId, invoices, now),
      now,
    );
    await queue.enqueue(
      tx,
      asked.map((sujeto) => ({ clase: DELIVER, empresaId, sujeto })),
    );
    const last = entries.at(-1);
    if (last !== undefined) await storeRead(tx, empresaId, last.seq);
    if (invoices.length > 0) tellChange(ctx, tx, empresaId);
    const isFull = entries.length === page;
    if (isFull) await queue.hold(tx, [job]);
    else await queue.finish(tx, [job]);
    if (asked.length > 0) failpoint('deliver-asked');
    return isFull;
  });
}

/** `datos` of an entry `documento`: see comprobantes/document-event.ts. */
interface Moved {
  readonly documento: { readonly estado: Estado };
}

/**
 * The deliveries of some invoices. One whose buyer has no address is not tried; in an environment without a directory
 * there is none.
 */
async function newDeliveries(tx: Tx, empresaId: string, invoices: readonly InvoiceToDeliver[], now: Date) {
  const unlisted = new Set<string>();
  for (const ambiente of ambientes.filter(hasDirectory)) {
    const rncs = [...new Set(invoices.filter((one) => one.ambiente === ambiente).map((one) => one.rnc_comprador))];
    if (rncs.length === 0) continue;
    for (const { rnc, sin_direccion } of await listPauses(tx, empresaId, ambiente, rncs, now))
      if (sin_direccion) unlisted.add(`${ambiente} ${rnc}`);
  }
  return invoices
    .filter(({ ambiente }) => hasDirectory(ambiente))
    .map(({ id: documentoId, ambiente, rnc_comprador: rnc }) => ({
      documentoId,
      detalle: unlisted.has(`${ambiente} ${rnc}`) ? unlistedWords(rnc) : null,
    }));
}

const hasDirectory = (ambiente: Ambiente): boolean => offers('directorioPorRNC', ambiente);
