import { route } from '@timbre/route';
import { Type } from 'typebox';
import { IdParams } from '../shared.ts';
import { Rnc, RncQuery } from './rnc.ts';

const digitos = Type.Integer({ minimum: 6, maximum: 10 });
const numero = Type.Integer({ minimum: 0, maximum: 99_999_999_999 });
const CamposDeRango = {
  prefijo: Type.String({ maxLength: 10 }),
  cantidadDigitos: digitos,
  desde: numero,
  hasta: numero,
  ultimoUtilizado: Type.Optional(numero),
  descripcion: Type.Optional(Type.String({ maxLength: 100 })),
  activo: Type.Optional(Type.Boolean()),
};

/** A range of credit-note numbers. e-CF of type 34 take their numbers from the ranges of prefix E34. */
export const RangoNotaCredito = Type.Object({
  _id: Type.String(),
  rncEmisor: Type.String(),
  ...CamposDeRango,
  /** The next number, written out; null when the range is used up ('Agotado'). */
  siguiente: Type.Union([Type.String(), Type.Null()]),
});

/** A range as a person enters it. Missing or invalid fields are refused with the specification's messages (`faultsOfRangoNC`). */
export const NuevoRangoNotaCredito = Type.Object({
  rncEmisor: Rnc,
  ...CamposDeRango,
  prefijo: Type.Optional(CamposDeRango.prefijo),
  cantidadDigitos: Type.Optional(digitos),
  desde: Type.Optional(numero),
  hasta: Type.Optional(numero),
});

/** The ranges of credit notes, 1,000 at most. */
export const listarRangosNC = route({
  method: 'GET',
  path: '/api/configuracion/rangos-notas-credito',
  summary: 'Rangos de notas de crédito',
  policy: 'leer',
  menu: 'configuracion',
  query: RncQuery,
  answer: Type.Array(RangoNotaCredito),
});

export const crearRangoNC = route({
  method: 'POST',
  path: '/api/configuracion/rangos-notas-credito',
  summary: 'Crear un rango de notas de crédito',
  policy: 'administrar',
  menu: 'configuracion',
  body: NuevoRangoNotaCredito,
  status: 201,
  answer: RangoNotaCredito,
});

export const modificarRangoNC = route({
  method: 'PUT',
  path: '/api/configuracion/rangos-notas-credito/:id',
  summary: 'Modificar un rango de notas de crédito',
  policy: 'administrar',
  menu: 'configuracion',
  params: IdParams,
  body: NuevoRangoNotaCredito,
  answer: RangoNotaCredito,
});

/** Removes a range. A range from which a number was taken cannot be removed: it records what was issued. */
export const eliminarRangoNC = route({
  method: 'DELETE',
  path: '/api/configuracion/rangos-notas-credito/:id',
  summary: 'Eliminar un rango de notas de crédito',
  policy: 'administrar',
  menu: 'configuracion',
  stepUp: 'siempre',
  params: IdParams,
  status: 204,
});

/** The fate of one number. */
export const NumeroDelLibro = Type.Object({
  numero: Type.Integer(),
  eNCF: Type.String(),
  estado: Type.Enum(['emitido', 'aceptado', 'rechazado_reutilizable', 'rechazado_consumido', 'conciliado']),
  /** One sentence in Spanish. */
  motivo: Type.String(),
  documentoId: Type.Union([Type.String(), Type.Null()]),
  en: Type.String(),
});

/** The ledger of a range: its used numbers, highest first, 100 at a time. */
export const libroDeNumeros = route({
  method: 'GET',
  path: '/api/secuencias/:id/numeros',
  summary: 'Libro de números de un rango',
  policy: 'leer',
  menu: 'configuracion',
  params: IdParams,
  query: Type.Object({ antesDe: Type.Optional(Type.String({ pattern: '^\\d{1,10}$' })) }),
  answer: Type.Object({ numeros: Type.Array(NumeroDelLibro), hayMas: Type.Boolean() }),
});

/** Removes an authorised range from which no number was taken. */
export const eliminarSecuencia = route({
  method: 'DELETE',
  path: '/api/secuencias/:id',
  summary: 'Eliminar un rango sin uso',
  policy: 'administrar',
  menu: 'configuracion',
  stepUp: 'siempre',
  params: IdParams,
  status: 204,
});
