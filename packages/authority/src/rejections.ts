import type { Mensaje } from './verdict.ts';

/** State of the number after a rejection: `libre` may be used again or voided, `gastado` may not. */
export type NumberAfter = 'libre' | 'gastado';

/** One cause of rejection, in force from a date. The first row in force that matches a message decides. */
export interface RejectionCause {
  readonly causa: string;
  readonly numero: NumberAfter;
  /** yyyy-MM-dd, the first day. */
  readonly desde: string;
  readonly fuente: string;
  /** Codes that the DGII uses for it. */
  readonly codigos?: readonly string[];
  /** Pattern for a message without a code (0), in lower case and without accents. */
  readonly palabras?: RegExp;
}

/** Descripción técnica v1.6, June 2023, "Consulta de resultado e-CF" and "Recepción RFCE": secuenciaUtilizada. */
const tecnica = { desde: '2023-06-01', fuente: 'Descripción técnica v1.6, secuenciaUtilizada' } as const;

/**
 * The DGII's help CA4404 for Decreto 587-24, art. 17, in force since 10 October 2024: after causes 1 to 5 the number may be
 * used again or voided; after the others it may not.
 */
const ayuda = (causa: number) =>
  ({ desde: '2024-10-10', fuente: `DGII, ayuda CA4404, causa ${causa}; Decreto 587-24, art. 17` }) as const;

/**
 * Causes of rejection, and whether each of them frees the number.
 *
 * @source Descripción técnica v1.6, secuenciaUtilizada; DGII, ayuda CA4404 (Decreto 587-24, art. 17); codes: observed
 */
export const rejectionCauses: readonly RejectionCause[] = [
  {
    causa: 'El número se usó o se anuló antes',
    numero: 'gastado',
    ...ayuda(6),
    codigos: ['1209'],
    palabras: /secuencia .*\b(utilizad|usad|anulad)/,
  },
  {
    causa: 'No cumple las validaciones del formato',
    numero: 'gastado',
    ...ayuda(7),
    codigos: ['614', '2020', '2030', '2150'],
  },
  { causa: 'Emisor suspendido', numero: 'libre', ...ayuda(1), palabras: /\bemisor\b.*\bsuspendid/ },
  {
    causa: 'El RNC Emisor no existe o no está activo',
    numero: 'libre',
    ...tecnica,
    palabras: /\bemisor\b.*\bno (existe|se encuentra activo|esta activo)/,
  },
  {
    causa: 'El RNC Emisor no es de un emisor electrónico',
    numero: 'libre',
    ...tecnica,
    palabras: /no corresponde a un emisor electronico/,
  },
  {
    causa: 'El firmante no está delegado',
    numero: 'libre',
    ...tecnica,
    palabras: /no (esta|se encuentra) delegad|no corresponde a un delegado/,
  },
  {
    causa: 'Certificado o firma, sin decir cuál',
    numero: 'gastado',
    ...ayuda(8),
    palabras: /certificado y\/?o (la )?firma/,
  },
  {
    causa: 'Certificado no válido o no vigente',
    numero: 'libre',
    ...ayuda(3),
    palabras: /certificado\b.*\b(invalido|no (es|esta) (valido|vigente)|vencio|vencido|caducado|revocado)/,
  },
  {
    causa: 'Firma no válida',
    numero: 'gastado',
    ...ayuda(8),
    palabras: /\bfirma\b.*\b(invalida|no es valida)/,
  },
  {
    causa: 'Certificado o firma no válidos',
    numero: 'libre',
    ...tecnica,
    palabras: /certificado|\bfirma\b.*\b(invalida|no es valida)/,
  },
  {
    causa: 'El número no está autorizado',
    numero: 'libre',
    ...ayuda(4),
    palabras: /e-?ncf\b.*\bno (esta|se encuentra|fue) autorizado/,
  },
  {
    causa: 'El vencimiento no es el de la secuencia, o pasó',
    numero: 'libre',
    ...ayuda(5),
    palabras:
      /(fecha de vencimiento|fechavencimientosecuencia)\b.*\bno (coincide|corresponde)|secuencia (se encuentra vencida|vencio)|\bencuentra vencido/,
  },
  {
    causa: 'El XML no se puede leer',
    numero: 'libre',
    ...ayuda(2),
    palabras: /\bxml\b.*\b(invalido|no es valid)|multipart cannot be empty/,
  },
];

/** State of the number of a rejected document, and the cause that decided it. */
export interface NumberFate {
  readonly numero: NumberAfter;
  /** The cause that decided; undefined if no row matches, and then the number counts as used. */
  readonly causa: RejectionCause | undefined;
}

/** Normalises a message like the patterns of the table: lower case, without accents. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Decides the state of the number of a rejected document. It is free only if every message frees it. It is used up if a
 * message matches no row, or if the rejection has no messages.
 *
 * @param mensajes of the rejection
 * @param day of the rejection, yyyy-MM-dd in Santo Domingo: only rows in force on it count
 */
export function numberAfter(mensajes: readonly Mensaje[], day: string): NumberFate {
  const causes = mensajes.map(({ codigo, valor }) => {
    const words = plain(valor);
    const inForce = rejectionCauses.filter(({ desde }) => desde <= day);
    return inForce.find(({ codigos, palabras }) =>
      Number(codigo) > 0 ? codigos?.includes(codigo) : palabras?.test(words),
    );
  });
  if (causes.length === 0 || causes.includes(undefined)) return { numero: 'gastado', causa: undefined };
  const burning = causes.find((causa) => causa?.numero === 'gastado');
  return burning === undefined ? { numero: 'libre', causa: causes[0] } : { numero: 'gastado', causa: burning };
}
