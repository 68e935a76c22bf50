import type { configuracion } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import * as calls from '../../calls/configuracion.generated.ts';
import { caller } from '../../lib/api.ts';

export type Anulacion = AnswerOf<typeof configuracion.listarAnulaciones>['anulaciones'][number];
export type Tramo = AnswerOf<typeof configuracion.anulables>['tramos'][number];

export const anulables = caller(calls.anulables);
export const anularNumeros = caller(calls.anularNumeros);
export const listarAnulaciones = caller(calls.listarAnulaciones);
export const asentarAnulacion = caller(calls.asentarAnulacion);
export const xmlDeAnulacion = caller(calls.xmlDeAnulacion);

/** The state of an annulment, as a word and a tone. */
export const estadoDeAnulacion: Record<
  Anulacion['estado'],
  { nombre: string; tone: 'ok' | 'warn' | 'bad' | 'info' | 'mute' }
> = {
  pendiente: { nombre: 'Pendiente de enviar', tone: 'info' },
  enviado: { nombre: 'Enviada, sin respuesta', tone: 'info' },
  aceptado: { nombre: 'Aceptada', tone: 'ok' },
  aceptado_condicional: { nombre: 'Aceptada con excepciones', tone: 'warn' },
  rechazado: { nombre: 'Rechazada', tone: 'bad' },
  sin_confirmar: { nombre: 'Sin confirmar', tone: 'warn' },
};
