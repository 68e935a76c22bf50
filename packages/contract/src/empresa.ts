import { route } from '@timbre/route';
import { Type } from 'typebox';
import type { Example } from './examples.ts';
import type { Kinds } from './kind.ts';
import type { Problems } from './problems.ts';
import { Ambiente } from './shared.ts';

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
    direccion: Type.Union([Type.String(), Type.Null()], { description: 'DireccionEmisor de sus comprobantes' }),
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
} as const satisfies Readonly<Record<string, Example>>;
