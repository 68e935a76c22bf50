import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import type { Example, Problems } from './declare.ts';
import type { MenuItem } from './menu.ts';
import { orNull } from './shared.ts';

/** Its item of the side menu. */
export const menu = {
  id: 'dgii',
  nombre: 'DGII',
  titulo: 'DGII',
  ruta: '/dgii',
  icono: 'building-bank',
  seccion: 'Principal',
  lugar: 4,
  soloRoot: false,
  policy: 'leer',
} as const satisfies MenuItem;

/** Constants that its screen needs at run time. */
export const constants = {
  /** Last day of the series B by the size of the issuer: the table of the rules of 606 and 607, for the screen. */
  finDeLaSerieB: [
    ['Grandes Nacionales', '2025-12-31'],
    ['Grandes Locales y Medianos', '2026-10-31'],
    ['Pequeños, Micro y no clasificados', '2026-11-15'],
  ],
  /** The time limits of a contingency and of deferring, as third parties quote them. @source Decreto 587-24, arts. 39 a 43 */
  plazosDeContingencia: [
    ['Enviar lo emitido sin conexión', '72 horas'],
    ['Enviar lo emitido en envío diferido', '24 horas'],
    ['Facturar con la serie B', '15 días calendario'],
    ['Reemplazar lo facturado con la serie B', '30 días calendario'],
    ['Reporte alterno, si la DGII no funciona', 'pasados 15 días laborables'],
  ],
} as const;

const common = { method: 'GET', menu: menu.id } as const;
/** Asked by people: a program has the DGII's own services. */
const byPeople = { ...common, policy: 'miembro' } as const;
const RNC = Type.String({
  pattern: '^(\\d{9}|\\d{11})$',
  examples: ['199000005'],
  description: 'RNC o cédula, sin guiones',
});

/** The services of the DGII and its maintenance windows, in its own words. */
export const ServiciosDGII = Type.Object({
  servicios: Type.Array(
    Type.Object({
      servicio: Type.String(),
      estatus: Type.String({ description: 'Como lo escribe la DGII: Disponible, No Disponible…' }),
      ambiente: Type.String(),
    }),
  ),
  ventanas: Type.Array(
    Type.Object({
      ambiente: Type.String(),
      horaInicio: Type.String(),
      horaFin: Type.String(),
      dias: Type.Array(Type.String()),
    }),
  ),
  consultado: Type.String({ description: 'ISO 8601; una respuesta de la DGII sirve un minuto' }),
  motivo: orNull(Type.String({ description: 'Por qué no se sabe; nulo si la DGII respondió' })),
});
export type ServiciosDGII = Static<typeof ServiciosDGII>;

/** The state of the services that the DGII publishes. It is asked at most once a minute for all companies. */
export const estadoDeServicios = route({
  ...common,
  policy: 'leer',
  path: '/api/dgii/estado',
  summary: 'Estado de los servicios de la DGII y mantenimientos anunciados',
  answer: ServiciosDGII,
});

/** The addresses of a taxpayer in the DGII's directory. */
const Direcciones = Type.Object({
  recepcion: Type.String(),
  aprobacion: Type.String(),
  autenticacion: orNull(Type.String()),
});

/** A taxpayer in the directory; with the company's own RNC, also the addresses at which the platform serves it. */
export const Directorio = Type.Object({
  rnc: Type.String(),
  entrada: orNull(Type.Object({ nombre: Type.String(), ...Direcciones.properties }), {
    description: 'Nulo: no está en el directorio',
  }),
  propias: orNull(Direcciones, {
    description: 'Del RNC de la empresa: las direcciones con que la plataforma la atiende. Nulo en los demás',
  }),
});
export type Directorio = Static<typeof Directorio>;

/** Looks up a taxpayer in the DGII's directory of electronic taxpayers. */
export const consultarDirectorio = route({
  ...byPeople,
  path: '/api/dgii/directorio/:rnc',
  summary: 'Direcciones de un contribuyente en el directorio de la DGII',
  params: Type.Object({ rnc: RNC }),
  answer: Directorio,
});

/** The state and the fields of an e-CF at the DGII; a null field is one that it does not show. */
export const ComprobanteDGII = Type.Object({
  estado: Type.Enum(['aceptado', 'aceptado_condicional', 'rechazado', 'en_proceso', 'no_encontrado']),
  codigo: Type.String(),
  montoTotal: orNull(Type.String()),
  totalITBIS: orNull(Type.String()),
  fechaEmision: orNull(Type.String()),
  fechaFirma: orNull(Type.String()),
  rncComprador: orNull(Type.String()),
});
export type ComprobanteDGII = Static<typeof ComprobanteDGII>;

/** Asks the DGII for the state of an e-CF of anybody. The DGII answers its issuer and its buyer. */
export const consultarComprobante = route({
  ...byPeople,
  path: '/api/dgii/comprobante',
  summary: 'Estado de un e-CF en la DGII, por su número',
  query: Type.Object({
    rncEmisor: RNC,
    encf: Type.String({ pattern: '^E\\d{12}$', examples: ['E310000000001'] }),
    rncComprador: Type.Optional(RNC),
    codigoSeguridad: Type.Optional(Type.String({ minLength: 6, maxLength: 6 })),
  }),
  answer: ComprobanteDGII,
});

/** Its refusals. */
export const problems = {
  'dgii/sin-servicio': { status: 409, title: 'La DGII no ofrece esta consulta en Certificación' },
} as const satisfies Problems;

/** An example of a call. */
export const examples = { estadoDeServicios: { status: 200 } } as const satisfies Record<string, Example>;
