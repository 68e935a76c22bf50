import { createReceivers, type DirectorioEntry } from '@timbre/authority';
import { createSigner, signXml } from '@timbre/xml/node';
import { makeCertificate } from '@timbre/xml/testing/certificates';
import { xmlsec1Verifies } from '@timbre/xml/testing/xmlsec1';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSimulator } from './simulator.ts';
import { draftECF, rncComprador, rncEmisor, sealed } from './test-company.ts';

// Simulated taxpayers: their answers to received documents, and the documents that they send.

const [ours, theirs] = [makeCertificate(), makeCertificate({ subject: '/CN=Otra/serialNumber=IDCDO-00113918206' })];
const signer = createSigner(ours);
const simulator = createSimulator();
const { control } = simulator;
const receivers = createReceivers({ sign: async (_, xml) => (await signXml(xml, signer)).xml, allowLocal: true });
let base: string;

beforeAll(async () => {
  base = (await simulator.listen()).ecf;
});
beforeEach(() => {
  control.reset();
  control.taxpayer({ rnc: rncComprador, nombre: 'Comprador de Prueba SRL', ...theirs });
});
afterAll(() => simulator.close());

const entry = (rnc = rncComprador): DirectorioEntry => {
  const own = `${base}/emisorreceptor/${rnc}`;
  return { nombre: '', rnc, urlRecepcion: own, urlAceptacion: own, urlOpcional: own };
};
const deliver = async (xml: string, by = signer) => receivers.entregarECF('', entry(), await sealed(xml, by));
const draft = (eNCF = 'E310000000001') => draftECF({ eNCF });

describe('received documents', () => {
  test('a taxpayer receives an e-CF that is addressed to it, with an acknowledgement that it signed', async () => {
    const answer = await deliver(draft());
    expect(answer).toMatchObject({ recibido: true, rncEmisor, eNCF: 'E310000000001', motivo: undefined });
    expect(xmlsec1Verifies(answer.acuse, theirs.certificate)).toBe(true);
    expect(answer.acuse).toContain(`<RNCComprador>${rncComprador}</RNCComprador>`);
    const [received] = control.received({ rnc: rncComprador });
    expect(received).toMatchObject({ estado: '0', fileName: `${rncEmisor}E310000000001.xml`, acuse: answer.acuse });
  });

  test.each<[string, string, (xml: string) => string]>([
    ['1', 'is not in the format', (xml) => xml.replace(/<FechaEmision>[^<]*</, '<FechaEmision>ayer<')],
    ['4', 'names another buyer', (xml) => xml.replace(rncComprador, '131880681')],
  ])('a taxpayer refuses with code %s an e-CF that %s', async (motivo, _, spoil) => {
    expect(await deliver(spoil(draft()))).toMatchObject({ recibido: false, motivo });
    expect(control.received({ rnc: rncComprador })).toMatchObject([{ estado: '1', motivo }]);
  });

  test('a taxpayer refuses with code 2 an e-CF that was changed after it was signed', async () => {
    const file = await sealed(draft(), signer);
    const xml = String(file.xml).replace('Servicio de prueba', 'Servicio cambiado');
    expect(await receivers.entregarECF('', entry(), { ...file, xml })).toMatchObject({ recibido: false, motivo: '2' });
  });

  test('a taxpayer refuses with code 3 a number that it has; one that it refused it accepts later', async () => {
    control.refuseECF({ rnc: rncComprador, motivo: '2', eNCF: 'E310000000001' });
    expect(await deliver(draft('E310000000002'))).toMatchObject({ recibido: true });
    expect(await deliver(draft())).toMatchObject({ recibido: false, motivo: '2' });
    expect(await deliver(draft())).toMatchObject({ recibido: true });
    expect(await deliver(draft())).toMatchObject({ recibido: false, motivo: '3' });
  });

  test('a taxpayer receives nothing without a token of its own, and accepts no seed twice', async () => {
    const form = new FormData();
    form.append('xml', new File([String((await sealed(draft(), signer)).xml)], 'a.xml'));
    const send = (authorization: string) =>
      fetch(`${entry().urlRecepcion}/FE/Recepcion/api/eCF`, { method: 'POST', headers: { authorization }, body: form });
    expect((await send('Bearer otro')).status).toBe(401);
    const seed = await (await fetch(`${entry().urlOpcional}/fe/autenticacion/api/semilla`)).text();
    const signed = new FormData();
    signed.append('xml', new File([(await signXml(seed, signer)).xml], 'semilla.xml'));
    const redeem = () =>
      fetch(`${entry().urlOpcional}/fe/autenticacion/api/validacioncertificado`, { method: 'POST', body: signed });
    const { token, expedido } = (await (await redeem()).json()) as { token: string; expedido: string };
    expect(expedido).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect((await redeem()).status).toBe(400);
    expect((await send(`Bearer ${token}`)).status).toBe(200);
    expect(control.received({ rnc: rncComprador })).toHaveLength(1);
  });

  test('a taxpayer has faults on order: an error, an answer lost after the document was accepted', async () => {
    control.fault({ kind: 'status', services: ['recepcionDeContribuyente'], times: 1 });
    await expect(deliver(draft())).rejects.toMatchObject({ reason: 'servidor', outcome: 'unknown' });
    expect(control.received({ rnc: rncComprador })).toEqual([]);
    control.fault({ kind: 'lose', processed: true, services: ['recepcionDeContribuyente'], eNCF: 'E310000000001' });
    expect(await deliver(draft('E310000000002'))).toMatchObject({ recibido: true });
    await expect(deliver(draft())).rejects.toMatchObject({ outcome: 'unknown' });
    expect(control.received({ rnc: rncComprador })).toHaveLength(2);
  });
});

describe('sent documents', () => {
  const seller = '131880681';
  beforeEach(() => control.taxpayer({ rnc: seller, nombre: 'Vendedor & Hijos', ...ours }));

  test('a taxpayer sends an invoice that the authority accepts to its buyer, and gives the acknowledgement', async () => {
    const { eNCF, xml, status, answer } = await control.issue({ rnc: seller, rncComprador, monto: '250.00' });
    expect([eNCF, status]).toEqual(['E310000000001', 200]);
    expect(xmlsec1Verifies(xml, ours.certificate)).toBe(true);
    expect(xmlsec1Verifies(answer, theirs.certificate)).toBe(true);
    expect(answer).toContain('<Estado>0</Estado>');
    expect(control.accepted()).toMatchObject([{ rnc: seller, eNCF, facts: { montoTotal: '250.00' } }]);
    expect(await control.issue({ rnc: seller, rncComprador })).toMatchObject({ eNCF: 'E310000000002' });
  });

  test.each([
    ['approval', undefined, '1'],
    ['rejection', 'No se pidió', '2'],
  ])('a taxpayer sends its %s of a received document to the issuer and to the authority', async (_, motivo, estado) => {
    const { eNCF } = await control.issue({ rnc: seller, rncComprador });
    const order = { rnc: rncComprador, rncEmisor: seller, eNCF, ...(motivo === undefined ? {} : { motivo }) };
    const { xml, status } = await control.answer(order);
    expect([status, xmlsec1Verifies(xml, theirs.certificate)]).toEqual([200, true]);
    expect(control.approvals({ rnc: seller })).toMatchObject([
      { rncComprador, eNCF, estado, motivo, refusal: undefined },
    ]);
    expect(control.log().at(-1)).toMatchObject({ service: 'aprobacionComercial', decision: { estado: 'aceptado' } });
  });

  test('a taxpayer answers only received documents, and sends nothing to a buyer without address', async () => {
    await expect(control.answer({ rnc: rncComprador, rncEmisor: seller, eNCF: 'E310000000009' })).rejects.toThrow();
    await expect(control.issue({ rnc: seller, rncComprador: '101000023' })).rejects.toThrow('no address');
    expect(control.log()).toEqual([]);
  });

  test('documents can be ordered by the control address too', async () => {
    const body = JSON.stringify({ rnc: seller, rncComprador });
    const answer = await fetch(`${base}/_control/issue`, { method: 'POST', body });
    expect(await answer.json()).toMatchObject({ eNCF: 'E310000000001', status: 200 });
    const unknown = await fetch(`${base}/_control/received`, { method: 'POST', body: '{"rnc":"999999999"}' });
    expect(unknown.status).toBe(400);
  });

  test('an approval about a document that the taxpayer did not issue is refused', async () => {
    const { eNCF } = await control.issue({ rnc: seller, rncComprador });
    const { xml } = await control.answer({ rnc: rncComprador, rncEmisor: seller, eNCF });
    const unsigned = xml.replace(/<Signature.*<\/Signature>/s, '').replace('100.00', '99.00');
    const forged = { fileName: 'a.xml', xml: (await signXml(unsigned, createSigner(theirs))).xml };
    expect(await receivers.aprobacion('', entry(seller), forged)).toMatchObject({ kind: 'rechazada' });
  });
});

test('the taxpayer of the DGII answers at the address that precertification lists, once it is added', async () => {
  const at = `${base}/testecf/emisorreceptor/fe/autenticacion/api/semilla`;
  expect((await fetch(at)).status).toBe(404);
  control.taxpayer({ rnc: '131880738', nombre: 'DGII', ...theirs });
  expect(await (await fetch(at)).text()).toContain('<SemillaModel');
});
