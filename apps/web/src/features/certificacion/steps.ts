import type { Paso } from './api.ts';

/** The steps of the certification, with their addresses. @source specification 001 §2, §2.5 */
export const steps = [
  { paso: 1, nombre: 'Pruebas de set de datos', ruta: '/certification/pruebas-set-datos' },
  { paso: 2, nombre: 'Aprobaciones comerciales', ruta: '/certification/datos-comerciales' },
  { paso: 3, nombre: 'Simulación e-CF', ruta: '/certification/simulacion-ecf' },
] as const;

export type Step = (typeof steps)[number];

/** The step of an address; the first one for any other. */
export const stepAt = (pathname: string): Step =>
  steps.find(({ ruta }) => pathname.toLowerCase().startsWith(ruta)) ?? steps[0];

/** The first incomplete step before this one, which locks it. A completed step is never locked. */
export function lockOf(pasos: readonly Paso[], paso: number): Step | undefined {
  const isDone = (one: number) => pasos.some((each) => each.paso === one && each.completado !== null);
  return isDone(paso) ? undefined : steps.find((step) => step.paso < paso && !isDone(step.paso));
}

/** Asked before a step is completed by the user's word. */
export const portalQuestion = {
  title: '¿La DGII ya dio por aprobado este paso?',
  detail:
    'El paso queda completo aunque sus comprobantes digan otra cosa. Queda registrado que usted lo afirmó, con la fecha y la hora.',
  confirm: 'Sí, está aprobado en el portal',
} as const;

/** Why the user cannot continue to a later step. */
export const lockWords = ({ paso, nombre }: Step): string => `Complete antes el paso ${paso}, ${nombre}.`;
