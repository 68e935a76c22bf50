import { procesar, quickbooks, reportes } from '@timbre/contract';
import { giveConsent } from '../../../features/quickbooks/testing/connect.ts';
import { fullMapping } from '../../../features/quickbooks/testing/documents.ts';
import { ecfXml, xmlForm } from '../xml.ts';
import { signedSeed, tokenOf } from './invoices.ts';
import { callsOf, formOf, type Place, type Sent, type SpecificationCall } from './place.ts';

// Text 002: fiscal reports, accounting and signatures.

const at = callsOf('002');

const dates = { fechaDesde: '2026-08-01', fechaHasta: '2026-08-31' };
const days = { fechaInicio: '2026-08-01', fechaFin: '2026-08-31' };
/** A month without receipts, whose TXT has nothing to be answered. */
const emptyDays = { fechaInicio: '2026-07-01', fechaFin: '2026-07-31' };
const ofRnc = ({ company }: Place) => ({ params: { rnc: company.rnc } });

const receipt = {
  rnc: '132111117',
  razonSocial: 'Suplidora Inventada SRL',
  ncf: 'B0100000001',
  fecha: '2026-08-14',
  montoTotal: '1180.00',
  itbis: '180.00',
};

type Tipo = '606' | '607' | 'it1';

const saving =
  (tipo: Tipo) =>
  async (place: Place): Promise<Sent> => ({
    body: {
      ...dates,
      tipoReporte: tipo === 'it1' ? 'IT1' : tipo,
      ...(tipo === '606' ? { datos: [receipt], totales: { cantidadRegistros: 1 } } : {}),
      fechaCreacion: '2026-09-01T00:00:00.000Z',
      usuario: (await idle(place, tipo)).usuarioId,
      rnc: place.company.rnc,
      companyId: '',
      basadoEn: {},
    },
  });

const newestOf = async ({ server, company }: Place, tipo: Tipo) =>
  (await server.call(reportes.listarReportes, { params: { tipo }, query: dates }, company.sesion)).body[0];

/** The company, once no report of the kind is being made. */
async function idle(place: Place, tipo: Tipo): Promise<Place['company']> {
  await place.server.until(async () => [undefined, 'listo'].includes((await newestOf(place, tipo))?.estado));
  return place.company;
}

/** The newest report of the dates, once it is made; it is requested if there is none. */
async function ready(place: Place, tipo: Tipo): Promise<string> {
  const { server, company } = place;
  if ((await newestOf(place, tipo)) === undefined)
    await server.call(reportes.generarReporte, { params: { tipo }, body: dates }, company.sesion);
  const report = await server.until(async () => {
    const one = await newestOf(place, tipo);
    return one?.estado === 'listo' && one;
  });
  return report._id;
}

const reading =
  (...tipos: readonly Tipo[]) =>
  async (place: Place): Promise<Sent> => {
    for (const tipo of tipos) await ready(place, tipo);
    return { query: dates };
  };

/** A person of QuickBooks, by the entity. */
const person =
  (entity: 'Vendor' | 'Customer') =>
  async ({ server, company }: Place): Promise<Sent> => {
    const document = entity === 'Vendor' ? 'Bill' : 'Invoice';
    const query = `select * from ${document} where TxnDate >= '2026-08-01' and TxnDate <= '2026-08-31' orderby TxnDate desc`;
    const { body } = await server.call(quickbooks.consultarQuickBooks, { query: { query } }, company.sesion);
    const { QueryResponse } = body as { QueryResponse: Record<string, readonly Record<string, { value: string }>[]> };
    const { realmId } = (await server.call(quickbooks.estadoDeQuickBooks, {}, company.sesion)).body;
    return {
      params: { id: QueryResponse[document]![0]![`${entity}Ref`]!.value },
      query: { companyId: realmId! },
    };
  };

/** Waits until no run is at work. */
async function processing(place: Place): Promise<Sent> {
  const { server, company } = place;
  const params = { rnc: company.rnc };
  await server.until(async () => {
    const { body } = await server.call(procesar.historialDeProceso, { params }, company.sesion);
    return body.historial.every(({ Estado }) => Estado !== 'En Proceso');
  });
  const { mapping606, mapping607, mapeoTipos606, mapeoTipos607 } = fullMapping;
  const mappings = {
    ...{ mapping606, mapping607 },
    ...{ mappingTipos606: asCodes(mapeoTipos606), mappingTipos607: asCodes(mapeoTipos607) },
  };
  return { body: { rnc: company.rnc, companyId: '', ...days, ...mappings } };
}

const asCodes = (types: object) =>
  Object.fromEntries(Object.entries(types).map(([id, code]) => [id, String(code).padStart(2, '0')]));

const download = ({ company }: Place): Sent => ({ body: { rnc: company.rnc, companyId: '', ...days } });
const withTypes = (tipoReporte: '606' | '607', name: string) => (place: Place) => ({
  ...ofRnc(place),
  body: { rnc: place.company.rnc, tipoReporte, [name]: { '6101': '02' }, mapeoTipos: { '6101': '02' } },
});

export const reportCalls: readonly SpecificationCall[] = [
  at('POST /reportes-fiscales/606', 'nada', { send: saving('606') }),
  at('POST /reportes-fiscales/607', 'nada', { written: '/607', send: saving('607') }),
  at('GET /reportes-fiscales/606', ['datos', 'totales', '_id'], { send: reading('606') }),
  at('GET /reportes-fiscales/607', ['datos', 'totales', '_id'], { written: '/607', send: reading('607') }),
  at('POST /reportes-fiscales/it1', 'nada', { written: '/it1', send: saving('it1') }),
  at('GET /reportes-fiscales/it1', ['resumen', '_id'], { written: '/it1', send: reading('606', '607', 'it1') }),
  at('GET /reportes-fiscales/{tipo}/export/excel', 'archivo', {
    send: async (place) => ({ ...(await reading('606')(place)), params: { tipo: '606' } }),
  }),
  at('GET /reportes-fiscales/{tipo}/historico', ['tipoReporte', 'fechaDesde', '_id'], {
    send: () => ({ params: { tipo: '606' }, query: { limite: '10' } }),
  }),
  at('DELETE /reportes-fiscales/{tipo}/{id}', 'nada', {
    send: async (place) => ({ params: { tipo: 'it1', id: await ready(place, 'it1') } }),
  }),
  at('GET /quickbooks/vendor/{id}', ['rnc'], { send: person('Vendor') }),
  at('GET /quickbooks/customer/{id}', ['rnc'], { send: person('Customer') }),
  at('POST /api/reportes/plantilla/{606|607}', 'archivo', {
    send: ({ company }) => ({
      params: { '606|607': '606' },
      body: { rnc: company.rnc, ...days, companyId: '', usarMacros: true, datos: [receipt] },
    }),
  }),
  at('POST /reportes/txt/606', 'archivo', {
    send: ({ company }) => ({ body: { rnc: company.rnc, ...emptyDays, datos: [] } }),
  }),
  at('POST /api/reportes/inicializar-db', 'nada', { by: 'clave', send: () => ({ body: {} }) }),
  at('POST /api/reportes/procesar', ['success'], { by: 'clave', send: processing }),
  // The text hides what stands before these two.
  at('POST /api/reportes/descargar/607', 'archivo', { by: 'clave', written: '/607', send: download }),
  at('POST /api/reportes/descargar/consolidado', 'archivo', {
    by: 'clave',
    written: '/consolidado',
    send: download,
  }),
  at('GET /api/reportes/historial/{rnc}', ['success', 'historial'], {
    by: 'clave',
    send: (place) => ({ ...ofRnc(place), query: { tipoReporte: 'consolidado', companyId: '' } }),
  }),
  at('GET /api/reportes/datos/{tipo}/{rnc}', 'nada', {
    by: 'clave',
    send: ({ company }) => ({ params: { tipo: '606', rnc: company.rnc }, query: { ...days, companyId: '' } }),
  }),
  at('GET /api/reportes/estadisticas/{rnc}', ['success', 'estadisticas'], {
    by: 'clave',
    send: (place) => ({ ...ofRnc(place), query: { companyId: '' } }),
  }),
  at('POST /api/catalogo-cuentas/{rnc}', 'nada', {
    send: (place) => ({ ...ofRnc(place), body: { cuentas: [{ id: '6101', name: 'Energía', type: 'Gasto' }] } }),
  }),
  at('GET /api/catalogo-cuentas/{rnc}', 'nada', { send: ofRnc }),
  at('GET /api/quickbooks/accounts', 'nada'),
  at('POST /api/cuentas-mapping/{rnc}', 'nada', {
    send: (place) => ({
      ...ofRnc(place),
      body: { mapeo: fullMapping, fechaActualizacion: '2026-09-01T00:00:00.000Z' },
    }),
  }),
  at('GET /api/cuentas-mapping/{rnc}', 'nada', { send: ofRnc }),
  at('POST /api/mapeo-dinamico/{rnc}', 'nada', {
    send: (place) => ({ ...ofRnc(place), body: { nombreArchivo: 'a.xlsx', columnasDetectadas: ['ITBIS'] } }),
  }),
  at('GET /api/mapeo-dinamico/{rnc}', 'nada', { send: ofRnc }),
  at('POST /api/mapeo-dinamico/guardar', 'nada', {
    send: ({ company }) => ({
      body: { rnc: company.rnc, nombreArchivo: 'a.xlsx', hojaSeleccionada: 'Hoja1', columnasDetectadas: ['Total'] },
    }),
  }),
  at('POST /api/mapeo/tipos-bienes-servicios/guardar/{rnc}', 'nada', {
    send: withTypes('606', 'mappingTiposBienesServicios'),
  }),
  at('GET /api/mapeo/tipos-bienes-servicios/obtener/{rnc}', ['mapeoTipos'], {
    send: (place) => ({ ...ofRnc(place), query: { tipoReporte: '606' } }),
  }),
  at('POST /api/mapeo/tipos-ingresos/guardar/{rnc}', 'nada', {
    send: (place) => ({ ...ofRnc(place), body: { rnc: place.company.rnc, tipoReporte: '607', mapeoTipos: {} } }),
  }),
  at('GET /api/mapeo/tipos-ingresos/obtener/{rnc}', ['mapeoTipos'], {
    send: (place) => ({ ...ofRnc(place), query: { tipoReporte: '607' } }),
  }),
  at('POST /api/columnas-excel/{rnc}', 'nada', {
    send: (place) => ({ ...ofRnc(place), body: { columnasExcel606: { campo12: 'AB' }, columnasExcel607: {} } }),
  }),
  at('GET /api/columnas-excel/{rnc}', ['columnasExcel606', 'columnasExcel607'], { send: ofRnc }),
  at(
    'GET /Clientes/BuscarPorRnc/{rnc}',
    ['apiHost', 'timeoutMs', 'maxRetries', 'devMode', 'rnc', 'rncEmisor', 'razonSocial', 'nombreEmisor'],
    { send: (place) => ({ ...ofRnc(place), headers: { accept: 'text/plain' } }) },
  ),
  at('GET /quickbooks/query', ['QueryResponse'], {
    send: async ({ server, company }) => {
      const { realmId } = (await server.call(quickbooks.estadoDeQuickBooks, {}, company.sesion)).body;
      return { query: { query: 'select * from Account orderby Name', realmId: realmId! } };
    },
  }),
  at('POST /quickbooks/oauth/token', ['access_token', 'refresh_token'], {
    send: async ({ server, company }) => {
      const back = await giveConsent(
        async (route, body) => (await server.call(route, { body } as never, company.sesion)).body,
      );
      const { code, state, realmId } = Object.fromEntries(back.searchParams);
      return { body: { code, realmId, state } };
    },
  }),
  at('GET /fe/api/auth/seed', 'xml', { by: 'clave' }),
  at('POST /api/XmlSigner/SignXmlFromDb', ['signedXml'], {
    by: 'clave',
    send: ({ server, fresh }) => ({
      form: xmlForm(
        ecfXml({ rnc: server.rnc, eNCF: `E31${String(900 + fresh()).padStart(10, '0')}` }),
        { AddFechaHoraFirma: 'false' },
        'XmlFile',
      ),
    }),
  }),
  at('POST /fe/api/auth/validate', ['token', 'expiresIn'], {
    by: 'clave',
    send: async (place) => ({ form: xmlForm(await signedSeed(place)) }),
  }),
  at('GET /fe/api/auth/verify', ['valid'], {
    by: 'nadie',
    send: async (place) => ({ headers: { authorization: `Bearer ${await tokenOf(place)}` } }),
  }),
  at('POST /api/documentos/firmar', 'archivo', {
    by: 'clave',
    send: ({ company }) => ({
      form: formOf({
        file: new File(['Declaro que es un ejemplo.'], 'declaracion.txt', { type: 'text/plain' }),
        incluir_fecha: 'true',
        rnc: company.rnc,
      }),
    }),
  }),
];
