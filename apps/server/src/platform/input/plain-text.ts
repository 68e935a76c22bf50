import { isUnkeepable } from '@timbre/values';

/** Escapes in JSON of NUL and of lone surrogates: only these can introduce them. */
const escaped = /\\u(?:0000|d[89a-f])/i;
/** Nesting levels examined. No input of the contract has as many. */
const mostLevels = 64;

/** Whether a JSON text may contain texts for which {@link findUnkeepable} searches. */
export const mayBeUnkeepable = (json: string): boolean => escaped.test(json);

/**
 * Finds a text, or a name, that could be neither stored nor written into a document.
 *
 * @param value input of a caller
 * @returns its path, e.g. `Encabezado.Emisor.Correo`; undefined if there is none
 */
export function findUnkeepable(value: unknown, level = 0): string | undefined {
  if (typeof value === 'string') return isUnkeepable(value) ? '' : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (level === mostLevels) return '';
  for (const [name, child] of Object.entries(value)) {
    if (isUnkeepable(name)) return '';
    const path = findUnkeepable(child, level + 1);
    if (path !== undefined) return path === '' ? name : `${name}.${path}`;
  }
  return undefined;
}
