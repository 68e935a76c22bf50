import { route } from '@timbre/route';
import { mostSequence, tiposECF } from '@timbre/values';
import { Type } from 'typebox';
import { Ambiente, enPartes, IdParams, limiteDe, orNull, parteDeLista } from '../shared.ts';
import { type AvisoDeRango, avisoDeRangoNombre } from '../tables.ts';
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
  siguiente: orNull(Type.String()),
});

/** A range as a person enters it. Missing or invalid fields are refused with the specification's messages (`faultsOfRangoNC`). */
const NuevoRangoNotaCredito = Type.Object({
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
  ...enPartes('_id'),
  query: Type.Object({ ...RncQuery.properties, ...parteDeLista() }),
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

/**
 * The credit-note number that would be issued next with a prefix, of the ranges of the company's environment that are
 * switched on. It is not reserved: emission takes it. Refused with 404 where no range has the prefix, and with 400
 * where all of them are used up.
 */
export const proximoNumeroNC = route({
  method: 'POST',
  path: '/api/configuracion/rangos-notas-credito/proximo-numero',
  summary: 'Próximo número de un rango de notas de crédito',
  policy: 'leer',
  menu: 'configuracion',
  body: Type.Object({ rncEmisor: Rnc, prefijo: Type.String({ minLength: 1, maxLength: 10 }) }),
  answer: Type.Object({ encfCompleto: Type.String() }),
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

const TipoDeSecuencia = Type.String({ pattern: `^(${tiposECF.join('|')})$`, examples: ['31'] });
const NumeroDeSecuencia = Type.Integer({ minimum: 1, maximum: mostSequence });

/** A range of authorised numbers. */
export const Secuencia = Type.Object({
  id: Type.String(),
  ambiente: Ambiente,
  tipo: TipoDeSecuencia,
  desde: NumeroDeSecuencia,
  hasta: NumeroDeSecuencia,
  /** The next number; `hasta + 1` when the range is used up. */
  siguiente: Type.Integer(),
  /** yyyy-MM-dd: its own, otherwise that of Fechas Asignadas; null for 32 and 34, which carry no expiry. */
  vence: orNull(Type.String()),
  /** Numbers that were taken (by issuing, or by documents that came with a number), and numbers that are free. */
  usados: Type.Integer(),
  quedan: Type.Integer(),
  avisos: Type.Array(Type.Enum(Object.keys(avisoDeRangoNombre) as AvisoDeRango[])),
  /** False: no document is numbered from it (see the credit-note ranges). */
  activo: Type.Boolean(),
});

/** The company's ranges, 1,000 at most. */
export const listarSecuencias = route({
  method: 'GET',
  path: '/api/secuencias',
  summary: 'Rangos de secuencias autorizados',
  policy: 'leer',
  ...enPartes('id'),
  answer: Type.Array(Secuencia),
});

/** Adds an authorised range. Without `vence`, its type must have an assigned date (Fechas Asignadas of serie E). */
export const crearSecuencia = route({
  method: 'POST',
  path: '/api/secuencias',
  summary: 'Registrar un rango autorizado',
  policy: 'administrar',
  body: Type.Object({
    ambiente: Ambiente,
    tipo: TipoDeSecuencia,
    desde: NumeroDeSecuencia,
    hasta: NumeroDeSecuencia,
    vence: Type.Optional(Type.String({ format: 'date' })),
  }),
  status: 201,
  answer: Secuencia,
});

/**
 * Registers, in Pruebas, the ranges of the ten types that the DGII lets every issuer use there: 1 to 10,000,000, of
 * type 32 to 50,000,000. Numbers that a range has already are left out, so that it can be called again without harm.
 * Returns the added ranges.
 */
export const registrarRangosDePrueba = route({
  method: 'POST',
  path: '/api/secuencias/de-prueba',
  summary: 'Registrar los rangos de prueba de la DGII',
  policy: 'administrar',
  answer: Type.Array(Secuencia),
});

/** State of one number. */
export const NumeroDelLibro = Type.Object({
  numero: Type.Integer(),
  eNCF: Type.String(),
  estado: Type.Enum(['emitido', 'aceptado', 'rechazado_reutilizable', 'rechazado_consumido', 'conciliado', 'anulado']),
  /** One sentence in Spanish. */
  motivo: Type.String(),
  documentoId: orNull(Type.String()),
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
  query: Type.Object({
    antesDe: Type.Optional(Type.String({ pattern: '^\\d{1,10}$', examples: ['1001'] })),
    limite: limiteDe(100),
  }),
  queryAliases: { cursor: 'antesDe' },
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
