import { tipoAnulacion } from '@timbre/reports';
import { route } from '@timbre/route';
import { mostSequence } from '@timbre/values';
import { type Static, Type } from 'typebox';
import { comoXml, IdParams, limiteDe, orNull } from '../shared.ts';

/** Why numbers are voided, by the codes of the 608. */
const Codigo608 = Type.Enum(Object.keys(tipoAnulacion).sort() as (keyof typeof tipoAnulacion)[], {
  description: 'Tipo de anulación del formato 608',
});
export type Codigo608 = Static<typeof Codigo608>;

const NumeroDeSecuencia = Type.Integer({ minimum: 1, maximum: mostSequence });

/** A run of numbers, both ends included. */
const Tramo = Type.Object({ desde: NumeroDeSecuencia, hasta: NumeroDeSecuencia });

/**
 * The numbers of a range that may be voided: from its next number on, those that no document has, has had, or states
 * before it is signed, and that are not voided.
 */
export const anulables = route({
  method: 'GET',
  path: '/api/secuencias/:id/anulables',
  summary: 'Números de un rango que se pueden anular',
  policy: 'leer',
  menu: 'configuracion',
  params: IdParams,
  answer: Type.Object({
    /** How many numbers there are in all the runs, also in those that do not fit in this answer. */
    cantidad: Type.Integer(),
    /** The first 100, in order. */
    tramos: Type.Array(Tramo),
    hayMas: Type.Boolean(),
    /** Why none can be voided now, in Spanish. */
    impedimento: orNull(Type.String()),
  }),
});

/** An annulment of unused numbers. `rechazado`: nothing was voided, its numbers are free again. */
export const AnulacionDeRango = Type.Object({
  id: Type.String(),
  desde: NumeroDeSecuencia,
  hasta: NumeroDeSecuencia,
  eNCFDesde: Type.String(),
  eNCFHasta: Type.String(),
  cantidad: Type.Integer(),
  codigo608: Codigo608,
  estado: Type.Enum(['pendiente', 'enviado', 'aceptado', 'aceptado_condicional', 'rechazado', 'sin_confirmar']),
  /** The messages of the DGII, or why it could not be asked. */
  mensajes: Type.Array(Type.String()),
  por: Type.String(),
  firmada: Type.String({ description: 'ISO 8601' }),
  cambiada: Type.String({ description: 'ISO 8601' }),
  /** The person who settled it with the result shown in the DGII's portal; null if no person did. */
  asentadaPor: orNull(Type.String()),
});

/** Voids a run of unused numbers. From then on no document can have them; the ANECF is sent to the DGII later. */
export const anularNumeros = route({
  method: 'POST',
  path: '/api/secuencias/:id/anulaciones',
  summary: 'Anular números sin usar',
  policy: 'administrar',
  menu: 'configuracion',
  stepUp: 'siempre',
  params: IdParams,
  body: Type.Object({ desde: NumeroDeSecuencia, hasta: NumeroDeSecuencia, codigo608: Codigo608 }),
  status: 201,
  answer: AnulacionDeRango,
});

/** The annulments of a range, newest first, 50 at a time. */
export const listarAnulaciones = route({
  method: 'GET',
  path: '/api/secuencias/:id/anulaciones',
  summary: 'Anulaciones de números de un rango',
  policy: 'leer',
  menu: 'configuracion',
  params: IdParams,
  query: Type.Object({ antesDe: Type.Optional(Type.String({ format: 'uuid' })), limite: limiteDe(50) }),
  queryAliases: { cursor: 'antesDe' },
  answer: Type.Object({ anulaciones: Type.Array(AnulacionDeRango), hayMas: Type.Boolean() }),
});

export const xmlDeAnulacion = route({
  method: 'GET',
  path: '/api/anulaciones/:id/xml',
  summary: 'El XML firmado de una anulación de números (ANECF)',
  policy: 'miembro',
  menu: 'configuracion',
  params: IdParams,
  ...comoXml,
});

/** Settles an annulment in state `sin_confirmar` with what the DGII's portal shows. */
export const asentarAnulacion = route({
  method: 'POST',
  path: '/api/anulaciones/:id/asentar',
  summary: 'Registrar si la DGII anuló los números',
  policy: 'administrar',
  menu: 'configuracion',
  stepUp: 'siempre',
  params: IdParams,
  body: Type.Object({
    anulados: Type.Boolean({
      description: 'Lo que muestra el portal de la DGII; no anulados, vuelven a poder emitirse',
    }),
  }),
  answer: AnulacionDeRango,
});
