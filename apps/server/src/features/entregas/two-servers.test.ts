import { documentos, emision, entregas, recibidas } from '@timbre/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { issuersTopic } from '../../domain/companies/issuers.ts';
import { saleOf } from '../../main/testing/draft.ts';
import { type IssuingServer, withIssuing } from '../../main/testing/issuing.ts';
import { leaf } from '../../main/testing/peer.ts';

// Two servers of different companies that invoice and approve each other, over HTTP, with the directory of one
// simulator.

const seller = withIssuing();
const buyer = withIssuing('testecf', { beside: seller });
const buyerRnc = '131880681';
/** The companies' RNC, since the demonstration has one. */
const rncOf = new Map<IssuingServer, string>();

beforeAll(async () => {
  await buyer.ctx.db.system((tx) => sql`update empresa set rnc = ${buyerRnc}`.execute(tx));
  buyer.ctx.signals.emit(issuersTopic);
  rncOf.set(seller, seller.rnc).set(buyer, buyerRnc);
  for (const server of [seller, buyer]) {
    const url = await server.app.http.fastify.listen({ host: '127.0.0.1', port: 0 });
    const rnc = rncOf.get(server)!;
    // One with the RNC in its address, one without.
    const base = server === seller ? url : `${url}/${rnc}`;
    seller.simulator.control.directory({
      nombre: rnc,
      rnc,
      urlRecepcion: base,
      urlAceptacion: base,
      urlOpcional: base,
    });
  }
});

/** Issues an invoice, waits until it is accepted, and has it delivered. */
async function invoice(from: IssuingServer, to: IssuingServer): Promise<{ id: string; eNCF: string }> {
  const comprador = { RNCComprador: rncOf.get(to), RazonSocialComprador: 'Comprador de Prueba SRL' };
  const { body: issued } = await from.call(emision.enviarFactura, { body: saleOf({ comprador }) }, from.key);
  const params = { id: issued.id };
  await from.until(async () => {
    const { body } = await from.call(documentos.verDocumento, { params }, from.key);
    return body.estado === 'aceptado';
  });
  expect((await from.call(entregas.entregarFactura, { params, body: {} }, from.key)).status).toBe(202);
  await from.until(async () => {
    const { body } = await from.call(entregas.verEntrega, { params }, from.key);
    return body?.estado === 'entregada';
  });
  return { id: issued.id, eNCF: issued.eNCF };
}

/** The received invoice, once the DGII was asked about it. */
const received = (at: IssuingServer, eNCF: string) =>
  at.until(async () => {
    const { body } = await at.call(recibidas.listarRecibidas, { query: { encf: eNCF } }, at.key);
    const [row] = body.data;
    return row?.estadoDGII === 'aceptado' ? row : undefined;
  });

const settledAnswer = (at: IssuingServer, id: string) =>
  at.until(async () => {
    const { body } = await at.call(recibidas.verRecibida, { params: { id } }, at.key);
    const envios = body.respuestas[0]?.envios ?? [];
    return envios.length === 2 && envios.every(({ estado }) => estado !== 'pendiente') ? envios : undefined;
  });

test.each([
  ['accepted', () => [seller, buyer] as const, { estado: 'aceptada' } as const],
  ['rejected with a reason', () => [buyer, seller] as const, { estado: 'rechazada', motivo: 'No se pidió' } as const],
])('an invoice is delivered, acknowledged, and %s at the DGII and at its issuer', async (_name, who, answer) => {
  const [from, to] = who();
  const { id, eNCF } = await invoice(from, to);
  const { text: acuse, headers } = await from.call(entregas.acuseEntrega, { params: { id } }, from.key);
  expect(headers['content-disposition']).toContain(`"acuse_${rncOf.get(from)}${eNCF}.xml"`);
  expect([leaf(acuse, 'Estado'), leaf(acuse, 'eNCF'), leaf(acuse, 'RNCComprador')]).toEqual(['0', eNCF, rncOf.get(to)]);
  const row = await received(to, eNCF);
  const xml = await from.call(documentos.verXml, { params: { id } }, from.key);
  expect((await to.call(recibidas.xmlRecibida, { params: { id: row.id } }, to.key)).text).toBe(xml.text);
  expect((await to.call(recibidas.acuseRecibida, { params: { id: row.id } }, to.key)).text).toBe(acuse);

  const responded = await to.call(recibidas.responderRecibida, { params: { id: row.id }, body: answer }, to.key);
  expect(responded.status).toBe(202);
  expect((await settledAnswer(to, row.id)).map(({ destino, estado }) => [destino, estado])).toEqual([
    ['dgii', 'enviada'],
    ['emisor', 'enviada'],
  ]);
  const { body: approvals } = await from.call(entregas.aprobacionesDeFactura, { params: { id } }, from.key);
  expect(approvals).toMatchObject([{ estado: answer.estado, motivo: 'motivo' in answer ? answer.motivo : null }]);
  const params = { id, huella: approvals[0]!.huella };
  const signed = await from.call(entregas.xmlDeAprobacionDeFactura, { params }, from.key);
  const file = `respuesta_${rncOf.get(from)}${eNCF}_${params.huella.slice(0, 8)}.xml`;
  expect(signed.headers['content-disposition']).toContain(`"${file}"`);
  const { body: seen } = await to.call(recibidas.verRecibida, { params: { id: row.id } }, to.key);
  const own = { id: row.id, respuesta: seen.respuestas[0]!.id };
  expect(signed.text).toBe((await to.call(recibidas.xmlDeRespuesta, { params: own }, to.key)).text);
  const none = await from.call(entregas.xmlDeAprobacionDeFactura, { params: { id, huella: '0'.repeat(64) } }, from.key);
  expect(none.status).toBe(404);
  const calls = seller.simulator.control.log().filter(({ service }) => service === 'aprobacionComercial');
  expect(calls.at(-1)?.decision.estado).toBe('aceptado');
});

test('a delivery that was made is not made again', async () => {
  const { id } = await invoice(seller, buyer);
  const params = { id };
  const before = (await seller.call(entregas.verEntrega, { params }, seller.key)).body;
  await seller.call(entregas.entregarFactura, { params, body: {} }, seller.key);
  expect((await seller.call(entregas.verEntrega, { params }, seller.key)).body).toEqual(before);
  expect(before).toMatchObject({ estado: 'entregada', intentos: 1, tieneAcuse: true });
});

test('an invoice of a buyer without address waits, with the reason', async () => {
  const { body } = await seller.call(emision.enviarFactura, { body: saleOf({}) }, seller.key);
  const params = { id: body.id };
  await seller.until(async () => {
    const { body: seen } = await seller.call(documentos.verDocumento, { params }, seller.key);
    return seen.estado === 'aceptado';
  });
  await seller.call(entregas.entregarFactura, { params, body: {} }, seller.key);
  const waiting = await seller.until(async () => {
    const { body: seen } = await seller.call(entregas.verEntrega, { params }, seller.key);
    return seen?.estado === 'pendiente' ? undefined : seen;
  });
  expect(waiting).toMatchObject({ estado: 'sin_direccion', intentos: 1 });
  expect(waiting?.detalle).toContain('131246796');
});
