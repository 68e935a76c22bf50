import { refuse } from '@timbre/refusal';

/** Refuses a generation for what a field of its settings says. @throws Problem `simulacion/configuracion` */
export const refuseField = (campo: string, mensaje: string): never =>
  refuse('simulacion/configuracion', mensaje, [{ codigo: 'simulacion/configuracion', mensaje, campo }]);
