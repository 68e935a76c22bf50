import { refuse } from '@timbre/refusal';
import secureJson from 'secure-json-parse';
import { mayBeUnkeepable } from './plain-text.ts';
import { findRepeatedName } from './repeated-names.ts';
import { decodeBody } from './utf8.ts';
import { refuseUnkeepable } from './validation.ts';

/** Why a text was not parsed, with the place if the parser names it. */
function notJson(text: string, { message }: Error): string {
  if (message === 'Object contains forbidden prototype property')
    return 'El JSON trae «__proto__» o «constructor» como nombre de un campo: quítelo';
  const at = /at position (\d+)/.exec(message)?.[1];
  if (at === undefined) return 'El cuerpo no es JSON, o está cortado: revise cómo termina';
  const before = text.slice(0, Number(at)).split('\n');
  return `El cuerpo no es JSON: revise la línea ${before.length}, columna ${before.at(-1)!.length + 1}`;
}

/**
 * Parses the JSON of a body. An empty body is undefined.
 *
 * @throws Problem `peticion/invalida` if it is not UTF-8 or not JSON, has names that would change an object's prototype, has
 * a name twice in one object, or has texts that cannot be stored
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decodeBody(bytes);
  if (text === '') return undefined;
  let value: unknown;
  try {
    value = secureJson.parse(text, undefined, { protoAction: 'error', constructorAction: 'error' });
  } catch (error) {
    return refuse('peticion/invalida', notJson(text, error as Error));
  }
  const repeated = findRepeatedName(text, value);
  if (repeated !== undefined)
    refuse('peticion/invalida', `El JSON trae «${repeated.slice(0, 100)}» dos veces en un mismo objeto: deje uno solo`);
  if (mayBeUnkeepable(text)) refuseUnkeepable(value, 'cuerpo');
  return value;
}
