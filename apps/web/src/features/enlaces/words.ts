import type { enlaces } from '@timbre/contract';
import { formatAmount, formatMoment } from '../../lib/format.ts';

/** The facts in a message about a shared document. */
export interface Announced {
  readonly eNCF: string;
  /** RD$, decimal. */
  readonly monto: string;
  readonly empresa: string;
  readonly url: string;
}

/** The message that a person sends with a link. */
export const messageOf = ({ eNCF, monto, empresa, url }: Announced): string =>
  `Comprobante ${eNCF} de ${empresa}, por RD$ ${formatAmount(monto)}: ${url}`;

/** The area codes of the Dominican Republic. */
const areas = /^(809|829|849)/;

/**
 * A telephone as WhatsApp takes it, digits with the country's code; undefined if it is not a Dominican one.
 *
 * @param telefono as a document has it, such as 809-555-0101
 */
export function phoneOf(telefono: string | undefined): string | undefined {
  const digits = telefono?.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '') ?? '';
  return digits.length === 10 && areas.test(digits) ? `1${digits}` : undefined;
}

/** The address that opens WhatsApp with a message, addressed to a telephone if there is one. */
export const whatsAppUrl = (message: string, phone: string | undefined): string =>
  `https://wa.me/${phone ?? ''}?text=${encodeURIComponent(message)}`;

/** The address that opens the visitor's mail program with a message. */
export const mailUrl = ({ eNCF, empresa, ...rest }: Announced): string =>
  `mailto:?subject=${encodeURIComponent(`Comprobante ${eNCF} de ${empresa}`)}&body=${encodeURIComponent(
    messageOf({ eNCF, empresa, ...rest }),
  )}`;

/** The state of a document, as its buyer reads it. */
export interface Band {
  readonly tone: 'ok' | 'warn' | 'bad' | 'info' | 'mute';
  readonly title: string;
  readonly detail: string;
}

/** The state of a shared document in words. */
export function bandOf({
  situacion,
  decidido,
  observaciones,
  anuladaPor,
}: Pick<enlaces.Compartido, 'situacion' | 'decidido' | 'observaciones' | 'anuladaPor'>): Band {
  switch (situacion) {
    case 'aceptado':
      return { tone: 'ok', title: 'Aceptado por la DGII', detail: decidido === null ? '' : formatMoment(decidido) };
    case 'aceptado_condicional':
      return {
        tone: 'warn',
        title: 'Aceptado condicional por la DGII',
        detail: [
          'Es válido.',
          ...(observaciones.length > 0 ? [`La DGII señaló: ${observaciones.join(' · ')}`] : []),
        ].join(' '),
      };
    case 'en_proceso':
      return {
        tone: 'info',
        title: 'La DGII aún no responde',
        detail: 'El comprobante está firmado. Esta página se actualiza sola.',
      };
    case 'rechazado':
      return { tone: 'bad', title: 'Rechazado por la DGII', detail: 'No la use; pida otra al emisor.' };
    case 'anulada':
      return {
        tone: 'mute',
        title: 'Anulada',
        detail: `El emisor la anuló con la nota de crédito ${anuladaPor ?? ''}.`,
      };
  }
}

/** A text of a printed form with its dates as screens write them, 31/12/2026. */
export const withDates = (text: string): string => text.replace(/\b(\d\d)-(\d\d)-(\d{4})\b/g, '$1/$2/$3');

/** The expiry of a new link, by its days. */
export const diasNombre = (dias: number | null): string =>
  dias === null ? 'Sin vencimiento' : dias === 365 ? 'Un año' : `${dias} días`;

/** The letters that stand for a company without a logo. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word))
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
