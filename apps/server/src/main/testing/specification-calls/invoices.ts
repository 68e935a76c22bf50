import { autoridad, emision } from '@timbre/contract';
import { formatENCF, formatFecha, formatISODate } from '@timbre/values';
import { saleOf } from '../draft.ts';
import { ecfXml, justNow, rfceXml, signedElsewhere, xmlForm } from '../xml.ts';
import { callsOf, type Place, type Sent, type SpecificationCall } from './place.ts';

// Text 001: invoices, import, signing and certification.

const at = callsOf('001');

const ofUser = ({ company }: Place) => ({ params: { userId: company.usuarioId } });
const today = () => formatISODate(formatFecha(Date.now()));

/** Numbers that other programs use, above those that the platform issues here. */
const elsewhere = 500;
const codigo = 'aB3+/z';

async function signedInvoice({ server, fresh }: Place): Promise<Sent> {
  const eNCF = formatENCF('31', elsewhere + fresh());
  const { xml } = await signedElsewhere(server, ecfXml({ rnc: server.rnc, eNCF, fechaFirma: justNow() }));
  return { form: xmlForm(xml, {}, 'file'), headers: { xml: `${server.rnc}${eNCF}.xml` } };
}

/** A signed summary with the fields of the text. `Token` stands for a header. */
async function signedSummary(place: Place): Promise<Sent> {
  const { server, fresh } = place;
  const eNCF = formatENCF('32', elsewhere + fresh());
  const { xml } = await signedElsewhere(server, rfceXml({ rnc: server.rnc, eNCF, codigo }));
  const fields = { Ambiente: 'Pruebas', RNCEmisor: server.rnc, CodigoSeguridad: codigo, ENCF: eNCF };
  return { form: xmlForm(xml, { ...fields, Token: await tokenOf(place) }, 'XmlFile') };
}

const acecf = ({ rnc }: Place['server']) =>
  `<ACECF><DetalleAprobacionComercial><Version>1.0</Version><RNCEmisor>131246796</RNCEmisor><eNCF>E310000000007</eNCF><FechaEmision>${formatFecha(Date.now())}</FechaEmision><MontoTotal>118.00</MontoTotal><RNCComprador>${rnc}</RNCComprador><Estado>1</Estado><FechaHoraAprobacionComercial>${justNow()}</FechaHoraAprobacionComercial></DetalleAprobacionComercial></ACECF>`;

/** A seed of the authority, signed by the company. */
export async function signedSeed({ server }: Place): Promise<string> {
  const { text } = await server.call(autoridad.semilla, {}, server.company.sesion);
  return (await signedElsewhere(server, text)).xml;
}

/** A token of the authority, as the client of the text obtains it. */
export async function tokenOf(place: Place): Promise<string> {
  const form = xmlForm(await signedSeed(place));
  return (await place.server.call(autoridad.validarSemilla, { form }, place.company.sesion)).body.token;
}

/** A request with the token of the authority as bearer. */
const withToken =
  (send: (place: Place) => Promise<Sent>) =>
  async (place: Place): Promise<Sent> => {
    const { headers, ...sent } = await send(place);
    return { ...sent, headers: { ...headers, authorization: `Bearer ${await tokenOf(place)}` } };
  };

const unsigned = ({ server, fresh }: Place): Sent => ({
  form: xmlForm(
    ecfXml({ rnc: server.rnc, eNCF: formatENCF('31', elsewhere + fresh()) }),
    { AddFechaHoraFirma: 'true' },
    'XmlFile',
  ),
});

const issuedFields = [
  'facturaElectronicaID',
  'eNCF',
  'trackID',
  'rncEmisor',
  'razonSocialEmisor',
  'rncComprador',
  'razonSocialComprador',
  'estado',
  'montoTotal',
  'fechaEmision',
  'xml',
  'json',
  'urlQR',
  'codigoEstado',
  'codigoRespuesta',
  'mensajeRespuesta',
  'codigoSeguridad',
  'formaPago',
  'fechaFirma',
  'secuenciaECF',
  'fechaVencimiento',
];

export const invoiceCalls: readonly SpecificationCall[] = [
  at('GET /facturas', issuedFields, {
    by: 'direccion',
    send: ({ company }) => ({
      query: { userId: company.usuarioId, fechaDesde: today(), fechaHasta: today(), limit: '100' },
    }),
  }),
  at('GET /facturas', issuedFields, {
    by: 'clave',
    send: ({ company }) => ({ query: { userId: company.usuarioId, limit: '100' } }),
  }),
  at('GET /facturas/recibidas', ['data.encF', 'totalItems'], {
    by: 'clave',
    send: ({ company }) => ({ query: { userId: company.usuarioId } }),
  }),
  at('GET /comprobantes/{userId}/user-configuracion', ['razonSocial', 'rncEmisor', 'logoUrl', 'ambiente'], {
    send: ofUser,
  }),
  at('GET /configuracion/campos-pdf', ['campoNombreItem'], {
    send: ({ company }) => ({ query: { rncEmisor: company.rnc } }),
  }),
  at('GET /Configuracion/obtenerfechasvencimiento', ['fechaVencimiento'], {
    send: ({ company }) => ({ query: { rncEmisor: company.rnc, serie: 'E', tipo: '31' } }),
  }),
  at('POST /configuracion/rangos-notas-credito/proximo-numero', ['encfCompleto'], {
    send: ({ company }) => ({ body: { rncEmisor: company.rnc, prefijo: 'E34' } }),
  }),
  at('POST /fe/api/emision/ecf/EnviarFactura', ['trackId', 'id'], {
    by: 'clave',
    send: () => ({ body: saleOf({}), headers: { accept: '*/*' } }),
  }),
  at('GET /fe/api/consultas/contribuyente', ['razonSocial'], { send: () => ({ query: { rnc: '1-99-00001-3' } }) }),
  at('GET /facturas/recibidas', ['data.xml', 'data.acuse', 'data.encF', 'totalItems'], {
    by: 'direccion',
    send: ({ company }) => ({
      query: {
        userId: company.usuarioId,
        rncComprador: company.rnc,
        page: '1',
        pageSize: '10',
        encf: 'E31',
        emisor: '',
        fechaDesde: '2020-01-01',
        fechaHasta: today(),
        tipoDocumento: '31',
        montoMinimo: '1',
      },
    }),
  }),
  at('GET /Autenticacion/Semilla', 'xml', { by: 'clave' }),
  at('POST /XmlSigner/SignXmlFromDb', ['signedXml'], { by: 'clave', send: unsigned }),
  at('POST /api/XmlSigner/SignXmlFromDb', ['signedXml'], { by: 'clave', send: unsigned }),
  at('POST /Autenticacion/ValidarSemilla', ['token', 'expiresIn'], {
    by: 'clave',
    send: async (place) => ({ form: xmlForm(await signedSeed(place)) }),
  }),
  at('POST /api/rfce/EnviaryConsultar', ['trackId', 'id'], {
    by: 'nadie',
    written: 'api/rfce/EnviaryConsultar',
    send: signedSummary,
  }),
  at('POST /recepcion-simulada', ['trackId'], { send: signedInvoice }),
  at('POST /rfce/EnviarYConsultar', ['trackId', 'id'], { by: 'nadie', send: signedSummary }),
  at('POST /AprobacionComercial', 'nada', {
    by: 'nadie',
    send: withToken(async ({ server }) => ({
      form: xmlForm((await signedElsewhere(server, acecf(server))).xml),
      headers: { xml: 'aprobacion_131246796_E310000000007.xml' },
    })),
  }),
  // Their paths are not in the text: these are ours.
  at('POST /recepcion', ['trackId'], { by: 'nadie', written: '', send: withToken(signedInvoice) }),
  at('GET /consulta-estado', ['estado'], {
    by: 'nadie',
    written: '',
    send: withToken(async ({ server, company }) => {
      const { body } = await server.call(emision.enviarFactura, { body: saleOf({}) }, company.sesion);
      return { query: { TrackId: body.id } };
    }),
  }),
];
