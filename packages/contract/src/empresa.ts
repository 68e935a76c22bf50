import { route } from '@timbre/route';
import { mostSequence, tiposECF } from '@timbre/values';
import { Type } from 'typebox';
import type { Example } from './examples.ts';
import type { Kinds } from './kind.ts';
import type { Problems } from './problems.ts';
import { Ambiente } from './shared.ts';
import { type AvisoDeRango, avisoDeRangoNombre } from './tables.ts';

/** Facts of the certificate in use. Its key is never included. */
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

/** Loads or replaces the certificate: multipart `archivo` (.p12/.pfx, ≤ 64 kB) and `clave`. The old one stays for old documents. */
export const cargarCertificado = route({
  method: 'PUT',
  path: '/api/empresa/certificado',
  summary: 'Cargar el certificado digital',
  policy: 'administrar',
  stepUp: 'siempre',
  bodyKind: 'multipart',
  form: {
    archivo: {
      kind: 'file',
      required: true,
      description: 'Certificado digital (.p12 o .pfx), hasta 64 kB',
      missing: { code: 'peticion/invalida', detail: 'Adjunte el archivo del certificado (.p12 o .pfx)' },
    },
    clave: {
      kind: 'text',
      required: true,
      description: 'Contraseña del certificado',
      missing: { code: 'peticion/invalida', detail: 'Indique la contraseña del certificado' },
    },
  },
  maxBodyBytes: 128 * 1024,
  answer: Certificado,
});

const TipoDeSecuencia = Type.String({ pattern: `^(${tiposECF.join('|')})$` });
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
  vence: Type.Union([Type.String(), Type.Null()]),
  /** Numbers that were taken (by issuing, or brought by documents), and numbers that are free. */
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

/** Its refusals. */
export const problems = {
  'certificado/ocupado': {
    status: 429,
    title: 'Se están abriendo otros certificados. Espere un momento y vuelva a intentarlo.',
  },
} as const satisfies Problems;

/** The kinds of events that it records. */
export const kinds = {
  'certificado.cargado': { grupo: 'certificado', frase: ({ titular }) => `Cargó el certificado digital de ${titular}` },
} as const satisfies Kinds;

/** Examples of its calls. */
export const examples = {
  verEmpresa: { status: 200 },
  listarSecuencias: { status: 200 },
} as const satisfies Readonly<Record<string, Example>>;
