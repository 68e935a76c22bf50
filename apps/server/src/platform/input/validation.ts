import type { ErrorDeDocumento } from '@timbre/contract';
import { Problem } from '@timbre/refusal';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { findUnkeepable } from './plain-text.ts';

/** The part of the request that a value is in; the word appears in refusals. */
type Place = 'cuerpo' | 'ruta' | 'consulta' | 'encabezado';

/**
 * Makes the check of one part of a request. It is compiled at the first request: a start need not compile those of every call.
 *
 * @param schema of the contract
 * @param place names the part in the refusal
 * @returns a function that returns its input checked; it throws Problem `peticion/invalida`. In a body, a field that
 * the schema does not name is refused, so that a misspelt one is not ignored. In the other parts such fields are
 * dropped, text is converted to the number or boolean wanted, and defaults are added. A missing body is an empty
 * object; so is null, where no field is required.
 * @param part the name of the part of a form that has the value; it begins the path of each fault
 */
export function checker(schema: TSchema, place: Place, part?: string): (value: unknown) => unknown {
  const source: Source = { place, part, examples: examplesOf(schema) };
  const compile = () => Compile(place === 'cuerpo' ? closed(schema) : schema);
  let validator: ReturnType<typeof compile> | undefined;
  return (value) => {
    validator ??= compile();
    if (place !== 'cuerpo') refuseUnkeepable(value, place);
    const converted =
      place === 'cuerpo'
        ? isNoBody(schema, value)
          ? {}
          : value
        : wholeAsSent(value, validator.Convert(validator.Default({ ...(value as object) })));
    if (validator.Check(converted)) return validator.Clean(converted);
    const errors = validator.Errors(converted);
    const unknown = errors.flatMap((error) => unknownFields(error, part));
    const others = errors.filter(({ keyword }) => keyword !== 'additionalProperties' && keyword !== 'boolean');
    const errores = [...unknown, ...others.flatMap((error) => described(error, others, source, converted))].slice(
      0,
      20,
    );
    throw new Problem('peticion/invalida', errores[0]?.mensaje, errores);
  };
}

/** Data for the message of a fault, besides the error: the place of the value, and examples by pattern. */
interface Source {
  readonly place: Place;
  readonly part: string | undefined;
  readonly examples: ReadonlyMap<string, string>;
}

/** The first example of each text with a pattern, by the pattern. */
function examplesOf(schema: unknown, found = new Map<string, string>()): Map<string, string> {
  if (typeof schema !== 'object' || schema === null) return found;
  const { pattern, examples } = schema as { readonly pattern?: unknown; readonly examples?: readonly unknown[] };
  if (typeof pattern === 'string' && examples?.[0] !== undefined) found.set(pattern, String(examples[0]));
  for (const part of Object.values(schema)) examplesOf(part, found);
  return found;
}

/** Whether a body is missing: programs also send null for it. */
const isNoBody = (schema: TSchema, value: unknown): boolean =>
  value === undefined ||
  (value === null && 'properties' in schema && (!('required' in schema) || (schema.required as string[]).length === 0));

/** The converted values, with the text of each that became another number: `1.5` is not the integer 1, nor `` 0. */
const wholeAsSent = (sent: unknown, converted: unknown): unknown =>
  Object.fromEntries(
    Object.entries(converted as object).map(([name, value]) => {
      const text = (sent as Readonly<Record<string, unknown>>)[name];
      const isOther = typeof text === 'string' && (text.trim() === '' || Number(text) !== value);
      return [name, typeof value === 'number' && isOther ? text : value];
    }),
  );

/** The schema, with objects that accept only the fields that they name, unless they state otherwise. */
function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const own = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)])) as T;
  return 'properties' in schema && !('additionalProperties' in schema) ? { ...own, additionalProperties: false } : own;
}

/** Throws Problem `peticion/invalida` with each unknown field of a request. */
export function refuseUnknown(fields: readonly string[]): void {
  const errores = fields.map(unknownField);
  if (errores.length > 0) throw new Problem('peticion/invalida', errores[0]?.mensaje, errores.slice(0, 20));
}

/** Maximum length of a name from outside that is repeated in a refusal. */
const maxNameLength = 100;

function unknownField(name: string): ErrorDeDocumento {
  const campo = name.slice(0, maxNameLength);
  return { codigo: 'peticion/additionalProperties', mensaje: `${campo} no es un campo de esta petición`, campo };
}

function unknownFields(error: TLocalizedValidationError, part: string | undefined): ErrorDeDocumento[] {
  if (error.keyword !== 'additionalProperties') return [];
  const path = error.instancePath.slice(1).replaceAll('/', '.');
  return error.params.additionalProperties.map((name) => unknownField([part, path, name].filter(Boolean).join('.')));
}

/** Refuses texts that cannot be stored; the only check of this kind, applied to every part of every request. */
export function refuseUnkeepable(value: unknown, place: Place): void {
  const campo = findUnkeepable(value)?.slice(0, maxNameLength);
  if (campo === undefined) return;
  const mensaje = `${campo || subjects[place]} tiene caracteres que no se admiten (NUL, o la mitad de un carácter)`;
  throw new Problem('peticion/invalida', mensaje, [{ codigo: 'peticion/caracteres', mensaje, campo }]);
}

/**
 * An error as a message; none for an error that another one describes better. @param all errors of the value @param
 * checked the value that was checked
 */
function described(
  error: TLocalizedValidationError,
  all: readonly TLocalizedValidationError[],
  { place, part, examples }: Source,
  checked: unknown,
): ErrorDeDocumento[] {
  const path = [part, error.instancePath.slice(1).replaceAll('/', '.')].filter(Boolean).join('.');
  const here = all.filter(({ instancePath }) => instancePath === error.instancePath);
  const types = here.filter(({ keyword }) => keyword === 'type');
  const hasOther = here.some(({ keyword }) => keyword !== 'type' && keyword !== 'anyOf');
  // A value that may be of several types has an error for each, and one for them together.
  if (error.keyword === 'anyOf' && here.length > 1) return [];
  if (error.keyword === 'type' && (hasOther || types[0] !== error)) return [];
  const campo =
    error.keyword === 'required' ? [path, error.params.requiredProperties[0]].filter(Boolean).join('.') : path;
  const value = valueAt(checked, error.instancePath);
  const words =
    error.keyword === 'type' ? typesWanted(types, place, value) : `${wish(error, examples)}${misspelt(error, value)}`;
  return [{ codigo: `peticion/${error.keyword}`, mensaje: `${campo || subjects[place]} ${words}`, campo }];
}

/** The hint for a required field that is there under a name with other capitals or marks. */
function misspelt(error: TLocalizedValidationError, value: unknown): string {
  if (error.keyword !== 'required' || typeof value !== 'object' || value === null) return '';
  const [wanted = ''] = error.params.requiredProperties;
  const bare = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '');
  const written = Object.keys(value).find((name) => bare(name) === bare(wanted));
  return written === undefined ? '' : `: «${written.slice(0, maxNameLength)}» se escribe «${wanted}»`;
}

/** The types that a value may have. In a body also its actual type, since everywhere else it is always a text. */
function typesWanted(errors: readonly TLocalizedValidationError[], place: Place, value: unknown): string {
  const types = errors.flatMap((error) => (error.keyword === 'type' ? [error.params.type].flat() : []));
  const wanted = [...new Set(types)].map((type) => typeNames[type] ?? type);
  const has = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return `debe ser ${wanted.join(' o ')}${place === 'cuerpo' ? `, no ${typeNames[has] ?? has}` : ''}`;
}

/** The value at a JSON pointer. */
const valueAt = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((at, step) => (at as Readonly<Record<string, unknown>> | undefined)?.[step], value);

const subjects: Record<Place, string> = {
  cuerpo: 'El cuerpo',
  ruta: 'La ruta',
  consulta: 'La consulta',
  encabezado: 'El encabezado',
};

/** The requirement of the schema, as the words after the name of the field. */
function wish(error: TLocalizedValidationError, examples: ReadonlyMap<string, string>): string {
  switch (error.keyword) {
    case 'required':
      return 'es obligatorio';
    case 'enum':
      return `debe ser uno de: ${error.params.allowedValues.join(', ')}`;
    case 'format':
      return `no tiene el formato esperado (${error.params.format})${forExample(formatExamples[error.params.format])}`;
    case 'pattern':
      return String(error.params.pattern) === notBlank
        ? 'no puede estar en blanco'
        : `no tiene la forma esperada${forExample(examples.get(String(error.params.pattern)))}`;
    case 'minLength':
      return error.params.limit === 1 ? 'no puede estar vacío' : `debe tener al menos ${error.params.limit} caracteres`;
    case 'maxLength':
      return `no puede tener más de ${error.params.limit} caracteres`;
    case 'minimum':
      return `no puede ser menor que ${error.params.limit}`;
    case 'maximum':
      return `no puede ser mayor que ${error.params.limit}`;
    case 'minProperties':
      return 'debe tener algún campo';
    case 'maxItems':
      return `no puede tener más de ${error.params.limit} elementos`;
    case 'uniqueItems':
      return 'no puede repetir un valor';
    default:
      return 'no es válido';
  }
}

/** The pattern of a text that has more than blanks. */
const notBlank = '\\S';

const forExample = (example: string | undefined): string => (example === undefined ? '' : `; por ejemplo, ${example}`);

const formatExamples: Record<string, string> = {
  uuid: '01234567-89ab-7cde-8f01-23456789abcd',
  date: '2026-12-31',
  'date-time': '2026-12-31T23:59:59Z',
};

const typeNames: Record<string, string> = {
  string: 'texto',
  integer: 'un número entero',
  number: 'un número',
  boolean: 'verdadero o falso',
  object: 'un objeto',
  array: 'una lista',
  null: 'nulo',
};
