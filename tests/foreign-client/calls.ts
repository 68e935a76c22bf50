import { documentos, emision, entregas, recibidas } from '@timbre/contract';
import { expect } from 'vitest';
import { saleOf } from '../../apps/server/src/main/testing/draft.ts';
import type { Company } from './place.ts';

// Actions and views of a company's users at their server, by its public calls.

/** An invoice of a company that the DGII has accepted. */
export interface Issued {
  readonly id: string;
  readonly eNCF: string;
  readonly xml: string;
}

/** Issues a type 31, and waits until the DGII has accepted it. */
export async function issue({ call, sesion }: Company, comprador: string): Promise<Issued> {
  const body = saleOf({ comprador: { RNCComprador: comprador, RazonSocialComprador: 'Peña & Hijos SRL' } });
  const { body: issued, problem } = await call(emision.enviarFactura, { body }, sesion);
  expect(problem).toBeUndefined();
  const params = { id: issued.id };
  await expect.poll(async () => (await call(documentos.verDocumento, { params }, sesion)).body.estado).toBe('aceptado');
  return { id: issued.id, eNCF: issued.eNCF, xml: (await call(documentos.verXml, { params }, sesion)).text };
}

/** Requests the delivery of an invoice, and waits until it has ended or a try has failed. */
export async function deliver({ call, sesion }: Company, id: string): Promise<entregas.Entrega> {
  const params = { id };
  expect((await call(entregas.entregarFactura, { params, body: {} }, sesion)).status).toBe(202);
  const seen = async () => (await call(entregas.verEntrega, { params }, sesion)).body;
  // A failed try has a reason in `detalle`.
  await expect.poll(async () => (await seen())?.estado !== 'pendiente' || (await seen())?.detalle).toBeTruthy();
  return (await seen())!;
}

/** The acknowledgement of a delivery. */
export const acuseOf = async ({ call, sesion }: Company, id: string): Promise<string> =>
  (await call(entregas.acuseEntrega, { params: { id } }, sesion)).text;

/** The commercial answers to an invoice. */
export const answersTo = async ({ call, sesion }: Company, id: string) =>
  (await call(entregas.aprobacionesDeFactura, { params: { id } }, sesion)).body;

/** The exact bytes of a commercial answer. */
export const answerXml = async ({ call, sesion }: Company, id: string, huella: string): Promise<string> =>
  (await call(entregas.xmlDeAprobacionDeFactura, { params: { id, huella } }, sesion)).text;

/** Documents that a company has received with an eNCF of an issuer, newest first. */
export async function receivedAt({ call, sesion }: Company, rncEmisor: string, eNCF: string) {
  const { body } = await call(recibidas.listarRecibidas, { query: { encf: eNCF } }, sesion);
  return body.data.filter((one) => one.rncEmisor === rncEmisor);
}

/** The exact bytes of a received document. */
export const receivedXml = async ({ call, sesion }: Company, id: string): Promise<string> =>
  (await call(recibidas.xmlRecibida, { params: { id } }, sesion)).text;

/**
 * Accepts a received document commercially, as soon as the DGII has confirmed it: each try asks the DGII. Returns the
 * signed ACECF, and its state at both destinations.
 */
export async function accept({ call, sesion }: Company, id: string) {
  const params = { id };
  const answered = () => call(recibidas.responderRecibida, { params, body: { estado: 'aceptada' } }, sesion);
  await expect.poll(async () => (await answered()).status).toBe(202);
  const seen = async () => (await call(recibidas.verRecibida, { params }, sesion)).body.respuestas[0]!;
  const envios = async () => (await seen()).envios;
  await expect.poll(async () => (await envios()).filter(({ estado }) => estado === 'pendiente')).toEqual([]);
  const { id: respuesta } = await seen();
  const { text } = await call(recibidas.xmlDeRespuesta, { params: { ...params, respuesta } }, sesion);
  return { xml: text, envios: Object.fromEntries((await envios()).map(({ destino, estado }) => [destino, estado])) };
}
