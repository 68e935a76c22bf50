import { isUtf8 } from 'node:buffer';
import { refuse } from '@timbre/refusal';
import { asBuffer } from '@timbre/worker/as-buffer';

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * The text of a body. A byte order mark at its beginning is accepted and left out.
 *
 * @throws Problem `peticion/invalida` with the first byte that is not UTF-8: replaced by U+FFFD, it would be signed as
 * such
 */
export function decodeBody(bytes: Uint8Array): string {
  if (isUtf8(bytes)) return decoder.decode(bytes);
  const at = firstInvalid(bytes);
  const byte = bytes[at]!.toString(16).toUpperCase().padStart(2, '0');
  return refuse(
    'peticion/invalida',
    `El cuerpo no es UTF-8: el byte ${at + 1} (0x${byte}) no lo es. Envíelo codificado en UTF-8.`,
  );
}

/** Index of the first byte of the first character that is not UTF-8. */
function firstInvalid(bytes: Uint8Array): number {
  const original = asBuffer(bytes);
  const written = Buffer.from(original.toString('utf8'));
  let at = 0;
  while (at < original.length && original[at] === written[at]) at += 1;
  // A character cut short may begin like the one that replaced it.
  while (!isUtf8(original.subarray(0, at))) at -= 1;
  return at;
}

/** Replacement character: lenient decoding puts it in place of a byte that is not UTF-8. */
const replaced = '\ufffd';

/** Refuses a text of a form that is not UTF-8: the library that reads forms has replaced what it could not decode. */
export function refuseReplaced(name: string, text: string): void {
  if (text.includes(replaced))
    refuse('peticion/invalida', `${name.slice(0, 100)} no es UTF-8. Envíe el formulario codificado en UTF-8.`);
}

/**
 * Refuses a query whose percent-encoding is broken or does not encode UTF-8. @param url path and query, as requested
 */
export function refuseBrokenQuery(url: string): void {
  const start = url.indexOf('?');
  if (start < 0 || !url.includes('%', start)) return;
  for (const part of url.slice(start + 1).split('&')) {
    try {
      decodeURIComponent(part);
    } catch {
      refuse(
        'peticion/invalida',
        `La consulta no es UTF-8 con codificación por ciento, en «${part.slice(0, 60)}»: «%» se escribe %25`,
      );
    }
  }
}

/** Whether the charset of a content type is UTF-8, or not stated. */
export const isUtf8Type = (contentType: string): boolean => {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType)?.[1];
  return charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset);
};
