import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import type { Example, Problems } from './declare.ts';
import { cuantos, type Kinds } from './kind.ts';
import type { MenuItem } from './menu.ts';
import { EncabezadosDelLibro, filasOcultas, notasDelLibro } from './notas-del-libro.ts';
import { orNull, withFile } from './shared.ts';

/** Its item of the side menu. */
export const menu = {
  id: 'mapeo',
  nombre: 'Mapeo de Cuentas',
  titulo: 'Mapeo de Cuentas',
  ruta: '/cuentas-mapping',
  icono: 'arrows-exchange',
  seccion: 'Reportes',
  lugar: 2,
  soloRoot: false,
  policy: 'leer',
} as const satisfies MenuItem;

/** Constants that its screen needs at run time. */
export const constants = {
  /** Most accounts of a catalogue. */
  maximoDeCuentas: 20_000,
  /** Most bytes of a file of accounts or of a mapping, and of a catalogue or a mapping that is saved. */
  maximoDeArchivo: 8 * 1024 * 1024,
  /** Rows of a sheet that are shown before it is taken. @source specification 002 §9 */
  filasDeVista: 5,
} as const;

export const { maximoDeCuentas, maximoDeArchivo, filasDeVista } = constants;

const TextOrNull = orNull(Type.String());
const common = { policy: 'leer', menu: menu.id } as const;
const changing = { policy: 'reportar', alcance: 'configurar', menu: menu.id } as const;
const params = Type.Object({ rnc: Type.String({ maxLength: 20, description: 'El de la empresa de la sesión' }) });
const raw = { rawBody: true, maxBodyBytes: maximoDeArchivo } as const;

/** Version, time and author of the last save; version 0 and nulls before the first. */
const guardado = {
  /** Increases with each change. */
  version: Type.Integer(),
  fechaActualizacion: TextOrNull,
  /** Who changed it last: name of the user. */
  por: TextOrNull,
};
export const Guardado = Type.Object(guardado);
export type Guardado = Static<typeof Guardado>;

/** The version that a change replaces. Without one it replaces any version, as callers of the specification do. */
const version = Type.Optional(
  Type.Integer({ minimum: 0, maximum: 2_000_000_000, description: 'La que se cambia; 0 si no hay' }),
);

/** An account of the books. @source specification 002 §3 */
const Cuenta = Type.Object({
  id: Type.String(),
  accountNumber: Type.String(),
  name: Type.String(),
  type: Type.String(),
  detailType: Type.String(),
  description: Type.String(),
  active: Type.Boolean(),
  currency: Type.String(),
});

/** The saved catalogue of accounts. */
export const verCatalogoDeCuentas = route({
  method: 'GET',
  path: '/api/catalogo-cuentas/:rnc',
  summary: 'Catálogo de cuentas',
  ...common,
  params,
  answer: Type.Object({ ...guardado, cuentas: Type.Array(Cuenta) }),
});

/**
 * Saves the catalogue, replacing the previous one. Accounts are also read under the names of QuickBooks: AcctNum, Name,
 * AccountType.
 */
export const guardarCatalogoDeCuentas = route({
  method: 'POST',
  path: '/api/catalogo-cuentas/:rnc',
  summary: 'Guardar el catálogo de cuentas',
  ...changing,
  ...raw,
  params,
  body: Type.Object({
    version,
    cuentas: Type.Array(Type.Partial(Cuenta), { maxItems: maximoDeCuentas }),
  }),
  answer: Type.Object({ ...guardado, total: Type.Integer() }),
});

const Texto = orNull(Type.String());

/**
 * Reads a workbook of accounts and saves nothing: its sheets, the first rows of one of them, and its accounts, or why it has none.
 * The first row is shown besides the five, since it names the columns.
 */
export const leerLibroDeCuentas = route({
  method: 'POST',
  path: '/api/catalogo-cuentas/:rnc/libro',
  summary: 'Leer un libro de cuentas',
  ...common,
  params,
  ...withFile('Libro .xlsx, .xlsm, .xls o .csv', maximoDeArchivo, {
    parts: {
      hoja: { kind: 'text', description: 'La primera si no se dice', schema: Type.String({ maxLength: 100 }) },
      filasOcultas,
    },
  }),
  answer: Type.Object({
    hojas: Type.Array(Type.String()),
    hoja: Type.String(),
    vista: Type.Array(Type.Array(Texto)),
    encabezados: EncabezadosDelLibro,
    cuentas: Type.Array(Cuenta),
    /** Why there are no accounts. */
    falta: Texto,
    ...notasDelLibro,
  }),
});

const ListaDeCuentas = Type.Record(Type.String(), Type.Array(Type.String()));

/** The company's mapping of its accounts. @source specification 002 §3, Account mapping */
export const Mapeo = Type.Object({
  /** Field of the 606 → ids of accounts. */
  mapping606: ListaDeCuentas,
  mapping607: ListaDeCuentas,
  /** Account → code of the table: `02` of goods and services. */
  mapeoTipos606: Type.Record(Type.String(), Type.String()),
  /** Account → code of the table: `1` of income. */
  mapeoTipos607: Type.Record(Type.String(), Type.Integer()),
});
export type Mapeo = Static<typeof Mapeo>;

/** The saved mapping; an empty one while there is none. */
export const verMapeoDeCuentas = route({
  method: 'GET',
  path: '/api/cuentas-mapping/:rnc',
  summary: 'Mapeo de cuentas',
  ...common,
  params,
  answer: Type.Object({ ...guardado, mapeo: Mapeo }),
});

/**
 * Saves the mapping, sent in `mapeo` or as the body itself. A part that is not sent is unchanged. An unknown field or
 * code is refused; the older shape of groups is read as a classification.
 */
export const guardarMapeoDeCuentas = route({
  method: 'POST',
  path: '/api/cuentas-mapping/:rnc',
  summary: 'Guardar el mapeo de cuentas',
  ...changing,
  ...raw,
  params,
  body: Type.Object(
    { version, mapeo: Type.Optional(Type.Partial(Mapeo)), fechaActualizacion: Type.Optional(Type.String()) },
    { additionalProperties: true },
  ),
  answer: Guardado,
});

/** Reads a file with a mapping and saves nothing: JSON, or rows of report, field and account. */
export const leerArchivoDeMapeo = route({
  method: 'POST',
  path: '/api/cuentas-mapping/:rnc/archivo',
  summary: 'Leer un archivo de mapeo',
  ...common,
  params,
  ...withFile('Archivo .json, .xlsx, .xls o .csv', maximoDeArchivo),
  answer: Type.Object({
    /** The parts that the file has. */
    partes: Type.Partial(Mapeo),
    /** Descriptions of the entries that were ignored. */
    descartes: Type.Array(Type.String()),
  }),
});

const Tipos = Type.Record(Type.String(), Type.String(), { description: 'Cuenta → código: `02`' });
const tipoReporte = (codigo: '606' | '607') => Type.Object({ tipoReporte: Type.Optional(Type.Enum([codigo])) });
const typesBody = (name: string, codigo: '606' | '607') =>
  Type.Object(
    {
      version,
      rnc: Type.Optional(Type.String({ maxLength: 20 })),
      ...tipoReporte(codigo).properties,
      [name]: Type.Optional(Tipos),
      mapeoTipos: Type.Optional(Tipos),
    },
    { additionalProperties: true },
  );
const typesAnswer = Type.Object({ ...guardado, mapeoTipos: Tipos });

/** The kind of goods and services of each account. */
export const verTiposDeBienes = route({
  method: 'GET',
  path: '/api/mapeo/tipos-bienes-servicios/obtener/:rnc',
  summary: 'Tipos de bienes y servicios por cuenta',
  ...common,
  params,
  query: tipoReporte('606'),
  answer: typesAnswer,
});

/** Saves the kinds of goods and services, replacing all saved ones. */
export const guardarTiposDeBienes = route({
  method: 'POST',
  path: '/api/mapeo/tipos-bienes-servicios/guardar/:rnc',
  summary: 'Guardar los tipos de bienes y servicios',
  ...changing,
  ...raw,
  params,
  body: typesBody('mappingTiposBienesServicios', '606'),
  answer: Guardado,
});

/** The kind of income of each account. */
export const verTiposDeIngresos = route({
  method: 'GET',
  path: '/api/mapeo/tipos-ingresos/obtener/:rnc',
  summary: 'Tipos de ingresos por cuenta',
  ...common,
  params,
  query: tipoReporte('607'),
  answer: typesAnswer,
});

/** Saves the kinds of income, replacing all saved ones. */
export const guardarTiposDeIngresos = route({
  method: 'POST',
  path: '/api/mapeo/tipos-ingresos/guardar/:rnc',
  summary: 'Guardar los tipos de ingresos',
  ...changing,
  ...raw,
  params,
  body: typesBody('mappingTiposIngresos', '607'),
  answer: Guardado,
});

const Letras = Type.Record(Type.String(), Type.String({ pattern: '^A?[A-Z]$', examples: ['K'] }), {
  description: 'Campo → A…AZ',
});
const Columnas = { columnasExcel606: Letras, columnasExcel607: Letras };

/** The columns of the workbooks; the initial ones while none were chosen. */
export const verColumnasExcel = route({
  method: 'GET',
  path: '/api/columnas-excel/:rnc',
  summary: 'Columnas de Excel',
  ...common,
  params,
  answer: Type.Object({ ...guardado, ...Columnas }),
});

/** Chooses the columns. A field that cannot be configured keeps its own column. */
export const guardarColumnasExcel = route({
  method: 'POST',
  path: '/api/columnas-excel/:rnc',
  summary: 'Guardar las columnas de Excel',
  ...changing,
  params,
  body: Type.Object({ version, ...Type.Partial(Type.Object(Columnas)).properties }),
  answer: Guardado,
});

const Destinos = Type.Record(Type.String(), Type.String({ maxLength: 60 }), { description: 'Columna → campo' });
const Dinamico = {
  nombreArchivo: Type.String({ maxLength: 250 }),
  hojaSeleccionada: Type.String({ maxLength: 100 }),
  columnasDetectadas: Type.Array(Type.String({ maxLength: 250 }), { maxItems: 200 }),
  mapeo606: Destinos,
  mapeo607: Destinos,
};

/** How the columns of a workbook of the company feed the reports. @source specification 002 §3, Dynamic mapping */
const MapeoDinamico = Type.Object(Dinamico);

const dinamicoBody = Type.Object({
  version,
  rnc: Type.Optional(Type.String({ maxLength: 20 })),
  fechaActualizacion: Type.Optional(Type.String({ maxLength: 40 })),
  ...Type.Partial(MapeoDinamico).properties,
});

/** The flexible mapping of columns; an empty one while there is none. */
export const verMapeoDinamico = route({
  method: 'GET',
  path: '/api/mapeo-dinamico/:rnc',
  summary: 'Mapeo flexible de Excel',
  ...common,
  params,
  answer: Type.Object({ ...guardado, rnc: Type.String(), ...Dinamico }),
});

/** Saves the flexible mapping. A field that is not sent becomes empty. */
export const guardarMapeoDinamico = route({
  method: 'POST',
  path: '/api/mapeo-dinamico/:rnc',
  summary: 'Guardar el mapeo flexible de Excel',
  ...changing,
  params,
  body: dinamicoBody,
  answer: Guardado,
});

/** The same, with the RNC in the body. */
export const guardarMapeoDinamicoCompleto = route({
  method: 'POST',
  path: '/api/mapeo-dinamico/guardar',
  summary: 'Guardar el mapeo flexible de Excel, con el RNC en el cuerpo',
  ...changing,
  body: dinamicoBody,
  answer: Guardado,
});

/** Its refusals. */
export const problems = {
  'mapeo/cambiado': {
    status: 409,
    title: 'Otra persona guardó cambios. Vuelva a cargar para verlos, o guarde los suyos encima.',
  },
  'mapeo/archivo': { status: 422, title: 'El archivo no se puede leer' },
  'mapeo/cuentas': { status: 422, title: 'No se encontró cuentas válidas en el archivo' },
  'mapeo/no-reconocido': { status: 422, title: 'Archivo no válido: no contiene mapeos reconocidos' },
  'mapeo/invalido': { status: 422, title: 'El mapeo tiene campos o códigos que no existen' },
} as const satisfies Problems;

const cuentas = (n: unknown) => cuantos(n, 'cuenta', 'cuentas');

/** The kinds of events that it records. */
export const kinds = {
  'mapeo.catalogo': {
    grupo: 'configuracion',
    frase: ({ total }) => `Guardó el catálogo de cuentas: ${cuentas(total)}`,
  },
  'mapeo.guardado': {
    grupo: 'configuracion',
    frase: ({ de606, de607, tipos606, tipos607 }) =>
      `Guardó el mapeo: ${cuentas(de606)} en el 606, ${cuentas(de607)} en el 607, ${cuentas(tipos606)} con tipo 606 y ${cuentas(tipos607)} con tipo 607`,
  },
  'mapeo.eliminado': {
    grupo: 'configuracion',
    frase: ({ total }) => `Eliminó todo el mapeo de cuentas: ${cuantos(total, 'asignación', 'asignaciones')}`,
  },
  'mapeo.columnas': { grupo: 'configuracion', frase: () => 'Cambió las columnas de Excel del 606 y del 607' },
  'mapeo.dinamico': {
    grupo: 'configuracion',
    frase: ({ total }) => `Guardó el mapeo flexible de Excel: ${cuantos(total, 'columna', 'columnas')}`,
  },
} as const satisfies Kinds;

const own = { params: { rnc: '$RNC' }, status: 200 } as const;

/** Examples of its calls. */
export const examples = {
  guardarCatalogoDeCuentas: {
    ...own,
    body: { cuentas: [{ id: '6101', name: 'Energía eléctrica', type: 'Gasto' }] },
  },
  verCatalogoDeCuentas: own,
  leerLibroDeCuentas: { ...own, form: { archivo: '@cuentas.xlsx' } },
  guardarMapeoDeCuentas: {
    ...own,
    body: { mapeo: { mapping606: { campo11: ['1106'] }, mapeoTipos606: { '6101': '02' } } },
  },
  verMapeoDeCuentas: own,
  leerArchivoDeMapeo: { ...own, form: { archivo: '@mapeo.json' } },
  guardarTiposDeBienes: { ...own, body: { tipoReporte: '606', mapeoTipos: { '6101': '02' } } },
  verTiposDeBienes: { ...own, query: { tipoReporte: '606' } },
  guardarTiposDeIngresos: { ...own, body: { tipoReporte: '607', mapeoTipos: { '4101': '01' } } },
  verTiposDeIngresos: { ...own, query: { tipoReporte: '607' } },
  guardarColumnasExcel: { ...own, body: { columnasExcel606: { campo12: 'AB' } } },
  verColumnasExcel: own,
  guardarMapeoDinamico: {
    ...own,
    body: { nombreArchivo: 'compras.xlsx', columnasDetectadas: ['ITBIS'], mapeo606: { ITBIS: 'campo11' } },
  },
  guardarMapeoDinamicoCompleto: {
    body: { rnc: '$RNC', columnasDetectadas: ['Total'], mapeo607: { Total: 'monto_facturado_ventas' } },
    status: 200,
  },
  verMapeoDinamico: own,
} as const satisfies Readonly<Record<string, Example>>;
