import { type AuthorityClient, createAuthorityClient, protocol, type Service, type Who } from '@timbre/authority';
import { signXml } from '@timbre/xml/node';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSimulator } from './simulator.ts';
import {
  draftACECF,
  draftANECF,
  draftECF,
  draftRFCE,
  makeSigner,
  rncComprador,
  rncEmisor,
  sealed,
} from './test-company.ts';

const signer = makeSigner();
const simulator = createSimulator();
const who: Who = { empresa: 'prueba', ambiente: 'testecf' };
let client: AuthorityClient;
let base: string;

beforeAll(async () => {
  const hosts = await simulator.listen();
  base = hosts.ecf;
  client = createAuthorityClient({ hosts, sign: async (_, xml) => (await signXml(xml, signer)).xml });
});
beforeEach(() => {
  simulator.control.reset();
  client.forget(who.empresa);
});
afterAll(async () => {
  await client.close();
  await simulator.close();
});

const send = async (xml: string, at: Who = who): Promise<string> => {
  const sent = await client.enviarECF(at, await sealed(xml, signer));
  if (sent.kind !== 'recibido') throw new Error(sent.crudo);
  return sent.trackId;
};

test('an e-CF is received with a trackId and accepted', async () => {
  const trackId = await send(draftECF({ eNCF: 'E310000000001' }));
  expect(await client.consultaResultado(who, trackId)).toMatchObject({
    kind: 'verdict',
    estado: 'aceptado',
    codigo: '1',
    mensajes: [],
    secuenciaUtilizada: true,
  });
});

test('each time that a number is sent it has its own trackId', async () => {
  const first = await send(draftECF({ eNCF: 'E310000000001' }));
  const second = await send(draftECF({ eNCF: 'E310000000001' }));
  const tracks = await client.consultaTrackIds(who, rncEmisor, 'E310000000001');
  expect(tracks).toEqual({
    kind: 'tracks',
    tracks: [
      {
        trackId: first,
        estado: 'aceptado',
        fechaRecepcion: expect.stringMatching(/^\d+\/\d+\/\d{4} \d+:\d\d:\d\d [AP]M$/),
      },
      { trackId: second, estado: 'rechazado', fechaRecepcion: expect.any(String) },
    ],
  });
});

test('an unknown number has no trackIds', async () => {
  expect(await client.consultaTrackIds(who, rncEmisor, 'E310000000009')).toEqual({ kind: 'tracks', tracks: [] });
});

test('certification has no look-up of trackIds', async () => {
  const asking = client.consultaTrackIds({ ...who, ambiente: 'certecf' }, rncEmisor, 'E310000000001');
  await expect(asking).rejects.toMatchObject({ reason: 'respuesta', status: 404, outcome: 'not-sent' });
});

test('a verdict is not available before its time', async () => {
  simulator.control.settings({ validacionMs: 60_000 });
  const trackId = await send(draftECF({ eNCF: 'E310000000001' }));
  expect(await client.consultaResultado(who, trackId)).toMatchObject({ estado: 'en_proceso', codigo: '3' });
  expect(await client.consultaTrackIds(who, rncEmisor, 'E310000000001')).toMatchObject({
    tracks: [{ estado: 'en_proceso' }],
  });
  simulator.control.settings({ clockOffsetMs: 60_000 });
  expect(await client.consultaResultado(who, trackId)).toMatchObject({ estado: 'aceptado' });
});

test('an unknown trackId has no result', async () => {
  expect(await client.consultaResultado(who, 'nadie')).toMatchObject({ estado: 'no_encontrado', codigo: '0' });
});

test('a summary is decided at once, and can be looked up by its security code', async () => {
  const sent = await client.enviarRFCE(who, await sealed(draftRFCE({ eNCF: 'E320000000001' }), signer));
  expect(sent).toMatchObject({ kind: 'verdict', estado: 'aceptado', secuenciaUtilizada: true });
  const query = { rncEmisor, eNCF: 'E320000000001', codigoSeguridad: 'aB3+/=' };
  expect(await client.consultaRFCE(who, query)).toMatchObject({ estado: 'aceptado', secuenciaUtilizada: true });
  expect(await client.consultaRFCE(who, { ...query, codigoSeguridad: 'aB3+/x' })).toMatchObject({
    estado: 'no_encontrado',
  });
});

test('the state of a number is available to those who have its buyer and code', async () => {
  await send(draftECF({ eNCF: 'E310000000001', monto: '1180.00' }));
  expect(await client.consultaEstado(who, { rncEmisor, eNCF: 'E310000000001', rncComprador })).toMatchObject({
    estado: 'aceptado',
    crudo: expect.stringContaining('"montoTotal":1180'),
  });
  expect(await client.consultaEstado(who, { rncEmisor, eNCF: 'E310000000001', rncComprador: rncEmisor })).toMatchObject(
    { estado: 'no_encontrado' },
  );
});

test('a commercial approval needs its e-CF', async () => {
  const approval = await sealed(draftACECF({ eNCF: 'E310000000001', monto: '100.00' }), signer);
  expect(approval.fileName).toBe(`${rncComprador}E310000000001.xml`);
  expect(await client.aprobacionComercial(who, approval)).toMatchObject({
    estado: 'rechazado',
    codigo: '02',
    mensajes: [{ codigo: '0', valor: 'Factura no encontrada para esta Aprobación comercial.' }],
  });
  await send(draftECF({ eNCF: 'E310000000001' }));
  expect(await client.aprobacionComercial(who, approval)).toMatchObject({ estado: 'aceptado', codigo: '01' });
  const other = await sealed(draftACECF({ eNCF: 'E310000000001', monto: '100.01' }), signer);
  expect(await client.aprobacionComercial(who, other)).toMatchObject({ estado: 'rechazado' });
});

test('an approval in certification may refer to an e-CF of the DGII', async () => {
  const approval = await sealed(draftACECF({ eNCF: 'E310000000001', monto: '100.00' }), signer);
  expect(await client.aprobacionComercial({ ...who, ambiente: 'certecf' }, approval)).toMatchObject({
    estado: 'aceptado',
  });
});

test('numbers are voided, and then cannot be used', async () => {
  const anecf = await sealed(draftANECF({ desde: 'E310000000005', hasta: 'E310000000007', cantidad: 3 }), signer);
  expect(await client.anularRango(who, anecf)).toMatchObject({
    estado: 'aceptado',
    mensajes: [{ codigo: '0', valor: 'Las secuencias fueron anuladas correctamente.' }],
  });
  const trackId = await send(draftECF({ eNCF: 'E310000000006' }));
  expect(await client.consultaResultado(who, trackId)).toMatchObject({ estado: 'rechazado', secuenciaUtilizada: true });
  expect(await client.anularRango(who, anecf)).toMatchObject({ estado: 'rechazado' });
});

test('a used number cannot be voided', async () => {
  await send(draftECF({ eNCF: 'E310000000006' }));
  const anecf = await sealed(draftANECF({ desde: 'E310000000005', hasta: 'E310000000007', cantidad: 3 }), signer);
  expect(await client.anularRango(who, anecf)).toMatchObject({
    estado: 'rechazado',
    mensajes: [{ codigo: '0', valor: 'Las secuencias que está intentando anular han sido utilizadas' }],
  });
});

test('the directory lists taxpayers, all or one', async () => {
  const entry = {
    nombre: 'Comprador de Prueba SRL',
    rnc: rncComprador,
    urlRecepcion: 'https://comprador.example',
    urlAceptacion: 'https://comprador.example',
    urlOpcional: undefined,
  };
  simulator.control.directory(entry);
  expect(await client.directorio({ ...who, ambiente: 'ecf' })).toEqual({ kind: 'directorio', entries: [entry] });
  expect(await client.directorioPorRNC(who, '000000000')).toEqual({ kind: 'directorio', entries: [] });
  expect(await client.directorioPorRNC(who, '131880738')).toMatchObject({
    entries: [{ nombre: 'DGII', urlRecepcion: `${base}/testecf/emisorreceptor` }],
  });
});

test('the state of the services is public', async () => {
  expect(await client.verificarEstado('certecf')).toEqual({ estado: 'Disponible' });
  expect(await client.ventanasMantenimiento()).toEqual({ ventanaMantenimientos: [] });
  expect(await client.estatusServicios()).toContainEqual({
    servicio: 'Recepción',
    estatus: 'Disponible',
    ambiente: 'Produccion',
  });
});

test('the stamp of an accepted e-CF shows it, one wrong value does not', async () => {
  await send(draftECF({ eNCF: 'E310000000001', fechaFirma: '02-10-2026 10:20:30' }));
  const codigoSeguridad = simulator.control.log()[0]?.facts.codigoSeguridad ?? '';
  const page = async (monto: string) => {
    const query = new URLSearchParams({
      RncEmisor: rncEmisor,
      RncComprador: rncComprador,
      ENCF: 'E310000000001',
      FechaEmision: '01-10-2026',
      MontoTotal: monto,
      FechaFirma: '02-10-2026 10:20:30',
      CodigoSeguridad: codigoSeguridad,
    });
    return (await fetch(`${base}/TesteCF/ConsultaTimbre?${query}`)).text();
  };
  expect(await page('100.00')).toContain('<td>Aceptado</td>');
  expect(await page('100.0')).toContain('No fue encontrada la factura');
});

test('the stamp of a summary shows it', async () => {
  await client.enviarRFCE(who, await sealed(draftRFCE({ eNCF: 'E320000000001' }), signer));
  const query = `RncEmisor=${rncEmisor}&ENCF=E320000000001&MontoTotal=100.00&CodigoSeguridad=aB3%2B%2F%3D`;
  expect(await (await fetch(`${base}/fc/testecf/consultatimbrefc?${query}`)).text()).toContain('<td>Aceptado</td>');
});

test('the environments are independent of each other', async () => {
  await send(draftECF({ eNCF: 'E310000000001' }));
  const production: Who = { ...who, ambiente: 'ecf' };
  expect(await client.consultaTrackIds(production, rncEmisor, 'E310000000001')).toEqual({ kind: 'tracks', tracks: [] });
  const trackId = await send(draftECF({ eNCF: 'E310000000001' }), production);
  expect(await client.consultaResultado(production, trackId)).toMatchObject({ estado: 'aceptado' });
  expect(await client.consultaResultado(who, trackId)).toMatchObject({ estado: 'no_encontrado' });
});

/** One call for every service that answers JSON or XML. */
const calls: Readonly<Partial<Record<Service, string>>> = {
  consultaResultado: '?trackid=x',
  consultaEstado: `?rncemisor=${rncEmisor}&ncfelectronico=E310000000001`,
  consultaTrackIds: `?rncemisor=${rncEmisor}&encf=E310000000001`,
  consultaRFCE: `?RNC_Emisor=${rncEmisor}&ENCF=E320000000001&Cod_Seguridad_eCF=aB3456`,
  directorio: '',
  directorioPorRNC: '?RNC=131880738',
  estatusServicios: '',
  ventanasMantenimiento: '',
  verificarEstado: '?ambiente=1',
};

test.each(Object.entries(calls) as [Service, string][])('%s answers in the declared shape', async (service, query) => {
  await send(draftECF({ eNCF: 'E310000000001' }));
  const spec = protocol[service];
  const prefix = { ecf: `${base}/testecf`, fc: `${base}/fc/testecf`, statusecf: `${base}/statusecf` }[spec.host];
  const seed = await client.semilla('testecf');
  const { token } = await client.validarSemilla('testecf', (await signXml(seed, signer)).xml);
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${prefix}${spec.path.toUpperCase()}${query}`, { headers });
  expect(response.status).toBe(200);
  const body: unknown = await response.json();
  if (!('answer' in spec)) throw new Error('It declares no answer');
  expect([...Value.Errors(spec.answer, body)]).toEqual([]);
});

test('a verdict requested as XML reads the same', async () => {
  const trackId = await send(draftECF({ eNCF: 'E310000000001' }));
  const seed = await client.semilla('testecf');
  const { token } = await client.validarSemilla('testecf', (await signXml(seed, signer)).xml);
  const headers = { authorization: `Bearer ${token}`, accept: 'application/xml' };
  const response = await fetch(`${base}/testecf/consultaresultado/api/consultas/estado?TrackId=${trackId}`, {
    headers,
  });
  expect(await response.text()).toMatch(
    /^<\?xml .*<RespuestaConsultaTrackId><trackId>.*<codigo>1<\/codigo><estado>Aceptado<\/estado>/,
  );
});

test('every service of the table is called in these tests', () => {
  const tried = new Set<string>([
    ...Object.keys(calls),
    ...['semilla', 'validarSemilla', 'enviarECF', 'enviarRFCE', 'aprobacionComercial', 'anularRango'],
    ...['timbre', 'timbreFC'],
  ]);
  expect(tried).toEqual(new Set(Object.keys(protocol)));
});
