import { autoridad, documentos, emision, facturas } from '@timbre/contract';
import { expect, test, vi } from 'vitest';
import { saleOf } from '../../../main/testing/draft.ts';
import { fillDisk } from '../../../main/testing/full-disk.ts';
import { withIssuing } from '../../../main/testing/issuing.ts';
import { ecfXml, xmlForm } from '../../../main/testing/xml.ts';

const server = withIssuing();

const invoice = saleOf({ precio: '100.00' });

const emit = (clave: string) =>
  server.call(emision.enviarFactura, { body: invoice, headers: { 'idempotency-key': clave } }, server.key);

const accepted = (id: string) =>
  server.until(async () => {
    const { body } = await server.call(documentos.verDocumento, { params: { id } }, server.key);
    return body.estado === 'aceptado';
  });

test('while the journal cannot be written nothing is issued or sent; afterwards everything goes on', {
  tags: ['P1.5'],
}, async () => {
  const { body: before } = await emit('antes');
  expect(before.eNCF).toBe('E310000000001');
  // Its sending needs the journal too, and may begin late.
  await accepted(before.id);
  const full = fillDisk();

  // The journal's write fails after the number was taken: that document is stored and held.
  const held = await emit('primera');
  expect(held.status).toBe(503);
  expect(held.problem).toMatchObject({ code: 'servidor/lleno' });
  expect(held.problem.detail).toContain('E310000000002');

  const refused = await emit('segunda');
  expect(refused.status).toBe(503);
  expect(refused.problem.detail).toContain('No se tomó ningún número');

  const { body: listed } = await server.call(facturas.listarFacturas, { query: {} }, server.key);
  expect(listed.map(({ eNCF }) => eNCF)).toEqual(['E310000000002', 'E310000000001']);
  // Every class of jobs asks the journal before it takes any, once a second at the least.
  const ready = vi.spyOn(server.ctx.journal, 'ready');
  await expect.poll(() => ready.mock.calls.length).toBeGreaterThan(50);
  ready.mockRestore();
  expect(server.simulator.control.log().map(({ eNCF }) => eNCF)).toEqual(['E310000000001']);

  full.free();
  expect((await emit('segunda')).body.eNCF).toBe('E310000000003');
  expect((await emit('primera')).body.eNCF).toBe('E310000000002');
  await accepted(listed[0]?.facturaElectronicaID ?? '');
  const received = server.simulator.control.log().filter(({ eNCF }) => eNCF === 'E310000000002');
  expect(received).toHaveLength(1);
});

test('while the journal cannot be written no signature is returned; the same call returns it afterwards', async () => {
  const eNCF = 'E310000004000';
  const sign = () => {
    const form = xmlForm(ecfXml({ rnc: server.rnc, eNCF }), { AddFechaHoraFirma: 'true' });
    return server.call(emision.signXmlFromDb, { form }, server.key);
  };
  const full = fillDisk();
  const held = await sign();
  expect([held.status, held.problem.code]).toEqual([503, 'servidor/lleno']);
  expect(held.problem.detail).toContain(eNCF);
  full.free();
  const { body } = await sign();
  expect((await sign()).body.signedXml).toBe(body.signedXml);
  // The call waits for the authority for a limited time; when repeated, it returns the document's state.
  const { trackId } = await server.until(async () => {
    const sent = await server.call(autoridad.recepcion, { form: xmlForm(body.signedXml) }, server.key);
    return sent.status === 200 && sent.body;
  });
  expect(server.simulator.control.log().filter((each) => each.eNCF === eNCF)).toMatchObject([{ trackId }]);
});

test('with a full disk no signed document is accepted and no signature is returned', async () => {
  const form = () => xmlForm(ecfXml({ rnc: server.rnc, eNCF: 'E310000004001' }), { AddFechaHoraFirma: 'true' });
  const full = vi.spyOn(server.ctx.space, 'isFull').mockReturnValue(true);
  const refused = await server.call(emision.signXmlFromDb, { form: form() }, server.key);
  expect([refused.status, refused.problem.code]).toEqual([503, 'servidor/lleno']);
  full.mockRestore();
  expect((await server.call(emision.signXmlFromDb, { form: form() }, server.key)).status).toBe(200);
});
