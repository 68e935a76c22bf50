// One example of each call that an integration key can make, for the reference and OpenAPI. A test of the server sends them all.
import type { Example } from './declare.ts';
import { featureExamples } from './features.generated.ts';

export type { Example };

/** A value for each variable of the examples. */
export const sampleValues: Readonly<Record<string, string>> = {
  RNC: '131000016',
  DOCUMENTO: '019a8f6e-0d3a-7c1b-9e2f-3b6a5d4c2e10',
  SIN_ENVIAR: '019a8f6e-1a2b-7c1b-9e2f-3b6a5d4c2e11',
  EN_CAMINO: '019a8f6e-1b3c-7c1b-9e2f-3b6a5d4c2e14',
  XML: '<ECF>…</ECF>',
  IMPORTACION: '019a8f6e-2c4d-7c1b-9e2f-3b6a5d4c2e12',
  RECIBIDA: '019a8f6e-4f60-7c1b-9e2f-3b6a5d4c2e14',
  APROBACION: '019a8f6e-5071-7c1b-9e2f-3b6a5d4c2e15',
  RESPUESTA: '019a8f6e-5182-7c1b-9e2f-3b6a5d4c2e1a',
  SIMULADO: '019a8f6e-6182-7c1b-9e2f-3b6a5d4c2e16',
  RANGO: '019a8f6e-3e5f-7c1b-9e2f-3b6a5d4c2e13',
  REPORTE: '019a8f6e-7293-7c1b-9e2f-3b6a5d4c2e17',
  RESUMEN: '019a8f6e-83a4-7c1b-9e2f-3b6a5d4c2e18',
  HUELLA: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
  EJECUCION: '019a8f6e-94b5-7c1b-9e2f-3b6a5d4c2e19',
};

const signed: Example = {
  after: 'Firmado con el certificado de la empresa, y con un número libre de sus rangos',
  headers: { prefer: 'respond-async' },
  form: { XmlFile: '@ecf-firmado.xml', Ambiente: 'Certificacion', RNCEmisor: '$RNC' },
  status: 202,
};
const corrected: Example = {
  after: 'XML es el del comprobante, escrito como texto de JSON',
  params: { id: '$SIN_ENVIAR' },
  body: { xml: '$XML' },
  status: 200,
};
const received: Example = { params: { id: '$RECIBIDA' }, status: 200 };
const imported: Example = { params: { id: '$IMPORTACION' }, status: 200 };

/**
 * The examples by the names of their calls, in the order in which a program would make them. Those that need no other call
 * before them are in the files of their features.
 */
export const examples: Readonly<Record<string, Example>> = {
  libroDeNumeros: { params: { id: '$RANGO' }, status: 200 },
  anulables: { params: { id: '$RANGO' }, status: 200 },
  listarAnulaciones: { params: { id: '$RANGO' }, status: 200 },
  enviarFactura: {
    headers: { 'idempotency-key': 'pedido-1042' },
    body: {
      Encabezado: {
        IdDoc: { TipoeCF: '31', TipoIngresos: '01', TipoPago: '1' },
        Comprador: { RNCComprador: '131246796', RazonSocialComprador: 'Constructora Inventada SRL' },
      },
      DetallesItems: {
        Item: [
          {
            IndicadorFacturacion: '1',
            NombreItem: 'Cemento gris',
            IndicadorBienoServicio: '1',
            CantidadItem: '2',
            UnidadMedida: '43',
            PrecioUnitarioItem: '450.00',
          },
        ],
      },
    },
    status: 200,
  },
  verDocumento: { params: { id: '$DOCUMENTO' }, status: 200 },
  verXml: { params: { id: '$DOCUMENTO' }, status: 200 },
  verQr: { params: { id: '$DOCUMENTO' }, status: 200 },
  verPdf: { params: { id: '$DOCUMENTO' }, query: { forma: 'carta' }, status: 200 },
  verCorreos: { params: { id: '$DOCUMENTO' }, status: 200 },
  enviarPorCorreo: { params: { id: '$DOCUMENTO' }, body: { para: ['compras@constructora.example'] }, status: 202 },
  verPaginas: { params: { id: '$DOCUMENTO' }, query: { forma: 'carta' }, status: 200 },
  consultaEstado: { query: { TrackId: '$DOCUMENTO' }, status: 200 },
  seguirEventos: { status: 200 },
  signXmlFromDb: { form: { XmlFile: '@ecf.xml', AddFechaHoraFirma: 'true' }, status: 200 },
  validarXml: corrected,
  editarXml: corrected,
  anularDocumento: {
    after: 'La DGII aceptó el comprobante',
    params: { id: '$DOCUMENTO' },
    body: { motivo: '02' },
    status: 202,
  },
  reenviarDocumento: {
    after: 'Está firmado o enviado, sin veredicto: aquí, una nota que espera a su factura',
    params: { id: '$EN_CAMINO' },
    body: {},
    status: 202,
  },
  enviarDocumento: { params: { id: '$SIN_ENVIAR' }, body: {}, status: 202 },
  recepcion: signed,
  recepcionSimulada: {
    ...signed,
    after: `${signed.after}. Solo donde la DGII es el simulador`,
    form: { ...signed.form, XmlFile: '@otro-ecf-firmado.xml' },
  },
  enviarYConsultarRfce: { ...signed, form: { ...signed.form, XmlFile: '@rfce-firmado.xml' } },
  aprobacionComercial: { form: { XmlFile: '@acecf-firmado.xml' }, status: 200 },
  libroDeMuestra: { status: 200 },
  crearImportacion: { form: { archivo: '@libro.xlsx' }, status: 202 },
  listarImportaciones: { status: 200 },
  verImportacion: imported,
  listarFilas: imported,
  listarIncidencias: imported,
  revisarImportacion: imported,
  firmarImportacion: { ...imported, body: {}, status: 202 },
  enviarImportacion: { ...imported, body: {}, status: 202 },
  olvidarEnsayo: { ...imported, status: 204 },
  estadoAutoridad: { status: 200 },
  semilla: { status: 200 },
  validarSemilla: { after: 'La semilla, firmada', form: { XmlFile: '@semilla-firmada.xml' }, status: 200 },
  semillaDeAuth: { status: 200 },
  validarSemillaDeAuth: { after: 'La semilla, firmada', form: { XmlFile: '@semilla-firmada.xml' }, status: 200 },
  autenticar: { body: {}, status: 200 },
  reintentar: { body: {}, status: 200 },
  cerrarAutoridad: { body: {}, status: 200 },
  subirRecibida: { after: 'Firmado por su emisor', form: { xml: '@ecf-recibido.xml' }, status: 200 },
  verRecibida: received,
  xmlRecibida: received,
  acuseRecibida: received,
  pdfRecibida: received,
  responderRecibida: { ...received, body: { estado: 'rechazada', motivo: 'Precio distinto del pedido' }, status: 202 },
  xmlDeRespuesta: { params: { id: '$RECIBIDA', respuesta: '$RESPUESTA' }, status: 200 },
  cargarAprobaciones: { form: { archivo: '@aprobaciones.xlsx' }, status: 200 },
  listarAprobaciones: { query: { limit: 50 }, status: 200 },
  xmlDeAprobacion: { params: { id: '$APROBACION' }, status: 200 },
  firmarAprobaciones: { body: {}, status: 200 },
  enviarAprobaciones: { after: 'Hay aprobaciones firmadas', body: {}, status: 202 },
  olvidarEnsayoDeAprobaciones: { status: 204 },
  quitarAprobaciones: { status: 204 },
  entregarFactura: { params: { id: '$DOCUMENTO' }, body: {}, status: 202 },
  verEntrega: { params: { id: '$DOCUMENTO' }, status: 200 },
  acuseEntrega: { params: { id: '$DOCUMENTO' }, status: 200 },
  aprobacionesDeFactura: { params: { id: '$DOCUMENTO' }, status: 200 },
  xmlDeAprobacionDeFactura: {
    after: 'El comprador respondió',
    params: { id: '$DOCUMENTO', huella: '$HUELLA' },
    status: 200,
  },
  compartirDocumento: {
    after: 'Un administrador activó los enlaces de los comprobantes',
    params: { id: '$DOCUMENTO' },
    body: {},
    status: 200,
  },
  verEnlace: { params: { id: '$DOCUMENTO' }, status: 200 },
  dejarDeCompartir: { params: { id: '$DOCUMENTO' }, status: 200 },
  ...featureExamples,
};

/** A value of an example with its variables filled in. */
export function filledExample<T>(value: T, values: Readonly<Record<string, string>> = sampleValues): T {
  const text = JSON.stringify(value);
  return JSON.parse(
    text.replace(/\$([A-Z_]+)/g, (whole, name: string) =>
      values[name] === undefined ? whole : JSON.stringify(values[name]).slice(1, -1),
    ),
  );
}
