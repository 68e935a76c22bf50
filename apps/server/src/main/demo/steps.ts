import { completeDraft, writeDocument } from '@timbre/ecf';
import { Problem } from '@timbre/refusal';
import { addDays, formatENCF, formatFecha, formatFechaHora } from '@timbre/values';
import { signCanonical } from '@timbre/xml/node';
import { annulDocumento } from '../../features/documentos/annul.ts';
import { answer } from '../../features/recibidas/service.ts';
import { failpoint } from '../../platform/process/failpoint.ts';
import { by } from './act.ts';
import { closeMonth } from './closings.ts';
import { companiesOf, type Lado } from './companies.ts';
import type { Past } from './past.ts';
import type { Purchase, Sale, Step } from './plan.ts';

/** The companies that are being made. */
export interface Made {
  readonly nth: number;
  readonly ids: Readonly<Record<Lado, string>>;
}

/**
 * Does all that happens at one moment. Done again, it changes nothing: each document has its key, each supplier's its
 * bytes, each answer and closing is looked up first.
 */
export async function performStep(past: Past, made: Made, step: Step): Promise<void> {
  await past.setClock(step.at);
  const issued = await Promise.all(step.sales.map((sale) => issue(past, made, sale)));
  failpoint('demo-issued');
  const received = [];
  for (const purchase of step.purchases) received.push({ purchase, id: await receive(past, made, purchase) });
  await past.settle();
  failpoint('demo-received');
  const annulled = step.sales.flatMap(({ lado, fate }, at) =>
    fate === 'anulado' ? [{ empresaId: made.ids[lado], id: issued[at]!.id }] : [],
  );
  for (const { empresaId, id } of annulled) await annulDocumento(past.ctx, empresaId, id, { motivo: '02' }, by);
  // The answers, like the note that annuls, are sent with the documents of the next step.
  for (const { purchase, id } of received) if (purchase.answered) await answerOnce(past, made.ids[purchase.lado], id);
  for (const closing of step.closings) await closeMonth(past, made.ids[closing.lado], closing);
  failpoint('demo-stepped');
}

/** Issues a document, or returns it if it was issued. */
async function issue(past: Past, made: Made, sale: Sale) {
  const { lado, key, draft, modifies, fate } = sale;
  const { emitter } = past.ctx;
  const options = { idempotencyKey: key, estricto: false, tolerante: false };
  const send = (body: object) => emitter.emit(made.ids[lado], Buffer.from(JSON.stringify(body)), options);
  const body =
    modifies === undefined ? draft : { ...draft, InformacionReferencia: await referenceTo(past, made, modifies) };
  const { emitida } = await send(body);
  if (fate !== undefined) await ordain(past, emitida.eNCF, fate);
  return emitida;
}

/** The reference of a note to an invoice, which is asked for by its key. */
async function referenceTo(past: Past, made: Made, invoice: Sale) {
  const { eNCF } = await issue(past, made, invoice);
  return {
    NCFModificado: eNCF,
    FechaNCFModificado: formatFecha(invoice.at.getTime()),
    CodigoModificacion: '3',
  };
}

/** Orders the simulated authority to decide a document in a certain way. */
async function ordain({ control }: Past, eNCF: string, fate: NonNullable<Sale['fate']>): Promise<void> {
  switch (fate) {
    case 'rechazado':
      return control('force', {
        eNCF,
        estado: 'rechazado',
        mensajes: [{ codigo: '0', valor: 'El RNC del comprador no se encuentra activo' }],
        secuenciaUtilizada: true,
      });
    case 'condicional':
      return control('force', {
        eNCF,
        estado: 'aceptado_condicional',
        mensajes: [{ codigo: '0', valor: 'La dirección del emisor no coincide con la del registro' }],
        secuenciaUtilizada: true,
      });
    case 'sin_confirmar':
      // Its first sending is lost; the second one is told that the number was used, and nobody knows by what.
      await control('fault', { kind: 'lose', services: ['enviarECF'], eNCF, times: 1 });
      return control('force', {
        eNCF,
        estado: 'rechazado',
        mensajes: [{ codigo: '1209', valor: `La secuencia ${eNCF} ya fue utilizada` }],
        secuenciaUtilizada: true,
      });
    default:
      return undefined;
  }
}

/** Numbers of a supplier that a demonstration may use: the next one begins after them. */
const numbersOfEach = 10_000;

/** A supplier issues an invoice and sends it to the company. Returns its id there. */
async function receive(past: Past, made: Made, { lado, at, supplier, numero, line }: Purchase): Promise<string> {
  const { ctx, authority } = past;
  const empresaId = made.ids[lado];
  const { rnc, razonSocial } = companiesOf(made.nth)[lado];
  const fecha = formatFecha(at.getTime());
  const eNCF = formatENCF('31', made.nth * numbersOfEach + numero);
  const tree = completeDraft(
    {
      Encabezado: {
        IdDoc: {
          TipoeCF: '31',
          eNCF,
          FechaVencimientoSecuencia: addDays(fecha, 600),
          TipoIngresos: '01',
          TipoPago: '2',
          FechaLimitePago: addDays(fecha, 30),
        },
        Comprador: { RNCComprador: rnc, RazonSocialComprador: razonSocial },
      },
      DetallesItems: { Item: [line] },
    },
    { rnc: supplier.id, razonSocial: supplier.nombre, datos: { direccion: 'Calle Inventada 50, Santo Domingo' } },
    at.getTime(),
  );
  // The importer's administrator signs for the suppliers: what they sign again has the same bytes.
  const { signer } = await ctx.signers.of(made.ids.importadora);
  const text = writeDocument('ECF', { ...tree, FechaHoraFirma: formatFechaHora(at.getTime()) });
  const { xml } = await signCanonical(text, signer);
  await authority.enviarECF(
    { empresa: made.ids.importadora, ambiente: 'testecf' },
    { fileName: `${supplier.id}${eNCF}.xml`, xml },
  );
  failpoint('demo-supplied');
  const bytes = Buffer.from(xml);
  const judged = await ctx.desk.judgeReceived(bytes.length, { bytes, now: at.getTime(), roots: [] });
  if (judged.kind !== 'sound') throw new Error(`The invoice of a supplier is not received: ${JSON.stringify(judged)}`);
  const received = await ctx.receiver.receive(empresaId, { judged, bytes, via: 'servicio', direccion: '127.0.0.1' });
  if (received.kind === 'rechazado') throw new Error(`The invoice of a supplier is refused: ${received.detalle}`);
  return received.id;
}

/** Approves a received e-CF, unless that was done. */
async function answerOnce({ ctx }: Past, empresaId: string, id: string): Promise<void> {
  try {
    await answer(ctx, empresaId, id, { estado: 'aceptada' }, by);
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'recibida/respondida')) throw error;
  }
}
