import { route } from '@timbre/route';
import { Type } from 'typebox';
import { Ambiente } from './shared.ts';
import { type AvisoDeRango, avisoDeRangoNombre } from './tables.ts';

/** Facts of the certificate in use, never its key. */
export const Certificado = Type.Object({
  archivo: Type.String(),
  titular: Type.String({ description: 'Subject' }),
  idTitular: Type.Union([Type.String(), Type.Null()], { description: 'Cédula, RNC o pasaporte del serialNumber' }),
  emisor: Type.String(),
  serie: Type.String(),
  validoDesde: Type.String(),
  validoHasta: Type.String(),
  huella: Type.String({ description: 'SHA-256' }),
  vencido: Type.Boolean(),
});

/** The caller's company. */
export const verEmpresa = route({
  method: 'GET',
  path: '/api/empresa',
  summary: 'Datos de la empresa',
  policy: 'leer',
  answer: Type.Object({
    rnc: Type.String(),
    razonSocial: Type.String(),
    ambiente: Ambiente,
    demo: Type.Boolean(),
    certificado: Type.Union([Certificado, Type.Null()]),
  }),
});

/** Loads or replaces the certificate: multipart `archivo` (.p12/.pfx, ≤ 64 kB) and `clave`. The old one is kept for old documents. */
export const cargarCertificado = route({
  method: 'PUT',
  path: '/api/empresa/certificado',
  summary: 'Cargar el certificado digital',
  policy: 'administrar',
  stepUp: 'siempre',
  bodyKind: 'multipart',
  maxBodyBytes: 128 * 1024,
  answer: Certificado,
});

/** A range of authorised numbers. */
export const Secuencia = Type.Object({
  id: Type.String(),
  ambiente: Ambiente,
  tipo: Type.String({ pattern: '^(31|32|33|34|41|43|44|45|46|47)$' }),
  desde: Type.Integer({ minimum: 1, maximum: 9_999_999_999 }),
  hasta: Type.Integer({ minimum: 1, maximum: 9_999_999_999 }),
  /** The number that comes next; `hasta + 1` when none does. */
  siguiente: Type.Integer(),
  /** yyyy-MM-dd: its own, else that of Fechas Asignadas; null for 32 and 34, which carry no expiry. */
  vence: Type.Union([Type.String(), Type.Null()]),
  /** Numbers taken, those that documents brought among them, and free. */
  usados: Type.Integer(),
  quedan: Type.Integer(),
  avisos: Type.Array(Type.Enum(Object.keys(avisoDeRangoNombre) as AvisoDeRango[])),
  /** False: nothing is numbered from it (see the credit-note ranges). */
  activo: Type.Boolean(),
});

/** The company's ranges. */
export const listarSecuencias = route({
  method: 'GET',
  path: '/api/secuencias',
  summary: 'Rangos de secuencias autorizados',
  policy: 'leer',
  answer: Type.Array(Secuencia),
});

/** Adds an authorised range. Without `vence`, a date assigned to its type must hold (Fechas Asignadas of serie E). */
export const crearSecuencia = route({
  method: 'POST',
  path: '/api/secuencias',
  summary: 'Registrar un rango autorizado',
  policy: 'administrar',
  body: Type.Object({
    ambiente: Ambiente,
    tipo: Type.String({ pattern: '^(31|32|33|34|41|43|44|45|46|47)$' }),
    desde: Type.Integer({ minimum: 1, maximum: 9_999_999_999 }),
    hasta: Type.Integer({ minimum: 1, maximum: 9_999_999_999 }),
    vence: Type.Optional(Type.String({ format: 'date' })),
  }),
  status: 201,
  answer: Secuencia,
});
