import { refuse } from '@timbre/refusal';
import secureJson from 'secure-json-parse';
import { mayBeUnkeepable } from './plain-text.ts';
import { findRepeatedName } from './repeated-names.ts';
import { decodeBody } from './utf8.ts';
import { refuseUnkeepable } from './validation.ts';

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
  } catch {
    return refuse('peticion/invalida');
  }
  const repeated = findRepeatedName(text, value);
  if (repeated !== undefined)
    refuse('peticion/invalida', `El JSON trae «${repeated.slice(0, 100)}» dos veces en un mismo objeto: deje uno solo`);
  if (mayBeUnkeepable(text)) refuseUnkeepable(value, 'cuerpo');
  return value;
}
