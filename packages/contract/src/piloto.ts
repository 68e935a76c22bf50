import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import { limitesDeAprobaciones } from './aprobacion-comercial.ts';
import type { NumeroDePaso } from './certificacion.ts';
import type { Example, Problems } from './declare.ts';
import { Incidencia, limitesDelLibro } from './importacion.ts';
import { type Kinds, nombreDeAmbiente } from './kind.ts';
import { Ambiente, comoArchivo, ErrorDeDocumento, orNull, withFile } from './shared.ts';

/** Constants that its screen needs at run time. */
export const constants = {
  /**
   * The fifteen steps of the DGII's process, and who does each: the person in the portal, Timbre, or the DGII.
   * @source Proceso de certificación para ser emisor electrónico, pp. 4-22
   */
  pasosDelProceso: [
    { numero: 1, nombre: 'Registrado', quien: 'persona' },
    { numero: 2, nombre: 'Pruebas de datos e-CF', quien: 'timbre' },
    { numero: 3, nombre: 'Pruebas de datos Aprobación Comercial', quien: 'timbre' },
    { numero: 4, nombre: 'Pruebas de simulación e-CF', quien: 'timbre' },
    { numero: 5, nombre: 'Pruebas de simulación: representación impresa', quien: 'persona' },
    { numero: 6, nombre: 'Validación de la representación impresa', quien: 'dgii' },
    { numero: 7, nombre: 'URL de los servicios de prueba', quien: 'persona' },
    { numero: 8, nombre: 'Inicio de la prueba de recepción de e-CF', quien: 'persona' },
    { numero: 9, nombre: 'Recepción de e-CF', quien: 'dgii' },
    { numero: 10, nombre: 'Inicio de la prueba de aprobaciones comerciales', quien: 'persona' },
    { numero: 11, nombre: 'Recepción de aprobaciones comerciales', quien: 'dgii' },
    { numero: 12, nombre: 'URL de los servicios de producción', quien: 'persona' },
    { numero: 13, nombre: 'Declaración jurada', quien: 'persona' },
    { numero: 14, nombre: 'Verificación de estatus', quien: 'dgii' },
    { numero: 15, nombre: 'Finalizado', quien: 'dgii' },
  ],
  /** Most bytes of the XML of a form of the portal, and of the PDF of a printed form (Proceso de certificación, p. 13). */
  limitesDelPiloto: { formulario: 1024 * 1024, pdf: 10 * 1024 * 1024 },
} as const;

export const { pasosDelProceso, limitesDelPiloto } = constants;

const deTimbre = pasosDelProceso.filter(({ quien }) => quien === 'timbre').map(({ numero }) => numero as number);

/** The step of the certification that a step of the process is: 2 to 4 are 1 to 3. Undefined for the others. */
export const pasoDeCertificacion = (numero: number): NumeroDePaso | undefined =>
  deTimbre.includes(numero) ? ((deTimbre.indexOf(numero) + 1) as NumeroDePaso) : undefined;

/** The two workbooks that the pilot takes: of e-CF, and of commercial approvals. */
export const ParteDePiloto = Type.Enum(['comprobantes', 'aprobaciones']);
export type ParteDePiloto = Static<typeof ParteDePiloto>;

/**
 * Stage of a workbook in the pilot. It is read and rehearsed. Then it must be corrected, or it may be sent. Once the
 * person has ordered it, it is sent, until it is complete or something stops it.
 */
export const EtapaDePiloto = Type.Enum([
  'leyendo',
  'ensayando',
  'corregir',
  'listo',
  'enviando',
  'detenido',
  'completo',
]);
export type EtapaDePiloto = Static<typeof EtapaDePiloto>;

/** A group of documents that the DGII requires before the next one. */
export const FaseDePiloto = Type.Object({
  fase: Type.Enum(['facturas', 'notas', 'resumenes', 'aprobaciones']),
  total: Type.Integer(),
  firmados: Type.Integer(),
  aceptados: Type.Integer(),
});
export type FaseDePiloto = Static<typeof FaseDePiloto>;

const Comun = {
  etapa: EtapaDePiloto,
  /** Why it stopped, or must be corrected, if no document shows the reason. */
  motivo: orNull(Type.String()),
  /** The actions that a person can start now. */
  puede: Type.Object({ ensayar: Type.Boolean(), enviar: Type.Boolean() }),
  /** The groups in the order in which they are sent. */
  fases: Type.Array(FaseDePiloto),
  cambiado: Type.String({ description: 'ISO 8601' }),
};

/** Most entries of each list of incidents and of warnings. */
const mostIncidencias = 50;

/** The pilot with the workbook of e-CF. */
export const PilotoDeComprobantes = Type.Object({
  ...Comun,
  importacionId: Type.String(),
  archivo: Type.String(),
  /** Documents that were rehearsed. */
  ensayados: Type.Integer(),
  /** Faults of the workbook itself. */
  errores: Type.Array(ErrorDeDocumento),
  incidencias: Type.Array(Incidencia, { maxItems: mostIncidencias }),
  totalIncidencias: Type.Integer(),
  /** Warnings: documents that the DGII may accept with a remark. */
  avisos: Type.Array(Incidencia, { maxItems: mostIncidencias }),
  totalAvisos: Type.Integer(),
  /** Invoices below RD$250,000 that the person uploads in the portal. */
  completas: Type.Integer(),
  /** e-CF and RFCE accepted since the last rejection: a rejection resets the test. */
  aceptadosSeguidos: Type.Integer(),
});
export type PilotoDeComprobantes = Static<typeof PilotoDeComprobantes>;

/** An approval that must be corrected, or that the DGII did not accept. */
const IncidenciaDeAprobacion = Type.Object({
  id: Type.String(),
  fila: Type.Integer(),
  eNCF: Type.String(),
  detalle: orNull(Type.String()),
  errores: Type.Array(ErrorDeDocumento),
});

/** The pilot with the workbook of commercial approvals. */
export const PilotoDeAprobaciones = Type.Object({
  ...Comun,
  incidencias: Type.Array(IncidenciaDeAprobacion, { maxItems: mostIncidencias }),
});
export type PilotoDeAprobaciones = Static<typeof PilotoDeAprobaciones>;

/** A step of the process. */
const PasoDelProceso = Type.Object({
  numero: Type.Integer({ minimum: 1, maximum: 15 }),
  /** When the person marked it as done, ISO 8601. */
  hecho: orNull(Type.String()),
  /** Progress of the step according to Timbre's own documents. */
  avance: orNull(Type.String()),
  falta: orNull(Type.String(), {
    description: 'De los pasos de la certificación (2 a 4): lo que los comprobantes de la empresa contradicen',
  }),
});

/** The addresses of the company's services, as the portal asks for them. */
const Direcciones = Type.Object({
  recepcion: Type.String(),
  aprobacion: Type.String(),
  autenticacion: Type.String(),
});

/** The certification of a company in its environment. */
export const Piloto = Type.Object({
  ambiente: Ambiente,
  comprobantes: orNull(PilotoDeComprobantes),
  aprobaciones: orNull(PilotoDeAprobaciones),
  proceso: Type.Array(PasoDelProceso, { minItems: 15, maxItems: 15 }),
  /** Null while the server has no public address. */
  direcciones: orNull(Direcciones),
});
export type Piloto = Static<typeof Piloto>;

/** The item of the side menu that its screen is part of. */
const menu = 'certificacion';
const common = { policy: 'emitir', menu } as const;
const DeParte = Type.Object({ parte: ParteDePiloto });

/** The certification of the company, with both workbooks and the fifteen steps. */
export const verPiloto = route({
  method: 'GET',
  path: '/api/piloto',
  summary: 'Piloto de la certificación',
  policy: 'leer',
  menu,
  answer: Piloto,
});

/** Loads a workbook of the DGII: it is read and rehearsed in the background. It replaces the previous one. */
export const cargarEnPiloto = route({
  method: 'POST',
  path: '/api/piloto/:parte',
  summary: 'Cargar un libro de la DGII en el piloto',
  ...common,
  params: DeParte,
  ...withFile(
    'Libro de la DGII (.xlsx o .xls): el set de datos o las aprobaciones comerciales',
    Math.max(limitesDelLibro.bytes, limitesDeAprobaciones.bytes),
  ),
  status: 202,
  answer: Type.Object({ etapa: EtapaDePiloto }),
});

/** Rehearses a workbook again, once its documents were corrected. */
export const ensayarPiloto = route({
  method: 'POST',
  path: '/api/piloto/:parte/ensayar',
  summary: 'Ensayar de nuevo',
  ...common,
  params: DeParte,
  body: Type.Object({}),
  status: 202,
  answer: Type.Object({ etapa: EtapaDePiloto }),
});

/** Sends a rehearsed workbook for real. The sending of one that stopped without a rejection continues. */
export const enviarPiloto = route({
  method: 'POST',
  path: '/api/piloto/:parte/enviar',
  summary: 'Enviar a la DGII lo que el piloto ensayó',
  ...common,
  params: DeParte,
  body: Type.Object({}),
  status: 202,
  answer: Type.Object({ etapa: EtapaDePiloto }),
});

/** The signed invoices below RD$250,000 whose summary was accepted, as `{RNC}{eNCF}.xml`, for the portal. */
export const completasDePiloto = route({
  method: 'GET',
  path: '/api/piloto/completas.zip',
  summary: 'Facturas de consumo completas para cargar en el portal',
  policy: 'leer',
  menu,
  query: Type.Object({
    de: Type.Optional(
      Type.Enum(['set', 'simulacion'], { description: 'Del set de datos (paso 2) o de la simulación (paso 4)' }),
    ),
  }),
  ...comoArchivo('zip'),
});

/** The printed form of the latest accepted document of each of the eleven kinds that step 5 asks for. */
export const representacionesDePiloto = route({
  method: 'GET',
  path: '/api/piloto/representaciones.zip',
  summary: 'Representaciones impresas para el paso 5',
  policy: 'leer',
  menu,
  ...comoArchivo('zip'),
});

/** A call that the DGII will make to the company's services. */
export const PruebaDeServicio = Type.Object({
  servicio: Type.Enum(['semilla', 'validacion', 'recepcion', 'aprobacion']),
  direccion: Type.String(),
  bien: Type.Boolean(),
  detalle: Type.String(),
  milisegundos: Type.Integer(),
});
export type PruebaDeServicio = Static<typeof PruebaDeServicio>;

/** Calls the company's public addresses as the DGII will. Nothing is stored. */
export const probarServicios = route({
  method: 'POST',
  path: '/api/piloto/servicios/probar',
  summary: 'Probar las direcciones públicas de recepción',
  ...common,
  body: Type.Object({}),
  answer: Type.Array(PruebaDeServicio),
});

/** Signs a form that the portal generates as XML: the postulation, or the sworn declaration. */
export const firmarFormulario = route({
  method: 'POST',
  path: '/api/piloto/formularios/firmar',
  summary: 'Firmar un formulario del portal',
  ...common,
  alcance: 'firmar',
  stepUp: 'libre',
  ...withFile('El XML que generó el portal', limitesDelPiloto.formulario),
  ...comoArchivo('xml'),
});

/**
 * Marks a step as done in the portal, or as no longer done. Steps 2 to 4 are those of the certification: they are marked
 * there too, in order, as approved by the portal.
 */
export const marcarPaso = route({
  method: 'PUT',
  path: '/api/piloto/pasos/:numero',
  summary: 'Marcar un paso del proceso',
  ...common,
  alcance: 'configurar',
  params: Type.Object({ numero: Type.Integer({ minimum: 1, maximum: 15 }) }),
  body: Type.Object({ hecho: Type.Boolean() }),
  status: 204,
});

/** Its refusals. */
export const problems = {
  'piloto/ambiente': { status: 409, title: 'El piloto trabaja en los ambientes de prueba y de certificación' },
  'piloto/en-curso': { status: 409, title: 'El piloto está enviando: espere a que termine' },
  'piloto/falta': { status: 409, title: 'Cargue antes el libro de la DGII' },
  'piloto/sin-ensayar': { status: 409, title: 'El libro no ha pasado el ensayo sin rechazos' },
  'piloto/rechazado': {
    status: 409,
    title: 'La DGII rechazó un comprobante: genere un set nuevo en el portal y cárguelo',
  },
  'piloto/sin-completas': { status: 409, title: 'Todavía no hay facturas completas para el portal' },
  'piloto/sin-representaciones': { status: 409, title: 'Todavía no hay comprobantes aceptados que imprimir' },
  'piloto/formulario': { status: 422, title: 'El archivo no es un formulario del portal' },
  'piloto/sin-direccion': { status: 409, title: 'El servidor no tiene una dirección pública' },
} as const satisfies Problems;

const partes: Readonly<Record<string, string>> = {
  comprobantes: 'el set de datos',
  aprobaciones: 'las aprobaciones comerciales',
};
const nombreDeParte = (text: unknown): string => partes[String(text)] ?? '';

/** The kinds of events that it records. */
export const kinds = {
  'piloto.enviado': {
    grupo: 'documento',
    frase: ({ parte, ambiente }) =>
      `Ordenó al piloto enviar ${nombreDeParte(parte)} a la DGII en ${nombreDeAmbiente(ambiente)}`,
  },
  'piloto.formulario': { grupo: 'documento', frase: ({ archivo }) => `Firmó el formulario ${archivo} del portal` },
  'piloto.paso': {
    grupo: 'ambiente',
    frase: ({ numero, hecho, ambiente }) =>
      `${hecho === true ? 'Marcó como hecho' : 'Reabrió'} el paso ${numero} del proceso de certificación en ${nombreDeAmbiente(ambiente)}`,
  },
} as const satisfies Kinds;

const deComprobantes = { params: { parte: 'comprobantes' } } as const;

/** Examples of its calls. */
export const examples = {
  verPiloto: { status: 200 },
  cargarEnPiloto: { ...deComprobantes, form: { archivo: '@set-de-datos.xlsx' }, status: 202 },
  ensayarPiloto: { after: 'El piloto ya leyó y ensayó el libro', ...deComprobantes, body: {}, status: 202 },
  enviarPiloto: { after: 'El ensayo terminó sin rechazos', ...deComprobantes, body: {}, status: 202 },
  completasDePiloto: { after: 'La DGII aceptó los resúmenes', status: 200 },
  representacionesDePiloto: { status: 200 },
  probarServicios: { body: {}, status: 200 },
  firmarFormulario: { form: { archivo: '@postulacion.xml' }, status: 200 },
  marcarPaso: { params: { numero: 1 }, body: { hecho: true }, status: 204 },
} as const satisfies Readonly<Record<string, Example>>;
