import { route } from '@timbre/route';
import { Type } from 'typebox';
import { enPartes, parteDeLista } from '../shared.ts';
import { Rnc, RncQuery } from './rnc.ts';

/** Expiry date of the sequences of one type. */
const FechaVencimiento = Type.Object({
  id: Type.String(),
  rncEmisor: Type.String(),
  serie: Type.Enum(['E', 'B']),
  tipo: Type.String({ pattern: '^\\d{2}$', examples: ['31'] }),
  /** Midnight UTC, ISO 8601: only the date matters. */
  fechaVencimiento: Type.String(),
  activo: Type.Boolean(),
});

/** An expiry date as a person enters it. */
export const NuevaFecha = Type.Object(
  {
    rncEmisor: Rnc,
    serie: Type.Enum(['E', 'B']),
    tipo: Type.String({ pattern: '^\\d{2}$', examples: ['31'] }),
    fechaVencimiento: Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}(T[\\d:.]+Z)?$',
      examples: ['2028-12-31T00:00:00.000Z'],
    }),
    activo: Type.Boolean(),
  },
  { additionalProperties: false },
);

export const guardarFecha = route({
  method: 'POST',
  path: '/api/configuracion/guardarfechas',
  summary: 'Asignar una fecha de vencimiento',
  policy: 'administrar',
  menu: 'configuracion',
  body: NuevaFecha,
  status: 201,
  answer: FechaVencimiento,
});

/**
 * The assigned dates, 1,000 at most. With `serie` and `tipo`, those of that type, the date in force first: the active
 * ones before the others, and of equal ones the latest.
 */
export const listarFechas = route({
  method: 'GET',
  path: '/api/configuracion/obtenerfechasvencimiento',
  summary: 'Fechas de vencimiento asignadas',
  policy: 'leer',
  menu: 'configuracion',
  ...enPartes('id'),
  query: Type.Object({
    ...RncQuery.properties,
    serie: Type.Optional(FechaVencimiento.properties.serie),
    tipo: Type.Optional(FechaVencimiento.properties.tipo),
    ...parteDeLista(),
  }),
  answer: Type.Array(FechaVencimiento),
});

/** Sets `activo` of the entry with that serie, tipo and date (or with `id`, where it is sent). */
export const actualizarFecha = route({
  method: 'PUT',
  path: '/api/configuracion/actualizarfechas',
  summary: 'Activar o desactivar una fecha',
  policy: 'administrar',
  menu: 'configuracion',
  body: Type.Interface([NuevaFecha], { id: Type.Optional(Type.String({ format: 'uuid' })) }),
  answer: FechaVencimiento,
});

/**
 * Sets one date on several entries, of any types: on all of them or on none. Entries that have it already are
 * unchanged. Refused with `fecha/activa` where two active ones would be equal.
 */
export const cambiarFechas = route({
  method: 'PUT',
  path: '/api/configuracion/fechas',
  summary: 'Poner una misma fecha de vencimiento a varias',
  policy: 'administrar',
  menu: 'configuracion',
  body: Type.Object({
    rncEmisor: Rnc,
    ids: Type.Array(Type.String({ format: 'uuid' }), { minItems: 1, maxItems: 200, uniqueItems: true }),
    fechaVencimiento: NuevaFecha.properties.fechaVencimiento,
  }),
  answer: Type.Array(FechaVencimiento),
});

export const eliminarFecha = route({
  method: 'DELETE',
  path: '/api/configuracion/eliminarfechas',
  summary: 'Eliminar una fecha',
  policy: 'administrar',
  menu: 'configuracion',
  query: Type.Object({ id: Type.String({ format: 'uuid' }) }),
  status: 204,
});
