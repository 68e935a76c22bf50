import { autoridad } from '@timbre/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withIssuing } from '../../../main/testing/issuing.ts';
import { ecfXml, justNow, signedElsewhere, xmlForm } from '../../../main/testing/xml.ts';
import { underWay } from './door.ts';

const server = withIssuing();

const signed = async (eNCF: string) =>
  (await signedElsewhere(server, ecfXml({ rnc: server.rnc, eNCF, fechaFirma: justNow() }))).xml;
const recibir = async (eNCF: string, headers = {}) =>
  server.call(autoridad.recepcion, { form: xmlForm(await signed(eNCF)), headers }, server.key);
const isStored = (eNCF: string) =>
  server.until(async () => {
    const { rows } = await server.ctx.db.system((tx) => sql`select from documento where encf = ${eNCF}`.execute(tx));
    return rows.length === 1;
  });

test('no transaction is open while a sender waits: others issue meanwhile', async () => {
  server.simulator.control.settings({ latencyMs: 1_000 });
  const slow = recibir('E310000004001');
  await isStored('E310000004001');
  const { status } = await recibir('E310000004002', { prefer: 'respond-async' });
  expect(status).toBe(202);
  server.simulator.control.settings({ latencyMs: 0 });
  expect((await slow).body.trackId).not.toBeNull();
});

test('the answer about a document under way states that it waits, follows its invoice, or is unconfirmed', () => {
  const standing = { encf: 'E310000000001', estado: 'firmado', espera_a: null } as Parameters<typeof underWay>[0];
  expect(underWay(standing)).toContain('está guardado y se enviará a la DGII. No lo envíe otra vez');
  expect(underWay({ ...standing, espera_a: 'E310000000009' })).toContain('en cuanto acepte el E310000000009');
  expect(underWay({ ...standing, estado: 'sin_confirmar' })).toContain('no se sabe qué decidió');
});

test('a server that closes answers waiting senders with the state of their documents', async () => {
  server.simulator.control.fault({ kind: 'status', status: 503, services: ['enviarECF'] });
  const waiting = recibir('E310000004003');
  await isStored('E310000004003');
  await server.app.http.fastify.close();
  const { status, body } = await waiting;
  expect([status, body.trackId, body.estado]).toEqual([202, null, 'firmado']);
  server.simulator.control.clearFaults();
});
