import { autoridad, borradores, documentos, emision, empresa } from '@timbre/contract';
import { formatFecha, type TipoECF, tiposECF } from '@timbre/values';
import { beforeAll, describe, expect, test } from 'vitest';
import { saleOf } from '../../main/testing/draft.ts';
import { withIssuing } from '../../main/testing/issuing.ts';
import { datosDeStranger, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { ecfXml, justNow, signedElsewhere, xmlForm } from '../../main/testing/xml.ts';
import { newId } from '../../platform/db/id.ts';
import { draftsOf } from '../plantillas/drafts.ts';

// Everything that documents need from a company must be settable by a call: the companies of this file were set up by
// calls alone.

const server = withIssuing();
const datos = { ...datosDeStranger, retencionDeLey: true };
let company: Stranger;

beforeAll(async () => {
  company = await stranger(server, { datos });
});

const emit = (body: object, key: string, query = {}, headers = {}) =>
  server.call(emision.enviarFactura, { body, query, headers }, key);
const xmlOf = async (id: string, key = company.sesion) =>
  (await server.call(documentos.verXml, { params: { id } }, key)).text;
/** The types in the order in which the notes find their invoice. */
const draftOf = (tipo: TipoECF) => draftsOf(formatFecha(Date.now()))[tipo];

describe.each(tiposECF)('type %s of a company that is made by calls alone', (tipo) => {
  test('a document is issued by API, with the declared address of the company', async () => {
    const { status, body, text } = await emit(draftOf(tipo), company.clave);
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    expect(await xmlOf(body.id)).toContain(`<DireccionEmisor>${datosDeStranger.direccion}</DireccionEmisor>`);
  });

  test('a document is issued by the calls of the screen: draft, preview, issue', async () => {
    const id = newId(new Date());
    const documento = draftOf(tipo) as Record<string, unknown>;
    const draft = { version: 0, tipo, comprador: '', monto: '0.00', documento };
    const saved = await server.call(borradores.guardarBorrador, { params: { id }, body: draft }, company.sesion);
    expect(saved.status).toBe(200);
    const shown = await server.call(borradores.previsualizar, { body: documento, query: {} }, company.sesion);
    expect([shown.status, shown.problem?.errores]).toEqual([200, undefined]);
    expect(shown.body.xml).toContain(`<DireccionEmisor>${datosDeStranger.direccion}</DireccionEmisor>`);
    const headers = { 'idempotency-key': `borrador-${id}` };
    expect((await emit(documento, company.sesion, {}, headers)).status).toBe(200);
  });
});

test('the declared facts complete what a document omits; its own values stay letter for letter', {
  tags: ['S3-10'],
}, async () => {
  const whole = await stranger(server, {
    datos: {
      ...datosDeStranger,
      nombreComercial: 'La Nueva',
      sucursales: ['Centro', 'Norte'],
      provincia: '010000',
      municipio: '010101',
      telefonos: ['809-555-0100', '829-555-0100'],
      correo: 'ventas@nueva.invalid',
      sitioWeb: 'nueva.invalid',
      actividadEconomica: 'Comercio',
    },
    rangos: ['31'],
  });
  const issued = async (emisor?: object) => {
    const { body } = await emit(saleOf(emisor === undefined ? {} : { emisor }), whole.clave);
    const xml = await xmlOf(body.id, whole.sesion);
    return /<RazonSocialEmisor>.*<\/RazonSocialEmisor>(.*)<FechaEmision>/s.exec(xml)?.[1];
  };
  const rest =
    '<CorreoEmisor>ventas@nueva.invalid</CorreoEmisor><WebSite>nueva.invalid</WebSite><ActividadEconomica>Comercio</ActividadEconomica>';
  const telefonos =
    '<TablaTelefonoEmisor><TelefonoEmisor>809-555-0100</TelefonoEmisor><TelefonoEmisor>829-555-0100</TelefonoEmisor></TablaTelefonoEmisor>';
  expect(await issued()).toBe(
    `<NombreComercial>La Nueva</NombreComercial><Sucursal>Centro</Sucursal><DireccionEmisor>${datosDeStranger.direccion}</DireccionEmisor><Municipio>010101</Municipio><Provincia>010000</Provincia>${telefonos}${rest}`,
  );
  expect(await issued({ NombreComercial: 'Otro', Sucursal: 'Norte', DireccionEmisor: 'Calle Norte 1' })).toBe(
    `<NombreComercial>Otro</NombreComercial><Sucursal>Norte</Sucursal><DireccionEmisor>Calle Norte 1</DireccionEmisor>${telefonos}${rest}`,
  );
});

test('an annulling note has the issuer of the original, though the facts have changed since', async () => {
  const one = await stranger(server, { rangos: ['31', '34'] });
  const { body } = await emit(saleOf({}), one.clave);
  await server.until(async () => {
    const answer = await server.call(documentos.verDocumento, { params: { id: body.id } }, one.sesion);
    return answer.body.estado === 'aceptado';
  });
  const changed = { direccion: 'Calle Mudada 2', telefonos: ['809-555-0100'] };
  await server.call(empresa.guardarDatosEmpresa, { body: changed }, one.sesion);
  const annulled = await server.call(
    documentos.anularDocumento,
    { params: { id: body.id }, body: { motivo: '01' } },
    one.sesion,
  );
  expect(annulled.status).toBe(202);
  const emisorOf = async (id: string) =>
    /<RazonSocialEmisor>(.*)<FechaEmision>/s.exec(await xmlOf(id, one.sesion))?.[1];
  expect(await emisorOf(annulled.body.nota.id)).toBe(await emisorOf(body.id));
});

describe('a company that has declared nothing', () => {
  test('a company without declared facts is shown the missing datum, and where to complete it', async () => {
    const bare = await stranger(server, { datos: null, rangos: ['31'] });
    const { status, problem } = await emit(saleOf({}), bare.clave);
    expect([status, problem.code]).toEqual([422, 'ecf/invalido']);
    expect(problem.errores).toEqual([
      {
        codigo: 'XSD-FALTA',
        campo: 'Encabezado.Emisor.DireccionEmisor',
        mensaje: expect.stringContaining('Falta DireccionEmisor'),
        dondeSeCorrige: '/configuracion?dato=direccion',
      },
    ]);
    const own = await emit(saleOf({ emisor: { DireccionEmisor: 'x'.repeat(101) } }), bare.clave);
    expect(own.problem.errores?.[0]).not.toHaveProperty('dondeSeCorrige');
    await server.call(empresa.guardarDatosEmpresa, { body: datosDeStranger }, bare.sesion);
    expect((await emit(saleOf({}), bare.clave)).status).toBe(200);
  });
});

describe('deferred sending', () => {
  const deferred = saleOf({ idDoc: { IndicadorEnvioDiferido: '1' } });

  test('deferred sending is refused by API and in the preview without the authorisation, and accepted with it', async () => {
    const { status, problem } = await emit(deferred, company.clave);
    expect([status, problem.errores?.map(({ codigo, dondeSeCorrige }) => [codigo, dondeSeCorrige])]).toEqual([
      422,
      [['ECF-DIFERIDO-01', '/configuracion?dato=envioDiferido']],
    ]);
    const previewed = await server.call(borradores.previsualizar, { body: deferred, query: {} }, company.sesion);
    expect(previewed.problem.errores?.[0]?.codigo).toBe('ECF-DIFERIDO-01');
    await server.call(empresa.guardarDatosEmpresa, { body: { ...datos, envioDiferido: true } }, company.sesion);
    expect((await emit(deferred, company.clave)).status).toBe(200);
    await server.call(empresa.guardarDatosEmpresa, { body: datos }, company.sesion);
  });

  test('deferred sending in a document that arrives signed is judged by the DGII alone', async () => {
    const eNCF = 'E310000009001';
    const plain = ecfXml({ rnc: server.rnc, eNCF, fechaFirma: justNow() });
    const xml = plain.replace('</FechaVencimientoSecuencia>', '$&<IndicadorEnvioDiferido>1</IndicadorEnvioDiferido>');
    expect(xml).not.toBe(plain);
    const form = xmlForm((await signedElsewhere(server, xml)).xml);
    const headers = { prefer: 'respond-async' } as const;
    expect((await server.call(autoridad.recepcion, { form, headers }, server.key)).status).toBe(202);
    // Signed here, it is a document of this platform.
    const unsigned = xmlForm(xml.replace(eNCF, 'E310000009002'), {}, 'XmlFile');
    const { problem } = await server.call(emision.signXmlFromDb, { form: unsigned }, server.key);
    expect(problem.errores?.map(({ codigo }) => codigo)).toEqual(['ECF-DIFERIDO-01']);
  });
});

test('an issue before the day on which the company began as an electronic issuer is an aviso', async () => {
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);
  await server.call(empresa.guardarDatosEmpresa, { body: { ...datos, emisorDesde: tomorrow } }, company.sesion);
  const { status, body } = await emit(saleOf({}), company.clave);
  expect([status, body.avisos.map(({ codigo }) => codigo)]).toEqual([200, ['ECF-FECHA-07']]);
  await server.call(empresa.guardarDatosEmpresa, { body: datos }, company.sesion);
});
