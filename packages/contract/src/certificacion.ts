import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import type { Example, Problems } from './declare.ts';
import { type Kinds, nombreDeAmbiente } from './kind.ts';
import type { MenuItem } from './menu.ts';
import { Ambiente, orNull } from './shared.ts';

/** The steps of the certification, in their order. @source specification 001 §2.5 */
const NumeroDePaso = Type.Enum([1, 2, 3], { description: '1 set de datos, 2 aprobaciones comerciales, 3 simulación' });
export type NumeroDePaso = Static<typeof NumeroDePaso>;

/** A step: whether it was completed, and what is still missing for it. */
export const PasoDeCertificacion = Type.Object({
  paso: NumeroDePaso,
  completado: orNull(Type.String(), { description: 'Cuándo, ISO 8601' }),
  porPortal: Type.Boolean({ description: 'Una persona dijo que la DGII ya lo dio por aprobado' }),
  falta: orNull(Type.String(), {
    description: 'Lo que contradice que esté completo, según los comprobantes de la empresa; nulo si nada',
  }),
});
export type PasoDeCertificacion = Static<typeof PasoDeCertificacion>;

/** Progress of a company in the certification, in its environment. */
export const Certificacion = Type.Object({
  ambiente: Ambiente,
  pasos: Type.Array(PasoDeCertificacion),
  guardada: orNull(Type.String(), { description: 'ISO 8601' }),
  completada: orNull(Type.String(), { description: 'ISO 8601' }),
});
export type Certificacion = Static<typeof Certificacion>;

/** Its item of the side menu. */
export const menu = {
  id: 'certificacion',
  nombre: 'Certificación ECF',
  ruta: '/certificacion',
  otrasRutas: ['/certification', '/aprobacion-comercial', '/piloto', '/simulacion'],
  icono: 'rosette',
  seccion: 'Principal',
  lugar: 3,
  soloRoot: false,
  policy: 'emitir',
} as const satisfies MenuItem;

/** The progress of the company in its environment. */
export const verCertificacion = route({
  method: 'GET',
  path: '/api/certificacion',
  summary: 'Progreso de la certificación',
  policy: 'leer',
  menu: menu.id,
  answer: Certificacion,
});

/**
 * Saves changed steps; the others are unchanged. A step can be completed only after the previous one, and only if the
 * company's documents do not contradict it.
 */
export const guardarCertificacion = route({
  method: 'PUT',
  path: '/api/certificacion',
  summary: 'Guardar el progreso de la certificación',
  policy: 'emitir',
  menu: menu.id,
  body: Type.Object({
    pasos: Type.Array(
      Type.Object({
        paso: NumeroDePaso,
        completado: Type.Boolean(),
        porPortal: Type.Optional(Type.Boolean({ description: 'La DGII ya lo dio por aprobado en su portal' })),
      }),
      { maxItems: 3 },
    ),
  }),
  answer: Certificacion,
});

/** Finishes the certification, once its three steps are completed. */
export const completarCertificacion = route({
  method: 'POST',
  path: '/api/certificacion/completar',
  summary: 'Completar la certificación',
  policy: 'emitir',
  menu: menu.id,
  body: Type.Object({}),
  answer: Certificacion,
});

/** Its refusals. */
export const problems = {
  'certificacion/falta': { status: 409, title: 'El paso no se puede completar todavía' },
  'certificacion/orden': { status: 409, title: 'Complete antes el paso anterior' },
  'certificacion/incompleta': { status: 409, title: 'Complete los tres pasos antes de completar la certificación' },
} as const satisfies Problems;

/** The kinds of events that it records. */
export const kinds = {
  'certificacion.paso': {
    grupo: 'ambiente',
    frase: ({ paso, completado, porPortal, ambiente }) =>
      completado === true
        ? `Completó el paso ${paso} de la certificación en ${nombreDeAmbiente(ambiente)}${porPortal === true ? ': la DGII ya lo dio por aprobado' : ''}`
        : `Reabrió el paso ${paso} de la certificación en ${nombreDeAmbiente(ambiente)}`,
  },
  'certificacion.completada': {
    grupo: 'ambiente',
    frase: ({ ambiente }) => `Completó la certificación en ${nombreDeAmbiente(ambiente)}`,
  },
} as const satisfies Kinds;

/** Examples of its calls. */
export const examples = {
  verCertificacion: { status: 200 },
  guardarCertificacion: {
    body: { pasos: [1, 2, 3].map((paso) => ({ paso, completado: true, porPortal: true })) },
    status: 200,
  },
  completarCertificacion: { after: 'Los tres pasos están completos', body: {}, status: 200 },
} as const satisfies Readonly<Record<string, Example>>;
