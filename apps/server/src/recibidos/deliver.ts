import type { Acknowledged } from '@timbre/authority';
import { AuthorityUnreachable, type Receivers } from '@timbre/authority';
import { estadosAceptados } from '@timbre/contract';
import { type DocumentoRow, findDocumento } from '../comprobantes/queries/documento.ts';
import type { Context } from '../context.ts';
import { refuse } from '../http/problem.ts';
import { type Job, StaleLease } from '../jobs/queue.ts';
import type { JobHandler } from '../jobs/runner.ts';
import { askDelivery, beginDelivery, type Delivery, endDelivery, findDelivery } from './deliveries-repo.ts';
import { directoryEveryMs, directoryForMs, findAddress, retryMs } from './find-address.ts';
import { wordsOf } from './issuer-words.ts';
import { tellChange } from './topic.ts';

/** The class of the job that delivers an invoice to its buyer; its subject is the invoice. */
export const DELIVER = 'entrega';

/** Types that are sent to their buyer. @source Descripción técnica v1.6, "Emisión: comprobantes", validaciones */
const delivered: ReadonlySet<number> = new Set([31, 33, 34, 44]);

/** Asks for the delivery of an invoice. @throws Problem `recurso/no-encontrado`, `entrega/no-aplica` */
export async function askToDeliver({ db, clock, queue }: Context, empresaId: string, id: string): Promise<Delivery> {
  return db.tenant(empresaId, async (tx) => {
    const row = (await findDocumento(tx, empresaId, id)) ?? refuse('recurso/no-encontrado');
    if (row.xml === null || !delivered.has(row.tipo) || !estadosAceptados.has(row.estado) || buyerOf(row) === undefined)
      refuse('entrega/no-aplica');
    const delivery = await askDelivery(tx, empresaId, id, clock.now());
    if (isOpen(delivery)) await queue.enqueue(tx, [{ clase: DELIVER, empresaId, sujeto: id }]);
    return delivery;
  });
}

const isOpen = ({ estado }: Delivery) => estado === 'pendiente' || estado === 'sin_direccion';

/** The RNC of the buyer, as the signed XML has it. */
const buyerOf = ({ xml }: DocumentoRow): string | undefined => /<RNCComprador>(\d+)</.exec(xml ?? '')?.[1];

type Ended = Pick<Delivery, 'estado' | 'dudosa' | 'detalle' | 'acuse'>;

/** Delivers invoices to their buyers, until each has acknowledged or refused: always the same bytes. */
export function deliveryHandler(ctx: Context, receivers: Receivers): JobHandler {
  const { db, clock, queue } = ctx;

  async function talk(empresaId: string, row: DocumentoRow, dudosa: boolean): Promise<Ended> {
    const rnc = buyerOf(row) ?? '';
    try {
      const entry = await findAddress(ctx, { empresa: empresaId, ambiente: row.ambiente }, rnc);
      if (entry === undefined || entry.urlRecepcion === '') {
        const detalle = `El directorio de la DGII no tiene la dirección de ${rnc}`;
        return { estado: 'sin_direccion', dudosa, detalle, acuse: null };
      }
      const file = { fileName: `${row.rnc_emisor}${row.encf}.xml`, xml: row.xml! };
      return ofAcuse(row, await receivers.entregarECF(empresaId, entry, file), dudosa);
    } catch (error) {
      if (!(error instanceof AuthorityUnreachable)) throw error;
      return {
        estado: 'pendiente',
        dudosa: dudosa || error.outcome === 'unknown',
        detalle: wordsOf(error),
        acuse: null,
      };
    }
  }

  async function deliver(empresaId: string, job: Job): Promise<void> {
    const id = job.sujeto;
    const begun = await db.tenant(empresaId, async (tx) => {
      await queue.hold(tx, [job]);
      const [row, delivery] = await Promise.all([findDocumento(tx, empresaId, id), findDelivery(tx, empresaId, id)]);
      if (row === undefined || delivery === undefined || !isOpen(delivery)) return undefined;
      return { row, delivery, dudosa: await beginDelivery(tx, empresaId, id) };
    });
    if (begun === undefined) return db.system((tx) => queue.finish(tx, [job]));
    if (!queue.isLeased(job)) throw new StaleLease(`${DELIVER}: the lease ran out before the talk`);
    const ended = await talk(empresaId, begun.row, begun.dudosa);
    const now = clock.now();
    const isYoung = now.getTime() - begun.delivery.pedida.getTime() < directoryForMs;
    const waitMs =
      ended.estado === 'pendiente'
        ? retryMs(job.intentos)
        : ended.estado === 'sin_direccion' && isYoung
          ? directoryEveryMs
          : undefined;
    await db.tenant(empresaId, async (tx) => {
      await endDelivery(tx, empresaId, id, { ...ended, cambiada: now });
      tellChange(ctx, tx, empresaId);
      if (waitMs === undefined) await queue.finish(tx, [job]);
      else await queue.reschedule(tx, [job], new Date(now.getTime() + waitMs));
    });
  }

  return {
    clase: DELIVER,
    concurrency: 8,
    async handle(empresaId, all) {
      for (const job of all) await deliver(empresaId, job);
    },
  };
}

/** What an acknowledgement makes of a delivery. A refusal after a try that may have arrived proves nothing. */
function ofAcuse(row: DocumentoRow, answer: Acknowledged, dudosa: boolean): Ended {
  const { acuse, recibido, motivo, rncEmisor, eNCF } = answer;
  if (rncEmisor !== row.rnc_emisor || eNCF !== row.encf)
    return { estado: 'pendiente', dudosa: true, detalle: 'El acuse es de otro comprobante', acuse: null };
  if (recibido) return { estado: 'entregada', dudosa: false, detalle: null, acuse };
  const detalle = `El comprador no la recibió: código ${motivo ?? '(ninguno)'}`;
  return { estado: dudosa ? 'sin_confirmar' : 'rechazada', dudosa, detalle, acuse };
}
