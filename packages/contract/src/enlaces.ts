import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import type { Example, Problems } from './declare.ts';
import { Pagina, verPdf } from './documentos.ts';
import type { Kinds } from './kind.ts';
import { comoArchivo, comoXml, IdParams, orNull } from './shared.ts';

/** Constants that its screens need at run time. */
export const constants = {
  /** The days for which a new link may be valid. */
  diasDeEnlace: [30, 90, 365],
  /** Lines of a document on its public page; its PDF and its XML have all. */
  lineasEnPagina: 200,
} as const;

export const { diasDeEnlace, lineasEnPagina } = constants;

/** Whether a company shares its documents by links, and how long a new one is valid. */
export const AjusteDeEnlaces = Type.Object(
  {
    activo: Type.Boolean(),
    dias: orNull(Type.Enum([...diasDeEnlace]), {
      description: 'Días que vale un enlace nuevo; nulo: sin vencimiento',
    }),
  },
  { additionalProperties: false },
);
export type AjusteDeEnlaces = Static<typeof AjusteDeEnlaces>;

export const verAjusteDeEnlaces = route({
  method: 'GET',
  path: '/api/configuracion/enlaces',
  summary: 'Si la empresa comparte sus comprobantes por enlace, y cuánto vale cada uno',
  policy: 'leer',
  menu: 'configuracion',
  answer: AjusteDeEnlaces,
});

/** Switched off, every link of the company is closed at once; switched on, those are open that have not expired. */
export const guardarAjusteDeEnlaces = route({
  method: 'PUT',
  path: '/api/configuracion/enlaces',
  summary: 'Activar o desactivar los enlaces de los comprobantes, y elegir cuánto valen',
  policy: 'administrar',
  menu: 'configuracion',
  body: AjusteDeEnlaces,
  answer: AjusteDeEnlaces,
});

/** The public link of a document. */
export const EnlaceDeDocumento = Type.Object({
  activo: Type.Boolean({ description: 'Si la empresa comparte comprobantes por enlace' }),
  enlace: orNull(
    Type.Object({
      url: Type.String({ description: 'La dirección que abre el comprador' }),
      creado: Type.String({ format: 'date-time' }),
      por: Type.String(),
      vence: orNull(Type.String({ format: 'date-time' }), { description: 'Nulo: no vence' }),
    }),
    { description: 'Nulo: no se ha compartido, se dejó de compartir o venció' },
  ),
});
export type EnlaceDeDocumento = Static<typeof EnlaceDeDocumento>;

export const verEnlace = route({
  method: 'GET',
  path: '/api/documentos/:id/enlace',
  summary: 'El enlace público de un comprobante',
  policy: 'leer',
  params: IdParams,
  answer: EnlaceDeDocumento,
});

/** Makes the link of a signed e-CF, or returns the one that is valid: a document has one. */
export const compartirDocumento = route({
  method: 'POST',
  path: '/api/documentos/:id/enlace',
  summary: 'Compartir un comprobante con un enlace público',
  policy: 'leer',
  alcance: 'emitir',
  params: IdParams,
  body: Type.Object({}),
  answer: EnlaceDeDocumento,
});

/** Closes the link of a document. Its address is never valid again; a later link has another. */
export const dejarDeCompartir = route({
  method: 'DELETE',
  path: '/api/documentos/:id/enlace',
  summary: 'Cerrar el enlace público de un comprobante',
  policy: 'leer',
  alcance: 'emitir',
  params: IdParams,
  answer: EnlaceDeDocumento,
});

/** The last part of the address of a link. Any text is taken: one that never existed is answered as an expired one. */
const Token = Type.Object({ token: Type.String({ description: 'Lo que sigue a /f/ en la dirección' }) });

const Dato = Type.Object({ nombre: Type.String({ description: 'Puede faltar: cadena vacía' }), valor: Type.String() });

const Linea = Type.Object({
  numero: Type.Integer(),
  descripcion: Type.String(),
  exento: Type.Boolean(),
  cantidad: Type.String(),
  unidad: Type.String(),
  precio: Type.String(),
  valor: Type.String(),
  detalles: Type.Array(Dato),
});

const Total = Type.Object({
  ...Dato.properties,
  clase: Type.Enum(['suma', 'parte', 'total'], { description: 'parte: incluida en la suma anterior' }),
  otraMoneda: Type.Optional(Type.String()),
});

/** The content of the printed form of a document, for a page. */
export const ContenidoImpreso = Type.Object({
  titulo: Type.String(),
  identidad: Type.Array(Dato),
  emisor: Type.Object({ nombre: Type.String(), datos: Type.Array(Dato), contacto: Type.Array(Dato) }),
  comprador: Type.Array(Dato),
  condiciones: Type.Array(Dato),
  secciones: Type.Array(Type.Object({ titulo: Type.String(), datos: Type.Array(Dato) })),
  lineas: Type.Array(Linea, { description: 'Las primeras 200' }),
  totalDeLineas: Type.Integer(),
  ajustes: Type.Array(Total),
  totales: Type.Array(Total),
  monedas: Type.Array(Type.String()),
  sello: Type.Object({
    url: Type.String({ description: 'La consulta de este comprobante en la DGII' }),
    datos: Type.Array(Dato),
    qr: Type.Object({
      lado: Type.Integer(),
      trazo: Type.String({ description: 'Trazo (path) de un SVG de ese lado' }),
    }),
  }),
  leyendas: Type.Array(Type.String()),
});
export type ContenidoImpreso = Static<typeof ContenidoImpreso>;

/** A shared document, as a person with its link sees it. */
export const Compartido = Type.Object({
  ...ContenidoImpreso.properties,
  eNCF: Type.String(),
  fecha: Type.String({ description: 'dd-MM-yyyy' }),
  monto: Type.String({ description: 'RD$, decimal' }),
  situacion: Type.Enum(['aceptado', 'aceptado_condicional', 'en_proceso', 'rechazado', 'anulada']),
  decidido: orNull(Type.String({ format: 'date-time' }), { description: 'Cuándo respondió la DGII, si consta' }),
  observaciones: Type.Array(Type.String(), { description: 'De un aceptado condicional: lo que señaló la DGII' }),
  anuladaPor: orNull(Type.String(), { description: 'El número de la nota de crédito que la anula' }),
  prueba: Type.Boolean({ description: 'Sin valor fiscal' }),
  logo: orNull(Type.String(), { description: 'La imagen, como data:' }),
  vence: orNull(Type.String({ format: 'date-time' }), { description: 'Cuándo deja de valer el enlace' }),
});
export type Compartido = Static<typeof Compartido>;

/**
 * A shared document. A link that never existed, expired or was closed, and one of a company that shares no longer, is
 * refused in the same words.
 */
export const verCompartido = route({
  method: 'GET',
  path: '/api/enlaces/:token',
  summary: 'El comprobante de un enlace público',
  policy: 'publico',
  beforeTotp: true,
  params: Token,
  answer: Compartido,
});

export const xmlCompartido = route({
  method: 'GET',
  path: '/api/enlaces/:token/xml',
  summary: 'El XML firmado del comprobante de un enlace público',
  policy: 'publico',
  beforeTotp: true,
  params: Token,
  ...comoXml,
});

export const pdfCompartido = route({
  method: 'GET',
  path: '/api/enlaces/:token/pdf',
  summary: 'La representación impresa del comprobante de un enlace público, en PDF',
  policy: 'publico',
  beforeTotp: true,
  params: Token,
  query: verPdf.query,
  ...comoArchivo('pdf'),
});

/** The first twenty pages of the printed form, which the browser prints. */
export const paginasCompartidas = route({
  method: 'GET',
  path: '/api/enlaces/:token/paginas',
  summary: 'Las páginas de la representación impresa del comprobante de un enlace público, para imprimirlas',
  policy: 'publico',
  beforeTotp: true,
  params: Token,
  query: verPdf.query,
  answer: Type.Object({
    pages: Type.Array(Pagina),
    count: Type.Integer({ description: 'Cuántas páginas tiene' }),
    logo: orNull(Type.String(), { description: 'La imagen, como data:' }),
    qr: Type.Object({ side: Type.Integer(), path: Type.String() }),
  }),
});

/** Its examples. */
export const examples = {
  verAjusteDeEnlaces: { status: 200 },
} as const satisfies Readonly<Record<string, Example>>;

/** The kinds of events that it records. */
export const kinds = {
  'documento.compartido': {
    grupo: 'documento',
    frase: ({ eNCF }) => `Compartió ${eNCF} con un enlace público`,
  },
  'documento.no_compartido': { grupo: 'documento', frase: ({ eNCF }) => `Dejó de compartir ${eNCF}` },
  'configuracion.enlaces': {
    grupo: 'configuracion',
    frase: ({ activo, dias }) =>
      activo
        ? `Activó los enlaces públicos de los comprobantes, ${dias === null ? 'sin vencimiento' : `por ${dias} días`}`
        : 'Desactivó los enlaces públicos de los comprobantes',
  },
} as const satisfies Kinds;

/** Its refusals. */
export const problems = {
  'enlaces/desactivados': { status: 409, title: 'Su empresa no comparte comprobantes por enlace' },
  'enlaces/rechazado': { status: 409, title: 'La DGII rechazó este comprobante: no se comparte' },
} as const satisfies Problems;
