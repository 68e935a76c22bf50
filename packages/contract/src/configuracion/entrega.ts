import { route } from '@timbre/route';
import { Type } from 'typebox';
import { orNull } from '../shared.ts';

/** Whether accepted invoices are delivered to their buyers automatically. */
const EntregaAutomatica = Type.Object({
  activa: Type.Boolean(),
  desde: orNull(Type.String(), {
    description: 'ISO 8601: se entregan las aceptadas desde entonces; nulo si no está activa',
  }),
  por: orNull(Type.String(), { description: 'Quien la activó' }),
});

export const verEntregaAutomatica = route({
  method: 'GET',
  path: '/api/configuracion/entrega-automatica',
  summary: 'Si las facturas aceptadas se entregan solas a sus compradores',
  policy: 'leer',
  menu: 'configuracion',
  answer: EntregaAutomatica,
});

/** Switches it on, for invoices accepted from now on, or off. Deliveries that have already begun are not cancelled. */
export const guardarEntregaAutomatica = route({
  method: 'PUT',
  path: '/api/configuracion/entrega-automatica',
  summary: 'Activar o desactivar la entrega automática de las facturas aceptadas',
  policy: 'administrar',
  menu: 'configuracion',
  body: Type.Object({ activa: Type.Boolean() }),
  answer: EntregaAutomatica,
});
