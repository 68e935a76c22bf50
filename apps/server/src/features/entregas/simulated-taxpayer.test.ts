import { documentos, emision, entregas, recibidas } from '@timbre/contract';
import { makeCertificate } from '@timbre/xml/testing/certificates';
import { xmlsec1Verifies } from '@timbre/xml/testing/xmlsec1';
import { beforeAll, expect, test } from 'vitest';
import { saleOf } from '../../main/testing/draft.ts';
import { withIssuing } from '../../main/testing/issuing.ts';
import { leaf } from '../../main/testing/peer.ts';

// Our company and a taxpayer that the simulator plays, which acts automatically, invoice and answer each other over
// HTTP.

const server = withIssuing();
const theirs = makeCertificate({ subject: '/CN=Otra Persona/serialNumber=IDCDO-00113918206' });
const rnc = '131880681';
let ourCertificate: string;

beforeAll(async () => {
  const { control } = server.simulator;
  control.taxpayer({ rnc, nombre: 'Otra Empresa SRL', ...theirs });
  const url = await server.app.http.fastify.listen({ host: '127.0.0.1', port: 0 });
  const own = { urlRecepcion: url, urlAceptacion: url, urlOpcional: url };
  control.directory({ nombre: 'La nuestra', rnc: server.rnc, ...own });
  const { signer } = await server.ctx.signers.of(server.empresaId);
  ourCertificate = `-----BEGIN CERTIFICATE-----\n${signer.certificate}\n-----END CERTIFICATE-----\n`;
});

async function issueAccepted(): Promise<{ id: string; eNCF: string }> {
  const comprador = { RNCComprador: rnc, RazonSocialComprador: 'Otra Empresa SRL' };
  const { body } = await server.call(emision.enviarFactura, { body: saleOf({ comprador }) }, server.key);
  const params = { id: body.id };
  await server.until(async () => {
    const seen = await server.call(documentos.verDocumento, { params }, server.key);
    return seen.body.estado === 'aceptado';
  });
  return { id: body.id, eNCF: body.eNCF };
}

async function delivered(id: string) {
  const params = { id };
  expect((await server.call(entregas.entregarFactura, { params, body: {} }, server.key)).status).toBe(202);
  return server.until(async () => {
    const { body } = await server.call(entregas.verEntrega, { params }, server.key);
    return body !== null && body.estado !== 'pendiente' ? body : undefined;
  });
}

test.each([
  ['approval', undefined, 'aceptada'],
  ['rejection', 'No se pidió', 'rechazada'],
])(
  'the simulated taxpayer gets our invoice, its acknowledgement is stored, and its %s is shown on the invoice',
  async (_, motivo, estado) => {
    const { control } = server.simulator;
    const { id, eNCF } = await issueAccepted();
    expect(await delivered(id)).toMatchObject({ estado: 'entregada', intentos: 1, tieneAcuse: true });
    const acuse = (await server.call(entregas.acuseEntrega, { params: { id } }, server.key)).text;
    expect(control.received({ rnc }).at(-1)).toMatchObject({ eNCF, rncEmisor: server.rnc, estado: '0', acuse });
    expect(xmlsec1Verifies(acuse, theirs.certificate)).toBe(true);

    const order = { rnc, rncEmisor: server.rnc, eNCF, ...(motivo === undefined ? {} : { motivo }) };
    expect(await control.answer(order)).toMatchObject({ status: 200 });
    const { body } = await server.call(entregas.aprobacionesDeFactura, { params: { id } }, server.key);
    expect(body).toMatchObject([{ estado, motivo: motivo ?? null }]);
  },
);

test('the simulated taxpayer’s invoice is received with a valid acknowledgement; our answer reaches it and the DGII', async () => {
  const { control } = server.simulator;
  const sent = await control.issue({ rnc, rncComprador: server.rnc, monto: '1250.00' });
  expect(sent.status).toBe(200);
  expect(xmlsec1Verifies(sent.answer, ourCertificate)).toBe(true);
  expect([leaf(sent.answer, 'Estado'), leaf(sent.answer, 'RNCEmisor')]).toEqual(['0', rnc]);
  const row = await server.until(async () => {
    const { body } = await server.call(recibidas.listarRecibidas, { query: { encf: sent.eNCF } }, server.key);
    return body.data[0]?.estadoDGII === 'aceptado' ? body.data[0] : undefined;
  });
  expect(row).toMatchObject({ rncEmisor: rnc, razonSocialEmisor: 'Otra Empresa SRL', montoTotal: '1250.00' });
  const params = { id: row.id };
  expect((await server.call(recibidas.xmlRecibida, { params }, server.key)).text).toBe(sent.xml);

  await server.call(recibidas.responderRecibida, { params, body: { estado: 'aceptada' } }, server.key);
  const [approval] = await server.until(async () => {
    const taken = control.approvals({ rnc });
    return taken.length > 0 && taken;
  });
  expect(approval).toMatchObject({ rncComprador: server.rnc, eNCF: sent.eNCF, estado: '1', refusal: undefined });
  expect(xmlsec1Verifies(approval?.xml ?? '', ourCertificate)).toBe(true);
  await server.until(async () => {
    const { body } = await server.call(recibidas.verRecibida, { params }, server.key);
    return body.respuestas[0]?.envios.every(({ estado }) => estado === 'enviada');
  });
});

test('a refusal by the taxpayer with a code is shown on the invoice, which is not sent again', async () => {
  const { control } = server.simulator;
  const { id, eNCF } = await issueAccepted();
  control.refuseECF({ rnc, motivo: '1', eNCF });
  expect(await delivered(id)).toMatchObject({
    estado: 'rechazada',
    intentos: 1,
    detalle: expect.stringContaining('1'),
  });
  expect(control.received({ rnc }).filter((one) => one.eNCF === eNCF)).toHaveLength(1);
});

test('after an error, or a lost answer, the invoice waits for another try', async () => {
  const { control } = server.simulator;
  for (const [fault, taken] of [
    [{ kind: 'status' }, 0],
    [{ kind: 'lose', processed: true }, 1],
  ] as const) {
    const { id, eNCF } = await issueAccepted();
    control.fault({ ...fault, services: ['recepcionDeContribuyente'], eNCF, times: 1 });
    const params = { id };
    await server.call(entregas.entregarFactura, { params, body: {} }, server.key);
    const waiting = await server.until(async () => {
      const { body } = await server.call(entregas.verEntrega, { params }, server.key);
      return body?.detalle ? body : undefined;
    });
    expect(waiting).toMatchObject({ estado: 'pendiente', intentos: 1 });
    expect(control.received({ rnc }).filter((one) => one.eNCF === eNCF)).toHaveLength(taken);
  }
});
