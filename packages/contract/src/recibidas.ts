import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import type { Example, Problems } from './declare.ts';
import type { Kinds } from './kind.ts';
import type { MenuItem } from './menu.ts';
import {
  Ambiente,
  AunquePresentado,
  comoArchivo,
  comoXml,
  conSiguiente,
  IdParams,
  keyInAddress,
  orNull,
} from './shared.ts';

/** Its item of the side menu. */
export const menu = {
  id: 'recibidas',
  nombre: 'Facturas Recibidas',
  titulo: 'Facturas Electrónicas Recibidas',
  ruta: '/facturasrecibidas',
  icono: 'inbox',
  seccion: 'Facturas',
  lugar: 3,
  soloRoot: false,
  policy: 'leer',
} as const satisfies MenuItem;

/** Why a document is not received, by code. @source Formato Acuse de Recibo v1.0, CodigoMotivoNoRecibido */
export const motivosNoRecibido = {
  1: 'Error de especificación',
  2: 'Error de firma digital',
  3: 'Envío duplicado',
  4: 'RNC Comprador no corresponde',
} as const;

/** The commercial answer to an e-CF. */
export const respuestas = { aceptada: 'Aceptada', rechazada: 'Rechazada' } as const;
export const Respuesta = Type.Enum(['aceptada', 'rechazada']);

/** State of a received e-CF at the DGII. */
const EstadoDGII = Type.Enum(['aceptado', 'aceptado_condicional', 'rechazado', 'no_encontrado', 'en_proceso']);

/** A received e-CF with the field names of the specification (specification 001 §3). */
export const Recibida = Type.Object({
  id: Type.String(),
  encF: Type.String(),
  /** TipoeCF: `31`. */
  tipo: Type.String(),
  rncEmisor: Type.String(),
  razonSocialEmisor: Type.String(),
  rncComprador: Type.String(),
  fechaEmision: Type.String({ description: 'dd-MM-yyyy' }),
  fechaRecepcion: Type.String({ description: 'ISO 8601' }),
  montoTotal: Type.String({ description: 'RD$, decimal' }),
  totalITBIS: Type.String({ description: 'RD$, decimal' }),
  codigoSeguridad: Type.String(),
  urlQR: Type.String(),
  ambiente: Ambiente,
  via: Type.Enum(['servicio', 'archivo'], { description: 'La envió su emisor, o la cargó la empresa como archivo' }),
  tieneAcuse: Type.Boolean(),
  estadoDGII: orNull(EstadoDGII, { description: 'Nulo: aún no se ha consultado' }),
  firmadaPor: Type.String({ description: 'RNC o cédula del certificado que la firmó; vacío si no lo tiene' }),
  confirmada: Type.Boolean({
    description:
      'La DGII la aceptó, o quien la firmó ya firmó otras de este emisor que la DGII aceptó. Si no, solo consta lo que dice quien la firmó: no va al 606',
  }),
  respuesta: orNull(Respuesta, { description: 'La aprobación comercial de la empresa' }),
  responderAntesDe: orNull(Type.String(), {
    description: 'yyyy-MM-dd, el día en que vence el 606 de su mes; nulo si ya se respondió o no lleva respuesta',
  }),
});
export type Recibida = Static<typeof Recibida>;

/** The orders of the list: by reception, the newest first, or by a column. */
export const ordenes = ['recientes', 'emision', '-emision', 'monto', '-monto'] as const;

/** Received e-CF. The header `X-Siguiente` has the cursor of the next page, if there is one. */
export const listarRecibidas = route({
  method: 'GET',
  path: '/api/facturas/recibidas',
  summary: 'Facturas recibidas',
  policy: 'leer',
  menu: menu.id,
  keyInQuery: true,
  query: Type.Object({
    fechaDesde: Type.Optional(Type.String({ format: 'date', description: 'Fecha de emisión' })),
    fechaHasta: Type.Optional(Type.String({ format: 'date' })),
    encf: Type.Optional(Type.String({ maxLength: 13, description: 'Parte del eNCF' })),
    emisor: Type.Optional(Type.String({ maxLength: 100, description: 'Parte del nombre del emisor o de su RNC' })),
    tipoDocumento: Type.Optional(Type.Enum(['31', '32', '33', '34', '41', '43', '44', '45', '46', '47'])),
    montoMinimo: Type.Optional(Type.String({ pattern: '^\\d{1,16}(\\.\\d{1,2})?$', examples: ['1180.00'] })),
    respuesta: Type.Optional(Type.Enum(['pendiente', 'aceptada', 'rechazada'])),
    buscar: Type.Optional(
      Type.String({ maxLength: 64, description: 'Parte del eNCF, del nombre o del RNC del emisor' }),
    ),
    orden: Type.Optional(Type.Enum([...ordenes], { description: 'Con «-», de mayor a menor', default: 'recientes' })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
    page: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description: 'Página, desde la 1. Para listas más largas, y mientras llegan otras, use «cursor»',
      }),
    ),
    cursor: Type.Optional(Type.String({ maxLength: 200, description: 'De la cabecera X-Siguiente; en vez de «page»' })),
    sinXml: Type.Optional(Type.Boolean({ description: 'Sin los campos xml y acuse, para listas más ligeras' })),
    rncComprador: Type.Optional(Type.String({ maxLength: 40, description: 'El de la empresa' })),
    ...keyInAddress,
  }),
  queryAliases: { limite: 'pageSize' },
  answerHeaders: conSiguiente,
  answer: Type.Object({
    data: Type.Array(
      Type.Interface([Recibida], {
        xml: Type.Optional(
          orNull(Type.String(), {
            description:
              'El XML recibido. Nulo si se retiró por no estar confirmado, o si con él la respuesta pasaría de 8 MB: pídalo por su id',
          }),
        ),
        acuse: Type.Optional(orNull(Type.String(), { description: 'El acuse que se respondió; nulo si no lo hay' })),
      }),
    ),
    totalItems: Type.Integer({ description: 'Las que cumplen el filtro, contadas hasta 1,000' }),
    hayMas: Type.Boolean({ description: 'Hay más de las que se contaron' }),
  }),
});

/** Fields read from its XML. */
const XmlData = Type.Object({
  tipoDocumento: Type.String(),
  fechaEmision: Type.String(),
  fechaVencimiento: orNull(Type.String()),
  tipoIngresos: orNull(Type.String()),
  tipoPago: orNull(Type.String()),
  emisor: Type.Object({
    razonSocial: Type.String(),
    nombreComercial: orNull(Type.String()),
    direccion: orNull(Type.String()),
  }),
  comprador: Type.Object({
    razonSocial: orNull(Type.String()),
    contacto: orNull(Type.String()),
    direccion: orNull(Type.String()),
  }),
  totales: Type.Object({
    montoExento: Type.String(),
    montoGravado: Type.String(),
    itbis: Type.String(),
    montoTotal: Type.String(),
    valorPagar: Type.String(),
  }),
  items: Type.Array(
    Type.Object({
      numeroLinea: Type.String(),
      nombre: Type.String(),
      descripcion: orNull(Type.String()),
      cantidad: Type.String(),
      unidad: orNull(Type.String()),
      precioUnitario: Type.String({ description: 'Sin el ITBIS que incluya' }),
      precioUnitarioOriginal: Type.String(),
      descuento: Type.String(),
      itbisItem: Type.String(),
      tasaITBIS: Type.String(),
      montoItem: Type.String(),
      montoGravable: Type.String(),
      indicadorFacturacion: Type.String(),
    }),
  ),
});
export type XmlData = Static<typeof XmlData>;

/** Delivery of the company's commercial answer to one of its two destinations. */
const Envio = Type.Object({
  destino: Type.Enum(['dgii', 'emisor']),
  estado: Type.Enum(['pendiente', 'enviada', 'rechazada', 'sin_direccion', 'sin_confirmar']),
  detalle: orNull(Type.String()),
  cambiada: Type.String(),
  intentos: Type.Integer(),
});

/** A commercial answer of the company. */
const RespuestaEmitida = Type.Object({
  id: Type.String(),
  estado: Respuesta,
  motivo: orNull(Type.String()),
  firmada: Type.String(),
  por: Type.String(),
  envios: Type.Array(Envio),
});

/** A received e-CF with everything known about it; its answers newest first. */
export const RecibidaCompleta = Type.Object({
  ...Recibida.properties,
  otrasDelNumero: Type.Integer({ description: 'Otros documentos recibidos con el mismo número, contados hasta 100' }),
  respuestas: Type.Array(RespuestaEmitida),
  xmlData: XmlData,
});
export type RecibidaCompleta = Static<typeof RecibidaCompleta>;

const one = '/api/facturas/recibidas/:id' as const;

export const verRecibida = route({
  method: 'GET',
  path: one,
  summary: 'Una factura recibida',
  policy: 'leer',
  menu: menu.id,
  params: IdParams,
  answer: RecibidaCompleta,
});

/** An answer that the company signed (ACECF), as it was sent. File name `aprobacion_{RNC}{eNCF}.xml`, with the RNC of the issuer. */
export const xmlDeRespuesta = route({
  method: 'GET',
  path: `${one}/respuestas/:respuesta/xml`,
  summary: 'El XML firmado de una aprobación o un rechazo comercial',
  policy: 'leer',
  menu: menu.id,
  params: Type.Object({ ...IdParams.properties, respuesta: IdParams.properties.id }),
  ...comoXml,
});

/** The exact bytes that were received. File name `{RNC}{eNCF}.xml`. */
export const xmlRecibida = route({
  method: 'GET',
  path: `${one}/xml`,
  summary: 'El XML exacto de una factura recibida',
  policy: 'leer',
  menu: menu.id,
  params: IdParams,
  ...comoXml,
});

/** The signed ARECF that was returned to its issuer. */
export const acuseRecibida = route({
  method: 'GET',
  path: `${one}/acuse`,
  summary: 'El acuse de recibo de una factura recibida',
  policy: 'leer',
  menu: menu.id,
  params: IdParams,
  ...comoXml,
});

export const pdfRecibida = route({
  method: 'GET',
  path: `${one}/pdf`,
  summary: 'La representación impresa de una factura recibida, en PDF',
  policy: 'leer',
  menu: menu.id,
  params: IdParams,
  ...comoArchivo('pdf'),
});

/** Stores the XML file of an e-CF that its issuer delivered by other means. The same file again changes nothing. */
export const subirRecibida = route({
  method: 'POST',
  path: '/api/facturas/recibidas',
  summary: 'Cargar el XML de una factura recibida',
  policy: 'emitir',
  alcance: 'recibir',
  menu: menu.id,
  bodyKind: 'multipart',
  form: {
    xml: {
      kind: 'file',
      required: true,
      description: 'e-CF firmado, hasta 5,000,000 bytes',
      missing: { code: 'xml/invalido', detail: 'Falta el archivo XML (campo xml)' },
    },
  },
  maxBodyBytes: 6 * 1024 * 1024,
  answer: Type.Object({
    resultado: Type.Enum(['nueva', 'repetida', 'rechazada']),
    id: orNull(Type.String()),
    encF: Type.String(),
    detalle: orNull(Type.String(), { description: 'Por qué no se recibió' }),
  }),
});

/** A document that was not received. */
const NoRecibida = Type.Object({
  encF: Type.String(),
  rncEmisor: Type.String({ description: 'El que el documento dice: nada lo prueba' }),
  codigoMotivo: Type.Integer(),
  motivo: Type.String(),
  detalle: Type.String(),
  via: Type.Enum(['servicio', 'archivo']),
  origen: Type.String({ description: 'Dirección de quien lo envió, o nombre del archivo' }),
  veces: Type.Integer(),
  ultima: Type.String(),
});

export const listarNoRecibidas = route({
  method: 'GET',
  path: '/api/facturas/recibidas/rechazadas',
  summary: 'Documentos que no se recibieron y por qué: los últimos 100',
  policy: 'leer',
  menu: menu.id,
  answer: Type.Array(NoRecibida),
});

/** Accepts or rejects an e-CF commercially: the ACECF is signed and sent to its issuer and to the DGII. */
export const responderRecibida = route({
  method: 'POST',
  path: `${one}/respuesta`,
  summary: 'Aceptar o rechazar comercialmente una factura recibida',
  policy: 'emitir',
  alcance: 'recibir',
  menu: menu.id,
  params: IdParams,
  body: Type.Object({
    estado: Respuesta,
    motivo: Type.Optional(Type.String({ minLength: 1, maxLength: 250, description: 'Obligatorio en un rechazo' })),
    aunquePresentado: AunquePresentado,
  }),
  status: 202,
  answer: Recibida,
});

/** Its refusals. */
export const problems = {
  'recibida/sin-acuse': { status: 404, title: 'No hay acuse disponible para esta factura.' },
  'recibida/sin-xml': {
    status: 410,
    title:
      'La DGII no conoce esta factura, y su XML se quitó pasado el plazo. Si es de su proveedor, pida que la envíe de nuevo.',
  },
  'recibida/sin-respuesta': { status: 409, title: 'Este tipo de comprobante no lleva aprobación comercial' },
  'recibida/sin-verificar': {
    status: 409,
    title: 'La DGII aún no confirma esta factura. Podrá responderla cuando la haya aceptado.',
  },
  'recibida/respondida': { status: 409, title: 'Esta factura ya fue respondida' },
  'recibida/motivo': { status: 422, title: 'Escriba el motivo del rechazo; una aceptación no lleva motivo' },
} as const satisfies Problems;

/** The kinds of events that it records. */
export const kinds = {
  'recibida.respondida': {
    grupo: 'documento',
    frase: ({ eNCF, aprobada, motivo, presentado }) =>
      `${aprobada ? 'Aceptó' : 'Rechazó'} comercialmente ${eNCF}${motivo ? ` («${motivo}»)` : ''}${presentado === true ? ', de un período presentado' : ''}`,
  },
} as const satisfies Kinds;

/** Examples of its calls. */
export const examples = {
  listarRecibidas: { query: { fechaDesde: '2026-01-01', pageSize: 10 }, status: 200 },
  listarNoRecibidas: { status: 200 },
} as const satisfies Readonly<Record<string, Example>>;
