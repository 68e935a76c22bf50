import { documentos, emision } from '@timbre/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { saleOf } from '../../main/testing/draft.ts';
import { withIssuing } from '../../main/testing/issuing.ts';

const server = withIssuing();

const resend = (id: string) => server.call(documentos.reenviarDocumento, { params: { id }, body: {} }, server.key);
const issue = async (precio: string) =>
  (await server.call(emision.enviarFactura, { body: saleOf({ precio }) }, server.key)).body;
const stateOf = async (id: string) =>
  (await server.call(documentos.verDocumento, { params: { id } }, server.key)).body.estado;
const until = (id: string, estado: string) => server.until(async () => (await stateOf(id)) === estado);
const posts = (eNCF: string) => server.simulator.control.log().filter((entry) => entry.eNCF === eNCF).length;
/** Puts the delivery of a document off for a day. */
const putOff = (id: string) =>
  server.ctx.db.system((tx) => sql`update trabajo set en = now() + interval '1 day' where sujeto = ${id}`.execute(tx));

test('a waiting document is sent at once, and once; an accepted one is not sent again', {
  tags: ['SI7-2'],
}, async () => {
  await server.wire.become('refuse');
  const { id, eNCF } = await issue('100.00');
  await server.until(async () => {
    const { body } = await server.call(documentos.verDocumento, { params: { id } }, server.key);
    return body.intentos.length > 0;
  });
  await putOff(id);
  await server.wire.become('pass');
  expect(await resend(id)).toMatchObject({ status: 202, body: { estado: 'firmado' } });
  await until(id, 'aceptado');
  expect(posts(eNCF)).toBe(1);
  const again = await resend(id);
  expect(again.problem).toMatchObject({ status: 409, code: 'documento/no-reenviable' });
  expect(again.problem?.detail).toBe(`La DGII ya aceptó ${eNCF}: no hay nada que reenviar.`);
  expect(posts(eNCF)).toBe(1);
});

test('a document that may have arrived is asked about, not posted again', { tags: ['SI7-2'] }, async () => {
  server.simulator.control.fault({ kind: 'lose', processed: true, services: ['enviarECF'], times: 1 });
  const { id, eNCF } = await issue('110.00');
  await server.until(async () => posts(eNCF) === 1);
  for (let i = 0; i < 3; i++) await resend(id);
  await until(id, 'aceptado');
  expect(posts(eNCF)).toBe(1);
});

test('a rejected document is refused with what to do instead, by whether its number is used', {
  tags: ['SI7-2'],
}, async () => {
  for (const secuenciaUtilizada of [false, true]) {
    server.simulator.control.force({
      estado: 'rechazado',
      mensajes: [{ codigo: '0', valor: secuenciaUtilizada ? 'No se admite' : 'El RNC Emisor no se encuentra activo' }],
      secuenciaUtilizada,
    });
    const { id } = await issue('120.00');
    await until(id, 'rechazado');
    const { problem } = await resend(id);
    expect(problem?.detail).toContain(secuenciaUtilizada ? 'emita otro comprobante' : 'corríjalo y envíelo');
  }
});
