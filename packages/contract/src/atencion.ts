import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import { type AvisoDeRango, avisoDeRangoNombre } from './avisos.ts';
import type { Example } from './declare.ts';
import { Estado, orNull } from './shared.ts';

const Fecha = orNull(Type.String(), { description: 'yyyy-MM-dd' });

/**
 * Issued documents in a state: those that the list of invoices shows with these filters. A null date: that end is open.
 */
const AvisoDeDocumentos = Type.Object({
  tipo: Type.Literal('documentos'),
  urgente: Type.Boolean(),
  estado: Estado,
  cantidad: Type.Integer(),
  desde: Fecha,
  hasta: Fecha,
});

/** Received e-CF of months that are still to be reported, and that have no commercial answer. */
const AvisoDeRecibidas = Type.Object({
  tipo: Type.Literal('recibidas'),
  urgente: Type.Boolean(),
  cantidad: Type.Integer({ description: 'Contadas hasta 1,000' }),
  responderAntesDe: Type.String({ description: 'yyyy-MM-dd, de la primera' }),
});

/** The certificate is missing, ended, or about to end. */
const AvisoDeCertificado = Type.Object({
  tipo: Type.Literal('certificado'),
  urgente: Type.Boolean(),
  validoHasta: orNull(Type.String(), { description: 'ISO 8601; nulo si no hay certificado' }),
});

/** The best range of a type has a warning. Without a type: the company has no ranges. */
const AvisoDeSecuencia = Type.Object({
  tipo: Type.Literal('secuencia'),
  urgente: Type.Boolean(),
  tipoECF: Type.String(),
  aviso: Type.Enum(Object.keys(avisoDeRangoNombre) as AvisoDeRango[]),
  quedan: Type.Integer(),
  vence: Fecha,
});
const AvisoSinSecuencias = Type.Object({ tipo: Type.Literal('sin_secuencias'), urgente: Type.Boolean() });

/** QuickBooks does not accept the connection: the reports read nothing from it. */
const AvisoDeQuickBooks = Type.Object({
  tipo: Type.Literal('quickbooks'),
  urgente: Type.Boolean(),
  empresa: Type.String({ description: 'Nombre de la empresa en QuickBooks' }),
  motivo: Type.String(),
});

/** One matter that needs the attention of a person of the company. */
export const Aviso = Type.Union([
  AvisoDeDocumentos,
  AvisoDeRecibidas,
  AvisoDeCertificado,
  AvisoDeSecuencia,
  AvisoSinSecuencias,
  AvisoDeQuickBooks,
]);
export type Aviso = Static<typeof Aviso>;

/** The matters that need attention in the company, the most urgent first. */
export const paraAtender = route({
  method: 'GET',
  path: '/api/avisos',
  summary: 'Lo que pide atención en la empresa',
  policy: 'leer',
  answer: Type.Array(Aviso),
});

/** An example of its call. */
export const examples = { paraAtender: { status: 200 } } as const satisfies Record<string, Example>;
