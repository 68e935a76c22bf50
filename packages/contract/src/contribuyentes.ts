import { route } from '@timbre/route';
import { Type } from 'typebox';
import type { Example, Problems } from './declare.ts';
import { cuantos, type Kinds } from './kind.ts';
import type { MenuItem } from './menu.ts';
import { orNull, withFile } from './shared.ts';

/** Its item of the side menu. */
export const menu = {
  id: 'contribuyentes',
  nombre: 'Registro de contribuyentes',
  titulo: 'Registro de contribuyentes',
  ruta: '/contribuyentes',
  icono: 'id',
  seccion: 'Administración',
  lugar: 5,
  soloRoot: true,
  policy: 'root',
} as const satisfies MenuItem;

/** Constants that its screen needs at run time. */
export const constants = {
  /** Most bytes of an upload. The DGII's package has about a third of it. */
  maximoDelArchivo: 64 * 1024 * 1024,
} as const;

export const { maximoDelArchivo } = constants;

/** A taxpayer of the DGII's register, with the register's own texts. */
export const Contribuyente = Type.Object({
  rnc: Type.String({ description: 'RNC o cédula: 9 u 11 dígitos' }),
  razonSocial: Type.String(),
  nombreComercial: Type.String({ description: 'Vacío si no tiene' }),
  estado: Type.String({ description: 'ACTIVO, SUSPENDIDO…, como lo escribe la DGII' }),
  actividad: Type.String({ description: 'Actividad económica' }),
  regimen: Type.String({ description: 'Régimen de pagos: NORMAL, RST…' }),
  inicioOperaciones: orNull(Type.String(), { description: 'yyyy-MM-dd' }),
});

/** The taxpayer of a number: a list of one, or an empty one. @source docs/specification.md §7 */
export const consultaContribuyente = route({
  method: 'GET',
  path: '/fe/api/consultas/contribuyente',
  summary: 'Contribuyente por su RNC o cédula, según el registro de la DGII',
  policy: 'leer',
  query: Type.Object({
    rnc: Type.String({
      pattern: '^\\s*(?:\\d[\\s-]*){9}(?:(?:\\d[\\s-]*){2})?$',
      examples: ['1-99-00000-5'],
      maxLength: 40,
      description: '9 u 11 dígitos, con o sin guiones',
    }),
  }),
  answer: Type.Array(Contribuyente),
});

/** The taxpayers that match the search, best match first, 20 at most. */
export const buscarContribuyentes = route({
  method: 'GET',
  path: '/api/contribuyentes',
  summary: 'Buscar contribuyentes por número o por palabras del nombre',
  policy: 'sesion',
  query: Type.Object({
    buscar: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Comienzo del RNC o de la cédula, o comienzos de palabras del nombre en cualquier orden',
    }),
  }),
  answer: Type.Array(Contribuyente),
});

/** The state of the register: what is there, what is being imported, and why the last import failed. */
export const EstadoDelRegistro = Type.Object({
  /** Null while there is none. */
  registro: orNull(
    Type.Object({
      archivo: Type.String(),
      importado: Type.String(),
      filas: Type.Integer(),
      /** Lines of the file that were refused, and the first of them. */
      rechazadas: Type.Integer(),
      motivos: Type.Array(Type.Object({ linea: Type.Integer(), motivo: Type.String() })),
      /** Lines whose number an earlier line had. */
      repetidas: Type.Integer(),
    }),
  ),
  /** Null while nothing is being imported. */
  importacion: orNull(
    Type.Object({
      archivo: Type.String(),
      fase: Type.Enum(['en_espera', 'leyendo', 'ordenando']),
      porcentaje: Type.Integer(),
      filas: Type.Integer(),
    }),
  ),
  /** The failure of the last import; null when it did not fail. */
  fallo: orNull(Type.Object({ archivo: Type.String(), en: Type.String(), motivo: Type.String() })),
});

export const estadoDelRegistro = route({
  method: 'GET',
  path: '/api/contribuyentes/estado',
  summary: 'Estado del registro de contribuyentes',
  policy: 'root',
  answer: EstadoDelRegistro,
});

/**
 * Uploads the DGII's file. Answers at once. The file is imported in the background; the old register is used until the
 * import is complete.
 */
export const importarRegistro = route({
  method: 'POST',
  path: '/api/contribuyentes/importar',
  summary: 'Importar el registro de contribuyentes de la DGII',
  policy: 'root',
  stepUp: 'siempre',
  ...withFile('DGII_RNC.zip como lo publica la DGII, o DGII_RNC.TXT', maximoDelArchivo, {
    missing: 'contribuyentes/archivo',
  }),
  status: 202,
  answer: EstadoDelRegistro,
});

/** Its refusals. */
export const problems = {
  'contribuyentes/falta': { status: 409, title: 'Aún no se ha importado el registro de contribuyentes de la DGII' },
  'contribuyentes/archivo': { status: 400, title: 'Elija el archivo DGII_RNC.zip o DGII_RNC.TXT' },
  'contribuyentes/en-curso': { status: 409, title: 'Ya se está importando un registro de contribuyentes' },
} as const satisfies Problems;

/** The kinds of events that it records. */
export const kinds = {
  'contribuyentes.importado': {
    grupo: 'configuracion',
    frase: (d) =>
      `Importó el registro de contribuyentes de la DGII: ${cuantos(d.filas, 'contribuyente', 'contribuyentes')}${d.rechazadas ? `, ${cuantos(d.rechazadas, 'línea rechazada', 'líneas rechazadas')}` : ''}`,
  },
} as const satisfies Kinds;

/** Examples of its calls. */
export const examples = {
  consultaContribuyente: { query: { rnc: '1-99-00001-3' }, status: 200 },
} as const satisfies Readonly<Record<string, Example>>;
