import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import type { Example, Problems } from './declare.ts';
import { cuantos, type Kinds } from './kind.ts';
import type { MenuItem } from './menu.ts';
import {
  Ambiente,
  comoArchivo,
  conSiguiente,
  Enlaces,
  Estado,
  enPartes,
  IdParams,
  keyInAddress,
  MensajeDGII,
  orNull,
} from './shared.ts';

/** Its item of the side menu. */
export const menu = {
  id: 'facturas',
  nombre: 'Facturas Emitidas',
  titulo: 'Facturas Electrónicas Emitidas',
  ruta: '/facturas',
  icono: 'file-invoice',
  seccion: 'Facturas',
  lugar: 1,
  soloRoot: false,
  policy: 'leer',
} as const satisfies MenuItem;

/** Constants that its screen needs at run time. */
export const constants = {
  /** Most saved views of a person in a company. */
  mostVistas: 20,
} as const;

/** Most invoices of one export of the list, by its form: a file or a print sheet. */
export const mostExported = { csv: 50_000, xlsx: 50_000, zip: 5_000, hoja: 2_000 } as const;
/** A form in which invoices are exported from the list. */
export type FormaDeExportacion = keyof typeof mostExported;

/** An issued invoice with the field names of the specification (specification 001 §3). */
export const Factura = Type.Object({
  facturaElectronicaID: Type.String(),
  eNCF: Type.String(),
  trackID: orNull(Type.String()),
  rncEmisor: Type.String(),
  razonSocialEmisor: Type.String(),
  rncComprador: orNull(Type.String()),
  razonSocialComprador: orNull(Type.String()),
  estado: Estado,
  montoTotal: Type.String(),
  /** A sale; or a purchase that the company documents itself (41, 43, 47, and notes that modify them). */
  sentido: Type.Enum(['venta', 'compra']),
  fechaEmision: Type.String({ description: 'dd-MM-yyyy' }),
  fechaFirma: orNull(Type.String()),
  ambiente: Ambiente,
  /** TipoeCF: `31`. */
  tipo: Type.String(),
  mensajes: Type.Array(MensajeDGII),
  /** Of a rejection: whether the DGII counts the number as used. */
  secuenciaUtilizada: orNull(Type.Boolean()),
  /** eNCF of the invoice whose acceptance this note waits for. */
  esperaA: orNull(Type.String()),
  codigoEstado: orNull(Type.String(), {
    description: 'El de la DGII: 1 aceptado, 2 rechazado, 3 en proceso, 4 aceptado condicional; nulo antes de enviarse',
  }),
  codigoRespuesta: orNull(Type.String()),
  mensajeRespuesta: orNull(Type.String()),
  codigoSeguridad: orNull(Type.String()),
  secuenciaECF: Type.String({ description: 'Los diez dígitos del eNCF' }),
  urlQR: orNull(Type.String()),
  ...Enlaces.properties,
  creada: Type.String({ description: 'ISO 8601' }),
});
export type Factura = Static<typeof Factura>;

/** The orders of the list: by when they were registered, the newest first, or by a column. */
export const ordenes = ['recientes', 'emision', '-emision', 'monto', '-monto', 'eNCF', '-eNCF'] as const;
export type Orden = (typeof ordenes)[number];

/**
 * Further fields of each invoice in the specification's list (001 §3). All are null where the XML is.
 */
const deSuXml = {
  xml: Type.Optional(
    orNull(Type.String(), {
      description: 'El XML firmado. Nulo si con él la respuesta llevaría más de 4 MB de XML: pídalo por su id',
    }),
  ),
  json: Type.Optional(
    orNull(Type.Record(Type.String(), Type.Unknown()), {
      description: 'El mismo comprobante como lo recibe EnviarFactura',
    }),
  ),
  formaPago: Type.Optional(orNull(Type.String(), { description: 'FormaPago; de varias, separadas por coma' })),
  fechaVencimiento: Type.Optional(orNull(Type.String(), { description: 'FechaVencimientoSecuencia, dd-MM-yyyy' })),
};

/** Filters of the list and of its summary. */
const filters = {
  fechaDesde: Type.Optional(Type.String({ format: 'date' })),
  fechaHasta: Type.Optional(Type.String({ format: 'date' })),
  estado: Type.Optional(Estado),
  ambiente: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'El que contenga «test» o «prueba», «cert», «prod» o «prd», o sea «ecf»; TODOS: sin filtrar',
    }),
  ),
  tipo: Type.Optional(Type.Enum(['31', '32', '33', '34', '41', '43', '44', '45', '46', '47'])),
  eNCF: Type.Optional(Type.String({ maxLength: 13 })),
  trackId: Type.Optional(Type.String({ maxLength: 64 })),
  buscar: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'Parte del eNCF, del Track ID, del nombre del comprador o de su RNC, con guiones o sin ellos',
    }),
  ),
};

/** Restricts the invoices of a filter to these. */
const seleccion = Type.Optional(
  Type.Array(Type.String({ format: 'uuid' }), {
    minItems: 1,
    maxItems: mostExported.zip,
    description: 'Solo estas, de las del filtro',
  }),
);

/** Issued invoices. The header `X-Siguiente` has the cursor of the next page, if there is one. */
export const listarFacturas = route({
  method: 'GET',
  path: '/api/facturas',
  summary: 'Facturas emitidas',
  policy: 'leer',
  menu: menu.id,
  keyInQuery: true,
  query: Type.Object({
    ...filters,
    orden: Type.Optional(Type.Enum([...ordenes], { description: 'Con «-», de mayor a menor', default: 'recientes' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 100 })),
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
    sinXml: Type.Optional(
      Type.Boolean({ description: 'Sin los campos xml, json, formaPago y fechaVencimiento, para listas más ligeras' }),
    ),
    ...keyInAddress,
  }),
  queryAliases: { limite: 'limit' },
  answerHeaders: conSiguiente,
  answer: Type.Array(Type.Interface([Factura], deSuXml)),
});

/** How many invoices match, and their sum. Where the filter has a search, only the newest of them are counted. */
export const Resumen = Type.Object({
  comprobantes: Type.Integer(),
  montoTotal: Type.String({
    description: 'RD$, decimal: ventas; las notas de crédito restan. Sin un estado en el filtro, lo que la DGII aceptó',
  }),
  montoCompras: Type.String({
    description: 'RD$, decimal: lo mismo de los tipos 41, 43 y 47 y de sus notas, que son compras de la empresa',
  }),
  rechazados: Type.Integer(),
  hayMas: Type.Boolean({ description: 'Hay más de los que se contaron' }),
});
export type Resumen = Static<typeof Resumen>;

/** The figures above the list: how many invoices there are, their sum, and how many were rejected. */
export const resumirFacturas = route({
  method: 'GET',
  path: '/api/facturas/resumen',
  summary: 'Cantidad y monto de las facturas emitidas de un filtro',
  policy: 'leer',
  menu: menu.id,
  query: Type.Object(filters),
  answer: Resumen,
});

const exported = comoArchivo('csv', 'xlsx', 'zip');

/**
 * The invoices of a filter as a file: their list, or a package with the XML and the printed form of each. The header
 * `X-Comprobantes` has their number.
 */
export const exportarFacturas = route({
  method: 'POST',
  path: '/api/facturas/exportacion',
  summary: 'Facturas emitidas de un filtro, en un archivo: CSV, XLSX, o ZIP con el XML y el PDF de cada una',
  policy: 'leer',
  menu: menu.id,
  body: Type.Object({
    formato: Type.Enum(['csv', 'xlsx', 'zip']),
    ...filters,
    orden: Type.Optional(Type.Enum([...ordenes], { default: 'recientes' })),
    ids: seleccion,
  }),
  ...exported,
  answerHeaders: Type.Object({
    ...exported.answerHeaders.properties,
    'x-comprobantes': Type.String({ description: 'Cuántas facturas lleva el archivo' }),
  }),
});

/**
 * Records that a person prepares a print sheet of the invoices of a filter. Their data comes from
 * {@link listarFacturas}.
 */
export const prepararHoja = route({
  method: 'POST',
  path: '/api/facturas/hoja',
  summary: 'Preparar una hoja para imprimir con las facturas emitidas de un filtro',
  policy: 'miembro',
  menu: menu.id,
  body: Type.Object({ ...filters, ids: seleccion }),
  answer: Type.Object({ comprobantes: Type.Integer() }),
});

const NombreDeVista = Type.String({
  minLength: 1,
  maxLength: 40,
  pattern: '^\\S(.*\\S)?$',
  examples: ['Pendientes del mes'],
});

/** The filters and the order of the list, under a name. */
export const Vista = Type.Object({
  id: Type.String(),
  nombre: Type.String(),
  busqueda: Type.String({ description: 'La búsqueda de la dirección de la lista: estado=rechazado&todas=true' }),
  predeterminada: Type.Boolean({ description: 'La lista se abre con ella' }),
});
export type Vista = Static<typeof Vista>;

/** The views that the caller saved in the company where they work. */
export const listarVistas = route({
  method: 'GET',
  path: '/api/facturas/vistas',
  summary: 'Vistas guardadas de la lista de facturas',
  policy: 'miembro',
  menu: menu.id,
  ...enPartes('id'),
  answer: Type.Array(Vista),
});

export const NuevaVista = Type.Object(
  {
    nombre: NombreDeVista,
    busqueda: Type.String({
      maxLength: 1_000,
      pattern: "^[\\w=&%.~*!()'+-]*$",
      examples: ['estado=rechazado&tipo=31'],
    }),
  },
  { additionalProperties: false },
);
export type NuevaVista = Static<typeof NuevaVista>;

/** Saves the filters that the list has now. */
export const guardarVista = route({
  method: 'POST',
  path: '/api/facturas/vistas',
  summary: 'Guardar una vista de la lista de facturas',
  policy: 'miembro',
  menu: menu.id,
  body: NuevaVista,
  status: 201,
  answer: Vista,
});

export const CambioDeVista = Type.Object(
  {
    nombre: Type.Optional(NombreDeVista),
    predeterminada: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type CambioDeVista = Static<typeof CambioDeVista>;

/** Renames a view, or makes it the one that the list opens with. */
export const cambiarVista = route({
  method: 'PATCH',
  path: '/api/facturas/vistas/:id',
  summary: 'Cambiar una vista guardada',
  policy: 'miembro',
  menu: menu.id,
  params: IdParams,
  body: CambioDeVista,
  answer: Vista,
});

export const eliminarVista = route({
  method: 'DELETE',
  path: '/api/facturas/vistas/:id',
  summary: 'Eliminar una vista guardada',
  policy: 'miembro',
  menu: menu.id,
  params: IdParams,
  status: 204,
});

/** Its refusals. */
export const problems = {
  'vista/repetida': { status: 409, title: 'Ya tiene una vista con ese nombre' },
  'vista/demasiadas': { status: 409, title: 'Tiene demasiadas vistas guardadas' },
  'facturas/demasiadas': { status: 422, title: 'Son demasiadas facturas para un solo archivo' },
} as const satisfies Problems;

/** Wording of each form in the record. */
const palabras: Readonly<Record<FormaDeExportacion, string>> = {
  csv: 'Descargó en CSV',
  xlsx: 'Descargó en Excel',
  zip: 'Descargó en un ZIP, con XML y PDF,',
  hoja: 'Preparó una hoja para imprimir con',
};

/** The kinds of events that it records. */
export const kinds = {
  'facturas.exportadas': {
    grupo: 'documento',
    frase: ({ formato, comprobantes }) =>
      `${palabras[formato as FormaDeExportacion]} ${cuantos(comprobantes, 'factura emitida', 'facturas emitidas')}`,
  },
} as const satisfies Kinds;

/** Examples of its calls. */
export const examples = {
  listarFacturas: { query: { fechaDesde: '2026-01-01', limit: 10 }, status: 200 },
  resumirFacturas: { query: { fechaDesde: '2026-01-01' }, status: 200 },
  exportarFacturas: { body: { formato: 'csv', fechaDesde: '2026-01-01' }, status: 200 },
} as const satisfies Readonly<Record<string, Example>>;
