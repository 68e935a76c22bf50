import { type Acknowledged, AuthorityUnreachable, type DirectorioEntry, type Receivers } from '@timbre/authority';
import { estadosAceptados } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import type { Tx } from '../../platform/db/transactions.ts';
import { type Job, StaleLease } from '../../platform/jobs/queue.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import { failpoint } from '../../platform/process/failpoint.ts';
import type { Core } from '../comprobantes/core.ts';
import { type DocumentoRow, findDocumento } from '../comprobantes/queries/documento.ts';
import { replacesContingency } from '../comprobantes/queries/replacement.ts';
import { type Buyer, endPause, listPauses, pauseFailed, pauseUnlisted } from './automatic-repo.ts';
import { askDelivery, beginDelivery, type Delivery, endDelivery, findDelivery } from './deliveries-repo.ts';
import { directoryEveryMs, directoryForMs, findAddress, retryMs } from './find-address.ts';
import { tellChange } from './topic.ts';
import { unreachableText } from './unreachable-text.ts';

/** The class of the job that delivers an invoice to its buyer; its subject is the invoice. */
export const DELIVER = 'entrega';

/** Types that are sent to their buyer. @source Descripción técnica v1.6, "Emisión: comprobantes", validaciones */
export const delivered: ReadonlySet<number> = new Set([31, 33, 34, 44]);

/** Automatic deliveries search for the address of an unlisted buyer once a day. */
const unlistedForMs = 24 * 60 * 60_000;

/** Why an invoice of a buyer without address is not delivered. */
export const unlistedWords = (rnc: string): string => `El directorio de la DGII no tiene la dirección de ${rnc}`;

/**
 * Requests the delivery of an invoice. @throws Problem `recurso/no-encontrado`, `entrega/no-aplica`,
 * `entrega/contingencia`
 */
export async function askToDeliver(
  { db, clock, queue }: Pick<Core, 'db' | 'clock' | 'queue'>,
  empresaId: string,
  id: string,
): Promise<Delivery> {
  return db.tenant(empresaId, async (tx) => {
    const row = (await findDocumento(tx, empresaId, id)) ?? refuse('recurso/no-encontrado');
    if (row.xml === null || !delivered.has(row.tipo) || !estadosAceptados.has(row.estado) || buyerOf(row) === undefined)
      refuse('entrega/no-aplica');
    if (replacesContingency(row.xml)) refuse('entrega/contingencia');
    const delivery = await askDelivery(tx, empresaId, id, clock.now());
    if (isOpen(delivery)) await queue.enqueue(tx, [{ clase: DELIVER, empresaId, sujeto: id }]);
    return delivery;
  });
}

const isOpen = ({ estado }: Delivery) => estado === 'pendiente' || estado === 'sin_direccion';

/** The RNC of the buyer in the signed XML. */
const buyerOf = ({ xml }: Pick<DocumentoRow, 'xml'>): string | undefined => /<RNCComprador>(\d+)</.exec(xml ?? '')?.[1];

type Ended = Pick<Delivery, 'estado' | 'dudosa' | 'detalle' | 'acuse'>;

/** The state of the buyer's receiver that a try showed; undefined if a failure was not the buyer's. */
type Shown = 'sin_direccion' | 'falla' | 'responde' | undefined;

/** The services that a delivery uses. */
type Deliverer = Pick<Core, 'db' | 'clock' | 'config' | 'queue' | 'signals' | 'authority'>;

/** Delivers invoices to their buyers, until each has acknowledged or refused: always the same bytes. */
export function deliveryHandler(ctx: Deliverer, receivers: Receivers): JobHandler {
  return {
    clase: DELIVER,
    concurrency: 8,
    async handle(empresaId, jobs) {
      const results = await Promise.allSettled(jobs.map((job) => deliver(ctx, receivers, empresaId, job)));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
    },
  };
}

/** Records the try, delivers, records the end. */
async function deliver(ctx: Deliverer, receivers: Receivers, empresaId: string, job: Job): Promise<void> {
  const { db, clock, queue } = ctx;
  const id = job.sujeto;
  const begun = await db.tenant(empresaId, (tx) => begin(ctx, tx, empresaId, job));
  if (begun === undefined) return;
  failpoint('deliver-begun');
  if (!queue.isLeased(job)) throw new StaleLease(`${DELIVER}: the lease ran out before the talk`);
  const { row, delivery } = begun;
  const { shown, ...ended } = await talk(ctx, receivers, empresaId, row, begun.dudosa);
  failpoint('deliver-talked');
  const now = clock.now();
  const waitMs =
    ended.estado === 'pendiente'
      ? retryMs(job.intentos)
      : ended.estado === 'sin_direccion' && isSought(delivery, now)
        ? directoryEveryMs
        : undefined;
  await db.tenant(empresaId, async (tx) => {
    await endDelivery(tx, empresaId, id, { ...ended, cambiada: now });
    await storeShown(tx, { empresaId, ambiente: row.ambiente, rnc: buyerOf(row) ?? '' }, shown, now);
    tellChange(ctx, tx, empresaId);
    if (waitMs === undefined) await queue.finish(tx, [job]);
    else await queue.reschedule(tx, [job], new Date(now.getTime() + waitMs));
  });
  failpoint('deliver-recorded');
}

/** Records the beginning of a try; undefined if none is to be made. The job is then settled. */
async function begin(ctx: Deliverer, tx: Tx, empresaId: string, job: Job) {
  const { clock, queue } = ctx;
  const id = job.sujeto;
  await queue.hold(tx, [job]);
  const [row, delivery] = await Promise.all([findDocumento(tx, empresaId, id), findDelivery(tx, empresaId, id)]);
  if (row === undefined || delivery === undefined || !isOpen(delivery)) {
    await queue.finish(tx, [job]);
    return undefined;
  }
  const now = clock.now();
  const rnc = buyerOf(row) ?? '';
  const [pause] = delivery.automatica ? await listPauses(tx, empresaId, row.ambiente, [rnc], now) : [];
  if (pause?.sin_direccion) {
    const { dudosa } = delivery;
    const ended = {
      estado: 'sin_direccion',
      dudosa,
      detalle: unlistedWords(rnc),
      acuse: null,
      cambiada: now,
    } as const;
    await endDelivery(tx, empresaId, id, ended);
    await queue.finish(tx, [job]);
    tellChange(ctx, tx, empresaId);
    return undefined;
  }
  if (pause !== undefined) {
    await queue.reschedule(tx, [job], pause.hasta, 'uncounted');
    return undefined;
  }
  return { row, delivery, dudosa: await beginDelivery(tx, empresaId, id) };
}

/** Delivers the document. A failure of the wire is a state too. */
async function talk(
  ctx: Deliverer,
  receivers: Receivers,
  empresaId: string,
  row: DocumentoRow,
  dudosa: boolean,
): Promise<Ended & { shown: Shown }> {
  const rnc = buyerOf(row) ?? '';
  let entry: DirectorioEntry | undefined;
  try {
    entry = await findAddress(ctx, { empresa: empresaId, ambiente: row.ambiente }, rnc);
    if (entry === undefined || entry.urlRecepcion === '')
      return { estado: 'sin_direccion', dudosa, detalle: unlistedWords(rnc), acuse: null, shown: 'sin_direccion' };
    const file = { fileName: `${row.rnc_emisor}${row.encf}.xml`, xml: row.xml! };
    return { ...ofAcuse(row, await receivers.entregarECF(empresaId, entry, file), dudosa), shown: 'responde' };
  } catch (error) {
    if (!(error instanceof AuthorityUnreachable)) throw error;
    return {
      estado: 'pendiente',
      dudosa: dudosa || error.outcome === 'unknown',
      detalle: unreachableText(error),
      acuse: null,
      // Without an entry, the failure is the DGII's.
      shown: entry === undefined ? undefined : 'falla',
    };
  }
}

/** Whether an address is searched again automatically: for a week after a person requested the delivery. */
const isSought = ({ automatica, pedida }: Delivery, now: Date): boolean =>
  !automatica && now.getTime() - pedida.getTime() < directoryForMs;

/** Stores the state of a receiver that a try showed, for the automatic deliveries to it. */
async function storeShown(tx: Tx, buyer: Buyer, shown: Shown, now: Date): Promise<void> {
  if (shown === 'sin_direccion') await pauseUnlisted(tx, buyer, new Date(now.getTime() + unlistedForMs));
  if (shown === 'falla') await pauseFailed(tx, buyer, now);
  if (shown === 'responde') await endPause(tx, buyer);
}

/** The state of a delivery after an acknowledgement. A refusal after a try that may have arrived proves nothing. */
function ofAcuse(row: DocumentoRow, answer: Acknowledged, dudosa: boolean): Ended {
  const { acuse, recibido, motivo, rncEmisor, eNCF } = answer;
  if (rncEmisor !== row.rnc_emisor || eNCF !== row.encf)
    return { estado: 'pendiente', dudosa: true, detalle: 'El acuse es de otro comprobante', acuse: null };
  if (recibido) return { estado: 'entregada', dudosa: false, detalle: null, acuse };
  const detalle = `El comprador no la recibió: código ${motivo ?? '(ninguno)'}`;
  return { estado: dudosa ? 'sin_confirmar' : 'rechazada', dudosa, detalle, acuse };
}
