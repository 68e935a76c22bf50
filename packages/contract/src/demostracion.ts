import { route } from '@timbre/route';
import { Type } from 'typebox';
import type { Problems } from './declare.ts';
import type { Kinds } from './kind.ts';
import { orNull } from './shared.ts';

/** Whether the demonstration is being made, and how far. It is asked for by people of its companies. */
export const verDemostracion = route({
  method: 'GET',
  path: '/api/demostracion',
  summary: 'La demostración: si se está preparando y cuánto lleva',
  policy: 'sesion',
  answer: Type.Object({
    /** Whether the company of the caller is of the demonstration, and another one may take its place. */
    restablecible: Type.Boolean({ description: 'Su administrador puede cambiarla por una nueva' }),
    preparando: orNull(Type.Object({ hechos: Type.Integer(), total: Type.Integer() }), {
      description: 'Pasos hechos y por hacer, mientras se prepara',
    }),
  }),
});

/** Makes a new demonstration: two companies with other RNC take the place of the present ones. */
export const restablecerDemostracion = route({
  method: 'POST',
  path: '/api/demostracion/restablecer',
  summary: 'Preparar otra vez la demostración, en lugar de la que hay',
  policy: 'auditar',
  stepUp: 'siempre',
  status: 204,
});

/** Its refusals. */
export const problems = {
  'demostracion/sin-historia': {
    status: 409,
    title: 'Esta empresa no es de una demostración que se pueda restablecer',
  },
  'demostracion/en-curso': { status: 409, title: 'La demostración todavía se está preparando' },
} as const satisfies Problems;

/** The kinds of events that it records. */
export const kinds = {
  'demostracion.restablecida': {
    grupo: 'empresa',
    frase: () => 'Restableció la demostración: otras dos empresas tomaron el lugar de estas',
  },
} as const satisfies Kinds;
