import { refuse } from '@timbre/refusal';

/** Refuses a generation because of a field of its settings. @throws Problem `simulacion/configuracion` */
export const refuseField = (campo: string, mensaje: string): never =>
  refuse('simulacion/configuracion', mensaje, [{ codigo: 'simulacion/configuracion', mensaje, campo }]);
